"""The mapping of a VASSAL module.

The meaning of its pieces and pixels, mistakes in a file of one's own, calibration.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.state.data import POOR
from referee.inputs.vassal_replay import calibration
from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.happenings import NOBODY, Log, Piece, PieceSpot, VassalDeck
from referee.parsers.vassal.table import table_of
from tests.helpers.hunting import examples
from tests.helpers.vassalgame import pixels

MAPPING = mappings.shipped()
MAIN = "Map"


def piece(n: int, image: str, x: int, y: int, masked: str = "", deck: str = "", board: str = MAIN) -> Piece:
    """A piece with its corner at a point of the module's board."""
    return Piece(n, "", image, (image,), masked_by=masked, spot=PieceSpot(board, x + 33, y + 33, deck=deck))


def sight(*pieces: Piece) -> dict[tuple[str, str], object]:
    return table_of(Log(start={p.id: p for p in pieces}), MAPPING).sight()


def test_pixels_alone_say_where_a_piece_lies_and_the_column_is_the_alignment() -> None:
    seen = sight(
        piece(1, "Governance_Poor.png", 1553 + 134, 1080),  # the right column of Iraq
        piece(2, "Troops.png", 1553, 1150),
        piece(3, "Troops.png", 1553, 1150),
        piece(4, "Cells (Active).png", 1553 + 134, 1150),
        piece(5, "Hard.png", 800, 420),
    )
    assert (seen["Iraq", "governance"], seen["Iraq", "alignment"]) == (POOR, "adversary")
    assert (seen["Iraq", "troops"], seen["Iraq", "actives"], seen["Iraq", "sleepers"]) == (2, 1, 0)
    assert seen["Germany", "posture"] == "hard"
    assert seen["Iran", "troops"] == 0


def test_tracks_are_read_from_the_point_of_their_marker() -> None:
    seen = sight(
        piece(1, "US Prestige.png", 73 + 6 * 83, 1573),
        piece(2, "Jihadist Funding.png", 2280 + 4 * 102, 413),
        piece(3, "Reserves_US.png", 2648, 848 - 87),
        piece(4, "US Soft.png", 280, 1440),
    )
    assert [seen["", f] for f in ("prestige", "funding", "reserves US", "us")] == [7, 5, 1, "soft"]


def test_a_marker_beside_its_track_says_nothing() -> None:
    assert ("", "prestige") not in sight(piece(1, "US Prestige.png", 73, 300))


def test_a_plot_that_lies_face_down_is_not_told() -> None:
    plots = [piece(1, "TerrorPlot_3.png", 1060 + 67, 1416, masked="Jihadist"), piece(2, "TerrorPlot_2.png", 1127, 1416)]
    assert sight(*plots)["Egypt", "plots"] == ("?", "2")


def test_the_number_of_a_card_is_in_its_image() -> None:
    numbers = [MAPPING.card(Piece(1, images=(i,))) for i in ("Card_07.png", "Card_240.png", "300.png", "Troops.png")]
    assert numbers == [7, 240, 300, 0]


@pytest.mark.parametrize("country", list(MAPPING.countries))
def test_every_corner_lies_in_its_own_country(country: str) -> None:
    x, y = MAPPING.countries[country]
    for dx, dy in ((0, 0), (67, 0), (134, 0), (0, 70), (134, 140)):
        assert MAPPING.country(PieceSpot(MAIN, *pixels(MAPPING, x + dx, y + dy))) == country


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[board]\nscale = 0\n", 2, "between 0.05 and 20"),
        ("[images]\n'a.png' = 'tropps'\n", 2, "nothing that a piece can be"),
        (
            "[board]\nmaps = []\n[tracks]\nprestige = { origin = [1, 2], step = [0, 0], values = [1, 2] }\n",
            4,
            "nowhere",
        ),
        ("[boxes]\n'lapsing' = [5, 0, 1, 9]\n", 2, "left, top, right and bottom"),
        ("[peices]\n", 1, "has no “peices”"),
        ("[cards]\nimages = ['*#*#']\n", 2, "one #"),
        ("[board\n", 1, "no TOML"),
    ],
)
def test_what_is_wrong_in_a_mapping_is_told_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(TextError) as caught:
        mappings.read(text.encode())
    assert words in caught.value.message
    assert caught.value.line == line


@given(st.text("ab*#07 ", max_size=30), st.text("a*b#", max_size=8))
@settings(max_examples=examples(20), deadline=None)
def test_names_are_compared_without_trouble(text: str, pattern: str) -> None:
    mappings.like(pattern, text)


@given(st.binary(max_size=80))
@settings(max_examples=examples(20), deadline=None)
def test_any_bytes_are_a_mapping_or_refused(data: bytes) -> None:
    try:
        mappings.read(data)
    except TextError as refused:
        error = refused
    else:
        return
    assert error.message


def moved_board() -> Log:
    """The opening of Let's Roll! on a smaller, shifted board.

    It has half the size, is pushed to the right, and has names of its own.
    """
    from referee.editions import rulesets
    from referee.engine.record.setup import Setup, scenario_files
    from tests.helpers.vassalgame import Style, Table

    data = scenario_files()["Let's Roll!"]
    table = Table(MAPPING, Style())
    table.arrange(Setup(rulesets.of_scenario(data), "Let's Roll!", data).board(), quiet=True)
    start = {}
    for n, p in table.pieces.items():
        spot = PieceSpot("World", round(p.spot.x * 0.5 + 120), round(p.spot.y * 0.5 + 40))
        start[n] = Piece(n, p.gpid, p.name, p.images, spot=spot)
    start[900] = Piece(900, "77", "Airlift", ("Strange.png",), spot=PieceSpot("World", 10, 10))
    start[901] = Piece(
        901, "", "card", ("Card_01.png",), masked_by=NOBODY, spot=PieceSpot("World", 5, 5, deck="Pile A")
    )
    return Log("Another Labyrinth", start=start, decks=[VassalDeck("Pile A", "World", 5, 5, (901,))])


def test_calibrating_finds_shift_and_scale_from_a_known_set_up_and_lists_what_is_missing() -> None:
    log = moved_board()
    found = calibration.Survey(log)
    assert found.fit is not None
    assert found.fit.scenario == "Let's Roll!"
    assert found.fit.scale == pytest.approx(0.5, abs=0.01)
    assert found.fit.shift == pytest.approx((120, 40), abs=4)
    text = found.listing()
    assert "Strange.png “Airlift”" in text
    assert "Pile A on World: 1 cards, 1 face down" in text
    mine = mappings.read(found.written().encode())
    assert mine.modules == ("Another Labyrinth",)
    assert '# "Strange.png" = "nothing"' in found.written()
    seen = table_of(log, mine).sight()
    assert (seen["Afghanistan", "sleepers"], seen["", "prestige"], seen["", "funding"]) == (4, 7, 9)


@pytest.mark.parametrize(
    "text", ['[images]\n"a" = "tro\u202eops"\n', '[images]\n"a\u202eb" = 1\n', '["x\u202ey"]\na = 1\n', "\u202e"]
)
def test_the_reason_for_a_refusal_can_be_shown(text: str) -> None:
    with pytest.raises(TextError) as refusal:
        mappings.read(text.encode())
    assert refusal.value.message.isprintable()
