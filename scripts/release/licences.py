"""Check the licences of everything that is distributed or installed.

Each has to be one of those that we accept.

    python scripts/release/licences.py [--python INTERPRETER] [-o OUT.md]

lists the Python packages that INTERPRETER has (an environment with the package and all its extras; a fresh one is made without it), and
the npm packages in the page and in the extension, from their lock files. Exit status 1 if a licence is not in ``ACCEPTED``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ACCEPTED = frozenset(
    {
        *("MIT", "MIT-0", "ISC", "BSD", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "PSF-2.0", "MPL-2.0"),
        *("BlueOak-1.0.0", "Unlicense", "CC0-1.0", "Zlib"),
    }
)
"""Licences by their SPDX names: free, and without a condition for a program that only uses the package."""
SAID = {
    "MIT License": "MIT",
    "ISC License (ISCL)": "ISC",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""What the metadata of packages say instead of the SPDX name."""
READ = {"resvg_py": "MIT"}
"""Packages whose metadata are silent: read in the licence file that they bring."""
BESIDE = [
    ("Natural Earth, coasts of the map", "1:50m", "public domain"),
    ("Python and its library, in Pyodide", "3.14", "PSF-2.0"),
]
"""What is in it besides packages: data in the wheel, and Python in the page."""


class LicenceError(Exception):
    """A licence that we do not accept; the message is a sentence."""


def installed(python: Path) -> list[tuple[str, str, str]]:
    """Name, version and licence of each Python package, except ours."""
    command = ["pip-licenses", "--python", str(python), "--with-system", "--format", "json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [
        (p["Name"], p["Version"], READ.get(p["Name"], SAID.get(p["License"], p["License"])))
        for p in found
        if p["Name"] not in ("labyrinth-referee", "pip", "setuptools", "wheel")
    ]


def bundled(folder: Path) -> list[tuple[str, str, str]]:
    """Name, version and licence of each npm package of a lock file.

    Packages that only build are left out.
    """
    packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return [
        (path.rpartition("node_modules/")[2], p["version"], p.get("license", "UNKNOWN"))
        for path, p in packages.items()
        if path and not p.get("dev")
    ]


def accepted(licence: str) -> bool:
    """Whether one of the alternatives of a licence is accepted.

    All that an alternative demands at once has to be accepted.
    """
    choices = re.split(r"\s+OR\s+", licence.strip("()"))
    return any(all(part in ACCEPTED for part in re.split(r"\s+AND\s+|;\s*", choice)) for choice in choices)


def page(python: Path) -> str:
    """All licences as a page. Raises :class:`LicenceError` if one is not accepted."""
    packages = installed(python)
    parts = {
        "Installed with the package and its extras": packages,
        "In the page": [*bundled(ROOT / "web"), *[p for p in packages if p[0] in ("Jinja2", "MarkupSafe")]],
        "In the extension for VS Code": bundled(ROOT / "editors"),
    }
    wrong = [
        f"{name} {of}: {licence}" for rows in parts.values() for name, of, licence in rows if not accepted(licence)
    ]
    if wrong:
        raise LicenceError(f"not among the accepted licences: {', '.join(dict.fromkeys(wrong))}")
    parts["Besides"] = BESIDE
    out = ["# Licences", "The referee itself is under the MIT licence. With it come:"]
    for title, rows in parts.items():
        table = "\n".join(f"| {name} | {of} | {licence} |" for name, of, licence in sorted(rows, key=str))
        out.append(f"## {title}\n\n| what | version | licence |\n|---|---|---|\n{table}")
    return "\n\n".join(out) + "\n"


def main() -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args()
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        python = asked.python
        if python is None:
            from release import environment

            python = environment(Path(folder), ROOT)
        try:
            text = page(python)
        except LicenceError as error:
            print(error, file=sys.stderr)
            return 1
    if asked.output:
        asked.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
