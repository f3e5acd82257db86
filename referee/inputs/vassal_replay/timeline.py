"""A log in order.

It has the relevant happenings, the played cards, and the position at any moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from referee.engine.state.board import Board
from referee.engine.state.script import Origin
from referee.inputs.vassal_replay.search import Evidence
from referee.inputs.vassal_replay.target import Target
from referee.parsers.vassal.happenings import Happening, Log
from referee.parsers.vassal.mapping import Mapping, like_any
from referee.parsers.vassal.table import PieceTable, Sight, table_of

MAX_HAPPENINGS = 60_000
"""Most happenings of a log to read."""
_KEPT = 400
"""Most moments with a kept table."""
_A_DEAL = 5
"""Cards drawn in one go that make a deal.

An event draws fewer.
"""


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card's move from one place to another.

    ``at`` is the index of the happening.
    """

    at: int
    card: int
    source: str
    target: str
    who: str

    @property
    def side(self) -> str:
        """The side whose hand it left, or ""."""
        return self.source[5:] if self.source.startswith("hand ") else ""

    @property
    def played(self) -> bool:
        """Whether it left a hand for the table or a pile."""
        return bool(self.side) and self.target in ("discards", "removed", "boxed", "board")

    @property
    def dealt(self) -> str:
        """The side that drew it from the deck, or ""."""
        return self.target[5:] if self.source == "draw" and self.target.startswith("hand ") else ""


