"""The referee: re-plays a record one action at a time and says what it finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.editions.base import events, scenario_choices, turn
from referee.editions.base.lines import PROCEDURES
from referee.engine import claims, hands
from referee.engine.ask import Address, Field, SegmentId
from referee.engine.board import Board
from referee.engine.checkpoints import Checkpoints
from referee.engine.corrections import correct
from referee.engine.data import CARDS
from referee.engine.findings import Finding
from referee.engine.gaps import gap_name, gap_rule, show_reading
from referee.engine.journal import Change, Journal
from referee.engine.line import line_of
from referee.engine.play import Dead, Play
from referee.engine.rolls import Roll
from referee.engine.script import Action, Place, Record, Segment, Statement
from referee.engine.setup import Setup, SetupError, start
from referee.engine.tables.record import SKIP, Alternatives, Forced, OpenQuestion, RecordTable

Policy = Literal["as-played", "undo", "stop"]
MAX_TRIALS = 240
"""Most readings of one line that are tried before the first that fits is taken."""
MAX_GAPS = 6
"""Most gaps of a record whose other readings are followed to the end."""


@dataclass(slots=True, eq=False)
class Step:
    """One action as the engine saw it: what every view renders."""

    action: Action
    findings: list[Finding]
    changes: list[Change]
    rolls: list[Roll]
    met: list[tuple[str, str]]
    triggered: list[int]
    turn: int
    side: str
    phase: int
    assumed: dict[Any, Any] = field(default_factory=dict)
    alternatives: list[Alternatives] | None = None
    """Question by question what else would have been legal; only if the referee was asked to keep it."""
    untriggered: list[tuple[int, str, str]] = field(default_factory=list)
    """Events of the other side that an Operation did not trigger: the card, the rule and why."""
    taken_back: bool = False
    """Whether changes of an illegal part were undone, as the policy asks."""


@dataclass(slots=True, eq=False)
class Verdict:
    """What the referee says of one record."""

    record: Record
    findings: list[Finding]
    steps: list[Step]
    board: Board
    journal: Journal
    policy: Policy
    stopped: bool = False

    @property
    def actions(self) -> int:
        return sum(1 for s in self.steps if s.action.counted)

    @property
    def verdict(self) -> str:
        """clean or findings."""
        return "findings" if any(f.counted for f in self.findings) else "clean"


def check(record: Record, setup: Setup, *, policy: Policy = "as-played", alternatives: bool = False) -> Verdict:
    """Re-play a record. ``setup`` is the scenario's position; ``policy`` says what holds after a violation."""
    result = _Run(record, setup, policy, alternatives=alternatives).run()
    if policy == "undo":
        played = _Run(record, setup, "as-played").run()
        known = {f.key for f in played.findings}
        illegal = [f for f in result.findings if f.kind in ("illegal", "impossible")]
        for f in result.findings:
            if f.key not in known and not f.follows:
                f.follows = [i.place.line for i in illegal if i.place.line < f.place.line][-1:]
    elif policy == "as-played":
        _follow_gaps(record, setup, result)
    return result


def _follow_gaps(record: Record, setup: Setup, result: Verdict) -> None:
    """Findings that another reading of an earlier gap would not have carry ``follows``."""
    gaps = [(s, f) for s in result.steps for f in s.findings if f.kind == "incomplete" and s.assumed]
    for step, gap in gaps[:MAX_GAPS]:
        later = [f for f in result.findings if f.place.line > gap.place.line and f.kind not in ("note", "unreadable")]
        if not later:
            continue
        for other in step_alternatives(step)[:4]:
            trial = _Run(record, setup, "as-played", {id(step.action): other}).run()
            kept = {f.key for f in trial.findings}
            if sum(f.counted for f in trial.findings) > sum(f.counted for f in result.findings):
                continue  # that reading explains less
            for f in later:
                if f.key not in kept and gap.place.line not in f.follows:
                    f.follows.append(gap.place.line)


