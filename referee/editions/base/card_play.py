"""Card play (chapter 6): uses of a card, triggered events, Reserves, and where the card goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from referee.editions.base import events, options
from referee.editions.base.operations import JIHADIST_OPERATIONS, TITLES, US_OPERATIONS, Operation, operation
from referee.editions.base.operations.reassess import reassess
from referee.editions.base.triggered import happen, may_happen, owner, refuse_event, trigger
from referee.editions.base.turn import still_going, stops
from referee.engine import queries as q
from referee.engine.ask import Field
from referee.engine.board import Board
from referee.engine.cause import UsedFor
from referee.engine.data import SIDE_NAMES, Card
from referee.engine.forms import LEFT_OVER
from referee.engine.hands import HELD, NOT_DISCARDED, NOT_IN_BOX, NOT_REMOVED, NOT_WITH_THE_OTHER, ONCE
from referee.engine.play import DeadEnd, Play
from referee.engine.requirement import Context, Requirement, Verdict
from referee.engine.terms import Terms

RULE_OF_USE = {
    "woi": "7.2",
    "deploy": "7.3.1",
    "regime-change": "7.3.4",
    "withdraw": "7.3.5",
    "disrupt": "7.4.2",
    "alert": "7.5.2",
    "reassess": "7.6.1",
    "recruit": "8.2.1",
    "travel": "8.3.1",
    "jihad": "8.4",
    "plot": "8.5.2",
    "reserves": "6.3.3",
    "event": "6.2.1",
    "discard": "5.2.4",
    "set-up": "3.2",
    "end": "5.2.5",
}
AFTER, FIRST = "after", "first"


class Rest(NamedTuple):
    """How a side spends its Reserves as it needs them, and what it does with what is left of a card."""

    rule: str
    """The rule by which it keeps what it does not need."""
    then: Callable[[Play, str, int, int], None]
    """What it does behind an Operation, given its card's value and what the Operation took."""


USUAL = frozenset({"event", *US_OPERATIONS, "reassess", *JIHADIST_OPERATIONS, "reserves", "discard", "hold"})
"""The uses that the rules themselves give to cards."""
Further = Callable[[Play, str, tuple[int, ...]], None]
"""What a further use does with the cards of a side."""


def further_uses(board: Board, side: str, cards: tuple[int, ...]) -> Mapping[str, Further]:
    """Uses that something in force gives to these cards beside those of the rules (6.2.2)."""
    found: Mapping[str, Further] = q.modified("further uses", board, (side, cards), {})
    return found


def uses(side: str, cards: tuple[int, ...], board: Board) -> list[str]:
    """Every use that a card of this side could be put to, in shape."""
    further = further_uses(board, side, cards)
    if len(cards) == 2:
        return ["reassess", *further]
    found = ["event", *(US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS), "reserves"]
    return [*found, *(["discard"] if side == "US" else []), *further]


# -------------------------------------------------------------------- requirements of a use


def _as_event(option: Any, c: Context) -> bool:
    return bool(option == "event")


def _with_reserves(option: Any, c: Context) -> bool:
    return bool(c["reserves"])


FURTHER_USE = Requirement(
    "use: one that something in force gives",
    "6.2.2",
    "nothing in force lets a card be {option}",
    lambda b, o, c: None if o in USUAL or o in LEFT_OVER or o in further_uses(b, c["player"], c["cards"]) else {},
    concerns=lambda o, c: o not in USUAL and o not in LEFT_OVER,
)


def _nothing_left(board: Board, option: Any, c: Context) -> Verdict:
    left = LEFT_OVER.get(option)
    if left is None or option in further_uses(board, c["player"], c["cards"]):
        return None
    who = "the Jihadist" if c["player"] == "J" else "the US"
    if c["player"] != left.side:
        said = f"{left.title} is not for {who}"
    elif c["player"] in board.rules.guides:
        said = f"{left.title} comes in where a card does nothing else; this one does"
    else:
        said = f"only a side that plays by a flowchart does {left.title}; here a player plays {who}"
    return {"said": said, "cite": board.rules.rule_of_use.get(option, left.rule)}


