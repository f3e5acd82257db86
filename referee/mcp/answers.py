"""Answers in bounded size, and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.reports.columns import ELLIPSIS
from referee.reports.printing import plain_lines

LIMIT = 4_000
"""Default number of characters in an answer: some 1,000 tokens."""
MOST = 40_000
"""Most characters of a requested answer."""
LEAST = 500
MOST_OF_A_REFUSAL = 1_000


class AnswerError(Exception):
    """A request without an answer.

    The message is a sentence for the assistant.
    """


@contextmanager
def refusing(*kinds: type[Exception]) -> Iterator[None]:
    """Turn an expected error into a refusal with its sentence."""
    try:
        yield
    except kinds as error:
        raise refused(str(error)) from None


def refused(words: str) -> AnswerError:
    """A refusal, with words that may quote a record."""
    words = " ".join(plain_lines(words[: MOST_OF_A_REFUSAL + 1]).split())
    return AnswerError(words if len(words) <= MOST_OF_A_REFUSAL else words[:MOST_OF_A_REFUSAL] + ELLIPSIS)


def paged(text: str, start: int = 1, limit: int = LIMIT) -> str:
    """The lines of an answer from line ``start``, within ``limit`` characters.

    A last line names the request for the others.
    """
    lines = text.rstrip("\n").split("\n")
    if start > len(lines):
        raise AnswerError(f"the answer has {len(lines)} lines, so none from {start} on")
    room = limit - 80  # for what comes after them
    kept: list[str] = []
    at = start - 1
    while at < len(lines) and room >= 0:
        line = plain_lines(lines[at][: room + 1])
        if len(line) > room:
            if kept:
                break
            line = line[:room] + ELLIPSIS
        kept.append(line)
        room -= len(line) + 1
        at += 1
    if at < len(lines):
        kept.append(f"{ELLIPSIS} {len(lines) - at} more lines: ask again with start={at + 1}, or a larger limit")
    return "\n".join(kept)
