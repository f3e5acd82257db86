"""The output of Learn: pages, search index and files; and the blank maps of the page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import referee
from referee.editions import rulesets
from referee.web import drawn
from referee.web.addresses import folded
from referee.web.pages import cards, documents, flowcharts, gallery, rules
from referee.web.pages.model import Page, addresses, links
from referee.web.pages.words import ASKING, MEANT, weighty

ROOT = Path(referee.__file__).resolve().parent.parent
"""The repository: its docs and its records are read."""
GROUPS = {
    "rule": "Rules",
    "card": "Cards",
    "country": "Countries",
    "finding": "Findings",
    "flowchart": "Flowcharts",
    "ruling": "Rulings",
    "notation": "The notation",
    "gallery": "Gallery",
}
"""The groups of results, in their order."""
SHELVES = ("rules", "cards", "flowcharts", "countries", "findings", "rulings", "notation", "gallery")
"""The sets of the start of Learn, in their order."""
ALIASES = (
    (r"^rules?/card-0*(\d+)$", "card/$1"),
    (r"^(?:rules?|chapter)/0*(\d+)$", "rules/$1"),
    (r"^(card|ruling|country|flowchart|finding|rule)s/(.+)$", "$1/$2"),
    (r"^card/0+(\d+)$", "card/$1"),
    (r"^(card|ruling|flowchart|finding|rule)$", "$1s"),
    (r"^country$", "countries"),
    (r"^countries/(.+)$", "country/$1"),
)
"""Other ways to write an address: a pattern, and what to put instead."""
MOST_TOLD = 130


def gathered(reports: Path | None = None, root: Path = ROOT) -> dict[str, list[Page]]:
    """Every page by its set; with a folder for its reports, the gallery as well."""
    rulesets.load_all()
    sentences = documents.sentences(root / "docs" / "findings.md")
    return {
        **rules.rules(sentences, rules.touched_by()),
        **cards.cards(sentences),
        "countries": cards.countries(),
        "findings": documents.findings(sentences),
        **flowcharts.flowcharts(),
        **rules.rulings(),
        "notation": documents.notation(root / "docs" / "notation.md"),
        **({"gallery": gallery.pages(root / "fixtures" / "logs", reports)} if reports is not None else {}),
    }


def files(sets: dict[str, list[Page]], root: Path = ROOT) -> dict[str, Any]:
    """The files by name: the index, the sentences, and the pages of each set."""
    said = documents.searched(documents.sentences(root / "docs" / "findings.md"))
    return {"index": _index(sets), "said": said, **{name: [p.data() for p in pages] for name, pages in sets.items()}}


def _index(sets: Mapping[str, list[Page]]) -> dict[str, Any]:
    """The file of each page, what is searched and how it is asked for, and the start of Learn."""
    groups = list(GROUPS)
    files = list(sets)
    where = {page.id: n for n, name in enumerate(files) for page in sets[name]}
    entries = []
    for pages in sets.values():
        for page in pages:
            if page.group:
                entries.append(_entry(page, groups))
            for id, key, title in page.anchors:
                entries.append([groups.index(page.group), id, key, title, f"{page.title}, box {key}", folded(key), ""])
    first = [next(p for p in sets[name] if p.id == name) for name in SHELVES if name in sets]
    home = [(p.id, "", p.title, p.lead if isinstance(p.lead, str) else "") for p in first]
    return {
        "groups": list(GROUPS.values()),
        "files": files,
        "where": where,
        "aliases": [list(a) for a in ALIASES],
        "small": sorted(ASKING),
        "meant": MEANT,
        "entries": entries,
        "home": list(links(home)["links"]),
    }


def _entry(page: Page, groups: list[str]) -> list[Any]:
    """Group, address, key, title, what is said of it, further names, further words."""
    summary = page.summary if len(page.summary) <= MOST_TOLD else page.summary[:MOST_TOLD].rpartition(" ")[0] + " …"
    names = dict.fromkeys(folded(n) for n in page.names)
    own = {folded(page.title), folded(page.key)}
    kept = frozenset(folded(f"{page.title} {page.key} {' '.join(names)} {summary}").split())
    return [
        groups.index(page.group),
        page.id,
        page.key,
        page.title,
        summary,
        "|".join(n for n in names if n not in own),
        weighty(page.body, kept),
    ]


def dangling(sets: dict[str, list[Page]]) -> set[str]:
    """Addresses to which some page leads, and where nothing is."""
    every = [p for pages in sets.values() for p in pages]
    known = {"", *(p.id for p in every)}
    for p in every:
        known |= {f"{p.id}/{part['id']}" for part in p.parts if "id" in part}
        known |= {
            f"{p.id}/{row['id']}" for part in p.parts for block in part["blocks"] for row in block.get("rows", ())
        }
    return {a for p in every for a in addresses(p.data()) if a not in known}


def write(out: Path) -> list[str]:
    """Write all of it below a folder, the maps beside it; returns what was written, in words. Raises ValueError for a link to nothing."""
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
    _write_maps(out / "maps")
    number = sum(len(pages) for pages in sets.values())
    return [f"learn: {number} pages in {len(sets)} files, {total / 1000:.0f} kB"]


def _write_maps(folder: Path) -> None:
    """Write the maps without a position: what the page shows before the referee is loaded."""
    folder.mkdir(exist_ok=True)
    for name in drawn.MAPS:
        text = json.dumps(drawn.blank(name), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
