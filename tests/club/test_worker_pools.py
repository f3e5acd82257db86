"""Many records on many machines.

A machine that dies or hangs costs one record, and the result is that of one machine alone.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.club.audit import forms, html, judging, run
from referee.club.audit.rows import Audit
from referee.club.workers import WorkerPoolError, cluster, dispatch, limits, local
from referee.club.workers.dispatch import Dispatch
from referee.inputs import judging as inputs
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

RECORD = (
    '[Game "{n}"]\n[Jihadist "Ann"]\n[US "Bob"]\n'
    "setup: prestige 5, funding 5, US Hard, Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally, phase US 1, "
    "hand J 9, hand US 9\n"
    "US 43 deploy track > {where} 2\nUS 20 woi Pakistan [{die}]\n"
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A dozen games, some with a mistake, one that is none."""
    folder = tmp_path / "games"
    folder.mkdir()
    for n in range(12):
        text = RECORD.format(n=n, where="Gulf States" if n % 3 else "Pakistan", die=n % 6 + 1)
        (folder / f"{n:02}.lgn").write_text(text, encoding="utf-8")
    (folder / "bad.lgn").write_bytes(b"\0")
    return folder


def everything(audit: Audit) -> str:
    tables = [forms.as_csv(audit, which) for which in ("games", "players", "dice", "rules")]
    return "\n".join([forms.as_json(audit), html.render(audit), *tables])


# ------------------------------------------------------------ handing out


class Pretended:
    """A pool that works at once.

    It dies over some items and never answers for others.
    """

    width = 2

    def __init__(self, deadly: str = "", silent: str = "") -> None:
        self.deadly, self.silent = deadly, silent
        self.log: list[str] = []
        self.why = ""

    def __enter__(self) -> Pretended:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, act: Callable[[list[Any]], list[Any]], items: list[Any]) -> Future[Any]:
        self.log.append("".join(str(item) for item in items))
        future: Future[Any] = Future()
        if any(str(i) in self.deadly for i in items):
            future.set_exception(BrokenProcessPool())
        elif not any(str(i) in self.silent for i in items):
            future.set_result(act(items))
        return future

    def is_loss(self, error: BaseException) -> bool:
        return isinstance(error, BrokenProcessPool)

    def free(self, overdue: Future[Any]) -> None:
        self.log.append("free")

    def gone(self) -> str:
        return self.why


LETTERS = "abcdefgh"


def upper(items: list[str]) -> list[str | None]:
    return [None if item == "x" else item.upper() for item in items]


def carried_out(pool: Any, letters: str = LETTERS) -> tuple[dict[int, str], dict[int, str], tuple[list[int], str]]:
    got: dict[int, str] = {}
    lost: dict[int, str] = {}
    work: Dispatch[str, str] = Dispatch(pool, upper, letters.__getitem__, got.__setitem__, lost.__setitem__, 0.01)
    left = work.carry_out([list(range(len(letters)))[k : k + 3] for k in range(0, len(letters), 3)])
    return got, lost, left


def test_who_dies_over_an_item_costs_that_item() -> None:
    pool = Pretended(deadly="e")
    got, lost, left = carried_out(pool)
    assert (len(got), lost, left) == (7, {4: dispatch.GONE}, ([], ""))
    assert pool.log == ["abc", "def", "gh", "d", "e", "f", "e"], "with others, by itself, all alone"


def test_an_item_that_takes_too_long_is_tried_once_more() -> None:
    pool = Pretended()
    got, lost, _ = carried_out(pool, "axc")
    assert (got, pool.log) == ({0: "A", 2: "C"}, ["axc", "x"])
    assert lost[1].startswith("judging this record took longer than 0.01 seconds")


def test_a_piece_without_an_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GRACE", "TICK"):
        monkeypatch.setattr(dispatch, name, 0.01)
    pool = Pretended(silent="b")
    got, lost, _ = carried_out(pool)
    assert (len(got), lost) == (7, {1: dispatch.SILENT})
    assert pool.log.count("free") == 2


def test_a_crew_that_is_gone_leaves_the_rest() -> None:
    pool = Pretended()
    pool.why = "all went home"
    assert carried_out(pool) == ({}, {}, ([*range(8)], "all went home"))


def test_work_that_somebody_cancels_is_handed_out_again() -> None:
    class Shaken(Pretended):
        def submit(self, act: Callable[[list[Any]], list[Any]], items: list[Any]) -> Future[Any]:
            future = super().submit(act, items)
            if len(self.log) == 2:
                future = Future()
                future.set_exception(CancelledError())
            return future

    assert len(carried_out(Shaken())[0]) == 8


