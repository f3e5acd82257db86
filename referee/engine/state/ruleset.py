"""Rulesets: everything that an edition provides, as one value of the board.

The engine knows no edition. It asks ``board.rules`` for the map, the cards, the procedure of each kind of line, and the
victories.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from referee.engine.state.data import Card, CountryData, Deck, Side
from referee.engine.state.plain import field, plain_dataclass, replace
from referee.engine.state.seams import AMENDMENTS, MOMENTS, QUERIES, AnyMoment, ArmedSeam, Query, Source
from referee.engine.state.words import PlaceName, named, numbered

if TYPE_CHECKING:
    from referee.engine.law.flowchart import Seat
    from referee.engine.law.guidance import Guide
    from referee.engine.law.line import LineHead, Procedure, TurnStep
    from referee.engine.law.play import Play
    from referee.engine.law.requirement import Amendment, Context
    from referee.engine.law.rolls import Roll
    from referee.engine.record.claims import Claim
    from referee.engine.state.board import Board
    from referee.engine.state.facts.fact import Facts
    from referee.engine.state.journal import Change
    from referee.engine.state.script import Segment, Statement


class OptionKind(StrEnum):
    """The subject of a word in the tag Options."""

    READING = "reading in doubt"
    OPTIONAL = "optional rule"
    SEAT = "side without a player"
    LEVEL = "level of a flowchart"


@plain_dataclass(frozen=True)
class Level:
    """A level of a flowchart; it includes the lower levels."""

    word: str
    """Its word in the tag Options.

    It is "" for the lowest level, which needs none.
    """
    title: str
    adds: str
    """Its addition to the next lower level, in a phrase."""


@plain_dataclass(frozen=True)
class Option:
    """A word of the tag Options.

    It has its rule or card, and the reading without it (``default``) and with it (``switched``).
    """

    rule: str
    default: str
    switched: str
    kind: OptionKind = OptionKind.READING
    arms: Callable[[Ruleset, tuple[str, ...]], Ruleset] | None = None
    """Its change of the rules, given all options; None without a change."""
    side: str = ""
    """The side that it leaves without a player."""
    title: str = ""
    """The name of the system that plays that side."""
    levels: tuple[Level, ...] = ()
    """The levels of the system that plays that side, the lowest first."""

    def in_doubt(self, name: str, *, switched: bool, refused: bool = False) -> str:
        """Return the note on a play that depends on this reading.

        ``switched`` is the reading of this game; ``refused`` says that it refuses the play.
        """
        text, other = (self.switched, "without it") if switched else (self.default, "with it")
        differs = "this would be right" if refused else "the board would differ"
        return f"this depends on a disputed rule: {text} (option {name}; {other} {differs})"


@plain_dataclass(frozen=True)
class Goal:
    """One way to win (2.1)."""

    side: Side
    rule: str
    reached: Callable[[Board, Change], str]
    """The reason why the change reaches it, or ""."""
    key: str = ""
    """A short name of its count, "" if there is none."""
    title: str = ""
    count: Callable[[Board], int] | None = None
    needed: int = 0
    only: str = ""
    """Its further condition."""
    stated: tuple[str, ...] = ()
    """The fields to state without a scenario, beyond the map."""
    short: str = ""
    """A shorter title, "" if there is none."""


@plain_dataclass(frozen=True, eq=False)
class ClaimRules:
    """The rule that a wrong claim breaks."""

    by_use: Mapping[tuple[str, str], str]
    """The rule of an unclaimed change, by use and field."""
    claimed: Callable[[Claim], str]
    """The rule that depends on the claim, "" if there is none."""
    missed: Callable[[Claim], str]
    """The rule of a change that did not occur, or ""."""
    beyond: Callable[[Claim], bool]
    """Whether a claim goes beyond the end of its track."""
    further_rules: Callable[[list[Claim]], list[str]]
    """Further rules that the wrong claims of one segment overlook."""
    open_to_dice: Callable[[Segment, str, Sequence[Roll]], bool]
    """Whether other dice of a segment could have changed a field."""
    reasons: Callable[[], Mapping[str, str]]
    """The reason for a result in a sentence, by its rule."""
    event: Callable[[tuple[str, ...], int], str]
    """The effect of a card's event in our words, by folders and card."""
    title: Callable[[str], str]
    """The title of a rule, "" for another source; read on first use."""


CARD = "card "
"""The prefix of a card cited in place of a rule."""
EVENT_TEXT = "6.2.1"
"""The rule that an event is carried out as its text says."""
Hint = Callable[[str, "Board | None", Any, "Context"], str]
"""The advice after a refused answer, by the requirement's id."""


