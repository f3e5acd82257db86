"""Records as JSON, there and back, for programs.

Broken and hostile JSON comes with them. Places are in test_json_places.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.rulesets import names_of
from referee.engine.state.board import snapshot
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.json import encode, form
from referee.parsers.notation import TextError
from tests.helpers.commands import referee
from tests.helpers.hunting import every, examples
from tests.helpers.paths import LOGS, RECORDS, ROOT
from tests.helpers.rulecases import all_cases
from tests.helpers.sentences import SENTENCES
from tests.helpers.writing import LINE, MORE, TEXTS, untidy


def there_and_back(text: str) -> str:
    """The record as it comes back, with no loss."""
    told = to_json(text)
    lines, broken = from_json(told)
    assert broken == {}
    back = "".join(f"{line}\n" for line in lines)
    assert json.loads(to_json(back)) == json.loads(told)
    return back


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.name)
def test_a_record_of_an_evening_comes_back_and_is_judged_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    mine, theirs = judge(read_text(text)), judge(read_text(there_and_back(text)))
    assert [(f.place.line, f.kind, f.rule, f.message) for f in mine.findings] == [
        (f.place.line, f.kind, f.rule, f.message) for f in theirs.findings
    ]
    assert snapshot(mine.board) == snapshot(theirs.board)


def test_a_truce_that_is_ended_is_no_free_text() -> None:
    record = '[Scenario "Awakening"]\nUS turn-in truce\n'
    entries = json.loads(to_json(record))["entries"]
    assert [e["kind"] for e in entries if e["kind"] != "tag"] == ["turn-in"]
    there_and_back(record)


def lines_of_the_cases() -> Iterator[str]:
    """Records with every line of the rule cases once.

    Lines under the same tags share a record, and continuation lines stay with their line.
    """
    plays: dict[str, dict[str, None]] = {}
    for case in all_cases():
        lines = [line for line in f"{case.text}\n{case.statements}".split("\n") if line.strip()]
        tags = "\n".join(line for line in lines if line.startswith("["))
        rest = "\n".join(line for line in lines if not line.startswith("["))
        plays.setdefault(tags, {}).update(dict.fromkeys(re.split(r"\n(?![ \t]*\+)", rest)))
    for tags, found in plays.items():
        for some in batched(found, 200):
            yield "\n".join([tags, *some])


@pytest.mark.long
def test_every_line_of_the_rule_cases_comes_back() -> None:
    for text in islice(lines_of_the_cases(), 0, None, every(6)):
        there_and_back(text)


def batched(found: Iterable[str], size: int) -> Iterator[list[str]]:
    """So many at a time."""
    left = iter(found)
    while some := list(islice(left, size)):
        yield some


@given(st.one_of(TEXTS, st.text()))
def test_any_text_comes_back(text: str) -> None:
    there_and_back(text)


@given(st.lists(st.one_of(untidy(LINE), untidy(MORE)), min_size=1, max_size=3).map("\n".join))
def test_any_record_comes_back(text: str) -> None:
    there_and_back(text)


RULE_LINES = sorted({line for case in all_cases() for line in case.text.split("\n") if line.strip()})
PIECES = re.compile(r"\w+|\s+|.")


@st.composite
def torn(draw: st.DrawFn) -> str:
    """A line of the rule cases with damaged pieces.

    Pieces are missing, doubled, swapped or taken from another line.
    """
    pieces = PIECES.findall(draw(st.sampled_from(RULE_LINES)))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(pieces) - 1)) if pieces else 0
        match draw(st.sampled_from(("drop", "double", "swap", "splice"))):
            case "drop":
                del pieces[at : at + draw(st.integers(1, 3))]
            case "double":
                pieces[at:at] = pieces[at : at + 2]
            case "swap":
                pieces[at : at + 3] = pieces[at : at + 3][::-1]
            case _:
                other = PIECES.findall(draw(st.sampled_from(RULE_LINES)))
                pieces[at : at + 1] = other[draw(st.integers(0, len(other) - 1)) :][:4]
    return "".join(pieces)


@pytest.mark.night
@pytest.mark.long
@settings(max_examples=examples(400))
@given(torn())
def test_any_line_near_one_of_the_rule_cases_comes_back(line: str) -> None:
    there_and_back(line)


@pytest.mark.parametrize(
    "line",
    [
        "US 50 disrupt :?",
        "end of turn Mali US[1] J[3]",
        "J 112 Alert Plot",
        "J resolve Egypt#1k",
        "US 50 disrupt>Philippines:s",
        '[Scenario\u00b2 "x"]',
        "J 112 event  ; " + "long " * 1000,
        "x" * 200_000,
    ],
    ids=lambda line: line[:20],
)
def test_a_line_that_no_entry_says_stays_as_it_stands(line: str) -> None:
    (entry,) = encode.encode(line, names_of)
    assert entry == {"kind": "text", "text": line}
    assert there_and_back(line) == line + "\n"


@pytest.mark.parametrize(
    ("line", "back"),
    [
        ("J 71 travel Iraq", "J 71 travel from Iraq"),
        ("US 43 deploy Afghanistan", "US 43 deploy from Afghanistan"),
        (
            "US 44 withdraw Afghanistan, track 6 prestige[4 6 2]",
            "US 44 withdraw from Afghanistan, from track 6 prestige[4 6 2]",
        ),
    ],
)
def test_a_place_that_is_left_for_nowhere_comes_back(line: str, back: str) -> None:
    assert there_and_back(line) == back + "\n"


@pytest.mark.parametrize(
    ("line", "back"),
    [
        ("J 115 event: 1", "J 115 event: 1"),
        ("US 43 disrupt :sa", "US 43 disrupt: sa"),
        ("US 50 disrupt 7:s", "US 50 disrupt: s 7"),
        ("J 195 event: ssa [4 5]: ? ?", "J 195 event: ssa [4 5]: ? ?"),
        ("J 86 event discard 120, :s", "J 86 event discard 120, : s"),
        ("J 5 travel 86:a > Sudan", "J 5 travel: a to Sudan 86"),
        ("J 83 jihad :Sadr [2]", "J 83 jihad: Sadr [2]"),
    ],
)
def test_an_entry_without_its_country_comes_back(line: str, back: str) -> None:
    assert there_and_back(line) == back + "\n"


def test_an_entry_that_no_line_says_is_kept_whole(tmp_path: Path) -> None:
    entry = {"kind": "hold", "comment": "and now " * 100}
    (line,), broken = from_json(record(entry).decode())
    assert broken
    assert json.loads(line.removeprefix("! ")) == entry


def test_a_number_of_plots_behind_named_ones_comes_back() -> None:
    there_and_back("J 1 event\n+J => Afghanistan plots 1 no plots, Egypt plots 2 2 plots")


def test_an_entry_stands_on_the_line_of_its_number() -> None:
    text = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
    coded = to_json(text)
    assert coded.count("\n") == text.count("\n")
    data = json.loads(coded)
    for entry in data["entries"]:
        form.check(entry)
    for number, line in enumerate(coded.split("\n")[:-1], 1):
        entry = json.dumps(data["entries"][number - 1], ensure_ascii=False)
        assert entry.replace(" ", "") in line.replace(" ", "")


def test_what_an_entry_says() -> None:
    (entry,) = encode.encode("j 113+R travel Afgh:s > Pak t[1] [6], Egypt:a > Egypt / event foo\n", names_of)
    assert entry == {"kind": "text", "text": "j 113+R travel Afgh:s > Pak t[1] [6], Egypt:a > Egypt / event foo"}
    (entry,) = encode.encode("j 113+R travel Afgh:s > Pak t[1] [6] => cells track 3  ; hm", names_of)
    assert entry == {
        "kind": "card",
        "side": "J",
        "cards": [113],
        "reserves": True,
        "segments": [
            {
                "use": "travel",
                "items": [
                    {
                        "from": "Afghanistan",
                        "cells": "s",
                        "to": "Pakistan",
                        "dice": [{"label": "t", "values": [1]}, {"values": [6]}],
                    }
                ],
                "claims": [{"field": "cells track", "value": 3}],
            }
        ],
        "comment": " hm",
    }


def test_the_published_schema_is_the_one_in_force() -> None:
    published = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
    assert published == form.schema()
    assert published == json.loads(referee("schema", "--of", "record").out)


# ---------------------------------------------------------------- broken and hostile


def record(*entries: Any) -> bytes:
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    return f'{{"format": "labyrinth-record", "version": 1, "entries": [{lines}]}}'.encode()


WOI = {"kind": "card", "side": "US", "cards": [20], "segments": [{"use": "woi", "items": [{"where": "Gulf States", "dice": [{"values": [4]}]}]}]}  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (None, "the entry: "),
        ({"kind": "spell"}, "the entry: "),
        ({"kind": "hold"}, "side: Field required"),
        ({"kind": "hold", "side": "US", "moon": 1}, "moon: Extra inputs are not permitted"),
        ({"kind": "hold", "side": "US", "comment": "a\nUS 1 event"}, "comment: "),
        ({"kind": "text", "text": "a\nUS 1 event"}, "text: "),
        ({"kind": "tag", "name": "Game", "value": 'x"]\n[Scenario "y'}, "value: "),
        ({"kind": "board", "statements": [{"field": "prestige", "value": 3, "subject": "Pakistan"}]}, "of a country (Pakistan) there is no statement “prestige”"),
        ({"kind": "board", "statements": [{"field": "gravity", "value": 3}]}, "of the tracks there is no statement “gravity”"),
        ({"kind": "board", "statements": [{"field": "governance", "value": 9, "subject": "Pakistan"}]}, "governance cannot be 9"),
        ({"kind": "board", "statements": [{"field": "phase", "value": 9}]}, "phase cannot be 9"),
        ({**WOI, "side": "UN"}, "side: "),
        ({**WOI, "cards": []}, "cards: "),
        ({**WOI, "segments": [{"use": "woi", "items": [{"where": "Atlantis"}]}]}, SENTENCES["no-country"].bare),
        ({**WOI, "segments": [{"use": "woi", "items": [{"where": "Iran / event"}]}]}, "“Iran / event” is no country by its full name"),
        ({**WOI, "segments": [{"use": "woi", "items": [{"dice": [{"values": [7]}]}]}]}, "segments.0.items.0.dice.0.values.0: "),
        ({**WOI, "segments": [{"use": "rule the world"}]}, SENTENCES["no-use-of-a-card"].bare),
        ({"kind": "more", "side": "J", "segments": []}, "segments: "),
    ],
)  # fmt: skip
def test_a_broken_entry_is_one_finding_and_the_others_are_read(entry: Any, message: str) -> None:
    found = read_record(record({"kind": "hold", "side": "US"}, entry, WOI))
    assert [u.place.line for u in found.unreadable] == [2]
    assert found.unreadable[0].message.startswith(message)
    spent = isinstance(entry, dict) and entry.get("kind") == "card" and entry["side"] == "US" and bool(entry["cards"])
    assert [(a.kind, a.place.line) for a in found.actions] == [("hold", 1), *[("unread", 2)] * spent, ("card", 3)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "this is not JSON"),
        (b'{"a": 1}', "this JSON is not a record"),
        (b'{"format": "labyrinth-record", "version": 2, "entries": []}', "the record is of a version"),
        (b'{"format": "labyrinth-record", "version": 1}', "“entries” has to be a list"),
        (b'{"format": "labyrinth-record", "version": 1, "entries": ' + b"[" * 100_000, "this JSON is nested too deeply"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "this number is too large"),
        (b'{"format": "\xff"}', "byte 0xff is not UTF-8"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_record_says_why(data: bytes, message: str) -> None:
    with pytest.raises(TextError, match=message):
        read_record(data)


def test_a_deep_entry_is_one_finding() -> None:
    deep = json.dumps({"kind": "board", "statements": [{"field": "x", "value": "DEEP"}]})
    nested = record().replace(b"[]", b"[" + deep.replace('"DEEP"', "[" * 500 + "]" * 500).encode() + b"]")
    assert [u.place.line for u in read_record(nested).unreadable] == [1]


# ---------------------------------------------------------------- the commands


def test_convert_goes_both_ways(tmp_path: Path) -> None:
    coded, back = tmp_path / "game.lgn.json", tmp_path / "game.lgn"
    text = (LOGS / "evening-1.lgn").read_text(encoding="utf-8")
    assert referee("convert", LOGS / "evening-1.lgn", "-o", coded).status == 0
    assert referee("convert", coded, "-o", back).status == 0
    assert encode.encode(back.read_text(encoding="utf-8"), names_of) == encode.encode(text, names_of)
    assert format_text(back.read_text(encoding="utf-8")).text == back.read_text(encoding="utf-8")
    assert referee("convert", "-", stdin=coded.read_bytes()).out == back.read_text(encoding="utf-8")


@pytest.mark.long
def test_check_and_report_and_audit_read_json(tmp_path: Path) -> None:
    coded = tmp_path / "evening-2.lgn.json"
    referee("convert", LOGS / "evening-2.lgn", "-o", coded)
    mine, theirs = referee("check", LOGS / "evening-2.lgn"), referee("check", coded)
    assert theirs.status == mine.status == 1
    assert [line.split(":")[1] for line in theirs.out.split("\n") if " 7.3.3 " in line] == [
        line.split(":")[1] for line in mine.out.split("\n") if " 7.3.3 " in line
    ]
    assert referee("report", coded, "-o", tmp_path / "report.html").status == 1
    audited = json.loads(referee("audit", tmp_path, "--format", "json", "--no-cache").out)
    assert len(audited["games"]) == 1


def test_convert_says_what_it_could_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.lgn").write_text("US hold\nUS what\n", encoding="utf-8")
    done = referee("convert", tmp_path / "a.lgn")
    assert done.status == 1
    assert "a.lgn:2:1: cannot be read [unreadable notation]:" in done.err
    assert json.loads(done.out)["entries"][1] == {"kind": "text", "text": "US what"}
    (tmp_path / "b.lgn.json").write_bytes(record({"kind": "hold"}))
    done = referee("convert", tmp_path / "b.lgn.json")
    assert done.status == 1
    assert "side: Field required" in done.err
    assert referee("convert", tmp_path / "none.lgn").status == 2
    (tmp_path / "c.lgn.json").write_bytes(b"{")
    done = referee("convert", tmp_path / "c.lgn.json")
    assert (done.status, done.out) == (2, "")
    assert "c.lgn.json:1:2: cannot be read [unreadable file]: this is not JSON" in done.err


def test_the_page_shows_what_is_so() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    line = page.split("```lgn\n")[1].split("\n```")[0]
    entry = page.split("```json\n")[1].split("\n```")[0]
    assert encode.encode(line, names_of) == [json.loads(entry)]


def test_fmt_says_that_json_is_for_convert(tmp_path: Path) -> None:
    (tmp_path / "a.lgn.json").write_bytes(record(WOI))
    done = referee("fmt", tmp_path / "a.lgn.json")
    assert done.status == 2
    assert "`referee convert` turns it into the notation" in done.err
    assert (tmp_path / "a.lgn.json").read_bytes() == record(WOI)


THERE = """[Rules "Awakening"]
setup: Egypt Fair Neutral 2 awakening 1 reaction, Iraq Poor Ally civil war 2 troops 3 militia 2 actives, off map 1
US 152 woi Egypt [6] convergence[3 5] Yemen t[4]
US 152 woi Egypt [6] convergence[1 5] convergence[4]
J turn-in zakat => funding 6
US turn-in strong-horse
US 148 alert Egypt#1 [2] => fail
J 201 event Mali, capital Mali
end of turn Egypt awakening, Libya Ally, Syria US[3] J[5] lose 1 troop 1 militia 1 sleeper, convergence[3 5] Yemen t[4]
end of turn short Egypt, capital Iraq, Nigeria lose 2 actives NATO, Sudan lose 2 cells
board: resolved plots 1 2, new cells 3, spare wmd 1, no zakat, Iraq caliphate 1 advisors"""


def test_lines_of_the_expansion_come_back_entry_by_entry() -> None:
    there_and_back(THERE)
    entries = json.loads(to_json(THERE))["entries"]
    assert [e["kind"] for e in entries] == [
        "tag",
        "setup",
        "card",
        "card",
        "turn-in",
        "turn-in",
        "card",
        "card",
        "end",
        "end",
        "board",
    ]
    assert entries[8]["items"][2:] == [
        {
            "where": "Syria",
            "us loss": "tm",
            "cell loss": "s",
            "dice": [{"label": "US", "values": [3]}, {"label": "J", "values": [5]}],
        },
        {
            "convergence": "Yemen",
            "dice": [{"label": "convergence", "values": [3, 5]}, {"label": "t", "values": [4]}],
        },
    ]
