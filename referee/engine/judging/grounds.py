"""Grounds: why a play was legal, requirement by requirement.

A ground is one requirement that holds, with the facts for its sentence. Grounds are not kept with the record: the line
is played again, at a table that notes each requirement when it is tested. Those nearest to forbidding the play come
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any

from referee.engine.judging.deciding import LineReplay, ListeningRules, allowing
from referee.engine.judging.solver import Solver
from referee.engine.law.ask import Ask
from referee.engine.law.derivations import derive, last_change_words
from referee.engine.law.play import Play
from referee.engine.law.requirement import (
    PARTS,
    SPARE,
    Amendment,
    Context,
    CountWord,
    Requirement,
    SentenceFacts,
)
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.record.table import RecordTable
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, Board, Country
from referee.engine.state.data import GOVERNANCE_NAMES, SIDE_NAMES, TRACK
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.ruleset import CARD, EVENT_TEXT, Ruleset
from referee.engine.state.seams import Source, citation
from referee.engine.state.words import PlaceName, a, listed, sentence, sentences, the_side, words

_OF_PLAYS = ("5.2.4", "6.3.", "7.", "8.", "11.")
"""The rules on actions with a card; the others define things."""
_PLAIN = frozenset({"6.3.2.3", "8.5.4"})
"""Rules too obvious to explain: own events, face-down Plots."""
EVENTS = "6.2"
"""The section on events in general."""
POSITIONS = frozenset({"board", "check"})
"""Kinds of line that state a position, explained by the grounds of its things."""
Template = Callable[[Requirement], str]
"""The sentence of a requirement that holds, with fields; "" for none."""


class Nearness(IntEnum):
    """The nearness of a ground to forbidding the play, the nearest first."""

    LIFTED = 0
    """The rule alone refuses it; a source lifts the rule."""
    ALLOWED = 1
    """The play is refused without a source that is counted."""
    JUST = 2
    """A number is just reached."""
    OWN = 3
    """A rule of the Operation, or the event, itself."""
    GENERAL = 4
    """A rule on Operations, or on events, in general."""
    OTHER = 5
    """A condition of any play: the card's place, and the turn."""


@plain_dataclass(frozen=True)
class Ground:
    """One met requirement, or one permission for the play, in a sentence."""

    near: Nearness
    rule: str
    sentence: str
    id: str = ""
    """The requirement; "" for a source."""
    source: Source | None = None

    @property
    def cited(self) -> str:
        """The source that permits it, else the rule."""
        return self.rule if self.source is None else citation(self.source)


