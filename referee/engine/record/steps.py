"""The referee's results: Steps and the Verdict.

A Step is of one action, a Verdict of a whole record. Every view renders these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from referee.engine.law.guidance import FollowedAnswer
from referee.engine.law.rolls import Roll
from referee.engine.record.corrected_record import SupposedEdit
from referee.engine.record.findings import Finding
from referee.engine.record.table import LegalAnswers
from referee.engine.state.board import Board
from referee.engine.state.journal import Change, Journal
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Action, Record

Policy = Literal["as-played", "undo", "stop"]
Reading = Mapping[Any, Any]
"""Assumed answers to the open questions of a line, by address."""


@plain_dataclass(eq=False)
class JudgedStep:
    """One judged action, the source of every view."""

    action: Action
    findings: list[Finding]
    changes: list[Change]
    rolls: list[Roll]
    met: list[tuple[str, str]]
    triggered: list[int]
    turn: int
    side: str
    phase: int
    rules: Ruleset
    """The rules in force."""
    assumed: Reading = field(default_factory=dict)
    alternatives: list[LegalAnswers] | None = None
    """The other legal answers of each question.

    Only if the referee was asked to keep them.
    """
    untriggered: list[tuple[int, str, str]] = field(default_factory=list)
    """Events of the other side not triggered by an Operation: card, rule and reason."""
    id: str = ""
    """a1, a2, ... for actions; "" for a checkpoint."""
    trails: list[FollowedAnswer] = field(default_factory=list)
    """Questions answered by a flowchart, each with its way."""
    taken_back: bool = False
    """Whether changes of an illegal part were undone, as the policy asks."""
    left_undone: str = ""
    """The rule of a missing part not carried out; "" for none."""

    @property
    def counted(self) -> list[Finding]:
        """Findings that count against the verdict."""
        return [f for f in self.findings if f.counted]

    @property
    def mistakes(self) -> int:
        """The number of mistakes, gaps and slips excluded."""
        return sum(f.kind in ("illegal", "outcome", "impossible") for f in self.findings) if self.findings else 0


@plain_dataclass(eq=False)
class Judgement:
    """The judgement of one record."""

    record: Record
    findings: list[Finding]
    steps: list[JudgedStep]
    board: Board
    journal: Journal
    policy: Policy
    stopped: bool = False
    marks: list[int] = field(default_factory=list)
    """The length of the journal before each step."""
    supposed: tuple[SupposedEdit, ...] = ()
    """The corrected lines for slips of the pen, for display only."""
    empty_map_line: int = 0
    """The first line of findings on an empty map, or 0."""

    def mark_before(self, at: int) -> int:
        """The journal's length before step ``at``, or after the last step."""
        return self.marks[at] if at < len(self.steps) else len(self.journal.changes)

    def mark_after(self, at: int) -> int:
        """Return the length of the journal after step ``at``."""
        return self.marks[at] + len(self.steps[at].changes)

    @property
    def actions(self) -> int:
        return sum(1 for s in self.steps if s.action.counted)

    @property
    def clean(self) -> bool:
        """Whether no finding counts."""
        return not any(f.counted for f in self.findings)

    @property
    def verdict(self) -> str:
        """The verdict in a word: clean or findings."""
        return "clean" if self.clean else "findings"
