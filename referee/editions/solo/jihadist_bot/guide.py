"""The guide of the Jihadist Bot (12.3, 12.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.editions.awakening import state
from referee.editions.base.events.cards_048_072 import second_card
from referee.editions.base.events.steps import opposite
from referee.editions.solo.flowchart.chart import Chooser, Shortlist, Situation, guidance, walk
from referee.editions.solo.flowchart.guide import SoloGuide, event_of
from referee.editions.solo.flowchart.instructions import chance
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot import operations
from referee.editions.solo.jihadist_bot.instructions import EVENTS, NOT_FOR_RECRUIT
from referee.editions.solo.jihadist_bot.operations import (
    CARD,
    DUE,
    LEFT,
    LEFT_OVER,
    MARK,
    OPERATION,
    off_the_chart,
    situation,
)
from referee.editions.solo.jihadist_bot.priorities import PRIORITIES, RT, J, P
from referee.editions.solo.jihadist_bot.sheet import EVO, as_its_line, ripening_within_reach
from referee.engine.law.ask import Ask, Field, Purpose
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.law.play import Play
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import queries as q

OUTCOME = "bot outcome"
"""Plan key: the end of the way through the chart."""
USE_OF = {"major jihad": "jihad", "minor jihad": "jihad"}
"""Uses of a card at ends of a way with another name."""
FIRST_BOX, FIRST_OPERATION = "E1", "E2"
ANY_OF_THEM = "E7 may look at every country of E6, and not at the first alone"


class JihadistGuide(SoloGuide):
    """The guide of the Jihadist Bot."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """The answer that is due; None where the side is free."""
        if (of_card := _OF_THE_CARD.get(ask.field)) is not None:
            return of_card(play, ask)
        if play.here.name not in (OPERATION, LEFT_OVER):
            return _of_an_event(play, ask)
        if _unguided(play):
            return None
        question = _OPERATION.get(ask.field)
        return question(play, ask) if question is not None else decide(play, situation(play), ask)

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """The rule of a further use, after the Operations (12.4.4, 12.4.3).

        It is for the card's own value, for Reserves (12.4.4) or a step (12.4.3).
        """
        if play.here.name not in (OPERATION, LEFT_OVER):
            return ""
        if play.here.name == LEFT_OVER:
            return "12.4.3"
        return "12.4.4" if ask.field == Field.FROM and so_far >= situation(play).ops else "12.4.2"

    def must_go_on(self, play: Play, ask: Ask) -> bool:
        """Whether an Operation continues with all that is left (12.4.2, 12.4.3)."""
        return play.here.name in (OPERATION, LEFT_OVER)

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on; None where it is open."""
        if play.here.name not in (OPERATION, LEFT_OVER):
            event = event_of(play, EVENTS)
            return None if event is None or event.goes_on is None else event.goes_on(situation(play), ask, so_far)
        if _unguided(play) or ask.field not in (Field.WHERE, Field.FROM):
            return None
        return operations.goes_on(play, ask)


def _unguided(play: Play) -> bool:
    """Whether the chart is silent after a play against it.

    The card was used, or a step was taken.
    """
    return off_the_chart(play) or (play.here.name == LEFT_OVER and play.plan.get(LEFT) is None)


# -------------------------------------------------------------------- the use of a card


def way(s: Situation, start: str = FIRST_BOX) -> tuple[str, Trail]:
    """The way through Events or Operations (12.4.3).

    Radicalization replaces an impossible end.
    """
    outcome, trail = walk(EVO, start, s, USE_OF)
    if outcome != "event" and not operations.possible(s, outcome):
        trail = (*trail, Stop(operations.RADICALIZATION, "12.4.3", "nothing of that can be done, so Radicalization"))
        return LEFT_OVER, trail
    return outcome, trail


def instead_of_recruit(s: Situation, trail: Trail) -> str:
    """The outcome if boxes for Available Cells mean a Recruit, or ""."""
    last = next((stop.id for stop in reversed(trail) if stop.id in _ASKING), "")
    if not last or trail[-1].id != operations.RADICALIZATION:
        return ""
    outcome, _ = walk(EVO, next(box.no for box in EVO if box.id == last), s)
    return outcome if operations.possible(s, outcome) else ""


_ASKING = frozenset({"E4", "E10", "E11"})
POSSIBLE_TOO = "a box that asks for Available Cells may ask, too, whether Recruit is possible"


