"""The lines of a record, with their plays.

They are cut where findings point.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise

from referee.engine.explaining.referee import Judgement
from referee.engine.state import script
from referee.engine.state.plain import NamedTuple, plain_dataclass
from referee.reports import wording
from referee.reports.columns import printable
from referee.reports.report.replay import Fold, anchor

MAX_SHOWN = 400
"""Most shown characters of a line."""
Span = tuple[int, int, str]
"""A marked part: first column (from 1), end, mark."""


class LinePiece(NamedTuple):
    """A part of a line, marked if a finding points at it."""

    text: str
    mark: str = ""
    """The kind of finding, "" for none."""
    ends: tuple[str, ...] = ()
    """Kinds of the findings with their end here."""


class Link(NamedTuple):
    """A line of the record, the anchor of its step, its play."""

    line: int
    anchor: str
    label: str = ""


class SupposedView(NamedTuple):
    """A line of the record as read, absent from its written place."""

    text: str
    to: str
    """Anchor of the play of its finding."""
    why: str
    result: bool = False
    """Whether it is an assumption, such as a die's result."""


@plain_dataclass(frozen=True)
class LineView:
    """One line as written."""

    number: int
    pieces: list[LinePiece]
    to: str = ""
    """Anchor of its play."""
    role: str = ""
    """play, remark, variation or "" (blank, a tag)."""
    origin: str = ""
    """Its place in the record's source; "" in the record itself."""
    fixes: tuple[tuple[str, str], ...] = ()
    """Fixes of findings at its place: label and text.

    The text is "" for a deleted line.
    """
    gone: bool = False
    """Whether the record as read lacks it."""
    before: tuple[SupposedView, ...] = ()
    """Lines supposed to be missing before it."""
    after: tuple[SupposedView, ...] = ()
    """Its reading."""


class LineViews:
    """The lines of the record and their steps."""

    def __init__(self, verdict: Judgement, folds: Sequence[Fold] = ()) -> None:
        self.raw = verdict.record.lines
        self.folds = folds
        self.anchors: dict[int, str] = {}
        self._of: dict[int, int] = {}
        starts: list[int] = []
        for at, fold in enumerate(folds):
            if fold.head is not None:
                starts.append(verdict.steps[fold.head].action.place.line)
            for i in fold.members:
                for n in verdict.steps[i].action.numbers:
                    self._of.setdefault(n, at)
        self._starts = starts
        marked = {r.line for r in verdict.record.remarks if r.mark}
        below = 0
        for n, text in reversed(script.notation_lines(self.raw)):
            # a mark rates the play that was read before it
            if text.lstrip().startswith((";", "；")) and n not in marked and below in self._of:
                self._of.setdefault(n, self._of[below])
            below = n
        for step in verdict.steps:
            for n in step.action.numbers:
                self.anchors.setdefault(n, anchor(step))

    def play(self, line: int) -> int:
        """The number of a line's play or of the play before it.

        0 is the start.
        """
        found = self._of.get(line)
        return found if found is not None else bisect_right(self._starts, line)

    def link(self, line: int) -> Link:
        """A reference to a line."""
        label = self.folds[self.play(line)].label if self.folds and line in self.anchors else ""
        return Link(line, self.anchors.get(line, ""), label)

    def home(self, line: int) -> Link:
        """A reference to the play with a line."""
        if line in self.anchors or not self.folds:
            return self.link(line)
        fold = self.folds[self.play(line)]
        return Link(line, fold.anchor, fold.label)

    def view(self, line: int, spans: list[Span], to: str = "", role: str = "") -> LineView:
        """A line for the report."""
        return LineView(line, self.pieces(line, spans), to, role, wording.origin_named(line, self.raw))

    def written(self, numbers: Sequence[int], marked: Mapping[int, list[Span]]) -> list[LineView]:
        """The lines of a play."""
        if not isinstance(self.raw, script.Lines) or self.raw.in_notation is None:
            return [self.view(n, marked.get(n, [])) for n in numbers]
        begun = dict.fromkeys(self.raw.home(n) for n in numbers)
        beginnings = [LineView(n, [LinePiece(printable(script.notation_text(self.raw, n)[:MAX_SHOWN]))]) for n in begun]
        return beginnings + [self.view(n, marked[n]) for n in numbers if n in marked]

    def pieces(self, line: int, spans: list[Span]) -> list[LinePiece]:
        """A line cut at findings' spans; very long lines are cropped."""
        if not 1 <= line <= len(self.raw):
            return []
        text = self.raw[line - 1]
        first = min((a for a, _, _ in spans), default=1)
        begin = max(0, first - 1 - MAX_SHOWN // 4) if len(text) > MAX_SHOWN else 0
        stop = min(len(text), begin + MAX_SHOWN)
        cuts = sorted({begin, stop, *(min(max(c - 1, begin), stop) for a, b, _ in spans for c in (a, b))})
        found = [LinePiece("… ")] if begin else []
        for a, b in pairwise(cuts):
            kinds = [kind for s, e, kind in spans if s - 1 <= a < max(e - 1, s)]
            ends = tuple(kind for s, e, kind in spans if a < min(max(e - 1, s), stop) <= b and s - 1 <= a)
            found.append(LinePiece(printable(text[a:b].replace("\t", " ")), kinds[0] if kinds else "", ends))
        if not cuts[1:] and spans:
            found.append(LinePiece("", "", tuple(kind for _, _, kind in spans)))
        if stop < len(text):
            found.append(LinePiece(" …"))
        return found
