"""Tasks of the benchmarks, and tasks to compare them with."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from referee.editions.base.ruleset import BASE
from referee.engine.explaining.referee import Judgement, check, first_to_act
from referee.engine.judging.game import Game
from referee.engine.law.requirement import REQUIREMENTS
from referee.engine.record.setup import Setup, find_scenario
from referee.inputs.judging import judge
from referee.inputs.preparing import prepare
from referee.inputs.records import read_text
from referee.trials import games as play
from referee.trials.selfplay import SelfPlay

ROOT = Path(__file__).resolve().parent.parent
BARE_IMPORT = "import typer, pydantic, jinja2, structlog"


# -------------------------------------------------------------------- records


def self_played(seed: int, decks: int = 1) -> str:
    """A whole self-played game, tracks stated at the end of each phase."""
    data = find_scenario("Let's Roll!")
    assert data is not None
    return SelfPlay(seed, Setup(BASE, data["name"], data, decks)).play().text


@cache
def games(n: int) -> tuple[str, ...]:
    """The games of the first seeds."""
    return tuple(self_played(seed) for seed in range(n))


@cache
def expansion_games(n: int) -> tuple[str, ...]:
    """Games of The Awakening, each with a table of chapter 11.

    The position of each has the things that chapter 11 adds to the table.
    """
    return tuple(play.one(seed, "Awakening", 1, None).text for seed in range(n))


@cache
def long_game(plays: int = 150) -> str:
    """A self-played game of two decks up to so many card plays."""
    for seed in range(24):
        lines = self_played(seed, 2).split("\n")
        cards = [a.place.line for a in read_text("\n".join(lines)).actions if a.kind == "card"]
        if len(cards) >= plays:
            return "\n".join(lines[: cards[plays - 1]]) + "\n"
    raise AssertionError("no seed gives a game so long")


SYNTHETIC = Setup(
    BASE,
    "synthetic",
    {
        "name": "synthetic",
        "prestige": 9,
        "funding": 1,
        "us_posture": "hard",
        "countries": {
            "Afghanistan": {
                "governance": "poor",
                "alignment": "ally",
                "troops": 6,
                "cells": 2,
                "regime_change": "tan",
            }
        },
    },
    10_000,
)
"""A war that goes on for ten thousand decks. It exists for the growth benchmark only."""


def synthetic(actions: int) -> str:
    """A record of so many legal actions.

    Cells are recruited in pairs and Disrupted in pairs, turn after turn.
    """
    pair = ["J ? recruit Afghanistan 1"] * 2 + ["US ? disrupt Afghanistan:ss", "US ? disrupt Afghanistan:aa"]
    turn = [*pair * 3, "J ? recruit Afghanistan 2", *pair[2:], "end of turn"]
    lines = turn * (actions // len(turn) + 1)
    return "\n".join(lines[:actions])


def with_gaps(text: str, n: int) -> str:
    """A record without the dice of so many Operations."""
    lines = text.split("\n")
    rolled = [i for i, line in enumerate(lines) if re.match(r"(J|US) \d.* (recruit|jihad|plot|travel|woi) .*\[", line)]
    for i in Random(n).sample(rolled, n):
        lines[i] = re.sub(r"\w*\[[^\]]*\]", "", lines[i])
    return "\n".join(lines)


def check_all(texts: tuple[str, ...]) -> int:
    """Judge records from their text, with a full journal; the actions."""
    done = 0
    for text in texts:
        verdict = judge(read_text(text))
        assert verdict.verdict == "clean", verdict.findings
        done += verdict.actions
    return done


def check_synthetic(text: str) -> Judgement:
    """Judge the synthetic record; it must be clean."""
    verdict = check(read_text(text), SYNTHETIC)
    assert verdict.verdict == "clean", verdict.findings[:3]
    return verdict


@contextmanager
def counted_rules() -> Iterator[list[int]]:
    """Count every test of a requirement."""
    count = [0]
    kept = {requirement: requirement.test for requirement in REQUIREMENTS.values()}

    def counting(test: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            count[0] += 1
            return test(*args)

        return run

    try:
        for requirement, test in kept.items():
            object.__setattr__(requirement, "test", counting(test))
        yield count
    finally:
        for requirement, test in kept.items():
            object.__setattr__(requirement, "test", test)


# -------------------------------------------------------------------- what they are compared with


def _automations() -> tuple[Any, ...]:
    from pokerkit import Automation

    return (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HOLE_DEALING,
        Automation.BOARD_DEALING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )


def _hand() -> Any:
    from pokerkit import NoLimitTexasHoldem

    return NoLimitTexasHoldem.create_state(_automations(), True, 0, (1, 2), 2, 200, 6)


def poker_hand() -> int:
    """A no-limit hold'em hand of six players; its player actions.

    All call down to the showdown.
    """
    state, actions = _hand(), 0
    while state.status:
        state.check_or_call()
        actions += 1
    return actions


def poker_hand_at_random(random: Random) -> int:
    """The same with any legal action.

    Most hands end in folds long before a showdown.
    """
    state, actions = _hand(), 0
    while state.status:
        legal = []
        if state.can_fold():
            legal.append(state.fold)
        if state.can_check_or_call():
            legal.append(state.check_or_call)
        if state.can_complete_bet_or_raise_to():
            legal.append(state.complete_bet_or_raise_to)
        random.choice(legal)()
        actions += 1
    return actions


# -------------------------------------------------------------------- clocks


def best(run: Callable[[], Any], times: int) -> float:
    """Processor seconds of the quickest run."""
    found = []
    for _ in range(times):
        start = process_time()
        run()
        found.append(process_time() - start)
    return min(found)


def best_of_each(runs: dict[str, Callable[[], Any]], times: int) -> dict[str, float]:
    """The quickest run of each.

    The runs are in turns, so that a busy moment of the machine hits all of them.
    """
    found = {name: [best(run, 1)] for name, run in runs.items()}
    for _ in range(times - 1):
        for name, run in runs.items():
            found[name].append(best(run, 1))
    return {name: min(seconds) for name, seconds in found.items()}


def without_explaining(text: str) -> Game:
    """A record judged line by line, without conclusions from later lines.

    No later line settles an earlier one, and no assumption is made for one.
    """
    found = prepare(read_text(text))
    record, game = found.record, Game(found.setup)
    game.set_up([a for a in record.actions if a.kind == "setup"], first_to_act(record.actions))
    for action in record.actions:
        if action.kind != "setup":
            game.push(action)
    return game


@dataclass(frozen=True, slots=True)
class Spent:
    """The resources of one process."""

    seconds: float
    """Processor seconds, its own and the system's for it."""
    kilobytes: int
    """The most memory that it had at one time."""
    status: int


@cache
def _environment() -> dict[str, str]:
    """The environment of an installed program.

    Compiled modules are kept, here in a folder of their own.
    """
    found = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    cache_folder = Path(tempfile.gettempdir()) / f"referee-benchmarks-{os.getuid()}"
    return {**found, "PYTHONPYCACHEPREFIX": str(cache_folder), "PYTHONPATH": str(ROOT)}


_LAUNCH = """
import json, os, sys
null = os.open(os.devnull, os.O_WRONLY)
files = [(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[1:]], os.environ, file_actions=files)
_, status, usage = os.wait4(child, 0)
print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""
"""A small process that starts the measured one: peak memory is inherited, and this one has little."""


def process(*arguments: str) -> Spent:
    """Run ``python ARGUMENTS`` and wait for it."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", _LAUNCH, *arguments],
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return Spent(*json.loads(done.stdout))


def fresh(code: str) -> Any:
    """Run ``code`` in a fresh process; its JSON output."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'benchmarks')!r})\n{code}"],
        env=_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def audit_is_there() -> bool:
    """Whether ``referee audit`` exists in this version."""
    return process("-m", "referee", "audit", "--help").status == 0
