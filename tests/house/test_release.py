"""A release.

It is refused where it must be, its archives depend on their content alone, its version is in one place.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from referee import __version__
from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))
sys.path.insert(0, str(ROOT / "scripts" / "release"))

import address
import licences
import release
import urls

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with what a release looks at."""
    (tmp_path / "referee").mkdir()
    (tmp_path / "referee" / "__init__.py").write_text('__version__ = "9.8.7"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## 9.8.7 - 2026-01-02\n\n- new\n\n## 9.8.6\n\n- old\n", "utf-8"
    )
    for command in (("init", "-q"), ("add", "."), ("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x")):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_dirty_tree_and_a_version_without_notes_are_refused(tree: Path) -> None:
    release.refuse(tree)
    assert release.notes(tree) == "- new\n"
    (tree / "new.txt").write_text("x", encoding="utf-8")
    with pytest.raises(release.ReleaseError, match=r"not committed:\n\?\? new.txt"):
        release.refuse(tree)
    (tree / "new.txt").unlink()
    (tree / "referee" / "__init__.py").write_text('__version__ = "9.9.0"\n', encoding="utf-8")
    with pytest.raises(release.ReleaseError, match=r"no section for 9\.9\.0"):
        release.notes(tree)
    (tree / "CHANGELOG.md").write_text("## 9.9.0 - 2026-01-03\n\n## 9.8.7\n\n- new\n", encoding="utf-8")
    with pytest.raises(release.ReleaseError, match="no section"):
        release.notes(tree)


def test_the_changelog_has_this_version_and_a_date() -> None:
    assert release.version() == __version__
    assert re.search(rf"^## {re.escape(__version__)} - \d{{4}}-\d\d-\d\d$", CHANGELOG, re.MULTILINE)
    assert len(release.notes()) > 1000


def test_the_version_is_in_one_place() -> None:
    """The version in the sources, the changelog and an example.

    The changelog mentions it; the example of a report is generated.
    """
    told = {"CHANGELOG.md", "docs/stability.md", "docs/examples/evening-2.html"}
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    if not listed:
        pytest.skip("not in a repository")
    number = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    ours = re.compile(r"referee|labyrinth|version", re.IGNORECASE)
    found = set()
    for name in listed:
        path = ROOT / name
        if path.suffix in (".lock", ".lgn", ".case", ".ambr") or path.name == "package-lock.json" or not path.is_file():
            continue
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if number.search(line) and ours.search(line):
                found.add(name)
    assert found - told == {"referee/__init__.py"}


def test_an_archive_depends_on_names_and_bytes_alone(tmp_path: Path) -> None:
    files = {"b.txt": b"b", "a/c.txt": b"c"}
    release.pack(tmp_path / "1.zip", files)
    release.pack(tmp_path / "2.zip", dict(reversed(files.items())))
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "1.zip") as packed:
        assert packed.namelist() == ["a/c.txt", "b.txt"]
    assert release.sums(tmp_path).splitlines()[0].endswith("  1.zip")


def test_a_list_of_components_has_nothing_of_the_run(tmp_path: Path) -> None:
    found = {
        "serialNumber": "urn:uuid:1",
        "metadata": {"timestamp": "now", "component": {"version": "0.0.0"}},
        "at": "file:///tmp/x",
    }
    release.bill(tmp_path / "x.json", found, "1.2.3")
    made = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert made == {"metadata": {"component": {"version": "1.2.3"}}, "at": ""}


@pytest.mark.parametrize(
    ("licence", "fine"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR Apache-2.0)", True),
        ("UNKNOWN", False),
        ("", False),
    ],
)
def test_what_licences_are_accepted(licence: str, fine: bool) -> None:
    assert licences.accepted(licence) is fine


@pytest.mark.parametrize("folder", ["web", "editors"])
def test_the_licences_of_what_npm_brings_are_accepted(folder: str) -> None:
    found = licences.bundled(ROOT / folder)
    assert found
    assert [p for p in found if not licences.accepted(p[2])] == []


def test_the_package_has_addresses_only_where_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, count in (("", 0), ("https://git.example/a/b/", 3)):
        monkeypatch.setenv("REPOSITORY", given)
        about: dict[str, dict[str, str]] = {}
        urls.Addresses(str(ROOT), {}).update(about)
        assert len(about["urls"]) == count + bool(address.address())
    assert about["urls"]["Issues"] == "https://git.example/a/b/issues"


def test_nothing_speaks_of_a_host_that_is_not_there() -> None:
    """Docs with OWNER for the address of the repository.

    It is a variable; a reader replaces OWNER.
    """
    wrong = []
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "pyproject.toml", ROOT / "mkdocs.yml"):
        text = path.read_text("utf-8")
        if address.address():  # the page is there, as somebody has written
            text = text.replace(address.address(), "")
        for host in re.findall(r"(?:github\.com|github\.io|readthedocs\.io|pypi\.org/p\w+)/[\w/.-]+", text):
            if "OWNER" not in host and "labyrinth" in host:
                wrong.append((path.name, host))
    assert wrong == []
