"""The tracks, boxes, cards and Plot markers of the base game.

It also has the claims on a line itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.editions.base.facts.countries import CELLS, TROOPS, foreign
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, MARKER_ALONE, SOFT, US, Board
from referee.engine.state.data import GOOD, ISLAMIST_RULE, N_CELLS, N_TROOPS, SIDE_NAMES
from referee.engine.state.facts.cards import (
    DeckSize,
    FirstPlot,
    HandCards,
    HandSize,
    LapsingCards,
    Reshuffles,
    UniquePile,
)
from referee.engine.state.facts.clock import CardOfPhase, Phase, SecondCard, StageFact, Winner
from referee.engine.state.facts.fact import NOWHERE, Bar, Fact, StatementWriter, Where
from referee.engine.state.facts.form import Shape, StatementForm
from referee.engine.state.facts.kinds import DerivedFact, LineClaim, LookBack, Number, number
from referee.engine.state.facts.pieces import Track, UnplacedPieces
from referee.engine.state.facts.plots import AvailablePlots, Limit, PlotsOnMap, TaggedPlots, WmdOut, WmdStore
from referee.engine.state.facts.rest import Rest
from referee.engine.state.facts.states import TrackPosture
from referee.engine.state.script import Statement
from referee.engine.state.unknown import WORLD, set_world
from referee.engine.state.words import listed, runs

# -------------------------------------------------------------------- the clock and the look-back


def look_back(name: str, ago: int) -> LookBack:
    """Countries subject to a card ``ago`` Action Phases before."""
    words = f"{name} before" if ago else name
    return LookBack(
        name=words, rule="5.2.2", attribute=name, empty=(), ago=ago, forms=(StatementForm(words, Shape.COUNTRY),)
    )


CLOCK = (
    Number(
        name="turn",
        rule="5.2.1",
        attribute="turn",
        low=1,
        high=999,
        forms=number("turn"),
        label="turn",
        key="clock.turn",
        picture="turn",
        order=0,
    ),
    Phase(name="phase", rule="5.2.2", forms=(StatementForm("phase", Shape.TURN),), hint="phase J 3", order=1),
    CardOfPhase(name="card", rule="5.2.2", forms=number("card"), key="clock.card", order=2),
    SecondCard(name="second card", rule="6.2.1", forms=number("second card")),
    StageFact(
        name="stage",
        rule="5.2.3",
        attribute="stage",
        forms=tuple(StatementForm(f"stage {value}", value=value) for value in ("plots", "end", "action")),
        hint="a stage is plots, end or action",
        label="stage",
        key="clock.stage",
        order=9,
    ),
    *(look_back(name, ago) for name in ("disrupted", "improved") for ago in (1, 0)),
)


# -------------------------------------------------------------------- tracks


def _reserves(side: str) -> Number:
    end = side.lower()
    return Number(
        name=f"reserves {side}",
        rule="6.3.3",
        attribute=f"reserves_{end}",
        high=2,
        unsaid=0,
        forms=number(f"reserves {side}"),
        hint="reserves J 1",
        label=f"{SIDE_NAMES[side]} Reserves",
        key=f"reserves.{side}",
        picture="rj" if side == "J" else "ru",
    )


class WorldPosture(DerivedFact):
    """World Posture: Hard above 0, Soft below (4.7.2)."""

    __slots__ = ()

    @property
    def excess_field(self) -> str:
        return "world_beside"

    def words(self, value: int) -> str:
        return q.world_posture_name(value)

    def several(self, values: Iterable[int]) -> str:
        numbers = sorted(values)
        side = SOFT if numbers[-1] < 0 else HARD if numbers[0] > 0 else ""
        if not side:
            return DerivedFact.several(self, numbers)
        return f"{side.capitalize()} {listed(runs(numbers, {n: str(abs(n)) for n in numbers}), 'or')}"

    def plain(self, board: Board) -> str:
        return q.world_posture_name(self.count(board))

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        """The places of unknown countries' Posture, of which it may be known."""
        return frozenset((WORLD,)) if DerivedFact.rests_on(self, board, s) else frozenset()

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        open_ = any((name, "posture") in board.unknown for name in board.non_muslim if name != US)
        if WORLD in board.unknown or not open_:
            return []
        return [Statement("", self.name, self.count(board), NOWHERE)]

    def conceivable(self, board: Board, subject: str) -> range:
        return range(-q.WORLD_POSTURE_END, q.WORLD_POSTURE_END + 1)

    def holds(self, board: Board, s: Statement) -> bool:
        """Whether it agrees with the board, or with the countries alone."""
        return s.value == self.count(board) or bool(
            board.world_beside and s.value == q.world_posture(board, beside=False)
        )

    def put_back(self, w: StatementWriter, s: Statement) -> None:
        """Restore it to the value of the countries."""
        b = w.play.board
        if s.value != self.count(b):
            w.write(self.name, (b, "world_beside", 0), note=s.text)

    def write(self, w: StatementWriter, s: Statement) -> None:
        """Fit unknown Postures to the statement.

        Where they are known, the statement is taken as it is.
        """
        set_world(w, s.value)
        b = w.play.board
        if w.strict and not b.unknown and (off := s.value - self.count(b)):
            w.write(self.name, (b, "world_beside", b.world_beside + off), note=s.text)

    def settles(self, s: Statement) -> bool:
        """Whether it fixes the countries: not at either end.

        Any number of further countries may be Hard or Soft there.
        """
        return isinstance(s.value, int) and abs(s.value) < q.WORLD_POSTURE_END


