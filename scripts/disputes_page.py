"""Writes docs/disputes.md: questions of players, each with the answer of the program.

``python scripts/disputes_page.py`` writes it from ``disputes.toml``; a test holds it to what the program says.
"""

from __future__ import annotations

import contextlib
import shlex
import tempfile
import tomllib
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from typer.testing import CliRunner

from referee.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "disputes.md"
DATA = ROOT / "scripts" / "disputes.toml"
HEAD = """# Twenty disputes

For players at odds over one play: questions of the table, how to put each, and the answer. A question needs
[no record](terminal.md#was-that-legal); for The Awakening, a length of the game or a Bot, a file of three lines will do. *I cannot
say* is the answer to a line that leaves something out.

{subjects}
"""


@dataclass(frozen=True, slots=True)
class Dispute:
    """One question, with the answer worked out by hand."""

    subject: str
    question: str
    arguments: list[str]
    """The arguments of the command."""
    answer: str
    """The word of the answer: Yes, No or I cannot say."""
    rule: str
    """The rule or card that decides."""
    record: str = ""
    """The file game.lgn; empty for a question without a file."""

    @property
    def command(self) -> str:
        """The command as it is typed."""
        words = (a if a == shlex.quote(a) else f'"{a}"' for a in self.arguments)
        return " ".join(["referee", *words])

    def said(self) -> str:
        """The answer as it is printed, at 100 columns."""
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            if self.record:
                Path("game.lgn").write_text(self.record, encoding="utf-8")
            env = {"COLUMNS": "100", "NO_COLOR": "1"}
            result = CliRunner().invoke(app, self.arguments, env=env)
        if not result.stdout:
            raise ValueError(f"{self.command}: {result.stderr}")
        return result.stdout.rstrip()


def disputes() -> list[Dispute]:
    """The questions in the order of the page."""
    return [Dispute(**entry) for entry in tomllib.loads(DATA.read_text(encoding="utf-8"))["dispute"]]


def page(said: dict[str, str]) -> str:
    """The page, with what was said to each question."""
    groups = [(subject, list(each)) for subject, each in groupby(disputes(), key=lambda d: d.subject)]
    links = [f"[{subject}](#{subject.lower().replace(' ', '-')})" for subject, _ in groups]
    out = [HEAD.format(subjects=" · ".join(links))]
    for subject, each in groups:
        out.append(f"## {subject}\n")
        out += [_entry(d, said[d.question]) for d in each]
    return "\n".join(out)


def _entry(d: Dispute, said: str) -> str:
    record = f"```lgn\n{d.record}```\n\n" if d.record else ""
    return f"### {d.question}\n\n{record}```console\n$ {d.command}\n{said}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page({d.question: d.said() for d in disputes()}), encoding="utf-8")
