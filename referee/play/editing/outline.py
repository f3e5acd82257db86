"""The outline of a record and its foldings.

Also the places that belong to a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from referee.engine.record.findings import Finding
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.script import UNCOUNTED, Action, Place
from referee.parsers.notation.tokens import split_comment
from referee.play.editing.document import Document
from referee.reports import columns, describe

MOST_NAMED = 80
"""Most characters of a line that is its own name."""
_ASIDE = UNCOUNTED - {"unread"}
"""Lines without an entry of their own."""
_OF_A_PHASE = frozenset({"card", "unread", "hold", "cadre"})


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of the outline.

    It has its lines from ``first`` to ``last``, and the place to show.
    """

    name: str
    kind: str
    """set-up, turn, phase or play."""
    first: int
    last: int
    place: Place
    detail: str = ""
    """The line of a play as it is written."""
    children: tuple[Symbol, ...] = ()


class Folding(NamedTuple):
    """Lines of which all but the first can be folded away."""

    first: int
    last: int
    kind: str
    """set-up, turn or play."""


class RelatedPlace(NamedTuple):
    """A place that belongs to a finding, and how."""

    place: Place
    label: str


class _Entry(NamedTuple):
    turn: int
    phase: str
    """The phase of a play, "" where it does not matter."""
    play: Symbol


def outline(document: Document) -> list[Symbol]:
    """The set-up, then phases and plays turn by turn.

    Judged plays appear as sentences, others as written.
    """
    entries = list(_entries(document))
    found = []
    end = entries[0].play.first if entries else len(document.lines) + 1
    head = next((n for n in range(1, end) if document.lines[n - 1].strip()), 0)
    if head:
        found.append(Symbol("Set-up", "set-up", head, _last(document, head, end - 1), _line(document, head)))
    for turn, played in groupby(entries, lambda e: e.turn):
        parts: list[Symbol] = []
        for phase, together in groupby(played, lambda e: e.phase):
            plays = tuple(e.play for e in together)
            parts += [_around(document, phase, "phase", plays)] if phase else plays
        found.append(_around(document, f"Turn {turn}", "turn", tuple(parts)))
    return found


def foldings(document: Document) -> list[Folding]:
    """The foldings: the set-up, every turn, and plays of several lines."""
    found = [Folding(s.first, s.last, s.kind) for s in outline(document) if s.last > s.first]
    found += [Folding(a.lines[0], a.lines[-1], "play") for a in document.record.actions if len(a.lines) > 1]
    return sorted(found, key=lambda f: (f.first, -f.last))


def related(document: Document, finding: Finding) -> list[RelatedPlace]:
    """The other lines of a finding, each with its relation to it."""
    found = []
    for n in dict.fromkeys([*finding.follows, *finding.see]):
        if 1 <= n <= len(document.lines) and n != finding.place.line:
            goes_back = "It goes back to this line." if n < finding.place.line else "Compare this line."
            label = "It follows from this line." if n in finding.follows else goes_back
            found.append(RelatedPlace(_line(document, n), label))
    return found


# -------------------------------------------------------------------- parts


def _entries(document: Document) -> Iterator[_Entry]:
    """Every play with its turn and its phase.

    A play without a verdict has those of the last one.
    """
    turn, before = document.board_at_start().turn, ("", 0)
    actions = document.record.actions
    shown = [a for a in actions if a.kind not in _ASIDE]
    starts = [*(a.place.line for a in shown), len(document.lines) + 1]
    ends = {id(a): after - 1 for a, after in zip(shown, starts[1:], strict=True)}
    for a in actions:
        step = document.step_on(a.place.line)
        side, number = before
        now = turn
        if step is not None:
            before = step.side, step.phase
            if a.kind != "end" and step.turn != turn:  # it began with an end of turn that nobody wrote down
                now, (side, number) = step.turn, before
            turn = step.turn
            if side != a.side:
                side, number = before
        elif a.kind == "end":
            turn += 1
        if id(a) in ends:
            known = step is not None and side == a.side and number and a.kind in _OF_A_PHASE
            yield _Entry(now, f"{SIDE_NAMES[side]} phase {number}" if known else "", _play(document, a, ends[id(a)]))


def _around(document: Document, name: str, kind: str, children: tuple[Symbol, ...]) -> Symbol:
    first, last = children[0].first, children[-1].last
    return Symbol(name, kind, first, last, _line(document, first), children=children)


def _play(document: Document, action: Action, end: int) -> Symbol:
    place, last = action.place, _last(document, action.place.line, end)
    written = columns.shorten(action.text, MOST_NAMED)
    step = document.step_on(place.line)
    if step is None or action.kind == "unread":
        return Symbol(written, "play", place.line, last, place)
    return Symbol(describe.sentence(step), "play", place.line, last, place, written)


def _line(document: Document, line: int) -> Place:
    """The text of a line, without its comment where there is more."""
    raw = document.lines[line - 1]
    body = split_comment(raw)[0].rstrip() or raw.rstrip()
    start = len(body) - len(body.lstrip()) + 1
    return Place(line, start, max(len(body), start) + 1)


def _last(document: Document, first: int, last: int) -> int:
    """The last line of an entry.

    Without the blank lines and remarks above the next one.
    """
    while last > first and document.lines[last - 1].strip()[:1] in ("", ";"):
        last -= 1
    return last
