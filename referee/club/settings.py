"""A club's defaults: ``referee.toml``, or ``[tool.referee]`` in ``pyproject.toml``, found upwards from the record.

Such a file says how records are judged and what is shown of the verdict. It can make nothing run and nothing be written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OWN = "referee.toml"
SHARED = "pyproject.toml"
MAX_BYTES = 1 << 20
"""A larger file is no settings."""


class SettingsError(Exception):
    """The settings cannot be used: file, line and key are in the sentence."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a club's file says; None and () where it says nothing."""

    file: str = ""
    """The file as it may be printed, "" for none."""
    options: tuple[str, ...] = ()
    """Readings that are switched for records without the tag Options."""
    on_violation: str | None = None
    format: str | None = None
    color: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None

    @property
    def told(self) -> str:
        """What of it has a say in the verdict, in words; "" if nothing has."""
        said = []
        if self.options:
            said.append(f"options {', '.join(self.options)}")
        if self.on_violation:
            said.append(f"on a violation {self.on_violation}")
        if self.select:
            said.append(f"only {', '.join(self.select)}")
        if self.ignore:
            said.append(f"without {', '.join(self.ignore)}")
        return f"settings of {self.file}: {'; '.join(said)}" if said else ""


_CHOICES = {
    "on-violation": ("as-played", "undo", "stop"),
    "color": ("auto", "always", "never"),
}
_LISTS = ("options", "select", "ignore")
KEYS = ("options", "on-violation", "format", "color", "select", "ignore")
"""What may stand in the file."""


def find(start: Path) -> Settings:
    """The settings for a file or a folder: those of the nearest folder upwards that has any. Raises SettingsError."""
    try:
        folder = start.absolute()
    except OSError:  # where one stands is gone
        return Settings()
    return _find(folder if os.path.isdir(folder) else folder.parent)


def _find(folder: Path) -> Settings:
    for place in (folder, *folder.parents):
        for name in (OWN, SHARED):
            path = place / name
            if os.path.isfile(path) and (found := read(path)) is not None:
                return found
    return Settings()


def read(path: Path) -> Settings | None:
    """The settings in a file; None for a ``pyproject.toml`` that has none. Raises SettingsError."""
    import tomllib

    name = _shown(path)
    try:
        with path.open("rb") as file:
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
        if path.name == SHARED:
            return None  # another program's file; whether it is sound is not for us to say
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        at = f":{place[1]}:{place[2]}" if place else ""
        raise SettingsError(f"{name}{at}: this is not TOML: {str(error).partition(' (at ')[0]}") from None
    if path.name == SHARED:
        table = table.get("tool", {})
        table = table.get("referee") if isinstance(table, dict) else None
        if table is None:
            return None
    if not isinstance(table, dict):
        raise SettingsError(f'{name}: [tool.referee] is a table of settings, such as format = "text"')
    return _settings(table, name, _places(text, table))


def _settings(table: dict[str, Any], name: str, place: Callable[[str], str]) -> Settings:
    given: dict[str, Any] = {}
    for key, value in table.items():
        where = f"{name}{place(key)}: "
        if key not in KEYS:
            import difflib

            near = difflib.get_close_matches(key, KEYS, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(KEYS)}"
            raise SettingsError(f"{where}“{_plain(key)}” is no setting{hint}")
        if key in _LISTS:
            if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
                raise SettingsError(f'{where}{key} is a list of words, such as {key} = ["{_EXAMPLES[key]}"]')
            given[key] = tuple(value)
        elif not isinstance(value, str) or (value not in _choices(key)):
            raise SettingsError(f"{where}{key} is one of {', '.join(_choices(key))}")
        else:
            given[key] = value
        _check(key, given[key], where)
    return Settings(name, **{k.replace("-", "_"): v for k, v in given.items()})


_EXAMPLES = {"options": "disrupt-fewer", "select": "illegal", "ignore": "note"}


def _choices(key: str) -> tuple[str, ...]:
    if key == "format":
        from referee.reports.printing import VerdictFormat

        return tuple(f.value for f in VerdictFormat)
    return _CHOICES[key]


def _check(key: str, value: Any, where: str) -> None:
    """Words that have to exist: readings in doubt, kinds of finding and rules."""
    if key == "options":
        from referee.editions import rulesets

        known = rulesets.options()
        for word in value:
            if word not in known:
                raise SettingsError(f"{where}“{_plain(word)}” is no option; there are {', '.join(known)}")
    elif key in ("select", "ignore"):
        from referee.club.selection import SelectionError, parse

        try:
            parse(value)
        except SelectionError as error:
            raise SettingsError(f"{where}{error}") from None


def _places(text: str, table: dict[str, Any]) -> Callable[[str], str]:
    """Where a key stands in the file, as ":3", or "" where it cannot be told."""
    lines = text.splitlines()

    def place(key: str) -> str:
        stands = re.compile(rf"\s*(?:tool\.referee\.|referee\.)?[\"']?{re.escape(key)}[\"']?\s*[.=]")
        inside = [n for n, line in enumerate(lines, 1) if stands.match(line) or line.strip() == f"[tool.referee.{key}]"]
        header = next((n for n, line in enumerate(lines, 1) if line.strip() == "[tool.referee]"), 0)
        own = [n for n in inside if n > header]
        return f":{own[0]}" if own else ""

    return place if table else lambda _: ""


def _shown(path: Path) -> str:
    """The file as it may be printed: from where one stands if it lies there, else in full."""
    try:
        near = path.relative_to(Path.cwd())
    except (ValueError, OSError):
        near = path
    return _plain(str(near))


def _plain(text: str) -> str:
    return "".join(ch if ch.isprintable() else "·" for ch in text)
