"""A game judged line by line.

A line can be taken back, and all lines together are the check of the record.
"""

from __future__ import annotations

import gc
import re
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import referee
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.judging.game import Game
from referee.engine.law.ask import Ask
from referee.engine.record.setup import find_scenario
from referee.engine.record.steps import Policy
from referee.engine.state.board import snapshot
from referee.engine.state.script import Record
from referee.inputs.judging import judge
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text
from referee.trials.selfplay import SelfPlay
from tests.helpers import paths
from tests.helpers.hunting import mostly_long

LOGS = paths.RECORDS
IN_SHORT = ("evening-2", "awakening-1")
EACH_LOG = [pytest.param(p, marks=() if p.stem in IN_SHORT else pytest.mark.long) for p in LOGS]
CORPUS = sorted((paths.FIXTURES / "corpus").rglob("*.lgn"))
DICE = re.compile(r"\w*\[[^\]]*\]")


@cache
def self_played(seed: int, turns: int = 2) -> str:
    data = find_scenario("Let's Roll!")
    assert data is not None
    record = read_text(f'[Scenario "{data["name"]}"]')
    return SelfPlay(seed, setup_of(record)[0]).play(turns=turns).text


def with_gaps(text: str, seed: int, n: int = 12) -> str:
    """A record in which the dice of some plays are left out."""
    lines = text.split("\n")
    rolled = [i for i, line in enumerate(lines) if re.match(r"(J|US) \d.*\[", line) and "event" not in line]
    for i in Random(seed).sample(rolled, min(n, len(rolled))):
        lines[i] = DICE.sub("", lines[i])
    return "\n".join(lines)


RECORDS = [
    *(path.read_text(encoding="utf-8") for path in LOGS),
    *(self_played(seed) for seed in range(2)),
    *(with_gaps(self_played(seed), seed) for seed in range(2)),
]


def started(record: Record, policy: Policy = "as-played") -> ExplainedGame:
    setup, _ = setup_of(record)
    game = ExplainedGame(setup, policy)
    blocks = [a for a in record.actions if a.kind == "setup"]
    game.set_up(blocks, next((a for a in record.actions if a.counted or a.kind == "unread"), None))
    return game


@pytest.mark.parametrize(("number", "policy"), mostly_long(3, product(range(len(RECORDS)), ("as-played", "undo"))))
def test_lines_that_are_taken_back_leave_the_game_as_it_was(number: int, policy: Policy) -> None:
    record = read_text(RECORDS[number])
    game = started(record, policy)
    plays = [a for a in record.actions if a.kind != "setup"]
    stood = []
    for action in plays:
        stood.append((snapshot(game.board), [f.key for f in game.findings]))
        game.push(action)
    end = snapshot(game.board), [f.key for f in game.findings]
    for before in reversed(stood[len(stood) // 3 :]):
        game.pop()
        assert (snapshot(game.board), [f.key for f in game.findings]) == before
    for action in plays[len(stood) // 3 :]:
        game.push(action)
    assert (snapshot(game.board), [f.key for f in game.findings]) == end
    assert sorted(end[1]) == sorted(f.key for f in judge(record, policy).findings if f.rule != "notation")


def stands(game: Game) -> tuple[Any, ...]:
    """A game by its values.

    The board, the findings of each line, the journal, and the corrected game.
    """
    told = [[(*f.key, f.id, f.message, f.help, list(f.follows)) for f in line.step.findings] for line in game.lines]
    changes = [(c.kind, c.subject, c.writes, c.rule, c.cause, c.note) for c in game.journal.changes]
    here = game.memory, game.credit, game.examined, game.work.spent, len(game.undecided_gaps)
    return (
        snapshot(game.board),
        told,
        changes,
        here,
        stands(game.corrected_game) if game.corrected_game is not None else None,
    )


@pytest.mark.sampled(3)
@pytest.mark.long
@pytest.mark.parametrize("policy", ["as-played", "undo"])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 6))])
def test_a_line_that_is_popped_might_never_have_been_pushed(seed: int, policy: Policy) -> None:
    """No trace of lines that were pushed and popped.

    They come between the lines of a record, in a fork as well.
    """
    random = Random(seed)
    record = read_text(random.choice(CORPUS).read_text(encoding="utf-8"))
    plays = [a for a in record.actions if a.kind != "setup"]
    game, plain = started(record, policy), started(record, policy)
    for action in plays:
        if random.random() < 0.3:
            before, lines = stands(game), list(game.lines)
            strays = random.choices(plays, k=random.randint(1, 3))
            for stray in strays:
                game.push(stray)
            for stray in reversed(strays):
                assert game.pop() is stray
            assert stands(game) == before
            assert game.lines == lines
            spent, fork = game.work.spent, game.fork(random.randint(0, len(lines)))
            for stray in strays:
                fork.push(stray)
            game.work.spent = spent  # which a fork spends as well
            assert stands(game) == before
        game.push(action)
        plain.push(action)
    assert stands(game) == stands(plain)


