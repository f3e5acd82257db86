"""``referee cases``: the rule cases, as a list or judged.

The judge is the referee or another program.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.editions import rulesets
from referee.engine.state.words import plural
from referee.reports import printing
from referee.rules import rulebook
from referee.rules.casefile import Case, CaseError, ExpectedFinding, cases, cases_folder, read_file
from referee.trials import conformance

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
MOST_NAMED = 80
"""Most characters of a quoted name."""


class NoCasesError(Exception):
    """An unknown case or program; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of a program at a case."""

    case: Case
    outcome: str
    problems: tuple[str, ...] = ()
    """Differences from the case's expectation, or the reason for an omission."""
    board: bool = True
    """Whether the final board was compared."""


def chosen(names: Iterable[str]) -> list[Case]:
    """The cases of these ids, rules, cards and files; all without any.

    The project's own come first. Raises :class:`NoCasesError`.
    """
    given = list(names)
    files = dict.fromkeys(Path(name) for name in given if _is_file(name))
    found = [case for path in files for case in _of_file(path)]
    wanted = dict.fromkeys(name.strip().replace(" ", "-") for name in given if not _is_file(name))
    return [*(_known(wanted) if wanted or not given else ()), *found]


def _known(wanted: Collection[str]) -> list[Case]:
    """The project's own cases of these ids, rules and cards, or all."""
    try:
        known = cases()
    except CaseError as error:
        raise NoCasesError(str(error)) from None
    if not known:
        raise NoCasesError(f"the rule cases are not there: {cases_folder()}")
    for name in wanted:
        if not any(case.id == name or case.about(name) for case in known):
            raise NoCasesError(_unknown(name))
    return [c for c in known if not wanted or any(c.id == n or c.about(n) for n in wanted)]


def _unknown(name: str) -> str:
    """The message for a name that is no case and no file."""
    if name.endswith(".case") or any(mark in name for mark in "/\\"):
        return f"there is no file {name[:MOST_NAMED]!r}"
    return f"there is no rule case {name[:MOST_NAMED]!r}; referee cases list has them all"


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # no name that a file can have
        return False


def _of_file(path: Path) -> list[Case]:
    try:
        return read_file(path)
    except CaseError as error:
        raise NoCasesError(str(error)) from None
    except OSError as error:
        raise NoCasesError(f"{path} cannot be read: {error.strerror}") from None


def by_rule(some: Iterable[Case]) -> dict[str, list[Case]]:
    """The cases by the first part of their ids.

    That is a rule, a card, an option or a subject. The order is that of the files.
    """
    known = {number.replace(" ", "-") for number in rulebook()} | {f"card-{n}" for n in rulesets.whole().cards}
    found: dict[str, list[Case]] = {}
    for case in some:
        subject = next((name for name in case.about_all() if name in known), re.sub(r"-\d+$", "", case.rule))
        found.setdefault(subject, []).append(case)
    return found


def listed(some: Iterable[Case]) -> str:
    """The list in text: each rule or card with its cases."""
    out = []
    for rule, its in by_rule(some).items():
        out.append(rule)
        out += [f"  {case.id:<18} {case.title}" for case in its]
    return printing.plain_lines("\n".join(out))


def data(some: Iterable[Case]) -> list[dict[str, Any]]:
    """The cases with all their expectations."""
    return [
        {
            "id": c.id,
            "rule": c.rule,
            "title": c.title,
            "file": c.file,
            "record": c.text,
            "findings": [_finding(e) for e in c.expected],
            "notes": c.notes,
            "board": [line.partition(":")[2].strip() for line in c.board],
            "only": c.only,
        }
        for c in some
    ]


def _finding(e: ExpectedFinding) -> dict[str, Any]:
    """An expected finding of a case."""
    return {
        "kind": e.kind,
        "rule": e.rule,
        "also": list(e.also),
        "line": e.line,
        "requirements": list(e.requirements),
        "words": list(e.words),
        "follows": None if e.follows is None else list(e.follows),
    }


def run(some: Iterable[Case], command: list[str], seconds: float) -> Iterator[CaseResult]:
    """Have the cases judged; without a command the referee judges itself.

    Raises :class:`NoCasesError` if the program cannot start.
    """
    from referee.trials.programs import NotStartedError, Program, ProgramError, SkippedError

    with Program(command, seconds) if command else nullcontext() as program:
        judge = conformance.own if program is None else program.answer
        for case in some:
            try:
                answer = judge(case)
            except NotStartedError as error:
                raise NoCasesError(str(error)) from None
            except SkippedError as reason:
                yield CaseResult(case, SKIPPED, (str(reason),), False)
            except ProgramError as error:
                yield CaseResult(case, FAILED, (str(error),), False)
            else:
                wrong = tuple(conformance.problems(case, answer))
                yield CaseResult(case, FAILED if wrong else PASSED, wrong, answer.board is not None)


def result_data(found: Iterable[CaseResult]) -> list[dict[str, Any]]:
    """The results as data."""
    return [
        {
            "id": r.case.id,
            "file": r.case.file,
            "outcome": r.outcome,
            "problems": list(r.problems),
            "board": r.board,
        }
        for r in found
    ]


def result_text(found: list[CaseResult]) -> str:
    """The cases with problems, each with its problems, and the numbers."""
    out = []
    for r in found:
        if r.outcome == FAILED:
            out += [f"{r.case.id} | {r.case.title} ({r.case.file})", *(f"  {wrong}" for wrong in r.problems)]
    count = {outcome: sum(r.outcome == outcome for r in found) for outcome in (PASSED, FAILED, SKIPPED)}
    counts = [f"{plural(len(found), 'rule case')}: {count[PASSED]:,} passed, {count[FAILED]:,} failed"]
    if count[SKIPPED]:
        counts.append(f"{count[SKIPPED]:,} left out by the program")
    blind = sum(not r.board for r in found if r.case.board and r.outcome == PASSED)
    if blind:
        counts.append(f"the final board was not compared in {blind:,}")
    return printing.plain_lines("\n".join([*out, "; ".join(counts)]))


def answer() -> None:
    """Answer cases for ``referee cases run --with`` until the input ends.

    Raises ValueError for a malformed line.
    """
    for line in sys.stdin:
        asked = json.loads(line)
        if not isinstance(asked, dict) or not isinstance(asked.get("record"), str):
            raise ValueError("a case is a JSON object with a record")
        case = Case(str(asked.get("id", "")), "", "", asked["record"].split("\n"))
        print(json.dumps(conformance.as_data(conformance.own(case))), flush=True)
