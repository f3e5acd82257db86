"""Common requirements of several operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.law.requirement import SPARE, Context, Facts, Requirement, TestResult
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, Board, Country
from referee.engine.state.data import GOOD, GOVERNANCE_NAMES, ISLAMIST_RULE
from referee.engine.state.words import a, agree, pieces_in_words, plural


def so_many(n: int) -> Callable[[Any], int]:
    """The number of dice after a Test, for any result."""
    return lambda result: n


def alignment_words(country: Country) -> str:
    """The Alignment of a Muslim country, for a sentence.

    It is "an Ally", "Neutral", "unmarked" and so on.
    """
    word = country.alignment.capitalize() if country.governance else "unmarked"
    return a(word) if country.alignment in (ALLY, ADVERSARY) else word


def value_needed(board: Board, name: str) -> int:
    """Operations value of a US Operation in a country (7.1.1, 4.9.5).

    It is its Governance, or 1 while it is unmarked.
    """
    governance = board[name].governance
    return governance or GOOD


def _us_value(board: Board, option: Any, c: Context) -> TestResult:
    name = option if isinstance(option, str) and option in board.countries else c.get("where", "")
    if name not in board.countries:
        return None
    needed = value_needed(board, name)
    if needed == ISLAMIST_RULE or c["value"] >= needed:  # Islamist Rule is refused by 7.1.3
        return None
    return {"where": name, "needed": needed, "governance": GOVERNANCE_NAMES[needed], "value": c["value"]}


def value_shown(board: Board, name: str, value: int) -> Facts | None:
    """Facts of a sufficient value; None under Islamist Rule."""
    needed = value_needed(board, name)
    if needed == ISLAMIST_RULE:
        return None
    governance = GOVERNANCE_NAMES[needed] if board[name].governance else "unmarked"
    return {"where": name, "needed": needed, "governance": governance, "value": value, SPARE: value - needed}


def _us_value_shown(board: Board, option: Any, c: Context) -> Facts | None:
    name = option if isinstance(option, str) and option in board.countries else c.get("where", "")
    return value_shown(board, name, c["value"]) if name in board.countries else None


def in_muslim(board: Board, option: Any, c: Context) -> Facts | None:
    """Facts, empty, of a Muslim country; None of others."""
    return {} if option in board.countries and board[option].data.muslim else None


US_VALUE = Requirement(
    "operations value",
    "7.1.1",
    "{where:is} {governance}: a US Operation there needs a card of value {needed}, not {value}",
    _us_value,
    shows=_us_value_shown,
)

NOT_ISLAMIST = Requirement(
    "not Islamist Rule",
    "7.1.3",
    "{option:is} under Islamist Rule: Regime Change is the only US Operation there",
    lambda b, o, c: {} if o in b.countries and q.islamist(b, o) else None,
    shows=in_muslim,
)


MARKER_STAYS = Requirement(
    "Cells: a piece, no marker",
    "6.2.2",
    "{option:is} a marker that counts as a Cell; it neither Travels nor can be Disrupted",
    lambda b, o, c: None if o == "cadre" or set(o) <= {"s", "a"} else {},
)
"""Requirement that a marker (card 54) neither Travels nor is Disrupted.

Those Operations act on the pieces.
"""


def markers_that_are_cells(board: Board, name: str) -> int:
    """Number of a country's Cells that are markers (card 54).

    They are no pieces.
    """
    here = board[name]
    return q.cells(board, name) - here.sleepers - here.actives


def number_named(cells: str) -> int:
    """Number of Cells in an answer: letters, and markers by name."""
    marker = cells.lstrip("sa")
    return len(cells) - len(marker) + bool(marker)


MARKER_THERE = Requirement(
    "Cells: the marker is there",
    "4.6.2",
    "{marker} is not in {where}",
    lambda b, o, c: {"marker": marker} if (marker := o.lstrip("sa")) and not c["extra"] else None,
    "impossible",
    concerns=lambda o, c: bool(o.lstrip("sa")),
)


def _cells_there(board: Board, option: Any, c: Context) -> TestResult:
    """Cells named as a string of states, "s" and "a"."""
    here = board[c["where"]]
    taken = c.get("taken", "")
    s, a = here.sleepers - taken.count("s"), here.actives - taken.count("a")
    if len(option) > s + a:
        have = max(s + a, 0)
        there = f"only {plural(have, 'Cell')}" if have else "no Cell"
        return {"where": c["where"], "there": f"{agree(have or 1, 'is', 'are')} {there}", "asked": len(option)}
    return None


def _cells_shown(board: Board, option: Any, c: Context) -> Facts | None:
    """Cells of an answer, in words; None for no Cells."""
    pieces = "".join(x for x in option if x in "sa") if option != "cadre" else ""
    return {"named": pieces_in_words(pieces)} if pieces else None


CELLS_THERE = Requirement(
    "Cells there",
    "4.6.2",
    "there {there} in {where} to use; you wrote {asked}",
    _cells_there,
    "impossible",
    shows=_cells_shown,
)


def _of_state(asked: int, have: int, noun: str) -> dict[str, str]:
    """Named and present Cells of one state, in words."""
    there = f"only {plural(have, noun)} {agree(have, 'is', 'are')}" if have else f"no {noun} is"
    return {"asked": plural(asked, noun), "there": there}


def _states_there(board: Board, option: Any, c: Context) -> TestResult:
    here = board[c["where"]]
    taken = c.get("taken", "")
    s, a = here.sleepers - taken.count("s"), here.actives - taken.count("a")
    if option.count("s") > s:
        return {"where": c["where"], **_of_state(option.count("s"), max(s, 0), "Sleeper")}
    if option.count("a") > a:
        return {"where": c["where"], **_of_state(option.count("a"), max(a, 0), "Active Cell")}
    return None


STATES_THERE = Requirement(
    "Cell states there",
    "4.6.4",
    "you wrote {asked} in {where}, and {there} there to use",
    _states_there,
    "impossible",
    shows=_cells_shown,
)


def cell_choices(board: Board, name: str, n: int, taken: str = "") -> list[str]:
    """Every way to name ``n`` Cells of a country by state.

    Identical Cells are one choice.
    """
    here = board[name]
    s, a = here.sleepers - taken.count("s"), here.actives - taken.count("a")
    return ["s" * i + "a" * (n - i) for i in range(n + 1) if i <= s and n - i <= a]
