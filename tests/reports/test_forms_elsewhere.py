"""The verdict for other places.

Forums and mails, code hosts, test servers, the record itself.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from referee.reports import annotated, bbcode, github, markdown
from referee.reports.forms import VerdictFormat
from tests.helpers.commands import program, referee
from tests.helpers.paths import LOGS

pytestmark = pytest.mark.usefixtures("judged_once")
EVENING = LOGS / "evening-2.lgn"
HOSTILE = (
    '[Scenario "Let\'s Roll!"]\n'
    "J 112 event => prestige 9 ; [b]bold[/b] [url=http://x.example]x[/url] <b> & @everyone ::error::x %0A ]]> :shake:\n"
    "[img]http://x.example/y.png[/img]\nwww.x.example <script>alert(1)</script>\n"
)


def form(name: str, *arguments: str | Path, stdin: str = "") -> str:
    return referee("check", "--format", name, *arguments, stdin=stdin).out


@pytest.mark.parametrize("name", VerdictFormat)
def test_every_form_has_the_exit_status_of_the_verdict(name: str, tmp_path: Path) -> None:
    clean = referee("check", "--format", name, "-", stdin='[Scenario "Let\'s Roll!"]\nJ 112 event\n')
    assert clean.status == 0
    assert referee("check", "--format", name, EVENING).status == 1
    missing = referee("check", "--format", name, tmp_path / "nowhere.lgn")
    assert missing.status == 2
    assert "no such file" in missing.out


@pytest.mark.parametrize("name", VerdictFormat)
def test_every_form_has_the_reason_and_the_help(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.engine.explaining import referee as engine

    real = engine.check

    def told(*given: object, **more: object) -> object:
        verdict = real(*given, **more)  # type: ignore[arg-type]
        for f in verdict.findings:
            f.reason, f.help, f.assumed = "the reason for it", "what to write", "it had come first"
        return verdict

    monkeypatch.setattr("referee.inputs.judging.check", told)
    out = form(name, "-", stdin='[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 9\n')
    for words in ("the reason for it", "what to write", "it had come first"):
        assert words in out


# ------------------------------------------------------------------------------------------- forums and mails


def test_bbcode_is_laid_out_for_a_post() -> None:
    out = form("bbcode", EVENING)
    assert out.startswith("[b]")
    assert "7 mistakes (3 by the Jihadist, " in out.splitlines()[0]
    assert "[c]US 75 deploy track > Pakistan 2 / no event =＞" not in out
    assert "[c]US 75 deploy track > Pakistan 2 / no event => troops track 3[/c]" in out
    assert "[b]Not allowed[/b] (illegal 7.3.3), line 30, US play: " in out
    assert "[c]J 111 jihad Afghanistan:aa [3 5] => Afghanistan Poor 3 actives[/c]" in out, "dice stay dice"
    opened, closed = re.findall(r"\[(b|i|c)\]", out), re.findall(r"\[/(b|i|c)\]", out)
    assert sorted(opened) == sorted(closed)


def test_no_record_puts_a_tag_into_a_post() -> None:
    out = form("bbcode", "-", stdin=HOSTILE)
    ours = re.sub(r"\[/?[bic]\]", "", re.sub(r"(?m)^\[c\].*\[/c\]$", lambda m: m[0][3:-4], out))
    assert not re.search(r"\[/?[a-zA-Z*]", re.sub(r"(?m)^\[[bi]\][^\[]*\[/[bi]\]", "", ours))
    assert "://" not in out
    assert "www.x" not in out
    assert ":shake:" not in out


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("[3 5]", "[3 5]"),
        ("[?]", "[?]"),
        ("[b]", "［b]"),
        ("[/b]", "［/b]"),
        ("[*]", "［*]"),
        ("https://x", "https: //x"),
        ("t[2]", "t[2]"),
    ],
)
def test_bbcode_escapes_tags_and_keeps_dice(words: str, shown: str) -> None:
    assert bbcode.escape(words) == shown


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("@octocat", "@\u200boctocat"),
        ("http://x", "http\\://x"),
        ("www.x.org", "www\\.x.org"),
        ("a*b_<i>", "a\\*b\\_\\<i\\>"),
        ("1: 2", "1: 2"),
    ],
)
def test_markdown_escapes_names_and_addresses(words: str, shown: str) -> None:
    assert markdown.escape(words) == shown


def test_markdown_says_whose_play_it_was() -> None:
    assert "- **Not allowed** (illegal 7.3.3), line 30, US play: " in form("markdown", EVENING)


# ------------------------------------------------------------------------------------------- programs


def test_sarif_has_the_structure_of_version_2_1_0(tmp_path: Path) -> None:
    log = json.loads(form("sarif", EVENING, LOGS / "evening-1.lgn", tmp_path / "nowhere 1.lgn"))
    assert log["version"] == "2.1.0"
    assert set(log) == {"$schema", "version", "runs"}
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "referee"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    assert next(r for r in driver["rules"] if r["id"] == "7.3.3")["shortDescription"]["text"].startswith("Deploy")
    verdict = json.loads(form("json", EVENING))
    here = [
        r
        for r in run["results"]
        if r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == EVENING.as_uri()
    ]
    assert len(here) == len(verdict["findings"])
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] >= 1
        assert 1 <= region["startColumn"] <= region["endColumn"]
        assert all(loc["id"] >= 1 and loc["message"]["text"] for loc in result.get("relatedLocations", ()))
    places = {(r["ruleId"], r["locations"][0]["physicalLocation"]["region"]["startLine"]) for r in here}
    assert places == {(f["rule"], f["line"]) for f in verdict["findings"]}
    assert run["results"][-1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("nowhere%201.lgn")


def test_junit_has_a_test_for_each_action(tmp_path: Path) -> None:
    root = ET.fromstring(form("junit", EVENING, LOGS / "evening-1.lgn", tmp_path / "nowhere.lgn").split("\n", 1)[1])
    evening, clean, missing = root.findall("testsuite")
    verdict = json.loads(form("json", EVENING))
    counted = [f for f in verdict["findings"] if f["kind"] != "note" and not f["follows"]]
    assert int(evening.get("failures", "")) == len(counted)
    assert len([c for c in evening if re.match(r"line \d+ a\d+ ", c.get("name", ""))]) == verdict["actions"]
    assert (clean.get("failures"), clean.get("errors")) == ("0", "0")
    assert missing.get("errors") == "1"
    assert int(root.get("tests", "")) == sum(len(s) for s in (evening, clean, missing))
    failure = next(e for e in evening.iter("failure") if e.get("message", "").startswith("7.3.3"))
    assert failure.get("type") == "illegal"
    assert f"{EVENING}:30:22: not allowed [illegal 7.3.3]: " in (failure.text or "")


def test_junit_is_xml_whatever_a_record_brings() -> None:
    out = form("junit", "-", stdin=HOSTILE + "\x0b\x1b ￾ <a>\n")
    root = ET.fromstring(out.split("\n", 1)[1])
    assert "<script>" in ET.tostring(root, encoding="unicode", method="text") or "&lt;script&gt;" in out


def test_github_gets_a_command_for_each_finding() -> None:
    lines = form("github", EVENING).splitlines()
    assert len(lines) == len(json.loads(form("json", EVENING))["findings"])
    match = next(m for m in (re.match(r"::error file=(.*),line=30,.*title=(.*?)::(.*)", line) for line in lines) if m)
    assert match[1] == str(EVENING)
    assert match[2] == "not allowed (US play) [illegal 7.3.3]"
    assert "%0A" in match[3], "help is on a line of its own"
    assert (
        form("github", LOGS / "evening-1.lgn").count("::notice")
        == form("github", LOGS / "evening-1.lgn").count("::") // 2
    )


def test_no_record_gives_a_workflow_a_command() -> None:
    lines = form("github", "-", stdin=HOSTILE + "J 9 ev\r::warning::x\n").splitlines()
    for line in lines:
        assert re.match(
            r"::(error|warning|notice) file=[^:,]*,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=[^:]*::", line
        )
    assert github._value("a:b,c%\n") == "a%3Ab%2Cc%25·"


# ------------------------------------------------------------------------------------------- the annotated record


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(LOGS.glob("*.lgn")), ids=lambda p: p.stem)
def test_annotating_twice_changes_nothing(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    first = form("annotated", copy)
    assert first.count(annotated.MARK) > 0
    copy.write_text(first, encoding="utf-8")
    assert form("annotated", copy) == first
    assert annotated.bare(first.encode()).decode().rstrip("\n") == path.read_text(encoding="utf-8").rstrip("\n")


def test_a_play_that_comes_later_is_annotated_anew(tmp_path: Path) -> None:
    record = '[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 9\n'
    copy = tmp_path / "game.lgn"
    copy.write_text(form("annotated", "-", stdin=record), encoding="utf-8")
    copy.write_text(copy.read_text(encoding="utf-8") + "J 113 reserves\n", encoding="utf-8")
    out = form("annotated", copy)
    assert out.count("outcome") == 1
    assert out.index("J 113 reserves") < out.index("final position")
    assert out.count("final position") == 1


def test_an_annotated_record_is_judged_as_the_record() -> None:
    once = form("annotated", EVENING)
    kinds = [(f["kind"], f["rule"]) for f in json.loads(form("json", EVENING))["findings"]]
    assert [(f["kind"], f["rule"]) for f in json.loads(form("json", "-", stdin=once))["findings"]] == kinds


def test_no_comment_of_ours_is_a_line_of_the_record() -> None:
    out = program("check", "--format", "annotated", "-", stdin=b"J 112 evnt ; \xe2\x80\xa8J 113 reserves\n").out
    assert [line for line in re.split(r"[\n\u2028]", out) if line.startswith("J 113")] == ["J 113 reserves"]


def test_markdown_links_pictures_of_the_plays_with_findings(tmp_path: Path) -> None:
    folder = tmp_path / "two words"
    told = form("markdown", EVENING, "--pictures", folder)
    linked = re.findall(r"^  !\[The position after (a\d+)\]\(<(.*)>\)$", told, re.MULTILINE)
    assert {name for name, _ in linked} >= {"a13", "a22"}
    assert [Path(place).name for _, place in linked] == [f"{name}.svg" for name, _ in linked]
    for _, place in linked:
        assert ET.fromstring(Path(place).read_text(encoding="utf-8")).tag.endswith("svg")
    refused = referee("check", "--pictures", folder, EVENING)
    assert (refused.status, "--format markdown" in refused.err) == (2, True)
