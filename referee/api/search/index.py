"""The index of the search, shared by terminal, page and assistant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from referee.api import explain_sheets, lookup
from referee.api.search.words import ASKED, SMALL, stems
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.words import folded
from referee.reports.wording import KINDS, MEANINGS, TERMS
from referee.rules import chapter_of, disputes, practice, rulebook
from referee.rules.library import event_of


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A subject with the words of its search."""

    kind: str
    """rule, card, country, ruling, practice, dispute, term, finding, system or box."""
    id: str
    """The number of a rule or card, the name of anything else."""
    title: str
    says: str
    """Its sentences in our words."""
    key: str = ""
    """Its short name: "7.3.3", "Card 17"."""
    names: tuple[str, ...] = ()
    """Further names."""
    asked: str = ""
    """Further words in players' questions about it."""
    words: str = ""
    """Further words of its subject."""
    rules: tuple[str, ...] = ()
    """The rules of its answer."""
    weight: float = 1.0
    """The factor on its score in a question."""


RULE, HEADING, SOLITAIRE = 1.15, 0.9, 0.5
"""The weights of rules, of headings among them, and of solitaire matters."""
SYSTEMS = frozenset({9, 12, 13})
"""The chapters of the solitaire systems."""
SPECIAL = frozenset({"iran", "israel", "nigeria", "syria", "mali", "state", "unit"})
"""Words of countries with rules of their own, or with another meaning."""


@cache
def entries() -> tuple[IndexEntry, ...]:
    """Every entry, rules first."""
    return (
        *_rules(),
        *_cards(),
        *_countries(),
        *_rulings(),
        *_practice(),
        *_disputes(),
        *_terms(),
        *_boxes(),
    )


@cache
def _names() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for word, named in lookup.names().items():
        for e in named:
            found.setdefault((e.kind, e.name), []).append(word)
    return found


def _rules() -> Iterator[IndexEntry]:
    book = rulebook()
    back: dict[str, list[str]] = {}
    for r in book.values():
        for n in r.see:
            back.setdefault(n, []).append(r.title)
    for r in book.values():
        near = [*back.get(r.number, ()), *(book[n].title for n in r.see if n in book)]
        names = (*_names().get(("rule", r.number), ()), f"rule {r.number}")
        weight = RULE * (HEADING if r.hold == "advises" else 1) * (SOLITAIRE if chapter_of(r.number) in SYSTEMS else 1)
        asked = ASKED.get(r.number, "")
        words = _others(" ".join(near), r.title, r.summary)
        yield IndexEntry("rule", r.number, r.title, r.summary, r.number, names, asked, words, (r.number,), weight)


def _others(words: str, *said: str) -> str:
    """Return the significant words that are not among ``said``, each once."""
    known = {*folded(" ".join(said)).split(), *SMALL}
    return " ".join(w for w in dict.fromkeys(folded(words).split()) if w not in known)


def _cards() -> Iterator[IndexEntry]:
    from referee.editions import rulesets
    from referee.reports import printed

    told_in = rulesets.texts()
    for card in rulesets.whole().cards.values():
        told = event_of(told_in, card.number)
        if told is None:
            continue
        number = str(card.number)
        side = SIDE_NAMES.get(card.side or "", "Unassociated")
        words = " ".join([*told.when, *told.readings, *printed.marks(card), side])
        names = (*_names().get(("card", number), ()), number)
        asked, rules = ASKED.get(f"card {number}", ""), (f"card {number}", *told.rules)
        words = _others(words, card.title, told.summary)
        yield IndexEntry("card", number, card.title, told.summary, f"Card {number}", names, asked, words, rules)


@cache
def places() -> frozenset[str]:
    """Return the words of countries, which are mere examples in most questions."""
    from referee.editions import rulesets

    names = " ".join(c.name for c in rulesets.whole().countries.values())
    return frozenset(stems(names)) - SPECIAL


def _countries() -> Iterator[IndexEntry]:
    from referee.editions import rulesets
    from referee.reports import printed

    for c in sorted(rulesets.whole().countries.values(), key=lambda c: c.name):
        yield IndexEntry("country", c.name, c.name, f"{printed.in_words(printed.of_country(c))}.", "", c.short)


def _rulings() -> Iterator[IndexEntry]:
    from referee.editions import rulesets

    for title in rulesets.telling():
        weight = 1 if title in rulesets.EDITIONS else SOLITAIRE
        for r in rulesets.rulings_of(title):
            rules = (*r.rules, *(f"card {n}" for n in r.cards))
            words = " ".join(r.rules)
            yield IndexEntry("ruling", r.id, r.question, r.answer, "", (r.id,), words=words, rules=rules, weight=weight)


def _practice() -> Iterator[IndexEntry]:
    for a in practice.answers().values():
        yield IndexEntry("practice", a.id, a.question, a.answer, "", (a.id,), " ".join(a.asked), rules=a.rules)


def _disputes() -> Iterator[IndexEntry]:
    for d in disputes.disputes():
        yield IndexEntry("dispute", d.id, d.question, d.says, "", (d.id,), rules=(d.rule,))


def _terms() -> Iterator[IndexEntry]:
    for kind, words in KINDS.items():
        yield IndexEntry("finding", kind, words, MEANINGS[kind], kind, weight=SOLITAIRE)
    for term, meaning in TERMS.items():
        yield IndexEntry("term", term, term, meaning, names=(f"term {term}",), weight=SOLITAIRE)


def _boxes() -> Iterator[IndexEntry]:
    from referee.editions.solo import sheets

    for name in sorted(sheets.SHEETS, key=sheets.CHAPTERS.__getitem__):
        d = explain_sheets.system(name.replace("-", " ")) or {}
        title, boxes = str(d["system"]), d["boxes"]
        says = f"How it decides, in {len(boxes)} boxes and {len(d['lists'])} lists"
        words, rules = _others(" ".join(b["text"] for b in boxes), title, says), (f"{d['chapter']}.0",)
        yield IndexEntry("system", name, title, says, words=words, rules=rules, weight=SOLITAIRE)
        for b in boxes:
            told = f"{title}, box {b['id']}"
            yield IndexEntry("box", f"{name}/{b['id']}", b["text"], told, b["id"], (b["id"],), weight=SOLITAIRE)
