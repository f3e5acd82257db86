"""The immediate consequences of a change of the board.

Chapter 11 acts at these moments.
"""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import caliphate, changes, optional, popular, state
from referee.editions.awakening.printed import EMBARGOES
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events.steps.plots import EVENT_PLOT_LEFT
from referee.editions.base.moments import Moments
from referee.editions.base.operations.plot import MARKER_LEFT
from referee.editions.base.options import chosen, note_reading
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, explain
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, Board
from referee.engine.state.data import GOOD, ISLAMIST_RULE
from referee.engine.state.journal import Kind
from referee.engine.state.seams import modifies, on

REGIME_CHANGE = "7.3.4"
"""Rules by which a Regime Change is one moment to the Caliphate.

It sets Governance first and places its marker afterwards.
"""

# -------------------------------------------------------------------- Governance and Alignment


@on(Moments.GOVERNANCE_CHANGED, "11.3.14")
def _governance(play: Play, name: str, before: int, rule: str) -> None:
    """Carry out another Governance (11.1.5 to 11.1.8, 11.3.14).

    Markers go, a Civil War ends, WMD come, and the movement spreads.
    """
    now = play[name].governance
    if before:
        popular.disengage(play, name, before)
    if now in (GOOD, ISLAMIST_RULE):
        clear(play, name)
    if now == ISLAMIST_RULE and name in state.WMD_HOMES:
        changes.release_wmd(play, name)
    if rule != REGIME_CHANGE:
        caliphate.settle(play)
    if now in (GOOD, ISLAMIST_RULE):
        popular.converge(play, name)


def clear(play: Play, name: str) -> None:
    """Clear a country that turns Good or to Islamist Rule (11.1.6, 11.2.7, 11.3.14)."""
    c = space(play.board, name)
    for field in changes.KINDS:
        changes.remove_marker(play, name, field, getattr(c, field), rule="11.1.6")
    if c.civil_war:
        changes.end_civil_war(play, name, rule="11.2.7")
    changes.remove_militia(play, name, c.militia, rule="11.3.14")


@on(Moments.ALIGNMENT_CHANGED, "11.3.3")
def _alignment(play: Play, name: str) -> None:
    """Carry out another Alignment (11.3.3).

    Advisors leave an Adversary, an embargo on Iran ends, and Nigeria may turn back.
    """
    c = space(play.board, name)
    if c.alignment == ADVERSARY and c.advisors:
        changes.set_advisors(play, name, 0, rule="card 121")
    elif name == "Iran" and c.alignment != ADVERSARY:
        for embargo in EMBARGOES:
            play.remove_marker(embargo, rule="11.3.3.1", country="Iran")
    elif name == "Nigeria":
        nigeria(play)


def nigeria(play: Play) -> None:
    """Turn Muslim Nigeria back as an Ally without Cells (11.3.3.3).

    That is immediate, even during an event.
    """
    c = play["Nigeria"]
    if c.data.muslim and c.alignment == ALLY and not q.cells(play.board, "Nigeria"):
        changes.nigeria_turns_back(play)


@on(Moments.TURMOIL_CHANGED, "11.3.8.2")
def _turmoil(play: Play, name: str) -> None:
    """Adjust the Caliphate to a Civil War or Regime Change (11.2.7, 11.3.8.2).

    One has begun or ended, so the Caliphate may end elsewhere.
    """
    if play[name].regime_change and space(play.board, name).civil_war:
        changes.end_civil_war(play, name, rule="11.2.7")  # a Regime Change bars it; its end also settles the Caliphate
        return
    caliphate.settle(play)
    caliphate.cells_beside(play)  # the Training Camps may have gone with it (11.3.7)


# -------------------------------------------------------------------- pieces that come and go


@on(Moments.CELL_GONE, "11.3.7")
def _cell_gone(play: Play, name: str) -> None:
    """Carry out the loss of a Cell (11.3.3.3, 11.3.7).

    It goes to its place, and Nigeria may turn back.
    """
    b = play.board
    if b.cells_track == 1 or state.camps(b):
        caliphate.cells_beside(play)
    if name == "Nigeria":
        nigeria(play)


@on(Moments.TROOPS_MOVED, "11.2.4")
def _troops(play: Play, target: str) -> None:
    """Remove Advisors where Troops relieve them (card 121, 11.2.4)."""
    if target in play.board.countries and space(play.board, target).advisors:
        changes.set_advisors(play, target, 0, rule="card 121")


