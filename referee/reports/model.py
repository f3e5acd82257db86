"""Verdicts as JSON: keys are added, never renamed."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.engine.findings import Finding, Unread
from referee.engine.referee import Verdict
from referee.reports import describe


class FindingModel(BaseModel):
    """One finding of a record."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(description="the action, such as a12; empty for the file as a whole")
    line: int = Field(description="line of the record, from 1")
    column: int = Field(description="column of the wrong entry, from 1")
    end: int = Field(description="column behind the wrong entry")
    kind: Literal["illegal", "outcome", "incomplete", "impossible", "unreadable", "unsupported", "note"]
    rule: str = Field(description="number of the rule, or the card")
    message: str
    help: str
    also: list[str] = Field(description="further rules and cards that the entry touches")
    see: list[int] = Field(description="other lines that belong to the finding")
    follows: list[int] = Field(
        description="earlier lines without which it would not be there; such a finding is not counted"
    )
    assumed: str = Field(description="what was assumed to go on")

    @classmethod
    def of(cls, f: Finding) -> FindingModel:
        """The model of an engine's finding."""
        return cls(
            id=f.id,
            line=f.place.line,
            column=f.place.column,
            end=f.place.end,
            kind=f.kind,
            rule=f.rule,
            message=f.message,
            help=f.help,
            also=f.also,
            see=f.see,
            follows=f.follows,
            assumed=f.assumed,
        )


class VerdictModel(BaseModel):
    """The verdict on one record."""

    model_config = ConfigDict(extra="forbid")

    file: str
    verdict: Literal["clean", "findings", "unreadable"]
    actions: int = Field(description="card plays and standing lines; automatic steps do not count")
    findings: list[FindingModel]
    board: dict[str, Any] | None = Field(description="the final position; null if the file cannot be read")
    policy: Literal["as-played", "undo", "stop"] = "as-played"


def of(result: Verdict | Unread, name: str = "") -> VerdictModel:
    """The JSON model of a verdict, or of a file that cannot be read."""
    if isinstance(result, Unread):
        finding = FindingModel(
            id="",
            line=result.line,
            column=result.column,
            end=result.column + 1,
            kind="unreadable",
            rule="file",
            message=result.message,
            help="",
            also=[],
            see=[],
            follows=[],
            assumed="",
        )
        return VerdictModel(file=result.name, verdict="unreadable", actions=0, findings=[finding], board=None)
    return VerdictModel(
        file=name or result.record.name,
        verdict="clean" if result.verdict == "clean" else "findings",
        actions=result.actions,
        findings=[FindingModel.of(f) for f in result.findings],
        board=describe.position(result.board),
        policy=result.policy,
    )
