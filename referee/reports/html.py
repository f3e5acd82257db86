"""The annotated report: one HTML file that needs nothing but a browser.

Everything that comes from a record goes through Jinja's autoescape, or as JSON with ``<``, ``>`` and ``&`` escaped into a
block that is no script. The page's content-security policy allows its own style sheet and its own script, by their
hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from itertools import product
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

from referee.engine.explaining.referee import Judgement
from referee.engine.state.words import numbered
from referee.reports import wording
from referee.reports.chances import Analysed
from referee.reports.report import page

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket

TEMPLATES = files("referee.reports").joinpath("templates")
HEAD = ("head.js",)
"""Runs before anything is drawn, so that the steps that are not shown need not be laid out."""
STYLES = ("style.css", "drawing.css", "map.css", "walk.css", "parts.css", "narrow.css", "print.css")
SCRIPTS = ("data.js", "map.js", "tracks.js", "margin.js", "tabs.js", "walk.js", "search.js", "copy.js", "paper.js")
LATER_STYLES = ("later.css", "later-page.css")
SEATS_STYLES = ("flowchart.css", "bots.css")
"""What the page of a game has besides in which no person plays one of the sides."""
LESSON_STYLES = ("lesson.css",)
LESSON_SCRIPTS = (*SCRIPTS[:-1], "lesson.js")
"""Those of a lesson, of which nothing is printed."""
LATER_SCRIPT = "later.js"
"""What the page of a game by chapter 11 has besides; its script changes functions before any of them is called."""


BEFORE_PLAY = SCRIPTS.index("tabs.js")


def render(verdict: Judgement, analysed: Analysed | None = None) -> str:
    """The report of a verdict as the text of one HTML file, with the chances of the game where it was analysed."""
    return _rendered(page.Content(verdict, analysed), "page.html.j2")


def lesson(verdict: Judgement) -> str:
    """The report as a lesson: the reader judges plays, and is shown the verdict on each afterwards."""
    return _rendered(page.Content(verdict, lesson=True), "lesson.html.j2")


def _rendered(content: page.Content, template: str) -> str:
    style, head, script = _parts(content.drawing.later, bool(content.seats), content.lesson is not None)
    return (
        environment()
        .get_template(template)
        .render(
            page=content,
            data=_json(content.data),
            style=style,
            head=head,
            script=script,
            policy=_policy(style, head, script),
            version=_version(),
        )
    )


def hashes() -> dict[str, list[str]]:
    """Sources that a page with reports in a frame must allow."""
    kinds = [_parts(*kind) for kind in product((False, True), repeat=3)]
    return {
        "style": list(dict.fromkeys(_hash(style) for style, *_ in kinds)),
        "script": list(dict.fromkeys(_hash(s) for _, *scripts in kinds for s in scripts)),
    }


def _parts(later: bool, seats: bool, lesson: bool) -> tuple[Any, Any, Any]:
    """The style sheet and the two scripts of a page, by what kind of game it shows, and whether it is a lesson."""
    own = LESSON_SCRIPTS if lesson else SCRIPTS
    scripts = (*own[:BEFORE_PLAY], LATER_SCRIPT, *own[BEFORE_PLAY:]) if later else own
    styles = STYLES + LATER_STYLES * later + SEATS_STYLES * seats + LESSON_STYLES * lesson
    return _joined(styles), _joined(HEAD), _joined(scripts)


@cache
def environment() -> Environment:
    """The templates, which escape whatever they are given."""
    from jinja2 import DictLoader, Environment, StrictUndefined

    sources = {f.name: f.read_text(encoding="utf-8") for f in TEMPLATES.iterdir() if f.name.endswith(".j2")}
    found = Environment(
        loader=DictLoader(sources),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled(),
    )
    found.filters["numbered"] = numbered
    found.filters["in_words"] = wording.KINDS.__getitem__
    found.globals["ASSUMED"] = wording.ASSUMED
    found.filters["num"] = lambda n: f"{n:g}"
    return found


def _compiled() -> BytecodeCache:
    """Compiled templates, kept beside their sources as Python keeps its own modules."""
    from jinja2 import BytecodeCache

    class Beside(BytecodeCache):
        """A file for each template; none where nothing can be written."""

        def place(self, bucket: Bucket) -> Path:
            """The file of a template, which has the version of Python in its name."""
            return Path(str(TEMPLATES), "__pycache__", f"{bucket.key}.{sys.implementation.cache_tag}.jinja")

        def load_bytecode(self, bucket: Bucket) -> None:
            try:
                with open(self.place(bucket), "rb") as file:
                    bucket.load_bytecode(file)
            except (OSError, EOFError, UnpicklingError):  # none, or a torn one: the template is compiled again
                bucket.reset()

        def dump_bytecode(self, bucket: Bucket) -> None:
            if not sys.dont_write_bytecode:
                place = self.place(bucket)
                with suppress(OSError):
                    place.parent.mkdir(exist_ok=True)
                    own = place.with_suffix(f".{os.getpid()}")
                    own.write_bytes(bucket.bytecode_to_string())
                    own.replace(place)

    return Beside()


@cache
def _joined(names: tuple[str, ...]) -> Any:
    """Our own style sheets or scripts, marked as safe to stand in the page as they are."""
    from markupsafe import Markup

    return Markup("\n" + "\n".join(TEMPLATES.joinpath(n).read_text(encoding="utf-8") for n in names))


def _policy(style: str, *scripts: str) -> str:
    """The content-security policy: nothing from elsewhere, only these very parts."""
    hashes = " ".join(_hash(s) for s in scripts)
    parts = ["default-src 'none'", f"style-src {_hash(style)}", f"script-src {hashes}", "img-src data:"]
    return "; ".join([*parts, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    digest = hashlib.sha256(str(text).encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _json(data: Any) -> Any:
    """Data for the page's script, in a form that cannot end its block."""
    from markupsafe import Markup

    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)


def _version() -> str:
    try:
        return version("labyrinth-referee")
    except PackageNotFoundError:
        return "from source"
