"""Addresses of rules, cards and countries in Learn."""

from __future__ import annotations

import re

from referee.engine.state.words import folded


def rule_address(number: str) -> str:
    """The page of a rule (``rule/7.3.3``, ``rule/option-1``) or a card.

    Findings name a card as in "card 17".
    """
    return f"card/{number[5:]}" if number.startswith("card ") else f"rule/{number.replace(' ', '-')}"


def kind_address(kind: str) -> str:
    """The page of a kind of finding."""
    return f"finding/{kind}"


def slug(words: str) -> str:
    """An address part: small letters and digits, with hyphens between words."""
    return re.sub(r"[^a-z0-9]+", "-", folded(words)).strip("-")
