"""Operations and further cards that an event brings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from referee.editions.base import card_play as cards
from referee.editions.base import card_uses
from referee.editions.base.events.steps.hands import doubt_note
from referee.editions.base.operations import JIHADIST_OPERATIONS, TITLES, US_OPERATIONS, operation
from referee.editions.base.operations import disrupt as disrupt_op
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field
from referee.engine.law.play import Play
from referee.engine.law.requirement import FindingKind, Requirement
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage
from referee.engine.state.data import Side
from referee.engine.state.words import listed

ANY_VALUE = 3
"""Value of an event's Operation without a value.

Governance never hinders it.
"""


def disrupt_possible(board: Board) -> bool:
    """Whether an event finds a target to Disrupt.

    Every condition of 7.4.1 but the value counts.
    """
    context = {"value": ANY_VALUE}
    return any(all(r.holds(board, n, context) for r in disrupt_op.TARGET) for n in board.names)


def event_disrupt(play: Play, card: int) -> None:
    """Disrupt once by an event, if possible (7.4).

    In all else it is the Operation.
    """
    if disrupt_possible(play.board):
        disrupt_op.disrupt(play, Terms(ANY_VALUE))


GRANTED = Requirement(
    "event: the Operation that it grants",
    "6.2.1",
    "card {card} grants {granted}, not {given}",
    lambda b, o, c: (
        None
        if o == NOTHING or o in c["granted"]
        else {"granted": listed([TITLES.get(g, g) for g in c["granted"]], "or"), "given": TITLES.get(o, o)}
    ),
)

NO_REASSESSMENT = Requirement(
    "event: no Reassessment",
    "7.6.2",
    "a Reassessment takes two cards of value 3; the event grants one Operation of value {value}",
    lambda b, o, c: {} if o == "reassess" else None,
)


def event_operation(play: Play, card: int, value: int, *, unnamed: FindingKind | None = "incomplete") -> str:
    """Carry out an event's Operation of fixed value, and return it.

    It is a segment after the event. ``unnamed`` is the finding on a line that has none; None for no finding.
    """
    side = play.side
    kinds = US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS
    terms = Terms(value)

    @cache
    def could(use: str) -> bool:
        return play.possible(lambda trial: operation(use)(trial, terms))

    use = play.ask(
        Field.OPERATION,
        lambda: [u for u in kinds if could(u)],
        card_uses.OPERATION_OF[side],
        NO_REASSESSMENT,
        *card_uses.reserves_bar(play.board, side),
        silence=UNKNOWN,
        player=side,
        value=value,
        rule="6.2.1",
    )
    if use == UNKNOWN:
        why = f"the line does not say which Operation of value {value} the event brought"
        if unnamed is not None:
            play.table.remark(unnamed, "6.2.1", why, ())
        return UNKNOWN
    with play.segment("op", side=side, cause=Usage(use), card=card, rule=card_uses.RULE_OF_USE.get(use, "6.3.1")):
        if use == "reserves":
            doubt_note(play, card, "the rules leave open whether this Operation may go to Reserves; it was accepted")
            play.add_reserves(side, value)
        elif use in (*US_OPERATIONS, *JIHADIST_OPERATIONS):
            carry_out = q.modified(Queries.OPERATION, play.board, (side, use), operation(use))
            carry_out(play, terms)
    return str(use)


def may_operate(play: Play, card: int, use: str, carry_out: Callable[[Play], None]) -> None:
    """Allow an immediate Operation of an event.

    A line that does not go on with it leaves it.
    """
    chosen = play.ask(
        Field.OPERATION,
        lambda: (NOTHING, use) if play.possible(carry_out) else (NOTHING,),
        GRANTED,
        silence=NOTHING,
        granted=(use,),
        card=card,
        rule="6.2.1",
    )
    if chosen == use:
        with play.segment("op", side=play.side, cause=Usage(use), card=card, rule=card_uses.RULE_OF_USE[use]):
            carry_out(play)


def extra_card(play: Play, side: Side) -> None:
    """Play another card of the hand at once, by normal rules.

    No Action Phase counts it.
    """
    card = play.ask(Field.EXTRA, lambda: (NOTHING, *play.hand_cards(side)), side=side, silence=NOTHING)
    if card != NOTHING:
        cards.play_card(play, side, (0 if card == UNKNOWN else card,), extra=True)
