"""The changes of hands and piles: cards come, go, and get names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.hand import NEVER, Hand, Slot
from referee.engine.state.journal import Change, Journal, Kind
from referee.engine.state.moments import Moments
from referee.engine.state.queries import Queries

if TYPE_CHECKING:
    from referee.engine.law.table import Table
    from referee.engine.state.seams import About, Moment, V


DECK = "deck"
"""The Draw Deck, as the destination of a used card."""
PUT_BACK = "put back"
"""Name of the note that counts cards returned since the reshuffle."""


class CardChanges:
    """Mixed into :class:`~referee.engine.state.changes.Changes`."""

    __slots__ = ()
    if TYPE_CHECKING:
        board: Board
        journal: Journal
        table: Table
        line: int

        def write(
            self,
            kind: Kind,
            subject: str,
            rule: str,
            *writes: tuple[Any, str, Any],
            note: str = "",
            win: bool = False,
            own: str = "",
        ) -> Change | None: ...
        def moment(self, moment: Moment[V, *About], *facts: *About) -> list[V]: ...

    # ------------------------------------------------------------ hands

    def set_hand(self, side: str, to: int, *, rule: str = "") -> None:
        """Set the size of a hand.

        Keep the known cards as far as possible.
        """
        b = self.board
        hand = hands.held_by(b, side)
        more = 0 if hand is None else to - hand.size
        if hand is None or more:
            self.doubt_deck(rule=rule)
        self._keep(side, hands.resized(hand, to, b.sighted, self.journal.mark()), rule)
        if more > 0 and b.obligations:
            self.write(
                Kind.OBLIGATION, side, rule, (b, "obligations", hands.obligations_after(b, side, more)), own="5.3.2"
            )

    def _keep(self, side: str, hand: Hand, rule: str, *more: tuple[Any, str, Any]) -> None:
        end = "j" if side == "J" else "us"
        b = self.board
        self.write(Kind.HAND, side, rule, (b, f"hand_{end}", hand.size), (b, f"held_{end}", hand), *more, own="5.3.2")

    def hand_loses(self, side: str, card: int = 0, *, rule: str = "") -> Slot:
        """Take a card (0 for an unnamed one) out of a hand.

        Returns the knowledge about the card, for the hand that receives it.
        """
        b = self.board
        moment = len(self.journal.changes)
        if card and b.obligations:
            self._had(side, card)
        hand = hands.held_by(b, side)
        gone = Slot(0, card, moment, moment)
        if hand is not None:
            if not card:
                unnamed = [s for s in hand.slots if not s.card]
                since = min((s.since for s in unnamed), default=0)
                horizon = max((s.horizon for s in unnamed), default=NEVER - 1)
                among = (*hand.names(), *(n for s in hand.slots for n in s.among))
                gone = Slot(0, 0, since, horizon, among, moment)
            hidden = 0 in hand.cards or 0 in (hands.cards_of(b, "US" if side == "J" else "J") or ())
            now_seen = (
                hands.sightings_after(b, (card,) if card else hand.cards, moment) if hidden or not card else b.sighted
            )
            rest = hand.loses(card, b.sighted, self.line)
            if rest is None:  # it cannot have been there: as played, another card of the hand leaves
                rest = hand.loses(0, b.sighted, self.line)
                now_seen = now_seen.refilled()
            self._keep(side, hand if rest is None else rest, rule, (b, "sighted", now_seen))
        if card:
            self.seen_elsewhere("US" if side == "J" else "J", card, rule=rule)
        self.moment(Moments.CARD_LEFT, side, card)
        return gone

    def _had(self, side: str, card: int) -> None:
        """Correct the assumption that the hand lacks a card."""
        b = self.board
        entry = hands.broken_obligation(b, side, card)
        if entry is not None:
            left = tuple(o for o in b.obligations if o is not entry)
            self.write(Kind.OBLIGATION, side, entry.rule, (b, "obligations", left))
            why = f"card {b.cards[card].name} was in this hand at line {entry.line}: {entry.why}"
            self.table.remark("illegal", entry.rule, why, (entry.line,), requirement=entry.requirement)

    def seen_elsewhere(self, side: str, card: int, *, rule: str = "") -> None:
        """Remove a card seen elsewhere from the known hand of ``side``."""
        hand = self.board.held_j if side == "J" else self.board.held_us
        if hand is not None and card in (hand.names() if hand.left else hand.cards):
            rest = hand.seen_elsewhere(card)
            self._keep(side, hand.without_name(card, self.journal.mark()) if rest is None else rest, rule)

    def hand_gains(
        self, side: str, cards: tuple[int | Slot, ...] = (0,), *, rule: str = "", drawn: bool = False
    ) -> None:
        """Add cards to a hand, ``drawn`` from the deck or from elsewhere.

        Each is a number, 0 for an unnamed card, or the knowledge about a card from the other hand.
        """
        b = self.board
        moment = len(self.journal.changes)
        horizon = b.sighted.horizon(moment) if drawn else moment
        hand = hands.held_by(b, side)
        numbers = tuple([came.card if isinstance(came, Slot) else came for came in cards])
        if hand is not None:
            for card, came in zip(numbers, cards, strict=True):
                hand = (hand.seen_elsewhere(card) if card and hand.left else None) or hand  # it has left before
                hand = hand.takes(came) if isinstance(came, Slot) else hand.gains(came, since=moment, horizon=horizon)
            self._keep(side, hand, rule)
        if b.obligations:
            gained = hands.obligations_after(b, side, len(cards))
            self.write(Kind.OBLIGATION, side, rule, (b, "obligations", gained), own="5.3.2")
        for card in numbers:
            if card:
                self.out_of_piles(card, rule)
                self.seen_elsewhere("US" if side == "J" else "J", card, rule=rule)
        self.moment(Moments.CARDS_CAME, side, numbers)

    def name_cards(self, side: str, cards: tuple[int, ...], *, rule: str = "") -> None:
        """Name cards of a hand; those that cannot be there stay unnamed."""
        b = self.board
        moment = len(self.journal.changes)
        hand = hands.held_by(b, side)
        if hand is None:
            return
        gone = (*b.discards, *b.removed, *b.lapsing, b.first_plot)
        new = tuple(dict.fromkeys(card for card in cards if card not in gone))
        named = hand.naming(new, b.sighted, moment, self.line)
        for card in new if named is None else ():
            more = hand.naming((card,), b.sighted, moment, self.line)
            hand = hand if more is None else more
        self._keep(side, hand if named is None else named, rule)
        for card in new:
            if card:
                self.seen_elsewhere("US" if side == "J" else "J", card, rule=rule)

    # ------------------------------------------------------------ piles

    def discard_of(self, card: int) -> str:
        """Return the pile for a discarded card.

        That is the discard pile, unless the card names another.
        """
        return q.modified(Queries.DISCARD_OF_A_CARD, self.board, card, "discards")

    def out_of_piles(self, card: int, rule: str = "") -> None:
        """Take a card that turned up elsewhere out of its assumed pile.

        An unnamed card takes its place there, or none.
        """
        b = self.board
        if not card:
            return
        name = b.rules.card_name(card, "a card")
        for pile in ("discards", "removed", "lapsing"):
            cards = getattr(b, pile)
            if card in cards:
                rest = [n for n in cards if n != card]
                unknown = [0] * (len(cards) - len(rest)) if pile == "discards" else []
                markers = (*b.lapsing_markers, card) if pile == "lapsing" else b.lapsing_markers
                self.write(
                    Kind.CARD, name, rule, (b, pile, (*unknown, *rest)), (b, "lapsing_markers", markers), own="5.2.2"
                )
                self.doubt_deck(rule=rule)
        if b.first_plot == card:
            self.write(Kind.CARD, name, rule, (b, "first_plot", 0), own="4.7.7.2")

    def put_card(self, card: int, pile: str, *, rule: str = "") -> None:
        """Put a card on ``discards``, ``removed``, ``lapsing`` or ``first_plot``.

        ``card`` is 0 for an unnamed one.
        """
        b = self.board
        name = b.rules.card_name(card, "a card")
        pile = self.discard_of(card) if pile == "discards" else pile
        if card not in b.cards:
            card = 0  # no card of this game
        elif card in b.removed and pile in ("discards", "first_plot"):
            card = 0  # a card out of the game stays there: another card was played
        elif (b.first_plot == card and pile != "first_plot") or card in (*b.discards, *b.removed, *b.lapsing):
            self.out_of_piles(card, rule)
        for side, hand in (("J", b.held_j), ("US", b.held_us)):
            if card and hand is not None and card in hand.cards:
                self.seen_elsewhere(side, card, rule=rule)
        if pile == DECK:
            self._into_deck(card, f"card {card}")
        elif pile == "first_plot":
            self.write(Kind.CARD, name, rule, (b, "first_plot", card), note="to the 1st Plot box", own="4.7.7.2")
        else:
            spike = pile == "lapsing"  # an Oil Price Spike may decide the game at once (2.2)
            self.write(
                Kind.CARD, name, rule, (b, pile, (*getattr(b, pile), card)), note=f"to {pile}", win=spike, own="5.2.2"
            )

    def doubt_deck(self, *, rule: str = "") -> None:
        """Note that the count of the Draw Deck is uncertain.

        It has proved wrong, or is unknown: cards may come into the deck at another moment than on the board.
        """
        b = self.board
        self.write(Kind.NOTE, "doubt about the Draw Deck", rule, (b, "sighted", b.sighted.refilled()), own="5.3.1")

    def _into_deck(self, card: int, rule: str) -> None:
        """Put a face-up card into the Draw Deck again."""
        b = self.board
        self.table.put_back(card)
        back = (b.recall(PUT_BACK) or 0) + 1
        memo = (*((k, v) for k, v in b.memo if k != PUT_BACK), (PUT_BACK, back))
        seen = hands.sightings_after(b, (card,), self.journal.mark()).refilled(self.journal.mark())
        self.write(
            Kind.CARD,
            b.cards[card].name,
            rule,
            (b, DECK, b.deck + 1),
            (b, "sighted", seen),
            (b, "memo", memo),
            note="face down into the Draw Deck",
        )

    def take_card(self, card: int, pile: str, *, rule: str = "") -> None:
        """Take a card out of a pile."""
        b = self.board
        have = list(getattr(b, pile))
        if card in have:
            have.remove(card)
            self.write(
                Kind.CARD,
                b.cards[card].name if card in b.cards else "a card",
                rule,
                (b, pile, tuple(have)),
                note=f"from {pile}",
                own="5.3.1",
            )
