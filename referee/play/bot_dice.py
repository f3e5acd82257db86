"""The dice of a Bot's turn.

They are rolled by the referee, or typed in by the person at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Protocol

from referee.engine.law import answers
from referee.engine.law.ask import Ask, Field, RollKind
from referee.engine.law.guidance import MOST_ON_ONE_DIE
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.state.board import Board
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import agree, capital, count_word


class LedElsewhereError(DeadEnd):
    """A die's choice of another candidate.

    The card is played again with the candidate to which the die leads.
    """


class Asker(Protocol):
    """Asks a person, at a terminal or wherever it is."""

    def tell(self, said: str) -> None:
        """Show a sentence."""

    def one(self, said: str, options: Sequence[Any], names: Sequence[str]) -> Any:
        """The option that the person chooses."""

    def numbers(self, said: str, n: int) -> tuple[int, ...]:
        """The numbers of n dice."""


class Person:
    """A person beside a Bot.

    The person gives its dice, each once however often the card is played, and makes other decisions.
    """

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.typed: dict[Hashable, tuple[int, ...]] = {}
        self.led: dict[Hashable, Any] = {}
        self.chosen: dict[Hashable, Any] = {}
        self.settled: Callable[..., str] = lambda *, first: ""
        """The Bot's choices so far, in sentences; with ``first`` also the reason."""
        self.shown = ""

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice of a roll."""
        key = (roll.kind, roll.label) if roll.label == "table" else roll.address  # one table, whatever it leads to
        if key not in self.typed:
            said = roll.needed_in_full if roll.kind == RollKind.EVENT and roll.needed else roll.sought
            self.typed[key] = self._numbers(f"{capital(said)}; {_dice(roll.n)}", roll.n)
        return self.typed[key]

    def pick(self, key: Hashable, roll: Roll) -> tuple[tuple[int, ...], Any]:
        """The dice of a choice among equals, and the chosen candidate (9.5)."""
        if key not in self.typed:
            self.typed[key], self.led[key] = self._pick(roll)
        return self.typed[key], self.led[key]

    def _numbers(self, said: str, n: int) -> tuple[int, ...]:
        """Ask for dice, after what the Bot does with them."""
        settled = self.settled(first=not self.typed)
        if settled != self.shown:
            self.shown = settled
            self.asker.tell(settled)
        return self.asker.numbers(said, n)

    def _pick(self, roll: Roll) -> tuple[tuple[int, ...], Any]:
        names = [roll.result_words(o) for o in roll.among]
        if roll.leads is not None:
            dice = self._numbers(f"A roll on the {roll.needed} decides among {len(names)}; {_dice(roll.n)}", roll.n)
            led = [o for o in roll.among if o in roll.leads(dice)] or list(roll.among)
            return dice, led[0] if len(led) == 1 else self.asker.one(
                "Which of them?", led, [roll.result_words(o) for o in led]
            )
        if roll.n > 1 or len(names) > MOST_ON_ONE_DIE:
            said = f"A roll on the {roll.needed} decides among {len(names)}; the tan die first, then the black one"
            dice = self._numbers(said, roll.n)
            return dice, self.asker.one("To which of these do they lead?", roll.among, names)
        share = MOST_ON_ONE_DIE // len(names)
        parts = []
        for i, name in enumerate(names):
            first, last = i * share + 1, (i + 1) * share
            parts.append(f"{name} {first}" if first == last else f"{name} {first}-{last}")
        while True:
            (die,) = self._numbers(f"A die decides; {', '.join(parts)}", 1)
            if die <= share * len(names):
                return (die,), roll.among[(die - 1) // share]
            self.asker.tell("That number belongs to none of them: roll again.")

    def decide(self, ask: Ask, options: Sequence[Any], rules: Ruleset, lead: str = "You decide.") -> Any:
        """Decisions and draws of a person in the play of a Bot."""
        if ask.address not in self.chosen:
            names = [answers.answer(ask.field, o, rules) for o in options]
            self.chosen[ask.address] = self.asker.one(f"{lead} {answers.question(ask.address, rules)}?", options, names)
        return self.chosen[ask.address]


def _dice(n: int) -> str:
    return f"{count_word(n)} {agree(n, 'die', 'dice')}"


class BotTable(RandomTable):
    """A random table for the side of a Bot.

    A person may roll its dice, and decides what is not the Bot's to decide.
    """

    def __init__(self, random: Random, board: Board, side: str, person: Person | None = None) -> None:
        super().__init__(random, Cards([]), board)
        self.side = side
        self.person = person
        self.decided: list[tuple[Ask, Any]] = []
        """Decisions of the other side."""
        self.times: Counter[Hashable] = Counter()

    def drawn(self, side: str) -> int:
        """An unseen card of the real deck."""
        self.drew.append((side, 0))
        return 0

    def choose(self, ask: Ask, options: list[Any]) -> Any:
        """The candidate that the dice chose.

        A person decides among those that are left to a person.
        """
        if len(options) < 2:
            return options[0]
        if ask.side != self.side and ask.side not in ask.board.rules.guides:
            answer = self.person.decide(ask, options, ask.board.rules) if self.person else super().choose(ask, options)
            self.decided.append((ask, answer))
            return answer
        if ask.field == Field.MARKER and ask.hidden:
            return UNKNOWN  # drawn face down on the table (9.3.2, 12.3.4)
        if ask.field == Field.MARKER and self.person is not None:
            return self.person.decide(ask, options, ask.board.rules, "Draw one at random.")
        if self.person is not None:
            key = self._key(ask.address.segment, ask.item, options)
            at = [k for k in self.person.led if isinstance(k, tuple) and k[:2] == key[:2]]
            for k in sorted(at, key=lambda k: k != (*key, self.times[key])):
                if self.person.led[k] in options:
                    return self.person.led[k]
        return super().choose(ask, options)

    @staticmethod
    def _key(segment: Hashable, item: int | None, among: Sequence[Any]) -> tuple[Hashable, ...]:
        return segment, item, tuple(sorted(map(repr, among)))

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice of a roll, from the person or rolled.

        Raises :class:`LedElsewhereError`.
        """
        rolled = super().dice(roll)
        if self.person is None:
            return rolled
        if roll.kind != RollKind.PICK:
            return self.person.dice(roll)
        key = self._key(roll.address.segment, roll.item, roll.among)
        dice, led = self.person.pick((*key, self.times[key]), roll)
        self.times[key] += 1
        if led != roll.chosen:
            raise LedElsewhereError
        return dice
