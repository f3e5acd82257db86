"""The Jihadist Operations by chapter 9 (9.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.editions.base.events.cards_048_072 import second_card
from referee.editions.base.operations import Operation, jihad, plot, recruit, travel
from referee.editions.base.operations.common import CELLS_THERE, MARKER_STAYS, STATES_THERE, so_many
from referee.editions.base.operations.travel import CellMove
from referee.editions.base.queries import Queries
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities import priorities as where
from referee.editions.solo.flowchart.chart import Situation
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.guidance import Guidance, Stop
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.law.tables.guided import pick
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import US, Board
from referee.engine.state.seams import modifies
from referee.engine.state.words import listed

GADAHN, MADRASSAS = 48, 53
SCHENGEN_VISAS = 74
VALUE = "value of the card"
"""Plan key: the value of the Operation, for boxes."""


AS_MANY = "as many as Cells allow"
"""Plan key: whether a country's rolls are at their limit (9.4.2).

The limit is that of its Cells and the value.
"""


def situation(play: Play, ops: int = 0) -> Situation:
    """Situation of a box in the middle of an Operation."""
    return Situation(play.board, "J", play, ops=ops or play.plan.get(VALUE, 0))


# ------------------------------------------------------------------ Recruit (9.4.2.5)


def _recruit_chart(play: Play, value: int) -> Guidance:
    legal = m.recruitable(play.board)
    if second_card(play.board) == MADRASSAS:
        words = "by the Global table, or the closest country that fits"
        return where.at_global(legal, "9.4.2.1", words)
    return where.recruit(situation(play, value), legal)


def recruit_by_rolls(play: Play, terms: Terms) -> None:
    """Recruit roll by roll, choosing a country for each (9.4.2.5)."""
    if second_card(play.board) == GADAHN:
        recruit.recruit(play, terms)
        return
    play.require(recruit.PERMITTED)
    play.plan[VALUE] = terms.value
    done = 0

    def open_to() -> bool:
        return done < terms.value and q.available_cells(play.board) > 0 and bool(_recruit_chart(play, terms.value).due)

    def why_no_more() -> str:
        if done >= terms.value:
            return "the value of the card is used up"
        none = "after the rolls before it no country is left by the chart"
        why = none if q.available_cells(play.board) else "no Cell is Available any more"
        return f"{why}, and what is left of the card is Radicalization"

    def ask_where(item: int) -> str:
        chosen: str = play.ask(
            Field.WHERE,
            play.board.names,
            recruit.BASE,
            recruit.OPEN,
            item=item,
            purpose=Purpose.PLACE_CELL,
            rule="8.2.2",
            chart=_recruit_chart(play, terms.value)
            if open_to()
            else where.nothing("9.4.2.5", "Recruit", why_no_more()),
        )
        return chosen

    least = 1 if q.available_cells(play.board) else 0
    for i in play.items(
        Field.WHERE,
        lambda: play.board.names if open_to() else (),
        least=least,
        purpose=Purpose.PLACE_CELL,
        goes_on=open_to,
    ):
        name = ask_where(i)
        n = play.ask(
            Field.COUNT,
            (1,),
            recruit.AT_LEAST_ONE,
            recruit.WITHIN_VALUE,
            item=i,
            left=max(terms.value - done, 0),
            value=terms.value,
            where=name,
            rule="8.1.2",
        )
        for k in range(n):
            if k:
                name = ask_where(i)
            done += 1
            play.test(name, item=i, operation_dice=so_many(1))
            attempt = recruit.RecruitAttempt(name, 1, i, sum(recruit.roll(play, name, 1, i)))
            last = play.rolls[-1]
            attempt.rule = last.rule if last.automatic else "8.2.1"
            recruit.place(play, [attempt], lambda: q.available_cells(play.board), one_roll=True)
    play.spent = done


# ------------------------------------------------------------------ Jihad and Plot


def jihad_by_the_chart(play: Play, terms: Terms) -> None:
    """Make a Major Jihad if one could succeed, else a Minor one (9.4.1)."""
    play.plan[VALUE], play.plan[AS_MANY] = terms.value, True
    play.plan["major"] = bool(m.major_possible(situation(play)))
    jihad.jihad(play, terms)


def plot_by_the_chart(play: Play, terms: Terms) -> None:
    play.plan[VALUE], play.plan[AS_MANY] = terms.value, True
    plot.plot(play, terms)


# ------------------------------------------------------------------ Travel (9.4.2.6)


LAST_CELL_STAYS = Requirement(
    "Travel: the last Cell of a country stays",
    "9.4.2.6.1",
    "the last Cell of {option} does not leave it: it Travels within {option}, not to {target}",
    lambda b, o, c: {"target": c["target"]} if o != c["target"] and where.stays(b, o, c["free"](o)) else None,
)


def travel_by_the_chart(play: Play, terms: Terms) -> None:
    """Travel: all destinations, then all origins, then the rolls (9.4.2.6)."""
    play.plan[VALUE] = terms.value
    slots = slots_of(play, terms.value)
    moves = announce(play, slots, reach=(travel.REACHABLE,), limit=travel.WITHIN_VALUE, value=terms.value)
    play.spent = len(moves)
    travel.carry_out(play, moves)


def slots_of(play: Play, value: int, *, begin: int = 0, bound: bool = True) -> list[where.TravelSlot]:
    """The destinations by the chart, for present and reachable Cells."""
    b = play.board
    s = situation(play)
    n = min(value, sum(b[name].sleepers + b[name].actives for name in m.movable(b)))
    slots = where.destinations(s, n, begin=begin)
    if bound and q.lapsing(b, m.BIOMETRICS):
        for k, slot in enumerate(slots):
            if not slot.random and not any(m.cell_next_door(s, name) for name in slot.candidates):
                return slots[:k]
    return slots


def announce(
    play: Play,
    slots: list[where.TravelSlot],
    *,
    reach: tuple[Requirement, ...] = (),
    to: tuple[Requirement, ...] = (),
    limit: Requirement = travel.WITHIN_VALUE,
    value: int = 1,
    by_event: bool = False,
) -> list[CellMove]:
    """Name all destinations, then all origins, before any roll (9.4.2.6).

    ``by_event`` says that an event has named the destination, so that a last Cell leaves as any other.
    """
    b = play.board
    left = list(slots)
    targets: list[tuple[str, where.TravelSlot | None]] = []

    def homes() -> list[str]:
        """Countries with a last Cell, which Travels within them."""
        if by_event:
            return []
        last = [n for n in m.movable(b) if where.stays(b, n, 1) and q.cells(b, n) == b[n].sleepers + b[n].actives]
        few = [n for n in last if q.cells(b, n) <= len(targets) + 1]  # the Cells named earlier may all come from there
        return [n for n in few if any(sought_for(n, slot) for slot in boxes() or left[:1])]

    def boxes() -> list[where.TravelSlot]:
        return [slot for slot in left if not slot.random]

    def sought_for(name: str, slot: where.TravelSlot) -> bool:
        """Whether a country can be the origin for a destination.

        A Sleeper can leave once all Active Cells are committed.
        """
        s = situation(play)
        for target in slot.candidates:
            found = where.first_origins(s, target, m.movable(b))[0]
            if name in found and (b[name].actives or sum(b[n].actives for n in found) <= len(targets)):
                return True
        return False

    def slot_of(target: str) -> where.TravelSlot | None:
        """The slot of a destination: box, home, or random."""
        own = next((k for k in boxes() if target in k.candidates), None)
        own = own or next((k for k in boxes() if k.fits(target)), None)
        home = None if own is not None else next((k for k in boxes() if sought_for(target, k)), None)
        return own or home or (left[0] if left else None)

    for i in play.items(
        Field.TO,
        lambda: b.names if left else (),
        least=1 if slots else 0,
        purpose=Purpose.MOVE_CELL,
        goes_on=lambda: bool(left) and not (left[0].random and q.lapsing(b, m.BIOMETRICS)),
    ):
        chart = _to(left, targets, homes())
        target = play.ask(
            Field.TO, b.names, *to, travel.OPEN, limit, item=i, purpose=Purpose.MOVE_CELL,
            rule=chart.rule, chart=chart, n=i, value=value,
        )  # fmt: skip
        slot = slot_of(target)
        if slot is not None:
            left.remove(slot)
            known = [t for t, of in targets if of is not None and of.random and slot.random]
            if len(slot.candidates) > 1 and target in slot.candidates and not known:
                leads = m.leading_to(b, m.schengen_of, slot.candidates) if slot.table else None
                among = Guidance(tuple(slot.candidates), "9.5", table=slot.table, dice=bool(slot.table), leads=leads)
                pick(play, target, among, i, target)
        targets.append((target, slot))
    moves: list[CellMove] = []
    for i, (target, slot) in enumerate(targets):
        moves.append(_one(play, i, target, slot, [t for t, _ in targets], moves, reach, by_event=by_event))
    return moves


def _to(left: list[where.TravelSlot], targets: list[tuple[str, where.TravelSlot | None]], homes: list[str]) -> Guidance:
    """The due destinations: boxes in any order, then random.

    The random one is for all Cells that are left.
    """
    if not left:
        return where.nothing("9.4.2.6", "Travel", "no further Cell Travels")
    boxes = list(dict.fromkeys(s for s in left if not s.random))
    if boxes:
        due = dict.fromkeys(n for s in boxes for n in s.candidates)
        asked = tuple(stop._replace(left=()) for s in boxes for stop in s.trail[:1])
        last = Stop(
            "Travel", "9.4.2.6", listed(list(dict.fromkeys(f"box {s.id}" for s in boxes)), "and"), "", (*due, *homes)
        )
        trail = boxes[0].trail if len(boxes) == 1 else (*asked, last)
        made = Guidance((*due, *(h for h in homes if h not in due)), boxes[0].rule, trail, goes_by=where.CHART)
        return replace(made, readings=tuple(r for s in boxes for r in s.readings if r[0] not in made.due))
    taken = [t for t, s in targets if s is not None and s.random]
    due = dict.fromkeys(taken[:1] or left[0].candidates)
    return Guidance((*due, *(h for h in homes if h not in due)), "9.4.2.6", left[0].trail, goes_by=where.CHART)


NOT_COUNTED = "Cells that were named to Travel may no longer count in their country"


def _one(
    play: Play,
    i: int,
    target: str,
    slot: where.TravelSlot | None,
    targets: list[str],
    moves: list[CellMove],
    reach: tuple[Requirement, ...],
    *,
    by_event: bool,
) -> CellMove:
    """The origin and state of a Cell, Active before Sleeper (9.3.1)."""
    b = play.board

    def free(name: str) -> tuple[int, int]:
        return travel.cells_left(b, name, moves)

    def open_to() -> list[str]:
        return [
            n
            for n in m.movable(b)
            if sum(free(n)) and all(r.holds(b, target, {"origin": n}) for r in reach)
        ]  # fmt: skip

    chart = where.origins(situation(play), target, free, avoid=targets, open_to=open_to())
    left = situation(play)
    left.leaving = {n: sum(m.origin == n for m in moves) for n in b.names}
    other = where.origins(left, target, free, avoid=targets, open_to=open_to())
    chart = replace(chart, readings=tuple((n, NOT_COUNTED) for n in other.due if n not in chart.due))
    if chart.drawn and _all_leave(b, chart.due, free, targets[i:]):
        chart = replace(chart, drawn=False)
    stays = where.stays(b, target, _cells_free(b, target, free))
    sought = slot is not None and not by_event and _at_home(target, slot, chart, stays=stays)
    if slot is not None and sought:  # its Cell is for one of the destinations
        others = [t for k, t in enumerate(targets) if k != i]
        found = [where.origins(situation(play), n, free, avoid=others, open_to=open_to()) for n in slot.candidates]
        due = target if stays and any(target in g.due for g in found) else ""
        stop = Stop("Travel", "9.4.2.6.1", "the last Cell of an Islamist Rule or Regime Change country stays", "")
        chart = where.guidance((due,) if due else (), "9.4.2.6.1", (stop,))
    origin = play.ask(
        Field.FROM, open_to, travel.OPEN, *(() if by_event else (LAST_CELL_STAYS,)), item=i, purpose=Purpose.MOVE_CELL, rule="9.4.2.6.1",
        chart=chart, target=target, free=lambda n: _cells_free(b, n, free),
    )  # fmt: skip
    taken = "".join(x.state for x in moves if x.origin == origin)
    sleepers, actives = free(origin)
    state = play.ask(
        Field.CELLS,
        ["s"] * (sleepers > 0) + ["a"] * (actives > 0),
        MARKER_STAYS,
        travel.ONCE_PER_CARD,
        CELLS_THERE,
        STATES_THERE,
        item=i,
        purpose=Purpose.MOVE_CELL,
        where=origin,
        taken=taken,
        arriving=tuple(targets[:i]),
        rule="9.3.1",
        chart=_state_due(sleepers, actives, len(targets) - i - 1 if by_event or len(set(targets[i:])) == 1 else 0),
    )
    return CellMove(origin, state, target, i)


def _at_home(target: str, slot: where.TravelSlot, chart: Guidance, *, stays: bool) -> bool:
    """Whether an entry is a last Cell's, within its country."""
    return not slot.fits(target) or (slot.random and stays and target not in chart.due)


