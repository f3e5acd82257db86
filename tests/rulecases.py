"""Runs the public rule cases (docs/rule-cases.md) against this implementation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from referee.engine import statements
from referee.engine.findings import Finding
from referee.engine.referee import Verdict
from referee.inputs import judge
from referee.parsers.notation import read_text

FOLDER = Path(__file__).parent / "rules"


@dataclass
class Expected:
    kind: str
    rule: str
    line: int | None = None
    also: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.kind} {self.rule}" + (f" line {self.line}" if self.line else "")


@dataclass
class Case:
    id: str
    title: str
    file: str
    record: str
    expected: list[Expected]
    board: str


_EXPECT = re.compile(r"^--- (?:(clean)|(\w+) ((?:card )?\S+)(?: line (\d+))?(?: also (.+))?)$")


def read_cases(path: Path) -> list[Case]:
    cases: list[Case] = []
    head: list[str] = []
    for raw in path.read_text(encoding="utf-8").split("\n"):
        line = raw.rstrip()
        if line.startswith("=== "):
            ident, _, title = line[4:].partition("|")
            cases.append(Case(ident.strip(), title.strip(), path.name, "", [], ""))
            head = []
        elif cases and line.startswith("---"):
            text = line.split(";")[0].rstrip()
            match = _EXPECT.match(text)
            assert match, f"{path.name}: {line}"
            if not match.group(1):
                cases[-1].expected.append(
                    Expected(
                        match.group(2),
                        match.group(3),
                        int(match.group(4)) if match.group(4) else None,
                        re.findall(r"card \d+|\S+", match.group(5) or ""),
                    )
                )
            cases[-1].record = "\n".join(head)
        elif cases and cases[-1].record:
            if line.startswith("board:"):
                cases[-1].board += line + "\n"
        elif cases:
            head.append(line)
    return cases


def all_cases() -> list[Case]:
    return [c for path in sorted(FOLDER.glob("*.case")) for c in read_cases(path)]


def run(case: Case) -> Verdict:
    return judge(read_text(case.record, case.id))


def problems(case: Case) -> list[str]:
    """What is not as the case expects; empty if it is passed."""
    verdict = run(case)
    named_notes = any(e.kind == "note" for e in case.expected)
    got: list[Finding] = [f for f in verdict.findings if f.kind != "note" or named_notes]
    found = []
    want = [str(e) for e in case.expected]
    have = [f"{f.kind} {f.rule} (line {f.place.line}: {f.message})" for f in got]
    if len(got) != len(case.expected):
        return [f"expected {want or 'clean'}, got {have}"]
    for e, f in zip(case.expected, got, strict=True):
        if (e.kind, e.rule) != (f.kind, f.rule) or (e.line and e.line != f.place.line):
            found.append(f"expected {e}, got {f.kind} {f.rule} line {f.place.line}: {f.message}")
        missing = [r for r in e.also if r not in f.also]
        if missing:
            found.append(f"expected also {missing}, got {f.also}")
    for s in read_text(case.board).actions:
        for statement in s.statements:
            if not statements.holds(verdict.board, statement):
                found.append("board: " + statements.sentence(verdict.board, statement))
    for u in read_text(case.board).unreadable:
        found.append(f"board line unreadable: {u.message}")
    return found
