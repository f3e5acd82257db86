"""Grounds: why a play was legal, requirement by requirement.

A ground is one requirement that holds, with the facts for its sentence. Grounds are not kept while a record is judged:
the line is played again, at a table that tells of each requirement at the moment it is looked at. Those come first that
came nearest to forbidding the play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from referee.engine.judging.deciding import Again, allowing, listened
from referee.engine.judging.solver import Solver
from referee.engine.law.ask import Ask
from referee.engine.law.derivations import derive, said_of
from referee.engine.law.play import Play
from referee.engine.law.requirement import PARTS, SPARE, Amendment, Context, Count, Requirement, SentenceFacts
from referee.engine.record.findings import Finding
from referee.engine.record.steps import Step, Verdict
from referee.engine.record.table import RecordTable
from referee.engine.state import queries as q
from referee.engine.state.board import Board, Country
from referee.engine.state.data import GOVERNANCE_NAMES, SIDE_NAMES, TRACK
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.ruleset import CARD, EVENT_TEXT
from referee.engine.state.seams import Source, cited
from referee.engine.state.words import PlaceName, listed, sentence, sentences, the_side, words

_OF_PLAYS = ("5.2.4", "6.3.", "7.", "8.", "11.")
"""The rules on what is done with a card; the others say what a thing is."""
_PLAIN = frozenset({"6.3.2.3", "8.5.4"})
"""Rules of which nobody has to be told: a card's own event does not happen, a Plot lies face down."""
EVENTS = "6.2"
"""The section on events in general."""
POSITIONS = frozenset({"board", "check"})
"""Kinds of line that state a position, which the grounds of its things explain."""
Template = Callable[[Requirement], str]
"""The sentence of a requirement that holds, with fields for its facts; "" where nobody wrote one."""


class Near(IntEnum):
    """How near a ground came to forbidding the play, the nearest first."""

    LIFTED = 0
    """The rule alone refuses it; a source lifts the rule."""
    ALLOWED = 1
    """Without a source that counts for something the play is refused."""
    JUST = 2
    """A number is just reached."""
    OWN = 3
    """A rule of the Operation, or the event, itself."""
    GENERAL = 4
    """A rule on Operations, or on events, in general."""
    OTHER = 5
    """What any play has to meet: that the card can be there, and whose turn it is."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One requirement that a play meets, or one source that lets it pass, in a sentence."""

    near: Near
    rule: str
    sentence: str
    id: str = ""
    """The requirement; "" for a source."""
    source: Source | None = None

    @property
    def cited(self) -> str:
        """The source that lets it pass, else the rule."""
        return self.rule if self.source is None else cited(self.source)


class Grounds:
    """The grounds of the steps of a verdict; to go through all of them in their order costs as much as judging again."""

    def __init__(self, verdict: Verdict, template_of: Callable[[Step], Template], rule: Callable[[str], str]) -> None:
        self.verdict, self.template_of, self.rule = verdict, template_of, rule
        self.rewinder = Rewinder(verdict.board, verdict.journal.changes)

    def of(self, at: int) -> list[Ground]:
        """The grounds of the step with index ``at``, those nearest to forbidding it first; none for what is no play."""
        step = self.verdict.steps[at]
        if step.action.kind in POSITIONS:
            return list(dict.fromkeys(self._of_position(at)))
        if step.action.kind not in step.rules.procedures:
            return []
        again = Again(self.rewinder, self.verdict.mark_before(at), step.action, step.assumed)
        listener = _Listener(step, self.template_of(step))
        first, sources = listened(again, listener.solver)
        found = listener.found
        if first is not None:
            lifted = {g.source for g in found}
            found += [_of_source(s, f, again.board) for s, f in allowing(again, first, sources) if s not in lifted]
            found += self._rested_on(first.play.cited, {g.rule for g in found}, listener)
        found += [Ground(Near.ALLOWED, r.rule, sentence(r.needed)) for r in step.rolls if r.automatic and r.needed]
        return sorted(dict.fromkeys(found), key=lambda g: g.near)

    def _of_position(self, at: int) -> Iterator[Ground]:
        """Why each thing that a line states is so: the last change of it, with its line and rule."""
        verdict, step = self.verdict, self.verdict.steps[at]
        for s in step.action.statements:
            made = derive(verdict.journal, verdict.board, s, until=verdict.mark_before(at))
            for part in made.parts[-1:]:
                thing = " ".join(filter(None, [s.subject, s.text]))
                last = sentences([": ".join(filter(None, [thing, part.words])), *said_of(part, step.rules)])
                yield Ground(Near.OWN, part.change.rule, last)

    def _rested_on(self, cited: Iterable[str], told: set[str], listener: _Listener) -> Iterator[Ground]:
        """The rules on what is done that a play goes by without a requirement, each in short."""
        for rule in dict.fromkeys(cited):
            if rule not in told and rule.startswith(_OF_PLAYS) and rule not in _PLAIN:
                yield Ground(Near.OWN if listener.is_own(rule) else Near.GENERAL, rule, self.rule(rule))


def _of_source(source: Source, refused: Finding, board: Board) -> Ground:
    """The ground that a source is which alone lets a play pass."""
    said = f"Without {board.rules.cited(cited(source))} it would not be legal: {refused.message}"
    return Ground(Near.ALLOWED, refused.rule, sentence(said), source=source)


# ---------------------------------------------------------------- the facts of a sentence


