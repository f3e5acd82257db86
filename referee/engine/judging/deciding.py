"""A second play of a line, to test its sources and hints.

A source (a card in effect, a level, an option, a rule of an expansion) decides a finding if the finding disappears
without it. So a line with findings is played again, on a board of its own, without each source that affected it, and
with each answer named in a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from referee.engine.judging.other_answers import carried_out
from referee.engine.judging.solver import Attempt, Solver, faults_of
from referee.engine.law.line import head_of
from referee.engine.law.requirement import Amendment
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import OpenQuestionSignal
from referee.engine.record.table import RecordTable
from referee.engine.record.table.offers import Others
from referee.engine.record.work import Spent, Work
from referee.engine.state.board import Board
from referee.engine.state.journal import Journal
from referee.engine.state.plain import replace
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.ruleset import OptionKind, Ruleset
from referee.engine.state.script import Action, Segment
from referee.engine.state.seams import Source, WatchedSeam, citation
from referee.engine.state.words import parts_of, sentence, sentences

if TYPE_CHECKING:
    from referee.engine.law.play import Play

MOST_SOURCES = 12
"""Most sources to leave out of a line, one after the other."""
UNITS = 2_000
"""Most units of work for one play of the line."""
_GENERAL = ("4.", "5.", "7.", "8.")
"""The chapters without sources."""
_OPEN_TO_CARDS = ("6.", "11.")
"""Chapters on changes by cards or an expansion."""
MARKER_STAYS = "4.7.7.3"
"""The rule of an effect that lasts although its card has left the box."""
_KINDS = frozenset({"illegal", "outcome", "incomplete"})
"""Kinds of finding that depend on rules.

The others depend on possibility, or on the record.
"""
Spot = tuple[int, int]
"""A place in the record: line and column."""


class LineReplay:
    """A line to be played again, on a board of its own."""

    def __init__(self, rewinder: Rewinder, mark: int, action: Action, assumed: Any) -> None:
        self.board = rewinder.show(mark)
        self.journal = Journal(self.board, islice(rewinder.changes, mark))
        self.action, self.assumed = action, assumed
        self.rules = self.board.rules

    def play(
        self,
        rules: Ruleset,
        solver_of: Callable[..., Solver] = Solver,
        *,
        options: tuple[str, ...] | None = None,
        action: Action | None = None,
    ) -> Attempt | None:
        """Play the line, or ``action``, under ``rules`` and ``options``.

        Returns None if it has a new open question.
        """
        mark, own = self.journal.mark(), self.board.options
        self.board.rules, self.board.options = rules, own if options is None else options
        solver = self._solver(solver_of, action)
        try:
            return solver.attempt(dict(self.assumed))
        except (OpenQuestionSignal, Spent):
            return None
        except Exception:
            if rules.armed >= self.rules.armed:
                raise
            return None  # under rules of no real game it may fail, which costs nothing
        finally:
            self.journal.undo_to(mark)
            self.board.rules, self.board.options = self.rules, own

    def can_be(self, others: Others) -> bool:
        """Return whether the line can be carried out with other answers."""
        return carried_out(self._solver(), others)

    def _solver(self, solver_of: Callable[..., Solver] = Solver, action: Action | None = None) -> Solver:
        board, journal, work = self.board, self.journal, Work(UNITS)
        return solver_of(
            board, journal, action or self.action, "", undo=False, alternatives=False, reported=False, work=work
        )


class _WatchedOptions(tuple[str, ...]):
    """The options of a game, with a note of each one requested."""

    asked: dict[str, None]

    def __contains__(self, name: object) -> bool:
        self.asked.setdefault(str(name))
        return super().__contains__(name)


def judge_offers(again: LineReplay, attempt: Attempt) -> None:
    """Reduce legal answers in findings to those that can be completed."""
    for offer in attempt.table.reporter.offers:
        if any(offer.plays.values()):
            offer.write(o for o, others in offer.plays.items() if not others or again.can_be(others))


def offer_event(again: LineReplay, attempt: Attempt) -> None:
    """Add to a refused Operation whether its card's event would grant it."""
    action = again.action
    refused = [f for f in attempt.table.findings if f.kind == "illegal"]
    if not refused or head_of(action).kind != "card" or len(action.cards) != 1:
        return
    first = action.segments[0]
    if first.name != "op" or not first.items:  # no Operation with targets
        return
    event = Segment("event", "event", first.place, card=action.cards[0], side=action.side)
    other = again.play(again.rules, action=replace(action, use="event", segments=[event, *action.segments]))
    if other is not None and _wrong(other) == 0:
        said = f"Played for its event, the card would allow it: “event / {first.use} …”"
        refused[0].help = refused[0].advice.and_also(said)


