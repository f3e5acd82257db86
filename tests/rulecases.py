"""Runs the public rule cases (docs/rule-cases.md) against this implementation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.engine import position, statements
from referee.engine.board import Board
from referee.engine.findings import Finding
from referee.engine.referee import Verdict
from referee.engine.script import Statement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.rules.casefile import Case, cases_folder
from referee.rules.casefile import read_cases as read_text_of_cases

FOLDER = cases_folder()

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
"""What ``board only:`` leaves out: the clock and the look-back, cards that come and go, what the rest of the board tells."""
PILES = frozenset({"removed", "lapsing", "lapsing markers", "first plot"})
"""Where ``board only:`` looks at what came, not at what left."""
_SEVERAL = frozenset({"marker", "removed", "lapsing", "lapsing markers", "backlash"})
_COVERS = {
    "cells": {"sleepers", "actives"},
    "empty": {"sleepers", "actives", "troops", "cadre"},
    "side": {"alignment", "posture"},
}

Key = tuple[str, str, Any]
"""Subject, field and, where there may be several, which one."""


def read_cases(path: Path) -> list[Case]:
    return read_text_of_cases(path.read_text(encoding="utf-8"), path.name)


def all_cases() -> list[Case]:
    return [c for path in sorted(FOLDER.glob("*.case")) for c in read_cases(path)]


def run(case: Case) -> Verdict:
    return judge(read_text(case.text, case.id))


def problems(case: Case) -> list[str]:
    """What is not as the case expects; empty if it is passed."""
    return problems_of(case, run(case))


def problems_of(case: Case, verdict: Verdict) -> list[str]:
    """What is not as the case expects in the verdict on it."""
    got: list[Finding] = [f for f in verdict.findings if f.kind != "note" or case.notes]
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
    tags = [line for line in case.lines if line.startswith("[")]  # which game's words the statements are in
    stated = read_text("\n".join([*tags, case.statements]))
    for s in (s for a in stated.actions for s in a.statements):
        if not statements.holds(verdict.board, s):
            found.append("board: " + statements.sentence(verdict.board, s))
    for u in stated.unreadable:
        found.append(f"board line unreadable: {u.message}")
    if case.only:
        found += unstated(case, verdict.board, [s for a in stated.actions for s in a.statements])
    return found


def unstated(case: Case, after: Board, stated: list[Statement]) -> list[str]:
    """What has changed between the position in which the record begins and the final one, and the case does not say."""
    start = [line if line.startswith(("[", "setup:")) else "" for line in case.lines]
    before = judge(read_text("\n".join(start), case.id)).board
    first, last = dict(_state(before)), dict(_state(after))
    covered = {key for s in stated for key in _covered(s)}
    found = []
    for key in dict.fromkeys([*first, *last]):
        subject, field, _ = key
        if key in covered or (subject, field, None) in covered:
            continue
        if field in PILES and key not in last:
            continue
        then = first[key] if key in first else _read(before, key)
        now = last[key] if key in last else _read(after, key)
        if then != now:
            found.append(f"board only: {' '.join(str(k) for k in key if k)} was {then}, now {now}, which is not stated")
    return found


def _state(board: Board) -> Iterator[tuple[Key, Any]]:
    """Everything on the board that a statement can say, except what is left out."""
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
    """What a board says of a thing of which its own statements are silent."""
    subject, field, which = key
    if which is not None:
        return False
    return statements.actual(board, Statement(subject, field, () if field == "plots" else 0, position.NOWHERE))


def _covered(s: Statement) -> Iterator[Key]:
    """What a statement speaks of."""
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
