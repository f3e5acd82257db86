"""Findings and verdicts as plain data for the page.

Every sentence is ready, and every character in it prints.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.engine.record.findings import Finding
from referee.engine.record.steps import Judgement
from referee.engine.state.script import Action, home, notation_text
from referee.engine.state.words import numbered
from referee.reports import describe, rewriting, wording
from referee.reports.columns import ELLIPSIS, printable
from referee.web.addresses import kind_address, rule_address

MOST_QUOTED = 400
"""Most shown characters of a line around its wrong part."""
MOST_SAID = 2000
"""Most characters of a sentence; longer ones come from hostile records."""
_NUMBER = re.compile(r"(?:option )?\d+(?:\.\d+)*(?:-\w+)*", re.ASCII)
_CARD = re.compile(r"card (\d+)", re.ASCII)
_ALSO = "Also about"


def plain(text: str) -> str:
    """Printable words in one line."""
    text = " ".join(printable(text[: MOST_SAID + 1]).split())
    return text if len(text) <= MOST_SAID else text[:MOST_SAID] + ELLIPSIS


def address(name: str) -> str:
    """The page of a rule or card in a finding, or ""."""
    known = _CARD.fullmatch(name) or _NUMBER.fullmatch(name)
    return rule_address(name) if known else ""


def rule(name: str) -> dict[str, Any]:
    """The rule or card of a finding: name and page.

    The page is "" for none.
    """
    if _NUMBER.fullmatch(name):
        words = name.capitalize() if name.startswith("option") else f"Rule {numbered(name)}"
    else:
        words = name.capitalize() if _CARD.fullmatch(name) else "The notation" if name == "notation" else ""
    return {"name": name, "words": words, "to": address(name)}


def quote(f: Finding, lines: Sequence[str]) -> list[str]:
    """The finding's line before, in and after the wrong part.

    [] for none.
    """
    if not 1 <= f.place.line <= len(lines):
        return []
    line = lines[f.place.line - 1]
    start = min(max(f.place.column - 1, 0), len(line))
    end = min(max(f.place.end - 1, start), len(line))
    left = min(max(0, (start + end - MOST_QUOTED) // 2), start)
    right = min(len(line), left + MOST_QUOTED)
    end = min(end, right)
    head = ELLIPSIS if left else ""
    tail = ELLIPSIS if right < len(line) else ""
    pieces = [line[left:start], line[start:end], line[end:right]]
    before, part, after = (printable(piece.replace("\t", " ")) for piece in pieces)
    return [head + before.lstrip() if not left else head + before, part, after.rstrip() + tail]


def finding(f: Finding, lines: Sequence[str], actions: dict[int, Action], number: int) -> dict[str, Any]:
    """One finding of a verdict.

    ``number`` counts from 0; ``actions`` are those of its record by line.
    """
    side = wording.side_of(f, actions)
    written = notation_text(lines, f.place.line) if home(lines, f.place.line) else ""
    raw = lines[f.place.line - 1] if 1 <= f.place.line <= len(lines) else ""
    return {
        "id": f.id,
        "line": f.place.line,
        "column": f.place.column,
        "where": plain(wording.line_named(f.place.line, lines)),
        "kind": f.kind,
        "words": wording.kind(f),
        "whose": wording.whose(f, side),
        "own": "" if f.kind == "note" else f.kind,
        "about": kind_address(f.kind),
        "side": side,
        "rule": rule(f.rule),
        "message": plain(f.message),
        "quote": quote(f, lines),
        "means": plain(written) if written != raw else "",
        "more": [[label, plain(words)] for label, words in wording.explained(f, lines) if label != _ALSO],
        "instead": [[label, plain(words)] for label, words in rewriting.labelled(f, lines)],
        "effect": rewriting.effect(f),
        "fix": number if f.instead is not None and f.instead.edits else None,
        "also": [rule(name) for name in f.also],
        "play": f.place.line in actions and actions[f.place.line].counted,
    }


def findings(verdict: Judgement) -> dict[str, Any]:
    """All findings by cause, each before its consequences.

    Consequences of lines that are not shown, and notes, come last.
    """
    lines, actions = verdict.record.lines, wording.actions_by_line(verdict.record)
    causes, orphans, notes = wording.grouped(verdict.findings)
    numbers = {id(f): n for n, f in enumerate(verdict.findings)}

    def one(f: Finding) -> dict[str, Any]:
        return finding(f, lines, actions, numbers[id(f)])

    def all_of(found: list[Finding]) -> list[dict[str, Any]]:
        return [one(f) for f in found]

    return {
        "causes": [{**one(c.finding), "followers": all_of(c.followers)} for c in causes],
        "orphans": all_of(orphans),
        "notes": all_of(notes),
    }


def head(verdict: Judgement) -> dict[str, Any]:
    """The verdict in one line, as in its other forms."""
    found, looked = wording.summary(verdict)
    state = "findings" if not verdict.clean else "clean" if verdict.actions else "idle"
    return {"verdict": state, "found": found, "looked": looked, "won": plain(describe.victory(verdict))}
