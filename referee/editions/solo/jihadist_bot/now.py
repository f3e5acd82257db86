"""How far a card of the Jihadist Bot has got: what is left of it, and which Cells have operated with it."""

from __future__ import annotations

from typing import Any

from referee.editions.solo.situation import MOST, Situation
from referee.engine.ask import RollKind
from referee.engine.cause import UsedFor
from referee.engine.journal import Kind
from referee.engine.play import Play

CARD, DUE, MARK, LEFT = "bot card", "bot due", "bot mark", "bot left over"
"""Names in the plan of a play: the card, the uses that were due, where the journal stood, what is left over."""
_BY_ROLL = frozenset({RollKind.JIHAD, RollKind.PLOT})
OPERATION, LEFT_OVER = "op", "radicalize"


def situation(play: Play, **more: Any) -> Situation:
    """The position with what the card brings."""
    b = play.board
    card = play.plan.get(CARD, 0)
    ops = b.cards[card].ops if card in b.cards else MOST
    return Situation(b, "J", play, card, ops, b.reserves_j, used=used(play), **more)


def used(play: Play) -> dict[str, tuple[int, int]]:
    """Sleepers and Active Cells of each country that have operated with this card (12.4.1).

    Those that rolled are Active, those that arrived Sleepers, unless they cannot sleep there.
    """
    found: dict[str, tuple[int, int]] = {}

    def count(name: str, sleepers: int, actives: int) -> None:
        s, a = found.get(name, (0, 0))
        found[name] = s + sleepers, a + actives

    for r in play.rolls:
        if r.kind in _BY_ROLL and r.address.segment.name in (OPERATION, LEFT_OVER):
            gone = r.n - sum(bool(o) for o in r.outcome) if r.kind == RollKind.JIHAD else 0
            count(r.address.subject, 0, r.n - gone)
    since = play.plan.get(MARK)
    for change in play.journal.changes[since:] if since is not None else ():
        if change.kind in (Kind.TRAVEL, Kind.SLEEP):
            count(change.subject, 1, 0)
    for name, (s, a) in found.items():
        c = play.board[name]
        over = max(0, s - c.sleepers)  # they turned Active where they came, or in a Plot of another country's Cells
        found[name] = s - over, min(a + over, c.actives)
    return found


def use_of(play: Play) -> str:
    """What the card, or the Operation that an event grants, is used for here."""
    return next((c.name for c in reversed(play.cause) if isinstance(c, UsedFor)), "")


def off_the_chart(play: Play) -> bool:
    """Whether the card was used otherwise than the flowchart has it, so that nothing more follows from the chart."""
    due = play.plan.get(DUE)
    return play.here.name == OPERATION and play.here.card is None and due is not None and use_of(play) not in due
