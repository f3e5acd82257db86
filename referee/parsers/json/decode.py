"""From JSON to the tree of a record, and to the notation. A broken entry never stops the reading of the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.engine.names import Names, NamesOf
from referee.engine.script import Action, Part, Record, Remark, Segment, Unreadable
from referee.parsers import faults, plays
from referee.parsers.json import texts
from referee.parsers.json.build import Builder, EntryError
from referee.parsers.json.layout import Layout
from referee.parsers.json.model import ENTRY, FORMAT, VERSION, BrokenEntry, TagEntry, TextEntry, VariationEntry
from referee.parsers.json.positions import Document, FaultError, Members, Values, error_at
from referee.parsers.notation import remarks
from referee.parsers.notation.encodings import TextError, decoded
from referee.parsers.notation.limits import Limits
from referee.parsers.notation.reader import keep_tag, tags_of
from referee.parsers.notation.tags import TAG_LINE, TAGS

MAX_ENTRIES = 50_000
MAX_BYTES = 8 * 1024 * 1024
"""Of a file in JSON: taken apart, it takes some thirty times as much memory."""


def read_bytes(data: bytes, names_of: NamesOf, name: str = "record") -> Record:
    """A record from the bytes of a JSON file; places point into the file.

    Raises :class:`TextError` for a file that is not JSON or not a record.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"JSON larger than {MAX_BYTES // 1024 // 1024} MiB is not the record of a game")
    return _Reading(decoded(data, only_unicode=True).text, names_of, name).record


def notation(text: str, names_of: NamesOf) -> tuple[list[str], dict[int, str]]:
    """The lines of a record in JSON, and what is wrong with the entries that are none, by line.

    A broken entry becomes a line that is not notation and shows it. Raises :class:`TextError` as :func:`read_bytes`.
    """
    layout, document, names = _opened(text, names_of)
    found = list(_entries(layout, document, names))
    return [e.line for e in found], {n: e.error.message for n, e in enumerate(found, 1) if e.error is not None}


def line(entry: dict[str, Any], names: Names) -> str:
    """An entry that was made of a line, as a line again. Raises :class:`EntryError` if it is none, or says more than one."""
    text = json.dumps({"entries": [entry]}, ensure_ascii=False)
    document = Document(text, "entries", 1)
    found = next(_entries(Layout(document), document, names))
    if found.error is not None:
        raise found.error
    return found.line


def _opened(text: str, names_of: NamesOf) -> tuple[Layout, Document, Names]:
    document = Document(text, "entries", MAX_ENTRIES)
    if document.members.get("format") != FORMAT:
        raise TextError(f"this JSON is not a record: “format” is not “{FORMAT}”")
    version = document.members.get("version")
    if version != VERSION or isinstance(version, bool):
        raise TextError(f"the record is of a version that this referee does not know; it knows {VERSION}")
    if document.spans is None:
        raise TextError(f"“entries” has to be a list of at most {MAX_ENTRIES:,}")
    return Layout(document), document, names_of(tags_of(list(_tag_lines(document))))


def _tag_lines(document: Document) -> Iterator[str]:
    """The tags among the entries, as far as they are well made, and the lines that may be some."""
    for span in document.spans or ():
        if span.end - span.start > 5000 or '"t' not in document.text[span.start : span.end]:
            continue
        entry = document.plain(span)
        if isinstance(entry, dict) and entry.get("kind") == "tag":
            yield f'[{entry.get("name")} "{entry.get("value")}"]'
        elif isinstance(entry, dict) and entry.get("kind") == "text":
            yield str(entry.get("text"))


# -------------------------------------------------------------------- entries


@dataclass(slots=True)
class _Entry:
    """One entry as far as it was read; ``line`` is the line of the notation that says it."""

    line: str
    raw: Any = None
    model: Any = None
    text: str = ""
    """The line without its comment."""
    action: Action | None = None
    more: list[Segment] = field(default_factory=list)
    error: EntryError | None = None


def _entries(layout: Layout, document: Document, names: Names) -> Iterator[_Entry]:
    """Entry by entry; the layout stands at the one that comes."""
    for index, span in enumerate(layout.spans):
        layout.go_to(index)
        raw: Any = None
        model: Any = None
        try:
            raw = document.entry(span)
            model = _model(raw, layout)
            yield _entry(layout, names, raw, model)
        except FaultError as fault:
            error = EntryError(fault.message, layout.place(fault.start, fault.end))
            yield _Entry("! " + " ".join(layout.text[span.start : span.end].split()), error=error)
        except EntryError as error:
            yield _Entry("! " + json.dumps(raw, ensure_ascii=True), raw, model, error=error)


def _model(raw: Any, layout: Layout) -> Any:
    """The entry by its model. Raises :class:`EntryError`."""
    try:
        return ENTRY.validate_python(raw)
    except BrokenEntry as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(x) for x in first["loc"][1:]) or "the entry"
        raise EntryError(f"{where}: {first['msg']}", layout.of_path(raw, first["loc"][1:])) from None


