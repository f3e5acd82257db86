"""The library: its examples, its page and its positions.

The positions are those of the referee.
"""

from __future__ import annotations

import base64
import doctest
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import api
from referee.editions import rulesets
from referee.engine.explaining.referee import check as engine_check
from referee.engine.record.setup import Setup, find_scenario
from referee.engine.state.board import snapshot
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from tests.helpers.paths import LOGS, ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import library_examples
from library_examples import self_played


@pytest.mark.parametrize("example", library_examples.docstrings(), ids=lambda t: t.name)
def test_docstring(example: doctest.DocTest) -> None:
    """An answer that differs is written by scripts/pages/library_examples.py."""
    result = doctest.DocTestRunner(optionflags=library_examples.FLAGS).run(example)
    assert result.attempted
    assert not result.failed


def test_every_public_name_has_a_docstring() -> None:
    for name in referee.__all__:
        assert getattr(referee, name) is getattr(api, name)
        if name != "Policy":
            assert getattr(referee, name).__doc__, name
    assert set(referee.__all__) == set(api.__all__)
    assert set(referee.__all__) <= set(dir(referee))
    with pytest.raises(AttributeError):
        referee.nothing  # noqa: B018


def test_import_is_cheap() -> None:
    heavy = ("pydantic", "jinja2", "typer", "rich", "referee.api", "referee.engine")
    code = f"import sys, referee; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_library_needs_no_heavy_packages() -> None:
    heavy = ("pydantic", "jinja2", "typer", "rich", "structlog")
    code = f"import sys, referee; referee.check('US hold'); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Run every Python block of docs/library.md and library-plays.md in order.

    They run in a folder that holds some records.
    """
    runner = doctest.DocTestRunner()
    with library_examples.folder():
        assert library_examples.run_pages(runner) >= 4
    assert runner.tries
    assert not runner.failures
    assert "recruit" in capsys.readouterr().out


def test_an_answer_that_differs_is_written_to_its_line() -> None:
    text = "An example::\n\n    >>> print(chr(92))\n    other\n    words\n    >>> 1 + 1\n    2\n"
    test = doctest.DocTestParser().get_doctest(text, {}, "x", "x.py", 0)
    runner = library_examples.Answers()
    runner.run(test)
    ((path, *found),) = runner.found
    assert path == Path("x.py")
    written = library_examples.rewritten(text, [(*found,)], escaped=True)
    assert written == text.replace("other\n    words", r"\\")


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.lgn")), ids=lambda p: p.name)
def test_check_is_the_referee(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    mine, theirs = referee.check(path), judge(read_text(text))
    assert [f.key for f in mine.findings] == [f.key for f in theirs.findings]
    assert (mine.verdict, mine.actions, len(mine.steps)) == (theirs.verdict, theirs.actions, len(theirs.steps))
    assert str(mine.record.name).endswith(path.name)
    assert mine.text().splitlines()[-1]
    assert mine.data()["verdict"] == mine.verdict


@pytest.mark.parametrize("seed", range(3))
def test_positions_are_those_that_were_passed(seed: int) -> None:
    """The position of each step, in any order of questions.

    It is the final position of the record cut after the step.
    """
    record = read_text(self_played(seed))
    data = find_scenario("Let's Roll!")
    assert data is not None
    verdict = referee.check(record)
    final = snapshot(verdict.board._board)
    for i in (len(verdict.steps) - 1, 3, 17, 0):
        cut = read_text("")
        last = record.actions.index(verdict.steps[i]._step.action)
        cut.tags, cut.tag_places, cut.actions = record.tags, record.tag_places, record.actions[: last + 1]
        board = engine_check(cut, Setup(rulesets.base(), data["name"], data, 1)).board
        assert snapshot(verdict.steps[i].position._board) == snapshot(board)
    assert snapshot(verdict.board._board) == final
    assert verdict.start.turn == 1


@pytest.mark.parametrize("seed", range(3))
def test_positions_read_back(seed: int) -> None:
    read = 0
    for step in referee.replay(self_played(seed)):
        place = step.position
        if place.stage == "action" and not place.winner:
            try:
                again = referee.Position.parse(str(place))
            except referee.RecordError:  # a position that set-ups refuse (what can be is tested elsewhere)
                continue
            read += 1
            assert str(again) == str(place)
            assert again == place
            assert hash(again) == hash(place)
    assert read


def test_a_position_is_a_copy() -> None:
    verdict = referee.check(self_played(5, turns=1))
    before = verdict.board
    kept = str(before)
    assert [s.position.turn for s in verdict.steps]
    referee.legal(before)
    assert str(before) == kept
    assert verdict.board == before


def test_mapping_and_short_names() -> None:
    position = referee.Position.scenario("Let's Roll!")
    assert len(position) == len(list(position)) == len(dict(position))
    assert position["Afgh"].name == "Afghanistan"
    assert position.get("Atlantis") is None
    assert position.get("track") is None
    with pytest.raises(KeyError):
        position["S"]
    assert position.data()["prestige"] == position.prestige
    assert position != "something else"


@pytest.mark.parametrize(
    "text",
    ["prestige 99", "what is this", "Pakistan Good RC", "US 43 deploy track > Pakistan 2", '[Scenario "Nowhere"]'],
)
def test_positions_that_cannot_be(text: str) -> None:
    with pytest.raises(referee.RecordError):
        referee.Position.parse(text)


def test_legal_for_records_and_cards() -> None:
    text = self_played(1, turns=1)
    assert referee.legal(text, at="a3").by_value
    found = referee.legal(referee.Position.scenario("Let's Roll!"), card=95)
    assert any(use.name == "recruit" and use.possible for use in found.by_value[3])
    with pytest.raises(referee.RecordError):
        referee.legal(text, at="a9999")
    with pytest.raises(referee.RecordError):
        referee.legal(text, card=999)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x.lgn").write_bytes(b"\x00\x01")
    for path in (tmp_path, tmp_path / "x.lgn", tmp_path / "none.lgn", str(tmp_path / "none.lgn")):
        with pytest.raises(referee.RecordError):
            referee.check(path)


def test_undo_takes_back_the_refused_use_alone() -> None:
    text = (
        "setup: phase J 2, hand J 4, hand US 4, funding 9, Egypt Poor Neutral 1 sleeper, Iran 1 sleeper\n"
        "J 16+R recruit Egypt 2 [1 2] / event Benelux Soft\n"
    )
    undone = referee.check(text, "undo")
    assert [(f.kind, f.rule) for f in undone.findings if f.counted] == [("illegal", "6.3.3.1")]
    assert undone.board["Egypt"].sleepers == 1
    assert undone.board["Benelux"].posture == "Soft"
    assert referee.check(text).board["Egypt"].sleepers == 3


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "there is nothing in this record"),
        ("\n; a comment\n", "there is nothing in this record"),
        ("J 112\0 event", "NUL"),
        ("a\0.lgn", "NUL"),
        (Path("a\0.lgn"), "NUL"),
        ("J 112 event ; \ud800", "character 15 is half of one"),
        (Path("no-such-file.lgn"), "no such file"),
    ],
    ids=repr,
)
def test_what_is_no_record_is_one_kind_of_error(source: str | Path, message: str) -> None:
    with pytest.raises(referee.RecordError, match=message):
        referee.check(source)


def test_what_a_part_that_was_taken_back_changes_for_the_rest_of_its_line_follows_from_it() -> None:
    """A line of Homeland Security without its Posture roll (13.4.4).

    The world is Soft then, and the first step another one.
    """
    text = (
        '[Rules "Awakening"]\n[Options "us-bot"]\n'
        "setup: phase US 1, hand J 3, hand US 3, US Hard, prestige 5, funding 5, Morocco Fair Neutral 1 aid, "
        "France Soft, Thailand Soft, United Kingdom 1 sleeper\n"
        "US 185 woi France [5] / homeland disrupt United Kingdom:s t[5]\n"
    )
    undone = [f for f in referee.check(text, "undo").findings if f.kind != "note"]
    assert [(f.kind, f.rule) for f in undone if f.counted] == [("illegal", "13.4.3")]
    assert {tuple(f.follows) for f in undone if not f.counted} == {(4,)}
    assert [f.rule for f in referee.check(text).findings if f.kind != "note"] == ["13.4.3"]


def test_a_policy_that_there_is_not() -> None:
    for wrong in (lambda: referee.check("US hold", "bogus"), lambda: referee.Game(policy="bogus")):  # type: ignore[arg-type]
        with pytest.raises(referee.RecordError, match="as-played, undo, stop"):
            wrong()
    with pytest.raises(referee.RecordError, match="decks"):
        referee.Game(decks=7)  # type: ignore[arg-type]


def test_no_record_loses_lines_on_the_way_to_another_form() -> None:
    with pytest.raises(referee.RecordError, match="200,000 lines"):
        referee.to_json("\n" * 200_001)


# ---------------------------------------------------------------- pictures and notebooks


def image(html: str) -> str:
    """The SVG inside the image of a notebook."""
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert found
    return base64.b64decode(found[1]).decode()


def test_a_position_is_a_picture() -> None:
    position = referee.Position.parse("Pakistan Fair Neutral 2 sleepers")
    for scheme in ("auto", "light", "dark"):
        drawn = position.svg('<b> & "x"', scheme=scheme)  # type: ignore[arg-type]
        assert ET.fromstring(drawn)[0].text == '<b> & "x"'
        assert ("prefers-color-scheme" in drawn) == (scheme == "auto")
    assert position.svg(scheme="light") != position.svg(scheme="dark")
    assert position.svg() == position.svg()
    assert image(position._repr_html_()) == position.svg()
    assert "script" not in position._repr_html_()


def test_a_position_is_a_png() -> None:
    pytest.importorskip("resvg_py")
    data = referee.Position.scenario("Let's Roll!").png("Let's Roll!", width=650)
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 650


def test_without_its_package_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RuntimeError, match=r'pipx install "labyrinth-referee\[png\]"'):
        referee.Position.scenario("Let's Roll!").png()


def test_a_step_shows_what_it_changed_and_what_is_wrong() -> None:
    verdict = referee.check(LOGS / "evening-2.lgn")
    step = next(s for s in verdict.steps if s.id == "a13")
    shown = step._repr_html_()
    assert "<b>not allowed</b> (illegal 7.3.3)" in shown
    drawn = ET.fromstring(image(shown))
    marked = {g.get("id") for g in drawn.iter() if {"hit", "found"} <= set((g.get("class") or "").split())}
    assert marked == {"m35"}
    pushed = referee.Game("Let's Roll!").push("J 95 recruit Afghanistan 3")
    assert 'class="sleeper piece new"' in image(pushed._repr_html_())


def test_in_a_notebook_a_verdict_is_a_table_and_nothing_of_a_record_is_markup() -> None:
    text = "setup: US Hard\nJ <script>alert(1)</script>\nJ 95 recruit <b>Afghanistan</b> 1\n"
    verdict = referee.check(text)
    shown = verdict._repr_html_() + "".join(s._repr_html_() for s in verdict.steps)
    assert shown.count("<tr>") == 1 + len(verdict.findings)
    assert "<script>alert" not in shown
    assert "<b>Afghanistan" not in shown
    assert "clean" in referee.check("setup: US Hard")._repr_html_()


def test_a_country_that_there_is_not_is_answered_with_one_that_there_is() -> None:
    with pytest.raises(KeyError, match="did you mean Pakistan"):
        referee.Position.scenario("Let's Roll!")["Pakistn"]


def test_what_is_legal_is_shown_in_short() -> None:
    shown = repr(referee.legal(referee.Position.scenario("Let's Roll!"), card=95))
    assert len(shown) < 200
    assert "recruit" in shown


def test_a_verdict_is_a_table_and_a_report() -> None:
    verdict = referee.check(LOGS / "evening-2.lgn")
    assert [(row["line"], row["rule"]) for row in verdict.rows()] == [(f.place.line, f.rule) for f in verdict.findings]
    assert verdict.html().startswith("<!doctype html>")


def test_a_game_of_the_expansion_goes_by_its_rules() -> None:
    game = referee.Game(rules="Awakening", options=["zakat-strong-horse"])
    game.set_up("turn 1, phase US 1, prestige 5, Egypt Fair Neutral 1 awakening 1 reaction, Mali Poor Neutral")
    assert (game.position["Egypt"].awakening, game.position["Egypt"].militia) == (1, 0)
    step = game.push("US 222 woi Egypt [5]")
    assert [(r.outcome, [rule for _, _, rule in r.modifiers]) for r in step.rolls] == [(5, ["11.1.3", "11.1.3"])]
    game.push("US turn-in strong-horse")
    assert game.position.prestige == 6
    assert any(move.use == "woi" for move in game.moves(143))
    assert "turn-in" in {use.name for use in game.legal().by_value[0]}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rules": "Chess"}, "the rules “Chess” are not known"),
        ({"scenario": "Awakening", "rules": "Awakening"}, "a scenario brings its own rules"),
        ({"options": ["zakat-strong-horse"]}, "there is no option “zakat-strong-horse”"),
    ],
)
def test_a_game_by_rules_that_there_are_not(given: dict[str, Any], said: str) -> None:
    with pytest.raises(referee.RecordError, match=said):
        referee.Game(**given)


def test_a_position_of_the_expansion_is_written_with_its_rules() -> None:
    position = referee.Position.scenario("Awakening")
    assert position["Algeria/Tunisia"].awakening == 1
    assert (position["Syria"].wmd, position["Nigeria"].governance) == (2, "Poor")
    stated = referee.Position.parse('[Rules "Awakening"]\nIraq Poor Ally civil war 3 militia, resolved plots 1')
    assert (stated["Iraq"].civil_war, stated["Iraq"].militia) == (True, 3)


def test_cards_and_rulings_of_both_editions_are_known() -> None:
    assert referee.card(143).title == "Obama Doctrine"
    assert referee.rule("11.1.7").title == "Polarization"
    assert "polarization-census" in {r.id for r in referee.rulings()}
