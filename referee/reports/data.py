"""Verdicts as plain data for JSON.

Keys are added, never renamed. The form is that of :mod:`referee.reports.model`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.law.derivations import Derivation
from referee.engine.record.findings import Edit, Finding, Fix, Respelling, UnreadableFile
from referee.engine.record.steps import Judgement
from referee.engine.state.script import Place, origin
from referee.engine.state.words import words
from referee.reports import describe, rewriting, rolls, trails, wording


def of(result: Judgement | UnreadableFile, name: str = "", not_shown: int = 0) -> dict[str, Any]:
    """The data of a verdict, or of an unreadable file.

    ``not_shown`` are the mistakes left out on request.
    """
    if isinstance(result, UnreadableFile):
        broken = Finding("unreadable", "file", result.message, Place(result.line, result.column, result.column + 1))
        found = {"file": result.name, "verdict": "unreadable", "actions": 0, "findings": [finding(broken)]}
        return found | {"board": None, "policy": "as-played", "not_shown": not_shown, "totals": totals([broken])}
    found = {
        "file": name or result.record.name,
        "verdict": "clean" if result.clean else "findings",
        "actions": result.actions,
        "findings": [finding(f, result.record.lines) for f in result.findings],
        "board": describe.position(result.board),
        "policy": result.policy,
        "not_shown": not_shown,
        "totals": totals(result.findings),
    }
    if result.supposed:
        found["as_read"] = _as_read(result)
    if result.board.rules.seats:
        found["trails"] = [way for step in result.steps for way in trails.data(step)]
    return found


def _as_read(result: Judgement) -> list[dict[str, Any]]:
    """The edits that make the record equal to its reading.

    Each has the numbers of the findings that suppose it.
    """
    number = {id(f): n for n, f in enumerate(result.findings)}
    return [
        edit | {"findings": [number[id(f)] for f in one.findings if id(f) in number]}
        for one in result.supposed
        for edit in _edits((one.edit,), result.record.lines)
    ]


def totals(findings: Sequence[Finding]) -> dict[str, int]:
    """The numbers of findings, apart by their subject."""
    n = wording.tally(findings)
    return {
        "mistakes": n.mistakes,
        "slips": n.slips,
        "missing_dice": n.dice,
        "unjudged": n.unjudged,
        "follows": sum(bool(f.follows) and f.kind != "note" for f in findings),
        "notes": sum(f.kind == "note" for f in findings),
    }


def finding(f: Finding, lines: Sequence[str] = ()) -> dict[str, Any]:
    """One finding; ``lines`` are those of its record."""
    at = origin(lines, f.place.line)
    found: dict[str, Any] = {
        "id": f.id,
        "line": f.place.line,
        "column": f.place.column,
        "end": f.place.end,
        "kind": f.kind,
        "rule": f.rule,
        "message": f.message,
        "help": f.help,
        "also": list(f.also),
        "see": list(f.see),
        "follows": list(f.follows),
        "assumed": f.assumed,
        "side": f.side,
        "reason": f.reason,
    }
    if f.requirements:
        found["requirements"] = list(f.requirements)
    if f.derivations:
        found["derivations"] = [derivation(d) for d in f.derivations]
    if f.slip:
        found["slip"] = f.slip
    if f.explains:
        found["explains"] = f.explains
    if f.missing_dice:
        found["missing_dice"] = True
    if f.instead is not None:
        found["instead"] = _instead(f.instead, lines)
    if f.choices:
        found["choices"] = [_instead(one, lines) for one in f.choices]
    if at is not None:
        found["origin"] = {"source": at.source, "line": at.line, "column": f.place.column + at.shift, "about": at.about}
    return found


def _instead(fix: Fix, lines: Sequence[str]) -> dict[str, Any]:
    """A fix with its edits, and those assumed for later lines."""
    found: dict[str, Any] = {"confidence": fix.confidence, "edits": _edits(fix.edits, lines)}
    if fix.read:
        found["read"] = _edits(fix.read, lines)
    return found


def _edits(edits: Sequence[Edit | Respelling], lines: Sequence[str]) -> list[dict[str, Any]]:
    return [{"first": e.first, "last": e.last, "lines": list(e.lines)} for e in rewriting.rewrites(edits, lines)]


def derivation(d: Derivation) -> dict[str, Any]:
    """The changes that produced a thing, and their rolls."""
    return {
        "subject": d.statement.subject,
        "field": d.statement.field,
        "now": words(d.now),
        "changes": [
            {"rule": p.change.rule, "cause": [str(c) for c in p.change.cause[1:]], "words": p.words, "amount": p.amount}
            for p in d.parts
            if p.fields
        ],
        "rolls": [rolls.data(r) for r in d.rolls],
    }
