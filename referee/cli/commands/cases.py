"""``referee cases``: the rule cases as a list, judged by the referee, and judged by another program."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from referee.editions import rulesets
from referee.rules import rulebook
from referee.rules.casefile import Case, cases, cases_folder
from referee.trials import conformance

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class NoCasesError(Exception):
    """There is no such case or no such program; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a program did at a case."""

    case: Case
    outcome: str
    problems: tuple[str, ...] = ()
    """What is not as the case expects; for a case that was left out, the reason."""
    board: bool = True
    """Whether the final board was compared."""


def chosen(names: Iterable[str]) -> list[Case]:
    """The cases of these ids, rules and cards; all without any. Raises :class:`NoCasesError`."""
    known = cases()
    if not known:
        raise NoCasesError(f"the rule cases are not there: {cases_folder()}")
    wanted = dict.fromkeys(name.strip().replace(" ", "-") for name in names)
    for name in wanted:
        if not any(case.id == name or case.about(name) for case in known):
            raise NoCasesError(f"there is no rule case {name[:40]!r}; referee cases list has them all")
    return [c for c in known if not wanted or any(c.id == n or c.about(n) for n in wanted)]


def by_rule(some: Iterable[Case]) -> dict[str, list[Case]]:
    """The cases of each rule, card and option that their ids begin with, else of a subject; in the order of the files."""
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
    return "\n".join(out)


def data(some: Iterable[Case]) -> list[dict[str, Any]]:
    """The cases with all that they expect."""
    return [
        {
            "id": c.id,
            "rule": c.rule,
            "title": c.title,
            "file": c.file,
            "record": c.text,
            "findings": [{"kind": e.kind, "rule": e.rule, "also": list(e.also), "line": e.line} for e in c.expected],
            "notes": c.notes,
            "board": [line.partition(":")[2].strip() for line in c.board],
            "only": c.only,
        }
        for c in some
    ]


def run(some: Iterable[Case], command: list[str], seconds: float) -> Iterator[Result]:
    """Have the cases judged, by the referee itself without a command. Raises :class:`NoCasesError` if it cannot start."""
    from referee.trials.programs import NotStartedError, Program, ProgramError, SkippedError

    with Program(command, seconds) if command else nullcontext() as program:
        judge = conformance.own if program is None else program.answer
        for case in some:
            try:
                answer = judge(case)
            except NotStartedError as error:
                raise NoCasesError(str(error)) from None
            except SkippedError as reason:
                yield Result(case, SKIPPED, (str(reason),), False)
            except ProgramError as error:
                yield Result(case, FAILED, (str(error),), False)
            else:
                wrong = tuple(conformance.problems(case, answer))
                yield Result(case, FAILED if wrong else PASSED, wrong, answer.board is not None)


def result_data(found: Iterable[Result]) -> list[dict[str, Any]]:
    """The results as data."""
    return [{"id": r.case.id, "outcome": r.outcome, "problems": list(r.problems), "board": r.board} for r in found]


def result_text(found: list[Result]) -> str:
    """The cases that were not passed, each with what is wrong, and the numbers."""
    out = []
    for r in found:
        if r.outcome == FAILED:
            out += [f"{r.case.id} | {r.case.title} ({r.case.file})", *(f"  {wrong}" for wrong in r.problems)]
    count = {outcome: sum(r.outcome == outcome for r in found) for outcome in (PASSED, FAILED, SKIPPED)}
    said = [f"{len(found):,} rule case{'s' * (len(found) != 1)}: {count[PASSED]:,} passed, {count[FAILED]:,} failed"]
    if count[SKIPPED]:
        said.append(f"{count[SKIPPED]:,} left out by the program")
    blind = sum(not r.board for r in found if r.case.board and r.outcome == PASSED)
    if blind:
        said.append(f"the final board was not compared in {blind:,}")
    return "\n".join([*out, "; ".join(said)])


def answer() -> None:
    """Answer cases as ``referee cases run --with`` asks them, until its input ends. Raises ValueError for a broken line."""
    for line in sys.stdin:
        asked = json.loads(line)
        if not isinstance(asked, dict) or not isinstance(asked.get("record"), str):
            raise ValueError("a case is a JSON object with a record")
        case = Case(str(asked.get("id", "")), "", "", asked["record"].split("\n"))
        print(json.dumps(conformance.as_data(conformance.own(case))), flush=True)
