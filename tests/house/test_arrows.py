"""The one-way arrows of the house.

The allowed imports of each room are read from the source.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from referee.editions.rulesets import whole
from tests.helpers.paths import ROOT

BELOW = {
    "engine": "",
    "rules": "engine",
    "editions": "engine rules",
    "parsers": "engine",
    "inputs": "parsers editions engine rules",
    "reports": "engine rules",
    "analysis": "parsers editions engine rules",
    "api": "analysis inputs reports parsers editions engine rules",
    "play": "inputs reports parsers editions engine rules",
    "club": "analysis inputs reports parsers editions engine rules",
    "trials": "inputs parsers editions engine rules",
    "web": "play api club analysis inputs reports parsers editions engine rules",
    "lsp": "play club inputs reports parsers engine",
    "mcp": "play api club analysis inputs reports parsers editions engine rules",
    "cli": "mcp lsp trials club play api analysis inputs reports parsers editions engine rules",
}
"""Each room of the package, and the rooms that it may import."""
LOOSE = {"__init__.py", "__main__.py"}
"""The only modules outside a room."""
BASE_MAY_IMPORT = {"base"}
"""The base game builds on no other edition."""
IN_A_BROWSER = {"jinja2", "markupsafe", "referee"}
"""What the desk of the page may import besides Python's own library: all of it is loaded on a phone."""
AT_THE_TERMINAL = {"inputs/log.py": "structlog"}
"""What the page does without: its log is never switched on."""


def modules(room: str) -> list[Path]:
    return sorted((ROOT / "referee" / room).rglob("*.py"))


