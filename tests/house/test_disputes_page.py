"""docs/reference/disputes.md, with the program's answers.

Each is also the one worked out by hand.
"""

from __future__ import annotations

import re
import sys

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import disputes_page

from referee.rules.disputes import Dispute, disputes

DISPUTES = disputes()
HEAD = re.compile(r"Rule ([\d.]+\d) \(|The rule is on (card \d+)\.")
"""Where an answer names a rule."""
GROUND = re.compile(r"\(((?:card )?\d[\d.]*)\)\.$")


PAGE = disputes_page.PAGE.read_text(encoding="utf-8")
SAID = re.compile(r"^### ([^\n]+)\n\n```console\n[^\n]*\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
PRINTED = dict(SAID.findall(PAGE))
"""The answers on the page by their questions; each test asks one anew."""


def paragraphs(answer: str) -> list[str]:
    """The paragraphs of an answer after the last play.

    Each is one line.
    """
    found = answer.split("\n\n")
    plays = [n for n, p in enumerate(found, 1) if p.startswith("This play:")]
    return [" ".join(p.split()) for p in found[plays[-1] if plays else 0 :]]


def head(answer: str) -> str:
    """The rule that a printed answer names first."""
    first, *others = paragraphs(answer)
    if first.startswith("Yes."):
        (ground,) = [re.split(r" - ", p)[1] for p in others if p.startswith(("It meets these rules", "This is why"))]
        match = GROUND.search(ground)
    else:
        match = HEAD.search(first)
    assert match is not None, answer
    return match[1] or match[2]


def test_the_rest_of_the_page_is_up_to_date() -> None:
    assert disputes_page.page(PRINTED) == PAGE, "run scripts/pages/disputes_page.py"


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda d: d.question)
def test_the_answer_is_the_one_worked_out_by_hand(dispute: Dispute) -> None:
    answer = disputes_page.said(dispute)
    assert answer == PRINTED[dispute.question], "run scripts/pages/disputes_page.py"
    if dispute.answer in ("Yes", "No"):
        assert paragraphs(answer)[0].startswith(f"{dispute.answer}. ")
        assert head(answer) == dispute.rule
    else:
        assert dispute.answer in paragraphs(answer)[0]
        assert dispute.rule in answer


def test_the_questions_are_forty_and_the_disputed_reading_is_announced() -> None:
    assert len({d.question for d in DISPUTES}) == 40
    readings = [PRINTED[d.question] for d in DISPUTES if d.subject == "A rule with two readings"]
    assert readings
    for answer in readings:
        assert any(p.startswith("This depends on a disputed rule:") for p in paragraphs(answer)), answer
