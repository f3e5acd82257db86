"""The changes of each rule case, as lines to read and compare.

The first line of a case has its id and the routine of its cards, by the lines of the record; then comes a line for each
rule that rolled or changed something: ``2  Pakistan alignment neutral > ally  7.2.1.2 (war-of-ideas)``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from referee.api.changes import Change, Value, public
from referee.engine.explaining.referee import Judgement
from referee.engine.law.rolls import Roll
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep
from referee.engine.state.data import GOVERNANCE_NAMES
from referee.rules.casefile import Case
from tests.helpers import rulecases
from tests.helpers.keeping import HEAD

LOOK_BACK = ("disrupted", "improved", "targeted", "touched", "struck")
ROUTINE = {
    **dict.fromkeys(("discards", "hand j", "hand us", "side", *LOOK_BACK), "5.2.2"),
    "played": "5.2.2.2",
    "order": "6.2.3",
    "removed": "6.2.9",
}
"""What the play of any card writes, by its first field, and the rule that says so."""
NAMES = {"governance": GOVERNANCE_NAMES}


def told(case: Case) -> str:
    """Findings, rolls and changes of a case, with their rules."""
    return told_of(case, rulecases.run(case))


def told_of(case: Case, verdict: Judgement) -> str:
    """The same of the verdict on it."""
    routine = [(step.action.place.line, said) for step in verdict.steps if (said := routine_of_step(step))]
    lines = ["  ".join([HEAD + case.id, *(f"{line}: {said}" for line, said in routine)])]
    for step in verdict.steps:
        lines += [f"{step.action.place.line}  {said}" for said in told_of_step(step)]
    lines += [f"! {told_of_finding(f)}: {f.message}" for f in verdict.findings if f.kind != "note"]
    return "\n".join(lines)


def told_of_step(step: JudgedStep) -> list[str]:
    """Rolls and changes of one line, those of one rule together.

    Those of one cause are together too.
    """
    said = []
    for rule, rolls in groupby(step.rolls, lambda r: r.rule):
        said.append(f"{'; '.join(_rolled(r) for r in rolls)}  {rule}")
    others = [c for c in public(step.changes) if c.values and not is_routine(c)]
    for (rule, cause), changes in groupby(others, lambda c: (c.touches or c.rule, c.cause[1:])):
        because = f" ({' '.join(cause)})" if cause else ""
        said.append(f"{'; '.join(_by_place(changes))}  {rule}{because}")
    return said


def _rolled(r: Roll) -> str:
    return " ".join(word for word in (r.kind, r.subject, str(list(r.dice))) if word)


def routine_of_step(step: JudgedStep) -> str:
    """The changes that the play of any card makes.

    Hands, piles, the clock and the look-back.
    """
    return ", ".join(_after(v) for c in public(step.changes) if is_routine(c) for v in _shown(c))


def is_routine(c: Change) -> bool:
    """Whether a change is as the play of any card makes it."""
    first = c.values[0].name if c.values else ""
    plain = len(c.cause) == 1 or first == "order" or first in LOOK_BACK
    return plain and ROUTINE.get(first) == c.rule


def _by_place(changes: Iterable[Change]) -> Iterator[str]:
    """The changed values of each country, and of tracks and boxes.

    Each goes from the first to the last of the changes.
    """
    places: dict[str, dict[str, Value]] = {}
    for v in (v for c in changes for v in _shown(c)):
        of_place = places.setdefault(v.place, {})
        of_place[v.name] = replace(v, before=of_place.get(v.name, v).before)
    for place, values in places.items():
        yield f"{place} {', '.join(_changed(v) for v in values.values())}".strip()


def _shown(c: Change) -> list[Value]:
    """The values of a change, without unknown cards.

    The numbers of a hand already count these.
    """
    counted = {
        f"cards {v.name.removeprefix('hand ')}": v.after - v.before
        for v in c.values
        if v.name.startswith("hand ") and None not in (v.before, v.after)
    }
    return [v for v in c.values if v.name not in counted or _unknown(v) != counted[v.name]]


def _unknown(v: Value) -> int | None:
    """The number of unknown cards that came or, negative, went.

    It is None if known ones did.
    """
    before, after = Counter(v.before or ()), Counter(v.after or ())
    known = [x for x in (after - before) + (before - after) if x != 0]
    return None if known else after[0] - before[0]


def _changed(v: Value) -> str:
    """One value before and after.

    Of several things it gives those that came and went.
    """
    if isinstance(v.before, tuple) and isinstance(v.after, tuple):
        return f"{v.name} {_came_and_went(v)}"
    names = NAMES.get(v.name, {})
    return f"{v.name} {_value(names.get(v.before, v.before))} > {_value(names.get(v.after, v.after))}"


def _after(v: Value) -> str:
    """A value of the routine: the cards that came and went.

    Without any it is the value after the change.
    """
    if isinstance(v.before, tuple) and isinstance(v.after, tuple):
        return f"{v.name} {_came_and_went(v)}"
    return f"{v.name} {_value(v.after)}"


def _came_and_went(v: Value) -> str:
    """Cards that came and went: ``+43 -7``.

    Unknown cards are ``3 unknown``; where more than a hand is put in another order, it is the whole list.
    """
    came, went = Counter(v.after) - Counter(v.before), Counter(v.before) - Counter(v.after)
    stays = list(v.before)
    for x in went.elements():
        stays.remove(x)
    hand = v.name.startswith("cards ")
    if v.before == v.after or (not hand and list(v.after) != [*stays, *came.elements()]):
        return f"{_value(v.before)} > {_value(v.after)}"
    return " ".join(
        [*(f"+{_several(x, n)}" for x, n in came.items()), *(f"-{_several(x, n)}" for x, n in went.items())]
    )


def _several(x: Any, n: int) -> str:
    what = "unknown" if x == 0 else _value(x)
    return f"{n} {what}" if n > 1 else what


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{' '.join(_value(v) for v in value)}]"
    return "-" if value in ("", None) else str(value)


def told_of_finding(f: Finding) -> str:
    """Line, kind and rule of a finding.

    The lines and rules that belong to it come with them.
    """
    others = {"also": f.also, "see": f.see, "follows": f.follows}
    beside = "".join(f" {name} {', '.join(map(str, found))}" for name, found in others.items() if found)
    return f"{f.place.line} {f.kind} {f.rule}{beside}"
