"""Several logs of one game as one.

Steps that a later file repeats are dropped, and its pieces are those of the earlier one. Logs overlap because a player
who steps through the other's log while logging has its steps in the own log again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.state.words import agree, plural
from referee.parsers.vassal.happenings import MADE, Happening, Log, Piece

MAX_LOGS = 100
"""Most logs of one game."""
FEWEST = 3
"""Fewest steps in a row that count as repeated.

One alone may be the same chat or the same roll once more.
"""


# -------------------------------------------------------------------- repeated steps


def repeated_steps(later: Log, earlier: Sequence[Log]) -> set[int]:
    """Numbers of a log's steps that earlier logs have.

    Steps are the same if their commands are, in runs of several, or alone if a piece or stack is new in them: its id is
    a point in time, so it is never made twice.
    """
    found: set[int] = set()
    for log in earlier:
        _repeats(later.prints, log.prints, found)
    return found


def _repeats(later: Sequence[bytes], earlier: Sequence[bytes], found: set[int]) -> None:
    single = {step: n for n, step in enumerate(earlier)}
    runs = {tuple(earlier[n : n + FEWEST]): n for n in range(len(earlier) - FEWEST + 1)}
    at = 0
    while at < len(later):
        here = runs.get(tuple(later[at : at + FEWEST]))
        if here is None and later[at].endswith(MADE):
            here = single.get(later[at])
        if here is None:
            at += 1
            continue
        begin, first = at, here
        while begin and first and later[begin - 1] == earlier[first - 1] and begin not in found:
            begin, first = begin - 1, first - 1
        while at < len(later) and here < len(earlier) and later[at] == earlier[here]:
            at, here = at + 1, here + 1
        found.update(range(begin + 1, at + 1))


def without_repeated(later: Log, earlier: Sequence[Log]) -> Log:
    """A log without steps of earlier logs; step numbers stay.

    ``start`` stays too: it is the position before the dropped steps.
    """
    steps = repeated_steps(later, earlier)
    if not steps:
        return later
    number = f"{plural(len(steps), 'step')} of this log {agree(len(steps), 'is', 'are')}"
    return replace(
        later,
        happenings=[h for h in later.happenings if h.step not in steps],
        warnings=[*later.warnings, f"{number} in an earlier one already"],
    )


# -------------------------------------------------------------------- one log


@dataclass(slots=True)
class JoinedLog:
    """Several logs as one.

    ``parts`` are the last steps of each in the numbers of the whole, none for a single log.
    """

    log: Log
    parts: list[int] = field(default_factory=list)

    def step(self, number: int) -> str:
        """A step by its number in its file."""
        begin = 0
        for n, last in enumerate(self.parts, 1):
            if number <= last:
                return f"log {n}, step {number - begin}"
            begin = last
        return f"step {number}"


def join(logs: Sequence[Log]) -> JoinedLog:
    """Logs in the order of saving; overlapping steps count once."""
    ordered = sorted(logs, key=lambda log: (log.save_time is None, log.save_time or 0))[:MAX_LOGS]
    if len(ordered) == 1:
        return JoinedLog(ordered[0])
    whole = ordered[0]
    result = replace(whole, happenings=list(whole.happenings), warnings=list(whole.warnings))
    parts = [whole.steps]
    state = _after(whole.start, whole.happenings)
    numbers = _Numbers(max([*state, 0]) + 1)
    for k, log in enumerate(ordered[1:], 1):
        own = without_repeated(log, ordered[:k])
        kept = {id(h) for h in own.happenings}
        start = _after(log.start, [h for h in log.happenings if not h.step])
        start = _after(start, [h for h in log.happenings if h.step and id(h) not in kept])
        steps = [h for h in own.happenings if h.step]
        offset = parts[-1]
        first = offset + (steps[0].step if steps else 1)
        numbers.known.clear()
        result.happenings += [replace(h, step=first) for h in _between(start, state, numbers)]
        result.happenings += [replace(numbers.renamed(h), step=offset + h.step) for h in steps]
        state = _after(state, result.happenings)
        parts.append(offset + log.steps)
        result.warnings += own.warnings
    result.steps = parts[-1]
    return JoinedLog(result, parts)


def _after(start: dict[int, Piece], happenings: Sequence[Happening]) -> dict[int, Piece]:
    """The pieces at the end of these happenings."""
    found = dict(start)
    for h in happenings:
        if h.after is not None:
            found[h.piece] = h.after
        elif h.kind == "removed":
            found.pop(h.piece, None)
    return found


@dataclass(slots=True)
class _Numbers:
    """Numbers of one log's pieces in the whole."""

    next: int
    known: dict[int, int] = field(default_factory=dict)

    def of(self, piece: int) -> int:
        if piece not in self.known:
            self.known[piece] = self.next
            self.next += 1
        return self.known[piece]

    def renamed(self, h: Happening) -> Happening:
        """A happening with the pieces of the whole."""
        if not h.piece:
            return h
        n = self.of(h.piece)
        before, after = (piece and replace(piece, id=n) for piece in (h.before, h.after))
        return replace(h, piece=n, before=before, after=after)


def _exact(piece: Piece) -> Any:
    return piece.gpid, piece.images, piece.spot.map, piece.spot.x, piece.spot.y, piece.masked_by


def _alike(piece: Piece) -> Any:
    return piece.gpid, piece.images[:1]


def _between(start: dict[int, Piece], state: dict[int, Piece], numbers: _Numbers) -> Iterator[Happening]:
    """Find a later log's pieces among earlier ones.

    The differences happened between them.
    """
    left, rest = dict(state), dict(start)
    for key in (_exact, _alike):
        by_key: dict[Any, list[int]] = {}
        for n, piece in left.items():
            by_key.setdefault(key(piece), []).append(n)
        for n, piece in list(rest.items()):
            fitting = by_key.get(key(piece))
            if not fitting:
                continue
            numbers.known[n] = old = fitting.pop(0)
            before = left.pop(old)
            del rest[n]
            if key is _alike:
                yield Happening(0, "moved", piece=old, before=before, after=replace(piece, id=old))
    for n, piece in rest.items():
        new = numbers.of(n)
        yield Happening(0, "added", piece=new, after=replace(piece, id=new))
    for n, piece in left.items():
        yield Happening(0, "removed", piece=n, before=piece)
