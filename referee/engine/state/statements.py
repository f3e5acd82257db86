"""Statements about the position: one reader, one comparer, one writer.

Claims, checkpoints, corrections and set-up blocks use the same statements (docs/reference/notation.md). Each fact does the work
for its own: see :mod:`referee.engine.state.facts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.state import differences, unknown
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.facts import NOWHERE, Fact, StatementWriter
from referee.engine.state.journal import Change, Journal, Kind
from referee.engine.state.plain import replace
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.law.play import Play

DIFFERENCE = "difference"
"""The subject of a change that stores a difference between record and board."""


def fact(board: Board, s: Statement) -> Fact:
    """Return the fact of a statement.

    Raises :class:`KeyError` for a field without a fact in this game.
    """
    return board.rules.facts.of(s)


def make(field: str, value: Any = None, subject: str = "") -> Statement:
    """Make a statement outside a record."""
    return Statement(subject, field, value, NOWHERE)


def derived(board: Board, s: Statement) -> bool:
    """Whether a statement's fact follows from the rest of the board."""
    return fact(board, s).derived


def compared(board: Board, s: Statement) -> bool:
    """Return whether a set-up may state the fact without effect.

    It is then compared when the block is written.
    """
    what = fact(board, s)
    return what.derived or what.in_vain


def in_order(board: Board, found: Iterable[Statement]) -> list[Statement]:
    """Return statements in the order of comparing and writing.

    Countries before the tracks that hold the rest.
    """
    return sorted(found, key=lambda s: fact(board, s).order)


def actual(board: Board, s: Statement) -> Any:
    """Return the board's value for a statement."""
    return fact(board, s).actual(board, s)


def holds(board: Board, s: Statement) -> bool:
    """Return whether a statement is true of the board.

    The first statement about an unstated fact is true (3.2).
    """
    return fact(board, s).holds(board, s) or (bool(board.unknown) and unknown.is_open(board, s))


def changed(board: Board, before: Iterable[Statement]) -> list[Statement]:
    """Return the board's statements that differ from those of an earlier position."""
    was = {(s.subject, s.field): s for s in before}
    found = []
    for s in board.rules.facts.statements(board):
        old = was.pop((s.subject, s.field), None)
        if old is None or old.value != s.value:
            found.append(s)
    gone = [s for s in was.values() if not holds(board, s)]
    return found + [make(s.field, actual(board, s), s.subject) for s in gone]


def defining_rule(board: Board, s: Statement) -> str:
    """Return the rule that defines the fact of a statement.

    Resources counted without the oil have the rule that adds it.
    """
    return fact(board, s).defining_rule(board, s)


def sentence(board: Board, s: Statement) -> str:
    """Return a sentence on the difference between record and board."""
    return differences.in_words(board, [s])


def target(board: Board, s: Statement) -> tuple[str, tuple[str, ...]] | None:
    """The place and fields of a statement, to find the last change."""
    return fact(board, s).cells_of(board, s)


def write(play: Play, s: Statement, rule: str, *, kind: Kind = Kind.AMENDMENT, stated: Sequence[Statement] = ()) -> str:
    """Write a statement to the board, as journalled changes of ``kind``.

    Pieces come from the nearest place that has any (another state in the same country, then the track) and go back to
    it. ``stated`` are all statements of the same lines: none undoes another. A set-up block (kind "set-up") is taken
    literally and checked as a whole afterwards. Returns a sentence on what could not be written, "" if all was.
    """
    what = fact(play.board, s)
    if play.board.unknown and unknown.is_open(play.board, s):
        kind = Kind.SET_UP
    w = StatementWriter(play, rule, kind, stated or (s,))
    if play.board.unknown and not w.strict:
        _first(w, what, s)
        return ""
    if not (w.strict and s.subject):
        what.write(w, s)
        return "; ".join(w.short)
    country = play.board[s.subject]
    before = {f: f.barred(country) for f in play.board.rules.facts.on_country() if f.bars}
    mark = play.journal.mark()
    what.write(w, s)
    for f, known in before.items():
        new = [bar for bar in f.barred(country) if bar not in known]
        if new and (f is what or w.stated_value(s.subject, f.name)):
            play.journal.undo_to(mark)
            w.short.append(play.named(s.subject).with_predicate(new[0].why))
            break
        if new:  # things that cannot be there any longer go, pieces to their track
            w.rule = new[0].rule
            gone = make(f.name, type(getattr(country, f.attribute))(), s.subject)
            f.write(replace(w, stated=(gone,)), gone)
    return "; ".join(w.short)


def _first(w: StatementWriter, what: Fact, s: Statement) -> None:
    """Write a fact that was unstated before.

    A known World Posture stays as it is.
    """
    b = w.play.board
    world = None if unknown.WORLD in b.unknown else q.world_posture(b)
    before = unknown.elsewhere(b)
    what.write(w, s)
    unknown.note_stated(w.play, what, s)
    if s.subject and b.unknown:
        unknown.note_departures(w.play, before)
    if world is not None and what.name not in ("world", "rest"):
        unknown.set_world(w, world)


def amend(play: Play, wrong: Iterable[tuple[Statement, str]], stated: Sequence[Statement]) -> list[str]:
    """Write differing statements to the board, each under its rule.

    Returns sentences on what could not be written; such a difference is stored, so that it is not reported again
    (:func:`known`).
    """
    short: list[str] = []
    b = play.board
    left: list[Statement] = []
    for s, rule in sorted(wrong, key=lambda found: fact(b, found[0]).order):
        if not holds(b, s):
            said = write(play, s, rule, stated=stated)
            if not holds(b, s):
                left.append(s)
                short += [said] if said else []
            elif said:
                short.append(said)
    for s in left:
        if not holds(b, s):
            rest = tuple(d for d in b.disputes if d[:2] != (s.subject, s.field))
            entry = (s.subject, s.field, fact(b, s).off(b, s))
            play.write(Kind.NOTE, DIFFERENCE, fact(b, s).rule, (b, "disputes", (*rest, entry)))
    return short


def known(board: Board, s: Statement) -> bool:
    """Whether a difference is a stored one, which could not be written."""
    return (s.subject, s.field, fact(board, s).off(board, s)) in board.disputes


def learn(play: Play, s: Statement) -> None:
    """Take over the knowledge that a true statement adds to the board.

    For example the name of an unnamed card.
    """
    what, b = fact(play.board, s), play.board
    if b.unknown and unknown.is_open(b, s):
        write(play, s, what.rule)
        return
    if b.stated_beside:
        what.put_back(StatementWriter(play, what.rule, Kind.NOTE), s)
    if what.learns:
        what.learn(StatementWriter(play, what.rule, Kind.NOTE), s)
    if any(d[:2] == (s.subject, s.field) for d in b.disputes):
        rest = tuple(d for d in b.disputes if d[:2] != (s.subject, s.field))
        play.write(Kind.NOTE, DIFFERENCE, what.rule, (b, "disputes", rest))


def last_change(journal: Journal, board: Board, s: Statement, since: int) -> Change | None:
    """Return the last change of the fact in a statement, or None."""
    found = target(board, s)
    if found is None:
        return None
    place, names = found
    what = fact(board, s)
    for change in reversed(journal.changes[since:]):
        if change.kind in (Kind.AMENDMENT, Kind.SET_UP):
            continue
        touched = [(old, new) for p, n, old, new in change.writes if p == place and n in names]
        if touched and what.about(s, [old for old, _ in touched], [new for _, new in touched]):
            return change
    return None
