"""A play tried differently during a record, kept in braces."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.editions import rulesets
from referee.engine.explaining.variations import variations
from referee.inputs.judging import judge_path
from referee.parsers.notation.writer import format_text
from referee.play.recording import Book, Session
from referee.play.recording.variation import Recorder, plays_of
from referee.web.desk import RefusedError
from referee.web.recording import RecordRoom
from tests.helpers.paths import LOGS
from tests.play.test_recording import HEAD, begun, typed

OPENING = ("112e", "95rec3", "43 woi pak 4")
"""Bin Ladin (Prestige 7 to 3), three Cells in Afghanistan, a War of Ideas in Pakistan that a 4 fails at Low Prestige."""


def recorder(*lines: str) -> Recorder:
    """A game of three plays, at which more is typed."""
    session = begun(HEAD)
    typed(session, *OPENING)
    made = Recorder(session)
    for line in lines:
        reply = made.feed(line)
        assert not reply.wrong, (line, reply.texts)
    return made


def told(made: Recorder) -> list[str]:
    """The plays of the record, and what is kept beside them."""
    return [line for line in made.game.book.lines if line[:1] not in ("[", "") and not line.startswith("deal")]


def test_another_die_is_kept_below_its_play() -> None:
    made = recorder("what if 3", "43 woi pak 6", "keep and with a 6?")
    # 7.2.1.2, 4.9.2: at Low Prestige 6 - 1 = 5 succeeds where 4 - 1 = 3 has failed
    assert told(made) == [
        "J 112 event",
        "J 95 recruit Afghanistan 3",
        "US 43 woi Pakistan [4]",
        "{US 43 woi Pakistan [6]; and with a 6?}",
    ]


def test_it_is_played_on_by_the_recorder() -> None:
    made = recorder("what if a2", "95 tra pak", "", "20w pak", "6", "keep")
    # in the place of the second Jihadist play, and then it is the turn of the US
    assert told(made) == [
        "J 112 event",
        "J 95 recruit Afghanistan 3",
        "{J 95 travel Afghanistan:s > Pakistan}",
        "{... US 20 woi Pakistan [6]}",
        "US 43 woi Pakistan [4]",
    ]
    assert made.game.question.title.startswith("Which card does the US play (2 of 2"), "the game stands where it stood"


def test_a_second_one_goes_below_the_first() -> None:
    made = recorder("what if 2", "95 tra pak", "", "keep", "what if 2", "95 rec 2", "20w pak 5", "keep")
    assert told(made)[2:5] == [
        "{J 95 travel Afghanistan:s > Pakistan}",
        "{J 95 recruit Afghanistan 2}",
        "{... US 20 woi Pakistan [5]}",
    ]


def test_the_report_judges_what_was_kept(tmp_path: Path) -> None:
    made = recorder("what if 3", "43 woi pak 6", "! US 45 deploy track > Iran 2", "keep")
    path = tmp_path / "game.lgn"
    path.write_text(made.game.book.text, encoding="utf-8")
    first, second = variations(judge_path(str(path)))
    assert not [f for f in first.findings if f.counted]
    assert second.goes_on
    assert [f.kind for f in second.findings if f.counted] == ["illegal"]  # 7.3.3: Iran is no Ally


@pytest.mark.parametrize("play", [0, 7, 18, -1])
def test_the_verdict_is_the_same_with_and_without_it(play: int) -> None:
    book = Book((LOGS / "evening-1.lgn").read_text(encoding="utf-8"))
    before = [(f.kind, f.rule, f.message) for f in book.findings]
    position = position_of(book)
    session = Session(book, seed=7)
    made = Recorder(session)
    made.feed(f"what if {plays_of(book)[play].step.id}")
    assert made.what_if is not None
    made.feed("! US ? reserves")
    made.feed("! J ? recruit Afghanistan [1]")
    during = [(f.kind, f.rule, f.message) for f in book.findings]
    assert (during, position_of(book)) == (before, position)
    assert len(made.what_if.lines()) >= 2
    made.feed("keep")
    assert made.what_if is None
    assert [(f.kind, f.rule, f.message) for f in book.findings] == before
    assert position_of(book) == position
    again = Book(book.text)
    assert [(f.kind, f.rule, f.message) for f in again.findings] == before


def position_of(book: Book) -> list[object]:
    """The position of a record."""
    b = book.game.board
    return [(s.subject, s.field, s.value) for s in b.rules.facts.statements(b)]


def test_nothing_is_written_until_it_is_kept() -> None:
    made = recorder()
    before = made.game.book.text
    for line in ("what if 1", "113 tra pak", "", "112e", "undo", "drop"):
        assert not made.feed(line).wrong
        assert made.game.book.text == before
    assert made.what_if is None
    assert made.game.question.title.startswith("Which card does the US play (2 of 2")


def test_undo_ends_at_its_beginning() -> None:
    made = recorder("what if 2", "95 tra pak", "", "undo", "undo", "undo", "undo")
    assert made.feed("undo").texts == ["There is nothing to take back."]
    assert made.what_if is not None
    assert made.feed("keep").texts == ["Nothing is played yet that could be kept."]


def test_the_open_play_of_the_game_goes_on() -> None:
    made = recorder("44", "woi", "pak", "what if 3", "43 woi pak 6", "keep")
    assert made.game.question.kind == "dice"
    made.feed("5")
    assert told(made)[-1] == "US 44 woi Pakistan [5]"


def test_undo_takes_it_out_of_the_record() -> None:
    made = recorder("what if 3", "43 woi pak 6", "20w pak 5", "keep", "undo")
    assert told(made)[-1] == "US 43 woi Pakistan [4]"
    made.feed("redo")
    assert told(made)[-2:] == ["{US 43 woi Pakistan [6]}", "{... US 20 woi Pakistan [5]}"]


def test_remarks_are_words_without_braces() -> None:
    made = recorder("what if 3", "43 woi pak roll ; the {last} one", "; and }so on{", "keep {what} if")
    assert told(made)[-1].startswith("{US 43 woi Pakistan [")
    assert told(made)[-1].endswith("]; (what) if; the (last) one; and )so on(}")
    text = made.game.book.text
    assert format_text(text, rulesets.names_of).text == text


def test_dice_of_the_referee_are_not_those_of_the_game() -> None:
    made = recorder("44 woi pak roll")
    seed, had = made.game.seed, made.game.book.rolled(made.game.seed)
    assert had == 1
    for line in ("what if 4", "44 woi pak roll", "keep"):
        assert not made.feed(line).wrong
    assert made.game.book.rolled(seed) == had


@pytest.mark.parametrize(
    "line", ["+ US 45 woi Pakistan [4]", "set: prestige 5", "board: prestige 5", '[US "B."]', "{x}"]
)
def test_what_cannot_stand_in_braces_is_refused(line: str) -> None:
    made = recorder("what if 3", "43 woi pak 6")
    assert made.what_if is not None
    before = made.what_if.lines()
    assert made.feed(line).wrong
    assert made.what_if.lines() == before


def test_plays_are_named_by_their_number() -> None:
    made = recorder()
    assert made.feed("what if").texts[1:] == [
        "  a1  J 112 event",
        "  a2  J 95 recruit Afghanistan 3",
        "  a3  US 43 woi Pakistan [4]",
    ]
    assert made.feed("what if 9").wrong
    assert made.feed("what if pakistan").wrong
    assert not made.feed("what-if A2").wrong
    assert made.feed("what if 1").wrong, "one at a time"


def test_the_page_asks_the_same() -> None:
    room = RecordRoom(recorder().game)
    line = next(row for row in room.lines({}, b"") if row["text"] == "US 43 woi Pakistan [4]")
    assert line["tries"]
    text = room.state({}, b"")["text"]
    now = room.instead({"line": line["n"]}, b"")
    assert now["what_if"]["title"] == "What if, instead of a3 - not the game"
    with pytest.raises(RefusedError):
        room.keep({"words": ""}, b"")
    now = room.type({"text": "43 woi pak 6"}, b"")
    assert now["what_if"]["lines"] == ["{US 43 woi Pakistan [6]}"]
    assert now["text"] == text, "what the page saves is the game"
    now = room.keep({"words": "better"}, b"")
    assert now["what_if"] is None
    assert now["text"] == text + "{US 43 woi Pakistan [6]; better}\n"
    assert room.instead({"line": line["n"]}, b"")["what_if"]
    assert room.drop({}, b"")["what_if"] is None
    with pytest.raises(RefusedError):
        room.instead({"line": 1}, b"")
