"""Sessions of the recorder, for its tests."""

from __future__ import annotations

from referee.play.recording import Session


def typed(session: Session, *lines: str) -> list[str]:
    """Type lines, each of which is taken; all that was said."""
    said: list[str] = []
    for line in lines:
        reply = session.feed(line)
        assert not reply.wrong, (line, reply.texts)
        said += reply.texts
    return said
