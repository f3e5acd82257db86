"""Requirements on the cards of a hand (4.10.3, 5.3.1, 5.3.2)."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.hands import PLACES, card_name, held_by, may_hold, place_of
from referee.engine.state.words import agree


def _not_in(*places: str, own: bool = False) -> Callable[[Board, object, Context], TestResult]:
    """Return a test that no card is in one of these places.

    ``own`` includes the player's own hand.
    """
    pile = places[0] if len(places) == 1 and places[0] in ("discards", "removed") else None  # tested alone
    box = places == ("box",)

    def test(board: Board, option: object, c: Context) -> TestResult:
        for n in c.get("cards", (option,)):
            if isinstance(n, int) and n and (pile is None or n in getattr(board, pile)):
                if box and n not in board.lapsing and n != board.first_plot:
                    continue
                place = place_of(board, n, c.get("playing", ()))
                if place in places and (own or place != c["player"]):
                    return {"card": card_name(board, n), "where": PLACES[place], "gone": n}
        return None

    return test


NOT_DISCARDED = Requirement(
    "card: not in the discard pile",
    "5.2.2",
    "card {card} was already discarded",
    _not_in("discards"),
    "impossible",
)
NOT_REMOVED = Requirement(
    "card: not removed", "6.2.9", "card {card} is out of the game", _not_in("removed"), "impossible"
)
NOT_IN_BOX = Requirement(
    "card: not in a box",
    "4.7.7.1",
    "card {card} was already played and waits in a Lapsing or 1st Plot box",
    _not_in("box"),
    "impossible",
)
NOT_WITH_THE_OTHER = Requirement(
    "card: not in the other hand", "5.3.2", "card {card} is {where}", _not_in("J", "US"), "impossible"
)
CAN_BE_IN_HAND = Requirement(
    "card: can be in hand",
    "5.3.2",
    "card {card} is {where} and cannot be in this hand",
    _not_in(*PLACES),
    "impossible",
)
NOT_ELSEWHERE = Requirement(
    "deal: cards of the deck",
    "5.3.1",
    "card {card} cannot be dealt or drawn: it is {where}",
    _not_in(*PLACES, own=True),
    "impossible",
)


def _twice(board: Board, option: object, c: Context) -> TestResult:
    named = [n for n in c["cards"] if n]
    return next(({"card": card_name(board, n)} for n in named if named.count(n) > 1), None)


ONCE = Requirement(
    "card: there once", "4.10.3", "you wrote card {card} twice, and there is only one", _twice, "impossible"
)


def _held(board: Board, option: object, c: Context) -> TestResult:
    player: str = c["player"]
    cards = [n for n in c.get("cards", (option,)) if isinstance(n, int) and n]
    for at, card in enumerate(cards):
        known_elsewhere = place_of(board, card) not in ("", player)  # that is another requirement
        if not known_elsewhere and not may_hold(board, player, *cards[: at + 1]):
            hand = held_by(board, player)
            lines = hand.lines(card) if hand is not None else ()
            why = "it was neither dealt to that side nor drawn by it"
            if lines:
                why = f"it never came there, or it left at line {lines[0]}, where it is not named"
            return {"card": card_name(board, card), "who": SIDE_NAMES[player], "why": why, "see": lines}
    return None


HELD = Requirement(
    "card: was dealt or drawn",
    "5.3.2",
    "card {card} is not in the {who} hand: {why}",
    _held,
    "impossible",
)


def _not_dealt(board: Board, option: object, c: Context) -> TestResult:
    hand = held_by(board, c["player"])
    cards = [n for n in c.get("cards", (option,)) if isinstance(n, int) and n]
    if hand is None or hand.naming(cards, board.sighted, 0, 0) is not None:
        return None
    why = "the old deck runs out before the discards come back"
    seen = [n for n in cards if board.sighted.outside(n) and hand.naming((n,), board.sighted, 0, 0) is None]
    if seen:
        cards, why = seen, f"nothing came back into the Draw Deck since {agree(len(seen), 'it', 'they')} left a hand"
    return {"cards": " ".join(str(n) for n in cards), "card": agree(len(cards), "card"), "why": why}


FROM_THE_DECK = Requirement(
    "deal: the old deck first",
    "5.3.1",
    "{card} {cards} cannot have been dealt or drawn here: {why}",
    _not_dealt,
    "impossible",
)
