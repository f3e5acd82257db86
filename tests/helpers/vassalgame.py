"""Turn any record into a VASSAL log.

The record is played, and the actions of its players with the pieces are written.

:func:`log_of` gives the neutral happenings, :func:`file_of` a file with them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from referee.engine.record.steps import JudgedStep
from referee.engine.state import hidden
from referee.engine.state.board import Board
from referee.engine.state.script import Record
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.happenings import NOBODY, Happening, Log, Piece, PieceSpot, Player, VassalDeck
from referee.parsers.vassal.mapping import BoardTrack, Mapping
from referee.parsers.vassal.table import GOVERNANCE
from tests.helpers import vassalfile

LABELS = {"J": "Jihadist", "US": "US"}
MAIN = "Main Map"
SIDE = "Markers"
HANDS = {"J": "Jihadist Hand", "US": "US Hand"}
PILES = {
    "draw": PieceSpot(MAIN, 3600, 300, deck="Draw Deck"),
    "discards": PieceSpot(MAIN, 3600, 700, deck="Discard Pile"),
    "removed": PieceSpot(MAIN, 3600, 1100, deck="Removed Cards"),
}
GROUPS = {"sleepers": "cell", "actives": "cell", "awakening": "awakening", "reaction": "awakening"}
SLOTS = {
    "posture": (0, 0),
    "troops": (0, 70),
    "militia": (0, 140),
    "cell": (134, 70),
    "cadre": (134, 140),
    "plot": (67, 70),
    "aid": (67, 140),
    "regime change": (40, 120),
    "besieged": (90, 120),
    "awakening": (67, 100),
    "civil war": (20, 100),
    "caliphate capital": (120, 100),
    "advisors": (0, 100),
    "marker": (100, 130),
}
Need = tuple[str, PieceSpot, str]
"""Image, place, and who masks it."""


def pixels(m: Mapping, x: float, y: float) -> tuple[int, int]:
    """The centre of a marker in the pixels of a log.

    It is computed from its corner on the mapping's board.
    """
    return round((x + m.half[0]) * m.scale + m.shift[0]), round((y + m.half[1]) * m.scale + m.shift[1])


def corner(track: BoardTrack, value: int) -> tuple[float, float]:
    """The corner of the marker of a track at a value."""
    n = value - track.values[0]
    return track.origin[0] + n * track.step[0], track.origin[1] + n * track.step[1]


def group_of(what: str) -> str:
    """The group of pieces that are sides of one another.

    Those of one group are flipped, not exchanged.
    """
    if what in GROUPS:
        return GROUPS[what]
    head = what.partition(" ")[0]
    return what if head in ("track", "plot", "marker") else ("regime change" if head == "regime" else head)


@dataclass
class Style:
    """The habits of the players of a log."""

    cards_last: bool = False
    """A card is put away when its play is over."""
    typed: bool = False
    """Every line is typed in the notation."""


@dataclass
class Table:
    """The pieces as the players move them, and the log of it."""

    mapping: Mapping
    style: Style
    pieces: dict[int, Piece] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
    cards: dict[int, int] = field(default_factory=dict)
    """The piece of each card."""
    log: list[Happening] = field(default_factory=list)
    step: int = 0
    who: str = ""
    images: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = {i.casefold(): i for i in _IMAGES}
        for image, what in self.mapping.images.items():
            if what != "nothing":
                self.images.setdefault(what, names.get(image, image))

    # ------------------------------------------------------------ what is logged

    def note(self, kind: str, **what: object) -> None:
        self.step += 1
        self.log.append(Happening(self.step, kind, self.who, **what))  # type: ignore[arg-type]

    def put(self, image: str, spot: PieceSpot, group: str, masked: str = "") -> int:
        n = len(self.pieces) + 1
        self.pieces[n] = Piece(n, str(100 + n), image.removesuffix(".png"), (image,), masked_by=masked, spot=spot)
        self.groups[n] = group
        return n

    def change(self, n: int, *, quiet: bool, **what: object) -> None:
        before = self.pieces[n]
        after = replace(before, **what)  # type: ignore[arg-type]
        if after == before:
            return
        self.pieces[n] = after
        if quiet:
            return
        kind = "moved" if after.spot != before.spot else "changed"
        if kind == "moved" and before.spot.deck and not after.spot.deck:
            kind = "drawn"
        self.note(kind, piece=n, before=before, after=after)

    # ------------------------------------------------------------ pieces

    def arrange(self, board: Board, *, quiet: bool = False) -> None:
        """Move, flip, bring and take pieces until they match the board."""
        wanted: dict[str, list[Need]] = {}
        for what, spot, masked in self.needs(board):
            if what in self.images:
                wanted.setdefault(group_of(what), []).append((self.images[what], spot, masked))
        for group in sorted({*wanted, *self.groups.values()} - {"card"}):
            self.settle(group, wanted.get(group, []), quiet=quiet)

    def settle(self, group: str, wanted: list[Need], *, quiet: bool) -> None:
        have = [n for n, g in self.groups.items() if g == group]
        for same in (
            lambda p, w: (p.images[0], p.spot, p.masked_by) == w,
            lambda p, w: (p.images[0], p.spot) == w[:2],
            lambda p, w: p.spot == w[1],
            lambda p, w: p.spot.map == MAIN and p.images[0] == w[0],
            lambda p, w: p.spot.map == MAIN,
            lambda p, w: True,
        ):
            for need in list(wanted):
                n = next((n for n in have if same(self.pieces[n], need)), None)
                if n is not None:
                    have.remove(n)
                    wanted.remove(need)
                    image, spot, masked = need
                    if self.pieces[n].images != (image,):
                        self.change(n, quiet=quiet, images=(image,))
                    if self.pieces[n].masked_by and not masked:
                        self.change(n, quiet=quiet, masked_by="")
                    self.change(n, quiet=quiet, spot=spot, masked_by=masked)
        for image, spot, masked in wanted:
            n = self.put(image, spot, group, masked)
            if not quiet:
                self.note("added", piece=n, after=self.pieces[n])
        for n in have:
            if self.pieces[n].masked_by:
                self.change(n, quiet=quiet, masked_by="")
            self.change(n, quiet=quiet, spot=PieceSpot(SIDE, 50, 50))

    def needs(self, b: Board) -> list[tuple[str, PieceSpot, str]]:
        """The pieces that have to be on the table.

        Each has its kind, its place, and the player who masks it.
        """
        m = self.mapping
        found: list[tuple[str, PieceSpot, str]] = []

        def lay(what: str, name: str, slot: str, n: int = 1, masked: str = "", dx: int = 0) -> None:
            x, y = m.countries[name]
            sx, sy = SLOTS[slot]
            found.extend([(what, PieceSpot(MAIN, *pixels(m, x + sx + dx, y + sy)), masked)] * n)

        words = {v: k for k, v in GOVERNANCE.items()}
        for name, c in b.countries.items():
            if c.data.muslim and c.governance and c.data.kind != "iran":
                column = ("ally", "neutral", "adversary").index(c.alignment)
                x, y = m.countries[name]
                found.append(
                    (
                        f"governance {words[c.governance]}",
                        PieceSpot(MAIN, *pixels(m, x + column * int(m.column), y)),
                        "",
                    )
                )
            if c.data.non_muslim and c.posture and name not in ("United States", "Israel"):
                lay(f"posture {c.posture}", name, "posture")
            for what, n in (("troops", c.troops), ("sleepers", c.sleepers), ("actives", c.actives), ("aid", c.aid)):
                lay(what, name, group_of(what), n)
            for what in ("militia", "awakening", "reaction", "advisors"):
                lay(what, name, group_of(what), getattr(c, what, 0))
            for what in ("cadre", "besieged"):
                lay(what, name, what, int(getattr(c, what)))
            lay("civil war", name, "civil war", int(bool(getattr(c, "civil_war", False))))
            lay("caliphate capital", name, "caliphate capital", int(getattr(b, "caliphate_capital", "") == name))
            if c.regime_change:
                lay(f"regime change {c.regime_change}", name, "regime change")
            for token in c.plots:
                value = hidden.known(b, token) or "?"
                down = self.values.get(token, "1")
                lay(f"plot {value if value != '?' else down}", name, "plot", masked="" if value != "?" else "Jihadist")
            for marker in c.markers:
                lay(f"marker {marker}", name, "marker")
        for marker in b.markers:
            found.append((f"marker {marker}", PieceSpot(MAIN, *pixels(m, 2870, 660)), ""))
        found.append((f"us {b['United States'].posture}", PieceSpot(MAIN, *pixels(m, 350, 1440)), ""))
        tracks = {
            "prestige": b.prestige,
            "funding": b.funding,
            "reserves J": b.reserves_j,
            "reserves US": b.reserves_us,
        }
        for track, value in tracks.items():
            found.append((f"track {track}", PieceSpot(MAIN, *pixels(m, *corner(m.tracks[track], value))), ""))
        return found

    values: dict[int, str] = field(default_factory=dict)
    """What face-down Plot markers turn out to be."""

    # ------------------------------------------------------------ cards

    def place_of(self, card: int) -> str:
        spot = self.pieces[self.cards[card]].spot
        if spot.map in HANDS.values():
            return "hand " + next(s for s, h in HANDS.items() if h == spot.map)
        return next((p for p, s in PILES.items() if s == spot), "boxed")

    def bring(self, card: int, where: str) -> None:
        n = self.cards[card]
        if where.startswith("hand "):
            side = where[5:]
            self.change(n, quiet=False, spot=PieceSpot(HANDS[side], 100, 100), masked_by=LABELS[side])
        elif where == "boxed":
            x, y = 830, 1770
            self.change(n, quiet=False, spot=PieceSpot(MAIN, *pixels(self.mapping, x, y)), masked_by="")
        else:
            down = NOBODY if where == "draw" else ""
            self.change(n, quiet=False, spot=PILES[where], masked_by=down)

    def deal_cards(self, b: Board, soon: dict[str, list[int]]) -> None:
        """Put every card into its place on the board.

        Cards without a name are any that fit.
        """
        left_out = set(b.left_out)
        piles = {
            "discards": b.discards,
            "removed": tuple(n for n in b.removed if n not in left_out),
            "boxed": (*b.lapsing, *b.boxed),
        }
        named = {n for cards in piles.values() for n in cards if n}
        for where, cards in piles.items():
            for n in cards:
                if n and n in self.cards and self.place_of(n) != where:
                    self.bring(n, where)
            unknown = cards.count(0) - sum(self.place_of(n) == where and n not in named for n in self.cards)
            for _ in range(max(0, unknown)):
                spare = self.spare(b, soon)
                if spare:
                    self.bring(spare, where)
        for n in self.cards:
            if self.place_of(n) in piles and n not in named and 0 not in piles[self.place_of(n)]:
                self.bring(n, "draw")  # a reshuffle
        for side in ("J", "US"):
            due = b.hand(side)
            have = [n for n in self.cards if self.place_of(n) == f"hand {side}"]
            later = [n for n in soon[side] if n not in have]
            for _ in range((due or 0) - len(have) if due is not None else 0):
                deck = [n for n in self.cards if self.place_of(n) == "draw"]
                while later and later[0] not in (0, *deck):
                    later.pop(0)
                wanted = later.pop(0) if later else 0
                others = {n for cards in soon.values() for n in cards}
                card = (
                    wanted
                    if wanted
                    else next((n for n in reversed(deck) if n not in others and harmless(b, n, side)), None)
                )
                if card is not None:
                    self.bring(card, f"hand {side}")

    def spare(self, b: Board, soon: dict[str, list[int]]) -> int:
        """A card in a hand that should not be there.

        It is one that is not needed later if there is any.
        """
        later = {n for cards in soon.values() for n in cards}
        for side in ("J", "US"):
            held = [n for n in self.cards if self.place_of(n) == f"hand {side}"]
            if len(held) > (b.hand(side) or 0):
                return next((n for n in held if n not in later), held[-1])
        return 0

    side: str = "J"


def harmless(b: Board, card: int, side: str) -> bool:
    """Whether nothing happens when a side discards a card."""
    return b.cards[card].side in (None, side) and not b.cards[card].auto


def _images() -> tuple[str, ...]:
    import tomllib

    return tuple(tomllib.loads(mappings.shipped_text())["images"])


_IMAGES = _images()


def leaving(
    step: JudgedStep, before: tuple[int | None, int | None], after: tuple[int | None, int | None]
) -> dict[str, list[int]]:
    """The cards that leave each hand in a step.

    They are given as far as the record names them.
    """
    found: dict[str, list[int]] = {"J": [], "US": []}
    action = step.action
    if action.kind == "card":
        found[action.side] += [n for n in action.cards if n]
    others = []
    for segment in action.segments:
        for item in segment.items:
            for name in ("discard", "give", "take", "show"):
                part = item.parts.get(name)
                if part is not None:
                    values = part.value if isinstance(part.value, list | tuple) else [part.value]
                    others += [n for n in values if isinstance(n, int) and n]
    for i, side in enumerate(("J", "US")):
        lost = (before[i] or 0) - (after[i] or 0) - len(found[side])
        for _ in range(max(0, lost)):
            found[side].append(others.pop(0) if others else 0)
    return found


def plot_values(record: Record, mapping: Mapping) -> None:
    """Nothing.

    Later lines show face-down markers, where the record does.
    """


def log_of(record: Record, mapping: Mapping | None = None, style: Style | None = None) -> Log:
    """The log of a record."""
    mapping, style = mapping or mappings.shipped(), style or Style()
    setup, _ = setup_of(record)
    from referee.engine.explaining.explained_game import ExplainedGame

    game = ExplainedGame(setup)
    blocks = [a for a in record.actions if a.kind == "setup"]
    actions = [a for a in record.actions if a.kind != "setup"]
    game.set_up(blocks, next((a for a in actions if a.counted), None))
    table = Table(mapping, style)
    board = game.board
    for n in board.cards:
        if n not in board.left_out:
            table.cards[n] = table.put(card_image(n), PILES["draw"], "card", NOBODY)
    table.arrange(board, quiet=True)
    log = Log("Labyrinth: The War on Terror", "2.0", "3.6.4", "", 1_700_000_000_000)
    log.players = [Player(LABELS[s], LABELS[s], "") for s in LABELS]
    log.start = dict(table.pieces)
    log.decks = [
        VassalDeck(s.deck, s.map, s.x, s.y, tuple(table.cards.values()) if p == "draw" else ())
        for p, s in PILES.items()
    ]

    sizes, first = [], ExplainedGame(setup)
    values: dict[int, str] = {}
    first.set_up(blocks, next((a for a in actions if a.counted), None))
    lookahead = []
    for action in actions:
        before = first.board.hand_j, first.board.hand_us
        lying = {t for c in first.board.countries.values() for t in c.plots}
        s = first.push(action)
        lookahead.append(s)
        there = {t for c in first.board.countries.values() for t in c.plots}
        values |= turned_over(s, sorted(lying - there))
        sizes.append(leaving(s, before, (first.board.hand_j, first.board.hand_us)))

    def soon(i: int) -> dict[str, list[int]]:
        return {side: [n for s in sizes[i:] for n in s[side]] for side in LABELS}

    table.values = values
    table.who = LABELS["J"]
    table.deal_cards(board, soon(0))
    for i, final in enumerate(lookahead):
        text = record.lines[final.action.place.line - 1].split(";")[0].strip()
        table.side = final.action.side or "J"
        table.who = LABELS[table.side]
        step = game.push(final.action)
        if style.typed and text:
            for line in final.action.numbers:
                said = record.lines[line - 1].split(";")[0].strip()
                table.note("chat", text=said, chat="typed")
        if final.action.kind == "card" and not style.cards_last:
            play_cards(table, final, board)
        for roll in step.rolls:
            dice = tuple(d for d in roll.dice if d)
            if dice and not roll.automatic:
                table.note("dice", text="1d6", dice=dice)
        table.arrange(board)
        table.deal_cards(board, soon(i + 1))
    log.happenings = table.log
    log.steps = table.step
    return log


def play_cards(table: Table, step: JudgedStep, board: Board) -> None:
    """The cards of a play are put away as it begins."""
    for n in step.action.cards:
        if n and n in table.cards:
            where = next(
                (
                    w
                    for w, cards in (
                        ("discards", board.discards),
                        ("removed", board.removed),
                        ("boxed", (*board.lapsing, *board.boxed)),
                    )
                    if n in cards
                ),
                "discards",
            )
            table.bring(n, where)


def turned_over(step: JudgedStep, gone: list[int]) -> dict[int, str]:
    """The values of Plot markers that left the map in a step.

    They are given as far as its line says.
    """
    said = []
    for segment in step.action.segments:
        said += [str(s.value) for s in (*segment.claims, *step.action.statements) if s.field == "plot"]
        for item in segment.items:
            part = item.parts.get("value")
            if part is not None:
                said.append(str(part.value))
    return dict(zip(gone, said, strict=False)) if len(said) >= len(gone) else {}


def card_image(n: int) -> str:
    """The name of a card's image in the module."""
    return f"Card_{n:02d}.png" if n < 241 else f"{n}.png"


