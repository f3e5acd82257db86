"""A log of VASSAL in plain words.

It gives no verdict, and hidden information stays hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from referee.engine.state.words import plural
from referee.parsers.vassal import read
from referee.parsers.vassal.happenings import NOBODY, Happening, Log, Piece, PieceSpot

HIDDEN = "a hidden piece"
_HAND = "hand"
"""Part of the name of a map with private cards."""


def hidden(piece: Piece) -> bool:
    """Whether a piece is hidden: masked, in a deck or hand."""
    return bool(piece.masked_by or piece.spot.deck or _HAND in piece.spot.map.casefold())


def _known(happening: Happening) -> list[Piece]:
    """The piece of a happening, before and after."""
    return [piece for piece in (happening.before, happening.after) if piece is not None]


def unseen(happening: Happening) -> bool:
    """Whether the piece of a happening is hidden before and after."""
    known = _known(happening)
    return bool(known) and all(map(hidden, known))


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
    players = [f"{p.label} ({p.name})" if p.name and p.name != p.label else p.label for p in log.players]
    decks = "".join(f"; {deck.name}: {plural(len(deck.cards), 'card')}" for deck in log.decks)
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in Counter(h.kind for h in log.happenings).items())
    yield f"module   {f'{log.module} {log.module_version}'.strip() or 'unknown'}"
    yield f"VASSAL   {log.engine or 'unknown version'}{f', {_date(log.save_time)}' if log.save_time else ''}"
    if log.comment:
        yield f"comment  {log.comment}"
    yield f"players  {', '.join(players) or 'none named'}"
    yield f"start    {plural(len(log.start), 'piece')}{decks}"
    yield f"log      {plural(log.steps, 'step')}{f': {kinds}' if kinds else ''}"
    if log.unknown_commands:
        yield f"unknown  {', '.join(f'{word} {number:,}' for word, number in log.unknown_commands.most_common(20))}"
    yield from (f"warning  {warning}" for warning in log.warnings)


def _date(milliseconds: int) -> str:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return "date unknown"


def _words(happening: Happening, everything: bool) -> str:
    who, text, value = happening.who or "somebody", happening.text, happening.value
    match happening.kind:
        case "chat":
            return f"{who} says: {text}" if happening.chat == "typed" else text
        case "dice":
            rolled = " ".join(map(str, happening.dice)) or "dice that are not told one by one"
            return f"{who} rolls {rolled} ({text})"
        case "turn":
            return f"{text} goes to {value}"
        case "property":
            return f"{text} = {value}"
        case "joined":
            return f"{text or who} plays {value or 'no side'}"
        case "undo":
            return f"{who} takes back step {text}" if text else f"{who} takes something back"
        case "shuffled":
            return f"{text} is shuffled ({plural(len(happening.cards), 'card')})"
        case "unknown":
            return f"unknown command {text if everything else _first(text)}"
    return _piece_words(happening, everything)


def _first(text: str) -> str:
    return text.split(":", 1)[0].split(";", 1)[0].split(" ", 1)[0][:24]


def _piece_words(happening: Happening, everything: bool) -> str:
    before, after = happening.before, happening.after
    shown = everything or not unseen(happening)
    who = f"{happening.who}: " if happening.who else ""
    piece = who + _name(happening, everything) + (f" (#{happening.piece})" if shown else "")
    here = after or before
    at = _where(here.spot) if here is not None else ""
    match happening.kind:
        case "added":
            return f"{piece} is placed at {at}"
        case "removed":
            return f"{piece} is removed from {at}"
        case "changed":
            return f"{piece} at {at}: {_change(before, after, everything) if shown else 'changes'}"
    if before is None or after is None:
        return f"{piece} moves"
    way = f"from {_where(before.spot)} to {_where(after.spot)}"
    unsaid = ", without a move that is told" if happening.text else ""
    return f"{piece} {'is drawn' if happening.kind == 'drawn' else 'moves'} {way}{unsaid}"


def _name(happening: Happening, everything: bool) -> str:
    """The name of a piece seen before or after."""
    known = _known(happening)
    seen = next((piece for piece in known if not hidden(piece)), None)
    if seen is not None:
        return seen.name or "a piece"
    if not everything or not known:
        return HIDDEN
    return f"{known[-1].name or 'a piece'} [{', '.join(known[-1].images)}]"


def _where(spot: PieceSpot) -> str:
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
    parts = []
    if before.masked_by != after.masked_by:
        down = "is turned face down" if after.masked_by == NOBODY else f"is masked by {after.masked_by}"
        parts.append(down if after.masked_by else "is turned face up")
    elif before.name != after.name:
        parts.append(f"becomes {after.name}")
    levels, properties = before.levels, before.properties
    parts += [f"{name} level {level}" for name, level in after.levels.items() if levels.get(name) != level]
    if everything:
        parts += [f"{name} = {value}" for name, value in after.properties.items() if properties.get(name) != value]
    return ", ".join(parts) or "changes"


# ------------------------------------------------------------------------------------------------------------- in JSON


def data(log: Log, everything: bool = False) -> dict[str, Any]:
    """The log for programs, with the same things hidden."""
    decks = []
    for deck in log.decks:
        decks.append({"name": deck.name, "map": deck.map, "x": deck.x, "y": deck.y, "size": len(deck.cards)})
        if everything:
            decks[-1]["cards"] = list(deck.cards)
    return {
        **{name: getattr(log, name) for name in ("module", "module_version", "engine", "comment")},
        "saved": log.save_time,
        "players": [{"label": p.label, "side": p.side, "name": p.name} for p in log.players],
        "start": [_piece(piece, everything) for piece in log.start.values() if everything or not hidden(piece)],
        "hidden": sum(map(hidden, log.start.values())),
        "decks": decks,
        "steps": log.steps,
        "happenings": [_happening(h, everything) for h in log.happenings],
        "warnings": log.warnings,
        "unknown": dict(log.unknown_commands),
    }


def _piece(piece: Piece, everything: bool) -> dict[str, Any]:
    spot = {name: getattr(piece.spot, name) for name in ("map", "x", "y", "zone", "location", "deck")}
    if hidden(piece) and not everything:
        return {"hidden": True, "spot": spot}
    found: dict[str, Any] = {"id": piece.id, "name": piece.name, "spot": spot}
    if not everything:  # things below the outermost image may be face down
        return found | {"image": piece.images[-1] if piece.images else "", "level_names": piece.level_names}
    further = {name: getattr(piece, name) for name in ("levels", "level_names", "properties", "masked_by")}
    return found | {"gpid": piece.gpid, "images": list(piece.images)} | further


def _happening(happening: Happening, everything: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"step": happening.step, "kind": happening.kind, "who": happening.who}
    text = happening.text if happening.kind != "unknown" or everything else _first(happening.text)
    fields = {"text": text, "value": happening.value, "chat": happening.chat}
    found |= {name: value for name, value in fields.items() if value}
    if happening.piece and (everything or not unseen(happening)):
        found["piece"] = happening.piece
    for name, piece in (("before", happening.before), ("after", happening.after)):
        if piece is not None:
            found[name] = _piece(piece, everything)
    if happening.kind == "dice":
        found |= {"dice": list(happening.dice), "sides": happening.sides}
    if happening.kind == "shuffled":
        found["size"] = len(happening.cards)
        if everything:
            found["cards"] = list(happening.cards)
    return found | ({"undone": True} if happening.undone else {})


__all__ = ["data", "hidden", "listing", "read"]
