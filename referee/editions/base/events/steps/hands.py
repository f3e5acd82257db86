"""Steps of events with cards: drawn, discarded, shown, traded, taken."""

from __future__ import annotations

from referee.editions.base import put_away
from referee.editions.base.turn import draw
from referee.engine.law import hand_rules
from referee.engine.law.ask import Field
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.law.table import NOTHING, UNKNOWN, GameOver
from referee.engine.state import hands
from referee.engine.state.cause import events_of
from referee.engine.state.data import SIDE_NAMES, Side

UNNAMED = "not told"
"""A line without any word on the cards of an event."""


def random_discard(play: Play, side: Side, n: int = 1) -> list[int]:
    """Discard random cards, named by the record or ``?`` (0)."""
    gone: list[int] = []
    for _ in range(n):
        have = play.board.hand(side)
        if have == 0:
            play.table.not_due(
                "discard", "", None, "6.2.4", f"the {SIDE_NAMES[side]} hand is empty, so nothing is discarded"
            )
            break
        card = discarded_card(play, side, random=True)
        gone.append(card)
        put_away.discard(play, side, card)
    return gone


def in_play(play: Play) -> tuple[int, ...]:
    """Cards in play at this moment, neither in hand nor pile."""
    return events_of(play.cause)


def discarded_card(
    play: Play,
    side: str,
    field: Field = Field.DISCARD,
    *,
    unnamed: tuple[int, str] | None = None,
    random: bool = False,
) -> int:
    """The card that leaves a hand, or 0 if unknown.

    ``unnamed`` is a card and the note that is due on it if the record has none at all; with ``random`` chance chooses.
    """
    card = play.ask(
        field,
        lambda: [*cards_known(play, side)] if open_hand(play, side) else play.hand_cards(side),
        ONE_GOES,
        hand_rules.CAN_BE_IN_HAND,
        hand_rules.HELD,
        side=side,
        hidden=True,
        silence=UNNAMED if unnamed and not open_hand(play, side) else None,
        player=side,
        playing=in_play(play),
        random=random,
    )
    if card == UNNAMED and unnamed:
        hidden_note(play, *unnamed)
    return card if isinstance(card, int) else hands.only_card(play.board, side)


ONE_GOES = Requirement(
    "event: a card leaves the hand",
    "6.2.1",
    "that hand holds cards, and one of them has to go",
    lambda b, o, c: {} if o == NOTHING else None,
)


DECK_LASTS = Requirement(
    "event: the Draw Deck lasts",
    "5.1",
    "the Draw Deck runs out for the last time before this card is drawn, so the game is over (5.3.1)",
    lambda b, o, c: {} if o != NOTHING and c["number"] > c["due"] and b.stage == "over" else None,
    concerns=lambda o, c: o != NOTHING and c["number"] > c["due"],
)
NO_MORE_DRAWN = Requirement(
    "event: cards drawn",
    "5.3.1",
    "the event draws {due:card}; this is number {number}",
    lambda b, o, c: {} if o != NOTHING and c["number"] > c["due"] else None,
    "outcome",
)


def draw_cards(play: Play, side: str, n: int) -> None:
    """Draw from the deck (5.3.1).

    The record may name the cards at once, or on a line of its own.
    """
    got = draw(play, side, n)
    drawn: list[int] = []
    while True:
        card = play.ask(
            Field.DRAW,
            (NOTHING,),
            DECK_LASTS,
            NO_MORE_DRAWN,
            hand_rules.NOT_ELSEWHERE,
            hand_rules.FROM_THE_DECK,
            side=side,
            hidden=True,
            silence=NOTHING,
            player=side,
            playing=in_play(play),
            number=len(drawn) + 1,
            due=got,
            rule="5.3.1",
        )
        if card == NOTHING:
            break
        if play.board.stage == "over" and len(drawn) >= got:
            break
        if len(drawn) >= got:
            got += draw(play, side, 1)
        drawn.append(card if card != UNKNOWN else 0)
        if drawn[-1]:
            play.name_cards(side, (card,), rule="5.3.1")
    if got:
        before = play.board.recall(f"drawn {side}")
        more, named = before[1:] if before is not None and before[0] == play.line else (0, ())
        play.remember(f"drawn {side}", (play.line, got + more, (*named, *(n for n in drawn if n))), rule="5.3.1")
    if play.board.stage == "over":
        raise GameOver


