"""The sheets of the solitaire systems, drawn and in words.

Every box and every list of a sheet has its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.api import explain
from referee.editions import rulesets
from referee.editions.solo import sheets
from referee.engine.state.words import capital
from referee.reports import flowchart
from referee.web.addresses import rule_address, slug
from referee.web.pages.model import Block, Page, led_to, links
from referee.web.pages.words import Runs, runs

FLOWCHARTS = ("flowcharts", "Flowcharts")


def flowcharts() -> dict[str, list[Page]]:
    """Every system, a set each."""
    lead = "How a side without a player decides, box by box. A broken line is not certain."
    first = Page(*FLOWCHARTS, lead=runs(lead))
    systems = {name: _system(name) for name in sorted(sheets.SHEETS, key=sheets.CHAPTERS.__getitem__)}
    first.add("", led_to(systems.values()))
    return {"flowcharts": [first], **{f"flowchart-{name}": [page] for name, page in systems.items()}}


def _system(name: str) -> Page:
    d = explain.data(name.replace("-", " "))
    title = sheets.TITLES[name]
    page = Page(f"flowchart/{name}", title, group="flowchart", above=(FLOWCHARTS,))
    page.under = [f"chapter {d['chapter']}"]
    page.lead = runs(f'A record says so by `[Options "{d["option"]}"]`.')
    boxes = {b["id"]: b for b in d["boxes"]}
    known = _places(d)
    for drawing in flowchart.drawings(sheets.flowchart(name)):
        rows = [_box(page.id, boxes[b.id], known) for b in drawing.boxes]
        picture: Block = {"svg": flowchart.part(drawing, f"{title}, {drawing.title}"), "title": drawing.title}
        page.add(drawing.title, picture, {"rows": rows})
    for listing in d["lists"]:
        rows = [
            {"id": slug(f"{listing['name']} {r['id']}"), "key": r["id"], "text": runs(r["text"]), "rests": _rests(r)}
            for r in listing["rows"]
        ]
        page.add(f"{listing['name']}: {listing['what']}", {"p": _MEANS[listing["what"]]}, {"rows": rows})
    cards = rulesets.whole().cards
    words = {n: sheets.instructions(name)[n].words or "says only when the event is played" for n in d["cards"]}
    page.add("Cards with a line of their own", links((f"card/{n}", str(n), cards[n].title, words[n]) for n in words))
    page.add("Rules", links([(rule_address(f"{d['chapter']}.0"), f"{d['chapter']}.0", title)]))
    page.summary = f"How it decides, in {len(boxes)} boxes and {len(d['lists'])} lists"
    return page


_MEANS = {
    "candidates": "The first box that fits any legal country names the candidates.",
    "preferences": "Each row leaves those that fit it best, and is passed over where none does.",
}


def _places(d: Mapping[str, Any]) -> dict[str, str]:
    """The places of boxes and lines on the page, by name."""
    return {b["id"]: slug(b["id"]) for b in d["boxes"]} | {
        r["id"]: slug(f"{listing['name']} {r['id']}")
        for listing in d["lists"]
        if listing["what"] == "candidates"
        for r in listing["rows"]
    }


def _box(page: str, b: Mapping[str, Any], known: Mapping[str, str]) -> Block:
    ways = [[answer, _way(page, b[answer], b[f"{answer}_text"], known)] for answer in ("yes", "no")]
    return {
        "id": slug(b["id"]),
        "key": b["id"],
        "text": runs(capital(b["text"])),
        "ways": ways,
        "rests": _rests(b),
        "rule": ["a", b["rule"], rule_address(b["rule"])],
    }


def _way(page: str, to: str, text: str, known: Mapping[str, str]) -> Runs:
    return [["a", to, f"{page}/{known[to]}"]] if to in known else capital(text)


def _rests(e: Mapping[str, Any]) -> str:
    """The source of a line, if it is not the rulebook."""
    also = f"another reading: {e['also']}" if e["also"] else ""
    return "; ".join(p for p in (e["doubt"], e["source"], also) if p and p != "rulebook")
