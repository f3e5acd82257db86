"""Output on the pages of docs/, written by scripts/pages/printed.py."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import printed


@pytest.fixture(scope="module")
def fixtures() -> Iterator[None]:
    with printed.fixtures():
        yield


@pytest.mark.parametrize("page", printed.PAGES, ids=lambda path: path.stem)
@pytest.mark.usefixtures("fixtures")
def test_a_page_shows_what_is_printed(page: Path) -> None:
    assert printed.unlike(page) == [], "run scripts/pages/printed.py"


@pytest.mark.usefixtures("fixtures")
def test_a_line_that_is_no_longer_printed_is_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    line = next(n for n, said in enumerate(text.split("\n"), 1) if "[illegal 7.3.3]" in said)
    page = tmp_path / "index.md"
    page.write_text(text.replace("[illegal 7.3.3]: ", "[illegal 7.3.3]: Once, "), encoding="utf-8")
    monkeypatch.setattr(printed, "ROOT", tmp_path)
    (told,) = printed.unlike(page)
    assert told.startswith(f"index.md:{line}: 'evening-2.lgn:30:22: not allowed [illegal 7.3.3]: Once, ")
    assert printed.filled(page.read_text(encoding="utf-8")) == text


def test_every_command_that_is_shown_with_its_answer_is_run() -> None:
    pages = {path for path in (ROOT / "docs").glob("*.md") if printed.COMMAND.search(path.read_text(encoding="utf-8"))}
    assert pages <= {*printed.PAGES}
    for path in printed.PAGES:
        text = path.read_text(encoding="utf-8")
        assert text.count("```console") == len(printed.COMMAND.findall(text)), path
        assert printed.unfilled(text) != text, path
