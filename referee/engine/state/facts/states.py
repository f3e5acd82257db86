"""The states of a country and its event markers.

Each of these facts covers several fields or places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee.engine.state.data import GOVERNANCE_NAMES, GOVERNANCE_VALUES, CountryData
from referee.engine.state.facts.fact import NOWHERE, Bar, Cell, Fact, Problem, StatementWriter, Where
from referee.engine.state.facts.kinds import ChoiceFact, Marker, rests_of_names
from referee.engine.state.script import Statement
from referee.engine.state.words import listed

if TYPE_CHECKING:
    from referee.engine.state.board import Board


ANYWHERE: tuple[str, ...] = ()
"""The place of an event marker that may lie on any country."""


class Governance(Fact):
    """Governance by its number, 0 for an unmarked country.

    "Unmarked" of a non-Muslim country means its Posture.
    """

    def _posture(self, board: Board, s: Statement) -> bool:
        return s.value == 0 and not board[s.subject].data.muslim

    def actual(self, board: Board, s: Statement) -> Any:
        c = board[s.subject]
        return c.posture if self._posture(board, s) else c.governance

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.actual(board, s)
        return not have if self._posture(board, s) else bool(have == s.value)

    def defining_rule(self, board: Board, s: Statement) -> str:
        return "4.3.2" if self._posture(board, s) else self.rule

    def forbids(self, board: Board, s: Statement) -> str:
        data = board[s.subject].data
        if data.muslim or s.value in (0, data.governance):
            return ""
        return self._printed(data)

    def cells_of(self, board: Board, s: Statement) -> Cell | None:
        return (s.subject, ("posture",)) if self._posture(board, s) else self.cells(board, s.subject)

    def _printed(self, data: CountryData) -> str:
        """The rule for a non-Muslim country's printed Governance."""
        return "4.4" if data.kind == "iran" else "4.3.1"

    def _fixed(self, board: Board, subject: str) -> str:
        """A sentence on the Governance that a non-Muslim country has."""
        return f"{board.rules.named(subject):has} its Governance printed on the map"

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        if s.value == 0 and not board[s.subject].data.muslim:
            return frozenset(((s.subject, "posture"),))
        return frozenset((s.subject, name) for name in ("governance", "alignment")[: 2 if s.value == 0 else 1])

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return GOVERNANCE_NAMES if board[subject].data.muslim else ()

    def absence(self, board: Board, subject: str) -> list[Any]:
        return [0] if board[subject].data.muslim else []

    def write(self, w: StatementWriter, s: Statement) -> None:
        c = w.play.board[s.subject]
        if self._posture(w.play.board, s):
            w.write(s.subject, (c, "posture", ""), note=s.text)
        elif c.data.muslim:
            alignment = (c.alignment or "neutral") if s.value else ""
            w.write(s.subject, (c, "governance", s.value), (c, "alignment", alignment), note=s.text)
        elif w.strict:
            w.short.append(self._fixed(w.play.board, s.subject))
        else:
            w.write(s.subject, (c, "governance", s.value), note=s.text)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        c = board[subject]  # a country that became Muslim would read as it was printed
        return (c.governance,) if c.data.muslim and (c.governance or c.data.governance) else ()

    def load(self, board: Board, subject: str, given: Any) -> None:
        c = board[subject]
        c.governance = GOVERNANCE_VALUES.get(given, c.governance)

    def words(self, value: Any) -> str:
        return GOVERNANCE_NAMES.get(value, str(value).capitalize())

    def shown(self, value: Any) -> str:
        return self.words(value)

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        c = board[subject]
        if c.data.muslim:
            found[self.key] = GOVERNANCE_NAMES[c.governance] if c.governance else None

    def problems(self, board: Board) -> Iterator[Problem]:
        for name, c in board.countries.items():
            if not c.data.muslim and c.governance != c.data.governance:
                yield Problem(self._printed(c.data), self._fixed(board, name), name, (self.name,))


class Alignment(ChoiceFact):
    """Alignment, which every marked Muslim country has."""

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        if board[subject].data.muslim:
            found[self.key] = board[subject].alignment.capitalize() or None

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        c = board[subject]
        return (c.alignment,) if c.data.muslim and c.governance else ()


class Posture(ChoiceFact):
    """The Posture of a non-Muslim country.

    ``fixed`` are countries with a Posture that is stated elsewhere or never changes.
    """

    fixed: tuple[str, ...] = ()

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        if board[subject].data.non_muslim:
            found[self.key] = board[subject].posture.capitalize() or None

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        c = board[subject]
        return (c.posture,) if c.data.non_muslim and c.posture and subject not in self.fixed else ()

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        return frozenset() if s.subject in self.fixed else ChoiceFact.rests_on(self, board, s)

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        c = board[subject]
        if not c.data.non_muslim or subject in self.fixed or (subject, self.attribute) in board.unknown:
            return []
        known = Statement(subject, self.name, c.posture, NOWHERE)
        return [known if c.posture else Statement(subject, "governance", 0, NOWHERE)]


