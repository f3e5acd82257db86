"""Planting mistakes in self-played games and looking at what the referee says."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from referee import stirring
from referee.engine.findings import Finding
from referee.engine.setup import Setup
from referee.inputs import judge
from referee.mutation.model import CHAPTER_11, MUTATORS, SOLITAIRE, Mistake, Mutator
from referee.mutation.solitaire import LEFT_OVER
from referee.reading import read_text
from referee.selfplay import SelfPlay

TAIL = 14
"""Actions that are played on behind the last mistake."""
PATIENCE = 40
"""Actions in which a position for a mistake is waited for."""
MOST = 4
"""Most mistakes of a game with several."""


@dataclass(slots=True)
class Score:
    """How a mutator fared."""

    tried: int = 0
    caught: int = 0
    cascaded: int = 0
    misses: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Planted:
    """A game with mistakes in it, and what the referee says of it."""

    mistakes: list[tuple[Mistake, int]]
    """Each with the number of the line before its own, as lines of the record are counted."""
    findings: list[Finding]
    text: str
    """The record."""

    @property
    def caught(self) -> list[bool]:
        """Of each mistake whether its finding is there."""
        return [bool(self.hits(mistake, before)) for mistake, before in self.mistakes]

    @property
    def others(self) -> list[Finding]:
        """Counted findings that no mistake accounts for."""
        explained = [f for mistake, before in self.mistakes for f in self.hits(mistake, before)]
        return [f for f in self.findings if f.counted and f not in explained]

    def hits(self, mistake: Mistake, before: int) -> list[Finding]:
        """The findings that a mistake is to give; one that is taken for the consequence of another is none."""
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


def plant(names: Sequence[str], seed: int, setup: Setup, *, policy: str = "as-played") -> Planted | None:
    """Plant mistakes of these kinds in one game, one after the other; None if none of them ever fits.

    A kind of which no position comes up in forty actions is left out.
    """
    random = Random(f"{' '.join(names)} {seed}")
    game = SelfPlay(seed, setup, stir=True)
    game.begin()
    planted: list[tuple[Mistake, int]] = []
    with suppress(RuntimeError):  # nobody can play on with a hand that the mistake has made unknown
        for name in names:
            mistake = _wait_for(name, game, random)
            if mistake is None:
                continue
            planted.append((mistake, len(game.lines)))
            dealt = any(line.startswith("end of turn") for line in mistake.lines)
            game.resume(judge(read_text("\n".join([*game.lines, *mistake.lines]))), dealt=dealt)
        for _ in range(TAIL):
            if not game.step():
                break
    if not planted:
        return None
    text = "\n".join(game.lines) + "\n"
    return Planted(planted, judge(read_text(text), policy).findings, text)  # type: ignore[arg-type]


def _wait_for(name: str, game: SelfPlay, random: Random) -> Mistake | None:
    """Play on for a while, then until a mistake of this kind fits."""
    for _ in range(random.randint(4, 30)):
        if not game.step():
            return None
    for _ in range(PATIENCE):
        found = list((MUTATORS | CHAPTER_11 | SOLITAIRE)[name](game.board, random))
        if found:
            return found[random.randrange(len(found))]
        if not game.step():
            return None
    return None


SEVERAL = "two to four of them in one game"


def mutators(setup: Setup | None = None) -> dict[str, Mutator]:
    """The mistakes for a game: with a flowchart where one plays, with chapter 11 where it is in force, else the base game's."""
    if setup is not None and setup.rules.guides:
        return {name: m for name, m in SOLITAIRE.items() if name != LEFT_OVER or "US" in setup.rules.guides}
    return CHAPTER_11 if setup is not None and stirring.applies(setup.board()) else MUTATORS


def kinds(setup: Setup | None = None) -> list[str]:
    """What :func:`one` plants: each mistake by itself, and several together."""
    return [*mutators(setup), SEVERAL]


def one(kind: str, seed: int, setup: Setup, *, policy: str = "as-played") -> tuple[bool, bool, str] | None:
    """Plant what a kind says in one game: caught, cascaded, and the record if anything is off; None if it never fits.

    Several mistakes are caught if each of them is; fewer than two do not count as several. Under ``undo`` the first one
    has to be: the others were made on a board that another player sees than the referee.
    """
    random = Random(f"{kind} {seed}")
    every = list(mutators(setup))
    names = random.sample(every, random.randint(2, max(2, min(MOST, len(every) // 2)))) if kind == SEVERAL else [kind]
    found = plant(names, seed, setup, policy=policy)
    if found is None or (kind == SEVERAL and len(found.mistakes) < 2):
        return None
    caught = found.caught[0] if policy == "undo" else all(found.caught)
    fine = caught and not found.others
    return caught, bool(found.others), "" if fine else f"{kind}, seed {seed}\n{found.shown()}"


def run(games: int, setup: Setup, *, policy: str = "as-played", first: int = 0) -> dict[str, Score]:
    """Every kind of mistake in as many games."""
    scores: dict[str, Score] = {}
    for kind in kinds(setup):
        score = scores[kind] = Score()
        for seed in range(first, first + games):
            found = one(kind, seed, setup, policy=policy)
            if found is None:
                continue
            caught, cascaded, shown = found
            score.tried += 1
            score.caught += caught
            score.cascaded += cascaded
            if shown:
                score.misses.append(shown)
    return scores
