"""Addresses of rules, cards and countries in Learn.

Also the form in which words are looked up.
"""

from __future__ import annotations

import re
import unicodedata


def rule_address(number: str) -> str:
    """The page of a rule: ``rule/7.3.3``, ``rule/option-1``; that of a card for what findings call "card 17"."""
    return f"card/{number[5:]}" if number.startswith("card ") else f"rule/{number.replace(' ', '-')}"


def kind_address(kind: str) -> str:
    """The page of a kind of finding."""
    return f"finding/{kind}"


def slug(words: str) -> str:
    """Words as a part of an address: small letters and digits with hyphens between them."""
    return re.sub(r"[^a-z0-9]+", "-", folded(words)).strip("-")


def folded(words: str) -> str:
    """Words as they are looked up: small letters without accents; points stay within numbers."""
    plain = unicodedata.normalize("NFKD", words)
    plain = "".join(ch for ch in plain if not unicodedata.combining(ch)).lower()
    plain = re.sub(r"['’]", "", plain)
    plain = re.sub(r"(?<!\d)\.|\.(?!\d)", " ", plain)
    return " ".join(re.sub(r"[^\w.]+|_", " ", plain).split())
