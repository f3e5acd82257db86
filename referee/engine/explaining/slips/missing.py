"""Missing plays, as concrete legal plays.

The mistakes left with any play missing show its possible effect: the *goal*. Its side's Operations with an unnamed
card, and the events that ever make such a change, are played on a fork with every answer that touches the goal. Plays
with the same effect are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.engine.law.ask import CARD_LISTS, Ask, Field
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.question import GivenAnswer, target
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
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
    from referee.engine.judging.judged_lines import JudgedLine

NODES = 5_000
"""Most answers and rolls tried for one missing play: some half a second."""
A_NODE = 2
"""Units of work for one of them."""
A_TURN = 40
"""Answers and rolls for one use or event in each round."""
TOGETHER = 40
"""Most Operations tried together with a triggered event."""
MOST_ANSWERS = 6
"""Most answers to one question that are tried."""
MOST_ITEMS = 3
"""Most entries of a list: the value of a card."""

LONGEST = 40
"""Most answers and rolls of one play."""

RESERVES = ("reserves_j", "reserves_us")
"""Tracks of Reserves: a side only spends what it added in the same turn."""
_OF_CARDS = frozenset({"discards", "removed", "hand_j", "hand_us", "deck", "off_map"})
"""Fields that every play changes."""

OWED = frozenset({"5.2.3"})
"""Rules on waiting Plots: a play may have blocked one."""
NEEDS = {
    "4.6.2": "troops",
    "4.9.4": "governance",
    "7.1.1": "governance",
    "7.2.1.1": "alignment",
    "7.3.2": "governance",
    "7.3.3": "alignment",
    "8.2.2": "sleepers",
    "8.3.1": "sleepers",
    "8.4": "sleepers",
    "8.5.1": "sleepers",
    "8.5.6": "plots",
}
"""The field that a missing play may have changed, by the refusing rule."""
TRACKS = {"8.2.1": ("cells_track",), "5.2.7": RESERVES, "6.3.3.1": RESERVES}
"""The tracks that a refusal depends on, by its rule."""
COUNTED = ("governance", "posture", "regime_change")
"""Fields counted by the derived tracks."""
ANYWHERE = 24
"""Most other countries tried if the country is unknown."""

_BY_OPERATION = {
    "J": frozenset({"cells_track", "sleepers", "actives", "plots", "reserves_j"}),
    "US": frozenset({"troops_track", "troops", "actives", "alignment", "governance", "reserves_us"}),
}
"""The usual fields changed by a side's Operations."""

Effect = Mapping[tuple[str, str], Any]
"""The change of each field: a number's difference, or the new value."""


@dataclass(frozen=True, slots=True)
class MissingPlay:
    """A legal play without a line: its answers, and its effect."""

    line: LineHead
    given: tuple[GivenAnswer, ...]
    effect: frozenset[tuple[tuple[str, str], Any]]
    written: PlayedLine | None = field(compare=False, default=None)
    """The play for a writer."""
    alike: tuple[MissingPlay, ...] = field(compare=False, default=())
    """Others that explain as much."""
    sure: bool = field(compare=False, default=False)
    """Whether it explains all the mistakes near it, and more than one thing."""

    def carry_out(self, board: Board, journal: Journal) -> bool:
        """Play it on a board.

        Returns False, with the board unchanged, if it is illegal there.
        """
        mark = journal.mark()
        try:
            _carry_out(board, journal, self.line, PromptTable(self.given, board))
        except Exception:  # a dead end, an open question, or a fault of ours that costs this play alone
            journal.undo_to(mark)
            return False
        return True


