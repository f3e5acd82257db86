"""Measure audits of many records by the cost of a game.

One process, several, and a Dask cluster on this machine are compared.

    python benchmarks/many_records.py --games 1000 --rounds 3
    python benchmarks/many_records.py --games 10000 --kill 20     a worker is killed every 20 seconds, and another one begins

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
import threading
import time
from collections.abc import Callable, Iterator
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
    """The cost of a run.

    Seconds by the clock, seconds of the processor, and the most MiB of the audit itself.
    """

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
def killing(
    workers: list[subprocess.Popen[bytes]], begin: Callable[[], subprocess.Popen[bytes]], every: float
) -> Iterator[list[int]]:
    """Kill a worker every so many seconds and begin another.

    The killed processes are collected.
    """
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        while not over.wait(every):
            old = workers.pop(0)
            old.kill()
            old.wait()
            killed.append(old.pid)
            workers.append(begin())

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


@contextmanager
def cluster(workers: int, kill: float = 0) -> Iterator[tuple[str, tuple[psutil.Process, ...], list[int]]]:
    """A scheduler and so many workers, each in its own process.

    One is killed every ``kill`` seconds, if that is set.
    """
    quiet = {"env": ENV, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"tcp://127.0.0.1:{PORT}"
    python = [sys.executable, "-m"]

    def worker() -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            [*python, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"],
            **quiet,
        )

    scheduler = subprocess.Popen(  # type: ignore[call-overload]
        [*python, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(PORT), "--no-dashboard"],
        **quiet,
    )
    made = [worker() for _ in range(workers)]
    try:
        from distributed import Client

        with Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        helpers = tuple(psutil.Process(p.pid) for p in (scheduler, *made))
        if kill:
            with killing(made, worker, kill) as killed:
                yield address, (), killed
        else:
            yield address, helpers, []
    finally:
        for process in (*made, scheduler):
            process.kill()
            process.wait()


def travelling(folder: Path) -> tuple[float, float, float]:
    """Bytes a game: of a record, its request and its answer."""
    from referee.club.audit.judging import Job, Terms
    from referee.club.audit.runner import MAX_PIECE, _piece

    terms = Terms("as-played", None, None)
    jobs = [Job(p.name, "", p.read_bytes()) for p in sorted((folder / "games").iterdir())[:MAX_PIECE]]
    sent = pickle.dumps((partial(_piece, terms=terms), jobs), pickle.HIGHEST_PROTOCOL)
    back = pickle.dumps(_piece(jobs, terms), pickle.HIGHEST_PROTOCOL)
    n = len(jobs)
    return sum(len(j.data) for j in jobs) / n, len(sent) / n, len(back) / n


def kill_workers(given: argparse.Namespace) -> None:
    """Compare an audit here with one by a cluster that loses workers."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records(folder, given.games, min(given.distinct, given.games), given.turns)
        alone = audited(folder, "--workers", "2")
        expected = (folder / "audit.json").read_bytes()
        with cluster(2, given.kill) as (address, _, killed):
            lossy = audited(folder, "--on", address)
        same = (folder / "audit.json").read_bytes() == expected
    print(
        f"{given.games:,} games: this machine {alone.clock:.0f} s; a cluster of two workers, of which {len(killed)} were "
        f"killed one after the other, {lossy.clock:.0f} s, {lossy.memory:.0f} MiB; the results "
        f"{'are the same' if same else 'DIFFER'}"
    )
    if not same:
        raise SystemExit(1)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--distinct", type=int, default=500)
    asked.add_argument("--turns", type=int, default=2, help="turns of a game; 0 plays to the end")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--kill", type=float, default=0, help="on the cluster, kill a worker every so many seconds")
    given = asked.parse_args()
    if given.kill:
        kill_workers(given)
        return
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
                with cluster(workers) as (address, helpers, _):
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
