"""A text in HTML as lines: what stands in it, without what only makes it look like something.

Tags are found with bounded steps forward, so that no text takes longer than its length.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

MAX_HTML = 1_000_000
"""Most characters that are looked at."""
MAX_DEPTH = 40
"""Most levels of quotation that are told apart."""
_MAX_TAG = 5000
_BLOCKS = frozenset(
    (
        *("p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "hr"),
        *("ul", "ol", "dl", "dt", "dd", "section", "article", "header", "footer", "body", "form", "fieldset", "main"),
    )
)
_APART = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol", "pre", "hr"))
"""What has a blank line before and behind it."""
_UNSEEN = frozenset(
    ("script", "style", "head", "template", "noscript", "svg", "object", "iframe", "textarea", "select")
)
_CODE = frozenset(("pre", "listing", "xmp"))
_BEGINS = re.compile(r"<(?=[A-Za-z/!?])")
_NAME = re.compile(r"/?([A-Za-z][A-Za-z0-9]{0,20})")
_BLANKS = re.compile(r"[ \t\n\f\r\u00a0]+")
_HUGE = re.compile(r"&#(?:\d{8,}|[xX][0-9a-fA-F]{8,});?")


class Shown(NamedTuple):
    """A line of the page: where it begins in the source, how often it is quoted, and whether it stands as it was typed."""

    text: str
    line: int
    level: int
    code: bool


def lines(html: str) -> list[Shown]:
    """The lines that a page shows."""
    return _Page(html[:MAX_HTML]).read()


class _Page:
    def __init__(self, html: str) -> None:
        self.html = html
        self.found: list[Shown] = []
        self.text: list[str] = []
        self.line = self.here = 1
        self.level = self.code = 0
        self.lists: list[int] = []
        """The lists that stand open: 0 for bullets, else the next number."""
        self.began = False
        self.unclosed: set[str] = set()
        """Elements that begin and never end from here on."""

    def read(self) -> list[Shown]:
        html, at = self.html, 0
        no_comment_ends = False
        while at < len(html):
            begun = _BEGINS.search(html, at)
            if begun is None:
                self.words(html[at:])
                break
            sign = begun.start()
            if sign > at:
                self.words(html[at:sign])
            if html.startswith("<!--", sign):
                end = -1 if no_comment_ends else html.find("-->", sign + 4)
                no_comment_ends = no_comment_ends or end < 0
                at = self.passed(sign, end + 3 if end >= 0 else sign + 4)
                continue
            name = _NAME.match(html, sign + 1)
            end = _tag_end(html, sign)
            if end < 0:
                at = sign + _MAX_TAG // 2
                self.words(html[sign:at])
                continue
            at = self.passed(sign, end)
            if name is not None:
                word = name[1].lower()
                if word in _UNSEEN and html[sign + 1] != "/" and html[end - 2] != "/":
                    at = self.passed(at, self.behind(word, at))
                else:
                    self.tag(word, html[sign + 1] == "/")
        self.flush()
        return self.found

    def passed(self, start: int, end: int) -> int:
        """Count the line ends of what is passed over; where it ends."""
        self.here += self.html.count("\n", start, end)
        return end

    def behind(self, word: str, at: int) -> int:
        """Where an element ends whose content is not shown; at its begin if it never ends."""
        if word not in self.unclosed:
            close = re.compile(rf"</{word}\b[^>]{{0,200}}>", re.IGNORECASE).search(self.html, at)
            if close is not None:
                return close.end()
            self.unclosed.add(word)
        return len(self.html) if word in ("script", "style") else at

    def words(self, raw: str) -> None:
        text = unescape(_HUGE.sub("?", raw)) if "&" in raw else raw
        if self.code:
            for n, piece in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
                if n:
                    self.flush(keep=True)
                    self.here += 1
                if piece:
                    self.begin()
                    self.text.append(piece)
            return
        shown = _BLANKS.sub(" ", text)
        if shown.strip():
            self.here += _newlines_before(raw)
            self.begin()
            self.text.append(shown)
            self.here += raw.count("\n") - _newlines_before(raw)
        else:
            if self.text and shown:
                self.text.append(" ")
            self.here += raw.count("\n")

    def begin(self) -> None:
        if not self.began:
            self.line, self.began = self.here, True

    def flush(self, *, keep: bool = False) -> None:
        """End the line that is being written; ``keep`` also if there is nothing on it."""
        text = "".join(self.text)
        text = text.rstrip() if self.code else _BLANKS.sub(" ", text).strip()
        if text or keep:
            self.found.append(Shown(text, self.line if self.began else self.here, self.level, self.code > 0))
        self.text.clear()
        self.began = False

    def tag(self, word: str, closing: bool) -> None:
        if word in ("td", "th"):
            if not closing and self.text:
                self.text.append("  ")
            return
        if word not in _BLOCKS and word not in _CODE:
            return
        kept = word == "br" and not self.text
        self.flush(keep=kept)
        if word in _APART and self.found and self.found[-1].text:
            self.found.append(Shown("", self.here, self.level, False))
        if word == "blockquote":
            self.level = max(0, self.level - 1) if closing else min(MAX_DEPTH, self.level + 1)
        elif word in _CODE:
            self.code = max(0, self.code - 1) if closing else min(MAX_DEPTH, self.code + 1)
        elif word in ("ul", "ol"):
            if closing:
                del self.lists[-1:]
            elif len(self.lists) < MAX_DEPTH:
                self.lists.append(1 if word == "ol" else 0)
        elif word == "li" and not closing:
            self.item()

    def item(self) -> None:
        self.begin()
        if self.lists and self.lists[-1]:
            self.text.append(f"{self.lists[-1]}. ")
            self.lists[-1] += 1
        else:
            self.text.append("- ")


def _newlines_before(raw: str) -> int:
    return raw.count("\n", 0, len(raw) - len(raw.lstrip()))


def _tag_end(html: str, start: int) -> int:
    """Behind the end of a tag; a ``>`` within quotation marks does not end it. -1 if it does not end."""
    at = start
    for _ in range(4):
        end = html.find(">", at + 1, start + _MAX_TAG)
        if end < 0:
            break
        if html.count('"', start, end) % 2 == 0:
            return end + 1
        at = end
    end = html.find(">", start, start + _MAX_TAG)
    return end + 1 if end >= 0 else -1
