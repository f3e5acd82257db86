"""Pieces in constant number.

They move between a track and the countries, and are never made or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from referee.engine.state import queries as q
from referee.engine.state.facts.fact import NOWHERE, Cell, Fact, Problem, StatementWriter, Where
from referee.engine.state.facts.kinds import CountFact, Number
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Statement
from referee.engine.state.words import plural

if TYPE_CHECKING:
    from referee.engine.state.board import Board, Country
    from referee.engine.state.seams import Query


@plain_dataclass(frozen=True)
class Supply:
    """All pieces of one kind.

    ``size`` is their number; the track holds those on no country.
    """

    noun: tuple[str, str]
    size: int
    rule: str
    """The rule that states their number."""
    track: str
    """The field of the board that counts the rest."""
    states: tuple[str, ...]
    """Fields of a country, each also a fact for one state."""
    total: str = ""
    """The fact that counts all states together."""
    unplaced: str = ""
    """The field of the board that counts pieces at unknown places.

    It is "" without one.
    """
    boxes: tuple[str, ...] = ()
    """Further fields of the board that count pieces outside the track and the countries."""
    more: Query[str, int] | None = None
    """A query that changes the number of pieces."""

    def here(self, c: Country) -> int:
        return sum([getattr(c, state) for state in self.states])

    def all(self, board: Board) -> int:
        """Return the number of pieces that the board has."""
        have: int = sum([getattr(board, place) for place in (self.track, *self.off_map)])
        return have + self.on_map(board)

    @property
    def off_map(self) -> tuple[str, ...]:
        """The board's fields of pieces outside the track and the countries."""
        return (*self.boxes, self.unplaced) if self.unplaced else self.boxes

    def on_map(self, board: Board) -> int:
        """Return the number of pieces in all countries."""
        countries = board.countries.values()
        return sum([getattr(c, state) for state in self.states for c in countries])

    def due(self, board: Board) -> int:
        """Return the number of pieces due on this board."""
        return self.size if self.more is None else q.modified(self.more, board, "", self.size)

    def rest(self, board: Board) -> int:
        """Return the number due on the track, given the countries and boxes."""
        boxed: int = sum([getattr(board, box) for box in self.off_map])
        return self.due(board) - self.on_map(board) - boxed

    def settle(self, w: StatementWriter, c: Country, s: Statement) -> None:
        """Make a statement about a country's pieces true.

        A piece stated in another state is turned over. Surplus pieces go to the track, and missing ones come from it. A
        set-up block is taken literally, and counted as a whole afterwards.
        """
        b = w.play.board
        have = {state: int(getattr(c, state)) for state in self.states}
        due = self._due(w, c.name, have, s)
        more = sum(due.values()) - sum(have.values())
        found = min(max(0, more), getattr(b, self.unplaced)) if self.unplaced and w.strict else 0
        left = getattr(b, self.track) + found - more
        if b.unknown:
            left = self._on_track(b, c.name, sum(due.values()) - sum(have.values()))
        if w.strict and left < 0:
            one, many = self.noun
            for state in reversed(self.states):
                back = min(-left, max(0, due[state] - have[state]))
                due[state] -= back
                left += back
            if getattr(b, self.track) == 0 and sum(due.values()) == sum(have.values()):
                w.short.append(f"no {one} is left on the track")
            else:
                w.short.append(f"no more {many} are left on the track")
        writes = [(c, state, n) for state, n in due.items()]
        found_places = [(b, self.unplaced, getattr(b, self.unplaced) - found)] if found else []
        w.write(c.name, *writes, (b, self.track, max(0, left)), *found_places, note=s.text)

    def _counted(self, b: Board, name: str) -> bool:
        """Whether only the number of a country's pieces is known."""
        return (name, self.total) not in b.unknown and all((name, state) in b.unknown for state in self.states)

    def _on_track(self, b: Board, name: str, more: int) -> int:
        """Return the track after ``more`` pieces moved, with unknown places.

        A known track keeps its pieces as long as pieces elsewhere suffice; an unknown one gives and takes.
        """
        have: int = getattr(b, self.track)
        elsewhere = max(0, self.due(b) - self.all(b))
        if ("", self.track) in b.unknown:
            return have - more + (min(elsewhere, more - have) if more > have else 0)
        if more > 0:
            return have - max(0, more - elsewhere)
        return have if any((name, state) in b.unknown for state in self.states) else have - more

    def known(self, b: Board) -> tuple[int, bool]:
        """The number of pieces at stated places, and whether these are all."""
        found, whole = 0, True
        for c in b.countries.values():
            unknown = [state for state in self.states if (c.name, state) in b.unknown]
            if unknown and (not self.total or (c.name, self.total) in b.unknown):
                whole = False
                found -= sum([getattr(c, state) for state in unknown])
            found += self.here(c)
        for place in (self.track, *self.off_map):
            found += 0 if ("", place) in b.unknown else getattr(b, place)
            whole = whole and ("", place) not in b.unknown
        return found, whole

    def _due(self, w: StatementWriter, name: str, have: dict[str, int], s: Statement) -> dict[str, int]:
        """Return the number of pieces due in each state."""
        stated = {x: w.stated_value(name, x) for x in (*self.states, self.total) if x} if w.strict else {}
        stated[s.field] = s.value
        fixed = {x: int(stated[x]) for x in self.states if stated.get(x) is not None}
        free = [x for x in self.states if x not in fixed]
        due = {**have, **fixed}
        total = stated.get(self.total)
        if total is None and free and self.total and self._counted(w.play.board, name):
            total = sum(have.values())
        if total is not None:
            rest = max(0, total - sum(fixed.values()))
            due |= _spread({x: have[x] for x in free}, rest)
        elif w.strict:  # a piece stated in another state is turned over
            more = sum(max(0, fixed[x] - have[x]) for x in fixed)
            for x in free:
                turned = min(more, have[x])
                due[x] -= turned
                more -= turned
        return due


