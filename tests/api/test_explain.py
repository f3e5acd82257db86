"""`referee explain` by number, name or part of a name.

It also names near matches.
"""

from __future__ import annotations

import json

import pytest

from referee.editions import rulesets
from referee.editions.awakening.printed import BOTH_DECKS as CARDS
from referee.editions.base.ruleset import BASE
from referee.engine.state.ruleset import OptionKind
from referee.reports.wording import KINDS
from referee.rules import rulebook
from tests.helpers.commands import referee


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("86", "card 86 Lebanon War"),
        ("taliban", "card 93 Taliban"),
        ("  Patriot   ACT ", "card 43 Patriot Act"),
        ("moro talks", "card 4 Moro Talks"),
        ("abbas", "card 1"),
        ("deploy", "7.3 Deploy"),
        ("woi", "7.2 War of Ideas"),
        ("war of ideas", "7.2 War of Ideas"),
        ("regime-change", "7.3.4 Regime Change"),
        ("reassess", "7.6 Reassessment"),
        ("rule 7.3.3", "7.3.3 Deploy: destination must be an Ally"),
        ("8.0", "8.0 Jihadist Operations"),
        ("Deploy: Muslim destination", "Deploy: Muslim destination: a requirement of 7.3.3"),
        ("gwot relations penalty", "4.7.2.1 GWOT Relations Penalty"),
        ("gwot", "4.7.2.1 GWOT Relations Penalty"),
        ("outcome", "outcome: wrong result"),
        ("wrong result", "outcome: wrong result"),
        ("illegal", "illegal: not allowed"),
        ("11.1.7", "11.1.7 Polarization"),
        ("attrition", "11.2.5 Attrition"),
        ("card 143", "card 143 Obama Doctrine: value 2, US event of The Awakening"),
        ("obama doctrine", "card 143"),
        ("pakistan", "Pakistan (also Pak)"),
        ("KSA", "Saudi Arabia (also KSA"),
        ("iran", "Iran"),
        ("Nig", "Nigeria (also Nig, NGA)"),
    ],
)
def test_what_a_player_asks_for_is_found(asked: str, first: str) -> None:
    run = referee("explain", *asked.split(" "))
    assert (run.status, run.err) == (0, "")
    assert run.out.startswith(first)


@pytest.mark.parametrize("number", CARDS)
def test_every_card_is_found_by_its_name(number: int) -> None:
    from referee.api import lookup

    assert [(e.kind, e.name) for e in lookup.exactly(CARDS[number].title) if e.kind == "card"].count(
        ("card", str(number))
    ) == 1


@pytest.mark.parametrize("use", BASE.titles)
def test_every_operation_is_found(use: str) -> None:
    for word in (use, BASE.titles[use]):
        found = json.loads(referee("explain", *word.split(), "--format", "json").out)
        assert found["number"] in rulebook()
        assert found["title"] == BASE.titles[use]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_finding_is_explained(kind: str) -> None:
    run = referee("explain", kind)
    assert run.status == 0
    assert run.out.startswith(f"{kind}: {KINDS[kind]} (a kind of finding; it ")
    assert ("does not count" in run.out) == (kind == "note")
    found = json.loads(referee("explain", kind, "--format", "json").out)
    assert found["meaning"]
    assert found["example"] is None or any(kind in told for told in [*found["example"]["findings"], "note"])


@pytest.mark.parametrize(("word", "some"), [("militia", "card 142"), ("caliphate", "11.3.8.1"), ("reaction", "11.1.4")])
def test_a_word_of_the_expansion_leads_to_its_rules(word: str, some: str) -> None:
    run = referee("explain", word)
    assert (run.status, run.err) == (0, "")
    assert some in run.out


def test_a_rule_of_the_expansion_has_its_checks_and_rulings() -> None:
    out = referee("explain", "11.1.7").out
    assert "Polarization does what the markers of the country say. [outcome]" in out
    assert "polarization-census:" in out


