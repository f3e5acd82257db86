"""An audit of many records: one process, several, and a Dask cluster on this machine; what each costs a game.

    python benchmarks/many_records.py --games 1000 --rounds 3

Self-played games of two turns are copied with another remark each, so that no two files have the same bytes and nothing
is found in a cache. Rounds are interleaved, the median counts. Times of the processor are added up over all processes that
take part (the audit, its helpers, scheduler, workers): on a machine that others use as well they say more than the clock.
"""

from __future__ import annotations

import argparse
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
PORT = 8791


@dataclass(frozen=True)
class Cost:
    """What a run took: seconds by the clock, of the processor, MiB of the audit itself at most."""

    clock: float
    processor: float
    memory: float


def records(folder: Path, games: int, distinct: int, turns: int) -> int:
    """Write the records; how many bytes they have."""
    source = folder / "source"
    command = [sys.executable, "-m", "referee", "play", "--games", str(distinct), "-o", str(source)]
    subprocess.run(
        [*command, *(["--turns", str(turns)] if turns else [])], env=ENV, check=True, stdout=subprocess.DEVNULL
    )
    texts = [p.read_text(encoding="utf-8") for p in sorted(source.iterdir())]
    made = folder / "games"
    made.mkdir()
    total = 0
    for n in range(games):
        text = f"{texts[n % len(texts)]}; copy {n:,}\n"
        total += len(text.encode())
        (made / f"{n:07}.lgn").write_text(text, encoding="utf-8")
    return total


def audited(folder: Path, *arguments: str, also: tuple[psutil.Process, ...] = ()) -> Cost:
    """Run an audit; what it and those who help it took."""
    before = sum(sum(p.cpu_times()[:2]) for p in also)
    begun = time.perf_counter()
    with (folder / "audit.json").open("wb") as out:
        running = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "referee",
                "audit",
                str(folder / "games"),
                "--no-cache",
                "--format",
                "json",
                *arguments,
            ],
            env=ENV,
            stdout=out,
        )
        _, status, used = os.wait4(running.pid, 0)
    clock = time.perf_counter() - begun
    if os.waitstatus_to_exitcode(status) > 1:
        raise SystemExit("the audit failed")
    processor = used.ru_utime + used.ru_stime + sum(sum(p.cpu_times()[:2]) for p in also) - before
    return Cost(clock, processor, used.ru_maxrss / 1024)


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, tuple[psutil.Process, ...]]]:
    """A scheduler and so many workers, each a process of its own."""
    quiet = {"env": ENV, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"tcp://127.0.0.1:{PORT}"
    python = [sys.executable, "-m"]
    made = [
        subprocess.Popen(  # type: ignore[call-overload]
            [*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(PORT), "--no-dashboard"],
            **quiet,
        )
    ]
    made += [
        subprocess.Popen(  # type: ignore[call-overload]
            [*python, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"],
            **quiet,
        )
        for _ in range(workers)
    ]
    try:
        from distributed import Client

        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address, tuple(psutil.Process(p.pid) for p in made)
    finally:
        for process in reversed(made):
            process.kill()
            process.wait()


def travelling(folder: Path) -> tuple[float, float, float]:
    """Bytes of a record, of what is sent for it and of what comes back, each a game."""
    from referee.club.audit.judging import Job, Terms
    from referee.club.audit.runner import MAX_PIECE, _piece

    terms = Terms("as-played", None, None)
    jobs = [Job(p.name, "", p.read_bytes()) for p in sorted((folder / "games").iterdir())[:MAX_PIECE]]
    sent = pickle.dumps((partial(_piece, terms=terms), jobs), pickle.HIGHEST_PROTOCOL)
    back = pickle.dumps(_piece(jobs, terms), pickle.HIGHEST_PROTOCOL)
    n = len(jobs)
    return sum(len(j.data) for j in jobs) / n, len(sent) / n, len(back) / n


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--distinct", type=int, default=500)
    asked.add_argument("--turns", type=int, default=2, help="turns of a game; 0 plays to the end")
    asked.add_argument("--rounds", type=int, default=3)
    given = asked.parse_args()
    found: dict[str, list[Cost]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = records(folder, given.games, given.distinct, given.turns)
        expected = b""
        for _ in range(given.rounds):
            for workers in (1, 2):
                found.setdefault(f"{workers} here", []).append(audited(folder, "--workers", str(workers)))
                expected = expected or (folder / "audit.json").read_bytes()
                same = (folder / "audit.json").read_bytes() == expected
                with cluster(workers) as (address, helpers):
                    found.setdefault(f"{workers} on a cluster", []).append(
                        audited(folder, "--on", address, also=helpers)
                    )
                if not same or (folder / "audit.json").read_bytes() != expected:
                    raise SystemExit("the results differ")
        print(
            f"{given.games:,} games of {size / given.games:,.0f} bytes, {given.rounds} rounds, medians; all results are the same"
        )
        of_record, sent, back = travelling(folder)
        print(f"bytes a game: record {of_record:,.0f}, sent {sent:,.0f}, back {back:,.0f}")
    alone = statistics.median(c.clock for c in found["1 here"])
    cheapest = statistics.median(c.processor for c in found["1 here"])
    print(f"{'workers':18} {'clock s':>8} {'games/s':>8} {'ratio':>6} {'cpu ms/game':>12} {'more':>6} {'MiB':>5}")
    for who, costs in found.items():
        clock = statistics.median(c.clock for c in costs)
        processor = statistics.median(c.processor for c in costs)
        n = given.games
        print(
            f"{who:18} {clock:8.1f} {n / clock:8.1f} {alone / clock:6.2f} {1000 * processor / n:12.2f} "
            f"{1000 * (processor - cheapest) / n:6.2f} {statistics.median(c.memory for c in costs):5.0f}"
        )


if __name__ == "__main__":
    main()
