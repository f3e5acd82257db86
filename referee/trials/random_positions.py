"""Random positions in which self-play of The Awakening begins.

Awakening and Reaction markers, Civil Wars, a Caliphate, Regime Changes, mats that are turned over, WMD that are loose,
tracks high and low: a position that can be, stated in a set-up block beside what the scenario says.
"""

from __future__ import annotations

from random import Random
from typing import Any

from referee.editions.awakening.printed import OTHER_SIDE
from referee.editions.awakening.state import TRAINING_CAMPS
from referee.engine.state import position, statements
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALIGNMENTS, ALLY, HARD, NEUTRAL, SOFT, US, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, N_CELLS, N_TROOPS, PLOT_SUPPLY, POOR
from referee.engine.state.script import Statement

CHAPTER_11 = "11.1.3"
"""A source that is armed where chapter 11 is in force from the beginning."""
LEVELS = (POOR,) * 8 + (FAIR,) * 6 + (GOOD, ISLAMIST_RULE)
BOXED = {"Fracking": 0.15, "Sequestration": 0.2}
"""Markers for the Event Box, with their share of games."""
MOST = {"good": 11, "islamist": 5, "fair/good": 14, "poor/islamist": 14}
"""Largest counts without a victory (2.1)."""
TRIES = 1_000
"""Positions that are drawn at most; each game has one of the first two or three."""


def applies(board: Board) -> bool:
    """Whether a game by these rules begins in a random position."""
    return CHAPTER_11 in board.rules.armed


def can_be(board: Board, given: list[Statement]) -> bool:
    """Whether a game can begin there.

    The position has no mistake, there are Cells, and the game is not won.
    """
    counts = {
        "good": q.good_resources(board),
        "islamist": q.islamist_resources(board),
        "fair/good": q.fair_good(board),
        "poor/islamist": q.poor_islamist(board),
    }
    return (
        not position.problems(board, given)
        and q.cells_on_map(board) >= 3
        and all(counts[name] <= most for name, most in MOST.items())
    )


def drawn(board: Board, random: Random) -> list[Statement]:
    """Random statements on top of a scenario's position.

    :func:`can_be` tests them afterwards.
    """
    turned = [n for n in OTHER_SIDE if not board[n].data.muslim and random.random() < 0.3]
    muslim = [n for n in (*board.muslim, *turned) if not board[n].regime_change]
    chosen = sorted(random.sample(muslim, random.randint(6, 10)) + turned)
    plans = {name: _country(board, name, random) for name in dict.fromkeys(chosen)}
    found = _tracks(board, random)
    capital = _capital(board, plans, random)
    camps = random.choice(list(plans)) if random.random() < 0.3 else ""
    for name, plan in plans.items():
        if name in turned:
            found.append(statements.make("side", "muslim", name))
        found += [
            statements.make(field, value, name)
            for field, value in plan.items()
            if name in turned or _differs(board, name, field, value)
        ]
    if capital:
        found.append(statements.make("caliphate capital", True, capital))
    if camps:
        found.append(statements.make("marker", TRAINING_CAMPS, camps))
    found += _nato(board, plans, random)
    off_map = next((s.value for s in found if s.field == "off map"), board.off_map)  # type: ignore[attr-defined]
    found.append(statements.make("troops track", N_TROOPS - off_map - _sum(board, plans, "troops")))
    found.append(statements.make("cells track", max(0, N_CELLS - _sum(board, plans, "sleepers", "actives"))))
    return found


def _differs(board: Board, name: str, field: str, value: Any) -> bool:
    return bool(getattr(board[name], field.replace(" ", "_")) != value)


def _sum(board: Board, plans: dict[str, dict[str, Any]], *fields: str) -> int:
    """Pieces in all countries, in the plans and elsewhere.

    Elsewhere means by the scenario.
    """
    return sum(
        plans[name].get(field, 0) if name in plans else getattr(c, field)
        for name, c in board.countries.items()
        for field in fields
    )


def _country(board: Board, name: str, random: Random) -> dict[str, Any]:
    """One Muslim country: its state, and the pieces and markers in it."""
    level = random.choice(LEVELS)
    troubled = level in (FAIR, POOR)
    war = troubled and random.random() < 0.35
    change = troubled and not war and random.random() < 0.12
    troops = random.randint(1, 4) if random.random() < (0.2 if war else 0.9 if change else 0.1) else 0
    alignment = ADVERSARY if level == ISLAMIST_RULE else random.choice(ALIGNMENTS)
    if name == "Nigeria" and alignment == ALLY:
        alignment = NEUTRAL
    marked = troubled and not war
    return {
        "governance": level,
        "alignment": alignment,
        "regime change": random.choice(("green", "tan")) if change else "",
        "civil war": war,
        "militia": random.randint(0, 5) if war else random.choice((0, 0, 0, 1)) * troubled,
        "awakening": random.choice((0, 1, 2, 3, 4)) * marked,
        "reaction": random.choice((0, 0, 1, 2, 3)) * marked,
        "advisors": int(war and not troops and alignment != ADVERSARY and random.random() < 0.25),
        "troops": troops,
        "sleepers": random.choice((0, 0, 1, 2)),
        "actives": random.choice((0, 0, 0, 1)) + (random.choice((0, 0, 3, 7)) if war else 0),
        "cadre": False,
        "aid": int(troubled and random.random() < 0.1),
        "besieged": troubled and random.random() < 0.1,
        "wmd": getattr(board[name], "wmd", 0) * (level != ISLAMIST_RULE),
    }


def _capital(board: Board, plans: dict[str, dict[str, Any]], random: Random) -> str:
    """A country for the Caliphate Capital, in some games.

    Then all Cells of countries in turmoil are Active (11.3.8).
    """
    turmoil = [
        name
        for name, plan in plans.items()
        if plan["civil war"] or plan["regime change"] or plan["governance"] == ISLAMIST_RULE
    ]
    placed = board.capital  # type: ignore[attr-defined]
    if not turmoil or (not placed and random.random() < 0.5):
        return ""
    for name in turmoil:
        plans[name]["actives"] += plans[name]["sleepers"]
        plans[name]["sleepers"] = 0
    return random.choice(turmoil)


def _nato(board: Board, plans: dict[str, dict[str, Any]], random: Random) -> list[Statement]:
    """The NATO of the base game beside Troops (card 41).

    Where its cards are in the game.
    """
    hosts = [name for name, plan in plans.items() if plan["troops"]]
    if 41 not in board.cards or not hosts or random.random() < 0.5:
        return []
    return [statements.make("marker", "NATO", random.choice(hosts))]


def _tracks(board: Board, random: Random) -> list[Statement]:
    """Random tracks, Postures, Event Box markers and Available WMD."""
    found = [
        statements.make("prestige", random.randint(1, 12)),
        statements.make("funding", random.choice((*range(1, 10), 9, 9))),
        statements.make("us", random.choice((HARD, SOFT))),
    ]
    for name, share in BOXED.items():
        if name not in board.markers and random.random() < share:
            found.append(statements.make("marker", name))
            if name == "Sequestration":
                found.append(statements.make("off map", random.randint(1, 3)))
    if board.arsenal == 3 and not board.wmd_available and random.random() < 0.4:
        numbered = tuple(v for v, n in PLOT_SUPPLY.items() for _ in range(n))
        found += [statements.make("arsenal", 0), statements.make("available", (*numbered, "W", "W", "W"))]
    for name in random.sample([n for n in board.non_muslim if n not in (US, "Israel", "Nigeria")], 6):
        found.append(statements.make("posture", random.choice((HARD, SOFT)), name))
    return found
