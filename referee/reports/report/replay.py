"""The game for the page's replay.

It has the position before the first step, and the changes of each step. The board of a verdict is the final one; the
journal leads back to the beginning and, on a copy, forward again. Derived values (World Posture, Resources, victory
tracks) are asked of the engine after each step, never worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.facts.fact import Fact
from referee.engine.state.journal import Change, Kind
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Action
from referee.reports.report.geography import printed

TRACKS = -1
"""Index of the tracks and boxes in a difference."""
Difference = tuple[int, str, Any]
"""Index of the country (or TRACKS), field, value after."""
Move = tuple[int, int, str]
"""A move between countries: their indices, and cell or troops."""
View = dict[tuple[int, str], Any]
"""A position for the page."""

SERIES = (
    "prestige",
    "funding",
    "world",
    "good",
    "islamist",
    "fairgood",
    "poorislamist",
    "cells",
    "sleeping",
    "troops",
)
"""Series of the charts, by the names of the view."""


@plain_dataclass(frozen=True)
class ReplayMoment:
    """One step of the game for the page."""

    differences: list[Difference]
    values: dict[str, int]
    """The series of the charts after the step."""
    turn: int
    side: str
    phase: int
    moves: list[Move]


@plain_dataclass(frozen=True)
class GameReplay:
    """The whole game for the page."""

    start: list[Difference]
    values: dict[str, int]
    moments: list[ReplayMoment]
    final: View


def replay(verdict: Judgement) -> GameReplay:
    """Re-play the journal of a verdict for the page."""
    rewinder = Rewinder(verdict.board, verdict.journal.changes)
    board = rewinder.show(verdict.mark_before(0))
    shown = view(board)
    start = [(c, f, v) for (c, f), v in shown.items() if v or c == TRACKS]
    values = series(shown)
    moments = []
    for n, step in enumerate(verdict.steps):
        begin = rewinder.at
        rewinder.show(verdict.mark_before(n))
        turn, side, phase = _clock(rewinder, step)
        differences = _follow(board, shown, rewinder.changes[begin : rewinder.at])
        moments.append(ReplayMoment(differences, series(shown), turn, side, phase, moves(board, step)))
    return GameReplay(start, values, moments, shown)


def _follow(board: Board, shown: View, changes: Sequence[Change]) -> list[Difference]:
    """Bring the view up to date after some changes; return its differences.

    Fields of a country without a change are as before.
    """
    writes = [write for change in changes for write in change.writes]
    if not writes:
        return []
    if any(name == "data" for _, name, _, _ in writes):  # a mat was turned over
        before = dict(shown)
        shown.clear()
        shown.update(view(board))
        return [(c, f, v) for (c, f), v in shown.items() if before.get((c, f)) != v]
    touched = {place for place, _, _, _ in writes}
    here, derived = _on_country(board.rules)
    found = []
    for i, name in enumerate(board.countries):
        for key, value in _drawn(board, i, name, here if name in touched else derived):
            if shown[key] != value:
                shown[key] = value
                found.append((*key, value))
    for track, value in _tracks(board).items():
        if shown[TRACKS, track] != value:
            shown[TRACKS, track] = value
            found.append((TRACKS, track, value))
    return found


def moves(board: Board, step: JudgedStep) -> list[Move]:
    """The moves between countries."""
    found: dict[Move, None] = {}
    for change in step.changes:
        if change.kind in (Kind.TRAVEL, Kind.MOVE_TROOPS):
            ends = [board.names.index(place) for place, _, _, _ in change.writes if place]
            if len(ends) == 2 and ends[0] != ends[1]:
                found[ends[0], ends[1], "cell" if change.kind is Kind.TRAVEL else "troops"] = None
    return list(found)


def _clock(rewinder: Rewinder, step: JudgedStep) -> tuple[int, str, int]:
    """Carry out a step on the rewinder.

    Returns the turn, side and phase of the step.
    """
    board = rewinder.board
    found = (board.turn, board.side, board.phase) if _at_play(board, step.action) else None
    first = (board.turn, board.side, board.phase)
    for _ in step.changes:
        rewinder.show(rewinder.at + 1)
        if found is None and _at_play(board, step.action):
            found = (board.turn, board.side, board.phase)
    return found or first


def _at_play(board: Board, action: Action) -> bool:
    """Whether the clock fits an action: cards in their side's phases."""
    return action.kind != "card" or (board.side == action.side and board.stage == "action")


def view(board: Board) -> View:
    """The values of the map, the tracks and the boxes."""
    found: View = {}
    here, _ = _on_country(board.rules)
    for i, (name, country) in enumerate(board.countries.items()):
        found.update(_drawn(board, i, name, here))
        if found.get((i, "N")):
            found[i, "O"] = int(country.data.oil)
            found[i, "F"] = "; ".join(printed(country.data))
    found.update({(TRACKS, key): value for key, value in _tracks(board).items()})
    return found


