"""A club's defaults, from the nearest settings file.

``referee.toml``, or ``[tool.referee]`` in ``pyproject.toml``, found upwards from the record.

Such a file says how records are judged and what is shown of the verdict. It can make nothing run and nothing be written.
A plain check reads it, so nothing heavy is loaded here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, Literal

from referee.engine.state.plain import plain_dataclass
from referee.reports.columns import printable

OWN = "referee.toml"
SHARED = "pyproject.toml"
MAX_BYTES = 1 << 20
"""A larger file is no settings."""
_EXAMPLES = {"options": "disrupt-fewer", "select": "illegal", "ignore": "note"}
"""Settings that are lists of words, each with a word."""
KEYS = ("options", "on-violation", "format", "color", "select", "ignore")
"""The settings that there are."""


class SettingsError(Exception):
    """The settings are unusable.

    The sentence names file, line and key.
    """


@plain_dataclass(frozen=True)
class Settings:
    """The settings of a file; None and () where it has none."""

    file: str = ""
    """The file as it may be printed, "" for none."""
    options: tuple[str, ...] = ()
    """Readings that are switched for records without the tag Options."""
    on_violation: Literal["as-played", "undo", "stop"] | None = None
    format: str | None = None
    color: Literal["auto", "always", "never"] | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None

    @property
    def summary(self) -> str:
        """Settings with an effect on the verdict, in words; "" for none."""
        parts = {
            "options": ", ".join(self.options),
            "on a violation": self.on_violation or "",
            "only": ", ".join(self.select or ()),
            "without": ", ".join(self.ignore or ()),
        }
        said = "; ".join(f"{name} {words}" for name, words in parts.items() if words)
        return f"settings of {self.file}: {said}" if said else ""


def find(start: str | os.PathLike[str]) -> Settings:
    """Find the settings for a file or a folder.

    In the nearest folder upwards that has any. Raises SettingsError.
    """
    try:
        place = os.path.join(os.getcwd(), start)
    except OSError:  # the working folder is gone
        return Settings()
    for folder in _upwards(place if os.path.isdir(place) else os.path.dirname(place)):
        for path in (os.path.join(folder, name) for name in (OWN, SHARED)):
            if os.path.isfile(path) and (found := read(path)) is not None:
                return found
    return Settings()


def _upwards(folder: str) -> Iterator[str]:
    """A folder and those that it is in."""
    above = ""
    while folder != above:
        yield folder
        folder, above = os.path.dirname(folder), folder


def read(path: str | os.PathLike[str]) -> Settings | None:
    """Read the settings in a file.

    None for a ``pyproject.toml`` without any. Raises SettingsError.
    """
    import tomllib

    name = _shown(path)
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise SettingsError(f"{name}: this file is too large for settings")
        text = data.decode("utf-8-sig")
        table: Any = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{name}: this is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        if os.path.basename(path) == SHARED:
            return None  # another program's file; whether it is sound is not for us to say
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        at = f":{place[1]}:{place[2]}" if place else ""
        raise SettingsError(f"{name}{at}: this is not TOML: {str(error).partition(' (at ')[0]}") from None
    if os.path.basename(path) == SHARED:
        tools = table.get("tool", {})
        table = tools.get("referee") if isinstance(tools, dict) else None
        if table is None:
            return None
    if not isinstance(table, dict):
        raise SettingsError(f'{name}: [tool.referee] is a table of settings, such as format = "text"')
    given = {}
    for key, value in table.items():
        try:
            given[key.replace("-", "_")] = _checked(key, value)
        except ValueError as error:
            raise SettingsError(f"{name}{_place(text, key)}: {error}") from None
    return Settings(name, **given)


def _checked(key: str, value: Any) -> Any:
    """The value of a setting, lists as tuples. Raises ValueError."""
    if key not in KEYS:
        import difflib

        near = difflib.get_close_matches(key, KEYS, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(KEYS)}"
        raise ValueError(f"“{printable(key)}” is no setting{hint}")
    if key not in _EXAMPLES:
        choices = _choices(key)
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"{key} is one of {', '.join(choices)}")
        return value
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ValueError(f'{key} is a list of words, such as {key} = ["{_EXAMPLES[key]}"]')
    if key == "options":
        from referee.editions import rulesets

        known = rulesets.options()
        if unknown := [word for word in value if word not in known]:
            raise ValueError(f"“{printable(unknown[0])}” is no option; there are {', '.join(known)}")
    elif value:
        from referee.club.selection import SelectionError, parse

        try:
            parse(value)
        except SelectionError as error:
            raise ValueError(str(error)) from None
    return tuple(value)


def _choices(key: str) -> tuple[str, ...]:
    """The words that a setting may be."""
    if key == "format":
        from referee.reports.forms import VerdictFormat

        return tuple(f.value for f in VerdictFormat)
    return ("as-played", "undo", "stop") if key == "on-violation" else ("auto", "always", "never")


def _place(text: str, key: str) -> str:
    """A key's line in the file, as ":3"; "" if unknown."""
    lines = [line.strip() for line in text.splitlines()]
    start = re.compile(rf"(?:tool\.referee\.|referee\.)?[\"']?{re.escape(key)}[\"']?\s*[.=]")
    header = lines.index("[tool.referee]") + 1 if "[tool.referee]" in lines else 0
    for n, line in enumerate(lines, 1):
        if n > header and (start.match(line) or line == f"[tool.referee.{key}]"):
            return f":{n}"
    return ""


def _shown(path: str | os.PathLike[str]) -> str:
    """The printable name of the file.

    A relative path below the working folder, else in full.
    """
    from pathlib import Path

    try:
        return printable(str(Path(path).relative_to(Path.cwd())))
    except (ValueError, OSError):
        return printable(str(Path(path)))
