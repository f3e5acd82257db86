"""Questions to the board, answered by the rules.

A card or a rule changes a query by registering here (:mod:`referee.engine.state.seams`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from referee.engine.state.board import ADVERSARY, ALLY, HARD, SOFT, US, Board, Country
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.seams import Query
from referee.engine.state.words import plural

if TYPE_CHECKING:
    from referee.engine.law.rolls import Modifier

S = TypeVar("S")
V = TypeVar("V")


class Queries:
    """The queries of the engine; an edition adds its own to them."""

    TROOP_MARKERS: Query[str, dict[str, int]] = Query(
        "event markers in a country that count as Troops, and as how many"
    )
    DEPLOYING_MARKERS: Query[str, dict[str, int]] = Query("those of them that leave with a Deploy")
    TROOPS_AT_RISK: Query[str, int] = Query("Troops in a country that cost Prestige at a Plot or at Islamist Rule")
    STRENGTH: Query[str, int] = Query("what counts as Troops against the Cells in a country")
    FORCES_IN_WORDS: Query[str, str] = Query("the same in words, piece by piece")
    CELLS: Query[str, int] = Query("Cells in a country, with markers that count as such")
    AVAILABLE_CELLS: Query[str, int] = Query("Cells on the track that may be placed")
    CELLS_IN_THE_GAME: Query[str, int] = Query("the supply of Cells")
    ADJACENT: Query[tuple[str, str], bool] = Query("whether two countries are Adjacent")
    RESOURCES: Query[str, int] = Query("Resources of a country")
    OIL_EXPORTER: Query[str, bool] = Query("whether a country exports oil")
    ISLAMIST_RESOURCES: Query[str, int] = Query("Resources under Islamist Rule, all together")
    WMD_IN_THE_GAME: Query[str, int] = Query("the supply of WMD Plots")
    WMD_STORED: Query[str, int] = Query("WMD Plots that are not available yet")
    WITHIN_REACH_OF_EVENTS: Query[tuple[str, int], bool] = Query("whether the event of a card can change a country")
    WHY_OUT_OF_REACH: Query[str, tuple[str, str]] = Query("rule and reason why no event can change a country")
    WAR_OF_IDEAS_MODIFIERS: Query[str, tuple[Modifier, ...]] = Query("modifiers of a War of Ideas in a country")
    NO_RESERVES: Query[str, tuple[str, str] | None] = Query("rule and reason why a side gets no Reserves", offered=True)
    DISCARD_OF_A_CARD: Query[int, str] = Query("the pile where a discarded card goes")
    TOP_OF_A_PILE: Query[str, tuple[int, ...]] = Query("cards known on top of the pile of a side")
    A_WHOLE_HAND_AT_ONCE: Query[str, bool] = Query("whether a side is dealt all its cards before the other")


def modified(query: Query[S, V], board: Board, subject: S, value: V) -> V:
    """The answer of ``query`` about ``subject``, as changed by the armed sources."""
    queries = board.rules.queries
    if acting := queries[query]:
        for function in acting if len(acting) < 2 else queries.at(query, board.order):
            value = function(board, subject, value)
    return value


def has_marker(board: Board, name: str, country: str | None = None) -> bool:
    """Return whether an event marker is in effect, in ``country`` or anywhere."""
    if country is not None:
        return name in board.countries[country].markers
    if name in board.markers:
        return True
    for c in board.countries.values():  # noqa: SIM110 - asked at every line: a generator costs more than the answer
        if name in c.markers:
            return True
    return False


def lapsing(board: Board, *cards: int) -> bool:
    """Return whether one of these Lapsing cards is in effect this turn (6.2.7)."""
    return any(c in board.lapsing or c in board.lapsing_markers for c in cards)


# ---------------------------------------------------------------- pieces


def troops(board: Board, name: str) -> int:
    """The Troops in a country, as every rule except Deploy counts them.

    Pieces, and markers that count as Troops (4.6.1).
    """
    c = board.countries[name]
    return c.troops + sum(troop_markers(board, name).values()) if c.markers else c.troops


def troops_at_risk(board: Board, name: str) -> int:
    """Return the Troops whose loss costs Prestige.

    Due when a Plot is resolved or Islamist Rule comes (8.4.4, 8.5.6).
    """
    return modified(Queries.TROOPS_AT_RISK, board, name, troops(board, name))


def strength(board: Board, name: str) -> int:
    """Return the strength of a country against Cells, and for Disrupt.

    It may include pieces that are no Troops.
    """
    return modified(Queries.STRENGTH, board, name, troops(board, name))


class Forces(int):
    """The strength against Cells, formatted by pieces ("2 Troops and 1 Militia")."""

    words: str

    def __format__(self, spec: str) -> str:
        return self.words if spec[:1].isalpha() and len(spec) > 1 else format(int(self), spec)


def forces(board: Board, name: str) -> Forces:
    """Return the strength in a country, with its words."""
    found = Forces(strength(board, name))
    n = troops(board, name)
    found.words = modified(Queries.FORCES_IN_WORDS, board, name, plural(n, "Troop", none="no"))
    return found


def troop_markers(board: Board, name: str) -> dict[str, int]:
    """A country's event markers that count as Troops, with their number."""
    return modified(Queries.TROOP_MARKERS, board, name, {})


