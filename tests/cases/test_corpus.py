"""The records of fixtures/corpus: correct, planted and torn games.

scripts/measure/corpus.py makes them.

That a game is clean, and that a planted mistake is found with its kind, rule and line and nothing else, is known by
construction. All other results of a record are kept for comparison only: nothing here says that it is right. Where
a digest is another, ``python scripts/measure/corpus_difference.py`` shows each line that differs; then
``pytest tests/cases/test_corpus.py --snapshot-update``.
"""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from referee.editions.base.operations import deploy
from referee.engine.law.requirement import REQUIREMENTS, Context, Requirement, TestResult
from referee.engine.state.board import Board
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from tests.helpers import corpusrecords
from tests.helpers.corpusrecords import PARTS, judged, seen, unlike
from tests.helpers.hunting import HUNT, PROFILE
from tests.helpers.keeping import OneFile, kept


@pytest.mark.parametrize("part", PARTS)
def test_the_records(part: str, snapshot: SnapshotAssertion, request: pytest.FixtureRequest) -> None:
    """Each record with its planted mistakes and its stored results.

    The ending, the findings and a digest of all lines are compared.

    The suite looks at one record of three, the hunt and an update of what is kept at all of them.
    """
    every = 1 if PROFILE == HUNT or request.config.getoption("update_snapshots") else 3
    before = kept("test_corpus")
    told = []
    for number, name in enumerate(corpusrecords.names(part)):
        if number % every == 0:
            record = seen(name)
            assert record.wrong == [], name
            told.append(record.told)
        else:
            told.append(before[name])
    assert "\n".join(told) == snapshot(extension_class=OneFile), (
        "python scripts/measure/corpus_difference.py shows the lines that differ"
    )


def test_what_is_planted_must_be_found_and_nothing_else() -> None:
    name = next(name for name in corpusrecords.names("planted"))
    text = (corpusrecords.FOLDER / f"{name}.lgn").read_text(encoding="utf-8")
    verdict = judge(read_text(text))
    assert unlike(text, verdict) == []
    other = text.replace("; planted: ", "; planted: impossible 2.1 line 1\n; planted: ")
    assert unlike(other, verdict) == ["not found: ; planted: impossible 2.1 line 1"]
    assert len(unlike(text.split("; planted")[0], verdict)) == text.count("; planted")


@pytest.mark.parametrize("refuses", [False, True])
def test_one_more_requirement_changes_a_digest_only_if_it_refuses(
    refuses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = next(n for n in corpusrecords.names("game") if " deploy " in (corpusrecords.FOLDER / f"{n}.lgn").read_text())
    asked = []

    def test(board: Board, option: Any, c: Context) -> TestResult:
        asked.append(option)
        return {} if refuses else None

    more = Requirement("Deploy: of this test", "7.3.3", "nothing Deploys to {option}", test)
    del REQUIREMENTS[more.id]
    monkeypatch.setattr(deploy, "DESTINATION", (*deploy.DESTINATION, more))
    after = judged(name)
    assert asked
    assert (after.told == kept("test_corpus")[name]) is not refuses


def test_every_record_is_there() -> None:
    assert set(kept("test_corpus")) == set(corpusrecords.names())
    assert {name.partition("-")[0] for name in corpusrecords.names()} == set(PARTS)
