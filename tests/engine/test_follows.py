"""The line to which a finding points, as its possible cause.

The finding would be different or missing without that line.
"""

from __future__ import annotations

import pytest

from referee.engine.record import work
from referee.engine.record.findings import Finding
from referee.engine.state.board import Board
from referee.engine.state.changes import Changes
from referee.engine.state.facts.kinds import Number
from referee.engine.state.script import Statement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials import games as play


def found(text: str) -> list[Finding]:
    return [f for f in judge(read_text(text)).findings if f.kind != "note"]


PHASE = "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Egypt Fair Neutral, Iran 1 sleeper\n"


def test_a_gap_is_read_as_the_lines_of_its_turn_need_it() -> None:
    (gap,) = found(PHASE + "US 24 woi Egypt\nUS 43 deploy track > Egypt 2")
    assert (gap.kind, gap.rule, gap.follows) == ("incomplete", "7.2.1.2", [])


def test_what_another_reading_of_a_gap_would_not_have_follows_from_it() -> None:
    gap, egypt, yemen = found(
        "setup: US Hard, prestige 7, funding 5, turn 2, phase US 3, hand J 0, hand US 1, Egypt Fair Neutral, Iran 1 sleeper\n"
        "US 24 woi Egypt\nend of turn\nJ 49 reserves\nJ 51 reserves\n"
        "US 43 deploy track > Egypt 2\nUS 40 deploy track > Yemen 2"
    )
    assert (gap.kind, gap.rule, gap.follows) == ("incomplete", "7.2.1.2", [])
    assert (egypt.kind, egypt.rule, egypt.follows) == ("illegal", "7.3.3", [2])
    assert (yemen.kind, yemen.rule, yemen.follows) == ("illegal", "7.3.3", [])


def test_a_checkpoint_points_to_the_lines_behind_the_last_one_that_was_right() -> None:
    (late,) = found(PHASE + "US 20 event\nboard: prestige 8\nUS 7 reserves\nboard: prestige 9")
    assert late.see == []
    (early,) = found(PHASE + "US 20 event\nUS 7 reserves\nboard: prestige 9")
    assert early.see == [2]


def test_a_checkpoint_points_to_a_roll_that_changed_nothing() -> None:
    (missed,) = found(PHASE + "US 24 woi Egypt [2]\nUS 7 reserves\nboard: Egypt Ally")
    assert missed.see == [2]


def test_one_misread_die_is_one_mistake_at_a_checkpoint() -> None:
    """A 5 that makes Germany Hard.

    With a Hard US, Prestige goes up (7.2.3); Israel is Hard too.
    """
    germany, prestige = found(
        PHASE[:-1] + ", Germany Soft\nUS 24 woi Germany [2]\nboard: Germany Hard, world Hard 2, prestige 8"
    )
    assert (germany.kind, germany.rule, germany.follows) == ("outcome", "7.2.3", [])
    assert (prestige.kind, prestige.follows) == ("outcome", [3])


def test_pieces_that_no_checkpoint_places_are_where_the_next_lines_have_them() -> None:
    """Three Troops that the record never put on the map.

    Later they leave a country that had but one.
    """
    text = (
        "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Gulf States Fair Ally 1 troop, Iran 1 sleeper\n"
        "US 7 reserves\nboard: troops track 11\nUS 43 deploy Gulf States > track 4\nboard: troops track 15"
    )
    track, taken = found(text)
    assert (track.kind, track.rule, track.follows) == ("outcome", "4.7.3", [])
    assert (taken.kind, taken.rule, taken.follows) == ("impossible", "4.6.2", [3])


def test_troops_out_of_a_country_that_has_none_are_one_mistake() -> None:
    origin, *later = found(
        "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Gulf States Fair Ally 4 troops, "
        "Iran 1 sleeper\nUS 43 deploy Egypt > track 3\nboard: troops track 14"
    )
    assert (origin.kind, origin.rule, origin.follows) == ("impossible", "4.6.2", [])
    assert [(f.kind, f.follows) for f in later] == [("outcome", [2])]