Drawn = list[tuple[Fact, str, str]]
"""Facts with their names in the page, and a ready-made field's name."""


def _drawn(board: Board, i: int, name: str, facts: Drawn) -> Iterator[tuple[tuple[int, str], Any]]:
    """The values of facts on a country, and its Resources."""
    country = board.countries[name]
    for fact, key, attribute in facts:
        value = getattr(country, attribute) if attribute else fact.drawn(board, name)
        yield (i, key), int(value) if value is True or value is False else value
    if country.data.muslim:
        yield (i, "R"), q.resources(board, name)


@lru_cache(maxsize=8)
def _on_country(rules: Ruleset) -> tuple[Drawn, Drawn]:
    """All facts drawn on a country, and those with wider dependencies."""
    found = []
    for fact in rules.facts.on_country():
        if key := fact.picture_of("*"):
            plain = fact.of == "country" and type(fact).drawn is Fact.drawn and type(fact).holder is Fact.holder
            found.append((fact, key, fact.attribute if plain else ""))
    return found, [entry for entry in found if not entry[2]]


def _tracks(board: Board) -> dict[str, Any]:
    found = {f.picture: f.drawn(board, "") for f in board.rules.facts.on_board() if f.picture}
    return found | {
        "band": q.prestige_band(board),
        "war": q.troops_band(board),
        "free": q.available_cells(board),
        "disc": len(board.discards),
        "gone": cards(board, board.removed),
        "lapse": cards(board, (*board.lapsing, *board.lapsing_markers)),
        "first": ""
        if board.first_plot is None
        else board.rules.card_name(board.first_plot)
        if board.boxed
        else "the marker alone",
        "cells": q.cells_on_map(board),
        "sleeping": sum(c.sleepers for c in board.countries.values()),
        "troops": sum(c.troops for c in board.countries.values()),
        "side": board.side,
        "phase": board.phase,
    }


def cards(board: Board, numbers: Iterable[int]) -> list[str]:
    """Cards by number and title."""
    return [board.rules.card_name(n) for n in numbers]


def series(seen: View) -> dict[str, int]:
    """The values of the charts."""
    return {name: seen[TRACKS, name] for name in SERIES}


# ---------------------------------------------------------------- plays
#
# A reader walks from play to play: a checkpoint, a deal or a line about the clock belongs to the play before it, and
# before the first play to the start.

FOLDED = frozenset({"board", "check", "deal", "draw", "set"})
"""Kinds of line without a play of their own."""


@plain_dataclass(frozen=True)
class Fold:
    """One play or the start: its steps and its names."""

    anchor: str
    label: str
    """The play's name in commands and links: "a20", or "line 38"."""
    spoken: str
    """ "Turn 2, a20"."""
    turn: int
    head: int | None
    """Index of its own step; None for the start."""
    members: list[int] = field(default_factory=list)
    """Indices of all its steps."""


def fold(verdict: Judgement, moments: list[ReplayMoment]) -> list[Fold]:
    """The start and the plays of a game."""
    first = moments[0].turn if moments else verdict.board.turn
    folds = [Fold("start", "Start", "Start", first, None)]
    for i, (step, moment) in enumerate(zip(verdict.steps, moments, strict=True)):
        if step.action.kind not in FOLDED:
            label = step.id or f"line {step.action.place.line}"
            folds.append(Fold(anchor(step), label, f"Turn {moment.turn}, {label}", moment.turn, i))
        folds[-1].members.append(i)
    return folds


def folded(game: GameReplay, folds: list[Fold]) -> GameReplay:
    """The replay with one moment a play; the start includes its steps."""
    opening = [game.moments[i] for i in folds[0].members]
    start = _merged([game.start, *(m.differences for m in opening)])
    values = opening[-1].values if opening else game.values
    return GameReplay(start, values, [_moment(game, f) for f in folds[1:]], game.final)


def _moment(game: GameReplay, one: Fold) -> ReplayMoment:
    own = [game.moments[i] for i in one.members]
    moves = list(dict.fromkeys(move for m in own for move in m.moves))
    return ReplayMoment(
        _merged([m.differences for m in own]), own[-1].values, one.turn, own[0].side, own[0].phase, moves
    )


def _merged(parts: list[list[Difference]]) -> list[Difference]:
    found = {(c, name): value for part in parts for c, name, value in part}
    return [(c, name, value) for (c, name), value in found.items()]


def anchor(step: JudgedStep) -> str:
    """The fragment of a step: a12, or l38 without an action."""
    return step.id or f"l{step.action.place.line}"
