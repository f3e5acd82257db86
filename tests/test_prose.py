"""Games told in sentences become drafts: what is recognised is right, and everything else stays open."""

from __future__ import annotations

from functools import cache

import pytest
from drafts_compared import FILES, ROOT, TOLD, Compared, compared
from hunting import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.inputs import formats
from referee.inputs import told_games as drafts
from referee.inputs.records import read_text
from referee.parsers.notation.encodings import TextError

LEAST = {
    "evening-1.md": 0.97,
    "evening-2.md": 0.96,
    "awakening-1.md": 0.85,
    "awakening-2.md": 0.82,
    "solitaire-1.md": 0.6,
    "solitaire-2.md": 0.88,
    "mail-thread.mbox": 0.75,
}
"""The share of cards, countries and dice that is recognised in each."""
OWN = ("forum", "terse", "story", "jokes")


@cache
def seen(name: str) -> Compared:
    return compared(name)


def share(found: Compared) -> tuple[int, int]:
    fields = [found.share[f] for f in ("cards", "countries", "dice")]
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
        ("62 Ex-KGB, ops: Afghanistan -> Central Asia, test 6.", "J 62 ?"),
        ("83 Kashmir, ops, recruit in Iraq or Syria.", "J 83 recruit ?"),
        ("83 Kashmir for the event; no wait, it was ops, recruit in Iraq.", "J 83 ?"),
    ],
)
def test_only_what_is_without_doubt(told: str, line: str) -> None:
    text = drafts.of_text(f"Let's Roll!, 1 deck.\n\nJihadist\n{told}\n".encode()).text
    found = [x for x in text.splitlines() if x and x[0] not in ";["]
    assert found == [line] * bool(line)


_TOLD = (
    "112 Bin Ladin 43 Patriot Act 113 Darfur event ops travel from to -> Pak KSA Syria the Gulf US Jih ; / => [ ] { }"
    " : , . ( ) roll 4 2 1 die dice tested = Poor Hard no plots plot a end of turn 1 board: J + recruit jihad WoI each 9 cards"
    " prestige 3 funding [roller 1d6 -> ? !"
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
