"""Games in sentences become drafts.

Recognised things are right, and all others stay open.
"""

from __future__ import annotations

from functools import cache
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.inputs import formats
from referee.inputs import told_games as drafts
from referee.inputs.records import read_text
from referee.parsers.notation.encodings import TextError
from tests.helpers.drafts_compared import FILES, KEPT, REPORTS, TOLD, Compared, compared, report
from tests.helpers.hunting import examples
from tests.helpers.paths import ROOT

LEAST = {
    "evening-1.md": 0.95,
    "evening-2.md": 0.95,
    "awakening-1.md": 0.8,
    "awakening-2.md": 0.74,
    "solitaire-1.md": 0.7,
    "solitaire-2.md": 0.85,
    "mail-thread.mbox": 0.9,
}
"""The share of cards and countries that is recognised in each; dice are asked for."""
OWN = ("forum", "terse", "story", "jokes")


@cache
def seen(name: str) -> Compared:
    return compared(name)


def share(found: Compared) -> tuple[int, int]:
    fields = [found.share[f] for f in ("cards", "countries")]
    return sum(a for a, _ in fields), sum(b for _, b in fields)


@pytest.mark.parametrize("name", FILES)
def test_what_is_recognised_agrees_with_the_transcription(name: str) -> None:
    found = seen(name)
    assert not found.wrong
    have, of = share(found)
    assert have / of >= LEAST[name]


def test_four_fifths_are_recognised() -> None:
    shares = [share(seen(name)) for name in FILES]
    assert sum(a for a, _ in shares) / sum(b for _, b in shares) >= 0.85


@pytest.mark.parametrize("name", OWN)
def test_other_habits(name: str) -> None:
    found = compared(f"{name}.txt", (TOLD / f"{name}.lgn").read_text("utf-8"))
    assert not found.wrong
    have, of = share(found)
    assert have / of >= 0.85


LEAST_TOLD = {
    "serial.txt": (0.85, 0.5, 0.85),
    "letter.txt": (1, 0.85, 0.85),
    "blog.txt": (1, 0.75, 0.75),
    "club-post.txt": (1, 1, 0.75),
    "pad.txt": (1, 0.9, 0.65),
    "notebook.txt": (1, 1, 0.75),
    "evening-story.txt": (1, 1, 0.8),
    "league.txt": (1, 1, 0.8),
    "column.txt": (0.85, 0.7, 0.7),
    "chat.txt": (0.9, 0.85, 0.8),
    "briefing.txt": (0.7, 0.65, 0.6),
    "chronicle.txt": (0.8, 0.8, 0.4),
}
"""The shares of plays, uses and countries in reports that say less in words; elsewhere they are 85 %."""


@pytest.mark.parametrize(("folder", "name"), REPORTS)
def test_reports_that_name_cards_by_their_titles(folder: str, name: str) -> None:
    found = report(name, folder)
    assert not found.wrong
    assert not found.none
    fields = (found.plays, found.uses, found.share["countries"])
    for (have, of), least in zip(fields, LEAST_TOLD.get(name, (0.85,) * 3), strict=True):
        assert have >= least * of


