"""The referee: re-plays a record one action at a time and says what it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.engine import cards, claims, events, hands, plots, scenario_choices, statements, turn
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.data import CARDS
from referee.engine.findings import Finding
from referee.engine.journal import Change, Journal
from referee.engine.play import Dead, Play
from referee.engine.requirement import Requirement
from referee.engine.rolls import Roll
from referee.engine.script import Action, Place, Record, Segment, Statement
from referee.engine.setup import Setup, SetupError, start
from referee.engine.tables.record import SKIP, Alternatives, OpenQuestion, RecordTable
from referee.engine.words import words

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
    assumed: dict[str, Any] = field(default_factory=dict)
    alternatives: list[Alternatives] | None = None
    """Question by question what else would have been legal; only if the referee was asked to keep it."""


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


def step_alternatives(step: Step) -> list[dict[str, Any]]:
    """Other readings of a line that fitted as well as the one that was taken."""
    found: list[dict[str, Any]] = step.assumed.get("alternatives", [])
    return found


@dataclass(slots=True)
class _Attempt:
    table: RecordTable
    play: Play
    assumed: dict[str, Any]
    net: tuple[Any, ...] = ()

    @property
    def misfit(self) -> int:
        return sum(1 for f in self.table.findings if f.kind not in ("note", "incomplete"))


class _Run:
    """One pass over a record under one policy."""

    def __init__(
        self, record: Record, setup: Setup, policy: Policy, forced: Mapping[int, dict[str, Any]] | None = None,
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

    # ------------------------------------------------------------ the record

    def run(self) -> Verdict:
        for bad in self.record.unreadable:
            self.findings.append(Finding("unreadable", "notation", bad.message, bad.place, help=bad.help))
        for note in self.record.notes:
            self.findings.append(Finding("note", "notation", note.message, note.place, help=note.help))
        actions = self.record.actions
        first = self.start([a for a in actions if a.kind == "setup"], next((a for a in actions if a.counted), None))
        stopped = False
        for action in actions:
            if action.kind == "setup":
                if first:
                    self.late_setup(action, actions)
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

    def late_setup(self, action: Action, actions: list[Action]) -> None:
        before = [a for a in actions[: actions.index(action)] if a.kind != "setup"]
        if before:
            self.findings.append(
                Finding(
                    "note",
                    "notation",
                    "a set-up line behind the first action was read as part of the set-up",
                    action.place,
                )
            )

    def one(self, action: Action) -> None:
        """Judge one action."""
        b = self.board
        mark = self.journal.mark()
        try:
            attempt = self.checkpoint(action) if action.kind in ("board", "check") else self.settle(action)
        except Exception as error:  # a fault of ours on one line never costs the reader the others
            self.journal.undo_to(mark)
            attempt = self.failed(action, error)
        step = Step(
            action,
            attempt.table.findings,
            self.journal.changes[mark:],
            attempt.play.rolls,
            attempt.table.met,
            attempt.play.triggered,
            b.turn,
            b.side,
            b.phase,
            dict(attempt.assumed),
            attempt.table.alternatives,
        )
        self.steps.append(step)
        self.findings.extend(attempt.table.findings)

    def failed(self, action: Action, error: Exception) -> _Attempt:
        """What is left of a line on which the referee itself failed: an *unsupported* finding."""
        table = RecordTable(action, {}, self.compare, self.journal)
        play = Play(self.board, self.journal, table, (f"line {action.place.line}",), action.id, action.place.line)
        what = f"{type(error).__name__}: {error}"[:160]
        table.report(
            "unsupported", "referee", "the referee failed on this line and judges it no further", action.place, help=what
        )
        return _Attempt(table, play, {})

    # ------------------------------------------------------------ one action

    def attempt(self, action: Action, assumed: dict[str, Any]) -> _Attempt:
        """Play an action with answers assumed; raises :class:`OpenQuestion` with the board restored."""
        mark = self.journal.mark()
        table = RecordTable(action, assumed, self.compare, self.journal, undo=self.policy == "undo", alternatives=self.alternatives)
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
            PROCEDURES[action.kind](play, action)
            table.finish()
        except OpenQuestion:
            self.journal.undo_to(mark)
            raise
        except Dead as dead:
            table.dead(dead)
        return _Attempt(table, play, assumed, self.journal.net(mark) if assumed else ())

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
            segment = "op"
            key = f"forced.{segment}.{roll.kind}.{roll.label}.{roll.subject}.{roll.item}"
            for dice in roll.cases():
                if roll.read(dice) == roll.outcome:
                    continue
                self.journal.undo_to(mark)
                try:
                    other = self.attempt(action, {**attempt.assumed, key: dice})
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
        asked: dict[str, OpenQuestion] = {}
        budget = [MAX_TRIALS]
        mark = self.journal.mark()

        def explore(assumed: dict[str, Any], open_question: OpenQuestion) -> None:
            asked.setdefault(open_question.key, open_question)
            options = open_question.options
            if open_question.ask is not None and open_question.ask.field == "order":
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
        chosen = self.choose(tried, fitting, asked)
        final = self.attempt(action, chosen.assumed)
        self.report_gaps(action, final, tried, fitting, asked)
        final.assumed = {**chosen.assumed, "alternatives": [a.assumed for a in fitting if a.net != chosen.net][:4]}
        return final

    def choose(self, tried: list[_Attempt], fitting: list[_Attempt], asked: dict[str, OpenQuestion]) -> _Attempt:
        """The first reading that fits; an unmentioned event that matters was not carried out."""
        orders = [k for k, question in asked.items() if question.ask is not None and question.ask.field == "order"]
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
        asked: dict[str, OpenQuestion],
    ) -> None:
        """One *incomplete* a segment for what the line leaves out and the rules call for."""
        by_segment: dict[str, list[OpenQuestion]] = {}
        used = [asked[k] for k in final.assumed if k in asked]
        skip = SKIP in final.assumed.values()
        for question in used:
            roll = question.roll is not None
            values = list(
                dict.fromkeys(repr(a.assumed.get(question.key)) for a in fitting if question.key in a.assumed)
            )
            same = len({a.net for a in tried if SKIP not in a.assumed.values()}) <= 1
            if question.ask is not None and question.ask.field == "order":
                if not skip and same:
                    if (
                        any(c for c in self.journal.changes if any(x.startswith("card ") for x in c.cause))
                        and final.play.triggered
                    ):
                        card = question.ask.subject
                        final.table.report(
                            "note",
                            "6.3.2",
                            f"this play triggers the event of card {CARDS[int(card)].name}, which the line does not mention; it was carried out",
                            action.place,
                        )
                    continue
            elif not roll and (len(values) <= 1 or same):
                continue
            name = question.key.split(".")[0]
            by_segment.setdefault(name, []).append(question)
        for questions in by_segment.values():
            first = questions[0]
            rule = first.ask.rule if first.ask is not None else first.roll.rule if first.roll is not None else "6.3.1"
            if first.ask is not None and first.ask.field == "order":
                asked_card = CARDS[int(first.ask.subject)]
                rule = "7.6.3" if action.use == "reassess" else "6.3.2"
                message = f"this play triggers the event of card {asked_card.name}; the line does not say when it came or what was chosen"
            else:
                message = "the line leaves out " + ", ".join(dict.fromkeys(gap_name(x) for x in questions))
            fits = [show_reading(a, questions) for a in fitting]
            shown = list(dict.fromkeys(x for x in fits if x))
            place = self.gap_place(action, first)
            final.table.report(
                "incomplete",
                gap_rule(rule, first),
                message,
                place,
                help="fits: " + "; ".join(shown[:8]) + (f" and {len(shown) - 8} more" if len(shown) > 8 else "")
                if shown
                else "",
                assumed=show_reading(final, questions),
                also=[r for x in questions[1:] if (r := gap_rule("", x)) and r != gap_rule(rule, first)],
            )

    def gap_place(self, action: Action, question: OpenQuestion) -> Place:
        item = (
            question.ask.item if question.ask is not None else question.roll.item if question.roll is not None else None
        )
        name = question.key.split(".")[0]
        for segment in action.segments:
            if segment.name == name or (name == "event" and segment.name == "event"):
                subject = question.roll.subject if question.roll is not None else ""
                for i in segment.items:
                    if subject and subject in i.countries():
                        return i.place
                if item is not None and item < len(segment.items):
                    return segment.items[item].place
                return segment.place
        return action.place

    # ------------------------------------------------------------ checkpoints

    def checkpoint(self, action: Action) -> _Attempt:
        """Compare a checkpoint; each wrong statement is one finding and is written to the board (as played)."""
        table = RecordTable(action, {}, self.compare, self.journal)
        play = Play(self.board, self.journal, table, (f"line {action.place.line}",), action.id, action.place.line)
        self.play = play
        if self.board.stage == "end" and (action.kind == "check" or self.fits_better_after_end(play, action)):
            turn.end_of_turn(play)
        for s in action.statements:
            if s.field in ("success", "plot"):
                continue
            if statements.holds(self.board, s):
                continue
            told = f"{s.subject}.{s.field}.{s.value!r}.{statements.actual(self.board, s)!r}"
            if told in self.board.one_shot:
                continue
            changed = statements.last_change(self.journal, self.board, s)
            rule = (
                statements.defining_rule(self.board, s)
                if changed is None or s.field in statements.DERIVED
                else changed[0]
            )
            see = suspects(self.journal, self.board, s)
            message = statements.sentence(self.board, s)
            table.report("outcome", rule, message, s.place, see=see)
            if s.field in statements.DERIVED or s.field in ("wins", "phase", "turn", "card", "stage"):
                play.write("note", "checkpoint", rule, (self.board, "one_shot", (*self.board.one_shot, told)))
            if s.field not in statements.DERIVED and s.field != "wins":
                statements.put(play, s, rule)
        return _Attempt(table, play, {})

    def fits_better_after_end(self, play: Play, action: Action) -> bool:
        def misses() -> int:
            return sum(not statements.holds(self.board, s) for s in action.statements)

        before = misses()
        mark = self.journal.mark()
        turn.end_of_turn(play)
        after = misses()
        self.journal.undo_to(mark)
        return after < before


def suspects(journal: Journal, board: Board, s: Statement) -> list[int]:
    """Lines whose changes touched what a statement is about, the latest three."""
    found = statements.target(board, s)
    if found is None:
        return []
    obj, names = found
    lines = []
    for change in reversed(journal.changes):
        if (
            any(t is obj and n in names for t, n, _, _ in change.writes)
            and change.cause
            and change.cause[0].startswith("line ")
        ):
            line = int(change.cause[0][5:])
            if line not in lines:
                lines.append(line)
    return sorted(lines[:3])


def gap_name(question: OpenQuestion) -> str:
    """What is missing, in words."""
    if question.roll is not None:
        r = question.roll
        where = f" for {r.subject}" if r.subject else ""
        return f"the {r.kind} roll{where} ({r.needed})"
    if question.ask is None:
        return "a choice"
    names = {
        "cells": "which Cells",
        "count": "how many rolls",
        "where": "where",
        "to": "the destination",
        "from": "the origin",
        "troops": "how many Troops",
    }
    return names.get(question.ask.field, question.ask.field)


GAP_RULES = {"jihad": "8.4", "plot": "8.5.2", "recruit": "8.2.1", "travel": "8.3.1"}


def gap_rule(rule: str, question: OpenQuestion) -> str:
    """The rule that calls for what is missing."""
    if question.roll is not None:
        return GAP_RULES.get(question.roll.kind, question.roll.rule)
    return rule or (question.ask.rule if question.ask is not None else "")


def show_reading(attempt: _Attempt, questions: list[OpenQuestion]) -> str:
    """The answers of one reading, in words."""
    parts = []
    for question in questions:
        if question.key not in attempt.assumed:
            continue
        value = attempt.assumed[question.key]
        if question.roll is not None:
            r = question.roll
            outcome = claims.show_outcome(r.kind, r.read(value))
            parts.append(outcome if r.kind == "prestige" else f"{r.kind} in {r.subject}: {outcome}" if r.subject else f"{r.kind}: {outcome}")
        elif question.ask is not None and question.ask.field == "order":
            parts.append({SKIP: "the event was not carried out", "first": "the event came first"}.get(value, "the event came after"))
        else:
            parts.append(f"{gap_name(question)}: {words(value)}")
    return ", ".join(parts)


# -------------------------------------------------------------------- one procedure for each kind of line


def _card(play: Play, action: Action) -> None:
    turn.begin(play, action.side)
    cards.play_card(play, action.side, action.cards, action.reserves)
    turn.after_cards(play, action.side, max(len(action.cards), 1))
    _second_segments(play, action)


def _unread(play: Play, action: Action) -> None:
    """A card play that cannot be read: the card is spent, and nothing else is known."""
    turn.begin(play, action.side)
    for n in action.cards:
        play.hand_loses(action.side, n, rule="5.2.2")
        play.put_card(n, "discards", rule="5.2.2")
    turn.after_cards(play, action.side, len(action.cards))


SECOND_OPERATION = Requirement(
    "one Operation a card", "7.0", "a card is used for a single Operation", lambda b, o, c: {} if o > 1 else None
)
SECOND_OPERATION_J = Requirement(
    "one type of Operation a card",
    "8.1.2",
    "a card is used for one type of Operation",
    lambda b, o, c: {} if o > 1 else None,
)


def _second_segments(play: Play, action: Action) -> None:
    n = sum(1 for s in action.segments if s.name == "op" and s.card is None and s.side == action.side)
    play.require(SECOND_OPERATION if action.side == "US" else SECOND_OPERATION_J, option=n)


def _hold(play: Play, action: Action) -> None:
    turn.begin(play, "US")
    play.require(cards.LAST_CARD, option="hold")
    turn.hold(play)


def _resolve(play: Play, action: Action) -> None:
    b = play.board
    if b.winner:
        turn.begin(play, b.side)
    if b.stage != "plots" and b.side == "US" and b.stage == "action":
        if b.hand_us == 1:
            play.require(turn.LAST_CARD_DECIDED)
            play.write("clock", "US holds its last card", "5.2.4", (b, "held", True))
            turn.end_phase(play)
        elif b.hand_us is None:
            turn.end_phase(play)
    if b.stage != "plots":
        play.require(turn.PLOTS_STAGE)
    for i, segment in enumerate(action.segments):
        with play.segment("plot", side="J", cause="resolve", rule="8.5.6"):
            plots.resolve(play, i)
        del segment
        if b.winner:
            return
    if b.stage == "plots" and not q.plots_on_map(b):
        turn.next_pair(play)


def _end(play: Play, action: Action) -> None:
    b = play.board
    if b.winner:
        turn.begin(play, b.side)
        return
    if b.stage == "plots":
        play.require(turn.PLOTS_RESOLVED)
        turn.drop_plots(play)
    if b.stage != "end":
        play.require(turn.CARDS_EXPENDED)
        if b.hand_us == 1 or b.hand_us is None:
            play.write("clock", "end of turn", "5.2.1", (b, "held", b.hand_us == 1))
        play.write("clock", "end of turn", "5.2.1", (b, "stage", "end"))
        if b.hand_j is None:
            play.set_hand("J", 0, rule="5.2.1")
        if b.hand_us is None:
            play.set_hand("US", 0, rule="5.2.1")
    with play.segment("end", cause="", rule="5.2.5"):
        turn.end_of_turn(play)


def _elsewhere(board: Board, option: object, c: Mapping[str, Any]) -> Mapping[str, Any] | None:
    for n in c["cards"]:
        if n and n not in CARDS:
            return {"card": n, "where": "no card of the game"}
        if n and n in board.discards:
            return {"card": CARDS[n].name, "where": "in the discard pile"}
        if n and n in board.removed:
            return {"card": CARDS[n].name, "where": "out of the game"}
        if (n and n in board.lapsing) or (n and n == board.first_plot):
            return {"card": CARDS[n].name, "where": "in a box"}
        if n and n in (*(x for x in board.cards_j or ()), *(x for x in board.cards_us or ())):
            return {"card": CARDS[n].name, "where": "in a hand already"}
    return None


NOT_ELSEWHERE = Requirement(
    "deal: cards of the deck", "5.3.1", "card {card} cannot be dealt or drawn: it is {where}", _elsewhere, "impossible"
)
DEALT = Requirement(
    "deal: cards by the tracks",
    "5.2.8",
    "{who} is dealt {due} cards, not {option}",
    lambda b, o, c: None if o == c["due"] else {},
    "outcome",
)


def _deal(play: Play, action: Action) -> None:
    b = play.board
    if b.stage == "end":
        turn.end_of_turn(play)
    for side in ("J", "US"):
        part = action.parts.get(side)
        if part is not None:
            n = part.value if isinstance(part.value, int) else len(part.value)
            due = q.hand_size(b, side)
            if not isinstance(part.value, int):
                known = b.cards_j if side == "J" else b.cards_us
                cards_named = tuple(0 if c == "?" else c for c in part.value)
                play.require(NOT_ELSEWHERE, cards=cards_named, at=side)
                if known is not None:
                    play.write(
                        "hand",
                        side,
                        "5.3.2",
                        (b, "cards_j" if side == "J" else "cards_us", hands.named(known, cards_named)),
                    )
            if not play.require(DEALT, option=n, due=due, who={"J": "the Jihadist", "US": "the US"}[side], at=side):
                play.set_hand(side, (b.hand(side) or due) - due + n, rule="5.2.8")


DRAWN = Requirement(
    "draw: as the event says",
    "5.3.1",
    "{who} draws {due} cards here, not {option}",
    lambda b, o, c: None if o == c["due"] else {},
    "outcome",
)


def _draw(play: Play, action: Action) -> None:
    b = play.board
    for side in ("J", "US"):
        part = action.parts.get(side)
        if part is not None:
            n = part.value if isinstance(part.value, int) else len(part.value)
            memo = b.recall(f"drawn {side}")
            due = memo[1] if memo is not None else 0
            if not isinstance(part.value, int):
                known = b.cards_j if side == "J" else b.cards_us
                cards_named = tuple(0 if c == "?" else c for c in part.value)
                play.require(NOT_ELSEWHERE, cards=cards_named, at=side)
                if known is not None:
                    play.write(
                        "hand",
                        side,
                        "5.3.2",
                        (b, "cards_j" if side == "J" else "cards_us", hands.named(known, cards_named)),
                    )
            play.require(DRAWN, option=n, due=due, who={"J": "the Jihadist", "US": "the US"}[side], at=side)


CADRE_THERE = Requirement(
    "remove-cadre: a Cadre there",
    "4.8.4",
    "there is no Cadre in {option}",
    lambda b, o, c: None if b[o].cadre else {},
    "impossible",
)


def _cadre(play: Play, action: Action) -> None:
    b = play.board
    if b.stage == "end":
        turn.end_of_turn(play)
    if b.winner:
        turn.begin(play, b.side)
    with play.segment("op", side="J", cause="remove-cadre", rule="4.8.4"):
        play.require(turn.JIHADIST_PHASE)
        for i in range(len(action.segments[0].items)):
            where = play.ask("where", lambda: [n for n, c in b.countries.items() if c.cadre], CADRE_THERE, item=i)
            play.set_cadre(where, False, rule="4.8.4")


def _choices(play: Play, action: Action) -> None:
    scenario_choices.choose(play, action.side)


PROCEDURES: dict[str, Callable[[Play, Action], None]] = {
    "card": _card,
    "unread": _unread,
    "hold": _hold,
    "resolve": _resolve,
    "end": _end,
    "deal": _deal,
    "draw": _draw,
    "cadre": _cadre,
    "choices": _choices,
}
