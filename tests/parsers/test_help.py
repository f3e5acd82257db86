"""Messages on unreadable lines, with the line to write instead.

That line must be readable itself.
"""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given

from referee.editions.base.ruleset import BASE
from referee.engine.law.requirement import SentenceFacts
from referee.engine.state.script import Unreadable
from referee.engine.state.words import Help, sentence
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.parsers.notation import words
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES
from tests.helpers.writing import LINE, TEXTS, check_format, untidy

WRITE = re.compile(r"(?:^|[.?] )Write: (.*)$", re.DOTALL)


WITH_ARTICLE = sorted(name for name, country in BASE.countries.items() if country.article)
EXPANSION = '[Rules "Awakening"]'


def unread(line: str) -> Unreadable:
    (found,) = read_text(line).unreadable
    return found


def written_instead(found: Unreadable) -> str:
    """The line that the help proposes, "" for none."""
    match = WRITE.search(found.help)
    return match.group(1) if match is not None else ""


# ------------------------------------------------------------------------------------------------ understood as it stands

UNDERSTOOD = [
    ("US 43 war of ideas Egypt [4]", "US 43 woi Egypt [4]"),
    ("US 43 War of Ideas: Egypt [4]", None),
    ("US 34 regime change track > Afghanistan 6 [3] [4 6 2]", "US 34 regime-change track > Afghanistan 6 [3] [4 6 2]"),
    ("J 93 major jihad Pakistan 3 [2 3 4]", "J 93 jihad major Pakistan 3 [2 3 4]"),
    ("J 93 minor jihad Pakistan:a [2]", "J 93 jihad Pakistan:a [2]"),
    ("J 113 moves Afghanistan:s > Pakistan", "J 113 travel Afghanistan:s > Pakistan"),
    ("J 113 travel from Afghanistan:s to Pakistan", "J 113 travel Afghanistan:s > Pakistan"),
    ("US 43 deploys 2 troops from the track to Pakistan", "US 43 deploy 2 track > Pakistan"),
    ("US 41 disrupts in Egypt cadre", "US 41 disrupt Egypt cadre"),
    ("US 115 alerts Pakistan#1 -> plot 2", "US 115 alert Pakistan#1 => plot 2"),
    ("J 113 travel Egypt:s → Sudan t[5] → Sudan Fair", "J 113 travel Egypt:s > Sudan t[5] => Sudan Fair"),
    ("J 112 event → prestige 3", "J 112 event => prestige 3"),
    ("US 14 event Syria [5] --> Syria Fair", "US 14 event Syria [5] => Syria Fair"),
    ("US 14 event Syria -> Syria Fair Neutral", "US 14 event Syria => Syria Fair Neutral"),
    ("J 45 event Egypt:s -> Sudan t[5]", "J 45 event Egypt:s > Sudan t[5]"),
    ("US 7 reserves ==> reserves US 1", "US 7 reserves => reserves US 1"),
    ("US: 43 woi Egypt [4]", "US 43 woi Egypt [4]"),
    ("J – card #95: recruit Egypt 2 [1 2]", "J 95 recruit Egypt 2 [1 2]"),
    ("Jihad no. 95, recruit Egypt 2 [1 2]", "J 95 recruit Egypt 2 [1 2]"),
    ("J plays card 95 for ops: recruit Egypt 2 [1 2]", "J 95 recruit Egypt 2 [1 2]"),
    ("J95+R recruit Egypt 3 [1 2 3]", "J 95+R recruit Egypt 3 [1 2 3]"),
    ("Jih. 95 as event", "J 95 event"),
    ("- J 95 event", "J 95 event"),
    ("• US hold", "US hold"),
    ("12. J 95 event", "J 95 event"),
    ("1) board: prestige 6", "board: prestige 6"),
    ("* + J event discard 45", None),
    ("turn1", "turn 1"),
    ("deals J 9 US 8", "deal J 9 US 8"),
    ("draws J 1 ?", None),
    ("end turn", "end of turn"),
    ("End of the turn 2.", "end of turn"),
    ("resolve Egypt#1 2 [6 3]", "J resolve Egypt#1 2 [6 3]"),
    ("no plots", "no plots"),
    ("No plots left on the map.", "no plots"),
    ("US no plots", "no plots"),
    ("board: no plots, 1st plot 17", "board: no plots, first plot 17"),
    ("US 24 no events", None),
    ("US 2+R woi Egypt t[5] [4].", "US 2+R woi Egypt t[5] [4]"),
    ("J\u00a0９５ recruit\u202fEgypt\u3000２ ［１ ２］", "J 95 recruit Egypt 2 [1 2]"),
    ("J 95 event ；wide", "J 95 event  ；wide"),
    ("[Scenario “Let’s Roll!”]", '[Scenario "Let’s Roll!"]'),
    ("US 24 hold", "US 24 hold"),
    ("J 95 Wahhabism recruit Afghanistan 2", "J 95 recruit Afghanistan 2"),
    ("J Hariri Killed event", "J 64 event"),
    ("J hariri recruit Egypt 1 [1]", "J 64 recruit Egypt 1 [1]"),
    ("J bin ladin event", "J 112 event"),
    ("US Schroeder deploy track > Gulf States 2", "US 75 deploy track > Gulf States 2"),
    ("U patriot act for the event", "US 43 event"),
    ("U: 43 event", "US 43 event"),
    ("J Uyghur Jihad jihad Egypt:a [2]", "J 55 jihad Egypt:a [2]"),
    ("J Uyghur jihad Egypt:a [2]", "J 55 jihad Egypt:a [2]"),
    ("US Oil Price Spikes event", "US Oil Price Spike event"),
    ("US NATO + Saddam reassess", "US 41+92 reassess"),
]


