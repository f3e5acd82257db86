"""Steps of events with Plot markers."""

from __future__ import annotations

from referee.editions.base.events.steps.cells import remove_one_cell
from referee.editions.base.moments import Moments
from referee.editions.base.operations.alert import MARKER_THERE, markers
from referee.editions.base.operations.jihad import roll as jihadist_roll
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.words import listed

# -------------------------------------------------------------------- a Plot with a tag (cards 1, 122)


def muslim_plots(board: Board) -> list[tuple[str, int]]:
    """Every Plot in a Muslim country."""
    return [(name, k) for name, k in markers(board) if name in board.muslim]


MUSLIM_PLOT = Requirement(
    "card 1: a Plot in a Muslim country",
    "6.2.1",
    "Backlash tags a Plot in a Muslim country",
    lambda b, o, c: None if o[0] in b.muslim else {},
)


def tag_plot(play: Play, *requirements: Requirement) -> None:
    """Tag a Plot in a Muslim country that meets further conditions."""
    name, k = play.ask(
        Field.PLOT,
        lambda: muslim_plots(play.board),
        MUSLIM_PLOT,
        MARKER_THERE,
        *requirements,
        purpose=Purpose.TAG_PLOT,
    )
    if 1 <= k <= len(play[name].plots):
        tagged = (*play.board.backlash, play[name].plots[k - 1])
        play.write(Kind.TAG, name, "8.5.6-funding", (play.board, "backlash", tagged))


def turned_round(board: Board, plot: tuple[int, str], value: int) -> int:
    """Funding after a tagged Plot, lowered instead of raised.

    It falls once for all tags; a WMD lowers it to 1.
    """
    token, number = plot
    if token not in board.backlash:
        return value
    return 1 - board.funding if number == "W" else -abs(value)


# -------------------------------------------------------------------- Plots that go, and Plots that an event places


def remove_all_plots(play: Play, name: str) -> None:
    """Reveal and remove every Plot of a country, as if Blocked (7.5.3, 8.5.5).

    They go in the order of the line.
    """
    b = play.board
    if not play.reaches(name):
        return

    def turn_over(token: int, value: str) -> None:
        shown = play.reveal(token, value)
        play.remove_plot(name, token, shown, rule="7.5.3")
        play.moment(Moments.PLOT_BLOCKED, name, shown)

    for k, token in enumerate(play[name].plots, 1):  # markers named by number in the record
        named = play.ask(
            Field.TURNED,
            (NOTHING,),
            subject=name,
            side="J",
            hidden=True,
            hints=Hints(plot=(name, k)),
            silence=NOTHING,
        )
        if named != NOTHING:
            turn_over(token, named)
    while left := play[name].plots:
        values = sorted({v for token in left for v in hidden.possible(b, token)})
        value = play.ask(
            Field.MARKER, values, subject=name, purpose=Purpose.BLOCK_PLOT, side="J", hidden=True, rule="8.5.4"
        )
        turn_over(hidden.which(b, left, value), value)


ANY_PLOT = hidden.VALUES
"""Markers of an event that names none: any Available, WMD included."""


def _plot_of_event(board: Board, option: str, c: Context) -> TestResult:
    if option in ("?", *c["allowed"]) or (option == NOTHING and c["left"] == "unknown"):
        return None
    return {"allowed": listed(c["allowed"], "or") if len(c["allowed"]) < len(ANY_PLOT) else "one that is Available"}


PLOT_OF_EVENT = Requirement(
    "event: a Plot that the text allows", "6.2.1", "card {card} places Plot {allowed}, not {option}", _plot_of_event
)

EVENT_PLOT_LEFT = Requirement(
    "event: marker Available",
    "8.5.2",
    "no Plot {option} is left in the Available Plots box",
    lambda b, o, c: None if o in ("?", NOTHING) or hidden.can_place(b, o) else {},
    "impossible",
)


def plots_left(board: Board, allowed: tuple[str, ...]) -> str:
    """Availability of these markers: "some", "none" or "unknown".

    It is unknown while markers lie face down.
    """
    have = hidden.supply(board)
    worlds = hidden.blameless(board)
    left = [any(have[v] > sum(x == v for _, x in assigned) for v in allowed) for assigned, _ in worlds]
    return "some" if all(left) else "unknown" if any(left) else "none"


def none_left(play: Play, allowed: tuple[str, ...]) -> None:
    """Note that none of these markers was Available (8.5.4).

    An event placed none.
    """
    b = play.board
    have = hidden.supply(b)
    fitting = tuple(w for w in b.worlds if all(have[v] <= sum(x == v for _, x in w[0]) for v in allowed))
    if fitting:
        note = f"no Plot {' '.join(allowed)} is Available"
        play.learn_of_plots(Kind.PLOTS, "Available", "8.5.4", (fitting, b.tokens), note=note)


def event_plot(play: Play, card: int, where: str, allowed: tuple[str, ...] = ANY_PLOT, *, known: bool = False) -> str:
    """Place an Available marker face down by event (4.9.4, 6.2.4).

    There is no roll and no Cell; the country is tested first, and without a marker nothing comes. While it is unknown
    whether such a marker is Available, a record may write ``none``. ``known`` says that every one of ``allowed`` is
    placed in the end, so that a record need not name them. Returns the marker, "" for none.
    """
    b = play.board
    if not play.reaches(where):
        return ""
    left = plots_left(b, allowed)
    if left == "none":
        play.table.not_due(
            "marker", where, None, "6.2.4", "no Plot marker of that kind is Available, so none is placed"
        )
        return ""
    values = [v for v in allowed if hidden.can_place(b, v)]
    value = play.ask(
        Field.MARKER,
        [*values, NOTHING] if left == "unknown" else values,
        PLOT_OF_EVENT,
        EVENT_PLOT_LEFT,
        subject=where,
        side="J",
        hidden=q.modified(Queries.PLOTS_FACE_DOWN, b, where, True),
        allowed=allowed,
        left=left,
        card=card,
        rule="6.2.1",
        silence=values[0] if known and left == "some" else None,
    )
    if value == NOTHING:
        none_left(play, allowed)
    if value not in ("?", *ANY_PLOT):
        return ""
    play.test(where)
    if value == "?" and (known or len(allowed) == 1):
        value = values[0]
    token = play.place_plot(where, value)
    for other in (v for v in hidden.VALUES if value == "?" and v not in allowed):
        found = hidden.rule_out(b, token, other)
        if found is not None:
            play.learn_of_plots(Kind.PLOTS, where, "6.2.1", found, note=f"the event places no Plot {other}")
    return str(value)


def wmd_attempt(play: Play, where: str) -> None:
    """Roll as for an Operation in ``where``, for a WMD.

    A WMD marker becomes Available, or a Cell is lost.
    """
    play.test(where)
    won = True
    if q.islamist(play.board, where):
        play.automatic(
            RollKind.WMD,
            True,
            subject=where,
            rule="8.1.1",
            why="{where:is} under Islamist Rule: the roll succeeds by itself",
        )
    else:
        won = jihadist_roll(play, where, 1, None, kind=RollKind.WMD)[0]
    if won:
        play.table.not_due(
            "cells", where, None, "6.2.1", f"the roll in {play.named(where)} succeeds, so no Cell is removed"
        )
        play.release_wmd()
    else:
        remove_one_cell(play, where)
