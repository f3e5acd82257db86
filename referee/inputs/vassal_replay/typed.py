"""Lines that players type in the notation while they play: taken as they stand where what was seen fits them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.engine.script import Action, Record
from referee.inputs.vassal_replay.target import Target
from referee.parsers.faults import LineError
from referee.parsers.notation.reader import read_line
from referee.parsers.vassal.happenings import Happening

if TYPE_CHECKING:
    from referee.inputs.vassal_replay.observer import Observer

_LONGEST = 2000
_STATED = ("board", "check")
_MOST = 4000


@dataclass(slots=True)
class Typed:
    """An action as it was typed, with the lines that go on with it."""

    first: int
    last: int
    """Indices of its first and last line."""
    lines: list[str]
    action: Action


def dice_of(action: Action) -> Counter[int]:
    """The dice that a line gives."""
    return Counter(v for s in action.segments for i in s.items for d in i.dice for v in d.values if v)


def typed_lines(observer: Observer, happenings: list[Happening], low: int = 0) -> list[Typed]:
    """What was typed in the notation, in order."""
    found: list[Typed] = []
    for i, h in enumerate(happenings, low):
        text = h.text.strip()
        if h.kind != "chat" or h.chat != "typed" or not text or len(text) > _LONGEST or len(found) > _MOST:
            continue
        if text.startswith(("[", "{", ";")) or not text.isprintable():
            continue
        more = text.startswith("+") and bool(found)
        record = Record("typed")
        current = found[-1].action if more else None
        try:
            read_line(record, text, len(observer.game.lines) + 1, current, observer.names)
        except LineError:
            continue
        if more:
            found[-1].last = i
            found[-1].lines.append(text)
        elif record.actions:
            found.append(Typed(i, i, [text], record.actions[0]))
    return found


def fits(observer: Observer, typed: Typed, low: int, high: int) -> bool:
    """Whether the board, once the line is played, agrees with what was seen at a moment, and so do the dice."""
    if typed.action.kind in _STATED:
        return True
    t = observer.timeline
    dice = Counter(t.dice(low, high))
    if dice and dice_of(typed.action) - dice:
        return False
    observer.push(typed.action)
    wrong = Target(observer.game.board, t.sight(high)).wrong(observer.game.board)
    observer.pop()
    return not wrong


def keep(observer: Observer, typed: Typed, low: int, high: int) -> None:
    """Take a line as it stands."""
    for n, text in enumerate(typed.lines):
        observer.write(text, low, high, play=typed.action.counted and not n)
    observer.push(typed.action)
    observer.said.update(range(typed.first, typed.last + 1))
    if typed.action.counted:
        observer.outcome.plays += 1
        observer.outcome.typed += 1


def go_through(observer: Observer, lines: list[Typed]) -> None:
    """A log in which nearly all was typed: line by line; what does not fit is worked out from what was seen."""
    end = len(observer.timeline.happenings)
    for k, typed in enumerate(lines):
        then = lines[k + 1].first if k + 1 < len(lines) else end
        observer.chatter(observer.at, typed.first)
        at = next(
            (e for e in (then, typed.last + 1) if e >= observer.at and fits(observer, typed, observer.at, e)), None
        )
        if at is not None:
            keep(observer, typed, observer.at, at)
            if typed.action.kind not in _STATED:
                observer.at = max(observer.at, at)
            continue
        for window in observer.windows(observer.at, then):
            observer.window(window)
        observer.at = max(observer.at, then)
    for window in observer.windows(observer.at, end):
        observer.window(window)
