"""The play: what a procedure is given to ask the table, to roll and to change the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee.engine import rolls
from referee.engine.board import Board, Country
from referee.engine.changes import Changes
from referee.engine.journal import Journal
from referee.engine.requirement import Context, Failure, FindingKind, Requirement, allowed, failures
from referee.engine.rolls import Modifier, Roll

Domain = Callable[[], Iterable[Any]]
NOTHING = "none"
"""The answer "none", only where a domain offers it."""
UNKNOWN = "?"
"""An answer that is hidden for now; only where an ask is marked hidden."""


class Dead(Exception):
    """No legal way on from here: no answer is left, or a requirement of the procedure itself fails."""

    def __init__(self, failures: tuple[Failure, ...] = (), ask: Ask | None = None) -> None:
        super().__init__("; ".join(f.message for f in failures))
        self.failures = failures
        self.ask = ask


class GameOver(Exception):
    """Raised by tables that stop at a victory."""


@dataclass(slots=True, eq=False)
class Ask:
    """One question with its address, its domain and what the rules require of the answer."""

    segment: str
    field: str
    side: str
    domain: Domain
    requirements: tuple[Requirement, ...]
    context: Context
    board: Board
    waived: frozenset[str]
    item: int | None = None
    subject: str = ""
    hidden: bool = False
    also: tuple[str, ...] = ()
    """Other fields of a record that may answer."""
    rule: str = ""
    silence: Any = None
    """What it means that a record says nothing: an answer, or None for an open question."""

    @property
    def address(self) -> str:
        """For example ``op.0.to`` or ``op.test.Somalia``."""
        middle = "" if self.item is None else f".{self.item}"
        end = f".{self.subject}" if self.subject else ""
        return f"{self.segment}{middle}.{self.field}{end}"

    def failures(self, option: Any) -> tuple[Failure, ...]:
        """Every requirement that ``option`` breaks, in list order."""
        return tuple(failures(self.requirements, self.board, option, self.context, self.waived))

    def holds(self, option: Any) -> bool:
        board, context, waived = self.board, self.context, self.waived
        for requirement in self.requirements:
            if requirement.id not in waived and not requirement.holds(board, option, context):
                return False
        return True

    def options(self) -> list[Any]:
        """Every legal answer."""
        return allowed(self.requirements, self.board, self.domain(), self.context, self.waived)


class Table(Protocol):
    """Who answers a procedure."""

    def enter(self, segment: str, card: int | None) -> None:
        """A segment begins: the operation, an event, a resolved Plot."""

    def leave(self, segment: str) -> None:
        """The segment is over."""

    def answer(self, ask: Ask) -> Any:
        """An answer to ``ask``."""

    def more(self, ask: Ask, so_far: int) -> bool:
        """Whether the list goes on: another target, another Cell."""

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice of a roll."""

    def closed(self, field: str, subject: str, item: int | None, rule: str, why: str) -> None:
        """Nothing is due where a record might have written something, and why."""

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        """A requirement of the procedure itself failed."""

    def mentioned(self, card: int) -> bool | None:
        """What a record says about a triggered event: it happened, it did not, or nothing."""

    def goes_on(self, segment: str, card: int | None) -> bool:
        """Whether a line goes on with a segment although the game is over."""

    def new_cards(self, side: str, n: int) -> int | tuple[int, ...]:
        """The cards behind ``n`` that nobody has named in a hand, or their number where they are hidden."""

    def hand_answer(self, field: str, item: int | None) -> Any:
        """What a record says about a hidden thing without asking; None elsewhere."""

    def dead(self, dead: Dead) -> bool:
        """A segment cannot go on; True if the table has noted it and the play goes on behind the segment."""

    def hand(self, side: str) -> list[Any]:
        """Cards of a hand, or ``?`` if they are hidden."""

    def drawn(self, side: str) -> int:
        """The card that a side draws from the deck; 0 if it is hidden."""

    def reshuffled(self, cards: list[int]) -> None:
        """These cards make the new Draw Deck (5.3.1)."""

    def tested(self, ask: Ask, option: Any) -> None:
        """An answer was accepted (for the Step's list of requirements met)."""

    def contradiction(self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...]) -> None:
        """What is known together leaves no possibility."""