def _entry(layout: Layout, names: Names, raw: Members, model: Any) -> _Entry:
    if isinstance(model, TextEntry):
        return _Entry(model.text, raw, model)
    comment = "" if model.comment is None else f"  ;{model.comment.rstrip()}"
    if isinstance(model, TagEntry):
        said = f'[{model.name} "{model.value}"]'
        match = TAG_LINE.match(said + comment)
        if match is None or match[2] != model.value or TAGS.get(model.name.casefold(), model.name) != model.name:
            raise EntryError("this is no tag by its full name, or its value has other quotes in it", layout.whole())
        return _Entry(said + comment, raw, model, said)
    if isinstance(model, VariationEntry):
        if model.text != model.text.strip():
            raise EntryError("a variation begins and ends without blanks", layout.member(raw, "text"))
        said = remarks.variation_line(model.text)
        return _Entry(said + comment, raw, model, said)
    built = Builder(names, layout, raw).build(model)
    return _Entry(built.text + comment, raw, model, built.text, built.action, built.more)


class _Reading:
    """A record while it is put together."""

    def __init__(self, text: str, names_of: NamesOf, name: str) -> None:
        self.layout, document, self.names = _opened(text, names_of)
        self.record = Record(name)
        self.record.lines = lines = self.layout.lines
        lines.said = {}
        self.limits = Limits(self.record, 0)
        self.current: Action | None = None
        self.joined = 0
        """How many entries go on with the current play."""
        done = False
        for index, entry in enumerate(_entries(self.layout, document, self.names)):
            number = self.layout.numbers[index]
            lines.said[number] = entry.line
            done = done or self._take(entry, index, number)
        self.limits.end()

    def _take(self, e: _Entry, index: int, number: int) -> bool:
        """Put an entry into the record; whether it is too much, and none after it is judged."""
        record = self.record
        found: Action | list[Segment] | None = e.action or e.more or None
        size = len(e.text)
        lost = Unreadable(e.error.place, e.error.message) if e.error is not None else None
        said: list[Remark] = []
        goes_on = False
        if isinstance(e.model, TextEntry):
            text = texts.read(self.layout, e.raw, number, self.names, len(record.unreadable))
            found, lost, said, goes_on, size = text.found, text.lost, list(text.remarks), text.goes_on, text.size
            if text.tag is not None:
                keep_tag(record, *text.tag, e.line)
                return False
        elif isinstance(e.model, TagEntry):
            keep_tag(record, e.model.name, e.model.value, self.layout.member(e.raw, "value"), e.line)
            return False
        elif e.model is not None:
            said = _remarks(e.model, number)
            if isinstance(e.model, VariationEntry):
                size = 0
        if (size or lost) and self.limits.enough(size, number, len(self.layout.numbers) - index - 1):
            return True
        record.remarks += said
        if found is not None and lost is None:
            lost = self._attach(found, index)
        elif lost is not None:
            saved = _spent(e, self.layout) if e.error is not None else found
            if isinstance(saved, Action):
                self._placed(saved, index)
                record.actions.append(saved)
                if goes_on:
                    self.current, self.joined = saved, 0
        if lost is not None:
            self.limits.unreadable(lost)
        return False

    def _placed(self, action: Action, index: int) -> None:
        """Say where an action stands: its line is that of its entry."""
        action.place, action.lines = self.layout.whole(), self.layout.numbers_of(index)
        for meant in action.guesses:
            self._placed(meant, index)

    def _attach(self, found: Action | list[Segment], index: int) -> Unreadable | None:
        """An action, or what goes on with the one before; what is wrong if there is none."""
        if isinstance(found, Action):
            self._placed(found, index)
            self.record.actions.append(found)
            if found.kind not in plays.BOARD_KINDS:
                self.current, self.joined = found, 0
            return None
        wrong = ""
        if self.current is None:
            wrong = faults.NO_PLAY_ABOVE.message
        elif len(self.current.segments) + len(found) > plays.MAX_SEGMENTS:
            wrong = faults.TOO_MUCH_BELOW.message
        elif self.joined + 1 >= plays.MAX_LINES:
            wrong = faults.TOO_MANY_LINES.message
        if wrong or self.current is None:
            return Unreadable(self.layout.whole(), wrong)
        plays.join(self.current, found)
        self.current.lines += self.layout.numbers_of(index)
        self.joined += 1
        return None


def _remarks(model: Any, number: int) -> list[Remark]:
    found = []
    if isinstance(model, VariationEntry) and model.text:
        found.append(Remark(number, model.text, variation=True))
    said = remarks.remark(number, f";{model.comment.rstrip()}") if model.comment is not None else None
    return [*found, said] if said is not None else found


def _spent(e: _Entry, layout: Layout) -> Action | None:
    """The card that a broken entry has spent, if it says so: the clock goes on."""
    raw = e.raw
    if not isinstance(raw, Members) or raw.get("kind") != "card" or raw.get("side") not in ("J", "US"):
        return None
    cards = raw.get("cards")
    if not isinstance(cards, Values) or not cards or type(cards[0]) is not int or not 0 <= cards[0] <= 9999:
        return None
    place = layout.member(raw, "cards")
    saved = Action("unread", place, f"{raw['side']} {cards[0] or '?'}", side=raw["side"], cards=(cards[0],))
    saved.parts["card"] = Part(saved.cards, place)
    return saved


__all__ = ["MAX_BYTES", "MAX_ENTRIES", "EntryError", "TextError", "error_at", "line", "notation", "read_bytes"]
