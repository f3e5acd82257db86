"""The line of a play that is known in part: what several ways have in common, with the rest left open."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from referee.engine.ask import Field
from referee.engine.rolls import Roll
from referee.engine.tables.written import Played
from referee.inputs.vassal_replay.search import Seen, Way, written

if TYPE_CHECKING:
    from referee.inputs.vassal_replay.observer import Observer


def gap_line(observer: Observer, ways: list[Way], seen: Seen | None, head: str = "") -> str:
    """What the ways have in common, with ``?`` for the rest; the card alone, where that is no line."""
    if not ways:
        return head
    first = ways[0]
    for text in (_with_marks(ways), _use_alone(ways)):
        if text and _fits(observer, text, seen):
            return text
    line = first.line
    return f"{line.side} {'+'.join(map(str, line.cards))}" if line.kind == "card" else first.text


def _fits(observer: Observer, text: str, seen: Seen | None) -> bool:
    """Whether the line is judged, and says nothing that was not seen."""
    action = observer.action(text)
    if action is None:
        return False
    step = observer.push(action)
    wrong = seen.target.wrong(observer.game.board) if seen is not None else {}
    fits = all(f.kind == "incomplete" for f in step.counted) and bool(step.counted)
    observer.pop()
    return fits and len(wrong) < 12


def _use(way: Way) -> str:
    return next((str(v) for p in way.segments for a, v in p.answers if a.field == Field.USE), "")


def _use_alone(ways: list[Way]) -> str:
    """The card and what it was used for, if that is the same in all."""
    line, use = ways[0].line, _use(ways[0])
    if not use or any(_use(w) != use or w.line != line for w in ways):
        return ""
    number = "+".join(map(str, line.cards)) + ("+R" if line.reserves else "")
    return f"{line.side} {number} {use}"


def _with_marks(ways: list[Way]) -> str:
    """The first way with ``?`` for every country that is another one in some other way."""
    first = ways[0]
    if any(_shape(w) != _shape(first) or w.line != first.line for w in ways):
        return ""
    segments: list[Played] = []
    renamed: dict[str, str] = {}
    for i, p in enumerate(first.segments):
        made = Played(p.id, [], list(p.rolls), list(p.before))
        for k, (ask, value) in enumerate(p.answers):
            others = {repr(w.segments[i].answers[k][1]) for w in ways}
            open_here = len(others) > 1
            if open_here and not isinstance(value, str):
                return ""
            if open_here:
                renamed[value] = "?"
            made.answers.append((ask, "?" if open_here else value))
        segments.append(made)
    for p in segments:
        p.rolls = [_renamed(r, renamed) for r in p.rolls]
    try:
        return written(first.line, segments)
    except (KeyError, ValueError, StopIteration, TypeError, AttributeError):
        return ""


def _renamed(roll: Roll, renamed: dict[str, str]) -> Roll:
    made = copy(roll)
    made.address = roll.address._replace(subject=renamed.get(roll.subject, roll.subject))
    return made


def _shape(way: Way) -> list[object]:
    return [(p.id, [(a.field, a.item) for a, _ in p.answers]) for p in way.segments]
