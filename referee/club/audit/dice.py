"""Tests of dice, in plain words.

The test is Pearson's chi-square over the six faces, with its exact tail.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from referee.club.audit.rows import DiceRow, Faces
from referee.engine.state.words import plural

FEWEST = 60
"""Fewest dice for a test: ten for each face. With less nothing is said."""
UNUSUAL = 0.05
VERY = 0.001


def add(into: Faces, faces: Iterable[int]) -> None:
    """Add counts to counts."""
    for i, n in enumerate(faces):
        into[i] += n


def together(kinds: dict[str, dict[str, Faces]]) -> Faces:
    """The counts of all sides and kinds."""
    faces = [0] * 6
    for by_kind in kinds.values():
        for more in by_kind.values():
            add(faces, more)
    return faces


def chi_square(faces: Faces) -> float:
    """Pearson's statistic against six faces that are equally likely."""
    n = sum(faces)
    return (6 * sum(f * f for f in faces) - n * n) / n


def tail(x: float) -> float:
    """The exact tail of a chi-square variable with five degrees of freedom."""
    if x <= 0:
        return 1.0
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)


def holm(chances: list[float]) -> list[float]:
    """Chances adjusted for the number of tests (Holm)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    adjusted = [0.0] * len(chances)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[i]))
        adjusted[i] = highest
    return adjusted


def rate(chance: float) -> str:
    """A chance in words."""
    if chance >= 0.01:
        return f"{round(100 * chance)} of 100"
    if chance < 1e-6:
        return "less than 1 of 1,000,000"
    times = 1 / chance
    return f"1 of {round(times, 1 - math.floor(math.log10(times))):,.0f}"


def rows(samples: list[tuple[dict[str, dict[str, Faces]], bool]]) -> list[DiceRow]:
    """A row for each sample of dice.

    The samples marked True are tested, as a family.
    """
    found, tested = [], []
    for kinds, test in samples:
        row = _counted(kinds)
        found.append(row)
        if not row.n:
            row.words = "no dice"
        elif not test:
            row.words = f"{_dice(row.n)} of nobody in particular: not tested"
        elif row.n < FEWEST:
            row.level = "too few"
            row.words = f"{_dice(row.n)}: too few to say anything ({FEWEST} are needed)"
        else:
            tested.append(row)
    chances = [tail(chi_square(row.faces)) for row in tested]
    for row, chance, adjusted in zip(tested, chances, holm(chances), strict=True):
        row.level = "usual" if adjusted >= UNUSUAL else "unusual" if adjusted >= VERY else "very unusual"
        row.words = _words(row.level, row.n, chance, adjusted, len(tested))
        row.chance, row.adjusted = float(f"{chance:.6g}"), float(f"{adjusted:.6g}")
    return found


def _counted(kinds: dict[str, dict[str, Faces]]) -> DiceRow:
    """The row of a sample before it is tested."""
    faces = together(kinds)
    n = sum(faces)
    average = round(sum(face * f for face, f in enumerate(faces, 1)) / n, 3) if n else None
    return DiceRow(faces, n, average, round(chi_square(faces), 4) if n else None, None, None, "none", "", kinds)


def _dice(n: int) -> str:
    return plural(n, "die", "dice")


def _words(level: str, n: int, chance: float, adjusted: float, tested: int) -> str:
    fair = f"fair dice are at least this uneven in {rate(chance)} samples of this size"
    if level == "usual":
        many = f"; no surprise with {tested} samples tested" if chance < UNUSUAL else ""
        return f"{_dice(n)}: nothing unusual; {fair}{many}"
    family = f", in {rate(adjusted)} tournaments with {tested} such samples" if tested > 1 else ""
    return f"{_dice(n)}: {level}; {fair}{family}. That proves nothing: see how they were rolled and written down"
