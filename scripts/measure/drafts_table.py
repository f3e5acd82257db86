"""Print the recognised share of the narrated games of fixtures/prose.

It is given by file and field, with the mistakes.

Texts that were looked at while the reader was written are one table, those that were kept from it another. ``-v`` names
what is missing and wrong in the texts that were looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.helpers.drafts_compared import FILES, KEPT, REPORTS, Compared, compared, report

FIELDS = ("plays", "uses", "countries", "dice")


def shares(found: Compared) -> list[tuple[int, int]]:
    """The share of each field, as recognised and of how many."""
    return [found.plays, found.uses, found.share["countries"], found.share["dice"]]


def table(title: str, texts: Iterable[tuple[str, Compared]], *, verbose: bool) -> None:
    """One table, with its sum."""
    print(f"{title:24}" + "".join(f"{f:>19}" for f in FIELDS) + f"{'none':>6}{'wrong':>6}")
    total = [(0, 0)] * len(FIELDS)
    none = wrong = 0
    for name, found in texts:
        total = [(a + c, b + d) for (a, b), (c, d) in zip(total, shares(found), strict=True)]
        none, wrong = none + found.none, wrong + len(found.wrong)
        print(_row(name, shares(found), found.none, len(found.wrong)))
        for line in (*found.missing, *(f"WRONG {w}" for w in found.wrong)) if verbose else ():
            print("    ", line)
    print(_row("together", total, none, wrong) + "\n")


def _row(name: str, fields: Iterable[tuple[int, int]], none: int, wrong: int) -> str:
    cells = "".join(f"{have:>7}/{of:<4} {100 * have / max(of, 1):5.1f}%" for have, of in fields)
    return f"{name:24}{cells}{none:>6}{wrong:>6}"


def main() -> None:
    """The tables."""
    verbose = "-v" in sys.argv
    table("with numbers, looked at", ((name, compared(name)) for name in FILES), verbose=verbose)
    told = ((name, report(name, folder)) for folder, name in REPORTS)
    table("with titles, looked at", told, verbose=verbose)
    table("with titles, kept", ((name, report(name, "kept-4")) for name in KEPT), verbose=False)


if __name__ == "__main__":
    main()
