"""Rule cases in plain text (docs/rule-cases.md): the reader of ``*.case``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple


class ExpectedFinding(NamedTuple):
    """One expected finding of a case."""

    kind: str
    rule: str
    also: tuple[str, ...] = ()
    """Further rules that the same answer breaks."""
    line: int | None = None
    """The line of the case's record, from 1; None if unstated."""
    requirements: tuple[str, ...] = ()
    """Requirements that refused, among others."""
    words: tuple[str, ...] = ()
    """Words of its message or its reason."""
    follows: tuple[int, ...] | None = None
    """The lines that it follows from.

    It is empty for an independent finding, None if unstated.
    """

    def __str__(self) -> str:
        return f"{self.kind} {self.rule}" + (f" line {self.line}" if self.line else "")


@dataclass(slots=True)
class Case:
    """A record, its expected findings, and the board after it."""

    id: str
    title: str
    file: str
    lines: list[str] = field(default_factory=list)
    """The record, line by line."""
    expected: list[ExpectedFinding] = field(default_factory=list)
    """The findings in order; empty for a clean case."""
    no_notes: bool = False
    """Whether the case excludes notes as well."""
    board: list[str] = field(default_factory=list)
    """The lines about the final board, each with its keyword."""
    judged: bool = False
    """Whether it states its findings."""

    @property
    def rule(self) -> str:
        """The rule or card in the id: "8.5.6-funding" for "8.5.6-funding-c"."""
        return self.id.rpartition("-")[0] or self.id

    @property
    def clean(self) -> bool:
        """Whether it expects no finding."""
        return not any(e.kind != "note" for e in self.expected)

    @property
    def notes(self) -> bool:
        """Whether the case states its notes; if not, notes are ignored."""
        return self.no_notes or any(e.kind == "note" for e in self.expected)

    @property
    def text(self) -> str:
        """The text of the record."""
        return "\n".join(self.lines)

    @property
    def record(self) -> list[str]:
        """The record for display, without comments and blank lines around it."""
        kept = [line for line in self.lines if line.strip() and not line.lstrip().startswith(";")]
        return [line.split(";")[0].rstrip() for line in kept]

    @property
    def statements(self) -> str:
        """The statements about the final board, as checkpoints."""
        return "\n".join(line.replace(ONLY, "board:", 1) for line in self.board)

    @property
    def only(self) -> bool:
        """Whether only the stated things may have changed."""
        return any(line.startswith(ONLY) for line in self.board)

    def about(self, number: str) -> bool:
        """Return whether the id begins with ``number`` (option-1 for "option 1").

        The headings of a rule are part of it.
        """
        return number.replace(" ", "-") in self.about_all()

    def about_all(self) -> tuple[str, ...]:
        """Return every number that the id begins with."""
        return tuple(_part_of(self.rule))

    def catches(self, number: str) -> bool:
        """Return whether an expected finding carries the rule."""
        return number in self.catches_all()

    def catches_all(self) -> dict[str, None]:
        """Return every rule of an expected finding, each once."""
        rules = (r for e in self.expected if e.kind != "note" for r in (e.rule, *e.also))
        return {number: None for r in rules for number in _part_of(r)}


ONLY = "board only:"
KINDS = frozenset(
    {"illegal", "outcome", "incomplete", "impossible", "unreadable", "unsupported", "slip", "note"},
)
"""The kinds of findings."""
NOTHING = "nothing"
"""The word for an independent finding, which follows from nothing."""
MAX_BYTES = 16 << 20
"""Most bytes of a user's file."""
MOST_SHOWN = 60
"""Most characters of a line quoted in a message."""
_EXPECTED = re.compile(r"--- (?:clean(, no notes)?|(\w+) ((?:(?:card|option) )?\S+)(?: line (\d+))?(?: also (.+))?)")
_DETAIL = re.compile(r"(requirement|reason|follows):(.*)")
_LINES = re.compile(r"lines? (\d+(?:, *\d+)*)")


class CaseError(ValueError):
    """An unreadable line in a file of cases.

    The message begins with the file and the line.
    """


def _part_of(rule: str) -> Iterator[str]:
    """Yield a rule and its headings: 8.5.6-funding is part of 8.5.6."""
    at = len(rule)
    while at >= 0:
        yield rule[:at]
        at = rule.rfind("-", 0, at)


def cases_folder() -> Path:
    """Return the folder of the rule cases.

    In a wheel it is in the package, in the repository in tests/rules.
    """
    here = Path(__file__).resolve().parent.parent
    shipped = here / "cases"
    return shipped if shipped.is_dir() else here.parent / "tests" / "rules"


