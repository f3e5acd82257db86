"""The save points of a game, one after the other.

They come from a folder's files, or from the text of a history.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.parsers.notation.encodings import TextError, decode

MAX_POINTS = 2000
MAX_LOG_LINES = 300_000
MAX_LOG_LINE = 2000
MAX_LIST = 500
"""Most entries of a save point's list, above any pile."""
_POINT = re.compile(r"^>>> History of save point (\d{1,5}) <<<\s*$", re.MULTILINE)
_TRANSCRIPT = re.compile(
    r"^(?:Labyrinth: The War on Terror AI Player|\[\[ \d{4} \(Turn \d+\) \]\])[ \t]*$", re.MULTILINE
)
"""The title of the chapter 9 program, or a turn's head."""
_RULE = re.compile(r"^(-{40,}|={40,})$")
PROGRAM = "Labyrinth Awakening: Bot Software"


class SaveError(Exception):
    """A file of a save point with broken content."""


@dataclass(slots=True)
class _Values:
    """Values of a save point by key.

    Reading raises :class:`SaveError` for an impossible value.
    """

    data: dict[str, Any]
    country: str | None = None
    """Their country, None for the position."""

    def _what(self, key: str) -> str:
        return f"{self.country}: “{key}”" if self.country is not None else f"“{key}”"

    def number(self, key: str, inner: str = "") -> int:
        """A number, of a part with ``inner``; 0 without one."""
        value = self.data.get(key, None if self.country is None else 0)
        if inner:
            value = value.get(inner) if isinstance(value, dict) else None
        lowest, highest = (-99, 999) if self.country is None else (0, 99)
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise SaveError(f"{self._what(key)} is no number that can be")
        return value

    def flag(self, key: str) -> bool:
        """Whether a flag is set."""
        return self.data.get(key) is True

    def word(self, key: str) -> str:
        """A word, or ""."""
        value = self.data.get(key, "")
        return _word("" if not value and self.country is None else value, self._what(key))

    def words(self, key: str, inner: str = "") -> list[str]:
        """A list of words, of a part with ``inner``."""
        value = self.data.get(key, [])
        if inner:
            value = value.get(inner, []) if isinstance(value, dict) else None
        return [_word(v, self._what(key)) for v in _list(value, self._what(key))]


@dataclass(slots=True)
class SavedCountry(_Values):
    """A country of a save point."""

    muslim: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return self.country or ""

    @property
    def plots(self) -> list[str]:
        """Its Plot markers, in file order: 1, 2, 3 or W."""
        found = _list(self.data.get("plots", []), self._what("plots"))
        if not all(isinstance(p, dict) for p in found):
            raise SaveError(f"{self._what('plots')} is no list of Plots")
        return [plot(p.get("plot")) for p in found]


@dataclass(slots=True)
class SavedPosition(_Values):
    """A position after a save point."""

    countries: dict[str, SavedCountry] = field(default_factory=dict)

    def cards(self, key: str) -> list[int]:
        """A pile of cards."""
        return [_card(card, key) for card in _list(self.data.get(key, []), self._what(key))]

    def plots(self, key: str, inner: str) -> list[str]:
        """Plot markers of a part."""
        return [plot(p) for p in self.words(key, inner)]

    @property
    def first_plot(self) -> int:
        """The card in the 1st Plot box, 0 for none."""
        entry = self.data.get("firstPlotEntry")
        return 0 if entry is None else _card(entry, "1st Plot")


@dataclass(slots=True)
class SavePoint:
    """A save point: its log and its position.

    The position is there if a file has it.
    """

    number: int
    log: list[str] = field(default_factory=list)
    state: SavedPosition | None = None
    problems: list[str] = field(default_factory=list)


def plot(name: Any) -> str:
    """A Plot marker as the notation has it."""
    found = {"Plot 1": "1", "Plot 2": "2", "Plot 3": "3", "Plot WMD": "W"}.get(name if isinstance(name, str) else "")
    if found is None:
        raise SaveError("there is a Plot marker that no game has")
    return found


def _card(entry: Any, where: str) -> int:
    value = entry.get("cardNumber") if isinstance(entry, dict) else entry
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 999:
        raise SaveError(f"“{where}” holds something that is no card")
    return value