@pytest.mark.parametrize(("line", "canonical"), [(a, b) for a, b in UNDERSTOOD if b is not None])
def test_what_can_mean_one_thing_only_is_understood(line: str, canonical: str) -> None:
    assert read_text(line).unreadable == []
    assert format_text(line).text == canonical
    check_format(line)


def test_no_plots_is_checked() -> None:
    position = "setup: stage plots, Egypt 1 active plots ?, hand J 4, hand US 4\n"
    (found,) = (f for f in judge(read_text(position + "no plots")).findings if f.kind != "note")
    assert (found.kind, found.rule, found.place.line) == ("outcome", "5.2.3", 2)
    assert [
        f for f in judge(read_text("setup: Egypt 1 active\nno plots\nboard: plots on map 0")).findings if f.counted
    ] == []


# ------------------------------------------------------------------------------------------------ answered

ANSWERED = [
    ("US 43 war Egypt [4]", "I do not know “war”.", "Did you mean woi (War of Ideas)? Write: US 43 woi Egypt [4]"),
    ("On Tuesday we met", "I cannot read this line.", "If it is a remark, put ; in front."),
    (
        "J recruit Afghanistan 2",
        SENTENCES["no-card-number"].about(**{"US 43 woi Pakistan [4]": "J 95 recruit Afghanistan 2"}),
        "Write: J ? recruit Afghanistan 2",
    ),
    ("US nothing left", SENTENCES["no-card-number"].sentence, "If it is a remark, put ; in front."),
    ("J recruit 95 Egypt 2 [1 2]", None, "Write: J 95 recruit Egypt 2 [1 2]"),
    ("95 recruit Egypt 2 [1 2]", None, "Write: J 95 recruit Egypt 2 [1 2]"),
    ("reslove Egypt#1 2 [6 3]", None, "Did you mean resolve? Write: J resolve Egypt#1 2 [6 3]"),
    ("J reslove Egypt#1 2 [6 3]", None, "Did you mean resolve? Write: J resolve Egypt#1 2 [6 3]"),
    ("end fo turn", "I cannot read this line.", "Write: end of turn"),
    (
        "J 95 travl Egypt:s > Sudan",
        "I do not know “travl”.",
        "Did you mean travel (move Cells)? Write: J 95 travel Egypt:s > Sudan",
    ),
    ("J 95 recuit Afganistan 2", None, "Did you mean recruit (place Cells)? Write: J 95 recruit Afghanistan 2"),
    (
        "J 112 event => prestigue 3",
        "I do not know “prestigue”.",
        "Did you mean prestige? Write: J 112 event => prestige 3",
    ),
    ("US 24 move track > Egypt 2", None, "Did you mean deploy (move Troops)? Write: US 24 deploy track > Egypt 2"),
    ("J 14+1 recruit Egypt 2 [1 2]", None, "+R adds all Reserves of the side. Write: J 14+R recruit Egypt 2 [1 2]"),
    ("J 95 recruit Egypt 2 (1 2)", None, "Write: J 95 recruit Egypt 2 [1 2]"),
    ("J 95 recruit Egypt 2 [1 2", SENTENCES["bracket-not-closed"].sentence, "Write: J 95 recruit Egypt 2 [1 2]"),
    ("J 95 recruit Egypt rolls 1 2", None, "Write: J 95 recruit Egypt [1 2]"),
    ("US 20 woi Pakistan [4] = Pakistan Ally", None, "Write: US 20 woi Pakistan [4] => Pakistan Ally"),
    ("US 20 woi Pakistan [4] > Pakistan Ally", None, "Write: US 20 woi Pakistan [4] => Pakistan Ally"),
    ("US 50 disrupt Israel:s, event Iran", None, "Write: US 50 disrupt Israel:s / event Iran"),
    ("US 50 disrupt Israel:s no event", None, "Write: US 50 disrupt Israel:s / no event"),
    ("US 50 disrupt Israel sleeper", None, "Write: US 50 disrupt Israel:s"),
    ("US reassess 40 118", None, "Write: US 40+118 reassess"),
    ("J 90 quagmire", "What the card is used for is missing.", "event (play its event)."),
    (
        "J 43 Wahhabism event",
        "43 is Patriot Act, and “Wahhabism” is 95.",
        "Write the number of the card that was played.",
    ),
    ("J 240 Leak event", "240 is no card of this game, and “Leak” is 84 or 85.", "that was played."),
    ("US Libyan event", "“Libyan” can be 38 Libyan Deal or 39 Libyan WMD.", "Write the number of the card."),
    ("J 112 event right out of the gate", None, "Write: J 112 event  ; right out of the gate"),
    ("TURN 1 (9 cards each)", None, "Write: turn 1  ; (9 cards each)"),
    ("Scenario: Let's Roll!", None, 'Write: [Scenario "Let\'s Roll!"]'),
    ("[Scenario: Let's Roll!]", 'A tag reads [Name "value"].', 'Write: [Scenario "Let\'s Roll!"]'),
    ("board prestige 6, funding 8", None, "Write: board: prestige 6, funding 8"),
    ("board: prestige 6 funding 8", "A comma goes between statements.", "Write: board: prestige 6, funding 8"),
    (
        "board: Afganistan Poor Aly, Pakistan 2 slepers",
        None,
        "Write: board: Afghanistan Poor Ally, Pakistan 2 sleepers",
    ),
    ("J 95 recruit Egypt 1 Sudan 1", "A second country begins a new entry.", "Write: J 95 recruit Egypt 1, Sudan 1"),
    ("J 84 event flip Renditons", None, "Did you mean Renditions? Write: J 84 event flip Renditions"),
    ("J 0 event", "There is no card 0.", "Write: J ? event"),
    ("J remove cadre Egypt", None, "Write: J remove-cadre Egypt"),
    ("deal 9 J 8 US", None, "Write: deal J 9 US 8"),
    ("US keeps last card", None, "Write: US hold"),
    ("US hold card 24", None, "Write: US 24 hold"),
    ("J 95 US hold", "Holding the last card is a line of its own.", "Write: US hold"),
    ("US 18 event / US 43 hold", "Holding the last card is a line of its own.", "Write: US hold"),
    ("J 18 event / hold", None, "Write: US hold"),
]


