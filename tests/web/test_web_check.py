"""Checking on the page, through its desk.

Any form goes in, the verdict comes out, and no record can steer it.
"""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from referee.club import archives
from referee.inputs.formats import FORMATS
from referee.inputs.records import to_json
from referee.parsers.notation.encodings import MAX_BYTES
from referee.parsers.vassal.mapping import shipped_text
from referee.web import progress
from referee.web.desk import Desk
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS, ROOT
from tests.helpers.sentences import SENTENCES

GAME = (
    "setup: US Hard, Pakistan Fair Neutral, phase US 1, hand J 9, hand US 9\n\nUS 43 deploy track > Pakistan 2 ; here\n"
)
FOLLOWED = (
    "setup: US Hard, prestige 7, funding 5, turn 2, phase US 3, hand J 0, hand US 1, Egypt Fair Neutral, Iran 1 sleeper\n"
    "US 24 woi Egypt\nend of turn\nJ 49 reserves\nJ 51 reserves\nUS 43 deploy track > Egypt 2\n"
)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def raw(desk: Desk, call: str, data: bytes | str = b"", **given: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        desk.call(f"check.{call}", json.dumps(given), data.encode() if isinstance(data, str) else data)
    )
    return answer


def ask(desk: Desk, call: str, data: bytes | str = b"", **given: Any) -> Any:
    return raw(desk, call, data, **given)["ok"]


def refused(desk: Desk, call: str, data: bytes | str = b"", **given: Any) -> str:
    said: str = raw(desk, call, data, **given)["refused"]
    return said


def texts(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for value in found.values():
            yield from texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from texts(value)


def zipped(**files: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


# ------------------------------------------------------------ the audit of several records

WON = (
    '[Jihadist "{0}"]\n[US "{1}"]\nsetup: phase US 3, stage plots, wmd box 2, United States 1 active plots W\n'
    "J resolve US#1 W\n"
)


def season() -> dict[str, str]:
    evening = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
    return {"1.lgn": WON.format("Ann", "Bob"), "2.lgn": WON.format("Ann.", "Cy"), "3.lgn": evening, "4.lgn": ""}


def glanced(desk: Desk, files: dict[str, str], pile: int = 1) -> None:
    for at, (name, text) in enumerate(files.items()):
        ask(desk, "glance", text, name=name, pile=pile, at=at)


def test_the_audit_of_several_files_is_that_of_the_program(desk: Desk, tmp_path: Path) -> None:
    files = {name: text for name, text in season().items() if text}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    glanced(desk, files)
    stated = {"title": "Autumn league", "points": {"win": "3"}, "same": [["Ann", "Ann."]]}
    found = ask(desk, "audit", pile=1, tournament=stated)
    options = ("--title", "Autumn league", "--points", "win=3", "--same", "Ann=Ann.", "--format", "html", "--jobs", "1")
    run = referee("audit", tmp_path, "--no-cache", *options)
    assert found["text"].strip() == run.out.replace(f"{tmp_path}/", "").strip().replace(shown_breaks(tmp_path), "")
    assert found["name"] == "Autumn league.html"


def shown_breaks(folder: Path) -> str:
    """The path of a folder on an audit page, with line breaks.

    The breaks are optional.
    """
    return "<wbr>".join(re.findall(r"[^/\\_.-]*[/\\_.-]+(?=.)|.+?$", f"{folder}/x"))[:-1]


def test_names_are_asked_about_and_results_can_be_stated(desk: Desk) -> None:
    glanced(desk, season())
    found = ask(desk, "audit", pile=1)
    assert found["pairs"] == [["Ann", "Ann."]]
    assert found["undecided"] == [{"file": "3.lgn", "words": "", "result": ""}]
    assert "<h1>4 records</h1>" in found["text"]
    again = ask(desk, "audit", pile=1, tournament={"apart": [["Ann.", "Ann"]], "results": {"3.lgn": "draw"}})
    assert (again["pairs"], again["undecided"]) == ([], [{"file": "3.lgn", "words": "", "result": "draw"}])
    assert "draw (as stated)" in again["text"]


def test_the_audit_of_an_archive_has_what_cannot_be_read(desk: Desk) -> None:
    data = zipped(**{"a.lgn": WON.format("Ann", "Bob"), "b.zip": "PK nothing"})
    listed = ask(desk, "judge", data, name="season.zip")["records"]
    for at in range(len(listed)):
        ask(desk, "glance", number=at, pile=7, at=at)
    found = ask(desk, "audit", pile=7)
    assert "2 records" in found["text"]
    assert "1 unreadable" in found["text"]
    glanced(desk, {"x.lgn": GAME}, pile=8)
    assert "<h1>1 record</h1>" in ask(desk, "audit", pile=8)["text"], "nothing is left of the archive"


def test_an_audit_says_how_many_records_of_an_archive_are_not_in_it(desk: Desk) -> None:
    ask(desk, "judge", zipped(**{f"{n:03}.lgn": GAME for n in range(203)}), name="season.zip")
    ask(desk, "glance", number=0, pile=1, at=0)
    assert "3 more records are not listed" in ask(desk, "audit", pile=1)["text"]


def test_a_record_that_comes_twice_counts_once(desk: Desk) -> None:
    text = WON.format("Ann", "Bob")
    glanced(desk, {"a.lgn": text, "b.lgn": text})
    found = ask(desk, "audit", pile=1)["text"]
    assert "the very same record as" in found


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"titel": "x"}, "“titel” is no key"),
        ({"points": {"win": "many"}}, "The points for a win"),
        ({"same": [["A"]]}, "Names of one player are written"),
        ({"results": {"a": "X"}}, "A result is US, J, draw"),
    ],
)
def test_what_cannot_be_stated_is_refused(desk: Desk, stated: dict[str, Any], words: str) -> None:
    glanced(desk, season())
    assert words.casefold() in refused(desk, "audit", pile=1, tournament=stated).casefold()


