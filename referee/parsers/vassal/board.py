"""The pieces of a log and where they lie: changed command by command, each change told as it happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import NOBODY, Deck, Happening, Kind, Piece, Spot
from referee.parsers.vassal.places import Places
from referee.parsers.vassal.players import Players
from referee.parsers.vassal.sequence import chain, split
from referee.parsers.vassal.traits import Basic, Look, Mask, Trait, look, number, place, traits, where

MAX_PIECES = 100_000
MAX_HAPPENINGS = 200_000
"""Most things that happen in one log; a long game has some thousands."""
MOST_AT_POINT = 50
"""Most stacks and decks at one point that are looked at."""
MAX_WORK = 20_000_000
"""Most entries of stacks that are gone through when pieces slide between others."""
UNSEEN = "unseen"


@dataclass(slots=True, repr=False)
class Unit:
    """A piece of the game, as the engine has it."""

    key: str
    number: int
    parts: tuple[Trait, ...] = ()
    states: list[str] = field(default_factory=list)
    gpid: str = ""
    look: Look = field(default_factory=Look)
    map: str = ""
    x: int = 0
    y: int = 0


@dataclass(slots=True)
class Holder:
    """A stack or a deck: its members by their keys, bottom first."""

    key: str
    map: str = ""
    x: int = 0
    y: int = 0
    members: dict[str, None] = field(default_factory=dict)
    deck: bool = False
    name: str = ""
    face_down: bool = False


class Board:
    """All pieces, stacks and decks."""

    __slots__ = (
        "_at",
        "_held",
        "_numbered",
        "_types",
        "_work",
        "happenings",
        "holders",
        "pieces",
        "places",
        "players",
        "snapshots",
        "step",
        "warned",
    )

    def __init__(self, players: Players) -> None:
        self.players = players
        self.pieces: dict[str, Unit] = {}
        self.holders: dict[str, Holder] = {}
        self.places = Places()
        self.step = 0
        self.happenings: list[Happening] = []
        self.snapshots: list[Piece] = []
        """All that was told, for the names that only the end of the file gives."""
        self.warned: Counter[str] = Counter()
        self._held: dict[str, str] = {}
        self._at: dict[tuple[str, int, int], dict[str, None]] = {}
        self._types: dict[str, tuple[Trait, ...]] = {}
        self._numbered = 0
        self._work = 0

    def tell(self, happening: Happening) -> None:
        """Something happened. Raises :class:`TextError` for more than happens in any game."""
        if len(self.happenings) >= MAX_HAPPENINGS:
            raise TextError(f"in the log more than {MAX_HAPPENINGS:,} things happen")
        self.happenings.append(happening)
        self.snapshots += [piece for piece in (happening.before, happening.after) if piece is not None]

    def _tell(
        self, kind: Kind, piece: Unit, before: Piece | None, after: Piece | None, text: str = "", who: str = ""
    ) -> None:
        label = self.players.label(who)
        self.tell(Happening(self.step, kind, label, text, piece=piece.number, before=before, after=after))

    def _worked(self, amount: int) -> None:
        self._work += amount
        if self._work > MAX_WORK:
            raise TextError("the file moves too many pieces about in stacks that are too large for a game")

    # -------------------------------------------------------------------------------------------------- snapshots

    def spot(self, piece: Unit) -> Spot:
        holder = self.holders.get(self._held.get(piece.key, ""))
        return Spot(piece.map, piece.x, piece.y, deck=holder.name if holder is not None and holder.deck else "")

    def snapshot(self, piece: Unit) -> Piece:
        """A piece as it is now; its spot gets its names when the file has been read to its end."""
        looks = piece.look
        owner = NOBODY if looks.owner == NOBODY else looks.side or self.players.label(looks.owner)
        holder = self.holders.get(self._held.get(piece.key, ""))
        name = looks.name
        if not owner and holder is not None and holder.deck and holder.face_down:
            owner = NOBODY
            name = next((part.name for part in piece.parts if isinstance(part, Mask)), name)
        return Piece(
            piece.number,
            piece.gpid,
            name,
            looks.images,
            looks.levels,
            looks.level_names,
            looks.properties,
            owner,
            self.spot(piece),
        )

    def decks(self) -> list[Deck]:
        """The decks as they are now."""
        return [Deck(h.name, h.map, h.x, h.y, self._numbers(h.members)) for h in self.holders.values() if h.deck]

    def _numbers(self, keys: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.pieces[key].number for key in keys if key in self.pieces)

    # ---------------------------------------------------------------------------------------------------- commands

    def add(self, key: str, type_: str, state: str, quietly: bool) -> None:
        """A piece, stack or deck appears; ``quietly`` where the file only tells how things stand."""
        if key in ("", "null"):
            key = f"null {len(self.pieces)} {len(self.holders)}"
        if type_ == "stack" or type_.startswith("deck;"):
            self._add_holder(key, type_, state, quietly)
            return
        piece = self.pieces.get(key)
        if piece is not None and not quietly:
            piece.parts = self._parts(type_)
            self.change(key, state)
            return
        piece = piece or self._new(key)
        piece.parts = self._parts(type_)
        here = self._state(piece, state)
        piece.map, piece.x, piece.y = here
        holder = self.holders.get(self._held.get(key, ""))
        if holder is not None:
            piece.map, piece.x, piece.y = holder.map, holder.x, holder.y
        if not quietly:
            self._tell("added", piece, None, self.snapshot(piece))

    def remove(self, key: str) -> None:
        """A piece, stack or deck goes; the pieces of a stack stay."""
        holder = self.holders.get(key)
        if holder is not None:
            for member in holder.members:
                self._held.pop(member, None)
            self._drop(holder)
            return
        piece = self.pieces.get(key)
        if piece is None:
            self.warned["are removed that were never there"] += 1
            return
        before = self.snapshot(piece)
        self._leave(key)
        del self.pieces[key]
        self._tell("removed", piece, before, None)

    def change(self, key: str, state: str) -> None:
        """A piece, stack or deck gets a new state."""
        holder = self.holders.get(key)
        if holder is not None:
            self._change_holder(holder, state)
            return
        piece = self.pieces.get(key)
        if piece is None:
            self.warned["change that were never there"] += 1
            return
        before, last, earlier = self.snapshot(piece), (piece.map, piece.x, piece.y), piece.look
        here = self._state(piece, state, last)
        if not piece.look.same(earlier):
            self._tell("changed", piece, before, self.snapshot(piece))
        if here != last:
            self._put(piece, here, None, UNSEEN, "")

    def move(self, key: str, to: tuple[str, int, int], under: str, old: tuple[str, int, int] | None, who: str) -> None:
        """A piece or a whole stack moves; ``under`` is the piece that it comes to lie on, ``old`` where it was."""
        holder = self.holders.get(key)
        if holder is not None:
            self._move_holder(holder, to, under, old, who)
            return
        piece = self.pieces.get(key)
        if piece is None:
            self.warned["move that were never there"] += 1
            piece = self._new(key)
            piece.map, piece.x, piece.y = old or to
        elif old is not None and (piece.map, piece.x, piece.y) != old:
            self._put(piece, old, None, UNSEEN, "")
        self._put(piece, to, self._place_for(key, to, under), "", who)

    # ------------------------------------------------------------------------------------------------------ pieces

    def _new(self, key: str) -> Unit:
        if len(self.pieces) >= MAX_PIECES:
            raise TextError(f"the file has more than {MAX_PIECES:,} pieces")
        self._numbered += 1
        piece = self.pieces[key] = Unit(key, self._numbered)
        return piece

    def _parts(self, type_: str) -> tuple[Trait, ...]:
        found = self._types.get(type_)
        if found is None:
            found = self._types[type_] = traits(type_)
        return found

    def _state(self, piece: Unit, state: str, last: tuple[str, int, int] | None = None) -> tuple[str, int, int]:
        """Take over a state, and say where it has the piece."""
        states = chain(state)
        basic = place(states[-1])
        parts = piece.parts
        if parts and len(parts) != len(states):
            self.warned["have more or fewer states than traits, and were read in part"] += 1
            parts = tuple(part for part in parts if isinstance(part, Basic))[-1:]
            states = states[-1:]
        piece.gpid = basic.gpid or piece.gpid
        if parts:
            piece.look = look(parts, states, basic.properties)
            for id in piece.look.owners:
                self.players.note(id)
        here = (basic.map, basic.x, basic.y)
        self.places.noted(basic.properties, basic.map, last or here)
        return here

    def _put(self, piece: Unit, to: tuple[str, int, int], join: tuple[Holder, str] | None, text: str, who: str) -> None:
        """Lay a piece elsewhere; ``join`` is the stack or deck and the member above which it comes to lie."""
        before = self.snapshot(piece)
        came_from = self.holders.get(self._held.get(piece.key, ""))
        self._leave(piece.key)
        piece.map, piece.x, piece.y = to
        if join is not None:
            self._join(piece.key, *join)
        after = self.snapshot(piece)
        if before.spot == after.spot and before.masked_by == after.masked_by:
            return
        drawn = came_from is not None and came_from.deck and not after.spot.deck
        self._tell("drawn" if drawn else "moved", piece, before, after, text, who)

    # ---------------------------------------------------------------------------------------------- stacks and decks

    def _leave(self, key: str) -> None:
        holder = self.holders.get(self._held.pop(key, ""))
        if holder is not None:
            holder.members.pop(key, None)
            if not holder.members and not holder.deck:
                self._drop(holder)

    def _join(self, key: str, holder: Holder, above: str) -> None:
        if holder.key not in self.holders:
            self._stand(holder)
        self._held[key] = holder.key
        if above not in holder.members or above == next(reversed(holder.members)):
            holder.members[key] = None
            if above == BOTTOM and len(holder.members) > 1:
                self._rebuild(holder, [key, *(k for k in holder.members if k != key)])
            return
        order: list[str] = []
        for member in holder.members:
            order.append(member)
            if member == above:
                order.append(key)
        self._rebuild(holder, order)

    def _rebuild(self, holder: Holder, order: list[str]) -> None:
        self._worked(len(order))
        holder.members = dict.fromkeys(order)

    def _place_for(self, key: str, to: tuple[str, int, int], under: str) -> tuple[Holder, str] | None:
        """The stack or deck that a piece joins when it comes to lie there."""
        if under and under != key:
            holder = self.holders.get(self._held.get(under, ""))
            if holder is not None and (holder.map, holder.x, holder.y) == to:
                return holder, under
        here = [self.holders[k] for k in islice(self._at.get(to, ()), MOST_AT_POINT)]
        for holder in here:
            if holder.deck:
                return holder, TOP
        for holder in here:
            if holder.members.keys() != {key}:
                return holder, BOTTOM
        return None

    def _stand(self, holder: Holder) -> None:
        self.holders[holder.key] = holder
        self._at.setdefault((holder.map, holder.x, holder.y), {})[holder.key] = None

    def _drop(self, holder: Holder) -> None:
        self.holders.pop(holder.key, None)
        here = self._at.get((holder.map, holder.x, holder.y))
        if here is not None:
            here.pop(holder.key, None)
            if not here:
                del self._at[holder.map, holder.x, holder.y]

    def _add_holder(self, key: str, type_: str, state: str, quietly: bool) -> None:
        if len(self.holders) >= MAX_PIECES:
            raise TextError(f"the file has more than {MAX_PIECES:,} stacks")
        if key in self.holders:
            self._change_holder(self.holders[key], state)
            return
        holder = Holder(key)
        fields = split(state, ";")
        if type_ != "stack":
            kind = split(type_, ";", 32)
            holder.deck, holder.name = True, tidy(kind[13] if len(kind) > 13 else "") or "deck"
        holder.map, holder.x, holder.y = _point(fields)
        if not holder.deck and not holder.map:
            return  # what is left of a palette
        self._stand(holder)
        self._fill(holder, fields, quietly)

    def _change_holder(self, holder: Holder, state: str) -> None:
        fields = split(state, ";")
        to = _point(fields)
        if to != (holder.map, holder.x, holder.y):
            self._drop(holder)
            holder.map, holder.x, holder.y = to
            self._stand(holder)
        self._fill(holder, fields, False)

    def _fill(self, holder: Holder, fields: list[str], quietly: bool) -> None:
        """Give a stack or deck the members that its state names, each at its place."""
        if holder.deck:
            holder.face_down = len(fields) > 3 and fields[3] == "true"
            wanted = dict.fromkeys(k for k in split(fields[4], ",") if k) if len(fields) > 4 else {}
        else:
            wanted = dict.fromkeys(k for k in fields[3:] if k and not k.startswith("@@"))
        old = holder.members
        for key in [k for k in old if k not in wanted]:
            piece = self.pieces.get(key)
            if holder.deck and piece is not None and not quietly:
                self._put(piece, (piece.map, piece.x, piece.y), None, UNSEEN, "")
            else:
                self._held.pop(key, None)
                old.pop(key, None)
        shuffled = holder.deck and not quietly and [k for k in old if k in wanted] != [k for k in wanted if k in old]
        for key in wanted:
            piece = self.pieces.get(key)
            to = (holder.map, holder.x, holder.y)
            if piece is not None and not quietly:
                if key not in old or (piece.map, piece.x, piece.y) != to:
                    self._put(piece, to, (holder, TOP), UNSEEN, "")
                continue
            if key not in old:
                self._leave(key)
                self._held[key] = holder.key
            if piece is not None:
                piece.map, piece.x, piece.y = to
        if holder.key not in self.holders and (wanted or holder.deck):
            self._stand(holder)
        holder.members = wanted
        if shuffled:
            self.tell(Happening(self.step, "shuffled", text=holder.name, cards=self._numbers(wanted)))

    def _move_holder(
        self, holder: Holder, to: tuple[str, int, int], under: str, old: tuple[str, int, int] | None, who: str
    ) -> None:
        if old is not None and (holder.map, holder.x, holder.y) != old:
            self._shift(holder, old, UNSEEN, "")
        members = list(holder.members)
        join = None if holder.deck else self._place_for("", to, under)
        if join is None or join[0] is holder:
            self._shift(holder, to, "", who)
            return
        target, above = join
        for key in members:
            piece = self.pieces.get(key)
            if piece is not None:
                self._put(piece, to, (target, above if above != BOTTOM else TOP), "", who)
                above = key if above in target.members else above
        if holder.key in self.holders:
            self._drop(holder)

    def _shift(self, holder: Holder, to: tuple[str, int, int], text: str, who: str) -> None:
        """Move a stack with all that is in it."""
        self._worked(len(holder.members))
        self._drop(holder)
        moving = [self.pieces[key] for key in holder.members if key in self.pieces]
        before = []
        self.holders[holder.key] = holder  # for the name of its deck
        for piece in moving:
            before.append(self.snapshot(piece))
            piece.map, piece.x, piece.y = to
        holder.map, holder.x, holder.y = to
        self._stand(holder)
        for piece, earlier in zip(moving, before, strict=True):
            after = self.snapshot(piece)
            if after.spot != earlier.spot:
                self._tell("moved", piece, earlier, after, text, who)


TOP, BOTTOM = "top of it", "bottom of it"


def _point(fields: list[str]) -> tuple[str, int, int]:
    x, y = (number(fields[n]) if len(fields) > n else 0 for n in (1, 2))
    return where(fields[0]), x, y
