"""Lines of the notation from the tree of a record.

This is the way back from the reader's result. Reading such a line gives the tree again; the order of words within an
entry is the one that docs/reference/notation.md shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.law.forms import (
    BEHIND_DICE,
    CADRE,
    CELL,
    CELLS,
    COUNT,
    COUNTER,
    FORMS,
    FROM,
    LEFT_OVER,
    PIECES,
    PLOT,
    SADR,
    TO,
    WHAT,
    WHERE,
    EntryForm,
    Spelling,
    plural,
)
from referee.engine.law.table import NOTHING
from referee.engine.state.facts import Facts
from referee.engine.state.script import Action, Dice, Item, Segment, Statement
from referee.parsers.notation.position import phrases

_LATE = frozenset(form.name for form in FORMS if form.apart and form.writing == Spelling.NAMED)
"""Forms that would begin another entry after dice."""
_PLACES = (Spelling.PLACE, Spelling.PLOT, Spelling.NAMED)
"""Country spellings that may have Cells."""


def entry(fields: Mapping[str, Any], dice: Iterable[str] = ()) -> str:
    """One entry of a segment: ``travel Egypt:a > Egypt`` without its use.

    ``dice`` are in words, with label and brackets.
    """
    parts: list[str] = []
    about = _about(fields)
    late = not _LATE.isdisjoint(fields)
    for form in FORMS:
        if form is BEHIND_DICE and not late:
            parts += dice
        value = fields.get(form.name)
        if value is None or value is False:
            continue
        if form.writing == Spelling.ROLLED and value != NOTHING:  # its dice come first
            rolled = [d for d in parts if d.startswith(f"{form.name}[")]
            parts = [*(rolled or [form.word]), value, *(d for d in parts if d not in rolled)]
        elif form.writing == Spelling.LOSSES:
            parts += _losses(value) if form.word in parts else [form.word, *_losses(value)]
        else:
            parts += _part(form, value, fields, about)
    cells = fields.get(CELLS.name)
    if cells and cells != CADRE and not any(form.writing in _PLACES and form.name in fields for form in FORMS):
        parts.insert(0, _with_cells("", fields).replace(":", ": ", 1))
    markers = fields.get("marker")
    return " ".join([*parts, *(dice if late else ())]) + (f": {' '.join(markers)}" if markers else "")


def _part(form: EntryForm, value: Any, fields: Mapping[str, Any], about: EntryForm) -> list[str]:
    """One answer of an entry in words.

    Cells and labels have none: they go with countries and dice.
    """
    match form.writing:
        case Spelling.PLOT:
            return [_with_cells(f"{value[0]}#{value[1]}", fields)]
        case Spelling.PLACE | Spelling.NAMED | Spelling.TURNED:
            bare = form is about and form.writing == Spelling.PLACE and (form is not FROM or TO.name in fields)
            place = _with_cells(value, fields) if form is about else value
            return [place if bare else f"{form.word or form.name} {place}"]
        case Spelling.CELLS if value == CADRE:
            return [CADRE]
        case Spelling.TARGET:
            return [f"{form.name if about is CELL else '>'} {value}"]
        case Spelling.ADDED:
            return [f"+{value}"]
        case Spelling.CARDS:
            return [f"{form.word} {' '.join(str(v) for v in value)}"]
        case Spelling.NUMBER | Spelling.VALUE:
            return [str(value)]
        case Spelling.WORD:
            known = form.words if form.name != COUNTER.name else {**form.words, **COUNTER.words}
            word = next((w for w, meant in known.items() if meant == value), str(value))
            return [f"{form.word} {plural(word, _count(form, fields))}".lstrip()]
        case Spelling.ROLLED:
            return [f"no {form.word}"]
        case Spelling.ALONG:
            return [" ".join(str(value).split("+"))]
        case _:
            return []


def _count(form: EntryForm, fields: Mapping[str, Any]) -> Any:
    """Number of things counted by an entry, or None.

    It is for things off a card's list.
    """
    return fields.get(COUNT.name, 1) if form is WHAT else 1


def _losses(value: str) -> list[str]:
    """Lost pieces: ``1 troop 2 militia``."""
    pieces, *markers = value.split("+")
    counted = {letter: pieces.count(letter) for letter in dict.fromkeys(pieces)}
    named = [f"{n} {PIECES[letter][n > 1]}" for letter, n in counted.items() if letter in PIECES]
    return [*named, *["cells"][: pieces.count("?")], *markers]


def _about(fields: Mapping[str, Any]) -> EntryForm:
    """The form for the country of an entry, with Cells."""
    if PLOT.name in fields:
        return PLOT
    if fields.get(WHERE.name):
        return WHERE
    return FROM if FROM.name in fields and (TO.name in fields or CELL.name not in fields) else CELL


def _with_cells(place: str, fields: Mapping[str, Any]) -> str:
    """A country with the meant Cells, ``Egypt:sa``."""
    cells = fields.get(CELLS.name)
    if cells is None or cells == CADRE:
        return place
    if cells in ("", SADR):
        return f"{place}:{SADR}"
    if cells.endswith(SADR):
        return f"{place}:{cells.removesuffix(SADR)} {SADR}"
    return f"{place}:{cells}"


def dice(label: str, values: Iterable[int | None], among: Iterable[str] = ()) -> str:
    """Dice with label, ``t[3]``, and candidates, ``pick[3] of Iraq or Iran``."""
    said = f"{label}[{' '.join('?' if v is None else str(v) for v in values)}]"
    return " of ".join(part for part in (said, " or ".join(among)) if part)


def written_answers(item: Item) -> dict[str, Any]:
    """The answers written in an entry, without derived ones."""
    return {name: part.value for name, part in item.parts.items() if not part.derived}


def statements(facts: Facts, found: Iterable[Statement]) -> str:
    """Statements, grouped by country."""
    return ", ".join(said for _, said in phrases(facts, found))


def _item(item: Item) -> str:
    return entry(written_answers(item), [_dice(d) for d in item.dice])


def _dice(d: Dice) -> str:
    return dice(d.label, d.values, d.among)


def segment(facts: Facts, s: Segment) -> str:
    """A segment with its claims, and its written side or card."""
    words: list[str] = []
    if s.prefix:
        words.append(s.side)
    if s.prefix == "card":
        words.append(str(s.card or "?") + "+R" * s.reserves)
    if s.name == "plot":
        words += [" ".join(_item(i) for i in s.items)]
    elif s.name != "more":
        number = f"({s.card})" if s.numbered else ""
        words += [s.name] * (s.name in LEFT_OVER)
        words.append(("no event" if s.name == "no event" else s.use) + number)
        said = ", ".join(_item(i) for i in s.items)
        if said.startswith(":"):  # Cells or Plots of a country that is not named
            words[-1] += said
        else:
            words.append(said)
    if s.claims:
        words.append(f"=> {statements(facts, s.claims)}")
    return " ".join(w for w in words if w)


def continuation(facts: Facts, found: list[Segment]) -> str:
    """A line that continues the action above it."""
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
        case "cadre" | "choices" | "turn-in":
            return f"{a.side} {segment(facts, a.segments[0])}"
        case "board" | "set" | "setup":
            return f"{a.kind}: {statements(facts, a.statements)}"
        case _:
            return statements(facts, a.statements)


def _dealt(value: int | list[Any]) -> str:
    return str(value) if isinstance(value, int) else f"{len(value)}: {' '.join(str(v) for v in value)}".rstrip()
