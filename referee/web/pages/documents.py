"""Pages from our documents.

They show the notation by section, the kinds of findings, and the sentences of the referee by rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from referee.api import explain
from referee.editions import rulesets
from referee.engine.state.words import capital, plural
from referee.reports.wording import ASSUMED, HELP, KINDS, TERMS
from referee.rules import rulebook
from referee.web.addresses import kind_address, rule_address, slug
from referee.web.pages.model import Block, Page, chained, example, led_to, links
from referee.web.pages.words import plain, runs, weighty

FINDINGS = ("findings", "Findings")
NOTATION = ("notation", "The notation")
OTHERS = {"The notation": "notation", "Games by mail": "mail", "The referee itself": "referee"}
"""Names in findings that are no rules, by their heading."""
_ENTRY = re.compile(r"- \*\*(?P<kind>[a-z]+)\*\* (?P<rest>.*)")
_LABELS = {"Why: ": "why", f"{HELP}: ": "instead", f"{ASSUMED}: ": "assumed"}
_FENCE = "```"


# -------------------------------------------------------------------- findings


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a finding, with an example of its line."""

    kind: str
    text: str
    why: str = ""
    instead: str = ""
    assumed: str = ""
    line: str = ""


def sentences(page: Path) -> dict[str, list[Sentence]]:
    """The sentences by rule: "7.3.3", "card 17", "option 1", "notation"."""
    found: dict[str, list[Sentence]] = {}
    rule = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            first, second, *_ = [*line[3:].split(), ""]
            rule = OTHERS.get(line[3:]) or (f"{first} {second}" if first in ("card", "option") else first)
        elif (m := _ENTRY.fullmatch(line)) is not None:
            found.setdefault(rule, []).append(_sentence(m["kind"], m["rest"]))
    return found


def _sentence(kind: str, rest: str) -> Sentence:
    text, *more = re.split(r"(?<!\\)<br(?<!\\)>", rest)
    given = {}
    for piece in more:
        if piece.startswith("`"):
            given["line"] = piece.strip("`")
            continue
        label = next(n for n in _LABELS if piece.startswith(n))
        given[_LABELS[label]] = _unescaped(piece.removeprefix(label))
    return Sentence(kind, _unescaped(text), **given)


def _unescaped(text: str) -> str:
    return re.sub(r"\\([\\`*_<>|#])", r"\1", text)


def sentence_block(found: Iterable[Sentence], page: str) -> Block:
    """Sentences as a block."""
    rows = []
    for s in found:
        row: Block = {"kind": s.kind, "words": KINDS[s.kind], "text": runs(s.text, page)}
        row |= {name: runs(text, page) for name in _LABELS.values() if (text := getattr(s, name))}
        rows.append(row | ({"line": s.line} if s.line else {}))
    return {"said": rows} if rows else {}


def findings(by_rule: Mapping[str, list[Sentence]]) -> list[Page]:
    """The kinds, and the names in findings that are no rules."""
    kinds = [_kind(kind, by_rule) for kind in KINDS]
    chained(kinds)
    lead = "What the referee says of a play: each finding is of one of these kinds."
    first = Page(*FINDINGS, lead=runs(lead))
    first.add("Kinds", led_to(kinds))
    first.add("Terms", {"ul": [runs(f"{term}: {meaning}") for term, meaning in TERMS.items()]}, id="terms")
    others = []
    for title, name in OTHERS.items():
        page = Page(rule_address(name), title, group="finding", above=(FINDINGS,), names=[name])
        page.lead = f"“{name}” stands in a finding for what belongs to no rule."
        if name == "notation":
            page.add("See also", links([("notation", "", "The notation")]))
        page.add("What the referee says", sentence_block(by_rule.get(name, []), page.id), id="said")
        others.append(page)
    first.add("What belongs to no rule", links((p.id, "", p.title) for p in others))
    return [first, *kinds, *others]


