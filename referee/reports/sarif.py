"""Verdicts as SARIF 2.1.0, for code hosts and editors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import Finding, UnreadableFile
from referee.engine.state.script import Place
from referee.reports import rewriting, wording
from referee.reports.columns import printable
from referee.reports.github import level
from referee.reports.rewriting import Rewrite
from referee.rules import rulebook

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "notice": "note"}


def log(found: Sequence[tuple[Judgement | UnreadableFile, str]], version: str) -> dict[str, Any]:
    """One run with the findings of all records."""
    results: list[dict[str, Any]] = []
    rules: dict[str, dict[str, Any]] = {}
    for result, name in found:
        if isinstance(result, UnreadableFile):
            place = Place(result.line, result.column, result.column + 1)
            broken = Finding("unreadable", "file", result.message, place)
            entry = wording.FindingEntry(broken, "", wording.labelled(broken, []))
            results.append(_result(entry, name, [], rules))
        else:
            results += [_result(e, name, result.record.lines, rules) for e in wording.entries(result)]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "referee", "version": version, "rules": list(rules.values())}},
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }


def _rule(id: str) -> dict[str, Any]:
    """The authority of a finding: a titled rule or a card."""
    rule = rulebook().get(id)
    if rule is None:
        return {"id": id, "shortDescription": {"text": id}}
    summary = " ".join(rule.summary.split())
    return {"id": id, "shortDescription": {"text": rule.title}, "fullDescription": {"text": summary or rule.title}}


def _result(
    e: wording.FindingEntry, name: str, lines: Sequence[str], rules: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    f = e.finding
    rules.setdefault(f.rule, _rule(f.rule))
    found: dict[str, Any] = {
        "ruleId": f.rule,
        "ruleIndex": list(rules).index(f.rule),
        "level": _LEVELS[level(f)],
        "kind": "fail",
        "message": {"text": "\n".join(printable(line) for line in (f.message, *e.more))},
        "locations": [_location(name, f.place, lines)],
        "properties": {"kind": f.kind, "words": e.words, "side": e.side, "counted": f.counted},
    }
    if f.of_record:
        found["properties"]["ofRecord"] = True
    if f.slip:
        found["properties"] |= {"slip": f.slip, "explains": f.explains}
    if related := dict.fromkeys([*f.see, *f.follows]):
        found["relatedLocations"] = [
            {"id": n, **_location(name, Place(line, 1, 0), lines), "message": {"text": wording.line_named(line, lines)}}
            for n, line in enumerate(related, 1)
        ]
    if fix := _fix(f, name, lines):
        found["fixes"] = [fix]
    return found


def _fix(f: Finding, name: str, lines: Sequence[str]) -> dict[str, Any] | None:
    """The fix of a finding as replacements in the file.

    None if there is none, or the lines are not the file's.
    """
    changes = rewriting.of(f, lines)
    if not changes or not rewriting.in_own_lines(lines):
        return None
    labels = "; ".join(f"{label}: {text}" for label, text in rewriting.all_labelled(f, lines))
    replaced = [_replacement(change, lines) for change in changes]
    return {
        "description": {"text": printable(labels)},
        "artifactChanges": [{"artifactLocation": {"uri": _uri(name)}, "replacements": replaced}],
    }


def _replacement(change: Rewrite, lines: Sequence[str]) -> dict[str, Any]:
    """One change in SARIF: the deleted region and the new text."""
    first, last = change.first, min(change.last, len(lines))
    text = "\n".join(change.lines)
    begin = {"startLine": first, "startColumn": 1}
    if first > len(lines):  # after the last line
        end = len(lines[-1]) + 1 if lines else 1
        region = {"startLine": max(1, len(lines)), "startColumn": end, "endLine": max(1, len(lines)), "endColumn": end}
        return {"deletedRegion": region, "insertedContent": {"text": f"\n{text}"}}
    if last < first:
        region = {**begin, "endLine": first, "endColumn": 1}
        return {"deletedRegion": region, "insertedContent": {"text": f"{text}\n"}}
    if not change.lines and last < len(lines):  # with its line end
        return {"deletedRegion": {**begin, "endLine": last + 1, "endColumn": 1}}
    region = {**begin, "endLine": last, "endColumn": len(lines[last - 1]) + 1}
    return {"deletedRegion": region, "insertedContent": {"text": text}}


def _location(name: str, place: Place, lines: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": _uri(name)}}}
    if named := wording.origin_named(place.line, lines):
        found["logicalLocations"] = [{"name": named}]
    if wording.has_lines(place.line, lines):
        found["physicalLocation"]["region"] = _region(wording.in_file(place, lines))
    return found


def _region(place: Place) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(1, place.line)}
    if place.end:
        region |= {"startColumn": max(1, place.column), "endColumn": max(1, place.column, place.end)}
    return region


def _uri(name: str) -> str:
    """A file name as a relative or absolute URI."""
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
