"""A fact: one kind of thing on the table.

All that there is to know of it is in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, dataclass_transform

from referee.engine.state.data import POOR
from referee.engine.state.facts.form import Form
from referee.engine.state.journal import Kind
from referee.engine.state.script import Place, Statement

if TYPE_CHECKING:
    from referee.engine.law.play import Play
    from referee.engine.state.board import Board, Country

NOWHERE = Place(1, 1, 1)
Cell = tuple[str, tuple[str, ...]]
"""An object of the board and its fields."""
UNKNOWN = "unknown"
"""What the data of a position have for what nobody has stated."""
Where = tuple[str, str]
"""A field by the country that has it, "" for the board."""


class Problem(NamedTuple):
    """An impossibility in a position, with its rule.

    The statements about it are named by subject and field. The subject "*" means any: the statement may be about the
    tracks or about any country.
    """

    rule: str
    sentence: str
    subject: str = ""
    fields: tuple[str, ...] = ()
    value: Any = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A forbidden place of a thing.

    It has the rule, the reason ("has no Posture"), and the test of the country.
    """

    rule: str
    why: str
    test: Callable[[Country], bool]
    beside: tuple[str, ...] = ()
    """Other facts whose statement may be the one that is wrong."""
    missing: bool = False
    """Whether it looks at places where the thing does not lie, too."""


def keep(found: dict[str, Any], key: str, value: Any) -> None:
    """Put a value where a key says: a name, or two with a dot between."""
    *path, last = key.split(".")
    for part in path:
        found = found.setdefault(part, {})
    found[last] = value


@dataclass(slots=True, eq=False)
class Writing:
    """Statements on their way to a board.

    ``rule`` and ``kind`` are those of the change, ``stated`` are the statements made together with them.
    """

    play: Play
    rule: str
    kind: Kind
    stated: Sequence[Statement] = ()
    short: list[str] = field(default_factory=list)
    """What could not be written in full, in sentences."""

    @property
    def strict(self) -> bool:
        """Whether pieces have to stay counted at every step; a set-up block is looked at as a whole instead."""
        return self.kind is not Kind.SET_UP

    def write(self, subject: str, *writes: tuple[Any, str, Any], note: str = "") -> None:
        self.play.write(self.kind, subject, self.rule, *writes, note=note)

    def beside(self, subject: str, name: str) -> Any:
        """What the same lines state of another fact of the subject; None if nothing."""
        return next((s.value for s in self.stated if s.subject == subject and s.field == name), None)


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class Declared:
    """A class whose members are given by keyword, as those of a dataclass.

    There are some forty of them, and every start of the program defines them all: as dataclasses they took a fifth of the
    time that the four big libraries take to be imported, as these next to none.
    """

    _members: ClassVar[dict[str, bool]] = {}
    """Each member, and whether it has to be given."""

    def __init_subclass__(cls) -> None:
        own = {name: not hasattr(cls, name) for name in cls.__annotations__ if not name.startswith("_")}
        cls._members = {**cls._members, **own}

    def __init__(self, **given: Any) -> None:
        members = self._members
        wrong = [name for name in given if name not in members]
        wrong += [name for name, due in members.items() if due and name not in given]
        if wrong:
            raise TypeError(f"{type(self).__name__}: {', '.join(wrong)} cannot or must be given")
        self.__dict__.update(given)


