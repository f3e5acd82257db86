"""The cards of both decks, and the countries of both maps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.api import cards as deck
from referee.api import explain
from referee.editions import rulesets
from referee.editions.solo import sheets
from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.words import capital, listed, sentence
from referee.reports import printed
from referee.web.addresses import slug
from referee.web.pages.documents import Sentence, sentence_block
from referee.web.pages.model import (
    Above,
    Page,
    chained,
    checks,
    examples,
    led_to,
    links,
    points,
    rule_links,
    ruling_links,
)
from referee.web.pages.rules import card_data, card_links
from referee.web.pages.words import runs

CARDS = ("cards", "Cards")
COUNTRIES = ("countries", "Countries")
SIDES = ("US", "J", "unassociated")


def cards(sentences: Mapping[str, list[Sentence]]) -> dict[str, list[Page]]:
    """Each deck with its cards, by side."""
    first = Page(*CARDS, lead=runs("What each event does, in our words; the card itself is the law."))
    found: dict[str, list[Page]] = {"cards": [first]}
    every: list[Page] = []
    for edition in rulesets.EDITIONS:
        rows = []
        for side in SIDES:
            mine = [c for c in deck.listed(side) if rulesets.edition_of(c.number) == edition]
            name = f"{slug(edition)}-{slug(side_name(side))}"
            group = Page(f"cards/{name}", f"{side_name(side)} events of {edition}", group="card", above=(CARDS,))
            group.summary = f"{len(mine)} cards, {mine[0].number} to {mine[-1].number}"
            group.add("", links(_row(c) for c in mine))
            pages = [_card(c, (group.id, group.title), sentences.get(f"card {c.number}", [])) for c in mine]
            found[f"cards-{name}"] = [group, *pages]
            every += pages
            rows.append((group.id, "", side_name(side), group.summary))
        first.add(capital(edition), links(rows))
    chained(sorted(every, key=lambda p: int(p.id.partition("/")[2])))
    return found


def side_name(side: str) -> str:
    """A side in words."""
    return SIDE_NAMES.get(side, "Unassociated")


def _row(card: Card) -> tuple[str, ...]:
    return f"card/{card.number}", str(card.number), card.title, ", ".join([f"value {card.ops}", *printed.marks(card)])


def _card(card: Card, above: Above, sentences: list[Sentence]) -> Page:
    d = card_data(card.number)
    id = f"card/{card.number}"
    page = Page(id, card.title, key=f"Card {card.number}", group="card", above=(CARDS, above))
    page.under = [f"value {d['ops']}", f"{side_name(card.side or '')} event", d["edition"], *d["marks"]]
    page.lead = runs(d["summary"], id)
    page.add("When it can be played", points(d["when"], id))
    page.add("How it is written", {"code": "\n".join(d["writing"])} if d["writing"] else {})
    page.add("What the referee checks", checks(d["requirements"], id))
    page.add("What it changes in other rules while it is in force", points(d["changes"], id))
    page.add("Examples", *examples(d))
    page.add("Played by a Bot", links(_bots(d["bots"])))
    page.add("Readings", points(d["readings"], id))
    page.add("Rulings", ruling_links(d["rulings"]))
    page.add("Rules that it touches", rule_links(d["rules"]))
    page.add("What the referee says", sentence_block(sentences, id), folded=True, id="said")
    page.summary = d["summary"]
    return page


_SYSTEMS = {title: name for name, title in sheets.TITLES.items()}
"""Solitaire systems by title."""


def _bots(entries: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """The uses of a card by Bots, each linked to its sheet."""
    for e in entries:
        doubt = f" ({e['doubt']})" if e["doubt"] else ""
        condition = " It is played for its event only on a condition." if e["conditional"] and e["text"] else ""
        text = sentence(e["text"] or "the table only says when the event is played")
        system = e["system"]
        yield f"flowchart/{_SYSTEMS[system]}", "", system, f"{text}{condition}{doubt}"


# -------------------------------------------------------------------- countries


def countries() -> list[Page]:
    """Every country of both maps."""
    known = rulesets.whole()
    texts = {n: _text(card_data(n)) for n in known.cards}
    found = [_country(name, texts) for name in sorted(known.countries)]
    chained(found)
    first = Page(
        *COUNTRIES, lead=runs("What the map says about each country, and the rules and cards that mention it.")
    )
    first.add("", led_to(found))
    return [first, *found]


def _address(name: str) -> str:
    return f"country/{slug(name)}"


def _text(card: Mapping[str, Any]) -> str:
    return " ".join([card["title"], card["summary"], *card["when"], *card["readings"]])


def _country(name: str, texts: Mapping[int, str]) -> Page:
    d = explain.data(name)
    page = Page(_address(name), name, group="country", above=(COUNTRIES,))
    everywhere = len(d["printed"]) == 1 and len(d["printed"][0]["editions"]) == len(rulesets.EDITIONS)
    rows = []
    maps: dict[tuple[str, ...], list[str]] = {}
    for p in d["printed"]:
        where = "On the map" if everywhere else capital(listed(p["editions"]))
        rows.append([where, f"{printed.in_words(p)}."])
        if "other_side" in p:
            rows.append([f"{where}, other side of its mat", f"{printed.in_words(p['other_side'])}."])
        maps.setdefault(tuple(p["adjacent"]), []).extend(p["editions"])
    if d["short"]:
        rows.append(["Also written", ", ".join(d["short"])])
    page.add("", {"facts": [[label, runs(text, page.id)] for label, text in rows]})
    for names, editions in maps.items():
        title = "Adjacent" if len(maps) == 1 else f"Adjacent in {listed(list(editions))}"
        page.add(title, {"chips": [[_address(n), n] for n in names]} if names else None)
    page.add("Rules", links((f"rule/{r['number']}", r["number"], r["title"], r["summary"]) for r in d["rules"]))
    named = [c["number"] for c in d["cards"]]
    page.add("Cards of this name", card_links(named))
    word = re.compile(rf"\b{re.escape(name)}\b")
    page.add("Cards that speak of it", card_links([n for n, t in texts.items() if n not in named and word.search(t)]))
    page.summary = printed.in_words(d["printed"][0])
    return page
