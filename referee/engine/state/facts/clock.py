"""The clock: side, Action Phase and card of the current play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.state.facts.fact import Fact, Problem, StatementWriter, Where, keep
from referee.engine.state.script import Statement
from referee.engine.state.words import the_side

if TYPE_CHECKING:
    from referee.engine.state.board import Board


CLOCK = frozenset((("", "clock"),))
"""The clock as one field, which a partly known position may leave open."""


class ClockFact(Fact):
    """A fact of the clock, known or unknown as a whole."""

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        return CLOCK


STATED = "phase that is stated"
"""Name of the note that the record states a phase, by index."""


class Phase(ClockFact):
    """Side and number of the Action Phase."""

    def actual(self, board: Board, s: Statement) -> Any:
        return board.side, board.phase

    def words(self, value: Any) -> str:
        return f"{value[0]} {value[1]}"

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ((board.side, board.phase),)

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        keep(found, "clock.side", board.side)
        keep(found, "clock.phase", board.phase)

    def cells(self, board: Board, subject: str) -> None:
        return None

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        w.write("phase", (b, "side", s.value[0]), (b, "phase", s.value[1]), (b, "stage", "action"), note=s.text)
        self.learn(w, s)

    def learn(self, w: StatementWriter, s: Statement) -> None:
        """Note that the record states the phase."""
        w.play.remember(STATED, w.play.board.phases, rule="5.2.2")

    def problems(self, board: Board) -> Iterator[Problem]:
        if board.phase < 1:
            yield Problem("5.2.2", "Action Phases are counted from 1", "", (self.name,))


class CardOfPhase(ClockFact):
    """The number of the next card in the Action Phase."""

    def actual(self, board: Board, s: Statement) -> Any:
        return board.played + 1

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (board.played + 1,)

    def plain(self, board: Board) -> Any:
        return board.played + 1

    def cells(self, board: Board, subject: str) -> None:
        return None

    def write(self, w: StatementWriter, s: Statement) -> None:
        w.write(self.name, (w.play.board, "played", s.value - 1), note=s.text)

    def problems(self, board: Board) -> Iterator[Problem]:
        if not 0 <= board.played <= (1 if board.stage == "action" else 2):
            message = f"an Action Phase has two cards; the position has card {board.played + 1}"
            yield Problem("5.2.2", message, "", (self.name,))


class StageFact(ClockFact):
    """The stage of the turn: action, plots, end or over."""

    stated: tuple[str, ...] = ("plots", "end")

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (board.stage,) if board.stage in self.stated else ()


class SecondCard(ClockFact):
    """The card that decides the second card of this Action Phase.

    It is 0 for none; an event keeps it under its name.
    """

    def ruling(self, board: Board) -> int:
        card, phase = board.recall(self.name) or (0, 0)
        return int(card) if phase == board.phases else 0

    def actual(self, board: Board, s: Statement) -> Any:
        return self.ruling(board)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        card = self.ruling(board)
        return (card,) if card and board.stage == "action" else ()

    def cells(self, board: Board, subject: str) -> None:
        return None

    def write(self, w: StatementWriter, s: Statement) -> None:
        w.play.remember(self.name, (s.value, w.play.board.phases), rule=w.rule)
        w.play.takes_effect(s.value)


class Winner(Fact):
    """The winning side: found by the rules, never written by a statement."""

    by_rules: ClassVar[bool] = True
    derived: bool = False

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        """Return all unknown fields, since a victory depends on them."""
        return board.unknown

    def defining_rule(self, board: Board, s: Statement) -> str:
        """The rule of the victory, or that of the stated side's goals."""
        return board.victory_rule or next((g.rule for g in board.rules.goals if g.side == s.value), self.rule)

    def write(self, w: StatementWriter, s: Statement) -> None:
        """Write nothing: the winner follows from the board."""

    def apart(self, board: Board, s: Statement) -> str:
        other = f"{the_side(board.winner)} has won"
        other += "" if board.winner else " yet"
        return f"that {the_side(s.value)} wins; {other}"

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ()

    def plain(self, board: Board) -> Any:
        return board.winner or None
