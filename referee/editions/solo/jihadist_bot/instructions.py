"""The Event Instructions Table of the Jihadist Bot.

The words of each line, its confidence and its source are in ``data/instructions.toml``. Cards in neither go by the
standing rules of 12.3 alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from referee.editions.awakening import recent, state
from referee.editions.awakening.events.cards_164_180 import HORN
from referee.editions.awakening.events.cards_191_199 import missing_leaders
from referee.editions.awakening.events.cards_205_210 import NEAR_TURKEY
from referee.editions.awakening.events.steps import at_war, marked, troubled
from referee.editions.base.events.steps import besieging_barred
from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    AnswerRule,
    Chooser,
    EventAnswers,
    Filter,
    Shortlist,
    Situation,
    by_card,
    instructions_of,
    those,
)
from referee.editions.solo.flowchart.instructions import (
    best,
    chance,
    either,
    event,
    foremost,
    named_before,
    never,
    open_cards,
    or_all,
    outside_caliphate,
    spike_winner,
    top,
    when,
)
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.operations import SLEEPER_AT_HOME, kept_at_home
from referee.editions.solo.jihadist_bot.priorities import DATA, PRIORITIES, RT, TF, J, P
from referee.engine.law.ask import Ask, Field, Purpose
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.law.table import NOTHING
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, US
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR, TRACK

Readings = Iterable[tuple[Any, str]]
Also = Callable[[Situation, list[str]], Readings]
"""Answers that another reading of a line allows."""

# -------------------------------------------------------------------- ways to choose a country

JIHAD = PRIORITIES.column(J, for_jihad=False)
"""The Jihad column, for an event (12.3.6, 12.3.7)."""
JIHAD_ROLL = PRIORITIES.column(J, for_jihad=True)
"""The Jihad column with its first row, for rolls of Jihad."""
PLOT_COLUMN = PRIORITIES.column(P)
PLOT = PRIORITIES.either(P)
RECRUIT = PRIORITIES.either(RT, recruiting=True)
TRAVEL_TO = PRIORITIES.either(RT, recruiting=False)
RECRUIT_COLUMN = PRIORITIES.column(RT, recruiting=True)
TRAVEL_FROM = PRIORITIES.either(TF)
NOT_FOR_RECRUIT = "RT2 may count for the Operation Recruit alone"


def by_posture(s: Situation, names: list[str]) -> Shortlist:
    """The Posture of the US, then Unmarked, then the others (12.3.5)."""
    for words, wanted in (("the Posture of the US", q.us_posture(s.board)), ("Unmarked", "")):
        left = [n for n in names if s.board[n].posture == wanted]
        if left:
            return left, (Stop("posture", "12.3.5", words, "", tuple(left)),)
    return names, ()


def ally_first(then: Chooser) -> Chooser:
    """An Ally first, then a Neutral country, each by ``then``."""

    def choose(s: Situation, names: list[str]) -> Shortlist:
        for words, side in (("Ally", ALLY), ("Neutral", NEUTRAL)):
            if left := [n for n in names if s.board[n].alignment == side]:
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
    """Legal answers of a line, or None.

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
    """One of some countries by column or flowchart, then a die."""
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
    among: Filter | None = None,
    *,
    sure: bool = False,
    rule: str = "",
    also: Also | None = None,
) -> AnswerRule:
    """Answer with a country that ``among`` keeps, by ``chooser``, then a die."""

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


def first(
    words: str, *wanted: str | Callable[[Situation], list[str]], sure: bool = False, rule: str = ""
) -> AnswerRule:
    """Answer with the first legal one of some things."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        legal = ask.options()
        things = [x for w in wanted for x in ([w] if isinstance(w, str) else w(s))]
        found = next((x for x in things if x in legal), None)
        return None if found is None else due(s, ask, [found], words, sure=sure, rule=rule)

    return answer


def anything(words: str, *, drawn: bool = False) -> AnswerRule:
    """Answer with anything legal, or by a die (12.3.12).

    The order makes no difference.
    """
    return lambda s, ask: due(
        s, ask, ask.options(), words, sure=not drawn, drawn=drawn, rule="12.3.12" if drawn else ""
    )


def at_most(limit: Callable[[Situation], int] | None = None) -> AnswerRule:
    """Answer with the highest number, up to a limit (12.4.1)."""

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
) -> AnswerRule:
    """Answer with the best ``n`` countries in any order, ``before`` first."""

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


def deepest(words: str, at: int = 0, *, order: str, instead: Any = None) -> AnswerRule:
    """Answer with the card at one end of a pile."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        pile = s.board.discards if order == "discarded" else s.board.removed
        there = [n for n in pile if n in ask.options()]
        readings = [(n, f"only the record says in which order cards were {order}") for n in there]
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
    """Whether the US holds a card, as far as known."""
    return s.board.hand("US") != 0


def posture_can_change(s: Situation, name: str) -> bool:
    """Whether a country has the Posture of the US, or none (12.3.5)."""
    return s.board[name].posture in ("", q.us_posture(s.board))


def caliphate_hosts(s: Situation, names: Iterable[str], n: int) -> list[str]:
    """Places of a Caliphate after ``n`` more Cells (12.3.10)."""
    b = s.board
    if n < 3 or not m.later_game(s) or state.expansion(b).capital:
        return []

    def declares(name: str) -> bool:
        next_door = any(x in b.countries and state.in_turmoil(b, x) for x in b[name].data.adjacent)
        return state.in_turmoil(b, name) and (next_door or q.islamist_resources(b) >= 5)

    return [x for x in names if declares(x)]


