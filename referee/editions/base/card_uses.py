"""The uses of a card and their requirements (chapter 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.editions.base import events
from referee.editions.base.operations import JIHADIST_OPERATIONS, TITLES, US_OPERATIONS
from referee.editions.base.queries import Queries
from referee.engine.law.forms import LEFT_OVER
from referee.engine.law.hand_rules import HELD, NOT_DISCARDED, NOT_IN_BOX, NOT_REMOVED, NOT_WITH_THE_OTHER, ONCE
from referee.engine.law.part_rules import against_left_over
from referee.engine.law.play import Play
from referee.engine.law.requirement import PARTS, Context, Facts, Failure, Requirement, TestResult
from referee.engine.law.table import UNKNOWN
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.words import plural

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
USUAL = frozenset({"event", *US_OPERATIONS, "reassess", *JIHADIST_OPERATIONS, "reserves", "discard", "hold"})
"""The uses of cards by the rules."""
FurtherUse = Callable[[Play, str, tuple[int, ...]], None]
"""Action of a further use, by side and cards."""


def further_uses(board: Board, side: str, cards: tuple[int, ...]) -> Mapping[str, FurtherUse]:
    """Uses of these cards added by sources in force (6.2.2)."""
    return q.modified(Queries.FURTHER_USES, board, (side, cards), {})


def uses(side: str, cards: tuple[int, ...], board: Board) -> list[str]:
    """Every use of a card of this side, by shape."""
    further = further_uses(board, side, cards)
    if len(cards) == 2:
        return ["reassess", *further]
    found = ["event", *(US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS), "reserves"]
    return [*found, *(["discard"] if side == "US" else []), *further]


# -------------------------------------------------------------------- requirements of a use


def _no_event(option: Any, c: Context) -> bool:
    return bool(option != "event")


FURTHER_USE = Requirement(
    "use: one that something in force gives",
    "6.2.2",
    "nothing in force lets a card be {option}",
    lambda b, o, c: None if o in USUAL or o in LEFT_OVER or o in further_uses(b, c["player"], c["cards"]) else {},
    concerns=lambda o, c: o not in USUAL and o not in LEFT_OVER and o != UNKNOWN,
)


def _nothing_left(board: Board, option: Any, c: Context) -> TestResult:
    left = LEFT_OVER.get(option)
    if left is None or option in further_uses(board, c["player"], c["cards"]):
        return None
    said = f"{left.title} comes in where a card does nothing else; this one does"
    return against_left_over(board, option, c["player"], said)


LEFT_OVER_USE = Requirement(
    "use: what is left over",
    "12.4.3",
    "{said}",
    _nothing_left,
    only=LEFT_OVER,
)
REASSESSMENT_ALONE = Requirement(
    "use: two cards",
    "5.2.2.1",
    "a card is played for one thing; two cards together make a Reassessment and nothing else; Reserves are added as +R",
    lambda b, o, c: {} if o != "reassess" and o in USUAL else None,
    only=USUAL,
)
US_OPERATION = Requirement(
    "use: a US Operation",
    "7.1.2",
    "{use} is not a US Operation",
    lambda b, o, c: {"use": TITLES[o]} if o in JIHADIST_OPERATIONS else None,
    concerns=_no_event,
    shows=lambda b, o, c: {"use": TITLES[o]} if o in US_OPERATIONS else None,
)
JIHADIST_OPERATION = Requirement(
    "use: a Jihadist Operation",
    "8.1.3",
    "{use} is not a Jihadist Operation",
    lambda b, o, c: {"use": TITLES[o]} if o in (*US_OPERATIONS, "reassess") else None,
    concerns=_no_event,
    shows=lambda b, o, c: {"use": TITLES[o]} if o in JIHADIST_OPERATIONS else None,
)
OPERATION_OF = {"US": US_OPERATION, "J": JIHADIST_OPERATION}
"""Requirements of an Operation, by side and use."""
JIHADIST_DISCARD = Requirement(
    "use: no discard by the Jihadist",
    "5.2.2.1",
    "the Jihadist may not discard a card; only the US may, and only its last one",
    lambda b, o, c: {} if o == "discard" else None,
    only=("discard",),
)


def _associated(board: Board, option: Any, c: Context) -> TestResult:
    card: Card | None = board.cards.get(c["card"])
    if option != "event" or card is None or card.side in (None, c["player"]):
        return None
    return {"card": card.name, "owner": SIDE_NAMES[card.side], "who": SIDE_NAMES[c["player"]]}


EVENT_OF_THIS_SIDE = Requirement(
    "event: of this side",
    "6.2.5",
    "card {card} has a {owner} event; the {who} side can play the card for Operations only",
    _associated,
    only=("event",),
)
ELECTION_NOT_ALONE = Requirement(
    "event: US Election comes with Operations",
    "6.3.1",
    "US Election is used for Operations and its event happens with them; it is not played as an event",
    lambda b, o, c: {} if o == "event" and c["card"] in b.cards and b.cards[c["card"]].auto else None,
    concerns=lambda o, c: bool(c.get("auto")),
    only=("event",),
)


def _playable(board: Board, option: Any, c: Context) -> TestResult:
    if option != "event" or c["card"] not in board.cards:
        return None
    found = events.refusals(board, c["card"], c["player"], c.get("first", True))
    conditions = [f for f in found if f.rule == "6.2.6"]
    return _refusal(board, c["card"], conditions[0]) if conditions else None


def _blocked(board: Board, option: Any, c: Context) -> TestResult:
    if option != "event" or c["card"] not in board.cards:
        return None
    found = [f for f in events.refusals(board, c["card"], c["player"]) if f.rule != "6.2.6"]
    return _refusal(board, c["card"], found[0]) if found else None


def _refusal(board: Board, card: int, why: Failure) -> Facts:
    """Facts of a condition against an event, quoted from its card."""
    name, about = board.cards[card].name, why.countries
    return {"reason": why.message, "card": name, "cite": why.rule, "sources": (card,), "about": about}


def _conditions_met(board: Board, option: Any, c: Context) -> Facts | None:
    """Facts of the conditions of an event (6.2.6).

    Each has a sentence of its own.
    """
    if c["card"] not in board.cards:
        return None
    found = [r for r in events.conditions(c["card"], c["player"]) if r.rule == "6.2.6"]
    return {"asks": "has what it asks for" if found else "asks for nothing", "side": c["player"], PARTS: found}


def _not_blocked(board: Board, option: Any, c: Context) -> Facts | None:
    """Facts of possible blocks of an event (6.2.8), or None."""
    known = c["card"] in board.cards
    found = [r for r in events.conditions(c["card"], c["player"]) if known and r.rule != "6.2.6"]
    return {"side": c["player"], PARTS: found} if found else None


EVENT_BLOCKED = Requirement(
    "event: not blocked", "6.2.8", "card {card} is blocked: {reason}", _blocked, only=("event",), shows=_not_blocked
)
EVENT_PLAYABLE = Requirement(
    "event: playable",
    "6.2.6",
    "card {card} cannot be played as an event: {reason}",
    _playable,
    only=("event",),
    shows=_conditions_met,
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
    only=("reserves",),
    shows=lambda b, o, c: {"ops": b.cards[c["card"]].ops} if c["card"] in b.cards else None,
)


def _barred(board: Board, option: Any, c: Context) -> TestResult:
    rule, why = q.no_reserves(board, c["player"]) or ("", "")
    return {"who": SIDE_NAMES[c["player"]], "why": why, "cite": rule} if rule and option == "reserves" else None


RESERVES_OPEN = Requirement(
    "Reserves: open to the side", "6.3.3", "the {who} gets no Reserves: {why}", _barred, only=("reserves",)
)


def reserves_bar(board: Board, side: str) -> tuple[Requirement, ...]:
    """Return the requirement that refuses Reserves, if a source bars them."""
    return (RESERVES_OPEN,) if q.no_reserves(board, side) is not None else ()


def _last(board: Board, option: Any, c: Context) -> TestResult:
    have = board.hand_us
    if option not in ("discard", "hold") or have is None or have == 1:
        return None
    return {"have": have, "what": option}


LAST_CARD = Requirement(
    "final card",
    "5.2.4",
    "the US may {what} a card only when it is the last in hand; it holds {have:card}",
    _last,
    only=("discard", "hold"),
)
RESERVES_FOR_OPERATIONS = Requirement(
    "Reserves: for Operations only",
    "6.3.3.1",
    "Reserves can be added only to a card that is played for an Operation",
    lambda b, o, c: {} if c["reserves"] and (o in ("event", "reserves", "discard") or o not in USUAL) else None,
    shows=lambda b, o, c: {} if c["reserves"] else None,
)
RESERVES_BY_CHOICE = Requirement(
    "Reserves: a side that adds them",
    "6.3.3.1",
    "the {who} adds no Reserves",
    lambda b, o, c: None,
    shows=lambda b, o, c: None,
)
"""A condition that solitaire systems alone set."""
RESERVES_NOT_LOST = Requirement(
    "Reserves: not from the turn before",
    "5.2.7",
    "the {who} has no Reserves: they went back to 0 when the turn ended",
    lambda b, o, c: (
        {"who": SIDE_NAMES[c["player"]]}
        if c["reserves"] and not b.reserves(c["player"]) and b.recall(f"reserves lost {c['player']}") == b.turn - 1
        else None
    ),
    shows=lambda b, o, c: {} if c["reserves"] else None,
)
RESERVES_THERE = Requirement(
    "Reserves: there are some",
    "6.3.3.1",
    "the {who} has no Reserves to add",
    lambda b, o, c: {"who": SIDE_NAMES[c["player"]]} if c["reserves"] and not b.reserves(c["player"]) else None,
    shows=lambda b, o, c: {"have": b.reserves(c["player"])} if c["reserves"] else None,
)


def _of_use(player: str, *, two: bool, reserves: bool) -> tuple[Requirement, ...]:
    return (
        FURTHER_USE,
        LEFT_OVER_USE,
        *([REASSESSMENT_ALONE] if two else []),
        OPERATION_OF[player],
        *([JIHADIST_DISCARD] if player == "J" else []),
        EVENT_OF_THIS_SIDE,
        ELECTION_NOT_ALONE,
        EVENT_BLOCKED,
        EVENT_PLAYABLE,
        RESERVES_VALUE,
        LAST_CARD,
        *([RESERVES_FOR_OPERATIONS, RESERVES_BY_CHOICE, RESERVES_NOT_LOST, RESERVES_THERE] if reserves else []),
    )


USE = {
    (player, two, reserves): _of_use(player, two=two, reserves=reserves)
    for player in ("US", "J")
    for two in (False, True)
    for reserves in (False, True)
}
"""Requirements of the use of a card.

They are by its player, by one card or two, and with or without Reserves.
"""


def _too_few(have: int | None, c: Context) -> TestResult:
    if have is None or have >= max(len(c["cards"]), 1):
        return None
    return {"who": SIDE_NAMES[c["player"]], "has": "is empty" if not have else f"holds {plural(have, 'card')}"}


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
    "this game has no card {number}; its cards are {first} to {last}",
    lambda b, o, c: next(
        ({"number": n, "first": min(b.cards), "last": max(b.cards)} for n in c["cards"] if n and n not in b.cards), None
    ),
    "impossible",
)


CAN_BE_PLAYED = (REAL_CARD, ONCE, NOT_DISCARDED, NOT_REMOVED, NOT_IN_BOX, IN_HAND, NOT_WITH_THE_OTHER, HELD)
