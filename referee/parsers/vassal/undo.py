"""Undo steps and the steps that they take back.

Undoing deletes nothing: it adds a step with the inverse commands.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

Effect = tuple[str, ...]
"""The effect of a command: its kind, its subject, and the new and the old state."""
NO_STATE = "\0"
"""The old state of a command that does not give it."""
MOST_COMPARED = 25


@dataclass(slots=True)
class Effects:
    """The effects of a step, as far as they can be taken back."""

    state: set[Effect] = field(default_factory=set)
    chats: list[str] = field(default_factory=list)
    marked: bool = False
    """Whether the step itself says that it takes something back."""
    takes_back: int = 0
    _inverses: set[Effect] | None = None

    def inverses(self) -> set[Effect]:
        """The effects that take it back; complete with the step."""
        if self._inverses is None:
            self._inverses = {found for effect in self.state if (found := inverse(effect)) is not None}
        return self._inverses

    def takes(self, other: Effects) -> bool:
        """Whether this takes back just the other."""
        if len(self.chats) != len(other.chats) or self.state != other.inverses():
            return False
        pairs = zip(self.chats, reversed(other.chats), strict=True)
        return all(mine.endswith(theirs) and len(mine) > len(theirs) for mine, theirs in pairs)


def inverse(effect: Effect) -> Effect | None:
    """The effect that takes another back; None if there is none."""
    kind, subject, *states = effect
    if kind in "+-":
        return ("-" if kind == "+" else "+", subject)
    new, old = states
    return (kind, subject, old, new) if old != NO_STATE else None


class History:
    """The steps so far, and those that were not taken back."""

    def __init__(self) -> None:
        self.steps: list[Effects] = []
        self._valid: list[int] = []
        self._undoing: list[int] = []
        self._marked = False

    def add(self, step: Effects) -> tuple[int, bool]:
        """Add a step: the number of the step that it takes back, 0 for none, and whether it fits that one exactly."""
        self.steps.append(step)
        number = len(self.steps)
        self._marked = self._marked or step.marked
        if not step.marked and (self._marked or not self._takes_last(step)):
            if step.chats or step.inverses():
                self._valid.append(number)
            return 0, True
        found = self._fitting(self._valid, step) or self._fitting(self._undoing, step)
        exact = bool(found)
        if not found and self._valid:
            found = self._valid.pop()
        step.takes_back = found
        self._undoing.append(number)
        if found and self.steps[found - 1].takes_back:  # done again
            insort(self._valid, self.steps[found - 1].takes_back)
        return found, exact

    def _fitting(self, numbers: list[int], step: Effects) -> int:
        """Take the last of these steps that is just what is taken back off the list."""
        for at in range(len(numbers) - 1, max(-1, len(numbers) - 1 - MOST_COMPARED), -1):
            if step.takes(self.steps[numbers[at] - 1]):
                return numbers.pop(at)
        return 0

    def _takes_last(self, step: Effects) -> bool:
        """Whether a step is the inverse of the last valid one, in words or by a stack that goes again."""
        if not self._valid or not (step.chats or any(effect[0] == "-" for effect in step.state)):
            return False
        return step.takes(self.steps[self._valid[-1] - 1])