def test_what_is_judged_elsewhere_is_written_and_kept_here(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [str(games / name) for name in ("03.lgn", "04.lgn", "bad.lgn")]
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
    alone = run(paths, jobs=1, cache=False, reports=tmp_path / "here")
    pool: Any = Pretended()
    assert run(paths, pool=pool, cache=tmp_path / "cache", reports=tmp_path / "there") == alone
    assert len(pool.log) == 3
    assert len(list((tmp_path / "there").iterdir())) == len(list((tmp_path / "here").iterdir())) == 2
    assert (tmp_path / "there" / "03.html").read_bytes() == (tmp_path / "here" / "03.html").read_bytes()
    monkeypatch.setattr(judging, "look", None)
    assert run(paths, jobs=1, cache=tmp_path / "cache", reports=tmp_path / "there") == alone


# ------------------------------------------------------------ too long


def test_what_hangs_is_broken_off_and_nothing_else_is_hit() -> None:
    def for_ever() -> None:
        while True:
            try:
                sum(range(100))
            except Exception:
                continue

    assert limits.within(0.02, for_ever) is None
    assert limits.within(5, lambda: 7) == 7
    with pytest.raises(KeyError):
        limits.within(5, lambda: {}["x"])


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.skipif(sys.platform != "linux", reason="fork"))])
def test_a_record_that_hangs_is_a_row_and_is_not_remembered(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    real = inputs.judge_bytes

    def judge_bytes(data: bytes, name: str, *args: Any, **more: Any) -> Any:
        while name.endswith("07.lgn"):
            pass
        return real(data, name, *args, **more)

    monkeypatch.setattr(inputs, "judge_bytes", judge_bytes)
    monkeypatch.setattr(local, "_context", lambda: multiprocessing.get_context("fork" if jobs > 1 else "spawn"))
    rows = {Path(r.file).name: r for r in run([str(games)], jobs=jobs, cache=tmp_path / "cache", seconds=0.4).games}
    assert (rows["07.lgn"].verdict, rows["08.lgn"].verdict) == ("failed", "clean")
    assert "took longer than 0.4 seconds" in rows["07.lgn"].message
    monkeypatch.undo()
    assert run([str(games / "07.lgn")], jobs=1, cache=tmp_path / "cache").games[0].verdict == "clean"


# ------------------------------------------------------------ the cluster


@pytest.mark.parametrize(
    "address",
    ["", "host", "tcp://host", "tcp://host:0", "tcp://host:65536", "inproc://h:1", "tcp://a b:1", "-h:1", "h:1/x"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(WorkerPoolError, match="is no address of a scheduler"):
        cluster.checked(address)


def test_addresses_are_written_out() -> None:
    assert cluster.checked(" host.club:8786 ") == "tcp://host.club:8786"
    assert cluster.checked("tls://[::1]:08786/") == "tls://[::1]:8786"


def test_a_missing_package_is_named(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in (["audit", games], ["play", "--check", games]):
        done = referee(*command, "--on", "127.0.0.1:1")
        assert (done.status, done.out) == (2, "")
        assert (
            done.err
            == 'a cluster needs Dask: pipx install "labyrinth-referee[cluster]" (in the folder of the project ".[cluster]")\n'
        )


def test_another_referee_is_refused() -> None:
    with pytest.raises(cluster.WrongProgramError):
        cluster.work("another", b"")
    assert cluster._another("tcp://a:1", "9").startswith("the worker tcp://a:1 has referee 9, and this is ")


@contextmanager
def two_workers() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler here, and two workers that are programs of their own."""
    distributed = pytest.importorskip("distributed", reason="needs the extra “cluster”")
    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=":0", silence_logs=50) as scheduler:
        address = scheduler.scheduler_address
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        made = [
            subprocess.Popen(
                [*command, "--no-dashboard"],
                env={**os.environ, "PYTHONPATH": path},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for _ in range(2)
        ]
        try:
            until = time.monotonic() + 60
            while len(scheduler.scheduler.workers) < 2 and time.monotonic() < until:
                time.sleep(0.05)
            yield address, made
        finally:
            for worker in made:
                worker.kill()
                worker.wait()


def test_a_cluster_that_loses_a_worker_gives_what_one_machine_gives(games: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra “cluster”")
    alone = everything(run([str(games)], jobs=1, cache=False))
    with two_workers() as (address, made):
        killed: list[int] = []

        def progress(done: int, total: int) -> None:
            if 2 <= done < total and not killed:  # in the middle of it
                killed.append(done)
                made[0].kill()

        audit = run([str(games)], pool=cluster.Cluster(address), cache=False, progress=progress)
    assert killed
    assert everything(audit) == alone


@pytest.mark.long
def test_rollouts_of_a_cluster_are_those_of_one_machine(tmp_path: Path) -> None:
    record, kept = tmp_path / "game.lgn", tmp_path / "game.lgn.rollouts"
    record.write_text(
        "setup: turn 1, phase US 1, deck 2, hand J 2, hand US 2, Gulf States Fair Ally, US Hard\n"
        "US 43 deploy track > Gulf States 1\nUS 20 woi Gulf States [6]\n",
        encoding="utf-8",
    )
    referee("analyse", str(record), "--rollouts", "12", "--workers", "1")
    alone = kept.read_text(encoding="utf-8")
    kept.unlink()
    with two_workers() as (address, _):
        done = referee("analyse", str(record), "--rollouts", "12", "--on", address)
    assert (done.status, done.err) == (0, "")
    assert kept.read_text(encoding="utf-8") == alone


def test_python_is_as_before_once_something_was_broken_off() -> None:
    """An interpreter that ends after a cancelled exception.

    Under a profiler, an exception that is taken back leaves one that never ends (CPython 3.11).
    """
    code = (
        "import sys\nfrom referee.club.workers.limits import within\n"
        "def endless():\n    while True:\n        pass\n"
        "assert within(0.05, endless) is None\n"
        "sys.setprofile(lambda *_: None)\n(lambda: [n for n in range(9)])()\nsys.setprofile(None)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30, cwd=ROOT)
