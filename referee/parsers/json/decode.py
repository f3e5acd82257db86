"""From JSON to the tree of a record and the notation.

A broken entry never stops the reading of the others. An entry is written as a line of the same meaning, and that line
is read: the result must equal the entry. So JSON can say everything of the notation and nothing else; only the places
are those of the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

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
from referee.parsers import faults, plays
from referee.parsers.faults import LineError
from referee.parsers.json.build import Builder, EntryError
from referee.parsers.json.form import FormError, check
from referee.parsers.json.positions import EntryLayout, FaultError, JsonDocument, Members, Values
from referee.parsers.notation import reader, remarks, tree
from referee.parsers.notation.encodings import TextError, decode
from referee.parsers.notation.limits import MAX_LENGTH, Limits
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import split_comment

FORMAT = "labyrinth-record"
VERSION = 1
MAX_ENTRIES = 50_000
MAX_BYTES = 8 * 1024 * 1024
"""Most bytes of JSON; its parts take thirty times the memory."""
_ENTRIES = "entries"
_TREE = (Action, Segment, Item, Part, Dice, Statement, Misspelling)
_PLAIN = (str, int, type(None))
_ASIDE = frozenset({"place", "text", "lines", "guesses", "understood"})
"""Attributes of a tree without meaning."""


def read_bytes(data: bytes, names_of: NamesOf, name: str = "record") -> Record:
    """A record from a JSON file, with places in the file.

    Raises :class:`TextError` for a file that is not JSON or not a record.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"JSON larger than {MAX_BYTES // 1024 // 1024} MiB is not the record of a game")
    return _Reading(decode(data, only_unicode=True).text, names_of, name).record


def notation(text: str, names_of: NamesOf) -> tuple[list[str], dict[int, str]]:
    """Lines of a record in JSON, and errors by line.

    A broken entry becomes a line outside the notation that shows it. Raises :class:`TextError` as :func:`read_bytes`.
    """
    found = list(_entries(*_opened(text, names_of)))
    return [e.line for e in found], {n: e.error.message for n, e in enumerate(found, 1) if e.error is not None}


def line(entry: dict[str, Any], names: Names) -> str:
    """An entry as its line of the notation.

    Raises :class:`EntryError` for a broken entry, or one beyond a line.
    """
    document = JsonDocument(json.dumps({_ENTRIES: [entry]}, ensure_ascii=False), _ENTRIES, 1)
    found = next(_entries(document, EntryLayout(document), names))
    if found.error is not None:
        raise found.error
    return found.line


def _opened(text: str, names_of: NamesOf) -> tuple[JsonDocument, EntryLayout, Names]:
    document = JsonDocument(text, _ENTRIES, MAX_ENTRIES)
    if document.members.get("format") != FORMAT:
        raise TextError(f"this JSON is not a record: “format” is not “{FORMAT}”")
    version = document.members.get("version")
    if version != VERSION or isinstance(version, bool):
        raise TextError(f"the record is of a version that this referee does not know; it knows {VERSION}")
    if document.spans is None:
        raise TextError(f"“entries” has to be a list of at most {MAX_ENTRIES:,}")
    return document, EntryLayout(document), names_of(reader.tags_of(list(_tag_lines(document))))


def _tag_lines(document: JsonDocument) -> Iterator[str]:
    """Well-formed tags among the entries, and lines that may be some."""
    for span in document.spans or ():
        said = document.text[span.start : span.end] if span.end - span.start <= 5000 else ""
        if '"tag"' not in said and '"text"' not in said:
            continue
        try:
            entry = document.entry(span)
        except FaultError:
            continue
        if isinstance(entry, dict) and entry.get("kind") == "tag":
            yield f'[{entry.get("name")} "{entry.get("value")}"]'
        elif isinstance(entry, dict) and entry.get("kind") == "text":
            yield str(entry.get("text"))


# -------------------------------------------------------------------- entries


@dataclass(slots=True)
class _Entry:
    """One entry, as far as read."""

    raw: Any = None
    line: str = ""
    """Its line of the notation."""
    body: str = ""
    """The line without its comment."""
    tree: Action | list[Segment] | None = None
    error: EntryError | None = None

    @property
    def kind(self) -> str:
        """The kind of a readable entry, or ""."""
        return "" if self.error is not None else self.raw["kind"]