def record_at(path: Path) -> Record:
    return read_text(path.read_text(encoding="utf-8"), path.name)


# -------------------------------------------------------------------- as a file

PASSWORDS = {"Jihadist": "jihad-secret", "US": "us-secret"}


def file_of(log: Log, engine: vassalfile.Engine = vassalfile.ENGINES[3], mapping: Mapping | None = None) -> bytes:
    """A file with this log, as an engine writes it."""
    table = Table(mapping or mappings.shipped(), Style())
    sides: dict[str, list[str]] = {}
    for what, image in table.images.items():
        sides.setdefault(group_of(what), []).append(image)
    groups = {image: images for images in sides.values() for image in images}

    def parts(p: Piece) -> list[vassalfile.Trait]:
        images = groups.get(p.images[0], [p.images[0]])
        traits = [vassalfile.mask(PASSWORDS.get(p.masked_by, p.masked_by) or "null")]
        if len(images) > 1:
            level = images.index(p.images[0]) + 1
            traits.append(vassalfile.layer(images, [""] * len(images), level, old=engine.old_layers))
        name = images[0].removesuffix(".png")
        return [*traits, vassalfile.basic(images[0], name, p.spot.map, p.spot.x, p.spot.y, p.gpid, age=engine.age)]

    def point(p: Piece) -> tuple[str, int, int]:
        return p.spot.map, p.spot.x, p.spot.y

    def node(h: Happening) -> vassalfile.Node:
        if h.kind == "chat":
            return vassalfile.Node(vassalfile.said(h.who, h.text))
        if h.kind == "dice":
            return vassalfile.rolled(h.text, h.dice, h.who, properties=engine.dice_properties)
        assert h.after is not None
        made = vassalfile.Node()
        new = vassalfile.piece(parts(h.after), engine.flat)
        if h.before is None:
            made.below.append(vassalfile.Node(vassalfile.add(str(1000 + h.piece), new)))
            return made
        turned = replace(h.after, spot=h.before.spot)
        if turned != h.before:
            state = vassalfile.piece(parts(turned), engine.flat)[1]
            old = vassalfile.piece(parts(h.before), engine.flat)[1]
            made.below.append(vassalfile.Node(vassalfile.change(str(1000 + h.piece), state, old)))
        if h.after.spot != h.before.spot:
            player = PASSWORDS[h.who] if engine.moves_signed else None
            moved = vassalfile.move(str(1000 + h.piece), point(h.after), point(h.before), player=player)
            made.below.append(vassalfile.Node(moved))
        return made

    restore = [vassalfile.add(str(1000 + n), vassalfile.piece(parts(p), engine.flat)) for n, p in log.start.items()]
    for i, d in enumerate(log.decks):
        held = [str(1000 + n) for n in d.cards]
        down = d.name == PILES["draw"].deck
        restore.append(vassalfile.add(str(10 + i), vassalfile.deck(d.map, d.x, d.y, d.name, held, down)))
    restore += [vassalfile.player(PASSWORDS[p.side], p.side, p.side) for p in log.players]
    text = vassalfile.stream(restore, [node(h) for h in log.happenings])
    return vassalfile.file(
        text, engine.how, engine=engine.version, module=log.module, metadata=engine.metadata, saved=log.save_time or 0
    )