@cache
def cases() -> tuple[Case, ...]:
    """Return all rule cases in the order of their files.

    Returns None if they are not there.
    """
    found: list[Case] = []
    for path in sorted(cases_folder().glob("*.case")):
        found.extend(read_cases(path.read_text(encoding="utf-8"), path.name))
    return tuple(found)


def read_file(path: Path) -> list[Case]:
    """Read the cases of a user's file.

    Raises :class:`CaseError`, and OSError for an unreadable file.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise CaseError(f"{path}:1: a file of cases has at most {MAX_BYTES >> 20} MiB")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise CaseError(f"{path}:{line}: a file of cases is text in UTF-8") from None
    found = read_cases(text, str(path))
    if not found:
        raise CaseError(f"{path}:1: no case begins in this file: a case begins with === ID | title")
    return found


def read_cases(text: str, file: str) -> list[Case]:
    """Read the cases of one file.

    Raises :class:`CaseError` for a misplaced line.
    """
    reading = _CaseReader(file)
    for number, raw in enumerate(text.split("\n"), 1):
        reading.number = number
        reading.take(raw.rstrip())
    reading.end()
    return reading.found


class _CaseReader:
    """The cases of a file, as far as it is read."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.number = 0
        self.found: list[Case] = []
        self.ids: set[str] = set()
        self.begun = 0
        """The first line of the last case."""

    def take(self, line: str) -> None:
        """Read the next line."""
        if line.startswith("==="):
            self.end()
            self._begin(line)
        elif not self.found:
            if line.strip() and not line.lstrip().startswith(";"):
                raise self._error(f"no case has begun, which takes a line === ID | title: {line[:MOST_SHOWN]}")
        elif line.startswith("---"):
            self._expect(line)
        elif not self.found[-1].judged:
            self.found[-1].lines.append(line)
        elif line.startswith(("board:", ONLY)):
            self.found[-1].board.append(line)
        elif (detail := _DETAIL.fullmatch(line.partition(";")[0].strip())) is not None:
            self._detail(detail[1], " ".join(detail[2].split()))
        elif line and not line.lstrip().startswith(";"):
            raise self._error(f"this is neither an expectation nor a board line: {line[:MOST_SHOWN]}")

    def end(self) -> None:
        """End the last case."""
        if self.found and not self.found[-1].judged:
            self.number = self.begun
            raise self._error(f"the case {self.found[-1].id} has no line --- that says what is to be found")

    def _error(self, why: str) -> CaseError:
        return CaseError(f"{self.file}:{self.number}: {why}")

    def _begin(self, line: str) -> None:
        name, _, title = line[3:].partition("|")
        if not name.strip() or line[3:4] != " ":
            raise self._error(f"a case begins with === ID | title: {line[:MOST_SHOWN]}")
        if name.strip() in self.ids:
            raise self._error(f"a second case has the id {name.strip()[:MOST_SHOWN]}")
        self.ids.add(name.strip())
        self.found.append(Case(name.strip(), title.strip(), self.file))
        self.begun = self.number

    def _expect(self, line: str) -> None:
        case = self.found[-1]
        match = _EXPECTED.fullmatch(line.split(";", maxsplit=1)[0].rstrip())
        if match is None or (match[2] and match[2] not in KINDS):
            known = f" (the kinds are {', '.join(sorted(KINDS))})" if match is not None else ""
            raise self._error(f"this is no expectation{known}: {line[:MOST_SHOWN]}")
        no_notes, kind, rule, at, also = match.groups()
        case.judged = True
        case.no_notes |= bool(no_notes)
        if kind:
            rules = tuple(re.findall(r"(?:card|option) \d+|\S+", also or ""))
            case.expected.append(ExpectedFinding(kind, rule, rules, int(at) if at else None))

    def _detail(self, name: str, said: str) -> None:
        """Read further details of the previous finding."""
        case = self.found[-1]
        if not case.expected:
            raise self._error(f"no finding is above this line to have a {name}")
        last = case.expected[-1]
        if not said:
            raise self._error(f"nothing is said after {name}:")
        if name == "requirement":
            last = last._replace(requirements=(*last.requirements, said))
        elif name == "reason":
            last = last._replace(words=(*last.words, said))
        else:
            last = last._replace(follows=self._lines(said))
        case.expected[-1] = last

    def _lines(self, said: str) -> tuple[int, ...]:
        match = _LINES.fullmatch(said)
        if match is None and said != NOTHING:
            raise self._error(f"follows: takes “line 3”, “line 3, 5” or “{NOTHING}”, not “{said[:MOST_SHOWN]}”")
        return tuple(sorted({int(n) for n in match[1].split(",")})) if match is not None else ()
