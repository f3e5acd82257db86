"""A game in another form, converted to a record."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.script import Origin, Unreadable


@plain_dataclass()
class Conversion:
    """A game in another form, converted to a record.

    It also has the parts taken over, guessed and left open on the way. ``text`` is the record in the notation,
    ``problems`` the unreadable lines, by line of ``text``, ``origins`` the places of the lines of ``text`` in the
    original. ``lines_taken`` counts unchanged lines, ``lines_guessed`` inferred ones, ``lines_open`` those of them that have a ``?``
    or a correction. ``notes`` are sentences for the user.
    """

    text: str
    problems: dict[int, str] = field(default_factory=dict)
    origins: Mapping[int, Origin] = field(default_factory=dict)
    lines_taken: int = 0
    lines_guessed: int = 0
    lines_open: int = 0
    notes: list[str] = field(default_factory=list)
    line_notes: list[Unreadable] = field(default_factory=list)
    """Notes on lines of ``text``, such as “sent by the other player”."""
    sentences: Mapping[int, str] = field(default_factory=dict)
    """Unread sentences that look like a play, as comments.

    ``text`` has a blank line for each.
    """

    @property
    def whole(self) -> str:
        """The record with these sentences."""
        if not self.sentences:
            return self.text
        lines = enumerate(self.text.split("\n"), 1)
        return "\n".join(self.sentences.get(number, line) for number, line in lines)
