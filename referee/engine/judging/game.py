"""A game that grows line by line.

Each line has its Step, and can be undone. A record is such a game fed line by line. If a later line settles an earlier
gap, the game is judged again from that gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from referee.engine.judging.gaps import NOTHING_OPEN, Gap, Gaps
from referee.engine.judging.judged_lines import (
    Adjustment,
    Advice,
    HiddenCards,
    JudgedLine,
    Memory,
    NewValue,
    Snapshot,
    Treatment,
    recount,
)
from referee.engine.judging.solver import Attempt, Solver
from referee.engine.law.ask import Address
from referee.engine.law.line import head_of
from referee.engine.law.play import Play
from referee.engine.law.rolls import Roll
from referee.engine.record.checkpoints import Checkpoint, misses
from referee.engine.record.findings import FLOWCHARTS, Finding
from referee.engine.record.ledger import TrialDice
from referee.engine.record.setup import Setup, SetupError, start
from referee.engine.record.steps import JudgedStep, Policy, Reading
from referee.engine.record.table import RecordTable
from referee.engine.record.work import Spent, Work, pool
from referee.engine.state import hands, statements, unknown
from referee.engine.state.board import Board
from referee.engine.state.cause import Stage
from referee.engine.state.journal import Journal, Kind
from referee.engine.state.plain import replace
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.script import UNCOUNTED, Action, Place, Statement
from referee.engine.state.words import plural

if TYPE_CHECKING:
    from referee.engine.judging.supposing import Supposer, TriedLine

CREDIT_A_LINE = 5
"""Lines that may be judged again in hindsight, for each line."""


A_GAP = 60
"""Lines after an unknown missing play without blame by flowchart."""
WORK_A_LINE = 50
"""Units of work for a line judged again.

