"""The drawing of the map as the templates use it, and how it changes in the course of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.ruleset import Ruleset
from referee.reports.report import boxes, geography
from referee.reports.report.boxes import Look
from referee.reports.report.replay import Difference, Move, Replay


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything of the map that does not change in a game."""

    size: tuple[int, int]
    other: str
    """Land that belongs to no country of the game."""
    spaces: list[geography.Space]
    connections: list[geography.Line]
    links: list[geography.Line]
    leaders: list[geography.Line]
    anchors: list[tuple[int, int]]
    """Where the leaders end."""
    stubs: list[tuple[str, int, int, str]]
    """Connections across the edge of the map: path, place of the words, words."""
    schengen: tuple[int, int]
    """Where the name of the Schengen area stands."""
    shapes: dict[str, str]
    """Outlines of the signs, around their middle."""
    plates: dict[str, tuple[float, float, float]]
    """Signs with words on a plate: height, radius of the corners, base line."""
    later: bool
    """Whether the map has what chapter 11 lays on it."""


def drawing(rules: Ruleset) -> Drawing:
    """The map of a ruleset."""
    data, later = geography.MAP, geography.later(rules)
    more = geography.LATER if later else {"shapes": {}, "plates": {}}
    return Drawing(
        size=(geography.WIDTH, geography.HEIGHT),
        other=geography.COAST["other"],
        spaces=geography.spaces(rules),
        connections=geography.lines(rules),
        links=geography.links(geography.places(rules)),
        leaders=geography.leaders(geography.places(rules)),
        anchors=[(at[0], at[1]) for at in geography.LEADERS.values()],
        stubs=data["stubs"],
        schengen=data["schengen"],
        shapes={**data["shapes"], **more["shapes"]},
        plates={**data["plates"], **more["plates"]},
        later=later,
    )


def arrows(spaces: Sequence[geography.Space], looks: Sequence[Look], moves: Sequence[Move]) -> list[tuple[str, str]]:
    """The arrows of what went from one country to another: path and kind."""
    return [(geography.arrow(spaces[a], spaces[b], (looks[a].height, looks[b].height)), kind) for a, b, kind in moves]


class Looks:
    """The looks of all countries through a game, each kept once for the page's script."""

    def __init__(self, rules: Ruleset, game: Replay) -> None:
        self._spaces = geography.spaces(rules)
        self._states: list[dict[str, Any]] = [{} for _ in self._spaces]
        self._number: dict[Look, int] = {}
        self._apply(game.start)
        self._now = [boxes.look(s, c) for s, c in zip(self._spaces, self._states, strict=True)]
        self.start = [self._index(look) for look in self._now]
        """The number of each country's look at the beginning."""
        self.steps: list[list[list[int]]] = []
        """For each step the countries that it changes: index, number of the look, places of the marks that are new."""
        self.arrows: list[list[tuple[str, str]]] = []
        """For each step what went from one country to another: the path, and what it was (cell or troops)."""
        for moment in game.moments:
            self.steps.append(self._step(moment.differences))
            self.arrows.append(arrows(self._spaces, self._now, moment.moves))

    def _index(self, look: Look) -> int:
        return self._number.setdefault(look, len(self._number))

    def _apply(self, differences: list[Difference]) -> set[int]:
        touched = set()
        for i, name, value in differences:
            if i >= 0:
                self._states[i][name] = value
                touched.add(i)
        return touched

    def _step(self, differences: list[Difference]) -> list[list[int]]:
        found = []
        for i in sorted(self._apply(differences)):
            before, self._now[i] = self._now[i], boxes.look(self._spaces[i], self._states[i])
            found.append([i, self._index(self._now[i]), *boxes.fresh(self._now[i], before)])
        return found

    def data(self) -> list[Any]:
        """All looks by their number: the tone, the height of the box, and the marks."""
        return [[look.tone, look.height, [m.data() for m in look.marks]] for look in self._number]
