"""The play: a procedure's access to table and board.

A procedure asks the table, rolls, and changes the board through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any, Protocol

from referee.engine.law import rolls
from referee.engine.law.ask import AIMS, NO_HINTS, Address, Ask, Domain, Field, Hints, Purpose, RollKind, SegmentId
from referee.engine.law.guidance import Followed
from referee.engine.law.requirement import Failure, FindingKind, Requirement, judged
from referee.engine.law.rolls import Modifier, Roll
from referee.engine.law.tables import guided
from referee.engine.state.board import Board, Country
from referee.engine.state.cause import Cause, Path
from referee.engine.state.changes import Changes, reached
from referee.engine.state.journal import Journal, Kind, Told
from referee.engine.state.words import PlaceName, named, the_side

NOTHING = "none"
"""The answer "none", only where a domain offers it."""
UNKNOWN = "?"
"""An answer that is hidden for now; only where an ask is marked hidden."""


_RULE = attrgetter("rule")
OUTSIDE = SegmentId("")
"""Where a play stands in no segment."""


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


def no_answers() -> tuple[Any, ...]:
    """The domain of a question that is not asked, since no answer to it is legal."""
    return ()


def _given(candidates: Iterable[Any]) -> Iterable[Any]:
    return candidates


class Scope:
    """A segment in progress.

    At its end the play is again what it was before.
    """

    __slots__ = ("before", "play")

    def __init__(self, play: Play, before: tuple[str, SegmentId, Path, str]) -> None:
        self.play, self.before = play, before

    def __enter__(self) -> None:
        """The play has entered it already."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        """A dead end that the table has noted, and the end of the game, end the segment only."""
        play = self.play
        try:
            dead = isinstance(error, DeadEnd) and play.table.dead(error)
            if error is not None and not dead and not isinstance(error, GameOver):
                return False
            play.table.leave(play.here)
        finally:
            play.side, play.here, play.cause, play.rule = self.before
        return error is not None


@dataclass(slots=True, eq=False)
class Play(Changes):
    """One action at one table."""

    board: Board
    journal: Journal
    table: Table
    cause: Path = ()
    action: str = ""
    line: int = 0
    side: str = "J"
    """Who decides: the owner of the operation or of the event."""
    here: SegmentId = OUTSIDE
    """The segment that is being played."""
    rule: str = ""
    """The rule to cite for changes that name none."""
    rolls: list[Roll] = field(default_factory=list)
    triggered: list[int] = field(default_factory=list)
    untriggered: list[tuple[int, str, str]] = field(default_factory=list)
    """Events of the other side that did not happen: the card, the rule and why."""
    cited: list[str] = field(default_factory=list)
    """Rules that the procedure itself tested or applied without an answer, a roll or a change that carries them."""
    following: list[str] = field(default_factory=list)
    """The moments at which armed sources are acting just now: while there is one, consequences are carried out."""
    met: list[tuple[str, str]] = field(default_factory=list)
    """Requirements of the procedure itself that held: id and rule."""
    aimed: list[str] = field(default_factory=list)
    """Countries that were chosen as a target or for an effect, whatever came of it."""
    spent: int = 0
    """How much Operations value the last Operation took: its rolls or Cells, or what its country calls for."""
    trails: list[Followed] = field(default_factory=list)
    """Questions that a flowchart answered, with the way that it took."""
    plan: dict[str, Any] = field(default_factory=dict)
    """What a flowchart has settled for the rest of this action, by name."""
    effects: list[int] = field(default_factory=list)
    """Where in the journal the effects of each event begin that is being carried out."""
    unguided: bool = False
    """Whether flowcharts are left aside."""
    unnamed_value: int = 3
    """The Operations value of a card that was not named: the highest, or that of its event's card."""
    _times: dict[tuple[Any, ...], int] = field(default_factory=dict)
    """How often a segment was entered, and how often a place was asked for an answer or for dice."""

    def named(self, place: str) -> PlaceName:
        """A country as a sentence has it."""
        return self.board.rules.named(place)

    def __getitem__(self, name: str) -> Country:
        return self.board.countries[name]

    def hand_cards(self, side: str) -> list[Any]:
        """Cards that a hand may hold, as far as the table knows; ``?`` where it does not."""
        return self.table.hand(side)

    # ------------------------------------------------------------ scope

    def segment(
        self, name: str, *, side: str | None = None, cause: Cause | None = None, card: int | None = None, rule: str = ""
    ) -> Scope:
        """Play a segment: answers, dice and claims are looked up in it, changes carry its cause."""
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
        """The next address of a place."""
        address = Address(self.here, item, what, subject, card)
        n = self._times.get(address, 0)
        self._times[address] = n + 1
        return Address(self.here, item, what, subject, card, n) if n else address

    def simultaneous(self, effects: Callable[[Play], None]) -> None:
        """Carry out the effects of an event; victory is looked at when all of them are in place (8.1.2)."""
        mark = self.journal.mark()
        self.effects.append(mark)
        try:
            try:
                effects(self)
            finally:
                self.effects.pop()
        except DeadEnd:  # what was carried out is in place all the same
            self._in_place(mark)
            raise
        self._in_place(mark)

    def _in_place(self, mark: int) -> None:
        """The effects since a mark are in place: somebody may have won (2.1, 2.2)."""
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

        ``domain`` lists the candidates, legal or not; ``requirements`` say which of them are legal. ``item``,
        ``subject`` (a country) or ``event`` (a card whose event it is about) complete the address. ``purpose`` is what
        the answer is for, ``rule`` the rule that calls for the decision. ``able`` says of a legal answer whether it can
        be carried out to an end; ``ready`` takes note of an answer as a record has it, before it is looked at. ``hints``
        say where on a line it may be written.
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
        if what is Field.READING:
            answer = self.table.reading(asked)
        else:
            held = guides and asked.side in guides and not self.unguided
            answer = guided.answer(self, asked) if held else self.table.answer(asked)
        if what in AIMS:
            self.aimed.append(answer[0] if isinstance(answer, tuple) else answer)
        return answer

    def reads_otherwise(self, rule: str, why: str, *, where: str = "") -> bool:
        """Whether the players follow another reading of a rule in dispute; it passes with a note that says ``why``.

        Nobody writes it: the referee's own reading is taken unless what is written, or what the board shows later in the
        turn, fits the other one alone.
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
        """Offer the table a question without a legal answer, with the requirements that refuse every one.

        The procedure goes on without it (6.2.4). What a record names all the same is refused as if it had been asked;
        with ``take``, where nothing else can be meant, it is returned, so that it is carried out as it was played. None
        for nothing.
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
        """The indices of a list: several targets, several Cells.

        The list goes on while the table wants more, from ``least`` to ``most`` entries; ``domain`` and
        ``requirements`` say whether another entry is possible at all.
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
        """Test requirements of the procedure itself; all that fail make one refusal."""
        self.cited += map(_RULE, requirements)
        found, met = judged(requirements, self.board, option, context)
        if found:
            self.table.refused(tuple(found), at)
            return False
        self.met += met
        return True

    def possible(self, procedure: Callable[[Play], None], ways: int = 0) -> bool:
        """Whether ``procedure`` could be carried out to its end, found out at a probe table and undone.

        ``ways`` are the most that are tried before the answer is no; 0: very many, and yes beyond them.
        """
        from referee.engine.law.tables.probe import probe

        return probe(self, procedure, ways)

    def tell(self, heading: str, sentence: str = "", *, rule: str) -> None:
        """Explain how a result is computed, under a heading for what follows."""
        behind = self.rolls[-1] if self.rolls else None
        self.journal.changes.append(Told(Kind.TOLD, heading, (), rule, self.cause, sentence, behind=behind))

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
        behind: Callable[[Any], int] | None = None,
        moot: bool = False,
        aside: bool = False,
        again: Callable[[Any], bool] | None = None,
        among: tuple[Any, ...] = (),
        chosen: Any = None,
        leads: Callable[[tuple[int, ...]], tuple[Any, ...]] | None = None,
        sure: bool = True,
        due_by: str = "",
    ) -> Any:
        """Roll ``n`` dice and return what ``read`` makes of them.

        ``needed`` is the number needed, or, on a ``table``, its rows; ``behind`` says how many dice the Operation rolls at the same entry behind this one, for each result; ``moot``
        that no result would change anything; ``aside`` that the play itself does not call for it; ``again`` which
        results only have it rolled once more; ``among`` are equal candidates of which ``chosen`` was taken; of a table,
        what its dice lead to, and whether it is certain; ``due_by`` is the rule that calls for the roll, if ``rule``
        only says how it is made.
        """
        address = self._address(item, kind, subject)
        roll = Roll(address, kind, label, side or self.side, n, rule or self.rule, read, needed, modifiers)
        roll.table, roll.place = table, self.named(subject)
        roll.behind, roll.moot, roll.aside, roll.again = behind, moot, aside, again
        roll.among, roll.chosen, roll.leads, roll.sure, roll.due_by = among, chosen, leads, sure, due_by
        roll.dice = self.table.dice(roll)
        roll.outcome = read(roll.dice)
        self.rolls.append(roll)
        return self.table.result(roll)

    def automatic(
        self, kind: RollKind, outcome: Any, *, subject: str, rule: str, why: str, item: int | None = None, n: int = 1
    ) -> Any:
        """A result that needs no dice, with the rule that makes it so; ``why`` has its country as the field ``where``."""
        address, where = self._address(item, kind, subject), self.named(subject)
        why, of_it = why.format(where=where), why.format(where=named("it"))
        roll = Roll(address, kind, "", self.side, n, rule, lambda _: outcome, why, (), (), outcome, True)
        roll.place, roll.of_it = where, of_it
        self.rolls.append(roll)
        self.table.not_due("", subject, item, rule, why, harmless=outcome is False)
        return outcome

    def posture_roll(
        self, name: str, *, label: str = "posture", item: int | None = None, rule: str = "4.9.3", moot: bool = False
    ) -> str:
        """Roll on the Posture table for a country and return the result without setting it (4.9.3)."""
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

    def test(self, name: str, *, item: int | None = None, behind: Callable[[Any], int] | None = None) -> None:
        """Test a country; no effect if it is marked already (4.9.4).

        ``behind`` says how many dice the Operation itself rolls there, for each result.
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
                behind=behind,
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
                behind=behind,
                table="Posture table",
                needed="4 or less Soft, 5 or more Hard",
                modifiers=modifiers,
            )
            self.posture(name, value, rule="4.9.4")