LEFT_OVER_USE = Requirement(
    "use: what is left over",
    "12.4.3",
    "{said}",
    _nothing_left,
    concerns=lambda o, c: o in LEFT_OVER,
)
REASSESSMENT_ALONE = Requirement(
    "use: two cards",
    "5.2.2.1",
    "a card is played for one thing; two cards together make a Reassessment and nothing else; Reserves are added as +R",
    lambda b, o, c: {} if c["two"] and o != "reassess" and o in USUAL else None,
    concerns=lambda o, c: bool(c["two"]) and o in USUAL,
)
US_OPERATION = Requirement(
    "use: a US Operation",
    "7.1.2",
    "{use} is not a US Operation",
    lambda b, o, c: {"use": TITLES[o]} if c["player"] == "US" and o in JIHADIST_OPERATIONS else None,
    concerns=lambda o, c: c["player"] == "US" and o != "event",
)
JIHADIST_OPERATION = Requirement(
    "use: a Jihadist Operation",
    "8.1.3",
    "{use} is not a Jihadist Operation",
    lambda b, o, c: {"use": TITLES[o]} if c["player"] == "J" and o in (*US_OPERATIONS, "reassess") else None,
    concerns=lambda o, c: c["player"] == "J" and o != "event",
)
JIHADIST_DISCARD = Requirement(
    "use: no discard by the Jihadist",
    "5.2.2.1",
    "the Jihadist may not discard a card; only the US may, and only its last one",
    lambda b, o, c: {} if c["player"] == "J" and o == "discard" else None,
    concerns=lambda o, c: c["player"] == "J" and o == "discard",
)


def _associated(board: Board, option: Any, c: Context) -> Verdict:
    card: Card | None = board.cards.get(c["card"])
    if option != "event" or card is None or card.side in (None, c["player"]):
        return None
    return {"card": card.name, "owner": SIDE_NAMES[card.side], "who": SIDE_NAMES[c["player"]]}


EVENT_OF_THIS_SIDE = Requirement(
    "event: of this side",
    "6.2.5",
    "card {card} has a {owner} event; the {who} side can play the card for Operations only",
    _associated,
    concerns=_as_event,
)
ELECTION_NOT_ALONE = Requirement(
    "event: US Election comes with Operations",
    "6.3.1",
    "US Election is used for Operations and its event happens with them; it is not played as an event",
    lambda b, o, c: {} if o == "event" and c["card"] in b.cards and b.cards[c["card"]].auto else None,
    concerns=lambda o, c: o == "event" and bool(c.get("auto")),
)


def _playable(board: Board, option: Any, c: Context) -> Verdict:
    if option != "event" or c["card"] not in board.cards:
        return None
    found = events.refusals(board, c["card"], c["player"], c.get("first", True))
    conditions = [f for f in found if f.rule == "6.2.6"]
    return {"reason": conditions[0].message, "card": board.cards[c["card"]].name} if conditions else None


def _blocked(board: Board, option: Any, c: Context) -> Verdict:
    if option != "event" or c["card"] not in board.cards:
        return None
    found = [f for f in events.refusals(board, c["card"], c["player"]) if f.rule != "6.2.6"]
    return {"reason": found[0].message, "card": board.cards[c["card"]].name, "cite": found[0].rule} if found else None


EVENT_BLOCKED = Requirement(
    "event: not blocked", "6.2.8", "card {card} is blocked: {reason}", _blocked, concerns=_as_event
)
EVENT_PLAYABLE = Requirement(
    "event: playable", "6.2.6", "card {card} cannot be played as an event: {reason}", _playable, concerns=_as_event
)
RESERVES_VALUE = Requirement(
    "Reserves: value 1 or 2",
    "6.3.3",
    "a card of value {ops} cannot go to Reserves; only 1- and 2-value cards can",
    lambda b, o, c: (
        {"ops": b.cards[c["card"]].ops}
        if o == "reserves" and c["card"] in b.cards and b.cards[c["card"]].ops > 2
        else None
    ),
    concerns=lambda o, c: o == "reserves",
)


def _last(board: Board, option: Any, c: Context) -> Verdict:
    have = board.hand_us
    if option not in ("discard", "hold") or have is None or have == 1:
        return None
    return {"have": have, "what": option}


