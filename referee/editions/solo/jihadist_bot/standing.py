"""The standing rules by which the Jihadist Bot decides within events, where no instructions of a card do (12.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.editions.awakening import state
from referee.editions.base.events.steps import opposite
from referee.editions.solo.chart import guidance
from referee.editions.solo.jihadist_bot import choose
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.guidance import Guidance, Stop, Trail
from referee.engine.play import NOTHING, UNKNOWN, Play

INSTRUCTIONS = "the standing rules of 12.3"
WIN = 6
"""Resources under Islamist Rule that win (9.1)."""

_JIHAD: dict[Purpose, str] = {
    Purpose.REMOVE_TROOPS: "12.3.1",
    Purpose.WITHDRAW: "12.3.1",
    Purpose.REMOVE_MILITIA: "12.3.1",
    Purpose.PLACE_REACTION: "12.3.6",
    Purpose.REMOVE_AWAKENING: "12.3.6",
    Purpose.TOWARD_ADVERSARY: "12.3.7",
    Purpose.TOWARD_ALLY: "12.3.7",
    Purpose.WORSEN: "12.3.7",
    Purpose.IMPROVE: "12.3.7",
}
"""What is chosen by the column Jihad, and the rule."""
_BY_CELLS = frozenset({Purpose.PLACE_CELL, Purpose.PLACE_CADRE})
_BY_POSTURE = frozenset({Purpose.CHOOSE_POSTURE, Purpose.ROLL_POSTURE})
_AS_MANY = frozenset(
    {
        Purpose.PLACE_CELL,
        Purpose.PLACE_PLOT,
        Purpose.REMOVE_TROOPS,
        Purpose.REMOVE_MILITIA,
        Purpose.PLACE_REACTION,
        Purpose.REMOVE_AWAKENING,
        Purpose.MOVE_CELL,
    }
)
"""What the Bot does as often as an event lets it (12.4.1)."""
_PLACES = frozenset({Field.WHERE, Field.TO, Field.ALLY})


def decide(play: Play, s: Situation, ask: Ask) -> Guidance | None:
    """What 12.3 says of a question of an event; None where it says nothing."""
    if ask.field == Field.CAPITAL:
        return capital(play, s, ask)
    if ask.silence is not None or ask.hidden:
        return None
    if ask.field == Field.POSTURE:
        return Guidance((opposite(q.us_posture(s.board)),), "12.3.5", goes_by=INSTRUCTIONS)
    if ask.field in (Field.CELLS, Field.LOST, Field.CELL_LOSS):
        return active_first(ask)
    if ask.field == Field.NUMBER and ask.purpose in _AS_MANY:
        numbers = [o for o in ask.options() if isinstance(o, int)]
        return Guidance((max(numbers),), "12.4.1", goes_by=INSTRUCTIONS) if numbers else None
    if ask.field == Field.FROM and ask.purpose == Purpose.MOVE_CELL:
        return None
    if ask.field == Field.WITH:  # a Plot rolls for two more Schengen countries (8.5.6), which is no event
        left, trail = by_posture(s, ask.options())
        doubt = Stop(
            "12.3.5", "12.3.5", "which Schengen countries a Plot rolls for is not said", "", tuple(left), False
        )
        return Guidance(tuple(left), "12.3.5", (*trail, doubt), goes_by=INSTRUCTIONS)
    if ask.field in _PLACES:
        return place(s, ask)
    return None


def active_first(ask: Ask) -> Guidance | None:
    """Within a country Active Cells before Sleepers (12.3.3)."""
    options = [o for o in ask.options() if isinstance(o, str) and o and set(o) <= {"s", "a"}]
    if len(options) < 2 or len({len(o) for o in options}) > 1:
        return None
    most = max(o.count("a") for o in options)
    return Guidance(tuple(o for o in options if o.count("a") == most), "12.3.3", goes_by=INSTRUCTIONS)


def place(s: Situation, ask: Ask) -> Guidance | None:
    """The country of an event, by what it is chosen for (12.3.1 to 12.3.7), else at random (12.3.12)."""
    options = ask.options()
    names = [o for o in options if isinstance(o, str) and o in s.board.countries]
    if not names or len(names) < len([o for o in options if o not in (NOTHING, UNKNOWN)]):
        return None
    rule, left, trail = by_purpose(s, ask.purpose, names)
    readings: tuple[tuple[str, str], ...] = ()
    if ask.purpose in _BY_CELLS:
        other, _ = _cells(replace(s, recruiting=False), names)
        readings = tuple((n, "RT2 may count for the Operation Recruit alone") for n in other if n not in left)
    return guidance(left, rule, trail, goes_by=INSTRUCTIONS, readings=readings)


def by_purpose(s: Situation, purpose: Purpose, names: list[str]) -> tuple[str, list[str], Trail]:
    """The rule that says which of some countries an event is about, and what it leaves of them."""
    s = replace(s, for_jihad=False, recruiting=False, target="")
    if purpose in _JIHAD:
        return (_JIHAD[purpose], *choose.by_column(s, "Jihad", names))
    if purpose == Purpose.BESIEGE:
        left, trail = choose.by_column(s, "Jihad", names)
        return "12.3.12", left, (*trail, _unsaid("12.3.12", "which country a Besieged Regime goes to is not said"))
    if purpose in _BY_CELLS:
        return ("12.3.2", *_cells(replace(s, recruiting=True), names))
    if purpose == Purpose.PLACE_PLOT:
        return ("12.3.4", *choose.by_column(s, "Plot", names))
    if purpose == Purpose.JIHAD:
        return ("12.3.11", *choose.by_column(replace(s, for_jihad=True), "Jihad", names))
    if purpose in _BY_POSTURE:
        return ("12.3.5", *by_posture(s, names))
    return "12.3.12", names, (_unsaid("12.3.12", "nothing tells them apart, so at random"),)


def _unsaid(rule: str, words: str) -> Stop:
    return Stop("12.3.12", rule, words, "", (), False)


def _cells(s: Situation, names: list[str]) -> tuple[list[str], Trail]:
    """The flowchart Recruit & Travel To, or its column alone where no box fits (12.3.2)."""
    left, trail = choose.by_flowchart(s, "Recruit & Travel To", names)
    return (left, trail) if left else choose.by_column(s, "Recruit & Travel To", names)


def by_posture(s: Situation, names: list[str]) -> tuple[list[str], Trail]:
    """Countries with the Posture of the US, then Unmarked ones (12.3.5)."""
    tests: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("the Posture of the US", lambda n: m.same_posture(s, n)),
        ("Unmarked", lambda n: not s.board[n].marked),
    )
    for words, test in tests:
        left = [n for n in names if test(n)]
        if left:
            return left, (Stop("12.3.5", "12.3.5", words, "", tuple(left)),)
    return names, ()


def capital(play: Play, s: Situation, ask: Ask) -> Guidance | None:
    """A Caliphate is declared where it wins, or where another country can join it at once (12.3.10)."""
    options = [o for o in ask.options() if o in s.board.countries]
    if ask.subject:  # the Capital moves: nothing says where to
        return guidance(options, "12.3.12", goes_by=INSTRUCTIONS) if options else None
    wins = q.islamist_resources(s.board) + 1 >= WIN
    joined = [
        n for n in options if any(state.in_turmoil(s.board, x) for x in s.board.names if q.adjacent(s.board, n, x))
    ]
    fit = options if wins else joined
    if not fit:
        return Guidance((NOTHING,), "12.3.10", goes_by=INSTRUCTIONS)
    return guidance(fit, "12.3.10", goes_by=INSTRUCTIONS)
