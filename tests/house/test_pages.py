"""The pages in docs/: written ones are short, generated ones apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
WRITTEN = sorted(DOCS.glob("*.md"))
LONGEST = 1_200
GENERATED = {
    "disputes",
    "earlier-versions",
    "events",
    "findings",
    "flowcharts",
    "glossary",
    "rulings",
}
"""Pages that a script writes whole."""
FILLED = {
    "assistant-session",
    "chances",
    "coverage",
    "grammar",
    "mutation",
    "notation",
    "performance",
    "seams",
    "slips",
}
"""Pages with tables or answers that a script writes."""


def words(text: str) -> int:
    """Words of a page with examples, without tags, table and list marks."""
    return sum(bool(re.search(r"\w", word)) for word in re.sub(r"<[^>]*>", "", text).split())


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.stem)
def test_a_page_can_be_read_in_one_go(page: Path) -> None:
    assert words(page.read_text(encoding="utf-8")) <= LONGEST, "split it, or move what is looked up to docs/reference"


def test_what_a_script_writes_is_in_the_folder_for_reference() -> None:
    assert {path.stem for path in REFERENCE.glob("*.md")} >= GENERATED | FILLED


def test_every_page_is_in_a_folder_of_its_kind() -> None:
    folders = {path.parent for path in DOCS.rglob("*.md")}
    assert folders == {DOCS, REFERENCE}


def test_every_script_is_in_a_folder_by_purpose() -> None:
    assert list((ROOT / "scripts").glob("*.py")) == []
