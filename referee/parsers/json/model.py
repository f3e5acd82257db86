"""The form of a record in JSON: one entry a line of the notation. Its JSON Schema is docs/record.schema.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
else:
    try:
        from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
    except ImportError:  # in a browser there is none
        from referee.parsers.json.plainly import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError


FORMAT = "labyrinth-record"
VERSION = 1
MAX_LIST = 400
MAX_NUMBER = 9999

Side: TypeAlias = Literal["J", "US"]
Number: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Die: TypeAlias = Annotated[int, Field(ge=1, le=6)]
Text: TypeAlias = Annotated[str, Field(max_length=4000, pattern=r"^[^\r\n]*$")]
Name: TypeAlias = Annotated[str, Field(max_length=80, pattern=r"^[^\r\n;,=\[\]]*$")]
Marker: TypeAlias = Literal["1", "2", "3", "W", "?"]
Cards: TypeAlias = Annotated[list[Number | Literal["?", "none"]], Field(min_length=1, max_length=MAX_LIST)]
Simple: TypeAlias = bool | int | Name
Value: TypeAlias = Simple | list[Simple | list[Simple]]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class DiceModel(_Model):
    """Dice as they lay on the table."""

    label: Literal["", "t", "gov", "posture", "prestige", "reroll", "convergence", "US", "J", "pick", "table"] = Field(
        "", description="which roll is meant, where two could be"
    )
    values: list[Die | None] = Field(
        min_length=1, max_length=MAX_LIST, description="null for a die that was not written down"
    )
    among: Annotated[list[Name], Field(max_length=MAX_LIST)] = Field(
        [], description="of a pick: the candidates in the order of their numbers"
    )


class PlotModel(_Model):
    """A Plot marker by its country and its place among those that lie there."""

    country: Name
    number: Number = Field(description="1 is the oldest")


class ItemModel(_Model):
    """One entry of a segment: what was chosen, and the dice rolled for it."""

    cell: Name | None = None
    ally: Name | None = None
    remove: Name | None = None
    place: Name | None = None
    aid: Name | None = None
    flip: Name | None = None
    again: Name | None = Field(None, description="the country whose roll of the set-up is made again")
    from_: Name | None = Field(None, alias="from", description="a country, or track")
    to: Name | None = None
    where: Name | None = None
    plot: PlotModel | None = None
    cells: Name | None = Field(None, description="s and a for Sleeper and Active Cells, Sadr, or cadre")
    along: Name | None = Field(None, description="event markers that leave with Troops, with + between two")
    major: Literal[True] | None = Field(None, description="Major Jihad")
    count: Number | None = Field(None, description="rolls or Cells; left out where the dice show it")
    troops: Number | None = None
    value: Marker | None = Field(None, description="the Plot marker that was revealed")
    posture: Literal["hard", "soft"] | None = None
    choice: (
        Literal[
            "now",
            "later",
            "yes",
            "none",
            "reroll",
            "place",
            "remove",
            "reposition",
            "zakat",
            "strong_horse",
            "truce",
        ]
        | None
    ) = None
    what: Name | None = Field(
        None, description="one of the things that a card lists: awakening, militia, prestige, ..."
    )
    placed: Number | None = Field(None, description="Cells that came, if too few were Available")
    lost: Literal["Sadr", "cell"] | None = None
    with_: Name | None = Field(None, alias="with")
    marker: Annotated[list[Marker], Field(max_length=MAX_LIST)] | None = Field(
        None, description="Plot markers placed or shown"
    )
    convergence: Name | None = Field(None, description="the country that takes the marker of a Convergence")
    polarized: Name | None = Field(None, description="what Polarization brings: awakening, ally, Fair, ...")
    us_loss: Name | None = Field(
        None, alias="us loss", description="what the US loses in Attrition: t and m for Troops and Militia, + a marker"
    )
    cell_loss: Name | None = Field(
        None, alias="cell loss", description="Cells lost in Attrition: s and a, + Sadr, or ?"
    )
    capital: Name | None = Field(None, description="the country that the Caliphate Capital goes to")
    capability: Name | None = Field(
        None, description="the capability marker of a Bot that was drawn: potent, adept, ..."
    )
    short: Name | None = Field(None, description="the country that gives a marker where all are used")
    discard: Cards | None = None
    draw: Cards | None = None
    take: Cards | None = None
    give: Cards | None = None
    show: Cards | None = None
    dice: Annotated[list[DiceModel], Field(max_length=MAX_LIST)] = Field([])


class StatementModel(_Model):
    """One statement of a claim, a checkpoint or a set-up."""

    subject: Name = Field("", description="a country; empty for the tracks")
    field: Name
    value: Value


Items: TypeAlias = Annotated[list[ItemModel], Field(max_length=MAX_LIST)]
Statements: TypeAlias = Annotated[list[StatementModel], Field(max_length=MAX_LIST)]


class SegmentModel(_Model):
    """The operation, an event, one resolved Plot."""

    use: Name = Field(
        description="an operation, event, no event, reserves, discard, cancelled, resolve; more for claims alone"
    )
    side: Side | None = Field(None, description="whose it is, where the line says so")
    card: Number | None = Field(None, description="the card of the event, or the further card; 0 if it is not known")
    left_over: Literal["radicalize", "homeland"] | None = Field(
        None, description="whether it is a step of what is left of the card, by a flowchart"
    )
    further: bool = Field(False, description="whether a further card is played")
    reserves: bool = False
    items: Items = Field([])
    claims: Statements = Field([])


Segments: TypeAlias = Annotated[list[SegmentModel], Field(min_length=1, max_length=MAX_LIST)]


class _Entry(_Model):
    comment: Text | None = Field(None, description="what stands behind the semicolon")


class TagEntry(_Entry):
    """A tag, such as the scenario."""

    kind: Literal["tag"]
    name: Annotated[str, Field(pattern=r"^[A-Za-z][\w-]{0,40}$")]
    value: Annotated[str, Field(pattern=r'^[^"\r\n]{0,500}$')]


class TextEntry(_Model):
    """A line as it stands: blank, a comment, or one that is not notation."""

    kind: Literal["text"]
    text: Annotated[str, Field(pattern=r"^[^\r\n]*$")]


class VariationEntry(_Entry):
    """Another line of play, noted in braces and not judged."""

    kind: Literal["variation"]
    text: Annotated[str, Field(max_length=4000, pattern=r"^[^\r\n{}]*$")]


class CardEntry(_Entry):
    """A card play."""

    kind: Literal["card"]
    side: Side
    cards: Annotated[list[Number], Field(min_length=1, max_length=2)] = Field(description="0 for one that is not known")
    reserves: bool = False
    segments: Segments


class MoreEntry(_Entry):
    """A line that goes on with the action above it."""

    kind: Literal["more"]
    side: Side
    segments: Segments


class ResolveEntry(_Entry):
    """Unblocked Plots, in the order of their resolution."""

    kind: Literal["resolve"]
    side: Side = Field("J", description="whose line it is; the Jihadist resolves Plots")
    segments: Segments


class EndEntry(_Entry):
    """The end of a turn: what was chosen and rolled for its steps."""

    kind: Literal["end"]
    items: Items = Field([])
    claims: Statements = Field([])


class DealEntry(_Entry):
    """Cards dealt or drawn: how many, or which."""

    kind: Literal["deal", "draw"]
    J: Number | Cards | None = None
    US: Number | Cards | None = None


class HoldEntry(_Entry):
    """The final US card is held."""

    kind: Literal["hold"]
    side: Side


class StandingEntry(_Entry):
    """The choices of a scenario, a Cadre taken off, or a marker of optional rule 1 turned in."""

    kind: Literal["choices", "cadre", "turn-in"]
    side: Side
    items: Items
    claims: Statements = Field([])


class StatementsEntry(_Entry):
    """A checkpoint, a line of the set-up, a correction, or the turn and phase as a check."""

    kind: Literal["board", "setup", "set", "check"]
    statements: Annotated[list[StatementModel], Field(min_length=1, max_length=MAX_LIST)]


Entry: TypeAlias = Annotated[
    TagEntry
    | TextEntry
    | VariationEntry
    | CardEntry
    | MoreEntry
    | ResolveEntry
    | EndEntry
    | DealEntry
    | HoldEntry
    | StandingEntry
    | StatementsEntry,
    Field(discriminator="kind"),
]
ENTRY: TypeAdapter[Any] = TypeAdapter(Entry)
BrokenEntry = ValidationError
"""What it raises for what is no entry."""


class RecordModel(_Model):
    """A record: one entry for each line of the notation, in order."""

    format: Literal["labyrinth-record"]
    version: Literal[1]
    entries: list[Entry]
