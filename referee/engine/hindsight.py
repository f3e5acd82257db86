"""Hindsight: what later lines say of the gaps of earlier ones.

A checkpoint settles gaps of its turn: readings that it contradicts fall away, and if another one fits better the game is
judged again from that gap on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING

from referee.engine import gaps, statements, untold_events
from referee.engine.findings import Finding
from referee.engine.gaps import Gap, Gaps
from referee.engine.solver import SegmentReading

if TYPE_CHECKING:
    from referee.engine.game import Game
    from referee.engine.judged import Line, Treatment

FARTHEST = 40
"""Most lines before a checkpoint whose gaps it can settle: more than a turn has."""
MOST_TOGETHER = 64
"""Most combinations of readings of several gaps of one line that are tried at a checkpoint."""


# -------------------------------------------------------------------- gaps


def settle_gaps(game: Game) -> None:
    """Let the line that was just judged, a checkpoint or one that does not fit, settle what its turn left open."""
    last = len(game.lines) - 1
    if game.lines[last].action.kind not in ("board", "check") and not wrong(game.lines[last:]):
        return
    if game.lines[last].action.kind in ("board", "check"):
        untold_events.settle(game, max(_window(game), last - FARTHEST), wrong)
    if not any(line.gaps.found for line in game.lines[-FARTHEST - 1 :]):
        return
    of_checkpoint = game.lines[last].action.kind in ("board", "check")  # all that it leaves open lies before it
    for i in range(last - 1 + of_checkpoint, max(_window(game), last - FARTHEST) - 1, -1):
        for k in range(len(game.lines[i].gaps.found)):
            if not _settle(game, i, k):
                return
    if wrong(game.lines[last:]):
        _settle_together(game, last)


def _window(game: Game) -> int:
    """The first line whose gaps the last line, a checkpoint, can settle: of its turn, or of one that has just ended."""
    at = len(game.lines) - 1
    turn = game.lines[at].turn
    fresh = True
    while at and (game.lines[at - 1].turn == turn or (fresh and game.lines[at - 1].turn == turn - 1)):
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
    if not others or not (wrong(game.lines[-1:]) or (not gap.tested and _speaks_of(game, gap))):
        return True
    if not gap.tested:
        gap.tested = True
        game.tested.append(gap)
    ways: list[tuple[int, SegmentReading]] = [(now, gap.readings[0])]
    for other in others:
        found = game.trial({i: reading(line, gap, other)})
        if found is None:
            return _give_up(game, line)
        ways.append((wrong(found[behind:]), other))
    least = min(n for n, _ in ways)
    kept = [r for n, r in ways if n == least]
    if len(kept) < len(ways):
        nets = {r.net for r in kept}
        left = [r for r in gap.readings if r.net in nets]
        game.adopt({i: _narrowed(line, k, left)})
    return True


def _settle_together(game: Game, last: int) -> None:
    """Where no reading of one gap alone explains the last line, readings of several together may.

    Looked at are the lines since the checkpoint before it, then those since earlier ones; what one gap is assumed to be
    may open the next one anew.
    """
    first, start = last, max(_window(game), last - FARTHEST)
    if not any(line.gaps.found for line in game.lines[start:last]):
        return
    while first > start:
        first -= 1
        while first > start and game.lines[first - 1].action.kind not in ("board", "check", "end"):
            first -= 1
        if not any(line.gaps.found for line in game.lines[first:last]):
            continue
        lines, changes, memory = game.rewind(first)
        mark = game.journal.mark()
        found = _through(game, lines, first)
        game.journal.undo_to(mark)
        game.journal.restore(changes)
        game.lines[first:] = lines
        game.memory = memory
        if found is not None:
            game.adopt(dict(enumerate(found, first)))
            return


def _through(game: Game, lines: Sequence[Line], index: int) -> list[Line] | None:
    """The lines but the last as they have to be read for the last one to fit, from ``index`` on; None if no way is found."""
    line, rest = lines[0], lines[1:]
    game.credit -= 1
    if game.credit <= 0:
        return None
    plain = replace(line.treatment, reading={})
    judged = game.judge(line.action, plain)
    if wrong([judged]) or not rest:
        game.journal.undo_to(judged.mark)
        game.memory = judged.before
        return None if wrong([judged]) else []
    ways = product(*(enumerate([gap.readings[0], *gap.others]) for gap in judged.gaps.found))
    for chosen in islice(ways, MOST_TOGETHER):
        read = judged
        for k, (n, way) in enumerate(chosen):
            if n:
                read = _narrowed(read, k, [way])
        game.journal.undo_to(judged.mark)
        game.memory = judged.before
        del game.lines[index:]
        again = game.judge(line.action, read.treatment, read.gaps)
        game.lines.append(again)
        found = _through(game, rest, index + 1)
        del game.lines[index:]
        game.journal.undo_to(judged.mark)
        game.memory = judged.before
        if found is not None:
            return [read, *found]
    return None


def reading(line: Line, gap: Gap, other: SegmentReading) -> Treatment:
    return replace(line.treatment, reading=gap.instead(line.gaps.assumed, other))


def _narrowed(line: Line, k: int, left: Sequence[SegmentReading]) -> Line:
    """A line with fewer readings of one of its gaps, the first of them taken."""
    old = line.gaps.found[k]
    assumed = old.instead(line.gaps.assumed, left[0])
    gap = Gap(old.segment, old.asked, old.before, list(left))
    gap.finding = gaps.report(gap, assumed)
    if gap.finding is not None:
        gap.finding.id = line.step.id
        gap.finding.follows = list(old.finding.follows) if old.finding is not None else []
    found = [gap if n == k else g for n, g in enumerate(line.gaps.found)]
    return replace(
        line, gaps=Gaps(assumed, found, line.gaps.orders), treatment=replace(line.treatment, reading=assumed)
    )


def _speaks_of(game: Game, gap: Gap) -> bool:
    """Whether the last checkpoint states something that the readings of a gap leave open."""
    nets = [set(r.net) for r in gap.readings]
    differ = {(thing, name) for net in nets for thing, name, _ in net.symmetric_difference(nets[0])}
    counted = any(name in _COUNTED for _, name in differ)
    for s in game.lines[-1].action.statements:
        found = statements.target(game.board, s)
        if counted if found is None else any((id(found[0]), name) in differ for name in found[1]):
            return True
    return False


_COUNTED = frozenset({"governance", "posture", "regime_change", "lapsing"})
"""What the derived tracks count."""


def _give_up(game: Game, line: Line) -> bool:
    """Too much is left open to say whether the last checkpoint fits: that is no verdict."""
    step = game.lines[-1].step
    if any(f.kind == "outcome" for f in step.findings):
        step.findings[:] = [f for f in step.findings if f.kind != "outcome"]
        message = "the turn leaves too much open to say whether this fits"
        where = game.lines[-1].action.place
        step.findings.append(Finding("unsupported", "referee", message, where, see=[line.action.place.line]))
    return False


def wrong(lines: Sequence[Line]) -> int:
    """How much is wrong on some lines."""
    return sum(f.kind in ("illegal", "outcome", "impossible") for line in lines for f in line.step.findings)
