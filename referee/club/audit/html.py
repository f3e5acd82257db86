"""The audit as one HTML file; its script only sorts the games.

Whatever comes from a record goes through Jinja's autoescape; the content-security policy allows the page's own style
sheet and script, by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from referee.club.audit import forms
from referee.club.audit.rows import Audit, DiceRow, GameRow

_FOLDER = files("referee.club.audit").joinpath("templates")
_PART = re.compile(r"[^/\\_.-]*[/\\_.-]+(?=.)|.+?$|$")
"""Points of a line break in a file name: after the signs between its words."""


def render(audit: Audit, *, reports: Path | None = None, output: Path | None = None) -> str:
    """The page.

    ``reports`` is the folder of the games' reports, ``output`` the future place of the page, for the links.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    style, script = _parts()
    template = environment.from_string(_FOLDER.joinpath("audit.html.j2").read_text(encoding="utf-8"))
    worst = sorted(audit.games, key=GameRow.badness)
    by_file = {row.file: i for i, row in enumerate(audit.games)}
    return template.render(
        audit=audit,
        ranks={row.file: (i, by_file[row.file]) for i, row in enumerate(worst)},
        order="file" if [row.file for row in audit.rows] == sorted(row.file for row in audit.rows) else "worst",
        style=Markup(style),  # our own files
        script=Markup(script),
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'",
        t=forms,
        link=lambda row: link(row, reports, output),
        named=lambda name: Markup("<wbr>").join(_PART.findall(name)),
        bars=bars,
        ranked=forms.has_standings(audit),
        spoken=forms.by_word(audit),
        also={row.name: row.also for row in audit.players},
        lucky=any(row.luck is not None and row.named for row in audit.players),
    )


def hashes() -> dict[str, list[str]]:
    """Sources that a page with an audit in a frame must allow."""
    style, script = _parts()
    return {"style": [_hash(style)], "script": [_hash(script)]}


def _parts() -> tuple[str, str]:
    """The style sheet and the script of the page."""
    style = f"\n{palette()}{_FOLDER.joinpath('audit.css').read_text(encoding='utf-8')}"
    return style, "\n" + _FOLDER.joinpath("audit.js").read_text(encoding="utf-8")


def palette() -> str:
    """The colours of the report, light and dark.

    Both pages share them.
    """
    look = files("referee.reports").joinpath("templates", "style.css").read_text(encoding="utf-8")
    colours, rest = look[look.index(":root {") :].split("* { box-sizing", 1)
    assert rest
    return colours


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def link(row: GameRow, reports: Path | None, output: Path | None) -> str:
    """The address of a game's report, relative to the page.

    "" for none.
    """
    if not row.report or reports is None:
        return ""
    target = reports.absolute() / row.report
    start = output.absolute().parent if output is not None else Path.cwd()
    try:
        return quote(Path(os.path.relpath(target, start)).as_posix())
    except ValueError:  # on another drive
        return target.as_uri()


def bars(row: DiceRow) -> list[tuple[int, float]]:
    """The faces as bars: face, and height of 0 to 100.

    Twice the fair share fills the height.
    """
    share = row.n / 6
    return [(face, round(min(100.0, 50 * n / share), 1)) for face, n in enumerate(row.faces, 1)]
