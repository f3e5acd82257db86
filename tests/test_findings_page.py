"""The page of everything that the referee says is what it says, and every sentence reads like one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from casesonce import looked

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import findings_page

ROOT = findings_page.ROOT
JARGON = re.compile(
    r"\b(segment|behind|the record has .*, the board|None|dict|token|item|subject|parse|null|wrongly?ly)\b|[{}]"
)
"""Words that no player uses, and what is left of a template that was not filled in."""


@pytest.fixture(scope="module")
def said() -> list[Any]:
    found: list[Any] = list(findings_page.everything(lambda case: looked(case).findings))
    return found


def test_the_page_is_up_to_date(said: list[Any]) -> None:
    assert (ROOT / "docs" / "findings.md").read_text(encoding="utf-8") == findings_page.page(said), (
        "run python scripts/findings_page.py"
    )


def test_every_sentence_reads_like_one(said: list[Any]) -> None:
    for text in sentences(said):
        assert re.match(r"[A-Z0-9“]", text), text
        assert text[-1] in ".?!…" or "Write: " in text, text
        assert not JARGON.search(text), text


NEVER_ALONE = {
    "Alert: value for this Plot",  # the optional rule that lifts the value of 3 gives its own reason
    "Recruit: not barred",  # the event that bars it gives the reason
    "Jihad: not barred",
    "Disrupt: not barred",
    "Plot: not barred",
    "War of Ideas: not barred",
    "Alert: not barred",
    "Deploy: a place that is open",  # so does the event that closes a country
    "Travel: a place that is open",
    "Recruit: a place that is open",
    "event: a country that it reaches",
    "Cells: a piece, no marker",
    "one entry a country",  # the readers put two entries of one country together
}
"""Requirements whose own sentence nobody reads, each with the reason."""


def test_every_refusal_has_an_example(said: list[Any]) -> None:
    assert set(findings_page.unseen(said)) == NEVER_ALONE


def test_a_finding_on_a_play_says_whose_it_was(said: list[Any]) -> None:
    for s in said:
        owner = re.match(r"(?:\+ ?)?(J|US) ", s.line)
        if owner and s.finding.kind not in ("note", "unreadable"):
            assert s.finding.side in ("J", "US"), s


def sentences(said: list[Any]) -> Iterator[str]:
    """Every text that a player reads."""
    for s in said:
        yield from (t for t in (s.finding.message, s.finding.reason, s.finding.help) if t)
