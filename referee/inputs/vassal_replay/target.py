"""The seen facts of a position, against a board.

It finds the facts that apply, those that hold, and statements of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any

from referee.engine.state import statements
from referee.engine.state.board import US, Board
from referee.engine.state.script import Statement
from referee.parsers.vassal.table import MARKER, PILE_FACTS, Sight, SightKey

_MUSLIM = frozenset({"besieged", "aid", "regime change"})
_TOGETHER = (("sleepers", "actives"), ("governance", "alignment"))
"""Facts stated together, so that neither takes the other's piece."""


def applies(board: Board, key: SightKey, value: Any, sight: Sight) -> bool:
    """Whether a fact applies to this board."""
    subject, field = key
    if field.startswith(MARKER):
        fact = board.rules.facts.of(statements.make("marker"))
        return field.removeprefix(MARKER) in getattr(fact, "places", ())
    if field == "boxed":
        return True
    country = board.countries.get(subject)
    if subject and country is None:
        return False
    try:
        board.rules.facts.of(statements.make(field, subject=subject))
    except KeyError:
        return False
    if country is None:
        return True
    data = country.data
    if field in ("governance", "alignment"):
        known = field == "governance" or bool(sight.get((subject, "governance")))
        return data.muslim and data.kind != "iran" and known
    if field == "posture":
        return data.non_muslim and subject not in (US, "Israel")
    return data.muslim or bool(value) or field not in _MUSLIM


def holds(board: Board, key: SightKey, value: Any) -> bool:
    """Whether the board agrees with a fact."""
    subject, field = key
    if field.startswith(MARKER):
        name = field.removeprefix(MARKER)
        return (name in board.markers or any(name in c.markers for c in board.countries.values())) is value
    if field in PILE_FACTS:
        have = (*board.lapsing, *board.boxed) if field == "boxed" else getattr(board, field)
        left_out = board.left_out if field == "removed" else ()
        have, seen = ([n for n in cards if n not in left_out] for cards in (have, value))
        known = Counter(filter(None, have))
        return not known - Counter(seen) and (Counter(seen) - known).total() == have.count(0)
    if field == "plots":
        return _same_plots(statements.actual(board, statements.make("plots", value, subject)), value)
    return statements.holds(board, statements.make(field, value, subject))


def _same_plots(have: Iterable[str], seen: Iterable[str]) -> bool:
    """Whether Plots may be the seen ones, some face down."""
    left = list(seen)
    unknown = 0
    for value in have:
        if value in left:
            left.remove(value)
        elif value == "?" and left:
            unknown += 1
        elif "?" in left:
            left.remove("?")
        else:
            return False
    return unknown == len(left)


def statement(board: Board, key: SightKey, value: Any) -> Statement | None:
    """The statement of a fact that corrects the board, or None."""
    subject, field = key
    if field.startswith(MARKER):
        return statements.make("marker" if value else "no marker", field.removeprefix(MARKER))
    if field == "boxed":
        return None
    if field in PILE_FACTS:
        missing = tuple((Counter(value) - Counter(getattr(board, field))).elements())
        return statements.make(field, missing) if missing else None
    if (field, value) == ("posture", ""):
        return statements.make("governance", 0, subject)
    return statements.make(field, value, subject)


class Target:
    """The seen facts of one moment.

    They count as far as they apply to a board.
    """

    def __init__(self, board: Board, sight: Sight, *, without: Container[str] = ()) -> None:
        self._by_subject: dict[str, Sight] = {}
        for key, value in sight.items():
            if key[1] not in without and applies(board, key, value, sight):
                self._by_subject.setdefault(key[0], {})[key] = value

    def value(self, subject: str, field: str, default: Any = None) -> Any:
        """A fact of a country."""
        return self._by_subject.get(subject, {}).get((subject, field), default)

    def wrong(self, board: Board, subjects: Iterable[str] | None = None) -> Sight:
        """Facts in conflict with the board, in all or some places."""
        found: Sight = {}
        for subject in self._by_subject if subjects is None else subjects:
            seen = self._by_subject.get(subject, {})
            found.update({key: value for key, value in seen.items() if not holds(board, key, value)})
        return found

    def statements(self, board: Board, wrong: Iterable[SightKey]) -> Iterator[Statement]:
        """Statements that correct the board."""
        done: set[SightKey] = set()
        for subject, field in wrong:
            fields = next((pair for pair in _TOGETHER if field in pair), (field,))
            for key in ((subject, f) for f in fields):
                seen = self._by_subject[subject]
                said = statement(board, key, seen[key]) if key in seen and key not in done else None
                done.add(key)
                if said is not None:
                    yield said
