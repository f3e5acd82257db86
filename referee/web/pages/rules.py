"""The rules of the book, chapter by chapter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.api import explain, lookup
from referee.editions import rulesets
from referee.rules import Rule, chapter_of, rulebook
from referee.web.addresses import rule_address
from referee.web.pages import shown
from referee.web.pages.findings import Sentence, said
from referee.web.pages.model import Block, Page, chained, links
from referee.web.pages.words import runs, weighty

RULES = ("rules", "Rules")
_OF_NO_CHAPTER = "outside"
"""The name of the set of what stands in no chapter: the optional rules."""


def sets(sentences: Mapping[str, list[Sentence]], cards: Mapping[str, list[int]]) -> dict[str, list[Page]]:
    """Every chapter with its rules; ``cards`` are those that touch a rule."""
    by_chapter: dict[int, list[Rule]] = {}
    for rule in rulebook().values():
        by_chapter.setdefault(chapter_of(rule.number), []).append(rule)
    found = {}
    every: list[Page] = []
    for chapter, rules in by_chapter.items():
        above = (_id(chapter), _title(chapter))
        pages = [_rule(r, above, sentences.get(r.number, []), cards.get(r.number, [])) for r in rules]
        found[f"rules-{chapter or _OF_NO_CHAPTER}"] = [_chapter(chapter, rules), *pages]
        every += pages
    chained(every)
    first = shown.group_page("rules", "Rules", "Every numbered paragraph of the rulebook, in our own words and short.")
    first.add("Chapters", links((_id(n), str(n or ""), chapter_name(n)) for n in by_chapter))
    return {"rules": [first], **found}


def chapter_name(chapter: int) -> str:
    """The title of a chapter."""
    own = rulesets.whole().chapters.get(chapter)
    return own or rulebook()[f"{chapter}.0"].title


def _id(chapter: int) -> str:
    return f"rules/{chapter or _OF_NO_CHAPTER}"


def _title(chapter: int) -> str:
    return f"{chapter} {chapter_name(chapter)}" if chapter else chapter_name(chapter)


def _chapter(chapter: int, rules: list[Rule]) -> Page:
    page = Page(_id(chapter), chapter_name(chapter), key=f"Chapter {chapter}" if chapter else "")
    page.crumbs = shown.crumbs(RULES)
    page.group = "rule"
    page.told = f"{len(rules)} rules"
    page.add("", links((rule_address(r.number), r.number, r.title) for r in rules))
    return page


def _rule(rule: Rule, chapter: tuple[str, str], sentences: list[Sentence], cards: list[int]) -> Page:
    d = explain.data(rule.number)
    id = rule_address(rule.number)
    page = Page(id, rule.title, key=rule.number, group="rule")
    page.crumbs = shown.crumbs(RULES, chapter, *_above(rule))
    page.under = [explain.HOLDS[rule.hold]]
    page.lead = runs(rule.summary, id)
    page.add("What the referee checks", shown.checks(d["requirements"], id))
    page.add("Examples", *shown.examples(d))
    page.add("Rulings", shown.rulings(d["rulings"]))
    parts = [r["number"] for r in d["parts"]]
    page.add("In parts", shown.rules(d["parts"]))
    page.add("See also", shown.rules(r for r in d["refers_to"] if r["number"] not in parts))
    book = rulebook()
    start = f"{rule.number.removesuffix('.0')}."
    known = {*parts, *(r["number"] for r in d["refers_to"])}
    back = [n for n in d["referred_from"] if n not in known and not n.startswith(start)]
    page.add("Refer to it", shown.rules({"number": n, "title": book[n].title} for n in back))
    page.add("Cards that touch it", card_links(cards))
    page.add("What the referee says", said(sentences, id), folded=True, id="said")
    page.names = [*names_of("rule", rule.number), f"rule {rule.number}"]
    page.told = rule.summary
    page.body = weighty(rule.summary)
    return page


def _above(rule: Rule) -> list[tuple[str, str]]:
    """The rules that this one is a part of."""
    book = rulebook()
    steps = rule.number.partition("-")[0].split(".")
    above = [".".join(steps[:n]) for n in range(2, len(steps) + ("-" in rule.number))]
    return [(rule_address(n), f"{n} {book[n].title}") for n in above if n in book and n != rule.number]


def card_links(cards: list[int]) -> Block:
    """Cards as links."""
    deck = rulesets.whole().cards
    return links((f"card/{n}", str(n), deck[n].title) for n in cards)


def names_of(kind: str, name: str) -> list[str]:
    """Every word by which the program knows something."""
    return _names().get((kind, name), [])


@cache
def _names() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for word, entries in lookup.names().items():
        for e in entries:
            found.setdefault((e.kind, e.name), []).append(word)
    return found


@cache
def card_data(number: int) -> dict[str, Any]:
    """What ``referee explain`` tells of a card."""
    return explain.data(f"card {number}")


def touched_by() -> dict[str, list[int]]:
    """The cards that touch each rule."""
    found: dict[str, list[int]] = {}
    for number in rulesets.whole().cards:
        for rule in card_data(number)["rules"]:
            found.setdefault(rule["number"], []).append(number)
    return found