def hosts(most: int, *among: str) -> Filter:
    """Keep the countries where ``most`` Cells of the track make a Caliphate."""
    return lambda s, names: caliphate_hosts(
        s, [n for n in names if not among or n in among], min(most, s.board.cells_track)
    )


# -------------------------------------------------------------------- answers of many cards


SHIFTS = pick(
    "a country that is no Adversary yet, by the Jihad column",
    JIHAD,
    those(lambda s, n: s.board[n].data.muslim and s.board[n].alignment != ADVERSARY),
    sure=True,
    rule="12.3.7",
)
"""A country to shift toward Adversary, with effect (12.3.7, 12.4.1)."""
REACTION = first("a Reaction marker", "reaction", sure=True, rule="12.3.6")
"""Choose a Reaction marker where an event leaves the kind (12.3.6)."""


CELL, REACTION_MARKER, AWAKENING = "cell", "reaction", "awakening"
_worse_off = those(lambda s, n: s.board[n].governance not in (POOR, ISLAMIST_RULE))
"""Countries that can get worse, unmarked ones among them."""
_most_cells = best(lambda s, n: q.cells(s.board, n))
_richest = best(lambda s, n: q.resources(s.board, n))

# -------------------------------------------------------------------- 53 Madrassas to 70

_RECRUIT_ITSELF = PRIORITIES.either(RT, recruiting=True)
"""The Operation's own choice, for a Recruit by event (12.3.11)."""


def _ex_kgb(s: Situation, ask: Ask) -> Guidance | None:
    there = "Central Asia" if s.board["Central Asia"].alignment != ADVERSARY else "Caucasus"
    return due(s, ask, [there], "Central Asia while it is no Adversary, else the Caucasus")


# -------------------------------------------------------------------- 74 Schengen Visas, 79 Clean Operatives

CLEAN_OPERATIVES = 79


def _answers_so_far(s: Situation, field: Field) -> list[Any]:
    """The answers of this event so far, by field."""
    if s.play is None:
        return []
    return [f.answer for f in s.play.trails if f.address.segment == s.play.here and f.address.field is field]


BY_TRAVEL_FROM = "Movable Cells by the Travel From flowchart"
HIDES = "an Active Cell may Travel within its own country by an event as well"


def _departure(s: Situation, ask: Ask, targets: list[str]) -> Guidance:
    """Origins of a Cell that Travels by event; none ends the list."""
    sent = _answers_so_far(s, Field.FROM)
    gone = {n: sent.count(n) for n in sent}
    first_one = _origins(s, targets, {})
    found = first_one if gone and not set(gone) & set(first_one) else _origins(s, targets, gone)
    if not gone and len(first_one) == 1:  # the other Cell may be written first
        found = [*first_one, *_origins(s, targets, {first_one[0]: 1})]
    if not first_one:  # no Cell may go, but the event was played
        found = [n for n in ask.options() if n not in targets]
    one_each = len(first_one) <= 2 and all(sum(m.fresh(s, n)) == 1 for n in first_one)
    drawn = len(first_one) > 1 and not one_each
    made = due(s, ask, found, BY_TRAVEL_FROM, drawn=drawn, rule="12.3.9")
    if made is None:
        stop = Stop(f"card {s.card}", "12.3.9", BY_TRAVEL_FROM, "", (), False)
        made = Guidance((), "12.3.9", (stop,), goes_by=f"the line for card {s.card}")
    home = targets if len(targets) == 1 else []  # an Active Cell there may hide, a Sleeper does not
    hiding = tuple((n, HIDES) for n in home if s.board[n].actives)
    kept = [n for n in home if not s.board[n].actives]
    return replace(made, readings=hiding, barred=lambda n: ("12.3.9", SLEEPER_AT_HOME) if n in kept else None)


def _origins(s: Situation, targets: list[str], leaving: dict[str, int]) -> list[str]:
    """Origins of the next Cell for one of ``targets``."""
    found: list[str] = []
    for target in targets:
        here = replace(s, target=target, leaving=leaving)
        fitting = [n for n in s.board.names if n != target and m.movable(here, n)]
        found += TRAVEL_FROM(here, fitting)[0] if fitting else []
    return list(dict.fromkeys(found))


def _arrival(ask: Ask, found: Guidance | None) -> Guidance | None:
    """Destinations of a Cell that Travels by event."""
    if found is None or ask.context.get("state") != "s":
        return found
    origin = ask.context["origin"]
    left = tuple(n for n in found.due if n != origin)
    readings = tuple(o for o in found.readings if o[0] != origin)
    return replace(found, due=left, readings=readings, barred=kept_at_home(ask))


def may_travel(s: Situation, card: int, most: int) -> int:
    """The number of Cells that Travel by event: Movable ones, else any."""
    home = [US] if card == CLEAN_OPERATIVES else []
    gone: dict[str, int] = {}
    for n in range(most):
        here = replace(s, leaving=gone)
        found = next((x for x in s.board.names if x not in home and m.movable(here, x)), "")
        if not found:
            others = (c for x, c in s.board.countries.items() if x not in home)
            return n or min(most, sum(c.sleepers + c.actives for c in others))
        gone = {**gone, found: gone.get(found, 0) + 1}
    return most


def _while_cells_may_go(s: Situation, ask: Ask, so_far: int) -> bool | None:
    """Whether a list of Cells goes on, while any may Travel."""
    return so_far < may_travel(s, ask.address.segment.card or 0, 2) if ask.field is Field.FROM else None


