"""Recognition and conversion of prose with lines of notation."""

from __future__ import annotations

import re
from itertools import islice

from referee.engine.state.names import NamesOf
from referee.engine.state.script import Origin
from referee.parsers.mail import html, quoting
from referee.parsers.mail.model import MailLine
from referee.parsers.notation.encodings import decode_text
from referee.parsers.notation.reader import tags_of
from referee.parsers.notes import extraction, marks
from referee.parsers.notes.merging import GameReaders, MergedRecord, Passage, gather

_PAGE = re.compile(
    r"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|body|div|table|p)\b", re.IGNORECASE | re.DOTALL
)
_MARKED = re.compile(r"\s{0,3}(?:```|~~~|>|#{1,6}\s)")
_SAYS = re.compile(r"[^\W\d_]{2,}")
MOST_NAMING = 12
"""Most lines in which a scenario may be named."""
MOST_LOOKED_AT = 3000
"""Most lines to read in recognition of such a text."""


def lines(text: str) -> list[MailLine]:
    """Lines of a text or page, with lines of the file.

    They are in the form of a message.
    """
    if _PAGE.match(text[:4000]):
        raw = [quoting.RawLine(shown.line, shown.text, shown.level) for shown in html.lines(text)]
    else:
        ends = text.replace("\r\n", "\n").replace("\r", "\n")
        raw = [quoting.RawLine(number, line) for number, line in enumerate(ends.split("\n"), 1)]
    return quoting.lines(raw)


def is_notes(text: str, names_of: NamesOf) -> bool:
    """Whether a text is prose among notation, not a broken record.

    Its first line was checked before (:mod:`referee.parsers.notes.detection`): a record begins as one.
    """
    head = text.split("\n", MOST_LOOKED_AT)[:MOST_LOOKED_AT]
    found = marks.pieces(lines("\n".join(head)))
    budget = extraction.Budget(extraction.MOST_READ // 10)
    picked = extraction.pick(found, names_of(tags_of([p.text for p in found])), budget)
    used = {n: p for p in picked if p.content.kind != "comment" for n in range(p.at, p.upto + 1)}
    good = [p for p in picked if p.content.kind != "comment" and not p.content.problem]
    first = next((n for n, piece in enumerate(found) if piece.text), 0)
    begins = first in used and not used[first].level and not found[first].block
    if begins or not any(p.play for p in good):  # “no plots” and “turn 2” occur in any notes
        return False
    rest = (p.text for n, p in enumerate(found) if n not in used and p.text[:1] not in (";", "{"))
    prose = sum(_SAYS.search(said) is not None for said in rest)
    marked = _PAGE.match(text[:4000]) or any(_MARKED.match(line) or marks.CODE.search(line[:200]) for line in head)
    return bool(marked) or (prose > 1 and prose * 4 >= len(good))


def convert(data: bytes, readers: GameReaders) -> MergedRecord:
    """The record in such a text.

    Raises :class:`~referee.parsers.notation.encodings.TextError`.
    """
    found = marks.pieces(lines(decode_text(data)))
    texts = (p for p in found if p.text and not p.level and not p.signature)
    first = [(p.text, Origin(line=p.number)) for p in islice(texts, MOST_NAMING)] or [("", Origin())]
    empty = "there is no line of notation in this text"
    return gather([Passage("", pieces=found)], readers, [first], empty)
