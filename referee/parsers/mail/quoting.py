"""The origin of a message's lines.

It finds the lines by the sender, the quoted ones with their depth, and the signature.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from referee.engine.state.tables import read_toml
from referee.parsers.mail.model import MailLine

MAX_LEVEL = 40
"""Most levels of quotation."""
_MARKS = re.compile(r"\s{0,3}(?:(?:>|\||(?!USA?>|J>)[A-Z][A-Za-z]{0,2}>)[ \t]?)+")
_TABLE = re.compile(r"\s*\|.*\|\s*")
_MARK = re.compile(r">|\|")
_WORDS: dict[str, list[str]] = read_toml(Path(__file__).with_name("words.toml"))


def _words(name: str, form: str, escaped: bool = False) -> re.Pattern[str]:
    """A pattern with these words for ``{}``, in either case."""
    found = _WORDS[name]
    return re.compile(form.replace("{}", "|".join(map(re.escape, found) if escaped else found)), re.IGNORECASE)


_ATTRIBUTION = _words("wrote", r"(?:{})\b[^:：]{0,80}[:：]\s*$|(?:写道|寫道)\s*[:：]?\s*$", escaped=True)
_ENDS = (":", "：", "道")
_BEGUN = _words("begins", r"(?:{})\b.{3,}")
_DIVIDED = _words("divides", r"-{2,}\s*(?:{})\s*-{2,}")
_ANNOUNCED = _words("announces", "{}")
_HEAD = _words("heads", r"\*?({})\s?:\*?\s.*")
_SIGNED = re.compile(r"--\s*")
_OWN_AGAIN = re.compile(r"(?:p\.?\s?s\.?|pps|edit|addendum)\b", re.IGNORECASE)


class RawLine(NamedTuple):
    """A line of a text, with its page's depth of quotation.

    With how often the page that it comes from quotes it.
    """

    number: int
    text: str
    level: int = 0


def lines(raw: Iterable[RawLine]) -> list[MailLine]:
    """The lines of a message with their levels."""
    found = [_unmarked(line) for line in raw]
    _headed(found)
    _signed(found)
    return found


def _unmarked(raw: RawLine) -> MailLine:
    """A line without its quotation marks."""
    match = _MARKS.match(raw.text[:200])
    if match is None or _TABLE.fullmatch(raw.text):
        return MailLine(raw.number, raw.text, raw.level)
    level = raw.level + len(_MARK.findall(match[0]))
    return MailLine(raw.number, raw.text[match.end() :], min(level, MAX_LEVEL), shift=match.end())


def _headed(lines: list[MailLine]) -> None:
    """Count the lines above a quotation to it.

    After a head without marks, everything is quoted to the end.
    """
    more = n = 0
    while n < len(lines):
        size, marked, begins = _introduction(lines, n)
        more += begins
        for m in range(n, n + size):
            lines[m] = _deeper(lines[m], more + marked)
        n += size


def _introduction(lines: list[MailLine], n: int) -> tuple[int, bool, bool]:
    """Number of lines that introduce a quotation, and its kind.

    The kind is one with marks, and one to the end.
    """
    if _is_divider(lines[n].text.strip()) or _is_head(lines, n):
        return _head_size(lines, n), False, True
    size = _attribution(lines, n)
    following = next((x for x in lines[n + size : n + size + 4] if x.text.strip()), None) if size else None
    if following is None:
        return 1, False, False
    dated = any(c.isdigit() for x in lines[n : n + size] for c in x.text)
    marked = following.quoted_level > lines[n].quoted_level
    return size, marked, dated and not marked


def _is_divider(text: str) -> bool:
    return _DIVIDED.fullmatch(text) is not None or _ANNOUNCED.fullmatch(text) is not None


def _deeper(line: MailLine, more: int) -> MailLine:
    if not more:
        return line
    return MailLine(line.number, line.text, min(line.quoted_level + more, MAX_LEVEL), shift=line.shift)


def _attribution(lines: list[MailLine], n: int) -> int:
    """Number of lines that name the author of later text."""
    text = lines[n].text.strip()
    if not text or len(text) > 300:
        return 0
    if _says_who(text):
        return 1
    if not _BEGUN.match(text):
        return 0
    for size in (2, 3):
        if n + size > len(lines) or lines[n + size - 1].quoted_level != lines[n].quoted_level:
            return 0
        text = f"{text} {lines[n + size - 1].text.strip()}"
        if len(text) > 400 or not lines[n + size - 1].text.strip():
            return 0
        if _says_who(text):
            return size
    return 0


def _says_who(text: str) -> bool:
    return text[-1] in _ENDS and _ATTRIBUTION.search(text) is not None


def _is_head(lines: list[MailLine], n: int) -> bool:
    """Whether a mail's head is copied here.

    It has three lines or more, one after another.
    """
    if n and lines[n - 1].text.strip() and not set(lines[n - 1].text.strip()) <= set("_-*= "):
        return False
    return _HEAD.fullmatch(lines[n].text.strip()) is not None and _head_size(lines, n) >= 3


def _head_size(lines: list[MailLine], n: int) -> int:
    """Number of lines of a copied head, with the divider above."""
    size = 1
    names = {""}
    blank = 0
    while n + size < len(lines) and size < 12:
        text = lines[n + size].text.strip()
        match = _HEAD.fullmatch(text)
        if match is None or match[1].lower() in names:
            if text or blank or size > 2 or match is not None:
                break
            blank = 1
        else:
            names.add(match[1].lower())
            blank = 0
        size += 1
    return size - blank


def _signed(lines: list[MailLine]) -> None:
    """Mark signatures, from the dashes to end, quotation or postscript."""
    signed = False
    for n, line in enumerate(lines):
        if line.quoted_level:
            signed = False
        elif _SIGNED.fullmatch(line.text) and not line.shift:
            signed = True
        elif signed and _OWN_AGAIN.match(line.text.lstrip()) and not (n and lines[n - 1].text.strip()):
            signed = False
        if signed:
            lines[n] = MailLine(line.number, line.text, 0, True, line.shift)
