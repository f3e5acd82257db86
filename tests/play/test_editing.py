"""A record during editing.

After any change by any way, the answer is that of ``referee check`` on the text.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from referee.engine.record.steps import Judgement
from referee.engine.record.work import Spent, Work
from referee.engine.state.board import snapshot
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.script import Place
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.play.editing import Document
from referee.play.editing.formatting import LineEdit, apply, format_all, format_line
from referee.play.editing.hints import hints
from referee.play.editing.outline import foldings, outline, related
from tests.helpers.hunting import examples, mostly_long
from tests.helpers.paths import LOGS
from tests.helpers.sentences import SENTENCES

HEAD = '[Scenario "Let\'s Roll!"]'
SMALL = """[Scenario "Let's Roll!"]
[Length "1 deck"]

deal J 9 US 9
J 95  recruit Afghanistan 3          ; Islamist Rule
J 83  travel Afghanistan:s > Pakistan, Afghanistan:s > US [3]
US 43 deploy track > Pakistan 2
US 20 woi Pakistan [4] => Pakistan Ally
J 60  plot Pakistan [2]: ?
board: prestige 7, Pakistan 1 cell
US 34 alert Pakistan#1 => plot 2
J 120 recruit Pakistan 1 [6]
+ US event posture[5]
"""
ODD = [
    "",
    "; a remark",
    "{US 43 deploy track > Gulf States 2: better}",
    "{not closed",
    '[Options "jihadist-bot"]',
    '[Scenario "You Can Call Me Al"]',
    '[Rules "The Awakening"]',
    '[Players "A. and B."]',
    '[Scenario "nowhere"]',
    "[torn",
    "setup: turn 2, phase US 1, prestige 5, Pakistan Fair Neutral 2 sleepers, hand US 5, hand J 6",
    "setup: prestige 40",
    "set: prestige 3",
    "board: prestige 4, funding 3",
    "end of turn",
    "end of turn: prestige[1 2",
    "J resolve Pakistan#1 1 [3]",
    "J resolve Pakistan#1 1 [3",
    "+ US event prestige[2 3 3]",
    "+ J event: discard 45, cell Pakistan",
    "+ J event: disc",
    "US 43 deplo track > Pakistan 2",
    "US 43 woi Pakistan",
    "J 95",
    "J ? ?",
    "US 1",
    "deal J 9 US 8",
    "turn 2",
    "hello there",
]
"""Lines that change what the lines around them mean, or mean nothing."""


@cache
def log(name: str) -> str:
    return (LOGS / f"{name}.lgn").read_text(encoding="utf-8")


@cache
def pool() -> list[str]:
    """Lines of all logs, and odd ones."""
    return sorted({line for path in LOGS.glob("*.lgn") for line in path.read_text(encoding="utf-8").split("\n")}) + ODD


def plain(thing: Any) -> Any:
    """The reading of a text, as comparable values."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing).__name__, *(plain(getattr(thing, f.name)) for f in fields(thing))
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [plain(x) for x in thing]
    return thing


def checked(document: Document) -> Judgement:
    """The verdict on its text, which its own must be equal to."""
    verdict = judge(read_text(document.text))
    assert document.judge()
    assert document.findings == verdict.findings
    assert snapshot(document.hearing.game.board) == snapshot(verdict.board)
    assert (document.judged, document.stale, document.provisional) == (len(document.lines), False, 0)
    return verdict


# ------------------------------------------------------------------------------------------------ whatever is changed


Change = tuple[int, int, int, str, int]
one_edit = st.tuples(
    st.integers(0, 5),
    st.integers(0, 999),
    st.integers(0, 2),
    st.one_of(st.sampled_from(ODD), st.integers(0, 9999).map(lambda n: pool()[n % len(pool())])),
    st.integers(0, 60),
)
edits = st.lists(one_edit, min_size=1, max_size=5)


def edit(document: Document, how: Change) -> int:
    """Insert, delete, change, join, split or tear a line; which one.

    The answer names the change.
    """
    kind, at, n, text, column = how
    line = at % len(document.lines) + 1
    here = document.lines[line - 1]
    if kind == 0:
        document.change(line, line - 1, [text])
    elif kind == 1:
        last = min(line + n, len(document.lines))
        document.change(line, last, [""] * (len(document.lines) == last - line + 1))
    elif kind == 2:
        document.change(line, line, [text])
    elif kind == 3 and line < len(document.lines):
        document.change(line, line + 1, [here + document.lines[line]])
    elif kind == 4:
        document.change(line, line, [here[:column], here[column:]])
    else:
        document.change(line, line, [here[:column]])
    return line