LAST_CARD = Requirement(
    "final card",
    "5.2.4",
    "the US may {what} a card only when it is the last in hand; it holds {have:card}",
    _last,
    concerns=lambda o, c: o in ("discard", "hold"),
)
RESERVES_FOR_OPERATIONS = Requirement(
    "Reserves: for Operations only",
    "6.3.3.1",
    "Reserves can be added only to a card that is played for an Operation",
    lambda b, o, c: {} if c["reserves"] and (o in ("event", "reserves", "discard") or o not in USUAL) else None,
    concerns=_with_reserves,
)
RESERVES_NOT_LOST = Requirement(
    "Reserves: not from the turn before",
    "5.2.7",
    "the {who} has no Reserves: they went back to 0 when the turn ended",
    lambda b, o, c: (
        {"who": SIDE_NAMES[c["player"]]}
        if c["reserves"] and not b.reserves(c["player"]) and b.recall(f"reserves lost {c['player']}") == b.turn - 1
        else None
    ),
    concerns=_with_reserves,
)
RESERVES_THERE = Requirement(
    "Reserves: there are some",
    "6.3.3.1",
    "the {who} has no Reserves to add",
    lambda b, o, c: {"who": SIDE_NAMES[c["player"]]} if c["reserves"] and not b.reserves(c["player"]) else None,
    concerns=_with_reserves,
)
USE = (
    FURTHER_USE,
    LEFT_OVER_USE,
    REASSESSMENT_ALONE,
    US_OPERATION,
    JIHADIST_OPERATION,
    JIHADIST_DISCARD,
    EVENT_OF_THIS_SIDE,
    ELECTION_NOT_ALONE,
    EVENT_BLOCKED,
    EVENT_PLAYABLE,
    RESERVES_VALUE,
    LAST_CARD,
    RESERVES_FOR_OPERATIONS,
    RESERVES_NOT_LOST,
    RESERVES_THERE,
)


def _too_few(have: int | None, c: Context) -> Verdict:
    if have is None or have >= max(len(c["cards"]), 1):
        return None
    return {"who": SIDE_NAMES[c["player"]], "has": "is empty" if not have else f"holds {have} card{'s' * (have != 1)}"}


IN_HAND = Requirement(
    "card: a card in hand",
    "5.2.2",
    "the {who} hand {has}",
    lambda b, o, c: _too_few(b.hand(c["player"]), c),
    "impossible",
)
REAL_CARD = Requirement(
    "card: exists",
    "4.10.3",
    "there is no card {number}",
    lambda b, o, c: next(({"number": n} for n in c["cards"] if n and n not in b.cards), None),
    "impossible",
)


CAN_BE_PLAYED = (REAL_CARD, ONCE, NOT_DISCARDED, NOT_REMOVED, NOT_IN_BOX, IN_HAND, NOT_WITH_THE_OTHER, HELD)

# -------------------------------------------------------------------- the play of a card


def play_card(play: Play, side: str, cards: tuple[int, ...], reserves: bool = False, *, extra: bool = False) -> None:
    """Play one card, or the two of a Reassessment (6.1, 7.6.2). Card 0 is one that was not named.

    ``extra`` is a further card that an event lets a side play.
    """
    board = play.board
    card = cards[0] if cards else 0
    with play.segment("extra" if extra else "card", side=side, card=card, rule="5.2.2"):
        if extra:
            play.moment("card over")  # as far as the card that brings it goes
            with_reserves = (False, True) if board.reserves(side) else (False,)
            reserves = play.ask(Field.RESERVES, with_reserves, silence=False)
        play.require(*CAN_BE_PLAYED, cards=cards, player=side, at="card")
        happened: set[int] = set()
        before = event_before_use(play, side, cards)
        if before:
            _leave_hand(play, side, cards)
            happened |= event_comes_first(play, side, card, before)
            if stops(play, "op", card if extra else None):
                put_away(play, side, cards, "event", happened)
                play.moment("card over")
                return
        use = play.ask(
            Field.USE,
            lambda: [
                u for u in uses(side, cards, board) if (not extra or u != "discard") and (not before or u != "event")
            ],
            *USE,
            card=card,
            cards=cards,
            player=side,
            reserves=reserves,
            two=len(cards) == 2,
            first=board.played == 0,
            auto=card in board.cards and board.cards[card].auto,
            theirs=card in board.cards and board.cards[card].side not in (None, side),
            operates=not before
            and len(cards) == 1
            and events.operates(card)
            and board.cards[card].side in (None, side),
            behind_event=bool(before),
            able=lambda use: bool(before) or leads_on(play, side, cards, use, reserves, extra=extra),
            rule="5.2.2.1",
        )
        if not before:
            _leave_hand(play, side, cards)
        if use == "event":
            if card in board.cards and not before:
                happen(play, card, side)
                happened.add(card)
        elif use == "discard":
            if card in board.cards and board.cards[card].auto:
                if play.table.mentioned(card) is False:
                    why = f"the event of {board.cards[card].name} happens when the card is discarded, too"
                    play.table.remark("outcome", "6.3.2.3", why, ())
                else:
                    happen(play, card, side)
            elif card in board.cards and play.table.mentioned(card):
                refuse_event(
                    play, card, side, "6.3.2.3", f"a discard does not trigger the event of {board.cards[card].name}"
                )
        elif use in USUAL:
            operations(play, side, cards, use, reserves, happened, extra=extra)
        else:
            with play.segment("op", cause=UsedFor(use), card=card if extra else None, rule="6.2.2"):
                still_going(play)
                play.moment("operation begins", side, cards, use)
                if (carry_out := further_uses(board, side, cards).get(use)) is not None:
                    carry_out(play, side, cards)
        play.moment("card used", side, cards, use, happened)
        put_away(play, side, cards, use, happened)
        play.moment("card over")


