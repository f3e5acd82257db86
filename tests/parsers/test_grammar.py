"""docs/reference/grammar.md against every written line.

Each line fits it, and a line that is unreadable by its form does not.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from referee.editions import rulesets
from referee.editions.rulesets import names_of
from referee.engine.state.names import Names
from referee.inputs.records import read_text
from referee.parsers.notation import words
from referee.parsers.notation.writer import format_text
from tests.helpers import rulecases
from tests.helpers.ebnf import Grammar
from tests.helpers.hunting import every
from tests.helpers.paths import RECORDS, ROOT
from tests.parsers.test_help import ANSWERED, UNDERSTOOD

PAGE = ROOT / "docs" / "reference" / "grammar.md"
WHOLE = frozenset({"Statement", "Choice", "Target", "Move", "AtTheEnd"})


@cache
def grammar() -> Grammar:
    return Grammar(PAGE, whole=WHOLE)


def fits(text: str) -> bool:
    return grammar().fits("Line", text)


def page_lines(page: Path) -> list[str]:
    blocks = re.findall(r"^```lgn\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    return [text for block in blocks for text in block.split("\n")]


def written() -> list[str]:
    """Every line of the rule cases, the records and the pages."""
    found: list[str] = []
    for path in sorted(rulecases.FOLDER.glob("*.case")):
        for case in rulecases.read_cases(path):
            found += [*case.lines, *(text.replace("board only:", "board:") for text in case.board)]
    for path in RECORDS:
        found += path.read_text(encoding="utf-8").split("\n")
    for path in sorted((ROOT / "docs").rglob("*.md")):
        found += page_lines(path)
    return list(dict.fromkeys(found))


BOTH = '[Rules "both decks"]'
"""With the words of both games."""


def readable(text: str) -> bool:
    if text.lstrip().startswith("+"):
        text = f"US 24 event\n{text}"
    return not read_text(f"{BOTH}\n{text}").unreadable


TITLED = re.compile(r"(J|US) [A-Za-z]\S* .*|deal .*: ?[\d ]*[a-z].*", re.IGNORECASE)
"""Lines that may name a card by its title, which is no part of the grammar: their canonical form has its number."""


def canonical(text: str) -> str:
    return format_text(f"{BOTH}\n{text}", names_of).text.partition("\n")[2]


@pytest.mark.long
def test_every_line_that_is_written_somewhere_fits() -> None:
    found = [text for text in written() if readable(text)]
    assert len(found) > 3000
    wrong = [text for text in found[:: every(3)] if not fits(text)]
    assert [text for text in wrong if not (TITLED.fullmatch(text) and fits(canonical(text)))] == []


def test_every_rule_of_the_page_is_used_and_every_line_of_a_record_is_a_line() -> None:
    grammar = Grammar(PAGE, whole=WHOLE)
    record = grammar.rule("Record")
    assert record
    assert set(grammar.rules) == grammar.used


@pytest.mark.parametrize("text", [canonical for _, canonical in UNDERSTOOD if canonical is not None])
def test_the_canonical_form_of_what_is_understood_besides_fits(text: str) -> None:
    assert fits(text)


def test_what_is_unreadable_by_its_form_does_not_fit() -> None:
    """Lines with unreadable forms.

    A misspelt country is a name like any other to the grammar; it has no list of names.
    """
    fitting = [text for text, _, _ in ANSWERED if fits(text)]
    assert fitting == ["J 14+1 recruit Egypt 2 [1 2]"], "in its form it is a Reassessment"


def test_a_slip_in_a_word_of_the_grammar_does_not_fit() -> None:
    for use in {*words.USES.values()} - {"woi"}:
        wrong = use[:2] + use[3] + use[2] + use[4:]
        for side in ("J", "US"):
            assert fits(f"{side} 24 {use}"), use
            assert wrong == use or not fits(f"{side} 24 {wrong}"), wrong


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("; a remark", True),
        ("J 95 event  ;!? bold", True),
        ("J 95 event ; ?? a blunder", True),
        ("{ J 95 recruit Egypt would have been better }", True),
        ("{ no end", False),
        ("", True),
        ("   ", True),
        ('[Game "x"]  ; y', True),
        ('[Game "x]', False),
        ("J95 event", False),
        ("board: prestige six", False),
        ("board: Egypt 2 fish", False),
        ("J 95 recruit Egypt 2 [7]", False),
        ("J 95 recruit Egypt 2 [1", False),
        ("US 24 event /", False),
        ("J 95 event => ", False),
        ("US 152 woi Egypt [6] convergence[1 5] convergence[4] Yemen t[4]", True),
        ("end of turn Egypt awakening, Libya Ally, Syria US[3] J[5] lose 1 troop 1 militia 1 sleeper", True),
        ("end of turn: polarization Egypt +1 awakening, attrition Iraq US[2]", True),
        ("end of turn Egypt lose 2 fish", False),
        ("US turn-in strong-horse => prestige 6", True),
        ("J turn-in the counter", False),
        ("board: Iraq Poor civil war 3 militia, militia track 12, resolved plots 1 2, no zakat", True),
        ("board: Egypt 2 awakenings 1 reaction, off map 3, new cells 3, spare wmd 1", True),
        ("board: Egypt 2 waking", False),
    ],
)
def test_lines_that_fit_and_lines_that_do_not(text: str, fitting: bool) -> None:
    assert fits(text) is fitting


def test_the_event_markers_are_those_of_the_game() -> None:
    body = Grammar(PAGE).rules["Marker"]
    listed = {" ".join(re.findall(r"'([^']+)'", one)) for one in body.split("|")}
    assert listed == set(rulesets.whole().markers)


def test_every_country_is_a_country_to_the_grammar() -> None:
    names: Names = names_of({"Rules": "both decks"})
    assert [form for form in names.forms if not grammar().fits("Country", form)] == []
