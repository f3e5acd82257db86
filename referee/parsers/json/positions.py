"""JSON with the places of its values: the standard library's reader forgets where anything stood.

A document is read twice: first as a whole by the standard library, which finds its mistakes and where the entries are; then
entry by entry, as it is needed, by a reader that keeps the place of every member. So no more than one entry is held with
its places at a time.
"""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, JSONDecoder, scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from referee.parsers.notation.encodings import TextError

MAX_DEPTH = 32
"""Deepest nesting of an entry; the deepest that says anything is ten."""
MAX_VALUES = 50_000
"""Most values that an entry holds."""
MAX_DIGITS = 15
"""Most characters of a number that is looked at."""
_BLANK = re.compile(r"[ \t\n\r]*").match
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?").match
_WORDS: dict[str, tuple[Any, int]] = {"t": (True, 4), "f": (False, 5), "n": (None, 4)}
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_WORD = re.compile(r'"(?:[^"\\]|\\.)*+"|(NaN|-?Infinity)', re.DOTALL)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_SIGN = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)
"""One character as it is written in a string."""


class Members(dict[str, Any]):
    """An object; ``at`` says of each member where its name begins, where its value begins and where that ends."""

    __slots__ = ("at", "end", "start")

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = self.end = start
        self.at: dict[str, tuple[int, int, int]] = {}


class Values(list[Any]):
    """A list; ``at`` says of each value where it begins and ends."""

    __slots__ = ("at", "end", "start")

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = self.end = start
        self.at: list[tuple[int, int]] = []


class Span(NamedTuple):
    """Where an entry begins in the text, and the place behind it."""

    start: int
    end: int


class FaultError(Exception):
    """What is wrong with an entry although it is JSON, and where."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.start, self.end = message, start, end


class _WordError(ValueError):
    """A word that JavaScript has for a number, and JSON has not."""


def _refused(word: str) -> Any:
    raise _WordError(word)


_DECODER = JSONDecoder(parse_constant=_refused)


def error_at(text: str, at: int, message: str) -> TextError:
    """A mistake of the file as a whole."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return TextError(message, line_ends(text, at) + 1, at - begin + 1)


def line_ends(text: str, upto: int) -> int:
    """How many lines end in front of a place."""
    return text.count("\n", 0, upto) + text.count("\r", 0, upto) - text.count("\r\n", 0, upto)


class Document:
    """A JSON document that is an object: its members, and of one of them, a list, where its entries are."""

    def __init__(self, text: str, entries: str, most: int) -> None:
        """``entries`` names the list, of which at most ``most`` are taken. Raises :class:`TextError`."""
        self.text = text
        self.members: dict[str, Any] = {}
        self.spans: list[Span] | None = None
        self._halves = _HALF.search(text) is not None
        at = self._blank(0)
        if text[at : at + 1] != "{":
            self._end(self._value(at)[1])
            return
        at = self._blank(at + 1)
        if text[at : at + 1] == "}":
            self._end(at + 1)
            return
        while True:
            if text[at : at + 1] != '"':
                raise self._wrong(at, "the name of a member in quotation marks is missing here")
            begin = at
            name, at = self._value(at)
            at = self._expect(at, ":", "a colon is missing here")
            if name in self.members or (name == entries and self.spans is not None):
                raise error_at(text, begin, f"“{name[:40]}” stands twice")
            if name == entries and text[at : at + 1] == "[":
                self.spans = []
                at = self._list(at, most)
            else:
                self.members[name], at = self._value(at)
            at = self._blank(at)
            if text[at : at + 1] == "}":
                self._end(at + 1)
                return
            at = self._expect(at, ",", "a comma or a closing brace is missing here")

    def _list(self, at: int, most: int) -> int:
        text, spans = self.text, self.spans
        assert spans is not None
        at = self._blank(at + 1)
        if text[at : at + 1] == "]":
            return at + 1
        while True:
            if len(spans) == most:
                raise error_at(text, at, f"“entries” has to be a list of at most {most:,}")
            end = self._value(at, skipping=True)[1]
            spans.append(Span(at, end))
            at = self._blank(end)
            if text[at : at + 1] == "]":
                return at + 1
            at = self._expect(at, ",", "a comma or a closing bracket is missing here")

    def _value(self, at: int, *, skipping: bool = False) -> tuple[Any, int]:
        """A value and the place behind it, as the standard library has it."""
        try:
            return _DECODER.raw_decode(self.text, at)
        except JSONDecodeError as error:
            raise self._wrong(error.pos, error.msg) from None
        except _WordError as error:
            word = next(piece.start(1) for piece in _WORD.finditer(self.text, at) if piece[1])
            raise self._wrong(word, f"{error} is no number of it") from None
        except RecursionError:
            why = "this JSON is nested too deeply"
        except ValueError:
            why = "this number is too large"
        end = skip(self.text, at) if skipping and self.text[at] in "{[" else 0
        if not end:
            raise error_at(self.text, at, why)
        return None, end

    def _blank(self, at: int) -> int:
        found = _BLANK(self.text, at)
        return found.end() if found is not None else at

    def _expect(self, at: int, sign: str, message: str) -> int:
        at = self._blank(at)
        if self.text[at : at + 1] != sign:
            raise self._wrong(at, message)
        return self._blank(at + 1)

    def _end(self, at: int) -> None:
        at = self._blank(at)
        if at != len(self.text):
            raise self._wrong(at, "something stands behind the end")

    def _wrong(self, at: int, message: str) -> TextError:
        return error_at(self.text, at, f"this is not JSON: {message}")

    def plain(self, span: Span) -> Any:
        """An entry without its places; None where it goes too far."""
        try:
            return _DECODER.raw_decode(self.text, span.start)[0]
        except (RecursionError, ValueError):
            return None

    def entry(self, span: Span) -> Any:
        """An entry with the places of its members. Raises :class:`FaultError`."""
        return _Reader(self.text, self._halves).value(span.start, 0)[0]


