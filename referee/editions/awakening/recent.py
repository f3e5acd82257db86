"""Countries recently subject to an Event or to Operations (5.2.2).

That is in this Action Phase and the one before. No rule defines when a country is subject to one. The targets certainly
are. The origins of pieces and the countries of consequences are kept apart, so that either reading can be allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from referee.editions.base.moments import Moments
from referee.engine.law.ask import RollKind
from referee.engine.law.play import Play
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Event, Usage
from referee.engine.state.journal import Change, Kind
from referee.engine.state.script import Statement
from referee.engine.state.seams import on

if TYPE_CHECKING:

    class RecentBoard(Board):
        """A board with the fields of this look-back, added by its facts."""

        targeted: tuple[tuple[int, str], ...]
        touched: tuple[tuple[int, str], ...]


SOURCE = "5.2.2"
"""The rule for the time that cards look back."""
SEEN = "cards seen since"
"""Key of the first Action Phase with every card known, by index."""
FIELDS = ("targeted", "touched")
_MOVED = frozenset({Kind.TRAVEL, Kind.MOVE_TROOPS, Kind.REMOVE_CELL, Kind.CADRE, Kind.ADVISORS})
"""Changes of an Operation also at the origin of pieces."""
_SPREADING = frozenset({"11.1.8", "11.3.8.1", "11.3.8.2", "11.3.8.3"})
"""Rules of spreading to countries that were no target."""


def _remembering(board: Board) -> RecentBoard:
    return cast("RecentBoard", board)


# -------------------------------------------------------------------- what happened


def targeted(board: Board) -> set[str]:
    """Targets of cards in this Action Phase or the last one."""
    return q.recent(board, _remembering(board).targeted)


def touched(board: Board) -> set[str]:
    """Countries touched by a card in that time, but no target."""
    return q.recent(board, _remembering(board).touched) - targeted(board)


def all_seen(board: Board) -> bool:
    """Whether every card of this Action Phase and the last is known.

    A record may begin in the middle of one.
    """
    since: int = board.recall(SEEN) or 0
    return since < board.phases


# -------------------------------------------------------------------- noting it


@on(Moments.SET_UP, SOURCE)
def _begin(play: Play, given: list[Statement]) -> None:
    """Mark earlier plays as unknown where a record begins with a position.

    The position may state them.
    """
    b = play.board
    told = any(s.field.startswith(FIELDS) for s in given)
    play.remember(SEEN, b.phases - 1 if told else b.phases + bool(b.played), rule="5.2.2")


@on(Moments.CARD_OVER, SOURCE)
def _note(play: Play) -> None:
    """Note the countries of a card after its play.

    Only those of this phase and the last one matter.
    """
    b = _remembering(play.board)
    aimed, others = _countries(play)
    writes = []
    for field, names in zip(FIELDS, (aimed, others - aimed), strict=True):
        old: tuple[tuple[int, str], ...] = getattr(b, field)
        kept = tuple(e for e in old if e[0] >= b.phases - 1)
        new = tuple((b.phases, n) for n in b.names if n in names and (b.phases, n) not in kept)
        writes.append((b, field, (*kept, *new)))
    play.write(Kind.LOOK_BACK, "countries of the card", "5.2.2", *writes)


@on(Moments.CARD_UNREAD, SOURCE)
def _unread(play: Play) -> None:
    """Forget the countries of this phase: those of this card are unknown."""
    play.remember(SEEN, play.board.phases + 1, rule="5.2.2")


def _countries(play: Play) -> tuple[set[str], set[str]]:
    """The targets of this line's cards, and other countries changed."""
    names = play.board.countries
    aimed = {n for n in play.aimed if n in names}
    aimed |= {r.address.subject for r in play.rolls if r.kind is not RollKind.CONVERGENCE} & names.keys()
    others: set[str] = set()
    for change in reversed(play.journal.changes):
        if change.cause[:1] != play.cause[:1]:
            break
        if len(change.cause) > 1 and change.kind is not Kind.LOOK_BACK:
            here = {place for place, *_ in change.writes if place}
            direct = here if _direct(change) else here & {change.subject} if _arrival(change) else set()
            aimed |= direct
            others |= here
    return aimed, others


def _direct(change: Change) -> bool:
    """Whether a change is an Event's, or an Operation's in its target."""
    return (change.kind not in _MOVED and change.rule not in _SPREADING) or _by_event(change, Kind.REMOVE_CELL)


def _arrival(change: Change) -> bool:
    return _by_event(change, Kind.TRAVEL) or _by_event(change, Kind.MOVE_TROOPS)


def _by_event(change: Change, kind: Kind) -> bool:
    acting = next((c for c in reversed(change.cause) if isinstance(c, Event | Usage)), None)
    return change.kind is kind and isinstance(acting, Event)
