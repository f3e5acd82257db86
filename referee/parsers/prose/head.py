"""What the first lines of a told game say: the scenario, its length, the options, who plays which side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee.engine.names import plain
from referee.parsers.prose.vocabulary import words

HEAD = 12
"""How many lines may belong to the head of a text."""


@dataclass(slots=True)
class Head:
    """The tags that are told, and the side of the writer and of persons by their initials."""

    tags: dict[str, str] = field(default_factory=dict)
    writer: str = ""
    persons: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def head(lines: Sequence[str], scenarios: Mapping[str, Iterable[str]], options: Iterable[str]) -> Head:
    """What the first lines say; a scenario or a length that is not named, or not clearly, is left out with a note."""
    found = Head()
    text = "\n".join(line for line in lines[:HEAD])[:4000]
    low = re.sub(r"\s+", " ", text.casefold().replace("’", "'"))
    scenario = _scenario(low, scenarios)
    if scenario:
        found.tags["Scenario"] = scenario
    else:
        found.notes.append("the scenario is not named clearly: write the tag Scenario on top of the draft")
    lengths = [
        name for name, forms in words()["length"].items() if any(re.search(rf"\b{re.escape(f)}\b", low) for f in forms)
    ]
    if len(lengths) == 1:
        found.tags["Length"] = lengths[0]
    else:
        found.notes.append("the length of the game is not named: write the tag Length if it is not one deck")
    known = set(options)
    switched = [o for o, forms in words()["options"].items() if o in known and any(f in low for f in forms)]
    if switched:
        found.tags["Options"] = ", ".join(switched)
    before = next(
        (n for n, line in enumerate(lines[:HEAD]) if re.search(r"\b(?:event|ops|ev)\b", line.casefold())), HEAD
    )
    _persons(re.sub(r"\s+", " ", " \n ".join(lines[:before])[:4000].casefold().replace("’", "'")), found)
    return found


def _scenario(low: str, scenarios: Mapping[str, Iterable[str]]) -> str:
    near = re.sub(r"[^a-z0-9]+", " ", low.replace("'", ""))
    strong: dict[str, int] = {}
    weak: dict[str, int] = {}
    for name, aliases in scenarios.items():
        for form in (name, *aliases):
            said = re.sub(r"[^a-z0-9]+", " ", form.casefold().replace("'", "")).strip()
            if not said:
                continue
            if re.search(rf"\bscenario (?:is |was )?{re.escape(said)}\b|\b{re.escape(said)} scenario\b", near):
                strong[name] = max(strong.get(name, 0), len(said))
            elif len(plain(said)) > 5 and not said.isdigit() and re.search(rf"\b{re.escape(said)}\b", near):
                weak[name] = max(weak.get(name, 0), len(said))
    for found in (strong, weak):
        longest = [name for name, n in found.items() if n == max(found.values())]
        if len(longest) == 1:
            return longest[0]
        if longest:
            return ""
    return ""


_SIDE = r"(?:the )?(jihadists?|jihad|jih|us|usa|americans?|beards)\b"


def _persons(low: str, found: Head) -> None:
    """ "A. = Jihadist, B. = US", "I am the Jihadist"."""
    for match in re.finditer(rf"\b([a-z][a-z]{{0,14}})\.?\s*(?:=|:|is|plays|played|has|had)\s*{_SIDE}", low):
        who, side = match[1], "US" if match[2].startswith(("us", "am")) else "J"
        if who not in ("it", "that", "he", "she", "this", "here", "phase", "who", "turn", "there", "one", "also"):
            found.persons.setdefault(who.upper() if len(who) == 1 else who, side)
    for match in re.finditer(r"\b([a-z])\.?,? (?:the )?(jihad|jihadist|us|usa)\b", low):
        if match[1] not in ("a",) or f"{match[1]}. {match[2]}" in low:
            found.persons.setdefault(match[1].upper(), "US" if match[2].startswith("us") else "J")
    mine = re.search(rf"\bi (?:am|play|played|had|have|got|was) {_SIDE}", low)
    if mine:
        found.writer = "US" if mine[1].startswith(("us", "am")) else "J"
    by_name = re.search(r"\bi \(([a-z])\.?\)|\bme \(([a-z])\.?\)|\b([a-z])\. = (?:jihadist|us) \(me", low)
    if by_name and not found.writer:
        who = next(g for g in by_name.groups() if g).upper()
        found.writer = found.persons.get(who, "")
    sides: dict[str, list[str]] = {}
    for who, side in found.persons.items():
        sides.setdefault(side, []).append(who)
    for side, tag in (("J", "Jihadist"), ("US", "US")):
        if len(sides.get(side, [])) == 1:
            who = sides[side][0]
            found.tags[tag] = f"{who}." if len(who) == 1 else who.capitalize()
