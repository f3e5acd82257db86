"""Unsupported parts of a saved game.

They are refused, or named before anything is judged.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from referee.inputs import saved_games
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.inputs.saved_games import import_game, of_saved
from referee.parsers.app import record
from referee.parsers.app.saves import SavedPosition
from referee.parsers.notation.encodings import TextError
from tests.helpers.appfolder import Folder
from tests.helpers.commands import referee

RECRUITS = """
    Jihadist plays #95 Wahhabism (3 Ops)
    The Jihadist event is playable
    Jihadist performs a Recruit operation
    1st Recruit automatically succeeds in Afghanistan
    2nd Recruit automatically succeeds in Afghanistan
    3rd Recruit automatically succeeds in Afghanistan
    Add 3 Sleeper Cells to Afghanistan from the funding track
    Put #95 Wahhabism in the discard pile
"""
RECRUITED = "J 95 recruit Afghanistan 3"


@pytest.mark.parametrize("name", ["Islamic State of Iraq", "Fall Of ISIL", "Trump Takes Command", "Hillary Wins"])
def test_a_scenario_of_the_third_deck_is_refused(name: str, tmp_path: Path) -> None:
    game = Folder()
    game.add(game.opening, scenarioName=name, startingMode="ForeverWar", currentMode="ForeverWar")
    game.files = {f"{kind}-000": game.files[f"{kind}-001"] for kind in ("save", "log")}
    path = tmp_path / "game.tar"
    path.write_bytes(game.tar(""))
    for command in ("convert", "check"):
        done = referee(command, path)
        assert done.status == 2
        assert "cards 241 to 360, which is not supported" in done.err + done.out


def test_it_is_refused_by_its_name_in_a_history(tmp_path: Path) -> None:
    text = Folder().history().replace(b"Let's Roll", b"Hillary Wins")
    with pytest.raises(TextError, match="“Hillary Wins” is one of the third deck"):
        record.read(text)


def test_a_campaign_is_read_as_far_as_the_second_deck_goes() -> None:
    game = Folder()
    game.play(RECRUITS, RECRUITED)
    game.add(["Jihadist plays #250 Invented (1 Op)", "Put #250 Invented in the discard pile"], currentMode="ForeverWar")
    game.add(["US plays #251 Invented (1 Op)"])
    for data in (game.tar(), game.history()):
        done = of_saved(record.read(data))
        assert RECRUITED in done.text.splitlines()
        assert "250" not in done.text
        told = [n for n in done.notes if n.startswith("from save 2 on the third deck is in play, cards 241 to 360")]
        assert len(told) == 1
        assert f"; {told[0]}" in done.text.splitlines()


def test_check_tells_what_is_not_judged() -> None:
    game = Folder()
    game.play(RECRUITS, RECRUITED)
    game.add(["Jihadist plays #250 Invented (1 Op)"], currentMode="ForeverWar")
    found = judge(read_record(game.tar())).findings
    assert [(f.kind, f.rule) for f in found if "third deck" in f.message] == [("note", "referee")]


def test_a_scenario_that_nobody_knows_is_refused() -> None:
    game = Folder()
    game.add(game.opening, scenarioName="The Battle of Nowhere")
    game.files = {f"{kind}-000": game.files[f"{kind}-001"] for kind in ("save", "log")}
    with pytest.raises(TextError, match="the scenario “The Battle of Nowhere” of the saved game is not known"):
        import_game(record.read(game.tar()))


def test_the_scenario_is_known_from_a_later_save_too() -> None:
    game = Folder()
    game.play(RECRUITS, RECRUITED)
    game.files["log-000"] = game.files["save-000"] = b"{"
    text = import_game(record.read(game.tar())).text
    assert text.startswith('[Scenario "Let\'s Roll!"]')
    assert RECRUITED in text


def test_a_game_that_was_extended_has_its_length_from_its_end() -> None:
    game = Folder()
    game.play(RECRUITS, RECRUITED)
    game.add(["Game length extended from 1 to 2 decks."], gameLength=2)
    for data in (game.tar(), game.history()):
        assert record.read(data).tags["Length"] == "2 decks"


# ------------------------------------------------------------ the enhanced Bot


def plotting(enhanced: bool) -> Folder:
    """A Bot that uses Wahhabism against its flowchart."""
    game = Folder()
    game.state["botEnhancements"] = enhanced
    game.add(game.opening)
    game.files = {f"{kind}-000": game.files[f"{kind}-001"] for kind in ("save", "log")}
    game.logs = game.logs[:1]
    travels = """
        Jihadist plays #95 Wahhabism (3 Ops)
        Jihadist performs a Travel operation
        Attempt travel from Afghanistan to Pakistan
        Travel from Afghanistan to Pakistan succeeds automatically
        Move 1 Sleeper Cell from Afghanistan to Pakistan as 1 Sleeper Cell
        Put #95 Wahhabism in the discard pile
    """
    game.add([line.strip() for line in travels.strip().splitlines()])
    return game


def test_the_choices_of_the_enhanced_bot_are_not_judged() -> None:
    done = of_saved(record.read(plotting(enhanced=True).tar()))
    assert '[Options "jihadist-bot, unguided"]' in done.text
    assert any(n.startswith("the Bot is the enhanced one of the program") for n in done.notes)
    chapters = {f.rule.partition(".")[0] for f in judge(read_text(done.text)).findings if f.counted}
    assert not chapters & {"9", "12"}


def test_a_history_says_that_the_bot_is_the_enhanced_one() -> None:
    text = Folder().history().replace(b"Options:\n", b"Options:\nUse Bot enhancements   : yes\n")
    assert record.read(text).tags["Options"] == "jihadist-bot, unguided"


def test_those_of_the_bot_of_chapter_12_are() -> None:
    done = of_saved(record.read(plotting(enhanced=False).tar()))
    assert '[Options "jihadist-bot"]' in done.text
    assert "12" in {f.rule.partition(".")[0] for f in judge(read_text(done.text)).findings if f.counted}


def test_an_enhanced_us_bot_does_not_exist() -> None:
    game = Folder("Jihadist", ("Off Guard",))
    game.state["botEnhancements"] = True
    assert "unguided" not in record.read(game.tar()).text


# ------------------------------------------------------------ the program for chapter 9

TRANSCRIPT = """Labyrinth: The War on Terror AI Player

