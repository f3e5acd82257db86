"""Self-play: whole games at the random table, written as records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from referee.editions.awakening import optional
from referee.editions.base import card_uses, scenario_choices
from referee.editions.base.operations import JIHADIST_OPERATIONS, US_OPERATIONS
from referee.editions.base.queries import Queries
from referee.engine.explaining.referee import Judgement
from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.record.setup import Setup, SetupError, start
from referee.engine.state import queries as q
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause, Stage
from referee.engine.state.hands import pile_of
from referee.engine.state.journal import Journal, Kind
from referee.engine.state.script import Place, Statement, notation_lines
from referee.engine.state.words import plural, the_side
from referee.parsers.notation import compose, tree
from referee.trials import random_positions

_NOWHERE = Place(1, 1, 2)
FOCUS = ("Pakistan", "Pakistan", "Somalia", "Yemen", "Sudan", "Afghanistan", "United States", "Saudi Arabia", "Iraq")
CHECKPOINT = (
    "prestige",
    "funding",
    "us",
    "world",
    "troops track",
    "cells track",
    "good",
    "islamist",
    "fair/good",
    "poor/islamist",
)
"""Contents of the players' notes at the end of each phase."""
FEW_CELLS = 5
"""With less on the map the Jihadist mostly recruits: without Cells a game is over before it shows much."""
TURNED_IN = 0.02
"""The chance of a turned-in marker before an action, where a game has such markers."""
TRIES = 20
"""Most attempts at one use of a card before another one is tried."""
TRIES_BY_FLOWCHART = 300
"""Most attempts at what a flowchart leads to: there is no other use to try."""


@dataclass(slots=True)
class Game:
    """A self-played game: its record, and what it took."""

    text: str
    winner: str
    rule: str
    turns: int
    actions: int
    dead_ends: int
    rules: Counter[str] = field(default_factory=Counter)
    """The number of uses of each rule: changes, rolls and requirements under test."""
    events: Counter[int] = field(default_factory=Counter)
    """The number of times of each card's event."""


class LostError(Exception):
    """A dead end in a flowchart.

    It is a fault of the sheet, or of ours.
    """


