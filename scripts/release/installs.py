"""Test the wheel of this tree in empty environments.

Each has every extra; there is one for each Python from 3.11 to 3.14 on this machine.

    python scripts/release/installs.py [WHEEL]

A Python is found by its name, by uv, or where pyenv keeps it. Each runs scripts/release/smoke.py. Exit status 1 if one fails; those
that are not here are named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from release import ROOT, ReleaseError, environment

VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def interpreter(of: str) -> str:
    """An interpreter of a version, "" if there is none."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{of}.*/bin/python"))
    command = ["uv", "python", "find", "--no-python-downloads", of]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    for candidate in (f"python{of}", found.stdout.strip(), *map(str, kept)):
        code = "import sys; print('{}.{}'.format(*sys.version_info))"
        try:
            done = subprocess.run([candidate, "-c", code], capture_output=True, text=True, check=False)
        except (OSError, ValueError):
            continue
        if candidate and done.stdout.strip() == of:
            return candidate
    return ""


def main() -> int:
    """Install and try."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    failed, missing = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if len(sys.argv) > 1:
            wheel = Path(sys.argv[1]).resolve()
        else:
            subprocess.run(["uv", "build", "--quiet", "--wheel", "-o", name, ROOT], check=True)
            (wheel,) = folder.glob("*.whl")
        for of in VERSIONS:
            python = interpreter(of)
            if not python:
                missing.append(of)
                continue
            print(f"Python {of}: ", end="", flush=True)
            try:
                own = environment(folder / of, wheel, python)
            except ReleaseError as error:
                print(error)
                failed.append(of)
                continue
            if subprocess.run(
                [own, ROOT / "scripts" / "release" / "smoke.py", "--extras"], check=False, cwd=folder
            ).returncode:
                failed.append(of)
    if missing:
        print(f"not here, and not tested: Python {', '.join(missing)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
