"""What a log of VASSAL tells, in plain words: nothing of it is judged, and what the players did not see stays hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from referee.parsers.vassal import read
from referee.parsers.vassal.happenings import NOBODY, Deck, Happening, Log, Piece, Spot

HIDDEN = "a hidden piece"
_HAND = "hand"
"""In the name of a map: somebody's private cards."""


def hidden(piece: Piece | None) -> bool:
    """Whether a piece is seen by one player alone, or by nobody: masked, in a deck or in a hand."""
    return piece is not None and bool(piece.masked_by or piece.spot.deck or _HAND in piece.spot.map.casefold())


def unseen(happening: Happening) -> bool:
    """Whether the piece that something happens to is hidden before and after."""
    known = [piece for piece in (happening.before, happening.after) if piece is not None]
    return bool(known) and all(hidden(piece) for piece in known)


# ------------------------------------------------------------------------------------------------------------ in words


def listing(log: Log, everything: bool = False) -> str:
    """The log for people; ``everything`` shows hands and decks too."""
    lines = [*_head(log), ""]
    step = -1
    for happening in log.happenings:
        if happening.step != step:
            step = happening.step
            lines.append(f"step {step}" if step else "before the first step")
        undone = " (taken back)" if happening.undone and happening.kind != "undo" else ""
        lines.append(f"  {_words(happening, everything)}{undone}")
    return "\n".join(lines).rstrip() + "\n"


def _head(log: Log) -> Iterator[str]:
    module = f"{log.module} {log.module_version}".strip() or "unknown"
    yield f"module   {module}"
    saved = f", {_date(log.saved)}" if log.saved else ""
    yield f"VASSAL   {log.engine or 'unknown version'}{saved}"
    if log.comment:
        yield f"comment  {log.comment}"
    players = [f"{p.label} ({p.name})" if p.name and p.name != p.label else p.label for p in log.players]
    yield f"players  {', '.join(players) or 'none named'}"
    decks = "".join(f"; {deck.name}: {_number(len(deck.cards), 'card')}" for deck in log.decks)
    yield f"start    {_number(len(log.start), 'piece')}{decks}"
    counts = Counter(h.kind for h in log.happenings)
    told = ", ".join(f"{kind} {number:,}" for kind, number in counts.items())
    yield f"log      {_number(log.steps, 'step')}{': ' + told if told else ''}"
    if log.unknown:
        yield f"unknown  {', '.join(f'{word} {number:,}' for word, number in log.unknown.most_common(20))}"
    for warning in log.warnings:
        yield f"warning  {warning}"


def _date(milliseconds: int) -> str:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return "date unknown"


