"""Write the referee's answers into docs/reference/slips.md and docs/explaining.md.

``--check`` only says if they are up to date.

The block after ``<!-- clean -->`` is a clean record, each block after ``<!-- damaged -->`` a change of it, and the block
after ``<!-- said -->`` is what the program says of the changed record.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

from first_record import ROOT, answer

PAGE = ROOT / "docs" / "reference" / "slips.md"
PAGES = PAGE, ROOT / "docs" / "explaining.md"
BLOCK = re.compile(r"<!-- (clean|damaged|said) -->\n```(lgn|diff|text)\n(.*?)```", re.DOTALL)


def clean(text: str) -> str:
    """The clean record of the page."""
    return next(m[3] for m in BLOCK.finditer(text) if m[1] == "clean")


def damaged(text: str) -> list[str]:
    """The damaged records of the page, in its order."""
    record = clean(text)
    return [changed(record, m[3]) for m in BLOCK.finditer(text) if m[1] == "damaged"]


def changed(record: str, diff: str) -> str:
    """A record after a change.

    Raises :class:`ValueError` if its lines do not come exactly once.
    """
    lines = diff.splitlines()
    before = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    after = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    if f"\n{record}".count(f"\n{before}") != 1:
        raise ValueError(f"not once in the record:\n{before}")
    return f"\n{record}".replace(f"\n{before}", f"\n{after}")[1:]


def page(text: str, said: Callable[[str], str] = answer) -> str:
    """The page with what the program says of each damaged record."""
    answers = (said(record) for record in damaged(text))
    return BLOCK.sub(lambda m: f"<!-- said -->\n```text\n{next(answers)}```" if m[1] == "said" else m[0], text)


def main() -> int:
    """Write the pages, or compare them."""
    differ = 0
    for path in PAGES:
        old = path.read_text(encoding="utf-8")
        new = page(old)
        differ += new != old
        if "--check" not in sys.argv:
            path.write_text(new, encoding="utf-8", newline="\n")
    return int("--check" in sys.argv and bool(differ))


if __name__ == "__main__":
    raise SystemExit(main())
