"""A game that is written down while it is played: questions, answers, the file. Nothing here knows a terminal."""

from __future__ import annotations

from referee.play.recording.book import Book, BookError, ChangedError
from referee.play.recording.session import Reply, Session

__all__ = ["Book", "BookError", "ChangedError", "Reply", "Session"]
