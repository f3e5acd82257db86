"""Write a record as the mails of a thread.

They have the forms that mail programs send.
"""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

START = datetime(2025, 3, 3, 19, 42, tzinfo=UTC)
PEOPLE = (("A.", "alder@mail.example"), ("B.", "birch@post.example"))


@dataclass(frozen=True)
class Mail:
    """A mail as it is sent: its head and its packed body."""

    number: int
    data: str

    def in_mbox(self) -> str:
        _, address = PEOPLE[self.number % 2]
        body = "".join(f">{line}" if line.startswith("From ") else line for line in self.data.splitlines(keepends=True))
        return f"From {address} Mon Mar  3 19:42:10 2025\n{body}\n"


def identity(number: int) -> str:
    return f"<{number}.labyrinth@mail.example>"


def head(number: int, more: Sequence[str], *, day: float | None = None, subject: str = "Labyrinth pbem") -> str:
    """The head of the mail ``number``.

    The two players write in turn, a mail a day.
    """
    name, address = PEOPLE[number % 2]
    lines = [f"From: {name} <{address}>", f"To: {PEOPLE[1 - number % 2][1]}", f"Subject: {subject}"]
    lines.append(f"Message-ID: {identity(number)}")
    if day is None or day >= 0:
        lines.append(f"Date: {format_datetime(START + timedelta(days=number if day is None else day))}")
    if number:
        lines.append(f"In-Reply-To: {identity(number - 1)}")
    return "\n".join([*lines, "MIME-Version: 1.0", *more])


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" if line and line[0] != ">" else f">{line}\n" for line in text.splitlines())


def plain(number: int, body: str) -> Mail:
    return Mail(number, head(number, ["Content-Type: text/plain; charset=us-ascii"]) + f"\n\n{body}")


def printable(number: int, body: str) -> Mail:
    packed = quopri.encodestring(body.encode()).decode()
    more = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"]
    return Mail(number, head(number, more) + f"\n\n{packed}")


def in_base64(number: int, body: str) -> Mail:
    packed = base64.encodebytes(body.encode()).decode()
    more = ['Content-Type: text/plain; charset="utf-8"', "Content-Transfer-Encoding: base64"]
    return Mail(number, head(number, more) + f"\n\n{packed}")


def flowed(number: int, body: str) -> Mail:
    lines = []
    for line in body.splitlines():
        wrapped = textwrap.wrap(line, 60, break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"{part} " for part in wrapped[:-1]] + wrapped[-1:]
    text = "\n".join(f" {line}" if line.startswith((">", "From ", " ")) else line for line in lines)
    return Mail(number, head(number, ["Content-Type: text/plain; format=flowed"]) + f"\n\n{text}\n")


def wrapped(number: int, body: str) -> Mail:
    """Long lines are broken by the program of the sender, at blanks."""
    lines = [
        part
        for line in body.splitlines()
        for part in (textwrap.wrap(line, 72, break_long_words=False, break_on_hyphens=False) or [""])
    ]
    return plain(number, "\n".join(lines) + "\n")


def page(number: int, body: str) -> Mail:
    """A page alone: paragraphs, line ends, quotations."""
    out, level = [], 0
    for line in body.splitlines():
        marks = len(line) - len(line.lstrip("> "))
        here = line[:marks].count(">")
        out += ["<blockquote>"] * (here - level) + ["</blockquote>"] * (level - here)
        level = here
        out.append(f"<div>{html.escape(line[marks:]) or '<br>'}</div>")
    text = "".join(out) + "</blockquote>" * level
    whole = f"<html><head><style>p {{color: red}}</style></head><body>{text}</body></html>"
    return Mail(number, head(number, ["Content-Type: text/html; charset=utf-8"]) + f"\n\n{whole}\n")


def both(number: int, body: str) -> Mail:
    mark = f"=_part_{number}"
    inner = page(number, body).data.partition("\n\n")[2]
    parts = (
        f"This is a message in several parts.\n\n--{mark}\nContent-Type: text/plain; charset=us-ascii\n\n{body}\n"
        f"--{mark}\nContent-Type: text/html; charset=us-ascii\n\n{inner}\n--{mark}--\n"
    )
    return Mail(number, head(number, [f'Content-Type: multipart/alternative; boundary="{mark}"']) + f"\n\n{parts}")


WAYS: tuple[Callable[[int, str], Mail], ...] = (plain, printable, both, in_base64, wrapped, page, flowed)


def thread(record: str, *, a_mail: int = 4) -> list[Mail]:
    """A record in mails, in turn by all the ways.

    Each has all mails before it quoted below its own text.
    """
    lines = record.splitlines()
    first = next(n for n, line in enumerate(lines) if line and line[0] not in "[;")
    parts = [lines[:first]]
    parts += [lines[n : n + a_mail] for n in range(first, len(lines), a_mail)]
    found: list[Mail] = []
    before = ""
    for number, part in enumerate(parts):
        name, _ = PEOPLE[number % 2]
        own = "Hi, this is what I do now:\n\n" + "\n".join(part) + "\n\nYour turn, I think.\n"
        other = PEOPLE[1 - number % 2][0]
        day = (START + timedelta(days=number - 1)).strftime("%d %b %Y")
        body = own + (f"\nOn {day}, {other} wrote:\n{quoted(before)}" if before else "") + f"\n-- \n{name}\n"
        found.append(WAYS[number % len(WAYS)](number, body))
        before = own + (f"\nOn {day}, {other} wrote:\n{quoted(before)}" if before else "")
    return found


def mbox(mails: Sequence[Mail]) -> bytes:
    return "".join(mail.in_mbox() for mail in mails).encode()


def taken(data: bytes) -> str:
    """The result of any bytes as mails and as notes.

    It is "" if they are refused. Nothing else may happen.
    """
    from referee.editions.rulesets import names_of
    from referee.parsers.notation.encodings import TextError
    from referee.parsers.notes.detection import is_notes
    from referee.parsers.notes.mails import convert as of_mail
    from referee.parsers.notes.merging import GameReaders
    from referee.parsers.notes.record import convert as of_notes

    said = []
    is_notes(data, names_of)
    for convert in (of_mail, of_notes):
        try:
            said.append(convert(data, GameReaders(names_of)).text)
        except TextError:
            continue
    return "".join(said)
