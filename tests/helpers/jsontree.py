"""Trees of records for comparison, without places.

They have everything else that a reader builds.
"""

from __future__ import annotations

import json
from typing import Any

from referee.engine.state.script import Action, Item, Record, Segment, Statement

HEAD = '{"format": "labyrinth-record", "version": 1, "entries": ['


def document(*entries: Any, between: str = ",\n") -> bytes:
    """A record of these entries, each on a line of its own."""
    return (HEAD + between.join(json.dumps(e, ensure_ascii=False) for e in entries) + "]}\n").encode()


def _item(item: Item) -> Any:
    parts = {name: (p.value, p.derived) for name, p in item.parts.items()}
    return parts, [(d.label, d.values, d.among) for d in item.dice]


def _statement(s: Statement) -> Any:
    return s.subject, s.field, s.value, s.text


def _segment(s: Segment) -> Any:
    flat = (s.name, s.use, s.card, s.side, s.prefix, s.reserves, s.numbered)
    return flat, [_item(i) for i in s.items], [_statement(c) for c in s.claims]


def tree(a: Action) -> Any:
    """An action without its places and its text."""
    flat = (a.kind, a.side, a.cards, a.reserves, a.use, a.understood)
    parts = {name: (p.value, p.derived) for name, p in a.parts.items()}
    guesses = [tree(g) for g in a.guesses]
    return flat, parts, [_segment(s) for s in a.segments], [_statement(s) for s in a.statements], guesses


def told(record: Record) -> dict[str, Any]:
    """All that a record says, without its places."""
    return {
        "tags": record.tags,
        "actions": [tree(a) for a in record.actions],
        "lines": [a.place.line for a in record.actions],
        "remarks": [(r.line, r.text, r.mark, r.variation) for r in record.remarks],
        "unreadable": [(u.message, u.help) for u in record.unreadable],
        "notes": [(u.message, u.help) for u in record.notes],
        "left out": [(u.place.line, u.message) for u in record.left_out],
    }
