"""How hypothesis runs: the same examples every time in the suite, many random ones with HYPOTHESIS_PROFILE=hunt."""

from __future__ import annotations

import os

from hunting import HUNT, PROFILE
from hypothesis import HealthCheck, settings

for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):  # what the terminal of the tests is, or pytest makes of it
    os.environ.pop(name, None)
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    HUNT, deadline=None, max_examples=5000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(PROFILE)
