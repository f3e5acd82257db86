"""Facts on a country, in every view and reader of the house.

A new fact that one of them lacks fails here.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import country_facts

from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import whole
from referee.engine.state.board import Board, empty_board
from referee.engine.state.facts import Fact, Facts, Shape
from referee.engine.state.facts.kinds import Marker, there_or_not
from referee.engine.state.facts.sign import OTHER_MARKERS, LegendEntry, Sign
from referee.engine.state.script import Statement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import phrase
from referee.reports.picture import svg
from referee.reports.report import boxes, geography, signs
from referee.reports.report.replay import view
from tests.parsers.test_grammar import fits

RULES = '[Rules "both decks"]\n'
WORDINGS = {"cells", "empty", "no marker"}
"""Other wordings for what has facts of its own."""
THINGS = [fact for fact in whole().facts.on_country() if fact.name not in WORDINGS]
SAID = {"posture": "Canada Hard", "wmd": "Iran 2 wmd", "side": "Nigeria Muslim", "marker": "Iraq Sadr"}
"""What a set-up says of the facts that no Poor Muslim country has, or that a name stands for."""
OTHERWISE_DRAWN = {
    "g": "Governance",
    "a": "Alignment",
    "p": "Posture",
    "m": "an event",
    "k": "its countries",
    "N": "elsewhere Governance",
}
"""Pictures that are no sign of their own: a colour, words, a frame; and what the legend has for them."""
LEGEND = (ROOT / "referee" / "reports" / "templates" / "legend.html.j2").read_text(encoding="utf-8")
each = pytest.mark.parametrize("fact", THINGS, ids=lambda fact: fact.name)


def words(fact: Fact) -> str:
    """The first words that say that it is there."""
    return next(form.words for form in fact.forms if form.shape is not Shape.FIXED or form.value)


def said(fact: Fact) -> str:
    """A statement of it, with its country."""
    if fact.name in SAID:
        return SAID[fact.name]
    counted = any(form.shape is Shape.COUNTED for form in fact.forms)
    return f"Iraq {'2 ' if counted else ''}{words(fact)}"


def read(text: str) -> Statement:
    """The one statement of a checkpoint."""
    (found,) = [s for action in read_text(f"{RULES}board: {text}\n").actions for s in action.statements]
    return found


def statement(fact: Fact) -> Statement:
    return read(said(fact))


def set_up(fact: Fact) -> Board:
    """A position with it."""
    country = statement(fact).subject
    marked = "" if country in ("Canada", "Iran") or fact.name == "governance" else f"setup: {country} Poor Neutral\n"
    capital = f"setup: {country} caliphate capital\n" if fact.name == "caliphate" else f"setup: {said(fact)}\n"
    return judge(read_text(RULES + marked + capital)).board


def test_the_base_game_has_no_other_facts() -> None:
    assert {fact.name for fact in BASE.facts.on_country()} <= {fact.name for fact in THINGS} | WORDINGS


@each
def test_it_has_a_label_a_key_and_a_picture(fact: Fact) -> None:
    assert fact.rule
    assert fact.label
    assert fact.key_of("Iraq")
    assert fact.picture_of("Iraq")


def test_no_two_have_one_key_or_picture() -> None:
    assert len({fact.key_of("Iraq") for fact in THINGS}) == len(THINGS)
    assert len({fact.picture_of("Iraq") for fact in THINGS}) == len(THINGS)


@each
def test_notation_grammar_and_editors_have_its_words(fact: Fact) -> None:
    found = statement(fact)
    assert found.field == fact.name
    again = read(f"{found.subject} {phrase(whole().facts, found)}")
    assert (again.field, again.value) == (found.field, found.value)
    assert fits(f"board: {said(fact)}")
    if fact.name == "marker":
        return  # it goes by the name of its event
    page = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    rows = [line for line in page.split("\n") if line.startswith("| a country |")]
    assert any(re.search(rf"`[^`]*\b{words(fact).removesuffix('s')}s?\b", row) for row in rows)
    editors = json.loads((ROOT / "editors" / "labyrinth.tmLanguage.json").read_text(encoding="utf-8"))
    assert re.fullmatch(editors["repository"]["thing"]["match"].removeprefix("(?i)"), words(fact), re.IGNORECASE)


@each
def test_data_and_drawing_show_it(fact: Fact) -> None:
    country = statement(fact).subject
    board = set_up(fact)
    data: Any = board.rules.facts.data(board)["countries"][country]
    for part in fact.key_of(country).split("."):
        data = data[part]
    assert data
    spaces = geography.spaces(board.rules)
    space = next(s for s in spaces if s.name == country)
    state = {key: value for (i, key), value in view(board).items() if i == space.index}
    picture = fact.picture_of(country)
    without = {key: value for key, value in state.items() if key != picture}
    assert boxes.look(space, state) != boxes.look(space, without)


@each
def test_it_has_a_sign_with_words_and_a_line_in_the_legend_or_is_drawn_otherwise(fact: Fact) -> None:
    picture = fact.picture_of("Iraq")
    if picture in OTHERWISE_DRAWN:
        assert OTHERWISE_DRAWN[picture] in LEGEND
        return
    assert fact.sign is not None
    assert fact.sign.legend
    assert fact.sign.shape or fact.sign.text
    assert picture in {field for field, *_ in signs.words(whole().facts)}


def test_no_two_signs_have_one_class_or_place() -> None:
    drawn = signs.of(whole())
    assert len({d.sign.name for d in drawn}) == len(drawn)
    places = [(d.sign.side, d.sign.foot, d.sign.row) for d in drawn]
    orders = [f.sign.order for f in whole().facts.on_country() if f.sign is not None]
    for found in (places, orders):
        assert len(set(found)) == len(found)


# -------------------------------------------------------------------- what is written from the facts

KEPT = country_facts.written()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_what_follows_from_the_facts_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert KEPT[path](text, whole().facts) == text, "python scripts/pages/country_facts.py writes it"


FORT = Marker(
    name="fort",
    rule="0.0",
    of="country",
    attribute="fort",
    empty=False,
    noun="Fort",
    forms=there_or_not("fort"),
    label="Fort",
    key="fort",
    picture="f",
    sign=Sign(style="fort", text="F", shape="M-9-9h18v18h-18z", legend=(LegendEntry(OTHER_MARKERS, "Fort"),)),
)
"""A marker that no game has."""


def test_a_new_marker_is_shown_everywhere_by_its_fact_alone() -> None:
    board = empty_board(BASE.but(facts=Facts((*BASE.facts, FORT))))
    board["Iraq"].fort = True  # type: ignore[attr-defined]
    spaces = geography.spaces(board.rules)
    iraq = next(s for s in spaces if s.name == "Iraq")
    state = {key: value for (i, key), value in view(board).items() if i == iraq.index}
    assert [(m.style, m.text) for m in boxes.look(iraq, state).marks if m.style.startswith("fort")] == [
        ("fort piece", "F")
    ]
    assert board.rules.facts.data(board)["countries"]["Iraq"]["fort"] is True
    drawing = geography.drawing(board.rules)
    (markers,) = [keys for heading, keys in drawing.legend if heading is OTHER_MARKERS]
    assert markers[-1].words == "Fort"
    assert drawing.shapes["fort"] == "M-9-9h18v18h-18z"
    assert signs.words(board.rules.facts)[-1] == ["f", "Fort"]
    assert "Fort" in svg(board)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("drawing.css", ".fort.piece { fill: var(--panel); stroke: var(--ink); } .fort text { fill: var(--ink); }"),
        ("labyrinth.tmLanguage.json", "|fort|"),
        ("grammar.md", "'fort'"),
        ("notation.md", "`fort`"),
    ],
)
def test_a_new_marker_is_written_everywhere_by_its_fact_alone(name: str, words: str) -> None:
    (path,) = [path for path in KEPT if path.name == name]
    text = path.read_text(encoding="utf-8")
    assert words not in text
    assert words in KEPT[path](text, Facts((*whole().facts, FORT)))
