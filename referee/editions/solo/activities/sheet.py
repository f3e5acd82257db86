"""The Jihadist Activities chart as data: the questions of "Event or Ops?", the boxes of each "Where?", and their priorities.

Chapter 9 tells it in full; no paragraph has names for the boxes, so that these are ours: E for the card, P for Plot, M for
Jihad and shifts, C for Recruit, T and F for the two ends of Travel, R for Radicalization.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities.events import INSTRUCTIONS, PLACE_CELLS, plot_event_in_vain
from referee.editions.solo.chart import Box, Column, Group, Keep, Preference, Sheet, highest, those
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.board import US
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR

PAKISTAN, PHILIPPINES = "Pakistan", "Philippines"
LOW = 3
"""Prestige up to which it is Low (4.7.1)."""
PLOT_BELOW = m.TOP_FUNDING
STRONG_FORCE, MANY_CELLS = 5, 5
"""Troops above Cells in a Regime Change country, and Cells above which such a country gives one away."""

# ------------------------------------------------------------------ Event or Ops? (9.4.1)

BOXES = (
    Box("E1", "9.4.1", "is it a Jihadist or Unassociated Event that can be played?", m.playable, "E2", "E5"),
    Box(
        "E2",
        "9.4.1",
        "would it Recruit or place a Cell, with no Cell on the Funding Track?",
        lambda s: s.card in PLACE_CELLS and not s.board.cells_track,
        "radicalize",
        "E2b",
    ),
    Box(
        "E2b",
        "9.4.2.1",
        "would it place a Plot, with no country for it on the Plot list?",
        plot_event_in_vain,
        "radicalize",
        "E3",
    ),
    Box("E3", "9.4.1", "is it Unassociated, so that Operations follow it?", m.unassociated, "E6", "event"),
    Box("E5", "9.4.1", "is it a US Event that the US could play now?", m.us_playable, "plot", "E6"),
    Box("E6", "9.4.1", "can a Major Jihad succeed somewhere?", lambda s: bool(m.major_possible(s)), "major", "E7"),
    Box(
        "E7",
        "9.4.1",
        "is a Jihad possible in a Good or Fair country?",
        lambda s: bool(m.minor_possible(s)),
        "minor",
        "E8",
    ),
    Box("E8", "9.4.1", "is a Cell Available, and GTMO not in effect?", m.available, "recruit", "travel"),
)
OUTCOMES = {
    "event": "play the event, and nothing else",
    "plot": "Plot; no event",
    "major": "a Major Jihad",
    "minor": "Minor Jihad in Good and Fair countries",
    "recruit": "Recruit",
    "travel": "Travel",
    "radicalize": "Radicalization with the whole value; no event",
}

# ------------------------------------------------------------------ Where? Plot (9.4.2.2)


def _above_low(s: Situation) -> bool:
    return s.board.prestige > LOW


def _muslim_or_iran(s: Situation, name: str) -> bool:
    return not s.board[name].data.non_muslim


def _abu_sayyaf(s: Situation, name: str) -> bool:
    b = s.board
    here = name == PHILIPPINES and "Abu Sayyaf" in b[name].markers
    return here and _above_low(s) and q.cells(b, name) >= q.troops(b, name)


PLOT = (
    Group("P1", "9.4.2.2", "the United States", those(lambda s, n: n == US)),
    Group(
        "P2",
        "9.4.2.2",
        "the Philippines under Abu Sayyaf, Cells not below Troops, Prestige above Low",
        those(_abu_sayyaf),
    ),
    Group(
        "P3",
        "9.4.2.2",
        "with Troops, Prestige above Low",
        those(lambda s, n: _above_low(s) and q.troops(s.board, n) > 0),
    ),
    Group(
        "P4",
        "9.4.2.2",
        "of the same Posture as the US, no GWOT Relations Penalty",
        those(
            lambda s, n: not q.gwot_penalty(s.board) and n != US and s.board[n].posture == q.us_posture(s.board) != ""
        ),
    ),
    Group("P5", "9.4.2.2", "with Aid", those(lambda s, n: s.board[n].aid > 0)),
    Group(
        "P6",
        "9.4.2.2",
        "non-Muslim, Funding below 9",
        those(lambda s, n: s.board.funding < PLOT_BELOW and s.board[n].data.non_muslim),
    ),
    Group(
        "P7",
        "9.4.2.2",
        "Muslim or Iran, Funding below 9",
        those(lambda s, n: s.board.funding < PLOT_BELOW and _muslim_or_iran(s, n)),
    ),
)


def _at(level: int) -> Keep:
    return those(lambda s, n: s.board[n].governance == level)


def _in_order(*levels: tuple[str, int]) -> tuple[Preference, ...]:
    return tuple(Preference(i, word, _at(level)) for i, (word, level) in enumerate(levels, 1))


def _all_muslim(value: Callable[[Situation, str], float]) -> Keep:
    """A preference that counts only where the choice is among Muslim countries alone."""
    best = highest(value)
    return lambda s, names: best(s, names) if all(s.board[n].data.muslim for n in names) else []


def _resources(s: Situation, name: str) -> float:
    return q.resources(s.board, name)


_PAKISTAN = those(lambda s, n: n == PAKISTAN)
_AID = those(lambda s, n: s.board[n].aid > 0)
_BESIEGED = those(lambda s, n: s.board[n].besieged)
_HIGHEST = highest(_resources)

COLUMNS = {
    "plot": Column("Plot", "9.4.2.2", _in_order(("Fair", FAIR), ("Good", GOOD), ("Poor", POOR))),
    "plot by event": Column("Plot by event", "9.4.2.2", _in_order(("Good", GOOD), ("Fair", FAIR), ("Poor", POOR))),
    "major": Column(
        "Major Jihad",
        "9.4.2.3",
        (Preference(1, "Pakistan", _PAKISTAN), Preference(2, "highest Resources", _HIGHEST)),
    ),
    "minor": Column(
        "Minor Jihad",
        "9.4.2.4",
        (
            *_in_order(("Good", GOOD), ("Fair", FAIR), ("Poor, if Alignment shifts", POOR)),
            Preference(4, "Pakistan", _PAKISTAN),
            Preference(5, "with Aid", _AID),
            Preference(6, "Besieged Regime", _BESIEGED),
            Preference(7, "highest Resources", _HIGHEST),
        ),
    ),
    "recruit": Column(
        "Recruit",
        "9.4.2.5",
        (
            Preference(1, "Besieged Regime", _BESIEGED),
            Preference(2, "most Troops and Cells", highest(lambda s, n: q.troops(s.board, n) + q.cells(s.board, n))),
            Preference(3, "highest Resources, if all are Muslim", _all_muslim(_resources)),
        ),
    ),
    "travel": Column(
        "Travel",
        "9.4.2.6",
        (
            Preference(1, "Pakistan", _PAKISTAN),
            Preference(2, "highest Resources, if all are Muslim", _all_muslim(_resources)),
        ),
    ),
}

# ------------------------------------------------------------------ Where? Recruit (9.4.2.5)


def _regime_change(s: Situation, name: str) -> bool:
    return q.regime_change(s.board, name)


def _islamist(s: Situation, name: str) -> bool:
    return s.board[name].governance == ISLAMIST_RULE


RECRUIT = (
    Group(
        "C1",
        "9.4.2.5",
        "Regime Change, Troops five or more above Cells",
        those(lambda s, n: _regime_change(s, n) and m.surplus(s.board, n) <= -STRONG_FORCE),
    ),
    Group(
        "C2",
        "9.4.2.5",
        "Islamist Rule, fewer Cells than twice the value of the card",
        those(lambda s, n: _islamist(s, n) and q.cells(s.board, n) < 2 * s.ops),
    ),
    Group(
        "C3",
        "9.4.2.5",
        "the highest number to roll, neither Islamist Rule nor Regime Change",
        highest(lambda s, n: None if _islamist(s, n) or _regime_change(s, n) else m.recruit_number(s, n)),
    ),
)

# ------------------------------------------------------------------ Where? Travel (9.4.2.6)


def _first_of(s: Situation, names: list[str]) -> list[str]:
    """Besieged Regime, else Regime Change, else Aid; none under Islamist Rule."""
    free = [n for n in names if not _islamist(s, n)]
    for test in (_BESIEGED, those(_regime_change), _AID):
        if found := test(s, free):
            return found
    return []


TRAVEL_TO = (
    Group("T1", "9.4.2.6", "Besieged Regime, else Regime Change, else Aid, not under Islamist Rule", _first_of),
    Group("T2", "9.4.2.6", "Poor, and two Cells at most short of a Major Jihad", those(m.near_major)),
    Group(
        "T3",
        "9.4.2.6",
        "Good or Fair and Muslim, with a Cell next door",
        those(lambda s, n: s.board[n].data.muslim and s.board[n].governance in (GOOD, FAIR) and m.cell_next_door(s, n)),
    ),
    Group(
        "T4",
        "9.4.2.6",
        "non-Muslim: unmarked if the US is Hard, Soft if it is Soft",
        those(m.posture_to_seek),
    ),
    Group("T5", "9.4.2.6", "a random country, for all Cells that are left", lambda s, names: names),
)
TRAVEL_FROM = (
    Group(
        "F1",
        "9.4.2.6.1",
        "Islamist Rule with more Cells than the value of the card",
        those(lambda s, n: _islamist(s, n) and q.cells(s.board, n) > s.ops),
    ),
    Group(
        "F2",
        "9.4.2.6.1",
        "Regime Change with more than 5 Cells",
        those(lambda s, n: _regime_change(s, n) and q.cells(s.board, n) > MANY_CELLS),
    ),
    Group("F3", "9.4.2.6.1", "next door", those(lambda s, n: q.adjacent(s.board, n, s.target))),
    Group("F4", "9.4.2.6.1", "any country with a Cell", lambda s, names: names),
)

# ------------------------------------------------------------------ Radicalization (9.4.3)

RADICALIZATION = (
    Group("R1", "9.4.3", "a Cell from the track into a random country", lambda s, names: names),
    Group("R2", "9.4.3", "Travel with one Cell, from box T2 on, without a roll", lambda s, names: names),
    Group(
        "R3",
        "9.4.3",
        "a Plot in a random country with a Cell, not under Islamist Rule, Funding below 9",
        those(lambda s, n: s.board.funding < PLOT_BELOW and m.plot_allowed(s.board, n)),
    ),
    Group(
        "R4",
        "9.4.3",
        "a random Good or Fair Muslim country becomes one level worse",
        those(lambda s, n: s.board[n].data.muslim and s.board[n].governance in (GOOD, FAIR)),
    ),
)

SHEET = Sheet(
    name="Jihadist Activities",
    rule="9.4",
    boxes=BOXES,
    outcomes=OUTCOMES,
    groups={
        "plot": PLOT,
        "recruit": RECRUIT,
        "travel to": TRAVEL_TO,
        "travel from": TRAVEL_FROM,
        "radicalization": RADICALIZATION,
    },
    columns=COLUMNS,
    instructions=INSTRUCTIONS,
)
