"""A fact: one object for one kind of thing on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Literal, dataclass_transform

from referee.engine.state.data import POOR
from referee.engine.state.facts.form import StatementForm
from referee.engine.state.facts.sign import Sign
from referee.engine.state.hand import CARD_FIELDS
from referee.engine.state.journal import Kind
from referee.engine.state.plain import NamedTuple, field, plain_dataclass
from referee.engine.state.script import Place, Statement
from referee.engine.state.words import listed, runs

if TYPE_CHECKING:
    from referee.engine.law.play import Play
    from referee.engine.state.board import Board, Country

NOWHERE = Place(1, 1, 1)
Cell = tuple[str, tuple[str, ...]]
"""An object of the board and its fields."""
UNKNOWN = "unknown"
"""The value of an unstated field in the data of a position."""
Where = tuple[str, str]
"""A field with its country, or "" for the board."""


class Problem(NamedTuple):
    """An impossibility in a position, with its rule.

    Subject and fields name the statements about it; the subject "*" means the tracks or any country.
    """

    rule: str
    sentence: str
    subject: str = ""
    fields: tuple[str, ...] = ()
    value: Any = None


@plain_dataclass(frozen=True)
class Bar:
    """A place where a thing is forbidden: rule, reason and test.

    The reason is part of a sentence: "has no Posture".
    """

    rule: str
    why: str
    test: Callable[[Country], bool]
    other_facts: tuple[str, ...] = ()
    """Other facts whose statement may be the wrong one."""
    missing: bool = False
    """Whether the test also applies to places without the thing."""


def keep(found: dict[str, Any], key: str, value: Any) -> None:
    """Store a value under a key of one or two names."""
    *path, last = key.split(".")
    for part in path:
        found = found.setdefault(part, {})
    found[last] = value


@plain_dataclass(eq=False)
class StatementWriter:
    """Statements being written to a board.

    ``rule`` and ``kind`` are those of the change, ``stated`` the statements made together with them.
    """

    play: Play
    rule: str
    kind: Kind
    stated: Sequence[Statement] = ()
    short: list[str] = field(default_factory=list)
    """Sentences on what could not be written in full."""

    @property
    def strict(self) -> bool:
        """Whether pieces have to stay counted at every step.

        A set-up block is checked as a whole instead.
        """
        return self.kind is not Kind.SET_UP

    def write(self, subject: str, *writes: tuple[Any, str, Any], note: str = "") -> None:
        self.play.write(self.kind, subject, self.rule, *writes, note=note)
        if self.kind in (Kind.AMENDMENT, Kind.CORRECTION) and any(name in CARD_FIELDS for _, name, _ in writes):
            self.play.doubt_deck(rule=self.rule)

    def stated_value(self, subject: str, name: str) -> Any:
        """Return the value that the same lines state elsewhere, or None."""
        return next((s.value for s in self.stated if s.subject == subject and s.field == name), None)


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class KeywordClass:
    """A class with members given by keyword, like a dataclass.

    There are some forty subclasses, defined at every start of the program. As dataclasses they took a fifth of the
    import time of the four big libraries; these take almost none.
    """

    _members: ClassVar[dict[str, bool]] = {}
    """Each member, and whether it is required."""

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


class Fact(KeywordClass):
    """One kind of thing on the table.

    This class itself serves a single value in one field of the board. ``name`` is its field in statements.
    ``attribute`` is the field of the board or of a country that holds it, "" if there are several or none.
    """

    name: str
    rule: str
    """The rule that defines it."""
    of: Literal["board", "country", "both"] = "board"
    forms: tuple[StatementForm, ...] = ()
    attribute: str = ""
    empty: Any = 0
    """The value on an empty board, for a field that the board itself lacks."""
    label: str = ""
    """Its name in reports of a change; "" if no report shows it."""
    title: str = ""
    """Its name in sentences, if it is on no country.

    If it is on one, its label or its name serves.
    """
    listing: bool = False
    """Whether its value names the contents, such as the cards of a hand."""
    lies: bool = False
    """Whether it is a thing on a country, not a state."""
    key: str = ""
    """Its key in position data: a name or two; "" for none."""
    country_key: str = ""
    """Its key for a country, if it differs."""
    picture: str = ""
    """Its name in the drawing data of the page.

    It is "" if it is not drawn separately.
    """
    country_picture: str = ""
    """Its drawing name for a country, if it differs."""
    sign: Sign | None = None
    """Its sign in the box of a country, if it has one."""
    order: int = 3
    """Its place in the order of writing a set-up block."""
    bars: tuple[Bar, ...] = ()
    derived: bool = False
    """Whether it follows from the rest of the board: compared, never written."""
    in_vain: bool = False
    """Whether a set-up block may state it without effect."""
    by_rules: ClassVar[bool] = False
    """Whether only the rules produce it, so that its own word answers no question."""
    learns: ClassVar[bool] = False
    """Whether a true statement may add to the knowledge of the board."""
    by_name: ClassVar[bool] = False
    """Whether a statement names some of its things and leaves the others open."""
    settles_always: ClassVar[bool] = True
    """Whether every statement about it is complete."""
    steps: ClassVar[bool] = False
    """Whether a claim may state a relative change."""
    hint: str = ""
    """The form to write, if a player writes only its first words."""
    more: str = ""
    """The fact that follows a colon."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        cls.learns = cls.learn is not Fact.learn
        cls.settles_always = cls.settles is Fact.settles

    @property
    def excess_field(self) -> str:
        """The board's field for a stated excess; "" for none."""
        return ""

    # ------------------------------------------------------------ reading and comparing

    def holder(self, board: Board, subject: str) -> Any:
        return board[subject] if subject else board

    def actual(self, board: Board, s: Statement) -> Any:
        """Return the value on the board of the thing in a statement."""
        return getattr(self.holder(board, s.subject), self.attribute)

    def holds(self, board: Board, s: Statement) -> bool:
        """Return whether a statement is true of the board."""
        return bool(self.actual(board, s) == s.value)

    def settles(self, s: Statement) -> bool:
        """Whether a statement is complete: only later lines can change it."""
        return True

    def off(self, board: Board, s: Statement) -> Any:
        """Return the distance between record and board.

        It stays the same while both change in parallel.
        """
        have = self.actual(board, s)
        if isinstance(have, int) and isinstance(s.value, int):
            return s.value - have
        return (s.value, have)

    def defining_rule(self, board: Board, s: Statement) -> str:
        """Return the rule that defines the thing in a statement."""
        return self.rule

    def forbids(self, board: Board, s: Statement) -> str:
        """Return the rule that forbids the stated value on any board.

        Returns "" if its last change explains more.
        """
        return ""

    def cells(self, board: Board, subject: str) -> Cell | None:
        """The place and its fields, to find the last change."""
        return (self.holder(board, subject).place, (self.attribute,)) if self.attribute else None

    def cells_of(self, board: Board, s: Statement) -> Cell | None:
        """Return the place and the fields of a statement."""
        return self.cells(board, s.subject)

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        """Return the fields that a statement makes known.

        While they are unknown, it cannot be wrong.
        """
        place, names = self.cells(board, s.subject) or ("", ())
        return frozenset((place, name) for name in names)

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        """Return other possible values of an unstated fact.

        Those that make a difference suffice.
        """
        return ()

    def about(self, s: Statement, before: Any, after: Any) -> bool:
        """Whether a change of its fields changes the thing in a statement.

        ``before`` and ``after`` hold all of the fields.
        """
        return True

    # ------------------------------------------------------------ writing

    def write(self, w: StatementWriter, s: Statement) -> None:
        """Write a statement to the board."""
        w.write(s.subject or self.name, (self.holder(w.play.board, s.subject), self.attribute, s.value), note=s.text)

    def put_back(self, w: StatementWriter, s: Statement) -> None:
        """Take back an earlier statement's excess after a true one without it."""

    def learn(self, w: StatementWriter, s: Statement) -> None:
        """Take over the knowledge that a true statement adds to the board."""

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        """Return the values to state in a position.

        None where the value is obvious.
        """
        value = getattr(self.holder(board, subject), self.attribute)
        return (value,) if value else ()

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        """Return its statements in a partly known position.

        That is, values or absence; nothing if it is unknown.
        """
        fields = self.rests_on(board, Statement(subject, self.name, None, NOWHERE))
        if self.derived or fields & board.unknown:
            return []
        values = list(self.values(board, subject)) or self.absence(board, subject)
        return [Statement(subject, self.name, v, NOWHERE) for v in values]

    def absence(self, board: Board, subject: str) -> list[Any]:
        """Return the values that state its absence in a partly known position."""
        if not subject or not self.cells(board, subject) or self.barred_at(board, subject):
            return []
        value = self.actual(board, Statement(subject, self.name, None, NOWHERE))
        return [value] if any(form.written and form.says(value) for form in self.forms) else []

    def barred_at(self, board: Board, subject: str) -> bool:
        """Whether it can never be on a country, with any Governance."""
        if not subject or not self.bars or self.bars[0].missing:
            return False
        bar, c = self.bars[0], copy(board[subject])
        if c.data.muslim:
            c.governance, c.alignment = POOR, "neutral"
        return bar.test(c) and not (bar.other_facts and c.data.muslim)

    def load(self, board: Board, subject: str, given: Any) -> None:
        """Take over the value that a scenario file states under its key."""
        setattr(self.holder(board, subject), self.attribute, given)

    # ------------------------------------------------------------ words and data

    def key_of(self, subject: str) -> str:
        """Its key in the data of a position or country."""
        return self.country_key or self.key if subject else self.key

    def words(self, value: Any) -> str:
        """A value in words."""
        if isinstance(value, tuple):
            return " ".join(str(v) for v in value) or "none"
        return str(value)

    def phrase(self, value: Any) -> str:
        """A value of a country as a phrase: "2 Sleepers", "no Cadre"."""
        return self.words(value)

    def several(self, values: Iterable[int]) -> str:
        """Several values in a phrase: "Good or Fair", "1 to 3"."""
        phrases = {n: self.phrase(n) for n in values}
        return listed(runs(phrases, phrases), "or")

    def apart(self, board: Board, s: Statement) -> str:
        """Return its own words after "You wrote" for a wrong statement.

        Returns "" for the usual words.
        """
        return ""

    @property
    def heading(self) -> str:
        """Its name in a sentence about the board."""
        return self.title or self.label or self.name

    @property
    def before_value(self) -> str:
        """The words before a value: "Prestige", "the US hand as"."""
        return f"the {self.heading} as" if self.listing else self.heading

    def shown(self, value: Any) -> str:
        """Return a value of its field as reports show it."""
        if isinstance(value, tuple):
            return ", ".join(str(x) for x in value) or "none"
        if isinstance(value, str):
            return value.capitalize() or "none"
        return "unknown" if value is None else str(value)

    def changed(self, before: Any, after: Any) -> str:
        """Return a change of its field: "Alignment Neutral → Ally"."""
        return f"{self.label} {self.shown(before)} → {self.shown(after)}"

    def from_to(self, before: Any, after: Any) -> str:
        """A change within a sentence: "Alignment from Neutral to Ally", "Cadre placed"."""
        said = self.changed(before, after)
        return f"{self.label} from {self.shown(before)} to {self.shown(after)}" if "→" in said else said

    def data(self, board: Board, subject: str) -> Any:
        """Return its value as plain data.

        Returns None if a country does not mention it.
        """
        return getattr(self.holder(board, subject), self.attribute) or None if subject else self.plain(board)

    def plain(self, board: Board) -> Any:
        """Return the value of a fact of the board as plain data."""
        value = getattr(board, self.attribute)
        return list(value) if isinstance(value, tuple) else value

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        """Store its value in the data of a position or country."""
        key = self.key_of(subject)
        value = self.data(board, subject) if key else None
        if key and (value is not None or not subject):
            keep(found, key, value)

    def noted(self, board: Board, subject: str) -> str:
        """Return its note in a table of countries; "" for none."""
        return ""

    def picture_of(self, subject: str) -> str:
        """Its name, or its country's, in the page's drawing data."""
        return self.country_picture or self.picture if subject else self.picture

    def drawn_words(self) -> tuple[str, ...]:
        """The words for one and for several on a drawing page.

        Each has ``{}`` for the value.
        """
        return (self.label,)

    def drawn(self, board: Board, subject: str) -> Any:
        """Return its value for the drawing on the page."""
        value = getattr(self.holder(board, subject), self.attribute)
        return int(value) if isinstance(value, bool) else value

    # ------------------------------------------------------------ what cannot be

    def problems(self, board: Board) -> Iterator[Problem]:
        """Return its impossibilities in a position."""
        if self.of != "country" or not self.bars:
            return
        missing = any(bar.missing for bar in self.bars)
        for name, country in board.countries.items():
            if not missing and self.attribute and not getattr(country, self.attribute):
                continue
            for bar in self.barred(country):
                yield Problem(
                    bar.rule, board.rules.named(name).with_predicate(bar.why), name, (self.name, *bar.other_facts)
                )

    def contradictions(self, stated: Sequence[Statement]) -> Iterator[Problem]:
        """Return the impossibilities among statements that no board shows together."""
        return iter(())

    def barred(self, country: Country) -> list[Bar]:
        """Return the bars that forbid it on a country."""
        there = self.attribute and getattr(country, self.attribute)
        return [bar for bar in self.bars if (there or bar.missing) and bar.test(country)]


