"""The address of the page, in one place.

The README and the docs say the same.
"""

from __future__ import annotations

import sys

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import address


@pytest.mark.parametrize("name", address.PAGES)
def test_every_text_has_the_address_as_it_is_set(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.count("<!-- address -->") == 1
    assert address.filled(text, address.address()) == text, "python scripts/pages/address.py writes it"


@pytest.mark.parametrize("name", address.PAGES)
def test_an_address_takes_the_place_of_how_to_open_it_oneself(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    hosted = address.filled(text, "https://example.org/referee/")
    assert "at <https://example.org/referee/>" in hosted
    assert address.ALONE not in hosted
    alone = address.filled(hosted, "")
    assert address.ALONE in alone
    assert "example.org" not in alone