def test_records_that_are_gone_have_no_audit(desk: Desk) -> None:
    assert "open them again" in refused(desk, "audit", pile=1)
    glanced(desk, season())
    assert "open them again" in refused(desk, "audit", pile=2)
    glanced(desk, {"x.lgn": GAME}, pile=2)
    assert "open them again" in refused(desk, "audit", pile=1)


# ------------------------------------------------------------ the end card


def test_the_end_card_is_that_of_the_program(desk: Desk) -> None:
    path = LOGS / "evening-2.lgn"
    ask(desk, "judge", path.read_bytes(), name=path.name)
    found = ask(desk, "card")
    assert found["name"] == "evening-2-card.svg"
    assert found["text"].rstrip() == referee("board", "--card", path).out.rstrip()
    assert found["words"].startswith("US B, Jihadist A; Not over")
    assert refused(Desk(), "card") == "There is no record yet."


# ------------------------------------------------------------ the verdict


def test_a_finding_says_all_that_a_player_needs(desk: Desk) -> None:
    found = ask(desk, "judge", GAME, name="game.lgn")
    assert (found["verdict"], found["found"], found["plays"]) == ("findings", "1 mistake, by the US", 1)
    (cause,) = found["causes"]
    assert (cause["kind"], cause["words"], cause["whose"], cause["side"]) == ("illegal", "not allowed", "US play", "US")
    assert cause["rule"] == {"name": "7.3.3", "words": "Rule 7.3.3", "to": "rule/7.3.3"}
    assert cause["message"] == SENTENCES["deploy-to-a-neutral"].sentence
    assert cause["quote"] == ["US 43 deploy track > ", "Pakistan", " 2 ; here"]
    assert (cause["line"], cause["column"], cause["where"], cause["followers"]) == (3, 22, "line 3", [])
    assert [label for label, _ in cause["more"]] == ["Help"]


