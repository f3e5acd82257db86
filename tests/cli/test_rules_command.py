"""`referee rules`, `referee explain`, `referee cards`.

The book, the basis of each rule, and the cards.
"""

from __future__ import annotations

import ast
import json
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from referee.api import explain
from referee.api.coverage import RuleCoverage, _scan, carriers, coverage, coverage_of
from referee.cli.commands import rules as rules_command
from referee.editions import rulesets
from referee.editions.awakening.printed import BOTH_DECKS as CARDS
from referee.editions.base import events
from referee.editions.base.ruleset import BASE
from referee.engine.law.requirement import REQUIREMENTS, FindingKind
from referee.rules import chapter_of, library, rule, rulebook
from referee.rules.casefile import KINDS, Case, ExpectedFinding, cases, cases_folder, read_cases
from tests.helpers import rulecases
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import rulings_page

STILL_OPEN: frozenset[str] = frozenset()
"""Enforced rules that no finding names yet; take a number out when it is caught."""


def test_rules_lists_the_whole_book() -> None:
    run = referee("rules")
    assert run.status == 0
    lines = run.out.splitlines()
    assert len(lines) == len(rulebook())
    assert lines[0].split()[0] == next(iter(rulebook()))
    assert any(line.startswith("7.3.3 ") and "enforced" in line for line in lines)


def test_rules_by_hold_and_as_json() -> None:
    found = json.loads(referee("rules", "--hold", "defines", "--format", "json").out)
    assert found
    assert {r["hold"] for r in found} == {"defines"}
    assert set(found[0]) == {"number", "title", "summary", "hold", "where", "see"}
    assert referee("rules", "--hold", "sometimes").status == 2


def test_coverage_has_no_hole_but_the_known_ones() -> None:
    run = referee("rules", "--coverage")
    found = coverage(rulesets.base(), rulesets.whole())
    holes = {c.rule.number for c in found if c.holes}
    assert holes <= STILL_OPEN, run.out[-2000:]
    assert run.status == (1 if holes else 0)
    assert f"{len(found)} enforced rules" in run.out
    assert [c.rule.number for c in found] == [n for n, r in rulebook().items() if r.hold == "enforced"]


def test_the_coverage_of_the_base_game_is_that_of_its_chapters() -> None:
    assert {chapter_of(c.rule.number) for c in coverage(BASE)} == {2, 3, 4, 5, 6, 7, 8}


def test_coverage_names_requirements_changes_and_cases() -> None:
    found = {c["number"]: c for c in json.loads(referee("rules", "--coverage", "--format", "json").out)}
    deploy = found["7.3.3"]
    assert {"kind": "requirement", "name": "Deploy: Ally destination"}.items() <= next(
        c for c in deploy["carriers"] if c["name"] == "Deploy: Ally destination"
    ).items()
    assert "7.3.3-b" in deploy["caught"]
    assert "7.3.3-a" in deploy["passing"]
    revolution = {c["kind"] for c in found["8.4.4"]["carriers"]}
    assert "change" in revolution
    assert "roll" in {c["kind"] for c in found["8.1.1"]["carriers"]}


def test_coverage_without_the_cases_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_command, "cases", tuple)
    run = referee("rules", "--coverage")
    assert run.status == 2
    assert "rule cases" in run.err


def test_a_rule_without_carrier_or_case_is_a_hole() -> None:
    bare = RuleCoverage(rule("7.3.3"), (), (), ())
    assert len(bare.holes) == 3
    assert RuleCoverage(rule("4.1.1"), (), (), ()).holes == []


def test_every_requirement_of_a_rule_is_a_carrier() -> None:
    events.load_all()
    carriers.cache_clear()  # other tests have requirements of their own
    ours = [r for r in REQUIREMENTS.values() if r.test.__module__.startswith("referee.")]  # others are of tests
    for requirement in ours:
        if requirement.rule in rulebook():
            assert any(c.kind == "requirement" for c in carriers()[requirement.rule]), requirement.id


