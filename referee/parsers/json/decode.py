"""From JSON to the notation. A broken entry never stops the reading of the others."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from referee.engine.facts import Facts
from referee.engine.script import Action, Dice, Item, Part, Place, Record, Segment, Statement, Unreadable
from referee.parsers.json import encode
from referee.parsers.json.model import (
    ENTRY,
    FORMAT,
    VERSION,
    CardEntry,
    DealEntry,
    EndEntry,
    HoldEntry,
    ItemModel,
    MoreEntry,
    SegmentModel,
    StandingEntry,
    StatementModel,
    StatementsEntry,
    TagEntry,
    TextEntry,
    VariationEntry,
)
from referee.parsers.names import Names, NamesOf
from referee.parsers.notation import remarks, tree
from referee.parsers.notation.reader import TextError, decoded, read_text

_NOWHERE = Place(1, 1, 2)
_NAMES = {"from_": "from", "with_": "with", "us_loss": "us loss", "cell_loss": "cell loss"}
_STANDING = {"choices": "set-up", "cadre": "remove-cadre", "turn-in": "turn-in"}
MAX_ENTRIES = 50_000
MAX_BYTES = 8 * 1024 * 1024
"""Of a file in JSON: taken apart, it takes some thirty times as much memory."""


class EntryError(ValueError):
    """An entry that says nothing that the notation could say."""


def read_bytes(data: bytes, names_of: NamesOf, name: str = "record") -> Record:
    """A record from the bytes of a JSON file; entry N stands on line N.

    Raises :class:`TextError` for a file that is not JSON or not a record.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"JSON larger than {MAX_BYTES // 1024 // 1024} MiB is not the record of a game")
    lines, broken = notation(decoded(data, only_unicode=True).text, names_of)
    record = read_text("\n".join(lines), names_of, name)
    record.unreadable = [
        Unreadable(u.place, broken[u.place.line]) if u.place.line in broken else u for u in record.unreadable
    ]
    return record


def notation(text: str, names_of: NamesOf) -> tuple[list[str], dict[int, str]]:
    """The lines of a record in JSON, and what is wrong with the entries that are none, by line.

    A broken entry becomes a line that is not notation and shows it. Raises :class:`TextError` as :func:`read_bytes`.
    """
    lines: list[str] = []
    broken: dict[int, str] = {}
    entries = _entries(text)
    names = names_of(_tags(entries))
    for number, entry in enumerate(entries, 1):
        try:
            lines.append(line(entry, names))
        except EntryError as error:
            broken[number] = str(error)
            lines.append("! " + json.dumps(entry, ensure_ascii=True))  # whole: converting loses nothing
    return lines, broken


