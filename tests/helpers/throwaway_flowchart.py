"""A made-up flowchart for the Jihadist.

He Recruits, Travels and uses up his card.

Rule 99.7 is the sheet: Recruit and Travel go where most Cells are, and equal countries are left to a die. Rule 99.6 says
that a card is used up: Reserves are spent as needed, and what is left Travels one Cell, then goes to the Reserves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.editions.base.card_play import LeftoverUse
from referee.editions.base.card_uses import FurtherUse
from referee.editions.base.operations import recruit, travel
from referee.editions.base.queries import Queries
from referee.editions.base.ruleset import BASE
from referee.engine.law.ask import Ask, Field
from referee.engine.law.flowchart import Seat
from referee.engine.law.guidance import Guidance, Stop
from referee.engine.law.play import Play
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import modifies

SHEET, USED_UP = "99.7", "99.6"
STEPS = ("travel", "recruit", "reserves")


def use_up(play: Play, side: str, card_value: int, spent: int) -> None:
    """Spend what is left of a card."""
    left = card_value - spent
    while left > 0:
        with play.segment("radicalize", side=side, cause=Usage("radicalize"), rule=USED_UP):
            step = play.ask(Field.STEP, STEPS, rule=USED_UP, left=left, value=card_value)
            if step == "travel":
                travel.travel(play, Terms(1))
                left -= play.spent
            elif step == "recruit":
                recruit.recruit(play, Terms(1))
                left -= play.spent
            else:
                play.add_reserves(side, left, rule=USED_UP)
                left = 0


def _all_of_it(play: Play, side: str, cards: tuple[int, ...]) -> None:
    use_up(play, side, play.board.cards[cards[0]].ops, 0)


@modifies(Queries.OPERATIONS_THAT_ARE_LEFT_OVER, USED_UP)
def _as_needed(board: Board, side: str, value: LeftoverUse | None) -> LeftoverUse | None:
    return LeftoverUse(USED_UP, use_up) if side == "J" else value


@modifies(Queries.FURTHER_USES, USED_UP)
def _radicalize(
    board: Board, of: tuple[str, tuple[int, ...]], value: Mapping[str, FurtherUse]
) -> Mapping[str, FurtherUse]:
    side, _ = of
    return {**value, "radicalize": _all_of_it} if side == "J" else value


@modifies(Queries.TRIGGER_IGNORED, USED_UP)
def _ignored(board: Board, card: int, value: bool) -> bool:
    return board.cards[card].side == "US" or value


@dataclass(frozen=True, slots=True)
class Fullest:
    """The sheet: a country with most Cells.

    ``sure`` says whether any side can be held to it.
    """

    sure: bool = True

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        b = play.board
        if ask.side != "J" or ask.address.segment.name == "event":
            return None
        if ask.field == Field.STEP:
            due = "travel" if ask.context["left"] == ask.context["value"] else "reserves"
            return self._said("L1", "the whole card is left", "yes" if due == "travel" else "no", (due,))
        if ask.field in (Field.WHERE, Field.FROM) and ask.address.segment.name in ("op", "radicalize"):
            legal = ask.options()
            most = max((q.cells(b, n) for n in legal), default=0)
            return self._said("R1", "most Cells", "", tuple(n for n in legal if q.cells(b, n) == most), drawn=True)
        return None

    def _said(self, box: str, words: str, answer: str, due: tuple[Any, ...], *, drawn: bool = False) -> Guidance:
        left = () if answer else due
        stop = Stop(box, SHEET, words, answer, left, self.sure)
        return Guidance(due, SHEET, (stop,), drawn, goes_by="the sheet")

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        return 1

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        return None

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        return None if so_far == 0 or ask.address.segment.name == "event" else False


SHEET_SEAT = Seat("The sheet", "the sheet", 9)
"""Who plays by the throw-away flowchart."""


def guided(name: str = "flowchart", *, sure: bool = True) -> Ruleset:
    """The base game with this flowchart for the Jihadist."""
    return BASE.but(
        name=name, armed=BASE.armed | {SHEET, USED_UP}, guides={"J": Fullest(sure)}, seats={"J": SHEET_SEAT}
    )
