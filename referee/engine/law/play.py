"""The play: a procedure's access to table and board.

Through it a procedure asks the table, rolls, and changes the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from referee.engine.law import rolls
from referee.engine.law.ask import (
    AIMS,
    NEVER_WRITTEN,
    NO_HINTS,
    Address,
    Ask,
    Domain,
    Field,
    Hints,
    Purpose,
    RollKind,
    SegmentId,
)
from referee.engine.law.guidance import FollowedAnswer
from referee.engine.law.requirement import Failure, Requirement, judged
from referee.engine.law.rolls import Modifier, Roll
from referee.engine.law.table import DeadEnd, GameOver, Table
from referee.engine.law.tables import guided
from referee.engine.law.tables.probe import probe
from referee.engine.state.board import Board, Country
from referee.engine.state.cause import Cause, Path
from referee.engine.state.changes import Changes, reached
from referee.engine.state.journal import Calculation, Journal, Kind
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.seams import AnyMoment
from referee.engine.state.words import named, the_side

_RULE = attrgetter("rule")
OUTSIDE = SegmentId("")
"""The segment of a play outside all segments."""


def no_answers() -> tuple[Any, ...]:
    """Return the empty domain of a question without a legal answer."""
    return ()


def _given(candidates: Iterable[Any]) -> Iterable[Any]:
    return candidates


class Scope:
    """A segment in progress; its end restores the play."""

    __slots__ = ("before", "play")

    def __init__(self, play: Play, before: tuple[str, SegmentId, Path, str]) -> None:
        self.play, self.before = play, before

    def __enter__(self) -> None:
        """Do nothing: the play has entered the segment already."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        """End the segment, also after a dead end or the game's end."""
        play = self.play
        try:
            dead = isinstance(error, DeadEnd) and play.table.dead(error)
            if error is not None and not dead and not isinstance(error, GameOver):
                return False
            play.table.leave(play.here)
        finally:
            play.side, play.here, play.cause, play.rule = self.before
        return error is not None