def _either_first(s: Situation, ask: Ask) -> Guidance | None:
    """The Sleeper or the last Active Cell, of two.

    Either may be named first.
    """
    if ask.field is not Field.CELLS or _answers_so_far(s, Field.TO) or set(ask.options()) != {"s", "a"}:
        return None
    return Guidance(("a", "s"), "12.3.3") if s.board[ask.context["where"]].actives == 1 else None


def _schengen_visas(s: Situation, ask: Ask) -> Guidance | None:
    """Two countries by Posture, in the order of the record (12.3.5)."""
    made: Guidance | None
    been = _answers_so_far(s, Field.TO)
    if (both := _either_first(s, ask)) is not None:
        return both
    if ask.field is not Field.TO:
        if ask.field is not Field.FROM:
            return None
        fitting = [n for n in s.board.schengen if n not in been]
        first_ones = _departure(s, ask, foremost(s, fitting, max(1, 2 - len(been)), by_posture))
        return first_ones if first_ones.due else _departure(s, ask, fitting)
    words = "Schengen countries with the Posture of the US, then Unmarked ones"
    found = several(2, words, by_posture, sure=True, named=lambda s, ask: been)(s, ask)
    again = by_posture(s, list(s.board.schengen))[0]
    others = tuple((n, "both Cells may go to the same country") for n in again if n in been)
    made = None if found is None else _arrival(ask, replace(found, readings=others))
    if made is None or found is None or made.due == found.due:
        return made
    certain, tied, _ = top(s, s.board.schengen, 2, by_posture)
    if not set(made.due) & set(certain):  # a Sleeper in the only country that is certain leaves the others to a die
        rest = [n for n in tied or s.board.schengen if n not in (*been, *certain, ask.context["origin"])]
        left, trail = by_posture(s, rest)
        return replace(due(s, ask, left, words, sure=True, trail=trail, drawn=True) or made, barred=made.barred)
    return made


def _clean_operatives(s: Situation, ask: Ask) -> Guidance | None:
    """Both Cells to the United States."""
    if (both := _either_first(s, ask)) is not None:
        return both
    if ask.field is Field.TO:
        return _arrival(ask, due(s, ask, [US], "the United States"))
    return _departure(s, ask, [US]) if ask.field is Field.FROM else None


def _movable_elsewhere(s: Situation, target: str = "") -> bool:
    return any(n != target and m.movable(s, n) for n in s.board.names)


# -------------------------------------------------------------------- 81 Foreign Fighters, 82 Jihadist Videos


def _videos(s: Situation, ask: Ask) -> Guidance | None:
    """The US, then by Recruit flowchart, without Islamist Rule.

    Islamist Rule counts only while fewer than three others are there.
    """
    others = [n for n in (*ask.options(), *named_before(ask)) if s.board[n].governance != ISLAMIST_RULE]

    def choose(s: Situation, names: list[str]) -> Shortlist:
        return RECRUIT(s, [n for n in names if n in others] or names)

    words = "the United States, then by the Recruit flowchart, without Islamist Rule"
    return several(3, words, choose, sure=True, before=US)(s, ask)


_MARTYR = first("an Active Cell, then Sadr, then a Sleeper", "a", "Sadr", "s")

# -------------------------------------------------------------------- 102 Former Soviet Union to 110 Zarqawi


def _by_level(s: Situation, names: Iterable[str], *levels: int) -> list[list[str]]:
    """Countries level by level, without empty levels."""
    found = [[n for n in names if s.board[n].governance == level] for level in levels]
    return [group for group in found if group]


# -------------------------------------------------------------------- 117, 118, 236 Oil Price Spike


def _of_the_jihadist(s: Situation) -> bool:
    return any(not n or s.board.cards[n].side == "J" for n in open_cards(s))


def _take_back(s: Situation, ask: Ask) -> Guidance | None:
    cards = s.board.cards
    named = [n for n in ask.options() if n in cards]
    mine = [n for n in named if cards[n].side == "J"]
    highest = max((cards[n].ops for n in mine), default=0)
    found = [n for n in mine if cards[n].ops == highest]
    other = [(n, "the other program takes any card of the pile") for n in named]
    return due(s, ask, found, "a Jihadist card of the highest value", drawn=True, readings=other)


# -------------------------------------------------------------------- 165 Coup, 169 Islamic Maghreb


def _to_overthrow(s: Situation, names: Sequence[str]) -> list[str]:
    """Countries with a Coup in the Bot's favour."""
    b = s.board
    return [n for n in names if b[n].governance != ISLAMIST_RULE and not (common.civil_war(s, n) and b[n].besieged)]


def _coup_pays(s: Situation) -> bool:
    b = s.board
    return bool(_to_overthrow(s, [n for n in b.muslim if q.resources(b, n) == 1 and q.cells(b, n) >= 2]))


def _coup(s: Situation, ask: Ask) -> Guidance | None:
    """Good first or Poor first: two programs differ."""
    fitting = _to_overthrow(s, ask.options()) or ask.options()
    found = _by_level(s, fitting, GOOD, FAIR, POOR)
    if not found:
        return None
    others = [(n, "the other program takes Poor before Fair before Good") for n in found[-1]]
    return choose_among(s, ask, found[0], chance, "Good, then Fair, then Poor", readings=others)


_twice = or_all(those(lambda s, n: common.civil_war(s, n) or state.in_caliphate(s.board, n)))
_by_twice = pick("in Civil War or in the Caliphate, then by the Recruit flowchart", RECRUIT, _twice, sure=True)


