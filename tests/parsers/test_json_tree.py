"""A record in JSON against the same record in the notation.

Both have one tree and one verdict; and no JSON of any kind stops the reader.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.state.script import Record
from referee.inputs.judging import judge
from referee.inputs.records import from_json, read_json, read_text, to_json
from referee.parsers.notation import TextError
from referee.parsers.notation.tokens import split_comment
from tests.helpers.hunting import PROFILE, examples
from tests.helpers.jsontree import document, told
from tests.helpers.paths import LOGS, ROOT
from tests.helpers.rulecases import all_cases

ONE_OF = 1 if PROFILE == "hunt" else 20
"""One of so many records of the corpus, and lines of the rule cases, is read both ways in the suite."""
BOTH = '[Rules "both decks"]\n'


def plays_of_the_cases() -> list[str]:
    """Every play of the rule cases once, with its continuation lines."""
    found: dict[str, None] = {}
    for case in all_cases():
        block: list[str] = []
        for line in (*case.text.split("\n"), *case.statements.split("\n")):
            if line.startswith("+") and block:
                block.append(line)
            elif not line.startswith("["):
                found["\n".join(block)] = None
                block = [line]
        found["\n".join(block)] = None
    return sorted(found)


def read_both_ways(text: str) -> None:
    coded = to_json(text)
    lines, broken = from_json(coded)
    assert broken == {}
    theirs = read_json(coded.encode())
    assert told(theirs) == told(read_text("".join(f"{line}\n" for line in lines)))
    assert all(a.text == split_comment(lines[a.place.line - 1])[0].strip() for a in theirs.actions)


def test_plays_of_the_rule_cases_are_read_the_same() -> None:
    plays = plays_of_the_cases()[::ONE_OF]
    for at in range(0, len(plays), 500):
        read_both_ways(BOTH + "\n".join(plays[at : at + 500]))


def test_records_of_the_corpus_are_read_the_same() -> None:
    for path in sorted((ROOT / "fixtures" / "corpus").rglob("*.lgn"))[:: 4 * ONE_OF]:
        read_both_ways(path.read_text(encoding="utf-8"))


def test_a_game_is_judged_the_same_however_its_json_is_laid_out() -> None:
    lines = (LOGS / "evening-2.lgn").read_text(encoding="utf-8").split("\n")[:34]
    text = "\n".join(lines)
    entries = json.loads(to_json(text))
    mine, theirs = judge(read_text(text)), judge(read_json(json.dumps(entries, indent=2).encode()))
    assert [(f.kind, f.rule, f.id) for f in mine.findings] == [(f.kind, f.rule, f.id) for f in theirs.findings]
    assert len(mine.findings) > 4
    now = {a.place.line: b.place.line for a, b in zip(mine.record.actions, theirs.record.actions, strict=True)}
    assert list(now.values()) == sorted(set(now.values())), "the line of an entry stands for it"
    for f, g in zip(mine.findings, theirs.findings, strict=True):
        assert (g.see, g.follows) == ([now[n] for n in f.see], [now[n] for n in f.follows])


def test_an_operation_that_goes_on_in_the_next_entry_is_one_with_the_play_above() -> None:
    text = "J 67 recruit Iraq 1 [2]\n+ J recruit Iraq 1 [3], Iran 1 [4]\n+ US event: ally Iraq\nJ 5 alert Egypt#1 => plot 2\n"
    read_both_ways(text)
    first = read_json(to_json(text).encode()).actions[0]
    assert [(i.parts["where"].value, i.parts["count"].value) for i in first.segments[0].items] == [
        ("Iraq", 2),
        ("Iran", 1),
    ]
    assert first.lines == [1, 2, 3]


def test_what_two_entries_of_a_line_say_of_one_country_may_stand_in_either() -> None:
    apart = {"kind": "card", "side": "J", "cards": [5], "segments": [{"use": "travel", "items": [{"from": "Iraq", "cells": "ss", "to": "Iran", "dice": [{"values": [2, 5]}]}]}]}  # fmt: skip
    (action,) = read_json(document(apart)).actions
    assert [[d.values for d in i.dice] for i in action.segments[0].items] == [[[2]], [[5]]]
    assert told(read_text(action.text))["actions"] == told(read_json(document(apart)))["actions"]


# ---------------------------------------------------------------- entries that may say anything


ENTRIES = [
    e for e in json.loads(to_json(BOTH + "\n".join(plays_of_the_cases()[::97])))["entries"][1:] if e["kind"] != "text"
]


def read_or_refused(data: bytes) -> Record | None:
    """A call with any bytes: no exception but a reason."""
    try:
        return read_json(data)
    except TextError as error:
        return None if error.message and error.line and error.column else pytest.fail("no reason, or no place")


def inner(value: Any) -> list[Any]:
    """All lists and objects of an entry, itself included."""
    found = [value] if isinstance(value, dict | list) else []
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        found += inner(one)
    return found


OBJECTS = [o for e in ENTRIES for o in inner(e) if isinstance(o, dict)]
MEMBERS = sorted({(name, json.dumps(value)) for o in OBJECTS for name, value in o.items()})
ODD = st.sampled_from([None, True, 0, -1, 7, 10_000, "", "?", "track", "Atlantis", "Sadr", [], {}, [[]], "a\nb", 0.5])


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """An entry of a rule case with damaged members.

    They are missing, strange, or taken from another.
    """
    entry: dict[str, Any] = json.loads(json.dumps(draw(st.sampled_from(ENTRIES))))
    for _ in range(draw(st.integers(1, 3))):
        target = draw(st.sampled_from(inner(entry)))
        if isinstance(target, list):
            if target and draw(st.booleans()):
                target.pop(draw(st.integers(0, len(target) - 1)))
            else:
                target.append(json.loads(json.dumps(draw(st.sampled_from(OBJECTS)))))
            continue
        name, value = draw(st.sampled_from(MEMBERS))
        match draw(st.sampled_from(("drop", "odd", "other"))):
            case "drop" if target:
                del target[draw(st.sampled_from(sorted(target)))]
            case "odd":
                target[draw(st.sampled_from(sorted(target))) if target else name] = json.loads(json.dumps(draw(ODD)))
            case _:
                target[name] = json.loads(value)
    return entry


@settings(max_examples=examples(50))
@given(changed())
def test_an_entry_is_refused_or_it_says_what_its_line_says(entry: dict[str, Any]) -> None:
    data = document({"kind": "tag", "name": "Rules", "value": "both decks"}, {"kind": "hold", "side": "US"}, entry)
    found = read_json(data)
    if found.unreadable:
        assert [u.place.line for u in found.unreadable] == [3]
        return
    (_, _, line), broken = from_json(data.decode())
    assert not broken
    assert told(found) == told(read_text(f"{BOTH}US hold\n{line}"))


@settings(max_examples=examples(40))
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda one: st.lists(one, max_size=4) | st.dictionaries(st.sampled_from(["kind", "text", "side", "cards", "entries"]) | st.text(max_size=3), one, max_size=4), max_leaves=12))  # fmt: skip
def test_any_json_is_read_or_refused(value: Any) -> None:
    for data in (json.dumps(value).encode(), document(value)):
        found = read_or_refused(data)
        assert found is None or all(1 <= u.place.column < u.place.end for u in found.unreadable)


@settings(max_examples=examples(40))
@given(st.data())
def test_a_file_that_is_torn_is_read_or_refused(data: st.DataObject) -> None:
    whole = document(*ENTRIES[:6])
    at = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(at, min(len(whole), at + 40)))
    torn = (
        whole[:at]
        + data.draw(st.sampled_from([b"", b"\\", b'"', b"]", b"{", b"\xf0\x9f", b"\\ud800", b"1e999"]))
        + whole[end:]
    )
    read_or_refused(torn)
