"""Cards by their titles, as players write them."""

from __future__ import annotations

import pytest

from referee.editions.rulesets import names
from referee.engine.state import titles
from referee.engine.state.titles import Title


@pytest.mark.parametrize(
    ("ruleset", "said", "cards"),
    [
        ("base", "Bin Ladin", (112,)),
        ("base", "bin laden", (112,)),
        ("awakening", "Bin Laden", (237,)),
        ("base", "both leaks", ()),
        ("base", "leak", (84, 85)),
        ("base", "GITMO", (114,)),
        ("base", "Kasmir", (83,)),
        ("base", "abas", (11,)),
        ("base", "Schröder", (75,)),
        ("base", "patriot", (43,)),
        ("base", "saddam", (92,)),
        ("base", "saddam capt", (27,)),
        ("base", "Libyan", (38, 39)),
        ("base", "door of ijtihad", (47, 94)),
        ("base", "oil price spikes", (117, 118)),
        ("awakening", "Erdogan", (205,)),
        ("awakening", "jail break", (171,)),
        ("campaign", "Intel Community", (18, 138)),
        ("base", "recruit Iraq", ()),
        ("base", "the of and", ()),
    ],
)
def test_a_title_whole_shortened_or_misspelt(ruleset: str, said: str, cards: tuple[int, ...]) -> None:
    words = said.split()
    found = [t for t in names(ruleset).titles.all_at(words) if t.words == len(words)]
    assert (found[0].cards if found else ()) == cards


def test_a_title_may_be_a_part_of_what_follows() -> None:
    known = names("base").titles
    assert known.at(["Uyghur", "Jihad", "Pakistan"]) == Title((55,), 2)
    assert Title((55,), 1) in known.all_at(["Uyghur", "Jihad", "Pakistan"])


@pytest.mark.parametrize("ruleset", ["base", "awakening"])
def test_every_title_and_every_short_form_names_its_card(ruleset: str) -> None:
    known = names(ruleset)
    for card in known.cards:
        for said in (card.title, *card.short):
            assert card.number in known.titles.of(said), said


def test_a_word_that_is_too_long_for_a_title_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    monkeypatch.setattr(titles, "_misspelt", lambda word: compared.append(word) or iter(()))
    assert names("base").titles.at(["a" * 4000, "b" * 25]) is None
    assert compared == []
