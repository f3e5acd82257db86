"""``referee mutate --slips``: records damaged by slips of the pen, and what the referee says of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.engine.referee import Policy
from referee.inputs import judge
from referee.mutation import slips
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
    games: int, seed: int, kinds: Sequence[str], paths: Sequence[str], policy: Policy, jobs: int, show: bool
) -> str:
    """The table of every kind of slip; with ``show`` every record that fell short. Raises as :func:`clean`."""
    unknown = [kind for kind in kinds if kind not in DAMAGES]
    if unknown:
        raise UnusableError(f"there is no slip “{unknown[0]}”; there are {', '.join(DAMAGES)}")
    rows = slips.run(games, seed, kinds, clean(paths), policy, jobs)
    short = [told.shown() for row in rows.values() for told in row.told if told.short] if show else []
    return "\n\n".join([*short, slips.table(rows) + "\n" + slips.summary(rows)])
