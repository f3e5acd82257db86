"""A game in another form, converted to a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.engine.state.script import Origin, Unreadable


@dataclass(slots=True)
class Converted:
    """A game in another form, converted to a record.

    It also says what was taken over, guessed and left open on the way. ``text`` is the record in the notation,
    ``problems`` what could not be read, by line of ``text``, ``origins`` where the lines of ``text`` stand in the
    original. ``taken`` counts lines that were taken over as they are, ``guessed`` those that were worked out,
    ``left_open`` those of them that have a ``?`` or a correction. ``notes`` are sentences for the user.
    """

    text: str
    problems: dict[int, str] = field(default_factory=dict)
    origins: Mapping[int, Origin] = field(default_factory=dict)
    taken: int = 0
    guessed: int = 0
    left_open: int = 0
    notes: list[str] = field(default_factory=list)
    noted: list[Unreadable] = field(default_factory=list)
    """What is worth a note on a line of ``text``, such as that it was sent by the other player."""
    sentences: Mapping[int, str] = field(default_factory=dict)
    """Sentences that were not read and look like a play, as comments; ``text`` has a blank line for each."""

    @property
    def whole(self) -> str:
        """The record with these sentences."""
        if not self.sentences:
            return self.text
        lines = enumerate(self.text.split("\n"), 1)
        return "\n".join(self.sentences.get(number, line) for number, line in lines)
