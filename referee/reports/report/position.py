"""The final position as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.state.board import MARKER_ALONE, Board
from referee.engine.state.facts.fact import UNKNOWN
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import plural
from referee.reports import describe


@plain_dataclass(frozen=True)
class PositionRow:
    """One marked or occupied country."""

    name: str
    state: str
    troops: str
    cells: str
    other: str


@plain_dataclass(frozen=True)
class FinalPosition:
    """The final position in words."""

    tracks: list[tuple[str, str]]
    rows: list[PositionRow]


def final(board: Board) -> FinalPosition:
    """The position at the end of the record."""
    data = describe.position(board)
    countries = {name: {k: v for k, v in e.items() if v != UNKNOWN} for name, e in data["countries"].items()}
    rows = [row for name, entry in countries.items() if (row := _row(board, name, entry)) is not None]
    return FinalPosition(_tracks(data, board.rules), rows)


def _row(board: Board, name: str, entry: dict[str, Any]) -> PositionRow | None:
    state = " ".join(x for x in (entry.get("governance"), entry.get("alignment"), entry.get("posture")) if x)
    cells = ", ".join(
        plural(entry[key], *nouns)
        for key, nouns in (("sleepers", ("Sleeper",)), ("actives", ("Active", "Active")))
        if entry.get(key)
    )
    other = [] if board.unknown else board.rules.facts.noted(board, name)
    militia = f"{entry['militia']} Militia" if entry.get("militia") else ""
    troops = ", ".join(filter(None, (str(entry.get("troops") or ""), militia)))
    if entry.get("side") == "muslim":
        other = [*other, "turned to its Muslim side"]
    if not (state or cells or troops or other):
        return None
    return PositionRow(name, state or "–", troops, cells, ", ".join(dict.fromkeys(other)))


def _tracks(data: dict[str, Any], rules: Ruleset) -> list[tuple[str, str]]:
    clock, wmd = data["clock"], data["wmd"]
    first = data["first_plot"]
    found = [
        ("Turn", str(clock["turn"])),
        ("Prestige", str(data["prestige"])),
        ("Funding", str(data["funding"])),
        ("US Posture", data["us_posture"]),
        ("World Posture", data["world_posture"]),
        ("GWOT penalty", str(data["gwot_penalty"])),
        ("Troops Track", str(data["troops_track"])),
        ("Cells on the Funding Track", str(data["cells_track"])),
        ("Good / Islamist Resources", f"{data['good_resources']} / {data['islamist_resources']}"),
        ("Fair/Good, Poor/Islamist", f"{data['fair_good']} / {data['poor_islamist']}"),
        ("Reserves, Jihadist / US", f"{data['reserves']['J']} / {data['reserves']['US']}"),
        ("Draw Deck", str(data["deck"])),
        ("WMD Available, box, arsenal", f"{wmd['available']} / {wmd['box']} / {wmd['arsenal']}"),
        ("Events in play", _listed(data["event_box"], str)),
        ("Lapsing", _listed(data["lapsing"], lambda n: _title(rules, n))),
    ]
    if "militia_track" in data:
        found += _later(data)
    if first not in (None, UNKNOWN):
        found.append(("1st Plot", _title(rules, first)))
    return found


def _later(data: dict[str, Any]) -> list[tuple[str, str]]:
    """The tracks and boxes of chapter 11."""
    gone = [name.replace("_", " ").title() for name, is_gone in data["turned_in"].items() if is_gone is True]
    found = [
        ("Militia Track", str(data["militia_track"])),
        ("Off Map Box, new Cells", f"{data['off_map']} / {data['new_cells']}"),
        ("Resolve Plots box", _listed(data["resolved_plots"], str, " ")),
    ]
    return found + [("Turned in", ", ".join(gone))] * bool(gone)


def _listed(found: Any, words: Callable[[Any], str], between: str = ", ") -> str:
    """Things in a box in words; unstated things are unknown."""
    return UNKNOWN if found == UNKNOWN else between.join(words(x) for x in found) or "none"


def _title(rules: Ruleset, number: int) -> str:
    return "the marker alone" if number == MARKER_ALONE else rules.card_name(number)
