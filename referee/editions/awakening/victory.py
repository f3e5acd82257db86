"""Victory in scenarios with rules of their own.

They are Assad Alone, and the Campaign by points (2.1, 2.3, 3.1).
"""

from __future__ import annotations

from referee.editions.base import victory as base
from referee.editions.base.moments import Moments
from referee.engine.law.line import TurnStep
from referee.engine.law.play import Play
from referee.engine.state.board import ADVERSARY, ALLY, NEUTRAL, Board
from referee.engine.state.data import GOOD, ISLAMIST_RULE
from referee.engine.state.journal import Change, Kind
from referee.engine.state.ruleset import Option, OptionKind
from referee.engine.state.seams import on

DRAW = "draw"
"""Instead of a winner: the game is over without one."""

# -------------------------------------------------------------------- Assad Alone

TURNS = 2
"""Turns that Assad Alone lasts."""
NOT_PICKED = 76
"""Cards outside the 40 of the scenario and not removed by it."""
OVERTIME = "overtime"


def syria(play: Play) -> None:
    """Let Syria decide Assad Alone after two turns (3.1).

    In overtime Syria is Neutral, and the other cards come in. No hand is dealt before: the game is over, or the deal
    needs those cards.
    """
    b = play.board
    c = b["Syria"]
    if b.turn != TURNS:
        return
    if c.governance == GOOD:
        play.declare("US", "3.1", "Syria is Good after two turns")
    elif c.governance == ISLAMIST_RULE:
        play.declare("J", "3.1", "Syria is under Islamist Rule after two turns")
    elif OVERTIME in b.options:
        play.set_alignment("Syria", NEUTRAL, rule="3.1")
        seen = b.sighted.refilled(play.journal.mark())
        play.write(
            Kind.DECK, "the cards that were not picked", "3.1", (b, "deck", b.deck + NOT_PICKED), (b, "sighted", seen)
        )
    else:
        play.declare(DRAW, "3.1", "Syria is neither Good nor under Islamist Rule after two turns")


def overtime(play: Play) -> None:
    """Let Syria's Alignment decide at the end of an overtime turn (3.1)."""
    b = play.board
    c = b["Syria"]
    if b.turn <= TURNS:
        return
    if c.alignment == ALLY and c.regime_change != "green":
        play.declare("US", "3.1", "Syria is an Ally without a green Regime Change marker")
    elif c.alignment == ADVERSARY:
        play.declare("J", "3.1", "Syria is an Adversary")


SYRIA_DECIDES = TurnStep("syria", "3.1", syria, "Syria")
IN_OVERTIME = TurnStep("overtime", "3.1", overtime, "Overtime")


def result_without_cards(board: Board) -> tuple[str, str, str]:
    """The result of Assad Alone when its cards run out too early (3.1)."""
    return DRAW, "3.1", "the cards have run out, and Syria has not decided the game"


# -------------------------------------------------------------------- the Campaign by points

POINTS = "campaign-points"
SCORED = "campaign points"
"""Key of the note of conditions reached, by side."""


@on(Moments.VICTORY, POINTS)
def _scored(play: Play, winner: str, rule: str, change: Change | None) -> bool:
    """Score a condition once and go on, in a game by points (3.1)."""
    b = play.board
    if POINTS not in b.options or b.reshuffles >= b.decks:  # the last deck is spent: the game ends (5.3.1)
        return False
    reached = [(winner, rule)] if change is None else []
    reached += [(g.side, f"{n}") for n, g in enumerate(b.rules.goals) if change is not None and g.reached(b, change)]
    before = b.recall(SCORED) or ()
    new = tuple(point for point in reached if point not in before)
    if new:
        play.remember(SCORED, (*before, *new), rule="3.1")
    return True


def by_points(board: Board) -> tuple[str, str, str]:
    """The winner by points, and at a tie by Resources (2.3, 3.1)."""
    if POINTS not in board.options:
        return base.at_the_end(board)
    points = [side for side, _ in board.recall(SCORED) or ()]
    us, jihadist = points.count("US"), points.count("J")
    if us == jihadist:
        return base.at_the_end(board)
    return (
        ("US" if us > jihadist else "J"),
        "3.1",
        f"the US has reached {us} of its three goals, the Jihadist {jihadist}",
    )


OF_ASSAD = {
    OVERTIME: Option(
        "3.1",
        "a game of Assad Alone that Syria has not decided after two turns is a draw",
        "it goes on: Syria becomes Neutral, and its Alignment decides from the third turn on",
        OptionKind.OPTIONAL,
    ),
}
OF_CAMPAIGN = {
    POINTS: Option(
        "3.1",
        "the Campaign ends when a side wins",
        "the Campaign goes on to its end, and each goal that a side reaches on the way is a point",
        OptionKind.OPTIONAL,
    ),
}