@given(st.sampled_from([p.stem for p in sorted(LOGS.glob("*.lgn"))]), edits)
@settings(max_examples=examples(8))
def test_what_is_read_again_is_the_record_that_is_there(name: str, changes: list[Change]) -> None:
    document = Document(log(name))
    for change in changes:
        edit(document, change)
        assert plain(document.record) == plain(read_text(document.text))


def test_a_slip_that_was_sought_is_sought_again_with_more_lines() -> None:
    document = Document(SMALL)
    for text in ("+ J event: disc", "+ US event prestige[2 3 3]", '[Scenario "nowhere"]', "US 1"):
        document.change(len(document.lines) + 1, len(document.lines), [text])
        checked(document)
    assert [(f.kind, f.place.line) for f in document.findings if f.kind == "slip"] == [("slip", 11)]


class Writing(RuleBasedStateMachine):
    """A small record under change.

    It is judged now and then, in part or in slices.
    """

    def __init__(self) -> None:
        super().__init__()
        self.document = Document(SMALL)
        self.taken: list[str] = []

    @rule(how=one_edit)
    def change(self, how: Change) -> None:
        self.taken.append(self.document.text)
        edit(self.document, how)

    @rule(text=st.sampled_from(ODD))
    def write_on(self, text: str) -> None:
        self.taken.append(self.document.text)
        self.document.change(len(self.document.lines) + 1, len(self.document.lines), [text])

    @precondition(lambda self: self.taken)
    @rule()
    def undo(self) -> None:
        self.document.set_text(self.taken.pop())

    @rule(line=st.integers(0, 20), units=st.sampled_from([0, 5, 40, 300]))
    def judge(self, line: int, units: int) -> None:
        document = self.document
        if document.judge(line, units=units):
            assert document.judged >= min(line or len(document.lines), len(document.lines))
        assert all(f.place.line <= document.judged or f.kind in _UNJUDGED for f in document.findings)

    @rule()
    def judge_a_slice(self) -> None:
        self.document.judge(seconds=1e-9)

    @rule()
    def judge_all(self) -> None:
        checked(self.document)

    def teardown(self) -> None:
        assert plain(self.document.record) == plain(read_text(self.document.text))
        checked(self.document)


_UNJUDGED = ("unreadable", "note", "impossible", "unsupported")
"""Kinds of finding that need no judging: what cannot be read, remarks on tags, a set-up that cannot be."""
TestWriting = pytest.mark.long(Writing.TestCase)
TestWriting.settings = settings(max_examples=examples(8), stateful_step_count=12)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", mostly_long(4, [(p.stem,) for p in sorted(LOGS.glob("*.lgn"))]))
def test_a_game_typed_in_line_by_line(name: str) -> None:
    document = Document()
    for n, line in enumerate(log(name).split("\n"), 1):
        document.change(n, n - (n > 1), [line])
        document.judge(n)
    assert document.text == log(name)
    verdict = checked(document)
    rewinder, done = Rewinder(verdict.board, verdict.journal.changes), len(verdict.journal.changes)
    for step in reversed(verdict.steps):
        line = step.action.place.line
        if line % 4 == 0:
            assert snapshot(document.board_after(step.action.lines[-1])) == snapshot(rewinder.show(done))
        done -= len(step.changes)
        if line % 4 == 0:
            assert snapshot(document.board_before(line)) == snapshot(rewinder.show(done))
        found = document.step_on(step.action.lines[-1])
        assert found is not None
        assert found.action is document.action_on(line)
        assert found.action.place == step.action.place


# ------------------------------------------------------------------------------------------------ judged so far


def test_what_stands_above_a_change_stays_judged() -> None:
    document = Document(SMALL)
    assert document.stale
    assert document.judge()
    above = [document.step_on(n) for n in (5, 6, 7)]
    document.change(8, 8, ["US 20 woi Pakistan [3] => Pakistan Ally"])
    assert document.judged == 7
    assert document.stale
    assert [document.step_on(n) for n in (5, 6, 7)] == above
    assert document.step_on(8) is None
    assert [f.place.line for f in document.findings if f.counted] == [7]
    assert document.judge(8)
    assert [(f.place.line, f.kind) for f in document.findings if f.counted] == [(7, "illegal"), (8, "outcome")]
    assert document.judged == 8


