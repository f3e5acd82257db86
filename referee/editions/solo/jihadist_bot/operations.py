"""Operations of the Jihadist Bot (12.3.2 to 12.3.9, 12.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, NamedTuple

from referee.editions.base.operations import travel
from referee.editions.solo.flowchart.chart import MOST, Chooser, Shortlist, Situation, guidance
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.priorities import PRIORITIES, RT, TF, J, P
from referee.engine.law.ask import Ask, Field, RollKind
from referee.engine.law.forms import SADR
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.law.play import Play
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.cause import Usage
from referee.engine.state.data import POOR
from referee.engine.state.journal import Kind


class PlannedTravel(NamedTuple):
    """One Cell due to Travel, and the reason."""

    origin: str
    state: str
    target: str
    to: Trail
    from_: Trail


class TravelEntry(NamedTuple):
    """A partly answered entry, with "" for open parts."""

    origin: str
    state: str = ""
    target: str = ""

    def fits(self, step: PlannedTravel) -> bool:
        """Whether it can be the entry of a Cell."""
        return self.origin == step.origin and self.state in ("", step.state) and self.target in ("", step.target)


@dataclass(slots=True)
class TravelPlan:
    """Cells still to write, and the next die's decision."""

    certain_cells: list[PlannedTravel]
    targets: list[str]
    """Destinations for a die to decide; [] for none."""
    to: Trail = ()
    target: str = ""
    """The destination with equal origins."""
    origins: tuple[str, ...] = ()
    from_: Trail = ()

    @property
    def goes_on(self) -> bool:
        """Whether a Cell is still to write."""
        return bool(self.certain_cells or self.targets or self.origins)


def reaches(s: Situation, origin: str, target: str) -> bool:
    """Whether the journey is free of bars in force."""

    def unbarred() -> bool:
        b = s.board
        ends = travel.OPEN.holds(b, target, {}) and travel.OPEN.holds(b, origin, {})
        return ends and travel.REACHABLE.holds(b, target, {"origin": origin})

    return s.once(("reaches", origin, target), unbarred)


def movers(s: Situation) -> list[str]:
    """Countries with a free Cell."""
    return [n for n, c in s.board.countries.items() if c.sleepers + c.actives and m.movable(s, n) > 0]


def origins(s: Situation, target: str, leave: list[str] | None = None) -> list[str]:
    """Origins of a Cell for ``target``, with its own Active Cells."""
    able = movers(s) if leave is None else leave
    home = [target] if m.may_hide(s, target) else []
    return [n for n in (*home, *(n for n in able if n != target)) if reaches(s, n, target)]


def reachable(s: Situation, target: str, leave: list[str]) -> bool:
    """Whether a Cell can set out for ``target`` from anywhere."""
    return any(n != target and reaches(s, n, target) for n in leave) or bool(origins(s, target, []))


def first_state(s: Situation, origin: str) -> str:
    """The state that goes first: Active before Sleepers (12.3.3)."""
    return "a" if m.fresh(s, origin)[1] else "s"


def without(s: Situation, origin: str, state: str, target: str) -> Situation:
    """The situation with one Cell named."""
    sleepers, actives = s.used_cells.get(origin, (0, 0))
    spent = {**s.used_cells, origin: (sleepers + (state == "s"), actives + (state == "a"))}
    leaving = s.leaving if origin == target else {**s.leaving, origin: s.leaving.get(origin, 0) + 1}
    return replace(s, used_cells=spent, leaving=leaving)


