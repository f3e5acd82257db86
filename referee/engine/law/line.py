"""A line for its procedure: kind and side, independent of spelling."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.law.play import Play
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Action


class LineHead(NamedTuple):
    """The data that choose the procedure of a line.

    The procedure asks for everything else.

    ``kind`` is card, unread, hold, resolve, end, deal, draw, cadre or choices. ``cards`` has 0 for an unnamed card.
    ``operations`` counts the Operations of a card. ``plots`` is the number of Plots to resolve, None for all.
    ``unstated`` is the unknown use of a card with no noted use, ``event`` the card of an event whose play is unnoted.
    ``unsure`` says that it may be no card play at all; its side may be "" then.
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


Procedure = Callable[[Play, LineHead], None]


def head_of(action: Action) -> LineHead:
    """Return the line for an action of a record."""
    own = 0
    for s in action.segments:
        if s.name == "op" and s.card is None and s.side == action.side:
            own += 1
    plots = len(action.segments) if action.kind == "resolve" else None
    kind = "hold" if action.use == "hold" else action.kind
    unsure = kind == "unread" and not (action.side and action.cards)
    side = action.side if unsure else action.side or "J"
    return LineHead(
        kind, side, action.cards, action.reserves, own, plots, action.use if kind == "unread" else "", unsure
    )


class TurnStep(NamedTuple):
    """One step of the end of a turn.

    It is a procedure with a segment of its own, which may ask and roll.
    """

    name: str
    rule: str
    procedure: Callable[[Play], None]
    title: str = ""
    """The heading of its results in a report, "" for none."""