def _entries(document: JsonDocument, layout: EntryLayout, names: Names) -> Iterator[_Entry]:
    """Yield entry by entry, with the layout set to each."""
    for index, span in enumerate(layout.spans):
        layout.go_to(index)
        entry = _Entry()
        try:
            entry.raw = document.entry(span)
            check(entry.raw)
            _read(entry, layout, names)
        except FaultError as fault:
            entry.error = EntryError(fault.message, layout.place(*fault.span))
            entry.line = "! " + " ".join(layout.text[span.start : span.end].split())
        except FormError as error:
            where = ".".join(map(str, error.path)) or "the entry"
            entry.error = EntryError(f"{where}: {error.message}", layout.of_path(entry.raw, error.path))
        except EntryError as error:
            entry.error = error
        if entry.error is not None and not entry.line:
            entry.line = "! " + json.dumps(entry.raw, ensure_ascii=True)
        yield entry


def _read(entry: _Entry, layout: EntryLayout, names: Names) -> None:
    """Set the line of an entry, with its tree.

    Raises :class:`EntryError`.
    """
    raw: Members = entry.raw
    said = raw.get("comment")
    comment = "" if said is None else f"  ;{said.rstrip()}"
    match raw["kind"]:
        case "text":
            entry.line = raw["text"]
            return
        case "tag":
            name, value = raw["name"], raw["value"]
            entry.body = f'[{name} "{value}"]'
            match = TAG_LINE.match(entry.body + comment)
            known = TAGS.get(name.casefold(), name) == name and name.replace("-", "_").isidentifier()
            if match is None or match[2] != value or not known:
                raise EntryError("this is no tag by its full name, or its value has other quotes in it", layout.whole())
        case "variation":
            if raw["text"] != raw["text"].strip():
                raise EntryError("a variation begins and ends without blanks", layout.member(raw, "text"))
            entry.body = remarks.variation_line(raw["text"])
        case _:
            builder = Builder(names, layout, raw)
            meant = builder.build()
            entry.body = (
                tree.continuation(names.facts, meant) if isinstance(meant, list) else tree.action(names.facts, meant)
            )
            entry.tree = _checked(entry.body, meant, builder, names)
    entry.line = entry.body + comment


def _checked(body: str, meant: Action | list[Segment], builder: Builder, names: Names) -> Action | list[Segment]:
    """The tree of an entry's line, with the entry's places.

    Raises :class:`EntryError` if its meaning differs.
    """
    try:
        found = reader.parse(body, 1, names)
    except LineError as error:
        raise builder.refused(body, error) from None
    builder.complete()
    try:
        _settle(found, meant)
    except _DifferenceError as error:
        raise builder.misread(error.place) from None
    return found


class _DifferenceError(Exception):
    """A difference between an entry and its line.

    The place is that of the smallest part that differs.
    """

    place: Place | None = None


def _settle(found: Any, meant: Any) -> None:
    """Give a tree of a line the places of its entry.

    Both must have the same meaning.
    """
    if isinstance(found, _PLAIN):
        if found != meant or isinstance(found, bool) != isinstance(meant, bool):
            raise _DifferenceError
    elif isinstance(found, _TREE):
        try:
            if type(found) is not type(meant):
                raise _DifferenceError
            for field in fields(found):
                if field.name not in _ASIDE:
                    _settle(getattr(found, field.name), getattr(meant, field.name))
        except _DifferenceError as error:
            error.place = error.place or meant.place
            raise
        found.place = meant.place
    elif isinstance(found, dict):
        if found.keys() != meant.keys():
            raise _DifferenceError
        for name in found:
            _settle(found[name], meant[name])
    elif not isinstance(meant, list | tuple) or len(found) != len(meant):
        raise _DifferenceError
    else:
        for one, other in zip(found, meant, strict=True):
            _settle(one, other)


# -------------------------------------------------------------------- the record


