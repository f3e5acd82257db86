"""The Jihadist Activities, in addition to their rule cases.

The sheet as data, the tables, the work of a decision, a whole game.
"""

from __future__ import annotations

from functools import partial

import pytest

from referee.editions import rulesets
from referee.editions.base.printed import CARDS, COUNTRIES
from referee.editions.solo.activities import guide, measures, seams
from referee.editions.solo.activities import sheet as events
from referee.editions.solo.activities.sheet import SHEET
from referee.editions.solo.flowchart.chart import Situation
from referee.editions.solo.options import ACTIVITIES
from referee.editions.solo.sheets import TOLD
from referee.engine.record.setup import Setup
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.rules import library, rule, rulebook, sort_key
from referee.trials.games import setup_for
from referee.trials.selfcheck import problems
from referee.trials.selfplay import SelfPlay
from tests.helpers.work import calls

NUMBERS = [n for n in rulebook() if n.startswith("9.")]
SETTING = '[Scenario "lets-roll"]\n[Options "jihadist-activities"]\n'


def game(seed: int, *options: str) -> SelfPlay:
    base = setup_for("lets-roll", 1)
    return SelfPlay(seed, Setup(base.rules, base.name, base.data, 1, ("jihadist-activities", *options)))


# ------------------------------------------------------------------ the sheet


def test_the_sheet_has_every_box() -> None:
    assert [b.id for b in SHEET.boxes] == ["E1", "E2", "E2b", "E3", "E5", "E6", "E7", "E8"]
    found = {name: [g.id for g in groups] for name, groups in SHEET.groups.items()}
    assert found == {
        "plot": [f"P{n}" for n in range(1, 8)],
        "recruit": ["C1", "C2", "C3"],
        "travel to": ["T1", "T2", "T3", "T4", "T5"],
        "travel from": ["F1", "F2", "F3", "F4"],
        "radicalization": ["R1", "R2", "R3", "R4"],
    }


def test_every_way_of_the_sheet_ends() -> None:
    ids = {b.id for b in SHEET.boxes}
    for box in SHEET.boxes:
        assert {box.yes, box.no} <= ids | set(SHEET.outcomes)


def test_every_box_goes_by_a_rule_of_the_book() -> None:
    cited = {b.rule for b in SHEET.boxes} | {g.rule for of in SHEET.groups.values() for g in of}
    cited |= {c.rule for c in SHEET.columns.values()} | {i.rule for i in SHEET.instructions.values()}
    assert cited <= set(NUMBERS)


def test_every_card_of_the_base_game_has_its_instruction() -> None:
    assert set(SHEET.instructions) == set(CARDS)
    assert set(events.EVENTS) <= set(CARDS)
    assert all(CARDS[n].side != "US" for n in (*events.EVENTS, *events.PLACE_CELLS))


def test_the_events_that_place_a_cell() -> None:
    """The exception of 9.4.1, by the texts of the cards.

    Sadr (54) is a marker.
    """
    named = {48, 49, 50, 51, 53, 55, 57, 58, 61, 66, 67, 68, 70, 72, 80, 81, 82, 83, 86, 91, 93, 98, 110}
    assert named == events.PLACE_CELLS


def test_the_events_that_place_a_plot_by_the_list() -> None:
    """Three Martyrdom Operations, Danish Cartoons, Hambali, KSM (9.4.2.1).

    Zarqawi goes by his Cells.
    """
    assert set(events.PLOTS_OF) == {87, 88, 89, 96, 115, 116}


def test_nothing_of_the_chapter_is_left_for_later() -> None:
    assert [n for n in NUMBERS if rule(n).hold == "later"] == []


def test_rulings_are_in_order() -> None:
    found = library.rulings((TOLD[ACTIVITIES],))
    ids = [r.id for r in (*found, *library.rulings(rulesets.whole().texts))]
    assert found
    assert len(set(ids)) == len(ids)
    for r in found:
        assert set(r.rules) <= set(rulebook()), r.id
        assert list(r.rules) == sorted(r.rules, key=sort_key), r.id
        assert r.severity in ("error", "note", "accept"), r.id
        assert r.question.endswith("?"), r.id


