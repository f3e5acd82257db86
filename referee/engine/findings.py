"""Findings: what is wrong with a record, in the manner of a good compiler."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.requirement import FindingKind
from referee.engine.script import Place
from referee.engine.words import sentence


@dataclass(slots=True)
class Finding:
    """One finding.

    ``rule`` is the number of the rule that stands behind it, ``message`` what is wrong in a player's words, ``reason``
    why (the sum of a roll, the piece that cost Prestige, the card in the way), ``help`` what to write instead, ``side``
    whose play it was (J, US or "" for neither), ``also`` further rules that the same answer breaks, ``see`` other lines
    that belong to it, ``follows`` earlier lines without whose fault it would not be there (such a
    finding is shown and not counted), ``assumed`` what the referee assumed to go on.
    """

    kind: FindingKind
    rule: str
    message: str
    place: Place
    id: str = ""
    reason: str = ""
    help: str = ""
    side: str = ""
    also: list[str] = field(default_factory=list)
    see: list[int] = field(default_factory=list)
    follows: list[int] = field(default_factory=list)
    assumed: str = ""

    def __post_init__(self) -> None:
        self.message, self.reason, self.help = sentence(self.message), sentence(self.reason), sentence(self.help)

    @property
    def counted(self) -> bool:
        """Whether it speaks against the verdict: notes and mere consequences do not."""
        return self.kind != "note" and not self.follows

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.kind, self.rule, self.place.line, self.place.column


@dataclass(slots=True)
class Unread:
    """A file that could not be read as a whole."""

    name: str
    message: str
    line: int = 1
    column: int = 1
