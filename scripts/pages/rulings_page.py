"""Writes docs/reference/rulings.md: the rulings, and the readings of events; ``python scripts/pages/rulings_page.py``."""

from __future__ import annotations

import textwrap
from pathlib import Path

from referee.editions import rulesets
from referee.engine.state.ruleset import OptionKind, Ruleset
from referee.engine.state.words import listed
from referee.rules import chapter_of, rulebook
from referee.rules.library import SEVERITIES, Ruling, event_of

ROOT = Path(__file__).resolve().parents[2]
HEAD = """# Rulings

For players who ask how the referee reads an unclear rule. Where the rulebook leaves room, this page has the reading, by rule, and
the result for a play by another reading:

{severities}

Some readings stay in doubt: `[Options "NAME"]` in the record chooses the other one. An action that depends on such a reading
gets a *note* under either. The options are
{options}.

A ruling on a card, and one with an option, names [rule cases](../rule-cases.md) that show it: `referee cases list card-195` lists
those of a card.

`referee explain 7.3.1` shows the same texts.

`python scripts/pages/rulings_page.py` makes this page from `rulings*.toml` and `events/` in the folder `data` of each edition and
solitaire system, such as `referee/editions/base/data`; change those files, not this page.
"""


def page() -> str:
    """The whole page."""
    severities = ";\n".join(f"* **{name}**: {gets}" for name, gets in SEVERITIES.items())
    rules = rulesets.whole()
    doubts = [f"`{name}` ({o.rule})" for name, o in rules.options.items() if o.kind is OptionKind.READING]
    options = _wrap(listed(doubts))
    out = [HEAD.replace("{severities}", f"{severities}.").replace("{options}", options)]
    base, *others = rulesets.telling()
    for chapter, title in rules.chapters.items():
        mine = [r for r in rulesets.rulings_of(base) if chapter_of(r.rules[0]) == chapter]
        if mine:
            out.append(f"## {title}\n")
            out += [_entry(r, rules) for r in mine]
    for edition in others:
        out.append(f"## {edition}\n")
        out += [_entry(r, rules) for r in rulesets.rulings_of(edition)]
    out += _events(rules)
    return "\n".join(out)


def _entry(r: Ruling, ruleset: Ruleset) -> str:
    book = rulebook()
    rules = ", ".join(f"{n} ({book[n].title})" for n in r.rules)
    cards = "".join(f", card {ruleset.card_name(n)}" for n in r.cards)
    parts = [
        f"### {r.id}\n",
        _wrap(f"*Rules:* {rules}{cards}") + "\n",
        _wrap(f"**{r.question}**") + "\n",
        _wrap(r.answer) + "\n",
        _wrap(f"*Why:* {r.why} *Against it:* {r.severity}."),
    ]
    if r.option:
        parts.append(f'\n*Other tables:* `[Options "{r.option}"]`')
    if r.cases:
        parts.append("\n" + _wrap(f"*Cases:* {', '.join(r.cases)}"))
    return "\n".join(parts) + "\n"


def _events(rules: Ruleset) -> list[str]:
    """Readings of single events."""
    found = [
        (n, told.readings) for n in rules.cards if (told := event_of(rules.texts, n)) is not None and told.readings
    ]
    if not found:
        return []
    out = ["## Events\n"]
    shown: set[tuple[str, ...]] = set()
    for _, readings in found:
        if tuple(readings) not in shown:
            shown.add(tuple(readings))
            same = [rules.card_name(m) for m, r in found if r == readings]
            out.append(f"### {', '.join(f'card {name}' for name in same)}\n")
            out += [textwrap.fill(f"* {r}", 118, subsequent_indent="  ") for r in readings]
            out.append("")
    return out


def _wrap(text: str) -> str:
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    (ROOT / "docs" / "reference" / "rulings.md").write_text(page(), encoding="utf-8")
