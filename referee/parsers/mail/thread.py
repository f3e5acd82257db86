"""Mails as a thread.

Each is there once, in the order of writing, with the names of their senders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message as Mail
from email.utils import parsedate_to_datetime

from referee.engine.state.words import agree, one_or, plural
from referee.parsers.mail import html, mbox, parts, quoting
from referee.parsers.mail.model import MailLine, Message, Thread
from referee.parsers.mail.quoting import RawLine
from referee.parsers.notation.encodings import MAX_BYTES, TextError

MAX_LINES = 200_000
"""Most lines of all mails together to keep."""
MAX_LINE = 20_000
"""Most characters of a line to keep."""
MAX_ATTACHED = 100
"""Most mails to read out of other mails."""
MAX_SUBJECT, MAX_NAME = 120, 60
_FIRST_YEAR, _LAST_YEAR = 1995, 2099
"""Years of possible mails."""
_ADDRESS = re.compile(r"<?[^\s<>@,;:\"'()\[\]]{1,64}@[^\s<>@,;:\"'()\[\]]{1,255}>?")
_IDENTITY = re.compile(r"<[^<>\s]{1,250}>")


@dataclass(slots=True, eq=False)
class _ReadMail:
    """A mail of the file."""

    place: int
    name: str
    address: str
    date: datetime | None
    subject: str
    identity: str
    answers: list[str]
    lines: list[MailLine] = field(default_factory=list)
    files: int = 0


def read_thread(data: bytes) -> Thread:
    """The mails of a file.

    Raises :class:`TextError` for another file, or a too large one.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    if not mbox.is_mail(data):
        raise TextError("this is no mail: it has no head with From and Date")
    mails, cut = mbox.split(data)
    thread = Thread()
    if cut:
        thread.notes.append(f"the file has more than {len(mails):,} mails or too many lines; the rest is not read")
    found = _once(list(_read(mails, thread)), thread)
    ordered = _in_order(found)
    named = _named(ordered)
    for number, (mail, (who, label)) in enumerate(zip(ordered, named, strict=True), 1):
        thread.messages.append(Message(number, label, mail.date, mail.subject, mail.lines, who))
        if mail.date is None:
            thread.notes.append(f"message {number} has no date that can be; the order of the file says where it stands")
        if mail.files:
            files = f"{one_or(mail.files, 'file')} that {agree(mail.files, 'is', 'are')}"
            thread.notes.append(f"message {number} has {files} not read; save and check it by itself")
    return thread


def _read(mails: list[bytes], thread: Thread) -> Iterator[_ReadMail]:
    """Mails in file order, an inner one before its outer."""
    place = kept = attached = 0
    for data in mails:
        first, _, rest = data.partition(b"\n")
        enveloped = first.startswith(b"From ")
        envelope = first[:300].decode("ascii", "replace") if enveloped else ""
        mail, whole = parts.parse(rest if enveloped else data)
        if not whole:
            thread.notes.append(
                f"a mail has more parts within parts than are taken apart: {_subject(mail) or 'no subject'}"
            )
        todo = [(mail, envelope)]
        read: list[_ReadMail] = []
        while todo:
            one, envelope = todo.pop()
            place += 1
            unpacked = parts.unpack(one)
            taken = _found(one, place, envelope)
            taken.lines = _lines(unpacked, MAX_LINES - kept)
            taken.files = unpacked.files
            kept += len(taken.lines)
            read.append(taken)
            attached += len(unpacked.attachments)
            if attached <= MAX_ATTACHED:
                todo += [(inner, "") for inner in unpacked.attachments]
        yield from reversed(read)
        if kept >= MAX_LINES:
            thread.notes.append(f"the mails have more than {MAX_LINES:,} lines; the rest is not read")
            return


def _lines(unpacked: parts.MailContent, most: int) -> list[MailLine]:
    """The lines of a mail, counted through all its texts."""
    raw: list[RawLine] = []
    for text in unpacked.texts:
        at = raw[-1].number + 1 if raw else 1
        if text.html:
            raw += [RawLine(at + n, line.text[:MAX_LINE], line.level) for n, line in enumerate(html.lines(text.text))]
        else:
            shown = [RawLine(at + n, line[:MAX_LINE]) for n, line in enumerate(text.text.split("\n", most)[:most])]
            raw += _unwrapped(shown, joined=text.joined) if text.flowed else shown
    while raw and not raw[-1].text.strip():
        raw.pop()
    return quoting.lines(raw[:most])


_FLOWED = re.compile(r"((?:> ?){0,60}(?<=>)|)( ?)(.*)", re.DOTALL)


def _unwrapped(raw: list[RawLine], *, joined: bool) -> list[RawLine]:
    """Lines wrapped for sending (format=flowed), as typed.

    A line keeps the number of its first part.
    """
    found: list[RawLine] = []
    open_at = -1
    pieces: list[str] = []
    size = 0
    for line in raw:
        match = _FLOWED.match(line.text)
        assert match is not None
        depth, text = match[1].count(">"), match[3]
        signature = text == "-- "
        if open_at == depth and not signature and size < MAX_LINE:
            pieces.append(text)
        else:
            if found:
                found[-1] = found[-1]._replace(text="".join(pieces))
            found.append(line)
            marks = f"{match[1]} " if depth else ""
            pieces, size = [marks, text], 0
        size += len(text)
        flows = text.endswith(" ") and not signature
        open_at = depth if flows else -1
        if flows and joined:
            pieces[-1] = pieces[-1][:-1]
    if found:
        found[-1] = found[-1]._replace(text="".join(pieces))
    return found


