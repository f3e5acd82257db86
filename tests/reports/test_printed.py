"""The words on the print of cards.

All cards, in all views, are compared with lists made by hand.
"""

from __future__ import annotations

import re

import pytest

from referee.api import explain
from referee.editions import rulesets
from referee.play.editing import reference
from referee.reports.report import cited
from referee.web.pages import cards as pages

REMOVED = {
    *(4, 5, 11, 15, 16, 20, 27, 29, 33, 35, 36, 37, 38, 39, 43, 49, 50, 54, 55, 56, 57, 58, 60, 64, 65, 67, 69, 71, 73),
    *(75, 76, 96, 98, 99, 109, 133, 140, 141, 151, 167, 171, 174, 180, 181, 183, 184, 185, 188, 191, 194, 197, 203),
    *(204, 220, 222, 223, 234),
}
"""Cards that are removed after their event, whoever plays them."""
REMOVED_BY_THE_US = {110, 111, 112, 115, 116, 215, 216, 219, 225, 232, 237}
"""Cards that are removed after their event if the US plays them."""
LAPSING = {2, 47, 114, 117, 118, 166, 169, 173, 179, 199, 236, 239}
LAPSING_BY_THE_US = {204}
AUTOMATIC = {120, 240}
CARDS = rulesets.whole().cards


SAID = {
    "explain": lambda card: explain.text(explain.data(f"card {card.number}"), width=500).partition("\n\n")[0],
    "hover": lambda card: reference.of_card(card.number, rulesets.whole()).paragraphs[0],
    "list of cards": lambda card: pages._row(card)[-1],
    "page": lambda card: ", ".join(pages._card(card, ("cards/us", "US"), {}).under),
    "report": lambda card: cited._card(card, rulesets.texts()).summary.partition(". ")[0],
}
"""What a card prints in words, wherever it is told."""


def by(said: str, always: str, of_us: str) -> str:
    """The side that does something to a card, in words."""
    return "the US" if re.search(of_us, said) else "everybody" if re.search(always, said) else "nobody"


@pytest.mark.parametrize("where", SAID)
def test_all_cards_are_told_as_they_are_printed(where: str) -> None:
    assert len(CARDS) == 240
    said = {n: SAID[where](card) for n, card in CARDS.items()}
    removed = {
        n: by(s, "removed after its event", r"removed after its event if the US play(s|ed) it") for n, s in said.items()
    }
    assert {n for n, who in removed.items() if who == "everybody"} == REMOVED
    assert {n for n, who in removed.items() if who == "the US"} == REMOVED_BY_THE_US
    lapsing = {n: by(s, "(?i)lapsing", r"(?i)lapsing if the US play(s|ed) it") for n, s in said.items()}
    assert {n for n, who in lapsing.items() if who == "everybody"} == LAPSING
    assert {n for n, who in lapsing.items() if who == "the US"} == LAPSING_BY_THE_US
    marked = {n: card.mark for n, card in CARDS.items() if card.mark}
    assert {n for n, s in said.items() if "marker " in s} == set(marked)
    assert all(f"marker {mark}" in said[n] for n, mark in marked.items())
    if where != "report":
        assert {n for n, s in said.items() if "happens with every use" in s} == AUTOMATIC
