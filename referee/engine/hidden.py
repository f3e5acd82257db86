"""What is known of face-down Plot markers: every assignment of values that still fits (8.5.4).

A world assigns a value to each marker on the map. A world may also carry the one act that it would make illegal: a
marker placed with a card of too little value (8.5.2). While worlds without such an act are left, the others only wait;
when a reveal leaves none but them, that act is the explanation.
"""

from __future__ import annotations

from collections import Counter

from referee.engine.board import Board, Token, World
from referee.engine.requirement import FindingKind

Problem = tuple[FindingKind, str, str, tuple[int, ...]]
"""Kind, rule, sentence, lines to see."""
VALUES = ("1", "2", "3", "W")
MAX_WORLDS = 4000


def token(number: int, action: str, line: int, limit: int) -> Token:
    return Token(number, action, line, limit)


def supply(board: Board) -> Counter[str]:
    """Markers that are in the Available box or face down on the map, by value."""
    found = Counter(dict(zip("123", board.numbered, strict=True)))
    found["W"] = board.wmd_available
    return found


def place(board: Board, new: Token, value: str) -> tuple[World, ...]:
    """The worlds after a marker was placed."""
    have = supply(board)
    found: set[World] = set()
    for assigned, culprit in board.worlds:
        used = Counter(v for _, v in assigned)
        for v in VALUES if value == "?" else (value,):
            if used[v] >= have[v]:
                continue
            breaks = v != "W" and int(v) > new.limit
            if breaks and value == "?" and culprit:
                continue
            blame = culprit or (f"{new.number}" if breaks and value == "?" else "")
            found.add(((*assigned, (new.number, v)), blame))
    if not found:  # no marker of that value was left: keep what was written
        found = {
            ((*assigned, (new.number, "1" if value == "?" else value)), culprit) for assigned, culprit in board.worlds
        }
    return tuple(sorted(found))[:MAX_WORLDS]


def can_place(board: Board, value: str) -> bool:
    """Whether a marker of this value may be in the Available box."""
    have = supply(board)
    return any(have[value] > sum(v == value for _, v in assigned) for assigned, _ in board.worlds)


def available_count(board: Board) -> int:
    """Markers in the Available Plots box, whatever their values."""
    return sum(supply(board).values()) - len(board.tokens)


def known(board: Board, number: int) -> str | None:
    """The value of a marker if every world without a culprit agrees."""
    clean = [w for w in board.worlds if not w[1]] or list(board.worlds)
    values = {dict(w[0]).get(number) for w in clean}
    return values.pop() if len(values) == 1 else None


def possible(board: Board, number: int) -> tuple[str, ...]:
    """Values that the marker may have, without an illegal act."""
    clean = [w for w in board.worlds if not w[1]] or list(board.worlds)
    return tuple(sorted({v for w in clean if (v := dict(w[0]).get(number)) is not None}))


def which(board: Board, numbers: tuple[int, ...], value: str) -> int:
    """Which of these markers it is that shows ``value``, the one with the fewest other values first.

    Markers that are turned over together may be written down in any order. A value that nobody wrote down ("?") belongs
    to the marker of which the least is known.
    """
    if value == "?":
        return max(numbers, key=lambda n: len(possible(board, n)))
    fitting = [n for n in numbers if value in possible(board, n)]
    fitting = fitting or [n for n in numbers if any((n, value) in assigned for assigned, _ in board.worlds)]
    return min(fitting or numbers, key=lambda n: len(possible(board, n)))


def reveal(board: Board, number: int, value: str) -> tuple[tuple[World, ...], Problem | None]:
    """The worlds after a marker was turned over, and what is wrong if none fits."""
    fitting = tuple(w for w in board.worlds if (number, value) in w[0])
    if any(not culprit for _, culprit in fitting):
        return fitting, None
    placed = {t.number: t for t in board.tokens}
    if fitting:
        guilty = placed.get(int(fitting[0][1]))
        settled = tuple(sorted({(w[0], "") for w in fitting}))
        if guilty is not None:
            message = (
                f"a Plot {value} cannot have been placed at line {guilty.line} with a {guilty.limit}-value card"
                if guilty.number == number
                else f"with this Plot {value} the marker placed at line {guilty.line} has a number above {guilty.limit}"
            )
            return settled, ("illegal", "8.5.2", message, (guilty.line,))
        return settled, None
    lines = tuple(sorted({t.line for t in board.tokens if t.line}))
    message = f"no Plot {value} can be there: the markers of that value are elsewhere or not Available"
    forced = tuple(sorted({(tuple((n, value if n == number else v) for n, v in a), "") for a, _ in board.worlds}))
    return forced, ("impossible", "8.5.2", message, lines)


def forget(board: Board, number: int) -> tuple[World, ...]:
    """The worlds after a marker left the map."""
    return tuple(
        sorted({(tuple(p for p in a if p[0] != number), c if c != str(number) else "") for a, c in board.worlds})
    )