def test_reports_that_were_kept_until_the_reader_was_finished() -> None:
    found = [report(name, "kept-4") for name in KEPT]
    plays, uses, countries = (
        [sum(f[i] for f in fields) for i in (0, 1)]
        for fields in ([f.plays for f in found], [f.uses for f in found], [f.share["countries"] for f in found])
    )
    assert plays[0] >= 0.77 * plays[1]
    assert uses[0] >= 0.75 * uses[1]
    assert countries[0] >= 0.64 * countries[1]
    assert sum(f.none for f in found) == 0
    assert sum(len(f.wrong) for f in found) <= 1


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("Jihadist Card 1\n\nThe turn begins with Hijab. A Plot in Spain, roll 2.", ["J 35 plot Spain [2]: ?"]),
        ("Jihadist Card 2\n\nZarqawi, as the event.", ["J 110 event"]),
        ("US Actions 1-2\n\nAbbas is played for the event.", ["US 11 event"]),
        ("I play Abbas for the event.", ["US 11 event"]),
        ("Tom opens with Bin Laden, and as an event at that.", ["J 112 event"]),
        ("His second card is Opium, for the event.", ["J 72 event"]),
        ("I use Sanctions as the event.", ["US sanctions event"]),
        ("I hold Abbas for the event.", []),
        ("If I play Abbas for the event, I win.", []),
        ("He would play Opium as the event.", []),
        ("Because of Opium, as an event, I was lost.", []),
        ("Thanks to Abbas, for ops, I was lost.", []),
        ("I discard Abbas for the event.", []),
        ("My hand: Abbas, Quartet, Leak, for ops all of them.", []),
        ("Leak is worse than it looks as an event.", []),
        ("I always play Abbas for the event.", []),
        ("Would Opium as the event have won it?", []),
        ("Abbas was the better event. I play Quartet for ops: disrupt in Yemen.", ["US 26 disrupt Yemen"]),
        ("I thought about Sistani, for ops, but play Abbas as the event.", ["US 11 event"]),
        ("J1 Amerithrax (J2) - event.\nU1 Quartet - ops, woi Yemen 2, no", ["J 59 event", "US 26 woi Yemen [2]"]),
        ("J1 STOP 72 OPIUM EVENT STOP\nUS1 STOP ABBAS EVENT STOP", ["J 72 event", "US 11 event"]),
        (
            "J1 STOP 72 OPIUM EVENT STOP 83 KASHMIR OPS RECRUIT YEMEN ROLL 2 STOP",
            ["J 72 event", "J 83 recruit Yemen [2]"],
        ),
        ("U\nLeak ops, disr... disrupt Yemen\nJ\nOpium ev", ["US leak disrupt Yemen", "J 72 event"]),
        ("Jihadist\nPatriot Act, event. Marker out.", ["US 43 event"]),
        ("US\nNATO for ops, nothing to disrupt, so alert in Spain.", ["US 41 alert Spain"]),
        (
            "US\nNATO for ops: woi in Yemen, 3 cells there. Funding drops by 2 to 7.",
            ["US 41 woi Yemen [?] => funding 7"],
        ),
        ("US\nAbbas, event.\nThat was turn 1. Funding drops to 7.", ["US 11 event", "end of turn => funding 7"]),
        (
            "End of turn 1\nFunding 7.\nDeal 8 to the US, 9 to Tom.",
            ["end of turn => funding 7", "deal J 9 US 8"],
        ),
    ],
)
def test_a_title_is_a_play_only_in_strong_places(told: str, lines: list[str]) -> None:
    assert written(told) == lines


def written(told: str) -> list[str]:
    text = drafts.of_text(f"Let's Roll!, 1 deck. I play the US, Tom has the Jihadists.\n\n{told}\n".encode()).text
    return [x for x in text.splitlines() if x and x[0] not in ";["]


