"""A game by mail as a record.

What of the mails is notation, in the order in which it was sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.names import NamesOf
from referee.engine.script import Origin
from referee.parsers.mail.model import Message
from referee.parsers.mail.thread import read_thread
from referee.parsers.notation.reader import tags_of
from referee.parsers.notes.extraction import TOO_MUCH, Budget, Seek, is_set_up, pick, unsought
from referee.parsers.notes.marks import Piece, pieces
from referee.parsers.notes.merging import Gathered, Names, Naming, Passage, gather, named, nothing

MOST_SUBJECTS = 20
"""Most subjects in which a scenario is looked for."""


def convert(data: bytes, names_of: NamesOf, said: Names = nothing, seek: Seek = unsought) -> Gathered:
    """The record that a file of mails holds. Raises :class:`~referee.parsers.notation.encodings.TextError`."""
    thread = read_thread(data)
    looked = [pieces(message.lines) for message in thread.messages]
    tags: dict[str, str] = {}
    for found in looked:
        tags = tags_of([p.text for p in found]) | tags
    naming = _named(said, thread.messages)
    if "Scenario" in tags or any(map(is_set_up, looked)):
        naming = Naming()
    names, seeking = names_of({**naming.tags, **tags}), seek({**naming.tags, **tags})
    passages = []
    budget = Budget()
    known: set[str] = set()
    for message, pieced in zip(thread.messages, looked, strict=True):
        passage = _passage(message)
        found = _new(pieced, known)
        passage.found = pick(found, names, budget, seeking)
        passages.append(passage)
    done = gather(passages, tags, naming)
    count = len(thread.messages)
    mails = f"{count} mails" if count != 1 else "1 mail"
    if budget.left <= 0:
        done.notes.append(TOO_MUCH)
    done.notes[:0] = thread.notes
    if not done.taken and not done.problems:
        done.notes.insert(0, f"{mails}, and no line of notation in {'them' if count != 1 else 'it'}")
    return done


def _named(said: Names, messages: Sequence[Message]) -> Naming:
    """The tags that the first mail names, else a subject of a later one."""
    subjects = {m.subject: Origin(f"message {m.number}", 0, 0, m.about) for m in reversed(messages) if m.subject}
    for first in messages[:1]:
        own = [line for line in first.lines if line.text.strip() and not line.quoted_level and not line.signature]
        at = Origin(f"message {first.number}", 0, 0, first.about)
        texts = [(line.text, at._replace(line=line.number)) for line in own]
        if (found := named(said, [(first.subject, at), *texts])).tags:
            return found
    each = (named(said, [one]) for one in list(reversed(subjects.items()))[:MOST_SUBJECTS])
    return next((found for found in each if found.tags), Naming())


def _new(found: list[Piece], known: set[str]) -> list[Piece]:
    """The lines of a mail without those that it quotes word for word from one before it."""
    said = [" ".join(piece.text.split()) for piece in found]
    new = [
        Piece(piece.number, "", level=piece.level) if piece.level and text in known else piece
        for piece, text in zip(found, said, strict=True)
    ]
    known.update(said)
    return new


def _passage(message: Message) -> Passage:
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
    )
