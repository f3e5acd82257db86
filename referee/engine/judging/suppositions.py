"""Suppositions: other values of the unknown fields of a line, nearest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from referee.engine.state import unknown
from referee.engine.state.board import US, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.facts.clock import CLOCK
from referee.engine.state.facts.fact import Fact, Where
from referee.engine.state.facts.kinds import LookBack, Number
from referee.engine.state.facts.pieces import Pieces, Supply
from referee.engine.state.facts.states import EventMarkers
from referee.engine.state.script import Action, Statement
from referee.engine.state.statements import make
from referee.engine.state.watching import ReadFields

Supposition = list[Statement]

OF_CLOCK = frozenset({"phase", "card", "stage"})
FAR = ((GOOD, "ally"), (ISLAMIST_RULE, "adversary"))
"""The supposed states of a country that the line does not name."""
COMPARED = (*FAR, (FAIR, "neutral"), (POOR, "ally"))
"""The compared states of a country of the line."""
SOME, FEW = 9, 2
"""The supposed numbers of pieces, if there are any."""
THIN = 3
"""The distance of the compared places of a track."""
MANY = 3
"""The number of countries above which each gets fewer pieces."""
MOST_NEAR = 6
"""Most countries of a line examined in detail."""
_LEFT_OUT = frozenset({"turn", "reshuffles", "no marker", *OF_CLOCK, "second card", "wins"})
"""Facts that are never varied on their own."""


class Suppositions:
    """Suppositions about the unknown fields that a line may read."""

    def __init__(self, board: Board, action: Action) -> None:
        self.board, self.action, self.open = board, action, board.unknown
        self.near = countries(action, board)[:MOST_NEAR]
        self.numbers = _numbers(action)
        self.alignment = "ally" if action.side == "US" else "neutral"
        """The supposed Alignment with pieces in a Muslim country of which nothing is known."""

    def sought(self, reads: ReadFields) -> Iterator[Supposition]:
        """Yield suppositions that may explain a mistake."""
        fields = reads.fields & self.open
        if self.open >= CLOCK:
            yield from self.of_clock()
        read = {name: {field for where, field in fields if where == name} for name in self.near}
        for name in self.near:
            yield from self.states(name, read[name])
        for name in self.near:
            yield from self.singles(name, read[name])
        for name in self.near:
            yield from self.together(name, read[name])
        yield from self.all_near()
        yield from self.far({name for name, _ in fields if name and name not in self.near})
        yield from self.of_board(fields, reads.names)
        yield from self.markers(reads.names)
        yield from self.states_of_others(fields, (*FAR, (POOR, "adversary")))
        yield from self.some_elsewhere(fields)
        yield from self.things_elsewhere(fields)

    def compared(self, reads: ReadFields) -> Iterator[Supposition]:
        """Yield a few suppositions of each kind with a possible new result."""
        fields = reads.fields & self.open
        for name in self.near:
            read = {field for where, field in fields if where == name}
            if read & {"governance", "alignment"} and self.board[name].data.muslim:
                yield from (self.state(name, *state) for state in COMPARED)
            yield from self.singles(name, read, few=True)
        yield from self.of_board(fields, (), few=True)
        yield from self.states_of_others(fields)

    # ------------------------------------------------------------ a country

    def states(self, name: str, fields: set[str]) -> Iterator[Supposition]:
        """Yield the levels of Governance and the Alignments of a Muslim country."""
        c = self.board[name]
        if not c.data.muslim or not fields & {"governance", "alignment"}:
            return
        levels = [n for n in (POOR, FAIR, GOOD, ISLAMIST_RULE) if (name, "governance") in self.open] or [c.governance]
        first = [self.alignment, *({"ally", "neutral", "adversary"} - {self.alignment})]
        alignments = sorted(first, key=lambda a: a != self.alignment)
        for level in levels if any(levels) else ():
            yield from (
                self.state(name, level, a) for a in alignments if (name, "alignment") in self.open or a == first[0]
            )
        if {(name, "governance"), (name, "alignment")} <= self.open:
            yield [make("governance", 0, name)]

    def state(self, name: str, governance: int, alignment: str) -> Supposition:
        """Return one level and one Alignment, as far as they are unknown."""
        found = [make("governance", governance, name)] if (name, "governance") in self.open else []
        return found + ([make("alignment", alignment, name)] if (name, "alignment") in self.open else [])

    def marked(self, name: str) -> Supposition:
        """A state that allows anything, for a country with an unknown state."""
        c = self.board[name]
        if c.data.muslim:
            return [] if c.governance else self.state(name, POOR, self.alignment)
        return [make("posture", "soft", name)] if not c.posture and (name, "posture") in self.open else []

    def singles(self, name: str, fields: set[str], *, few: bool = False) -> Iterator[Supposition]:
        """Yield another value of one thing in a country."""
        b = self.board
        for f in b.rules.facts.on_country():
            if f.attribute not in fields or f.attribute in ("governance", "alignment"):
                continue
            if f.attribute == "posture":
                yield [make("governance", 0, name)]
            values = [v for v in f.conceivable(b, name) if (name, f.attribute, v) not in b.named]
            if isinstance(f, Pieces):
                values = [0, SOME] if few else list(dict.fromkeys([*self.numbers, *values]))
            now = getattr(b[name], f.attribute)
            marked = [] if f.attribute == "posture" else self.marked(name)
            yield from ([*marked, make(f.name, v, name)] for v in values if v != now)

    def together(self, name: str, fields: set[str]) -> Iterator[Supposition]:
        """Yield a country without any pieces, and with some of each kind.

        An earlier read may hide a later one.
        """
        if not fields:
            return
        facts = [f for f in self.board.rules.facts.on_country() if (name, f.attribute) in self.open and not f.by_name]
        pieces = [f.name for f in facts if isinstance(f, Pieces)]
        gone = [make(field, 0, name) for field in pieces]
        some = [*self.marked(name), *(make(field, SOME if field == "troops" else FEW, name) for field in pieces)]
        yield gone
        yield some
        for f in facts:
            if f.name not in (*pieces, "governance", "alignment", "posture"):
                for value in list(f.conceivable(self.board, name))[:1]:
                    yield [*some, make(f.name, value, name)]
                    yield [*self.marked(name), *gone, make(f.name, value, name)]

    def all_near(self) -> Iterator[Supposition]:
        """Yield all countries of the line unmarked, without pieces, and with some."""
        if len(self.near) < 2:
            return
        pieces = [f.name for f in self.board.rules.facts.on_country() if isinstance(f, Pieces) and f.name != "troops"]
        free = [(name, field) for name in self.near for field in pieces if (name, field) in self.open]
        unmarked = [name for name in self.near if {(name, "governance"), (name, "alignment")} <= self.open]
        yield [make("governance", 0, name) for name in unmarked]
        yield [make(field, 0, name) for name, field in free]
        yield self.filled(self.near)

    def much(self, most: int = MANY + 1) -> Iterator[Supposition]:
        """Yield pieces in all countries of the line, or all but one."""
        if len(self.near) < 2:
            return
        yield self.filled(self.near)
        if 2 < len(self.near) <= most:
            yield from (self.filled([name for name in self.near if name != out]) for out in self.near)

    def filled(self, names: list[str]) -> Supposition:
        """Return some of each piece in these countries, marked for it."""
        pieces = [f.name for f in self.board.rules.facts.on_country() if isinstance(f, Pieces) and f.name != "troops"]
        n = FEW if len(names) <= MANY else 1
        marked = [s for name in names for s in self.marked(name)]
        return [*marked, *(make(f, n, name) for name in names for f in pieces if (name, f) in self.open)]

    # ------------------------------------------------------------ other countries

    def everywhere(self, reads: ReadFields) -> Iterator[Supposition]:
        """Yield the same state for every other country with an unknown state.

        Rules that count all countries need it.
        """
        fields = reads.fields & self.open
        others = [n for n in self.board.names if n not in self.near and (n, "governance") in fields]
        for governance, alignment in FAR if len(others) > 1 else ():
            yield [s for name in others for s in self.state(name, governance, alignment)]

    def states_of_others(self, fields: set[Where], states: Iterable[tuple[int, str]] = FAR) -> Iterator[Supposition]:
        for name in self.board.names:
            if name not in self.near and fields & {(name, "governance"), (name, "alignment")}:
                yield from (self.state(name, governance, alignment) for governance, alignment in states)

    def some_elsewhere(self, fields: set[Where]) -> Iterator[Supposition]:
        """Yield pieces in one country outside the line, such as an event's."""
        pieces = [f.name for f in self.board.rules.facts.on_country() if isinstance(f, Pieces)]
        for name in self.board.names:
            if name not in self.near and any((name, field) in fields for field in (*pieces, "alignment")):
                free = [field for field in pieces if (name, field) in self.open]
                yield [*self.marked(name), *(make(f, SOME if f == "troops" else FEW, name) for f in free)]

    def things_elsewhere(self, fields: set[Where]) -> Iterator[Supposition]:
        """Yield a thing in a Muslim and in a non-Muslim country.

        An event may need one there, such as a Plot.
        """
        b = self.board
        for f in b.rules.facts.on_country():
            if isinstance(f, Pieces) or f.attribute in ("governance", "alignment", "posture"):
                continue
            read = [n for n in b.names if n not in self.near and (n, f.attribute) in fields]
            for muslim in (True, False):
                name = next((n for n in read if b[n].data.muslim is muslim), "")
                for value in islice(f.conceivable(b, name), 1) if name else ():
                    yield [*self.marked(name), make(f.name, value, name)]

    def far(self, read: set[str]) -> Iterator[Supposition]:
        """Yield possible facts of other countries.

        They are nothing, a state in each of them, or a condition of an event in one.
        """
        b = self.board
        pieces = [f for f in b.rules.facts.on_country() if isinstance(f, Pieces)]
        gone: Supposition = []
        for name in b.names:
            if name in read:
                there = [f for f in pieces if (name, f.attribute) in self.open and getattr(b[name], f.attribute)]
                gone += [make(f.name, 0, name) for f in there]
        if gone:
            yield gone
        marked = [s for name in b.names if name in read for s in self.marked(name)]
        if marked:
            yield marked
        for muslim in (True, False):
            free = (n for n in b.names if n in read and b[n].data.muslim is muslim and self._blank(n))
            for name in islice(sorted(free, key=lambda n: n == US), 1):  # the US last: its Posture stays as it is
                cells = [make("sleepers", FEW, name), make("actives", FEW, name)]
                if name == US:  # its Posture is a track
                    yield cells
                    continue
                if not muslim:
                    yield [make("posture", "hard", name), *cells]
                    yield [make("posture", "soft", name), *cells]
                    continue
                yield [*self.state(name, ISLAMIST_RULE, "adversary"), *cells]
                yield [*self.state(name, POOR, "ally"), *cells, make("troops", SOME, name)]
                yield [
                    *self.state(name, POOR, "ally"),
                    *cells,
                    make("troops", SOME, name),
                    make("regime change", "tan", name),
                ]

    def _blank(self, name: str) -> bool:
        """Whether all is unknown that an event may need of a country."""
        needed = (
            ("governance", "alignment", "troops", "regime_change") if self.board[name].data.muslim else ("posture",)
        )
        return all((name, field) in self.open for field in (*needed, "sleepers", "actives"))

    # ------------------------------------------------------------ the board

    def of_clock(self) -> Iterator[Supposition]:
        """Yield the clock's other place, where the line is legal."""
        b, kind = self.board, self.action.kind
        if kind in ("resolve", "end"):
            stage = "plots" if kind == "resolve" else "end"
            yield [make("phase", ("US", b.phase)), make("stage", stage)]
        elif self.action.side:
            yield from ([make("phase", (self.action.side, b.phase)), make("card", n)] for n in (1, 2))

    def of_board(
        self, fields: set[Where], names: Iterable[tuple[str, str, Any]], *, few: bool = False
    ) -> Iterator[Supposition]:
        b = self.board
        if unknown.WORLD in self.open and any(f == "posture" and name != US for name, f in fields):
            fields = fields | {unknown.WORLD}
        for f in b.rules.facts.on_board():
            if f.name in _LEFT_OUT or isinstance(f, EventMarkers) or not f.rests_on(b, make(f.name)) & fields:
                continue  # most of them were never read
            if f.by_name:
                asked = sorted((n for where, field, n in names if not where and field == f.attribute), key=str)
                yield from self.by_name(f, asked)
                continue
            values = list(f.conceivable(b, ""))
            now = f.actual(b, make(f.name))
            thin = few and isinstance(f, Number) and len(values) > THIN + 1
            yield from ([make(f.name, value)] for value in values[:: THIN if thin else 1] if value != now)

    def by_name(self, f: Fact, asked: list[Any]) -> Iterator[Supposition]:
        """Yield cards at the places of their look-up, and the line's cards.

        For the look-back they are countries.
        """
        if isinstance(f, LookBack):
            yield from ([make(f.name, (name,))] for name in self.near or self.board.muslim)
        else:
            if f.name == "discards" and ("", "deck") in self.open:
                yield [make(f.name, ())]
            cards = [n for n in dict.fromkeys((*self.numbers, *asked)) if n in self.board.cards]
            yield from ([make(f.name, (n,))] for n in cards)

    def markers(self, names: Iterable[tuple[str, str, Any]]) -> Iterator[Supposition]:
        """Yield event markers at places where they were looked up."""
        f = self.board.rules.facts.named("marker")
        assert isinstance(f, EventMarkers)
        asked = sorted((where, name) for where, field, name in names if field == f.attribute and type(name) is str)
        for where, name in asked:
            told = (where, f.attribute, name) in self.board.named
            if not told and (where, f.attribute) in self.open and f.lies_only(name, where):
                yield [make(f.name, name, where)]


def with_more(supposed: Supposition, more: Supposition) -> Supposition:
    """Return suppositions with further ones, which replace those about the same thing."""
    about = {(s.subject, s.field) for s in more}
    return [*(s for s in supposed if (s.subject, s.field) not in about), *more]


def size(supposed: Supposition) -> int:
    """Return the number of supposed pieces and points."""
    return sum([s.value for s in supposed if type(s.value) is int])


def supplies(board: Board) -> list[Supply]:
    """Return the pieces in constant number."""
    found = (getattr(f, "supply", None) for f in board.rules.facts.on_board())
    return [supply for supply in found if isinstance(supply, Supply)]


def countries(action: Action, board: Board) -> list[str]:
    """Return the countries named by a line, in order."""
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
    """Return the numbers on a line besides its card."""
    parts = [*action.parts.values(), *(p for s in action.segments for i in s.items for p in i.parts.values())]
    values = [v for p in parts for v in (p.value if isinstance(p.value, list | tuple) else (p.value,))]
    return [v for v in values if type(v) is int]
