"""The quick look at a change: changed functions, and their tests."""

from __future__ import annotations

import sys

import pytest

from tests.helpers.paths import ROOT
from tests.helpers.reach import REFUSED, Reach

sys.path.insert(0, str(ROOT / "scripts" / "house"))

import near

MODULE = '''"""A module."""
LIMIT = 3
TOO_FAR = Requirement("Travel: not too far", "7.5.1", "it is too far")
"""What it is for."""


class Traveller:
    """Somebody."""

    pace: int = LIMIT

    def goes(self) -> int:
        """Go."""
        return self.pace


def travels() -> list[Requirement]:
    # a comment
    return [TOO_FAR]
'''
DEPLOY = "referee/editions/base/operations/deploy.py"


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("# a comment", "# another one", []),
        ('"""Go."""', '"""Go on."""', []),
        ("return self.pace", "return self.pace + 1", ["Traveller.goes"]),
        ("return [TOO_FAR]", "return []", ["travels"]),
        ("LIMIT = 3", "LIMIT = 4", ["LIMIT"]),
        ("it is too far", "it is farther than that", ["TOO_FAR"]),
        ("pace: int = LIMIT", "pace: int = 5", ["Traveller.pace"]),
        ("def travels", "def wanders", ["travels", "wanders"]),
        ("class Traveller:", "class Traveller(Base):", ["Traveller"]),
    ],
)
def test_only_what_is_run_counts_as_changed(old: str, new: str, changed: list[str]) -> None:
    assert near.changed_parts(MODULE, MODULE.replace(old, new)) == changed


def test_a_requirement_is_known_by_its_id() -> None:
    assert near.requirement(MODULE, "TOO_FAR") == "Travel: not too far"
    assert near.requirement(MODULE, "LIMIT") is None


def test_a_constant_is_looked_for_in_the_functions_that_name_it_and_in_constants_made_of_it() -> None:
    assert f"{DEPLOY}:march" in set(near.users(DEPLOY, "DESTINATION_ALLY"))


def test_what_was_recorded_in_two_processes_is_one_map() -> None:
    one, other = Reach(), Reach()
    one.note("tests/a.py::first", 0.5, {"x.py:f", REFUSED + "Travel: not too far"})
    other.note("tests/a.py::second", 2.0, {"x.py:f.<locals>.inner"})
    other.note("tests/a.py::third", 1.0, {"x.py:fg"})
    one.add(other)
    found = Reach(one.packed())
    assert found.tests == {"tests/a.py::first": 0.5, "tests/a.py::second": 2.0, "tests/a.py::third": 1.0}
    assert [*found.of("x.py:f")] == ["tests/a.py::first", "tests/a.py::second"]
    assert [*found.of(REFUSED + "Travel: not too far")] == ["tests/a.py::first"]
    assert found.knows("x.py:fg")
    assert not found.knows("x.py:g")


def test_the_cheap_tests_are_run_and_the_others_are_counted() -> None:
    reach = Reach()
    for name, seconds in (("a", 5.0), ("b", 1.0), ("c", 2.0)):
        reach.note(name, seconds, set())
    assert near.within(["a", "b", "c"], reach, 4.0) == (["b", "c"], ["a"])
