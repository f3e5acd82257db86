"""Writes docs/reference/glossary.md: the kinds of finding and the terms of a verdict.

``python scripts/pages/glossary_page.py`` writes it from ``referee/reports/kinds.toml`` and ``terms.toml``; a test holds it to
them.
"""

from __future__ import annotations

from pathlib import Path

from referee.reports import wording

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "glossary.md"
HEAD = """# Glossary

What the words of a verdict mean. `referee explain illegal`, or `referee explain "not allowed"`, shows the same with an
example; in a report and on the page the words are one tap away.

## Kinds of finding

Players read the words; data such as JSON and SARIF, and options such as `--select`, use the short name.

| words | short name | meaning | counted as |
|---|---|---|---|
"""
COUNTED = {"slip": "a slip of the pen", "note": "nothing", "unsupported": "a play that cannot be judged"}
"""What a kind is counted as where it is no mistake."""


def page() -> str:
    """The page."""
    rows = [
        f"| {wording.KINDS[kind]} | `{kind}` | {wording.MEANINGS[kind]} | {COUNTED.get(kind, 'a mistake')} |"
        for kind in wording.GRAVEST
    ]
    terms = [f"**{term}**\n: {meaning}" for term, meaning in wording.TERMS.items()]
    terms = [f"* **{term}**: {meaning}" for term, meaning in wording.TERMS.items()]
    return HEAD + "\n".join(rows) + "\n\n## Terms\n\n" + "\n".join(terms) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
