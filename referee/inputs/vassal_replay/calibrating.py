"""What a mapping needs to know of a module, found in one of its logs or saves: names, images, places, and a mapping to complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from referee.editions import rulesets
from referee.engine.board import Board
from referee.engine.setup import Setup, scenario_files
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.happenings import NOBODY, Log, Piece, Spot
from referee.parsers.vassal.mapping import Mapping
from referee.parsers.vassal.table import GOVERNANCE

MOST_LISTED = 400
NEAR = 40
"""Pixels between pieces of one cluster."""
_ENOUGH = 6
"""So many markers have to be found where a scenario has them."""
_FITTING = 45
"""Pixels that a marker may lie away from where it is expected, in a fit that is believed."""


@dataclass(slots=True)
class Kind:
    """The pieces of one image."""

    image: str
    names: Counter[str] = field(default_factory=Counter)
    gpids: Counter[str] = field(default_factory=Counter)
    spots: list[Spot] = field(default_factory=list)
    what: str = ""


@dataclass(slots=True)
class Fit:
    """A shift and a scale that bring a scenario's markers to where they were seen."""

    scenario: str
    scale: float
    shift: tuple[float, float]
    off: float
    """How far the markers lie away, in the middle."""
    found: int
    otherwise: int = 0
    """How many markers more or less there are than the scenario has."""

    @property
    def worse(self) -> tuple[int, int, float]:
        """What speaks against it."""
        return self.otherwise, -self.found, self.off


@dataclass(slots=True)
class Survey:
    """What a log shows of its module."""

    log: Log
    mapping: Mapping
    maps: Counter[str] = field(default_factory=Counter)
    decks: list[tuple[str, str, int, int, str]] = field(default_factory=list)
    """Name, map, cards, cards face down, and the pile that it is."""
    kinds: list[Kind] = field(default_factory=list)
    cards: int = 0
    zones: dict[str, list[Spot]] = field(default_factory=dict)
    """The places that the file itself names."""
    buttons: Counter[str] = field(default_factory=Counter)
    fit: Fit | None = None


def survey(log: Log, mapping: Mapping | None = None) -> Survey:
    """Look through a log."""
    used = mapping or mappings.shipped()
    found = Survey(log, used)
    kinds: dict[str, Kind] = {}
    pieces = list(log.start.values()) + [h.after for h in log.happenings if h.kind == "added" and h.after is not None]
    for piece in pieces:
        found.maps[piece.spot.map or "(off the map)"] += 1
        if used.card(piece):
            found.cards += 1
            continue
        image = piece.images[-1] if piece.images else ""
        kind = kinds.setdefault(image, Kind(image))
        kind.names[piece.name] += 1
        kind.gpids[piece.gpid] += bool(piece.gpid)
        kind.spots.append(piece.spot)
        kind.what = used.what(piece)
    found.kinds = sorted(kinds.values(), key=lambda k: -len(k.spots))
    for deck in log.decks:
        down = sum(log.start[c].masked_by == NOBODY for c in deck.cards if c in log.start)
        found.decks.append((deck.name, deck.map, len(deck.cards), down, used.pile(deck.name)))
    moved = [p for h in log.happenings for p in (h.before, h.after) if p is not None]
    for piece in pieces + moved:
        for name in dict.fromkeys((piece.spot.location, piece.spot.zone)):
            if name and len(found.zones) < MOST_LISTED:
                found.zones.setdefault(name, []).append(piece.spot)
    found.buttons.update(h.text for h in log.happenings if h.kind == "dice")
    found.fit = fitted(list(log.start.values()), used)
    return found


# -------------------------------------------------------------------- fitting


def _expected(board: Board, m: Mapping) -> Iterator[tuple[str, tuple[float, float]]]:
    """Where the Governance and Posture markers of a position stand, in the pixels of the mapping."""
    words = {v: k for k, v in GOVERNANCE.items()}
    for name, c in board.countries.items():
        corner = m.countries.get(name)
        if corner is None:
            continue
        x, y = corner[0] + m.half[0], corner[1] + m.half[1]
        if c.data.muslim and c.governance and c.alignment:
            column = ("ally", "neutral", "adversary").index(c.alignment)
            yield f"governance {words[c.governance]}", (x + column * m.column, y)
        elif c.data.non_muslim and c.posture and name not in ("United States", "Israel"):
            yield f"posture {c.posture}", (x, y)


