"""Asks: questions of a procedure, with their address and purpose.

An address is a value: the place on a line of a question or a roll. The object of a question (:class:`Field`), the
purpose of its answer (:class:`Purpose`) and the kind of a roll (:class:`RollKind`) are closed lists with their words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.law.requirement import Context, Failure, Requirement, allowed, failures, judged
from referee.engine.state.board import Board
from referee.engine.state.data import alias
from referee.engine.state.plain import NamedTuple, plain_dataclass

if TYPE_CHECKING:
    from referee.engine.law.guidance import Guidance

Domain = Callable[[], Iterable[Any]]


class _Word(StrEnum):
    """An enumeration of plain words.

    A member has the representation and the hash of its word.
    """

    __repr__ = str.__repr__
    __hash__ = str.__hash__


class Purpose(_Word):
    """The purpose of an answer.

    ``words`` are its words at the head of a question: "place a Cell" where?
    """

    words: str

    def __new__(cls, value: str, words: str) -> Purpose:
        made = str.__new__(cls, value)
        made._value_, made.words = value, words
        return made

    USE_CARD = "use card", "use a card"
    OPERATE = "operate", "carry out an Operation"
    SPEND_RESERVES = "spend reserves", "add Reserves"
    SET_ORDER = "set order", "say when an event comes"
    CHOOSE = "choose", "choose for an event"
    ROLL = "roll", "roll dice"
    TEST = "test", "Test a country"
    PLACE_CELL = "place cell", "place a Cell"
    REMOVE_CELL = "remove cell", "remove a Cell"
    MOVE_CELL = "move cell", "Travel"
    USE_CELL = "use cell", "roll"
    PLACE_CADRE = "place cadre", "place a Cadre"
    REMOVE_CADRE = "remove cadre", "remove a Cadre"
    DISRUPT = "disrupt", "Disrupt"
    JIHAD = "jihad", "Jihad"
    MOVE_TROOPS = "move troops", "move Troops"
    REMOVE_TROOPS = "remove troops", "remove Troops"
    PLACE_MILITIA = "place militia", "place Militia"
    REMOVE_MILITIA = "remove militia", "remove Militia"
    WITHDRAW = "withdraw", "withdraw Troops"
    CHANGE_REGIME = "change regime", "Regime Change"
    WAR_OF_IDEAS = "war of ideas", "War of Ideas"
    TOWARD_ALLY = "toward ally", "shift toward Ally"
    TOWARD_ADVERSARY = "toward adversary", "shift toward Adversary"
    IMPROVE = "improve", "improve Governance"
    WORSEN = "worsen", "worsen Governance"
    PLACE_AID = "place aid", "place Aid"
    PLACE_AWAKENING = "place awakening", "place an Awakening marker"
    PLACE_REACTION = "place reaction", "place a Reaction marker"
    REMOVE_AWAKENING = "remove awakening", "remove an Awakening marker"
    REMOVE_REACTION = "remove reaction", "remove a Reaction marker"
    BEGIN_CIVIL_WAR = "begin civil war", "start a Civil War"
    END_CIVIL_WAR = "end civil war", "end a Civil War"
    PLACE_CAPITAL = "place capital", "place the Caliphate Capital"
    BESIEGE = "besiege", "place a Besieged Regime marker"
    RELIEVE = "relieve", "remove a Besieged Regime marker"
    CHOOSE_POSTURE = "choose posture", "choose a Posture"
    ROLL_POSTURE = "roll posture", "roll a Posture"
    PLACE_PLOT = "place plot", "place a Plot"
    BLOCK_PLOT = "block plot", "block a Plot"
    RESOLVE_PLOT = "resolve plot", "resolve a Plot"
    REVEAL_PLOT = "reveal plot", "turn a Plot over"
    TAG_PLOT = "tag plot", "mark a Plot"
    SEEK_WMD = "seek wmd", "try to get a WMD"
    TURN_MARKER = "turn marker", "turn a marker over"
    DISCARD = "discard", "discard a card"
    DRAW = "draw", "draw a card"
    TAKE = "take", "take a card"
    GIVE = "give", "give a card"
    SHOW = "show", "show a card"
    PLAY_CARD = "play card", "play a further card"
    DRAW_CAPABILITY = "draw capability", "draw a capability marker"


class Field(_Word):
    """The object of a question.

    ``question`` are its words; the usual purpose of the answer goes with it.
    """

    question: str
    purpose: Purpose

    def __new__(cls, value: str, question: str, purpose: Purpose = Purpose.CHOOSE) -> Field:
        made = str.__new__(cls, value)
        made._value_, made.question, made.purpose = value, question, purpose
        return made

    USE = "use", "how the card is used", Purpose.USE_CARD
    ORDER = "order", "when the triggered event comes", Purpose.SET_ORDER
    RESERVES = "reserves", "whether Reserves are added", Purpose.SPEND_RESERVES
    OPERATION = "operation", "which Operation it brings", Purpose.OPERATE
    STEP = "step", "what the leftover Operations are used for", Purpose.OPERATE
    EXTRA = "extra", "which further card is played", Purpose.PLAY_CARD
    WHERE = "where", "where"
    FROM = "from", "from where"
    TO = "to", "where to"
    CELLS = "cells", "which Cells"
    CELL = "cell", "where the Cell is", Purpose.PLACE_CELL
    COUNT = "count", "how many rolls", Purpose.ROLL
    MAJOR = "major", "whether it is a Major Jihad", Purpose.JIHAD
    PLACED = "placed", "how many are placed", Purpose.PLACE_CELL
    LOST = "lost", "which Cell is lost", Purpose.REMOVE_CELL
    TROOPS = "troops", "how many Troops", Purpose.MOVE_TROOPS
    ALONG = "along", "which marker goes along", Purpose.MOVE_TROOPS
    PLOT = "plot", "which Plot"
    MARKER = "marker", "which Plot marker", Purpose.PLACE_PLOT
    VALUE = "value", "what the Plot is", Purpose.REVEAL_PLOT
    TURNED = "turned", "which Plot is turned over", Purpose.REVEAL_PLOT
    WITH = "with", "which other Schengen country", Purpose.ROLL_POSTURE
    REROLL = "reroll", "whether the Posture is rolled again", Purpose.ROLL_POSTURE
    AGAIN = "again", "which Posture is rolled again", Purpose.ROLL_POSTURE
    POSTURE = "posture", "which Posture", Purpose.CHOOSE_POSTURE
    ALLY = "ally", "which Ally", Purpose.TOWARD_ADVERSARY
    FLIP = "flip", "which marker is turned over", Purpose.TURN_MARKER
    CHOICE = "choice", "which of the choices"
    WHAT = "what", "which entry on the card's list"
    NUMBER = "number", "how many"
    POLARIZED = "polarized", "what Polarization does"
    CONVERGENCE = "convergence", "where the marker of Convergence goes"
    US_LOSS = "us loss", "which pieces the US loses", Purpose.REMOVE_TROOPS
    CELL_LOSS = "cell loss", "which Cells are lost", Purpose.REMOVE_CELL
    CAPITAL = "capital", "where the Caliphate Capital goes", Purpose.PLACE_CAPITAL
    SHORT = "short", "which country goes without"
    CAPABILITY = "capability", "which capability marker is drawn", Purpose.DRAW_CAPABILITY
    DISCARD = "discard", "which card is discarded", Purpose.DISCARD
    DRAW = "draw", "which card is drawn", Purpose.DRAW
    TAKE = "take", "which card is taken", Purpose.TAKE
    GIVE = "give", "which card is given", Purpose.GIVE
    SHOW = "show", "which card is shown", Purpose.SHOW
    DEALT = "dealt", "which cards are dealt", Purpose.DRAW
    DRAWN = "drawn", "which cards are drawn", Purpose.DRAW
    READING = "reading", "which reading of a rule in dispute the players follow"
    WORTH = "worth", "what an unnamed card is worth", Purpose.SPEND_RESERVES


AIMS = frozenset({Field.WHERE, Field.TO, Field.PLOT, Field.CELL, Field.ALLY})
"""Fields for the target country of an Operation or an event."""
NEVER_WRITTEN = frozenset({Field.READING, Field.WORTH})
"""Fields without a word on a line: the first answer is taken unless only another one fits, there or on a later line."""
CARD_LISTS = (Field.DISCARD, Field.DRAW, Field.TAKE, Field.GIVE, Field.SHOW)
"""Fields for one or more cards."""


class RollKind(_Word):
    """The purpose of a roll."""

    TEST = "test"
    GOVERNANCE = "governance"
    POSTURE = "posture"
    PRESTIGE = "prestige"
    RECRUIT = "recruit"
    TRAVEL = "travel"
    JIHAD = "jihad"
    PLOT = "plot"
    PLOT_EFFECT = "plot effect"
    WAR_OF_IDEAS = "war of ideas"
    COVERT_ACTION = "covert action"
    WMD = "wmd"
    ATTRITION = "attrition"
    CONVERGENCE = "random country"
    """A random country for a Convergence.

    Named unlike the question for that country: kinds and fields share the addresses of a line.
    """
    ALERT = "alert"
    PICK = "pick"
    """A choice among equal candidates (9.5)."""
    COUNTRY = "country roll"
    """A roll on a table of countries, for an event."""
    EVENT = "event roll"
    """A roll on a card's own table."""


