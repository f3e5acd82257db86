"""Clean records to damage.

They are self-played games of every scenario and system, jotted down in several ways.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.trials.games import scenarios, setup_for
from referee.trials.selfplay import SelfPlay

HANDS = ("listed", "counted", "US listed")
"""The forms of a record's deals: both hands, their sizes, or one hand."""
CHECKPOINTS = ("each phase", "each turn", "none")
"""When the players jot down the tracks."""
TURNS = 3
"""Turns of most games; one in :data:`WHOLE` is played to its end."""
WHOLE = 6
ALONE = (
    ("Let's Roll!", "activities"),
    ("You Can Call Me Al", "activities"),
    ("Awakening", "jihadist-bot"),
    ("Awakening", "us-bot"),
    ("ISIL", "both"),
    ("Anaconda", "activities"),
)
"""Scenarios and systems of the games with one player or none."""
OF_HAND = re.compile(r"\b(J|US) (\d+):(?: [\d?]+)+")


class Clean(NamedTuple):
    """A record without a finding that counts."""

    name: str
    lines: tuple[str, ...]


def sources() -> list[tuple[str, str]]:
    """Scenarios and ways to play by turns.

    The base game, The Awakening and solitaire.
    """
    base, later = scenarios("base"), scenarios("expansion")
    found = []
    for i in range(max(len(base), len(later), len(ALONE))):
        found += [(base[i % len(base)], ""), (later[i % len(later)], ""), ALONE[i % len(ALONE)]]
    return found


def played(number: int, seed: int = 0) -> Clean:
    """A self-played game by its number.

    Scenario, hands, checkpoints and length depend on the number.
    """
    every = sources()
    scenario, way = every[number % len(every)]
    hands, stated = HANDS[number // 3 % 3], CHECKPOINTS[(number + number // 9) % 3]
    own = 4000 + 1000 * seed + number
    game = SelfPlay(own, setup_for(scenario, 1, None, way, own), check_lines=stated != "none")
    text = game.play(turns=None if number % WHOLE == WHOLE - 1 else TURNS).text
    lines = text.rstrip("\n").split("\n")
    if stated == "each turn":
        lines = [line for i, line in enumerate(lines) if not line.startswith("board:") or lines[i - 1][:4] == "turn"]
    lines = [as_dealt(line, hands) for line in lines]
    return Clean(f"{scenario}{way and f' ({way})'} {own}: hands {hands}, checkpoints {stated}", tuple(lines))


def as_dealt(line: str, hands: str) -> str:
    """A line of dealt or drawn cards, as detailed as players write."""
    if hands == "listed" or not line.startswith(("deal ", "draw ")):
        return line
    return OF_HAND.sub(lambda m: m[0] if hands == "US listed" and m[1] == "US" else f"{m[1]} {m[2]}", line)
