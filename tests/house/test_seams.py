"""The closed lists of queries and moments.

Each member is asked and answered, and has its row in docs/reference/seams.md.
"""

from __future__ import annotations

import sys

import pytest

from referee.editions.base.queries import Queries
from referee.engine.state.seams import MOMENTS, QUERIES, modifies
from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import seams_page

LISTS = ("Queries", "Moments")


@pytest.mark.parametrize("name", LISTS)
def test_something_asks_every_member(name: str) -> None:
    assert [key for key, _ in seams_page.members(name) if (name, key) not in seams_page.asked()] == []


@pytest.mark.parametrize("name", LISTS)
def test_something_acts_at_every_member_that_is_not_offered(name: str) -> None:
    idle = {key for key, m in seams_page.members(name) if not seams_page.sources(name, m)}
    assert idle == {key for key, m in seams_page.members(name) if m.offered}


@pytest.mark.parametrize("name", LISTS)
def test_a_name_is_declared_once(name: str) -> None:
    keys = [key for key, _ in seams_page.members(name)]
    assert sorted(set(keys)) == sorted(keys)


def test_every_registration_is_at_a_member() -> None:
    for name, seam in (("Queries", QUERIES), ("Moments", MOMENTS)):
        assert set(seam.places) <= {m for _, m in seams_page.members(name)}


def test_a_name_that_no_list_has_is_refused() -> None:
    with pytest.raises(AttributeError):
        Queries.PLOT_LIMITS  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(TypeError, match="'plot limit' is no Query"):
        modifies("plot limit", "99.8")(lambda board, subject, value: value)  # type: ignore[arg-type]


def test_a_member_has_words_that_name_no_card() -> None:
    for name in LISTS:
        for key, member in seams_page.members(name):
            assert member.words, key
            assert not any(c.isdigit() for c in member.words.replace("optional rule 2", "")), key


def test_the_page_is_up_to_date() -> None:
    text = seams_page.PAGE.read_text(encoding="utf-8")
    assert text == seams_page.filled(text), "python scripts/pages/seams_page.py"
