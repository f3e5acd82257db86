"""The form of entries in JSON: accepted entries, refusals with their place.

It needs no library.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.inputs.records import to_json
from referee.parsers.json import form
from tests.helpers.paths import LOGS


@pytest.mark.parametrize("name", ["evening-2", "awakening-1", "solitaire-1"])
def test_whole_records_are_taken(name: str) -> None:
    entries = json.loads(to_json((LOGS / f"{name}.lgn").read_text(encoding="utf-8")))["entries"]
    assert len(entries) > 30
    for entry in entries:
        form.check(entry)


CARD: dict[str, Any] = {"kind": "card", "side": "J", "cards": [1], "segments": [{"use": "event"}]}
DICE: dict[str, Any] = {"kind": "end", "items": [{"dice": [{"values": [1, None]}]}]}


@pytest.mark.parametrize(
    ("entry", "path", "message"),
    [
        (None, (), 'Input should be a valid dictionary or object to extract fields from'),
        ([], (), 'Input should be a valid dictionary or object to extract fields from'),
        ("text", (), 'Input should be a valid dictionary or object to extract fields from'),
        ({}, (), "Unable to extract tag using discriminator 'kind'"),
        ({"kind": "moon"}, (), "Input tag 'moon' found using 'kind' does not match any of the expected tags: 'tag', 'text', 'variation', 'card', 'more', 'resolve', 'end', 'deal', 'draw', 'hold', 'choices', 'cadre', 'turn-in', 'board', 'setup', 'set', 'check'"),
        ({"kind": 1}, (), "Input tag '1' found using 'kind' does not match any of the expected tags: 'tag', 'text', 'variation', 'card', 'more', 'resolve', 'end', 'deal', 'draw', 'hold', 'choices', 'cadre', 'turn-in', 'board', 'setup', 'set', 'check'"),
        ({"kind": "hold"}, ('side',), 'Field required'),
        ({"kind": "hold", "side": "X"}, ('side',), "Input should be 'J' or 'US'"),
        ({"kind": "hold", "side": "US", "moon": 1}, ('moon',), 'Extra inputs are not permitted'),
        ({"kind": "hold", "side": "US", "comment": 5}, ('comment',), 'Input should be a valid string'),
        ({"kind": "hold", "side": "US", "comment": "x" * 4001}, ('comment',), 'String should have at most 4000 characters'),
        ({"kind": "hold", "side": "US", "comment": "x\n"}, ('comment',), "String should match pattern '^[^\\r\\n]*$'"),
        ({"kind": "tag", "name": "1", "value": ""}, ('name',), "String should match pattern '^[A-Za-z][\\w-]{0,40}$'"),
        ({"kind": "tag", "name": "A", "value": 'a"'}, ('value',), 'String should match pattern \'^[^"\\r\\n]{0,500}$\''),
        ({"kind": "variation", "text": "{"}, ('text',), "String should match pattern '^[^\\r\\n{}]*$'"),
        (CARD | {"cards": []}, ('cards',), 'List should have at least 1 item after validation, not 0'),
        (CARD | {"cards": [1, 2, 3]}, ('cards',), 'List should have at most 2 items after validation, not 3'),
        (CARD | {"cards": [10000]}, ('cards', 0), 'Input should be less than or equal to 9999'),
        (CARD | {"cards": [-1]}, ('cards', 0), 'Input should be greater than or equal to 0'),
        (CARD | {"cards": [True]}, ('cards', 0), 'Input should be a valid integer'),
        (CARD | {"cards": ["1"]}, ('cards', 0), 'Input should be a valid integer'),
        (CARD | {"cards": [1.0]}, ('cards', 0), 'Input should be a valid integer'),
        (CARD | {"reserves": 1}, ('reserves',), 'Input should be a valid boolean'),
        (CARD | {"segments": []}, ('segments',), 'List should have at least 1 item after validation, not 0'),
        (CARD | {"segments": [1]}, ('segments', 0), 'Input should be a valid dictionary or instance of SegmentModel'),
        (CARD | {"segments": [{"use": "a;b"}]}, ('segments', 0, 'use'), "String should match pattern '^[^\\r\\n;,=\\[\\]]*$'"),
        (CARD | {"segments": [{"use": "event", "card": None, "left_over": "x"}]}, ('segments', 0, 'left_over'), "Input should be 'radicalize' or 'homeland'"),
        (CARD | {"segments": [{"use": "event", "items": [{"from": 1}]}]}, ('segments', 0, 'items', 0, 'from'), 'Input should be a valid string'),
        (CARD | {"segments": [{"use": "event", "items": [{"from_": "Iraq"}]}]}, ('segments', 0, 'items', 0, 'from_'), 'Extra inputs are not permitted'),
        (CARD | {"segments": [{"use": "event", "items": [{"major": False}]}]}, ('segments', 0, 'items', 0, 'major'), 'Input should be True'),
        (CARD | {"segments": [{"use": "event", "items": [{"choice": "moon"}]}]}, ('segments', 0, 'items', 0, 'choice'), "Input should be 'now', 'later', 'yes', 'none', 'reroll', 'place', 'remove', 'reposition', 'zakat', 'strong_horse' or 'truce'"),
        (CARD | {"segments": [{"use": "event", "items": [{}] * 401}]}, ('segments', 0, 'items'), 'List should have at most 400 items after validation, not 401'),
        (DICE | {"items": [{"dice": [{"values": [7]}]}]}, ('items', 0, 'dice', 0, 'values', 0), 'Input should be less than or equal to 6'),
        (DICE | {"items": [{"dice": [{"values": []}]}]}, ('items', 0, 'dice', 0, 'values'), 'List should have at least 1 item after validation, not 0'),
        (DICE | {"items": [{"dice": [{"values": [1], "label": "x"}]}]}, ('items', 0, 'dice', 0, 'label'), "Input should be '', 't', 'gov', 'posture', 'prestige', 'reroll', 'convergence', 'US', 'J', 'pick' or 'table'"),
        ({"kind": "board", "statements": [{"field": "prestige"}]}, ('statements', 0, 'value'), 'Field required'),
        ({"kind": "board", "statements": []}, ('statements',), 'List should have at least 1 item after validation, not 0'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place(entry: Any, path: tuple[str | int, ...], message: str) -> None:
    with pytest.raises(form.FormError) as raised:
        form.check(entry)
    assert (raised.value.path, raised.value.message) == (path, message)


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ({"kind": "deal", "J": 9, "US": ["?", 4, "none"]}, True),
        ({"kind": "deal", "J": ["moon"]}, False),
        ({"kind": "draw", "J": []}, False),
        ({"kind": "set", "statements": [{"field": "x", "value": [1, ["a", True]]}]}, True),
        ({"kind": "set", "statements": [{"field": "x", "value": [1, [["a"]]]}]}, False),
        ({"kind": "set", "statements": [{"field": "x", "value": None}]}, False),
        ({"kind": "set", "statements": [{"field": "x", "value": 1.5}]}, False),
        (DICE, True),
    ],
)
def test_a_value_of_several_kinds_is_taken_or_refused(entry: Any, fits: bool) -> None:
    try:
        form.check(entry)
    except form.FormError:
        assert not fits
    else:
        assert fits
