"""Work handed out in pieces, and what becomes of it: whoever dies or hangs over an item costs that item alone."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from typing import Generic

from referee.club.workers import Act, Crew, CrewError, R, T

GONE = "the process that judged this record ended without a word (killed, or out of memory?)"
TOO_LONG = "judging this record took longer than {seconds:g} seconds and was broken off"
SILENT = "no answer came for this record: whoever judged it hangs"
GRACE = 30.0
"""Seconds that a piece may be on its way, beside the work itself."""
TICK = 1.0
AHEAD = 2
"""Pieces that are handed out for each that is worked at."""
_DEATHS = 3
"""How often an item may be lost by a death: in a piece with others, by itself beside others, all alone."""
_BREAKS = 2
"""How often it may take too long."""
_MOST_CANCELLED = 100


@dataclass(slots=True)
class _Piece:
    """Items that were handed out together, and when an answer must be there."""

    items: list[int]
    deadline: float


class Dispatch(Generic[T, R]):
    """Items, by number, to be worked at by a crew.

    ``load`` gives an item when it is handed out, ``take`` is told each result, ``lose`` why there will be none; all
    three are called here and not by the crew. ``seconds`` is what ``act`` allows each item.
    """

    def __init__(
        self,
        crew: Crew,
        act: Act[T, R],
        load: Callable[[int], T],
        take: Callable[[int, R], None],
        lose: Callable[[int, str], None],
        seconds: float,
    ) -> None:
        self.crew, self.act, self.load, self.take, self.lose, self.seconds = crew, act, load, take, lose, seconds
        self.fresh: deque[list[int]] = deque()
        self.alone: deque[int] = deque()
        """Items over which somebody died that may have done so over another one: last, and nothing beside them."""
        self.out: dict[Future[list[R | None]], _Piece] = {}
        self.deaths: Counter[int] = Counter()
        self.breaks: Counter[int] = Counter()
        self.cancelled = 0

    def carry_out(self, pieces: Sequence[list[int]]) -> tuple[list[int], str]:
        """Do all of it; the items that are left because the crew is gone, and why it is.

        Raises :class:`CrewError` where the crew must not be used.
        """
        self.fresh.extend(pieces)
        while self.fresh or self.alone or self.out:
            why = self.crew.gone()
            if why:
                return self._left(), why
            self._hand_out()
            done, _ = wait(self.out, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in done:
                self._answered(future, self.out.pop(future))
            self._look_for_silence()
        return [], ""

    def _left(self) -> list[int]:
        for future in self.out:
            future.cancel()
        held = [*(piece.items for piece in self.out.values()), *self.fresh]
        return sorted([*(i for items in held for i in items), *self.alone])

    def _hand_out(self) -> None:
        most = AHEAD * max(1, self.crew.width)
        while self.fresh and len(self.out) < most:
            self._send(self.fresh.popleft())
        if self.alone and not self.fresh and not self.out:
            self._send([self.alone.popleft()])

    def _send(self, items: list[int]) -> None:
        loaded = [self.load(i) for i in items]
        future = self.crew.submit(self.act, loaded)
        self.out[future] = _Piece(items, time.monotonic() + self._patience(len(items)))

    def _patience(self, number: int) -> float:
        """Seconds in which the answer to a piece of so many items must come, with what it may have to wait for."""
        waiting = number + sum(len(piece.items) for piece in self.out.values())
        return self.seconds * max(number, waiting / max(1, self.crew.width)) + GRACE

    def _answered(self, future: Future[list[R | None]], piece: _Piece) -> None:
        try:
            results = future.result()
        except CancelledError:  # the crew as a whole was shaken up: that says nothing of the items
            self.cancelled += 1
            if self.cancelled > _MOST_CANCELLED:
                raise CrewError("the work is cancelled again and again by somebody else") from None
            self.fresh.append(piece.items)
            return
        except Exception as error:
            if not self.crew.is_loss(error):
                raise
            self._died(piece.items)
            return
        for i, result in zip(piece.items, results, strict=True):
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
        """Of the pieces to which no answer came the one that was handed out first is worked at, others wait for it."""
        now = time.monotonic()
        future = next((future for future, piece in self.out.items() if piece.deadline < now), None)
        if future is None:
            return
        piece = self.out.pop(future)
        self.crew.free(future)
        for other in self.out.values():
            other.deadline = max(other.deadline, time.monotonic() + self._patience(len(other.items)))
        for i in piece.items:
            self._broken_off(i, SILENT)