def fitted(pieces: list[Piece], m: Mapping) -> Fit | None:
    """The scenario, shift and scale that agree best with where the markers lie; None where none does."""
    seen: dict[str, list[tuple[int, int]]] = {}
    for piece in pieces[:5000]:
        what = m.what(piece)
        if piece.spot.map and what.partition(" ")[0] in ("governance", "posture"):
            seen.setdefault(what, []).append((piece.spot.x, piece.spot.y))
    best: Fit | None = None
    done: set[str] = set()
    for name, data in sorted(scenario_files().items(), key=_plainest):
        wanted: dict[str, list[tuple[float, float]]] = {}
        for what, point in _expected(Setup(rulesets.of_scenario(data), name, data).board(), m):
            wanted.setdefault(what, []).append(point)
        if str(wanted) in done:
            continue
        done.add(str(wanted))
        found = _fit(name, wanted, seen)
        if found is not None and (best is None or found.worse < best.worse):
            best = found
    return best


def _plainest(found: tuple[str, dict[str, Any]]) -> tuple[int, int]:
    """The order of scenarios: of equal set-ups that with the fewest cards and the shortest name comes first."""
    name, data = found
    return len(rulesets.of_scenario(data).cards), len(name)


def _fit(name: str, wanted: dict[str, list[tuple[float, float]]], seen: dict[str, list[tuple[int, int]]]) -> Fit | None:
    """Shift and scale from markers of which there are as many as expected: both sorted, they are the same ones."""
    same = [w for w, points in wanted.items() if len(seen.get(w, ())) == len(points)]
    n = sum(len(wanted[w]) for w in same)
    if n < _ENOUGH:
        return None
    scales, shifts = [], []
    for axis in (0, 1):
        pairs = []
        for w in same:
            pairs += list(zip(sorted(p[axis] for p in wanted[w]), sorted(p[axis] for p in seen[w]), strict=True))
        spread = [(b2 - b1) / (a2 - a1) for a1, b1 in pairs for a2, b2 in pairs if a2 - a1 > 300]
        if not spread:
            return None
        scale = median(spread)
        scales.append(scale)
        shifts.append((pairs, scale))
    scale = (scales[0] + scales[1]) / 2
    shift = tuple(median(b - a * scale for a, b in pairs) for pairs, _ in shifts)
    off = [
        min(abs(a[0] * scale + shift[0] - b[0]) + abs(a[1] * scale + shift[1] - b[1]) for b in seen[w])
        for w in same
        for a in wanted[w]
    ]
    if scale <= 0 or median(off) > _FITTING * scale:
        return None
    otherwise = sum(abs(len(wanted.get(w, ())) - len(seen.get(w, ()))) for w in {*wanted, *seen})
    return Fit(name, round(scale, 4), (round(shift[0]), round(shift[1])), round(median(off), 1), n, otherwise)


# -------------------------------------------------------------------- in words


