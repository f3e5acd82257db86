"""Measures of the sheet of the US Bot.

There is one small function for each term of chapter 13.
"""

from __future__ import annotations

from referee.editions.base.operations import deploy, disrupt, jihad, war_of_ideas
from referee.editions.base.queries import Queries
from referee.editions.solo.flowchart.chart import MOST, Situation
from referee.editions.solo.flowchart.measures import cells, muslim, units
from referee.engine.law import rolls
from referee.engine.law.requirement import allowed
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, SOFT, US, Board
from referee.engine.state.data import GOOD, ISLAMIST_RULE, POOR, TRACK

TAKEN = 6
"""Troops that a Regime Change takes (7.3.4)."""

# -------------------------------------------------------------------- pieces and markers


def troops(s: Situation, name: str) -> int:
    """Troops and markers that count as Troops."""
    return q.troops(s.board, name)


def capital(s: Situation, name: str) -> bool:
    """Whether a country is the Caliphate Capital (11.3.8)."""
    return bool(getattr(s.board, "capital", "") == name)


def resources(s: Situation, name: str) -> int:
    """The Resource value now."""
    return q.resources(s.board, name)


def abu_sayyaf(s: Situation, name: str) -> bool:
    """Whether Abu Sayyaf acts in the Philippines (card 57)."""
    return name == "Philippines" and q.has_marker(s.board, "Abu Sayyaf", name)


def steps_from_us(board: Board) -> dict[str, int]:
    """Distance of each country from the United States, in borders (13.4.4)."""
    found, reached = {US: 0}, [US]
    while reached:
        here = reached.pop(0)
        for near in board[here].data.adjacent:
            if near in board.countries and near not in found:
                found[near] = found[here] + 1
                reached.append(near)
    return found


# -------------------------------------------------------------------- what an Operation could do


_DISRUPTED = (disrupt.SOMEONE_THERE, *(r for r in disrupt.TARGET if r is not disrupt.SOMEONE_THERE))
"""Requirements of a Disrupt's country, the rarest first."""


def woi_drm(s: Situation, name: str) -> int:
    """Modifier of a War of Ideas there (4.9.2, 7.2.1.2)."""
    return sum(by for _, by, _ in rolls.war_of_ideas_modifiers(s.board, name))


def woi_possible(s: Situation, name: str) -> bool:
    """Whether a War of Ideas may be waged in a Muslim country (13.4.3)."""
    if not muslim(s, name) or not allowed(war_of_ideas.TARGET, s.board, (name,), {"value": s.value}):
        return False
    return s.board[name].marked or s.value >= MOST


def woi_outside(s: Situation, name: str) -> bool:
    """Whether a War of Ideas may be waged in a non-Muslim country (7.2.3)."""
    return s.board[name].data.non_muslim and bool(allowed(war_of_ideas.TARGET, s.board, (name,), {"value": s.value}))


def disrupt_possible(s: Situation, name: str) -> bool:
    """Whether Cells or a Cadre can be Disrupted there (7.4.1)."""
    return bool(allowed(_DISRUPTED, s.board, (name,), {"value": s.value}))


def outnumbered(s: Situation, name: str, more: int) -> bool:
    """Whether Cells outnumber Troops and Militia by so many, with Jihad possible."""
    return cells(s, name) >= units(s, name) + more and jihad_possible(s, name)


def jihad_possible(s: Situation, name: str) -> bool:
    """Whether the best die of a Jihad would be a success."""
    b = s.board
    if not muslim(s, name) or not jihad.PERMITTED.holds(b, name, {"value": MOST}):
        return False
    level = b[name].governance or POOR
    return (
        level < ISLAMIST_RULE and 1 + sum(by for _, by, _ in q.modified(Queries.JIHAD_MODIFIERS, b, name, ())) <= level
    )


def prestige_gain(s: Situation, name: str) -> bool:
    """Whether a Disrupt there lifts Prestige (7.4.4, 11.2.4)."""
    return troops(s, name) >= 1 and units(s, name) >= 2


def empties(s: Situation, name: str) -> bool:
    """Whether a Disrupt would take the last Cells and leave a Cadre."""
    c = s.board[name]
    return not c.sleepers and 0 < c.actives <= disrupt.limit(s.board, name) and cells(s, name) == c.actives


# -------------------------------------------------------------------- Troops on the move


def leaving(s: Situation, origin: str) -> int:
    """Number of Troop cubes free to Deploy from a place (7.3.1)."""
    b = s.board
    if origin == TRACK:
        return b.troops_track
    if not deploy.OPEN.holds(b, origin, {}):
        return 0
    context = {"origin": origin}
    return next((n for n in range(b[origin].troops, 0, -1) if deploy.GARRISON.holds(b, n, context)), 0)


def may_leave(s: Situation, origin: str) -> bool:
    """Whether cubes or Troop markers could leave a place by a Deploy."""
    along = origin != TRACK and q.deploying_markers(s.board, origin) and not q.regime_change(s.board, origin)
    return bool(leaving(s, origin) or along)


def may_withdraw(s: Situation, origin: str) -> bool:
    """Whether Troops could Withdraw from a place (7.3.5)."""
    b = s.board
    if origin == TRACK or not q.regime_change(b, origin) or s.value < MOST or q.us_posture(b) != SOFT:
        return False
    return bool(b[origin].troops or q.deploying_markers(b, origin)) and deploy.OPEN.holds(b, origin, {})


def regime_change_possible(s: Situation) -> bool:
    """Whether a Regime Change is possible (7.3.4)."""
    return s.value >= MOST and q.us_posture(s.board) == HARD and bool(invaders(s))


def invaders(s: Situation) -> list[str]:
    """Places from which six Troops could leave for a Regime Change."""
    b = s.board
    goals = [n for n in b.muslim if q.islamist(b, n) and deploy.OPEN.holds(b, n, {})]
    return [n for n in (*b.names, TRACK) if any(g != n for g in goals) and leaving(s, n) >= TAKEN]


# -------------------------------------------------------------------- Plots

Plot = tuple[str, int]
"""A marker: its country, and its number there from 1."""


def plots(board: Board) -> list[Plot]:
    """Every Plot marker on the map."""
    return [(n, k) for n, c in board.countries.items() for k in range(1, len(c.plots) + 1)]


def plot_value(s: Situation, plot: Plot) -> str:
    """The face of a marker: "1", "2", "3", "W" (13.3.3).

    It is "" for a hidden one.
    """
    where, k = plot
    here = s.board[where].plots
    return (hidden.known(s.board, here[k - 1]) or "") if 1 <= k <= len(here) else ""


def plot_number(s: Situation, plot: Plot) -> int:
    """The number of a Plot; WMD 3, unknown 1."""
    return {"1": 1, "2": 2, "3": 3, "W": 3}.get(plot_value(s, plot), 1)


def plot_funding(s: Situation, plot: Plot) -> int:
    """Rise of Funding for a resolved Plot (8.5.6)."""
    where, country = plot[0], s.board[plot[0]]
    if where == US or (country.data.non_muslim and plot_value(s, plot) == "W"):
        return 9
    good = 2 if country.governance == GOOD else 1
    return plot_number(s, plot) * good if country.data.non_muslim else good
