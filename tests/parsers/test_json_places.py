"""Places of findings in JSON, marked by « and ».

The subject of a finding is between the marks; every view points at it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.engine.state.script import Place, Record, origin
from referee.inputs.judging import judge
from referee.inputs.records import read_json
from referee.parsers.notation import TextError
from referee.reports import wording
from tests.helpers.commands import referee
from tests.helpers.jsontree import HEAD
from tests.helpers.sentences import SENTENCES

SCENARIO = '{"kind": "tag", "name": "Scenario", "value": "Let\'s Roll!"}'
HOLD = '{"kind": "hold", "side": "US"}'


def marked(text: str) -> tuple[bytes, list[Place]]:
    """A file without its marks, and the marked places.

    Their columns count characters.
    """
    places = []
    lines = re.split("\r\n|\r|\n", text)
    for number, line in enumerate(lines, 1):
        for n, found in enumerate(re.finditer("«([^»]*)»", line)):
            begin = found.start() - 2 * n + 1
            places.append(Place(number, begin, begin + len(found[1])))
    return text.replace("«", "").replace("»", "").encode(), places


def unreadable(text: str) -> tuple[Record, list[Place], list[Place]]:
    data, places = marked(text)
    record = read_json(data)
    return record, [u.place for u in record.unreadable], places


def a_line(*entries: str) -> str:
    return HEAD + ",\n".join(entries) + "]}"


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{"kind": "card", "side": "US", "cards": [20], "segments": [{"use": "woi", "items": [{"where": "Egypt", "dice": [{"values": [4, «7»]}]}]}]}', "segments.0.items.0.dice.0.values.1: "),
        ('{"kind": "card", "side": "US", "cards": [20], "segments": [{"use": "woi", "items": [{"dice": [{"values": [4]}], «"where" : "Atlantis"»}]}]}', SENTENCES["no-country"].bare),
        ('{"kind": "hold", "side": "US", «"moon": 1»}', "moon: "),
        ('«{"kind": "hold"}»', "side: Field required"),
        ('{"comment": "\\ud83d\\ude00 \\"no\\" \\u00e9 \U0001f600\U0001f600", "kind": "hold", «"side": "UN"»}', "side: "),
        ('{"kind": "hold", "side": "J", «"side"»: "US"}', "“side” is written twice"),
        ('{"kind": "hold", "side": «"\\ud83d"»}', "half of a character"),
        ('{"kind": "draw", "J": «1234567890123456»}', "this number is too large"),
        ('{"kind": "draw", «"J": 12345»}', "J"),
        ('{"kind": "draw", «"J": [1, 0]»}', "these are no cards"),
        ('«7»', "the entry: "),
        ('{"kind": "board", "statements": [{"field": "prestige", "value": 5}, {"subject": "Iran", "field": "governance", «"value": 9»}]}', "governance cannot be 9"),
        ('{"kind": "card", "side": "J", "cards": [5], "segments": [{«"use": "rule the world"»}]}', SENTENCES["no-use-of-a-card"].bare),
        ('{"kind": "card", "side": "J", "cards": [5], "segments": [{"use": "recruit", "items": [{"where": "Iran", «"troops": 2»}]}]}', "“troops” does not belong to “recruit”"),
        ('«{"kind": "more", "side": "J", "segments": [{"use": "more", "claims": [{"field": "funding", "value": 5}]}]}»', "There is no play above"),
        ('{"kind": "text", "text": "\\ud83d\\ude00: \\"«J»\\" 5 recruit"}', ""),
        ('{"kind": "text", "text": "\\u0055S «what»"}', SENTENCES["no-card-number"].sentence),
    ],
)  # fmt: skip
def test_a_broken_entry_is_found_at_its_member(entry: str, message: str) -> None:
    if message == "":  # nothing of this line can be read: the first sign that means nothing
        entry = entry.replace("«", "").replace("»", "").replace("\\ud83d\\ude00", "«\\ud83d\\ude00»")
    record, found, places = unreadable(a_line(entry, HOLD))
    assert found == places
    assert message in record.unreadable[0].message
    assert record.actions[-1].kind == "hold"
    assert record.actions[-1].place.line == 2


def test_a_deep_entry_is_found_where_it_goes_too_deep() -> None:
    deep = '{"a": ' * 31 + "«[»" + "[" * 2000 + "]" * 2001 + "}" * 31
    record, found, places = unreadable(a_line(HOLD, '{"kind": ' + deep + "}", HOLD))
    assert found == places
    assert "too deeply" in record.unreadable[0].message
    assert len(record.actions) == 2


@pytest.mark.parametrize(
    "text",
    [
        a_line(HOLD, '{"kind": "hold" «"»side": "US"}'),
        HEAD + "\n\n" + HOLD + "\n  «{»}]",
        '{"format": "labyrinth-record",\r\n "version": 1,\r «,»"entries": []}',
        a_line(HOLD, '{"kind": "hold", "side": «U»S}'),
        a_line(HOLD) + "\n«x»",
        '{"format": "labyrinth-record", "version": 1, "entries": [],\n «"»entries": []}',
        a_line(HOLD, '{"kind": «N»aN}'),
    ],
)
def test_a_mistake_of_the_file_has_its_line_and_column(text: str) -> None:
    data, (place,) = marked(text)
    with pytest.raises(TextError) as raised:
        read_json(data)
    assert (raised.value.line, raised.value.column) == place[:2]


# ---------------------------------------------------------------- findings, in three layouts


LINES = a_line(
    SCENARIO,
    '{"kind": "card", "side": "J", "cards": [52], "segments": [{"use": "reserves"}], "comment": " \\ud83d\\ude00; \U0001f600"}',
    '{"kind": "card", "side": "J", "cards": [67], "segments": [{"use": "reserves"}]}',
    '{"comment": "\U0001f600 \\"", "kind": "card", "side": "US", "cards": [43], "segments": [{"use": "deploy", "items": [{"from": "track", «"to": "Pakistan"», "troops": 2}]}]}',
    '{"kind": "more", "side": "US", "segments": [{"use": "more", "claims": [«{"field": "troops track", "value": 3}»]}]}',
)
PRETTY = """{
  "format": "labyrinth-record", "version": 1,
  "entries": [
    {
      "kind": "tag", "name": "Scenario",
      "value": "Let's Roll!"
    }, {
      "kind": "card",
      "side": "J", "cards": [52], "segments": [{"use": "reserves"}]
    },
    {"kind": "card", "side": "J", "cards": [67], "segments": [{"use": "reserves"}]},
    {
      "kind": "card",
      "side": "US", "cards": [43],
      "segments": [{
        "use": "deploy",
        "items": [{
            "from": "track",
            «"to": "Pakistan"»,
            "troops": 2
        }]
      }]
    },
    {
      "kind": "more",
      "side": "US",
      "segments": [
        {
          "use": "more",
          "claims": [
            {
              «"field": "troops track"»,
              "value": 3
            }
          ]
        }
      ]
    }
  ]
}
"""
MINIFIED = json.dumps(json.loads(marked(LINES)[0]), ensure_ascii=False, separators=(",", ":"))


def deployed(text: str) -> tuple[list[tuple[str, Place]], list[Place]]:
    data, places = marked(text)
    verdict = judge(read_json(data))
    found = [(f.rule, f.place) for f in verdict.findings if f.rule == "7.3.3"]
    claims = verdict.record.actions[-1].segments[-1].claims
    return [*found, ("", claims[-1].place)], places


@pytest.mark.parametrize("text", [LINES, PRETTY, PRETTY.replace("\n", "\r\n"), PRETTY.replace("\n", "\r")])
def test_a_finding_stands_at_the_very_member(text: str) -> None:
    found, places = deployed(text)
    assert found == [("7.3.3", places[0]), ("", places[1])]


def test_without_line_ends_each_entry_is_a_line_that_knows_where_it_stands() -> None:
    text = MINIFIED.replace('"to":"Pakistan"', '«"to":"Pakistan"»')
    data, (place,) = marked(text)
    verdict = judge(read_json(data))
    (f,) = [f for f in verdict.findings if f.rule == "7.3.3"]
    lines = verdict.record.lines
    assert f.place.line == 4
    assert lines[3][f.place.column - 1 : f.place.end - 1] == '"to":"Pakistan"'
    assert wording.spot(f.place, lines) == f"entry 4:1:{place.column}"
    assert wording.in_file(f.place, lines) == place
    assert [a.lines for a in verdict.record.actions] == [[2], [3], [4, 5]]


def test_an_entry_is_known_by_its_first_line_and_owns_the_others() -> None:
    record = read_json(marked(PRETTY)[0])
    assert [(a.place.line, a.lines) for a in record.actions] == [
        (7, [7, 8, 9, 10]),
        (11, [11]),
        (12, [*range(12, 24), *range(24, 39)]),
    ]
    assert record.tag_places["Scenario"] == Place(6, 7, 29)
    assert record.actions[2].parts["card"].place == Place(14, 21, 34)
    assert record.actions[2].segments[0].place == Place(16, 9, 24)


def test_two_entries_on_one_line_are_two_lines() -> None:
    record = read_json((HEAD + HOLD + ", " + HOLD + ",\n{\n" + HOLD[1:] + "]}").encode())
    assert [a.place.line for a in record.actions] == [1, 2, 3]
    assert record.lines[0] == record.lines[1] == HOLD
    assert record.lines[2] == "{ " + HOLD[1:]
    at = [origin(record.lines, n) for n in (1, 2, 3)]
    assert [(o.source, o.line, o.shift) for o in at if o is not None] == [
        ("entry 1", 1, len(HEAD)),
        ("entry 2", 1, len(HEAD) + len(HOLD) + 2),
        ("entry 3", 0, 0),
    ]


def test_a_line_that_stands_as_it_is_has_its_places_in_the_string() -> None:
    text = a_line(SCENARIO, '{"kind": "text", "text": "US 4\\u0033 deploy track > \\u0050\\u0061kistan 2"}')
    data = text.encode()
    text = text.replace("\\u0050\\u0061kistan", "«\\u0050\\u0061kistan»")
    verdict = judge(read_json(data))
    assert [f.place for f in verdict.findings if f.rule == "7.3.3"] == marked(text)[1]


# ---------------------------------------------------------------- every view


@pytest.fixture
def pretty(tmp_path: Path) -> Path:
    (tmp_path / "a.lgn.json").write_bytes(marked(PRETTY)[0])
    return tmp_path / "a.lgn.json"


@pytest.fixture
def minified(tmp_path: Path) -> Path:
    (tmp_path / "m.lgn.json").write_bytes(MINIFIED.encode())
    return tmp_path / "m.lgn.json"


COLUMN = MINIFIED.index('"to":"Pakistan"') + 1


@pytest.mark.parametrize(
    ("form", "in_pretty", "in_minified"),
    [
        (
            "text",
            "a.lgn.json:19:13: not allowed [illegal 7.3.3]:",
            f"m.lgn.json:entry 4:1:{COLUMN}: not allowed [illegal 7.3.3]:",
        ),
        ("github", "line=19,endLine=19,col=13,endColumn=29", f"line=1,endLine=1,col={COLUMN},endColumn={COLUMN + 15}"),
        (
            "junit",
            "a.lgn.json:19:13: not allowed [illegal 7.3.3]:",
            f"m.lgn.json:entry 4:1:{COLUMN}: not allowed [illegal 7.3.3]:",
        ),
        ("markdown", "US 43 deploy track > Pakistan 2", "US 43 deploy track > Pakistan 2"),
        ("bbcode", "US 43 deploy track > Pakistan 2", "US 43 deploy track > Pakistan 2"),
        (
            "annotated",
            "US 43 deploy track > Pakistan 2\n; referee: not allowed (US play) [illegal 7.3.3]:",
            "US 43 deploy track > Pakistan 2  ;",
        ),
    ],
)
def test_every_form_of_the_verdict_points_into_the_file(
    pretty: Path, minified: Path, form: str, in_pretty: str, in_minified: str
) -> None:
    assert in_pretty in referee("check", pretty, "--format", form).out
    assert in_minified in referee("check", minified, "--format", form).out


def test_programs_are_given_the_place_in_the_file(pretty: Path, minified: Path) -> None:
    (row,) = [
        f for f in json.loads(referee("check", pretty, "--format", "json").out)["findings"] if f["rule"] == "7.3.3"
    ]
    assert (row["line"], row["column"], row["end"]) == (19, 13, 29)
    (row,) = [
        f for f in json.loads(referee("check", minified, "--format", "json").out)["findings"] if f["rule"] == "7.3.3"
    ]
    assert (row["line"], row["origin"]["source"], row["origin"]["column"]) == (4, "entry 4", COLUMN)
    sarif = json.loads(referee("check", minified, "--format", "sarif").out)["runs"][0]["results"]
    (region,) = [r["locations"][0]["physicalLocation"]["region"] for r in sarif if r["ruleId"] == "7.3.3"]
    assert (region["startLine"], region["startColumn"]) == (1, COLUMN)


def test_a_play_is_asked_for_by_any_of_its_lines(pretty: Path, minified: Path) -> None:
    for place in ("12", "19", "30"):
        done = referee("was", f"{pretty}:{place}")
        assert "US 43 deploy track > Pakistan 2" in done.out
        assert "7.3.3" in done.out
    assert "7.3.3" in referee("was", f"{minified}:entry 4").out
    assert "a1, line" not in referee("was", pretty, "11").out
    assert "new since line 19" in referee("check", pretty, "--since", "19").out
    assert "after action a2 (line 11)" in referee("board", pretty, "--at", "a2").out


def test_the_report_shows_the_play_and_the_line_that_is_wrong(pretty: Path, tmp_path: Path) -> None:
    referee("report", pretty, "-o", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "<code>US 43 deploy track &gt; Pakistan 2</code>" in page
    assert '<mark class="illegal">&#34;to&#34;: &#34;Pakistan&#34;</mark>' in page


def test_a_set_up_that_cannot_be_read_is_said_before_a_position_is_shown(tmp_path: Path) -> None:
    broken = '{"kind": "setup", "statements": [{"field": "prestige", "value": "much"}]}'
    (tmp_path / "s.lgn.json").write_text(a_line(SCENARIO, broken, HOLD), encoding="utf-8")
    done = referee("board", tmp_path / "s.lgn.json")
    assert done.status == 2
    assert "s.lgn.json:2:56: cannot be read [unreadable notation]: Prestige cannot be 'much'" in done.err
