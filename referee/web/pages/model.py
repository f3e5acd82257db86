"""A page of Learn: a head, a lead, and parts made of a few kinds of blocks that the page's script can draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.web.pages.words import Runs, runs

Block = dict[str, Any]
"""One of: ``p`` (a text), ``ul`` (texts), ``links`` (rows of address, key, title and what is said of it), ``chips`` (addresses with titles), ``facts``
(pairs), ``code`` (lines of the notation; with ``open``, a file name, they are a whole record), ``table``, ``svg``,
``said`` (sentences of findings), ``frame`` (a report)."""


@dataclass(slots=True)
class Part:
    """A heading with blocks; ``folded`` ones are opened by the reader."""

    title: str
    blocks: list[Block]
    folded: bool = False
    id: str = ""

    def data(self) -> Block:
        """The part as data."""
        found: Block = {"title": self.title, "blocks": self.blocks}
        if self.folded:
            found["folded"] = True
        if self.id:
            found["id"] = self.id
        return found


@dataclass(slots=True)
class Page:
    """What stands at an address."""

    id: str
    title: str
    key: str = ""
    """What it is called by: a number of a rule, "card 17"."""
    group: str = ""
    """The group of results in which it is found; empty if nobody looks for it."""
    crumbs: list[tuple[str, str]] = field(default_factory=list)
    under: list[str] = field(default_factory=list)
    """What it is, in a few words each."""
    lead: Runs = ""
    parts: list[Part] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Further names by which it is found."""
    told: str = ""
    """What is said of it in a list of results."""
    body: str = ""
    """Words by which it is found as well."""
    anchors: list[tuple[str, str, str]] = field(default_factory=list)
    """Places within it that are found by themselves: id, key, title."""
    around: tuple[tuple[str, str] | None, tuple[str, str] | None] = (None, None)
    """The page before it and the one after it, each with its name."""

    def data(self) -> Block:
        """The page as data, without what is empty."""
        found: Block = {
            "id": self.id,
            "title": self.title,
            "key": self.key,
            "group": self.group,
            "crumbs": self.crumbs,
            "under": self.under,
            "lead": self.lead,
            "parts": [p.data() for p in self.parts if p.blocks],
            "around": list(self.around) if any(self.around) else [],
        }
        return {k: v for k, v in found.items() if v}

    def add(self, title: str, *blocks: Block | None, folded: bool = False, id: str = "") -> None:
        """Add a part, if anything is in it."""
        kept = [b for b in blocks if b]
        if kept:
            self.parts.append(Part(title, kept, folded, id))


def paragraph(text: str, page: str = "") -> Block:
    """A paragraph; nothing if there is no text."""
    return {"p": runs(text, page)} if text else {}


def points(texts: Iterable[str], page: str = "") -> Block:
    """A list of sentences."""
    found = [runs(t, page) for t in texts]
    return {"ul": found} if found else {}


def links(rows: Iterable[tuple[str, ...]]) -> Block:
    """Rows that lead elsewhere: address, key, title, and what is said of it."""
    found = [list(row) for row in rows]
    return {"links": found} if found else {}


def chained(pages: list[Page]) -> None:
    """Let each page know the one before it and the one after it."""
    names = [(p.id, p.key or p.title) for p in pages]
    for i, page in enumerate(pages):
        page.around = (names[i - 1] if i else None, names[i + 1] if i + 1 < len(names) else None)


def addresses(data: Any) -> Iterator[str]:
    """Every address to which data of pages leads."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("links", "chips", "crumbs", "around"):
                yield from (row[0] for row in value if row and row[0])
            elif key != "svg":
                yield from addresses(value)
    elif isinstance(data, list | tuple):
        if len(data) == 3 and data[0] == "a":
            yield data[2]
        else:
            for value in data:
                yield from addresses(value)


def texts(data: Any) -> Iterator[str]:
    """Every text in such data, but for drawings."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name != "svg":
                yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield data
