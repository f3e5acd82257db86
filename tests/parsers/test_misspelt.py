"""Misspelt names.

One letter wrong in a country is a slip of the pen; a word that could be two leads to a question.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.api import Game
from referee.editions.rulesets import RULESETS, names
from referee.engine.record.findings import Respelling
from referee.engine.state.names import Names
from referee.engine.state.script import Action, Place
from referee.engine.state.spelling import edits, exchanged, slips
from referee.inputs.judging import judge
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.notation import mending, reader, words
from referee.parsers.notation.cursor import FIRST_SIDES
from referee.parsers.notation.fixing import apply_fix
from referee.parsers.notation.rereading import Rereader
from referee.parsers.notation.tokens import LABELS
from referee.play.editing.document import Document
from referee.play.editing.fixes import fixes
from referee.play.recording import Book, Session
from tests.helpers.commands import referee
from tests.helpers.hunting import mostly_long

SETUP = "setup: phase J 1, hand J 4, hand US 4, funding 5, prestige 5, Libya Poor Neutral 2 sleepers, Iran 1 sleeper\n"


def line(text: str, ruleset: str = "base") -> reader.SingleLine:
    return reader.alone(text, 1, names(ruleset))


def spelt(text: str, ruleset: str = "base") -> list[tuple[str, str, int]]:
    """The misspelt names of a readable line.

    As written, as meant, and the column.
    """
    found = line(text, ruleset).content
    assert isinstance(found, Action), text
    return [(m.written, m.meant, m.place.column) for m in found.misspelt]


# -------------------------------------------------------------------- letters


@pytest.mark.parametrize(
    ("one", "other", "most", "expected"),
    [
        ("iran", "iran", 1, 0),
        ("irann", "iran", 1, 1),
        ("irn", "iran", 1, 1),
        ("irsn", "iran", 1, 1),
        ("iarn", "iran", 1, 1),  # exchanged with the next one
        ("irna", "iraq", 2, 2),
        ("irna", "iraq", 1, None),
        ("", "iran", 2, None),
        ("ab", "ba", 1, 1),
        ("abcd", "badc", 2, 2),
        ("a" * 41, "a" * 41 + "b", 1, None),  # longer than any name
    ],
)
def test_how_many_letters_differ(one: str, other: str, most: int, expected: int | None) -> None:
    assert edits(one, other, most) == edits(other, one, most) == expected


def test_two_letters_may_change_places_that_are_apart() -> None:
    assert exchanged("lybia", "libya")
    assert not exchanged("lybia", "libia")
    assert not exchanged("iran", "irann")


@pytest.mark.parametrize(
    ("written", "meant", "expected"),
    [
        ("ran", "iran", None),  # too short
        ("irn", "irn", 0),
        ("romania", "somalia", None),  # two letters of seven
        ("pakitsam", "pakistan", 2),  # two of eight
        ("afganisten", "afghanistan", 2),
    ],
)
def test_a_long_word_may_have_two_wrong_letters_and_a_very_short_one_none(
    written: str, meant: str, expected: int | None
) -> None:
    assert slips(written, meant) == expected


# -------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("J 95 travel Lybia:s > Irann", [("Lybia", "Libya", 13), ("Irann", "Iran", 23)]),
        ("J 95 travel lybia:s > IRANN [3]", [("lybia", "Libya", 13), ("IRANN", "Iran", 23)]),
        ("US 43 deploy trakc > Gulf Staes 2", [("trakc", "track", 14), ("Gulf Staes", "Gulf States", 22)]),
        ("US 24 woi Untied  Kingdom [4]", [("Untied  Kingdom", "United Kingdom", 11)]),
        ("US 24 woi United Kingdm [4]", [("United Kingdm", "United Kingdom", 11)]),
        ("J 95 recruit Sadui Arabia 1 [2]", [("Sadui Arabia", "Saudi Arabia", 14)]),
        ("J 95 recruit Sandi Arabia 1 [2]", [("Sandi Arabia", "Saudi Arabia", 14)]),
        ("J 95 recruit Indonesia/Malaysa 1 [2]", [("Indonesia/Malaysa", "Indonesia/Malaysia", 14)]),
        ("J 110 event cell Yemne t[2]", [("Yemne", "Yemen", 18)]),
        ("J resolve Eygpt#1 2 [6 3]", [("Eygpt", "Egypt", 11)]),
        ("board: Centrl Asia 2 sleepers, Iraq 1 cell", [("Centrl Asia", "Central Asia", 8)]),
        ("setup: Pakstan Fair Ally", [("Pakstan", "Pakistan", 8)]),
        ("J 95 recruit Iraq 1 [2] => Iraqq 1 cell", [("Iraqq", "Iraq", 28)]),
        ("J 95 event pick[3] of Iraq or Iarn or Syria", [("Iarn", "Iran", 31)]),
        ("J 95 recruit Iraq 1 [2]", []),
        ("J 95 recruit Irq 1 [2]", []),  # an abbreviation
        ("J 95 recruit Afghanis 1 [2]", []),  # a beginning
    ],
)
def test_the_name_that_is_meant(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert spelt(text) == expected


def test_what_is_meant_is_what_the_line_says() -> None:
    found = line("J 95 travel Lybia:s > Irann").content
    assert isinstance(found, Action)
    (item,) = found.segments[0].items
    assert {name: part.value for name, part in item.parts.items()} == {"from": "Libya", "cells": "s", "to": "Iran"} or (
        item.parts["from"].value,
        item.parts["to"].value,
    ) == ("Libya", "Iran")
    assert found.text == "J 95 travel Lybia:s > Irann"


@pytest.mark.parametrize(
    ("text", "ruleset", "choices"),
    [
        ("J 95 travel Iran:s > Irak", "base", ("Iran", "Iraq")),
        ("J 95 recruit Seria 2 [1 1]", "base", ("Serbia", "Syria")),
        ("J 95 recruit Mari 2 [1 1]", "awakening", ("Mali", "Morocco")),  # MAR is short for Morocco
        ("J 95 travel Lybia:s > Irak", "base", ("Iran", "Iraq")),  # besides a name that is clear
        ("J 95 recruit Ira 2 [1 1]", "base", ("Iran", "Iraq")),  # a beginning that fits two
    ],
)
def test_a_word_that_could_be_two_is_asked_for(text: str, ruleset: str, choices: tuple[str, ...]) -> None:
    error = line(text, ruleset).error
    assert error is not None
    assert error.choices == choices


@pytest.mark.parametrize(
    "text",
    [
        "J 95 recruit Mali 2 [1 1]",  # no country of this map, and none is near
        "J 95 recruit ran 2 [1 1]",
        "J 95 recruit Romania 2 [1 1]",
        "J 95 recruit Iraqi 2 [1 1]",  # a word of a title
        "J 95 recruit Iraq 2 [1 1] zzz Lybia",  # something else is wrong
        "Lybia 2 sleepers",
        "J 95 travl Lybia:s > Iran",
    ],
)
def test_other_lines_stay_unreadable(text: str) -> None:
    error = line(text).error
    assert error is not None
    assert not error.choices


def test_the_ruleset_in_force_decides() -> None:
    assert spelt("J 95 recruit Malii 2 [1 1]", "awakening") == [("Malii", "Mali", 14)]
    assert line("J 95 recruit Malii 2 [1 1]").error is not None


def test_a_line_that_goes_on_brings_its_misspelt_names_to_the_play() -> None:
    record = read_text(SETUP + "J 66 travel Libya:s > Iran [1]\n+ J travel Lybia:s > Iarn [2]\n")
    play = record.actions[-1]
    assert [(m.written, m.place) for m in play.misspelt] == [("Lybia", Place(3, 12, 17)), ("Iarn", Place(3, 22, 26))]
    assert all(not s.misspelt for s in play.segments)


def test_a_line_moved_in_an_editor_keeps_its_misspelt_names() -> None:
    text = (SETUP + "J 49 travel Lybia:s > Irann [2]\n").splitlines()
    lines = Rereader(lambda tags: names("base"), "record", text)
    assert [m.place.line for m in lines.record().actions[-1].misspelt] == [2, 2]
    lines.change(1, 0, ["; a remark"])
    assert [(m.place.line, m.meant) for m in lines.record().actions[-1].misspelt] == [(3, "Libya"), (3, "Iran")]


# -------------------------------------------------------------------- all names, all letters


@cache
def known(ruleset: str) -> Names:
    return names(ruleset)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str, str]:
    """A country of a map, and its damaged name.

    A letter is wrong, missing, doubled or exchanged with the next one.
    """
    ruleset = draw(st.sampled_from(["base", "awakening"]))
    country = draw(st.sampled_from(sorted(known(ruleset).countries)))
    at = draw(st.sampled_from([k for k, letter in enumerate(country) if letter.isalpha()]))
    before, letter, rest = country[:at], country[at], country[at + 1 :]
    letters = st.sampled_from("abcdefghijklmnopqrstuvwxyz")
    exchange = f"{before}{rest[0]}{letter}{rest[1:]}" if rest[:1].isalpha() else country
    wrong = draw(st.sampled_from([before + rest, before + letter + letter + rest, exchange, None]))
    return ruleset, country, (f"{before}{draw(letters)}{rest}" if wrong is None else wrong).strip()


@settings(max_examples=400, deadline=None)
@given(damaged())
def test_every_damaged_country_is_itself_asked_for_or_another_exact_name(case: tuple[str, str, str]) -> None:
    ruleset, country, written = case
    one = line(f"J 95 recruit {written} 2 [3 5]", ruleset)
    if isinstance(one.content, Action):
        where = one.content.segments[0].items[0].parts["where"].value
        if one.content.misspelt:
            assert where == country
            assert [(m.written, m.meant) for m in one.content.misspelt] == [(written, country)]
        else:
            assert where == known(ruleset).place(written), "a name, an abbreviation or a beginning"
        return
    assert one.error is not None
    if one.error.choices:
        assert country in one.error.choices
        return
    own = [word for word in mending.vocabulary(known(ruleset)) if word not in map(str.casefold, known(ruleset).forms)]
    titles = {word.casefold() for card in known(ruleset).cards for word in card.title.split()}
    nearer = any(len(word) >= 4 and slips(written.casefold(), word) is not None for word in own)
    exact = any(known(ruleset).is_exact(part) or part == "Asta" for part in written.split())
    assert len(written) < 4 or nearer or written.casefold() in titles or exact, written


@pytest.mark.parametrize("ruleset", mostly_long(4, [(name,) for name in RULESETS]))
def test_no_word_of_the_notation_is_respelt(ruleset: str) -> None:
    own = known(ruleset)
    said = {*mending.vocabulary(own), *words.USES, *words.MEANT, *FIRST_SIDES, *(label for label in LABELS if label)}
    said |= {*own.forms, *own.marker_names, *(card.title for card in own.cards)}
    said |= {word for group in words.GROUPS.values() for word in group}
    for word in sorted(said):
        for text in (f"J 95 recruit {word} 2 [3 5]", f"US 43 deploy track > {word} 2", f"board: {word} 2 sleepers"):
            one = line(text, ruleset)
            misspelt = one.content.misspelt if isinstance(one.content, Action) else []
            assert not misspelt, text


@settings(max_examples=200, deadline=None)
@given(st.text("IranqkLybSudi :>,=123[]sa/&?+", max_size=60))
def test_no_text_is_too_much(text: str) -> None:
    one = line(f"J 95 travel {text}")
    assert (one.content is None) == (one.error is not None)


# -------------------------------------------------------------------- judging and showing


def test_a_slip_is_told_with_its_fix_and_the_play_is_judged() -> None:
    verdict = judge(read_text(SETUP + "J 49 travel Lybia:s > Irann [2]\nJ 51 reserves\n"))
    first, second = (f for f in verdict.findings if f.counted)
    assert (first.kind, first.rule, first.slip, first.id) == ("slip", "notation", "misspelt", "a1")
    assert first.message == "“Lybia” looks like a slip of the pen for Libya."
    assert (second.place, second.of_record) == (Place(2, 23, 28), True)
    assert first.instead is not None
    assert first.instead.confidence == "certain"
    assert apply_fix(verdict.record.lines, first.instead)[1] == "J 49 travel Libya:s > Irann [2]"
    assert verdict.board["Iran"].sleepers == 2


def test_a_question_has_a_fix_for_each_name() -> None:
    verdict = judge(read_text(SETUP + "J 49 travel Libya:s > Irak [2]\nJ 51 reserves\n"))
    (finding,) = (f for f in verdict.findings if f.counted)
    assert (finding.kind, finding.message) == ("unreadable", "“Irak” could be Iran or Iraq.")
    assert finding.instead is None
    lines = [apply_fix(verdict.record.lines, one)[1] for one in finding.choices]
    assert lines == ["J 49 travel Libya:s > Iran [2]", "J 49 travel Libya:s > Iraq [2]"]


def test_without_a_search_for_slips_a_misspelt_name_is_read_and_told() -> None:
    verdict = judge(read_text(SETUP + "J 49 travel Lybia:s > Iran [2]\n"), slips=False)
    assert [(f.kind, f.slip) for f in verdict.findings if f.counted] == [("slip", "misspelt")]


@pytest.mark.parametrize("policy", ["undo", "stop"])
def test_a_misspelt_name_is_told_once_under_every_policy(policy: str) -> None:
    verdict = judge(read_text(SETUP + "J 49 travel Lybia:s > Iran [2]\nJ 51 reserves\n"), policy)  # type: ignore[arg-type]
    assert [(f.kind, f.place.line) for f in verdict.findings if f.counted] == [("slip", 2)]


def test_the_formatter_keeps_the_word_and_tidies_the_rest() -> None:
    done = format_text(SETUP + "j 49  Travel  Lybia:s>Irann [2]  ; note\n")
    assert done.text.splitlines()[1] == "J 49 travel Lybia:s > Irann [2]  ; note"
    assert done.unreadable == ()
    assert format_text(done.text) == done


def test_json_keeps_the_line_and_its_slip() -> None:
    text = SETUP + "J 49 travel Lybia:s > Iran [2]\n"
    lines, wrong = from_json(to_json(text))
    assert lines == text.splitlines()
    assert wrong == {}
    entry = {
        "kind": "card",
        "side": "J",
        "cards": [49],
        "segments": [{"use": "recruit", "items": [{"where": "Lybia"}]}],
    }
    made = json.dumps({"format": "labyrinth-record", "version": 1, "entries": [entry]})
    _, wrong = from_json(made)
    assert "Lybia" in wrong[1], "a program writes names as they are"


def test_an_editor_offers_the_fix_and_each_of_several() -> None:
    document = Document(SETUP + "J 49 travel Lybia:s > Iran [2]\nJ 51 recruit Irak 1 [2]\n")
    (own,) = [f for f in fixes(document, 2) if f.finding is not None and f.finding.slip]
    assert own.edits[0].lines == ("J 49 travel Libya:s > Iran [2]",)
    assert own.best
    offered = [f for f in fixes(document, 3) if f.kind == "fix"]
    assert [f.title for f in offered] == ["Write: J 51 recruit Iran 1 [2]", "Write: J 51 recruit Iraq 1 [2]"]


def test_the_library_tells_it_at_the_step_and_in_the_game() -> None:
    game = Game()
    game.set_up("Libya Poor Neutral 2 sleepers, phase J 1, hand J 4, hand US 4, funding 5, prestige 5")
    step = game.push("J 49 travel Lybia:s > Libya")
    assert [f.slip for f in step.findings if f.counted] == ["misspelt"]
    found = [f for f in game.findings if f.counted]
    assert [f.slip for f in found] == ["misspelt"]
    assert found[0].instead is not None
    assert found[0].instead.edits == (Respelling(Place(1, 13, 18), "Libya"),)


def test_while_a_game_is_recorded_a_misspelt_name_waits() -> None:
    session = Session(Book('[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\ndeal J 9 US 9\n'), seed=7)
    reply = session.feed("J 113 travel Afghanistan:s > Pakisatn")
    assert "looks like a slip of the pen for Pakistan" in " ".join(reply.texts)
    assert "  Write: J 113 travel Afghanistan:s > Pakistan" in reply.texts
    assert len(session.book.lines) == 3
    session.feed("!")
    assert session.book.lines[3] == "J 113 travel Afghanistan:s > Pakisatn"
    assert [f.slip for f in session.book.findings if f.counted] == ["misspelt"]


def test_every_view_shows_it(tmp_path: Path) -> None:
    file = tmp_path / "game.lgn"
    file.write_text(SETUP + "J 49 travel Lybia:s > Irak [2]\nJ 51 travel Lybia:s > Libya\n", encoding="utf-8")
    for form in ("text", "markdown", "annotated", "bbcode", "json", "sarif", "junit", "github"):
        said = referee("check", "--format", form, str(file)).out
        assert "looks like a slip of the pen for Libya" in said, form
        assert "could be Iran or Iraq" in said, form
    page = tmp_path / "game.html"
    referee("report", str(file), "-o", str(page))
    assert "looks like a slip of the pen for Libya" in page.read_text(encoding="utf-8")
    (verdict,) = [json.loads(referee("check", "--format", "json", str(file)).out)]
    findings = (verdict[0] if isinstance(verdict, list) else verdict)["findings"]
    question, slip = [f for f in findings if f["kind"] in ("unreadable", "slip")]
    assert [one["edits"][0]["lines"] for one in question["choices"]] == [
        ["J 49 travel Lybia:s > Iran [2]"],
        ["J 49 travel Lybia:s > Iraq [2]"],
    ]
    assert slip["instead"]["edits"] == [{"first": 3, "last": 3, "lines": ["J 51 travel Libya:s > Libya"]}]


def test_a_question_about_a_play_is_answered_for_the_name_that_is_meant() -> None:
    setup = "Libya Poor Neutral 2 sleepers, prestige 7"
    legal = referee("was", "--setup", setup, "J 95 travel Lybia:s > Libya")
    assert "Yes. The Jihadist play was legal." in " ".join(legal.out.split())
    assert "“Lybia” looks like a slip of the pen for Libya." in " ".join(legal.out.split())
    assert legal.status == 0
    illegal = referee("was", "--setup", setup, "J 95 travel Lybia:a > Libya")
    assert "No. The Jihadist play was not legal." in " ".join(illegal.out.split())


@pytest.mark.parametrize(
    ("text", "name"),
    [("J 95 recruit Lybia 2 zzz [1 1]", "Libya"), ("J 95 recruit Irann 2 zzz [1 1]", "Iran")],
)
def test_full_names_are_suggested_where_the_line_stays_unreadable(text: str, name: str) -> None:
    (finding,) = (f for f in judge(read_text(SETUP + text + "\n")).findings if f.kind == "unreadable")
    assert f"Did you mean {name}?" in finding.help
