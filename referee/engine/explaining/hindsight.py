"""Hindsight: what later lines say of the gaps of earlier ones.

A checkpoint settles gaps of its turn: readings that it contradicts fall away, and if another one fits better the game is
judged again from that gap on.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING

from referee.engine.explaining import unmentioned_events
from referee.engine.judging import gaps
from referee.engine.judging.gaps import Gap, Gaps
from referee.engine.judging.solver import SegmentReading
from referee.engine.law.ask import SegmentId
from referee.engine.state import statements
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.judging.judged import Line, Treatment

FARTHEST = 40
"""Most lines before a checkpoint whose gaps it can settle: more than a turn has."""
MOST_TOGETHER = 64
"""Most combinations of readings of several gaps of one line that are tried at a checkpoint."""


# -------------------------------------------------------------------- gaps


def settle_gaps(game: Game) -> None:
    """Let the line that was just judged, a checkpoint or one that does not fit, settle what its turn left open."""
    last = len(game.lines) - 1
    line = game.lines[last]
    if line.action.kind not in ("board", "check", "resolve") and not (line.step.findings and wrong([line])):
        return
    if line.action.kind in ("board", "check") and wrong([line]):
        unmentioned_events.settle(game, _window(game), wrong)
    for line in game.lines[-FARTHEST - 1 :]:
        if line.gaps.found:
            break
    else:
        return
    of_checkpoint = game.lines[last].action.kind in ("board", "check")  # all that it leaves open lies before it
    for i in range(last - 1 + of_checkpoint, _window(game) - 1, -1):
        looked: set[SegmentId] = set()
        while (k := _next(game.lines[i], looked)) is not None:  # one that is settled may settle, or open, others
            looked.add(game.lines[i].gaps.found[k].segment)
            if not _settle(game, i, k):
                _leave_open(game, last)
                return
    if wrong(game.lines[last:]):
        _settle_together(game, last)


def _next(line: Line, looked: Set[SegmentId]) -> int | None:
    """Which gap of a line is the first of a segment that was not yet looked at; None if there is none."""
    return next((k for k, gap in enumerate(line.gaps.found) if gap.segment not in looked), None)


def _window(game: Game) -> int:
    """The first line whose gaps the last line, a checkpoint, can settle: of its turn, or of one that has just ended."""
    at = len(game.lines) - 1
    farthest = max(at - FARTHEST, 0)
    turn = game.lines[at].turn
    fresh = True
    while at > farthest and (game.lines[at - 1].turn == turn or (fresh and game.lines[at - 1].turn == turn - 1)):
        at -= 1
        if game.lines[at].turn == turn and game.lines[at].action.kind in ("card", "resolve"):
            fresh = False
    return at


def _settle(game: Game, i: int, k: int) -> bool:
    """Keep the readings of one gap that the last checkpoint does not contradict; False if out of credit."""
    line = game.lines[i]
    gap = line.gaps.found[k]
    others = gap.others
    behind = 0 if i == len(game.lines) - 1 else 1
    now = wrong(game.lines[i + behind :])
    if not others or not (wrong(game.lines[-1:]) or (gap not in game.tested and _speaks_of(game, gap))):
        return True
    near = (g for other in game.lines[-FARTHEST - 1 :] for g in other.gaps.found)
    game.tested = frozenset((gap, *(g for g in near if g in game.tested)))
    ways: list[tuple[int, SegmentReading]] = [(now, gap.readings[0])]
    tried = _worth_trying(game, gap, others, len(game.lines) - i)
    for other in others:
        if other not in tried:
            ways.append((now, other))
            continue
        found = game.trial({i: reading(line, gap, other)})
        if found is None:
            return False
        ways.append((wrong(found[behind:]), other))
    least = min(n for n, _ in ways)
    kept = [r for n, r in ways if n == least]
    if len(kept) < len(ways):
        nets = {r.net for r in kept}
        left = [r for r in gap.readings if r.net in nets]
        game.adopt({i: _narrowed(line, k, left)})
    return True


def _worth_trying(game: Game, gap: Gap, others: list[SegmentReading], cost: int) -> list[SegmentReading]:
    """Readings of a gap that may explain the last line: all of them, or, where that takes much, those that bear on it.

    What a reading does not touch itself it hardly ever explains by what it did to the lines between.
    """
    if cost * len(others) <= game.credit // 4:
        return others
    stated = _denied(game) or game.lines[-1].action.statements
    things = {thing for s in stated for thing, _ in _things(game, s)}
    if not stated:  # a play: the countries that it names, and what lies beside the map
        things = {"", *_named(game)}
    first = set(gap.readings[0].net)
    return [
        r
        for r in others
        if any(thing in things and name not in _LOOK_BACK for thing, name, _ in first.symmetric_difference(r.net))
    ]


_LOOK_BACK = frozenset({"targeted", "improved", "touched", "struck", "disrupted"})
"""What a board remembers of its last plays: every reading of a target has its own."""


def _named(game: Game) -> set[str]:
    """The countries that the last line names."""
    items = (item for segment in game.lines[-1].action.segments for item in segment.items)
    return {name for item in items for name in item.countries() if name in game.board.countries}


def _settle_together(game: Game, last: int) -> None:
    """Where no reading of one gap alone explains the last line, readings of several together may.

    Looked at are the lines since the checkpoint before it, then those since earlier ones; what one gap is assumed to be
    may open the next one anew.
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
        fork = game.fork(first)
        found = _through(fork, game.lines[first:])
        game.credit = fork.credit
        if found is not None:
            game.adopt(dict(enumerate(found, first)))
            return


