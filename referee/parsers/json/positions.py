"""JSON with the places of its values.

The standard library's decoder keeps none. A document is read twice: first as a whole by the standard library, which
finds its mistakes and the entries; then entry by entry by a reader that keeps the place of every member. So no more
than one entry is in memory with its places.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from json.decoder import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple, NoReturn

from referee.engine.state.script import Lines, Origin, Place
from referee.parsers.notation.encodings import TextError
from referee.parsers.notation.limits import MAX_LENGTH, MAX_LINES
from referee.parsers.notation.reader import LINE_END

MAX_DEPTH = 32
"""Deepest nesting of an entry; useful ones have ten."""
MAX_VALUES = 50_000
"""Most values of an entry."""
MAX_DIGITS = 15
"""Most characters of a number."""
_STRING = r'"(?:[^"\\]|\\.)*+"'
_BLANK = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(rf"{_STRING}|[\[\]{{}}:,]|[^\s\[\]{{}}:,\"]+", re.DOTALL)
_CONSTANT = re.compile(rf"{_STRING}|(NaN|-?Infinity)", re.DOTALL)
_SIGN = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)
"""One character of a string, as written."""
_CONTROL = re.compile(r"[\r\n\t]")


class Span(NamedTuple):
    """From one place of the text to another."""

    start: int
    end: int


class Members(dict[str, Any]):
    """The members of an object, with their places.

    ``at`` has, of each member, the beginning of its name, and the beginning and end of its value.
    """

    def __init__(self, start: int) -> None:
        super().__init__()
        self.span = Span(start, start)
        self.at: dict[str, tuple[int, Span]] = {}


class Values(list[Any]):
    """A list, with ``at`` for begin and end of each value."""

    def __init__(self, start: int) -> None:
        super().__init__()
        self.span = Span(start, start)
        self.at: list[Span] = []


class FaultError(Exception):
    """An error of an entry that is JSON, with its place."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.span = message, Span(start, end)


class _ConstantError(ValueError):
    """A JavaScript word for a number, unknown to JSON."""


def _refuse(word: str) -> NoReturn:
    raise _ConstantError(word)


_DECODER = JSONDecoder(parse_constant=_refuse)


def line_ends(text: str, upto: int) -> int:
    """Number of line ends before a place."""
    return text.count("\n", 0, upto) + text.count("\r", 0, upto) - text.count("\r\n", 0, upto)


