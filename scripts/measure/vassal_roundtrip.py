"""Write records as VASSAL logs and read them again.

It prints a table of the share that comes back.

python scripts/measure/vassal_roundtrip.py [RECORD ...]       without: the games in fixtures/logs
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from referee.inputs import vassal_replay  # noqa: E402
from tests.helpers.vassalcompare import compared  # noqa: E402
from tests.helpers.vassalgame import Style, log_of, record_at  # noqa: E402

STYLES = {
    "pieces alone": Style(),
    "cards last": Style(cards_last=True),
    "typed": Style(typed=True),
}


def main() -> None:
    """Print the table."""
    paths = [Path(p) for p in sys.argv[1:]] or sorted((ROOT / "fixtures" / "logs").glob("*.lgn"))
    print(f"{'record':<18} {'players':<13} plays  same  marked  otherwise  lost  board  seconds")
    for path in paths:
        record = record_at(path)
        for name, style in STYLES.items():
            log = log_of(record, None, style)
            start = time.process_time()
            done = vassal_replay.convert(log)
            took = time.process_time() - start
            c = compared(record, done.text)
            print(
                f"{path.stem:<18} {name:<13} {c.plays:5}  {c.same:4}  {c.marked:6}  {len(c.wrong):9}  {len(c.lost):4}"
                f"  {len(c.board) or 'same':>5}  {took:7.1f}",
                flush=True,
            )
            for line in [
                *c.wrong,
                *(f"lost: {x}" for x in c.lost),
                *([f"board: {', '.join(c.board)}"] if c.board else []),
            ]:
                print(f"    {line[:160]}")


main()
