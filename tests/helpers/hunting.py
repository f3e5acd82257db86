"""How much a test looks at: a sample in the suite, far more with ``HYPOTHESIS_PROFILE=hunt``."""

from __future__ import annotations

import os

HUNT = "hunt"
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "suite")


def examples(number: int) -> int:
    """So many examples in the suite, twenty times as many on the hunt."""
    return number * 20 if PROFILE == HUNT else number
