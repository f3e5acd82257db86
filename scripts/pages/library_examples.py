"""Write the answers of the library's Python examples.

They are in docs/library.md, docs/library-plays.md and the docstrings.

``python scripts/pages/library_examples.py`` writes them; tests/api/test_api.py runs the same examples. An example that raises an error
where an answer is expected stops the script, with its page and line.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee import api
from referee.api import changes, game, positions, records, verdicts
from referee.editions import rulesets
from referee.engine.record.setup import Setup, find_scenario
from referee.trials.selfplay import SelfPlay

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "library.md", ROOT / "docs" / "library-plays.md"
MODULES = (api, changes, game, positions, records, verdicts)
FLAGS = doctest.IGNORE_EXCEPTION_DETAIL
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```", re.MULTILINE | re.DOTALL)


class Answers(doctest.DocTestRunner):
    """A run that keeps the answers that differ, by file and line."""

    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=FLAGS)
        self.found: list[tuple[Path, int, doctest.Example, str]] = []

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """Keep the answer."""
        path, line = _place(test, example)
        self.found.append((path, line, example, got))

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """Stop at an example that does not run."""
        path, line = _place(test, example)
        raise ValueError(f"{path}:{line + 1}: {example.source.strip()} raises {exc_info[1]!r}")


def _place(test: doctest.DocTest, example: doctest.Example) -> tuple[Path, int]:
    assert test.filename is not None
    assert test.lineno is not None
    return Path(test.filename), test.lineno + example.lineno


def docstrings() -> list[doctest.DocTest]:
    """The examples in the docstrings of the library."""
    finder = doctest.DocTestFinder()
    return [t for module in MODULES for t in finder.find(module, extraglobs=vars(api)) if t.examples]


def self_played(seed: int, turns: int = 2) -> str:
    """A game of some turns, from the first scenario."""
    data = find_scenario("Let's Roll!")
    assert data is not None
    return SelfPlay(seed, Setup(rulesets.base(), data["name"], data, 1)).play(turns=turns).text


@contextlib.contextmanager
def folder() -> Iterator[None]:
    """A working folder with some records, for the pages."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        Path("records").mkdir()
        for seed in (1, 2):
            Path("records", f"{seed}.lgn").write_text(self_played(seed), encoding="utf-8")
        yield


def run_pages(runner: doctest.DocTestRunner) -> int:
    """Run every Python block of the pages in order, and count them."""
    names: dict[str, Any] = {}
    blocks = [(page, block) for page in PAGES for block in BLOCK.finditer(page.read_text(encoding="utf-8"))]
    for page, block in blocks:
        line, code = block.string[: block.start("code")].count("\n"), block["code"]
        if code.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
        else:
            exec(compile(code, str(page), "exec"), names)
    return len(blocks)


def rewritten(text: str, found: list[tuple[int, doctest.Example, str]], *, escaped: bool) -> str:
    """A file with the new answers of its examples."""
    lines = text.split("\n")
    for line, example, got in sorted(found, key=lambda f: -f[0]):  # from the last, so that lines keep their numbers
        assert lines[line].lstrip().startswith(">>> "), lines[line]
        first = line + example.source.count("\n")
        shown = got.replace("\\", "\\\\") if escaped else got
        answer = [" " * example.indent + (s or "<BLANKLINE>") for s in shown.splitlines()]
        lines[first : first + example.want.count("\n")] = answer
    return "\n".join(lines)


def main() -> None:
    """Write the answers."""
    runner = Answers()
    for test in docstrings():
        runner.run(test)
    with folder(), contextlib.redirect_stdout(io.StringIO()):
        run_pages(runner)
    for path in dict.fromkeys(path for path, *_ in runner.found):
        found = [(line, example, got) for p, line, example, got in runner.found if p == path]
        text = path.read_text(encoding="utf-8")
        path.write_text(rewritten(text, found, escaped=path.suffix == ".py"), encoding="utf-8")


if __name__ == "__main__":
    main()
