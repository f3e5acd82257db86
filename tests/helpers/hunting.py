"""The size of a test's sample.

It is far larger with ``HYPOTHESIS_PROFILE=hunt``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

First, Second = TypeVar("First"), TypeVar("Second")
HUNT = "hunt"
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "suite")


def examples(number: int) -> int:
    """The suite's number of examples, twenty times that on the hunt."""
    return number * 20 if PROFILE == HUNT else number


def every(step: int) -> int:
    """The stride through a sample, 1 on the hunt."""
    return 1 if PROFILE == HUNT else step


def crossed(first: Iterable[First], second: Iterable[Second]) -> list[tuple[First, Second]]:
    """Every other pair in the suite, all on the hunt.

    Each value occurs.
    """
    seconds = [*second]
    pairs = [(i + j, one, other) for i, one in enumerate(first) for j, other in enumerate(seconds)]
    return [(one, other) for n, one, other in pairs if PROFILE == HUNT or n % 2 == 0]


def mostly_long(step: int, values: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Parameters of a test, one in ``step`` short, the others long."""
    return [pytest.param(*value, marks=[pytest.mark.long] if n % step else []) for n, value in enumerate(values)]