def _domain(given: Domain | Iterable[Any]) -> Domain:
    return given if callable(given) else lambda: given


class Scope:
    """A segment that is being played; at its end the play is again what it was before."""

    __slots__ = ("before", "name", "play")

    def __init__(self, play: Play, name: str, before: tuple[str, str, tuple[str, ...], str, frozenset[str]]) -> None:
        self.play, self.name, self.before = play, name, before

    def __enter__(self) -> None:
        """The play has entered it already."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        """A dead end that the table has noted ends the segment only."""
        play = self.play
        try:
            if error is not None and not (isinstance(error, Dead) and play.table.dead(error)):
                return False
            play.table.leave(self.name)
        finally:
            play.side, play.segment_name, play.cause, play.rule, play.waived = self.before
        return error is not None


@dataclass(slots=True, eq=False)
class Play(Changes):
    """One action at one table."""

    board: Board
    journal: Journal
    table: Table
    cause: tuple[str, ...] = ()
    action: str = ""
    line: int = 0
    side: str = "J"
    """Who decides: the owner of the operation or of the event."""
    segment_name: str = "op"
    rule: str = ""
    """The rule to cite for changes that name none."""
    waived: frozenset[str] = frozenset()
    rolls: list[Roll] = field(default_factory=list)
    triggered: list[int] = field(default_factory=list)
    untriggered: list[tuple[int, str, str]] = field(default_factory=list)
    """Events of the other side that did not happen: the card, the rule and why."""
    required: list[str] = field(default_factory=list)
    """Rules that the procedure itself tested or applied without an answer, a roll or a change that carries them."""
    met: list[tuple[str, str]] = field(default_factory=list)
    """Requirements of the procedure itself that held: id and rule."""
    stop_at_victory: bool = False

    def __getitem__(self, name: str) -> Country:
        return self.board.countries[name]

    def hand_cards(self, side: str) -> list[Any]:
        """Cards that a hand may hold, as far as the table knows; ``?`` where it does not."""
        return self.table.hand(side)

    # ------------------------------------------------------------ scope

    def segment(
        self, name: str, *, side: str | None = None, cause: str = "", card: int | None = None, rule: str = ""
    ) -> Scope:
        """Play a segment: answers, dice and claims are looked up in it, changes carry its cause."""
        before = self.side, self.segment_name, self.cause, self.rule, self.waived
        self.side = side or self.side
        self.segment_name = name
        self.rule = rule
        if cause:
            self.cause = (*self.cause, cause)
        self.table.enter(name, card)
        return Scope(self, name, before)

    # ------------------------------------------------------------ questions

    def ask(
        self,
        name: str,
        domain: Domain | Iterable[Any],
        *requirements: Requirement,
        item: int | None = None,
        subject: str = "",
        side: str | None = None,
        hidden: bool = False,
        also: tuple[str, ...] = (),
        rule: str = "",
        silence: Any = None,
        **context: Any,
    ) -> Any:
        """Ask the table for ``name``.

        ``domain`` lists the candidates in shape; ``requirements`` say which of them are legal. ``item`` or ``subject``
        complete the address. ``rule`` is the rule that calls for the decision.
        """
        return self.table.answer(
            Ask(
                self.segment_name,
                name,
                side or self.side,
                _domain(domain),
                requirements,
                context,
                self.board,
                self.waived,
                item,
                subject,
                hidden,
                also,
                rule or self.rule,
                silence,
            )
        )

    def items(
        self,
        name: str,
        domain: Domain | Iterable[Any],
        *requirements: Requirement,
        least: int = 1,
        most: int = 99,
        rule: str = "",
        **context: Any,
    ) -> Iterator[int]:
        """The indices of a list: several targets, several Cells.

        The list goes on while the table wants more, from ``least`` to ``most`` entries; ``domain`` and
        ``requirements`` say whether another entry is possible at all.
        """
        n = 0
        given = _domain(domain)
        while True:
            asked = Ask(
                self.segment_name,
                name,
                self.side,
                given,
                requirements,
                context,
                self.board,
                self.waived,
                n,
                rule=rule or self.rule,
            )
            if n < least or (n < most and self.table.more(asked, n)):
                yield n
            else:
                return
            n += 1

    def require(self, *requirements: Requirement, option: Any = None, at: str = "", **context: Any) -> bool:
        """Test requirements of the procedure itself; all that fail make one refusal."""
        self.required += [r.rule for r in requirements]
        found = failures(requirements, self.board, option, context, self.waived)
        if found:
            self.table.refused(tuple(found), at)
            return False
        self.met += [r.name for r in requirements if r.concerns is None or r.concerns(option, context)]
        return True

    def possible(self, procedure: Callable[[Play], None]) -> bool:
        """Whether ``procedure`` could be carried out to its end, found out at a probe table and undone."""
        from referee.engine.tables.probe import probe

        return probe(self, procedure)

    # ------------------------------------------------------------ dice

    def roll(
        self,
        kind: str,
        read: Callable[[tuple[int, ...]], Any],
        *,
        n: int = 1,
        label: str = "",
        subject: str = "",
        item: int | None = None,
        rule: str = "",
        needed: str = "",
        modifiers: tuple[Modifier, ...] = (),
        side: str | None = None,
    ) -> Any:
        """Roll ``n`` dice and return what ``read`` makes of them."""
        roll = Roll(kind, label, subject, side or self.side, n, rule or self.rule, read, item, needed, modifiers)
        roll.dice = self.table.dice(roll)
        roll.outcome = read(roll.dice)
        self.rolls.append(roll)
        return roll.outcome

    def automatic(
        self, kind: str, outcome: Any, *, subject: str, rule: str, why: str, item: int | None = None, n: int = 1
    ) -> Any:
        """A result that needs no dice, with the rule that makes it so."""
        roll = Roll(kind, "", subject, self.side, n, rule, lambda _: outcome, item, why, (), (), outcome, True)
        self.rolls.append(roll)
        self.table.closed("", subject, item, rule, why)
        return outcome

    def posture_roll(self, name: str, *, label: str = "posture", item: int | None = None, rule: str = "4.9.3") -> str:
        """Roll on the Posture table for a country and return the result without setting it (4.9.3)."""
        modifiers = rolls.posture_modifiers(name)
        bonus = rolls.modified(0, modifiers)
        result: str = self.roll(
            "posture",
            lambda d: rolls.posture_of(d, bonus),
            label=label,
            subject=name,
            item=item,
            rule=rule,
            needed="Posture table: 4 or less Soft, 5 or more Hard",
            modifiers=modifiers,
        )
        return result

    def prestige_roll(self, *, rule: str = "4.7.1", item: int | None = None, subject: str = "") -> None:
        """Roll Prestige: direction, then the lower of two dice (4.7.1)."""
        modifiers = rolls.prestige_modifiers(self.board)
        bonus = rolls.modified(0, modifiers)
        shift = self.roll(
            "prestige",
            lambda d: rolls.prestige_shift(d, bonus),
            n=3,
            label="prestige",
            subject=subject,
            item=item,
            rule=rule,
            needed="direction: 5 or more is up; then the lower of two dice",
            modifiers=modifiers,
        )
        self.prestige(shift, rule=rule)

    def test(self, name: str, *, item: int | None = None) -> None:
        """Test a country; no effect if it is marked already (4.9.4)."""
        country = self[name]
        if country.marked:
            rule, why = ("4.4", "always Fair") if country.data.kind == "iran" else ("4.9.4", "marked already")
            self.table.closed("t", name, item, rule, f"{name} is {why}, so no Test is rolled")
            return
        if country.data.muslim:
            value = self.roll(
                "test",
                rolls.governance_of,
                label="t",
                subject=name,
                item=item,
                rule="4.9.4",
                needed="Governance table: 1-4 Poor, 5-6 Fair",
            )
            self.set_tested(name, value)
        else:
            modifiers = rolls.posture_modifiers(name)
            bonus = rolls.modified(0, modifiers)
            value = self.roll(
                "test",
                lambda d: rolls.posture_of(d, bonus),
                label="t",
                subject=name,
                item=item,
                rule="4.9.4",
                needed="Posture table: 4 or less Soft, 5 or more Hard",
                modifiers=modifiers,
            )
            self.posture(name, value, rule="4.9.4")
