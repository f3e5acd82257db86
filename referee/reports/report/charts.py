"""The charts over the game: geometry, drawn by the template as SVG."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.reports.report.plays import PlayView
from referee.reports.report.replay import GameReplay

WIDTH, HEIGHT = 420, 176
LEFT, RIGHT, TOP, BOTTOM = 26, 76, 8, 34
APART = 15
"""Least distance of two labels at the end of lines."""
TURN_WIDTH = 26
"""Width of a turn's label."""
HEADROOM = 2
"""Margin of an open scale above its highest value."""


@plain_dataclass(frozen=True)
class ChartPlan:
    """The content of one chart."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    """Series, label and style (us, j or plain) of each line."""
    low: int
    high: int
    """Least upper bound of the scale, which grows unless it is ``fixed``."""
    goals: tuple[tuple[int, str, str], ...] = ()
    """Winning values, with their style and label."""
    fixed: bool = True
    zones: Callable[[Ruleset], list[tuple[int, int, str]]] | None = None


def runs(values: range, name: Callable[[int], str]) -> list[tuple[int, int, str]]:
    """Stretches of a track with one name: first value, last value, name."""
    found: list[tuple[int, int, str]] = []
    for n in values:
        if found and found[-1][2] == name(n):
            found[-1] = (found[-1][0], n, name(n))
        else:
            found.append((n, n, name(n)))
    return found


def _prestige(rules: Ruleset) -> list[tuple[int, int, str]]:
    return runs(range(1, 13), lambda n: q.prestige_band(Board(rules, {}, prestige=n)))


def _funding(rules: Ruleset) -> list[tuple[int, int, str]]:
    return runs(range(1, 10), lambda n: f"{q.hand_size(Board(rules, {}, funding=n), 'J')} cards")


def _posture(rules: Ruleset) -> list[tuple[int, int, str]]:
    return runs(range(-3, 4), lambda n: "Hard" if n > 0 else "Soft" if n < 0 else "")


PLANS = (
    ChartPlan("Prestige", (("prestige", "Prestige", "us"),), 1, 12, zones=_prestige),
    ChartPlan("Funding", (("funding", "Funding", "j"),), 1, 9, zones=_funding),
    ChartPlan("World Posture", (("world", "World", "plain"),), -3, 3, zones=_posture),
    ChartPlan(
        "Resources",
        (("good", "Good", "us"), ("islamist", "Islamist", "j")),
        0,
        4,
        ((12, "us", "12 Good: the US wins"), (6, "j", "6 Islamist, two of them Adjacent: the Jihadist wins")),
        fixed=False,
    ),
    ChartPlan(
        "Muslim countries",
        (("fairgood", "Fair/Good", "us"), ("poorislamist", "Poor/Isl.", "j")),
        0,
        4,
        (
            (15, "us", "15 Fair or Good: the US wins"),
            (15, "j", "15 Poor or Islamist with Prestige 1: the Jihadist wins"),
        ),
        fixed=False,
    ),
    ChartPlan("Pieces on the map", (("troops", "Troops", "us"), ("cells", "Cells", "j")), 0, 6, fixed=False),
)


@plain_dataclass(frozen=True)
class CurvePoint:
    """The value after a play, linked to the play."""

    x: float
    y: float
    anchor: str
    title: str


@plain_dataclass(frozen=True)
class ChartCurve:
    """One line of a chart."""

    label: str
    style: str
    path: str
    points: list[CurvePoint]
    end: float
    """Height of the label."""
    last: int


@plain_dataclass(frozen=True)
class Tick:
    """A mark on an axis."""

    at: float
    text: str
    style: str = ""


@plain_dataclass(frozen=True)
class Zone:
    """A named stretch of a scale."""

    top: float
    height: float
    name: str


@plain_dataclass(frozen=True)
class GoalLine:
    """A victory threshold of a chart.

    It has its words, and the height of its line if the scale reaches so far.
    """

    text: str
    style: str
    at: float | None


@plain_dataclass(frozen=True)
class Flag:
    """A play with a finding, marked under the scale."""

    x: float
    anchor: str
    kind: str
    title: str


@plain_dataclass(frozen=True)
class Chart:
    """One chart with everything placed."""

    title: str
    curves: list[ChartCurve]
    ticks: list[Tick]
    zones: list[Zone]
    goals: list[GoalLine]
    turns: list[Tick]
    lines: list[float]
    """The beginning of each turn."""
    summary: str


@plain_dataclass(frozen=True)
class ChartRow:
    """The values after one play.

    It is a row of the table that repeats the charts in numbers.
    """

    play: PlayView
    values: list[int]


def xs(n: int) -> list[float]:
    """The place of each play on the axis, the start included."""
    span = WIDTH - LEFT - RIGHT
    return [round(LEFT + span * i / max(1, n), 1) for i in range(n + 1)]


@plain_dataclass(frozen=True)
class Charts:
    """The charts, and a table of the same content."""

    size: tuple[int, int, int, int]
    """Width, height, and the ends of the axis."""
    all: list[Chart]
    heads: list[str]
    start: list[int]
    rows: list[ChartRow]
    flags: list[Flag]
    floor: int
    """Height of the axis."""


def charts(game: GameReplay, plays: list[PlayView], rules: Ruleset) -> Charts:
    """All charts of a game, with a moment after each play.

    ``game`` has one for the start as well.
    """
    return Charts(
        (WIDTH, HEIGHT, LEFT, WIDTH - RIGHT),
        [_chart(plan, game, plays, rules) for plan in PLANS],
        HEADS,
        [game.values[n] for n in COLUMNS],
        rows(game, plays),
        flags(plays),
        HEIGHT - BOTTOM,
    )


def flags(plays: list[PlayView]) -> list[Flag]:
    """The plays with counted findings, marked in every chart."""
    at = xs(len(plays) - 1)
    return [Flag(at[i], p.anchor, p.flag, f"{p.spoken}: {p.flagged}") for i, p in enumerate(plays) if p.counted]


def _chart(plan: ChartPlan, game: GameReplay, plays: list[PlayView], rules: Ruleset) -> Chart:
    top = max(m[s] for m in (game.values, *(m.values for m in game.moments)) for s, _, _ in plan.lines)
    high = max(plan.high, top if plan.fixed else top + HEADROOM)
    zones = plan.zones(rules) if plan.zones is not None else []
    pad = 0.5 if zones else 0.0
    height = HEIGHT - TOP - BOTTOM

    def y(value: float) -> float:
        return round(TOP + height * (high + pad - value) / (high - plan.low + 2 * pad), 1)

    at = xs(len(plays) - 1)
    turns = turns_of(plays)
    return Chart(
        title=plan.title,
        curves=_apart([_curve(line, game, plays, at, y) for line in plan.lines]),
        ticks=[Tick(y(v), str(v).replace("-", "\u2212")) for v in _scale(plan, high, zones)],
        zones=[Zone(y(b + 0.5), round(y(a - 0.5) - y(b + 0.5), 1), name) for a, b, name in zones],
        goals=[GoalLine(text, style, y(v) if v <= high else None) for v, style, text in plan.goals],
        turns=labels([(at[i], f"T{turn}") for i, turn in turns]),
        lines=[at[i] for i, _ in turns],
        summary=_summary(plan, game, plays),
    )


def _scale(plan: ChartPlan, high: int, zones: list[tuple[int, int, str]]) -> list[int]:
    """The labelled values of the scale."""
    if zones:
        return sorted({z[0] for z in zones} | {high})
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if (high - plan.low) / s <= 5)
    return list(range(plan.low, high + 1, step))


def _curve(
    line: tuple[str, str, str], game: GameReplay, plays: list[PlayView], at: list[float], y: Callable[[float], float]
) -> ChartCurve:
    series, label, style = line
    values = [game.values[series], *(m.values[series] for m in game.moments)]
    path = [f"M{at[0]},{y(values[0])}"]
    points = []
    for i, (before, after) in enumerate(pairwise(values), 1):
        if before != after:
            path.append(f"H{at[i]}V{y(after)}")
            points.append(CurvePoint(at[i], y(after), plays[i].anchor, f"{plays[i].label}: {label} {before} → {after}"))
    path.append(f"H{at[-1]}")
    return ChartCurve(label, style, "".join(path), points, y(values[-1]), values[-1])


def _apart(curves: list[ChartCurve]) -> list[ChartCurve]:
    """Labels at the line ends, moved apart and into the chart."""
    if len(curves) != 2:
        return curves
    upper, lower = sorted((0, 1), key=lambda i: (curves[i].end, i))
    high, low = curves[upper].end, curves[lower].end
    if low - high < APART:
        middle = (high + low) / 2
        high, low = middle - APART / 2, middle + APART / 2
    over = low - (HEIGHT - BOTTOM)
    if over > 0:
        high, low = min(high, low - over - APART), low - over
    places = {upper: high, lower: low}
    return [ChartCurve(c.label, c.style, c.path, c.points, round(places[i], 1), c.last) for i, c in enumerate(curves)]


def turns_of(plays: list[PlayView]) -> list[tuple[int, int]]:
    """The first place of each turn on the axis, and its number."""
    found: list[tuple[int, int]] = []
    for i, play in enumerate(plays[1:]):
        if not found or play.turn > found[-1][1]:
            found.append((i, play.turn))
    return found


def labels(turns: list[tuple[float, str]]) -> list[Tick]:
    """The names of turns with enough room, none beyond the axis."""
    found: list[Tick] = []
    for x, text in turns:
        if x + TURN_WIDTH <= WIDTH - RIGHT + 4 and (not found or x - found[-1].at >= TURN_WIDTH):
            found.append(Tick(x, text))
    return found


def _summary(plan: ChartPlan, game: GameReplay, plays: list[PlayView]) -> str:
    """The content of the chart, in words."""
    parts = []
    for series, label, _ in plan.lines:
        values = [game.values[series], *(m.values[series] for m in game.moments)]
        top, bottom = max(values), min(values)
        text = f"{label}: {values[0]} at the start, {values[-1]} at the end"
        if top != bottom:
            where = [plays[i].spoken if i else "the start" for i in (values.index(top), values.index(bottom))]
            text += f"; highest {top} ({where[0]}), lowest {bottom} ({where[1]})"
        parts.append(text)
    return ". ".join(parts) + "."


def rows(game: GameReplay, plays: list[PlayView]) -> list[ChartRow]:
    """The values after each play with a change."""
    found, before = [], [game.values[n] for n in COLUMNS]
    for play, moment in zip(plays[1:], game.moments, strict=True):
        values = [moment.values[n] for n in COLUMNS]
        if values != before:
            found.append(ChartRow(play, values))
        before = values
    return found


COLUMNS = [series for plan in PLANS for series, _, _ in plan.lines]
HEADS = [label if len(plan.lines) > 1 else plan.title for plan in PLANS for _, label, _ in plan.lines]
"""Headings of the columns of the table."""