@pytest.mark.parametrize(("line", "message", "help"), ANSWERED, ids=[a for a, _, _ in ANSWERED])
def test_what_is_said_of_a_line_that_cannot_be_read(line: str, message: str | None, help: str) -> None:
    found = unread(line)
    assert message is None or found.message == message
    assert found.help.endswith(help)
    instead = written_instead(found)
    if instead:
        assert read_text(instead).unreadable == []
        assert format_text(instead).text == instead


KEPT = [
    ("US is Hard", "Write: board: US Hard"),
    ("board: US is Hard", "Write: board: US Hard"),
    ("board: Egypt is Fair now", "Write: board: Egypt Fair"),
    ("J 83 recruit Egypt x3", "Write: J 83 recruit Egypt 3"),
    ("J 83 recruit Egypt 3x [1 2 3]", "Write: J 83 recruit Egypt 3 [1 2 3]"),
    ("J 83 recruit Egypt three", "Write: J 83 recruit Egypt 3"),
    ("J 83 recruit Egypt 3, that was fun", "Write: J 83 recruit Egypt 3  ; that was fun"),
    ("J 43 travel Egypt:s > Thailand, was fun", "Write: J 43 travel Egypt:s > Thailand  ; was fun"),
    ("US 43 deploy track > Egypt 2 (not 3)", "Write: US 43 deploy track > Egypt 2  ; (not 3)"),
]
"""Lines of which a correction keeps every number, every name and every negation."""
NOT_MENDED = ["board: Egypt not Poor", "US not Soft", "J 95 recruit Egypt 2 not 3", "board: US lost 3 Troops, no"]
"""Lines of which none does."""


