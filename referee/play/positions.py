"""Positions of a record: the board after or before one of its actions."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.board import Board
from referee.engine.findings import Finding
from referee.engine.journal import Journal
from referee.engine.referee import Step, Verdict
from referee.engine.script import said
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

    verdict: Verdict
    board: Board
    journal: Journal
    step: Step | None
    """The action that came last, None at the beginning."""
    words: str


def unreadable(verdict: Verdict, *, setup: bool) -> list[Finding]:
    """The lines that could not be read: those of the set-up, or the others."""
    lines = verdict.record.lines

    def of_setup(f: Finding) -> bool:
        text = said(lines, f.place.line).lstrip()
        broken = text.startswith("! {") and '"kind":"setup"' in text.replace(" ", "")  # an entry in JSON
        return broken or text.casefold().startswith("setup")

    return [f for f in verdict.findings if f.kind == "unreadable" and of_setup(f) == setup]


def go_to(verdict: Verdict, at: str = "", before: str = "") -> Position:
    """Take a verdict's board back to a position; the verdict loses the later steps."""
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
    journal = verdict.journal
    journal.undo_to(verdict.mark_after(places[0]) if at and wanted else verdict.mark_before(upto))
    step = steps[places[0]] if wanted else None
    del steps[upto:]
    last = next((s for s in reversed(steps) if s.action.counted), None)
    if step is not None:
        words = f"{'after' if at else 'before'} action {step.id} (line {step.action.place.line})"
    else:
        words = "at the end of the record" if steps else "at the beginning"
    return Position(verdict, verdict.board, journal, last, words)