def test_rulings_of_the_expansion_stand_apart_at_a_rule_of_the_base_game() -> None:
    out = referee("explain", "4.8.1").out
    assert out.index("Rulings of The Awakening") < out.index("spare-markers:")


def test_a_country_says_what_each_edition_prints() -> None:
    nigeria = referee("explain", "nigeria").out
    assert "In The Awakening: non-Muslim, Poor.\nAdjacent to Kenya/Tanzania, Mali, Sudan.\n" in nigeria
    assert "The other side of its mat: Sunni, 2 Resources, oil, Poor.\n" in nigeria
    assert "11.3.3.3 Nigeria" in nigeria
    syria = referee("explain", "syria").out
    assert "In the base game: Sunni, 2 Resources." in syria
    assert "In The Awakening: Shia-Mix, 2 Resources." in syria
    assert "The other side of its mat: Shia-Mix, 2 Resources, oil, Fair." in referee("explain", "iran").out
    assert "\nSunni, 3 Resources.\n" in referee("explain", "egypt").out


@pytest.mark.parametrize("name", rulesets.whole().countries)
def test_every_country_is_explained(name: str) -> None:
    found = json.loads(referee("explain", *name.split(), "--format", "json").out)
    assert found["country"] == name
    assert {e for p in found["printed"] for e in p["editions"]} <= set(rulesets.EDITIONS)


def test_of_several_all_are_named_and_each_can_be_asked_for() -> None:
    run = referee("explain", "cadre")
    assert run.status == 0
    asked = [
        line.split("  ")[1].removeprefix("referee explain ").split()
        for line in run.out.splitlines()
        if "referee" in line
    ]
    assert len(asked) > 1
    for words in asked:
        assert referee("explain", *words).status == 0
    found = json.loads(referee("explain", "cadre", "--format", "json").out)
    assert {f["title"] for f in found["found"]} == {"Cadre markers", "Disrupt: a Cadre stays behind"}


def test_a_number_that_is_a_card_and_a_chapter_names_both() -> None:
    run = referee("explain", "7")
    assert "referee explain card 7" in run.out
    assert "referee explain 7.0" in run.out


@pytest.mark.parametrize(
    ("asked", "near"), [("talliban", "Taliban (card 93)"), ("dploy", "Deploy (7.3)"), ("ilegal", "illegal")]
)
def test_what_is_spelt_nearly_so_is_suggested(asked: str, near: str) -> None:
    run = referee("explain", asked)
    assert (run.status, run.out) == (2, "")
    assert "did you mean" in run.err
    assert near in run.err


def test_a_heading_names_its_parts_and_shows_an_example() -> None:
    run = referee("explain", "deploy")
    assert "7.3.3 Deploy: destination must be an Ally" in run.out.split("In parts")[1]
    assert "Legal:" in run.out


@pytest.mark.parametrize("asked", ["7.3.3", "86", "8.4.2"])
def test_the_code_and_the_cases_are_named_on_request_only(asked: str) -> None:
    plain, full = referee("explain", asked), referee("explain", asked, "--verbose")
    for word in (".py:", "(case "):
        assert word not in plain.out
    assert "(case " in full.out
    found = json.loads(referee("explain", asked, "--format", "json").out)
    assert found["legal"]["case"]


def test_a_long_text_keeps_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = referee("explain", "7.3.3").out
    assert all(len(line) <= 60 for line in out.splitlines() if not line.startswith("    "))
    assert max(len(line) for line in out.splitlines()) > 50


@pytest.mark.parametrize("name", rulesets.options())
def test_every_option_that_a_record_may_name_is_explained(name: str) -> None:
    option = rulesets.options()[name]
    found = referee("explain", name)
    assert found.status == 0
    if option.kind is not OptionKind.SEAT:  # a system has its sheet
        told = " ".join(found.out.split())
        assert f"{name}: {option.kind.value}" in told
        assert option.switched in told
        assert f'[Options "{name}"]' in told
