"""The table that answers a procedure, and the ends of a segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from referee.engine.law.ask import Ask, Field, SegmentId
from referee.engine.law.requirement import Failure, FindingKind
from referee.engine.law.rolls import Roll

NOTHING = "none"
"""The answer "none", only where a domain offers it."""
UNKNOWN = "?"
"""A hidden answer; only for an ask marked as hidden."""


class DeadEnd(Exception):
    """A point without a legal continuation.

    No answer is left, or a requirement of the procedure itself fails.
    """

    def __init__(self, failures: tuple[Failure, ...] = (), ask: Ask | None = None) -> None:
        super().__init__("; ".join(f.message for f in failures))
        self.failures = failures
        self.ask = ask


class GameOver(Exception):
    """The end of the game (5.1, 5.3.1), which ends the segment at once."""


class Table(Protocol):
    """The source of answers for a procedure."""

    def enter(self, segment: SegmentId) -> None:
        """Begin a segment: the operation, an event, a resolved Plot."""

    def leave(self, segment: SegmentId) -> None:
        """End the segment."""

    def answer(self, ask: Ask) -> Any:
        """Return an answer to ``ask``."""

    def more(self, ask: Ask, so_far: int) -> bool:
        """Return whether the list continues with another target or Cell."""

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """Return the dice of a roll."""

    def result(self, roll: Roll) -> Any:
        """Return the roll's result for the play, or the recorded one."""

    def number(
        self, field: Field, due: int, item: int | None, subject: str, rule: str, said: Callable[[int], str]
    ) -> int:
        """Return the number of things that come where the rolls bring ``due``.

        It may be another number from a record. ``said`` returns the words for the number due, whatever number came.
        """

    def beyond(self, field: Field, subject: str, rule: str, why: str) -> Any:
        """Return the record's value of a field, against ``rule``.

        Returns None if nothing is written.
        """

    def not_due(
        self, field: str, subject: str, item: int | None, rule: str, why: str, *, without_effect: bool = False
    ) -> None:
        """Note that nothing is due, and why.

        A record might have written something here; ``without_effect``: without any effect.
        """

    def unasked(self, ask: Ask, take: bool) -> Any:
        """Handle a question without a legal answer.

        Returns, with ``take``, the answer written all the same.
        """

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        """Note that a requirement of the procedure itself failed."""

    def mentioned(self, card: int) -> bool | None:
        """Return whether a record mentions a triggered event as having happened.

        Returns None if it says nothing.
        """

    def denies(self, step: Field) -> bool:
        """Return whether a record denies an automatic step: "no convergence"."""

    def goes_on(self, segment: str, card: int | None) -> bool:
        """Whether a line continues with a segment although the game is over."""

    def new_cards(self, side: str, n: int) -> int | tuple[int, ...]:
        """Return the ``n`` unnamed cards of a hand.

        Their number if they are hidden.
        """

    def as_named(self, countries: list[str]) -> list[str]:
        """The countries in the order of a record with all of them.

        Any other record leaves them in the given order.
        """

    def in_order(self, cards: list[int]) -> list[int]:
        """Return the cards in the order of their events in a record.

        Unchanged if unstated.
        """

    def dead(self, dead: DeadEnd) -> bool:
        """Handle a dead end; return whether the play continues after it."""

    def hand(self, side: str) -> list[Any]:
        """Return the cards of a hand, or ``?`` if they are hidden."""

    def drawn(self, side: str) -> int:
        """Return the card that a side draws from the deck.

        Returns 0 if it is hidden.
        """

    def reshuffled(self, cards: list[int]) -> None:
        """Make a new Draw Deck of these cards (5.3.1)."""

    def put_back(self, card: int) -> None:
        """Put a card face down near the middle of the Draw Deck."""

    def remark(
        self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "", requirement: str = ""
    ) -> None:
        """Note something wrong or doubtful in a play that goes on.

        ``requirement`` is the id of the requirement that it breaks, if it breaks one.
        """

    def reading(self, ask: Ask) -> Any:
        """Return the answer to a question that is never written."""

    def unchecked(self, rule: str, message: str) -> None:
        """Note that something cannot be checked for lack of a name."""

    def left_out(self, rule: str, message: str, help: str, about: Iterable[str] = ()) -> None:
        """Note a required part that is missing and not carried out.

        ``message`` is "" if it was reported before; ``about`` are the countries of the part.
        """
