"""The countries of a finding, to be marked on the map."""

from __future__ import annotations

from referee.engine.explaining.referee import JudgedStep


def of_step(step: JudgedStep) -> list[int]:
    """Indices of countries in a step's findings; notes mark nothing."""
    index = {name: i for i, name in enumerate(step.rules.countries)}
    return sorted({index[n] for f in step.findings if f.kind != "note" for n in f.countries})
