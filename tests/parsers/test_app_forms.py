"""The forms of a saved game's log, one by one.

Each is read as the line that was written by hand.
"""

from __future__ import annotations

import json
import re

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.inputs.saved_games import import_game
from referee.parsers.app import record
from tests.helpers.appfolder import Folder


def converted(game: Folder) -> list[str]:
    """The lines of the record without head, deals and comments."""
    text = import_game(record.read(game.tar())).text
    return [line for line in text.splitlines() if line and line[0] not in "[;" and not line.startswith("deal")]


CLAIMS = re.compile(r" => .*?(?= / |$)")
RESERVES = {
    "Let's Roll!": ((49, "Al-Ittihad al-Islami"), (52, "IEDs")),
    "Awakening": ((164, "Bloody Thursday"), (171, "Abu Ghraib Jail Break")),
}
"""Two cards of value 1 with Jihadist events."""


def read(log: str, *lines: str, role: str = "US", scenario: str = "Let's Roll!", setup: str = "") -> list[str]:
    """The record's lines for a log that follows a position.

    ``lines`` are those that lead to the log's own position.

    A person who plays the US has the second phase, after two cards of a Bot that is not judged.
    """
    game = Folder(role, ("Muddled",) if role == "US" else ("Off Guard",), scenario, setup, enhanced=role == "US")
    if role == "US":
        for n, (card, name) in enumerate(RESERVES[scenario], 1):
            said = f"Jihadist adds 1 Op to reserves.  Reserves now {n} Op{'s' * (n > 1)}"
            game.play(f"Jihadist plays #{card} {name} (1 Op)\n{said}", f"J {card} reserves")
        game.play("End of 1st Jihadist action phase")
    before = len(converted(game))
    game.play(log, *lines)
    return [CLAIMS.sub("", line) for line in converted(game)[before:]]


def begun(scenario: str, log: str, *lines: str, role: str = "US") -> Folder:
    """A game with a choice or roll before the first deal."""
    game = Folder(role, ("Muddled",) if role == "US" else ("Off Guard",), scenario)
    head, deal = game.opening[:-2], game.opening[-2:]
    game.files.clear()
    game.logs.clear()
    game.play("\n".join([*head, log, *deal]), *lines)
    return game


# ------------------------------------------------------------ choices of the set-up


@pytest.mark.parametrize("role", ["US", "Jihadist"])
def test_three_cells_of_anaconda(role: str) -> None:
    game = begun(
        "Anaconda",
        """
        Turkey tested: Set to Poor Neutral
        Add 1 Sleeper Cell to Turkey from the funding track
        Add 1 Sleeper Cell to Iran from the funding track
        France tested: Set posture to Hard
        Add 1 Sleeper Cell to France from the funding track
        """,
        "J set-up Turkey t[3], Iran, France t[5]",
        role=role,
    )
    assert converted(game) == ["J set-up Turkey t[?], Iran, France t[?] => Turkey Poor, France Hard"]


def test_seven_postures_of_mission_accomplished() -> None:
    rolls = {"Scandinavia": 3, "Benelux": 4, "Germany": 5, "France": 6, "Italy": 1, "Spain": 5, "Eastern Europe": 4}
    log = [
        f"Roll posture of {name}\nDie roll: {die}\nSet the posture of {name} to {'Hard' if die > 4 else 'Soft'}"
        for name, die in rolls.items()
    ]
    written = "J set-up " + ", ".join(f"{name} [{die}]" for name, die in rolls.items())
    game = begun("Mission Accomplished?", "\n".join(log), written)
    assert converted(game) == [written]


# ------------------------------------------------------------ second and further cards


def test_the_second_card_of_adam_gadahn_recruits_in_the_us() -> None:
    found = read(
        """
        Jihadist plays #48 Adam Gadahn (1 Op)
        The Jihadist event is playable
        Jihadist executes the "Adam Gadahn" event
        Jihadist plays #83 Kashmir (3 Ops)
        Jihadist recruits in the US using: #83 Kashmir (3 Ops)
        Recruit rolls will succeed with a roll of 1 or 2
        There are 6 cells available for recruitment
        1st recruit succeeds with a roll of 1
        Add 1 Sleeper Cell to United States from the funding track
        2nd recruit succeeds with a roll of 2
        Add 1 Sleeper Cell to United States from the funding track
        3rd recruit fails with a roll of 5
        Put #83 Kashmir in the discard pile
        Put #48 Adam Gadahn in the discard pile
        """,
        "J 48 event",
        "J 83 recruit United States 3 [1 2 5]",
        role="Jihadist",
        setup="funding 5",
    )
    assert found == ["J 48 event", "J 83 recruit United States 3 [1 2 5]"]


