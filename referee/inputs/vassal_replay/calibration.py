"""The making of a mapping for a module.

One of its logs or saves shows the contents that the mapping needs; the result is a mapping to complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from referee.editions import rulesets
from referee.engine.record.setup import Setup, scenario_files
from referee.engine.state.board import Board
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.happenings import NOBODY, Log, Piece, PieceSpot
from referee.parsers.vassal.mapping import Mapping
from referee.parsers.vassal.table import GOVERNANCE

MOST_LISTED = 400
NEAR = 40
"""Pixels between pieces of one cluster."""
_ENOUGH = 6
"""Fewest markers at the places of a scenario."""
_FITTING = 45
"""Most pixels between a marker and its place, if believed."""
_APART = 300
"""Fewest pixels between two markers that define a scale."""
MarkerPoints = dict[str, list[tuple[float, float]]]
"""Points of markers, by kind."""


class Fit(NamedTuple):
    """A shift and a scale from a scenario's markers.

    They bring the markers to their seen places.
    """

    scenario: str
    scale: float
    shift: tuple[float, float]
    distance: float
    """The median distance of the markers from their places."""
    markers_found: int
    mismatches: int
    """Number of markers missing or surplus against the scenario."""


@dataclass(slots=True)
class ImageGroup:
    """The pieces of one image."""

    image: str
    what: str = ""
    names: Counter[str] = field(default_factory=Counter)
    gpids: Counter[str] = field(default_factory=Counter)
    spots: list[PieceSpot] = field(default_factory=list)


class Survey:
    """Contents of a module, as shown by a log."""

    def __init__(self, log: Log, mapping: Mapping | None = None) -> None:
        self.log = log
        self.mapping = m = mapping or mappings.shipped()
        added = [h.after for h in log.happenings if h.kind == "added" and h.after is not None]
        pieces = [*log.start.values(), *added]
        self.maps = Counter(piece.spot.map or "(off the map)" for piece in pieces)
        self.cards = 0
        kinds: dict[str, ImageGroup] = {}
        for piece in pieces:
            if m.card(piece):
                self.cards += 1
                continue
            image = piece.images[-1] if piece.images else ""
            kind = kinds.setdefault(image, ImageGroup(image))
            kind.what = m.what(piece)
            kind.names[piece.name] += 1
            kind.gpids[piece.gpid] += bool(piece.gpid)
            kind.spots.append(piece.spot)
        for piece in (h.after for h in log.happenings if h.kind == "changed" and h.after is not None):
            image = piece.images[-1] if piece.images else ""
            if image not in kinds and not m.card(piece):  # the other face of a piece
                kinds[image] = ImageGroup(image, m.what(piece), Counter((piece.name,)), Counter(), [piece.spot])
        self.kinds = sorted(kinds.values(), key=lambda k: -len(k.spots))
        self.zones: dict[str, list[PieceSpot]] = {}
        """Named places of the file."""
        moved = [p.spot for h in log.happenings for p in (h.before, h.after) if p is not None]
        for spot in [*(piece.spot for piece in pieces), *moved]:
            for name in dict.fromkeys((spot.location, spot.zone)):
                if name and len(self.zones) < MOST_LISTED:
                    self.zones.setdefault(name, []).append(spot)
        self.fit = best_fit(list(log.start.values()), m)

    # ------------------------------------------------------------ in words

    def listing(self) -> str:
        """The survey for people."""
        log, m = self.log, self.mapping
        out = [f"module   {log.module or 'without a name'} {log.module_version}".rstrip(), "", "maps"]
        out += [f"  {name}: {n} pieces" for name, n in self.maps.most_common(MOST_LISTED)]
        out += ["", "decks"]
        for deck in log.decks:
            down = sum(log.start[c].masked_by == NOBODY for c in deck.cards if c in log.start)
            pile = m.pile(deck.name) or "not in the mapping"
            out.append(f"  {deck.name} on {deck.map or 'no map'}: {len(deck.cards)} cards, {down} face down; {pile}")
        out += ["", f"cards    {self.cards} read by the mapping", ""]
        out.append("pieces: image, what the mapping makes of it, how many, where")
        for kind in self.kinds[:MOST_LISTED]:
            out += _described(kind)
        out += ["", "places that the file names"] if self.zones else []
        for name, spots in self.zones.items():
            x, y = median(p.x for p in spots), median(p.y for p in spots)
            out.append(f"  {name}: around {x:.0f},{y:.0f}; {m.zones.get(name.casefold(), 'not in the mapping')}")
        buttons = Counter(h.text for h in log.happenings if h.kind == "dice")
        if buttons:
            out += ["", "dice     " + ", ".join(f"{name} ({n})" for name, n in buttons.most_common(20))]
        if self.fit is None:
            fit = "the markers lie as in no known set-up, so shift and scale could not be worked out"
        else:
            name, scale, (x, y), off, found, _ = self.fit
            fit = (
                f"as in the set-up of {name}: scale {scale}, shift {x:.0f},{y:.0f}; {found} markers, "
                f"{off} pixels off in the middle"
            )
        return "\n".join([*out, "", f"board    {fit}"]) + "\n"

    def written(self, begun: str = "") -> str:
        """A mapping for this module: shipped, fitted, gaps as comments.

        One that was ``begun`` keeps all its lines; the fit takes the place of no other one.
        """
        named = [n for n, _ in self.maps.most_common(1) if not n.startswith("(")]
        instead = {"maps = []": f"maps = [{', '.join(map(_quoted, named))}]"}
        if self.fit is not None:
            x, y = self.fit.shift
            instead |= {"shift = [0, 0]": f"shift = [{x:.0f}, {y:.0f}]", "scale = 1.0": f"scale = {self.fit.scale}"}
        before = (
            {"[cards]": self._missing_images(begun)}
            if begun
            else {
                "[images]": self._named_places(),
                "[cards]": self._missing_images(),
                "[decks]": [
                    "# decks of this module: " + (", ".join(_quoted(d.name) for d in self.log.decks) or "none")
                ],
                "[hands]": ["# maps of this module: " + ", ".join(_quoted(n) for n, _ in self.maps.most_common(20))],
            }
        )
        out: list[str] = []
        for line in (begun or mappings.shipped_text()).splitlines():
            in_module = not begun and bool(out) and out[-1] == "[module]"
            out += before.get(line, [])
            out.append(f"names = [{_quoted(self.log.module or '*')}]" if in_module else instead.get(line, line))
        return "\n".join(out) + "\n"

    def _named_places(self) -> list[str]:
        """Named places of the file, each as a line to complete."""
        out = ["[zones]", "# names that the file itself gives: take the # away where the country or box is right"]
        known = {c.casefold(): c for c in self.mapping.countries}
        for name, spots in self.zones.items():
            same = known.get(name.casefold(), "")
            guess = same or self.mapping.country(spots[len(spots) // 2]) or "?"
            out.append(f"{'' if same else '# '}{_quoted(name)} = {_quoted(guess)}")
        return [*out, ""] if self.zones else []

    def _missing_images(self, begun: str = "") -> list[str]:
        """Images outside the mapping, as lines to complete above.

        They are not in the text that was begun either.
        """
        unknown = [kind for kind in self.kinds if not kind.what and kind.image and kind.image not in begun][
            :MOST_LISTED
        ]
        out = ['# images that are not in the mapping: say what each is, or "nothing"']
        for kind in unknown:
            name = kind.names.most_common(1)[0][0]
            out.append(f'# {_quoted(kind.image)} = "nothing"  # {len(kind.spots)} x {_quoted(name)}')
        return [*out, ""] if unknown else []


def _described(kind: ImageGroup) -> Iterator[str]:
    where = ", ".join(f"{m or 'off'} {x},{y}" + (f" x{n}" if n > 1 else "") for m, x, y, n in clusters(kind.spots)[:6])
    gpids = ", ".join(g for g, _ in kind.gpids.most_common(4) if g)
    name = kind.names.most_common(1)[0][0]
    yield f"  {kind.image or '(no image)'} “{name}”" + (f" gpid {gpids}" if gpids else "")
    yield f"      {kind.what or 'not in the mapping'}; {len(kind.spots)}: {where}"


def clusters(spots: list[PieceSpot]) -> list[tuple[str, int, int, int]]:
    """Places of pieces: map, middle and number, largest first."""
    found: list[list[PieceSpot]] = []
    for spot in spots[:2000]:
        near = (g for g in found if g[0].map == spot.map and abs(g[0].x - spot.x) + abs(g[0].y - spot.y) <= NEAR)
        group = next(near, None)
        if group is None:
            found.append([spot])
        else:
            group.append(spot)
    found.sort(key=len, reverse=True)
    return [(g[0].map, sum(s.x for s in g) // len(g), sum(s.y for s in g) // len(g), len(g)) for g in found]


def _quoted(text: str) -> str:
    plain = "".join(ch if ch.isprintable() else " " for ch in text)[: mappings.MAX_NAME]
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


# -------------------------------------------------------------------- fitting


def best_fit(pieces: list[Piece], m: Mapping) -> Fit | None:
    """The best scenario, shift and scale for the markers, or None."""
    seen: MarkerPoints = {}
    for piece in pieces[:5000]:
        what = m.what(piece)
        if piece.spot.map and what.partition(" ")[0] in ("governance", "posture"):
            seen.setdefault(what, []).append((piece.spot.x, piece.spot.y))
    fits: list[Fit] = []
    done: list[MarkerPoints] = []
    for name, data in sorted(scenario_files().items(), key=_plainest):
        wanted = _expected(Setup(rulesets.of_scenario(data), name, data).board(), m)
        fit = _fit(name, wanted, seen) if wanted not in done else None
        done.append(wanted)
        fits += [fit] if fit is not None else []
    return min(fits, key=lambda fit: (fit.mismatches, -fit.markers_found, fit.distance), default=None)


def _plainest(found: tuple[str, dict[str, Any]]) -> tuple[int, int]:
    """Key of scenarios: the fewest cards and the shortest name first.

    It decides between equal set-ups.
    """
    name, data = found
    return len(rulesets.of_scenario(data).cards), len(name)


def _expected(board: Board, m: Mapping) -> MarkerPoints:
    """Points of Governance and Posture markers, in the mapping's pixels."""
    words = {v: k for k, v in GOVERNANCE.items()}
    found: MarkerPoints = {}
    for name, c in board.countries.items():
        if name not in m.countries:
            continue
        x, y = (corner + half for corner, half in zip(m.countries[name], m.half, strict=True))
        if c.data.muslim and c.governance and c.alignment:
            column = ("ally", "neutral", "adversary").index(c.alignment)
            found.setdefault(f"governance {words[c.governance]}", []).append((x + column * m.column, y))
        elif c.data.non_muslim and c.posture and name not in ("United States", "Israel"):
            found.setdefault(f"posture {c.posture}", []).append((x, y))
    return found


