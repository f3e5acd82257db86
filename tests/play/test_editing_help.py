"""Help during editing.

The possible next words, the present ones, and the better ones.
"""

from __future__ import annotations

import pytest

from referee.play.editing import Document
from referee.play.editing.completion import Completion, complete
from referee.play.editing.fixes import LineFix, fixes
from referee.play.editing.hover import hover
from referee.play.editing.reference import ReferenceEntry

HEAD = """\
[Scenario "Let's Roll!"]
[Length "1 deck"]

deal J 9: 112 113 95 74 98 60 4 1 83 US 9: 20 43 34 44 41 37 115 40 118
J 112 event => prestige 3
"""
J_PLAYS = ("J 113 travel Afghanistan:s > Pakistan",)
US_PLAYS = (*J_PLAYS, "US 43 deploy track > Gulf States 2")


def written(*lines: str) -> Document:
    """A record with these lines after the first card."""
    return Document(HEAD + "\n".join(lines))


def offered(line: str, *before: str) -> list[Completion]:
    """The possible continuations of a line after these."""
    document = written(*before, line)
    return complete(document, len(document.lines), len(line) + 1)


def labels(found: list[Completion], kind: str = "") -> list[str]:
    return [c.label for c in found if not c.forbidden and (not kind or c.kind == kind)]


def taken(label: str, line: str, *before: str) -> str:
    """The line once an offer is taken."""
    found = next(c for c in offered(line, *before) if c.label == label)
    return line[: found.first - 1] + found.insert + line[found.last - 1 :]


# -------------------------------------------------------------------- completion


def test_a_fresh_line_begins_with_the_side_to_play_and_its_hand() -> None:
    found = offered("")
    assert labels(found)[0] == "J "
    assert "J 113 Darfur" in labels(found)
    assert not [label for label in labels(found, "card") if label.startswith("US")]
    assert "112 Bin Ladin" not in [label.removeprefix("J ") for label in labels(found)]  # it is played


def test_what_the_clock_waits_for_comes_first() -> None:
    plots = Document('[Scenario "Let\'s Roll!"]\nsetup: stage plots, Egypt Poor Neutral 1 active 1 plots\n\n')
    assert complete(plots, 3, 1)[0].label == "J resolve Egypt#1 "
    dealt = Document('[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\n')
    assert complete(dealt, 3, 1)[0].label == "deal J 9 US 9"


def test_a_card_is_found_by_its_number_and_by_a_word_of_its_title() -> None:
    assert labels(offered("J 11"), "card") == ["113 Darfur"]
    assert taken("74 Schengen Visas", "J Visa") == "J 74 "


def test_uses_of_a_card_come_with_their_rule_and_what_cannot_be_done_stands_behind() -> None:
    found = offered("US 43 ", *J_PLAYS)
    told = {c.label: c.detail for c in found}
    assert "7.3.1" in told["deploy"]
    assert "nothing of it can be carried out" in told["alert"]  # no Plot is on the map
    assert labels(found).index("deploy") < labels(found).index("alert")


def test_countries_come_with_the_chance_of_the_roll_the_likeliest_first() -> None:
    found = [c for c in offered("US 20 woi ", *US_PLAYS) if c.kind == "country"]
    # a success takes 5 or more; Prestige 3 is Low, which takes 1 off: a 6 succeeds, a 5 misses by one
    assert found[0].label == "Pakistan"
    assert "success 17 %" in found[0].detail
    assert "7.2.1.2" in found[0].detail
    assert "Afghanistan" not in labels(found)


def test_what_a_rule_forbids_is_shown_behind_once_it_is_begun_with_its_reason() -> None:
    assert labels(offered("US 41 deploy track > ", *US_PLAYS)) == ["Saudi Arabia", "Gulf States"]
    (pakistan,) = offered("US 41 deploy track > Pak", *US_PLAYS)
    assert pakistan.forbidden
    assert "7.3.3" in pakistan.detail


def test_a_part_that_a_rule_forbids_stands_behind_too() -> None:
    # one card, one Operation (7.0); card 49 has a Jihadist event, which comes with its use by the US (6.3.2)
    assert [w for w in labels(offered("US 49 deploy track > Gulf States 2 / ", *US_PLAYS)) if w in WORDS] == [
        "event",
        "no event",
    ]
    (disrupt,) = offered("US 49 deploy track > Gulf States 2 / dis", *US_PLAYS)
    assert (disrupt.label, disrupt.forbidden) == ("disrupt", True)
    assert "(7.0)" in disrupt.detail
    first = labels(offered("US 49 event Saudi Arabia / ", *US_PLAYS))
    assert "deploy" in first
    assert "event" not in first


WORDS = frozenset({"event", "no event", "woi", "deploy", "regime-change", "disrupt", "alert", "withdraw", "reserves"})