# -------------------------------------------------------------------- heads


def _found(mail: Mail, place: int, envelope: str) -> _ReadMail:
    name, address = _sender(mail)
    date = _date(parts.header(mail, "Date", 200))
    if date is None:
        date = _date(parts.header(mail, "Received").rpartition(";")[2])
    if date is None and envelope:
        date = _date(envelope.partition(" ")[2].strip().partition(" ")[2])
    identities = _IDENTITY.findall(parts.header(mail, "Message-ID", 1000))
    answers = _IDENTITY.findall(f"{parts.header(mail, 'References')} {parts.header(mail, 'In-Reply-To', 1000)}")
    return _ReadMail(place, name, address, date, _subject(mail), identities[0] if identities else "", answers[-50:])


def without_addresses(text: str) -> str:
    """A text with dots for the letters of addresses."""
    return _ADDRESS.sub(lambda m: "·" * len(m[0]), text) if "@" in text else text


def _subject(mail: Mail) -> str:
    subject = parts.header(mail, "Subject", 500)
    return _short(_ADDRESS.sub("…", subject), MAX_SUBJECT)


def _short(text: str, most: int) -> str:
    shown = "".join(ch if ch.isprintable() else " " for ch in text)
    shown = " ".join(shown.split())
    return shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"


def _sender(mail: Mail) -> tuple[str, str]:
    """The sender's shown name, and address for identity only."""
    said = parts.header(mail, "From", 500) or parts.header(mail, "Sender", 500)
    address = _ADDRESS.search(said)
    name = _ADDRESS.sub(" ", said, count=5)
    comment = re.fullmatch(r"\s*\(([^()]*)\)\s*", name)
    name = comment[1] if comment is not None else name
    name = re.sub(r"[<>\"\\]", " ", name).strip(" ,;'()")
    name = "" if "@" in name or not any(ch.isalnum() for ch in name) else _short(name, MAX_NAME)
    return name, address[0].strip("<>").casefold() if address is not None else said.casefold()


def _date(text: str) -> datetime | None:
    """Date of a mail, or None for an impossible one."""
    try:
        found = parsedate_to_datetime(text[:100])
        found = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
        found.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        return None
    return found if _FIRST_YEAR <= found.year <= _LAST_YEAR else None


# -------------------------------------------------------------------- order and names


def _once(found: list[_ReadMail], thread: Thread) -> list[_ReadMail]:
    """Each mail once, by identity or by sender and words."""
    kept: list[_ReadMail] = []
    known: set[str] = set()
    bodies: set[tuple[str, str]] = set()
    twice = 0
    for mail in found:
        body = "\n".join(" ".join(line.text.split()) for line in mail.lines)
        same = (mail.address, body)
        if (mail.identity and mail.identity in known) or (len(body) > 20 and same in bodies):
            twice += 1
            continue
        known.add(mail.identity)
        bodies.add(same)
        kept.append(mail)
    if twice:
        mails = (
            "1 mail is in the file twice" if twice == 1 else f"{plural(twice, 'mail')} are in the file more than once"
        )
        thread.notes.append(f"{mails}; each is read once")
    return kept


def _in_order(found: list[_ReadMail]) -> list[_ReadMail]:
    """Mails sorted by date, else in file order.

    An answer comes after its question.
    """
    by_identity = {mail.identity: mail for mail in found if mail.identity}
    moment: dict[int, datetime] = {}
    last = datetime(_FIRST_YEAR, 1, 1, tzinfo=UTC)
    for mail in found:
        answered = [by_identity[a].date for a in mail.answers if a in by_identity]
        known = [d for d in answered if d is not None]
        last = mail.date or (max(known) if known else last)
        moment[mail.place] = last
    waiting = sorted(found, key=lambda m: (moment[m.place], m.place))
    done: set[int] = set()
    ordered: list[_ReadMail] = []
    for first in waiting:
        stack = [first]
        begun: set[int] = set()
        while stack:
            mail = stack[-1]
            if mail.place in done:
                stack.pop()
                continue
            begun.add(mail.place)
            answered_mails = filter(None, map(by_identity.get, mail.answers))
            before = [m for m in answered_mails if m.place not in done and m.place not in begun]
            if before:
                stack += before[::-1]
                continue
            done.add(mail.place)
            ordered.append(mail)
            stack.pop()
    return ordered


def _named(mails: list[_ReadMail]) -> list[tuple[int, str]]:
    """Number and shown name of each mail's sender.

    A person has one name, for all his addresses.
    """
    names: dict[str, str] = {}
    for mail in mails:
        if mail.name:
            names.setdefault(mail.address, mail.name)
    people: dict[str, int] = {}
    found = []
    for mail in mails:
        name = mail.name or names.get(mail.address, "")
        who = people.setdefault(name.casefold() or f"\0{mail.address}", len(people) + 1)
        found.append((who, name or f"sender {who}"))
    return found
