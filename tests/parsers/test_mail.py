"""Games by mail: a thread as messages, its notation as record.

Findings point into the mails.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.inputs import formats
from referee.inputs.records import format_text
from referee.parsers.mail import read_thread
from referee.parsers.notation.encodings import TextError
from tests.helpers.commands import referee
from tests.helpers.hunting import examples
from tests.helpers.mails import (
    both,
    flowed,
    head,
    in_base64,
    mbox,
    page,
    plain,
    printable,
    quoted,
    taken,
    thread,
    wrapped,
)
from tests.helpers.paths import LOGS

TAGS = '[Scenario "Let\'s Roll!"]\n[Jihadist "A."]\n[US "B."]\n\n'


def record(data: bytes) -> list[str]:
    """The lines of the mails, without comments and blank ones.

    Comments are those of the conversion.
    """
    text = formats.format_named("mail").convert(data).text
    return [line for line in text.splitlines() if line and not line.startswith(";")]


def canonical(text: str) -> list[str]:
    return [line for line in format_text(text).text.splitlines() if line and not line.startswith(";")]


def levels(body: str) -> list[int]:
    """The levels of quotation of a mail's lines; -1 for a signature.

    Blank lines are left out.
    """
    (message,) = read_thread(plain(0, body).data.encode()).messages
    return [-1 if line.signature else line.quoted_level for line in message.lines if line.text.strip()]


# -------------------------------------------------------------------- a whole thread


@pytest.mark.parametrize("name", ["evening-2", "published-turn"])
def test_a_record_spread_over_a_thread_comes_back(name: str) -> None:
    text = (LOGS / f"{name}.lgn").read_text(encoding="utf-8")
    mails = thread(text)
    data = mbox(mails[::-1])
    assert formats.of(data).name == "mail"
    done = formats.of(data).convert(data)
    assert canonical(done.text) == canonical(text)
    assert not done.problems
    assert "@" not in done.text + "".join(at.about for at in done.origins.values())


def test_findings_on_a_broken_play_point_at_message_and_line(tmp_path: Path) -> None:
    mails = [
        plain(0, TAGS + "J 95 recruit Afghanistan 3\nJ 60 reserves\n"),
        printable(1, "Fine.\n\n> J 60 reserves\n\nI think:\n\n   US 43 deplyo track > Pakistan 2\n\n-- \nB.\n"),
    ]
    file = tmp_path / "thread.mbox"
    file.write_bytes(mbox(mails))
    run = referee("check", file)
    assert run.status == 1
    assert "thread.mbox:message 2:7:10: cannot be read [unreadable notation]:" in run.out
    found = json.loads(referee("check", "--format", "json", file).out)["findings"]
    (origin,) = [f["origin"] for f in found if f["kind"] == "unreadable"]
    assert origin == {"source": "message 2", "line": 7, "column": 10, "about": "B., 4 March 2025, Labyrinth pbem"}


def test_only_what_is_new_in_the_last_mail_is_told(tmp_path: Path) -> None:
    mails = [
        plain(0, TAGS + "J 95 recruit Afghanistan 3\nJ 95 reserves\n"),
        plain(1, "US 43 deploy track > Pakistan 2\nUS 7 reserves\n"),
        plain(2, "Thank you, tomorrow more.\n"),
    ]
    file = tmp_path / "thread.mbox"
    file.write_bytes(mbox(mails[:2]))
    run = referee("check", "--since", "last", file)
    assert (
        "new since message 2 (B., 4 March 2025, Labyrinth pbem): 2 actions; before that: 1 mistake, not shown"
        in run.out
    )
    assert "7.3.3" in run.out
    assert "message 1" not in run.out
    assert "7.3.3" in referee("check", "--since", "message 2", file).out
    assert "2 actions" in referee("check", "--since", "2025-03-04", file).out
    file.write_bytes(mbox(mails))
    run = referee("check", "--since", "last", file)
    assert run.status == 0
    assert "new since message 3 (A., 5 March 2025, Labyrinth pbem): 0 actions" in run.out
    run = referee("check", "--since", "message 9", file)
    assert run.status == 2
    assert "there is no message 9 with a line of the record; the last one is message 3" in run.err


def test_a_record_is_no_thread(tmp_path: Path) -> None:
    file = tmp_path / "game.lgn"
    file.write_text("J 95 recruit Afghanistan 3\n", encoding="utf-8")
    run = referee("check", "--since", "last", file)
    assert run.status == 2
    assert "the record was not taken from mails" in run.err


def test_mails_without_notation_say_so() -> None:
    with pytest.raises(TextError, match="2 mails, and no line of notation in them"):
        formats.format_named("mail").convert(mbox([plain(0, "Hi.\n"), plain(1, "US troops everywhere!\n")]))


# -------------------------------------------------------------------- how mails are sent


@pytest.mark.parametrize("way", [plain, printable, in_base64, flowed, wrapped, page, both])
def test_every_way_of_sending_gives_the_same_lines(way: object) -> None:
    line = (
        "J 1 travel United Kingdom:s > United States, Indonesia/Malaysia:s > Pakistan, Egypt:s > Sudan t[5] / no event"
    )
    body = f"Hi, so:\n\n{line}\n\n> J 112 event => prestige 3\n\nUS 20 woi Pakistan [4]\n\n-- \nA. (J 4 and so on)\n"
    before = plain(0, "J 112 event => prestige 3\n")
    assert record(mbox([before, way(1, body)])) == ["J 112 event => prestige 3", line, "US 20 woi Pakistan [4]"]  # type: ignore[operator]


def test_letters_that_are_not_what_the_mail_says_are_read() -> None:
    body = "J 112 event  ; für dich – so".encode()
    for said in ("utf-8", "us-ascii", "punycode", "no-such-thing", "utf-16"):
        data = head(0, [f"Content-Type: text/plain; charset={said}"]).encode() + b"\n\n" + body
        assert record(data) == ["J 112 event  ; für dich – so"], said
    data = head(0, ["Content-Type: text/plain; charset=utf-8"]).encode() + "\n\nJ 112 event  ; für dich".encode(
        "cp1252"
    )
    assert record(data) == ["J 112 event  ; für dich"]


def test_heads_in_other_letters_and_without_names() -> None:
    named = "From: =?utf-8?b?SsO8cmdlbg==?= =?utf-8?q?_M=2E?= <j@x.example>\nDate: Mon, 3 Mar 2025 19:42:08 +0100\n"
    (one,) = read_thread(f"{named}Subject: =?iso-8859-1?Q?f=FCr_dich?= j@x.example\n\nJ 1 event\n".encode()).messages
    assert (one.sender_label, one.subject, one.about) == (
        "Jürgen M.",
        "für dich …",
        "Jürgen M., 3 March 2025, für dich …",
    )
    (two,) = read_thread(b"From: j@x.example\nSubject: a\n\nJ 1 event\n").messages
    assert (two.sender_label, two.date) == ("sender 1", None)


def test_addresses_are_told_nowhere() -> None:
    data = plain(0, "J 95 recruit Afghanistan 3  ; ask birch@post.example\n").data.encode()
    assert record(data) == ["J 95 recruit Afghanistan 3  ; ask ··················"]


def test_addresses_are_in_no_draft_of_a_told_game() -> None:
    data = plain(0, "I am the Jihadist. I play 80 FATA for the event, ask birch@post.example about it.\n").data.encode()
    text = formats.format_named("mail").convert(data).text
    assert "J 80 event" in text
    assert "; I am the Jihadist. I play 80 FATA for the event, ask ·················· about it." in text
    assert "@" not in text


# -------------------------------------------------------------------- what is new and what is quoted


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("new\n> old\n> > older\n>> older\nnew\n", [0, 1, 2, 2, 0]),
        ("new\n| old\n| cell | table |\n", [0, 1, 0]),
        ("new\nOn Mon, 3 Mar 2025 at 19:42, A. wrote:\n> old\n", [0, 1, 1]),
        ("new\nOn Mon, 3 Mar 2025 at 19:42,\nA. <x> wrote:\n\nold\nold\n", [0, 1, 1, 1, 1]),
        ("new\nAm 03.03.2025 um 19:42 schrieb A.:\n> old\nnew\n", [0, 1, 1, 0]),
        ("neu\nLe 3 mars 2025 à 19:42, A. a écrit :\n> vieux\n", [0, 1, 1]),
        (
            "new\n-----Original Message-----\nFrom: A.\nSent: Monday\nSubject: x\n\nold\n> older\n",
            [0, 1, 1, 1, 1, 1, 2],
        ),
        ("new\n\nVon: A.\nGesendet: Montag\nBetreff: x\n\nold\n", [0, 1, 1, 1, 1]),
        ("new\n---------- Forwarded message ---------\nFrom: A.\nDate: Monday\n\nold\n", [0, 1, 1, 1, 1]),
        ("new\n-- \nA.\nmotto\n", [0, -1, -1, -1]),
        ("new\n--\nB.\n\n> old\n\nnew\n", [0, -1, -1, 1, 0]),
        ("new\n-- \nA.\n\nPS: new\n", [0, -1, -1, 0]),
        ("A: said\nUS: 43 woi\n", [0, 0]),
    ],
)
def test_what_is_quoted_and_what_is_signed(body: str, expected: list[int]) -> None:
    assert levels(body) == expected


def test_plays_are_taken_once_whoever_repeats_them() -> None:
    first = "J 95 recruit Afghanistan 3\nJ 60 reserves\n"
    again = plain(1, f"As you said:\n\n{first}\nand I:\n\nUS 7 reserves\n")
    late = plain(2, f"{quoted(quoted('J 60 reserves'))}{quoted('US 7 reserves')}\nend of turn\n")
    turn = plain(3, "The next one:\n\nJ 60 reserves\n")
    data = mbox([plain(0, first), again, late, turn])
    assert record(data) == [
        "J 95 recruit Afghanistan 3",
        "J 60 reserves",
        "US 7 reserves",
        "end of turn",
        "J 60 reserves",
    ]
    assert formats.of(data).convert(data).notes == ["2 lines are said again in message 2 and taken once"]


def test_what_only_a_quotation_has_is_taken_from_it_the_oldest_first() -> None:
    body = "US 7 reserves\n\n> J 60 reserves\n>\n> > US 43 deploy track > Gulf States 2\n> > no plots\n"
    data = plain(1, TAGS + body).data.encode()
    assert record(data)[3:] == ["US 43 deploy track > Gulf States 2", "no plots", "J 60 reserves", "US 7 reserves"]
    done = formats.of(data).convert(data)
    assert done.notes == ["message 1 quotes 3 lines that are in no other part; taken from the quotation"]
    assert done.origins[done.text.splitlines().index("J 60 reserves") + 1].line == 7


def test_a_play_that_is_quoted_otherwise_is_no_new_one() -> None:
    data = mbox([plain(0, "J 95 recruit Afghanistan 3\n"), plain(1, "> J 95 recruit Afgh\n\nUS 7 reserves\n")])
    assert record(data) == ["J 95 recruit Afghanistan 3", "US 7 reserves"]


def test_a_play_that_could_not_be_read_and_is_sent_again_counts_once() -> None:
    mails = [plain(0, "J 95 reserves\n"), plain(1, "US 43 deplyo track > Pakistan 2\n"), plain(2, "Pardon?\n")]
    data = mbox([*mails, plain(3, "I meant:\n\nUS 43 deploy track > Pakistan 2\nUS 7 reserves\n")])
    assert record(data) == ["J 95 reserves", "US 43 deploy track > Pakistan 2", "US 7 reserves"]
    (said,) = formats.of(data).convert(data).notes
    assert said == "a play in message 2 that cannot be read was sent again in message 4, which counts"


def test_mails_stand_in_the_order_in_which_they_were_written() -> None:
    a, b, c = plain(0, "J 95 reserves\n"), plain(1, "US 7 reserves\n"), plain(2, "J 60 reserves\n")
    undated = c.data.replace("Date: Wed, 05 Mar 2025", "Date: Wed, 99 Foo 1025")
    text = f"From x\n{undated}\n\n".encode() + mbox([b, a, b])
    assert record(text) == ["J 95 reserves", "US 7 reserves", "J 60 reserves"]
    notes = read_thread(text).notes
    assert notes[0] == "1 mail is in the file twice; each is read once"
    assert notes[1].startswith("message 3 has no date that can be")
    early = b.data.replace("04 Mar 2025", "04 Mar 2001")  # its clock is wrong: it answers the first
    assert record(f"From x\n{early}\n\n".encode() + mbox([a])) == ["J 95 reserves", "US 7 reserves"]


def test_a_check_tells_what_is_not_sure_of_the_mails(tmp_path: Path) -> None:
    mails = [plain(0, TAGS + "J 95 reserves\n"), plain(2, "J 60 reserves\n\n> US 7 reserves\n")]
    file = tmp_path / "thread.mbox"
    data = mbox(mails).replace(b"Date: Wed, 05 Mar 2025", b"Date: soon").replace(b" Mon Mar  3 19:42:10 2025", b" -")
    file.write_bytes(data)
    out = " ".join(referee("check", file).out.split())
    assert "note [mail]: Message 2 has no date that can be; the order of the file says where it stands." in out
    assert "note [mail]: Message 2 quotes a line that is in no other part; taken from the quotation." in out


def test_a_mail_within_a_mail_is_a_mail() -> None:
    inner = plain(0, "J 95 reserves\n").data
    more = ['Content-Type: multipart/mixed; boundary="x"']
    parts = f"--x\nContent-Type: text/plain\n\nUS 7 reserves\n--x\nContent-Type: message/rfc822\n\n{inner}\n--x--\n"
    found = read_thread(f"{head(1, more)}\n\n{parts}".encode())
    assert [m.sender_label for m in found.messages] == ["A.", "B."]
    assert [line.text for m in found.messages for line in m.lines if line.text] == ["J 95 reserves", "US 7 reserves"]


def test_sentences_that_look_like_the_start_of_a_mail_are_none() -> None:
    body = "one\n\n>From here on it gets easier.\n\nFrom now on: no.\n\nJ 95 reserves\n"
    (message,) = read_thread(mbox([plain(0, body)])).messages
    assert [line.text for line in message.lines][2:5] == ["From here on it gets easier.", "", "From now on: no."]


# -------------------------------------------------------------------- who sent it


def test_a_play_in_a_mail_of_the_other_player_is_noted(tmp_path: Path) -> None:
    mails = [
        plain(0, TAGS + "J 95 recruit Afghanistan 3\nUS 7 reserves\n+ US homeland\n"),
        plain(1, "+ J event\nUS 43 discard\n"),
    ]
    file = tmp_path / "thread.mbox"
    file.write_bytes(mbox(mails))
    found = json.loads(referee("check", "--format", "json", file).out)["findings"]
    (note,) = [f for f in found if f["rule"] == "mail"]
    assert note["kind"] == "note"
    assert note["origin"]["line"] == 6
    assert note["message"] == "This play of the US came in an e-mail from the Jihadist player."
    assert "mail" not in {
        f["rule"] for f in json.loads(referee("check", "--ignore", "mail", "--format", "json", file).out)["findings"]
    }


def test_one_who_writes_for_both_is_not_noted() -> None:
    data = mbox([plain(0, TAGS + "J 95 reserves\nJ 60 reserves\nUS 7 reserves\nUS 43 reserves\n")])
    assert formats.of(data).convert(data).line_notes == []


# -------------------------------------------------------------------- hostile mails

HEAD = b"From: A <a@b.example>\nDate: Mon, 3 Mar 2025 19:42:08 +0100\n"


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(300)),
        HEAD + b"Content-Type: message/rfc822\n\n" * 2000,
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\nhi\n" * 500,
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/pl",
        HEAD + b"X-Long: " + b"a" * 300_000 + b"\nSubject: " + b"=?utf-8?b?AAAA?= " * 5000 + b"\n\nhi\n",
        HEAD + b"From: " + b"(" * 5000 + b"\nReferences: " + b"<a@b>" * 5000 + b"\n\nhi\n",
        HEAD
        + b"Content-Type: text/plain; charset=\0\0utf-8\nContent-Transfer-Encoding: base64\n\n\0\xff"
        + b"AAAA" * 5000,
        HEAD + b"Content-Type: text/html\n\n" + b"<a " * 5000 + b"<!--" * 5000 + b"&#" + b"9" * 5000 + b"<script>",
        HEAD + b"Content-Type: text/html\n\n" + b"<blockquote><ol><li>" * 3000,
        HEAD + b"\n" + b">" * 100_000 + b"\n" + b"|" * 100_000 + b"\n" + b"[q]" * 30_000,
        HEAD + b"\n" + b"On 3 March A\n" * 500 + b"From: a\nSent: b\nTo: c\n\n" * 200,
        HEAD + b"Subject: a\r\rJ 1 event\r\n\r\n" + "x\u2028J 1 event\u0085J 2 event\x0bJ 3 event".encode(),
    ],
)
def test_hostile_mails_are_read_or_refused(data: bytes) -> None:
    said = taken(data)
    assert not set(said) & set("\0\r\x0b\x0c\x85\u2028\u2029")


def test_what_a_packed_file_holds_is_not_unpacked() -> None:
    more = "Content-Type: application/zip\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=/etc/x"
    (message,) = read_thread(HEAD + f"{more}\n\nAAAA\n".encode()).messages
    assert message.lines == []
    assert read_thread(HEAD + f"{more}\n\nAAAA\n".encode()).notes == [
        "message 1 has a file that is not read; save and check it by itself"
    ]


MUTATED = mbox(
    thread(TAGS + "J 95 recruit Afghanistan 3\nUS 43 deploy track > Pakistan 2  ; hm\nend of turn\n", a_mail=1)
)
PIECES = [
    b"\n",
    b"\0",
    b"\xff",
    b"> ",
    b"From x\nFrom: a\n\n",
    b"<p>",
    b"=\n",
    b"```\n",
    b"[q]",
    b"--=_part_2",
    b"Date: ",
    b"\xe2\x80\xa8",
]


@settings(max_examples=examples(10), deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(MUTATED)), st.sampled_from(PIECES), st.integers(0, 60)), max_size=6))
def test_mutated_mails_never_break_the_reader(changes: list[tuple[int, bytes, int]]) -> None:
    data = MUTATED
    for at, piece, gone in changes:
        data = data[:at] + piece + data[at + gone :]
    said = taken(data)
    assert "mail.example" not in said
    assert "\0" not in said