@on(Moments.MARKER_PLACED, "11.2.4")
def _marker_troops(play: Play, name: str) -> None:
    """Remove Advisors where a marker that counts as Troops comes (card 121).

    They stay where the record keeps them.
    """
    if space(play.board, name).advisors and q.troops(play.board, name):
        note_reading(play, optional.BESIDE_MARKERS)
        if not chosen(play.board, optional.BESIDE_MARKERS):
            changes.set_advisors(play, name, 0, rule="card 121")


# -------------------------------------------------------------------- Plots and WMD


@on(Moments.PLOT_USED, "11.3.2")
def _resolve_plots_box(play: Play, country: str, token: int, value: str, rule: str) -> bool:
    """Put a revealed Plot into the Resolve Plots box (11.3.2).

    It waits for the end of the turn.
    """
    b, c = expansion(play.board), play[country]
    shown = f"Plot {value}" if value != "?" else "a Plot"
    play.cited.append("11.3.2")
    play.write(
        Kind.RESOLVED_PLOT,
        country,
        rule,
        (c, "plots", tuple(t for t in c.plots if t != token)),
        (b, "resolved", (*b.resolved, token)),
        (b, "backlash", tuple(t for t in b.backlash if t != token)),
        note=f"{shown} to the Resolve Plots box",
    )
    return True


@on(Moments.PLOT_RETURNED, "11.3.2")
def _leaves_the_box(play: Play, token: int) -> None:
    """Take a Plot of the map out of the Resolve Plots box (11.3.2)."""
    b = expansion(play.board)
    play.write(Kind.RESOLVED_PLOT, "box", "11.3.2", (b, "resolved", tuple(t for t in b.resolved if t != token)))


def _used(board: Board, option: Any, c: Context) -> bool:
    """Whether the Resolve Plots box has a Plot of this number."""
    return any(hidden.known(board, token) == option for token in expansion(board).resolved)


ONCE_A_TURN = "each Plot marker is placed once a turn, and a Plot {option} is in the Resolve Plots box"
for requirement in (MARKER_LEFT, EVENT_PLOT_LEFT):
    explain(requirement, "11.3.2", _used, ONCE_A_TURN, rule="11.3.2")


@on(Moments.PLOT_REVEALED, "11.3.2")
def _shown_twice(play: Play, token: int, value: str) -> hidden.PlotProblem | None:
    """The problem of a marker that can only be in the box (11.3.2)."""
    b = play.board
    _, problem = hidden.reveal(b, token, value)
    if problem is None or problem.kind != "impossible" or hidden.known(b, token) or not _used(b, value, {}):
        return None
    return hidden.PlotProblem("impossible", "11.3.2", ONCE_A_TURN.format(option=value), problem.see, MARKER_LEFT.id)


@on(Moments.PLOT_BLOCKED, "11.3.1")
def _wmd_found(play: Play, country: str, value: str) -> None:
    """Add one Prestige for a WMD found by the US (11.3.1)."""
    if value == "W":
        play.prestige(1, rule="11.3.1")


WMD_RESOLVED = "WMD resolved"
"""Key of the note of countries with resolved WMD, by phase."""


def _turns_muslim(board: Board, name: str, value: str) -> bool:
    """Whether a Plot turns Nigeria Muslim (11.3.3.3)."""
    return name == "Nigeria" and not board[name].data.muslim and value in ("2", "3", "W")


@modifies(Queries.POSTURE_LASTS, "11.3.3")
def _posture_lasts(board: Board, plot: tuple[str, str], lasts: bool) -> bool:
    """Whether Nigeria keeps its Posture after a Plot (11.3.3.3).

    It loses it as it turns Muslim, so the record may leave the die out.
    """
    return lasts and not _turns_muslim(board, *plot)


@on(Moments.PLOT_RESOLVED, "11.2.6")
def _resolved(play: Play, name: str, value: str) -> None:
    """Carry out a WMD in Civil War, or a Plot in Nigeria (11.2.6, 11.3.3.3)."""
    b, c = expansion(play.board), space(play.board, name)
    if c.data.non_muslim:  # before it turns Muslim
        recent = tuple(entry for entry in b.struck if entry[0] == b.phases)
        play.write(Kind.LOOK_BACK, name, "5.2.3", (b, "struck", (*recent, (b.phases, name))))
    if value == "W" and c.civil_war:
        changes.remove_militia(play, name, 1, rule="11.2.6")
        phase, hit = b.recall(WMD_RESOLVED) or (0, ())
        hit = hit if phase == b.phases else ()
        if name in hit:
            play.set_governance(name, ISLAMIST_RULE, rule="11.2.6")
        else:
            play.remember(WMD_RESOLVED, (b.phases, (*hit, name)), rule="11.2.6")
    if _turns_muslim(b, name, value):
        changes.nigeria_turns_muslim(play)
