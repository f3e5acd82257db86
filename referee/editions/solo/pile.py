"""The face-down pile of a side that plays by a flowchart (9.2, 12.2, 13.2).

A card that both sides saw come to the pile is known to lie on top, and is the next card that the side plays. The known
cards are noted beside the board, from the top down.
"""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from referee.editions.base.moments import Moments
from referee.editions.base.queries import Queries
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.state.board import Board
from referee.engine.state.seams import Source, modifies, on


class BotPile(NamedTuple):
    """One pile: its side, its source and its rule."""

    side: str
    source: Source
    rule: str

    @property
    def note(self) -> str:
        """Key of the note of the turn and known cards.

        The cards are from the top, each with the line at which it came; 0 is unknown.
        """
        return f"pile {self.side}"


KnownCards = tuple[tuple[int, int], ...]


def known(board: Board, pile: BotPile) -> KnownCards:
    """The known cards on top of a pile, until the next deal."""
    turn, cards = board.recall(pile.note) or (0, ())
    return cards if turn == board.turn else ()


def _write(play: Play, pile: BotPile, cards: KnownCards) -> None:
    cards = cards if any(card for card, _ in cards) else ()
    if cards != known(play.board, pile):
        play.remember(pile.note, (play.board.turn, cards), rule=pile.rule)


def _another(board: Board, option: int, c: Context) -> TestResult:
    found: KnownCards = c["known"]
    card, line = found[c["at_place"]] if c["at_place"] < len(found) else (0, 0)
    if not card or not option or card == option:
        return None
    who = board.rules.seats[c["player"]].who
    came = f"at line {line} " if line else ""
    return {"due": board.rules.card_name(card), "came": came, "who": who, "cite": c["rule_of_pile"]}


TOP_CARD = Requirement(
    "pile: the top card",
    "12.2",
    "card {due} was put on top of the pile {came}and is the next card that {who} plays",
    _another,
)


def register(pile: BotPile) -> None:
    """Register the pile's source for cards that come and leave."""

    @on(Moments.CARDS_CAME, pile.source)
    def came(play: Play, side: str, cards: tuple[int, ...]) -> None:
        if side == pile.side:
            _write(play, pile, (*((card, play.line) for card in reversed(cards)), *known(play.board, pile)))

    @on(Moments.CARD_LEFT, pile.source)
    def left(play: Play, side: str, card: int) -> None:
        if side != pile.side or not (cards := known(play.board, pile)):
            return
        at = next((i for i, (n, _) in enumerate(cards) if n == card), 0) if card else 0
        _write(play, pile, (*cards[:at], *cards[at + 1 :]))

    @on(Moments.CARDS_BEGIN, pile.source)
    def begin(play: Play, side: str, cards: tuple[int, ...]) -> None:
        if side != pile.side or not (found := known(play.board, pile)):
            return
        for i, card in enumerate(cards):
            if not play.require(
                TOP_CARD, option=card, at="card", known=found, at_place=i, player=side, rule_of_pile=pile.rule
            ):
                _write(play, pile, ())
                return

    @modifies(Queries.TOP_OF_A_PILE, pile.source)
    def top(board: Board, side: str, found: tuple[int, ...]) -> tuple[int, ...]:
        return found if side != pile.side else tuple(n for n, _ in takewhile(lambda c: c[0], known(board, pile)))

    @on(Moments.EVENT_OVER, pile.source)
    def shuffled(play: Play, card: int, before: int) -> None:
        if card in SHUFFLED:
            _write(play, pile, ())


SHUFFLED = frozenset({17})
"""The shuffle of the pile after FSB (9.2)."""