class _Reader:
    """Reads what is known to be JSON."""

    __slots__ = ("halves", "left", "text")

    def __init__(self, text: str, halves: bool) -> None:
        self.text, self.halves, self.left = text, halves, MAX_VALUES

    def value(self, at: int, depth: int) -> tuple[Any, int]:
        text = self.text
        self.left -= 1
        if not self.left:
            raise FaultError(f"the entry holds more than {MAX_VALUES:,} values", at, at + 1)
        sign = text[at]
        if sign == '"':
            return self.string(at)
        if sign == "{":
            return self.members(at, depth)
        if sign == "[":
            return self.values(at, depth)
        if sign in _WORDS:
            word, length = _WORDS[sign]
            return word, at + length
        found = _NUMBER(text, at)
        assert found is not None
        end = found.end()
        if end - at > MAX_DIGITS:
            raise FaultError("this number is too large", at, end)
        digits = found[0]
        return (int(digits) if digits.lstrip("-").isdigit() else float(digits)), end

    def string(self, at: int) -> tuple[str, int]:
        found, end = scanstring(self.text, at + 1, True)
        if self.halves and any("\ud800" <= sign <= "\udfff" for sign in found):
            raise FaultError("this text has half of a character in it", at, end)
        return found, end

    def members(self, at: int, depth: int) -> tuple[Members, int]:
        if depth == MAX_DEPTH:
            raise FaultError("the entry is nested too deeply", at, at + 1)
        text, found = self.text, Members(at)
        places = found.at
        at = _blank_end(text, at + 1)
        if text[at] != "}":
            while True:
                begin = at
                name, at = self.string(at)
                if name in found:
                    raise FaultError(f"“{name[:40]}” stands twice", begin, at)
                if text[at] != ":":
                    at = _blank_end(text, at)
                start = at + 1
                if text[start] <= " ":
                    start = _blank_end(text, start)
                found[name], at = self.value(start, depth + 1)
                places[name] = (begin, start, at)
                if text[at] <= " ":
                    at = _blank_end(text, at)
                if text[at] == "}":
                    break
                at += 1
                if text[at] <= " ":
                    at = _blank_end(text, at)
        found.end = at + 1
        return found, at + 1

    def values(self, at: int, depth: int) -> tuple[Values, int]:
        if depth == MAX_DEPTH:
            raise FaultError("the entry is nested too deeply", at, at + 1)
        text, found = self.text, Values(at)
        at = _blank_end(text, at + 1)
        if text[at] != "]":
            while True:
                start = at
                value, at = self.value(at, depth + 1)
                found.append(value)
                found.at.append((start, at))
                if text[at] <= " ":
                    at = _blank_end(text, at)
                if text[at] == "]":
                    break
                at += 1
                if text[at] <= " ":
                    at = _blank_end(text, at)
        found.end = at + 1
        return found, at + 1


def _blank_end(text: str, at: int) -> int:
    while text[at] in " \t\n\r":
        at += 1
    return at


def skip(text: str, at: int) -> int:
    """The place behind a list or an object, by its brackets alone; 0 if it has no end."""
    depth = 0
    for piece in _PIECE.finditer(text, at):
        sign = piece[0]
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if not depth:
                return piece.end()
    return 0


def columns(text: str, at: int, end: int) -> list[int]:
    """Of a string between these places: where each of its characters is written, and the quotation mark behind it."""
    if "\\" not in text[at:end]:
        return list(range(at + 1, end))
    return [piece.start() for piece in _SIGN.finditer(text, at + 1, end - 1)] + [end - 1]


__all__ = ["Document", "FaultError", "Members", "Span", "Values", "columns", "error_at", "skip"]
