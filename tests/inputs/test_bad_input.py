"""Bad input.

It gives a clear message or is read; it never gives a traceback, and never harms the terminal or the report.
"""

from __future__ import annotations

import json
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.record import work
from referee.inputs import preparing
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.parsers.notation import limits
from referee.reports import data as verdict_data
from referee.reports import model, text
from referee.reports.forms import VerdictFormat
from tests.helpers import rulecases
from tests.helpers.commands import Run, program, referee
from tests.helpers.hunting import examples
from tests.helpers.paths import RECORDS
from tests.helpers.writing import HELD, LINE, MORE, TEXTS, check_format, untidy

ROLL = '[Scenario "Let\'s Roll!"]\n'
GOOD = ROLL + "J 112 event => prestige 3\n"


def check(tmp_path: Path, data: bytes | str, *options: str) -> Run:
    path = tmp_path / "bad.lgn"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return referee("check", *options, path)


def kinds(tmp_path: Path, data: bytes | str) -> list[tuple[str, int]]:
    """Kind and line of every finding that counts."""
    run = check(tmp_path, data, "--format", "json")
    found = json.loads(run.out)["findings"]
    return [(f["kind"], f["line"]) for f in found if f["kind"] != "note" and not f["follows"]]


# ------------------------------------------------------------------------------------------- whole files


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (bytes(range(256)), "binary"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary"),
        (GOOD.encode("utf-16-be"), "binary"),
        (b"\xff\xfe" + GOOD.encode("utf-16-le") + b"x", "UTF-16"),
        (b"\xff\xfe" + "J 112\0 event".encode("utf-16-le"), "binary"),
        ((GOOD + "; \u2026\n").encode("cp1252") + b"\x81", "Windows-1252"),
        ((GOOD + "; caf\u00e9 \x01\n").encode("latin-1"), "binary"),
        (b"\xef\xbb\xbf" + GOOD.encode() + b"; \xe9", "UTF-8"),
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b" \n\t\n", "nothing in this file"),
        (b"; nothing but a comment\n", "nothing in this file"),
    ],
    ids=[
        "binary",
        "picture",
        "utf-16 without mark",
        "half a utf-16 character",
        "utf-16 with a nul",
        "a byte that no letter has",
        "control characters",
        "a mark that lies",
        "empty",
        "a mark and nothing",
        "blank",
        "a comment",
    ],
)
def test_a_file_that_is_no_text_is_one_message_and_status_2(tmp_path: Path, data: bytes, message: str) -> None:
    run = check(tmp_path, data)
    assert run.status == 2
    assert run.out.count("\n") == 1
    assert "unreadable file" in run.out
    assert message in run.out
    verdict = json.loads(check(tmp_path, data, "--format", "json").out)
    assert verdict["verdict"] == "unreadable"
    assert verdict["board"] is None
    assert [f["kind"] for f in verdict["findings"]] == ["unreadable"]
    if message not in (
        "empty",
        "nothing in this file",
    ):  # in these there is nothing to judge, but nothing to mend either
        assert referee("fmt", tmp_path / "bad.lgn").status == 2
        assert (tmp_path / "bad.lgn").read_bytes() == data, "and fmt leaves it alone"


def test_the_place_of_a_wrong_byte_is_named(tmp_path: Path) -> None:
    run = check(tmp_path, (GOOD + "; caf").encode() + b"\x81\n")
    assert ":3:6:" in run.out


NAMED = ROLL + '[US "Zo\u00eb \u2013 \u20ac"]\nJ 112 event => prestige 3\n'


@pytest.mark.parametrize(
    ("encoding", "said"), [("utf-16", "UTF-16"), ("cp1252", "Windows-1252"), ("utf-8", ""), ("utf-8-sig", "")]
)
def test_other_encodings_are_read_by_every_command_and_said(tmp_path: Path, encoding: str, said: str) -> None:
    path = tmp_path / "a.lgn"
    path.write_bytes(NAMED.encode(encoding))
    verdict = json.loads(referee("check", "--format", "json", path).out)
    assert (verdict["verdict"], verdict["actions"]) == ("clean", 1)
    told = [f["message"] for f in verdict["findings"] if f["rule"] == "notation"]
    assert told == ([f"The file is not UTF-8; it was read as {said}."] if said else [])
    row = json.loads(referee("audit", "--no-cache", "--format", "json", path).out)["games"][0]
    assert (row["verdict"], row["us"]) == ("clean", "Zo\u00eb \u2013 \u20ac")
    assert "Zo\u00eb \u2013 \u20ac" in referee("convert", path).out
    assert "Zo\u00eb" in referee("report", path, "-o", tmp_path / "a.html").out + (tmp_path / "a.html").read_text(
        "utf-8"
    )
    assert referee("board", path).status == referee("legal", path).status == 0
    assert referee("fmt", path).status == 0
    assert path.read_text(encoding="utf-8-sig") == NAMED


