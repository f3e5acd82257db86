"""The content of a thread of mails.

It is free of everything that mail programs add to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class MailLine:
    """One line of a message as a mail program shows it."""

    number: int
    """Its number in the message, from 1.

    A line wrapped for sending has that of its first part.
    """
    text: str
    """Its content, without marks of quotation."""
    quoted_level: int = 0
    """Depth of quotation; 0 for the sender's own."""
    signature: bool = False
    shift: int = 0
    """Number of mark columns before the text."""


@dataclass(slots=True)
class Message:
    """One mail.

    ``number`` counts from 1 in the order in which the mails were written.
    """

    number: int
    sender_label: str
    """Name of the sender for display, never an address.

    It is "sender 1" where the mail has none.
    """
    date: datetime | None
    """Time of sending with zone, or None without a valid one."""
    subject: str
    lines: list[MailLine] = field(default_factory=list)
    sender: int = 1
    """Number of the sender, the same for all of a person's names."""

    @property
    def own_lines(self) -> list[MailLine]:
        """The sender's own lines, without quotations and signature."""
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
    """Remarks on the file: undated mails, duplicates, and excess."""


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
