"""``referee new``: an empty record of each scenario.

It can be read, is not faulty and is canonical.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.editions import rulesets
from referee.engine.record.setup import Setup, scenario_files
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.play import new
from tests.helpers.commands import referee

SCENARIOS = list(scenario_files())
each_scenario = pytest.mark.parametrize("name", SCENARIOS)


@each_scenario
def test_a_new_record_reads_and_is_clean_and_canonical(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    run = referee("new", name, "-o", path)
    assert (run.status, run.err) == (0, "")
    text = path.read_text(encoding="utf-8")
    record = read_text(text)
    assert (record.unreadable, record.notes, record.tags["Scenario"]) == ([], [], name)
    assert [f for f in judge(record).findings if f.counted] == []
    assert referee("check", path).status == 0
    assert format_text(text).text == text
    assert referee("new", name).out == text


@each_scenario
def test_its_samples_are_plays_that_could_be_made(name: str) -> None:
    text = referee("new", name).out
    samples = re.findall(r"^; ((?:J|US) \d+ .*|J set-up .*)$", text, re.MULTILINE)
    choices = [line for line in samples if line.startswith("J set-up")]
    assert len(choices) == ("choices" in scenario_files()[name])
    sides = [line for line in samples if line not in choices]
    assert [line.split()[0] for line in sides] == ["J", "US"]
    for at, line in enumerate(sides):
        before = "\n".join(["J ? reserves", "J ? reserves"] * at)
        record = "\n".join([*text.split("\n")[:8], *choices, before, line])
        assert [(f.kind, f.message) for f in judge(read_text(record)).findings if f.counted] == []


@each_scenario
def test_whatever_its_remarks_show_is_notation(name: str) -> None:
    text = referee("new", name).out
    shown = re.findall(
        r"(?:(?<=: )|(?<=   )|(?<=^; ))((?:J|US) (?:\d|set-up|resolve|hold).*|end of turn.*|no plots|board: .*)$",
        text,
        re.MULTILINE,
    )
    assert len(shown) >= 9
    tag = f'[Scenario "{name}"]'
    for line in shown:
        assert read_text(f"{tag}\n{line}").unreadable == [], line


@each_scenario
def test_it_says_what_lies_on_the_board(name: str) -> None:
    text, data = referee("new", name).out, scenario_files()[name]
    assert f"Prestige {data['prestige']}, Funding {data['funding']}, US {data['us_posture'].capitalize()}" in text
    for country, given in data["countries"].items():
        (line,) = re.findall(rf"^; {re.escape(country)}: .*$", text, re.MULTILINE)
        assert ("Sleeper" in line) == bool(given.get("cells") or given.get("sleepers")), line
        assert ("Troop" in line) == bool(given.get("troops")), line


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("roll", "Let's Roll!"),
        ("lets", "Let's Roll!"),
        ("Let’s Roll", "Let's Roll!"),
        ("ana", "Anaconda"),
        ("MA", "Mission Accomplished?"),
        ("mission", "Mission Accomplished?"),
        ("gore", "You Can Call Me Al"),
        ("yccma", "You Can Call Me Al"),
        ("isil", "Islamic State of Iraq & the Levant"),
        ("sofa", "Status of Forces Agreement"),
        ("arab", "Arab Spring"),
        ("assad", "Assad Alone"),
        ("campaign: ana", "Campaign: Anaconda"),
    ],
)
def test_any_short_form_that_fits_one_will_do(short: str, name: str) -> None:
    assert new.scenario_of(short)["name"] == name


@each_scenario
def test_what_the_end_of_a_turn_asks_is_shown_where_it_does(name: str) -> None:
    text = referee("new", name).out
    steps = [step.name for step in Setup(rulesets.of_scenario(scenario_files()[name]), name, {}).rules.end_of_turn]
    assert (re.search("^; Attrition, if any: +end of turn Iraq", text, re.MULTILINE) is not None) == (
        "attrition" in steps
    )


@each_scenario
def test_every_option_of_the_game_is_named(name: str) -> None:
    text = referee("new", name).out
    assert all(f"\n;     {word} " in text for word in rulesets.of_scenario(scenario_files()[name]).options)


def test_without_a_scenario_they_are_listed() -> None:
    run = referee("new")
    assert run.status == 0
    assert all(name in run.out for name in SCENARIOS)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("anacnda", "Did you mean Anaconda?"), ("200", "can mean"), ("zzz", "Let's Roll!"), ("\x1b[31m", "do not know")],
)
def test_what_fits_none_is_told_with_what_there_is(wrong: str, said: str) -> None:
    run = referee("new", wrong)
    assert (run.status, run.out) == (2, "")
    assert said in run.err
    assert "\x1b" not in run.err


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text("mine", encoding="utf-8")
    run = referee("new", "roll", "-o", path)
    assert run.status == 2
    assert "is there already" in run.err
    assert path.read_text(encoding="utf-8") == "mine"
    assert referee("new", "roll", "-o", tmp_path / "nowhere" / "game.lgn").status == 2