# ------------------------------------------------------------------ tables


def test_the_shia_mix_table_has_the_countries_of_the_map() -> None:
    assert set(measures.SHIA_MIX) == {n for n, c in COUNTRIES.items() if c.kind == "shia_mix"}


@pytest.mark.parametrize(
    ("sums", "country"),
    [
        ((3, 4), "Turkey"),
        ((5, 6), "Saudi Arabia"),
        ((7, 8), "Lebanon"),
        ((9, 10), "Yemen"),
        ((11, 12), "Iraq"),
        ((13, 14), "Pakistan"),
        ((15, 16), "Gulf States"),
        ((17, 18), "Afghanistan"),
    ],
)
def test_the_shia_mix_table(sums: tuple[int, ...], country: str) -> None:
    """By the sum of three dice (9.5)."""
    rolls = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    assert {measures.shia_mix_of(dice) for dice in rolls if sum(dice) in sums} == {country}


def test_the_schengen_table() -> None:
    """By one die, from 1 on (9.5)."""
    table = ["Scandinavia", "Benelux", "Germany", "France", "Spain", "Italy"]
    assert [measures.schengen_of((die,)) for die in range(1, 7)] == table


def test_the_schengen_table_has_countries_of_the_area() -> None:
    area = {n for n, c in COUNTRIES.items() if c.schengen}
    assert area - set(measures.SCHENGEN) == {"Eastern Europe"}


@pytest.mark.parametrize(
    ("start", "eligible", "closest"),
    [
        ("Iraq", ("Iraq", "Syria"), ["Iraq"]),
        ("Iraq", ("Gulf States", "Lebanon"), ["Gulf States"]),
        ("Iraq", ("Lebanon", "Yemen"), ["Lebanon", "Yemen"]),
        ("Iraq", (), []),
    ],
)
def test_the_closest_country(start: str, eligible: tuple[str, ...], closest: list[str]) -> None:
    board = judge(read_text(SETTING, "x")).board
    assert measures.closest(board, start, eligible) == closest


def test_the_three_piles_come_in_rotation() -> None:
    laid = seams.in_rotation([1, 2, 48, 49, 50, 96], CARDS)
    assert [CARDS[n].side for n in reversed(laid)] == [None, "J", "US", "J", "US", "J"]


# ------------------------------------------------------------------ decisions


def test_a_card_is_decided_with_little_work() -> None:
    """Some five milliseconds of it, at the most; benchmarks/ has the times."""
    board = judge(read_text(SETTING, "x")).board
    ways = {}

    def decide(n: int, ops: int) -> None:
        ways[n] = guide.use_of(Situation(board, "J", card=n, ops=ops))

    assert max(calls(partial(decide, n, card.ops)) for n, card in board.cards.items()) < 20_000
    assert len(ways) == len(board.cards)
    assert all(trail for _, trail in ways.values())


def test_a_step_tells_the_way_through_the_boxes() -> None:
    step = judge(read_text(f"{SETTING}J 72 event\n", "x")).steps[0]
    use = next(f for f in step.trails if f.address.field == "use")
    assert [(s.id, s.answer) for s in use.guidance.trail] == [("E1", "yes"), ("E2", "no"), ("E2b", "no"), ("E3", "no")]
    assert use.answer == "event"


def test_levels_hold_those_before_them() -> None:
    board = judge(read_text(SETTING.replace('ies"', 'ies, potent"'), "x")).board
    assert [n for n in ("coherent", "attractive", "potent", "infectious") if measures.at_level(board, n)] == [
        "coherent",
        "attractive",
        "potent",
    ]


@pytest.mark.parametrize(("seed", "options"), [(2, ()), (6, ("mini-decks",)), (3, ("virulent",))])
def test_a_game_by_the_chart_is_clean(seed: int, options: tuple[str, ...]) -> None:
    played = game(seed, *options)
    text = played.play(turns=3).text
    verdict = judge(read_text(text, "self-play"))
    assert [f.message for f in verdict.findings if f.kind != "note"] == []
    assert list(problems(played.board)) == []
