"""Plays that the record lacks.

They are concrete, legal and have evidence; they are never a reason to accuse. Cards that are no slip come with them.
"""

from __future__ import annotations

from random import Random

import pytest

from referee.engine.judging.game import _label
from referee.engine.judging.judged_lines import Treatment
from referee.engine.law.requirement import FindingKind
from referee.engine.record.findings import Finding, Fix
from referee.engine.state.script import Place
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation import fixing
from referee.trials.mutation.clean import played
from referee.trials.mutation.slips import DAMAGES

HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\n'
HANDS = "deal J 9: 5 17 49 80 98 110 112 113 116 US 9: 7 14 40 44 53 92 101 104 115\n"


def counted(text: str) -> list[Finding]:
    return [f for f in judge(read_text(text)).findings if f.counted]


def told(text: str) -> list[tuple[int, str, str]]:
    return [(f.place.line, f.kind, f.rule) for f in counted(text)]


def written(f: Finding) -> list[str]:
    """The lines that a finding offers, each of which would do."""
    fixes = [*([f.instead] if f.instead is not None else []), *f.choices]
    return [str(line) for one in fixes for edit in one.edits for line in edit.lines]  # type: ignore[union-attr]


def test_a_play_that_later_lines_show_is_told_with_its_use_and_places() -> None:
    """A missing Recruit (8.2) that later lines show.

    Three Cells fewer on the track are used later in Afghanistan and Central Asia.
    """
    record = (
        HEAD
        + HANDS
        + "J 112 event => prestige 3\n"
        + "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2], Afghanistan:s > Somalia t[1] [6]\n"
        + "US 92 event => funding 9 / regime-change track > Afghanistan 6 gov[3] prestige[4 6 2] => prestige 1\n"
        + "US 44 event Afghanistan:a, discard 49 => Afghanistan cadre, prestige 2\n"
        + "J 80 event => Pakistan 2 sleepers FATA\n"
        + "US 101 event => prestige 3, Serbia Soft, world 0\n"
        + "US 14 event Syria [5] => Syria Fair Neutral\n"
        + "board: prestige 3, funding 9, troops track 5, cells track 9\n"
        + "J 17 plot Pakistan:s [2]: 2, Central Asia:s [5]\n"
        + "J 110 travel Central Asia:a > Russia t[5], Afghanistan:s > Pakistan => Russia Hard\n"
        + "US 115 alert Pakistan#1 => plot 2\n"
        + "US 104 event Pakistan:a => Pakistan 2 sleepers\n"
        + "board: prestige 3, funding 9, troops track 5, cells track 10\n"
    )
    (slip,) = counted(record)
    assert (slip.place.line, slip.kind, slip.slip) == (10, "slip", "forgotten")
    assert {line.split(" ")[2] for line in written(slip)} == {"recruit"}
    assert "J ? recruit Afghanistan 1, Central Asia 2 [1 1]" in written(slip)


def test_an_event_that_fits_is_supposed_with_its_card() -> None:
    """Prestige 4 lower at one blow under Islamist Rule.

    The hand holds card 112, and no Operation does that.
    """
    record = HEAD + HANDS + "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Somalia t[1] [3]\n"
    record += "US 7 reserves\nUS 101 event Serbia Soft\nboard: prestige 4, funding 9\n"
    (slip,) = counted(record)
    assert (slip.place.line, slip.slip) == (6, "forgotten")
    assert slip.instead is not None
    assert [line for edit in slip.instead.read for line in edit.lines] == ["J 112 event"]


def test_one_illegal_play_is_not_excused_by_a_play_that_would_make_it_legal() -> None:
    """A Recruit without Cell or Cadre in Yemen (8.2.2).

    An unwritten Recruit or Travel there is no evidence of itself.
    """
    record = HEAD + "J 95 recruit Afghanistan 3\nUS 43 deploy track > Saudi Arabia 2\nUS 44 reserves\n"
    record += "J 96 recruit Yemen 3 [1 1 1]\nJ 70 recruit Afghanistan 2\nUS 47 deploy track > Gulf States 1\n"
    assert (7, "illegal", "8.2.2") in told(record)


def read_as(f: Finding) -> list[str]:
    """The lines under which the rest of a record was read."""
    assert f.instead is not None
    return [str(line) for edit in f.instead.read or f.instead.edits for line in edit.lines]  # type: ignore[union-attr]


