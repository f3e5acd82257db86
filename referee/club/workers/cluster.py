"""The workers of a Dask cluster, which may run on many machines.

The scheduler is Dask's own, reached through its executor of futures. Nothing but bytes travels: what is to be judged, and
the rows. Each worker must have the very same referee, and is asked by the names of :func:`about` and :func:`work`.
"""

from __future__ import annotations

import logging
import pickle
import re
import threading
import time
import uuid
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

from referee.club.workers import Act, R, T, WorkerPoolError
from referee.reports.columns import printable

MISSING = 'a cluster needs Dask: pipx install "labyrinth-referee[cluster]" (in the folder of the project ".[cluster]")'
CONNECT = 10.0
"""Seconds in which the scheduler must answer, and a first worker be there."""
PROBE = 20.0
"""Seconds in which the workers say which referee they have; one that is busy is asked again with its work."""
NOBODY = 30.0
"""Seconds after which a cluster without workers is given up."""
_LOOK = 2.0
_CALL = f"__import__('{__name__}', fromlist=['about']).{{}}"
"""A call by name, so that a worker without the referee answers with an error instead of breaking down."""
_ADDRESS = re.compile(
    r"(?:(?P<scheme>tcp|tls|ws|wss)://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)"
    r":(?P<port>\d{1,5})/?",
    re.ASCII,
)
_ONE = threading.Lock()
"""A worker may have several threads; the referee works at one record at a time in each process."""


# ------------------------------------------------------------ on a worker


class WrongProgramError(Exception):
    """This worker has another referee than the one that asks: (version here)."""


@cache
def about() -> tuple[str, str]:
    """The version of the referee that is installed here, and its digest."""
    from referee import __version__
    from referee.club.program import fingerprint

    return __version__, fingerprint(__version__)


def work(asked: str, packed: bytes) -> bytes:
    """Do a piece of work with the referee of this digest.

    Raises :class:`WrongProgramError`.
    """
    version, mark = about()
    if asked != mark:
        raise WrongProgramError(version)
    act, items = pickle.loads(packed)
    with _ONE:
        return pickle.dumps(act(items), pickle.HIGHEST_PROTOCOL)


# ------------------------------------------------------------ here


def checked(address: str) -> str:
    """The address of a scheduler, in full. Raises :class:`WorkerPoolError`."""
    match = _ADDRESS.fullmatch(address.strip())
    if match is None or not 1 <= int(match["port"]) <= 65535:
        raise WorkerPoolError(
            f"“{printable(address[:60])}” is no address of a scheduler; it looks like tcp://192.0.2.7:8786"
        )
    return f"{match['scheme'] or 'tcp'}://{match['host']}:{int(match['port'])}"


