"""Secrets of a VASSAL log.

Passwords always are secret, hands and decks unless they are asked for.
"""

from __future__ import annotations

import json

from referee.parsers.vassal import read
from referee.parsers.vassal.happenings import Player
from tests.helpers import vassalfile as v
from tests.helpers.commands import referee
from tests.helpers.vassaltable import ALICE, BOB, DECK, DRAW, MAP, TABLE, card, cell, log, told

# ------------------------------------------------------------------------------------------------------------ passwords


SECRETS = (ALICE, BOB, "carols-password", "unsaid-password")


def full_of_passwords() -> bytes:
    """Every place that may hold an id."""
    carol, other = SECRETS[2:]
    owned = v.piece(
        [
            v.mask(carol),
            v.hidden(other),
            v.restricted(ALICE),
            v.dynamic("PlayerId", BOB),
            v.dynamic("By", BOB),
            v.basic("a.png", "A", MAP, 1, 1, "7", {"Mover": ALICE}),
        ]
    )
    restore = [
        v.add("1", owned),
        f"PNOTE\t{carol}\tmy secret note",
        f"SNOTE\tplan\t{other}\ttrue\tsecret plan\t01/01/2020 1:00 PM\thandle",
        f"UNMASK\t{ALICE}\t{BOB}",
        "SEMAIL\tsomebody@example.org",
        "LOCKSPOTABtab\tAlice\tlock-word\tdate",
        v.global_property("Last", ALICE),
    ]
    steps = [
        v.move("1", (MAP, 2, 2), (MAP, 1, 1), player=BOB),
        v.chat(f"* {ALICE} did it"),
        v.said("Alice", f"my password is {ALICE}, yours {BOB}"),
        v.mutable("Last", ALICE, BOB),
        f"XMOD:{carol};{other}",
        v.player(carol, "Carol", "<observer>"),
        v.change(
            "1",
            v.piece(
                [
                    v.mask(BOB),
                    v.hidden(""),
                    v.restricted(BOB),
                    v.dynamic("PlayerId", BOB),
                    v.dynamic("By", ALICE),
                    v.basic("a.png", "A", MAP, 2, 2, "7"),
                ]
            )[1],
        ),
        f"PYREMOVE\t{carol}",
        f"{carol}\tunknown",
    ]
    return v.file(v.stream([*TABLE, *restore], steps), comment=f"by {ALICE}")


def test_no_password_ever_comes_out() -> None:
    data = full_of_passwords()
    found = read(data)
    shown = [repr(found)]
    for arguments in ((), ("--all",), ("--format", "json"), ("--all", "--format", "json")):
        run = referee("vassal", "show", "-", *arguments, stdin=data)
        assert run.status == 0
        shown += [run.out, run.err]
    for text in shown:
        for secret in (*SECRETS, "my secret note", "secret plan", "somebody@example.org", "lock-word"):
            assert secret not in text
    assert [p.label for p in found.players] == ["US", "Jihadist", "Carol"]
    assert told(found, "changed")[0].before.masked_by == "Carol"
    assert told(found, "changed")[0].after.masked_by == "Jihadist"


def test_a_name_that_is_the_password_is_not_told_either() -> None:
    text = v.stream([v.player("alice77", "alice77", "US")], [v.said("alice77", "hello")])
    found = read(v.file(text))
    assert found.players == [Player("US", "US", "")]
    assert (found.happenings[0].who, "alice77" in repr(found)) == ("US", False)


def test_words_of_the_game_are_no_passwords() -> None:
    mask = v.piece([v.mask("Jihadist", access="side:"), v.basic("a.png", "A", MAP, 1, 1)])
    found = read(
        v.file(v.stream([v.player("US", "Alice", "US"), v.add("1", mask)], [v.chat("* the Jihadist and the US")]))
    )
    assert found.start[1].masked_by == "Jihadist"
    assert found.happenings[0].text == "* the Jihadist and the US"


def test_labels_are_sides_then_names_then_numbers() -> None:
    pieces = [v.add(n, cell(n, 10, 10)) for n in "1"]
    steps = [
        v.move("1", (MAP, 1, 1), (MAP, 10, 10), player="first-id"),
        v.move("1", (MAP, 2, 2), (MAP, 1, 1), player="second-id"),
        v.player("second-id", "Eve", "<observer>"),
        v.player("third-id", "Fay", "US"),
        v.player("third-id", "Fay", "Jihadist"),
        v.move("1", (MAP, 3, 3), (MAP, 2, 2), player="third-id"),
    ]
    found = read(v.file(v.stream(pieces, steps)))
    assert [h.who for h in told(found, "moved")] == ["player-1", "Eve", "Jihadist"]
    assert [(h.who, h.text, h.value) for h in told(found, "joined")] == [
        ("Eve", "Eve", ""),
        ("US", "Fay", "US"),
        ("Jihadist", "Fay", "Jihadist"),
    ]


# --------------------------------------------------------------------------------------------------------------- showing


def test_hands_and_decks_are_shown_to_nobody_unless_asked_for() -> None:
    steps = [
        v.Node(
            "",
            [
                v.Node(v.change("13", card(3, 5, 5, owner=ALICE)[1], card(3, 5, 5)[1])),
                v.Node(v.move("13", ("US Hand", 1, 1), (MAP, 5, 5), player=ALICE)),
            ],
        ),
        v.change("d", v.deck(MAP, 5, 5, "", ["12", "11"])[1], v.deck(MAP, 5, 5, "", ["11", "12"])[1]),
        v.move("13", ("US Hand", 2, 1), ("US Hand", 1, 1), player=ALICE),
    ]
    data = v.file(v.stream([*TABLE, *DECK, DRAW], steps))
    for arguments in ((), ("--format", "json")):
        said = referee("vassal", "show", "-", *arguments, stdin=data).out
        assert "card_" not in said
        assert "Card 3" not in said
        assert "#3" not in said
    assert "card_3.png" in referee("vassal", "show", "-", "--all", stdin=data).out
    found = json.loads(referee("vassal", "show", "-", "--all", "--format", "json", stdin=data).out)
    assert found["decks"][0]["cards"] == [1, 2, 3]


def test_what_cannot_be_shown_is_said() -> None:
    run = referee("vassal", "show", "-", stdin=b"no log")
    assert (run.status, run.out) == (2, "")
    assert "VASSAL" in run.err or "archive" in run.err


def test_a_save_is_a_log_without_steps() -> None:
    found = log([v.add("1", cell("1", 1, 1))], [])
    assert (found.steps, found.happenings, len(found.start)) == (0, [], 1)
