"""What pages of rules, cards and findings show alike: checks, examples, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.reports.wording import KINDS
from referee.web.addresses import rule_address
from referee.web.pages.model import Block, Page, links, points
from referee.web.pages.words import runs

HOME = ("", "Learn")


def checks(requirements: Iterable[Mapping[str, Any]], page: str) -> Block:
    """What the referee checks, a sentence each."""
    found = []
    for r in requirements:
        cards = f" Changed by {_listed([f'card {n}' for n in r['cards']])}." if r["cards"] else ""
        kind = "" if r["kind"] == "illegal" else f" ({KINDS[r['kind']]})"
        if r["asks"]:
            found.append(f"{r['asks']}{kind}{cards} If not: {r['sentence']}.")
        else:
            found.append(f"It is refused if {r['sentence']}.{kind}{cards}")
    return points(found, page)


def _listed(names: list[str]) -> str:
    return " and ".join(p for p in (", ".join(names[:-1]), names[-1]) if p)


def example(case: Mapping[str, Any] | None, label: str) -> list[Block]:
    """A rule case: its record, which may be opened elsewhere, and what is found in it."""
    if case is None:
        return []
    found = [
        f"{KINDS[kind]}: {rest}" if rest else KINDS[kind]
        for kind, _, rest in (line.partition(" ") for line in case["findings"])
    ]
    block: Block = {
        "code": "\n".join(case["record"]),
        "title": runs(f"{label}: {case['title']}"),
        "open": f"{case['case']}.lgn",
    }
    if found:
        block["found"] = [runs(f.replace(" also ", ", and also ")) for f in found]
    return [block]


def examples(d: Mapping[str, Any]) -> list[Block]:
    """A play that is legal, and one that is not."""
    return [*example(d["legal"], "Legal"), *example(d["refused"], "Refused or claimed wrongly")]


def rulings(found: Iterable[Mapping[str, Any]]) -> Block:
    """Rulings as links."""
    return links((f"ruling/{r['id']}", "", r["question"], r["answer"]) for r in found)


def rules(found: Iterable[Mapping[str, Any]]) -> Block:
    """Rules as links."""
    return links((rule_address(r["number"]), r["number"], r["title"]) for r in found)


def crumbs(*steps: tuple[str, str]) -> list[tuple[str, str]]:
    """The way to a page from the start of Learn."""
    return [HOME, *steps]


def group_page(id: str, title: str, lead: str, *above: tuple[str, str], key: str = "") -> Page:
    """A page that only leads to others."""
    return Page(id, title, key=key, crumbs=crumbs(*above), lead=runs(lead))
