"""Hindsight: the evidence of later lines on the gaps of earlier ones.

A checkpoint settles gaps of its turn: readings that it contradicts are dropped, and if another one fits better the game
is judged again from that gap on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from functools import partial
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from referee.engine.explaining import unmentioned_events
from referee.engine.judging import gaps
from referee.engine.judging.gaps import Gap, Gaps
from referee.engine.judging.judged_lines import FARTHEST_GAP
from referee.engine.judging.solver import SegmentReading
from referee.engine.law.ask import SegmentId
from referee.engine.state import statements
from referee.engine.state.plain import replace
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.judging.judged_lines import JudgedLine, Treatment

MOST_TOGETHER = 64
"""Most combinations of readings of one line's gaps at a checkpoint."""


# -------------------------------------------------------------------- gaps


def settle_gaps(game: Game) -> None:
    """Settle gaps of the turn by the last line.

    It has mistakes, or states something.
    """
    last = len(game.lines) - 1
    checkpoint = game.lines[last].action.kind in ("board", "check")
    if checkpoint and game.lines[last].step.mistakes:
        unmentioned_events.settle(game, _window(game), wrong)
    for i in range(last - 1 + checkpoint, _window(game) - 1, -1):  # a checkpoint may only leave open things before it
        looked: set[SegmentId] = set()
        while (k := _next(game.lines[i], looked)) is not None:  # one that is settled may settle, or open, others
            looked.add(game.lines[i].gaps.found[k].segment)
            if not _settle(game, i, k):
                _leave_open(game, last)
                return
    if wrong(game.lines[last:]):
        _settle_together(game, last)


def _next(line: JudgedLine, looked: Set[SegmentId]) -> int | None:
    """Return the first gap in a segment not yet examined, or None."""
    return next((k for k, gap in enumerate(line.gaps.found) if gap.segment not in looked), None)


def _window(game: Game) -> int:
    """The first line whose gaps the last line, a checkpoint, can settle.

    It is of the same turn, or of one that has just ended.
    """
    at = len(game.lines) - 1
    farthest = max(at - FARTHEST_GAP, 0)
    turn = game.lines[at].turn
    fresh = True
    while at > farthest and (game.lines[at - 1].turn == turn or (fresh and game.lines[at - 1].turn == turn - 1)):
        at -= 1
        if game.lines[at].turn == turn and game.lines[at].action.kind in ("card", "resolve"):
            fresh = False
    return at


def _settle(game: Game, i: int, k: int) -> bool:
    """Keep the readings of a gap that the last checkpoint allows.

    Returns False if out of credit.
    """
    line = game.lines[i]
    gap = line.gaps.found[k]
    others = gap.others
    behind = 0 if i == len(game.lines) - 1 else 1
    now = wrong(game.lines[i + behind :])
    if not others or not (wrong(game.lines[-1:]) or (gap not in game.undecided_gaps and _speaks_of(game, gap))):
        return True
    near = (g for other in game.lines[-FARTHEST_GAP - 1 :] for g in other.gaps.found)
    game.undecided_gaps = frozenset((gap, *(g for g in near if g in game.undecided_gaps)))
    first, *groups = _to_try(game, gap, others, len(game.lines) - i)
    ways = [(now, one) for one in first]
    short = False
    for group in groups:
        found = None if short else game.trial({i: reading(line, gap, group[0])})
        if found is None and not any(n < now for n, _ in ways):
            return False
        short = found is None
        ways += [(now if found is None else wrong(found[behind:]), other) for other in group]
    least = min(n for n, _ in ways)
    kept = [r for n, r in ways if n == least]
    if len(kept) < len(ways):
        nets = {r.net for r in kept}
        left = [r for r in gap.readings if r.net in nets]
        game.adopt({i: _narrowed(line, k, left)})
    return True


def _to_try(game: Game, gap: Gap, others: list[SegmentReading], cost: int) -> Iterable[list[SegmentReading]]:
    """Return the readings of a gap in groups, the assumed one first.

    Of a group one is tried. Each is a group of its own or, if that is expensive, those are together that do the same to
    what the last line is about: a reading rarely explains a thing that it does not touch itself.
    """
    each = [gap.readings[0], *others]
    return _each_alone(each) if cost * len(others) <= game.credit // 4 else alike(game, each)


def alike(game: Game, readings: Iterable[SegmentReading]) -> list[list[SegmentReading]]:
    """Return readings in groups with the same effect on the last line.

    A group stands where its first reading does.
    """
    found: dict[frozenset[Any], list[SegmentReading]] = {}
    stated = _stated(game.lines[-1])
    named = set() if stated else {"", *_named(game)}  # of a play: its countries, and the things beside the map
    things = {thing for s in stated for thing in _things(game, s)}
    derived = any(statements.target(game.board, s) is None for s in stated)
    for one in readings:
        touched = {x for x in one.net if x[:2] in things or (x[0] in named and x[1] not in _LOOK_BACK)}
        counted = Counter((name, value) for _, name, value in one.net if name in _COUNTED) if derived else {}
        found.setdefault(frozenset({*touched, *counted.items()}), []).append(one)
    return [*found.values()]


_LOOK_BACK = frozenset({"targeted", "improved", "touched", "struck", "disrupted"})
"""Fields for the memory of the last plays, different in every reading."""


def _named(game: Game) -> set[str]:
    """Return the countries that the last line names."""
    items = (item for segment in game.lines[-1].action.segments for item in segment.items)
    return {name for item in items for name in item.countries() if name in game.board.countries}