class _Reading:
    """A record in the making."""

    def __init__(self, text: str, names_of: NamesOf, name: str) -> None:
        document, self.layout, self.names = _opened(text, names_of)
        self.record = Record(name)
        self.record.lines = lines = self.layout.lines
        lines.in_notation = {}
        self.limits = Limits(self.record, 0)
        self.current: Action | None = None
        self.continuations = 0
        """Number of entries that continue the current play."""
        done = False
        for index, entry in enumerate(_entries(document, self.layout, self.names)):
            number = self.layout.numbers[index]
            lines.in_notation[number] = entry.line
            done = done or self.take(entry, index, number)
        self.limits.end()

    def take(self, e: _Entry, index: int, number: int) -> bool:
        """Put an entry into the record; return whether it exceeds limits.

        No later one is judged then.
        """
        record, layout, size = self.record, self.layout, len(e.body)
        tag = TAG_LINE.match(e.line) if e.kind in ("tag", "text") else None
        if tag is not None:
            place = layout.member(e.raw, "value" if e.kind == "tag" else "text")
            reader.keep_tag(record, tag[1], tag[2], place, e.line)
            return False
        line_remarks: Sequence[Remark] = ()
        found, lost = e.tree, None
        if e.error is not None:
            lost = reader.UnreadableLine(Unreadable(e.error.place, e.error.message), _spent(e.raw, layout))
        elif e.kind in ("text", "variation"):
            line_remarks, found, lost = self.text(e, number)
            size = len(split_comment(e.line)[0].strip()) if e.kind == "text" else 0
        elif (comment := e.line[len(e.body) :].lstrip()) and (
            remark := remarks.remark(number, comment, 1, self.names)
        ) is not None:
            line_remarks = (remark,)
        if (size or lost) and self.limits.enough(size, number, len(layout.numbers) - index - 1):
            return True
        for bad in (bad for r in line_remarks for bad in r.notes):
            bad.place = layout.member(e.raw, "comment" if "comment" in e.raw.at else "text")
        reader.note(record, line_remarks)
        wrong = lost.finding if lost is not None else self.attach(found, index) if found else None
        if lost is not None and lost.saved_play is not None:
            self.place(lost.saved_play, index)
            record.actions.append(lost.saved_play)
            if lost.goes_on:
                self.current, self.continuations = lost.saved_play, 0
        if wrong is not None:
            self.limits.unreadable(wrong)
        return False

    def text(
        self, e: _Entry, number: int
    ) -> tuple[Sequence[Remark], Action | list[Segment] | None, reader.UnreadableLine | None]:
        """Remarks, tree and fault of a string's line, with places.

        The places are in that string.
        """
        line: str = e.line
        try:
            if len(line) > MAX_LENGTH:
                raise LineError(faults.TEXT_TOO_LONG, 1, 2, most=MAX_LENGTH)
            if line.lstrip().startswith("["):
                reader.tag(Record(""), line, number)  # says what is wrong
            one = reader.alone(line, number, self.names)
        except LineError as error:
            one = reader.SingleLine(error=error)
        at = self.layout.columns(e.raw.at["text"][1])

        def move(place: Place) -> Place:
            last = len(at) - 1
            end = min(max(place.end - 1, place.column), last)
            return self.layout.place(at[min(place.column - 1, last)], at[end])

        lost = None
        if one.error is not None:
            lost = reader.classify(line, number, self.names, one.error, len(self.record.unreadable))
            lost.finding.place = move(lost.finding.place)
        relocate(one.content if lost is None else lost.saved_play, move, set())
        return one.remarks, one.content, lost

    def place(self, action: Action, index: int) -> None:
        """Place an action on the line of its entry."""
        action.place, action.lines = self.layout.whole(), self.layout.lines_of(index)
        for meant in action.guesses:
            self.place(meant, index)

    def attach(self, found: Action | list[Segment], index: int) -> Unreadable | None:
        """Attach an action or continuation, and return its fault, if any."""
        if isinstance(found, Action):
            self.place(found, index)
            self.record.actions.append(found)
            if found.kind not in plays.BOARD_KINDS:
                self.current, self.continuations = found, 0
            return None
        if self.current is None:
            return Unreadable(self.layout.whole(), faults.NO_PLAY_ABOVE.message)
        if len(self.current.segments) + len(found) > plays.MAX_SEGMENTS:
            return Unreadable(self.layout.whole(), faults.TOO_MUCH_BELOW.message)
        if self.continuations + 1 >= plays.MAX_LINES:
            return Unreadable(self.layout.whole(), faults.TOO_MANY_LINES.message)
        plays.join(self.current, found)
        self.current.lines += self.layout.lines_of(index)
        self.continuations += 1
        return None


def relocate(found: Any, move: Callable[[Place], Place], done: set[int]) -> None:
    """Move every place of a tree into the file.

    ``done`` are parts that were moved before.
    """
    if isinstance(found, _TREE):
        if id(found) in done:
            return
        done.add(id(found))
        found.place = move(found.place)
        for field in fields(found):
            if field.name != "place":
                relocate(getattr(found, field.name), move, done)
    elif isinstance(found, list | tuple | dict):
        for one in found.values() if isinstance(found, dict) else found:
            relocate(one, move, done)


def _spent(raw: Any, layout: EntryLayout) -> Action | None:
    """The card spent by a broken entry, for the clock."""
    if not isinstance(raw, Members) or raw.get("kind") != "card" or raw.get("side") not in ("J", "US"):
        return None
    cards = raw.get("cards")
    if not isinstance(cards, Values) or not cards or type(cards[0]) is not int or not 0 <= cards[0] <= 9999:
        return None
    place = layout.member(raw, "cards")
    saved = Action("unread", place, f"{raw['side']} {cards[0] or '?'}", side=raw["side"], cards=(cards[0],))
    saved.parts["card"] = Part(saved.cards, place)
    return saved


__all__ = ["FORMAT", "MAX_BYTES", "MAX_ENTRIES", "VERSION", "EntryError", "TextError", "line", "notation", "read_bytes"]
