"""The rule cases as a trial of any program.

Its answer to a case, and the differences from the expectation (docs/rule-cases.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.editions import rulesets
from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import Finding
from referee.engine.state import position, statements
from referee.engine.state.board import Board
from referee.engine.state.script import Statement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import block
from referee.rules.casefile import NOTHING, Case, ExpectedFinding

BESIDE = frozenset(
    [
        "turn",
        "phase",
        "card",
        "second card",
        "stage",
        "disrupted",
        "disrupted before",
        "improved",
        "improved before",
        "targeted",
        "targeted before",
        "touched",
        "touched before",
        "struck",
        "deck",
        "decks",
        "reshuffles",
        "discards",
        "hand J",
        "hand US",
        "cards J",
        "cards US",
        "troops track",
        "cells track",
        "militia track",
        "available",
        "plot limit",
    ]
)
"""Fields outside ``board only:``: the clock and the look-back, cards that come and go, consequences of the rest of the board."""
PILES = frozenset({"removed", "lapsing", "lapsing markers", "first plot"})
"""Fields in which ``board only:`` reads additions, and no removals."""
_SEVERAL = frozenset({"marker", "removed", "lapsing", "lapsing markers", "backlash"})
_COVERS = {
    "cells": {"sleepers", "actives"},
    "empty": {"sleepers", "actives", "troops", "cadre"},
    "side": {"alignment", "posture"},
}

Key = tuple[str, str, Any]
"""Subject, field and, where there may be several, which one."""


class ReportedFinding(NamedTuple):
    """One finding of a program."""

    kind: str
    rule: str
    also: tuple[str, ...] | None = ()
    """Further rules that the same answer breaks; None if the program does not say."""
    line: int | None = None
    """The line of the record, from 1; None if the program does not say."""
    message: str = ""
    reason: str = ""
    requirements: tuple[str, ...] | None = None
    """The requirements that refused; None if the program does not say."""
    follows: tuple[int, ...] | None = None
    """The lines that it follows from; None if the program does not say."""

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else "no line"
        return f"{self.kind} {self.rule} ({where}{': ' if self.message else ''}{self.message})"


@dataclass(frozen=True, slots=True)
class Answer:
    """A program's answer to a case.

    Its findings in the order of the record, and the final board.
    """

    findings: list[ReportedFinding]
    board: Board | None = None
    """None if the program does not say; then statements about the board are not compared."""


def judged(case: Case) -> Judgement:
    """The referee's own verdict on a case."""
    return judge(read_text(case.text, case.id))


def answer_of(verdict: Judgement) -> Answer:
    """A verdict as the answer of a program."""
    return Answer([_said(f) for f in verdict.findings], verdict.board)


def _said(f: Finding) -> ReportedFinding:
    at, follows = f.place.line, tuple(sorted(f.follows))
    return ReportedFinding(f.kind, f.rule, tuple(f.also), at, f.message, f.reason, f.requirements, follows)


def own(case: Case) -> Answer:
    """The referee's own answer."""
    return answer_of(judged(case))


def as_data(answer: Answer) -> dict[str, Any]:
    """An answer in data: findings, and the final board as statements.

    The board is a set-up block.
    """
    findings = [
        {
            "kind": s.kind,
            "rule": s.rule,
            "also": list(s.also or ()),
            "line": s.line,
            "message": s.message,
            "reason": s.reason,
            "requirements": list(s.requirements or ()),
            "follows": list(s.follows or ()),
        }
        for s in answer.findings
    ]
    board = answer.board
    if board is None:
        return {"findings": findings}
    return {
        "findings": findings,
        "position": "\n".join([*rulesets.tags_of(board), block(board)]),
        "winner": board.winner,
    }


def board_of(case: Case, text: str, winner: str = "") -> Board:
    """The board of a set-up block.

    Raises ValueError if a line of it cannot be read.
    """
    own = any(line.startswith("[") for line in text.split("\n"))
    tags = [] if own else [line for line in case.lines if line.startswith("[")]
    record = read_text("\n".join([*tags, text]), case.id)
    for lost in record.unreadable:
        raise ValueError(f"line {lost.place.line} of the position cannot be read: {lost.message}")
    if any(action.kind != "setup" for action in record.actions):
        raise ValueError("the position has lines other than setup:")
    board = judge(record).board
    board.winner = winner
    return board


