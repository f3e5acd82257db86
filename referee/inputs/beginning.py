"""The beginning of a record, with or without a scenario.

A record with neither a scenario nor a set-up has an empty map. That is one finding; denials by the board follow from
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from referee.engine.record.findings import SCENARIO, Edit, Finding, Fix
from referee.engine.record.setup import scenario_files
from referee.engine.state.script import Lines, Place, Record
from referee.engine.state.words import plural

_RESTING = frozenset({"illegal", "outcome", "incomplete", "impossible", "slip"})
"""Kinds of findings that rest on the position."""
_USUAL = {"": "Let's Roll!", "The Awakening": "Awakening", "both decks": "Alternative History"}
"""The usual scenario of a tag's example, by the record's game."""
_READ_BESIDE = 4
"""Unreadable lines per readable one in a text of sentences."""
_MOST_LOOKED_AT = 200
_SET_UP = r"(?i)\s*+set-?up\s*+:"
_GAME = r"(?i)\bthe awakening\b"
"""A game that has the name of one of its scenarios."""


def named_scenario(lines: Sequence[str]) -> dict[str, str]:
    """Tags Scenario and Length from sentences; empty without a scenario.

    A name counts where it is called a scenario, or has its capital letters: a player may say “let's roll”.
    """
    from referee.parsers.prose.head import HEAD, head

    said = [re.sub(_GAME, " ", line[:2000].replace("’", "'")) for line in lines[:HEAD]]
    files = scenario_files()
    found = head(said, {name: data.get("aliases", ()) for name, data in files.items()}, ()).tags
    if "Scenario" not in found:
        return {}
    forms = [f.rstrip("!?") for f in (found["Scenario"], *files[found["Scenario"]].get("aliases", ()))]
    if not any("scenario" in line.casefold() or any(f in line or f.upper() in line for f in forms) for line in said):
        return {}
    return {name: found[name] for name in ("Scenario", "Length") if name in found}


def empty_map_line(record: Record, *, known: bool) -> int:
    """First line of findings on an empty map, or 0.

    No position is known. ``known``: the scenario that its tag names is known.
    """
    if "Scenario" in record.tags:
        return 0 if known else record.tag_places["Scenario"].line
    kinds = {a.kind for a in record.actions}
    if "setup" in kinds or not kinds - {"unread"}:
        return 0
    return _first_unreadable(record) or 1


def is_named(record: Record) -> bool:
    """Whether any line states the scenario or position, even badly."""
    return "Scenario" in record.tags or bool(_first_unreadable(record))


def _first_unreadable(record: Record) -> int:
    """First unreadable line of a set-up, or 0."""
    numbers = (u.place.line for u in record.unreadable)
    return next((n for n in numbers if 0 < n <= len(record.lines) and re.match(_SET_UP, record.lines[n - 1])), 0)


def finding(record: Record) -> Finding:
    """The finding on a record without scenario and set-up.

    It has the line to add.
    """
    texts = [line.strip(' \t;[]"{}') for line in record.lines[:_MOST_LOOKED_AT]]
    name = named_scenario([text for text in texts if text]).get("Scenario", "")
    tag = f'[Scenario "{name or _USUAL[record.inferred]}"]'
    fix = Fix((Edit(1, 0, (tag,)),), "likely") if name and not isinstance(record.lines, Lines) else None
    help = f"Write {tag} on top" + ("" if name else ", or the scenario that it is") + "; a game that is recorded from"
    help += " its middle on begins with its position: setup: turn 3, prestige 5, Pakistan Fair Neutral ..."
    message = "no scenario and no set-up is named, so the map is empty; what it denies does not count"
    return Finding("unsupported", SCENARIO, message, Place(1, 1, 2), help=help, instead=fix)


def is_of_sentences(record: Record) -> bool:
    """Whether a record is sentences, with hardly any notation."""
    unread = [record.lines[u.place.line - 1] for u in record.unreadable if u.place.line <= len(record.lines)]
    if record.tags or len(unread) <= _READ_BESIDE * sum(a.kind != "unread" for a in record.actions):
        return False
    from referee.parsers.prose.detection import sentences

    return sentences(unread) * 2 >= max(len(unread), 4)


def of_sentences(findings: Sequence[Finding]) -> Finding:
    """The finding on a record of sentences, for all lines."""
    lost = [f for f in findings if f.kind == "unreadable" and f.rule == "notation"]
    for f in lost:
        f.follows = [1]
    message = f"this is no record in the notation: {plural(len(lost), 'line')} of it cannot be read"
    help = "If it tells a game in sentences, it may be read as prose: --from prose, or prose as the form in the page"
    return Finding("unreadable", "notation", message, Place(1, 1, 2), help=help)


def hang(findings: Sequence[Finding], line: int, on_any_map: Callable[[Finding], bool]) -> None:
    """Make the findings on the position follow from a line."""
    for f in findings:
        if f.counted and f.kind in _RESTING and not on_any_map(f):
            f.follows = [line]