@pytest.mark.parametrize("policy", ["as-played", "undo"])
def test_a_fork_is_the_game_at_that_line(policy: Policy) -> None:
    record = read_text((LOGS[0].parent / "evening-2.lgn").read_text(encoding="utf-8"))
    game = started(record, policy)
    for action in (a for a in record.actions if a.kind != "setup"):
        game.push(action)
    before, lines = stands(game), list(game.lines)
    for n in range(len(lines)):
        fork = game.fork(n)
        for line in lines[n:]:
            fork.add(line.action, line.treatment, line.gaps)
        assert snapshot(fork.board) == before[0]
    assert (stands(game)[:3], game.lines) == (before[:3], lines)


@pytest.mark.parametrize("seed", range(4))
def test_a_roll_left_out_is_all_that_is_wrong(seed: int) -> None:
    """A missing roll that later lines settle.

    It brings about no other finding.
    """
    verdict = judge(read_text(with_gaps(self_played(seed), seed)))
    assert {f.kind for f in verdict.findings if f.counted} <= {"incomplete"}


def test_a_game_by_its_lines() -> None:
    game = referee.Game("Let's Roll!")
    text = self_played(1, turns=1)
    lines = [line for line in text.split("\n") if line and not line.startswith(("[", ";"))]
    for line in lines:
        assert game.push(line).text == line
    assert game.clean
    whole = referee.check(text)
    assert game.position == whole.board
    assert [s.position for s in game.steps] == [s.position for s in whole.steps]
    while game.lines:
        game.pop()
    assert game.position == referee.Position.scenario("Let's Roll!")
    with pytest.raises(IndexError):
        game.pop()


def test_a_line_that_goes_on_is_one_with_its_play() -> None:
    game = referee.Game()
    game.set_up("US Hard, prestige 5, Pakistan 1 sleeper, hand US 5, hand J 5")
    game.push("J 90 event discard 63 41")
    begun = game.position
    step = game.push("+ J event(63): discard 28")
    assert step.position != begun
    assert game.pop() == "+ J event(63): discard 28"
    assert game.position == begun
    assert game.lines == ("J 90 event discard 63 41",)


def test_what_cannot_be_pushed() -> None:
    game = referee.Game()
    for line in ("", "; a comment", "US 999 what", "+ J event", "setup: prestige 5", '[Scenario "x"]'):
        with pytest.raises(referee.RecordError):
            game.push(line)
    assert game.lines == ()
    game.push("US 20 reserves")
    with pytest.raises(referee.RecordError):
        game.set_up("prestige 5")
    with pytest.raises(referee.RecordError):
        referee.Game("Catch the Bus")


def test_a_set_up_that_cannot_be_changes_nothing() -> None:
    game = referee.Game()
    before = game.position
    with pytest.raises(referee.RecordError):
        game.set_up("Pakistan Good Ally RC")
    assert game.position == before


@pytest.mark.parametrize("seed", range(2))
def test_every_move_can_be_pushed(seed: int) -> None:
    """No illegal move in the list.

    A move may lack dice, and choices that depend on them.
    """
    game = referee.Game("Let's Roll!")
    lines = [line for line in self_played(seed, turns=1).split("\n") if line and not line.startswith(("[", ";"))]
    tried = 0
    for line in lines:
        if match := re.match(r"(?:J|US) (\d+) ", line):
            for move in game.moves(int(match.group(1)))[::4]:
                step = game.push(move)
                wrong = [f for f in step.findings if f.counted and f.kind != "incomplete"]
                assert not wrong, (move.line, wrong)
                game.pop()
                tried += 1
        game.push(line)
    assert tried > 20


def test_what_else_would_be_legal_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One list of legal alternatives for a line with gaps.

    Many readings of such a line are tried; the list is worked out for the one that is shown.
    """
    looked: list[object] = []
    useful = Ask.useful
    monkeypatch.setattr(Ask, "useful", lambda ask: looked.append(ask) or useful(ask))
    text = (
        "setup: Afghanistan Islamist Rule 5 sleepers, Pakistan Fair Neutral 4 sleepers, Iran 1 sleeper, hand J 9, hand US 9\n"
        "J 83 travel Afghanistan:s > Turkey, Pakistan:s > Iraq, Pakistan:s > Yemen\n"
        "J 95 jihad Pakistan 2\n"
    )
    verdict = judge(read_text(text), alternatives=True)
    kept = [a for step in verdict.steps for a in step.alternatives or ()]
    assert [f.kind for f in verdict.findings if f.kind != "note"] == ["incomplete"] * 2
    assert kept
    assert len(looked) <= 2 * len(kept)


@pytest.mark.parametrize("log", EACH_LOG, ids=lambda p: p.stem)
def test_a_verdict_that_nobody_wants_any_more_leaves_nothing_behind(log: Path) -> None:
    """No reference cycles in a verdict.

    Only Python's collector would find them: it took a fifth of a check.
    """
    text = log.read_text(encoding="utf-8")
    judge(read_text(text))  # what is kept for all records is kept now
    gc.collect()
    gc.disable()
    try:
        judge(read_text(text))
        assert gc.collect() == 0
    finally:
        gc.enable()
