"""A game by mail as a record.

It has the notation of the mails, in the order of sending.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.state.script import Origin
from referee.engine.state.words import agree, plural
from referee.parsers.mail.model import Message
from referee.parsers.mail.thread import read_thread
from referee.parsers.notes.marks import MarkedPiece, pieces
from referee.parsers.notes.merging import GameReaders, MergedRecord, Passage, ScenarioTexts, gather

MOST_SUBJECTS = 20
"""Most subjects in which a scenario may be named."""


def convert(data: bytes, readers: GameReaders) -> MergedRecord:
    """The record in a file of mails.

    Raises :class:`~referee.parsers.notation.encodings.TextError`.
    """
    thread = read_thread(data)
    known: set[str] = set()
    passages = [_passage(message, _new(pieces(message.lines), known)) for message in thread.messages]
    count = len(passages)
    empty = f"{plural(count, 'mail')}, and no line of notation in {agree(count, 'it', 'them')}"
    return gather(passages, readers, _told(thread.messages), empty, thread.notes)


def _told(messages: Sequence[Message]) -> Iterator[ScenarioTexts]:
    """Candidates for a scenario's name: first mail, later subjects."""
    for first in messages[:1]:
        at = Origin(f"message {first.number}", 0, 0, first.about)
        yield [
            (first.subject, at),
            *((line.text, at._replace(line=line.number)) for line in first.own_lines if line.text.strip()),
        ]
    subjects = {m.subject: Origin(f"message {m.number}", 0, 0, m.about) for m in reversed(messages) if m.subject}
    yield from ([one] for one in list(reversed(subjects.items()))[:MOST_SUBJECTS])


def _new(found: list[MarkedPiece], known: set[str]) -> list[MarkedPiece]:
    """The lines of a mail without literal quotations from earlier ones."""
    said = [" ".join(piece.text.split()) for piece in found]
    new = [
        MarkedPiece(piece.number, "", level=piece.level) if piece.level and text in known else piece
        for piece, text in zip(found, said, strict=True)
    ]
    known.update(said)
    return new


def _passage(message: Message, found: list[MarkedPiece]) -> Passage:
    day = message.date.strftime("%Y-%m-%d, ") if message.date is not None else ""
    who = ": ".join(part for part in (message.sender_label, message.subject) if part)
    words = " ".join(" ".join(line.text.split()) for line in message.lines if not line.quoted_level)
    return Passage(
        f"message {message.number}",
        message.about,
        f"{day}message {message.number}, {who}",
        message.sender,
        message.sender_label,
        words=words.casefold(),
        pieces=found,
    )
