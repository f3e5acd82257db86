"""Print the table of figures: ``python benchmarks/table.py``.

``--quick`` is for a first look, ``--once`` only runs everything.

Machines differ, so each figure is set against something that is measured in the same run.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from common import (
    BARE_IMPORT,
    Spent,
    audit_is_there,
    best_of_each,
    check_all,
    check_synthetic,
    counted_rules,
    expansion_games,
    fresh,
    games,
    long_game,
    poker_hand,
    poker_hand_at_random,
    process,
    self_played,
    synthetic,
    with_gaps,
    without_explaining,
)
from release import compared

from referee.engine.judging.game import Game
from referee.inputs.judging import judge
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text

MANY_GAMES = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """One figure, what it is a ratio to, and the goal."""

    what: str
    ratio: str
    to: str
    goal: str
    figure: str


def since_release(repeats: int) -> Iterator[Row]:
    """This commit against 0.1.0 on the same games."""
    found = compared(30 if repeats > 1 else 2, min(repeats, 3))
    if found is None:
        yield Row("actions checked a second", "-", "0.1.0: this clone has no history", "1.0 or more", "-")
        return
    yield Row(
        "actions checked a second",
        f"{found.now / found.release:.2f}",
        f"0.1.0, the same {found.games} games: {found.release:,.0f}",
        "1.0 or more",
        f"{found.now:,.0f}",
    )


def engine(repeats: int) -> Iterator[Row]:
    """One process: from text to verdict with a full journal."""
    texts, later = games(60 if repeats > 1 else 10), expansion_games(20 if repeats > 1 else 2)
    actions, later_actions = check_all(texts), check_all(later)
    hands = 120 if repeats > 1 else 5
    random_actions = sum(poker_hand_at_random(Random(seed)) for seed in range(hands))
    called_actions = hands * poker_hand()
    gc.collect()
    gc.freeze()  # what was imported is no garbage of any of these: the collector looks at what they make themselves
    seconds = best_of_each(
        {
            "check": lambda: check_all(texts),
            "check later": lambda: check_all(later),
            "called": lambda: [poker_hand() for _ in range(hands)],
            "random": lambda: [poker_hand_at_random(Random(seed)) for seed in range(hands)],
            "play": lambda: [self_played(seed) for seed in range(10)],
            "check ten": lambda: check_all(texts[:10]),
            "read": lambda: [read_text(text) for text in texts],
        },
        repeats,
    )
    gc.unfreeze()
    speed = actions / seconds["check"]
    called, random = called_actions / seconds["called"], random_actions / seconds["random"]
    yield Row(
        "actions checked a second",
        f"{speed / called:.2f}",
        f"pokerkit, hands called down: {called:,.0f} player actions a second",
        "2.0 or more",
        f"{speed:,.0f}",
    )
    yield Row(
        "the same",
        f"{speed / random:.2f}",
        f"pokerkit, actions at random, mostly folds: {random:,.0f}",
        "",
        f"{speed:,.0f}",
    )
    apart = seconds["check later"] / later_actions
    yield Row(
        "time of an action, The Awakening",
        f"{apart * speed:.2f}",
        "of the base game",
        "1.3 at most",
        f"{apart * 1e6:.0f} µs",
    )
    with counted_rules() as count:
        check_all(texts)
    yield Row(
        "rules tested a second",
        f"{count[0] / actions:.1f}",
        "actions checked a second",
        "",
        f"{count[0] / seconds['check']:,.0f}",
    )
    yield Row(
        "reading a game",
        f"{seconds['read'] / seconds['check']:.2f}",
        "checking it, reading included",
        "",
        f"{seconds['read'] / len(texts) * 1e3:.1f} ms",
    )
    yield Row(
        "self-play: time of a game",
        f"{seconds['play'] / seconds['check ten']:.2f}",
        "checking the same games",
        "",
        f"{10 / seconds['play']:.1f} games a second",
    )


def half_written(repeats: int) -> Iterator[Row]:
    """A line added to a game, and records without some dice."""
    text = next(t for t in (self_played(seed, 3) for seed in range(100)) if t.count("\n") > 600)
    record = read_text(text)
    setup, _ = setup_of(record)
    game = Game(setup)
    game.set_up([a for a in record.actions if a.kind == "setup"], None)
    pushed = []
    for action in record.actions:
        start = perf_counter()
        game.push(action)
        pushed.append(perf_counter() - start)
    early, late = sorted(pushed[:100])[50], sorted(pushed[-100:])[50]
    yield Row(
        f"a line pushed, the last 100 of {len(pushed)}",
        f"{late / early:.2f}",
        f"the first 100: {early * 1e3:.2f} ms (median)",
        "about 1; 1 ms",
        f"{late * 1e3:.2f} ms",
    )
    runs: dict[str, Callable[[], object]] = {"clean": lambda: judge(read_text(text))}
    for gaps in (8, 20):
        torn = with_gaps(text, gaps)
        runs[str(gaps)] = partial(lambda t: judge(read_text(t)), torn)
    seconds = best_of_each(runs, min(repeats, 5))
    for gaps in (8, 20):
        yield Row(
            f"checking it with {gaps} plays without dice",
            f"{seconds[str(gaps)] / seconds['clean']:.1f}",
            f"all dice written: {seconds['clean'] * 1e3:.0f} ms",
            "10 at most",
            f"{seconds[str(gaps)] * 1e3:.0f} ms",
        )


def with_mistakes(repeats: int) -> Iterator[Row]:
    """Records with mistakes, against the same lines without explanations.

    Processor time is measured.
    """
    fixtures = Path(__file__).resolve().parent.parent / "fixtures"
    of = {
        "evening-2": "a record with mistakes, evening-2",
        "awakening-2": "the same, awakening-2",
        "solitaire-2": "the same, solitaire-2",
    }
    texts = {name: (fixtures / "logs" / f"{name}.lgn").read_text(encoding="utf-8") for name in of}
    missing = (fixtures / "corpus" / "pen-forgotten-0.lgn").read_text(encoding="utf-8")
    of["missing"] = f"a record of {len(read_text(missing).actions)} lines with a missing play"
    texts["missing"] = missing
    runs: dict[str, Callable[[], object]] = {}
    for name, text in texts.items():
        runs[name] = partial(lambda t: judge(read_text(t)), text)
        runs[f"{name} alone"] = partial(without_explaining, text)
    seconds = best_of_each(runs, min(repeats, 5))
    for name, what in of.items():
        alone = seconds[f"{name} alone"]
        yield Row(
            what,
            f"{seconds[name] / alone:.1f}",
            f"judged without any explaining: {alone * 1e3:.0f} ms",
            "",
            f"{seconds[name]:.2f} s",
        )


def shell(repeats: int) -> Iterator[Row]:
    """Whole commands as a user runs them."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.lgn"
        text = long_game()
        record.write_text(text, encoding="utf-8")
        plays = sum(a.kind == "card" for a in read_text(text).actions)
        commands = {
            "bare": ("-c", BARE_IMPORT),
            "help": ("-m", "referee", "--help"),
            "check": ("-m", "referee", "check", str(record)),
            "report": ("-m", "referee", "report", str(record), "-o", f"{folder}/game.html"),
        }
        spent: dict[str, list[Spent]] = {name: [] for name in commands}
        for name, command in commands.items():  # compiles what is not compiled yet
            assert process(*command).status == 0, name
        for _ in range(repeats):
            for name, command in commands.items():
                spent[name].append(process(*command))
    seconds = {name: min(s.seconds for s in found) for name, found in spent.items()}
    memory = {name: max(s.kilobytes for s in found) for name, found in spent.items()}
    bare = f"a bare import: {seconds['bare'] * 1e3:.0f} ms"
    for name, what, goal in (
        ("check", f"check, a game of {plays} plays, from the shell", "0.8 at most"),
        ("report", "its report", "3.5 at most"),
        ("help", "--help", "under 1"),
    ):
        yield Row(what, f"{seconds[name] / seconds['bare']:.2f}", bare, goal, f"{seconds[name] * 1e3:.0f} ms")
    for name, what in (("check", "peak memory of that check"), ("report", "peak memory of that report")):
        yield Row(
            what,
            f"{memory[name] / memory['bare']:.2f}",
            f"a bare import: {memory['bare'] / 1024:.0f} MiB",
            "",
            f"{memory[name] / 1024:.0f} MiB",
        )


