"""The documentation site builds without a warning and loads nothing from the network."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))

import gallery

ROOT = Path(__file__).parent.parent


def test_the_gallery_has_a_report_of_each_game_that_is_named(tmp_path: Path) -> None:
    gallery.reports(tmp_path, ["mail-thread", "solitaire-2"])
    for name in ("mail-thread", "solitaire-2"):
        assert f"{name}.lgn" in (tmp_path / f"{name}.html").read_text(encoding="utf-8")


def test_the_site_builds_without_warnings(tmp_path: Path) -> None:
    if importlib.util.find_spec("mkdocs") is None or importlib.util.find_spec("material") is None:
        reason = "THE DOCUMENTATION SITE IS NOT TESTED: mkdocs-material is not installed (pip install '.[test]')"
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    site = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "WARNING" not in said
    pages = {p.relative_to(site).with_suffix(".md").as_posix() for p in site.rglob("*.html")} - {"404.md"}
    pages = {p for p in pages if not p.startswith("examples/")}  # the reports are pages of their own
    assert pages == {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")}
    for page in site.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]*\ssrc=[\"']?(https?:[^\"'\s>]+)", html)
        loaded += re.findall(r"<link[^>]*rel=[\"']?(?:stylesheet|preconnect)[^>]*href=[\"']?(https?:[^\"'\s>]+)", html)
        assert loaded == [], page.name
