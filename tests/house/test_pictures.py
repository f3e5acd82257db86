"""The pictures of the README and the docs.

Each exists, has a description in words, and comes from scripts/pages/screenshots.py.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import screenshots

TEXTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LARGEST = 60_000
"""Bytes of a picture."""
MADE = {
    *(f"{name}-{width}-{scheme}.webp" for name, width, scheme in screenshots.DOCS),
    *(f"{name}.webp" for name in screenshots.TERMINAL),
    f"{screenshots.STRIP}.webp",
}


def shown(text: Path) -> list[tuple[str, str]]:
    """The pictures of a text, each with its words."""
    return re.findall(r'<img src="(?:docs/)?examples/([^"]+\.webp)" alt="([^"]*)"', text.read_text(encoding="utf-8"))


def test_every_picture_is_made_by_the_script_and_shown() -> None:
    assert {name for text in TEXTS for name, _ in shown(text)} == MADE
    scenes = {(scene.name, width) for scene in screenshots.SCENES for width, _ in scene.sizes}
    assert {(name, width) for name, width, _ in screenshots.DOCS} <= scenes


@pytest.mark.parametrize("text", [t for t in TEXTS if shown(t)], ids=lambda text: text.name)
def test_every_picture_is_there_small_and_said_in_words(text: Path) -> None:
    for name, words in shown(text):
        assert words
        assert 0 < (ROOT / "docs" / "examples" / name).stat().st_size < LARGEST, name


def test_the_page_is_told_in_few_words() -> None:
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    assert len(re.sub(r"<[^>]*>", "", text).split()) <= 1_200
