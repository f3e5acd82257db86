"""The audit as one HTML file that needs nothing but a browser, and no script.

Whatever comes from a record goes through Jinja's autoescape; the content-security policy allows the page's own style
sheet, by its hash, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import os
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from referee.audit import tables
from referee.audit.rows import KINDS, Audit, DiceRow, GameRow


def render(audit: Audit, *, reports: Path | None = None, output: Path | None = None) -> str:
    """The page. ``reports`` is where the games' reports are, ``output`` where the page will be, for the links."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    folder = files("referee.audit").joinpath("templates")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    style = "\n" + folder.joinpath("audit.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    template = environment.from_string(folder.joinpath("audit.html.j2").read_text(encoding="utf-8"))
    return template.render(
        audit=audit,
        kinds=[kind for kind in KINDS if audit.findings.get(kind)],
        style=Markup(style),  # our own file
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        t=tables,
        link=lambda row: link(row, reports, output),
        bars=bars,
    )


def link(row: GameRow, reports: Path | None, output: Path | None) -> str:
    """The address of a game's report, seen from the page; "" if it has none."""
    if not row.report or reports is None:
        return ""
    target = reports.absolute() / row.report
    start = output.absolute().parent if output is not None else Path.cwd()
    try:
        return quote(Path(os.path.relpath(target, start)).as_posix())
    except ValueError:  # on another drive
        return target.as_uri()


def bars(row: DiceRow) -> list[tuple[int, float]]:
    """The faces as bars: face, height of 0 to 100; twice the fair share fills the height."""
    share = row.n / 6
    return [(face, round(min(100.0, 50 * n / share), 1)) for face, n in enumerate(row.faces, 1)]