def test_the_scan_tells_kinds_apart() -> None:
    source = """
R = Requirement("a thing", "7.3.3", "text", test)
RULE_OF_CLAIM = {("deploy", "troops"): "7.3.1"}
def aid(self, name, by, *, rule="4.8.3"):
    '''Place Aid (7.2.2.1).'''
    play.roll("jihad", read, rule="8.1.1" if x else "8.4")
    play.not_due("t", where, None, "4.9.4", "why")
    return "not 8.4.4 by itself"
"""
    found = {(c.rule, c.kind, c.name) for c in _scan(ast.parse(source), "there.py")}
    assert found == {
        ("7.3.3", "requirement", "a thing"),
        ("7.3.1", "claim", "RULE_OF_CLAIM"),
        ("4.8.3", "change", "aid"),
        ("7.2.2.1", "function", "aid"),
        ("8.1.1", "roll", "jihad"),
        ("8.4", "roll", "jihad"),
        ("4.9.4", "reason", "not_due"),
    }


def test_the_suite_runs_the_cases_that_the_commands_show() -> None:
    assert list(cases()) == rulecases.all_cases()


def test_the_wheel_carries_the_cases() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert built["targets"]["wheel"]["force-include"]["tests/rules"] == "referee/cases"
    assert cases_folder() == Path(rulecases.FOLDER)


def test_a_case_covers_its_rule_and_its_headings() -> None:
    case = Case("8.5.6-funding-c", "", "x.case", expected=[ExpectedFinding("outcome", "8.5.6-funding", ("4.7",))])
    assert case.about("8.5.6")
    assert case.about("8.5.6-funding")
    assert not case.about("8.5")
    assert case.catches("4.7")
    assert not case.catches("4.7.1")


@pytest.mark.parametrize(
    "line",
    [
        "--- maybe",
        "--- clean or not",
        "--- ilegal 7.3.3",
        "bord: prestige 3",
        "J 2 event",
        "reason: nothing is wrong above it",
        "===",
        "=== | no id",
    ],
)
def test_a_line_behind_the_record_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"x\.case:4: "):
        read_cases(f"=== 1-a | t\nJ 1 event\n--- clean\n{line}\n", "x.case")


@pytest.mark.parametrize("line", ["reason:", "requirement: ; none", "follows: 3", "follows: line", "follows: line 0x1"])
def test_a_line_below_a_finding_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"x\.case:4: "):
        read_cases(f"=== 1-a | t\nJ 1 event\n--- illegal 5.2.2\n{line}\n", "x.case")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a title without its case\n", 1),
        ("; a remark\n\n=== 1-a | t\nJ 1 event\n", 3),
        ("=== 1-a | t\n=== 1-b | t\n--- clean\n", 1),
        ("=== 1-a | t\n--- clean\n\n=== 1-a | t\n--- clean\n", 4),
    ],
)
def test_a_case_that_is_none_is_named(text: str, line: int) -> None:
    with pytest.raises(ValueError, match=rf"x\.case:{line}: "):
        read_cases(text, "x.case")


def test_what_is_said_of_a_finding() -> None:
    (case,) = read_cases(
        "=== 1-a | t\nJ 1 event\n--- illegal 5.2.2 line 1\n--- note 5.3.2\n"
        "requirement: card: a card in hand\nrequirement:  Deploy:  Ally destination ; one of two\n"
        "reason: no card\nreason: hand\nfollows: lines 7, 3\nboard: prestige 3\n--- outcome 4.7\nfollows: nothing\n",
        "x.case",
    )
    first, second, third = case.expected
    assert first == ExpectedFinding("illegal", "5.2.2", line=1)
    assert second.requirements == ("card: a card in hand", "Deploy: Ally destination")
    assert second.words == ("no card", "hand")
    assert (second.follows, third.follows) == ((3, 7), ())
    assert case.board == ["board: prestige 3"]


def test_the_kinds_of_findings_are_those_of_the_engine() -> None:
    assert set(get_args(FindingKind)) == KINDS


# -------------------------------------------------------------------- explain


def test_explain_a_rule() -> None:
    run = referee("explain", "7.3.3")
    assert run.status == 0
    for part in ("Troops may Deploy to an Ally.", "Legal:", "Refused", "illegal 7.3.3", "deploy-origin", "See also"):
        assert part in run.out, part


def test_explain_as_json_has_an_example_of_each_kind() -> None:
    found = json.loads(referee("explain", "8.4.2", "--format", "json").out)
    assert found["legal"]["findings"] == []
    assert found["legal"]["record"]
    assert any("8.4.2" in told for told in found["refused"]["findings"])
    assert {"number": "8.4.4", "title": rule("8.4.4").title} in found["refers_to"]


@pytest.mark.parametrize("number", list(rulebook()))
def test_every_rule_can_be_explained(number: str) -> None:
    found = explain.data(number)
    text = explain.text(found)
    assert text.startswith(f"{number} ")
    if found["hold"] == "enforced":
        assert found["legal"] is not None
        assert found["refused"] is not None or number in STILL_OPEN
    assert "{" not in text


