"""The verdict in a terminal.

One quiet line, causes before their consequences, the width kept, nothing by colour alone.
"""

from __future__ import annotations

import json
import os
import re
import sys
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.record.findings import Finding
from referee.engine.state.script import Place
from referee.reports import text, wording
from referee.reports.columns import shorten, width, window, wrap
from referee.reports.forms import VerdictFormat
from tests.helpers.commands import ENDED, SEVERAL, referee, several
from tests.helpers.paths import LOGS

pytestmark = pytest.mark.usefixtures("judged_once")
EVENING = LOGS / "evening-2.lgn"
COLOUR = re.compile(r"\x1b\[[\d;]*m")
ROLL = '[Scenario "Let\'s Roll!"]\n'
FOLLOWING = (
    "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Gulf States Fair Ally, Iran 1 sleeper\n"
    "US 43 deploy track > Pakistan 2\nUS 20 deploy Pakistan > track 2\n"
)


def lines_of(record: str) -> list[str]:
    return referee("check", "-", stdin=record.encode()).out.splitlines()


# ------------------------------------------------------------------------------------------- the first line


@pytest.mark.parametrize(
    ("record", "first"),
    [
        (ROLL + "J 112 event => prestige 3\n", "<stdin>: clean, 1 action checked"),
        (ROLL + "J 112 event => prestige 4\n", "<stdin>: 1 mistake, by the Jihadist; 1 action checked"),
        (ROLL + "J 112 evnt\n", "<stdin>: 1 mistake, in lines that cannot be read; 0 actions checked"),
        (
            ROLL + "J 112 event => prestige 4\nboard: prestige 9, funding 2\n",
            "<stdin>: 3 mistakes, 1 by the Jihadist, 2 in lines that state the board; 1 action checked",
        ),
    ],
)
def test_the_first_line_says_how_many_mistakes_by_whom(record: str, first: str) -> None:
    assert lines_of(record)[0].startswith(first)


def test_findings_come_by_cause_and_notes_last() -> None:
    out = referee("check", EVENING).out
    heads = [line.split(":", 3) for line in out.splitlines() if re.match(r".*\.lgn:\d+:\d+: ", line)]
    kinds = [rest.split()[0] for *_, rest in heads]
    assert "note" in kinds
    first_note = kinds.index("note")
    assert set(kinds[first_note:]) == {"note"}
    numbers = [int(h[1]) for h in heads]
    assert numbers[:first_note] == sorted(numbers[:first_note])
    assert not out.splitlines()[0].startswith(f"{EVENING}:1")


def finding(kind: str, line: int, follows: list[int] | None = None, **more: object) -> Finding:
    return Finding(kind, "7.3.3", f"said of line {line}", Place(line, 1, 4), follows=follows or [], **more)  # type: ignore[arg-type]


def test_what_follows_stands_below_its_cause() -> None:
    a, b = finding("illegal", 2), finding("illegal", 5)
    of_a, of_b, of_of_a = finding("outcome", 7, [2]), finding("outcome", 6, [5]), finding("outcome", 9, [7])
    orphan, note = finding("outcome", 8, [1]), finding("note", 3)
    assert wording.in_order([a, note, b, of_b, of_a, orphan, of_of_a]) == [a, of_a, of_of_a, b, of_b, orphan, note]


def test_a_finding_that_follows_says_so_and_is_not_counted() -> None:
    told = text.finding(finding("outcome", 7, [2, 5]), "x.lgn", ["line"] * 9, False)
    assert "Follows from lines 2 and 5: not counted." in told


def test_everything_that_belongs_to_a_finding_is_labelled() -> None:
    f = finding(
        "outcome",
        3,
        reason="a Plot there costs 1",
        help="prestige 2",
        side="US",
        assumed="nothing came",
        also=["8.4", "card 5"],
        see=[1, 4],
    )
    lines = ["US 5 reserves ; he said", "", "US 20 woi Iran", "J 7 reserves"]
    told = [line.strip() for line in text.finding(f, "x.lgn", lines, False).splitlines()]
    assert told[0] == "x.lgn:3:1: wrong result [outcome 7.3.3]: Said of line 3."
    assert told[1] == "3 | US 20 woi Iran"
    assert told[2] == "| ^^^ US play"
    assert told[3:] == [
        "Why: A Plot there costs 1.",
        "Assumed from here on: nothing came",
        "Help: Prestige 2.",
        "Also about: 8.4, card 5",
        "Goes back to line 1: US 5 reserves",
        "Compare line 4: J 7 reserves",
    ]


