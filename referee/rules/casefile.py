"""Rule cases in plain text (docs/rule-cases.md): the one reader of ``tests/rules/*.case``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Expected(NamedTuple):
    """One finding that a case expects."""

    kind: str
    rule: str
    also: tuple[str, ...] = ()
    """Further rules that the same answer breaks."""
    line: int | None = None
    """The line of the case's record, from 1; None if the case does not say."""

    def __str__(self) -> str:
        return f"{self.kind} {self.rule}" + (f" line {self.line}" if self.line else "")


@dataclass(slots=True)
class Case:
    """A record, the findings it should get, and the board after it."""

    id: str
    title: str
    file: str
    lines: list[str] = field(default_factory=list)
    """The record, line by line."""
    expected: list[Expected] = field(default_factory=list)
    """The findings in their order; empty for a clean case."""
    no_notes: bool = False
    """Whether the case says that nothing is noted either."""
    board: list[str] = field(default_factory=list)
    """The lines about the final board, each with its keyword."""

    @property
    def rule(self) -> str:
        """The rule or card that the id names: "8.5.6-funding" for "8.5.6-funding-c"."""
        return self.id.rpartition("-")[0] or self.id

    @property
    def clean(self) -> bool:
        """Whether nothing is to be found in it."""
        return not any(e.kind != "note" for e in self.expected)

    @property
    def notes(self) -> bool:
        """Whether the case states which notes there are; without it, notes are ignored."""
        return self.no_notes or any(e.kind == "note" for e in self.expected)

    @property
    def text(self) -> str:
        """The text of the record."""
        return "\n".join(self.lines)

    @property
    def record(self) -> list[str]:
        """The record without comments and blank lines around it, to be shown."""
        kept = [line for line in self.lines if line.strip() and not line.lstrip().startswith(";")]
        return [line.split(";")[0].rstrip() for line in kept]

    @property
    def statements(self) -> str:
        """What is stated of the final board, as checkpoints."""
        return "\n".join(line.replace(ONLY, "board:", 1) for line in self.board)

    @property
    def only(self) -> bool:
        """Whether nothing but what is stated may have changed."""
        return any(line.startswith(ONLY) for line in self.board)

    def about(self, number: str) -> bool:
        """Whether the id begins with ``number`` (option-1 for "option 1"); the headings of a rule are part of it."""
        return number.replace(" ", "-") in self.about_all()

    def about_all(self) -> tuple[str, ...]:
        """Every number that the id begins with."""
        return tuple(_part_of(self.rule))

    def catches(self, number: str) -> bool:
        """Whether an expected finding carries the rule."""
        return number in self.catches_all()

    def catches_all(self) -> dict[str, None]:
        """Every rule that an expected finding carries, each once."""
        rules = (r for e in self.expected if e.kind != "note" for r in (e.rule, *e.also))
        return {number: None for r in rules for number in _part_of(r)}


ONLY = "board only:"
_EXPECTED = re.compile(r"--- (?:clean(, no notes)?|(\w+) ((?:(?:card|option) )?\S+)(?: line (\d+))?(?: also (.+))?)")


def _part_of(rule: str) -> Iterator[str]:
    """A rule and those of which it is a heading: 8.5.6-funding is part of 8.5.6."""
    at = len(rule)
    while at >= 0:
        yield rule[:at]
        at = rule.rfind("-", 0, at)


def cases_folder() -> Path:
    """The folder of the rule cases: in the package of a wheel, in tests/rules of the repository."""
    here = Path(__file__).resolve().parent.parent
    shipped = here / "cases"
    return shipped if shipped.is_dir() else here.parent / "tests" / "rules"


@cache
def cases() -> tuple[Case, ...]:
    """All rule cases in the order of their files; none if they are not there."""
    found: list[Case] = []
    for path in sorted(cases_folder().glob("*.case")):
        found.extend(read_cases(path.read_text(encoding="utf-8"), path.name))
    return tuple(found)


def read_cases(text: str, file: str) -> list[Case]:
    """Read the cases of one file. Raise ValueError for a line after a record that is no expectation or statement."""
    found: list[Case] = []
    judged = False
    for raw in text.split("\n"):
        line = raw.rstrip()
        if line.startswith("=== "):
            name, _, title = line[4:].partition("|")
            found.append(Case(name.strip(), title.strip(), file))
            judged = False
        elif not found:
            continue
        elif line.startswith("---"):
            judged = True
            match = _EXPECTED.fullmatch(line.split(";")[0].rstrip())
            if match is None:
                raise ValueError(f"{file}: this is no expectation: {line}")
            no_notes, kind, rule, at, also = match.groups()
            found[-1].no_notes |= bool(no_notes)
            if kind:
                rules = tuple(re.findall(r"(?:card|option) \d+|\S+", also or ""))
                found[-1].expected.append(Expected(kind, rule, rules, int(at) if at else None))
        elif not judged:
            found[-1].lines.append(line)
        elif line.startswith(("board:", ONLY)):
            found[-1].board.append(line)
        elif line and not line.lstrip().startswith(";"):
            raise ValueError(f"{file}: this is neither an expectation nor a board line: {line}")
    return found
