"""Records that were damaged before, with a file of what was planted in them, and what the referee says of them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.engine.findings import Finding
from referee.engine.referee import Policy
from referee.trials.mutation.pens import DAMAGES
from referee.trials.mutation.slips import counted, edited, said, verdict


@dataclass(frozen=True, slots=True)
class Planted:
    """One slip in a record."""

    record: str
    damage: str
    slip: str
    """The id of the slip; "" where a finding of another kind is due."""
    lines: tuple[int, ...]
    near: range

    def at_place(self, f: Finding) -> bool:
        """Whether a finding is at the place of the slip."""
        return bool({f.place.line, *edited(f.instead)} & {*self.near, *self.lines})

    def named(self, f: Finding) -> bool:
        """Whether a finding names the slip at its place."""
        return bool(f.slip) and f.slip == self.slip and self.at_place(f)


@dataclass(frozen=True, slots=True)
class Seen:
    """A record with slips and the findings that count, without a search for slips and with it."""

    name: str
    planted: tuple[Planted, ...]
    plain: list[Finding]
    findings: list[Finding]

    @property
    def misnamed(self) -> list[Finding]:
        """Findings that name a slip that was not made there."""
        return [f for f in self.findings if f.slip and not any(p.named(f) for p in self.planted)]

    def shown(self) -> str:
        """What was planted and what was found, for a person."""
        out = [f"{self.name}: {len(self.plain)} before, {len(self.findings)} now"]
        out += [f"    planted: {p.damage} {p.lines[0]}" for p in self.planted]
        return "\n".join([*out, *(f"  > {said(f)}" for f in self.findings)])


def planted(path: Path) -> list[Planted]:
    """What a file says was planted in the records beside it."""
    found = []
    for one in tomllib.loads(path.read_text(encoding="utf-8"))["planted"]:
        first, last = one["near"]
        found.append(Planted(one["record"], one["damage"], one["slip"], tuple(one["lines"]), range(first, last + 1)))
    return found


def run(path: Path, kinds: Sequence[str] = (), policy: Policy = "as-played") -> list[Seen]:
    """The records beside a file of what was planted, judged."""
    by_record: dict[str, list[Planted]] = {}
    for one in planted(path):
        by_record.setdefault(one.record, []).append(one)
    found = []
    for name, slips in by_record.items():
        if kinds and not any(p.damage in kinds for p in slips):
            continue
        text = path.with_name(f"{name}.lgn").read_text(encoding="utf-8")
        before = counted(verdict(text, policy, slips=False))
        found.append(Seen(name, tuple(slips), before, counted(verdict(text, policy))))
    return found


def table(every: Sequence[Seen]) -> str:
    """The table of what was said, in Markdown, and the findings in all."""
    head = ("damage", "planted", "at its place", "names the slip there")
    out = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for key, damage in DAMAGES.items():
        own = [(p, seen.findings) for seen in every for p in seen.planted if p.damage == key]
        if own:
            placed = sum(any(p.at_place(f) for f in findings) for p, findings in own)
            named = sum(any(p.named(f) for f in findings) for p, findings in own)
            out.append(f"| {damage.title} | {len(own)} | {placed} | {named if damage.slip else '–'} |")
    before, now = sum(len(s.plain) for s in every), sum(len(s.findings) for s in every)
    more = sum(len(s.findings) > len(s.planted) for s in every)
    return "\n".join(out) + (
        f"\n\n{len(every)} records with {sum(len(s.planted) for s in every)} slips; counted findings {before} without a "
        f"search for slips, {now} with it; {more} records with more findings than slips; a wrong slip in "
        f"{sum(bool(s.misnamed) for s in every)}\n"
    )
