"""Run self-play and broken files in large numbers.

It resumes after a stop, and keeps each failure.

``python scripts/measure/overnight.py [TASK ...] [--minutes 480] [--workers 2]``: a task is ``self-play`` (1,000 games of each
expansion and solitaire system, each tested after every action), ``fuzz`` (1,000,000 broken files for each reader), or one
part by its name, such as ``fuzz/vassal``; without a task, everything. ``--list`` prints the parts. The work is cut into
pieces of about a minute, each with its own seed; ``build/overnight/progress.json`` has the pieces that are done, and a new
start does the rest. ``--table`` prints what was done so far in Markdown. Exit status 1 if something failed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRESS = ROOT / "build" / "overnight" / "progress.json"
GAMES, GAMES_A_PIECE = 1_000, 20
INPUTS = 1_000_000
INPUTS_A_PIECE = {"solitaire": 100_000, "mapping": 100_000, "json": 25_000, "vassal": 5_000, "prose": 500}
"""Of other readers 2,000."""
WAYS = {
    "base": ("", "activities", "jihadist-bot", "us-bot", "both"),
    "expansion": ("", "jihadist-bot", "us-bot", "both"),
}
"""The solitaire systems of each game; the Activities of chapter 9 are for the base game."""


@dataclass
class Part:
    """One part of the work: its size and the results by piece."""

    name: str
    goal: int
    piece: int
    pieces: dict[int, int] = field(default_factory=dict)
    """How much each piece that is done had."""
    seconds: float = 0.0
    actions: int = 0
    refused: int = 0
    slowest: float = 0.0
    failed: list[str] = field(default_factory=list)

    @property
    def done(self) -> int:
        """The number of finished units."""
        return sum(self.pieces.values())

    def left(self) -> Iterator[int]:
        """The pieces that are still to do."""
        return (n for n in range(-(-self.goal // self.piece)) if n not in self.pieces)


@dataclass
class Done:
    """The result of a piece."""

    part: str
    piece: int
    number: int
    seconds: float
    actions: int = 0
    refused: int = 0
    slowest: float = 0.0
    failed: list[str] = field(default_factory=list)


def parts() -> dict[str, Part]:
    """All parts, with what was done of them before."""
    sys.path[:0] = [str(ROOT), str(ROOT / "scripts" / "measure")]
    from fuzz import HEADS

    made = [
        Part(f"self-play/{among}{'/' if way else ''}{way}", GAMES, GAMES_A_PIECE)
        for among, ways in WAYS.items()
        for way in ways
    ]
    made += [Part(f"fuzz/{name}", INPUTS, INPUTS_A_PIECE.get(name, 2_000)) for name in HEADS]
    kept = json.loads(PROGRESS.read_text(encoding="utf-8")) if PROGRESS.exists() else {}
    for part in made:
        for key, value in kept.get(part.name, {}).items():
            setattr(part, key, {int(n): number for n, number in value.items()} if key == "pieces" else value)
    return {part.name: part for part in made}


def keep(of: dict[str, Part]) -> None:
    """Write the results, so that a kill loses a piece at most."""
    PROGRESS.parent.mkdir(parents=True, exist_ok=True)
    new = PROGRESS.with_suffix(".new")
    new.write_text(json.dumps({name: asdict(part) for name, part in of.items() if part.pieces}), encoding="utf-8")
    new.replace(PROGRESS)


def play(name: str, piece: int) -> Done:
    """A piece of self-play.

    Every game is examined after every action, and its record afterwards.
    """
    from referee.cli.commands.bigtest import GameJob, play_one
    from referee.trials.games import nth

    among, _, way = name.removeprefix("self-play/").partition("/")
    found, begun = Done(name, piece, 0, 0.0), time.monotonic()
    for seed in range(piece * GAMES_A_PIECE + 1, (piece + 1) * GAMES_A_PIECE + 1):
        found.number += 1
        try:
            result = play_one(GameJob(seed, *nth(seed - 1, among, 0), among == "expansion", way))
        except Exception as error:
            found.failed.append(f"seed {seed}: {type(error).__name__}: {error}")
            continue
        found.actions += result.actions
        found.failed += result.wrong
    found.seconds = time.monotonic() - begun
    return found


def feed(name: str, piece: int, inputs: int) -> Done:
    """A piece of broken files."""
    from fuzz import own_loop

    tally = own_loop(name.removeprefix("fuzz/"), inputs, 60.0, piece + 1)
    failed = [f"piece {piece}: {what}, {times} times" for what, times in tally.failed.items()]
    return Done(name, piece, tally.inputs, tally.seconds, 0, tally.refused, tally.slowest, failed)


def prepare() -> None:
    """Set up a worker: the paths, the collector, the lowest priority.

    The collector is set as in the program.
    """
    sys.path[:0] = [str(ROOT), str(ROOT / "scripts" / "measure")]
    gc.set_threshold(50_000, 20, 100)
    os.nice(19)


def run(of: dict[str, Part], wanted: list[str], minutes: float, workers: int) -> None:
    """Run the remaining pieces of all wanted parts in turn.

    It ends when they are done or the time is over.
    """
    left = {name: of[name].left() for name in wanted}
    until = time.monotonic() + minutes * 60

    def pieces() -> Iterator[tuple[str, int]]:
        while left:
            for name in list(left):
                piece = next(left[name], None)
                if piece is None:
                    del left[name]
                elif time.monotonic() < until:
                    yield name, piece
                else:
                    return

    todo = pieces()
    with ProcessPoolExecutor(workers, get_context("spawn"), prepare, max_tasks_per_child=20) as pool:
        running: set[Future[Done]] = set()

        def start() -> None:
            for name, piece in todo:
                act = pool.submit(play, name, piece) if "self-play/" in name else None
                running.add(act or pool.submit(feed, name, piece, of[name].piece))
                if len(running) >= workers:
                    break

        start()
        while running:
            over, running = wait(running, return_when=FIRST_COMPLETED)
            for future in over:
                done = future.result()
                part = of[done.part]
                part.pieces[done.piece] = done.number
                part.seconds += done.seconds
                part.actions += done.actions
                part.refused += done.refused
                part.slowest = max(part.slowest, done.slowest)
                part.failed += done.failed
                keep(of)
                print(f"{part.name}: {part.done:,} of {part.goal:,}, {len(part.failed)} failed", flush=True)
            start()


def table(of: dict[str, Part]) -> str:
    """The results, in Markdown."""
    rows = ["| part | done | of | hours of one core | failed |", "|---|---:|---:|---:|---:|"]
    for part in of.values():
        what = (
            f"{part.actions:,} actions" if part.actions else f"{part.refused:,} refused, slowest {part.slowest:.1f} s"
        )
        rows.append(
            f"| {part.name} | {part.done:,}{f' ({what})' if part.pieces else ''} | {part.goal:,} "
            f"| {part.seconds / 3600:.2f} | {len(part.failed)} |"
        )
    return "\n".join(rows)


def main() -> int:
    """Do what was asked, or print how far it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", nargs="*")
    parser.add_argument("--minutes", type=float, default=480, help="no piece begins later than this")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    asked = parser.parse_args()
    of = parts()
    wanted = [n for n in of if not asked.task or any(n == t or n.startswith(f"{t}/") for t in asked.task)]
    if asked.list:
        print("\n".join(f"{name}: {of[name].done:,} of {of[name].goal:,}" for name in wanted))
    elif asked.table:
        print(table(of))
    elif not wanted:
        parser.error(f"there is no such task; there are {', '.join(of)}")
    else:
        run(of, wanted, asked.minutes, asked.workers)
    failed = [f"{name}: {why}" for name in wanted for why in of[name].failed]
    print("\n".join(failed), end="\n" if failed else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
