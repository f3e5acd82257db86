"""The table of a log: its pieces as they lie at one moment, read through a mapping as statements about the position.

It knows no rule: what lies where is counted, and whoever has a board says what of it applies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR, UNMARKED
from referee.parsers.vassal.happenings import NOBODY, Happening, Log, Piece, Spot
from referee.parsers.vassal.mapping import NOTHING, Mapping

Sight = dict[tuple[str, str], Any]
"""What is seen of a position: by country ("" for the tracks) and by what it is about."""
GOVERNANCE = {"Good": GOOD, "Fair": FAIR, "Poor": POOR, "IR": ISLAMIST_RULE}
COUNTED = ("troops", "militia", "sleepers", "actives", "aid", "awakening", "reaction", "advisors")
THERE = ("cadre", "besieged", "civil war", "caliphate capital")
PILE_FACTS = ("discards", "removed", "boxed")
"""Piles that are compared as a whole; ``boxed`` are the cards in the Lapsing and 1st Plot boxes together."""
_BOXED = ("lapsing", "first plot", "card box")
MARKER = "marker "
"""What is seen of an event marker, in front of its name: whether it is in play, wherever it lies."""
MAX_SEEN = 5000
"""Most pieces that are looked at."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece lies, in the words of the game: a country, a box, a pile, a hand or nowhere."""

    country: str = ""
    box: str = ""
    hand: str = ""


