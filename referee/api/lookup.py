"""Names of the game, and their possible meanings."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache

from referee.editions import rulesets
from referee.engine.state.ruleset import Ruleset
from referee.reports.wording import KINDS
from referee.rules import Rule, rulebook

MOST_NAMED = 12
BY_CARDS = {"cancelled": 166}
"""Uses of a card given by the event of another card."""
_ORDER = ("kind", "country", "rule", "card")


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of an explanation.

    ``kind`` is kind, country, rule or card, ``name`` the word to ask for.
    """

    kind: str
    name: str
    title: str

    @property
    def ask(self) -> str:
        """The words to ask for it alone."""
        return f"card {self.name}" if self.kind == "card" else self.name


def plain(words: str) -> str:
    """Return words without case and punctuation, for comparing."""
    return " ".join("".join(ch if ch.isalnum() or ch in ".'" else " " for ch in words.casefold()).split())


@cache
def names() -> dict[str, list[Subject]]:
    """Return every name with an explanation, in its plain form."""
    rules = rulesets.whole()
    found: dict[str, list[Subject]] = {}

    def put(name: str, entry: Subject) -> None:
        have = found.setdefault(plain(name), [])
        if entry not in have:
            have.append(entry)

    for kind, meaning in KINDS.items():
        put(kind, Subject("kind", kind, meaning))
        put(meaning, Subject("kind", kind, meaning))
    for rule in rulebook().values():
        put(rule.title, _rule(rule))
    for use, number in _operations(rules).items():
        entry = _rule(rulebook()[number])
        found[plain(use)] = [entry]
        found[plain(rules.titles[use])] = [entry]
    for use, card_number in BY_CARDS.items():
        put(use, Subject("card", str(card_number), rules.cards[card_number].title))
    for country in rules.countries.values():  # a paragraph of the same name is shown with it
        entry = Subject("country", country.name, country.name)
        for form in (country.name, *country.short):
            found[plain(form)] = [entry]
    for card in rules.cards.values():
        for name in (card.title, *card.short, *filter(None, [card.mark])):
            put(name, Subject("card", str(card.number), card.title))
    return found


def _rule(rule: Rule) -> Subject:
    return Subject("rule", rule.number, rule.title)


def _operations(rules: Ruleset) -> dict[str, str]:
    """Return the paragraph with the title of each use of a card.

    The one with the shortest number.
    """
    numbers: dict[str, list[str]] = {}
    for r in rulebook().values():
        numbers.setdefault(plain(r.title), []).append(r.number)
    titles = {use: plain(title) for use, title in rules.titles.items()}
    return {use: min(numbers[title], key=len) for use, title in titles.items() if title in numbers}


def exactly(asked: str) -> list[Subject]:
    """Return the entries with this name or number."""
    name = plain(asked)
    found = list(names().get(name, ()))
    if name.isdigit():
        card = rulesets.whole().cards.get(int(name))
        found += [Subject("card", str(card.number), card.title)] if card is not None else []
        found += [_rule(r) for r in [rulebook().get(f"{int(name)}.0")] if r is not None]
    return found


def containing(asked: str) -> list[Subject]:
    """Return entries with all these words in their name."""
    wanted = plain(asked).split()
    if not wanted:
        return []
    found: dict[Subject, tuple[bool, int]] = {}
    for name, entries in names().items():
        have = name.split()
        if all(any(h.startswith(w) for h in have) for w in wanted):
            for entry in entries:
                found.setdefault(entry, (not name.startswith(wanted[0]), _ORDER.index(entry.kind)))
    return sorted(found, key=lambda e: found[e])


def titled(asked: str) -> list[Subject]:
    """Return the cards of the only title with this part or misspelling."""
    said = asked.split()
    cards = rulesets.whole().cards
    found = next(
        (t.cards for t in rulesets.names("campaign").titles.all_at(said) if t.words == len(said) and t.one), ()
    )
    return [Subject("card", str(n), cards[n].title) for n in found]


def like(asked: str) -> list[Subject]:
    """Return the entries with a similar spelling."""
    name = plain(asked)
    words = {w: n for n in names() for w in [n, *n.split()] if len(w) > 3}
    near = difflib.get_close_matches(name, list(dict.fromkeys([*names(), *words])), MOST_NAMED // 2, 0.75)
    out: dict[Subject, None] = {}
    for n in near:
        for entry in names().get(n, ()) or names()[words[n]]:
            out[entry] = None
    return list(out)
