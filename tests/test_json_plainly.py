"""Entries in JSON without pydantic: what is taken and what is refused is the same as with it."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from commands import LOGS
from pydantic import ValidationError

from referee.inputs.records import to_json
from referee.parsers.json import model, plainly


@pytest.fixture(scope="module")
def plain() -> Iterator[ModuleType]:
    """The forms as a browser has them."""
    spec = importlib.util.spec_from_file_location("plain_model", model.__file__)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pydantic", None)
        patch.setitem(sys.modules, "plain_model", found)
        spec.loader.exec_module(found)
        yield found


def data(found: Any) -> Any:
    """A model as plain data, whichever it is."""
    if isinstance(found, list):
        return [data(one) for one in found]
    if hasattr(found, "__dict__"):
        return {name: data(value) for name, value in vars(found).items()}
    return found


@pytest.mark.parametrize("name", ["evening-2", "awakening-1", "solitaire-1"])
def test_whole_records_are_taken_alike(plain: ModuleType, name: str) -> None:
    entries = json.loads(to_json((LOGS / f"{name}.lgn").read_text(encoding="utf-8")))["entries"]
    assert len(entries) > 30
    for entry in entries:
        ours, theirs = plain.ENTRY.validate_python(entry), model.ENTRY.validate_python(entry)
        assert type(ours).__name__ == type(theirs).__name__
        assert data(ours) == data(theirs)


CARD: dict[str, Any] = {"kind": "card", "side": "J", "cards": [1], "segments": [{"use": "event"}]}
DICE: dict[str, Any] = {"kind": "end", "items": [{"dice": [{"values": [1, None]}]}]}


@pytest.mark.parametrize(
    "entry",
    [
        None,
        [],
        "text",
        {},
        {"kind": "moon"},
        {"kind": 1},
        {"kind": "hold"},
        {"kind": "hold", "side": "X"},
        {"kind": "hold", "side": "US", "moon": 1},
        {"kind": "hold", "side": "US", "comment": 5},
        {"kind": "hold", "side": "US", "comment": "x" * 4001},
        {"kind": "hold", "side": "US", "comment": "x\n"},
        {"kind": "tag", "name": "1", "value": ""},
        {"kind": "tag", "name": "A", "value": 'a"'},
        {"kind": "variation", "text": "{"},
        CARD | {"cards": []},
        CARD | {"cards": [1, 2, 3]},
        CARD | {"cards": [10000]},
        CARD | {"cards": [-1]},
        CARD | {"cards": [True]},
        CARD | {"cards": ["1"]},
        CARD | {"cards": [1.0]},
        CARD | {"reserves": 1},
        CARD | {"segments": []},
        CARD | {"segments": [1]},
        CARD | {"segments": [{"use": "a;b"}]},
        CARD | {"segments": [{"use": "event", "card": None, "left_over": "x"}]},
        CARD | {"segments": [{"use": "event", "items": [{"from": 1}]}]},
        CARD | {"segments": [{"use": "event", "items": [{"from_": "Iraq"}]}]},
        CARD | {"segments": [{"use": "event", "items": [{"major": False}]}]},
        CARD | {"segments": [{"use": "event", "items": [{"choice": "moon"}]}]},
        CARD | {"segments": [{"use": "event", "items": [{}] * 401}]},
        DICE | {"items": [{"dice": [{"values": [7]}]}]},
        DICE | {"items": [{"dice": [{"values": []}]}]},
        DICE | {"items": [{"dice": [{"values": [1], "label": "x"}]}]},
        {"kind": "board", "statements": [{"field": "prestige"}]},
        {"kind": "board", "statements": []},
    ],
)
def test_what_is_wrong_is_said_alike(plain: ModuleType, entry: Any) -> None:
    with pytest.raises(ValidationError) as theirs:
        model.ENTRY.validate_python(entry)
    with pytest.raises(plainly.ValidationError) as ours:
        plain.ENTRY.validate_python(entry)
    first, found = theirs.value.errors(include_url=False, include_input=False)[0], ours.value.errors()[0]
    assert (tuple(found["loc"]), found["msg"]) == (first["loc"], first["msg"])


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
def test_a_value_of_several_kinds_is_taken_or_refused_alike(plain: ModuleType, entry: Any, fits: bool) -> None:
    for adapter, error in ((model.ENTRY, ValidationError), (plain.ENTRY, plainly.ValidationError)):
        try:
            adapter.validate_python(entry)
        except error:
            assert not fits
        else:
            assert fits
