"""A line of a record as its procedure sees it.

Its kind and its side, and nothing of how it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.engine.law.play import Play
from referee.engine.state.script import Action


class Line(NamedTuple):
    """What decides the procedure of a line; everything else the procedure asks for.

    ``kind`` is card, unread, hold, resolve, end, deal, draw, cadre or choices. ``cards`` has 0 for a card that was not
    named. ``operations`` counts the Operations that a card is used for. ``plots`` is how many Plots are resolved, None
    for all that lie there. ``unstated`` is the unknown use where
    nobody noted what the card was used for, ``event`` the card whose event came where no line says which was played, ``unsure`` says that it may be no card play at all; its side may be "" then.
    """

    kind: str
    side: str = "J"
    cards: tuple[int, ...] = ()
    reserves: bool = False
    operations: int = 1
    plots: int | None = None
    unstated: str = ""
    unsure: bool = False
    event: int = 0


Procedure = Callable[[Play, Line], None]


def line_of(action: Action) -> Line:
    """The line that an action of a record is."""
    own = 0
    for s in action.segments:
        if s.name == "op" and s.card is None and s.side == action.side:
            own += 1
    plots = len(action.segments) if action.kind == "resolve" else None
    kind = "hold" if action.use == "hold" else action.kind
    unsure = kind == "unread" and not (action.side and action.cards)
    side = action.side if unsure else action.side or "J"
    return Line(kind, side, action.cards, action.reserves, own, plots, action.use if kind == "unread" else "", unsure)


class TurnStep(NamedTuple):
    """One step of the end of a turn.

    It is a procedure with a segment of its own, which may ask and roll.
    """

    name: str
    rule: str
    procedure: Callable[[Play], None]
    title: str = ""
    """The heading of what it brings in a report, "" for none."""
