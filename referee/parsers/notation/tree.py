"""Lines of the notation from the tree of a record: the way back from what the reader builds.

Reading such a line gives the tree again; the order of words within an entry is the one that docs/notation.md shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.ask import CARD_LISTS
from referee.engine.facts import Facts
from referee.engine.script import Action, Dice, Item, Segment, Statement
from referee.parsers.notation.position import phrases

_NAMED_PLACES = ("cell", "ally", "remove", "place", "aid", "flip")
_NUMBERS = ("count", "troops", "value", "posture", "choice")


def entry(fields: Mapping[str, Any], dice: Iterable[str] = (), *, use: str = "") -> str:
    """One entry of a segment: ``travel Egypt:a > Egypt`` without its use.

    ``dice`` are written already, label and brackets.
    """
    out = ["major"] if fields.get("major") else []
    cells = fields.get("cells")
    place = _place(fields)
    for name in _NAMED_PLACES:
        if name in fields:
            out.append(f"{name} {fields[name] if place or name != 'cell' else _with_cells(fields[name], cells)}")
    if "again" in fields:
        out.append(f"reroll {fields['again']}")
    if place:
        out.append(_with_cells(place, cells))
    elif "from" in fields:
        out.append(f"from {fields['from']}")
    if cells == "cadre":
        out.append("cadre")
    if "to" in fields:
        out.append(f"> {fields['to']}" if place else f"to {fields['to']}")
    if fields.get("along"):
        out.append(fields["along"])
    for name in _NUMBERS:
        if fields.get(name) is not None:
            out.append(str(fields[name]).capitalize() if name == "posture" else str(fields[name]))
    if "with" in fields:
        out.append(f"with {fields['with']}")
    out += dice
    if "placed" in fields:
        out.append(f"+{fields['placed']}")
    if "lost" in fields:
        out.append(f"lose {fields['lost']}")
    out += [f"{name} {' '.join(str(v) for v in fields[name])}" for name in CARD_LISTS if name in fields]
    line = " ".join(out)
    markers = fields.get("marker")
    return f"{line}: {' '.join(markers)}" if markers else line


def _place(fields: Mapping[str, Any]) -> str:
    """The country, or the Plot marker, that the entry is about."""
    if "plot" in fields:
        country, number = fields["plot"]
        return f"{country}#{number}"
    return fields.get("where") or (fields.get("from", "") if "to" in fields else "")


def _with_cells(place: str, cells: str | None) -> str:
    """A country with the Cells meant there, ``Egypt:sa``."""
    if cells is None or cells == "cadre":
        return place
    if cells in ("", "Sadr"):
        return f"{place}:Sadr"
    if cells.endswith("Sadr"):
        return f"{place}:{cells.removesuffix('Sadr')} Sadr"
    return f"{place}:{cells}"


def dice(label: str, values: Iterable[int | None]) -> str:
    """Dice with their label: ``t[3]``."""
    return f"{label}[{' '.join('?' if v is None else str(v) for v in values)}]"


def written(item: Item) -> dict[str, Any]:
    """The answers that stand in an entry, without those that were derived."""
    return {name: part.value for name, part in item.parts.items() if not part.derived}


def statements(facts: Facts, found: Iterable[Statement]) -> str:
    """Statements, those about one country together."""
    return ", ".join(said for _, said in phrases(facts, found))


def _item(item: Item) -> str:
    return entry(written(item), [_dice(d) for d in item.dice])


def _dice(d: Dice) -> str:
    return dice(d.label, d.values)


def segment(facts: Facts, s: Segment) -> str:
    """A segment with its side or card, where they were written, and its claims."""
    words: list[str] = []
    if s.prefix:
        words.append(s.side)
    if s.prefix == "card":
        words.append(str(s.card or "?") + "+R" * s.reserves)
    if s.name == "plot":
        words += [" ".join(_item(i) for i in s.items)]
    elif s.name != "more":
        number = f"({s.card})" if s.numbered else ""
        words.append(("no event" if s.name == "no event" else s.use) + number)
        words.append(", ".join(_item(i) for i in s.items))
    if s.claims:
        words.append(f"=> {statements(facts, s.claims)}")
    return " ".join(w for w in words if w)


def continuation(facts: Facts, found: list[Segment]) -> str:
    """A line that goes on with the action above it."""
    first = found[0]
    if first.name == "plot":
        return f"+ {first.side} resolve {', '.join(segment(facts, s) for s in found)}"
    if first.name == "more":
        return f"+ {first.side} {segment(facts, first)}"
    return "+ " + " / ".join(segment(facts, s) for s in found)


def action(facts: Facts, a: Action) -> str:
    """A line of a record, without its comment."""
    match a.kind:
        case "card":
            numbers = "+".join(str(n or "?") for n in a.cards) + "+R" * a.reserves
            return f"{a.side} {numbers} " + " / ".join(segment(facts, s) for s in a.segments)
        case "resolve":
            return f"{a.side} resolve " + ", ".join(segment(facts, s) for s in a.segments)
        case "end":
            s = a.segments[0]
            said = ["end of turn", ", ".join(_item(i) for i in s.items)]
            return " ".join(w for w in (*said, f"=> {statements(facts, s.claims)}" if s.claims else "") if w)
        case "deal" | "draw":
            return f"{a.kind} " + " ".join(f"{side} {_dealt(part.value)}" for side, part in a.parts.items())
        case "hold":
            return f"{a.side} hold"
        case "cadre" | "choices":
            return f"{a.side} {segment(facts, a.segments[0])}"
        case "board" | "set" | "setup":
            return f"{a.kind}: {statements(facts, a.statements)}"
        case _:
            return statements(facts, a.statements)


def _dealt(value: int | list[Any]) -> str:
    return str(value) if isinstance(value, int) else f"{len(value)}: {' '.join(str(v) for v in value)}".rstrip()
