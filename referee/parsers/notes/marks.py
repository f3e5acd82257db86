"""Marks of people and forums around a line.

They are Markdown, BBCode, bullets and emphasis. A line is read without them. Blanks replace every mark, so that columns
are those of the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from referee.parsers.mail.model import MailLine

MAX_LEVEL = 40
_FENCE = re.compile(r"\s{0,3}(?:[-*]\s+)?(`{3,}|~{3,})[^`]*$")
CODE = re.compile(
    r"\[(/?)(b|i|u|s|c|code|pre|q|quote|size|color|colour|font|url|list|o|spoiler|center|left|right|indent|tt|h\d|\*)"
    r"(?:\s*=\s*[^\[\]\r\n]{0,100}|\s+\w+=[^\[\]\r\n]{0,100})?\]",
    re.IGNORECASE,
)
"""A mark of BBCode."""
_QUOTE = ("q", "quote")
_TYPED = ("c", "code", "pre", "tt")
_SIGNS = (("&gt;", ">   "), ("&lt;", "<   "), ("&amp;", "&    "), ("&nbsp;", "      "), ("&#39;", "'    "))
_ESCAPED = re.compile(r"\\([\[\]>#*_()+.`-])")
_BOLD = re.compile(r"\*\*|__|`|~~")
_BULLET = re.compile(
    r"\s*(?:#{1,6}\s+|(?:[-*•·‣▪◦●○■–—]+|\(?\d{1,3}[.)]|\(?[a-z][.)]|\d{1,3}\.[.)]?\d{0,3})\s+)(?=[\w+\[\"'“«*;{])",
    re.IGNORECASE,
)
_TASK = re.compile(r"\s*\[[ xX]?\]\s+(?=\w)")
_BREAKS = re.compile("[\t\x0b\x0c\x1b\x1c-\x1f\x7f\x85\u2028\u2029]")
MOST_CODES = 60
"""Most BBCode marks in a line of notation, cut at each."""
MAX_LINE = 4000
"""Longest line that can be notation, in characters."""


@dataclass(frozen=True, slots=True)
class MarkedPiece:
    """A line, or a part of one, without its marks."""

    number: int
    text: str
    shift: int = 0
    level: int = 0
    signature: bool = False
    block: int = 0
    """The number of its block of typed text; 0 for none."""
    bullet: bool = False


def pieces(lines: Iterable[MailLine]) -> list[MarkedPiece]:
    """The lines of a text without their marks."""
    return list(_Marks().read(lines))


class _Marks:
    def __init__(self) -> None:
        self.level = 0
        self.blocks = 0
        self.fenced = ""
        self.typed = False

    @property
    def block(self) -> int:
        return self.blocks if self.fenced or self.typed else 0

    def read(self, lines: Iterable[MailLine]) -> Iterator[MarkedPiece]:
        above = 0
        for line in lines:
            if line.quoted_level != above:
                self.fenced, above = "", line.quoted_level
            text = _BREAKS.sub(" ", line.text) if len(line.text) <= MAX_LINE else ""
            fence = _FENCE.match(text) if len(text) < 200 else None
            if fence is not None and (not self.fenced or self.fenced[0] == fence[1][0]):
                self.fenced = "" if self.fenced else fence[1]
                self.blocks += bool(self.fenced)
                text = ""
            yield from self.cut(line, text)

    def cut(self, line: MailLine, text: str) -> Iterator[MarkedPiece]:
        """Pieces of a line between BBCode marks, within the limit.

        A line with too many marks has none.
        """
        codes = list(islice(CODE.finditer(text), MOST_CODES + 1)) if "[" in text else []
        if len(codes) > MOST_CODES:
            text, codes = "", []
        shown, at = "", 0
        for match in codes:
            shown += text[at : match.start()]
            word, closing = match[2].lower(), bool(match[1])
            if word in _QUOTE or (word in _TYPED and (closing or not shown.strip())):
                yield from self.piece(line, shown)
                shown = " " * len(shown)
            if word in _QUOTE:
                self.level = max(0, self.level - 1) if closing else min(MAX_LEVEL, self.level + 1)
            elif word in _TYPED:
                self.blocks += not closing and not self.typed
                self.typed = not closing
            shown += " " * len(match[0])
            at = match.end()
        yield from self.piece(line, shown + text[at:], last=True)

    def piece(self, line: MailLine, text: str, *, last: bool = False) -> Iterator[MarkedPiece]:
        text = plain(text)
        bullet = _BULLET.match(text) if not self.block else None
        begin = bullet.end() if bullet is not None else 0
        task = _TASK.match(text, begin)
        begin = task.end() if task is not None else begin
        body = text[begin:].strip()
        begin = text.find(body, begin)
        if body[:1] in "*_" and len(body) > 2 and body[-1] == body[0] and body[1] != " ":
            begin, body = begin + 1, body[1:-1]
        if body.endswith("\\"):
            body = body[:-1].rstrip()
        if body or last:
            level, shift = line.quoted_level + self.level, line.shift + begin
            yield MarkedPiece(line.number, body, shift, level, line.signature, self.block, bullet is not None)


def plain(text: str) -> str:
    """A line with blanks for the marks within it."""
    if "&" in text:
        for mark, instead in _SIGNS:
            text = text.replace(mark, instead)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1 ", text)
    return _BOLD.sub(lambda m: " " * len(m[0]), text)
