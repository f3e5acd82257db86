"""Answers in words, as they are written in a record."""

from __future__ import annotations

from typing import Any

CELLS = {"s": "Sleeper", "a": "Active"}


def words(value: Any) -> str:
    """An answer as a reader would say it: ``('Egypt', 2)`` is ``Egypt#2``, ``sa`` is ``sa``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        return f"{value[0]}#{value[1]}"
    if isinstance(value, (tuple, list)):
        return " ".join(words(v) for v in value)
    return str(value)
