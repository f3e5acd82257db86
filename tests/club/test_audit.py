"""The audit, with tables worked out by hand.

Broken files, the cache, and the same output from every way of work.
"""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import shutil
import sys
from dataclasses import asdict
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from referee import check
from referee.cli.many import AuditFormat
from referee.club.audit import dice, forms, html, judging, run, runner, totals, verdicts
from referee.club.audit.cache import Cache
from referee.club.audit.rows import Audit, GameRow
from referee.club.workers import dispatch, local
from referee.engine.record.findings import Finding
from referee.engine.state.script import Place
from referee.reports import columns
from tests.helpers.commands import referee

POSITION = "setup: prestige 5, funding 5, US Hard, Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally\n"
ONE = (
    '[Game "one"]\n[Jihadist "Ann"]\n[US "Bob"]\n\n' + POSITION + "setup: phase J 1, hand J 9, hand US 9\n"
    "J 95 recruit Pakistan 3 [1 2 6]\n"
    "J 83 travel Pakistan:s > Pakistan\n"
    "US 20 woi Gulf States [6]\n"
    "US 43 deploy track > Pakistan 2\n"  # illegal 7.3.3: Pakistan is Neutral
)
TWO = (
    '[Game "two"]\n[Jihadist "bob "]\n[US "Cy"]\n\n' + POSITION + "setup: phase US 1, hand J 9, hand US 9\n"
    "US 43 deploy track > Gulf States 2\n"
    "US 20 woi Pakistan [4]\n"
)
THREE = (
    '[Scenario "lets roll"]\n[Jihadist "Ann"]\n[US "?"]\n[Result "draw agreed"]\n\n'
    "setup: prestige 12, funding 9\n"
    "J 112 event => prestige 7\n"  # outcome, by card 112: it is 8
)
FOUR = (
    '[Players "Dee and Eve"]\n\n' + POSITION + "setup: phase US 1, hand J 9, hand US 9\n"
    "US 43 deploy track > Pakistan 1\n"  # illegal 7.3.3 again
    "US 20 woi Pakistan [?]\n"  # a die that nobody wrote down
)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "round 2").mkdir(parents=True)
    for name, content in {"one": ONE, "two": TWO, "three": THREE, "round 2/four": FOUR}.items():
        (folder / f"{name}.lgn").write_text(content, encoding="utf-8")
    return folder


def by_name(audit: Audit) -> dict[str, GameRow]:
    return {Path(row.file).name: row for row in audit.games}


def everything(audit: Audit) -> str:
    tables = [forms.as_csv(audit, which) for which in ("games", "players", "dice", "rules")]
    return "\n".join([forms.plain(audit), forms.as_json(audit), html.render(audit), *tables])


# ------------------------------------------------------------ the tables


def test_games_as_worked_out_by_hand(games: Path) -> None:
    audit = run([str(games)], jobs=1, cache=False)
    assert [Path(row.file).name for row in audit.games] == ["one.lgn", "four.lgn", "three.lgn", "two.lgn"]
    one, two, three, four = (by_name(audit)[f"{n}.lgn"] for n in ("one", "two", "three", "four"))
    assert (one.verdict, one.game, one.jihadist, one.us, one.scenario) == ("findings", "one", "Ann", "Bob", "")
    assert (one.plays, one.lines) == (4, {"J": 2, "US": 2})
    assert (one.findings, one.by_side, one.rules) == ({"illegal": 1}, {"US": {"illegal": 1}}, {"7.3.3": {"illegal": 1}})
    assert [(s.line, s.column, s.kind, s.rule) for s in one.spots] == [(10, 22, "illegal", "7.3.3")]
    assert one.dice == {"J": {"recruit": [1, 1, 0, 0, 0, 1]}, "US": {"war of ideas": [0, 0, 0, 0, 0, 1]}}
    assert (two.verdict, two.findings, two.dice) == ("clean", {}, {"US": {"war of ideas": [0, 0, 0, 1, 0, 0]}})
    assert (three.scenario, three.stated, three.winner) == ("Let's Roll!", "draw agreed", "")
    assert (three.findings, three.rules) == ({"outcome": 1}, {"card 112": {"outcome": 1}})
    assert (four.players, four.findings, four.dice) == ("Dee and Eve", {"illegal": 1}, {})
    assert (four.missing_dice, four.slips, four.all_counted) == (1, 0, 2)
    assert audit.findings == {"illegal": 2, "outcome": 1}
    assert (audit.missing_dice, audit.slips) == (1, 0)
    assert audit.status == 1


