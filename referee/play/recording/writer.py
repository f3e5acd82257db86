"""The writing of lines.

They are judged, saved and reported, and followed by the deals and draws that are due.
"""

from __future__ import annotations

from collections import Counter

from referee.engine.record.steps import JudgedStep
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.hands import cards_of
from referee.engine.state.journal import Kind
from referee.parsers.faults import LineError
from referee.play.recording import asking, messages
from referee.play.recording.book import Book, BookError, ChangedError
from referee.play.recording.dealer import Dealer, remark
from referee.play.recording.draft import PlayAnswers, deal, hands_due
from referee.play.recording.messages import Reply


class LineWriter:
    """The writer of the lines of a record."""

    def __init__(self, book: Book, seed: int, *, deals: bool) -> None:
        self.book = book
        self.seed = seed
        self.deals = deals
        self.reply = Reply()
        """The messages about what was typed last."""

    def write(self, text: str, *, anyway: bool, itself: bool = False, answered: PlayAnswers | None = None) -> bool:
        """Judge a line and save it; return whether it waits instead.

        One with mistakes waits, unless it is written ``anyway``.
        """
        try:
            if self.book.ahead:  # in the place of the line that was asked about
                step = self.book.take_ahead(text)
            else:
                step = self.book.push(text, itself=itself, answered=answered)
        except LineError as error:
            self._fail(messages.unreadable(error))
            return False
        wrong = [f for f in self.book.findings_on(step) if f.counted] if step is not None else []
        if wrong and not anyway:
            self.reply.say(messages.findings(wrong, self.book.lines), "finding")
            self.book.pop()
            return True
        self.report(step, text)
        self.save()
        if step is not None and step.action.kind in ("end", "choices"):
            self.deal()
        elif step is not None and self.deals:
            self._draw(step)
        return False

    def report(self, step: JudgedStep | None, text: str, *, left: bool = False) -> None:
        """Report the changes of a line and its findings.

        Not its open places, where they are known.
        """
        self.reply.say([f"Written: {text}"], "line")
        if step is not None:
            self.reply.say(messages.step(step, self.book.game.board), "change")
            found = [f for f in self.book.findings_on(step) if not (left and f.kind == "incomplete")]
            self.reply.say(messages.findings(found, self.book.lines), "finding")

    # ------------------------------------------------------------ deals and draws

    def deal(self) -> None:
        """Write the deal that is due."""
        game = self.book.game
        line = ""
        if asking.deal_due(game.board):
            line = self._named(hands_due(game.journal)) if self.deals else deal(game.journal)
        if line:
            self._add(line)
            if self.book.game.board.turn > 1:
                self.book.lines.append("")
            self.save()

    def drop_deal(self) -> None:
        """Remove an automatic deal once a person names its cards."""
        last = self.book.entries[-1] if self.book.entries else None
        if last is not None and last.itself and last.kind == "deal":
            self.book.pop()

    def _named(self, due: list[tuple[str, int]]) -> str:
        """The line of a deal with the cards that the referee deals."""
        if not due:
            return ""
        dealt = Dealer(self.book.game, self.seed).deal(due)
        said = [f"{side} {len(cards)}: {' '.join(map(str, cards))}" for side, cards in dealt.items()]
        first = not any(e.kind == "deal" for e in self.book.entries)
        return f"deal {' '.join(said)}" + (f"  ; {remark(self.seed)}" if first else "")

    def _draw(self, step: JudgedStep) -> None:
        """Name the cards that a line drew from the referee's deck."""
        drawn = Counter(c.subject for c in step.changes if c.kind is Kind.DRAW)
        for side, name in SIDE_NAMES.items():
            hidden = (cards_of(self.book.game.board, side) or ()).count(0)
            if n := min(drawn[name], hidden):
                cards = Dealer(self.book.game, self.seed).draw(n)
                self._add(f"draw {side} {len(cards)}: {' '.join(map(str, cards))}")
                self.save()

    def _add(self, line: str) -> None:
        """Write a line of the referee's own."""
        self.book.push(line, itself=True)
        self.report(None, line)

    # ------------------------------------------------------------ the file

    def save(self) -> None:
        """Save the record, or report why it is not saved."""
        try:
            self.book.save()
        except ChangedError as error:
            self._fail(
                f"Not saved: {error}. “reload” takes what the file has now, “overwrite” puts this record in its place."
            )
        except BookError as error:
            self._fail(f"Not saved: {error}. It is tried again with the next play.")

    def _fail(self, said: str) -> None:
        """Report what went wrong although the answer was taken."""
        self.reply.say([said])
        self.reply.wrong = True
