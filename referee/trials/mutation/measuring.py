"""Verdicts on many damaged records.

Slips found, slips named, and the time of it.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from referee.engine.explaining.referee import Policy
from referee.engine.record.findings import Edit, Finding, Fix
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.fixing import apply_fix
from referee.trials.mutation.clean import Clean, played
from referee.trials.mutation.slips import CARD, DAMAGES, Pen

TRIES = 6
"""Places in a record at which a slip is tried until one shows."""
POLICIES: tuple[Policy, ...] = ("as-played", "undo", "stop")
WAYS = 3
"""The number of damages to each record in a search for the slowest."""
MOST_SLIPS = 4
"""Most slips of one such record."""
SHOWN = 15
"""Records in the table of the slowest."""


class UnusableError(Exception):
    """An unclean record, or an unknown kind of slip."""


# -------------------------------------------------------------------- verdicts and tables


def findings(text: str, policy: Policy = "as-played", *, slips: bool = True) -> list[Finding]:
    """The findings of a record, as data that passes between processes.

    With or without a search for slips.
    """
    return [replace(f, derivations=()) for f in judge(read_text(text), policy, slips=slips).findings]


def counted(text: str, policy: Policy = "as-played", *, slips: bool = True) -> list[Finding]:
    """The findings of a record that count."""
    return [f for f in findings(text, policy, slips=slips) if f.counted]


def finding_text(f: Finding) -> str:
    """A finding in one line."""
    more = {"slip": f.slip, "see": f.see, "instead": f.instead}
    words = "".join(f" {name} {value}" for name, value in more.items() if value)
    return f"{f.place.line} {f.kind} {f.rule} {f.message}{words}"


def each(work: Callable[[Any], Any], items: Iterable[Any], jobs: int) -> Iterator[Any]:
    """The results of some work, in order, by one process or several."""
    if jobs < 2:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, items)


def markdown(head: Sequence[str], rows: Iterable[Iterable[object]], *, padded: bool = False) -> str:
    """A table in Markdown, if ``padded`` with columns under each other."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(line[i]) for line in cells) if padded else 0 for i in range(len(head))]
    out = [f"| {' | '.join(cell.ljust(w) for cell, w in zip(line, widths, strict=True))} |" for line in cells]
    out.insert(1, f"|{'|'.join('-' * (w + 2) if padded else '---' for w in widths)}|")
    return "\n".join(out) + "\n"


def check_kinds(kinds: Sequence[str], among: Collection[str]) -> None:
    """Raise :class:`UnusableError` for an unknown kind."""
    unknown = [kind for kind in kinds if kind not in among]
    if unknown:
        raise UnusableError(f"there is no kind “{unknown[0]}”; there are {', '.join(among)}")


def read_records(paths: Sequence[str]) -> list[Clean]:
    """Read the records of some files and folders.

    Raises :class:`OSError`.
    """
    files = [file for path in map(Path, paths) for file in (sorted(path.glob("*.lgn")) if path.is_dir() else [path])]
    return [Clean(file.stem, tuple(file.read_text(encoding="utf-8").rstrip("\n").split("\n"))) for file in files]


def read_clean(paths: Sequence[str]) -> list[Clean]:
    """Read records without a finding that counts. Raises :class:`UnusableError`, :class:`OSError`."""
    found = read_records(paths)
    for record in found:
        if wrong := counted("\n".join(record.lines)):
            line = wrong[0].place.line
            raise UnusableError(f"{record.name} is not clean (line {line}): slips are planted in clean records")
    return found


def sources(kept: Sequence[Clean], games: int, seed: int) -> list[Callable[[], Clean]]:
    """Makers of clean records: those that are given, then self-played ones."""
    return [*(partial(Clean, *record) for record in kept), *(partial(played, n, seed) for n in range(games))]


