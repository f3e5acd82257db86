"""The journal: every change of the board, and its replay.

The board changes in no other way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from referee.engine.state.cause import Path
from referee.engine.state.plain import plain_dataclass

if TYPE_CHECKING:
    from referee.engine.state.board import Board


class Kind(StrEnum):
    """The kind of a change of the board."""

    __hash__ = str.__hash__  # looked up often, and as fast as the plain string

    ACTIVATE = "activate"
    ADVISORS = "advisors"
    AID = "aid"
    ALIGNMENT = "alignment"
    AMENDMENT = "amendment"
    ARSENAL = "arsenal"
    AWAKENING = "awakening"
    BESIEGED = "besieged"
    CADRE = "cadre"
    CALIPHATE = "caliphate"
    CARD = "card"
    CIVIL_WAR = "civil war"
    CLOCK = "clock"
    CORRECTION = "correction"
    COUNTRY = "country"
    DEAL = "deal"
    DECK = "deck"
    DRAW = "draw"
    FUNDING = "funding"
    GOVERNANCE = "governance"
    HAND = "hand"
    LAPSE = "lapse"
    LOOK_BACK = "look-back"
    MARKER = "marker"
    MILITIA = "militia"
    MOVE_TROOPS = "move troops"
    NEW_CELLS = "new cells"
    NOTE = "note"
    OBLIGATION = "obligation"
    OFF_MAP = "off map"
    PLACE_CELLS = "place cells"
    PLACE_PLOT = "place plot"
    PLOT_FACE_DOWN = "plot face down"
    PLOTS = "plots"
    POSTURE = "posture"
    PRESTIGE = "prestige"
    REACTION = "reaction"
    REGIME_CHANGE = "regime change"
    REMOVE_CELL = "remove cell"
    REMOVE_PLOT = "remove plot"
    REMOVE_SADR = "remove sadr"
    RESERVES = "reserves"
    RESOLVED_PLOT = "resolved plot"
    RESHUFFLE = "reshuffle"
    REVEAL_PLOT = "reveal plot"
    RULESET = "ruleset"
    SET_UP = "set-up"
    SLEEP = "sleep"
    TAG = "tag"
    TEST = "test"
    TOLD = "told"
    TRAVEL = "travel"
    VICTORY = "victory"
    WMD = "wmd"


Write = tuple[str, str, Any, Any]
"""Place (a country, "" for the board itself), field, value before, value after."""


@plain_dataclass(eq=False)
class Change:
    """One named change of the board with its rule and cause."""

    kind: Kind
    subject: str
    """The changed country or track."""
    writes: tuple[Write, ...]
    rule: str
    """The deciding rule, or the card whose event decides: "card 17"."""
    cause: Path
    """The path from the line down to the card or the use that acted."""
    note: str = ""
    attached: bool = False
    """Whether a rule attaches it to another change, without a choice."""
    touches: str = ""
    """The paragraph on the thing that a card's event (``rule``) changed.

    It is "" for any other change.
    """
    decides: bool = False
    """Whether it may bring about a victory (2.1)."""


@plain_dataclass(eq=False)
class Calculation(Change):
    """A procedure's remark on its reckoning; it writes nothing to the board.

    ``subject`` is the heading of the changes after it, ``note`` the sentence, "" for the heading alone.
    """

    roll: Any = None
    """The roll before it, or None."""


def take_back(change: Change, board: Board) -> None:
    """Undo a change, on the board after it."""
    for place, name, before, _ in reversed(change.writes):
        setattr(board.countries[place] if place else board, name, before)


def carry_out(change: Change, board: Board) -> None:
    """Make a change again, on the earlier board or its copy."""
    for place, name, _, after in change.writes:
        setattr(board.countries[place] if place else board, name, after)


class Journal:
    """The changes of a board; they can be undone to any mark."""

    __slots__ = ("_looked_at", "board", "changes")

    def __init__(self, board: Board, changes: Iterable[Change] = ()) -> None:
        self.board = board
        self.changes: list[Change] = list(changes)
        self._looked_at: dict[Hashable, tuple[int, Change, Change | None]] = {}

    def mark(self) -> int:
        """A mark to which :meth:`undo_to` returns."""
        return len(self.changes)

    def record(
        self,
        kind: Kind,
        subject: str,
        rule: str,
        cause: Path,
        writes: tuple[tuple[Any, str, Any], ...],
        note: str = "",
        *,
        attached: bool = False,
        touches: str = "",
    ) -> Change | None:
        """Write fields of the board or its countries; keep old values.

        Returns None if nothing differs.
        """
        done = []
        for target, name, value in writes:
            before = getattr(target, name)
            if before != value:
                done.append((target.place, name, before, value))
                setattr(target, name, value)
        if not done:
            return None
        change = Change(kind, subject, tuple(done), rule, cause, note, attached, touches)
        self.changes.append(change)
        return change

    def undo_to(self, mark: int) -> None:
        """Undo every change made since ``mark``."""
        changes, board = self.changes, self.board
        while len(changes) > mark:
            take_back(changes.pop(), board)

    def latest(self, before: int, about: Hashable, fits: Callable[[Change], bool]) -> Change | None:
        """Return the last change before a mark that fits.

        Each change about the same thing is tested once.
        """
        end, last, found = self._looked_at.get(about, (0, None, None))
        if end > before or (end and self.changes[end - 1] is not last):  # undone meanwhile
            end, found = 0, None
        found = next((c for c in reversed(self.changes[end:before]) if fits(c)), found)
        if before:
            self._looked_at[about] = before, self.changes[before - 1], found
        return found

    def restore(self, changes: list[Change]) -> None:
        """Repeat changes that were made at this very position."""
        for change in changes:
            carry_out(change, self.board)
        self.changes += changes

    def net(self, mark: int) -> tuple[tuple[str, str, Any], ...]:
        """Return the differences from the position at ``mark``.

        Equal for two ways to the same position.
        """
        first: dict[tuple[str, str], Any] = {}
        last: dict[tuple[str, str], Any] = {}
        for change in self.changes[mark:]:
            for place, name, before, after in change.writes:
                first.setdefault((place, name), before)
                last[place, name] = after
        return tuple(sorted(((k[0], k[1], repr(v)) for k, v in last.items() if first[k] != v)))