def test_madrassas_recruits_with_its_own_value_before_the_second_card() -> None:
    found = read(
        """
        Jihadist plays #53 Madrassas (1 Op)
        The Jihadist event is playable
        Jihadist executes the "Madrassas" event
        Jihadist plays #83 Kashmir (3 Ops)
        Jihadist performs a Recruit operation with 4 Ops
        There are 8 cells available for recruitment
        1st Recruit succeeds in Yemen with a roll of 1
        2nd Recruit succeeds in Yemen with a roll of 3
        3rd Recruit fails in Yemen with a roll of 4
        4th Recruit fails in Yemen with a roll of 6
        Add 2 Sleeper Cells to Yemen from the funding track
        Put #83 Kashmir in the discard pile
        Put #53 Madrassas in the discard pile
        """,
        "J 53 event Yemen [1]",
        "J 83 recruit Yemen 3 [3 4 6]",
        role="Jihadist",
        setup="funding 2, Yemen Poor Neutral",
    )
    assert found == ["J 53 event Yemen [1]", "J 83 recruit Yemen 3 [3 4 6]"]


def test_intel_community_brings_an_operation_and_a_further_card() -> None:
    log = """
        US plays #18 Intel Community (2 Ops)
        The US event is playable
        US executes the "Intel Community" event
        US player does not inspect the Jihadist hand in the solo game.
        US player conducts an operation with 1 Op
        US attempts War of Ideas operation with 1 Op
        US performs War of Ideas in Canada
        Die roll: 5
        Change posture of Canada from Untested to Hard
        Increase US prestige by 1 (New posture matches US posture)
        +1 to prestige (now 8)
        US plays #43 Patriot Act (3 Ops)
        The US event is playable
        US executes the "Patriot Act" event
        Place "Patriot Act" marker in United States
        Remove #43 Patriot Act from the game
        Put #18 Intel Community in the discard pile
    """
    line = "US 18 event / woi Canada [5] / US 43 event"
    found = read(log, line, setup="prestige 7")
    assert found == [f"{line} United States"]


def test_the_operation_of_intel_community_may_be_reserves() -> None:
    log = """
        US plays #18 Intel Community (2 Ops)
        The US event is playable
        US executes the "Intel Community" event
        US player does not inspect the Jihadist hand in the solo game.
        US player conducts an operation with 1 Op
        US adds 1 Op to reserves.  Reserves now 1 Op
        Put #18 Intel Community in the discard pile
    """
    found = read(log, "US 18 event / reserves")
    assert found == ["US 18 event / reserves"]


def test_the_operation_of_fatwa_may_be_reserves() -> None:
    log = """
        US plays #97 Fatwa (1 Op)
        The Unassociated event is playable
        US executes the "Fatwa" event
        Take the top card of the Jihadist Bot's hand.
        US draws #51 FREs from the Jihadist Bot hand
        Take a random card from your hand (not including the one you just took)
        and place it on top card of the Jihadist Bot's hand.
        Jihadist draws #41 NATO from the US Player hand
        US adds 1 Op to reserves.  Reserves now 1 Op
        Put #97 Fatwa in the discard pile
    """
    found = read(log, "US 97 event give 41 take 51 / reserves")
    assert found == ["US 97 event take 51, give 41 / reserves"]


# ------------------------------------------------------------ asides of a play


@pytest.mark.parametrize("said", ["Jihadist voluntarily cadre removal.", ""])
def test_a_cadre_removed_by_choice_inside_a_play_is_a_line_of_its_own(said: str) -> None:
    found = read(
        f"""
        Jihadist plays #95 Wahhabism (3 Ops)
        The Jihadist event is playable
        {said}
        Remove 1 cadre marker from Egypt.
        Remove 1 cadre marker from Yemen.
        Jihadist performs a Recruit operation with 3 Ops
        1st Recruit automatically succeeds in Afghanistan
        2nd Recruit automatically succeeds in Afghanistan
        3rd Recruit automatically succeeds in Afghanistan
        Add 3 Sleeper Cells to Afghanistan from the funding track
        Put #95 Wahhabism in the discard pile
        """,
        "J remove-cadre Egypt, Yemen",
        "J 95 recruit Afghanistan 3",
        role="Jihadist",
        setup="Egypt Poor Neutral cadre, Yemen Poor Neutral cadre",
    )
    assert found == ["J remove-cadre Egypt, Yemen", "J 95 recruit Afghanistan 3"]


