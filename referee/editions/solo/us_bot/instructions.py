"""What the lines of the Event Instructions Table of the US Bot are put together from.

The table itself was not to be had: what one public program makes of it is *medium*, and an answer that leaves it gets a
note. *high* is what chapter 13 or its worked turn says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.editions.solo.chart import (
    Column,
    Confidence,
    Instruction,
    Keep,
    Preference,
    guidance,
    highest,
    prefer,
    those,
)
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.choose import Found, by_column, by_flowchart
from referee.editions.solo.us_bot.standing import the_most
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ADVERSARY, NEUTRAL
from referee.engine.guidance import Guidance, Stop, Trail

Choice = Callable[[Situation, Ask], Guidance | None]
"""What is due at a question; None where the standing rules of 13.3 are enough."""
Goes = Callable[[Situation, Ask, int], bool | None]
"""Whether a list goes on; None where nothing says."""
Way = Callable[[Situation, list[str]], Found]
"""How candidates are narrowed down."""
Readings = tuple[tuple[Any, str], ...]

ONE = "one program"
ENTRY = "one program, which says that the table has a line for it"
ERRATA = "one program; the designer's errata name it as a line of the table"
BOOK = "rulebook"

INSTRUCTIONS: dict[int, Instruction] = {}
CHOICES: dict[int, Choice] = {}
"""By card: what the table says of a question that its event asks."""
LISTS: dict[int, Goes] = {}
"""By card: whether a list of its event goes on."""


def line(
    *cards: int,
    words: str = "",
    playable: Callable[[Situation], bool] | None = None,
    rule: str = "",
    confidence: Confidence = "medium",
    source: str = ONE,
) -> None:
    """A line of the table, for one or more cards with the same text."""
    for card in cards:
        INSTRUCTIONS[card] = Instruction(
            card, rule or f"card {card}", words, playable, confidence=confidence, source=source
        )


def never(s: Situation) -> bool:
    """An event that the table has the Bot leave alone."""
    return False


def entry(card: int) -> Stop:
    """The line of the table as a station of a trail; it is not certain."""
    known = INSTRUCTIONS.get(card)
    return Stop(f"card {card}", f"card {card}", known.words if known is not None else "the instructions", "", (), False)


def goes_by(card: int) -> str:
    """How a finding calls the table's line for a card."""
    return f"the line of the table for card {card}"


# -------------------------------------------------------------------- ways among countries


def column(name: str) -> Way:
    """A column of the Priorities Table."""
    return lambda s, names: by_column(s, name, names)


def flowchart(name: str) -> Way:
    """A flowchart of the OpP with its column."""
    return lambda s, names: by_flowchart(s, name, names)


def rows(card: int, *preferences: tuple[str, Keep]) -> Way:
    """Preferences that a line of the table has of its own."""
    name = f"card {card}"
    made = Column(
        name, name, tuple(Preference(i, words, keep, "medium", ONE) for i, (words, keep) in enumerate(preferences, 1))
    )
    return lambda s, names: prefer(made, s, names)


def book(rule: str, *preferences: tuple[str, Keep]) -> Way:
    """Preferences that the rulebook itself has."""
    made = Column(
        f"rule {rule}",
        rule,
        tuple(Preference(i, words, keep, "high", BOOK) for i, (words, keep) in enumerate(preferences, 1)),
    )
    return lambda s, names: prefer(made, s, names)


def through(s: Situation, names: Iterable[str], ways: Iterable[Way]) -> Found:
    """What several ways, one behind the other, leave of the candidates."""
    left = list(names)
    trail: Trail = ()
    for way in ways:
        left, further = way(s, left)
        trail += further
    return left, trail


def lead(s: Situation, name: str) -> int:
    """Cells beyond Troops and Militia."""
    return m.cells(s, name) - m.units(s, name)


MOST_BEYOND = ("most Cells beyond Troops and Militia", highest(lead))
HAS_CELL = ("with a Cell", those(lambda s, n: m.cells(s, n) > 0))
IS_ADVERSARY = ("an Adversary", those(lambda s, n: s.board[n].alignment == ADVERSARY))
IS_NEUTRAL = ("Neutral", those(lambda s, n: s.board[n].alignment == NEUTRAL))
HIGHEST_RESOURCES = ("highest Resources", highest(m.resources))
IN_REGIME_CHANGE = ("in Regime Change", those(lambda s, n: bool(s.board[n].regime_change)))


def of_level(level: int) -> Keep:
    """Countries with a Governance."""
    return those(lambda s, n: s.board[n].governance == level)


def not_ours(s: Situation, names: list[str]) -> list[str]:
    """Non-Muslim countries without the Posture of the US."""
    ours = q.us_posture(s.board)
    return [n for n in names if s.board[n].posture != ours]


