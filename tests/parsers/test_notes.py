"""Notation among prose: posts, notes, saved pages.

Notation is taken over; a record stays as it is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.inputs import formats
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS, RECORDS

POST = """Hi all, this is our third evening. US troops everywhere!
J4 tomorrow, I have 3 cards left.

```
[Scenario "Let's Roll!"]
J 95 recruit Afghanistan 3
J 60 reserves
```

1) US 43 deploy track > Pakistan 2. Your turn!
2) **US 7 reserves** - I had nothing better

Turn 2 will be better. See you.
"""


def taken(text: str) -> list[str]:
    """The lines that are taken over from a text."""
    done = formats.format_named("notes").convert(text.encode())
    return [line for line in done.text.splitlines() if line]


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_records_stay_records(path: Path) -> None:
    assert formats.of(path.read_bytes()).name == "notation"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "J 95 recruit Afghanistan 3\nthis is a sentence without a semicolon\nand another one\nand more\n",
        "second evening\nJ 95 recruit Afghanistan 3\nJ 60 reserves\nUS 43 deplyo track > Pakistan 2\nUS 7 reserves\n",
        "Jihadsit 95 recruit Afghanistan 3\nJ 60 reserves\n",
        '[Scenario "Let\'s Roll!"]\nfoo bar\nbaz and more\nand more words\nJ 60 reserves\n',
        "one sentence\nand another\nand no line of notation\n",
        "# Our evening\n\nbin ladin 112, event\n\nno plots\n\nend of turn 1\n\n> turn 2\n",
        "; a comment\nsome words here\nand some more\nand more\nJ 60 reserves\n",
    ],
)
def test_a_record_with_broken_lines_stays_a_record(text: str) -> None:
    assert formats.of(text.encode()).name == "notation"


@pytest.mark.parametrize(
    "text",
    [
        POST,
        POST.replace("\n", "\r\n"),
        "Hello,\n> US 43 woi Pakistan [4]\nJ 60 reserves\n",
        '[q="A"]US 43 woi Pakistan [4][/q]\n[c]J 60 reserves[/c]\n',
        "<html><body><p>Hello</p><pre>J 60 reserves\nUS 7 reserves</pre></body></html>",
    ],
)
def test_prose_with_notation_is_notes(text: str) -> None:
    assert formats.of(text.encode()).name == "notes"


def test_a_post_gives_its_plays_with_their_places(tmp_path: Path) -> None:
    assert taken(POST) == [
        '[Scenario "Let\'s Roll!"]',
        "J 95 recruit Afghanistan 3",
        "J 60 reserves",
        "US 43 deploy track > Pakistan 2  ; Your turn!",
        "US 7 reserves  ; I had nothing better",
    ]
    file = tmp_path / "post.txt"
    file.write_text(POST, encoding="utf-8")
    run = referee("check", file)
    assert "post.txt:10:25: not allowed [illegal 7.3.3]:" in run.out
    assert run.out.count("unreadable") == 0


@pytest.mark.parametrize(
    "line",
    [
        "US troops everywhere",
        "US 3 troops left, then nothing.",
        "J4 tomorrow.",
        "us 5 is the best card",
        "1) 53 Madrassas for the event, so both cards recruit, funding doesn't matter.",
        '[roller 88212] 3d6 "KSA, Iraq, Libya" -> 4 3 1',
        "US 43: I deploy two troops to Pakistan, is that ok?",
        "board: same on my side, all good",
        "setup: as in the book",
        "+ US troops would be nice",
        "draw your cards",
        "J 43 was a good play, I think",
        "Prestige 9, Funding 9, US Hard, World Hard 2, 5 troops on the track, 8 cells",
        "8 cells on the track -> yours",
    ],
)
def test_sentences_are_no_notation(line: str) -> None:
    assert taken(f"J 60 reserves\n\n{line}\n") == ["J 60 reserves"]


@pytest.mark.parametrize(
    "line",
    [
        "US 43 deplyo track > Pakistan 2",
        "J 45 trave UK > US",
        "J resolve Egypt#1 2 [6 3 => funding 9",
        "J recruit Afghanistan 3 [3]",
        "End of turn => funding foo",
        "board: prestige 7, funding nine",
        "J 13 Anti-Semitism event",
    ],
)
def test_broken_lines_are_kept_and_told(line: str) -> None:
    done = formats.format_named("notes").convert(f"Hello you\n\n{line}\n".encode())
    assert done.text.splitlines() == [line]
    assert list(done.problems) == [1]


@pytest.mark.parametrize(
    ("written", "expected", "shift"),
    [
        ("- J 95 recruit Afghanistan 3", "J 95 recruit Afghanistan 3", 2),
        ("a) J 95 recruit Afghanistan 3", "J 95 recruit Afghanistan 3", 3),
        ("* **J 95 recruit Afghanistan 3**", "J 95 recruit Afghanistan 3", 4),
        ("    J 95 recruit Afghanistan 3", "J 95 recruit Afghanistan 3", 4),
        ("`J 95 recruit Afghanistan 3`", "J 95 recruit Afghanistan 3", 1),
        ("[b]J 95 recruit Afghanistan 3[/b]", "J 95 recruit Afghanistan 3", 3),
        ("[x] J 60 reserves", "J 60 reserves", 4),
        ("My first card: J 60 reserves", "J 60 reserves", 15),
        ("US\u00a020 woi Pakistan [4]", "US 20 woi Pakistan [4]", 0),
        ("US 43 deploy track &gt; Pakistan 2", "US 43 deploy track >    Pakistan 2", 0),
        ("US 43 deploy track → Pakistan 2", "US 43 deploy track → Pakistan 2", 0),
        ("US 20 woi Pakistan \\[4\\]", "US 20 woi Pakistan [ 4]", 0),
        ("J 60 reserves (sorry)", "J 60 reserves  ; (sorry)", 0),
        ("+ J event discard 45, cell Pakistan", "+ J event discard 45, cell Pakistan", 0),
    ],
)
def test_marks_are_looked_through(written: str, expected: str, shift: int) -> None:
    done = formats.format_named("notes").convert(f"Hello you\n\n{written}\n".encode())
    assert done.text == f"{expected}\n"
    assert (done.origins[1].line, done.origins[1].shift) == (3, shift)


def test_comments_beside_plays_stay_and_others_do_not() -> None:
    text = "; alone\n\nHello you\n\n; before\nJ 60 reserves  ; beside\n; behind\n{US 7 reserves: better}\n;-)\n\nBye.\n\n; alone\n"
    assert taken(text) == ["; before", "J 60 reserves  ; beside", "; behind", "{US 7 reserves: better}"]


def test_a_line_broken_in_two_is_joined() -> None:
    long = "J 1 travel United Kingdom:s > United States, Indonesia/Malaysia:s >"
    assert taken(f"Hello you\n\n{long}\nPakistan, Egypt:s > Sudan t[5]\nand so on\n") == [
        f"{long} Pakistan, Egypt:s > Sudan t[5]"
    ]
    short = "J 60 reserves\nand Egypt is next\n"
    assert taken(f"Hello you\n\n{short}") == ["J 60 reserves"]


def test_a_line_broken_in_two_with_words_beside_it_is_joined() -> None:
    long = "J 1 travel United Kingdom:s > United States, Indonesia/Malaysia:s >"
    assert taken(f"Hello you\n\n{long}\nPakistan, Egypt:s > Sudan t[5] (sorry)\n") == [
        f"{long} Pakistan, Egypt:s > Sudan t[5]  ; (sorry)"
    ]


def test_no_line_of_a_block_of_notation_vanishes() -> None:
    text = "Hello you\n\n```\nJ 60 reserves\nUS 7 reserves\nJihadsit 95 recruit Afghanistan 3\n```\n"
    done = formats.format_named("notes").convert(text.encode())
    assert done.text.splitlines() == ["J 60 reserves", "US 7 reserves", "Jihadsit 95 recruit Afghanistan 3"]
    assert list(done.problems) == [3]


def test_quotations_of_forums_are_taken_once() -> None:
    text = '[q="B"]US 43 deploy track > Gulf States 2\nUS 7 reserves[/q]\nJ 60 reserves\nUS 7 reserves\n'
    assert taken(text) == ["US 43 deploy track > Gulf States 2", "J 60 reserves", "US 7 reserves"]


def test_a_saved_page_has_its_own_lines() -> None:
    page = (
        "<!DOCTYPE html>\n<html><head><style>p { x }</style>\n<script>J 1 event</script></head><body>\n<p>Hello &amp; all</p>\n"
        "<blockquote>J 60 reserves</blockquote>\n<ol><li>US 43 deploy track &gt; Pakistan&nbsp;2<br>US 7 reserves\n</ol>\n"
        "<pre>J 95 recruit Afghanistan 3\nJ 60 reserves</pre>"
    )
    done = formats.of(page.encode()).convert(page.encode())
    lines = [(done.origins[n].line, line) for n, line in enumerate(done.text.splitlines(), 1)]
    assert lines == [
        (6, "US 43 deploy track > Pakistan 2"),
        (6, "US 7 reserves"),
        (8, "J 95 recruit Afghanistan 3"),
        (9, "J 60 reserves"),
    ]


def test_the_record_of_a_game_in_prose_around_it_comes_back() -> None:
    text = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(";")]
    post = "Our game of last night:\n\n" + "\n".join(
        f"Something happened here, I think.\n\n    {line}\n" for line in lines
    )
    assert taken(post) == lines


def test_a_quotation_between_own_plays_stays_where_it_stands() -> None:
    text = "Hello you\n\nJ 60 reserves\n> US 43 deploy track > Gulf States 2\nJ 95 recruit Afghanistan 3\n"
    assert taken(text) == ["J 60 reserves", "US 43 deploy track > Gulf States 2", "J 95 recruit Afghanistan 3"]
    text = "Hello you\n\nJ 60 reserves\n\nOn 3 March B. wrote:\n> US 43 deploy track > Gulf States 2\n"
    assert taken(text) == ["US 43 deploy track > Gulf States 2", "J 60 reserves"]