PEAK = """
import json
from pathlib import Path
from common import check_all, check_synthetic, games, synthetic
texts = {texts}
def peak():
    return next(int(s.split()[1]) for s in Path("/proc/self/status").read_text().splitlines() if s.startswith("VmHWM"))
before = peak()
kept = {run}(texts)
print(json.dumps([before, peak()]))
"""


def _in_parts(texts: tuple[str, ...], size: int) -> None:
    for i in range(0, len(texts), size):
        check_all(texts[i : i + size])


def _again(text: str, times: int) -> None:
    for _ in range(times):
        check_synthetic(text)


def _uncollected(run: Callable[[], object]) -> None:
    """The engine's own time, without the collector.

    The collector looks at every living object again and again, whichever program made it.
    """
    gc.disable()
    try:
        run()
    finally:
        gc.enable()


def growth(repeats: int) -> Iterator[Row]:
    """Time and memory against the size of the task.

    Each time is for the same number of actions.
    """
    texts = games(100)
    by_games = best_of_each({str(n): partial(_in_parts, texts, n) for n in (1, 10, 100)}, repeats)
    peaks = {n: fresh(PEAK.format(texts=f"games({n})", run="check_all"))[1] for n in (1, 10, 100)}
    for n in (10, 100):
        yield Row(
            f"time of a game, {n} games at a time",
            f"{by_games[str(n)] / by_games['1']:.2f}",
            "one at a time",
            "about 1",
            f"{by_games[str(n)] / 100 * 1e3:.1f} ms",
        )
        yield Row(
            f"peak memory of {n} games in one process",
            f"{peaks[n] / peaks[1]:.2f}",
            f"of one game: {peaks[1] / 1024:.0f} MiB",
            "",
            f"{peaks[n] / 1024:.0f} MiB",
        )
    sizes = (100, 1_000, 10_000)
    records = {n: synthetic(n) for n in sizes}
    again = {str(n): partial(_again, records[n], 10_000 // n) for n in sizes}
    by_length = best_of_each(again, 3)
    uncollected = best_of_each({n: partial(_uncollected, run) for n, run in again.items()}, 3)
    memory = {n: fresh(PEAK.format(texts=f"synthetic({n})", run="check_synthetic")) for n in sizes}
    for n in sizes[1:]:
        each = (memory[n][1] - memory[n][0]) / n
        yield Row(
            f"time of an action, one record of {n:,} actions",
            f"{by_length[str(n)] / by_length['100']:.2f}",
            "records of 100 actions",
            "about 1",
            f"{by_length[str(n)] / 10_000 * 1e6:.0f} µs",
        )
        yield Row(
            "the same, Python's garbage collector off",
            f"{uncollected[str(n)] / uncollected['100']:.2f}",
            "records of 100 actions",
            "about 1",
            f"{uncollected[str(n)] / 10_000 * 1e6:.0f} µs",
        )
        if n > sizes[1]:
            small = (memory[sizes[1]][1] - memory[sizes[1]][0]) / sizes[1]
            yield Row(
                f"memory of an action, one record of {n:,} actions",
                f"{each / small:.2f}",
                f"a record of {sizes[1]:,} actions",
                "about 1",
                f"{each:.1f} KiB",
            )


def audit() -> Iterator[Row]:
    """A tournament's worth of records, on one core and on two."""
    if not audit_is_there():
        yield Row(
            f"audit of {MANY_GAMES:,} games", "-", "`referee audit` is not there yet: skipped", "60 a second", "-"
        )
        return
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        for seed, text in enumerate(games(100)):
            for copy in range(MANY_GAMES // 100):  # told apart, so that no record is looked up for another
                tagged = text.replace('[Game "', f'[Game "copy {copy} of ', 1)
                (Path(folder) / f"{seed:03}-{copy}.lgn").write_text(tagged, encoding="utf-8")
        seconds = {}
        for jobs in (1, 2):
            start = perf_counter()
            process("-m", "referee", "audit", folder, "--jobs", str(jobs), "--no-cache")
            seconds[jobs] = perf_counter() - start
    yield Row(
        f"audit of {MANY_GAMES:,} games on two cores" + ("" if cores > 1 else " (this machine has one)"),
        f"{seconds[1] / seconds[2]:.2f}",
        f"one core: {MANY_GAMES / seconds[1]:.0f} a second",
        "1.7 or more; 60 a second",
        f"{MANY_GAMES / seconds[2]:.0f} a second",
    )


def show(rows: list[Row]) -> str:
    """The rows as a table that is text and Markdown at once."""
    head = Row("figure", "ratio", "to", "goal", "measured")
    cells = [[r.what, r.ratio, r.to, r.goal, r.figure] for r in (head, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(5)]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines)


def python() -> str:
    """The version of Python and its build.

    An optimised build is up to a third faster.
    """
    how = sysconfig.get_config_var("CONFIG_ARGS") or ""
    built = [word for option, word in (("--enable-optimizations", "optimised"), ("--with-lto", "LTO")) if option in how]
    return f"{platform.python_version()} ({', '.join(built) or 'built without optimisation'})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats")
    parser.add_argument("--once", action="store_true", help="every measure once and small: whether it runs")
    parser.add_argument("--no-audit", action="store_true", help="leave out the audit of many games")
    options = parser.parse_args()
    repeats = 1 if options.once else 3 if options.quick else 9
    cores = len(os.sched_getaffinity(0))
    print(f"{cores} cores, Python {python()}, {platform.system()}, pokerkit {version('pokerkit')}\n")
    rows = [
        *since_release(repeats),
        *engine(repeats),
        *half_written(repeats),
        *with_mistakes(repeats),
        *shell(2 * repeats),
    ]
    if not options.once:
        rows += growth(repeats)
    if not (options.no_audit or options.once):
        rows += audit()
    print(show(rows))


if __name__ == "__main__":
    main()
