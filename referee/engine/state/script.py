"""The tree of a record, from syntax alone.

A parser builds it; the record table looks answers up in it. Nothing here knows a rule, and nothing in the engine knows
how a line was written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, NamedTuple

from referee.engine.state.plain import plain_dataclass


class Place(NamedTuple):
    """A place in the record.

    Line and column count from 1; ``end`` is the column after it.
    """

    line: int
    column: int
    end: int


class Origin(NamedTuple):
    """The place of a line in its original, in the reader's terms."""

    source: str = ""
    """The part of the file, such as message 3, step 12 or save 4; "" the file itself."""
    line: int = 0
    """The line in that part, from 1; 0 where it has no lines of its own."""
    shift: int = 0
    """How far to the right the line begins there, behind marks of quotation; in columns."""
    about: str = ""
    """What tells the part apart, such as who sent it and when; "" for nothing."""
    in_file: bool = False
    """Whether line and columns are those of the file, although the part has a name of its own."""


class Lines(list[str]):
    """The lines of a record, with the ``origins`` of those taken from another file."""

    def __init__(self, lines: Iterable[str] = (), origins: Mapping[int, Origin] | None = None) -> None:
        super().__init__(lines)
        self.origins: Mapping[int, Origin] = origins or {}
        self.said: dict[int, str] | None = None
        """Of a record that is not written in the notation: the line of it that says the same, where an entry begins."""
        self._begins: list[int] = []

    def home(self, line: int) -> int:
        """The first line of the entry on a line; 0 before the first entry."""
        if self.said is None:
            return line
        if len(self._begins) != len(self.said):
            self._begins = sorted(self.said)
        at = bisect_right(self._begins, line)
        return self._begins[at - 1] if at else 0


def origin(lines: Sequence[str], line: int) -> Origin | None:
    """The origin of line ``line``; None for a line of the record itself."""
    return lines.origins.get(line) if isinstance(lines, Lines) else None


def home(lines: Sequence[str], line: int) -> int:
    """The first line of the entry on a line: the line itself, except in forms with entries of several lines."""
    return lines.home(line) if isinstance(lines, Lines) else line


def said(lines: Sequence[str], line: int) -> str:
    """The text of a line in the notation; "" past the end."""
    if isinstance(lines, Lines) and lines.said is not None:
        return lines.said.get(lines.home(line), "")
    return lines[line - 1] if 1 <= line <= len(lines) else ""


