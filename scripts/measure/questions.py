"""Compare answers on incomplete positions with verdicts on their completions.

``python scripts/measure/questions.py --positions 2000 --completions 50`` draws positions and plays of self-played games, hides
random facts, asks, and judges the play in random completions. An answer that hangs on nothing has to hold in each of them; of
those that depend on something it counts how many came out both ways. The exit status is 1 for a difference.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence

from referee.api.asking import ask
from referee.engine.state.board import Board
from referee.engine.state.rewinder import position_before
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import block
from referee.reports.ruling import NoAnswer
from referee.trials.mutation.clean import played

COMPLETIONS = 12


def completions(board: Board, position: Sequence[str], dice: random.Random, number: int) -> tuple[str, list[str]]:
    """A position with unknown facts, and full positions that complete it.

    Some tracks and countries are unknown, and have any value in the full ones.
    """
    aside = ("troops track", "cells track", "hand", "deck", "discards", "removed")
    lines = [line.removeprefix("setup: ") for line in position]
    country = {line: next((n for n in board.names if line.startswith(n)), "") for line in lines}
    tracks = [p for line in lines if not country[line] for p in line.split(", ") if not p.startswith(aside)]
    hidden = [p for p in tracks if p.startswith(("prestige", "funding", "US ")) and dice.random() < 0.5]
    free = [
        n
        for n in board.names
        if board[n].data.muslim or (n in board.non_muslim and n not in ("Israel", "United States"))
    ]
    gone = [line for line in lines if country[line] in free and dice.random() < 0.25]
    kept = [*(p for p in tracks if p not in hidden), *(line for line in lines if country[line] and line not in gone)]
    filled = []
    for _ in range(number):
        more = [_track(p, dice) for p in hidden] + [_country(country[line], board, dice) for line in gone]
        filled.append(", ".join([*kept, *filter(None, more)]))
    return ", ".join(kept), filled


def _track(stated: str, dice: random.Random) -> str:
    if stated.startswith("US "):
        return f"US {dice.choice(['Hard', 'Soft'])}"
    return f"prestige {dice.randint(1, 12)}" if stated.startswith("prestige") else f"funding {dice.randint(1, 9)}"


def _country(name: str, board: Board, dice: random.Random) -> str:
    if dice.random() < 0.2:
        return ""
    level = f"{dice.choice(['Good', 'Fair', 'Poor', 'IR'])} {dice.choice(['Ally', 'Neutral', 'Adversary'])}"
    said = f"{name} {level if board[name].data.muslim else dice.choice(['Hard', 'Soft'])}"
    return said + f" {dice.randint(1, 3)} sleepers" * (dice.random() < 0.5)


def compared(seed: int, words: Counter[str], number: int = COMPLETIONS) -> list[str]:
    """Answers on a play that some completion of its position contradicts."""
    dice = random.Random(seed)
    verdict = judge(read_text("\n".join(played(seed, 3).lines) + "\n"))
    steps = [i for i, s in enumerate(verdict.steps) if s.action.kind == "card" and s.action.cards[:1] > (0,)]
    at = dice.choice([i for i in steps if len(verdict.steps[i].action.numbers) == 1])
    play = verdict.record.lines[verdict.steps[at].action.place.line - 1]
    board = position_before(verdict, at)
    if board.winner or board.rules.guides or (min(board.cards) < 121 and max(board.cards) > 120):
        return []
    rules = "Awakening" if max(board.cards) > 120 else ""
    stated, filled = completions(board, block(board).split("\n"), dice, number)
    try:
        answer = ask([play], stated, rules).answers[-1]
    except NoAnswer:
        return []
    words[answer.word] += 1
    wrong, ways = [], set()
    for position in filled:
        tag = '[Rules "Awakening"]\n' * bool(rules)
        found = judge(read_text(f"{tag}setup: {position}\n{play}\n"), slips=False)
        counted = [f for f in found.findings if f.counted]
        if any(f.rule == "5.1" or f.place.line < 2 + bool(rules) for f in counted):
            continue  # the game is over, or such a position cannot be
        legal = not any(f.kind in ("illegal", "impossible", "outcome") for f in counted)
        ways.add(legal)
        if not answer.hanging and legal != (answer.word != "no"):
            wrong.append(f"{play}: {answer.word}, but with {position}: {[f.message for f in counted]}")
    words["both ways"] += answer.word == "it depends" and len(ways) > 1
    return wrong


def main(argv: Sequence[str] | None = None) -> int:
    """Draw positions, compare, and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--completions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(argv)
    words: Counter[str] = Counter()
    wrong = []
    seed = given.seed
    while words.total() - words["both ways"] < given.positions:
        found = compared(seed, words, given.completions)
        wrong += found[:1]
        for difference in found[:1]:
            print(f"seed {seed}: {difference}", flush=True)
        seed += 1
    print(f"{given.positions} positions, {given.completions} completions each: {dict(words)}, {len(wrong)} differences")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