def deploying_markers(board: Board, name: str) -> dict[str, int]:
    """Return the event markers that Deploy with Troops, with their number."""
    return modified(Queries.DEPLOYING_MARKERS, board, name, troop_markers(board, name))


def cells(board: Board, name: str) -> int:
    """Return the Cells in a country, with markers that count as Cells (4.6.1)."""
    c = board.countries[name]
    value = c.sleepers + c.actives
    return modified(Queries.CELLS, board, name, value) if c.markers else value


def cells_on_map(board: Board) -> int:
    """Return the number of Cells in all countries."""
    return sum([cells(board, n) if c.markers else c.sleepers + c.actives for n, c in board.countries.items()])


def available_cells(board: Board) -> int:
    """Return the Cells in boxes at or below the Funding marker (4.7.4.2)."""
    above = {"ample": 0, "moderate": 5, "tight": 10}[funding_band(board)]
    return modified(Queries.AVAILABLE_CELLS, board, "", max(board.cells_track - above, 0))


def adjacent(board: Board, a: str, b: str) -> bool:
    """Return whether two different countries are Adjacent (4.1.1, 4.5)."""
    return modified(Queries.ADJACENT, board, (a, b), b in board.countries[a].data.adjacent)


def resources(board: Board, name: str) -> int:
    """Return the current Resource value of a Muslim country (4.2.5, 4.2.6)."""
    return modified(Queries.RESOURCES, board, name, board.countries[name].data.resources)


def oil_exporter(board: Board, name: str) -> bool:
    """Return whether a country exports oil (4.2.6)."""
    return modified(Queries.OIL_EXPORTER, board, name, board.countries[name].data.oil)


def within_reach(board: Board, name: str, card: int) -> bool:
    """Return whether the event of ``card`` can change anything in a country.

    A card in force may close one to events (6.2.2).
    """
    return modified(Queries.WITHIN_REACH_OF_EVENTS, board, (name, card), True)


def why_out_of_reach(board: Board, name: str) -> tuple[str, str]:
    """The rule and the reason against all events in a country (6.2.2)."""
    return modified(
        Queries.WHY_OUT_OF_REACH, board, name, ("6.2.2", f"{board.rules.named(name):is} closed to events for now")
    )


# ---------------------------------------------------------------- kinds of country


def islamist(board: Board, name: str) -> bool:
    return board.countries[name].governance == ISLAMIST_RULE


def any_islamist(board: Board) -> bool:
    return any(board.countries[n].governance == ISLAMIST_RULE for n in board.muslim)


def regime_change(board: Board, name: str) -> bool:
    """Return whether it is a Regime Change country (7.3.4.1)."""
    return bool(board.countries[name].regime_change)


def ally(board: Board, name: str) -> bool:
    return board.countries[name].alignment == ALLY


def adversary(board: Board, name: str) -> bool:
    return board.countries[name].alignment == ADVERSARY


def success_number(country: Country) -> int:
    """Return the highest die that succeeds for the Jihadist (8.1.1).

    4 means automatic; 0 if unmarked.
    """
    return country.governance


# ---------------------------------------------------------------- tracks