def test_utf_16_from_the_other_side(tmp_path: Path) -> None:
    assert kinds(tmp_path, b"\xfe\xff" + NAMED.encode("utf-16-be")) == []


def test_json_in_utf_16_and_never_in_a_code_page(tmp_path: Path) -> None:
    coded = referee("convert", "-", stdin=NAMED.encode()).out
    assert kinds(tmp_path, coded.encode("utf-16")) == []
    assert check(tmp_path, coded.encode("cp1252")).status == 2


@pytest.mark.parametrize("data", ['[Game "x"]\n', "setup: Iraq Poor\n"])
def test_a_file_without_actions_is_read_and_says_so(tmp_path: Path, data: str) -> None:
    run = check(tmp_path, data)
    assert run.status == 0
    assert "no actions" in run.out


def test_a_missing_file(tmp_path: Path) -> None:
    run = referee("check", tmp_path / "nowhere.lgn")
    assert (run.status, "no such file" in run.out) == (2, True)
    assert referee("fmt", tmp_path / "nowhere.lgn").status == 2
    assert referee("report", tmp_path / "nowhere.lgn", "-o", tmp_path / "x.html").status == 2
    assert not (tmp_path / "x.html").exists()


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    run = referee("check", tmp_path)
    assert (run.status, "folder" in run.out) == (2, True)
    assert referee("report", tmp_path, "-o", tmp_path / "x.html").status == 2


def test_a_name_that_is_too_long() -> None:
    for command in ("check", "fmt"):
        assert referee(command, "x" * 5000).status == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a device")
def test_a_device_without_end() -> None:
    assert referee("check", "/dev/zero").status == 2


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file name that is not text")
def test_a_name_that_is_not_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\x1b[31m.lgn"
    with open(path, "wb") as file:
        file.write(GOOD.encode())
    for form in VerdictFormat:
        run = program("check", "--format", form, path)
        assert run.status == 0, run.err
        assert run.err == ""
        assert "\x1b" not in run.out
    assert program("fmt", "--check", path).status == 0
    assert program("check", path + b"x").status == 2


# ------------------------------------------------------------------------------------------- encodings and ends of lines


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.replace(" ", "\t").encode(),
        GOOD.rstrip("\n").encode(),
        b"\xef\xbb\xbf" + GOOD.replace(" ", " \t ").replace("\n", " \t\r\n").encode(),
    ],
    ids=["bom", "crlf", "cr", "tabs", "no end of line", "all at once"],
)
def test_bom_and_ends_of_lines_and_tabs_are_simply_read(tmp_path: Path, data: bytes) -> None:
    run = check(tmp_path, data, "--format", "json")
    verdict = json.loads(run.out)
    assert (run.status, verdict["verdict"], verdict["actions"]) == (0, "clean", 1)
    assert verdict["board"]["prestige"] == 3


def test_fmt_makes_a_windows_file_plain_and_keeps_its_unreadable_line(tmp_path: Path) -> None:
    path = tmp_path / "w.lgn"
    path.write_bytes(b'\xef\xbb\xbf[game "x"]\r\n\tj 112\tevent ; \xe2\x82\xac \r\n what  is\tthis \r\n')
    assert referee("fmt", path).status == 1
    assert path.read_bytes() == b'[Game "x"]\nJ 112 event  ; \xe2\x82\xac\n what  is\tthis \r\n'
    assert referee("fmt", path).status == 1


# ------------------------------------------------------------------------------------------- tags


def test_an_unknown_tag_is_a_note(tmp_path: Path) -> None:
    run = check(tmp_path, '[Weather "fine"]\n' + GOOD)
    assert run.status == 0
    assert "Weather" in run.out


