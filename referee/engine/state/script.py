"""The tree of a record, from syntax alone.

A parser builds it; the record table looks up answers in it. It contains no rules, and the engine never sees how a line
was written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from referee.engine.state.plain import NamedTuple, field, plain_dataclass


class Place(NamedTuple):
    """A place in the record.

    Line and column count from 1; ``end`` is the column after it.
    """

    line: int
    column: int
    end: int

    def meets(self, other: Place) -> bool:
        """Whether both have a character in common."""
        return self.line == other.line and self.column < other.end and other.column < self.end


class Origin(NamedTuple):
    """The place of a line in its original, in the reader's terms."""

    source: str = ""
    """The part of the file, such as message 3 or save 4, or ""."""
    line: int = 0
    """The line in that part, from 1; 0 if it has no lines."""
    shift: int = 0
    """The column in the original before the line's text."""
    about: str = ""
    """A description of the part, such as a message's sender, or ""."""
    in_file: bool = False
    """Whether line and columns count in the file, although the part has a name."""


class Lines(list[str]):
    """The lines of a record, with ``origins`` of those from other files."""

    def __init__(self, lines: Iterable[str] = (), origins: Mapping[int, Origin] | None = None) -> None:
        super().__init__(lines)
        self.origins: Mapping[int, Origin] = origins or {}
        self.in_notation: dict[int, str] | None = None
        """The same lines in the notation, by entry; None if in notation."""
        self._begins: list[int] = []

    def home(self, line: int) -> int:
        """Return the first line of the entry on a line.

        Returns 0 before the first entry.
        """
        if self.in_notation is None:
            return line
        if len(self._begins) != len(self.in_notation):
            self._begins = sorted(self.in_notation)
        at = bisect_right(self._begins, line)
        return self._begins[at - 1] if at else 0


def origin(lines: Sequence[str], line: int) -> Origin | None:
    """Return the origin of line ``line``.

    Returns None for a line of the record itself.
    """
    return lines.origins.get(line) if isinstance(lines, Lines) else None


def home(lines: Sequence[str], line: int) -> int:
    """Return the first line of the entry on a line.

    The line itself, except in forms with entries of several lines.
    """
    return lines.home(line) if isinstance(lines, Lines) else line


def notation_text(lines: Sequence[str], line: int) -> str:
    """The text of a line in the notation; "" past the end."""
    if isinstance(lines, Lines) and lines.in_notation is not None:
        return lines.in_notation.get(lines.home(line), "")
    return lines[line - 1] if 1 <= line <= len(lines) else ""