def test_reserves_that_nobody_put_there_are_of_the_missing_play() -> None:
    """Reserves that come from a missing card of the turn (6.3.3).

    Reserves go back to 0 at the end of a turn (5.2.7).
    """
    record = HEAD + "J 95 recruit Afghanistan 3\nJ 70 recruit Afghanistan 2\nUS 26+R deploy track > Saudi Arabia 2\n"
    record += (
        "J 96 recruit Afghanistan 1\nJ 71 recruit Afghanistan 1\nUS 43 deploy track > Gulf States 1\nUS 21 reserves\n"
    )
    (slip,) = counted(record)
    assert (slip.slip, read_as(slip)) == ("forgotten", ["US ? reserves"])


def test_an_operation_is_supposed_with_the_event_that_it_triggers() -> None:
    """A Troop and a Cell fewer on the tracks after US play.

    A Deploy, and an event of the Jihadist such as card 80.
    """
    record = HEAD + "J 95 recruit Afghanistan 3\nJ 70 recruit Afghanistan 2\nUS 43 deploy track > Gulf States 1\n"
    record += "board: troops track 9, cells track 5\nJ 96 travel Pakistan:s > India [1]\nJ 71 recruit Afghanistan 1\n"
    (slip,) = counted(record)
    assert slip.slip == "forgotten"
    (line,) = read_as(slip)[:1]
    assert line.startswith("US ")
    assert "event Pakistan" in line
    assert "deploy track > " in line


def test_plots_that_nobody_placed_are_of_the_missing_play() -> None:
    """A resolved Plot, and the Active Cell that placed it (8.5.2)."""
    record = (
        HEAD
        + "J 95 travel Afghanistan:s > Pakistan, Afghanistan:s > Afghanistan\nUS 43 deploy track > Saudi Arabia 2\n"
    )
    record += "US 21 reserves\nJ resolve Pakistan#1 2 gov[4 5]\nJ 110 travel Pakistan:a > Afghanistan\nJ 70 recruit Afghanistan 2\n"
    (slip,) = counted(record)
    assert slip.slip == "forgotten"
    assert all("plot Pakistan" in line for line in read_as(slip))


def test_a_play_is_not_of_the_side_whose_hand_has_not_its_card() -> None:
    """Cards 5 and 17 in the deal of the Jihadist (5.3.2).

    Their lines are no plays of the US.
    """
    record = HEAD + HANDS + "J 112 event\nJ 113 recruit Afghanistan 1\nJ 5 reserves\nJ 17 recruit Afghanistan 1\n"
    record += "US 7 reserves\nUS 14 woi Pakistan [1]\n"
    assert [(f.rule, f.instead) for f in counted(record)] == [("5.2.2", None)]


def test_a_play_after_the_gap_does_not_change_what_a_play_before_it_did() -> None:
    """Card 112, which takes Prestige to 3.

    It falls by 4 under Islamist Rule; a play that is missing after it changes nothing of that.
    """
    record = (
        HEAD + "J 112 event => prestige 4\nUS 43 deploy track > Saudi Arabia 2\nUS 44 deploy track > Saudi Arabia 1\n"
    )
    assert (4, "outcome", "card 112") in told(record)
    assert [line for line, kind, _ in told(record) if kind == "slip" and line <= 4] == []


def test_a_missing_play_is_told_by_what_it_explains() -> None:
    """Three rolls of a 1-value card before a missing play.

    They are a mistake of their own (8.1.2); the next line is out of turn (5.2.2).
    """
    record = (
        HEAD + "J 95 recruit Afghanistan 3\nJ 83 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia [3]\n"
    )
    record += "US 43 deploy track > Saudi Arabia 2\nUS 20 woi Pakistan [4] => Pakistan Ally\nJ 96 recruit Pakistan 3 [3 2 6]\n"
    record += "US 44 deploy track > Saudi Arabia 2\nUS 41 reserves\nJ 70 recruit Iraq 2 [2 2]\n"
    record += "J 71 travel Pakistan:s > India [2]\nboard: prestige 7, troops track 7, cells track 6\n"
    found = counted(record)
    assert (8, "illegal", "8.1.2") in [(f.place.line, f.kind, f.rule) for f in found]
    (slip,) = [f for f in found if f.slip]
    assert (slip.place.line, slip.rule) == (9, "5.2.2")
    assert slip.reason.startswith("Out of turn")


def test_nothing_is_supposed_where_the_clock_lacks_nothing() -> None:
    """A wrong checkpoint alone is no missing play."""
    record = HEAD + "J 95 recruit Afghanistan 3\nboard: cells track 5\n"
    assert [kind for _, kind, _ in told(record)] == ["outcome"]


