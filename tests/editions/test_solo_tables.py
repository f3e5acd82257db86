"""The Priorities Tables of the Bots, written out by hand.

They come from the player aid sheets, with the number of cards that a Bot turns over.
"""

from __future__ import annotations

import pytest

from referee.editions.solo.jihadist_bot import priorities as jihadist
from referee.editions.solo.us_bot import priorities as us
from referee.engine.state.board import Board
from referee.inputs.judging import judge
from referee.inputs.records import read_text

# 12.4.2: the rows of each column, in their order
OF_THE_JIHADIST = {
    "Jihad": [1, 5, 7, 9, 10, 11, 12, 13, 14, 38, 39, 40],
    "Plot": [2, 3, 5, 6, 8, 9, 10, 11, 12, 14, 31, 32, 33, 34, 35, 36, 37, 39, 40],
    "Recruit & Travel To": [4, 5, 7, 9, 14, 15, 18, 19, 20, 21, 22, 23, 24, 25, 36, 38, 39, 40],
    "Travel From": [16, 17, 18, 19, 20, 26, 27, 28, 29, 30, 37],
}
# 13.4.3
OF_THE_US = {
    "Disrupt": [4, 5, 6, 9, 10, 11, 12, 14, 15, 16, 17, 22],
    "Deploy To": [4, 5, 6, 11, 12, 14, 15, 16, 17, 22],
    "WoI Muslim": [1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 16, 18, 21, 22],
    "Regime Change": [12, 16, 18],
    "Deploy From": [18, 19, 20, 21],
}
# 12.4.1, 12.4.2: the boxes of each flowchart, from top to bottom
BOXES_OF_THE_JIHADIST = {
    "Recruit & Travel To": ["RT1", "RT2", "RT3", "RT4", "RT5", "RT6"],
    "Travel From": ["TF1", "TF2", "TF3"],
    "Plot": ["PL1", "PL2", "PL3", "PL4", "PL5", "PL6", "PL7", "PL8"],
}
# 13.4.3
BOXES_OF_THE_US = {
    "Disrupt": ["D1", "D2", "D3"],
    "Deploy To": ["DT1", "DT2", "DT3", "DT4"],
    "Deploy From": ["DF1", "DF2", "DF3", "DF4", "DF5"],
    "WoI non-Muslim": ["W1", "W2", "W3"],
}


def test_the_columns_have_the_rows_of_their_sheets() -> None:
    for sheet, by_hand in ((jihadist, OF_THE_JIHADIST), (us, OF_THE_US)):
        columns = sheet.PRIORITIES.columns
        assert {name: [p.row for p in columns[name].rows] for name in by_hand} == by_hand
        assert [row for row, *_ in sheet.ROWS] == list(range(1, len(sheet.ROWS) + 1))


def test_the_flowcharts_have_the_boxes_of_their_sheets() -> None:
    for sheet, by_hand in ((jihadist, BOXES_OF_THE_JIHADIST), (us, BOXES_OF_THE_US)):
        assert {name: [g.id for g in groups] for name, groups in sheet.PRIORITIES.groups.items()} == by_hand


def board_of(options: str, setup: str) -> Board:
    return judge(read_text(f'[Rules "both decks"]\n[Options "{options}"]\nsetup: {setup}\n', "x")).board


RULED = "Afghanistan IR Adversary 1 active, Sudan IR Adversary"
PHASE = "phase US 1, hand J 3, hand US 3, prestige 5, funding 5"


@pytest.mark.parametrize(
    ("setup", "cards", "number"),
    [
        (f"US Soft, {RULED}", (185, 186), 2),  # 3 and 3 make six, with two Resources under Islamist Rule (13.4.6)
        (f"US Soft, {RULED}", (185, 171), 1),  # 3 and 2 do not
        (f"US Soft, reserves US 1, {RULED}", (185, 171), 2),  # with a Reserve they do
        (f"US Soft, {RULED}", (185,), 1),
        (f"US Hard, {RULED}", (185, 186), 1),  # a Hard US tries it in a Soft world alone
        (f"US Soft, {RULED}, Yemen Poor Neutral plots 2", (185, 186), 1),  # first a die says whether there is an Alert
    ],
)
def test_the_us_bot_turns_two_cards_over_for_a_reassessment(setup: str, cards: tuple[int, ...], number: int) -> None:
    board = board_of("us-bot", f"{PHASE}, {setup}")
    assert board.rules.guides["US"].together(board, cards) == number


def test_the_jihadist_bot_plays_single_cards() -> None:
    board = board_of("jihadist-bot", "phase J 1, hand J 3, hand US 3, Iran 1 sleeper")
    assert board.rules.guides["J"].together(board, (92, 89)) == 1
