"""Texts beyond the rulebook: rulings, and events in our words."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.state.plain import plain_dataclass
from referee.engine.state.tables import read_toml

PACKAGE = Path(__file__).parent.parent
SEVERITIES = {
    "error": "a finding that counts",
    "note": "a note that does not count",
    "accept": "nothing, since a record cannot show it or tables play it both ways",
}
"""The consequence of a play against a ruling."""


@plain_dataclass(frozen=True)
class Ruling:
    """The referee's reading of an ambiguous rule."""

    id: str
    rules: tuple[str, ...]
    cards: tuple[int, ...]
    question: str
    answer: str
    why: str
    severity: str
    """The consequence of a play against it: error (a finding), note, or accept (nothing)."""
    option: str = ""
    """The word of the Options tag that changes it.

    It is "" if there is none.
    """
    requirements: tuple[str, ...] = ()
    """The requirements that refuse a play by another reading."""
    cases: tuple[str, ...] = ()
    """Rule cases that show it.

    Each ruling on a card or with an option has one.
    """

    def data(self) -> dict[str, Any]:
        """The ruling as data."""
        return asdict(self)


Folders = tuple[str, ...]
"""The folders with such texts, the base game first."""


@cache
def rulings(told: Folders) -> tuple[Ruling, ...]:
    """Return every ruling of some folders in order, ``rulings.toml`` of each first."""
    return tuple(ruling for folder in told for ruling in _rulings(folder))


@cache
def _rulings(folder: str) -> tuple[Ruling, ...]:
    here = (PACKAGE / folder).iterdir()
    pages = sorted((f for f in here if f.name.startswith("rulings") and f.name.endswith(".toml")), key=lambda f: f.name)
    pages.sort(key=lambda f: f.name != "rulings.toml")
    return tuple(_ruling(r) for page in pages for r in read_toml(page).get("ruling", ()))


def _ruling(read: dict[str, Any]) -> Ruling:
    """Turn one TOML table into a ruling."""
    lists = {key: tuple(read.get(key, ())) for key in ("rules", "cards", "requirements", "cases")}
    return Ruling(**{**read, **lists})


@cache
def requirements(told: Folders) -> dict[str, str]:
    """Return the reasons why requirements hold, by id.

    Each is one sentence with fields for its facts. The conditions of events use the words for their failure.
    """
    found: dict[str, str] = {}
    for folder in told:
        place = PACKAGE / folder / "requirements.toml"
        read = read_toml(place) if place.is_file() else {}
        found |= {**read.pop("conditions", {}), **read}
    return found


@plain_dataclass(frozen=True)
class EventText:
    """An event in our words."""

    summary: str
    when: list[str]
    writing: list[str]
    rules: list[str]
    readings: list[str]


@cache
def _events(folder: str) -> dict[int, EventText]:
    place = PACKAGE / folder / "events"
    if not place.is_dir():
        return {}
    found: dict[int, EventText] = {}
    for file in sorted(place.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            for entry in read_toml(file).get("event", ()):
                told = EventText(
                    str(entry.get("summary", "")).strip(),
                    _lines(entry.get("when")),
                    _lines(entry.get("writing")),
                    _lines(entry.get("rules")),
                    _lines(entry.get("readings")),
                )
                for card in entry["cards"]:
                    found[int(card)] = told
    return found


def _lines(value: Any) -> list[str]:
    """Return texts or tables as a list of texts."""
    if not value:
        return []
    if isinstance(value, str):
        return [line for line in value.strip().splitlines() if line.strip()]
    if isinstance(value, dict):
        return [": ".join(str(v) for v in value.values())]
    return [line for entry in value for line in _lines(entry if isinstance(entry, dict) else str(entry))]


def event_of(told: Folders, card: int) -> EventText | None:
    """Return the event of a card in our words, or None."""
    return next((found for folder in told if (found := _events(folder).get(card)) is not None), None)
