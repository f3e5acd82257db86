"""Distances between words, in slips of the pen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SHORT, LONG = 4, 8
"""Letters from which a word may have one wrong letter, and two."""
PART = 3
"""Letters of a partial word for one wrong letter."""
MOST = 40
"""Most letters of a compared word."""


def edits(one: str, other: str, most: int) -> int | None:
    """Return the number of different letters; None for more than ``most``.

    A letter may be wrong, missing, added, or exchanged with the next. No cell that cannot be within ``most`` is
    computed, so the cost grows with the shorter word alone.
    """
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most or max(len(one), len(other)) > MOST:
        return None
    far = most + 1
    before: list[int] = []
    row = [min(j, far) for j in range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [far] * (len(other) + 1)
        if i <= most:
            row[0] = i
        for j in range(max(1, i - most), min(len(other), i + most) + 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other[j - 1]))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other[j - 1]:
                least = min(least, earlier[j - 2] + 1)
            row[j] = min(least, far)
    return row[-1] if row[-1] <= most else None


def exchanged(one: str, other: str) -> bool:
    """Return whether two letters, adjacent or not, have changed places: "Lybia"."""
    if len(one) != len(other):
        return False
    wrong = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(wrong) == 2 and wrong[0] == wrong[1][::-1]


def slips(written: str, meant: str, least: int = SHORT) -> int | None:
    """The number of wrong letters, if few for the length, or None.

    With fewer letters than ``least``, or both with fewer than :data:`SHORT`, none may be wrong.
    """
    shorter = min(len(written), len(meant))
    if shorter < least or max(len(written), len(meant)) < SHORT:
        return 0 if written == meant else None
    if exchanged(written, meant):
        return 1
    return edits(written, meant, 1 if shorter < LONG else 2)


def slips_of_all(written: Sequence[str], meant: Sequence[str], least: int = SHORT) -> int | None:
    """The number of wrong letters in several words, compared one by one.

    Returns None for more than two in all.
    """
    if len(written) == len(meant) == 1:
        return slips(written[0], meant[0], least)
    if len(written) != len(meant):
        return None
    total = 0
    for one, other in zip(written, meant, strict=True):
        found = slips(one, other, PART)
        if found is None:
            return None
        total += found
    return total if total <= 2 else None


def is_near(written: str, known: Iterable[str]) -> bool:
    """Whether a word of sufficient length may misspell one of some others."""
    return any(len(word) >= SHORT and slips(written, word) is not None for word in known)
