"""Where the rulebook leaves room: how the referee reads it."""

from __future__ import annotations

from referee.editions import rulesets
from referee.rules import chapter_of, rulebook
from referee.rules.library import SEVERITIES, Ruling
from referee.web.pages import shown
from referee.web.pages.model import Page, chained, links, paragraph
from referee.web.pages.rules import card_links, chapter_name
from referee.web.pages.words import runs, weighty

RULINGS = ("rulings", "Rulings")


def sets() -> dict[str, list[Page]]:
    """The rulings by the chapter of their first rule."""
    by_chapter: dict[int, list[tuple[Ruling, str]]] = {}
    for title in rulesets.telling():
        for r in rulesets.rulings_of(title):
            by_chapter.setdefault(chapter_of(r.rules[0]), []).append((r, title))
    first = shown.group_page(
        "rulings", "Rulings", "Where the rulebook leaves room, the referee has to read it one way: this way, and why."
    )
    found = {"rulings": [first]}
    every = []
    rows = []
    for chapter in sorted(by_chapter, key=lambda n: n or 99):
        name = f"{chapter} {chapter_name(chapter)}" if chapter else chapter_name(chapter)
        group = Page(f"rulings/{chapter or 'outside'}", f"Rulings on {name}", crumbs=shown.crumbs(RULINGS))
        mine = by_chapter[chapter]
        group.add("", links((f"ruling/{r.id}", "", r.question) for r, _ in mine))
        pages = [_ruling(r, title, (group.id, name)) for r, title in mine]
        found[f"rulings-{chapter or 'outside'}"] = [group, *pages]
        every += pages
        rows.append(
            (group.id, str(chapter or ""), chapter_name(chapter), f"{len(mine)} ruling{'s' * (len(mine) != 1)}")
        )
    first.add("By chapter", links(rows))
    chained(every)
    return found


def _ruling(r: Ruling, edition: str, above: tuple[str, str]) -> Page:
    id = f"ruling/{r.id}"
    book = rulebook()
    page = Page(id, r.question, group="ruling", crumbs=shown.crumbs(RULINGS, above))
    page.under = [edition]
    page.lead = runs(r.answer, id)
    page.add("Why", paragraph(r.why, id))
    page.add("A play that goes against it gets", paragraph(f"{SEVERITIES[r.severity]}.".capitalize(), id))
    if r.option:
        page.add("At other tables", paragraph(f'A record takes the other reading with `[Options "{r.option}"]`.', id))
    page.add("Rules", shown.rules({"number": n, "title": book[n].title} for n in r.rules))
    page.add("Cards", card_links(list(r.cards)))
    page.names = [r.id]
    page.told = r.answer
    page.body = weighty(f"{r.question} {r.answer} {' '.join(r.rules)}")
    return page
