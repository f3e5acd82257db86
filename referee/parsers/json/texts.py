"""Entries that hold a line as it stands: they are read as the notation is, and their places are those in the string."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.engine.names import Names
from referee.engine.script import Action, Item, Part, Place, Record, Remark, Segment, Statement, Unreadable
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.json.layout import Layout
from referee.parsers.json.positions import Members, columns
from referee.parsers.notation import reader, remarks
from referee.parsers.notation.limits import MAX_LENGTH
from referee.parsers.notation.tags import TAG_LINE
from referee.parsers.notation.tokens import split_comment

Move = Callable[[Place], Place]


class Text(NamedTuple):
    """What a line as it stands says: a play, what goes on with one, remarks, a tag; or why it cannot be read."""

    found: Action | list[Segment] | None = None
    remarks: tuple[Remark, ...] = ()
    tag: tuple[str, str, Place] | None = None
    lost: Unreadable | None = None
    goes_on: bool = False
    size: int = 0
    """How many characters it has without its comment."""


def mover(layout: Layout, raw: Members) -> Move:
    """From a place on the line to the place in the file."""
    _, start, end = raw.at["text"]
    at = columns(layout.text, start, end)
    last = len(at) - 1

    def move(place: Place) -> Place:
        return layout.place(at[min(place.column - 1, last)], at[min(max(place.end - 1, place.column), last)])

    return move


def read(layout: Layout, raw: Members, number: int, names: Names, unread: int) -> Text:
    """Read the line of an entry; ``unread`` were not readable before it."""
    line: str = raw["text"]
    body, comment = split_comment(line)
    size = len(body.strip())
    said: list[Remark] = []
    try:
        if len(line) > MAX_LENGTH:
            raise LineError(faults.TEXT_TOO_LONG, 1, 2, most=MAX_LENGTH)
        if line.lstrip().startswith("["):
            match = TAG_LINE.match(line)
            if match is None:
                reader.tag(Record(""), line, number)  # says what is wrong
                return Text()
            return Text(tag=(match[1], match[2], layout.member(raw, "text")))
        if remarks.begins_variation(line):
            return Text(remarks=tuple(remarks.read(number, line)), size=size)
        if comment and (remark := remarks.remark(number, comment)) is not None:
            said.append(remark)
        if not size:
            return Text(remarks=tuple(said))
        found = reader.parse(body, number, names)
    except LineError as error:
        lost = reader.lose(line, number, names, error, unread)
        move = mover(layout, raw)
        lost.finding.place = move(lost.finding.place)
        if lost.saved is not None:
            relocate(lost.saved, move)
        return Text(lost.saved, tuple(said), None, lost.finding, lost.goes_on, size)
    move = mover(layout, raw)
    for one in found if isinstance(found, list) else [found]:
        relocate(one, move)
    return Text(found, tuple(said), size=size)


def relocate(found: Action | Segment, move: Move) -> None:
    """Give everything in a tree its place in the file."""
    _Relocating(move).tree(found)


class _Relocating:
    def __init__(self, move: Move) -> None:
        self.move = move
        self.done: set[int] = set()
        """Parts that stand in two places of the tree are moved once."""

    def tree(self, found: Action | Segment) -> None:
        found.place = self.move(found.place)
        if isinstance(found, Segment):
            for item in found.items:
                self.item(item)
            self.statements(found.claims)
            return
        for segment in found.segments:
            self.tree(segment)
        self.statements(found.statements)
        self.parts(found.parts)
        for meant in found.guesses:
            self.tree(meant)

    def item(self, item: Item) -> None:
        item.place = self.move(item.place)
        self.parts(item.parts)
        for d in item.dice:
            d.place = self.move(d.place)

    def parts(self, parts: dict[str, Part]) -> None:
        for part in parts.values():
            if id(part) not in self.done:
                self.done.add(id(part))
                part.place = self.move(part.place)

    def statements(self, found: list[Statement]) -> None:
        for s in found:
            if id(s) not in self.done:
                self.done.add(id(s))
                s.place = self.move(s.place)