@pytest.mark.parametrize(
    ("line", "label", "result"),
    [
        ("US 41 deploy tr", "track", "US 41 deploy track"),
        ("US 41 deploy track", "> Gulf States", "US 41 deploy track > Gulf States"),
        ("US 41 deploy track > Saudi Ar", "Saudi Arabia", "US 41 deploy track > Saudi Arabia"),
        ("US 41 deploy track > KSA", "Saudi Arabia", "US 41 deploy track > Saudi Arabia"),
        ("US 41 deploy track > Gulf States ", "2", "US 41 deploy track > Gulf States 2"),
        ("US 118 woi Pakistan ", "[·]", "US 118 woi Pakistan []"),
        (
            "US 37 regime-change track > Afghanistan 6 ",
            "gov[·] prestige[· · ·]",
            "US 37 regime-change track > Afghanistan 6 gov[] prestige[]",
        ),
        ("US 118 woi Pakistan [6] => ", "Pakistan Ally", "US 118 woi Pakistan [6] => Pakistan Ally"),
        ("US 118 woi Pakistan [6] ", "=>", "US 118 woi Pakistan [6] => "),
    ],
)
def test_what_is_taken_stands_where_it_belongs(line: str, label: str, result: str) -> None:
    if label.startswith("> "):
        line += " "
    assert taken(label, line, *US_PLAYS) == result


def test_the_cursor_goes_between_the_brackets() -> None:
    found = next(c for c in offered("US 118 woi Pakistan ", *US_PLAYS) if c.kind == "dice")
    assert found.insert[found.caret - 1 : found.caret + 1] == "[]"


def test_cells_of_an_entry_and_the_event_that_a_card_triggers() -> None:
    assert labels(offered("J 83 travel Afghanistan"), "cells") == [":s"]
    assert "/ event" in labels(offered("J 4 travel Afghanistan:s > Pakistan "))
    assert labels(offered("J 4 travel Afghanistan:s > Pakistan / "))[:2] == ["event", "no event"]


@pytest.mark.parametrize("play", ["US 34 alert Pakistan", "J resolve Pakistan"])
def test_the_value_of_a_plot_is_offered_after_its_number_too(play: str) -> None:
    setup = "setup: turn 2, phase US 1, prestige 5, US Hard, Pakistan Fair Neutral 2 sleepers plot ?"
    document = Document(f'[Scenario "Let\'s Roll!"]\n{setup}\n{play}#1 ')
    assert {"1", "2", "3"} <= set(labels(complete(document, 3, len(play) + 4)))


def test_a_checkpoint_is_offered_as_the_board_stands() -> None:
    assert "prestige 3" in labels(offered("board: "))
    assert labels(offered("board: Afgh"))[0].startswith("Afghanistan IR Adversary 4 sleepers")


def test_tags_and_their_values_at_the_top() -> None:
    top = Document('[\n[Scenario "You\n[Options "disr\n[Length "')
    assert "Scenario" in labels(complete(top, 1, 2))
    assert labels(complete(top, 2, 15)) == ["You Can Call Me Al"]
    assert labels(complete(top, 3, 15)) == ["disrupt-fewer"]
    assert labels(complete(top, 4, 10)) == ["1 deck", "2 decks", "3 decks"]


@pytest.mark.parametrize("line", ["; US ", "{US ", "US 118 woi Pakistan [", "US 118 woi Pakistan [4] ; 9 "])
def test_nothing_is_offered_in_remarks_and_dice(line: str) -> None:
    assert offered(line, *US_PLAYS) == []


def test_a_hidden_card_of_a_line_is_no_question_at_the_cursor() -> None:
    line = "J 99 event discard ? => "
    document = Document('[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\ndeal J 9 US 9\n' + line)
    assert labels(complete(document, 5, len(line) + 1))[:2] == ["prestige 6", "funding 8"]


