"""Positions known in part, from the outside.

They are read, written and shown, and only some results may depend on the unknown.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.engine.record.findings import Finding
from referee.engine.record.steps import Judgement
from referee.engine.state.board import Board
from referee.engine.state.position import statements_of, summary
from referee.engine.state.rewinder import position_before
from referee.inputs.conversion import other_form
from referee.inputs.judging import judge, judge_bytes
from referee.inputs.records import read_text
from referee.parsers.notation.position import block, of_statements
from referee.reports.describe import position
from tests.helpers import corpusrecords
from tests.helpers.sentences import SENTENCES

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]

PART = """setup: turn 4, phase US 1, card 2, prestige 1, world Soft 2, troops track 10, marker Renditions, discards 4 5
setup: rest unknown
setup: Spain unmarked
setup: Iraq no RC 6 sleepers
setup: Pakistan Fair Neutral no cadre 3 cells no FATA"""


def verdict(text: str) -> Judgement:
    return judge(read_text(text, "record"))


def board(text: str) -> Board:
    return verdict(text).board


def counted(text: str) -> list[tuple[str, str, int]]:
    return [(f.kind, f.rule, f.place.line) for f in verdict(text).findings if f.counted]


# ---------------------------------------------------------------- read, written, shown


def test_a_position_that_is_printed_reads_back() -> None:
    printed = block(board(PART))
    assert printed == PART
    assert block(board(printed)) == printed


def test_a_position_goes_through_json_and_back() -> None:
    converted = other_form(f"{PART}\nUS 20 reserves\n".encode())
    found = judge_bytes(converted.text.encode(), "record.json")
    assert isinstance(found, Judgement)
    assert not [f for f in found.findings if f.counted]
    assert block(found.board).split("\n")[1:] == PART.split("\n")[1:]


def test_data_and_summary_say_what_is_unknown() -> None:
    b = board("setup: prestige 3, Pakistan Fair, rest unknown")
    found = position(b)
    assert (found["prestige"], found["funding"], found["troops_track"]) == (3, "unknown", "unknown")
    pakistan, iraq = found["countries"]["Pakistan"], found["countries"]["Iraq"]
    assert (pakistan["governance"], pakistan["alignment"]) == ("Fair", "unknown")
    assert (iraq["governance"], iraq["troops"]) == ("unknown", "unknown")
    assert summary(b) == "world unknown, good unknown, islamist unknown, fair/good unknown, poor/islamist unknown"


def test_a_known_position_has_nothing_unknown() -> None:
    assert "unknown" not in repr(position(board("setup: prestige 3")))
    assert "unknown" not in block(board("setup: prestige 3"))


@pytest.mark.parametrize("words", ["rest unknown", "rest not known", "the rest unknown", "Rest Unknown"])
def test_ways_to_write_it(words: str) -> None:
    assert block(board(f"setup: prestige 3, {words}")) == "setup: prestige 3, rest unknown"


# ---------------------------------------------------------------- what may rest on it


def test_what_is_assumed_is_said() -> None:
    found = verdict("setup: phase US 1, rest unknown\nUS 43 deploy track > Egypt 2").findings
    assert [(f.kind, f.rule) for f in found] == [("note", "7.3.3")]
    assert found[0].message == "This assumes something the record does not say: Egypt Poor Ally."
    assert found[0].reason == f"Without it: {TO_A_NEUTRAL.about(Pakistan='Egypt', Neutral='unmarked')}"


def test_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.engine.judging import supposing

    monkeypatch.setattr(supposing, "SUPPOSED", -1)
    text = "setup: phase US 1, prestige 7, Pakistan Fair Neutral, rest unknown\nUS 43 deploy track > Egypt 2\n"
    assert counted(text) == []
    assert counted(f"{text}US 20 woi Pakistan [4]\nboard: Pakistan Neutral") == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            "setup: rest unknown\nset: iraq 3 troops\nboard: iraq 3 troops\nboard: iraq 2 troops",
            [("outcome", "4.6.2", 4)],
        ),
        ("setup: pakistan 3 cells, rest unknown\nboard: pakistan 1 sleeper\nboard: pakistan 2 actives", []),
        ("setup: cells track 5, rest unknown\nboard: pakistan 6 cells, cells track 5\nboard: cells track 5", []),
        ("setup: rest unknown\nboard: no marker FATA\nboard: no marker FATA", []),
        ("setup: rest unknown\nboard: Patriot Act, good 3, islamist 2", None),
        ("setup: rest unknown\nboard: good 3, islamist 2, fair/good 4, world Soft 1", []),
        ("setup: rest unknown\nturn 5\nturn 5\nphase US 2", []),
        ("setup: rest unknown, deck 50\nboard: deck 49", [("outcome", "5.3.1", 2)]),
    ],
)
def test_statements(text: str, wrong: Any) -> None:
    if wrong is None:
        assert any(kind == "unreadable" for kind, _, _ in counted(text))
    else:
        assert counted(text) == wrong


def _rest_of(name: str, share: float) -> tuple[Judgement, Judgement, int]:
    """A record from its second turn on, and the whole record.

    It begins with a share of the known position there.
    """
    lines = (corpusrecords.FOLDER / f"{name}.lgn").read_text(encoding="utf-8").split("\n")
    whole = verdict("\n".join(lines))
    first = next(i for i, line in enumerate(lines) if line.startswith("turn "))
    at = next(n for n, step in enumerate(whole.steps) if step.action.place.line == first + 1)
    b, chance = position_before(whole, at), random.Random(name)
    said = [s for s in statements_of(b) if s.field in ("turn", "phase", "card") or chance.random() < share]
    if share < 1:
        said = [s for s in said if s.field not in ("cards J", "cards US")]
    head = [line for line in lines if line.startswith("[")]
    head += [*of_statements(b.rules.facts, said).split("\n"), "setup: rest unknown"]
    return whole, verdict("\n".join([*head, *lines[first + 1 : first + 31]])), first + 1 - len(head)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("name", ["game-let-s-roll-1-085", "game-anaconda-1-132", "game-let-s-roll-2-089"])
def test_a_record_begun_in_part_has_no_mistake_that_the_whole_has_not(name: str, share: float) -> None:
    whole, part, off = _rest_of(name, share)

    def key(f: Finding, off: int = 0) -> tuple[str, str, int]:
        return f.kind, f.rule, f.place.line + off

    known = {key(f) for f in whole.findings if f.counted}
    assert [key(f, off) for f in part.findings if f.counted and key(f, off) not in known] == []
