"""What a flowchart looks at: the board, and how far the card has got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.engine.board import Board

if TYPE_CHECKING:
    from referee.engine.play import Play

MOST = 3
"""Most Operations value that one card brings, Reserves included (6.3.3.1)."""


@dataclass(slots=True, eq=False)
class Situation:
    """One decision of a side that plays by a flowchart."""

    board: Board
    side: str
    play: Play | None = None
    """The play that it belongs to, for what has to be tried out; None where somebody only asks."""
    card: int = 0
    ops: int = 0
    """What is left of the card's own Operations value."""
    reserves: int = 0
    """The Reserves of the side."""
    others: int | None = None
    """Cards in hand besides the one that is played; None if nobody knows."""
    used: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Cells (Sleepers, Active ones) of a country that have operated with this card."""
    leaving: Mapping[str, int] = field(default_factory=dict)
    """How many Cells of a country are about to Travel away, while the others are named."""
    target: str = ""
    """Where Cells Travel to, while their origin is looked for; "" for none."""
    recruiting: bool = False
    """Whether a country is looked for to Recruit in, and not to Travel to."""
    for_jihad: bool = False
    """Whether a country is looked for to make Jihad in, and not for an event."""
    found: dict[str, Any] = field(init=False, default_factory=dict)
    """What was worked out already: nothing on the board changes while one decision is made."""

    memo: dict[Any, Any] = field(default_factory=dict)
    """What has been worked out of this position already; situations that are made of one another share it."""

    @property
    def value(self) -> int:
        """Operations value with Reserves, 3 at most."""
        return min(MOST, self.ops + self.reserves)
