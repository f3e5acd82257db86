"""The dice page: rolls against expectation, and fairness."""

from __future__ import annotations

import math
from collections import Counter

from referee.engine.explaining.referee import Judgement
from referee.engine.law.ask import NAMED_RESULTS
from referee.engine.law.rolls import Roll
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.words import plural
from referee.reports import rolls as roll_words

ENOUGH = 60
"""Least number of dice for a statement on fairness."""
FEWEST = 6
"""Least number of rolls for a statement on a side's luck."""


@plain_dataclass(frozen=True)
class KindView:
    """One kind of roll of one side."""

    name: str
    rolls: int
    dice: int
    tries: int
    """Tries with a chance of success; 0 for other rolls."""
    succeeded: int
    expected: str
    difference: str
    outcomes: str
    """Frequencies of the results, for a kind without success and failure."""


@plain_dataclass(frozen=True)
class Face:
    """The frequency of one face."""

    face: int
    count: int
    share: float
    """Height of its bar, 0 to 1."""


@plain_dataclass(frozen=True)
class SideDice:
    """The dice of one side."""

    name: str
    key: str
    dice: int
    kinds: list[KindView]
    faces: list[Face]
    even: float
    """Height of equal bars: the line of even faces."""
    drawn: bool
    """Whether the dice suffice for bars."""
    fairness: str
    luck: str


@plain_dataclass(frozen=True)
class DiceView:
    """The whole page."""

    sides: list[SideDice]
    automatic: int
    assumed: int


def dice(verdict: Judgement) -> DiceView:
    """Collect the dice of a game."""
    rolls = [r for s in verdict.steps for r in s.rolls]
    seen = [r for r in rolls if not r.automatic and not r.assumed and r.dice]
    names = [s for s in ("US", "J") if any(r.side == s for r in seen)]
    return DiceView(
        sides=[_side(s, [r for r in seen if r.side == s]) for s in names],
        automatic=sum(r.automatic for r in rolls),
        assumed=sum(r.assumed for r in rolls),
    )


def _side(name: str, rolls: list[Roll]) -> SideDice:
    kinds: dict[str, list[Roll]] = {}
    for r in rolls:
        kinds.setdefault(r.kind, []).append(r)
    counts = Counter(d for r in rolls for d in r.dice)
    total = counts.total()
    top = max([*counts.values(), 1])
    return SideDice(
        name="The US" if name == "US" else "The Jihadist",
        key=name,
        dice=total,
        kinds=[_kind(kind, found) for kind, found in sorted(kinds.items())],
        faces=[Face(f, counts[f], counts[f] / top) for f in range(1, 7)],
        even=total / 6 / top,
        drawn=total >= ENOUGH,
        fairness=fairness([counts[f] for f in range(1, 7)]),
        luck=luck(rolls),
    )


def _kind(name: str, rolls: list[Roll]) -> KindView:
    outcomes = [s for r in rolls if (s := roll_words.successes(r)) is not None]
    tries = sum(n for n, _, _ in outcomes)
    hits, expected = sum(h for _, h, _ in outcomes), sum(e for _, _, e in outcomes)
    return KindView(
        name=roll_words.kind_of(rolls[0]),
        rolls=len(rolls),
        dice=sum(len(r.dice) for r in rolls),
        tries=tries,
        succeeded=hits,
        expected=f"{expected:.1f}" if tries else "",
        difference=_signed(hits - expected) if tries else "",
        outcomes="" if tries else _outcomes(rolls),
    )


def _signed(value: float) -> str:
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "\u2212")


def _outcomes(rolls: list[Roll]) -> str:
    """ "Poor 6 (6.7 expected), Fair 4 (3.3)"."""
    expected: dict[str, float] = {}
    came: Counter[str] = Counter()
    for r in rolls:
        chances = roll_words.odds(r)
        for name, p in chances:
            expected[name] = expected.get(name, 0.0) + p
        came[roll_words.outcome(r)] += 1
    names = [*expected, *(n for n in came if n not in expected)]
    if rolls[0].kind in NAMED_RESULTS:  # some two dozen countries
        names = [n for n in names if n in came]
    return ", ".join(
        f"{n} {came[n]} ({expected.get(n, 0.0):.1f}{' expected' if i == 0 else ''})" for i, n in enumerate(names)
    )


def chi_square(counts: list[int]) -> tuple[float, float]:
    """The statistic of six faces against even ones, and its probability."""
    total = sum(counts)
    even = total / 6
    x = sum((c - even) ** 2 / even for c in counts)
    tail = math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)
    return x, min(1.0, max(0.0, tail))


def fairness(counts: list[int]) -> str:
    """The meaning of six counts for the dice, in words for players."""
    total = sum(counts)
    if total < ENOUGH:
        return (
            f"{plural(total, 'die is', 'dice are')} too few to say anything about them: below some {ENOUGH},"
            " even perfectly fair dice often look lopsided."
        )
    _, p = chi_square(counts)
    often = (
        roll_words.percent(p)
        if p >= 0.01
        else f"about {1000 * p:.0f} in 1000"
        if p >= 0.001
        else "fewer than 1 in 1000"
    )
    if p >= 0.05:
        return f"Nothing unusual in {total} dice: of many games with fair dice, {often} would show faces at least this uneven."
    if p >= 0.005:
        return (
            f"A little uneven for {total} dice: of many games with fair dice, {often} would show faces at least this"
            " uneven. One game in twenty looks so by chance alone; it means nothing unless other games agree."
        )
    return (
        f"Unusually uneven for {total} dice: of many games with fair dice, {often} would show faces at least this uneven."
        " That is no proof of anything; it is a reason to look at the dice and at other games."
    )


@plain_dataclass(frozen=True)
class Tally:
    """Rolls with a success: tries, successes and expected successes."""

    tries: int
    hits: int
    expected: float
    variance: float


def tally(rolls: list[Roll]) -> Tally:
    """Count the successes of rolls, actual and expected."""
    found = [outcome for r in rolls if (outcome := roll_words.successes(r)) is not None]
    return Tally(
        sum(n for n, _, _ in found),
        sum(h for _, h, _ in found),
        sum(e for _, _, e in found),
        sum(e * (1 - e / n) for n, _, e in found),
    )


def luck(rolls: list[Roll]) -> str:
    """The luck of a side, in words."""
    of = tally(rolls)
    if not of.tries:
        return ""
    spread = math.sqrt(of.variance)
    off = of.hits - of.expected
    text = f"{of.hits} of {plural(of.tries, 'roll')} succeeded"
    if of.tries < FEWEST:
        return f"{text}: too few to call it luck."
    text += f"; {of.expected:.1f} expected: "
    if spread == 0 or abs(off) <= spread:
        return text + "about average."
    kind = "lucky" if off > 0 else "unlucky"
    if abs(off) <= 2 * spread:
        return text + f"somewhat {kind}, as often happens."
    return (
        text
        + f"clearly {kind}; by chance alone about one game in twenty goes so far from the odds, one way or the other."
    )
