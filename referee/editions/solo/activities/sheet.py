"""The Jihadist Activities chart: single events and "Event or Ops?" (9.4.1, 9.6).

Chapter 9 has no names for the boxes. Ours begin with E, for the card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.editions.base import events
from referee.editions.base.printed import CARDS
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities import priorities as where
from referee.editions.solo.activities.priorities import DATA, PRIORITIES
from referee.editions.solo.flowchart.chart import (
    CountryTest,
    EventAnswers,
    Instruction,
    LimitTest,
    Situation,
    by_card,
    first_group,
    instructions_of,
    sheet_of,
)
from referee.editions.solo.flowchart.instructions import door_closed, named_before
from referee.engine.law.ask import Ask, Field
from referee.engine.law.guidance import Guidance, Stop
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, SOFT, Board

PLACE_CELLS = frozenset((48, 49, 50, 51, 53, 55, 57, 58, 61, 66, 67, 68, 70, 72, 80, 81, 82, 83, 86, 91, 93, 98, 110))
"""Events that Recruit or place a Cell.

Sadr (54) is a marker and none of them.
"""

# ------------------------------------------------------------------ Plots by event (9.4.2.1)


def _around_indonesia(board: Board) -> list[str]:
    home = "Indonesia/Malaysia"
    near = [n for n in board.names if n == home or q.adjacent(board, home, n)]
    return [n for n in near if q.cells(board, n) and (board[n].alignment == ALLY or board[n].posture == HARD)]


PLOTS_OF: dict[int, Callable[[Board], list[str]]] = {
    **dict.fromkeys((87, 88, 89, 116), lambda b: [n for n in b.names if m.plot_allowed(b, n)]),
    96: lambda b: [n for n in b.muslim if not q.islamist(b, n)],
    115: _around_indonesia,
}
"""Events that place a Plot by list, with allowed countries."""


# ------------------------------------------------------------------ single cards (9.6)


def shifts_world(board: Board) -> bool:
    """Whether Ex-KGB in the Caucasus would move the World Posture marker (9.6)."""
    now, us = board["Caucasus"].posture, q.us_posture(board)
    then = SOFT if us == HARD else HARD
    if now == then:
        return False
    others = [board[n].posture for n in board.non_muslim if n not in ("United States", "Caucasus")]
    rest = others.count(HARD) - others.count(SOFT)

    def marker(posture: str) -> int:
        return max(-3, min(3, rest + (posture == HARD) - (posture == SOFT)))

    return marker(now) != marker(then)


def best_discards(board: Board) -> list[int]:
    """The Jihadist-associated cards of the highest value in the discard pile (9.6)."""
    found = [n for n in dict.fromkeys(board.discards) if n in board.cards and board.cards[n].side == "J"]
    best = max((board.cards[n].ops for n in found), default=0)
    return [n for n in found if board.cards[n].ops == best]


# ------------------------------------------------------------------ how the country of an event is chosen

Country = Callable[[Situation, list[str]], Guidance | None]


def _country(choose: Country, n: int = 1) -> EventAnswers:
    """An event with ``n`` countries, chosen by a rule of the chapter.

    No die decides where it takes all of them (9.5).
    """

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        if ask.field not in (Field.WHERE, Field.CELL, Field.ALLY) or not ask.domain():
            return None
        options = [o for o in ask.options() if o in s.board.countries]
        found = choose(s, options) if options else None
        all_taken = len(options) <= n - len(named_before(ask))
        return replace(found, drawn=False) if found is not None and all_taken else found

    return EventAnswers(choose=answer)


def _at_random(s: Situation, names: list[str]) -> Guidance:
    return where.at_random(names, "9.4.2.1", "at random among the countries that the card allows")


def _by_global(s: Situation, names: list[str]) -> Guidance:
    return where.at_global(names, "9.4.2.1", "by the Global table, or the closest country that fits")


def _plot_list(s: Situation, names: list[str]) -> Guidance | None:
    found = where.plot(s, names, by_event=True)
    return found if found.due else None


def _shia_mix(s: Situation, names: list[str]) -> Guidance:
    left = m.reachable(s.board, m.shia_mix_of, names)
    return where.at_shia_mix(left, m.leading_to(s.board, m.shia_mix_of, left))


def _ex_kgb(s: Situation, names: list[str]) -> Guidance:
    moves = shifts_world(s.board)
    words, answer = "would the Caucasus move the World Posture marker?", "yes" if moves else "no"
    stop = Stop("Ex-KGB", "9.6", words, answer, is_box=True)
    return Guidance(("Caucasus" if moves else "Central Asia",), "9.6", (stop,), goes_by=where.CHART)


def _spike(s: Situation, ask: Ask) -> Guidance | None:
    best = [n for n in best_discards(s.board) if ask.field is Field.TAKE and ask.holds(n)]
    stop = Stop("Oil Price Spike", "9.6", "a discarded Jihadist card of the highest value", "", tuple(best))
    return Guidance(tuple(best), "9.6", (stop,), drawn=True, goes_by=where.CHART) if best else None


EVENTS = by_card(
    {
        (50, 61, 65, 67, 70, 81, 93, 109, 110): _country(_at_random),
        91: _country(_at_random, 2),
        (53, 82): _country(_by_global),
        62: _country(_ex_kgb),
        (76, 77, 84, 85, 94, 107): _country(lambda s, n: where.by_list(s, n, "minor")),
        86: _country(_shia_mix),
        (87, 88, 89, 96, 115, 116): _country(_plot_list),
        (117, 118): EventAnswers(lambda s: bool(best_discards(s.board)) or 0 in s.board.discards, _spike),
    }
)
INSTRUCTIONS = {
    **{n: Instruction(n, "9.4.1", "", confidence="high") for n in CARDS},
    **instructions_of(DATA, EVENTS, confidence="high", source="", rule="9.4.1"),
}
"""Instructions for cards of the base game (9.4.1).

