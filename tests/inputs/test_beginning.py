"""The beginning of a record.

Its scenario may be missing, unknown, or in a sentence or a subject.
"""

from __future__ import annotations

import pytest

from referee.engine.record.steps import Judgement
from referee.inputs import beginning
from referee.inputs.formats import of
from referee.inputs.judging import judge_bytes

PLAYS = """J 95 recruit Afghanistan 3
J 83 travel Afghanistan:s > Pakistan, Afghanistan:s > US [3]
US 43 deploy track > Saudi Arabia 2
"""
"""Three right plays of the opening of Let's Roll!."""
HEAD = "From: A <a@example.org>\nTo: B <b@example.org>\nDate: Mon, 3 Mar 2025 19:42:00 +0000\nSubject: {}\n\n"


def verdict(text: str) -> Judgement:
    found = judge_bytes(text.encode(), "game")
    assert isinstance(found, Judgement)
    return found


def counted(text: str) -> list[tuple[str, str, int]]:
    return [(f.kind, f.rule, f.place.line) for f in verdict(text).findings if f.counted]


def test_a_record_without_scenario_and_set_up_has_one_finding_and_it_is_the_first() -> None:
    found = verdict(PLAYS + "US 43 deploy track > Pakistan 2\n")
    assert counted(PLAYS) == [("unsupported", "3.1", 1)]
    first = found.findings[0]
    assert (first.kind, first.rule, first.place.line) == ("unsupported", "3.1", 1)
    assert '[Scenario "Let\'s Roll!"]' in first.help
    rest = [f for f in found.findings[1:] if f.kind != "note"]
    assert rest
    assert all(f.follows == [1] and not f.counted for f in rest)
    assert not any(f.kind == "slip" for f in found.findings)


@pytest.mark.parametrize(
    ("line", "rule", "also"),
    [
        ("J 47 reserves", "6.3.3", []),
        ("US 29 event Canada", "card 29", ["6.2.1"]),
        ("J 50 recruit Sudan 3 [1 1 1]", "8.1.2", []),
        ("US 43 deploy track > Canada 2", "7.3.3", []),
    ],
)
def test_what_is_wrong_on_any_map_counts_without_a_scenario(line: str, rule: str, also: list[str]) -> None:
    assert counted(line + "\n") == [("unsupported", "3.1", 1), ("illegal", rule, 1)]
    assert next(f for f in verdict(line + "\n").findings if f.kind == "illegal").also == also


@pytest.mark.parametrize(
    "line",
    ["US 43 deploy track > Pakistan 2", "J 95 recruit Afghanistan 3", "US 24 woi Pakistan [3]", "J 1 reserves"],
)
def test_what_may_be_right_on_some_map_does_not_count_without_a_scenario(line: str) -> None:
    assert counted(line + "\n") == [("unsupported", "3.1", 1)]


def test_lines_that_cannot_be_read_and_unknown_options_count_as_ever() -> None:
    assert counted('[Options "nonsense"]\n' + PLAYS + "US 43 xyzzy\n") == [
        ("unsupported", "3.1", 1),
        ("unreadable", "notation", 1),
        ("unreadable", "notation", 5),
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[Scenario "Let\'s Roll!"]\n' + PLAYS,
        "setup: US Hard, Afghanistan Islamist Rule Adversary, Afghanistan 1 sleeper\nJ 83 recruit Afghanistan 3\n",
    ],
)
def test_a_scenario_or_a_set_up_is_a_position(text: str) -> None:
    assert not any(f.rule == "3.1" for f in verdict(text).findings)


@pytest.mark.parametrize("text", ['[Game "of last week"]\n', '; a remark\n[Date "2025"]\n', "good morning\n"])
def test_without_a_line_to_judge_nothing_is_said_of_the_scenario(text: str) -> None:
    assert not any(f.rule == "3.1" for f in verdict(text).findings)


def test_what_follows_from_a_scenario_that_is_not_known_hangs_on_its_tag() -> None:
    found = verdict('[US "B."]\n[Scenario "Lot\'s Rill"]\n' + PLAYS)
    assert [(f.kind, f.rule, f.place.line) for f in found.findings if f.counted] == [("unreadable", "3.1", 2)]
    assert all(f.follows == [2] for f in found.findings if f.kind in ("illegal", "outcome", "impossible"))


def test_what_follows_from_a_set_up_that_cannot_be_read_hangs_on_it() -> None:
    assert counted("setup: Xyzzy Quux\n" + PLAYS) == [("unreadable", "notation", 1)]


def test_a_remark_that_names_the_scenario_is_the_line_to_add() -> None:
    first = verdict("; Anaconda, 2 decks, at my place\n" + PLAYS).findings[0]
    assert first.instead is not None
    assert '[Scenario "Anaconda"]' in first.help


