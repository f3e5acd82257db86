"""The outline of a record, what can be folded away, and the places that belong to a finding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.data import SIDE_NAMES
from referee.engine.findings import Finding
from referee.engine.script import Action, Place
from referee.parsers.notation.tokens import split_comment
from referee.play.editing.document import Document
from referee.reports import columns, describe

MOST_NAMED = 80
"""Most characters of a line that stands for itself."""
_ASIDE = frozenset({"board", "check", "setup", "set"})
"""What is jotted down is no entry of its own."""
_OF_A_PHASE = frozenset({"card", "unread", "hold", "cadre"})


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of the outline: it has the lines from ``first`` to ``last``, and is shown at ``place``."""

    name: str
    kind: str
    """set-up, turn, phase or play."""
    first: int
    last: int
    place: Place
    detail: str = ""
    """The line of a play as it is written."""
    children: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Folding:
    """Lines of which all but the first can be folded away."""

    first: int
    last: int
    kind: str
    """set-up, turn or play."""


class Related(NamedTuple):
    """A place that belongs to a finding, and how."""

    place: Place
    label: str


class _Clock(NamedTuple):
    """When a line was played; the phase is "" where it matters not."""

    turn: int
    phase: str


def outline(document: Document) -> list[Symbol]:
    """The set-up, then turn by turn its phases and plays; as far as it is judged in sentences, else as it is written."""
    played = [(a, c) for a, c in _clocked(document) if a.kind not in _ASIDE]
    starts = [a.place.line for a, _ in played]
    end = len(document.lines)
    found = []
    head = _block(document, 1, (starts[0] if starts else end + 1) - 1)
    if head is not None:
        found.append(Symbol("Set-up", "set-up", *head, place=_line(document, head[0])))
    behind = [*starts[1:], end + 1][: len(starts)]
    lasts = [_last(document, start, after - 1) for start, after in zip(starts, behind, strict=True)]
    plays = [(c, _play(document, a, last)) for (a, c), last in zip(played, lasts, strict=True)]
    turns: dict[int, list[tuple[_Clock, Symbol]]] = {}
    for clock, play in plays:
        turns.setdefault(clock.turn, []).append((clock, play))
    return [*found, *(_around(document, f"Turn {n}", "turn", _phases(document, t)) for n, t in turns.items())]


def foldings(document: Document) -> list[Folding]:
    """What can be folded: the set-up, every turn, and plays that go on over several lines."""
    found = [Folding(s.first, s.last, s.kind) for s in outline(document) if s.last > s.first]
    for a in document.record.actions:
        if len(a.lines) > 1:
            found.append(Folding(a.lines[0], a.lines[-1], "play"))
    return sorted(found, key=lambda f: (f.first, -f.last))


def related(document: Document, finding: Finding) -> list[Related]:
    """The lines behind a finding, each as a place with how it belongs to it: to go there."""
    found = []
    for n in dict.fromkeys([*finding.follows, *finding.see]):
        if 1 <= n <= len(document.lines) and n != finding.place.line:
            label = (
                "It follows from this line."
                if n in finding.follows
                else f"{'It goes back to' if n < finding.place.line else 'Compare'} this line."
            )
            found.append(Related(_line(document, n), label))
    return found


# -------------------------------------------------------------------- parts


def _clocked(document: Document) -> list[tuple[Action, _Clock]]:
    """Every play with its turn and its phase; what is not judged yet goes on where the last one stood."""
    found = []
    turn, before = document.board_at_start().turn, ("", 0)
    for a in document.record.actions:
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
        phase = f"{SIDE_NAMES[side]} phase {number}" if step is not None and side == a.side and number else ""
        found.append((a, _Clock(now, phase if a.kind in _OF_A_PHASE else "")))
    return found


def _phases(document: Document, plays: list[tuple[_Clock, Symbol]]) -> tuple[Symbol, ...]:
    """The plays of a turn, those of one phase below it."""
    found: list[Symbol] = []
    together: list[Symbol] = []
    now = ""
    for clock, play in [*plays, (_Clock(0, ""), None)]:
        if together and (play is None or clock.phase != now):
            found.append(_around(document, now, "phase", tuple(together)))
            together = []
        now = clock.phase
        if play is not None:
            (together if now else found).append(play)
    return tuple(found)


def _around(document: Document, name: str, kind: str, children: tuple[Symbol, ...]) -> Symbol:
    first, last = children[0].first, children[-1].last
    return Symbol(name, kind, first, last, _line(document, first), children=children)


def _play(document: Document, action: Action, last: int) -> Symbol:
    place = action.place
    written = columns.shorten(action.text, MOST_NAMED)
    step = document.step_on(place.line)
    if step is None or action.kind == "unread":
        return Symbol(written, "play", place.line, last, place)
    return Symbol(describe.sentence(step), "play", place.line, last, place, written)


def _line(document: Document, line: int) -> Place:
    """What stands on a line, without its comment where there is more."""
    raw = document.lines[line - 1]
    body = split_comment(raw)[0].rstrip() or raw.rstrip()
    start = len(body) - len(body.lstrip()) + 1
    return Place(line, start, max(len(body), start) + 1)


def _last(document: Document, first: int, last: int) -> int:
    """The last line of what begins on one: blank lines and remarks above the next play are not of it."""
    while last > first and document.lines[last - 1].strip()[:1] in ("", ";"):
        last -= 1
    return last


def _block(document: Document, first: int, last: int) -> tuple[int, int] | None:
    """The lines between two that are not blank; None if all are."""
    while first <= last and not document.lines[first - 1].strip():
        first += 1
    return (first, _last(document, first, last)) if first <= last else None


__all__ = ["Folding", "Related", "Symbol", "foldings", "outline", "related"]
