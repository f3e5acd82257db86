"""The documentation site: no warnings, no network.

It builds without a warning and loads nothing from the network.
"""

from __future__ import annotations

import html
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pytest

import referee
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES

sys.path.insert(0, str(ROOT / "scripts" / "pages"))
sys.path.insert(0, str(ROOT / "scripts" / "release"))

import docs_site
import gallery
import worked_examples

EXAMPLES = ROOT / "docs" / "examples"


def test_the_gallery_has_a_report_of_each_game_that_is_named(tmp_path: Path) -> None:
    gallery.reports(tmp_path, ["mail-thread", "solitaire-2"])
    for name in ("mail-thread", "solitaire-2"):
        assert f"{name}.lgn" in (tmp_path / f"{name}.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as it is published; a warning is a failure."""
    missing = [name for name in ("mkdocs", "material", "mkdocstrings") if importlib.util.find_spec(name) is None]
    if missing:
        reason = f"THE DOCUMENTATION SITE IS NOT TESTED: {missing[0]} is not installed (pip install '.[test]')"
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    site = tmp_path_factory.mktemp("site")
    done = subprocess.run(  # not --quiet, under which --strict lets everything pass
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "WARNING" not in said
    return site


@pytest.mark.long
def test_the_site_has_every_page_and_loads_nothing_from_elsewhere(built: Path) -> None:
    pages = {p.relative_to(built).with_suffix(".md").as_posix() for p in built.rglob("*.html")} - {"404.md"}
    reports = {p for p in pages if p.startswith(("examples/", "gallery/"))}  # pages of their own
    assert {f"gallery/{path.stem}.md" for path in (ROOT / "fixtures" / "logs").glob("*.lgn")} <= reports
    assert pages - reports == {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")} | {
        "gallery.md",
        *docs_site.OF_ROOT,
    }
    for page in built.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]*\ssrc=[\"']?(https?:[^\"'\s>]+)", text)
        loaded += re.findall(r"<link[^>]*rel=[\"']?(?:stylesheet|preconnect)[^>]*href=[\"']?(https?:[^\"'\s>]+)", text)
        assert loaded == [], page.name


def links(page: Path) -> set[Path]:
    """The files to which a page links."""
    found = re.findall(r"<a\s[^>]*href=\"([^\"]+)\"", page.read_text(encoding="utf-8"))
    return {(page.parent / to.split("#")[0]).resolve() for to in found if not re.match(r"#|[a-z]+:", to)}


@pytest.mark.long
def test_every_page_is_reached_in_two_clicks_and_no_link_is_broken(built: Path) -> None:
    first = links(built / "index.html")
    second = {to for page in first if page.suffix == ".html" for to in links(page)}
    assert {p for p in (first | second) if not p.exists()} == set()
    pages = {p.resolve() for p in built.rglob("*.html") if p.name != "404.html"}
    assert pages - {(built / "examples" / "evening-2.html").resolve()} <= first | second  # the README's


@pytest.mark.long
def test_the_api_reference_has_every_public_name(built: Path) -> None:
    page = (built / "reference" / "api.html").read_text(encoding="utf-8")
    for name in referee.__all__:
        assert f'id="referee.api.{name}"' in page, name
    assert not re.search(r":(?:class|meth|func|mod|data):", page), "roles of another markup"


@pytest.mark.long
@pytest.mark.parametrize("name", ["audit_folder", "mail_bot", "turning_points"])
def test_the_page_shows_the_examples_as_they_run(built: Path, name: str) -> None:
    page = (built / "worked-examples.html").read_text(encoding="utf-8")
    blocks = [
        html.unescape(re.sub(r"<[^>]+>", "", code)) for code in re.findall(r"<code>(.*?)</code>", page, re.DOTALL)
    ]
    assert (EXAMPLES / f"{name}.py").read_text(encoding="utf-8") in blocks


# ------------------------------------------------------------------------------------------------- the worked examples


def example(name: str) -> Any:
    """A worked example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_audit_with_pandas(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    audit = example("audit_folder")
    for name in ("evening-1", "evening-2"):
        shutil.copy(ROOT / "fixtures" / "logs" / f"{name}.lgn", tmp_path)
    (tmp_path / "no.lgn").write_bytes(b"\0")
    games, findings, dice = audit.tables(tmp_path)
    assert list(games.verdict) == ["clean", "findings", "not read"]
    expected = tomllib.loads((ROOT / "fixtures" / "logs" / "evening-2.expected.toml").read_text(encoding="utf-8"))
    mistakes = findings[~findings.kind.isin(["note", "slip"])]
    assert list(mistakes.rule) == [
        found["rule"] for found in expected["finding"] if found["kind"] not in ("note", "slip")
    ]
    assert set(dice.die) <= {1, 2, 3, 4, 5, 6}
    audit.main(tmp_path)
    assert "7.3.3" in capsys.readouterr().out


@pytest.mark.long
def test_the_notebook_runs_and_draws(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(EXAMPLES / "positions.ipynb", 4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the notebook is kept without what it shows"
    nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = {c.id: c.outputs[0].get("data", {}) for c in notebook.cells if c.cell_type == "code"}
    for cell in ("position", "recruit", "travel", "deploy"):
        assert "data:image/svg+xml;base64," in shown[cell]["text/html"], cell
    assert "Neutral" in shown["deploy"]["text/html"]
    assert "7.3.3" in shown["check"]["text/html"]
    assert shown["replay"]["text/plain"] == "[(2, 2)]"
    assert shown["chances"]["text/plain"].startswith("[('a1', '")
    assert "War of Ideas in the Gulf States" in shown["turning-points"]["text/plain"]
    assert (tmp_path / "position.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_picture_of_the_notebook_is_up_to_date() -> None:
    assert worked_examples.picture() == (EXAMPLES / "position.svg").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_turning_points_of_an_evening_are_up_to_date() -> None:
    page = worked_examples.PAGE.read_text(encoding="utf-8")
    assert worked_examples.filled(page) == page, "run python scripts/pages/worked_examples.py"
    turning = example("turning_points")
    assert len([line for line in worked_examples.ending().split("\n") if line.startswith("- a")]) == 3
    assert "±" in "\n".join(turning.story(ROOT / "fixtures" / "logs" / "solitaire-1.lgn", 1))


def test_an_evening_whose_chances_are_in_doubt_is_told_so(tmp_path: Path) -> None:
    record = tmp_path / "game.lgn"
    record.write_text("setup: Pakistan Fair Neutral, rest unknown\nUS 43 woi Pakistan [6]\n", encoding="utf-8")
    assert "Only a part of the position is known" in example("turning_points").story(record)[0]


def test_the_bot_answers_the_newest_mail(tmp_path: Path) -> None:
    bot = example("mail_bot")
    refused = SENTENCES["deploy-to-a-neutral"]
    thread = tmp_path / "game.mbox"
    shutil.copy(ROOT / "fixtures" / "mails" / "third-evening.mbox", thread)
    reply = bot.answer(thread, "referee@club.example")
    assert (reply["To"], reply["Subject"]) == ("Birch <birch@post.example>", "Re: Let's Roll!, J1")
    text = reply.get_body().get_content()
    assert "Found in your mail: 1." in text
    assert f"message 2, line 4: {refused.sentence} (illegal, rule 7.3.3)" in text
    assert "hands that the record does not list" not in text, "what was in an earlier mail is not said again"
    (report,) = reply.iter_attachments()
    assert report.get_filename() == "game.html"
    assert refused.bare in report.get_content()
    with thread.open("a", encoding="utf-8") as mails:
        mails.write(
            "\nFrom x Tue Mar  4 2025\nFrom: a program <p@x.example>\nAuto-Submitted: auto-replied\n\nUS 2 reserves\n"
        )
    assert bot.answer(thread, "referee@club.example") is None
    empty = tmp_path / "empty.mbox"
    empty.write_text(
        "From x Tue Mar  4 2025\nFrom: A <a@x.example>\nSubject: hello\n Bcc: all@x.example\n\nHow are you?\n",
        encoding="utf-8",
    )
    refusal = bot.answer(empty, "r@club.example")
    assert refusal.get_content().startswith("I cannot read this game: ")
    assert (refusal["Subject"], refusal["Bcc"]) == ("Re: hello Bcc: all@x.example", None)
