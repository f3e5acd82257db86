"""Write docs/reference/disputes.md: players' questions with the program's answers.

It also has the questions of the table.

``python scripts/pages/disputes_page.py`` writes it from ``referee/rules/disputes.toml`` and ``practice.toml``; a test holds it to what the program says.
"""

from __future__ import annotations

import textwrap
from itertools import groupby
from pathlib import Path

from typer.testing import CliRunner

from referee.cli.app import app
from referee.engine.state.words import numbered
from referee.rules import practice, rulebook
from referee.rules.disputes import Dispute, disputes

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "disputes.md"
HEAD = """# Forty disputes

For players at odds over one play: questions of the table, how to put each, and the answer. A question needs
[no record](../questions.md#a-question): what it does not state of the board is unknown, and the answer says what hangs on that. At
the end are questions that no line can hold, and who decides what.

{subjects}
"""


def said(dispute: Dispute) -> str:
    """The answer as it is printed, at 100 columns."""
    result = CliRunner().invoke(app, list(dispute.arguments), env={"COLUMNS": "100", "NO_COLOR": "1"})
    if not result.stdout:
        raise ValueError(f"{dispute.command}: {result.stderr}")
    return result.stdout.rstrip()


def page(answers: dict[str, str]) -> str:
    """The page, with the answer to each question."""
    groups = [(subject, list(each)) for subject, each in groupby(disputes(), key=lambda d: d.subject)]
    subjects = [*(subject for subject, _ in groups), "What no record shows", "Who decides"]
    links = [f"[{subject}](#{subject.lower().replace(' ', '-')})" for subject in subjects]
    out = [HEAD.format(subjects=" · ".join(links))]
    for subject, each in groups:
        out.append(f"## {subject}\n")
        out += [_entry(d, answers[d.question]) for d in each]
    answered = list(practice.answers().values())
    out += ["## What no record shows\n", *(_answer(a) for a in answered if not a.side)]
    out += ["## Who decides\n", *(_choice(a) for a in answered if a.side)]
    return "\n".join(out)


def _cited(a: practice.PracticeAnswer) -> str:
    return ", ".join(f"{numbered(n)} ({rulebook()[n].title})" for n in a.rules)


def _answer(a: practice.PracticeAnswer) -> str:
    told = [a.answer, f"*Why:* {a.why} {practice.RESTS[a.rests]} *Rules:* {_cited(a)}."]
    return f"### {a.question}\n\n" + "\n\n".join(map(_wrapped, told)) + "\n"


def _choice(a: practice.PracticeAnswer) -> str:
    return _wrapped(f"**{a.question}** {a.answer} *Rules:* {_cited(a)}.") + "\n"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 118, break_long_words=False, break_on_hyphens=False)


def _entry(d: Dispute, answer: str) -> str:
    return f"### {d.question}\n\n```console\n$ {d.command}\n{answer}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page({d.question: said(d) for d in disputes()}), encoding="utf-8")