class Cluster:
    """The workers of a cluster.

    Raises :class:`WorkerPoolError` if there are none, or if their referee is another one.
    """

    def __init__(self, address: str) -> None:
        self.address = checked(address)
        try:
            self.distributed: Any = import_module("distributed")
        except ImportError:
            raise WorkerPoolError(MISSING) from None
        for name in ("distributed", "tornado", "asyncio"):  # they log at length each worker that comes and goes
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self.client: Any = self.distributed.Client(self.address, timeout=CONNECT, set_as_default=False)
        except Exception as error:
            raise WorkerPoolError(f"no scheduler answers at {self.address}: {_first_line(error)}") from None
        self.executor: Any = self.client.get_executor(pure=False, retries=0)
        self.handed: dict[Future[Any], tuple[str, Future[bytes]]] = {}
        """The pieces that are handed out: their keys in the cluster, and the answers in bytes."""
        self.seen = time.monotonic()
        self.looked = 0.0
        self.width = 0
        try:
            self._begin()
        except BaseException:
            self.client.close(timeout=CONNECT)
            raise

    def _begin(self) -> None:
        """Wait for a first worker, and ask each worker's referee version."""
        until = time.monotonic() + CONNECT
        while not self._look():
            if time.monotonic() > until:
                raise WorkerPoolError(f"the cluster at {self.address} has no workers")
            time.sleep(0.2)
        probes = {
            worker: self.executor.submit(eval, _CALL.format("about()"), workers=[worker], allow_other_workers=False)
            for worker in self.client.nthreads()
        }
        until = time.monotonic() + PROBE
        for worker, probe in probes.items():
            try:
                version, mark = probe.result(timeout=max(0.0, until - time.monotonic()))
            except (CancelledError, TimeoutError, self.distributed.KilledWorker):
                probe.cancel()
                continue
            except Exception as error:
                raise WorkerPoolError(_without(worker, error)) from None
            if mark != about()[1]:
                raise WorkerPoolError(_another(worker, version))

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        with suppress(Exception):
            self.executor.shutdown(wait=False)
            self.client.close(timeout=CONNECT)

    def submit(self, act: Act[T, R], items: list[T], /) -> Future[list[R | None]]:
        """Hand a piece out: whichever worker is free takes it."""
        given = {"asked": about()[1], "packed": pickle.dumps((act, items), pickle.HIGHEST_PROTOCOL)}
        key = f"referee-{uuid.uuid4().hex}"
        there: Future[bytes] = self.executor.submit(eval, _CALL.format("work(asked, packed)"), given, key=key)
        here: Future[list[R | None]] = Future()
        here.set_running_or_notify_cancel()
        self.handed[here] = key, there

        def arrived(future: Future[bytes]) -> None:
            self.handed.pop(here, None)
            try:
                here.set_result(pickle.loads(future.result()))
            except BaseException as error:
                here.set_exception(error)

        there.add_done_callback(arrived)
        return here

    def is_loss(self, error: BaseException) -> bool:
        """Whether workers died over a piece.

        Raises :class:`WorkerPoolError` where a worker has another referee, or none.
        """
        if isinstance(error, WrongProgramError):
            raise WorkerPoolError(_another("", str(error)))
        if isinstance(error, ImportError):
            raise WorkerPoolError(_without("", error))
        return isinstance(error, (self.distributed.KilledWorker, OSError))

    def free(self, overdue: Future[Any]) -> None:
        """End the worker that hangs.

        A supervisor may start it again.
        """

        def end() -> None:
            with suppress(Exception):
                key, there = self.handed[overdue]
                stuck = [worker for worker, held in self.client.processing().items() if key in map(str, held)]
                if not stuck:
                    return
                there.cancel()
                try:
                    self.client.restart_workers(stuck, timeout=CONNECT, raise_for_error=False)
                except ValueError:  # nobody watches over them
                    self.client.retire_workers(stuck, close_workers=True)

        ending = threading.Thread(target=end, daemon=True)
        ending.start()
        ending.join(2 * CONNECT)

    def gone(self) -> str:
        """Why nothing more is to be had from the cluster."""
        now = time.monotonic()
        if now - self.looked < _LOOK:
            return ""
        try:
            workers = self._look()
        except Exception as error:
            return f"the scheduler at {self.address} does not answer any more: {_first_line(error)}"
        return (
            f"the cluster at {self.address} has no workers any more" if not workers and now - self.seen > NOBODY else ""
        )

    def _look(self) -> int:
        """The present number of workers."""
        if self.client.status not in ("running", "connecting"):
            raise WorkerPoolError("the connection is closed")
        self.looked = time.monotonic()
        self.width = len(self.client.nthreads())
        if self.width:
            self.seen = self.looked
        return self.width


def _who(worker: str) -> str:
    return f"the worker {worker}" if worker else "a worker"


def _another(worker: str, version: str) -> str:
    from referee import __version__

    if version != __version__:
        return f"{_who(worker)} has referee {version}, and this is {__version__}: all must have the same one"
    return f"{_who(worker)} has referee {version} too, but with other files, scenarios or another Python: all must have the same one"


def _without(worker: str, error: BaseException) -> str:
    return f"{_who(worker)} has no referee that could judge for this one: {_first_line(error)}"


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return printable(lines[0] if lines else type(error).__name__)[:200]