NAMED_RESULTS = frozenset({RollKind.CONVERGENCE, RollKind.COUNTRY, RollKind.EVENT, RollKind.PICK})
"""Rolls with many named results: shown in full, counted only if they occurred."""


class SegmentId(NamedTuple):
    """A part of a line: operation, card's event or resolved Plot."""

    name: str
    """card, extra, op, event, plot, deal, draw, end or an end-of-turn step.

    *extra* is a further card.
    """
    card: int | None = None
    """The card of an event, further card or foreign Operation."""
    occurrence: int = 0
    """The number of earlier parts of the line with this name and card."""


class Address(NamedTuple):
    """The place of a question or a roll, unique within a line."""

    segment: SegmentId
    item: int | None
    """The index of the entry in the segment, from 0, or None."""
    field: Field | RollKind
    subject: str = ""
    """The country or the side, where the rules act once for each.

    It is "" where they act once in all.
    """
    card: int = 0
    """The card whose event it is about, if it is not the segment's own."""
    number: int = 0
    """The number of earlier questions of this kind at this place."""


@plain_dataclass(frozen=True)
class Hints:
    """The possible places of an answer on a line, besides its address."""

    only: tuple[Any, ...] | None = None
    """The possible answers: any other belongs to a later question. None for any."""
    things: tuple[str, ...] = ()
    """Things of a card's list, also recognised without their word."""
    shown_by: Mapping[Field, Any] | None = None
    """Other fields that show the answer: a value, or a function."""
    at_country: bool = False
    """Whether the answer is at the country of its index."""
    reuse_named: bool = False
    """Whether a country named for a roll may be the answer as well."""
    other_words: tuple[Field, ...] = ()
    """Fields whose word answers another question."""
    own_entry: bool = False
    """Whether only the entry of its index may have it."""
    country_of_dice: Callable[[tuple[int, ...]], Any] | None = None
    """The country of dice on a table, None for too few."""
    plot: tuple[str, int] | None = None
    """The Plot marker in question."""
    removed_plot: tuple[str, int] | None = None
    """A Plot marker that was just removed: written numbers may still count it."""
    unnamed_cells: int = 0
    """The number of markers that roll as Cells and need no naming."""
    operates: bool = False
    """Whether, for a use, the Operation after an event is part of that event."""
    of_other_side: bool = False
    """Whether, for a use, the card has the event of the other side."""
    after_event: bool = False
    """Whether, for a use, only the part after the event is due."""
    unsure: bool = False
    """Whether the answer depends on unnoted dice."""


