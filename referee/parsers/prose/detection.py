"""Quick recognition of a game in sentences, for every file that is checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from referee.parsers.notation.encodings import TextError, decoded

MAX_HEAD = 64 * 1024
"""Most bytes that are looked at."""
_NOTATION = re.compile(
    r"\s*(?:[;{\[]|\+\s*(?:j|us)\b|(?:board|set-?up|set)\s*:|deal\b(?!\s++\d++ and\b)|draw\b|"
    r"(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:j|jih|jihadist|us|usa)\s*+(?::\s*+)?(?:card\s*+)?#?(?:\d{1,3}|\?)(?:\+[\dr]{1,3})?\s+[a-z]|"
    r"(?:j|us)\s+(?:resolve|hold|set-up|turn-in|remove-cadre)\b)",
    re.IGNORECASE,
)
"""How lines of a record begin, and lines that were meant to be."""
_CODE = re.compile(r"\s*+(?:[{<]|\[(?!\w[\w ]{2,40}\] |/?(?:b|i|u|q|size|color|quote)\b[^\]\s]*\]))")
"""How a first line begins that is none of a text: a tag, JSON, HTML; "[Session report] ..." and "[b]..." are one."""
_TAG = re.compile(r'\s*+\[\w+ "')
"""How a tag of a record begins."""
_LEAST_WORDS = 5
"""A line with so many words is a sentence."""
_LEAST_TELLING = 3
"""A told game has so many words of the game; one of fewer lines, one for each."""


def may_be_told(data: bytes) -> bool:
    """Whether a file may be a game told in sentences: to be read, it must hold no readable line of a record."""
    lines = _lines(data)
    return _is_plain(lines) or _is_mixed(lines)


def is_plainly_told(data: bytes) -> bool:
    """Whether a file is text of whole sentences that speak of this game, and not a record, however broken."""
    return _is_plain(_lines(data))


def _lines(data: bytes) -> list[str]:
    """The first lines of a text that are not blank; none of what begins as code does."""
    head = data[:MAX_HEAD]
    if len(data) > MAX_HEAD:
        head = head[: head.rfind(b"\n") + 1] or head[:-4]
    try:
        text = decoded(head).text
    except TextError:
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    return [] if lines and _CODE.match(lines[0]) else lines


def _is_plain(lines: Sequence[str]) -> bool:
    told = sum(map(_is_told, lines))
    if not told or told * 3 < len(lines) or any(_NOTATION.match(line) and not _is_sentence(line) for line in lines):
        return False
    return _speaks_of_the_game(lines)


def _is_mixed(lines: Sequence[str]) -> bool:
    """Whether most lines are sentences, though some begin as those of a record do."""
    if not lines or 2 * sentences(lines) < len(lines) or any(_TAG.match(line) for line in lines):
        return False
    return _speaks_of_the_game(lines)


def _speaks_of_the_game(lines: Sequence[str]) -> bool:
    from referee.parsers.prose.vocabulary import group  # most files are records

    said = group("telling").intersection(re.findall(r"[a-z]+", " ".join(lines).casefold()))
    return len(said) >= min(_LEAST_TELLING, len(lines))


def sentences(lines: Iterable[str]) -> int:
    """How many of some lines are sentences, and not meant as notation."""
    return sum(_is_told(line) and (_NOTATION.match(line) is None or _is_sentence(line)) for line in lines)


def _is_told(line: str) -> bool:
    """Whether a line has the words of a sentence."""
    return len(line.split()) >= _LEAST_WORDS and not line.lstrip().startswith((";", "["))


def _is_sentence(line: str) -> bool:
    """Whether a line that begins as a record does goes on as no record does; telegrams have STOP for a full stop."""
    if " STOP" in line.partition(";")[0]:
        return True
    return len(line.split()) > 8 and re.search(r"[a-z]{2}[.!?](?:\s|$)", line) is not None and "=>" not in line