def test_a_misspelt_word_is_read_as_the_near_one_to_see_what_follows() -> None:
    """A misspelt Recruit that put two Cells on the map.

    It could not be read; the Travel of these Cells is no second mistake.
    """
    typo, *later = found(
        "setup: funding 9, hand J 4, hand US 4, Afghanistan Islamist 1 sleeper, Yemen Poor Neutral\n"
        "J 60 recriut Afghanistan 2\nJ 66 travel Afghanistan:s > Yemen [1], Afghanistan:s > Yemen [2]"
    )
    assert (typo.kind, typo.place.line) == ("unreadable", 2)
    assert later
    assert [(f.place.line, f.follows) for f in later] == [(3, [2])] * len(later)


def test_a_mistake_beside_a_misspelt_word_counts() -> None:
    """A needless Test of a country with a marker (4.9.4).

    Pakistan is marked before, with any result of the Recruit in Afghanistan.
    """
    typo, test = found(
        "setup: US Hard, prestige 7, funding 9, phase J 1, hand J 4, hand US 4, Afghanistan Islamist 1 sleeper, "
        "Pakistan Fair Neutral\nJ 60 recriut Afghanistan 2\nJ 49 reserves\nUS 43 woi Pakistan t[3] [2]"
    )
    assert (typo.kind, typo.place.line) == ("unreadable", 2)
    assert (test.kind, test.rule, test.follows) == ("outcome", "4.9.4", [])


def test_of_two_mistakes_the_one_is_named_that_it_follows_from() -> None:
    """Cells and Troops that never came, from two lines.

    The Cells of line 2 never came, the Troops of line 4 were never there: each checkpoint names its own line.
    """
    typo, troops, track, plot = found(
        "setup: US Hard, prestige 7, funding 9, phase J 1, hand J 4, hand US 4, Afghanistan Islamist 1 sleeper, "
        "Gulf States Fair Ally 4 troops, Yemen Poor Neutral\n"
        "J 60 recriut Afghanistan 2\nJ 49 reserves\nUS 43 deploy Egypt > track 3\nboard: troops track 14\n"
        "US 7 reserves\nJ 66 travel Afghanistan:s > Afghanistan, Afghanistan:s > Afghanistan"
    )
    assert (typo.place.line, typo.follows) == (2, [])
    assert (troops.place.line, troops.rule, troops.follows) == (4, "4.6.2", [])
    assert (track.place.line, track.follows) == (5, [4])
    assert (plot.place.line, plot.follows) == (7, [2])


WRONG_ORIGIN = (
    "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Gulf States Fair Ally 4 troops, "
    "Iran 1 sleeper\nUS 43 deploy Egypt > track 3\nboard: troops track 14\n"
)
"""Three Troops come from a country that has none; the track says so, and they were in the Gulf States."""


def test_a_mistake_that_is_explained_stays_explained() -> None:
    """Three Troops missing in the Gulf States because of line 2.

    The track that showed it is not the cause.
    """
    origin, track, gulf = found(WRONG_ORIGIN + "US 7 reserves\nboard: Gulf States 1 troop")
    assert (origin.rule, origin.follows) == ("4.6.2", [])
    assert (track.rule, track.follows) == ("4.7.3", [2])
    assert (gulf.kind, gulf.follows) == ("outcome", [2])


def test_what_a_checkpoint_settles_is_settled_where_an_earlier_mistake_was_not_made_too() -> None:
    """A failed Jihad in one of two Fair countries.

    Iraq was tested Fair, so a 3 fails there, with or without the Troops.
    """
    _, track, gap, jihad = found(
        WRONG_ORIGIN + "US 7 reserves\nJ 60 travel Iran:s > Iraq\nboard: fair/good 2\nJ 66 jihad Iraq:s [3] => success"
    )
    assert track.follows == [2]
    assert (gap.kind, gap.rule, gap.follows) == ("incomplete", "4.9.4", [])
    assert (jihad.kind, jihad.rule, jihad.follows) == ("outcome", "8.1.1", [])


