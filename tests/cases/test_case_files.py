"""The file of each rule case.

It is that of its rule or card, or of the part of the referee that it is about.
"""

from __future__ import annotations

import re

from tests.helpers import rulecases

HOLDS = {
    "chapter2": r"2\.",
    "chapter3": r"3\.|.*-s[a-d]?$",
    "chapter4": r"4\.",
    "chapter5": r"5\.",
    "chapter6": r"6\.",
    "chapter7-war-of-ideas": r"7\.[012]",
    "chapter7-deploy": r"7\.[13]",
    "chapter7-disrupt-alert": r"7\.[1456]",
    "chapter8-recruit": r"8\.[12]",
    "chapter8-travel": r"8\.[13]",
    "chapter8-jihad": r"8\.[14]",
    "chapter8-plot": r"8\.(1|5\.[1-5])",
    "chapter8-resolve": r"8\.5\.[56]",
    "chapter11-popular": r"11\.1",
    "chapter11-civil-war": r"11\.2",
    "chapter11-caliphate": r"11\.3\.8",
    "chapter11-cards": r"11\.3\.(8\.4|1[123])",
    "chapter11-other": r"11\.3",
    "solo-activities": r"9\.",
    "solo-jihadist-bot": r"12\.|9\.1-bot|bot-j-(all|rad|zakat)",
    "solo-jihadist-bot-rows": r"12\.",
    "solo-jihadist-bot-events": r"bot-j-\d|12\.3",
    "solo-us-bot-rows": r"13\.",
    "solo-us-bot": r"13\.|option-[12]-(us-)?bot",
    "solo-us-bot-events": r"us-bot-|13\.3",
    "solo-option-3": "option-3",
    "awakening-options": "option-[12]",
    "awakening-scenarios": "mitts-turn|arab-spring|assad-alone|isil|campaign|alternative-history",
    "awakening-base-cards": "both-decks",
    "examples": r".*-example",
    "hands": "hands",
    "gaps": "gaps",
    "half-told": "half-told",
    "set-lines": "set",
    "slips": "slip",
    "as-played": "as-played",
    "clock": "clock",
    "hidden-plots": "hidden-plots",
    "lines": "lines",
    "statements": "statements",
    "unknown-rest": "unknown",
    "victory": "victory",
}
"""What the ids of a file begin with; further files hold the cards of the decks."""
CARDS = {
    "cards-us": range(1, 48),
    "cards-jihadist": range(48, 96),
    "cards-unassociated": range(96, 121),
    "awakening-cards-us-a": range(121, 142),
    "awakening-cards-us-b": range(142, 164),
    "awakening-cards-jihadist-a": range(164, 181),
    "awakening-cards-jihadist-b": range(181, 200),
    "awakening-cards-unassociated-a": range(200, 220),
    "awakening-cards-unassociated-b": range(220, 241),
}
WITHOUT_RULE = re.compile(r"(thresholds|second-look|third-look|fourth-look|fifth-look|ev|op|refusals|cited)-")
"""Ids that say neither rule nor card; such a case is beside others of its rule. There will be no further ones."""


def fits(case_id: str, stem: str) -> bool:
    """Whether a case of this id may be in the file."""
    if card := re.match(r"card-(\d+)-", case_id):
        return int(card[1]) in CARDS.get(stem, ())
    return stem in HOLDS and re.match(HOLDS[stem], case_id) is not None


def test_every_case_is_in_the_file_of_its_rule_or_card() -> None:
    cases = [c for c in rulecases.all_cases() if not WITHOUT_RULE.match(c.id)]
    assert [(c.file, c.id) for c in cases if not fits(c.id, c.file.removesuffix(".case"))] == []


def test_no_further_case_is_without_its_rule() -> None:
    assert sum(bool(WITHOUT_RULE.match(c.id)) for c in rulecases.all_cases()) == 462


def test_every_file_is_known() -> None:
    assert {p.stem for p in rulecases.FOLDER.glob("*.case")} == {*HOLDS, *CARDS}
