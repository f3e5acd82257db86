"""VASSAL files that are broken, hostile or odd.

Unreadable parts give a sentence, and nothing else happens.
"""

from __future__ import annotations

import importlib.util
import io
import sys
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal import container, is_vassal, read, sequence
from referee.parsers.vassal.happenings import Log
from tests.helpers import vassalfile as v
from tests.helpers.hunting import examples
from tests.helpers.paths import ROOT

SAMPLES = [path.read_bytes() for path in sorted((ROOT / "fixtures" / "vassal").glob("*.vlog"))]
PLAIN = [container.clear(container.unpack(data).stream, []) for data in SAMPLES]


def refused(data: bytes) -> str:
    """The message on an unreadable file."""
    with pytest.raises(TextError) as raised:
        read(data)
    return raised.value.message


def survives(data: bytes) -> None:
    """Read a file or say why not; nothing else."""
    assert is_vassal(data) in (True, False)
    try:
        found = read(data)
    except TextError as error:
        said = error.message
    else:
        said = harmless(found)
    assert said[0].isalpha()
    assert said.isprintable()


def harmless(found: Log) -> str:
    """No control of a terminal and no password in a log."""
    for happening in found.happenings:
        assert happening.text.isprintable()
        assert happening.who.isprintable()
        assert 0 <= happening.step <= found.steps
        assert happening.step == 0 or happening.kind
    assert "-id-1" not in repr(found)
    return "fine"


# ---------------------------------------------------------------------------------------------------------- the sequence

CASES = [
    # text, delimiter, tokens
    ("", ",", [""]),
    ("a", ",", ["a"]),
    ("a,b", ",", ["a", "b"]),
    ("a,", ",", ["a", ""]),
    (",", ",", ["", ""]),
    (",,", ",", ["", "", ""]),
    ("a\\,b", ",", ["a,b"]),
    ("a\\,b,c", ",", ["a,b", "c"]),
    ("a\\\\,b", ",", ["a\\,b"]),  # the level below, as it stands
    ("a\\b,c", ",", ["a\\b", "c"]),  # a backslash before something else
    ("a\\", ",", ["a\\"]),
    ("a,b\\", ",", ["a", "b\\"]),
    ("\\,", ",", [","]),
    ("\\", ",", ["\\"]),
    ("'\\a',b", ",", ["\\a", "b"]),
    ("''", ",", [""]),
    ("'", ",", ["'"]),
    ("'''',x", ",", ["''", "x"]),
    ("'a,b'", ",", ["'a", "b'"]),
    ("'a\\,b'", ",", ["a,b"]),
    ("a;b,c", ";", ["a", "b,c"]),
]


@pytest.mark.parametrize(("text", "by", "tokens"), CASES)
def test_the_rule_for_lists(text: str, by: str, tokens: list[str]) -> None:
    assert sequence.split(text, by) == tokens


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["a", "b"], "a/b"),
        (["", ""], "/"),
        (["a/b"], "a\\/b"),
        (["\\a", "'b'"], "'\\a'/''b''"),
        (["a\\", "b"], "a\\/b"),
    ],
)
def test_the_writer_follows_the_rule_too(tokens: list[str], text: str) -> None:
    assert v.join(tokens, "/") == text


TOKEN = st.text(alphabet="ab\\'/,\t;é ", max_size=8)


@given(st.lists(TOKEN, min_size=1, max_size=6), st.sampled_from("/\t;,"))
@settings(max_examples=examples(150), deadline=None)
def test_lists_come_back_as_they_were(tokens: list[str], by: str) -> None:
    sound = [
        t if t.startswith("\\") else t.rstrip("\\") for t in tokens
    ]  # a known flaw: such an end swallows what follows
    assert sequence.split(v.join(sound, by), by) == sound