@pytest.mark.parametrize(("line", "help"), KEPT, ids=[a for a, _ in KEPT])
def test_a_correction_keeps_what_the_line_says(line: str, help: str) -> None:
    found = unread(line)
    assert found.help.endswith(help)
    instead = written_instead(found)
    assert not instead or read_text(instead).unreadable == []


@pytest.mark.parametrize("line", NOT_MENDED)
def test_what_would_be_lost_is_not_corrected_away(line: str) -> None:
    assert written_instead(unread(line)) == ""


def test_only_the_uses_of_that_side_are_listed_each_with_its_meaning() -> None:
    for side, other in (("J", "US"), ("US", "J")):
        help = unread(f"{side} 24 zzzz 5 =>").help
        assert "can write: " in help
        assert all(f"{use} ({meaning})" in help for use, meaning in words.MEANINGS[side].items())
        assert not any(f"{use} (" in help for use in set(words.MEANINGS[other]) - set(words.MEANINGS[side]))


def test_an_unknown_tag_is_a_note_with_the_one_that_may_be_meant() -> None:
    (note,) = read_text('[Scenaro "Anaconda"]').notes
    assert note.help == 'Did you mean Scenario? Write: [Scenario "Anaconda"]'
    (note,) = read_text('[Weather "rain"]').notes
    assert note.help == ""


# ------------------------------------------------------------------------------------------------ The Awakening

KEPT_THERE = [
    ("Jordan in caliphate", "Write: board: Jordan caliphate"),
    ("Iraq civil war now", "Write: board: Iraq civil war"),
    ("board: Iraq civil war now", "Write: board: Iraq civil war"),
]


@pytest.mark.parametrize(("line", "help"), KEPT_THERE, ids=[a for a, _ in KEPT_THERE])
def test_a_correction_there_sets_no_negation_in(line: str, help: str) -> None:
    (found,) = read_text(f"{EXPANSION}\n{line}").unreadable
    assert found.help.endswith(help)