def _number(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _words(happening: Happening, everything: bool) -> str:
    who = happening.who or "somebody"
    match happening.kind:
        case "chat":
            return f"{who} says: {happening.text}" if happening.chat == "typed" else happening.text
        case "dice":
            rolled = " ".join(map(str, happening.dice)) or "dice that are not told one by one"
            return f"{who} rolls {rolled} ({happening.text})"
        case "turn":
            return f"{happening.text} goes to {happening.value}"
        case "property":
            return f"{happening.text} = {happening.value}"
        case "joined":
            return f"{happening.text or who} plays {happening.value or 'no side'}"
        case "undo":
            return f"{who} takes back step {happening.text}" if happening.text else f"{who} takes something back"
        case "shuffled":
            return f"{happening.text} is shuffled ({_number(len(happening.cards), 'card')})"
        case "unknown":
            return f"unknown command {happening.text if everything else _first(happening.text)}"
    return _piece_words(happening, everything)


def _first(text: str) -> str:
    return text.split(":", 1)[0].split(";", 1)[0].split(" ", 1)[0][:24]


def _piece_words(happening: Happening, everything: bool) -> str:
    before, after = happening.before, happening.after
    shown = everything or not unseen(happening)
    name = _name(happening, everything)
    piece = f"{name} (#{happening.piece})" if shown else name
    here = after or before
    at = _where(here.spot) if here is not None else ""
    who = f"{happening.who}: " if happening.who else ""
    match happening.kind:
        case "added":
            return f"{who}{piece} is placed at {at}"
        case "removed":
            return f"{who}{piece} is removed from {at}"
        case "changed":
            return f"{who}{piece} at {at}: {_change(before, after, everything) if shown else 'changes'}"
    if before is None or after is None:
        return f"{who}{piece} moves"
    way = f"from {_where(before.spot)} to {_where(after.spot)}"
    told = ", without a move that is told" if happening.text else ""
    return f"{who}{piece} {'is drawn' if happening.kind == 'drawn' else 'moves'} {way}{told}"


def _name(happening: Happening, everything: bool) -> str:
    """The name of a piece that anybody saw, before or after."""
    known = [piece for piece in (happening.before, happening.after) if piece is not None]
    seen = [piece for piece in known if not hidden(piece)]
    if seen:
        return seen[0].name or "a piece"
    if not everything or not known:
        return HIDDEN
    piece = known[-1]
    return f"{piece.name or 'a piece'} [{', '.join(piece.images)}]"


def _where(spot: Spot) -> str:
    if spot.deck:
        return f"the deck {spot.deck}"
    if not spot.map:
        return "off the map"
    point = f"{spot.map} {spot.x},{spot.y}"
    name = spot.location or spot.zone
    return f"{name} ({point})" if name else point


def _change(before: Piece | None, after: Piece | None, everything: bool) -> str:
    if before is None or after is None:
        return "changes"
    said = []
    if before.masked_by != after.masked_by:
        if not after.masked_by:
            said.append("is turned face up")
        else:
            said.append("is turned face down" if after.masked_by == NOBODY else f"is masked by {after.masked_by}")
    elif before.name != after.name:
        said.append(f"becomes {after.name}")
    said += _differences(before.levels, after.levels, "{0} level {1}")
    if everything:
        said += _differences(before.properties, after.properties, "{0} = {1}")
    return ", ".join(said) or "changes"


def _differences(before: dict[str, Any], after: dict[str, Any], form: str) -> list[str]:
    return [form.format(name, value) for name, value in after.items() if before.get(name) != value]


# ------------------------------------------------------------------------------------------------------------- in JSON


def data(log: Log, everything: bool = False) -> dict[str, Any]:
    """The log for programs, with the same things hidden."""
    return {
        "module": log.module,
        "module_version": log.module_version,
        "engine": log.engine,
        "comment": log.comment,
        "saved": log.saved,
        "players": [{"label": p.label, "side": p.side, "name": p.name} for p in log.players],
        "start": [_piece(piece, everything) for piece in log.start.values() if everything or not hidden(piece)],
        "hidden": sum(map(hidden, log.start.values())),
        "decks": [_deck(deck, everything) for deck in log.decks],
        "steps": log.steps,
        "happenings": [_happening(h, everything) for h in log.happenings],
        "warnings": log.warnings,
        "unknown": dict(log.unknown),
    }


def _deck(deck: Deck, everything: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"name": deck.name, "map": deck.map, "x": deck.x, "y": deck.y, "size": len(deck.cards)}
    if everything:
        found["cards"] = list(deck.cards)
    return found


def _piece(piece: Piece, everything: bool) -> dict[str, Any]:
    spot = {name: getattr(piece.spot, name) for name in ("map", "x", "y", "zone", "location", "deck")}
    if hidden(piece) and not everything:
        return {"hidden": True, "spot": spot}
    found: dict[str, Any] = {"id": piece.id, "name": piece.name, "spot": spot}
    if not everything:  # what lies below the outermost image may be face down
        return found | {"image": piece.images[-1] if piece.images else "", "level_names": piece.level_names}
    return found | {
        "gpid": piece.gpid,
        "images": list(piece.images),
        "levels": piece.levels,
        "level_names": piece.level_names,
        "properties": piece.properties,
        "masked_by": piece.masked_by,
    }


def _happening(happening: Happening, everything: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"step": happening.step, "kind": happening.kind, "who": happening.who}
    text = happening.text if happening.kind != "unknown" or everything else _first(happening.text)
    said = {"text": text, "value": happening.value, "chat": happening.chat}
    found |= {name: value for name, value in said.items() if value}
    if happening.piece and (everything or not unseen(happening)):
        found["piece"] = happening.piece
    for name, piece in (("before", happening.before), ("after", happening.after)):
        if piece is not None:
            found[name] = _piece(piece, everything)
    if happening.kind == "dice":
        found["dice"], found["sides"] = list(happening.dice), happening.sides
    if happening.kind == "shuffled":
        found["size"] = len(happening.cards)
        if everything:
            found["cards"] = list(happening.cards)
    if happening.undone:
        found["undone"] = True
    return found


__all__ = ["data", "hidden", "listing", "read"]
