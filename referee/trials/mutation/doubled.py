"""Mistakes that show twice on a line and are one all the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.engine import queries as q
from referee.engine.board import US, Board
from referee.trials.mutation.model import Mistake, cells_of, mutator, plain


@mutator("more rolls of a Jihad than Cells")
def jihad_rolls(b: Board, r: Random) -> Iterator[Mistake]:
    for name, state in cells_of(b):
        c = b[name]
        single = c.sleepers + c.actives == q.cells(b, name) == 1
        if c.data.muslim and c.governance in (1, 2, 3) and single and "Benazir Bhutto" not in c.markers:
            if q.cells_on_map(b) < 4:
                continue
            for card in plain(b, "J", 2, 3):
                yield Mistake((f"J {card} jihad {name}:{state} 2 [6 6]",), "illegal", "8.4")


@mutator("a needless Travel roll, and the Cell taken off for it")
def needless_loss(b: Board, r: Random) -> Iterator[Mistake]:
    for origin, state in cells_of(b):
        for name, c in b.countries.items():
            easy = c.marked and q.adjacent(b, origin, name) and not q.cells(b, name) and name != US
            if easy and not q.lapsing(b, 2) and q.cells_on_map(b) > 2:
                for card in plain(b, "J"):
                    yield Mistake(
                        (f"J {card} travel {origin}:{state} > {name} [6] => {name} no cells",), "outcome", "8.3.1"
                    )


@mutator("a Cell of a Plot that is said to sleep on")
def still_asleep(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items():
        spare = b.cells_track  # with an empty track another rule would speak
        if c.sleepers and spare and c.marked and not q.islamist(b, name) and name not in (US, "Philippines"):
            for card in plain(b, "J"):
                yield Mistake(
                    (f"J {card} plot {name}:s 1 [6] => {name} {c.sleepers} sleeper{'s' * (c.sleepers != 1)}",),
                    "outcome",
                    "8.5.1",
                )
