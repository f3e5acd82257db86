"""Undo steps and the steps undone.

Undoing deletes nothing: it adds a step with the inverse commands.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

Effect = tuple[str, ...]
"""A command's effect: kind, subject, new and old state."""
NO_STATE = "\0"
"""The old state of a command without one."""
MOST_COMPARED = 25


@dataclass(slots=True)
class Effects:
    """Reversible effects of a step."""

    state: set[Effect] = field(default_factory=set)
    chats: list[str] = field(default_factory=list)
    marked: bool = False
    """Whether the step itself is marked as an undo."""
    takes_back: int = 0
    _inverses: set[Effect] | None = None

    def inverses(self) -> set[Effect]:
        """The inverse effects, complete with the step."""
        if self._inverses is None:
            self._inverses = {found for effect in self.state if (found := inverse(effect)) is not None}
        return self._inverses

    def takes(self, other: Effects) -> bool:
        """Whether this undoes just the other."""
        if len(self.chats) != len(other.chats) or self.state != other.inverses():
            return False
        pairs = zip(self.chats, reversed(other.chats), strict=True)
        return all(mine.endswith(theirs) and len(mine) > len(theirs) for mine, theirs in pairs)


def inverse(effect: Effect) -> Effect | None:
    """The inverse of an effect, or None."""
    kind, subject, *states = effect
    if kind in "+-":
        return ("-" if kind == "+" else "+", subject)
    new, old = states
    return (kind, subject, old, new) if old != NO_STATE else None


class History:
    """Steps so far, and those still valid."""

    def __init__(self) -> None:
        self.steps: list[Effects] = []
        self._valid: list[int] = []
        self._undoing: list[int] = []
        self._marked = False

    def add(self, step: Effects) -> tuple[int, bool]:
        """Add a step; return the undone step, and exactness.

        The number is 0 for none; exact means that all of it is undone.
        """
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
        """Remove the last of these steps that is undone."""
        for at in range(len(numbers) - 1, max(-1, len(numbers) - 1 - MOST_COMPARED), -1):
            if step.takes(self.steps[numbers[at] - 1]):
                return numbers.pop(at)
        return 0

    def _takes_last(self, step: Effects) -> bool:
        """Whether a step is the last valid one's inverse.

        It is so in words or by a stack that goes again.
        """
        if not self._valid or not (step.chats or any(effect[0] == "-" for effect in step.state)):
            return False
        return step.takes(self.steps[self._valid[-1] - 1])
