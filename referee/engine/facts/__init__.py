"""Facts: one object for each kind of thing on the table, and the list of those that are in force.

Statements, set-up, claims, checkpoints, counts, the position as text and as data, and the report go through this list.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.engine.facts.fact import NOWHERE, Bar, Fact, Facts, Problem, Writing
from referee.engine.facts.form import Form, Shape

_in_force: list[Facts] = []


def known() -> Facts:
    """Every fact that a record can speak of."""
    if not _in_force:
        from referee.editions.base.facts import FACTS

        _in_force.append(FACTS)
    return _in_force[-1]


@contextmanager
def using(facts: Facts) -> Iterator[Facts]:
    """Another list of facts for a while."""
    known()
    _in_force.append(facts)
    try:
        yield facts
    finally:
        _in_force.pop()


__all__ = ["NOWHERE", "Bar", "Fact", "Facts", "Form", "Problem", "Shape", "Writing", "known", "using"]
