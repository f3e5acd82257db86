"""The pieces of a log and their places.

They are changed command by command, and each change is kept as it happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import NOBODY, Happening, Piece, PieceKind, PieceSpot, VassalDeck
from referee.parsers.vassal.places import PointNames
from referee.parsers.vassal.players import Players
from referee.parsers.vassal.sequence import chain, fields, split
from referee.parsers.vassal.traits import MapPoint, PieceLook, Trait, look, map_name, number, place, traits

MAX_PIECES = 100_000
MAX_HAPPENINGS = 200_000
"""Most happenings of one log; long games have thousands."""
MOST_AT_POINT = 50
"""Most stacks and decks at one point to compare."""
MAX_WORK = 20_000_000
"""Most entries of stacks moved by sliding pieces."""
UNSEEN = "unseen"
TOP, BOTTOM = "top of it", "bottom of it"


@dataclass(slots=True, repr=False)
class Unit:
    """A piece of the game, in the engine's form."""

    key: str
    number: int
    at: MapPoint = ("", 0, 0)
    traits: tuple[Trait, ...] = ()
    gpid: str = ""
    look: PieceLook = field(default_factory=PieceLook)


@dataclass(slots=True)
class Holder:
    """A stack or a deck: its members by their keys, bottom first."""

    key: str
    deck: str = ""
    """The name of a deck, or "" for a stack."""
    at: MapPoint = ("", 0, 0)
    members: dict[str, None] = field(default_factory=dict)
    face_down: bool = False


Join = tuple[Holder, str]
"""A stack or deck, and the member under a new piece."""


