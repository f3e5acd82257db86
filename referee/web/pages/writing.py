"""Everything of Learn, gathered and written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import referee
from referee.editions import rulesets
from referee.web.pages import cards, countries, findings, flowcharts, gallery, notation, rules, rulings, search
from referee.web.pages.model import Page, addresses, links

ROOT = Path(referee.__file__).resolve().parent.parent
"""The repository: its docs and its records are read."""


def gathered(reports: Path | None = None, root: Path = ROOT) -> dict[str, list[Page]]:
    """Every page by its set; with a folder for its reports, the gallery as well."""
    rulesets.load_all()
    sentences = findings.read(root / "docs" / "findings.md")
    return {
        **rules.sets(sentences, rules.touched_by()),
        **cards.sets(sentences),
        "countries": countries.pages(),
        "findings": findings.pages(sentences),
        **flowcharts.sets(),
        **rulings.sets(),
        "notation": notation.pages(root / "docs" / "notation.md"),
        **({"gallery": gallery.pages(root / "fixtures" / "logs", reports)} if reports is not None else {}),
    }


def files(sets: dict[str, list[Page]], root: Path = ROOT) -> dict[str, Any]:
    """The files by name: the index, the sentences, and the pages of each set."""
    sentences = findings.read(root / "docs" / "findings.md")
    index = search.index(sets)
    index["home"] = _home(sets)
    found: dict[str, Any] = {"index": index, "said": findings.searched(sentences)}
    for name, pages in sets.items():
        found[name] = [p.data() for p in pages]
    return found


def _home(sets: dict[str, list[Page]]) -> list[Any]:
    """The first page of each shelf."""
    shelves = ("rules", "cards", "flowcharts", "countries", "findings", "rulings", "notation", "gallery")
    first = [next(p for p in sets[name] if p.id == name) for name in shelves if name in sets]
    return list(links((p.id, "", p.title, p.lead if isinstance(p.lead, str) else "") for p in first)["links"])


def dangling(sets: dict[str, list[Page]]) -> set[str]:
    """Addresses to which some page leads, and where nothing is."""
    known = {"", *(p.id for pages in sets.values() for p in pages)}
    known |= {f"{p.id}/{part.id}" for pages in sets.values() for p in pages for part in p.parts if part.id}
    known |= {
        f"{p.id}/{row['id']}"
        for pages in sets.values()
        for p in pages
        for part in p.parts
        for block in part.blocks
        for row in block.get("rows", ())
    }
    return {a for pages in sets.values() for p in pages for a in addresses(p.data()) if a not in known}


def write(out: Path) -> list[str]:
    """Write all of it below a folder; returns what was written, in words. Raises ValueError for a link to nothing."""
    folder = out / "learn"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sets = gathered(out / "gallery")
    if wrong := dangling(sets):
        raise ValueError(f"links to nothing: {', '.join(sorted(wrong))}")
    total = 0
    for name, data in files(sets).items():
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        (folder / f"{name}.json").write_bytes(text)
        total += len(text)
    number = sum(len(pages) for pages in sets.values())
    return [f"learn: {number} pages in {len(sets)} files, {total / 1000:.0f} kB"]
