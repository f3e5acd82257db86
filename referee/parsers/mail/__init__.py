"""Games by mail: a mail or a file of mails as a thread of messages, each line with its place.

``read_thread(data)`` gives the messages in the order in which they were written, each once, with their lines as a mail
program shows them: what is quoted, how often, and what is a signature. No address of a sender is in it.
"""

from referee.parsers.mail.mbox import is_mail
from referee.parsers.mail.model import Line, Message, Thread
from referee.parsers.mail.thread import read_thread

__all__ = ["Line", "Message", "Thread", "is_mail", "read_thread"]
