"""A log in order: what of its happenings counts, where cards were played, what was seen between any two moments."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.parsers.vassal.happenings import Happening, Log
from referee.parsers.vassal.mapping import Mapping, like
from referee.parsers.vassal.table import Sight, Table, table_of

MAX_HAPPENINGS = 60_000
"""Most happenings of a log that are looked at."""
_KEPT = 400
"""Most moments at which the table is kept as it lay."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A card that went from one place to another; ``at`` is the index of the happening."""

    at: int
    card: int
    source: str
    target: str
    who: str

    @property
    def side(self) -> str:
        """The side whose hand it left; "" for none."""
        return self.source[5:] if self.source.startswith("hand ") else ""

    @property
    def played(self) -> bool:
        """Whether it left a hand for the table or a pile."""
        return bool(self.side) and self.target in ("discards", "removed", "boxed", "board")

    @property
    def dealt(self) -> str:
        """The side into whose hand it was drawn from the deck; "" for none."""
        return self.target[5:] if self.source == "draw" and self.target.startswith("hand ") else ""


@dataclass(slots=True)
class Timeline:
    """A log as it is interpreted."""

    log: Log
    mapping: Mapping
    happenings: list[Happening] = field(default_factory=list)
    cards: list[Moved] = field(default_factory=list)
    undone_dice: list[tuple[int, Happening]] = field(default_factory=list)
    """Rolls that were taken back, with the index of what came next."""
    acts: set[int] = field(default_factory=set)
    """The indices of dice, and of what happened to pieces that are no cards."""
    _kept: dict[int, Table] = field(default_factory=dict)
    _sights: dict[int, Sight] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for h in self.log.happenings[:MAX_HAPPENINGS]:
            if h.undone:
                if h.kind == "dice":
                    self.undone_dice.append((len(self.happenings), h))
                continue
            if h.step:
                self.happenings.append(h)
        start = table_of(self.log, self.mapping)
        for h in self.log.happenings[:MAX_HAPPENINGS]:
            if not h.step and not h.undone:
                start.apply(h)
        self._kept[0] = start
        table = self.copy(start)
        for i, h in enumerate(self.happenings):
            if h.after is not None:
                self._card(i, h, table)
            piece = h.after or h.before
            if h.kind == "dice" or (piece is not None and not table.kind(piece)[1]):
                self.acts.add(i)
            table.apply(h)

    def _card(self, i: int, h: Happening, table: Table) -> None:
        """Note a card that changes its place."""
        assert h.after is not None
        _, card = table.kind(h.after)
        if not card:
            return
        was = h.before or table.pieces.get(h.piece)
        source = table.card_place(was) if was is not None else ""
        target = table.card_place(h.after)
        if source != target:
            self.cards.append(Moved(i, card, source, target, h.who))

    @staticmethod
    def copy(table: Table) -> Table:
        """The same table, to be gone on with."""
        made = Table(table.mapping, dict(table.pieces), table.piles)
        made._places, made._kinds = table._places, table._kinds  # what was read once is read
        return made

    # ------------------------------------------------------------ moments

    def table(self, at: int) -> Table:
        """The table before the happening with this index."""
        if at not in self._kept:
            nearest = max(i for i in self._kept if i <= at)
            made = self.copy(self._kept[nearest])
            for h in self.happenings[nearest:at]:
                made.apply(h)
            if len(self._kept) >= _KEPT:
                first = min(i for i in self._kept if i)
                del self._kept[first]
            self._kept[at] = made
        return self._kept[at]

    def sight(self, at: int) -> Sight:
        """The position before the happening with this index."""
        if at not in self._sights:
            self._sights[at] = self.table(at).sight()
        return self._sights[at]

    def dice(self, low: int, high: int) -> tuple[int, ...]:
        """The dice that were rolled between two moments, in their order."""
        found = []
        for h in self.happenings[low:high]:
            if h.kind == "dice" and h.sides == 6 and any(like(b, h.text) for b in self.mapping.buttons):
                found += [d for d in h.dice if 1 <= d <= 6]
        return tuple(found)

    def places(self, low: int, high: int) -> tuple[str, ...]:
        """The countries in which a piece came, went or changed, in their order."""
        table = self.table(low)
        found: list[str] = []
        for h in self.happenings[low:high]:
            for piece in (h.before, h.after):
                if piece is not None and h.kind != "chat":
                    name = table.place(piece.spot).country
                    if name and name not in found:
                        found.append(name)
        return tuple(found)

    def moved(self, low: int, high: int) -> list[Moved]:
        """The cards that changed their place between two moments."""
        return [m for m in self.cards if low <= m.at < high]

    def steps(self, low: int, high: int) -> list[int]:
        """The indices at which a new step begins, between two moments."""
        hs = self.happenings
        return [i for i in range(low + 1, high) if hs[i].step != hs[i - 1].step]

    def plots_gone(self, low: int, high: int) -> dict[str, tuple[str, ...]]:
        """The values of the Plot markers that were turned over or left a country, by country."""
        table = self.table(low)
        found: dict[str, list[str]] = {}
        for h in self.happenings[low:high]:
            if (at := self.plot_leaves(table, h)) and h.before is not None:
                last = h.after or h.before
                value = table.kind(last)[0].rpartition(" ")[2]
                if last.masked_by and h.after is not None:
                    later = self.table(high).pieces.get(h.piece)
                    value = "" if later is None or later.masked_by else value
                if value:
                    found.setdefault(at, []).append(value)
        return {c: tuple(v) for c, v in found.items()}

    @staticmethod
    def plot_leaves(table: Table, h: Happening) -> str:
        """The country that a Plot marker leaves here; "" for none."""
        if h.before is None or not table.kind(h.before)[0].startswith("plot "):
            return ""
        here = table.place(h.before.spot).country
        there = table.place(h.after.spot).country if h.after is not None else ""
        return here if here and here != there else ""

    def plot_shown(self, table: Table, h: Happening) -> str:
        """The country in which a Plot marker leaves or is turned over here; "" for none."""
        left = self.plot_leaves(table, h)
        if left or h.before is None or h.after is None:
            return left
        turned = bool(h.before.masked_by) and not h.after.masked_by
        is_plot = table.kind(h.after)[0].startswith("plot ")
        return table.place(h.before.spot).country if turned and is_plot else ""