@pytest.mark.parametrize("before", ["", "Jihadist\n"])
@pytest.mark.parametrize(
    "told",
    [
        "In the last game Tom played Kashmir for the event.",
        "Last week's report ended with Kashmir as the event.",
        "The rules say that Kashmir can be played as the event.",
        "Opium, as an event, is worth three cells.",
        "Before Tom plays Kashmir for ops, we order pizza.",
        "After Opium was played as the event last turn, Afghanistan is full.",
        "I take back Abbas as the event.",
        "Tom refuses to play Opium for the event.",
        "Playing Opium for the event was out of the question.",
        "Instead of Opium for the event Tom passes.",
        "Tom plans Opium for the event.",
        "Tip: play Opium for the event.",
        "Rule question: Opium for the event, does it need Afghanistan?",
        "My hand is Abbas, Quartet, Sistani.",
        "Opium? Not this time.",
        "Iran: nobody home.",
        "43 Patriot Act is my favourite event.",
        "I hold 43 Patriot Act for the event.",
        "My hand: 43 Patriot Act, 2 Biometrics, 11 Abbas.",
        "In the last game Tom played 83 Kashmir for the event.",
        "Tom never plays 83 Kashmir for the event.",
        "Next turn I will play 43 Patriot Act for the event.",
    ],
)
def test_talk_about_a_card_is_no_play(before: str, told: str) -> None:
    assert written(before + told) == []


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("He answers with 43 Patriot Act for ops.", ["J 43 ops"]),
        ("He answers with 43 Patriot Act for ops in Iraq.", ["J 43 ops Iraq"]),
        ("Tom: Leak, event.", ["J leak event"]),
        (
            "Jihadist Card 1\n\nAbu Ghurayb, what a start. It hits the Gulf States, and Prestige sinks to 5.",
            ["J 76 ? Gulf States => prestige 5"],
        ),
        ("Jihadist Card 2\n\nOpium fills Afganistan up again.", ["J 72 ? Afghanistan"]),
        ("Jihadist Card 3\n\nOpium. Nobody is in Yemen.", ["J 72 ?"]),
        ("I spend NATO on a Regime Change in Afghanistan.", ["US 41 regime-change Afghanistan"]),
        (
            "I play Abbas as the event. Prestige goes up by 1 and Funding goes down by 2.",
            ["US 11 event => prestige +1, funding -2"],
        ),
        ("Tom plays Abbas for its two points, a plot in Spain.", ["J 11 plot Spain: ?"]),
        (
            "I cannot use the event of Wiretapping, so its two points are a War of Ideas in Iraq.",
            ["US 31 woi Iraq [?]"],
        ),
    ],
)
def test_what_is_told_in_part_is_written_in_part(told: str, lines: list[str]) -> None:
    assert written(told) == lines


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (
            "[20:14] Tom: Opium, event please\n[20:15] me: ops?\n[20:15] Tom: no, the event.\n[20:17] me: Quartet ops, woi in Yemen, 2",
            ["J 72 event", "US 26 woi Yemen [?]"],
        ),
        ("Tom: my next one is Kashmir\nme: event?\nTom: no, 3 ops. recruit in yemen, 4", ["J 83 recruit Yemen"]),
        (
            "20:14 <Tom> Kashmir ops\n20:15 <Tom> recruit in Yemen, 2\n20:16 <joe> event?\n20:17 <Tom> nobody came",
            ["J 83 recruit Yemen"],
        ),
        ("Tom: Kashmir, event.\nme: ouch. end of turn then, funding 5.", ["J 83 event", "end of turn => funding 5"]),
        ("14:30 we began to play.\n15:00 Tom: Opium event", ["J 72 event"]),
        ("Jihadist play 1: Kashmir (3)\n\nOps. Recruit in Yemen, rolled 2.", ["J 83 recruit Yemen [2]"]),
        ("Jihadist plays 2\nOpium. Event.", ["J 72 event"]),
        ("1st US card\nAbbas. Event.", ["US 11 event"]),
        ("2nd US op - Leak: ops. Disrupt in Yemen.", ["US leak disrupt Yemen"]),
        ("US op 2: Quartet.\nOps: alert in Spain.", ["US 26 alert Spain"]),
        ("Enemy: Opium. Event.", ["J 72 event"]),
        (
            "Tom: Pirates ops, travel from SA to CA and GS.",
            ["J 73 travel Saudi Arabia > Central Asia, Saudi Arabia > Gulf States"],
        ),
        ("US Card 1\n\nLeak is a good event, but not today.", []),
        ("I play Quartet for ops: a regime change in Pakistan? I do not dare.", ["US 26 ops"]),
        ("Tom plays Opium as the event. Two cells went to Yemen.", ["J 72 event"]),
        ("He plays Opium? I doubt it, the event is off.", []),
        ("me: Quartet, ops?\nTom: no idea", []),
        ("Tom: you played Quartet for ops already", []),
        ("Tom: Opium, ops\nme: plot in Yemen?\nTom: no, Syria, 2", ["J 72 ops"]),
        ("Tom: Opium, event\nme: is Leak an event too?", ["J 72 event"]),
        ("me: Quartet, event.\nTom: illegal!\nme: ok, ops then. woi in Yemen, 3", ["US 26 woi Yemen [?]"]),
        ("US Card 1\nAbbas? No. Quartet, event.", ["US 26 event"]),
        ("The Jihadist play 3 was a plot.", []),
        (
            "Tom: Kashmir, event.\nme: oh well.\nTom: then Opium, event.\nme: hm. ops, disrupt in Yemen",
            ["J 83 event", "J 72 event"],
        ),
        ("Tom plays Kashmir for the event. Abbas, event, would have been my answer.", ["J 83 event"]),
        ("Tom: nice, Opium for ops is still in my hand", []),
        ("[20:14] Tom: Kashmir, event\n[20:15] me: no: Quartet, ops", ["J 83 event", "US 26 ops"]),
        ("Jihadist op 2 - Opium (ops: recruit Yemen, 3)", ["J 72 recruit Yemen"]),
        ("US\nAbbas, event. Ops: disrupt in Yemen.", ["US 11 ?"]),
        ("US\nAbbas, event. Then he said it was ops, disrupt in Yemen.", ["US 11 ?"]),
    ],
)
def test_chats_and_other_headings(told: str, lines: list[str]) -> None:
    assert written(told) == lines


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (
            "Tom plays Pirates for ops, travels from Yemen to Somalia, Sudan and Egypt.",
            ["J 73 travel Yemen > Somalia, Yemen > Sudan, Yemen > Egypt"],
        ),
        (
            "Tom plays Schroeder for ops. He recruits in Somalia, Sudan and Egypt.",
            ["J 75 recruit Somalia, Sudan, Egypt"],
        ),
        (
            "Tom plays Schroeder for ops, recruiting in Yemen and Sudan, and rolls 1 and 4.",
            ["J 75 recruit Yemen, Sudan"],
        ),
        (
            "Tom plays Schroeder for ops, recruiting in Yemen and Sudan, and rolls 1, 4 and 6.",
            ["J 75 recruit Yemen, Sudan"],
        ),
        ("Tom: Opium ops, recruit... no: 83 Kashmir ops, recruit Yemen 2 dice.", ["J 83 recruit Yemen 2"]),
        ("US\nCovert Action ops - alert, nothing to alert. woi pak 3 no", ["US 14 woi Pakistan [3]"]),
        ("US\nSharia ev. no besieged so ops woi morocco 2, no", ["US 28 woi Morocco [2]"]),
        ("Tom plays Opium, event. I do it with Quartet, ops.", ["J 72 event", "US 26 ops"]),
        ("I must disrupt in Yemen. I do it with Quartet, and one cell is gone.", ["US 26 ?"]),
        ("With three cards left I finish my hand with Abbas, as the event.", ["US 11 event"]),
        ("Quagmire comes after that, for operations, a jihad in Yemen, 3.", ["J 90 jihad Yemen"]),
        ("Round 2, US\n- Abbas: event.\nRound 2, Jihadist\n- KSM: event.", ["US 11 event", "J 116 event"]),
        ("Me\nIran event\nTom\nIran ev", ["US iran event", "J iran event"]),
        ("US Card 1\n\nAbbas, thanks to nobody. I play Sistani for the event.", ["US 46 event"]),
    ],
)
def test_manners_of_telling(told: str, lines: list[str]) -> None:
    assert written(told) == lines


