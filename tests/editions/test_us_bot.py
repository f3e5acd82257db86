"""The complete sheet of the US Bot, and its quick decisions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.editions.solo.flowchart.chart import Situation
from referee.editions.solo.us_bot import guide
from referee.editions.solo.us_bot.priorities import LISTS, ROWS
from referee.editions.solo.us_bot.sheet import (
    ENTRIES,
    LEAST,
    MOST_FUNDING,
    MOST_PRESTIGE,
    PRINTED,
    SHEET,
    CardPlan,
    decide,
)
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from tests.helpers.rulecases import FOLDER, read_cases
from tests.helpers.work import calls

LIMIT = 20_000
"""Most functions that a decision may call."""
"""Seconds for one card with its trail."""


def test_every_way_ends() -> None:
    ids = {box.id for box in SHEET.boxes}
    ends = {end for box in SHEET.boxes for end in (box.yes, box.no)}
    assert ends - ids == set(SHEET.outcomes)
    assert ids - ends == {"U0"}


def test_the_alert_table_is_whole() -> None:
    rows = ENTRIES
    assert [len(row) for row in rows] == [MOST_PRESTIGE] * MOST_FUNDING
    codes = {half.lstrip("".join(LEAST)) for row in rows for entry in row for half in entry.split("|")}
    assert codes | set(LEAST) == set(PRINTED["legend"])


def test_columns_have_their_rows_in_order() -> None:
    assert [row[0] for row in ROWS] == list(range(1, 23))
    for column in SHEET.columns.values():
        rows = [p.row for p in column.rows]
        assert rows == sorted(rows)
        assert rows
    for name in LISTS:
        rows = [p.row for p in SHEET.columns[name].rows]
        assert rows == list(range(1, len(rows) + 1)), name


def test_a_card_is_decided_with_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some five milliseconds of it, at the most; benchmarks/ has the times."""
    taken: list[int] = []

    def counted(s: Situation) -> CardPlan:
        plans: list[CardPlan] = []
        taken.append(calls(lambda: plans.append(decide(s))))
        return plans[0]

    watched: Callable[[Situation], CardPlan] = counted
    monkeypatch.setattr(guide, "decide", watched)
    for case in read_cases(FOLDER / "solo-us-bot.case"):
        judge(read_text(case.text, case.id))
    assert len(taken) > 50
    assert max(taken) < LIMIT
