"""Keep this version's cases and records for later tests.

    python scripts/release/keep_records.py

writes tests/cases/versions/VERSION (tests/helpers/versions.py says what is in it). It runs once, after a release and before the
next change; what it wrote is not written again. Every later version has to read these records with the same findings and final boards, or
to name the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from referee import __version__
from referee.rules.casefile import Case, cases
from referee.trials import conformance, games

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.helpers.versions import CHANGED, FOLDER, MARKS, mark  # noqa: E402

RECORDS = ("fixtures/logs",)
GAMES = (
    ("Let's Roll!", 1, ""),
    ("You Can Call Me Al", 2, ""),
    ("Awakening", 1, ""),
    ("Mitt's Turn", 1, ""),
    ("Status of Forces", 1, ""),
    ("Campaign", 1, ""),
    ("Anaconda", 1, "jihadist-bot"),
    ("Awakening", 1, "jihadist-bot"),
    ("Awakening", 1, "us-bot"),
    ("Mission Accomplished?", 1, "activities"),
)
"""The scenario, the decks and the solitaire system of each self-played game."""


def records() -> Iterator[tuple[str, str, str]]:
    """Name, title and text of each record."""
    for folder in RECORDS:
        for path in sorted((ROOT / folder).glob("*.lgn")):
            yield f"record-{path.stem}", path.stem, path.read_text(encoding="utf-8")
    for number, (scenario, decks, solo) in enumerate(GAMES, 1):
        title = f"A self-played game of {scenario}" + (f", {solo}" if solo else "")
        yield f"game-{number}", title, games.one(number, scenario, decks, None, True, solo).text


def as_case(name: str, title: str, text: str) -> str:
    """A record with the findings and the final board of now."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    answer = conformance.as_data(conformance.own(Case(name, title, "", lines)))
    found = [f for f in answer["findings"] if f["kind"] != "note"]
    said = [f"--- {f['kind']} {f['rule']} line {f['line']}" for f in found] or ["--- clean"]
    board = [
        line.replace("setup:", "board:", 1) for line in answer["position"].split("\n") if line.startswith("setup:")
    ]
    return "\n".join([f"=== {name} | {title}", *lines, *said, *board]) + "\n"


def main() -> int:
    """Write the folder; exit status 1 if it is there already."""
    folder = FOLDER / __version__
    if folder.exists():
        print(f"{folder} is there already: what a version said is not written again", file=sys.stderr)
        return 1
    folder.mkdir()
    (folder / MARKS).write_text("".join(f"{case.id} {mark(case)}\n" for case in cases()), encoding="utf-8")
    kept = "\n".join(as_case(*record) for record in records())
    about = f"; Whole records of version {__version__}, with the findings and the final boards that it gave them.\n\n"
    (folder / "records.case").write_text(about + kept, encoding="utf-8")
    (folder / CHANGED).write_text(
        f"# Where the referee now says something else of a record of {__version__}, and why.\nchanged = []\n",
        encoding="utf-8",
    )
    print(folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