def _entries(text: str) -> list[Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise TextError(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except (RecursionError, ValueError):
        raise TextError("this JSON is nested too deeply or has too large a number") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TextError(f"this JSON is not a record: “format” is not “{FORMAT}”")
    if data.get("version") != VERSION:
        raise TextError(f"the record is of a version that this referee does not know; it knows {VERSION}")
    entries = data.get("entries")
    if not isinstance(entries, list) or len(entries) > MAX_ENTRIES:
        raise TextError(f"“entries” has to be a list of at most {MAX_ENTRIES:,}")
    return entries


def _tags(entries: list[Any]) -> dict[str, str]:
    """The tags among the entries, as far as they are well made."""
    found = [e for e in entries if isinstance(e, dict) and e.get("kind") == "tag"]
    return {
        e["name"]: e["value"]
        for e in reversed(found)
        if isinstance(e.get("name"), str) and isinstance(e.get("value"), str)
    }


def line(entry: Any, names: Names, read: str = "") -> str:
    """An entry as a line of the notation. Raises :class:`EntryError` if it is none, or says more than a line can.

    ``read`` is the line that the entry was read from, if any: where that is what is written, there is nothing to compare.
    """
    try:
        model = ENTRY.validate_python(entry)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(x) for x in first["loc"][1:]) or "the entry"
        raise EntryError(f"{where}: {first['msg']}") from None
    except RecursionError:
        raise EntryError("the entry is nested too deeply") from None
    if isinstance(model, TextEntry):
        return model.text
    comment = "" if model.comment is None else f"  ;{model.comment.rstrip()}"
    try:
        text = _tag(model) if isinstance(model, TagEntry) else _text(model, names.facts)
    except EntryError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        raise EntryError("a value is of the wrong kind") from None
    if read and text + comment == read:
        return read
    given = model.model_dump(by_alias=True, exclude_defaults=True)
    said = encode.told(text, names)
    if _trimmed(said) != _trimmed({k: v for k, v in given.items() if k != "comment"}):
        raise EntryError(f"the notation cannot say this; the nearest line is “{text[:120]}”")
    return text + comment


def _trimmed(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as it is compared: read back through the model, so that every default is left out alike."""
    dumped: dict[str, Any] = ENTRY.validate_python(entry).model_dump(by_alias=True, exclude_defaults=True)
    return dumped


def _tag(model: TagEntry) -> str:
    return f'[{model.name} "{model.value}"]'


def _text(model: Any, facts: Facts) -> str:
    if isinstance(model, VariationEntry):
        return remarks.variation_line(model.text)
    if isinstance(model, MoreEntry):
        return tree.continuation(facts, [_segment(s, model.side, facts) for s in model.segments])
    made = Action(model.kind, _NOWHERE, "")
    if isinstance(model, CardEntry):
        made.side, made.cards, made.reserves = model.side, tuple(model.cards), model.reserves
        made.segments = [_segment(s, model.side, facts) for s in model.segments]
    elif isinstance(model, DealEntry):
        made.parts = {side: Part(v, _NOWHERE) for side in ("J", "US") if (v := getattr(model, side)) is not None}
    elif isinstance(model, HoldEntry):
        made.side = model.side
    elif isinstance(model, StandingEntry):
        made.side = model.side
        items, claims = _items(model.items), _statements(model.claims, facts)
        made.segments = [Segment("op", _STANDING[model.kind], _NOWHERE, items=items, claims=claims)]
    elif isinstance(model, StatementsEntry):
        made.statements = _statements(model.statements, facts)
    elif isinstance(model, EndEntry):
        items, claims = _items(model.items), _statements(model.claims, facts)
        made.segments = [Segment("end", "end", _NOWHERE, items=items, claims=claims)]
    else:
        made.side, made.segments = model.side, [_segment(s, "J", facts) for s in model.segments]
    return tree.action(facts, made)


def _segment(model: SegmentModel, side: str, facts: Facts) -> Segment:
    names = {"event": "event", "no event": "no event", "resolve": "plot", "more": "more"}
    prefix = "card" if model.further else "side" if model.side else ""
    return Segment(
        model.left_over or names.get(model.use, "op"),
        model.use,
        _NOWHERE,
        model.card,
        model.side or side,
        prefix,
        model.reserves,
        model.card is not None and not model.further,
        _items(model.items),
        _statements(model.claims, facts),
    )


def _items(models: list[ItemModel]) -> list[Item]:
    found = []
    for m in models:
        fields = {_NAMES.get(n, n): v for n, v in m if v is not None and n not in ("dice", "plot")}
        if m.plot is not None:
            fields["plot"] = (m.plot.country, m.plot.number)
        parts = {name: Part(value, _NOWHERE) for name, value in fields.items()}
        found.append(Item(_NOWHERE, parts, [Dice(d.label, list(d.values), _NOWHERE, list(d.among)) for d in m.dice]))
    return found


def _statements(models: list[StatementModel], facts: Facts) -> list[Statement]:
    found = [Statement(m.subject, m.field, _frozen(m.value), _NOWHERE) for m in models]
    for s in found:
        if not facts.has(s):
            about = f"a country ({s.subject})" if s.subject else "the tracks"
            raise EntryError(f"the notation cannot say this: of {about} there is no statement “{s.field}”")
    return found


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value