def journey(
    s: Situation, value: int, written: Iterable[TravelEntry], targets: Iterable[str] | None = None, *, at_once: int = 99
) -> TravelPlan:
    """Plan ``value`` Cells to given ``targets`` or by the flowchart.

    Written ones are left out. ``at_once`` is the number of Cells that leave an origin before the next one is chosen.
    """
    pending = list(written)
    certain: list[PlannedTravel] = []
    given = None if targets is None else list(targets)
    done: set[str] = set()
    n = 0
    while n < value:
        s = replace(s, target="")
        left, to = _targets(s, done, given)
        if not left:
            break
        target = left[0]
        if len(left) > 1:
            said = next((w.target for w in pending if w.target in left), "")
            if not said:
                return TravelPlan(certain, left, to)
            target = said
        s = replace(s, target=target)
        while n < value:
            tie, from_ = _origins(s)
            if not tie:
                break
            origin = tie[0]
            if len(tie) > 1 and not (at_once >= value and all_leave(s, tie, target, value - n)):
                said = next((w.origin for w in pending if w.origin in tie and w.target in ("", target)), "")
                if not said:
                    return TravelPlan(certain, [], to, target, tuple(tie), from_)
                origin = said
            for _ in range(min(leaving(s, origin, target), value - n, at_once)):
                step = PlannedTravel(origin, first_state(s, origin), target, to, from_)
                _cross_off(step, pending, certain)
                s = without(s, *step[:3])
                n += 1
        done.add(target)
    return TravelPlan(certain, [])


def _cross_off(step: PlannedTravel, pending: list[TravelEntry], certain: list[PlannedTravel]) -> None:
    """Cross a written Cell off, or note it as certain."""
    entry = next((w for w in pending if w.fits(step)), None)
    if entry is None:
        certain.append(step)
    else:
        pending.remove(entry)


def leaving(s: Situation, origin: str, target: str) -> int:
    """Number of Cells between two countries, or to sleep."""
    return m.fresh(s, origin)[1] if origin == target else m.movable(s, origin)


def all_leave(s: Situation, tie: list[str], target: str, value: int) -> bool:
    """Whether ``value`` covers all Cells of equal origins, without a die (9.5)."""
    able = {n: leaving(s, n, target) for n in tie}
    if sum(able.values()) > value:
        return False
    for order in permutations(tie):  # a Cell that leaves may hold the last one of another country back
        left = s
        for n in order:
            if leaving(left, n, target) < able[n]:
                return False
            for _ in range(able[n]):
                left = without(left, n, first_state(left, n), target)
    return True


def _targets(s: Situation, done: set[str], given: list[str] | None) -> Shortlist:
    """Destinations for the next die, by flowchart or as given."""

    def find() -> Shortlist:
        leave = movers(s)
        within = [t for t in (s.board.names if given is None else given) if t not in done and reachable(s, t, leave)]
        return PRIORITIES.by_flowchart(s, RT, within) if given is None else (within[:1], ())

    return s.once(("targets", _named(s), tuple(done), None if given is None else tuple(given)), find)


def _origins(s: Situation) -> Shortlist:
    """Origins for the next die, to a situation's destination."""
    find = PRIORITIES.flowchart(TF)
    return s.once(("origins", _named(s), s.target), lambda: find(s, origins(s, s.target)))


def _named(s: Situation) -> tuple[object, ...]:
    """Key of a situation: used and named Cells, and the goal."""
    return tuple(s.used_cells.items()), tuple(s.leaving.items()), s.recruiting, s.for_jihad


CARD, DUE, MARK, LEFT = "bot card", "bot due", "bot mark", "bot left over"
"""Plan keys: card, due uses, mark of the journal, rest."""
_BY_ROLL = frozenset({RollKind.JIHAD, RollKind.PLOT})
OPERATION, LEFT_OVER = "op", "radicalize"
RADICALIZATION = "12.4.3"
"""The station of a way with an impossible end."""


def situation(play: Play, **more: Any) -> Situation:
    """The position with the values of the card."""
    b = play.board
    card = play.plan.get(CARD, 0)
    ops = b.cards[card].ops if card in b.cards else MOST
    return Situation(b, "J", play, card, ops, b.reserves_j, used_cells=used_cells(play), **more)


