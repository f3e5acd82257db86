"""Which rule a claim goes by that is not so, for what The Awakening adds (chapter 11)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from referee.editions.awakening import state
from referee.editions.base import claims as base
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.claims import Claim
from referee.engine.ruleset import ClaimRules

RULE_OF_CLAIM: dict[tuple[str, str], str] = {
    **base.RULE_OF_CLAIM,
    ("woi", "awakening"): "11.1.5",
    ("woi", "reaction"): "11.1.6",
    ("woi", "militia"): "11.2.8",
    ("woi", "civil war"): "11.2.7",
    ("disrupt", "militia"): "11.2.4",
    ("jihad", "awakening"): "11.1.6",
    ("jihad", "reaction"): "11.1.5",
    ("jihad", "militia"): "11.2.8",
    ("jihad", "civil war"): "11.2.7",
    ("jihad", "caliphate"): "11.3.8.1",
    ("jihad", "caliphate capital"): "11.3.8",
    ("jihad", "wmd"): "11.3.1",
    ("alert", "prestige"): "11.3.1",
    ("alert", "resolved plots"): "11.3.2",
    ("alert", "available"): "11.3.2",
    ("resolve", "resolved plots"): "11.3.2",
    ("resolve", "available"): "11.3.2",
    ("resolve", "militia"): "11.2.6",
    **{(use, "side"): "11.3.3.3" for use in ("woi", "disrupt", "jihad", "travel", "resolve", "end")},
    ("resolve", "reaction"): "11.1.5",
    ("recruit", "new cells"): "11.3.7",
    ("travel", "actives"): "11.3.8.3",
    ("end", "funding"): "11.3.6",
    ("end", "prestige"): "11.3.6",
    ("end", "awakening"): "11.1.7",
    ("end", "reaction"): "11.1.7",
    ("end", "alignment"): "11.1.7",
    ("end", "governance"): "11.1.7",
    ("end", "militia"): "11.2.5",
    ("end", "troops"): "11.2.5",
    ("end", "cells"): "11.2.5",
    ("end", "sleepers"): "11.2.5",
    ("end", "actives"): "11.2.5",
    ("end", "cadre"): "11.2.5",
    ("end", "civil war"): "11.2.7",
    ("end", "resolved plots"): "11.3.2",
    ("end", "available"): "11.3.2",
    ("end", "off map"): "11.3.4",
    ("end", "militia track"): "11.2.9",
}
"""The rule that would have changed a thing, by use and field, for a claim about something that did not change."""


MOST_FUNDING = 9
OF_NIGERIA = ("governance", "alignment")


def claimed(c: Claim) -> str:
    """Claims whose rule depends on what was claimed; what non-Muslim Nigeria is goes by its two sides (11.3.3.3)."""
    s = c.statement
    if s.subject == "Nigeria" and s.field in OF_NIGERIA and not c.play.board[s.subject].data.muslim:
        return "11.3.3.3"
    if c.use == "recruit" and s.field in ("cells", "sleepers") and _only_new_cells(c.play.board):
        return "11.3.7"
    return base.claimed(c)


def _only_new_cells(board: Board) -> bool:
    """Whether nothing but new Cells could be Recruited, and Funding is too low for them (11.3.7)."""
    return bool(state.new_cells(board)) and board.funding < MOST_FUNDING and not q.available_cells(board)


@cache
def reasons() -> Mapping[str, str]:
    """Why a result is as it is, by rule, chapter 11 included."""
    place = files("referee.editions.awakening").joinpath("data", "reasons.toml")
    return {**base.reasons(), **tomllib.loads(place.read_text(encoding="utf-8"))}


CLAIMS = ClaimRules(RULE_OF_CLAIM, claimed, base.CLAIMS.missed, base.CLAIMS.beside, reasons)