def test_a_cadre_on_which_a_cell_comes_is_not_removed_by_choice() -> None:
    found = read(
        """
        Jihadist plays #95 Wahhabism (3 Ops)
        The Jihadist event is playable
        Jihadist performs a Recruit operation with 3 Ops
        1st Recruit succeeds in Egypt with a roll of 1
        2nd Recruit fails in Egypt with a roll of 5
        3rd Recruit fails in Egypt with a roll of 6
        Remove 1 cadre marker from Egypt.
        Add 1 Sleeper Cell to Egypt from the funding track
        Put #95 Wahhabism in the discard pile
        """,
        "J 95 recruit Egypt 3 [1 5 6]",
        role="Jihadist",
        setup="Egypt Poor Neutral cadre",
    )
    assert found == ["J 95 recruit Egypt 3 [1 5 6]"]


@pytest.mark.parametrize("head", ["Jihadist voluntarily cadre removal.", "Jihadist voluntary cadre removal"])
def test_cadres_removed_between_two_plays(head: str) -> None:
    found = read(
        f"""
        {head}
        Remove 1 cadre marker from Egypt.
        Remove 1 cadre marker from Yemen.
        """,
        "J remove-cadre Egypt, Yemen",
        role="Jihadist",
        setup="Egypt Poor Neutral cadre, Yemen Poor Neutral cadre",
    )
    assert found == ["J remove-cadre Egypt, Yemen"]


SYRIA = "Syria Poor Neutral civil war 1 sleeper"


def test_a_truce_names_its_country() -> None:
    for marker in ('Place "TRUCE" marker in Syria', "Place TRUCE marker in Syria", "Place a TRUCE marker in Syria"):
        found = read(
            f"""
            US plays #239 Truce (3 Ops)
            The Unassociated event is playable
            US executes the "Truce" event
            {marker}
            Put #239 Truce in the lapsing box
            """,
            "US 239 event Syria",
            scenario="Awakening",
            setup=SYRIA,
        )
        assert found == ["US 239 event Syria"]


def test_the_country_of_a_truce_is_in_the_position_too() -> None:
    game = Folder("Jihadist", ("Off Guard",), "Awakening", f"{SYRIA}, Iraq Poor Neutral civil war")
    log = """
        Jihadist plays #239 Truce (3 Ops)
        The Unassociated event is playable
        Jihadist executes the "Truce" event
        Put #239 Truce in the lapsing box
    """
    game.play(log, "J 239 event Syria")
    board = judge(read_text(import_game(record.read(game.tar())).text)).board
    assert [name for name, c in board.countries.items() if "Truce" in c.markers] == ["Syria"]


@pytest.mark.parametrize(("words", "side", "price"), [("The Jihadist", "J", "funding"), ("US", "US", "prestige")])
def test_a_truce_is_ended_before_a_play(words: str, side: str, price: str) -> None:
    found = read(
        f"""
        Jihadist plays #171 Abu Ghraib Jail Break (1 Op)
        The Jihadist event is NOT playable
        {words} chooses to end the TRUCE in Syria.
        -2 to {price} (now 3)
        Jihadist performs a Recruit operation
        1st Recruit automatically succeeds in Syria
        Add 1 Sleeper Cell to Syria from the funding track
        Put #171 Abu Ghraib Jail Break in the discard pile
        """,
        f"{side} turn-in truce",
        "J 171 recruit Syria 1",
        role="Jihadist",
        scenario="Awakening",
        setup=f"funding 5, prestige 5, {SYRIA} Truce, lapsing 239",
    )
    assert found == [f"{side} turn-in truce", "J 171 recruit Syria 1"]


# ------------------------------------------------------------ dice and choices of events


def test_the_die_of_kazakh_strain_with_its_result() -> None:
    setup = "Central Asia Poor Neutral 1 active, wmd box 3"
    for die, result, then in (
        (3, "Success!", ""),
        (4, "Failure", "Remove 1 Active Cell from Central Asia to the funding track"),
    ):
        log = f"""
            Jihadist plays #69 Kazakh Strain (2 Ops)
            The Jihadist event is playable
            Jihadist executes the "Kazakh Strain" event
            Die roll: {die} - {result}
            {then or "Add 1 out of play WMD plot to the available box"}
            Remove #69 Kazakh Strain from the game
        """
        found = read(log, f"J 69 event [{die}]", role="Jihadist", setup=setup)
        assert len(found) == 1
        assert f"[{die}]" in found[0]


