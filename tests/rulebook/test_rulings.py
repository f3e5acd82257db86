"""The rulings and the rule cases that show them.

tests/cases/test_rules.py has them passed.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from referee.editions import rulesets
from referee.engine.law.requirement import REQUIREMENTS
from referee.engine.state.ruleset import OptionKind
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import ruling
from referee.rules.casefile import Case
from referee.rules.library import Ruling
from tests.helpers import rulecases
from tests.helpers.paths import ROOT

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


def options(case: Case) -> list[str]:
    return [o for o in read_text(case.text).tags.get("Options", "").split(", ") if o]


def answers(case: Case, options: list[str]) -> list[ruling.LineAnswer]:
    """The answers to each play of a case under some options."""
    lines = [line for line in case.text.split("\n") if not line.startswith("[Options ")]
    verdict = judge(read_text("\n".join([f'[Options "{", ".join(options)}"]', *lines])))
    plays = [s.action.place.line for s in verdict.steps if s.action.counted]
    return [ruling.of_line(verdict, case.id, line) for line in plays]


def named(r: Ruling, case: Case, *, switched: bool) -> bool:
    """Whether an answer names a ruling, with its option or without."""
    others = [o for o in options(case) if o != r.option]
    found = answers(case, [*others, r.option] if switched else others)
    return any(r in answer.rulings and r.id in answer.text(100) for answer in found)


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
    assert {r.option in options(case) for case in shown_by(r)} == {True, False}


@pytest.mark.parametrize("r", [r for r in SHOWN if r.option], ids=ids)
def test_a_play_that_hinges_on_a_reading_with_an_option_names_its_ruling(r: Ruling) -> None:
    found = {case.id: [named(r, case, switched=switched) for switched in (False, True)] for case in shown_by(r)}
    assert [case for case, either in found.items() if not any(either)] == []
    assert all(any(each) for each in zip(*found.values(), strict=True)), found


def test_a_play_that_does_not_hinge_on_it_names_none() -> None:
    both = next(r for r in RULINGS if r.id == "disrupt-both")
    for case in ("7.4.2-a", "7.4.2-j", "7.4.2-k"):  # all that are due, too many, all that are there
        assert not named(both, CASES[case], switched=False), case


def test_every_reading_in_doubt_has_one_ruling() -> None:
    doubts = [name for name, option in rulesets.whole().options.items() if option.kind is OptionKind.READING]
    assert sorted(r.option for r in RULINGS if r.option) == sorted(doubts)


@pytest.mark.parametrize("r", [r for r in RULINGS if r.requirements], ids=ids)
def test_what_a_ruling_says_to_refuse_is_refused_in_a_case_of_it(r: Ruling) -> None:
    assert set(r.requirements) <= set(REQUIREMENTS)
    for requirement in r.requirements:
        assert any(
            requirement in f.requirements and r in answer.rulings
            for case in shown_by(r)
            for answer in answers(case, options(case))
            for f in answer.findings
        ), requirement


def test_no_two_rulings_are_about_the_same() -> None:
    questions = Counter(" ".join(r.question.casefold().split()) for r in RULINGS)
    assert [q for q, n in questions.items() if n > 1] == []
    refused = Counter(requirement for r in RULINGS for requirement in r.requirements)
    assert [requirement for requirement, n in refused.items() if n > 1] == []


def test_rulings_that_share_a_case_take_it_alike() -> None:
    taken: dict[str, set[str]] = {}
    for r in RULINGS:
        for case in r.cases:
            taken.setdefault(case, set()).add(r.severity)
    assert {case: found for case, found in taken.items() if len(found) > 1} == {}


def test_no_two_cases_judge_one_record_differently() -> None:
    judged: dict[tuple[str, ...], dict[str, list[tuple[str, str]]]] = {}
    for case in CASES.values():
        lines = [" ".join(line.split(";")[0].split()) for line in case.text.split("\n")]
        counted = [(e.kind, e.rule) for e in case.expected if e.kind != "note"]
        judged.setdefault(tuple(filter(None, lines)), {})[case.id] = counted
    assert [found for found in judged.values() if len({tuple(counted) for counted in found.values()}) > 1] == []


def test_a_ruling_that_another_text_names_exists() -> None:
    names = {r.id for r in RULINGS}
    said: list[str] = []
    for path in [*(ROOT / "referee").rglob("*.toml"), *(ROOT / "docs").rglob("*.md")]:
        said += re.findall(r"ruling ([a-z0-9]+(?:-[a-z0-9]+)+)", path.read_text(encoding="utf-8"))
    assert sorted(set(said) - names) == []