def test_clean_and_empty_are_told_apart(desk: Desk) -> None:
    clean = ask(desk, "judge", GAME.replace("Neutral", "Ally"))
    assert (clean["verdict"], clean["found"], clean["causes"]) == ("clean", "clean", [])
    assert ask(desk, "judge", '[Scenario "Let\'s Roll!"]\n')["verdict"] == "idle"
    for nothing in ("", "; only a remark\n\n"):
        unread = ask(desk, "judge", nothing)
        assert unread["verdict"] == "unread"
        assert "nothing in it" in unread["message"] or "empty" in unread["message"]
        assert "refused" in raw(desk, "report")


def test_what_follows_is_folded_under_its_cause(desk: Desk) -> None:
    (cause,) = ask(desk, "judge", FOLLOWED)["causes"]
    (follower,) = cause["followers"]
    assert (cause["line"], cause["kind"]) == (2, "incomplete")
    assert (follower["line"], follower["rule"]["name"]) == (6, "7.3.3")
    assert follower["more"][0] == ["Follows from line 2", "not counted."]


def test_after_a_violation_the_policy_counts(desk: Desk) -> None:
    two = GAME + "US 46 reserves\nUS 2 deploy track > Pakistan 2\n"
    assert [c["line"] for c in ask(desk, "judge", two)["causes"][:1]] == [3]
    stopped = ask(desk, "again", policy="stop")
    assert [c["line"] for c in stopped["causes"]] == [3]
    assert stopped["looked"].endswith("stopped at the first")
    assert ask(desk, "again", policy="undo")["policy"] == "undo"
    assert "stops" in refused(desk, "again", policy="never")


def test_what_is_new_since_a_play_or_a_mail(desk: Desk) -> None:
    found = ask(desk, "judge", (ROOT / "fixtures/mails/third-evening.mbox").read_bytes(), name="third-evening.mbox")
    assert [p["name"] for p in found["parts"]] == ["message 2", "message 1"]
    new = ask(desk, "again", since="message 2")
    assert new["remarks"][0].startswith("New since message 2")
    assert len(new["causes"]) == 1
    wrong = ask(desk, "again", since="message 7")
    assert wrong["trouble"].startswith("There is no message 7")
    assert len(wrong["causes"]) == 1


# ------------------------------------------------------------ forms


def line_of(saved: dict[str, Any], cause: dict[str, Any]) -> str:
    line: str = saved["text"].splitlines()[saved["lines"][str(cause["line"])] - 1]
    return line


@pytest.mark.parametrize("form", ["notation", "json", "mail", "prose", "laid as in the file"])
def test_any_form_leads_to_its_line_in_the_record(desk: Desk, form: str) -> None:
    """The line of "write here" and that of the finding.

    The finding's line may have been at any place before.
    """
    data, name, play = {
        "notation": (GAME.encode(), "notation", "US 43 deploy"),
        "json": (to_json(GAME).encode(), "json", "US 43 deploy"),
        "mail": ((ROOT / "fixtures/mails/third-evening.mbox").read_bytes(), "mail", "US 43 deploy"),
        "prose": ((ROOT / "fixtures/prose/forum.txt").read_bytes(), "prose", "J 83 recruit"),
        "laid as in the file": (b"Hello all,\nthis is how it went on, and then\nwe stopped for the day.\n\n" + GAME.encode() + b"\nSee you.\n", "notes", "US 43 deploy"),
    }[form]  # fmt: skip
    found = ask(desk, "judge", data, name="a.b.txt", **({"form": name} if form.startswith("laid") else {}))
    assert found["form"]["name"] == name
    saved = ask(desk, "saved", **{"as": "notation"})
    assert line_of(saved, found["causes"][0]).startswith(play)
    assert saved["name"] == "a.b.lgn"


def test_a_vassal_log_is_answered(desk: Desk) -> None:
    found = ask(desk, "judge", (ROOT / "fixtures/vassal/synthetic-vobs-flat.vlog").read_bytes(), name="x.vlog")
    assert found["form"]["name"] == "vassal"


def test_a_form_can_be_named(desk: Desk) -> None:
    assert [f["name"] for f in ask(desk, "forms")["forms"]][-1] == "notation"
    unread = ask(desk, "judge", GAME, name="x", form="json")
    assert (unread["verdict"], unread["form"]["named"]) == ("unread", True)
    assert ask(desk, "again", form="notation")["verdict"] == "findings"
    assert refused(desk, "again", form="<b>").startswith("There is no form of this name")


