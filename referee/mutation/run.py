"""Planting mistakes in self-played games and looking at what the referee says."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from referee.engine.setup import Setup
from referee.inputs import judge
from referee.mutation.model import MUTATORS
from referee.parsers.notation import read_text
from referee.selfplay import SelfPlay

TAIL = 14
"""Actions that are played on behind the mistake."""


@dataclass(slots=True)
class Score:
    """How a mutator fared."""

    tried: int = 0
    caught: int = 0
    cascaded: int = 0
    misses: list[str] = field(default_factory=list)


def one(name: str, seed: int, setup: Setup, *, policy: str = "as-played") -> tuple[bool, bool, str] | None:
    """Plant one mistake in one game: caught, cascaded, and the record if anything is off; None if it never fits."""
    random = Random(f"{name} {seed}")
    game = SelfPlay(seed, setup)
    game.begin()
    for _ in range(random.randint(4, 30)):
        if not game.step():
            return None
    for _ in range(40):
        found = list(MUTATORS[name](game.board, random))
        if found:
            mistake = found[random.randrange(len(found))]
            break
        if not game.step():
            return None
    else:
        return None
    line = len(game.lines) + 1 + mistake.at
    text = "\n".join([*game.lines, *mistake.lines])
    verdict = judge(read_text(text))
    game.resume(verdict)
    try:
        for _ in range(TAIL):
            if not game.step():
                break
    except RuntimeError:
        return None
    text = "\n".join(game.lines) + "\n"
    result = judge(read_text(text), policy)  # type: ignore[arg-type]
    hits = [f for f in result.findings if f.place.line == line and f.rule == mistake.rule and f.kind == mistake.kind]
    if mistake.see is not None:
        hits = [f for f in hits if line - mistake.at + mistake.see in f.see]
    others = [f for f in result.findings if f.counted and f not in hits]
    shown = (
        ""
        if hits and not others
        else f"{name}, seed {seed}, line {line}: {mistake}\n"
        + "\n".join(f"  {f.place.line} {f.kind} {f.rule} {f.message}" for f in result.findings if f.kind != "note")
    )
    return bool(hits), bool(others), shown


def run(games: int, setup: Setup, *, policy: str = "as-played", first: int = 0) -> dict[str, Score]:
    """Every mutator on as many games."""
    scores: dict[str, Score] = {}
    for name in MUTATORS:
        score = scores[name] = Score()
        for seed in range(first, first + games):
            found = one(name, seed, setup, policy=policy)
            if found is None:
                continue
            caught, cascaded, shown = found
            score.tried += 1
            score.caught += caught
            score.cascaded += cascaded
            if shown:
                score.misses.append(shown)
    return scores
