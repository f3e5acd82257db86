"""The big test: self-played games against everything that has to hold of any game.

Of each game: after every action the pieces, markers, Plots and cards add up, the tracks are in range, what is derived is
what a recount gives, and undoing the journal gives the earlier position exactly; of its record: it checks clean, the
referee's board is the board that was played, it formats to itself, and it goes to JSON and back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.editions.base.events.cards_109_120 import is_spike
from referee.engine import queries as q
from referee.engine.ask import Field
from referee.engine.board import HARD, SOFT, US, Board, differing, snapshot, state
from referee.engine.data import (
    FAIR,
    GOOD,
    ISLAMIST_RULE,
    PLOT_SUPPLY,
    POOR,
)
from referee.engine.facts.cards import beside_the_deck
from referee.engine.line import Line
from referee.engine.script import all_said
from referee.engine.setup import Setup
from referee.engine.tables.random import RandomTable
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_json, read_text, to_json
from referee.trials.selfplay import Game, LostError, SelfPlay

_PLACE = re.compile(r"Place\([^()]*\)")
_OF_LINES = ("tokens", "worlds", "sightings", "memo", "obligations", "held_j", "held_us", "sighted")
"""What on the board names lines of the record, which self-play numbers in its own way."""


def problems(b: Board, aside: int = 0) -> Iterator[str]:
    """What does not add up on a board; nothing if all is well."""
    yield from (p.sentence for p in b.rules.facts.problems(b))
    yield from _plots(b)
    yield from _cards(b, aside)
    yield from _derived(b)
    if b.rules.recount is not None:
        yield from b.rules.recount(b)


def _plots(b: Board) -> Iterator[str]:
    lying = [t for c in b.countries.values() for t in c.plots]
    if b.rules.recount is None and sorted(lying) != sorted(t.number for t in b.tokens):
        yield "Plot markers on the map are not those that are known"
    aside = q.modified("numbered plots set aside", b, "", (0, 0, 0))
    if tuple(n + m for n, m in zip(b.numbered, aside, strict=True)) != tuple(PLOT_SUPPLY.values()):
        yield "the numbered Plot markers are not those of the game"


def _cards(b: Board, aside: int) -> Iterator[str]:
    """All cards of the game; those that the scenario lays ``aside`` may come in later."""
    if b.stage != "over" and b.hand_j is not None and b.hand_us is not None:
        have = b.deck + beside_the_deck(b)
        if have not in (len(b.cards), len(b.cards) - aside):
            yield f"{have} cards are somewhere, of {len(b.cards)}"
        if (len(b.cards_j or ()), len(b.cards_us or ())) != (b.hand_j, b.hand_us):
            yield "a hand has another size than is counted"


def _derived(b: Board) -> Iterator[str]:
    """Derived tracks, counted again in the plainest way (4.3.2.1, 4.7.2, 4.7.6, 2.1)."""
    if not (-3 <= q.world_posture(b) <= 3 and 0 <= q.gwot_penalty(b) <= 3):
        yield f"World Posture is {q.world_posture(b)}, the GWOT penalty {q.gwot_penalty(b)}"
    posture = {HARD: 1, SOFT: -1, "": 0}
    world = sum(posture[c.posture] for c in b.countries.values() if c.data.non_muslim and c.name != US)
    world = max(-3, min(3, world))
    if world != q.world_posture(b):
        yield f"World Posture is {q.world_posture(b)}, a recount gives {world}"
    mine = posture[b[US].posture]
    away = 0 if world * mine > 0 else abs(world)
    if away != q.gwot_penalty(b):
        yield f"the GWOT penalty is {q.gwot_penalty(b)}, a recount gives {away}"
    muslim = [c for c in b.countries.values() if c.data.muslim]
    spike = sum(is_spike(b, card) for card in (*b.lapsing, *b.lapsing_markers))
    worth = {c.name: c.data.resources + (spike if q.oil_exporter(b, c.name) else 0) for c in muslim}
    beside = q.modified("islamist resources", b, "", 0)
    counts = (
        ("Fair and Good countries", sum(c.governance in (GOOD, FAIR) for c in muslim), q.fair_good(b)),
        ("Poor countries and Islamist Rule", sum(c.governance in (POOR, ISLAMIST_RULE) for c in muslim), q.poor_islamist(b)),
        ("Good Resources", sum(worth[c.name] for c in muslim if c.governance == GOOD), q.good_resources(b)),
        ("Islamist Resources", sum(worth[c.name] for c in muslim if c.governance == ISLAMIST_RULE) + beside, q.islamist_resources(b)),
    )  # fmt: skip
    for name, recount, counted in counts:
        if recount != counted:
            yield f"{name}: {counted}, a recount gives {recount}"


def _twice(table: RandomTable) -> Iterator[str]:
    """Addresses that two questions or rolls of one action share."""
    asked = [a.address for p in table.segments for a, _ in p.answers]
    rolled = [r.address for p in table.segments for r in p.rolls]
    times = Counter((*asked, *rolled))
    yield from (f"{address} is asked {n} times" for address, n in times.items() if n > 1)


class Watched(SelfPlay):
    """Self-play that looks at the board after every action, and undoes each action once to see that it can be."""

    def __init__(self, seed: int, setup: Setup) -> None:
        super().__init__(seed, setup)
        fresh = setup.board()
        self.aside = len(fresh.cards) - fresh.deck - len(fresh.removed)
        """Cards that the scenario lays aside."""
        self.wrong: list[str] = []

    def attempt(self, line: Line, given: dict[Field, object]) -> RandomTable | None:
        """As in self-play; an action that was possible is undone and played once more with the same luck."""
        before = state(self.board)
        mark, luck, cards, done = self.journal.mark(), self.random.getstate(), self.cards.copy(), self.actions
        counted = (self.rules.copy(), self.events.copy())
        if super().attempt(line, given) is None:
            self._same(before, "a dead end was not undone")
            return None
        after = state(self.board)
        self.journal.undo_to(mark)
        self._same(before, "undo does not give the earlier position")
        self.random.setstate(luck)
        self.cards.deck, self.cards.waiting, self.cards.back = cards.deck, cards.waiting, cards.back
        self.actions = done
        self.rules, self.events = counted
        table = super().attempt(line, given)
        if table is None:
            raise RuntimeError(f"seed {self.seed}: the same luck gives another action")
        self._same(after, "the same luck gives another position")
        self.wrong += [f"action {self.actions}: {p}" for p in (*problems(self.board, self.aside), *_twice(table))]
        return table

    def _same(self, expected: list[Any], message: str) -> None:
        now = state(self.board)
        if now == expected:
            return
        differ = differing(expected, now, self.board)
        if differ:
            self.wrong.append(f"action {self.actions}: {message}: {', '.join(differ[:5])}")


def examine(seed: int, setup: Setup) -> tuple[Game, list[str]]:
    """Play a game and look at it and its record in every way; the game, and what is wrong with it."""
    watched = Watched(seed, setup)
    try:
        game = watched.play()
    except LostError as lost:
        return Game("", "", "", watched.board.turn, watched.actions, watched.dead_ends), [*watched.wrong, str(lost)]
    return game, [*watched.wrong, *_of_record(watched, game.text)]


def _of_record(played: SelfPlay, text: str) -> Iterator[str]:
    record = read_text(text)
    verdict = judge(record)
    yield from (f"line {f.place.line}: {f.kind} {f.rule} {f.message}" for f in verdict.findings if f.kind != "note")
    mine, theirs = snapshot(played.board), snapshot(verdict.board)
    differ = [name for name in mine if name not in _OF_LINES and mine[name] != theirs[name]]
    if [played.board.cards_j, played.board.cards_us] != [verdict.board.cards_j, verdict.board.cards_us]:
        differ.append("the hands")
    if differ:
        yield f"the referee ends with another board: {', '.join(differ[:5])}"
    if format_text(text).text != text:
        yield "the record does not format to itself"
    back = read_json(to_json(text).encode("utf-8"))
    if back.unreadable or "".join(f"{line}\n" for _, line in all_said(back.lines)) != text:
        yield "the record does not come back from JSON"
    if _PLACE.sub("", repr(back.actions)) != _PLACE.sub("", repr(record.actions)):
        yield "the record from JSON is read in another way"