@pytest.mark.parametrize(
    "tag", ['[Scenario "Atlantis"]', '[Length "9 decks"]', '[Length ""]', '[Scenario "{{ 7 * 7 }}"]']
)
def test_an_unknown_scenario_or_length_is_a_finding_that_names_the_known_ones(tmp_path: Path, tag: str) -> None:
    run = check(tmp_path, f"{tag}\nJ 112 event\n")
    assert run.status == 1
    assert "unreadable" in run.out
    assert "Let's Roll!" in run.out or "1 deck, 2 decks or 3 decks" in run.out


def test_of_two_tags_the_first_counts(tmp_path: Path) -> None:
    run = check(
        tmp_path, '[Scenario "Let\'s Roll!"]\n[Scenario "Atlantis"]\n[us "A"]\n[US "B"]\nJ 112 event => prestige 3\n'
    )
    assert run.status == 0
    assert run.out.count("is written twice") == 2


@pytest.mark.parametrize(
    "line", ["[", "[[[[", "[Game]", '[Game "x"', '[Game "x" y]', "[3 5]", '["x" Game]', '[Game "a"b"]']
)
def test_a_broken_tag_is_unreadable(tmp_path: Path, line: str) -> None:
    assert kinds(tmp_path, GOOD + line) == [("unreadable", 3)]


def test_a_long_comment_behind_a_tag_stays() -> None:
    line = '[Game  "x"] ; ' + "long " * 2000
    assert format_text(line).text == '[Game "x"]  ; ' + ("long " * 2000).rstrip()


# ------------------------------------------------------------------------------------------- too much of everything


@pytest.mark.parametrize(
    "line",
    [
        "x" * 100_000,
        "J 112 event " + "x" * 100_000,
        '[Game "' + "x" * 100_000 + '"]',
        "[" * 50_000 + "]" * 50_000,
        "J 111 jihad Afghanistan " + "[" * 1500 + "3" + "]" * 1500,
        "J 112 event" + "(" * 3000,
        "J 112 event => " + "Iraq " * 700,
        "J 112 event => " + ", ".join(["prestige 3"] * 300),
        "J 116 recruit " + ", ".join(["Iraq 1 [1]"] * 5000),
        "J 116 recruit " + ", ".join(["Iraq 1"] * 300),
        "J 86 event discard " + "1 " * 1900,
        "J 111 jihad Afghanistan [" + "1 " * 1900 + "]",
        "J 112 event" + " / event" * 400,
        "J 112" + "+112" * 900 + " event",
        "J 112 event " + ":" * 3000,
        "deal " + "J 9 " * 900,
        "J resolve " + ", ".join(["Iraq#1 1"] * 350),
    ],
    ids=lambda line: line[:22],
)
def test_a_line_with_too_much_in_it_is_one_finding(tmp_path: Path, line: str) -> None:
    run = check(tmp_path, GOOD + line + "\nJ 113 reserves\n")
    assert run.status == 1
    assert max(len(shown) for shown in run.out.split("\n")) < 1500
    assert {n for _, n in kinds(tmp_path, GOOD + line)} == {3}


def test_a_long_comment_is_simply_read(tmp_path: Path) -> None:
    assert kinds(tmp_path, GOOD + "; " + "x" * 100_000 + "\n" + "J 98 event ;" + "y" * 100_000) == []


MANY = {
    "comments": ("; c\n", 0),
    "nonsense": ("what is this\n", 1),
    "tags": ('[Game "x"]\n', 0),
    "set-up": ("setup: Iraq Poor\n", 1),
    "the same card": ("J 112 event => prestige 3\n", 1),
    "checkpoints that differ": ("board: prestige 3\nboard: prestige 4\n", 1),
    "a line that goes on": ("+ J event cell Yemen\n", 1),
    "plays with gaps": ("J 83 recruit Afghanistan 2\nUS 43 deploy track > Pakistan 2\n", 1),
}