def used_cells(play: Play) -> dict[str, tuple[int, int]]:
    """Used Sleepers and Active Cells of each country (12.4.1).

    Those that rolled are Active, those that arrived Sleepers, unless they cannot sleep there.
    """
    found: dict[str, tuple[int, int]] = {}

    def count(name: str, sleepers: int, actives: int) -> None:
        s, a = found.get(name, (0, 0))
        found[name] = s + sleepers, a + actives

    for r in play.rolls:
        if r.kind in _BY_ROLL and r.address.segment.name in (OPERATION, LEFT_OVER):
            gone = r.n - sum(bool(o) for o in r.outcome) if r.kind == RollKind.JIHAD else 0
            count(r.address.subject, 0, r.n - gone)
    since = play.plan.get(MARK)
    for change in play.journal.changes[since:] if since is not None else ():
        if change.kind in (Kind.TRAVEL, Kind.SLEEP):
            count(change.subject, 1, 0)
    for name, (s, a) in found.items():
        c = play.board[name]
        over = max(0, s - c.sleepers)  # they turned Active on arrival, or in a Plot of another country's Cells
        found[name] = s - over, min(a + over, c.actives)
    return found


def use_of(play: Play) -> str:
    """The use of the card, granted Operation, or step."""
    if (step := step_of(play)) is not None:
        return step.use
    return next((c.name for c in reversed(play.cause) if isinstance(c, Usage)), "")


def off_the_chart(play: Play) -> bool:
    """Whether the card was used against the flowchart.

    The chart is silent from then on.
    """
    due = play.plan.get(DUE)
    return play.here.name == OPERATION and play.here.card is None and due is not None and use_of(play) not in due


class RollSite(NamedTuple):
    """A country to roll in, with number and reason."""

    where: str
    n: int
    trail: Trail


class RollSites(NamedTuple):
    """Countries still to write.

    ``tie`` are those among which a die decides next.
    """

    certain_sites: list[RollSite]
    tie: list[str]
    trail: Trail
    all: list[RollSite]
    """Written ones as well."""

    @property
    def goes_on(self) -> bool:
        """Whether a country is still to write."""
        return bool(self.certain_sites or self.tie)


def places(
    s: Situation, value: int, written: Iterable[str], select: Chooser, dice: Callable[[str], int], *, most: int = 99
) -> RollSites:
    """Spend a value country by country, a roll for each Cell (12.4.2)."""
    pending = list(written)
    certain: list[RollSite] = []
    found: list[RollSite] = []
    rest = [n for n in s.board.names if dice(n) > 0]
    left = value
    while left > 0 and rest and len(found) < most:
        tie, trail = select(s, rest)
        if not tie:
            break
        where = tie[0]
        if len(tie) > 1 and sum(dice(n) for n in tie) > left:  # else all of them are used in turn, without a die
            said = next((w for w in pending if w in tie), "")
            if not said:
                return RollSites(certain, tie, trail, found)
            where = said
        place = RollSite(where, min(left, dice(where)), trail)
        found.append(place)
        if where in pending:
            pending.remove(where)
        else:
            certain.append(place)
        left -= place.n
        rest.remove(where)
    return RollSites(certain, [], (), found)


# -------------------------------------------------------------------- what the questions ask about


def answers(play: Play, field: Field) -> list[tuple[int, Any]]:
    """Answers of this segment, with their entries."""
    return [
        (f.address.item or 0, f.answer)
        for f in play.trails
        if f.address.segment == play.here and f.address.field == field
    ]


def value_of(play: Play, ask: Ask | None, s: Situation) -> int:
    """Operations value at hand."""
    if (step := step_of(play)) is not None:
        return step.value
    given = ask.context.get("value") if ask is not None else None
    return int(given) if given else (s.value if s.card else MOST)


BY_PLOT = PRIORITIES.flowchart(P)
BY_JIHAD = PRIORITIES.column(J)


def plots(s: Situation, value: int, written: Iterable[str], only: tuple[str, ...] | None, select: Chooser) -> RollSites:
    """Countries of Plots, with no more dice than markers (12.3.4)."""

    def dice(name: str) -> int:
        return m.able(s, name) if (only is None or name in only) and m.may_plot(s, name) else 0

    return places(s, min(value, hidden.available_count(s.board)), written, select, dice)


