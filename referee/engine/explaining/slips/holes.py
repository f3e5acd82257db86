"""Holes: the possible changes of an unreadable line or a left-out step.

They last until the checkpoint that shows them. A hole explains a finding only if one small change of such a play,
uncontradicted by any statement since, removes it: the line is judged again to try that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.engine.explaining.slips.actions import countries_of
from referee.engine.judging.judged_lines import Adjustment, JudgedLine, NewValue, Treatment
from referee.engine.record.findings import FLOWCHARTS, Finding
from referee.engine.state import statements
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.state.journal import Kind
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.script import Action

if TYPE_CHECKING:
    from referee.engine.judging.game import Game

FARTHEST = 60
"""Most lines back to a hole."""
MOST_COUNTRIES = 3
"""Most countries changed by one unseen play, as far as it is believed."""
MOST_CELLS = 5
"""Most Cells brought to one country by all left-out steps together."""
_OF_A_COUNTRY: tuple[tuple[str, Any], ...] = (
    ("sleepers", 1),
    ("actives", 1),
    ("sleepers", 2),
    ("sleepers", -1),
    ("actives", -1),
    ("alignment", NewValue(ALLY)),
    ("alignment", NewValue(NEUTRAL)),
    ("alignment", NewValue(ADVERSARY)),
    ("governance", NewValue(3)),
    ("governance", NewValue(2)),
    ("governance", NewValue(4)),
    ("troops", 2),
    ("troops", 5),
    ("troops", -2),
    ("cadre", NewValue(True)),
    ("aid", 1),
    ("posture", NewValue(HARD)),
    ("posture", NewValue(SOFT)),
)
"""The possible changes of one play in a country, the likeliest first."""
_PIECES = frozenset(
    {"sleepers", "actives", "troops", "plots", "troops track", "cells track", "reserves J", "reserves US"}
)
"""Rules on pieces without which a line cannot be carried out."""
_OF_A_STEP: tuple[tuple[str, Any], ...] = (
    ("sleepers", 1),
    ("actives", 1),
    ("sleepers", -1),
    ("actives", -1),
    ("governance", NewValue(3)),
    ("governance", NewValue(2)),
    ("posture", NewValue(HARD)),
    ("posture", NewValue(SOFT)),
)
"""The possible changes of a leftover step: a Cell, with its Test."""
_WRONG = frozenset({"illegal", "outcome", "impossible"})
_TO_A_TRACK: tuple[tuple[str, str, int], ...] = (
    ("troops track", "troops", -2),
    ("troops track", "troops", -5),
    ("cells track", "sleepers", -1),
    ("cells track", "sleepers", -3),
)
"""Pieces that may have gone to a track: track, field, number."""
_OF_THE_TABLE: tuple[tuple[str, Any], ...] = (
    ("prestige", 1),
    ("prestige", -1),
)
_OF_A_DEAL: tuple[tuple[str, Any], ...] = (
    ("funding", 1),
    ("funding", -1),
    ("funding", 2),
    ("funding", -2),
)
"""The facts that decide the size of the Jihadist deal (4.7.4)."""
_TROOPS_OF_A_DEAL = (-5, 5, -2, 2)
"""Possible changes of Troops in a country, which decide the US deal (4.7.3)."""


@plain_dataclass()
class Hole:
    """An unwritten play in the game, from line ``index`` on."""

    index: int
    line: int
    """The number of the line of its finding."""
    side: str = ""
    """The side of the play; "" if unknown."""
    most: int = MOST_COUNTRIES
    """Most countries that it may have changed."""
    countries: set[str] | None = None
    """The countries that it is believed to have changed."""
    may: tuple[tuple[str, Any], ...] = ()
    """Its possible changes in a country.

    It is empty for all that a play may make.
    """
    steps: int = 0
    """The number of left-out steps so far: their effects add up."""

    def admits(self, game: Game, line: JudgedLine, subject: str, name: str = "") -> bool:
        """Whether it can have changed something that no line has shown since."""
        if self.steps and line.action.kind in ("board", "check"):
            return True  # the effect of such steps is seen when the pieces are used, long after the tracks were noted
        for (about, what), (_, index) in line.before.settled.items():
            if about == subject and index > self.index and (what == name or (subject and not name)):
                return False
        if not subject:
            return self.most > 0
        known = self.countries if self.countries is not None else set()
        return subject in known or len(known) < self.most

    def does(self, what: str, n: Any) -> bool:
        """Return whether a play of its side makes such a change."""
        if self.side == "US":
            return what not in ("sleepers", "actives", "cadre") or n == -1
        return self.side != "J" or what not in ("troops", "alignment", "aid")

    def takes(self, subject: str) -> None:
        """Note that it is believed to have changed a country."""
        if subject:
            self.countries = (self.countries or set()) | {subject}


def left_by(game: Game, index: int) -> Hole | None:
    """Return the hole left by an unreadable line or a left-out step.

    Returns None without one.
    """
    line = game.lines[index]
    number = line.action.place.line
    if line.treatment.inserted or not (line.action.kind == "unread" or line.step.left_undone):
        return None
    after = (later.treatment for later in game.lines[index:] if later.treatment.mistake == number)
    known = {subject for treatment in after for subject, _, _ in treatment.moved if subject}
    if line.action.kind == "unread":
        meant = {name for guess in line.action.guesses for name in countries_of(guess)}
        told = set(countries_of(line.action))
        return Hole(index, number, line.action.side, 0 if meant else MOST_COUNTRIES, known | meant | told)
    steps = sum(bool(earlier.step.left_undone) for earlier in game.lines[: index + 1])
    return Hole(index, number, line.action.side, 2, known, _OF_A_STEP, steps)


def explained(game: Game, hole: Hole) -> tuple[Treatment, JudgedLine] | None:
    """Return the last line with the changes of a hole, or None."""
    line = game.lines[-1]
    plain = line.treatment
    wrong = [f for f in line.step.findings if f.counted and _explicable(f) and f.key not in plain.because]
    if not wrong:
        return None
    if line.action.kind in ("board", "check"):
        return _shown(game, hole, line, wrong)
    best: tuple[Treatment, JudgedLine] | None = None
    charts = [f for f in wrong if f.rule.startswith(FLOWCHARTS)]
    if charts:
        plain = replace(plain, because={**plain.because, **{f.key: hole.line for f in charts}})
        best = plain, _again(game, plain)
        wrong = [f for f in wrong if f not in charts]
    for moved in _moves(game, hole, line, wrong) if wrong else ():
        treatment = replace(plain, moved=(*plain.moved, *moved))
        now = _again(game, treatment)
        if _wrong(now) < _wrong(best[1] if best is not None else line):
            return _moved_by(game, hole, line, moved, treatment, now, plain)
    return best


def _moved_by(
    game: Game,
    hole: Hole,
    line: JudgedLine,
    moved: tuple[Adjustment, ...],
    treatment: Treatment,
    now: JudgedLine,
    plain: Treatment,
) -> tuple[Treatment, JudgedLine]:
    """Return the line with the pieces moved by a hole.

    If it moved none, with its findings attributed to the hole.
    """
    if line.action.kind != "deal":  # the country of the Troops is unknown there
        for subject, _, _ in moved:
            hole.takes(subject)
        if any(what in _PIECES for _, what, _ in moved):
            return treatment, now
    kept = {f.key for f in now.step.findings}
    gone = {f.key: hole.line for f in line.step.findings if f.counted and f.key not in kept}
    because = replace(plain, because={**plain.because, **gone})
    return because, _again(game, because)


def _explicable(f: Finding) -> bool:
    """Return whether an unseen change may cause a finding.

    Missing dice have no cause in earlier lines.
    """
    return f.kind in _WRONG or (f.kind == "incomplete" and not f.missing_dice)


def _shown(game: Game, hole: Hole, line: JudgedLine, wrong: list[Finding]) -> tuple[Treatment, JudgedLine] | None:
    """Return a checkpoint that shows the changes of a hole."""
    at = {(s.place.line, s.place.column): s for s in line.action.statements}
    because = dict(line.treatment.because)
    for f in wrong:
        s = at.get((f.place.line, f.place.column))
        if f.kind == "outcome" and s is not None and hole.admits(game, line, s.subject, s.field):
            because[f.key] = hole.line
            hole.takes(s.subject)
    if len(because) == len(line.treatment.because):
        return None
    treatment = replace(line.treatment, because=because)
    return treatment, _again(game, treatment)


def _moves(game: Game, hole: Hole, line: JudgedLine, wrong: list[Finding]) -> Iterator[tuple[Adjustment, ...]]:
    """Yield changes before a line that may remove its findings.

    Those shown by its own claims come first.
    """
    action = line.treatment.action or line.action
    shift = tuple(_of_claims(game, hole, line, action))
    if shift:
        yield shift
    if action.kind == "deal":
        yield from _of_a_deal(game, hole, line)
    if action.kind == "card" and action.reserves and hole.admits(game, line, "", f"reserves {action.side}"):
        yield from ((("", f"reserves {action.side}", n),) for n in (1, 2))
    for name in _near(action, wrong):
        if hole.admits(game, line, name) and name in game.board.countries:
            yield from _in_a_country(game, hole, name)
    if hole.may or not hole.most:
        return
    if hole.side == "US":
        yield from _of_alerts(game.board)
    for track, what, n in _TO_A_TRACK:
        if hole.does(what, n) and hole.admits(game, line, "", track):
            yield from (((name, what, n),) for name in _fullest(game, hole, line, what, -n))
    for what, n in _OF_THE_TABLE:
        if hole.admits(game, line, "", what):
            yield (("", what, n),)


def _in_a_country(game: Game, hole: Hole, name: str) -> Iterator[tuple[Adjustment, ...]]:
    """Yield the possible changes of a hole in one country."""
    here = game.board.countries[name]
    tested = hole.may and here.governance  # a step tests a country, and changes its Governance in no other way
    changes = [(what, n) for what, n in hole.may or _OF_A_COUNTRY if hole.does(what, n)]
    yield from (((name, what, n),) for what, n in changes if not (tested and what == "governance"))
    yield (name, "sleepers", -1), (name, "actives", 1)
    yield (name, "actives", -1), (name, "sleepers", 1)
    if hole.side != "US":
        yield from (((name, "sleepers", n),) for n in range(2, min(hole.steps, MOST_CELLS) + 1))
        plots = NewValue(len(here.plots) + 1)
        yield ((name, "plots", plots),)
        yield (name, "plots", plots), ("", "stage", NewValue("plots"))


def _of_alerts(b: Board) -> Iterator[tuple[Adjustment, ...]]:
    """Yield Plots that the US may have found (7.5.2)."""
    plotted = [(name, len(c.plots)) for name, c in b.countries.items() if c.plots]
    for name, n in plotted[:MOST_COUNTRIES]:
        yield ((name, "plots", NewValue(n - 1)),)
        if b.stage == "plots" and len(plotted) == n == 1:  # no Plot is left to resolve
            yield (name, "plots", NewValue(0)), ("", "phase", NewValue(("J", b.phase + 1))), ("", "card", NewValue(1))


def _fullest(game: Game, hole: Hole, line: JudgedLine, what: str, least: int) -> list[str]:
    """Return the countries with most pieces that a hole may have changed.

    They have ``least`` or more.
    """
    have = {name: getattr(c, what) for name, c in game.board.countries.items() if getattr(c, what) >= least}
    found = [name for name in sorted(have, key=lambda n: -have[n]) if hole.admits(game, line, name)]
    return found[:MOST_COUNTRIES]


def _of_a_deal(game: Game, hole: Hole, line: JudgedLine) -> Iterator[tuple[Adjustment, ...]]:
    """Yield changes before a deal that may remove its findings."""
    yield from (((("", what, n),)) for what, n in _OF_A_DEAL if hole.admits(game, line, "", what))
    if not hole.does("troops", 1) or not hole.admits(game, line, "", "troops track"):
        return
    for n in _TROOPS_OF_A_DEAL:
        yield from (((name, "troops", n),) for name in _fullest(game, hole, line, "troops", max(1, -n)))


def _near(action: Action, wrong: list[Finding]) -> list[str]:
    """Return the countries of a line, those of its wrong entries first."""
    items = [i for s in action.segments for i in s.items]
    found = [n for f in wrong for i in items if i.place.column <= f.place.column < i.place.end for n in i.countries()]
    return list(dict.fromkeys([*found, *countries_of(action)]))


def _of_claims(game: Game, hole: Hole, line: JudgedLine, action: Action) -> Iterator[Adjustment]:
    """Yield the differences between claims and board before the claims' amendment."""
    writes: dict[tuple[str, str], tuple[Any, Any]] = {}
    for change in line.step.changes:
        if change.kind is Kind.AMENDMENT:
            for place, name, before, after in change.writes:
                first = writes.get((place, name), (before, None))[0]
                writes[place, name] = first, after
    for s in (s for segment in action.segments for s in segment.claims):
        try:
            found = statements.target(game.board, s)
        except KeyError:
            continue
        if found is None or s.subject or not hole.admits(game, line, s.subject, s.field):
            continue
        differ = [writes[found[0], name] for name in found[1] if (found[0], name) in writes]
        if not differ:
            continue
        if all(isinstance(x, int) and not isinstance(x, bool) for pair in differ for x in pair) and isinstance(
            s.value, int
        ):
            yield s.subject, s.field, sum(after - before for before, after in differ)
        else:
            yield s.subject, s.field, NewValue(s.value)


def _again(game: Game, treatment: Treatment) -> JudgedLine:
    """Return the last line judged with another treatment, on a fork."""
    return game.fork(len(game.lines) - 1).judge(game.lines[-1].action, treatment)


def _wrong(line: JudgedLine) -> int:
    return sum(f.counted and (_explicable(f) or f.kind == "unsupported") for f in line.step.findings)


__all__ = ["Hole", "explained", "left_by"]