class Grounds:
    """The grounds of the steps of a verdict.

    Reading all of them in order costs as much as judging again.
    """

    def __init__(
        self, verdict: Judgement, template_of: Callable[[JudgedStep], Template], rule: Callable[[str], str]
    ) -> None:
        self.verdict, self.template_of, self.rule = verdict, template_of, rule
        self.rewinder = Rewinder(verdict.board, verdict.journal.changes)
        self.rules: dict[Ruleset, ListeningRules] = {}

    def of(self, at: int) -> list[Ground]:
        """Return the grounds of the step with index ``at``, the nearest first.

        The result is empty for a step that is no play.
        """
        step = self.verdict.steps[at]
        if step.action.kind in POSITIONS:
            return list(dict.fromkeys(self._of_position(at)))
        if step.action.kind not in step.rules.procedures:
            return []
        again = LineReplay(self.rewinder, self.verdict.mark_before(at), step.action, step.assumed)
        listener = _Listener(step, self.template_of(step))
        first, sources = self._listening(again.rules).play(again, listener.solver)
        found = listener.found
        if first is not None:
            lifted = {g.source for g in found}
            found += [_of_source(s, f, again.board) for s, f in allowing(again, first, sources) if s not in lifted]
            found += self._rested_on(first.play.cited, {g.rule for g in found}, listener)
        found += [Ground(Nearness.ALLOWED, r.rule, sentence(r.needed)) for r in step.rolls if r.automatic and r.needed]
        return sorted(dict.fromkeys(found), key=lambda g: g.near)

    def _listening(self, rules: Ruleset) -> ListeningRules:
        if rules not in self.rules:
            self.rules[rules] = ListeningRules(rules)
        return self.rules[rules]

    def _of_position(self, at: int) -> Iterator[Ground]:
        """Yield the reason for each stated thing: its last change."""
        verdict, step = self.verdict, self.verdict.steps[at]
        for s in step.action.statements:
            made = derive(verdict.journal, verdict.board, s, until=verdict.mark_before(at))
            for part in made.parts[-1:]:
                thing = " ".join(filter(None, [s.subject, s.text]))
                last = sentences([": ".join(filter(None, [thing, part.words])), *last_change_words(part, step.rules)])
                yield Ground(Nearness.OWN, part.change.rule, last)

    def _rested_on(self, cited: Iterable[str], told: set[str], listener: _Listener) -> Iterator[Ground]:
        """Yield the rules of actions without a requirement, each in short."""
        for rule in dict.fromkeys(cited):
            if rule not in told and rule.startswith(_OF_PLAYS) and rule not in _PLAIN:
                yield Ground(Nearness.OWN if listener.is_own(rule) else Nearness.GENERAL, rule, self.rule(rule))


def _of_source(source: Source, refused: Finding, board: Board) -> Ground:
    """Return the ground for a source without which the play is refused."""
    said = f"Without {board.rules.cited(citation(source))} it would not be legal: {refused.message}"
    return Ground(Nearness.ALLOWED, refused.rule, sentence(said), source=source)


# ---------------------------------------------------------------- the facts of a sentence


class PlaceWords(PlaceName):
    """A country, or the track, in a sentence.

    Its fields are the state of the country.
    """

    __slots__ = ("board",)
    board: Board

    @property
    def here(self) -> Country:
        return self.board.countries[self.bare]

    @property
    def governance(self) -> str:
        return GOVERNANCE_NAMES[self.here.governance] if self.here.governance else "unmarked"

    @property
    def alignment(self) -> str:
        """The Alignment for a sentence: "an Ally", "Neutral", "unmarked"."""
        word = self.here.alignment.capitalize() if self.here.governance else "unmarked"
        return a(word) if self.here.alignment in (ALLY, ADVERSARY) else word

    @property
    def posture(self) -> str:
        return self.here.posture.capitalize() or "unmarked"

    @property
    def troops(self) -> CountWord:
        return CountWord(self.board.troops_track if self.bare == TRACK else q.troops(self.board, self.bare))

    @property
    def cells(self) -> CountWord:
        return CountWord(q.cells(self.board, self.bare))

    @property
    def plots(self) -> CountWord:
        return CountWord(len(self.here.plots))

    @property
    def resources(self) -> CountWord:
        return CountWord(q.resources(self.board, self.bare))


def _place(board: Board, name: str) -> PlaceWords:
    called = board.rules.named(name)
    made = PlaceWords("the track" if name == TRACK else called)
    made.board, made.bare, made.several = board, name, called.several
    return made


_SIDES = ("player", "side", "theirs")
"""Keys in the context of a question with a side as their value."""


def _said(board: Board, key: str, value: Any) -> Any:
    """Return a fact in the words of a sentence."""
    if isinstance(value, bool):
        return value
    if key == "card" and value in board.cards:
        return board.rules.card_name(value)
    if key == "cards" and isinstance(value, tuple):
        return listed([board.rules.card_name(n, "?") for n in value])
    if isinstance(value, int):
        return CountWord(value)
    if key in _SIDES and value in SIDE_NAMES:
        return the_side(value)
    if isinstance(value, str) and (value in board.countries or value == TRACK):
        return _place(board, value)
    if isinstance(value, tuple) and len(value) == 2 and value[0] in board.countries:
        return _place(board, value[0])
    if value == "W":
        return "WMD"
    return value if isinstance(value, str) else words(value)