def jihads(s: Situation, value: int, written: Iterable[str], *, major: bool) -> RollSites:
    """The countries of Minor Jihads, or the one of a Major Jihad."""
    s.for_jihad = True
    test = m.ripe if major else m.minor_jihad
    return places(s, value, written, BY_JIHAD, lambda n: m.able(s, n) if test(s, n) else 0, most=1 if major else 99)


def recruit_where(s: Situation, *, only: Iterable[str] | None = None) -> tuple[list[str], Trail]:
    """The country of Recruit: one for all dice (12.3.2)."""
    s.recruiting = True
    legal = m.recruits(s, s.board.names)
    if only is not None:
        return PRIORITIES.by_column(s, RT, only)
    return PRIORITIES.by_flowchart(s, RT, legal)


def is_major(play: Play, s: Situation) -> bool:
    """Whether the Jihad is Major, by flowchart or board."""
    settled = play.plan.get("bot outcome")
    if settled is not None:
        return bool(settled == "major jihad")
    return any(m.ripe(s, n) for n in s.board.names)


def possible(s: Situation, outcome: str) -> bool:
    """Whether an outcome is possible; else Radicalization follows (12.4.3)."""
    value = s.value
    if outcome == "recruit":
        return value > 0 and q.available_cells(s.board) > 0 and bool(recruit_where(s)[0])
    if outcome == "plot":
        return plots(s, value, (), None, BY_PLOT).goes_on
    if outcome == "travel":
        return journey(s, min(value, 1), ()).goes_on
    return True


# -------------------------------------------------------------------- the questions


@dataclass(slots=True)
class RadicalizeStep:
    """A due step of Radicalization (12.4.3)."""

    step: int
    use: str
    value: int
    """Cells or rolls at its disposal."""
    trail: Trail = ()
    countries: tuple[str, ...] | None = None
    """Its countries; None for any."""
    select: Chooser = BY_PLOT
    journey: Callable[[Situation, list[TravelEntry]], TravelPlan] | None = None
    other_journey: Callable[[Situation, list[TravelEntry]], TravelPlan] | None = None
    """The journey by another reading."""


def step_of(play: Play) -> RadicalizeStep | None:
    """The current step of Radicalization; None for an Operation."""
    return play.plan.get(LEFT) if play.here.name == LEFT_OVER else None


def _found(play: Play, ask: Ask, s: Situation) -> RollSites | None:
    """Countries of Plots or Jihads; None for another use."""
    use, step = use_of(play), step_of(play)
    written = [a for _, a in answers(play, Field.WHERE)]
    value = value_of(play, ask, s)
    if use == "plot":
        return plots(s, value, written, step.countries if step else None, step.select if step else BY_PLOT)
    return jihads(s, value, written, major=is_major(play, s)) if use == "jihad" else None


def where(play: Play, ask: Ask) -> Guidance | None:
    """The country of an Operation."""
    s, use, step = situation(play), use_of(play), step_of(play)
    rule, by = ("12.4.3", "Radicalization") if step else ("12.4.2", "")
    if use == "recruit":
        if answers(play, Field.WHERE):
            return guidance((), "12.3.2")
        left, trail = recruit_where(s, only=step.countries if step is not None else None)
        return guidance(left, rule, trail, goes_by=by) if left else None
    found = _found(play, ask, s)
    if found is None:
        return None
    if found.certain_sites:
        made = Guidance(tuple(p.where for p in found.certain_sites), rule, found.certain_sites[0].trail, goes_by=by)
    else:
        made = guidance(found.tie, rule, found.trail, goes_by=by)

    board = s.board  # not by the situation, whose play keeps the due uses

    def barred(name: str) -> tuple[str, str] | None:
        if name not in board.countries or board[name].governance != POOR:
            return None
        return (
            "12.3.8",
            f"{board.rules.named(name):is} Poor, and the Jihadist Bot makes no Minor Jihad in a Poor country",
        )

    return replace(made, barred=barred) if use == "jihad" and not is_major(play, s) else made


