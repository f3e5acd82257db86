"""Logs and saves of VASSAL: their events, from any engine.

A player's password never comes out.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.parsers.vassal import is_vassal, read
from referee.parsers.vassal.happenings import NOBODY, Happening, PieceSpot, Player, VassalDeck
from referee.parsers.vassal.joining import repeated_steps, without_repeated
from tests.helpers import vassalfile as v
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT
from tests.helpers.vassaltable import ALICE, BOB, DECK, DISCARD, DRAW, MAP, TABLE, card, cell, log, told

SAMPLES = ROOT / "fixtures" / "vassal"
NESTED, FLAT = SAMPLES / "synthetic-vcsk-nested.vlog", SAMPLES / "synthetic-vobs-flat.vlog"


def named(happening: Happening) -> tuple[str, str, str]:
    """Kind, and the names before and after."""
    return (
        happening.kind,
        happening.before.name if happening.before else "",
        happening.after.name if happening.after else "",
    )


# ------------------------------------------------------------------------------------------------------ the two samples


@pytest.mark.parametrize(("path", "engine"), [(NESTED, "3.7.15"), (FLAT, "3.8.0")])
def test_the_samples_are_read_step_by_step(path: Any, engine: str) -> None:
    found = read(path.read_bytes())
    assert (found.module, found.module_version, found.engine) == ("Synthetic Test Module", "0.0", engine)
    assert (found.comment, found.save_time) == ("synthetic test log", 1_700_000_600_000)
    assert found.players == [Player("US", "US", "Alice"), Player("Jihadist", "Jihadist", "Bob")]
    assert len(found.start) == 5
    assert found.decks == [VassalDeck("Draw Deck", "Main Map", 200, 300, (3, 5, 4))]
    assert (found.steps, found.warnings, found.unknown_commands) == (9, [], Counter(XMOD=1))
    by_step = {n: [h for h in found.happenings if h.step == n] for n in range(1, 10)}
    assert [[h.kind for h in by_step[n]] for n in range(1, 10)] == [
        ["chat"],
        ["chat", "dice"],
        ["moved", "chat"],
        ["changed", "chat"],
        ["chat", "changed", "undo"],
        ["changed", "drawn", "chat"],
        ["shuffled", "chat"],
        ["removed", "chat", "unknown"],
        ["turn"],
    ]
    (said,) = by_step[1]
    assert (said.who, said.chat, said.text) == ("US", "typed", "Good luck! slash / tab and \\ inside")
    dice = by_step[2][1]
    assert (dice.who, dice.text, dice.dice, dice.sides) == ("US", "1d6", (4,), 6)
    moved, report = by_step[3]
    assert moved.who == report.who == "Jihadist"
    assert moved.before.spot == PieceSpot("Main Map", 1500, 900, "Iraq", "Iraq")
    assert moved.after.spot == PieceSpot("Main Map", 1700, 950, "", "Iran")
    assert report.text == "* Cell moves Iraq → Iran *"
    assert named(by_step[4][0]) == ("changed", "Sleeper", "Active")
    assert by_step[4][0].after.levels == {"Face": 2}
    assert all(h.undone for h in by_step[4])
    assert (by_step[5][2].text, by_step[5][2].undone) == ("4", False)
    assert by_step[5][1].after.levels == {"Face": 1}
    changed, drawn, _ = by_step[6]
    assert (changed.before.masked_by, changed.after.masked_by) == (NOBODY, "US")
    assert (drawn.before.spot.deck, drawn.after.spot.map, drawn.who) == ("Draw Deck", "US Hand", "US")
    assert (by_step[7][0].text, by_step[7][0].cards) == ("Draw Deck", (5, 3))
    assert by_step[8][0].before.id == 2
    assert by_step[8][2].text == "XMOD:anything;1;2"
    assert (by_step[9][0].text, by_step[9][0].value) == ("TurnTracker0", "2")


def test_the_samples_as_they_are_told(snapshot: Any) -> None:
    said = referee("vassal", "show", NESTED)
    assert (said.status, said.err) == (0, "")
    assert said.out == snapshot
    kinds = [Counter(h.kind for h in read(path.read_bytes()).happenings) for path in (NESTED, FLAT)]
    assert kinds[0] == kinds[1]
    assert dict(kinds[0]) == snapshot


# ---------------------------------------------------------------------------------------------- engines and obfuscations


def small_game(engine: v.Engine) -> bytes:
    """A small game.

    One cell wakes up and travels, one die is rolled, one step is taken back.
    """
    asleep, awake = (cell("1", 10, 10, n, engine) for n in (1, 2))
    elsewhere = [("Board", 30, 30), ("Board", 10, 10)]
    player = BOB if engine.moves_signed else None
    report = "* Cell becomes Active"
    steps = [
        v.Node(v.change("1", awake[1], asleep[1]), [v.Node(v.chat(report))]),
        v.undoing([v.chat(f"* UNDO: {report}"), v.change("1", asleep[1], awake[1])], engine.undo_marked),
        v.Node(
            "",
            [
                v.Node("null"),
                v.Node(v.move("1", *elsewhere, player=player)),
                v.Node(v.add("9", v.stack(MAP, 30, 30, ["1"]))),
            ],
        ),
        v.rolled("1d6", [5], "Bob", properties=engine.dice_properties),
    ]
    pieces = [v.add("1", asleep), v.add("2", v.stack(MAP, 10, 10, ["1"], "@@0" if engine.age == "new" else ""))]
    text = v.stream([*pieces, *TABLE], steps)
    return v.file(text, engine.how, engine=engine.version, metadata=engine.metadata)


@pytest.mark.parametrize("engine", v.ENGINES, ids=lambda e: e.version)
def test_every_engine_tells_the_same(engine: v.Engine) -> None:
    found = read(small_game(engine))
    assert found.engine == (engine.version if engine.metadata else "")
    assert found.warnings == []
    assert [(h.step, h.kind, h.undone) for h in found.happenings if h.kind not in ("chat", "property")] == [
        (1, "changed", True),
        (2, "changed", True),
        (2, "undo", False),
        (3, "moved", False),
        (4, "dice", False),
    ]
    moved = told(found, "moved")[0]
    assert (moved.before.name, moved.before.spot.x, moved.after.spot.x) == ("Sleeper", 10, 30)
    assert moved.who == ("Jihadist" if engine.moves_signed else "")
    dice = told(found, "dice")[0]
    assert (dice.who, dice.dice, dice.sides, dice.text) == ("Jihadist", (5,), 6, "1d6")


@pytest.mark.parametrize("how", ["VCSK", "VOBS", "VOBS-", "VCSZ", "plain"])
@pytest.mark.parametrize("key", [0x01, 0x5A, 0xFF])
def test_every_obfuscation_hides_the_same(how: v.Hiding, key: int) -> None:
    text = v.stream([*TABLE, v.add("1", cell("1", 10, 10))], [v.said("Alice", "à bientôt")])
    found = read(v.file(text, how, key))
    assert (found.steps, found.happenings[0].text) == (1, "à bientôt")
    stream = v.hide(text, how, key)
    assert is_vassal(stream)
    assert read(stream).happenings == found.happenings


def test_a_key_of_nothing_and_capitals_are_read() -> None:
    text = v.stream(TABLE, [v.chat("* hello")])
    assert read(v.hide(text, "VCSK", 0)).steps == 1
    hidden = v.hide(text, "VCSK", 0xAB)
    assert read(hidden[:5] + hidden[5:].upper()).steps == 1


# --------------------------------------------------------------------------------------------------- moves, stacks, decks


def test_a_stack_moves_with_all_that_is_in_it() -> None:
    pieces = [v.add(n, cell(n, 10, 10)) for n in "12"]
    stack = v.add("5", v.stack(MAP, 10, 10, ["1", "2"]))
    there, here = (MAP, 50, 60), (MAP, 10, 10)
    found = log([*pieces, stack], [v.move("5", there, here, player=ALICE), v.move("2", here, there, player=BOB)])
    assert [(h.piece, h.step, h.who, (h.after.spot.x, h.after.spot.y)) for h in told(found, "moved")] == [
        (1, 1, "US", (50, 60)),
        (2, 1, "US", (50, 60)),
        (2, 2, "Jihadist", (10, 10)),
    ]


def test_pieces_join_stacks_by_what_is_under_them_and_by_the_exact_point() -> None:
    pieces = [v.add(n, cell(n, 10 * int(n), 0)) for n in "123"]
    stacks = [v.add(f"s{n}", v.stack(MAP, 10 * int(n), 0, [n])) for n in "123"]
    steps = [
        v.move("1", (MAP, 20, 0), (MAP, 10, 0), under="2"),
        v.move("3", (MAP, 20, 0), (MAP, 30, 0)),
        v.move("s2", (MAP, 99, 9), (MAP, 20, 0)),
    ]
    found = log([*pieces, *stacks], steps)
    assert sorted((h.piece, h.after.spot.x) for h in told(found, "moved") if h.step == 3) == [(1, 99), (2, 99), (3, 99)]
    apart = log([*pieces, *stacks], [v.move("3", (MAP, 20, 1), (MAP, 30, 0)), steps[2]])
    assert [h.piece for h in told(apart, "moved") if h.step == 2] == [2]


def test_a_change_of_a_stack_moves_its_members() -> None:
    pieces = [v.add(n, cell(n, 10, 10)) for n in "12"]
    stacks = [v.add("5", v.stack(MAP, 10, 10, ["1"])), v.add("6", v.stack(MAP, 10, 10, ["2"]))]
    merged = v.change("5", v.stack(MAP, 10, 10, ["1", "2"])[1], v.stack(MAP, 10, 10, ["1"])[1])
    found = log([*pieces, *stacks], [merged, v.move("5", (MAP, 1, 1), (MAP, 10, 10))])
    assert [(h.step, h.piece) for h in told(found, "moved")] == [(2, 1), (2, 2)]


def test_cards_are_drawn_played_and_discarded() -> None:
    masked, mine, open_ = (card(3, 5, 5, owner=o)[1] for o in (NOBODY, ALICE, ""))
    steps = [
        v.Node(
            "",
            [v.Node(v.change("13", mine, masked)), v.Node(v.move("13", ("US Hand", 1, 1), (MAP, 5, 5), player=ALICE))],
        ),
        v.Node(
            "",
            [
                v.Node(v.change("13", card(3, 1, 1, "US Hand", "")[1], card(3, 1, 1, "US Hand", ALICE)[1])),
                v.Node(v.move("13", (MAP, 40, 40), ("US Hand", 1, 1), player=ALICE)),
            ],
        ),
        v.move("13", (MAP, 80, 5), (MAP, 40, 40), player=ALICE),
        v.change("d", v.deck(MAP, 5, 5, "", ["12", "11"])[1], v.deck(MAP, 5, 5, "", ["11", "12"])[1]),
    ]
    found = log([*DECK, DRAW, DISCARD], steps)
    assert [deck.cards for deck in found.decks] == [(1, 2, 3), ()]
    drawn = told(found, "drawn")[0]
    assert (drawn.before.spot.deck, drawn.after.masked_by, drawn.after.name) == ("Draw", "US", "Card back")
    played = next(h for h in told(found, "moved") if h.step == 2)
    assert (played.after.masked_by, played.after.name, played.after.images) == ("", "Card 3", ("card_3.png",))
    discarded = next(h for h in told(found, "moved") if h.step == 3)
    assert discarded.after.spot.deck == "Discard"
    assert told(found, "shuffled")[0].cards == (2, 1)
    assert open_ != masked


def test_a_card_laid_on_a_face_down_deck_is_hidden_without_a_word() -> None:
    restore = [*DECK, DRAW, v.add("14", card(4, 70, 70, owner=""))]
    found = log(restore, [v.move("14", (MAP, 5, 5), (MAP, 70, 70), under="13", player=BOB)])
    moved = told(found, "moved")[0]
    assert (moved.before.masked_by, moved.after.masked_by, moved.after.name) == ("", NOBODY, "Card back")


def test_a_deck_gets_cards_by_a_new_state() -> None:
    restore = [*DECK, DRAW, DISCARD]
    steps = [
        v.change("e", v.deck(MAP, 80, 5, "", ["12", "13"], False)[1]),
        v.change("d", v.deck(MAP, 5, 5, "", ["11"])[1]),
    ]
    found = log(restore, steps)
    assert [(h.piece, h.after.spot.deck) for h in told(found, "moved")] == [(2, "Discard"), (3, "Discard")]


def test_a_piece_that_slid_away_unseen_is_told() -> None:
    restore = [v.add("1", cell("1", 10, 10))]
    found = log(restore, [v.move("1", (MAP, 90, 90), (MAP, 40, 40), player=BOB), v.change("1", cell("1", 70, 70)[1])])
    assert [(h.text, h.before.spot.x, h.after.spot.x) for h in told(found, "moved")] == [
        ("unseen", 10, 40),
        ("", 40, 90),
        ("unseen", 90, 70),
    ]


def test_moved_marks_and_trails_are_no_change() -> None:
    quiet, marked = (v.piece([v.moved(f), v.basic("a.png", "A", MAP, 1, 1, "7")]) for f in (False, True))
    assert log([v.add("1", quiet)], [v.change("1", marked[1], quiet[1])]).happenings == []


def test_pieces_that_the_log_never_showed_are_no_fault() -> None:
    found = log(
        [], [v.move("77", (MAP, 2, 2), (MAP, 1, 1), player=BOB), v.remove("78"), v.change("79", "a;1;1", "a;2;2")]
    )
    assert [named(h) for h in told(found, "moved")] == [("moved", "", "")]
    assert len(found.warnings) == 3


def test_added_and_removed_pieces() -> None:
    found = log(
        [],
        [
            v.Node("", [v.Node(v.add("1", cell("1", 3, 4))), v.Node(v.add("2", v.stack(MAP, 3, 4, ["1"])))]),
            v.remove("1"),
        ],
    )
    assert [(h.kind, h.piece) for h in found.happenings] == [("added", 1), ("removed", 1)]
    assert found.start == {}


# ----------------------------------------------------------------------------------------------------------------- names


def test_traits_make_the_name_and_the_properties() -> None:
    made = v.piece(
        [
            v.label("3", "$pieceName$ [$label$]"),
            v.dynamic("Aid", "2"),
            v.layer(["", "x.png"], ["", "Hard +"], 2, "Posture"),
            v.layer(["y.png"], ["+ (spent)"], -1, "Spent"),
            v.marker({"A,B": "1;2", "C": "x,y"}),
            v.basic("a.png", "Israel", MAP, 1, 1, "7", {"Odd": "even", "OldZone": "Z", "OldX": "9", "OldY": "9"}),
        ]
    )
    piece = log([v.add("1", made)], []).start[1]
    assert (piece.name, piece.images) == ("Hard Israel [3]", ("a.png", "x.png"))
    assert (piece.levels, piece.level_names) == ({"Posture": 2, "Spent": -1}, {"Posture": "Hard"})
    assert piece.properties == {"TextLabel": "3", "Aid": "2", "A,B": "1;2", "C": "x,y", "Odd": "even"}


def test_the_file_names_its_places() -> None:
    noted = {"OldZone": "Gulf", "OldLocationName": "Kuwait", "OldX": "50", "OldY": "50", "OldMap": MAP}
    pieces = [v.add("1", cell("1", 10, 10, **noted)), v.add("2", cell("2", 50, 50)), v.add("3", cell("3", 30, 30))]
    report = v.Node(v.move("3", (MAP, 60, 60), (MAP, 30, 30)), [v.Node(v.chat("* Cell moves Iraq -> Iran *"))])
    found = log(pieces, [report])
    assert [(p.spot.zone, p.spot.location) for p in found.start.values()] == [
        ("", ""),
        ("Gulf", "Kuwait"),
        ("", "Iraq"),
    ]
    assert told(found, "moved")[0].after.spot.location == "Iran"


# ------------------------------------------------------------------------------------------------------- chat and dice


@pytest.mark.parametrize(
    ("raw", "kind", "who", "text"),
    [
        ("&lt;Alice&gt; - a &lt;b&gt; &amp; c", "typed", "US", "a <b> & c"),
        ("<Bob> - old <b>client</b>", "typed", "Jihadist", "old client"),
        ("<Alice (US)> - with the side", "typed", "US", "with the side"),
        ("<Carol> - nobody knows her", "typed", "Carol", "nobody knows her"),
        ("*! Loud report", "report", "", "* Loud report"),
        ("* ~Dora joined the game as US.", "report", "", "* Dora joined the game as US."),
        ("- system", "system", "", "- system"),
        ("from a script<br>next\x07 line\nthird", "other", "", "from a script next line third"),
        ("<Alice> - *** 1d6 = 6 *** <Alice>", "typed", "US", "*** 1d6 = 6 *** <Alice>"),
    ],
)
def test_chat_is_told_apart(raw: str, kind: str, who: str, text: str) -> None:
    (found,) = log([], [v.chat(raw)]).happenings
    assert (found.kind, found.chat, found.who, found.text) == ("chat", kind, who, text)


@pytest.mark.parametrize(
    ("name", "dice", "values", "sides"),
    [
        ("1d6", [4], (4,), 6),
        ("3d6", [1, 6, 2], (1, 6, 2), 6),
        ("Roll", [5], (5,), 6),
        ("2d6", [9], (), 6),
        ("d20", [17], (17,), 20),
    ],
)
@pytest.mark.parametrize("properties", [True, False])
def test_dice_by_their_properties_else_by_the_chat(
    name: str, dice: list[int], values: tuple[int, ...], sides: int, properties: bool
) -> None:
    found = told(log([], [v.rolled(name, dice, "Bob", properties=properties)]), "dice", "property")
    assert [(h.kind, h.who, h.text, h.dice, h.sides) for h in found] == [("dice", "Jihadist", name, values, sides)]


def test_other_properties_are_no_dice() -> None:
    steps = [v.mutable("Funding", "5", "6"), v.mutable("Battle_result", "", "3"), v.mutable("Word_result", "", "Iraq")]
    steps.append(v.mutable("1d6_result", "4", "0"))  # set back
    assert [(h.kind, h.text, h.value) for h in log([], steps).happenings] == [
        ("property", "Funding", "6"),
        ("property", "Battle_result", "3"),
        ("property", "Word_result", "Iraq"),
        ("property", "1d6_result", "0"),
    ]
    assert told(log([], [v.chat("* Funding = 5"), v.chat("** Funding = 5")]), "dice") == []


def test_faces_of_special_dice_are_counted_from_zero() -> None:
    (found,) = told(log([], ["SHOW_RESULTS\tdie7\t0\t5"]), "dice")
    assert (found.dice, found.text) == ((1, 6), "die7")


def test_properties_and_turns_before_the_log_are_no_happenings() -> None:
    restore = [v.global_property("Turn", "1"), v.turn("0|3;0;false;-1")]
    found = log(restore, [v.global_property("Turn", "1"), v.global_property("Turn", "2"), v.turn("0|4;0;false;-1")])
    assert [(h.kind, h.text, h.value) for h in found.happenings] == [
        ("property", "Turn", "2"),
        ("turn", "TurnTracker0", "4"),
    ]


# ------------------------------------------------------------------------------------------------------------------ undo


def flip(new: int, old: int, report: str) -> v.Node:
    return v.Node(v.change("1", cell("1", 1, 1, new)[1], cell("1", 1, 1, old)[1]), [v.Node(v.chat(report))])


def back(new: int, old: int, report: str, marked: bool = True) -> v.Node:
    return v.undoing(
        [v.chat(f"* UNDO: {report}"), v.change("1", cell("1", 1, 1, new)[1], cell("1", 1, 1, old)[1])], marked
    )


ONE = [v.add("1", cell("1", 1, 1))]


@pytest.mark.parametrize("marked", [True, False])
def test_steps_are_taken_back_one_after_the_other(marked: bool) -> None:
    steps = [
        flip(2, 1, "* a"),
        flip(-2, 2, "* b"),
        back(2, -2, "* b", marked),
        back(1, 2, "* a", marked),
        flip(2, 1, "* c"),
    ]
    found = log(ONE, steps)
    assert [(h.step, h.text) for h in told(found, "undo")] == [(3, "2"), (4, "1")]
    assert {h.step for h in found.happenings if h.undone} == {1, 2, 3, 4}
    assert found.warnings == []


def test_a_step_that_is_done_again_stands() -> None:
    again = v.undoing([v.change("1", cell("1", 1, 1, 2)[1], cell("1", 1, 1, 1)[1]), v.chat("* UNDO: * UNDO: * a")])
    found = log(ONE, [flip(2, 1, "* a"), back(1, 2, "* a"), again])
    assert [(h.step, h.text) for h in told(found, "undo")] == [(2, "1"), (3, "2")]
    assert not any(h.undone for h in found.happenings if h.step == 1)


def test_a_roll_that_is_taken_back_stays_and_is_no_new_roll() -> None:
    inverse = [
        v.mutable("1d6_total", "4", ""),
        v.mutable("1d6_result", "4", ""),
        v.chat("* UNDO: *** 1d6 = 4 *** &lt;Bob&gt;"),
    ]
    found = log([], [v.rolled("1d6", [4], "Bob"), v.undoing(inverse)])
    assert [(h.step, h.dice, h.undone) for h in told(found, "dice")] == [(1, (4,), True)]
    assert told(found, "undo")[0].text == "1"


def test_what_is_taken_back_goes_by_what_was_done_and_not_only_by_order() -> None:
    found = log(ONE, [flip(2, 1, "* a"), v.said("Bob", "wait"), back(1, 2, "* a")])
    assert told(found, "undo")[0].text == "1"
    odd = log(ONE, [flip(2, 1, "* a"), back(1, 2, "* something else")])
    assert told(odd, "undo")[0].text == "1"
    assert "not quite" in odd.warnings[0]
    assert "nothing is left" in log(ONE, [back(1, 2, "* a")]).warnings[0]


def test_going_back_by_hand_is_no_undo() -> None:
    there, here = (MAP, 5, 5), (MAP, 1, 1)
    found = log(ONE, [v.move("1", there, here, player=BOB), v.move("1", here, there, player=BOB)])
    assert told(found, "undo") == []


# ------------------------------------------------------------------------------------------------------------ overlapping


def test_steps_that_an_earlier_log_has_are_dropped() -> None:
    def landing(n: int) -> v.Node:
        to, old = (MAP, 20 + n, 0), (MAP, 19 + n if n else 1, 0 if n else 1)
        return v.Node(v.move("1", to, old, player=BOB), [v.Node(v.add(f"{1000 + n}", v.stack(MAP, 20 + n, 0, ["1"])))])

    talk = [v.said("Alice", "ok"), v.rolled("1d6", [4], "Alice")]
    first = log(ONE, [talk[0], landing(0), talk[1], landing(1)])
    second = log(ONE, [v.said("Bob", "here"), talk[0], landing(0), talk[1], landing(1), talk[0], talk[1], landing(2)])
    assert repeated_steps(second, [first]) == {2, 3, 4, 5}
    rest = without_repeated(second, [first])
    assert {h.step for h in rest.happenings} == {1, 6, 7, 8}
    assert rest.warnings == ["4 steps of this log are in an earlier one already"]
    assert without_repeated(first, [second]).happenings == []
    assert without_repeated(second, []) is second
    assert repeated_steps(log(ONE, talk), [log(ONE, talk)]) == set()  # two lines of talk prove nothing


# ------------------------------------------------------------------------------------------------------------ the file


def test_files_are_told_by_their_content() -> None:
    assert is_vassal(NESTED.read_bytes())
    assert is_vassal(NESTED.read_bytes()[:-30])  # cut off, and still one
    assert not is_vassal(v.pack({"log-000": b"x"}))
    assert not is_vassal(b'[Scenario "Let\'s Roll!"]\n')
    assert not is_vassal(b"VOBS is no mark alone")
    assert not is_vassal(b"")


def test_entries_stand_in_any_order_and_metadata_may_be_missing_or_broken() -> None:
    text = v.hide(v.stream(TABLE, [v.chat("* a")]))
    assert read(v.pack({"moduledata": v.data_xml("3.6.4", "2.0", "A & B"), "savedGame": text})).module == "A & B"
    assert read(v.pack({"savedGame": text})).module == ""
    found = read(v.pack({"savedGame": text, "moduledata": b"<data><name>x</", "savedata": b"\xff"}))
    assert len(found.warnings) == 2
    doctype = b'<!DOCTYPE d [<!ENTITY a "ha">]><data><name>&a;</name></data>'
    assert read(v.pack({"savedGame": text, "moduledata": doctype})).module == ""