class PieceBoard:
    """All pieces, stacks and decks."""

    def __init__(self, players: Players) -> None:
        self.players = players
        self.pieces: dict[str, Unit] = {}
        self.holders: dict[str, Holder] = {}
        self.places = PointNames()
        self.step = 0
        self.happenings: list[Happening] = []
        self.snapshots: list[Piece] = []
        """All pieces of happenings, for names at the file's end."""
        self.warned: Counter[str] = Counter()
        self._held: dict[str, str] = {}
        self._at: dict[MapPoint, dict[str, None]] = {}
        self._types: dict[str, tuple[Trait, ...]] = {}
        self._numbered = 0
        self._work = 0

    def add_happening(self, happening: Happening) -> None:
        """Keep a happening.

        Raises :class:`TextError` for more than any game has.
        """
        if len(self.happenings) >= MAX_HAPPENINGS:
            raise TextError(f"in the log more than {MAX_HAPPENINGS:,} things happen")
        self.happenings.append(happening)
        self.snapshots += [piece for piece in (happening.before, happening.after) if piece is not None]

    def _happens(
        self, kind: PieceKind, unit: Unit, before: Piece | None, after: Piece | None, text: str = "", who: str = ""
    ) -> None:
        label = self.players.label(who)
        self.add_happening(Happening(self.step, kind, label, text, piece=unit.number, before=before, after=after))

    def _spend(self, amount: int) -> None:
        self._work += amount
        if self._work > MAX_WORK:
            raise TextError("the file moves too many pieces about in stacks that are too large for a game")

    def _holder(self, key: str) -> Holder | None:
        """The stack or deck of a piece."""
        return self.holders.get(self._held.get(key, ""))

    def _known(self, keys: Iterable[str]) -> list[Unit]:
        return [self.pieces[key] for key in keys if key in self.pieces]

    # -------------------------------------------------------------------------------------------------- snapshots

    def snapshot(self, unit: Unit) -> Piece:
        """A piece as it is now; its spot is named later.

        The names come at the end of the file.
        """
        seen, name = unit.look, unit.look.name
        owner = NOBODY if seen.owner == NOBODY else seen.side or self.players.label(seen.owner)
        holder = self._holder(unit.key)
        if not owner and holder is not None and holder.deck and holder.face_down:
            owner = NOBODY
            name = next((t.name for t in unit.traits if t.kind == "mask"), name)
        spot = PieceSpot(*unit.at, deck=holder.deck if holder is not None else "")
        return Piece(
            unit.number, unit.gpid, name, seen.images, seen.levels, seen.level_names, seen.properties, owner, spot
        )

    def decks(self) -> list[VassalDeck]:
        """The decks as they are now."""
        return [VassalDeck(h.deck, *h.at, self._numbers(h.members)) for h in self.holders.values() if h.deck]

    def _numbers(self, keys: Iterable[str]) -> tuple[int, ...]:
        return tuple(unit.number for unit in self._known(keys))

    # ---------------------------------------------------------------------------------------------------- commands

    def add(self, key: str, type_: str, state: str, quietly: bool) -> None:
        """Add a piece, stack or deck; ``quietly`` for a restored position."""
        if key in ("", "null"):
            key = f"null {len(self.pieces)} {len(self.holders)}"
        if type_ == "stack" or type_.startswith("deck;"):
            self._add_holder(key, type_, state, quietly)
            return
        unit = self.pieces.get(key)
        known = unit is not None
        unit = unit or self._new(key)
        if type_ not in self._types:
            self._types[type_] = traits(type_)
        unit.traits = self._types[type_]
        if known and not quietly:
            self.change(key, state)
            return
        at = self._set_state(unit, state)
        holder = self._holder(key)
        unit.at = at if holder is None else holder.at
        if not quietly:
            self._happens("added", unit, None, self.snapshot(unit))

    def remove(self, key: str) -> None:
        """Remove a piece, stack or deck, without the stack's pieces."""
        holder = self.holders.get(key)
        if holder is not None:
            for member in holder.members:
                self._held.pop(member, None)
            self._take_up(holder)
            return
        unit = self.pieces.get(key)
        if unit is None:
            self.warned["are removed that were never there"] += 1
            return
        before = self.snapshot(unit)
        self._leave(key)
        del self.pieces[key]
        self._happens("removed", unit, before, None)

    def change(self, key: str, state: str) -> None:
        """Give a piece, stack or deck a new state."""
        holder = self.holders.get(key)
        if holder is not None:
            self._change_holder(holder, state)
            return
        unit = self.pieces.get(key)
        if unit is None:
            self.warned["change that were never there"] += 1
            return
        before, last, earlier = self.snapshot(unit), unit.at, unit.look
        at = self._set_state(unit, state, last)
        if unit.look != earlier:
            self._happens("changed", unit, before, self.snapshot(unit))
        if at != last:
            self._relocate(unit, at, None, UNSEEN)

    def move(self, key: str, to: MapPoint, under: str, old: MapPoint | None, who: str) -> None:
        """Move a piece or stack from ``old``, on top of ``under``."""
        holder = self.holders.get(key)
        if holder is not None:
            self._move_holder(holder, to, under, old, who)
            return
        unit = self.pieces.get(key)
        if unit is None:
            self.warned["move that were never there"] += 1
            unit = self._new(key)
            unit.at = old or to
        elif old is not None and unit.at != old:
            self._relocate(unit, old, None, UNSEEN)
        self._relocate(unit, to, self._join_at(key, to, under), "", who)

    # ------------------------------------------------------------------------------------------------------ pieces

    def _new(self, key: str) -> Unit:
        if len(self.pieces) >= MAX_PIECES:
            raise TextError(f"the file has more than {MAX_PIECES:,} pieces")
        self._numbered += 1
        unit = self.pieces[key] = Unit(key, self._numbered)
        return unit

    def _set_state(self, unit: Unit, state: str, last: MapPoint | None = None) -> MapPoint:
        """Take over a state, and return the piece's point."""
        states = chain(state)
        basic = place(states[-1])
        parts = unit.traits
        if parts and len(parts) != len(states):
            self.warned["have more or fewer states than traits, and were read in part"] += 1
            parts = tuple(part for part in parts if part.kind == "piece")[-1:]
            states = states[-1:]
        unit.gpid = basic.gpid or unit.gpid
        if parts:
            unit.look = look(parts, states, basic.properties)
            for id in unit.look.owners:
                self.players.note(id)
        self.places.learn_old_place(basic.properties, basic.point[0], last or basic.point)
        return basic.point

    def _relocate(self, unit: Unit, to: MapPoint, join: Join | None, text: str, who: str = "") -> None:
        """Lay a piece elsewhere: into a stack or deck, or alone."""
        before = self.snapshot(unit)
        source = self._holder(unit.key)
        self._leave(unit.key)
        unit.at = to
        if join is not None:
            self._join(unit.key, *join)
        after = self.snapshot(unit)
        if before.spot == after.spot and before.masked_by == after.masked_by:
            return
        drawn = source is not None and source.deck and not after.spot.deck
        self._happens("drawn" if drawn else "moved", unit, before, after, text, who)

    # ---------------------------------------------------------------------------------------------- stacks and decks

    def _lay_down(self, holder: Holder) -> None:
        self.holders[holder.key] = holder
        self._at.setdefault(holder.at, {})[holder.key] = None

    def _take_up(self, holder: Holder) -> None:
        self.holders.pop(holder.key, None)
        here = self._at.get(holder.at)
        if here is not None:
            here.pop(holder.key, None)
            if not here:
                del self._at[holder.at]

    def _leave(self, key: str) -> None:
        holder = self.holders.get(self._held.pop(key, ""))
        if holder is not None:
            holder.members.pop(key, None)
            if not holder.members and not holder.deck:
                self._take_up(holder)

    def _join(self, key: str, holder: Holder, above: str) -> None:
        if holder.key not in self.holders:
            self._lay_down(holder)
        self._held[key] = holder.key
        members = holder.members
        if above in members and above != next(reversed(members)):
            order = list(members)
            order.insert(order.index(above) + 1, key)
        else:
            members[key] = None
            if above != BOTTOM or len(members) == 1:
                return
            order = [key, *members]
        self._spend(len(order))
        holder.members = dict.fromkeys(order)

    def _join_at(self, key: str, to: MapPoint, under: str) -> Join | None:
        """The stack or deck at a piece's destination, if any."""
        if under and under != key:
            holder = self._holder(under)
            if holder is not None and holder.at == to:
                return holder, under
        here = [self.holders[k] for k in islice(self._at.get(to, ()), MOST_AT_POINT)]
        deck = next((h for h in here if h.deck), None)
        if deck is not None:
            return deck, TOP
        return next(((h, BOTTOM) for h in here if h.members.keys() != {key}), None)

    def _add_holder(self, key: str, type_: str, state: str, quietly: bool) -> None:
        if len(self.holders) >= MAX_PIECES:
            raise TextError(f"the file has more than {MAX_PIECES:,} stacks")
        if key in self.holders:
            self._change_holder(self.holders[key], state)
            return
        deck = "" if type_ == "stack" else tidy(fields(type_, ";", 32)[13]) or "deck"
        values = split(state, ";")
        holder = Holder(key, deck, _point(values))
        if deck or holder.at[0]:  # a stack on no map is the rest of a palette
            self._lay_down(holder)
            self._fill(holder, values, quietly)

    def _change_holder(self, holder: Holder, state: str) -> None:
        values = split(state, ";")
        to = _point(values)
        if to != holder.at:
            self._take_up(holder)
            holder.at = to
            self._lay_down(holder)
        self._fill(holder, values, False)

    def _fill(self, holder: Holder, values: list[str], quietly: bool) -> None:
        """Give a stack or deck the members of its state."""
        if holder.deck:
            holder.face_down = values[3:4] == ["true"]
            wanted = dict.fromkeys(k for text in values[4:5] for k in split(text, ",") if k)
        else:
            wanted = dict.fromkeys(k for k in values[3:] if k and not k.startswith("@@"))
        old = holder.members
        for key in [k for k in old if k not in wanted]:
            if holder.deck and not quietly and key in self.pieces:
                self._relocate(self.pieces[key], self.pieces[key].at, None, UNSEEN)
            else:
                self._held.pop(key, None)
                old.pop(key, None)
        shuffled = holder.deck and not quietly and [k for k in old if k in wanted] != [k for k in wanted if k in old]
        for key in wanted:
            self._settle(holder, key, key in old, quietly)
        if holder.key not in self.holders and (wanted or holder.deck):
            self._lay_down(holder)
        holder.members = wanted
        if shuffled:
            self.add_happening(Happening(self.step, "shuffled", text=holder.deck, cards=self._numbers(wanted)))

    def _settle(self, holder: Holder, key: str, member: bool, quietly: bool) -> None:
        """Lay one piece into its named stack or deck."""
        unit = self.pieces.get(key)
        if unit is not None and not quietly:
            if not member or unit.at != holder.at:
                self._relocate(unit, holder.at, (holder, TOP), UNSEEN)
            return
        if not member:
            self._leave(key)
            self._held[key] = holder.key
        if unit is not None:
            unit.at = holder.at

    def _move_holder(self, holder: Holder, to: MapPoint, under: str, old: MapPoint | None, who: str) -> None:
        if old is not None and holder.at != old:
            self._shift(holder, old, UNSEEN)
        join = None if holder.deck else self._join_at("", to, under)
        if join is None or join[0] is holder:
            self._shift(holder, to, "", who)
            return
        target, above = join
        for unit in self._known(list(holder.members)):
            self._relocate(unit, to, (target, above if above != BOTTOM else TOP), "", who)
            above = unit.key if above in target.members else above
        if holder.key in self.holders:
            self._take_up(holder)

    def _shift(self, holder: Holder, to: MapPoint, text: str, who: str = "") -> None:
        """Move a stack with all its members."""
        self._spend(len(holder.members))
        moving = self._known(holder.members)
        before = [self.snapshot(unit) for unit in moving]
        self._take_up(holder)
        holder.at = to
        self._lay_down(holder)
        for unit, earlier in zip(moving, before, strict=True):
            unit.at = to
            after = self.snapshot(unit)
            if after.spot != earlier.spot:
                self._happens("moved", unit, earlier, after, text, who)


def _point(values: list[str]) -> MapPoint:
    map, x, y = (*values, "", "")[:3]
    return map_name(map), number(x), number(y)