def use(play: Play, ask: Ask) -> Guidance | None:
    """The use of a card (12.4.1)."""
    card = ask.context.get("card", 0)
    play.plan[CARD], play.plan[MARK] = card, play.journal.mark()
    play.plan[DUE] = play.plan[OUTCOME] = None
    if card not in play.board.cards:
        return None
    if (before := second_card(play.board)) != 0:
        return _goes_with(play, before)
    s = situation(play)
    offered = ask.options()
    outcome, trail = way(s, FIRST_BOX if "event" in offered else FIRST_OPERATION)
    due = (USE_OF.get(outcome, outcome),)
    readings: tuple[tuple[str, str], ...] = ()
    asked = {stop.id: stop.answer for stop in trail}
    if asked.get("E7") == "no" and ripening_within_reach(s, any_of_them=True) and due != ("travel",):
        readings = (("travel", ANY_OF_THEM),)
    elif instead := instead_of_recruit(s, trail):
        readings = ((USE_OF.get(instead, instead), POSSIBLE_TOO),)
    trail, other_reading = as_its_line(s, trail)
    if other_reading:
        readings = (*readings, ("event", other_reading))
    if due[0] not in offered:  # an event in force sets the use of this card
        return None
    play.plan[OUTCOME] = outcome
    play.plan[DUE] = due
    return Guidance(due, "12.4.1", trail, readings=readings, goes_by="the flowchart")


def _goes_with(play: Play, before: int) -> Guidance:
    """Recruit with the second card of Adam Gadahn or Madrassas.

    The chart does not count.
    """
    play.plan[OUTCOME], play.plan[DUE] = "recruit", ("recruit",)
    stop = Stop(f"card {before}", f"card {before}", f"the card after {play.board.cards[before].name} Recruits")
    return Guidance(("recruit",), f"card {before}", (stop,), goes_by=f"the line for card {before}")


def granted(play: Play, ask: Ask) -> Guidance | None:
    """An Operation by event: the one on offer, or by the chart (12.3.11)."""
    offered = ask.context.get("granted")
    if offered:
        return Guidance(tuple(o for o in ask.options() if o != NOTHING) or (NOTHING,), "12.4.1")
    s = situation(play)
    s.ops, s.reserves = ask.context.get("value", s.ops), 0
    outcome, trail = way(s, FIRST_OPERATION)
    play.plan[OUTCOME] = outcome
    due = USE_OF.get(outcome, outcome)
    return Guidance((due,), "12.3.11", trail) if due != LEFT_OVER and due in ask.options() else None


# -------------------------------------------------------------------- events


def _of_an_event(play: Play, ask: Ask) -> Guidance | None:
    """The instructions for the card, or the standing rules (12.3)."""
    if play.here.name in ("card", "extra", "deal", "draw"):
        return None
    s, event = situation(play), event_of(play, EVENTS)
    found = event.choose(s, ask) if event is not None and event.choose is not None else None
    return found if found is not None else decide(play, s, ask)


BY_ITSELF = Stop("12.4.1", "12.4.1", "an event that comes by itself comes first", "", (), False)
_OF_THE_CARD: dict[Field, Callable[[Play, Ask], Guidance | None]] = {
    Field.CAPABILITY: lambda play, ask: None,  # it is drawn at random
    Field.USE: use,
    Field.ORDER: lambda play, ask: Guidance(("first",), "12.4.1", (BY_ITSELF,)),
    Field.STEP: lambda play, ask: (
        None
        if (left := play.plan.get(LEFT)) is None
        else Guidance((left.use,), "12.4.3", left.trail, readings=((UNKNOWN, ""),))
    ),
    Field.OPERATION: granted,
}
_OPERATION: dict[Field, Callable[[Play, Ask], Guidance | None]] = {
    Field.WHERE: operations.where,
    Field.COUNT: operations.count,
    Field.CELLS: lambda play, ask: (
        operations.travel_cells(play, ask) if "arriving" in ask.context else operations.cells(play, ask)
    ),
    Field.FROM: operations.travel_from,
    Field.TO: operations.travel_to,
    Field.MAJOR: lambda play, ask: (
        Guidance((operations.is_major(play, situation(play)),), "12.4.1")
        if ask.context.get("where") in play.board.countries
        else None
    ),
    Field.LOST: operations.lost_cell,
}


# -------------------------------------------------------------------- the standing rules for events (12.3)

STANDING_RULES = "the standing rules of 12.3"
WIN = 6
"""Resources under Islamist Rule that win (9.1)."""

_CELLS = PRIORITIES.either(RT, recruiting=True)
_BY_CELLS = frozenset({Purpose.PLACE_CELL, Purpose.PLACE_CADRE})
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
"""Purposes with as many things as an event allows (12.4.1)."""
_PLACES = frozenset({Field.WHERE, Field.TO, Field.ALLY})


