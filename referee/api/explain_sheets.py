"""The sheets of the solitaire systems for ``referee explain``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.api.lookup import plain
from referee.editions.solo import options as named
from referee.editions.solo import sheets
from referee.editions.solo.flowchart.chart import (
    DOUBTS,
    CandidateBox,
    Instruction,
    Preference,
    QuestionBox,
    Sheet,
)
from referee.engine.state.words import capital
from referee.rules import rulebook

SYSTEMS = {
    "jihadist bot": named.JIHADIST_BOT,
    "us bot": named.US_BOT,
    "activities": named.ACTIVITIES,
    "jihadist activities": named.ACTIVITIES,
}
"""The names of a system in a question, without case and punctuation."""


def box(asked: str) -> dict[str, Any] | None:
    """Every box and line of this name in all systems, or None."""
    wanted = plain(asked)
    found = [_box(name, b) for name, sheet in sheets.SHEETS.items() for b in sheet.boxes if plain(b.id) == wanted]
    for name, sheet in sheets.SHEETS.items():
        for called, groups in sheet.groups.items():
            found += [_row(name, called, g.id, g, groups[0].rule) for g in groups if plain(g.id) == wanted]
        for c in sheet.columns.values():
            found += [
                _row(name, c.id, f"{c.id} {p.row}", p, c.rule) for p in c.rows if plain(f"{c.id} {p.row}") == wanted
            ]
    return {"box": found[0]["id"], "entries": found} if found else None


def system(asked: str) -> dict[str, Any] | None:
    """Return a whole system, or None."""
    name = SYSTEMS.get(plain(asked))
    if name is None:
        return None
    sheet = sheets.SHEETS[name]
    lists = [
        {
            "name": capital(called),
            "what": "candidates",
            "rows": [_row(name, called, g.id, g, g.rule) for g in groups],
        }
        for called, groups in sheet.groups.items()
    ]
    lists += [
        {
            "name": c.id,
            "what": "preferences",
            "rows": [_row(name, c.id, str(p.row), p, c.rule) for p in c.rows],
        }
        for c in sheet.columns.values()
    ]
    return {
        "system": sheets.TITLES[name],
        "chapter": sheets.CHAPTERS[name],
        "side": sheets.SIDES[name],
        "option": name,
        "boxes": [_box(name, b) for b in sheet.boxes],
        "lists": lists,
        "cards": sorted(sheets.instructions(name)),
    }


def of_card(number: int) -> list[dict[str, Any]]:
    """The Event Instructions for a card, one entry for each relevant system."""
    lines = [(name, sheets.instructions(name).get(number)) for name in sheets.SHEETS]
    return [_instruction(name, line) for name, line in lines if line is not None]


def _about(name: str, rule: str, item: QuestionBox | CandidateBox | Preference | Instruction) -> dict[str, Any]:
    book = rulebook()
    return {
        "system": sheets.TITLES[name],
        "rule": rule,
        "rule_title": book[rule].title if rule in book else "",
        "confidence": item.confidence,
        "doubt": DOUBTS[item.confidence],
        "source": item.source,
        "also": item.other_reading if isinstance(item, CandidateBox) else "",
    }


def _box(name: str, b: QuestionBox) -> dict[str, Any]:
    sheet = sheets.SHEETS[name]
    into = [f"{o.id} {a}" for o in sheet.boxes for a, to in (("yes", o.yes), ("no", o.no)) if to == b.id]
    return {
        "id": b.id,
        "kind": "box",
        "text": b.question,
        "yes": b.yes,
        "yes_text": _words(sheet, b.yes),
        "no": b.no,
        "no_text": _words(sheet, b.no),
        "comes_from": into,
        **_about(name, b.rule, b),
    }


def _words(sheet: Sheet, to: str) -> str:
    """Return an arrow's end: a box, candidates, or an action."""
    there = sheet.box(to)
    if there is not None:
        return there.question
    rows: Mapping[str, str] = {g.id: g.words for groups in sheet.groups.values() for g in groups}
    return rows.get(to) or sheet.outcomes.get(to, to)


def _row(name: str, called: str, id: str, item: CandidateBox | Preference, rule: str) -> dict[str, Any]:
    kind = "candidates" if isinstance(item, CandidateBox) else "preference"
    listing = capital(called)
    return {"id": id, "kind": kind, "list": listing, "text": item.words, **_about(name, rule, item)}


def _instruction(name: str, line: Instruction) -> dict[str, Any]:
    return {"text": line.words, "conditional": line.playable is not None, **_about(name, line.rule, line)}
