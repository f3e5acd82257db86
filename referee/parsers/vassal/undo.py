"""Which step another step takes back. Undoing deletes nothing: it adds a step with the inverse commands."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field

Deed = tuple[str, ...]
"""What a command did, so that its inverse can be told: its kind, what it was about, and the new and the old state."""
MOST_LOOKED_AT = 25


@dataclass(slots=True)
class Deeds:
    """What a step did, as far as it can be taken back."""

    state: set[Deed] = field(default_factory=set)
    chats: list[str] = field(default_factory=list)
    marked: bool = False
    """Whether it says of itself that it takes something back."""
    standing: bool = True
    """Whether nothing took it back."""
    takes_back: int = 0
    _inverses: set[Deed] | None = None

    def inverses(self) -> set[Deed]:
        """What takes it back; to be asked for when the step is complete."""
        if self._inverses is None:
            self._inverses = {done for deed in self.state if (done := inverse(deed)) is not None}
        return self._inverses

    def undoable(self) -> bool:
        """Whether it has an inverse."""
        return bool(self.chats or self.inverses())

    def takes(self, other: Deeds) -> bool:
        """Whether this is just what takes the other back."""
        if len(self.chats) != len(other.chats) or self.state != other.inverses():
            return False
        pairs = zip(self.chats, reversed(other.chats), strict=True)
        return all(mine.endswith(theirs) and len(mine) > len(theirs) for mine, theirs in pairs)


def inverse(deed: Deed) -> Deed | None:
    """What takes a command back; None if nothing does."""
    kind, about, *states = deed
    if kind in "+-":
        return ("-" if kind == "+" else "+", about)
    new, old = states
    return (kind, about, old, new) if old != NONE else None


NONE = "\0"
"""The old state of a command that does not tell it."""


class History:
    """The steps so far, and which of them stand."""

    __slots__ = ("_marked", "_standing", "_undoing", "steps")

    def __init__(self) -> None:
        self.steps: list[Deeds] = []
        self._standing: list[int] = []
        self._undoing: list[int] = []
        self._marked = False

    def add(self, deeds: Deeds) -> tuple[int, bool]:
        """The next step: the number of the step that it takes back, 0 for none, and whether it fits that one exactly."""
        self.steps.append(deeds)
        number = len(self.steps)
        self._marked = self._marked or deeds.marked
        if not deeds.marked and (self._marked or not self._old_client(deeds)):
            if deeds.undoable():
                self._standing.append(number)
            return 0, True
        for steps in (self._standing, self._undoing):
            found = self._fitting(steps, deeds)
            if found:
                break
        exact = bool(found)
        if not found and self._standing:
            found = self._standing.pop()
        deeds.takes_back = found
        self._undoing.append(number)
        if found:
            undone = self.steps[found - 1]
            undone.standing = False
            if undone.takes_back:  # done again
                self.steps[undone.takes_back - 1].standing = True
                insort(self._standing, undone.takes_back)
        return found, exact

    def _fitting(self, steps: list[int], deeds: Deeds) -> int:
        """The last of these steps that is just what is taken back; it is no more among them then."""
        for at in range(len(steps) - 1, max(-1, len(steps) - 1 - MOST_LOOKED_AT), -1):
            if deeds.takes(self.steps[steps[at] - 1]):
                return steps.pop(at)
        return 0

    def _old_client(self, deeds: Deeds) -> bool:
        """Whether a step is the inverse of the last one that stands, in words or with a stack that goes again."""
        if not self._standing or not (deeds.chats or any(deed[0] == "-" for deed in deeds.state)):
            return False
        return deeds.takes(self.steps[self._standing[-1] - 1])