def _all_leave(b: Board, origins: Iterable[str], free: Callable[[str], tuple[int, int]], bound: list[str]) -> bool:
    """Whether ``bound`` Cells are all Cells of equal origins (9.5).

    Then no die decides.
    """
    able = [free(n) for n in origins]
    first = sum(actives for _, actives in able) or sum(sleepers for sleepers, _ in able)
    return len(set(bound)) == 1 and first <= len(bound) and not any(where.stays(b, n, sum(free(n))) for n in origins)


def _cells_free(b: Board, name: str, free: Callable[[str], tuple[int, int]]) -> int:
    """Uncommitted Cells of a country, Sadr among them."""
    return sum(free(name)) + q.cells(b, name) - b[name].sleepers - b[name].actives


def active_first(*due: str) -> Guidance:
    """Cells to take: Active before Sleepers, Sadr last (9.3.1)."""
    stop = Stop("Cells", "9.3.1", "Active Cells before Sleepers, Sadr last")
    return Guidance(due, "9.3.1", (stop,), goes_by=where.CHART)


def _state_due(sleepers: int, actives: int, later: int) -> Guidance:
    """An Active Cell before a Sleeper.

    Either one will do where the Cells named ``later`` take all Active ones.
    """
    if not actives:
        return active_first("s")
    return active_first("a", "s") if sleepers and actives <= later else active_first("a")