class TrackPosture(ChoiceFact):
    """The Posture of one country, stated like a track."""

    country: str

    def holder(self, board: Board, subject: str) -> Any:
        return board[self.country]

    def plain(self, board: Board) -> Any:
        return board[self.country].posture.capitalize()

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (board[self.country].posture,)

    def drawn(self, board: Board, subject: str) -> Any:
        return board[self.country].posture

    def problems(self, board: Board) -> Iterator[Problem]:
        return iter(())


class SidedMarker(Marker):
    """A marker with sides of its own colour.

    "any" states its presence with either side up. ``lasting`` is the side that a player may always have turned up.
    """

    lasting: str = ""
    empty: Any = ""

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.actual(board, s)
        if s.value == "any" or (s.value and s.value == self.lasting):
            return bool(have)
        return bool(have == s.value)

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return [form.value for form in self.forms if form.value != "any"]

    def write(self, w: StatementWriter, s: Statement) -> None:
        value = self.lasting if s.value == "any" else s.value
        w.write(s.subject, (w.play.board[s.subject], self.attribute, value), note=s.text)

    def words(self, value: Any) -> str:
        return f"no {self.noun}" if not value else self.noun + ("" if value == "any" else f" ({value})")

    def phrase(self, value: Any) -> str:
        return self.words(value)

    def changed(self, before: Any, after: Any) -> str:
        if before and after:
            return Fact.changed(self, before, after)
        return f"{self.label} {'placed' if after else 'removed'}" + (f", {after}" if after else "")

    def noted(self, board: Board, subject: str) -> str:
        value = getattr(board[subject], self.attribute)
        return f"{self.noun} ({value})" if value else ""


