"""The choosers: the flowcharts of chapters 12 and 13 under current rules.

No source of a solitaire system is armed for them: they only decide what a side does with its card. A side that a record
plays by a system of its own keeps that system.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from referee.editions.base.card_play import AFTER, FIRST
from referee.editions.base.queries import Queries
from referee.editions.solo import options as solo
from referee.editions.solo import sheets
from referee.editions.solo.ruleset import SYSTEMS
from referee.engine.law.ask import Ask, Field
from referee.engine.law.guidance import GUIDED
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.ruleset import Ruleset

USUAL = {"J": solo.JIHADIST_BOT, "US": solo.US_BOT}
"""The system whose flowchart chooses for a person's side."""
FALLBACK = {
    "J": ("recruit", "reserves", "travel", "plot", "jihad", "event"),
    "US": (
        "disrupt",
        "woi",
        "reserves",
        "deploy",
        "alert",
        "event",
        "withdraw",
        "regime-change",
        "reassess",
        "discard",
    ),
}
"""Uses of a card, in order, for want of a flowchart's (12.4.3, 13.4.4)."""
WITH_RESERVES = frozenset(
    {"woi", "deploy", "withdraw", "regime-change", "disrupt", "alert", "recruit", "travel", "jihad", "plot"}
)
"""Operations that take Reserves (6.3.3.1)."""
HIGHEST = 3
"""The card value above which Reserves add nothing (6.3.3.1)."""


@lru_cache(maxsize=32)
def seated(rules: Ruleset) -> Ruleset:
    """The same rules with a flowchart as the chooser of each side.

    Rules added in mid-game have them too.
    """
    guides = {side: SYSTEMS[_system(rules, side)].guide for side in USUAL}
    before = rules.added

    def added(other: Ruleset) -> Ruleset:
        return seated(before(other) if before is not None else other)

    return rules.but(guides={**guides, **rules.guides}, added=added)


def _system(rules: Ruleset, side: str) -> str:
    """Return the system that chooses for a side.

    Its own, else that of chapter 12 or 13.
    """
    seat = rules.seats.get(side)
    return next((name for name in SYSTEMS if seat is not None and sheets.TITLES[name] == seat.title), USUAL[side])


class ReservesError(DeadEnd):
    """A use of a card that takes Reserves not yet added."""


class ChooserTable(RandomTable):
    """A table that answers by the flowchart, at random among equals.

    Without a use for a card, it follows a fixed order.
    """

    def __init__(self, random: Random, cards: Cards, board: Board, *, reserves: bool, without: frozenset[str]) -> None:
        super().__init__(random, cards, board)
        self.reserves = reserves
        """Whether the side may still add its Reserves to the line."""
        self.without = without
        """Uses that led to a dead end."""
        self.use = ""
        """The use of the line's card."""

    def answer(self, ask: Ask) -> Any:
        """Return the answer due by the flowchart, else any legal one."""
        chosen = self._use(ask) if ask.field is Field.USE else self._any(ask)
        self.stack[-1].answers.append((ask, chosen))
        return chosen

    def _any(self, ask: Ask) -> Any:
        due = ask.guidance.due if ask.guidance is not None else ()
        if ask.field is Field.ORDER and FIRST in self.without:
            return AFTER
        options = list(due) or [o for o in ask.options() if o != UNKNOWN] or ask.options()
        if not options:
            raise DeadEnd((), ask)
        return options[self.random.randrange(len(options))] if len(options) > 1 else options[0]

    def _use(self, ask: Ask) -> str:
        """Return the use of a card, by flowchart or :data:`FALLBACK`."""
        due = [u for u in (ask.guidance.due if ask.guidance is not None else ()) if u not in self.without]
        legal = due or [u for u in free(ask).options() if u not in self.without]
        known = FALLBACK[ask.side]
        found = due[0] if due else min(legal, key=lambda u: known.index(u) if u in known else len(known), default="")
        outer = len(self.stack) == 1
        if self.reserves and outer and (not found or found in WITH_RESERVES) and self._adds(ask):
            raise ReservesError((), ask)
        if not found:
            raise DeadEnd((), ask)
        if outer:
            self.use = found
        return str(found)

    def _adds(self, ask: Ask) -> bool:
        """Return whether Reserves raise the value of the card."""
        card = self.board.cards.get(ask.context.get("card", 0))
        return card is not None and card.ops < HIGHEST

    def more(self, ask: Ask, so_far: int) -> bool:
        """Return whether a list continues.

        By the flowchart; without one, up to a few entries while any are possible.
        """
        if ask.due is not None:
            return ask.due
        return bool(ask.options()) and self.random.random() < GOES_ON

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """Return dice from the generator.

        Those among equal candidates have no effect, as one was already taken.
        """
        self.note_roll(roll)
        if roll.leads is not None or roll.among:
            return (1,) * roll.n
        return tuple([self.random.randint(1, 6) for _ in range(roll.n)])


GOES_ON = 0.6
"""The chance, 0 to 1, that an unguided list continues."""


def free(ask: Ask) -> Ask:
    """The same question without the flowchart."""
    if ask.guidance is None:
        return ask
    return replace(ask, requirements=tuple(r for r in ask.requirements if r not in GUIDED), guidance=None)


def adds_as_needed(board: Board, side: str) -> bool:
    """Whether a side adds Reserves as needed, without a word (12.4.4, 13.4.5)."""
    return q.modified(Queries.OPERATIONS_THAT_ARE_LEFT_OVER, board, side, None) is not None
