"""The language of the Event Instructions Tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from referee.editions.awakening import state
from referee.editions.base.events.cards_109_120 import is_spike
from referee.editions.solo.flowchart.chart import (
    AnswerRule,
    Chooser,
    CountryTest,
    EventAnswers,
    Filter,
    ListRule,
    Shortlist,
    Situation,
)
from referee.engine.law.ask import Ask, Field, Purpose
from referee.engine.law.guidance import Guidance, Trail
from referee.engine.state import queries as q
from referee.engine.state.data import GOOD


def on(**answers: AnswerRule) -> AnswerRule:
    """Answer by field, or by purpose for a country."""
    by_question: dict[object, AnswerRule] = {}
    for name, answer in answers.items():
        field = Field.__members__.get(name.rstrip("_").upper())
        by_question[field or (Field.WHERE, Purpose[name.upper()])] = answer

    def chosen(s: Situation, ask: Ask) -> Guidance | None:
        found = by_question.get((ask.field, ask.purpose)) or by_question.get(ask.field)
        return found(s, ask) if found is not None else None

    return chosen


def event(
    playable: CountryTest | None = None,
    *,
    answer: AnswerRule | None = None,
    goes_on: ListRule | None = None,
    other_reading: CountryTest | None = None,
    **answers: AnswerRule,
) -> EventAnswers:
    """The event of a card, with its answers; see :func:`on`."""
    return EventAnswers(playable, on(**answers) if answers else answer, goes_on, other_reading)


def either(*answers: AnswerRule) -> AnswerRule:
    """Answer by the first of several answers that has any."""
    return lambda s, ask: next((found for a in answers if (found := a(s, ask)) is not None), None)


def never(answer: AnswerRule, rule: str, test: Callable[[Situation, str], bool], why: str) -> AnswerRule:
    """Answer by a line, without countries certainly barred by ``rule``."""

    def held(s: Situation, ask: Ask) -> Guidance | None:
        found = answer(s, ask)

        def barred(name: str) -> tuple[str, str] | None:
            return (rule, f"{name} {why}") if name in s.board.countries and test(s, name) else None

        return None if found is None else replace(found, barred=barred)

    return held


def when(test: CountryTest, keep: Filter | None = None) -> Filter:
    """Keep candidates only under a condition."""
    return lambda s, names: [] if not test(s) else names if keep is None else keep(s, names)


def countries(s: Situation, ask: Ask) -> list[str]:
    """The countries among the legal answers."""
    return [o for o in ask.options() if isinstance(o, str) and o in s.board.countries]


def named_before(ask: Ask) -> tuple[str, ...]:
    """The countries of a list written before this entry."""
    return tuple(ask.context.get("named", ()))


def best(value: Callable[[Situation, str], float]) -> Filter:
    """Keep the candidates with the highest value; all have one."""

    def keep(s: Situation, names: list[str]) -> list[str]:
        most = max((value(s, n) for n in names), default=0)
        return [n for n in names if value(s, n) == most]

    return keep


def or_all(keep: Filter) -> Filter:
    """Keep all candidates where none fits."""
    return lambda s, names: keep(s, names) or names


def top(s: Situation, names: Iterable[str], n: int, choose: Chooser) -> tuple[list[str], list[str], Trail]:
    """The ``n`` best candidates: certain ones, and those tied for the rest.

    The way is that of the last choice, following the earlier ones.
    """
    chosen: list[str] = []
    left = list(dict.fromkeys(names))
    trail: Trail = ()
    while left and len(chosen) < n:
        found, further = choose(s, left)
        found = found or left
        before = tuple(stop._replace(left=()) for stop in trail)
        trail = (*before, *(stop._replace(left=(*chosen, *stop.left)) for stop in further))
        if len(chosen) + len(found) > n:
            return chosen, found, trail
        chosen += found
        left = [x for x in left if x not in found]
    return chosen, [], trail


def foremost(s: Situation, names: Iterable[str], n: int, choose: Chooser) -> list[str]:
    """The ``n`` best candidates, with all ties for the last place."""
    chosen, tied, _ = top(s, names, n, choose)
    return [*chosen, *tied]


def chance(s: Situation, names: list[str]) -> Shortlist:
    """All of them: a die decides (9.5)."""
    return names, ()


def outside_caliphate(s: Situation, names: Iterable[str]) -> list[str]:
    """The countries outside the Caliphate."""
    return [n for n in names if not state.in_caliphate(s.board, n)]


# -------------------------------------------------------------------- 47 The door of Itjihad was closed

DOOR_OF_ITJIHAD = 47
DOOR_CLOSED = "The door of Itjihad was closed (47) keeps the Jihadist from events for the rest of the turn"


def door_closed(s: Situation) -> bool:
    """Whether card 47 bars a solitaire Jihadist's event."""
    card = s.board.cards.get(s.card)
    return q.lapsing(s.board, DOOR_OF_ITJIHAD) and card is not None and card.side != "US" and not card.auto


# -------------------------------------------------------------------- 117, 118, 236 Oil Price Spike


def open_cards(s: Situation) -> list[int]:
    """Cards that a spike could return; 0 for unnamed ones."""
    b = s.board
    return [n for n in (*b.discards, *b.lapsing, *b.boxed) if not is_spike(b, n)]


def spike_winner(s: Situation) -> str:
    """The winner with one more Resource per oil exporter, or ""."""
    b = s.board
    exporters = [n for n in b.muslim if q.oil_exporter(b, n)]
    ruled = [n for n in b.muslim if q.islamist(b, n)]
    gained = {"good": sum(b[n].governance == GOOD for n in exporters), "islamist": sum(n in ruled for n in exporters)}
    for goal in b.rules.goals:
        if goal.key not in gained or goal.count is None or goal.count(b) + gained[goal.key] < goal.needed:
            continue
        if goal.key == "good" or any(a in b[n].data.adjacent for n in ruled for a in ruled):
            return goal.side
    return ""
