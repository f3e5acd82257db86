"""The people at the table. VASSAL tells them apart by their passwords, which stay in here."""

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
_ANYWHERE, _AS_WORD = 6, 4
"""So long is an id that is taken out of any text, and one that is taken out where it stands as a word."""


class Players:
    """Labels for ids. What it holds is never shown."""

    __slots__ = ("_first", "_known_ids", "_named", "_nameless", "_now", "_patterns", "_seated")

    def __init__(self) -> None:
        self._known_ids: dict[str, None] = {}
        self._named: dict[str, str] = {}
        self._nameless: dict[str, int] = {}
        self._first: dict[str, tuple[str, str]] = {}
        self._now: dict[str, tuple[str, str]] = {}
        self._seated: dict[str, None] = {}
        self._patterns: list[tuple[str, re.Pattern[str] | None, str]] | None = None

    def __repr__(self) -> str:
        return f"<{len(self._known_ids)} players>"

    def announce(self, id: str, name: str, side: str) -> None:
        """Someone of whom the file tells later, too early for a change of sides."""
        self._known(id)
        self._seated[id] = None
        side = _side(side)
        if id not in self._first or (side and not self._first[id][1]):
            self._first[id] = (tidy(name), side)

    def joins(self, id: str, name: str, side: str) -> Player:
        """Someone takes a side, or another one."""
        self._known(id)
        self._now[id] = (tidy(name), _side(side))
        self._named.clear()
        return self.player(id)

    def leaves(self, id: str) -> None:
        """Someone leaves the side."""
        self._known(id)
        name, _ = self._now.get(id, ("", ""))
        self._now[id] = (name, "")
        self._named.clear()

    def note(self, id: str, *, acts: bool = False) -> None:
        """An id stands somewhere in the file; ``acts`` where its player does something."""
        if id not in _NONE and not (id not in self._known_ids and self.is_side(id)):
            self._known(id)
            if acts:
                self._seated[id] = None

    def all(self) -> list[Player]:
        """Everybody who sits at the table or acts, each once."""
        return list(dict.fromkeys(self.player(id) for id in self._seated))

    def is_side(self, word: str) -> bool:
        """Whether someone plays a side of this name."""
        return any(word == side for _, side in (*self._first.values(), *self._now.values()) if side)

    def label(self, id: str) -> str:
        """What a player is called: the side, else the name, else a number."""
        if id in _NONE:
            return ""
        if id not in self._known_ids and self.is_side(id):
            return tidy(id)
        self._known(id)
        name, side = self._now.get(id, ("", ""))
        early_name, early_side = self._first.get(id, ("", ""))
        found = side or early_side or name or early_name
        if not found or found == NOBODY or (found == id and not (side or early_side)):
            return self._number(id)
        return found

    def _number(self, id: str) -> str:
        return f"player-{self._nameless.setdefault(id, len(self._nameless) + 1)}"

    def player(self, id: str) -> Player:
        """The player behind an id, as the file tells of him."""
        label = self.label(id)
        name, side = self._now.get(id) or self._first.get(id, ("", ""))
        return Player(label, side, "" if name == id else name)

    def named(self, name: str) -> str:
        """The label of whoever has this name in the chat, with or without the side behind it; else the name itself."""
        if name not in self._named:
            if len(self._named) > MAX_NAMES:
                self._named.clear()
            self._named[name] = self._looked_up(name)
        return self._named[name]

    def _looked_up(self, name: str) -> str:
        if not name:
            return ""
        for wanted in (name, name.split(" (", 1)[0].strip()):
            for known in (self._now, self._first):
                for id, (known_name, _) in known.items():
                    if known_name == wanted:
                        return self.label(id)
        for _, side in self._now.values():
            if side and side.casefold() == name.casefold():
                return side
        return name

    def clean(self, text: str) -> str:
        """A text without any id that somebody wrote into it."""
        if self._patterns is None:
            self._patterns = self._made()
        for id, pattern, label in self._patterns:
            if id in text:
                text = text.replace(id, label) if pattern is None else pattern.sub(label.replace("\\", r"\\"), text)
        return text

    def _made(self) -> list[tuple[str, re.Pattern[str] | None, str]]:
        made = []
        for id in sorted(self._known_ids, key=len, reverse=True):
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

    def _known(self, id: str) -> None:
        if id in _NONE or id in self._known_ids:
            return
        if len(self._known_ids) >= MAX_PLAYERS:
            raise TextError(f"the file names more than {MAX_PLAYERS:,} players")
        self._known_ids[id] = None
        self._patterns = None


def _side(side: str) -> str:
    side = tidy(side)
    return "" if side in (OBSERVER, "null") else side
