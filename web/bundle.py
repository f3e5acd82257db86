"""The referee as the page loads it: the wheel, Jinja and the pure half of MarkupSafe in one zip, without what no page uses.

    python web/bundle.py OUT.zip

prints nothing; the parts of the content-security policy that the report needs go to OUT.policy.json.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import jinja2
import markupsafe

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
NOT_USED = re.compile(
    r"referee/(?:audit|cli|crews|mutation|lsp|cases)/|referee/(?:selfplay|selfcheck|recordcheck|stirring|workers|start)\.py"
    r"|.*/py\.typed$|.*\.(?:pyi|pyc|c|so)$"
    r"|.*\.dist-info/(?!METADATA)"
)


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
    from referee.reports import html

    out.with_suffix(".policy.json").write_text(json.dumps(html.hashes()), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