def notation_texts(lines: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """Return several lines in the notation, an entry of several lines once."""
    return [notation_text(lines, n) for n in dict.fromkeys(home(lines, n) for n in numbers)]


def notation_lines(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return every line in the notation, with its number."""
    entries = lines.in_notation if isinstance(lines, Lines) else None
    return list(enumerate(lines, 1)) if entries is None else list(entries.items())


def line_at(lines: Sequence[str], source: str, number: int = 0) -> int | None:
    """The first line from an original's part, such as message 3.

    The search begins at the part's line ``number``. Returns None without such a line.
    """
    if not isinstance(lines, Lines):
        return None
    wanted = source.casefold()
    found = (n for n, at in sorted(lines.origins.items()) if at.source.casefold() == wanted and at.line >= number)
    return next(found, None)


@plain_dataclass(eq=False)
class Statement:
    """One statement of a claim, a checkpoint or a set-up.

    Its ``field`` of ``subject`` ("" for the tracks) has the ``value``.
    """

    subject: str
    field: str
    value: Any
    place: Place
    text: str = ""


class Shift(int):
    """A relative claim of a track, such as "prestige -1"."""

    __slots__ = ()


@plain_dataclass(eq=False)
class Part:
    """One written answer."""

    value: Any
    place: Place
    derived: bool = False
    """Whether the parser derived it, such as the number of rolls from the dice."""


@plain_dataclass(eq=False)
class Dice:
    """Dice in brackets with their label; None for an unwritten die."""

    label: str
    values: list[int | None]
    place: Place
    among: list[str] = field(default_factory=list)
    """The candidates of a choice by die, in numerical order (9.5)."""


@plain_dataclass(eq=False)
class Item:
    """One entry of a list: its fields and dice."""

    place: Place
    parts: dict[str, Part] = field(default_factory=dict)
    dice: list[Dice] = field(default_factory=list)

    def countries(self) -> Iterator[str]:
        """Return the countries that the item names."""
        for name in ("where", "to", "with", "from", "cell", "aid", "place", "remove", "convergence"):
            part = self.parts.get(name)
            if part is not None and isinstance(part.value, str) and part.value != "none":
                yield part.value
        plot = self.parts.get("plot")
        if plot is not None:
            yield plot.value[0]

    def has(self, place: Place) -> bool:
        """Whether a part of the line is in the item."""
        places = (*(part.place for part in self.parts.values()), *(d.place for d in self.dice))
        return any(own.meets(place) for own in places)

    def values_at(self, place: Place) -> Iterator[str]:
        """Return the names in a part of the item."""
        for part in self.parts.values():
            if part.place.meets(place):
                values = part.value if isinstance(part.value, (list, tuple)) else (part.value,)
                yield from (v for v in values if isinstance(v, str))


@plain_dataclass(eq=False)
class Misspelling:
    """A misspelt name with its only possible correction."""

    place: Place
    written: str
    meant: str
    wrong: int = 1
    """The number of wrong letters."""


LOOSE = ("event", "end")
"""Segments whose entries are identified by subject."""
STATING = frozenset({"board", "check", "setup", "set"})
"""Kinds of lines that state the position."""
UNCOUNTED = STATING | {"unread"}
"""Kinds of lines that are no action."""


@plain_dataclass(eq=False)
class Segment:
    """The operation, one event or one resolved Plot of a line.

    ``name`` is op, event, "no event" or plot. The rest of a card's value is a segment of its own, radicalize or
    homeland; its ``use`` is one step of it.
    """

    name: str
    use: str
    place: Place
    card: int | None = None
    side: str = ""
    prefix: str = ""
    """The word before the use: "side", or "card" for a further card."""
    reserves: bool = False
    numbered: bool = False
    """Whether the card of its event is written in brackets."""
    items: list[Item] = field(default_factory=list)
    claims: list[Statement] = field(default_factory=list)
    misspelt: list[Misspelling] = field(default_factory=list)
    """The misspelt names of the line, only in its first segment."""

    @property
    def loose(self) -> bool:
        """Whether entries are identified by subject, not by position: choices, not targets."""
        return self.name in LOOSE


UNKNOWN_USE, UNKNOWN_OPERATION = "?", "ops"
"""The unknown use of a card, and its use for an unknown Operation."""


@plain_dataclass(eq=False)
class Action:
    """One line of a record, with its continuation lines.

    ``kind`` is card, unread, resolve, end, deal, draw, cadre, hold, turn-in, check, board, set, setup or choices.

    *Unread* is a card play with nothing but its card known. Its ``use`` is one of the unknown uses if the line says so,
    else ""; its ``statements`` are the results.
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
    """The known entries of a card play with an unknown use."""
    guesses: tuple[Action, ...] = ()
    """The possible meanings of an unreadable line."""
    alike: tuple[tuple[int, ...], ...] = ()
    """For each card, all cards with its title, if not unique."""
    understood: bool = False
    """Whether an unreadable line makes sense with one word respelt."""
    titled: bool = False
    """Whether the title of its first card is written, with or without its number."""
    misspelt: list[Misspelling] = field(default_factory=list)
    """The misspelt names, as they were read."""

    @property
    def numbers(self) -> list[int]:
        """The lines of the record in this action."""
        return self.lines or [self.place.line]

    def countries_at(self, place: Place, known: Container[str]) -> list[str]:
        """Return the countries that a part of the line names.

        If it names none, those of its entry; ``known`` are all countries.
        """
        items = [*self.items, *(item for s in self.segments for item in s.items)]
        stated = [*self.statements, *(c for s in self.segments for c in s.claims)]
        named = [*(v for i in items for v in i.values_at(place)), *(s.subject for s in stated if s.place.meets(place))]
        found = [v for v in named if v in known]
        return found or [n for item in items if item.has(place) for n in item.countries() if n in known]

    @property
    def counted(self) -> bool:
        """Whether this is an action: a play, or a line that acts."""
        return self.kind not in UNCOUNTED


@plain_dataclass(eq=False)
class Unreadable:
    """A line outside the notation, with the reason."""

    place: Place
    message: str
    help: str = ""
    rule: str = "notation"
    """The rule of the reason: the notation, or the mail with the line."""
    write: str = ""
    """The line to write in its place, "" if unknown."""
    sure: Literal["certain", "likely", "possible"] = "likely"
    """The certainty of that line."""
    choices: tuple[str, ...] = ()
    """Possible words for the place, if only the players know which one is meant."""


MARKS = {
    "!!": "brilliant",
    "!": "good",
    "!?": "interesting",
    "?!": "dubious",
    "?": "mistake",
    "??": "blunder",
}
"""The marks of remarks, each with its judgement."""


COLOURS = ("green", "red", "blue", "yellow")
"""The colours of drawings on the map; the first one is the default."""


class Drawing(NamedTuple):
    """A drawing on the map in a remark."""

    places: tuple[str, ...]
    """The country of a mark, or both ends of an arrow."""
    colour: str
    """One of :data:`COLOURS`."""


@plain_dataclass(frozen=True)
class Remark:
    """A person's note; never judged."""

    line: int
    text: str
    """The text without its drawings."""
    mark: str = ""
    """One of :data:`MARKS`, "" for none."""
    variation: bool = False
    """Whether it contains a variation, another line of play."""
    drawings: tuple[Drawing, ...] = ()
    """Its drawings on the map."""
    notes: tuple[Unreadable, ...] = field(default=(), compare=False)
    """Its unreadable drawings."""
    play: Action | None = field(default=None, compare=False)
    """The play of a variation; None for a variation in words."""
    goes_on: bool = False
    """Whether it continues the previous variation."""


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
    """Unread parts of the file, left out because of their number."""
    lines: list[str] = field(default_factory=list)
    inferred: str = ""
    """The game of a missing tag Rules, inferred from the record."""