@plain_dataclass(eq=False)
class Play(Changes):
    """One action at one table."""

    board: Board
    journal: Journal
    table: Table
    cause: Path = ()
    action: str = ""
    line: int = 0
    side: str = "J"
    """The side that decides: the owner of the operation or of the event."""
    here: SegmentId = OUTSIDE
    """The current segment."""
    rule: str = ""
    """The rule for changes without a rule of their own."""
    rolls: list[Roll] = field(default_factory=list)
    triggered: list[int] = field(default_factory=list)
    untriggered: list[tuple[int, str, str]] = field(default_factory=list)
    """Events of the other side that did not happen: card, rule and reason."""
    cited: list[str] = field(default_factory=list)
    """Rules that the procedure itself tested or applied."""
    following: list[AnyMoment] = field(default_factory=list)
    """The moments whose armed sources are acting.

    With any, consequences are being carried out.
    """
    met: list[tuple[str, str]] = field(default_factory=list)
    """Met requirements of the procedure itself: id and rule."""
    aimed: list[str] = field(default_factory=list)
    """Countries chosen as a target or for an effect, with any result."""
    spent: int = 0
    """The Operations value taken by the last Operation."""
    trails: list[FollowedAnswer] = field(default_factory=list)
    """Questions answered by a flowchart, each with its way."""
    plan: dict[str, Any] = field(default_factory=dict)
    """Choices of a flowchart for the rest of this action, by name."""
    effects: list[int] = field(default_factory=list)
    """The places in the journal where the effects of the current events begin."""
    unguided: bool = False
    """Whether flowcharts are disregarded."""
    unnamed_value: int = 0
    """The Operations value of an unnamed card, 0 if that is open as well."""
    _times: dict[tuple[Any, ...], int] = field(default_factory=dict)
    """The numbers of earlier entries, questions and rolls, by place."""

    def __getitem__(self, name: str) -> Country:
        return self.board.countries[name]

    def hand_cards(self, side: str) -> list[Any]:
        """Return the possible cards of a hand; ``?`` for an unknown one."""
        return self.table.hand(side)

    # ------------------------------------------------------------ scope

    def segment(
        self, name: str, *, side: str | None = None, cause: Cause | None = None, card: int | None = None, rule: str = ""
    ) -> Scope:
        """Play a segment.

        Answers, dice and claims are looked up in it, and changes carry its cause.
        """
        before = self.side, self.here, self.cause, self.rule
        self.side = side or self.side
        times = self._times.get((name, card), 0)
        self._times[name, card] = times + 1
        self.here = SegmentId(name, card, times)
        self.rule = rule
        if cause is not None:
            self.cause = (*self.cause, cause)
        self.table.enter(self.here)
        return Scope(self, before)

    def _address(self, item: int | None, what: Field | RollKind, subject: str, card: int = 0) -> Address:
        """Return the next address of a place."""
        address = Address(self.here, item, what, subject, card)
        n = self._times.get(address, 0)
        self._times[address] = n + 1
        return Address(self.here, item, what, subject, card, n) if n else address

    def simultaneous(self, effects: Callable[[Play], None]) -> None:
        """Carry out the effects of an event, then test for victory (8.1.2)."""
        mark = self.journal.mark()
        self.effects.append(mark)
        try:
            try:
                effects(self)
            finally:
                self.effects.pop()
        except DeadEnd:  # the effects carried out stay in place
            self._in_place(mark)
            raise
        self._in_place(mark)

    def _in_place(self, mark: int) -> None:
        """Test for a victory after the effects since a mark (2.1, 2.2)."""
        if self.in_effect() or self.board.winner:
            return
        won = {
            found[0]: (found, change) for found, change in reached(self.board, self.journal.changes[mark:], self.side)
        }
        if len(won) > 1:
            (winner, _, _), change = won[self.side]
            why = f"both sides reach their goal; {the_side(winner)} played it"
            self.declare(winner, "2.2", why, change=change)
        for found, change in won.values() if len(won) == 1 else ():
            self.declare(*found, change=change)

    # ------------------------------------------------------------ questions

    def ask(
        self,
        what: Field,
        domain: Domain | Iterable[Any],
        *requirements: Requirement,
        item: int | None = None,
        subject: str = "",
        event: int = 0,
        purpose: Purpose | None = None,
        side: str | None = None,
        hidden: bool = False,
        rule: str = "",
        silence: Any = None,
        able: Callable[[Any], bool] | None = None,
        ready: Callable[[Any], None] | None = None,
        hints: Hints = NO_HINTS,
        **context: Any,
    ) -> Any:
        """Ask the table for ``what``.

        ``domain`` lists the candidates, legal or not; ``requirements`` decide which of them are legal. ``item``,
        ``subject`` (a country) or ``event`` (a card whose event it is about) complete the address. ``purpose`` is the
        purpose of the answer, ``rule`` the rule that calls for the decision. ``able`` tests whether a legal answer can
        be carried out to an end; ``ready`` is called with a written answer before its test. ``hints`` name its possible
        places on a line.
        """
        asked = Ask(
            self._address(item, what, subject, event),
            side or self.side,
            purpose or what.purpose,
            domain if callable(domain) else partial(_given, domain),
            requirements,
            context,
            self.board,
            what,
            hidden,
            rule or self.rule,
            silence,
            able,
            ready,
            hints,
        )
        guides = self.board.rules.guides
        if what in NEVER_WRITTEN:
            answer = self.table.reading(asked)
        else:
            held = guides and asked.side in guides and not self.unguided
            answer = guided.answer(self, asked) if held else self.table.answer(asked)
        if what in AIMS:
            self.aimed.append(answer[0] if isinstance(answer, tuple) else answer)
        return answer

    def reads_otherwise(self, rule: str, why: str, *, where: str = "") -> bool:
        """Return whether the players follow another reading of a rule in dispute.

        The other reading passes with a note that gives ``why``. It is never written: the referee's own reading is taken
        unless only the other one fits the line, or the board later in the turn.
        """
        other = bool(self.ask(Field.READING, (False, True), subject=where, rule=rule))
        if other:
            self.table.remark("note", rule, why, ())
        return other

    def leave_unasked(
        self,
        what: Field,
        *requirements: Requirement,
        item: int | None = None,
        subject: str = "",
        take: bool = False,
        **context: Any,
    ) -> Any:
        """Offer a question without a legal answer, then go on (6.2.4).

        The requirements refuse every answer; a written one is refused as if it had been asked for. With ``take``, where
        it can mean nothing else, it is returned, to be carried out as played. None for nothing.
        """
        address = Address(self.here, item, what, subject)
        ask = Ask(address, self.side, what.purpose, no_answers, requirements, context, self.board, what, rule=self.rule)
        return self.table.unasked(ask, take)

    def items(
        self,
        what: Field,
        domain: Domain | Iterable[Any],
        *requirements: Requirement,
        least: int = 1,
        most: int = 99,
        purpose: Purpose | None = None,
        rule: str = "",
        **context: Any,
    ) -> Iterator[int]:
        """Yield the indices of a list: several targets, several Cells.

        The list continues while the table wants more, from ``least`` to ``most`` entries; ``domain`` and
        ``requirements`` decide whether another entry is possible.
        """
        n = 0
        given = domain if callable(domain) else partial(_given, domain)
        guides = self.board.rules.guides
        while n < least or n < most:
            if n >= least:
                address = Address(self.here, n, what)
                asked = Ask(address, self.side, purpose or what.purpose, given, requirements, context, self.board, what)
                asked.rule = rule or self.rule
                guide = guides and asked.side in guides and not self.unguided
                if not (guided.more(self, asked, n) if guide else self.table.more(asked, n)):
                    return
            yield n
            n += 1

    def require(self, *requirements: Requirement, option: Any = None, at: str = "", **context: Any) -> bool:
        """Test requirements of the procedure itself; the failures make one refusal."""
        self.cited += map(_RULE, requirements)
        found, met = judged(requirements, self.board, option, context)
        if found:
            self.table.refused(tuple(found), at)
            return False
        self.met += met
        return True

    def remark(
        self, requirement: Requirement, *, option: Any = None, see: tuple[int, ...] = (), **context: Any
    ) -> None:
        """Report a broken requirement in a play that goes on."""
        failure = requirement.failure(self.board, option, context)
        if isinstance(failure, Failure):
            self.table.remark(failure.kind, failure.rule, failure.message, see, requirement=failure.id)

    def possible(self, procedure: Callable[[Play], None], ways: int = 0) -> bool:
        """Return whether ``procedure`` can be carried out to its end.

        It is tried at a probe table and undone. ``ways`` is the most tries before the answer is no; 0: very many, and
        yes beyond them.
        """
        return probe(self, procedure, ways)

    def tell(self, heading: str, sentence: str = "", *, rule: str) -> None:
        """Add a remark on a computation, under a heading."""
        last_roll = self.rolls[-1] if self.rolls else None
        self.journal.changes.append(Calculation(Kind.TOLD, heading, (), rule, self.cause, sentence, roll=last_roll))

    # ------------------------------------------------------------ dice

    def roll(
        self,
        kind: RollKind,
        read: Callable[[tuple[int, ...]], Any],
        *,
        n: int = 1,
        label: str = "",
        subject: str = "",
        item: int | None = None,
        rule: str = "",
        needed: str = "",
        table: str = "",
        modifiers: tuple[Modifier, ...] = (),
        side: str | None = None,
        operation_dice: Callable[[Any], int] | None = None,
        moot: bool = False,
        incidental: bool = False,
        repeats: Callable[[Any], bool] | None = None,
        among: tuple[Any, ...] = (),
        chosen: Any = None,
        leads: Callable[[tuple[int, ...]], tuple[Any, ...]] | None = None,
        sure: bool = True,
        optional: bool = False,
        due_by: str = "",
    ) -> Any:
        """Roll ``n`` dice and return what ``read`` makes of them.

        ``needed`` is the number needed or, on a ``table``, its rows. ``operation_dice`` returns for each result the number of
        dice that the Operation rolls afterwards at the same entry. ``moot``: no result would change anything.
        ``incidental``: the play itself does not call for it. ``repeats`` accepts the results that only repeat the roll.
        ``among`` are equal candidates, ``chosen`` the one taken; ``leads`` returns the candidates for dice on a table,
        and ``sure`` whether that table is certain. ``optional``: whether it comes depends on something hidden; without
        dice on the record it does not, and the result is None. ``due_by`` is the rule that calls for the roll, if
        ``rule`` is only its method.
        """
        address = self._address(item, kind, subject)
        roll = Roll(address, kind, label, side or self.side, n, rule or self.rule, read, needed, modifiers)
        roll.table, roll.place = table, self.named(subject)
        roll.operation_dice, roll.moot, roll.incidental, roll.repeats = operation_dice, moot, incidental, repeats
        roll.among, roll.chosen, roll.leads, roll.sure, roll.due_by = among, chosen, leads, sure, due_by
        roll.optional = optional
        roll.dice = self.table.dice(roll)
        if optional and not roll.dice:
            return None
        roll.outcome = read(roll.dice)
        self.rolls.append(roll)
        return self.table.result(roll)

    def automatic(
        self, kind: RollKind, outcome: Any, *, subject: str, rule: str, why: str, item: int | None = None, n: int = 1
    ) -> Any:
        """Record a result without dice, with the rule that makes it automatic."""
        address, where = self._address(item, kind, subject), self.named(subject)
        why, of_it = why.format(where=where), why.format(where=named("it"))
        roll = Roll(address, kind, "", self.side, n, rule, lambda _: outcome, why, (), (), outcome, True)
        roll.place, roll.of_it = where, of_it
        self.rolls.append(roll)
        self.table.not_due("", subject, item, rule, why, without_effect=outcome is False)
        return outcome

    def posture_roll(
        self, name: str, *, label: str = "posture", item: int | None = None, rule: str = "4.9.3", moot: bool = False
    ) -> str:
        """Roll on the Posture table for a country.

        Return the result without setting it (4.9.3).
        """
        modifiers = rolls.posture_modifiers(name)
        bonus = rolls.modified(0, modifiers)
        result: str = self.roll(
            RollKind.POSTURE,
            lambda d: rolls.posture_of(d, bonus),
            label=label,
            subject=name,
            item=item,
            rule=rule,
            table="Posture table",
            needed="4 or less Soft, 5 or more Hard",
            modifiers=modifiers,
            moot=moot,
        )
        return result

    def prestige_roll(self, *, rule: str = "4.7.1", item: int | None = None, subject: str = "") -> None:
        """Roll Prestige: direction, then the lower of two dice (4.7.1)."""
        modifiers = rolls.prestige_modifiers(self.board)
        bonus = rolls.modified(0, modifiers)
        shift = self.roll(
            RollKind.PRESTIGE,
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

    def test(self, name: str, *, item: int | None = None, operation_dice: Callable[[Any], int] | None = None) -> None:
        """Test a country; no effect if it is marked already (4.9.4).

        ``operation_dice`` returns for each result the number of dice that the Operation itself rolls there.
        """
        country = self[name]
        if country.marked:
            rule, why = ("4.4", "always Fair") if country.data.kind == "iran" else ("4.9.4", "marked already")
            self.table.not_due("t", name, item, rule, f"{self.named(name):is} {why}, so no Test is rolled")
            return
        if country.data.muslim:
            value = self.roll(
                RollKind.TEST,
                rolls.governance_of,
                label="t",
                subject=name,
                item=item,
                rule="4.9.4",
                operation_dice=operation_dice,
                table="Governance table",
                needed="1-4 Poor, 5-6 Fair",
            )
            self.set_tested(name, value)
        else:
            modifiers = rolls.posture_modifiers(name)
            bonus = rolls.modified(0, modifiers)
            value = self.roll(
                RollKind.TEST,
                lambda d: rolls.posture_of(d, bonus),
                label="t",
                subject=name,
                item=item,
                rule="4.9.4",
                operation_dice=operation_dice,
                table="Posture table",
                needed="4 or less Soft, 5 or more Hard",
                modifiers=modifiers,
            )
            self.posture(name, value, rule="4.9.4")
