"""Make the table of the static estimate from games of the choosers.

Usage: ``python scripts/measure/analysis_table.py SAMPLE [--games N] [--seed N]``. ``SAMPLE`` is a file outside the repository: games
are added to it until there are so many, then the table is fitted to it. Needs the extra ``analysis``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from referee.analysis.chances import FILE, KNOTS
from referee.analysis.features import NAMES, kind_of, measured
from referee.analysis.rollout import Rollout
from referee.engine.record.setup import Setup
from referee.engine.state.rewinder import twin
from referee.trials.games import BASE, EXPANSION, WAYS, scenarios, setup_for
from referee.trials.selfplay import SelfPlay

KINDS = ("base", "awakening", "base alone", "awakening alone")
SHARES = (0.33, 0.33, 0.17, 0.17)
"""How many of the games are of each kind."""
FROM_ELSEWHERE = 0.4
"""The share of games that the choosers take over from a random game, so that positions are of many sorts."""
KEPT = 0.5
"""The share of positions that are kept."""
WITH_OPTIONS = 0.15
FOLDS = 5
PARTS = 5
"""The parts of the games for the figures: each is judged by a table that was fitted to the others."""
STRENGTH = 0.02
"""The inverse of the regularisation."""


class Played(NamedTuple):
    """A game: its kind, positions, turns left and result.

    The positions are those that were kept, each with the turns left; the result is for the US.
    """

    kind: str
    rows: list[list[float]]
    left: list[float]
    us: float


def drawn_setup(kind: str, random: Random, seed: int) -> Setup:
    """The set-up of a game of a kind."""
    edition, _, alone = kind.partition(" ")
    name = random.choice(scenarios(BASE if edition == "base" else EXPANSION))
    ways = [way for way in WAYS if edition == "base" or way != "activities"]
    options = seed if random.random() < WITH_OPTIONS else None
    return setup_for(name, random.choice((1, 1, 2, 3)), options, random.choice(ways) if alone else "", seed)


def begun(setup: Setup, random: Random, seed: int) -> SelfPlay:
    """A game at its start, or some actions of random players later."""
    elsewhere = random.random() < FROM_ELSEWHERE
    game = SelfPlay(seed, setup, check_lines=False, random_start=elsewhere and random.random() < 0.5)
    game.begin()
    for _ in range(random.randrange(1, 90) if elsewhere else 0):
        if not game.step():
            break
    return game


def taken_over(game: SelfPlay, seed: int) -> Rollout:
    """The game from where it is, with the choosers at the table."""
    return Rollout(twin(game.board), game.cards.copy(), Random(f"table {seed}"))


def played(seed: int) -> Played | None:
    """One game of the sample.

    It is None if the random players left nothing to play.
    """
    random = Random(f"sample {seed}")
    kind = random.choices(KINDS, SHARES)[0]
    game = begun(drawn_setup(kind, random, seed), random, seed)
    rollout = taken_over(game, seed)
    b = rollout.board
    if b.winner:
        return None
    rows, left = [], []
    name = kind_of(b)
    while rollout.step():
        if not b.winner and random.random() < KEPT:
            row, turns = measured(b)
            rows.append(row)
            left.append(turns)
    return Played(name, rows, left, rollout.play().us)


def sample(file: Path, games: int, seed: int) -> dict[str, Any]:
    """The sample in a file, with games added up to a number."""
    found: dict[str, Any] = dict(np.load(file)) if file.exists() else {}
    done = int(found["seeds"]) if found else 0
    parts: list[Played] = []
    ids: list[int] = []
    for n in range(done, games):
        game = played(seed + n)
        if game is not None and game.rows:
            parts.append(game)
            ids.append(seed + n)
        if n % 50 == 49 or n == games - 1:
            print(f"{n + 1} games", file=sys.stderr, flush=True)
        if n % 500 == 499 or n == games - 1:
            found = added(found, parts, ids) | {"seeds": np.array(n + 1)}
            parts, ids = [], []
            np.savez(file, **found)
    return found


def added(found: dict[str, Any], parts: list[Played], ids: list[int]) -> dict[str, Any]:
    """The sample with further games."""
    new = {
        "x": np.array([r for p in parts for r in p.rows], dtype=np.float32),
        "left": np.array([t for p in parts for t in p.left], dtype=np.float32),
        "y": np.array([p.us for p in parts for _ in p.rows], dtype=np.float32),
        "kind": np.array([KINDS.index(p.kind) for p in parts for _ in p.rows], dtype=np.int8),
        "game": np.array([i for i, p in zip(ids, parts, strict=True) for _ in p.rows], dtype=np.int32),
    }
    return {name: np.concatenate([found[name], values]) if found else values for name, values in new.items()}


# -------------------------------------------------------------------- the fit


def hats(left: Any) -> Any:
    """The nearness of each position to each knot.

    Two of the knots share a position.
    """
    x = np.log1p(np.clip(left, 0, None))
    knots = np.log1p(np.array(KNOTS))
    return np.stack([np.interp(x, knots, np.eye(len(knots))[i]) for i in range(len(knots))], axis=1)


def fitted(x: Any, y: Any, left: Any, game: Any, strength: float) -> dict[str, Any]:
    """The coefficients of one table, and its calibration by turns left."""
    from sklearn.linear_model import LogisticRegression

    sure = y != 0.5
    x, y, left, game = x[sure], y[sure], left[sure], game[sure]
    scale = x.std(axis=0)
    scale[scale < 1e-6] = 1
    model = LogisticRegression(C=strength, fit_intercept=False, max_iter=400)
    z = np.zeros(len(y))
    for part in range(FOLDS):  # it is calibrated on positions that its coefficients have not seen
        out = game // PARTS % FOLDS == part
        model.fit(x[~out] / scale, y[~out])
        z[out] = (x[out] / scale) @ model.coef_[0]
    near = hats(left)
    phases = LogisticRegression(C=1.0, fit_intercept=False, max_iter=400)
    phases.fit(np.concatenate([near * z[:, None], near], axis=1), y)
    slope, shift = np.split(phases.coef_[0], 2)
    model.fit(x / scale, y)
    return {
        "coefficients": {n: round(float(v), 4) for n, v in zip(NAMES, model.coef_[0] / scale, strict=True)},
        "slope": [round(float(v), 4) for v in slope],
        "shift": [round(float(v), 4) for v in shift],
    }


def tables(found: dict[str, Any], strength: float, without: int | None = None) -> dict[str, Any]:
    """A table for each kind of game.

    ``without`` is the number of one part of the games that is left out.
    """
    made = {}
    for n, kind in enumerate(KINDS):
        chosen = found["kind"] == n
        if without is not None:
            chosen &= found["game"] % PARTS != without
        x, y, left, game = (found[k][chosen] for k in ("x", "y", "left", "game"))
        made[kind] = fitted(x, y, left, game, strength)
    return made


def main(arguments: list[str] | None = None) -> None:
    """Make the sample and the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sample", type=Path)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--strength", type=float, default=STRENGTH)
    given = parser.parse_args(arguments)
    found = sample(given.sample, given.games, given.seed)
    text = json.dumps({"knots": list(KNOTS), "tables": tables(found, given.strength)}, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")
    print(f"{FILE}: {len(np.unique(found['game']))} games, {len(found['y'])} positions", file=sys.stderr)


if __name__ == "__main__":
    main()
