"""Mistakes planted in self-played games, and the verdicts on them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials import random_positions
from referee.trials.games import setup_for
from referee.trials.mutation.model import CHAPTER_11, MUTATORS, SOLITAIRE, Mistake, Mutator
from referee.trials.mutation.solitaire import LEFT_OVER
from referee.trials.selfplay import SelfPlay

TAIL = 14
"""Actions after the last mistake."""
WAIT = (4, 30)
"""Actions that are played before a position for a mistake is looked for: so many at least, and at most."""
PATIENCE = 40
"""Actions in which a position for a mistake is waited for."""
MOST = 4
"""Most mistakes of a game with several."""


@dataclass(slots=True)
class MistakeTrial:
    """A game with mistakes in it and its verdict."""

    mistakes: list[tuple[Mistake, int]]
    """Each with the number of the line before its own, as lines of the record are counted."""
    findings: list[Finding]
    text: str
    """The record."""

    @property
    def caught(self) -> list[bool]:
        """The result for each mistake: whether its finding is there."""
        return [bool(self.hits(mistake, before)) for mistake, before in self.mistakes]

    @property
    def others(self) -> list[Finding]:
        """Counted findings that no mistake accounts for."""
        explained = [f for mistake, before in self.mistakes for f in self.hits(mistake, before)]
        return [f for f in self.findings if f.counted and f not in explained]

    def hits(self, mistake: Mistake, before: int) -> list[Finding]:
        """The findings due for a mistake.

        One that follows from another is none.
        """
        line = before + 1 + mistake.at
        counted = (f for f in self.findings if f.counted)
        found = [f for f in counted if (f.place.line, f.rule, f.kind) == (line, mistake.rule, mistake.kind)]
        if mistake.see is not None:
            found = [f for f in found if before + 1 + mistake.see in f.see]
        return found

    def shown(self) -> str:
        """The mistakes and what was found, for a person."""
        told = [f"  line {before + 1}: {mistake}" for mistake, before in self.mistakes]
        told += [f"  {f.place.line} {f.kind} {f.rule} {f.message}" for f in self.findings if f.kind != "note"]
        return "\n".join(told)


@dataclass(frozen=True, slots=True)
class MistakeGame:
    """A game with mistakes, not judged yet."""

    mistakes: list[tuple[Mistake, int]]
    """The mistakes, as in :class:`MistakeTrial`."""
    text: str

    def judged(self, policy: str = "as-played") -> MistakeTrial:
        """Judge it."""
        return MistakeTrial(self.mistakes, judge(read_text(self.text), policy).findings, self.text)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class MistakeSpot:
    """A mistake, and a game at a position for it."""

    game: SelfPlay
    mistake: Mistake


def plant(names: Sequence[str], seed: int, setup: Setup, *, policy: str = "as-played") -> MistakeTrial | None:
    """Plant mistakes of these kinds in one game and judge it.

    None if none fits.
    """
    found = several(names, seed, setup)
    return None if found is None else found.judged(policy)


def several(names: Sequence[str], seed: int, setup: Setup) -> MistakeGame | None:
    """Plant mistakes of these kinds in turn in one game.

    None if none of them ever fits.

    A kind of which no position comes up in forty actions is left out.
    """
    random = Random(f"{' '.join(names)} {seed}")
    game = SelfPlay(seed, setup, random_start=True)
    game.begin()
    planted: list[tuple[Mistake, int]] = []
    with suppress(RuntimeError):  # nobody can play on with a hand that the mistake has made unknown
        for name in names:
            mistake = wait_for([name], game, random)
            if mistake is not None:
                planted.append((mistake, len(game.lines)))
                make(game, mistake)
        play_on(game)
    return MistakeGame(planted, "\n".join(game.lines) + "\n") if planted else None


def play(spot: MistakeSpot) -> MistakeGame:
    """Make a mistake in its position and play on."""
    game = _apart(spot.game)
    planted = [(spot.mistake, len(game.lines))]
    return MistakeGame(planted, finish(game, spot.mistake))


def spots(names: Iterable[str], seed: int, setup: Setup) -> dict[str, MistakeSpot]:
    """The position of each kind in which :func:`plant` makes it.

    One game serves for all.
    """
    found: dict[str, MistakeSpot] = {}
    randoms = {name: Random(f"{name} {seed}") for name in names}
    waiting = {name: random.randint(*WAIT) for name, random in randoms.items()}
    game = SelfPlay(seed, setup, random_start=True)
    game.begin()
    done = 0
    with suppress(RuntimeError):
        while waiting:
            for name in [name for name, least in waiting.items() if least <= done]:
                mistake = fitting(name, game, randoms[name])
                if mistake is not None:
                    found[name] = MistakeSpot(_apart(game), mistake)
                if mistake is not None or done == waiting[name] + PATIENCE - 1:
                    del waiting[name]
            if not game.step():
                break
            done += 1
    return found


def _apart(game: SelfPlay) -> SelfPlay:
    """A copy of a game that shares its board until :meth:`SelfPlay.resume`."""
    other = copy.copy(game)
    other.random = Random()
    other.random.setstate(game.random.getstate())
    other.lines, other.cards = list(game.lines), game.cards.copy()
    other.rules, other.events = game.rules.copy(), game.events.copy()
    return other


def make(game: SelfPlay, mistake: Mistake) -> None:
    """Write the lines of a mistake and play on."""
    dealt = any(line.startswith("end of turn") for line in mistake.lines)
    game.resume(judge(read_text("\n".join([*game.lines, *mistake.lines]))), dealt=dealt)


def play_on(game: SelfPlay) -> None:
    """Play some more actions after the last mistake."""
    for _ in range(TAIL):
        if not game.step():
            break


def finish(game: SelfPlay, mistake: Mistake) -> str:
    """Make a mistake now and play on; the record."""
    with suppress(RuntimeError):  # nobody can play on with a hand that the mistake has made unknown
        make(game, mistake)
        play_on(game)
    return "\n".join(game.lines) + "\n"


def wait_for(
    names: Sequence[str], game: SelfPlay, random: Random, wait: tuple[int, int] = WAIT, patience: int = PATIENCE
) -> Mistake | None:
    """Play on for a while, then until one of these fits."""
    for _ in range(random.randint(*wait)):
        if not game.step():
            return None
    for _ in range(patience):
        for name in names:
            found = fitting(name, game, random)
            if found is not None:
                return found
        if not game.step():
            return None
    return None


def fitting(name: str, game: SelfPlay, random: Random) -> Mistake | None:
    """A mistake of a kind that fits the position.

    None if none does.
    """
    found = list((MUTATORS | CHAPTER_11 | SOLITAIRE)[name](game.board, random))
    return found[random.randrange(len(found))] if found else None


SEVERAL = "two to four of them in one game"


def mutators(setup: Setup | None = None) -> dict[str, Mutator]:
    """The mistakes for a game.

    With a flowchart where one plays, with chapter 11 where it is in force, else the base game's.
    """
    if setup is not None and setup.rules.guides:
        return {name: m for name, m in SOLITAIRE.items() if name != LEFT_OVER or "US" in setup.rules.guides}
    return CHAPTER_11 if setup is not None and random_positions.applies(setup.board()) else MUTATORS


def kinds(setup: Setup | None = None) -> list[str]:
    """The kinds for :func:`one`: each mistake by itself, and several together."""
    return [*mutators(setup), SEVERAL]


def game(kind: str, seed: int, setup: Setup) -> MistakeGame | None:
    """Plant mistakes of a kind in one game.

    None if too few fit.
    """
    if kind != SEVERAL:
        return several([kind], seed, setup)
    random = Random(f"{kind} {seed}")
    every = list(mutators(setup))
    found = several(random.sample(every, random.randint(2, max(2, min(MOST, len(every) // 2)))), seed, setup)
    return None if found is None or len(found.mistakes) < 2 else found


def one(kind: str, seed: int, setup: Setup, *, policy: str = "as-played") -> tuple[bool, bool, str] | None:
    """Plant mistakes of a kind in one game and return the outcome.

    None if none fits.
    """
    found = game(kind, seed, setup)
    return None if found is None else outcome(kind, seed, found, policy)


def outcome(kind: str, seed: int, played: MistakeGame, policy: str) -> tuple[bool, bool, str]:
    """The outcome of a game.

    Caught, cascaded, and the record of any failure.

    Several mistakes are caught if each of them is. Under ``undo`` the first one has to be: the others were made on a
    board that another player sees than the referee.
    """
    found = played.judged(policy)
    caught = found.caught[0] if policy == "undo" else all(found.caught)
    fine = caught and not found.others
    return caught, bool(found.others), "" if fine else f"{kind}, seed {seed}\n{found.shown()}"


def table(games: int, seed: int, scenario: str, policy: str, way: str = "") -> tuple[str, bool]:
    """Plant every kind of mistake in many games.

    Return the table, and whether all is well.
    """
    setup = setup_for(scenario, 1, None, way, seed)
    outcomes: dict[str, list[tuple[bool, bool, str]]] = {kind: [] for kind in kinds(setup)}
    for n in range(seed, seed + games):
        alone = spots(mutators(setup), n, setup)
        for kind, found in outcomes.items():
            planted = game(kind, n, setup) if kind == SEVERAL else play(alone[kind]) if kind in alone else None
            if planted is not None:
                found.append(outcome(kind, n, planted, policy))
    lines, misses = [f"{'mistake':54} tried  caught  cascaded"], []
    for kind, found in outcomes.items():
        caught, cascaded = sum(o[0] for o in found), sum(o[1] for o in found)
        rates = (f"{100 * n / len(found):.0f} %" if found else "–" for n in (caught, cascaded))
        lines.append("{:54} {:>5}  {:>6}  {:>8}".format(kind, len(found), *rates))
        misses += [shown for _, _, shown in found if shown]
    misses += [
        f"{kind}: no position for it came up; more games may bring one" for kind, found in outcomes.items() if not found
    ]
    fine = all(found and all(o[0] and not o[1] for o in found) for found in outcomes.values())
    return "\n".join([*lines, "", *misses]) + "\n", fine
