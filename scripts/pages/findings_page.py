"""Write docs/reference/findings.md: every sentence of the referee, by rule.

The sentences are those of the rule cases and the records.

``python scripts/pages/findings_page.py`` writes it; a test holds it to what the program says. Sentences that differ only in
their countries, cards and numbers are one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.editions import rulesets
from referee.engine.law.requirement import REQUIREMENTS
from referee.engine.record.findings import Finding
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import wording
from referee.rules import rulebook
from referee.rules.casefile import Case, cases_folder, read_cases

ROOT = Path(__file__).resolve().parents[2]
RECORDS = (
    *sorted((ROOT / "fixtures" / "logs").glob("*.lgn")),
    *sorted((ROOT / "fixtures" / "unreadable").glob("*.lgn")),
    *sorted((ROOT / "fixtures" / "mails").glob("*.mbox")),
)
KINDS = ("illegal", "outcome", "impossible", "incomplete", "slip", "note", "unreadable", "unsupported")
HEAD = """# What the referee says

For readers of a verdict: every sentence of a finding, by rule, with a real example: the written line, what is wrong, why, and
what to write instead. Sentences that differ only in their countries, cards or numbers are listed once. The page comes from the
rule cases and the records of the project, so it shows what players read.

The kinds: {kinds}.
"""
RULES = rulesets.whole()
"""The rules of all editions: every requirement, and every name that a sentence can hold."""
_OTHERS = {"notation": "The notation", "mail": "Games by mail", "referee": "The referee itself"}
"""What stands in the place of a rule, in words."""
_SPLIT = {
    "country": "|".join(sorted(map(re.escape, RULES.countries), key=len, reverse=True)),
    "card": "|".join(sorted((re.escape(c.name) for c in RULES.cards.values()), key=len, reverse=True)),
    "marker": "|".join(sorted(map(re.escape, RULES.markers), key=len, reverse=True)),
}
_ALIKE = (
    (re.compile(_SPLIT["card"]), "CARD"),
    (re.compile(_SPLIT["marker"]), "MARKER"),
    (re.compile(rf"(?:the |The )?(?:{_SPLIT['country']})(?:, |, and | and | or )?"), "COUNTRY"),
    (re.compile(r"(COUNTRY)+"), "COUNTRY"),
    (re.compile(r"\b(?:Good|Fair|Poor|Islamist Rule|unmarked)\b"), "STATE"),
    (re.compile(r"\b(?:an Ally|Ally|Neutral|an Adversary|Adversary)\b"), "STATE"),
    (re.compile(r"\b(?:Hard|Soft)\b"), "STATE"),
    (re.compile(r"(?:STATE ?)+"), "STATE "),
    (re.compile(r"\b(?:US|Jihadist)\b"), "SIDE"),
    (re.compile(r"\b(?:[0-9]+|no|W|WMD)\b"), "N"),
    (re.compile(r"N( N)+"), "N"),
    (
        re.compile(
            r"\b(N (?:Cell|Sleeper|Active Cell|Troop|Plot|card|roll|Plot marker|(?:Awakening|Reaction) marker))s\b"
        ),
        r"\1",
    ),
    (re.compile(r"N Sleeper|N Active Cell|N Cell"), "N Cell"),
)


@dataclass(frozen=True, slots=True)
class Said:
    """One finding with the line that it speaks of."""

    finding: Finding
    line: str
    source: str

    @property
    def alike(self) -> tuple[str, str, str]:
        """The same for sentences that differ only in what they speak of."""
        text = self.finding.message
        for pattern, instead in _ALIKE:
            text = pattern.sub(instead, text)
        return self.finding.rule, self.finding.kind, text


def findings_of(case: Case) -> list[Finding]:
    """The findings of a rule case."""
    return judge(read_text(case.text, case.id)).findings


def everything(found: Callable[[Case], Iterable[Finding]] = findings_of) -> Iterator[Said]:
    """Every finding of the rule cases and of the records."""
    for path in sorted(cases_folder().glob("*.case")):
        for case in read_cases(path.read_text(encoding="utf-8"), path.name):
            lines = case.text.split("\n")
            for f in found(case):
                yield Said(f, _line(lines, f), case.id)
    for path in RECORDS:
        record = read_record(path.read_bytes(), path.name)
        lines = list(record.lines)
        for f in judge(record).findings:
            yield Said(f, _line(lines, f), path.name)


def _line(lines: list[str], f: Finding) -> str:
    return lines[f.place.line - 1].strip() if 0 < f.place.line <= len(lines) else ""


def gathered(said_of: Iterable[Said]) -> dict[tuple[str, str, str], Said]:
    """One example of each sentence: the shortest, for a quick reading."""
    found: dict[tuple[str, str, str], Said] = {}
    for said in said_of:
        best = found.setdefault(said.alike, said)
        if _size(said) < _size(best):
            found[said.alike] = said
    return found


def _size(said: Said) -> tuple[int, str, str]:
    """The length of an example.

    The words decide between two of one length, so that the order of the cases decides nothing.
    """
    return len(said.finding.message) + len(said.line), said.finding.message, said.line


def unseen(said_of: Iterable[Said]) -> list[str]:
    """Requirements of whose refusals no example shows the sentence."""
    rulesets.load_all()
    spoken = "\n".join(dict.fromkeys(said.finding.message for said in said_of))
    return [r.id for r in REQUIREMENTS.values() if r.text and not _template(r.text).search(spoken)]


def _template(text: str) -> re.Pattern[str]:
    """A pattern for the sentence of a requirement, its fields open."""
    parts = re.split(r"\{[^}]*\}", text)
    return re.compile(
        ".+?".join(re.escape(p).replace("for\\ ", "for (?:the )?").replace("in\\ ", "in (?:the )?") for p in parts),
        re.IGNORECASE,
    )


def order(rule: str) -> tuple[object, ...]:
    """The sort order: rules by number, optional ones, cards, the rest."""
    numbers = tuple(int(n) for n in re.findall(r"\d+", rule))
    kind = next((n for n, word in ((1, "option "), (2, "card ")) if rule.startswith(word)), 0 if numbers else 3)
    return (kind, numbers, rule)


def page(said_of: Iterable[Said]) -> str:
    """The page as Markdown."""
    book = rulebook()
    found = gathered(said_of)
    kinds = {said.finding.kind for said in found.values()}
    out = [
        HEAD.format(
            kinds="; ".join(
                f"*{wording.KINDS[kind]}* (`{kind}`: {wording.GRAVEST[kind]})"
                for kind in KINDS
                if kind in kinds or kind != "slip"
            )
        )
    ]
    for rule in sorted({key[0] for key in found}, key=order):
        title = book[rule].title if rule in book else ""
        if rule.startswith("card "):
            title = RULES.cards[int(rule[5:])].title
        name = _OTHERS.get(rule, f"{rule} {title}".strip())
        out.append(f"\n## {name}\n")
        mine = [said for key, said in found.items() if key[0] == rule]
        mine.sort(key=lambda s: (KINDS.index(s.finding.kind), s.finding.message))
        for said in mine:
            out.append(_entry(said))
    return "\n".join(out) + "\n"


def _entry(said: Said) -> str:
    f = said.finding
    text = f"- **{f.kind}** {_plain(f.message)}"
    if f.reason:
        text += f"<br>Why: {_plain(f.reason)}"
    if f.help:
        text += f"<br>{wording.HELP}: {_plain(f.help)}"
    if f.assumed:
        text += f"<br>{wording.ASSUMED}: {_plain(f.assumed)}"
    line = said.line.replace("`", "'")
    return f"{text}<br>`{line}`" if line else text


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_<>|#])", r"\\\1", text)


if __name__ == "__main__":
    (ROOT / "docs" / "reference" / "findings.md").write_text(page(everything()), encoding="utf-8")
