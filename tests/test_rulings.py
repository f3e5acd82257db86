"""The rulings and the rule cases that show them (tests/test_rules.py has them passed)."""

from __future__ import annotations

import pytest
import rulecases

from referee.editions import rulesets
from referee.engine.ruleset import OptionKind
from referee.inputs.records import read_text
from referee.rules.casefile import Case
from referee.rules.library import Ruling

RULINGS = [r for title in rulesets.telling() for r in rulesets.rulings_of(title)]
SHOWN = [r for r in RULINGS if r.cards or r.option or r.cases]
CASES = {case.id: case for path in sorted(rulecases.FOLDER.glob("*.case")) for case in rulecases.read_cases(path)}


def ids(r: Ruling) -> str:
    return r.id


def shown_by(r: Ruling) -> list[Case]:
    return [CASES[case] for case in r.cases]


def played(case: Case) -> set[int]:
    """The cards that a case plays, for their events or not."""
    actions = read_text(case.text).actions
    return {n for a in actions for n in a.cards} | {s.card for a in actions for s in a.segments if s.card is not None}


def test_each_ruling_has_a_name_of_its_own() -> None:
    names = [r.id for r in RULINGS]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("r", SHOWN, ids=ids)
def test_a_ruling_on_a_card_or_with_an_option_names_cases(r: Ruling) -> None:
    assert r.cases
    assert list(dict.fromkeys(r.cases)) == list(r.cases)
    assert set(r.cases) <= set(CASES)


@pytest.mark.parametrize("r", SHOWN, ids=ids)
def test_its_cases_are_about_its_rules_or_cards(r: Ruling) -> None:
    for case in shown_by(r):
        named = {int(part) for part in case.id.split("-") if part.isdigit()}
        about = any(case.about(rule) for rule in r.rules)
        assert about or set(r.cards) & (named | played(case)), case.id


@pytest.mark.parametrize("r", [r for r in SHOWN if r.severity == "note"], ids=ids)
def test_a_reading_that_gets_a_note_is_shown_with_its_note(r: Ruling) -> None:
    assert any(e.kind == "note" for case in shown_by(r) for e in case.expected)


@pytest.mark.parametrize("r", [r for r in SHOWN if r.severity == "accept"], ids=ids)
def test_a_reading_that_is_accepted_has_a_case_without_a_finding(r: Ruling) -> None:
    assert any(not case.expected for case in shown_by(r))


@pytest.mark.parametrize("r", [r for r in SHOWN if r.option], ids=ids)
def test_a_reading_with_an_option_is_shown_with_it_and_without(r: Ruling) -> None:
    with_it = [r.option in read_text(case.text).tags.get("Options", "").split(", ") for case in shown_by(r)]
    assert set(with_it) == {True, False}


def test_every_reading_in_doubt_has_one_ruling() -> None:
    doubts = [name for name, option in rulesets.whole().options.items() if option.kind is OptionKind.READING]
    assert sorted(r.option for r in RULINGS if r.option) == sorted(doubts)
