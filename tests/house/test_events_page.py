"""The page on the events, made of the notes.

Every example on it is notation.
"""

from __future__ import annotations

import importlib.util
import re

from referee.editions import rulesets
from referee.editions.base.events import supported
from referee.inputs.records import read_text
from tests.helpers.paths import ROOT


def test_the_page_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("events_page", ROOT / "scripts" / "pages" / "events_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs" / "reference" / "events.md").read_text(encoding="utf-8") == module.page(), (
        "run scripts/pages/events_page.py"
    )


def test_every_card_is_on_it_and_every_example_reads() -> None:
    text = (ROOT / "docs" / "reference" / "events.md").read_text(encoding="utf-8")
    numbers = {int(n) for head in re.findall(r"^### (\d+(?:, \d+)*) ", text, re.M) for n in head.split(",")}
    assert numbers == set(rulesets.whole().cards)
    for block in re.findall(r"```lgn\n(.*?)```", text, re.S):
        assert not read_text(f'[Rules "both decks"]\n{block}').unreadable, block


def test_every_event_is_supported() -> None:
    assert [n for n in rulesets.whole().cards if not supported(n)] == []
