"""Disputes of players, with the command for each and the answer."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.engine.state.tables import read_toml
from referee.rules import rulebook

DATA = Path(__file__).with_name("disputes.toml")


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question about a play or position, with its answer."""

    id: str
    subject: str
    question: str
    position: str
    plays: tuple[str, ...]
    """The plays; the question is about the last one."""
    answer: str
    """The word of the answer, or the consequence of the position."""
    rule: str
    """The rule or card that decides."""
    length: str = ""
    options: str = ""

    @property
    def stated(self) -> str:
        """The whole statement, in words."""
        return ", ".join(filter(None, (self.options, self.length, self.position)))

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments of the command."""
        return ("ask", "--position", self.stated, *self.plays)

    @property
    def command(self) -> str:
        """The command as it is typed."""
        words = (a if a == shlex.quote(a) else f'"{a}"' for a in self.arguments)
        return " ".join(["referee", *words])

    @property
    def lines(self) -> str:
        """The question as a record."""
        tags = [f'[{name} "{value}"]' for name, value in (("Length", self.length), ("Options", self.options)) if value]
        return "\n".join([*tags, f"setup: {self.position}, rest unknown", *self.plays])

    @property
    def says(self) -> str:
        """The answer with the rule that decides."""
        named = rulebook().get(self.rule)
        by = f"rule {self.rule} ({named.title})" if named is not None else self.rule
        return f"{self.answer}, by {by}."


@cache
def disputes() -> tuple[Dispute, ...]:
    """The disputes in the order of docs/reference/disputes.md."""
    read = read_toml(DATA)["dispute"]
    return tuple(Dispute(**{**entry, "plays": tuple(entry["plays"])}) for entry in read)
