"""A turn passed by a link: the side and the recent plays."""

from __future__ import annotations

from typing import Any

from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.words import capital, the_side
from referee.play.recording import Book, Session
from referee.reports import describe
from referee.web import session_data

MOST = 40
"""Most lines of recent plays."""
"""The tag of each side's player."""
_STAGES = {"plots": "Plots are resolved", "end": "the turn ends", "set-up": "the game is set up"}


def whose(book: Book) -> str:
    """The side to play, in a sentence without its full stop."""
    b = book.game.board
    if b.winner or b.stage == "over":
        return f"The game is over{f': {describe.ends(b.winner)}' if b.winner else ''}"
    at = f"turn {b.turn}"
    if b.stage != "action":
        return f"{capital(at)}: {_STAGES.get(b.stage, b.stage)}"
    name = book.record.tags.get(SIDE_NAMES[b.side], "").strip()
    if b.side in b.rules.guides:
        who = b.rules.seats[b.side].who
        return f"It is the turn of {who}, {at}"
    if name:
        return f"It is {name}'s turn ({SIDE_NAMES[b.side]}), {at}"
    return f"It is the turn of {the_side(b.side)}, {at}"


def since(session: Session, had: int | None) -> dict[str, Any]:
    """The plays after a line that the reader ``had``.

    Without one, those after the last play of the side to play.
    """
    book = session.book
    if had is None:
        plays = [line for line in book.game.lines if line.action.kind == "card"]
        side = book.game.board.side
        had = max((max(p.action.numbers) for p in plays if p.action.side == side), default=0)
    lines = [line for line in session_data.lines(session, MOST, all_movements=True) if line["n"] > had]
    wrong = [f for line in lines for f in line["findings"] if not f["note"]]
    return {"said": whose(book), "lines": lines, "wrongs": len(wrong)}