def test_lines_that_only_stand_elsewhere_are_not_read_again() -> None:
    document = Document(SMALL)
    document.judge()
    play = document.action_on(13)
    document.change(11, 10, ["; a remark", ""])
    assert document.judged == 12  # down to the play that stands elsewhere now
    assert document.action_on(15) is not play
    assert document.judge()
    assert document.action_on(14) is document.action_on(15)
    assert document.action_on(13).text.startswith("US 34")  # type: ignore[union-attr]


def test_a_line_that_asks_too_much_is_judged_as_it_stands_and_in_full_later() -> None:
    document = Document(log("evening-2"))
    document.judge(42)
    full = Document(document.text)
    full.judge(43)
    assert document.judge(43, units=50)
    assert (document.provisional, document.judged, document.stale) == (43, 43, True)
    assert [f for f in document.findings if f.place.line < 43] == [f for f in full.findings if f.place.line < 43]
    assert document.judge(43)
    assert document.provisional == 0
    assert document.findings == full.findings


def test_a_line_that_cannot_be_judged_for_so_little_waits() -> None:
    document = Document(SMALL)
    document.judge(5)
    assert not document.judge(6, units=1)
    assert (document.judged, document.step_on(6)) == (5, None)
    assert document.judge(6)


def test_a_line_that_goes_on_may_go_on_with_another_play() -> None:
    document = Document(SMALL)
    document.change(13, 12, ["+ US event prestige[2 3 3]"])
    for line in (12, 11, 10, 9):
        document.change(line, line, ["; nothing"])
        assert plain(document.record) == plain(read_text(document.text))
        document.change(13, 13, ["+ US event prestige[2 3 3]"])
        assert plain(document.record) == plain(read_text(document.text))
    checked(document)


def test_slices_come_to_the_end() -> None:
    document = Document(SMALL)
    slices = 1
    while not document.judge(seconds=1e-9):
        slices += 1
    assert slices > 5
    checked(document)


def test_what_costs_too_much_is_told_as_in_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.engine.record.work.BASE", 20)
    monkeypatch.setattr("referee.engine.record.work.PER_LINE", 4)
    document = Document(SMALL)
    checked(document)
    document.change(5, 5, [])
    checked(document)
    document.change(6, 5, ["; a remark"] * 3 + ["board: prestige 7"] * 8)
    checked(document)
    document.change(14, 13, ["board: prestige 1", "board: prestige 2", "board: prestige 3"])
    assert sum(f.kind == "outcome" for f in checked(document).findings) >= 3
    document.change(14, 16, [])
    checked(document)


def test_many_lines_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.parsers.notation.reader.MOST_GUESSED", 3)
    monkeypatch.setattr("referee.parsers.notation.limits.MOST_REPORTED", 4)
    document = Document(SMALL + "US 43 deplo track > Pakistan 2\n" * 6)
    for line, text in ((1, "J 9 jihaad Iraq"), (17, "; no more"), (15, "+ hello"), (3, "J 95 recrui Iraq 1 [3]")):
        document.change(line, line - 1, [text])
        assert plain(document.record) == plain(read_text(document.text))
    monkeypatch.setattr("referee.parsers.notation.limits.MAX_CHARACTERS", 300)
    document.change(1, 0, [""])
    assert plain(document.record) == plain(read_text(document.text))
    checked(document)


def test_a_push_that_is_broken_off_leaves_the_game_as_it_was() -> None:
    document = Document(log("evening-2"))
    document.judge(42)
    game, action = document.hearing.game, document.hearing.actions[document.hearing.done]

    def stands() -> Any:
        world = game.corrected_game
        beside = None if world is None else (snapshot(world.board), list(world.lines), list(world.journal.changes))
        here = game.memory, game.credit, game.examined, dict(game.treatments)
        return snapshot(game.board), list(game.lines), list(game.journal.changes), here, beside

    before, spent = stands(), game.work.spent
    for units in (0, 3, 30, 100, 300, 600):
        game.work = Work(units)
        with pytest.raises(Spent):
            game.push(action)
        assert stands() == before
    game.work = Work()
    game.push(action)
    game.pop()
    assert stands() == before
    assert spent > 0


# ------------------------------------------------------------------------------------------------ what is shown beside