class JsonDocument:
    """A JSON document that is an object.

    It has its members, and the places of the entries of one of them, a list.
    """

    def __init__(self, text: str, entries: str, most: int) -> None:
        """Read a document with at most ``most`` entries in list ``entries``.

        Raises :class:`TextError`.
        """
        self.text, self.entries, self.most = text, entries, most
        self.members: dict[str, Any] = {}
        self.spans: list[Span] | None = None
        at = self._blank(0)
        end = self._inside(at, "}", self._member) if text[at : at + 1] == "{" else self._value(at)[1]
        if self._blank(end) != len(text):
            raise self._wrong(self._blank(end), "something follows the end")

    def _inside(self, at: int, closing: str, read: Callable[[int], int]) -> int:
        """Read each element of an object or list; return its end."""
        at = self._blank(at + 1)
        if self.text[at : at + 1] == closing:
            return at + 1
        while True:
            at = self._blank(read(at))
            if self.text[at : at + 1] == closing:
                return at + 1
            at = self._expect(
                at, ",", f"a comma or a closing {'brace' if closing == '}' else 'bracket'} is missing here"
            )

    def _member(self, at: int) -> int:
        if self.text[at : at + 1] != '"':
            raise self._wrong(at, "the name of a member in quotation marks is missing here")
        name, end = self._value(at)
        start = self._expect(self._blank(end), ":", "a colon is missing here")
        if name in self.members or (name == self.entries and self.spans is not None):
            raise self.error(at, f"“{name[:40]}” is written twice")
        if name == self.entries and self.text[start : start + 1] == "[":
            self.spans = []
            return self._inside(start, "]", self._entry)
        self.members[name], end = self._value(start)
        return end

    def _entry(self, at: int) -> int:
        assert self.spans is not None
        if len(self.spans) == self.most:
            raise self.error(at, f"“{self.entries}” has to be a list of at most {self.most:,}")
        end = self._value(at, skipping=True)[1]
        self.spans.append(Span(at, end))
        return end

    def _value(self, at: int, *, skipping: bool = False) -> tuple[Any, int]:
        """A value and its end; ``skipping`` passes over oversized ones.

        They are too much for the standard library.
        """
        try:
            return _DECODER.raw_decode(self.text, at)
        except JSONDecodeError as error:
            raise self._wrong(error.pos, error.msg) from None
        except _ConstantError as error:
            word = next(piece.start(1) for piece in _CONSTANT.finditer(self.text, at) if piece[1])
            raise self._wrong(word, f"{error} is no number of it") from None
        except RecursionError:
            why = "this JSON is nested too deeply"
        except ValueError:
            why = "this number is too large"
        end = self._skipped(at) if skipping and self.text[at] in "{[" else 0
        if not end:
            raise self.error(at, why)
        return None, end

    def _skipped(self, at: int) -> int:
        """End of a list or object, by brackets alone; else 0."""
        depth = 0
        for token in _TOKEN.finditer(self.text, at):
            depth += (token[0] in "{[") - (token[0] in "}]")
            if not depth:
                return token.end()
        return 0

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found is not None else at

    def _expect(self, at: int, sign: str, message: str) -> int:
        if self.text[at : at + 1] != sign:
            raise self._wrong(at, message)
        return self._blank(at + 1)

    def _wrong(self, at: int, message: str) -> TextError:
        return self.error(at, f"this is not JSON: {message}")

    def error(self, at: int, message: str) -> TextError:
        """A mistake of the file as a whole."""
        begin = max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1
        return TextError(message, line_ends(self.text, at) + 1, at - begin + 1)

    def entry(self, span: Span) -> Any:
        """An entry with the places of its members.

        Raises :class:`FaultError`.
        """
        return _Reader(self.text, span).value(0)[0]


class _Reader:
    """A reader of an entry known to be JSON."""

    def __init__(self, text: str, span: Span) -> None:
        self.tokens = _TOKEN.finditer(text, *span)
        self.left = MAX_VALUES

    def value(self, depth: int, token: re.Match[str] | None = None) -> tuple[Any, Span]:
        token = token or next(self.tokens)
        sign, (start, end) = token[0], token.span()
        self.left -= 1
        if not self.left:
            raise FaultError(f"the entry holds more than {MAX_VALUES:,} values", start, start + 1)
        if sign in "{[":
            if depth == MAX_DEPTH:
                raise FaultError("the entry is nested too deeply", start, start + 1)
            found = self._members(depth, Members(start)) if sign == "{" else self._values(depth, Values(start))
            return found, found.span
        if sign[0] in "-0123456789" and end - start > MAX_DIGITS:
            raise FaultError("this number is too large", start, end)
        return self._plain(sign, start, end), Span(start, end)

    def _plain(self, sign: str, start: int, end: int) -> Any:
        """A string, a number or a word."""
        found = _DECODER.raw_decode(sign)[0]
        if isinstance(found, str) and "\\" in sign and any("\ud800" <= ch <= "\udfff" for ch in found):
            raise FaultError("this text has half of a character in it", start, end)
        return found

    def _members(self, depth: int, found: Members) -> Members:
        while (token := next(self.tokens))[0] != "}":
            if token[0] == ",":
                continue
            name = self._plain(token[0], *token.span())
            if name in found:
                raise FaultError(f"“{name[:40]}” is written twice", *token.span())
            next(self.tokens)  # the colon
            found[name], span = self.value(depth + 1)
            found.at[name] = (token.start(), span)
        found.span = Span(found.span.start, token.end())
        return found

    def _values(self, depth: int, found: Values) -> Values:
        while (token := next(self.tokens))[0] != "]":
            if token[0] == ",":
                continue
            value, span = self.value(depth + 1, token)
            found.append(value)
            found.at.append(span)
        found.span = Span(found.span.start, token.end())
        return found


