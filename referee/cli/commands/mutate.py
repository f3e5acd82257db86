"""``referee mutate``: mistakes planted in self-played games, and how many the referee finds."""

from __future__ import annotations

from referee.trials.games import setup_for
from referee.trials.mutation import Score, run


def table(games: int, seed: int, scenario: str, policy: str, way: str = "") -> tuple[str, bool]:
    """The catch rate and the cascade rate of every mutator, and whether all is as it should be."""
    scores = run(games, setup_for(scenario, 1, None, way, seed), policy=policy, first=seed)
    lines = [f"{'mistake':54} tried  caught  cascaded"]
    lines += [
        f"{name:54} {s.tried:>5}  {_rate(s.caught, s):>6}  {_rate(s.cascaded, s):>8}" for name, s in scores.items()
    ]
    misses = [m for s in scores.values() for m in s.misses]
    misses += [
        f"{name}: no position for it came up; more games may bring one" for name, s in scores.items() if not s.tried
    ]
    fine = all(s.caught == s.tried and not s.cascaded and s.tried for s in scores.values())
    return "\n".join([*lines, "", *misses]) + "\n", fine


def _rate(n: int, score: Score) -> str:
    return f"{100 * n / score.tried:.0f} %" if score.tried else "–"