@dataclass(slots=True)
class WantedChanges:
    """The possible changes of a missing play, by the mistakes it leaves."""

    wanted: dict[tuple[str, str], Any] = field(default_factory=dict)
    """The difference, or the value, by place and field.

    It is None for any other value.
    """
    places: dict[str, None] = field(default_factory=dict)
    """Countries, the likeliest first."""
    counted: list[Statement] = field(default_factory=list)
    """Tracks with a count over the whole map."""
    anywhere: bool = False
    """Whether pieces are wanted or missing that no line places in a country."""

    @property
    def reserves(self) -> bool:
        """Whether Reserves are wanted."""
        return any(not place and name in RESERVES for place, name in self.wanted)

    def is_counted(self, key: tuple[str, str]) -> bool:
        """Return whether a wanted change is of a counting track."""
        return not key[0] and any(s.field == key[1] for s in self.counted)

    def misses(self, effect: Effect) -> float:
        """Return the distance of an effect from the wanted changes.

        Missing changes count by their order, and surplus ones as well.
        """
        found = 0.0
        for n, (key, value) in enumerate(self.wanted.items(), 1):
            has = effect.get(key)
            if value is None:
                missed = float(has is None)
            elif isinstance(value, int) and not isinstance(value, bool):
                missed = min(2.0, abs(value - (has if isinstance(has, int) else 0)))
            else:
                missed = has != value
            found += missed * (1 + 1 / n)
        return found + 0.3 * sum(key not in self.wanted for key in effect)


def want(goal: WantedChanges, board: Board, action: Action) -> None:
    """Add the differences of a checkpoint from the board before it."""
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


def suspect(goal: WantedChanges, board: Board, line: JudgedLine) -> None:
    """Add the evidence of a judged line.

    Results that it claims differently, and countries that its findings point to.
    """
    wrong = [f for f in line.step.findings if f.counted and f.kind != "slip"]
    if not wrong or line.action.kind in ("board", "check"):
        return
    if line.action.kind == "deal":  # Funding and the Troops on the track decide the number of cards dealt (5.2.8)
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
            if field := NEEDS.get(f.rule):
                posture = field == "governance" and not board[name].data.muslim
                goal.wanted.setdefault((name, "posture" if posture else field), None)
        for name in TRACKS.get(f.rule, ()):
            if name not in RESERVES or name.endswith(line.action.side.lower()):
                goal.wanted.setdefault(("", name), None)
                goal.anywhere = goal.anywhere or name == "cells_track"


def _difference(before: Any, after: Any) -> Any:
    numbers = isinstance(before, int) and isinstance(after, int) and not isinstance(after, bool)
    return after - before if numbers else after


# -------------------------------------------------------------------- walking


class _Attempt(WrittenTable):
    """Answers by a script of choices, limited to those that touch goals.

    ``of_event`` are the choices of an event that an Operation triggers; without them the card goes to Reserves.
    """

    def __init__(
        self, goal: WantedChanges, board: Board, script: Sequence[int], of_event: Sequence[int] | None = None
    ) -> None:
        super().__init__()
        self.goal, self.board, self.script = goal, board, script
        self.of_event = None if of_event is None else iter(of_event)
        self.counts: list[int] = []
        self.given: list[GivenAnswer] = []
        self.over = False
        """Whether the play was carried out to its end."""
        self.idle = False
        """Whether the card goes to Reserves: only its event is examined."""

    def pick(self, n: int) -> int:
        if self.of_event is not None and any(played.name == "event" for played in self.stack):
            return min(next(self.of_event, 0), n - 1)
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
        self.given.append(GivenAnswer(value))
        self.stack[-1].answers.append((ask, value))
        return value

    def options(self, ask: Ask) -> list[Any]:
        """Return the answers to try, the likeliest first."""
        found = list(islice(ask.options(), 200))
        if ask.field is Field.USE and self.idle:
            return [u for u in found if u == "reserves"]
        if ask.field is Field.USE:
            return [u for u in found if u not in _NO_USE or (u == "reserves" and self.goal.reserves)]
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
        self.given.append(GivenAnswer(on))
        return on

    def dice(self, roll: Roll) -> tuple[int, ...]:
        cases = roll.cases()[:MOST_ANSWERS]
        if len(self.given) > LONGEST:
            raise DeadEnd
        dice = cases[self.pick(len(cases))] if len(cases) > 1 else cases[0]
        self.given.append(GivenAnswer(dice))
        self.note_roll(roll)
        return dice


_NO_USE = frozenset({"event", "discard", "hold", "reassess", "reserves"})