class Fact(Declared):
    """One kind of thing on the table.

    This class itself serves a single value in one field of the board. ``name`` is what a statement about it calls its
    field. ``attribute`` is the field of the board or of a country that holds it, "" where several do or none. The other
    members say where else it is met.
    """

    name: str
    rule: str
    """The rule that defines it."""
    of: Literal["board", "country", "both"] = "board"
    forms: tuple[Form, ...] = ()
    attribute: str = ""
    empty: Any = 0
    """What the field holds on an empty board, where the board does not have the field by itself."""
    label: str = ""
    """What a change of it is called; "" for what no report shows."""
    title: str = ""
    """What a sentence calls it, where it lies on no country; else its label or its name."""
    lies: bool = False
    """Whether it is a thing that lies on a country, and not a state that the country is in."""
    key: str = ""
    """Where the data of a position keep it: a name, or two with a dot between; "" for nowhere."""
    country_key: str = ""
    """The same for a country, where it is another one."""
    picture: str = ""
    """Its name in the data of the page that draws it; "" for what is not drawn by itself."""
    country_picture: str = ""
    """The same for a country, where it is another one."""
    order: int = 3
    """When a set-up block writes it, counted upward: countries before the tracks that hold the rest."""
    bars: tuple[Bar, ...] = ()
    derived: bool = False
    """Whether it follows from the rest of the board, so that it is compared and never written."""
    in_vain: bool = False
    """Whether a set-up block may state it without effect, so that it is compared when the block is written."""
    by_rules: ClassVar[bool] = False
    """Whether it comes of the rules alone, so that a question is not answered by its own word."""
    learns: ClassVar[bool] = False
    """Whether a true statement about it may know more than the board."""
    by_name: ClassVar[bool] = False
    """Whether a statement about it names some of its things, and leaves the others open."""
    settles_always: ClassVar[bool] = True
    """Whether every statement about it says all there is to say."""
    steps: ClassVar[bool] = False
    """Whether a claim may say by how much it changed."""
    hint: str = ""
    """What a player should write, where the first words stand alone."""
    more: str = ""
    """The fact that a colon behind it speaks of."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        cls.learns = cls.learn is not Fact.learn
        cls.settles_always = cls.settles is Fact.settles

    @property
    def beside(self) -> str:
        """The field of the board for what a statement has beyond the rest of it; "" for none."""
        return ""

    # ------------------------------------------------------------ reading and comparing

    def holder(self, board: Board, subject: str) -> Any:
        return board[subject] if subject else board

    def actual(self, board: Board, s: Statement) -> Any:
        """What the board says about the thing that a statement is about."""
        return getattr(self.holder(board, s.subject), self.attribute)

    def holds(self, board: Board, s: Statement) -> bool:
        """Whether a statement is true of the board."""
        return bool(self.actual(board, s) == s.value)

    def settles(self, s: Statement) -> bool:
        """Whether a statement says all there is to say, so that only later lines can change it."""
        return True

    def off(self, board: Board, s: Statement) -> Any:
        """How far the record and the board are apart: a value that stays the same while they go on side by side."""
        have = self.actual(board, s)
        if isinstance(have, int) and isinstance(s.value, int):
            return s.value - have
        return (s.value, have)

    def defining_rule(self, board: Board, s: Statement) -> str:
        """The rule that says what a statement is about."""
        return self.rule

    def forbids(self, board: Board, s: Statement) -> str:
        """The rule that forbids the stated value on any board; "" where its last change explains more."""
        return ""

    def cells(self, board: Board, subject: str) -> Cell | None:
        """The place and the fields that hold it, to find its last change."""
        return (self.holder(board, subject).place, (self.attribute,)) if self.attribute else None

    def cells_of(self, board: Board, s: Statement) -> Cell | None:
        """The place and the fields that a statement is about."""
        return self.cells(board, s.subject)

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        """The fields that a statement makes known; while they are unknown, it cannot be wrong."""
        place, names = self.cells(board, s.subject) or ("", ())
        return frozenset((place, name) for name in names)

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        """Other values that it may have where nobody has stated it; those that make a difference suffice."""
        return ()

    def about(self, s: Statement, before: Any, after: Any) -> bool:
        """Whether a change of its fields, all before and all after, is a change of what this statement is about."""
        return True

    # ------------------------------------------------------------ writing

    def write(self, w: Writing, s: Statement) -> None:
        """Write a statement to the board."""
        w.write(s.subject or self.name, (self.holder(w.play.board, s.subject), self.attribute, s.value), note=s.text)

    def put_back(self, w: Writing, s: Statement) -> None:
        """Take back what an earlier statement had beside the rest of the board, and a true one has no more."""

    def learn(self, w: Writing, s: Statement) -> None:
        """Take over what a true statement knows better than the board."""

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        """The values that a position states of it; none where it goes without saying."""
        value = getattr(self.holder(board, subject), self.attribute)
        return (value,) if value else ()

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        """What a position known in part states of it: its values or their absence, nothing where it is unknown."""
        fields = self.rests_on(board, Statement(subject, self.name, None, NOWHERE))
        if self.derived or fields & board.unknown:
            return []
        values = list(self.values(board, subject)) or self.absence(board, subject)
        return [Statement(subject, self.name, v, NOWHERE) for v in values]

    def absence(self, board: Board, subject: str) -> list[Any]:
        """How a position known in part states that nothing of it is there."""
        if not subject or not self.cells(board, subject) or self.barred_at(board, subject):
            return []
        value = self.actual(board, Statement(subject, self.name, None, NOWHERE))
        return [value] if any(form.written and form.says(value) for form in self.forms) else []

    def barred_at(self, board: Board, subject: str) -> bool:
        """Whether it can never be on a country, whatever its Governance."""
        if not subject or not self.bars or self.bars[0].missing:
            return False
        bar, c = self.bars[0], copy(board[subject])
        if c.data.muslim:
            c.governance, c.alignment = POOR, "neutral"
        return bar.test(c) and not (bar.beside and c.data.muslim)

    def load(self, board: Board, subject: str, given: Any) -> None:
        """Take over what a scenario file states under its key."""
        setattr(self.holder(board, subject), self.attribute, given)

    # ------------------------------------------------------------ words and data

    def key_of(self, subject: str) -> str:
        """Where the data of a position or of a country keep it."""
        return self.country_key or self.key if subject else self.key

    def words(self, value: Any) -> str:
        """A value in words."""
        if isinstance(value, tuple):
            return " ".join(str(v) for v in value) or "none"
        return str(value)

    def phrase(self, value: Any) -> str:
        """A value of a country as a phrase: "2 Sleepers", "no Cadre"."""
        return self.words(value)

    def apart(self, board: Board, s: Statement) -> str:
        """What comes after "You wrote" for a statement that is not so, in words of its own; "" for the usual ones."""
        return ""

    @property
    def heading(self) -> str:
        """Its name in a sentence about the board."""
        return self.title or self.label or self.name

    def shown(self, value: Any) -> str:
        """A value of its field as a report has it."""
        if isinstance(value, tuple):
            return ", ".join(str(x) for x in value) or "none"
        if isinstance(value, str):
            return value.capitalize() or "none"
        return "unknown" if value is None else str(value)

    def changed(self, before: Any, after: Any) -> str:
        """A change of its field: "Alignment Neutral → Ally"."""
        return f"{self.label} {self.shown(before)} → {self.shown(after)}"

    def from_to(self, before: Any, after: Any) -> str:
        """The same within a sentence: "Alignment from Neutral to Ally", "Cadre placed"."""
        said = self.changed(before, after)
        return f"{self.label} from {self.shown(before)} to {self.shown(after)}" if "→" in said else said

    def data(self, board: Board, subject: str) -> Any:
        """Its value as plain data; None for what a country does not mention."""
        return getattr(self.holder(board, subject), self.attribute) or None if subject else self.plain(board)

    def plain(self, board: Board) -> Any:
        """The same for a fact of the board."""
        value = getattr(board, self.attribute)
        return list(value) if isinstance(value, tuple) else value

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        """Keep its value among the data of a position or of a country."""
        key = self.key_of(subject)
        value = self.data(board, subject) if key else None
        if key and (value is not None or not subject):
            keep(found, key, value)

    def noted(self, board: Board, subject: str) -> str:
        """What a table of countries says of it; "" for nothing."""
        return ""

    def picture_of(self, subject: str) -> str:
        """Its name in the data of the page that draws it, or draws the country."""
        return self.country_picture or self.picture if subject else self.picture

    def drawn(self, board: Board, subject: str) -> Any:
        """Its value for the page that draws it."""
        value = getattr(self.holder(board, subject), self.attribute)
        return int(value) if isinstance(value, bool) else value

    # ------------------------------------------------------------ what cannot be

    def problems(self, board: Board) -> Iterator[Problem]:
        """What cannot be about it in a position."""
        if self.of != "country" or not self.bars:
            return
        missing = any(bar.missing for bar in self.bars)
        for name, country in board.countries.items():
            if not missing and self.attribute and not getattr(country, self.attribute):
                continue
            for bar in self.barred(country):
                yield Problem(bar.rule, board.rules.named(name).with_predicate(bar.why), name, (self.name, *bar.beside))

    def barred(self, country: Country) -> list[Bar]:
        """Why it cannot be as it is on a country."""
        there = self.attribute and getattr(country, self.attribute)
        return [bar for bar in self.bars if (there or bar.missing) and bar.test(country)]


def _tells_plainly(f: Fact) -> bool:
    return type(f).values is Fact.values and type(f).holder is Fact.holder


class Facts:
    """The facts of a game, in the order of a position."""

    __slots__ = ("_attributes", "_list", "_told", "beside", "board", "country")

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._list = tuple(facts)
        self.beside = tuple(dict.fromkeys(f.beside for f in self._list if f.beside))
        """The fields of the board for what statements have beyond the rest of it."""
        self.board = {f.name: f for f in self._list if f.of != "country"}
        here = sorted((f for f in self._list if f.of != "board"), key=lambda f: f.of == "both")
        self.country = {f.name: f for f in here}
        self._told = [(f, f.attribute if _tells_plainly(f) else "") for f in here]
        """Of a country: each fact, and the attribute that is all that it tells, "" where it has more to say."""
        self._attributes: dict[tuple[bool, str], Fact] = {}
        for f in self._list:
            if f.attribute and f.label:
                if f.of != "country":
                    self._attributes.setdefault((False, f.attribute), f)
                if f.of != "board":
                    self._attributes.setdefault((True, f.attribute), f)

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._list)

    def named(self, name: str, subject: str = "") -> Fact:
        """The fact of this name, of a country if there is a subject. Raises :class:`KeyError`."""
        return (self.country if subject else self.board)[name]

    def has(self, s: Statement) -> bool:
        """Whether there is a fact that a statement is about."""
        return s.field in (self.country if s.subject else self.board)

    def of(self, s: Statement) -> Fact:
        """The fact that a statement is about. Raises :class:`KeyError`."""
        return (self.country if s.subject else self.board)[s.field]

    def of_field(self, place: str, attribute: str) -> Fact | None:
        """The fact that reports show for a field of the board or of a country, None for what they keep to themselves."""
        return self._attributes.get((place != "", attribute))

    def on_board(self) -> Iterable[Fact]:
        return self.board.values()

    def on_country(self) -> Iterable[Fact]:
        return self.country.values()

    def statements(self, board: Board) -> list[Statement]:
        """A whole position as statements: what concerns the tracks, then country by country."""
        if board.unknown:
            return self._stated(board)
        found = [Statement("", f.name, v, NOWHERE) for f in self.board.values() for v in f.values(board, "")]
        for name, country in board.countries.items():
            for f, plain in self._told:
                if not plain:
                    found += [Statement(name, f.name, v, NOWHERE) for v in f.values(board, name)]
                elif value := getattr(country, plain):
                    found.append(Statement(name, f.name, value, NOWHERE))
        return found

    def is_known(self, f: Fact, board: Board, subject: str) -> bool:
        """Whether somebody has stated what a fact is about."""
        return not board.unknown or not f.rests_on(board, Statement(subject, f.name, None, NOWHERE)) & board.unknown

    def _stated(self, board: Board) -> list[Statement]:
        """The same of a position known in part: what is known, with what is known to be absent."""
        found = [s for f in self.board.values() for s in f.in_part(board, "")]
        return found + [s for name in board.countries for f in self.country.values() for s in f.in_part(board, name)]

    def data(self, board: Board) -> dict[str, Any]:
        """A whole position as plain data, the countries by name."""
        found: dict[str, Any] = {}
        countries: dict[str, dict[str, Any]] = {name: {} for name in board.countries}
        for f in self.board.values():
            f.record(board, "", found)
        for name, entry in countries.items():
            for f in self.country.values():
                f.record(board, name, entry)
        if board.unknown:
            for name, entry in (("", found), *countries.items()):
                for f in (self.country if name else self.board).values():
                    key = f.key_of(name)
                    told = f.attribute == "winner" or f.barred_at(board, name) or self.is_known(f, board, name)
                    if key and not told:
                        keep(entry, key, UNKNOWN)
        return {**found, "countries": countries}

    def noted(self, board: Board, subject: str) -> list[str]:
        """The notes on a country in a table, apart from its state and its pieces."""
        return [text for f in self.country.values() if (text := f.noted(board, subject))]

    def problems(self, board: Board) -> Iterator[Problem]:
        """What cannot be in a position: pieces that are not in the game, things where they cannot lie."""
        for f in self._list:
            yield from f.problems(board)

    def prepare(self, board: Board) -> None:
        """Give a fresh board the fields that these facts need and it does not have by itself."""
        some = next(iter(board.countries.values()))  # on a fresh board all of them lack the same
        missing: dict[str, Any] = {}
        for f in self._list:
            if f.attribute and f.of != "country" and not hasattr(board, f.attribute):
                setattr(board, f.attribute, f.empty)
            if f.attribute and f.of != "board" and not hasattr(some, f.attribute):
                missing.setdefault(f.attribute, f.empty)
        for country in board.countries.values():
            country.__dict__.update(missing)
