"""Named moments: changes of the board, and new knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.state.seams import Moment

if TYPE_CHECKING:
    from referee.engine.state.hidden import PlotProblem
    from referee.engine.state.journal import Change
    from referee.engine.state.script import Statement


class Moments:
    """The moments of the engine; an edition adds its own to them."""

    GOVERNANCE_CHANGED: Moment[None, str, int, str] = Moment(
        "Governance of a country changed: its level before, the rule"
    )
    ALIGNMENT_CHANGED: Moment[None, str] = Moment("Alignment of a country changed")
    POSTURE_SET: Moment[None, str] = Moment("a country's Posture was set")
    TURMOIL_CHANGED: Moment[None, str] = Moment("Regime Change or Civil War in a country began or ended")
    TROOPS_MOVED: Moment[None, str] = Moment("Troops, or what counts as Troops, came to a country or to the track")
    CELLS_CAME: Moment[None, str] = Moment("Cells came to a country, or fell asleep there")
    CELL_GONE: Moment[None, str] = Moment("a Cell left a country")
    CADRE_GONE: Moment[None, str] = Moment("a Cadre left a country")
    MARKER_PLACED: Moment[None, str] = Moment("an event marker was placed in a country")
    PLOT_PLACED: Moment[None, str, int] = Moment("a Plot was placed in a country")
    PLOT_REVEALED: Moment[PlotProblem | None, int, str] = Moment(
        "a Plot was turned over; answers with what cannot be so"
    )
    PLOT_USED: Moment[bool, str, int, str, str] = Moment(
        "a Plot of a country was blocked or resolved by a rule; answers whether it was put somewhere"
    )
    PLOT_RETURNED: Moment[None, int] = Moment("a used Plot became available again")
    WMD_AVAILABLE: Moment[None, int] = Moment("so many WMD Plots became available")
    WMD_GONE: Moment[None] = Moment("a WMD Plot left the game")
    CARDS_CAME: Moment[None, str, tuple[int, ...]] = Moment("cards came to the hand of a side")
    CARD_LEFT: Moment[None, str, int] = Moment("a card left the hand of a side")
    SET_UP: Moment[None, list[Statement]] = Moment("the set-up was carried out, by these statements")
    PUT_RIGHT: Moment[None, list[Statement]] = Moment("a line put the board right, by these statements")
    VICTORY: Moment[bool, str, str, Change | None] = Moment(
        "a side won by a rule and a change; answers whether the game goes on"
    )
