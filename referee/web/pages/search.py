"""What Learn is searched by: every page and its place, with the words by which it is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.web.addresses import folded
from referee.web.pages.model import Page
from referee.web.pages.words import weighty

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


def index(sets: Mapping[str, list[Page]]) -> dict[str, Any]:
    """Where each page lies, and what is searched."""
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
    return {
        "groups": list(GROUPS.values()),
        "files": files,
        "where": where,
        "aliases": [list(a) for a in ALIASES],
        "entries": entries,
    }


def _entry(page: Page, groups: list[str]) -> list[Any]:
    """Group, address, key, title, what is said of it, further names, further words."""
    told = page.told if len(page.told) <= MOST_TOLD else page.told[:MOST_TOLD].rpartition(" ")[0] + " …"
    names = dict.fromkeys(folded(n) for n in page.names)
    own = {folded(page.title), folded(page.key)}
    kept = frozenset(folded(f"{page.title} {page.key} {' '.join(names)} {told}").split())
    return [
        groups.index(page.group),
        page.id,
        page.key,
        page.title,
        told,
        "|".join(n for n in names if n not in own),
        weighty(page.body, kept),
    ]
