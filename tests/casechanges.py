"""What each rule case does to the board, change by change, as lines to be read and compared."""

from __future__ import annotations

from typing import Any

import rulecases
from keeping import HEAD

from referee.api.changes import public
from referee.engine.findings import Finding
from referee.engine.referee import Verdict
from referee.engine.steps import Step
from referee.rules.casefile import Case


def told(case: Case) -> str:
    """Findings, rolls and changes of a case, each on a line with its rule."""
    return told_of(case, rulecases.run(case))


def told_of(case: Case, verdict: Verdict) -> str:
    """The same of the verdict on it."""
    lines = [HEAD + case.id]
    for step in verdict.steps:
        lines += [f"  {step.action.place.line}: {said}" for said in told_of_step(step)]
    lines += [f"! {told_of_finding(f)}" for f in verdict.findings if f.kind != "note"]
    return "\n".join(lines)


def told_of_step(step: Step) -> list[str]:
    """Rolls and changes of one line."""
    said = [f"{r.rule} {r.kind} {r.subject} {list(r.dice)}".replace("  ", " ") for r in step.rolls]
    for c in public(step.changes):
        values = "; ".join(f"{v.name} {_value(v.before)} > {_value(v.after)}" for v in c.values)
        why = " ".join(part for part in c.cause[1:])
        if values:
            said.append(" ".join(word for word in (c.rule, c.subject, f"({why})" if why else "", values) if word))
    return said


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{' '.join(_value(v) for v in value)}]"
    return "-" if value in ("", None) else str(value)


def told_of_finding(f: Finding) -> str:
    """One finding with the lines and rules that belong to it."""
    return f"{f.place.line} {f.kind} {f.rule} also {f.also} see {f.see} follows {f.follows}"
