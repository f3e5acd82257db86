"""The names of solitaire options, and their levels.

A record names them in its tag: ``[Options "jihadist-bot, attractive"]``.
"""

from __future__ import annotations

JIHADIST_BOT, US_BOT, ACTIVITIES = "jihadist-bot", "us-bot", "jihadist-activities"
SYSTEMS = (ACTIVITIES, JIHADIST_BOT, US_BOT)
VARIABLE, MINI_DECKS, UNGUIDED = "variable-difficulty", "mini-decks", "unguided"
IDEOLOGIES = ("coherent", "attractive", "potent", "infectious", "virulent")
"""Levels of 9.7 and of 12.5, the easiest first.

Each includes those before it, unless optional rule 3 is used.
"""
RESOLVES = COMPETENT, ADEPT, VIGILANT, RUTHLESS, NO_MERCY = ("competent", "adept", "vigilant", "ruthless", "no-mercy")
"""Levels of 13.5, the easiest first."""


def levels(options: tuple[str, ...], names: tuple[str, ...]) -> frozenset[str]:
    """The capabilities of a Bot by the options: levels or markers (option 3)."""
    chosen = [n for n in names if n in options]
    if VARIABLE in options or not chosen:
        return frozenset(chosen)
    return frozenset(names[: max(names.index(n) for n in chosen) + 1])


def level(options: tuple[str, ...], system: str) -> tuple[str, tuple[str, ...]]:
    """Name of a system's level in reports, and its options."""
    names, lowest = {US_BOT: (RESOLVES, "Off Guard"), JIHADIST_BOT: (IDEOLOGIES, "Muddled")}.get(
        system, (IDEOLOGIES, "no ideology")
    )
    chosen = tuple(n for n in names if n in options)
    titles = [n.replace("-", " ").title() for n in chosen]
    if VARIABLE in options:
        return f"{', '.join(titles) or 'no marker'} (drawn)", (VARIABLE, *chosen)
    return titles[-1] if titles else lowest, chosen
