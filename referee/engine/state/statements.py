"""Statements about the position: one reader of the board, one comparer, one writer.

Claims, checkpoints, corrections and set-up blocks use the same statements (docs/notation.md). What a statement is about
knows how: see :mod:`referee.engine.state.facts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.engine.state import differences, unknown
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.facts import NOWHERE, Fact, Writing
from referee.engine.state.journal import Change, Journal, Kind
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.law.play import Play

DIFFERENCE = "difference"
"""What a change is about that remembers where the record and the board are apart."""


def fact(board: Board, s: Statement) -> Fact:
    """What a statement is about. Raises :class:`KeyError` for a field that no fact of the game has."""
    return board.rules.facts.of(s)


def make(field: str, value: Any = None, subject: str = "") -> Statement:
    """Make a statement that is not from a record."""
    return Statement(subject, field, value, NOWHERE)


def derived(board: Board, s: Statement) -> bool:
    """Whether what a statement is about follows from the rest of the board."""
    return fact(board, s).derived


def compared(board: Board, s: Statement) -> bool:
    """Whether a set-up may state a thing in vain, so that it is looked at when the block is written."""
    what = fact(board, s)
    return what.derived or what.in_vain


def in_order(board: Board, found: Iterable[Statement]) -> list[Statement]:
    """Statements in the order in which they are compared and written: countries before the tracks that hold the rest."""
    return sorted(found, key=lambda s: fact(board, s).order)


def actual(board: Board, s: Statement) -> Any:
    """What the board says about the thing that a statement is about."""
    return fact(board, s).actual(board, s)


def holds(board: Board, s: Statement) -> bool:
    """Whether a statement is true of the board; so is the first of what nobody has stated (3.2)."""
    return fact(board, s).holds(board, s) or (bool(board.unknown) and unknown.is_open(board, s))


def changed(board: Board, before: Iterable[Statement]) -> list[Statement]:
    """What the board says other than the statements of an earlier position."""
    was = {(s.subject, s.field): s for s in before}
    found = []
    for s in board.rules.facts.statements(board):
        old = was.pop((s.subject, s.field), None)
        if old is None or old.value != s.value:
            found.append(s)
    gone = [s for s in was.values() if not holds(board, s)]
    return found + [make(s.field, actual(board, s), s.subject) for s in gone]


def defining_rule(board: Board, s: Statement) -> str:
    """The rule that says what a statement is about; for Resources counted without the oil, the one that adds it."""
    return fact(board, s).defining_rule(board, s)


def sentence(board: Board, s: Statement) -> str:
    """A sentence on the difference between record and board."""
    return differences.in_words(board, [s])


def target(board: Board, s: Statement) -> tuple[str, tuple[str, ...]] | None:
    """The place and the fields of a statement, to find their last change."""
    return fact(board, s).cells_of(board, s)


def write(play: Play, s: Statement, rule: str, *, kind: Kind = Kind.AMENDMENT, stated: Sequence[Statement] = ()) -> str:
    """Write a statement to the board, as one or more journalled changes of this kind.

    Pieces come from the nearest place that has any (another state in the same country, then the track) and go back to it;
    ``stated`` are all statements of the same lines, so that what one of them says is not undone by the next. A set-up
    block (kind "set-up") is taken at its word and looked at as a whole afterwards. Returns what could not be written, in
    a sentence, "" if all was.
    """
    what = fact(play.board, s)
    if play.board.unknown and unknown.is_open(play.board, s):
        kind = Kind.SET_UP
    w = Writing(play, rule, kind, stated or (s,))
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
        if new and (f is what or w.beside(s.subject, f.name)):
            play.journal.undo_to(mark)
            w.short.append(play.named(s.subject).with_predicate(new[0].why))
            break
        if new:  # what cannot lie there any longer goes, pieces to their track
            w.rule = new[0].rule
            gone = make(f.name, type(getattr(country, f.attribute))(), s.subject)
            f.write(replace(w, stated=(gone,)), gone)
    return "; ".join(w.short)


def _first(w: Writing, what: Fact, s: Statement) -> None:
    """Write what nobody has stated before; World Posture, if it is known, goes on as it is."""
    b = w.play.board
    world = None if unknown.WORLD in b.unknown else q.world_posture(b)
    before = unknown.elsewhere(b)
    what.write(w, s)
    unknown.stated(w.play, what, s)
    if s.subject and b.unknown:
        unknown.left(w.play, before)
    if world is not None and what.name not in ("world", "rest"):
        unknown.set_world(w, world)


def amend(play: Play, wrong: Iterable[tuple[Statement, str]], stated: Sequence[Statement]) -> list[str]:
    """Write statements that differ to the board, each under its rule; what could not be written, in sentences.

    What still differs afterwards is remembered, so that it is not reported again (:func:`known`).
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
    """Whether the record and the board are known to differ in this by as much, because it could not be written."""
    return bool(board.disputes) and (s.subject, s.field, fact(board, s).off(board, s)) in board.disputes


def agreed(play: Play, s: Statement) -> None:
    """Take over what a true statement knows better than the board, such as the name of a card that nobody had named."""
    what, b = fact(play.board, s), play.board
    if b.unknown and unknown.is_open(b, s):
        write(play, s, what.rule)
        return
    if b.stated_beside:
        what.put_back(Writing(play, what.rule, Kind.NOTE), s)
    if what.learns:
        what.learn(Writing(play, what.rule, Kind.NOTE), s)
    if any(d[:2] == (s.subject, s.field) for d in b.disputes):
        rest = tuple(d for d in b.disputes if d[:2] != (s.subject, s.field))
        play.write(Kind.NOTE, DIFFERENCE, what.rule, (b, "disputes", rest))


def last_change(journal: Journal, board: Board, s: Statement, since: int = 0) -> Change | None:
    """The last change of what a statement is about; None if nothing has changed it."""
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