def _through(fork: Game, lines: Sequence[Line]) -> list[Line] | None:
    """The lines but the last as they have to be read for the last one to fit; None if no way is found."""
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
    ways = product(*(enumerate([gap.readings[0], *gap.others]) for gap in judged.gaps.found))
    for chosen in islice(ways, MOST_TOGETHER):
        read = judged
        for k, (n, way) in enumerate(chosen):
            if n:
                read = _narrowed(read, k, [way])
        fork.add(line.action, read.treatment, read.gaps)
        found = _through(fork, rest)
        fork.drop()
        if found is not None:
            return [read, *found]
    return None


def reading(line: Line, gap: Gap, other: SegmentReading) -> Treatment:
    return replace(line.treatment, reading=gap.instead(line.gaps.assumed, other))


def _narrowed(line: Line, k: int, left: Sequence[SegmentReading]) -> Line:
    """A line with fewer readings of one of its gaps, the first of them taken."""
    old = line.gaps.found[k]
    assumed = old.instead(line.gaps.assumed, left[0])
    gap = Gap(old.segment, old.asked, old.before, list(left), old.idle, old.in_part)
    gap.finding = gaps.report(gap, assumed)
    if gap.finding is not None:
        gap.finding.id = line.step.id
        gap.finding.follows = list(old.finding.follows) if old.finding is not None else []
    found = [gap if n == k else g for n, g in enumerate(line.gaps.found)]
    return replace(
        line, gaps=Gaps(assumed, found, line.gaps.orders), treatment=replace(line.treatment, reading=assumed)
    )


def _speaks_of(game: Game, gap: Gap) -> bool:
    """Whether the last checkpoint, or the Plots that are resolved, show something that the readings of a gap leave open."""
    if game.lines[-1].action.kind == "resolve":
        plots = {(name, "plots") for name in _named(game)}
        return any((thing, name) in plots for r in gap.readings for thing, name, _ in r.net)
    return any(_leaves_open(game, gap, s) for s in game.lines[-1].action.statements)


def _leaves_open(game: Game, gap: Gap, s: Statement) -> bool:
    """Whether the readings of a gap differ in what a statement is about."""
    nets = [set(r.net) for r in gap.readings]
    differ = {(thing, name) for net in nets for thing, name, _ in net.symmetric_difference(nets[0])}
    if statements.target(game.board, s) is None:
        return any(name in _COUNTED for _, name in differ)
    return not differ.isdisjoint(_things(game, s))


def _things(game: Game, s: Statement) -> set[tuple[str, str]]:
    """What a statement is about, as the changes of readings name it."""
    place, names = statements.target(game.board, s) or ("", ())
    return {(place, name) for name in names}


_COUNTED = frozenset({"governance", "posture", "regime_change", "lapsing"})
"""What the derived tracks count."""


def _denied(game: Game) -> list[Statement]:
    """Statements of the last line that are not so."""
    line = game.lines[-1]
    places = {f.place for f in line.step.findings if f.kind == "outcome"}
    return [s for s in _stated(line) if s.place in places]


def _stated(line: Line) -> list[Statement]:
    """What a line says of the board: its statements, or the claims of its segments."""
    return [*line.action.statements, *(s for segment in line.action.segments for s in segment.claims)]


def _leave_open(game: Game, last: int) -> None:
    """Too much was tried already: of what the last line denies, that which a gap leaves open follows from the gap."""
    stated = _stated(game.lines[last])
    denied = {id(f): [s for s in stated if s.place == f.place] for f in game.lines[last].step.findings}
    for line in game.lines[_window(game) : last]:
        for gap in line.gaps.found:
            for f in game.lines[last].step.findings if gap.others else ():
                if f.kind == "outcome" and not f.follows and any(_leaves_open(game, gap, s) for s in denied[id(f)]):
                    f.follows.append(line.action.place.line)


def wrong(lines: Sequence[Line]) -> int:
    """How much is wrong on some lines."""
    found = 0
    for line in lines:
        for f in line.step.findings:
            found += f.kind in ("illegal", "outcome", "impossible")
    return found
