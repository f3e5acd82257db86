"""Answers that lines of the Event Instructions Table give for the Jihadist Bot, and the ways to choose a country."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.editions.awakening import state
from referee.editions.solo.flowchart.chart import Choice, Chooser, Chosen, Keep, Situation
from referee.editions.solo.flowchart.instructions import chance, named_before, top
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.priorities import PRIORITIES, RT, TF, J, P
from referee.engine import hidden
from referee.engine import queries as q
from referee.engine.ask import Ask
from referee.engine.board import ADVERSARY
from referee.engine.data import GOOD
from referee.engine.guidance import Guidance, Stop, Trail

Readings = Iterable[tuple[Any, str]]
Also = Callable[[Situation, list[str]], Readings]
"""Answers that another reading of a line allows."""

# -------------------------------------------------------------------- ways to choose a country

JIHAD = PRIORITIES.column(J, for_jihad=False)
"""By the Jihad column, for an event (12.3.6, 12.3.7)."""
JIHAD_ROLL = PRIORITIES.column(J, for_jihad=True)
"""By the Jihad column with its first row, where the event rolls as a Jihad does."""
PLOT_COLUMN = PRIORITIES.column(P)
PLOT = PRIORITIES.either(P)
RECRUIT = PRIORITIES.either(RT, recruiting=True)
TRAVEL_TO = PRIORITIES.either(RT, recruiting=False)
RECRUIT_COLUMN = PRIORITIES.column(RT, recruiting=True)
TRAVEL_FROM = PRIORITIES.either(TF)
NOT_FOR_RECRUIT = "RT2 may count for the Operation Recruit alone"


def by_posture(s: Situation, names: list[str]) -> Choice:
    """The Posture of the US, then Unmarked, then the others (12.3.5)."""
    for words, wanted in (("the Posture of the US", q.us_posture(s.board)), ("Unmarked", "")):
        left = [n for n in names if s.board[n].posture == wanted]
        if left:
            return left, (Stop("posture", "12.3.5", words, "", tuple(left)),)
    return names, ()


def in_turn(*tests: tuple[str, Keep], then: Chooser) -> Chooser:
    """Those that the first fitting test keeps, then by ``then``."""

    def choose(s: Situation, names: list[str]) -> Choice:
        for words, keep in tests:
            if left := keep(s, names):
                found, trail = then(s, left)
                rule = f"card {s.card}" if s.card else "12.3.12"
                return found, (Stop("first", rule, words, "", tuple(left), False), *trail)
        return then(s, names)

    return choose


# -------------------------------------------------------------------- answers


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
    readings: Readings = (),
    rule: str = "",
) -> Guidance | None:
    """The legal answers that a line calls for; None where none of them is.

    ``among`` is what its ``words`` leave, ``trail`` the way from there to ``found``; ``drawn`` says that a die decides
    among several.
    """
    legal = ask.options()
    wanted = list(found)
    left = tuple(o for o in legal if o in wanted)
    if not left:
        return None
    card = ask.address.segment.card or s.card
    cite = rule or f"card {card}"
    others = tuple((o, why) for o, why in readings if o in legal and o not in left)
    here = Stop(f"card {card}", cite, words, "", tuple(among) if among is not None else () if trail else left, sure)
    return Guidance(left, cite, (here, *trail), drawn and len(left) > 1, others, f"the line for card {card}")


def choose_among(
    s: Situation,
    ask: Ask,
    names: Iterable[str],
    chooser: Chooser,
    words: str,
    *,
    sure: bool = False,
    readings: Readings = (),
    rule: str = "",
) -> Guidance | None:
    """One of some countries by a column or a flowchart, then by a die."""
    wanted = set(names)
    fitting = [n for n in ask.options() if n in wanted]
    if not fitting:
        return None
    left, trail = chooser(s, fitting)
    if chooser is RECRUIT:
        readings = [*readings, *((n, NOT_FOR_RECRUIT) for n in TRAVEL_TO(s, fitting)[0])]
    return due(
        s, ask, left or fitting, words, sure=sure, among=fitting, trail=trail, drawn=True, readings=readings, rule=rule
    )


def pick(
    words: str,
    chooser: Chooser = chance,
    among: Keep | None = None,
    *,
    sure: bool = False,
    rule: str = "",
    also: Also | None = None,
) -> Chosen:
    """Answer with one of the legal countries that ``among`` keeps, by ``chooser``, then by a die."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        names = [o for o in ask.options() if isinstance(o, str) and o in s.board.countries]
        fitting = names if among is None else among(s, names)
        if not fitting:
            return None
        readings = () if also is None else also(s, fitting)
        return choose_among(s, ask, fitting, chooser, words, sure=sure, readings=readings, rule=rule)

    return answer


def by(chooser: Chooser, why: str) -> Also:
    """Another reading, by which ``chooser`` decides."""
    return lambda s, names: [(n, why) for n in chooser(s, names)[0]]


