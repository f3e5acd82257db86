"""The gallery: the project's records with their reports.

A report opens in the walk.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

from referee.analysis.analysis import analyse
from referee.engine.record.findings import UnreadableFile
from referee.engine.record.steps import Judgement
from referee.engine.state.words import listed, plural
from referee.inputs.judging import judge_path
from referee.reports import describe, html
from referee.reports.wording import KINDS
from referee.web.pages.model import Page, chained, links
from referee.web.pages.words import runs, weighty

GALLERY = ("gallery", "Gallery")
_PLAYERS = ("Players", "US", "Jihadist")
_WALK = "start"
"""The opening place of a report: its walk, before the first play."""


def records() -> dict[str, tuple[str, str]]:
    """Titles and subjects of the records by name, in gallery order."""
    text = files("referee.web.pages").joinpath("gallery.toml").read_text(encoding="utf-8")
    return {entry["record"]: (entry["title"], entry["shows"]) for entry in tomllib.loads(text)["game"]}


def pages(logs: Path, out: Path) -> list[Page]:
    """Write the report of each record, and its page."""
    out.mkdir(parents=True, exist_ok=True)
    found = []
    for name, (title, shows) in records().items():
        path = logs / f"{name}.lgn"
        verdict = judge_path(str(path), alternatives=True)
        assert not isinstance(verdict, UnreadableFile), name
        (out / f"{name}.html").write_text(
            html.render(verdict, analyse(verdict, tell=describe.sentence)), encoding="utf-8"
        )
        found.append(_game(name, title, shows, verdict, path.read_text(encoding="utf-8")))
    chained(found)
    lead = "Annotated games: walk through one on the map, play by play, with what the referee says."
    first = Page(*GALLERY, lead=runs(lead))
    first.add("", links((p.id, "", p.title, f"{'; '.join(p.under)}. {p.summary}") for p in found))
    return [first, *found]


def _game(name: str, title: str, shows: str, verdict: Judgement, text: str) -> Page:
    page = Page(f"gallery/{name}", title, group="gallery", above=(GALLERY,))
    page.under = _under(verdict)
    page.lead = runs(shows)
    page.add("", {"frame": f"gallery/{name}.html", "at": _WALK, "title": f"The report on {title}"})
    page.add("The record", {"code": text.rstrip("\n"), "open": f"{name}.lgn"}, folded=True)
    page.summary, page.body = shows, weighty(f"{shows} {' '.join(verdict.record.tags.values())}")
    return page


def _under(verdict: Judgement) -> list[str]:
    tags = verdict.record.tags
    players = listed([f"{tags[n]} ({n})" if n != "Players" else tags[n] for n in _PLAYERS if n in tags])
    scenario = tags.get("Scenario", "")
    return [p for p in (scenario, players, plural(verdict.actions, "play"), _verdict(verdict)) if p]


def _verdict(verdict: Judgement) -> str:
    counted = [f for f in verdict.findings if f.counted]
    if not counted:
        return "clean"
    by_kind = Counter(f.kind for f in counted)
    return ", ".join(f"{n} × {KINDS[k]}" for k, n in by_kind.items())
