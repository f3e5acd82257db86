"""The table of a log: its pieces at one moment.

They are read through a mapping as facts of the position. The module knows no rule: it counts pieces at their places,
and leaves their meaning there to a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR, UNMARKED
from referee.parsers.vassal.happenings import NOBODY, Happening, Log, Piece, PieceSpot
from referee.parsers.vassal.mapping import NOTHING, TRACKS, Mapping, like_any

SightKey = tuple[str, str]
"""A country, "" for facts beside the map, and the fact."""
Sight = dict[SightKey, Any]
"""The facts that a table shows of a position."""
GOVERNANCE = {"Good": GOOD, "Fair": FAIR, "Poor": POOR, "IR": ISLAMIST_RULE}
COUNTED = ("troops", "militia", "sleepers", "actives", "aid", "awakening", "reaction", "advisors")
THERE = ("cadre", "besieged", "civil war", "caliphate capital")
DEFAULTS = {"governance": UNMARKED, "posture": "", "regime change": ""}
"""Values of a country without such a marker."""
ONE = ("alignment", "us", *DEFAULTS, *TRACKS)
"""Facts with the last marker's value."""
PILE_FACTS = ("discards", "removed", "boxed")
"""Piles compared as a whole.

``boxed`` are the cards in the Lapsing and 1st Plot boxes together.
"""
_BOXED = ("lapsing", "first plot", "card box")
MARKER = "marker "
"""Prefix of event markers: whether one is in play.

Its place does not matter.
"""
MAX_SEEN = 5000
"""Most pieces to read."""


@dataclass(frozen=True, slots=True)
class GamePlace:
    """The place of a piece in the game.

    It is a country, a box, a pile, a hand or none.
    """

    country: str = ""
    box: str = ""
    hand: str = ""


