"""The content of a thread of mails.

It is free of everything that mail programs add to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a message as a mail program shows it."""

    number: int
    """Its number in the message, from 1; of a line that was wrapped for sending, that of its first part."""
    text: str
    """What it says, without marks of quotation."""
    quoted_level: int = 0
    """How often it is quoted; 0 for what the sender wrote."""
    signature: bool = False
    shift: int = 0
    """Number of columns of marks before the text."""


@dataclass(slots=True)
class Message:
    """One mail.

    ``number`` counts from 1 in the order in which the mails were written.
    """

    number: int
    sender_label: str
    """Who sent it: the name as it is shown; "sender 1" where the mail has none. Never an address."""
    date: datetime | None
    """When it was sent, with its time zone; None where the mail has no date that can be."""
    subject: str
    lines: list[Line] = field(default_factory=list)
    sender: int = 1
    """Who sent it as a number: the same for one person, however the mails call him."""

    @property
    def own(self) -> list[Line]:
        """What the sender wrote himself, without quotations and his signature."""
        return [line for line in self.lines if not line.quoted_level and not line.signature]

    @property
    def about(self) -> str:
        """Sender, day and subject in words: ``B., 4 March 2025, Re: US1``."""
        day = f"{self.date.day} {_MONTHS[self.date.month - 1]} {self.date.year}" if self.date is not None else ""
        return ", ".join(part for part in (self.sender_label, day, self.subject) if part)


@dataclass(slots=True)
class Thread:
    """The mails of a file, in their order of writing.

    Each mail is in it once.
    """

    messages: list[Message] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Remarks on the file: mails without a date, duplicates, what was too much."""


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
