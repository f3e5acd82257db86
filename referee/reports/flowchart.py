"""Flowcharts drawn from their data.

The drawing is as narrow as a telephone. A way to the next box goes straight down, an end goes to the right, a jump
takes a lane on the left; ways to one box share a lane.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from referee.engine.law.flowchart import Flowchart, Node
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.words import capital
from referee.reports.templating import TEMPLATES, environment

WIDTH = 360
END_WIDTH = 106
RIGHT_GAP = 34
"""Gap between a box and its ends: an arrow with its word."""
LEFT_GAP = 28
LANE = 11
EDGE = 5
ROW_GAP = 26
PAD = 8
LINE = 15
SMALL = 13.5
CHAR = 6.35
"""Assumed width of a letter of 12 px, generous to fonts."""
SMALL_CHAR = 6.0


@plain_dataclass(frozen=True)
class FlowBox:
    """A box with its lines; the first line follows its name."""

    id: str
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    indent: float
    doubt: str


@plain_dataclass(frozen=True)
class FlowEnd:
    """The end of a way: an action or another drawing's box."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...]
    elsewhere: bool


@plain_dataclass(frozen=True)
class FlowArrow:
    """An arrow out of a box."""

    box: str
    answer: str
    path: str
    head: str
    x: float
    y: float
    """Height of its word."""
    end: FlowEnd | None


@plain_dataclass(frozen=True)
class FlowDrawing:
    """A group of boxes."""

    name: str
    title: str
    width: float
    height: float
    boxes: tuple[FlowBox, ...]
    ways: tuple[FlowArrow, ...]

    def lit(self, taken: Iterable[tuple[str, str]]) -> LitWay | None:
        """The part of the drawing that these answers passed, or None."""
        answers = dict(taken)
        boxes = tuple(b for b in self.boxes if b.id in answers)
        ways = tuple(w for w in self.ways if answers.get(w.box) == w.answer)
        if not ways:
            return None
        here = {b.id for b in boxes}
        return LitWay(
            self, boxes, ways, ", ".join(f"{name} {answer}" for name, answer in answers.items() if name in here)
        )


@plain_dataclass(frozen=True)
class LitWay:
    """A taken way on a drawing."""

    drawing: FlowDrawing
    boxes: tuple[FlowBox, ...]
    ways: tuple[FlowArrow, ...]
    words: str
    """ "E1 no, E2 yes"."""


@lru_cache(maxsize=8)
def drawings(chart: Flowchart) -> tuple[FlowDrawing, ...]:
    """The drawings of a sheet, one for each letter of its boxes."""
    elsewhere = {**{r.id: r.text for g in chart.listings for r in g.rows}, **{n.id: "" for n in chart.nodes}}
    by_letters: dict[str, list[Node]] = {}
    for n in chart.nodes:
        by_letters.setdefault("".join(takewhile(str.isalpha, n.id)), []).append(n)
    return tuple(
        _Layout(chart, nodes, elsewhere, f"{chart.name}-{letters}".lower()).drawing()
        for letters, nodes in by_letters.items()
    )


def svg(drawing: FlowDrawing, title: str) -> str:
    """A drawing as a file, light or dark by the reader's system."""
    return environment().get_template("flowchart.svg.j2").render(d=drawing, title=title, style=_style())


def part(drawing: FlowDrawing, title: str) -> str:
    """A drawing as a part of a page with the style sheet."""
    return environment().get_template("flowchart-part.svg.j2").render(d=drawing, title=title)


def _style() -> Any:
    from markupsafe import Markup

    return Markup(
        "".join(TEMPLATES.joinpath(n).read_text(encoding="utf-8") for n in ("flowchart-alone.css", "flowchart.css"))
    )


def wrapped(text: str, width: float, char: float, first: float = 0) -> tuple[str, ...]:
    """A text in lines of a width; ``first`` shortens the first one."""
    out: list[str] = []
    line = ""
    for word in text.split():
        room = (width - (first if not out else 0)) / char
        if line and len(line) + 1 + len(word) > room:
            out.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return (*out, line) if line else tuple(out)


