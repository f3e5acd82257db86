"""The charts over the game: geometry only, drawn by the template as inline SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from referee.reports.report.replay import Replay
from referee.reports.report.view import StepView

WIDTH, HEIGHT = 420, 168
LEFT, RIGHT, TOP, BOTTOM = 26, 64, 20, 20


@dataclass(frozen=True, slots=True)
class Plan:
    """What one chart shows."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    """Series, label and style (us, j or plain) of each line."""
    low: int
    high: int
    ticks: tuple[int, ...]
    goals: tuple[tuple[int, str, str], ...] = ()
    """Values that win, with their style and label."""
    zero: bool = False


PLANS = (
    Plan("Prestige", (("prestige", "Prestige", "us"),), 1, 12, (1, 4, 7, 10, 12)),
    Plan("Funding", (("funding", "Funding", "j"),), 1, 9, (1, 4, 7, 9)),
    Plan("World Posture", (("world", "World", "plain"),), -3, 3, (-3, 0, 3), zero=True),
    Plan(
        "Resources",
        (("good", "Good", "us"), ("islamist", "Islamist", "j")),
        0,
        12,
        (0, 6, 12),
        ((12, "us", "12 Good: the US wins"), (6, "j", "6 Islamist, two Adjacent: the Jihadist wins")),
    ),
    Plan(
        "Muslim countries",
        (("fairgood", "Fair/Good", "us"), ("poorislamist", "Poor/Isl.", "j")),
        0,
        15,
        (0, 5, 10, 15),
        ((15, "plain", "15: the US wins; the Jihadist at Prestige 1"),),
    ),
    Plan("Pieces on the map", (("troops", "Troops", "us"), ("cells", "Cells", "j")), 0, 15, (0, 5, 10, 15)),
)


@dataclass(frozen=True, slots=True)
class Point:
    """A value that a step brought, linked to the step."""

    x: float
    y: float
    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart."""

    label: str
    style: str
    path: str
    points: list[Point]
    end: float
    """Height at which the label stands."""
    last: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart with everything placed."""

    title: str
    curves: list[Curve]
    ticks: list[Tick]
    goals: list[Tick]
    turns: list[Tick]
    zero: float | None
    summary: str


@dataclass(frozen=True, slots=True)
class Row:
    """The values after one step, for the table that says the same as the charts."""

    step: StepView
    values: list[int]


def xs(n: int) -> list[float]:
    """The place of each step on the axis, the start included."""
    span = WIDTH - LEFT - RIGHT
    return [round(LEFT + span * i / max(1, n), 1) for i in range(n + 1)]


def charts(game: Replay, steps: list[StepView]) -> list[Chart]:
    """All charts of a game."""
    return [_chart(plan, game, steps) for plan in PLANS]


def _chart(plan: Plan, game: Replay, steps: list[StepView]) -> Chart:
    high = max([plan.high, *(m.values[s] for m in game.moments for s, _, _ in plan.lines)])
    height = HEIGHT - TOP - BOTTOM

    def y(value: float) -> float:
        return round(TOP + height * (high - value) / (high - plan.low), 1)

    at = xs(len(steps))
    curves = [_curve(line, game, steps, at, y) for line in plan.lines]
    return Chart(
        title=plan.title,
        curves=_apart(curves),
        ticks=[Tick(y(v), str(v)) for v in plan.ticks if v <= high],
        goals=[Tick(y(v), text, style) for v, style, text in plan.goals],
        turns=[Tick(at[i], f"T{turn}") for i, turn in _turns(steps)],
        zero=y(0) if plan.zero else None,
        summary=_summary(plan, game, steps),
    )


def _curve(
    line: tuple[str, str, str], game: Replay, steps: list[StepView], at: list[float], y: Callable[[float], float]
) -> Curve:
    series, label, style = line
    values = [game.values[series], *(m.values[series] for m in game.moments)]
    path = [f"M{at[0]},{y(values[0])}"]
    points = []
    for i, (before, after) in enumerate(pairwise(values), 1):
        if before != after:
            path.append(f"H{at[i]}V{y(after)}")
            step = steps[i - 1]
            points.append(Point(at[i], y(after), step.anchor, f"{step.name}: {label} {before} → {after}"))
    path.append(f"H{at[-1]}")
    return Curve(label, style, "".join(path), points, y(values[-1]), values[-1])


def _apart(curves: list[Curve]) -> list[Curve]:
    """Labels at the end of the lines, moved apart where they would cover each other."""
    if len(curves) == 2 and abs(curves[0].end - curves[1].end) < 13:
        upper, lower = sorted((0, 1), key=lambda i: (curves[i].end, i))
        middle = (curves[0].end + curves[1].end) / 2
        places = {upper: middle - 6.5, lower: middle + 6.5}
        return [Curve(c.label, c.style, c.path, c.points, round(places[i], 1), c.last) for i, c in enumerate(curves)]
    return curves


def _turns(steps: list[StepView]) -> list[tuple[int, int]]:
    """Where each turn begins: place on the axis and number."""
    found: list[tuple[int, int]] = []
    for i, step in enumerate(steps):
        if not found or step.turn > found[-1][1]:
            found.append((i, step.turn))
    return found


def _summary(plan: Plan, game: Replay, steps: list[StepView]) -> str:
    """What the chart shows, in words."""
    parts = []
    for series, label, _ in plan.lines:
        values = [game.values[series], *(m.values[series] for m in game.moments)]
        top, bottom = max(values), min(values)
        text = f"{label}: {values[0]} at the start, {values[-1]} at the end"
        if top != bottom:
            where = [steps[i - 1].name if i else "the start" for i in (values.index(top), values.index(bottom))]
            text += f"; highest {top} ({where[0]}), lowest {bottom} ({where[1]})"
        parts.append(text)
    return ". ".join(parts) + "."


def rows(game: Replay, steps: list[StepView]) -> list[Row]:
    """The values after each step that changed one of them."""
    found, before = [], [game.values[n] for n in COLUMNS]
    for step, moment in zip(steps, game.moments, strict=True):
        values = [moment.values[n] for n in COLUMNS]
        if values != before:
            found.append(Row(step, values))
        before = values
    return found


COLUMNS = [series for plan in PLANS for series, _, _ in plan.lines]
HEADS = [label if len(plan.lines) > 1 else plan.title for plan in PLANS for _, label, _ in plan.lines]
"""Headings of the columns of the table."""
