"""Run each command of the installed program once.

Each runs on a record of its own. Exit status 1 if one does not run.

python scripts/release/smoke.py [--extras]

With ``--extras`` also what needs an extra of the package.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from importlib.metadata import requires, version
from pathlib import Path

RECORD = """[Scenario "Let's Roll!"]
[US "Birch"]
J 112 event => prestige 3
J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]
US 43 deploy track > Pakistan 2
"""
HELP = ("check", "report", "audit", "play")
RUNS: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (0, "Usage", ("--help",)),
    *((0, "Usage", (command, "--help")) for command in HELP),
    (1, "7.3.3", ("check", "game.lgn")),
    (1, "7.3.3", ("check", "--format", "json", "game.lgn")),
    (1, "7.3.3", ("check", "--format", "markdown", "game.lgn")),
    (1, "7.3.3", ("-v", "check", "game.lgn")),
    (1, "game.html", ("report", "game.lgn", "-o", "game.html")),
    (0, "", ("convert", "game.lgn", "-o", "game.lgn.json")),
    (1, "7.3.3", ("check", "game.lgn.json")),
    (1, "2 files", ("audit", ".", "--jobs", "2", "--no-cache")),
    (1, "<table", ("audit", ".", "--no-cache", "--format", "html", "--reports", "reports")),
    (0, "prestige", ("board", "game.lgn", "--at", "1")),
    (0, "Deploy", ("explain", "7.3.3")),
    (0, "Deploy", ("legal", "game.lgn", "--at", "2")),
    (0, "$defs", ("schema",)),
    (0, "86", ("cards",)),
    (0, "J ", ("play", "--turns", "1")),
    (2, "no such file", ("check", "nowhere.lgn")),
)
"""Exit status, a word of the output, arguments."""
EXTRAS: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (0, "", ("lsp", "--check")),
    (0, "", ("mcp", "--check")),
    (0, "", ("board", "game.lgn", "--format", "png", "-o", "game.png")),
    (2, "scheduler", ("play", "--check", "--on", "tcp://127.0.0.1:9")),
    (0, "passed, 0 failed", ("cases", "run", "7.3.3", "card-48")),
)


def main() -> int:
    """Run everything and print what went wrong."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.lgn").write_text(RECORD, encoding="utf-8")
        runs = (*RUNS, *EXTRAS) if "--extras" in sys.argv else RUNS
        for status, word, arguments in runs:
            command = [sys.executable, "-I", "-m", "referee", *arguments]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
            if done.returncode != status or word not in done.stdout + done.stderr or "Traceback" in done.stderr:
                failed += 1
                print(
                    f"referee {' '.join(arguments)}: status {done.returncode}\n{done.stdout[-200:]}{done.stderr[-400:]}"
                )
    libraries = [r.split(">")[0] for r in requires("labyrinth-referee") or () if "extra ==" not in r]
    told = ", ".join(f"{name} {version(name)}" for name in libraries)
    print(json.dumps({"commands": len(runs), "failed": failed}), "with", told)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
