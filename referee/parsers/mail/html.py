"""Visible lines of an HTML text.

One pattern finds the tags. It never looks further than some thousand characters ahead, so that a hostile text takes
time in proportion to its length; the parser of the standard library takes its square.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

MAX_HTML = 1_000_000
"""Most characters to read."""
MAX_DEPTH = 40
"""Most levels of quotation."""
_BLOCKS = frozenset(
    (
        *("p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "hr"),
        *("ul", "ol", "dl", "dt", "dd", "section", "article", "header", "footer", "body", "form", "fieldset", "main"),
    )
)
_APART = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table", "ul", "ol", "pre", "hr"))
"""Elements with a blank line before and after."""
_UNSEEN = frozenset(
    ("script", "style", "head", "template", "noscript", "svg", "object", "iframe", "textarea", "select")
)
_CODE = frozenset(("pre", "listing", "xmp"))
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)"  # a comment; one that never ends hides the rest, as in a browser
    r"|<[A-Za-z/!?](?:[^<>\"]*+(?:\"[^\"]{0,200}+\"[^<>\"]*+){0,20}+|[^<>]*+)>",
    re.DOTALL,
)
_NAME = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})")
_BLANKS = re.compile(r"[ \t\n\f\r\u00a0]+")
_HUGE = re.compile(r"&#(?:\d{8,}|[xX][0-9a-fA-F]{8,});?")


class PageLine(NamedTuple):
    """A line of the page.

    ``line`` is its source line, ``level`` its depth of quotation, ``code`` whether it is kept as typed.
    """

    text: str
    line: int
    level: int
    code: bool


def lines(html: str) -> list[PageLine]:
    """The visible lines of a page."""
    return _Page(html[:MAX_HTML]).read()


class _Page:
    def __init__(self, html: str) -> None:
        self.html = html
        self.found: list[PageLine] = []
        self.text: list[str] = []
        self.line = self.here = 1
        self.level = self.code = 0
        self.lists: list[int] = []
        """The open lists: 0 for bullets, else the next number."""
        self.began = False
        self.unclosed: set[str] = set()
        """Elements never closed from here on."""

    def read(self) -> list[PageLine]:
        html, at = self.html, 0
        while (tag := _TAG.search(html, at)) is not None:
            self.words(html[at : tag.start()])
            at = tag.end()
            name = _NAME.match(tag[0])
            word, closing = (name[2].lower(), bool(name[1])) if name is not None else ("", False)
            if word in _UNSEEN and not closing and not tag[0].endswith("/>"):
                word, at = "", self.after(word, at)
            self.here += html.count("\n", tag.start(), at)
            self.tag(word, closing)
        self.words(html[at:])
        self.flush()
        return self.found

    def after(self, word: str, at: int) -> int:
        """End of an element with hidden content.

        It is the beginning if the element is never closed.
        """
        if word not in self.unclosed:
            close = re.compile(rf"</{word}\b[^>]{{0,200}}>", re.IGNORECASE).search(self.html, at)
            if close is not None:
                return close.end()
            self.unclosed.add(word)
        return len(self.html) if word in ("script", "style") else at

    def words(self, raw: str) -> None:
        text = unescape(_HUGE.sub("?", raw))
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
        before = raw.count("\n", 0, len(raw) - len(raw.lstrip()))
        if shown.strip():
            self.here += before
            self.begin()
            self.here -= before
            self.text.append(shown)
        elif self.text and shown:
            self.text.append(" ")
        self.here += raw.count("\n")

    def begin(self) -> None:
        if not self.began:
            self.line, self.began = self.here, True

    def flush(self, *, keep: bool = False) -> None:
        """End the current line; ``keep`` an empty one, too."""
        text = "".join(self.text)
        text = text.rstrip() if self.code else _BLANKS.sub(" ", text).strip()
        if text or keep:
            self.found.append(PageLine(text, self.line if self.began else self.here, self.level, self.code > 0))
        self.text.clear()
        self.began = False

    def tag(self, word: str, closing: bool) -> None:
        if word in ("td", "th"):
            if not closing and self.text:
                self.text.append("  ")
            return
        if word not in _BLOCKS and word not in _CODE:
            return
        self.flush(keep=word == "br" and not self.text)
        if word in _APART and self.found and self.found[-1].text:
            self.found.append(PageLine("", self.here, self.level, False))
        deeper = -1 if closing else 1
        if word == "blockquote":
            self.level = min(MAX_DEPTH, max(0, self.level + deeper))
        elif word in _CODE:
            self.code = min(MAX_DEPTH, max(0, self.code + deeper))
        elif word in ("ul", "ol"):
            self.lists = self.lists[:-1] if closing else [*self.lists, int(word == "ol")][:MAX_DEPTH]
        elif word == "li" and not closing:
            self.begin()
            number = self.lists[-1] if self.lists else 0
            self.text.append(f"{number}. " if number else "- ")
            self.lists[-1:] = [number + 1 if number else 0] if self.lists else []