def name_sources(again: LineReplay, attempt: Attempt) -> None:
    """Name the sources that decide the findings of a line.

    They go into ``also`` and into the reason; a single one becomes the rule. A rule that was chosen with its source in
    mind stays first. A deciding reading of the rules gets a note.
    """
    findings = [f for f in attempt.table.findings if f.counted and f.kind in _KINDS]
    had_a_say: dict[Source, None] = {}
    options = _WatchedOptions(again.board.options)
    options.asked = {}
    first = again.play(with_listener(again.rules, had_a_say.setdefault), options=options) if findings else None
    if first is None:
        return
    for f in findings:
        _name_markers(f, again)
    there = [f for f in findings if _is_there(f, attempt, first)]
    _note_readings(again, attempt, there, options)
    there = [f for f in there if f.rule.startswith(_GENERAL + _OPEN_TO_CARDS)]
    decided: list[tuple[Finding, Source]] = []
    for source in list(had_a_say)[:MOST_SOURCES] if there else ():
        other = again.play(without(again.rules, source))
        less = 0 if other is None else _wrong(first) - _wrong(other)
        if other is not None and less >= 0:  # without the source a claim may hold, and its dice be superfluous
            by_card = isinstance(source, int)
            gone = [f for f in there if (less or (f.of_result and by_card)) and not _is_there(f, attempt, other)]
            decided += [(f, source) for f in gone]
    for f in there:
        _name(f, [s for found, s in decided if found is f], again.rules)


def _note_readings(again: LineReplay, attempt: Attempt, there: list[Finding], options: _WatchedOptions) -> None:
    """Note on each finding that it depends on a rule's reading.

    It does if it disappears under the other reading.
    """
    for name in list(options.asked):
        option = again.rules.options.get(name)
        noted = [f.rule for f in attempt.table.findings if f.kind == "note"]
        if option is None or option.kind != OptionKind.READING or option.rule in noted:
            continue
        switched = name in options
        other = again.play(again.rules, options=tuple({*options, name} - ({name} if switched else set())))
        gone = [f for f in there if other is not None and not _is_there(f, attempt, other)]
        said = sentence(option.in_doubt(name, switched=switched, refused=True))
        for f in gone[:1]:
            attempt.table.findings.append(Finding("note", option.rule, said, f.place, side=f.side, option=name))


class ListeningRules:
    """A game's rules, noting each source that affects a line."""

    def __init__(self, rules: Ruleset) -> None:
        self.own = rules
        self.noted: dict[Source, None] = {}
        self.listening = with_listener(rules, self.noted.setdefault)

    def play(self, again: LineReplay, solver_of: Callable[..., Solver]) -> tuple[Attempt | None, list[Source]]:
        """Play a line; return it with the sources that affected it."""
        self.noted.clear()
        found = again.play(self.listening, solver_of)
        return found, [s for s in self.noted if _can_be_named(s, self.own)][:MOST_SOURCES]


