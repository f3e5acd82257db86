"""Pictures of a position: one SVG, and the same as a PNG.

The SVG needs no other file. The drawing is that of the report (``templates/drawing.svg.j2``). The picture has no script
and asks for nothing; it has its own colours for light and for dark, written out, since not every program that shows SVG
knows CSS variables.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from referee.engine.explaining.referee import Judgement
from referee.engine.state import queries as q
from referee.engine.state.board import US, Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.fact import UNKNOWN
from referee.engine.state.facts.pieces import Track
from referee.engine.state.rewinder import Rewinder, twin
from referee.reports.columns import printable
from referee.reports.report import boxes, replay, signs
from referee.reports.report.boxes import BoxLook, BoxMark, arrows
from referee.reports.report.concerned import of_step
from referee.reports.report.geography import drawing, later, spaces
from referee.reports.report.replay import Move
from referee.reports.templating import environment

if TYPE_CHECKING:
    from typing import Any, Literal

    from referee.engine.state.facts.fact import Fact
    from referee.engine.state.ruleset import Ruleset

STYLES = ("drawing.css", "picture.css")
LATER_STYLES = ("drawing.css", "later.css", "picture.css")
"""The same with the additions of chapter 11."""
MOST_DRAWN = 50
"""Most drawn plays of a record."""
MOST = 68
"""Most characters of a list of cards or markers in a picture."""
_NOTES = (
    "On top of a box: Su Sunni or Sh Shia-Mix, and Resources; elsewhere Governance, and R the Recruit number. "
    "IR: Islamist Rule. Nothing below the name: not tested yet. Dotted lines: linked to the Schengen area."
)


class PictureError(RuntimeError):
    """A picture cannot be made: a sentence for the user."""


def svg(
    board: Board,
    title: str = "",
    *,
    before: Board | None = None,
    found: Collection[int] = (),
    moves: Sequence[Move] = (),
    scheme: Literal["auto", "light", "dark"] = "auto",
) -> str:
    """The position of a board as an SVG file.

    Differences from ``before`` are marked, and so are the countries ``found`` (indices), the subjects of findings;
    arrows show ``moves``. The colours are light or dark, or both by the viewer's choice (``auto``).
    """
    all_spaces = spaces(board.rules)
    seen = looks(board)
    fresh: dict[int, list[int]] = {}
    if before is not None:
        old, was, now = looks(before), replay.view(before), replay.view(board)
        changed = {i for (i, field), value in now.items() if i >= 0 and was.get((i, field)) != value}
        fresh = {i: boxes.fresh(seen[i], old[i]) for i in changed}
    named = printable(title) or "The position"
    return (
        environment()
        .get_template("picture.svg.j2")
        .render(
            T=drawing(board.rules),
            title=named,
            words=words_for(board),
            style=style(scheme, LATER_STYLES if later(board.rules) else STYLES),
            tones={s.index: seen[s.index].tone for s in all_spaces},
            looks=seen,
            fresh=fresh,
            found=found,
            arrows=arrows(all_spaces, seen, moves),
            facts=(facts := facts_of(board)),
            down=ROW * max(0, (len(facts) - 1) // 8 - 1),
            second=SECOND_ROW * later(board.rules),
            more=more_of(board),
            legend=_legend(board.rules),
            notes=_NOTES + " A green frame: the Caliphate." * later(board.rules),
        )
    )


def png(
    board: Board,
    title: str = "",
    *,
    before: Board | None = None,
    found: Collection[int] = (),
    moves: Sequence[Move] = (),
    scheme: Literal["light", "dark"] = "light",
    width: int = 0,
) -> bytes:
    """The same as a PNG, ``width`` pixels wide (0: 1,300).

    Raises :class:`PictureError` if the extra ``png`` is not installed or the machine has no font.
    """
    return raster(svg(board, title, before=before, found=found, moves=moves, scheme=scheme), width)


def raster(drawn: str, width: int = 0) -> bytes:
    """A PNG of an SVG, in its own size or width.

    Raises :class:`PictureError` if the extra ``png`` is not installed or the machine has no font.
    """
    try:
        import resvg_py
    except ImportError:
        raise PictureError(
            'a PNG needs the package resvg-py: pipx install "labyrinth-referee[png]" (an SVG needs nothing)'
        ) from None
    if not _has_font():
        raise PictureError("a PNG needs a font, and this machine has none; --format svg needs none")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width or None))


@cache
def _has_font() -> bool:
    """Whether a drawn letter leaves a trace: the machine has a font."""
    import resvg_py

    letter = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f'<style>{style("light")}</style><text class="drawing" y="30">H</text></svg>'
    )
    drawn, blank = (
        bytes(resvg_py.svg_to_bytes(svg_string=letter, skip_system_fonts=without)) for without in (False, True)
    )
    return drawn != blank


def of_findings(verdict: Judgement) -> Iterator[tuple[str, str]]:
    """Plays with counted findings, each with its position as SVG."""
    rewinder = Rewinder(verdict.board, verdict.journal.changes)
    drawn = 0
    for n, step in enumerate(verdict.steps):
        if not step.id or not step.counted or drawn >= MOST_DRAWN:
            continue
        drawn += 1
        before, after = twin(rewinder.show(verdict.mark_before(n))), twin(rewinder.show(verdict.mark_after(n)))
        title = f"After {step.id} (line {step.action.place.line})"
        about = of_step(step)
        yield step.id, svg(after, title, before=before, found=about, moves=replay.moves(after, step))


def image(drawn: str, alt: str) -> str:
    """An SVG as an image for notebooks, with its own style."""
    data = base64.b64encode(drawn.encode()).decode()
    return f'<img alt="{escape(alt)}" style="width:100%;max-width:1100px" src="data:image/svg+xml;base64,{data}">'


# ---------------------------------------------------------------- around the map


def looks(board: Board) -> list[BoxLook]:
    """The looks of the countries' boxes, in map order."""
    seen = replay.view(board)
    states: list[dict[str, Any]] = [{} for _ in board.names]
    for (i, field), value in seen.items():
        if i >= 0:
            states[i][field] = value
    for state, name in zip(states, board.names, strict=True) if board.unknown else ():
        if (name, "posture") in board.unknown:  # one is assumed, and none is known
            state["p"] = ""
    return [boxes.look(space, state) for space, state in zip(spaces(board.rules), states, strict=True)]


