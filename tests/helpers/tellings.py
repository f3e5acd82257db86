"""Narratives with their contents, listed by hand.

Things of a draft that no sentence mentions are found.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from referee.inputs import formats
from tests.helpers.paths import FIXTURES

TELLINGS = FIXTURES / "tellings"
NAMES = tuple(sorted(p.stem for p in TELLINGS.glob("*.txt")))
ELSEWHERE = ("J resolve", "end of turn", "deal", "draw", "board:", "turn", "no plots", "set:")
"""How lines begin that are no play of a card."""
OPERATIONS = ("woi", "deploy", "regime-change", "withdraw", "disrupt", "alert", "recruit", "travel", "jihad", "plot")
STATES = (
    "Good",
    "Fair",
    "Poor",
    "IR",
    "Ally",
    "Neutral",
    "Adversary",
    "Hard",
    "Soft",
    "awakening",
    "reaction",
    "militia",
)
_PLAY = re.compile(r"\+? ?(J|US) ([\d?+R]+|[a-z][a-z' -]*?) (\S+)(.*)")


@dataclass(slots=True)
class Told:
    """A draft against what its text tells."""

    invented: list[str] = field(default_factory=list)
    plays: int = 0
    """Plays of the text that have a line."""
    uses: int = 0
    of: int = 0
    """Plays of the text, cards that may be one of several counted once."""
    lines: list[str] = field(default_factory=list)


def draft(name: str) -> list[str]:
    """The lines of a draft, without tags and comments.

    None where no play was recognised.
    """
    data = (TELLINGS / f"{name}.txt").read_bytes()
    try:
        text = formats.format_named("prose").convert(data).text
    except formats.TextError:
        return []
    return [x.partition("  ;")[0] for x in text.splitlines() if x and x[0] not in ";["]


def told(name: str, countries: list[str]) -> Told:
    """The contents of a narrative's draft, and its inventions.

    An invention has no sentence that mentions it.
    """
    truth = tomllib.loads((TELLINGS / f"{name}.toml").read_text("utf-8"))
    left: list[dict[str, Any]] = truth["play"]
    made = Told(of=len({(p["card"].split()[0], tuple(p.get("numbers", ())), p["use"]) for p in left}))
    elsewhere = truth.get("elsewhere", {})
    for line in draft(name):
        made.lines.append(line)
        kind = next((k for k in ELSEWHERE if line.startswith(k)), "")
        if kind:
            if kind.removeprefix("J ").removesuffix(":") not in elsewhere.get("lines", ()):
                made.invented.append(f"{line}: no such line")
            else:
                made.invented += _untold(line, line, elsewhere, countries)
            continue
        match = _PLAY.match(line)
        if match is None:
            made.invented.append(f"{line}: what is this?")
            continue
        side, card, use, rest = match.groups()
        fits = [
            p
            for p in left
            if p["card"] == f"{side} {card}" or (not card[0].isdigit() and p["card"][:2] == side[:2].ljust(2))
        ]
        if not fits:
            made.invented.append(f"{line}: no such play")
            continue
        faults = [(_use(line, use, p) + _untold(line, rest, p, countries), p) for p in fits]
        least, play = min(faults, key=lambda f: len(f[0]))
        made.invented += least
        made.plays += 1
        made.uses += use == play["use"]
    return made


def _use(line: str, use: str, play: dict[str, Any]) -> list[str]:
    right = use in ("?", play["use"]) or (use == "ops" and play["use"] in OPERATIONS)
    return [] if right else [f"{line}: used so?"]


def _untold(line: str, rest: str, about: dict[str, Any], countries: list[str]) -> list[str]:
    """Numbers, countries and states in a line that no sentence mentions."""
    found: list[str] = []
    named = [c for c in countries if re.search(rf"(?<![\w/]){re.escape(c)}(?![\w/])", rest)]
    found += [f"{line}: {c}" for c in named if c not in about.get("countries", ())]
    bare = rest
    for c in named:
        bare = bare.replace(c, "@")
    numbers = Counter(int(n) for n in re.findall(r"(?<![#\w])\d+", bare))
    found += [f"{line}: the number {n}" for n in (numbers - Counter(about.get("numbers", ()))).elements()]
    found += [f"{line}: {s}" for s in STATES if re.search(rf"\b{s}\b", bare) and s not in about.get("words", ())]
    cells = {letter for letters in re.findall(r"@:([as]+)\b", bare) for letter in letters}
    found += [f"{line}: a Cell {c}" for c in sorted(cells) if c not in about.get("words", ())]
    return found