UNDERSTOOD_THERE = [
    ("board: Egypt 2 blue 1 green", "board: Egypt 2 awakening 1 reaction"),
    ("board: Egypt 4 blue markers 1 rea, Sudan awk", "board: Egypt 4 awakening 1 reaction, Sudan awakening"),
    ("board: Iraq poor neutral CW militia cap", "board: Iraq Poor Neutral civil war militia caliphate capital"),
    ("board: Iraq in civil war, Libya no CW", "board: Iraq civil war, Libya no civil war"),
    ("board: resolved 1 2, militia on track 11", "board: resolved plots 1 2, militia track 11"),
    ("board: resolve plots box 1", "board: resolved plots 1"),
    ("board: resolved none, off-map 3", "board: no resolved plots, off map 3"),
    ("board: offmap 3", "board: off map 3"),
    ("board: Iraq 1 advisor", "board: Iraq 1 advisors"),
    ("US 155 canceled by Ferguson", "US 155 cancelled"),
    ("US 155+159: cancel", "US 155+159 cancelled"),
    ("US 152 woi Egypt [6] conv [3 5]", "US 152 woi Egypt [6] convergence[3 5]"),
    ("J 221 event Iraq, caliphate capital Iraq", "J 221 event Iraq, capital Iraq"),
    ("J 221 event Iraq, cap Iraq", "J 221 event Iraq, capital Iraq"),
    ("end of turn: Polarisation Egypt +1 blue, Libya Ally", "end of turn Egypt awakening, Libya Ally"),
    ("end of turn: Egypt one more blue, nothing", "end of turn Egypt awakening"),
    ("end of turn: polarization none, attr Iraq US[2] J[3]", "end of turn Iraq US[2] J[3]"),
    ("end of turn: attrition Iraq lost 2 militia", "end of turn Iraq lose 2 militia"),
    ("J turns in my Zakat counter", "J turn-in zakat"),
    ("J zakat", "J turn-in zakat"),
    ("US turns in his horse", "US turn-in strong-horse"),
    ("US end-truce", "US turn-in truce"),
    ("J ends the Truce", "J turn-in truce"),
    ("US truce", "US turn-in truce"),
]
ANSWERED_THERE = [
    ("board: Iraq militia 3", "Write: board: Iraq 3 militia"),
    ("board: reaction Egypt 2", "Write: board: Egypt 2 reaction"),
    ("board: capital Iraq", "Write: board: Iraq caliphate capital"),
    ("board: advisors Libya", "Write: board: Libya advisors"),
    ("board: Syria wmd 2", "Write: board: Syria 2 wmd"),
    ("board: militia 11", "For example: militia track 11"),
    ("US 152 woi Egypt [5] => Egypt militia 3", "Write: US 152 woi Egypt [5] => Egypt 3 militia"),
    ("US 152 woi Egypt [5] => civil war", "Write: US 152 woi Egypt [5] => Egypt civil war"),
    ("US 152 woi Egypt [5] => Egypt +1 awakening", "For example: Egypt 2 awakening"),
    ("US 152 woi Egypt [5] => Egypt reaction +1", "For example: Egypt 2 reaction"),
    ("US 152 woi Egypt [5] => awakening +1", "For example: Egypt 2 awakening"),
    ("J 165 event Afghanistan civil war", "Write: J 165 event Afghanistan => Afghanistan civil war"),
    ("J 221 event, caliphate capital Iraq", "Write: J 221 event capital Iraq"),
    ("end of turn: attrition Iraq US 3 J 5", "Write: end of turn Iraq US[3] J[5]"),
    ("end of turn: Egypt 2 awakening", "For example: Egypt awakening"),
    ("end of turn: convergence 6 1 Somalia", "Write: end of turn convergence[6 1] Somalia"),
    ("end of turn: convergence tan 6 black 1 Somalia", "Write: end of turn convergence[6 1] Somalia"),
    (
        "US 222 woi Gulf States [5]. Convergence roll tan 2 black 3: Jordan",
        "Write: US 222 woi Gulf States [5], convergence[2 3] Jordan",
    ),
    ("attrition Iraq [3 5]", "Write: end of turn Iraq [3 5]"),
    ("Polarization: Egypt awakening", "Write: end of turn Egypt awakening"),
    ("zakat", "Write: J turn-in zakat"),
    ("turn in the strong horse", "Write: US turn-in strong-horse"),
]


@pytest.mark.parametrize(("line", "canonical"), UNDERSTOOD_THERE)
def test_what_players_of_the_expansion_write_is_understood(line: str, canonical: str) -> None:
    text = f"{EXPANSION}\n{line}"
    assert read_text(text).unreadable == []
    done = format_text(text).text
    assert done.split("\n")[1] == canonical
    assert format_text(done).text == done


@pytest.mark.parametrize(("line", "help"), ANSWERED_THERE, ids=[a for a, _ in ANSWERED_THERE])
def test_what_players_of_the_expansion_are_answered(line: str, help: str) -> None:
    found = unread(f"{EXPANSION}\n{line}")
    assert found.help.endswith(help)
    instead = written_instead(found)
    if instead:
        assert read_text(f"{EXPANSION}\n{instead}").unreadable == []


def test_a_wording_keeps_all_its_words_whatever_was_written_for_them() -> None:
    for line in ("board: off-map 3", "board: Iraq capital", "board: resolved 1"):
        done = format_text(f"{EXPANSION}\n{line}").text
        assert read_text(done).unreadable == []
        (now,) = read_text(done).actions[0].statements
        (then,) = read_text(f"{EXPANSION}\n{line}").actions[0].statements
        assert (now.field, now.value) == (then.field, then.value)