def all_of(lines: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """The same of several lines, an entry of several lines once."""
    return [said(lines, n) for n in dict.fromkeys(home(lines, n) for n in numbers)]


def all_said(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Every line in the notation, with its number."""
    told = lines.said if isinstance(lines, Lines) else None
    return list(enumerate(lines, 1)) if told is None else list(told.items())


def line_at(lines: Sequence[str], source: str, number: int = 0) -> int | None:
    """The first line from a part of the original (message 3), at its line ``number`` or later; None for none."""
    if not isinstance(lines, Lines):
        return None
    wanted = source.casefold()
    found = (n for n, at in sorted(lines.origins.items()) if at.source.casefold() == wanted and at.line >= number)
    return next(found, None)


@plain_dataclass(eq=False)
class Statement:
    """One statement of a claim, a checkpoint or a set-up.

    It says about ``subject`` ("" for the tracks) that ``field`` is ``value``.
    """

    subject: str
    field: str
    value: Any
    place: Place
    text: str = ""


class Shift(int):
    """A claimed change of a track: "prestige -1" is the value before its segment, less 1."""

    __slots__ = ()


@plain_dataclass(eq=False)
class Part:
    """One written answer."""

    value: Any
    place: Place
    derived: bool = False
    """Whether the parser took it from what stands beside it, such as the number of rolls from the dice."""


@plain_dataclass(eq=False)
class Dice:
    """Dice in brackets with their label; None for a die that nobody wrote down."""

    label: str
    values: list[int | None]
    place: Place
    among: list[str] = field(default_factory=list)
    """Of a choice by die: the candidates as the line names them, in the order of their numbers (9.5)."""


@plain_dataclass(eq=False)
class Item:
    """One entry of a list: its fields and dice."""

    place: Place
    parts: dict[str, Part] = field(default_factory=dict)
    dice: list[Dice] = field(default_factory=list)

    def countries(self) -> Iterator[str]:
        """The places that the item names."""
        for name in ("where", "to", "with", "from", "cell", "aid", "place", "remove", "convergence"):
            part = self.parts.get(name)
            if part is not None and isinstance(part.value, str) and part.value != "none":
                yield part.value
        plot = self.parts.get("plot")
        if plot is not None:
            yield plot.value[0]


@plain_dataclass(eq=False)
class Misspelling:
    """A name that is written wrongly, and the only one that it can be."""

    place: Place
    written: str
    meant: str
    wrong: int = 1
    """How many letters are wrong."""


LOOSE = ("event", "end")
"""Segments whose entries are told apart by what they are about."""
STATING = frozenset({"board", "check", "setup", "set"})
"""Kinds of actions that state what is on the board."""
UNCOUNTED = STATING | {"unread"}
"""Kinds of line that are no action."""


@plain_dataclass(eq=False)
class Segment:
    """The operation, one event or one resolved Plot.

    ``name`` is op, event, "no event" or plot. What is left of a card's value is a segment of its own too, radicalize or
    homeland; its ``use`` is one step of it.
    """

    name: str
    use: str
    place: Place
    card: int | None = None
    side: str = ""
    prefix: str = ""
    """What stands in front of the use: "side", or "card" where a further card is played."""
    reserves: bool = False
    numbered: bool = False
    """Whether the card of its event is written in brackets."""
    items: list[Item] = field(default_factory=list)
    claims: list[Statement] = field(default_factory=list)
    misspelt: list[Misspelling] = field(default_factory=list)
    """Of the first segment of a line that goes on with a play, as long as it is alone: the names misspelt on the line."""

    @property
    def loose(self) -> bool:
        """Whether entries are identified by subject and not by position: choices, not targets."""
        return self.name in LOOSE


UNKNOWN_USE, UNKNOWN_OPERATION = "?", "ops"
"""The use of a card that nobody noted, and that of one for an Operation of unknown kind."""


@plain_dataclass(eq=False)
class Action:
    """One line of a record with the lines that go on with it.

    ``kind`` is card, unread (a card play of which only the card is known; its ``use`` is one of the unknown ones where
    the line says that nobody noted it, and its ``statements`` are what came of it; "" where it cannot be read), resolve, end, deal, draw, cadre, hold,
    turn-in, check, board, set, setup or choices.
    """

    kind: str
    place: Place
    text: str
    side: str = ""
    cards: tuple[int, ...] = ()
    reserves: bool = False
    use: str = ""
    segments: list[Segment] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    parts: dict[str, Part] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    """Of a card play whose use nobody noted: the entries that are known."""
    guesses: tuple[Action, ...] = ()
    """Of a line that could not be read: what it may have been meant to say."""
    alike: tuple[tuple[int, ...], ...] = ()
    """For each card the numbers of all cards with its title, where one is written by a title that several have."""
    understood: bool = False
    """Of such a line: whether it makes sense with one word spelt otherwise, and none left out."""
    titled: bool = False
    """Whether the title of its first card is written, beside its number or in its place."""
    misspelt: list[Misspelling] = field(default_factory=list)
    """The names that were read as another spelling of them."""

    @property
    def numbers(self) -> list[int]:
        """The lines of the record that it takes."""
        return self.lines or [self.place.line]

    @property
    def counted(self) -> bool:
        """Whether this is an action: a card play or a standing line that acts."""
        return self.kind not in UNCOUNTED


@plain_dataclass(eq=False)
class Unreadable:
    """A line that is not notation, with the reason."""

    place: Place
    message: str
    help: str = ""
    rule: str = "notation"
    """What the reason goes by: the notation, or the mail that the line came in."""
    write: str = ""
    """The line to write in its place, "" where nobody knows."""
    sure: Literal["certain", "likely", "possible"] = "likely"
    """How sure that line is."""
    choices: tuple[str, ...] = ()
    """What may be written at the place, where only the players know which one is meant."""


MARKS = {
    "!!": "brilliant",
    "!": "good",
    "!?": "interesting",
    "?!": "dubious",
    "?": "mistake",
    "??": "blunder",
}
"""The marks that a remark may begin with, and what each calls the play."""


COLOURS = ("green", "red", "blue", "yellow")
"""The colours of what a remark draws on the map; the first one where it names none."""


class Drawing(NamedTuple):
    """Something that a remark draws on the map."""

    places: tuple[str, ...]
    """The country of a mark, or both ends of an arrow."""
    colour: str
    """One of :data:`COLOURS`."""


@plain_dataclass(frozen=True)
class Remark:
    """A person's note; not judged."""

    line: int
    text: str
    """Without what it draws."""
    mark: str = ""
    """One of :data:`MARKS`, "" for none."""
    variation: bool = False
    """Whether it tells another line of play."""
    drawings: tuple[Drawing, ...] = ()
    """What it draws on the map."""
    notes: tuple[Unreadable, ...] = field(default=(), compare=False)
    """What it should draw and cannot."""
    play: Action | None = field(default=None, compare=False)
    """Of a variation: the play that it is; None for one in words."""
    goes_on: bool = False
    """Whether it goes on with the variation above it."""


@plain_dataclass(eq=False)
class Record:
    """A whole record."""

    name: str
    tags: dict[str, str] = field(default_factory=dict)
    tag_places: dict[str, Place] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    notes: list[Unreadable] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    left_out: list[Unreadable] = field(default_factory=list)
    """What of the file was not read, or not told, because there is too much of it."""
    lines: list[str] = field(default_factory=list)
    inferred: str = ""
    """The game by its tag Rules, where nobody wrote that tag and it follows from the record."""
