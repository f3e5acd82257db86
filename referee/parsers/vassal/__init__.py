"""The happenings in logs and saves of VASSAL.

They are free of the module and of players' passwords.
"""

from __future__ import annotations

from referee.parsers.vassal.happenings import Log


def is_vassal(data: bytes) -> bool:
    """Whether these bytes are a log, a save, or their stream."""
    from referee.parsers.vassal import container

    return container.is_archive(data) or container.is_stream(data)


def read(data: bytes) -> Log:
    """Read a log or save.

    Raises :class:`~referee.parsers.notation.encodings.TextError`.
    """
    from referee.parsers.vassal import reading

    return reading.read(data)
