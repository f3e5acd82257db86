"""A page of Learn: a head, a lead and parts.

The parts are made of a few kinds of blocks that the page's script can draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.engine.state.words import listed
from referee.reports.wording import KINDS
from referee.web.addresses import rule_address
from referee.web.pages.words import Runs, runs

Block = dict[str, Any]
"""A block of a page.

One of: ``p`` (a text), ``ul`` (texts), ``links`` (rows of address, key, title and a summary), ``chips`` (addresses with
titles), ``facts`` (pairs), ``code`` (lines of the notation; with ``open``, a file name, they are a whole record),
``table``, ``svg``, ``said`` (sentences of findings), ``frame`` (a report), ``quiz`` (disputes, one a day).
"""
Above = tuple[str, str]
"""Address and title of a parent page."""
HOME: Above = ("", "Learn")
_SHOWN = ("id", "title", "key", "group", "crumbs", "under", "lead", "parts", "around")


@dataclass(slots=True)
class Page:
    """The page at an address."""

    id: str
    title: str
    key: str = ""
    """Its short name: a number of a rule, "card 17"."""
    group: str = ""
    """The group of results for searches; "" outside the search."""
    above: tuple[Above, ...] = ()
    """The parent pages."""
    under: list[str] = field(default_factory=list)
    """Its headings, in a few words each."""
    lead: Runs = ""
    parts: list[Block] = field(default_factory=list)
    """Each a title with blocks; ``folded`` ones are opened by the reader."""
    names: list[str] = field(default_factory=list)
    """Further names for searches."""
    summary: str = ""
    """One line for lists and results."""
    body: str = ""
    """Further words for searches."""
    around: tuple[Above | None, ...] = ()
    """The pages before and after it, with their names."""

    @property
    def crumbs(self) -> list[Above]:
        """The way to it from the start of Learn."""
        return [HOME, *self.above]

    def data(self) -> Block:
        """The page as data, without empty parts."""
        return {name: value for name in _SHOWN if (value := getattr(self, name))}

    def add(self, title: str, *blocks: Block | None, folded: bool = False, id: str = "") -> None:
        """Add a part with content."""
        kept = [b for b in blocks if b]
        if kept:
            more: Block = {"folded": True} if folded else {}
            self.parts.append({"title": title, "blocks": kept} | more | ({"id": id} if id else {}))


def chained(pages: list[Page]) -> None:
    """Link each page to the one before it and after it."""
    names: list[Above | None] = [(p.id, p.key or p.title) for p in pages]
    for page, before, after in zip(pages, [None, *names], [*names[1:], None], strict=False):
        page.around = (before, after) if before or after else ()


# -------------------------------------------------------------------- blocks


def paragraph(text: str, page: str = "") -> Block:
    """A paragraph; nothing for an empty text."""
    return {"p": runs(text, page)} if text else {}


def points(texts: Iterable[str], page: str = "") -> Block:
    """A list of sentences."""
    found = [runs(t, page) for t in texts]
    return {"ul": found} if found else {}


def links(rows: Iterable[tuple[str, ...]]) -> Block:
    """Rows of links: address, key, title, summary."""
    found = [list(row) for row in rows]
    return {"links": found} if found else {}


def led_to(pages: Iterable[Page]) -> Block:
    """Rows of links to pages, each with its summary."""
    return links((p.id, "", p.title, p.summary) for p in pages)


def rule_links(found: Iterable[Mapping[str, Any]]) -> Block:
    """Rows of links to rules."""
    return links((rule_address(r["number"]), r["number"], r["title"]) for r in found)


def ruling_links(found: Iterable[Mapping[str, Any]]) -> Block:
    """Rows of links to rulings."""
    return links((f"ruling/{r['id']}", "", r["question"], r["answer"]) for r in found)


def checks(requirements: Iterable[Mapping[str, Any]], page: str) -> Block:
    """The checks of the referee, a sentence each."""
    found = []
    for r in requirements:
        *others, last = [f"card {n}" for n in r["cards"]] or [""]
        cards = f" Changed by {listed([*others, *filter(None, [last])])}." if last else ""
        kind = "" if r["kind"] == "illegal" else f" ({KINDS[r['kind']]})"
        if r["asks"]:
            found.append(f"{r['asks']}{kind}{cards} If not: {r['sentence']}.")
        else:
            found.append(f"It is refused if {r['sentence']}.{kind}{cards}")
    return points(found, page)


def example(case: Mapping[str, Any] | None, label: str) -> Block:
    """A rule case: its record and its findings.

    The record may be opened elsewhere.
    """
    if case is None:
        return {}
    parted = [line.partition(" ") for line in case["findings"]]
    found = [f"{KINDS[kind]}: {rest}" if rest else KINDS[kind] for kind, _, rest in parted]
    block: Block = {
        "code": "\n".join(case["record"]),
        "title": runs(f"{label}: {case['title']}"),
        "open": f"{case['case']}.lgn",
    }
    return block | ({"found": [runs(f.replace(" also ", ", and also ")) for f in found]} if found else {})


def examples(d: Mapping[str, Any]) -> list[Block]:
    """A legal play, and an illegal one."""
    return [example(d["legal"], "Legal"), example(d["refused"], "Refused or claimed wrongly")]


# -------------------------------------------------------------------- data of pages


def addresses(data: Any) -> Iterator[str]:
    """Every linked address in data of pages."""
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