Of a US card only the possibility of its event by the US counts.
"""


def _can_be_played(s: Situation, side: str) -> bool:
    """Whether a side can play the card's event now (6.2.6, 9.4.1).

    The Jihadist can play an Unassociated one too.
    """
    card = s.board.cards.get(s.card)
    if card is None or (card.side == "US") != (side == "US"):
        return False
    if not events.supported(s.card) or events.refusals(s.board, s.card, side, s.board.played == 0):
        return False
    if side == "J" and door_closed(s):
        return False
    playable = EVENTS[s.card].playable if s.card in EVENTS else None
    return playable is None or playable(s)


def undecided(s: Situation) -> bool:
    """Whether hidden cards decide the condition of a US event."""
    card = s.board.cards.get(s.card)
    return card is not None and card.side == "US" and events.undecided(s.board, s.card, "US")


def _plot_event_in_vain(s: Situation) -> bool:
    """Whether a Plot by event finds no country of the list (9.4.2.1)."""
    allowed = PLOTS_OF.get(s.card)
    return allowed is not None and not first_group(PRIORITIES.groups["plot"], s, allowed(s.board))[0]


BOXES: dict[str, CountryTest | LimitTest[CountryTest]] = {
    "E1": lambda s: _can_be_played(s, "J"),
    "E2": lambda s: s.card in PLACE_CELLS and not s.board.cells_track,
    "E2b": _plot_event_in_vain,
    "E3": lambda s: s.board.cards[s.card].side is None,
    "E5": lambda s: _can_be_played(s, "US"),
    "E6": lambda s: bool(m.major_possible(s)),
    "E7": LimitTest(lambda levels: lambda s: bool(m.minor_possible(s, levels))),
    "E8": m.available,
}
SHEET = sheet_of(DATA, BOXES, PRIORITIES.groups, PRIORITIES.columns, INSTRUCTIONS)
E3 = next(b for b in SHEET.boxes if b.id == "E3")
TO_E3 = SHEET.boxes[: SHEET.boxes.index(E3) + 1]
"""The boxes up to the event."""
