"""A position known in part: unstated facts are unknown.

The board has a value for everything. The value of an unknown fact is an assumption: the first statement about it
replaces it, and no finding may rest on it alone (:mod:`referee.engine.judging.supposing`). The set of unknown fields is
journalled state of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.engine.state import queries as q
from referee.engine.state.board import US, Board, Country, empty_board
from referee.engine.state.data import POOR
from referee.engine.state.facts.clock import CLOCK
from referee.engine.state.facts.fact import NOWHERE, Fact, Problem, StatementWriter, Where
from referee.engine.state.facts.pieces import Supply, Track
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.law.play import Play

REST = "rest"
"""The statement that the rest is unknown."""
UNKNOWN = "unknown"
"""The subject of a change of the known and unknown fields."""
WORLD: Where = ("", "world")
"""World Posture, which may be known while the Posture of countries is not."""
_NEVER = frozenset({"stage", "decks", "winner", "hand_j", "hand_us", "held_j", "held_us", "tokens", "backlash", "data"})
"""Fields outside the set: a hand of unstated size is unknown without an entry."""


_FIELDS: dict[tuple[Ruleset, tuple[str, ...]], frozenset[Where]] = {}
_MOST_KEPT = 32


def fields(board: Board) -> frozenset[Where]:
    """Every possibly unknown field, by the rules and the Muslim countries."""
    key = board.rules, board.muslim
    if key not in _FIELDS:
        if len(_FIELDS) >= _MOST_KEPT:
            _FIELDS.clear()
        _FIELDS[key] = _fields(board)
    return _FIELDS[key]


def _fields(board: Board) -> frozenset[Where]:
    found: set[Where] = {WORLD} | CLOCK
    for f in board.rules.facts:
        if f.derived or f.name in (REST, "wins"):
            continue
        subjects = ("",) if f.of == "board" else board.names if f.of == "country" else ("", *board.names)
        for subject in subjects:
            if not f.barred_at(board, subject):
                found |= f.rests_on(board, Statement(subject, f.name, None, NOWHERE))
    return frozenset(w for w in found if w[1] not in _NEVER and not _printed(board, w))


def attributes(board: Board) -> frozenset[str]:
    """Return the fields that may be unknown as a whole."""
    names = {f.attribute for f in board.rules.facts if f.attribute and not f.by_name and not f.derived}
    return frozenset(names - _NEVER)


def _printed(board: Board, where: Where) -> bool:
    """Return whether the map prints the value of a field."""
    name, field = where
    return bool(name) and field in ("governance", "alignment") and not board[name].data.muslim


def forget(w: StatementWriter) -> None:
    """Make everything unknown, including the position of a set-up block's scenario."""
    b = w.play.board
    everything = fields(b)
    if not w.strict:
        fresh = empty_board(b.rules)
        writes: list[tuple[Any, str, Any]] = []
        for where, name in everything:
            thing, empty = (b[where], fresh[where]) if where else (b, fresh)
            if hasattr(empty, name) and name not in ("deck", "removed"):
                writes.append((thing, name, getattr(empty, name)))
        w.write(UNKNOWN, *writes)
    hands = [(b, name, None) for name in ("hand_j", "hand_us", "held_j", "held_us")]
    w.write(UNKNOWN, (b, "unknown", everything), (b, "named", frozenset()), *hands)
    w.play.doubt_deck(rule=w.rule)


def is_open(board: Board, s: Statement) -> bool:
    """Return whether the fact of a statement is unstated."""
    return bool(board.unknown) and bool(board.rules.facts.of(s).rests_on(board, s) & board.unknown)


def note_stated(play: Play, f: Fact, s: Statement) -> None:
    """Note that the fact of a statement is known from here on."""
    b = play.board
    now = f.rests_on(b, s)
    known, named = now & b.unknown, b.named
    if f.derived and now != frozenset((WORLD,)) and (s.value != 0 or {name for _, name in now} != {"plots"}):
        return  # a sum says nothing of its parts, unless it is 0
    if f.derived and not f.settles(s):
        return  # at the end of its track there may be more than it shows
    if f.by_name:
        names = s.value if isinstance(s.value, tuple) else (s.value,)
        named |= {(*where, n) for where in known for n in names}
        known = frozenset()
    if s.subject and not f.derived:
        known |= _followed(b, s.subject, b.unknown - known)
    if known or named != b.named:
        play.write(Kind.NOTE, UNKNOWN, f.rule, (b, "unknown", b.unknown - known), (b, "named", named))
    if s.subject:
        make_room(play, b[s.subject])


def elsewhere(board: Board) -> dict[Where, int]:
    """Return for each track the number of its pieces at unknown places."""
    found = (getattr(f, "supply", None) for f in board.rules.facts.on_board())
    return {("", x.track): x.due(board) - x.all(board) for x in found if isinstance(x, Supply)}


def note_departures(play: Play, before: dict[Where, int]) -> None:
    """Mark the track of pieces that went to unknown places as unknown.

    They may have come to the track.
    """
    b = play.board
    more = frozenset(where for where, n in elsewhere(b).items() if n > before[where])
    if more - b.unknown:
        play.write(Kind.NOTE, UNKNOWN, "4.6.3", (b, "unknown", b.unknown | more))


def _followed(b: Board, name: str, unknown: frozenset[Where]) -> frozenset[Where]:
    """Return what is known of a country by inference.

    The whole follows from its parts, and a part from the whole.
    """
    found: set[Where] = set()
    for f in b.rules.facts.on_country():
        supply = getattr(f, "supply", None)
        if not isinstance(supply, Supply) or not supply.total:
            continue
        total = supply.total
        left = [(name, state) for state in supply.states if (name, state) in unknown]
        if not left:
            found.add((name, total))
        elif len(left) == 1 and (name, total) not in unknown and len(left) < len(supply.states):
            found.update(left)
    return frozenset(found) & unknown


def make_room(play: Play, c: Country) -> None:
    """Assume a Governance that fits a country's stated facts."""
    b = play.board
    if not c.data.muslim or c.governance or (c.name, "governance") not in b.unknown:
        return
    if any(f.barred(c) for f in b.rules.facts.on_country()):
        alignment = c.alignment or "neutral"
        play.write(Kind.SET_UP, c.name, "3.2", (c, "governance", POOR), (c, "alignment", alignment))


def set_world(w: StatementWriter, value: int) -> None:
    """Assume unknown Postures so that World Posture has the stated value."""
    b = w.play.board
    free = [n for n in b.non_muslim if n != US and (n, "posture") in b.unknown]
    for name in free:
        here = q.world_posture(b)
        if here == value:
            break
        posture = "hard" if value > here else "soft"
        if b[name].posture != posture:
            before = b[name].posture
            w.write(name, (b[name], "posture", posture))
            if abs(q.world_posture(b) - value) > abs(here - value):
                w.write(name, (b[name], "posture", before))


def problems(board: Board) -> Iterator[Problem]:
    """Return the impossibilities in a partly known position.

    An unknown field excuses those that another value of it may explain.
    """
    facts = board.rules.facts
    for f in facts:
        for p in f.problems(board):
            about = {g.attribute for g in facts if g.name in p.fields}
            places = [where for where, name in board.unknown if name in about]
            if isinstance(f, Track) or not (places if p.subject == "*" else p.subject in places):
                yield p