class EventMarkers(Fact):
    """Event markers by name, in a country or the Event Box.

    ``absent`` is for the statement of an absence. ``places`` names the possible countries of each, "" for the Event
    Box; ``barred_by`` the bars of a marker that may be anywhere. ``sides`` are the two sides of one piece;
    ``both_sides`` are names for either side of it, each with the name of the other side.
    """

    by_name = True
    places: Mapping[str, tuple[str, ...]]
    barred_by: Mapping[str, tuple[Bar, ...]] = {}
    sides: Mapping[str, str]
    both_sides: Mapping[str, str] = {}
    absent: bool = False
    empty: Any = ()

    def actual(self, board: Board, s: Statement) -> Any:
        if s.subject:
            return board[s.subject].markers
        return (*board.markers, *(m for c in board.countries.values() for m in c.markers))

    def holds(self, board: Board, s: Statement) -> bool:
        there = self.actual(board, s)
        return any(name in there for name in self.names(s)) is not self.absent

    def names(self, s: Statement) -> tuple[str, ...]:
        """Return the markers that a statement may mean.

        Its own, and the other side of a marker with a single name.
        """
        other = self.both_sides.get(s.value)
        return (s.value,) if other is None else (s.value, other)

    def about(self, s: Statement, before: Any, after: Any) -> bool:
        names = self.names(s)
        return any((n in old) != (n in new) for old, new in zip(before, after, strict=True) for n in names)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return () if self.absent else self.holder(board, subject).markers

    def words(self, value: Any) -> str:
        return value if isinstance(value, str) else ", ".join(value) or "none"

    def shown(self, value: Any) -> str:
        return ", ".join(value) or "none"

    def apart(self, board: Board, s: Statement) -> str:
        where = f" in {board.rules.named(s.subject)}" if s.subject else ""
        if self.absent:
            return f"no {s.value}{where}; it is {'there' if where else 'in effect'}"
        return f"{s.value}{where}; it is not {'there' if where else 'in effect'}"

    def off(self, board: Board, s: Statement) -> Any:
        return s.value

    def lies_only(self, name: str, where: str) -> bool:
        """Whether a marker may be at a place, and at few others."""
        return where in self.places.get(name, ())

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        if self.absent and s.value is not None and not s.subject:
            return frozenset(w for w in self._anywhere(board, s.value) if rests_of_names(board, w, s.value))
        where = self.place(s.value, s.subject) if s.value in self.places else s.subject
        return rests_of_names(board, (where, self.attribute), s.value)

    def _anywhere(self, board: Board, name: str) -> Iterable[Where]:
        """Return every possible place of a marker."""
        return [(where, self.attribute) for where in ("", *board.names) if self._may_lie(name, where)]

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return [] if self.absent else [n for n in self.places if self._may_lie(n, subject) and subject]

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        there = self.holder(board, subject).markers
        told = [n for where, name, n in board.named if (where, name) == (subject, self.attribute)]
        if (subject, self.attribute) not in board.unknown:
            told = list(there)
        return [Statement(subject, self.name, n, NOWHERE) for n in sorted(told) if (n in there) is not self.absent]

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        if self.absent:
            for place in (b[s.subject],) if s.subject else (b, *b.countries.values()):
                for name in self.names(s):
                    self._take(w, place, name)
            return
        where = self.place(s.value, s.subject)
        if w.strict and not self._may_lie(s.value, where):
            w.short.append(f"{s.value} can be only {self._where(s.value)}")
            return
        target: Any = b[where] if where else b
        if w.strict:
            twin = self.sides.get(s.value) or next((k for k, v in self.sides.items() if v == s.value), "")
            alone = len(self.places[s.value]) <= 1
            for place in (b, *b.countries.values()):
                if place is not target:
                    for name in (s.value, twin) if alone else (twin,):
                        self._take(w, place, name)
                elif twin:
                    self._take(w, place, twin)
        if s.value not in target.markers:
            w.write(where or "Event Box", (target, "markers", (*target.markers, s.value)), note=s.value)

    def place(self, name: str, subject: str) -> str:
        """Return the country for a marker stated of ``subject``.

        Returns "" for the Event Box.
        """
        places = self.places[name]
        return places[0] if len(places) == 1 and (not subject or places == ("",)) else subject

    def _may_lie(self, name: str, where: str) -> bool:
        return where in self.places[name] or (self.places[name] == ANYWHERE and bool(where))

    def _take(self, w: StatementWriter, place: Any, name: str) -> None:
        if name in place.markers:
            where = getattr(place, "name", "Event Box")
            w.write(where, (place, "markers", tuple(m for m in place.markers if m != name)), note=f"{name} removed")

    def _where(self, name: str) -> str:
        places = self.places[name]
        return "in the Event Box" if places == ("",) else f"in {listed(places) or 'a country'}"

    def data(self, board: Board, subject: str) -> Any:
        found = list(self.holder(board, subject).markers)
        return found or (None if subject else found)

    def load(self, board: Board, subject: str, given: Any) -> None:
        self.holder(board, subject).markers = tuple(given)

    def noted(self, board: Board, subject: str) -> str:
        return ", ".join(board[subject].markers)

    def drawn(self, board: Board, subject: str) -> Any:
        return list(self.holder(board, subject).markers)

    def problems(self, board: Board) -> Iterator[Problem]:
        if self.absent:
            return
        found: dict[str, list[str]] = {}
        for where, names in (("", board.markers), *((c.name, c.markers) for c in board.countries.values())):
            for name in names:
                found.setdefault(name, []).append(where)
        for name, there in found.items():
            if len(there) > 1 and (len(self.places[name]) < 2 or len(set(there)) < len(there)):
                said = listed([w or "the Event Box" for w in there])
                yield Problem(
                    "6.2.7", f"there is only one marker {name}; the position has it in {said}", "*", (self.name,), name
                )
            for where in there:
                if not self._may_lie(name, where):
                    message = f"the marker {name} can be only {self._where(name)}, not in {where or 'the Event Box'}"
                    yield Problem("6.2.7", message, where, (self.name,), name)
                for bar in self.barred_by.get(name, ()) if where else ():
                    if bar.test(board[where]):
                        message = (
                            f"{board.rules.named(where).with_predicate(bar.why)}, so the marker {name} cannot lie there"
                        )
                        yield Problem(bar.rule, message, where, (self.name, "governance"), name)
            other = self.sides.get(name)
            if other in found:
                yield Problem(
                    "6.2.8",
                    f"{board.rules.named(name):is} the other side of {other}: both cannot be in effect",
                    "*",
                    (self.name,),
                    name,
                )


class NoPieces(Fact):
    """The absence of pieces on a country, one statement for several facts."""

    fields: Mapping[str, str]
    """Fields of a country, each with the track of its pieces, "" for none."""

    def actual(self, board: Board, s: Statement) -> Any:
        c = board[s.subject]
        return not any(getattr(c, name) for name in self.fields)

    def holds(self, board: Board, s: Statement) -> bool:
        return bool(self.actual(board, s))

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        return []

    def words(self, value: Any) -> str:
        return self.name if value else f"not {self.name}"

    def cells(self, board: Board, subject: str) -> Cell:
        return board[subject].place, tuple(self.fields)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ()

    def write(self, w: StatementWriter, s: Statement) -> None:
        b, c = w.play.board, w.play.board[s.subject]
        back: dict[str, int] = {}
        for name, track in self.fields.items():
            if track:
                back[track] = back.get(track, 0) + getattr(c, name)
        writes = [(c, name, type(getattr(c, name))()) for name in self.fields]
        w.write(s.subject, *[(b, track, getattr(b, track) + n) for track, n in back.items()], *writes, note=s.text)
