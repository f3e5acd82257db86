"""Each scenario of The Awakening, as its page prints it.

The counts that follow from it (3.2, 4.7, 11.3) come with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from referee.editions.awakening import random_country
from referee.editions.awakening.printed import CARDS, COUNTRIES, ICONS
from referee.editions.awakening.state import WMD_HOMES, caliphate, expansion, space
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports.forms import VerdictFormat
from tests.helpers.commands import referee


@dataclass(frozen=True)
class Page:
    """The printed page of a scenario, with its counts."""

    tracks: str
    """Printed: Prestige, Funding, Posture, the Victory Tracks."""
    counted: str
    """Pieces on the tracks, hands, and what is left of the deck after the first deal."""
    countries: dict[str, str]
    removed: tuple[int, ...] = ()
    event_box: tuple[str, ...] = ()
    wmd: tuple[int, int, int, int] = (0, 3, 2, 1)
    """In the first box, in the Arsenal, in Syria, in Iran."""
    caliphate: frozenset[str] = frozenset()
    more: str = ""
    wmd_out: int = 0
    unmarked: frozenset[str] = field(default_factory=frozenset)
    """Countries that hold something and are not marked."""


OF_2010 = {
    "Algeria/Tunisia": "Poor Neutral 1 awakening",
    "Iraq": "Poor Ally 2 troops 1 sleeper no RC",
    "Gulf States": "Fair Ally 2 troops",
    "Afghanistan": "Poor Ally RC-tan 6 troops 2 sleepers",
    "Pakistan": "Fair Neutral 2 sleepers",
    "United Kingdom": "Hard",
    "France": "Hard",
    "Benelux": "Soft",
}
AWAKENING = Page(
    "prestige 5, funding 5, US Soft, world Hard 2, good 0, islamist 0, fair/good 2, poor/islamist 3",
    "troops track 5, cells track 10, militia track 15, hand J 8, hand US 8, deck 104",
    OF_2010,
)
LETS_ROLL = {
    "Libya": "Poor Adversary",
    "Syria": "Fair Adversary",
    "Iraq": "Poor Adversary",
    "Saudi Arabia": "Poor Ally 2 troops",
    "Gulf States": "Fair Ally 2 troops",
    "Pakistan": "Fair Neutral",
    "Afghanistan": "IR Adversary 4 sleepers",
    "Somalia": "besieged",
}
OF_2001 = "funding 9, US {}, world Hard 1, good 0, islamist 1, fair/good 3, poor/islamist 4"
OF_ANACONDA = {
    "Libya": "Poor Adversary",
    "Syria": "Fair Adversary",
    "Iraq": "Poor Adversary",
    "Saudi Arabia": "Poor Ally 2 troops",
    "Gulf States": "Fair Ally 2 troops",
    "Pakistan": "Poor Ally 1 sleeper FATA",
    "Afghanistan": "Poor Ally RC-tan 6 troops 1 sleeper",
    "Somalia": "besieged",
    "Central Asia": "Poor Ally",
    "United States": "Patriot Act",
}
OF_2003 = {
    "Libya": "Poor Adversary",
    "Syria": "Fair Adversary 1 sleeper",
    "Iraq": "Poor Ally RC-tan 6 troops 3 sleepers",
    "Iran": "1 sleeper",
    "Saudi Arabia": "Poor Ally 1 sleeper",
    "Gulf States": "Fair Ally 2 troops",
    "Pakistan": "Fair Ally 1 sleeper FATA",
    "Afghanistan": "Poor Ally RC-tan 5 troops 1 sleeper",
    "Somalia": "besieged",
    "Central Asia": "Fair Neutral",
    "Indonesia/Malaysia": "Fair Neutral 1 sleeper",
    "Philippines": "Soft 2 troops 1 sleeper Abu Sayyaf",
    "United Kingdom": "Hard",
    "United States": "Patriot Act NEST",
}
BASE_WMD, ALL_WMD = (3, 3, 0, 0), (3, 3, 2, 1)
UNMARKED = frozenset({"Somalia", "Iran", "United States"})
"""Countries of the base scenarios that hold something and are not marked."""

PAGES: dict[str, Page] = {
    "Awakening": AWAKENING,
    "Mitt's Turn": Page(
        "prestige 7, funding 6, US Hard, world Hard 1, good 0, islamist 0, fair/good 2, poor/islamist 3",
        "troops track 5, cells track 10, militia track 15, hand J 8, hand US 8, deck 104",
        {**OF_2010, "Russia": "Soft"},
    ),
    "Arab Spring": AWAKENING,
    "Status of Forces Agreement": Page(
        "prestige 6, funding 6, US Soft, world Hard 2, good 0, islamist 0, fair/good 3, poor/islamist 4",
        "troops track 7, cells track 8, militia track 14, hand J 8, hand US 8, deck 101",
        {
            "Iraq": "Poor Neutral 1 militia 2 sleepers 1 awakening 1 reaction no civil war",
            "Gulf States": "Fair Ally 2 troops 1 awakening",
            "Afghanistan": "Poor Ally RC-tan 6 troops 2 sleepers",
            "Pakistan": "Poor Neutral 1 sleeper 1 reaction",
            "Syria": "Poor Neutral 2 sleepers 1 awakening 1 reaction",
            "Egypt": "Fair Neutral 1 awakening 1 reaction",
            "Libya": "Fair Ally",
            "United Kingdom": "Hard",
            "France": "Hard",
            "Benelux": "Soft",
        },
        removed=(133, 185, 237),
    ),
    "Assad Alone": Page(
        "prestige 4, funding 6, US Hard, world Hard 2",
        "troops track 9, cells track 7, militia track 10, hand J 8, hand US 8, deck 24",
        {
            "Syria": "Fair Neutral civil war 3 militia 2 sleepers",
            "Iraq": "Poor Neutral 2 militia 2 sleepers 1 awakening 1 reaction",
            "Gulf States": "Fair Ally 2 troops 1 awakening",
            "Afghanistan": "Poor Ally 4 troops 2 sleepers no RC",
            "Pakistan": "Poor Ally 1 sleeper 1 reaction",
            "Egypt": "Fair Ally 1 awakening 1 reaction",
            "Turkey": "Fair Ally 1 aid",
            "Libya": "Poor Neutral",
            "Mali": "Poor Neutral 1 sleeper",
            "United Kingdom": "Hard",
            "France": "Hard",
            "Scandinavia": "Soft",
            "Italy": "Hard",
            "Russia": "Soft",
        },
        removed=(133, 185, 234, 237),
        wmd=(0, 0, 0, 0),
    ),
    "ISIL": Page(
        "prestige 5, funding 7, US Hard, world Hard 3, good 0, islamist 1, fair/good 3, poor/islamist 3",
        "troops track 8, cells track 5, militia track 10, hand J 9, hand US 8, deck 94",
        {
            "Syria": "Fair Neutral civil war 3 militia 4 actives no sleepers caliphate capital",
            "Iraq": "Poor Neutral civil war 2 militia 3 actives no sleepers caliphate",
            "Gulf States": "Fair Ally 2 troops",
            "Afghanistan": "Fair Ally 2 troops 1 sleeper",
            "Pakistan": "Poor Ally cadre",
            "Nigeria": "Muslim Poor Neutral 2 sleepers",
            "United Kingdom": "Hard",
            "France": "Hard",
            "Benelux": "Hard",
        },
        removed=(133, 151, 174, 184, 185, 188, 194, 234, 237),
        event_box=("Sequestration",),
        wmd=(0, 3, 0, 1),
        caliphate=frozenset({"Syria", "Iraq"}),
        more="off map 3",
        wmd_out=2,
    ),
    "Campaign": Page(
        "prestige 7, " + OF_2001.format("Hard"),
        "troops track 11, cells track 11, hand J 9, hand US 9, deck 222",
        LETS_ROLL,
        wmd=BASE_WMD,
        unmarked=UNMARKED,
    ),
    "Campaign: You Can Call Me Al": Page(
        "prestige 7, " + OF_2001.format("Soft"),
        "troops track 11, cells track 11, hand J 9, hand US 9, deck 221",
        LETS_ROLL,
        removed=(78,),
        wmd=BASE_WMD,
        unmarked=UNMARKED,
    ),
    "Campaign: Anaconda": Page(
        "prestige 8, funding 6, US Hard, good 0, islamist 0, fair/good 2, poor/islamist 6",
        "troops track 5, cells track 13, hand J 8, hand US 8, deck 222",
        OF_ANACONDA,
        removed=(43, 109),
        wmd=BASE_WMD,
        unmarked=UNMARKED,
    ),
    "Campaign: Mission Accomplished?": Page(
        "prestige 3, funding 5, US Hard, world Hard 1, good 0, islamist 0, fair/good 5, poor/islamist 4",
        "troops track 0, cells track 5, hand J 8, hand US 7, deck 219",
        OF_2003,
        removed=(5, 37, 43, 57, 109, 116),
        event_box=("Enhanced Measures", "Renditions", "Wiretapping"),
        wmd=BASE_WMD,
        unmarked=UNMARKED,
    ),
}
for base in [name for name in PAGES if name.startswith("Campaign")]:
    page = PAGES[base]
    PAGES[base.replace("Campaign", "Alternative History")] = Page(
        page.tracks,
        page.counted + ", militia track 15",
        page.countries,
        page.removed,
        page.event_box,
        ALL_WMD,
        unmarked=UNMARKED,
        more="spare wmd 3",
    )


def start(name: str, *statements: str) -> Board:
    """The board of a scenario, with all statements on it checked."""
    text = "\n".join([f'[Scenario "{name}"]', *(f"board: {s}" for s in statements if s)])
    verdict = judge(read_text(text))
    assert [f.message for f in verdict.findings if f.kind != "note"] == []
    return verdict.board


@pytest.mark.parametrize("name", PAGES)
def test_the_set_up_is_as_printed_and_as_counted(name: str) -> None:
    page = PAGES[name]
    countries = [f"{country} {what}" for country, what in page.countries.items()]
    b = start(name, page.tracks, page.counted, page.more, *countries)
    assert b.removed == page.removed
    assert tuple(sorted(b.markers)) == page.event_box
    wmd = (b.wmd_box, b.arsenal, space(b, "Syria").wmd, space(b, "Iran").wmd)
    assert wmd == page.wmd
    assert b.wmd_available == 0
    assert b.reserves("J") == b.reserves("US") == 0
    assert caliphate(b) == page.caliphate
    assert (b.side, b.phase, b.played, b.turn) == ("J", 1, 0, 1)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_else_lies_on_the_map(name: str) -> None:
    page, b = PAGES[name], start(name)
    for country, c in b.countries.items():
        if country not in page.countries:
            pieces = (c.troops, c.sleepers, c.actives, c.cadre, c.aid, c.besieged, c.regime_change, c.markers, c.plots)
            assert not any(pieces), country
            if c.data.muslim:
                assert not c.governance, country
            elif country not in ("Israel", "United States"):
                assert not c.posture, country
        if country not in page.countries or country in page.unmarked:
            s = space(b, country)
            assert not any((s.militia, s.awakening, s.reaction, s.civil_war, s.advisors)), country
    assert b["Israel"].posture == "hard"


@pytest.mark.parametrize("name", PAGES)
def test_the_mats_lie_on_their_first_sides_but_for_nigeria_in_isil(name: str) -> None:
    b = start(name)
    assert not b["Iran"].data.muslim
    assert b["Nigeria"].data.muslim == (name == "ISIL")
    assert b["Mali"].data.kind == "sunni"
    assert b["Syria"].data.kind == ("sunni" if name.startswith("Campaign") else "shia_mix")


def test_what_is_available_of_the_cells() -> None:
    """Available Cells (4.7.4.2).

    They are those on the track beyond those of the boxes above the Funding marker.
    """
    found = {name: q.available_cells(start(name)) for name in list(PAGES)[:6]}
    assert found == {
        "Awakening": 5,
        "Mitt's Turn": 5,
        "Arab Spring": 5,
        "Status of Forces Agreement": 3,
        "Assad Alone": 2,
        "ISIL": 5,
    }


def test_assad_alone_counts_what_its_page_does_not_print() -> None:
    start("Assad Alone", "good 0, islamist 0, fair/good 4, poor/islamist 5")


def test_the_penalty_for_a_posture_against_the_world() -> None:
    """Soft under World Hard 2 in three scenarios, none elsewhere (4.7.2.1)."""
    found = {name: q.gwot_penalty(start(name)) for name in list(PAGES)[:6]}
    assert found == {
        "Awakening": 2,
        "Mitt's Turn": 0,
        "Arab Spring": 2,
        "Status of Forces Agreement": 2,
        "Assad Alone": 0,
        "ISIL": 0,
    }


def test_wmd_wait_in_syria_and_iran_and_make_six() -> None:
    b = start("Awakening")
    assert WMD_HOMES == {"Syria": 2, "Iran": 1}
    assert b.arsenal + b.wmd_box + sum(space(b, name).wmd for name in WMD_HOMES) == 6
    assert expansion(start("Alternative History")).spare_wmd == 3


# -------------------------------------------------------------------- decks

FIRST_HALF = {124, 131, 132, 133, 134, 148, 153, 154, 164, 175, 191, 203, 206, 211, 212, 213, 220, 223, 227, 228}
SECOND_HALF = {123, 141, 142, 145, 151, 156, 173, 178, 180, 188, 201, 210, 215, 216, 217, 218, 221, 225, 230, 231}


def test_the_lists_of_the_arab_spring_deck() -> None:
    assert {n for n, icons in ICONS.items() if "AS" in icons} == FIRST_HALF
    assert {n for n, icons in ICONS.items() if "CW" in icons} == SECOND_HALF
    assert set(CARDS) == set(range(121, 241))


# -------------------------------------------------------------------- random countries

MUSLIM = {
    1: ("Morocco", "Syria", random_country.SECOND_TABLE),
    2: ("Algeria/Tunisia", "Jordan", "Indonesia/Malaysia"),
    3: ("Libya", "Turkey", "Lebanon"),
    4: ("Egypt", "Saudi Arabia", "Iraq"),
    5: ("Sudan", "Gulf States", "Afghanistan"),
    6: ("Somalia", "Yemen", "Pakistan"),
}
SECOND = ("Central Asia", "Central Asia", "Iran", "Mali", "Nigeria", "Nigeria")
SHIA_MIX = {
    3: "Syria",
    4: "Syria",
    5: "Syria",
    6: "Syria",
    8: "Saudi Arabia",
    9: "Turkey",
    10: "Iraq",
    11: "Gulf States",
    12: "Yemen",
    13: "Pakistan",
    14: "Lebanon",
    15: "Afghanistan",
    16: "Afghanistan",
    17: "Afghanistan",
    18: "Afghanistan",
}


@pytest.mark.parametrize("tan", range(1, 7))
@pytest.mark.parametrize("black", range(1, 7))
def test_random_muslim_country(tan: int, black: int) -> None:
    column = 0 if black <= 2 else 1 if black <= 4 else 2
    assert random_country.muslim_of((tan, black)) == MUSLIM[tan][column]


def test_second_random_table() -> None:
    assert tuple(random_country.second_of((die,)) for die in range(1, 7)) == SECOND


def thrown(total: int) -> tuple[int, int, int]:
    return next((a, b, total - a - b) for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6)


@pytest.mark.parametrize("total", SHIA_MIX)
def test_random_shia_mix_country(total: int) -> None:
    assert random_country.shia_mix_of(start("Awakening"), thrown(total)) == SHIA_MIX[total]


def test_seven_is_iran_when_it_is_muslim_and_syria_else() -> None:
    assert random_country.shia_mix_of(start("Awakening"), thrown(7)) == "Syria"
    b = judge(read_text('[Rules "Awakening"]\nsetup: Iran Muslim 1 sleeper\nJ 164 reserves')).board
    assert random_country.shia_mix_of(b, thrown(7)) == "Iran"


def test_every_country_of_the_tables_is_on_the_map_and_muslim() -> None:
    first = {name for row in MUSLIM.values() for name in row} - {random_country.SECOND_TABLE}
    assert first | {*SECOND} == {n for n, c in COUNTRIES.items() if c.muslim} | {"Iran", "Nigeria"}
    assert {*SHIA_MIX.values()} == {n for n, c in COUNTRIES.items() if c.kind == "shia_mix"}


# -------------------------------------------------------------------- a game that nobody has won

DRAWN = """[Scenario "Assad Alone"]
[US "Birch"]
[Jihadist "Alder"]
setup: turn 2, stage end, hand J 0, hand US 0
end of turn attrition Syria US[4] J[3]
"""


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    path = tmp_path / "drawn.lgn"
    path.write_text(DRAWN, encoding="utf-8")
    return path


def test_a_draw_ends_the_game() -> None:
    b = judge(read_text(DRAWN)).board
    assert (b.winner, b.victory_rule) == ("draw", "3.1")


@pytest.mark.parametrize("form", VerdictFormat)
def test_every_form_of_the_verdict_copes_with_a_draw(drawn: Path, form: str) -> None:
    found = referee("check", "--format", form, drawn)
    assert found.status == 0
    assert "Jihadist wins" not in found.out
    assert "US wins" not in found.out


def test_the_report_and_the_board_say_that_nobody_has_won(drawn: Path, tmp_path: Path) -> None:
    page = tmp_path / "drawn.html"
    assert referee("report", drawn, "-o", page).status == 0
    assert "Nobody wins" in page.read_text(encoding="utf-8")
    assert "nobody won by 3.1" in referee("board", drawn).out
    assert referee("legal", drawn).status == 0
    picture = tmp_path / "drawn.svg"
    assert referee("board", drawn, "--format", "svg", "-o", picture).status == 0


def test_an_audit_counts_a_draw_for_neither_side(drawn: Path) -> None:
    before, _, behind = referee("audit", drawn).out.partition("\nPlayers (")
    named = [
        [line.split() for line in part.splitlines() if line.startswith(("Alder", "Birch"))] for part in (before, behind)
    ]
    # place, points, games, won, drawn, lost, unfinished
    assert named[0] == [[name, "1", "½", "1", "0", "1", "0", "0"] for name in ("Alder", "Birch")]
    rows = named[1][:2]  # the table of the players; that of the dice comes behind it
    # games, as Jihadist, as US, won, lost
    assert {row[0]: row[1:6] for row in rows} == {
        "Alder": ["1", "1", "0", "0", "0"],
        "Birch": ["1", "0", "1", "0", "0"],
    }


def test_a_line_behind_a_draw_is_told_that_nobody_has_won() -> None:
    found = judge(read_text(DRAWN + "J 164 reserves\nboard: US wins\n")).findings
    assert [(f.kind, f.rule) for f in found if f.kind != "note"] == [("illegal", "5.1"), ("outcome", "3.1")]


@pytest.mark.parametrize("name", ["Campaign", "Campaign: Anaconda", "Alternative History"])
def test_two_decks_that_lie_one_on_the_other_are_never_reshuffled(name: str) -> None:
    """A Campaign of two decks, which are never reshuffled.

    Its length may be written as the two decks that it has; the game ends when they are out (5.3.1).
    """
    verdict = judge(read_text(f'[Scenario "{name}"]\n[Length "2 decks"]\n\nJ 95 reserves\n'))
    assert verdict.board.decks == 1
    assert not [f for f in verdict.findings if f.rule == "3.3"]
