"""Print card plays, corrections and findings of imported saved games.

They are printed game by game.

``python scripts/measure/imported.py GAME... [--lines] [--check]``: folders, archives or histories of the solitaire program.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.inputs.saved_games import import_game
from referee.parsers.app import record


def main(paths: list[str], *, lines: bool, check: bool) -> None:
    """Import each game, check its record, and print what came of it."""
    for path in paths:
        saved = record.read_folder(path) if Path(path).is_dir() else record.read(Path(path).read_bytes())
        begun = time.perf_counter()
        done = import_game(saved)
        took = time.perf_counter() - begun
        share = 100 * (done.plays - done.corrections) / max(1, done.plays)
        counts = f"{done.plays} card plays, {done.corrections} corrected ({share:.1f} % without)"
        print(f"{Path(path).name}: {counts}, {took:.1f} s", flush=True)
        print("   corrections:", dict(done.put_right.most_common()))
        found = [f for _, f in done.findings]
        if check:
            found = [f for f in judge(read_text(done.text)).findings if f.counted]
        for (kind, rule), n in Counter((f.kind, f.rule) for f in found).most_common():
            print(f"   {n:4} {kind} {rule}")
        for word in done.unknown[:10]:
            print("   ?", word)
        if lines:
            print(done.text)
            for line, f in done.findings:
                print(f"{line}\n      {f.kind} {f.rule} {f.message}")


if __name__ == "__main__":
    main([a for a in sys.argv[1:] if not a.startswith("--")], lines="--lines" in sys.argv, check="--check" in sys.argv)