# -------------------------------------------------------------------- slips of the pen


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """The verdict on a damaged record."""

    record: str
    pens: tuple[Pen, ...]
    plain: list[Finding]
    """The counted findings of the record as it is, without a search for slips."""
    findings: list[Finding]
    """The counted findings."""
    seconds: float = 0.0
    """Processor time of the verdict."""

    @property
    def pen(self) -> Pen:
        """The first slip, of many records the only one."""
        return self.pens[0]

    @property
    def placed(self) -> bool:
        """Whether a finding is at the slip, or refers to its line."""
        return any(at_place(self.pen, f) or {*f.see} & {*self.pen.at} for f in self.findings)

    @property
    def named(self) -> bool:
        """Whether a finding names the slip, or mends the record.

        At its place, or by its edit.
        """
        return any(self.right(f) for f in self.findings)

    @property
    def misnamed(self) -> list[Finding]:
        """Findings that name a slip that was not made there."""
        return [f for f in self.findings if f.slip and not self.right(f)]

    @property
    def true_card(self) -> bool:
        """Whether the first edit of a finding corrects the card numbers."""
        return any(f.instead is not None and self._cards(apply_fix(self.pen.lines, f.instead)) for f in self.findings)

    @property
    def short(self) -> bool:
        """Whether it falls short.

        Not one finding, not at the place, or another slip.
        """
        unnamed = bool(self.pen.slip) and not self.named
        return len(self.findings) != 1 or not self.placed or bool(self.misnamed) or unnamed

    def right(self, f: Finding) -> bool:
        """Whether a finding names a slip at its place.

        Or its edit gives the true record.
        """
        return any(names_slip(pen, f) for pen in self.pens)

    def _cards(self, lines: list[str]) -> bool:
        at, true = self.pen.at[0] - 1, self.pen.true
        return at < len(lines) and CARD.findall(lines[at]) == CARD.findall(true[at])

    def shown(self) -> str:
        """The slip, what was there and what was found, for a person."""
        pen, before, now = self.pen, len(self.plain), len(self.findings)
        if not pen.true:  # damaged before
            planted = [f"    planted: {p.damage} {p.at[0]}" for p in self.pens]
            return "\n".join([f"{self.record}: {before} before, {now} now", *planted, *self._found()])
        out = [f"{pen.damage} in {self.record}: {self.seconds:.1f} s, {before} before, {now} now"]
        for i in range(max(0, min(pen.near) - 4), min(len(pen.lines), max(pen.near) + 3)):
            out.append(f"  {'*' if i + 1 in pen.at else ' '} {i + 1:4} {pen.lines[i]}")
        out += [f"    was  {line}" for line in pen.was[:8]]
        out += [f"  - {finding_text(f)}" for f in self.plain] if self.plain != self.findings else []
        return "\n".join([*out, *self._found()])

    def _found(self) -> list[str]:
        return [f"  > {finding_text(f)}" for f in self.findings]


def at_place(pen: Pen, f: Finding) -> bool:
    """Whether a finding is at the place of a slip."""
    return bool({f.place.line, *edited(f.instead)} & {*pen.near, *pen.at})


def names_slip(pen: Pen, f: Finding) -> bool:
    """Whether a finding names a slip at its place.

    Or its edit gives the true record.
    """
    if f.slip and f.slip == pen.slip and at_place(pen, f):
        return True
    return bool(pen.true) and f.instead is not None and apply_fix(pen.lines, f.instead) == list(pen.true)


def edited(instead: Fix | None) -> set[int]:
    """The lines that a fix changes, and the line after its insertions."""
    found: set[int] = set()
    for edit in instead.edits if instead is not None else ():
        found |= {edit.first, *range(edit.first, edit.last + 1)} if isinstance(edit, Edit) else {edit.place.line}
    return found


Rows = dict[str, list[DamagedRecord | None]]
"""The records damaged by each kind of slip, judged; None where it did not show at any place that was tried."""
HEAD = (
    *("damage", "records", "one counted", "at its place", "names the slip there"),
    *("wrong slip named", "more than one", "mean CPU", "max CPU", "not visible"),
)


def damaged(record: Clean, key: str, policy: Policy = "as-played") -> DamagedRecord | None:
    """A judged record with a visible slip of one kind.

    None where the tried places show none.
    """
    for attempt in range(TRIES):
        pen = DAMAGES[key](record.lines, Random(f"{key} {record.name} {attempt}"))
        if pen is None:
            return None
        plain = counted(pen.text, policy, slips=False)
        if plain:
            start = time.process_time()
            found = counted(pen.text, policy)
            return DamagedRecord(record.name, (pen,), plain, found, time.process_time() - start)
    return None


