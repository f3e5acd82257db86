"""Cards: hands, deck, boxes and piles, and the count of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from referee.engine.state import hands
from referee.engine.state.board import MARKER_ALONE
from referee.engine.state.facts.fact import Fact, Problem, StatementWriter
from referee.engine.state.facts.kinds import CardPile, Number
from referee.engine.state.hand import hand_of
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.state.board import Board


def beside_the_deck(b: Board) -> int:
    """Return the number of cards counted outside the Draw Deck."""
    boxes = len(b.lapsing) + len(b.boxed)
    return (b.hand_j or 0) + (b.hand_us or 0) + len(b.discards) + len(b.removed) + boxes


class HandSize(Fact):
    """The number of cards in a side's hand.

    Any stated number is true of a hand of unknown size.
    """

    side: str
    cards: str
    """The field of the board with the known part of the hand."""

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.actual(board, s)
        return have is None or bool(have == s.value)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        size = board.hand(self.side)
        return () if size is None else (size,)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        writes: list[tuple[Any, str, Any]] = [(b, self.attribute, s.value)]
        known = hands.held_by(b, self.side)
        if w.strict and known is not None:
            writes.append((b, self.cards, hands.resized(known, s.value, b.sighted, w.play.journal.mark())))
        w.write(self.name, *writes, note=s.text)


class HandCards(Fact):
    """The known cards in a hand; 0 for an unnamed card."""

    listing = True
    side: str

    def actual(self, board: Board, s: Statement) -> Any:
        return hands.cards_of(board, self.side) or ()

    def holds(self, board: Board, s: Statement) -> bool:
        known, size = hands.cards_of(board, self.side), board.hand(self.side)
        if known is None or size is None:
            return True
        stated, have = Counter(n for n in s.value if n), Counter(n for n in known if n)
        new = [n for n in stated if n not in have]
        if any(hands.place_of(board, n) not in ("", "no card", self.side) for n in new):
            return False
        if not hands.may_hold(board, self.side, *new):
            return False
        return (
            len(s.value) <= size
            and (stated - have).total() <= known.count(0)
            and ((have - stated).total() <= size - stated.total())
        )

    def learn(self, w: StatementWriter, s: Statement) -> None:
        """Name the unnamed cards of the hand."""
        b = w.play.board
        hand = hands.held_by(b, self.side)
        if hand is not None:
            named = hand.naming(s.value, b.sighted, w.play.journal.mark(), w.play.line)
            w.write(self.name, (b, self.attribute, hand if named is None else named), note=s.text)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        size = b.hand(self.side)
        cards = s.value if size is None or not w.strict else (*s.value, *(0,) * (size - len(s.value)))[:size]
        for n in cards if w.strict else ():
            w.play.out_of_piles(n, w.rule)
        w.write(self.name, (b, self.attribute, hand_of(cards, w.play.journal.mark())), note=s.text)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        known = hands.cards_of(board, self.side)
        return (known,) if known and any(known) and board.hand(self.side) is not None else ()

    def words(self, value: Any) -> str:
        return " ".join(str(n or "?") for n in value) or "none"

    def problems(self, board: Board) -> Iterator[Problem]:
        known, size = hands.cards_of(board, self.side) or (), board.hand(self.side)
        if size is not None and len(known) > size:
            message = f"{_whose(self.side)} holds {size} cards; {len(known)} are listed"
            yield Problem("5.3.2", message, "", (self.name,))


def _whose(side: str) -> str:
    return "the Jihadist hand" if side == "J" else "the US hand"


class DeckSize(Number):
    """Cards in the Draw Deck, with the problems of all card places."""

    def top(self, board: Board) -> int:
        return len(board.cards)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        # a card from a hand of unknown size and content was never counted out of the deck
        return (min(board.deck, len(board.cards) - beside_the_deck(board)),)

    def problems(self, board: Board) -> Iterator[Problem]:
        yield from Number.problems(self, board)
        seen: dict[int, str] = {}
        for field, where, cards in _places(board):
            for n in cards:
                if n and n not in board.cards:
                    yield Problem("4.10.3", f"this game has no card {n}", "", (field,))
                elif n in seen:
                    yield Problem("5.3.1", f"card {board.cards[n].name} is in {seen[n]} and in {where}", "", (field,))
                elif n:
                    seen[n] = where
        for n in (*board.lapsing, *board.lapsing_markers):
            if n in board.cards and not board.cards[n].lapsing:
                message = f"card {board.cards[n].name} has no Lapsing event"
                yield Problem("6.2.7", message, "", ("lapsing", "lapsing markers"))
        total = board.deck + beside_the_deck(board)
        if total > len(board.cards):
            message = f"there are {len(board.cards)} cards in the game; this position has {total}"
            yield Problem("5.3.1", message, "", (self.name, "discards", "hand J", "hand US", "removed"))


def _places(b: Board) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    yield "discards", "the discard pile", b.discards
    yield "removed", "the removed cards", b.removed
    yield "lapsing", "the Lapsing boxes", b.lapsing
    yield "first plot", "the 1st Plot box", b.boxed
    for side in ("J", "US"):
        yield f"cards {side}", _whose(side), hands.cards_of(b, side) or ()


class UniquePile(CardPile):
    """A pile in a game without duplicate cards.

    A card stated here leaves every other pile.
    """

    listing = True
    others: tuple[str, ...] = ()

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.have(board)
        new = [n for n in s.value if n and n not in have]
        if any(hands.place_of(board, n) for n in new) or (new and not self._may_be(board, new)):
            return False
        return CardPile.holds(self, board, s)

    def _may_be(self, board: Board, new: list[int]) -> bool:
        """Whether the unnamed cards may be these.

        If all of them came out of known hands, the hands held them.
        """
        known = (board.held_j, board.held_us)
        if any(s.among for hand in known if hand is not None for s in hand.slots):
            return True  # a card changed hands unnamed
        left = [hand.left_among(x) for hand in known if hand is not None for x in hand.left if not x.card]
        unnamed = sum(pile.count(0) for pile in (board.discards, board.removed, board.lapsing, board.boxed))
        sure = [names for names in left if 0 not in names]
        return unnamed > len(sure) or all(any(n in names for names in sure) for n in new)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        if w.strict:
            for name in self.others:
                pile = getattr(b, name)
                left = tuple(n for n in pile if not n or n not in s.value)
                w.write(self.name, (b, name, left), note=s.text)
            if b.first_plot in s.value and b.first_plot:
                w.write(self.name, (b, "first_plot", None), note=s.text)
        CardPile.write(self, w, s)


class LapsingCards(UniquePile):
    """Lapsing cards with a continuing effect, also outside their box."""

    def have(self, board: Board) -> tuple[int, ...]:
        return (*board.lapsing, *board.lapsing_markers)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (board.lapsing,) if board.lapsing else ()

    def plain(self, board: Board) -> Any:
        return list(self.have(board))


class FirstPlot(Fact):
    """The card in the 1st Plot box; 0 for an unnamed card.

    The marker may also be there alone (4.7.7.2).
    """

    listing = True

    def holds(self, board: Board, s: Statement) -> bool:
        have = board.first_plot
        return have == s.value or (have is not None and 0 in (have, s.value) and MARKER_ALONE not in (have, s.value))

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        if w.strict and s.value in b.discards and s.value:
            left = list(b.discards)
            left.remove(s.value)
            w.write(self.name, (b, "discards", tuple(left)), note=s.text)
        Fact.write(self, w, s)

    def learn(self, w: StatementWriter, s: Statement) -> None:
        if s.value > 0 and w.play.board.first_plot == 0:
            self.write(w, s)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return () if board.first_plot is None else (board.first_plot,)

    def words(self, value: Any) -> str:
        return "none" if value is None else "the marker alone" if value == MARKER_ALONE else str(value or "?")


class Reshuffles(Number):
    """Reshuffles so far; the last one ends the game (3.3)."""

    def problems(self, board: Board) -> Iterator[Problem]:
        if board.reshuffles >= board.decks and not board.winner:
            message = f"the game ends with reshuffle {board.decks}; the position has {board.reshuffles} behind it"
            yield Problem("5.3.1", message, "", (self.name, "decks"))
