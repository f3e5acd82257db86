"""Add the gallery and the root's pages to the documentation site.

A hook of mkdocs.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "fixtures" / "logs"
OF_ROOT = {"contributing.md": "CONTRIBUTING.md", "security.md": "SECURITY.md", "changelog.md": "CHANGELOG.md"}
"""Pages of the site that lie in the root of the repository."""


def relinked(text: str) -> str:
    """A page of the root as a page of docs/, links adapted."""
    text = re.sub(r"\]\(docs/([^)]*)\)", r"](\1)", text)
    for name, source in OF_ROOT.items():
        text = text.replace(f"]({source}", f"]({name}")
    return text


def gallery() -> tuple[str, dict[str, str]]:
    """The list of the annotated games, with a report on each."""
    from referee.analysis.analysis import analyse
    from referee.engine.record.findings import UnreadableFile
    from referee.inputs.judging import judge_path
    from referee.reports import describe, html
    from referee.web.pages.gallery import records

    reports, rows = {}, []
    for name, (title, shows) in records().items():
        verdict = judge_path(str(LOGS / f"{name}.lgn"), alternatives=True)
        if isinstance(verdict, UnreadableFile):
            raise TypeError(f"{name}.lgn cannot be read")
        reports[name] = html.render(verdict, analyse(verdict, tell=describe.sentence))
        rows.append(f"| [{title}](gallery/{name}.html) | {shows} |")
    lead = "Annotated games. Each is one page that opens in any browser: walk through it on the map, play by play."
    return "\n".join(["# Gallery", "", lead, "", "| game | what it shows |", "|---|---|", *rows, ""]), reports


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add them to the files of the site."""
    from mkdocs.structure.files import File

    sys.path.insert(0, str(ROOT))
    page, reports = gallery()
    files.append(File.generated(config, "gallery.md", content=page))
    for name, text in reports.items():
        files.append(File.generated(config, f"gallery/{name}.html", content=text))
    for name, source in OF_ROOT.items():
        files.append(File.generated(config, name, content=relinked((ROOT / source).read_text(encoding="utf-8"))))
    return files