class EntryLayout:
    """Lines of a document as shown, with places on them.

    The lines are those of the file where each entry begins on a line of its own. Where several do, as in JSON without
    line ends, each entry is shown on a line of its own, which knows its place in the file.
    """

    def __init__(self, document: JsonDocument) -> None:
        self.text = text = document.text
        self.spans: list[Span] = document.spans or []
        few = line_ends(text, len(text)) < MAX_LINES
        ends = [end.span() for end in LINE_END.finditer(text)] if few else []
        self._starts = [0, *(end for _, end in ends)]
        self._ends = [*(start for start, _ in ends), len(text)]
        rows = [self._row(span.start) for span in self.spans]
        self.physical = few and len(set(rows)) == len(rows)
        """Whether the lines are those of the file."""
        self.numbers = [row + 1 for row in rows] if self.physical else list(range(1, len(rows) + 1))
        """The line of each entry, by which it is named."""
        if self.physical:
            self.lines = Lines(_shown(text[a:b]) for a, b in zip(self._starts, self._ends, strict=True))
        else:
            origins = {n: self._origin(n, row) if few else Origin(f"entry {n}") for n, row in enumerate(rows, 1)}
            self.lines = Lines((_CONTROL.sub(" ", _shown(text[a:b])) for a, b in self.spans), origins)
        self._at = self._base = self._stop = 0

    def _row(self, at: int) -> int:
        return bisect_right(self._starts, at) - 1

    def _origin(self, number: int, row: int) -> Origin:
        start, end = self.spans[number - 1]
        if end > self._ends[row]:
            return Origin(f"entry {number}")
        return Origin(f"entry {number}", row + 1, start - self._starts[row], in_file=True)

    def go_to(self, index: int) -> None:
        """Go to this entry, counted from 0, for places."""
        self._at, span = index, self.spans[index]
        row = self._row(span.start)
        self._base, self._stop = (self._starts[row], self._ends[row]) if self.physical else span

    def lines_of(self, index: int) -> list[int]:
        """Lines of an entry, without one that the next begins on."""
        first = self.numbers[index]
        if not self.physical:
            return [first]
        last = self._row(self.spans[index].end - 1) + 1
        if index + 1 < len(self.numbers):
            last = min(last, self.numbers[index + 1] - 1)
        return list(range(first, last + 1))

    def place(self, start: int, end: int) -> Place:
        """The place of a stretch of text, to its line's end."""
        if end <= self._stop:
            return Place(self.numbers[self._at], start - self._base + 1, end - self._base + 1)
        row = self._row(start)
        begin = self._starts[row]
        stop = min(end, self._ends[row])
        return Place(row + 1, start - begin + 1, max(stop, start + 1) - begin + 1)

    def whole(self) -> Place:
        """The place of the whole entry on its first line."""
        return self.place(*self.spans[self._at])

    def member(self, found: Members, name: str) -> Place:
        """A member with its name; the whole object without such a member."""
        at = found.at.get(name)
        return self.place(at[0], at[1].end) if at is not None else self.place(*found.span)

    def about(self, found: Members, name: str) -> Place:
        """An object on one line, else its most telling member."""
        start, end = found.span
        if end <= self._stop or (self.physical and end <= self._ends[self._row(start)]):
            return self.place(start, end)
        return self.member(found, name if name in found.at else next(iter(found.at), name))

    def of_path(self, found: Any, path: tuple[str | int, ...]) -> Place:
        """The target of a path, as far as it exists."""
        span = found.span if isinstance(found, Members | Values) else self.spans[self._at]
        for step in path:
            if isinstance(found, Members) and step in found.at:
                begin, span = found.at[str(step)]
                found = found[str(step)]
                span = span if isinstance(found, Members | Values) else Span(begin, span.end)
            elif isinstance(found, Values) and isinstance(step, int) and step < len(found):
                span, found = found.at[step], found[step]
        return self.place(*span)

    def columns(self, span: Span) -> list[int]:
        """Columns of a string's characters and its closing quotation mark."""
        start, end = span
        if "\\" not in self.text[start:end]:
            return list(range(start + 1, end))
        return [sign.start() for sign in _SIGN.finditer(self.text, start + 1, end - 1)] + [end - 1]


def _shown(line: str) -> str:
    """A line, cut if it is too long to be shown."""
    return line if len(line) <= MAX_LENGTH else line[:MAX_LENGTH] + "…"
