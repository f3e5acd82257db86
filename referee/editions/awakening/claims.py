"""The rules of false claims in The Awakening (chapter 11).

They give the rule of a finding on a false claim about the additions of The Awakening.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from referee.editions.awakening import state
from referee.editions.awakening.changes import KINDS
from referee.editions.base import claims as base
from referee.editions.base import turn
from referee.engine.record.claims import Claim
from referee.engine.state import queries as q
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import ClaimRules
from referee.engine.state.tables import read_toml

OWN: dict[tuple[str, str], str] = {
    ("woi", "awakening"): "11.1.5",
    ("woi", "reaction"): "11.1.5",
    ("woi", "militia"): "11.2.8",
    ("woi", "civil war"): "11.2.7",
    ("disrupt", "militia"): "11.2.4",
    ("jihad", "awakening"): "11.1.5",
    ("jihad", "reaction"): "11.1.5",
    ("jihad", "militia"): "11.2.8",
    ("jihad", "civil war"): "11.2.7",
    ("jihad", "caliphate"): "11.3.8.1",
    ("jihad", "caliphate capital"): "11.3.8",
    ("jihad", "wmd"): "11.3.1",
    ("event", "caliphate"): "11.3.8.1",
    ("event", "caliphate capital"): "11.3.8",
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
"""Rules of chapter 11 for claims of changes that did not happen."""
RULE_OF_CLAIM: dict[tuple[str, str], str] = {**base.RULE_OF_CLAIM, **OWN}
_TOUCH_PRESTIGE = frozenset({"disrupt", "jihad", "resolve"})
_BRINGS_CONVERGENCE = frozenset({"woi", "jihad", "resolve"})


def _by_militia(c: Claim) -> bool:
    """Whether a claim moves Prestige as Troops would, for Militia alone (11.2.4)."""
    b, value, before = c.play.board, c.statement.value, c.before()
    if c.segment is None or not (value > before if c.use == "disrupt" else value < before):
        return False
    went = {change.subject for change in c.play.journal.changes[c.since :] if change.kind is Kind.MILITIA}
    here = {name for item in c.segment.items for name in item.countries() if name in b.countries}
    return any((state.space(b, name).militia or name in went) and not q.troops(b, name) for name in here)


def _in_the_box(c: Claim) -> bool:
    """Whether an event has turned over a Plot now boxed (11.3.2).

    It waits in the Resolve Plots box.
    """
    return c.use == "event" and any(change.kind is Kind.RESOLVED_PLOT for change in c.play.journal.changes[c.since :])


def _disengaged(c: Claim) -> int:
    """Number of markers of this kind removed with another Governance (11.1.5)."""
    here = c.statement.subject, c.statement.field
    gone = [ch for ch in c.play.journal.changes[c.since :] if ch.rule == "11.1.5"]
    return sum(before - after for ch in gone for place, name, before, after in ch.writes if (place, name) == here)


MOST_FUNDING = 9
OF_NIGERIA = ("governance", "alignment")
"""Properties of non-Muslim Nigeria, fixed by its two sides (11.3.3.3)."""


def _only_new_cells(board: Board) -> bool:
    """Whether only new Cells remain to Recruit, with Funding too low (11.3.7)."""
    return bool(state.new_cells(board)) and board.funding < MOST_FUNDING and not q.available_cells(board)


def claimed_rule(c: Claim) -> str:
    """The rule of a claim, where it depends on the claimed value.

    Such a claim has a marker that cannot be there, or takes away all of them.
    """
    s = c.statement
    if s.field == "prestige" and c.use in _TOUCH_PRESTIGE and _by_militia(c):
        return "11.2.4"
    if s.field == "available" and _in_the_box(c):
        return "11.3.2"
    if s.subject == "Nigeria" and s.field in OF_NIGERIA and s.value and not c.play.board[s.subject].data.muslim:
        return "11.3.3.3"
    if c.use == "recruit" and s.field in ("cells", "sleepers") and _only_new_cells(c.play.board):
        return "11.3.7"
    if s.field == "hand US" and c.use == "end" and (rule := turn.deal_rule(c.play.board, "US")):
        return rule
    return _of_markers(c) if s.field in KINDS and s.subject else base.claimed_rule(c)


def _of_markers(c: Claim) -> str:
    """The rule of impossible or completely removed Awakening and Reaction markers (11.1)."""
    s = c.statement
    before, now = c.before(), statements.actual(c.play.board, s)
    if s.value > before and not state.may_be_marked(c.play.board, s.subject):
        closed = state.event_bar(c.play.board, s.subject) if state.may_lie(c.play.board, s.subject) else None
        return closed[0] if closed else "11.1.4"
    if (gone := _disengaged(c)) and s.value == now + gone:
        return "11.1.5"
    if s.value > before and now == before and c.use in _BRINGS_CONVERGENCE:
        return "11.1.8"
    if not s.value and now == before > 1 and c.use in _BRINGS_CONVERGENCE:
        there = state.space(c.play.board, s.subject)
        return "11.1.3" if there.awakening == there.reaction else "11.1.6"
    return ""


def missed_rule(c: Claim) -> str:
    """The rule of a missing change: chapter 11, then the base game."""
    return OWN.get((c.use, c.statement.field)) or base.missed_rule(c)


@cache
def reasons() -> Mapping[str, str]:
    """Reasons for results, by rule, chapter 11 included."""
    place = Path(__file__).parent / "data" / "reasons.toml"
    return {**base.reasons(), **read_toml(place)}


BEFORE = ClaimRules(
    base.RULE_OF_CLAIM,
    base.claimed_rule,
    base.missed_rule,
    base.beyond,
    base.further_rules,
    base.open_to_dice,
    reasons,
    base.event_in_short,
    base.title_of,
)
"""Claims of the first Campaign deck, before chapter 11 is in force."""
CLAIMS = ClaimRules(
    RULE_OF_CLAIM,
    claimed_rule,
    missed_rule,
    base.beyond,
    base.further_rules,
    base.open_to_dice,
    reasons,
    base.event_in_short,
    base.title_of,
)
