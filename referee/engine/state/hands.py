"""The known facts about cards (5.3.2).

Hands, certain places, and the assumed absences from hidden hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.hand import Hand, Sightings, hand_of
from referee.engine.state.journal import Kind
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.queries import Queries

if TYPE_CHECKING:
    from referee.engine.law.play import Play
    from referee.engine.state.ruleset import Ruleset

# -------------------------------------------------------------------- hands


def held_by(board: Board, side: str) -> Hand | None:
    """The known part of a hand; None if its size is unknown."""
    return board.held_j if side == "J" else board.held_us


def cards_of(board: Board, side: str) -> tuple[int, ...] | None:
    """The certain cards of a hand, and 0 for each other card.

    Returns None if the size is unknown.
    """
    hand = board.held_j if side == "J" else board.held_us
    return None if hand is None else hand.cards


def top_of(board: Board, side: str) -> tuple[int, ...]:
    """Return the known top cards of a side's pile, without a gap."""
    return q.modified(Queries.TOP_OF_A_PILE, board, side, ())


def pile_of(board: Board, side: str) -> tuple[int, ...]:
    """Return the cards of a hand in order, known top first."""
    top, hand = top_of(board, side), cards_of(board, side) or ()
    return (*(n for n in top if n in hand), *(n for n in hand if not n or n not in top)) if top else hand


def may_hold(board: Board, side: str, *cards: int) -> bool:
    """Return whether the hand can hold these cards together.

    All cards dealt, drawn, named and played count.
    """
    hand = held_by(board, side)
    if hand is None or (len(cards) == 1 and not hand.left and cards[0] in hand.cards):
        return True
    for card in cards:
        rest = hand.loses(card, board.sighted, 0)
        if rest is None:
            return False
        hand = rest
    return True


def only_card(board: Board, side: str) -> int:
    """Return the one card of a hand, if known; else 0."""
    known = cards_of(board, side)
    return known[0] if known is not None and len(known) == 1 else 0


def without(known: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return cards without one of them: ``card``, else an unnamed one."""
    rest = list(known)
    for which in (card, 0):
        if which in rest:
            rest.remove(which)
            break
    return tuple(rest)


def resized(hand: Hand | None, to: int, sighted: Sightings, moment: int) -> Hand:
    """Return a hand resized by unnamed cards, to 0 or more."""
    if to < 0:
        raise ValueError(f"a hand of {to} cards")
    if hand is None:
        return hand_of((0,) * to, moment)
    while hand.size > to:
        rest = hand.without_latest() or hand.loses(0, sighted, 0)
        hand = Hand() if rest is None else rest
    return hand.gains(*(0,) * (to - hand.size), since=moment)


def sightings_after(board: Board, cards: Iterable[int], moment: int) -> Sightings:
    """Return the sightings after ``cards`` were seen outside an unnamed slot."""
    return board.sighted.after((n for n in cards if n), moment)


# -------------------------------------------------------------------- where a card lies for certain

PLACES = {
    "no card": "no card of the game",
    "discards": "in the discard pile",
    "removed": "out of the game",
    "box": "in a Lapsing or 1st Plot box",
    "play": "being played",
    "J": "in the Jihadist hand",
    "US": "in the US hand",
}


def place_of(board: Board, card: int, playing: tuple[int, ...] = ()) -> str:
    """Return the certain place of a card.

    A pile, a box, a hand, in play; "" if unknown.
    """
    if card not in board.rules.cards:
        return "no card"
    if card in board.discards:
        return "discards"
    if card in board.removed:
        return "removed"
    if card in board.lapsing or card == board.first_plot:
        return "box"
    if card in playing:
        return "play"
    for side, hand in (("J", board.held_j), ("US", board.held_us)):
        if hand is not None and card in hand.cards:
            return side
    return ""


def card_name(board: Board, number: int) -> str:
    """Return a card's name for a sentence.

    The number alone if there is no such card.
    """
    return board.rules.card_name(number, str(number))


def similar_cards(board: Board, card: int) -> list[int]:
    """Unplayed cards with a title like that of ``card``, possibly meant."""
    return [n for n in _with_like_titles(board.rules, card) if place_of(board, n) in ("", "J", "US")]


@lru_cache(maxsize=512)
def _with_like_titles(rules: Ruleset, card: int) -> tuple[int, ...]:
    known = rules.cards
    if card not in known:
        return ()
    title = known[card].title.casefold()
    return tuple(n for n, other in known.items() if n != card and _alike(title, other.title.casefold()))


def _alike(one: str, other: str) -> bool:
    """Whether a player may confuse two titles.

    They are nearly the same, or have the same beginning and end.
    """
    from difflib import SequenceMatcher  # needed only if a card cannot be where it was played from

    same = SequenceMatcher(None, one, other).ratio()
    return same >= 0.65 or (same >= 0.5 and one[:2] == other[:2] and one[-1] == other[-1])


# -------------------------------------------------------------------- obligations


@plain_dataclass(frozen=True)
class Obligation:
    """An assumed absence of cards from a hidden hand.

    A later line may refute it.
    """

    side: str
    cards: tuple[int, ...]
    why: str
    rule: str
    line: int
    requirement: str
    """The id of the requirement that a refuted one breaks."""
    gained: int = 0
    """Cards that the side gained since.

    With any, the absence is no longer certain.
    """


def oblige(play: Play, side: str, none_of: tuple[int, ...], why: str, rule: str, requirement: str) -> None:
    """Assume that ``side`` lacks these cards, until a later line refutes it.

    ``requirement`` is the id of the requirement that is open until then.
    """
    known = cards_of(play.board, side)
    if known is not None and 0 not in known:
        return  # the hand is open: nothing is left to find out
    entry = Obligation(side, none_of, why, rule, play.line, requirement)
    play.write(Kind.OBLIGATION, SIDE_NAMES[side], rule, (play.board, "obligations", (*play.board.obligations, entry)))


def obligations_after(board: Board, side: str, n: int) -> tuple[Obligation, ...]:
    """Obligations after a side gained cards."""
    return tuple(replace(o, gained=o.gained + n) if o.side == side else o for o in board.obligations)


def broken_obligation(board: Board, side: str, card: int) -> Obligation | None:
    """Return the obligation that ``card`` in the hand of ``side`` certainly breaks."""
    entries: tuple[Obligation, ...] = board.obligations
    return next((o for o in entries if o.side == side and card in o.cards and not o.gained), None)
