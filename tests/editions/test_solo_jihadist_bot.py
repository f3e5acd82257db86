"""The sheets of the Jihadist Bot as data, and its whole games."""

from __future__ import annotations

import pytest

import referee
from referee.editions.solo.jihadist_bot.priorities import PLOT_0
from referee.editions.solo.jihadist_bot.sheet import SHEET
from referee.rules import rulebook
from referee.trials.games import setup_for
from referee.trials.selfcheck import examine
from tests.helpers.sentences import SENTENCES

ROWS = {
    "Jihad": [1, 5, 7, 9, 10, 11, 12, 13, 14, 38, 39, 40],
    "Plot": [2, 3, 5, 6, 8, 9, 10, 11, 12, 14, 31, 32, 33, 34, 35, 36, 37, 39, 40],
    "Recruit & Travel To": [4, 5, 7, 9, 14, 15, 18, 19, 20, 21, 22, 23, 24, 25, 36, 38, 39, 40],
    "Travel From": [16, 17, 18, 19, 20, 26, 27, 28, 29, 30, 37],
}
"""The rows of each column, as the facts on the player aid sheets have them."""


def test_every_way_leads_on() -> None:
    ends = {*SHEET.outcomes, *(g.id for groups in SHEET.groups.values() for g in groups)}
    for box in SHEET.boxes:
        for way in (box.yes, box.no):
            assert way in ends or SHEET.box(way) is not None, f"{box.id} leads to {way}"


def test_every_box_is_reached() -> None:
    entries = {"E1", PLOT_0.id}
    led_to = {way for box in SHEET.boxes for way in (box.yes, box.no)}
    assert {box.id for box in SHEET.boxes} - entries <= led_to
    assert set(SHEET.outcomes) <= led_to


@pytest.mark.parametrize("name", ROWS)
def test_columns_have_their_rows_in_order(name: str) -> None:
    assert [p.row for p in SHEET.columns[name].rows] == ROWS[name]


def test_all_forty_rows_are_there() -> None:
    assert {p.row for c in SHEET.columns.values() for p in c.rows} == set(range(1, 41))


def test_what_the_sheets_cite_is_in_the_rulebook() -> None:
    cited = {b.rule for b in SHEET.boxes} | {g.rule for groups in SHEET.groups.values() for g in groups}
    cited |= {c.rule for c in SHEET.columns.values()}
    assert cited <= set(rulebook())


@pytest.mark.parametrize(("scenario", "seed"), [("Let's Roll!", 3), ("Awakening", 1), ("Alternative History", 63)])
def test_a_game_that_it_plays_is_clean(scenario: str, seed: int) -> None:
    game, wrong = examine(seed, setup_for(scenario, 1, None, "jihadist-bot", seed))
    assert wrong == []
    assert game.actions > 10


def findings_of(text: str) -> list[str]:
    """The findings on a record, in words, notes left out."""
    verdict = referee.check(referee.read(text))
    return [f.message for f in verdict.findings if f.kind != "note"]


def test_a_wrong_origin_is_explained_by_the_box_of_the_origin() -> None:
    setup = (
        "setup: US Hard, prestige 5, funding 5, Pakistan Poor Neutral 1 sleeper, Afghanistan Poor Neutral 2 sleepers"
    )
    said = findings_of(
        f'[Options "jihadist-bot"]\n{setup}, Egypt Poor Neutral 2 sleepers\nJ 9 travel Egypt:s > Pakistan [1]'
    )
    assert said == [SENTENCES["bot-that-travels-from-elsewhere"].sentence]


def test_an_event_against_the_bot_names_the_country_that_would_change() -> None:
    setup = "setup: US Hard, prestige 5, funding 9, Libya Poor Neutral civil war 3 militia 1 sleeper"
    (said,) = findings_of(f'[Rules "Awakening"]\n[Options "jihadist-bot"]\n{setup}\nJ 235 event Libya')
    assert said.endswith("whatever is chosen (Libya: Poor to Fair).")


def test_a_card_that_keeps_the_jihadist_from_events_is_named() -> None:
    setup = "setup: US Hard, prestige 7, funding 5, lapsing 47, Iraq Poor Adversary 1 sleeper"
    (said,) = findings_of(f'[Options "jihadist-activities"]\n{setup}\nJ 92 event')
    assert "The door of Itjihad was closed (47) keeps the Jihadist from events" in said
