"""The place of a refusal on a line.

It counts in a written segment, or for the whole line.
"""

from __future__ import annotations

from enum import Enum

from referee.engine.state.script import Segment


class Head(Enum):
    """Parts of a line other than segments that a refusal may concern."""

    CARD = "the play of the card itself"
    CLOCK = "the line at this time"


Spot = Segment | Head
"""Where a refusal counts."""
