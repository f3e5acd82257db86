"""The rules of the book, chapter by chapter.

Open points have the referee's reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from referee.api import explain
from referee.editions import rulesets
from referee.engine.state.words import plural
from referee.rules import Rule, chapter_of, rulebook
from referee.rules.library import SEVERITIES, Ruling
from referee.web.addresses import rule_address
from referee.web.pages.documents import Sentence, sentence_block
from referee.web.pages.model import (
    Above,
    Block,
    Page,
    chained,
    checks,
    examples,
    links,
    paragraph,
    rule_links,
    ruling_links,
)
from referee.web.pages.words import runs

RULES = ("rules", "Rules")
RULINGS = ("rulings", "Rulings")
_OF_NO_CHAPTER = "outside"
"""The set of the optional rules, which are in no chapter."""


def rules(by_rule: Mapping[str, list[Sentence]], cards: Mapping[str, list[int]]) -> dict[str, list[Page]]:
    """Every chapter with its rules; ``cards`` are those by rule."""
    by_chapter: dict[int, list[Rule]] = {}
    for rule in rulebook().values():
        by_chapter.setdefault(chapter_of(rule.number), []).append(rule)
    first = Page(*RULES, lead=runs("Every numbered paragraph of the rulebook, summarised in our own words."))
    found = {"rules": [first]}
    every: list[Page] = []
    for chapter, mine in by_chapter.items():
        group = Page(f"rules/{chapter or _OF_NO_CHAPTER}", chapter_name(chapter), group="rule", above=(RULES,))
        group.key = f"Chapter {chapter}" if chapter else ""
        group.summary = f"{len(mine)} rules"
        group.add("", links((rule_address(r.number), r.number, r.title) for r in mine))
        above = (group.id, numbered_chapter(chapter))
        pages = [_rule(r, above, by_rule.get(r.number, []), cards.get(r.number, [])) for r in mine]
        found[f"rules-{chapter or _OF_NO_CHAPTER}"] = [group, *pages]
        every += pages
    chained(every)
    first.add("Chapters", links((f"rules/{n or _OF_NO_CHAPTER}", str(n or ""), chapter_name(n)) for n in by_chapter))
    return found


def chapter_name(chapter: int) -> str:
    """The title of a chapter."""
    return rulesets.whole().chapters.get(chapter) or rulebook()[f"{chapter}.0"].title


def numbered_chapter(chapter: int) -> str:
    """The number and the title of a chapter."""
    return f"{chapter} {chapter_name(chapter)}" if chapter else chapter_name(chapter)


def _rule(rule: Rule, chapter: Above, sentences: list[Sentence], cards: list[int]) -> Page:
    d = explain.data(rule.number)
    id = rule_address(rule.number)
    page = Page(id, rule.title, key=rule.number, group="rule", above=(RULES, chapter, *_above(rule)))
    page.under = [explain.HOLDS[rule.hold]]
    page.lead = runs(rule.summary, id)
    page.add("What the referee checks", checks(d["requirements"], id))
    page.add("Examples", *examples(d))
    page.add("Rulings", ruling_links(d["rulings"]))
    parts = [r["number"] for r in d["parts"]]
    page.add("In parts", rule_links(d["parts"]))
    page.add("See also", rule_links(r for r in d["refers_to"] if r["number"] not in parts))
    book = rulebook()
    start = f"{rule.number.removesuffix('.0')}."
    known = {*parts, *(r["number"] for r in d["refers_to"])}
    back = [n for n in d["referred_from"] if n not in known and not n.startswith(start)]
    page.add("Refer to it", rule_links({"number": n, "title": book[n].title} for n in back))
    page.add("Cards that touch it", card_links(cards))
    page.add("What the referee says", sentence_block(sentences, id), folded=True, id="said")
    page.summary = rule.summary
    return page


def _above(rule: Rule) -> list[Above]:
    """The rules above this one."""
    book = rulebook()
    steps = rule.number.partition("-")[0].split(".")
    above = [".".join(steps[:n]) for n in range(2, len(steps) + ("-" in rule.number))]
    return [(rule_address(n), f"{n} {book[n].title}") for n in above if n in book and n != rule.number]


# -------------------------------------------------------------------- rulings


def rulings() -> dict[str, list[Page]]:
    """The rulings by the chapter of their first rule."""
    by_chapter: dict[int, list[tuple[Ruling, str]]] = {}
    for title in rulesets.telling():
        for r in rulesets.rulings_of(title):
            by_chapter.setdefault(chapter_of(r.rules[0]), []).append((r, title))
    lead = "Where the rulebook can be read in several ways: how the referee reads it, and why."
    first = Page(*RULINGS, lead=runs(lead))
    found = {"rulings": [first]}
    every = []
    rows = []
    for chapter, mine in sorted(by_chapter.items(), key=lambda c: c[0] or 99):
        name = numbered_chapter(chapter)
        group = Page(f"rulings/{chapter or _OF_NO_CHAPTER}", f"Rulings on {name}", above=(RULINGS,))
        group.add("", links((f"ruling/{r.id}", "", r.question) for r, _ in mine))
        pages = [_ruling(r, title, (group.id, name)) for r, title in mine]
        found[f"rulings-{chapter or _OF_NO_CHAPTER}"] = [group, *pages]
        every += pages
        number = plural(len(mine), "ruling")
        rows.append((group.id, str(chapter or ""), chapter_name(chapter), number))
    first.add("By chapter", links(rows))
    chained(every)
    return found


def _ruling(r: Ruling, edition: str, chapter: Above) -> Page:
    id = f"ruling/{r.id}"
    page = Page(id, r.question, group="ruling", above=(RULINGS, chapter), under=[edition], lead=runs(r.answer, id))
    page.add("Why", paragraph(r.why, id))
    page.add("A play that goes against it gets", paragraph(f"{SEVERITIES[r.severity]}.".capitalize(), id))
    if r.option:
        page.add("At other tables", paragraph(f'A record takes the other reading with `[Options "{r.option}"]`.', id))
    page.add("Rules", rule_links({"number": n, "title": rulebook()[n].title} for n in r.rules))
    page.add("Cards", card_links(list(r.cards)))
    page.summary = r.answer
    return page


# -------------------------------------------------------------------- what other pages share


def card_links(cards: list[int]) -> Block:
    """Cards as links."""
    deck = rulesets.whole().cards
    return links((f"card/{n}", str(n), deck[n].title) for n in cards)


@cache
def card_data(number: int) -> dict[str, Any]:
    """The answer of ``referee explain`` on a card."""
    return explain.data(f"card {number}")


def touched_by() -> dict[str, list[int]]:
    """The related cards of each rule."""
    found: dict[str, list[int]] = {}
    for number in rulesets.whole().cards:
        for rule in card_data(number)["rules"]:
            found.setdefault(rule["number"], []).append(number)
    return found