# ------------------------------------------------------------ archives


def test_of_an_archive_one_record_is_chosen(desk: Desk) -> None:
    data = zipped(**{"round 1/a.lgn": GAME, "round 1/b.lgn": GAME.replace("Neutral", "Ally"), "c.txt": "Dear all"})
    found = ask(desk, "judge", data, name="games.zip")
    assert (found["verdict"], [r["name"] for r in found["records"]]) == ("archive", ["round 1/a.lgn", "round 1/b.lgn"])
    assert found["notes"] == ["1 text file that is no record left out"]
    assert "refused" in raw(desk, "report")
    assert ask(desk, "member", number=0)["verdict"] == "findings"
    assert ask(desk, "member", number=1)["verdict"] == "clean"
    for number in (2, -1, "0", None):
        assert "open the archive again" in refused(desk, "member", number=number)


def test_what_the_first_verdict_needs_is_loaded_and_leaves_nothing(desk: Desk) -> None:
    assert ask(desk, "warm") is None
    assert refused(desk, "report") == "There is no record yet."


def test_a_glance_at_a_record_leaves_the_one_that_is_open(desk: Desk) -> None:
    data = zipped(**{"a.lgn": GAME, "b.lgn": GAME.replace("Neutral", "Ally")})
    ask(desk, "judge", data, name="games.zip")
    whole = [ask(desk, "member", number=number) for number in (1, 0)]
    second, first = ({"verdict": v["verdict"], "words": f"{v['found']}; {v['looked']}"} for v in whole)
    assert (first["verdict"], second["verdict"]) == ("findings", "clean")
    assert ask(desk, "glance", number=0) == first
    assert ask(desk, "glance", number=1) == second
    assert ask(desk, "glance", GAME, name="c.lgn") == first
    assert ask(desk, "glance", b"", name="d.lgn") == {"verdict": "unread", "words": "cannot be read: it is empty"}
    assert ask(desk, "glance", data, name="e.zip")["verdict"] == "archive"
    assert ask(desk, "glance", b"x" * (MAX_BYTES + 1))["verdict"] == "unread"
    assert ask(desk, "saved", **{"as": "markdown"})["text"].count("7.3.3") > 0
    for number in (2, -1, "0", None):
        assert "open the archive again" in refused(desk, "glance", number=number)


def test_an_archive_without_records_says_why(desk: Desk) -> None:
    assert ask(desk, "judge", zipped(**{"a.png": "x"}), name="a.zip")["notes"] == [
        "a.zip: no record is in this archive"
    ]
    rar = ask(desk, "judge", b"Rar!\x1a\x07\0", name="a.rar")
    assert "archives of this kind are not read" in rar["notes"][0]


def test_a_bomb_is_not_unpacked(desk: Desk) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.lgn", b"\0" * (archives.FREE + 1))
    found = ask(desk, "judge", out.getvalue(), name="a.zip")
    assert (found["records"], len(found["notes"])) == ([], 1)
    assert "500 times its size" in found["notes"][0]


