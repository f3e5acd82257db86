"""A map of the suite: each test's functions and seconds.

``make map`` writes it with this plugin of pytest, ``make near`` (scripts/house/near.py) reads it. A function whose result is kept
from an earlier test is not seen again, so the map chooses tests to run first and does not replace the whole suite.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from referee.engine.law.requirement import Failure, Requirement
from tests.helpers.paths import ROOT

CASES = ("tests/cases/test_rules.py", "tests/cases/test_changes.py", "tests/house/test_findings_page.py")
"""They judge every rule case, once for all three."""
PROGRAM = str(ROOT / "referee") + os.sep
REFUSED = "refused: "
"""How the name of a requirement begins in the map: the tests in which it refuses something."""


class Reach:
    """Tests with their seconds; for each function its tests, as bits."""

    def __init__(self, packed: bytes | None = None) -> None:
        kept: dict[str, Any] = json.loads(zlib.decompress(packed)) if packed else {"tests": {}, "functions": {}}
        self.tests: dict[str, float] = kept["tests"]
        self.functions: dict[str, int] = {name: int(bits, 16) for name, bits in kept["functions"].items()}

    def note(self, test: str, seconds: float, called: set[CodeType | str]) -> None:
        """Enter one test."""
        bit = 1 << len(self.tests)
        self.tests[test] = round(seconds, 3)
        for of in called:
            if name := of if isinstance(of, str) else _name(of):
                self.functions[name] = self.functions.get(name, 0) | bit

    def add(self, other: Reach) -> None:
        """Take over the tests of another worker."""
        first = len(self.tests)
        self.tests.update(other.tests)
        for name, bits in other.functions.items():
            self.functions[name] = self.functions.get(name, 0) | bits << first

    def knows(self, function: str) -> bool:
        """Whether any test runs a function."""
        return any(self.of(function))

    def of(self, function: str) -> Iterator[str]:
        """The tests that run a function, or one defined in it."""
        bits = 0
        for name, found in self.functions.items():
            if name == function or name.startswith((f"{function}.", f"{function}.<locals>.")):
                bits |= found
        return (test for n, test in enumerate(self.tests) if bits >> n & 1)

    def packed(self) -> bytes:
        """The map as the content of a file."""
        functions = {name: f"{bits:x}" for name, bits in self.functions.items()}
        return zlib.compress(json.dumps({"tests": self.tests, "functions": functions}).encode())


class Recorder:
    """The plugin: the calls of each test and of shared fixtures."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.reach = Reach()
        self.called: set[CodeType | str] = set()
        self.of_fixtures: dict[Any, set[CodeType | str]] = {}

    def pytest_sessionstart(self) -> None:
        failure = Requirement._failure

        def noted(of: Requirement, *given: Any) -> Any:
            found = failure(of, *given)
            if isinstance(found, Failure):
                self.called.add(REFUSED + of.id)
            return found

        Requirement._failure = noted  # type: ignore[method-assign]

    def follow(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            self.called.add(frame.f_code)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.called = set()
        began = _seconds()
        sys.settrace(self.follow)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            for name in getattr(item, "fixturenames", ()):
                for fixture in item._fixtureinfo.name2fixturedefs.get(name, ()):  # type: ignore[attr-defined]
                    self.called |= self.of_fixtures.get(fixture, set())
            self.reach.note(item.nodeid, _seconds() - began, self.called)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        if fixturedef.scope == "function":
            return (yield)
        before, self.called = self.called, set()
        try:
            return (yield)
        finally:
            self.of_fixtures[fixturedef] = self.called
            self.called = before | self.called

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["reach"] = self.reach.packed()
        else:
            path = Path(self.config.getoption("reach"))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.reach.packed())

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.reach.add(Reach(node.workeroutput["reach"]))


def _name(code: CodeType) -> str:
    """The file of a function, and its name with those around it."""
    if not code.co_filename.startswith(PROGRAM):
        return ""
    return f"{Path(code.co_filename).relative_to(ROOT).as_posix()}:{code.co_qualname}"


def _seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reach", metavar="FILE", help="write which functions each test runs")
    parser.addoption(
        "--only", metavar="FILE", help="run the tests, files and folders that are listed there, a line each"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("reach"):
        config.pluginmanager.register(Recorder(config))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out unlisted tests; a listed test may be gone."""
    if listed := config.getoption("only"):
        wanted = set(Path(listed).read_text(encoding="utf-8").splitlines())
        items[:] = [item for item in items if wanted & {item.nodeid, *_places(item.nodeid)}]


def _places(test: str) -> list[str]:
    """The file of a test and its folders."""
    file = Path(test.split("::", maxsplit=1)[0])
    return [file.as_posix(), *(folder.as_posix() for folder in file.parents)]
