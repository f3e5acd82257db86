"""The cards of both decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.api import cards as deck
from referee.editions import rulesets
from referee.engine.data import SIDE_NAMES, Card
from referee.reports import printed
from referee.web.addresses import slug
from referee.web.pages import shown
from referee.web.pages.findings import Sentence, said
from referee.web.pages.model import Block, Page, chained, links, points
from referee.web.pages.rules import card_data, names_of
from referee.web.pages.words import runs, weighty

CARDS = ("cards", "Cards")
SIDES = ("US", "J", "unassociated")


def sets(sentences: Mapping[str, list[Sentence]]) -> dict[str, list[Page]]:
    """Each deck with its cards, by side."""
    first = shown.group_page("cards", "Cards", "What each event does, in our words; the card itself is the law.")
    found: dict[str, list[Page]] = {"cards": [first]}
    every: list[Page] = []
    for edition in rulesets.EDITIONS:
        rows = []
        for side in SIDES:
            mine = [c for c in deck.listed(side) if rulesets.edition_of(c.number) == edition]
            name = f"{slug(edition)}-{slug(side_name(side))}"
            group = Page(f"cards/{name}", f"{side_name(side)} events of {edition}", group="card")
            group.crumbs = shown.crumbs(CARDS)
            group.told = f"{len(mine)} cards, {mine[0].number} to {mine[-1].number}"
            group.add("", links(_row(c) for c in mine))
            pages = [_card(c, (group.id, group.title), sentences.get(f"card {c.number}", [])) for c in mine]
            found[f"cards-{name}"] = [group, *pages]
            every += pages
            rows.append((group.id, "", side_name(side), group.told))
        first.add(f"{edition[:1].upper()}{edition[1:]}", links(rows))
    every.sort(key=lambda p: int(p.id.partition("/")[2]))
    chained(every)
    return found


def side_name(side: str) -> str:
    """A side in words."""
    return SIDE_NAMES.get(side, "Unassociated")


def _row(card: Card) -> tuple[str, ...]:
    return (f"card/{card.number}", str(card.number), card.title, ", ".join([f"value {card.ops}", *printed.marks(card)]))


def _card(card: Card, above: tuple[str, str], sentences: list[Sentence]) -> Page:
    d = card_data(card.number)
    id = f"card/{card.number}"
    page = Page(id, card.title, key=f"Card {card.number}", group="card")
    page.crumbs = shown.crumbs(CARDS, above)
    page.under = [f"value {d['ops']}", f"{side_name(card.side or '')} event", d["edition"], *d["marks"]]
    page.lead = runs(d["summary"], id)
    page.add("When it can be played", points(d["when"], id))
    page.add("How it is written", _written(d))
    page.add("What the referee checks", shown.checks(d["requirements"], id))
    page.add("What it changes in other rules while it is in force", points(d["changes"], id))
    page.add("Examples", *shown.examples(d))
    page.add("Played by a Bot", links(_bots(d["bots"])))
    page.add("Readings", points(d["readings"], id))
    page.add("Rulings", shown.rulings(d["rulings"]))
    page.add("Rules that it touches", shown.rules(d["rules"]))
    page.add("What the referee says", said(sentences, id), folded=True, id="said")
    page.names = [*names_of("card", str(card.number)), str(card.number)]
    page.told = d["summary"]
    page.body = weighty(" ".join([d["summary"], *d["when"], *d["marks"]]))
    return page


def _written(d: Mapping[str, Any]) -> Block:
    return {"code": "\n".join(d["writing"])} if d["writing"] else {}


def _bots(entries: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """What the Bots do with it, each a link to the sheet that says so."""
    for e in entries:
        doubt = f" ({e['doubt']})" if e["doubt"] else ""
        condition = " It is played for its event only on a condition." if e["conditional"] and e["text"] else ""
        text = e["text"] or "the table only says when the event is played"
        yield (
            f"flowchart/{slug(e['system'].removeprefix('The '))}",
            "",
            e["system"],
            f"{_sentence(text)}{condition}{doubt}",
        )


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
