"""Decks in parts, one part after the other.

They are the halves of Arab Spring, and the two decks of the Campaign. The second Campaign deck brings chapter 11.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.awakening import changes
from referee.editions.awakening.printed import CARDS, ICONS
from referee.editions.awakening.state import WMD_HOMES, expansion, space
from referee.editions.base.moments import Moments
from referee.editions.base.printed import CARDS as BASE_CARDS
from referee.engine.law import hand_rules
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, add
from referee.engine.state import hands
from referee.engine.state.board import Board
from referee.engine.state.card_changes import PUT_BACK
from referee.engine.state.data import ISLAMIST_RULE
from referee.engine.state.journal import Kind
from referee.engine.state.seams import on

HALF = 60
"""Cards in each half of the Arab Spring deck."""
FIRST_HALF = frozenset(n for n, icons in ICONS.items() if "AS" in icons)
SECOND_HALF = frozenset(n for n, icons in ICONS.items() if "CW" in icons)
ARAB_SPRING, CAMPAIGN = "arab spring deck", "campaign deck"
"""Sources: the known order of a deck."""


def _cards(option: Any, c: Context) -> Iterable[int]:
    return (n for n in c.get("cards", (option,)) if isinstance(n, int) and n)


def cards_gone(board: Board) -> int:
    """Number of cards that have left the Awakening deck.

    It is 0 in a later deck, which is shuffled whole.
    """
    back = board.recall(PUT_BACK) or 0
    return 0 if board.reshuffles else len(CARDS) - min(board.deck, len(CARDS)) + back


def halves(shuffled: list[int]) -> list[int]:
    """Arab Spring deck of shuffled cards, last on top: first half first (3.1)."""
    rest = [n for n in shuffled if n not in FIRST_HALF | SECOND_HALF]
    first = {*FIRST_HALF, *rest[: len(shuffled) // 2 - sum(n in FIRST_HALF for n in shuffled)]}
    return [*(n for n in shuffled if n not in first), *(n for n in shuffled if n in first)]


def one_by_one(shuffled: list[int]) -> list[int]:
    """Campaign deck of shuffled cards, last on top: base game first (3.1)."""
    first = [n for n in shuffled if n in BASE_CARDS]
    return [*halves([n for n in shuffled if n not in BASE_CARDS]), *first]


# -------------------------------------------------------------------- Arab Spring


def _too_early(board: Board, option: Any, c: Context) -> bool:
    """Whether a card of the second half comes too early.

    No card of that half can have been dealt.
    """
    if board.reshuffles or cards_gone(board) > HALF:
        return False
    return any(n in SECOND_HALF for n in _cards(option, c))


WHY_EARLY = "this card belongs to the second half of the Awakening deck, of which nothing has been dealt yet"
for requirement in (hand_rules.HELD, hand_rules.NOT_ELSEWHERE):
    add(requirement, ARAB_SPRING, _too_early, WHY_EARLY)


LATE = "second half since"
"""Key of the note: only the second half is left."""


@on(Moments.CARDS_DRAWN, ARAB_SPRING)
def _half_over(play: Play) -> None:
    """Note that these cards used up the first half of the deck."""
    b = play.board
    if b.reshuffles or b.recall(LATE) is not None:
        return
    before = next((was for place, name, was, _ in play.journal.changes[-1].writes if not place and name == "deck"), 0)
    out = sum(n in CARDS for n in b.removed)  # if they left before the deck was built, its halves are smaller
    if 0 < before <= min(HALF, (len(CARDS) - out) // 2):
        play.remember(LATE, play.journal.mark() - 1, rule="5.3.1")


def _late(board: Board) -> int | None:
    return None if board.reshuffles else board.recall(LATE)


def _too_late_to_hold(board: Board, option: Any, c: Context) -> bool:
    """Whether a card of the first half is in a later hand."""
    since, hand = _late(board), hands.held_by(board, c["player"])
    if since is None or hand is None or hand.left:
        return False
    early = any(s.among or (not s.card and s.since < since) for s in hand.slots)
    return any(n in FIRST_HALF and not early and n not in hand.names() for n in _cards(option, c))


def _too_late_to_come(board: Board, option: Any, c: Context) -> bool:
    """Whether a card of the first half is dealt or drawn late."""
    return _late(board) is not None and any(n in FIRST_HALF for n in _cards(option, c))


WHY_LATE = "this card belongs to the first half of the Arab Spring deck, and all of that had been dealt before"
add(hand_rules.HELD, ARAB_SPRING, _too_late_to_hold, WHY_LATE)
add(hand_rules.NOT_ELSEWHERE, ARAB_SPRING, _too_late_to_come, WHY_LATE)


# -------------------------------------------------------------------- the Campaign


def _not_dealt_yet(board: Board, option: Any, c: Context) -> bool:
    """Whether a card of the second deck comes before its deck."""
    if board.rules.successor is None:
        return False
    return any(n in CARDS and n not in BASE_CARDS for n in _cards(option, c))


WHY_LATER = "this card belongs to the second deck of the Campaign, of which nothing has been dealt yet"
for requirement in (hand_rules.HELD, hand_rules.NOT_ELSEWHERE):
    add(requirement, CAMPAIGN, _not_dealt_yet, WHY_LATER)


@on(Moments.CARDS_DRAWN, CAMPAIGN)
def _second_deck(play: Play) -> None:
    """Bring chapter 11 into force with the second deck's first card.

    That may be in the middle of a deal.
    """
    b = play.board
    if b.rules.successor is None or b.deck >= len(CARDS) - sum(n in CARDS for n in b.removed):
        return
    play.change_ruleset(b.rules.successor, rule="11.0")
    _lay_wmd(play)
    changes.place_marker(play, "Algeria/Tunisia", "awakening", rule="11.1.2")


def _lay_wmd(play: Play) -> None:
    """Lay WMD from the first box: two in Syria, one in Iran (11.3.1).

    Spare ones replace those that have left the game.
    """
    b = expansion(play.board)
    due = sum(WMD_HOMES.values())
    from_box = min(due, b.wmd_box)
    play.write(
        Kind.WMD,
        "Syria and Iran",
        "11.3.1",
        (b, "wmd_box", b.wmd_box - from_box),
        (b, "spare_wmd", due - from_box),
        *((space(b, name), "wmd", n) for name, n in WMD_HOMES.items()),
        note="WMD markers to Syria and Iran",
    )
    if b["Syria"].governance == ISLAMIST_RULE:
        changes.release_wmd(play, "Syria")
