"""Everything that lies on a country is there wherever the house shows or reads it: a new fact that lacks one fails here."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import whole
from referee.engine.state.board import Board
from referee.engine.state.facts import Fact, Shape
from referee.engine.state.script import Statement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import phrase
from referee.reports.report import boxes, geography
from referee.reports.report.replay import view
from tests.helpers.paths import ROOT
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
TEMPLATES = ROOT / "referee" / "reports" / "templates"
MAP = geography.MAP
SIGNS = {sign["field"]: sign["style"] for sign in (*MAP["pieces"], *MAP["later"]["pieces"], *MAP["later"]["feet"])}
LEGEND = (*MAP["legend"], *MAP["later"]["legend"])
each = pytest.mark.parametrize("fact", THINGS, ids=lambda fact: fact.name)


def template(*names: str) -> str:
    return "".join((TEMPLATES / name).read_text(encoding="utf-8") for name in names)


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
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = [line for line in page.split("\n") if line.startswith("| a country |")]
    assert any(re.search(rf"`[^`]*\b{words(fact).removesuffix('s')}s?\b", row) for row in rows)
    editors = json.loads((ROOT / "editors" / "labyrinth.tmLanguage.json").read_text(encoding="utf-8"))
    assert re.fullmatch(editors["repository"]["statement"]["match"].removeprefix("(?i)"), words(fact), re.IGNORECASE)


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
    assert boxes.look(space, state) != boxes.look(space, {**state, picture: boxes.EMPTY[picture]})


@each
def test_its_sign_has_a_shape_colours_and_a_line_in_both_legends(fact: Fact) -> None:
    picture, legend = fact.picture_of("Iraq"), template("legend.html.j2")
    if picture in OTHERWISE_DRAWN:
        assert OTHERWISE_DRAWN[picture] in legend
        return
    style = SIGNS[picture].split()[0]
    shapes = {*MAP["shapes"], *MAP["later"]["shapes"]}
    assert style in shapes | MAP["later"]["plates"].keys()
    assert re.search(rf"^\.{style}\b[^{{]*\{{[^}}]*\bfill:", template("drawing.css", "later.css"), re.MULTILINE)
    assert any(sign.split()[0] == style for sign, _, _ in LEGEND)
    assert re.search(rf'(sign|plate)\((T, )?"{style}\b', legend)


@each
def test_the_page_has_words_for_it(fact: Fact) -> None:
    assert re.search(rf"\bc\.{fact.picture_of('Iraq')}\b", template("data.js", "later.js"))