@dataclass(slots=True)
class PieceTable:
    """The pieces of a log at one moment."""

    mapping: Mapping
    pieces: dict[int, Piece] = field(default_factory=dict)
    piles: dict[str, str] = field(default_factory=dict)
    """The piles of the log's decks, by name."""
    _places: dict[PieceSpot, GamePlace] = field(default_factory=dict)
    _kinds: dict[int, tuple[Piece, str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pieces = dict(list(self.pieces.items())[:MAX_SEEN])

    def apply(self, h: Happening) -> None:
        """Apply one happening."""
        if h.after is not None:
            if h.piece in self.pieces or len(self.pieces) < MAX_SEEN:
                self.pieces[h.piece] = h.after
        elif h.kind == "removed":
            self.pieces.pop(h.piece, None)

    def copy(self) -> PieceTable:
        """A copy of the table, to continue with."""
        return replace(self, pieces=dict(self.pieces))

    # ------------------------------------------------------------ single pieces

    def kind(self, piece: Piece) -> tuple[str, int]:
        """The kind of a piece, and its number as a card."""
        known = self._kinds.get(piece.id)
        if known is not None and known[0].images == piece.images and known[0].name == piece.name:
            return known[1:]
        card = self.mapping.card(piece)
        found = ("" if card else self.mapping.what(piece)), card
        self._kinds[piece.id] = (piece, *found)
        return found

    def place(self, spot: PieceSpot) -> GamePlace:
        """The place of a spot."""
        found = self._places.get(spot)
        if found is None:
            found = self._places[spot] = self._place(spot)
        return found

    def _place(self, spot: PieceSpot) -> GamePlace:
        m = self.mapping
        if not spot.map:
            return GamePlace()
        pile = m.pile(spot.deck) or self.piles.get(spot.deck, "") if spot.deck else ""
        if pile:
            return GamePlace(box=pile)
        if spot.deck:
            return GamePlace(box=f"deck {spot.deck}")
        hand = next((s for s in ("J", "US") if like_any(m.hands.get(s, ()), spot.map)), "")
        if hand:
            return GamePlace(hand=hand)
        return GamePlace(country=m.country(spot), box=m.box_of(spot) or ("board" if m.on_board(spot) else ""))

    def card_place(self, piece: Piece) -> str:
        """Place of a card: hand, pile, boxed, board, or "".

        The values are hand J, hand US, draw, discards, removed, boxed, board (any other).
        """
        place = self.place(piece.spot)
        if place.hand:
            return f"hand {place.hand}"
        if place.box in _BOXED:
            return "boxed"
        return "board" if place.box in ("board", "table", "event box") else place.box

    # ------------------------------------------------------------ the whole

    def sight(self) -> Sight:
        """The position, by the mapping."""
        m = self.mapping
        facts: dict[SightKey, list[Any]] = {}
        cards: list[tuple[str, int]] = []
        for piece in self.pieces.values():
            what, card = self.kind(piece)
            if card:
                cards.append((self.card_place(piece), card))
            elif what and what != NOTHING:
                for key, value in self._facts(piece, what):
                    facts.setdefault(key, []).append(value)
        found: Sight = {key: values[-1] for key, values in facts.items() if key[1] in ONE}
        for name in dict.fromkeys((*m.countries, *m.areas)):
            found |= {(name, kind): len(facts.get((name, kind), ())) for kind in COUNTED}
            found |= {(name, kind): (name, kind) in facts for kind in THERE}
            for kind, value in DEFAULTS.items():
                found.setdefault((name, kind), value)
            found[name, "plots"] = tuple(value for _, value in sorted(facts.get((name, "plots"), ())))
        for word in dict.fromkeys((*m.images.values(), *m.gpids.values(), *m.names.values())):
            if word.startswith(MARKER):
                found["", word] = ("", word) in facts
        return found | self._cards(cards) if cards else found

    def _cards(self, cards: list[tuple[str, int]]) -> Sight:
        """Sizes of hands and cards in piles, as far as shown."""
        m = self.mapping
        found: Sight = {}
        for side in ("J", "US"):
            if m.hands.get(side) or any(self.place(p.spot).hand == side for p in self.pieces.values()):
                found["", f"hand {side}"] = sum(where == f"hand {side}" for where, _ in cards)
        known = set(self.piles.values())
        if any(b in m.boxes or b in m.decks for b in _BOXED):
            known.add("boxed")
        for pile in PILE_FACTS:
            if pile in known:
                found["", pile] = tuple(sorted(card for where, card in cards if where == pile))
        return found

    def _facts(self, piece: Piece, what: str) -> Iterator[tuple[SightKey, Any]]:
        """Facts of one piece that is no card."""
        m, spot = self.mapping, piece.spot
        head, _, value = what.partition(" ")
        place = self.place(spot)
        name = place.country
        if head in ("track", "us"):
            track = m.tracks.get(value) if head == "track" else None
            at = track.value(*m.board_point(spot), m.half) if track is not None else None
            if head == "us" and m.on_board(spot):
                yield ("", "us"), value
            elif at is not None and m.on_board(spot):
                yield ("", value), at
        elif what.startswith(MARKER):
            if name or place.box == "event box":
                yield ("", what), True
        elif not name:
            return
        elif head == "governance":
            yield (name, "governance"), GOVERNANCE[value]
            yield (name, "alignment"), m.alignment(spot, name) if name in m.countries else ""
        elif head == "posture":
            yield (name, "posture"), value
        elif head == "regime":
            yield (name, "regime change"), what.rpartition(" ")[2]
        elif head == "plot":
            yield (name, "plots"), (piece.id, "?" if piece.masked_by else value)
        else:
            yield (name, what), True


def piles_of(log: Log, mapping: Mapping) -> dict[str, str]:
    """Piles of a log's decks.

    The mapping decides; else the biggest face-down deck is drawn from.
    """
    found = {deck.name: mapping.pile(deck.name) for deck in log.decks}
    if "draw" not in found.values():
        down = {d.name: sum(log.start[c].masked_by == NOBODY for c in d.cards if c in log.start) for d in log.decks}
        name = max(down, key=down.__getitem__, default="")
        if name and down[name] > 1 and not found[name]:
            found[name] = "draw"
    return found


def table_of(log: Log, mapping: Mapping) -> PieceTable:
    """The table at the beginning of a log."""
    return PieceTable(mapping, dict(log.start), piles_of(log, mapping))
