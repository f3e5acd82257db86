"""Mistakes and those who make them, and what a side has to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from referee.engine.board import Board


@dataclass(frozen=True, slots=True)
class Mistake:
    """Lines with a mistake, the kind and rule of the finding, and which of the lines it stands at.

    ``see`` is the line with the mistake, where only a later one contradicts it.
    """

    lines: tuple[str, ...]
    kind: str
    rule: str
    at: int = 0
    see: int | None = None


Mutator = Callable[[Board, Random], Iterator[Mistake]]
MUTATORS: dict[str, Mutator] = {}
"""Mistakes with the rules of the base game."""
CHAPTER_11: dict[str, Mutator] = {}
"""Mistakes with what The Awakening adds."""


SOLITAIRE: dict[str, Mutator] = {}
"""Mistakes with a flowchart."""


def mutator(name: str, among: dict[str, Mutator] = MUTATORS) -> Callable[[Mutator], Mutator]:
    """Register a mutator; it yields every mistake of its kind that the position allows."""

    def register(function: Mutator) -> Mutator:
        among[name] = function
        return function

    return register


# -------------------------------------------------------------------- what a side has to play with


def plain(b: Board, side: str, *ops: int) -> list[int]:
    """Cards in the hand of the side on the clock that trigger nothing, of these values; none if an event rules the play."""
    ruled = b.recall("second card")  # cards 48 and 53
    if b.side != side or b.stage != "action" or b.winner or (ruled and ruled[1] == b.phases):
        return []
    hand = (b.cards_j if side == "J" else b.cards_us) or ()
    return [
        n
        for n in hand
        if n in b.cards
        and b.cards[n].side in (side, None)
        and not b.cards[n].auto
        and (not ops or b.cards[n].ops in ops)
    ]


def movable(b: Board) -> list[tuple[str, int]]:
    """Places from which a Troop may Deploy."""
    found = [("track", b.troops_track)] if b.troops_track else []
    return found + [(n, c.troops) for n, c in b.countries.items() if c.troops and not c.regime_change]


def us(use: str, kind: str, rule: str, cards: list[int]) -> Iterator[Mistake]:
    for n in cards:
        yield Mistake((f"US {n} {use}",), kind, rule)


def cells_of(b: Board) -> list[tuple[str, str]]:
    """Countries with Cells, and one Cell's state."""
    return [(n, "s" if c.sleepers else "a") for n, c in b.countries.items() if c.sleepers + c.actives]