def test_the_test_of_iran_is_told_before_the_rolls() -> None:
    log = """
        Jihadist plays #105 Iran (2 Ops)
        The Unassociated event is playable
        Jihadist executes the "Iran" event
        Lebanon tested: Set to Fair Neutral
        Conduct Jihad in Lebanon
        Rolling 2 dice
        1st Die roll: 2
        Success
        2nd Die roll: 1
        Success
        Degrade the governance of Lebanon to Poor
        Put #105 Iran in the discard pile
    """
    found = read(log, "J 105 event Lebanon [5 2 1]", role="Jihadist")
    assert found == ["J 105 event Lebanon t[?] [2] [1]"]


def test_the_us_tests_a_country_and_takes_a_cell_of_iran() -> None:
    log = """
        US plays #104 Iran (2 Ops)
        The Unassociated event is playable
        US executes the "Iran" event
        Turkey tested: Set to Poor Neutral
        Remove 1 Sleeper Cell from Iran to the funding track
        Add cadre marker to Iran.
        Put #104 Iran in the discard pile
    """
    found = read(log, "US 104 event Turkey t[2], cell Iran:s", setup="Iran 1 sleeper")
    assert found == ["US 104 event Turkey t[?], Iran:s"]


def test_a_cell_of_iran_does_not_say_which_country_was_selected() -> None:
    log = """
        US plays #105 Iran (2 Ops)
        The Unassociated event is playable
        US executes the "Iran" event
        Remove 1 Sleeper Cell from Iran to the funding track
        Add cadre marker to Iran.
        Put #105 Iran in the discard pile
    """
    found = read(log, "US 105 event Pakistan, cell Iran:s", setup="Iran 1 sleeper, Pakistan Fair Neutral")
    assert found == ["US 105 event cell Iran:s"]


@pytest.mark.parametrize(
    ("log", "line", "written"),
    [
        ("+1 to funding (now 6)", "J 169 event Mali funding, Serbia [2]", "J 169 event Mali, Serbia posture[2]"),
        (
            "Add 1 Sleeper Cell to Mali from the funding track",
            "J 169 event Mali cell, Serbia [2]",
            "J 169 event Mali, Serbia posture[2]",
        ),
    ],
)
def test_islamic_maghreb_rolls_for_serbia(log: str, line: str, written: str) -> None:
    found = read(
        f"""
        Jihadist plays #169 Islamic Maghreb (1 Op)
        The Jihadist event is playable
        Jihadist executes the "Islamic Maghreb" event
        Jihadist chooses Mali
        {log}
        Roll posture of Serbia
        Die roll: 2
        Set the posture of Serbia to Soft
        Travel to/within Schengen countries requires a roll for the rest of this turn
        Put #169 Islamic Maghreb in the lapsing box
        """,
        line,
        role="Jihadist",
        scenario="Awakening",
        setup="funding 5, Mali Poor Neutral",
    )
    assert found == [written]


def test_unconfirmed_takes_a_card_that_was_removed() -> None:
    for said in (
        "Jihadist draws #219 Abu Sayyaf (ISIL) from the Removed pile",
        "#219 Abu Sayyaf (ISIL) drawn from the Removed pile",
    ):
        found = read(
            f"""
            Jihadist plays #197 Unconfirmed (3 Ops)
            The Jihadist event is playable
            Jihadist executes the "Unconfirmed" event
            {said}
            -1 to prestige (now 4)
            Remove #197 Unconfirmed from the game
            """,
            "J 197 event take 219",
            role="Jihadist",
            scenario="Awakening",
            setup="prestige 5, removed 219",
        )
        assert found == ["J 197 event take 219"]


def test_the_second_discard_of_quagmire_is_its_own() -> None:
    log = """
        Jihadist plays #192 Quagmire (3 Ops)
        The Jihadist event is playable
        Jihadist executes the "Quagmire" event
        You (US) must randomly discard two cards.
        Playable Jihadist events on the discards are triggered.
        US discards #177 Gaza Rockets
        The "Gaza Rockets" event is triggered.
        Jihadist event "Gaza Rockets" triggers
        Add Plot 1 to Israel
        Add Plot 1 to Israel
        -1 to funding (now 7)
        Put #177 Gaza Rockets in the discard pile
        US discards #139 Int'l Banking Regime
        The "Int'l Banking Regime" event does not trigger.
        Put #139 Int'l Banking Regime in the discard pile
        The Quagmire event affects the US posture.
        Set US posture to Soft
        Put #192 Quagmire in the discard pile
    """
    game = Folder("US", ("Muddled",), "Awakening")
    game.add([line.strip() for line in log.strip().splitlines()])
    line = next(v for d in record.read(game.tar()).drafts for v in d.variants if v.startswith("J 192"))
    assert line.startswith("J 192 event discard 177 139 / event Israel: 1 1")