def _fit(name: str, wanted: MarkerPoints, seen: MarkerPoints) -> Fit | None:
    """Shift and scale by kinds with the expected number.

    Sorted, their markers are the same ones.
    """
    same = [what for what, points in wanted.items() if len(seen.get(what, ())) == len(points)]
    number = sum(len(wanted[what]) for what in same)
    if number < _ENOUGH:
        return None
    axes = [
        [
            pair
            for what in same
            for pair in zip(sorted(p[axis] for p in wanted[what]), sorted(p[axis] for p in seen[what]), strict=True)
        ]
        for axis in (0, 1)
    ]
    spreads = [[(b2 - b1) / (a2 - a1) for a1, b1 in pairs for a2, b2 in pairs if a2 - a1 > _APART] for pairs in axes]
    if not all(spreads):
        return None
    scale = sum(map(median, spreads)) / 2
    x, y = (median(b - a * scale for a, b in pairs) for pairs in axes)
    off = median(
        min(abs(a[0] * scale + x - b[0]) + abs(a[1] * scale + y - b[1]) for b in seen[what])
        for what in same
        for a in wanted[what]
    )
    if scale <= 0 or off > _FITTING * scale:
        return None
    otherwise = sum(abs(len(wanted.get(what, ())) - len(seen.get(what, ()))) for what in {*wanted, *seen})
    return Fit(name, round(scale, 4), (round(x), round(y)), round(off, 1), number, otherwise)