One that takes more counts as several.
"""


class Game:
    """A game as the referee follows it."""

    def __init__(
        self,
        setup: Setup,
        policy: Policy = "as-played",
        *,
        alternatives: bool = False,
        work: Work | None = None,
        board: Board | None = None,
    ) -> None:
        self.setup, self.policy, self.alternatives = setup, policy, alternatives
        self.reported = True
        """Whether the findings of its lines may be read."""
        self.as_assumed = False
        """Whether lines are judged on the assumed board, ignoring unknown facts."""
        self.work = work or Work()
        """The used and the allowed work; :class:`referee.engine.record.work.Spent` ends a push."""
        self.usual = Treatment(undo=policy == "undo")
        self.board = board or setup.board()
        self.journal = Journal(self.board)
        self.memory = Memory()
        self.lines: list[JudgedLine] = []
        self.opening: list[Finding] = []
        """Findings of the set-up."""
        self.credit = 100
        """The number of lines that may be judged again in hindsight."""
        self.blocks: tuple[list[Action], Action | None] = [], None
        self.looked_back = False
        """Whether the line in progress was judged by itself, and hindsight had begun."""
        self.examined = 0
        """The number of lines whose findings were examined."""
        self.treatments: Mapping[int, Treatment] = {}
        """Mistakes (by index of their line) that explain later findings, each with its treatment."""
        self.undecided_gaps: frozenset[Gap] = frozenset()
        """Gaps of the last lines that a checkpoint mentioned without deciding between their readings."""
        self.corrected_game: Game | None = None
        """The same game without those mistakes."""
        self.as_played = type(self)(setup, work=self.work) if policy == "undo" else None
        """The same game as played, if illegal parts are undone here."""
        self.last_snapshot = self.take_snapshot()
        """The state before the current or the last line."""

    # ------------------------------------------------------------ set-up

    def set_up(self, blocks: list[Action], first: Action | None) -> None:
        """Set up the position before the first line; refuse an impossible one.

        ``first`` is the first line that acts: it shows whose turn it is if the set-up does not.
        """
        solver = Solver(
            self.board, self.journal, Action("setup", Place(1, 1, 1), ""), "", undo=False, alternatives=False
        )
        play = solver.begin(solver.table())
        play.cause, play.line = (Stage.SET_UP,), 0
        try:
            start(play, self.setup, [s for a in blocks for s in a.statements], first)
        except SetupError as error:
            self.opening = [Finding("impossible", rule, message, place) for rule, message, place in error.problems]
        self.blocks = blocks, first
        if self.as_played is not None:
            self.as_played.set_up(blocks, first)

    def fork(self, lines: int) -> Game:
        """Return another game with the first ``lines`` of this one.

        It keeps no alternatives.
        """
        changes, mark, memory = self.journal.changes, len(self.journal.changes), self.memory
        if lines < len(self.lines):
            mark, memory = self.lines[lines].mark, self.lines[lines].before
        made = type(self)(self.setup, work=self.work, board=Rewinder(self.board, changes).show(mark))
        made.journal.changes, made.lines, made.memory = changes[:mark], self.lines[:lines], memory
        made.blocks, made.opening, made.usual, made.credit = self.blocks, self.opening, self.usual, self.credit
        made.reported, made.as_assumed = False, self.as_assumed
        return made

    # ------------------------------------------------------------ lines

    def push(self, action: Action, treatment: Treatment | None = None, *, hindsight: bool = True) -> JudgedStep:
        """Judge one more line; with ``hindsight``, also its effects on earlier lines.

        ``treatment`` is the way to judge it, if not as written. An interruption
        (:class:`referee.engine.record.work.Spent`) leaves the game unchanged. A line that has used its work for
        hindsight is judged as it stands, as is a line on which the referee fails at that; then an *unsupported* finding
        says so.
        """
        try:
            return self._push(action, treatment, hindsight=hindsight)
        except Exception as error:
            fault = error
        except Spent:
            if not self.looked_back or self.work.spent > self.work.most:
                raise
            return self._push(action, treatment, hindsight=False)
        try:
            step = self._push(action, treatment, hindsight=False)
        except Exception:
            step = self._pass_over(action)
        failed = _failed(step.action, fault)
        if all(f.key != failed.key for f in step.findings):
            step.findings.append(replace(failed, id=step.id, side=action.side))
        return step

    def _push(self, action: Action, treatment: Treatment | None, *, hindsight: bool) -> JudgedStep:
        earlier = self.last_snapshot = self.take_snapshot()
        self.looked_back = pushed = False
        work, most = self.work, self.work.most
        try:
            as_played = self.as_played.push(action, treatment) if self.as_played is not None else None
            pushed = True
            self.credit += CREDIT_A_LINE
            work.pool = pool(len(self.lines), guided=bool(self.setup.rules.guides))
            if action.kind == "end":
                self._stated_early()
            self.add(action, self.treatment_of(treatment))
            self.looked_back = hindsight
            if hindsight and not self.board.unknown:  # else what was supposed since would change with an earlier line
                work.most = min(most, work.spent + work.of_look())
                self.look_back(as_played)
            else:
                self.keep_up(as_played)
        except BaseException:
            self.restore(earlier)
            if pushed and self.as_played is not None:
                self.as_played.pop()
            raise
        finally:
            work.most = most
        self.lines[-1].snapshot = earlier
        return self.lines[-1].step

    def look_back(self, as_played: JudgedStep | None) -> None:
        """Compare the last line with earlier ones, except in plain games.

        ``as_played`` is the step of that line in the parallel game, None if there is none.
        """

    def keep_up(self, as_played: JudgedStep | None) -> None:
        """Take over the last line without looking back."""

    def _stated_early(self) -> None:
        """Undo an assumed end of turn that has its own line later.

        The statements of the checkpoint are true after that line.
        """
        at = len(self.lines)
        while at and self.lines[at - 1].action.kind in ("board", "check"):
            at -= 1
            if self.lines[at].step.turn > self.lines[at].turn:
                for early in self.rewind(at):
                    now = replace(early.action, statements=self._of_now(early.action))
                    self.play_again(early, replace(early.treatment, action=now))
                return

    def _of_now(self, action: Action) -> list[Statement]:
        """Return a checkpoint's statements that the end of turn leaves unchanged."""
        b, mark = self.board, len(self.journal.changes)
        due = [s for s in action.statements if not statements.holds(b, s)]
        self.attempt(_untold_end(action), Treatment(), {})
        early = [s for s in due if statements.holds(b, s)]
        self.journal.undo_to(mark)
        return [s for s in action.statements if s not in early]

    def pop(self) -> Action:
        """Undo the last line and everything that it settled; return its action.

        Raises :class:`IndexError` if there is none.
        """
        line = self.lines[-1]
        assert line.snapshot is not None  # it was pushed
        self.restore(line.snapshot)
        if self.as_played is not None:
            self.as_played.pop()
        self.work.spent = line.snapshot.spent
        return line.action

    def _pass_over(self, action: Action) -> JudgedStep:
        """Take a line that cannot be judged, without any effect."""
        earlier = self.last_snapshot = self.take_snapshot()
        if self.as_played is not None:
            self.as_played.push(action)
        for game in (self, *filter(None, (self.corrected_game,))):
            game.lines.append(game.nothing_found(action, game.journal.mark(), game.memory, game.usual, game.board.turn))
        self.lines[-1].snapshot = earlier
        return self.lines[-1].step

    def add(self, action: Action, treatment: Treatment, old: Gaps | None = None) -> JudgedLine:
        """Judge a line at the present position and append it; see :meth:`judge`."""
        line = self.judge(action, treatment, old)
        self.lines.append(line)
        return line

    def drop(self) -> JudgedLine:
        """Remove the last line; its effects on earlier lines stay."""
        line = self.lines.pop()
        self.journal.undo_to(line.mark)
        self.memory = line.before
        return line

    def judge(self, action: Action, treatment: Treatment, old: Gaps | None = None) -> JudgedLine:
        """Judge a line at the present position.

        ``old`` are its gaps from an earlier judgement.
        """
        before, mark, turn = self.memory, len(self.journal.changes), self.board.turn
        self.work.spend(1)
        try:
            return self._judge(action, treatment, old)
        except Exception as error:  # a fault of ours on one line never costs the reader the others
            self.journal.undo_to(mark)
            self.memory = before.counted() if action.counted and not treatment.inserted else before
            line = self.nothing_found(action, mark, before, treatment, turn)
            if not treatment.inserted:
                line.step.findings.append(replace(_failed(action, error), id=line.step.id, side=action.side))
            return line

    def _judge(self, action: Action, treatment: Treatment, old: Gaps | None) -> JudgedLine:
        before, mark, now, asked = self.memory, len(self.journal.changes), self.board.turn, treatment
        played = treatment.action or action
        if action.kind not in UNCOUNTED and not treatment.inserted:
            self.memory = before.counted()
        if treatment.inserted and action.kind == "unread":
            if treatment.play is not None and treatment.play.carry_out(self.board, self.journal):
                return self.nothing_found(action, mark, before, treatment, now)
            self.memory = self.memory._replace(gap=action.place.line)
        if treatment.skipped:
            return self.nothing_found(action, mark, before, treatment, now)
        if treatment.off:
            self.memory = self.memory.counting(treatment.off)
        if self.memory.off:
            played = recount(played, self.memory.off)
        if treatment is not self.usual:
            self._before(action, treatment)
        if played.kind == "card":
            self.note_hidden(played)
        guess = old.assumed if old is not None else {}
        attempts = []
        if self.owes_end(played):
            of_end = replace(treatment, reading=_of_end(treatment.reading), action=None)
            attempts.append(self.attempt(_untold_end(played), of_end, _of_end(guess)))
            treatment = replace(treatment, reading=_rest(treatment.reading))
            guess = _rest(guess)
        elif played.kind in ("board", "check") and self.agrees(played):
            return self.nothing_found(action, mark, before, treatment, now)
        attempt = self.attempt(played, treatment, guess)
        attempts.append(attempt)
        if played.kind == "unread" and played.statements:  # its stated results are believed
            attempts.append(self.attempt(replace(played, kind="set"), treatment, {}))
        left_open = attempt.gaps if len(attempts) == 1 else _together(a.gaps for a in attempts)
        if treatment.inserted and (left_open.found or treatment.reading):
            self.memory = self.memory._replace(gap=action.place.line)
        if old is not None and not left_open.assumed:
            left_open = _still_open(old, attempts) or left_open
            attempt.table.findings.extend(left_open.findings)
        b = self.board
        findings, rolls, met = _of_attempts(attempts)
        number = "" if treatment.inserted else self.number(action)
        if findings:
            findings = self.without_repeated_end(findings)
            _label(findings, number, action.side, treatment, before.gap)
        if treatment.slip is not None:
            findings = [replace(treatment.slip, id=number), *findings]
        step = JudgedStep(
            action,
            findings,
            self.journal.changes[mark:],
            rolls,
            met,
            attempt.play.triggered,
            b.turn,
            b.side,
            b.phase,
            b.rules,
            left_open.assumed,
            attempt.table.alternatives,
            attempt.play.untriggered,
            number,
            [t for a in attempts for t in a.play.trails],
            attempt.table.taken_back,
            attempt.table.left_undone,
        )
        return JudgedLine(action, mark, before, asked, step, left_open, now)

    def _before(self, action: Action, treatment: Treatment) -> None:
        """Carry out the part of a treatment before its line."""
        for missing in treatment.first:
            self.attempt(missing, Treatment(), {})
        if treatment.moved:
            self.put_right(action, treatment.moved)

    def treatment_of(self, treatment: Treatment | None) -> Treatment:
        """Return a treatment under the policy of this game."""
        return self.usual if treatment is None else replace(treatment, undo=self.usual.undo)

    def put_right(self, action: Action, moved: Iterable[Adjustment]) -> None:
        """Make supposed changes before a line, as far as pieces allow.

        No change if a piece is missing.
        """
        wanted = []
        for name, what, n in moved:
            if isinstance(n, NewValue):
                value = n.value
            else:
                value = (statements.actual(self.board, statements.make(what, subject=name)) or 0) + n
                if value < 0:  # a place cannot lose more than it has
                    return
            wanted.append(statements.make(what, value, name))
        solver = Solver(self.board, self.journal, Action("set", action.place, ""), "", undo=False, alternatives=False)
        play = solver.begin(solver.table())
        for s in statements.in_order(self.board, wanted):
            if not statements.holds(self.board, s):
                rule = statements.defining_rule(self.board, s)
                statements.write(play, s, rule, kind=Kind.CORRECTION, stated=wanted)

    def number(self, action: Action) -> str:
        """Return the name of the action in progress: a1, a2, ....

        Returns "" for another line.
        """
        return "" if action.kind in UNCOUNTED else f"a{self.memory.number}"

    def owes_end(self, action: Action) -> bool:
        """Return whether a missing end of turn comes before this line."""
        b = self.board
        if action.kind not in ("board", "check", "set"):
            return b.rules.owes_end(b, head_of(action))
        for s in action.statements:
            if s.field == "turn" and s.value == b.turn + 1 and not unknown.is_open(b, s):
                return b.rules.waits_for_end(b) or b.stage == "end"
        if b.stage != "end" or action.kind == "set":
            return False
        if action.kind == "check" and any(s.field in ("turn", "phase") for s in action.statements):
            return True  # it states what comes next; a look at the map ("no plots") does not
        mark = len(self.journal.changes)
        before = misses(b, action)
        if not before:
            return False
        self.attempt(_untold_end(action), Treatment(), {})
        after = misses(b, action)
        self.journal.undo_to(mark)
        return after < before

    def without_repeated_end(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings of a line, the game's end only once.

        It is reported at the next line (5.1).
        """
        over = [f for f in findings if f.kind == "illegal" and f.rule == "5.1"]
        kept = [f for f in findings if f not in over] if self.memory.over else findings
        if over and not self.memory.over:
            self.memory = self.memory._replace(over=True)
        return kept

    def attempt(self, action: Action, treatment: Treatment, guess: Reading) -> Attempt:
        """Play a line in the game itself.

        ``guess`` are its assumptions from an earlier play.
        """
        mark = len(self.journal.changes)
        fresh = partial(self.solver, action, treatment)
        solver = fresh(True)
        try:
            if action.kind in ("board", "check", "set"):
                self.work.spend(len(action.statements))
                table = solver.table()
                return self.stated(action, table, solver.begin(table))
            if self.board.unknown and not self.as_assumed:
                return self.supposing(action, treatment, guess).judge(reported=self.reported)
            found = solver.solve(treatment.reading, guess)
            if self.reported and any(f.counted for f in found.table.findings):
                from referee.engine.judging.deciding import LineReplay, judge_offers, name_sources, offer_event

                again = LineReplay(Rewinder(self.board, self.journal.changes), mark, action, found.assumed)
                name_sources(again, found)
                judge_offers(again, found)
                offer_event(again, found)
            found.table.reporter.offers.clear()  # they hold the questions, which hold the table
            return found
        except Exception as error:
            self.journal.undo_to(mark)
            return self.failed(solver, error)

    def solver(self, action: Action, treatment: Treatment, reported: bool) -> Solver:
        """A solver for a line, in the game or in a trial."""
        return Solver(
            self.board,
            self.journal,
            action,
            self.number(action),
            undo=treatment.undo,
            alternatives=self.alternatives and reported,
            reported=self.reported and reported,
            takes_word=not self.as_assumed,
            work=self.work,
        )

    def supposing(self, action: Action, treatment: Treatment, guess: Reading) -> Supposer:
        """Return the suppositions for a line on a board with unknown fields."""
        from referee.engine.judging.supposing import Supposer

        solver = self.solver(action, treatment, True)
        return Supposer(
            self.board,
            self.journal,
            action,
            lambda reported: self.solver(action, treatment, reported).solve(treatment.reading, guess),
            lambda: solver.begin(solver.table()),
            self.work,
        )

    def survey(self, at: int, aside: frozenset[str] = frozenset(), totals: Sequence[Statement] = ()) -> list[TriedLine]:
        """Judge a line (by index) under other values of its unknown fields.

        Facts ``aside``, by name, stay as they are, and no supposition exceeds the stated ``totals``.
        """
        fork, line = self.fork(at), self.lines[at]
        if not fork.board.unknown:
            return []
        guess: dict[Address, NewValue] = {}  # gaps are filled in each trial as in the first, if that fits
        tries: list[TriedLine] = []
        supposing = fork.supposing(line.action, fork.usual, guess)
        supposing.totals = totals
        for tried in supposing.survey(aside):
            if not tries:
                guess.update(tried.attempt.assumed)
            tries.append(tried)
        return tries

    def nothing_found(self, action: Action, mark: int, before: Memory, treatment: Treatment, turn: int) -> JudgedLine:
        """Return a line without anything to report."""
        b, changes = self.board, self.journal.changes[mark:]
        told = [replace(treatment.slip, id=self.number(action))] if treatment.slip is not None else []
        step = JudgedStep(action, told, changes, [], [], [], b.turn, b.side, b.phase, b.rules, id=self.number(action))
        return JudgedLine(action, mark, before, treatment, step, NOTHING_OPEN, turn)

    def agrees(self, action: Action) -> bool:
        """Whether a checkpoint agrees with the board, and so needs no table.

        Its statements are settled then.
        """
        checkpoint = Checkpoint(self.board, self.journal, self.lines, self.memory.settled)
        try:
            settled = checkpoint.agrees(action)
        except Exception:  # a fault of ours: judged at a table, it costs this line alone
            return False
        if settled is None:
            return False
        self.memory = self.memory._replace(settled=settled)
        return True

    def stated(self, action: Action, table: RecordTable, play: Play) -> Attempt:
        """Compare the players' statements with the board, or correct the board."""
        checkpoint = Checkpoint(self.board, self.journal, self.lines, self.memory.settled)
        if action.kind == "set":
            from referee.engine.record.corrections import correct

            correct(action, play, table)
            settled = checkpoint.settle(action)
        else:
            settled = checkpoint.judge(action, play, table)
        self.memory = self.memory._replace(settled=settled)
        return Attempt(table, play, {})

    def failed(self, solver: Solver, error: Exception) -> Attempt:
        """Return the rest of a line on which the referee itself failed.

        It has an *unsupported* finding.
        """
        table = solver.table()
        table.findings.append(_failed(solver.action, error))
        return Attempt(table, solver.begin(table), {})

    def note_hidden(self, action: Action) -> None:
        """Count the cards from a hidden hand."""
        hand = hands.held_by(self.board, action.side)
        if hand is None:
            return
        names = hand.names() if hand.left else hand.cards
        unseen = [n for n in action.cards if n not in names]
        if unseen:
            before = self.memory.unseen or HiddenCards(action.place, 0)
            self.memory = self.memory._replace(unseen=before._replace(cards=before.cards + len(unseen)))

    # ------------------------------------------------------------ hindsight

    def take_snapshot(self) -> Snapshot:
        """Return the present state, for :meth:`restore`."""
        world, of_world = self.corrected_game, None
        if world is not None:
            of_world = world.last_snapshot = world.take_snapshot()
        n, mark, spent = len(self.lines), len(self.journal.changes), self.work.spent
        return Snapshot(
            n,
            mark,
            self.memory,
            spent,
            self.credit,
            self.examined,
            self.treatments,
            self.undecided_gaps,
            world,
            of_world,
        )

    def restore(self, earlier: Snapshot) -> None:
        """Restore an earlier state, with its judgements of later lines."""
        self.journal.undo_to(earlier.mark)
        del self.lines[earlier.first :]
        self.journal.restore(earlier.changes)
        self.lines += earlier.lines
        self.memory, self.credit, self.examined = earlier.memory, earlier.credit, earlier.examined
        self.treatments, self.undecided_gaps, self.corrected_game = (
            earlier.treatments,
            earlier.undecided_gaps,
            earlier.corrected_game,
        )
        if earlier.corrected_game is not None and earlier.of_corrected_game is not None:
            earlier.corrected_game.restore(earlier.of_corrected_game)

    def rewind(self, index: int) -> list[JudgedLine]:
        """Remove the lines from ``index`` on, to be judged again.

        Those before the present push are kept.
        """
        earlier, mark = self.last_snapshot, self.lines[index].mark
        if index < earlier.first:
            earlier.lines[:0] = self.lines[index : earlier.first]
            earlier.changes[:0] = self.journal.changes[mark : earlier.mark]
            earlier.first, earlier.mark = index, mark
        taken = self.lines[index:]
        del self.lines[index:]
        self.journal.undo_to(mark)
        self.memory = taken[0].before
        return taken

    def play_again(self, line: JudgedLine, treatment: Treatment | None = None) -> None:
        """Judge a removed line once more, and append it."""
        again = self.judge(line.action, treatment or line.treatment, line.gaps)
        if treatment is None:
            known = {f.key: f.follows for f in line.step.findings}
            for f in again.step.findings:
                f.follows = known.get(f.key, f.follows)
        self.lines.append(again)

    def trial(
        self, treatments: Mapping[int, Treatment], enough: Callable[[JudgedLine], bool] | None = None
    ) -> list[JudgedLine] | None:
        """Return the lines judged by ``treatments`` on a fork, or None.

        Returns None if out of credit.

        They begin with the first treatment, and end with the first line that is ``enough``.
        """
        index = min(treatments)
        cost = len(self.lines) - index
        if cost > self.credit:
            return None
        self.credit -= cost
        spent = self.work.spent
        fork = self.fork(index)
        for i, line in enumerate(self.lines[index:], index):
            now = fork.add(line.action, treatments.get(i, line.treatment), line.gaps)
            if enough is not None and enough(now):
                break
        found = fork.lines[index:]
        self.credit += cost - len(found)
        self.charge(spent, len(found))
        return found

    def charge(self, spent: int, lines: int) -> None:
        """Reduce the credit by the unusual cost of judging lines again.

        ``spent`` is the work done before.
        """
        self.credit -= max(0, (self.work.spent - spent) // WORK_A_LINE - lines)

    def adopt(self, settled: Mapping[int, JudgedLine]) -> None:
        """Judge lines (by index) again by their treatment, then all later lines."""
        first = min(settled)
        for i, line in enumerate(self.rewind(first), first):
            self.play_again(settled.get(i, line))

    # ------------------------------------------------------------ what was found

    @property
    def findings(self) -> list[Finding]:
        """Every finding, in the order of the record."""
        found = [
            *self.opening,
            *(f for line in self.lines if not line.treatment.inserted for f in line.step.findings),
            *self.hidden_notes(),
        ]
        found.sort(key=lambda f: (f.place.line, f.place.column))
        return found

    def hidden_notes(self) -> list[Finding]:
        """Return one note on the cards of hidden hands (5.3.2).

        Returns None in a game without a person on either side.
        """
        unseen = self.memory.unseen
        if unseen is None or self.board.rules.seats:
            return []
        n = unseen.cards
        message = f"{plural(n, 'card')} came from {'hands' if n > 1 else 'a hand'} that the record does not list; only their number was checked"
        return [Finding("note", "5.3.2", message, unseen.first)]


def _still_open(old: Gaps, attempts: list[Attempt]) -> Gaps | None:
    """Return the gaps of an earlier judgement that are still open.

    Returns None if nothing was assumed again.
    """
    if not any(a.assumed for a in attempts):
        return None
    return old.still_open({k for a in attempts for k in a.drawn_on})


def _of_attempts(attempts: list[Attempt]) -> tuple[list[Finding], list[Roll], list[tuple[str, str]]]:
    """The findings, rolls and satisfied requirements of a line's parts, in order."""
    last = attempts[-1]
    findings, rolls, met = last.table.findings, last.play.rolls, last.play.met + last.table.met
    for a in attempts[-2::-1]:
        findings, rolls = a.table.findings + findings, a.play.rolls + rolls
        met = a.play.met + a.table.met + met
    return findings, rolls, met


def _label(findings: list[Finding], number: str, side: str, treatment: Treatment, gap: int) -> None:
    """Label findings with their action and the words of a treatment.

    A flowchart looks at the whole map: for some turns its findings follow from a missing play of unknown effect.
    """
    for f in findings:
        f.id, f.side = number, f.side or side
        by_flowchart = f.kind != "note" and not f.missing_dice and f.rule.startswith(FLOWCHARTS)
        if by_flowchart and gap and f.place.line - gap <= A_GAP:
            f.follows = [gap]
        if f.key in treatment.because:
            f.follows = [treatment.because[f.key]]
        if (advice := treatment.advice.get(f.key)) is not None:
            _advise(f, advice)


def _advise(f: Finding, advice: Advice) -> None:
    """Put another possible meaning into the help of a finding."""
    own = f.instead
    if advice.first and own is not None:
        if own.confidence != "possible":
            return
        own = None
    if advice.help:
        f.help = f.advice.after(advice.help)
    f.instead = own or advice.instead


def _failed(action: Action, error: Exception) -> Finding:
    """Return the finding on a failure of the referee itself."""
    message = "the referee failed on this line and judges it no further"
    return Finding("unsupported", "referee", message, action.place, help=f"{type(error).__name__}: {error}"[:160])


def _untold_end(action: Action) -> Action:
    """Return an empty end-of-turn line, placed before a line that assumes one."""
    return Action("end", action.place, "")


def _is_of_end(key: Address | TrialDice) -> bool:
    """Return whether an open question belongs to the end of a turn."""
    address = key.roll if isinstance(key, TrialDice) else key
    return address.segment.name.startswith("end")


def _of_end(reading: Reading) -> Reading:
    return {k: v for k, v in reading.items() if _is_of_end(k)}


def _rest(reading: Reading) -> Reading:
    return {k: v for k, v in reading.items() if not _is_of_end(k)}


def _together(parts: Iterable[Gaps]) -> Gaps:
    """Return the gaps of a line and the preceding end of turn."""
    found = Gaps()
    for part in parts:
        found = Gaps({**found.assumed, **part.assumed}, found.found + part.found, found.orders + part.orders)
    return found
