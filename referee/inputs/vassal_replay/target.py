"""What was seen of a position, against a board: what applies there, what holds, and how to state what does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from referee.engine import statements
from referee.engine.board import US, Board
from referee.engine.script import Statement
from referee.parsers.vassal.table import MARKER, PILE_FACTS, Sight

Key = tuple[str, str]
_MUSLIM = frozenset({"governance", "alignment", "besieged", "aid", "regime change"})


def applies(board: Board, key: Key, value: Any, sight: Sight) -> bool:
    """Whether what is seen says anything of this board."""
    subject, field = key
    if field.startswith(MARKER):
        return field[len(MARKER) :] in _markers(board)
    if field == "boxed":
        return True
    if subject:
        country = board.countries.get(subject)
        if country is None or not _has(board, field, subject):
            return False
        data = country.data
        if field in ("governance", "alignment"):
            known = field == "governance" or bool(sight.get((subject, "governance")))
            return data.muslim and data.kind != "iran" and known
        if field == "posture":
            return data.non_muslim and subject not in (US, "Israel")
        if field in _MUSLIM:
            return data.muslim or bool(value)
        return True
    return _has(board, field)


def _has(board: Board, field: str, subject: str = "") -> bool:
    try:
        board.rules.facts.of(statements.say(field, subject=subject))
    except KeyError:
        return False
    return True


def _markers(board: Board) -> Iterable[str]:
    places: Iterable[str] = getattr(board.rules.facts.of(statements.say("marker")), "places", ())
    return places


def holds(board: Board, key: Key, value: Any) -> bool:
    """Whether the board agrees with what is seen."""
    subject, field = key
    if field.startswith(MARKER):
        name = field[len(MARKER) :]
        return (name in board.markers or any(name in c.markers for c in board.countries.values())) is value
    if field in PILE_FACTS:
        have = (*board.lapsing, *board.boxed) if field == "boxed" else getattr(board, field)
        if field == "removed":
            have = tuple(n for n in have if n not in board.left_out)
            value = tuple(n for n in value if n not in board.left_out)
        return _same_cards(have, value)
    if field == "plots":
        seen = statements.actual(board, statements.say("plots", value, subject))
        left = list(value)
        unknown = 0
        for v in seen:
            if v in left:
                left.remove(v)
            elif v == "?" and left:
                unknown += 1
            elif "?" in left:
                left.remove("?")
            else:
                return False
        return unknown == len(left)
    return statements.holds(board, statements.say(field, value, subject))


def _same_cards(have: tuple[int, ...], value: tuple[int, ...]) -> bool:
    missing = Counter(value) - Counter(n for n in have if n)
    more = Counter(n for n in have if n) - Counter(value)
    return not more and missing.total() == have.count(0)


def stated(board: Board, key: Key, value: Any) -> Statement | None:
    """What is seen as a statement that puts the board right; None for what no statement can."""
    subject, field = key
    if field.startswith(MARKER):
        return statements.say("marker" if value else "no marker", field[len(MARKER) :])
    if field == "boxed":
        return None
    if field in PILE_FACTS:
        missing = tuple((Counter(value) - Counter(getattr(board, field))).elements())
        return statements.say(field, missing) if missing else None
    if (field, value) == ("posture", ""):
        return statements.say("governance", 0, subject)
    return statements.say(field, value, subject)


class Target:
    """What was seen at one moment, as far as it applies to a board."""

    def __init__(self, board: Board, sight: Sight, *, without: Iterable[str] = ()) -> None:
        left_out = set(without)
        self.by_subject: dict[str, dict[Key, Any]] = {}
        for key, value in sight.items():
            if key[1] not in left_out and applies(board, key, value, sight):
                self.by_subject.setdefault(key[0], {})[key] = value

    def wrong(self, board: Board, subjects: Iterable[str] | None = None) -> dict[Key, Any]:
        """What the board has otherwise, in all or in some places."""
        found: dict[Key, Any] = {}
        for subject in self.by_subject if subjects is None else subjects:
            seen = self.by_subject.get(subject, {})
            found.update({key: value for key, value in seen.items() if not holds(board, key, value)})
        return found

    def statements(self, board: Board, wrong: dict[Key, Any]) -> Iterator[Statement]:
        """What puts the board right; both states of Cells where one is wrong, so that none is taken from the other."""
        done: set[Key] = set()
        for key, value in wrong.items():
            keys = [(key, value)]
            if key[1] in ("sleepers", "actives"):
                keys = [((key[0], f), self.by_subject[key[0]][key[0], f]) for f in ("sleepers", "actives")]
            if key[1] in ("governance", "alignment"):
                both = ((key[0], f) for f in ("governance", "alignment"))
                keys = [(k, self.by_subject[k[0]][k]) for k in both if k in self.by_subject[k[0]]]
            for k, v in keys:
                said = stated(board, k, v) if k not in done else None
                done.add(k)
                if said is not None:
                    yield said
