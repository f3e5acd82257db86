"""Owed Plots still on the map (5.2.3).

A record resolves, blocks or shows them later.
"""

from __future__ import annotations

from typing import Any

from referee.engine.law.play import Play
from referee.engine.state import hidden
from referee.engine.state.board import Board, PlotToken
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Statement

PUT_AWAY = "owed Plots put away"
LAID_AGAIN = "owed Plots laid again"


class OwedPlot(NamedTuple):
    """A removed Plot that should have been resolved.

    It keeps its state on the map.
    """

    country: str
    token: PlotToken
    value: str
    tagged: bool
    """Whether Backlash (card 1) had tagged it."""
    kept: bool = False
    """Whether its marker waits in a box beside the map, not Available."""


def put_away(play: Play) -> None:
    """Take every Plot off the map.

    A later line may show that one is still there.
    """
    b = play.board
    tokens = {t.number: t for t in b.tokens}
    gone = [
        OwedPlot(name, tokens[n], hidden.known(b, n) or "?", n in b.backlash)
        for name, c in b.countries.items()
        for n in c.plots
    ]
    for owed in gone:
        play.remove_plot(owed.country, owed.token.number, "?", rule="5.2.3")
    if gone:
        kept = tuple(owed._replace(kept=owed.token in b.tokens) for owed in gone)
        play.remember(PUT_AWAY, (b.turn, kept), rule="5.2.3")


def waiting(b: Board) -> list[OwedPlot]:
    """Plots put away in this turn or the one before."""
    turn, gone = b.recall(PUT_AWAY) or (0, ())
    return list(gone) if turn and b.turn - turn <= 1 else []


def late(b: Board) -> set[int]:
    """Markers on the map that were owed before."""
    laid = b.recall(LAID_AGAIN) or ()
    return {t.number for t in b.tokens if t in laid}


def any_left(b: Board) -> bool:
    """Whether a Plot is still owed, on the map or put away."""
    return bool(waiting(b) or late(b) & {n for c in b.countries.values() for n in c.plots})


def lay_again(play: Play, name: str) -> None:
    """Return the owed Plots of a country, in their old places.

    They come before later ones, unless their markers are in use again.
    """
    b = play.board
    back = [owed for owed in waiting(b) if owed.country == name]
    if not back:
        return
    for owed in reversed(back):
        boxed = owed.kept and any((t.number, t.line) == (owed.token.number, owed.token.line) for t in b.tokens)
        if not boxed and not hidden.can_place(b, owed.value if owed.value != "?" else _any(b)):
            continue
        token = play.return_plot(name, owed.token, owed.value, tagged=owed.tagged, boxed=boxed)
        laid = [t for t in b.recall(LAID_AGAIN) or () if t in b.tokens]
        play.remember(LAID_AGAIN, (*laid, token), rule="5.2.3")
    turn, gone = b.recall(PUT_AWAY)
    rest = tuple(owed for owed in gone if owed.country != name)
    play.remember(PUT_AWAY, (turn, rest) if rest else None, rule="5.2.3")


def _any(b: Board) -> str:
    """A value that an unknown marker may have."""
    return next((v for v in hidden.VALUES if hidden.can_place(b, v)), "1")


def restore_named(play: Play, plot: Any) -> None:
    """Return owed Plots where a line names more than are there."""
    name, k = (plot, 1) if isinstance(plot, str) else plot
    if name in play.board.countries and k > len(play[name].plots):
        lay_again(play, name)


def restore_shown(play: Play, s: Statement) -> None:
    """Return owed Plots where a checkpoint shows more than are there."""
    if s.field != "plots" or s.subject not in play.board.countries:
        return
    n = s.value if isinstance(s.value, int) else len(s.value)
    if n > len(play[s.subject].plots):
        lay_again(play, s.subject)