def test_players_as_worked_out_by_hand(games: Path) -> None:
    ann, bob, cy, both, nobody = run([str(games)], jobs=1, cache=False).players
    assert [p.name for p in (ann, bob, cy, both, nobody)] == ["Ann", "Bob", "Cy", "Dee and Eve", "US of three.lgn"]
    assert [p.named for p in (ann, bob, cy, both, nobody)] == [True, True, True, True, False]
    assert (ann.games, ann.jihadist, ann.us, ann.clean, ann.lines) == (2, 2, 0, 1, 3)
    assert ann.findings == {"outcome": 1}
    assert (bob.games, bob.jihadist, bob.us, bob.clean, bob.lines) == (2, 1, 1, 1, 2)
    assert bob.findings == {"illegal": 1}
    assert (cy.games, cy.clean, cy.lines, cy.findings) == (1, 1, 2, {})
    assert (both.games, both.jihadist, both.us, both.clean) == (1, 1, 1, 0)
    assert both.findings == {"illegal": 1}, "the missing die is no mistake of play"
    assert (nobody.games, nobody.jihadist, nobody.us, nobody.clean, nobody.findings) == (1, 0, 1, 1, {})
    assert (ann.dice.faces, ann.dice.n, ann.dice.average) == ([1, 1, 0, 0, 0, 1], 3, 3.0)
    assert (bob.dice.faces, cy.dice.faces) == ([0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0])


def test_all_dice_and_the_most_broken_rules(games: Path) -> None:
    audit = run([str(games)], jobs=1, cache=False)
    assert (audit.dice.faces, audit.dice.level) == ([1, 1, 0, 1, 0, 2], "too few")
    assert [(r.rule, r.times, r.games, r.kinds) for r in audit.rules] == [
        ("7.3.3", 2, 2, {"illegal": 2}),
        ("card 112", 1, 1, {"outcome": 1}),
    ]
    assert all(r.title for r in audit.rules)


def test_the_luck_of_each_player_stands_beside_the_test_of_the_dice(games: Path) -> None:
    audit = run([str(games)], jobs=1, cache=False)
    rows = by_name(audit)
    found = check(ONE).analysis()
    assert rows["one.lgn"].luck == {side: round(found.luck_of(side), 4) for side in ("J", "US")}
    assert rows["four.lgn"].luck == {}, "the die was not noted"
    ann, bob, _, both, nobody = audit.players
    assert ann.luck == pytest.approx(rows["one.lgn"].luck["J"], abs=1e-4)
    assert bob.luck == pytest.approx(rows["one.lgn"].luck["US"], abs=1e-4)
    assert (both.luck, nobody.luck) == (None, None)
    dice = next(t for t in forms.all_tables(audit) if t.title.startswith("Dice"))
    at = dice.columns.index(">luck")
    assert [row[at] for row in dice.rows] == [forms.luck(p.luck) for p in (ann, bob, audit.players[2])] + [""]
    assert forms.LUCK in forms.plain(audit)
    shown = html.render(audit)
    assert ">luck</th>" in shown
    assert "people play better" in shown
    assert forms.as_csv(audit, "players").splitlines()[0].endswith(",luck,drawn,unfinished,points,also")


def test_luck_that_nobody_knows_has_no_column(tmp_path: Path) -> None:
    (tmp_path / "game.lgn").write_text(THREE, encoding="utf-8")
    audit = run([str(tmp_path)], jobs=1, cache=False)
    assert all(">luck" not in t.columns for t in forms.all_tables(audit))
    assert ">luck</th>" not in html.render(audit)
    assert forms.LUCK not in forms.plain(audit)


def test_the_winner_is_counted() -> None:
    rows = [
        GameRow(file="a", jihadist="Ann", us="Bob", winner="J"),
        GameRow(file="b", jihadist="Bob", us="Ann", winner="J"),
        GameRow(file="c", jihadist="Ann", us="ann", winner="US"),  # alone at the table
        GameRow(file="d", jihadist="Ann", us="Bob"),
    ]
    ann, bob = totals.players(rows)
    assert (ann.games, ann.won, ann.lost) == (4, 2, 2)
    assert (bob.games, bob.won, bob.lost) == (3, 1, 1)