Release invented

Choose Scenario
(1) Let's Roll
Enter choice: 1

Jihadist Ideology: Normal

[[ 2001 (Turn 1) ]]

Command: j 95
== Jihadist plays Wahhabism - 3 Ops ==
"""


@pytest.mark.parametrize("text", [TRANSCRIPT, TRANSCRIPT[TRANSCRIPT.index("Jihadist Ideology") :]])
def test_a_transcript_of_the_program_for_chapter_9_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    for data in (text.encode(), gzip.compress(text.encode())):
        path = tmp_path / "game.txt"
        path.write_bytes(data)
        for command in ("convert", "check"):
            done = referee(command, path)
            assert done.status == 2
            said = [line for line in (done.err + done.out).splitlines() if "not supported" in line]
            assert len(said) == 1
            assert "the Python program for chapter 9, which is not supported" in said[0]


# ------------------------------------------------------------ work


def busy(plays: int) -> Folder:
    """A game of events that the log does not describe.

    After each of them the whole map is another.
    """
    game = Folder()
    for n in range(plays):
        card = 1 + n * 7 % 119
        for entry in game.state["countries"]:
            entry["params"]["pieces"] = ["Sleeper Cell"] * ((n + len(entry["params"]["name"])) % 3)
        game.add(
            [f"Jihadist plays #{card} Invented (2 Ops)", 'Jihadist executes the "Invented" event'],
            countries=game.state["countries"],
        )
    return game


def test_the_work_for_a_game_is_bounded_and_its_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "_MOST_WORK", 3_000)
    importer = saved_games._Importer(record.read(busy(40).tar()))
    done = importer.run()
    work = importer.game.work
    assert work.most == 3_000
    assert work.spent <= 3_000 + 1_000
    assert any(n.startswith("from save ") and "trying them out would take too long" in n for n in done.unjudged_parts)
    plays = [line for line in done.text.splitlines() if line.startswith("J ")]
    assert len(plays) == 40


def test_a_longer_game_may_cost_more_up_to_a_limit() -> None:
    def limit(plays: int) -> float:
        return saved_games._Importer(record.read(busy(plays).tar())).game.work.most

    assert limit(5) < limit(50) <= saved_games._MOST_WORK


def test_one_line_does_not_take_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "_A_LINE", 0)
    tried: list[str] = []
    usual = saved_games._Importer.tried

    def counted(self: saved_games._Importer, line: str, state: SavedPosition | None) -> tuple[int, str]:
        tried.append(line)
        return usual(self, line, state)

    monkeypatch.setattr(saved_games._Importer, "tried", counted)
    game = busy(3)
    variants = [d.variants for d in record.read(game.tar()).drafts if d.play]
    assert all(len(v) > 1 for v in variants)
    import_game(record.read(game.tar()))
    assert [line for line in tried if line.startswith("J ")] == [v[0] for v in variants]
