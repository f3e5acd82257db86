"""Mistakes beside a slip, beside each other and alone.

None of them may count as a slip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from referee.engine.explaining.referee import Policy
from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup
from referee.engine.state.position import statements_of
from referee.parsers.notation import tree
from referee.trials.games import scenarios, setup_for
from referee.trials.mutation.measuring import check_kinds, each, finding_text, findings, markdown
from referee.trials.mutation.model import CHAPTER_11, MUTATORS, Mistake
from referee.trials.mutation.run import MistakeTrial, finish, make, play_on, wait_for
from referee.trials.mutation.slips import PLAY, block, plays
from referee.trials.selfplay import SelfPlay

NEAR = 12
"""Lines between a slip and the mistake after it, at most."""
NEAR_STEP = 10
"""Lines between a step that is left out and the mistake after it, at most."""
WAIT = (6, 40)
"""Actions before the first mistake."""
BETWEEN = (0, 6)
"""Actions between two mistakes."""
PATIENCE = 30
"""Actions in which a position for a mistake is waited for."""
TRIED = 12
"""Games in which a pair is looked for."""
OF_THE_CLOCK = ("the other side plays", "a discard that is not the last card", "two cards where one is played")
"""Mistakes that are none, or others, if a play before them is missing."""
TRACKS = ("prestige", "funding", "troops track", "cells track", "militia track")
"""Tracks in a checkpoint of the whole map."""
STEP = re.compile(r" / (?:radicalize|homeland) [^/=]*(?=$| /| =>)|(?<=\d )(?:radicalize|homeland) [^/=]* / ")
"""A step of Radicalization or Homeland Security that can be left out of a line."""
FOR_US = ("War of Ideas in an Adversary", "Deploy to a country that is no Ally", "Disrupt without access")
FOR_J = ("Jihad outside the Muslim world", "Recruit without Cell or Cadre", "a Plot under Islamist Rule")
"""Illegal plays of each side."""
EXACT = ("two", "rule")
"""Pairs in which each mistake gives its own finding and nothing else."""
ALONE = (
    ("Let's Roll!", "activities"),
    ("You Can Call Me Al", "activities"),
    ("Awakening", "us-bot"),
    ("Anaconda", "activities"),
    ("Mission Accomplished?", "activities"),
    ("ISIL", "us-bot"),
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A record with mistakes, and perhaps something left out before them."""

    text: str
    mistakes: list[tuple[Mistake, int]]
    """The mistakes, as in :class:`~referee.trials.mutation.run.MistakeTrial`."""
    gone: str = ""
    """The text that was left out."""
    before: int = 0
    """The line before which it was left out, or of which it was a part."""


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """The verdict on a pair."""

    pair: Pair
    plain: bool
    """Whether every mistake counts without a search for slips."""
    counted: bool
    """Whether every mistake counts: a finding at its line is no slip."""
    same: bool
    """Whether every mistake counts with its kind and rule."""
    as_slip: bool
    """Whether a mistake has no finding of its own, and a slip is at its line."""
    others: int
    """Further findings that count."""
    findings: list[Finding]

    def shown(self, key: str) -> str:
        """The record near the mistakes and what was found, for a person."""
        lines = self.pair.text.split("\n")
        marked = {before + 1 + mistake.at for mistake, before in self.pair.mistakes}
        first = max(1, min([self.pair.before or 9999, *marked]) - 3)
        out = [f"{key}: counted {self.plain} without a search for slips, {self.counted} with it"]
        for n in range(first, min(len(lines), max(marked) + 2) + 1):
            if n == self.pair.before and self.pair.gone:
                out.append(f"    left out: {self.pair.gone}")
            out.append(f"  {'*' if n in marked else ' '} {n:4} {lines[n - 1]}")
        out += [f"    planted: {mistake.kind} {mistake.rule}" for mistake, _ in self.pair.mistakes]
        out += [f"  > {finding_text(f)}{f' follows {f.follows}' if f.follows else ''}" for f in self.findings]
        return "\n".join(out)


Maker = Callable[[int], Pair | None]
PAIRS: dict[str, tuple[str, int, Maker]] = {}
"""Every kind of pair: its name, of how many of 100 the mistakes must count at least, and who makes one."""


