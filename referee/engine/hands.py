"""What is known of the hands: cards as slots in time, and obligations that hidden hands leave open (5.3.2).

A hand is a tuple of card numbers, 0 for a card that nobody has named. A hidden hand may have to lack certain cards
because an event said so; such an obligation is kept until a later line breaks it or a draw makes it undecidable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.requirement import Context, Requirement, Verdict

if TYPE_CHECKING:
    from referee.engine.play import Play

Obligation = tuple[str, tuple[int, ...], str, str, int, int]
"""Side, cards that its hand lacks, why, rule, line, cards gained since."""


def slots(board: Board, side: str) -> tuple[int, ...] | None:
    """The hand as far as it is known; None if not even its size is."""
    return board.cards_j if side == "J" else board.cards_us


def may_hold(board: Board, side: str, card: int) -> bool:
    """Whether ``card`` can be in the hand, by what was dealt, drawn and played."""
    known = slots(board, side)
    return known is None or card == 0 or card in known or 0 in known


def without(known: tuple[int, ...], card: int) -> tuple[int, ...]:
    """A hand after ``card`` left it: the card itself, else an unnamed one."""
    rest = list(known)
    for which in (card, 0):
        if which in rest:
            rest.remove(which)
            return tuple(rest)
    return tuple(rest[1:])


def named(known: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """A hand in which unnamed slots, the latest first, are given names."""
    rest = list(known)
    for card in reversed(cards):
        if card:
            for i in range(len(rest) - 1, -1, -1):
                if rest[i] == 0:
                    rest[i] = card
                    break
    return tuple(rest)


def oblige(play: Play, side: str, none_of: tuple[int, ...], why: str, rule: str) -> None:
    """``side`` is taken to hold none of these cards; a later line may show that it did."""
    known = slots(play.board, side)
    if known is not None and 0 not in known:
        return  # the hand is open: nothing is left to find out
    entry: Obligation = (side, none_of, why, rule, play.line, 0)
    play.write("obligation", SIDE_NAMES[side], rule, (play.board, "obligations", (*play.board.obligations, entry)))


def gained(board: Board, side: str, n: int) -> tuple[Obligation, ...]:
    """Obligations after a side gained cards."""
    return tuple((s, c, w, r, line, since + n if s == side else since) for s, c, w, r, line, since in board.obligations)


def broken(board: Board, side: str, card: int) -> Obligation | None:
    """The obligation that ``card`` in the hand of ``side`` breaks for certain."""
    entries: tuple[Obligation, ...] = board.obligations
    for entry in entries:
        if entry[0] == side and card in entry[1] and entry[5] == 0:
            return entry
    return None


def _held(board: Board, option: object, c: Context) -> Verdict:
    for card in c["cards"]:
        if card and not may_hold(board, c["player"], card):
            return {
                "card": board.cards[card].name if card in board.cards else str(card),
                "who": SIDE_NAMES[c["player"]],
            }
    return None


HELD = Requirement(
    "card: was dealt or drawn",
    "5.3.2",
    "card {card} was neither dealt to the {who} side nor drawn by it",
    _held,
    "impossible",
)


def _elsewhere(board: Board, option: object, c: Context) -> Verdict:
    for n in c.get("cards", (option,)):
        if not isinstance(n, int) or not n:
            continue
        if n not in board.cards:
            return {"card": n, "where": "no card of the game"}
        if n in board.discards:
            return {"card": board.cards[n].name, "where": "in the discard pile"}
        if n in board.removed:
            return {"card": board.cards[n].name, "where": "out of the game"}
        if n in board.lapsing or n == board.first_plot:
            return {"card": board.cards[n].name, "where": "in a box"}
        if n in (*(board.cards_j or ()), *(board.cards_us or ())):
            return {"card": board.cards[n].name, "where": "in a hand already"}
        if f"card {n}" in c.get("cause", ()):
            return {"card": board.cards[n].name, "where": "being played"}
    return None


NOT_ELSEWHERE = Requirement(
    "deal: cards of the deck", "5.3.1", "card {card} cannot be dealt or drawn: it is {where}", _elsewhere, "impossible"
)
