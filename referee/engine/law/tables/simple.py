"""The common part of tables without a record.

A refusal ends the branch, and nothing is stored.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from referee.engine.law.ask import Ask, Field, SegmentId
from referee.engine.law.requirement import Failure, FindingKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd


class QuietTable:
    """The part of a table without cards and reasons."""

    def hand(self, side: str) -> list[Any]:
        return [UNKNOWN]

    def new_cards(self, side: str, n: int) -> int | tuple[int, ...]:
        return n

    def drawn(self, side: str) -> int:
        return 0

    def reshuffled(self, cards: list[int]) -> None:
        """Do nothing: this table has no cards."""

    def put_back(self, card: int) -> None:
        """Do nothing: this table has no cards."""

    def not_due(
        self, field: str, subject: str, item: int | None, rule: str, why: str, *, without_effect: bool = False
    ) -> None:
        """Do nothing: this table reports no reasons."""

    def unchecked(self, rule: str, message: str) -> None:
        """Do nothing: this table reports nothing unknown."""


class SimpleTable(QuietTable, ABC):
    """The base of the probe, options and random tables."""

    def enter(self, segment: SegmentId) -> None:
        """Do nothing: there are no answers to look up."""

    def leave(self, segment: SegmentId) -> None:
        """Do nothing: there are no claims to compare."""

    @abstractmethod
    def answer(self, ask: Ask) -> Any:
        """Return an answer to ``ask``."""

    @abstractmethod
    def more(self, ask: Ask, so_far: int) -> bool:
        """Return whether the list continues."""

    @abstractmethod
    def dice(self, roll: Roll) -> tuple[int, ...]:
        """Return the dice of a roll."""

    def result(self, roll: Roll) -> Any:
        return roll.outcome

    def number(
        self, field: Field, due: int, item: int | None, subject: str, rule: str, said: Callable[[int], str]
    ) -> int:
        return due

    def beyond(self, field: Field, subject: str, rule: str, why: str) -> Any:
        return None

    def unasked(self, ask: Ask, take: bool) -> Any:
        """Return None: nothing is written."""
        return None

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        raise DeadEnd(failures)

    def mentioned(self, card: int) -> bool | None:
        """Return None: without a record the event happens if due (6.3.2)."""
        return None

    def denies(self, step: Field) -> bool:
        """Return False: there is no record."""
        return False

    def goes_on(self, segment: str, card: int | None) -> bool:
        """Return False: play ends with a victory."""
        return False

    def as_named(self, countries: list[str]) -> list[str]:
        return countries

    def in_order(self, cards: list[int]) -> list[int]:
        return cards

    def dead(self, dead: DeadEnd) -> bool:
        return False

    def left_out(self, rule: str, message: str, help: str, about: Iterable[str] = ()) -> None:
        """Do nothing: nothing is left out."""
        raise DeadEnd((Failure("left out", rule, "incomplete", message),))

    def reading(self, ask: Ask) -> Any:
        """Return the first answer: only a record can show another one."""
        return next(iter(ask.domain()))

    def remark(
        self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "", requirement: str = ""
    ) -> None:
        if kind != "note":
            raise DeadEnd((Failure(requirement or "remark", rule, "impossible", message),))