@plain_dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules of one game.

    Two are equal only if they are one object, so that they can key a cache.
    """

    name: str
    countries: Mapping[str, CountryData]
    """The map as printed."""
    cards: Mapping[int, Card]
    markers: tuple[str, ...]
    """Every event marker."""
    facts: Facts
    """Everything that can be on the table."""
    procedures: Mapping[str, Procedure]
    """The procedure of each kind of line (:class:`~referee.engine.law.line.LineHead`)."""
    end_of_turn: tuple[TurnStep, ...]
    """The steps of the end of a turn, in order."""
    owes_end: Callable[[Board, LineHead], bool]
    """Whether a missing end of turn comes before a line."""
    waits_for_end: Callable[[Board], bool]
    """Whether only the end of the turn can come next."""
    choices: Callable[[Play, str, bool], None]
    """Note a choice left to the players: kind, and changed set-up."""
    goals: tuple[Goal, ...]
    """The ways to win; the first one reached counts."""
    at_the_end: Callable[[Board], tuple[str, str, str]]
    """The winner when the last deck is used up: winner, rule and reason (2.3)."""
    titles: Mapping[str, str]
    """The words for each use of a card in a sentence."""
    rule_of_use: Mapping[str, str]
    """The rule of each use of a card."""
    claims: ClaimRules
    options: Mapping[str, Option]
    """Readings that a record may switch."""
    hint: Hint
    chapters: Mapping[int, str]
    """The chapters of the rulebook that are in force, each by its subject."""
    texts: tuple[str, ...]
    """The folders with texts in our words, the base game first."""
    other_sides: Mapping[str, CountryData] = field(default_factory=dict)
    """The print of the other side of a country's mat, if it has one."""
    not_due: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Rule and reason for unexpected dice and results, by label."""
    title: str = ""
    """The name of these rules in a report; "" for the base game."""
    opening: Callable[[Board], None] | None = None
    """The additions of these rules to a fresh board, before any scenario."""
    stacked: Callable[[list[int]], list[int]] | None = None
    """The order of shuffled cards, the last on top; None if plain."""
    restacked: Callable[[list[int], Mapping[int, Card]], list[int]] | None = None
    """The order of any Draw Deck, the last card on top."""
    recount: Callable[[Board], Iterable[str]] | None = None
    """The wrong sums on a board, counted in the plainest way."""
    shown: Callable[[Play, Statement], None] | None = None
    """The use of a checkpoint before it is compared."""
    any_time: tuple[str, ...] = ()
    """Kinds of line that need no card and are possible in either side's phase."""
    guides: Mapping[str, Guide] = field(default_factory=dict)
    """The flowchart of each side without a player; empty if both have one."""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    """The system at each side without a player, in a report's words."""
    added: Callable[[Ruleset], Ruleset] | None = None
    """The additions to repeat when other rules replace these."""
    successor: Ruleset | None = None
    """The rules that replace these in mid-game, if any."""
    armed: frozenset[Source] = frozenset()
    """The sources that act through the three seams; the cards by default."""
    queries: ArmedSeam[Query[Any, Any], Callable[..., Any]] = field(init=False, repr=False)
    amendments: ArmedSeam[str, Amendment] = field(init=False, repr=False)
    moments: ArmedSeam[AnyMoment, Callable[..., Any]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        armed = self.armed or frozenset(self.cards)
        for name, value in (
            ("cards", Deck(self.cards)),
            ("armed", armed),
            ("queries", QUERIES.armed(armed)),
            ("amendments", AMENDMENTS.armed(armed)),
            ("moments", MOMENTS.armed(armed)),
        ):
            object.__setattr__(self, name, value)

    def but(self, **changes: Any) -> Ruleset:
        """Return these rules with some fields replaced.

        With another deck, its cards are armed and no others.
        """
        if "cards" in changes and "armed" not in changes:
            changes["armed"] = self.armed - frozenset(self.cards) | frozenset(changes["cards"])
        return replace(self, **changes)

    def by_options(self, options: tuple[str, ...]) -> Ruleset:
        """Return these rules as changed by the options of a game."""
        rules = self
        for name in options:
            option = self.options.get(name)
            if option is not None and option.arms is not None:
                rules = option.arms(rules, options)
        return rules

    def card_name(self, number: int, unnamed: str = "a card") -> str:
        """Return a card's number and title; ``unnamed`` for an unknown number."""
        return self.cards[number].name if number in self.cards else unnamed

    def named(self, place: str) -> PlaceName:
        """A country in a sentence: "the Gulf States", "Egypt".

        Other things keep their name.
        """
        data = self.countries.get(place)
        return named(place, data.article, data.several) if data is not None else named(place)

    def cited(self, rule: str) -> str:
        """Return the citation of a rule or a card.

        For example "11.2.2 (Civil War breaks out)", "226 Operation Serval".
        """
        if rule.startswith(CARD):
            return self.card_name(int(rule[len(CARD) :]))
        title = self.claims.title(rule)
        return f"{numbered(rule)} ({title})" if title else numbered(rule)

    def because(self, rule: str, change: str = "") -> str:
        """Return the short reason for a result, or "".

        It comes from an event or a rule. ``change`` is the change made by the event of a card, in words.
        """
        if not rule.startswith(CARD):
            return self.claims.reasons().get(rule, "")
        card = int(rule[len(CARD) :])
        does, name = self.claims.event(self.texts, card), self.card_name(card)
        return f"The event of {name}: {change}. {does}".strip() if change else f"Card {name}: {does}"
