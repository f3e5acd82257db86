"""The guide of the Jihadist Activities (9.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.editions.base.events.cards_048_072 import second_card
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities import operations as ops
from referee.editions.solo.activities import priorities as where
from referee.editions.solo.activities.radicalize import NAME as RADICALIZE
from referee.editions.solo.activities.sheet import E3, EVENTS, SHEET, TO_E3, undecided
from referee.editions.solo.flowchart.chart import Situation, first_group, walk
from referee.editions.solo.flowchart.guide import SoloGuide
from referee.editions.solo.flowchart.instructions import DOOR_CLOSED, DOOR_OF_ITJIHAD, door_closed
from referee.engine.law.ask import Ask, Field, Purpose
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.law.play import Play
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import queries as q
from referee.engine.state.board import Board

USE_OF = {"major": "jihad", "minor": "jihad"}
"""Uses of a card for outcomes of the chart with another name."""
SHARED_LISTS = (Purpose.JIHAD, Purpose.PLACE_PLOT)
"""Purposes of the countries of a Jihad or Plot Operation."""


def unassociated_event_first(board: Board, card: int) -> bool:
    """Whether the chart puts the event of a card before its Operations (9.4.1).

    That of GTMO does not if the card before it has this one Recruit: it would bar that.
    """
    s = Situation(board, "J", card=card)
    if board.cards[card].side is not None or (card == m.GTMO and second_card(board)):
        return False
    outcome, _ = walk(TO_E3, "E1", s)
    return outcome == E3.yes


class ActivitiesGuide(SoloGuide):
    """The guide of the Jihadist Activities."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """The due answer, or None where the side is free."""
        chart: Guidance | None = ask.context.get("chart")
        if chart is not None:
            return chart
        if ask.field == Field.USE:
            return _use(play, ask)
        if ask.field == Field.OPERATION:
            return _operation_by_event(play, ask)
        if ask.field == Field.CELLS:
            return _cells(play, ask)
        if ask.field == Field.WITH:
            return _schengen(play, ask)
        if ask.field == Field.LOST:
            return ops.active_first("cell")
        if play.here.name == "op" and ask.purpose in SHARED_LISTS:
            return _of_the_list(play, ask)
        if play.here.name == "op" and ask.field == Field.COUNT and play.plan.get(ops.AS_MANY):
            return _count(play, ask)
        return _of_an_event(play, ask) if play.here.name == "event" else None

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """The rule by which an Operation continues with another country (9.4.2)."""
        return "9.4.2"

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on; None where it is open."""
        goes_on: Callable[[], bool] | None = ask.context.get("goes_on")
        if goes_on is not None:
            return goes_on()
        if play.here.name == "op" and ask.purpose in SHARED_LISTS:
            return bool(_places(play, ask.purpose, ask.options()).due)
        return None


# ------------------------------------------------------------------ what the card is used for (9.4.1)


def _use(play: Play, ask: Ask) -> Guidance | None:
    card = ask.context["card"]
    if card not in play.board.cards:
        return None
    if (first := second_card(play.board)) and ask.holds("recruit"):
        stop = Stop("Second card", "6.2.1", f"{play.board.cards[first].title} was played first", "yes")
        return Guidance(("recruit",), "9.4.1", (stop,), goes_by=where.CHART)
    s = Situation(play.board, "J", play, card, play.board.cards[card].ops)
    start = "E6" if ask.hints.after_event else "E1"
    use, trail = use_of(s, start)
    if trail[0].id == "E1" and trail[0].answer == "no":  # at this box an event leaves the way
        asked = trail[0]._replace(other="event")
        trail = (asked.because(DOOR_CLOSED, DOOR_OF_ITJIHAD) if door_closed(s) else asked, *trail[1:])
    if start == "E6":
        trail = (*(box.stop(box.id in ("E1", "E3")) for box in TO_E3), *trail)
    if undecided(s):
        other, _ = use_of(s, "E6")
        why = "hidden cards decide whether the US could play the event"
        if other != use:
            return Guidance((use,), "9.4.1", trail, goes_by=where.CHART, readings=((other, why),))
    readings: tuple[tuple[Any, str], ...] = ((UNKNOWN, ""),) if ask.hints.after_event else ()
    if use == "travel" and q.lapsing(play.board, m.BIOMETRICS):
        readings = (*readings, (RADICALIZE, "Biometrics turns the whole value into Radicalization"))
    return Guidance((use,), "9.4.1", trail, goes_by=where.CHART, readings=readings, by_box=True)