class SelfPlay:
    """One game between two random players.

    The same seed gives the same record on every machine. ``random_start`` begins a game of The Awakening in a random
    position; if nothing is said every second seed does.
    """

    def __init__(self, seed: int, setup: Setup, *, check_lines: bool = True, random_start: bool | None = None) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.setup = setup
        self.board: Board = setup.board()
        self.journal = Journal(self.board)
        self.lines: list[str] = []
        self.dead_ends = 0
        self.focus = self.random.choice(("", "", *FOCUS))
        self.hopeless = False
        """Whether the last dead end came before anything was chosen, so that trying again is idle."""
        self.dead = ""
        """The last dead end, for people who look for a fault."""
        self.stuck = False
        """Whether the Jihadist has no Cell left and no card that could bring one, in a game that goes on by points."""
        self.actions = 0
        self.check_lines = check_lines
        self.random_start = (seed % 2 == 0 if random_start is None else random_start) and random_positions.applies(
            self.board
        )
        deck = [n for n in self.board.cards if n not in self.board.removed]
        self.random.shuffle(deck)
        self.cards = Cards(self.stacked(deck), lay=self.relaid())
        uses = ("event", *US_OPERATIONS, *JIHADIST_OPERATIONS, "reserves", "reassess")
        self.temper = {use: self.random.choice((0.15, 1.0, 1.0, 4.0)) for use in uses}
        """The players' preference for each use of a card in this game."""
        self.idle = self.random.choice(("", "", "", "", "US", "US", "J"))
        """The side that keeps its cards for Reserves, so that the other one comes to win, in some games."""
        self.rules: Counter[str] = Counter()
        self.events: Counter[int] = Counter()

    def stacked(self, shuffled: list[int]) -> list[int]:
        """Shuffled cards as they are laid for the Draw Deck."""
        lay = self.board.rules.stacked or self.relaid()
        return shuffled if lay is None else lay(shuffled)

    def relaid(self) -> Callable[[list[int]], list[int]] | None:
        """The order of every Draw Deck of the game, None for shuffled."""
        lay, cards = self.board.rules.restacked, self.board.cards
        return None if lay is None else lambda shuffled: lay(shuffled, cards)

    # ------------------------------------------------------------ the game

    def play(self, *, turns: int | None = None, actions: int = 2000) -> Game:
        """Play to the end, or for some turns."""
        self.begin()
        b = self.board
        while self.actions < actions and (turns is None or b.turn <= turns) and self.step():
            pass
        if b.winner:
            self.lines.append(f"; {the_side(b.winner)} wins ({b.victory_rule})")
        return Game(
            "\n".join(self.lines) + "\n",
            b.winner,
            b.victory_rule,
            b.turn,
            self.actions,
            self.dead_ends,
            self.rules,
            self.events,
        )

    def step(self) -> bool:
        """One action; False if the game is over."""
        b = self.board
        if b.winner or b.stage == "over" or self.stuck:
            return False
        self.turn_in()
        if b.stage == "plots":
            self.resolve()
        elif b.stage == "end":
            self.end()
        else:
            self.one()
        return True

    def begin(self) -> None:
        """Tags, the opening position and the first deal."""
        given = self.opening()
        self.start(given)
        decks = self.setup.decks
        self.lines += [
            f'[Game "self-play {self.seed}"]',
            f'[Scenario "{self.setup.name}"]',
            f'[Length "{plural(decks, "deck")}"]',
        ]
        if self.setup.options:
            self.lines.append(f'[Options "{", ".join(self.setup.options)}"]')
        self.lines.append("")
        if given:
            self.lines.append(f"setup: {tree.statements(self.board.rules.facts, given)}")
        self.deal()
        self.choices()

    def start(self, given: list[Statement]) -> None:
        """Lay out the scenario and the record's further statements.

        Raises :class:`SetupError`.
        """
        table = RandomTable(self.random, self.cards, self.board)
        start(Play(self.board, self.journal, table, (Stage.SET_UP,)), self.setup, given, None)

    def opening(self) -> list[Statement]:
        """The statements of a random opening position; [] for the scenario's own."""
        if not self.random_start:
            return []
        for _ in range(random_positions.TRIES):
            given = random_positions.drawn(self.board, self.random)
            given.append(statements.make("phase", ("J", 1)))
            try:
                self.start(given)
                found = random_positions.can_be(self.board, given)
            except SetupError:
                found = False
            hands = [statements.make(f"hand {side}", q.hand_size(self.board, side)) for side in ("J", "US")]
            self.board = self.setup.board()
            self.journal = Journal(self.board)
            if found:
                return given + hands
        raise RuntimeError(f"seed {self.seed}: no position could be found")

    def choices(self) -> None:
        """Make the players' choices of a scenario before the first card."""
        if self.board.recall(scenario_choices.DUE) is None:
            return
        if self.random_start:  # the record states its own position
            self.journal.record(Kind.NOTE, "set-up", "3.2", (Stage.SET_UP,), ((self.board, "memo", ()),))
            return
        table = self.surely(LineHead("choices"))
        self.lines.append("J set-up " + compose.segment(next(p for p in table.segments if p.name == "op"), "set-up"))

    def deal(self) -> None:
        """Name the cards that were dealt, on a line of their own."""
        table = self.attempt(LineHead("deal"), {})
        if table is not None:
            self.lines.append(compose.standing(table.segments))

    def resume(self, verdict: Judgement, *, dealt: bool = False) -> None:
        """Continue from the referee's position of a record.

        Its lines, its board, its cards.

        ``dealt``: cards of a new turn have been dealt, and are named now.
        """
        self.board, self.journal = verdict.board, verdict.journal
        self.lines = [line for _, line in notation_lines(verdict.record.lines)]
        while self.lines and not self.lines[-1].strip():
            self.lines.pop()
        b = self.board
        held = {*(b.cards_j or ()), *(b.cards_us or ()), *b.discards, *b.removed, *b.lapsing, *b.boxed}
        left = [n for n in b.cards if n not in held]
        self.random.shuffle(left)
        unnamed = (*(b.cards_j or ()), *(b.cards_us or ())).count(0) if dealt else 0
        n = b.deck + unnamed
        lay = b.rules.stacked or self.relaid()
        self.cards.deck, self.cards.waiting = left[:n] if lay is None else lay(left)[len(left) - n :], []
        if dealt:
            self.deal()

    def turn_in(self) -> None:
        """Turn in a marker or end a Truce, at times.

        Option 1 and card 239.
        """
        rules = self.board.rules
        if "turn-in" not in rules.any_time or not optional.something_to_turn_in(self.board):
            return
        owed = q.modified(Queries.TURN_IN_DUE, self.board, "", "")
        if self.random.random() > TURNED_IN and not owed:
            return
        side = owed or self.random.choice(("J", "US"))
        if side in rules.guides and not owed:
            return
        table = self.attempt(LineHead("turn-in", side), {}) if "turn-in" in rules.procedures else None
        if table is not None:
            which = next(v for p in table.segments for a, v in p.answers if a.field == Field.CHOICE)
            self.lines.append(f"{side} turn-in {which.replace('_', '-')}")

    # ------------------------------------------------------------ one action

    def attempt(self, line: LineHead, given: dict[Field, object]) -> RandomTable | None:
        """Play a line; None after a dead end, which is undone."""
        mark = self.journal.mark()
        kept = self.cards.copy()
        table = RandomTable(self.random, self.cards, self.board)
        table.given = given
        table.focus = "United States" if self.focus and self.board.wmd_available else self.focus
        play = Play(
            self.board,
            self.journal,
            table,
            (LineCause(len(self.lines) + 1),),
            f"a{self.actions + 1}",
            len(self.lines) + 1,
        )
        try:
            self.board.rules.procedures[line.kind](play, line)
        except DeadEnd as dead:
            self.dead = f"{dead.ask.address if dead.ask is not None else ''} {dead}"
            chosen = any(p.answers for p in table.segments if p.name not in ("card", "extra"))
            by_order = dead.ask is None and not dead.failures  # an event that came first has won; it may come after
            self.hopeless = not by_order and (dead.ask is None or dead.ask.field == Field.USE or not chosen)
            self.journal.undo_to(mark)
            self.cards.deck, self.cards.waiting, self.cards.back = kept.deck, kept.waiting, kept.back
            self.dead_ends += 1
            return None
        self.actions += 1
        self.count(mark, play, table)
        return table

    def surely(self, line: LineHead) -> RandomTable:
        """Play a line that can always be played, until it is."""
        table = None
        while table is None:
            table = self.attempt(line, {})
        return table

    def count(self, mark: int, play: Play, table: RandomTable) -> None:
        """Count the rules and cards that this action exercised."""
        self.rules.update(c.rule for c in self.journal.changes[mark:])
        self.rules.update(r.rule for r in play.rolls)
        self.rules.update(m[2] for r in play.rolls for m in r.modifiers)
        self.rules["6.2.2"] += table.overruled
        for p in table.segments:
            for ask, _ in p.answers:
                self.rules.update(r.rule for r in ask.requirements)
            if p.name == "event":
                self.events[p.card or 0] += 1
        self.rules.update(play.cited)

    def one(self) -> None:
        """One play of the side on the clock."""
        side = self.board.side
        hand = list((self.board.cards_j if side == "J" else self.board.cards_us) or ())
        if 0 in hand:
            raise RuntimeError(f"seed {self.seed}: nobody knows what the {side} side holds")
        if side in self.board.rules.guides:
            self.by_flowchart(side, hand)
        elif not self.last_card(side, hand):
            self.cadre(side)
            self.random.shuffle(hand)
            if not any(self.card(side, *way) for way in self.ways(side, hand)):
                if side == "US" or q.cells_on_map(self.board):
                    raise RuntimeError(f"seed {self.seed}: no play is possible with {hand}")
                self.stuck = True

    def last_card(self, side: str, hand: list[int]) -> bool:
        """Hold or discard the last card of the US, at times (5.2.4).

        Return whether it was done.
        """
        if side != "US" or self.board.hand_us != 1 or self.random.random() >= 0.25:
            return False
        if self.random.random() < 0.5 and self.attempt(LineHead("hold", "US"), {}):
            self.lines.append("US hold")
            self.checkpoint()
            return True
        return self.card(side, (hand[0],), False, "discard")

    def cadre(self, side: str) -> None:
        """Remove a Cadre of the Jihadist, at times."""
        if side == "J" and any(c.cadre for c in self.board.countries.values()) and self.random.random() < 0.02:
            self.lines.append(compose.standing(self.surely(LineHead("cadre")).segments))

    def ways(self, side: str, hand: list[int]) -> Iterator[tuple[tuple[int, ...], bool, str]]:
        """The plays to try with a hand.

        Cards, whether with Reserves, and a use.
        """
        b = self.board
        as_needed = q.modified(Queries.OPERATIONS_THAT_ARE_LEFT_OVER, b, side, None) is not None
        for card in hand:
            alone = ("event", "reserves", "discard", "reassess", *card_uses.further_uses(b, side, (card,)))
            for use in self.uses(side, card):
                may_add = b.reserves(side) > 0 and not as_needed and use not in alone
                reserves = may_add and self.random.random() < 0.5
                if use != "reassess":
                    yield (card,), reserves, use
                    continue
                other = next((n for n in hand if n != card and b.cards[n].ops == 3), None)
                if other is not None and not b.played and b.cards[card].ops >= 3:
                    cards = (card, other)
                    both = list(card_uses.further_uses(b, side, cards))
                    yield cards, reserves, self.random.choice((use, *both)) if both else use

    def by_flowchart(self, side: str, hand: list[int]) -> None:
        """Play the top card of a pile by its flowchart.

        Rules 9.2, 12.2 and 13.2.
        """
        pile = pile_of(self.board, side) or tuple(hand)
        cards = pile[: self.board.rules.guides[side].together(self.board, pile)]
        before = self.board.phases
        for _ in range(TRIES_BY_FLOWCHART):
            table = self.attempt(LineHead("card", side, cards), {})
            if table is not None:
                self.write(side, cards, False, table, before)
                return
        raise LostError(f"action {self.actions}: the flowchart leads nowhere with {cards}: {self.dead}")

    def uses(self, side: str, card: int) -> list[str]:
        """Uses in random order, weighted by the temper of this game."""
        found = ["event"]
        found += card_uses.further_uses(self.board, side, (card,))
        found += US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS
        if self.board.cards[card].ops < 3:
            found.append("reserves")
        if side == "US":
            found.append("reassess")
        found.sort(key=lambda use: self.random.random() ** (1 / self.temper.get(use, 1.0)), reverse=True)
        if side == "J" and q.cells_on_map(self.board) < FEW_CELLS and self.random.random() < 0.8:
            found.remove("recruit")
            found.insert(0, "recruit")
        reserves = ["reserves"] * (self.board.cards[card].ops < 3)
        return reserves + found if side == self.idle else found + reserves

    def card(self, side: str, cards: tuple[int, ...], reserves: bool, use: str) -> bool:
        """Try one use of a card; True if it was played."""
        before = self.board.phases
        for _ in range(TRIES if use not in ("event", "discard", "reserves", "reassess") else 6):
            table = self.attempt(LineHead("card", side, cards, reserves), {Field.USE: use})
            if table is not None:
                self.write(side, cards, reserves, table, before)
                return True
            if self.hopeless:
                break
        return False

    def write(self, side: str, cards: tuple[int, ...], reserves: bool, table: RandomTable, phases: int) -> None:
        """Write a card play, its draws, and a checkpoint.

        The checkpoint only at the end of a phase.
        """
        self.lines.append(compose.written(LineHead("card", side, cards, reserves), table.segments))
        for who in ("J", "US"):
            drew = [c for s, c in table.drew if s == who]
            if drew:
                self.lines.append(f"draw {who} {len(drew)}: {' '.join(map(str, drew))}")
        if self.board.phases != phases or self.board.stage != "action":
            self.checkpoint()

    def resolve(self) -> None:
        """Resolve every Plot on the map, in random order."""
        self.lines.append(compose.standing(self.surely(LineHead("resolve")).segments))
        self.checkpoint()

    def end(self) -> None:
        """The end of a turn, with its deal."""
        self.lines.append(compose.standing(self.surely(LineHead("end")).segments))
        if not self.board.winner:
            self.deal()
            self.lines += ["", f"turn {self.board.turn}"]
            self.checkpoint()

    def checkpoint(self) -> None:
        """The tracks, as players would jot them down."""
        if not self.check_lines or self.board.winner:
            return
        b = self.board
        stated = [Statement("", f, None, _NOWHERE) for f in CHECKPOINT]
        for s in stated:
            s.value = statements.actual(b, s)
        self.lines.append(f"board: {tree.statements(b.rules.facts, stated)}")
        self.rules.update(statements.fact(b, s).rule for s in stated)
        if any(q.resources(b, n) != c.data.resources for n, c in b.countries.items() if c.data.muslim):
            self.rules["4.2.6"] += 1