def _carry_out(board: Board, journal: Journal, line: LineHead, table: WrittenTable) -> None:
    play = Play(board, journal, table, (), "", 0, line.side, unguided=True)
    board.rules.procedures[line.kind](play, line)


def plays(game: Game, side: str, goal: WantedChanges) -> list[MissingPlay]:
    """Return a side's plays that may reach a goal, the likeliest first."""
    if not goal.wanted and not goal.places:
        return []
    work = game.work
    nodes = int(min(NODES, (work.most - work.spent) // (2 * A_NODE)))
    found = Plays(game.board, game.journal, side, goal, nodes)
    made = found.found()
    work.spend(A_NODE * (nodes - max(0, found.left)))
    return made


class _WalkedPlay(NamedTuple):
    """A play, with the choices that lead to it."""

    play: MissingPlay
    script: tuple[int, ...]


def _sum(one: Effect, other: Effect) -> Effect:
    """Return both effects together, as if they touched different things."""
    both = {**one, **other}
    for key in one.keys() & other.keys():
        if isinstance(one[key], int) and isinstance(other[key], int):
            both[key] = one[key] + other[key]
    return both


class Plays:
    """A side's plays at a position that may reach a goal."""

    def __init__(self, board: Board, journal: Journal, side: str, goal: WantedChanges, nodes: int) -> None:
        self.board, self.journal, self.side, self.goal = board, journal, side, goal
        self.mark = journal.mark()
        self.left = nodes
        self.tracks = {s.field: statements.actual(board, s) for s in goal.counted}
        self._run(LineHead("unread", side, (0,)), [])
        self.plain = self._net()
        journal.undo_to(self.mark)

    def found(self) -> list[MissingPlay]:
        """Return one play for each effect, those nearest to the goal first."""
        found: dict[Any, MissingPlay] = {}
        operations: dict[Any, _WalkedPlay] = {}
        triggered: list[_WalkedPlay] = []
        for line, walked in self._in_turns():
            idle = bool(line.event and line.operations)
            serves = self._serves(walked.play)
            if idle and serves:
                triggered.append(walked)
            elif not line.event:  # of the irrelevant plays, one of each use goes with an event
                operations.setdefault(walked.play.effect if serves else walked.script[:1], walked)
            if serves and not (idle and self._is_high(line)):
                found.setdefault(walked.play.effect, walked.play)
        for play in self._together(list(operations.values()), triggered):
            found.setdefault(play.effect, play)
        return sorted(found.values(), key=self._misses)

    def _in_turns(self) -> Iterator[tuple[LineHead, _WalkedPlay]]:
        """Yield the plays of all walks, a few steps at a time."""
        walks = [(line, walk) for line in self._lines() for walk in self._walks(line)]
        while walks and self.left > 0:
            for one in list(walks):
                line, walk = one
                until = max(0, self.left - A_TURN)
                for walked in walk:
                    if walked is not None:
                        yield line, walked
                    if self.left <= until:
                        break
                else:
                    walks.remove(one)
                if self.left <= 0:
                    return

    def _is_high(self, line: LineHead) -> bool:
        """Return whether the card of a triggered event has the value 3.

        Such a card cannot go to Reserves.
        """
        return self.board.cards[line.event].ops > 2

    def _misses(self, play: MissingPlay) -> float:
        return self.goal.misses(dict(play.effect))

    def _together(self, operations: list[_WalkedPlay], triggered: list[_WalkedPlay]) -> Iterator[MissingPlay]:
        """Yield Operations with their triggered events, the nearest to the goal first."""
        pairs = []
        weighed = [(self._misses(w.play), w, dict(w.play.effect)) for w in triggered]
        for one in operations:
            alone, effect = self._misses(one.play), dict(one.play.effect)
            for misses, other, of_event in weighed:
                both = self.goal.misses(_sum(effect, of_event))
                if both < alone and (both < misses or self._is_high(other.play.line)):
                    pairs.append((both, one, other))
        pairs.sort(key=lambda p: p[0])
        for _, one, other in pairs[:TOGETHER]:
            for reserves in (False, True) if self.board.reserves(self.side) else (False,):
                line = other.play.line._replace(reserves=reserves)
                play = self._played(line, self._run(line, one.script, other.script))
                if play is not None and self._serves(play):
                    yield play

    def _lines(self) -> Iterator[LineHead]:
        """Yield the lines to walk.

        Operations, the events of the side, and those that its Operations trigger.
        """
        board, side, goal = self.board, self.side, self.goal
        names = [(1 / n, key, cards) for n, (key, cards) in enumerate(self._names().items(), 1)]
        by_operation = sum(n for n, key, _ in names if key[1] in _BY_OPERATION[side] or goal.is_counted(key))
        found = [(by_operation + 0.5, LineHead("card", side, (0,)))]
        for card in board.cards.values():
            if card.number in board.discards or card.number in board.removed:
                continue
            reach = sum(n for n, _, cards in names if card.number in cards)
            if reach and card.side in (None, side):
                found.append((reach, LineHead("card", side, (0,), operations=0, event=card.number)))
            elif reach:
                found.append((reach, LineHead("card", side, (0,), event=card.number)))
        found.sort(key=lambda f: -f[0])
        for _, line in found:
            yield line

    def _names(self) -> dict[tuple[str, str], frozenset[int]]:
        """Return the cards whose events ever change each wanted thing."""
        by_field, found = effects(self.board.rules.texts), {}
        for key, value in self.goal.wanted.items():
            names = COUNTED if self.goal.is_counted(key) else (key[1],)
            numbers = names != COUNTED and isinstance(value, int) and not isinstance(value, bool)
            signs = ("+" if value > 0 else "-",) if numbers else ("", "+", "-")
            found[key] = frozenset(n for name in names for sign in signs for n in by_field.get(name + sign, ()))
        return found

    def _walks(self, line: LineHead) -> Iterator[Iterator[_WalkedPlay | None]]:
        """Yield a walk for each use of a card, or its event."""
        if line.event:
            yield self._walk(line, [])
            return
        table = self._run(line, [])
        self.journal.undo_to(self.mark)
        yield from (self._walk(line, [use]) for use in range(table.counts[0] if table.counts else 0))

    def _walk(self, line: LineHead, begin: list[int]) -> Iterator[_WalkedPlay | None]:
        """Yield every way to play a line with given first choices.

        Yields None for a dead end.
        """
        script = begin
        while script or not begin:
            table = self._run(line, script)
            play = self._played(line, table)
            yield None if play is None else _WalkedPlay(play, tuple(table.script))
            script = next_script(script, table.counts)
            if not script or script[: len(begin)] != begin:
                return

    def _played(self, line: LineHead, table: _Attempt) -> MissingPlay | None:
        """Return the play of a table, if it changed anything.

        The board is restored.
        """
        self.left -= max(1, len(table.given))
        effect = {k: v for k, v in self._net().items() if self.plain.get(k) != v} if table.over else {}
        self.journal.undo_to(self.mark)
        if not effect:
            return None
        return MissingPlay(line, tuple(table.given), frozenset(effect.items()), PlayedLine(line, tuple(table.segments)))

    def _serves(self, play: MissingPlay) -> bool:
        """Return whether a play touches the goal.

        A counting track may show it only later, since it has an end.
        """
        goal = self.goal
        counted = COUNTED if goal.counted else ()
        return not goal.wanted or any(
            key in goal.wanted or key[0] in goal.places or key[1] in counted for key, _ in play.effect
        )

    def _run(self, line: LineHead, script: Sequence[int], of_event: Sequence[int] | None = None) -> _Attempt:
        table = _Attempt(self.goal, self.board, script, of_event)
        table.idle = bool(line.event and line.operations and of_event is None)
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
    """Return the cards whose events ever change each field.

    The folders of some editions have these lists.
    """
    import json  # few records need it

    found: dict[str, tuple[int, ...]] = {}
    package = Path(__file__).resolve().parents[3]
    for folder in folders:
        path = package / folder / "effects.json"
        if path.is_file():
            for name, cards in json.loads(path.read_text(encoding="utf-8")).items():
                found[name] = (*found.get(name, ()), *cards)
    return found