@given(st.lists(TOKEN.map(lambda t: t.replace("\t", "").rstrip("\\")), min_size=1, max_size=9), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_chains_of_traits_come_back_as_they_were(parts: list[str], flat: bool) -> None:
    if len(parts) > 1 or not parts[0].startswith("'"):
        assert sequence.chain(v.chain(parts, flat)) == parts


def test_a_trait_may_hold_the_delimiter_itself() -> None:
    assert sequence.chain(v.chain(["a\tb", "c\td\te", "f"])) == ["a\tb", "c\td\te", "f"]
    assert sequence.chain(v.chain(["a\tb", "c\td\te", "f"], flat=True)) == ["a\tb", "c\td\te", "f"]


def nodes(depth: int) -> st.SearchStrategy[v.Node]:
    text = st.text(alphabet="ab/'é ", max_size=5)
    return st.builds(v.Node, text, st.lists(nodes(depth - 1), max_size=3) if depth else st.just([]))


def in_order(node: v.Node) -> list[str]:
    return [node.text, *(text for below in node.below for text in in_order(below))]


@given(nodes(4))
@settings(max_examples=examples(100), deadline=None)
def test_commands_come_in_the_order_in_which_they_are_carried_out(tree: v.Node) -> None:
    found = [token.text for token in sequence.commands(tree.encode())]
    assert found == [
        text[1:-1] if len(text) > 1 and text[0] == "'" == text[-1] else text for text in in_order(tree)
    ] or ("'" in tree.encode())


def test_chat_that_ends_in_a_backslash_swallows_nothing() -> None:
    steps = [v.said("Alice", "one\\"), v.said("Alice", "two"), v.Node(v.chat("* three"), [v.Node("XY:1")])]
    found = read(v.file(v.stream([], steps)))
    assert [(h.step, h.text) for h in found.happenings] == [(1, "one\\"), (2, "two"), (3, "* three"), (3, "XY:1")]


def test_a_whole_list_behind_one_mark_is_one_step() -> None:
    inner = v.Node(v.chat("* a"), [v.Node(v.chat("* b"))]).encode()
    text = v.join(["begin_save", "end_save", "begin_log", "LOG\t" + inner, "LOG\t" + v.chat("* c"), "end_log"], v.ESC)
    assert [(h.step, h.text) for h in read(v.file(text)).happenings] == [(1, "* a"), (1, "* b"), (2, "* c")]


# ------------------------------------------------------------------------------------------------------------- cut off


@pytest.mark.parametrize("which", [0, 1])
def test_a_stream_that_is_cut_off_anywhere_is_read_as_far_as_it_goes(which: int) -> None:
    text = PLAIN[which]
    begin = text.index("end_save") - 900
    for end in range(begin, len(text), 29):
        found = read(text[:end].encode())
        assert found.steps <= 9
        assert "synthetic-id" not in repr(found)


def test_a_small_file_cut_off_at_every_byte() -> None:
    small = v.file(v.stream([v.player("synthetic-id-1", "A", "US")], [v.chat("* a")]), metadata=False)
    stream = container.unpack(small).stream
    for data in (small, stream, v.hide(v.stream([], [v.chat("* ä")]), "VOBS")):
        for end in range(len(data)):
            survives(data[:end])


def test_an_odd_digit_is_told() -> None:
    hidden = v.hide(v.stream([], [v.chat("* whole")]))
    found = read(hidden + b"a")
    assert found.happenings[0].text == "* whole"
    assert "cut off" in found.warnings[0]


# -------------------------------------------------------------------------------------------------------------- refused


def test_what_is_no_log_is_refused_with_the_reason() -> None:
    assert "savedGame" in refused(v.pack({"other": b"x"}))
    assert "hexadecimal" in refused(v.file("x").replace(b"x", b"x")[:0] or b"!VCSK" + b"zz" * 20)
    assert "XZ" in refused(v.file("begin_save", "VOXZ"))
    assert "begin" in refused(v.hide("something else"))
    assert "table of contents" in refused(SAMPLES[0][:-40])
    assert "broken" in refused(SAMPLES[0][:60] + b"\xff" * 40 + SAMPLES[0][100:])
    assert "larger" in refused(b"!VCSK" + b"00" * (16 * 1024 * 1024 + 1))
    assert refused(b"") == refused(b"PK")


def test_letters_that_are_no_utf_8_are_lost_and_told() -> None:
    text = v.stream([], [v.chat("* caf\xe9")]).encode("latin-1")
    found = read(v.file(text))
    assert found.happenings[0].text == "* caf\ufffd"
    assert "UTF-8" in found.warnings[0]
    refused(v.file(v.stream([], []).encode("utf-16")))


# --------------------------------------------------------------------------------------------------------------- bounds


def test_bombs_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = b"!VCSK00" + b"5c" * (4 * 1024 * 1024)
    assert "times its size" in refused(v.pack({"savedGame": bomb}))
    monkeypatch.setattr(container, "MAX_STREAM", 1024 * 1024)
    assert "larger than 1 MiB" in refused(v.pack({"savedGame": bomb}))
    monkeypatch.setattr(container, "MAX_TEXT", 1024 * 1024)
    assert "larger than 1 MiB" in refused(v.hide(b"begin_save" + b"a" * 1024 * 1024, "VCSZ"))


def test_archives_with_too_many_entries_or_one_twice_are_refused() -> None:
    many = v.pack({f"e{n}": b"" for n in range(3_000)} | {"savedGame": b"begin_save"})
    assert "entries" in refused(many)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("savedGame", b"begin_save")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("savedGame", b"begin_save")
    assert "twice" in refused(out.getvalue())


def test_an_entry_that_asks_for_a_password_is_refused() -> None:
    data = bytearray(v.pack({"savedGame": b"begin_save"}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    refused(bytes(data))


def test_deep_nesting_costs_nothing() -> None:
    deep = "CHAT* x"
    for _ in range(400):
        deep = v.join(["", deep], v.ESC)
    found = read(v.file(v.join(["begin_save", "end_save", "LOG\t" + deep], v.ESC)))
    assert found.happenings[-1].text == "* x"
    traits = [v.moved(False)] * 500 + [v.basic("a.png", "A", "M", 1, 1)]
    assert read(v.file(v.stream([v.add("1", v.piece(traits))]))).start[1].name == "A"
    xml = b"<a>" * 50_000
    assert read(v.pack({"savedGame": v.hide(v.stream([])), "savedata": xml})).warnings


def test_too_much_of_anything_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence, "MAX_TRAITS", 20)
    chain = v.piece([*[("a", "")] * 30, v.basic("a", "b")])
    assert "traits" in refused(v.file(v.stream([v.add("1", chain)])))
    assert "players" in refused(v.file(v.stream([v.player(f"somebody-{n}", "", "") for n in range(201)])))
    assert "entries" in refused(v.file("begin_save\x1b" + "+/1/stack/" + ";" * 200_001))
    monkeypatch.setattr(sequence, "MAX_COMMANDS", 100)
    assert "commands" in refused(v.file(v.stream([], ["x"] * 101)))
    monkeypatch.undo()
    from referee.parsers.vassal import board

    monkeypatch.setattr(board, "MAX_HAPPENINGS", 100)
    assert "things happen" in refused(v.file(v.stream([], [v.chat("x")] * 101)))
    monkeypatch.setattr(board, "MAX_PIECES", 10)
    assert "pieces" in refused(v.file(v.stream([v.add(str(n), v.piece([v.basic("a", "b")])) for n in range(11)])))
    assert "stacks" in refused(v.file(v.stream([v.add(str(n), v.stack("M", n, 1, [])) for n in range(11)])))
    monkeypatch.setattr(board, "MAX_WORK", 10)
    pieces = [v.add(str(n), v.piece([v.basic("a", "b", "M", 1, 1)])) for n in range(8)]
    stack = v.add("s", v.stack("M", 1, 1, map(str, range(8))))
    moves = [v.move("s", ("M", n + 2, 1), ("M", n + 1, 1)) for n in range(3)]
    assert "stacks" in refused(v.file(v.stream([*pieces, stack], moves)))


def test_numbers_of_any_size_and_kind_do_no_harm() -> None:
    for number in ("9" * 30, "-", "", "1.5", "1e400", "nan", "٣", "0x10", "-9" * 9):
        moved = f"M/1/M/{number}/{number}/null/M/1/1/null/synthetic-id-1"
        survives(
            v.file(
                v.stream([v.add("1", v.piece([v.basic("a", "b", "M", 1, 1)]))], [moved, f"SHOW_RESULTS\ta\t{number}"])
            )
        )


# ------------------------------------------------------------------------------------------------------------------ fuzz

WORDS = (
    "\x1b|\\\x1b|LOG\t|/|\\|\t|;|,|'|null|+/|D/|M/|-/|CHAT|UNDO\ttrue|1700000000001|1700000000006|PLAYER\t"
    "|MutableProperty\t1d6_result\t|&#27;|<|&|\xff|999999999"
)
PARTS = st.sampled_from([word.encode("latin-1") for word in WORDS.split("|")])


@given(
    st.sampled_from([text.encode() for text in PLAIN]),
    st.lists(
        st.tuples(st.integers(0, 9_000), st.integers(0, 40), PARTS | st.binary(max_size=6)), min_size=1, max_size=6
    ),
)
@settings(max_examples=examples(120), deadline=None)
def test_changed_streams_are_read_or_refused(stream: bytes, changes: list[tuple[int, int, bytes]]) -> None:
    for place, length, put in changes:
        at = place % (len(stream) + 1)
        stream = stream[:at] + put + stream[at + length :]
    survives(stream)


@given(
    st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 2_000), st.integers(0, 255)), min_size=1, max_size=5)
)
@settings(max_examples=examples(60), deadline=None)
def test_changed_archives_are_read_or_refused(data: bytes, changes: list[tuple[int, int]]) -> None:
    broken = bytearray(data)
    for at, byte in changes:
        broken[at % len(broken)] = byte
    survives(bytes(broken))


@given(
    st.binary(max_size=60),
    st.sampled_from([b"!VCSK", b"!VOBS", b"VOBS", b"!VCSZ", b"PK\x03\x04", b"begin_save\x1b", b""]),
)
@settings(max_examples=examples(60), deadline=None)
def test_anything_is_read_or_refused(data: bytes, mark: bytes) -> None:
    survives(mark + data)


def test_nothing_of_this_is_written_anywhere(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    evil = v.pack({"../../evil": b"x", "/etc/evil": b"x", "savedGame": v.hide(v.stream([], [v.chat("* a")]))})
    assert read(evil).steps == 1
    assert list(tmp_path.iterdir()) == []
    assert container.is_stream(b"begin_save\x1b")


def test_the_script_that_feeds_broken_files_runs() -> None:
    path = ROOT / "scripts" / "measure" / "fuzz.py"
    spec = importlib.util.spec_from_file_location("fuzz", path)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    sys.modules["fuzz"] = script
    spec.loader.exec_module(script)
    tally = script.own_loop("vassal", inputs=25, minutes=1, seed=1, alone=True)
    assert (tally.inputs, tally.failed) == (25, {})
    assert tally.line().startswith("vassal: 25 inputs in ")
