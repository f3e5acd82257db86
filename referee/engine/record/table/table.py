"""The record table: answers from the line of the record.

What the line does not say or says wrongly becomes a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from referee.engine.law import forms
from referee.engine.law.ask import Address, Ask, Field, RollKind, SegmentId
from referee.engine.law.play import NOTHING, UNKNOWN, DeadEnd, Play
from referee.engine.law.requirement import Failure, FindingKind, judged
from referee.engine.law.rolls import Roll
from referee.engine.record import claims
from referee.engine.record.findings import Finding
from referee.engine.record.table import answers, as_written, leftovers, picks, refusals
from referee.engine.record.table import dice as written_dice
from referee.engine.record.table.spots import Head, Spot
from referee.engine.record.table.used import Used
from referee.engine.record.work import GUIDED, Spent, Work
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.changes import ANYTHING, LAST_CELL, reached
from referee.engine.state.facts.kinds import Number
from referee.engine.state.journal import Journal, Kind
from referee.engine.state.ruleset import CARD, EVENT_TEXT, Ruleset
from referee.engine.state.script import Action, Item, Part, Place, Segment, Shift, Statement

CARD_PLAYS = ("card", "extra", "deal", "draw")
"""Segments that play or tell cards: what they ask stands at the head of a line, not in a segment."""
OF_CARDS = frozenset({"hand J", "hand US", "cards J", "cards US", "discards", "deck"})
"""What a card too many changes besides."""
ASKED_ALONE = (Field.CAPITAL, Field.CONVERGENCE)
"""Countries of an entry that answer a question of their own, whatever else the entry says of them."""
SKIP = "skip"
"""Assumed of a triggered event that a line does not mention: the players did not carry it out."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A question that a line answered, and every legal answer at that moment.

    After a refused answer a segment has no further ones: with them the play would be as illegal as it is.
    """

    ask: Ask
    chosen: Any
    legal: tuple[Any, ...]


class Forced(NamedTuple):
    """Trial dice for a roll.

    They are used instead of those that the line has for it.
    """

    roll: Address


@dataclass(frozen=True, slots=True, eq=False)
class OpenQuestion:
    """An ask or a roll without an answer on the line.

    The referee tries what fits.
    """

    key: Address
    options: list[Any]
    place: Place
    """Where the answer would be written."""
    rule: str
    """The rule that calls for the answer."""
    ask: Ask | None = None
    roll: Roll | None = None


class LeftOpen(Exception):
    """The signal for an open question.

    It is kept apart from :class:`OpenQuestion`, since an exception holds every frame that it passed.
    """

    def __init__(self, question: OpenQuestion) -> None:
        super().__init__(question.key)
        self.question = question


class SegmentOver(Exception):
    """The end of the segment whose readings are sought.

    The rest of the line does not matter yet.
    """


class RecordTable:
    """One attempt at one action.

    Answers are assumed for what the line leaves open; the table counts its work.
    """

    for_good: bool = True
    """Whether somebody may read its findings: those of a mere trial are counted."""
    watch: SegmentId | None = None
    """The segment at whose end it stops; None to play the whole line."""

    def __init__(
        self,
        action: Action,
        assumed: Mapping[Address | Forced, Any],
        journal: Journal,
        rules: Ruleset,
        *,
        undo: bool = False,
        alternatives: bool = False,
        board: Board | None = None,
        work: Work,
    ) -> None:
        self.board = board
        self.work = work
        self.action = action
        self.assumed = assumed
        self.drawn_on: set[Address] = set()
        """What of the assumed answers was asked for."""
        self.play: Play | None = None
        """The play of the line, while it goes on."""
        self.journal = journal
        self.rules = rules
        self.undo = undo
        self.findings: list[Finding] = []
        self.stack: list[tuple[SegmentId, Segment | None]] = []
        self.leaving: int | None = None
        """The event of which only what is left over is looked at."""
        self.segment: Segment | None = None
        """The written segment that is being played, the second of the last pair of the stack."""
        self.used = Used()
        self.lent: list[written_dice.Lent] = []
        """Rolls whose dice without a label are another one's if it lacks them."""
        self.without_dice: frozenset[Address] = frozenset()
        """Rolls for which no die without a label is meant: others need them."""
        self.things: dict[tuple[Segment | None, int | None], Item] = {}
        """Entries that name a thing off a card's list, by the number of its question."""
        self.reasons: list[tuple[str, str, int | None, str, str]] = []
        self.asked: list[tuple[Segment | None, Ask]] = []
        """The questions of each segment, in their order."""
        self.closed: list[tuple[Segment | None, Ask]] = []
        """Questions that were not asked, since no answer to them was legal."""
        self.illegal: set[Spot] = set()
        """Where an answer was illegal: claims there are applied and not reported."""
        self.taken_back = False
        """Whether the changes of an illegal segment were undone."""
        self.left_undone = ""
        """The rule that calls for a part that the line does not have, and that was not carried out; "" for none."""
        self.met: list[tuple[str, str]] = []
        self.starts: dict[Segment, int] = {}
        """Where the changes of a segment begin in the journal."""
        self.claimed: dict[Segment, list[Statement]] = {}
        """Claims of a segment, where one says by how much a track changed: with the value that this makes."""
        self.begun: list[int] = []
        self.stated_results: dict[Segment, list[Statement]] = {}
        """Results that stand among the choices of a segment: compared with its claims."""
        self.needless: dict[Segment, tuple[Finding, tuple[str, ...]]] = {}
        """Of a segment with dice that nothing rolled: that finding, and the countries that they stand at."""
        self.cards_beyond: set[Segment] = set()
        """Segments that name a card too many: what they claim of the hands follows from it."""
        self.harmless: list[tuple[str, str]] = []
        """Countries in which nothing was left to roll for, with the rule: dice there say nothing."""
        self.last: SegmentId | None = None
        """The last segment, while its claims wait for the end of the line."""
        self.wrong_claims: list[Statement] = []
        """Claims that are not so, reported or not."""
        self.of_claims: list[tuple[Finding, list[Statement]]] = []
        """Findings that tell wrong claims, and which they tell."""
        self.cut_short = False
        """Whether it names fewer of the markers that were placed than there are."""
        self.off_course = 0
        """Answers that were assumed although a flowchart is likely to have another one due."""
        self.refusals: dict[Spot, Finding] = {}
        self.refused_at: dict[Spot, set[int]] = {}
        """The entries whose targets a refusal names."""
        self.answered = False
        """Whether the line itself answered the last question."""
        self.unshown: dict[Spot, tuple[Finding, list[Roll]]] = {}
        """Choices by die that a segment does not show, and the finding that says so."""
        self.ended_early = False
        """Whether a list stopped against a flowchart: what the card has left over is no mistake of its own."""
        self.place_asked: Ask | None = None
        """The last question about a country or a place, which later ones hang on."""
        self.offers: list[refusals.Offer] = []
        """What findings name as legal, to be judged when the line has been played."""
        self.seen_rolls: list[tuple[Segment | None, Roll]] = []
        self.fallback = action.place
        self.granted: Segment | None = None
        """The written Operation that an event has just asked for."""
        self.behind: Segment | None = None
        """The Operation on a later line, where the line begins with the event of the other side."""
        self.further: int | None = None
        """The further card that is being played, if one is."""
        self.start = len(journal.changes)
        self.resolved: dict[str, tuple[int, int]] = {}
        """Of each country: how many of its Plots the line has resolved, and how many lay there before."""
        self.alternatives: list[Alternatives] | None = [] if alternatives else None

    # ------------------------------------------------------------ segments

    def find_segment(self, name: str, card: int | None) -> Segment | None:
        """The written segment that a procedure's segment plays, if there is one."""
        if name == "op" and self.granted is not None:
            granted, self.granted = self.granted, None
            return granted
        for s in self.action.segments:
            if s in self.used:
                continue
            if name == "event":
                if s.name == "event" and (s.card in (None, card)):
                    return s
            elif name == "op" and s.name == "op":
                if s.card == card and (card is not None or s.side in ("", self.action.side)):
                    return s
            elif s.name == name:
                return s
        return None

    def enter(self, segment: SegmentId) -> None:
        found = self.find_segment(segment.name, segment.card) if segment.name not in CARD_PLAYS else None
        if found is not None:
            self.used.add(found)
        elif segment.name not in CARD_PLAYS and segment.name not in forms.LEFT_OVER and self.stack:
            found = self.segment
        if segment.name == "extra":
            self.further = segment.card
        self.stack.append((segment, found))
        self.segment = found
        begun = len(self.journal.changes)
        if found is not None and found not in self.starts:
            self.starts[found] = begun
            if any(type(c.value) is Shift for c in found.claims):
                self.claimed[found] = self._with_values(found.claims)
        self.begun.append(begun)

    def leave(self, segment: SegmentId) -> None:
        wrong_here = self.wrong()
        begun = self.begun.pop()
        entered, found = self.stack.pop()
        outer = self.segment = self.stack[-1][1] if self.stack else None
        name = entered.name
        if name == "extra":
            self.further = None
        if self.undo and wrong_here and name not in CARD_PLAYS:
            self.journal.undo_to(begun)
            self.taken_back = True
            if found is not None:
                self.used.update(c for c in found.claims)
        elif found is not None and name not in CARD_PLAYS and outer is not found:
            if not wrong_here:
                self.leaving = entered.card if name == "event" else None
                leftovers.report(self, found)
                self.leaving = None
            if found is self.action.segments[-1] and not self.settled(found):
                self.last = segment
                return
            self.settle(found)
        if segment == self.watch:
            raise SegmentOver

    def settled(self, segment: Segment) -> bool:
        """Whether the last claims of a line hold before its end: those of an event within another one may be about either."""
        if self.board is None:
            return True
        if segment.name != "event" or self.wrong():
            return False
        return all(c.field in ("success", "plot") or statements.holds(self.board, c) for c in self.claims_of(segment))

    def claims_of(self, segment: Segment) -> list[Statement]:
        """The claims of a segment, without a change of a track that was never begun."""
        found = self.claimed.get(segment)
        return [c for c in segment.claims if type(c.value) is not Shift] if found is None else found

    def _with_values(self, found: list[Statement]) -> list[Statement]:
        """Claims with the value of each track that they say to have changed, from where it is now."""
        made: list[Statement] = []
        for c in found:
            if type(c.value) is not Shift:
                made.append(c)
            elif self.board is not None and isinstance(track := statements.fact(self.board, c), Number):
                made.append(replace(c, value=track.stepped(self.board, c.value)))
        return made

    def settle(self, segment: Segment) -> None:
        """Compare the claims of a segment with the board; write them to the board if they differ."""
        told = self.stated_results.pop(segment, [])
        if not segment.claims and not told:
            return
        wrong = segment in self.illegal or Head.CARD in self.illegal
        claims = told + [c for c in self.claims_of(segment) if c not in self.used]
        self.used.update(c for c in claims)
        needless = self.needless.pop(segment, None)
        if needless is not None and not wrong:
            claims = self._settle_needless(segment, claims, *needless)
        if segment in self.cards_beyond:
            of_cards = [c for c in claims if c.field in OF_CARDS]
            claims = [c for c in claims if c not in of_cards]
            self.compare(segment, of_cards, True)
        if claims:
            self.compare(segment, claims, wrong)

    def _settle_needless(
        self, segment: Segment, claims: list[Statement], finding: Finding, countries: tuple[str, ...]
    ) -> list[Statement]:
        """Settle what was read from a die that nothing rolled, which is one mistake with it; the other claims."""
        read = [c for c in claims if c.subject in countries or c.field == "success"]
        before = len(self.wrong_claims)
        self.compare(segment, read, True)
        if len(self.wrong_claims) > before:
            finding.kind = "outcome"
        return [c for c in claims if c not in read]

    def finish(self) -> None:
        """Claims that are still to be compared, and segments that nothing played; a card too many is one with its event."""
        too_many = False
        for s in self.action.segments:
            if s not in self.used:
                self.used.add(s)
                if s.prefix == "card" or (s.name == "op" and self.action.use == "event" and s is not self.behind):
                    too_many = s.prefix == "card"
                    what = "a further card" if too_many else "an Operation"
                    if not self.illegal:
                        self.report("illegal", EVENT_TEXT, f"nothing in this play allows {what} here", s.place)
                    self.illegal.add(s)
                elif s.name in forms.LEFT_OVER:
                    leftovers.not_left(self, s)
                elif s.name == "event":
                    if Head.CARD not in self.illegal and not too_many:
                        self.report("outcome", "6.3.2", "this play triggers no event", s.place)
                    self.illegal.add(s)
            self.settle(s)
        if self.last is not None and self.last == self.watch:
            raise SegmentOver

    def compare(self, segment: Segment, found: list[Statement], silent: bool) -> None:
        """Compare claims with the board; those that differ are reported, unless ``silent``, and written to it."""
        assert self.play is not None
        claims.compare(self, self.play, segment, found, silent)

    def close(self) -> None:
        """Let go of the play and of the questions, which hold it: it holds this table, in a circle."""
        self.play = None
        self.asked.clear()
        self.closed.clear()

    # ------------------------------------------------------------ answers

    def waiting(self) -> list[Segment]:
        """Segments that nothing has played yet."""
        return [s for s in self.action.segments if s not in self.used]

    def answer(self, ask: Ask) -> Any:
        work = self.work  # as Work.spend has it, without its call: most of what a line costs are answers
        work.spent += 1 if ask.guidance is None else 1 + GUIDED
        if work.spent > work.most:
            raise Spent
        self.asked.append((self.segment, ask))
        found = answers.find(self, ask)
        self.answered = found is not None
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
            refusals.no_step(self, ask, part)
            return self.missing(ask)
        if ask.field in (Field.FROM, Field.WHERE):
            self.place_asked = ask
        refused_before = self.alternatives is not None and self.wrong()
        failures, met = judged(ask.requirements, ask.board, value, ask.context)
        if failures and any(f.kind == "note" for f in failures):
            hard = [f for f in failures if f.kind != "note"]
            if not hard:
                self.note_it(ask, failures, part.place, value)
            failures = hard
        if failures:
            refusals.report(self, tuple(failures), part.place, ask, value)
            if ask.field == "operation":
                refusals.with_targets(self)
        else:
            self.met += met
        if self.alternatives is not None and not refused_before:
            self.alternatives.append(Alternatives(ask, value, tuple(ask.useful())))
        return value

    def note_it(self, ask: Ask, failures: Sequence[Failure], place: Place, option: Any) -> None:
        """What is no violation, but worth a word."""
        if failures and not self.wrong():
            f, also = failures[0], refusals.by_flowchart(ask, option)
            self.report("note", f.rule, f.message, place, also=also, requirements=(f.id,))

    def about(self, item: Item, subject: str, plot: tuple[str, int] | None = None) -> None:
        """What an item says about ``subject`` was asked for: the country, or the Plot, that it names is used too."""
        for name, p in item.parts.items():
            if (p.value == subject and name not in ASKED_ALONE) or (plot is not None and p.value == plot):
                self.used.add(p)

    def unknown(self, ask: Ask, part: Part) -> Any:
        self.answered = False
        if ask.hidden:
            return UNKNOWN
        return self.missing(ask)

    def one_of(self, ask: Ask, meant: list[Any]) -> Any:
        """The one of several answers that a line means; an open question if nothing decides."""
        if ask.address in self.assumed:
            self.drawn_on.add(ask.address)
            return self.assumed[ask.address]
        if len(meant) == 1 or self.wrong():
            return meant[0]
        raise LeftOpen(OpenQuestion(ask.address, meant, self.place_of(ask.item, ask.subject), ask.rule, ask))

    def missing(self, ask: Ask) -> Any:
        if ask.address in self.assumed:
            value = self.assumed[ask.address]
            self.drawn_on.add(ask.address)
            off_course = ask.off_course(value)
            self.off_course += off_course
            if off_course:
                self.note_it(ask, ask.judged(value)[0], self.place_of(ask.item, ask.subject), value)
            return value
        if ask.silence is not None:
            failures = ask.failures(ask.silence)
            if failures:
                refusals.report(self, failures, self.place(), ask)
            return ask.silence
        options = ask.within_reason()
        if len(options) == 1:
            return options[0]
        if self.wrong():
            if options:
                return options[0]
            shape = list(ask.domain())
            if shape:
                return shape[0]
        if not options:
            raise DeadEnd(_all_failures(ask), ask)
        if ask.hidden:
            leftovers.cut_short(self, ask)
            return UNKNOWN
        if self.won():
            raise DeadEnd((), ask)
        raise LeftOpen(OpenQuestion(ask.address, options, self.place_of(ask.item, ask.subject), ask.rule, ask))

    def more(self, ask: Ask, so_far: int) -> bool:
        segment = self.segment
        if segment is None:
            return False
        items = answers.items_of(segment, ask.field)
        written = len(items) if segment.loose else sum(1 for i in items if ask.field in i.parts)
        if so_far < written or not ask.due or self.wrong():
            return so_far < written
        if written and ask.guidance is not None:
            refusals.ends_early(self, ask.guidance)
            return False
        return True

    def dice(self, roll: Roll) -> tuple[int, ...]:
        self.work.spend(1)
        if roll.kind == RollKind.PICK:
            return picks.picked(self, roll)
        self.seen_rolls.append((self.segment, roll))
        forced = self.assumed.get(Forced(roll.address))
        found = written_dice.take(self, roll)
        if forced is not None:
            return tuple(forced)
        if found is not None and None not in found:
            return tuple(filter(None, found))
        known = found if found is not None else written_dice.spend(self, roll)
        if self.segment is not None and self.segment.loose and roll.subject:
            self.named_for(roll.subject)
        if roll.address in self.assumed:
            roll.assumed = True
            self.drawn_on.add(roll.address)
            result: tuple[int, ...] = self.assumed[roll.address]
            return result
        if self.wrong() and self.in_event and found is None:  # of an event that is refused nothing is made up
            raise DeadEnd((), None)
        if self.wrong() or roll.moot:
            roll.assumed = True
            return roll.cases(known)[-1]
        if self.won() or self._in_sight():  # no roll brings back a last Cell
            raise DeadEnd((), None)
        rule = roll.due_by or self.rules.rule_of_use.get(roll.kind, roll.rule)
        place = self.place_of(roll.item, roll.subject)
        raise LeftOpen(OpenQuestion(roll.address, roll.cases(known), place, rule, roll=roll))

    def result(self, roll: Roll) -> Any:
        return as_written.result(self, roll)

    def number(
        self, field: Field, due: int, item: int | None, subject: str, rule: str, said: Callable[[int], str]
    ) -> int:
        return as_written.number(self, field, due, item, subject, rule, said)

    def beyond(self, field: Field, subject: str, rule: str, why: str) -> Any:
        return as_written.beyond(self, field, subject, rule, why)

    def named_for(self, subject: str) -> None:
        """A country that an event names where it rolls for it, though the die is missing."""
        for item in self.segment.items if self.segment is not None else ():
            part = item.parts.get("where")
            if part is not None and part.value == subject:
                self.used.add(part)
                return

    # ------------------------------------------------------------ what is left over

    def not_due(
        self, field: str, subject: str, item: int | None, rule: str, why: str, *, harmless: bool = False
    ) -> None:
        if harmless:
            self.harmless.append((subject, rule))
        self.reasons.append((field, subject, item, rule, why))

    def unasked(self, ask: Ask, take: bool) -> Any:
        found = answers.find(self, ask) if take else None
        if found is not None:
            part, _ = found
            failures = ask.failures(part.value) if part.value not in (NOTHING, UNKNOWN) else ()
            if failures:
                self.used.add(part)
                refusals.report(self, failures, part.place, ask, part.value)
                return part.value
        self.closed.append((self.segment, ask))
        return None

    def reason_for(self, field: str, subject: str, item: int | None) -> tuple[str, str, str] | None:
        """Why nothing was due there: the country, the rule and the reason."""
        for f, s, i, rule, why in reversed(self.reasons):
            if (
                f in (field, ANYTHING)
                and (s in (subject, "") or not subject)
                and (item is None or i is None or i == item)
            ):
                return s, rule, why
        return None

    def rule_of(self, segment: Segment) -> str:
        if segment.name == "event":
            card = segment.card or next(iter(self.action.cards), 0)
            return f"{CARD}{card}" if card else EVENT_TEXT
        return self.rules.rule_of_use.get(segment.use, "6.3.1")

    @property
    def in_event(self) -> bool:
        """Whether an event is being carried out."""
        return any(s.name == "event" for s, _ in self.stack)

    def deciding(self, rule: str) -> str:
        """The rule that decides: where that is the text of an event, the card of the event."""
        within = next((s.card for s, _ in reversed(self.stack) if s.name == "event" and s.card), None)
        card = self.leaving or within
        return f"{CARD}{card}" if card is not None and rule == EVENT_TEXT else rule

    # ------------------------------------------------------------ findings

    def wrong(self) -> bool:
        return bool(self.illegal) and (self.spot() in self.illegal or Head.CARD in self.illegal)

    def spot(self) -> Spot:
        """Where a refusal counts."""
        if self.segment is not None:
            return self.segment
        return Head.CARD if self.stack else Head.CLOCK

    def place(self, at: str = "") -> Place:
        if self.segment is not None:
            return self.segment.place
        return self.action.parts["use"].place if "use" in self.action.parts and self.stack else self.fallback

    def place_of(self, item: int | None, subject: str) -> Place:
        """The place for the answer to a question: the entry of its country, its own entry, or its segment."""
        if self.segment is None:
            card = self.action.parts.get("card")  # what is asked of the play as a whole is asked of its card
            return card.place if card is not None else self.action.place
        items = self.segment.items
        for i in items if subject else ():
            if subject in i.countries():
                return i.place
        return items[item].place if item is not None and item < len(items) else self.place()

    def add(self, finding: Finding) -> None:
        self.findings.append(finding)

    def report(self, kind: FindingKind, rule: str, message: str, place: Place, **more: Any) -> Finding:
        decides = self.deciding(rule)
        found = Finding(kind, decides, message, place, side=self.segment.side if self.segment else "", **more)
        found.also += [rule] if decides != rule and rule not in found.also else []
        self.add(found)
        return found

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        part = self.action.parts.get(at) if at else None
        place = part.place if part is not None else self.place(at)
        for noted in [f for f in failures if f.kind == "note" and not self.wrong()]:
            self.report("note", noted.rule, noted.message, place, requirements=(noted.id,))
        broken = tuple(f for f in failures if f.kind != "note")
        if broken:
            refusals.report(self, broken, place, None)

    def mentioned(self, card: int) -> bool | None:
        whole = self.action.use == "event" and card not in self.action.cards  # "event" alone is the played card's own
        for wanted in (card, None):
            for s in self.action.segments:
                if (
                    s.card == wanted
                    and s.name in ("event", "no event")
                    and not (whole and wanted is None and s.name == "event")
                ):
                    return s.name == "event"
        return None

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

    def goes_on(self, segment: str, card: int | None) -> bool:
        return any(s.name == segment and s.card in (None, card) for s in self.waiting())

    def new_cards(self, side: str, n: int) -> int | tuple[int, ...]:
        return n

    def as_named(self, countries: list[str]) -> list[str]:
        items = self.segment.items if self.segment is not None else []
        written = [item.parts["where"].value for item in items if "where" in item.parts]
        return sorted(countries, key=written.index) if set(written) >= set(countries) else countries

    def in_order(self, cards: list[int]) -> list[int]:
        told = [s.card for s in self.action.segments if s.name == "event" and s.card in cards]
        return sorted(cards, key=told.index) if set(told) >= set(cards) else cards

    def won(self) -> bool:
        """Whether this line has won the game: from that instant it owes nothing more (5.1)."""
        if self.board is not None and not self.board.winner:
            return self._in_sight(LAST_CELL)
        return any(c.kind == "victory" for c in self.journal.changes[self.start :])

    def _in_sight(self, but: tuple[Kind, ...] = ()) -> bool:
        """Whether an event that is being carried out has reached a goal already, ``but`` by such changes."""
        if self.board is None or not self.in_event:
            return False
        since = [c for c in self.journal.changes[self.start :] if c.kind not in but]
        return bool(reached(self.board, since, self.action.side))

    def dead(self, dead: DeadEnd) -> bool:
        if self.wrong() or self.won():
            return True
        if dead.failures:
            refusals.report(self, dead.failures, self.place(), None)
        else:
            what = dead.ask.field if dead.ask is not None else "answer"
            rule = dead.ask.rule if dead.ask is not None else "6.2.4"
            self.report("illegal", rule, f"nothing legal is left to choose here ({what})", self.place())
            self.illegal.add(self.spot())
        return True

    def hand(self, side: str) -> list[Any]:
        return [UNKNOWN]

    def reshuffled(self, cards: list[int]) -> None:
        """The record does not know the deck."""

    def put_back(self, card: int) -> None:
        """The record does not know the deck."""

    def drawn(self, side: str) -> int:
        return 0

    def left_out(self, rule: str, message: str, help: str) -> None:
        self.left_undone = rule
        if self._second_operation():  # it takes what was left over, and has a finding of its own
            return
        if message and not self.wrong() and not self.ended_early:
            self.report("incomplete", rule, message, self.place(), help=help, assumed="it was not carried out")

    def _second_operation(self) -> bool:
        """Whether the line has a second Operation with its own card."""
        own = (s for s in self.waiting() if s.name == "op" and s.card is None and s is not self.behind)
        return self.action.use != "event" and any(s.side in ("", self.action.side) for s in own)

    def remark(self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "") -> None:
        if kind != "incomplete" or not self.wrong():
            self.report(kind, rule, message, self.place(), see=list(see), option=option)
        if kind == "unsupported" and self.segment is not None:
            self.illegal.add(self.segment)  # what it says is taken over, and nothing of it is judged

    def reading(self, ask: Ask) -> Any:
        return self.answer(ask)

    def unchecked(self, rule: str, message: str) -> None:
        if not self.wrong():  # of a refused play nothing else is to be checked
            self.remark("note", rule, message, ())


def _all_failures(ask: Ask) -> tuple[Failure, ...]:
    for option in ask.domain():
        failures = ask.failures(option)
        if failures:
            return failures
    return ()
