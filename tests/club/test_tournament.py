"""A tournament with standings worked out by hand.

Names are one only by a statement; the director's statements count.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from referee.cli import many
from referee.club.audit import forms, html, names, totals, tournament
from referee.club.audit.rows import Audit, GameRow, Spot
from referee.club.audit.tournament import Points, Tournament, TournamentError
from tests.helpers.commands import referee


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def game(file: str, jihadist: str, us: str, winner: str = "", **more: object) -> GameRow:
    rule = {"US": "2.1.1", "J": "8.5.6-victory"}.get(winner, "")
    return GameRow(file=file, jihadist=jihadist, us=us, winner=winner, winner_rule=rule, **more)  # type: ignore[arg-type]


def season() -> list[GameRow]:
    return [
        game("1.lgn", "Ann", "Bob", "J"),
        game("2.lgn", "Bob", "Cy", "draw"),
        game("3.lgn", "Cy", "Ann", "US"),
        game("4.lgn", "Ann.", "Dee", "J"),
        game("5.lgn", "Dee", "Bob"),
        game("6.lgn", "Eve", "eve ", "US"),
        game("7.lgn", "?", "Bob", "US"),
    ]


def audited(rows: list[GameRow], stated: Tournament | None = None) -> Audit:
    return totals.audit(rows, version="1", policy="as-played", problems=[], tournament=stated)


def table(audit: Audit) -> list[tuple[object, ...]]:
    return [(s.place, s.player, s.points, s.games, s.won, s.drawn, s.lost, s.unfinished) for s in audit.standings]


# ------------------------------------------------------------ standings


def test_standings_as_worked_out_by_hand() -> None:
    assert table(audited(season())) == [
        (1, "Ann", 2, 2, 2, 0, 0, 0),
        (2, "Bob", 1.5, 4, 1, 1, 1, 1),
        (3, "Ann.", 1, 1, 1, 0, 0, 0),
        (4, "Cy", 0.5, 2, 0, 1, 1, 0),
        (5, "Eve", 0, 1, 1, 0, 1, 0),  # nobody wins a point from himself
        (6, "Dee", 0, 2, 0, 0, 1, 1),
    ]


def test_other_points_and_a_place_that_is_shared() -> None:
    rows = [game("1", "A", "B", "J"), game("2", "C", "D", "US"), game("3", "E", "F"), game("4", "G", "H", "draw")]
    stated = Tournament(points=Points(win=3, draw=1, loss=-1, unfinished=0.5))
    assert [row[:3] for row in table(audited(rows, stated))] == [
        *((1, "A", 3), (1, "D", 3), (3, "G", 1), (3, "H", 1), (5, "E", 0.5), (5, "F", 0.5), (7, "B", -1), (7, "C", -1)),
    ]


def test_a_record_that_was_handed_in_twice_or_has_no_verdict_gives_no_points() -> None:
    rows = [game("1", "A", "B", "J"), game("2", "A", "B", "J", same_as="1"), game("3", "A", "B", "J", verdict="failed")]
    assert [row[:4] for row in table(audited(rows))] == [(1, "A", 1, 1), (2, "B", 0, 1)]


def test_a_result_that_the_director_states() -> None:
    rows = [
        game("x/1.lgn", "A", "B", stated="A ran out of time"),
        game("2.lgn", "A", "B", "J"),
        game("3.lgn", "A", "B"),
    ]
    assert [row.file for row in forms.by_word(audited(rows))] == ["x/1.lgn"]
    assert forms.WORDS_ALONE in forms.plain(audited(rows))
    stated = Tournament(results=(("1.lgn", "US"), ("2.lgn", "US"), ("3.lgn", "draw")))
    audit = audited(rows, stated)
    assert [(r.decided, r.agreed) for r in audit.games] == [("US", "US"), ("J", ""), ("draw", "draw")]
    assert [forms.result(r) for r in audit.games] == ["US (as stated)", "J (8.5.6)", "draw (as stated)"]
    assert [row[:3] for row in table(audit)] == [(1, "A", 1.5), (1, "B", 1.5)]
    assert forms.by_word(audit) == []


def test_nothing_is_ranked_where_nothing_is_decided() -> None:
    rows = [game("1", "A", "B")]
    assert "Standings" not in forms.plain(audited(rows))
    assert "Standings" in forms.plain(audited(rows, Tournament(title="Spring")))
    assert "Standings" not in forms.plain(audited([game("1", "", "", "US")]))


# ------------------------------------------------------------ names


def test_spellings_are_put_together_only_if_that_is_stated() -> None:
    audit = audited(season())
    assert audit.perhaps_same == [["Ann", "Ann."]]
    assert "If so: --same Ann=Ann." in forms.plain(audit)
    assert "“Ann” and “Ann.”" in html.render(audit)
    merged = audited(season(), Tournament(same=(("Ann", "Ann."),)))
    assert merged.perhaps_same == []
    ann = next(p for p in merged.players if p.name == "Ann")
    assert (ann.games, ann.won, ann.points, ann.also) == (3, 3, 3, ["Ann."])
    assert "Ann: also written “Ann.”" in forms.plain(merged)
    assert 'class="quiet">also Ann.' in html.render(merged)
    assert audited(season(), Tournament(apart=(("ann", "ANN."),))).perhaps_same == []


def test_the_first_spelling_that_is_stated_is_shown_and_groups_that_meet_are_one() -> None:
    rows = [game("1", "Al", "X", "J"), game("2", "A.", "X", "J"), game("3", "Albert", "X", "J")]
    audit = audited(rows, Tournament().also(["Albert = al", "al=A."]))
    assert [(p.name, p.games, p.also) for p in audit.players] == [("Albert", 3, ["A.", "Al"]), ("X", 3, [])]


def test_two_players_who_met_are_never_asked_about() -> None:
    assert audited([game("1", "Ann", "Ann.", "J")]).perhaps_same == []


@pytest.mark.parametrize(
    ("a", "b", "alike"),
    [
        ("A", "A.", True),
        ("J. Smith", "J Smith", True),
        ("Jürgen", "Jurgen", True),
        ("Ann Smith", "A. Smith", True),
        ("Smith, Ann", "Ann Smith", True),
        ("Ann", "Ann Smith", True),
        ("Jonathan", "Jonathon", True),
        ("O'Brien", "Obrien", True),
        ("A", "B", False),
        ("A", "Ann", False),
        ("Ann", "Anna", False),
        ("Ann Smith", "Bob Smith", False),
        ("A. Smith", "A. Jones", False),
        ("Player 1", "Player 2", False),
        ("日本", "日本 ", False),  # the same by the blanks, and never two
        ("!!!", "???", False),
    ],
)
def test_names_that_may_be_one(a: str, b: str, alike: bool) -> None:
    pair = {names.person(a): a, names.person(b): b}
    assert bool(names.likely(pair.values(), lambda a, b: False)) is alike


@pytest.mark.long
def test_many_names_cost_little() -> None:
    many_names = [f"player {chr(97 + n % 26)}{chr(97 + n // 26 % 26)} of the club" for n in range(700)]
    assert len(names.likely(many_names, lambda a, b: False)) <= names.MOST_LIKELY


# ------------------------------------------------------------ what is stated


FILE = """
title = "Autumn league"
date = 2026-10-03
same = [["Ann", "Ann."]]
apart = [["Dee", "Dee Dee"]]