def test_what_cannot_be_checked_is_counted(games: Path) -> None:
    def finding(kind: str, rule: str) -> Finding:
        return Finding(kind, rule, "", Place(1, 1, 1))  # type: ignore[arg-type]

    assert verdicts.not_checked(finding("unsupported", "6.3.2"))
    assert verdicts.not_checked(finding("note", "5.3.2"))
    assert verdicts.not_checked(finding("note", "card 32"))
    assert not verdicts.not_checked(finding("note", "notation"))
    assert not verdicts.not_checked(finding("illegal", "5.3.2"))
    one = by_name(run([str(games)], jobs=1, cache=False))["one.lgn"]
    assert (one.unchecked, one.notes) == (1, 1)  # hidden hands


def test_behind_the_first_finding_nothing_is_checked_under_stop(games: Path) -> None:
    audit = run([str(games / "round 2")], jobs=1, cache=False, policy="stop")
    (row,) = audit.games
    assert (row.stopped, row.findings, row.plays) == (True, {"illegal": 1}, 1)
    assert "all after the first finding" in forms.plain(audit)


def test_a_record_handed_in_twice_is_one_game(games: Path) -> None:
    shutil.copy(games / "one.lgn", games / "copy.lgn")
    audit = run([str(games), str(games / "one.lgn")], jobs=1, cache=False)
    assert len(audit.games) == 5
    assert by_name(audit)["one.lgn"].same_as == str(games / "copy.lgn")
    assert (audit.findings, audit.missing_dice) == ({"illegal": 2, "outcome": 1}, 1)
    assert next(p for p in audit.players if p.name == "Bob").games == 2


def test_wide_and_combining_characters_stay_in_their_columns() -> None:
    rows = [GameRow(file="a", jihadist=name) for name in ("日本", "e\u0301e\u0301", "Ann", "x" * 99)]
    lines = (
        forms.plain(totals.audit(rows, version="1", policy="as-played", problems=[]))
        .split("\nGames\n")[1]
        .split("\n")[2:6]
    )
    assert len({columns.width(line[: line.index("open")]) for line in lines}) == 1
    assert "x" * 59 + "…" in lines[3]


# ------------------------------------------------------------ dice


@pytest.mark.parametrize(("x", "chance"), [(0, 1), (1.6103, 0.9), (11.0705, 0.05), (15.0863, 0.01), (20.515, 0.001)])
def test_the_tail_of_chi_square_is_that_of_the_printed_tables(x: float, chance: float) -> None:
    assert dice.tail(x) == pytest.approx(chance, rel=1e-4)


def test_chi_square_by_hand() -> None:
    assert dice.chi_square([10, 10, 10, 10, 10, 10]) == 0
    assert dice.chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)  # 25 4 1 4 0 100, by 10 each


def test_holm_by_hand() -> None:
    assert dice.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert dice.holm([0.9, 0.8]) == [1.0, 1.0]


def sample(faces: list[int]) -> dict[str, dict[str, list[int]]]:
    return {"J": {"jihad": faces}}


def test_nothing_is_said_of_few_dice() -> None:
    none, few, enough, nobody = dice.rows(
        [
            ({}, True),
            (sample([59, 0, 0, 0, 0, 0]), True),
            (sample([60, 0, 0, 0, 0, 0]), True),
            (sample([99, 0, 0, 0, 0, 0]), False),
        ]
    )
    assert (none.level, none.words) == ("none", "no dice")
    assert (few.level, few.chance) == ("too few", None)
    assert few.words == "59 dice: too few to say anything (60 are needed)"
    assert enough.level == "very unusual"
    assert enough.words.startswith(
        "60 dice: very unusual; fair dice are at least this uneven in less than 1 of 1,000,000"
    )
    assert enough.words.endswith("That proves nothing: see how they were rolled and written down")
    assert (nobody.level, nobody.chance) == ("none", None)


def test_many_players_make_one_oddity_usual() -> None:
    odd = sample([5, 8, 9, 8, 10, 20])  # 2 of 100
    (alone,) = dice.rows([(odd, True)])
    assert alone.level == "unusual"
    assert "in 2 of 100 samples of this size" in alone.words
    many = dice.rows([(odd, True)] + [(sample([10] * 6), True)] * 9)
    assert many[0].level == "usual"
    assert "no surprise with 10 samples tested" in many[0].words


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.37, "37 of 100"), (0.004, "1 of 250"), (0.00012, "1 of 8,300"), (1e-9, "less than 1 of 1,000,000")],
)
def test_chances_in_words(chance: float, words: str) -> None:
    assert dice.rate(chance) == words


