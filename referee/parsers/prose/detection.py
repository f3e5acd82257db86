"""Quick recognition of a game in sentences, for every checked file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.parsers.notation.encodings import TextError, decode

MAX_HEAD = 64 * 1024
"""Most bytes to read."""
_NOTATION = (  # compiled when first needed, which it is for no usual record
    r"(?i)\s*(?:[;{\[]|\+\s*(?:j|us)\b|(?:board|set-?up|set)\s*:|deal\b(?!\s++\d++ and\b)|draw\b|"
    r"(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:j|jih|jihadist|us|usa)\s*+(?::\s*+)?(?:card\s*+)?#?(?:\d{1,3}|\?)(?:\+[\dr]{1,3})?\s+[a-z]|"
    r"(?:j|us)\s+(?:resolve|hold|set-up|turn-in|remove-cadre)\b)"
)
"""Beginnings of notation lines, intended ones included."""
_CODE = re.compile(r"\s*+(?:[{<]|\[(?!\w[\w ]{2,40}\] |/?(?:b|i|u|q|size|color|quote)\b[^\]\s]*\]))")
"""Beginnings of first lines outside text: tag, JSON, HTML.

A text may begin with "[Session report] ..." or "[b]...".
"""
_TAG = re.compile(r'\s*+\[\w+ "')
"""Beginning of a record's tag."""
_LEAST_WORDS = 5
"""Fewest words of a line that is a sentence."""
_LEAST_TELLING = 3
"""Fewest words about the game in a told game.

A game of fewer lines needs one for each.
"""


def may_be_told(data: bytes) -> bool:
    """Whether a file is sentences about this game.

    Some may begin as lines of a record do.
    """
    head = data[:MAX_HEAD]
    if len(data) > MAX_HEAD:
        head = head[: head.rfind(b"\n") + 1] or head[:-4]
    try:
        text = decode(head).text
    except TextError:
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or _CODE.match(lines[0]) or any(map(_TAG.match, lines)):
        return False
    noted = any(re.match(_NOTATION, line) and not _is_sentence(line) for line in lines)
    if 2 * sentences(lines) < len(lines) and (noted or 3 * sum(map(_is_told, lines)) < len(lines)):
        return False
    from referee.parsers.prose.vocabulary import group  # most files are records

    said = group("telling").intersection(re.findall(r"[a-z]+", text.casefold()))
    return len(said) >= min(_LEAST_TELLING, len(lines))


def sentences(lines: Iterable[str]) -> int:
    """Number of lines that are sentences and not meant as notation."""
    return sum(_is_told(line) and (re.match(_NOTATION, line) is None or _is_sentence(line)) for line in lines)


def _is_told(line: str) -> bool:
    """Whether a line has the words of a sentence."""
    return len(line.split()) >= _LEAST_WORDS and not line.lstrip().startswith((";", "["))


def _is_sentence(line: str) -> bool:
    """Whether a line begins like notation but continues otherwise.

    Telegrams have STOP for a full stop.
    """
    if " STOP" in line.partition(";")[0]:
        return True
    return len(line.split()) > 8 and re.search(r"[a-z]{2}[.!?](?:\s|$)", line) is not None and "=>" not in line
