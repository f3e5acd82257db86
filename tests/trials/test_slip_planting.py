"""Slips of the pen on purpose.

Planters damage the lines that they name, and the records with slips are the planted ones.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.engine.record.findings import Edit, Finding, Fix
from referee.engine.state.script import Place
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials.mutation import measuring, pairs
from referee.trials.mutation.clean import Clean, played
from referee.trials.mutation.measuring import damaged, run, summary, table
from referee.trials.mutation.slips import DAMAGES, misread
from tests.helpers import corpusrecords
from tests.helpers.commands import referee

pytestmark = pytest.mark.long

CLEAN = [played(number, seed=3) for number in (0, 4, 8)]
PENS: list[dict[str, Any]] = tomllib.loads((corpusrecords.FOLDER / "pen.toml").read_text(encoding="utf-8"))["planted"]


@pytest.mark.parametrize("record", CLEAN, ids=lambda record: record.name)
def test_the_records_to_damage_are_clean(record: Clean) -> None:
    verdict = judge(read_text("\n".join(record.lines)))
    assert [f for f in verdict.findings if f.counted] == []


@pytest.mark.parametrize("key", DAMAGES)
def test_a_planter_damages_the_lines_that_it_names(key: str) -> None:
    """A planter's damage to its named lines.

    The same seed gives the same slip; the lines before and after those that it names are left as they were.
    """
    found = 0
    for record in CLEAN:
        pen = DAMAGES[key](record.lines, Random(key))
        if pen is None:
            continue
        found += 1
        assert pen == DAMAGES[key](record.lines, Random(key))
        assert pen.lines != list(record.lines)
        assert set(pen.at) <= {*pen.near}
        first = min(pen.near) - 1
        assert pen.lines[:first] == list(record.lines[:first])
        if key != "result":
            last = len(pen.lines) - max(pen.near)
            assert pen.lines[len(pen.lines) - last :] == list(record.lines[len(record.lines) - last :])
    assert found


def test_a_number_that_is_easily_written_for_another() -> None:
    assert {"21", "11", "13", "22"} < {*misread("12")}
    assert "12" not in misread("12")
    assert all(0 < int(n) <= 240 for number in ("1", "99", "120", "240") for n in misread(number))


def test_what_was_planted_in_the_records_of_the_corpus_is_kept() -> None:
    records = {name: [*group] for name, group in groupby(PENS, key=lambda pen: pen["record"])}
    assert [*sorted(records)] == corpusrecords.names(corpusrecords.PEN)
    assert {pen["damage"] for pen in PENS} == set(DAMAGES)
    for name, pens in records.items():
        lines = (corpusrecords.FOLDER / f"{name}.lgn").read_text(encoding="utf-8").split("\n")
        for pen in pens:
            assert pen["slip"] == DAMAGES[pen["damage"]].slip
            assert all(1 <= at <= len(lines) for at in [*pen["lines"], *pen["near"]])


def test_a_fix_that_gives_the_true_record_names_the_slip() -> None:
    told = damaged(CLEAN[0], "twice")
    assert told is not None
    line = told.pen.at[0]
    finding = Finding("illegal", "5.2.2", "", Place(line, 1, 2), instead=Fix((Edit(line, line),)))
    assert told.right(finding)
    assert not told.right(replace(finding, instead=Fix((Edit(line + 1, line + 1),))))
    assert told.right(replace(finding, instead=None, kind="slip", slip="twice"))
    assert not told.right(replace(finding, instead=None, kind="slip", slip="card"))
    assert not told.right(replace(finding, instead=None, kind="slip", slip="twice", place=Place(line + 3, 1, 2)))


def test_a_record_is_judged_with_a_slip_that_shows() -> None:
    told = damaged(CLEAN[0], "forgotten")
    assert told is not None
    assert told.plain
    assert told.placed
    assert told.seconds > 0
    assert told.pen.was[0] in told.shown()


def test_the_table_has_a_row_for_each_kind() -> None:
    rows = run(1, seed=3, kinds=("side", "card"))
    titles = [line.split("|")[1].strip() for line in table(rows).splitlines()[2:]]
    assert titles == ["US and J swapped", "wrong card number"]
    assert summary(rows).startswith("2 records")


@pytest.mark.parametrize("key", pairs.PAIRS)
def test_mistakes_of_a_pair_are_in_the_record(key: str) -> None:
    _, _, maker = pairs.PAIRS[key]
    made = next(made for number in range(40) if (made := maker(number)) is not None)
    assert len(made.mistakes) == 1 + (key == "two")
    lines = made.text.split("\n")
    for mistake, before in made.mistakes:
        assert lines[before : before + len(mistake.lines)] == list(mistake.lines)
    if made.gone:
        assert 0 < made.mistakes[0][1] + 1 - made.before <= 2 * pairs.NEAR
        assert made.gone not in lines[made.before - 1]


@pytest.mark.parametrize("key", ["two", "rule"])
def test_a_mistake_counts_and_is_no_slip(key: str) -> None:
    rows = pairs.run(4, kinds=(key,))
    assert pairs.short(rows) == []
    (seen,) = rows.values()
    assert [(s.counted, s.same, s.as_slip, s.others) for s in seen] == [(True, True, False, 0)] * 4
    assert pairs.table(rows).count("\n") == 3


def test_a_chart_that_answers_to_every_change_makes_no_slip_of_an_illegal_play() -> None:
    seen = pairs.numbered(104, "step", "as-played")
    assert seen is not None
    assert (seen.counted, seen.same, seen.as_slip) == (True, True, False)


def test_the_command() -> None:
    told = measuring.slip_report(1, 3, ["side"], [], "as-played", 1, show=True)
    assert "US and J swapped" in told
    assert "1 records" in told
    assert "one broken rule" in pairs.pair_report(1, 0, ["rule"], "as-played", 1, show=True)
    with pytest.raises(measuring.UnusableError, match="there is no kind “ink”; there are forgotten, "):
        measuring.slip_report(1, 0, ["ink"], [], "as-played", 1, show=False)


def test_the_command_line() -> None:
    run = referee("mutate", "--slips", "--games", "1", "--kind", "side", "--show")
    assert run.status == 0
    assert "| US and J swapped |" in run.out
    assert referee("mutate", "--pairs", "--games", "1", "--kind", "rule").status == 0
    assert referee("mutate", "--slips", "--kind", "ink").status == 2


def test_records_that_were_damaged_before(tmp_path: Path) -> None:
    told = damaged(CLEAN[0], "twice")
    assert told is not None
    pen = told.pen
    (tmp_path / "one.lgn").write_text(pen.text, encoding="utf-8")
    near = f"{[pen.near.start, pen.near.stop - 1]}"
    (tmp_path / "pen.toml").write_text(
        f'[[planted]]\nrecord = "one"\ndamage = "twice"\nslip = "twice"\nlines = {[*pen.at]}\nnear = {near}\n',
        encoding="utf-8",
    )
    (seen,) = measuring.run_planted(tmp_path / "pen.toml")
    assert len(seen.plain) == len(told.plain)
    assert [f.message for f in seen.findings] == [f.message for f in told.findings]
    said = measuring.planted_report(str(tmp_path / "pen.toml"), [], "as-played", show=True)
    assert "| line twice | 1 | 1 |" in said
    assert "1 records with 1 slips" in said


def test_slips_are_planted_in_clean_records_alone(tmp_path: Path) -> None:
    path = tmp_path / "not-clean.lgn"
    path.write_text("\n".join([*CLEAN[0].lines[:8], "board: prestige 0"]), encoding="utf-8")
    with pytest.raises(measuring.UnusableError, match=r"is not clean \(line 9\)"):
        measuring.read_clean([str(path)])


def test_the_slowest_records_come_first() -> None:
    slowest = measuring.run_timed(1, 3)
    assert len(slowest) == (1 + measuring.WAYS) * 3
    assert [t.seconds for t in slowest] == sorted((t.seconds for t in slowest), reverse=True)
    assert {t.policy for t in slowest} == {"as-played", "undo", "stop"}
    assert any(t.damages for t in slowest)
    assert measuring.time_table(slowest).count("\n") == 2 + len(slowest) + 1 + 2 + 3
