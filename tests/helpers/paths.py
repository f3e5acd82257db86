"""Paths of the files that tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The repository."""
TESTS = ROOT / "tests"
FIXTURES = ROOT / "fixtures"
LOGS = FIXTURES / "logs"
RECORDS = sorted(LOGS.glob("*.lgn"))
"""The example records, most of them with mistakes."""