class Resources(DerivedFact):
    """Resources at one Governance.

    Where the oil makes the difference, its rule counts (4.2.6).
    """

    __slots__ = ()

    def defining_rule(self, board: Board, s: Statement) -> str:
        level = GOOD if self.name == "good" else ISLAMIST_RULE
        printed = sum(c.data.resources for c in board.countries.values() if c.data.muslim and c.governance == level)
        return "4.2.6" if s.value == printed != self.count(board) else self.rule


TRACKS = (
    Number(
        name="prestige",
        rule="4.7.1",
        attribute="prestige",
        low=1,
        high=12,
        forms=number("prestige"),
        label="Prestige",
        key="prestige",
        picture="prestige",
    ),
    Number(
        name="funding",
        rule="4.7.4.1",
        attribute="funding",
        low=1,
        high=9,
        forms=number("funding"),
        label="Funding",
        key="funding",
        picture="funding",
    ),
    TrackPosture(
        name="us",
        rule="4.3.2",
        attribute="posture",
        country=US,
        title="US Posture",
        forms=(StatementForm("US Hard", value=HARD), StatementForm("US Soft", value=SOFT)),
        key="us_posture",
        picture="us",
    ),
    WorldPosture(
        name="world",
        title="World Posture",
        rule="4.7.2",
        count=q.world_posture,
        forms=(
            StatementForm("world", Shape.ZERO),
            StatementForm("world Hard", Shape.NUMBER),
            StatementForm("world Soft", Shape.NEGATIVE),
        ),
        hint="World Posture is Hard or Soft, such as “world Hard 2”",
        key="world_posture",
        picture="world",
    ),
    DerivedFact(
        name="gwot penalty",
        title="GWOT Relations Penalty",
        rule="4.7.2.1",
        count=q.gwot_penalty,
        key="gwot_penalty",
        picture="gwot",
    ),
    Track(
        name="troops track",
        title="Troops on the track",
        rule="4.7.3",
        attribute="troops_track",
        supply=TROOPS,
        high=N_TROOPS,
        forms=number("troops track", "troop track", "troops on track", "troop on track"),
        label="Troops Track",
        key="troops_track",
        picture="tt",
    ),
    Track(
        name="cells track",
        title="Cells on the track",
        rule="4.7.4",
        attribute="cells_track",
        supply=CELLS,
        high=N_CELLS,
        forms=number("cells track", "cell track", "cells on track", "cell on track"),
        label="Cells on the Funding Track",
        key="cells_track",
        picture="ct",
    ),
    UnplacedPieces(
        name="troops unplaced",
        title="Troops that nobody has placed",
        rule="4.7.3",
        attribute="troops_unplaced",
        supply=TROOPS,
        high=N_TROOPS,
        unsaid=0,
        forms=number("troops unplaced"),
        hint="troops unplaced 2",
        key="troops_unplaced",
    ),
    UnplacedPieces(
        name="cells unplaced",
        title="Cells that nobody has placed",
        rule="4.7.4",
        attribute="cells_unplaced",
        supply=CELLS,
        high=N_CELLS,
        unsaid=0,
        forms=number("cells unplaced"),
        hint="cells unplaced 2",
        key="cells_unplaced",
    ),
    Resources(
        name="good",
        title="Good Resources",
        rule="4.7.6",
        count=q.good_resources,
        forms=number("good"),
        key="good_resources",
        picture="good",
    ),
    Resources(
        name="islamist",
        title="Islamist Rule Resources",
        rule="4.7.6",
        count=q.islamist_resources,
        forms=number("islamist"),
        key="islamist_resources",
        picture="islamist",
    ),
    DerivedFact(
        name="fair/good",
        title="Fair and Good countries",
        rule="4.7.6",
        count=q.fair_good,
        forms=number("fair/good", "good/fair"),
        key="fair_good",
        picture="fairgood",
    ),
    DerivedFact(
        name="poor/islamist",
        title="Poor and Islamist Rule countries",
        rule="4.7.6",
        count=q.poor_islamist,
        forms=number("poor/islamist"),
        key="poor_islamist",
        picture="poorislamist",
    ),
    _reserves("J"),
    _reserves("US"),
)


# -------------------------------------------------------------------- cards


