"""The table: who answers a procedure, and how a segment ends without an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from referee.engine.law.ask import Ask, Field, SegmentId
from referee.engine.law.requirement import Failure, FindingKind
from referee.engine.law.rolls import Roll

NOTHING = "none"
"""The answer "none", only where a domain offers it."""
UNKNOWN = "?"
"""An answer that is hidden for now; only where an ask is marked hidden."""


class DeadEnd(Exception):
    """A point without a legal way on.

    No answer is left, or a requirement of the procedure itself fails.
    """

    def __init__(self, failures: tuple[Failure, ...] = (), ask: Ask | None = None) -> None:
        super().__init__("; ".join(f.message for f in failures))
        self.failures = failures
        self.ask = ask


class GameOver(Exception):
    """The last end of the deck (5.1, 5.3.1).

    The segment ends at that instant.
    """


class Table(Protocol):
    """Who answers a procedure."""

    def enter(self, segment: SegmentId) -> None:
        """A segment begins: the operation, an event, a resolved Plot."""

    def leave(self, segment: SegmentId) -> None:
        """The segment is over."""

    def answer(self, ask: Ask) -> Any:
        """An answer to ``ask``."""

    def more(self, ask: Ask, so_far: int) -> bool:
        """Whether the list goes on: another target, another Cell."""

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice of a roll."""

    def result(self, roll: Roll) -> Any:
        """What a play goes on with after a roll: its result, or the one that a record shows in its place."""

    def number(
        self, field: Field, due: int, item: int | None, subject: str, rule: str, said: Callable[[int], str]
    ) -> int:
        """How many things come where the rolls bring ``due``: so many, or as many as a record has come there.

        ``said`` puts into words that ``due`` come, and not the number that it is given.
        """

    def beyond(self, field: Field, subject: str, rule: str, why: str) -> Any:
        """What a record has come to a country where, by ``rule``, nothing of the kind does; None for nothing."""

    def not_due(
        self, field: str, subject: str, item: int | None, rule: str, why: str, *, harmless: bool = False
    ) -> None:
        """Nothing is due where a record might have written something, and why; ``harmless``: nothing could come of it."""

    def unasked(self, ask: Ask, take: bool) -> Any:
        """A question that is not asked, since no answer to it is legal now; with ``take`` what is named all the same."""

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        """A requirement of the procedure itself failed."""

    def mentioned(self, card: int) -> bool | None:
        """What a record says about a triggered event: it happened, it did not, or nothing."""

    def denies(self, step: Field) -> bool:
        """Whether a record says that a step which comes by itself was left out: "no convergence"."""

    def goes_on(self, segment: str, card: int | None) -> bool:
        """Whether a line goes on with a segment although the game is over."""

    def new_cards(self, side: str, n: int) -> int | tuple[int, ...]:
        """The ``n`` unnamed cards of a hand, or their number where they are hidden."""

    def as_named(self, countries: list[str]) -> list[str]:
        """The countries in the order in which a record names all of them; as given where it does not."""

    def in_order(self, cards: list[int]) -> list[int]:
        """The cards in the order in which a record has their events; as given where it does not say."""

    def dead(self, dead: DeadEnd) -> bool:
        """A segment cannot go on; True if the table noted that and the play goes on after it."""

    def hand(self, side: str) -> list[Any]:
        """Cards of a hand, or ``?`` if they are hidden."""

    def drawn(self, side: str) -> int:
        """The card that a side draws from the deck; 0 if it is hidden."""

    def reshuffled(self, cards: list[int]) -> None:
        """These cards make the new Draw Deck (5.3.1)."""

    def put_back(self, card: int) -> None:
        """A card goes face down into the Draw Deck, about in the middle."""

    def remark(self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "") -> None:
        """What is known together leaves no possibility."""

    def reading(self, ask: Ask) -> Any:
        """Which reading of a rule in dispute the players follow."""

    def unchecked(self, rule: str, message: str) -> None:
        """What nobody can check, as the record does not name it."""

    def left_out(self, rule: str, message: str, help: str) -> None:
        """A part that the rules call for is missing and is not carried out; "" for a message given already."""