@dataclass(slots=True)
class Table:
    """The pieces of a log as they lie at one moment."""

    mapping: Mapping
    pieces: dict[int, Piece] = field(default_factory=dict)
    piles: dict[str, str] = field(default_factory=dict)
    """The decks of the log by their name, and the pile that each is."""
    _places: dict[Spot, Place] = field(default_factory=dict)
    _kinds: dict[int, tuple[Piece, str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pieces = dict(list(self.pieces.items())[:MAX_SEEN])

    def apply(self, h: Happening) -> None:
        """Go on by one thing that happened."""
        if h.after is not None:
            if h.piece in self.pieces or len(self.pieces) < MAX_SEEN:
                self.pieces[h.piece] = h.after
        elif h.kind == "removed":
            self.pieces.pop(h.piece, None)

    # ------------------------------------------------------------ single pieces

    def kind(self, piece: Piece) -> tuple[str, int]:
        """What a piece is, and the number of the card that it is."""
        known = self._kinds.get(piece.id)
        if known is not None and known[0].images == piece.images and known[0].name == piece.name:
            return known[1:]
        card = self.mapping.card(piece)
        found = ("" if card else self.mapping.what(piece)), card
        self._kinds[piece.id] = (piece, *found)
        return found

    def place(self, spot: Spot) -> Place:
        found = self._places.get(spot)
        if found is None:
            found = self._places[spot] = self._place(spot)
        return found

    def _place(self, spot: Spot) -> Place:
        m = self.mapping
        if not spot.map:
            return Place()
        pile = m.pile(spot.deck) or self.piles.get(spot.deck, "") if spot.deck else ""
        if pile:
            return Place(box=pile)
        if spot.deck:
            return Place(box=f"deck {spot.deck}")
        hand = next((s for s in ("J", "US") if any_like(m.hands.get(s, ()), spot.map)), "")
        if hand:
            return Place(hand=hand)
        return Place(country=m.country(spot), box=m.box_of(spot) or ("board" if m.on_board(spot) else ""))

    def card_place(self, piece: Piece) -> str:
        """Where a card lies: hand J, hand US, draw, discards, removed, boxed, board (anywhere else), or ""."""
        place = self.place(piece.spot)
        if place.hand:
            return f"hand {place.hand}"
        if place.box in _BOXED:
            return "boxed"
        return "board" if place.box in ("board", "table", "event box") else place.box

    # ------------------------------------------------------------ the whole

    def sight(self) -> Sight:
        """All that the mapping makes of the position."""
        m = self.mapping
        counts: Counter[tuple[str, str]] = Counter()
        found: Sight = {}
        plots: dict[str, list[tuple[int, str]]] = {}
        piles: dict[str, list[int]] = {p: [] for p in PILE_FACTS}
        known_piles = {p for p in self.piles.values() if p} | {"boxed"} & {
            "boxed" for b in _BOXED if b in m.boxes or b in m.decks
        }
        hands: Counter[str] = Counter()
        markers: set[str] = set()
        cards = False
        for piece in self.pieces.values():
            what, card = self.kind(piece)
            if card:
                cards = True
                where = self.card_place(piece)
                if where.startswith("hand "):
                    hands[where[5:]] += 1
                elif where in piles:
                    piles[where].append(card)
                continue
            if not what or what == NOTHING:
                continue
            self._seen(piece, what, counts, found, plots, markers)
        for name in (*m.countries, *(a for a in m.areas if a not in m.countries)):
            for kind in (*COUNTED, *THERE):
                n = counts[name, kind]
                found[name, kind] = bool(n) if kind in THERE else n
            found.setdefault((name, "governance"), UNMARKED)
            found.setdefault((name, "posture"), "")
            found.setdefault((name, "regime change"), "")
            found[name, "plots"] = tuple(v for _, v in sorted(plots.get(name, [])))
        for word in {*m.images.values(), *m.gpids.values(), *m.names.values()}:
            if word.startswith(MARKER):
                found["", word] = word in markers
        if cards:
            for side in ("J", "US"):
                if any(self.place(p.spot).hand == side for p in self.pieces.values()) or m.hands.get(side):
                    found["", f"hand {side}"] = hands[side]
            for pile in known_piles & set(PILE_FACTS):
                found["", pile] = tuple(sorted(piles[pile]))
        return found

    def _seen(
        self,
        piece: Piece,
        what: str,
        counts: Counter[tuple[str, str]],
        found: Sight,
        plots: dict[str, list[tuple[int, str]]],
        markers: set[str],
    ) -> None:
        """Put one piece into what is seen."""
        m = self.mapping
        head, _, value = what.partition(" ")
        place = self.place(piece.spot)
        if head == "track":
            at = m.tracks[value].value(*m.board_point(piece.spot), m.half) if value in m.tracks else None
            if at is not None and m.on_board(piece.spot):
                found["", value] = at
            return
        if head == "us":
            if m.on_board(piece.spot):
                found["", "us"] = value
            return
        if what.startswith(MARKER):
            if place.country or place.box == "event box":
                markers.add(what)
            return
        name = place.country
        if not name:
            return
        if head == "governance":
            found[name, "governance"] = GOVERNANCE[value]
            found[name, "alignment"] = m.alignment(piece.spot, name) if name in m.countries else ""
        elif head == "posture":
            found[name, "posture"] = value
        elif what.startswith("regime change"):
            found[name, "regime change"] = what.rpartition(" ")[2]
        elif head == "plot":
            plots.setdefault(name, []).append((piece.id, "?" if piece.masked_by else value))
        else:
            counts[name, what] += 1


def any_like(patterns: Iterable[str], text: str) -> bool:
    """Whether a name is one that any of these patterns means."""
    from referee.parsers.vassal.mapping import like

    return any(like(p, text) for p in patterns)


def piles_of(log: Log, mapping: Mapping) -> dict[str, str]:
    """The decks of a log by name and the pile that each is: by the mapping, else the biggest face-down one is drawn from."""
    found = {deck.name: mapping.pile(deck.name) for deck in log.decks}
    if "draw" not in found.values():
        down = Counter(
            {d.name: sum(log.start[c].masked_by == NOBODY for c in d.cards if c in log.start) for d in log.decks}
        )
        name, n = next(iter(down.most_common(1)), ("", 0))
        if n > 1 and not found.get(name):
            found[name] = "draw"
    return found


def table_of(log: Log, mapping: Mapping) -> Table:
    """The table as a log begins."""
    return Table(mapping, dict(log.start), piles_of(log, mapping))


def unmasked(piece: Piece) -> Piece:
    """The piece as it lies face up."""
    return replace(piece, masked_by="")
