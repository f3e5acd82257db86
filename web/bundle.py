"""Pack the referee for the page into one zip.

It has the wheel, Jinja and the pure half of MarkupSafe, without the parts that no page uses.

    python web/bundle.py OUT.zip

prints nothing; the parts of the content-security policy that the report needs go to OUT.policy.json, the licences of what is
in it to OUT.notices.json.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import jinja2
import markupsafe

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
NOT_USED = re.compile(
    r"referee/(?:api/search|cli|lsp|mcp|trials|cases|club/workers|web/pages)/"
    r"|referee/api/(?:__init__|cards|changes|coverage|explain|explain_sheets|game|lookup|positions|records|verdicts)\.py$"
    r"|referee/club/audit/(?:cache|judging|runner)\.py$"
    r"|referee/analysis/alternatives\.py$"
    r"|referee/(?:club/settings|inputs/vassal_replay/calibration)\.py$"
    r"|referee/(?:play/legal|reports/(?:brief|github|junit|model|sarif|spreadsheet)|rules/(?:casefile|disputes|practice))\.py$"
    r"|referee/rules/(?:disputes|practice)\.toml$"
    r"|referee/notation\.md$|.*/py\.typed$|.*\.(?:pyi|pyc|c|so)$"
    r"|.*\.dist-info/(?!METADATA)"
    r"|jinja2/(?:ext|meta|nativetypes|sandbox)\.py$"
)

LICENSED = {"Jinja2": "Jinja2", "MarkupSafe": "MarkupSafe", "typing_extensions": "Python and its library"}
"""Where the texts of licences lie, and of what: typing_extensions is a part of Python that is published apart."""


def notices() -> list[dict[str, str]]:
    """The licences of the page's contents, except ours and npm's."""
    found = [{"name": "The referee", "text": (ROOT / "LICENSE").read_text(encoding="utf-8").strip()}]
    for name, what in LICENSED.items():
        files = [f for f in distribution(name).files or () if f.name.upper().startswith("LICENSE")]
        found.append({"name": what, "text": files[0].read_text(encoding="utf-8").strip()})
    return found


def wheel(folder: Path) -> Path:
    """The wheel of the project, built as it is published."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def main(out: Path) -> None:
    """Write the zip, the same bytes for the same sources."""
    found: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel(Path(folder))) as built:
        found.update({name: built.read(name) for name in built.namelist()})
    for package in (jinja2, markupsafe):
        home = Path(package.__file__ or "").parent
        for file in home.glob("*.py"):
            found[f"{home.name}/{file.name}"] = file.read_bytes()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(found):
            if NOT_USED.match(name):
                continue
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, found[name])
    from referee.club.audit import html as audit
    from referee.reports import html

    allowed = {kind: [*sources, *audit.hashes()[kind]] for kind, sources in html.hashes().items()}
    out.with_suffix(".policy.json").write_text(json.dumps(allowed), encoding="utf-8")
    out.with_suffix(".notices.json").write_text(json.dumps(notices()), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
