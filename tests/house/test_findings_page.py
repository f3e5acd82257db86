"""The page of all sentences of the referee.

Each is a sentence of the referee and reads like one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import wording
from tests.helpers import paths
from tests.helpers.casesonce import looked
from tests.helpers.hunting import HUNT, PROFILE

sys.path.insert(0, str(paths.ROOT / "scripts" / "pages"))

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
    assert (ROOT / "docs" / "reference" / "findings.md").read_text(encoding="utf-8") == findings_page.page(said), (
        "run python scripts/pages/findings_page.py"
    )


def test_the_glossary_is_the_data() -> None:
    import glossary_page

    written = glossary_page.PAGE.read_text(encoding="utf-8")
    assert written == glossary_page.page(), "python scripts/pages/glossary_page.py"
    assert all(f"| {words} | `{kind}` |" in written for kind, words in wording.KINDS.items())


def test_every_sentence_reads_like_one(said: list[Any]) -> None:
    for text in sentences(said):
        assert re.match(r"[A-Z0-9“]", text), text
        assert text[-1] in ".?!…" or "Write: " in text, text
        assert not JARGON.search(text), text


SAYS_NOTHING = re.compile(r"no use for|nothing asked for|made it so", re.IGNORECASE)
"""Phrases with which a sentence gives no reason at all."""
READ_BY_PLAYERS = (".toml", ".json", ".j2", ".html", ".js", ".mjs")


def test_no_sentence_says_nothing(said: list[Any]) -> None:
    assert [text for text in sentences(said) if SAYS_NOTHING.search(text)] == []


@pytest.mark.long
def test_no_sentence_on_a_record_of_the_corpus_says_nothing() -> None:
    for number, path in enumerate(sorted((ROOT / "fixtures" / "corpus").glob("*.lgn"))):
        if number % 6 == 0 or PROFILE == HUNT:
            verdict = judge(read_text(path.read_text(encoding="utf-8")))
            texts = [t for f in verdict.findings for t in (f.message, f.reason, f.help)]
            assert [text for text in texts if SAYS_NOTHING.search(text)] == [], path.name


def test_no_text_for_players_says_nothing() -> None:
    """Data, templates, scripts of the page, and quoted code."""
    files = [p for folder in ("referee", "web/src") for p in (ROOT / folder).rglob("*") if p.is_file()]
    wrong = [p for p in files if p.suffix in READ_BY_PLAYERS and SAYS_NOTHING.search(p.read_text(encoding="utf-8"))]
    assert wrong == []
    assert [p for p in files if p.suffix == ".py" and any(map(SAYS_NOTHING.search, quoted(p)))] == []


def quoted(path: Path) -> list[str]:
    """The texts of a module without its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
    ]


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
    "Reserves: open to the side",  # no option bars Reserves yet
    "Reserves: a side that adds them",  # the system that plays the side gives the reason
    "counter: at its time",  # so does the system that turns a marker in by itself
    "one entry a country",  # the readers put two entries of one country together
}
"""Requirements whose own sentence nobody reads, each with the reason."""


def test_every_refusal_has_an_example(said: list[Any]) -> None:
    assert set(findings_page.unseen(said)) == NEVER_ALONE


def test_a_finding_on_a_play_says_whose_it_was(said: list[Any]) -> None:
    for s in said:
        owner = re.match(r"(?:\+ ?)?(J|US) ", s.line)
        if owner and s.finding.kind not in ("note", "unreadable", "slip"):
            assert s.finding.side in ("J", "US"), s


def test_a_slip_of_the_pen_is_the_mistake_of_no_side(said: list[Any]) -> None:
    assert {s.finding.side for s in said if s.finding.kind == "slip"} == {""}


def sentences(said: list[Any]) -> Iterator[str]:
    """Every text that a player reads."""
    for s in said:
        yield from (t for t in (s.finding.message, s.finding.reason, s.finding.help) if t)
