"""Quick recognition of notes with notation, for every checked file."""

from __future__ import annotations

import re

from referee.engine.state.names import NamesOf
from referee.parsers.notation.encodings import TextError, decode
from referee.parsers.notation.tags import TAG_LINE

MAX_HEAD = 512 * 1024
"""Most characters to read."""
_BEGINS = r"(?i)[;{]|(?:j|us|board|setup|set|deal)\b(?!.*[a-z]{3,}[.!?,] )"
"""Usual beginning of a record without tags."""


def is_notes(data: bytes, names_of: NamesOf) -> bool:
    """Whether a file is prose with lines of notation among it."""
    try:
        text = decode(data).text[:MAX_HEAD]
    except TextError:
        return False
    first = next((line.strip() for line in text[:2000].splitlines() if line.strip()), "")
    if not first or TAG_LINE.match(first) is not None or re.match(_BEGINS, first) is not None:  # as a record begins
        return False
    from referee.parsers.notes import record

    return record.is_notes(text, names_of)
