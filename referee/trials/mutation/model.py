"""Kinds of mistakes, each declared with its finding.

With cards and pieces for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from referee.engine.state.board import Board, Country


@dataclass(frozen=True, slots=True)
class Mistake:
    """Lines with a mistake, and the finding expected for it.

    The finding has a kind, a rule and one of the lines as its place. ``see`` is the line with the mistake, where only a
    later one contradicts it.
    """

    lines: tuple[str, ...]
    kind: str
    rule: str
    at: int = 0
    see: int | None = None


Mutator = Callable[[Board, Random], Iterator[Mistake]]
Lines = str | tuple[str, ...] | Mistake
"""A line, several lines, or a mistake whose finding is another one than the kind's."""
Maker = Callable[[Board, Random], Iterator[Lines]]
MUTATORS: dict[str, Mutator] = {}
"""Mistakes with the rules of the base game."""
CHAPTER_11: dict[str, Mutator] = {}
"""Mistakes with what The Awakening adds."""
SOLITAIRE: dict[str, Mutator] = {}
"""Mistakes with a flowchart."""


def mutator(
    name: str,
    kind: str,
    rule: str,
    by: str = "",
    among: dict[str, Mutator] = MUTATORS,
    *,
    at: int = 0,
    see: int | None = None,
) -> Callable[[Maker], Maker]:
    """Declare a kind of mistake: its name, finding and line.

    The function yields every mistake of its kind that the position allows. With ``by`` ("J", "US 2 3": a side and
    values) it yields plays, each made with every such card that triggers nothing; ``[*]`` in a play is any die.
    """

    def register(make: Maker) -> Maker:
        def mistakes(b: Board, r: Random) -> Iterator[Mistake]:
            for lines in make(b, r):
                if isinstance(lines, Mistake):
                    yield lines
                elif not by or isinstance(lines, tuple):
                    yield Mistake((lines,) if isinstance(lines, str) else lines, kind, rule, at, see)
                else:
                    side, *values = by.split()
                    for card in plain(b, side, *map(int, values)):
                        play = lines.replace("[*]", f"[{r.randint(1, 6)}]") if "[*]" in lines else lines
                        yield Mistake((f"{side} {card} {play}",), kind, rule, at, see)

        among[name] = mistakes
        return make

    return register


# -------------------------------------------------------------------- what a side has to play with


def plain(b: Board, side: str, *values: int) -> list[int]:
    """Cards of the side on the clock without a trigger.

    Of these values; none if an event rules the play.
    """
    ruled = b.recall("second card")  # cards 48 and 53
    if b.side != side or b.stage != "action" or b.winner or (ruled and ruled[1] == b.phases):
        return []
    return [
        n for n in in_hand(b, side) if n in b.cards and quiet(b, n, side) and (not values or b.cards[n].ops in values)
    ]


def in_hand(b: Board, side: str) -> tuple[int, ...]:
    """The cards that a side is known to hold."""
    return tuple((b.cards_j if side == "J" else b.cards_us) or ())


def quiet(b: Board, card: int, side: str, most: int = 3) -> bool:
    """Whether a card of at most this value triggers no event.

    When this side plays it.
    """
    data = b.cards[card]
    return data.side in (side, None) and not data.auto and data.ops <= most


def muslim(b: Board) -> list[tuple[str, Country]]:
    """The Muslim countries."""
    return [(name, b[name]) for name in b.muslim]


def movable(b: Board) -> list[tuple[str, int]]:
    """Places from which a Troop may Deploy."""
    found = [("track", b.troops_track)] if b.troops_track else []
    return found + [(n, c.troops) for n, c in b.countries.items() if c.troops and not c.regime_change]


def with_cells(b: Board) -> list[tuple[str, Country, str]]:
    """Countries with Cells, and one Cell's state."""
    return [(n, c, "s" if c.sleepers else "a") for n, c in b.countries.items() if c.sleepers + c.actives]
