"""The record itself with the verdict as comments: each finding under its line, the board at each end of turn."""

from __future__ import annotations

import textwrap

from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.film import Film
from referee.engine.findings import Unread
from referee.engine.journal import Kind
from referee.engine.referee import Verdict
from referee.reports import text


def _comment(words: str) -> list[str]:
    return [f"; {line}" for line in textwrap.wrap(text.printable(words), 110)] or [";"]


def tracks(board: Board) -> str:
    """The tracks in one line, as a checkpoint states them."""
    posture = board["United States"].posture.capitalize()
    return (
        f"prestige {board.prestige}, funding {board.funding}, US {posture}, "
        f"world {q.world_posture_name(q.world_posture(board))}, troops track {board.troops_track}, "
        f"cells track {board.cells_track}, good {q.good_resources(board)}, islamist {q.islamist_resources(board)}, "
        f"fair/good {q.fair_good(board)}, poor/islamist {q.poor_islamist(board)}"
    )


def boards(result: Verdict) -> dict[int, list[str]]:
    """What is said after a line: the tracks after each end of turn, found by walking the journal back."""
    ends: list[tuple[int, int]] = []
    done = 0
    for step in result.steps:
        done += len(step.changes)
        if any(c.kind is Kind.LAPSE or (c.kind is Kind.CLOCK and c.subject.startswith("turn ")) for c in step.changes):
            ends.append((step.action.place.line, done))
    film = Film(result.board, result.journal.changes)
    before = film.at - done
    return {line: [f"after this turn: {tracks(film.show(before + upto))}"] for line, upto in ends}


def render(result: Verdict | Unread, name: str) -> str:
    """The record with comments; without them it is the record as it was."""
    if isinstance(result, Unread):
        return "\n".join(_comment(f"{name}: the file cannot be read: {result.message}")) + "\n"
    notes: dict[int, list[str]] = {}
    for f in result.findings:
        said = f"{f.kind} {f.rule}: {f.message}"
        said += f" [assumed: {f.assumed}]" if f.assumed else ""
        said += f" [{f.help}]" if f.help else ""
        said += f" [follows from line {', '.join(map(str, f.follows))}]" if f.follows else ""
        notes.setdefault(f.place.line, []).append(said)
    ends = boards(result)
    out: list[str] = []
    for number, line in enumerate(result.record.lines, 1):
        out.append(line)
        for words in (*(f"^ {n}" for n in notes.get(number, ())), *ends.get(number, ())):
            out += _comment(words)
    while out and not out[-1].strip():
        out.pop()
    out += [
        "",
        *_comment(text.summary(result, name, colour=False)),
        *_comment(f"final position: {tracks(result.board)}"),
    ]
    return "\n".join(out) + "\n"