def _settle_together(game: Game, last: int) -> None:
    """Try readings of several gaps together if no single one suffices.

    First the lines since the previous checkpoint are tried, then those since earlier ones; the assumption for one gap
    may open the next one again.
    """
    first, start = last, _window(game)
    if not any(line.gaps.found for line in game.lines[start:last]):
        return
    while first > start:
        first -= 1
        while first > start and game.lines[first - 1].action.kind not in ("board", "check", "end"):
            first -= 1
        if not any(line.gaps.found for line in game.lines[first:last]):
            continue
        for groups_of in (partial(alike, game), _each_alone):
            fork = game.fork(first)
            found = _through(fork, game.lines[first:], groups_of)
            game.credit = fork.credit
            if found is not None:
                game.adopt(dict(enumerate(found, first)))
                return


Groups = Callable[[Iterable[SegmentReading]], list[list[SegmentReading]]]
"""The readings of a gap in groups, of which the first one is tried."""


def _each_alone(readings: Iterable[SegmentReading]) -> list[list[SegmentReading]]:
    return [[one] for one in readings]


def _through(fork: Game, lines: Sequence[JudgedLine], groups_of: Groups) -> list[JudgedLine] | None:
    """Return readings of all earlier lines that fit the last, or None."""
    line, rest = lines[0], lines[1:]
    fork.credit -= 1
    if fork.credit <= 0:
        return None
    spent = fork.work.spent
    judged = fork.add(line.action, replace(line.treatment, reading={}))
    fork.charge(spent, 1)
    fork.drop()
    if wrong([judged]) or not rest:
        return None if wrong([judged]) else []
    ways = product(*(enumerate(groups_of([gap.readings[0], *gap.others])) for gap in judged.gaps.found))
    for chosen in islice(ways, MOST_TOGETHER):
        read = judged
        for k, (n, group) in enumerate(chosen):
            if n:
                read = _narrowed(read, k, group)
        fork.add(line.action, read.treatment, read.gaps)
        found = _through(fork, rest, groups_of)
        fork.drop()
        if found is not None:
            return [read, *found]
    return None


def reading(line: JudgedLine, gap: Gap, other: SegmentReading) -> Treatment:
    return replace(line.treatment, reading=gap.instead(line.gaps.assumed, other))


def _narrowed(line: JudgedLine, k: int, left: Sequence[SegmentReading]) -> JudgedLine:
    """Return a line with fewer readings of a gap, the first taken."""
    old = line.gaps.found[k]
    assumed = old.instead(line.gaps.assumed, left[0])
    gap = Gap(old.segment, old.asked, old.before, list(left), old.idle, old.in_part)
    gap.finding = gaps.report(gap, assumed)
    if gap.finding is not None:
        gap.finding.id = line.step.id
        gap.finding.follows = list(old.finding.follows) if old.finding is not None else []
        gap.finding.countries = gap.finding.countries or (old.finding.countries if old.finding is not None else ())
    found = [gap if n == k else g for n, g in enumerate(line.gaps.found)]
    return replace(
        line, gaps=Gaps(assumed, found, line.gaps.orders), treatment=replace(line.treatment, reading=assumed)
    )


def _speaks_of(game: Game, gap: Gap) -> bool:
    """Return whether the last line decides between readings of a gap.

    The line is a checkpoint, or resolves Plots.
    """
    if game.lines[-1].action.kind == "resolve":
        plots = {(name, "plots") for name in _named(game)}
        return any((thing, name) in plots for r in gap.readings for thing, name, _ in r.net)
    return any(_leaves_open(game, gap, s) for s in game.lines[-1].action.statements)


def _leaves_open(game: Game, gap: Gap, s: Statement) -> bool:
    """Whether the readings of a gap differ in a statement's fact."""
    nets = [set(r.net) for r in gap.readings]
    differ = {(thing, name) for net in nets for thing, name, _ in net.symmetric_difference(nets[0])}
    if statements.target(game.board, s) is None:
        return any(name in _COUNTED for _, name in differ)
    return not differ.isdisjoint(_things(game, s))


def _things(game: Game, s: Statement) -> set[tuple[str, str]]:
    """The fact of a statement under the names in changes of readings."""
    place, names = statements.target(game.board, s) or ("", ())
    return {(place, name) for name in names}


_COUNTED = frozenset({"governance", "posture", "regime_change", "lapsing"})
"""The fields counted by the derived tracks."""


def _stated(line: JudgedLine) -> list[Statement]:
    """Return the statements of a line, or the claims of its segments."""
    return [*line.action.statements, *(s for segment in line.action.segments for s in segment.claims)]


def _leave_open(game: Game, last: int) -> None:
    """Let a contradiction follow from the gap that leaves it open.

    No further trials are made.
    """
    stated = _stated(game.lines[last])
    denied = {id(f): [s for s in stated if s.place == f.place] for f in game.lines[last].step.findings}
    for line in game.lines[_window(game) : last]:
        for gap in line.gaps.found:
            for f in game.lines[last].step.findings if gap.others else ():
                if f.kind == "outcome" and not f.follows and any(_leaves_open(game, gap, s) for s in denied[id(f)]):
                    f.follows.append(line.action.place.line)


def wrong(lines: Sequence[JudgedLine]) -> int:
    """Return the number of mistakes on some lines."""
    return sum(line.step.mistakes for line in lines)
