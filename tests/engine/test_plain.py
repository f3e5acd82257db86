"""Cheap data classes and named tuples against those of Python."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from referee.engine.state.plain import NamedTuple, field, field_names, plain_dataclass, replace

MANY = 60
"""More objects than are made before a constructor is compiled."""


@plain_dataclass(frozen=True)
class Piece:
    kind: str
    number: int = 1
    note: str = field(default="", compare=False, repr=False)
    colours: ClassVar[int] = 3

    @property
    def doubled(self) -> int:
        return 2 * self.number


@plain_dataclass()
class Box:
    pieces: list[Piece] = field(default_factory=list)
    total: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.total = sum(piece.number for piece in self.pieces)


@plain_dataclass()
class NamedBox(Box):
    name: str = ""


@dataclasses.dataclass
class OwnBox(NamedBox):
    owner: str = "US"


class Spot(NamedTuple):
    line: int
    column: int = 1

    def next(self) -> Spot:
        return self._replace(column=self.column + 1)


@pytest.fixture(params=["the first objects", "after many objects"])
def many(request: pytest.FixtureRequest) -> None:
    if request.param == "after many objects":
        for number in range(MANY):
            Piece("Cell", number)
            Box()
            NamedBox()
            Spot(number)


@pytest.mark.usefixtures("many")
def test_fields_are_set_in_order_by_name_and_by_default() -> None:
    assert (Piece("Cell").kind, Piece("Cell").number, Piece("Cell", note="n").note) == ("Cell", 1, "n")
    assert Piece(number=4, kind="Troops").doubled == 8
    assert Box([Piece("Cell", 2), Piece("Cell")]).total == 3
    assert NamedBox([Piece("Cell")], name="track").total == 1
    first, second = Box(), Box()
    assert first.pieces is not second.pieces
    assert (Spot(3), Spot(column=2, line=3)) == ((3, 1), (3, 2))


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    "wrong",
    [
        Piece,  # type: ignore[call-arg]
        lambda: Piece("Cell", 1, "", 4),  # type: ignore[call-arg]
        lambda: Piece("Cell", kind="Cell"),  # type: ignore[misc]
        lambda: Piece("Cell", colour=2),  # type: ignore[call-arg]
        lambda: Box(total=2),  # type: ignore[call-arg]
        Spot,  # type: ignore[call-arg]
        lambda: Spot(1, 2, 3),  # type: ignore[call-arg]
        lambda: Spot(1, line=1),  # type: ignore[misc]
        lambda: Spot(1, row=1),  # type: ignore[call-arg]
    ],
)
def test_arguments_that_do_not_fit_are_refused(wrong: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        wrong()


def test_a_class_has_slots_and_no_field_that_is_not_declared() -> None:
    piece: Any = Piece("Cell")
    with pytest.raises(AttributeError):
        piece.colour = 1
    assert not hasattr(Spot(1), "__dict__")
    assert field_names(NamedBox) == ("pieces", "total", "name")


def test_objects_are_equal_by_their_compared_fields() -> None:
    assert Piece("Cell", note="a") == Piece("Cell", note="b") != Piece("Cell", 2)
    assert len({Piece("Cell"), Piece("Cell", 1)}) == 1
    assert Box() == Box() != NamedBox()
    with pytest.raises(TypeError):
        hash(Box())


def test_objects_are_printed_as_a_data_class_prints_them() -> None:
    assert repr(Box([Piece("Cell", note="a")])) == "Box(pieces=[Piece(kind='Cell', number=1)])"
    assert repr(Spot(1)) == "Spot(line=1, column=1)"


def test_copies_and_pickles_are_equal() -> None:
    for thing in (Piece("Cell", 2), Box([Piece("Cell")]), Spot(3, 4)):
        assert copy.copy(thing) == thing == pickle.loads(pickle.dumps(thing))
    assert replace(Piece("Cell", 2, "n"), number=3) == Piece("Cell", 3)
    assert replace(Piece("Cell", 2, "n"), number=3).note == "n"
    assert replace(OwnBox(name="a"), owner="Jihadist") == OwnBox(name="a", owner="Jihadist")


def test_the_functions_of_the_standard_library_work() -> None:
    assert dataclasses.asdict(Box([Piece("Cell")])) == {
        "pieces": [{"kind": "Cell", "number": 1, "note": ""}],
        "total": 1,
    }
    assert [f.name for f in dataclasses.fields(NamedBox) if f.init] == ["pieces", "name"]
    assert dataclasses.replace(NamedBox([Piece("Cell")]), name="b") == NamedBox([Piece("Cell")], name="b")
    assert [f.name for f in dataclasses.fields(OwnBox())] == ["pieces", "total", "name", "owner"]


def test_a_match_takes_fields_by_their_place() -> None:
    match Piece("Cell", 3):
        case Piece(kind, number):
            assert (kind, number) == ("Cell", 3)


def test_a_named_tuple_has_its_methods() -> None:
    spot = Spot(2)
    assert (spot.next(), spot._asdict(), Spot._make([5, 6])) == ((2, 2), {"line": 2, "column": 1}, (5, 6))
    assert (Spot._fields, Spot._field_defaults) == (("line", "column"), {"column": 1})
    with pytest.raises(ValueError, match="row"):
        spot._replace(row=3)  # type: ignore[call-arg]
