"""Slips of the pen on purpose, and what the referee says of them: one table over many damaged records."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from random import Random
from typing import Any

from referee.engine.findings import Edit, Finding, Instead
from referee.engine.referee import Policy, Verdict
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.fixing import applied
from referee.trials.mutation.clean import Clean, played
from referee.trials.mutation.pens import CARD, DAMAGES, Pen

TRIES = 6
"""Places in a record at which a slip is tried until one shows."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the referee says of one damaged record."""

    record: str
    pen: Pen
    plain: list[Finding]
    """The counted findings of the record as it stands, without a search for slips."""
    findings: list[Finding]
    """The counted findings."""
    seconds: float
    """Processor time of the verdict."""

    @property
    def placed(self) -> bool:
        """Whether a finding is at the place of the slip, or goes back to its line."""
        return any(self.at_place(f) or {*f.see} & {*self.pen.at} for f in self.findings)

    @property
    def named(self) -> bool:
        """Whether a finding names the slip at its place, or gives the edit that mends the record."""
        return any(self.right(f) for f in self.findings)

    @property
    def misnamed(self) -> list[Finding]:
        """Findings that name a slip that was not made there."""
        return [f for f in self.findings if f.slip and not self.right(f)]

    @property
    def true_card(self) -> bool:
        """Whether the first edit of a finding puts the numbers of cards right."""
        return any(f.instead is not None and self.cards_of(applied(self.pen.lines, f.instead)) for f in self.findings)

    @property
    def short(self) -> bool:
        """Whether it falls short: not one finding, not at the place, or another slip."""
        return (
            len(self.findings) != 1
            or not self.placed
            or bool(self.misnamed)
            or (bool(self.pen.slip) and not self.named)
        )

    def at_place(self, f: Finding) -> bool:
        """Whether a finding is at the place of the slip."""
        return bool({f.place.line, *edited(f.instead)} & {*self.pen.near}) or f.place.line in self.pen.at

    def right(self, f: Finding) -> bool:
        """Whether a finding names the slip at its place, or its edit gives the true record."""
        named = bool(f.slip) and f.slip == self.pen.slip and self.at_place(f)
        return named or (f.instead is not None and applied(self.pen.lines, f.instead) == list(self.pen.true))

    def cards_of(self, lines: list[str]) -> bool:
        """Whether the damaged line has the cards of the true record."""
        at = self.pen.at[0] - 1
        true = self.pen.true
        return at < len(lines) and CARD.findall(lines[at]) == CARD.findall(true[at])

    def shown(self) -> str:
        """The slip, what was there and what was found, for a person."""
        pen = self.pen
        out = [
            f"{pen.damage} in {self.record}: {self.seconds:.1f} s, {len(self.plain)} before, {len(self.findings)} now"
        ]
        for i in range(max(0, min(pen.near) - 4), min(len(pen.lines), max(pen.near) + 3)):
            out.append(f"  {'*' if i + 1 in pen.at else ' '} {i + 1:4} {pen.lines[i]}")
        out += [f"    was  {line}" for line in pen.was[:8]]
        out += [f"  - {said(f)}" for f in self.plain] if self.plain != self.findings else []
        out += [f"  > {said(f)}" for f in self.findings]
        return "\n".join(out)


def said(f: Finding) -> str:
    """A finding in one line."""
    more = "".join(
        f" {name} {value}" for name, value in (("slip", f.slip), ("see", f.see), ("instead", f.instead)) if value
    )
    return f"{f.place.line} {f.kind} {f.rule} {f.message}{more}"


def edited(instead: Instead | None) -> set[int]:
    """The lines that a fix changes, and the line before which it puts others."""
    found: set[int] = set()
    for edit in instead.edits if instead is not None else ():
        found |= {edit.first, *range(edit.first, edit.last + 1)} if isinstance(edit, Edit) else {edit.place.line}
    return found


