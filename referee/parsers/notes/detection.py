"""Quick recognition of notes with notation; runs on every file that is checked."""

from __future__ import annotations

import re

from referee.engine.names import NamesOf
from referee.parsers.notation.encodings import MAX_BYTES, TextError, decoded
from referee.parsers.notation.tags import TAG_LINE

MAX_HEAD = 512 * 1024
"""Most bytes that are looked at."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_BEGINS = re.compile(r"[;{]|(?:j|us|board|setup|set|deal)\b(?!.*[a-z]{3,}[.!?,] )", re.IGNORECASE)
"""How nearly every record begins that has no tags."""


def is_notes(data: bytes, names_of: NamesOf) -> bool:
    """Whether a file is prose with lines of notation among it."""
    head = data[:MAX_HEAD]
    if data.startswith(_UTF_16):
        head = data[: MAX_HEAD // 2 * 2]
    elif len(data) > MAX_HEAD:  # not within a letter
        head = head[: head.rfind(b"\n") + 1] or head
    if len(data) > MAX_BYTES or _begins_as_record(head[:2000]):
        return False
    try:
        text = decoded(head).text
    except TextError:
        return False
    from referee.parsers.notes import record

    return record.is_notes(text, names_of)


def _begins_as_record(head: bytes) -> bool:
    """Whether the first line that says anything is a tag, a comment, or one as records have it."""
    if head.startswith(_UTF_16):
        head = head[2:].replace(b"\0", b"")
    lines = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").splitlines()
    first = next((line.strip() for line in lines if line.strip()), "")
    return not first or TAG_LINE.match(first) is not None or _BEGINS.match(first) is not None
