"""Answers beyond what a record can contain, and on who decides."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from referee.engine.state.tables import read_toml

Rests = Literal["rule", "reading", "silent"]
"""The basis of an answer."""
RESTS: dict[Rests, str] = {
    "rule": "The rulebook says so.",
    "reading": "The rulebook does not speak of it; this follows from its rules.",
    "silent": "The rulebook is silent; agree on it before the game.",
}
"""The basis of an answer, in words."""
DECIDES = {
    "US": "The US",
    "J": "The Jihadist side",
    "player": "Whoever plays the card",
    "owner": "The side whose event it is",
    "each its own": "Each side for its own",
    "nobody": "Nobody",
}
"""The deciding side, in words."""
PAGE = Path(__file__).with_name("practice.toml")


@dataclass(frozen=True, slots=True)
class PracticeAnswer:
    """An answer to a question at the table."""

    id: str
    question: str
    rules: tuple[str, ...]
    answer: str
    why: str = ""
    rests: Rests = "rule"
    asked: tuple[str, ...] = ()
    """Further words of such a question."""
    side: str = ""
    """The deciding side; "" without a question.

    US, J, player (of the card), owner (of the event), each its own, or nobody.
    """
    uses: dict[str, list[str]] = field(default_factory=dict)
    """The uses of a card that ask for it, with their fields."""

    def data(self) -> dict[str, Any]:
        """The answer as data."""
        return asdict(self)


@cache
def answers() -> dict[str, PracticeAnswer]:
    """Return every answer by its id, those on the deciding side last."""
    read = read_toml(PAGE)
    found: dict[str, PracticeAnswer] = {}
    for entry in [*read["answer"], *read["choice"]]:
        made = PracticeAnswer(**{**entry, "rules": tuple(entry["rules"]), "asked": tuple(entry.get("asked", ()))})
        if made.id in found or made.rests not in get_args(Rests) or made.side not in ("", *DECIDES):
            raise ValueError(f"{PAGE.name}: {made.id} is there twice, or names something unknown")
        found[made.id] = made
    return found
