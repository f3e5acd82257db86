"""``referee record``: typed sessions, and rules for every session."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cli.commands import record
from referee.editions import rulesets
from referee.engine.explaining.referee import Judgement
from referee.engine.record.setup import Setup
from referee.inputs.judging import judge_path
from referee.play import new
from referee.play.recording import Book, BookError, Session, keeping
from referee.trials.selfplay import SelfPlay
from tests.helpers.commands import referee
from tests.helpers.hunting import examples
from tests.helpers.paths import LOGS, ROOT
from tests.helpers.sentences import SENTENCES
from tests.helpers.sessions import typed

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import keys
import record_session

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]
HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n'
SEATED = '[Scenario "Let\'s Roll!"]\n[Options "jihadist-bot"]\n'
MIDDLE = "setup: turn 2, phase US 1, prestige 5, Pakistan Fair Neutral 2 sleepers, hand US 5, hand J 6\n"


def begun(text: str = HEAD, path: Path | None = None, **how: object) -> Session:
    """A session on a record with this text."""
    if path is not None:
        path.write_text(text, encoding="utf-8")
        return Session(Book.open(path), seed=7, **how)  # type: ignore[arg-type]
    return Session(Book(text), seed=7, **how)  # type: ignore[arg-type]


def plays(session: Session) -> list[str]:
    """The text after the tags and the deal."""
    return [line for line in session.book.lines if line[:1] not in ("[", "") and not line.startswith("deal")]


# ------------------------------------------------------------------------------------------------ what is typed and written


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        (["112", "event"], "J 112 event"),
        (["112e"], "J 112 event"),
        (["95 recruit afghanistan 2"], "J 95 recruit Afghanistan 2"),
        (["95", "rec", ""], "J 95 recruit Afghanistan 3"),
        (["113 travel pakistan", ""], "J 113 travel Afghanistan:s > Pakistan"),
        (["113 tra pak afg cen", "", "2"], "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]"),
        (["113 tra som 1 6", ""], "J 113 travel Afghanistan:s > Somalia t[1] [6]"),
        (["113 tra saudi arabia", "", "4"], "J 113 travel Afghanistan:s > Saudi Arabia [4]"),
        (["J 113 travel Afghanistan:s > Pakistan"], "J 113 travel Afghanistan:s > Pakistan"),
        (["113 travel Afghanistan:s > Pakistan"], "J 113 travel Afghanistan:s > Pakistan"),
        (["113", "travel Afghanistan:s > Pakistan, Afghanistan:s > Iran"], None),
        (["112", "event ; a fine start"], "J 112 event  ; a fine start"),
        (["x rec 3"], "J ? recruit Afghanistan 3"),
    ],
)
def test_what_is_typed_becomes_a_line(lines: list[str], written: str | None) -> None:
    session = begun()
    for line in lines:
        session.feed(line)
    while session.question.kind in ("more", "dice") and written is not None:  # only where a list could go on
        session.feed("")
    assert plays(session)[:1] == (
        [written] if written else ["J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Iran"]
    )


def test_dice_as_they_lay_with_the_result_by_the_rules() -> None:
    session = begun()
    said = typed(session, "112e", "95rec", "3", "92 reg fir 6", "3", "4 6 2")
    assert plays(session)[-1] == "US 92 event Iraq / regime-change track > Afghanistan 6 gov[3] prestige[4 6 2]"
    assert "  Prestige: 3 to 1." in said  # direction 4 is down, the lower of 6 and 2 counts


def test_what_nobody_noted_is_left_open_with_what_came_of_it() -> None:
    session = begun()
    typed(session, "112e", "95rec3", "119 reg 6 4 x", "-2")
    assert plays(session)[-1].startswith(
        "US 119 regime-change track > Afghanistan 6 gov[4] prestige[? ? ?] => prestige 1,"
    )


def test_a_hidden_plot_and_its_end() -> None:
    session = begun()
    typed(
        session,
        "112e",
        "113 tra pak",
        "",
        "20 res",
        "7 res",
        "17 plo pak 2",
        "",
        "60 res",
        "41 woi ger 5",
        "7!" if 0 else "53 res",
    )
    assert plays(session)[4] == "J 17 plot Pakistan:s 1 [2]: ?"
    typed(session, "2", "6 3")
    assert plays(session)[-1] == "J resolve Pakistan#1 2 gov[6 3]"


def test_the_dialogue_that_the_page_shows() -> None:
    assert record_session.PAGE.read_text(encoding="utf-8") == record_session.transcript(), (
        "python scripts/pages/record_session.py writes it"
    )


@pytest.mark.parametrize(("name", "plays"), [("evening-1.lgn", 10), ("evening-2.lgn", 23)])
def test_an_evening_is_recorded_play_by_play_in_few_keys(name: str, plays: int) -> None:
    known = keys.typed_in(keys.PAGE.read_text(encoding="utf-8"))[name][:plays]
    found, session = keys.run(LOGS / name, known)  # which holds every line that comes out against the original's
    assert len(found) == len(known) == plays
    assert sum(line.action.kind in ("card", "hold") for line in session.book.game.lines) == len(found)
    usual = [t.keys for t in found if not any("!" in line for line in t.typed)]
    assert sum(usual) / len(usual) <= 12


def test_a_self_played_game_of_the_expansion_comes_out_as_it_was_played() -> None:
    data = new.scenario_of("isil")
    game = SelfPlay(3, Setup(rulesets.of_scenario(data), data["name"], data), random_start=False, check_lines=False)
    lines = game.play(turns=1).text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("J "))
    session = Session(Book("\n".join(lines[:at])))
    kinds = set()
    for line in (x for x in lines[at : at + 20] if x and not x.startswith(("deal", "draw", "turn"))):
        action = session.book.read(line)
        assert action is not None
        entries, before = len(session.book.entries), len(session.book.lines)
        if "no event / " not in line:  # an event that cannot be played is told behind the Operation
            assert keys.words_of(session, action) is not None, line
            written = session.book.lines[before]
            session.back_to(entries)
            assert keys.same(session, written, line)
        session.book.push(line)
        session.back_to(entries + 1)
        kinds.add(action.kind)
    assert {"card", "resolve"} <= kinds


# ------------------------------------------------------------------------------------------------ refused, and written anyway


def test_what_a_rule_forbids_is_refused_and_written_on_request() -> None:
    session = begun()
    typed(session, "112e", "95rec3", "43 dep tra")
    reply = session.feed("pak")
    assert reply.wrong
    assert f"{TO_A_NEUTRAL.sentence} (7.3.3)" in reply.texts[-1]
    assert session.question.title == "Move Troops from the Troops Track: where to?"
    said = typed(session, "!", "2")
    assert plays(session)[-1] == "US 43 deploy track > Pakistan 2"
    assert any("7.3.3" in line for line in said)


def test_a_whole_line_with_a_mistake_waits_for_a_word() -> None:
    session = begun()
    typed(session, "112e", "95rec3")
    said = typed(session, "US 43 deploy track > Pakistan 2")
    assert any("7.3.3" in line for line in said)
    assert plays(session)[-1].startswith("J 95")
    typed(session, "!")
    assert plays(session)[-1] == "US 43 deploy track > Pakistan 2"
    typed(session, "! US 44 deploy track > Pakistan 1")
    assert plays(session)[-1] == "US 44 deploy track > Pakistan 1"


def test_an_event_that_was_forgotten_is_told_and_written_on_request() -> None:
    session = begun()
    typed(session, "112e", "95rec3", "93", "reg")
    assert session.question.title == "When does the event of 93 Taliban come?"
    said = typed(session, "no", "6", "3", "4 6 2")
    assert any("must happen" in line for line in said)
    typed(session, "!")
    assert plays(session)[-1] == "US 93 regime-change track > Afghanistan 6 gov[3] prestige[4 6 2] / no event"


def test_a_wrong_word_leaves_what_was_answered() -> None:
    session = begun()
    reply = session.feed("95 rec egypt")
    assert reply.wrong
    assert SENTENCES["recruit-without-a-cell"].bare in reply.texts[-1]
    assert session.feed("bla").wrong
    assert session.feed("999").wrong
    assert session.feed("").wrong is False  # Enter: all three rolls
    assert plays(session) == ["J 95 recruit Afghanistan 3"]


# ------------------------------------------------------------------------------------------------ undo


def state(session: Session) -> tuple[object, ...]:
    """The state of a session."""
    draft = session.draft
    answered = None if draft is None else (draft.line, [g.value for g in draft.given])
    return session.book.text, answered, session.question.title


WAYS = ["112e", "95", "rec", "", "113 tra pak", "no", "20 woi pak", "4", "7res", "43 dep", "1", "gulf", "2", "x", "end"]
WAYS += ["tra", "cen", "!", "pak!", "4 foo", "93 reg", "6", "462", "US 43 deploy track > Pakistan 2", "roll"]


@settings(max_examples=examples(8))
@given(st.lists(st.one_of(st.sampled_from(WAYS), st.just("undo"), st.just("undo redo")), max_size=9))
def test_undo_leads_back_to_what_was_and_redo_there_again(steps: list[str]) -> None:
    session = begun()
    past = [state(session)]
    for step in steps:
        if step == "undo redo":
            before = state(session)
            if not session.feed("undo").wrong:
                session.feed("redo")
            assert state(session) == before
        elif step == "undo":
            session.feed("undo")
        else:
            session.feed(step)
        past.append(state(session))
    while not session.feed("undo").wrong:
        pass
    assert state(session) == past[0]


def test_answers_and_undos_come_to_what_was_typed_at_once() -> None:
    direct, undone = begun(), begun()
    typed(direct, "112e", "95rec2", "20 woi pak 4")
    typed(
        undone,
        "83e",
        "undo",
        "112",
        "rec",
        "undo",
        "e",
        "95",
        "rec",
        "undo",
        "rec",
        "2",
        "20 woi ger",
        "undo",
        "pak",
        "5",
    )
    typed(undone, "undo", "redo", "undo", "4")
    assert direct.book.text == undone.book.text


@pytest.mark.parametrize(
    ("lines", "back"),
    [
        (["112e"], ["use"]),
        (["113 tra pak", "", "95", "rec afg", "2", ""], ["more", "count", "where", "use"]),
        (["113 tra pak cen", "", "2"], ["dice", "more", "more", "to", "use"]),
        (["112e", "95rec3", "20 woi pak", "4"], ["dice", "where", "use"]),
        (["112e", "95rec3", "40+118"], []),
        (["112e", "95rec3", "93 reg", "no", "6", "3", "462", "!"], ["dice", "dice", "troops", "order", "use"]),
        (["112e", "95rec3", "43 dep tra", "pak", "!", "2"], ["troops", "to", "from", "use"]),
        (["112e", "95rec3", "119 reg 6 4 x", "-2"], ["dice", "dice", "troops", "use"]),
    ],
)
def test_undo_takes_a_written_play_back_answer_by_answer(lines: list[str], back: list[str]) -> None:
    session = begun()
    for line in lines:
        session.feed(line)
    written = session.book.text
    asked = []
    for _ in back:
        typed(session, "undo")
        q = session.question
        asked.append(str(q.kind if q.kind != "answer" or q.field is None else q.field))
    assert asked == back
    typed(session, "undo")
    assert session.question.kind == "card"
    assert plays(session) == plays(begun(written))[:-1]
    typed(session, *["redo"] * (len(back) + 1))
    assert session.book.text == written


@pytest.mark.parametrize(
    ("line", "back"),
    [
        (
            "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]",
            ["dice", "more", "more", "to", "use"],
        ),
        ("J 95 recruit Afghanistan 3  ; as ever", ["count", "use"]),
        ("J 113 travel Afghanistan:s > Somalia t[?] [6] => Afghanistan 3 sleepers", None),
        ("J 113 travel Afghanistan:s > Pakistan  ; dice rolled by the referee: seed 9, die 1", None),
    ],
)
def test_a_line_of_a_record_goes_back_answer_by_answer_where_it_shows_them(line: str, back: list[str] | None) -> None:
    text = f"{HEAD}\ndeal J 9 US 9\n{line}\n"
    session = begun(text)
    said = typed(session, "undo")
    if back is None:
        assert said == [f"Taken back: the whole line {line.splitlines()[0]}"]
        assert session.question.kind == "card"
        typed(session, "redo")
        assert session.book.text == text
        return
    asked = []
    while session.question.kind != "card":
        q = session.question
        asked.append(str(q.kind if q.kind != "answer" or q.field is None else q.field))
        typed(session, "undo")
    assert asked == back
    typed(session, *["redo"] * (len(back) + 1))
    assert session.book.text == text


@pytest.mark.long
@pytest.mark.parametrize("name", ["evening-2.lgn", "awakening-2.lgn", "solitaire-1.lgn"])
def test_a_whole_record_goes_back_to_its_beginning_and_comes_again(name: str) -> None:
    """Undo to the beginning, and redo.

    Undo never writes anything, though the rest of a play leaves nothing to choose.
    """
    session = begun((LOGS / name).read_text(encoding="utf-8"))
    text = session.book.text
    lines, steps = len(session.book.lines), 0
    while not (reply := session.feed("undo")).wrong:
        assert not any(said.startswith("Written") for said in reply.texts)
        assert len(session.book.lines) <= lines
        lines, steps = len(session.book.lines), steps + 1
    assert not any(line.startswith(("J ", "US ")) for line in session.book.lines)
    typed(session, *["redo"] * steps)
    assert session.book.text == text


def test_what_is_taken_back_keeps_its_remark_and_the_dice_that_the_referee_rolled() -> None:
    session = begun()
    typed(session, "112e", "95rec3", "53 woi fra ; a guess", "roll")
    written = session.book.text
    assert written.endswith("seed 7, die 1; a guess\n")
    typed(session, "undo", "roll")
    assert session.book.text == written
    again = begun(written)
    assert typed(again, "undo") == [f"Taken back: the last answer of {plays(session)[-1]}"]
    typed(again, "roll")
    assert again.book.text == written


def test_undo_while_the_referee_rolls_everything() -> None:
    """Dice of the referee, undone with the answer before them.

    They fall again as they did.
    """
    session = begun(always=True)
    typed(session, "112e", "95rec3", "119 reg", "6")
    written = plays(session)[-1]
    typed(session, "undo")
    assert session.question.title == "Regime Change in Afghanistan: how many Troops?"
    typed(session, "7", "undo", "6")
    assert plays(session)[-1] == written


def test_a_deal_and_plots_without_a_choice_come_again_by_themselves() -> None:
    """Lines without typed text, also in a resumed record.

    They are taken back with the play before them.
    """
    session = Session(Book(), seed=7)
    typed(session, "let", "", "", "", "", "112e")
    again = begun(session.book.text)
    typed(again, "undo", "undo")
    assert again.question.kind == "card"
    assert again.feed("undo").wrong
    assert again.book.lines[-1] == "deal J 9 US 9"


def test_a_line_with_a_mistake_goes_back_to_its_last_answer() -> None:
    session = begun()
    typed(session, "112e", "95rec3", "93 reg", "no", "6", "3", "462")
    assert session.question.kind == "anyway"
    assert session.feed("4").wrong
    typed(session, "undo")
    assert session.question.kind == "dice"
    typed(session, "redo", "!")
    assert plays(session)[-1].endswith("/ no event")


# ------------------------------------------------------------------------------------------------ answers that do not fit


@pytest.mark.parametrize(
    ("lines", "typed_now", "left"),
    [
        (["113 tra pak", "", "95 rec afg 2"], "som", "more"),
        (["113 tra pak", "", "95 rec afg 2"], "xyz", "more"),
        (["113 tra pak", "", "95 rec afg 2"], "5", "more"),
        (["113 tra pak"], "xyz", "more"),
        (["113 tra"], "pak cen xyz", "more"),
        (["113 tra pak cen"], "2 9", "more"),
        (["112"], "e 95 rec 3", "answer"),
        ([], "112 e 95", "answer"),
        (["112e", "95rec3", "20 woi pak"], "5 som", "dice"),
        (["112e", "95rec3", "20 woi pak"], "x succ 4", "answer"),
        (["112e", "95rec3", "93 reg"], "4", "answer"),
        (["112e", "95rec3"], "20 wo xyz", "answer"),
    ],
)
def test_what_does_not_fit_is_refused_and_completes_no_play(lines: list[str], typed_now: str, left: str) -> None:
    """Unfit text that is refused.

    Its fitting beginning stays, as long as the play stays open.
    """
    session = begun()
    for line in lines:
        session.feed(line)
    before = session.book.text
    reply = session.feed(typed_now)
    assert reply.wrong
    assert reply.texts
    assert session.book.text == before
    assert session.question.kind == left


def test_dice_at_the_question_for_another_target_mean_no_more() -> None:
    session = begun()
    said = typed(session, "113 tra pak cen", "2")
    assert said[1:3] == [
        "No third Cell.",
        "Written: J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]",
    ]


def test_a_target_that_only_one_place_leads_to_needs_no_place() -> None:
    session = begun()
    typed(session, "113 tra pak", "cen")
    assert session.question.title.startswith("A third Cell, or no more?")
    reply = session.feed("us!")
    assert not reply.wrong
    assert session.so_far.endswith("> United States")


# ------------------------------------------------------------------------------------------------ the file


def test_a_session_goes_on_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    first = begun(path=path)
    typed(first, "112e", "95", "rec")  # the second play is not finished: a lid closes here
    again = Session(Book.open(path))
    assert plays(again) == ["J 112 event"]
    assert again.question.title.startswith("Which card does the Jihadist play (2 of 2")
    typed(again, "95rec3")
    verdict = judge_path(str(path))
    assert isinstance(verdict, Judgement)
    assert not [f for f in verdict.findings if f.counted]


def test_what_somebody_else_wrote_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    one = begun(path=path)
    two = Session(Book.open(path))
    typed(one, "112e")
    reply = two.feed("83e")
    assert reply.wrong
    assert "changed by somebody else" in reply.texts[-1]
    assert "J 112 event" in path.read_text(encoding="utf-8")
    typed(two, "reload")
    assert plays(two) == ["J 112 event"]


def test_what_cannot_be_saved_is_kept_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(path=tmp_path / "game.lgn")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("referee.inputs.files.replace", full)
        reply = session.feed("112e")
    assert reply.wrong
    assert "No space left on device" in reply.texts[-1]
    typed(session, "95rec3")
    assert (tmp_path / "game.lgn").read_text(encoding="utf-8").endswith("J 112 event\nJ 95 recruit Afghanistan 3\n")


def test_mistakes_of_a_record_are_shown_and_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(HEAD + "\nJ 112 event\nJ 43 dance\nUS 44 deploy track > Pakistan 2\n", encoding="utf-8")
    run = referee("record", path, stdin="findings\n7res\n")
    assert run.status == 0
    assert "7.3.3" in run.out
    assert path.read_text(encoding="utf-8").endswith("\nUS 7 reserves\n")


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b'{"game": 1}', b"\x00\x01"])
def test_what_is_no_record_is_left_alone(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_bytes(data)
    with pytest.raises(BookError):
        Book.open(path)
    assert referee("record", path).status == 2
    assert path.read_bytes() == data


@settings(max_examples=examples(15))
@given(st.lists(st.text(max_size=30), max_size=4))
def test_whatever_is_typed_nothing_falls_over(lines: list[str]) -> None:
    session = begun()
    for line in ("112e", *lines):
        session.feed(line)
    assert all(ch.isprintable() for line in session.book.lines for ch in line)


def test_the_open_play_goes_on_beside_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(HEAD, encoding="utf-8")
    run = referee("record", path, stdin="112e\n113 tra pak\ncen\n")
    kept = tmp_path / "game.lgn.open"
    assert "game.lgn.open keeps its answers" in " ".join(run.out.split())
    assert "113" not in path.read_text(encoding="utf-8")
    run = referee("record", path, stdin="undo\nsom\n\n2 2\n")
    assert "Goes on with the play that was being answered: J 113 travel" in " ".join(run.out.split())
    assert (
        plays(Session(Book.open(path)))[-1] == "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Somalia t[2] [2]"
    )
    assert not kept.exists()


def test_an_open_play_of_another_record_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(HEAD, encoding="utf-8")
    referee("record", path, stdin="112\n")
    path.write_text(f"{HEAD}\nJ 112 event\n", encoding="utf-8")
    run = referee("record", path, stdin="")
    assert "The record was changed since: the play that was open is dropped." in run.out
    (tmp_path / "game.lgn.open").write_bytes(b"\xff{")
    assert "cannot be read" in referee("record", path, stdin="").out


OPEN = [
    "113 tra pak",
    "95 rec 2",
    "112e",
    "95rec3",
    "93 reg",
    "no",
    "43 dep tra",
    "pak!",
    "20 woi ger",
    "119 reg 6 4 x",
]


@pytest.mark.parametrize("at", range(1, len(OPEN) + 1))
@pytest.mark.parametrize("always", [False, True])
def test_an_open_play_comes_back_as_it_was(at: int, always: bool) -> None:
    session = begun(always=always)
    for line in OPEN[:at]:
        session.feed(line)
    kept = json.loads(json.dumps(keeping.opened(session)))
    again = begun(session.book.text, always=always)
    keeping.go_on(again, kept)
    assert again.book.text == session.book.text
    if session.noting is None:
        assert state(again) == state(session)


@pytest.mark.parametrize(
    "spoilt",
    [
        {"line": ["card", "US", [113], False]},
        {"line": ["card", "J", [999], False]},
        {"line": ["import", "J", [113], False]},
        {"line": ["resolve", "J", [], False]},
        {"line": ["end", "J", [], False]},
        {"line": ["hold", "US", [], False]},
        {"line": "J 113"},
        {"answers": [["travel", False, False, 0, False], ["Atlantis", False, True, 0, False]]},
        {"answers": [["travel", False, False, 0, False], ["Afghanistan", False, False, 0]]},
        {"answers": [["__import__('os')", False, False, 0, False]]},
        {"answers": [[7, False, False, 0, False]]},
        {"answers": 7},
    ],
)
def test_of_a_spoilt_open_play_only_what_is_offered_is_taken(spoilt: dict[str, object]) -> None:
    session = begun()
    typed(session, "113 tra pak")
    kept = {**(keeping.opened(session) or {}), **spoilt}
    again = begun()
    said = keeping.go_on(again, kept)
    assert "dropped" in said[0]
    assert again.book.text == session.book.text
    assert again.question.kind in ("card", "answer", "more", "anyway")


def test_an_open_play_never_completes_itself() -> None:
    session = begun()
    typed(session, "112")
    kept = {**(keeping.opened(session) or {}), "answers": [["event", False, False, 0, False]]}
    again = begun()
    keeping.go_on(again, kept)
    assert plays(again) == []
    assert again.question.field == "use"


# ------------------------------------------------------------------------------------------------ beginnings, Bots, dice


def test_from_the_middle_of_a_game() -> None:
    session = Session(Book(), seed=7)
    typed(session, MIDDLE.strip(), "Anna", "Ben", "")
    assert session.question.title.startswith("Which card does the US play")
    typed(session, "43", "woi", "pak", "5")
    assert session.book.lines[-1] == "US 43 woi Pakistan [5]"


@pytest.mark.parametrize(
    ("answers", "wrong", "why"),
    [
        ([], "l", "can mean Let's Roll!"),
        ([], "a", "can mean Alternative History"),
        ([], "99", "is none of the answers"),
        (["let"], "d", "is none of the answers"),
        (["let", "", "", ""], "e", "can mean election-first-plot"),
        (["let", "", "", ""], "jih", "can mean jihadist-activities or jihadist-bot"),
        (["let", "", "", ""], "jihadist-bot e", "can mean election-first-plot"),
        (["let", "", "", ""], "fly", "is none of the answers"),
    ],
)
def test_a_beginning_that_is_too_short_chooses_nothing(answers: list[str], wrong: str, why: str) -> None:
    session = Session(Book(), seed=7)
    typed(session, *answers)
    asked = session.question.title
    reply = session.feed(wrong)
    assert reply.wrong
    assert why in reply.texts[0]
    assert session.question.title == asked


def test_every_option_of_a_game_is_named(tmp_path: Path) -> None:
    for name in ("Let's Roll!", "Awakening"):
        known = rulesets.of_scenario(new.scenario_of(name)).options
        session = Session(Book(), seed=7)
        typed(session, name, "", "", "")
        assert {c.value for c in session.question.choices} == set(known)
        text = referee("new", name).out
        assert all(f";     {option} " in text for option in known)
    typed(session, "undo", "undo", "undo", "undo", "let", "", "", "")
    assert session.question.hint.startswith("jihadist-activities, jihadist-bot and us-bot: a side that nobody plays")


def test_against_a_bot_with_a_persons_dice_and_with_the_referees() -> None:
    told = begun(SEATED)
    said = typed(told, "112")
    assert plays(told) == ["J 112 event"]
    assert any("Event (12.4.1)" in line for line in said)
    rolled = begun(SEATED, always=True)
    typed(rolled, "112", "83", "41 woi ger")
    assert plays(rolled)[-1] == "US 41 woi Germany [3]  ; dice rolled by the referee: seed 7, die 1"


def test_dice_of_a_seed_go_on_where_they_were() -> None:
    session = begun(always=True)
    typed(session, "112e", "95rec3", "41 woi ger", "53 woi fra")
    again = begun(always=True)
    typed(again, "112e", "95rec3", "41 woi ger", "undo", "ger")
    again = Session(Book(again.book.text), seed=7, always=True)
    typed(again, "53 woi fra")
    assert again.book.text == session.book.text


# ------------------------------------------------------------------------------------------------ the terminal


def test_a_terminal_with_completion_and_ctrl_d(tmp_path: Path) -> None:
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    path = tmp_path / "game.lgn"
    path.write_text(HEAD, encoding="utf-8")
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        keyboard.send_text("112\rev\t\r95 rec\r3\r\x04")
        assert record.run(path, None, asker=record.PromptReader()) == 0
    assert plays(Session(Book.open(path))) == ["J 112 event", "J 95 recruit Afghanistan 3"]


def test_completion_offers_what_can_be_answered() -> None:
    session = begun()
    typed(session, "95")
    assert [word for word, _ in record.completions(session, "re")] == ["recruit", "redo"]


def test_the_level_of_a_bot_is_one_choice_before_the_game_begins() -> None:
    session = Session(Book(""))
    typed(session, "Let's Roll!", "", "", "", "jihadist-bot us-bot")
    assert session.question.title == "At which level does the Jihadist Bot play?"
    labels = [c.label for c in session.question.choices]
    assert labels == ["Muddled", "Coherent", "Attractive", "Potent", "Infectious", "Virulent"]
    assert session.feed("easy").wrong
    assert session.begins is not None
    typed(session, "3")
    assert session.question.title == "At which level does the US Bot play?"
    typed(session, "")  # the lowest
    assert '[Options "jihadist-bot, us-bot, attractive"]' in session.book.text


def test_a_level_that_is_named_among_the_options_is_not_asked_for() -> None:
    session = Session(Book(""))
    typed(session, "Let's Roll!", "", "", "", "jihadist-bot potent")
    assert session.begins is None


def test_the_dice_of_a_bot_are_asked_for_after_what_it_does() -> None:
    session = begun(SEATED)
    typed(session, "91")
    assert session.question.dice == 1
    assert session.question.settled.startswith("The Jihadist Bot plays 91 Regional al-Qaeda: Event. Box E1: ")


def test_the_operation_that_an_event_brings_has_to_be_named() -> None:
    """An Operation of value 1 from card 18.

    The card grants it to the US; a line without it is incomplete (6.2.1).
    """
    session = begun()
    typed(session, "18", "reserves", "after", "")
    assert "which Operation" in session.question.title
    assert session.feed("").wrong
    typed(session, "deploy")
    assert "which Operation" not in session.question.title
