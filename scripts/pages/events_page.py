"""Write docs/reference/events.md from the notes on the events.

``--check`` only says whether it is up to date.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from referee.editions import rulesets
from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.words import capital

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "events.md"
GROUPS = (("US", "US"), ("Jihadist", "J"), ("Unassociated", ""))


def page() -> str:
    """The page as text."""
    out = [
        "# Events, card by card",
        "",
        "For players who write down an event: what it does, when it can be played, and how to write it. The words are",
        "ours; the card is the law. You may leave out a choice with only one legal answer. `referee explain card 17` shows",
        "the same with the rules and the rule cases.",
        "",
        "`python scripts/pages/events_page.py` makes this page.",
    ]
    for edition in rulesets.EDITIONS:
        rules = rulesets.RULESETS[rulesets.EDITIONS[edition]][0]()
        notes = sorted((ROOT / "referee" / rules.texts[-1] / "events").glob("*.toml"))
        known = [e for note in notes for e in tomllib.loads(note.read_text(encoding="utf-8")).get("event", ())]
        for title, side in GROUPS:
            entries = [e for e in known if (rules.cards[e["cards"][0]].side or "") == side]
            out += ["", f"## {capital(edition)}: {title}", ""]
            for entry in sorted(entries, key=lambda e: e["cards"][0]):
                out += _entry(entry, rules.cards[entry["cards"][0]])
    return "\n".join(out).rstrip() + "\n"


def _entry(entry: dict[str, Any], card: Card) -> list[str]:
    """The page's entry on the event of one or more cards."""
    numbers = ", ".join(str(n) for n in entry["cards"])
    marks = [
        w for w, on in (("removed", card.remove != "never"), ("marker", card.mark), ("lapsing", card.lapsing)) if on
    ]
    tail = f" · {', '.join(marks)}" if marks else ""
    head = f"{SIDE_NAMES.get(card.side or '', 'Unassociated')}, value {card.ops}{tail}. {entry['summary']}"
    out = [f"### {numbers} {card.title}", "", head, ""]
    out += [f"*When:* {entry['when']}", "", "```lgn", *entry["writing"], "```"]
    out += [f"\n*Reading:* {reading}" for reading in entry.get("readings", [])]
    return [*out, ""]


def main() -> int:
    """Write the page, or compare it."""
    text = page()
    if "--check" in sys.argv:
        return 0 if PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
