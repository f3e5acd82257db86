"""The record table: the line of the record answers; what it does not say or says wrongly becomes a finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.engine import hidden
from referee.engine.ask import Address, Ask, Field, SegmentId
from referee.engine.board import Board
from referee.engine.findings import Finding
from referee.engine.journal import Journal
from referee.engine.play import UNKNOWN, Dead
from referee.engine.requirement import Failure, FindingKind
from referee.engine.rolls import Roll
from referee.engine.ruleset import Ruleset
from referee.engine.script import Action, Item, Part, Place, Segment, Statement
from referee.engine.tables import dice as written_dice
from referee.engine.tables import leftovers, refusals

CARD_PLAYS = ("card", "extra", "deal", "draw")
"""Segments that play or tell cards: what they ask stands at the head of a line, not in a segment."""
SKIP = "skip"
"""Assumed of a triggered event that a line does not mention: the players did not carry it out."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """A question that a line answered, and every legal answer at that moment."""

    ask: Ask
    chosen: Any
    legal: tuple[Any, ...]


class Forced(NamedTuple):
    """Dice that are tried out instead of those that the line has for a roll."""

    roll: Address


class OpenQuestion(Exception):
    """The line does not answer this; the referee tries what fits.

    ``place`` is where the answer would stand.
    """

    def __init__(self, options: list[Any], place: Place, *, ask: Ask | None = None, roll: Roll | None = None) -> None:
        asked = ask or roll
        assert asked is not None
        super().__init__(asked.address)
        self.key, self.options, self.place, self.ask, self.roll = asked.address, options, place, ask, roll


class RecordTable:
    """One attempt at one action, with answers assumed for what the line leaves open."""

    def __init__(
        self,
        action: Action,
        assumed: Mapping[Address | Forced, Any],
        compare: Callable[[RecordTable, Segment | None, list[Statement], bool], None],
        journal: Journal,
        rules: Ruleset,
        *,
        undo: bool = False,
        alternatives: bool = False,
    ) -> None:
        self.action = action
        self.assumed = assumed
        self.compare = compare
        self.journal = journal
        self.rules = rules
        self.undo = undo
        self.findings: list[Finding] = []
        self.stack: list[tuple[SegmentId, Segment | None]] = []
        self.used: set[int] = set()
        self.taken: dict[int, int] = {}
        self.reasons: list[tuple[str, str, int | None, str, str]] = []
        self.illegal: set[int] = set()
        """Segments (by id, 0 for none) with an illegal answer: their claims are applied and not reported."""
        self.gaps: dict[str, list[tuple[str, str, str]]] = {}
        self.taken_back = False
        """Whether the changes of an illegal segment were undone."""
        self.met: list[tuple[str, str]] = []
        self.starts: dict[int, int] = {}
        """Where the changes of a segment (by id) begin in the journal."""
        self.begun: list[int] = []
        self.told: dict[int, list[Statement]] = {}
        """Results that stand among the choices of a segment (by id): compared with its claims."""
        self.wrong_claims = 0
        self.refusals: dict[int, Finding] = {}
        self.seen_rolls: list[tuple[int, Roll]] = []
        self.fallback = action.place
        self.granted: Segment | None = None
        """The written Operation that an event has just asked for."""
        self.further: int | None = None
        """The further card that is being played, if one is."""
        self.start = journal.mark()
        self.resolved: dict[str, tuple[int, int]] = {}
        """Of each country: how many of its Plots the line has resolved, and how many lay there before."""
        self.alternatives: list[Alternatives] | None = [] if alternatives else None

    # ------------------------------------------------------------ segments

    @property
    def segment(self) -> Segment | None:
        return self.stack[-1][1] if self.stack else None

    def find_segment(self, name: str, card: int | None) -> Segment | None:
        """The written segment that a procedure's segment plays, if there is one."""
        if name == "op" and self.granted is not None:
            granted, self.granted = self.granted, None
            return granted
        for s in self.action.segments:
            if id(s) in self.used:
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
            self.used.add(id(found))
        elif segment.name not in CARD_PLAYS and segment.name != "event" and self.stack:
            found = self.segment
        if segment.name == "extra":
            self.further = segment.card
        self.stack.append((segment, found))
        if found is not None:
            self.starts.setdefault(id(found), self.journal.mark())
        self.begun.append(self.journal.mark())

    def leave(self, segment: SegmentId) -> None:
        wrong_here = self.wrong() or 0 in self.illegal
        begun = self.begun.pop()
        entered, found = self.stack.pop()
        name = entered.name
        if name == "extra":
            self.further = None
        if self.undo and wrong_here and name not in CARD_PLAYS:
            self.journal.undo_to(begun)
            self.taken_back = True
            if found is not None:
                self.used.update(id(c) for c in found.claims)
            return
        if found is None or name in CARD_PLAYS or (self.stack and self.stack[-1][1] is found):
            return
        if not wrong_here:
            leftovers.report(self, found)
        silent = name == "op" and any(
            v == SKIP or (isinstance(k, Address) and k.field == Field.ORDER) for k, v in self.assumed.items()
        )
        if not silent:
            self.settle(found)

    def settle(self, segment: Segment) -> None:
        """Compare the claims of a segment with the board; write them to the board if they differ."""
        told = self.told.pop(id(segment), [])
        if not segment.claims and not told:
            return
        wrong = id(segment) in self.illegal or 0 in self.illegal
        claims = told + [c for c in segment.claims if id(c) not in self.used]
        self.used.update(id(c) for c in claims)
        if claims:
            self.compare(self, segment, claims, wrong)

    def finish(self) -> None:
        """Claims that are still to be compared, and segments that nothing played."""
        for s in self.action.segments:
            if id(s) not in self.used:
                self.used.add(id(s))
                if s.prefix == "card" or (s.name == "op" and self.action.use == "event"):
                    what = "a further card" if s.prefix == "card" else "an Operation"
                    if not self.illegal:
                        self.report("illegal", "6.2.1", f"nothing in this play allows {what} here", s.place)
                    self.illegal.add(id(s))
                elif s.name == "event":
                    if 0 not in self.illegal:
                        self.report("outcome", "6.3.2", "no event was due on this play", s.place)
                    self.illegal.add(id(s))
            self.settle(s)

    # ------------------------------------------------------------ answers

    def _items(self, segment: Segment, ask_field: Field, also: tuple[Field, ...]) -> list[Item]:
        if segment.loose:
            if ask_field in ("cells", "to", "count", "placed", "marker", "troops"):
                return [i for i in segment.items if "where" in i.parts or "from" in i.parts]
            fields = (ask_field, *also)
            return [i for i in segment.items if any(f in i.parts for f in fields)]
        return segment.items

    def find(self, ask: Ask) -> tuple[Part, Item | None] | None:
        segment = self.segment
        if segment is None:
            if self.stack and self.stack[-1][0].name == "card":
                first = self.action.segments[0] if self.action.segments else None
                operates = ask.context.get("operates") and len(self.action.cards) == 1
                if ask.field == "use" and operates and first is not None and first.name == "event":
                    return Part("event", first.place), None  # the Operation behind it belongs to the event
                if ask.field == "use" and ask.context.get("theirs") and self.action.use == "event":
                    self.operation_behind()
                part = self.action.parts.get(ask.field + (f".{ask.address.card}" if ask.address.card else ""))
                return (part, None) if part is not None else None
            if self.stack and self.stack[-1][0].name == "extra":
                return self.find_extra(ask)
            if self.stack and self.stack[-1][0].name in ("deal", "draw"):
                part = self.action.parts.get(ask.subject)
                return (part, None) if part is not None else None
            return None
        fields = (ask.field, *ask.also)
        if ask.field == "operation":
            waiting = self.waiting()
            numbers = (None, self.further)
            self.granted = next(
                (s for s in waiting if s.name == "op" and s.card in numbers and s.side == ask.side), None
            )
            return (Part(self.granted.use, self.granted.place), None) if self.granted is not None else None
        if ask.field == "extra":
            further = next((s for s in self.waiting() if s.prefix == "card" and s.side == ask.side), None)
            return (Part(further.card, further.place), None) if further is not None else None
        if ask.field == "with":
            others = [i for i in segment.items if "with" in i.parts]
            if ask.item is not None and ask.item < len(others):
                return others[ask.item].parts["with"], others[ask.item]
            return None
        if ask.item is not None and not ask.subject:
            items = self._items(segment, ask.field, ask.also)
            if segment.name == "event" and items is not segment.items:
                base = items[ask.item : ask.item + 1]
            else:
                base = items[ask.item : ask.item + 1]
        elif ask.subject:
            base = self.about_subject(segment, ask)
        else:
            base = list(segment.items)
        for item in base:
            for f in fields:
                part = item.parts.get(f)
                if part is None:
                    continue
                if isinstance(part.value, list) and f in ("marker", "discard", "draw", "take", "give", "show"):
                    at = self.taken.get(id(part), 0)
                    if at < len(part.value):
                        return Part(part.value[at], part.place), self._count(part, item, at)
                    continue
                if id(part) in self.used and ask.item is None and not ask.subject:
                    continue
                return part, item
        if ask.context.get("again"):  # a country that was named for a roll may be the choice too
            named = [(p, i) for i in base for f, p in i.parts.items() if f in fields and ask.holds(p.value)]
            return named[0] if named else None
        return None

    def operation_behind(self) -> None:
        """The line begins with an event of the other side; the use of the card is the Operation on a later line."""
        action = self.action
        own = [s for s in action.segments if s.name == "op" and s.card is None and s.side == action.side]
        if own:
            action.use = own[0].use
            action.parts["use"] = Part(own[0].use, own[0].place)
            for card in action.cards:
                action.parts[f"order.{card}"] = Part("first", action.segments[0].place)

    def waiting(self) -> list[Segment]:
        """Segments that nothing has played yet."""
        return [s for s in self.action.segments if id(s) not in self.used]

    def find_extra(self, ask: Ask) -> tuple[Part, Item | None] | None:
        """What the segments of a further card say of its use, its Reserves and the order of its event."""
        number = ask.address.segment.card
        mine = [s for s in self.action.segments if s.card == number and id(s) not in self.used]
        op = next((s for s in mine if s.name == "op"), None)
        event = next((s for s in mine if s.name in ("event", "no event")), None)
        first = op or event
        if first is None:
            return None
        if ask.field == "use":
            if ask.context.get("operates") and event is not None and mine[0] is event:
                return Part("event", event.place), None  # the Operation behind it belongs to the event
            return Part(first.use, first.place), None
        if ask.field == "reserves":
            return Part(any(s.reserves for s in mine), first.place), None
        if ask.field == "order" and op is not None and event is not None:
            return Part("first" if mine.index(event) < mine.index(op) else "after", event.place), None
        return None

    def _count(self, part: Part, item: Item, at: int) -> Item:
        self.taken[id(part)] = at + 1
        for p in item.parts.values():  # the country that the list belongs to
            if isinstance(p.value, str) and item.parts.get("where") is p:
                self.used.add(id(p))
        if at + 1 >= len(part.value):
            self.used.add(id(part))
        return item

    def answer(self, ask: Ask) -> Any:
        found = self.find(ask)
        if found is None:
            return self.missing(ask)
        part, item = found
        self.used.add(id(part))
        if ask.subject and item is not None:
            self.about(item, ask.subject, ask.context.get("plot"))
        value = part.value
        if value == UNKNOWN:
            return self.unknown(ask, part)
        value = self.fit(ask, value)
        failures = ask.failures(value)
        if failures:
            refusals.report(self, failures, part.place, ask, value)
            if ask.field == "operation":  # an Operation that an event does not grant is one mistake, choice and targets
                refused = self.refusals.get(id(self.segment)) or self.refusals[0]
                for s in self.action.segments:
                    if s.name == "op":
                        self.illegal.add(id(s))
                        self.refusals.setdefault(id(s), refused)
        else:
            self.tested(ask, value)
        if self.alternatives is not None:
            self.alternatives.append(Alternatives(ask, value, tuple(ask.useful())))
        return value

    def about_subject(self, segment: Segment, ask: Ask) -> list[Item]:
        """The items that may answer a question about ``ask.subject``, such as what a Plot marker there turns out to be."""
        naming = [i for i in segment.items if ask.subject in i.countries()]
        plot = ask.context.get("plot")
        if plot is None:
            return naming or [i for i in segment.items if not any(True for _ in i.countries())]
        named = [i for i in naming if "plot" in i.parts and i.parts["plot"].value == plot]
        for item in named:  # it may be named without its value
            self.used.add(id(item.parts["plot"]))
        return named

    def about(self, item: Item, subject: str, plot: tuple[str, int] | None = None) -> None:
        """What an item says about ``subject`` was asked for: the country, or the Plot, that it names is used too."""
        for p in item.parts.values():
            if p.value == subject or (plot is not None and p.value == plot):
                self.used.add(id(p))

    def fit(self, ask: Ask, value: Any) -> Any:
        """The form in which the procedure expects an answer."""
        if ask.field == "plot" and self.action.kind == "resolve":
            return self.any_marker(ask.board, value) if isinstance(value, str) else self.marker(ask.board, *value)
        return value

    def any_marker(self, board: Board, name: str) -> tuple[str, int]:
        """A Plot that is named by its country alone: the first one there that may have the value that is written."""
        part = self.segment.items[0].parts.get("value") if self.segment is not None else None
        tokens = board[name].plots
        fitting = (k for k, t in enumerate(tokens, 1) if part is None or part.value in hidden.possible(board, t))
        return name, next(fitting, 1)

    def marker(self, board: Board, name: str, k: int) -> tuple[str, int]:
        """A Plot marker by its number when its turn comes.

        Numbers count the markers that still lie there; if a line makes no sense that way, those it began with.
        """
        done, first = self.resolved.get(name, (0, len(board[name].plots)))
        self.resolved[name] = done + 1, first
        parts = [s.items[0].parts.get("plot") for s in self.action.segments if s.name == "plot"]
        written = [p.value[1] for p in parts if p is not None and p.value[0] == name]
        as_they_lie = all(1 <= n <= first - i for i, n in enumerate(written))
        as_at_first = len(set(written)) == len(written) and all(1 <= n <= first for n in written)
        if as_they_lie or not as_at_first:
            return name, k
        return name, k - sum(n < k for n in written[:done])

    def unknown(self, ask: Ask, part: Part) -> Any:
        if ask.hidden:
            return UNKNOWN
        return self.missing(ask)

    def missing(self, ask: Ask) -> Any:
        if ask.address in self.assumed:
            return self.assumed[ask.address]
        if ask.silence is not None:
            failures = ask.failures(ask.silence)
            if failures:
                refusals.report(self, failures, self.place(), ask)
            return ask.silence
        options = ask.options()
        if len(options) == 1:
            return options[0]
        if self.wrong():
            if options:
                return options[0]
            shape = list(ask.domain())
            if shape:
                return shape[0]
        if not options:
            raise Dead(_all_failures(ask), ask)
        if ask.hidden:
            leftovers.cut_short(self, ask)
            return UNKNOWN
        if self.won():
            raise Dead((), ask)
        raise OpenQuestion(options, self.place_of(ask.item, ask.subject), ask=ask)

    def more(self, ask: Ask, so_far: int) -> bool:
        segment = self.segment
        if segment is None:
            return False
        items = self._items(segment, ask.field, ask.also)
        if segment.loose:
            return so_far < len(items)
        return so_far < sum(1 for i in items if ask.field in i.parts)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        self.seen_rolls.append((id(self.segment) if self.segment is not None else 0, roll))
        forced = self.assumed.get(Forced(roll.address))
        found = written_dice.take(self, roll)
        if forced is not None:
            return tuple(forced)
        if found is not None and None not in found:
            return tuple(d for d in found if d is not None)
        if roll.address in self.assumed:
            roll.assumed = True
            written_dice.spend(self, roll)
            result: tuple[int, ...] = self.assumed[roll.address]
            return result
        if self.wrong():
            roll.assumed = True
            return roll.cases()[-1]
        if self.won():
            raise Dead((), None)
        raise OpenQuestion(roll.cases(), self.place_of(roll.item, roll.subject), roll=roll)

    # ------------------------------------------------------------ what is left over

    def closed(self, field: str, subject: str, item: int | None, rule: str, why: str) -> None:
        self.reasons.append((field, subject, item, rule, why))

    def reason_for(self, field: str, subject: str, item: int | None) -> tuple[str, str] | None:
        for f, s, i, rule, why in reversed(self.reasons):
            if f == field and (s in (subject, "") or not subject) and (item is None or i is None or i == item):
                return rule, why
        return None

    def rule_of(self, segment: Segment) -> str:
        if segment.name == "event":
            return "6.2.1"
        return self.rules.rule_of_use.get(segment.use, "6.3.1")

    # ------------------------------------------------------------ findings

    def wrong(self) -> bool:
        return self.key() in self.illegal or 0 in self.illegal

    def key(self) -> int:
        """Where a refusal counts: a written segment, 0 for the play of the card itself, -1 for the clock."""
        if self.segment is not None:
            return id(self.segment)
        return 0 if self.stack else -1

    def place(self, at: str = "") -> Place:
        if self.segment is not None:
            return self.segment.place
        return self.action.parts["use"].place if "use" in self.action.parts and self.stack else self.fallback

    def place_of(self, item: int | None, subject: str) -> Place:
        """Where the answer to a question would stand: at the entry of its country, at its entry, at its segment."""
        if self.segment is None:
            return self.action.place
        items = self.segment.items
        for i in items if subject else ():
            if subject in i.countries():
                return i.place
        return items[item].place if item is not None and item < len(items) else self.place()

    def add(self, finding: Finding) -> None:
        finding.id = finding.id or self.action.id
        self.findings.append(finding)

    def report(self, kind: FindingKind, rule: str, message: str, place: Place, **more: Any) -> Finding:
        found = Finding(kind, rule, message, place, **more)
        self.add(found)
        return found

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        part = self.action.parts.get(at) if at else None
        refusals.report(self, failures, part.place if part is not None else self.place(at), None)

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

    def goes_on(self, segment: str, card: int | None) -> bool:
        return any(s.name == segment and s.card in (None, card) for s in self.waiting())

    def new_cards(self, side: str, n: int) -> int | tuple[int, ...]:
        return n

    def in_order(self, cards: list[int]) -> list[int]:
        told = [s.card for s in self.action.segments if s.name == "event" and s.card in cards]
        return sorted(cards, key=told.index) if set(told) >= set(cards) else cards

    def hand_answer(self, field: str, item: int | None) -> Any:
        return None

    def won(self) -> bool:
        """Whether this line has won the game: from that instant it owes nothing more (5.1)."""
        return any(c.kind == "victory" for c in self.journal.changes[self.start :])

    def dead(self, dead: Dead) -> bool:
        if self.wrong() or self.won():
            return True
        if dead.failures:
            refusals.report(self, dead.failures, self.place(), None)
        else:
            what = dead.ask.field if dead.ask is not None else "answer"
            rule = dead.ask.rule if dead.ask is not None else "6.2.4"
            self.report("illegal", rule, f"nothing legal is left to choose here ({what})", self.place())
            self.illegal.add(self.key())
        return True

    def hand(self, side: str) -> list[Any]:
        return [UNKNOWN]

    def reshuffled(self, cards: list[int]) -> None:
        """The record does not know the deck."""

    def drawn(self, side: str) -> int:
        return 0

    def tested(self, ask: Ask, option: Any) -> None:
        self.met += [r.name for r in ask.requirements if r.concerns is None or r.concerns(option, ask.context)]

    def contradiction(self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...]) -> None:
        if kind != "incomplete" or not self.wrong():
            self.report(kind, rule, message, self.place(), see=list(see))


def _all_failures(ask: Ask) -> tuple[Failure, ...]:
    for option in ask.domain():
        failures = ask.failures(option)
        if failures:
            return failures
    return ()
