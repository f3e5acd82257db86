"""The record itself with the verdict as comments.

All comments of the referee begin with :data:`MARK`; they are taken out before an annotated record is judged again, so
that annotating twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.explaining.referee import Verdict
from referee.engine.record.findings import Unread
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.script import Lines, all_said, home
from referee.reports import describe, text, trails, wording
from referee.reports.columns import printable, wrap

MARK = "; referee:"
"""How a comment of the referee begins."""
_WIDTH = 110


def bare(data: bytes) -> bytes:
    """The bytes of a record without the comments that an earlier annotation put in."""
    if MARK.encode() not in data:
        return data
    lines = data.splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(MARK.encode())]
    if lines[-1].startswith(MARK.encode()):  # the verdict at the end stood after a blank line
        while kept and not kept[-1].strip():
            kept.pop()
    return b"".join(kept)


def _comment(words: str, indent: str = "") -> list[str]:
    return wrap(printable(words), _WIDTH, f"{MARK} {indent}", f"{MARK}   {indent}")


def tracks(board: Board) -> str:
    """The tracks in one line, as a checkpoint states them."""
    posture = board["United States"].posture.capitalize()
    return (
        f"prestige {board.prestige}, funding {board.funding}, US {posture}, "
        f"world {q.world_posture_name(q.world_posture(board))}, troops track {board.troops_track}, "
        f"cells track {board.cells_track}, good {q.good_resources(board)}, islamist {q.islamist_resources(board)}, "
        f"fair/good {q.fair_good(board)}, poor/islamist {q.poor_islamist(board)}"
    )


def boards(result: Verdict) -> dict[int, str]:
    """The tracks after each line that ends a turn, found by walking the journal back."""
    ends: list[tuple[int, int]] = []
    for n, step in enumerate(result.steps):
        if any(c.kind is Kind.LAPSE or (c.kind is Kind.CLOCK and c.subject.startswith("turn ")) for c in step.changes):
            ends.append((step.action.place.line, result.mark_after(n)))
    rewinder = Rewinder(result.board, result.journal.changes)
    return {line: f"after this turn: {tracks(rewinder.show(mark))}" for line, mark in ends}


def render(result: Verdict | Unread, name: str, remarks: Sequence[str] = ()) -> str:
    """Return the record with comments, ended by one line end."""
    if isinstance(result, Unread):
        return "\n".join(_comment(f"{name}: the file cannot be read: {result.message}")) + "\n"
    lines = result.record.lines
    notes: dict[int, list[str]] = {}
    for e in wording.entries(result):
        f = e.finding
        said = notes.setdefault(home(lines, f.place.line), [])
        said += _comment(f"{e.words} [{wording.code(f)}]: {f.message}")
        said += [line for text in e.more for line in _comment(text, "  ")]
    for step in result.steps:
        for way in trails.worth_showing(step):
            at = home(lines, max(step.action.numbers))
            notes.setdefault(at, []).extend(_comment(trails.brief(way)))
    for end, words in boards(result).items():
        notes.setdefault(end, []).extend(_comment(words))
    out: list[str] = []
    for number, line in all_said(lines):
        out.append(line)
        out += notes.get(number, ())
    while out and not out[-1].strip():
        out.pop()
    out += ["", *_comment(text.summary(result, name, colour=False))]
    for remark in filter(None, [describe.victory(result), *remarks]):
        out += _comment(remark)
    out += _comment(f"final position: {tracks(result.board)}")
    if result.findings:
        other = isinstance(lines, Lines) and lines.said is not None
        out += _comment("lines are those of the file in JSON" if other else "lines are counted without these comments")
    return "\n".join(out) + "\n"
