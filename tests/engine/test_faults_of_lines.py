"""A fault of the referee costs the line on which it happens.

It costs nothing else: every other line is judged as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from referee.engine.explaining import hindsight
from referee.engine.explaining.referee import Hearing
from referee.engine.explaining.slips import follows
from referee.engine.explaining.slips.search import Search
from referee.engine.judging.game import Game
from referee.engine.judging.solver import Solver
from referee.engine.record.checkpoints import Checkpoint
from referee.engine.record.steps import Judgement
from referee.inputs.judging import judge
from referee.inputs.preparing import prepare
from referee.inputs.records import read_text
from tests.helpers.hunting import every
from tests.helpers.paths import LOGS

pytestmark = pytest.mark.long

EVENING = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
POLICIES = ("as-played", "undo", "stop")
GAPS = """[Scenario "Let's Roll!"]
J 83 plot United States 1
J 95 recruit Afghanistan 3
US 43 deploy track > Pakistan 2
US 20 woi Gulf States [4]
board: prestige 9
"""
FAULTY: dict[str, tuple[Any, str, Callable[..., int]]] = {
    "playing the line": (Solver, "solve", lambda solver, *_: solver.action.place.line),
    "what is open before it": (Game, "note_hidden", lambda _, action: action.place.line),
    "whether the turn has ended": (Game, "owes_end", lambda _, action: action.place.line),
    "a checkpoint": (Checkpoint, "agrees", lambda _, action: action.place.line),
    "a checkpoint that differs": (Checkpoint, "judge", lambda _, action, *__: action.place.line),
    "gaps": (hindsight, "settle_gaps", lambda played: played.lines[-1].action.place.line),
    "causes": (follows, "find_causes", lambda played, *_: played.lines[-1].action.place.line),
    "the corrected game": (follows, "keep_up", lambda played, *_: played.lines[-1].action.place.line),
    "a slip of the pen": (Search, "find", lambda search: search.game.lines[-1].action.place.line),
}
"""Stages of judging a line: where the fault is put, and which line is judged there."""


def fail(patch: pytest.MonkeyPatch, stage: str, lines: set[int]) -> set[int]:
    """Make one stage fail on some lines; these lines."""
    where, name, line_of = FAULTY[stage]
    real, failed = getattr(where, name), set()

    def faulty(*given: Any, **more: Any) -> Any:
        if (line := line_of(*given)) in lines:
            failed.add(line)
            raise LookupError("planted")
        return real(*given, **more)

    patch.setattr(where, name, faulty)
    return failed


@cache
def as_usual(text: str, policy: Any) -> Judgement:
    """The verdict without a fault.

    It is asked for before any stage fails.
    """
    return judge(read_text(text), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("stage", FAULTY)
@pytest.mark.parametrize("text", [EVENING, GAPS], ids=["evening", "gaps"])
def test_a_fault_costs_its_line_and_no_verdict(
    stage: str, policy: Any, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read_text(text)
    usual = as_usual(text, policy)
    lines = {a.place.line for a in record.actions}
    failed = fail(monkeypatch, stage, lines)
    found = judge(read_text(text), policy)
    if policy != "stop":
        assert len(found.steps) == len(usual.steps)
    else:
        assert found.stopped or len(found.steps) == len(record.actions) - sum(a.kind == "setup" for a in record.actions)
    told = {f.place.line for f in found.findings if f.kind == "unsupported" and f.rule == "referee"}
    assert told <= failed
    assert all("planted" in f.help for f in found.findings if f.place.line in told and f.rule == "referee")
    assert not any("not judged" in f.message for f in found.findings)


@pytest.mark.parametrize(
    "stage", [s for s in FAULTY if s not in ("a checkpoint", "the corrected game", "a slip of the pen")]
)
def test_the_line_is_unsupported_and_the_rest_is_judged_as_ever(stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = GAPS.replace("prestige 9", "prestige 2")
    record = read_text(text)
    at = 6 if stage == "a checkpoint that differs" else 4
    failed = fail(monkeypatch, stage, {at})
    found = judge(record)
    assert failed == {at}
    told = [(f.place.line, f.kind) for f in found.findings if f.rule == "referee"]
    assert told == [(at, "unsupported")]
    assert [s.action.place.line for s in found.steps] == [2, 3, 4, 5, 6]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("stage", "policy"), [(s, p) for s in FAULTY if s != "a slip of the pen" for p in POLICIES][:: every(4)]
)
def test_what_a_fault_has_left_can_be_taken_back(stage: str, policy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = prepare(read_text(EVENING))
    record, setup = game.record, game.setup
    hearing = Hearing(setup, policy)
    fail(monkeypatch, stage, {a.place.line for a in record.actions[5::7]})
    hearing.take(record.actions)
    while not hearing.over:
        hearing.go_on()
    length = len(hearing.game.journal.changes)
    hearing.back_to(0)
    assert hearing.game.lines == []
    while not hearing.over:
        hearing.go_on()
    assert len(hearing.game.journal.changes) == length


SETTLED_AT_ONCE = """[Scenario "Mitt's Turn"]
setup: prestige 4, funding 9, US Hard, United Kingdom Soft, Russia Soft, India Soft, Eastern Europe Soft
setup: Kenya/Tanzania Soft, France Hard, Egypt Fair Ally 2 awakening, Lebanon Poor Ally 3 reaction 2 sleepers 1 active 1 aid
setup: Libya Poor Adversary 4 awakening 1 reaction 4 troops, Mali Poor Adversary civil war 3 actives besieged
setup: Nigeria Muslim Poor Neutral no RC no civil war 0 militia 0 awakening 3 reaction 0 advisors 0 troops 2 sleepers
setup: Nigeria 0 actives no cadre 0 aid no besieged 0 wmd, Sudan Fair Neutral 2 awakening 2 sleepers
setup: Yemen Poor Ally 4 awakening 2 reaction besieged, Mali caliphate capital, troops track 1, cells track 0
setup: phase J 1, hand J 9, hand US 7
J 144 jihad Mali:aa 2 [1 5] / event Gulf States, Afghanistan
J 228 reserves
US 233 woi Caucasus [6]
US 152 disrupt Iraq:s
J 137 reserves / event Lebanon
J 163 event Afghanistan / jihad Mali:aa 2 [2 6], Lebanon:s 1 [6]
US 226 event Algeria/Tunisia
US 174 reserves / event United States posture[5], Caucasus posture[5]
J 187 event Mali
J 138 event / US deploy Afghanistan > track 4 / event(188) Syria t[3], Iraq / US 188+R deploy Libya > Gulf States 4 / J travel Sudan:s > Saudi Arabia t[4] [6]
US 121 reserves
US 131 reserves
J 201 reserves
J 142+R jihad Iraq:a 1 [4], Sudan:s 1 [2] / event Syria
J 177 jihad Nigeria:ss 2 [4 2]
end of turn Syria US[1], Mali J[4]
J 158 no event / travel Afghanistan:s > Saudi Arabia [4]
J 215 event Iraq 2 cells [4], from Lebanon:s, from Pakistan:s, France
US 147 disrupt France:s
US 176 event Gulf States / reserves
J 209 reserves
J 202 reserves
US 127 deploy Iraq > track 1
US 178 reserves / event Syria militia
J 173 reserves
J 170 reserves
US 210 disrupt France:a
US 155 event prestige[2 2 5]
J 169 jihad Lebanon:a 1 [2]
J 169 jihad Lebanon:a 1 [2]
J 207 reserves
US 150 deploy Iraq > Egypt 1
US 145 reserves
J 225+R jihad Nigeria:aa 2 [4 4]
board: prestige 3, funding 8, US Hard, world Soft 3, troops track 13, cells track 4, good 0, islamist 1, fair/good 3, poor/islamist 10
"""


def test_a_gap_that_is_settled_may_take_others_of_its_line_with_it() -> None:
    found = judge(read_text(SETTLED_AT_ONCE), slips=False)
    assert [f for f in found.findings if f.rule == "referee"] == []
    assert any(f.kind != "note" for f in found.findings)
