"""Sentences that look like notation, and ordinary talk.

They look like a play or a position.
"""

from __future__ import annotations

import pytest

from referee.editions import rulesets
from referee.engine.record.steps import Judgement
from referee.engine.state.script import Origin
from referee.inputs.conversion import other_form
from referee.inputs.judging import judge_bytes
from referee.inputs.told_games import vocabulary_of
from referee.parsers.prose.blocks import SourceLine
from referee.parsers.prose.mentions import mentions
from referee.reports.wording import in_file

HEAD = "From: A <a@example.org>\nDate: Mon, 3 Mar 2025 19:42:00 +0000\nSubject: your turn\n\n"
TAGS = '[Scenario "Let\'s Roll!"]\n'
PLAY = "J 95 recruit Afghanistan 3\n"


def found(*lines: str) -> list[tuple[int, str, list[int]]]:
    said = [SourceLine(line, Origin(line=n)) for n, line in enumerate(lines, 1)]
    known = vocabulary_of(rulesets.base())
    return [(m.source_line.origin.line, m.kind, sorted(m.cards)) for m in mentions(said, known)]


@pytest.mark.parametrize(
    ("sentence", "card"),
    [
        ("I play 80 FATA for the event.", 80),
        ("I play card 80 for the event", 80),
        ("I played 80 for the event", 80),
        ("Birch plays Patriot Act for ops in Pakistan.", 43),
        ("He opens with 43 Patriot Act, event.", 43),
        ("80 FATA for the event", 80),
        ("Then the US answers with Patriot Act as the event", 43),
        ("A sad day. So I'll use 43 Patriot Act for ops! Well.", 43),
        ("- J plays 83 Kashmir, recruit in Pakistan", 83),
        ("Birch closes with Patriot Act for ops: alert in Pakistan", 43),
        ("I lay 80 FATA for the event", 80),
        ("In Pakistan I play 80 FATA for the event", 80),
    ],
)
def test_a_card_with_its_use_looks_like_a_play(sentence: str, card: int) -> None:
    assert found(sentence) == [(1, "play", [card])]


@pytest.mark.parametrize(
    "sentence",
    [
        "I love the 43 Patriot Act event",
        "Should I play 80 FATA for the event?",
        "If I play 80 FATA for the event you lose Pakistan",
        "I would play 80 FATA for the event",
        "You play 43 Patriot Act for ops",
        "I keep 80 FATA for the event later",
        "Next turn I play 80 FATA for the event",
        "80 FATA event is nasty",
        "I never play 80 FATA for the event",
        "I do not play 80 FATA for the event",
        "Everybody plays Patriot Act for the event these days",
        "Did you use 80 FATA for the event?",
        "I discard 80 FATA for the event",
        "I hoped to play 80 FATA for the event",
        "The event of 80 FATA is strong, my ops are few",
        "We play at 8 for an hour",
        "I play 2 troops for the event",
        "US troops everywhere, no plots so far",
        "We use 3 ops for 2 plots",
        "Pakistan went Poor",
        "Pakistan is Poor now, and Iraq is an ally",
        "What if Pakistan were Fair Neutral?",
    ],
)
def test_ordinary_talk_looks_like_nothing(sentence: str) -> None:
    assert found(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Pakistan Fair Neutral with 2 sleepers",
        "We begin where Pakistan is Fair Neutral and Iraq is Poor Ally.",
        "Prestige 5, Funding 4, US hard",
        "Iraq: Poor Ally, 6 troops",
    ],
)
def test_a_position_in_words_is_seen(sentence: str) -> None:
    assert found(sentence) == [(1, "position", [])]


def test_a_sentence_that_goes_over_two_lines_is_at_its_first() -> None:
    first = "Thank you for the long wait, which was well worth it. So I play 80 FATA"
    assert found("Hello", first, "for the event in Pakistan.") == [(2, "play", [80])]


def noted(text: str) -> list[tuple[int, str]]:
    verdict = judge_bytes(text.encode(), "game")
    assert isinstance(verdict, Judgement)
    assert verdict.clean, verdict.findings
    return [(in_file(f.place, verdict.record.lines).line, f.message) for f in verdict.findings if f.rule == "mail"]


PLAYED = "This sentence looks like a play; it was not read."
PLACED = "This sentence looks like a position; it was not read."


def test_a_play_in_words_is_a_note_at_its_line_in_a_post() -> None:
    post = "Hello all.\n\n" + TAGS + PLAY + "\nI play 80 FATA for the event.\nGood luck to you.\n"
    assert noted(post) == [(6, PLAYED)]


def test_a_play_in_words_is_a_note_in_a_mail_once_however_often_it_is_quoted() -> None:
    first = HEAD + TAGS + PLAY + "\nI play 80 FATA for the event.\n"
    again = first.replace("3 Mar", "4 Mar").replace(TAGS + PLAY, "> " + PLAY).replace("I play", "> I play")
    box = "".join(f"From x Mon Mar  3 19:42:00 2025\n{mail}\n" for mail in (first, again))
    assert [message for _, message in noted(box)] == [PLAYED]


def test_a_play_that_is_written_in_the_notation_too_is_no_note() -> None:
    assert noted("Hello all.\n\nI play 95 Wahhabism for ops.\n\n" + TAGS + PLAY + "\nGood luck to you all.\n") == []


def test_a_position_in_words_before_the_first_play_is_a_note() -> None:
    post = (
        "Hello all.\nPakistan is Fair Neutral with 2 sleepers.\n\n" + TAGS + PLAY + "\nIraq is Poor Ally now.\nBye.\n"
    )
    assert noted(post) == [(2, PLACED)]


def test_a_position_in_words_is_no_note_where_a_line_states_it() -> None:
    stated = "board: Pakistan Fair Neutral\n"
    assert noted("Hello all.\nPakistan is Fair Neutral now.\n\n" + TAGS + stated + PLAY + "\nMore another day.\n") == []


def test_the_converted_record_keeps_the_sentence_as_a_comment() -> None:
    post = "Hello all.\n\n" + TAGS + PLAY + "\nI play 80 FATA for the event.\nGood luck to you.\n"
    assert other_form(post.encode()).text == TAGS + "\n" + PLAY + "; I play 80 FATA for the event.\n"