@pytest.mark.parametrize(
    ("line", "kind", "rule", "follows"),
    [
        (30, "illegal", "12.4.1", [3]),
        (64, "illegal", "12.4.1", []),
        (30, "illegal", "7.3.3", []),
        (30, "note", "12.4.1", []),
    ],
)
def test_a_flowchart_is_not_held_to_a_map_that_nobody_knows_for_sixty_lines(
    line: int, kind: FindingKind, rule: str, follows: list[int]
) -> None:
    """A Bot after a long gap, with an uncertain map.

    A Bot looks at the whole map. Other mistakes count all the time, those against the flowchart again later on.
    """
    found = Finding(kind, rule, "m", Place(line, 1, 2))
    _label([found], "a9", "J", Treatment(), 3)
    assert found.follows == follows


def forgotten(number: int) -> tuple[list[str], list[Finding]]:
    """A self-played game with a play left out, and its counted findings."""
    clean = played(number, 0)
    pen = DAMAGES["forgotten"](clean.lines, Random(f"forgotten {clean.name} 0"))
    assert pen is not None
    return pen.lines, counted(pen.text)


def test_a_play_for_which_one_line_speaks_stands_in_its_help() -> None:
    """A missing War of Ideas in Pakistan.

    A Disrupt needs an Ally there (7.4.1): one line is no evidence.
    """
    lines, (slip, found) = forgotten(5)
    assert (slip.slip, found.rule) == ("forgotten", "7.4.1")
    assert found.instead is not None
    assert found.instead.confidence == "possible"
    (line,) = written(found)
    assert line.startswith("US ? woi Pakistan [")
    assert counted("\n".join(fixing.apply_fix(lines, found.instead)) + "\n") == [], "with that line nothing is wrong"


@pytest.mark.parametrize(
    "number",
    [0, 4, 14, 24, 26, 29, 31, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 7, 20, 25, 28, 30, 39))],
)
def test_the_record_with_the_supposed_play_has_exactly_the_findings_that_are_left(number: int) -> None:
    lines, found = forgotten(number)
    slips = [f for f in found if f.slip == "forgotten"]
    assert len(slips) == 1
    instead = slips[0].instead
    assert instead is not None
    edits = instead.read or instead.edits
    text = fixing.apply_fix(lines, Fix(edits))
    assert len(text) == len(lines) + 1
    assert str(edits[0].lines[0]).split(" ", 2)[2] != "?", "a play is supposed, not its card alone"  # type: ignore[union-attr]
    at = edits[0].first  # type: ignore[union-attr]
    again = [(f.place.line - (f.place.line > at), f.kind, f.rule) for f in counted("\n".join(text) + "\n")]
    assert again == [(f.place.line, f.kind, f.rule) for f in found if f is not slips[0]]


@pytest.mark.parametrize(
    ("number", "line", "use"),
    [
        (7014, 23, "J 198 event / recruit Pakistan 1 [2]"),
        (7050, 33, "J 163 event / recruit Pakistan 1 [2]"),
        (7068, 8, "J 159 event / recruit Pakistan 1 [2]"),
    ],
)
def test_a_play_that_breaks_the_rules_of_a_bot_is_no_wrong_card(number: int, line: int, use: str) -> None:
    """A number that is against the rules of a Bot.

    A flowchart answers to every change of a line: one such finding less is no evidence for another card.
    """
    lines = list(played(number - 7000, 7000).lines)
    assert lines[line - 1].startswith(use[:6])
    found = counted("\n".join([*lines[: line - 1], use, *lines[line:]]) + "\n")
    assert any(f.place.line == line for f in found)
    assert not [f for f in found if f.slip == "card"]


@pytest.mark.parametrize(("number", "title"), [(3, "Madrassas"), (12, "Safer Now"), (20, "Martyrdom Operation")])
def test_a_number_with_its_own_title_beside_it_is_no_slip(number: int, title: str) -> None:
    clean = played(number, 0)
    pen = DAMAGES["card"](clean.lines, Random(f"card {clean.name} 0"))
    assert pen is not None
    assert [f.slip for f in counted(pen.text) if f.place.line == pen.at[0]] == ["card"]
    lines = list(pen.lines)
    side, card, rest = lines[pen.at[0] - 1].split(" ", 2)
    lines[pen.at[0] - 1] = f"{side} {card} {title} {rest}"
    assert not [f for f in counted("\n".join(lines) + "\n") if f.slip == "card"]
