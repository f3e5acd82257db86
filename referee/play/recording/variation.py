"""What-if: another version of a play, in a session of its own.

It begins on the position before the play. The game has no part in it until it is kept, as a variation below the play.
"""

from __future__ import annotations

import re
from typing import Any

from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.explaining.variations import SHOWN_WITH
from referee.engine.judging.judged_lines import JudgedLine as Played
from referee.engine.record.setup import Setup
from referee.engine.record.steps import JudgedStep
from referee.engine.state.board import Board
from referee.engine.state.rewinder import Rewinder, twin
from referee.parsers import faults, plays
from referee.parsers.faults import LineError
from referee.parsers.notation import remarks
from referee.parsers.notation.tokens import split_comment
from referee.play.recording.book import ROLLED, Book
from referee.play.recording.messages import Reply, SessionMessage
from referee.play.recording.session import Session

MOST_WORDS = 300
"""Most letters of the words that are kept with it."""
SHOWN = 10
"""Plays that are listed where none is named."""
_BEGINS = re.compile(r"what[\s-]?if\b\s*(.*)", re.IGNORECASE)
_KEEPS = re.compile(r"keep\b\s*(.*)", re.IGNORECASE)
_NAMED = re.compile(r"a?(\d{1,4})", re.IGNORECASE)


class VariationError(Exception):
    """Nothing can be tried or kept: a sentence for the person."""


class TriedBook(Book):
    """Plays beside a record, which are kept in no file."""

    def __init__(self, beside: Book, board: Board, head: str) -> None:
        super().__init__()
        self.names, self.end = beside.names, beside.end
        self.record.tags.update(beside.record.tags)
        self.lines = [head]
        self.game = ExplainedGame(Setup(board.rules), board=board)

    def push(self, text: str, **how: Any) -> JudgedStep | None:
        """Append a play.

        Raises :class:`LineError` for a line that is not allowed in braces.
        """
        action = None if text.lstrip()[:1] in ("+", "[", "{") else self.read(text)
        if action.kind in plays.BOARD_KINDS if action is not None else not text.lstrip().startswith(";"):
            raise LineError(faults.PLAYS_ALONE, 1, 2)
        return super().push(text, **how)


class WhatIf:
    """One play of a game, and its alternative.

    Raises :class:`VariationError`.
    """

    def __init__(self, game: Session, play: Played) -> None:
        book = game.book
        if game.begins is not None or book.ahead:
            raise VariationError("First the record is finished; then its plays can be tried.")
        self.game = game
        self.label = play.step.id
        self.number = play.action.place.line
        self.instead_of = split_comment(book.lines[self.number - 1])[0].strip()
        board = twin(Rewinder(book.game.board, book.game.journal.changes).show(play.mark))
        self.session = Session(TriedBook(book, board, f"; instead of {self.instead_of}"))

    @property
    def title(self) -> str:
        """The play that it is not, for a band above the question."""
        return f"What if, instead of {self.label or self.instead_of} - not the game"

    def lines(self, words: str = "") -> list[str]:
        """The plays as a variation, with words on the first one.

        Raises :class:`VariationError`.
        """
        notes: list[list[str]] = []
        made: list[str] = []
        first = [words[:MOST_WORDS].strip()]
        for text in self.session.book.lines[1:]:
            body, comment = split_comment(text)
            note = ROLLED.sub("", comment).strip("; ")
            if body.strip():
                made.append(body)
                notes.append([note])
            else:  # a remark on the play above it, or on the first one
                (notes[-1] if notes else first).append(note)
        if not made:
            raise VariationError("Nothing is played yet that could be kept.")
        notes[0] = [*first, *notes[0]]
        try:
            return [
                remarks.variation_of(body, "; ".join(filter(None, said)), goes_on=n > 0)
                for n, (body, said) in enumerate(zip(made, notes, strict=True))
            ]
        except LineError as error:
            raise VariationError(f"{error.message}.") from None

    def keep(self, words: str = "") -> Reply:
        """Put it into the record, after the variations of the play.

        Raises :class:`VariationError`.
        """
        told = self.lines(words)
        book = self.game.book
        at = max(self._play().action.numbers)
        while at < len(book.lines) and remarks.begins_variation(book.lines[at]):
            at += 1
        return self.game.put_below(at, told)

    def _play(self) -> Played:
        return next(p for p in plays_of(self.game.book) if p.action.place.line == self.number)


def plays_of(book: Book) -> list[Played]:
    """The plays of a record in whose place something can be tried."""
    return [
        line
        for line in book.game.lines
        if line.action.kind not in SHOWN_WITH and not line.treatment.inserted and not line.treatment.skipped
    ]


class Recorder:
    """A game that is recorded, and what is tried beside it."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self.what_if: WhatIf | None = None

    @property
    def session(self) -> Session:
        """The session whose question is asked."""
        return self.game if self.what_if is None else self.what_if.session

    def feed(self, text: str) -> Reply:
        """Take what was typed, and say what came of it."""
        if self.game.begins is not None:
            return self.session.feed(text)
        try:
            if found := _BEGINS.fullmatch(text.strip()):
                return self._named(found[1])
            if self.what_if is not None and (found := _KEEPS.fullmatch(text.strip())):
                return self.keep(found[1])
        except VariationError as no:
            return _said(str(no), wrong=True)
        if self.what_if is not None and text.strip().casefold() == "drop":
            return self.drop()
        return self.session.feed(text)

    def begin(self, line: int) -> Reply:
        """Begin a variation of the play on a line.

        Raises :class:`VariationError`.
        """
        self._free()
        play = next((p for p in plays_of(self.game.book) if p.action.place.line == line), None)
        if play is None:
            raise VariationError("There is no play on this line.")
        return self._tries(play)

    def keep(self, words: str = "") -> Reply:
        """Put what is tried beside the game. Raises :class:`VariationError`."""
        if self.what_if is None:
            raise VariationError("Nothing is being tried.")
        reply = self.what_if.keep(words)
        self.what_if = None
        return reply

    def drop(self) -> Reply:
        """Forget what is tried."""
        self.what_if = None
        return _said("Dropped. The game goes on.")

    def _free(self) -> None:
        if self.what_if is not None:
            raise VariationError("Something is being tried already: keep puts it beside the game, drop forgets it.")

    def _tries(self, play: Played) -> Reply:
        self.what_if = WhatIf(self.game, play)
        return Reply(
            [
                SessionMessage(
                    f"Instead of {self.what_if.instead_of}: play on from the position before it. The game stays as it is.",
                    typing="“keep”, or “keep” and some words, puts this beside the game; “drop” forgets it.",
                )
            ]
        )

    def _named(self, named: str) -> Reply:
        self._free()
        found = plays_of(self.game.book)
        if not found:
            raise VariationError("Nothing is played yet.")
        if not named:
            lines = self.game.book.lines
            told = [f"  {p.step.id}  {lines[p.action.place.line - 1].strip()}" for p in found[-SHOWN:]]
            return _said("What if, instead of which play? Such as: what if 7", *told)
        number = _NAMED.fullmatch(named.strip())
        play = next((p for p in found if number is not None and p.step.id == f"a{int(number[1])}"), None)
        if play is None:
            raise VariationError(f"There is no play “{named[:30]}” to be tried; “what if” alone lists the last ones.")
        return self._tries(play)


def _said(*texts: str, wrong: bool = False) -> Reply:
    return Reply([SessionMessage(text) for text in texts], wrong)
