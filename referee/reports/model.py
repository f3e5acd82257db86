"""Verdicts in JSON as a model and a schema."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OriginModel(_Model):
    """The place of a line in the source of the record."""

    source: str = Field(description="the part of the file, such as message 3 or step 12; empty for the file itself")
    line: int = Field(description="line in that part, from 1; 0 where it has no lines of its own")
    column: int = Field(description="column in that line, from 1")
    about: str = Field(description="what tells the part apart, such as who sent it and when")


class EditModel(_Model):
    """Replaced lines."""

    first: int = Field(description="first line of the record that is replaced, from 1")
    last: int = Field(description="last line that is replaced; first - 1 where lines are only put in, before first")
    lines: list[str] = Field(description="the lines in their place; none where they are left out")


class SupposedModel(EditModel):
    """Lines read in the place of others."""

    findings: list[int] = Field(
        description="the slips of the pen that suppose it, by their index in findings, from 0; none that is not shown"
    )


class InsteadModel(_Model):
    """A fix: edits towards the intended record."""

    confidence: Literal["certain", "likely", "possible"] = Field(
        description="nothing else fits; the best of several; one of several that nothing tells apart"
    )
    edits: list[EditModel] = Field(
        description="all of them are given by the lines of the record as it stands; those of a record in another form "
        "than the notation are its lines in the notation"
    )
    read: list[EditModel] = Field(
        default=[],
        description="the edits under which the rest was judged, where they suppose more than is known",
    )


class DerivedModel(_Model):
    """One change of a thing."""

    rule: str = Field(description="the rule of the change, or the card that made it")
    cause: list[str] = Field(description="from the use of the card down to what acted")
    words: str = Field(description="the change, such as Sleepers from 0 to 1")
    amount: int | None = Field(description="the difference; null for what is no number")


class RollModel(_Model):
    """One roll, or one result without a roll."""

    kind: str
    subject: str = Field(description="the country or track; empty for none")
    side: str
    dice: list[int]
    needed: str
    modifiers: str = Field(description="such as +1 High Prestige, -2 GWOT Relations Penalty; empty for none")
    modifier_rules: list[str] = Field(description="the rule or card of each modifier")
    outcome: str
    automatic: bool = Field(description="whether no dice were needed")
    assumed: bool = Field(description="whether nobody wrote the dice")
    rule: str


class DerivationModel(_Model):
    """The origin of a thing on the board."""

    subject: str = Field(description="the country; empty for a track")
    field: str = Field(description="what was claimed of it, such as sleepers")
    now: str = Field(description="its present value")
    changes: list[DerivedModel] = Field(description="the changes that made it, in their order; none if nothing did")
    rolls: list[RollModel] = Field(description="their rolls")


class FindingModel(_Model):
    """One finding of a record."""

    id: str = Field(description="the action, such as a12; empty for the file as a whole")
    line: int = Field(description="line of the record, from 1")
    column: int = Field(description="column of the wrong entry, from 1")
    end: int = Field(description="column after the wrong entry")
    kind: Literal["illegal", "outcome", "incomplete", "impossible", "unreadable", "unsupported", "slip", "note"]
    rule: str = Field(description="number of the rule, or the card")
    message: str
    help: str
    also: list[str] = Field(description="further rules and cards that the entry touches")
    see: list[int] = Field(description="other lines that belong to the finding")
    follows: list[int] = Field(
        description="earlier lines without which it would not be there; such a finding is not counted"
    )
    assumed: str = Field(description="what was assumed to go on")
    side: Literal["J", "US", ""] = Field(description="whose play it was; empty for neither")
    reason: str = Field(description="why: a sum of dice, a piece, a card; empty where the message says it all")
    requirements: list[str] = Field(
        default=[], description="ids of the requirements that refused; absent for none (referee explain ID)"
    )
    derivations: list[DerivationModel] = Field(
        default=[], description="why each wrong thing is as it is; absent where nothing was claimed"
    )
    slip: str | None = Field(
        default=None,
        description="which slip of the pen it tells, such as twice, forgotten, swapped or card; of the kind slip alone",
    )
    explains: int = Field(default=0, description="how many findings disappear with the fix; absent for none")
    missing_dice: bool = Field(default=False, description="whether an incomplete finding misses nothing but dice")
    instead: InsteadModel | None = Field(
        default=None, description="what to write instead; absent where nothing is known"
    )
    choices: list[InsteadModel] = Field(
        default=[], description="fixes of which only the players know the one that is meant; absent for none"
    )
    origin: OriginModel | None = Field(
        default=None, description="where the line stands in a mail, a log or another file; absent in a record itself"
    )


class StopModel(_Model):
    """A station in a flowchart: an asked box or an applied preference."""

    id: str = Field(description="the box, such as E5, or the column and row")
    rule: str
    text: str = Field(description="what the box asks, or what is preferred, in our words")
    answer: Literal["yes", "no", ""]
    left: list[str] = Field(description="the candidates left after it")
    doubt: str = Field(description="why it is not certain; empty for what is")


class TrailModel(_Model):
    """An answered question of a flowchart, and its way."""

    id: str = Field(description="the action, such as a12")
    line: int = Field(description="line of the record, from 1")
    side: Literal["J", "US"]
    who: str = Field(description="who plays the side: the Bot, or the Activities")
    question: str
    answer: str = Field(description="what was played")
    due: list[str] = Field(description="the answers that the flowchart allows")
    drawn: bool = Field(description="whether a die decides among those that are due")
    followed: bool = Field(description="whether the answer is one that was due")
    reading: str = Field(description="the other reading of the sheet that the answer fits; empty for none")
    rule: str
    by: str = Field(description="what leads there: the flowchart, the instructions for a card")
    stops: list[StopModel]


class TotalsModel(_Model):
    """The numbers of findings, apart by their subject."""

    mistakes: int = Field(description="mistakes of play; what else counts is in slips, missing_dice and unjudged")
    slips: int = Field(description="slips of the pen")
    missing_dice: int = Field(description="incomplete findings that miss nothing but dice")
    unjudged: int = Field(description="what the referee cannot judge yet")
    follows: int = Field(description="findings that only follow from others; not counted")
    notes: int


class VerdictModel(_Model):
    """The verdict on one record."""

    file: str
    verdict: Literal["clean", "findings", "unreadable"]
    actions: int = Field(description="card plays and standing lines; automatic steps do not count")
    findings: list[FindingModel]
    board: dict[str, Any] | None = Field(description="the final position; null if the file cannot be read")
    policy: Literal["as-played", "undo", "stop"] = "as-played"
    as_read: list[SupposedModel] = Field(
        default=[],
        description="the edits that make the record what was read, from top to bottom, given by its lines as it stands; "
        "absent where it was read as it stands",
    )
    not_shown: int = Field(0, description="mistakes left out by the options select, ignore and since of the command")
    totals: TotalsModel
    trails: list[TrailModel] = Field(
        [],
        description="how the flowcharts of a solitaire game led to each answer; left out where people play both sides",
    )
