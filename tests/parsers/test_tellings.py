"""A draft without inventions.

Some sentence has each play, number, country, state and resolution in it.
"""

from __future__ import annotations

import re

import pytest

from referee.inputs import formats
from referee.inputs import told_games as drafts
from referee.inputs.told_games import rules_of, vocabulary_of
from referee.parsers.prose.tokens import NUMBERS
from referee.play.recording import Book, Session
from tests.helpers.drafts_compared import FILES, FOLDERS, TOLD, converted
from tests.helpers.tellings import NAMES, told

COUNTRIES = sorted(
    {n for s in ("Let's Roll!", "Awakening") for n in vocabulary_of(rules_of({"Scenario": s})).known.values()}
)
HEAD = "Let's Roll!, 1 deck. I play the US, Tom has the Jihadists.\n\n"


def lines_of(text: str, head: str = HEAD) -> list[str]:
    """The lines of the draft of a text."""
    made = drafts.of_text(f"{head}{text}\n".encode()).text
    return [x for x in made.splitlines() if x and x[0] not in ";["]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_in_a_draft_that_no_sentence_tells(name: str) -> None:
    assert not told(name, COUNTRIES).invented


def test_most_plays_of_other_tellers_have_a_line() -> None:
    found = [told(name, COUNTRIES) for name in NAMES]
    assert sum(t.plays for t in found) >= 35
    assert sum(t.uses for t in found) >= 31


@pytest.mark.parametrize(
    "text",
    [
        *FILES,
        *(f"{f}/{p.name}" for f in (*FOLDERS, "kept-4") for p in sorted((TOLD / f).glob("*.txt"))),
    ],
)
def test_each_number_of_a_line_is_in_the_sentences_above_it(text: str) -> None:
    lines = converted(text).text.splitlines()
    for n, line in enumerate(lines):
        if line.startswith((";", "[")) or not line:
            continue
        near = " ".join(x for x in lines[max(n - 16, 0) : n + 5] if x.startswith(";"))
        words = re.findall(r"[a-z]+|\d+", near.casefold())
        known = {int(w) if w.isdecimal() else NUMBERS[w] for w in words if w.isdecimal() or w in NUMBERS}
        numbers = {int(x) for x in re.findall(r"(?<![#\w])\d+", re.sub(r"^\+? ?(?:J|US) [\d?+R]+", "", line))}
        assert numbers <= known, line


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("US\n20 King Abdullah, ops, alert in France. Plot 2 off.", ["US 20 alert France"]),
        ("Jihadist\n83 Kashmir, ops, plot in France, rolled 2. Marker face down.", ["J 83 plot France [2]: ?"]),
        ("Jihadist\n83 Kashmir, event. One of them lies face down.", ["J 83 event"]),
        ("Jihadist\n113 Darfur, ops: plot, rolled 1 2 1 3 in Afghanistan.", ["J 113 plot Afghanistan [1 2 1 3]"]),
        ("Jihadist\n84 Leak, ops. Radicalization: plot in Iraq, plot in Yemen, four plots in all.", ["J 84 ops"]),
        (
            "US\nAbbas, event.\nEnd of turn 1\nprestige 6   funding 8   track: 5 troops 9 cells",
            ["US 11 event", "end of turn", "board: prestige 6, funding 8"],
        ),
    ],
)
def test_what_sounds_like_a_play_or_a_number_and_is_none(told: str, lines: list[str]) -> None:
    assert lines_of(told) == lines


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("Tom plays Leak for ops, travel from Afghanistan", "Travel from Afghanistan: where to?"),
        ("Tom plays 83 Kashmir for ops, recruits in Afghanistan, 2", "How many rolls in Afghanistan?"),
        ("Tom plays 83 Kashmir for ops", "How does the Jihadist use 83 Kashmir?"),
        ("I play 43 Patriot Act for ops, deploy to the Gulf", "Move Troops from where?"),
    ],
)
def test_what_a_draft_leaves_open_is_asked(told: str, question: str) -> None:
    record = formats.format_named("prose").convert(f"{HEAD}{told}\n".encode()).text
    session = Session(Book(record), seed=7, finish=True)
    assert question in session.question.title
    assert told.partition(",")[0] in session.question.settled
