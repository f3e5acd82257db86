"""The next question by the clock on the board.

It is for the time when no play has begun.
"""

from __future__ import annotations

from referee.editions.base import scenario_choices, turn
from referee.engine.law.line import LineHead
from referee.engine.law.question import Choice, InputKind, Question
from referee.engine.law.requirement import Failure
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.hands import cards_of, top_of
from referee.engine.state.words import numbered, sentence, the_side

NO_CARD = {
    "hold": ("US", "Keep the last card"),
    "cadre": ("J", "Take a Cadre off"),
    "turn-in": ("", "Turn a marker in"),
}
"""Kinds of line in place of a card, each with its side, "" for either, and its words."""


DUE = ("choices", "resolve")
"""Kinds of line without a choice of the players."""


def without_card(b: Board, kind: str) -> LineHead:
    """A line in place of a card, for its own side."""
    return LineHead(kind, NO_CARD[kind][0] or b.side)


def due(b: Board) -> LineHead | None:
    """The next line if it is no choice of the players."""
    if b.winner:
        return None
    if b.recall(scenario_choices.DUE) is not None:
        return LineHead("choices")
    if b.stage == "plots" and q.plots_on_map(b):
        return LineHead("resolve")
    return None


def deal_due(b: Board) -> bool:
    """Whether cards of a turn come that nothing has been played of."""
    return due(b) is None and b.stage == "action" and not turn.begun(b) and not b.winner


def card(b: Board) -> Question:
    """Which card is played, or what comes instead."""
    if b.winner or b.stage == "over":
        won = f"{the_side(b.winner)} has won"
        rule = f" ({numbered(b.victory_rule)})" if b.victory_rule else ""
        return Question(InputKind.OVER, f"The game is over: {won}{rule}.", "undo takes back the last play, quit ends")
    if b.stage == "end":
        return Question(InputKind.END, "No more plays: the turn ends.", enter="end of turn")
    if b.stage == "plots":
        return Question(InputKind.CARD, "No Plot is left to resolve. Which card comes next?")
    hand = cards_of(b, b.side)
    count = f"{b.played + 1} of 2" + ("" if hand is None else f", {len(hand)} in hand")
    known = [*top_of(b, b.side)[:1]] or [n for n in hand or () if n]
    choices = [Choice(n, str(n), (str(n),), b.cards[n].title if n in b.cards else str(n)) for n in known]
    if b.side in b.rules.guides:
        who = b.rules.seats[b.side].who
        return Question(InputKind.CARD, f"Which card does {who} turn over ({count})?", choices=choices)
    hint = "its number, such as 43; 43+R adds all Reserves"
    if b.side == "US" and b.hand_us == 1:
        hint += "; hold keeps the last card"
    return Question(InputKind.CARD, f"Which card does {the_side(b.side)} play ({count})?", hint, choices)


def waits() -> Question:
    """Whether a line is written that breaks a rule."""
    return Question(InputKind.ANYWAY, "Record it anyway?", "! records it, undo takes the last answer back")


def dead(failures: tuple[Failure, ...]) -> Question:
    """A play that leads nowhere."""
    why = " ".join(sentence(f.message) + (f" ({f.rule})" if f.rule else "") for f in failures)
    said = why or "Nothing legal is left to choose."
    return Question(InputKind.DEAD, said, "undo takes back the last answer; a whole line after ! is written as it is")
