"""A record compared with its copy from a VASSAL log.

Play by play, it says which are the same, marked or different.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from referee.engine.explaining.referee import Judgement, check
from referee.engine.state import statements
from referee.engine.state.script import Action, Record
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.table import COUNTED, THERE

MARKS = (
    "; several plays fit",
    "; no play",
    "; no legal play",
    "; Plots were resolved",
    "; the turn ends",
    "; taken as",
)
TRACKS = ("prestige", "funding", "reserves J", "reserves US", "us")


@dataclass
class Compared:
    """The number of plays that came back."""

    same: int = 0
    marked: int = 0
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    """What the board has otherwise in the end."""

    @property
    def plays(self) -> int:
        return self.same + self.marked + len(self.wrong) + len(self.lost)


def judged(record: Record) -> Judgement:
    return check(record, setup_of(record)[0])


def said(action: Action) -> tuple[Any, Counter[int]]:
    """The content of a line on a play, and its dice.

    The order does not matter.
    """
    parts: Counter[Any] = Counter()
    dice: Counter[int] = Counter()
    for s in action.segments:
        places = sorted({c for i in s.items for c in i.countries() if c != "?"})
        if places and s.name != "no event":
            parts[s.use or s.name, tuple(places)] += 1
        dice.update(v for i in s.items for d in i.dice for v in d.values if v)
    return parts, dice


def covers(more: Any, less: Any) -> bool:
    """Whether one line names every place of another line.

    The use is the same; it may name more places.
    """
    named: dict[str, set[str]] = {}
    for use, places in more:
        named.setdefault(use, set()).update(places)
    return all(set(places) <= named.get(use, set()) for use, places in less)


def marked(lines: list[str], number: int) -> bool:
    """Whether a line is marked as doubtful.

    The mark is a comment above it or a correction below it.
    """
    above = number - 2
    while above >= 0 and lines[above].startswith(";"):
        if lines[above].startswith(MARKS):
            return True
        above -= 1
    below = lines[number] if number < len(lines) else ""
    return below.startswith(("set:", "; what was seen"))


def key(action: Action) -> Any:
    return action.kind.replace("unread", "card"), action.side if action.kind in ("card", "unread") else "", action.cards


def compared(record: Record, text: str, *, board: bool = True) -> Compared:
    """Compare a record with the text that came back.

    ``board``: compare the boards in the end, too.
    """
    result = Compared()
    back = read_text(text)
    left: dict[Any, list[Action]] = {}
    for a in back.actions:
        if a.counted or a.kind == "unread":
            left.setdefault(key(a), []).append(a)
    for a in record.actions:
        if a.kind not in ("card", "resolve", "end", "deal"):
            continue
        line = record.lines[a.place.line - 1]
        found = left.get(key(a), [])
        if not found:
            result.lost.append(line)
            continue
        other = found.pop(0)
        one, two = said(a), said(other)
        if covers(two[0], one[0]) and not one[1] - two[1]:
            result.same += 1
        elif marked(back.lines, other.place.line):
            result.marked += 1
        else:
            result.wrong.append(f"{line}  <>  {back.lines[other.place.line - 1]}")
    result.board = differences(judged(record), judged(back)) if board else []
    return result


def differences(one: Judgement, two: Judgement) -> list[str]:
    """The differences of two boards, as far as a log shows them."""
    found = []
    for f in TRACKS:
        s = statements.make(f)
        if statements.actual(one.board, s) != statements.actual(two.board, s):
            found.append(f)
    for name in one.board.countries:
        if name not in mappings.shipped().countries:
            continue
        for f in ("governance", "alignment", "posture", "regime change", *COUNTED, *THERE):
            s = statements.make(f, None, name)
            try:
                if statements.actual(one.board, s) != statements.actual(two.board, s):
                    found.append(f"{name} {f}")
            except KeyError:
                continue
    return found
