"""Print how much of the told games of fixtures/prose is recognised: share per file and field, and what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from drafts_compared import FILES, compared

FIELDS = ("cards", "uses", "countries", "dice")


def main() -> None:
    """The table."""
    print(f"{'':24}" + "".join(f"{f:>20}" for f in FIELDS) + f"{'wrong':>8}")
    total = dict.fromkeys(FIELDS, (0, 0))
    for name in FILES:
        found = compared(name)
        row = ""
        for f in FIELDS:
            have, of = found.share[f]
            total[f] = total[f][0] + have, total[f][1] + of
            row += f"{have:>8}/{of:<4} {100 * have / max(of, 1):5.1f}%"
        print(f"{name:24}{row}{len(found.wrong):>8}")
        if "-v" in sys.argv:
            for line in (*found.missing, *(f"WRONG {w}" for w in found.wrong)):
                print("    ", line)
    row = "".join(f"{h:>8}/{o:<4} {100 * h / max(o, 1):5.1f}%" for h, o in total.values())
    print(f"{'all':24}{row}")
    have, of = (sum(v[i] for f, v in total.items() if f != "uses") for i in (0, 1))
    print(f"cards, dice and countries together: {have}/{of}, {100 * have / of:.1f}%")


if __name__ == "__main__":
    main()
