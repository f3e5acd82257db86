"""The limits on reading a file.

They are far more than any game has, and little enough that none costs much.
"""

from __future__ import annotations

from referee.engine.state.script import Place, Record, Unreadable
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation.tokens import split_comment

MAX_LINES = 200_000
"""Most lines of a file that are looked at, blank ones and comments included."""
MAX_ACTIONS = 10_000
"""Most lines that are judged; the longest game has some 700."""
MAX_CHARACTERS = 500_000
"""Most characters that are read, comments aside; a long game has some 30,000."""
MAX_LENGTH = 120_000
"""Most characters of a line with its comment; what is more is left out wherever the line is shown."""
MAX_UNREAD = 2000
"""Most lines that cannot be read; a file with more of them is not a record."""
MOST_TOLD = 200
"""Most lines that cannot be read, and most notes on tags and drawings, that are told one by one."""


class Limits:
    """Counters of a record's reading, and their limits."""

    def __init__(self, record: Record, beyond: int) -> None:
        self.record = record
        self.beyond = beyond
        """Lines of the file after those of the record."""
        self.characters = self.unread = 0
        self.untold: Place | None = None
        """The first line that cannot be read and is not told."""

    def reached(self, raw: str, number: int) -> bool:
        """Whether a line is too much, and is not read, nor any after it."""
        body = split_comment(raw)[0].strip()
        if not body or body.startswith("["):  # of tags too many are not told, and none is judged
            return False
        return self.enough(len(body), number, len(self.record.lines) - number + self.beyond)

    def enough(self, size: int, number: int, after: int) -> bool:
        """The same of a line of this many characters without its comment, with so many lines after it."""
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
        """Cut a line that is too long to be shown. Raises :class:`LineError` for it."""
        if len(raw) > MAX_LENGTH:
            self.record.lines[number - 1] = raw[:MAX_LENGTH] + "…"
            raise LineError(faults.TEXT_TOO_LONG, 1, 2, most=MAX_LENGTH)

    def unreadable(self, found: Unreadable) -> None:
        """Keep a line that cannot be read."""
        self.unread += 1
        if self.unread <= MOST_TOLD:
            self.record.unreadable.append(found)
        elif self.untold is None:
            self.untold = found.place

    def end(self) -> None:
        """Say how much was not read and not told."""
        record = self.record
        if self.beyond and not record.left_out:
            self._stop(len(record.lines) + 1, self.beyond - 1, f"a file has at most {MAX_LINES:,} lines")
        if self.untold is not None:
            more = self.unread - MOST_TOLD - 1
            message = f"this line cannot be read, nor can {more:,} after it" if more else "this line cannot be read"
            record.left_out.append(Unreadable(self.untold, message))
        if len(record.notes) > MOST_TOLD:
            message = f"{len(record.notes) - MOST_TOLD:,} more notes on tags and drawings are left out"
            record.notes[MOST_TOLD:] = [Unreadable(record.notes[MOST_TOLD].place, message)]

    def _stop(self, number: int, after: int, why: str) -> None:
        if after > 1:
            lines = f"this line and the {after:,} after it are"
        else:
            lines = "this line and the next are" if after else "this line is"
        self.record.left_out.append(Unreadable(Place(number, 1, 2), f"{lines} not judged: {why}"))
