"""The ledger: a line's words and the questions that they answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from referee.engine.law import forms
from referee.engine.law.ask import Ask, Field, RollKind, SegmentId
from referee.engine.law.guidance import Guidance
from referee.engine.law.requirement import Failure, FindingKind, judged
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING, UNKNOWN, DeadEnd
from referee.engine.law.tables.simple import QuietTable
from referee.engine.record.ledger import answers, written_results
from referee.engine.record.ledger import dice as written_dice
from referee.engine.record.ledger.questions import OpenQuestion, OpenQuestionSignal, Questions, Trial, TrialDice
from referee.engine.record.ledger.used_parts import CardSegments, UsedParts
from referee.engine.record.work import GUIDED, Spent, Work
from referee.engine.state.board import Board
from referee.engine.state.changes import LAST_CELL, reached
from referee.engine.state.journal import Journal, Kind
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Action, Dice, Item, Part, Place, Segment, Shift
from referee.engine.state.statements import holds

CARD_PLAYS = ("card", "extra", "deal", "draw")
"""Segments of cards, with their answers at the head of a line."""
ASKED_ALONE = (Field.CAPITAL, Field.CONVERGENCE)
"""Countries of an entry that answer a question of their own, in any context."""


class Head(Enum):
    """Parts of a line other than segments that a refusal may concern."""

    CARD = "the play of the card itself"
    CLOCK = "the line at this time"


Spot = Segment | Head
"""The place of a refusal: a written segment, or the whole line."""


class OpenSegment(NamedTuple):
    """A segment in progress."""

    id: SegmentId
    segment: Segment | None
    """The written segment; the outer one for a part without its own."""
    mark: int
    """The beginning of its changes in the journal."""


class Ledger(QuietTable):
    """A table that answers from a line, for queries.

    It assumes answers to open questions and counts its work. It carries out a refused answer as written.
    :class:`~referee.engine.record.table.RecordTable` adds findings.
    """

    def __init__(self, action: Action, board: Board, journal: Journal, work: Work, trial: Trial | None = None) -> None:
        self.action = action
        self.board = board
        self.journal = journal
        self.rules = board.rules
        self.work = work
        self.trial = trial or Trial({})
        self.stack: list[OpenSegment] = []
        self.segment: Segment | None = None
        """The written segment in progress, from the last entry of the stack."""
        self.start = len(journal.changes)
        self.starts: dict[Segment, int] = {}
        """The beginning of each segment's changes in the journal."""
        self.used = UsedParts()
        self.cards = CardSegments()
        self.plots: dict[str, tuple[int, int]] = {}
        """Numbers of Plots by country: resolved on the line, and before."""
        self.things: dict[tuple[Segment | None, int | None], Item] = {}
        """Entries with a thing from a card's list, by question number."""
        self.questions = Questions()
        self.rolls: list[tuple[Segment | None, Roll]] = []
        self.met: list[tuple[str, str]] = []
        """Requirements met by answers of the line: id and rule."""
        self.violations: set[Spot] = set()
        """The places of illegal answers: other mistakes there follow from them."""

    # ------------------------------------------------------------ segments

    def find_segment(self, name: str, card: int | None) -> Segment | None:
        """Return the written segment for a procedure's segment, if any."""
        if name == "op" and self.cards.grant is not None:
            grant, self.cards.grant = self.cards.grant, None
            return grant
        for s in self.action.segments:
            if s.name != name or s in self.used:
                continue
            if name == "event" and s.card not in (None, card):
                continue
            if name != "op" or (s.card == card and (card is not None or s.side in ("", self.action.side))):
                return s
        return None

    def enter(self, segment: SegmentId) -> None:
        name, found = segment.name, None
        if name not in CARD_PLAYS:
            found = self.find_segment(name, segment.card)
            if found is not None:
                self.used.add(found)
            elif name not in forms.LEFT_OVER:
                found = self.segment
        elif name == "extra":
            self.cards.extra = segment.card
        mark = len(self.journal.changes)
        self.stack.append(OpenSegment(segment, found, mark))
        self.segment = found
        if found is not None:
            self.starts.setdefault(found, mark)

    def leave(self, segment: SegmentId) -> None:
        entered = self.stack.pop()
        self.segment = self.stack[-1].segment if self.stack else None
        if entered.id.name == "extra":
            self.cards.extra = None

    def waiting(self) -> list[Segment]:
        """The segments not played so far."""
        return [s for s in self.action.segments if s not in self.used]

    @property
    def in_event(self) -> bool:
        """Whether an event is being carried out."""
        return any(entered.id.name == "event" for entered in self.stack)

    def goes_on(self, segment: str, card: int | None) -> bool:
        return any(s.name == segment and s.card in (None, card) for s in self.waiting())

    def mentioned(self, card: int) -> bool | None:
        whole = self.action.use == "event" and card not in self.action.cards  # "event" alone is the played card's own
        told = [s for s in self.action.segments if s.name in ("event", "no event")]
        others = (s for s in told if s.card is None and not (whole and s.name == "event"))
        found = next((s for s in told if s.card == card), None) or next(others, None)
        return None if found is None else found.name == "event"

    def in_order(self, cards: list[int]) -> list[int]:
        told = [s.card for s in self.action.segments if s.name == "event" and s.card in cards]
        return sorted(cards, key=told.index) if set(told) >= set(cards) else cards

    # ------------------------------------------------------------ answers

    def answer(self, ask: Ask) -> Any:
        work = self.work  # as Work.spend, without its call: most of a line's cost are answers
        work.spent += 1 if ask.guidance is None else 1 + GUIDED
        if work.spent > work.most:
            raise Spent
        questions = self.questions
        questions.asked.append((self.segment, ask))
        found = answers.find(self, ask)
        questions.answered = found is not None
        if found is None:
            return self.missing(ask)
        part, item = found
        self.used.add(part)
        if ask.subject and item is not None:
            self.about(item, ask.subject, ask.hints.plot)
        value = part.value
        if value == UNKNOWN:
            return self.unknown(ask, part)
        if ask.ready is not None:
            ask.ready(value)
        if (fitting := answers.FITTING.get(ask.field)) is not None:
            value = fitting(self, ask, value)
        if ask.field == Field.STEP and value not in ask.domain():
            questions.answered = False
            self.refuse((answers.no_step(ask, value),), part.place, ask, value)
            return self.missing(ask)
        if ask.field in (Field.FROM, Field.WHERE):
            questions.place = ask
        failures, met = judged(ask.requirements, ask.board, value, ask.context)
        hard = tuple(f for f in failures if f.kind != "note") if failures else ()
        if hard:
            self.refuse(hard, part.place, ask, value)
            if ask.field == Field.OPERATION:
                self.refuse_targets()
            return value
        if failures:
            self.note(ask, failures, part.place, value)
        self.met += met
        return value

    def about(self, item: Item, subject: str, plot: tuple[str, int] | None = None) -> None:
        """Mark the country or Plot of an item as used."""
        for name, p in item.parts.items():
            if (p.value == subject and name not in ASKED_ALONE) or (plot is not None and p.value == plot):
                self.used.add(p)

    def unknown(self, ask: Ask, part: Part) -> Any:
        """Return the answer for ``?`` on the line."""
        self.questions.answered = False
        return UNKNOWN if ask.hidden else self.missing(ask)

    def one_of(self, ask: Ask, meant: list[Any]) -> Any:
        """Choose the only suitable answer of several, else raise the question."""
        if ask.address in self.trial.answers:
            return self.trial.use(ask.address)
        if len(meant) == 1 or self.wrong():
            return meant[0]
        raise OpenQuestionSignal(OpenQuestion(ask.address, meant, self.place_of(ask.item, ask.subject), ask.rule, ask))

    def missing(self, ask: Ask) -> Any:
        """Return the answer to a question without one on the line."""
        if ask.address in self.trial.answers:
            return self.trial.use(ask.address)
        if ask.silence is not None:
            if failures := ask.failures(ask.silence):
                self.refuse(failures, self.place(), ask)
            return ask.silence
        options = ask.within_reason()
        if len(options) == 1:
            return options[0]
        if self.wrong() and (found := options or list(ask.domain())):
            return found[0]
        if not options:
            each = (ask.failures(option) for option in ask.domain())
            raise DeadEnd(next(filter(None, each), ()), ask)
        if ask.hidden:
            return self.hide(ask)
        if self.won():
            raise DeadEnd((), ask)
        raise OpenQuestionSignal(
            OpenQuestion(ask.address, options, self.place_of(ask.item, ask.subject), ask.rule, ask)
        )

    def more(self, ask: Ask, so_far: int) -> bool:
        segment = self.segment
        if segment is None:
            return False
        items = answers.items_of(segment, ask.field)
        written = len(items) if segment.loose else sum(1 for i in items if ask.field in i.parts)
        if so_far < written or not ask.due or self.wrong():
            return so_far < written
        if written and ask.guidance is not None:
            self.end_early(ask, ask.guidance)
            return False
        return True

    def unasked(self, ask: Ask, take: bool) -> Any:
        found = answers.find(self, ask) if take else None
        if found is not None:
            part, _ = found
            failures = ask.failures(part.value) if part.value not in (NOTHING, UNKNOWN) else ()
            if failures:
                self.used.add(part)
                self.refuse(failures, part.place, ask, part.value)
                return part.value
        self.questions.closed.append((self.segment, ask))
        return None

    def reading(self, ask: Ask) -> Any:
        return self.answer(ask)

    def denies(self, step: Field) -> bool:
        for item in self.segment.items if self.segment is not None else ():
            part = item.parts.get(step)
            if part is not None and part.value == NOTHING and part not in self.used:
                self.used.add(part)
                return True
            if any(d.label == step and self.used.count(d) < len(d.values) for d in item.dice):
                return False  # the next one was rolled
            if part is not None and part not in self.used:
                return False
        return False

    def as_named(self, countries: list[str]) -> list[str]:
        items = self.segment.items if self.segment is not None else []
        written = [item.parts["where"].value for item in items if "where" in item.parts]
        return sorted(countries, key=written.index) if set(written) >= set(countries) else countries

    # ------------------------------------------------------------ dice

    def dice(self, roll: Roll) -> tuple[int, ...]:
        self.work.spend(1)
        if roll.kind == RollKind.PICK:
            pick = written_dice.find_pick(self, roll)
            self.compare_pick(roll, pick)
            return written_dice.take_pick(self, roll, pick)
        self.rolls.append((self.segment, roll))
        assumed = self.trial.answers
        found = written_dice.take(self, roll)
        if assumed and (forced := assumed.get(TrialDice(roll.address))) is not None:
            return tuple(forced)
        if found is not None and None not in found:
            return tuple(filter(None, found))
        known = found if found is not None else written_dice.spend(self, roll)
        if roll.optional and not known and self._does_without(roll):
            self.rolls.pop()
            return ()
        if self.segment is not None and self.segment.loose and roll.subject:
            self.named_for(roll.subject)
        if roll.address in assumed:
            roll.assumed = True
            result: tuple[int, ...] = self.trial.use(roll.address)
            return result
        if self.wrong() and self.in_event and found is None:  # nothing is invented for a refused event
            raise DeadEnd((), None)
        if self.wrong() or roll.moot:
            roll.assumed = True
            return roll.cases(known)[-1]
        if self.won() or self._in_sight():  # no roll brings back a last Cell
            raise DeadEnd((), None)
        rule = roll.due_by or self.rules.rule_of_use.get(roll.kind, roll.rule)
        place = self.place_of(roll.item, roll.subject)
        raise OpenQuestionSignal(OpenQuestion(roll.address, roll.cases(known), place, rule, roll=roll))

    def _does_without(self, roll: Roll) -> bool:
        """Return whether an optional roll was not made.

        Then every claim holds before it.
        """
        if self.segment is None or roll.address in self.trial.answers:
            return False
        claims = self.segment.claims
        return all(type(c.value) is not Shift and c.field != "success" and holds(self.board, c) for c in claims)

    def named_for(self, subject: str) -> None:
        """Use the country named for a roll without a die."""
        for item in self.segment.items if self.segment is not None else ():
            part = item.parts.get("where")
            if part is not None and part.value == subject:
                self.used.add(part)
                return

    result, number, beyond = written_results.result, written_results.number, written_results.beyond

    # ------------------------------------------------------------ the place, and the state of the game

    def wrong(self) -> bool:
        """Return whether something was illegal here already."""
        return bool(self.violations) and (self.spot() in self.violations or Head.CARD in self.violations)

    def spot(self) -> Spot:
        """Return the place of a refusal."""
        if self.segment is not None:
            return self.segment
        return Head.CARD if self.stack else Head.CLOCK

    def spot_of(self, ask: Ask | None, option: Any) -> Spot:
        """Return the part of the line for the refusal of an answer."""
        spot = self.spot()
        if spot is not Head.CARD or ask is None or ask.field != Field.USE:
            return spot
        name = "event" if option == "event" else "op"
        own = (s for s in self.action.segments if s.name == name and s.card in (None, *self.action.cards))
        return next(own, Head.CARD)

    def place(self, at: str = "") -> Place:
        """Return the place of the part ``at``, else of the current segment."""
        parts = self.action.parts
        if at in parts:
            return parts[at].place
        if self.segment is not None:
            return self.segment.place
        return parts["use"].place if "use" in parts and self.stack else self.action.place

    def place_of(self, item: int | None, subject: str) -> Place:
        """Return the place for an answer: an entry, or its segment."""
        if self.segment is None:
            card = self.action.parts.get("card")  # a question about the play as a whole is about its card
            return card.place if card is not None else self.action.place
        items = self.segment.items
        for i in items if subject else ():
            if subject in i.countries():
                return i.place
        return items[item].place if item is not None and item < len(items) else self.place()

    def won(self) -> bool:
        """Whether this line has won the game: then it owes nothing more (5.1)."""
        if not self.board.winner:
            return self._in_sight(LAST_CELL)
        return any(c.kind == "victory" for c in self.journal.changes[self.start :])

    def _in_sight(self, but: tuple[Kind, ...] = ()) -> bool:
        """Whether an event has reached a goal, ignoring changes of ``but``."""
        if not self.in_event:
            return False
        since = [c for c in self.journal.changes[self.start :] if c.kind not in but]
        return bool(reached(self.board, since, self.action.side))

    # ------------------------------------------------------------ what is wrong

    def refuse(self, failures: tuple[Failure, ...], place: Place, ask: Ask | None = None, option: Any = None) -> None:
        """Note an illegal answer or an impossible part."""
        self.violations.add(self.spot_of(ask, option))
        if failures[0].rule == "5.1":  # the game is over, and nothing more is legal
            self.violations.add(Head.CARD)

    def refuse_targets(self) -> None:
        """Count an event's refused targets with its choice: one mistake."""
        self.violations.update(s for s in self.action.segments if s.name == "op")

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        broken = tuple(f for f in failures if f.kind != "note")
        if broken:
            self.refuse(broken, self.place(at))

    def dead(self, dead: DeadEnd) -> bool:
        if self.wrong() or self.won():
            return True
        if dead.failures:
            self.refuse(dead.failures, self.place())
        else:
            self.violations.add(self.spot())
        return True

    def end_early(self, ask: Ask, guidance: Guidance) -> None:
        """Note a list that ends against a flowchart."""
        if guidance.sure and not self.board.unknown:
            self.violations.add(self.spot())

    def remark(
        self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "", requirement: str = ""
    ) -> None:
        if kind == "unsupported" and self.segment is not None:
            self.violations.add(self.segment)  # its statements are accepted and not judged

    # ------------------------------------------------------------ what is left to a reporter

    def hide(self, ask: Ask) -> Any:
        """Return the answer to a question that may stay hidden."""
        return UNKNOWN

    def note(self, ask: Ask, failures: Sequence[Failure], place: Place, option: Any) -> None:
        """Note a remarkable answer that is no violation."""

    def contradict(self, rule: str, message: str, place: Place, rolls: Sequence[Roll] = ()) -> None:
        """Note a written result that its rolls or rules contradict."""

    def compare_pick(self, roll: Roll, found: Dice | None) -> None:
        """Note present or missing dice of a choice among equal candidates."""

    def left_out(self, rule: str, message: str, help: str, about: Iterable[str] = ()) -> None:
        """Do nothing: a query plays the line as it is."""
