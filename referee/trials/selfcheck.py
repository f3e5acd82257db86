"""The big test: invariants of self-played games and of given records.

Of each self-played game: after every action the pieces, markers, Plots and cards add up, the tracks are in range, what is
derived is what a recount gives, and undoing the journal gives the earlier position exactly; of its record: it checks
clean, the referee's board is the board that was played, it formats to itself, and it goes to JSON and back.

A record that is given judges the referee and not the players: taking a line back gives the earlier position, and judging
it again the same one with the same findings; line by line the findings are those of the whole. Up to the first mistake,
for what players did wrong is carried out as they did it, the board adds up after each line. Its canonical form is
canonical, and it goes to JSON and back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.editions.base.events.cards_109_120 import is_spike
from referee.editions.base.queries import Queries
from referee.engine.explaining.explained_game import ExplainedGame as Judged
from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead
from referee.engine.law.tables.random import RandomTable
from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, SOFT, US, Board, differing, snapshot, state
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, PLOT_SUPPLY, POOR
from referee.engine.state.facts.cards import beside_the_deck
from referee.engine.state.script import Record, notation_lines
from referee.inputs import formats
from referee.inputs.judging import is_empty, judge
from referee.inputs.preparing import setup_of
from referee.inputs.records import format_text, from_json, read_json, read_text, to_json
from referee.parsers.notation.encodings import TextError, decode_text
from referee.parsers.notation.limits import MAX_ACTIONS
from referee.trials.selfplay import Game, LostError, SelfPlay

_PLACE = re.compile(r"Place\([^()]*\)")
_OF_LINES = ("tokens", "worlds", "sightings", "memo", "obligations", "held_j", "held_us", "sighted")
"""Fields of the board that name lines of the record, which self-play numbers in its own way."""
MOST = 20
"""Most problems of a record that are listed."""


# ------------------------------------------------------------ the board


def problems(b: Board, aside: int = 0) -> Iterator[str]:
    """The problems of a board; nothing if all is well."""
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
    aside = q.modified(Queries.NUMBERED_PLOTS_SET_ASIDE, b, "", (0, 0, 0))
    if tuple(n + m for n, m in zip(b.numbered, aside, strict=True)) != tuple(PLOT_SUPPLY.values()):
        yield "the numbered Plot markers are not those of the game"


def _cards(b: Board, aside: int) -> Iterator[str]:
    """All cards of the game.

    The ones that the scenario lays ``aside`` may come in later.
    """
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
    away = 0 if world * posture[b[US].posture] > 0 else abs(world)
    muslim = [c for c in b.countries.values() if c.data.muslim]
    spike = sum(is_spike(b, card) for card in (*b.lapsing, *b.lapsing_markers))
    worth = {c.name: c.data.resources + (spike if q.oil_exporter(b, c.name) else 0) for c in muslim}

    def resources(level: int) -> int:
        return sum(worth[c.name] for c in muslim if c.governance == level)

    beside = q.modified(Queries.ISLAMIST_RESOURCES, b, "", 0)
    counts = (
        ("World Posture is ", world, q.world_posture(b)),
        ("the GWOT penalty is ", away, q.gwot_penalty(b)),
        ("Fair and Good countries: ", sum(c.governance in (GOOD, FAIR) for c in muslim), q.fair_good(b)),
        (
            "Poor countries and Islamist Rule: ",
            sum(c.governance in (POOR, ISLAMIST_RULE) for c in muslim),
            q.poor_islamist(b),
        ),
        ("Good Resources: ", resources(GOOD), q.good_resources(b)),
        ("Islamist Resources: ", resources(ISLAMIST_RULE) + beside, q.islamist_resources(b)),
    )
    for name, recount, counted in counts:
        if recount != counted:
            yield f"{name}{counted}, a recount gives {recount}"


def set_aside(setup: Setup) -> int:
    """The number of cards that the scenario lays aside."""
    fresh = setup.board()
    return len(fresh.cards) - fresh.deck - len(fresh.removed)


def changed(expected: list[Any], board: Board, message: str) -> Iterator[str]:
    """The differences of a board from an earlier state, after a message."""
    now = state(board)
    if now != expected and (differ := differing(expected, now, board)):
        yield f"{message}: {', '.join('.'.join(filter(None, at)) for at in differ[:5])}"


# ------------------------------------------------------------ self-played games


class CheckedSelfPlay(SelfPlay):
    """Self-play with a board check and an undo of each action."""

    def __init__(self, seed: int, setup: Setup) -> None:
        super().__init__(seed, setup)
        self.aside = set_aside(setup)
        self.wrong: list[str] = []

    def attempt(self, line: LineHead, given: dict[Field, object]) -> RandomTable | None:
        """Play a line, undo it, and replay it with equal luck."""
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
        self.wrong += changed(expected, self.board, f"action {self.actions}: {message}")


def _twice(table: RandomTable) -> Iterator[str]:
    """Addresses that two questions or rolls of one action share."""
    asked = [a.address for p in table.segments for a, _ in p.answers]
    rolled = [r.address for p in table.segments for r in p.rolls]
    times = Counter((*asked, *rolled))
    yield from (f"{address} is asked {n} times" for address, n in times.items() if n > 1)


def examine(seed: int, setup: Setup) -> tuple[Game, list[str]]:
    """Play a game, then test it and its record.

    Return the game, and its problems.
    """
    watched = CheckedSelfPlay(seed, setup)
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
    if back.unreadable or "".join(f"{line}\n" for _, line in notation_lines(back.lines)) != text:
        yield "the record does not come back from JSON"
    if _PLACE.sub("", repr(back.actions)) != _PLACE.sub("", repr(record.actions)):
        yield "the record from JSON is read in another way"


# ------------------------------------------------------------ records that are given


@dataclass(slots=True)
class Examination:
    """The result for a record.

    It has the tested actions and the problems, or the reason why the file is no record.
    """

    actions: int = 0
    mistakes: int = 0
    """Findings that count: those are the players' business."""
    wrong: list[str] = field(default_factory=list)
    unread: str = ""


