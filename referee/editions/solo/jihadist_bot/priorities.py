"""The Jihadist Bot's choice among countries (12.4.2).

It goes by boxes of candidates and by the Priorities Table. Rows and boxes have the order of the sheets; the words of
the boxes are in ``data/sheet.toml``. A dagger marks rows for *Labyrinth*, a double dagger rows for *The Awakening*.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    Column,
    Filter,
    LimitTest,
    Preference,
    Priorities,
    Situation,
    SourceConfidence,
    box_of,
    groups_of,
    highest,
    lowest,
    those,
)
from referee.editions.solo.flowchart.measures import besieged, civil_war, of_level, oil_exporter, with_aid, with_arsenal
from referee.editions.solo.jihadist_bot import measures as m
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, NEUTRAL, US
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR

DATA = Path(__file__).parent / "data"
TWO = "two programs agree"


def ripening(level: int, most: int) -> Callable[[Situation, str], bool]:
    """The test whether Cells exceed Troops and Militia by at most ``most``.

    It holds only in a country at ``level``.
    """
    return lambda s, n: m.ripening(s, n, level, most)


# -------------------------------------------------------------------- the flowcharts of the Operations


def _best_jihad(test: Callable[[Situation, str], bool]) -> Filter:
    """Keep passing countries with the best Jihad modifier, Islamist Rule last."""

    def keep(s: Situation, names: list[str]) -> list[str]:
        left = [n for n in names if test(s, n)]
        return lowest(m.jihad_drm)(s, [n for n in left if not common.governed(s, n, ISLAMIST_RULE)] or left)

    return keep


def _muslim(level: int) -> Callable[[Situation, str], bool]:
    return lambda s, n: common.muslim(s, n) and common.governed(s, n, level)


def _non_muslim(level: int = 0) -> Callable[[Situation, str], bool]:
    return lambda s, n: s.board[n].data.non_muslim and level in (0, s.board[n].governance)


def _fewest(s: Situation, names: list[str]) -> list[str]:
    """Keep countries with the fewest Cells to move.

    At the destination itself only Active ones count: a Sleeper never leaves for its own country.
    """
    left = [n for n in names if (m.may_hide(s, n) if n == s.target else m.movable(s, n) > 0)]
    return lowest(lambda s, n: common.cells(s, n) - s.leaving.get(n, 0))(s, left)


def _if(when: Callable[[Situation], bool], keep: Filter) -> Filter:
    """A row under a condition."""
    return lambda s, names: keep(s, names) if when(s) else []


GROUPS: dict[str, Filter | LimitTest[Filter]] = {
    # Recruit & Travel To
    "RT1": LimitTest(lambda level, most: those(ripening(level, most))),
    "RT2": _if(lambda s: s.recruiting, _best_jihad(m.auto_recruit)),
    "RT3": LimitTest(lambda level: those(_muslim(level))),
    "RT4": LimitTest(lambda level: _best_jihad(_muslim(level))),
    "RT5": those(_non_muslim()),
    "RT6": LimitTest(lambda level: _best_jihad(_muslim(level))),
    # Travel From
    "TF1": those(lambda s, n: bool(s.target) and q.adjacent(s.board, s.target, n) and m.movable(s, n) > 0),
    "TF2": those(lambda s, n: n != s.target and m.auto_recruit(s, n) and m.movable(s, n) > 0),
    "TF3": _fewest,
    # Plot
    "PL1": LimitTest(lambda level: those(_non_muslim(level))),
    "PL2": LimitTest(lambda level: those(_non_muslim(level))),
    "PL3": LimitTest(lambda level: those(_non_muslim(level))),
    "PL4": LimitTest(
        lambda level: those(lambda s, n: _muslim(level)(s, n) and m.troops(s, n) > 0 and m.fresh(s, n)[1] > 0)
    ),
    "PL5": LimitTest(lambda level: those(_muslim(level))),
    "PL6": LimitTest(lambda level: those(_muslim(level))),
    "PL7": those(_non_muslim()),
    "PL8": LimitTest(lambda level: those(_muslim(level))),
}
PLOT_0 = box_of(DATA, "PL0", LimitTest(common.at_funding))
"""The question above the Plot flowchart, for its first box."""

# -------------------------------------------------------------------- the Priorities Table

J, P, RT, TF = "Jihad", "Plot", "Recruit & Travel To", "Travel From"

LEAST_PRESTIGE, MOST_PRESTIGE = 1, 12
LAST_OF_FIRST = 120
"""The last card of *Labyrinth*."""


def _first_game(s: Situation) -> bool:
    return not m.later_game(s) or min(s.board.cards, default=0) <= LAST_OF_FIRST


def _by_islamist_rule(s: Situation, name: str) -> bool:
    return m.near(s, name, lambda n: q.islamist(s.board, n))


def _by_good_ally(s: Situation, name: str) -> bool:
    b = s.board
    return common.muslim(s, name) and m.near(s, name, lambda n: b[n].governance == GOOD and b[n].alignment == ALLY)


def _disrupt_gains(s: Situation, name: str) -> bool:
    at_risk = common.units(s, name) >= 2 and m.troops(s, name) > 0
    return common.muslim(s, name) and at_risk and s.board.prestige < MOST_PRESTIGE


def _philippines(s: Situation, name: str) -> bool:
    """Whether a Plot in the Philippines costs Prestige (Abu Sayyaf)."""
    b = s.board
    there = name == "Philippines" and "Abu Sayyaf" in b[name].markers
    return there and b.prestige > LEAST_PRESTIGE and q.troops(b, name) <= q.cells(b, name)


MOST_ACTIVE = highest(lambda s, n: m.fresh(s, n)[1])
ROWS: tuple[tuple[int, str, Filter, tuple[str, ...]], ...] = (
    # row, what it prefers, how, and in which columns
    (1, "if Jihad: the best Jihad modifier", _if(lambda s: s.for_jihad, lowest(m.jihad_drm)), (J,)),
    (2, "the United States", those(lambda s, n: n == US), (P,)),
    (
        3,
        f"with Troops, if Prestige is above {LEAST_PRESTIGE}",
        those(lambda s, n: m.troops(s, n) > 0 and s.board.prestige > LEAST_PRESTIGE),
        (P,),
    ),
    (4, "not under Islamist Rule", those(lambda s, n: not common.governed(s, n, ISLAMIST_RULE)), (RT,)),
    (5, "Pakistan with its Arsenal", with_arsenal("Pakistan"), (J, P, RT)),
    (6, "† the Philippines, if a Plot there costs Prestige", those(_philippines), (P,)),
    (7, "Besieged Regime", those(besieged), (J, RT)),
    (8, "most Active Cells", MOST_ACTIVE, (P,)),
    (9, "‡ Syria with its Arsenal", _if(m.later_game, with_arsenal("Syria")), (J, P, RT)),
    (10, "with Aid", those(with_aid), (J, P)),
    (
        11,
        "Regime Change with Troops",
        those(lambda s, n: q.regime_change(s.board, n) and q.troops(s.board, n) > 0),
        (J, P),
    ),
    (12, "highest Resources", highest(m.resources), (J, P)),
    (13, "with Troops", those(lambda s, n: common.muslim(s, n) and q.troops(s.board, n) > 0), (J,)),
    (14, "‡ Iran with its Arsenal", _if(m.later_game, with_arsenal("Iran")), (J, P, RT)),
    (15, "the United States", those(lambda s, n: n == US), (RT,)),
    (16, "not the destination, unless nothing else is left", those(lambda s, n: n != s.target), (TF,)),
    (17, "under Islamist Rule", of_level(ISLAMIST_RULE), (TF,)),
    (18, "Poor", of_level(POOR), (RT, TF)),
    (19, "Fair", of_level(FAIR), (RT, TF)),
    (20, "Good", of_level(GOOD), (RT, TF)),
    (21, "highest Resources", highest(m.resources), (RT,)),
    (22, "† Russia", _if(_first_game, those(lambda s, n: n == "Russia")), (RT,)),
    (23, "where a Disrupt would gain no Prestige", those(lambda s, n: not m.troops(s, n)), (RT,)),
    (24, "if Recruit: highest Recruit Number", _if(lambda s: s.recruiting, highest(m.recruit_number)), (RT,)),
    (25, "‡ the best Jihad modifier", _if(m.later_game, lowest(m.jihad_drm)), (RT,)),
    (26, "not the United States", those(lambda s, n: n != US), (TF,)),
    (27, "most Active Cells", MOST_ACTIVE, (TF,)),
    (28, "not a Regime Change country", those(lambda s, n: not q.regime_change(s.board, n)), (TF,)),
    (29, "the worst Jihad modifier", highest(m.jihad_drm), (TF,)),
    (30, "where a Disrupt would gain Prestige", those(_disrupt_gains), (TF,)),
    (31, "‡ in Civil War", those(civil_war), (P,)),
    (32, "Neutral", those(lambda s, n: common.muslim(s, n) and s.board[n].alignment == NEUTRAL), (P,)),
    (33, "Besieged Regime", those(besieged), (P,)),
    (34, "Adjacent to a Good Ally", those(_by_good_ally), (P,)),
    (35, "Fair non-Muslim", those(_non_muslim(FAIR)), (P,)),
    (36, "non-Muslim with the Posture of the US", those(m.same_posture), (P, RT)),
    (37, "lowest Recruit Number", lowest(m.recruit_number), (P, TF)),
    (38, "most Cells", highest(m.able), (J, RT)),
    (39, "Adjacent to Islamist Rule", those(_by_islamist_rule), (J, P, RT)),
    (40, "oil exporter", those(oil_exporter), (J, P, RT)),
)
SOURCES: dict[int, tuple[SourceConfidence, str]] = {
    1: ("high", "worked turn, plays 128 and 232"),
    5: ("high", "worked turn, play 232"),
    6: ("medium", "both programs have the row; when it counts is read differently"),
    16: ("high", "worked turn, play 239"),
    23: ("medium", "both programs have the row; one counts any Troops that cost Prestige"),
    24: ("medium", "one program has it for Recruit alone, the other always"),
}
"""Sources of rows; without one two programs agree."""


def _column(name: str) -> Column:
    rows = [
        Preference(row, words, keep, *SOURCES.get(row, ("high", TWO)))
        for row, words, keep, columns in ROWS
        if name in columns
    ]
    return Column(name, "12.4.2", tuple(rows))


PRIORITIES = Priorities(groups_of(DATA, GROUPS), {name: _column(name) for name in (J, P, RT, TF)}, {P: PLOT_0})
