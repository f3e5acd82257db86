"""First lines of a told game: scenario, length, options, and sides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from referee.engine.state.names import plain
from referee.parsers.prose.vocabulary import fill_pattern, group, pattern, words

HEAD = 12
"""Most lines in the head of a text."""


@dataclass(slots=True)
class TextHead:
    """Tags, and sides of the writer and of initialled persons."""

    tags: dict[str, str] = field(default_factory=dict)
    writer: str = ""
    persons: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def head(lines: Sequence[str], scenarios: Mapping[str, Iterable[str]], options: Iterable[str]) -> TextHead:
    """The contents of the first lines.

    A scenario or a length without a clear name is left out with a note.
    """
    found = TextHead()
    low = _line(lines[:HEAD], "\n")
    if scenario := _scenario(low, scenarios):
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
    played = (n for n, line in enumerate(lines[:HEAD]) if re.search(r"\b(?:event|ops|ev)\b", line.casefold()))
    _persons(_line(lines[: next(played, HEAD)], " \n "), found)
    return found


def _line(lines: Sequence[str], parted: str) -> str:
    """Lines as one, in small letters."""
    return re.sub(r"\s+", " ", parted.join(lines)[:4000].casefold().replace("’", "'"))


def _words(text: str) -> str:
    """A text as words of letters and digits."""
    return re.sub(r"[^a-z0-9]+", " ", text.casefold().replace("'", "")).strip()


def _scenario(low: str, scenarios: Mapping[str, Iterable[str]]) -> str:
    """The scenario of this name, or of the longest contained one.

    It is "" where two are.
    """
    near = _words(low)
    sizes = "|".join(form.replace("-", " ") for forms in words()["length"].values() for form in forms)
    strong: dict[str, int] = {}
    weak: dict[str, int] = {}
    for name, aliases in scenarios.items():
        initials = "".join(w[0] for w in _words(name).split())
        for said in (*map(_words, (name, *aliases)), initials if initials != "as" else ""):
            beside = rf"\bscenario (?:is |was )?{said}\b|\b{said} (?:scenario|{sizes})\b|\b(?:{sizes}) (?:of )?{said}\b"
            if len(said) > 1 and re.search(beside, near):
                strong[name] = max(strong.get(name, 0), len(said))
            elif len(plain(said)) > 5 and not said.isdigit() and re.search(rf"\b{said}\b", near):
                weak[name] = max(weak.get(name, 0), len(said))
    found = strong or weak
    longest = [name for name, n in found.items() if n == max(found.values())]
    return longest[0] if len(longest) == 1 else ""


def _persons(low: str, found: TextHead) -> None:
    """Read "A. = Jihadist, B. = US", "I am the Jihadist"."""
    for match in (m for text in words()["head"]["players"] for m in fill_pattern(text).finditer(low)):
        who, side = match["who"].removesuffix("."), "US" if match["side"].startswith(("u", "am")) else "J"
        if who in group("mine"):
            found.writer = found.writer or side
        elif who not in group("nobody by name"):
            found.persons.setdefault(who.upper() if len(who) == 1 else who, side)
    if not found.writer and (named := pattern("writer").search(low)):
        found.writer = found.persons.get(next(filter(None, named.groups())).upper(), "")
    for side, tag in (("J", "Jihadist"), ("US", "US")):
        players = [who for who, plays in found.persons.items() if plays == side]
        if len(players) == 1:
            found.tags[tag] = f"{players[0]}." if len(players[0]) == 1 else players[0].capitalize()
