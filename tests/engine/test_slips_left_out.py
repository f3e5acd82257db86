"""Missing resolutions of Plots, ends of turns and cards.

They are slips where the record is evidence for it.
"""

from __future__ import annotations

import re

import pytest

from referee.engine.record.findings import Finding
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.fixing import apply_fix
from referee.trials.mutation.clean import played
from referee.trials.mutation.measuring import damaged
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES

PAGE = (ROOT / "docs" / "reference" / "slips.md").read_text(encoding="utf-8")
CLEAN = re.findall(r"<!-- clean -->\n```lgn\n(.*?)```", PAGE, re.DOTALL)[0]
"""The clean record of the page."""
TWO_PLOTS = (
    CLEAN.replace("J 98 event => Israel 1 cell", "J 98 plot Pakistan:s [1]: 1")
    .replace("J resolve Central Asia#1 1 [3]", "J resolve Pakistan#1 1 [3], Central Asia#1 1 [3]")
    .replace("cells track 9\nUS hold", "cells track 10\nUS hold")
    .replace("funding 8, troops track 5, cells track 9", "funding 8, troops track 5, cells track 10")
)


def without(record: str, *begin: str) -> str:
    return "".join(line for line in record.splitlines(keepends=True) if not line.startswith(begin))


def counted(record: str) -> list[Finding]:
    return [f for f in judge(read_text(record)).findings if f.counted]


CHECKPOINTS = ("board: prestige 5", "board: prestige 6")


def mended(record: str) -> str:
    """A record with the fix of its only finding."""
    (finding,) = counted(record)
    assert finding.instead is not None
    return "\n".join(apply_fix(record.splitlines(), finding.instead)) + "\n"


def test_plots_that_nobody_resolves_and_nobody_has_later_were_resolved() -> None:
    """An unwritten resolution of a Plot.

    The next US phase ends as well, and the Plot is on no line (5.2.3).
    """
    record = without(CLEAN, "J resolve", *CHECKPOINTS)
    (finding,) = counted(record)
    assert (finding.slip, finding.rule, finding.place.line) == ("resolution", "5.2.3", 27)
    assert "J resolve Central Asia#1" in mended(record)


def test_a_checkpoint_that_shows_no_result_speaks_for_a_broken_rule() -> None:
    """A checkpoint without a result of the Plot.

    The tracks right after it are as they were before: its writer has resolved nothing.
    """
    (finding,) = counted(without(CLEAN, "J resolve"))
    assert (finding.kind, finding.rule, finding.slip) == ("illegal", "5.2.3", "")


def test_plots_at_the_end_of_a_record_count_as_not_resolved() -> None:
    """A Plot at the end of the record, without a result.

    The finding is taken at its word.
    """
    record = without(CLEAN, "J resolve", *CHECKPOINTS)
    (finding,) = counted(record[: record.index("J 84")])
    assert (finding.kind, finding.rule) == ("illegal", "5.2.3")


def test_one_of_two_plots_that_is_missing_is_written_to_the_line_of_the_other() -> None:
    assert not counted(TWO_PLOTS)
    record = without(TWO_PLOTS.replace("Pakistan#1 1 [3], ", ""), *CHECKPOINTS)
    (finding,) = counted(record)
    assert (finding.slip, finding.place.line) == ("resolution", 27)
    assert finding.message == SENTENCES["missing-play"].about(**{"US play": "Plot", "before line 4": "on line 27"})
    assert "J resolve Central Asia#1 1 [3], Pakistan#1\n" in mended(record)


def test_a_missing_plot_has_the_result_that_the_next_checkpoint_shows() -> None:
    """Two Plots, with Funding and World Posture changed (8.5.6).

    Three findings, one explanation.
    """
    found = damaged(played(33, 7), "resolution")
    assert found is not None
    assert len(found.plain) == 3
    assert [f.slip for f in found.findings] == ["resolution"]


@pytest.mark.parametrize("number", [8, 13, 14, 26])
def test_an_end_of_turn_whose_rolls_are_missing_is_missing_itself(number: int) -> None:
    """An end of turn without line and deal (11.2.5).

    Other turns of the record have one of them.
    """
    found = damaged(played(number, 7), "end")
    assert found is not None
    assert [f.slip for f in found.findings] == ["end"]
    assert found.named


def test_an_end_of_turn_that_the_players_never_write_down_is_no_slip() -> None:
    lines = damaged(played(13, 7), "end")
    assert lines is not None
    (finding,) = counted(without(lines.pen.text, "end of turn"))[:1]
    assert (finding.kind, finding.slip) == ("incomplete", "")


@pytest.mark.parametrize("written", ["41", "46", "54"])
def test_a_number_that_no_card_of_the_phase_can_have_gets_one_that_can(written: str) -> None:
    """The likeliest other number for an impossible card.

    The card was discarded, or the game does not have it.
    """
    record = CLEAN.replace("US 44 event Afghanistan:a", f"US {written} event Afghanistan:a")
    assert "US 44 event Afghanistan:a" in mended(record)


def test_a_card_that_the_game_has_not_is_corrected_to_one_that_it_has() -> None:
    record = CLEAN.replace("J 113 travel", "J 131 travel")
    (finding,) = counted(record)
    assert finding.rule == "4.10.3"
    assert "J 113 travel" in mended(record)


def test_another_number_keeps_the_reserves() -> None:
    """A fix of ``88+R`` that keeps the Reserves (6.3.3)."""
    found = damaged(played(24, 7), "card")
    assert found is not None
    (finding,) = found.findings
    assert finding.instead is not None
    assert "+R travel" in str(finding.instead.edits[0])


@pytest.mark.parametrize("number", [6, 11, 19, 33])
def test_a_result_that_is_forgotten_counts_once(number: int) -> None:
    """A forgotten result that counts once.

    All later checkpoints have the track off by as much; hands, rolls and the end of the track come of it.
    """
    found = damaged(played(number, 7), "result")
    assert found is not None
    (finding,) = found.findings
    (line, *_), (came,) = found.pen.at, finding.see
    assert (finding.kind, finding.place.line) == ("outcome", line)
    since = max((n for n in range(1, line) if found.pen.lines[n - 1].startswith("board:")), default=0)
    assert since < came < line, "the result is of a line since the checkpoint before"
    assert f"Without the result of line {came} it would be so" in finding.reason
    later = [
        f for f in judge(read_text(found.pen.text)).findings if f.kind not in ("note", "slip") and f is not finding
    ]
    assert all(f.follows for f in later if f.place.line > line)


def less(record: str, line: str) -> str:
    """A record with one Prestige less from a line on.

    Each count after that line has it.
    """
    at = record.index(line)
    return record[:at] + re.sub(r"prestige (\d)(?!\[)", lambda m: f"prestige {int(m[1]) - 1}", record[at:])


def test_a_second_miscount_of_a_track_counts_beside_the_first() -> None:
    """A second miscount of a track.

    A finding that repeats a difference follows from it; a further difference is another mistake.
    """
    once = less(CLEAN, "board: prestige 3, funding 9")
    assert [(f.place.line, f.kind) for f in counted(once)] == [(16, "outcome")]
    twice = less(once, "board: prestige 5, funding 8")
    assert [(f.place.line, f.kind) for f in counted(twice)] == [(16, "outcome"), (32, "outcome")]
