"""The distinction between independent mistakes and consequences.

Some findings are mistakes of their own, and some only follow from an earlier line. Parallel to the game as played runs
a *corrected* one without the mistakes that explain later findings: without the line, with another card, or with a play
before it that is missing in the record. A finding that is absent from the corrected game, or under another reading of
an earlier gap, follows: it is shown and not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from referee.engine.explaining.hindsight import wrong
from referee.engine.explaining.slips import holes
from referee.engine.explaining.slips.variants import CARDS, miscounted, places, unplaced, variants
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep
from referee.engine.state.plain import replace
from referee.engine.state.script import Action
from referee.engine.state.statements import DIFFERENCE

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.judging.judged_lines import JudgedLine, Treatment

MOST_CAUSES = 4
"""Most earlier lines examined as the cause of a finding."""
FEW_CAUSES = 3
"""Most earlier lines examined for a mere gap, which seldom has its cause elsewhere."""
FARTHEST = 100
"""Most lines back to a cause: some three turns."""
MOST_TREATED = 40
"""Most mistakes left out of the corrected game.

A record with more is not worth explaining.
"""
MOST_COUNTS = 2
"""Most lines with a miscounted track examined for one line."""
MOST_LOOKS = 30
"""Most lines of a game with examined findings.

One with more mistakes is not worth explaining.
"""
MOST_PLACES = 8
"""Most places examined for pieces with an unwritten place."""
JUDGED = frozenset({"illegal", "outcome", "impossible", "incomplete"})
"""Kinds of finding that an earlier mistake may cause."""


def find_causes(game: Game, as_played: JudgedStep | None) -> None:
    """Separate consequences of an earlier mistake or gap from independent findings."""
    step = game.lines[-1].step
    todo = [f for f in step.findings if f.counted and f.kind in JUDGED] if step.findings else []
    if game.corrected_game is not None:
        keep_up(game, game.corrected_game)
    if not todo or game.lines[-1].treatment.inserted:  # the gaps of a missing line are never reported
        return
    if as_played is not None:
        _undone(game, _as_played(todo, as_played))
        return
    if game.corrected_game is not None:
        _corrected(game, todo)
    _moved(game, [f for f in todo if not f.follows])
    if any(not f.follows for f in todo):
        _unknown(game, todo)
    _look_back(game, todo)


def _look_back(game: Game, todo: list[Finding]) -> None:
    """Search for the earlier lines at fault.

    A checkpoint's miscounted tracks are included.
    """
    action = game.lines[-1].action
    _carried(game, [f for f in todo if not f.follows and not _said_to_be_unknown(action, f)])
    _look(game, [f for f in todo if not f.follows and not _said_to_be_unknown(action, f)])
    if action.kind in ("board", "check"):
        _not_past_a_right_one(game, todo)


def _not_past_a_right_one(game: Game, todo: list[Finding]) -> None:
    """Clear lines of blame for things that a checkpoint confirmed since."""
    if any(earlier.step.left_undone for earlier in game.lines[-FARTHEST:]):
        return  # the effect of such a step is seen long after the tracks were noted
    line = game.lines[-1]
    stated = {(s.place.line, s.place.column): s for s in line.action.statements}
    for f in todo:
        s = stated.get((f.place.line, f.place.column))
        at = line.before.settled.get((s.subject, s.field)) if s is not None and f.follows else None
        if s is None or at is None:
            continue
        last = game.lines[at[1]]
        places = {
            (x.place.line, x.place.column)
            for x in last.action.statements
            if (x.subject, x.field) == (s.subject, s.field)
        }
        if not any((g.place.line, g.place.column) in places for g in last.step.findings):
            steps = {x.action.place.line for x in game.lines[-FARTHEST:] if x.step.left_undone}  # these are seen late
            counts = {
                t.mistake for t in game.treatments.values() if t.off
            }  # the effects of a miscounted track are seen later still
            f.follows = [n for n in f.follows if n >= last.action.place.line or n in steps or n in counts]


def _said_to_be_unknown(action: Action, f: Finding) -> bool:
    """Return whether the line itself says that the missing die is unnoted.

    Then no earlier line is at fault.
    """
    if f.kind != "incomplete" or f.place.line != action.place.line:
        return False
    dice = (d for s in action.segments for i in s.items for d in i.dice if None in d.values)
    return any(f.place.column <= d.place.column < f.place.end for d in dice)


def _unknown(game: Game, todo: list[Finding]) -> None:
    """Let findings follow from an unknown change if a small one suffices.

    An unreadable line, or a step left out, may have made the change.
    """
    world, last = game.corrected_game or game, len(game.lines) - 1
    for i in range(last - 1, max(-1, last - 1 - FARTHEST), -1):
        hole = holes.left_by(world, i)
        if hole is None:
            continue
        found = holes.explained(world, hole)
        if found is None:
            continue
        treatment, now = found
        for f in _gone([f for f in todo if not f.follows], now, game.lines[-1]):
            f.follows.append(hole.line)
        if treatment.moved:
            correct(game, last, replace(treatment, because={}), hole.line)
            world = game.corrected_game or game
        if all(f.follows for f in todo):
            return


def _may_cause(line: JudgedLine, f: Finding) -> bool:
    """Return whether an earlier mistake may cause a finding.

    A count of cards has its cause in cards only.
    """
    if f.rule not in CARDS or f.rule == "5.2.3" or f.kind == "outcome":  # 5.2.3 is about Plots, not cards
        return True
    return bool(line.action.guesses) or any(g.rule in CARDS for g in line.step.counted)


# -------------------------------------------------------------------- the undone board


def _as_played(todo: list[Finding], as_played: JudgedStep) -> list[Finding]:
    """Take over the consequences in the game as played.

    Return the findings absent there.
    """
    known = {f.key: f for f in as_played.findings}
    for f in todo:
        if f.key in known:
            f.follows = list(known[f.key].follows)
    return [f for f in todo if f.key not in known]


def without_trials(game: Game, as_played: JudgedStep) -> None:
    """Attribute findings of the undone board to its own lines."""
    todo = [f for f in game.lines[-1].step.findings if f.counted and f.kind in JUDGED]
    roots = [line for line in game.lines[:-1] if line.step.taken_back and line.step.counted]
    for f in _as_played(todo, as_played):
        f.follows = [line.action.place.line for line in roots[-1:]]


def _undone(game: Game, todo: list[Finding]) -> None:
    """Attribute findings that exist only because of an undone illegal part.

    They follow from its line, which may be their own.
    """
    roots = [i for i, line in enumerate(game.lines[:-1]) if line.step.taken_back and line.step.counted]
    step = game.lines[-1].step
    own = [len(game.lines) - 1] * (step.taken_back and any(f.counted and f not in todo for f in step.findings))
    for i in (*own, *reversed(roots[-MOST_CAUSES:])):
        left = [f for f in todo if not f.follows]
        if not left:
            return
        found = game.trial({i: replace(game.lines[i].treatment, undo=False)})
        if found is None:
            break
        kept = {f.key for f in found[-1].step.findings}
        for f in left:
            if f.key not in kept:
                f.follows.append(game.lines[i].action.place.line)
    for f in todo:
        f.follows = f.follows or [game.lines[i].action.place.line for i in (roots or own)[-1:]]


# -------------------------------------------------------------------- the corrected game


def keep_up(game: Game, corrected: Game) -> None:
    """Judge the last line in the corrected game, with its hindsight."""
    first = game.last_snapshot.first
    if game.last_snapshot.lines:
        corrected.adopt(
            {
                i: replace(mine, treatment=replace(mine.treatment, reading=line.treatment.reading))
                for i, (mine, line) in enumerate(zip(corrected.lines[first:], game.lines[first:-1], strict=True), first)
            }
        )
    last = game.lines[-1]
    corrected.add(last.action, last.treatment)


def _corrected(game: Game, todo: list[Finding]) -> None:
    """Let findings follow from a mistake if the corrected game lacks both."""
    assert game.corrected_game is not None
    gone = _gone(todo, game.corrected_game.lines[-1], game.lines[-1])
    for i in sorted(game.treatments, reverse=True) if len(game.treatments) > 1 else ():
        if all(f.follows for f in gone):
            return
        found = _trial(game, game.corrected_game, {i: game.lines[i].treatment})
        if found is None:
            break
        still = _gone(gone, found[-1], game.lines[-1])
        for f in gone:
            if f not in still and not f.follows:
                f.follows = [game.treatments[i].mistake]
    for f in gone:
        f.follows = f.follows or [game.treatments[max(game.treatments)].mistake]


def _gone(todo: list[Finding], line: JudgedLine, old: JudgedLine) -> list[Finding]:
    """Return the findings of a line absent from its other judgement.

    The same thing under another rule is still there. For each new finding there, hidden before, one of them stays.
    """
    there = [f for f in line.step.findings if not f.follows]
    kept = {(f.kind, f.place.line, f.place.column) for f in there}
    gone = [f for f in todo if (f.kind, f.place.line, f.place.column) not in kept]
    if line.action.kind in ("board", "check", "set"):
        return gone  # a statement hides nothing
    had = {f.key for f in old.step.findings}
    new = sum(f.kind in ("illegal", "outcome", "impossible") and f.key not in had for f in there)
    return gone[: max(0, len(gone) - new)]


def correct(game: Game, i: int, treatment: Treatment, mistake: int) -> None:
    """Explain later findings by a line's mistake: correct it from now on."""
    cost = len(game.lines) - (i if game.corrected_game is not None else 0)
    if len(game.treatments) >= MOST_TREATED or cost > game.credit:
        return
    game.credit -= cost
    treatment = replace(treatment, mistake=mistake)
    game.treatments = {**game.treatments, i: treatment}
    if game.corrected_game is None:
        game.corrected_game = rebuilt(game)
    else:
        game.corrected_game.adopt({i: replace(game.corrected_game.lines[i], treatment=treatment)})


