"""From the notation to JSON."""

from __future__ import annotations

import json
from typing import Any

from referee.engine.law.forms import LEFT_OVER
from referee.engine.state.names import Names, NamesOf
from referee.engine.state.script import Action, Dice, Item, Segment, Shift, Statement
from referee.parsers.faults import LineError
from referee.parsers.json import decode
from referee.parsers.json.build import STANDING
from referee.parsers.notation import lines, remarks, tree
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.reader import split_lines, tags_of
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import split_comment, tokenize_line


def dumps(text: str, names_of: NamesOf) -> str:
    """A record as JSON, with its lines in the notation.

    It has one line for each entry.
    """
    entries = [json.dumps(e, ensure_ascii=False, separators=(", ", ": ")) for e in encode(text, names_of)]
    head = f'{{"format": "{decode.FORMAT}", "version": {decode.VERSION}, "entries": ['
    return head + ",\n".join(entries) + "]}\n"


def encode(text: str, names_of: NamesOf) -> list[dict[str, Any]]:
    """Entries of a record, one per line, in order.

    A line outside the notation is kept unchanged.
    """
    raw = split_lines(text)
    if raw and not raw[-1]:
        raw.pop()
    names = names_of(tags_of(raw))
    return [line(r, names) for r in raw]


def line(raw: str, names: Names) -> dict[str, Any]:
    """One line as an entry, or of kind ``text``.

    That is for a line that no entry would give back.
    """
    entry = _entry(raw, names)
    if entry["kind"] == "text":
        return entry
    try:
        back = decode.line(entry, names)
    except decode.EntryError:
        return _text(raw)
    return entry if back == raw or _entry(back, names) == entry else _text(raw)


def _text(raw: str) -> dict[str, Any]:
    return {"kind": "text", "text": raw}


def _entry(raw: str, names: Names) -> dict[str, Any]:
    """One line in parts, even without a way back."""
    if raw.lstrip().startswith("["):
        match = TAG_LINE.match(raw)
        if match is None:
            return _text(raw)
        name = TAGS.get(match[1].casefold(), match[1])
        return {"kind": "tag", "name": name, "value": match[2]} | _comment((match[3] or "").rstrip())
    body, comment = split_comment(raw)
    try:
        if remarks.begins_variation(raw):
            text, comment = remarks.variation(raw)
            return {"kind": "variation", "text": text} | _comment(comment)
        if not body.strip():
            return _text(comment.rstrip())
        found = lines.read(Cursor(tokenize_line(body), 1, len(body), names), body)
    except LineError:
        return _text(raw)
    if isinstance(found, Action) and (found.kind == "unread" or found.alike):  # it says no more than its line
        return _text(raw)
    segments = found.segments if isinstance(found, Action) else found if isinstance(found, list) else [found]
    if any(isinstance(c.value, Shift) for s in segments for c in s.claims):  # only a line can say it
        return _text(raw)
    if isinstance(found, Action):
        return _action(found) | _comment(comment.rstrip())
    return _more(found if isinstance(found, list) else [found]) | _comment(comment.rstrip())


def _comment(comment: str) -> dict[str, Any]:
    return {"comment": comment[1:]} if comment else {}


def _filled(**members: Any) -> dict[str, Any]:
    """The members with a value."""
    return {name: value for name, value in members.items() if not (value is None or value is False or value == [])}


def _action(a: Action) -> dict[str, Any]:
    side = a.side if a.side and (a.kind, a.side) != ("resolve", "J") else None
    made = _filled(kind=a.kind, side=side, cards=list(a.cards), reserves=a.reserves)
    if a.kind in STANDING:
        (s,) = a.segments
        items = [_item(i) for i in s.items]
        return made | ({"items": items} if items or side else {}) | _filled(claims=_statements(s.claims))
    if a.kind in ("deal", "draw"):
        made |= {side: part.value for side, part in sorted(a.parts.items())}
    return made | _filled(segments=[_segment(s) for s in a.segments], statements=_statements(a.statements))


def _more(found: list[Segment]) -> dict[str, Any]:
    return {"kind": "more", "side": found[0].side, "segments": [_segment(s) for s in found]}


def _segment(s: Segment) -> dict[str, Any]:
    return _filled(
        use="no event" if s.name == "no event" else s.use,
        left_over=s.name if s.name in LEFT_OVER else None,
        side=s.side if s.prefix else None,
        card=s.card or 0 if s.prefix == "card" or s.numbered else None,
        further=s.prefix == "card",
        reserves=s.reserves,
        items=[_item(i) for i in s.items],
        claims=_statements(s.claims),
    )


def _item(item: Item) -> dict[str, Any]:
    made = tree.written_answers(item)
    if "plot" in made:
        country, number = made["plot"]
        made["plot"] = {"country": country, "number": number}
    return made | _filled(dice=[_dice(d) for d in item.dice])


def _dice(d: Dice) -> dict[str, Any]:
    return _filled(label=d.label or None, values=list(d.values), among=list(d.among))


def _statements(found: list[Statement]) -> list[dict[str, Any]]:
    return [_filled(subject=s.subject or None) | {"field": s.field, "value": _plain(s.value)} for s in found]


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple) else value