def test_the_modifiers_of_one_roll_explain_nothing_behind_another_operation() -> None:
    """A War of Ideas in Egypt with the help of high Prestige.

    The Troops are miscounted without it.
    """
    (troops,) = found(
        "setup: US Hard, prestige 7, phase US 1, hand J 4, hand US 6, Egypt Good Neutral, Gulf States Fair Ally, "
        "Iran 1 sleeper\nUS 18 event / woi Egypt [6] / US 24 deploy track > Gulf States 2 => Gulf States 3 troops"
    )
    assert (troops.kind, troops.rule, troops.also) == ("outcome", "7.3.1", [])


@pytest.mark.parametrize(
    ("line", "understood", "meant"),
    [
        ("J 60 recriut Afghanistan 2", True, "J 60 recruit Afghanistan 2"),
        ("J 60 recruit Afghanistan zq 2", False, "J 60 recruit Afghanistan 2"),
        ("J 60 recruit " + "Afghanistan 1, " * 20 + "zq", False, None),
        ("J 60 qqqq zzzz", False, None),
    ],
)
def test_what_an_unreadable_play_may_mean(line: str, understood: bool, meant: str | None) -> None:
    (action,) = read_text(line + "\n").actions
    assert (action.kind, action.understood) == ("unread", understood)
    if meant is not None:
        assert " ".join(action.guesses[0].text.split()) == meant


def test_a_fault_at_a_checkpoint_costs_that_line_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Number, board: Board, s: Statement) -> bool:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Number, "holds", fails)
    fault, wrong = found(PHASE + "board: prestige 7\nJ 49 reserves")
    assert (fault.kind, fault.place.line) == ("unsupported", 2)
    assert (wrong.kind, wrong.rule, wrong.place.line) == ("illegal", "5.2.2", 3)


def test_a_fault_within_a_play_leaves_the_board_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Changes, side: str, by: int, *, rule: str = "6.3.3") -> None:
        self.hand_loses(side)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Changes, "add_reserves", fails)
    verdict = judge(read_text(PHASE + "US 7 reserves\nboard: hand US 4"))
    (fault,) = (f for f in verdict.findings if f.kind != "note")
    assert (fault.kind, fault.place.line) == ("unsupported", 2)


def test_a_claim_that_is_not_believed_explains_what_it_rules_out() -> None:
    """A roll of 5 that makes Egypt an Ally.

    Troops may Deploy to it, with any text after the roll.
    """
    claim, deploy = found(PHASE + "US 24 woi Egypt [5] => Egypt Neutral\nUS 43 deploy track > Egypt 2")
    assert (claim.kind, claim.place.line, claim.follows) == ("outcome", 2, [])
    assert (deploy.kind, deploy.rule, deploy.follows) == ("illegal", "7.3.3", [2])


def test_a_play_in_a_wrong_country_may_have_been_in_that_of_the_next_line() -> None:
    """A War of Ideas in Libya, an Adversary, for one in Egypt.

    There is none in Libya; in Egypt it would have made an Ally for the Deploy.
    """
    woi, deploy = found(PHASE[:-1] + ", Libya Fair Adversary\nUS 24 woi Libya [5]\nUS 43 deploy track > Egypt 2")
    assert (woi.kind, woi.rule, woi.follows) == ("illegal", "7.2.1.1", [])
    assert (deploy.kind, deploy.rule, deploy.follows) == ("illegal", "7.3.3", [2])


def test_a_gap_of_the_turn_before_explains_a_play_that_misses_something_itself() -> None:
    """A lost Cell (8.4.3) that shows a turn later.

    One of two Cells is lost; the one in Yemen is there a turn later, so it was that in Egypt.
    """
    gap, yemen = found(
        "setup: US Hard, prestige 7, funding 5, turn 2, phase J 4, hand J 2, hand US 2, Egypt Poor Neutral 1 sleeper, "
        "Yemen Poor Neutral 1 sleeper, Iran 1 sleeper\nJ 60 jihad Egypt:s, Yemen:s\nboard: cells track 13\n"
        "J 49 reserves\nUS 7 reserves\nUS 20 reserves\nend of turn\nJ 51 reserves\nJ 52 jihad Yemen:a"
    )
    assert (gap.kind, gap.rule, gap.follows) == ("incomplete", "8.4", [])
    assert (yemen.kind, yemen.rule, yemen.follows) == ("illegal", "8.4", [2])