@dataclass(slots=True)
class Row:
    """One kind of slip in the table."""

    damage: str
    unseen: int = 0
    """Records in which the slip did not show at any place that was tried."""
    told: list[Told] = field(default_factory=list)

    def cells(self) -> list[str]:
        """The row as text, under :data:`HEAD`."""
        tests: tuple[Callable[[Told], object], ...] = (
            lambda t: len(t.findings) == 1,
            lambda t: t.placed,
            lambda t: t.named,
            lambda t: t.misnamed,
            lambda t: len(t.findings) > 1,
        )
        counts = [sum(bool(test(t)) for t in self.told) for test in tests]
        seconds = [t.seconds for t in self.told] or [0.0]
        named = str(counts[2]) if DAMAGES[self.damage].slip else "–"
        if self.damage == "card":
            named += f" (true number {sum(t.true_card for t in self.told)})"
        return [
            DAMAGES[self.damage].title,
            *(str(len(self.told)), str(counts[0]), str(counts[1]), named, str(counts[3]), str(counts[4])),
            *(f"{sum(seconds) / len(seconds):.2f} s", f"{max(seconds):.2f} s", str(self.unseen)),
        ]


HEAD = (
    "damage",
    "records",
    "one counted",
    "at its place",
    "names the slip there",
    "wrong slip named",
    "more than one",
    "mean CPU",
    "max CPU",
    "not visible",
)


def verdict(text: str, policy: Policy = "as-played", *, slips: bool = True) -> Verdict:
    """The verdict on a record, with or without a search for slips."""
    given: dict[str, Any] = {} if slips or "slips" not in signature(judge).parameters else {"slips": False}
    return judge(read_text(text), policy, **given)


def counted(found: Verdict) -> list[Finding]:
    """The findings that count."""
    return [f for f in found.findings if f.counted]


def damaged(record: Clean, key: str, policy: Policy = "as-played") -> Told | None:
    """A record with a slip of one kind that shows, judged; None where none shows at the places that are tried."""
    for attempt in range(TRIES):
        pen = DAMAGES[key](record.lines, Random(f"{key} {record.name} {attempt}"))
        if pen is None:
            return None
        plain = counted(verdict(pen.text, policy, slips=False))
        if plain:
            start = time.process_time()
            found = counted(verdict(pen.text, policy))
            return Told(record.name, pen, plain, found, time.process_time() - start)
    return None


def of_record(make: Callable[[], Clean], keys: Sequence[str], policy: Policy) -> list[tuple[str, Told | None]]:
    """One record with a slip of each kind."""
    record = make()
    return [(key, damaged(record, key, policy)) for key in keys]


def run(
    games: int,
    seed: int = 0,
    kinds: Sequence[str] = (),
    kept: Sequence[Clean] = (),
    policy: Policy = "as-played",
    jobs: int = 1,
) -> dict[str, Row]:
    """Each kind of slip in each of so many self-played games and of the records that are given."""
    keys = [key for key in DAMAGES if not kinds or key in kinds]
    rows = {key: Row(key) for key in keys}
    makers: list[Callable[[], Clean]] = [partial(given, record) for record in kept]
    makers += [partial(played, number, seed) for number in range(games)]
    for found in each(partial(of_record, keys=keys, policy=policy), makers, jobs):
        for key, told in found:
            if told is None:
                rows[key].unseen += 1
            else:
                rows[key].told.append(told)
    return rows


def given(record: Clean) -> Clean:
    """A record that is there already."""
    return record


def each(work: Callable[[Any], Any], items: Iterable[Any], jobs: int) -> Iterator[Any]:
    """The results of some work, in order, by one process or several."""
    if jobs < 2:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, items)


def table(rows: dict[str, Row]) -> str:
    """The table of what was said, in Markdown."""
    cells = [list(HEAD), *(row.cells() for row in rows.values())]
    widths = [max(len(line[i]) for line in cells) for i in range(len(HEAD))]
    out = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in cells
    ]
    out.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(out) + "\n"


def summary(rows: dict[str, Row]) -> str:
    """Findings before and after the search for slips, and the processor time, over all records."""
    every = [told for row in rows.values() for told in row.told]
    several = [told for told in every if told.pen.slip and len(told.plain) > 1]
    seconds = sorted(told.seconds for told in every) or [0.0]
    return (
        f"{len(every)} records; counted findings {sum(len(t.plain) for t in every)} without a search for slips, "
        f"{sum(len(t.findings) for t in every)} with it; records with more than one "
        f"{sum(len(t.plain) > 1 for t in every)} and {sum(len(t.findings) > 1 for t in every)}; a wrong slip in "
        f"{sum(bool(t.misnamed) for t in every)}; of {len(several)} slips with more than one finding without a search "
        f"{sum(t.named for t in several)} are named; processor time {sum(seconds) / len(seconds):.2f} s in the mean, "
        f"{seconds[len(seconds) // 2]:.2f} s in the median, {seconds[-1]:.2f} s at most\n"
    )