@pytest.mark.parametrize(
    ("said", "scenario"),
    [
        ("SOFA, 1 deck.", "Status of Forces Agreement"),
        ("LR (one deck), thurs", "Let's Roll!"),
        ("We played two decks of LR.", "Let's Roll!"),
        ("Played as 1 deck.", ""),
    ],
)
def test_short_names_of_scenarios_beside_the_length(said: str, scenario: str) -> None:
    text = drafts.of_text(f"{said}\n\nUS\n43 Patriot Act, event\n".encode()).text
    assert (f'[Scenario "{scenario}"]' in text) if scenario else ("[Scenario" not in text)


@pytest.mark.parametrize("name", ["reports/telegram.txt", "reports/notebook.txt", "kept/club-post.txt"])
def test_telegrams_and_posts_are_told_by_their_content(name: str) -> None:
    assert formats.of((TOLD / name).read_bytes()).name == "prose"


def test_a_country_that_the_rules_forbid_is_kept() -> None:
    text = drafts.of_text(b"Scenario Awakening, 1 deck.\n\nUS\nTruce, event Spain\n").text
    assert "US 239 event Spain" in text.splitlines()


def test_polarization_and_attrition_are_left_to_the_questions() -> None:
    told = "End of turn 1\nFunding 7.\nPolarization: Egypt, one more blue\nAttrition Iraq: US 3, J 2\n"
    text = drafts.of_text(f"Scenario Awakening, 1 deck.\n\nUS\nTruce, event\n{told}".encode()).text
    assert "end of turn => funding 7" in text.splitlines()


_WORST = (
    "sanctions for ops ",
    "leak, ",
    "but leak for ops, ",
    "the of and ",
    "prestige is is ",
    '"',
    "( ",
    "[ 1 ",
    "us 1 leak ",
    "no: leak. ",
    "i do it with leak. ",
    "recruit sudan, yemen and ",
    "alert nothing to alert ",
    "20:14 <tom> ",
    "tom: leak? no, ",
    "in SA, ",
)


@pytest.mark.sampled(12)
@pytest.mark.long
@pytest.mark.parametrize("word", _WORST)
def test_the_worst_words_take_linear_time(word: str) -> None:
    head = "Let's Roll!, 1 deck. I play the US.\n\nUS\n"
    line = (word * 2000)[:1900]
    taken: list[float] = []
    for n in (20, 60):
        text = (head + f"{line}\n" * n).encode()
        begin = process_time()
        drafts.of_text(text)
        taken.append(process_time() - begin)
    assert taken[1] < 5 * taken[0] + 0.5
    assert taken[1] < 6
    with pytest.raises(TextError):
        drafts.of_text((head + f"{line}\n" * 600).encode())


