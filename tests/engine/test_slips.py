"""Correct games with a few slips of the pen.

Mistakes count, and their consequences do not.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.editions.base.printed import COUNTRIES
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials import games as play
from tests.helpers.sentences import SENTENCES

PLAY = re.compile(r"(J|US) \d")
DIE = re.compile(r"\[(\d)")
TRACK = re.compile(r"(prestige|cells track|troops track) (\d+)")
KINDS = ("die", "country", "drop", "typo", "board", "side", "card")


def slip(lines: list[str], random: Random) -> bool:
    """Make one slip somewhere; False if it came to nothing."""
    plays = [i for i, line in enumerate(lines) if PLAY.match(line)]
    kind = random.choice(KINDS)
    if kind == "die":
        i = random.choice([k for k in plays if DIE.search(lines[k])])
        lines[i] = DIE.sub(lambda m: f"[{7 - int(m.group(1))}", lines[i], count=1)
        return True
    if kind == "board":
        i = random.choice([k for k, line in enumerate(lines) if line.startswith("board:")])
        lines[i] = TRACK.sub(lambda m: f"{m.group(1)} {(int(m.group(2)) + 1) % 12}", lines[i], count=1)
        return True
    i = random.choice(plays)
    line = lines[i]
    if kind == "country":
        named = [name for name in COUNTRIES if name in line]
        if not named:
            return False
        lines[i] = line.replace(named[0], random.choice(list(COUNTRIES)), 1)
    elif kind == "drop":
        del lines[i]
    elif kind == "typo":
        words = line.split(" ")
        k = random.randrange(2, len(words)) if len(words) > 2 else 1
        words[k] = words[k][:1] + "zq" + words[k][1:]
        lines[i] = " ".join(words)
    elif kind == "side":
        lines[i] = ("US" if line.startswith("J") else "J") + line[line.index(" ") :]
    else:
        lines[i] = re.sub(r" \d+", f" {random.randint(1, 120)}", line, count=1)
    return True


@pytest.mark.long
def test_one_slip_is_about_one_finding() -> None:
    """Equal numbers of counted findings and slips, within a fifth.

    The sample has fifteen games.
    """
    slips = counted = 0
    for seed in range(1, 16):
        random = Random(seed)
        lines = play.one(seed % 10, "Let's Roll!", decks=1, turns=3).text.split("\n")
        slips += sum(slip(lines, random) for _ in range(random.randint(1, 4)))
        counted += sum(f.counted for f in judge(read_text("\n".join(lines))).findings)
    assert slips * 0.8 <= counted <= slips * 1.2, (slips, counted)


SET_UP = (
    "setup: phase US 1, hand J 4, hand US 4, funding 5, prestige 5, Egypt Fair Neutral, "
    "Afghanistan Islamist 3 sleepers, Gulf States Fair Ally 11 troops, troops track 4\n"
)


def counted(record: str) -> list[tuple[int, str, str]]:
    """The counted findings, each other one with a line of origin."""
    found = judge(read_text(record)).findings
    assert all(f.counted or f.follows for f in found if f.kind != "note")
    return [(f.place.line, f.kind, f.rule) for f in found if f.counted]


def test_a_missing_play_of_the_us_may_have_moved_the_troops_that_decide_the_deal() -> None:
    """With 4 Troops on the track a deal of 7 cards.

    With 5 or more the US is dealt 8 (4.7.3, 5.2.8).
    """
    plays = "US 7 reserves\nJ 49 reserves\nJ 51 reserves\nUS 24 woi Egypt [2]\nUS 25 woi Egypt [2]\n"
    record = SET_UP + plays + "J 50 reserves\nJ 52 reserves\nend of turn\ndeal J 8 US 8\n"
    assert counted(record) == [(3, "slip", "5.2.2")]


def test_a_missing_play_of_the_jihadist_moves_no_troops() -> None:
    """The same deal is a mistake of its own there."""
    plays = "US 7 reserves\nUS 24 woi Egypt [2]\nJ 49 reserves\nUS 25 woi Egypt [2]\nUS 40 woi Egypt [2]\n"
    record = SET_UP + plays + "J 50 reserves\nJ 52 reserves\nend of turn\ndeal J 8 US 8\n"
    assert counted(record) == [(5, "slip", "5.2.2"), (10, "outcome", "5.2.8")]


def test_world_posture_at_the_end_of_its_track_does_not_show_that_a_play_changed_nothing() -> None:
    """Four Hard countries, shown as Hard 3 (4.7.2).

    A fourth one of a missing play comes to light later.
    """
    hard = "".join(f", {name} Hard" for name in ("Canada", "France", "Italy"))
    plays = "US 7 reserves\nJ 49 reserves\nJ 51 reserves\nboard: world Hard 3\nUS 24 woi Canada [2]\n"
    record = (
        SET_UP.rstrip("\n") + hard + ", United States Soft\n" + plays + "US 25 woi Egypt [2]\nboard: world Hard 3\n"
    )
    record += "J 50 reserves\nJ 52 reserves\nend of turn\n"
    assert (3, "slip", "5.2.2") in counted(record)
    assert not [line for line, kind, _ in counted(record) if kind == "outcome"]


def test_a_play_that_may_be_missing_at_the_start_is_missing_before_a_line() -> None:
    """No mention of a line 0."""
    plays = "US 7 reserves\nJ 49 reserves\nJ 51 reserves\nUS 24 woi Egypt [2]\nUS 25 woi Egypt [2]\n"
    record = SET_UP + plays + "J 50 reserves\nJ 52 reserves\nend of turn\n"
    slips = [f.message for f in judge(read_text(record)).findings if f.slip]
    assert slips == [SENTENCES["missing-play"].about(**{"line 4": "line 3"})]


def test_a_card_that_is_played_twice_counts_beside_a_swap() -> None:
    """A swap with a card that is in the discard pile.

    The swap explains whose turn it was, and nothing of the card (5.2.2).
    """
    found = judge(
        read_text(
            '[Scenario "Let\'s Roll!"]\n'
            "J 95 recruit Afghanistan 3\n"
            "US 43 deploy track > Pakistan 2\n"
            "US 20 woi Pakistan [4] => Pakistan Ally\n"
            "J 83 travel Afghanistan:s > Pakistan, Afghanistan:s > US [3]\n"
            "J 83 plot Pakistan:s [2]\n"
        )
    ).findings
    counted = [(f.kind, f.rule, f.place.line) for f in found if f.counted]
    assert counted == [("slip", "5.2.2", 3), ("impossible", "5.2.2", 6)]