ALONE = '[Options "{}"]\nsetup: phase J 2, Pakistan Poor Neutral RC-tan 1 sleeper, Afghanistan Poor Ally 3 troops 2 sleepers\n'


def test_what_does_not_fit_after_a_part_that_was_left_out_follows_from_it() -> None:
    """The third Operation is a Travel of Radicalization (12.4.3), perhaps to India."""
    two = "J 43 travel Afghanistan:s > Pakistan, Afghanistan:s > Pakistan"
    left, there, hand = found(ALONE.format("jihadist-bot") + f"{two}\nUS 24 disrupt India:s\nUS 24 reserves\n")
    assert (left.kind, left.rule, left.assumed) == ("incomplete", "12.4.3", "it was not carried out")
    assert (there.kind, there.rule, there.follows) == ("illegal", "7.4.1", [3])
    assert (hand.rule, hand.follows) == ("5.2.2", []), "a card that was played before has nothing to do with it"


def test_every_part_that_is_left_out_is_its_own_mistake() -> None:
    record = (
        ALONE.format("jihadist-bot").replace("J 2", "J 1")
        + "J 43 travel Afghanistan:s > Pakistan, Afghanistan:s > Pakistan\n"
    )
    first, second = found(record + record.splitlines()[-1].replace("43", "52"))[:2]
    assert (first.rule, first.follows) == ("12.4.3", [])
    assert first.place.line < second.place.line


@pytest.mark.parametrize(
    ("way", "scenario", "seed"),
    [("jihadist-bot", "Let's Roll!", 20), ("both", "Awakening", 22), ("activities", "Let's Roll!", 20)],
)
def test_a_game_without_its_left_over_operations_misses_hardly_anything_else(
    way: str, scenario: str, seed: int
) -> None:
    """Counted findings that one Cell or Plot could not explain.

    A step that is left out brings about at most one such finding in three steps.
    """
    lines = play.one(seed, scenario, 1, None, way=way).text.split("\n")
    cut = [line.split(" / radicalize")[0] for line in lines]
    missing = [f for f in found("\n".join(cut)) if f.counted]
    assert cut != lines
    assert missing
    others = [f for f in missing if (f.kind, f.rule) not in {("incomplete", "12.4.3"), ("incomplete", "9.4.3")}]
    assert 3 * len(others) <= sum(map(str.__ne__, lines, cut)), others


def test_a_step_that_leaves_everything_open_does_not_end_the_judging(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that leaves place, Cell, Test and roll open.

    It takes more than its share of the work, and costs itself alone.
    """
    record = ALONE.format("jihadist-bot") + (
        "J 43 travel Afghanistan:s > Pakistan, Afghanistan:s > Pakistan / radicalize travel\n"
        "US 7 reserves\nUS 24 reserves\nJ 52 radicalize travel\n"
    )
    monkeypatch.setattr(work, "BASE", work.BASE // 20)
    for share in (10**9, work.BASE // 10, 0):
        monkeypatch.setattr(work, "A_LINE", share)
        last = max(a.place.line for a in read_text(record).actions)
        told = found(record)
        assert "incomplete" in {f.kind for f in told}
        assert max(f.place.line for f in told if f.kind != "note") == last
        assert [f for f in told if f.kind == "unsupported"] == []


def test_what_does_not_fit_behind_a_card_of_unknown_use_may_come_from_it() -> None:
    text = "setup: prestige 5, funding 5, Iran 1 sleeper, phase J 1, hand J 5\nJ 83 ?\nboard: Iran 2 sleepers"
    first, second = [f for f in judge(read_text(text)).findings if f.kind != "note"]
    assert (first.kind, first.rule, first.counted) == ("incomplete", "6.1", True)
    assert (second.kind, second.follows) == ("outcome", [2])