def _tells_plainly(f: Fact) -> bool:
    return type(f).values is Fact.values and type(f).holder is Fact.holder


class Facts:
    """The facts of a game, in the order of a position."""

    __slots__ = ("_attributes", "_country_facts", "_list", "board", "country", "excess_fields")

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._list = tuple(facts)
        self.excess_fields = tuple(dict.fromkeys(f.excess_field for f in self._list if f.excess_field))
        """The fields of the board for stated excesses."""
        self.board = {f.name: f for f in self._list if f.of != "country"}
        here = sorted((f for f in self._list if f.of != "board"), key=lambda f: f.of == "both")
        self.country = {f.name: f for f in here}
        self._country_facts = [(f, f.attribute if _tells_plainly(f) else "") for f in here]
        """Each fact of a country, with its only attribute.

        The attribute is "" for a fact with a method.
        """
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
        """The fact of this name, a country's if a subject is given.

        Raises :class:`KeyError`.
        """
        return (self.country if subject else self.board)[name]

    def has(self, s: Statement) -> bool:
        """Return whether there is a fact for a statement."""
        return s.field in (self.country if s.subject else self.board)

    def of(self, s: Statement) -> Fact:
        """Return the fact of a statement. Raises :class:`KeyError`."""
        return (self.country if s.subject else self.board)[s.field]

    def of_field(self, place: str, attribute: str) -> Fact | None:
        """Return the fact shown in reports for a field.

        Returns None if it is not shown.
        """
        return self._attributes.get((place != "", attribute))

    def on_board(self) -> Iterable[Fact]:
        return self.board.values()

    def on_country(self) -> Iterable[Fact]:
        return self.country.values()

    def statements(self, board: Board) -> list[Statement]:
        """Return a whole position as statements: the tracks, then country by country."""
        if board.unknown:
            return self._stated(board)
        found = [Statement("", f.name, v, NOWHERE) for f in self.board.values() for v in f.values(board, "")]
        for name, country in board.countries.items():
            for f, plain in self._country_facts:
                if not plain:
                    found += [Statement(name, f.name, v, NOWHERE) for v in f.values(board, name)]
                elif value := getattr(country, plain):
                    found.append(Statement(name, f.name, value, NOWHERE))
        return found

    def is_known(self, f: Fact, board: Board, subject: str) -> bool:
        """Return whether a fact was stated."""
        return not board.unknown or not f.rests_on(board, Statement(subject, f.name, None, NOWHERE)) & board.unknown

    def _stated(self, board: Board) -> list[Statement]:
        """Return a partly known position as statements: known values and known absences."""
        found = [s for f in self.board.values() for s in f.in_part(board, "")]
        return found + [s for name in board.countries for f in self.country.values() for s in f.in_part(board, name)]

    def data(self, board: Board) -> dict[str, Any]:
        """Return a whole position as plain data, the countries by name."""
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
        """The notes on a country in a table, without state and pieces."""
        return [text for f in self.country.values() if (text := f.noted(board, subject))]

    def problems(self, board: Board) -> Iterator[Problem]:
        """Return the impossibilities of a position.

        For example pieces outside the game, or things at forbidden places.
        """
        for f in self._list:
            yield from f.problems(board)

    def prepare(self, board: Board) -> None:
        """Give a fresh board the missing fields that these facts need."""
        some = next(iter(board.countries.values()))  # a fresh board lacks the same in all of them
        missing: dict[str, Any] = {}
        for f in self._list:
            if f.attribute and f.of != "country" and not hasattr(board, f.attribute):
                setattr(board, f.attribute, f.empty)
            if f.attribute and f.of != "board" and not hasattr(some, f.attribute):
                missing.setdefault(f.attribute, f.empty)
        for country in board.countries.values():
            country.__dict__.update(missing)
