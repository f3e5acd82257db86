"""One object for each kind of thing on the table.

All code that names a marker goes through it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from referee.api.positions import Position
from referee.editions.base.facts import FACTS
from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import RULESETS, names, names_for
from referee.engine.explaining.referee import Judgement
from referee.engine.state.facts import Bar, Fact, Facts
from referee.engine.state.facts.kinds import Marker, counted, number, there_or_not
from referee.engine.state.facts.pieces import Pieces, Supply, Track
from referee.engine.state.rewinder import twin
from referee.inputs.judging import judge
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.notation.position import block, phrase
from referee.reports import describe
from referee.reports.report.position import final
from referee.reports.report.replay import replay
from tests.helpers.paths import ROOT

TEST_MARKER = Marker(
    name="test marker",
    rule="4.8.3",
    of="country",
    attribute="test_marker",
    empty=False,
    noun="Test Marker",
    supply=2,
    forms=there_or_not("test marker"),
    label="Test Marker",
    key="test_marker",
    picture="x",
    bars=(Bar("4.8.3", "is not a Muslim country and has no Test Marker.", lambda c: not c.data.muslim),),
)
WAGONS = Supply(("Wagon", "Wagons"), 3, "4.6.3", "wagons_track", ("wagons",))
WAGON_FACTS: tuple[Fact, ...] = (
    Track(
        name="wagons track",
        rule="4.7.3",
        attribute="wagons_track",
        empty=3,
        unsaid=3,
        supply=WAGONS,
        high=3,
        forms=number("wagons track"),
        label="Wagons Track",
        key="wagons_track",
    ),
    Pieces(
        name="wagons",
        rule="4.6.2",
        of="country",
        attribute="wagons",
        supply=WAGONS,
        noun=("Wagon", "Wagons"),
        forms=counted("wagons", "wagon"),
        label="Wagons",
        key="wagons",
    ),
)


@pytest.fixture(autouse=True)
def more_on_the_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    rules = BASE.but(facts=Facts((*FACTS, TEST_MARKER, *WAGON_FACTS)))
    monkeypatch.setitem(RULESETS, "base", (lambda: rules, lambda: names_for(rules)))
    names.cache_clear()
    yield
    names.cache_clear()


def found(text: str) -> list[str]:
    return [
        f"{f.kind} {f.rule} {f.place.line} {f.message}" for f in judge(read_text(text)).findings if f.kind != "note"
    ]


def again(verdict: Judgement) -> str:
    return block(verdict.board)


SETUP = "setup: Egypt Poor Neutral test marker 1 wagon 1 sleeper, wagons track 2\n"


def test_notation() -> None:
    untidy = "setup: egypt POOR neutral Test Marker 1 wagons\nboard: Egypt NO test  marker 2 wagon, Wagons track 2\n"
    tidy = "setup: Egypt Poor Neutral test marker 1 wagon\nboard: Egypt no test marker 2 wagons, wagons track 2\n"
    assert format_text(untidy).text == tidy
    assert [phrase(names("base").facts, s) for s in read_text(tidy).actions[1].statements] == [
        "no test marker",
        "2 wagons",
        "wagons track 2",
    ]


def test_set_up_and_position() -> None:
    verdict = judge(read_text(SETUP))
    written = again(verdict)
    assert "Egypt Poor Neutral 1 sleeper test marker 1 wagon" in written
    assert again(judge(read_text(written))) == written
    assert [row.other for row in final(verdict.board).rows if row.name == "Egypt"] == ["Test Marker"]


def test_checkpoint_and_claim() -> None:
    text = SETUP + "J 46 plot Egypt:s [6] => Egypt no test marker\nboard: Egypt no test marker 2 wagons\n"
    text += "board: Egypt no test marker 2 wagons, wagons track 1\n"
    assert found(text) == [
        "outcome 4.8.3 2 You wrote no Test Marker in Egypt; there should be a Test Marker.",
        "outcome 4.6.2 3 You wrote 2 Wagons in Egypt; there should be 1 Wagon.",
    ]


def test_supply_and_place() -> None:
    three = "setup: Egypt test marker, Yemen test marker, Jordan test marker\n"
    assert found(three) == ["impossible 4.8.3 1 There are 2 Test Marker markers in the game; this position has 3."]
    assert found("setup: Canada test marker\n") == [
        "impossible 4.8.3 1 Canada is not a Muslim country and has no Test Marker."
    ]
    assert found("setup: Egypt 2 wagons, wagons track 2\n") == [
        "impossible 4.6.3 1 There are 3 Wagons in the game; this position has 4."
    ]
    late = "setup: Egypt test marker, Yemen test marker\nJ 1 reserves\nboard: Jordan test marker 4 wagons\n" * 1
    assert found(late + "board: Jordan test marker 4 wagons\n") == [
        "outcome 4.8.3 3 You wrote a Test Marker in Jordan; there should be no Test Marker. Every Test Marker marker lies elsewhere, 2 in all.",
        "outcome 4.6.2 3 You wrote 4 Wagons in Jordan; there should be no Wagons. No more Wagons are left on the track.",
    ]


def test_json() -> None:
    text = SETUP + "board: Egypt no test marker, wagons track 2\n"
    lines, broken = from_json(to_json(text))
    assert (broken, "\n".join([*lines, ""])) == ({}, text)
    verdict = judge(read_text(SETUP))
    data = json.loads(json.dumps(describe.position(verdict.board)))
    assert data["wagons_track"] == 2
    assert {k: data["countries"]["Egypt"][k] for k in ("test_marker", "wagons")} == {"test_marker": True, "wagons": 1}
    assert "test_marker" not in data["countries"]["Yemen"]


def test_library() -> None:
    there = Position(judge(read_text(SETUP)).board)["Egypt"]
    assert (there.test_marker, there.wagons, there.besieged, there.sleepers) == (True, 1, False, 1)
    with pytest.raises(AttributeError, match="a country has no camels"):
        _ = there.camels


def test_words_and_page() -> None:
    verdict = judge(read_text(SETUP + "J 1 reserves\nboard: Egypt no test marker\n"))
    amended = verdict.steps[-1].changes[0]
    assert describe.change(amended, verdict.board.rules) == "Egypt: Test Marker removed"
    played = replay(verdict)
    names = [name for name, _ in verdict.board.countries.items()]
    assert (names.index("Egypt"), "x", 0) in played.moments[-1].differences
    assert twin(verdict.board)["Egypt"].__dict__ == verdict.board["Egypt"].__dict__


# ------------------------------------------------------------------------------------------------ how many files

ACTS = (
    *("editions/base/operations/", "editions/base/events/", "editions/base/options.py"),
    *("editions/awakening/events/", "editions/solo/", "trials/mutation/"),
    *("parsers/app/", "parsers/prose/", "parsers/vassal/", "inputs/vassal_replay/"),
)
"""Where a marker is named because an operation, an event, an option, a flowchart, a foreign log or a test tool speaks of it."""
TOLD = (".toml", ".md", "effects.json")
"""What tells the rules, the cards and the readings in words, and the generated lists of what events change."""
PICTURE = ("reports/templates/", "reports/report/data/")
CHANCES = ("analysis/features.py", "analysis/data/")


def places(word: str) -> list[str]:
    """Places in the code that name a marker.

    They are files of ``referee/`` whose code, comments apart, has the word.

    The templates that draw it and their data count as one place, and so do the table of chances and what it measures.
    """
    named = set()
    for path in (ROOT / "referee").rglob("*"):
        name = path.relative_to(ROOT / "referee").as_posix()
        if not path.is_file() or "__pycache__" in path.parts or name.endswith(TOLD) or name.startswith(ACTS):
            continue
        if re.search(word, path.read_text(encoding="utf-8", errors="ignore"), re.IGNORECASE):
            named.add(next((group[0] for group in (PICTURE, CHANCES) if name.startswith(group)), name))
    return sorted(named)


def test_a_marker_is_named_by_its_fact_its_change_and_its_picture() -> None:
    assert places("besieged") == [
        CHANCES[0],  # what it is worth to the chances
        "editions/base/claims.py",  # the rules by which a War of Ideas and a Jihad would have changed it
        "editions/base/facts/countries.py",  # the fact
        "engine/law/ask.py",  # what an answer is for
        "engine/law/forms.py",  # the word for it where a card lists what may be placed
        "engine/state/board.py",  # the field that holds it
        "engine/state/changes.py",  # the change
        "engine/state/journal.py",  # the kind of the change
        PICTURE[0],  # the picture
        "trials/random_positions.py",  # where self-play of The Awakening begins
    ]