def _spread(have: dict[str, int], total: int) -> dict[str, int]:
    """Spread a total over the states with as few changes as possible.

    The first state gives and takes first.
    """
    due = dict(have)
    diff = total - sum(have.values())
    for state, n in have.items():
        change = max(diff, -n)
        due[state] += change
        diff -= change
    return due


class Pieces(CountFact):
    """Pieces on a country, in one state."""

    supply: Supply
    column: bool = True

    def write(self, w: StatementWriter, s: Statement) -> None:
        self.supply.settle(w, w.play.board[s.subject], s)

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return 1, 2, 3, 6, 12, 0


class AllPieces(CountFact):
    """Pieces on a country, in any state."""

    supply: Supply

    def actual(self, board: Board, s: Statement) -> Any:
        return self.supply.here(board[s.subject])

    def cells(self, board: Board, subject: str) -> Cell:
        return board[subject].place, self.supply.states

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        found = {(s.subject, self.name)}
        return frozenset(found if s.value else found | {(s.subject, state) for state in self.supply.states})

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        known = (subject, self.name) not in board.unknown
        if not known or not any((subject, state) in board.unknown for state in self.supply.states):
            return []
        return [Statement(subject, self.name, self.supply.here(board[subject]), NOWHERE)]

    def about(self, s: Statement, before: Any, after: Any) -> bool:
        return bool(sum(before) != sum(after))  # a piece that is turned over is still there

    def write(self, w: StatementWriter, s: Statement) -> None:
        self.supply.settle(w, w.play.board[s.subject], s)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ()

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        """Store nothing: the data of a country has its pieces by state."""

    def noted(self, board: Board, subject: str) -> str:
        return ""

    def load(self, board: Board, subject: str, given: Any) -> None:
        setattr(board[subject], self.supply.states[0], given)

    def problems(self, board: Board) -> Iterator[Problem]:
        return iter(())


class UnplacedPieces(Number):
    """The pieces at unknown places; a statement takes them from the track."""

    supply: Supply
    order: int = 4

    def write(self, w: StatementWriter, s: Statement) -> None:
        if not w.strict:
            Fact.write(self, w, s)
            return
        supply, board, have = self.supply, w.play.board, self.actual(w.play.board, s)
        track: int = getattr(board, supply.track)
        more = min(s.value - have, track)
        if have + more != s.value:
            w.short.append(f"no more {supply.noun[1]} are left on the track")
        w.write(self.name, (board, self.attribute, have + more), (board, supply.track, track - more), note=s.text)


class Track(Number):
    """The track of the pieces on no country.

    It changes only with them.
    """

    supply: Supply
    order: int = 5

    @property
    def excess_field(self) -> str:
        return self.supply.unplaced

    def _unplaced(self, board: Board) -> int:
        return getattr(board, self.supply.unplaced) if self.supply.unplaced else 0

    def holds(self, board: Board, s: Statement) -> bool:
        """Whether it equals the board's value, with or without omitted pieces."""
        off = s.value - self.actual(board, s)
        return off == 0 or bool(off > 0 and off == self._unplaced(board))

    def put_back(self, w: StatementWriter, s: Statement) -> None:
        """Return to the track the pieces that an earlier statement left out."""
        board = w.play.board
        if off := s.value - self.actual(board, s):
            track = getattr(board, self.attribute) + off
            w.write(self.name, (board, self.attribute, track), (board, self.supply.unplaced, 0), note=s.text)

    def write(self, w: StatementWriter, s: Statement) -> None:
        if not w.strict:
            Fact.write(self, w, s)
            return
        supply, board = self.supply, w.play.board
        more = s.value - self.actual(board, s)
        if not more:  # the unplaced pieces that are stated beside it have made it so
            return
        what = plural(abs(more), *supply.noun)
        w.short.append(f"the record names no country that {'has' if more < 0 else 'lacks'} the other {what}")
        if supply.unplaced and self._unplaced(board) >= more:  # the track is as stated, the rest is at an unknown place
            unplaced = self._unplaced(board) - more
            track = getattr(board, self.attribute) + more
            w.write(self.name, (board, self.attribute, track), (board, supply.unplaced, unplaced), note=s.text)

    def problems(self, board: Board) -> Iterator[Problem]:
        yield from Number.problems(self, board)
        supply = self.supply
        have, due = supply.all(board), supply.due(board)
        if board.unknown:
            have, whole = supply.known(board)
            have = have if whole else max(have, due)
        if have != due:
            message = f"there are {due} {supply.noun[1]} in the game; this position has {have}"
            yield Problem(supply.rule, message, "*", (self.name, *supply.states, supply.total))
