"""The recording of a game during play.

It has questions, answers and the file. Nothing here knows a terminal.
"""

from __future__ import annotations

from referee.play.recording.book import Book, BookError, ChangedError
from referee.play.recording.messages import Reply
from referee.play.recording.session import Session

__all__ = ["Book", "BookError", "ChangedError", "Reply", "Session"]