def step_alternatives(step: Step) -> list[dict[Any, Any]]:
    """Other readings of a line that fitted as well as the one that was taken."""
    found: list[dict[Any, Any]] = step.assumed.get("alternatives", [])
    return found


@dataclass(slots=True)
class _Attempt:
    table: RecordTable
    play: Play
    assumed: dict[Any, Any]
    net: tuple[Any, ...] = ()
    won: bool = False
    """Whether the action won the game."""

    @property
    def misfit(self) -> int:
        return sum(1 for f in self.table.findings if f.kind not in ("note", "incomplete"))


class _Run:
    """One pass over a record under one policy."""

    def __init__(
        self,
        record: Record,
        setup: Setup,
        policy: Policy,
        forced: Mapping[int, dict[str, Any]] | None = None,
        alternatives: bool = False,
    ) -> None:
        events.load_all()
        self.record, self.setup, self.policy = record, setup, policy
        self.forced = forced or {}
        self.alternatives = alternatives
        self.journal = Journal()
        self.board = setup.board()
        self.findings: list[Finding] = []
        self.steps: list[Step] = []
        self.number = 0
        self.unseen: dict[int, tuple[Place, int]] = {}
        self.over = False
        """Whether a line was told that the game is over (5.1); it is told once."""
        self.checkpoints = Checkpoints(self.board, self.journal, self.steps)

    # ------------------------------------------------------------ the record

    def run(self) -> Verdict:
        for bad in self.record.unreadable:
            self.findings.append(Finding("unreadable", "notation", bad.message, bad.place, help=bad.help))
        for note in self.record.notes:
            self.findings.append(Finding("note", "notation", note.message, note.place, help=note.help))
        actions = self.record.actions
        first = self.start(
            [a for a in actions if a.kind == "setup"],
            next((a for a in actions if a.counted or a.kind == "unread"), None),
        )
        stopped = False
        for action in actions:
            if action.kind == "setup":
                if first and self.steps:
                    message = "a set-up line behind the first action was read as part of the set-up"
                    self.findings.append(Finding("note", "notation", message, action.place))
                continue
            if action.counted:
                self.number += 1
                action.id = f"a{self.number}"
            self.note_hidden(action)
            self.one(action)
            if self.policy == "stop" and any(f.counted for f in self.steps[-1].findings):
                stopped = True
                break
        self.hidden_notes()
        self.findings.sort(key=lambda f: (f.place.line, f.place.column))
        self.__dict__.pop("play", None)  # the last play knows this run: a circle would keep the whole verdict in memory
        return Verdict(self.record, self.findings, self.steps, self.board, self.journal, self.policy, stopped)

    def note_hidden(self, action: Action) -> None:
        """Count the cards of a turn that come out of a hand that nobody has shown."""
        known = hands.slots(self.board, action.side) if action.kind == "card" else None
        unseen = [n for n in action.cards if known is not None and n not in known]
        if unseen:
            first, n = self.unseen.get(self.board.turn, (action.place, 0))
            self.unseen[self.board.turn] = (first, n + len(unseen))

    def hidden_notes(self) -> None:
        """One note a turn on what hidden hands leave open (5.3.2)."""
        for number, (place, n) in self.unseen.items():
            message = f"turn {number}: {n} card{'s' * (n != 1)} came out of hidden hands; whether they were held can be checked only by counts"
            self.findings.append(Finding("note", "5.3.2", message, place))

    def start(self, blocks: list[Action], first: Action | None) -> bool:
        """Set up the position; what cannot be is refused."""
        table = RecordTable(Action("setup", Place(1, 1, 1), ""), {}, self.compare, self.journal)
        play = Play(self.board, self.journal, table, ("set-up",))
        given = [s for a in blocks for s in a.statements]
        try:
            start(play, self.setup, given, first)
        except SetupError as error:
            for rule, message, place in error.problems:
                self.findings.append(Finding("impossible", rule, message, place))
        return bool(blocks)

    def one(self, action: Action) -> None:
        """Judge one action, and before it the end of a turn that it takes for granted."""
        b = self.board
        mark = self.journal.mark()
        attempts: list[_Attempt] = []
        try:
            if self.owes_end(action):
                attempts.append(self.settle(self.untold_end(action)))
            if action.kind in ("board", "check"):
                attempts.append(self.checkpoint(action))
            else:
                attempts.append(self.correction(action) if action.kind == "set" else self.settle(action))
        except Exception as error:  # a fault of ours on one line never costs the reader the others
            self.journal.undo_to(mark)
            attempts = [self.failed(action, error)]
        attempt = attempts[-1]
        findings = self.told_once([f for a in attempts for f in a.table.findings])
        step = Step(
            action,
            findings,
            self.journal.changes[mark:],
            [r for a in attempts for r in a.play.rolls],
            [m for a in attempts for m in a.play.met + a.table.met],
            attempt.play.triggered,
            b.turn,
            b.side,
            b.phase,
            dict(attempt.assumed),
            attempt.table.alternatives,
            attempt.play.untriggered,
            attempt.table.taken_back,
        )
        self.steps.append(step)
        self.findings.extend(findings)

    def owes_end(self, action: Action) -> bool:
        """Whether the end of a turn, which nobody wrote down, comes before this line."""
        if action.kind not in ("board", "check", "set"):
            return turn.owes_end(self.board, line_of(action))
        if any(s.field == "turn" and s.value == self.board.turn + 1 for s in action.statements):
            return turn.waits_for_end(self.board) or self.board.stage == "end"
        if self.board.stage != "end" or action.kind != "board":
            return self.board.stage == "end" and action.kind == "check"
        mark = self.journal.mark()
        before = self.checkpoints.misses(action)
        self.settle(self.untold_end(action))
        after = self.checkpoints.misses(action)
        self.journal.undo_to(mark)
        return after < before

    def untold_end(self, action: Action) -> Action:
        """The end of a turn as a line of its own that says nothing, at the line that takes it for granted."""
        return Action("end", action.place, "", id=action.id)

    def told_once(self, findings: list[Finding]) -> list[Finding]:
        """The findings of a line; that the game is over is told at the first line behind it alone (5.1)."""
        over = [f for f in findings if f.kind == "illegal" and f.rule == "5.1"]
        kept = [f for f in findings if f not in over] if self.over else findings
        self.over = self.over or bool(over)
        return kept

    def failed(self, action: Action, error: Exception) -> _Attempt:
        """What is left of a line on which the referee itself failed: an *unsupported* finding."""
        table = RecordTable(action, {}, self.compare, self.journal)
        play = Play(self.board, self.journal, table, (f"line {action.place.line}",), action.id, action.place.line)
        what = f"{type(error).__name__}: {error}"[:160]
        table.report(
            "unsupported",
            "referee",
            "the referee failed on this line and judges it no further",
            action.place,
            help=what,
        )
        return _Attempt(table, play, {})

    def checkpoint(self, action: Action) -> _Attempt:
        """Compare what the players jotted down."""
        self.play, table = self.checkpoints.judge(action, self.compare)
        return _Attempt(table, self.play, {})

    def correction(self, action: Action) -> _Attempt:
        """Put the board right."""
        table = RecordTable(action, {}, self.compare, self.journal)
        self.play = Play(self.board, self.journal, table, (f"line {action.place.line}",), "", action.place.line)
        correct(action, self.play, table)
        self.checkpoints.settle(action)
        return _Attempt(table, self.play, {})

    # ------------------------------------------------------------ one action

    def attempt(self, action: Action, assumed: dict[Any, Any]) -> _Attempt:
        """Play an action with answers assumed; raises :class:`OpenQuestion` with the board restored."""
        mark = self.journal.mark()
        table = RecordTable(
            action, assumed, self.compare, self.journal, undo=self.policy == "undo", alternatives=self.alternatives
        )
        play = Play(
            self.board,
            self.journal,
            table,
            (f"line {action.place.line}",),
            action.id,
            action.place.line,
            action.side or "J",
        )
        self.play = play
        try:
            if action.kind not in ("choices", "deal"):
                scenario_choices.missing(play)
            PROCEDURES[action.kind](play, line_of(action))
            table.finish()
        except OpenQuestion:
            self.journal.undo_to(mark)
            raise
        except Dead as dead:
            table.dead(dead)
        return _Attempt(table, play, assumed, self.journal.net(mark) if assumed else (), table.won())

    def compare(self, table: RecordTable, segment: Segment | None, found: list[Statement], silent: bool) -> None:
        claims.compare(table, self.play, segment, found, silent)

    def settle(self, action: Action) -> _Attempt:
        """Play an action; what the line leaves open is tried out, and what fits is taken."""
        forced = self.forced.get(id(action))
        mark = self.journal.mark()
        try:
            attempt = self.attempt(action, dict(forced or {}))
        except OpenQuestion as question:
            return self.fill(action, question)
        if attempt.misfit and not forced:
            return self.explain(action, attempt, mark)
        return attempt

    def explain(self, action: Action, attempt: _Attempt, mark: int) -> _Attempt:
        """If the claims fit another success of a roll, the finding is about that roll (8.1.1)."""
        wrong = [f for f in attempt.table.findings if f.kind == "outcome"]
        suspects = [
            r
            for _, r in attempt.table.seen_rolls
            if r.kind in ("jihad", "recruit", "travel", "plot") and not r.automatic and not r.assumed
        ]
        if len(wrong) != 1 or attempt.table.wrong_claims < 2 or not suspects or len(suspects) > 4:
            return attempt
        for roll in suspects:
            for dice in roll.cases():
                if roll.read(dice) == roll.outcome:
                    continue
                self.journal.undo_to(mark)
                try:
                    other = self.attempt(action, {**attempt.assumed, Forced(roll.address): dice})
                except OpenQuestion:
                    continue
                if not any(f.kind == "outcome" for f in other.table.findings):
                    self.journal.undo_to(mark)
                    final = self.attempt(action, attempt.assumed)
                    for f in final.table.findings:
                        if f.kind == "outcome":
                            f.also = [r for r in dict.fromkeys([f.rule, *f.also]) if r != roll.rule]
                            f.rule = roll.rule
                            f.message = f"{claims.show_roll(roll)}; the record reads it otherwise ({f.message})"
                    return final
        self.journal.undo_to(mark)
        return self.attempt(action, attempt.assumed)

    def fill(self, action: Action, question: OpenQuestion) -> _Attempt:
        """Try the legal readings of a line with gaps (see docs/architecture.md)."""
        tried: list[_Attempt] = []
        asked: dict[Address, OpenQuestion] = {}
        budget = [MAX_TRIALS]
        mark = self.journal.mark()

        def explore(assumed: dict[Any, Any], open_question: OpenQuestion) -> None:
            asked.setdefault(open_question.key, open_question)
            options = open_question.options
            if open_question.ask is not None and open_question.ask.field == Field.ORDER:
                options = [*options, SKIP]
            for option in options:
                if budget[0] <= 0 and tried:
                    return
                budget[0] -= 1
                given = {**assumed, open_question.key: option}
                try:
                    tried.append(self.attempt(action, given))
                    self.journal.undo_to(mark)
                except OpenQuestion as more:
                    explore(given, more)

        explore({}, question)
        best = min(a.misfit for a in tried)
        fitting = [a for a in tried if a.misfit == best]
        ended = [a for a in fitting if a.won and not a.play.triggered and SKIP not in a.assumed.values()]
        fitting = [a for a in fitting if a in ended or not any(self.goes_beyond(a, e, asked) for e in ended)]
        chosen = self.choose(tried, fitting, asked)
        final = self.attempt(action, chosen.assumed)
        self.report_gaps(action, final, tried, fitting, asked)
        final.assumed = {**chosen.assumed, "alternatives": [a.assumed for a in fitting if a.net != chosen.net][:4]}
        return final

    def goes_beyond(self, reading: _Attempt, ended: _Attempt, asked: dict[Address, OpenQuestion]) -> bool:
        """Whether a reading has an event that the line does not mention where, read as it stands, its Operation won."""
        orders = {k for k, question in asked.items() if question.ask is not None and question.ask.field == Field.ORDER}
        return bool(orders) and all(reading.assumed.get(k) == v for k, v in ended.assumed.items() if k not in orders)

    def choose(self, tried: list[_Attempt], fitting: list[_Attempt], asked: dict[Address, OpenQuestion]) -> _Attempt:
        """The first reading that fits; an unmentioned event that matters was not carried out."""
        orders = [k for k, question in asked.items() if question.ask is not None and question.ask.field == Field.ORDER]
        if not orders:
            return fitting[0]
        carried = [a for a in tried if SKIP not in a.assumed.values()]
        skipped = [a for a in fitting if SKIP in a.assumed.values()]
        plain = len(orders) == len(asked)
        if carried and plain and len({a.net for a in carried}) == 1 and carried[0] in fitting:
            return carried[0]
        return (skipped or fitting)[0]

    def report_gaps(
        self,
        action: Action,
        final: _Attempt,
        tried: list[_Attempt],
        fitting: list[_Attempt],
        asked: dict[Address, OpenQuestion],
    ) -> None:
        """One *incomplete* a segment for what the line leaves out and the rules call for."""
        by_segment: dict[SegmentId, list[OpenQuestion]] = {}
        used = [asked[k] for k in final.assumed if k in asked]
        skip = SKIP in final.assumed.values()
        for question in used:
            roll = question.roll is not None
            values = list(
                dict.fromkeys(repr(a.assumed.get(question.key)) for a in fitting if question.key in a.assumed)
            )
            same = len({a.net for a in tried if SKIP not in a.assumed.values()}) <= 1
            if question.ask is not None and question.ask.field == Field.ORDER:
                if final.won and not final.play.triggered and not skip:
                    continue  # the Operation came first and won
                if not skip and same:
                    if (
                        any(c for c in self.journal.changes if any(x.startswith("card ") for x in c.cause))
                        and final.play.triggered
                    ):
                        card = question.key.card
                        final.table.report(
                            "note",
                            "6.3.2",
                            f"this play triggers the event of card {CARDS[card].name}, which the line does not mention; it was carried out",
                            action.place,
                        )
                    continue
            elif not roll and (len(values) <= 1 or same):
                continue
            by_segment.setdefault(question.key.segment, []).append(question)
        for questions in by_segment.values():
            first = questions[0]
            rule = first.ask.rule if first.ask is not None else first.roll.rule if first.roll is not None else "6.3.1"
            if first.ask is not None and first.ask.field == Field.ORDER:
                asked_card = CARDS[first.key.card]
                rule = "7.6.3" if action.use == "reassess" else "6.3.2"
                message = f"this play triggers the event of card {asked_card.name}; the line does not say when it came or what was chosen"
            else:
                message = "the line leaves out " + ", ".join(dict.fromkeys(gap_name(x) for x in questions))
            fits = [show_reading(a.assumed, questions) for a in fitting]
            shown = list(dict.fromkeys(x for x in fits if x))
            place = first.place
            final.table.report(
                "incomplete",
                gap_rule(rule, first),
                message,
                place,
                help="fits: " + "; ".join(shown[:8]) + (f" and {len(shown) - 8} more" if len(shown) > 8 else "")
                if shown
                else "",
                assumed=show_reading(final.assumed, questions),
                also=[r for x in questions[1:] if (r := gap_rule("", x)) and r != gap_rule(rule, first)],
            )