# ------------------------------------------------------------------------------------------------ every word of the notation


def page_lines() -> list[str]:
    """Every line of the notation's page without its comment.

    A variation in braces is none.
    """
    text = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    found = [line for block in re.findall(r"^```lgn\n(.*?)^```$", text, re.M | re.S) for line in block.split("\n")]
    return [line.split(";")[0].rstrip() for line in found if line.strip() and line[0] not in "[;+{"]


def slips(line: str) -> list[str]:
    """The line with two letters of a longer word exchanged.

    Each such word has its turn.
    """
    found = []
    for match in re.finditer(r"[A-Za-z]{5,}", line):
        word = match[0]
        wrong = word[:2] + word[3] + word[2] + word[4:]
        if wrong != word:
            found.append(line[: match.start()] + wrong + line[match.end() :])
    return found


@pytest.mark.long
def test_a_slip_in_any_word_of_the_page_is_answered_with_the_line_that_was_meant() -> None:
    told = other = 0
    for line in dict.fromkeys(page_lines()):
        game = f"{EXPANSION}\n" if read_text(line).unreadable else ""
        right = format_text(game + line).text.removeprefix(game)
        for wrong in slips(line):
            for found in read_text(game + wrong).unreadable:
                instead = written_instead(found)
                assert read_text(game + instead).unreadable == [], (wrong, found.help)
                told += instead == right
                other += instead != right
    assert told > 120
    assert other <= told // 20, "nearly always the very line"


def assert_suggestions_read(text: str) -> None:
    record = read_text(text)
    for found in [*record.unreadable, *record.notes]:
        assert found.message
        instead = written_instead(found)
        if instead:
            current = read_text("US 24 event\n" + instead)
            assert current.unreadable == [], (text, instead)


@given(TEXTS)
def test_whatever_the_text_what_is_suggested_reads(text: str) -> None:
    assert_suggestions_read(text)


@pytest.mark.long
@given(untidy(LINE))
def test_whatever_letter_is_lost_what_is_suggested_reads(line: str) -> None:
    for at in range(0, min(len(line), 60), 7):
        assert_suggestions_read(line[:at] + line[at + 1 :])


# ------------------------------------------------------------------------------------------------ and the game goes on


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("J 112 evnt => prestige 3", "US 24 reserves"),
        ("reslove Egypt#1 1 [5]", "J 49 reserves"),
        ("end fo turn", "deal J 9 US 9"),
        ("US holdd", "no plots"),
    ],
)
def test_a_line_that_cannot_be_read_does_not_put_the_next_one_out_of_turn(line: str, after: str) -> None:
    start = {
        "J": "setup: phase J 1, card 2, hand J 5, hand US 5, prestige 7, funding 9",
        "r": "setup: stage plots, Egypt Poor Neutral 1 active plots 1, hand J 5, hand US 5, prestige 7, funding 8",
        "e": "setup: stage end, hand J 0, hand US 0, prestige 7, funding 9",
        "U": "setup: phase US 1, hand J 0, hand US 1, prestige 7, funding 9",
    }[line[0]]
    verdict = judge(read_text(f"{start}\n{line}\n{after}"))
    assert [(f.kind, f.place.line) for f in verdict.findings if f.counted] == [("unreadable", 2)]


def test_a_line_to_write_can_be_copied_as_it_stands() -> None:
    (finding,) = [f for f in judge(read_text("J 14+1 recruit Egypt 2 [1 2]\n")).findings if f.kind == "unreadable"]
    assert finding.help.endswith("Write: J 14+R recruit Egypt 2 [1 2]")


