"""Causes: which findings are mistakes of their own, and which only follow from an earlier line.

Beside the game as it was played runs a *corrected* one, in which mistakes that explain later findings were not made: the
line was not there, its card was another one, a play before it was left out of the record. A finding that is not there in
the corrected game, or under another reading of an earlier gap, follows: it is shown and not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.engine.findings import Finding
from referee.engine.hindsight import reading, wrong
from referee.engine.script import Action, Part
from referee.engine.steps import Step

if TYPE_CHECKING:
    from referee.engine.game import Game, Line, Treatment

MOST_CAUSES = 8
"""Most earlier lines that are looked at for the cause of a finding."""
FEW_CAUSES = 3
"""Most of them where nothing is wrong but something is missing: that seldom has its cause elsewhere."""
FARTHEST = 100
"""How many lines back a cause is looked for: some three turns."""
MOST_TREATED = 12
"""Most mistakes that the corrected game does without; a record with more is not worth explaining."""
MOST_LOOKS = 30
"""Most lines of a game whose findings are looked into; what has more mistakes is not worth explaining."""
JUDGED = frozenset({"illegal", "outcome", "impossible", "incomplete"})
"""Kinds of finding that an earlier mistake may bring about."""
_CLOCK = frozenset({"5.2.1", "5.2.2", "5.2.3", "5.2.4"})
"""Rules of the clock: what breaks them may be that a line before was never written."""
_HANDS = frozenset({"5.2.2", "5.3.1", "5.3.2", "6.2.9", "4.7.7.1"})
"""Rules of where a card can be: what breaks them may be the number of a card, or the side that played it."""


def find_causes(game: Game, beside: Step | None) -> None:
    """Tell what follows from an earlier mistake, or from a gap, from what is wrong in itself."""
    step = game.lines[-1].step
    todo = [f for f in step.findings if f.counted and f.kind in JUDGED]
    if game.corrected is not None:
        _keep_up(game, game.corrected)
    if not todo:
        return
    if beside is not None:
        known = {f.key: f for f in beside.findings}
        for f in todo:
            if f.key in known:
                f.follows = list(known[f.key].follows)
        _undone(game, [f for f in todo if f.key not in known])
        return
    _unread(game, todo)
    if game.corrected is not None:
        _corrected(game, todo)
    _look(game, [f for f in todo if not f.follows])


def _unread(game: Game, todo: list[Finding]) -> None:
    """What differs up to the checkpoint after a play that could not be read may come from that play."""
    for line in reversed(game.lines[:-1]):
        if line.action.kind == "unread":
            for f in todo:
                if f.kind in ("outcome", "impossible") or f.rule in _CLOCK:
                    f.follows.append(line.action.place.line)
            return
        if line.action.kind in ("board", "check"):
            return


# -------------------------------------------------------------------- the undone board


def _undone(game: Game, todo: list[Finding]) -> None:
    """Findings that exist only because something illegal was taken back: which line that was."""
    roots = [i for i, line in enumerate(game.lines[:-1]) if line.step.taken_back and line.step.counted]
    for i in reversed(roots[-MOST_CAUSES:]):
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
        f.follows = f.follows or [game.lines[i].action.place.line for i in roots[-1:]]


# -------------------------------------------------------------------- the corrected game


def _keep_up(game: Game, corrected: Game) -> None:
    """Judge the last line in the corrected game too, and what the line settled of earlier gaps."""
    if game.stood is not None:
        first = game.stood.first
        corrected.adopt(
            {
                i: replace(mine, treatment=replace(mine.treatment, reading=line.treatment.reading))
                for i, (mine, line) in enumerate(zip(corrected.lines[first:], game.lines[first:-1], strict=True), first)
            }
        )
    last = game.lines[-1]
    corrected.lines.append(corrected.judge(last.action, last.treatment))


def _corrected(game: Game, todo: list[Finding]) -> None:
    """Findings that the corrected game does not have follow from the mistakes that it does not have."""
    assert game.corrected is not None
    kept = {f.key for f in game.corrected.lines[-1].step.findings}
    for f in todo:
        if f.key not in kept and not f.follows:
            f.follows = [game.lines[max(game.treated)].action.place.line]


def correct(game: Game, i: int, treatment: Treatment) -> None:
    """Take a mistake for explained: from now on the corrected game does without it."""
    cost = len(game.lines) - (i if game.corrected is not None else 0)
    if len(game.treated) >= MOST_TREATED or cost > game.credit:
        return
    game.credit -= cost
    game.treated = {**game.treated, i: treatment}
    if game.corrected is None:
        game.corrected = rebuilt(game)
    else:
        game.corrected.adopt({i: replace(game.corrected.lines[i], treatment=treatment)})


def rebuilt(game: Game) -> Game:
    """The corrected game, line by line."""
    made = game.twin()
    for i, line in enumerate(game.lines):
        treatment = game.treated.get(i) or line.treatment
        made.lines.append(made.judge(line.action, treatment, line.gaps))
    return made


def _look(game: Game, todo: list[Finding]) -> None:
    """Look for the earlier line without which these findings of the last line would not be there."""
    if not todo or len(game.treated) >= MOST_TREATED or game.looks >= MOST_LOOKS:
        return
    game.looks += 1
    world = game.corrected or game
    last = len(game.lines) - 1
    looked = 0
    for i in range(last, max(-1, last - FARTHEST), -1):
        line = game.lines[i]
        if not (line.gaps.undecided or line.step.counted):
            continue
        looked += i < last
        if not todo or looked > (MOST_CAUSES if any(f.kind != "incomplete" for f in todo) else FEW_CAUSES):
            return
        if i == last and len(todo) < 2:
            continue
        now = wrong(world.lines[i + (i < last) :]) + _missing(world.lines[-1])
        for treatment in _otherwise(line, world.lines[i], game.lines[last] if i < last else None):
            found = world.trial({i: treatment})
            if found is None or len(game.treated) >= MOST_TREATED:
                return
            if wrong(found[i < last :]) + _missing(found[-1]) >= now:
                continue
            kept = {f.key for f in found[-1].step.findings}
            gone = [f for f in todo if f.key not in kept]
            if i == last:
                if len(gone) < len(todo):
                    continue
                gone = gone[1:]  # one mistake, and what comes with it
            for f in gone:
                f.follows.append(line.action.place.line)
            todo = [f for f in todo if not f.follows]
            if gone and line.step.counted and not treatment.reading:
                correct(game, i, treatment)
                world = game.corrected or game
                break
            if not todo:
                return


def _missing(line: Line) -> int:
    return sum(f.kind == "incomplete" for f in line.step.findings)


def _otherwise(line: Line, now: Line, later: Line | None) -> Iterator[Treatment]:
    """How a line with a gap or a mistake might have been: read otherwise, the mistake not made, not there at all.

    ``now`` is the line in the corrected game, ``later`` the one whose findings are to be explained. Without it only what
    the line says of card and side is looked at.
    """
    action, plain = line.action, now.treatment
    if later is not None:
        for gap in line.gaps.found:
            for other in gap.others[:3]:
                yield reading(line, gap, other)
    mistakes = [f for f in line.step.counted if f.kind != "incomplete" or f.rule in _CLOCK]
    rules = {rule for f in mistakes for rule in (f.rule, *f.also)}
    if not mistakes:
        return
    if action.kind == "card" and rules & _HANDS:
        yield replace(plain, action=_by_the_other_side(action))
        yield replace(plain, action=replace(action, cards=(0,) * len(action.cards)))
    if rules & _CLOCK or (later is not None and action.kind == "board"):
        for side in ("US", "J"):
            for n in (1, 2):
                unseen = Action("unread", action.place, "", side=side, cards=(0,))
                yield replace(plain, first=(unseen,) * n)
    if later is None:
        return
    if action.kind == "card":
        for there in _countries(later.action):
            for here in _countries(action):
                if here != there:
                    yield replace(plain, action=_elsewhere(action, here, there))
    if action.kind not in ("board", "check", "set"):
        yield replace(plain, undo=True)
        if any(s.claims for s in action.segments):
            yield replace(plain, action=replace(action, segments=[replace(s, claims=[]) for s in action.segments]))
    yield replace(plain, skipped=True)


def _by_the_other_side(action: Action) -> Action:
    """The same play by the other side."""
    other = {"J": "US", "US": "J"}
    segments = [replace(s, side=other[s.side] if s.side == action.side else s.side) for s in action.segments]
    return replace(action, side=other[action.side], segments=segments)


def _countries(action: Action) -> list[str]:
    """The countries that a line names, each once."""
    named = [name for s in action.segments for item in s.items for name in item.countries()]
    return list(dict.fromkeys(n for n in (*named, *(s.subject for s in action.statements)) if n))[:3]


def _elsewhere(action: Action, here: str, there: str) -> Action:
    """The same play with another country written for one of its own."""

    def other(part: Part) -> Part:
        return replace(part, value=there) if part.value == here else part

    segments = [
        replace(s, items=[replace(i, parts={f: other(p) for f, p in i.parts.items()}) for i in s.items])
        for s in action.segments
    ]
    return replace(action, segments=segments)
