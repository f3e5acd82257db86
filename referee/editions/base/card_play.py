"""Card play (chapter 6): cards, their triggered events and Reserves.

The uses of a card are in ``card_uses``, its place afterwards in ``put_away``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.editions.base import events, options
from referee.editions.base.card_uses import (
    CAN_BE_PLAYED,
    RULE_OF_USE,
    USE,
    USUAL,
    further_uses,
    reserves_bar,
    uses,
)
from referee.editions.base.moments import Moments
from referee.editions.base.operations import operation
from referee.editions.base.operations.reassess import reassess
from referee.editions.base.put_away import first_plot, put_away
from referee.editions.base.queries import Queries
from referee.editions.base.triggered import happen, may_happen, refuse_event, take_over_unnamed, trigger
from referee.editions.base.turn import still_going, stops
from referee.engine.law.ask import Field, Hints
from referee.engine.law.forms import LEFT_OVER
from referee.engine.law.play import Play
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage
from referee.engine.state.plain import NamedTuple
from referee.engine.state.words import agree

AFTER, FIRST = "after", "first"
MOST_VALUE = 3
"""Most value of a card with Reserves (6.3.3.1)."""


class LeftoverUse(NamedTuple):
    """A side's use of Reserves and of a card's remaining value.

    Reserves are spent as they are needed.
    """

    rule: str
    """The rule by which it keeps unspent Reserves."""
    action: Callable[[Play, str, int, int], None]
    """Action after an Operation, by the card's value and the Operation's cost."""
    reserves: bool = True
    """Whether the side has Reserves to spend."""


# -------------------------------------------------------------------- the play of a card


def play_card(play: Play, side: str, cards: tuple[int, ...], reserves: bool = False, *, extra: bool = False) -> None:
    """Play one card, or the two of a Reassessment (6.1, 7.6.2).

    Card 0 is an unnamed one. ``extra`` is a further card that an event lets a side play.
    """
    card = cards[0] if cards else 0
    with play.segment("extra" if extra else "card", side=side, card=card, rule="5.2.2"):
        if extra:
            play.moment(Moments.CARD_OVER)  # the card that brings it has done its part
            with_reserves = (False, True) if play.board.reserves(side) else (False,)
            reserves = play.ask(Field.RESERVES, with_reserves, silence=False)
        play.require(*CAN_BE_PLAYED, cards=cards, player=side, at="card")
        play.moment(Moments.CARDS_BEGIN, side, cards)
        happened: set[int] = set()
        before = event_before_use(play, side, cards)
        if before:
            _leave_hand(play, side, cards)
            happened |= event_comes_first(play, side, card, before)
            if stops(play, "op", card if extra else None):
                _card_over(play, side, cards, "event", happened)
                return
        use = _use(play, side, cards, reserves, extra=extra, before=bool(before))
        if use == UNKNOWN:
            _operations_left_out(play, card, before)
            _card_over(play, side, cards, "event", happened)
            return
        if not before:
            _leave_hand(play, side, cards)
        if use == "event":
            if not before:
                _as_event(play, side, card, happened)
        elif use == "discard":
            _as_discard(play, side, card)
        elif use in USUAL:
            operations(play, side, cards, use, reserves, happened, extra=extra)
        else:
            with play.segment("op", cause=Usage(use), card=card if extra else None, rule="6.2.2"):
                still_going(play)
                play.moment(Moments.OPERATION_BEGINS, side, cards, use)
                if (carry_out := further_uses(play.board, side, cards).get(use)) is not None:
                    carry_out(play, side, cards)
        play.moment(Moments.CARD_USED, side, cards, use, happened)
        _card_over(play, side, cards, use, happened)


def _use(play: Play, side: str, cards: tuple[int, ...], reserves: bool, *, extra: bool, before: bool) -> str:
    """The use of a card (5.2.2.1).

    ``before`` says that its event has come already, and the rest is due.
    """
    board = play.board
    card = cards[0] if cards else 0
    known = board.cards.get(card)
    theirs = known is not None and known.side not in (None, side)
    operates = not before and len(cards) == 1 and known is not None and events.operates(card) and not theirs
    use: str = play.ask(
        Field.USE,
        lambda: [u for u in uses(side, cards, board) if (not extra or u != "discard") and (not before or u != "event")],
        *USE[side, len(cards) == 2, reserves],
        *reserves_bar(play.board, side),
        card=card,
        cards=cards,
        player=side,
        reserves=reserves,
        first=board.played == 0,
        auto=known is not None and known.auto,
        hints=Hints(operates=operates, of_other_side=theirs, after_event=before),
        able=lambda use: before or leads_on(play, side, cards, use, reserves, extra=extra),
        rule="5.2.2.1",
        silence=UNKNOWN if before else None,
    )
    if use == UNKNOWN and (due := _due_use(play)) in LEFT_OVER:
        return due  # its first step is missing
    return use


def _as_event(play: Play, side: str, card: int, happened: set[int]) -> None:
    """Play a card for its event (6.2)."""
    if card in play.board.cards:
        happen(play, card, side)
        happened.add(card)
    elif not card:
        take_over_unnamed(play, side)


def _as_discard(play: Play, side: str, card: int) -> None:
    """Discard the last US card (5.2.4).

    Only US Election acts on that (6.3.2.3).
    """
    known = play.board.cards.get(card)
    if known is None:
        return
    said = play.table.mentioned(card)
    if not known.auto:
        if said:
            refuse_event(play, card, side, "6.3.2.3", f"a discard does not trigger the event of {known.name}")
    elif said is False:
        why = f"the event of {known.name} happens when the card is discarded, too"
        play.table.remark("outcome", "6.3.2.3", why, ())
    else:
        happen(play, card, side)


def _card_over(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    put_away(play, side, cards, use, happened)
    play.moment(Moments.CARD_OVER)


def event_before_use(play: Play, side: str, cards: tuple[int, ...]) -> str:
    """The rule by which a card's event precedes its use, or "".

    The use is for Operations.
    """
    if len(cards) != 1 or cards[0] not in play.board.cards:
        return ""
    return q.modified(Queries.EVENT_BEFORE_THE_USE, play.board, (side, cards[0]), "")


def event_comes_first(play: Play, side: str, card: int, rule: str) -> set[int]:
    """Carry out the event before its card's use, reporting a denial."""
    said = play.table.mentioned(card)
    name = play.board.cards[card].name
    if said is False:
        why = f"the event of {name} can be played, so it comes before the Operations"
        play.table.remark("outcome", rule, why, ())
        return set()
    if said is None:
        why = f"the event of {name} comes before the Operations; the line does not mention it, and it was carried out"
        play.table.remark("note", rule, why, ())
    happen(play, card, side)
    return {card}