def test_an_archive_holds_no_more_than_a_page_can_bear(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.web.checking.MOST_UNPACKED", 1024 * 1024)
    out = BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        entry = tarfile.TarInfo("a.lgn")
        entry.size = 1024 * 1024
        archive.addfile(entry, BytesIO(b"\0" * entry.size))
    assert "larger than 1 MiB" in ask(desk, "judge", out.getvalue(), name="a.tar")["notes"][0]


# ------------------------------------------------------------ what can be had


@pytest.mark.parametrize(
    ("what", "option"), [("markdown", "markdown"), ("bbcode", "bbcode"), ("annotated", "annotated"), ("json", "json")]
)
def test_what_is_saved_is_what_the_program_prints(
    desk: Desk, what: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = (LOGS / "published-turn.lgn").read_bytes()
    ask(desk, "judge", record, name="published-turn.lgn")
    (tmp_path / "published-turn.lgn").write_bytes(record)
    monkeypatch.chdir(tmp_path)
    printed = referee("check", "--no-config", "--format", option, "published-turn.lgn").out
    saved = ask(desk, "saved", **{"as": what})
    assert saved["text"].strip() == printed.strip()
    assert saved["name"].startswith("published-turn")


def test_annotating_twice_changes_nothing(desk: Desk) -> None:
    ask(desk, "judge", GAME, name="game.lgn")
    once = ask(desk, "saved", **{"as": "annotated"})["text"]
    ask(desk, "judge", once, name="game.lgn")
    assert ask(desk, "saved", **{"as": "annotated"})["text"] == once


def test_the_report_is_one_page(desk: Desk) -> None:
    ask(desk, "judge", GAME, name="game.lgn")
    report = ask(desk, "report")
    assert report["name"] == "game-report.html"
    assert report["text"].lstrip().startswith("<!doctype html>")
    assert "would have been legal" in report["text"] or "Legal here" in report["text"]


def test_the_position_in_front_of_a_play_is_a_record_of_its_own(desk: Desk) -> None:
    """The position before a play, as its own record.

    Judged from there, the play has the finding that it had in its game.
    """
    ask(desk, "judge", (LOGS / "evening-2.lgn").read_bytes())
    found = ask(desk, "position", line=30)
    assert found["play"] == "US 75 deploy track > Pakistan 2 / no event => troops track 3"
    alone = ask(desk, "judge", f"{found['setup']}\n{found['play']}\n")
    assert [c["rule"]["name"] for c in alone["causes"]] == ["7.3.3"]
    for line in (1, 9999, None, "30"):
        assert refused(desk, "position", line=line) == "There is no play on this line."


def test_rules_have_titles(desk: Desk) -> None:
    titles = ask(desk, "titles", rules=["7.3.3", "99.9", 5, None])
    assert list(titles) == ["7.3.3"]


def test_nothing_can_be_had_of_nothing(desk: Desk) -> None:
    for call in ("report", "again"):
        assert refused(desk, call) == "There is no record yet."
    assert refused(desk, "saved", **{"as": "json"}) == "There is no record yet."
    ask(desk, "judge", GAME)
    assert "saved as" in refused(desk, "saved", **{"as": "../x"})


def test_a_long_check_says_how_far_it_is(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(progress, "EVERY", 0)
    progress.listen(lambda done, of: heard.append((done, of)))
    try:
        ask(desk, "judge", GAME + "US 46 reserves\n")
    finally:
        progress.listen(None)
    assert heard == [(0, 3), (1, 3), (2, 3)]


# ------------------------------------------------------------ hostile

HOSTILE = (
    "\u202e<img src=x onerror=alert(1)>\u0007\u2066",
    "<script>alert(1)</script>\x1b[31m",
    'J 1 "><svg onload=alert(1)>\u200b\u202d',
)


def test_nothing_that_steers_comes_out(desk: Desk) -> None:
    """Controls and marks of direction, shown as dots.

    Everything else is text as it was, for the page to show as text.
    """
    text = '[Game "\u202e<b>x</b>"]\n' + GAME + "".join(f"{line}\n" for line in HOSTILE)
    found = ask(desk, "judge", text, name="\u202egnp.<b>\x07.lgn")
    said = "".join(texts(found))
    assert said.isprintable()
    assert "<script>alert(1)</script>" in said
    assert found["name"] == "·gnp.<b>·.lgn"
    for what in ("annotated", "markdown", "bbcode", "json", "notation"):
        name = ask(desk, "saved", **{"as": what})["name"]
        assert not set(name) & set("<>/\\:\"'·\u202e")


def test_a_line_of_a_megabyte_is_cut_around_what_is_wrong(desk: Desk) -> None:
    found = ask(desk, "judge", GAME + "US 43 " + "x" * 1_000_000 + "\n")
    assert max(map(len, texts(found))) < 3000
    (long,) = [c for c in found["causes"] if c["line"] == 4]
    assert sum(map(len, long["quote"])) <= 402


@pytest.mark.parametrize(
    "data",
    [
        b"\0\1\2",
        b"\xff\xfe\0",
        b"PK\x03\x04" + b"x" * 300,
        b"{" * 5000,
        b"[" * 5000,
        b"\x1f\x8b\x08",
        b"!VCSK\xff",
        b'{"a',
    ],
)
def test_whatever_comes_in_is_answered(desk: Desk, data: bytes) -> None:
    assert "fault" not in raw(desk, "judge", data, name="x")
    for form in FORMATS:
        assert "fault" not in raw(desk, "again", form=form.name)


def test_too_large_a_file_is_refused(desk: Desk) -> None:
    assert "larger than 32 MiB" in refused(desk, "judge", bytes(MAX_BYTES + 1))
    assert refused(desk, "again") == "There is no record yet."


# -------------------------------------------------------------------- a corrected copy


def copied(desk: Desk, record: str, name: str = "evening.lgn") -> tuple[dict[str, Any], dict[str, Any]]:
    """The first finding with a fix, and the fixed copy."""
    found = ask(desk, "judge", record, name=name)
    finding = next(f for f in (*found["causes"], *found["notes"]) if f["fix"] is not None)
    return finding, ask(desk, "corrected", number=finding["fix"])


def test_a_fix_is_made_in_a_copy_with_the_rest_as_it_was(desk: Desk) -> None:
    record = "setup: Gulf States Fair Ally\r\n; a remark\r\nUS 43 deplyo track > Gulf States 2 ; two\r\n\r\n"
    finding, copy = copied(desk, record)
    assert finding["kind"] == "unreadable"
    assert (copy["name"], copy["line"]) == ("evening-corrected.lgn", 3)
    assert copy["text"] == "setup: Gulf States Fair Ally\n; a remark\nUS 43 deploy track > Gulf States 2  ; two\n\n"


def test_a_fix_in_a_post_is_made_in_the_record_that_was_taken_from_it(desk: Desk) -> None:
    lines = ("setup: Gulf States Fair Ally", "US 43 deplyo track > Gulf States 2", "US 20 woi Gulf States [6]")
    post = "\n  ".join(["Hello,\n\nthis was my turn:\n", *lines]) + "\n\nBye\n"
    _, copy = copied(desk, post, "post.txt")
    assert "US 43 deploy track > Gulf States 2" in copy["text"].split("\n")
    assert "deplyo" not in copy["text"]
    assert "US 20 woi Gulf States [6]" in copy["text"]


def test_there_is_no_copy_without_a_fix(desk: Desk) -> None:
    ask(desk, "judge", "setup: Gulf States Fair Ally\nUS 43 deplyo track > Gulf States 2\n")
    for number in (-1, 99, None, "0"):
        assert refused(desk, "corrected", number=number) == "There is no fix of this finding."


def test_a_mapping_goes_with_a_log_of_vassal(desk: Desk) -> None:
    log = (ROOT / "fixtures/vassal/synthetic-vobs-flat.vlog").read_bytes()
    unread = ask(desk, "judge", log, name="our game.vlog")
    assert unread["verdict"] == "unread"
    assert "referee vassal calibrate 'our game.vlog' -o my.toml" in unread["message"]
    zones = '[zones]\n"Iraq" = "Iraq"\n"Iran" = "Iran"\n'
    mapping = (
        shipped_text()
        .replace('["*Labyrinth*"]', '["Synthetic Test Module"]')
        .replace("maps = []", 'maps = ["Main Map"]')
    )
    mapping = mapping.replace("[images]\n", zones + '[images]\n"cell_sleeper.png" = "sleepers"\n')
    found = ask(desk, "again", mapping=mapping)
    assert found["form"]["name"] == "vassal"
    assert found["verdict"] != "unread"
    assert ask(desk, "judge", log, name="our game.vlog", mapping=mapping)["verdict"] == found["verdict"]
    refused = raw(desk, "again", mapping="[board]\nscale = 99\n")
    assert "Line 2 of the mapping" in json.dumps(refused)
    assert ask(desk, "judge", GAME, name="a.lgn", mapping=mapping)["form"]["name"] == "notation"
