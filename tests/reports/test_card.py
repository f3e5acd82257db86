"""The end card, read from the text of its SVG.

No record can do harm to it.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from referee.analysis.analysis import Analysis, analyse
from referee.engine.explaining.referee import Judgement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import card, describe, picture
from referee.reports.report import boxes
from tests.helpers.paths import LOGS

SVG = "{http://www.w3.org/2000/svg}"
WON = (
    '[Game "Won"]\n[US "Anna"]\n[Jihadist "Ben"]\n'
    "setup: phase US 3, stage plots, wmd box 2, United States 1 active plots W\nJ resolve US#1 W\n"
)


def of(text: str) -> tuple[Judgement, Analysis]:
    verdict = judge(read_text(text))
    return verdict, analyse(verdict, tell=describe.sentence)


def logged(name: str) -> tuple[Judgement, Analysis]:
    return of((LOGS / f"{name}.lgn").read_text(encoding="utf-8"))


def drawn(made: tuple[Judgement, Analysis]) -> ET.Element:
    return ET.fromstring(card.svg(*made))


def words(root: ET.Element) -> list[str]:
    """The words on the card outside the map."""
    (small,) = [g for g in root.findall(f"{SVG}g") if "scale" in g.get("transform", "")]
    inside = set(small.iter())
    return ["".join(t.itertext()) for t in root.iter(f"{SVG}text") if t not in inside]


def countries(root: ET.Element) -> dict[str, list[str]]:
    """The countries on the map by their codes, with their pieces."""
    found = {}
    for g in root.iter(f"{SVG}g"):
        if g.get("class", "").startswith("country"):
            code, *pieces = ["".join(t.itertext()) for t in g.iter(f"{SVG}text")]
            found[code] = pieces
    return found


# ------------------------------------------------------------ what stands on it

FOOT = ["labyrinth-referee", "chances as by the flowcharts"]


def test_a_game_of_two_people_that_is_not_over() -> None:
    root = drawn(logged("evening-2"))
    assert words(root) == [
        *("second evening", "US B", "Jihadist A"),
        *("Not over", "In turn 2.", "27 plays so far"),
        *("US", "Jihadist", "Successes", "0 of 1", "6 of 16", "Expected", "0.0", "7.0", "Luck in points", "−3", "−3"),
        *("1", "a6 The Jihadist plays card 90 Quagmire for its event", "+8 Jihadist"),
        *("2", "a8 The US plays card 93 Taliban for Disrupt in Afghanistan", "+11 US"),
        *("3", "a20 The Jihadist plays card 68 Jemaah Islamiya for its event", "+15 Jihadist"),
        *("Chance of the US", "41 %", "34 %", "1", "2", "3", *FOOT),
    ]
    assert countries(root)["Pak"] == ["2"]
    assert countries(root)["Lib"] == []
    assert "Thai" not in countries(root), "nothing is known of it"


def test_a_game_of_the_awakening() -> None:
    root = drawn(logged("awakening-1"))
    told = words(root)
    assert told[0].startswith("Sunday at B.'s, first try")
    assert told[0].endswith("…")
    assert told[1:6] == ["US B.", "Jihadist A.", "Not over", "In turn 3.", "42 plays so far"]
    assert told[8:17] == ["Successes", "3 of 4", "9 of 17", "Expected", "1.7", "6.2", "Luck in points", "+8", "+4"]
    assert "a25 The Jihadist plays card 165 Coup for its event" in told


def test_a_solitaire_game_names_the_bot_and_shows_the_tracks_where_nothing_turned_it() -> None:
    told = words(drawn(logged("solitaire-2")))
    assert told[:6] == [
        *("On my own against the Bot", "US", "The Jihadist Bot"),
        *("Not over", "After turn 2.", "20 plays so far"),
    ]
    assert told[told.index("Prestige") :] == [
        *("Prestige", "7 high", "Funding", "3", "Good Resources", "0 of 12", "Fair or Good", "1 of 15"),
        *("Islamist Resources", "0 of 6", "Poor or Islamist", "4 of 15", "Chance of the US", "6 %", "5 %", *FOOT),
    ]


def test_a_game_that_was_won() -> None:
    root = drawn(of(WON))
    assert words(root)[:6] == [
        *("Won", "US Anna", "Jihadist Ben", "Jihadist victory"),
        *("A WMD Plot is resolved in the United", "States."),
    ]
    assert "1 turn, 1 play" in words(root)
    assert "Luck in points" not in words(root), "nobody rolled a die"
    (head,) = [t for t in root.iter(f"{SVG}text") if t.get("class") == "result j"]
    assert head.text == "Jihadist victory"


def test_a_result_that_only_the_record_states() -> None:
    text = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
    told = words(drawn(of('[Result "US resigns"]\n' + text)))
    assert told[3:5] == ["As recorded:", "“US resigns”"]


def test_no_chances_where_they_are_in_doubt() -> None:
    made = of("setup: rest unknown, phase US 1, Pakistan Fair Ally\nUS 43 deploy track > Pakistan 2\n")
    assert made[1].doubt
    told = words(drawn(made))
    assert FOOT[1] not in told
    assert "Chance of the US" not in told
    assert "Luck in points" not in told
    assert told[told.index("Funding") + 1] == "unknown"


def test_a_record_without_a_play() -> None:
    told = words(drawn(of('[Scenario "Awakening"]\n')))
    assert told[:5] == ["Awakening", "US", "Jihadist", "Not begun", "0 plays so far"]


# ------------------------------------------------------------ what a record cannot do


def test_text_is_escaped_and_long_names_are_cut() -> None:
    nasty = "<script>alert(1)</script>&' " * 4
    text = f'[Game "{nasty}"]\n[US "{"Wilhelmine-" * 9}"]\n[Jihadist "A\x1b[31m"]\n' + WON.split("\n", 3)[3]
    source = card.svg(*of(text))
    assert "<script" not in source
    assert "\x1b" not in source
    told = words(ET.fromstring(source))
    assert told[0].startswith("<script>alert(1)")
    assert told[0].endswith("…")
    assert told[1].startswith("US Wilhelmine-Wil")
    assert told[1].endswith("…")
    assert boxes.text_width(told[1][3:], 24) <= 250


def test_it_needs_no_other_file() -> None:
    root = drawn(logged("awakening-2"))
    addresses = [v for e in root.iter() for k, v in e.attrib.items() if k.endswith("href")]
    assert addresses
    assert all(a.startswith("#") for a in addresses)
    assert (root.get("width"), root.get("height")) == ("1200", "675")


@pytest.mark.parametrize("name", ["evening-1", "awakening-2", "solitaire-1", "published-turn", "mail-thread"])
def test_nothing_on_the_map_stands_outside_it(name: str) -> None:
    verdict, _ = logged(name)
    looks = picture.looks(verdict.board)
    for country in card._countries(verdict.board, looks):
        right = country.x + max([country.width / 2, *(p.x + 18 for p in country.pieces)])
        assert country.x - country.width / 2 >= 0
        assert right <= 1300, country.code


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        ("one two", ("one two",)),
        ("word " * 20, ("word word word word word", "word word word word word", "word word word word wor…")),
    ],
)
def test_words_that_fit(text: str, lines: tuple[str, ...]) -> None:
    assert card.wrapped(text, 20, 300, 3) == lines