def event_before_use(play: Play, side: str, cards: tuple[int, ...]) -> str:
    """The rule by which the event of a card comes by itself, before the card is used for Operations; "" if none does."""
    if len(cards) != 1 or cards[0] not in play.board.cards:
        return ""
    rule: str = q.modified("event before the use", play.board, (side, cards[0]), "")
    return rule


def event_comes_first(play: Play, side: str, card: int, rule: str) -> set[int]:
    """Carry out the event that comes before the use of its card; a record that denies it is told so."""
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


def _leave_hand(play: Play, side: str, cards: tuple[int, ...]) -> None:
    for n in cards or (0,):
        play.hand_loses(side, n, rule="5.2.2")
        if n:
            play.take_card(n, "discards", rule="5.3.1")


WAYS_OF_AN_EVENT = 20
"""Most ways of a triggered event in which it is tried whether it makes an Operation possible that is not so by itself."""


def leads_on(play: Play, side: str, cards: tuple[int, ...], use: str, reserves: bool, *, extra: bool = False) -> bool:
    """Whether a use of a card can be carried out to its end, with some choice of targets and of order.

    An Operation that is possible by itself is possible with what it triggers: that can come behind it (6.3.2.1).
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
    return play.possible(partial(operation_of, alone=False), WAYS_OF_AN_EVENT)


def card_value(board: Board, cards: tuple[int, ...], extra: int) -> int:
    """Value of a card with Reserves, 3 at most (6.3.3.1). A card that was not named counts 3."""
    ops = board.cards[cards[0]].ops if cards and cards[0] in board.cards else 3
    return min(3, ops + extra)


def operations(
    play: Play,
    side: str,
    cards: tuple[int, ...],
    use: str,
    reserves: bool,
    happened: set[int],
    *,
    extra: bool = False,
    alone: bool = False,
) -> None:
    """An Operation with what it triggers, in the order that its player chose (6.3.1, 6.3.2); ``alone`` without that."""
    board = play.board
    as_needed: Rest | None = q.modified("operations that are left over", board, side, None)
    reserves = reserves or as_needed is not None
    added = board.reserves(side) if reserves else 0
    value = card_value(board, cards, 0 if use == "reserves" and as_needed is not None else added)
    if reserves and added and as_needed is None:
        play.set_reserves(side, 0, rule="6.3.3.1")
    triggers = [
        n
        for n in cards
        if not alone
        and n in board.cards
        and n not in happened
        and (board.cards[n].auto or board.cards[n].side not in (None, side))
    ]
    if first_plot(board, side, use):
        spared = [
            n for n in triggers if board.cards[n].side == "US" and q.modified("first Plot spares", board, n, True)
        ]
        for n in triggers:
            if board.cards[n].auto:
                options.note_reading(play, "election-first-plot")
                spared += [n] if options.chosen(board, "election-first-plot") else []
        triggers = [n for n in triggers if n not in spared]
    else:
        spared = []
    play.cited += ["8.5.3"] * len(spared) + ["6.3.2.3"] * sum(n in board.cards and n not in triggers for n in cards)
    ignored = {n: found for n in triggers if (found := _ignored(board, n, side)) is not None}
    triggers = [n for n in triggers if n not in ignored]
    play.untriggered += [(n, "8.5.3", "the first Plot card of the turn triggers no event") for n in spared]
    play.untriggered += [(n, *found) for n, found in ignored.items()]
    orders = {
        n: play.ask(Field.ORDER, (AFTER, FIRST), event=n, rule="6.3.2.1") if may_happen(play, n, side) else AFTER
        for n in triggers
    }
    due = {n: events.due(board, n, side) for n in triggers}
    for n in triggers:
        if orders[n] == FIRST:
            trigger(play, n, side, happened, due[n])
    number = cards[0] if extra else None
    if stops(play, "op", number):  # the event that came first has won: no line could say what the card was used for
        raise DeadEnd
    going_on = not board.winner
    with play.segment("op", side=side, cause=UsedFor(use), card=number, rule=RULE_OF_USE.get(use, "6.3.1")):
        still_going(play)
        play.moment("operation begins", side, cards, use)
        if use == "reassess":
            reassess(play, cards, reserves)
        elif use == "reserves":
            play.set_reserves(side, board.reserves(side) + value, rule="6.3.3")
        else:
            carry_out: Operation = q.modified("operation", board, (side, use), operation(use))
            carry_out(play, Terms(value))
            own = card_value(board, cards, 0)
            if as_needed is not None and play.spent > own:
                play.set_reserves(side, max(0, board.reserves(side) - (play.spent - own)), rule=as_needed.rule)
    if as_needed is not None and use not in ("reassess", "reserves") and not board.winner:
        as_needed.then(play, side, card_value(board, cards, 0), play.spent)
    won = going_on and bool(board.winner)  # the Operation ended the game: no event follows it (5.1)
    for n in triggers:
        if orders[n] == AFTER and not (won and not play.table.mentioned(n)):
            trigger(play, n, side, happened, due[n])
    for n in cards if len(cards) == 1 else ():
        if n in board.cards and n not in triggers and n not in happened and play.table.mentioned(n):
            if n in spared:
                refuse_event(
                    play,
                    n,
                    side,
                    "8.5.3",
                    f"the first Plot card of the turn does not trigger the event of {board.cards[n].name}",
                )
            elif n in ignored:
                by, reason = ignored[n]
                refuse_event(play, n, side, by, f"the event of {board.cards[n].name} does not happen: {reason}")
            elif play.ask(Field.ORDER, (AFTER, FIRST), event=n, silence=AFTER, rule="5.2.2.1") == FIRST:
                why = f"card {board.cards[n].name} serves for its event or for Operations, not for both"
                refuse_event(play, n, side, "5.2.2.1", why)
            else:
                refuse_event(play, n, side, "6.3.2.3", f"Operations do not trigger the event of {board.cards[n].name}")


def _ignored(board: Board, card: int, side: str) -> tuple[str, str] | None:
    """The rule by which the event on a card is not triggered by ``side``, and why; None if it is.

    What is in force may say so of the card alone, or of the side that uses it.
    """
    if q.modified("trigger ignored", board, card, False):
        return "6.2.2", "the event that was played first ignores it"
    said: tuple[str, str] | None = q.modified("triggers nothing", board, (side, card), None)
    return said


def first_plot(board: Board, side: str, use: str) -> bool:
    """Whether a card that is used now is the first Plot card of the turn (8.5.3)."""
    first = use == "plot" and side == "J" and board.first_plot is None
    return first and bool(q.modified("first plot", board, side, True))


INSTEAD = "where a card goes"
"""The note of a card that its own event sends elsewhere than where a card of its kind goes, and where to."""
TO_DISCARDS, TO_HAND = "discards", "hand"


def goes_to(play: Play, card: int, where: str) -> None:
    """The event of ``card`` says where the card goes: :data:`TO_DISCARDS`, or :data:`TO_HAND` of the side that decides."""
    play.remember(INSTEAD, (card, where, play.side), rule=f"card {card}")


def _sent(play: Play, card: int, happened: set[int]) -> bool:
    """Put a card where its own event has sent it, if it has; an event that was not due sends it nowhere."""
    number, where, side = play.board.recall(INSTEAD) or (0, "", "")
    if not card or number != card:
        return False
    play.remember(INSTEAD, None, rule=f"card {card}")
    if card not in happened:
        return False
    if where == TO_HAND:
        play.hand_gains(side, (card,), rule=f"card {card}")
    else:
        play.put_card(card, where, rule=f"card {card}")
    return True


def put_away(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """Where the cards of a play go (5.2.2, 6.2.7, 6.2.9, 4.7.7.2), unless an event has said it of its own card."""
    for n in cards or (0,):
        card = play.board.cards.get(n)
        if _sent(play, n, happened):
            continue
        remove = (
            card is not None
            and n in happened
            and (card.remove == "always" or (card.remove == "us" and owner(play.board, n, side) == "US"))
        )
        if card is not None and n in happened and card.lapses(owner(play.board, n, side)):
            continue
        if remove:
            play.put_card(n, "removed", rule="6.2.9")
        elif n and n == play.board.first_plot:
            continue  # its own event made the first Plot (Fatwa)
        elif first_plot(play.board, side, use):
            play.put_card(n, "first_plot", rule="4.7.7.2")
        else:
            play.put_card(n, "discards", rule="5.2.2")


def discard(play: Play, side: str, card: int, *, rule: str = "5.3.2", by: str = "") -> None:
    """A card leaves a hand for the discard pile; only US Election acts on a discard (6.3.2.3)."""
    play.hand_loses(side, card, rule=rule)
    if card:
        play.take_card(card, "discards", rule=rule)
    play.put_card(card, "discards", rule=rule)
    if card in play.board.cards and play.board.cards[card].auto:
        happen(play, card, side)
