"""``referee mutate --slips``, ``--timing`` and ``--pairs``: damaged records, and what the referee says of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import cast

from referee.engine.referee import Policy
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials.mutation import kept, pairs, slips, timing
from referee.trials.mutation.clean import Clean
from referee.trials.mutation.pens import DAMAGES


class UnusableError(Exception):
    """A record that is not clean, or a kind of slip that is not known."""


def records(paths: Sequence[str]) -> list[Clean]:
    """The records of some files, and of the files in some folders. Raises :class:`OSError`."""
    files = [file for path in map(Path, paths) for file in (sorted(path.glob("*.lgn")) if path.is_dir() else [path])]
    return [Clean(file.stem, tuple(file.read_text(encoding="utf-8").rstrip("\n").split("\n"))) for file in files]


def clean(paths: Sequence[str]) -> list[Clean]:
    """The same, all without a finding that counts. Raises :class:`UnusableError`, :class:`OSError`."""
    found = records(paths)
    for record in found:
        wrong = [f for f in judge(read_text("\n".join(record.lines))).findings if f.counted]
        if wrong:
            line = wrong[0].place.line
            raise UnusableError(f"{record.name} is not clean (line {line}): slips are planted in clean records")
    return found


def report(
    games: int, seed: int, kinds: Sequence[str], paths: Sequence[str], policy: str, jobs: int, show: bool
) -> str:
    """The table of every kind of slip; with ``show`` every record that fell short. Raises as :func:`clean`."""
    known(kinds, DAMAGES)
    rows = slips.run(games, seed, kinds, clean(paths), cast(Policy, policy), jobs)
    short = [told.shown() for row in rows.values() for told in row.told if told.short] if show else []
    return "\n\n".join([*short, slips.table(rows) + "\n" + slips.summary(rows)])


def report_pairs(games: int, seed: int, kinds: Sequence[str], policy: str, jobs: int, show: bool) -> str:
    """The table of mistakes beside slips and each other. Raises :class:`UnusableError`."""
    known(kinds, pairs.PAIRS)
    rows = pairs.run(games, seed, kinds, cast(Policy, policy), jobs)
    return "\n\n".join([*(pairs.short(rows) if show else []), pairs.table(rows)])


def report_planted(path: str, kinds: Sequence[str], policy: str, show: bool) -> str:
    """The table of records that were damaged before, and with ``show`` each record. Raises :class:`OSError`."""
    known(kinds, DAMAGES)
    every = kept.run(Path(path), kinds, cast(Policy, policy))
    return "\n\n".join([*(seen.shown() for seen in every if show), kept.table(every)])


def report_timing(games: int, seed: int, paths: Sequence[str], jobs: int, show: bool) -> str:
    """The slowest of many damaged records; with ``show`` the slowest of all. Raises :class:`OSError`."""
    slowest = timing.run(games, seed, records(paths), jobs=jobs)
    return "\n".join([*([slowest[0].text] if show else []), timing.table(slowest)])


def known(kinds: Sequence[str], among: Collection[str]) -> None:
    """Raise :class:`UnusableError` for a kind that is not among those that there are."""
    unknown = [kind for kind in kinds if kind not in among]
    if unknown:
        raise UnusableError(f"there is no kind “{unknown[0]}”; there are {', '.join(among)}")
