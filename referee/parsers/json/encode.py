"""From the notation to JSON."""

from __future__ import annotations

import json
from typing import Any

from referee.engine.forms import LEFT_OVER
from referee.engine.names import Names, NamesOf
from referee.engine.script import Action, Dice, Item, Segment, Statement
from referee.parsers.faults import LineError
from referee.parsers.json.model import FORMAT, VERSION
from referee.parsers.notation import lines, remarks, tree
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.reader import split_lines, tags_of
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import split_comment, tokenize_line


def dumps(text: str, names_of: NamesOf) -> str:
    """A record as JSON, entry by entry on the line that it has in the notation."""
    entries = [json.dumps(e, ensure_ascii=False, separators=(", ", ": ")) for e in encode(text, names_of)]
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "entries": ['
    return head + ",\n".join(entries) + "]}\n"


def encode(text: str, names_of: NamesOf) -> list[dict[str, Any]]:
    """The entries of a record: one for each line, in order; a line that is not notation is kept as it stands."""
    raw = split_lines(text)
    if raw and not raw[-1]:
        raw.pop()
    names = names_of(tags_of(raw))
    return [line(r, names) for r in raw]


def line(raw: str, names: Names) -> dict[str, Any]:
    """One line as an entry; as it stands (kind ``text``) where no entry would give it back."""
    from referee.parsers.json import decode

    entry = told(raw, names)
    if entry["kind"] == "text":
        return entry
    try:
        back = decode.line(entry, names)
    except decode.EntryError:
        return {"kind": "text", "text": raw}
    return entry if back == raw or told(back, names) == entry else {"kind": "text", "text": raw}


def told(raw: str, names: Names) -> dict[str, Any]:
    """One line taken apart, whether or not it can be put together again."""
    if raw.lstrip().startswith("["):
        return _tag(raw)
    if remarks.begins_variation(raw):
        return _variation(raw)
    body, comment = split_comment(raw)
    if not body.strip():
        return {"kind": "text", "text": comment.rstrip()}
    try:
        found = lines.read(Cursor(tokenize_line(body), 1, len(body), names), body)
    except LineError:
        return {"kind": "text", "text": raw}
    if isinstance(found, Action) and found.kind == "unread":  # it says no more than its line
        return {"kind": "text", "text": raw}
    entry = _action(found) if isinstance(found, Action) else _more(found if isinstance(found, list) else [found])
    if comment:
        entry["comment"] = comment[1:].rstrip()
    return entry


def _tag(raw: str) -> dict[str, Any]:
    match = TAG_LINE.match(raw)
    if match is None:
        return {"kind": "text", "text": raw}
    name = TAGS.get(match.group(1).casefold(), match.group(1))
    entry: dict[str, Any] = {"kind": "tag", "name": name, "value": match.group(2)}
    if match.group(3):
        entry["comment"] = match.group(3)[1:].rstrip()
    return entry


def _variation(raw: str) -> dict[str, Any]:
    try:
        text, comment = remarks.variation(raw)
    except LineError:
        return {"kind": "text", "text": raw}
    entry: dict[str, Any] = {"kind": "variation", "text": text}
    if comment:
        entry["comment"] = comment[1:]
    return entry


def _action(a: Action) -> dict[str, Any]:
    entry: dict[str, Any] = {"kind": a.kind}
    match a.kind:
        case "card":
            entry |= {"side": a.side, "cards": list(a.cards)}
            if a.reserves:
                entry["reserves"] = True
            entry["segments"] = [_segment(s) for s in a.segments]
        case "resolve":
            if a.side == "US":
                entry["side"] = "US"
            entry["segments"] = [_segment(s) for s in a.segments]
        case "end":
            s = a.segments[0]
            if s.items:
                entry["items"] = [_item(i) for i in s.items]
            if s.claims:
                entry["claims"] = _statements(s.claims)
        case "deal" | "draw":
            entry |= {side: part.value for side, part in sorted(a.parts.items())}
        case "hold":
            entry["side"] = a.side
        case "choices" | "cadre" | "turn-in":
            s = a.segments[0]
            entry |= {"side": a.side, "items": [_item(i) for i in s.items]}
            if s.claims:
                entry["claims"] = _statements(s.claims)
        case _:
            entry["statements"] = _statements(a.statements)
    return entry


def _more(found: list[Segment]) -> dict[str, Any]:
    return {"kind": "more", "side": found[0].side, "segments": [_segment(s) for s in found]}


def _segment(s: Segment) -> dict[str, Any]:
    made: dict[str, Any] = {"use": "no event" if s.name == "no event" else s.use}
    if s.name in LEFT_OVER:
        made["left_over"] = s.name
    if s.prefix:
        made["side"] = s.side
    if s.prefix == "card" or s.numbered:
        made["card"] = s.card or 0
    if s.prefix == "card":
        made["further"] = True
    if s.reserves:
        made["reserves"] = True
    if s.items:
        made["items"] = [_item(i) for i in s.items]
    if s.claims:
        made["claims"] = _statements(s.claims)
    return made


def _item(item: Item) -> dict[str, Any]:
    made = tree.written(item)
    if "plot" in made:
        country, number = made["plot"]
        made["plot"] = {"country": country, "number": number}
    if item.dice:
        made["dice"] = [_dice(d) for d in item.dice]
    return made


def _dice(d: Dice) -> dict[str, Any]:
    made: dict[str, Any] = {"label": d.label} if d.label else {}
    return made | {"values": list(d.values)} | ({"among": list(d.among)} if d.among else {})


def _statements(found: list[Statement]) -> list[dict[str, Any]]:
    return [({"subject": s.subject} if s.subject else {}) | {"field": s.field, "value": _plain(s.value)} for s in found]


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value
