"""The Jihadist Bot as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.editions.base.card_play import Rest
from referee.editions.base.card_uses import Further
from referee.editions.solo.jihadist_bot import cancels, ideology, reserves, victory
from referee.editions.solo.jihadist_bot.events import INSTRUCTIONS
from referee.editions.solo.jihadist_bot.guide import GuideOf
from referee.editions.solo.jihadist_bot.radicalize import left_over, radicalize
from referee.editions.solo.jihadist_bot.sheet import SHEET
from referee.editions.solo.ruleset import System
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.ruleset import Ruleset

WHOLE = replace(SHEET, instructions=INSTRUCTIONS)
"""The sheets with the Event Instructions Table."""
SOURCES = frozenset({"12.0", "12.3.4", "12.4", "12.4.1", "12.4.3", "12.4.4", "12.5"})
REASONS = {
    "12.4.4": "The Jihadist Bot keeps its Reserves when a turn ends, and spends only what its dice and Cells take."
}
"""Why a result of the Bot is as it is, by rule."""
_ROOMS = (cancels, ideology, reserves)
"""Modules whose sources are armed: imported, they are registered."""


@q.modifies("operations that are left over", "12.4.3")
def _left_over(board: Board, side: str, found: Rest | None) -> Rest | None:
    """Reserves are used as they are needed, and what is left of a card is Radicalization (12.4.3, 12.4.4)."""
    return Rest("12.4.4", left_over) if side == "J" else found


@q.modifies("further uses", "12.4.3")
def _radicalize(board: Board, play: tuple[str, tuple[int, ...]], found: Mapping[str, Further]) -> Mapping[str, Further]:
    """A card that allows no Operation is used for Radicalization alone (12.4.3)."""
    return {**found, "radicalize": radicalize} if play[0] == "J" else found


def wrap(rules: Ruleset) -> Ruleset:
    """How the game is won, Zakat, and the rule of Radicalization."""
    made = victory.with_zakat(victory.end_of(rules))
    before = made.claims
    return made.but(
        rule_of_use={**made.rule_of_use, "radicalize": "12.4.3"},
        claims=replace(
            before,
            by_use={**before.by_use, ("end", "reserves J"): "12.4.4"},
            reasons=lambda: {**before.reasons(), **REASONS},
        ),
    )


SYSTEM = System(
    "J",
    SOURCES,
    lambda rules, options: GuideOf(options),
    12,
    "The Jihadist Bot",
    "editions/solo/jihadist_bot/data",
    wrap,
)
