"""The built package.

It holds everything that the program needs, and runs on its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from referee import __version__
from tests.helpers.paths import LOGS, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SKIPPED = {"__pycache__"}


def build(source: Path, target: str, out: Path) -> Path:
    """Build with the build backend itself, without network.

    There is no environment of its own.
    """
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def under(folder: str, pattern: str = "*") -> set[str]:
    """Files of a folder of the project, by their path in it."""
    base = ROOT / folder
    return {
        p.relative_to(base).as_posix()
        for p in base.rglob(pattern)
        if p.is_file() and not SKIPPED & set(p.parts) and p.suffix not in (".pyc", ".tmp")
    }


def inside(names: set[str], folder: str) -> set[str]:
    return {n.removeprefix(f"{folder}/") for n in names if n.startswith(f"{folder}/")}


@pytest.mark.parametrize(
    ("shipped", "source", "at_least"),
    [
        ("referee/scenarios", "scenarios", "lets-roll.toml"),
        ("referee/cases", "tests/rules", "chapter7-deploy.case"),
        ("referee/rules", "referee/rules", "chapter8.toml"),
        ("referee/editions/base/data", "referee/editions/base/data", "cards.json"),
        ("referee/editions/base/data", "referee/editions/base/data", "countries.json"),
        ("referee/editions/base/data/events", "referee/editions/base/data/events", ""),
        ("referee/reports/templates", "referee/reports/templates", ""),
        ("referee/engine", "referee/engine", "state/board.py"),
        ("referee/parsers", "referee/parsers", "notation/reader.py"),
    ],
)
def test_the_wheel_holds_all_of_a_folder(names: set[str], shipped: str, source: str, at_least: str) -> None:
    assert under(source), f"{source} is empty"
    assert inside(names, shipped) == under(source)
    assert not at_least or at_least in under(source)


def test_the_wheel_holds_nothing_else(names: set[str]) -> None:
    ours = (
        under("referee")
        | {f"scenarios/{n}" for n in under("scenarios")}
        | {f"cases/{n}" for n in under("tests/rules")}
        | {"notation.md"}
    )
    info = {n for n in names if n.split("/")[0].endswith(".dist-info")}
    assert {n.removeprefix("referee/") for n in names - info} == ours
    assert "py.typed" in ours
    assert any(n.endswith("licenses/LICENSE") for n in info)
    assert not [n for n in names if "__pycache__" in n or n.endswith((".pyc", ".lgn"))]


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < 3_000_000


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {n.split("/")[-1]: archive.read(n).decode() for n in archive.namelist() if ".dist-info/" in n}
    about = Parser().parsestr(texts["METADATA"])
    assert about["Name"] == "labyrinth-referee"
    assert about["Version"] == __version__
    assert about["Requires-Python"] == ">=3.11"
    assert about["License-Expression"] == "MIT"
    assert "referee = referee.cli.start:main" in texts["entry_points.txt"]
    assert not any("<" in d or "==" in d for d in PROJECT["dependencies"]), "lower bounds alone"
    needed = {r.split(">")[0] for r in about.get_all("Requires-Dist", []) if "extra ==" not in r}
    assert needed == {d.split(">")[0] for d in PROJECT["dependencies"]}


@pytest.mark.long
def test_the_wheel_runs_on_its_own(wheel: Path, tmp_path: Path) -> None:
    site, work = tmp_path / "site", tmp_path / "work"
    work.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    shutil.copy(LOGS / "evening-1.lgn", work)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(site)}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False, timeout=60)

    where = run("-c", "import referee; print(referee.__file__)").stdout.strip()
    assert where == str(site / "referee" / "__init__.py")
    scenarios = "from referee.engine.record.setup import scenario_files; print(len(scenario_files()))"
    assert run("-c", scenarios).stdout.strip() == str(len(under("scenarios", "*.toml")))
    done = run("-m", "referee", "check", "evening-1.lgn")
    assert (done.returncode, done.stderr) == (0, "")
    assert "evening-1.lgn: clean" in done.stdout
    done = run("-m", "referee", "report", "evening-1.lgn", "-o", "x.html")
    assert (done.returncode, done.stderr) == (0, "")
    assert (work / "x.html").stat().st_size > 10_000


@pytest.mark.long
def test_the_wheel_of_the_sdist_is_the_same(wheel: Path, names: set[str], tmp_path: Path) -> None:
    (tmp_path / "sdist").mkdir()
    archive = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4
        packed.extractall(tmp_path / "source")
    (source,) = (tmp_path / "source").iterdir()
    for kept in (
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "Makefile",
        "docs/reference/notation.md",
        "fixtures/logs",
        "tests/rules",
        "tests/cases/__snapshots__",
        "benchmarks/hostile.py",
        "scripts/release/smoke.py",
        "mkdocs.yml",
        "action.yml",
        ".pre-commit-hooks.yaml",
        ".ci/run",
        "SECURITY.md",
        "CONTRIBUTING.md",
    ):
        assert (source / kept).exists(), kept
    assert os.access(source / ".ci" / "run", os.X_OK)
    for folder in ("tests", "fixtures", "benchmarks", "scripts", "docs"):
        ours = {p for p in under(folder) if not p.startswith(".")}
        theirs = {p.relative_to(source / folder).as_posix() for p in (source / folder).rglob("*") if p.is_file()}
        assert theirs == ours, "what a test reads comes with it"
    assert archive.stat().st_size < 4_200_000, "of that the records of two versions have 0.1 MB"
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/house/test_repository.py", "tests/house/test_arrows.py"],
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert collected.returncode == 0, collected.stdout
    again = build(source, "wheel", tmp_path / "wheel")
    assert again.name == wheel.name
    with zipfile.ZipFile(again) as packed_again:
        assert set(packed_again.namelist()) == names


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    "target",
    [
        "check",
        "test",
        "long",
        "lint",
        "lint-python",
        "lint-page",
        "gallery",
        "release",
        "installs",
        "audit",
        "site",
        "lowest",
        "mutants",
        "clean",
    ],
)
def test_make_knows_its_targets(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_ci_script_is_executable_and_parses() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
    text = script.read_text(encoding="utf-8")
    assert 'make test TESTS="not browser and not night"' in text, "the long ones too"
    for target in ("cases", "lint-python", "lint-page", "test", "browser", "bench", "lowest"):
        assert re.search(rf"^step make .*\b{target}\b", text, re.MULTILINE), target


def test_make_browser_looks_wherever_a_test_needs_a_browser() -> None:
    named = re.search(r"^IN_A_BROWSER = (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert named is not None
    folders = [ROOT / name for name in named[1].split()]
    wanted = "mark." + "browser"
    for path in (ROOT / "tests").rglob("*.py"):
        if wanted in path.read_text(encoding="utf-8"):
            assert any(folder in path.parents for folder in folders), path