class Timeline:
    """A log in interpretation.

    Moments are indices of happenings: the position is that before them.
    """

    def __init__(self, log: Log, mapping: Mapping) -> None:
        self.mapping = mapping
        self.happenings: list[Happening] = []
        self.undone_dice: list[tuple[int, Happening]] = []
        """Undone rolls, with the moment."""
        self.cards: list[CardMove] = []
        self.acts: set[int] = set()
        """Moments of dice, and of changes of other pieces than cards."""
        self._sights: dict[int, Sight] = {}
        start = table_of(log, mapping)
        for h in log.happenings[:MAX_HAPPENINGS]:
            if h.undone and h.kind == "dice":
                self.undone_dice.append((len(self.happenings), h))
            elif not h.undone and h.step:
                self.happenings.append(h)
            elif not h.undone:
                start.apply(h)
        self._tables = {0: start}
        table = start.copy()
        for at, h in enumerate(self.happenings):
            piece = h.after or h.before
            card = table.kind(piece)[1] if piece is not None else 0
            if h.kind == "dice" or (piece is not None and not card):
                self.acts.add(at)
            if card and h.after is not None:
                was = h.before or table.pieces.get(h.piece)
                source, target = table.card_place(was) if was is not None else "", table.card_place(h.after)
                if source != target:
                    self.cards.append(CardMove(at, card, source, target, h.who))
            table.apply(h)
        self.plays = [m for m in self.cards if m.played]

    # ------------------------------------------------------------ the position

    def table(self, at: int) -> PieceTable:
        """The table at a moment."""
        if at not in self._tables:
            nearest = max(i for i in self._tables if i <= at)
            made = self._tables[nearest].copy()
            for h in self.happenings[nearest:at]:
                made.apply(h)
            if len(self._tables) >= _KEPT:
                del self._tables[min(i for i in self._tables if i)]
            self._tables[at] = made
        return self._tables[at]

    def sight(self, at: int) -> Sight:
        """The position at a moment."""
        if at not in self._sights:
            self._sights[at] = self.table(at).sight()
        return self._sights[at]

    # ------------------------------------------------------------ between two moments

    def dice(self, low: int, high: int) -> tuple[int, ...]:
        """The dice rolled, in order."""
        rolls = (h for h in self.happenings[low:high] if h.kind == "dice" and h.sides == 6)
        return tuple(d for h in rolls if like_any(self.mapping.buttons, h.text) for d in h.dice if 1 <= d <= 6)

    def places(self, low: int, high: int) -> tuple[str, ...]:
        """Countries with a piece that came, went or changed, in order."""
        table = self.table(low)
        pieces = (p for h in self.happenings[low:high] if h.kind != "chat" for p in (h.before, h.after))
        names = (table.place(p.spot).country for p in pieces if p is not None)
        return tuple(dict.fromkeys(filter(None, names)))

    def moved(self, low: int, high: int) -> list[CardMove]:
        """The cards that changed their place."""
        return [m for m in self.cards if low <= m.at < high]

    def dealt(self, low: int, high: int) -> list[CardMove]:
        """The cards that were dealt."""
        return [m for m in self.moved(low, high) if m.dealt]

    def is_deal(self, low: int, high: int) -> bool:
        """Whether the hands of a new turn are dealt."""
        return len(self.dealt(low, high)) >= _A_DEAL

    def steps(self, low: int, high: int) -> list[int]:
        """The moments at which a new step begins."""
        hs = self.happenings
        return [i for i in range(low + 1, high) if hs[i].step != hs[i - 1].step]

    def only_talk(self, low: int, high: int) -> bool:
        """Whether no piece moves and no die falls."""
        talk = ("chat", "property", "shuffled", "joined", "turn", "unknown")
        return all(h.kind in talk for h in self.happenings[low:high])

    def plots_gone(self, low: int, high: int) -> dict[str, tuple[str, ...]]:
        """The values of the Plot markers that left a country, by country."""
        table = self.table(low)
        found: dict[str, tuple[str, ...]] = {}
        for h in self.happenings[low:high]:
            country = plot_leaves(table, h)
            piece = h.after or h.before
            if country and piece is not None:
                value = table.kind(piece)[0].rpartition(" ")[2]
                if piece.masked_by and h.after is not None:
                    later = self.table(high).pieces.get(h.piece)
                    value = "" if later is None or later.masked_by else value
                if value:
                    found[country] = (*found.get(country, ()), value)
        return found

    def plots_leave(self, low: int, high: int) -> list[int]:
        """The moments after a Plot marker leaves a country."""
        table = self.table(low)
        return [i + 1 for i in range(low, high) if plot_leaves(table, self.happenings[i])]

    def plots_from(self, low: int, high: int) -> int:
        """The moment of the first revealed or leaving Plot.

        It includes the dice before it; without one it is the end.
        """
        table = self.table(low)
        at = next((i for i in range(low, high) if plot_shown(table, self.happenings[i])), high)
        return self._begin(low, at, ("dice", "chat")) if at < high else high

    def turn_from(self, low: int, high: int) -> int:
        """The moment of the first card of the turn's end.

        The card is dealt or leaves a box; without one it is the end.
        """
        at = next((m.at for m in self.moved(low, high) if m.dealt or m.source == "boxed"), high)
        return self._begin(low, at) if at < high else high

    def _begin(self, low: int, at: int, kinds: tuple[str, ...] = ()) -> int:
        """First moment of a step, or of its preceding happenings.

        They are of these kinds.
        """
        hs = self.happenings
        step = hs[at].step
        while at > low and (hs[at - 1].step == step or hs[at - 1].kind in kinds):
            at -= 1
        return at

    # ------------------------------------------------------------ the whole log

    @cached_property
    def cards_last(self) -> bool:
        """Whether these players put a card away after its play.

        Others do as it begins.
        """
        hs, plays = self.happenings, self.plays
        first = last = 0
        for one, other in pairwise(plays):
            if one.who and other.who and one.who != other.who:
                between = [hs[i].who for i in range(one.at + 1, other.at) if i in self.acts]
                first += between.count(one.who)
                last += between.count(other.who)
        before = sum(i < plays[0].at for i in self.acts)
        after = sum(i > plays[-1].at for i in self.acts)
        return last > first if first != last else before > after

    def evidence(
        self, board: Board, low: int, high: int, played: tuple[int, ...], without: tuple[str, ...] = ()
    ) -> Evidence:
        """The log's evidence of one play."""
        gone: dict[str, tuple[int, ...]] = {}
        came: dict[str, tuple[int, ...]] = {}
        for m in self.moved(low, high):
            if m.side and m.card not in played:
                gone[m.side] = (*gone.get(m.side, ()), m.card)
            elif m.target.startswith("hand ") and m.source in ("discards", "removed", "boxed", "board"):
                came[m.target[5:]] = (*came.get(m.target[5:], ()), m.card)
        chat = (h.text for h in self.happenings[low:high] if h.kind == "chat" and h.chat == "typed")
        return Evidence(
            Target(board, self.sight(high), without=without),
            self.dice(low, high),
            self.places(low, high),
            gone,
            came,
            self.plots_gone(low, high),
            " ".join(chat).casefold(),
        )

    def origin(self, low: int, high: int, step: Callable[[int], str]) -> Origin:
        """The log's steps between two moments, with the first player."""
        hs = self.happenings[low : max(low + 1, high)]
        if not hs:
            return Origin("the start")
        first, last = hs[0].step, hs[-1].step
        who = next((h.who for h in hs if h.who), "")
        if first == last:
            return Origin(step(first), about=who)
        begin, end = step(first), step(last)
        return Origin(f"steps {first}-{last}" if begin.startswith("step ") else f"{begin} to {end}", about=who)


def plot_leaves(table: PieceTable, h: Happening) -> str:
    """The country that a Plot marker leaves, or ""."""
    if h.before is None or not table.kind(h.before)[0].startswith("plot "):
        return ""
    here = table.place(h.before.spot).country
    there = table.place(h.after.spot).country if h.after is not None else ""
    return here if here != there else ""


def plot_shown(table: PieceTable, h: Happening) -> str:
    """The country of a leaving or revealed Plot marker, or ""."""
    found = plot_leaves(table, h)
    if found or h.before is None or h.after is None or not h.before.masked_by or h.after.masked_by:
        return found
    return table.place(h.before.spot).country if table.kind(h.after)[0].startswith("plot ") else ""
