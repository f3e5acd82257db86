"""``referee vassal record`` and ``calibrate``: records from logs, and mappings for modules that are not known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.inputs.formats import Converted
from referee.inputs.judging import read_input
from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal import read


def mapping_of(path: Path | None) -> mappings.Mapping | None:
    """The mapping in a file; None for the one that comes with the referee. Raises :class:`TextError`."""
    return None if path is None else mappings.read(read_input(str(path)))


def record(paths: Sequence[str], mapping: Path | None) -> Converted:
    """The record of a game from one or several of its logs. Raises :class:`TextError`."""
    from referee.inputs import vassal_replay as observing

    return observing.of_files([read_input(path) for path in paths], mapping_of(mapping))


def calibrate(path: str, mapping: Path | None) -> tuple[str, str]:
    """What a log shows of its module, and a mapping to complete. Raises :class:`TextError`."""
    from referee.inputs.vassal_replay import calibrating

    found = calibrating.survey(read(read_input(path)), mapping_of(mapping))
    return calibrating.listing(found), calibrating.written(found)


__all__ = ["TextError", "calibrate", "mapping_of", "record"]