# ------------------------------------------------------------ files that break


def test_broken_files_stop_nobody(games: Path) -> None:
    (games / "binary.lgn").write_bytes(b"\x00\x01\x02")
    (games / "page.lgn").write_bytes(b'[Game "caf\x81"]\n')
    (games / "nothing.lgn").write_bytes(b"; to be written\n")
    (games / "gone.lgn").symlink_to(games / "nowhere")
    (games / ".hidden.lgn").write_bytes(b"\x00")
    (games / "empty").mkdir()
    audit = run([str(games), str(games / "no such file"), str(games / "empty")], jobs=2, cache=False)
    rows = by_name(audit)
    assert [n for n, r in rows.items() if r.verdict == "unreadable"] == [
        "binary.lgn",
        "empty",
        "gone.lgn",
        "no such file",
        "nothing.lgn",
        "page.lgn",
    ]
    assert rows["gone.lgn"].message == "there is no such file"
    assert rows["page.lgn"].message.endswith("(line 1, column 11)")
    assert rows["nothing.lgn"].message.startswith("there is nothing in this file")
    assert "no record" in rows["empty"].message
    assert rows["two.lgn"].verdict == "clean"
    assert audit.status == 2
    assert audit.dice.faces == [1, 1, 0, 1, 0, 2]