def problems(case: Case, answer: Answer) -> list[str]:
    """The differences from the expectation of a case; empty if passed."""
    got = [f for f in answer.findings if f.kind != "note" or case.notes]
    want = [str(e) for e in case.expected]
    if len(got) != len(case.expected):
        return [f"expected {', '.join(want) or 'clean'}; got {', '.join(map(str, got)) or 'clean'}"]
    found = []
    for e, f in zip(case.expected, got, strict=True):
        if (e.kind, e.rule) != (f.kind, f.rule) or (e.line and f.line and e.line != f.line):
            found.append(f"expected {e}; got {f}")
        missing = [r for r in e.also if r not in f.also] if f.also is not None else []
        if missing:
            found.append(f"expected also {', '.join(missing)}; got {', '.join(f.also or ()) or 'none'}")
        found += _of_reason(e, f)
    return found if answer.board is None else found + list(_of_board(case, answer.board))


def _of_reason(e: ExpectedFinding, f: ReportedFinding) -> Iterator[str]:
    """The difference of reasons between findings of one kind and rule.

    As far as they are given.
    """
    if f.requirements is not None and (missing := [name for name in e.requirements if name not in f.requirements]):
        got = f"{'; '.join(f.requirements) or 'none'}"
        yield f"{e}: expected requirement {'; '.join(missing)}; got {got}"
    sentences = [_plain(f.message), _plain(f.reason)]
    for words in e.words if any(sentences) else ():
        if not any(_plain(words) in sentence for sentence in sentences):
            yield f"{e}: expected the words “{words}”; got {' '.join((f.message, f.reason)).strip()}"
    if e.follows is not None and f.follows is not None and e.follows != f.follows:
        yield f"{e}: expected that it follows from {_from(e.follows)}; got {_from(f.follows)}"


def _plain(text: str) -> str:
    """Words without case and white space of their own."""
    return " ".join(text.casefold().split())


def _from(lines: tuple[int, ...]) -> str:
    return f"line {', '.join(map(str, lines))}" if lines else NOTHING


def _of_board(case: Case, board: Board) -> Iterator[str]:
    """The differences of the final board from the case's statements."""
    tags = [line for line in case.lines if line.startswith("[")]  # which game's words the statements are in
    stated = read_text("\n".join([*tags, case.statements]))
    every = [s for a in stated.actions for s in a.statements]
    yield from (f"board: {statements.sentence(board, s)}" for s in every if not statements.holds(board, s))
    yield from (f"board line unreadable: {u.message}" for u in stated.unreadable)
    if case.only:
        yield from _unstated(case, board, every)


def _unstated(case: Case, after: Board, stated: Iterable[Statement]) -> Iterator[str]:
    """Changes between the first and final position outside the case's statements."""
    start = [line if line.startswith(("[", "setup:")) else "" for line in case.lines]
    before = judge(read_text("\n".join(start), case.id)).board
    first, last = dict(_state(before)), dict(_state(after))
    covered = {key for s in stated for key in _covered(s)}
    for key in dict.fromkeys([*first, *last]):
        subject, field, _ = key
        if key in covered or (subject, field, None) in covered:
            continue
        if field in PILES and key not in last:
            continue
        then = first[key] if key in first else _read(before, key)
        now = last[key] if key in last else _read(after, key)
        if then != now:
            yield f"board only: {' '.join(str(k) for k in key if k)} was {then}, now {now}, which is not stated"


def _state(board: Board) -> Iterator[tuple[Key, Any]]:
    """Every field of the board open to statements, with some exceptions."""
    yield ("", "wins", None), board.winner
    for s in position.statements_of(board):
        if s.field in BESIDE:
            continue
        if s.field in _SEVERAL:
            for which in s.value if isinstance(s.value, tuple) else (s.value,):
                yield ("" if s.field == "marker" else s.subject, s.field, which), s.subject or True
        else:
            yield (s.subject, s.field, None), statements.actual(board, s)


def _read(board: Board, key: Key) -> Any:
    """The board's value where its own statements are silent."""
    subject, field, which = key
    if which is not None:
        return False
    return statements.actual(board, Statement(subject, field, () if field == "plots" else 0, position.NOWHERE))


def _covered(s: Statement) -> Iterator[Key]:
    """The fields that a statement covers."""
    if s.field in ("marker", "no marker"):
        yield "", "marker", s.value
        return
    if s.field in _SEVERAL:
        yield from ((s.subject, s.field, which) for which in s.value)
        return
    yield s.subject, s.field, None
    yield from ((s.subject, field, None) for field in _COVERS.get(s.field, ()))
    if s.field == "governance" and not s.value:
        yield s.subject, "alignment", None
        yield s.subject, "posture", None
