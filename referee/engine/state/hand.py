"""The known part of one hand of cards (5.3.2).

A hand is a set of slots, each for one card that came into it at some moment; a slot has a name once the card was seen.
If an unnamed card leaves, its slot is uncertain: the departure is kept with the slots that it may have been. Named
cards that leave later narrow this down, since each departed card needs a slot of its own. No hands are enumerated; a
matching has to exist.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import islice
from operator import attrgetter

from referee.engine.state.plain import NamedTuple, field, plain_dataclass, replace

NEVER = -1
UNCERTAIN = 2**31
"""A refill of the Draw Deck whose moment is unknown, later than any other."""
CARD_FIELDS = frozenset(
    ("hand_j", "hand_us", "held_j", "held_us", "deck", "discards", "removed", "lapsing", "first_plot", "reshuffles")
)
"""Fields of the board about the places of cards."""
_HORIZON = attrgetter("horizon")


class Sightings:
    """The last sighting of each card, and the deck's last refill.

    A place in an unnamed slot is no sighting. Moments are lengths of the journal and give the order only; two ways to
    one position may differ in them and are still equal. The object is immutable and packed, since the journal keeps one
    for each sighting.
    """

    __slots__ = ("_moments", "_refill")

    def __init__(self, moments: array[int] | None = None, refill: int = 0) -> None:
        self._moments = array("i") if moments is None else moments
        self._refill = refill

    def last(self, card: int) -> int:
        """Return the moment when a card was last seen, or :data:`NEVER`."""
        return self._moments[card] if 0 <= card < len(self._moments) else NEVER

    def after(self, cards: Iterable[int], moment: int) -> Sightings:
        """Return the sightings after these cards were seen."""
        moments = self._moments[:]
        for card in cards:
            if card >= len(moments):
                moments.extend([NEVER] * (card + 1 - len(moments)))
            moments[card] = moment
        return Sightings(moments, self._refill)

    def refilled(self, moment: int = UNCERTAIN) -> Sightings:
        """Return the sightings after cards came into the Draw Deck.

        Without a moment, they may come at any time from now on.
        """
        return Sightings(self._moments, max(self._refill, moment))

    def outside(self, card: int) -> bool:
        """Whether a card is outside the Draw Deck for certain."""
        return self.last(card) > self._refill

    def horizon(self, moment: int) -> int:
        """Return the horizon of a card drawn at this moment.

        A card seen after the last refill was outside the deck, and stays there.
        """
        return min(self._refill, moment)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sightings) and (self._refill, self._moments) == (other._refill, other._moments)

    def __hash__(self) -> int:
        return hash((self._refill, self._moments.tobytes()))

    def __repr__(self) -> str:
        return f"seen {[card for card, moment in enumerate(self._moments) if moment != NEVER]}"


class Slot(NamedTuple):
    """A place for one card."""

    id: int
    card: int = 0
    """0 for an unnamed card."""
    since: int = 0
    """The moment when the card came into a hand."""
    horizon: int = 0
    """The moment since which nobody saw the card.

    A card seen elsewhere later is excluded.
    """
    among: tuple[int, ...] = ()
    """Possible cards of the other hand, after an unnamed exchange."""
    changed_hands: int = NEVER

    def __repr__(self) -> str:
        return f"{self.card or '?'}{list(self.among) or ''}"

    def named(self, card: int) -> Slot:
        """Return the same slot with its card named."""
        return Slot(self.id, card, self.since, self.horizon, self.among, self.changed_hands)

    def may_be(self, card: int, sighted: Sightings) -> bool:
        if self.card:
            return self.card == card
        seen = sighted.last(card)
        return seen <= self.horizon or (card in self.among and seen <= self.changed_hands)


class Departure(NamedTuple):
    """A card that left the hand from an uncertain slot."""

    card: int
    """0 for an unnamed card."""
    fits: tuple[int, ...]
    """The possible slots."""
    line: int


@plain_dataclass(frozen=True)
class Hand:
    """The slots of a hand, and the uncertain departures."""

    slots: tuple[Slot, ...] = ()
    left: tuple[Departure, ...] = ()
    gone: tuple[int, ...] = ()
    """Slots certainly left: their card was seen elsewhere."""
    found_out: tuple[tuple[int, int], ...] = ()
    """Unnamed departures identified later: card, and line of the departure."""
    next: int = 0
    cards: tuple[int, ...] = field(init=False, compare=False)
    """The certain cards, 0 for each other card."""
    size: int = field(init=False, compare=False, repr=False)
    """The number of cards."""

    def __post_init__(self) -> None:
        if self.left:
            open_ = self.in_doubt()
            names = tuple(s.card for s in self.slots if s.card and s.id not in open_)
            cards = names + (0,) * (len(self.slots) - len(self.left) - len(names))
        else:
            cards = tuple([s.card for s in self.slots])
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "size", len(self.slots) - len(self.left))

    def in_doubt(self) -> frozenset[int]:
        """Slots whose card may have left."""
        return frozenset(n for left in self.left for n in left.fits)

    def names(self) -> tuple[int, ...]:
        """Every card named in this hand, also those that may have left."""
        return tuple([s.card for s in self.slots if s.card])

    def left_among(self, left: Departure) -> tuple[int, ...]:
        """The possible cards of an unnamed departure, 0 for an unnamed card."""
        return tuple([s.card for s in self.slots if s.id in left.fits])

    def lines(self, card: int) -> tuple[int, ...]:
        """Return the lines at which ``card`` left, or may have left, unnamed."""
        known = {line for found, line in self.found_out if found == card}
        if not known and card in self.names():
            known = {left.line for left in self.left if left.line and not left.card}
        return tuple(sorted(known))

    # ------------------------------------------------------------ what happens to a hand

    def gains(self, *cards: int, since: int, horizon: int | None = None) -> Hand:
        """Return the hand with cards added, 0 for unnamed ones."""
        seen = since if horizon is None else horizon
        new = [Slot(self.next + i, card, since, seen) for i, card in enumerate(cards)]
        return Hand((*self.slots, *new), self.left, self.gone, self.found_out, self.next + len(new))

    def loses(self, card: int, sighted: Sightings, line: int) -> Hand | None:
        """Return the hand without ``card``, 0 for an unnamed one.

        Returns None if it cannot have been there.
        """
        if not self.size:
            return None
        if not card:
            return self._loses_one(line)
        same = [s for s in self.slots if s.card == card and s.id not in self.gone]
        named = same[0] if same else None
        if named is not None and not self.left:
            return self._without(named.id)
        others = [s for s in self.slots if not s.card and s.may_be(card, sighted)]
        if named is not None and (not others or card in self.cards):
            return self._without(named.id)._settled()
        if named is None and not others:
            return None
        if named is None and not self.left and not any(s.among for s in others):
            return self._without_one_of(others)
        return self._in_doubt_of(card, line, named, others)

    def _in_doubt_of(self, card: int, line: int, named: Slot | None, others: list[Slot]) -> Hand | None:
        """The hand after a card from one of several possible slots left."""
        fits = tuple(s.id for s in others) + ((named.id,) if named is not None else ())
        gone = (*self.gone, named.id) if named is not None else self.gone
        return replace(self, left=(*self.left, Departure(card, fits, line)), gone=gone)._settled()

    def _loses_one(self, line: int) -> Hand | None:
        if not any(s.card or s.among for s in self.slots) and not self.left:
            return self._without_one_of(self.slots)
        fits = tuple(s.id for s in self.slots)
        return replace(self, left=(*self.left, Departure(0, fits, line)))._settled()

    def takes(self, came: Slot) -> Hand:
        """Return the hand with a card from the other one."""
        return replace(self, slots=(*self.slots, came._replace(id=self.next)), next=self.next + 1)

    def without_latest(self) -> Hand | None:
        """Return the hand without its latest unnamed card.

        Returns None if none is certainly there.
        """
        doubt = self.in_doubt()
        last = next((s for s in reversed(self.slots) if not s.card and s.id not in doubt), None)
        return None if last is None else self._without(last.id)

    def without_name(self, card: int, moment: int) -> Hand:
        """Return the hand with any card in the place of ``card``."""
        slots = tuple(s._replace(card=0, since=0, horizon=moment) if s.card == card else s for s in self.slots)
        return replace(self, slots=slots)

    def seen_elsewhere(self, card: int) -> Hand | None:
        """Return the hand after a card named in it turned up elsewhere.

        Returns None if it cannot have left.
        """
        slot = next((s for s in self.slots if s.card == card and s.id not in self.gone), None)
        if slot is None:
            return self
        return replace(self, gone=(*self.gone, slot.id))._settled() if slot.id in self.in_doubt() else None

    def naming(self, cards: Iterable[int], sighted: Sightings, moment: int, line: int) -> Hand | None:
        """The hand with some cards named; None if one cannot be there."""
        new = [card for card in dict.fromkeys(cards) if card and card not in self.cards]
        doubt = self.in_doubt()
        sure = sorted([s for s in self.slots if not s.card and s.id not in doubt], key=_HORIZON)
        elsewhere = [s for s in self.slots if s.id in doubt and any(s.may_be(c, sighted) for c in new)]
        if not elsewhere and not [s for s in sure if s.among]:
            # the oldest of the possible slots are taken: the others can be more cards
            card_of = _match_oldest(sure, new, sighted)
            if len(card_of) == len(new):
                return self._with_names({sure[i].id: card for card, i in card_of.items()}, sure)
        hand: Hand | None = self
        for card in new:  # in any slot: as if it left and came back under its name
            hand = hand.loses(card, sighted, line) if hand is not None else None
            hand = hand.gains(card, since=moment) if hand is not None else None
        return hand

    def _with_names(self, card_of: dict[int, int], among: Sequence[Slot]) -> Hand:
        """Return the hand with cards named, by slots ``among`` others."""
        rest = _first_come(among, [s for s in among if s.id not in card_of])
        slots = tuple([s.named(card_of[s.id]) if s.id in card_of else rest.get(s.id, s) for s in self.slots])
        return Hand(slots, self.left, self.gone, self.found_out, self.next)

    def _without_one_of(self, slots: Sequence[Slot]) -> Hand:
        """Return the hand without one of some unnamed slots.

        None is in doubt. The one with the oldest horizon goes, since it can be the fewest cards.
        """
        gone = min(slots, key=_HORIZON)
        rest = _first_come(slots, [s for s in slots if s.id != gone.id])
        return Hand(
            tuple([rest.get(s.id, s) for s in self.slots if s.id != gone.id]), (), (), self.found_out, self.next
        )

    # ------------------------------------------------------------ matching

    def _without(self, *slots: int) -> Hand:
        if not self.left:
            rest = tuple([s for s in self.slots if s.id not in slots])
            return Hand(rest, (), (), self.found_out, self.next)
        left = tuple(x._replace(fits=tuple(n for n in x.fits if n not in slots)) for x in self.left)
        return replace(
            self,
            slots=tuple(s for s in self.slots if s.id not in slots),
            left=left,
            gone=tuple(n for n in self.gone if n not in slots),
        )

    def possible(self) -> bool:
        """Whether each departed card can have had a slot of its own."""
        return self._possible([x.fits for x in self.left])

    def _possible_with(self, at: int, slot: int) -> bool:
        """The same if one of the departed cards was in this slot."""
        return self._possible([(slot,) if i == at else x.fits for i, x in enumerate(self.left)])

    def _possible(self, fits: Sequence[tuple[int, ...]]) -> bool:
        if _match(fits) is None:
            return False
        if not self.gone:
            return True
        wanted = [[i for i, some in enumerate(fits) if slot in some] for slot in self.gone]
        return _match(wanted) is not None  # two matchings, one from either side, make one that covers both

    def _settled(self) -> Hand | None:
        """Return the hand with all certain consequences; None if nothing fits."""
        if not self.possible():
            return None
        for at, left in enumerate(self.left):
            fitting = list(islice((n for n in left.fits if self._possible_with(at, n)), 2))
            if len(fitting) == 1:
                rest = self._fixed(at, fitting[0])
                rest = replace(rest, left=rest.left[:at] + rest.left[at + 1 :])._without(fitting[0])
                card = next(s.card for s in self.slots if s.id == fitting[0])
                if card and not left.card:
                    rest = replace(rest, found_out=(*rest.found_out[-9:], (card, left.line)))
                return rest._settled()
        if len(self.left) == len(self.slots):
            return replace(self, slots=(), left=(), gone=())
        return self

    def _fixed(self, at: int, slot: int) -> Hand:
        """The hand if one of the departed cards was in this slot."""
        left = tuple(
            x._replace(fits=(slot,) if i == at else tuple(n for n in x.fits if n != slot))
            for i, x in enumerate(self.left)
        )
        return replace(self, left=left)


def _first_come(slots: Sequence[Slot], kept: Sequence[Slot]) -> dict[int, Slot]:
    """The kept slots of some unnamed ones, with the earliest arrivals.

    It is unknown which of the cards left, or got a name.
    """
    arrivals = sorted([s.since for s in slots])
    return {s.id: s._replace(since=since) for s, since in zip(kept, arrivals, strict=False)}


def _match(wishes: Sequence[Sequence[int]]) -> dict[int, int] | None:
    """Match each wish to a place of its own, by augmenting paths.

    Returns place to wish; None if there is no such matching.
    """
    taken = _match_some(wishes, len(wishes))
    return taken if len(taken) == len(wishes) else None


def _match_oldest(slots: Sequence[Slot], cards: Sequence[int], sighted: Sightings) -> dict[int, int]:
    """Match each card to the oldest slot that fits."""
    oldest = slots[0].horizon if slots else 0
    if len(slots) >= len(cards) and max(map(sighted.last, cards), default=NEVER) <= oldest:
        return {card: i for i, card in enumerate(cards)}
    return _match_some([[c for c in cards if s.may_be(c, sighted)] for s in slots], len(cards))


def _match_some(wishes: Sequence[Sequence[int]], most: int) -> dict[int, int]:
    """Match the first wishes, up to ``most``, to places."""
    taken: dict[int, int] = {}
    for i in range(len(wishes)):
        if len(taken) == most:
            break
        _place(i, wishes, taken, set())
    return taken


def _place(wish: int, wishes: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a place for one more wish, moving others if necessary.

    Returns False if there is none.
    """
    free = next((n for n in wishes[wish] if n not in taken), None)
    if free is not None:
        taken[free] = wish
        return True
    for n in wishes[wish]:
        if n not in tried:
            tried.add(n)
            if _place(taken[n], wishes, taken, tried):
                taken[n] = wish
                return True
    return False


def hand_of(cards: Iterable[int], since: int = 0) -> Hand:
    """Return a hand of these cards, 0 for unnamed ones."""
    return Hand().gains(*cards, since=since)
