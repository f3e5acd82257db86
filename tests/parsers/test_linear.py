"""Linear work for whole files.

No pattern there can divide a run of blanks in two ways.
"""

from __future__ import annotations

import re
import re._constants as code  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from referee.club import sources
from referee.inputs import formats
from referee.parsers.mail import mbox, parts
from referee.parsers.mail.model import MailLine
from referee.parsers.notation.encodings import TextError
from referee.parsers.notes import marks
from referee.parsers.notes import record as notes
from referee.parsers.prose import detection

pytestmark = pytest.mark.long

LONG = 100
"""A repeat that may go on so far counts as one without end."""
LETTERS = range(0x250)
KINDS = {
    code.CATEGORY_DIGIT: str.isdigit,
    code.CATEGORY_SPACE: str.isspace,
    code.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
}
OPPOSITE = {
    code.CATEGORY_NOT_DIGIT: code.CATEGORY_DIGIT,
    code.CATEGORY_NOT_SPACE: code.CATEGORY_SPACE,
    code.CATEGORY_NOT_WORD: code.CATEGORY_WORD,
}
Chars = frozenset[int]
PATTERNS = {
    f"{module.__name__}.{name}": value
    for module in (formats, sources, mbox, parts, notes, detection)
    for name, value in vars(module).items()
    if isinstance(value, re.Pattern)
}


def one(op: Any, value: Any) -> Chars:
    """The characters that one step of a pattern takes."""
    if op is code.LITERAL:
        return frozenset((value,))
    if op is code.NOT_LITERAL:
        return frozenset(LETTERS) - {value}
    if op is code.ANY:
        return frozenset(LETTERS)
    found: set[int] = set()
    for kind, what in value:
        if kind is code.LITERAL:
            found.add(what)
        elif kind is code.RANGE:
            found.update(range(what[0], min(what[1], LETTERS[-1]) + 1))
        elif kind is code.CATEGORY:
            wanted = KINDS[OPPOSITE.get(what, what)]
            found.update(c for c in LETTERS if wanted(chr(c)) != (what in OPPOSITE))
    return frozenset(LETTERS) - found if value[0][0] is code.NEGATE else frozenset(found)


def divided(steps: Any, before: frozenset[Chars] = frozenset()) -> Iterator[frozenset[Chars]]:
    """Unlimited repeats that may follow one of the same characters.

    The last value has those that are open at the end.
    """
    for op, value in steps:
        if op in (code.LITERAL, code.NOT_LITERAL, code.ANY, code.IN):
            before = frozenset()
        elif op is code.SUBPATTERN or op is code.ATOMIC_GROUP:
            *found, before = divided(value[-1] if op is code.SUBPATTERN else value, before)
            yield from found
            before = frozenset() if op is code.ATOMIC_GROUP else before
        elif op is code.BRANCH:
            ends = []
            for branch in value[1]:
                *found, end = divided(branch, before)
                yield from found
                ends.append(end)
            before = frozenset().union(*ends)
        elif op in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
            least, most, steps_of = value
            endless = most is code.MAXREPEAT or most > LONG
            if len(steps_of) == 1 and steps_of[0][0] in (code.LITERAL, code.NOT_LITERAL, code.ANY, code.IN):
                own = one(*steps_of[0])
                if endless and (both := frozenset(c & own for c in before if c & own)):
                    yield both
                after = frozenset((own,)) if endless and op is not code.POSSESSIVE_REPEAT else frozenset()
            else:
                *found, after = divided(steps_of, before)
                if endless:
                    *found, after = (*found, *divided(steps_of, before | after))
                yield from found
                after = frozenset() if op is code.POSSESSIVE_REPEAT else after
            before = after if least else before | after
    yield before


def two_ways(pattern: str | bytes) -> list[frozenset[Chars]]:
    """Runs of characters with more than one division by a pattern."""
    *found, _ = divided(parser.parse(pattern))
    return found


def test_what_can_be_divided_in_two_ways_is_seen() -> None:
    assert two_ways(r"\s*(?:\xef\xbb\xbf)?\s*(?:From |[!-9;-~]{1,80}:)")
    assert two_ways(r"a\s*:?\s*b")
    assert two_ways(r"(?:a*)*b")
    assert not two_ways(r"\s*+(?::\s*+)?b")
    assert not two_ways(r"a\s*:\s*b")


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_over_whole_files_divides_a_run_in_two_ways(name: str) -> None:
    assert two_ways(PATTERNS[name].pattern) == []


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" ", b"\t", b"\n \t"])
def test_a_megabyte_of_blanks_is_told_at_once(blank: bytes) -> None:
    assert formats.of(blank * (1 << 20)).name == "notation"
    assert formats.of(blank * 500 + b"From: a@b.c\nSubject: J 112\n\nJ 112 event\n").name == "mail"
    assert formats._HEAD.match(blank + b"\xef\xbb\xbf" + blank + b"From: a@b.c\n")


WORST = [
    "\n",
    " ",
    "\x0c",
    "a\n",
    "a ",
    "J 1 x\n",
    "1 ",
    "1,",
    "> ",
    "- ",
    "(",
    "[",
    "[q]",
    '"',
    ";\n",
    ":",
    "<p>",
    "&gt;",
]
WORST += ["\\", "{", "+\n", "From \n", "Subject: \n", "wrote:\n", "I play 80 FATA for the event. ", "no plots\n"]
"""Words of which a file is hard to read."""
BEGINNINGS = {
    "notation": '[Scenario "Let\'s Roll!"]\n',
    "json": '{"format": "labyrinth-record", "version": 1, "entries": [{"kind": "text", "text": "',
    "mail": "From: A <a@example.org>\nDate: Mon, 3 Mar 2025 19:42:00 +0000\nSubject: x\n\nJ 95 recruit Afghanistan 3\n",
    "notes": "Hello all.\n\nJ 95 recruit Afghanistan 3\n",
    "prose": "I play 80 FATA for the event in Pakistan.\nHe answers with 43 Patriot Act for ops in Iraq.\n",
    "vassal": "begin_save\x1b",
    "solitaire": ">>> History of save point 1 <<<\n\n",
}
RECOGNISED, READ, ROW = 1 << 16, 1 << 15, 1900
"""Bytes of a file that is recognised, of one that is read, and letters of a line: their square takes minutes."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("word", WORST)
def test_a_file_of_one_word_is_recognised_and_read_in_proportion(word: str) -> None:
    assert BEGINNINGS.keys() == {form.name for form in formats.FORMATS}
    row = word * (ROW // len(word)) + "\n"
    for form in formats.FORMATS:
        for size, does in ((RECOGNISED, form.recognises), (READ, form.convert)):
            texts = (word * (size // len(word)), row * (size // len(row)))
            for text in texts[: 1 if "\n" in word else 2]:
                with suppress(TextError):
                    does((BEGINNINGS[form.name] + text).encode())


def test_a_line_of_many_marks_is_not_cut_at_each() -> None:
    few = list(marks.pieces([MailLine(1, "[q]a[/q] " * 20)]))
    many = list(marks.pieces([MailLine(1, "[q]a[/q] " * 400)]))
    assert len([piece for piece in few if piece.text]) == 20
    assert many == [marks.MarkedPiece(1, "")]


def test_a_told_game_is_cut_before_it_becomes_lines() -> None:
    for separator in ("\x0c", "\u2028", "\x1c"):
        with pytest.raises(TextError, match="too long"):
            formats.format_named("prose").convert((BEGINNINGS["prose"] + separator * (1 << 22)).encode())