def hidden_note(play: Play, card: int, message: str) -> None:
    """Note a thing that stays unchecked because it is hidden."""
    play.table.unchecked(f"card {card}", message)


def doubt_note(play: Play, card: int, message: str) -> None:
    """Note a doubtful thing that is accepted."""
    play.table.remark("note", f"card {card}", message, ())


def cards_known(play: Play, side: str) -> tuple[int, ...]:
    """Known cards of a hand: all of an open one, else named."""
    held = play.hand_cards(side)
    if UNKNOWN in held:
        held = list(hands.cards_of(play.board, side) or ())
    return tuple(n for n in held if n)


def open_hand(play: Play, side: str) -> bool:
    """Whether every card of a hand is known."""
    have = play.board.hand(side)
    return have is not None and len(cards_known(play, side)) == have


ASKED_FOR = Requirement(
    "event: a card that the text names",
    "6.2.1",
    "card {option} is not one of those that the event asks for: {wanted}",
    lambda b, o, c: (
        None if o in (NOTHING, UNNAMED, UNKNOWN, *c["wanted"]) else {"wanted": " ".join(str(n) for n in c["wanted"])}
    ),
)

NOT_KEPT_BACK = Requirement(
    "event: no such card kept back",
    "6.2.1",
    "card {card} is known to be in that hand, and the event takes it",
    lambda b, o, c: {"card": c["held"][0]} if o == NOTHING and c["held"] else None,
)


def give_up(play: Play, card: int, side: Side, wanted: tuple[int, ...]) -> list[int]:
    """Discard every held card of ``wanted``, and return them.

    Naming none means that the side holds none.
    """
    gone: list[int] = []
    while len(gone) < len(wanted):
        held = [n for n in cards_known(play, side) if n in wanted]
        if not held and open_hand(play, side):
            break
        chosen = play.ask(
            Field.DISCARD,
            held[:1] or (NOTHING,),
            ASKED_FOR,
            NOT_KEPT_BACK,
            hand_rules.CAN_BE_IN_HAND,
            hand_rules.HELD,
            side=side,
            hidden=True,
            silence=NOTHING if gone or not held else UNNAMED,
            player=side,
            playing=in_play(play),
            wanted=wanted,
            held=held,
        )
        if chosen == NOTHING:
            break
        if chosen == UNNAMED:  # without names in the line the event takes the known cards
            for card_there in held:
                gone.append(card_there)
                put_away.discard(play, side, card_there)
            break
        gone.append(0 if chosen == UNKNOWN else chosen)
        put_away.discard(play, side, gone[-1])
    if 0 not in gone:
        rest = tuple(n for n in wanted if n not in gone)
        why = f"the event of card {card} had taken it from there"
        hands.oblige(play, side, rest, why, f"card {card}", NOT_KEPT_BACK.id)
    return gone


SHOWN_ONCE = Requirement(
    "event: a card is shown once",
    "4.10.3",
    "you wrote card {card} twice, and there is only one",
    lambda b, o, c: {"card": b.rules.card_name(o, str(o))} if o in c["before"] else None,
    "impossible",
)


def look_at_hand(play: Play, side: Side) -> None:
    """Show a hand to the other side.

    Cards named by a record are known from then on.
    """
    shown: list[int] = []
    while UNKNOWN in play.hand_cards(side):
        card = play.ask(
            Field.SHOW,
            (NOTHING,),
            SHOWN_ONCE,
            hand_rules.CAN_BE_IN_HAND,
            hand_rules.HELD,
            side=side,
            hidden=True,
            silence=NOTHING,
            player=side,
            playing=in_play(play),
            before=tuple(shown),
        )
        if card == NOTHING:
            break
        if card != UNKNOWN:
            shown.append(card)
        if card != UNKNOWN and card not in cards_known(play, side):
            play.name_cards(side, (card,))


def take_at_random(play: Play, taker: Side, owner: Side) -> None:
    """Take a random card of the other's hand, named or ``?``."""
    if play.board.hand(owner) == 0:
        play.table.not_due("take", "", None, "6.2.4", f"the {SIDE_NAMES[owner]} hand is empty, so no card is taken")
        return
    card = discarded_card(play, owner, Field.TAKE, random=True)
    taken = play.hand_loses(owner, card)
    play.hand_gains(taker, (taken,))