WORLD_POSTURE_END = 3
"""The end of the track of World Posture on either side (4.7.2)."""


def world_posture(board: Board, *, beside: bool = True) -> int:
    """World Posture from -3 to 3, positive for Hard (4.7.2).

    Without ``beside``, only the countries count.
    """
    countries = board.countries
    postures = [countries[name].posture for name in board.non_muslim if name != US]
    lead = postures.count(HARD) - postures.count(SOFT) + (board.world_beside if beside else 0)
    return max(-WORLD_POSTURE_END, min(WORLD_POSTURE_END, lead))


def world_posture_name(value: int, even: str = "0") -> str:
    return even if value == 0 else f"{'Hard' if value > 0 else 'Soft'} {abs(value)}"


def us_posture(board: Board) -> str:
    return board.countries[US].posture


def gwot_penalty(board: Board) -> int:
    """Return the GWOT penalty, 0 to 3 (4.7.2.1)."""
    world = world_posture(board)
    if world == 0 or (world > 0) == (us_posture(board) == HARD):
        return 0
    return abs(world)


def prestige_band(board: Board) -> str:
    """Return the level of Prestige: low, medium, high or very high (4.7.1)."""
    return ("low", "medium", "high", "very high")[max(0, min(3, (board.prestige - 1) // 3))]


def troops_band(board: Board) -> str:
    """Return the level of Troops: low intensity, war or overstretch (4.7.3)."""
    n = board.troops_track
    return "low intensity" if n >= 10 else "war" if n >= 5 else "overstretch"


def funding_band(board: Board) -> str:
    """Return the level of Funding: tight, moderate or ample (4.7.4)."""
    return "ample" if board.funding >= 7 else "moderate" if board.funding >= 4 else "tight"


MOST_RESERVES = 2
"""Most Reserves of a side (6.3.3)."""


def no_reserves(board: Board, side: str) -> tuple[str, str] | None:
    """The rule and reason that bar a side's Reserves, or None (6.3.3)."""
    return modified(Queries.NO_RESERVES, board, side, None)


def overstretch(board: Board) -> bool:
    return board.troops_track < 5


HANDS = {
    "US": {"low intensity": 9, "war": 8, "overstretch": 7},
    "J": {"ample": 9, "moderate": 8, "tight": 7},
}
"""The number of cards dealt to a side at each level of its track (5.2.8)."""


def hand_size(board: Board, side: str) -> int:
    """Return the number of cards dealt at the end of a turn (5.2.8)."""
    return HANDS[side][troops_band(board) if side == "US" else funding_band(board)]


def hand_level(side: str, cards: int) -> str:
    """The level for a deal of so many cards.

    For example "Troops at Low Intensity".
    """
    level = next((name for name, n in HANDS[side].items() if n == cards), "")
    return f"{'Troops at' if side == 'US' else 'Funding'} {level.title()}" if level else ""


# ---------------------------------------------------------------- victory tracks (4.7.6)


def good_resources(board: Board) -> int:
    countries = board.countries
    return sum([resources(board, n) for n in board.muslim if countries[n].governance == GOOD])


def islamist_resources(board: Board) -> int:
    countries = board.countries
    total = sum([resources(board, n) for n in board.muslim if countries[n].governance == ISLAMIST_RULE])
    return modified(Queries.ISLAMIST_RESOURCES, board, "", total)


def fair_good(board: Board) -> int:
    countries = board.countries
    return sum([countries[n].governance in (GOOD, FAIR) for n in board.muslim])


def poor_islamist(board: Board) -> int:
    countries = board.countries
    return sum([countries[n].governance in (POOR, ISLAMIST_RULE) for n in board.muslim])


# ---------------------------------------------------------------- look-back (5.2.2)


def recent(board: Board, happened: tuple[tuple[int, str], ...]) -> set[str]:
    """Return the countries named in this Action Phase or the previous one."""
    return {name for phase, name in happened if phase >= board.phases - 1}


def number_of_plots(board: Board) -> int:
    return sum(len(c.plots) for c in board.countries.values())


def plots_on_map(board: Board) -> bool:
    for c in board.countries.values():  # noqa: SIM110 - likewise
        if c.plots:
            return True
    return False