@pytest.mark.parametrize("kind", wording.KINDS)
def test_every_kind_is_said_in_words(kind: str) -> None:
    told = text.finding(finding(kind, 1), "x.lgn", ["US 20 woi Iran"], False).splitlines()
    name = "" if kind == "note" else f"{kind} "
    assert told[0] == f"x.lgn:1:1: {wording.KINDS[kind]} [{name}7.3.3]: Said of line 1."
    assert told[2].endswith("^^^"), "the excerpt does not repeat the kind"


# ------------------------------------------------------------------------------------------- width


@pytest.mark.parametrize("columns", [50, 60, 80, 100])
def test_nothing_is_wider_than_the_terminal_and_no_word_is_broken(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(LOGS)
    plain = referee("check", "evening-2.lgn")
    monkeypatch.setenv("COLUMNS", str(columns))
    run = referee("check", "evening-2.lgn")
    assert max(width(line) for line in run.out.splitlines()) <= columns
    said = {w for line in plain.out.splitlines() if "|" not in line for w in line.split()}
    assert {w for line in run.out.splitlines() if "|" not in line for w in line.split()} <= said | {"…"}


def test_text_for_a_pipe_is_not_wrapped() -> None:
    out = referee("check", EVENING).out
    heads = [line for line in out.splitlines() if line.startswith(str(EVENING))]
    assert len(heads) == 12, "each finding and the first line have one line"
    assert max(map(len, heads)) > 160


def test_a_long_source_line_is_cut_around_its_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = referee("check", EVENING).out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("   31 | "))
    source, marks = lines[at], lines[at + 1]
    assert source.startswith("   31 | …")
    assert len(source) <= 80
    assert source[marks.index("^") : marks.rindex("^") + 1] == "prestige 3"


@pytest.mark.parametrize(
    ("line", "part", "most", "shown"),
    [
        ("short", "or", 80, "short"),
        ("0123456789" * 4, "0", 20, "012345678901234567…"),
        ("x" * 30 + "HERE" + "x" * 30, "HERE", 20, "…xxxxxxxHERExxxxxxx…"),
        ("x" * 30 + "HERE", "HERE", 20, "…xxxxxxxxxxxxxxHERE"),
        ("日本" * 10 + "HERE", "HERE", 20, "…本日本日本日本HERE"),
    ],
)
def test_a_window_shows_the_part(line: str, part: str, most: int, shown: str) -> None:
    start = line.index(part)
    piece, at, marks = window(line, start, start + len(part), most)
    assert width(piece) <= most
    assert piece.replace("…", "").strip("…") in line
    assert piece == shown
    assert marks == width(part)
    assert width(piece[: piece.index(part)]) == at


def test_what_combines_takes_no_column() -> None:
    assert window("ab\u0301c", 1, 3, 80) == ("ab\u0301c", 1, 1)
    assert width("e\u0301日") == 3


@given(
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=60),
    st.integers(0, 60),
    st.integers(1, 60),
    st.integers(20, 80),
)
def test_a_window_keeps_its_width_and_its_marks_inside(line: str, start: int, size: int, most: int) -> None:
    piece, at, marks = window(line, start, start + size, most)
    assert width(piece) <= most
    assert marks >= 1
    assert at <= width(piece)
    assert len(piece) <= len(line) + 2


@given(st.text(max_size=200), st.integers(20, 100))
def test_wrapping_loses_nothing_and_keeps_the_width(words: str, most: int) -> None:
    lines = wrap(words, most, "> ", "  ")
    assert " ".join(" ".join(lines).removeprefix(">").split()) == " ".join(words.split())
    for line in lines:
        assert width(line) <= most or len(line.split()) <= 2 or "[" in line


def test_dice_stay_together() -> None:
    assert wrap("aaa bbb [3 5 1] ccc", 12) == ["aaa bbb", "[3 5 1] ccc"]


def test_shorten_says_that_something_is_cut() -> None:
    assert shorten("日本日本", 5) == "日本…"
    assert shorten("abc", 3) == "abc"


@pytest.mark.parametrize(("word", "columns"), [("日本", 4), ("é", 1), ("plain", 5), ("ｗｉｄｅ", 8)])
def test_carets_count_columns(word: str, columns: int) -> None:
    record = f"{ROLL}J 113 travel {word} > Pakistan\n"
    lines = lines_of(record)
    at = next(i for i, line in enumerate(lines) if line.startswith("    2 | "))
    assert lines[at + 1].count("^") == columns
    assert width(lines[at][: lines[at].index(word)]) == lines[at + 1].index("^")


# ------------------------------------------------------------------------------------------- colour