def examine_record(data: bytes, name: str) -> Examination:
    """Test a record in every way."""
    try:
        form = formats.of(data)
        record = form.record(data, name)
        if is_empty(record):
            raise TextError("there is nothing in this file")
        text = decode_text(data) if form is formats.NOTATION else form.convert(data).text
    except TextError as error:
        return Examination(unread=error.message)
    found = Examination()
    for problem in (*_of_game(record, found), *_of_text(text)):
        found.wrong.append(problem)
        if len(found.wrong) >= MOST:
            found.wrong.append("and more")
            break
    return found


def _of_game(record: Record, found: Examination) -> Iterator[str]:
    setup, _ = setup_of(record)
    actions = record.actions[:MAX_ACTIONS]
    game = Judged(setup)
    blocks = [a for a in actions if a.kind == "setup"]
    game.set_up(blocks, next((a for a in actions if (a.counted and a.kind != "turn-in") or a.kind == "unread"), None))
    aside = set_aside(setup)
    yield from (f"set-up: {p}" for p in problems(game.board, aside))
    for action in (a for a in actions if a.kind != "setup"):
        where = f"line {action.place.line}"
        before = state(game.board)
        first = game.push(action)
        after, findings = state(game.board), _in_short(first.findings)
        game.pop()
        yield from changed(before, game.board, f"{where}: taking it back does not give the earlier position")
        again = game.push(action)
        yield from changed(after, game.board, f"{where}: judged again it gives another position")
        if _in_short(again.findings) != findings:
            yield f"{where}: judged again it has other findings"
        if not any(f.kind != "note" for f in game.findings):
            yield from (f"{where}: {p}" for p in problems(game.board, aside))
        found.actions += action.counted
    verdict = judge(record)
    found.mistakes = sum(f.counted for f in verdict.findings)
    mine, whole = _in_short(game.findings), _in_short(verdict.findings)
    if any(f not in whole for f in mine):
        yield "line by line there are other findings than of the whole record"


def _in_short(findings: list[Finding]) -> list[tuple[int, int, str, str, str]]:
    return [(f.place.line, f.place.column, f.kind, f.rule, f.message) for f in findings]


def _of_text(text: str) -> Iterator[str]:
    once = format_text(text).text
    if format_text(once).text != once:
        yield "its canonical form is not canonical"
    record = read_text(text)
    if record.unreadable or record.left_out:
        return  # what is not notation has no form in JSON that could be read as it is
    as_json = to_json(text)
    lines, broken = from_json(as_json)
    if broken or to_json("".join(f"{line}\n" for line in lines)) != as_json:
        yield "it does not come back from JSON"
