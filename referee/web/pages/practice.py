"""Practice: limits of records, decisions of players, disputes with answers."""

from __future__ import annotations

from referee.rules import rulebook
from referee.rules.disputes import Dispute, disputes
from referee.rules.practice import DECIDES, RESTS, PracticeAnswer, answers
from referee.web.pages.model import Page, chained, led_to, paragraph, rule_links
from referee.web.pages.rules import card_links
from referee.web.pages.words import runs

TABLE = ("table", "At the table")
DISPUTES = ("disputes", "Disputes")


def practice() -> list[Page]:
    """An answer a page."""
    lead = "Questions that no line of a record can hold, and who decides what."
    first = Page(*TABLE, lead=runs(lead))
    found = {a.id: _answer(a) for a in answers().values()}
    first.add("What no record shows", led_to(found[a.id] for a in answers().values() if not a.side))
    first.add("Who decides", led_to(found[a.id] for a in answers().values() if a.side))
    chained(list(found.values()))
    return [first, *found.values()]


def _answer(a: PracticeAnswer) -> Page:
    id = f"table/{a.id}"
    page = Page(id, a.question, group="practice", above=(TABLE,), lead=runs(a.answer, id), summary=a.answer)
    page.under = [f"{DECIDES[a.side]} decides" if a.side else "no record shows it"]
    page.add("Why", paragraph(f"{a.why} {RESTS[a.rests]}".strip(), id))
    page.add("Rules", rule_links({"number": n, "title": rulebook()[n].title} for n in a.rules))
    return page


def disputed() -> list[Page]:
    """A dispute a page."""
    lead = "Questions of players about one play, how to put each to the referee, and the answer."
    first = Page(*DISPUTES, lead=runs(lead))
    found = [_dispute(d) for d in disputes()]
    first.add("", led_to(found))
    chained(found)
    return [first, *found]


def _dispute(d: Dispute) -> Page:
    id = f"dispute/{d.id}"
    page = Page(id, d.question, group="dispute", above=(DISPUTES,), under=[d.subject], lead=runs(d.says, id))
    page.summary = d.says
    page.add("As a record", {"code": d.lines, "open": f"{d.id}.lgn"})
    if d.rule in rulebook():
        page.add("Rule", rule_links([{"number": d.rule, "title": rulebook()[d.rule].title}]))
    else:
        page.add("Card", card_links([int(d.rule.removeprefix("card "))]))
    return page
