"""Measure the quality of the chances.

The tables of docs/reference/chances.md are written between their markers.

Usage: ``python scripts/measure/analysis_figures.py WORK [--positions N] [--rollouts N] [--only rollouts|static]``. ``WORK`` is a folder
outside the repository: rollouts are kept there in ``rollouts.jsonl`` and gone on with; ``sample.npz`` is the sample of
``scripts/measure/analysis_table.py``. The static estimate needs the extra ``analysis``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from referee.analysis.chances import KNOTS, ChanceTable, rolled_out
from referee.analysis.features import kind_of, turns_left
from referee.analysis.rollout import Rollout
from referee.engine.state.board import Board
from referee.engine.state.hand import hand_of
from referee.engine.state.rewinder import twin
from referee.engine.state.words import plural
from referee.trials.games import BASE, EXPANSION, scenarios, setup_for
from referee.trials.selfplay import SelfPlay

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "chances.md"
SEED = 2_000_000
PHASES = (
    (0.0, 1.0, "last turn"),
    (1.0, 2.0, "1 to 2 turns"),
    (2.0, 4.0, "2 to 4"),
    (4.0, 7.0, "4 to 7"),
    (7.0, 12.0, "7 to 12"),
    (12.0, 99.0, "more"),
)
Pair = tuple[float, float]
"""What was said, and what came."""


# -------------------------------------------------------------------- rollouts


def position_of(n: int, rollouts: int) -> dict[str, Any] | None:
    """A random position of a game, its chance by rollouts, the winner.

    The game was not used for the fit, and the hands are hidden.
    """
    random = Random(f"figures {n}")
    alone, edition = n % 2 == 1, (BASE, EXPANSION)[n // 2 % 2]
    setup = setup_for(random.choice(scenarios(edition)), 1 + n // 4 % 3, None, "both" if alone else "", SEED + n)
    begun = SelfPlay(SEED + n, setup, check_lines=False, random_start=False)
    begun.begin()
    game = Rollout(begun.board, begun.cards, random)
    seen = []
    while game.step():
        if not game.board.winner:
            seen.append(hidden(game.board))
    us = game.play().us
    if not seen or us == 0.5:
        return None
    board = random.choice(seen)
    chance = rolled_out(board, rollouts, f"figures {n}")
    return {
        "n": n,
        "kind": kind_of(board),
        "decks": board.decks,
        "left": turns_left(board),
        "chance": chance.us,
        "us": us,
    }


def hidden(board: Board) -> Board:
    """A position with unknown hands, as in the record of a game."""
    made = twin(board)
    made.held_j, made.held_us = hand_of((0,) * (made.hand_j or 0)), hand_of((0,) * (made.hand_us or 0))
    return made


def rolled(work: Path, positions: int, rollouts: int) -> list[dict[str, Any]]:
    """The positions that were rolled out, those of earlier runs included."""
    file = work / "rollouts.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = [row for row in map(json.loads, lines) if row["rollouts"] == rollouts]
    n = max((row["n"] for row in found), default=-1) + 1
    with file.open("a", encoding="utf-8") as out:
        while len(found) < positions:
            row = position_of(n, rollouts)
            n += 1
            if row is not None:
                found.append({**row, "rollouts": rollouts})
                out.write(json.dumps(found[-1]) + "\n")
                out.flush()
                print(f"{len(found)} positions", file=sys.stderr, flush=True)
    return found


# -------------------------------------------------------------------- tables


def brier(pairs: Sequence[Pair]) -> float:
    """The mean square of what was said less what came."""
    return sum([(p - y) ** 2 for p, y in pairs]) / len(pairs)


def no_skill(pairs: Sequence[Pair]) -> float:
    """The same of whoever always says the mean."""
    mean = sum([y for _, y in pairs]) / len(pairs)
    return brier([(mean, y) for _, y in pairs])


def bands(pairs: Sequence[Pair], *, errors: bool) -> list[str]:
    """A row for each band of ten points: estimate and result."""
    rows = [
        f"| said | positions | said on average | came |{' standard errors |' if errors else ''}",
        f"|---|---|---|---|{'---|' if errors else ''}",
    ]
    for k in range(10):
        inside = [(p, y) for p, y in pairs if k <= min(p * 10, 9.999) < k + 1]
        if not inside:
            continue
        n, said = len(inside), sum([p for p, _ in inside]) / len(inside)
        came = sum([y for _, y in inside]) / n
        row = f"| {10 * k} to {10 * k + 10} % | {n:,} | {100 * said:.1f} % | {100 * came:.1f} % |"
        if errors:
            shrunk = [(100 * p + 1) / 102 for p, _ in inside]  # no chance is nothing
            row += f" {(came - said) * n / sqrt(sum([p * (1 - p) for p in shrunk])):+.1f} |"
        rows.append(row)
    return rows


def of_rollouts(found: list[dict[str, Any]]) -> str:
    """The tables of the rollouts."""

    def pairs(wanted: Callable[[dict[str, Any]], bool]) -> list[Pair]:
        return [(row["chance"], row["us"]) for row in found if wanted(row)]

    groups: list[tuple[str, Callable[[dict[str, Any]], bool]]] = [
        ("all", lambda row: True),
        ("games of the choosers", lambda row: "alone" not in row["kind"]),
        ("games of both Bots", lambda row: "alone" in row["kind"]),
        ("base game", lambda row: row["kind"].startswith("base")),
        ("The Awakening", lambda row: row["kind"].startswith("awakening")),
        *[(plural(d, "deck"), lambda row, d=d: row["decks"] == d) for d in (1, 2, 3)],
    ]
    rows = ["| positions | number | Brier | without skill |", "|---|---|---|---|"]
    for name, wanted in groups:
        if some := pairs(wanted):
            rows.append(f"| {name} | {len(some)} | {brier(some):.3f} | {no_skill(some):.3f} |")
    return "\n".join([*rows, "", *bands(pairs(lambda row: True), errors=True)])


def of_static(work: Path) -> str:
    """The tables of the static estimate.

    Each part of the games is estimated by a table that was fitted to the others.
    """
    import numpy as np
    from analysis_table import KINDS, PARTS, STRENGTH, tables

    found = dict(np.load(work / "sample.npz"))
    said: list[tuple[float, float, float, str]] = []
    for part in range(PARTS):
        fitted = tables(found, STRENGTH, part)
        out = found["game"] % PARTS == part
        for n, kind in enumerate(KINDS):
            known, mine = ChanceTable(KNOTS, fitted[kind]), out & (found["kind"] == n)
            rows = zip(*(found[k][mine].astype(float).tolist() for k in ("x", "left", "y")), strict=True)
            said += [(known.of(x, left), y, left, kind) for x, left, y in rows]
        print(f"part {part + 1} of {PARTS}", file=sys.stderr, flush=True)
    head = [
        "| games | positions | without skill | all |" + "".join([f" {title} |" for *_, title in PHASES]),
        "|---|---|---|---|" + "---|" * len(PHASES),
    ]
    for name in ("all", "between two players", *KINDS):
        some = [s for s in said if name in ("all", s[3]) or (name == "between two players" and "alone" not in s[3])]
        if some:
            all_of = [(p, y) for p, y, *_ in some]
            cells = [_cell([(p, y) for p, y, left, _ in some if a <= left < b]) for a, b, _ in PHASES]
            title = name.replace("base", "base game").replace("awakening", "The Awakening")
            head.append(
                f"| {title} | {len(some):,} | {no_skill(all_of):.3f} | {brier(all_of):.3f} | {' | '.join(cells)} |"
            )
    games = len(np.unique(found["game"]))
    return "\n".join(
        [f"{games:,} games, in {PARTS} parts:", "", *head, "", *bands([(p, y) for p, y, *_ in said], errors=False)]
    )


def _cell(pairs: Sequence[Pair]) -> str:
    return f"{brier(pairs):.3f}" if pairs else ""


def write(name: str, text: str) -> None:
    """Put a table between its markers on the page."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    PAGE.write_text(before + begin + text + "\n" + end + rest.split(end)[1], encoding="utf-8")


def main(arguments: Iterable[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--only", choices=("rollouts", "static"))
    given = parser.parse_args(None if arguments is None else list(arguments))
    if given.only != "static":
        text = of_rollouts(rolled(given.work, given.positions, given.rollouts))
        print(text)
        write("rollouts", text)
    if given.only != "rollouts":
        text = of_static(given.work)
        print(text)
        write("static", text)


if __name__ == "__main__":
    main()