@cache
def named(path: Path) -> set[tuple[str, ...]]:
    """Every module that a file imports, as its path.

    Imports inside functions count as well.
    """
    found: set[tuple[str, ...]] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {(*node.module.split("."), alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {tuple(alias.name.split(".")) for alias in node.names}
        elif isinstance(node, ast.mod | ast.stmt | ast.ExceptHandler | ast.match_case):
            waiting += ast.iter_child_nodes(node)
    return found


def imported(path: Path) -> set[tuple[str, ...]]:
    """The same of our own modules, as their path below the package."""
    return {name[1:] for name in named(path) if name[0] == "referee" and len(name) > 1}


def test_every_module_is_in_a_room() -> None:
    package = ROOT / "referee"
    assert {path.name for path in package.glob("*.py")} == LOOSE
    assert {path.name for path in package.iterdir() if any(path.rglob("*.py"))} == set(BELOW)


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    assert modules(room)
    wrong = {
        f"{path.relative_to(ROOT)}: {'.'.join(name)}"
        for path in modules(room)
        for name in imported(path)
        if name[0] not in {room, "__version__", *BELOW[room].split()}
    }
    assert not wrong


ENGINE = ("state", "law", "record", "judging", "explaining")
"""The packages of the engine: each imports only those before it. A type may be named from anywhere."""


@cache
def at_run_time(path: Path) -> set[tuple[str, ...]]:
    """Our modules that a file imports at run time.

    Imports for annotations alone are left out.
    """
    found: set[tuple[str, ...]] = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "referee":
            found |= {(*node.module.split(".")[1:], alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {tuple(a.name.split(".")[1:]) for a in node.names if a.name.startswith("referee.")}
        elif not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            waiting += ast.iter_child_nodes(node)
    return found


@pytest.mark.parametrize("package", ENGINE)
def test_a_package_of_the_engine_imports_only_those_before_it(package: str) -> None:
    assert {path.name for path in (ROOT / "referee" / "engine").iterdir() if path.is_dir()} >= {package}
    before = ENGINE[: ENGINE.index(package) + 1]
    wrong = {
        f"{path.relative_to(ROOT)}: {'.'.join(name)}"
        for path in modules(f"engine/{package}")
        for name in at_run_time(path)
        if name[0] == "engine" and name[1] not in before
    }
    assert modules(f"engine/{package}")
    assert not wrong


def module(name: tuple[str, ...]) -> Path | None:
    """The file of an imported module, or of a thing's module."""
    here = ROOT / "referee" / Path(*name)
    for file in (here.with_suffix(".py"), here / "__init__.py", here.parent.with_suffix(".py")):
        if file.is_file():
            return file
    return here.parent / "__init__.py" if (here.parent / "__init__.py").is_file() else None


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of a graph; [] for none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("room", BELOW)
def test_no_module_of_a_room_comes_back_to_itself(room: str) -> None:
    """Imports inside functions count as well.

    Imports for annotations alone, under TYPE_CHECKING, are left out: they name types, and load nothing.
    """
    own = modules(room)
    graph = {
        str(path.relative_to(ROOT)): {
            str(other.relative_to(ROOT))
            for name in at_run_time(path)
            if (other := module(name)) is not None and other != path and other in own
        }
        for path in own
    }
    assert not circle(graph)


@pytest.mark.parametrize("folder", sorted({p.parent for room in BELOW for p in modules(room)}), ids=lambda f: f.name)
def test_no_package_comes_back_to_itself_by_those_beside_it(folder: Path) -> None:
    graph: dict[str, set[str]] = {}
    for path in folder.rglob("*/**/*.py"):
        package = path.relative_to(folder).parts[0]
        found = {other.relative_to(folder).parts for n in at_run_time(path) if (other := _below(n, folder)) is not None}
        graph.setdefault(package, set()).update({first for first, *rest in found if rest} - {package})
    assert not circle(graph)


def _below(name: tuple[str, ...], folder: Path) -> Path | None:
    found = module(name)
    return found if found is not None and found.is_relative_to(folder) else None


def test_every_module_of_the_engine_is_in_a_package() -> None:
    assert {path.name for path in (ROOT / "referee" / "engine").glob("*.py")} == {"__init__.py"}
    assert {path.parent.name for path in (ROOT / "referee" / "engine").glob("*/__init__.py")} == set(ENGINE)


def test_an_edition_imports_only_what_it_builds_on() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {'.'.join(name)}"
        for path in modules("editions/base")
        for name in imported(path)
        if name[0] == "editions" and len(name) > 1 and name[1] not in BASE_MAY_IMPORT
    }
    assert not wrong


def test_what_runs_in_the_page_needs_next_to_nothing() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {name}"
        for room in ("web", "play", "analysis", "inputs", "engine", "editions", "parsers")
        for path in modules(room)
        for name, *_ in named(path)
        if name not in IN_A_BROWSER | sys.stdlib_module_names
        and AT_THE_TERMINAL.get(path.relative_to(ROOT / "referee").as_posix()) != name
    }
    assert not wrong


def test_the_desk_of_the_page_does_not_need_what_builds_it() -> None:
    desk = [path for path in modules("web") if path.parent.name == "web"]
    assert not {path.name for path in desk for name in imported(path) if name[:2] == ("web", "pages")}


TABLE_WRITERS = {"csv", "openpyxl", "xlsxwriter", "odf"}


def test_every_table_for_a_spreadsheet_is_written_in_one_place() -> None:
    """There its cells are guarded against formulas."""
    writers = {p.relative_to(ROOT / "referee").as_posix() for room in BELOW for p in modules(room) if _writes_tables(p)}
    assert writers == {"reports/spreadsheet.py"}


def _writes_tables(path: Path) -> bool:
    return any(name in TABLE_WRITERS for name, *_ in named(path))


SCRIPTS = sorted((ROOT / "web" / "src").rglob("*.js"))


def test_no_script_of_the_page_knows_the_game() -> None:
    """Scripts of the page without any knowledge of the game.

    Things of the game come from the referee as words and values; a script that named one would decide by it. Hints give
    examples.
    """
    words = sorted({*whole().countries, *(card.title for card in whole().cards.values())})
    knows = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b|\b[2-9]\.\d\.\d")
    wrong = {
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in SCRIPTS
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith(("*", "/*", "//")) and "hint" not in line and (found := knows.search(line))
    }
    assert len(SCRIPTS) > 30
    assert not wrong