def _kind(kind: str, by_rule: Mapping[str, list[Sentence]]) -> Page:
    d = explain.data(kind)
    id, words = kind_address(kind), capital(d["words"])
    page = Page(id, words if words.lower() == kind else f"{words} ({kind})", group="finding", above=(FINDINGS,))
    page.under = ["it counts" if d["counts"] else "it does not count"]
    page.lead = runs(d["meaning"], id)
    page.add("For example", example(d["example"], "A case"))
    times = {rule: sum(s.kind == kind for s in mine) for rule, mine in by_rule.items()}
    page.add(
        "Where it comes up, with every sentence",
        links((f"{rule_address(rule)}/said", *_called(rule), plural(n, "sentence")) for rule, n in times.items() if n),
    )
    page.summary = d["meaning"]
    return page


def _called(rule: str) -> tuple[str, str]:
    """Number and title of a name in findings."""
    if rule.startswith("card "):
        return rule, rulesets.whole().cards[int(rule[5:])].title
    if rule in rulebook():
        return rule, rulebook()[rule].title
    return "", next(title for title, name in OTHERS.items() if name == rule)


def searched(by_rule: Mapping[str, list[Sentence]]) -> list[list[str]]:
    """Every sentence with its page, for searches."""
    return [[f"{rule_address(rule)}/said", KINDS[s.kind], s.text] for rule, mine in by_rule.items() for s in mine]


# -------------------------------------------------------------------- the notation


@dataclass(slots=True)
class DocumentSection:
    """A heading of the document with its blocks."""

    title: str
    blocks: list[Block] = field(default_factory=list)


def notation(document: Path) -> list[Page]:
    """A sheet to look things up in, and a page a section."""
    first = Page(*NOTATION, group="notation", summary="The forms of every line, with examples")
    first.lead = "How a record is written, at a glance. Each heading has a page of its own that says more."
    found = []
    for s in sections(document.read_text(encoding="utf-8")):
        if not s.blocks:
            continue
        page = Page(f"notation/{slug(s.title)}", s.title, group="notation", above=(NOTATION,))
        page.add("", *s.blocks)
        words = " ".join(_texts(s.blocks))
        page.summary, page.body = words[:110].rpartition(" ")[0] + " …", weighty(words)
        found.append(page)
        tables = [b for b in s.blocks if "table" in b]
        sample = next((b for b in s.blocks if "code" in b), None)
        if tables or sample is not None:
            more = links([(page.id, "", f"More on this: {s.title}")])
            first.add(s.title, *tables, sample, more, folded=bool(first.parts))
    chained(found)
    return [first, *found]


def _texts(blocks: list[Block]) -> Iterator[str]:
    for b in blocks:
        if "p" in b:
            yield plain(b["p"])
        elif "ul" in b:
            yield from map(plain, b["ul"])
        elif "table" in b:
            yield from (plain(cell) for row in b["table"]["rows"] for cell in row)


def sections(text: str) -> list[DocumentSection]:
    """The sections of a document.

    They have paragraphs, lists, tables and samples, like all our documents.
    """
    found = [DocumentSection("")]
    lines = iter([*text.splitlines(), ""])
    kept: list[str] = []
    for line in lines:
        if line.strip() and not line.startswith((_FENCE, "#")):
            kept.append(line)
            continue
        if kept:
            found[-1].blocks.append(_block(kept))
            kept = []
        if line.startswith(_FENCE):
            inside = []
            while not (within := next(lines)).startswith(_FENCE):
                inside.append(within)
            found[-1].blocks.append({"code": "\n".join(inside)})
        elif line.startswith("#"):
            found.append(DocumentSection("" if line.startswith("# ") else line.lstrip("#").strip()))
    return [s for s in found if s.title]


def _block(lines: list[str]) -> Block:
    if lines[0].startswith("    "):
        return {"code": "\n".join(line[4:] for line in lines)}
    if lines[0].startswith("|"):
        head, _, *rows = [[runs(c.strip()) for c in line.strip().strip("|").split("|")] for line in lines]
        return {"table": {"head": head, "rows": rows}}
    if lines[0].startswith("* "):
        items = re.split(r"\n\* ", "\n" + "\n".join(lines))[1:]
        return {"ul": [runs(" ".join(item.split())) for item in items]}
    return {"p": runs(" ".join(line.strip() for line in lines))}
