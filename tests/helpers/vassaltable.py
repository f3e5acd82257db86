"""A table for tests of VASSAL logs, and its readings.

It has two players, a cell with two faces, and cards with a back.
"""

from __future__ import annotations

from typing import Any

from referee.parsers.vassal import read
from referee.parsers.vassal.happenings import NOBODY, Happening, Log
from tests.helpers import vassalfile as v

ALICE, BOB = "alices-password", "bobs-password"
TABLE = [v.player(ALICE, "Alice", "US"), v.player(BOB, "Bob", "Jihadist")]
MAP = "Board"


def cell(id: str, x: int, y: int, level: int = 1, engine: v.Engine = v.ENGINES[3], **old: str) -> tuple[str, str]:
    """A counter with two faces."""
    return v.piece(
        [
            v.layer(["asleep.png", "awake.png"], ["Sleeper", "Active"], level, "Face", old=engine.old_layers),
            v.marker({"Owner": "Jihadist"}),
            v.moved(False),
            v.basic("cell.png", "Cell", MAP, x, y, "7", old, engine.age),
        ],
        engine.flat,
    )


def card(number: int, x: int, y: int, map: str = MAP, owner: str = NOBODY) -> tuple[str, str]:
    """A card with a back."""
    return v.piece([v.mask(owner), v.basic(f"card_{number}.png", f"Card {number}", map, x, y, str(number))])


def log(restore: list[Any], steps: list[Any], **options: Any) -> Log:
    """The reading of these commands."""
    return read(v.file(v.stream([*TABLE, *restore], steps), **options))


def told(found: Log, *kinds: str) -> list[Happening]:
    """The events of these kinds."""
    return [h for h in found.happenings if h.kind in kinds]


DECK = [v.add("11", card(1, 5, 5)), v.add("12", card(2, 5, 5)), v.add("13", card(3, 5, 5))]
DRAW = v.add("d", v.deck(MAP, 5, 5, "Draw", ["11", "12", "13"]))
DISCARD = v.add("e", v.deck(MAP, 80, 5, "Discard", [], face_down=False))
