"""Pack the rule cases for authors of other programs.

    python scripts/release/conformance.py OUT.zip

It has the cases as text and as JSON, the description of both and of the notation, and an index by rule and card.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

from referee import __version__
from referee.cli.commands.cases import by_rule, data
from referee.editions import rulesets
from referee.rules import rulebook
from referee.rules.casefile import cases, cases_folder

ROOT = Path(__file__).resolve().parents[2]


def heading(subject: str) -> tuple[tuple[int, list[int], str], str]:
    """The place of a subject of cases in the index, and heading.

    A heading is "7.3.3 Deploy" or "Card 48 Adam Gadahn".
    """
    kind, _, number = subject.partition("-")
    if kind == "card" and number.isdigit():
        return (1, [int(number)], subject), f"Card {number} {rulesets.whole().cards[int(number)].name}"
    if kind == "option" and number.isdigit():
        return (2, [int(number)], subject), f"Option {number} {rulebook()[f'option {number}'].title}"
    numbers = [int(part) for part in kind.split(".") if part.isdigit()]
    found = rulebook().get(subject)
    return (0 if numbers else 3, numbers, subject), f"{subject} {found.title}" if found else subject


def index() -> str:
    """The cases by rule and card, each with its title.

    Rules come first, then cards, options, and subjects of several rules.
    """
    found = by_rule(cases())
    out = [
        f"# Rule cases of referee {__version__} by rule and card",
        f"{len(cases()):,} cases. ✗ marks those with a finding.",
    ]
    for subject in sorted(found, key=lambda name: heading(name)[0]):
        listed = "\n".join(f"- `{case.id}` {case.title}{'' if case.clean else ' ✗'}" for case in found[subject])
        out.append(f"## {heading(subject)[1]}\n\n{listed}")
    return "\n\n".join(out) + "\n"


def archive(out: Path) -> None:
    """Write the archive, the same bytes for the same cases."""
    from release import pack

    pages = {
        "README.md": "docs/rule-cases.md",
        "rule-cases-programs.md": "docs/rule-cases-programs.md",
        "notation.md": "docs/reference/notation.md",
        "LICENSE": "LICENSE",
    }
    texts = {name: (ROOT / path).read_text(encoding="utf-8") for name, path in pages.items()}
    texts["README.md"] = texts["README.md"].replace("](reference/notation.md", "](notation.md")
    texts["INDEX.md"] = index()
    texts["cases.json"] = json.dumps(
        {"format": "labyrinth-rule-cases", "version": __version__, "cases": data(cases())}, indent=1, ensure_ascii=False
    )
    texts |= {f"cases/{p.name}": p.read_text(encoding="utf-8") for p in cases_folder().glob("*.case")}
    pack(out, {name: text.encode() for name, text in texts.items()})


if __name__ == "__main__":
    archive(Path(sys.argv[1]))
    with zipfile.ZipFile(sys.argv[1]) as made:
        print(f"{sys.argv[1]}: {len(cases()):,} cases, {len(made.namelist())} files")