def use_of(s: Situation, start: str = "E1") -> tuple[str, Trail]:
    """The use of a card by the chart.

    Radicalization has no place for it.
    """
    outcome, trail = walk(SHEET.boxes, start, s, USE_OF)
    use = USE_OF.get(outcome, outcome)
    b = s.board
    if use in ("plot", "recruit"):
        open_ = [n for n in b.names if m.plot_allowed(b, n)] if use == "plot" else m.recruitable(b)
        found, way = first_group(where.PRIORITIES.groups[use], s, open_)
        return (use, trail) if found else (RADICALIZE, (*trail, *way))
    if use == "travel":
        slots = where.destinations(s, 1)
        if not m.movable(b):
            stop = Stop("Travel", "9.4.2.6", "is a Cell there to Travel?", "no", is_box=True)
            return RADICALIZE, (*trail, stop)
        first = slots[0]
        far = not any(m.cell_next_door(s, n) for n in first.candidates)
        if q.lapsing(b, m.BIOMETRICS) and far:
            stop = Stop("Biometrics", "9.4.2.6", "is a Cell next door to the destination?", "no", is_box=True)
            return RADICALIZE, (*trail, *first.trail, stop)
    return use, trail


def _operation_by_event(play: Play, ask: Ask) -> Guidance | None:
    """The Operation brought by an event (Fatwa), from E6 on.

    Radicalization has no part in it.
    """
    s = Situation(play.board, "J", play, ops=ask.context.get("value", 0))
    use, trail = use_of(s, "E6")
    if use == RADICALIZE or not ask.context.get("value"):
        return None
    return Guidance((use,), "9.4.1", trail, goes_by=where.CHART)


# ------------------------------------------------------------------ Jihad and Plot


def _places(play: Play, purpose: Purpose, legal: list[str]) -> Guidance:
    """The next countries of a purpose (9.5).

    No die decides among equal ones that are all used with the rest.
    """
    s = ops.situation(play)
    if purpose == Purpose.PLACE_PLOT:
        found = where.plot(s, legal)
    elif play.plan.get("major"):
        found = where.by_list(s, [n for n in m.major_possible(s) if n in legal], "major")
    else:
        found = where.by_list(s, [n for n in m.minor_possible(s) if n in legal], "minor")
    rolls = sum(q.cells(play.board, n) for n in found.due)
    counted = [f.answer for f in play.trails if f.address.segment == play.here and f.address.field == Field.COUNT]
    left = int(play.plan.get(ops.VALUE, 0)) - sum(n for n in counted if isinstance(n, int))
    return replace(found, drawn=found.drawn and rolls > left)


def _of_the_list(play: Play, ask: Ask) -> Guidance | None:
    if ask.field == Field.WHERE:
        return _places(play, ask.purpose, ask.options())
    if ask.field == Field.MAJOR:
        due = bool(play.plan.get("major"))
        words = (
            "a Major Jihad that could succeed comes before Minor ones" if due else "no Major Jihad is called for now"
        )
        return Guidance((due,), "9.4.1", (Stop("E6", "9.4.1", words, "yes" if due else "no"),), goes_by=where.CHART)
    return None


def _count(play: Play, ask: Ask) -> Guidance | None:
    """The number of dice in a country: its Cells, within value (9.4.2).

    Another one is taken only then.
    """
    if ask.context["where"] not in play.board.countries:
        return None
    due = min(ask.context["left"], q.cells(play.board, ask.context["where"]))
    stop = Stop("Rolls", "9.4.2", "as many as its Cells and the value of the card allow")
    return Guidance((due,), "9.4.2", (stop,), goes_by=where.CHART)


def _cells(play: Play, ask: Ask) -> Guidance | None:
    """Active Cells before Sleepers, Sadr last, for a Jihadist card (9.3.1)."""
    name = ask.context.get("where", "")
    if name not in play.board.countries or ask.silence == "" or play.board.side != "J":
        return None
    here = play.board[name]
    pieces = here.sleepers + here.actives
    if ask.purpose == Purpose.REMOVE_CELL:
        n = min(ask.context.get("most", 1), q.cells(play.board, name))
    elif ask.purpose == Purpose.USE_CELL:
        n = min(ask.context["n"], pieces)
    else:
        return None
    actives = min(n, here.actives)
    sleepers = min(n - actives, here.sleepers)
    sadr = n > actives + sleepers
    return ops.active_first("s" * sleepers + "a" * actives + "Sadr" * sadr)


# ------------------------------------------------------------------ events (9.4.2.1, 9.6)


def _of_an_event(play: Play, ask: Ask) -> Guidance | None:
    card = play.here.card or 0
    if card not in play.board.cards or (ask.silence is not None and ask.silence != NOTHING):
        return None
    if ask.field == Field.FLIP:
        return where.at_random(ask.options(), "9.6", "one of the markers that can be turned over")
    event = EVENTS.get(card)
    s = Situation(play.board, "J", play, card, play.board.cards[card].ops)
    return event.choose(s, ask) if event is not None and event.choose is not None else None


def _schengen(play: Play, ask: Ask) -> Guidance | None:
    """The other Schengen countries of a Plot, by their table (9.5)."""
    left = m.reachable(play.board, m.schengen_of, ask.options())
    if not left:
        return None
    stop = Stop("Schengen", "9.5", "the Schengen table, or the closest country that fits", "", tuple(left))
    leads = m.leading_to(play.board, m.schengen_of, left)
    return Guidance(tuple(left), "9.5", (stop,), drawn=True, goes_by=where.CHART, table="Schengen", dice=1, leads=leads)
