"""Findings on misspelt names that a reader corrected."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.record.findings import MISSPELT, Finding, Fix, Respelling
from referee.engine.state.script import Action

READING = "notation"
"""The substitute for a rule if a line deviates from the notation."""


def findings_of(actions: Iterable[tuple[Action, str]]) -> list[Finding]:
    """Return a slip of the pen for each misspelt name of some lines with their ids."""
    return [found for action, number in actions if action.misspelt for found in of_line(action, number)]


def of_line(action: Action, number: str = "") -> list[Finding]:
    """Return the misspelt names of one line."""
    from referee.engine.explaining.slips.declared import BY_ID  # most records have no such line

    slip = BY_ID[MISSPELT]
    return [
        Finding(
            "slip",
            READING,
            slip.sentence.format(written=m.written, meant=m.meant),
            m.place,
            id=number,
            reason=f"no name is spelt so, and only {m.meant} is spelt nearly so",
            instead=Fix((Respelling(m.place, m.meant),), "certain" if m.wrong == 1 else "likely"),
            slip=slip.id,
        )
        for m in action.misspelt
    ]
