"""Renders records of fixtures/logs as reports.

    python scripts/pages/gallery.py            the one that the README shows, into docs/examples
    python scripts/pages/gallery.py FOLDER     one for each record, into a folder

The screenshots beside the first are made by screenshots.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.analysis.analysis import analyse
from referee.engine.record.findings import UnreadableFile
from referee.inputs.judging import judge_path
from referee.reports import describe, html

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "fixtures" / "logs"
OUT = ROOT / "docs" / "examples"
SHOWN = "evening-2"


def reports(folder: Path, names: list[str]) -> None:
    """One HTML file a record."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        verdict = judge_path(str((LOGS / f"{name}.lgn").relative_to(ROOT)), alternatives=True)
        if not isinstance(verdict, UnreadableFile):
            (folder / f"{name}.html").write_text(
                html.render(verdict, analyse(verdict, tell=describe.sentence)), encoding="utf-8"
            )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        reports(Path(sys.argv[1]), sorted(path.stem for path in LOGS.glob("*.lgn")))
    else:
        reports(OUT, [SHOWN])
