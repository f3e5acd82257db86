"""Travel of the Jihadist Bot by its flowcharts: which Cells go, and where to (12.3.9, 12.4.2).

The Bot names a destination first, then one origin after the other, and takes from each as many Cells as may go. A record may
write the Cells in any order; so each entry works out the whole journey and crosses off what is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import NamedTuple

from referee.editions.base.operations import travel
from referee.editions.solo.flowchart.chart import Choice, Situation
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.priorities import PRIORITIES, RT, TF
from referee.engine.guidance import Trail


class Step(NamedTuple):
    """One Cell that is to Travel, and why."""

    origin: str
    state: str
    target: str
    to: Trail
    from_: Trail


class Written(NamedTuple):
    """An entry as far as it is answered; "" for what is not."""

    origin: str
    state: str = ""
    target: str = ""


@dataclass(slots=True)
class Journey:
    """What is still to be written: Cells that are certain, and among what a die decides next."""

    certain: list[Step]
    targets: list[str]
    """Destinations among which a die decides; [] for none."""
    to: Trail = ()
    target: str = ""
    """The destination whose origins come alike."""
    origins: tuple[str, ...] = ()
    from_: Trail = ()


def reaches(s: Situation, origin: str, target: str) -> bool:
    """Whether nothing in force bars the journey."""
    key = "reaches", origin, target
    found: bool | None = s.memo.get(key)
    if found is None:
        b = s.board
        open_ = travel.OPEN.holds(b, target, {}) and travel.OPEN.holds(b, origin, {})
        found = s.memo[key] = open_ and travel.REACHABLE.holds(b, target, {"origin": origin})
    return found


def movers(s: Situation) -> list[str]:
    """Countries that a Cell may leave."""
    return [n for n, c in s.board.countries.items() if c.sleepers + c.actives and m.movable(s, n) > 0]


def origins(s: Situation, target: str, leave: list[str] | None = None) -> list[str]:
    """Where a Cell may set out from for ``target``; in the country itself an Active one that can go to sleep."""
    able = movers(s) if leave is None else leave
    home = [target] if m.may_hide(s, target) else []
    return [n for n in (*home, *(n for n in able if n != target)) if reaches(s, n, target)]


def reachable(s: Situation, target: str, leave: list[str]) -> bool:
    """Whether a Cell may set out for ``target`` from anywhere."""
    return any(n != target and reaches(s, n, target) for n in leave) or bool(origins(s, target, []))


def first_state(s: Situation, origin: str) -> str:
    """Active Cells go before Sleepers (12.3.3)."""
    return "a" if m.fresh(s, origin)[1] else "s"


def without(s: Situation, origin: str, state: str, target: str) -> Situation:
    """The situation with one Cell named."""
    sleepers, actives = s.used.get(origin, (0, 0))
    spent = {**s.used, origin: (sleepers + (state == "s"), actives + (state == "a"))}
    leaving = s.leaving if origin == target else {**s.leaving, origin: s.leaving.get(origin, 0) + 1}
    return replace(s, used=spent, leaving=leaving)


def journey(
    s: Situation,
    value: int,
    written: Iterable[Written],
    targets: Iterable[str] | None = None,
    *,
    at_once: int = 99,
) -> Journey:
    """Work out ``value`` Cells and cross off what is written; ``targets`` are the destinations that are given.

    ``at_once`` is how many Cells leave an origin before the next one is looked for.
    """
    pending = list(written)
    certain: list[Step] = []
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
                return Journey(certain, left, to)
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
                    return Journey(certain, [], to, target, tuple(tie), from_)
                origin = said
            for _ in range(min(leaving(s, origin, target), value - n, at_once)):
                step = Step(origin, first_state(s, origin), target, to, from_)
                _cross_off(step, pending, certain)
                s = without(s, *step[:3])
                n += 1
        done.add(target)
    return Journey(certain, [])


def _cross_off(step: Step, pending: list[Written], certain: list[Step]) -> None:
    """Cross a journey off what is written; one that is not written is certain to come."""
    found = next((w for w in pending if _same(w, step)), None)
    if found is None:
        certain.append(step)
    else:
        pending.remove(found)


def leaving(s: Situation, origin: str, target: str) -> int:
    """How many Cells may go from one country to another; within a country those that can go to sleep."""
    return m.fresh(s, origin)[1] if origin == target else m.movable(s, origin)


def all_leave(s: Situation, tie: list[str], target: str, value: int) -> bool:
    """Whether ``value`` Cells are all that may leave equal origins, or more, so that no die decides among them (9.5)."""
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


def _targets(s: Situation, done: set[str], given: list[str] | None) -> Choice:
    """Among which destinations a die decides next: by the flowchart, or the first of those that are given."""
    key = "targets", _named(s), tuple(done), None if given is None else tuple(given)
    if key not in s.memo:
        leave = movers(s)
        within = [t for t in (s.board.names if given is None else given) if t not in done and reachable(s, t, leave)]
        s.memo[key] = PRIORITIES.by_flowchart(s, RT, within) if given is None else (within[:1], ())
    found: Choice = s.memo[key]
    return found


def _origins(s: Situation) -> Choice:
    """Among which origins a die decides for the destination of a situation."""
    key = "origins", _named(s), s.target
    if key not in s.memo:
        s.memo[key] = PRIORITIES.by_flowchart(s, TF, origins(s, s.target))
    found: Choice = s.memo[key]
    return found


def _named(s: Situation) -> tuple[object, ...]:
    """The Cells that have operated or been named, and what is looked for, as far as it makes a difference."""
    return tuple(s.used.items()), tuple(s.leaving.items()), s.recruiting, s.for_jihad


def _same(w: Written, step: Step) -> bool:
    return w.origin == step.origin and w.state in ("", step.state) and w.target in ("", step.target)
