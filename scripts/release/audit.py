"""Look for known vulnerabilities in all dependencies, and their licences.

The dependencies are those of the package, the page and the extension.

    python scripts/release/audit.py

asks pip-audit and npm. A package that could not be looked up counts as a failure: silence is no answer. Exit status 1 then, and
if something was found.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import licences
from release import ROOT, ReleaseError, environment


def read(command: list[str], cwd: Path) -> Any:
    """The JSON output of a program, regardless of its exit status.

    It is {} if there is none.
    """
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"error": {"summary": done.stderr.strip().splitlines()[:1]}}


def of_python(python: Path) -> list[str]:
    """The problems of the Python packages of an environment."""
    (packages,) = (python.parent.parent / "lib").glob("python*/site-packages")
    found = read(["pip-audit", "--path", str(packages), "--format", "json", "--progress-spinner", "off"], ROOT)
    if "dependencies" not in found:
        return [f"pip-audit gave no answer: {found['error']['summary']}"]
    wrong, unknown = [], []
    for package in found["dependencies"]:
        if "skip_reason" in package:
            unknown.append(package["name"])
        wrong += [f"{package['name']} {package['version']}: {hole['id']}" for hole in package.get("vulns", ())]
    unknown = [name for name in unknown if name != "labyrinth-referee"]
    return wrong + ([f"not audited, for PyPI did not tell of them: {', '.join(unknown)}"] if unknown else [])


def of_npm(folder: Path) -> list[str]:
    """The problems of the npm packages of a folder.

    Packages that only build are included.
    """
    found = read(["npm", "audit", "--json"], folder)
    if "vulnerabilities" not in found:
        return ["not audited, for the registry of npm does not answer"]
    return [f"{name}: {about['severity']}" for name, about in found["vulnerabilities"].items()]


def main() -> int:
    """Audit everything and print what is wrong."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    wrong: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            python = environment(Path(folder), ROOT)
            wrong["the package with its extras"] = of_python(python)
            licences.page(python)
        except (ReleaseError, licences.LicenceError) as error:
            wrong["licences"] = [str(error)]
    wrong["the page"] = of_npm(ROOT / "web")
    wrong["the extension"] = of_npm(ROOT / "editors")
    for what, holes in wrong.items():
        print(f"{what}: {'; '.join(holes) or 'nothing known'}")
    return 1 if any(wrong.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
