"""A referee for the board game Labyrinth: The War on Terror.

``import referee`` is cheap; the names in ``__all__`` are the library (see :mod:`referee.api` and docs/library.md),
loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.api import (
        Alternatives,
        Asked,
        AsRead,
        Card,
        Change,
        CorrectedRecord,
        CorrectedRow,
        Country,
        Edit,
        Finding,
        Fix,
        Found,
        Game,
        Instead,
        Policy,
        Position,
        QuestionAnswers,
        Record,
        RecordError,
        Respelling,
        Roll,
        Row,
        Rule,
        Ruling,
        SearchResult,
        Step,
        Value,
        Verdict,
        ask,
        card,
        check,
        find,
        legal,
        read,
        replay,
        rule,
        rulings,
        to_json,
        to_notation,
    )

__version__ = "1.1.0"
__all__ = [
    "Alternatives",
    "AsRead",
    "Asked",
    "Card",
    "Change",
    "CorrectedRecord",
    "CorrectedRow",
    "Country",
    "Edit",
    "Finding",
    "Fix",
    "Found",
    "Game",
    "Instead",
    "Policy",
    "Position",
    "QuestionAnswers",
    "Record",
    "RecordError",
    "Respelling",
    "Roll",
    "Row",
    "Rule",
    "Ruling",
    "SearchResult",
    "Step",
    "Value",
    "Verdict",
    "ask",
    "card",
    "check",
    "find",
    "legal",
    "read",
    "replay",
    "rule",
    "rulings",
    "to_json",
    "to_notation",
]


def __getattr__(name: str) -> Any:
    """Load the library with the first of its names (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from referee import api

    value = getattr(api, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
