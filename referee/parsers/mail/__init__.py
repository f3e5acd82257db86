"""Games by mail.

A mail or a file of mails is read as a thread of messages, each line with its place. ``read_thread(data)`` gives the
messages in the order of writing, each once, with their lines as a mail program shows them: the quoted ones with their
depth, and the signature. It has no address of a sender.
"""

from __future__ import annotations

from referee.parsers.mail.mbox import is_mail
from referee.parsers.mail.model import MailLine, Message, Thread


def read_thread(data: bytes) -> Thread:
    """The mails of a file.

    Raises :class:`~referee.parsers.notation.encodings.TextError` for any other file.
    """
    from referee.parsers.mail import thread

    return thread.read_thread(data)


__all__ = ["MailLine", "Message", "Thread", "is_mail", "read_thread"]
