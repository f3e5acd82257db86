"""Archives of records: every kind, nested, broken, hostile.

Their contents are rows; their names steer nothing.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.club import archives, sources
from referee.club.archives import unpack
from referee.club.audit import run
from referee.parsers.notation.encodings import TextError
from tests.helpers.commands import referee
from tests.helpers.hunting import examples
from tests.helpers.paths import LOGS

GAME = "setup: US Hard, Pakistan Fair Neutral, phase US 1, hand J 9, hand US 9\nUS 43 deploy track > Pakistan 2\n"
CLEAN = GAME.replace("Neutral", "Ally")
KINDS = ("zip", "tar", "gz", "xz", "bz2")


def zipped(files: dict[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


def tarred(files: dict[str, bytes | str], kind: str = "tar", *more: tarfile.TarInfo) -> bytes:
    out = io.BytesIO()
    quick = {"tar": {}, "xz": {"preset": 0}}.get(kind, {"compresslevel": 1})
    mode = "w" if kind == "tar" else f"w:{kind}"
    with tarfile.open(fileobj=out, mode=mode, **quick) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        for entry in more:
            archive.addfile(entry)
    return out.getvalue()


def packed(kind: str, files: dict[str, bytes | str]) -> bytes:
    return zipped(files) if kind == "zip" else tarred(files, kind)


def special(name: str, kind: bytes, to: str = "") -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, to
    return entry


def found(data: bytes) -> dict[str, str]:
    """The members with their contents, or with their problems."""
    return {m.name: m.problem or m.data.decode() for m in unpack(data, lambda name: name.endswith(".lgn")).members}


# ------------------------------------------------------------ what is in them


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_opened_and_nothing_else_is_taken(kind: str) -> None:
    data = packed(kind, {"round 1/a.lgn": "A", "b.lgn": "B", "picture.png": "C", ".hidden.lgn": "D"})
    assert found(data) == {"round 1/a.lgn": "A", "b.lgn": "B"}


def test_archives_lie_in_archives_to_a_depth() -> None:
    one = zipped({"deep.lgn": "1"})
    two = tarred({"one.zip": one, "b.lgn": "2"}, "xz")
    three = zipped({"two.tar.xz": two})
    assert found(three) == {"two.tar.xz:one.zip:deep.lgn": "1", "two.tar.xz:b.lgn": "2"}
    four = found(zipped({"three.zip": three, "top.lgn": "4"}))
    assert four.pop("top.lgn") == "4"
    assert four.pop("three.zip:two.tar.xz:b.lgn") == "2"
    assert [(n, w.split(":")[0]) for n, w in four.items()] == [
        ("three.zip:two.tar.xz:one.zip", "it lies too deep in archives")
    ]


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_are_labels(kind: str) -> None:
    names = {
        "../../etc/up.lgn": "etc/up.lgn",
        "/root.lgn": "root.lgn",
        "C:\\dir\\win.lgn": "C:/dir/win.lgn",
        "a/./b/../c.lgn": "a/b/c.lgn",
        "bell\x07\x1b[31m\u202e.lgn": "bell··[31m·.lgn",
        "x" * 300 + ".lgn": "…" + "x" * 195 + ".lgn",
    }
    assert list(found(packed(kind, dict.fromkeys(names, "")))) == list(names.values())


def test_two_members_of_one_name_are_told_apart() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for content in "123":
                archive.writestr("a.lgn", content)
    assert found(out.getvalue()) == {"a.lgn": "1", "a.lgn (2)": "2", "a.lgn (3)": "3"}


def test_links_and_devices_are_passed_over() -> None:
    links = [special("s.lgn", tarfile.SYMTYPE, "/etc/passwd"), special("h.lgn", tarfile.LNKTYPE, "a.lgn")]
    data = tarred({"a.lgn": "A"}, "tar", *links, special("d.lgn", tarfile.CHRTYPE), special("p", tarfile.FIFOTYPE))
    inside = unpack(data, lambda name: True)
    assert ([m.name for m in inside.members], inside.passed_over) == (["a.lgn"], {"link": 2, "device": 2})
    link = zipfile.ZipInfo("s.lgn")
    link.external_attr = 0o120777 << 16
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert unpack(out.getvalue(), lambda name: True).passed_over == {"link": 1}


# ------------------------------------------------------------ broken ones


def test_a_broken_member_costs_itself() -> None:
    plain = zipped({"a.lgn": "AAAA", "b.lgn": "BBBB", "c.lgn": "CCCC"}, zipfile.ZIP_STORED)
    told = found(plain.replace(b"BBBB", b"BxBB"))
    assert (told["a.lgn"], told["c.lgn"]) == ("AAAA", "CCCC")
    assert told["b.lgn"].startswith("the file is damaged")
    locked = bytearray(plain)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[plain.index(mark, 0) + at] |= 1  # the first entry, in both lists
    assert found(bytes(locked)) == {"a.lgn": "the file is encrypted", "b.lgn": "BBBB", "c.lgn": "CCCC"}
    other = zipped({"a.lgn": "A"}, zipfile.ZIP_LZMA)
    assert found(other) == {"a.lgn": "the file is packed in a way that is not read here"}


@pytest.mark.parametrize("kind", KINDS[1:])
def test_of_a_torn_archive_what_comes_before_the_tear_is_kept(kind: str) -> None:
    noise = {f"{n}.lgn": os.urandom(60_000) for n in range(8)}
    data = packed(kind, noise)
    inside = unpack(data[: len(data) * 3 // 4], lambda name: True)
    names = [m.name for m in inside.members]
    assert names == [*(f"{n}.lgn" for n in range(len(names) - 1)), ""]
    assert 2 <= len(names) <= 7
    assert "ends in the middle" in inside.members[-1].problem or "broken from here" in inside.members[-1].problem
    damaged = bytearray(data)
    damaged[len(data) // 2 : len(data) // 2 + 600] = bytes(600)
    if kind != "tar":  # where the bytes are summed up, damage is seen
        assert unpack(bytes(damaged), lambda name: True).members[-1].problem


@pytest.mark.parametrize(
    "data", [b"7z\xbc\xaf\x27\x1c" + bytes(90), b"Rar!\x1a\x07\x00", b"nothing of the kind", b"BZh9"]
)
def test_what_is_no_archive_is_told(data: bytes) -> None:
    with pytest.raises(TextError, match=r"not read; pack|this is no archive"):
        unpack(data, lambda name: True)


# ------------------------------------------------------------ hostile ones


def test_a_bomb_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "FREE", 100_000)
    zeros = bytes(1_000_000)
    assert found(zipped({"bomb.lgn": zeros, "a.lgn": "A"})) == {"bomb.lgn": archives._BOMB, "a.lgn": "A"}
    monkeypatch.setattr(archives, "MAX_RATIO", 100)
    for kind in ("gz", "xz", "bz2"):
        told = found(tarred({"a.lgn": "A", "bomb.lgn": zeros, "b.lgn": "B"}, kind))
        assert told["a.lgn"] == "A"
        assert "more than 100 times" in told[""]
        assert "bomb.lgn" not in told


def test_all_of_it_has_a_bound_with_what_is_nested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_TOTAL", 50_000)
    told = found(zipped({f"{n}.lgn": os.urandom(4_000).hex() for n in range(9)}))
    assert len(told) == 7
    assert "the rest is left out" in told[""]
    inner = zipped({"a.lgn": os.urandom(10_000).hex()})
    told = found(zipped({f"{n}.zip": inner for n in range(9)}))
    assert sum(len(content) == 20_000 for content in told.values()) == 1
    assert any("the rest is left out" in content for content in told.values())


def test_entries_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_ENTRIES", 20)
    for kind in ("zip", "tar"):
        told = found(packed(kind, {f"{n}.lgn": "" for n in range(30)}))
        assert len(told) == 21
        assert told[""].startswith("the archive has more than 20 entries")
    assert "more than 20 entries" in found(zipped({f"{n}.lgn": "" for n in range(50)}))[""]
    monkeypatch.setattr(archives, "MAX_STREAMS", 3)
    assert "too many parts" in found(tarred({"a.lgn": "A" * 9000}, "gz") * 5).get("", "")


def test_what_lies_in_an_archive_is_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    (tmp_path / "in.zip").write_bytes(zipped({"../up.lgn": CLEAN, str(tmp_path / "root.lgn"): CLEAN}))
    run([str(tmp_path / "in.zip")], jobs=1, cache=False)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["in.zip", "work"]


BASES = [packed(kind, {"a.lgn": "A" * 600, "in.zip": zipped({"b.lgn": "B"})}) for kind in KINDS]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from(BASES),
    st.lists(st.tuples(st.integers(0, 11_000), st.integers(0, 255)), max_size=6),
    st.integers(0, 99),
)
def test_no_damage_breaks_it(base: bytes, changes: list[tuple[int, int]], kept: int) -> None:
    data = bytearray(base)
    for at, byte in changes:
        data[at % len(data)] = byte
    try:
        inside = unpack(bytes(data[: len(data) * (kept + 1) // 100]), lambda name: True)
    except TextError:
        return
    assert all(m.name.isprintable() and m.problem.isprintable() for m in inside.members)


# ------------------------------------------------------------ where records lie


def save_point(folder: Path) -> None:
    """A folder that has the names of a saved game."""
    folder.mkdir(parents=True)
    for name in ("log-000", "save-000", "log-001"):
        (folder / name).write_text("Game name : x\n", encoding="utf-8")


def test_a_folder_is_told_by_what_its_files_hold(tmp_path: Path) -> None:
    folder = tmp_path / "handed in"
    save_point(folder / "saved")
    record = json.loads(referee("convert", LOGS / "evening-2.lgn").out)
    for name, content in {
        "a.lgn": CLEAN,
        "b.txt": CLEAN,
        "c.json": json.dumps(record),
        "package.json": '{"name": "x"}',
        "README.md": "# Games of the club\n\nJ 95 recruit is how a line begins.\n",
        "letter.txt": "Dear all,\nwe met on Friday.\n",
        "picture.png": "x",
    }.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "d.zip").write_bytes(zipped({"e.lgn": CLEAN, "f.txt": "hello\n", "g.7z": b"7z\xbc\xaf\x27\x1c"}))
    gathered = sources.gather([str(folder)])
    names = [os.path.relpath(s.name, folder) for s in gathered.sources]
    assert names == ["a.lgn", "b.txt", "c.json", "d.zip:e.lgn", "saved"]
    assert [os.path.relpath(n, folder) for n in gathered.barren] == ["d.zip:g.7z"]
    assert gathered.notes == ["4 text files that are no record left out"]
    assert (
        gathered.sources == sources.gather([str(folder), f"{folder}/../handed in/a.lgn", str(folder / "d.zip")]).sources
    )


def test_a_saved_game_is_one_record_wherever_it_lies(tmp_path: Path) -> None:
    save_point(tmp_path / "saved")
    files: dict[str, bytes | str] = {f"my game/{p.name}": p.read_bytes() for p in (tmp_path / "saved").iterdir()}
    alone, beside = tarred(files, "xz"), zipped({**files, "a.lgn": CLEAN, "more.tar.xz": tarred(files, "xz")})
    (tmp_path / "alone.tar.xz").write_bytes(alone)
    (tmp_path / "beside.zip").write_bytes(beside)
    assert [s.name for s in sources.gather([str(tmp_path / "alone.tar.xz")]).sources] == [
        str(tmp_path / "alone.tar.xz")
    ]
    found = sources.gather([str(tmp_path / "beside.zip"), str(tmp_path / "saved")])
    assert [os.path.relpath(s.name, tmp_path) for s in found.sources] == [
        "beside.zip:a.lgn",
        "beside.zip:more.tar.xz",
        "beside.zip:my game",
        "saved",
    ]
    assert found.sources[2].read() == found.sources[3].read(), "the same files are the same bytes"


def test_an_archive_is_audited_checked_and_tested(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    path.write_bytes(zipped({"round 1/a.lgn": GAME, "b.lgn": CLEAN, "bad.lgn": b"\0", "notes.txt": "hello\n"}))
    rows = json.loads(referee("audit", path, "--format", "json", "--no-cache", "--workers", "1").out)
    assert [(Path(r["file"]).name, r["verdict"]) for r in rows["games"]] == [
        ("season.zip:b.lgn", "clean"),
        ("season.zip:bad.lgn", "unreadable"),
        ("a.lgn", "findings"),
    ]
    assert rows["games"][2]["file"] == f"{path}:round 1/a.lgn"
    assert rows["notes"] == ["1 text file that is no record left out"]
    checked = referee("check", path)
    assert (checked.status, f"{path}:round 1/a.lgn:2" in checked.out) == (2, True)
    shutil.copy(path, tmp_path / "no ending")
    assert len(sources.gather([str(tmp_path / "no ending")]).sources) == 3, "what is named is told by its content"
    tested = referee("play", "--check", path, "--workers", "1")
    assert tested.out.startswith("2 records, 2 actions: all is well\n")
    assert tested.status == 2
    assert "binary file" in tested.out
    assert referee("play", path).status == 2


def test_a_broken_archive_is_one_row(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"a.lgn": CLEAN})[:40])
    row = run([str(path)], jobs=1, cache=False).games[0]
    assert (row.verdict, row.message[:22]) == ("unreadable", "the archive is broken:")
    path.write_bytes(zipped({"a.png": ""}))
    assert run([str(tmp_path)], jobs=1, cache=False).games[0].message == "no record is in this archive"