@pytest.mark.parametrize(
    "line", ["\x00", "US 999 woi ", "J 95 plot [[[", "=> => =>", "+ + +", "US 1+1+1 ", "\U0001f600 J 4 ", "[" * 500]
)
def test_no_line_is_too_odd(line: str) -> None:
    document = written(line)
    for column in (0, 1, len(line) // 2, len(line) + 1, len(line) + 99):
        complete(document, len(document.lines), column)
        hover(document, len(document.lines), column)
    fixes(document, 1, 99)
    assert complete(document, 0, 1) == complete(document, 99, 1) == []


WRITTEN = (
    "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]",
    "US 43 deploy track > Gulf States 2",
    "US 20 woi Gulf States [5]",
    "J 83 jihad Pakistan:s [6]",
    "J 4 event Philippines t[5] / recruit Afghanistan 1",
    "US 34 disrupt Philippines cadre",
    "US 44 regime-change track > Afghanistan 6 gov[4] prestige[2 5 1]",
)
"""Plays of both sides; some of them no rule allows."""


@pytest.mark.parametrize("n", [0, 1, 2, 4, 6])
def test_word_by_word_what_stands_in_a_legal_line_was_offered(n: int) -> None:
    document = written(*WRITTEN[: n + 1])
    number = len(document.lines)
    line = document.lines[-1]
    for at in [i + 1 for i, ch in enumerate(line) if ch == " "]:
        if line[:at].count("[") == line[:at].count("]"):
            found = complete(document, number, at + 1)
            texts = [line[: c.first - 1] + c.insert.split("[")[0].rstrip() for c in found]
            assert any(line.startswith(t) and len(t) >= at for t in texts), (line[:at], [c.label for c in found])


# -------------------------------------------------------------------- hover


PLAYS = written(*US_PLAYS, "US 20 woi Pakistan [4] => prestige 3 ; see 7.3.3", "board: prestige 4")


def under(word: str, line: int) -> ReferenceEntry:
    """The help on a word of a line."""
    found = hover(PLAYS, line, PLAYS.lines[line - 1].index(word) + 1)
    assert found is not None, word
    return found


@pytest.mark.parametrize(
    ("line", "word", "said"),
    [
        (1, "Scenario", "Let's Roll!"),
        (5, "112", "Card 112 Bin Ladin"),
        (5, "event", "Card 112 Bin Ladin"),
        (6, "travel", "8.3"),
        (7, "Gulf", "4 troops"),
        (7, "US", "US phase 1, card 1 of 2"),
        (7, "deploy", "7.3.1"),
        (8, "[4]", "rolled 4"),
        (8, "prestige", "Behind this line: prestige 3"),
        (8, "7.3.3", "7.3.3"),
        (9, "prestige", "The referee has: prestige 3"),
        (4, "112", "Card 112 Bin Ladin"),
    ],
)
def test_what_stands_under_the_cursor(line: str, word: str, said: str) -> None:
    found = under(word, int(line))
    assert said in found.text
    assert found.markdown.startswith("**")


def test_a_country_is_told_with_what_the_line_did_there() -> None:
    assert "Troops 2 → 4." in under("Gulf", 7).text


def test_no_sign_of_a_record_becomes_markdown() -> None:
    document = Document('[Scenario "x"]\n; <img src=x> 7.3.3 *b*\nUS 43 woi <b> [4]\n')
    for line in (1, 2, 3):
        for column in range(1, 25):
            found = hover(document, line, column)
            assert found is None or "<" not in found.markdown.replace("\\<", "")


# -------------------------------------------------------------------- quick fixes


def fixed(*lines: str) -> list[LineFix]:
    """The fixes of the last line of a record."""
    document = written(*lines)
    document.judge()
    return fixes(document, len(document.lines))


def test_a_line_that_cannot_be_read_is_mended() -> None:
    (fix,) = [f for f in fixed("J 113 travle Afghanistan:s > Pakistan ; sic") if f.kind == "fix"]
    assert fix.edits[0].lines == ("J 113 travel Afghanistan:s > Pakistan  ; sic",)
    assert fix.finding is not None
    assert fix.finding.kind == "unreadable"


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("US 20 woi Pakistan [6] => Pakistan Adversary", "US 20 woi Pakistan [6] => Pakistan Ally"),
        ("US 20 deploy track > Pakistan 2", "US 20 deploy track > Gulf States 2"),
        ("board: prestige 5, funding 9", "board: prestige 3, funding 9"),
        ("US 20 woi Pakistan t[3] [6]", "US 20 woi Pakistan [6]"),
    ],
)
def test_what_is_wrong_is_put_right_and_the_finding_goes(line: str, result: str) -> None:
    found = [f.edits[0].lines[0] for f in fixed(*US_PLAYS, line) if f.kind == "fix"]
    assert result in found
    for text in found:
        document = written(*US_PLAYS, text)
        document.judge()
        assert not [f for f in document.findings if f.counted], text


def test_an_event_that_the_line_does_not_mention() -> None:
    found = fixed("J 98 reserves", "US 20 woi Pakistan t[5] [4]", "US 43 reserves", "J 4 recruit Afghanistan 1")
    texts = [f.edits[0].lines[0] for f in found]
    assert all(text.startswith("J 4 recruit Afghanistan 1 /") for text in texts if text)


def test_a_line_is_formatted() -> None:
    (fix,) = [f for f in fixed("j 113   Travel afgh:s>pakistan") if f.kind == "format"]
    assert fix.edits[0].lines == ("J 113 travel Afghanistan:s > Pakistan",)
    assert not [f for f in fixed("J 113 travel Afghanistan:s > Pakistan") if f.kind == "format"]


def test_nothing_is_offered_that_only_moves_the_mistake() -> None:
    found = fixed("J 113 recruit Pakistan 3 [1 1 1]")
    for fix in found:
        document = written(*fix.edits[0].lines)
        document.judge()
        assert not [f for f in document.findings if f.counted]
