"""The size of a test's sample.

It is far larger with ``HYPOTHESIS_PROFILE=hunt``.
"""

from __future__ import annotations

import os

HUNT = "hunt"
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "suite")


def examples(number: int) -> int:
    """The suite's number of examples, twenty times that on the hunt."""
    return number * 20 if PROFILE == HUNT else number


def every(step: int) -> int:
    """The stride through a sample, 1 on the hunt."""
    return 1 if PROFILE == HUNT else step