def rebuilt(game: Game) -> Game:
    """Return the corrected game.

    The lines before the first mistake are unchanged, the others judged again.
    """
    first = min(game.treatments)
    made = game.fork(first)
    made.reported = True
    for i, line in enumerate(game.lines[first:], first):
        made.add(line.action, game.treatments.get(i) or line.treatment, line.gaps)
    return made


def _look(game: Game, todo: list[Finding]) -> None:
    """Search for the earlier line without which these findings would be absent."""
    if not todo or len(game.treatments) >= MOST_TREATED or game.examined >= MOST_LOOKS:
        return
    game.examined += 1
    world = game.corrected_game or game
    last = len(game.lines) - 1
    looked = 0
    for i in _suspects(game, todo):
        line = game.lines[i]
        looked += i < last
        if not todo or looked > (MOST_CAUSES if any(f.kind != "incomplete" for f in todo) else FEW_CAUSES):
            return
        for k, treatment in variants(game, world, i):
            first = k + (k == i < last)  # the mistakes of the line at fault are another matter
            now = _against(world.lines[first:], treatment)
            found = _trial(game, world, {k: treatment}, _no_better(game, world, k, now, treatment, first - k))
            if found is None or len(game.treatments) >= MOST_TREATED:
                return
            helps = len(found) > last - k and _against(found[first - k :], treatment) < now
            if not helps or not _better(world.lines[k], treatment, found[0]):
                continue
            gone = _explained(game, i, todo, found)
            if gone is None:
                continue
            if gone:
                todo = _lay_to(line, todo, gone)
                correct(game, k, treatment, line.action.place.line)
                world = game.corrected_game or game
                break