@pytest.mark.parametrize("name", FILES)
def test_they_are_told_by_their_content(name: str) -> None:
    data = (TOLD / name).read_bytes()
    assert formats.of(data).name == ("mail" if name.endswith(".mbox") else "prose")


def test_records_are_no_prose() -> None:
    for path in sorted((ROOT / "fixtures" / "logs").glob("*.lgn")):
        assert not drafts.is_told(path.read_bytes())
    broken = b"J 112 evnt\nUS 43 regime chnge there with all that he has\nJ 113 travl somewhere and then some more\n"
    assert not drafts.is_told(broken)


def test_a_draft_points_into_the_original() -> None:
    text = b"Let's Roll!, 1 deck.\n\nJihadist\n112 Bin Ladin, event. Prestige 3.\n"
    done = drafts.of_text(text)
    line = done.text.splitlines().index("J 112 event => prestige 3") + 1
    assert done.origins[line].line == 4
    assert "; 112 Bin Ladin, event. Prestige 3." in done.text.splitlines()


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("Half past eleven. Five troops, 4 beers, and a 6 on the menu.", ""),
        ("9 cards each, and 2 rolls with butter.", "deal J 9 US 9"),
        ("So one sleeper each in KSA and Iraq, two cells each for the rest.", ""),
        ("112 Bin Ladin, event. I had 4 beers and he wanted a 6.", "J 112 event"),
        ("113 Saddam, ops, recruit in Iraq: rolled 2.", "J ? recruit Iraq [2]"),
        ("83 Kashmir, ops, recruit: Iraq rolled 4, no.", "J 83 recruit Iraq [4]"),
        ("62 Ex-KGB, ops: Afghanistan -> Central Asia, test 6.", "J 62 ops Afghanistan, Central Asia"),
        ("83 Kashmir, ops, recruit in Iraq or Syria.", "J 83 recruit ?"),
        ("83 Kashmir for the event; no wait, it was ops, recruit in Iraq.", "J 83 ?"),
        ("83 Kashmir for the event; no wait, ops.", "J 83 ?"),
    ],
)
def test_only_what_is_without_doubt(told: str, line: str) -> None:
    text = drafts.of_text(f"Let's Roll!, 1 deck.\n\nJihadist\n{told}\n".encode()).text
    found = [x for x in text.splitlines() if x and x[0] not in ";["]
    assert found == [line] * bool(line)


_TOLD = (
    "112 Bin Ladin 43 Patriot Act 113 Darfur event ops travel from to -> Pak KSA Syria the Gulf US Jih ; / => [ ] { }"
    " : , . ( ) roll 4 2 1 die dice tested = Poor Hard no plots plot a end of turn 1 board: J + recruit jihad WoI each 9 cards"
    " prestige 3 funding [roller 1d6 -> ? ! Leak Abbas plays opens with he his I it U card (event) E Polarization Attrition"
    " deal STOP drops by if hold so next is Oil Price Spike do no: nothing says Card 1 points - recruit Somalia, Sudan before"
)
_WORDS = st.sampled_from([*_TOLD.split(), "\n", "\r", "\x0b", "\u2028"])


@given(st.lists(_WORDS, max_size=40).map(" ".join) | st.text(max_size=80))
@settings(max_examples=examples(25), deadline=None)
def test_any_text_gives_a_record(text: str) -> None:
    try:
        done = drafts.of_text(text.encode("utf-8", "replace"))
    except TextError:
        return
    assert not read_text(done.text).unreadable


PLAYED = (
    "Tom plays Wahhabism for ops, recruits in Afghanistan. I play Patriot Act for the event. A plot goes to Pakistan."
)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (f"[b]Our third evening[/b]\n{PLAYED}\n", "prose"),
        (
            "J: 186 Boko Haram, ops, he recruits in Nigeria, I am sure.\nUS: 153 Facebook as the event, for Egypt, I think.\n"
            "J: 190 Martyrdom for ops, a plot in Russia it was.\n",
            "prose",
        ),
        ("US 43 woy Pakistan [4]\nJ 95 recuit Afghanistan 2\nJ 20 polt Pakistan [3]\n", "notation"),
        (f'[Scenario "Let\'s Roll!"]\n; {PLAYED}\nJ 95 recuit Afghanistan 2\n', "notation"),
    ],
    ids=["BBCode", "begun like a record", "a broken record", "a record with remarks"],
)
def test_a_story_is_known_whatever_its_lines_begin_with(text: str, form: str) -> None:
    assert formats.of(text.encode()).name == form
