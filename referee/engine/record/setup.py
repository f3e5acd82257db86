"""Scenarios and set-up blocks: how a game begins."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
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
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Action, Place, Statement


class SetupError(Exception):
    """A position that cannot be: each problem with its rule and place."""

    def __init__(self, problems: list[tuple[str, str, Place]]) -> None:
        super().__init__("; ".join(p[1] for p in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Setup:
    """The rules, scenario and length of a game.

    The scenario is as the file states it.
    """

    rules: Ruleset
    name: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    decks: int = 1
    options: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules.by_options(self.options))

    def board(self) -> Board:
        """A fresh board in the position of the scenario, nothing dealt yet."""
        b = empty_board(self.rules)
        d = self.data
        b.decks = 1 if d.get("never_reshuffled") else self.decks  # its two decks lie one on the other
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
        """Cards in the deck before the first deal: all that the scenario does not remove, or as many as it says."""
        removed = self.data.get("removed_cards", ())
        return int(self.data.get("cards_in_deck", len(board.cards) - len(removed)))


def _folder() -> Path:
    here = Path(__file__).resolve().parents[2]
    shipped = here / "scenarios"
    return shipped if shipped.is_dir() else here.parent / "scenarios"


@cache
def scenario_files() -> dict[str, dict[str, Any]]:
    """Every shipped scenario by name; one that is ``based_on`` another inherits from it."""
    found = {}
    for path in sorted(_folder().glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found[data["name"]] = data
    return {name: {**found.get(data.get("based_on", ""), {}), **data} for name, data in found.items()}


def _plain(name: str) -> str:
    return "".join(ch for ch in name.lower() if ch.isalnum())


@lru_cache(maxsize=64)
def find_scenario(name: str) -> dict[str, Any] | None:
    """A scenario by its name or another name of it; case and punctuation do not matter."""
    for data in scenario_files().values():
        if _plain(name) in (_plain(data["name"]), *(_plain(a) for a in data.get("aliases", ()))):
            return data
    return None


CLOCK = {"turn", "phase", "card", "stage"}
"""Statements about the clock; without one it stands where the first action of the record is legal."""


MIDWAY = "begun midway"
"""The note that a set-up block states the position, so that nobody knows what came before it."""


def start(play: Play, setup: Setup, given: list[Statement], first: Action | None) -> None:
    """Apply a set-up block to the scenario's position, set the clock, deal if the game begins at its beginning.

    Raises :class:`SetupError` after the whole block is applied, with everything that cannot be.
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
    """The tracks hold what is in no country and in no box, unless the block says how many (4.6.3)."""
    b = play.board
    for fact in b.rules.facts.on_board():
        if isinstance(fact, Track) and fact.name not in stated:
            rest = max(0, fact.supply.rest(b))
            if getattr(b, fact.attribute) != rest:
                play.write(Kind.SET_UP, fact.name, "3.2", (b, fact.attribute, rest))


def _block(play: Play, setup: Setup, given: list[Statement], clock: set[str], first: Action | None) -> None:
    """Hands, deck and clock of a position that a block states."""
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


def _opening_deal(play: Play) -> None:
    """The first hands (3.2, 5.2.8)."""
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