def _due_use(play: Play) -> str:
    """The use set by a flowchart just before, or ""."""
    said = (f for f in reversed(play.trails) if f.address.field == Field.USE and f.guidance.due)
    last = next(said, None)
    return str(last.guidance.due[0]) if last is not None else ""


def _operations_left_out(play: Play, card: int, rule: str) -> None:
    """Report a line with the event but without its Operations.

    They are not carried out.
    """
    known, titles = play.board.cards.get(card), play.board.rules.titles
    due = _due_use(play)
    name, n = (known.name, known.ops) if known is not None else ("the card", 3)
    first = f"; {titles.get(due, due)} is due" if due else ""
    them = f"{n} Operations" if n != 1 else "Operation"
    come = f"the {them} of {name} {agree(n, 'comes', 'come')} after its event"
    why = f"{come}, and the line does not have {agree(n, 'it', 'them')}{first}"
    play.table.left_out(rule, why, f"add “/ {due or 'recruit'} …” to it")


def _leave_hand(play: Play, side: str, cards: tuple[int, ...]) -> None:
    for n in cards or (0,):
        play.hand_loses(side, n, rule="5.2.2")
        if n:
            play.take_card(n, "discards", rule="5.3.1")


WAYS_OF_AN_EVENT = 20
"""Most ways tried of a triggered event that enables an Operation."""


def leads_on(play: Play, side: str, cards: tuple[int, ...], use: str, reserves: bool, *, extra: bool = False) -> bool:
    """Whether some choices carry a use of a card to its end.

    An Operation that is possible without its event is possible with it: the event can come afterwards (6.3.2.1).
    """
    card = cards[0] if cards else 0

    def event(p: Play) -> None:
        _leave_hand(p, side, cards)
        happen(p, card, side)

    def operation_of(p: Play, *, alone: bool) -> None:
        _leave_hand(p, side, cards)
        operations(p, side, cards, use, reserves, set(), extra=extra, alone=alone)

    if use in ("reserves", "discard", "hold") or use not in USUAL or (use == "event" and not events.supported(card)):
        return True
    if use == "event":
        return play.possible(event)
    if play.possible(partial(operation_of, alone=True)):
        return True
    if not _with_events(play.board, side, cards, set()):
        return False  # nothing differs
    return play.possible(partial(operation_of, alone=False), WAYS_OF_AN_EVENT)


def card_value(play: Play, cards: tuple[int, ...], extra: int) -> int:
    """Value of a card with Reserves, 3 at most (6.3.3.1).

    An unnamed card may be worth as much.
    """
    return min(MOST_VALUE, (_known_value(play, cards) or MOST_VALUE) + extra)


