"""Incremental reading during editing: unchanged lines move without another reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.state.names import Names, NamesOf
from referee.engine.state.script import (
    Action,
    Dice,
    Item,
    Misspelling,
    Part,
    Place,
    Record,
    Remark,
    Segment,
    Statement,
    Unreadable,
)
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import reader, titled
from referee.parsers.notation.limits import MAX_LENGTH, MAX_LINES, Limits
from referee.parsers.notation.tokens import split_comment


class _Line:
    """A line with its parsed content, at ``number`` in the text."""

    __slots__ = (
        "alone",
        "chain",
        "error",
        "guessed",
        "is_tag",
        "length",
        "number",
        "raw",
        "refused",
        "shown",
        "size",
        "unreadable",
    )

    def __init__(self, raw: str, number: int, names: Names) -> None:
        self.raw, self.number = raw, number
        body = split_comment(raw)[0]
        self.length = len(body)
        self.is_tag = raw.lstrip().startswith("[")
        self.size = 0 if self.is_tag else len(body.strip())
        """Characters that count against the limit."""
        self.alone = reader.SingleLine() if self.is_tag else reader.alone(raw, number, names)
        self.shown = False
        """Whether a record contains it.

        Then its content is never changed, but parsed again.
        """
        self.error: LineError | None = None
        """Reason against reading it at this place."""
        self.guessed = True
        """Whether guesses were made about it at that time."""
        self.unreadable: reader.UnreadableLine | None = None
        """Its classification as unreadable."""
        self.chain: list[tuple[_Line, int]] = []
        """The ``+`` lines that continued it, with their distances below."""
        self.refused: LineError | None = None
        """Reason of a ``+`` line against continuing that play."""

    @property
    def play(self) -> Action | None:
        """The play open to a ``+`` line."""
        if self.unreadable is not None:
            return self.unreadable.saved_play
        return self.alone.content if isinstance(self.alone.content, Action) else None

    def loses(self, names: Names, error: LineError, before: int) -> reader.UnreadableLine:
        """Classify it as unreadable, after ``before`` such lines."""
        guessed, old = before < reader.MOST_GUESSED, self.error
        same = old is error or (old is not None and (old.message, old.column) == (error.message, error.column))
        if self.unreadable is None or self.guessed != guessed or not same:
            self.unreadable = reader.classify(self.raw, self.number, names, error, before)
            self.error, self.guessed, self.chain = error, guessed, []
        return self.unreadable

    def read_again(self, names: Names) -> None:
        """Parse the line again by itself."""
        self.alone = reader.alone(self.raw, self.number, names)
        if self.unreadable is not None and self.error is not None:
            before = 0 if self.guessed else reader.MOST_GUESSED
            self.unreadable = reader.classify(self.raw, self.number, names, self.error, before)

    def move(self, number: int) -> None:
        """Move to another line, with all parsed content."""
        by = number - self.number
        self.number = number
        found = self.alone.content
        said = [
            replace(r, line=r.line + by, notes=_notes(r, by), play=r.play and _action(r.play, by))
            for r in self.alone.remarks
        ]
        moved = (
            _action(found, by) if isinstance(found, Action) else [_segment(s, by) for s in found] if found else found
        )
        self.alone = reader.SingleLine(said, moved, self.alone.error)
        if self.unreadable is not None:
            bad, saved, goes_on = self.unreadable
            told = replace(bad, place=_place(bad.place, by))
            self.unreadable = reader.UnreadableLine(told, saved and _action(saved, by), goes_on)


class _Play:
    """The play to which ``+`` lines belong.

    It is followed through the record in the making.
    """

    def __init__(self, head: _Line, index: int) -> None:
        self.head, self.index = head, index
        self.joined = 0
        """Number of lines that continue it so far."""
        self.fresh = False
        """Whether no other lines have continued it."""

    def go_on(self, line: _Line, record: Record, names: Names) -> None:
        """Continue it with a line.

        Raises :class:`LineError`.
        """
        chain, by = self.head.chain, line.number - self.head.number
        known = self.joined < len(chain) and chain[self.joined][0] is line and chain[self.joined][1] == by
        if not known:
            if not self.fresh:
                self.begin(record, names)
            if line.shown:  # its content has become part of a play
                line.alone = reader.alone(line.raw, line.number, names)
            line.refused = None
            try:
                reader.go_on(self.head.play, list(_parts(line)), line.number, line.length)
            except LineError as error:
                line.refused = error
            self.head.chain.append((line, by))
        self.joined += 1
        if line.refused is not None:
            raise line.refused

    def begin(self, record: Record, names: Names) -> None:
        """Parse the play again, with the lines that continue it so far."""
        head, kept = self.head, self.head.chain[: self.joined]
        if head.shown or head.chain:
            head.read_again(names)
            for line, _ in kept:
                line.alone = reader.alone(line.raw, line.number, names)
                if line.refused is None:
                    reader.go_on(head.play, list(_parts(line)), line.number, line.length)
        head.chain, self.fresh = kept, True
        if head.play is not None:
            record.actions[self.index] = head.play

    def end(self, record: Record, names: Names) -> None:
        """End it, without further continuations."""
        if self.joined < len(self.head.chain):
            self.begin(record, names)


def _parts(line: _Line) -> list[Segment]:
    return line.alone.content if isinstance(line.alone.content, list) else []


class Rereader:
    """Lines of a text, with their current record."""

    def __init__(self, names_of: NamesOf, name: str, lines: Sequence[str]) -> None:
        self.names_of, self.name = names_of, name
        self.lines = list(lines)
        self.names = names_of({})
        self._read: list[_Line | None] = [None] * len(self.lines)

    def change(self, first: int, last: int, lines: Sequence[str]) -> None:
        """Replace the lines from ``first`` to ``last`` (from 1, inclusive)."""
        self.lines[first - 1 : last] = lines
        self._read[first - 1 : last] = [None] * len(lines)

    def record(self) -> Record:
        """The record, equal to that of :func:`~referee.parsers.notation.reader.read_text`.

        Unchanged plays are the same objects.
        """
        names = self.names_of(reader.tags_of(self.lines))
        if names is not self.names:
            self._read = [None] * len(self.lines)
            self.names = names
        if len(self.lines) > MAX_LINES or max(map(len, self.lines), default=0) > MAX_LENGTH:
            return reader.read_text("\n".join(self.lines), self.names_of, self.name)
        record = Record(self.name, lines=list(self.lines))
        limits = Limits(record, 0)
        play: _Play | None = None
        fresh = self._fresh()
        for number, line in enumerate(fresh, 1):
            if line.size and limits.enough(line.size, number, len(self.lines) - number):
                break
            begins = False
            try:
                begins = self._put(line, record, play)
            except LineError as error:
                lost = line.loses(names, error, len(record.unreadable))
                limits.unreadable(lost.finding)
                if lost.saved_play is not None:
                    record.actions.append(lost.saved_play)
                begins = lost.goes_on
            else:
                if line.unreadable is not None:  # it could not be read at its old place
                    line.unreadable = line.error = None
            if begins:
                if play is not None:
                    play.end(record, names)
                play = _Play(line, len(record.actions) - 1)
        if play is not None:
            play.end(record, names)
        limits.end()
        titled.settle(record)
        for line in fresh:
            line.shown = True
        return record

    def _put(self, line: _Line, record: Record, play: _Play | None) -> bool:
        """Put a line into the record; return whether ``+`` lines continue.

        Raises :class:`LineError`.
        """
        if line.is_tag:
            reader.tag(record, line.raw, line.number)
            return False
        said, found, error = line.alone
        reader.note(record, said)
        if error is not None:
            raise error
        if isinstance(found, Action):
            record.actions.append(found)
            return reader.begins_play(found)
        if found is not None:
            if play is None:
                raise LineError(faults.NO_PLAY_ABOVE, 1, 2)
            play.go_on(line, record, self.names)
        return False

    def _fresh(self) -> list[_Line]:
        """Every line as read, at its present place."""
        found: list[_Line] = []
        for number, (raw, read) in enumerate(zip(self.lines, self._read, strict=True), 1):
            line = read or _Line(raw, number, self.names)
            if line.number != number:
                line.move(number)
            found.append(line)
        self._read = list(found)
        return found


# -------------------------------------------------------------------- the same on another line


def _place(place: Place, by: int) -> Place:
    return Place(place.line + by, place.column, place.end)


def _notes(remark: Remark, by: int) -> tuple[Unreadable, ...]:
    return tuple(replace(bad, place=_place(bad.place, by)) for bad in remark.notes)


def _action(action: Action, by: int) -> Action:
    """An action moved down by so many lines."""
    return replace(
        action,
        place=_place(action.place, by),
        segments=[_segment(s, by) for s in action.segments],
        statements=[_statement(s, by) for s in action.statements],
        items=[_item(i, by) for i in action.items],
        parts=_parts_at(action.parts, by),
        lines=[n + by for n in action.lines],
        guesses=tuple(_action(a, by) for a in action.guesses),
        misspelt=[_misspelling(m, by) for m in action.misspelt],
    )


def _segment(segment: Segment, by: int) -> Segment:
    items, claims = [_item(i, by) for i in segment.items], [_statement(s, by) for s in segment.claims]
    misspelt = [_misspelling(m, by) for m in segment.misspelt]
    return replace(segment, place=_place(segment.place, by), items=items, claims=claims, misspelt=misspelt)


def _misspelling(m: Misspelling, by: int) -> Misspelling:
    return replace(m, place=_place(m.place, by))


def _item(item: Item, by: int) -> Item:
    dice = [Dice(d.label, d.values, _place(d.place, by), d.among) for d in item.dice]
    return Item(_place(item.place, by), _parts_at(item.parts, by), dice)


def _parts_at(parts: dict[str, Part], by: int) -> dict[str, Part]:
    return {name: Part(p.value, _place(p.place, by), p.derived) for name, p in parts.items()}


def _statement(s: Statement, by: int) -> Statement:
    return Statement(s.subject, s.field, s.value, _place(s.place, by), s.text)