def test_the_outline_has_turns_phases_and_plays() -> None:
    document = Document(SMALL)
    document.judge()
    setup, turn = outline(document)
    assert (setup.kind, setup.first, setup.last) == ("set-up", 1, 2)
    assert (turn.name, turn.first, turn.last) == ("Turn 1", 4, 13)
    names = ["Cards are dealt.", "Jihadist phase 1", "US phase 1", "Jihadist phase 2", "US phase 2", "Jihadist phase 3"]
    assert [s.name for s in turn.children] == names
    first = turn.children[1]
    assert [(s.first, s.last, s.kind) for s in first.children] == [(5, 5, "play"), (6, 6, "play")]
    assert first.children[0].name == "The Jihadist plays card 95 Wahhabism for Recruit in Afghanistan."
    assert first.children[0].detail == "J 95  recruit Afghanistan 3"
    assert (turn.children[3].first, turn.children[3].last) == (9, 10)  # the checkpoint belongs to the Plot
    assert turn.children[-1].children[0].last == 13


def test_the_outline_goes_on_where_nothing_is_judged_yet() -> None:
    document = Document(SMALL + "end of turn\nUS 50 deploy")
    document.judge(5)
    _, first, second = outline(document)
    assert [s.name for s in first.children][:3] == [
        "Cards are dealt.",
        "Jihadist phase 1",
        "J 83  travel Afghanistan:s > Pakistan, Afghanistan:s > US [3]",
    ]
    assert (second.name, second.first) == ("Turn 2", 15)
    assert outline(Document("")) == []
    assert [s.kind for s in outline(Document("; nothing"))] == ["set-up"]


def test_what_can_be_folded() -> None:
    document = Document(SMALL)
    document.judge()
    found = [(f.first, f.last, f.kind) for f in foldings(document)]
    assert found == [(1, 2, "set-up"), (4, 13, "turn"), (12, 13, "play")]


def test_a_finding_leads_to_the_lines_behind_it() -> None:
    document = Document(log("mail-thread"))
    document.judge()
    plot = next(f for f in document.findings if f.place.line == 43)
    assert related(document, plot) == [(Place(35, 1, 27), "It goes back to this line.")]


def test_hints_say_what_the_dice_gave() -> None:
    document = Document(SMALL)
    document.judge()
    found = {h.line: h for h in hints(document)}
    assert {n: h.text for n, h in found.items()} == {
        6: "3: failure",
        8: "4 + 1 = 5: success",
        9: "2: success",
        13: "Pakistan 6: failure; United States 5 + 1 = 6: Hard",
    }
    assert found[8].column == len("US 20 woi Pakistan [4] => Pakistan Ally") + 1
    assert found[8].more[1].startswith(SENTENCES["war-of-ideas-that-succeeds"].reason.removesuffix("."))
    assert [h.line for h in hints(document, 8, 9)] == [8, 9]


def test_hints_show_the_tracks_when_a_turn_is_over() -> None:
    document = Document(log("evening-1"))
    document.judge()
    found = [h for h in hints(document) if h.kind == "turn"]
    assert [h.line for h in found] == [39, 82]
    assert found[0].text.startswith("turn 2: Prestige 6 medium · GWOT penalty none · Troops on the track 5 war · ")
    assert "Funding 8 · Cells on the track 9" in found[0].text


def test_formatting_changes_only_the_lines_that_differ() -> None:
    document = Document(SMALL.replace("J 95  recruit Afghanistan 3 ", "j 95 RECRUIT afgh 3"))
    edits = format_all(document)
    assert [(e.first, e.last) for e in edits] == [(5, 6), (9, 9)]
    assert format_line(document, 5) == LineEdit(5, 5, ("J 95 recruit Afghanistan 3  ; Islamist Rule",))
    assert format_line(document, 8) is None
    assert format_all(document, 9, 9) == edits[1:]
    wanted = format_text(document.text).text
    apply(document, edits)
    assert document.text == wanted
    assert format_all(document) == []


def test_a_line_that_goes_on_is_formatted_with_its_play() -> None:
    document = Document("J 120 recruit Pakistan 1 [6]\n+ us EVENT posture [5]\nnot notation\n")
    play = document.action_on(1)
    assert format_line(document, 2) == LineEdit(2, 2, ("+ US event posture [5]",))
    assert format_line(document, 3) is None
    assert plain(document.action_on(1)) == plain(read_text(document.text).actions[0])
    assert play is document.action_on(1)
