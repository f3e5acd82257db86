"""Who knows the flowcharts of the Jihadist Bot: what is due at each question of its side."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base.events.cards_048_072 import second_card
from referee.editions.solo.chart import walk
from referee.editions.solo.jihadist_bot import now, operate, standing
from referee.editions.solo.jihadist_bot.due import as_its_line, ripening_within_reach
from referee.editions.solo.jihadist_bot.events import CHOICES, MORE
from referee.editions.solo.jihadist_bot.sheet import EVO
from referee.editions.solo.situation import Situation
from referee.engine.ask import Ask, Field
from referee.engine.board import Board
from referee.engine.cause import events_of
from referee.engine.guidance import Guidance, Stop, Trail
from referee.engine.play import NOTHING, UNKNOWN, Play

OUTCOME = "bot outcome"
"""In the plan of a play: where the way through the chart ended."""
USE_OF = {
    "event": "event",
    "major jihad": "jihad",
    "minor jihad": "jihad",
    "recruit": "recruit",
    "plot": "plot",
    "travel": "travel",
}
"""The use of the card at the end of each way."""
FIRST_BOX, FIRST_OPERATION = "E1", "E2"
ANY_OF_THEM = "E7 may look at every country of E6, and not at the first alone"


class GuideOf:
    """Says what is due at each question of its side."""

    def __init__(self, options: tuple[str, ...]) -> None:
        self.options = options

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """What is due; None where the side is free."""
        if ask.field == Field.CAPABILITY:
            return None  # it is drawn at random
        if ask.field == Field.USE:
            return use(play, ask)
        if ask.field == Field.ORDER:
            return _order(play, ask)
        if ask.field == Field.STEP:
            return _step(play)
        if ask.field == Field.OPERATION:
            return granted(play, ask)
        if play.here.name in (now.OPERATION, now.LEFT_OVER):
            return self._of_an_operation(play, ask)
        return _of_an_event(play, ask)

    def _of_an_operation(self, play: Play, ask: Ask) -> Guidance | None:
        if _unguided(play):
            return None
        question = _OPERATION.get(ask.field)
        return question(play, ask) if question is not None else standing.decide(play, now.situation(play), ask)

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """One card at a time."""
        return 1

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """Operations go on to the last of the card's own value (12.4.2), then with the Reserves (12.4.4); steps by 12.4.3."""
        if play.here.name not in (now.OPERATION, now.LEFT_OVER):
            return ""
        if play.here.name == now.LEFT_OVER:
            return "12.4.3"
        return "12.4.4" if ask.field == Field.FROM and so_far >= now.situation(play).ops else "12.4.2"

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on; None where nothing says."""
        if play.here.name not in (now.OPERATION, now.LEFT_OVER):
            return _more_of_an_event(play, ask, so_far)
        if _unguided(play):
            return None
        if ask.field not in (Field.WHERE, Field.FROM):
            return None
        return operate.goes_on(play, ask)


def _unguided(play: Play) -> bool:
    """Whether the chart says nothing more: the card was used, or a step was taken, otherwise than it has it."""
    return now.off_the_chart(play) or (play.here.name == now.LEFT_OVER and play.plan.get(now.LEFT) is None)


def _major(play: Play, ask: Ask) -> Guidance | None:
    if ask.context.get("where") not in play.board.countries:
        return None
    return Guidance((operate.is_major(play, now.situation(play)),), "12.4.1")


_OPERATION: dict[Field, Callable[[Play, Ask], Guidance | None]] = {
    Field.WHERE: operate.where,
    Field.COUNT: operate.count,
    Field.CELLS: lambda play, ask: (
        operate.travel_cells(play, ask) if "arriving" in ask.context else operate.cells(play, ask)
    ),
    Field.FROM: operate.travel_from,
    Field.TO: operate.travel_to,
    Field.MAJOR: _major,
    Field.LOST: operate.lost,
}

# -------------------------------------------------------------------- the use of a card


def way(s: Situation, start: str = FIRST_BOX) -> tuple[str, Trail]:
    """The way through Events or Operations; Radicalization where it ends in what cannot be done (12.4.3)."""
    outcome, trail = walk(EVO, start, s)
    if outcome != "event" and not operate.possible(s, outcome):
        trail = (*trail, Stop(now.RADICALIZATION, "12.4.3", "nothing of that can be done, so Radicalization"))
        return now.LEFT_OVER, trail
    return outcome, trail


def instead_of_recruit(s: Situation, trail: Trail) -> str:
    """Where the chart leads if a box that asks for Available Cells also asks whether Recruit is possible; "" nowhere."""
    last = next((stop.id for stop in reversed(trail) if stop.id in _ASKING), "")
    if not last or trail[-1].id != now.RADICALIZATION:
        return ""
    outcome, _ = walk(EVO, next(box.no for box in EVO if box.id == last), s)
    return outcome if operate.possible(s, outcome) else ""


_ASKING = frozenset({"E4", "E10", "E11"})
POSSIBLE_TOO = "a box that asks for Available Cells may ask, too, whether Recruit is possible"


def use(play: Play, ask: Ask) -> Guidance | None:
    """How a card is used (12.4.1)."""
    card = ask.context.get("card", 0)
    play.plan[now.CARD], play.plan[now.MARK] = card, play.journal.mark()
    play.plan[now.DUE] = play.plan[OUTCOME] = None
    if card not in play.board.cards:
        return None
    if (before := second_card(play.board)) != 0:
        return _goes_with(play, before)
    s = now.situation(play)
    offered = ask.options()
    outcome, trail = way(s, FIRST_BOX if "event" in offered else FIRST_OPERATION)
    due = (USE_OF.get(outcome, outcome),)
    readings: tuple[tuple[str, str], ...] = ()
    asked = {stop.id: stop.answer for stop in trail}
    if asked.get("E7") == "no" and ripening_within_reach(s, "any") and due != ("travel",):
        readings = (("travel", ANY_OF_THEM),)
    elif instead := instead_of_recruit(s, trail):
        readings = ((USE_OF[instead], POSSIBLE_TOO),)
    trail, otherwise = as_its_line(s, trail)
    if otherwise:
        readings = (*readings, ("event", otherwise))
    if due[0] not in offered:  # an event in force says what this card is used for
        return None
    play.plan[OUTCOME] = outcome
    play.plan[now.DUE] = due
    return Guidance(due, "12.4.1", trail, readings=readings, goes_by="the flowchart")


def _goes_with(play: Play, before: int) -> Guidance:
    """The second card of Adam Gadahn or Madrassas Recruits, whatever the chart would have it do."""
    play.plan[OUTCOME], play.plan[now.DUE] = "recruit", ("recruit",)
    stop = Stop(f"card {before}", f"card {before}", f"the card behind {play.board.cards[before].name} Recruits")
    return Guidance(("recruit",), f"card {before}", (stop,), goes_by=f"the line for card {before}")


def _order(play: Play, ask: Ask) -> Guidance | None:
    """An event that comes by itself, such as an election, comes before the Operation."""
    stop = Stop("12.4.1", "12.4.1", "an event that comes by itself comes first", "", (), False)
    return Guidance(("first",), "12.4.1", (stop,))


def _step(play: Play) -> Guidance | None:
    """The next step of Radicalization."""
    left = play.plan.get(now.LEFT)
    return None if left is None else Guidance((left.use,), "12.4.3", left.trail, readings=((UNKNOWN, ""),))


def granted(play: Play, ask: Ask) -> Guidance | None:
    """An Operation that an event brings: the one that is offered, or the one that the chart leads to (12.3.11)."""
    offered = ask.context.get("granted")
    if offered:
        return Guidance(tuple(o for o in ask.options() if o != NOTHING) or (NOTHING,), "12.4.1")
    s = now.situation(play)
    s.ops, s.reserves = ask.context.get("value", s.ops), 0
    outcome, trail = way(s, FIRST_OPERATION)
    play.plan[OUTCOME] = outcome
    due = USE_OF.get(outcome)
    return Guidance((due,), "12.3.11", trail) if due is not None and due in ask.options() else None


# -------------------------------------------------------------------- events


def _of_an_event(play: Play, ask: Ask) -> Guidance | None:
    """What the instructions for the card say, else the standing rules (12.3)."""
    if play.here.name in ("card", "extra", "deal", "draw"):
        return None
    s = now.situation(play)
    cards = events_of(play.cause)
    choices = CHOICES.get(cards[-1]) if cards else None
    told = choices(s, ask) if choices is not None else None
    return told if told is not None else standing.decide(play, s, ask)


def _more_of_an_event(play: Play, ask: Ask, so_far: int) -> bool | None:
    """Whether a list of an event goes on, as the instructions for the card have it."""
    cards = events_of(play.cause)
    goes_on = MORE.get(cards[-1]) if cards else None
    return None if goes_on is None else goes_on(now.situation(play), ask, so_far)
