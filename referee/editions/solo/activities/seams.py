"""The seams of the Jihadist Activities (9.1, 9.3 to 9.7).

They are the differences from a player's side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from referee.editions.base import card_uses, lines
from referee.editions.base.card_play import LeftoverUse
from referee.editions.base.moments import Moments
from referee.editions.base.operations import jihad, plot
from referee.editions.base.queries import Queries
from referee.editions.solo.activities import guide, radicalize, shia_mix
from referee.editions.solo.activities import measures as m
from referee.editions.solo.flowchart.guide import System
from referee.editions.solo.flowchart.seams import (
    RULE,
    doubled,
    goals_alone,
    least_good,
    never,
    triggers_nothing,
    use_up,
)
from referee.editions.solo.pile import BotPile, register
from referee.engine.law.play import Play
from referee.engine.law.requirement import add, waive
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import Card
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Statement
from referee.engine.state.seams import modifies, on
from referee.engine.state.words import plural

register(BotPile("J", "9.0", "9.2"))
use_up(
    "J",
    radicalize.RULE,
    LeftoverUse("9.4.1", radicalize.rest_of_card, reserves=False),
    {radicalize.NAME: radicalize.whole_card},
)

# ------------------------------------------------------------------ Plots and WMD (9.3.2, 9.3.3)


# the value of the card sets no limit
modifies(Queries.PLOT_LIMIT, "9.3.2")(lambda board, where, value: max(value, 9))
waive(plot.NUMBER_ALLOWED, "9.3.2", lambda b, o, c: True, "a random marker is placed, whatever the value of the card")

SET_ASIDE = "numbered Plots set aside"
NUMBERED = ("1", "2", "3")


def set_aside(board: Board) -> tuple[int, int, int]:
    """Number of Plot markers replaced by WMD, by number (9.3.3)."""
    found: tuple[int, int, int] = board.recall(SET_ASIDE) or (0, 0, 0)
    return found


modifies(Queries.NUMBERED_PLOTS_SET_ASIDE, "9.3.3")(lambda board, subject, value: set_aside(board))


def _swap_for_wmd(play: Play, at: int, by: int) -> None:
    """Move a numbered marker out of play (1) or back (-1)."""
    b = play.board
    numbered, aside = list(b.numbered), list(set_aside(b))
    numbered[at] -= by
    aside[at] += by
    value = NUMBERED[at]
    left = tuple(w for w in b.worlds if sum(v == value for _, v in w[0]) <= numbered[at])
    note = f"Plot {value} {'set aside for a WMD' if by > 0 else 'back to Available Plots'}"
    play.write(Kind.WMD, "Available Plots", "9.3.3", (b, "numbered", tuple(numbered)), (b, "worlds", left), note=note)
    play.remember(SET_ASIDE, tuple(aside), rule="9.3.3")


@on(Moments.WMD_AVAILABLE, "9.3.3")
def _replaces(play: Play, n: int) -> None:
    """Replace one of the lowest Available numbered markers per WMD."""
    for _ in range(n):
        at = next((i for i, v in enumerate(NUMBERED) if hidden.can_place(play.board, v)), None)
        if at is not None:
            _swap_for_wmd(play, at, 1)


@on(Moments.WMD_GONE, "9.3.3")
def _returns(play: Play) -> None:
    """Return the highest marker set aside, after a WMD is used."""
    at = next((i for i in (2, 1, 0) if set_aside(play.board)[i]), None)
    if at is not None:
        _swap_for_wmd(play, at, -1)


def _as_laid_out(play: Play, given: list[Statement]) -> None:
    """Set aside numbered markers for WMD in a stated position.

    They are those that the statements leave out, or the lowest.
    """
    b = play.board
    have, aside = b.numbered, set_aside(b)
    whole = tuple(n + k for n, k in zip(have, aside, strict=True))
    n = b.wmd_available
    box = next((s.value for s in given if s.field == "available"), None)
    stated = [*box, *(hidden.known(b, t.number) or "?" for t in b.tokens)] if box is not None else []
    numbered = tuple(stated.count(v) for v in NUMBERED)
    if n and sum(numbered) == sum(whole) - n and all(k <= most for k, most in zip(numbered, whole, strict=True)):
        for at, fewer in enumerate(now - then for now, then in zip(have, numbered, strict=True)):
            for _ in range(abs(fewer)):
                _swap_for_wmd(play, at, 1 if fewer > 0 else -1)
        return
    more = n - sum(aside)
    _replaces(play, max(0, more))
    for _ in range(-more):
        _returns(play)


OF_PLOTS = frozenset({"available", "wmd box", "arsenal", "wmd out", "plots"})
"""Statements of the places of Plot markers."""
on(Moments.SET_UP, "9.3.3")(_as_laid_out)


@on(Moments.PUT_RIGHT, "9.3.3")
def _corrected(play: Play, given: list[Statement]) -> None:
    if any(s.field in OF_PLOTS for s in given):
        _as_laid_out(play, given)


# ------------------------------------------------------------------ card play (9.4.1)


FATWA = 97
waive(
    lines.SECOND_OPERATION_J,
    "9.4.1",
    lambda b, o, c: o == 2 and FATWA in c["cards"],
    "after the Operation of this Unassociated Event comes one with the card",
)


triggers_nothing("J", "9.4.1", "a card that the Jihadist plays by the chart never brings a US Event")
never(Queries.CARDS_ARE_CHOSEN, "J", "9.4.1")
never(Queries.FIRST_PLOT, "J", "9.4.1")
add(
    card_uses.RESERVES_BY_CHOICE,
    "9.4.1",
    lambda b, o, c: c["reserves"] and c["player"] == "J",
    "a Jihadist that plays by the chart never uses Reserves",
    rule="9.4.1",
)


modifies(Queries.EVENT_BEFORE_THE_USE, "9.4.1")(
    lambda board, using, value: (
        "9.4.1" if using[0] == "J" and guide.unassociated_event_first(board, using[1]) else value
    )
)

modifies(Queries.COUNTRY_BY_DICE, shia_mix.RULE)(
    lambda board, side, value: shia_mix.country_by_table if side == "J" else value
)

# ------------------------------------------------------------------ ideology (9.7)


doubled(Queries.PLOTS_FOR_A_SUCCESS, "9.7", lambda board: m.at_level(board, "coherent"))
doubled(Queries.CELLS_FOR_A_SUCCESS, "9.7", lambda board: m.at_level(board, "attractive"))
waive(
    jihad.MAJOR_MARGIN,
    "9.7",
    lambda b, o, c: m.at_level(b, "potent") and q.cells(b, c["where"]) >= m.cells_needed(b, c["where"]),
    "with the Potent ideology three more Cells than Troops are enough",
)
add(
    card_uses.LAST_CARD,
    "9.7",
    lambda b, o, c: o in ("discard", "hold") and m.at_level(b, "infectious"),
    "with the Infectious ideology the US plays all its cards: none may be discarded or held",
    rule="9.7",
)


modifies(Queries.FAILED_JIHAD_COSTS_CELLS, "9.7")(
    lambda board, where, value: value and not m.at_level(board, "virulent")
)

# ------------------------------------------------------------------ victory (9.1)

Ending = Callable[[Board], tuple[str, str, str]]


def _at_the_end(before: Ending, board: Board) -> tuple[str, str, str]:
    """The winner when the last deck is spent.

    Too few Good Resources lose in any case.
    """
    needed = least_good(board)
    good = q.modified(Queries.GOOD_AT_THE_END, board, "", q.good_resources(board))
    if good < needed:
        return (
            "J",
            RULE,
            f"Good Resources {good} are fewer than the {needed} that a game of {plural(board.decks, 'deck')} asks for",
        )
    return before(board)


def alone(rules: Ruleset) -> Ruleset:
    """These rules with the victory of the game for one player."""
    return rules.but(
        rule_of_use={**rules.rule_of_use, "radicalize": "9.4.3"},
        goals=goals_alone(rules.goals),
        at_the_end=partial(_at_the_end, rules.at_the_end),
    )


# ------------------------------------------------------------------ the system

SOURCES = frozenset({"9.0", "9.3.2", "9.3.3", "9.4.1", "9.4.2", "9.4.2.1", "9.4.3", "9.7"})
"""Paragraphs of chapter 9 that act on the base game."""
SYSTEM = System(SOURCES, guide.ActivitiesGuide(), alone)

# ------------------------------------------------------------------ mini-decks (9.2)

ROTATION = None, "J", "US"
"""Owners of the cards of each pile, in drawing order."""
SOURCE = "9.2"


def in_rotation(shuffled: list[int], cards: Mapping[int, Card]) -> list[int]:
    """Shuffled cards as three piles give them, last drawn first."""
    piles = [[n for n in shuffled if cards[n].side == side] for side in ROTATION]
    drawn: list[int] = []
    while any(piles):
        drawn += [pile.pop() for pile in piles if pile]
    return drawn[::-1]


# the Jihadist hand is dealt whole before the US hand
modifies(Queries.A_WHOLE_HAND_AT_ONCE, SOURCE)(lambda board, subject, value: True)


def three_piles(rules: Ruleset) -> Ruleset:
    """These rules with the deck in three piles."""
    return rules.but(restacked=in_rotation, armed=rules.armed | {SOURCE})
