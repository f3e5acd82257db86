"""Write the program's output into the README and the pages of docs/.

``python scripts/pages/printed.py`` writes it; ``--check`` only names the pages and lines that differ, and a test does the same.

A ``console`` block shows all that its command prints, 80 columns wide; one that ends in a line ``...`` shows as many of the first
lines as it has. A block without a command that begins with the place of a finding (``evening-2.lgn:30:22:``) shows that finding,
120 columns wide. The files are those of fixtures/, ``game.lgn.json``, the evening in JSON, and ``game.vlog``, the log of a module
that the referee does not know. The table of the forms of a verdict is written too.
"""

from __future__ import annotations

import contextlib
import difflib
import re
import shlex
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from referee.cli.app import app
from referee.reports.forms import VerdictFormat

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    *("forms", "getting-a-game-in", "index", "json", "mail", "questions", "solitaire", "terminal", "vassal"),
    "was-that-legal",
)
PAGES = (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in NAMES))
COMMAND = re.compile(
    r"(?P<indent> *)```console\n *\$ (?P<typed>referee [^\n]*)\n(?P<shown>(?! *```).+?) *```", re.DOTALL
)
MORE = "..."
PLACE = r"(?P<file>[\w.-]+\.(?:lgn|json|mbox|vlog)):(?P<place>(?:\w+ \d+:)?\d+):\d+: "
FINDING = re.compile(rf"```(?P<kind>|text)\n(?P<shown>{PLACE}.*?)```", re.DOTALL)
FORMS = re.compile(r"(?P<head><!-- forms -->\n)(?P<shown>.*?)(?P<end><!-- end of forms -->)", re.DOTALL)


@contextlib.contextmanager
def fixtures() -> Iterator[None]:
    """Work in a folder with the files that the pages name."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("logs", "mails"):
            shutil.copytree(ROOT / "fixtures" / name, folder, dirs_exist_ok=True)
        with contextlib.chdir(folder):
            CliRunner().invoke(app, ["convert", "evening-2.lgn", "-o", "game.lgn.json"])
            shutil.copy(ROOT / "fixtures" / "vassal" / "synthetic-vcsk-nested.vlog", "game.vlog")
            yield


def printed(typed: str, columns: int = 80) -> str:
    """The output of a command."""
    run = CliRunner().invoke(app, shlex.split(typed)[1:], env={"COLUMNS": str(columns), "NO_COLOR": "1"})
    if run.stderr:
        raise ValueError(f"{typed}: {run.stderr}")
    return run.stdout.rstrip()


def found(file: str, place: str) -> str:
    """The finding at a place of a file, as it is printed."""
    for part in printed(f"referee check {file}", 120).split("\n\n"):
        if part.startswith(f"{file}:{place}:"):
            return part
    raise ValueError(f"{file}:{place} has no finding")


def _command(block: re.Match[str]) -> str:
    shown, lines = block["shown"].split("\n")[:-1], printed(block["typed"]).split("\n")
    if shown[-1].strip() == MORE:
        lines = [*lines[: len(shown) - 1], MORE]
    made = "\n".join(["```console", f"$ {block['typed']}", *lines, "```"])
    return textwrap.indent(made, block["indent"])


def _finding(block: re.Match[str]) -> str:
    return f"```{block['kind']}\n{found(block['file'], block['place'])}\n```"


def _forms(block: re.Match[str]) -> str:
    rows = "".join(f"| `{form.value}` | {form.readers} |\n" for form in VerdictFormat)
    return f"{block['head']}| `--format` | for |\n|---|---|\n{rows}{block['end']}"


def filled(text: str) -> str:
    """A page with the program's output, made among the fixtures."""
    return COMMAND.sub(_command, FINDING.sub(_finding, FORMS.sub(_forms, text)))


def unfilled(text: str) -> str:
    """A page without what is written here."""
    for pattern in (COMMAND, FINDING, FORMS):
        text = pattern.sub(lambda block: block[0].replace(block["shown"], ""), text)
    return text


def unlike(page: Path) -> list[str]:
    """The differing lines of a page, with their numbers."""
    before = page.read_text(encoding="utf-8").split("\n")
    after = filled("\n".join(before)).split("\n")
    matcher = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    name = page.relative_to(ROOT).as_posix()
    return [
        f"{name}:{a + 1}: {' / '.join(before[a:b])!r} is now {' / '.join(after[c:d])!r}"
        for how, a, b, c, d in matcher.get_opcodes()
        if how != "equal"
    ]


def main() -> int:
    """Write the pages, or compare them."""
    with fixtures():
        if "--check" in sys.argv:
            told = [line for page in PAGES for line in unlike(page)]
            print("\n".join(told))
            return 1 if told else 0
        for page in PAGES:
            page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
