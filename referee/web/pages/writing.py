"""The output of Learn: pages, search index, files, and blank maps."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import referee
from referee.api.search import index
from referee.api.search.ranking import ALONE
from referee.api.search.words import MEANT, SMALL, TERMS
from referee.editions import rulesets
from referee.engine.state.words import folded
from referee.web import drawn
from referee.web.addresses import kind_address, rule_address, slug
from referee.web.pages import cards, daily, documents, flowcharts, gallery, practice, rules
from referee.web.pages.model import Page, addresses, links

TERMS_ADDRESS = "findings/terms"
"""The page of a verdict's terms."""
ROOT = Path(referee.__file__).resolve().parent.parent
"""The repository: its docs and its records are read."""
GROUPS = {
    "rule": "Rules",
    "practice": "At the table",
    "card": "Cards",
    "country": "Countries",
    "finding": "Findings",
    "flowchart": "Flowcharts",
    "ruling": "Rulings",
    "dispute": "Disputes",
    "notation": "The notation",
    "gallery": "Gallery",
}
"""The groups of results, in their order."""
OF_GROUP = {"term": "finding", "system": "flowchart", "box": "flowchart"}
"""The group of a kind of entry, if its name differs."""
SHELVES = (
    *(
        "daily",
        "rules",
        "table",
        "cards",
        "flowcharts",
        "countries",
        "findings",
        "rulings",
        "disputes",
        "notation",
        "gallery",
    ),
)
"""The sets of the start of Learn, in their order."""
ALIASES = (
    (r"^rules?/card-0*(\d+)$", "card/$1"),
    (r"^(?:rules?|chapter)/0*(\d+)$", "rules/$1"),
    (r"^(card|ruling|country|flowchart|finding|rule|dispute)s/(.+)$", "$1/$2"),
    (r"^card/0+(\d+)$", "card/$1"),
    (r"^(card|ruling|flowchart|finding|rule|dispute)$", "$1s"),
    (r"^country$", "countries"),
    (r"^countries/(.+)$", "country/$1"),
)
"""Other spellings of an address: a pattern, and its replacement."""


def gathered(reports: Path | None = None, root: Path = ROOT) -> dict[str, list[Page]]:
    """Every page by set; a folder for reports adds the gallery."""
    rulesets.load_all()
    sentences = documents.sentences(root / "docs" / "reference" / "findings.md")
    return {
        **rules.rules(sentences, rules.touched_by()),
        **cards.cards(sentences),
        "countries": cards.countries(),
        "findings": documents.findings(sentences),
        **flowcharts.flowcharts(),
        **rules.rulings(),
        "table": practice.practice(),
        "disputes": practice.disputed(),
        "daily": daily.daily(),
        "notation": documents.notation(root / "docs" / "reference" / "notation.md"),
        **({"gallery": gallery.pages(root / "fixtures" / "logs", reports)} if reports is not None else {}),
    }


def files(sets: dict[str, list[Page]], root: Path = ROOT) -> dict[str, Any]:
    """The files by name: the index, the sentences, the sets' pages."""
    searched = documents.searched(documents.sentences(root / "docs" / "reference" / "findings.md"))
    return {
        "index": _index(sets),
        "said": searched,
        **{name: [p.data() for p in pages] for name, pages in sets.items()},
    }


def _index(sets: Mapping[str, list[Page]]) -> dict[str, Any]:
    """The index: files of pages, search entries, and Learn's start."""
    groups = list(GROUPS)
    files = list(sets)
    where = {page.id: n for n, name in enumerate(files) for page in sets[name]}
    shared = [_entry(e, groups) for e in index.entries()]
    known = {row[1] for row in shared}
    others = [
        [groups.index(p.group), p.id, p.key, p.title, p.summary, "|".join(map(folded, p.names)), p.body, "", 1]
        for pages in sets.values()
        for p in pages
        if p.group and p.id not in known
    ]
    first = [next(p for p in sets[name] if p.id == name) for name in SHELVES if name in sets]
    home = [(p.id, "", p.title, p.lead if isinstance(p.lead, str) else "") for p in first]
    return {
        "groups": list(GROUPS.values()),
        "files": files,
        "where": where,
        "aliases": [list(a) for a in ALIASES],
        "small": sorted(SMALL),
        "terms": TERMS,
        "meant": MEANT,
        "places": sorted(index.places()),
        "alone": sorted(ALONE),
        "counted": len(shared),
        "entries": [*shared, *others],
        "home": list(links(home)["links"]),
    }


def _entry(e: index.IndexEntry, groups: list[str]) -> list[Any]:
    """An entry of the search index as a list.

    In order: group, address, key, title, summary, further names, further words, words of players' questions, weight.
    """
    names = "|".join(dict.fromkeys(map(folded, e.names)))
    group = groups.index(OF_GROUP.get(e.kind, e.kind))
    return [group, _address(e), e.key, e.title, e.says, names, e.words, e.asked, e.weight]


def _address(e: index.IndexEntry) -> str:
    """The page of an entry."""
    if e.kind in ("system", "box"):
        system, _, box = e.id.partition("/")
        return "/".join(["flowchart", system, *([slug(box)] if box else [])])
    if e.kind in ("country", "ruling", "dispute", "card"):
        return f"{e.kind}/{slug(e.id) if e.kind == 'country' else e.id}"
    of = {"rule": rule_address(e.id), "practice": f"table/{e.id}", "finding": kind_address(e.id)}
    return of.get(e.kind, TERMS_ADDRESS)


def dangling(sets: dict[str, list[Page]]) -> set[str]:
    """Linked addresses without a page."""
    every = [p for pages in sets.values() for p in pages]
    known = {"", *(p.id for p in every)}
    for p in every:
        known |= {f"{p.id}/{part['id']}" for part in p.parts if "id" in part}
        known |= {
            f"{p.id}/{row['id']}" for part in p.parts for block in part["blocks"] for row in block.get("rows", ())
        }
    return {a for p in every for a in addresses(p.data()) if a not in known}


def write(out: Path) -> list[str]:
    """Write all of it into a folder, with the maps beside it.

    Returns the list of files in words. Raises ValueError for a broken link.
    """
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
    """Write the blank maps, shown before the referee is loaded."""
    folder.mkdir(exist_ok=True)
    for name in drawn.MAPS:
        text = json.dumps(drawn.blank(name), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
