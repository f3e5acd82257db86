"""Remarks of a record.

They are comments, the marks of a teacher, and variations. The judge does not see them.
"""

from __future__ import annotations

import re

from referee.engine.state.names import Names
from referee.engine.state.script import MARKS, Remark
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import drawings
from referee.parsers.notation.tokens import MAX_LINE, split_comment

# Compiled when first needed: few records have any of these.
GOES_ON = r"(?:\.\.\.|…)\s*"
"""Beginning of a variation that continues the one above."""
OWN = "referee:"
"""Beginnings of comments that a verdict puts into records."""
_MARK = rf"({'|'.join(re.escape(m) for m in sorted(MARKS, key=len, reverse=True))})(?:\s+|$)"
_NO_BRACES = str.maketrans("{}", "()")
"""Replacements of braces within braces."""
_VARIATION = r"\s*\{([^{}]*)\}\s*(;.*)?$"


def remark(line: int, comment: str, column: int, names: Names) -> Remark | None:
    """The remark in a comment at a column, semicolon included.

    Returns None if it is empty, or if the referee wrote it (annotated).
    """
    text = comment.lstrip(";").strip()
    if not text or text.startswith(OWN):
        return None
    match = re.match(_MARK, text)
    mark = ""
    if match is not None:
        text, mark = text[match.end() :], match.group(1)
    if drawings.BEGINS not in text:
        return Remark(line, text, mark)
    said, drawn, notes = drawings.read(text, line, column + len(comment.rstrip()) - len(text), names)
    return Remark(line, said, mark, drawings=drawn, notes=notes)


def begins_variation(raw: str) -> bool:
    """Whether a line is one of its own in braces."""
    return raw.lstrip().startswith("{")


def variation(raw: str) -> tuple[str, str]:
    """The text of a variation, and the comment after it.

    The comment has its semicolon. Raises :class:`LineError`.
    """
    start = len(raw) - len(raw.lstrip()) + 1
    match = re.match(_VARIATION, raw)
    if match is None:
        end = max(len(raw.rstrip()) + 1, start + 1)
        raise LineError(faults.VARIATION_FORM, start, end)
    text = match.group(1).strip()
    if len(text) > MAX_LINE:
        raise LineError(faults.VARIATION_TOO_LONG, start, start + 1, most=MAX_LINE)
    return text, (match.group(2) or "").rstrip()


def played(raw: str, text: str) -> str:
    """The play of a variation, on its columns.

    It is without the sign of continuation, and without words after a semicolon.
    """
    begins = raw.index("{") + 1
    begins += len(raw[begins:]) - len(raw[begins:].lstrip())
    sign = re.match(GOES_ON, text)
    skip = sign.end() if sign is not None else 0
    return " " * (begins + skip) + split_comment(text[skip:])[0].rstrip()


def variation_line(text: str, comment: str = "") -> str:
    """A variation as the formatter writes it."""
    return f"{{{text}}}" + (f"  {comment}" if comment else "")


def variation_of(play: str, words: str = "", *, goes_on: bool = False) -> str:
    """A play as a variation, with words on it.

    Raises :class:`LineError`.
    """
    said = " ".join(words.translate(_NO_BRACES).split())
    raw = variation_line(f"{'... ' * goes_on}{play.strip()}{f'; {said}' if said else ''}")
    return variation_line(*variation(raw))


def read(line: int, raw: str, names: Names) -> list[Remark]:
    """The remarks of a variation line.

    Raises :class:`LineError`.
    """
    text, comment = variation(raw)
    found = [Remark(line, text, variation=True, goes_on=re.match(GOES_ON, text) is not None)] if text else []
    said = remark(line, comment, len(raw.rstrip()) - len(comment) + 1, names)
    return [*found, said] if said is not None else found
