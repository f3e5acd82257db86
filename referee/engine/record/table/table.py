"""The record table: the ledger of a line with a reporter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.engine.law import forms
from referee.engine.law.ask import Ask, Field, SegmentId
from referee.engine.law.guidance import Guidance
from referee.engine.law.part_rules import FURTHER_CARD, FURTHER_CARD_PLAYED, FURTHER_OPERATION
from referee.engine.law.play import Play
from referee.engine.law.requirement import Failure, FindingKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import CARD_PLAYS, Head, Ledger, Trial
from referee.engine.record.table import ties
from referee.engine.record.table.leftovers import LeftOvers
from referee.engine.record.table.offers import by_flowchart
from referee.engine.record.table.reporter import Reason, Reporter
from referee.engine.record.work import Work
from referee.engine.state.board import Board
from referee.engine.state.journal import Journal
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Action, Dice, Place, Segment
from referee.engine.state.words import sentences


class SegmentEnd(Exception):
    """The end of the segment whose readings are sought."""


class RecordTable(Ledger):
    """One attempt at one action: a ledger with a reporter."""

    alternatives: list[LegalAnswers] | None = None
    """The other legal answers of each question; None if not wanted."""

    def __init__(
        self,
        action: Action,
        board: Board,
        journal: Journal,
        work: Work,
        trial: Trial | None = None,
        *,
        undo: bool = False,
        reported: bool = True,
    ) -> None:
        super().__init__(action, board, journal, work, trial)
        self.reporter = Reporter(self, reported=reported)
        self.undo = undo
        self.play: Play | None = None
        """The play of the line, while it goes on."""
        self.last: SegmentId | None = None
        """The last segment, while its claims wait for the end of the line."""
        self.taken_back = False
        """Whether the changes of an illegal segment were undone."""
        self.left_undone = ""
        """The rule of a missing part not carried out; "" for none."""

    @property
    def findings(self) -> list[Finding]:
        """The findings on the line so far."""
        return self.reporter.findings

    def report(
        self, kind: FindingKind, rule: str, message: str, place: Place, about: Iterable[Any] = (), **more: Any
    ) -> Finding:
        """Write a finding; ``about`` are the countries that it concerns."""
        return self.reporter.report(kind, rule, message, place, about, **more)

    def close(self) -> None:
        """Release the play and the questions, held in a reference cycle."""
        self.play = None
        self.questions.asked.clear()
        self.questions.closed.clear()

    def enter(self, segment: SegmentId) -> None:
        super().enter(segment)
        if self.segment is not None and self.segment.claims:
            self.reporter.claims.begin(self.segment, self.board)

    def leave(self, segment: SegmentId) -> None:
        wrong = self.wrong()
        entered, found, mark = self.stack[-1]
        super().leave(segment)
        if entered.name not in CARD_PLAYS:
            if self.undo and wrong:
                self.journal.undo_to(mark)
                self.taken_back = True
                self.used.update(found.claims if found is not None else ())
            elif found is not None and self.segment is not found:
                if not wrong:
                    self.reporter.look_through(found, entered.card if entered.name == "event" else None)
                if found is self.action.segments[-1] and not self.reporter.claims.hold(found, self):
                    self.last = segment
                    return
                self.settle(found)
        if segment == self.trial.watch:
            raise SegmentEnd

    def settle(self, segment: Segment) -> None:
        """Compare the claims of a segment with the board."""
        assert self.play is not None
        self.reporter.claims.settle(self.reporter, self.play, segment)

    def finish(self) -> None:
        """Compare the remaining claims and report unplayed segments.

        A superfluous card includes its event.
        """
        too_many = False
        for s in self.action.segments:
            if s not in self.used:
                self.used.add(s)
                too_many = self._not_played(s, too_many)
            self.settle(s)
        if self.last is not None and self.last == self.trial.watch:
            raise SegmentEnd

    def _not_played(self, s: Segment, too_many: bool) -> bool:
        """Report an unplayed segment; return whether a card is superfluous."""
        first = not self.violations
        if s.prefix == "card" or (s.name == "op" and self.action.use == "event" and s is not self.cards.operation):
            too_many = s.prefix == "card"
            if first:
                self._not_given(s, too_many)
        elif s.name in forms.LEFT_OVER:
            if first:
                LeftOvers(self.reporter, s).report_step()
        elif s.name != "event":
            return too_many
        elif Head.CARD not in self.violations and not too_many:
            self.report("outcome", "6.3.2", "this play triggers no event", s.place)
        self.violations.add(s)
        return too_many

    def _not_given(self, s: Segment, card: bool) -> None:
        """Report a further card or Operation that no event gives."""
        side, field = s.side or self.action.side, Field.EXTRA if card else Field.OPERATION
        others = [e for e in self.action.segments if e in self.used and e is not s]
        own = [e for e in others if e.side == s.side and e is not self.cards.operation]
        happened = (e for e in others if e.name == "event" and (e.card is None or e.card != s.card))
        events = dict.fromkeys(e.card or next(iter(self.action.cards), 0) for e in happened)
        self.reporter.demand(
            (FURTHER_CARD_PLAYED, FURTHER_CARD) if card else (FURTHER_OPERATION,),
            s.use,
            s.place,
            s,
            what="further card" if card else "Operation",
            player=side,
            given=sum(ask.field == field and ask.side == side for _, ask in self.questions.asked),
            used=sum(e.prefix == "card" if card else e.name == "op" and e.card is None for e in own),
            events=[self.rules.card_name(n, "this card") for n in events],
        )

    def missing(self, ask: Ask) -> Any:
        value = super().missing(ask)
        if ask.address in self.trial.answers and ask.off_course(value):
            self.reporter.doubts += 1
            self.note(ask, ask.judged(value)[0], self.place_of(ask.item, ask.subject), value)
        return value

    def hide(self, ask: Ask) -> Any:
        self.reporter.cut_short(ask)
        return super().hide(ask)

    def end_early(self, ask: Ask, guidance: Guidance) -> None:
        if not self.reporter.early_end:
            self.reporter.end_early(ask, guidance)
            super().end_early(ask, guidance)

    def compare_pick(self, roll: Roll, found: Dice | None) -> None:
        ties.compare(self.reporter, roll, found)

    def contradict(self, rule: str, message: str, place: Place, rolls: Sequence[Roll] = ()) -> None:
        if not self.wrong():
            reason, addresses = sentences([r.explained for r in rolls]), tuple(r.address for r in rolls)
            about = [r.subject for r in rolls]
            self.report("outcome", rule, message, place, about, reason=reason, rolls=addresses)

    def refuse(self, failures: tuple[Failure, ...], place: Place, ask: Ask | None = None, option: Any = None) -> None:
        if self.reporter.refuse(failures, place, ask, option):
            super().refuse(failures, place, ask, option)

    def refuse_targets(self) -> None:
        super().refuse_targets()
        refusals = self.reporter.refusals
        refused = refusals.get(self.spot()) or refusals[Head.CARD]
        for s in self.action.segments:
            if s.name == "op":
                refusals.setdefault(s, refused)

    def note(self, ask: Ask, failures: Sequence[Failure], place: Place, option: Any) -> None:
        if failures and not self.wrong():
            f, also = failures[0], by_flowchart(ask, option)
            self.report("note", f.rule, f.message, place, also=also, requirements=(f.id,))

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        for noted in [f for f in failures if f.kind == "note" and not self.wrong()]:
            self.report("note", noted.rule, noted.message, self.place(at), requirements=(noted.id,))
        super().refused(failures, at)

    def dead(self, dead: DeadEnd) -> bool:
        if not (dead.failures or self.wrong() or self.won()):
            what, rule = ("answer", "6.2.4") if dead.ask is None else (dead.ask.field, dead.ask.rule)
            self.report("illegal", rule, f"nothing legal is left to choose here ({what})", self.place())
        return super().dead(dead)

    def not_due(
        self, field: str, subject: str, item: int | None, rule: str, why: str, *, without_effect: bool = False
    ) -> None:
        self.reporter.reasons.append(Reason(field, subject, item, rule, why, without_effect))

    def left_out(self, rule: str, message: str, help: str, about: Iterable[str] = ()) -> None:
        self.left_undone = rule
        if self._second_operation():  # it uses the leftover value, and has a finding of its own
            return
        if message and not self.wrong() and not self.reporter.early_end:
            self.report("incomplete", rule, message, self.place(), about, help=help, assumed="it was not carried out")

    def _second_operation(self) -> bool:
        """Return whether the line has a second Operation with its own card."""
        own = (s for s in self.waiting() if s.name == "op" and s.card is None and s is not self.cards.operation)
        return self.action.use != "event" and any(s.side in ("", self.action.side) for s in own)

    def remark(
        self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "", requirement: str = ""
    ) -> None:
        if kind != "incomplete" or not self.wrong():
            broken = (requirement,) if requirement else ()
            self.report(kind, rule, message, self.place(), see=list(see), option=option, requirements=broken)
        super().remark(kind, rule, message, see, option, requirement)

    def unchecked(self, rule: str, message: str) -> None:
        if not self.wrong():  # a refused play has nothing else to check
            self.remark("note", rule, message, ())


@plain_dataclass(frozen=True)
class LegalAnswers:
    """A question answered by a line, with the legal answers then.

    After a refused answer a segment has no further ones: they would leave the play illegal.
    """

    ask: Ask
    chosen: Any
    legal: tuple[Any, ...]


class AlternativesTable(RecordTable):
    """A record table that keeps the other legal answers."""

    alternatives: list[LegalAnswers]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.alternatives = []

    def answer(self, ask: Ask) -> Any:
        wrong = self.wrong()
        value = super().answer(ask)
        if self.questions.answered and not wrong:
            self.alternatives.append(LegalAnswers(ask, value, tuple(ask.useful())))
        return value