@pytest.mark.sampled(8)
@pytest.mark.long
@pytest.mark.parametrize("name", MANY)
def test_100000_lines(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All lines are read, a tenth of the limit is judged."""
    monkeypatch.setattr(limits, "MAX_ACTIONS", limits.MAX_ACTIONS // 10)
    monkeypatch.setattr(preparing, "MAX_ACTIONS", limits.MAX_ACTIONS)
    line, status = MANY[name]
    path = tmp_path / "long.lgn"
    path.write_text(
        ROLL + "J 86 event discard ?, cell Yemen t[2]\n" + line * (100_000 // line.count("\n")), encoding="utf-8"
    )
    run = referee("check", path)
    assert run.status == status
    if name == "the same card":
        assert "are not judged" in run.out


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    run = check(tmp_path, b"; c\n" * 9_000_000)
    assert run.status == 2
    assert "larger than" in run.out


# ------------------------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    "line",
    [
        *(
            f"J {card} {use}"
            for card in ("0", "121", "9999", "999999", "-1", "1.5")
            for use in ("event", "recruit Afghanistan 1")
        ),
        "J 112+0 event",
        "J 86 event discard 0, cell Yemen t[2]",
        "J 86 event discard 121, cell Yemen t[2]",
        *(
            f"J 111 jihad Afghanistan [{die}]"
            for die in ("0", "7", "", " ", "66", "-1", "1.5", "x", "\u0663", "\u2460", "1 7")
        ),
        *(f"J 113 recruit Afghanistan {n}" for n in ("0", "4", "9999", "99999999999999999999", "-1", "1e9", "\u00b2")),
        "board: prestige 99999999999999999999",
        "board: prestige -1",
        "board: Iraq 9999 troops",
        "deal J 9999 US 9999",
        "turn 99999",
        "setup: phase US 1\nUS 115 alert Pakistan#0",
        "setup: phase US 1\nUS 115 alert Pakistan#9999",
        "US " + "9" * 3900 + " hold",
    ],
)
def test_a_number_that_cannot_be_is_one_finding_of_its_line(tmp_path: Path, line: str) -> None:
    data = f"{ROLL}{line}\n"
    run = check(tmp_path, data)
    assert run.status == 1
    assert [n for _, n in kinds(tmp_path, data)] == [data.count("\n")]


def test_numbers_that_cannot_be_in_a_set_up(tmp_path: Path) -> None:
    line = "setup: prestige 9999, funding 0, turn 9999, hand J 9999, deck 9999, Iraq 9999 cells, available 3 3 3 3, wmd box 99\n"
    run = check(tmp_path, line + "J 112 event\n")
    assert run.status == 1
    assert "impossible 4.7.1" in run.out


# ------------------------------------------------------------------------------------------- markup and control characters

MARKUP = """[Game "<script>alert(1)</script>"]
[US "{{ 7 * 7 }}"]
[Jihadist "{% for x in y %}"]
[Event "</title><img src=x onerror=alert(2)>"]
[Annotator "&lt;b&gt; ' &amp; {# #}"]
[Weather "<b>fine</b>"]
[Scenario "Let's Roll!"]
; <script>alert(3)</script> {{ config }} {% raw %}
J 112 event => prestige 4 ; </pre><script>alert(4)</script> <!-- {{ 7 * 7 }}
J <script>alert(5)</script>
J 113 woi {{7*7}} {%if%}
<svg onload=alert(6)>
"""


class Page(HTMLParser):
    """The elements of a page, and what could run in it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.scripts: list[str] = []
        self.words: list[str] = []
        self.inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.inside = tag
        self.handlers += [name for name, value in attrs if name.startswith("on") or "alert" in (value or "")]

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        (self.scripts if self.inside in ("script", "style") else self.words).append(data)


def test_markup_and_templates_are_only_text(tmp_path: Path) -> None:
    assert kinds(tmp_path, MARKUP) == [("outcome", 9), ("unreadable", 10), ("unreadable", 11), ("unreadable", 12)]
    path, out = tmp_path / "bad.lgn", tmp_path / "bad.html"
    assert referee("report", path, "-o", out).status == 1
    html = out.read_text(encoding="utf-8")
    page = Page(html)
    assert page.handlers == []
    assert "alert(" not in "".join(page.scripts)
    assert "<script>alert" not in html
    assert "<svg onload" not in html
    assert "<b>fine" not in html
    assert "alert(5)" in "".join(page.words), "the line is shown as it was written"
    assert "{{ 7 * 7 }}" in html
    assert referee("fmt", "--check", path).status == 1


NAMES = """[Game "{0}"]
[US "{0}"]
[Event "{0}"]
[Weather "{0}"]
[Scenario "Let's Roll!"]
; {0}
J 112 event => prestige 4 ; {0}
nonsense ; {0}
"""


def test_markup_adds_no_element_to_the_report(tmp_path: Path) -> None:
    pages = []
    for payload in ("plain", "</style></script><b>{{ 7 * 7 }}{% raw %}<!--", "' onload='alert(1)' x='&quot;"):
        path, out = tmp_path / "names.lgn", tmp_path / "names.html"
        path.write_text(NAMES.format(payload), encoding="utf-8")
        assert referee("report", path, "-o", out).status == 1
        pages.append(Page(out.read_text(encoding="utf-8")))
    assert pages[1].tags == pages[0].tags
    assert pages[2].tags == pages[0].tags
    assert [p.handlers for p in pages] == [[], [], []]


CONTROL = "".join(map(chr, [*range(1, 9), 11, 12, *range(14, 32), *range(127, 160), 0x202E, 0x2066, 0xFEFF, 0xE0001]))


REPORTS = [form for form in VerdictFormat if form is not VerdictFormat.annotated]
"""Annotated is the record itself, kept to the letter; ``test_terminal.py`` has what a terminal gets of it."""


@pytest.mark.parametrize("form", REPORTS)
@pytest.mark.parametrize(
    "line",
    [
        f"J 112 event {CONTROL}",
        f"J 112 event => prestige 4 ; {CONTROL}",
        f'[Game "{CONTROL}"]\nJ 112 event => prestige 4',
        f'[Scenario "{CONTROL}"]\nJ 112 event',
        f'[Length "{CONTROL}"]\nJ 112 event',
        f"J 112 {CONTROL} event",
        "J 112 \x1b[31mevent\x1b[0m",
        f"US 41 disrupt Afgh{CONTROL}",
        f"board: {CONTROL} 3",
        f"[{CONTROL}",
    ],
    ids=range(10),
)
def test_control_characters_do_not_reach_the_terminal(tmp_path: Path, line: str, form: str) -> None:
    run = check(tmp_path, ROLL.replace("Scenario", "Event") + line + "\n", "--format", form)
    assert run.status == 1
    assert [ch for ch in run.out + run.err if not ch.isprintable() and ch != "\n"] == []
    run = referee("fmt", "--check", tmp_path / "bad.lgn")
    assert [ch for ch in run.out + run.err if not ch.isprintable() and ch != "\n"] == []


def test_json_escapes_mean_what_was_written(tmp_path: Path) -> None:
    verdict = json.loads(check(tmp_path, '[Scenario "\x9b\x7f\U000e0001"]\nJ 112 event\n', "--format", "json").out)
    assert "\x9b\x7f\U000e0001" in verdict["findings"][0]["message"]


# ------------------------------------------------------------------------------------------- anything at all

START = st.sampled_from(
    ["", ROLL, '[Scenario "Anaconda"]\n[Length "3 decks"]\n', "setup: Afghanistan Poor Ally RC 6 troops 3 actives\n"]
)
POLICY = st.sampled_from(["as-played", "undo", "stop"])


def judged(record: str, policy: str) -> None:
    verdict = judge(read_text(record), policy)  # type: ignore[arg-type]
    assert verdict.verdict in ("clean", "findings")
    faults = [f for f in verdict.findings if f.rule == "referee" and f.message.startswith("The referee failed")]
    assert [(f.place.line, f.help) for f in faults] == [], "a fault of the referee's own"
    model.VerdictModel.model_validate(verdict_data.of(verdict))
    json.dumps(verdict_data.of(verdict))
    shown = text.render(verdict, "x.lgn")
    assert all(ch.isprintable() or ch == "\n" for ch in shown)


@pytest.mark.parametrize("policy", ["as-played", "undo", "stop"])
@pytest.mark.parametrize(
    "record",
    [
        "setup: prestige 14, Pakistan Fair Neutral 2 aid\nUS 24 woi Pakistan [1] => success",
        "setup: prestige 0, Pakistan Fair Neutral\nUS 24 woi Pakistan [5]",
        "setup: stage plots, Egypt Fair Neutral 1 active plots 2\nJ resolve Egypt#1 5 [5]",
        "setup: funding 3, stage plots, Israel 1 active plots 2\nJ resolve Israel#1 0 => funding 7",
        "J 9248 event\nJ 9248 event",
        "US 456 reserves\nUS 456 event posture[6], Israel Soft",
        "US ? no event / rc track > track 1",
        "J 1 event\nUS ? woi Afghanistan\ndraw J 2: 2 ?",
        ROLL + "J ? reserves\nJ ? reserves\ndraw US 2: 111 ?\ndeal J 7 US 7",
        ROLL + "board: hand J 0\ndeal J 3: 49 60 68",
        "US 24 hold",
        "US ? hold",
        "J 95 US hold",
        "US 24 no event / US hold",
        "J 18 event / hold",
        "US 18 event / US 43 hold",
        "US 18 event\n+ US 43 hold",
        '[Rules "Awakening"]\nJ 37 plot Pakistan 2 [1 4]: ?',
        '[Rules "Awakening"]\nsetup: Egypt Poor Neutral 6 sleepers\nJ 209 event Somalia reaction, card, take 188',
        '[Rules "Awakening"]\n[Options "us-bot"]\nsetup: phase US 1\nJ 66 plot United States:a [1]: ?\nUS 236 event take 66',
        '[Options "jihadist-bot"]\nsetup: discards 52\nUS 184 woi Thailand [6]\nJ 117 event take 89',
        '[Options "jihadist-activities"]\nsetup: Afghanistan IR Adversary 15 sleepers, Iraq Poor Ally 1 troop\nJ 37 event',
        "setup: Canada Soft 1 sleeper\nUS 34 event Canada:s, take 107\nUS 83 deploy track > Gulf States 2 / event Pakistan t[2]",
        "setup: hand J 0, Canada Soft 1 sleeper\nUS 34 event Canada:s, take 83, reroll Italy [6]",
    ],
)
def test_what_once_made_the_referee_fall_over(record: str, policy: str) -> None:
    judged(record, policy)


@pytest.mark.night
@pytest.mark.long
@settings(max_examples=examples(40))
@given(START, st.lists(untidy(st.one_of(LINE, LINE, LINE, MORE, HELD)), min_size=1, max_size=6), POLICY)
def test_valid_lines_in_any_order_are_judged(start: str, lines: list[str], policy: str) -> None:
    with mock.patch.object(work, "BASE", work.BASE // 10):  # what leaves much open is given up sooner
        judged(start + "\n".join(lines), policy)


CORPUS = [
    *(case.text for path in sorted(rulecases.FOLDER.glob("*.case")) for case in rulecases.read_cases(path)),
    *("\n".join(path.read_text(encoding="utf-8").split("\n")[:25]) for path in RECORDS),
]
PIECE = re.compile(r"\d+|[\w/]+|\s+|\S")


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A sensible record with some words or lines damaged.

    They are lost, doubled, changed or moved.
    """
    lines = draw(st.sampled_from(CORPUS)).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["piece", "piece", "piece", "drop", "double", "move", "other"]))
        if how == "piece":
            pieces = PIECE.findall(lines[at]) or [""]
            i = draw(st.integers(0, len(pieces) - 1))
            other = PIECE.findall(draw(st.sampled_from(draw(st.sampled_from(CORPUS)).split("\n"))))
            number = draw(
                st.sampled_from(["0", "1", "2", "3", "4", "5", "6", "9", "14", "60", "117", "120", "166", "209", "236"])
            )
            pieces[i] = number if pieces[i].isdigit() else draw(st.sampled_from(["", *other]))
            lines[at] = "".join(pieces)
        elif how == "drop" and len(lines) > 1:
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "move":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        else:
            lines.insert(at, draw(st.sampled_from(draw(st.sampled_from(CORPUS)).split("\n"))))
    return "\n".join(lines)


@pytest.mark.long
@pytest.mark.parametrize("policy", ["as-played", "undo", "stop"])
@pytest.mark.parametrize(
    "play",
    [
        "recruit Yemen 117 [4 5]",
        "recruit Yemen 9999",
        "jihad Yemen 40",
        f"jihad Yemen:{'a' * 40} [{'1 ' * 30}] => Yemen Fair 3 actives",
        "plot Yemen 40",
    ],
)
def test_rolls_without_number(play: str, policy: str) -> None:
    """Any number of rolls (8.1.2) without their dice.

    A line may claim them; not every throw is considered.
    """
    record = f"setup: Yemen Poor Neutral 4 sleepers 3 actives\nJ 83 {play}\n"
    judged(record, policy)
    assert [(f.kind, f.rule) for f in judge(read_text(record)).findings if f.kind != "note"] == [("illegal", "8.1.2")]


@pytest.mark.long
@settings(max_examples=examples(120))
@given(damaged(), POLICY)
def test_damaged_records_are_judged(record: str, policy: str) -> None:
    judged(record, policy)
    check_format(record)


@pytest.mark.long
@settings(max_examples=examples(100))
@given(START, TEXTS, POLICY)
def test_any_text_is_judged(start: str, lines: str, policy: str) -> None:
    judged(start + lines, policy)
