"""Logs of one game as one: what a later file repeats is dropped, and its pieces are those of the earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.parsers.vassal.happenings import Happening, Log, Piece
from referee.parsers.vassal.overlap import without

MAX_LOGS = 100
"""Most logs of one game."""


@dataclass(slots=True)
class Joined:
    """Several logs as one; ``parts`` are the last steps of each in the numbers of the whole, none where it is one log."""

    log: Log
    parts: list[int] = field(default_factory=list)

    def step(self, number: int) -> str:
        """A step as whoever has the files would look for it."""
        begin = 0
        for n, last in enumerate(self.parts, 1):
            if number <= last:
                return f"log {n}, step {number - begin}"
            begin = last
        return f"step {number}"


def join(logs: Sequence[Log]) -> Joined:
    """Logs in the order in which they were saved; overlapping steps count once."""
    ordered = sorted(logs, key=lambda log: (log.saved is None, log.saved or 0))[:MAX_LOGS]
    if len(ordered) == 1:
        return Joined(ordered[0])
    whole = ordered[0]
    result = replace(whole, happenings=list(whole.happenings), warnings=list(whole.warnings))
    parts = [whole.steps]
    state = _after(whole.start, whole.happenings)
    new = max([*state, 0]) + 1
    for k, log in enumerate(ordered[1:], 1):
        own = without(log, ordered[:k])
        kept = {id(h) for h in own.happenings}
        repeated = [h for h in log.happenings if id(h) not in kept and h.step]
        start = _after(log.start, [h for h in log.happenings if not h.step] + repeated)
        names: dict[int, int] = {}
        offset = parts[-1]
        first = next((h.step for h in own.happenings if h.step), 1)
        for h in _same(start, state, names, new):
            result.happenings.append(replace(h, step=offset + first))
        new = max([new, *names.values()]) + 1
        for h in own.happenings:
            if h.step:
                made, new = _renamed(h, names, new)
                result.happenings.append(replace(made, step=offset + h.step))
        state = _after(state, result.happenings)
        parts.append(offset + log.steps)
        result.warnings += own.warnings
    result.steps = parts[-1]
    return Joined(result, parts)


def _after(start: dict[int, Piece], happenings: Sequence[Happening]) -> dict[int, Piece]:
    """The pieces once all of this has happened."""
    found = dict(start)
    for h in happenings:
        if h.after is not None:
            found[h.piece] = h.after
        elif h.kind == "removed":
            found.pop(h.piece, None)
    return found


def _same(start: dict[int, Piece], state: dict[int, Piece], names: dict[int, int], new: int) -> Iterator[Happening]:
    """Find the pieces of a later log among those of the earlier ones; what lies otherwise has happened between them."""
    left = dict(state)
    rest = dict(start)
    for key in (_exact, _alike):
        by_key: dict[Any, list[int]] = {}
        for n, piece in left.items():
            by_key.setdefault(key(piece), []).append(n)
        for n, piece in list(rest.items()):
            fitting = by_key.get(key(piece))
            if not fitting:
                continue
            old = fitting.pop(0)
            names[n] = old
            before = left.pop(old)
            del rest[n]
            if key is _alike:
                yield Happening(0, "moved", piece=old, before=before, after=replace(piece, id=old))
    for n, piece in rest.items():
        names[n] = new
        yield Happening(0, "added", piece=new, after=replace(piece, id=new))
        new += 1
    for n, piece in left.items():
        yield Happening(0, "removed", piece=n, before=piece)


def _exact(piece: Piece) -> Any:
    return piece.gpid, piece.images, piece.spot.map, piece.spot.x, piece.spot.y, piece.masked_by


def _alike(piece: Piece) -> Any:
    return piece.gpid, piece.images[:1]


def _renamed(h: Happening, names: dict[int, int], new: int) -> tuple[Happening, int]:
    """A happening with the pieces that the whole has."""
    if not h.piece:
        return h, new
    if h.piece not in names:
        names[h.piece] = new
        new += 1
    n = names[h.piece]
    before = None if h.before is None else replace(h.before, id=n)
    after = None if h.after is None else replace(h.after, id=n)
    return replace(h, piece=n, before=before, after=after), new
