"""Make a release in dist/, with a list of components and sums.

    python scripts/release/release.py [--twice]

is refused if the tree has changes, or if the changelog has no section for the version. The same commit gives the same bytes:
dates are those of the commit. ``--twice`` makes everything a second time and compares. The page and the extension must be
built before (``make release`` does that), and the extras ``release`` installed.

dist/ then has the wheel and the source archive, the page as a zip archive for any web host, the extension for VS Code, the
rule cases as an archive, the report on licences, a list of components (CycloneDX) each for the library with its extras, the
page and the extension, and SHA256SUMS.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
MAX_WHEEL = 3_000_000
"""Bytes."""
EXTRAS = "cluster,lsp,mcp,png"
SBOM_OF_NPM = "@cyclonedx/cyclonedx-npm@6.0.1"
"""npm's own `sbom` leaves out what a tool of development needs as well."""


class ReleaseError(Exception):
    """A release cannot be made; the reason is for a person."""


def version(root: Path = ROOT) -> str:
    """The version: it is written in one place."""
    text = (root / "referee" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise ReleaseError("referee/__init__.py has no version")
    return found[1]


def notes(root: Path = ROOT) -> str:
    """The changelog's section of the version: the text of the release."""
    of = version(root)
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(
        rf"^## {re.escape(of)}(?: - \d{{4}}-\d\d-\d\d)?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    if found is None or not found[1].strip():
        raise ReleaseError(f"CHANGELOG.md has no section for {of}")
    return found[1].strip() + "\n"


def refuse(root: Path = ROOT) -> None:
    """Raises :class:`ReleaseError` if this tree must not be released."""
    changed = run("git", "status", "--porcelain", cwd=root).strip()
    if changed:
        raise ReleaseError(f"the tree has changes that are not committed:\n{changed}")
    notes(root)


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a program and return its output.

    Raises :class:`ReleaseError` with the output if it fails.
    """
    try:
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise ReleaseError(f"{command[0]} cannot be started: {error.strerror}") from None
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def pack(out: Path, files: Mapping[str, bytes]) -> None:
    """A zip archive that depends on names and bytes alone."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[name])


def packages(out: Path, moment: str) -> Path:
    """Build the source archive and the wheel; returns the wheel.

    The source archive has the files of the commit, and the wheel is built from it.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        tree.mkdir()
        run("git", "archive", "--output", Path(folder, "tree.tar"), "HEAD")
        run("tar", "xf", Path(folder, "tree.tar"), cwd=tree)
        env = {"SOURCE_DATE_EPOCH": moment}
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, tree, env=env)
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(out.glob("labyrinth_referee-*")))
    (wheel,) = out.glob("*.whl")
    if wheel.stat().st_size >= MAX_WHEEL:
        raise ReleaseError(f"the wheel has {wheel.stat().st_size:,} bytes, and may have {MAX_WHEEL:,}")
    return wheel


def page(out: Path, of: str) -> None:
    """The page, to be unpacked on any web host."""
    built = DIST / "web"
    if not (built / "index.html").exists():
        raise ReleaseError("the page is not built: make web")
    files = {p.relative_to(built).as_posix(): p.read_bytes() for p in built.rglob("*") if p.is_file()}
    pack(out / f"labyrinth-referee-page-{of}.zip", files)


def extension(out: Path, of: str) -> None:
    """The extension for VS Code."""
    built = DIST / "labyrinth-record.vsix"
    if not built.exists():
        raise ReleaseError("the extension is not built: make vsix")
    with zipfile.ZipFile(built) as archive:
        inside = json.loads(archive.read("extension/package.json"))["version"]
    if inside != of:
        raise ReleaseError(f"the extension is version {inside}, not {of}: make vsix")
    shutil.copyfile(built, out / f"labyrinth-record-{of}.vsix")


def cases(out: Path, of: str) -> None:
    """The rule cases with their format, for other programs."""
    from conformance import archive

    archive(out / f"labyrinth-rule-cases-{of}.zip")


def environment(folder: Path, package: Path, python: str = sys.executable) -> Path:
    """An environment with a package and all its extras; its interpreter."""
    venv = folder / "venv"
    run("uv", "venv", "--quiet", "--python", python, venv)
    own = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
    run("uv", "pip", "install", "--quiet", "--python", own, f"{package}[{EXTRAS}]")
    return own


def components(out: Path, of: str, wheel: Path) -> None:
    """List the components: the library with its extras, and npm packages.

    The library is installed into a fresh environment; npm packages are those of the page and the extension.
    """
    from licences import bundled
    from licences import page as licences

    with tempfile.TemporaryDirectory() as folder:
        python = environment(Path(folder), wheel)
        made = Path(folder, "made.json")
        options = ("--output-reproducible", "--spec-version", "1.6", "--mc-type", "library", "--of", "JSON")
        run("cyclonedx-py", "environment", *options, "--pyproject", ROOT / "pyproject.toml", "-o", made, python)
        bill(out / f"labyrinth-referee-{of}.cdx.json", json.loads(made.read_text(encoding="utf-8")), of)
        (out / f"LICENCES-{of}.md").write_text(licences(python), encoding="utf-8")
    for name, title in (("web", f"labyrinth-referee-page-{of}"), ("editors", f"labyrinth-record-{of}")):
        options = ("--omit", "dev", "--package-lock-only", "--output-reproducible", "--output-format", "JSON")
        found = json.loads(run("npx", "--yes", SBOM_OF_NPM, *options, cwd=ROOT / name))
        bill(out / f"{title}.cdx.json", found, of)
        missing = {p[0] for p in bundled(ROOT / name)} - {npm_name(c) for c in found["components"]}
        if missing:
            raise ReleaseError(f"the list of components of {name} lacks {', '.join(sorted(missing))}")


def npm_name(component: Mapping[str, str]) -> str:
    """The name of a component as npm has it."""
    group = component.get("group", "")
    return f"{group}/{component['name']}" if group else component["name"]


def bill(out: Path, found: dict[str, object], of: str) -> None:
    """Write a list of components with the version of the release.

    Values that differ at every run are left out.
    """
    found.pop("serialNumber", None)
    about = found["metadata"]
    assert isinstance(about, dict)
    about.pop("timestamp", None)
    about["component"]["version"] = of
    text = json.dumps(found, indent=2, sort_keys=True, ensure_ascii=False)
    text = re.sub(r"file://[^\"]*", "", text)  # where the wheel lay while it was installed
    out.write_text(text + "\n", encoding="utf-8")


def make(out: Path) -> None:
    """Everything, into an empty folder."""
    of = version()
    moment = run("git", "log", "-1", "--format=%ct").strip()
    wheel = packages(out, moment)
    page(out, of)
    extension(out, of)
    cases(out, of)
    components(out, of, wheel)
    (out / f"RELEASE-{of}.md").write_text(notes(), encoding="utf-8")


def sums(folder: Path) -> str:
    """The SHA-256 sums of the files, as ``sha256sum --check`` reads them."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
        if path.is_file()
    )


def main() -> int:
    """Make a release, once or twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--check", action="store_true", help="only whether this tree may be released")
    asked = parser.parse_args()
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    try:
        refuse()
        if asked.check:
            return 0
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder, "made")
            made.mkdir()
            make(made)
            listed = sums(made)
            if asked.twice:
                again = Path(folder, "again")
                again.mkdir()
                run("make", "--no-print-directory", "web", "vsix")
                make(again)
                if sums(again) != listed:
                    other = set(sums(again).splitlines()) - set(listed.splitlines())
                    raise ReleaseError("the second time these files differ:\n" + "\n".join(sorted(other)))
            for old in DIST.glob("*"):
                if old.is_file() and old.name != "labyrinth-record.vsix":
                    old.unlink()
            for path in sorted(made.iterdir()):
                shutil.copyfile(path, DIST / path.name)
                print(f"{path.stat().st_size:>12,}  dist/{path.name}")
            (DIST / "SHA256SUMS").write_text(listed, encoding="utf-8")
    except ReleaseError as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    print(f"referee {version()} is in dist/" + (", made twice with the same bytes" if asked.twice else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
