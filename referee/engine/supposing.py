"""What a line rests on of all that is unknown.

A line is judged as the board is assumed to be. What it reads of the unknown is noted, and the line is judged again with
other values there. A mistake that is none with some of them rests on what nobody has stated: it becomes a note, and these
values are assumed from there on. A known field that comes out otherwise with them, and nothing on the line decides
between the two, is unknown after the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.engine import differences, unknown
from referee.engine import queries as q
from referee.engine.board import US, Board, differing, state
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.facts.clock import CLOCK
from referee.engine.facts.fact import Fact, Where, Writing
from referee.engine.facts.pieces import Supply
from referee.engine.facts.states import EventMarkers
from referee.engine.findings import Finding
from referee.engine.journal import Change, Journal, Kind
from referee.engine.play import Play
from referee.engine.script import Action, Statement
from referee.engine.solver import Attempt
from referee.engine.statements import make
from referee.engine.watching import Reads, watching
from referee.engine.words import listed
from referee.engine.work import Work

MOST_SOUGHT = 200
"""Most suppositions that are tried, at each step, to explain the mistakes of a line."""
MOST_COMPARED = 60
"""Most suppositions that are compared with a line that is no mistake."""
IN_A_TRIAL = 5
"""So much less is tried where nobody reads the findings."""
MOST_STEPS = 3
"""Most suppositions that are taken together."""
SUPPOSED = 60_000
"""Units of work that suppositions may take in a whole record."""
FAR = ((GOOD, "ally"), (ISLAMIST_RULE, "adversary"))
"""What is supposed of a country that the line does not name."""

Supposed = list[Statement]


@dataclass(slots=True, eq=False)
class Tried:
    """A line as it was judged under some suppositions."""

    supposed: Supposed
    attempt: Attempt
    reads: Reads
    after: list[Any]
    halves: dict[Where, Any]
    changes: list[Change]

    @property
    def faults(self) -> list[Finding]:
        return [f for f in self.attempt.table.findings if f.kind != "note"]

    @property
    def weight(self) -> int:
        """How much is wrong with the line."""
        return sum(10 + len(f.also) for f in self.faults) + len(self.attempt.table.wrong_claims)

    @property
    def rules(self) -> set[str]:
        return {rule for f in self.faults for rule in (f.rule, *f.also)}


class Supposing:
    """One line on a board of which something is unknown."""

    def __init__(
        self,
        board: Board,
        journal: Journal,
        action: Action,
        attempt: Callable[[bool], Attempt],
        begin: Callable[[], Play],
        work: Work,
    ) -> None:
        self.board, self.journal, self.action = board, journal, action
        self.attempt, self.begin, self.work = attempt, begin, work
        self.mark = len(journal.changes)
        self.open = board.unknown
        self.near = _countries(action, board)
        self.numbers = _numbers(action)

    def judge(self, *, for_good: bool) -> Attempt:
        """Play the line for good, under the suppositions that explain most of its mistakes."""
        first = self.attempt_of([], for_good=for_good)
        assert first is not None
        less = 1 if for_good else IN_A_TRIAL
        best = self.explain(first, MOST_SOUGHT // less) if first.weight else first
        other = self.undecided(best) if for_good else frozenset()
        self.journal.undo_to(self.mark)
        if best is first:
            self.journal.restore(first.changes)
            attempt = first.attempt
        else:
            self.suppose(self.begin(), best.supposed)
            attempt = self.attempt(for_good)
            attempt.table.findings.append(self.note(first, best))
        b = self.board
        known = CLOCK & b.unknown if _of_clock(best.supposed) or b.played > 1 else frozenset()
        after = (b.unknown | other) - known
        if after != b.unknown:
            self.begin().write(Kind.NOTE, unknown.UNKNOWN, "3.2", (b, "unknown", after))
        return attempt

    # ------------------------------------------------------------ trials

    def attempt_of(self, supposed: Supposed, *, for_good: bool = False) -> Tried | None:
        """The line under suppositions, with the board taken back; None where they cannot be."""
        self.journal.undo_to(self.mark)
        spent = self.work.spent
        if supposed and not self.suppose(self.begin(), supposed):
            return None
        with watching(self.board) as reads:
            attempt = self.attempt(for_good)
        if supposed:
            self.work.supposed += self.work.spent - spent
            self.work.spent = spent
        after, halves = state(self.board), self.halves()
        return Tried(supposed, attempt, reads, after, halves, self.journal.cut(self.mark))

    def suppose(self, play: Play, supposed: Supposed) -> bool:
        """Write suppositions to the board; whether such a position can be."""
        b = self.board
        touched = [b[name] for name in dict.fromkeys(s.subject for s in supposed) if name]
        facts = [f for f in b.rules.facts.on_country() if f.bars]
        pairs = [(c, f) for c in touched for f in facts]
        before = [len(f.barred(c)) for c, f in pairs]
        world = None if unknown.WORLD in b.unknown else q.world_posture(b)
        w = Writing(play, "3.2", Kind.SET_UP, supposed)
        for s in sorted(supposed, key=lambda s: b.rules.facts.of(s).order):
            b.rules.facts.of(s).write(w, s)
        if world is not None:
            unknown.set_world(w, world)
            if q.world_posture(b) != world:
                return False
        if any(supply.all(b) > supply.due(b) for supply in _supplies(b)):
            return False
        return all(len(f.barred(c)) <= n for n, (c, f) in zip(before, pairs, strict=True))

    def halves(self) -> dict[Where, Any]:
        """What is known of things of which the parts are unknown."""
        b = self.board
        found: dict[Where, Any] = {unknown.WORLD: q.world_posture(b)}
        for supply in _supplies(b):
            if supply.total:
                found |= {(name, supply.total): supply.here(c) for name, c in b.countries.items()}
        return found

    # ------------------------------------------------------------ what explains a mistake, what nobody can know

    def explain(self, first: Tried, most: int) -> Tried:
        """The suppositions under which least is wrong with the line, and nothing that was right before."""
        best = first
        for _ in range(MOST_STEPS):
            step = self.step(first, best, most)
            if step is None:
                break
            best = step
            if not best.weight:
                break
        return best

    def step(self, first: Tried, best: Tried, most: int) -> Tried | None:
        """One supposition more that explains something."""
        found: Tried | None = None
        for n, more in enumerate(self.candidates(best.reads, sought=True)):
            if n >= most or self.spent:
                break
            tried = self.attempt_of(_with(best.supposed, more))
            if tried is None or not tried.rules <= first.rules:
                continue
            if tried.weight < (found or best).weight:
                found = tried
                if not tried.weight:
                    break
        return found

    def undecided(self, best: Tried) -> frozenset[Where]:
        """Known fields that come out otherwise where other values are as good as those that are assumed."""
        found: set[Where] = set()
        names = unknown.attributes(self.board)
        for n, more in enumerate(self.candidates(best.reads, sought=False)):
            if n >= MOST_COMPARED or self.spent:
                break
            tried = self.attempt_of(_with(best.supposed, more))
            if tried is None or tried.weight > best.weight or not tried.rules <= best.rules:
                continue
            if tried.attempt.won != best.attempt.won:
                continue
            for address in differing(best.after, tried.after, self.board):
                where, _, name = address.rpartition(".")
                if name in names:
                    found.add((where, name))
            found |= {where for where, value in tried.halves.items() if best.halves[where] != value}
        return frozenset(found - self.open)

    @property
    def spent(self) -> bool:
        return self.work.supposed > SUPPOSED

    def note(self, first: Tried, best: Tried) -> Finding:
        """The note in place of the mistakes that rest on what nobody has stated."""
        left = {f.key for f in best.faults}
        gone = [f for f in first.faults if f.key not in left] or first.faults
        what = [f for f in best.supposed if f.field not in _CLOCK_FIELDS]
        said = listed(differences.as_written(self.board, what)) if what else "another moment of the turn"
        message = f"this rests on what nobody has stated: {said} is assumed"
        also = [f.rule for f in gone[1:] if f.rule != gone[0].rule]
        return Finding("note", gone[0].rule, message, gone[0].place, reason=f"without it: {gone[0].message}", also=also)

    # ------------------------------------------------------------ suppositions

    def candidates(self, reads: Reads, *, sought: bool) -> Iterator[Supposed]:
        """Suppositions about what the line has read, the nearest first."""
        fields = reads.fields & self.open
        if sought and self.open >= CLOCK:
            yield from self.of_clock()
        for name in self.near:
            yield from self.of_country(name, {field for where, field in fields if where == name})
        yield from self.of_board(fields, reads.names)
        for name in self.board.names:
            if name not in self.near and (name, "governance") in fields:
                yield from (self.state(name, governance, alignment) for governance, alignment in FAR)

    def of_clock(self) -> Iterator[Supposed]:
        """Where the clock may be instead: at the place where the line is legal."""
        b, kind = self.board, self.action.kind
        if kind in ("resolve", "end"):
            stage = "plots" if kind == "resolve" else "end"
            yield [make("phase", ("US", b.phase)), make("stage", stage)]
        elif self.action.side:
            yield from ([make("phase", (self.action.side, b.phase)), make("card", n)] for n in (1, 2))

    def of_country(self, name: str, fields: set[str]) -> Iterator[Supposed]:
        b = self.board
        c, facts = b[name], b.rules.facts.on_country()
        if c.data.muslim and fields & {"governance", "alignment"}:
            yield from self.states(name)
        for f in facts:
            if f.attribute not in fields or f.attribute in ("governance", "alignment"):
                continue
            if f.attribute == "posture":
                yield [make("governance", 0, name)]
            for value in f.conceivable(b, name):
                said = [make(f.name, value, name)]
                if c.data.muslim and not c.governance and (name, "governance") in self.open:
                    yield [*self.state(name, POOR, "neutral"), *said]
                    yield [*self.state(name, POOR, "ally"), *said]
                else:
                    yield said

    def states(self, name: str) -> Iterator[Supposed]:
        """The levels of Governance and the Alignments of a Muslim country."""
        c = self.board[name]
        levels = [n for n in (POOR, FAIR, GOOD, ISLAMIST_RULE) if (name, "governance") in self.open] or [c.governance]
        alignments = ["neutral", "ally", "adversary"] if (name, "alignment") in self.open else [c.alignment]
        for level in levels if any(levels) else ():
            for alignment in alignments:
                yield self.state(name, level, alignment)
        if len(levels) > 1 and len(alignments) > 1:
            yield [make("governance", 0, name)]

    def state(self, name: str, governance: int, alignment: str) -> Supposed:
        found = [make("governance", governance, name)] if (name, "governance") in self.open else []
        return found + ([make("alignment", alignment, name)] if (name, "alignment") in self.open else [])

    def of_board(self, fields: set[Where], names: Iterable[tuple[str, str, Any]]) -> Iterator[Supposed]:
        b = self.board
        if unknown.WORLD in self.open and any(f == "posture" and name != US for name, f in fields):
            fields = fields | {unknown.WORLD}
        asked: dict[str, list[Any]] = {}
        for where, attribute, name in names:
            if not where:
                asked.setdefault(attribute, []).append(name)
        for f in b.rules.facts.on_board():
            if not f.rests_on(b, make(f.name)) & fields or f.name in _LEFT_OUT:
                continue
            if f.by_name:
                yield from self.by_name(f, asked.get(f.attribute, []))
            else:
                now = f.actual(b, make(f.name))
                yield from ([make(f.name, value)] for value in f.conceivable(b, "") if value != now)

    def by_name(self, f: Fact, asked: list[Any]) -> Iterator[Supposed]:
        """Things by name that may be there: those that were looked for, and those that the line names."""
        if isinstance(f, EventMarkers):
            yield from ([make(f.name, n)] for n in f.in_the_box() if n in asked)
        elif f.forms and f.conceivable(self.board, "x"):
            yield from ([make(f.name, (name,))] for name in self.near)
        else:
            cards = [n for n in dict.fromkeys((*self.numbers, *asked)) if n in self.board.cards]
            yield from ([make(f.name, (n,))] for n in cards)


_CLOCK_FIELDS = frozenset({"phase", "card", "stage"})
_LEFT_OUT = frozenset({"turn", "reshuffles", "no marker", *_CLOCK_FIELDS, "second card", "wins"})
"""Facts of the board of which nothing is supposed by themselves."""


def _of_clock(supposed: Supposed) -> bool:
    return any(s.field in _CLOCK_FIELDS for s in supposed)


def _with(supposed: Supposed, more: Supposed) -> Supposed:
    """Suppositions and further ones, which take the place of those about the same."""
    about = {(s.subject, s.field) for s in more}
    return [*(s for s in supposed if (s.subject, s.field) not in about), *more]


def _supplies(board: Board) -> list[Supply]:
    found = (getattr(f, "supply", None) for f in board.rules.facts.on_board())
    return [supply for supply in found if isinstance(supply, Supply)]


def _countries(action: Action, board: Board) -> list[str]:
    """The countries that a line names, in their order."""
    found: dict[str, None] = {}
    for segment in action.segments:
        for item in segment.items:
            for part in item.parts.values():
                value = part.value[0] if isinstance(part.value, tuple) and part.value else part.value
                values = part.value if isinstance(part.value, list) else [value]
                found.update({v: None for v in values if isinstance(v, str) and v in board.countries})
        found.update({s.subject: None for s in segment.claims if s.subject})
    return list(found)


def _numbers(action: Action) -> list[int]:
    """The numbers that a line names beside its card."""
    parts = [*action.parts.values(), *(p for s in action.segments for i in s.items for p in i.parts.values())]
    values = [v for p in parts for v in (p.value if isinstance(p.value, list | tuple) else (p.value,))]
    return [v for v in values if type(v) is int]
