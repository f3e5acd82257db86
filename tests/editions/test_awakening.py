"""Procedures of The Awakening that no line calls yet.

This is the beginning of a Civil War (11.2.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.editions.awakening import changes
from referee.editions.awakening.events import (
    cards_142_152,
    cards_153_163,
    cards_164_180,
    cards_191_199,
    cards_211_219,
)
from referee.editions.awakening.state import expansion, space
from referee.engine.law.play import Play
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.state.board import ADVERSARY, ALLY, NEUTRAL, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.journal import Journal, Kind
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import block

if TYPE_CHECKING:
    from referee.editions.awakening.state import ExpansionCountry


def board_with(*statements: str) -> Board:
    """The board of a set-up of The Awakening."""
    lines = "".join(f"setup: {s}\n" for s in statements)
    verdict = judge(read_text(f'[Rules "Awakening"]\n{lines}'))
    assert not [f for f in verdict.findings if f.kind != "note"]
    return verdict.board


def play_on(board: Board) -> Play:
    """A play at a table on which every die shows a 1."""
    return Play(board, Journal(board), ProbeTable([]))


def at_war(statement: str, name: str) -> tuple[Play, ExpansionCountry]:
    """A new Civil War in a country, with one Cell elsewhere."""
    play = play_on(board_with(statement, "Iran 1 sleeper"))
    assert changes.begin_civil_war(play, name)
    assert list(play.board.rules.facts.problems(play.board)) == []
    return play, space(play.board, name)


def test_markers_become_militia_and_sleepers() -> None:
    play, c = at_war("Egypt Fair Neutral 3 awakening 2 reaction", "Egypt")
    assert c.civil_war
    assert (c.awakening, c.reaction) == (0, 0)
    assert (c.militia, c.sleepers, c.actives) == (3, 2, 0)
    assert (expansion(play.board).militia_track, play.board.cells_track) == (15 - 3, 15 - 1 - 2)
    assert (c.governance, c.alignment) == (FAIR, NEUTRAL)


def test_every_change_goes_by_its_rule() -> None:
    play, _ = at_war("Egypt Fair Neutral 1 awakening 1 reaction", "Egypt")
    assert {c.rule for c in play.journal.changes} == {"11.2.2"}


def test_fewer_militia_than_markers() -> None:
    play = play_on(
        board_with("Syria Fair Neutral civil war 13 militia, Egypt Fair Neutral 4 awakening, Iran 1 sleeper")
    )
    changes.begin_civil_war(play, "Egypt")
    c = space(play.board, "Egypt")
    assert (c.militia, c.awakening, expansion(play.board).militia_track) == (2, 0, 0)
    assert "11.2.9" in play.cited


def test_fewer_cells_than_markers() -> None:
    play = play_on(board_with("Egypt Fair Neutral 4 reaction, Syria Poor Neutral 12 sleepers"))
    changes.begin_civil_war(play, "Egypt")
    c = space(play.board, "Egypt")
    assert (c.sleepers, c.reaction, play.board.cells_track) == (3, 0, 0)


def test_cells_come_whatever_funding_is() -> None:
    play = play_on(board_with("funding 1, Egypt Fair Neutral 4 reaction, Syria Poor Neutral 6 sleepers"))
    changes.begin_civil_war(play, "Egypt")
    assert space(play.board, "Egypt").sleepers == 4


@pytest.mark.parametrize(
    ("statement", "governance", "alignment"),
    [
        ("Egypt Good Ally", FAIR, ALLY),
        ("Egypt Fair Neutral", FAIR, NEUTRAL),
        ("Egypt Poor Adversary", POOR, ADVERSARY),
        ("Egypt IR Adversary", POOR, ADVERSARY),
    ],
)
def test_the_ends_become_fair_and_poor_and_alignment_stays(statement: str, governance: int, alignment: str) -> None:
    _, c = at_war(statement, "Egypt")
    assert (c.governance, c.alignment) == (governance, alignment)


def test_no_convergence_and_no_revolution_come_of_it() -> None:
    play, _ = at_war("funding 5, prestige 7, Egypt IR Adversary 2 troops, Yemen Poor Neutral", "Egypt")
    assert (play.board.funding, play.board.prestige) == (5, 7)
    assert play.rolls == []


def test_regime_change_goes_and_other_things_stay() -> None:
    play, c = at_war(
        "Iraq Poor Ally RC 6 troops 2 sleepers 1 active 2 aid besieged 1 militia 2 awakening, disrupted Iraq", "Iraq"
    )
    assert not c.regime_change
    assert (c.troops, c.sleepers, c.actives, c.aid, c.besieged, c.militia) == (6, 2, 1, 2, True, 1 + 2)
    assert play.board.troops_track == 15 - 6


def test_a_cadre_stays_where_no_cell_comes() -> None:
    _, c = at_war("Yemen Poor Neutral cadre 1 awakening", "Yemen")
    assert c.cadre


def test_a_cadre_goes_where_a_cell_comes() -> None:
    _, c = at_war("Yemen Poor Neutral cadre 1 reaction", "Yemen")
    assert not c.cadre
    assert c.sleepers == 1


def test_the_capital_stays_when_its_islamist_rule_becomes_a_civil_war() -> None:
    play, c = at_war("funding 5, prestige 7, Syria IR Adversary capital 2 actives", "Syria")
    assert expansion(play.board).capital == "Syria"
    assert (c.governance, c.actives) == (POOR, 2)
    assert (play.board.funding, play.board.prestige) == (5, 7)


def test_the_capital_stays_when_its_regime_change_becomes_a_civil_war() -> None:
    play, _ = at_war("funding 5, prestige 7, Iraq Poor Ally RC 6 troops capital 1 active", "Iraq")
    assert expansion(play.board).capital == "Iraq"
    assert (play.board.funding, play.board.prestige) == (5, 7)


def test_a_country_joins_the_caliphate_with_its_cells_active() -> None:
    _, c = at_war("Syria IR Adversary capital, Iraq Fair Neutral 1 sleeper 2 reaction", "Iraq")
    assert (c.sleepers, c.actives) == (0, 3)


def test_a_second_one_does_nothing() -> None:
    play, _ = at_war("Egypt Fair Neutral 2 awakening 2 reaction", "Egypt")
    mark = len(play.journal.changes)
    assert not changes.begin_civil_war(play, "Egypt")
    assert len(play.journal.changes) == mark
    assert "11.2.2" in play.cited


def test_after_its_end_a_country_may_fall_into_another() -> None:
    play, c = at_war("Egypt Fair Neutral 2 awakening", "Egypt")
    changes.end_civil_war(play, "Egypt")
    assert (c.civil_war, c.militia) == (False, 0)
    assert changes.begin_civil_war(play, "Egypt")
    assert c.civil_war


@pytest.mark.parametrize("name", ["France", "United States", "Israel", "Iran", "Nigeria"])
def test_only_in_muslim_countries(name: str) -> None:
    play = play_on(board_with("Iran 1 sleeper"))
    assert not changes.begin_civil_war(play, name)
    assert play.journal.changes == []


def test_nigeria_and_iran_once_they_are_muslim() -> None:
    play = play_on(board_with("Iran Muslim, Nigeria Muslim, Iran 1 sleeper, Nigeria 1 sleeper"))
    for name in ("Iran", "Nigeria"):
        assert changes.begin_civil_war(play, name)
        assert space(play.board, name).civil_war


def test_an_untested_country_is_tested_first() -> None:
    play, c = at_war("Yemen unmarked", "Yemen")
    assert (c.governance, c.alignment) == (POOR, NEUTRAL)  # the die shows a 1
    kinds = [change.kind for change in play.journal.changes]
    assert kinds[0] != Kind.CIVIL_WAR
    assert [roll.subject for roll in play.rolls] == ["Yemen"]


def test_the_end_of_one_leaves_all_but_militia_and_advisors() -> None:
    play = play_on(board_with("Syria Fair Ally civil war 1 advisors 3 militia 2 sleepers 1 aid cadre"))
    changes.end_civil_war(play, "Syria")
    c = space(play.board, "Syria")
    assert (c.civil_war, c.advisors, c.militia) == (False, 0, 0)
    assert (c.sleepers, c.aid, c.governance, c.alignment, c.cadre) == (2, 1, FAIR, ALLY, True)
    assert expansion(play.board).militia_track == 15


def test_no_marker_is_placed_where_none_may_lie() -> None:
    play = play_on(
        board_with(
            "Egypt Good Ally, Syria IR Adversary, Libya Poor Neutral civil war, Yemen Poor Neutral, Iran 1 sleeper"
        )
    )
    placed = {
        n: changes.place_marker(play, n, "awakening", 2, rule="11.1.2") for n in ("Egypt", "Syria", "Libya", "Yemen")
    }
    assert placed == {"Egypt": 0, "Syria": 0, "Libya": 0, "Yemen": 2}


def test_no_militia_are_placed_where_none_may_be() -> None:
    play = play_on(board_with("Egypt Good Ally, Syria IR Adversary, Yemen Poor Neutral, Iran 1 sleeper"))
    placed = {n: changes.place_militia(play, n, 2, rule="11.2.4") for n in ("Egypt", "Syria", "France", "Yemen")}
    assert placed == {"Egypt": 0, "Syria": 0, "France": 0, "Yemen": 2}


def test_a_marker_is_removed_as_far_as_there_are_any() -> None:
    play = play_on(board_with("Yemen Poor Neutral 1 awakening, Iran 1 sleeper"))
    changes.remove_marker(play, "Yemen", "awakening", 3, rule="11.1.5")
    assert space(play.board, "Yemen").awakening == 0


def test_two_levels_take_two_markers() -> None:
    play = play_on(board_with("Yemen Poor Ally 3 awakening 3 reaction, Egypt Poor Neutral, Iran 1 sleeper"))
    play.set_governance("Yemen", GOOD, rule="6.2.1")
    disengaged = [c for c in play.journal.changes if c.rule == "11.1.5"]
    assert [(w[1], w[2], w[3]) for c in disengaged for w in c.writes] == [("awakening", 3, 1)]
    assert space(play.board, "Yemen").governance == GOOD


def test_islamist_rule_is_reached_by_the_second_level() -> None:
    play = play_on(board_with("funding 3, Yemen Fair Adversary 3 reaction, Egypt Poor Neutral, Iran 1 sleeper"))
    play.set_governance("Yemen", ISLAMIST_RULE, rule="6.2.1")
    disengaged = [c for c in play.journal.changes if c.rule == "11.1.5"]
    assert [(w[1], w[2], w[3]) for c in disengaged for w in c.writes] == [("reaction", 3, 1)]


@pytest.mark.parametrize(("options", "left"), [("", 0), ('[Options "advisors-beside-markers"]\n', 1)])
def test_a_marker_that_counts_as_troops_relieves_advisors_as_troops_do(options: str, left: int) -> None:
    setup = "setup: Syria Fair Ally civil war 1 advisors, Iran 1 sleeper"
    play = play_on(judge(read_text(f'[Rules "both decks"]\n{options}{setup}\n')).board)
    play.place_marker("FATA", "Syria")
    assert space(play.board, "Syria").advisors == 1
    play.place_marker("NATO", "Syria")
    assert space(play.board, "Syria").advisors == left


# -------------------------------------------------------------------- lists that the events have


@pytest.mark.parametrize(
    ("card", "cards"),
    [
        (143, {121, 126, 127, 128, 144}),  # Advisors, Reaper three times, Operation New Dawn
        (160, {215, 216, 219, 225, 237, 110, 111, 112, 115, 116}),  # leaders of this deck, and of the base game
        (172, {183, 73, 186, 169}),  # Pirates of both decks, Boko Haram, Islamic Maghreb
        (197, {215, 216, 219, 225, 237, 110, 111, 112, 115, 116}),  # the same leaders
        (215, {182, 196}),  # Paris Attacks, Training Camps
        (217, {133, 152, 165, 167, 188, 226, 234, 238, 37, 39}),  # 11.3.13, and Iraqi and Libyan WMD
    ],
)
def test_the_cards_that_an_event_takes_back(card: int, cards: set[int]) -> None:
    listed = {
        143: cards_142_152.IN_DISCARDS,
        160: cards_153_163.WANTED,
        172: cards_164_180.BROUGHT_BACK,
        197: (*cards_191_199.LEADERS, *cards_191_199.LEADERS_OF_BASE),
        215: cards_211_219.SEQUELS,
        217: cards_211_219.OF_TURMOIL,
    }
    assert sorted(listed[card]) == sorted(cards)


def test_around_the_gulf_union() -> None:
    """The five countries of card 156 and their Muslim neighbours.

    Iran is none.
    """
    union = {"Gulf States", "Saudi Arabia", "Yemen", "Jordan", "Morocco"}
    beside = {"Iraq", "Pakistan", "Somalia", "Syria", "Algeria/Tunisia", "Mali"}
    assert set(cards_153_163.in_reach(board_with("Iran 1 sleeper"))) == union | beside


def test_waiting_wmd_are_stated_once_one_has_left() -> None:
    """A position without WMD that all wait (11.3.1).

    While each is at its first place, a position does not mention them.
    """
    assert "wmd" not in block(board_with("Iran 1 sleeper"))
    left = block(board_with("Syria 1 wmd, wmd out 1, Iran 1 sleeper"))
    assert "Syria Poor Neutral 1 wmd" in left or "Syria 1 wmd" in left
