"""Alternative versions of an earlier line, tried to explain a later finding."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from referee.engine.explaining.hindsight import alike, reading
from referee.engine.explaining.slips.actions import all_dice, countries_of, elsewheres, with_die
from referee.engine.judging.judged_lines import Adjustment
from referee.engine.law.rolls import PICK
from referee.engine.record.findings import Finding
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.facts.pieces import Supply, Track
from referee.engine.state.journal import Kind
from referee.engine.state.plain import replace
from referee.engine.state.script import Action

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.judging.judged_lines import JudgedLine, Treatment

CLOCK = frozenset({"5.2.1", "5.2.2", "5.2.3", "5.2.4"})
"""Rules of the clock, broken also by a missing, superfluous or wrongly attributed line."""
CARDS = frozenset({*CLOCK, "5.3.1", "5.3.2", "6.2.9", "4.7.7.1"})
"""Rules of the clock, and of the places of cards."""
HELD = {"5.2.4": "hand US"}
"""The hand whose last card may have been played unrecorded, by rule."""
FARTHEST = 40
"""Most lines between a checkpoint and a line that it points to."""
_SUPPLY = frozenset({"4.6.2"})
"""Rules of the sources of pieces, broken also by a wrong country."""
MOST_COUNTRIES = 6
"""Most countries tried in the place of one without the pieces."""
MOST_READINGS = 3
"""Most other readings of a gap that are tried for one finding."""
MOST_DICE = 2
"""Most dice of a line assumed to be misread."""

Places = tuple[Adjustment, ...]
"""Pieces that come to countries, or leave them."""


def variants(game: Game, world: Game, i: int) -> Iterator[tuple[int, Treatment]]:
    """Yield variants of line ``i``, or of another line in its place.

    Another reading, no mistake, or no line at all; each with the index of its line. ``world`` is the corrected game, if
    there is one. For the last line itself only card, side and the gaps settled by a checkpoint are tried.
    """
    line, plain = game.lines[i], world.lines[i].treatment
    later = game.lines[-1] if i < len(game.lines) - 1 else None
    action = line.action
    if later is not None:
        yield from ((i, treatment) for treatment in _read_otherwise(game, line, plain))
    own = [f for f in line.step.counted if f.kind != "slip"]  # a slip is already undone
    mistakes = [f for f in own if f.kind != "incomplete" or f.rule in CLOCK]
    rules = {rule for f in mistakes for rule in (f.rule, *f.also)}
    if not mistakes:
        return
    if action.kind == "card" and rules & CARDS:
        yield i, replace(plain, action=replace(action, cards=(0,) * len(action.cards)))
    if action.kind == "board":
        yield from _misread(game, world, i, later)
    if later is None:
        return
    there = countries_of(later.action) or (_with_pieces(world.board) if rules & _SUPPLY else [])
    yield from ((i, treatment) for treatment in _without_mistake(action, plain, mistakes, there))
    if action.kind in ("board", "check") or rules & CARDS or _cannot_be(mistakes):
        yield i, replace(plain, skipped=True)


def miscounted(board: Board, line: JudgedLine) -> dict[str, int]:
    """Return the tracks miscounted by a line, each with the excess."""
    were: dict[str, Any] = {}
    for change in line.step.changes:
        for place, name, before, _ in change.writes if change.kind is Kind.AMENDMENT else ():
            if not place:
                were.setdefault(name, before)
    found: dict[str, int] = {}
    for s in (*line.action.statements, *(s for segment in line.action.segments for s in segment.claims)):
        about = statements.target(board, s) if not s.subject and type(s.value) is int else None
        if about is not None and len(about[1]) == 1 and type(were.get(about[1][0])) is int:
            found[s.field] = were[about[1][0]] - s.value
    return found


def _cannot_be(mistakes: list[Finding]) -> bool:
    return any(f.kind in ("illegal", "impossible") for f in mistakes)


def _read_otherwise(game: Game, line: JudgedLine, plain: Treatment) -> Iterator[Treatment]:
    """Yield a line with another reading of its gap or text.

    Of readings that do the same to what the last line is about, one is tried.
    """
    for gap in line.gaps.found:
        others = gap.others
        near = [group[0] for group in alike(game, [gap.readings[0], *others])[1 : MOST_READINGS + 1]]
        rest = (r for r in others if all(r is not one for one in near))
        for other in (*near, *islice(rest, MOST_READINGS - len(near))):
            yield reading(line, gap, other)
    for guess in line.action.guesses:
        yield replace(plain, action=guess)


def _without_mistake(
    action: Action, plain: Treatment, mistakes: list[Finding], there: list[str]
) -> Iterator[Treatment]:
    """Yield a line without its mistake.

    It has another country, a piece less before it, no illegal part or no claims.
    """
    if action.kind == "card":
        for moved in elsewheres(action, there):
            yield replace(plain, action=moved)
    for f in mistakes:
        if f.kind == "incomplete" and f.rule in HELD:
            yield replace(plain, moved=(*plain.moved, ("", HELD[f.rule], -1)))
    if action.kind not in ("board", "check", "set"):
        yield replace(plain, undo=True)
        if any(s.claims for s in action.segments):
            yield replace(plain, action=replace(action, segments=[replace(s, claims=[]) for s in action.segments]))


def _misread(game: Game, world: Game, i: int, later: JudgedLine | None) -> Iterator[tuple[int, Treatment]]:
    """Yield lines with another country or other dice, for a wrong checkpoint.

    They are those since the previous checkpoint, and those to which it points.
    """
    see = {line for f in game.lines[i].step.counted for line in f.see}
    near = True
    for k in range(i - 1, max(-1, i - FARTHEST), -1):
        action = game.lines[k].action
        near = near and action.kind != "board"
        if (near or action.place.line in see) and world.lines[k].treatment.action is None:
            there = countries_of(later.action) if later is not None else []
            for other in (*elsewheres(action, there), *_other_dice(action)):
                yield k, replace(world.lines[k].treatment, action=other)


def _other_dice(action: Action) -> Iterator[Action]:
    """Yield the same play with one die at the opposite end."""
    rolled = [(dice, n) for dice, n in all_dice(action) if dice.label != PICK]
    for dice, n in rolled[:MOST_DICE]:
        for value in (1, 6):
            if dice.values[n] != value:
                yield with_die(action, dice, n, value)


def _with_pieces(board: Board) -> list[str]:
    """Return countries with pieces, those with the most first."""
    supplies = {fact.supply for fact in board.rules.facts if isinstance(fact, Track)}
    here = {name: max(supply.here(c) for supply in supplies) for name, c in board.countries.items()}
    return sorted([name for name, n in here.items() if n], key=lambda name: -here[name])[:MOST_COUNTRIES]


def places(board: Board, later: JudgedLine) -> Iterator[Places]:
    """Yield the possible places of pieces miscounted on a track."""
    named = [name for name in countries_of(later.action) if name in board.countries]
    for subject, field, more in board.disputes:
        track = board.rules.facts.of(statements.make(field, subject=subject))
        if not isinstance(track, Track):
            continue
        what = track.supply.total or track.supply.states[0]
        there = named
        if more > 0:
            there = [*named, *(n for n in board.countries if n not in named)]
            there = [n for n in there if track.supply.here(board[n])]
        for n in sorted({abs(more), 1}, reverse=True):
            yield from (((name, what, -n if more > 0 else n),) for name in there)
    for supply, more in unplaced(board, later):
        what = supply.total or supply.states[0]
        if found := tuple([(name, what, n) for name, n in _found(board, later, supply)]):
            yield found
        for n in sorted({more, 1}, reverse=True):
            yield from (((name, what, n),) for name in named)


def unplaced(board: Board, later: JudgedLine) -> list[tuple[Supply, int]]:
    """Return the pieces at unknown places before a line, with their number."""
    supplies = dict.fromkeys(fact.supply for fact in board.rules.facts if isinstance(fact, Track))
    first: dict[str, int] = {}
    for change in later.step.changes:
        for _, name, before, _ in change.writes:
            first.setdefault(name, before)
    return [(s, n) for s in supplies if s.unplaced and (n := first.get(s.unplaced, getattr(board, s.unplaced)))]


def _found(board: Board, later: JudgedLine, supply: Supply) -> Iterator[tuple[str, int]]:
    """Yield the countries to which a line brings pieces, with their number."""
    for change in later.step.changes:
        for _, name, before, after in change.writes:
            if name == supply.unplaced and after < before and change.subject in board.countries:
                yield change.subject, before - after
