"""The rulebook as data.

It is complete for The Awakening, in order, and has no reference to a missing entry.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from referee.api import explain
from referee.club import selection
from referee.editions import rulesets
from referee.editions.base.ruleset import BASE
from referee.rules import chapter_of, library, rule, rulebook, sort_key
from referee.rules.casefile import read_cases
from tests.helpers.commands import referee

_NUMBERS = """
10.0
11.0
11.1 11.1.1 11.1.2 11.1.3 11.1.4 11.1.5 11.1.6 11.1.7 11.1.8
11.2 11.2.1 11.2.2 11.2.3 11.2.4 11.2.5 11.2.6 11.2.7 11.2.8 11.2.9
11.3 11.3.1 11.3.2 11.3.3 11.3.3.1 11.3.3.2 11.3.3.3 11.3.3.4 11.3.4 11.3.5 11.3.6 11.3.7
11.3.8 11.3.8.1 11.3.8.2 11.3.8.3 11.3.8.4 11.3.9 11.3.10 11.3.11 11.3.12 11.3.13 11.3.14
"""
AWAKENING = _NUMBERS.split()
"""Every number of chapters 10 and 11, in the order of the book."""

OPTIONS = ["option 1", "option 2", "option 3"]
TOLD = "editions/awakening/data"


def test_chapters_10_and_11_are_complete() -> None:
    assert [n for n in rulebook() if chapter_of(n) in (10, 11)] == AWAKENING


def test_optional_rules_come_last() -> None:
    assert list(rulebook())[-len(OPTIONS) :] == OPTIONS
    assert {chapter_of(n) for n in OPTIONS} == {0}
    assert rule("option 1").title == "Optional rule 1: Zakat and the Strong Horse"


def test_the_book_is_in_order() -> None:
    assert sorted(rulebook(), key=sort_key) == list(rulebook())


def test_options_stand_between_rules_and_cards() -> None:
    mixed = ["notation", "card 3", "option 2", "11.3.14", "option-1", "card 12", "11.3.9"]
    assert sorted(mixed, key=sort_key) == ["11.3.9", "11.3.14", "option-1", "option 2", "card 3", "card 12", "notation"]


@pytest.mark.parametrize("number", [*AWAKENING, *OPTIONS])
def test_every_entry_says_what_it_has_to(number: str) -> None:
    read = rule(number)
    assert read.title
    assert read.summary.endswith(".")
    assert bool(read.where) == (read.hold == "defines")
    assert set(read.see) <= set(rulebook())
    assert number not in read.see


def test_nothing_of_the_awakening_is_left_for_later() -> None:
    assert [n for n in AWAKENING if rule(n).hold == "later"] == []


def test_reasons_of_the_awakening_are_of_enforced_rules_in_order() -> None:
    """Reasons of enforced rules, in order, for The Awakening.

    Tests of the rule cases ask that each wrong result has a reason, from here or from an earlier event.
    """
    text = files("referee").joinpath(*TOLD.split("/"), "reasons.toml").read_text(encoding="utf-8")
    read = tomllib.loads(text)
    assert list(read) == [n for n in (*AWAKENING, *OPTIONS) if rule(n).hold == "enforced" and n in read]


def test_rulings_of_the_awakening_are_in_order() -> None:
    found = library.rulings((TOLD,))
    ids = [r.id for r in (*found, *library.rulings(BASE.texts))]
    assert len(set(ids)) == len(ids)
    for r in found:
        assert r.rules, r.id
        assert set(r.rules) <= set(rulebook()), r.id
        assert list(r.rules) == sorted(r.rules, key=sort_key), r.id
        assert set(r.cards) <= set(range(1, 241)), r.id
        assert r.severity in ("error", "note", "accept"), r.id
        assert r.question.endswith(("?", ".")), r.id
        assert r.answer, r.id
        assert r.why, r.id
        assert r.option == "" or r.option in rulesets.whole().options, r.id


@pytest.mark.parametrize("asked", ["option 1", "rule option 1", "Option 1", "zakat", "strong horse"])
def test_an_optional_rule_can_be_explained(asked: str) -> None:
    run = referee("explain", *asked.split())
    assert run.status == 0
    assert run.out.startswith("option 1 Optional rule 1: Zakat and the Strong Horse")
    assert explain.data(asked)["number"] == "option 1"


@pytest.mark.parametrize("word", ["option 2", "option-2", "Option2"])
def test_findings_of_an_optional_rule_can_be_chosen(word: str) -> None:
    assert selection.parse((word,)) == ("option 2",)


def test_a_case_can_be_about_an_optional_rule() -> None:
    (case,) = read_cases(
        "=== option-2-a | t\nUS 1 reserves\n--- illegal option 2 line 1 also option 1 7.5.1\n", "x.case"
    )
    assert case.about("option 2")
    assert not case.about("option 1")
    assert [case.catches(n) for n in ("option 2", "option 1", "7.5.1", "option")] == [True, True, True, False]


def test_an_optional_rule_that_does_not_exist_is_an_error() -> None:
    assert referee("explain", "option", "9").status == 2
    with pytest.raises(selection.SelectionError):
        selection.parse(("option 9",))
