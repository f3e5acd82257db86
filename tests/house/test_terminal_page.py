"""Every form and word on the pages on the terminal and settings."""

from __future__ import annotations

import re
import tomllib
from typing import get_type_hints

import pytest

from referee.cli import records
from referee.club import settings
from referee.reports.forms import SHOWN, VerdictFormat, uses
from referee.reports.wording import KINDS
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

PAGES = [ROOT / "docs" / f"{name}.md" for name in ("terminal", "questions", "was-that-legal", "forms")]
SETTINGS = ROOT / "docs" / "settings.md"


def test_the_page_and_the_help_name_every_kind_and_every_form() -> None:
    page = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    for kind, words in KINDS.items():
        assert f"| `{kind}` | {words} |" in page
    for form in VerdictFormat:
        assert f"| `{form.value}` |" in page
        assert re.search(rf"\b{form.value}\b", uses())
    assert list(SHOWN) == [form for form in VerdictFormat if form is not VerdictFormat.text]


def test_the_help_of_check_names_every_form() -> None:
    (option,) = get_type_hints(records.check, include_extras=True)["format"].__metadata__
    assert {form.value for form in VerdictFormat} <= set(re.findall(r"\w+", option.help))


def test_the_settings_page_has_every_setting_and_they_can_be_read() -> None:
    page = SETTINGS.read_text(encoding="utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    assert tuple(tomllib.loads(example)) == settings.KEYS
    for key in settings.KEYS:
        assert f"`{key}`" in page


def test_the_example_of_settings_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("club")
    example = SETTINGS.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    (folder / "referee.toml").write_text(example, encoding="utf-8")
    found = settings.find(folder)
    assert found.options == ("disrupt-fewer",)
    assert found.select == ("illegal", "8.4")
    monkeypatch.chdir(folder)
    (folder / "referee.toml").write_text('\n\nformt = "text"\n', encoding="utf-8")
    shown = SETTINGS.read_text(encoding="utf-8").split("```\n")[-2].split("```")[0]
    assert referee("check", "-", stdin="").err == shown
