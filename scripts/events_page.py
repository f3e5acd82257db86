"""Writes docs/events.md from the notes on the events; ``--check`` only says whether it is up to date."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from referee.editions.base.printed import CARDS
from referee.engine.data import SIDE_NAMES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "events.md"
FILES = (("US", "us"), ("Jihadist", "jihadist"), ("Unassociated", "unassociated"))


def page() -> str:
    """The page as text."""
    out = [
        "# Events, card by card",
        "",
        "What each event does, when it can be played, and how its play is written. The words are ours; the card is the",
        "law. Choices that the rules leave no freedom in need not be written. `referee explain card 17` shows the same",
        "with the rules and the rule cases.",
        "",
        "This page is made by `python scripts/events_page.py`.",
    ]
    for title, name in FILES:
        data = tomllib.loads(
            (ROOT / "referee" / "editions" / "base" / "data" / "events" / f"{name}.toml").read_text(encoding="utf-8")
        )
        out += ["", f"## {title}", ""]
        for entry in sorted(data["event"], key=lambda e: e["cards"][0]):
            numbers = ", ".join(str(n) for n in entry["cards"])
            card = CARDS[entry["cards"][0]]
            marks = [
                w
                for w, on in (("removed", card.remove != "never"), ("marker", card.mark), ("lapsing", card.lapsing))
                if on
            ]
            tail = f" · {', '.join(marks)}" if marks else ""
            out += [f"### {numbers} {card.title}", ""]
            out += [
                f"{SIDE_NAMES.get(card.side or '', 'Unassociated')}, value {card.ops}{tail}. {entry['summary']}",
                "",
            ]
            out += [f"*When:* {entry['when']}", "", "```lgn", *entry["writing"], "```"]
            out += [f"\n*Reading:* {reading}" for reading in entry.get("readings", [])]
            out += [""]
    return "\n".join(out).rstrip() + "\n"


def main() -> int:
    """Write the page, or compare it."""
    text = page()
    if "--check" in sys.argv:
        return 0 if PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
