"""Disputes of players, how to put each to the referee, and the answer."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.rules import rulebook

DATA = Path(__file__).with_name("disputes.toml")


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question about one play, with the answer worked out by hand."""

    id: str
    subject: str
    question: str
    arguments: tuple[str, ...]
    """The arguments of the command."""
    answer: str
    """The word of the answer: Yes, No or I cannot say."""
    rule: str
    """The rule or card that decides."""
    record: str = ""
    """The file game.lgn; empty for a question without a file."""

    @property
    def command(self) -> str:
        """The command as it is typed."""
        words = (a if a == shlex.quote(a) else f'"{a}"' for a in self.arguments)
        return " ".join(["referee", *words])

    @property
    def lines(self) -> str:
        """The question as a record."""
        if self.record:
            return self.record.strip()
        _, _, position, *plays = self.arguments
        return "\n".join([f"setup: {position}", *plays])

    @property
    def says(self) -> str:
        """The answer with the rule that decides."""
        named = rulebook().get(self.rule)
        by = f"rule {self.rule} ({named.title})" if named is not None else self.rule
        return f"{self.answer}, by {by}."


@cache
def disputes() -> tuple[Dispute, ...]:
    """The disputes in the order of docs/disputes.md."""
    read = tomllib.loads(DATA.read_text(encoding="utf-8"))["dispute"]
    return tuple(Dispute(**{**entry, "arguments": tuple(entry["arguments"])}) for entry in read)
