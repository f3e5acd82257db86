"""Checkpoints, compared with the board.

A checkpoint is the position as the players saw it at one moment. If it differs, the search looks for lines that may
explain the difference. A track stated by a checkpoint is settled: a later difference is sought only in the lines after
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.law.derivations import derive, is_number, last_change_words
from referee.engine.law.play import Play
from referee.engine.record.table import RecordTable
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.cause import line_of
from referee.engine.state.journal import Journal
from referee.engine.state.script import Action, Statement
from referee.engine.state.words import sentences

if TYPE_CHECKING:
    from referee.engine.judging.judged_lines import JudgedLine

MOST_LINES = 4
"""Most lines that a finding points to."""


SettledMarks = Mapping[tuple[str, str], tuple[int, int]]
"""Lengths of the journal and line list when each field was stated."""


class Checkpoint:
    """One checkpoint in a game, with the earlier lines and settled tracks."""

    def __init__(self, board: Board, journal: Journal, lines: Sequence[JudgedLine], settled: SettledMarks) -> None:
        self.board, self.journal, self.lines, self.settled = board, journal, lines, settled

    def judge(self, action: Action, play: Play, table: RecordTable) -> SettledMarks:
        """Compare the written statements with the board.

        Each wrong statement is one finding and is written to the board (as played). Returns the new settled tracks.
        """
        shown = self.board.rules.shown
        for s in statements.in_order(self.board, action.statements):
            if shown is not None:
                shown(play, s)
            doubted = not table.reporter.takes_word and statements.fact(self.board, s).by_rules
            if not doubted and statements.holds(self.board, s):
                statements.learn(play, s)
            elif not doubted or not statements.fact(self.board, s).holds(self.board, s):
                self.differs(s, action.statements, play, table)
        return self.settle(action)

    def agrees(self, action: Action) -> SettledMarks | None:
        """Return the new settled tracks if the checkpoint only repeats the board.

        Returns None if not.
        """
        b = self.board
        if b.disputes or b.unknown or b.stated_beside:
            return None
        facts = b.rules.facts
        now = len(self.journal.changes), len(self.lines)
        settled = dict(self.settled)
        for s in action.statements:
            fact = facts.country[s.field] if s.subject else facts.board[s.field]
            if fact.learns or not fact.holds(b, s):
                return None
            if fact.settles_always or fact.settles(s):
                settled[s.subject, s.field] = now
        return settled

    def settle(self, action: Action) -> SettledMarks:
        """Mark stated things as settled: later differences concern later lines only."""
        now = len(self.journal.changes), len(self.lines)
        of = self.board.rules.facts.of
        return {**self.settled, **{(s.subject, s.field): now for s in action.statements if of(s).settles(s)}}

    def differs(self, s: Statement, stated: Sequence[Statement], play: Play, table: RecordTable) -> None:
        """Report one wrong statement and write it to the board."""
        if statements.known(self.board, s):
            return
        rule, see, reason = self.explain(s)
        message = statements.sentence(self.board, s)
        short = statements.amend(play, [(s, rule)], stated)
        table.report("outcome", rule, sentences([message, *short]), s.place, [s.subject], see=see, reason=reason)

    def explain(self, s: Statement) -> tuple[str, list[int], str]:
        """Return rule, lines and reason of a difference.

        The lines may have caused it. The rule is that of the last of those lines: of its change of the stated thing, or
        of the change that its dice prevented. Without such a line, it is the rule that defines the thing.
        """
        mark, first = self.settled.get((s.subject, s.field), (0, 0))
        touched = self.touched(s, mark)
        missed = self.missed(s, first, touched)
        see = sorted([*touched, *missed])[-MOST_LINES:]
        because = self.board.rules.because
        if forbidden := statements.fact(self.board, s).forbids(self.board, s):
            return forbidden, see, because(forbidden)
        if statements.derived(self.board, s):
            rule = statements.defining_rule(self.board, s)
            return rule, see, because(rule)
        if missed and max(missed) == see[-1]:
            rule = missed[see[-1]]
            return rule, see, sentences([f"The dice on line {see[-1]} changed nothing here", because(rule)])
        made = derive(self.journal, self.board, s, mark)
        parts = made.parts
        if not parts:
            rule = statements.defining_rule(self.board, s)
            why = "" if is_number(made.now) else because(rule)
            return rule, see, "" if see else sentences(["Nothing in the record has changed it", why])
        rule, said = parts[-1].change.rule, last_change_words(parts[-1], self.board.rules)
        if missed or not (left_out := self.left_out(s, mark)):
            return rule, see, sentences(said)
        return rule, left_out, sentences([*said, f"Without the result of line {left_out[0]} it would be so"])

    def left_out(self, s: Statement, mark: int) -> list[int]:
        """The line whose result alone makes a track's difference, if any."""
        found = statements.target(self.board, s) if not s.subject and type(s.value) is int else None
        if found is None or len(found[1]) > 1:
            return []
        by_line: dict[int, int] = {}
        for change in self.journal.changes[mark:]:
            for place, name, before, after in change.writes:
                if (place, name) == (found[0], found[1][0]):
                    if None in (before, after):  # the value was unknown
                        return []
                    line = line_of(change.cause)
                    by_line[line] = by_line.get(line, 0) + after - before
        same = [line for line, n in by_line.items() if n == statements.actual(self.board, s) - s.value]
        return same if len(same) == 1 and same[0] else []

    def touched(self, s: Statement, mark: int) -> list[int]:
        """Return the lines whose changes since a mark touched the stated thing."""
        found = statements.target(self.board, s)
        if found is None:
            return []
        place, names = found
        lines: dict[int, Any] = {}
        for change in self.journal.changes[mark:]:
            line = line_of(change.cause)
            if line and line not in lines and any(p == place and n in names for p, n, _, _ in change.writes):
                lines[line] = None
        return list(lines)

    def missed(self, s: Statement, first: int, touched: list[int]) -> dict[int, str]:
        """Return the lines whose dice prevented a change, each with its rule.

        For a country only those about it after its last change: its values do not add up as a track does.
        """
        found: dict[int, str] = {}
        claims = self.board.rules.claims
        for step in (line.step for line in self.lines[first:]):
            line = step.action.place.line
            rolls = [r for r in step.rolls if r.dice]
            if line in touched or not rolls:
                continue
            if s.subject and touched and line < touched[-1]:
                continue
            for segment in step.action.segments:
                rule = claims.by_use.get((segment.use, s.field))
                about = not s.subject or any(s.subject in i.countries() for i in segment.items)
                if rule and about and claims.open_to_dice(segment, s.field, rolls):
                    found[line] = rule
        return found


def misses(board: Board, action: Action) -> int:
    """Return the number of wrong statements in a checkpoint."""
    return sum(not statements.holds(board, s) for s in action.statements)