[points]
win = 3
draw = 1.5

[results]
"5.lgn" = "draw"
"""


def test_a_file_states_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text(FILE, encoding="utf-8")
    found = tournament.read(path)
    assert found == Tournament(
        "Autumn league", "2026-10-03", Points(3, 1.5), (("Ann", "Ann."),), (("Dee", "Dee Dee"),), (("5.lgn", "draw"),)
    )
    assert found.points.words == "win 3, draw 1½, loss 0, unfinished 0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("titel = 'x'", "“titel” is no key; there are title, date"),
        ("title = 3", "title is a text"),
        ("same = ['A']", "same is a list of lists of names"),
        ("same = [['A']]", "names of one player"),
        ("same = [['A', '?']]", "names of one player"),
        ("points = 3", "points is a table"),
        ("points = {won = 3}", "“won” is none"),
        ("points = {win = 'x'}", "“x” is none"),
        ("points = {win = true}", "the points for a win"),
        ("points = {win = inf}", "the points for a win"),
        ("points = {win = nan}", "the points for a win"),
        ("results = {'a.lgn' = 'us'}", "a result is US, J, draw"),
        ("x", "this is not TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_called_so(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TournamentError) as told:
        tournament.read(path)
    assert words in str(told.value)
    assert str(told.value).startswith(f"{path}: ")


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match="cannot be read"):
        tournament.read(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TournamentError, match="not UTF-8"):
        tournament.read(tmp_path / "bytes.toml")


@pytest.mark.parametrize(("points", "words"), [(0.5, "½"), (1.5, "1½"), (2, "2"), (0.25, "0.25"), (-0.5, "-0.5")])
def test_points_in_words(points: float, words: str) -> None:
    assert tournament.shown(points) == words


# ------------------------------------------------------------ the words of the audit


def test_the_title_and_what_was_checked_come_first() -> None:
    rows = season()
    rows[0].plays, rows[0].unchecked = 30, 2
    rows.append(GameRow(file="x", verdict="unreadable", message="empty"))
    told = forms.plain(audited(rows, Tournament(title="Autumn league", when="October"))).split("\n")
    assert told[0] == "Autumn league, October"
    assert told[1].startswith("Checked: 30 plays in 7 games: whether each was allowed")
    assert told[1].endswith("After a violation the game goes on as it was played.")
    assert told[2].startswith("Not checked: 2 open points: what no record shows (hidden hands and Plots)")
    assert "files that have no verdict (1 unreadable)" in told[2]
    page = html.render(audited(rows, Tournament(title="Autumn <league>", when="October")))
    assert "<h1>Autumn &lt;league&gt;</h1>" in page
    assert "<title>Autumn &lt;league&gt;" in page
    assert "hidden, or not judged" in page


def test_counts_are_english() -> None:
    counts = {"illegal": 2, "outcome": 5, "impossible": 1, "unreadable": 2, "unsupported": 1, "incomplete": 3}
    assert forms.kinds(counts) == (
        "2 illegal, 5 wrong results, 3 incomplete, 1 impossible, 2 unreadable lines, 1 not judged"
    )
    assert forms.kinds({"outcome": 1, "unreadable": 1}) == "1 wrong result, 1 unreadable line"


def test_rules_are_printed_by_their_number() -> None:
    rows = [
        game(
            "1", "A", "B", verdict="findings", rules={"8.5.6-prestige": {"outcome": 1}, "8.5.6-funding": {"outcome": 2}}
        ),
        game("2", "A", "B", verdict="findings", rules={"8.5.6-prestige": {"outcome": 1}}),
    ]
    rows[0].findings, rows[0].spots = {"outcome": 3}, [Spot(3, 1, "outcome", "8.5.6-prestige", "Prestige is 4")]
    audit = audited(rows)
    assert [(r.rule, r.times, r.games, r.kinds) for r in audit.rules] == [("8.5.6", 4, 2, {"outcome": 4})]
    assert audit.rules[0].title
    for text in (forms.plain(audit), html.render(audit), forms.as_csv(audit), forms.as_csv(audit, "rules")):
        assert "8.5.6" in text
        assert "8.5.6-" not in text


def test_programs_get_all_of_it() -> None:
    found = json.loads(forms.as_json(audited(season(), Tournament(title="Autumn", when="2026"))))
    assert (found["title"], found["date"]) == ("Autumn", "2026")
    assert found["points"] == {"win": 1, "draw": 0.5, "loss": 0, "unfinished": 0}
    assert found["standings"][1] == {
        "place": 2, "player": "Bob", "points": 1.5, "games": 4, "won": 1, "drawn": 1, "lost": 1, "unfinished": 1,
    }  # fmt: skip
    assert found["perhaps_same"] == [["Ann", "Ann."]]
    rows = list(csv.DictReader(io.StringIO(forms.as_csv(audited(season()), "standings"))))
    assert [(r["place"], r["player"], r["points"]) for r in rows[:2]] == [("1", "Ann", "2"), ("2", "Bob", "1.5")]


# ------------------------------------------------------------ the command

RECORD = (
    '[Jihadist "{0}"]\n[US "{1}"]\nsetup: phase US 3, stage plots, wmd box 2, United States 1 active plots W\n'
    "J resolve US#1 W\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, seats in (("one", ("Ann", "Bob")), ("two", ("Ann.", "Bob"))):
        (tmp_path / f"{name}.lgn").write_text(RECORD.format(*seats), encoding="utf-8")
    return tmp_path


def command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    run = referee("audit", *arguments, "--jobs", "1", stdin=typed)
    return run.status, run.out, run.err


def test_options_come_before_the_file(folder: Path) -> None:
    (folder / "t.toml").write_text('title = "Old"\ndate = "May"\npoints = {win = 2, draw = 1}\n', encoding="utf-8")
    file = ("--tournament", str(folder / "t.toml"))
    status, out, _ = command(str(folder), *file, "--title", "New", "--points", "win=3", "--same", "Ann=Ann.")
    assert status == 0
    assert out.startswith("New, May\n")
    assert "Points: win 3, draw 1, loss 0, unfinished 0." in out
    assert "\nAnn         1       6      2    2      0     0           0\n" in out


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (("--points", "won=3"), "“won” is none"),
        (("--points", "win"), "the points for a win are a number"),
        (("--same", "Ann"), "names of one player"),
        (("--result", "one.lgn"), "a result is US, J, draw"),
        (("--tournament", "none.toml"), "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_judged(
    folder: Path, option: tuple[str, str], words: str
) -> None:
    status, out, told = command(str(folder), *option)
    assert (status, out) == (2, "")
    assert words in told


def test_nothing_is_asked_where_nobody_can_answer(folder: Path) -> None:
    status, out, told = command(str(folder), typed="y\n")
    assert (status, told) == (0, "")
    assert "Perhaps one player: “Ann” and “Ann.”" in out


def test_a_person_at_the_terminal_is_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([True, False])
    told: list[str] = []
    monkeypatch.setattr("typer.confirm", lambda text, **_: told.append(text) or next(answers))
    monkeypatch.setattr("typer.echo", lambda text, **_: told.append(text))
    stated = many._asked([["Ann", "Ann."], ["Bo", "Bob"]], Tournament(title="x"))
    assert stated == Tournament(title="x", same=(("Ann", "Ann."),), apart=(("Bo", "Bob"),))
    assert told == ["Are “Ann” and “Ann.” one player?", "Next time: --same Ann=Ann.", "Are “Bo” and “Bob” one player?"]
