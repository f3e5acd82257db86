"""Rulesets: everything that an edition provides, as one value of the board.

The engine knows no edition. What the map prints, which cards there are, how a kind of line is carried out, what wins: it
asks ``board.rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from referee.engine.state.data import Card, CountryData, Deck, Side
from referee.engine.state.seams import AMENDMENTS, MOMENTS, QUERIES, Acting, Source
from referee.engine.state.watching import watching
from referee.engine.state.words import PlaceName, named, numbered

if TYPE_CHECKING:
    from referee.engine.law.flowchart import Seat
    from referee.engine.law.guidance import Guide
    from referee.engine.law.line import Line, Procedure, TurnStep
    from referee.engine.law.play import Play
    from referee.engine.law.requirement import Amendment, Context
    from referee.engine.law.rolls import Roll
    from referee.engine.record.claims import Claim
    from referee.engine.state.board import Board
    from referee.engine.state.facts.fact import Facts
    from referee.engine.state.journal import Change
    from referee.engine.state.script import Segment, Statement


class OptionKind(StrEnum):
    """What a word of the tag Options chooses."""

    READING = "reading in doubt"
    OPTIONAL = "optional rule"
    SEAT = "side without a player"
    LEVEL = "level of a flowchart"


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a flowchart; it holds those below it."""

    word: str
    """Its word in the tag Options, "" for the lowest level, which has none."""
    title: str
    adds: str
    """What it adds to the level below it, in a phrase."""


