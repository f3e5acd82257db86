"""The people at the table.

VASSAL distinguishes them by their passwords, which stay in this module.
"""

from __future__ import annotations

import re

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import NOBODY, Player

MAX_PLAYERS = 200
"""Most people in one file."""
MAX_NAMES = 1_000
OBSERVER = "<observer>"
_NONE = ("", "null", NOBODY)
_UNKNOWN = ("", "")
_ANYWHERE, _AS_WORD = 6, 4
"""Shortest ids removed anywhere, and as whole words."""


class Players:
    """Labels for ids, whose values are never shown."""

    def __init__(self) -> None:
        self._ids: dict[str, None] = {}
        self._labels: dict[str, str] = {}
        """Labels by a name in the chat."""
        self._nameless: dict[str, int] = {}
        self._first: dict[str, tuple[str, str]] = {}
        """Names and sides before any command, by id."""
        self._now: dict[str, tuple[str, str]] = {}
        self._seated: dict[str, None] = {}
        self._patterns: list[tuple[str, re.Pattern[str] | None, str]] | None = None

    def __repr__(self) -> str:
        return f"<{len(self._ids)} players>"

    def announce(self, id: str, name: str, side: str) -> None:
        """Introduce a later player, too early for a change of sides."""
        self._know(id)
        self._seated[id] = None
        side = _side(side)
        if id not in self._first or (side and not self._first[id][1]):
            self._first[id] = (tidy(name), side)

    def joins(self, id: str, name: str, side: str) -> Player:
        """Give someone a side, or another one."""
        self._know(id)
        self._now[id] = (tidy(name), _side(side))
        self._labels.clear()
        return self.player(id)

    def leaves(self, id: str) -> None:
        """Take the side from someone."""
        self._know(id)
        self._now[id] = (self._now.get(id, _UNKNOWN)[0], "")
        self._labels.clear()

    def note(self, id: str, *, acts: bool = False) -> None:
        """Note an id in the file; ``acts`` for its own acts."""
        if id not in _NONE and (id in self._ids or not self.is_side(id)):
            self._know(id)
            if acts:
                self._seated[id] = None

    def all(self) -> list[Player]:
        """All players who sit or act, each once."""
        return list(dict.fromkeys(map(self.player, self._seated)))

    def is_side(self, word: str) -> bool:
        """Whether someone plays a side of this name."""
        return any(word == side for _, side in (*self._first.values(), *self._now.values()) if side)

    def label(self, id: str) -> str:
        """The label of a player: side, name, or number."""
        if id in _NONE:
            return ""
        if id not in self._ids and self.is_side(id):
            return tidy(id)
        self._know(id)
        names, sides = zip(self._now.get(id, _UNKNOWN), self._first.get(id, _UNKNOWN), strict=True)
        side = sides[0] or sides[1]
        found = side or names[0] or names[1]
        if found in ("", NOBODY) or (found == id and not side):
            return self._number(id)
        return found

    def _number(self, id: str) -> str:
        return f"player-{self._nameless.setdefault(id, len(self._nameless) + 1)}"

    def player(self, id: str) -> Player:
        """The player of an id, as described in the file."""
        label = self.label(id)
        name, side = self._now.get(id) or self._first.get(id, _UNKNOWN)
        return Player(label, side, "" if name == id else name)

    def named(self, name: str) -> str:
        """The label of a chat name, or the name itself.

        The name may have the side after it.
        """
        if name not in self._labels:
            if len(self._labels) > MAX_NAMES:
                self._labels.clear()
            self._labels[name] = self._find(name) if name else ""
        return self._labels[name]

    def _find(self, name: str) -> str:
        for wanted in (name, name.split(" (", 1)[0].strip()):
            for id, (known, _) in (*self._now.items(), *self._first.items()):
                if known == wanted:
                    return self.label(id)
        sides = (side for _, side in self._now.values() if side and side.casefold() == name.casefold())
        return next(sides, name)

    def clean(self, text: str) -> str:
        """A text without ids."""
        if self._patterns is None:
            self._patterns = self._make_patterns()
        for id, pattern, label in self._patterns:
            if id in text:
                text = text.replace(id, label) if pattern is None else pattern.sub(label.replace("\\", r"\\"), text)
        return text

    def _make_patterns(self) -> list[tuple[str, re.Pattern[str] | None, str]]:
        made = []
        for id in sorted(self._ids, key=len, reverse=True):
            if len(id) < _AS_WORD or self.is_side(id):
                continue
            pattern = None if len(id) >= _ANYWHERE else re.compile(rf"(?<!\w){re.escape(id)}(?!\w)")
            label = self.label(id)
            if id in label:  # the name of one is the password of another
                label = self._number(id)
            made.append((id, pattern, label))
            if tidy(id) != id and len(tidy(id)) >= _ANYWHERE:
                made.append((tidy(id), None, label))
        return made

    def _know(self, id: str) -> None:
        if id in _NONE or id in self._ids:
            return
        if len(self._ids) >= MAX_PLAYERS:
            raise TextError(f"the file names more than {MAX_PLAYERS:,} players")
        self._ids[id] = None
        self._patterns = None


def _side(side: str) -> str:
    side = tidy(side)
    return "" if side in (OBSERVER, "null") else side
