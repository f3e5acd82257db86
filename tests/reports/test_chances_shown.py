"""The chances over the game in the report.

Chart, turning points, the line of each play, the dice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee import check
from referee.analysis.analysis import Analysis, add_rollouts, analyse, positions
from referee.inputs.judging import judge
from referee.inputs.records import read_bytes
from referee.reports import chances as chances_in_words
from referee.reports import describe, html
from referee.reports.report import charts, page
from referee.reports.report.chances import LEAST_ROLLOUTS, MINUS, Chances
from referee.web import checking
from referee.web.desk import Desk
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT
from tests.helpers.reports import verdict_of

EVENING = ROOT / "fixtures" / "logs" / "evening-1.lgn"


def analysed(name: str) -> Analysis:
    return analyse(verdict_of(name), tell=describe.sentence)


@cache
def content(name: str) -> page.Content:
    return page.Content(verdict_of(name), analysed(name))


def chances(name: str) -> Chances:
    found = content(name).chances
    assert found is not None
    return found


def of_text(text: str) -> Chances:
    verdict = judge(read_bytes(text.encode(), "test.lgn"))
    found = page.Content(verdict, analyse(verdict)).chances
    assert found is not None
    return found


def number(told: str) -> int:
    return int(told.replace(MINUS, "-"))


def test_every_play_has_a_row_and_a_point_of_the_curve(record: str) -> None:
    found, plays = chances(record), content(record).plays
    if found.doubt:
        assert not found.path
        assert not found.shares
        return
    assert [s.play for s in found.shares] == plays[1:]
    assert all(0 <= s.chance <= 100 for s in found.shares)
    heights = [float(y) for y in re.findall(r"(?:,|V)([\d.]+)", found.path)]
    assert all(charts.TOP <= y <= charts.HEIGHT - charts.BOTTOM for y in heights)


def test_luck_and_choice_of_a_play_are_its_change() -> None:
    found = chances("evening-1")
    for share in found.shares:
        luck = number(share.luck) if share.luck else 0
        assert luck + number(share.choice) == number(share.swing), share.play.label
    assert {s.luck for s in found.shares} > {"", "0"}


def test_the_turning_points_are_marked_in_the_order_of_the_game() -> None:
    found = chances("evening-1")
    turning = {t.play.step.id: t for t in analysed("evening-1").turning_points()}
    assert [m.number for m in found.marks] == [1, 2, 3, 4, 5]
    assert {m.anchor for m in found.marks} == set(turning)
    assert [m.x for m in found.marks] == sorted(m.x for m in found.marks)
    assert all((m.style == "us") == (turning[m.anchor].play.swing > 0) for m in found.marks)


def test_the_number_of_a_turning_point_lies_inside_the_chart_and_off_its_dot(record: str) -> None:
    for mark in chances(record).marks:
        assert mark.label_y - 9 > charts.TOP
        assert mark.label_y <= charts.HEIGHT - charts.BOTTOM
        assert abs(mark.label_y - 4 - mark.y) > 8


def test_what_a_chance_means_is_said_where_one_is_shown() -> None:
    shown = html.render(verdict_of("evening-1"), analysed("evening-1"))
    charts_, dice = shown.index('id="charts"'), shown.index('id="dice"')
    meaning = "the flowcharts of chapters 12 and 13 do; people play better"
    assert meaning in shown[charts_:dice]
    assert meaning in shown[dice:]
    lines = re.findall(r'<p class="chance">.*', shown)
    assert len(lines) == len(content("evening-1").plays)
    assert all(meaning in line for line in lines)


def test_a_number_has_no_decimals() -> None:
    shown = html.render(verdict_of("evening-1"), analysed("evening-1"))
    section = shown[shown.index('class="turning"') : shown.index('<div class="charts">')]
    text = re.sub(r"<[^>]*>", " ", section)
    assert not re.search(r"\d\.\d", text)


def test_the_dice_of_a_side_say_what_they_brought() -> None:
    for name in ("awakening-1", "evening-2"):
        for side in ("US", "J"):
            points = round(100 * analysed(name).luck_of(side))
            told = chances(name).luck_by(side)
            assert (f"{abs(points)} point" in told) == bool(points)
            assert ("more" in told, "less" in told) == (points > 0, points < 0)
    assert {round(100 * analysed(name).luck_of("J")) > 0 for name in ("awakening-1", "evening-2")} == {True, False}
    assert chances("evening-2").unnoted


def test_without_an_analysis_the_report_is_as_it_was() -> None:
    shown = html.render(verdict_of("evening-1"))
    assert page.Content(verdict_of("evening-1")).chances is None
    assert 'id="chances"' not in shown
    assert 'class="chance"' not in shown


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("setup: Pakistan Fair Neutral, rest unknown\nUS 43 woi Pakistan [6]\n", "Only a part of the position"),
        ('[Scenario "Let\'s Roll!"]\nJ 95 recruit Afghanistan 3\nJ dances in the street\n', "cannot be read"),
        ("setup: Pakistan Fair Neutral 2 actives\nJ 95 jihad Pakistan:aa => Pakistan Poor\n", "No dice are noted"),
        ("setup: Pakistan Fair Neutral\n", "Nothing was played"),
    ],
)
def test_where_the_chances_would_be_wrong_there_is_no_chart(record: str, why: str) -> None:
    assert why in of_text(record).doubt
    verdict = judge(read_bytes(record.encode(), "test.lgn"))
    shown = html.render(verdict, analyse(verdict))
    assert f"No chart of the chances to win: {of_text(record).doubt}"[:60] in shown
    assert 'class="chance"' not in shown
    assert analyse(verdict).data()["doubt"]
    assert why in " ".join(chances_in_words.text(analyse(verdict), "test.lgn", 100)[:6])


def rolled(n: int) -> Chances:
    verdict = verdict_of("evening-1")
    found = analysed("evening-1")
    results = {key: tuple([float(i % 4 == 0) for i in range(n)]) for key, _ in positions(verdict)}
    add_rollouts(found, results, verdict)
    made = page.Content(verdict, found).chances
    assert made is not None
    return made


def test_rollouts_have_their_error_beside_them() -> None:
    found = rolled(100)
    assert found.band
    assert "100 rollouts" in found.made
    assert {s.chance for s in found.shares} == {25}
    assert all("25 % ± 4 by rollouts" in s.words for s in found.shares)


def test_too_few_rollouts_do_not_take_the_place_of_the_table() -> None:
    found = rolled(LEAST_ROLLOUTS - 1)
    assert not found.band
    assert found.path == chances("evening-1").path


def test_the_command_takes_the_rollouts_that_are_kept_beside_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.reports.report.chances.LEAST_ROLLOUTS", 2)
    record, out = tmp_path / "game.lgn", tmp_path / "game.html"
    record.write_text("setup: Gulf States Fair Ally\nUS 20 woi Gulf States [6]\n", encoding="utf-8")
    referee("report", str(record), "-o", str(out))
    assert "by rollouts" not in out.read_text(encoding="utf-8")
    referee("analyse", str(record), "--rollouts", "2", "--workers", "1")
    referee("report", str(record), "-o", str(out))
    assert "by rollouts" in out.read_text(encoding="utf-8")
    referee("report", str(record), "-o", str(out), "--on-violation", "undo")
    assert "by rollouts" not in out.read_text(encoding="utf-8")


@pytest.fixture
def page_with(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Callable[[str], Any]]:
    """A record that was judged on the page.

    A position is rolled out a few times only there.
    """
    monkeypatch.setattr(checking, "ROLLOUTS", 3)
    monkeypatch.setattr(checking, "AT_ONCE", 2)
    monkeypatch.setattr("referee.reports.report.chances.LEAST_ROLLOUTS", 1)

    def judged(text: str) -> Callable[[str], Any]:
        desk = Desk()
        desk.call("check.judge", '{"name": "game.lgn"}', text.encode())
        return lambda what: json.loads(desk.call(f"check.{what}", "{}"))["ok"]

    return judged


def test_the_page_rolls_out_a_few_games_at_a_time(page_with: Callable[[str], Callable[[str], Any]]) -> None:
    ask = page_with("setup: Gulf States Fair Ally\nUS 20 woi Gulf States [6]\nUS 43 deploy track > Gulf States 1\n")
    assert "by rollouts" not in ask("report")["text"]
    assert [ask("roll_out") for _ in range(3)] == [
        {"done": 2, "of": 9, "each": 0},
        {"done": 4, "of": 9, "each": 0},
        {"done": 6, "of": 9, "each": 2},
    ]
    stopped = ask("report")["text"]
    assert "By 2 rollouts of each position" in stopped
    assert ask("roll_out")["done"] == 7
    while (now := ask("roll_out"))["done"] < now["of"]:
        pass
    assert now == ask("roll_out") == {"done": 9, "of": 9, "each": 3}
    assert "By 3 rollouts of each position" in ask("report")["text"]


def test_a_game_that_is_over_needs_no_rollouts_of_its_end(page_with: Callable[[str], Callable[[str], Any]]) -> None:
    good = "".join([f"setup: {name} Good Ally\n" for name in ("Saudi Arabia", "Iraq", "Indonesia/Malaysia")])
    won = (
        f"{good}setup: Gulf States Fair Ally, US Hard\nUS 43 deploy track > Gulf States 1\nUS 20 woi Gulf States [6]\n"
    )
    ask = page_with(won)
    while (now := ask("roll_out"))["done"] < now["of"]:
        pass
    assert now["of"] == 6
    shown = ask("report")["text"]
    assert "By 3 rollouts of each position" in shown
    assert re.search(r"Chance of the US: .* 100 % at the end", shown)


def test_the_library_writes_the_chart_as_well() -> None:
    assert 'id="chances"' in check(EVENING.read_text(encoding="utf-8")).html()