def first(words: str, *wanted: str | Callable[[Situation], list[str]], sure: bool = False, rule: str = "") -> Chosen:
    """Answer with the first of some things that is legal."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        legal = ask.options()
        things = [x for w in wanted for x in ([w] if isinstance(w, str) else w(s))]
        found = next((x for x in things if x in legal), None)
        return None if found is None else due(s, ask, [found], words, sure=sure, rule=rule)

    return answer


def anything(words: str, *, sure: bool = True, drawn: bool = False, rule: str = "") -> Chosen:
    """Answer with whatever is legal: the order makes no difference, or a die decides."""
    return lambda s, ask: due(s, ask, ask.options(), words, sure=sure, drawn=drawn, rule=rule)


def at_random(words: str) -> Chosen:
    """Let a die decide (12.3.12)."""
    return anything(words, sure=False, drawn=True, rule="12.3.12")


def at_most(limit: Callable[[Situation], int] | None = None) -> Chosen:
    """Answer with the highest number (12.4.1), or the highest up to a limit."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        numbers = [o for o in ask.options() if isinstance(o, int)]
        fitting = numbers if limit is None else [n for n in numbers if n <= limit(s)] or numbers
        return due(s, ask, [max(fitting)], "as much as the event allows", sure=True, rule="12.4.1") if fitting else None

    return answer


MOST = at_most()


def several(
    n: int,
    words: str,
    chooser: Chooser,
    *,
    sure: bool = False,
    before: str = "",
    named: Callable[[Situation, Ask], Iterable[str]] = lambda s, ask: named_before(ask),
) -> Chosen:
    """Answer with the best ``n`` countries, one entry each, in any order; ``before`` comes before all others."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        written = tuple(named(s, ask))
        rest = list(dict.fromkeys([*(x for x in ask.options() if isinstance(x, str)), *written]))
        ahead = [before] if before in rest else []
        chosen, tied, trail = top(s, [x for x in rest if x not in ahead], n - len(ahead), chooser)
        certain = [*ahead, *chosen]
        open_ones = [x for x in certain if x not in written]
        full = sum(x in written for x in tied) >= n - len(certain)
        found = [*open_ones, *(x for x in tied if x not in written and not full)]
        way = tuple(stop._replace(left=()) for stop in trail)
        return due(s, ask, found, words, sure=sure, trail=way, drawn=not open_ones)

    return answer


def deepest(words: str, at: int = 0, *, order: str, instead: Any = None) -> Chosen:
    """Answer with the card at one end of a pile, as far as the record shows its order."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        pile = s.board.discards if order == "discarded" else s.board.removed
        there = [n for n in pile if n in ask.options()]
        readings = [(n, f"in which order cards were {order} is told by the record alone") for n in there]
        wanted = [there[at]] if there else [instead] if instead is not None else []
        return due(s, ask, wanted, words, readings=readings) if wanted else None

    return answer


# -------------------------------------------------------------------- conditions


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


def posture_can_change(s: Situation, name: str) -> bool:
    """Whether the Bot would change its Posture: it has that of the US, or none (12.3.5)."""
    return s.board[name].posture in ("", q.us_posture(s.board))


def caliphate_hosts(s: Situation, names: Iterable[str], n: int) -> list[str]:
    """Where the Bot would declare a Caliphate if ``n`` Cells came (12.3.10)."""
    b = s.board
    if n < 3 or not m.later_game(s) or state.table(b).capital:
        return []

    def declares(name: str) -> bool:
        next_door = any(x in b.countries and state.in_turmoil(b, x) for x in b[name].data.adjacent)
        return state.in_turmoil(b, name) and (next_door or q.islamist_resources(b) >= 5)

    return [x for x in names if declares(x)]


def civil_wars(s: Situation) -> list[str]:
    """Countries in Civil War."""
    return [n for n in s.board.muslim if state.space(s.board, n).civil_war]


def at_war(s: Situation) -> list[str]:
    """Countries in Civil War or with a Regime Change marker."""
    b = s.board
    return [n for n in b.muslim if state.space(b, n).civil_war or b[n].regime_change]


def spike_wins(s: Situation) -> str:
    """The side that wins with one Resource more in each oil exporter; "" for nobody."""
    b = s.board
    extra = [n for n in b.muslim if q.oil_exporter(b, n)]
    gained = {
        "good": sum(b[n].governance == GOOD for n in extra),
        "islamist": sum(q.islamist(b, n) for n in extra),
    }
    for goal in b.rules.goals:
        if goal.key in gained and goal.count is not None and goal.count(b) + gained[goal.key] >= goal.needed:
            ruled = [n for n in b.muslim if q.islamist(b, n)]
            if goal.key == "good" or any(m.by_islamist_rule(s, n) for n in ruled):
                return goal.side
    return ""


# -------------------------------------------------------------------- answers of many cards


def not_adversary(s: Situation, names: Iterable[str]) -> list[str]:
    """Countries that can still be shifted toward Adversary."""
    return [n for n in names if s.board[n].data.muslim and s.board[n].alignment != ADVERSARY]


SHIFTS = pick(
    "a country that is no Adversary yet, by the Jihad column",
    JIHAD,
    not_adversary,
    sure=True,
    rule="12.3.7",
)
"""A country to shift toward Adversary, one where that changes something (12.3.7, 12.4.1)."""
REACTION = first("a Reaction marker", "reaction", sure=True, rule="12.3.6")
"""A Reaction marker comes, where an event lets its player choose the kind (12.3.6)."""
