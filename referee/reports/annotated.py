"""The record with the verdict as comments.

A line that was read differently has its reading below it, marked ``+``; supposed lines come before the line that lacks
them. All comments of the referee begin with :data:`MARK`. They are taken out before an annotated record is judged
again, so that a second annotation changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.explaining.referee import Judgement
from referee.engine.record.corrected_record import CorrectedRow, rows
from referee.engine.record.findings import UnreadableFile
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.script import Lines, home
from referee.reports import describe, rewriting, text, trails, wording
from referee.reports.columns import printable, shorten, wrap

MARK = "; referee:"
"""Beginning of a comment of the referee."""
_WIDTH = 110


def bare(data: bytes) -> bytes:
    """The bytes of a record without comments of an earlier annotation."""
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


def _in_the_margin(row: CorrectedRow) -> str:
    """A supposed line, or one that needed a supposition, with its findings."""
    text = rewriting.bare(row.text) or row.text.strip()
    why = ", ".join(dict.fromkeys(wording.code(f) for f in row.findings))
    return printable(f"{MARK} {row.mark} {shorten(text, rewriting.MOST_SHOWN)}  [{why}]".replace("\t", " "))


def tracks(board: Board) -> str:
    """The tracks in one line, as in a checkpoint."""
    posture = board["United States"].posture.capitalize()
    return (
        f"prestige {board.prestige}, funding {board.funding}, US {posture}, "
        f"world {q.world_posture_name(q.world_posture(board))}, troops track {board.troops_track}, "
        f"cells track {board.cells_track}, good {q.good_resources(board)}, islamist {q.islamist_resources(board)}, "
        f"fair/good {q.fair_good(board)}, poor/islamist {q.poor_islamist(board)}"
    )


def boards(result: Judgement) -> dict[int, str]:
    """The tracks after each line that ends a turn.

    They come from walking the journal back.
    """
    ends: list[tuple[int, int]] = []
    for n, step in enumerate(result.steps):
        if any(c.kind is Kind.LAPSE or (c.kind is Kind.CLOCK and c.subject.startswith("turn ")) for c in step.changes):
            ends.append((step.action.place.line, result.mark_after(n)))
    rewinder = Rewinder(result.board, result.journal.changes)
    return {line: f"after this turn: {tracks(rewinder.show(mark))}" for line, mark in ends}


def render(result: Judgement | UnreadableFile, name: str, remarks: Sequence[str] = ()) -> str:
    """Return the record with comments, ended by one line end."""
    if isinstance(result, UnreadableFile):
        return "\n".join(_comment(f"{name}: the file cannot be read: {result.message}")) + "\n"
    lines = result.record.lines
    notes: dict[int, list[str]] = {}
    for e in wording.entries(result):
        f = e.finding
        comments = notes.setdefault(home(lines, f.place.line), [])
        comments += _comment(f"{e.words} [{wording.code(f)}]: {f.message}")
        comments += [line for text in e.more for line in _comment(text, "  ")]
    for step in result.steps:
        for way in trails.worth_showing(step):
            at = home(lines, max(step.action.numbers))
            notes.setdefault(at, []).extend(_comment(trails.brief(way)))
    for end, words in boards(result).items():
        notes.setdefault(end, []).extend(_comment(words))
    shown = set(map(id, result.findings))
    supposed = [one for one in result.supposed if not shown.isdisjoint(map(id, one.findings))]
    out: list[str] = []
    at = 0
    for row in rows(lines, supposed):
        if row.line != at:
            out += notes.pop(at, ())
            at = row.line
        if row.mark != "+":
            out.append(row.text)
        if row.mark:
            out.append(_in_the_margin(row))
    out += notes.pop(at, ())
    while out and not out[-1].strip():
        out.pop()
    out += ["", *_comment(text.summary(result, name, colour=False))]
    if supposed:
        out += _comment(
            "lines marked + are the record as it was read, those marked - are not; convert --as-read writes it"
        )
    for remark in filter(None, [describe.victory(result), *remarks]):
        out += _comment(remark)
    out += _comment(f"final position: {tracks(result.board)}")
    if result.findings:
        other = isinstance(lines, Lines) and lines.in_notation is not None
        out += _comment("lines are those of the file in JSON" if other else "lines are counted without these comments")
    return "\n".join(out) + "\n"