def _maghreb(s: Situation, ask: Ask) -> Guidance | None:
    """Countries where Funding doubles; else any."""
    if not _for_money(s):
        return _by_twice(s, ask)
    return due(s, ask, _twice(s, ask.options()), "in Civil War or in the Caliphate", sure=True)


def _for_money(s: Situation) -> bool:
    return s.board.funding < 8 or not cells_left(s)


# -------------------------------------------------------------------- 172 Al-Shabaab, 176 Change of State

_SHABAAB = ("besieged", CELL, REACTION_MARKER, "plot", "card")


_not_islamist = those(lambda s, n: s.board[n].governance != ISLAMIST_RULE)


def _two_of_them(s: Situation, ask: Ask) -> Guidance | None:
    legal = [w for w in _SHABAAB if w in ask.options()]
    if not _not_islamist(s, [n for n in HORN if not besieging_barred(s.board, n)[0]]):
        legal = [w for w in legal if w != "besieged"] or legal
    words = "Besieged Regime, then a Cell, a Reaction marker, a Plot, a card"
    return due(s, ask, legal[: 2 - len(ask.context["taken"])], words, sure=True)


_fair_allies = those(lambda s, n: s.board[n].governance == FAIR and s.board[n].alignment == ALLY)


def _overturned(s: Situation) -> list[str]:
    b = s.board
    names = (*b.shia_mix, "Jordan", "Morocco")
    return [n for n in names if not common.civil_war(s, n) and not b[n].regime_change]


def _worth_turning(s: Situation, names: list[str]) -> list[str]:
    """Highest Resources, then no Troops."""
    rich = _richest(s, names)
    return [n for n in rich if not q.troops(s.board, n)] or rich


def _change_of_state(s: Situation, ask: Ask) -> Guidance | None:
    fitting = _fair_allies(s, ask.options())
    worst = best(m.modifier)(s, fitting)
    others = [(n, "the other program does not look at the Jihad modifier") for n in _worth_turning(s, fitting)]
    words = "a Fair Ally: worst Jihad modifier, highest Resources, no Troops"
    return choose_among(s, ask, _worth_turning(s, worst), chance, words, readings=others)


# -------------------------------------------------------------------- 185 al-Maliki, 186 Boko Haram


def _garrisons(s: Situation) -> list[str]:
    """Countries with Troops that are not Adversaries.

    There Neutral is no step toward Ally.
    """
    b = s.board
    return [n for n in b.names if q.troops(b, n) and b[n].alignment != ADVERSARY]


def _to_leave(s: Situation, names: Sequence[str]) -> list[str]:
    """Countries without Regime Change and without the Caliphate Capital."""
    capital = state.expansion(s.board).capital
    return [n for n in names if not s.board[n].regime_change and n != capital]


def _philippines_last(s: Situation, names: list[str]) -> Shortlist:
    return ally_first(JIHAD)(s, [n for n in names if n != "Philippines"] or names)


def _maliki(s: Situation, ask: Ask) -> Guidance | None:
    wide = [n for n in _garrisons(s) if n in ask.options()] or ask.options()
    others = [(n, "the other program takes Regime Change countries, too") for n in _philippines_last(s, wide)[0]]
    words = "without Regime Change and Caliphate Capital: Ally, Neutral, the Jihad column; the Philippines last"
    return choose_among(s, ask, _to_leave(s, wide) or wide, _philippines_last, words, readings=others)


def _boko_haram(s: Situation, ask: Ask) -> Guidance | None:
    """Cells in a Muslim Nigeria, else a Plot; before, the reverse.

    Before is while Nigeria is not Muslim.
    """
    muslim = s.board["Nigeria"].data.muslim
    wanted = [CELL] * cells_left(s) + ["plot"] * plots_left(s, "2", "3")
    words = "Cells, else a Plot" if muslim else "a Plot, else Cells, while Nigeria is no Muslim country"
    return first(words, *(wanted if muslim else wanted[::-1]), sure=muslim)(s, ask)


# -------------------------------------------------------------------- 191 Muslim Brotherhood


def _brotherhood(s: Situation, ask: Ask) -> Guidance | None:
    """Two more markers by the Jihad column.

    They go to two other countries, or by a later version to any, even twice.
    """
    placed = tuple(ask.context["placed"])
    again = JIHAD(s, ask.options())[0]
    others = [(n, "a later version of the program may take a country again, and Egypt") for n in again]
    fitting = [n for n in ask.options() if n != "Egypt" and n not in placed]
    found = foremost(s, fitting, 2 - len([n for n in placed if n != "Egypt"]), JIHAD)
    own = ["Egypt"] if "Egypt" not in placed else []
    return due(s, ask, [*found, *own], "two other countries by the Jihad column", readings=others)


def _brotherhood_goes_on(s: Situation, ask: Ask, so_far: int) -> bool | None:
    """Whether the list goes on: both further markers come (12.4.1)."""
    placed: Sequence[str] = ask.context.get("placed", ())
    if ask.field is not Field.WHERE or len(placed) - ("Egypt" in placed) >= 2:
        return None
    return bool(ask.options())


# -------------------------------------------------------------------- 195 Taliban Resurgent to 197 Unconfirmed


def _worth_rising(s: Situation, names: Sequence[str]) -> list[str]:
    """Good or Fair countries, else those where Plots cost Prestige."""
    b = s.board
    poor = [n for n in names if b[n].governance == POOR and b.prestige > 1 and q.troops(b, n)]
    return [n for n in names if common.good_or_fair(s, n)] or poor


