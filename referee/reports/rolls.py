"""Rolls in words and numbers.

They show the dice, the odds of each outcome, and the result.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from referee.engine.law.ask import NAMED_RESULTS
from referee.engine.law.rolls import PICK, Roll, describe_modifiers
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.plain import replace
from referee.engine.state.words import capital

MAX_ENUMERATED = 4
"""Most dice with outcomes listed singly."""


def data(r: Roll) -> dict[str, Any]:
    """A roll as data for programs."""
    return {
        "kind": r.kind,
        "subject": r.subject,
        "side": r.side,
        "dice": list(r.dice),
        "needed": r.needed_in_full,
        "modifiers": describe_modifiers(r.modifiers),
        "modifier_rules": [m[2] for m in r.modifiers],
        "outcome": r.result_words(r.outcome),
        "automatic": r.automatic,
        "assumed": r.assumed,
        "rule": r.rule,
    }


def kind_of(r: Roll) -> str:
    """The kind of a roll: "War of Ideas", "Travel"."""
    return "War of Ideas" if r.kind == "war of ideas" else capital(r.kind)


def titled(r: Roll) -> str:
    """The kind and place: "Jihad: Egypt"; in shared rolls also the side."""
    by = f", {SIDE_NAMES[r.side]}" if r.kind == "attrition" else ""
    return kind_of(r) + (f": {r.subject}" if r.subject else "") + by


def per_die(r: Roll) -> float | None:
    """Chance of one die of a roll with independent dice."""
    if r.automatic or not isinstance(r.outcome, tuple):
        return None
    return sum(bool(r.read((d,) * r.n)[0]) for d in range(1, 7)) / 6


def odds(r: Roll) -> list[tuple[str, float]]:
    """The chance of each outcome, the best known first."""
    if r.automatic or r.n > MAX_ENUMERATED:
        return []
    if r.kind == PICK:
        return r.shares
    each = per_die(r)
    if each is not None:
        return [("success with each die" if r.n > 1 else "success", each)]
    if isinstance(r.outcome, bool):
        return [("success", r.chance(bool))]
    return _distribution(r)


def _distribution(r: Roll) -> list[tuple[str, float]]:
    """Each outcome with its chance.

    The many sizes of a Prestige roll are joined as up and down.
    """
    if r.kind == "prestige":
        return [("up", r.chance(lambda o: o > 0)), ("down", r.chance(lambda o: o < 0))]
    if r.kind == "war of ideas":
        return [(r.result_words(o), r.chance(lambda came, o=o: came == o)) for o in (5, 4, 3)]  # type: ignore[misc]
    found: Counter[str] = Counter()
    throws = list(product(range(1, 7), repeat=r.n))
    for dice in throws:
        found[r.result_words(r.read(dice))] += 1
    return [(name, n / len(throws)) for name, n in sorted(found.items(), key=lambda item: (-item[1], item[0]))]


def odds_shown(r: Roll) -> list[tuple[str, float]]:
    """The chances shown with a roll."""
    found = odds(r)
    if r.kind not in NAMED_RESULTS:
        return found
    came = outcome(r)
    return [(name, p) for name, p in found if name == came]


def outcome(r: Roll) -> str:
    """The outcome of a roll, by its name in :func:`odds`."""
    if r.kind == "prestige" and isinstance(r.outcome, int):
        return "up" if r.outcome > 0 else "down"
    return r.result_words(r.outcome)


def successes(r: Roll) -> tuple[int, int, float] | None:
    """Tries, successes and expected successes, or None without successes."""
    if r.automatic or r.kind == PICK:
        return None
    each = per_die(r)
    if each is not None:
        return len(r.outcome), sum(map(bool, r.outcome)), each * len(r.outcome)
    if not r.successes:
        return None
    return 1, int(all(r.successes)), r.chance(lambda o: all(replace(r, outcome=o).successes))


def percent(p: float) -> str:
    """A chance in words: "33%"; never "0%" for a possible event."""
    if 0 < p < 0.005:
        return "under 1%"
    return f"{p * 100:.0f}%"


def signed(n: int) -> str:
    """ "+1", "−2"."""
    return f"{n:+d}".replace("-", "\u2212")


def tone(r: Roll) -> str:
    """good, bad or plain: how an outcome is marked."""
    if r.kind == PICK:
        return "plain"
    outcome = r.outcome == 5 if r.kind == "war of ideas" and type(r.outcome) is int else r.outcome
    if isinstance(outcome, bool):
        return "good" if outcome else "bad"
    if isinstance(outcome, tuple):
        return "good" if outcome and all(outcome) else "bad" if outcome and not any(outcome) else "plain"
    return "plain"
