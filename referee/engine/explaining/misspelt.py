"""Findings on misspelt names that a reader corrected."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.record.findings import MISSPELT, Finding, Fix, Respelling
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Action

READING = "notation"
"""The substitute for a rule if a line deviates from the notation."""


def findings_of(actions: Iterable[tuple[Action, str]], rules: Ruleset) -> list[Finding]:
    """Return a slip for each misspelt name of some lines."""
    return [found for action, number in actions if action.misspelt for found in of_line(action, rules, number)]


def of_line(action: Action, rules: Ruleset, number: str = "") -> list[Finding]:
    """Return the misspelt names of one line."""
    from referee.engine.explaining.slips.declared import BY_ID  # most records have no such line

    slip = BY_ID[MISSPELT]
    return [
        Finding(
            "slip",
            READING,
            slip.sentence.format(written=m.written, meant=rules.named(m.meant)),
            m.place,
            id=number,
            reason=f"no name is spelt so, and only {rules.named(m.meant):is} spelt nearly so",
            instead=Fix((Respelling(m.place, m.meant),), "certain" if m.wrong == 1 else "likely"),
            slip=slip.id,
            countries=(m.meant,) if m.meant in rules.countries else (),
        )
        for m in action.misspelt
    ]