@pytest.mark.parametrize("words", [("card", "17"), ("card-17",), ("Card17",), ("card  17",)])
def test_explain_a_card(words: tuple[str, ...]) -> None:
    run = referee("explain", *words)
    assert run.status == 0
    assert run.out.startswith("card 17 FSB: value 2, US event")


@pytest.mark.parametrize("number", list(CARDS))
def test_every_card_can_be_explained(number: int) -> None:
    found = explain.data(f"card {number}")
    assert explain.text(found).startswith(f"card {number} {CARDS[number].title}: value {CARDS[number].ops}")
    assert {"number", "title", "ops", "side", "marks", "summary", "when", "writing", "readings"} <= set(found)


def test_a_card_that_nobody_described_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "event_of", lambda folder, card: None)
    assert "No description" in explain.text(explain.data("card 17"))


@pytest.mark.parametrize(
    "what", ["7.3.9", "241", "card 0", "card 241", "card", "notation", "7.3.3 4", "\x1b[31m", "xyzzy"]
)
def test_what_does_not_exist_is_an_error(what: str) -> None:
    run = referee("explain", *what.split(" "))
    assert run.status == 2
    assert run.out == ""
    assert run.err.strip()
    assert "\x1b" not in run.err


def test_a_missing_rule_names_its_neighbours() -> None:
    assert "7.3.3" in referee("explain", "7.3.9").err
    assert "1 to 240" in referee("explain", "241").err
    assert "explain card 17" in referee("explain", "card").err


# -------------------------------------------------------------------- cards


def test_cards_as_json() -> None:
    found = json.loads(referee("cards", "--format", "json").out)
    assert [c["number"] for c in found] == list(CARDS)
    assert {"number", "title", "ops", "side", "supported", "cases"} <= set(found[0])
    known = {c.id for c in cases()}
    for card in found:
        assert set(card["cases"]) <= known
        assert card["supported"] == events.supported(card["number"])


def test_cards_by_side_value_and_kind() -> None:
    def numbers(*options: str) -> set[int]:
        return {c["number"] for c in json.loads(referee("cards", *options, "--format", "json").out)}

    assert numbers("--side", "j") == {n for n, c in CARDS.items() if c.side == "J"}
    assert numbers("--side", "unassociated", "--value", "3") == {
        n for n, c in CARDS.items() if c.side is None and c.ops == 3
    }
    assert numbers("--kind", "lapsing") == {n for n, c in CARDS.items() if c.lapsing}
    assert numbers("--kind", "remove") == {n for n, c in CARDS.items() if c.remove != "never"}
    assert numbers("--kind", "mark", "--side", "US") == {n for n, c in CARDS.items() if c.mark and c.side == "US"}
    assert numbers("--kind", "auto") == {n for n, c in CARDS.items() if c.auto}
    assert referee("cards", "--value", "4").status == 2
    assert referee("cards", "--side", "both").status == 2


def test_cards_as_text() -> None:
    run = referee("cards", "--side", "US", "--value", "1")
    assert run.status == 0
    assert "Backlash" in run.out
    assert run.out.rstrip().endswith("supported")


# -------------------------------------------------------------------- rulings


def test_rulings_are_in_order() -> None:
    found = library.rulings(BASE.texts)
    assert len({r.id for r in found}) == len(found)
    for r in found:
        assert r.rules, r.id
        assert set(r.rules) <= set(rulebook()), r.id
        assert set(r.cards) <= set(CARDS), r.id
        assert r.severity in ("error", "note", "accept"), r.id
        assert r.question.endswith(("?", ".")), r.id
        assert r.answer, r.id
        assert r.why, r.id


def test_the_page_of_rulings_is_the_data() -> None:
    page = (ROOT / "docs" / "reference" / "rulings.md").read_text(encoding="utf-8")
    assert page.split("## Events")[0] == rulings_page.page().split("## Events")[0], (
        "python scripts/pages/rulings_page.py"
    )


def test_every_chapter_of_the_rulings_is_shown() -> None:
    page = rulings_page.page()
    for r in library.rulings(BASE.texts):
        assert f"### {r.id}\n" in page


def test_grouped_names_a_place_once() -> None:
    found = rules_command.grouped(coverage_of(rule("7.3.3")).carriers)
    assert all(len(names) == len(set(names)) for names in found.values())