@pytest.mark.parametrize(
    ("lines", "tags"),
    [
        (["Let's Roll!, 1 deck"], {"Scenario": "Let's Roll!", "Length": "1 deck"}),
        (["Re: Let’s Roll - my turn"], {"Scenario": "Let's Roll!"}),
        (["scenario: let's roll", "2 decks"], {"Scenario": "Let's Roll!", "Length": "2 decks"}),
        (["We play You Can Call Me Al tonight"], {"Scenario": "You Can Call Me Al"}),
        (["LET'S ROLL! J1"], {"Scenario": "Let's Roll!"}),
        (["let's roll the dice, 1 deck"], {}),
        (["Labyrinth: The Awakening, our game"], {}),
        (["our campaign goes on", "the arab spring of 2011"], {}),
        (["Anaconda or Let's Roll! tonight?"], {"Scenario": "Let's Roll!"}),
        (["1 deck", "nine cards each"], {}),
        ([], {}),
    ],
)
def test_the_scenario_that_sentences_name(lines: list[str], tags: dict[str, str]) -> None:
    assert beginning.named_scenario(lines) == tags


def test_the_subject_of_a_mail_names_the_scenario_and_a_note_tells_it() -> None:
    mail = HEAD.format("Let's Roll!, 1 deck") + "Hi,\n\n" + PLAYS
    assert of(mail.encode()).name == "mail"
    found = verdict(mail)
    assert found.record.tags["Scenario"] == "Let's Roll!"
    assert found.record.tags["Length"] == "1 deck"
    assert found.clean
    note = next(f for f in found.findings if f.rule == "3.1")
    assert note.kind == "note"
    assert "message 1" in note.message.casefold()


def test_a_sentence_of_a_post_names_the_scenario_and_the_note_is_at_its_line() -> None:
    post = "Hello all.\n\nWe played Let's Roll!, 1 deck.\n\n" + PLAYS + "\nThat is all for now.\nMore next week.\n"
    assert of(post.encode()).name == "notes"
    found = verdict(post)
    assert found.clean
    note = next(f for f in found.findings if f.rule == "3.1")
    assert (note.kind, note.place.line) == ("note", 3)
    assert [s.action.place.line for s in found.steps] == [5, 6, 7]


def test_a_tag_or_a_set_up_in_a_mail_comes_before_its_subject() -> None:
    tagged = HEAD.format("Anaconda, 2 decks") + '[Scenario "Let\'s Roll!"]\n' + PLAYS
    assert verdict(tagged).record.tags == {"Scenario": "Let's Roll!"}
    stated = HEAD.format("Anaconda, 2 decks") + "setup: US Hard, Iraq Fair Ally\nUS 43 woi Iraq [4]\n"
    assert verdict(stated).record.tags == {}


def test_a_mail_that_names_no_scenario_says_so_first() -> None:
    found = verdict(HEAD.format("your turn") + "Hi,\n\n" + PLAYS)
    assert (found.findings[0].kind, found.findings[0].rule) == ("unsupported", "3.1")
    assert sum(f.counted for f in found.findings) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I play 80 FATA for the event in Pakistan.\n",
        "I play 80 FATA for the event in Pakistan.\nHe answers with 43 Patriot Act for ops in Iraq.\n",
    ],
)
def test_one_or_two_plain_sentences_with_plays_are_prose(text: str) -> None:
    assert of(text.encode()).name == "prose"


@pytest.mark.parametrize(
    "text",
    [
        "hello\n",
        "J 43 xyzzy on the whole map of it\n",
        "US 43 deploy track > Pakistan 2\n",
        "what a lovely event that was for all of us\n",
        '[Scenario "Let\'s Roll!"]\nI play 80 FATA for the event in Pakistan.\n',
    ],
)
def test_what_is_no_play_in_sentences_is_no_prose(text: str) -> None:
    assert of(text.encode()).name == "notation"


SENTENCES = """We met on a Sunday, and there was a lot of coffee.
He did something strange with his cards, and I was not sure.
The board looks terrible for the US by now.
"""


def test_a_file_of_sentences_is_one_finding_that_names_prose() -> None:
    assert counted(SENTENCES) == [("unreadable", "notation", 1)]
    first, *rest = verdict(SENTENCES).findings
    assert "--from prose" in first.help
    assert [(f.place.line, f.follows) for f in rest if f.kind == "unreadable"] == [(1, [1]), (2, [1]), (3, [1])]


def test_broken_lines_of_a_record_are_findings_each() -> None:
    broken = "US 43 deplyo track > Pakistan 2 and so on\nJ 83 rekrut Pakistan 2 or not at all\n"
    assert [line for kind, _, line in counted(broken) if kind == "unreadable"] == [1, 2]
    assert [line for kind, _, line in counted(PLAYS + SENTENCES) if kind == "unreadable"] == [4, 5, 6]