def _needs_dice(s: Situation, names: Iterable[str]) -> list[str]:
    return [n for n in names if not m.auto_recruit(s, n)]


# -------------------------------------------------------------------- 200 Critical Middle to 205 Erdoğan Effect


def _from_the_track_first(s: Situation, ask: Ask) -> Guidance | None:
    """The Funding Track, then origins by the Travel From flowchart."""
    legal = ask.options()
    if TRACK in legal:
        return due(s, ask, [TRACK], "the Funding Track first", sure=True)
    here = replace(s, target=ask.context["target"])
    names = [n for n in legal if n in s.board.countries]
    return choose_among(here, ask, names, TRAVEL_FROM, "a Movable Cell by the Travel From flowchart")


def _to_turn(s: Situation) -> bool:
    return any(posture_can_change(s, n) for n in ("China", "India", "Russia"))


def _three_countries(s: Situation, names: list[str]) -> Readings:
    narrow = [n for n in names if n in ("Turkey", "Syria", "Iraq")]
    return [(n, "an earlier version of the program has three countries") for n in RECRUIT(s, narrow)[0]]


def _erdogan_thing(s: Situation, ask: Ask) -> Guidance | None:
    if ask.item:
        return first("Cells alone", NOTHING, sure=True)(s, ask)
    wanted = [CELL] * cells_left(s) + [REACTION_MARKER]
    return first("Cells, else a Reaction marker", *wanted, sure=True)(s, ask)


# -------------------------------------------------------------------- 206 to 215


def _once(s: Situation, name: str, find: Callable[[], list[str]]) -> list[str]:
    """Countries fixed before the first piece of an event moves."""
    if s.play is None:
        return find()
    if name not in s.play.plan:
        s.play.plan[name] = find()
    found: list[str] = s.play.plan[name]
    return found


def _can_grow(s: Situation, marker: str) -> bool:
    """Whether a country with such a marker can take a Reaction marker."""
    return any(state.may_be_marked(s.board, n) for n in marked(s.board, marker))


def _copycat(s: Situation, ask: Ask) -> Guidance | None:
    plot_first = not s.board.wmd_available and s.board.funding < 8
    words = "a Cell if a WMD is Available, else a Plot 1 while Funding is below 8, else a Cell"
    return first(words, *(("plot", CELL) if plot_first else (CELL, "plot")), sure=True)(s, ask)


def _lately(s: Situation) -> bool:
    """Whether a country of the last cards can take a marker.

    Any can where the record does not reach back.
    """
    b = s.board
    able = [n for n in b.muslim if state.may_be_marked(b, n)]
    return any(not recent.all_seen(b) or n in recent.targeted(b) | recent.touched(b) for n in able)


def _smartphones(s: Situation, ask: Ask) -> Guidance | None:
    names = [n for n in ask.options() if n in s.board.countries]
    certain = [n for n in names if n in recent.targeted(s.board)] or names
    others = [(n, "a country that a card only touched may count, too") for n in JIHAD(s, names)[0]]
    return choose_among(s, ask, certain, JIHAD, "by the Jihad column", readings=others, rule="12.3.6")


def _al_baghdadi(s: Situation, ask: Ask) -> Guidance | None:
    """One country for all Cells of the track; equals free."""
    hosts = caliphate_hosts(s, ["Syria", "Iraq"], min(3, s.board.cells_track))
    home = _once(s, "card 215", lambda: RECRUIT(s, hosts or ["Syria", "Iraq"])[0])
    both = ask.subject == "Syria" and len(home) > 1
    wanted = [CELL, NOTHING] if both else [CELL] if ask.subject in home else [NOTHING]
    return due(s, ask, wanted, "all Cells in one country, by the Recruit flowchart")


def _outnumbered(s: Situation, names: Sequence[str]) -> list[str]:
    """Countries where Militia outnumber Cells, so that Militia leave."""
    return [n for n in names if 0 < q.cells(s.board, n) < common.militia(s, n)]


# -------------------------------------------------------------------- 221 Fly Paper


def _front(s: Situation) -> list[str]:
    """Countries to which the Cells go."""
    known = {*troubled(s.board), *state.caliphate(s.board)}
    fronts = [n for n in s.board.names if n in known]
    hosts = [] if s.play is None else caliphate_hosts(s, fronts, 3)
    return _once(s, "card 221", lambda: RECRUIT(s, hosts or fronts)[0])


def _senders(s: Situation, names: Iterable[str]) -> list[str]:
    """Countries with a Cell for the front."""
    front = _front(s)
    return [n for n in names if n in s.board.countries and (n not in front or len(front) > 1) and m.movable(s, n)]


def _not_movable(s: Situation, names: Iterable[str]) -> list[str]:
    return [n for n in names if n in s.board.countries and q.cells(s.board, n) and n not in _front(s)]


def _fly_paper(s: Situation, ask: Ask) -> Guidance | None:
    """A Cell each from up to three countries, except the front."""
    front = _front(s)
    by_origin = PRIORITIES.column(TF, target=front[0] if len(front) == 1 else "")
    found = foremost(s, _senders(s, ask.options()), 3 - len(named_before(ask)), by_origin)
    why = "an earlier version of the program takes Cells that are not Movable, too"
    others = [(n, why) for n in _not_movable(s, ask.options())]
    return due(s, ask, found, "Movable Cells by the Travel From column", readings=others)


# -------------------------------------------------------------------- 224 Je Suis Charlie, 230 Sellout


def _world_against(s: Situation) -> bool:
    """Whether US and world are Hard, so that the US turns Soft."""
    return q.us_posture(s.board) == HARD and q.world_posture(s.board) > 0