def _slips_of(make: Callable[[], Clean], keys: Sequence[str], policy: Policy) -> list[tuple[str, DamagedRecord | None]]:
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
) -> Rows:
    """Plant each kind of slip in self-played games and given records."""
    keys = [key for key in DAMAGES if not kinds or key in kinds]
    every = each(partial(_slips_of, keys=keys, policy=policy), sources(kept, games, seed), jobs)
    rows: Rows = {key: [] for key in keys}
    for found in every:
        for key, judged in found:
            rows[key].append(judged)
    return rows


def table(rows: Rows) -> str:
    """The table of verdicts on each kind of slip, in Markdown."""
    cells = []
    for key, found in rows.items():
        shown = [d for d in found if d is not None]
        seconds = [d.seconds for d in shown] or [0.0]
        named = str(sum(d.named for d in shown)) if DAMAGES[key].slip else "–"
        if key == "card":
            named += f" (true number {sum(d.true_card for d in shown)})"
        counts = (
            len(shown),
            sum(len(d.findings) == 1 for d in shown),
            sum(d.placed for d in shown),
            named,
            sum(bool(d.misnamed) for d in shown),
            sum(len(d.findings) > 1 for d in shown),
        )
        times = (f"{sum(seconds) / len(seconds):.2f} s", f"{max(seconds):.2f} s")
        cells.append((DAMAGES[key].title, *counts, *times, len(found) - len(shown)))
    return markdown(HEAD, cells, padded=True)


def summary(rows: Rows) -> str:
    """Findings before and after the search for slips.

    And the processor time, over all records.
    """
    every = [d for row in rows.values() for d in row if d is not None]
    several = [d for d in every if d.pen.slip and len(d.plain) > 1]
    seconds = sorted(d.seconds for d in every) or [0.0]
    return (
        f"{len(every)} records; counted findings {sum(len(t.plain) for t in every)} without a search for slips, "
        f"{sum(len(t.findings) for t in every)} with it; records with more than one "
        f"{sum(len(t.plain) > 1 for t in every)} and {sum(len(t.findings) > 1 for t in every)}; a wrong slip in "
        f"{sum(bool(t.misnamed) for t in every)}; of {len(several)} slips with more than one finding without a search "
        f"{sum(t.named for t in several)} are named; processor time {sum(seconds) / len(seconds):.2f} s in the mean, "
        f"{seconds[len(seconds) // 2]:.2f} s in the median, {seconds[-1]:.2f} s at most\n"
    )


def slip_report(
    games: int, seed: int, kinds: Sequence[str], paths: Sequence[str], policy: Policy, jobs: int, show: bool
) -> str:
    """The table of every kind of slip.

    ``show`` adds every record that fell short. Raises as :func:`read_clean`.
    """
    check_kinds(kinds, DAMAGES)
    rows = run(games, seed, kinds, read_clean(paths), policy, jobs)
    short = [d.shown() for row in rows.values() for d in row if show and d is not None and d.short]
    return "\n\n".join([*short, table(rows) + "\n" + summary(rows)])


# -------------------------------------------------------------------- records that were damaged before


def run_planted(path: Path, kinds: Sequence[str] = (), policy: Policy = "as-played") -> list[DamagedRecord]:
    """Judge the records beside a file of what was planted in them."""
    by_record: dict[str, list[Pen]] = {}
    for one in tomllib.loads(path.read_text(encoding="utf-8"))["planted"]:
        first, last = one["near"]
        pen = Pen(one["damage"], one["slip"], [], tuple(one["lines"]), range(first, last + 1), (), ())
        by_record.setdefault(one["record"], []).append(pen)
    found = []
    for name, pens in by_record.items():
        if not kinds or any(p.damage in kinds for p in pens):
            text = path.with_name(f"{name}.lgn").read_text(encoding="utf-8")
            found.append(DamagedRecord(name, tuple(pens), counted(text, policy, slips=False), counted(text, policy)))
    return found