def allowing(again: LineReplay, first: Attempt, sources: list[Source]) -> Iterator[tuple[Source, Finding]]:
    """Yield the sources without which a legal play is refused.

    Each with its first finding then.
    """
    for source in sources if not _wrong(first) else ():
        other = again.play(without(again.rules, source))
        refused = [f for f in other.table.findings if f.kind == "illegal"] if other is not None else []
        yield from ((source, f) for f in refused[:1])


def _can_be_named(source: Source, rules: Ruleset) -> bool:
    """Return whether the effect of a source has words."""
    return isinstance(source, int) or bool(rules.because(source))


def _wrong(attempt: Attempt) -> int:
    """Return the number of findings and unanswered questions of a play."""
    return sum(f.counted for f in attempt.table.findings) + len(attempt.drawn_on)


def _name(f: Finding, sources: list[Source], rules: Ruleset) -> None:
    """Name the sources that decide a finding."""
    general = f.rule.startswith(_GENERAL)
    sources = [s for s in sources if isinstance(s, int) or (general and _can_be_named(s, rules))]
    new = [citation(s) for s in sources if citation(s) not in (f.rule, *f.also)]
    kept = [*parts_of(f.reason)]
    if len(sources) == 1 and general:  # the rule's words without the source would support the wrong side
        kept = [said for said in kept if said != sentence(rules.because(f.rule))]
    f.reason = sentences([*kept, *(rules.because(s) for s in map(citation, sources))])
    f.also += new
    if len(sources) == 1 and general:
        head = citation(sources[0])
        f.also = [f.rule, *(r for r in f.also if r != head)]
        f.rule = head


def _name_markers(f: Finding, again: LineReplay) -> None:
    """Name the rule by which a lapsed card still decides."""
    for card in again.board.lapsing_markers:
        if citation(card) in (f.rule, *f.also):
            f.also.append(MARKER_STAYS)
            f.reason = sentences([f.reason, again.rules.because(MARKER_STAYS)])
            return


def _is_there(f: Finding, attempt: Attempt, other: Attempt) -> bool:
    """Return whether another play of the line has the same finding.

    The same is a finding in the same place, or the same gap.
    """
    gap = next((g for g in attempt.gaps.found if g.finding is f), None)
    if gap is not None:
        return any(q.key in other.drawn_on for q in gap.questions)
    return bool(_spots(attempt.table, [f]) & _spots(other.table, other.table.findings))


def _spots(table: RecordTable, findings: list[Finding]) -> set[Spot]:
    """Return the places of the mistakes in findings, claim by claim."""
    return {(line, column) for f in findings if f.counted for _, line, column in faults_of(table, f)}


@lru_cache(maxsize=32)
def without(rules: Ruleset, source: Source) -> Ruleset:
    """Return the same rules without a source."""
    return rules.but(armed=rules.armed - {source})


def with_listener(rules: Ruleset, note: Callable[[Source, None], Any]) -> Ruleset:
    """Return the same rules with ``note`` called for each effective source.

    An effect changes an answer, a verdict or the board. A rule that only follows a change is named by the change
    itself; a card in effect is not.
    """

    def query(source: Source, function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(board: Board, subject: Any, value: Any) -> Any:
            found = function(board, subject, value)
            if found != value:
                note(source, None)
            return found

        return asked

    def amendment(source: Source, made: Amendment) -> Amendment:
        def test(board: Board, option: Any, context: Any, verdict: Any) -> Any:
            found = made.test(board, option, context, verdict)
            if found is not verdict:
                note(source, None)
            return found

        return replace(made, test=test)

    def moment(source: Source, function: Callable[..., Any]) -> Callable[..., Any]:
        def acts(play: Play, *facts: Any) -> Any:
            mark = play.journal.mark()
            found = function(play, *facts)
            if isinstance(source, int) and (found is not None or play.journal.mark() > mark):
                note(source, None)
            return found

        return acts

    made = rules.but()
    for name, watch in (("queries", query), ("amendments", amendment), ("moments", moment)):
        object.__setattr__(made, name, WatchedSeam(getattr(rules, name), watch))
    return made
