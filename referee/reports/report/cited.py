"""The rulebook margin: cited rules and cards, with their steps."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.plain import NamedTuple, field, plain_dataclass, replace
from referee.engine.state.ruleset import Ruleset
from referee.reports.report.plays import PlayView
from referee.reports.report.view import FindingView, StepView
from referee.reports.templating import anchor
from referee.rules import library, rulebook, sort_key

_CARD = re.compile(r"card[ -](\d+)", re.ASCII)


class StepLink(NamedTuple):
    """A citing step, under the name of its play."""

    anchor: str
    label: str


@plain_dataclass()
class Citation:
    """A rule or a card with its citing steps."""

    key: str
    """Its anchor: "r-7.3.3" or "c-86"."""
    number: str
    title: str
    summary: str
    see: list[tuple[str, str]] = field(default_factory=list)
    """Rules in its references: number and title."""
    steps: list[StepLink] = field(default_factory=list)
    rulings: list[tuple[str, str]] = field(default_factory=list)
    """The referee's readings of open points of the rulebook: question and answer."""
    tested: list[StepLink] = field(default_factory=list)
    """Steps in which it only held as a requirement."""


@plain_dataclass(frozen=True)
class Index:
    """All citations, in the order of the book."""

    rules: list[Citation]
    cards: list[Citation]
    also: list[Citation]
    """Rules cited only by another rule."""


def card_number(rule: str, cards: Mapping[int, Card]) -> int | None:
    """The card of a citation such as "card 86"."""
    match = _CARD.fullmatch(rule)
    return int(match[1]) if match is not None and int(match[1]) in cards else None


class _Cites:
    """The entries of citations, made on first use."""

    def __init__(self, rules: Ruleset) -> None:
        self.ruleset = rules
        self.rules: dict[str, Citation] = {}
        self.cards: dict[int, Citation] = {}

    def entry(self, number: str) -> Citation | None:
        """The entry of a rule or card; None for other names."""
        card = card_number(number, self.ruleset.cards)
        if card is not None:
            if card not in self.cards:
                self.cards[card] = _card(self.ruleset.cards[card], self.ruleset.texts)
            return self.cards[card]
        if number in rulebook() and number not in self.rules:
            self.rules[number] = _rule(number, self.ruleset.texts)
        return self.rules.get(number)


def index(plays: list[PlayView], findings: list[FindingView], rules: Ruleset) -> Index:
    """Collect the citations of the whole report."""
    found = _Cites(rules)
    places = [(StepLink(step.anchor, play.label), step) for play in plays for step in play.steps]
    for place, step in places:
        for number in _numbers(step):
            _add(found.entry(number), place)
    named = {number: {p.label for p in entry.steps} for number, entry in found.rules.items()}
    for place, step in places:
        for met in {m.rule for m in step.met}:
            entry = found.entry(met)
            if met in found.rules and entry is not None and place.label not in named.setdefault(met, set()):
                named[met].add(place.label)
                entry.tested.append(place)
    for f in findings:
        for number in (f.rule, *f.also):
            found.entry(number)
    book = rulebook()
    seen = {n for entry in found.rules.values() for n, _ in entry.see if n not in found.rules and n in book}
    return Index(
        [found.rules[n] for n in sorted(found.rules, key=sort_key)],
        [found.cards[n] for n in sorted(found.cards)],
        [_rule(n, rules.texts) for n in sorted(seen, key=sort_key)],
    )


def without_plays(index: Index) -> Index:
    """The same without the citing plays."""
    return Index(
        *([replace(entry, steps=[], tested=[]) for entry in part] for part in (index.rules, index.cards, index.also))
    )


def _add(entry: Citation | None, place: StepLink) -> None:
    if entry is not None and (not entry.steps or entry.steps[-1].label != place.label):
        entry.steps.append(place)


def _numbers(step: StepView) -> dict[str, None]:
    """The numbers cited by a step's findings, rolls and changes, each once."""
    found: dict[str, None] = {}
    for f in step.findings:
        found.update(dict.fromkeys((f.rule, *f.also)))
    for r in step.rolls:
        found.update(dict.fromkeys((r.rule, *(rule for _, rule in r.modifiers))))
    for c in step.changes:
        found.update(dict.fromkeys((c.rule, *c.cause)))
    found.update(dict.fromkeys(g.rule for g in step.stages if g.rule))
    found.update(dict.fromkeys(a.trail.rule for w in step.why for a in w.asked))
    found.update(dict.fromkeys(f"card {n}" for n in (*step.cards, *(n for n, _ in step.triggered))))
    return found


def _rule(number: str, told_in: library.Folders) -> Citation:
    rule = rulebook()[number]
    read = [(r.question, r.answer) for r in library.rulings(told_in) if number in r.rules]
    book = rulebook()
    see = [(n, book[n].title) for n in rule.see if n in book]
    return Citation(anchor(number), number, rule.title, rule.summary, see, rulings=read)


def _card(card: Card, told_in: library.Folders) -> Citation:
    number, cited = card.number, f"card {card.number}"
    facts = [f"{card.ops}-value card, {SIDE_NAMES[card.side] if card.side else 'Unassociated'} event"]
    if card.lapsing:
        facts.append("Lapsing" + (" if the US plays it" if card.lapsing == "us" else ""))
    if card.mark:
        facts.append(f"leaves the marker {card.mark}")
    if card.remove != "never":
        facts.append("is removed after its event" + (" if the US plays it" if card.remove == "us" else ""))
    event = library.event_of(told_in, number)
    summary = "; ".join(facts) + "." + (f" {event.summary}" if event is not None else "")
    read = [(r.question, r.answer) for r in library.rulings(told_in) if number in r.cards]
    return Citation(anchor(cited), cited, card.title, summary, rulings=read)
