"""Scenarios and set-up blocks: the beginning of a game."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import Any

from referee.engine.law import victories
from referee.engine.law.play import Play
from referee.engine.state import hands, position, statements
from referee.engine.state import queries as q
from referee.engine.state.board import Board, empty_board
from referee.engine.state.facts.pieces import Track
from referee.engine.state.hand import hand_of
from referee.engine.state.journal import Kind
from referee.engine.state.moments import Moments
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Action, Place, Statement
from referee.engine.state.tables import read_toml


class SetupError(Exception):
    """An impossible position: each problem with its rule and place."""

    def __init__(self, problems: list[tuple[str, str, Place]]) -> None:
        super().__init__("; ".join(p[1] for p in problems))
        self.problems = problems


@plain_dataclass(frozen=True)
class Setup:
    """The rules, scenario and length of a game.

    ``data`` is the scenario file.
    """

    rules: Ruleset
    name: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    decks: int = 1
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules.by_options(self.options))

    def board(self) -> Board:
        """A new board in the position of the scenario, before the deal."""
        b = empty_board(self.rules)
        d = self.data
        b.decks = 1 if d.get("never_reshuffled") else self.decks  # its two decks form one
        b.options = self.options
        if not d:
            return b
        b.removed = b.left_out = tuple(d.get("removed_cards", ()))
        for fact in b.rules.facts.on_board():
            if fact.key in d:
                fact.load(b, "", d[fact.key])
        for name, given in d.get("countries", {}).items():
            for fact in b.rules.facts.on_country():
                if (key := fact.key_of(name)) in given:
                    fact.load(b, name, given[key])
        for fact in b.rules.facts.on_board():
            if isinstance(fact, Track):
                setattr(b, fact.attribute, fact.supply.rest(b))
        b.deck = self.deck(b)
        return b

    def deck(self, board: Board) -> int:
        """Return the number of cards in the deck before the first deal.

        All that the scenario does not remove, or the number that it states.
        """
        removed = self.data.get("removed_cards", ())
        return int(self.data.get("cards_in_deck", len(board.cards) - len(removed)))


def _folder() -> str:
    package = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
    shipped = os.path.join(package, "scenarios")
    return shipped if os.path.isdir(shipped) else os.path.join(os.path.dirname(package), "scenarios")


@cache
def _stems() -> tuple[str, ...]:
    return tuple(name.removesuffix(".toml") for name in sorted(os.listdir(_folder())) if name.endswith(".toml"))


@cache
def _read(stem: str) -> dict[str, Any]:
    """Return the scenario of a file; one ``based_on`` another inherits from it."""
    data = read_toml(os.path.join(_folder(), f"{stem}.toml"))
    basis = find_scenario(data["based_on"]) if "based_on" in data else None
    return {**(basis or {}), **data}


@cache
def scenario_files() -> dict[str, dict[str, Any]]:
    """Return every shipped scenario by name."""
    return {data["name"]: data for data in map(_read, _stems())}


def _plain(name: str) -> str:
    return "".join(ch for ch in name.lower() if ch.isalnum())


@lru_cache(maxsize=64)
def find_scenario(name: str) -> dict[str, Any] | None:
    """Return a scenario by one of its names, ignoring case and punctuation."""
    wanted = _plain(name)
    for stem in _stems():
        if _plain(stem) == wanted:  # a file goes by a name of its scenario, so that the others need not be read
            return _read(stem)
    for data in scenario_files().values():
        if wanted in map(_plain, (data["name"], *data.get("aliases", ()))):
            return data
    return None


CLOCK = {"turn", "phase", "card", "stage"}
"""Statements about the clock; without them the first action sets it."""


MIDWAY = "begun midway"
"""Name of the note that a set-up block states the position."""


def start(play: Play, setup: Setup, given: list[Statement], first: Action | None) -> None:
    """Apply a set-up block: position, clock, first deal if due.

    Raises :class:`SetupError` after the whole block is applied, with every impossibility.
    """
    b = play.board
    clock = {s.field for s in given} & CLOCK
    for s in statements.in_order(b, given):
        statements.write(play, s, "3.2", kind=Kind.SET_UP, stated=given)
    _fill_tracks(play, {s.field for s in given})
    if given or not setup.data:
        _block(play, setup, given, clock, first)
        play.moment(Moments.SET_UP, given)
    elif setup.data:
        _opening_deal(play)
    if "choices" in setup.data:
        b.rules.choices(play, setup.data["choices"], bool(given))
    if given:
        victories.of_set_up(play, {s.field for s in given}, scenario=bool(setup.data))
    problems = position.problems(b, given)
    if problems:
        raise SetupError(problems)


def _fill_tracks(play: Play, stated: set[str]) -> None:
    """Put unplaced pieces on their tracks, unless the block states them (4.6.3)."""
    b = play.board
    for fact in b.rules.facts.on_board():
        if isinstance(fact, Track) and fact.name not in stated:
            rest = max(0, fact.supply.rest(b))
            if getattr(b, fact.attribute) != rest:
                play.write(Kind.SET_UP, fact.name, "3.2", (b, fact.attribute, rest))


def _block(play: Play, setup: Setup, given: list[Statement], clock: set[str], first: Action | None) -> None:
    """Set hands, deck and clock of a position stated by a block."""
    b = play.board
    stated = {s.field for s in given}
    if b.unknown:
        clock -= {"turn"}  # which leaves open whose turn it is
    play.write(Kind.SET_UP, "look-back", "3.2", (b, "memo", (*b.memo, (MIDWAY, True))))
    if not clock and first is not None:
        if first.kind == "resolve":
            play.write(Kind.SET_UP, "clock", "3.2", (b, "side", "US"), (b, "stage", "plots"))
        elif first.kind == "end":
            play.write(Kind.SET_UP, "clock", "3.2", (b, "side", "US"), (b, "stage", "end"))
        elif first.side and first.kind in ("card", "hold", "unread"):
            play.write(Kind.SET_UP, "clock", "3.2", (b, "side", first.side))
    if "stage" in stated and b.stage in ("plots", "end") and "phase" not in stated:
        play.write(Kind.SET_UP, "clock", "3.2", (b, "side", "US"))
    for side, end in (("J", "j"), ("US", "us")):
        n = b.hand(side)
        if n is not None:
            listed = hands.cards_of(b, side) or ()
            cards = (*listed, *(0,) * (n - len(listed)))
            play.write(Kind.SET_UP, f"{side} hand", "3.2", (b, f"held_{end}", hand_of(cards, play.journal.mark())))
    boxes = len(b.lapsing) + len(b.boxed)
    if "deck" not in stated:
        known = (b.hand_j or 0) + (b.hand_us or 0)
        out = len(b.removed) - len(setup.data.get("removed_cards", ()))  # since the game began
        left = setup.deck(b) - out - len(b.discards) - boxes - known
        play.write(Kind.SET_UP, "deck", "3.2", (b, "deck", max(0, left)))
        if b.hand_j is None or b.hand_us is None:
            play.doubt_deck(rule="5.3.1")


def _opening_deal(play: Play) -> None:
    """Deal the first hands (3.2, 5.2.8)."""
    b = play.board
    j, us = q.hand_size(b, "J"), q.hand_size(b, "US")
    play.write(
        Kind.DEAL,
        f"{j} to the Jihadist, {us} to the US",
        "5.2.8",
        (b, "hand_j", j),
        (b, "hand_us", us),
        (b, "held_j", hand_of((0,) * j)),
        (b, "held_us", hand_of((0,) * us)),
        (b, "deck", b.deck - j - us),
    )
