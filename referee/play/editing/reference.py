"""The reference texts of editors.

They are on a rule, a card, a country or a use of a card: in our words, as paragraphs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from referee.editions import rulesets
from referee.engine.state import hands
from referee.engine.state.board import Board
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import listed, sentence
from referee.parsers.notation.position import phrase
from referee.reports import printed
from referee.rules import library, rulebook

RULE = re.compile(r"\b(?:\d{1,2}\.\d+(?:\.\d+)*(?:-\w+)*|option [1-9])\b")
"""The form of a rule number."""
_CARD = re.compile(r"card (\d{1,3})$")
_PILES = {
    "discards": "It lies in the discard pile.",
    "removed": "It is out of the game.",
    "box": "It lies in a Lapsing or 1st Plot box.",
    "J": "It is in the Jihadist hand.",
    "US": "It is in the US hand.",
}
_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")
MOST_READINGS = 4


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """A title and paragraphs.

    A paragraph that begins with ``- `` is an item of a list.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    first: int = 0
    """The first of the columns of a line that it is about, 0 where it is about none."""
    last: int = 0
    """The column after them."""

    @property
    def text(self) -> str:
        """The entry as plain text."""
        return "\n".join([self.title, *self.paragraphs])

    @property
    def markdown(self) -> str:
        """The entry as Markdown; signs of it in a record are escaped."""
        out = f"**{_escaped(self.title)}**"
        before = ""
        for p in self.paragraphs:
            item = p.startswith("- ")
            said = f"- {_escaped(p[2:])}" if item else _escaped(p)
            out += ("\n" if item and before.startswith("- ") else "\n\n") + said
            before = p
        return out

    def and_also(self, *paragraphs: str) -> ReferenceEntry:
        """The entry with further paragraphs."""
        return replace(self, paragraphs=(*self.paragraphs, *paragraphs))


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def reference(about: str, rules: Ruleset | None = None) -> ReferenceEntry | None:
    """The entry on a subject; None for none.

    A rule ("7.3.3"), a card ("card 43"), a use of a card ("woi") or a country.
    """
    rules = rules or rulesets.whole()
    if (number := _CARD.match(about)) is not None:
        return of_card(int(number[1]), rules)
    if about in rulebook():
        return of_rule(about)
    if about in rules.countries:
        return ReferenceEntry(about, (f"On the map: {printed.in_words(printed.of_country(rules.countries[about]))}.",))
    return of_use(about, rules)


# -------------------------------------------------------------------- rules and uses


def of_rule(number: str) -> ReferenceEntry | None:
    """A rule with its summary; None for an unknown number."""
    book = rulebook()
    rule = book.get(number) or book.get(f"{number}.0")
    if rule is None:
        return None
    more = [n for n in rule.see if n in book]
    also = (f"See also {listed([f'{n} {book[n].title}' for n in more[:6]])}.",) if more else ()
    return ReferenceEntry(f"{rule.number} {rule.title}", (rule.summary, *also))


@lru_cache(maxsize=64)
def rule_of_use(use: str, title: str) -> str:
    """The rule of a use of a card; "" for none.

    The shortest number with its title.
    """
    named = [r.number for r in rulebook().values() if r.title.casefold() == title.casefold()]
    return min(named, key=len, default="")


def of_use(use: str, rules: Ruleset) -> ReferenceEntry | None:
    """A use of a card; None for another word."""
    title = rules.titles.get(use)
    if title is None:
        return None
    number = rule_of_use(use, title) or rules.rule_of_use.get(use, "")
    rule = rulebook().get(number)
    if rule is not None and rule.hold == "advises" and use in rules.rule_of_use:  # a heading says little
        number = rules.rule_of_use[use]
        rule = rulebook().get(number)
    return ReferenceEntry(f"{title} ({number})" if number else title, (rule.summary,) if rule is not None else ())


# -------------------------------------------------------------------- cards


def of_card(number: int, rules: Ruleset, b: Board | None = None) -> ReferenceEntry | None:
    """A card; None for no card.

    Its value and side, its event in our words, and its place on a board.
    """
    card = rules.cards.get(number)
    if card is None:
        return None
    event = library.event_of(rulesets.texts(), number)
    whose = {"J": "a Jihadist event", "US": "a US event"}.get(card.side or "", "an event of either side")
    said = [sentence(", ".join([f"value {card.ops}", whose, *printed.marks(card)]))]
    if event is not None:
        said.append(event.summary)
        said += [f"- {line}" for line in event.when]
        if event.writing:
            said.append(f"Written: {event.writing[0]}" if len(event.writing) == 1 else "Written:")
            said += [f"- {line}" for line in event.writing] if len(event.writing) > 1 else []
        said += event.readings[:MOST_READINGS]
    if b is not None and (pile := _PILES.get(hands.place_of(b, number))):
        said.append(pile)
    return ReferenceEntry(f"Card {card.name}", tuple(" ".join(s.split()) for s in said if s))


def card_of_marker(name: str, rules: Ruleset) -> int:
    """The card of an event marker, 0 for none."""
    return next((c.number for c in rules.cards.values() if c.mark and c.mark.casefold() == name.casefold()), 0)


# -------------------------------------------------------------------- countries


def of_country(name: str, b: Board) -> ReferenceEntry:
    """A country on a board, and the print of the map."""
    facts = b.rules.facts
    now = " ".join(phrase(facts, s) for s in facts.statements(b) if s.subject == name) or "nothing lies there"
    data = b.countries[name].data
    out = [f"Now: {now}.", f"On the map: {printed.in_words(printed.of_country(data))}."]
    if data.adjacent:
        out.append(f"Adjacent to {listed(sorted(data.adjacent))}.")
    return ReferenceEntry(name, tuple(out))
