"""The changes of a play, as movements on the real board.

Each line moves, turns, places or removes things. Equal changes are summed up, and things back at their place are left
out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.facts.kinds import CountFact, Marker
from referee.engine.state.facts.pieces import Pieces, Supply
from referee.engine.state.journal import Change, Kind, take_back
from referee.engine.state.rewinder import twin
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import agree, listed, plural
from referee.reports import describe

Spot = tuple[str, str]
"""A country, "" for the board, and one of its fields."""
_PILES = {
    "discards": "the discard pile",
    "removed": "the removed cards",
    "lapsing": "the Lapsing box",
    "lapsing_markers": "the Lapsing box",
    "first_plot": "the 1st Plot box",
}
"""Piles of open cards, by the field of the board."""
_PUT = {
    "discards": "on the discard pile",
    "lapsing": "in the Lapsing box",
    "lapsing_markers": "in the Lapsing box",
    "first_plot": "in the 1st Plot box",
}
"""Verbs for a card from a hand to a pile."""
_BOXES = {"cells_track": "the Funding Track"}
"""Places of pieces whose field has a second name in a report."""
_STATES = {"actives": "Active", "sleepers": "to Sleeper"}
"""Words for turned pieces, by the field of their new state."""
_ELSEWHERE = frozenset({"deck", "decks", "reshuffles", "hand_j", "hand_us", "winner"})
"""Fields with a line of their own for their kind of change."""
_MARKERS = "markers"
_MARKED = ("governance", "alignment", "posture")
"""Fields without a marker in an unmarked country."""
_PLOTS = "plots"
_REMOVED = "removed"
_RESOLVED = "resolved"
"""The box of resolved Plots, whose changes appear with their country."""


@dataclass(slots=True)
class _Way:
    """Pieces on their way from one spot to another."""

    supply: Supply
    origin: Spot
    target: Spot
    n: int


def of(changes: Sequence[Change], rules: Ruleset, after: Board | None = None) -> list[str]:
    """The movements as sentences without a stop.

    They are between places, in each country, on the tracks and with cards. The board ``after`` the changes adds the
    markers that count pieces on the map (4.7.2, 4.7.6).
    """
    shown = [c for c in changes if describe.shown(c)]
    if not shown:
        return []
    return _Hand(shown, rules).lines(_counted(changes, after) if after is not None else ())


def _counted(changes: Sequence[Change], after: Board) -> list[str]:
    """The movements of the World Posture marker and of the victory markers."""
    before = twin(after)
    for change in reversed(changes):
        take_back(change, before)
    old, new = _counts(before), _counts(after)
    return [f"{name}: {old[name]} to {new[name]}" for name in new if old.get(name, new[name]) != new[name]]


def _counts(board: Board) -> dict[str, str]:
    """The values of these markers."""
    found = {"World Posture": q.world_posture_name(q.world_posture(board), "even")}
    return found | {g.title: str(g.count(board)) for g in board.rules.goals if g.count is not None}


class _Hand:
    """The changes of a play: first and last value of each field."""

    def __init__(self, changes: Sequence[Change], rules: Ruleset) -> None:
        self.changes, self.rules = changes, rules
        self.net: dict[Spot, tuple[Any, Any]] = {}
        for c in changes:
            for place, name, before, after in c.writes:
                self.net[place, name] = self.net.get((place, name), (before,))[0], after
        self.net = {spot: values for spot, values in self.net.items() if values[0] != values[1]}
        self.supplies: dict[str, Supply] = {}
        self.nouns: dict[str, tuple[str, str]] = {}
        for fact in rules.facts.on_country():
            if isinstance(fact, Pieces):
                s = fact.supply
                self.nouns[fact.attribute] = fact.noun
                self.supplies |= dict.fromkeys((*s.states, s.track, *s.boxes), s)

    def lines(self, counted: Iterable[str] = ()) -> list[str]:
        """All movements, with the counting markers after the tracks."""
        ways = self._ways()
        here: dict[str, list[str]] = {}
        between = []
        for way in ways:
            if way.origin[0] == way.target[0] != "":
                here.setdefault(way.target[0], []).append(f"turn {self._pieces(way)} {_STATES[way.target[1]]}")
            else:
                between.append(
                    f"Move {self._pieces(way)} from {self._place(way.origin)} to {self._place(way.target)}"
                    + self._turned(way)
                )
        tracks = []
        marked: dict[str, list[str]] = {}
        order = {f.attribute: i for i, f in enumerate(self.rules.facts.on_country()) if f.attribute}
        for (place, name), (before, after) in sorted(self.net.items(), key=lambda write: order.get(write[0][1], 0)):
            if name in _PILES or name in _ELSEWHERE:
                continue
            if place and name in _MARKED and not before:
                marked.setdefault(place, []).append(self._shown(place, name, after))
            elif place:
                here.setdefault(place, []).extend(self._in_country(place, name, before, after))
            elif name not in self.supplies and (sentence := self._on_board(name, before, after)):
                tracks.append(sentence)
        for place, values in marked.items():
            here.setdefault(place, []).insert(
                0, f"place {' '.join(values)}" if values[1:] else f"place a {values[0]} marker"
            )
        countries = [f"{name}: {'; '.join(parts)}" for name, parts in here.items() if parts]
        return [*between, *countries, *tracks, *counted, *self._cards(), *self._dealt()]

    # ------------------------------------------------------------ pieces

    def _ways(self) -> list[_Way]:
        """The ways of pieces: those of the changes, then the remaining ones."""
        left = {spot: after - before for spot, (before, after) in self.net.items() if spot[1] in self.supplies}
        found: dict[tuple[Spot, Spot], _Way] = {}

        def pair(origin: Spot, target: Spot) -> None:
            n = min(-left.get(origin, 0), left.get(target, 0))
            if n <= 0 or self.supplies[origin[1]] is not self.supplies[target[1]]:
                return
            left[origin] += n
            left[target] -= n
            way = found.setdefault((origin, target), _Way(self.supplies[origin[1]], origin, target, 0))
            way.n += n

        for c in self.changes:
            spots = [(place, name) for place, name, _, _ in c.writes if name in self.supplies]
            for origin in spots:
                for target in spots:
                    pair(origin, target)
        for origin in left:
            for target in sorted(left, key=lambda t: t[0] != origin[0]):
                pair(origin, target)
        # pieces with a way have their sentence
        self.net = {spot: values for spot, values in self.net.items() if left.get(spot, 1)}
        return list(found.values())

    def _pieces(self, way: _Way) -> str:
        """The pieces by state, on a track by their new one."""
        place, name = way.origin if way.origin[0] else way.target
        nouns = self.nouns[name] if place else way.supply.noun
        return plural(way.n, *nouns)

    def _turned(self, way: _Way) -> str:
        """Changes of state of pieces that move to another country."""
        (origin, before), (target, after) = way.origin, way.target
        if not origin or not target or before == after:
            return ""
        return f" and turn {agree(way.n, 'it', 'them')} {_STATES[after]}"

    def _place(self, spot: Spot) -> str:
        place, name = spot
        if place:
            return self.rules.named(place)
        fact = self.rules.facts.of_field(place, name)
        return _BOXES.get(name) or f"the {fact.label if fact is not None else name}"

    # ------------------------------------------------------------ everything else

    def _in_country(self, place: str, name: str, before: Any, after: Any) -> Iterator[str]:
        """Changes of one field of a country."""
        fact = self.rules.facts.of_field(place, name)
        if name == _PLOTS:
            yield from self._plots(place, before, after)
        elif name == _MARKERS:
            yield from _came_and_went(before, after)
        elif isinstance(fact, Marker):
            side = after if isinstance(after, str) else ""
            if before and after and side:
                yield f"flip the {fact.noun} marker to {side}"
            else:
                yield (
                    f"place a {fact.noun} marker{f' ({side})' * bool(side)}"
                    if after
                    else f"take the {fact.noun} marker away"
                )
        elif name in _MARKED and not after:
            yield f"take {self._shown(place, name, before)} away"
        elif isinstance(fact, CountFact):
            yield (
                f"place {fact.phrase(after - before)}" if after > before else f"take {fact.phrase(before - after)} away"
            )
        elif fact is not None and fact.label:
            yield f"{fact.label}: {fact.shown(before)} to {fact.shown(after)}"

    def _shown(self, place: str, name: str, value: Any) -> str:
        fact = self.rules.facts.of_field(place, name)
        return str(value) if fact is None else fact.shown(value)

    def _plots(self, place: str, before: tuple[int, ...], after: tuple[int, ...]) -> Iterator[str]:
        """Plot markers, each by the note of its change."""
        came, gone = set(after) - set(before), set(before) - set(after)
        notes: Counter[str] = Counter()
        for change in self.changes:
            for where, name, old, new in change.writes:
                if where == place and name == _PLOTS:
                    moved = set(new) - set(old) & came | (set(old) - set(new)) & gone
                    verb = "place" if len(new) > len(old) else "move"
                    notes[f"{verb} {change.note}"] += len(moved & (came | gone))
        yield from (note if n == 1 else f"{note} ({n} times)" for note, n in notes.items() if n)

    def _on_board(self, name: str, before: Any, after: Any) -> str:
        """A change of a track or box; "" for an abstract one."""
        fact = self.rules.facts.of_field("", name)
        if name == _MARKERS:
            return f"Event Box: {'; '.join(_came_and_went(before, after))}"
        if fact is None or not fact.label:
            return ""
        if name == _RESOLVED:
            n = len(before) - len(after)
            return f"Move {plural(n, 'Plot')} from the {fact.label} to the Available Plots" if n > 0 else ""
        if isinstance(after, bool):
            return fact.changed(before, after)
        return f"{fact.label}: {fact.shown(before)} to {fact.shown(after)}"

    def _cards(self) -> Iterator[str]:
        """Cards added to a pile or moved between piles."""
        piles = {
            name: (_cards(before), _cards(after)) for (_, name), (before, after) in self.net.items() if name in _PILES
        }
        from_where = {n: name for name, (old, new) in piles.items() for n in (old - new).elements()}
        shuffled = any(c.kind is Kind.RESHUFFLE for c in self.changes)
        ways: dict[tuple[str, str], list[str]] = {}
        for name, (old, new) in piles.items():
            for n in (new - old).elements():
                ways.setdefault((from_where.pop(n, ""), name), []).append(self.rules.card_name(n))
        for n, name in from_where.items():
            if not shuffled:
                ways.setdefault((name, ""), []).append(self.rules.card_name(n))
        for (origin, target), cards in ways.items():
            if not target:
                yield f"Take {listed(cards)} from {_PILES[origin]}"
            elif target == _REMOVED:
                yield f"Remove {listed(cards)} from the game"
            elif origin and _PILES[origin] != _PILES[target]:
                yield f"Move {listed(cards)} from {_PILES[origin]} to {_PILES[target]}"
            elif not origin:
                yield f"Put {listed(cards)} {_PUT[target]}"

    def _dealt(self) -> Iterator[str]:
        """Cards of the Draw Deck, and a victory."""
        for c in self.changes:
            if c.kind is Kind.RESHUFFLE:
                yield "Shuffle the discard pile into a new Draw Deck"
            elif c.kind is Kind.DEAL:
                yield f"Deal cards: {c.subject}"
            elif c.kind is Kind.DRAW:
                yield f"Draw a card for the {c.subject}"
            elif c.kind is Kind.VICTORY:
                yield describe.change(c, self.rules)


def _cards(pile: Any) -> Counter[int]:
    """The cards of a pile, or of a box for one card."""
    return Counter(pile if isinstance(pile, tuple) else () if pile is None else (pile,))


def _came_and_went(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """Event markers placed and removed."""
    old, new = Counter(before), Counter(after)
    yield from (f"place the marker {name}" for name in (new - old).elements())
    yield from (f"take the marker {name} away" for name in (old - new).elements())
