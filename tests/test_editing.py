"""A record while it is written: whatever was changed, and however, it says what ``referee check`` says of the text."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import pytest
from commands import LOGS
from hunting import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editing import Document
from referee.engine.board import snapshot
from referee.engine.film import Film
from referee.engine.steps import Verdict
from referee.inputs import judge
from referee.reading import read_text

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
    """What was read, as values that can be compared."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return type(thing).__name__, *(plain(getattr(thing, f.name)) for f in fields(thing))
    if isinstance(thing, dict):
        return {key: plain(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [plain(x) for x in thing]
    return thing


def checked(document: Document) -> Verdict:
    """The verdict on its text, which its own must be equal to."""
    verdict = judge(read_text(document.text))
    assert document.judge()
    assert document.findings == verdict.findings
    assert snapshot(document.hearing.game.board) == snapshot(verdict.board)
    assert (document.judged, document.stale, document.provisional) == (len(document.lines), False, 0)
    return verdict


# ------------------------------------------------------------------------------------------------ whatever is changed


Edit = tuple[int, int, int, str, int]
edits = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 999),
        st.integers(0, 2),
        st.one_of(st.sampled_from(ODD), st.integers(0, 9999).map(lambda n: pool()[n % len(pool())])),
        st.integers(0, 60),
    ),
    min_size=1,
    max_size=5,
)


def edit(document: Document, how: Edit) -> int:
    """Insert, delete, change, join, split or tear a line; which one it was."""
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
@settings(max_examples=examples(40))
def test_what_is_read_again_is_the_record_that_is_there(name: str, changes: list[Edit]) -> None:
    document = Document(log(name))
    for change in changes:
        edit(document, change)
        assert plain(document.record) == plain(read_text(document.text))


@given(st.sampled_from(["evening-1", "small"]), edits, st.data())
@settings(max_examples=examples(25))
def test_what_is_judged_again_is_the_verdict_on_the_record(name: str, changes: list[Edit], data: st.DataObject) -> None:
    document = Document(SMALL if name == "small" else log(name))
    document.judge(data.draw(st.integers(0, 60)))
    for change in changes:
        line = edit(document, change)
        document.judge(line, units=data.draw(st.sampled_from([0, 20, 300])))
        if data.draw(st.booleans()):
            document.judge(seconds=1e-9)
    checked(document)


@pytest.mark.parametrize("name", [p.stem for p in sorted(LOGS.glob("*.lgn"))])
def test_a_game_typed_in_line_by_line(name: str) -> None:
    document = Document()
    for n, line in enumerate(log(name).split("\n"), 1):
        document.change(n, n - (n > 1), [line])
        if name in ("evening-1", "awakening-1"):
            document.judge(n, units=300)
    assert document.text == log(name)
    verdict = checked(document)
    film = Film(verdict.board, verdict.journal.changes)
    for step in verdict.steps[:: len(verdict.steps) // 4]:
        line = step.action.lines[-1]
        mark = len(verdict.journal.changes) - sum(
            len(s.changes) for s in verdict.steps if s.action.place.line > step.action.place.line
        )
        assert snapshot(document.board_after(line)) == snapshot(film.show(mark))
        found = document.step_on(line)
        assert found is not None
        assert found.action.place == step.action.place
        assert document.action_on(line) is found.action