@dataclass(frozen=True, slots=True)
class Option:
    """A word of the tag Options.

    It has its rule or card, and what holds without and with it.
    """

    rule: str
    default: str
    switched: str
    kind: OptionKind = OptionKind.READING
    arms: Callable[[Ruleset, tuple[str, ...]], Ruleset] | None = None
    """What it makes of the rules, given every option of the game; None if they only look whether it was switched."""
    side: str = ""
    """The side that it leaves without a player."""
    title: str = ""
    """The name of what plays that side."""
    levels: tuple[Level, ...] = ()
    """The levels of what plays that side, the lowest first."""

    def in_doubt(self, name: str, *, switched: bool, refused: bool = False) -> str:
        """The note on a play that hinges on this reading, under either; ``refused``: it is refused under this one."""
        text, other = (self.switched, "without it") if switched else (self.default, "with it")
        differs = "this would be right" if refused else "the board would differ"
        return f"this depends on a disputed rule: {text} (option {name}; {other} {differs})"


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to win (2.1)."""

    side: Side
    rule: str
    reached: Callable[[Board, Change], str]
    """Why the change has brought it about, or ""."""
    key: str = ""
    """A short name of what is counted toward it, "" if nothing is."""
    title: str = ""
    count: Callable[[Board], int] | None = None
    needed: int = 0
    only: str = ""
    """What it needs besides."""
    stated: tuple[str, ...] = ()
    """The fields to be stated in a set-up block without a scenario, since it rests on what is not on the map."""


def _rests_on_the_unknown(goal: Goal, board: Board, change: Change) -> bool:
    """Whether a goal is reached with something that nobody has stated."""
    with watching(board) as reads:
        goal.reached(board, change)
    open_ = reads.fields & board.unknown
    if goal.count is not None:  # what adds nothing now can only add
        open_ = {(where, name) for where, name in open_ if getattr(board[where] if where else board, name, True)}
    if goal.stated and open_:  # the pieces are all on their track, so none is anywhere else
        from referee.engine.state.unknown import elsewhere  # which knows the facts

        tracks = [("", board.rules.facts.named(name).attribute) for name in goal.stated]
        left = elsewhere(board)
        open_ = open_ if any(t in board.unknown or left[t] for t in tracks) else set()
    return bool(open_)


@dataclass(frozen=True, slots=True, eq=False)
class ClaimRules:
    """By which rule a claim goes that is not so."""

    by_use: Mapping[tuple[str, str], str]
    """The rule that would have changed a thing, by use and field, for a claim about something that did not change."""
    claimed: Callable[[Claim], str]
    """The rule that depends on what was claimed, "" if none does."""
    missed: Callable[[Claim], str]
    """The rule of a change that did not come, "" where the use says nothing of such a thing."""
    beyond: Callable[[Claim], bool]
    """Whether a claim goes beyond the end of its track."""
    beside: Callable[[list[Claim]], list[str]]
    """Further rules that the wrong claims of one segment overlook."""
    open_to_dice: Callable[[Segment, str, Sequence[Roll]], bool]
    """Whether other dice of a segment could have changed a thing, given by its field."""
    reasons: Callable[[], Mapping[str, str]]
    """Why a result is as it is, by the rule that brings it about: one sentence each; read when first asked for."""
    event: Callable[[tuple[str, ...], int], str]
    """What the event of a card does, in our words, by the folders of the rules and the card."""
    title: Callable[[str], str]
    """The title of a rule, "" for what is no rule of the book; read when first asked for."""


CARD = "card "
"""The beginning of what cites a card in place of a rule."""
EVENT_TEXT = "6.2.1"
"""The rule that an event is carried out as its text says."""
Hint = Callable[[str, "Board | None", Any, "Context"], str]
"""What to tell players whose answer a requirement refused: its id, and the board where there was a question."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """The rules of one game.

    Two are the same only if they are one object, so that they can key a cache.
    """

    name: str
    countries: Mapping[str, CountryData]
    """The map as printed."""
    cards: Mapping[int, Card]
    markers: tuple[str, ...]
    """Every event marker."""
    facts: Facts
    """Everything that can lie on the table."""
    procedures: Mapping[str, Procedure]
    """How each kind of line is carried out (:class:`~referee.engine.law.line.Line`)."""
    end_of_turn: tuple[TurnStep, ...]
    """The steps of the end of a turn, in their order."""
    owes_end: Callable[[Board, Line], bool]
    """Whether the end of a turn, which nobody wrote down, comes before a line."""
    waits_for_end: Callable[[Board], bool]
    """Whether the end of the turn is all that can come next."""
    choices: Callable[[Play, str, bool], None]
    """Note the choices that a scenario leaves to the players: their kind, and whether its set-up was changed."""
    goals: tuple[Goal, ...]
    """The ways to win, of which the first that is reached counts."""
    at_the_end: Callable[[Board], tuple[str, str, str]]
    """Who wins when the last deck is spent: winner, rule and reason (2.3)."""
    titles: Mapping[str, str]
    """Each use of a card as it is called in a sentence."""
    rule_of_use: Mapping[str, str]
    """The rule that each use of a card goes by."""
    claims: ClaimRules
    options: Mapping[str, Option]
    """Readings that a record may switch."""
    hint: Hint
    chapters: Mapping[int, str]
    """The chapters of the rulebook that are in force, each by its subject."""
    texts: tuple[str, ...]
    """The folders below the package with rulings, sentences and events in our words, those of the base game first."""
    other_sides: Mapping[str, CountryData] = field(default_factory=dict)
    """What the other side of a country's mat prints, where it has one."""
    not_due: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Rule and reason for dice and results that nothing called for, by their label or field, where no more is known."""
    title: str = ""
    """How a report calls these rules; "" for the base game, which goes without."""
    opening: Callable[[Board], None] | None = None
    """What these rules lay on a fresh board before any scenario."""
    stacked: Callable[[list[int]], list[int]] | None = None
    """How shuffled cards are laid for the Draw Deck, the last one on top; None where the deck is shuffled whole."""
    restacked: Callable[[list[int], Mapping[int, Card]], list[int]] | None = None
    """How the shuffled cards of any Draw Deck are laid, also of one that was reshuffled, the last one on top."""
    recount: Callable[[Board], Iterable[str]] | None = None
    """What does not add up on a board, counted again in the plainest way; the base game is counted for every edition."""
    shown: Callable[[Play, Statement], None] | None = None
    """Takes note of what a checkpoint shows before it is compared: it may settle what an earlier line left unsaid."""
    any_time: tuple[str, ...] = ()
    """Kinds of line that need no card, and that a side may write in anybody's phase."""
    guides: Mapping[str, Guide] = field(default_factory=dict)
    """The flowcharts by which a side is played, by side; empty where people play both."""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    """Who sits at a side that no person plays, by side, as a report tells it."""
    added: Callable[[Ruleset], Ruleset] | None = None
    """What was added to these rules, to be added to those that take their place in mid-game."""
    armed: frozenset[Source] = frozenset()
    """What acts through the three seams: the cards, if nothing else is said."""
    queries: Acting[Callable[..., Any]] = field(init=False, repr=False)
    amendments: Acting[Amendment] = field(init=False, repr=False)
    moments: Acting[Callable[..., Any]] = field(init=False, repr=False)

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
        """These rules with some of their fields replaced; with another deck its cards are armed and no others."""
        if "cards" in changes and "armed" not in changes:
            changes["armed"] = self.armed - frozenset(self.cards) | frozenset(changes["cards"])
        return replace(self, **changes)

    def by_options(self, options: tuple[str, ...]) -> Ruleset:
        """These rules as the options of a game make them."""
        rules = self
        for name in options:
            option = self.options.get(name)
            if option is not None and option.arms is not None:
                rules = option.arms(rules, options)
        return rules

    def card_name(self, number: int, unnamed: str = "a card") -> str:
        """A card by number and title; ``unnamed`` for a number that no card has."""
        return self.cards[number].name if number in self.cards else unnamed

    def named(self, place: str) -> PlaceName:
        """A country as a sentence has it: "the Gulf States", "Egypt"; what is no country as it is."""
        data = self.countries.get(place)
        return named(place, data.article, data.several) if data is not None else named(place)

    def cited(self, rule: str) -> str:
        """A rule or a card as a sentence cites it: "11.2.2 (Civil War breaks out)", "226 Operation Serval"."""
        if rule.startswith(CARD):
            return self.card_name(int(rule[len(CARD) :]))
        title = self.claims.title(rule)
        return f"{numbered(rule)} ({title})" if title else numbered(rule)

    def because(self, rule: str, change: str = "") -> str:
        """Why a result is as it is, in short: what an event does, or what a rule says; "" where nobody wrote it.

        ``change`` is what the event of a card has changed, in words.
        """
        if not rule.startswith(CARD):
            return self.claims.reasons().get(rule, "")
        card = int(rule[len(CARD) :])
        does, name = self.claims.event(self.texts, card), self.card_name(card)
        return f"The event of {name}: {change}. {does}".strip() if change else f"Card {name}: {does}"

    def reached(self, board: Board, change: Change) -> list[tuple[Goal, str]]:
        """The goals brought about by ``change``, each with its reason.

        Nothing that is unknown counts.
        """
        found = [(goal, why) for goal in self.goals if (why := goal.reached(board, change))]
        if found and board.unknown:
            found = [(goal, why) for goal, why in found if not _rests_on_the_unknown(goal, board, change)]
        return found

    def victory(self, board: Board, change: Change, player: str) -> tuple[str, str, str] | None:
        """The victory that ``change`` brought about, if any (2.1): winner, rule and reason.

        If both sides reach a goal at once ``player`` wins, the side that played the event (2.2).
        """
        won: dict[str, tuple[str, str, str]] = {}
        for goal, why in self.reached(board, change):
            won.setdefault(goal.side, (goal.side, goal.rule, why))
        if len(won) == 2:
            winner = "US" if player == "US" else "J"
            by = "US" if player == "US" else "Jihadist"
            return winner, "2.2", f"both sides reach their goal; {by} played it"
        return next(iter(won.values()), None)
