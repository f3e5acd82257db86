"""Measure records that are made to cost much.

Processor time, peak memory and output are measured, for each form of the verdict.

    python benchmarks/hostile.py              # all of them, some minutes
    python benchmarks/hostile.py junk plots   # some of them

Exit status 1 if one takes more than it may.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

MOST_SECONDS = 60.0
MOST_MEMORY = 1000.0
"""In MB."""
MIB = 1 << 20
LARGEST = 32 * MIB
POOR = ("Afghanistan", "Pakistan", "Iraq", "Egypt", "Yemen", "Sudan", "Somalia", "Syria")
TABLE = "funding 9, prestige 1, " + ", ".join(f"{name} Poor Neutral 2 sleepers" for name in POOR[:6])
SCENARIO = '[Scenario "Let\'s Roll!"]\n'
JSON = '{"format": "labyrinth-record", "version": 1, "entries": ['


def again(lines: str, times: int) -> str:
    """A position, set up again before each of some lines.

    So every one of them is played.
    """
    return f"setup: {TABLE}\n" + f"{lines}\nset: {TABLE}, phase J 1\n" * times


def statements(prestige: Callable[[int], int]) -> str:
    """A list of statements as long as a line may be."""
    return ", ".join(f"prestige {prestige(i)}" for i in range(325))


RECORDS: dict[str, tuple[str, Callable[[], str]]] = {
    "junk": ("32 MiB of lines that cannot be read", lambda: "x\n" * (LARGEST // 2)),
    "long-junk": ("32 MiB of such lines, each as long as may be", lambda: ("US 5 event " + "xyz " * 990 + "\n") * 8300),
    "tags": ("32 MiB of tags that are not known", lambda: '[Foo "x"]\n' * (LARGEST // 10)),
    "comments": ("32 MiB of comments", lambda: "; c\n" * (LARGEST // 4)),
    "plays": ("2,000 plays with 15,000 characters of comment each", lambda: SCENARIO + ("US 5 event ; " + "c" * 15000 + "\n") * 2000),
    "jihads": ("900 Jihads without dice", lambda: again("J ? jihad Afghanistan:s, Pakistan:s, Iraq:s", 900)),
    "plots": ("900 Plots without dice", lambda: again("J ? plot Afghanistan:s, Pakistan:s, Iraq:s", 900)),
    "recruits": ("Recruits without dice, and a board that contradicts", lambda: again("J ? recruit Afghanistan 1, Pakistan 1, Iraq 1\nboard: cells track 1, Pakistan 3 cells", 660)),
    "resolved": ("900 pairs of Plots of which nothing is told", lambda: "setup: US Hard\n" + "set: France 1 plot, Germany 1 plot, phase US 2, stage plots\nJ resolve France#1 ?, Germany#1 ?\n" * 900),
    "six": ("2,000 Jihads in six countries without a Cell", lambda: SCENARIO + "J ? jihad Pakistan, Iraq, Egypt, Yemen, Jordan, Lebanon\n" * 2000),
    "the-same": ("2,000 times the same play", lambda: SCENARIO + "J 95 recruit Afghanistan 1 [1]\n" * 2000),
    "boards": ("2,000 checkpoints of 325 statements", lambda: "setup: prestige 5\n" + f"board: {statements(lambda i: 5)}\n" * 2000),
    "wrong-boards": ("2,000 checkpoints of 325 contradictions", lambda: "setup: prestige 5\n" + f"board: {statements(lambda i: i % 9 + 1)}\n" * 2000),
    "set-ups": ("2,000 set-up lines of 325 statements", lambda: f"setup: {statements(lambda i: 5)}\n" * 1999 + "J 5 event\n"),
    "one-line": ("325 contradictions on one line of 30 MB", lambda: f"board: {statements(lambda i: i % 9 + 1)};" + "x" * 30_000_000),
    "going-on": ("actions of sixty lines", lambda: ("J 95 plot Afghanistan 1\n" + "+ J event cell Yemen, cell Yemen\n" * 59) * 17_000),
    "json-junk": ("8 MiB of entries that are none, in JSON", lambda: JSON + ",".join(['{"":1}'] * 49_000) + "]}"),
    "json": ("49,000 entries in JSON", lambda: JSON + ",".join(['{"kind": "hold", "side": "J"}'] * 49_000) + "]}"),
    "json-large": ("28 MiB of JSON", lambda: JSON + ",".join(['{"":1}'] * (4 * MIB)) + "]}"),
}  # fmt: skip
"""What each record is, and how it is made."""
FORMS = {
    "text": ("check",),
    "json": ("check", "--format", "json"),
    "markdown": ("check", "--format", "markdown"),
    "annotated": ("check", "--format", "annotated"),
    "report": ("report", "-o", "out.html"),
    "audit": ("audit", "--no-cache", "--jobs", "1"),
}


class Cost(NamedTuple):
    """The cost of one run.

    Seconds of a processor, MB, MB of output, exit status.
    """

    seconds: float
    memory: float
    output: float
    status: int


_LAUNCH = """
import json, os, sys
out = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
files = [(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, out, 2)]
child = os.posix_spawn(sys.executable, [sys.executable, *sys.argv[2:]], os.environ, file_actions=files)
_, status, usage = os.wait4(child, 0)
print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""
"""A small process that starts the measured one: a process has at least the peak of memory of the one that made it."""


def run(arguments: tuple[str, ...], record: Path) -> Cost:
    """Run the program on a record, in the record's folder."""
    shown, page = record.parent / "shown", record.parent / "out.html"
    page.unlink(missing_ok=True)
    command = ["-m", "referee", arguments[0], record.name, *arguments[1:]]
    launched = subprocess.run(
        [sys.executable, "-S", "-E", "-c", _LAUNCH, str(shown), *command],
        cwd=record.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, memory, status = json.loads(launched.stdout)
    size = shown.stat().st_size + (page.stat().st_size if page.exists() else 0)
    return Cost(seconds, memory / 1000, size / 1e6, status)


def main(names: list[str]) -> int:
    """Print the table."""
    os.environ["PYTHONPATH"] = str(Path(__file__).resolve().parents[1])
    width = max(len(what) for what, _ in RECORDS.values())
    print(f"| {'record':{width}} | " + " | ".join(f"{form:>22}" for form in FORMS) + " |")
    print(f"|{'-' * (width + 2)}|" + "|".join("-" * 24 for _ in FORMS) + "|")
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        for name, (what, text) in RECORDS.items():
            if names and name not in names:
                continue
            record = Path(folder) / (f"{name}.lgn.json" if name.startswith("json") else f"{name}.lgn")
            record.write_text(text(), encoding="utf-8")
            costs = [run(arguments, record) for arguments in FORMS.values()]
            record.unlink()
            fine &= all(c.seconds <= MOST_SECONDS and c.memory <= MOST_MEMORY and c.status in (0, 1, 2) for c in costs)
            cells = (f"{c.seconds:.1f} s {c.memory:.0f} MB {c.output:.1f} MB" for c in costs)
            print(f"| {what:{width}} | " + " | ".join(f"{cell:>22}" for cell in cells) + " |", flush=True)
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