def count(play: Play, ask: Ask) -> Guidance | None:
    """The number of rolls: Cells, within what can be placed (12.3.2, 12.3.4)."""
    s, use = situation(play), use_of(play)

    def rolls(n: int, rule: str, limit: str) -> Guidance:
        words = f"as many as the {limit} and the Operations with Reserves allow"
        return Guidance((n,), rule, (Stop("rolls", rule, words, "", (n,)),))

    if use == "recruit":
        most = min(ask.context.get("left", 0), q.available_cells(play.board))
        return rolls(max(1, most), "12.3.2", "Available Cells")
    found = _found(play, ask, s)
    n = next((p.n for p in found.all if p.where == ask.context.get("where", "")), 0) if found is not None else 0
    short = use == "plot" and value_of(play, ask, s) > hidden.available_count(play.board)
    return rolls(n, "12.3.4" if short else "12.4.2", "Available Plots" if short else "Cells") if n else None


def cells(play: Play, ask: Ask) -> Guidance | None:
    """Unused Active Cells, then unused Sleepers (12.3.3, 12.4.1).

    They have not operated with this card.
    """
    name = ask.context.get("where", "")
    if name not in play.board.countries or ask.silence is not None:
        return None
    options = [o for o in ask.options() if isinstance(o, str) and set(o) <= {"s", "a"}]
    if not options:
        return None
    _, actives = m.fresh(situation(play), name)
    fit = [o for o in options if o.count("a") <= actives] or options
    fewest = min(o.count("s") for o in fit)
    return Guidance(tuple(o for o in fit if o.count("s") == fewest), "12.3.3")


def lost_cell(play: Play, ask: Ask) -> Guidance | None:
    """An Active Cell or Sadr; no rule prefers one (12.3.3)."""
    if "cell" not in ask.options():
        return None
    return Guidance(("cell",), "12.3.3", readings=((SADR, EITHER),))


EITHER = "Sadr is an Active Cell too, and no rule says which of them is lost first"


# -------------------------------------------------------------------- Travel


SLEEPER_AT_HOME = "a Sleeper of the Jihadist Bot does not Travel within its own country"


def kept_at_home(ask: Ask) -> Callable[[Any], tuple[str, str] | None]:
    """Function for the reason a Sleeper stays at home, or None."""
    origin, asleep = ask.context.get("origin"), ask.context.get("state") == "s"
    return lambda target: ("12.3.9", SLEEPER_AT_HOME) if asleep and target == origin else None


def entries(play: Play, item: int) -> list[TravelEntry]:
    """Named Cells so far, the one of ``item`` in part."""
    found: dict[int, list[str]] = {}
    for at, field in enumerate((Field.FROM, Field.CELLS, Field.TO)):
        for i, answer in answers(play, field):
            if i <= item and isinstance(answer, str):
                found.setdefault(i, ["", "", ""])[at] = answer
    return [TravelEntry(*found[i]) for i in sorted(found)]


def _way(play: Play, ask: Ask, written: list[TravelEntry]) -> TravelPlan:
    """The rest of the Travel, computed once per written state."""
    key = play.here, tuple(written), len(play.journal.changes)
    kept: tuple[tuple[object, ...], TravelPlan, dict[Any, Any]] | None = play.plan.get(_KEPT)
    if kept is not None and kept[0] == key:
        return kept[1]
    s = situation(play)
    if kept is not None and kept[0][0] == key[0] and kept[0][2] == key[2]:
        s.memo = kept[2]
    step = step_of(play)
    if step is not None and step.journey is not None:
        found: TravelPlan = step.journey(s, written)
    else:
        found = journey(s, value_of(play, ask, s), written, step.countries if step is not None else None)
    play.plan[_KEPT] = key, found, s.memo
    return found


_KEPT = "bot way"
"""Plan key: the last computed rest of a Travel."""


ANEW = "where the next Cell sets out from may be chosen again for each of them"