class Place(PlaceName):
    """A country, or the track, in a sentence about a requirement; its fields are the state of the country."""

    __slots__ = ("board", "name")
    board: Board
    name: str

    @property
    def here(self) -> Country:
        return self.board.countries[self.name]

    @property
    def governance(self) -> str:
        return GOVERNANCE_NAMES[self.here.governance] if self.here.governance else "unmarked"

    @property
    def alignment(self) -> str:
        """The Alignment as a sentence has it: "an Ally", "Neutral", "unmarked"."""
        word = self.here.alignment.capitalize() if self.here.governance else "unmarked"
        return f"an {word}" if word.startswith("A") else word

    @property
    def posture(self) -> str:
        return self.here.posture.capitalize() or "unmarked"

    @property
    def troops(self) -> Count:
        return Count(self.board.troops_track if self.name == TRACK else q.troops(self.board, self.name))

    @property
    def cells(self) -> Count:
        return Count(q.cells(self.board, self.name))

    @property
    def plots(self) -> Count:
        return Count(len(self.here.plots))

    @property
    def resources(self) -> Count:
        return Count(q.resources(self.board, self.name))


def _place(board: Board, name: str) -> Place:
    called = board.rules.named(name)
    made = Place("the track" if name == TRACK else called)
    made.board, made.name, made.several = board, name, called.several
    return made


_SIDES = ("player", "side", "theirs")
"""What the context of a question calls a side."""


def _said(board: Board, key: str, value: Any) -> Any:
    """A fact as a sentence has it."""
    if isinstance(value, bool):
        return value
    if key == "card" and value in board.cards:
        return board.rules.card_name(value)
    if key == "cards" and isinstance(value, tuple):
        return listed([board.rules.card_name(n, "?") for n in value])
    if isinstance(value, int):
        return Count(value)
    if key in _SIDES and value in SIDE_NAMES:
        return the_side(value)
    if isinstance(value, str) and (value in board.countries or value == TRACK):
        return _place(board, value)
    if isinstance(value, tuple) and len(value) == 2 and value[0] in board.countries:
        return _place(board, value[0])
    if value == "W":
        return "WMD"
    return value if isinstance(value, str) else words(value)


def filled(text: str, board: Board, option: Any, facts: Mapping[str, Any]) -> str:
    """A sentence with its facts. A number takes its noun: ``{cells:Cell}`` is "2 Cells"."""
    values = {key: _said(board, key, value) for key, value in {**facts, "option": option}.items()}
    return sentence(text.format_map(SentenceFacts(values, board.rules)))


# ---------------------------------------------------------------- playing the line again


class _Listener:
    """Notes each requirement that holds while a line is played again."""

    def __init__(self, step: Step, template: Template) -> None:
        self.template = template
        rule = step.rules.rule_of_use.get(step.action.use, EVENT_TEXT).split(".")
        self.chapter, self.own = f"{rule[0]}.", ".".join(rule[:2])
        self.found: list[Ground] = []

    def solver(self, *given: Any, **named: Any) -> Solver:
        """A solver whose tables and plays report to this listener."""
        solver = Solver(*given, **named)
        solver.table_of, solver.play_of = self.table, _Play
        return solver

    def table(self, *given: Any, **named: Any) -> RecordTable:
        made = _Table(*given, **named)
        made.listener = self
        return made

    def hear(
        self, table: RecordTable, requirements: Iterable[Requirement], board: Board, option: Any, context: Context
    ) -> None:
        """Note the requirements that have something to say of an option, and hold."""
        for r in requirements:
            if r.speaks_of(option, context) and r.holds(board, option, context):
                self.note(table.reporter.deciding(r.rule), r, board, option, context)

    def note(self, rule: str, r: Requirement, board: Board, option: Any, context: Context) -> None:
        lifted = r.lifted(board, option, context)
        if lifted is not None:
            self.found.append(_of_amendment(rule, r, lifted, board, option, context))
            return
        facts = {} if r.shows is None else r.shows(board, option, context)
        if facts is None:  # it has nothing to say of this
            return
        for part in facts.get(PARTS, ()):
            self.note(part.rule, part, board, None, {**context, **facts})
        text = "" if facts.get(PARTS) else self.template(r)
        if text:
            spare = facts.get(SPARE)
            near = Near.JUST if spare == 0 else self.nearness(rule, r)
            self.found.append(Ground(near, rule, filled(text, board, option, {**context, **facts}), r.id))

    def nearness(self, rule: str, r: Requirement) -> Near:
        """How near a requirement is to the play by what it is about."""
        if r.id.startswith("card: "):
            return Near.OTHER
        if rule.startswith(CARD) or self.is_own(rule):
            return Near.OWN
        return Near.GENERAL if rule.startswith(self.chapter) else Near.OTHER

    def is_own(self, rule: str) -> bool:
        """Whether a rule is about the Operation itself; those of an event are on its card."""
        return self.own != EVENTS and rule.startswith(self.own)


def _of_amendment(rule: str, r: Requirement, made: Amendment, board: Board, option: Any, context: Context) -> Ground:
    """The ground of a requirement that a source lifts."""
    verdict = r.test(board, option, context)
    facts = verdict if isinstance(verdict, Mapping) else {}
    said = filled(made.why, board, option, {**context, **facts})
    return Ground(Near.LIFTED, rule, said, r.id, made.source)


class _Table(RecordTable):
    """A record table that tells of the requirements that an answer of the line meets."""

    listener: _Listener

    def answer(self, ask: Ask) -> Any:
        value = super().answer(ask)
        if self.questions.answered:
            self.listener.hear(self, ask.requirements, ask.board, value, ask.context)
        return value


class _Play(Play):
    """A play that tells of the requirements of the procedure itself; what is only tried it does not tell."""

    __slots__ = ()

    def require(self, *requirements: Requirement, option: Any = None, at: str = "", **context: Any) -> bool:
        held = super().require(*requirements, option=option, at=at, **context)
        if isinstance(self.table, _Table):
            self.table.listener.hear(self.table, requirements, self.board, option, context)
        return held
