"""The example sentences of tests/sentences.toml."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import first_record
import library_examples
import printed
import slips_page

FILLED = {*first_record.PAGES, *library_examples.PAGES, *slips_page.PAGES}
"""Pages with blocks that other scripts write."""


@pytest.mark.parametrize("name", SENTENCES)
def test_an_example_is_what_the_referee_says(name: str) -> None:
    example = SENTENCES[name]
    verdict = judge(read_record(example.record.strip().encode(), name))
    (found,) = [f for f in verdict.findings if f.counted or example.kind == "note"]
    today = example._replace(
        kind=found.kind,
        rule=found.rule,
        sentence=found.message,
        reason=example.reason if example.reason in found.reason else found.reason,
        help=found.help if example.help else "",
    )
    differing = {key: value for key, value in today._asdict().items() if value != getattr(example, key)}
    told = "\n".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in differing.items())
    assert differing == {}, f"after a look at the new words, write into tests/sentences.toml:\n[{name}]\n{told}"


def by_hand(path: Path) -> str:
    """The text of a file that no script writes, on one line."""
    text = path.read_text(encoding="utf-8")
    if path in printed.PAGES:
        text = printed.unfilled(text)
    if path in FILLED:
        text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return " ".join(text.split())


def test_no_test_and_no_page_quotes_an_example_by_hand() -> None:
    code = [path for folder in ("tests", "scripts") for path in (ROOT / folder).rglob("*.py")]
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    texts = {path.relative_to(ROOT).as_posix(): by_hand(path) for path in (*code, *pages)}
    quoted = [
        f"{path}: {example.bare}"
        for example in SENTENCES.values()
        for path, text in texts.items()
        if example.bare in text
    ]
    assert quoted == [], "take it from tests/sentences.toml, or let a script of scripts/pages/ write it"
