"""The lines of a record in JSON as they are shown, and where on them its entries and their members stand.

The lines are those of the file where each entry begins on a line of its own. Where several do, as in JSON without line
ends, each entry is shown on a line of its own, which knows where it stands in the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from referee.engine.script import Lines, Origin, Place
from referee.parsers.json.positions import Document, Members, Span, Values, line_ends
from referee.parsers.notation.limits import MAX_LENGTH, MAX_LINES
from referee.parsers.notation.reader import LINE_END

_BLANKS = re.compile(r"[\r\n\t]")


def shown(line: str) -> str:
    """A line, cut if it is too long to be shown."""
    return line if len(line) <= MAX_LENGTH else line[:MAX_LENGTH] + "…"


class Layout:
    """The lines of a document and the places on them."""

    def __init__(self, document: Document) -> None:
        self.text = text = document.text
        self.spans: list[Span] = document.spans or []
        few = line_ends(text, len(text)) < MAX_LINES
        ends = [(end.start(), end.end()) for end in LINE_END.finditer(text)] if few else []
        self._starts = [0, *(end for _, end in ends)]
        self._ends = [*(start for start, _ in ends), len(text)]
        begun = [self._row(span.start) for span in self.spans]
        self.physical = few and len(set(begun)) == len(begun)
        """Whether the lines are those of the file."""
        self.numbers = [row + 1 for row in begun] if self.physical else list(range(1, len(begun) + 1))
        """The line on which each entry begins; it stands for the entry wherever one is named."""
        if self.physical:
            self.lines = Lines(shown(text[a:b]) for a, b in zip(self._starts, self._ends, strict=True))
        else:
            origins = {n: self._origin(n, row) if few else Origin(f"entry {n}") for n, row in enumerate(begun, 1)}
            self.lines = Lines((_BLANKS.sub(" ", shown(text[a:b])) for a, b in self.spans), origins)
        self._at = self._first = self._base = self._stop = 0

    def _row(self, at: int) -> int:
        return bisect_right(self._starts, at) - 1

    def _origin(self, number: int, row: int) -> Origin:
        start, end = self.spans[number - 1]
        one = end <= self._ends[row]
        if not one:
            return Origin(f"entry {number}")
        return Origin(f"entry {number}", row + 1, start - self._starts[row], in_file=True)

    def go_to(self, index: int) -> None:
        """From here on places are asked of this entry, counted from 0."""
        self._at = index
        span = self.spans[index]
        row = self._row(span.start)
        self._first = self.numbers[index]
        self._base = self._starts[row] if self.physical else span.start
        self._stop = self._ends[row] if self.physical else span.end

    def numbers_of(self, index: int) -> list[int]:
        """The lines of an entry, without one on which the next begins."""
        first = self.numbers[index]
        if not self.physical:
            return [first]
        last = self._row(self.spans[index].end - 1) + 1
        if index + 1 < len(self.numbers):
            last = min(last, self.numbers[index + 1] - 1)
        return list(range(first, last + 1))

    def place(self, start: int, end: int) -> Place:
        """From one place of the text to another, or to the end of the line."""
        if end <= self._stop:
            return Place(self._first, start - self._base + 1, end - self._base + 1)
        row = self._row(start)
        begin = self._starts[row]
        stop = min(end, self._ends[row])
        return Place(row + 1, start - begin + 1, max(stop, start + 1) - begin + 1)

    def whole(self) -> Place:
        """The whole entry, as far as it stands on its first line."""
        return self.place(*self.spans[self._at])

    def member(self, found: Members, name: str) -> Place:
        """A member with its name; the whole object where it has none such."""
        at = found.at.get(name)
        return self.place(at[0], at[2]) if at is not None else self.place(found.start, found.end)

    def about(self, found: Members, name: str) -> Place:
        """An object, if it stands on one line; else the member that tells most of it."""
        if found.end <= self._stop or (self.physical and found.end <= self._ends[self._row(found.start)]):
            return self.place(found.start, found.end)
        return self.member(found, name if name in found.at else next(iter(found.at), name))

    def of_path(self, found: Any, path: tuple[Any, ...]) -> Place:
        """What a path of names and numbers leads to, as far as it leads anywhere."""
        span = self.spans[self._at] if not isinstance(found, Members | Values) else Span(found.start, found.end)
        for step in path:
            if isinstance(found, Members) and step in found.at:
                begin, start, end = found.at[step]
                found = found[step]
                span = Span(start if isinstance(found, Members | Values) else begin, end)
            elif isinstance(found, Values) and isinstance(step, int) and step < len(found):
                span, found = Span(*found.at[step]), found[step]
        return self.place(*span)
