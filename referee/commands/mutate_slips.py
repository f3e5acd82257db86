"""``referee mutate --slips`` and ``--pairs``: damaged records, and what the referee says of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import cast

from referee.engine.referee import Policy
from referee.inputs import judge
from referee.mutation import pairs, slips
from referee.mutation.clean import Clean
from referee.mutation.pens import DAMAGES
from referee.reading import read_text


class UnusableError(Exception):
    """A record that is not clean, or a kind of slip that is not known."""


def clean(paths: Sequence[str]) -> list[Clean]:
    """The records of some files. Raises :class:`UnusableError`, :class:`OSError`."""
    found = []
    for path in paths:
        text = Path(path).read_text(encoding="utf-8")
        wrong = [f for f in judge(read_text(text, path)).findings if f.counted]
        if wrong:
            raise UnusableError(f"{path} is not clean (line {wrong[0].place.line}): slips are planted in clean records")
        found.append(Clean(Path(path).stem, tuple(text.rstrip("\n").split("\n"))))
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


def known(kinds: Sequence[str], among: Collection[str]) -> None:
    """Raise :class:`UnusableError` for a kind that is not among those that there are."""
    unknown = [kind for kind in kinds if kind not in among]
    if unknown:
        raise UnusableError(f"there is no kind “{unknown[0]}”; there are {', '.join(among)}")
