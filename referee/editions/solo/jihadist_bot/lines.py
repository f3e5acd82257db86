"""What the lines of the Event Instructions Table are made of: how a line is laid down, and the steps that lines share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from referee.editions.awakening import state
from referee.editions.solo.chart import Confidence, Instruction
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.choose import Choice, by_column, by_flowchart
from referee.editions.solo.situation import Situation
from referee.engine import hidden
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ADVERSARY, Board
from referee.engine.data import GOOD
from referee.engine.guidance import Guidance, Stop, Trail

Chosen = Callable[[Situation, Ask], Guidance | None]
Test = Callable[[Situation], bool]

INSTRUCTIONS: dict[int, Instruction] = {}
"""Lines of the table, by card."""
CHOICES: dict[int, Chosen] = {}
"""What is due at the questions of an event, by card; None where the standing rules of 12.3 decide."""
MORE: dict[int, Callable[[Situation, Ask, int], bool | None]] = {}
"""Whether a list of an event goes on, by card; None where the standing rules decide."""

J, P, RT, TF = "Jihad", "Plot", "Recruit & Travel To", "Travel From"
TWO, ONE = "two programs agree", "one program"
READ = "one program; the other reads the line otherwise"
FULL = "as much as the event allows"


def says(
    *cards: int,
    words: str = "",
    playable: Test | None = None,
    confidence: Confidence = "medium",
    source: str = ONE,
    otherwise: Callable[[Situation], str] | None = None,
) -> None:
    """Lay down the line of one or more cards; ``confidence`` is that of ``playable`` where there is one."""
    for card in cards:
        INSTRUCTIONS[card] = Instruction(card, f"card {card}", words, playable, otherwise, confidence, source)


def chooses(*cards: int) -> Callable[[Chosen], Chosen]:
    """Register what is due at the questions of one or more cards."""

    def register(chosen: Chosen) -> Chosen:
        for card in cards:
            CHOICES[card] = chosen
        return chosen

    return register


def goes_on(*cards: int) -> Callable[[Callable[[Situation, Ask, int], bool | None]], None]:
    """Register how far the lists of one or more cards go."""

    def register(more: Callable[[Situation, Ask, int], bool | None]) -> None:
        for card in cards:
            MORE[card] = more

    return register


# -------------------------------------------------------------------- what is due


def card_of(s: Situation, ask: Ask) -> int:
    """The card whose event asks."""
    return ask.address.segment.card or s.card


def due(
    s: Situation,
    ask: Ask,
    found: Iterable[Any],
    words: str,
    *,
    sure: bool = False,
    among: Iterable[Any] | None = None,
    trail: Trail = (),
    drawn: bool = False,
    readings: Iterable[tuple[Any, str]] = (),
    rule: str = "",
) -> Guidance | None:
    """What a line calls for, of what is legal; None where none of it is.

    ``among`` is what its ``words`` leave, ``trail`` the way from there to ``found``; ``drawn`` says that a die decides
    among several.
    """
    legal = ask.options()
    wanted = list(found)
    left = tuple(o for o in legal if o in wanted)
    if not left:
        return None
    card = card_of(s, ask)
    cite = rule or f"card {card}"
    others = tuple((o, why) for o, why in readings if o in legal and o not in left)
    here = Stop(f"card {card}", cite, words, "", tuple(among) if among is not None else () if trail else left, sure)
    return Guidance(left, cite, (here, *trail), drawn and len(left) > 1, others, f"the line for card {card}")


def any_of(s: Situation, ask: Ask, words: str) -> Guidance | None:
    """Every legal answer will do: the order makes no difference."""
    return due(s, ask, ask.options(), words, sure=True)


def at_random(s: Situation, ask: Ask, words: str, found: Iterable[Any] | None = None) -> Guidance | None:
    """A die decides (12.3.12)."""
    return due(s, ask, ask.options() if found is None else found, words, drawn=True, rule="12.3.12")


def most(s: Situation, ask: Ask, limit: int | None = None) -> Guidance | None:
    """As many as can be (12.4.1), or as many of them as ``limit``."""
    numbers = [o for o in ask.options() if isinstance(o, int)]
    fitting = [n for n in numbers if limit is None or n <= limit] or numbers
    return due(s, ask, [max(fitting)], FULL, sure=True, rule="12.4.1") if fitting else None


def pick(
    s: Situation,
    ask: Ask,
    names: Iterable[str],
    chooser: Callable[[Situation, list[str]], Choice],
    words: str,
    *,
    sure: bool = False,
    readings: Iterable[tuple[Any, str]] = (),
    rule: str = "",
) -> Guidance | None:
    """One of some countries by a column or a flowchart, then by a die."""
    legal = ask.options()
    fitting = [n for n in legal if n in set(names)]
    if not fitting:
        return None
    left, trail = chooser(s, fitting)
    if chooser is recruit_to:
        readings = [*readings, *((n, NOT_FOR_RECRUIT) for n in travel_to(s, fitting)[0])]
    return due(
        s,
        ask,
        left or fitting,
        words,
        sure=sure,
        among=fitting,
        trail=trail,
        drawn=True,
        readings=readings,
        rule=rule,
    )


def in_any_order(
    s: Situation,
    ask: Ask,
    named: Sequence[str],
    n: int,
    chooser: Callable[[Situation, list[str]], Choice],
    words: str,
    *,
    sure: bool = False,
    first: Sequence[str] = (),
) -> Guidance | None:
    """The best ``n`` of some countries, one entry each, in the order in which a record likes to write them.

    ``named`` are those that were written before this entry, ``first`` those that come before all others.
    """
    rest = list(dict.fromkeys([*(x for x in ask.options() if isinstance(x, str)), *named]))
    certain: list[str] = [x for x in first if x in rest][:n]
    rest = [x for x in rest if x not in certain]
    tied: list[str] = []
    trail: Trail = ()
    while rest and len(certain) < n:
        left, way = chooser(s, rest)
        left = left or rest
        trail = (*trail, *way)
        if len(certain) + len(left) > n:
            tied = left
            break
        certain += left
        rest = [x for x in rest if x not in left]
    open_ones = [x for x in certain if x not in named]
    full = sum(x in named for x in tied) >= n - len(certain)
    found = [*open_ones, *(x for x in tied if x not in named and not full)]
    way = tuple(stop._replace(left=()) for stop in trail)
    return due(s, ask, found, words, sure=sure, trail=way, drawn=not open_ones)


def named_before(ask: Ask) -> tuple[str, ...]:
    """The countries of a list that were written before this entry."""
    return tuple(ask.context.get("named", ()))


# -------------------------------------------------------------------- ways to choose a country


def jihad(s: Situation, names: list[str]) -> Choice:
    """By the Jihad column, for an event (12.3.6, 12.3.7)."""
    return by_column(replace(s, for_jihad=False), J, names)


def jihad_roll(s: Situation, names: list[str]) -> Choice:
    """By the Jihad column with its first row, where the event rolls as a Jihad does."""
    return by_column(replace(s, for_jihad=True), J, names)


def plot_column(s: Situation, names: list[str]) -> Choice:
    """By the Plot column (12.3.4)."""
    return by_column(s, P, names)


def recruit_to(s: Situation, names: list[str]) -> Choice:
    """By the flowchart for Recruit and Travel To, else by its column (12.3.2)."""
    here = replace(s, recruiting=True)
    left, trail = by_flowchart(here, RT, names)
    return (left, trail) if left else by_column(here, RT, names)


def travel_to(s: Situation, names: list[str]) -> Choice:
    """The same without what counts for Recruit alone."""
    here = replace(s, recruiting=False)
    left, trail = by_flowchart(here, RT, names)
    return (left, trail) if left else by_column(here, RT, names)


NOT_FOR_RECRUIT = "RT2 may count for the Operation Recruit alone"


def recruit(s: Situation, names: list[str]) -> Choice:
    """As for the Operation itself, where the event makes it (12.3.11)."""
    return recruit_to(s, names)


def recruit_column(s: Situation, names: list[str]) -> Choice:
    """By the column for Recruit and Travel To alone."""
    return by_column(replace(s, recruiting=True), RT, names)


def travel_from(s: Situation, names: list[str]) -> Choice:
    """By the flowchart for Travel From, else by its column (12.3.9)."""
    left, trail = by_flowchart(s, TF, names)
    return (left, trail) if left else by_column(s, TF, names)


def chance(s: Situation, names: list[str]) -> Choice:
    """All of them: a die decides (12.3.12)."""
    return names, ()


def by_posture(s: Situation, names: list[str]) -> Choice:
    """The Posture of the US, then Unmarked, then the others (12.3.5)."""
    us = q.us_posture(s.board)
    for words, wanted in (("the Posture of the US", us), ("Unmarked", "")):
        left = [n for n in names if s.board[n].posture == wanted]
        if left:
            return left, (Stop("posture", "12.3.5", words, "", tuple(left)),)
    return names, ()


def in_turn(
    *tests: tuple[str, Callable[[Situation, str], bool]], then: Callable[[Situation, list[str]], Choice]
) -> Any:
    """Those that pass the first test that any passes, then by ``then``; a chooser."""

    def choose(s: Situation, names: list[str]) -> Choice:
        for words, test in tests:
            left = [n for n in names if test(s, n)]
            if left:
                found, trail = then(s, left)
                return found, (
                    Stop("first", f"card {s.card}" if s.card else "12.3.12", words, "", tuple(left), False),
                    *trail,
                )
        return then(s, names)

    return choose


def highest(value: Callable[[Situation, str], float], names: Iterable[str], s: Situation) -> list[str]:
    """Those with the most."""
    found = list(names)
    best = max((value(s, n) for n in found), default=0)
    return [n for n in found if value(s, n) == best]


def caliphate_hosts(s: Situation, names: Iterable[str], n: int) -> list[str]:
    """Where the Bot would declare a Caliphate if ``n`` Cells came (12.3.10)."""
    b = s.board
    if n < 3 or not m.later_game(s) or state.table(b).capital:
        return []

    def declares(name: str) -> bool:
        next_door = any(x in b.countries and state.in_turmoil(b, x) for x in b[name].data.adjacent)
        return state.in_turmoil(b, name) and (next_door or q.islamist_resources(b) >= 5)

    return [x for x in names if declares(x)]


# -------------------------------------------------------------------- tests


def cells_left(s: Situation) -> bool:
    """Whether a Cell is on the Funding Track; events ignore Funding."""
    return s.board.cells_track > 0


def plots_left(s: Situation, *values: str) -> bool:
    """Whether a Plot marker, or one of these numbers, may be Available."""
    b = s.board
    return any(hidden.can_place(b, v) for v in values) if values else hidden.available_count(b) > 0


def us_has_a_card(s: Situation) -> bool:
    """Whether the US holds a card, as far as anybody knows."""
    return s.board.hand("US") != 0


def us_is_a_bot(s: Situation) -> bool:
    """Whether a flowchart plays the US as well."""
    return "US" in s.board.rules.guides


def not_adversary(s: Situation, name: str) -> bool:
    """Whether a country can still be shifted toward Adversary."""
    return s.board[name].data.muslim and s.board[name].alignment != ADVERSARY


def good_or_fair(s: Situation, name: str) -> bool:
    """Whether its Governance can still worsen to Poor."""
    return m.good_or_fair(s, name)


def posture_can_change(s: Situation, name: str) -> bool:
    """Whether the Bot would change its Posture: it has that of the US, or none (12.3.5)."""
    return s.board[name].posture in ("", q.us_posture(s.board))


def won_by(s: Situation, more: Callable[[Board, str], int]) -> str:
    """Who would win with ``more`` Resources in each country; "" for nobody."""
    b = s.board
    extra = {n: more(b, n) for n in b.muslim}
    gained = {
        "good": sum(x for n, x in extra.items() if b[n].governance == GOOD),
        "islamist": sum(x for n, x in extra.items() if q.islamist(b, n)),
    }
    for goal in b.rules.goals:
        if goal.key in gained and goal.count is not None and goal.count(b) + gained[goal.key] >= goal.needed:
            ruled = [n for n in b.muslim if q.islamist(b, n)]
            if goal.key == "good" or any(m.by_islamist_rule(s, n) for n in ruled):
                return goal.side
    return ""


# -------------------------------------------------------------------- questions that many cards ask


def shifts(
    s: Situation, ask: Ask, words: str = "a country that is no Adversary yet, by the Jihad column"
) -> Guidance | None:
    """A country to shift toward Adversary, one where that changes something (12.3.7, 12.4.1)."""
    fitting = [n for n in ask.options() if isinstance(n, str) and n in s.board.countries and not_adversary(s, n)]
    return pick(s, ask, fitting, jihad, words, sure=True, rule="12.3.7") if fitting else None


def where(ask: Ask, *purposes: Purpose) -> bool:
    """Whether a country is asked for, for one of these purposes."""
    return ask.field is Field.WHERE and (not purposes or ask.purpose in purposes)


def thing(s: Situation, ask: Ask, *wanted: str, words: str, sure: bool = False, rule: str = "") -> Guidance | None:
    """The first of some things off a list that is legal."""
    legal = ask.options()
    first = next((w for w in wanted if w in legal), None)
    return None if first is None else due(s, ask, [first], words, sure=sure, rule=rule)


def plot_flowchart(s: Situation, names: list[str]) -> Choice:
    """By the flowchart for Plot, else by its column (12.3.11)."""
    left, trail = by_flowchart(s, P, names)
    return (left, trail) if left else plot_column(s, names)


def first_of(s: Situation, names: list[str], n: int, chooser: Callable[[Situation, list[str]], Choice]) -> list[str]:
    """The best ``n`` of some countries, and all that are tied for the last place among them."""
    found: list[str] = []
    rest = list(names)
    while rest and len(found) < n:
        left = chooser(s, rest)[0] or rest
        found += left
        rest = [x for x in rest if x not in left]
    return found


def reaction(s: Situation, ask: Ask) -> Guidance | None:
    """Reaction markers come, where an event lets its player choose the kind (12.3.6)."""
    if ask.field is not Field.WHAT:
        return None
    return thing(s, ask, "reaction", words="a Reaction marker", sure=True, rule="12.3.6")


def at_war(s: Situation) -> list[str]:
    """Countries in Civil War or with a Regime Change marker."""
    b = s.board
    return [n for n in b.muslim if state.space(b, n).civil_war or b[n].regime_change]