OPPOSITE = ("with the opposite Posture of the US", those(lambda s, n: bool(s.board[n].posture and not_ours(s, [n]))))
UNMARKED = ("without a Posture", those(lambda s, n: not s.board[n].posture))
POSTURES = book("13.3.4", OPPOSITE, UNMARKED)
"""Opposite Postures first, then countries without one."""
WITH_PLOTS = ("with a Plot", those(lambda s, n: bool(s.board[n].plots)))


# -------------------------------------------------------------------- what is due at a question


def on(answers: Mapping[Field | tuple[Field, Purpose], Choice]) -> Choice:
    """A choice by what is asked, and where it matters by what it is for."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        found = answers.get((ask.field, ask.purpose)) or answers.get(ask.field)
        return found(s, ask) if found is not None else None

    return answer


def countries(s: Situation, ask: Ask) -> list[str]:
    """The countries among the legal answers."""
    return [o for o in ask.options() if isinstance(o, str) and o in s.board.countries]


def where(card: int, *ways: Way, rule: str = "", standing: str = "") -> Choice:
    """The country of a question; with a ``rule`` of the book no line of the table is needed for it.

    ``standing`` is the column of the standing rules, which hold if the table has no line for the card after all.
    """

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        names = countries(s, ask)
        if not names:
            return None
        left, trail = through(s, names, ways)
        other = by_column(s, standing, names)[0] if standing else []
        why = f"the {standing} column, if the table says nothing of card {card}"
        return due(card, left, trail, rule=rule, readings=tuple((n, why) for n in other if n not in left))

    return answer


def due(
    card: int,
    answers: Iterable[Any],
    trail: Trail = (),
    *,
    rule: str = "",
    drawn: bool | None = None,
    readings: Readings = (),
) -> Guidance:
    """What is due by the line of a card, or by a ``rule`` of the book."""
    if rule:
        return guidance(tuple(answers), rule, trail, drawn=drawn, readings=readings, goes_by=f"rule {rule}")
    return guidance(
        tuple(answers),
        f"card {card}",
        (entry(card), *trail),
        drawn=drawn,
        readings=readings,
        goes_by=goes_by(card),
    )


def word(card: int, *preferred: Any, rule: str = "", readings: Readings = ()) -> Choice:
    """The first of some answers that is legal; the one ``rule`` that has such an order is 13.3.5."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        legal = ask.options()
        found = next((p for p in preferred if p in legal), None)
        if found is None:
            return None
        trail = (
            (
                Stop(
                    f"rule {rule}",
                    rule,
                    "Awakening markers are placed first, then Reaction markers removed",
                    "",
                    (found,),
                ),
            )
            if rule
            else ()
        )
        others = tuple((o, w) for o, w in readings if o in legal and o != found)
        return due(card, (found,), trail, rule=rule, readings=others)

    return answer


def most(s: Situation, ask: Ask) -> Guidance | None:
    """As many as the event allows (13.4.2)."""
    return the_most(ask)


def top(s: Situation, names: Iterable[str], n: int, *ways: Way) -> tuple[list[str], list[str], Trail]:
    """The ``n`` best of some candidates: those that are certain, and those among whom a die decides the rest.

    The way is that of the last choice, behind what earlier ones rest on.
    """
    chosen: list[str] = []
    left = list(dict.fromkeys(names))
    trail: Trail = ()
    while left and len(chosen) < n:
        best, further = through(s, left, ways)
        before = tuple(stop._replace(left=()) for stop in trail)
        trail = (*before, *(stop._replace(left=(*chosen, *stop.left)) for stop in further))
        if len(chosen) + len(best) > n:
            return chosen, best, trail
        chosen += best
        left = [x for x in left if x not in best]
    return chosen, [], trail


def several(
    card: int, n: int, *ways: Way, rule: str = "", candidates: Keep | None = None, again: tuple[Way, ...] = ()
) -> Choice:
    """Up to ``n`` countries that a line may name in any order; ``again`` is another reading of the order of preference."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        named = [x for x in ask.context.get("named", ()) if x in s.board.countries]
        names = [*named, *(x for x in countries(s, ask) if x not in named)]
        fitting = candidates(s, names) if candidates is not None else names
        chosen, tied, trail = top(s, fitting, n, *ways)
        certain = [x for x in chosen if x not in named]
        open_ = certain or [x for x in tied if x not in named]
        other = [x for part in top(s, fitting, n, *again)[:2] for x in part] if again else []
        readings = tuple((x, "another order of preference") for x in other if x not in named and x not in open_)
        return due(card, open_, trail, rule=rule, drawn=not certain and len(open_) > 1, readings=readings)

    return answer