def crash(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Let the referee break down on one file."""
    from referee.inputs import judging as inputs

    real = inputs.judge_bytes

    def judge_bytes(data: bytes, name: str, *args: object, **more: object) -> object:
        if name.endswith("two.lgn"):
            if how == "exit":
                os._exit(9)
            raise KeyError(f"\x1b[31m{object()}")
        return real(data, name, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(inputs, "judge_bytes", judge_bytes)
    if sys.platform == "linux":
        monkeypatch.setattr(local, "_context", lambda: multiprocessing.get_context("fork"))


def test_a_crash_is_a_row(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash(monkeypatch, "raise")
    audit = run([str(games)], jobs=1)
    row = by_name(audit)["two.lgn"]
    assert (row.verdict, row.findings, row.unchecked) == ("failed", {"unsupported": 1}, 1)
    assert "please report it: KeyError in club/test_audit.py" in row.message
    assert "0x" not in row.message
    assert "\x1b" not in row.message
    assert audit.status == 1
    assert audit.states() == {"clean": 0, "findings": 3, "unreadable": 0, "failed": 1}
    monkeypatch.undo()
    assert by_name(run([str(games)], jobs=1))["two.lgn"].verdict == "clean", "a crash is not remembered"


@pytest.mark.skipif(sys.platform != "linux", reason="the fault is handed down to the processes by fork")
@pytest.mark.parametrize("how", ["raise", "exit"])
def test_a_process_that_dies_takes_one_file_with_it(games: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    crash(monkeypatch, how)
    audit = run([str(games)], jobs=2, cache=False)
    rows = by_name(audit)
    assert rows["two.lgn"].verdict == "failed"
    assert {rows[f"{n}.lgn"].verdict for n in ("one", "three", "four")} == {"findings"}
    if how == "exit":
        assert rows["two.lgn"].message == dispatch.GONE


# ------------------------------------------------------------ the same output


def test_neither_processes_nor_order_change_the_output(games: Path) -> None:
    for n in range(12):
        (games / f"more {n}.lgn").write_text(TWO.replace("[4]", f"[{n % 6 + 1}]") + f"; {n}\n", encoding="utf-8")
    (games / "bad.lgn").write_bytes(b"\x00")
    single = [str(p) for p in games.rglob("*.lgn")]
    alone = everything(run([str(games)], jobs=1, cache=False))
    assert everything(run([str(games)], jobs=2, cache=False)) == alone
    assert everything(run(sorted(single), jobs=2, cache=False)) == alone
    assert everything(run(sorted(single, reverse=True), jobs=1, cache=False)) == alone
    assert everything(run([*single, str(games), f"{games}/../games/one.lgn"], jobs=1, cache=False)) == alone


# ------------------------------------------------------------ the cache


def note_judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which files are judged from here on."""
    seen: list[str] = []
    real = judging.judge

    def judge(job: judging.Job, terms: judging.Terms) -> judging.Result | None:
        seen.append(Path(job.path).name)
        return real(job, terms)

    monkeypatch.setattr(judging, "judge", judge)
    return seen


def test_a_hit_gives_the_same_output(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (games / "bad.lgn").write_bytes(b"\x00")
    without = everything(run([str(games)], jobs=1, cache=False))
    assert everything(run([str(games)], jobs=1)) == without
    seen = note_judged(monkeypatch)
    assert everything(run([str(games)], jobs=1)) == without
    assert everything(run([str(games)], jobs=2)) == without
    assert seen == []
    run([str(games)], jobs=1, policy="stop")
    assert len(seen) == 5, "another policy is another verdict"


def test_only_what_changed_is_judged_again(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run([str(games)], jobs=1)
    seen = note_judged(monkeypatch)
    (games / "one.lgn").write_text(ONE.replace("Pakistan 2\n", "Gulf States 2\n"), encoding="utf-8")
    shutil.move(games / "three.lgn", games / "round 2" / "moved.lgn")
    audit = run([str(games)], jobs=1)
    assert seen == ["one.lgn"]
    assert by_name(audit)["one.lgn"].verdict == "clean"
    assert by_name(audit)["moved.lgn"].findings == {"outcome": 1}


@pytest.mark.parametrize("what", ["version", "program"])
def test_an_upgrade_makes_the_entries_void(games: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    run([str(games)], jobs=1)
    seen = note_judged(monkeypatch)
    if what == "version":
        monkeypatch.setattr(runner, "version", lambda: "99")
    else:
        monkeypatch.setattr("referee.engine.record.setup.scenario_files", lambda: {"another": {"name": "another"}})
    run([str(games)], jobs=1)
    assert len(seen) == 4


def test_the_program_is_known_by_its_own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import referee
    from referee.club.program import fingerprint

    copy = tmp_path / "referee"
    shutil.copytree(Path(referee.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(referee, "__file__", str(copy / "__init__.py"))
    before = fingerprint("1")
    assert before == fingerprint("1") != fingerprint("2")
    for changed in ("editions/base/victory.py", "rules/chapter8.toml", "editions/base/data/cards.json"):
        with (copy / changed).open("a") as file:
            file.write("\n")
        after = fingerprint("1")
        assert after != before, changed
        before = after


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"{}\n", b"[" * 100_000])
def test_a_damaged_entry_is_no_entry(games: Path, tmp_path: Path, damage: bytes) -> None:
    without = everything(run([str(games)], jobs=1))
    entries = list((tmp_path / "cache").rglob("*.json"))
    assert len(entries) == 4
    for entry in entries:
        entry.write_bytes(damage)
    assert everything(run([str(games)], jobs=1)) == without
    assert all(entry.read_bytes() != damage for entry in entries), "it is mended"


def test_an_entry_that_was_edited_or_renamed_is_no_entry(games: Path, tmp_path: Path) -> None:
    without = everything(run([str(games)], jobs=1))
    entries = sorted((tmp_path / "cache").rglob("*.json"))
    assert '"follows":0' in entries[0].read_text()
    entries[0].write_text(entries[0].read_text().replace('"follows":0', '"follows":7'))
    shutil.copy(entries[2], entries[1])
    assert everything(run([str(games)], jobs=1)) == without


def test_the_cache_may_be_deleted_or_missing(games: Path, tmp_path: Path) -> None:
    without = everything(run([str(games)], jobs=1))
    shutil.rmtree(tmp_path / "cache")
    assert everything(run([str(games)], jobs=1)) == without
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("a file is in the way")
    assert everything(run([str(games)], jobs=1)) == without
    (tmp_path / "cache").unlink()
    run([str(games)], jobs=1, cache=False)
    assert not (tmp_path / "cache").exists()


def test_old_versions_are_forgotten(tmp_path: Path) -> None:
    old, new = tmp_path / "audit" / "old", tmp_path / "audit" / "new"
    for folder in (old, new):
        folder.mkdir(parents=True)
    os.utime(old, (1_000_000_000, 1_000_000_000))
    assert Cache.open("1", tmp_path) is not None
    assert new.exists()
    assert not old.exists()


# ------------------------------------------------------------ reports


def test_reports_are_written_linked_and_kept(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def fake(verdict: object, analysed: object) -> str:
        made.append("report")
        return "<p>report</p>"

    monkeypatch.setattr("referee.reports.html.render", fake)
    reports = tmp_path / "out" / "reports"
    reports.mkdir(parents=True)
    audit = run([str(games)], jobs=1, reports=reports)
    assert sorted(p.name for p in reports.iterdir()) == ["four.html", "one.html", "three.html", "two.html"]
    page = html.render(audit, reports=reports, output=tmp_path / "out" / "audit.html")
    assert 'href="reports/one.html"' in page
    assert 'href="reports/one.html#L10"' in page
    assert forms.as_json(run([str(games)], jobs=1, reports=reports)) == forms.as_json(audit)
    assert len(made) == 4, "reports that are there stay"
    (reports / "one.html").write_text("damaged")
    (reports / "two.html").unlink()
    run([str(games)], jobs=1, reports=reports)
    assert len(made) == 6
    assert (reports / "one.html").read_text() == "<p>report</p>"


def test_a_report_that_fails_is_said(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(verdict: object, analysed: object) -> str:
        raise RuntimeError("no")

    monkeypatch.setattr("referee.reports.html.render", fail)
    audit = run([str(games / "two.lgn")], jobs=1, reports=tmp_path)
    assert audit.games[0].verdict == "clean"
    assert audit.games[0].report == ""
    assert audit.status == 2
    assert audit.problems[0].startswith("two.html: the report cannot be made")


def test_report_names_differ_and_are_plain() -> None:
    paths = ["a/game.lgn", "b/Game.lgn", "c/game-1.lgn", "-", "d/../é <x>?.lgn", "e/%.lgn", "f/audit.lgn"]
    names = runner.report_names(paths, {"audit.html"})
    assert names["c/game-1.lgn"] == "game-1.html"
    assert names["-"] == "stdin.html"
    assert names["e/%.lgn"].startswith("game-")
    assert len({n.casefold() for n in names.values()} | {"audit.html"}) == len(paths) + 1
    assert all(ch.isalnum() or ch in "-_." for n in names.values() for ch in n)
    assert names == runner.report_names(list(reversed(paths)), {"audit.html"})


# ------------------------------------------------------------ what comes from records


NASTY = "=cmd()<script>alert(1)</script>\x1b[31m\u202e&'[red]"


def nasty(folder: Path) -> Path:
    path = folder / "<img src=x>.lgn"
    tags = "".join(f'[{tag} "{NASTY}"]\n' for tag in ("Game", "Jihadist", "Result", "Scenario"))
    path.write_text(f'{tags}[US "@{NASTY}"]\n{NASTY}\n', "utf-8")
    return path


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if ("http-equiv", "Content-Security-Policy") in attrs:
            self.policy = dict(attrs)["content"] or ""
        assert not any(k.startswith("on") or k == "style" for k, _ in attrs)


def test_nothing_from_a_record_is_markup_or_steers_the_terminal(tmp_path: Path) -> None:
    nasty(tmp_path)
    audit = run([str(tmp_path)], jobs=1, cache=False)
    page = Page()
    shown = html.render(audit)
    page.feed(shown)
    assert "img" not in page.tags
    assert page.tags.count("script") == 1, "the page's own"
    assert "alert(1)</script>" not in shown
    assert page.policy.startswith("default-src 'none'; style-src 'sha256-")
    for form in (shown, forms.plain(audit), forms.as_json(audit), forms.as_csv(audit), forms.as_csv(audit, "dice")):
        assert all(ch.isprintable() or ch == "\n" for ch in form)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("a;=1+1", "a;'=1+1"),
        ("x; =HYPERLINK(0)", "x; '=HYPERLINK(0)"),
        ("a|+1", "a|'+1"),
        (" -1", " '-1"),
        ("\uff1d1", "'\uff1d1"),
        ("a-b", "a-b"),
        ("one=two", "one=two"),
    ],
)
def test_nowhere_does_a_spreadsheet_see_a_formula(written: str, shown: str) -> None:
    audit = totals.audit([GameRow(file="a", game=written)], version="1", policy="as-played", problems=[])
    (cells,) = list(csv.reader(io.StringIO(forms.as_csv(audit))))[1:]
    assert cells[2] == shown


def game(file: str, **more: object) -> GameRow:
    return GameRow(file=file, scenario="Let's Roll!", **more)  # type: ignore[arg-type]


ROWS = [
    game("a-clean-one.lgn"),
    game("a-bad-one.lgn", verdict="findings", findings={"illegal": 3}, follows=2),
    game("a-worse-one.lgn", verdict="findings", findings={"illegal": 2, "outcome": 4}, broken_off=3, unchecked=1),
    GameRow(file="not-one.lgn", verdict="unreadable", message="the file is empty"),
]


def test_the_worst_come_first_and_the_clean_can_be_left_out() -> None:
    audit = totals.audit(list(ROWS), version="1", policy="as-played", problems=[])
    assert [r.file for r in audit.rows] == [r.file for r in ROWS]
    audit.arrange(worst_first=True)
    assert [r.file for r in audit.rows] == ["not-one.lgn", "a-worse-one.lgn", "a-bad-one.lgn", "a-clean-one.lgn"]
    audit.arrange(only_findings=True)
    assert [r.file for r in audit.rows] == ["a-bad-one.lgn", "a-worse-one.lgn", "not-one.lgn"]
    assert audit.states()["clean"] == 1, "totals stay"
    assert forms.summary(audit).startswith(
        "4 files: 1 clean, 2 with findings, 1 unreadable, 1 unfinished; 9 mistakes ("
    )


@pytest.mark.parametrize("room", [40, 80, 100, 140, 250])
def test_no_word_of_a_table_is_broken_in_any_width(room: int) -> None:
    audit = totals.audit(list(ROWS), version="1", policy="as-played", problems=[])
    for table in forms.all_tables(audit):
        lines = [line for line, _ in forms.within(table, room)]
        assert all(columns.width(line) <= room for line in lines)
        words = {word.strip(";:,") for line in lines for word in line.split()}
        for row in table.rows:
            assert {word.strip(";:,") for cell in row for word in cell.split()} <= words
    if room == 40:
        (first, *_) = [line for line, _ in forms.within(forms.games(audit), room) if line.startswith("a-worse-one")]
        assert first == "a-worse-one.lgn: 6 mistakes (2 illegal,"


def test_the_words_of_a_table_are_told_where_they_are_used() -> None:
    shown = forms.plain(totals.audit(list(ROWS), version="1", policy="as-played", problems=[]))
    for word in ("mistakes", "knock-on", "stops in", "open points"):
        assert f"\n{word}: " in shown
    assert "turn 3" in shown
    assert "open points: " not in forms.plain(totals.audit(ROWS[:1], version="1", policy="as-played", problems=[]))


SCENARIO = '[Scenario "Let\'s Roll!"]\n'
PLAY = "J 112 event => prestige 3\n"


@pytest.mark.parametrize(
    ("record", "turn"),
    [
        (SCENARIO + PLAY, 1),
        (SCENARIO + PLAY + "board: prestige 3\n", 1),
        (SCENARIO + PLAY + "end of turn\n", 0),
        (SCENARIO + PLAY + "end of turn\ndeal J 9 US 8\n", 0),
        (SCENARIO + '[Result "US"]\n' + PLAY, 0),
        (SCENARIO + PLAY + "board: US wins\n", 0),
        (SCENARIO, 0),
        (POSITION + "US 43 deploy track > Gulf States 2\n", 0),
    ],
)
def test_a_game_that_was_broken_off_is_told_from_a_bad_one(tmp_path: Path, record: str, turn: int) -> None:
    (tmp_path / "a.lgn").write_text(record, encoding="utf-8")
    (row,) = run([str(tmp_path)], jobs=1, cache=False).games
    assert row.broken_off == turn


def test_records_without_tags_give_every_seat_a_name_of_its_own() -> None:
    rows = [game(f"{folder}/{name}.lgn") for folder, name in (("x", "one"), ("x", "two"), ("y", "two"))]
    assert [(p.name, p.named, p.games) for p in totals.players(rows)] == [
        ("Jihadist of one.lgn", False, 1),
        ("Jihadist of x/two.lgn", False, 1),
        ("Jihadist of y/two.lgn", False, 1),
        ("US of one.lgn", False, 1),
        ("US of x/two.lgn", False, 1),
        ("US of y/two.lgn", False, 1),
    ]


def test_the_command_sorts_and_filters(games: Path) -> None:
    shown = command(str(games), "--jobs", "1", "--only-findings")[1].split("Players")[0]
    assert "two.lgn" not in shown
    assert "three.lgn" in shown
    worst = json.loads(command(str(games), "--format", "json", "--sort", "worst")[1])["games"]
    assert [Path(r["file"]).name for r in worst] == ["four.lgn", "one.lgn", "three.lgn", "two.lgn"]
    listed = [Path(r["file"]).name for r in json.loads(command(str(games), "--format", "json")[1])["games"]]
    assert listed == ["one.lgn", "four.lgn", "three.lgn", "two.lgn"]


def test_csv_parses_and_holds_no_formula(games: Path) -> None:
    nasty(games)
    audit = run([str(games)], jobs=1, cache=False)
    rows = list(csv.DictReader(io.StringIO(forms.as_csv(audit))))
    assert [r["file"] for r in rows] == [g.file for g in audit.games]
    assert [int(r["illegal"]) for r in rows if r["game"] == "one"] == [1]
    for which in get_args(forms.Which):
        table = list(csv.reader(io.StringIO(forms.as_csv(audit, which))))
        assert len({len(line) for line in table}) == 1
        assert not any(cell[:1] in ("=", "+", "-", "@") for line in table for cell in line if cell)


# ------------------------------------------------------------ the command


def command(*arguments: str) -> tuple[int, str]:
    run = referee("audit", *arguments)
    return run.status, run.out + run.err


def test_the_command_prints_plain_text_and_its_exit_status(games: Path) -> None:
    status, output = command(str(games), "--jobs", "1")
    assert status == 1
    assert "line 10 (7.3.3)" in output
    assert "4 files: 1 clean, 3 with findings; 3 mistakes (2 illegal, 1 wrong result), 1 die not noted" in output
    assert "\x1b" not in output
    assert command(str(games / "two.lgn"), "--no-cache")[0] == 0
    assert command(str(games / "two.lgn"), str(games / "none"))[0] == 2


def test_the_command_writes_every_form(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for form in get_args(AuditFormat):
        _, printed = command(str(games), "--format", form, "--jobs", "1")
        status, said = command(str(games), "--format", form, "-o", str(out / form), "--jobs", "1")
        assert status == 1
        assert said.endswith(f"audit: {out / form}\n")
        assert (out / form).read_text(encoding="utf-8") == printed
    summary = json.loads((out / "json").read_text())["summary"]
    assert (summary["findings"], summary["missing_dice"]) == ({"illegal": 2, "outcome": 1}, 1)
    _, printed = command(str(games), "--format", "csv", "--table", "rules")
    assert printed.splitlines()[1].startswith("7.3.3,")
    assert command(str(games), "-o", str(tmp_path / "no" / "where"))[0] == 2
    assert command(str(games), "--reports", str(games / "one.lgn"))[0] == 2


def test_the_command_writes_reports(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    page = str(out / "one.html")
    status, _ = command(str(games), "--format", "html", "-o", page, "--reports", str(out), "--jobs", "1")
    assert status == 1
    names = {p.name for p in out.iterdir()}
    assert {"one.html", "two.html", "three.html", "four.html"} < names
    assert len(names) == 5, "the audit's own file is nobody's report"
    assert "<h1>4 records</h1>" in (out / "one.html").read_text(encoding="utf-8")


def test_rows_survive_the_way_through_json(games: Path) -> None:
    for row in run([str(games)], jobs=1, cache=False).games:
        assert GameRow.from_json(json.loads(json.dumps(asdict(row)))) == row
    with pytest.raises(ValueError, match="not a row"):
        GameRow.from_json({})


def test_a_game_by_mail_names_the_message_of_its_first_finding(tmp_path: Path) -> None:
    mail = (
        "From: Birch <birch@post.example>\nDate: Tue, 4 Mar 2025 08:15:30 +0100\nMessage-ID: <1@post.example>\n\n"
        '[Scenario "Let\'s Roll!"]\n\nsetup: turn 2, phase US 1, US Hard\n\nHello,\n\nUS 43 deploy track > Pakistan 2\n'
    )
    (tmp_path / "turn.eml").write_text(mail, encoding="utf-8")
    told = referee("audit", "--no-cache", tmp_path).out
    assert "(message 1, line 7) (7.3.3)" in told