def _lay_to(line: JudgedLine, todo: list[Finding], gone: list[Finding]) -> list[Finding]:
    """Let findings follow from a line; return the others."""
    for f in gone:
        f.follows.append(line.action.place.line)
    return [f for f in todo if not f.follows]


def _explained(game: Game, i: int, todo: list[Finding], found: list[JudgedLine]) -> list[Finding] | None:
    """Return the findings caused by line ``i`` and absent without it.

    Returns None if that explains nothing of the line itself.
    """
    gone = [f for f in _gone(todo, found[-1], game.lines[-1]) if _may_cause(game.lines[i], f)]
    if i < len(game.lines) - 1:
        return gone
    if len(gone) < len(todo) or wrong(found[-1:]):
        return None
    return gone[1:]  # one mistake, and its consequences


def _no_better(
    game: Game, world: Game, k: int, now: float, treatment: Treatment, skipped: int
) -> Callable[[JudgedLine], bool]:
    """The test that ends a trial of line ``k`` of a world.

    It holds if the line has the same effect there, or at least the faults ``now``. The first ``skipped`` lines of the
    trial are not counted.
    """
    seen = against = 0
    old = world.lines[k]
    before: list[Write] | None = _writes(old)
    if before and world is not game and old is game.lines[k]:
        before = None  # before the first correction: tried to the end

    def enough(line: JudgedLine) -> bool:
        nonlocal seen, against
        seen += 1
        if seen > skipped:
            against += wrong((line,)) * (2 if treatment.reading else 1)
        return against >= now or (seen == 1 and _writes(line) == before)

    return enough


Write = tuple[str, str, object]
"""A place, a field and its value."""