@plain_dataclass()
class _Layout:
    chart: Flowchart
    nodes: list[Node]
    elsewhere: dict[str, str]
    name: str
    lanes: dict[str, int] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)

    def drawing(self) -> FlowDrawing:
        self.at = {n.id: i for i, n in enumerate(self.nodes)}
        self.lanes = self._lanes()
        left = EDGE + (LEFT_GAP + LANE * len(set(self.lanes.values())) if self.lanes else 0)
        width = WIDTH - left - RIGHT_GAP - END_WIDTH - EDGE
        boxes: list[FlowBox] = []
        ends: dict[tuple[str, str], FlowEnd] = {}
        y: float = EDGE
        for node in self.nodes:
            indent = len(node.id) * 8.4 + 6
            lines = wrapped(node.text, width - 2 * PAD, CHAR, indent)
            height: float = len(lines) * LINE + 2 * PAD - 2
            exits = [(a, to) for a, to in (("yes", node.yes), ("no", node.no)) if to not in self.at]
            top: float = y
            for answer, to in exits:
                end = self._end(to, left + width + RIGHT_GAP, top)
                ends[node.id, answer] = end
                top += end.height + 8
            height = max(height, top - 8 - y if len(exits) > 1 else 0)
            if len(exits) == 1:  # in the middle of its box, or the box in the middle of it
                end = ends[node.id, exits[0][0]]
                move = max(0.0, (height - end.height) / 2)
                ends[node.id, exits[0][0]] = FlowEnd(end.x, y + move, end.width, end.height, end.lines, end.elsewhere)
            boxes.append(FlowBox(node.id, left, y, width, height, lines, indent, node.doubt))
            y += max(height, top - 8 - y) + ROW_GAP
        ways = [w for node, box in zip(self.nodes, boxes, strict=True) for w in self._ways(node, box, boxes, ends)]
        ids = [n.id for n in self.nodes]
        title = f"{ids[0]} to {ids[-1]}" if len(ids) > 1 else ids[0]
        return FlowDrawing(self.name, title, WIDTH, y - ROW_GAP + EDGE, tuple(boxes), tuple(ways))

    def _end(self, to: str, x: float, y: float) -> FlowEnd:
        elsewhere = to in self.elsewhere
        text = f"to {to} {self.elsewhere[to]}".strip() if elsewhere else self.chart.ends.get(to, to)
        lines = wrapped(capital(text), END_WIDTH - 14, SMALL_CHAR)
        return FlowEnd(x, y, END_WIDTH, len(lines) * SMALL + 10, lines, elsewhere)

    def _jumps(self) -> list[tuple[str, int, int]]:
        """Jumped-to boxes, with first and last row of the lane."""
        spans: dict[str, tuple[int, int]] = {}
        for i, node in enumerate(self.nodes):
            for to in (node.yes, node.no):
                if to in self.at and self.at[to] != i + 1:
                    low, high = spans.get(to, (self.at[to], self.at[to]))
                    spans[to] = min(low, i), max(high, i)
        return sorted(((to, *span) for to, span in spans.items()), key=lambda s: (s[2] - s[1], s[1]))

    def _lanes(self) -> dict[str, int]:
        """The lanes of jumped-to boxes, the shortest next to the boxes."""
        taken: list[list[tuple[int, int]]] = []
        lanes = {}
        for to, low, high in self._jumps():
            lane = next((k for k, spans in enumerate(taken) if all(high < a or low > b for a, b in spans)), len(taken))
            if lane == len(taken):
                taken.append([])
            taken[lane].append((low, high))
            lanes[to] = lane
        return lanes

    def _ways(
        self, node: Node, box: FlowBox, boxes: Sequence[FlowBox], ends: dict[tuple[str, str], FlowEnd]
    ) -> Iterable[FlowArrow]:
        jumping = [a for a, to in (("yes", node.yes), ("no", node.no)) if self._jumps_to(node, to)]
        for answer, to in (("yes", node.yes), ("no", node.no)):
            if (end := ends.get((node.id, answer))) is not None:
                y = max(end.y + end.height / 2, box.y + 8)
                y = min(y, box.y + box.height - 8) if box.height > 16 else box.y + box.height / 2
                x = box.x + box.width
                yield FlowArrow(
                    *(node.id, answer, f"M{x:g} {y:g}H{end.x - 5:g}", _head(end.x, y, "right")),
                    *(x + 4, y - 4, end),
                )
            elif not self._jumps_to(node, to):
                x, y, below = box.x + box.width / 2, box.y + box.height, boxes[self.at[to]].y
                path = f"M{x:g} {y:g}V{below - 5:g}"
                yield FlowArrow(node.id, answer, path, _head(x, below, "down"), x + 6, y + 15, None)
            else:
                target = boxes[self.at[to]]
                y = box.y + box.height - (9 if answer == jumping[-1] else 22)
                below = node.id in self.lanes
                x = box.x - LEFT_GAP - LANE * self.lanes[to]
                into = target.y + 9
                path = f"M{box.x:g} {y:g}H{x:g}V{into:g}H{box.x - 5:g}"
                yield FlowArrow(
                    node.id,
                    answer,
                    path,
                    _head(box.x, into, "right"),
                    box.x - LEFT_GAP + 3,
                    y + (12 if below else -4),
                    None,
                )

    def _jumps_to(self, node: Node, to: str) -> bool:
        return to in self.at and self.at[to] != self.at[node.id] + 1


def _head(x: float, y: float, way: str) -> str:
    """The head of an arrow with its point at this place."""
    return f"M{x:g} {y:g}l-7 -4v8z" if way == "right" else f"M{x:g} {y:g}l-4 -7h8z"