def _hand(side: str) -> tuple[Fact, ...]:
    end = side.lower()
    hand = HandSize(
        name=f"hand {side}",
        rule="5.2.8",
        attribute=f"hand_{end}",
        side=side,
        cards=f"held_{end}",
        forms=number(f"hand {side}"),
        hint="hand J 9",
        more=f"cards {side}",
        label=f"{SIDE_NAMES[side]} hand",
        key=f"hands.{side}",
        picture="hj" if side == "J" else "hu",
    )
    cards = HandCards(
        name=f"cards {side}",
        title=f"{SIDE_NAMES[side]} hand",
        rule="5.3.2",
        attribute=f"held_{end}",
        side=side,
        forms=(StatementForm(":", Shape.CARDS),),
        order=4,
    )
    return hand, cards


_PILES = ("discards", "removed", "lapsing", "lapsing_markers")
_TITLES = {
    "discards": "discard pile",
    "removed": "removed cards",
    "lapsing": "Lapsing cards",
    "lapsing markers": "Lapsing markers",
}


def _pile(
    name: str, rule: str, *, kind: type[UniquePile] = UniquePile, also: tuple[str, ...] = (), key: str = ""
) -> UniquePile:
    attribute = name.replace(" ", "_")
    return kind(
        name=name,
        rule=rule,
        attribute=attribute,
        forms=(StatementForm(name, Shape.CARDS, also=also),),
        others=tuple(p for p in _PILES if p != attribute),
        label="" if name == "lapsing markers" else name,
        title=_TITLES[name],
        key=key,
    )


PILES = (
    *_hand("J"),
    *_hand("US"),
    DeckSize(
        name="deck",
        rule="5.3.1",
        attribute="deck",
        forms=number("deck"),
        label="Draw Deck",
        key="deck",
        picture="deck",
    ),
    _pile("discards", "5.2.2", key="discards"),
    _pile("removed", "6.2.9", key="removed"),
    _pile("lapsing", "6.2.7", kind=LapsingCards, key="lapsing"),
    _pile("lapsing markers", "4.7.7.3", also=("lapsing marker",)),
    FirstPlot(
        name="first plot",
        rule="4.7.7.2",
        attribute="first_plot",
        forms=(
            StatementForm("first plot marker", value=MARKER_ALONE, also=("1st plot marker",)),
            StatementForm("first plot", Shape.CARD, also=("1st plot",)),
        ),
        label="first plot",
        title="1st Plot card",
        key="first_plot",
    ),
    Number(
        name="decks",
        rule="3.3",
        attribute="decks",
        low=1,
        high=3,
        unsaid=1,
        forms=number("decks"),
        label="decks",
    ),
    Reshuffles(
        name="reshuffles",
        rule="5.3.1",
        attribute="reshuffles",
        unsaid=0,
        forms=number("reshuffles"),
        label="reshuffles",
    ),
)


# -------------------------------------------------------------------- Plot markers


def _store(name: str, key: str, picture: str, label: str) -> WmdStore:
    return WmdStore(
        name=name,
        rule="4.7.8.1",
        attribute=name.replace(" ", "_"),
        high=3,
        forms=number(name),
        label=label,
        key=key,
        picture=picture,
    )


PLOTS = (
    _store("wmd box", "wmd.box", "wbox", "WMD box"),
    _store("arsenal", "wmd.arsenal", "arsenal", "Pakistani arsenal"),
    WmdOut(
        name="wmd out",
        rule="8.5.5",
        attribute="wmd_available",
        forms=number("wmd out"),
        label="WMD Available",
        key="wmd.available",
        picture="wmd",
    ),
    AvailablePlots(
        name="available",
        title="Available Plots",
        rule="4.7.8",
        forms=(StatementForm("available", Shape.PLOTS),),
        key="available_plots",
        picture="plots",
    ),
    PlotsOnMap(
        name="plots on map",
        rule="5.2.3",
        count=q.number_of_plots,
        forms=(StatementForm("no plots", value=0), *number("plots on map")),
        label="Plots on the map",
    ),
    TaggedPlots(
        name="backlash",
        rule="6.2.7",
        attribute="backlash",
        forms=(StatementForm("backlash", Shape.TAGGED_PLOT),),
        bars=(Bar("6.2.1", "is not a Muslim country, and Backlash goes to a Plot in one", foreign),),
    ),
    Limit(
        name="plot limit", rule="8.5.2", attribute="tokens", forms=(StatementForm("plot limit", Shape.LIMITED_PLOT),)
    ),
)


REST = Rest(
    name="rest",
    rule="3.2",
    forms=(StatementForm("rest unknown", value=True, also=("rest not known", "the rest unknown")),),
    hint="rest unknown",
)

# -------------------------------------------------------------------- claims about the line

CLAIMS = (
    Winner(
        name="wins",
        rule="2.1",
        attribute="winner",
        forms=tuple(
            StatementForm(f"{side} wins", value=side, also=(f"{side} win", f"{side} won")) for side in ("J", "US")
        ),
        label="winner",
        key="winner",
        picture="won",
    ),
    LineClaim(
        name="success",
        rule="8.1.1",
        forms=(
            StatementForm("success", value=True, also=("succeeds", "succeeded", "works")),
            StatementForm("fail", value=False, also=("fails", "failed", "failure")),
        ),
    ),
    LineClaim(name="plot", rule="8.5.4", forms=(StatementForm("plot", Shape.PLOT),)),
)
