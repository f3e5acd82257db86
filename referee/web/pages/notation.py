"""The notation: a sheet to look things up in, and every section with its examples, from docs/notation.md."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from referee.web.addresses import slug
from referee.web.pages import shown
from referee.web.pages.model import Block, Page, chained, links
from referee.web.pages.words import plain, runs, weighty

NOTATION = ("notation", "The notation")
_FENCE = "```"


@dataclass(slots=True)
class Section:
    """A heading of the document with what stands below it."""

    title: str
    blocks: list[Block] = field(default_factory=list)


def pages(document: Path) -> list[Page]:
    """The sheet, and a page a section."""
    sections = [s for s in read(document.read_text(encoding="utf-8")) if s.blocks]
    found = []
    first = Page(*NOTATION, group="notation", crumbs=shown.crumbs())
    first.lead = "How a record is written, at a glance. Each heading has a page of its own that says more."
    first.told = "The forms of every line, with examples"
    for s in sections:
        page = Page(f"notation/{slug(s.title)}", s.title, group="notation", crumbs=shown.crumbs(NOTATION))
        page.add("", *s.blocks)
        said = " ".join(_texts(s.blocks))
        page.told = said[:110].rpartition(" ")[0] + " …"
        page.body = weighty(said)
        found.append(page)
        tables = [b for b in s.blocks if "table" in b]
        sample = next((b for b in s.blocks if "code" in b), None)
        if tables:
            more = links([(page.id, "", f"More on this: {s.title}")])
            first.add(s.title, *tables, sample, more, folded=bool(first.parts))
        elif sample is not None:
            first.add(s.title, sample, links([(page.id, "", f"More on this: {s.title}")]), folded=bool(first.parts))
    chained(found)
    return [first, *found]


def _texts(blocks: list[Block]) -> list[str]:
    out = []
    for b in blocks:
        if "p" in b:
            out.append(plain(b["p"]))
        elif "ul" in b:
            out += [plain(t) for t in b["ul"]]
        elif "table" in b:
            out += [plain(cell) for row in b["table"]["rows"] for cell in row]
    return out


def read(text: str) -> list[Section]:
    """The sections of a document: paragraphs, lists, tables and samples, which is all that ours have."""
    sections = [Section("")]
    lines = iter([*text.splitlines(), ""])
    kept: list[str] = []

    def close() -> None:
        if kept:
            sections[-1].blocks.append(_block(kept))
            kept.clear()

    for line in lines:
        if line.startswith(_FENCE):
            close()
            inside = []
            for within in lines:
                if within.startswith(_FENCE):
                    break
                inside.append(within)
            sections[-1].blocks.append({"code": "\n".join(inside)})
        elif line.startswith("#"):
            close()
            title = line.lstrip("#").strip()
            sections.append(Section("") if line.startswith("# ") else Section(title))
        elif line.strip():
            kept.append(line)
        else:
            close()
    return [s for s in sections if s.title]


def _block(lines: list[str]) -> Block:
    if lines[0].startswith("    "):
        return {"code": "\n".join(line[4:] for line in lines)}
    if lines[0].startswith("|"):
        head, _, *rows = [_cells(line) for line in lines]
        return {"table": {"head": [runs(c) for c in head], "rows": [[runs(c) for c in row] for row in rows]}}
    if lines[0].startswith("* "):
        items = re.split(r"\n\* ", "\n" + "\n".join(lines))[1:]
        return {"ul": [runs(" ".join(item.split())) for item in items]}
    return {"p": runs(" ".join(line.strip() for line in lines))}


def _cells(line: str) -> list[str]:
    return [c.strip() for c in line.strip().strip("|").split("|")]