NO_HINTS = Hints()


@plain_dataclass(eq=False)
class Ask:
    """One question with its address, domain and requirements."""

    address: Address
    side: str
    """The side that decides."""
    purpose: Purpose
    domain: Domain
    requirements: tuple[Requirement, ...]
    context: Context
    board: Board
    field: Field
    hidden: bool = False
    rule: str = ""
    silence: Any = None
    """The answer of an empty record, or None for an open question."""
    able: Callable[[Any], bool] | None = None
    """Whether a legal answer leads to an end; None: all do.

    Costly: for lists only.
    """
    ready: Callable[[Any], None] | None = None
    """The function to call with a written answer before its test."""
    hints: Hints = NO_HINTS
    guidance: Guidance | None = None
    """A flowchart's guidance; None without one."""
    due: bool | None = None
    """Whether, for a list, a flowchart continues it; None without one."""

    item: ClassVar[int | None]
    subject: ClassVar[str]

    def failures(self, option: Any) -> tuple[Failure, ...]:
        """Return every requirement that ``option`` breaks, in list order."""
        return tuple(failures(self.requirements, self.board, option, self.context))

    def judged(self, option: Any) -> tuple[list[Failure], list[tuple[str, str]]]:
        """Every broken requirement of ``option``, and the names of those met."""
        return judged(self.requirements, self.board, option, self.context)

    def holds(self, option: Any) -> bool:
        return all(r.holds(self.board, option, self.context) for r in self.requirements)

    def options(self) -> list[Any]:
        """Return every legal answer; with a flowchart, only those that it allows."""
        guidance = self.guidance
        domain = self.domain() if guidance is None else [o for o in self.domain() if guidance.passes(o)]
        return allowed(self.requirements, self.board, domain, self.context)

    def within_reason(self) -> list[Any]:
        """Every answer without a certain refusal, those due by flowchart first.

        A mere note rules nothing out.
        """
        guidance = self.guidance
        if guidance is None or (guidance.sure and not guidance.readings):
            return self.options()
        strict = [r for r in self.requirements if r.kind != "note"]
        found = allowed(strict, self.board, self.domain(), self.context)
        return found if guidance is None else sorted(found, key=lambda o: o not in guidance.due)

    def off_course(self, option: Any) -> bool:
        """Return whether a flowchart requires another answer."""
        guidance = self.guidance
        return guidance is not None and option not in guidance.due

    def useful(self) -> list[Any]:
        """Every legal answer that can be completed, as shown to readers."""
        options = self.options()
        return options if self.able is None else [o for o in options if self.able(o)]


alias(Ask, item="address.item", subject="address.subject")
