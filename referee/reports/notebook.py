"""Verdicts, steps and positions as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.record.findings import Finding
from referee.engine.state.board import Board
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.words import clause, numbered
from referee.reports import describe, picture, rewriting, text, wording
from referee.reports.columns import printable
from referee.reports.report.concerned import of_step
from referee.reports.report.replay import moves

MOST = 50
"""Most listed findings."""


def verdict(result: Judgement) -> str:
    """The verdict in one line, and the findings as a table."""
    name = result.record.name
    head = f"<p><b>{escape(printable(text.summary(result, name, colour=False)))}</b></p>"
    if not result.findings:
        return head
    rows = "".join(_row(f, result.record.lines) for f in result.findings[:MOST])
    more = len(result.findings) - MOST
    left = f"<p>and {more} more</p>" if more > 0 else ""
    return f"{head}<table><tr><th>Line</th><th>Action</th><th>Kind</th><th>Rule</th><th>Finding</th></tr>{rows}</table>{left}"


def _row(f: Finding, lines: Sequence[str]) -> str:
    cells = (str(f.place.line), f.id, f"{wording.kind(f)} ({f.kind})", numbered(f.rule), _said(f, lines))
    inside = "".join(f"<td style='text-align:left'>{escape(printable(c))}</td>" for c in cells)
    return f"<tr>{inside}</tr>"


def _said(f: Finding, lines: Sequence[str]) -> str:
    labels = "; ".join(f"{label}: {text}" for label, text in rewriting.labelled(f, lines))
    parts = [
        f.message,
        f.reason,
        f.help and ": ".join(wording.helped(f)),
        labels,
        rewriting.effect(f) and f"That would clear {rewriting.effect(f)}",
    ]
    sentences = ". ".join(clause(part) for part in parts if part)
    return f"{sentences} (follows from line {', '.join(map(str, f.follows))}; not counted)" if f.follows else sentences


def step(one: JudgedStep, after: Board, lines: list[str]) -> str:
    """The play, its findings, and the position with its changes."""
    board = _before(after, one)
    name = one.id or f"line {one.action.place.line}"
    about, moved = of_step(one), moves(after, one)
    drawn = picture.svg(after, f"After {name}", before=board, found=about, moves=moved)
    items = "".join(
        f"<li><b>{escape(wording.kind(f))}</b> {escape(printable(f'({wording.code(f)}): {_said(f, lines)}'))}</li>"
        for f in one.findings
    )
    found = f"<ul>{items}</ul>" if items else ""
    sentence = escape(printable(describe.sentence(one)))
    return f"<p><b>{escape(name)}</b> {sentence}</p>{found}{picture.image(drawn, f'The position after {name}')}"


def position(board: Board) -> str:
    """The position as a picture."""
    return picture.image(picture.svg(board), repr_of(board))


def repr_of(board: Board) -> str:
    """The position in a few words."""
    return f"turn {board.turn}, {board.side} phase {board.phase}, prestige {board.prestige}, funding {board.funding}"


def _before(after: Board, one: JudgedStep) -> Board:
    """The board before a step, from a copy of the later board."""
    return Rewinder(after, one.changes).show(0)