def pair(key: str, title: str, least: int) -> Callable[[Maker], Maker]:
    """Declare a kind of pair."""

    def register(maker: Maker) -> Maker:
        PAIRS[key] = (title, least, maker)
        return maker

    return register


# -------------------------------------------------------------------- games with mistakes


def setup_and_kinds(number: int) -> tuple[Setup, list[str]]:
    """A scenario and its mistakes.

    Of the base game, or of The Awakening in every third game.
    """
    if number % 3 == 2:
        later = scenarios("expansion")
        return setup_for(later[number // 3 % len(later)], 1), list(CHAPTER_11)
    base = scenarios("base")
    return setup_for(base[number % len(base)], 1), list(MUTATORS)


def start(number: int, seed: int, setup: Setup) -> tuple[SelfPlay, Random]:
    """A game about to begin, with its random choices."""
    game = SelfPlay(7000 + 1000 * seed + number, setup, random_start=None)
    game.begin()
    return game, Random(f"pairs {seed} {number}")


def of_a_play(mistake: Mistake) -> bool:
    """Whether the finding is at a play.

    Then it does not depend on statements elsewhere.
    """
    return mistake.see is None and bool(PLAY.match(mistake.lines[mistake.at]))


def without_play(game: SelfPlay, mistake: Mistake, gone: int) -> Pair:
    """Make a mistake and play on.

    The record then loses the play at an index before it.
    """
    before, play = len(game.lines), game.lines[gone]
    lines = finish(game, mistake).rstrip("\n").split("\n")
    left_out = block(lines, gone)
    rest = lines[: left_out.start] + lines[left_out.stop :]
    return Pair("\n".join(rest) + "\n", [(mistake, before - len(left_out))], play, gone + 1)


# -------------------------------------------------------------------- kinds of pairs


@pair("forgotten", "a play forgotten, then a mistake within twelve lines", 93)
def after_a_forgotten_play(number: int) -> Pair | None:
    setup, kinds = setup_and_kinds(number)
    game, random = start(number, 0, setup)
    kind = random.choice([k for k in kinds if k not in OF_THE_CLOCK])
    mistake = wait_for([kind], game, random, WAIT, PATIENCE)
    near = [i for i in plays(game.lines) if i >= len(game.lines) - NEAR]
    if mistake is None or not of_a_play(mistake) or not near:
        return None
    return without_play(game, mistake, random.choice(near))


@pair("checkpoint", "a play forgotten, a checkpoint of the whole map, then a mistake", 95)
def after_a_checkpoint(number: int) -> Pair | None:
    setup, kinds = setup_and_kinds(number)
    game, random = start(number, 1, setup)
    for _ in range(random.randint(*WAIT)):
        if not game.step():
            return None
    near = [i for i in plays(game.lines) if i >= len(game.lines) - NEAR // 2]
    if not near:
        return None
    gone = random.choice(near)
    stated = [s for s in statements_of(game.board) if s.subject in game.board.countries or s.field in TRACKS]
    game.lines.append(f"board: {tree.statements(game.board.rules.facts, stated)}")
    kind = random.choice([k for k in kinds if k not in OF_THE_CLOCK])
    mistake = wait_for([kind], game, random, (0, 2), PATIENCE)
    if mistake is None or not of_a_play(mistake) or len(game.lines) - gone > 2 * NEAR:
        return None
    return without_play(game, mistake, gone)


@pair("two", "two mistakes", 97)
def two_mistakes(number: int) -> Pair | None:
    setup, kinds = setup_and_kinds(number)
    game, random = start(number, 2, setup)
    planted: list[tuple[Mistake, int]] = []
    for kind, wait in zip(random.sample(kinds, 2), (WAIT, BETWEEN), strict=True):
        with suppress(RuntimeError):
            mistake = wait_for([kind], game, random, wait, PATIENCE)
            if mistake is None:
                return None
            planted.append((mistake, len(game.lines)))
            make(game, mistake)
    if len(planted) < 2:
        return None
    with suppress(RuntimeError):
        play_on(game)
    return Pair("\n".join(game.lines) + "\n", planted)


@pair("rule", "one broken rule", 100)
def one_mistake(number: int) -> Pair | None:
    setup, kinds = setup_and_kinds(number)
    game, random = start(number, 3, setup)
    mistake = wait_for([kinds[number % len(kinds)]], game, random, WAIT, PATIENCE)
    before = len(game.lines)
    return None if mistake is None else Pair(finish(game, mistake), [(mistake, before)])


@pair("step", "a step of a chart left out, then an illegal play of the other side within ten lines", 98)
def after_a_step(number: int) -> Pair | None:
    scenario, way = ALONE[number % len(ALONE)]
    game, random = start(number, 4, setup_for(scenario, 1, None, way, number))
    kinds = list(FOR_J if way == "us-bot" else FOR_US)
    random.shuffle(kinds)
    for _ in range(4):
        mistake = wait_for(kinds, game, random, WAIT, PATIENCE)
        if mistake is None:
            return None
        before = len(game.lines)
        near = [(i, m) for i in plays(game.lines) if i >= before - NEAR_STEP for m in STEP.finditer(game.lines[i])]
        if near:
            gone, m = random.choice(near)
            lines = finish(game, mistake).rstrip("\n").split("\n")
            lines[gone] = (lines[gone][: m.start()] + lines[gone][m.end() :]).strip()
            return Pair("\n".join(lines) + "\n", [(mistake, before)], m[0].strip(" /"), gone + 1)
        if not game.step():
            return None
    return None


# -------------------------------------------------------------------- verdicts on them


def judged(made: Pair, policy: Policy = "as-played") -> JudgedPair:
    """Judge a pair with and without a search for slips."""
    plain, found = (
        MistakeTrial(made.mistakes, findings(made.text, policy, slips=slips), made.text) for slips in (False, True)
    )
    lines = {before + 1 + mistake.at for mistake, before in made.mistakes}
    right, now = _mistakes(plain), _mistakes(found)
    as_slip = any(f.counted and f.slip and f.place.line in lines - now for f in found.findings)
    shown = [f for f in found.findings if f.kind != "note"]
    return JudgedPair(made, lines <= right, lines <= now, all(found.caught), as_slip, len(found.others), shown)


def _mistakes(planted: MistakeTrial) -> set[int]:
    """The lines with a finding that counts and is no slip."""
    return {f.place.line for f in planted.findings if f.counted and not f.slip}


def numbered(number: int, key: str, policy: Policy) -> JudgedPair | None:
    """The judged pair of a number.

    None where the tried games offer none.
    """
    maker = PAIRS[key][2]
    for attempt in range(TRIED):
        made = maker(number + 1000 * attempt)
        if made is not None:
            return judged(made, policy)
    return None


def run(
    games: int, seed: int = 0, kinds: Sequence[str] = (), policy: Policy = "as-played", jobs: int = 1
) -> dict[str, list[JudgedPair]]:
    """So many pairs of each kind."""
    numbers = range(seed * games, (seed + 1) * games)
    return {
        key: [s for s in each(partial(numbered, key=key, policy=policy), numbers, jobs) if s is not None]
        for key in PAIRS
        if not kinds or key in kinds
    }


HEAD = (
    *("pair", "records", "every mistake counted without a search for slips", "with it", "due"),
    *("with its rule", "called a slip", "other findings"),
)


def table(rows: dict[str, list[JudgedPair]]) -> str:
    """The table of pairs, in Markdown."""
    cells = []
    for key, row in rows.items():
        title, least, _ = PAIRS[key]
        n = len(row)
        counts = (n, sum(s.plain for s in row), sum(s.counted for s in row), -(-n * least // 100))
        more = (sum(s.same for s in row), sum(s.as_slip for s in row), sum(s.others for s in row))
        cells.append((title, *counts, *more))
    return markdown(HEAD, cells)


def short(rows: dict[str, list[JudgedPair]]) -> list[str]:
    """The pairs that fell short.

    A mistake does not count, or is called a slip; or one broken rule has any other finding.
    """
    return [
        s.shown(key)
        for key, row in rows.items()
        for s in row
        if not s.counted or s.as_slip or (key in EXACT and (not s.same or s.others))
    ]


def pair_report(games: int, seed: int, kinds: Sequence[str], policy: Policy, jobs: int, show: bool) -> str:
    """The table of mistakes beside slips and each other. Raises :class:`UnusableError`."""
    check_kinds(kinds, PAIRS)
    rows = run(games, seed, kinds, policy, jobs)
    return "\n\n".join([*(short(rows) if show else []), table(rows)])
