"""Plays that nobody wrote down, as concrete legal plays.

What is still wrong with a play missing says what that play may have done: the *goal*. Its side's Operations with an unnamed
card, and the events that ever change such a thing, are played on a fork with every answer that touches the goal. Plays with
the same effect are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import CARD_LISTS, Ask, Field
from referee.engine.law.line import Line
from referee.engine.law.play import UNKNOWN, DeadEnd, Play
from referee.engine.law.question import Given, target
from referee.engine.law.rolls import Roll
from referee.engine.law.tables.probe import next_script
from referee.engine.law.tables.prompt import PromptTable
from referee.engine.law.tables.written import PlayedLine, WrittenTable
from referee.engine.record.work import Spent
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.journal import Journal, Kind
from referee.engine.state.script import Action, Statement

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.judging.judged import Line as JudgedLine

NODES = 5_000
"""Answers and rolls that are tried for one missing play: some half a second."""
A_NODE = 2
"""Units of work of one of them."""
A_WALK = 700
"""The same for one answer to the first question of a line, such as what the card is used for."""
MOST_ANSWERS = 6
"""Most answers to one question that are tried: more than the countries of a goal."""
MOST_ITEMS = 3
"""Most entries of a list: the value of a card."""

LONGEST = 40
"""Most answers and rolls of one play."""

_OF_CARDS = frozenset({"discards", "removed", "hand_j", "hand_us", "deck", "off_map"})
"""Fields that every play changes."""

OWED = frozenset({"5.2.3"})
"""Rules on Plots that wait: a play may have blocked one."""
COUNTED = ("governance", "posture", "regime_change")
"""Fields that the derived tracks count."""
ANYWHERE = 24
"""Most other countries that are tried where nothing says which one it was."""

_OF_OPERATIONS = frozenset({"cells_track", "troops_track", "sleepers", "actives", "troops", "plots"})
"""Fields that an Operation mostly changes."""

Effect = Mapping[tuple[str, str], Any]
"""The change of each place and field: the difference of a number, else the value after it."""


@dataclass(frozen=True, slots=True)
class MissingPlay:
    """A legal play without a line: how it was played, and its effect."""

    line: Line
    given: tuple[Given, ...]
    effect: frozenset[tuple[tuple[str, str], Any]]
    written: PlayedLine | None = field(compare=False, default=None)
    """The play for a writer."""
    alike: tuple[MissingPlay, ...] = field(compare=False, default=())
    """Others that explain as much."""
    sure: bool = field(compare=False, default=False)
    """Whether it explains all that is wrong near it, and more than one thing."""

    def carry_out(self, board: Board, journal: Journal) -> bool:
        """Play it on a board; False, and nothing done, where it is not legal there."""
        mark = journal.mark()
        try:
            _carry_out(board, journal, self.line, PromptTable(self.given, board))
        except Exception:  # a dead end, an open question, or a fault of ours that costs this play alone
            journal.undo_to(mark)
            return False
        return True


@dataclass(slots=True)
class Goal:
    """The things that a missing play may have changed, by what is still wrong with it missing."""

    wanted: dict[tuple[str, str], Any] = field(default_factory=dict)
    """By place and field the difference, or the value; None where any other one may do."""
    places: dict[str, None] = field(default_factory=dict)
    """Countries, the likeliest first."""
    counted: list[Statement] = field(default_factory=list)
    """Tracks that count something all over the map."""
    anywhere: bool = False
    """Whether pieces are wanted or missing that no line places in a country."""

    def is_counted(self, key: tuple[str, str]) -> bool:
        """Whether something wanted is a track that counts something all over the map."""
        return not key[0] and any(s.field == key[1] for s in self.counted)

    def misses(self, effect: Effect) -> float:
        """How much of what is wanted an effect does not bring, and how much else it does."""
        found = 0.0
        for key, value in self.wanted.items():
            has = effect.get(key)
            if value is None:
                found += has is None
            elif isinstance(value, int) and not isinstance(value, bool):
                found += min(2.0, abs(value - (has if isinstance(has, int) else 0)))
            else:
                found += has != value
        return found + 0.3 * sum(key not in self.wanted for key in effect)


def want(goal: Goal, board: Board, action: Action) -> None:
    """Add what a checkpoint states otherwise than the board is before it."""
    for s in action.statements:
        try:
            found = statements.target(board, s)
            if statements.holds(board, s):
                continue
        except KeyError:
            continue
        if found is None or statements.derived(board, s):
            value = _difference(statements.actual(board, s), s.value)
            if goal.wanted.setdefault(("", s.field), value) is value and s not in goal.counted:
                goal.counted.append(s)
                goal.anywhere = True
            continue
        place = found[0]
        goal.anywhere = goal.anywhere or (not place and found[1][0].endswith("_track"))
        one = len(found[1]) == 1
        for name in found[1]:
            value = _difference(statements.actual(board, s), s.value) if one else None
            goal.wanted.setdefault((place, name), value)
        if place:
            goal.places[place] = None


def suspect(goal: Goal, board: Board, line: JudgedLine) -> None:
    """Add what a line shows that was judged: results that it claims otherwise, countries that its findings point to."""
    wrong = [f for f in line.step.findings if f.counted and f.kind != "slip"]
    if not wrong or line.action.kind in ("board", "check"):
        return
    if line.action.kind == "deal":  # Funding and the Troops on the track decide how many cards are dealt (5.2.8)
        goal.wanted = {("", "funding"): None, ("", "troops_track"): None, **goal.wanted}
    for change in line.step.changes:
        if change.kind is Kind.AMENDMENT:
            for place, name, before, after in change.writes:
                if board.rules.facts.of_field(place, name) is not None:
                    goal.wanted.setdefault((place, name), _difference(before, after))
                    if place:
                        goal.places[place] = None
    for f in wrong:
        if f.rule in OWED:
            moved = {place for c in line.step.changes for place, name, *_ in c.writes if name == "plots"}
            goal.places |= {n: None for n, c in board.countries.items() if c.plots or n in moved}
        items = [i for segment in line.action.segments for i in segment.items]
        near = [i for i in items if i.place.column <= f.place.column < i.place.end] or items
        for name in (n for i in near for n in i.countries() if n in board.countries):
            goal.places[name] = None


def _difference(before: Any, after: Any) -> Any:
    numbers = isinstance(before, int) and isinstance(after, int) and not isinstance(after, bool)
    return after - before if numbers else after


# -------------------------------------------------------------------- walking


class _Attempt(WrittenTable):
    """Answers by a script of choices, each out of those that touch a goal."""

    def __init__(self, goal: Goal, board: Board, script: Sequence[int]) -> None:
        super().__init__()
        self.goal, self.board, self.script = goal, board, script
        self.counts: list[int] = []
        self.given: list[Given] = []
        self.over = False
        """Whether the play was carried out to its end."""

    def pick(self, n: int) -> int:
        at = len(self.counts)
        if at > LONGEST:
            raise DeadEnd
        self.counts.append(n)
        return self.script[at] if at < len(self.script) else 0

    def answer(self, ask: Ask) -> Any:
        options = self.options(ask)
        if not options or len(self.given) > LONGEST:
            raise DeadEnd((), ask)
        value = options[self.pick(len(options))] if len(options) > 1 else options[0]
        self.given.append(Given(value))
        self.stack[-1].answers.append((ask, value))
        return value

    def options(self, ask: Ask) -> list[Any]:
        """The answers that are tried, the likeliest first."""
        found = list(islice(ask.options(), 200))
        if ask.field is Field.USE:
            return [u for u in found if u not in _NO_USE]
        if ask.hidden or ask.field in CARD_LISTS:
            return [UNKNOWN] if ask.hidden else found[:1]
        named = [o for o in found if target(ask, o)]
        if named:
            near = [o for o in named if target(ask, o) in self.goal.places]
            rest = [o for o in found if o not in named]
            order = list(self.goal.places)
            near.sort(key=lambda o: order.index(target(ask, o)))
            if self.goal.anywhere or not order:
                near += [o for o in named if o not in near][:ANYWHERE]
            if near:
                return [*near, *rest]
            return found[:MOST_ANSWERS] if ask.field is Field.FROM else rest[:2]
        if all(isinstance(o, int) and not isinstance(o, bool) for o in found):
            wanted = {abs(n) for n in self.goal.wanted.values() if isinstance(n, int)}
            found.sort(key=lambda n: n not in wanted)
        return found[:MOST_ANSWERS]

    def more(self, ask: Ask, so_far: int) -> bool:
        on = so_far < MOST_ITEMS and bool(self.options(ask)) and bool(self.pick(2) if so_far else 1 - self.pick(2))
        self.given.append(Given(on))
        return on

    def dice(self, roll: Roll) -> tuple[int, ...]:
        cases = roll.cases()[:MOST_ANSWERS]
        if len(self.given) > LONGEST:
            raise DeadEnd
        dice = cases[self.pick(len(cases))] if len(cases) > 1 else cases[0]
        self.given.append(Given(dice))
        self.note_roll(roll)
        return dice


_NO_USE = frozenset({"event", "discard", "hold", "reassess", "reserves"})


def _carry_out(board: Board, journal: Journal, line: Line, table: WrittenTable) -> None:
    play = Play(board, journal, table, (), "", 0, line.side, unguided=True)
    board.rules.procedures[line.kind](play, line)


def plays(game: Game, side: str, goal: Goal) -> list[MissingPlay]:
    """The plays of a side at the position of a game that may bring about a goal, the likeliest first."""
    if not goal.wanted and not goal.places:
        return []
    work = game.work
    nodes = int(min(NODES, (work.most - work.spent) // (2 * A_NODE)))
    found = Plays(game.board, game.journal, side, goal, nodes)
    made = found.found()
    work.spend(A_NODE * (nodes - max(0, found.left)))
    return made


class Plays:
    """The plays of a side at a position that may bring about a goal."""

    def __init__(self, board: Board, journal: Journal, side: str, goal: Goal, nodes: int) -> None:
        self.board, self.journal, self.side, self.goal = board, journal, side, goal
        self.mark = journal.mark()
        self.left = nodes
        self.tracks = {s.field: statements.actual(board, s) for s in goal.counted}
        self._run(Line("unread", side, (0,)), [])
        self.plain = self._net()
        journal.undo_to(self.mark)

    def found(self) -> list[MissingPlay]:
        """One play for each effect, those that miss least of the goal first."""
        found: dict[Any, MissingPlay] = {}
        for line in self._lines():
            for play in self._walk(line):
                found.setdefault(play.effect, play)
            if self.left <= 0:
                break
        return sorted(found.values(), key=lambda p: self.goal.misses(dict(p.effect)))

    def _lines(self) -> Iterator[Line]:
        """The lines that are walked, those first that can bring about most of the goal."""
        board, side, names = self.board, self.side, self._names()
        by_operation = {key for key in names if key[1] in _OF_OPERATIONS or self.goal.is_counted(key)}
        found = [(len(by_operation) + 0.5, Line("card", side, (0,)))]
        for card in board.cards.values():
            if card.number in board.discards or card.number in board.removed:
                continue
            reach = {key for key, cards in names.items() if card.number in cards}
            if reach and card.side in (None, side):
                found.append((len(reach), Line("card", side, (0,), operations=0, event=card.number)))
            if reach - by_operation and card.side not in (None, side):
                found.append((len(reach | by_operation) - 0.5, Line("card", side, (0,), event=card.number)))
        found.sort(key=lambda f: -f[0])
        for _, line in found:
            yield line

    def _names(self) -> dict[tuple[str, str], frozenset[int]]:
        """By each thing that is wanted, the cards whose events ever change it."""
        by_field, found = effects(self.board.rules.texts), {}
        for key, value in self.goal.wanted.items():
            names = COUNTED if self.goal.is_counted(key) else (key[1],)
            numbers = names != COUNTED and isinstance(value, int) and not isinstance(value, bool)
            signs = ("+" if value > 0 else "-",) if numbers else ("", "+", "-")
            found[key] = frozenset(n for name in names for sign in signs for n in by_field.get(name + sign, ()))
        return found

    def _walk(self, line: Line) -> Iterator[MissingPlay]:
        script: list[int] = []
        spent: dict[int, int] = {}
        while self.left > 0:
            table = self._run(line, script)
            first = table.script[0] if table.script else 0
            spent[first] = spent.get(first, 0) + len(table.given)
            if spent[first] > A_WALK:  # go on with the next answer to the first question: what the card is used for
                table.counts = table.counts[:1]
                script = script[:1]
            self.left -= max(1, len(table.given))
            effect = {k: v for k, v in self._net().items() if self.plain.get(k) != v} if table.over else {}
            self.journal.undo_to(self.mark)
            if effect and (not self.goal.wanted or self._serves(effect)):
                yield MissingPlay(
                    line, tuple(table.given), frozenset(effect.items()), PlayedLine(line, tuple(table.segments))
                )
            script = next_script(script, table.counts)
            if not script:
                return

    def _serves(self, effect: Effect) -> bool:
        """Whether an effect touches the goal; what a track counts may show only later, since a track has an end."""
        counted = COUNTED if self.goal.counted else ()
        return any(key in self.goal.wanted or key[0] in self.goal.places or key[1] in counted for key in effect)

    def _run(self, line: Line, script: Sequence[int]) -> _Attempt:
        table = _Attempt(self.goal, self.board, script)
        try:
            _carry_out(self.board, self.journal, line, table)
            table.over = True
        except Spent:
            raise
        except Exception:  # a dead end, or a fault of ours that costs this one way
            pass
        return table

    def _net(self) -> dict[tuple[str, str], Any]:
        first: dict[tuple[str, str], Any] = {}
        last: dict[tuple[str, str], Any] = {}
        facts = self.board.rules.facts
        for change in self.journal.changes[self.mark :]:
            for place, name, before, after in change.writes:
                if name in _OF_CARDS or (facts.of_field(place, name) is None and name != "plots"):
                    continue
                key = place, name
                first.setdefault(key, before)
                last[key] = after
        net = {k: _difference(first[k], v) for k, v in last.items() if first[k] != v}
        for s in self.goal.counted if net else ():
            value = _difference(self.tracks[s.field], statements.actual(self.board, s))
            if value:
                net["", s.field] = value
        return net


# -------------------------------------------------------------------- events by what they change


@cache
def effects(folders: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """The cards whose events ever change each field, by the lists in the folders of some editions."""
    import json  # few records need it

    found: dict[str, tuple[int, ...]] = {}
    package = Path(__file__).resolve().parents[3]
    for folder in folders:
        path = package / folder / "effects.json"
        if path.is_file():
            for name, cards in json.loads(path.read_text(encoding="utf-8")).items():
                found[name] = (*found.get(name, ()), *cards)
    return found