def decide(play: Play, s: Situation, ask: Ask) -> Guidance | None:
    """Answer of 12.3 to an event's question, or None."""
    if ask.field == Field.CAPITAL:
        return capital(play, s, ask)
    if ask.silence is not None or ask.hidden:
        return None
    if ask.field == Field.POSTURE:
        return Guidance((opposite(q.us_posture(s.board)),), "12.3.5", goes_by=STANDING_RULES)
    if ask.field in (Field.CELLS, Field.LOST, Field.CELL_LOSS):
        return active_first(ask)
    if ask.field == Field.NUMBER and ask.purpose in _AS_MANY:
        numbers = [o for o in ask.options() if isinstance(o, int)]
        return Guidance((max(numbers),), "12.4.1", goes_by=STANDING_RULES) if numbers else None
    if ask.field == Field.FROM and ask.purpose == Purpose.MOVE_CELL:
        return None
    if ask.field == Field.WITH:  # a Plot rolls for two more Schengen countries (8.5.6), which is no event
        left, trail = by_posture(s, ask.options())
        words = "which Schengen countries a Plot rolls for is not said"
        doubt = Stop("12.3.5", "12.3.5", words, "", tuple(left), False)
        return Guidance(tuple(left), "12.3.5", (*trail, doubt), goes_by=STANDING_RULES)
    if ask.field in _PLACES:
        return place(s, ask)
    return None


def active_first(ask: Ask) -> Guidance | None:
    """Within a country Active Cells before Sleepers (12.3.3)."""
    options = [o for o in ask.options() if isinstance(o, str) and o and set(o) <= {"s", "a"}]
    if len({len(o) for o in options}) != 1:
        return None
    most = max(o.count("a") for o in options)
    return Guidance(tuple(o for o in options if o.count("a") == most), "12.3.3", goes_by=STANDING_RULES)


def by_posture(s: Situation, names: list[str]) -> Shortlist:
    """Countries with the Posture of the US, then Unmarked ones (12.3.5)."""
    for words, test in (("the Posture of the US", m.same_posture), ("Unmarked", lambda s, n: not s.board[n].marked)):
        if left := [n for n in names if test(s, n)]:
            return left, (Stop("12.3.5", "12.3.5", words, "", tuple(left)),)
    return names, ()


_JIHAD = PRIORITIES.column(J)
_BY_PURPOSE: dict[Purpose, tuple[str, Chooser]] = {
    **dict.fromkeys((Purpose.REMOVE_TROOPS, Purpose.WITHDRAW, Purpose.REMOVE_MILITIA), ("12.3.1", _JIHAD)),
    **dict.fromkeys(_BY_CELLS, ("12.3.2", _CELLS)),
    Purpose.PLACE_PLOT: ("12.3.4", PRIORITIES.column(P)),
    **dict.fromkeys((Purpose.CHOOSE_POSTURE, Purpose.ROLL_POSTURE), ("12.3.5", by_posture)),
    **dict.fromkeys((Purpose.PLACE_REACTION, Purpose.REMOVE_AWAKENING), ("12.3.6", _JIHAD)),
    **dict.fromkeys((Purpose.TOWARD_ADVERSARY, Purpose.TOWARD_ALLY, Purpose.WORSEN), ("12.3.7", _JIHAD)),
    Purpose.IMPROVE: ("12.3.7", _JIHAD),
    Purpose.JIHAD: ("12.3.11", PRIORITIES.column(J, for_jihad=True)),
    Purpose.BESIEGE: ("12.3.12", _JIHAD),
}
"""Rule and reason of an event's country, by purpose."""
_UNSAID = {Purpose.BESIEGE: "which country a Besieged Regime goes to is not said"}


def place(s: Situation, ask: Ask) -> Guidance | None:
    """The country of an event, by its purpose, else at random (12.3.12)."""
    options = ask.options()
    names = [o for o in options if isinstance(o, str) and o in s.board.countries]
    if not names or len(names) < len([o for o in options if o not in (NOTHING, UNKNOWN)]):
        return None
    s = replace(s, for_jihad=False, recruiting=False, target="")
    rule, choose = _BY_PURPOSE.get(ask.purpose, ("12.3.12", chance))
    left, trail = choose(s, names)
    if rule == "12.3.12":
        words = _UNSAID.get(ask.purpose, "nothing tells them apart, so at random")
        trail = (*trail, Stop("12.3.12", "12.3.12", words, "", (), False))
    readings: tuple[tuple[str, str], ...] = ()
    if ask.purpose in _BY_CELLS:
        other, _ = PRIORITIES.by_either(s, RT, names)
        readings = tuple((n, NOT_FOR_RECRUIT) for n in other if n not in left)
    return guidance(left, rule, trail, goes_by=STANDING_RULES, readings=readings)


def capital(play: Play, s: Situation, ask: Ask) -> Guidance | None:
    """Declare a Caliphate where it wins or grows at once (12.3.10)."""
    options = [o for o in ask.options() if o in s.board.countries]
    if ask.subject:  # the Capital moves, without a rule for its destination
        return guidance(options, "12.3.12", goes_by=STANDING_RULES) if options else None
    wins = q.islamist_resources(s.board) + 1 >= WIN
    joined = [
        n for n in options if any(state.in_turmoil(s.board, x) for x in s.board.names if q.adjacent(s.board, n, x))
    ]
    fit = options if wins else joined
    if not fit:
        return Guidance((NOTHING,), "12.3.10", goes_by=STANDING_RULES)
    return guidance(fit, "12.3.10", goes_by=STANDING_RULES)
