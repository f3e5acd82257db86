"""The table of the parts that each use may carry.

Every form of a part can be read, and is written the same way.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.editions.base.ruleset import BASE
from referee.engine.law import forms
from referee.engine.law.ask import Field
from referee.engine.law.forms import EntryForm, EntryForms, Spelling
from referee.inputs.records import read_text
from referee.parsers.json.form import schema
from referee.parsers.notation import tree

HEADS = {
    "end": "end of turn",
    "resolve": "J resolve",
    "set-up": "J set-up",
    "remove-cadre": "J remove-cadre",
    "turn-in": "J turn-in",
    "place": "J 40 radicalize place",
    "worsen": "J 40 radicalize worsen",
}
SAMPLES: dict[Spelling, list[Any]] = {
    Spelling.PLACE: ["Egypt"],
    Spelling.PLOT: [("France", 1)],
    Spelling.TARGET: ["Iraq"],
    Spelling.CELLS: ["sa"],
    Spelling.MARKERS: [["2", "W", "?"]],
    Spelling.NUMBER: [3],
    Spelling.VALUE: ["2", "W", "?"],
    Spelling.ADDED: [2],
    Spelling.NAMED: ["Yemen"],
    Spelling.TURNED: ["Renditions"],
    Spelling.CARDS: [["45", "?"], ["none"]],
    Spelling.ROLLED: ["Yemen"],
}


def samples(form: EntryForm) -> list[Any]:
    """Sample values of a form, and its words.

    The words of Cells include Sadr's.
    """
    words = ["sSadr" if word == forms.SADR and form.name == "cells" else word for word in form.words.values()]
    lost = {forms.US_LOSS.name: ["tm"], forms.CELL_LOSS.name: ["sa", "?"]}.get(form.name, [])
    return [*SAMPLES.get(form.writing, []), *lost, *words]


CASES = [
    (use, form, value)
    for use, carried in forms.USES.items()
    for form in carried.forms
    for value in samples(form)
    if form.writing != Spelling.LABEL
]


def entry_with(carried: EntryForms, form: EntryForm, value: Any) -> dict[str, Any]:
    """An entry with this part and its companions."""
    fields = {form.name: value}
    if form.writing == Spelling.TARGET or (form is forms.FROM and forms.TO in carried.forms):
        return {"from": "Libya", "to": "Iraq"} | fields
    return (
        fields
        if form.writing in (Spelling.PLACE, Spelling.PLOT) or (form.apart and form.word) or form is forms.COUNTER
        else {"where": "Egypt"} | fields
    )


def plain(value: Any) -> Any:
    return [str(v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("use", "form", "value"), CASES, ids=lambda x: x.name if isinstance(x, EntryForm) else str(x))
def test_every_form_is_read_and_written(use: str, form: EntryForm, value: Any) -> None:
    carried = forms.of(use)
    fields = entry_with(carried, form, value)
    if carried.place is forms.FROM and "where" in fields:
        fields["from"] = fields.pop("where")
        fields["to"] = "Iraq"
    said = tree.entry(fields)
    parted = " " if use == "resolve" else ", "  # what is apart is an entry of its own; of a Plot all is one
    beside = f"France#1{parted}" if form.apart and form.word else ""
    text = f"{HEADS.get(use, f'US 40 {use}')} {beside}{said}"
    record = read_text(text + "\n")
    assert not record.unreadable, text
    items = record.actions[0].segments[0].items
    if use == "travel" and form in (forms.CELLS, forms.COUNT):  # each Cell that Travels is an entry
        assert len(items) == {"sa": 2, 3: 3}[value]
        return
    read = {name: plain(v) for item in items for name, v in tree.written_answers(item).items()}
    assert {name: read.get(name) for name in fields} == {name: plain(v) for name, v in fields.items()}
    assert tree.action(BASE.facts, record.actions[0]) == text


def test_every_form_answers_a_question_or_is_a_word_of_the_notation() -> None:
    assert {form.name for form in forms.FORMS} - set(Field) == {"remove", "place", "aid"}


def test_json_has_a_field_for_every_form() -> None:
    names = set(schema()["$defs"]["ItemModel"]["properties"]) - {"dice"}
    assert names == {form.name for form in forms.FORMS if form.writing != Spelling.LABEL}
