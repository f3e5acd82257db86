"""The page of the flowcharts and its drawings, against the sheets."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import flowcharts_page

from referee.editions.solo import sheets

RUN = "run python scripts/pages/flowcharts_page.py"


def test_the_page_is_up_to_date() -> None:
    assert flowcharts_page.PAGE.read_text(encoding="utf-8") == flowcharts_page.page(), RUN


def test_the_drawings_are_up_to_date() -> None:
    due = dict(flowcharts_page.drawings())
    assert {p.name: p.read_text(encoding="utf-8") for p in flowcharts_page.FOLDER.glob("*.svg")} == due, RUN


def test_a_drawing_is_a_file_that_needs_nothing_else() -> None:
    for name, text in flowcharts_page.drawings():
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg", name
        assert "url(" not in text
        assert "href" not in text


def test_every_box_and_line_stands_on_the_page() -> None:
    page = flowcharts_page.page()
    for sheet in sheets.SHEETS.values():
        for b in sheet.boxes:
            assert f"| {b.id} | " in page
        for groups in sheet.groups.values():
            for g in groups:
                assert f"| {g.id} | " in page
