"""Plot markers on the map and in the boxes.

Those on the map are face down or known, each with the knowledge about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.data import N_WMD, PLOT_SUPPLY
from referee.engine.state.facts.fact import NOWHERE, Fact, Problem, StatementWriter, Where
from referee.engine.state.facts.kinds import DerivedFact, Number
from referee.engine.state.queries import Queries
from referee.engine.state.script import Statement
from referee.engine.state.words import agree, counts, plural

if TYPE_CHECKING:
    from referee.engine.state.board import Board

NO_LIMIT = 9
STATED = "the set-up states"
"""Name of the note that a set-up block states a WMD box."""


def seen(board: Board, subject: str) -> tuple[str, ...]:
    """Return the Plot markers of a country by value, oldest first.

    "?" if unknown.
    """
    return tuple([hidden.known(board, t) or "?" for t in board[subject].plots])


def available(board: Board) -> tuple[str, ...]:
    """The known Available markers, sorted, then "?" for the rest."""
    counts = hidden.supply(board)
    worlds = hidden.blameless(board)
    found: list[str] = []
    for v in hidden.VALUES:
        most = max((sum(x == v for _, x in a) for a, _ in worlds), default=0)
        found += [v] * (counts[v] - most)
    total = hidden.available_count(board)
    return tuple(found + ["?"] * (total - len(found)))


class PlotMarkers(Fact):
    """Plot markers on a country: by value, or only their number."""

    empty: Any = ()
    order: int = 6

    def actual(self, board: Board, s: Statement) -> Any:
        return len(board[s.subject].plots) if isinstance(s.value, int) else seen(board, s.subject)

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.actual(board, s)
        if isinstance(s.value, int):
            return bool(have == s.value)
        return len(s.value) == len(have) and all("?" in (a, b) or a == b for a, b in zip(s.value, have, strict=True))

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        found = seen(board, subject)
        return (found,) if found else ()

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return ("?",), ("?", "?"), ("?", "?", "?"), ("W",)

    def absence(self, board: Board, subject: str) -> list[Any]:
        return [0] if any(name == "plots" for _, name in board.unknown) else []

    def write(self, w: StatementWriter, s: Statement) -> None:
        self.lay(w, s, ("?",) * s.value if isinstance(s.value, int) else s.value, {})

    @staticmethod
    def lay(w: StatementWriter, s: Statement, values: Iterable[str], limits: dict[int, int], country: str = "") -> None:
        """Replace the Plot markers of a country; ``limits`` by place, from 1."""
        b, play, name = w.play.board, w.play, country or s.subject
        for token in b[name].plots:
            play.remove_plot(name, token, "?", rule=w.rule, used=False)
        for k, v in enumerate(values, 1):
            if w.strict and not hidden.available_count(b) and not (v == "W" and _released(b)):
                w.short.append("no more Plot markers are Available")
                return
            if v == "W" and not hidden.can_place(b, "W"):
                w.write(name, (b, "wmd_available", b.wmd_available + 1), note=s.text)
                if wmd_stored(b) + b.wmd_available > wmd_in_game(b):
                    source = "wmd_box" if b.wmd_box else "arsenal"
                    w.write(name, (b, source, max(0, getattr(b, source) - 1)), note=s.text)
            elif w.strict and v not in "?W" and not hidden.can_place(b, v):
                w.short.append(f"no Plot {v} is Available")
                continue
            play.place_plot(name, v, limit=limits.get(k, NO_LIMIT), rule=w.rule, stated=not w.strict)

    lies: bool = True

    def words(self, value: Any) -> str:
        return str(value) if isinstance(value, int) else " ".join(value) or "none"

    def phrase(self, value: Any) -> str:
        if isinstance(value, int):
            return plural(value, "Plot", none="no")
        return f"{agree(len(value), 'Plot')} {' '.join(value)}" if value else "no Plots"

    def several(self, values: Iterable[int]) -> str:
        numbers = set(values)
        return counts(numbers, "Plot") if all(numbers) else Fact.several(self, numbers)

    def shown(self, value: Any) -> str:
        return f"{len(value)}"

    def data(self, board: Board, subject: str) -> Any:
        return list(seen(board, subject)) or None

    def noted(self, board: Board, subject: str) -> str:
        return ", ".join(f"Plot {v}" for v in seen(board, subject))

    def drawn(self, board: Board, subject: str) -> Any:
        return list(seen(board, subject))

    def problems(self, board: Board) -> Iterator[Problem]:
        on_map: Counter[str] = Counter()
        for name in board.countries:
            on_map.update(seen(board, name))
        for value, most in PLOT_SUPPLY.items():
            if on_map[value] > most:
                marker = "one Plot" if most == 1 else plural(most, "Plot")
                message = (
                    f"there {agree(most, 'is', 'are')} only {marker} of value {value}; the position has {on_map[value]}"
                )
                yield Problem("4.8.1", message, "*", (self.name,))
        most_wmd = wmd_in_game(board)
        if sum(on_map.values()) > sum(PLOT_SUPPLY.values()) + most_wmd:
            message = f"there are {sum(PLOT_SUPPLY.values())} numbered Plots and {most_wmd} WMD"
            yield Problem("4.8.1", message, "*", (self.name,))
        wmd = wmd_stored(board) + max(board.wmd_available, on_map["W"])
        if wmd > most_wmd:
            message = f"there are {most_wmd} WMD markers in the game; this position has {wmd}"
            yield Problem("4.7.8.1", message, "*", ("wmd out", "available", "wmd box", "arsenal", self.name))
        if min(hidden.available_count(board), board.wmd_available) < 0:
            yield Problem("4.8.1", "there are fewer Plot markers Available than none", "*", (self.name, "available"))


class PlotsOnMap(DerivedFact):
    """The number of Plot markers on the map."""

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        none = not self.count(board) and not any(name == "plots" for _, name in board.unknown)
        return [Statement("", self.name, 0, NOWHERE)] if none else []


def wmd_in_game(board: Board) -> int:
    """Return the number of WMD markers in the game (4.7.8.1)."""
    return q.modified(Queries.WMD_IN_THE_GAME, board, "", N_WMD)


def wmd_stored(board: Board) -> int:
    """Return the number of stored WMD markers, not yet Available (4.7.8.1)."""
    return q.modified(Queries.WMD_STORED, board, "", board.wmd_box + board.arsenal)


def _released(b: Board) -> bool:
    return bool(b.wmd_box or b.arsenal)


class WmdStore(Number):
    """WMD markers in a store; those that leave it become Available."""

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return () if wmd_stored(board) == wmd_in_game(board) else (getattr(board, self.attribute),)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        have = getattr(b, self.attribute)
        if not w.strict:
            w.write(self.name, (b, self.attribute, s.value), note=s.text)
            w.play.remember(f"{STATED} {self.attribute}", True, rule=w.rule)
            return
        value = min(s.value, self.high)
        if value > have:
            most = have + wmd_in_game(b) - wmd_stored(b) - len(_wmd_on_map(b))
            if value > most:
                w.short.append("every other WMD marker is somewhere else")
            value = min(value, max(have, most))
        out = wmd_out(b)
        released = have - value if value < have else -max(0, value - have - out)
        w.write(self.name, (b, self.attribute, value), (b, "wmd_available", b.wmd_available + released), note=s.text)


def wmd_out(b: Board) -> int:
    """WMD markers out of the game (8.5.5)."""
    return wmd_in_game(b) - wmd_stored(b) - b.wmd_available


def _wmd_on_map(b: Board) -> list[int]:
    return [t.number for t in b.tokens if hidden.known(b, t.number) == "W"]


class WmdOut(Fact):
    """WMD markers out of the game (8.5.5)."""

    order: int = 4

    def actual(self, board: Board, s: Statement) -> Any:
        return wmd_out(board)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return () if wmd_stored(board) == wmd_in_game(board) else (wmd_out(board),)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        left = max(0, wmd_in_game(b) - wmd_stored(b) - s.value)
        if w.strict and left < len(_wmd_on_map(b)):
            w.short.append("no other WMD marker is Available")
            left = len(_wmd_on_map(b))
        w.write(self.name, (b, "wmd_available", left), note=s.text)


class AvailablePlots(Fact):
    """The Available Plots box."""

    listing = True
    order: int = 8
    in_vain: bool = True

    def actual(self, board: Board, s: Statement) -> Any:
        return available(board)

    def holds(self, board: Board, s: Statement) -> bool:
        have = available(board)
        return len(have) == len(s.value) and all(have.count(v) <= s.value.count(v) for v in hidden.VALUES)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (available(board),) if board.tokens or board.wmd_available else ()

    def cells(self, board: Board, subject: str) -> None:
        return None

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        return frozenset({("", "wmd_available"), *((name, "plots") for name in board.names)} & board.unknown)

    def plain(self, board: Board) -> Any:
        return hidden.available_count(board)

    def drawn(self, board: Board, subject: str) -> Any:
        return list(available(board))

    def write(self, w: StatementWriter, s: Statement) -> None:
        """Write the WMD markers in the box, with consequences for face-down markers."""
        b = w.play.board
        on_map = sorted({sum(x == "W" for _, x in assigned) for assigned, _ in b.worlds})
        least, most = s.value.count("W"), s.value.count("W") + s.value.count("?")
        if not any(least <= b.wmd_available - n <= most for n in on_map):
            due = least + (on_map[0] if on_map else 0)
            for store in ("wmd_box", "arsenal") if w.strict else ():
                missing = due - wmd_in_game(b) + wmd_stored(b)
                stated = b.recall(f"{STATED} {store}") or w.stated_value("", store.replace("_", " ")) is not None
                if missing > 0 and not stated:  # they come out of their boxes
                    w.write(self.name, (b, store, max(0, getattr(b, store) - missing)))
            if w.strict and due > wmd_in_game(b) - wmd_stored(b):
                due = wmd_in_game(b) - wmd_stored(b)
                w.short.append("every other WMD marker is somewhere else")
            w.write(self.name, (b, "wmd_available", due))
        if not w.strict:
            supply = hidden.supply(b)
            fitting = tuple(
                world
                for world in b.worlds
                if all(supply[v] - sum(x == v for _, x in world[0]) >= s.value.count(v) for v in hidden.VALUES)
            )
            if fitting:
                w.play.learn_of_plots(w.kind, self.name, w.rule, (fitting, b.tokens))

    def problems(self, board: Board) -> Iterator[Problem]:
        if not board.worlds:
            yield Problem("8.5.4", "no values fit the Plot markers on the map", "*", ("plots", self.name))


def _each(board: Board) -> Iterator[tuple[str, int, int]]:
    """Yield country, place from 1, and token of each Plot."""
    for name, c in board.countries.items():
        for k, token in enumerate(c.plots, 1):
            yield name, k, token


class TaggedPlots(Fact):
    """Plot markers with a tag.

    Its bars are about the country of a marker.
    """

    order: int = 8
    in_vain: bool = True

    def actual(self, board: Board, s: Statement) -> Any:
        return tuple((name, k) for name, k, t in _each(board) if t in getattr(board, self.attribute))

    def holds(self, board: Board, s: Statement) -> bool:
        return all(v in self.actual(board, s) for v in s.value)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        tagged = getattr(board, self.attribute)
        return [((name, k),) for name, k, t in _each(board) if t in tagged] if tagged else ()

    def words(self, value: Any) -> str:
        return ", ".join(f"{name}#{k}" for name, k in value) or "none"

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        have = getattr(b, self.attribute)
        tagged = [b[n].plots[k - 1] for n, k in s.value if 1 <= k <= len(b[n].plots)]
        w.write(self.name, (b, self.attribute, (*have, *(t for t in tagged if t not in have))), note=s.text)

    def problems(self, board: Board) -> Iterator[Problem]:
        tagged = getattr(board, self.attribute)
        for name, k, token in _each(board) if tagged else ():
            for bar in self.bars:
                if token in tagged and bar.test(board[name]):
                    yield Problem(
                        bar.rule, board.rules.named(name).with_predicate(bar.why), "", (self.name,), ((name, k),)
                    )


class Limit(Fact):
    """The highest possible number of a face-down Plot marker (8.5.2).

    It was fixed when the marker was placed.
    """

    order: int = 7
    in_vain: bool = True

    def actual(self, board: Board, s: Statement) -> Any:
        limits = {t.number: t.limit for t in board.tokens}
        return tuple((name, k, limits[t]) for name, k, t in _each(board) if limits[t] < NO_LIMIT)

    def holds(self, board: Board, s: Statement) -> bool:
        return all(v in self.actual(board, s) for v in s.value)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        if not board.tokens:
            return ()
        limits = {t.number: t.limit for t in board.tokens}
        hidden_ones = [(n, k, t) for n, k, t in _each(board) if limits[t] < NO_LIMIT and not hidden.known(board, t)]
        return [((n, k, limits[t]),) for n, k, t in hidden_ones]

    def words(self, value: Any) -> str:
        return ", ".join(f"{name}#{k} {n}" for name, k, n in value) or "none"

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        limits = {t.number: t.limit for t in b.tokens}
        for name, k, limit in s.value:
            if 1 <= k <= len(b[name].plots):
                placed = {i: limits[t] for i, t in enumerate(b[name].plots, 1)} | {k: limit}
                PlotMarkers.lay(w, s, seen(b, name), placed, name)
            elif w.strict:
                w.short.append(f"there is no Plot marker {name}#{k}")
