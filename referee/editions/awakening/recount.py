"""A recount of any board of The Awakening.

Everything that must hold is counted in the plainest way, from the pieces alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.editions.awakening.printed import EMBARGOES
from referee.editions.awakening.state import (
    N_ADVISORS,
    N_MILITIA,
    N_POPULAR,
    TRAINING_CAMPS,
    WMD_HOMES,
    expansion,
    may_lie,
    space,
)
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, Board
from referee.engine.state.data import FAIR, ISLAMIST_RULE, N_CELLS, N_TROOPS, N_WMD, PLOT_SUPPLY, POOR

if TYPE_CHECKING:
    from referee.editions.awakening.state import ExpansionBoard, ExpansionCountry

SPARE = 3
"""WMD markers that the expansion adds where both decks are played (11.3.1)."""


def problems(board: Board) -> Iterator[str]:
    """Yield errors of the board."""
    b = expansion(board)
    spaces = [space(b, name) for name in b.countries]
    yield from _supplies(b, spaces)
    yield from _popular(b, spaces)
    yield from _civil_war(b, spaces)
    yield from _caliphate(b, spaces)
    yield from _plots(b, spaces)
    yield from _mats(b, spaces)


def _supplies(b: ExpansionBoard, spaces: list[ExpansionCountry]) -> Iterator[str]:
    """Check fifteen of each kind of piece, and the new Cells (11.2.9, 11.3.4, 11.3.7)."""
    militia = b.militia_track + b.militia_unplaced + sum(c.militia for c in spaces)
    if militia != N_MILITIA or b.militia_track < 0:
        yield f"there are {militia} Militia, {b.militia_track} of them on the track"
    troops = b.troops_track + b.troops_unplaced + b.off_map + sum(c.troops for c in spaces)
    if troops != N_TROOPS or min(b.troops_track, b.off_map) < 0:
        yield f"there are {troops} Troops, {b.off_map} of them off map"
    hosts = [c for c in spaces if TRAINING_CAMPS in c.markers]
    new = (5 if hosts[0].name in members(b) else 3) if hosts else 0
    on_map = sum(c.sleepers + c.actives for c in spaces)
    if b.cells_track != max(0, N_CELLS + new - on_map - b.cells_unplaced):
        yield f"{on_map} Cells in countries and {b.cells_track} off the map, with {new} new ones"
    if sum(c.advisors for c in spaces) > N_ADVISORS:
        yield f"there are more than {N_ADVISORS} Advisors"


def _popular(b: ExpansionBoard, spaces: list[ExpansionCountry]) -> Iterator[str]:
    """Check the number and places of Awakening and Reaction markers (11.1.4, 11.2.9)."""
    for field in ("awakening", "reaction"):
        used = sum((getattr(c, field) + 1) // 2 for c in spaces)
        if used > N_POPULAR:
            yield f"{used} {field} markers are in use"
        for c in spaces:
            n = getattr(c, field)
            if n < 0 or (n and not may_lie(b, c.name)):
                yield f"{c.name} has {n} {field} markers"


def _civil_war(b: ExpansionBoard, spaces: list[ExpansionCountry]) -> Iterator[str]:
    """Check the places of Civil Wars and Militia (11.2.2, 11.2.4)."""
    for c in spaces:
        troubled = c.data.muslim and c.governance in (FAIR, POOR)
        if c.civil_war and (not troubled or c.regime_change):
            yield f"{c.name} is in Civil War and cannot be"
        if c.militia and not troubled:
            yield f"{c.name} has {c.militia} Militia and cannot have any"
        if c.advisors and (not c.civil_war or c.troops or c.alignment == ADVERSARY):
            yield f"{c.name} has Advisors and cannot have any"


def members(b: ExpansionBoard) -> set[str]:
    """The Caliphate, found by adding neighbours to the end (11.3.8.1)."""
    able = {
        name
        for name in b.countries
        if (c := space(b, name)).data.kind in ("sunni", "shia_mix")
        and (c.civil_war or c.regime_change or c.governance == ISLAMIST_RULE)
    }
    found = {b.capital} if b.capital else set()
    while True:
        more = {name for name in able - found if any(name in b[host].data.adjacent for host in found)}
        if not more:
            return found
        found |= more


def _caliphate(b: ExpansionBoard, spaces: list[ExpansionCountry]) -> Iterator[str]:
    """Check the Capital, Sleepers and Resources of the Caliphate (11.3.8 to 11.3.8.3)."""
    found = members(b)
    if b.capital:
        c = space(b, b.capital)
        if not (c.data.muslim and (c.civil_war or c.regime_change or c.governance == ISLAMIST_RULE)):
            yield f"the Caliphate Capital lies in {b.capital}, which is at rest"
    for name in sorted(found):
        if b[name].sleepers:
            yield f"{name} belongs to the Caliphate and has Sleepers"
    oil = {n: q.resources(b, n) for n in b.muslim if b[n].governance == ISLAMIST_RULE}
    due = sum(oil.values()) + bool(b.capital)
    if q.islamist_resources(b) != due:
        yield f"Islamist Resources: {q.islamist_resources(b)}, a recount gives {due}"


def _plots(b: ExpansionBoard, spaces: list[ExpansionCountry]) -> Iterator[str]:
    """Check six numbered Plots, revealed ones in their box, and WMD (11.3.1, 11.3.2)."""
    lying = [t for c in spaces for t in c.plots] + list(b.resolved)
    if sorted(lying) != sorted(t.number for t in b.tokens):
        yield "the Plots on the map and in the Resolve Plots box are not those that are known"
    values = [hidden.known(b, t) for t in b.resolved]
    for value, n in PLOT_SUPPLY.items():
        if values.count(value) > n:
            yield f"Plot {value} lies {values.count(value)} times in the Resolve Plots box"
    if "W" in values:
        yield "a WMD lies in the Resolve Plots box"
    if b.resolved and b.turn > 1 and (b.side, b.phase, b.played, b.stage) == ("J", 1, 0, "action"):
        yield "the Resolve Plots box is not empty at the start of a turn"
    waiting = {c.name: c.wmd for c in spaces if c.wmd}
    if any(n > WMD_HOMES.get(name, 0) for name, n in waiting.items()):
        yield f"WMD wait where none do: {waiting}"
    have = sum(waiting.values()) + b.wmd_box + b.arsenal + b.wmd_available
    if have > N_WMD + b.spare_wmd or not 0 <= b.spare_wmd <= SPARE:
        yield f"there are {have} WMD, with {b.spare_wmd} spare ones"


def _mats(b: ExpansionBoard, spaces: list[ExpansionCountry]) -> Iterator[str]:
    """Check the two-sided mats (11.3.3), and cached kinds of countries."""
    muslim = tuple(n for n, c in b.countries.items() if c.data.kind in ("sunni", "shia_mix"))
    if b.muslim != muslim:
        yield f"the Muslim countries are not those that are counted: {sorted(set(b.muslim) ^ set(muslim))}"
    if b.non_muslim != tuple(n for n, c in b.countries.items() if c.data.kind == "non_muslim"):
        yield "the non-Muslim countries are not those that are counted"
    nigeria, iran = space(b, "Nigeria"), space(b, "Iran")
    if nigeria.data.muslim and nigeria.alignment == ALLY and not (nigeria.sleepers + nigeria.actives):
        yield "Nigeria is a Muslim Ally without a Cell"
    if set(EMBARGOES) <= set(iran.markers):
        yield "both sides of the embargo on Iran are up"
    for c in spaces:
        if not c.data.muslim and (c.aid or c.regime_change or c.alignment):
            yield f"{c.name} is no Muslim country and has what only those have"
        if c.data.muslim and c.posture:
            yield f"{c.name} is a Muslim country and has a Posture"