def test_colour_adds_nothing_but_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, coloured = referee("check", EVENING), referee("check", "--color", "always", EVENING)
    assert COLOUR.search(coloured.out)
    assert COLOUR.sub("", coloured.out) == plain.out
    monkeypatch.setenv("COLUMNS", "70")
    plain, coloured = (referee("check", "--color", c, EVENING) for c in ("never", "always"))
    assert COLOUR.sub("", coloured.out) == plain.out


@pytest.mark.parametrize(
    ("env", "options", "coloured"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "0"}, [], False),
        ({"FORCE_COLOR": ""}, [], False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, [], True),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
        ({"FORCE_COLOR": "1"}, ["--color", "auto"], True),
    ],
)
def test_who_decides_on_colour(
    env: dict[str, str], options: list[str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"NO_COLOR": "", "FORCE_COLOR": "", **env}.items():
        monkeypatch.setenv(name, value)
    run = referee("check", *options, "-", stdin="J 112 evnt\n")
    assert bool(COLOUR.search(run.out)) == coloured


# ------------------------------------------------------------------------------------------- a real terminal


def in_terminal(
    *arguments: str, columns: int = 80, run: tuple[str, ...] = ("-m", "referee"), env: dict[str, str] | None = None
) -> str:
    """The output for a terminal of so many columns."""
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    own, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    surroundings = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    running = subprocess.Popen(
        [sys.executable, *run, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=other,
        stderr=subprocess.PIPE,
        env={**surroundings, "TERM": "xterm", "PYTHONPATH": str(LOGS.parent.parent), **(env or {})},
        cwd=LOGS,
    )
    os.close(other)
    seen = b""
    while True:
        try:
            piece = os.read(own, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(own)
    running.wait(60)
    return seen.decode().replace("\r\n", "\n")


needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")


@needs_terminal
@pytest.mark.parametrize("columns", [60, 90])
def test_a_terminal_gets_colour_and_its_own_width(columns: int) -> None:
    out = in_terminal("check", "evening-2.lgn", columns=columns)
    assert COLOUR.search(out)
    longest = max(width(line) for line in COLOUR.sub("", out).splitlines())
    assert columns - 20 < longest <= columns


@needs_terminal
@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colour_gets_none(env: dict[str, str]) -> None:
    out = in_terminal("check", "evening-2.lgn", env=env)
    assert "not allowed [illegal 7.3.3]: " in out
    assert not COLOUR.search(out)


STEERING = (
    '[Scenario "Let\'s Roll!"]  ; \x1b[31mred\x1b]0;title\x07 \x9b2J \u202eetad\nJ 112 event ; \x1b[2J\nJ\x1b[31m 1\n'
)
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


SHOWN = [
    ("check", "-"),
    *(("check", "--format", form.value, "-") for form in VerdictFormat if form is not VerdictFormat.text),
    ("check", "--statistics", "-"),
    ("fmt", "-"),
    ("convert", "-"),
    ("was", "-", "2"),
    ("was", "-", "3"),
    ("board", "-"),
    ("legal", "-"),
]


@cache
def shown_in_terminal() -> list[str]:
    """The output of each of these commands for a terminal."""
    runs = json.dumps([(arguments, STEERING) for arguments in SHOWN])
    out = in_terminal(runs, run=("-c", SEVERAL), env={"NO_COLOR": "1"})
    return ENDED.split(out)[:-1:2]


@needs_terminal
@pytest.mark.parametrize("arguments", SHOWN)
def test_no_record_steers_the_terminal(arguments: tuple[str, ...]) -> None:
    assert len(shown_in_terminal()) == len(SHOWN)
    out = shown_in_terminal()[SHOWN.index(arguments)]
    assert out
    assert not CONTROL.search(out)


def test_to_a_file_a_record_goes_as_it_is() -> None:
    for run in several(
        [(a, STEERING) for a in (("fmt", "-"), ("convert", "-"), ("check", "--format", "annotated", "-"))]
    ):
        assert "\x1b[31mred" in run.out.replace("\\u001b", "\x1b")


def test_standard_error_is_always_plain() -> None:
    asked = [("fmt",), ("convert",), ("board",), ("was", "9"), ("explain",)]
    runs = several([((command, "\x1b[31mx", *more), "") for command, *more in asked])
    assert [run.status for run in runs] == [2] * len(asked)
    runs += several([(("convert", "-"), STEERING), (("fmt", "--check", "-"), STEERING)])
    assert all(run.err for run in runs)
    assert not any(CONTROL.search(run.err) for run in runs)