def _goes_by(play: Play, *, origin: bool) -> tuple[str, str]:
    """Rule and name of a journey.

    Radicalization gives the destination, and for its step 2 the origin.
    """
    step = step_of(play)
    if step is None or (origin and step.step != SPREAD_OUT):
        return "12.3.9", ""
    return "12.4.3", "Radicalization"


SPREAD_OUT = 2
"""The step of Radicalization with one Cell to each country."""


def travel_from(play: Play, ask: Ask) -> Guidance | None:
    """The origin of the next Cell."""
    rule, by = _goes_by(play, origin=True)
    before = entries(play, (ask.item or 0) - 1)
    way = _way(play, ask, before)
    if way.certain_cells:
        due = tuple(dict.fromkeys(c.origin for c in way.certain_cells))
        first = way.certain_cells[0]
        step = step_of(play)
        other = None if step is None or step.other_journey is None else step.other_journey(situation(play), before)
        found_too = [] if other is None else [*(c.origin for c in other.certain_cells), *other.origins]
        readings = tuple((n, ANEW) for n in dict.fromkeys(found_too) if n not in due)
        trail = (*first.to, *first.from_)
        return Guidance(due, rule, trail, readings=readings, goes_by=by, lead=len(first.to))
    if way.targets:  # first a die decides the destination
        found: list[str] = []
        from_: Trail = ()
        for target in way.targets:
            then = _way(play, ask, [*before, TravelEntry("", "", target)])
            steps = [c for c in then.certain_cells if c.target == target]
            found += [c.origin for c in steps]
            found += then.origins if then.target == target else ()
            from_ = from_ or next((c.from_ for c in steps), then.from_)
        came = tuple(stop._replace(left=()) for stop in from_)  # each destination has origins of its own
        return Guidance(tuple(dict.fromkeys(found)), rule, (*way.to, *came), goes_by=by, lead=len(way.to))
    made = guidance(way.origins, rule, (*way.to, *way.from_), goes_by=by)
    return replace(made, lead=len(way.to))


def travel_cells(play: Play, ask: Ask) -> Guidance | None:
    """The state of the next Cell, Active before Sleeper (12.3.3)."""
    way = _way(play, ask, entries(play, (ask.item or 0) - 1))
    here = ask.context.get("where", "")
    states = tuple(dict.fromkeys(c.state for c in way.certain_cells if c.origin == here))
    if not states:
        return cells(play, ask)
    return Guidance(states, "12.3.3")


def travel_to(play: Play, ask: Ask) -> Guidance | None:
    """The destination of the Cell."""
    found = _travel_to(play, ask)
    return None if found is None else replace(found, barred=kept_at_home(ask))


def _travel_to(play: Play, ask: Ask) -> Guidance | None:
    rule, by = _goes_by(play, origin=False)
    written = entries(play, ask.item or 0)
    origin = str(ask.context.get("origin", ""))
    way = _way(play, ask, [w for w in written if w.target])
    due = tuple(dict.fromkeys(c.target for c in way.certain_cells if c.origin == origin))
    if due:
        return Guidance(due, rule, next(c.to for c in way.certain_cells if c.origin == origin), goes_by=by)
    if way.targets:
        return guidance(way.targets, rule, way.to, goes_by=by)
    if origin in way.origins and way.target:
        return Guidance((way.target,), rule, way.to, goes_by=by)
    way = _way(play, ask, written)
    due = tuple(dict.fromkeys(c.target for c in way.certain_cells if c.origin == origin))
    return Guidance(due, rule, way.certain_cells[0].to, goes_by=by) if due else None


def goes_on(play: Play, ask: Ask) -> bool | None:
    """Whether the Operation goes on with another country or Cell."""
    if ask.field == Field.FROM:
        written = entries(play, 99)
        step = step_of(play)
        other = None if step is None or step.other_journey is None else step.other_journey(situation(play), written)
        return _way(play, ask, written).goes_on and (other is None or other.goes_on)
    due = where(play, ask)
    return None if due is None else bool(due.due)
