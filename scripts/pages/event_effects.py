"""Write the fields of the board that each event may change.

The search for unrecorded plays uses them.

The journals of all rule cases show it: every effect of every card has a case. The lists are in ``effects.json`` beside the
cards of each edition, by field, with the direction of a number.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from referee.editions.rulesets import whole
from referee.engine.explaining.referee import Judgement
from referee.engine.record.steps import JudgedStep
from referee.engine.state.cause import events_of
from referee.engine.state.journal import Kind
from referee.rules.casefile import cases_folder, read_cases
from referee.trials.conformance import judged

EDITIONS = Path(__file__).resolve().parents[2] / "referee" / "editions"
LAST_OF_BASE = 120
BY_THE_RECORD = frozenset({Kind.AMENDMENT, Kind.CORRECTION, Kind.CLOCK, Kind.LOOK_BACK, Kind.SET_UP})
"""Changes that no event makes, on a line with one."""
BROKEN = frozenset({"illegal", "impossible"})


def effects(verdict: Judgement) -> set[tuple[str, int]]:
    """The fields that each event may change, from lines without a violation."""
    steps = [step for step in verdict.steps if not any(f.kind in BROKEN for f in step.findings)]
    return {effect for step in steps for effect in effects_of(step)}


def effects_of(step: JudgedStep) -> set[tuple[str, int]]:
    """The fields that each event of a step changed.

    A number has a direction: ``prestige+``.
    """
    found = set()
    for change in step.changes:
        cards = events_of(change.cause)
        if len(cards) != 1 or change.kind in BY_THE_RECORD:
            continue
        for place, name, before, after in change.writes:
            if whole().facts.of_field(place, name) is not None:
                found.add((name + direction(before, after), cards[0]))
    return found


def direction(before: object, after: object) -> str:
    """The sign of a change of a number; "" for anything else."""
    numbers = isinstance(before, int) and isinstance(after, int) and not isinstance(after, bool)
    return ("+" if after > before else "-") if numbers else ""  # type: ignore[operator]


def lists(effects_of_cases: Iterable[set[tuple[str, int]]]) -> dict[str, str]:
    """The lists of each edition as text."""
    found: dict[str, set[int]] = defaultdict(set)
    for name, card in set().union(*effects_of_cases):
        found[name].add(card)
    made = {}
    for edition, own in (("base", range(LAST_OF_BASE + 1)), ("awakening", range(LAST_OF_BASE + 1, 999))):
        fields = {name: sorted(c for c in cards if c in own) for name, cards in sorted(found.items())}
        lines = [f"  {json.dumps(name)}: {cards}" for name, cards in fields.items() if cards]
        made[edition] = "{\n" + ",\n".join(lines) + "\n}\n"
    return made


def main() -> None:
    """Judge all cases and write the lists."""
    files = sorted(cases_folder().glob("*.case"))
    cases = [case for path in files for case in read_cases(path.read_text(encoding="utf-8"), path.name)]
    for edition, text in lists(effects(judged(case)) for case in cases).items():
        (EDITIONS / edition / "data" / "effects.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