class _BoardFacts(SentenceFacts):
    """Facts of a board, put into words when a sentence needs them."""

    board: Board

    def get(self, key: str, default: Any = None) -> Any:
        return _said(self.board, key, super().get(key)) if key in self else default


def fill(text: str, board: Board, option: Any, facts: Mapping[str, Any]) -> str:
    """The text as a sentence with its facts.

    A missing fact shows its name, so that no sentence fails.
    """
    values = _BoardFacts({**facts, "option": option}, board.rules)
    values.board = board
    return sentence(text.format_map(values))


# ---------------------------------------------------------------- playing the line again


class _Listener:
    """A listener that notes each met requirement during a replay."""

    def __init__(self, step: JudgedStep, template: Template) -> None:
        self.template = template
        rule = step.rules.rule_of_use.get(step.action.use, EVENT_TEXT).split(".")
        self.chapter, self.own = f"{rule[0]}.", ".".join(rule[:2])
        self.found: list[Ground] = []

    def solver(self, *given: Any, **named: Any) -> Solver:
        """Return a solver with tables and plays that report to this listener."""
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
        """Note the requirements that apply to an option and hold."""
        for r in requirements:
            if r.speaks_of(option, context) and r.holds(board, option, context):
                self.note(table.reporter.deciding(r.rule), r, board, option, context)

    def note(self, rule: str, r: Requirement, board: Board, option: Any, context: Context) -> None:
        lifted = r.lifted(board, option, context)
        if lifted is not None:
            self.found.append(_of_amendment(rule, r, lifted, board, option, context))
            return
        facts = {} if r.shows is None else r.shows(board, option, context)
        if facts is None:  # it does not apply
            return
        for part in facts.get(PARTS, ()):
            self.note(part.rule, part, board, None, {**context, **facts})
        text = "" if facts.get(PARTS) else self.template(r)
        if text:
            spare = facts.get(SPARE)
            near = Nearness.JUST if spare == 0 else self.nearness(rule, r)
            self.found.append(Ground(near, rule, fill(text, board, option, {**context, **facts}), r.id))

    def nearness(self, rule: str, r: Requirement) -> Nearness:
        """Return the nearness of a requirement to the play, by its subject."""
        if r.id.startswith("card: "):
            return Nearness.OTHER
        if rule.startswith(CARD) or self.is_own(rule):
            return Nearness.OWN
        return Nearness.GENERAL if rule.startswith(self.chapter) else Nearness.OTHER

    def is_own(self, rule: str) -> bool:
        """Return whether a rule is about the Operation itself."""
        return self.own != EVENTS and rule.startswith(self.own)


def _of_amendment(rule: str, r: Requirement, made: Amendment, board: Board, option: Any, context: Context) -> Ground:
    """Return the ground of a requirement that a source lifts."""
    verdict = r.test(board, option, context)
    facts = verdict if isinstance(verdict, Mapping) else {}
    said = fill(made.why, board, option, {**context, **facts})
    return Ground(Nearness.LIFTED, rule, said, r.id, made.source)


class _Table(RecordTable):
    """A record table that notes the requirements met by the line's answers."""

    listener: _Listener

    def answer(self, ask: Ask) -> Any:
        value = super().answer(ask)
        if self.questions.answered:
            self.listener.hear(self, ask.requirements, ask.board, value, ask.context)
        return value


class _Play(Play):
    """A play that notes its own requirements, except those only tried."""

    __slots__ = ()

    def require(self, *requirements: Requirement, option: Any = None, at: str = "", **context: Any) -> bool:
        held = super().require(*requirements, option=option, at=at, **context)
        if isinstance(self.table, _Table):
            self.table.listener.hear(self.table, requirements, self.board, option, context)
        return held
