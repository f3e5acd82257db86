"""The dispatch of work in pieces.

An item over which a worker dies or hangs costs that item alone.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Generic

from referee.club.workers import Act, R, T, WorkerPool, WorkerPoolError

GONE = "the process that judged this record ended without a word (killed, or out of memory?)"
TOO_LONG = "judging this record took longer than {seconds:g} seconds and was broken off"
SILENT = "no answer came for this record: whoever judged it hangs"
GRACE = 30.0
"""Seconds that a piece may be on its way, beside the work itself."""
TICK = 1.0
AHEAD = 2
"""Pieces that are handed out for each that is worked on."""
_DEATHS = 3
"""The most deaths over an item: in a piece with others, by itself beside others, all alone."""
_BREAKS = 2
"""The most times over the limit for an item."""
_MOST_CANCELLED = 100


class Dispatch(Generic[T, R]):
    """Items, by number, for a pool to work on.

    ``load`` gives an item when it is handed out, ``take`` receives each result, ``lose`` the reason why there is none;
    all three are called in this process. ``seconds`` is the time that ``act`` allows each item.
    """

    def __init__(
        self,
        pool: WorkerPool,
        act: Act[T, R],
        load: Callable[[int], T],
        take: Callable[[int, R], None],
        lose: Callable[[int, str], None],
        seconds: float,
    ) -> None:
        self.pool, self.act, self.load, self.take, self.lose, self.seconds = pool, act, load, take, lose, seconds
        self.fresh: deque[list[int]] = deque()
        self.alone: deque[int] = deque()
        """Items of which one killed a worker, or another one beside it: handed out last, one at a time."""
        self.out: dict[Future[list[R | None]], tuple[list[int], float]] = {}
        """The pieces in work, each with the deadline of its answer."""
        self.deaths: Counter[int] = Counter()
        self.breaks: Counter[int] = Counter()
        self.cancelled = 0

    def carry_out(self, pieces: Sequence[list[int]]) -> tuple[list[int], str]:
        """Do all work.

        The items left over if the pool is gone, and the reason.

        Raises :class:`WorkerPoolError` where the pool must not be used.
        """
        self.fresh.extend(pieces)
        while self.fresh or self.alone or self.out:
            if why := self.pool.gone():
                for future in self.out:
                    future.cancel()
                held = [*(items for items, _ in self.out.values()), *self.fresh, self.alone]
                return sorted(i for items in held for i in items), why
            while self.fresh and len(self.out) < AHEAD * max(1, self.pool.width):
                self._send(self.fresh.popleft())
            if self.alone and not self.fresh and not self.out:
                self._send([self.alone.popleft()])
            for future in wait(self.out, timeout=TICK, return_when=FIRST_COMPLETED).done:
                self._answered(future, self.out.pop(future)[0])
            self._look_for_silence()
        return [], ""

    def _send(self, items: list[int]) -> None:
        future = self.pool.submit(self.act, [self.load(i) for i in items])
        self.out[future] = items, self._deadline(items)

    def _deadline(self, items: list[int]) -> float:
        """The deadline of a piece, with the pieces before it."""
        waiting = len(items) + sum(len(others) for others, _ in self.out.values())
        return time.monotonic() + self.seconds * max(len(items), waiting / max(1, self.pool.width)) + GRACE

    def _answered(self, future: Future[list[R | None]], items: list[int]) -> None:
        try:
            results = future.result()
        except CancelledError:  # by a restart of the whole pool: that says nothing of the items
            self.cancelled += 1
            if self.cancelled > _MOST_CANCELLED:
                raise WorkerPoolError("the work is cancelled again and again by somebody else") from None
            self.fresh.append(items)
            return
        except Exception as error:
            if not self.pool.is_loss(error):
                raise
            self._died(items)
            return
        for i, result in zip(items, results, strict=True):
            if result is None:
                self._broken_off(i, TOO_LONG.format(seconds=self.seconds))
            else:
                self.take(i, result)

    def _died(self, items: list[int]) -> None:
        for i in items:
            self.deaths[i] += 1
            if self.deaths[i] >= _DEATHS:
                self.lose(i, GONE)
            elif len(items) > 1:
                self.fresh.append([i])
            else:
                self.alone.append(i)

    def _broken_off(self, i: int, why: str) -> None:
        self.breaks[i] += 1
        if self.breaks[i] >= _BREAKS:
            self.lose(i, why)
        else:
            self.fresh.append([i])

    def _look_for_silence(self) -> None:
        """Give up the oldest piece without an answer.

        It is the one in work, others wait for it.
        """
        now = time.monotonic()
        future = next((future for future, (_, deadline) in self.out.items() if deadline < now), None)
        if future is None:
            return
        overdue, _ = self.out.pop(future)
        self.pool.free(future)
        self.out = {f: (items, max(until, self._deadline(items))) for f, (items, until) in self.out.items()}
        for i in overdue:
            self._broken_off(i, SILENT)