def _word(value: Any, what: str) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise SaveError(f"{what} is no word")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > MAX_LIST:
        raise SaveError(f"{what} is no list that can be")
    return value


# ------------------------------------------------------------ a folder


def points(files: dict[str, bytes]) -> list[SavePoint]:
    """Save points of a folder in order, despite broken files."""
    numbers = sorted({int(name.partition("-")[2]) for name in files})
    if len(numbers) > MAX_POINTS:
        raise TextError(f"the game has more than {MAX_POINTS:,} save points")
    made = {n: SavePoint(n) for n in numbers}
    lines = 0
    for name in sorted(files):
        kind, _, number = name.partition("-")
        point = made[int(number)]
        try:
            data = _json(files[name])
            if kind == "save":
                point.state = _state(data)
            else:
                point.log = list(_log(data))
                lines += len(point.log)
        except SaveError as error:
            point.problems.append(f"{name}: {error}")
    if lines > MAX_LOG_LINES:
        raise TextError(f"the logs have more than {MAX_LOG_LINES:,} lines")
    for point in made.values():
        for kind in ("save", "log"):
            given = point.state if kind == "save" else point.log
            if not given and not any(p.startswith(kind) for p in point.problems):
                point.problems.append(f"{kind}-{point.number:03}: the file is missing")
    return [made[n] for n in numbers]


def _json(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise SaveError("this is no text") from None
    except json.JSONDecodeError as error:
        raise SaveError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (RecursionError, ValueError):
        raise SaveError("this is no JSON that can be read") from None
    if not isinstance(found, dict):
        raise SaveError("this is no save point")
    return found


def _log(data: dict[str, Any]) -> Iterator[str]:
    lines = data.get("log")
    if not isinstance(lines, list) or len(lines) > MAX_LOG_LINES:
        raise SaveError("“log” is no list of lines")
    for entry in lines:
        text = entry.get("text") if isinstance(entry, dict) else None
        if not isinstance(text, str):
            raise SaveError("“log” has an entry without a text")
        yield from text[:MAX_LOG_LINE].splitlines() or [""]


def _state(data: dict[str, Any]) -> SavedPosition:
    state = data.get("game-state")
    if not isinstance(state, dict):
        raise SaveError("there is no “game-state”")
    countries: dict[str, SavedCountry] = {}
    for entry in _list(state.get("countries"), "“countries”"):
        params = entry.get("params") if isinstance(entry, dict) else None
        if not isinstance(params, dict):
            raise SaveError("“countries” has an entry that is no country")
        name = _word(params.get("name"), "the name of a country")
        countries[name] = SavedCountry(params, name, entry.get("countryType") == "MuslimCountry")
    return SavedPosition(state, countries=countries)


# ------------------------------------------------------------ a history


def is_history(text: str) -> bool:
    """Whether a text is a history of that program."""
    head = text[:6000]
    return _POINT.search(head) is not None and ("Scenario:" in head or PROGRAM in head)


def is_transcript(text: str) -> bool:
    """Whether a text is a transcript of the chapter 9 program."""
    return _TRANSCRIPT.search(text[:6000]) is not None


def history(data: bytes) -> list[SavePoint]:
    """The save points of a history.

    Raises :class:`TextError`.
    """
    text = decode(data).text.replace("\r\n", "\n")
    if is_transcript(text):
        raise TextError("this is a transcript of the Python program for chapter 9, which is not supported")
    found = list(_POINT.finditer(text))
    if not found or not is_history(text):
        raise TextError("this is no history of a saved game")
    if len(found) > MAX_POINTS:
        raise TextError(f"the game has more than {MAX_POINTS:,} save points")
    ends = [m.start() for m in found[1:]] + [len(text)]
    made = []
    for mark, end in zip(found, ends, strict=True):
        log = [line[:MAX_LOG_LINE] for line in text[mark.end() : end].splitlines()]
        made.append(SavePoint(int(mark[1]), log))
    return made


def meaningful_lines(point: SavePoint) -> Iterator[str]:
    """The meaningful lines of a log."""
    for line in point.log:
        text = line.strip()
        if text and not _RULE.match(text):
            yield text