def _can_sink(s: Situation, name: str) -> bool:
    return s.board[name].governance != POOR or s.board[name].alignment != ADVERSARY


def _sell_out(s: Situation, ask: Ask) -> Guidance | None:
    others = []
    if s.board.funding == 9:
        sinking = [n for n in ask.options() if _can_sink(s, n)] or ask.options()
        others = [(n, "at Funding 9 a later version takes the Jihad column") for n in JIHAD(s, sinking)[0]]
    crowded = _most_cells(s, ask.options())
    return choose_among(s, ask, crowded, chance, "most Cells", sure=s.board.funding < 9, readings=others)


# -------------------------------------------------------------------- 231 to 238: Civil Wars

_with_militia = those(lambda s, n: common.militia(s, n) > 0)
WINTER = 173


def _lead(s: Situation, name: str) -> int:
    """Cells beyond Militia.

    While no marker can come, they are those beyond Troops and Militia.
    """
    against = common.units(s, name) if q.lapsing(s.board, WINTER) else common.militia(s, name)
    return q.cells(s.board, name) - against


_worth_a_truce = those(lambda s, n: _lead(s, n) >= 0)


def _syria_pays(s: Situation) -> bool:
    c = state.space(s.board, "Syria")
    only_militia = not cells_left(s) and state.expansion(s.board).militia_track > 0
    return c.governance != ISLAMIST_RULE and c.reaction <= c.awakening and not only_militia


def _won(s: Situation, names: Sequence[str]) -> list[str]:
    """Civil Wars won by the Cells, except the Caliphate Capital."""
    return [n for n in names if n != state.expansion(s.board).capital and common.cells(s, n) > common.units(s, n)]


# -------------------------------------------------------------------- the table