def clusters(spots: list[Spot]) -> list[tuple[str, int, int, int]]:
    """Where pieces lie: map, middle and how many, the biggest cluster first."""
    found: list[list[Spot]] = []
    for spot in spots[:2000]:
        near = next(
            (g for g in found if g[0].map == spot.map and abs(g[0].x - spot.x) + abs(g[0].y - spot.y) <= NEAR), None
        )
        if near is None:
            found.append([spot])
        else:
            near.append(spot)
    found.sort(key=len, reverse=True)
    return [(g[0].map, sum(s.x for s in g) // len(g), sum(s.y for s in g) // len(g), len(g)) for g in found]


def listing(s: Survey) -> str:
    """The survey for people."""
    out = [f"module   {s.log.module or 'without a name'} {s.log.module_version}".rstrip()]
    out += ["", "maps"] + [f"  {name}: {n} pieces" for name, n in s.maps.most_common(MOST_LISTED)]
    out += ["", "decks"]
    for name, board, cards, down, pile in s.decks:
        out.append(f"  {name} on {board or 'no map'}: {cards} cards, {down} face down; {pile or 'not in the mapping'}")
    out += [
        "",
        f"cards    {s.cards} read by the mapping",
        "",
        "pieces: image, what the mapping makes of it, how many, where",
    ]
    for kind in s.kinds[:MOST_LISTED]:
        where = ", ".join(
            f"{m or 'off'} {x},{y}" + (f" x{n}" if n > 1 else "") for m, x, y, n in clusters(kind.spots)[:6]
        )
        name = kind.names.most_common(1)[0][0]
        gpids = ", ".join(g for g, _ in kind.gpids.most_common(4) if g)
        out.append(f"  {kind.image or '(no image)'} “{name}”" + (f" gpid {gpids}" if gpids else ""))
        out.append(f"      {kind.what or 'not in the mapping'}; {len(kind.spots)}: {where}")
    if s.zones:
        out += ["", "places that the file names"]
        for name, spots in s.zones.items():
            x, y = median(p.x for p in spots), median(p.y for p in spots)
            out.append(
                f"  {name}: around {x:.0f},{y:.0f}; {s.mapping.zones.get(name.casefold(), 'not in the mapping')}"
            )
    if s.buttons:
        out += ["", "dice     " + ", ".join(f"{name} ({n})" for name, n in s.buttons.most_common(20))]
    out += ["", _fit_words(s.fit)]
    return "\n".join(out) + "\n"


def _fit_words(fit: Fit | None) -> str:
    if fit is None:
        return "board    the markers lie as in no known set-up, so shift and scale could not be worked out"
    return (
        f"board    as in the set-up of {fit.scenario}: scale {fit.scale}, shift {fit.shift[0]:.0f},{fit.shift[1]:.0f}; "
        f"{fit.found} markers, {fit.off} pixels off in the middle"
    )


def _quoted(text: str) -> str:
    plain = "".join(ch if ch.isprintable() else " " for ch in text)[: mappings.MAX_NAME]
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(s: Survey) -> str:
    """A mapping for this module: the one that was used, with what was fitted, and what is missing as comments."""
    lines = mappings.shipped_text().splitlines()
    out: list[str] = []
    named = [n for n, _ in s.maps.most_common(1) if not n.startswith("(")]
    instead = {"maps = []": f"maps = [{', '.join(map(_quoted, named))}]"}
    if s.fit is not None:
        instead["shift = [0, 0]"] = f"shift = [{s.fit.shift[0]:.0f}, {s.fit.shift[1]:.0f}]"
        instead["scale = 1.0"] = f"scale = {s.fit.scale}"
    for line in lines:
        if line == "[images]":
            out += _zones(s)
        elif line == "[cards]":
            out += _missing(s)
        elif line == "[decks]":
            out += ["# decks of this module: " + (", ".join(_quoted(d[0]) for d in s.decks) or "none")]
        elif line == "[hands]":
            out += ["# maps of this module: " + ", ".join(_quoted(n) for n, _ in s.maps.most_common(20))]
        in_module = bool(out) and out[-1] == "[module]"
        out.append(f"names = [{_quoted(s.log.module or '*')}]" if in_module else instead.get(line, line))
    return "\n".join(out) + "\n"


def _zones(s: Survey) -> list[str]:
    """The places that the file names, each as a line to complete."""
    if not s.zones:
        return []
    out = ["[zones]", "# names that the file itself gives: take the # away where the country or box is right"]
    known = {c.casefold(): c for c in s.mapping.countries}
    for name, spots in s.zones.items():
        spot = spots[len(spots) // 2]
        guess = known.get(name.casefold(), "")
        mark = "" if guess else "# "
        out.append(f"{mark}{_quoted(name)} = {_quoted(guess or s.mapping.country(spot) or '?')}")
    return [*out, ""]


def _missing(s: Survey) -> list[str]:
    """Images that the mapping does not know, each as a line to complete in the table above."""
    unknown = [k for k in s.kinds if not k.what and k.image]
    if not unknown:
        return []
    out = ['# images that are not in the mapping: say what each is, or "nothing"']
    for kind in unknown[:MOST_LISTED]:
        out.append(
            f'# {_quoted(kind.image)} = "nothing"  # {len(kind.spots)} x {_quoted(kind.names.most_common(1)[0][0])}'
        )
    return [*out, ""]
