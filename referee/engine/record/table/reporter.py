"""The reporter: it reads the ledger of a line and writes findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from weakref import ref

from referee.engine.law.ask import AIMS, Ask, Field
from referee.engine.law.guidance import TO_ITS_END, Guidance
from referee.engine.law.requirement import Failure, FindingKind, Requirement
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING
from referee.engine.record.claims import Claims
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import Head, Ledger, Spot
from referee.engine.record.table.leftovers import LeftOvers
from referee.engine.record.table.offers import Offer, by_flowchart, offer, where_it_went
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.changes import ANYTHING
from referee.engine.state.plain import NamedTuple
from referee.engine.state.ruleset import CARD, EVENT_TEXT
from referee.engine.state.script import Place, Segment, Statement
from referee.engine.state.seams import citation
from referee.engine.state.words import plural, sentences

TARGETS = frozenset({*AIMS, Field.FROM, Field.CELLS})
"""Questions about the target of an entry."""


class Reason(NamedTuple):
    """The reason why nothing was due at a writable place."""

    field: str
    subject: str
    item: int | None
    rule: str
    why: str
    without_effect: bool
    """Whether the written thing could have no effect."""


class Reporter:
    """The writer of the findings on one line."""

    def __init__(self, ledger: Ledger, *, reported: bool) -> None:
        self._ledger = ref(ledger)
        """The ledger, by a weak reference: it holds the reporter."""
        self.reported = reported
        """Whether the findings may be read: those of a mere trial are only counted."""
        self.findings: list[Finding] = []
        self.refusals: dict[Spot, Finding] = {}
        self.targets: dict[Spot, set[int]] = {}
        """The entries whose targets a refusal names."""
        self.offers: list[Offer] = []
        """The legal answers in findings, to be judged after the line was played."""
        self.reasons: list[Reason] = []
        self.ties: dict[Spot, tuple[Finding, list[Roll]]] = {}
        """Choices by die that a segment does not show, with the finding on them."""
        self.claims = Claims()
        self.takes_word = True
        """Whether a claim about an unstated fact is believed."""
        self.event: int | None = None
        """The card of the event whose unused parts are being checked."""
        self.early_end = False
        """Whether a list ended against a flowchart, which explains unused rest."""
        self.doubts = 0
        """The number of doubts, such as answers off a flowchart."""

    @property
    def ledger(self) -> Ledger:
        """The ledger of the line."""
        ledger = self._ledger()
        assert ledger is not None
        return ledger

    def agrees(self, board: Board, s: Statement) -> bool:
        """Return whether a claim is true of the board.

        With ``takes_word``, the first claim about an unstated fact is.
        """
        return statements.holds(board, s) if self.takes_word else statements.fact(board, s).holds(board, s)

    def report(
        self, kind: FindingKind, rule: str, message: str, place: Place, about: Iterable[Any] = (), **more: Any
    ) -> Finding:
        """Write a finding.

        ``about`` are the countries that it concerns; other values do not count, and without a country those in its
        part of the line do.
        """
        decides, segment = self.deciding(rule), self.ledger.segment
        found = Finding(kind, decides, message, place, side=segment.side if segment is not None else "", **more)
        found.countries = self._countries(about) or self.named_at(place)
        found.also += [rule] if decides != rule and rule not in found.also else []
        self.findings.append(found)
        return found

    def named_at(self, place: Place) -> tuple[str, ...]:
        """The countries in a part of the line, none for the whole."""
        action = self.ledger.action
        return self._countries(action.countries_at(place, self.ledger.board.countries)) if place != action.place else ()

    def _countries(self, names: Iterable[Any]) -> tuple[str, ...]:
        known = self.ledger.board.countries
        return tuple(dict.fromkeys(n for n in names if isinstance(n, str) and n in known))

    def violation(self, rule: str, message: str, place: Place, *spots: Spot, also: Sequence[str] = ()) -> Finding:
        """Write a finding on something illegal in these parts of the line."""
        self.ledger.violations.update(spots)
        return self.report("illegal", rule, message, place, also=list(also))

    def demand(
        self, requirements: Sequence[Requirement], option: Any, place: Place, *spots: Spot, **context: Any
    ) -> Finding | None:
        """Write a finding by the first requirement that a part breaks."""
        for requirement in requirements:
            failure = requirement.failure(self.ledger.board, option, context)
            if isinstance(failure, Failure):
                found = self.violation(failure.rule, failure.message, place, *spots)
                found.requirements = (failure.id,)
                return found
        return None

    def deciding(self, rule: str) -> str:
        """Return the deciding rule: for the text of an event, its card."""
        if rule != EVENT_TEXT:
            return rule
        events = (e.id.card for e in reversed(self.ledger.stack) if e.id.name == "event" and e.id.card)
        card = self.event or next(events, None)
        return f"{CARD}{card}" if card is not None else rule

    def reason_for(self, field: str, subject: str, item: int | None) -> tuple[str, str, str] | None:
        """The reason why nothing was due there: country, rule and sentence."""
        for r in reversed(self.reasons):
            here = item is None or r.item is None or r.item == item
            if here and r.field in (field, ANYTHING) and (r.subject in (subject, "") or not subject):
                return r.subject, r.rule, r.why
        return None

    def refuse(self, failures: tuple[Failure, ...], place: Place, ask: Ask | None, option: Any) -> bool:
        """Write a finding on refused answers; return False if they join another."""
        first = failures[0]
        key = self.ledger.spot_of(ask, option)
        target = ask.item if ask is not None and ask.field in TARGETS else None
        earlier = self._earlier(key)
        if earlier is not None:
            self._join(earlier, failures, key, target)
            return False
        see = [line for f in failures for line in f.see]
        if self.reported:  # a search through the whole game
            see += [line for f in failures if f.card for line in where_it_went(self.ledger, f.card)]
        also = list(dict.fromkeys(f.rule for f in failures if f.rule != first.rule))
        cards = [*(citation(s) for f in failures for s in f.sources), *by_flowchart(ask, option)]
        also += [c for c in cards if c not in also and c != first.rule]
        about = first.countries or (option, ask.subject if ask is not None else "")
        finding = self.report(first.kind, first.rule, first.message, place, about, see=see, also=also)
        finding.requirements = _ids(failures)
        finding.on_any_map = frozenset(f.id for f in failures if f.on_any_map)
        if self.reported:  # costs most
            self.offers.append(offer(self.ledger, finding, failures, ask, option))
        self.refusals[key] = finding
        if first.rule == "5.1":  # the game is over: nothing else is worth saying of the line
            self.refusals[Head.CARD] = finding
        if target is not None:
            self.targets[key] = {target}
        return True

    def _earlier(self, key: Spot) -> Finding | None:
        """Return the finding that a refusal joins.

        Refusals by the clock are separate mistakes, until the game is over.
        """
        whole = self.refusals.get(Head.CARD)
        if key is Head.CLOCK:
            return whole if whole is not None and whole.rule == "5.1" else None
        return self.refusals.get(key) or whole

    def _join(self, earlier: Finding, failures: tuple[Failure, ...], key: Spot, target: int | None) -> None:
        """Add refusals of a segment to its finding: one finding per mistake."""
        named = self.targets.get(key)
        earlier.requirements = tuple(dict.fromkeys((*earlier.requirements, *_ids(failures))))
        earlier.on_any_map |= {f.id for f in failures if f.on_any_map}
        earlier.also.extend(f.rule for f in failures if f.rule != earlier.rule and f.rule not in earlier.also)
        if named and target is not None and target not in named:
            named.add(target)  # each entry of a play has a target of its own, and a reason
            earlier.message = sentences([earlier.message, failures[0].message])
            earlier.countries = self._countries((*earlier.countries, *failures[0].countries))

    def look_through(self, segment: Segment, event: int | None) -> None:
        """Report the unused parts of a segment that has ended."""
        self.event = event
        LeftOvers(self, segment).report()
        self.event = None

    def end_early(self, ask: Ask, guidance: Guidance) -> None:
        """Report a list that ends although a flowchart continues it.

        It is a mistake if that is certain, and the line stays as it is. Later lists of the line are then no mistakes of
        their own.
        """
        ledger = self.ledger
        failure = TO_ITS_END.failure(ask.board, NOTHING, {"guidance": guidance, "asking": ask.field})
        assert isinstance(failure, Failure), "it refuses every end"
        sure = guidance.sure and not ledger.board.unknown
        kind: FindingKind = "illegal" if sure else "note"
        found = self.report(
            kind, failure.rule, failure.message, ledger.place(), guidance.due, requirements=(failure.id,)
        )
        if sure:
            self.refusals[ledger.spot()] = found
            self.early_end = True

    def cut_short(self, ask: Ask) -> None:
        """Report a list of Plot markers that ends too early.

        A list of placed markers has to name all, with "?" for a hidden one.
        """
        ledger = self.ledger
        for item in ledger.segment.items if ledger.segment is not None and ask.field == Field.MARKER else ():
            part = item.parts.get("marker")
            if part is None or not isinstance(part.value, list) or ask.subject not in item.countries():
                continue
            if part.value and ledger.used.count(part) == len(part.value):
                ledger.used.take(part)  # reported once
                self.doubts += 1
                placed = plural(len(part.value), "Plot")
                message = f"you named {placed} in {ask.board.rules.named(ask.subject)}, and more are placed there"
                help, assumed = (
                    "write the value of each, or ? for one that stays hidden, such as Egypt: 2 ?",
                    "the others are face down",
                )
                about = (ask.subject,)
                self.report("incomplete", ask.rule, message, part.place, about, help=help, assumed=assumed)


def _ids(failures: tuple[Failure, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f.id for f in failures))