def facts_of(board: Board) -> list[tuple[str, str]]:
    """The tracks, eight in a row."""
    return [(label, value) for label, _, value in _tracks(board)]


def strip_of(board: Board) -> list[tuple[str, str, str]]:
    """The tracks for a narrow strip: label, short label, value.

    The Draw Deck is last.
    """
    left = UNKNOWN if ("", "deck") in board.unknown else str(board.deck)
    return [*(track for track in _tracks(board) if track[1]), ("Draw Deck", "Deck", left)]


def _tracks(board: Board) -> list[tuple[str, str, str]]:
    """The tracks with label and short label, "" outside a strip."""
    world = q.world_posture(board)
    penalty = q.gwot_penalty(board)
    extra = []
    for key, short in BESIDE.items():
        if (f := _drawn_as(board, key)) is not None:
            label, value = f.label or f.name.title(), _beside(f.drawn(board, ""))
            empty = not isinstance(f, Track) and value in ("0", "none")
            extra.append((label, "" if empty else short, value))
    goals: dict[str, list[tuple[str, str, str]]] = {"US": [], "J": []}
    for goal in board.rules.goals:
        if goal.count is not None:
            goals[goal.side].append((goal.title, goal.short or goal.title, f"{goal.count(board)} of {goal.needed}"))
    found = [
        ("Prestige", "Prestige", f"{board.prestige} {q.prestige_band(board)}"),
        ("US Posture", "US", board[US].posture.capitalize()),
        ("World Posture", "World", f"{'Hard' if world > 0 else 'Soft'} {abs(world)}" if world else "even"),
        ("GWOT penalty", "GWOT" if penalty else "", f"−{penalty}" if penalty else "none"),
        ("Troops on the track", "Troops", f"{board.troops_track} {q.troops_band(board)}"),
        ("Reserves, US", "Reserves US", str(board.reserves("US"))),
        *goals["US"],
        ("Funding", "Funding", str(board.funding)),
        ("Cells on the track", "Cells", str(board.cells_track)),
        ("Cells to place", "", str(q.available_cells(board))),
        ("Reserves, Jihadist", "Reserves J", str(board.reserves("J"))),
        ("Turn", "", str(board.turn)),
        ("To play", "", _clock(board)),
        *goals["J"],
        *extra,
    ]
    return (
        [(label, short, value if _known(board, label) else UNKNOWN) for label, short, value in found]
        if board.unknown
        else found
    )


def _known(board: Board, label: str) -> bool:
    """Whether the facts of a track's words are stated.

    The counts of the goals depend on everything.
    """
    if label == "To play":
        return True
    facts = board.rules.facts
    name = _STATED.get(label, "wins")
    return facts.is_known(facts.named(name), board, "")


