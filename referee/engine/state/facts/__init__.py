"""Facts: one object for each kind of thing on the table.

A game has a list of them. Statements, set-up, claims, checkpoints, counts, the position as text and as data, and the
report go through this list, which belongs to the ruleset.
"""

from __future__ import annotations

from referee.engine.state.facts.fact import NOWHERE, Bar, Fact, Facts, Problem, StatementWriter
from referee.engine.state.facts.form import Shape, StatementForm

__all__ = ["NOWHERE", "Bar", "Fact", "Facts", "Problem", "Shape", "StatementForm", "StatementWriter"]
