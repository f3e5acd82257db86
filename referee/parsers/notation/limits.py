"""The limits on reading a file.

They are far above any game, and low enough that each is cheap.
"""

from __future__ import annotations

from referee.engine.state.script import Place, Record, Unreadable
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation.tokens import split_comment

MAX_LINES = 200_000
"""Most lines of a file to read, blanks and comments included."""
MAX_ACTIONS = 10_000
"""Most lines to judge; the longest game has some 700."""
MAX_CHARACTERS = 500_000
"""Most characters to read without comments; long games have 30,000."""
MAX_LENGTH = 120_000
"""Most characters of a line with its comment.

The rest is left out in every display of the line.
"""
MAX_UNREAD = 2000
"""Most unreadable lines; with more a file is no record."""
MOST_REPORTED = 200
"""Most unreadable lines, and bad tags and drawings, to report singly."""


class Limits:
    """Counters of a record's reading, and their limits."""

    def __init__(self, record: Record, beyond: int) -> None:
        self.record = record
        self.beyond = beyond
        """Lines of the file beyond the record."""
        self.characters = self.unread = 0
        self.untold: Place | None = None
        """The first unreadable line without a report."""

    def reached(self, raw: str, number: int) -> bool:
        """Whether a line exceeds the limits, with all after it."""
        body = split_comment(raw)[0].strip()
        if not body or body.startswith("["):  # surplus tags are not reported, and none is judged
            return False
        return self.enough(len(body), number, len(self.record.lines) - number + self.beyond)

    def enough(self, size: int, number: int, after: int) -> bool:
        """Whether a line of this size exceeds the limits.

        It is given by its characters without comment, and the number of lines after it.
        """
        self.characters += size
        if self.unread >= MAX_UNREAD:
            why = "so many lines before it cannot be read"
        elif len(self.record.actions) >= MAX_ACTIONS:
            why = f"a record has at most {MAX_ACTIONS:,} lines to judge"
        elif self.characters > MAX_CHARACTERS:
            why = f"a record has at most {MAX_CHARACTERS:,} characters, comments aside"
        else:
            return False
        self._stop(number, after, why)
        return True

    def fit(self, raw: str, number: int) -> None:
        """Cut a line too long for display.

        Raises :class:`LineError` for it.
        """
        if len(raw) > MAX_LENGTH:
            self.record.lines[number - 1] = raw[:MAX_LENGTH] + "…"
            raise LineError(faults.TEXT_TOO_LONG, 1, 2, most=MAX_LENGTH)

    def unreadable(self, found: Unreadable) -> None:
        """Keep an unreadable line."""
        self.unread += 1
        if self.unread <= MOST_REPORTED:
            self.record.unreadable.append(found)
        elif self.untold is None:
            self.untold = found.place

    def end(self) -> None:
        """Report the numbers of unread and unreported lines."""
        record = self.record
        if self.beyond and not record.left_out:
            self._stop(len(record.lines) + 1, self.beyond - 1, f"a file has at most {MAX_LINES:,} lines")
        if self.untold is not None:
            more = self.unread - MOST_REPORTED - 1
            message = f"this line cannot be read, nor can {more:,} after it" if more else "this line cannot be read"
            record.left_out.append(Unreadable(self.untold, message))
        if len(record.notes) > MOST_REPORTED:
            message = f"{len(record.notes) - MOST_REPORTED:,} more notes on tags and drawings are left out"
            record.notes[MOST_REPORTED:] = [Unreadable(record.notes[MOST_REPORTED].place, message)]

    def _stop(self, number: int, after: int, why: str) -> None:
        if after > 1:
            lines = f"this line and the {after:,} after it are"
        else:
            lines = "this line and the next are" if after else "this line is"
        self.record.left_out.append(Unreadable(Place(number, 1, 2), f"{lines} not judged: {why}"))