BY_EVENT = "9.4.2.1"
"""The rule for destinations of an event's Cells."""


def travel_by_event(
    play: Play, n: int, destinations: Iterable[str], *, least: int, reach: tuple[Requirement, ...], limit: Requirement
) -> list[CellMove]:
    """Travel by Schengen Visas and Clean Operatives (9.4.2.1)."""
    b = play.board
    card = play.here.card or 0
    play.plan.setdefault(VALUE, b.cards[card].ops if card in b.cards else 0)
    if card == SCHENGEN_VISAS:
        s = situation(play)
        fitting = [x for x in b.schengen if m.posture_to_seek(s, x)] or list(b.schengen)
        fitting = m.reachable(b, m.schengen_of, fitting)
        words = "Schengen countries of box T4, or any if there is none"
        stop = Stop("T4", BY_EVENT, words, "", tuple(fitting))
        made = where.TravelSlot("T4", fitting, (stop,), table="Schengen", rule=BY_EVENT)
    else:
        stop = Stop("Travel", BY_EVENT, "Clean Operatives go to the United States", "", (US,))
        made = where.TravelSlot(US, [US], (stop,), rule=BY_EVENT)
    return announce(play, [made] * n, to=reach, limit=limit, value=n, by_event=True)


OPERATIONS: dict[str, Operation] = {
    "recruit": recruit_by_rolls,
    "travel": travel_by_the_chart,
    "jihad": jihad_by_the_chart,
    "plot": plot_by_the_chart,
}
modifies(Queries.OPERATION, "9.4.2")(
    lambda board, using, value: OPERATIONS.get(using[1], value) if using[0] == "J" else value
)
modifies(Queries.TRAVEL_BY_EVENT, BY_EVENT)(lambda board, side, value: travel_by_event if side == "J" else value)