def test_the_help_of_a_finding_has_its_parts_beside_it() -> None:
    found = Help("Did you mean travel?", write="J 71 travel US > Gulf States")
    assert (found, found.write) == (
        "Did you mean travel? Write: J 71 travel US > Gulf States",
        "J 71 travel US > Gulf States",
    )
    legal = Help("Or leave it out.", legal="Egypt or Gulf States")
    assert (legal, legal.legal) == ("Legal here: Egypt or Gulf States. Or leave it out.", "Egypt or Gulf States.")
    assert legal.without_lead == "Egypt or Gulf States. Or leave it out."
    assert pickle.loads(pickle.dumps(found)).write == found.write


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{Gulf States:is} unmarked", "The Gulf States are unmarked."),
        ("{Gulf States:has} no Cell", "The Gulf States have no Cell."),
        ("{Gulf States:never needs} a Test", "The Gulf States never need a Test."),
        ("{Philippines:has} no Troops", "The Philippines has no Troops."),
        ("no Test of {Philippines} is rolled here", "No Test of the Philippines is rolled here."),
        (
            "card 137 needs an Ally, and {United States:is} not one",
            "Card 137 needs an Ally, and the United States is not one.",
        ),
        ("the Posture of {Gulf States} is Hard", "The Posture of the Gulf States is Hard."),
        ("{Caucasus:gets} 2 rolls", "The Caucasus gets 2 rolls."),
        ("{Egypt:is} unmarked", "Egypt is unmarked."),
        ("the record has “Gulf States is unmarked”", "The record has “Gulf States is unmarked”."),
    ],
)
def test_a_country_has_its_article_and_its_number(text: str, told: str) -> None:
    facts = SentenceFacts({name: name for name in BASE.countries}, BASE)
    assert sentence(text.format_map(facts)) == told


@pytest.mark.parametrize("country", WITH_ARTICLE)
@pytest.mark.parametrize("setup", ["{} Soft 2 troops", "{} Good 1 besieged", "{} Soft Hard Ally", "{} unmarked 1 aid"])
def test_no_finding_begins_a_sentence_with_a_country_without_its_article(country: str, setup: str) -> None:
    for line in (
        "US 7 woi {} [6]",
        "US 24 disrupt {}:s",
        "J 64 recruit {} 1 [1]",
        "J 93 jihad {}:s [1]",
        "US 43 deploy track > {} 2",
    ):
        text = f"setup: {setup.format(country)}, prestige 7\n{line.format(country)}\n"
        for finding in judge(read_text(text)).findings:
            told = re.sub(r"“[^”]*”|Write: .*", "", finding.message)
            assert not re.search(rf"(?:^|[.:,] (?:and )?){country} (?:is|are|has|have|can|cannot)\b", told), told


@pytest.mark.parametrize(
    ("setup", "line", "told"),
    [
        ("Pakistan Fair Neutral 3 sleepers", "US 136 event Pakistan:sss", "Card 136 allows 0 to 2 Cells, not 3."),
        (
            "Algeria/Tunisia Fair Neutral 3 awakening",
            "J 175 event Algeria/Tunisia 3",
            "Card 175 allows 1 or 2 Awakening markers, not 3.",
        ),
        (
            "Syria Poor Adversary civil war 3 militia 1 sleeper",
            "J 231 event Syria 3",
            "Card 231 allows 0 to 2 Militia, not 3.",
        ),
    ],
)
def test_a_number_that_is_refused_has_its_noun(setup: str, line: str, told: str) -> None:
    found = judge(read_text(f"{EXPANSION}\nsetup: prestige 7, {setup}\n{line}\n")).findings
    assert told in [f.message for f in found]


@pytest.mark.parametrize(("card", "kinds"), [(113, ["note 8.4.3.1"]), (51, ["illegal 8.1.2", "note 8.4.3.1"])])
def test_a_play_that_depends_on_a_reading_in_doubt_gets_its_note_refused_or_not(card: int, kinds: list[str]) -> None:
    text = f"setup: Sudan Poor Neutral 3 actives, Iran 1 sleeper\nJ {card} jihad Sudan:aaa [4 5 6]\n"
    assert sorted(f"{f.kind} {f.rule}" for f in judge(read_text(text)).findings) == kinds


@pytest.mark.parametrize(("cell", "kinds"), [("", ["illegal"]), ("1 sleeper", ["note"])])
def test_a_refused_event_gets_no_note_on_a_card_that_is_not_named(cell: str, kinds: list[str]) -> None:
    text = f"setup: US Hard, prestige 5, Iraq Poor Ally RC-tan 6 troops {cell}, hand US 5, hand J 5\nJ 90 event discard ? ?\n"
    assert [f.kind for f in judge(read_text(text)).findings if f.rule != "5.3.2"] == kinds
