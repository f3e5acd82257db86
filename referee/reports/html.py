"""The annotated report: one HTML file for any browser, without a network.

Everything from a record goes through Jinja's autoescape, or as JSON with ``<``, ``>`` and ``&`` escaped into a block
that is no script. The page's content-security policy allows its own style sheet and its own script, by their hashes,
and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from referee import __version__
from referee.engine.explaining.referee import Judgement
from referee.reports.chances import GameChances
from referee.reports.report import page
from referee.reports.templating import TEMPLATES, environment

if TYPE_CHECKING:
    pass

HEAD = ("head.js",)
"""Scripts that run before drawing; hidden steps need no layout then."""
STYLES = ("style.css", "drawing.css", "map.css", "walk.css", "parts.css", "narrow.css", "print.css")
SCRIPTS = ("data.js", "map.js", "tracks.js", "margin.js", "tabs.js", "walk.js", "search.js", "copy.js", "paper.js")
LATER_STYLES = ("later.css", "later-page.css")
SEATS_STYLES = ("flowchart.css", "bots.css")
"""Additional style sheets of a page with a Bot."""
LESSON_STYLES = ("lesson.css",)
LESSON_SCRIPTS = (*SCRIPTS[:-1], "lesson.js")
"""Those of a lesson, without printing."""
LATER_SCRIPT = "later.js"
"""Additional script of a game by chapter 11.

It changes functions before the first call.
"""


BEFORE_PLAY = SCRIPTS.index("tabs.js")


def render(verdict: Judgement, analysed: GameChances | None = None) -> str:
    """The report of a verdict as one HTML file.

    It has the chances of an analysed game.
    """
    return _rendered(page.Content(verdict, analysed), "page.html.j2")


def lesson(verdict: Judgement) -> str:
    """The report as a lesson: the reader judges plays before the verdict."""
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
            version=__version__,
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
    """The style sheet and the two scripts of a kind of page."""
    own = LESSON_SCRIPTS if lesson else SCRIPTS
    scripts = (*own[:BEFORE_PLAY], LATER_SCRIPT, *own[BEFORE_PLAY:]) if later else own
    styles = STYLES + LATER_STYLES * later + SEATS_STYLES * seats + LESSON_STYLES * lesson
    return _joined(styles), _joined(HEAD), _joined(scripts)


@cache
def _joined(names: tuple[str, ...]) -> Any:
    """Our own style sheets or scripts, marked as safe for the page."""
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
    """Data for the page's script, unable to end its block."""
    from markupsafe import Markup

    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)
