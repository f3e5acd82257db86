"""Compare this commit with 0.1.0, built from the history.

Both judge the same games in one run; processor time counts.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = "1f225a0"
"""The last commit of 0.1.0."""
PLAYED = """
import json, sys
from referee.engine.setup import Setup, find_scenario
from referee.selfplay import SelfPlay
data = find_scenario("Let's Roll!")
json.dump([SelfPlay(seed, Setup(data["name"], data, 1)).play().text for seed in range(int(sys.argv[1]))], sys.stdout)
"""
JUDGED = """
import json, sys
from time import process_time
try:
    from referee.inputs.judging import judge
    from referee.inputs.records import read_text
except ImportError:
    from referee.inputs import judge
    from referee.parsers.notation import read_text
texts = json.load(sys.stdin)
clean = [judge(read_text(text)).verdict == "clean" for text in texts]
kept = [text for text, good in zip(texts, clean) if good]
best, actions = 9e9, 0
for _ in range(int(sys.argv[1])):
    start = process_time()
    actions = sum(judge(read_text(text)).actions for text in kept)
    best = min(best, process_time() - start)
json.dump({"clean": clean, "seconds": best, "actions": actions}, sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class Compared:
    """Actions a second of this commit and of the release.

    Both are measured on so many games.
    """

    now: float
    release: float
    games: int


def _run(tree: Path, code: str, argument: int, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, str(argument)], cwd=tree, input=given, capture_output=True, text=True, check=True
    )
    return done.stdout


def compared(games: int = 30, rounds: int = 3) -> Compared | None:
    """Judge games that both find clean, in turns.

    It is None without the history.
    """
    packed = subprocess.run(
        ["git", "archive", RELEASE, "referee", "scenarios"], cwd=ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        return None
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4
            archive.extractall(tree)
        texts = json.loads(_run(tree, PLAYED, games))
        for side in (tree, ROOT):
            clean = json.loads(_run(side, JUDGED, 1, json.dumps(texts)))["clean"]
            texts = [text for text, good in zip(texts, clean, strict=True) if good]
        rates: dict[Path, float] = {tree: 0, ROOT: 0}
        for _ in range(rounds):
            for side in (tree, ROOT):
                found = json.loads(_run(side, JUDGED, 3, json.dumps(texts)))
                rates[side] = max(rates[side], found["actions"] / found["seconds"])
    return Compared(rates[ROOT], rates[tree], len(texts))


if __name__ == "__main__":
    found = compared()
    if found is None:
        sys.exit("the history of this clone does not reach back to 0.1.0")
    print(
        f"{found.now:,.0f} actions a second, 0.1.0 {found.release:,.0f}: {found.now / found.release:.2f} ({found.games} games)"
    )
