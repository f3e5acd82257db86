"""The Bot cancels a card of the US with Ferguson: the next one that has a US event."""

from __future__ import annotations

from referee.engine import queries as q
from referee.engine.changes import on
from referee.engine.play import Play

FERGUSON = 166
CANCELLED = "cancelled"
PASSED = "Ferguson passed a card by"
"""The note of the turn in which a card went through that the Bot would have cancelled."""


@on("card used", "12.0")
def _next_us_card(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """The first card with a US event behind Ferguson does not go through; one program alone says so."""
    b = play.board
    if side != "US" or not q.lapsing(b, FERGUSON) or b.recall(PASSED) == b.turn:
        return
    found = [n for n in cards if n in b.cards and b.cards[n].side == "US"]
    if use == CANCELLED or not found:
        return
    play.remember(PASSED, b.turn, rule="card 166")
    why = f"while Ferguson is in effect, the Bot cancels the next card with a US event; {b.cards[found[0]].name} is one and was not cancelled"
    play.table.remark("note", "card 166", f"{why}; the sheet itself was not to be had, so this is no violation", ())