@pytest.mark.parametrize(
    "sentence",
    ["Jihadist Player declares Syria as the Caliphate Capital.", "A Caliphate is declared with Syria as the Capital"],
)
def test_a_caliphate_is_declared(sentence: str) -> None:
    found = read(
        f"""
        Jihadist plays #187 Foreign Fighters (3 Ops)
        The Jihadist event is playable
        Jihadist executes the "Foreign Fighters" event
        Add 5 Sleeper Cells to Syria from the funding track
        {sentence}
        Place Caliphate capital marker in Syria
        +2 to funding (now 7)
        Put #187 Foreign Fighters in the discard pile
        """,
        "J 187 event Syria, capital Syria",
        role="Jihadist",
        scenario="Awakening",
        setup="funding 5, Syria Poor Neutral civil war besieged",
    )
    assert len(found) == 1
    assert "capital Syria" in found[0]


def test_a_card_that_ferguson_cancels() -> None:
    found = read(
        """
        US plays #155 Fracking (3 Ops)
        The US event is playable
        #155 Fracking is discarded without effect due to Ferguson being in effect
        Put #155 Fracking in the discard pile
        """,
        "US 155 cancelled",
        scenario="Awakening",
        setup="lapsing 166",
    )
    assert found == ["US 155 cancelled"]


def test_a_reassessment_that_ferguson_cancels_takes_both_cards() -> None:
    found = read(
        """
        US plays #185 Invented (3 Ops)
        The Jihadist event conditions are NOT currently satisfied.
        #159 Invented is discarded without effect due to Ferguson being in effect
        The reassessment action is cancelled
        Put #159 Invented in the discard pile
        Put #185 Invented in the discard pile
        """,
        "US 185+159 cancelled",
        scenario="Awakening",
        setup="lapsing 166",
    )
    assert found == ["US 185+159 cancelled"]


# ------------------------------------------------------------ corrections


def corrected(scenario: str, plots: list[str], setup: str = "") -> tuple[list[str], list[str]]:
    """The lines of a record, and its kinds of findings.

    The record's program has these Plots Available from its first play on.
    """
    game = Folder("Jihadist", ("Off Guard",), scenario, setup)
    for card, name in RESERVES[scenario]:
        game.state["plotData"] = {"availablePlots": plots, "resolvedPlots": []}
        line = f"J {card} reserves"
        game.play(f"Jihadist plays #{card} {name} (1 Op)\nJihadist adds 1 Op to reserves.  Reserves now 1 Op", line)
        game.state["plotData"] = {"availablePlots": plots, "resolvedPlots": []}
        last = f"save-{len(game.logs) - 1:03}"
        game.files[last] = json.dumps({"file-version": 3, "game-state": game.state}).encode()
    text = import_game(record.read(game.tar())).text
    return text.splitlines(), [f.kind for f in judge(read_text(text)).findings if f.counted]


SIX = ["Plot 3", "Plot 2", "Plot 2", "Plot 1", "Plot 1", "Plot 1"]


def test_a_wmd_that_the_program_has_available_comes_out_of_the_box() -> None:
    lines, kinds = corrected("Let's Roll!", ["Plot WMD", *SIX])
    assert [line for line in lines if line.startswith("set:")] == ["set: available 1 1 1 2 2 3 W, wmd box 2"]
    assert "impossible" not in kinds


def test_a_number_of_wmd_that_cannot_be_costs_nothing() -> None:
    game = Folder("Jihadist", ("Off Guard",))
    game.country("Canada")["wmdCache"] = -1
    game.add(
        ["Jihadist plays #49 Invented (1 Op)"], plotData={"availablePlots": ["Plot WMD", *SIX], "resolvedPlots": []}
    )
    assert "available 1 1 1 2 2 3 W" in import_game(record.read(game.tar())).text


def test_what_cannot_lie_there_is_told_once_and_not_written() -> None:
    lines, kinds = corrected("Awakening", ["Plot WMD", *SIX])
    assert not [line for line in lines if line.startswith("set:")]
    assert [line for line in lines if "cannot lie here" in line] == [
        "; the program has what cannot lie here: available 1 1 1 2 2 3 W"
    ]
    assert "impossible" not in kinds
