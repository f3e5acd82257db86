"""A turn that goes to the other player.

The side in turn, and the plays since.
"""

from __future__ import annotations

import pytest

from referee.play.recording import Book, Session
from referee.web.recording import RecordRoom
from tests.play.test_recording import HEAD, MIDDLE, SEATED

NAMED = HEAD + '[Jihadist "Ben"]\n[US "Ann"]\n\ndeal J 9 US 9\n'
FIRST = "J 112 event\nJ 95 recruit Afghanistan 3\n"
ILLEGAL = "US 43 deploy track > Pakistan 2\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NAMED, "It is Ben's turn (Jihadist), turn 1"),
        (NAMED + FIRST, "It is Ann's turn (US), turn 1"),
        (HEAD + FIRST, "It is the turn of the US, turn 1"),
        (SEATED + "deal J 9 US 9\n", "It is the turn of the Jihadist Bot, turn 1"),
        (MIDDLE, "It is the turn of the US, turn 2"),
    ],
)
def test_whose_turn_it_is(text: str, said: str) -> None:
    assert RecordRoom(Session(Book(text))).turn({}, b"")["said"] == said


def test_what_was_played_since_with_what_is_wrong() -> None:
    room = RecordRoom(Session(Book(NAMED + FIRST + ILLEGAL + "US 20 reserves\n")))
    told = room.turn({}, b"")
    assert [line["text"] for line in told["lines"]] == [ILLEGAL.strip(), "US 20 reserves"]
    assert told["wrongs"] == 1
    assert [f["rule"] for f in told["lines"][0]["findings"]] == ["7.3.3"]
    assert [line["text"] for line in room.turn({"had": 9}, b"")["lines"]] == ["US 20 reserves"]
    assert room.turn({"had": 10}, b"")["lines"] == []
