"""A checked record, for the forms of a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.engine.record.findings import UnreadableFile
    from referee.engine.record.steps import Judgement


@dataclass(slots=True)
class Checked:
    """A record with its verdict, as it is shown."""

    result: Judgement | UnreadableFile
    name: str
    remarks: list[str]
    """Remarks: settings in force, findings not shown."""
    left_out: int = 0
    """Mistakes that are not shown."""

    @property
    def status(self) -> int:
        """0 clean, 1 findings, 2 unread."""
        verdict = getattr(self.result, "verdict", "unread")
        return {"clean": 0, "findings": 1}.get(verdict, 2)
