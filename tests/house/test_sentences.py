"""The example sentences of tests/sentences.toml."""

from __future__ import annotations

import json

import pytest

from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from tests.helpers.sentences import SENTENCES


@pytest.mark.parametrize("name", SENTENCES)
def test_an_example_is_what_the_referee_says(name: str) -> None:
    example = SENTENCES[name]
    verdict = judge(read_record(example.record.strip().encode(), name))
    (found,) = [f for f in verdict.findings if f.counted or example.kind == "note"]
    today = example._replace(
        kind=found.kind,
        rule=found.rule,
        sentence=found.message,
        reason=example.reason if example.reason in found.reason else found.reason,
        help=found.help if example.help else "",
    )
    told = "\n".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in today._asdict().items() if value
    )
    assert today == example, f"after a look at the new words, write into tests/sentences.toml:\n[{name}]\n{told}"
