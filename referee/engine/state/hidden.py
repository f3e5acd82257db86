"""The possible values of face-down Plot markers (8.5.4).

A world gives a value to each marker on the map. Markers placed alike (same limit, same markers Available, nothing
learned in between) are indistinguishable and form a batch. Of the worlds that differ only within a batch, one is kept.
So worlds are counted by kind and stay few, for any number of markers.

A world may also carry the one action that it would make illegal: a marker placed with a card of too low a value
(8.5.2). While worlds without such an action are left, the others only wait; if a reveal leaves only those, that action
is the explanation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from referee.engine.state.board import Board, PlotToken, World
from referee.engine.state.plain import NamedTuple, replace

if TYPE_CHECKING:
    from referee.engine.law.requirement import FindingKind

WITHIN_VALUE = "Plot: number within the value"
"""The id of the requirement on the number of a placed marker (8.5.2)."""


class PlotProblem(NamedTuple):
    """A reveal that what is known rules out."""

    kind: FindingKind
    rule: str
    message: str
    see: tuple[int, ...]
    """The lines that belong to it."""
    requirement: str = ""
    """The id of the requirement broken by an earlier line."""


Assigned = tuple[tuple[int, str], ...]
VALUES = ("1", "2", "3", "W")


def supply(board: Board) -> Mapping[str, int]:
    """Return the Available and face-down markers, by value."""
    one, two, three = board.numbered
    return {"1": one, "2": two, "3": three, "W": board.wmd_available}


def blameless(board: Board) -> list[World]:
    """Return the worlds without an illegal action.

    All of them if there is none.
    """
    return [w for w in board.worlds if not w[1]] or list(board.worlds)


def token(board: Board, number: int, action: str, line: int, limit: int, value: str) -> PlotToken:
    """Return a marker to be placed.

    With a stated value it is in no batch.
    """
    have = supply(board)
    alike = (number,) if value != "?" else (limit, board.sightings, *(have[v] for v in VALUES))
    return PlotToken(number, action, line, limit, alike)


def _batches(tokens: Iterable[PlotToken]) -> list[tuple[int, ...]]:
    """Return the indistinguishable markers, in batches of two or more."""
    found: dict[tuple[int, ...], list[int]] = {}
    for t in tokens:
        found.setdefault(t.alike, []).append(t.number)
    return [tuple(numbers) for numbers in found.values() if len(numbers) > 1]


def _batch_of(board: Board, number: int) -> tuple[int, ...]:
    return next((numbers for numbers in _batches(board.tokens) if number in numbers), (number,))


def _one_of_its_kind(worlds: Iterable[World], tokens: Iterable[PlotToken]) -> tuple[World, ...]:
    """Keep one world of those that differ only within a batch."""
    batches = _batches(tokens)
    if not batches:
        return tuple(sorted(set(worlds)))
    limits = {t.number: t.limit for t in tokens}
    found: set[World] = set()
    for assigned, culprit in worlds:
        values = dict(assigned)
        blame = culprit
        for numbers in batches:
            values.update(zip(numbers, sorted(values[n] for n in numbers), strict=True))
            if culprit and int(culprit) in numbers:
                blame = _guilty(values, numbers, limits[numbers[0]])
        found.add((tuple(values.items()), blame))
    return tuple(sorted(found))


def _guilty(values: dict[int, str], batch: tuple[int, ...], limit: int) -> str:
    """The marker of a batch, placed under one limit, that exceeds it."""
    above = [n for n in batch if values[n] != "W" and int(values[n]) > limit]
    return str((above or batch)[-1])


def place(board: Board, new: PlotToken, value: str, *, stated: bool = False) -> tuple[World, ...]:
    """Return the worlds after a marker was placed.

    If no marker of the value is left, it is another one; a set-up (``stated``) is taken literally.
    """
    have = supply(board)
    found = [world for old in board.worlds for world in _with_marker(old, new, value, have)]
    if not found and not stated and value != "?" and any(have[v] > 0 for v in VALUES):
        return place(board, new, "?")
    if not found:  # no marker of that value was left: keep what was written
        kept = "1" if value == "?" else value
        found = [((*assigned, (new.number, kept)), culprit) for assigned, culprit in board.worlds]
    elif value != "?" and all(culprit for _, culprit in found):  # reported here already, so not when one is turned over
        found = [(assigned, "") for assigned, _ in found]
    return _one_of_its_kind(found, (*board.tokens, new))


def _with_marker(world: World, new: PlotToken, value: str, have: Mapping[str, int]) -> Iterator[World]:
    """Yield the worlds after a placement, by the values left."""
    assigned, culprit = world
    used = Counter(v for _, v in assigned)
    for v in VALUES if value == "?" else (value,):
        breaks = value == "?" and v != "W" and int(v) > new.limit
        if used[v] < have[v] and not (breaks and culprit):
            yield (*assigned, (new.number, v)), culprit or (f"{new.number}" if breaks else "")


def can_place(board: Board, value: str) -> bool:
    """Return whether this value may be Available, without illegal actions."""
    have = supply(board)
    return any(have[value] > sum(v == value for _, v in assigned) for assigned, _ in blameless(board))


def can_be_placed(board: Board, value: str) -> bool:
    """Whether a marker of this value may be Available, in any world."""
    have = supply(board)
    return any(have[value] > sum(v == value for _, v in assigned) for assigned, _ in board.worlds)


def available_count(board: Board) -> int:
    """Return the number of markers in the Available Plots box."""
    return sum(supply(board).values()) - len(board.tokens)


def known(board: Board, number: int) -> str | None:
    """Return the value of a marker if every blameless world agrees."""
    values = possible(board, number)
    return values[0] if len(values) == 1 else None


def possible(board: Board, number: int) -> tuple[str, ...]:
    """Return the possible values of the marker, without an illegal action."""
    batch = _batch_of(board, number)
    return tuple(sorted({v for assigned, _ in blameless(board) for n, v in assigned if n in batch}))


def which(board: Board, numbers: tuple[int, ...], value: str) -> int:
    """The marker that shows ``value``, with the fewest other values first.

    Markers turned over together may be written in any order. An unwritten value ("?") belongs to the least known
    marker.
    """
    if value == "?":
        return max(numbers, key=lambda n: len(possible(board, n)))
    fitting = [n for n in numbers if value in possible(board, n)]
    fitting = fitting or [n for n in numbers if any(value == v for w in _apart(board, n) for m, v in w[0] if m == n)]
    return min(fitting or numbers, key=lambda n: len(possible(board, n)))


def _apart(board: Board, number: int) -> tuple[World, ...]:
    """The worlds with one marker taken from its batch, by value."""
    batch = _batch_of(board, number)
    if len(batch) == 1:
        return board.worlds
    found: set[World] = set()
    rest = [n for n in batch if n != number]
    limit = next(t.limit for t in board.tokens if t.number == number)
    for assigned, culprit in board.worlds:
        values = dict(assigned)
        lying = [values[n] for n in batch]
        for v in set(lying):
            others = list(lying)
            others.remove(v)
            values.update(zip(rest, others, strict=True))
            values[number] = v
            mine = bool(culprit) and int(culprit) in batch
            found.add((tuple(values.items()), _guilty(values, batch, limit) if mine else culprit))
    return tuple(sorted(found))


Knowledge = tuple[tuple[World, ...], tuple[PlotToken, ...]]
"""The knowledge after a disclosure: the worlds and the markers."""


def _known_by_itself(board: Board, number: int) -> tuple[PlotToken, ...]:
    return tuple(replace(t, alike=(number,)) if t.number == number else t for t in board.tokens)


def rule_out(board: Board, number: int, value: str) -> Knowledge | None:
    """Return the knowledge after a value was ruled out.

    Returns None if the marker must have it.
    """
    left = [w for w in _apart(board, number) if (number, value) not in w[0]]
    if known(board, number) == value:
        return None
    tokens = _known_by_itself(board, number)
    return (_one_of_its_kind(left, tokens), tokens) if left else None


def reveal(board: Board, number: int, value: str) -> tuple[Knowledge, PlotProblem | None]:
    """Return the knowledge after a reveal, and the problem if nothing fits."""
    tokens = _known_by_itself(board, number)
    worlds = _apart(board, number)
    fitting = [w for w in worlds if (number, value) in w[0]]
    blameless_left = [w for w in fitting if not w[1]]
    if blameless_left:
        return (_one_of_its_kind(fitting, tokens), tokens), None
    placed = {t.number: t for t in board.tokens}
    if fitting:
        guilty = placed.get(int(fitting[0][1]))
        settled = _one_of_its_kind([(assigned, "") for assigned, _ in fitting], tokens), tokens
        return settled, _above_its_card(guilty, number, value) if guilty is not None else None
    if number in placed and placed[number].written == value:  # its shortage was reported when it was placed
        return (board.worlds, board.tokens), None
    lines = tuple(sorted({t.line for t in board.tokens if t.line}))
    was = known(board, number)
    message = (
        f"the record says that this marker is a Plot {was}, so it cannot be a {_value_words(value)}"
        if was
        else f"this cannot be a {_value_words(value)}: every Plot of that value is elsewhere, or none of that value could be placed"
    )
    forced = _with_value(worlds, number, value, supply(board)[value])
    problem = PlotProblem("impossible", "8.5.2", message, lines)
    if not forced:  # it stays a marker that can be there
        return (board.worlds, board.tokens), problem
    return (_one_of_its_kind(forced, tokens), tokens), problem


def _with_value(worlds: Iterable[World], number: int, value: str, supply: int) -> list[World]:
    """Return worlds with a conflicting value, limited by its supply."""
    forced = [(tuple((n, value if n == number else v) for n, v in a), "") for a, _ in worlds]
    return [w for w in forced if sum(v == value for _, v in w[0]) <= supply]


def _above_its_card(guilty: PlotToken, number: int, value: str) -> PlotProblem:
    """Return the problem of a marker above its card's value (8.5.2).

    It may be the revealed marker or another one.
    """
    placed_at = f"from line {guilty.line}" if guilty.line else "from before the set-up"
    message = (
        f"the Plot {placed_at} was placed with a {guilty.limit}-value card, so it cannot be a {_value_words(value)}"
        if guilty.number == number
        else f"if this is a Plot {value}, the one {placed_at} must be above {guilty.limit}, the value of its card"
    )
    return PlotProblem("illegal", "8.5.2", message, (guilty.line,) if guilty.line else (), WITHIN_VALUE)


def _value_words(value: str) -> str:
    """Return the value of a Plot in words."""
    return "WMD" if value == "W" else value


def forget(board: Board, number: int) -> Knowledge:
    """Return the knowledge after a marker left the map."""
    tokens = tuple(t for t in board.tokens if t.number != number)
    worlds = [(tuple(p for p in a if p[0] != number), c if c != str(number) else "") for a, c in _apart(board, number)]
    return _one_of_its_kind(worlds, tokens), tokens
