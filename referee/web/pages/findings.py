"""The kinds of findings, and every sentence that the referee says, by rule: read from the page that is made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.api import explain
from referee.editions import rulesets
from referee.reports.wording import KINDS
from referee.rules import rulebook
from referee.web.addresses import rule_address
from referee.web.pages import shown
from referee.web.pages.model import Block, Page, chained, links
from referee.web.pages.words import runs, weighty

FINDINGS = ("findings", "Findings")
OTHERS = {"The notation": "notation", "Games by mail": "mail", "The referee itself": "referee"}
"""What findings name instead of a rule, by what the page calls it."""
_ENTRY = re.compile(r"- \*\*(?P<kind>[a-z]+)\*\* (?P<rest>.*)")
_LABELS = {"Why: ": "why", "Instead: ": "instead", "Assumed: ": "assumed"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a finding, with the line that it was said of."""

    kind: str
    text: str
    why: str = ""
    instead: str = ""
    assumed: str = ""
    line: str = ""


def read(page: Path) -> dict[str, list[Sentence]]:
    """The sentences by rule: "7.3.3", "card 17", "option 1", "notation"."""
    found: dict[str, list[Sentence]] = {}
    rule = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rule = _rule_of(line[3:])
        elif (m := _ENTRY.fullmatch(line)) is not None:
            found.setdefault(rule, []).append(_sentence(m["kind"], m["rest"]))
    return found


def _rule_of(title: str) -> str:
    """What a heading is about, as a finding names it."""
    if title in OTHERS:
        return OTHERS[title]
    first, second, *_ = [*title.split(), ""]
    return f"{first} {second}" if first in ("card", "option") else first


def _sentence(kind: str, rest: str) -> Sentence:
    text, *more = re.split(r"(?<!\\)<br(?<!\\)>", rest)
    given = {}
    for piece in more:
        if piece.startswith("`"):
            given["line"] = piece.strip("`")
            continue
        label = next(n for n in _LABELS if piece.startswith(n))
        given[_LABELS[label]] = _plain(piece.removeprefix(label))
    return Sentence(kind, _plain(text), **given)


def _plain(text: str) -> str:
    return re.sub(r"\\([\\`*_<>|#])", r"\1", text)


def said(sentences: Iterable[Sentence], page: str) -> Block:
    """Sentences as a block."""
    rows = []
    for s in sentences:
        row: Block = {"kind": s.kind, "words": KINDS[s.kind], "text": runs(s.text, page)}
        for name in ("why", "instead", "assumed"):
            if text := getattr(s, name):
                row[name] = runs(text, page)
        if s.line:
            row["line"] = s.line
        rows.append(row)
    return {"said": rows} if rows else {}


def pages(sentences: Mapping[str, list[Sentence]]) -> list[Page]:
    """The kinds, and what findings name that is no rule."""
    kinds = [_kind(kind, sentences) for kind in KINDS]
    chained(kinds)
    first = shown.group_page(
        "findings", "Findings", "What the referee says of a play: each finding is of one of these kinds."
    )
    first.add("Kinds", links((p.id, "", p.title, p.told) for p in kinds))
    others = [_other(title, name, sentences.get(name, [])) for title, name in OTHERS.items()]
    first.add("What belongs to no rule", links((p.id, "", p.title) for p in others))
    return [first, *kinds, *others]


def _kind(kind: str, sentences: Mapping[str, list[Sentence]]) -> Page:
    d = explain.data(kind)
    id = f"finding/{kind}"
    words = _capital(d["words"])
    page = Page(id, words if words.lower() == kind else f"{words} ({kind})", group="finding")
    page.crumbs = shown.crumbs(FINDINGS)
    page.under = ["it counts" if d["counts"] else "it does not count"]
    page.lead = runs(d["meaning"], id)
    page.add("For example", *shown.example(d["example"], "A case"))
    rows = [
        (f"{rule_address(rule)}/said", *_called(rule), _times(sum(s.kind == kind for s in mine)))
        for rule, mine in sentences.items()
        if any(s.kind == kind for s in mine)
    ]
    page.add("Where it comes up, with every sentence", links(rows))
    page.names = [kind, KINDS[kind]]
    page.told = d["meaning"]
    page.body = weighty(d["meaning"])
    return page


def _times(number: int) -> str:
    return f"{number} sentence{'s' * (number != 1)}"


def _called(rule: str) -> tuple[str, str]:
    """What a finding names: its number and its title."""
    if rule.startswith("card "):
        return rule, rulesets.whole().cards[int(rule[5:])].title
    if rule in rulebook():
        return rule, rulebook()[rule].title
    return "", next(title for title, name in OTHERS.items() if name == rule)


def _other(title: str, name: str, sentences: list[Sentence]) -> Page:
    page = Page(rule_address(name), title, group="finding", crumbs=shown.crumbs(FINDINGS))
    page.lead = f"“{name}” stands in a finding for what belongs to no rule."
    if name == "notation":
        page.add("See also", links([("notation", "", "The notation")]))
    page.add("What the referee says", said(sentences, page.id), id="said")
    page.names = [name]
    return page


def searched(sentences: Mapping[str, list[Sentence]]) -> list[list[str]]:
    """Every sentence with the page that has it, for looking it up."""
    return [[f"{rule_address(rule)}/said", KINDS[s.kind], s.text] for rule, mine in sentences.items() for s in mine]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
