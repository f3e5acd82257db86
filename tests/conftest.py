"""Settings of hypothesis.

The suite has the same examples every time, HYPOTHESIS_PROFILE=hunt many random ones.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from referee.engine.explaining.referee import check
from referee.engine.record.setup import Setup
from referee.engine.record.steps import Judgement
from referee.engine.state.script import Record
from tests.helpers.browsers import FLAGS, chromium, missing, no_engine, no_extension, no_page
from tests.helpers.hunting import HUNT, PROFILE

for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):  # what the terminal of the tests is, or pytest makes of it
    os.environ.pop(name, None)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the program is started often, and need not be compiled each time
settings.register_profile(
    "suite", deadline=None, max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    HUNT, deadline=None, max_examples=5000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(PROFILE)

CASES_FIRST = ("test_rules.py", "test_changes.py", "test_findings_page.py")
"""Modules that look at the rule cases: whoever has broken one hears of it first."""
SHARED = pytest.StashKey[str]()
JUDGED: dict[tuple[Any, ...], Judgement] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--case",
        action="append",
        default=[],
        metavar="ID",
        help="judge only this rule case, or all cases of this rule, card or file",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium and playwright")
    config.addinivalue_line(
        "markers", "long: limits and growth, games by the dozen, the server for assistants, the site (make long)"
    )
    config.addinivalue_line("markers", "night: more of what other tests show once (make night)")
    config.addinivalue_line(
        "markers", "sampled(step): all but each step-th set of the test's parameters are for the night"
    )
    if config.getoption("numprocesses", None):
        folder = TemporaryDirectory()
        config.add_cleanup(folder.cleanup)
        config.stash[SHARED] = folder.name
    elif shared := getattr(config, "workerinput", {}).get("cases"):
        from tests.helpers import casesonce

        casesonce.FOLDERS.append(Path(shared))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker the folder of what the workers share."""
    node.workerinput["cases"] = node.config.stash[SHARED]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud what was not looked at, and why."""
    for why, what, part in (
        (missing(), "A BROWSER", "tests/reports and tests/page"),
        (no_engine("firefox"), "FIREFOX", "tests/page/test_core.py"),
        (no_engine("webkit"), "WEBKIT", "tests/page/test_core.py"),
        (no_page(), "THE PAGE", "tests/page"),
        (no_extension(), "THE EXTENSION", "tests/house/test_editors.py"),
    ):
        if why and any(why in str(test.longrepr) for test in terminalreporter.stats.get("skipped", ())):
            terminalreporter.section(f"NOT TESTED: {what}", red=True, bold=True)
            terminalreporter.line(f"{why}; the tests of {part} that need it are left out")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, headless."""
    if missing():
        pytest.skip(f"NOT TESTED IN A BROWSER: {missing()}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    place: Counter[str] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None:
            name = item.nodeid.partition("[")[0]
            if place[name] % sampled.args[0]:
                item.add_marker("night")
            place[name] += 1
    if config.getoption("case"):
        items[:] = [item for item in items if item.path.name == "test_rules.py" and item.name.startswith("test_cases[")]
    items.sort(key=lambda item: item.path.name not in CASES_FIRST)


def pytest_collection_finish() -> None:
    """Keep garbage collections away from what stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture
def judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge a record once only.

    It is for tests that show a verdict, and not for those that judge.
    """

    def once(record: Record, setup: Setup, **how: Any) -> Judgement:
        if len(record.lines) < 20:
            return check(record, setup, **how)
        key = (record.name, tuple(record.lines), setup.name, setup.decks, setup.options, *sorted(how.items()))
        if key not in JUDGED:
            JUDGED[key] = check(record, setup, **how)
        return replace(JUDGED[key], findings=list(JUDGED[key].findings))

    monkeypatch.setattr("referee.inputs.judging.check", once)