_STATED = {
    "Prestige": "prestige",
    "US Posture": "us",
    "World Posture": "world",
    "GWOT penalty": "gwot penalty",
    "Troops on the track": "troops track",
    "Reserves, US": "reserves US",
    "Funding": "funding",
    "Cells on the track": "cells track",
    "Cells to place": "cells track",
    "Reserves, Jihadist": "reserves J",
    "Turn": "turn",
}
"""The facts in the words of the tracks."""


BESIDE = {"mt": "Militia", "om": "Off Map Box", "nc": "New Cells", "resolved": "Resolve Plots box"}
"""Tracks and boxes of chapter 11 with short labels, by fact names of the page."""


def _drawn_as(board: Board, key: str) -> Fact | None:
    """The drawn fact of a track or box by name, or None."""
    return next((f for f in board.rules.facts.on_board() if f.picture == key), None)


def _beside(value: Any) -> str:
    """The value of a track or box: a number or Plots."""
    return (" ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def _clock(board: Board) -> str:
    if board.winner:
        return f"{SIDE_NAMES[board.winner]} victory" if board.winner in SIDE_NAMES else "draw"
    return f"{SIDE_NAMES[board.side]}, phase {board.phase}"


def more_of(board: Board) -> list[tuple[str, str]]:
    """The lists of cards beside the map, with their titles and contents."""
    lapsing = replay.cards(board, (*board.lapsing, *board.lapsing_markers))
    return [("Events in play", _short(list(board.markers))), ("Lapsing", _short(lapsing))]


def _short(names: list[str]) -> str:
    joined = ", ".join(names) or "none"
    return joined if len(joined) <= MOST else joined[: MOST - 2].rstrip(", ") + " …"


ROW = 44
"""Height of a row of tracks."""
SECOND_ROW = 26
"""Height of the second row of the legend."""
OIL = signs.LegendSign("oil", "", "oil", "oil", plate=False)


def _legend(rules: Ruleset) -> list[tuple[BoxMark, str, float, int, float]]:
    """The signs of the map in a row, with words and places.

    Chapter 11 has a second row.
    """
    found = []
    rows = [[*signs.strip(signs.of(rules), later=False), OIL], signs.strip(signs.of(rules), later=True)]
    for y, row in zip((142, 142 + SECOND_ROW), rows, strict=True):
        x = 12.0
        for key in row:
            wide = round(boxes.text_width(key.text, 12) + 9) if key.plate else 0
            style = key.style if key.plate or key is OIL else f"{key.style} piece"
            says = wide - 12 + 5.0 if wide else 17.0
            sign = BoxMark(style, -12, -8, wide, key.text) if wide else BoxMark(style, 0, 0, 0, key.text)
            found.append((sign, key.alone, x, y, says))
            x += says + boxes.text_width(key.alone, 12.5) + 24
    return found


def words_for(board: Board) -> str:
    """The position in a sentence, for people who cannot see it."""
    tracks = "; ".join(f"{label} {value}" for label, value in facts_of(board))
    busy = [name for name, c in board.countries.items() if c.troops or c.sleepers or c.actives or c.plots]
    return f"{tracks}. Troops, Cells or Plots are in {', '.join(busy)}." if busy else f"{tracks}."


# ---------------------------------------------------------------- colours


@cache
def style(scheme: str, styles: tuple[str, ...] = STYLES) -> Any:
    """The style sheet with every colour written out."""
    from markupsafe import Markup

    folder = Path(__file__).with_name("templates")
    page = folder.joinpath("style.css").read_text(encoding="utf-8")
    own = "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in styles)
    light, dark = _colours(page + own)
    rules = re.sub(r"/\*.*?\*/|@media[^{]*\{\s*:root \{.*?\}\s*\}|:root \{.*?\}", "", own, flags=re.DOTALL).strip()
    written = [re.sub(r"var\((--\w+)\)", lambda m: some[m[1]], rules) for some in (light, dark)]  # noqa: B023
    if scheme != "auto":
        return Markup(written[scheme == "dark"])
    return Markup(f"{written[0]}\n@media (prefers-color-scheme: dark) {{\n{written[1]}\n}}")


def _colours(css: str) -> tuple[dict[str, str], dict[str, str]]:
    """The values of all variables, in light and in dark."""
    found: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for block in re.finditer(r"(@media[^{]*dark\)\s*\{\s*)?:root \{(.*?)\}", css, re.DOTALL):
        values = dict(re.findall(r"(--\w+):\s*([^;]+);", block[2]))
        found[bool(block[1])].update(values)
    light, dark = found
    return light, {**light, **dark}
