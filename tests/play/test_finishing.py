"""Open places of a record, filled by questions.

Stated facts are not asked, and the rest may be unknown.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.play.recording import Book, Session, keeping
from tests.helpers.commands import referee
from tests.helpers.drafts_compared import TOLD, converted
from tests.helpers.sessions import typed

HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\n'


def begun(*lines: str, head: str = HEAD) -> Session:
    """A session that finishes a record with these lines."""
    return Session(Book(head + "".join(f"{line}\n" for line in lines)), seed=7, finish=True)


def written(session: Session) -> list[str]:
    """The lines of the record without its tags, comments and deals."""
    return [x for x in session.book.text.splitlines() if x and x[0] not in ";[" and not x.startswith("deal")]


@pytest.mark.parametrize(
    ("line", "answers", "finished"),
    [
        ("J 95 ?", ["recruit", "2"], "J 95 recruit Afghanistan 2"),
        ("J 95 ? Afghanistan", ["recruit", ""], "J 95 recruit Afghanistan 3"),
        ("J 95 ops", ["travel", "pakistan", "no"], "J 95 travel Afghanistan:s > Pakistan"),
        ("J 95 recruit", ["1"], "J 95 recruit Afghanistan 1"),
        ("J ? recruit Afghanistan 1", ["95"], "J 95 recruit Afghanistan 1"),
        ("J ? recruit Afghanistan 1", ["x"], "J ? recruit Afghanistan 1  ; not noted"),
        ("J 113 travel ? > Pakistan, ? > Somalia", ["2", "1"], "t[2] [1]"),
        ("J 113 travel ? > Pakistan, ? > ?", ["iran"], "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Iran"),
        ("J 113 travel ? > Pakistan, ? > ?", ["x"], "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > ?"),
        ("J 113 travel Afghanistan > Saudi Arabia [?]", ["3"], "J 113 travel Afghanistan:s > Saudi Arabia [3]"),
    ],
)
def test_only_what_is_missing_is_asked(line: str, answers: list[str], finished: str) -> None:
    session = begun(line, "J 60 reserves")
    typed(session, *answers)
    assert not session.book.ahead
    assert finished in written(session)[0]
    assert written(session)[1] == "J 60 reserves"


def test_the_words_of_the_player_are_shown_above_the_question() -> None:
    session = begun("; Wahhabism. He got them in Afghanistan", "J 95 ? Afghanistan")
    assert "He got them in Afghanistan" in session.question.settled
    assert session.question.settled.endswith("J 95 ? Afghanistan")
    assert [c.value for c in session.question.choices][:2] == ["event", "recruit"]


def test_what_only_one_answer_fits_is_filled_and_said() -> None:
    session = begun("J 113 travel ? > Pakistan", "J 95 ?")
    assert written(session)[0] == "J 113 travel Afghanistan:s > Pakistan"
    assert "95" in session.question.title


def test_the_result_that_is_claimed_is_no_question() -> None:
    session = begun("setup: phase US 1", "US 43 woi Saudi Arabia [?] => Saudi Arabia Fair", "US 20 reserves")
    assert session.question.kind == "dice"
    typed(session, "x", "success")
    assert written(session)[1] == "US 43 woi Saudi Arabia [?] => Saudi Arabia Fair"


def test_nobody_has_to_know_anything() -> None:
    lines = ("J 95 ?", "J 113 travel ? > ?", "US 20 woi ? [?]", "US ? ops", "J 17 plot ? [?]: ?")
    session = begun(*lines)
    for _ in range(30):
        if not session.book.ahead:
            break
        typed(session, "x")
    assert not session.book.ahead
    assert [x.partition("  ;")[0].split()[:3] for x in written(session)[:4]] == [x.split()[:3] for x in lines[:4]]
    assert all(x.endswith("; not noted") for x in written(session)[:4])
    assert not Session(Book(session.book.text), seed=7, finish=True).book.ahead


def test_what_nobody_noted_is_asked_once() -> None:
    session = begun("J 95 ?  ; not noted", "J 113 ?")
    assert "113" in session.question.title


def test_claims_and_remarks_are_kept() -> None:
    session = begun("US 24 reserves", "J 95 ? Afghanistan => Afghanistan 7 sleepers  ; he was quick")
    typed(session, "recruit", "3")
    assert written(session)[1] == "J 95 recruit Afghanistan 3 => Afghanistan 7 sleepers  ; he was quick"


def test_a_mistake_is_written_as_it_was_played_and_told() -> None:
    session = begun("setup: phase US 1", "US 43 deploy ? > Pakistan 2")
    said = typed(session, "track")
    assert "US 43 deploy track > Pakistan 2" in written(session)
    assert any("Not allowed" in s and "7.3.3" in s for s in said)


def test_answers_are_taken_back_line_by_line() -> None:
    session = begun("J 95 ?", "J 60 reserves", "US 20 woi ? [?]")
    typed(session, "recruit", "2")
    before = session.question.title
    typed(session, "undo")
    assert "How many rolls" in session.question.title
    typed(session, "undo")
    assert "How does the Jihadist use 95" in session.question.title
    assert written(session) == ["J 95 ?", "J 60 reserves", "US 20 woi ? [?]"]
    typed(session, "recruit", "2")
    assert session.question.title == before
    typed(session, "undo", "redo")
    assert session.question.title == before
    assert written(session)[0] == "J 95 recruit Afghanistan 2"


def test_lines_before_the_first_open_one_are_not_taken_back() -> None:
    session = begun("J 60 reserves", "J 95 ?")
    assert session.feed("undo").wrong
    assert written(session) == ["J 60 reserves", "J 95 ?"]


@pytest.mark.sampled(2)
@pytest.mark.long
@pytest.mark.parametrize("name", ["reports/listed.txt", "kept/pad.txt", "mail-thread.mbox", "evening-2.md"])
def test_told_games_are_finished_without_knowing_anything(name: str) -> None:
    record = converted(name).text
    session = Session(Book(record), seed=7, finish=True)
    asked = 0
    while session.book.ahead and asked < 200:
        typed(session, "x")
        asked += 1
    assert not session.book.ahead
    again = Book(session.book.text)
    assert not again.record.unreadable
    assert len(again.game.lines) == len(Book(record).game.lines)
    assert not Session(Book(session.book.text), seed=7, finish=True).book.ahead


def test_a_line_is_left_for_later() -> None:
    session = begun("J 95 ?", "J 113 ?", "US 20 woi ? [?]")
    said = typed(session, "later")
    assert said[0] == "Left as it is: J 95 ?"
    assert "113" in session.question.title
    typed(session, "later all")
    assert not session.book.ahead
    assert written(session) == ["J 95 ?", "J 113 ?", "US 20 woi ? [?]"]
    typed(session, "undo")
    assert session.book.ahead


def test_a_whole_line_may_be_typed() -> None:
    session = begun("J 95 ?", "J 113 ?")
    typed(session, "J 95 recruit Afghanistan 1")
    assert written(session)[0] == "J 95 recruit Afghanistan 1"
    assert "113" in session.question.title


def test_a_line_that_cannot_be_read_is_kept() -> None:
    session = begun("J 95 ?", "US 43 deplyo track > Pakistan 2", "J 113 reserves")
    typed(session, "event")
    assert written(session) == ["J 95 event Saudi Arabia", "US 43 deplyo track > Pakistan 2", "J 113 reserves"]


def test_the_file_always_has_the_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "g.lgn"
    path.write_text(HEAD + "J 95 ?\nJ 113 ?\nUS 20 reserves\n", "utf-8")
    session = Session(Book.open(path), seed=7, finish=True)
    typed(session, "recruit", "2")
    assert path.read_text("utf-8") == HEAD + "J 95 recruit Afghanistan 2\nJ 113 ?\nUS 20 reserves\n"
    typed(session, "travel")
    keeping.save(session)
    again = Session(Book.open(path), seed=7, finish=True)
    keeping.load(again)
    assert again.question.title.startswith("How does the Jihadist use 113")


def test_a_told_game_is_finished_in_a_record_beside_it(tmp_path: Path) -> None:
    told = tmp_path / "story.txt"
    shutil.copy(TOLD / "story.txt", told)
    before = told.read_bytes()
    run = referee("record", told, stdin="later all\nquit\n")
    assert run.status == 0
    assert told.read_bytes() == before
    assert (tmp_path / "story.lgn").read_text("utf-8").startswith("[Scenario")


def test_the_scenario_that_is_not_told_is_asked_first(tmp_path: Path) -> None:
    told = tmp_path / "game.txt"
    told.write_text(
        "An evening with Tom, who has the Jihadists. I play the US.\n\n"
        "I play 153 Facebook as the event, in Yemen of course.\nThen I play 162 SCAF for ops, and deploy some troops.\n",
        "utf-8",
    )
    run = referee("record", told, stdin="awakening\n\nlater all\nquit\n")
    assert run.status == 0, run.err
    assert "Which scenario?" in run.out
    text = (tmp_path / "game.lgn").read_text("utf-8")
    assert '[Scenario "Awakening"]' in text
    assert "US 153 event Yemen" in text
