"""What is wanted next, by the clock on the board and by where a play has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.editions.base import scenario_choices, turn
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.game import Game
from referee.engine.hands import cards_of, top_of
from referee.engine.line import Line
from referee.engine.names import plain
from referee.engine.requirement import Failure
from referee.engine.tables.prompt import Open
from referee.engine.words import numbered, sentence
from referee.play.recording import questions
from referee.play.recording.questions import Choice, Question

if TYPE_CHECKING:
    from referee.play.recording.book import Book
    from referee.play.recording.draft import Draft


_LEAD = {"choices": "Set-up by the Jihadist. ", "resolve": "Plots are resolved. ", "end": "The turn ends. "}
"""What stands in front of the questions of a line that nobody called for."""


def due(b: Board) -> Line | None:
    """The line that comes now whatever the players want, if there is one."""
    if b.winner:
        return None
    if b.recall(scenario_choices.DUE) is not None:
        return Line("choices")
    if b.stage == "plots" and q.plots_on_map(b):
        return Line("resolve")
    return None


def deal_due(game: Game) -> bool:
    """Whether cards of a turn come that nothing has been played of."""
    b = game.board
    return due(b) is None and b.stage == "action" and not turn.begun(b) and not b.winner


def card(b: Board) -> Question:
    """Which card is played, or what comes instead."""
    if b.winner or b.stage == "over":
        won = f"the {SIDE_NAMES[b.winner]} has won" if b.winner in SIDE_NAMES else "nobody has won"
        rule = f" ({numbered(b.victory_rule)})" if b.victory_rule else ""
        return Question(f"The game is over: {won}{rule}.", "undo takes back the last play, quit ends", kind="over")
    if b.stage == "end":
        return Question("All cards are played: the turn ends.", "", enter="end of turn", kind="end")
    if b.stage == "plots":
        return Question("No Plot is left to resolve. Which card comes next?", kind="card")
    who = SIDE_NAMES[b.side]
    hand = cards_of(b, b.side)
    left = "" if hand is None else f", {len(hand)} in hand"
    known = [*top_of(b, b.side)[:1]] or [n for n in hand or () if n]
    choices = [Choice(n, str(n), (str(n),), b.rules.card_name(n).removeprefix(f"{n} ")) for n in known]
    if b.side in b.rules.guides:
        return Question(
            f"Which card does {b.rules.seats[b.side].who} turn over ({b.played + 1} of 2{left})?",
            "",
            choices,
            kind="card",
        )
    hint = "its number, such as 43; 43+R adds all Reserves"
    if b.side == "US" and b.hand_us == 1:
        hint += "; hold keeps the last card"
    return Question(f"Which card does the {who} play ({b.played + 1} of 2{left})?", hint, choices, kind="card")


def dead(failures: tuple[Failure, ...]) -> Question:
    """A play that leads nowhere."""
    why = " ".join(sentence(f.message) + (f" ({f.rule})" if f.rule else "") for f in failures)
    said = why or "Nothing legal is left to choose."
    return Question(said, "undo takes back the last answer; a whole line after ! is written as it is", kind="dead")


def of(found: Open, book: Book, draft: Draft) -> Question:
    """The question that a play has come to."""
    if draft.bot:
        from referee.play.recording.seat import Asked

        assert isinstance(found, Asked)
        if found.n:
            return Question(sentence(found.said), "roll lets the referee roll", kind="dice", dice=found.n)
        choices = [Choice(i, name, (plain(name),)) for i, name in enumerate(found.names)]
        return Question(sentence(found.said), "", choices)
    asked = questions.of(found, book.game.board.rules, book.names, draft.line.side)
    asked.title = _LEAD.get(draft.line.kind, "") + asked.title
    return asked


def result(found: Open) -> Question:
    """What came of a roll whose dice nobody noted."""
    roll = found.roll
    assert roll is not None
    choices = []
    for dice in roll.cases():
        told = roll.told(roll.read(dice))
        choices.append(Choice(dice, told, (plain(told), told.casefold(), told.casefold().split()[-1])))
    return Question(f"What came of it: {roll.name}?", "as far as anybody remembers", choices, open=found)