def _writes(line: JudgedLine) -> list[Write]:
    """The values that a line writes to the board, with their places."""
    return [(place, name, after) for c in line.step.changes for place, name, _, after in c.writes]


def _against(lines: Sequence[JudgedLine], treatment: Treatment) -> int:
    """Return the number of mistakes, and of the last line's gaps."""
    return wrong(lines) * (2 if treatment.reading else 1) + _missing(lines[-1])


def _better(line: JudgedLine, treatment: Treatment, now: JudgedLine) -> bool:
    """Return whether a changed line has fewer mistakes than before."""
    supposed = treatment.action is not None and line.action.kind != "unread"
    return not supposed or wrong([now]) < max(1, wrong([line]))


def _suspects(game: Game, todo: list[Finding]) -> Iterator[int]:
    """Yield the lines that may be the cause.

    The last one, those that the findings point to, then the nearest.
    """
    last = len(game.lines) - 1
    if len(todo) > 1:
        yield last
    see = {line for f in todo for line in f.see}
    back = range(last - 1, max(-1, last - FARTHEST), -1)
    open_ones = [i for i in back if game.lines[i].suspect]
    yield from sorted(open_ones, key=lambda i: game.lines[i].action.place.line not in see)


def _carried(game: Game, todo: list[Finding]) -> None:
    """Attribute findings that repeat or result from a miscount of a track."""
    last, world = len(game.lines) - 1, game.corrected_game or game
    found = ((i, game.lines[i]) for i in range(last - 1, max(-1, last - FARTHEST), -1) if game.lines[i].step.counted)
    counts = ((i, line, off) for i, line in found if i not in game.treatments and (off := miscounted(game.board, line)))
    for i, line, off in islice(counts, MOST_COUNTS) if todo and len(game.treatments) < MOST_TREATED else ():
        treatment = replace(world.lines[i].treatment, off=off)
        now = _against(world.lines[i + 1 :], treatment)
        credit = game.credit
        tried = _trial(game, world, {i: treatment}, _no_better(game, world, i, now, treatment, 1))
        game.credit = credit  # most end within a few lines, and leave the rest to the other ways
        if tried is None:
            return
        if (
            len(tried) > last - i
            and _against(tried[1:], treatment) < now
            and (gone := _explained(game, i, todo, tried))
        ):
            _lay_to(line, todo, gone)
            correct(game, i, treatment, line.action.place.line)
            return


def _trial(
    game: Game, world: Game, treatments: dict[int, Treatment], enough: Callable[[JudgedLine], bool] | None = None
) -> list[JudgedLine] | None:
    """A trial in the corrected game, charged to the game itself."""
    world.credit = game.credit
    found = world.trial(treatments, enough)
    game.credit = world.credit
    return found


def _moved(game: Game, todo: list[Finding]) -> None:
    """Try unplaced pieces of an earlier difference as the explanation of findings.

    A checkpoint with other pieces on a track than the board, and no country for them, leaves their place open. The
    first later line that shows it has them there.
    """
    world, last = game.corrected_game or game, len(game.lines) - 1
    if not todo or len(game.treatments) >= MOST_TREATED or game.examined >= MOST_LOOKS:
        return
    left = unplaced(world.board, world.lines[-1])
    if not left and not world.board.disputes:
        return
    game.examined += 1
    fields = {supply.unplaced for supply, _ in left}
    whence = next((line for line in reversed(game.lines[-FARTHEST:-1]) if _differs(line, fields)), None)
    if whence is None:
        return
    now = wrong(world.lines[-1:]) + _missing(world.lines[-1])
    for moved in islice(places(world.board, world.lines[-1]), MOST_PLACES):
        treatment = replace(world.lines[-1].treatment, moved=moved)
        found = _trial(game, world, {last: treatment})
        if found is None:
            return
        if wrong(found) + _missing(found[-1]) >= now:
            continue
        for f in _gone(todo, found[0], game.lines[-1]):
            f.follows.append(whence.action.place.line)
        correct(game, last, treatment, whence.action.place.line)
        return


def _differs(line: JudgedLine, fields: set[str]) -> bool:
    """Whether the record has other piece counts, without a place for them."""
    changes = line.step.changes
    return any(c.subject == DIFFERENCE or any(name in fields for _, name, _, _ in c.writes) for c in changes)


def _missing(line: JudgedLine) -> int:
    return sum(f.kind == "incomplete" for f in line.step.findings)
