"""Questions to the board, answered by the rules.

A card or a rule changes a query by registering here (:mod:`referee.engine.state.seams`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.state.board import ADVERSARY, ALLY, HARD, SOFT, US, Board, Country
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.seams import QUERIES, Source
from referee.engine.state.words import plural


def modifies(query: str, source: Source) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function that changes the answer of ``query``.

    It gets the board, the subject and the value.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        QUERIES.register(query, source, function)
        return function

    return register


def modified(query: str, board: Board, subject: Any, value: Any) -> Any:
    """Return the answer of ``query`` about ``subject``, as changed by the armed sources."""
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
    """Return the Troops in a country, as every rule except Deploy counts them.

    Pieces, and markers that count as Troops (4.6.1).
    """
    c = board.countries[name]
    return c.troops + sum(troop_markers(board, name).values()) if c.markers else c.troops


def troops_at_risk(board: Board, name: str) -> int:
    """Return the Troops whose loss costs Prestige.

    Due when a Plot is resolved or Islamist Rule comes (8.4.4, 8.5.6).
    """
    value: int = modified("troops at risk", board, name, troops(board, name))
    return value


def strength(board: Board, name: str) -> int:
    """Return the strength of a country against Cells, and for Disrupt.

    It may include pieces that are no Troops.
    """
    value: int = modified("strength", board, name, troops(board, name))
    return value


class Forces(int):
    """The strength against Cells: a number formatted by pieces ("2 Troops and 1 Militia")."""

    words: str

    def __format__(self, spec: str) -> str:
        return self.words if spec[:1].isalpha() and len(spec) > 1 else format(int(self), spec)


def forces(board: Board, name: str) -> Forces:
    """Return the strength in a country, with its words."""
    found = Forces(strength(board, name))
    n = troops(board, name)
    found.words = modified("forces in words", board, name, plural(n, "Troop", none="no"))
    return found


def troop_markers(board: Board, name: str) -> dict[str, int]:
    """Return the event markers of a country that count as Troops, with their number."""
    value: dict[str, int] = modified("troop markers", board, name, {})
    return value


def deploying_markers(board: Board, name: str) -> dict[str, int]:
    """Return the event markers that Deploy with Troops, with their number."""
    value: dict[str, int] = modified("deploying markers", board, name, troop_markers(board, name))
    return value


def cells(board: Board, name: str) -> int:
    """Return the Cells in a country, with markers that count as Cells (4.6.1)."""
    c = board.countries[name]
    value = c.sleepers + c.actives
    return modified("cells", board, name, value) if c.markers else value


def cells_on_map(board: Board) -> int:
    """Return the number of Cells in all countries."""
    return sum([cells(board, n) if c.markers else c.sleepers + c.actives for n, c in board.countries.items()])


def available_cells(board: Board) -> int:
    """Return the Cells in boxes at or below the Funding marker (4.7.4.2)."""
    above = {"ample": 0, "moderate": 5, "tight": 10}[funding_band(board)]
    value: int = modified("available cells", board, "", max(board.cells_track - above, 0))
    return value


def adjacent(board: Board, a: str, b: str) -> bool:
    """Return whether two different countries are Adjacent (4.1.1, 4.5)."""
    value: bool = modified("adjacent", board, (a, b), b in board.countries[a].data.adjacent)
    return value


def resources(board: Board, name: str) -> int:
    """Return the current Resource value of a Muslim country (4.2.5, 4.2.6)."""
    value: int = modified("resources", board, name, board.countries[name].data.resources)
    return value


def oil_exporter(board: Board, name: str) -> bool:
    """Return whether a country exports oil (4.2.6)."""
    value: bool = modified("oil exporter", board, name, board.countries[name].data.oil)
    return value


def within_reach(board: Board, name: str, card: int) -> bool:
    """Return whether the event of ``card`` can change anything in a country.

    A card in force may close one to events (6.2.2).
    """
    value: bool = modified("within reach of events", board, (name, card), True)
    return value


def why_out_of_reach(board: Board, name: str) -> tuple[str, str]:
    """Return the rule and the reason that close a country to all events (6.2.2)."""
    value: tuple[str, str] = modified(
        "why out of reach", board, name, ("6.2.2", f"{board.rules.named(name):is} closed to events for now")
    )
    return value


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
    """Return World Posture from -3 to 3: Hard above 0, Soft below 0 (4.7.2).

    Without ``beside``, by the countries alone.
    """
    countries = board.countries
    postures = [countries[name].posture for name in board.non_muslim if name != US]
    lead = postures.count(HARD) - postures.count(SOFT) + (board.world_beside if beside else 0)
    return max(-WORLD_POSTURE_END, min(WORLD_POSTURE_END, lead))


def world_posture_name(value: int) -> str:
    return "0" if value == 0 else f"{'Hard' if value > 0 else 'Soft'} {abs(value)}"


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
    """Return the level at which a side is dealt so many cards: "Troops at Low Intensity"."""
    level = next((name for name, n in HANDS[side].items() if n == cards), "")
    return f"{'Troops at' if side == 'US' else 'Funding'} {level.title()}" if level else ""


# ---------------------------------------------------------------- victory tracks (4.7.6)


def good_resources(board: Board) -> int:
    countries = board.countries
    return sum([resources(board, n) for n in board.muslim if countries[n].governance == GOOD])


def islamist_resources(board: Board) -> int:
    countries = board.countries
    total = sum([resources(board, n) for n in board.muslim if countries[n].governance == ISLAMIST_RULE])
    value: int = modified("islamist resources", board, "", total)
    return value


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
