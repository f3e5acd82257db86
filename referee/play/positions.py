"""Positions of a record: the board after or before an action."""

from __future__ import annotations

from dataclasses import dataclass

from referee.editions import rulesets
from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.record.findings import Finding
from referee.engine.state import position
from referee.engine.state.board import Board
from referee.engine.state.journal import Journal
from referee.engine.state.script import notation_text
from referee.engine.state.words import numbered, plural, the_side
from referee.inputs.judging import shown


class CommandError(Exception):
    """A failure of a command.

    It has a sentence for the user, and the exit status.
    """

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


@dataclass(slots=True)
class Position:
    """A position of a record.

    The verdict's board was taken back to it and is no longer the final one.
    """

    verdict: Judgement
    board: Board
    journal: Journal
    step: JudgedStep | None
    """The action that came last, None at the beginning."""
    words: str


def unreadable(verdict: Judgement, *, setup: bool) -> list[Finding]:
    """The unreadable lines, of the set-up or of the rest."""
    lines = verdict.record.lines

    def of_setup(f: Finding) -> bool:
        text = notation_text(lines, f.place.line).lstrip()
        broken = text.startswith("! {") and '"kind":"setup"' in text.replace(" ", "")  # an entry in JSON
        return broken or text.casefold().startswith("setup")

    return [f for f in verdict.findings if f.kind == "unreadable" and of_setup(f) == setup]


def position_in(verdict: Judgement, name: str, at: str = "", before: str = "", line: int = 0) -> Position:
    """Take a verdict's board back to a position, as :func:`go_to` does.

    Raises :class:`CommandError`, also for a line of the set-up that cannot be read and for a set-up that cannot be.
    """
    from referee.reports import text

    def words(findings: list[Finding]) -> str:
        return "\n\n".join(text.finding(f, name, verdict.record.lines, False) for f in findings)

    if lost := unreadable(verdict, setup=True):
        raise CommandError(f"{words(lost)}\n\nWithout this line of the set-up the position is another one.")
    setup = {n for a in verdict.record.actions if a.kind == "setup" for n in a.lines}
    broken = [f for f in verdict.findings if f.kind == "impossible" and f.place.line in setup and not f.id]
    if broken:
        raise CommandError(f"{words(broken)}\n\nThis position cannot be.", 1)
    return go_to(verdict, at, before, line)


def go_to(verdict: Judgement, at: str = "", before: str = "", line: int = 0) -> Position:
    """Move a verdict's board to a place in the record.

    After or before an action, or after a line.

    Without any of them it is the end of the record. The verdict loses the later steps.
    """
    steps = verdict.steps
    wanted = at or before
    upto = len(steps)
    if wanted:
        name = wanted.strip().casefold()
        name = name if name.startswith("a") else f"a{name}"
        places = [i for i, s in enumerate(steps) if s.id == name]
        if not places:
            count = sum(1 for s in steps if s.action.counted)
            known = f"the record has actions 1 to {count}" if count else "the record has no actions"
            raise CommandError(f"there is no action {shown(wanted.strip()[:20])}; {known}")
        upto = places[0] + (1 if at else 0)
    elif line:
        upto = sum(1 for s in steps if s.action.place.line <= line)
    journal = verdict.journal
    journal.undo_to(verdict.mark_after(places[0]) if at and wanted else verdict.mark_before(upto))
    step = steps[places[0]] if wanted else None
    early = upto < len(steps)
    del steps[upto:]
    last = next((s for s in reversed(steps) if s.action.counted), None)
    if step is not None:
        words = f"{'after' if at else 'before'} action {step.id} (line {step.action.place.line})"
    elif line and early and steps:
        words = f"after line {line}"
    else:
        words = "at the end of the record" if steps else "at the beginning"
    return Position(verdict, verdict.board, journal, last, words)


def text(found: Position, name: str) -> str:
    """The position as a set-up block.

    Reading it gives the same position.
    """
    from referee.parsers.notation.position import block

    b = found.board
    out = [f"; {name}, {found.words}, as played", f"; {position.summary(b)}"]
    counted = [f for f in found.verdict.findings if f.counted]
    if counted:
        out.append(f"; the record has {plural(len(counted), 'finding')}: see referee check")
    if b.winner:
        winner = the_side(b.winner)
        out.append(f"; the game is over: {winner} won by {numbered(b.victory_rule)}")
    return "\n".join([*out, *rulesets.tags_of(b), block(b)])