def planted_report(path: str, kinds: Sequence[str], policy: Policy, show: bool) -> str:
    """The table of records that were damaged before.

    ``show`` adds each record. Raises :class:`OSError`.
    """
    check_kinds(kinds, DAMAGES)
    every = run_planted(Path(path), kinds, policy)
    rows = []
    for key, damage in DAMAGES.items():
        own = [(pen, t.findings) for t in every for pen in t.pens if pen.damage == key]
        if own:
            placed, named = (sum(any(test(p, f) for f in fs) for p, fs in own) for test in (at_place, names_slip))
            rows.append((damage.title, len(own), placed, named if damage.slip else "–"))
    before, now = sum(len(t.plain) for t in every), sum(len(t.findings) for t in every)
    total = (
        f"\n{len(every)} records with {sum(len(t.pens) for t in every)} slips; counted findings {before} without a "
        f"search for slips, {now} with it; {sum(len(t.findings) > len(t.pens) for t in every)} records with more "
        f"findings than slips; a wrong slip in {sum(bool(t.misnamed) for t in every)}\n"
    )
    shown = [t.shown() for t in every if show]
    return "\n\n".join([*shown, markdown(("damage", "planted", "at its place", "names the slip there"), rows) + total])


# -------------------------------------------------------------------- the slowest records


@dataclass(frozen=True, slots=True)
class VerdictTime:
    """A damaged record and how long its verdict took."""

    seconds: float
    plain: float
    """The same without a search for slips."""
    policy: Policy
    record: str
    damages: tuple[str, ...]
    lines: int
    findings: int
    text: str


def several(record: Clean, number: int) -> tuple[tuple[str, ...], str]:
    """Plant one to four slips of any kind.

    Return the slips and the text.
    """
    random = Random(f"{record.name} {number}")
    lines, planted = list(record.lines), []
    for _ in range(random.choice((1, 1, 2, random.randint(3, MOST_SLIPS)))):
        kind = random.choice(list(DAMAGES))
        pen = DAMAGES[kind](lines, random)
        if pen is not None:
            lines = pen.lines
            planted.append(f"{kind} {pen.at[0]}")
    return tuple(planted), "\n".join(lines) + "\n"


def _times_of(make: Callable[[], Clean]) -> list[VerdictTime]:
    """The times of one record, intact and damaged, under each policy."""
    record = make()
    found = []
    untouched: tuple[tuple[str, ...], str] = (), "\n".join(record.lines) + "\n"
    for damages, text in [untouched, *(several(record, number) for number in range(WAYS))]:
        for policy in POLICIES:
            start = time.process_time()
            counted(text, policy, slips=False)
            middle = time.process_time()
            n = len(counted(text, policy))
            seconds = time.process_time() - middle
            found.append(VerdictTime(seconds, middle - start, policy, record.name, damages, text.count("\n"), n, text))
    return found


def run_timed(games: int, seed: int = 0, kept: Sequence[Clean] = (), jobs: int = 1) -> list[VerdictTime]:
    """Damage the given records and some self-played games.

    The slowest come first.
    """
    every = [t for found in each(_times_of, sources(kept, games, seed), jobs) for t in found]
    return sorted(every, key=lambda t: -t.seconds)


def time_table(slowest: Sequence[VerdictTime]) -> str:
    """The slowest records and the time of each policy, in Markdown."""
    rows = [
        (f"{t.seconds:.2f}", f"{t.plain:.2f}", t.policy, t.lines, t.findings, ", ".join(t.damages) or "none", t.record)
        for t in slowest[:SHOWN]
    ]
    times = {p: [t.seconds for t in slowest if t.policy == p] for p in dict.fromkeys(t.policy for t in slowest)}
    by_policy = [
        (p, len(s), *(f"{n:.2f} s" for n in (sum(s) / len(s), s[len(s) // 2], s[len(s) // 100], s[0])))
        for p, s in times.items()
    ]
    first = ("seconds", "without a search", "policy", "lines", "findings", "damage", "record")
    second = ("policy", "records", "mean", "median", "one in a hundred", "slowest")
    return f"{markdown(first, rows)}\n{markdown(second, by_policy)}"


def timing_report(games: int, seed: int, paths: Sequence[str], jobs: int, show: bool) -> str:
    """The slowest of many damaged records.

    ``show`` adds the slowest of all. Raises :class:`OSError`.
    """
    slowest = run_timed(games, seed, read_records(paths), jobs)
    return "\n".join([*([slowest[0].text] if show else []), time_table(slowest)])