TABLE: dict[int | tuple[int, ...], EventAnswers] = {
    48: event(lambda s: (have := s.board.hand("J")) is None or have > 1),
    53: event(cells_left, place_cell=pick("by the Recruit flowchart", _RECRUIT_ITSELF, sure=True, rule="12.3.11")),
    55: event(cells_left, other_reading=lambda s: not s.board["China"].posture),
    59: event(lambda s: us_has_a_card(s) and "US" not in s.board.rules.guides, other_reading=us_has_a_card),
    62: event(toward_adversary=_ex_kgb),
    65: event(
        seek_wmd=either(
            first(
                "Central Asia if it is Poor or under Islamist Rule, else Russia",
                lambda s: ["Central Asia" if s.board["Central Asia"].governance in (POOR, ISLAMIST_RULE) else "Russia"],
            ),
            anything("the only country that is left"),
        )
    ),
    (67, 70, 93): event(
        place_cell=lambda s, ask: (
            anything("each country gets its Cell")
            if ask.silence is not None or len(ask.options()) < 2  # with a Cell for each the order is free
            else pick("the only Cell goes by the Recruit flowchart", RECRUIT, rule="12.3.2")
        )(s, ask)
    ),
    74: event(_movable_elsewhere, answer=_schengen_visas, goes_on=_while_cells_may_go),
    77: event(toward_adversary=SHIFTS),
    CLEAN_OPERATIVES: event(lambda s: _movable_elsewhere(s, US), answer=_clean_operatives, goes_on=_while_cells_may_go),
    (81, 187): event(
        place_cell=either(
            pick("where a Caliphate would be declared, by the Recruit flowchart", RECRUIT, hosts(5), rule="12.3.2"),
            pick("by the Recruit flowchart", RECRUIT, when(cells_left), rule="12.3.2"),
            pick("with Aid first", JIHAD, those(common.with_aid)),
            pick("with Aid first", JIHAD, or_all(those(lambda s, n: not s.board[n].besieged))),
        )
    ),
    (82, 189): event(cells_left, place_cadre=_videos),
    (84, 85): event(flip=anything("any of the markers", drawn=True)),
    (87, 88, 89, 190): event(
        plots_left, cells=lambda s, ask: _MARTYR(s, ask) if ask.purpose is Purpose.REMOVE_CELL else None
    ),
    91: event(place_cell=several(2, "two unmarked countries by the Recruit and Travel To column", RECRUIT_COLUMN)),
    193: event(
        cells_left, place_cell=several(2, "two unmarked countries by the Recruit and Travel To column", RECRUIT_COLUMN)
    ),
    94: event(worsen=pick("one that can get worse", JIHAD, those(common.good_or_fair), sure=True)),
    96: event(
        lambda s: plots_left(s) if q.any_islamist(s.board) else plots_left(s, "1"),
        other_reading=lambda s: not s.board["Scandinavia"].posture,
    ),
    99: event(lambda s: s.board.prestige > 1 or us_has_a_card(s)),
    100: event(lambda s: q.overstretch(s.board) and s.board.funding < 9),
    101: event(lambda s: posture_can_change(s, "Serbia")),
    102: event(
        lambda s: (
            (c := s.board["Central Asia"]).governance == GOOD
            or c.alignment == ALLY
            or (c.governance == FAIR and c.alignment == NEUTRAL)
        ),
        other_reading=lambda s: not s.board["Central Asia"].marked,
    ),
    103: event(lambda s: s.board["Lebanon"].alignment != ADVERSARY and s.board["Lebanon"].governance != ISLAMIST_RULE),
    (104, 105): event(
        lambda s: any(common.good_or_fair(s, n) for n in s.board.shia_mix),
        worsen=pick(
            "Good, then Fair", JIHAD_ROLL, lambda s, names: next(iter(_by_level(s, names, GOOD, FAIR)), []), sure=True
        ),
    ),
    106: event(
        lambda s: any(
            q.cells(s.board, n) and q.troops(s.board, n) and common.good_or_fair(s, n) for n in s.board.shia_mix
        ),
        worsen=pick("one that can get worse", JIHAD, _worse_off, sure=True, rule="12.3.7"),
    ),
    107: event(
        lambda s: bool(_worse_off(s, ["Iraq", "Turkey"])),
        worsen=pick("one that can get worse", JIHAD, _worse_off, sure=True, rule="12.3.7"),
    ),
    108: event(lambda s: s.board["Pakistan"].alignment == ALLY and common.good_or_fair(s, "Pakistan")),
    109: event(remove_cell=pick("most Cells", chance, _most_cells)),
    110: event(
        lambda s: cells_left(s) or plots_left(s, "2"),
        place_cell=either(  # with a Plot the Plot column (12.3.4); a Caliphate that wins comes first
            pick(
                "a Caliphate that wins at once", RECRUIT, when(lambda s: q.islamist_resources(s.board) >= 5, hosts(3))
            ),
            pick(
                "by the Plot column, since a Plot comes along",
                PLOT_COLUMN,
                when(lambda s: plots_left(s, "2")),
                sure=True,
                rule="12.3.4",
            ),
            pick("by the Recruit flowchart", RECRUIT, sure=True, rule="12.3.2"),
        ),
    ),
    113: event(lambda s: q.prestige_band(s.board) not in ("high", "very high")),
    114: event(lambda s: q.prestige_band(s.board) != "low"),
    (117, 118, 236): event(
        lambda s: (winner := spike_winner(s)) == "J" or (winner != "US" and _of_the_jihadist(s)),
        take=_take_back,
        other_reading=lambda s: not spike_winner(s) and bool(open_cards(s)),
    ),
    165: event(
        _coup_pays,
        begin_civil_war=never(
            _coup,
            "12.3.7",
            lambda s, n: s.board[n].governance == ISLAMIST_RULE,
            "is under Islamist Rule, and its Governance would improve",
        ),
    ),
    166: event(us_has_a_card),
    169: event(
        lambda s: s.board.funding < 8 or cells_left(s),
        place_cell=_maghreb,
        what=first(
            "Funding while it is below 8, else Cells",
            lambda s: ["funding", CELL] if _for_money(s) else [CELL, "funding"],
            sure=True,
        ),
    ),
    172: event(
        what=_two_of_them,
        besiege=pick("by the Jihad column", JIHAD, _not_islamist),
        place_plot=pick("by the Plot flowchart", PLOT, also=by(PLOT_COLUMN, "the Plot column alone may be meant")),
        marker=first("Plot 2 before Plot 1", "2", "1"),
        take=anything("any of the cards", drawn=True),
    ),
    173: event(
        remove_awakening=several(2, "two countries by the Jihad column", JIHAD, sure=True),
        goes_on=lambda s, ask, so_far: bool(ask.options()) if ask.field is Field.WHERE else None,
    ),
    174: event(lambda s: q.gwot_penalty(s.board) == 0),
    175: event(number=MOST),
    176: event(lambda s: bool(_fair_allies(s, _overturned(s))), choose=_change_of_state),
    177: event(lambda s: plots_left(s, "1") and s.board.funding < 9, number=MOST),
    185: event(
        lambda s: bool(_to_leave(s, _garrisons(s))),
        remove_troops=never(
            _maliki,
            "12.3.7",
            lambda s, n: s.board[n].alignment == ADVERSARY,
            "is an Adversary, and would shift toward Ally",
        ),
        other_reading=lambda s: bool(_garrisons(s)),
    ),
    186: event(
        what=_boko_haram,
        marker=first("Plot 3 before Plot 2", "3", "2"),
        number=MOST,
        discard=first("the card never returns to the stack", NOTHING),
    ),
    191: event(
        number=anything("one marker or both"),
        what=anything("one marker or both"),
        place_reaction=_brotherhood,
        goes_on=_brotherhood_goes_on,
    ),
    195: event(
        lambda s: bool(_worth_rising(s, [n for n in troubled(s.board) if q.cells(s.board, n) >= 3])),
        remove_cell=pick(
            "Good or Fair, else Poor with Troops while Prestige is above 1",
            JIHAD_ROLL,
            _worth_rising,
            also=by(JIHAD, "the first row of the column may not count"),
        ),
    ),
    196: event(
        lambda s: bool(_needs_dice(s, [n for n in s.board.muslim if s.board[n].governance > GOOD])),
        place_cell=pick(
            "no Auto-Recruit country, by the Recruit and Travel To column",
            RECRUIT_COLUMN,
            or_all(_needs_dice),
            also=by(RECRUIT, "12.3.2 has the flowchart first"),
        ),
    ),
    197: event(
        lambda s: any(n in s.board.removed or 0 in s.board.removed for n in missing_leaders(s.board)),
        take=deepest("the one nearest the top of the removed cards", -1, order="removed"),
        other_reading=lambda s: s.board.prestige != 1,
    ),
    198: event(toward_adversary=SHIFTS, choose_posture=anything("any Unmarked country", drawn=True)),
    200: event(
        what=first("a shift if one is possible, else Cells", "alignment", CELL, sure=True),
        toward_adversary=SHIFTS,
        number=MOST,
        from_=_from_the_track_first,
    ),
    201: event(
        cells_left,
        what=first("Cells", CELL),
        place_militia=anything("nothing says where Militia would go"),
        place_cell=either(
            pick("Mali or Nigeria for a Caliphate", RECRUIT, hosts(3, "Mali", "Nigeria"), rule="12.3.2"),
            pick("by the Recruit flowchart", RECRUIT, rule="12.3.2"),
        ),
    ),
    202: event(
        lambda s: s.board.reserves("US") > 0 or _to_turn(s),
        what=first(
            "a Posture if one can change, else the Reserves", lambda s: ["posture"] * _to_turn(s), "reserves", sure=True
        ),
        choose_posture=pick("by Posture", by_posture, sure=True, rule="12.3.5"),
    ),
    203: event(what=REACTION),
    205: event(
        lambda s: cells_left(s) or any(state.may_be_marked(s.board, n) for n in NEAR_TURKEY),
        where=either(
            pick("by the Recruit flowchart", RECRUIT, when(cells_left), also=_three_countries),
            pick(
                "by the Jihad column",
                JIHAD,
                when(lambda s: not cells_left(s), those(lambda s, n: state.may_be_marked(s.board, n))),
                rule="12.3.6",
            ),
        ),
        choice=first("something comes", "place", sure=True),
        what=_erdogan_thing,
        number=lambda s, ask: MOST(s, ask) if ask.silence is None else None,
    ),
    206: event(lambda s: _can_grow(s, AWAKENING), what=REACTION),
    207: event(what=_copycat, where=lambda s, ask: due(s, ask, [US], "the United States", sure=True)),
    208: event(lambda s: q.overstretch(s.board)),
    209: event(
        lambda s: not q.ally(s.board, "Iran") and any(common.militia(s, n) for n in s.board.muslim),
        what=first("Militia", "militia", sure=True),
    ),
    210: event(
        lambda s: bool(marked(s.board, AWAKENING)),
        what=first("an Awakening marker goes", AWAKENING, sure=True, rule="12.3.6"),
    ),
    (211, 212, 213): event(_lately, where=_smartphones, what=REACTION),
    215: event(
        cells_left,
        what=_al_baghdadi,
        number=at_most(lambda s: s.board.cells_track),
        from_=lambda s, ask: due(s, ask, [TRACK], "from the Funding Track alone", sure=True),
        take=deepest(
            "the card nearest the bottom of the discard pile, else a Cell in a Schengen country",
            order="discarded",
            instead=NOTHING,
        ),
    ),
    217: event(take=deepest("the card nearest the bottom of the discard pile", order="discarded")),
    218: event(
        lambda s: bool(_outnumbered(s, troubled(s.board))),
        where=pick("more Militia than Cells, by the Jihad column", JIHAD, _outnumbered, sure=True),
    ),
    221: event(
        lambda s: bool(_senders(s, s.board.names)),
        from_=_fly_paper,
        what=first("Cells, no markers", CELL, sure=True),
        place_cell=lambda s, ask: due(
            s, ask, _front(s), "where the Recruit flowchart leads to", drawn=True, rule="12.3.2"
        ),
        goes_on=lambda s, ask, so_far: bool(_senders(s, ask.options())) if ask.field is Field.FROM else None,
        other_reading=lambda s: bool(_not_movable(s, s.board.names)),
    ),
    223: event(what=REACTION),
    224: event(
        lambda s: _world_against(s) or s.board.prestige > 1,
        what=first(
            "the US turns Soft if it can, else Prestige falls",
            lambda s: ["posture" if _world_against(s) else "prestige"],
        ),
    ),
    226: event(
        begin_civil_war=pick(
            "by the Jihad column", JIHAD, also=by(RECRUIT, "12.3.2 has the Recruit flowchart, since Cells come along")
        )
    ),
    (227, 228): event(lambda s: _can_grow(s, REACTION_MARKER), what=REACTION),
    (229, 239): event(lambda s: False),
    230: event(
        lambda s: (
            s.board.funding < 9
            or any(_can_sink(s, n) and q.cells(s.board, n) >= 2 for n in outside_caliphate(s, troubled(s.board)))
        ),
        what=first("Alignment before Governance", "alignment", "governance", sure=True),
        remove_cell=_sell_out,
    ),
    231: event(
        lambda s: bool(_with_militia(s, at_war(s.board))),
        remove_militia=pick("with Militia, by the Jihad column", JIHAD, _with_militia, sure=True, rule="12.3.1"),
        number=MOST,
    ),
    233: event(
        lambda s: bool(_worth_a_truce(s, outside_caliphate(s, at_war(s.board)))),
        end_civil_war=pick(
            "most Cells beyond Militia, Ally, Neutral",
            ally_first(chance),
            lambda s, names: best(_lead)(s, or_all(_worth_a_truce)(s, names)),
        ),
    ),
    234: event(_syria_pays, what=first("two Cells, one Militia", CELL)),
    235: event(
        lambda s: bool(_won(s, at_war(s.board))),
        end_civil_war=never(
            pick("a war that the Cells win, highest Resources", chance, lambda s, names: _richest(s, _won(s, names))),
            "12.3.7",
            lambda s, n: common.cells(s, n) < common.units(s, n),
            "would become a Fair Ally: it has fewer Cells than Troops and Militia",
        ),
    ),
    238: event(
        begin_civil_war=pick(
            "most Awakening beyond Reaction markers, highest Resources",
            chance,
            lambda s, names: _richest(s, best(common.awakening)(s, names)),
            sure=True,
        )
    ),
}
EVENTS = by_card(TABLE)
INSTRUCTIONS = instructions_of(DATA, EVENTS)
