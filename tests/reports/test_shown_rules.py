"""The numbers of the rulebook, as readers see them.

The names of its lists are for cases and programs.
"""

from __future__ import annotations

import pytest

from referee.engine.state.words import numbered
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import annotated, bbcode, data, html, markdown, text

RECORD = """setup: stage plots, prestige 7, funding 5, Iraq Poor Ally RC-tan 6 troops 1 active plots 1
J resolve Iraq#1 1 [6] => prestige 7
"""


@pytest.mark.parametrize(
    ("rule", "shown"),
    [("8.5.6-prestige", "8.5.6"), ("8.5.6", "8.5.6"), ("card 17", "card 17"), ("option 2", "option 2"), ("", "")],
)
def test_a_rule_as_a_reader_knows_it(rule: str, shown: str) -> None:
    assert numbered(rule) == shown


def forms() -> dict[str, str]:
    """The verdict in each form for readers."""
    verdict = judge(read_text(RECORD))
    assert [f.rule for f in verdict.findings if f.counted] == ["8.5.6-prestige"]
    found = {form.__name__: form.render(verdict, "game.lgn") for form in (text, markdown, bbcode, annotated)}
    return {**found, "html": html.render(verdict)}


@pytest.mark.parametrize("form", forms())
def test_no_form_for_readers_names_a_list(form: str) -> None:
    shown = forms()[form]
    assert ">8.5.6-" not in shown
    assert " 8.5.6-" not in shown
    assert "8.5.6" in shown


def test_programs_get_the_name() -> None:
    found = data.of(judge(read_text(RECORD)))["findings"]
    assert "8.5.6-prestige" in [f["rule"] for f in found]