def _known_value(play: Play, cards: tuple[int, ...]) -> int:
    """Printed value of a card, 0 if it is open."""
    known = play.board.cards
    return known[cards[0]].ops if cards and cards[0] in known else play.unnamed_value


class Trigger(NamedTuple):
    """The event of a card used for Operations (6.3.2).

    It is triggered, or kept from it by a rule.
    """

    card: int
    rule: str = ""
    """The rule against it; "" where it happens."""
    why: str = ""
    """The reason against it."""
    spared: bool = False
    """Whether the first Plot of the turn spares it (8.5.3)."""


class DueEvent(NamedTuple):
    """A triggered event that happens, and when."""

    card: int
    order: str
    """:data:`FIRST` or :data:`AFTER` the Operation (6.3.2.1)."""
    playable: bool
    """Whether it was due on the board before the Operation."""


def triggers(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> list[Trigger]:
    """Triggered events of cards used for Operations.

    They are those of the other side, and US Election.
    """
    board = play.board
    first = first_plot(board, side, use)
    found = []
    for n in _with_events(board, side, cards, happened):
        if first and _spared(play, n):
            found.append(Trigger(n, "8.5.3", "the first Plot card of the turn triggers no event", spared=True))
        else:
            found.append(Trigger(n, *(_ignored(board, n, side) or ())))
    return found


def _with_events(board: Board, side: str, cards: tuple[int, ...], happened: set[int]) -> list[int]:
    """Cards with an event that the use for an Operation may trigger."""
    known = board.cards
    return [
        n for n in cards if n in known and n not in happened and (known[n].auto or known[n].side not in (None, side))
    ]


def _spared(play: Play, n: int) -> bool:
    """Whether the first Plot card of the turn spares its event (8.5.3)."""
    board = play.board
    spared = board.cards[n].side == "US" and q.modified(Queries.FIRST_PLOT_SPARES, board, n, True)
    if board.cards[n].auto:
        options.note_reading(play, "election-first-plot")
        spared = spared or options.chosen(board, "election-first-plot")
    return spared


def operations(
    play: Play,
    side: str,
    cards: tuple[int, ...],
    use: str,
    reserves: bool,
    happened: set[int],
    *,
    extra: bool,
    alone: bool = False,
) -> None:
    """Carry out an Operation with its triggered events (6.3.1, 6.3.2).

    Its player chooses the order. ``alone`` leaves the events out.
    """
    board = play.board
    rest = q.modified(Queries.OPERATIONS_THAT_ARE_LEFT_OVER, board, side, None)
    reserves = reserves or (rest is not None and rest.reserves)
    least = _least_value(play, side, cards, reserves=reserves)
    value = _value(play, side, cards, use, rest, reserves=reserves)
    found = triggers(play, side, () if alone else cards, use, happened)
    _note_untriggered(play, cards, found)
    due = [_due(play, t.card, side) for t in found if not t.rule]
    for event in due:
        if event.order == FIRST:
            trigger(play, event.card, side, happened, event.playable)
    number = cards[0] if extra else None
    if stops(play, "op", number):  # the first event has won, so the card has no use
        raise DeadEnd
    going_on = not board.winner
    with play.segment("op", side=side, cause=Usage(use), card=number, rule=RULE_OF_USE.get(use, "6.3.1")):
        still_going(play)
        play.moment(Moments.OPERATION_BEGINS, side, cards, use)
        _carry_out(play, side, cards, use, Terms(value, least), rest, reserves=reserves)
    _use_what_is_left(play, side, cards, use, rest)
    won = going_on and bool(board.winner)  # the Operation ended the game: no event follows it (5.1)
    for event in due:
        if event.order == AFTER and not (won and not play.table.mentioned(event.card)):
            trigger(play, event.card, side, happened, event.playable)
    if len(cards) == 1:
        _refuse_claimed(play, side, cards[0], next((t for t in found if t.card == cards[0]), None), happened)


def _value(play: Play, side: str, cards: tuple[int, ...], use: str, rest: LeftoverUse | None, *, reserves: bool) -> int:
    """The value of a card with added Reserves, which are spent (6.3.3.1)."""
    board = play.board
    added = board.reserves(side) if reserves else 0
    value = card_value(play, cards, 0 if use == "reserves" and rest is not None else added)
    if added and rest is None:
        play.remove_reserves(side, added, rule="6.3.3.1")
        _note_sure_reserves(play, side, added, "6.3.3.1")
    return value


def _least_value(play: Play, side: str, cards: tuple[int, ...], *, reserves: bool) -> int:
    """The least value of a card with Reserves.

    An unnamed card may be worth 1.
    """
    added = sure_reserves(play.board, side) if reserves else 0
    return min(MOST_VALUE, (_known_value(play, cards) or 1) + added)


def _add_reserves(play: Play, side: str, terms: Terms) -> None:
    """Add a card to the Reserves (6.3.3).

    An unnamed one is worth 2, or 1 if only that fits the record.
    """
    value, least = terms.value, terms.least
    if least < value and play.board.reserves(side) + least < q.MOST_RESERVES:
        value = play.ask(Field.WORTH, (q.MOST_RESERVES, 1), rule="6.3.3")
    least = sure_reserves(play.board, side) + min(least, value)
    play.add_reserves(side, value, rule="6.3.3")
    _note_sure_reserves(play, side, least, "6.3.3")


def _note_sure_reserves(play: Play, side: str, least: int, rule: str) -> None:
    """Note the least Reserves of a side.

    Nothing is noted if all of them are certain.
    """
    board = play.board
    sure = least >= board.reserves(side)
    if not sure or board.recall(f"sure reserves {side}") is not None:
        play.remember(f"sure reserves {side}", None if sure else (board.turn, least), rule=rule)


def sure_reserves(board: Board, side: str) -> int:
    """The least Reserves of a side, whatever its unnamed cards were worth."""
    turn, least = board.recall(f"sure reserves {side}") or (0, 0)
    return min(least, board.reserves(side)) if turn == board.turn else board.reserves(side)


def _note_untriggered(play: Play, cards: tuple[int, ...], found: list[Trigger]) -> None:
    """Note the events not triggered, with their rules."""
    spared = len([t for t in found if t.spared])
    known = len([n for n in cards if n in play.board.cards])
    play.cited += ["8.5.3"] * spared + ["6.3.2.3"] * (known - len(found) + spared)
    play.untriggered += [t[:3] for t in found if t.rule]


def _due(play: Play, card: int, side: str) -> DueEvent:
    """Order of a triggered event, as its player chooses (6.3.2.1)."""
    order, due = AFTER, events.due(play.board, card, side)
    if may_happen(play, card, side):
        order = play.ask(Field.ORDER, (AFTER, FIRST), event=card, rule="6.3.2.1", due=due)
    return DueEvent(card, order, due)


def _carry_out(
    play: Play, side: str, cards: tuple[int, ...], use: str, terms: Terms, rest: LeftoverUse | None, *, reserves: bool
) -> None:
    """Carry out one Operation of a value.

    Its cost beyond the card comes out of the Reserves.
    """
    board = play.board
    if use == "reassess":
        reassess(play, cards, reserves)
    elif use == "reserves":
        _add_reserves(play, side, terms)
    else:
        carry_out = q.modified(Queries.OPERATION, board, (side, use), operation(use))
        carry_out(play, terms)
        beyond = play.spent - card_value(play, cards, 0)
        if rest is not None and beyond > 0:
            play.remove_reserves(side, beyond, rule=rest.rule)


def _use_what_is_left(play: Play, side: str, cards: tuple[int, ...], use: str, rest: LeftoverUse | None) -> None:
    if rest is not None and use not in ("reassess", "reserves") and not play.board.winner:
        rest.action(play, side, card_value(play, cards, 0), play.spent)


def _refuse_claimed(play: Play, side: str, n: int, of: Trigger | None, happened: set[int]) -> None:
    """Refuse a recorded event that the Operations do not trigger."""
    if n not in play.board.cards or n in happened or (of is not None and not of.rule) or not play.table.mentioned(n):
        return
    name = play.board.cards[n].name
    if of is not None and of.spared:
        why = f"the first Plot card of the turn does not trigger the event of {name}"
        refuse_event(play, n, side, of.rule, why)
    elif of is not None:
        refuse_event(play, n, side, of.rule, f"the event of {name} does not happen: {of.why}")
    elif play.ask(Field.ORDER, (AFTER, FIRST), event=n, silence=AFTER, rule="5.2.2.1") == FIRST:
        why = f"card {name} serves for its event or for Operations, not for both"
        refuse_event(play, n, side, "5.2.2.1", why)
    else:
        refuse_event(play, n, side, "6.3.2.3", f"Operations do not trigger the event of {name}")


def _ignored(board: Board, card: int, side: str) -> tuple[str, str] | None:
    """The rule and reason against an event triggered by ``side``, or None.

    A source in force may name the card alone, or the side that uses it.
    """
    if q.modified(Queries.TRIGGER_IGNORED, board, card, False):
        return "6.2.2", "the event that was played first ignores it"
    return q.modified(Queries.TRIGGERS_NOTHING, board, (side, card), None)
