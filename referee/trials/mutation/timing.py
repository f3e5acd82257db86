"""How long damaged records take: the slowest ones by processor time, under every policy."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from referee.engine.referee import Policy
from referee.trials.mutation.clean import Clean, played
from referee.trials.mutation.pens import DAMAGES
from referee.trials.mutation.slips import counted, each, given, verdict

POLICIES: tuple[Policy, ...] = ("as-played", "undo", "stop")
WAYS = 3
"""How many times each record is damaged."""
MOST_SLIPS = 4
"""Most slips of one record."""
SHOWN = 15
"""Records in the table."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A damaged record and how long its verdict took."""

    seconds: float
    plain: float
    """The same without a search for slips."""
    policy: Policy
    record: str
    damages: tuple[str, ...]
    lines: int
    findings: int
    text: str


def damaged(record: Clean, number: int) -> tuple[tuple[str, ...], str]:
    """A record with one to four slips of any kind: what was planted, and the text."""
    random = Random(f"{record.name} {number}")
    lines, planted = list(record.lines), []
    for _ in range(random.choice((1, 1, 2, random.randint(3, MOST_SLIPS)))):
        kind = random.choice(list(DAMAGES))
        pen = DAMAGES[kind](lines, random)
        if pen is not None:
            lines = pen.lines
            planted.append(f"{kind} {pen.at[0]}")
    return tuple(planted), "\n".join(lines) + "\n"


def of_record(make: Callable[[], Clean], policies: Sequence[Policy]) -> list[Timed]:
    """One record as it is and damaged in several ways, under each policy."""
    record = make()
    versions: list[tuple[tuple[str, ...], str]] = [((), "\n".join(record.lines) + "\n")]
    versions += [damaged(record, number) for number in range(WAYS)]
    found = []
    for damages, text in versions:
        for policy in policies:
            start = time.process_time()
            verdict(text, policy, slips=False)
            middle = time.process_time()
            n = len(counted(verdict(text, policy)))
            seconds = time.process_time() - middle
            found.append(Timed(seconds, middle - start, policy, record.name, damages, text.count("\n"), n, text))
    return found


def run(
    games: int, seed: int = 0, kept: Sequence[Clean] = (), policies: Sequence[Policy] = POLICIES, jobs: int = 1
) -> list[Timed]:
    """The records that are given and so many self-played games, damaged, the slowest first."""
    makers: list[Callable[[], Clean]] = [partial(given, record) for record in kept]
    makers += [partial(played, number, seed) for number in range(games)]
    every = [t for found in each(partial(of_record, policies=policies), makers, jobs) for t in found]
    return sorted(every, key=lambda t: -t.seconds)


def table(slowest: Sequence[Timed]) -> str:
    """The slowest records and the time of each policy, in Markdown."""
    out = ["| seconds | without a search | policy | lines | findings | damage | record |", f"|{'---|' * 7}"]
    for t in slowest[:SHOWN]:
        damages = ", ".join(t.damages) or "none"
        numbers = f"{t.seconds:.2f} | {t.plain:.2f} | {t.policy} | {t.lines} | {t.findings}"
        out.append(f"| {numbers} | {damages} | {t.record} |")
    out += ["", "| policy | records | mean | median | one in a hundred | slowest |", f"|{'---|' * 6}"]
    for policy in dict.fromkeys(t.policy for t in slowest):
        own = [t.seconds for t in slowest if t.policy == policy]
        times = (sum(own) / len(own), own[len(own) // 2], own[len(own) // 100], own[0])
        out.append(f"| {policy} | {len(own)} | {' | '.join(f'{seconds:.2f} s' for seconds in times)} |")
    return "\n".join(out) + "\n"
