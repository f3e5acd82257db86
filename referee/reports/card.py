"""The end card: one picture of a finished game, for a forum.

It has the last map, the result, the dice and the turning points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.fact import UNKNOWN
from referee.engine.state.words import capital, clause, plural
from referee.reports import chances as game_chances
from referee.reports import describe, picture
from referee.reports.columns import ELLIPSIS, printable
from referee.reports.report import dice, seats
from referee.reports.report.boxes import TILE, BoxLook, text_width
from referee.reports.report.geography import WIDTH, drawing, later, spaces
from referee.reports.templating import environment

WIDE, HIGH = 1200, 675
"""Size of a card that forums and messengers show uncut."""
MOST_TURNING = 3
"""Most turning points on a card."""
MOST_PIECES = 3
"""Most pieces of a country on a card; they are drawn large."""
MINUS = "\N{MINUS SIGN}"
SIDES = ("US", "J")
_PIECES = ("troops", "militia", "active", "sleeper", "plot")
"""Pieces that a card shows, the most telling first."""
_NOTE = "chances as by the flowcharts"
"""Short meaning of the card's chances."""


class CardSeat(NamedTuple):
    """A side with its player."""

    side: str
    label: str
    player: str


class FigureRow(NamedTuple):
    """A row of figures: its label, and the figure of each side."""

    label: str
    figures: tuple[str, str]


class CardTurn(NamedTuple):
    """A turning point: number on the chart, play, points and side."""

    number: int
    play: str
    points: str
    style: str


class CardCurve(NamedTuple):
    """The US chance over the game, with the turning points on it."""

    path: str
    marks: tuple[tuple[int, float, float, str], ...]
    start: str
    end: str
    first_y: float
    last_y: float


class CardPiece(NamedTuple):
    """A piece at the code of its country."""

    style: str
    text: str
    x: float


class CardCountry(NamedTuple):
    """A country on the small map: its code plate and its pieces."""

    x: float
    y: int
    code: str
    width: int
    tone: str
    pieces: tuple[CardPiece, ...]
    size: float
    """Factor by which the pieces are larger than on the large map."""


@dataclass(frozen=True, slots=True)
class EndCard:
    """All words and figures of a card."""

    title: str
    seats: tuple[CardSeat, CardSeat]
    result: str
    style: str
    """Class of the side that won; "" for neither."""
    reason: tuple[str, ...]
    length: str
    rows: tuple[FigureRow, ...]
    facts: tuple[tuple[str, str], ...]
    """The tracks, in place of missing turning points."""
    turning: tuple[CardTurn, ...] = ()
    curve: CardCurve | None = None

    @property
    def words(self) -> str:
        """The card in sentences, for people who cannot see it."""
        who = ", ".join(f"{s.label} {s.player}".strip() for s in self.seats)
        parts = [who, f"{self.result} {' '.join(self.reason)}".strip(), self.length]
        parts += [f"{r.label}: US {r.figures[0]}, Jihadist {r.figures[1]}" for r in self.rows]
        parts += [f"{label} {value}" for label, value in self.facts]
        parts += [f"{t.number}: {t.play}, {t.points}" for t in self.turning]
        return "; ".join(clause(p) for p in parts) + "."


def svg(verdict: Judgement, analysed: game_chances.GameChances) -> str:
    """The card of a game as the text of an SVG file."""
    board = verdict.board
    card = of(verdict, analysed)
    looks = picture.looks(board)
    styles = ("drawing.css", *(("later.css",) if later(board.rules) else ()), "picture.css", "card.css")
    return (
        environment()
        .get_template("card.svg.j2")
        .render(
            card=card,
            T=drawing(board.rules),
            tones={s.index: looks[s.index].tone for s in spaces(board.rules)},
            countries=_countries(board, looks),
            style=picture.style("light", styles),
            size=(WIDE, HIGH),
            note=_NOTE,
        )
    )


def png(verdict: Judgement, analysed: game_chances.GameChances) -> bytes:
    """The same as a PNG.

    Raises :class:`~referee.reports.picture.PictureError` if it cannot be made.
    """
    return picture.raster(svg(verdict, analysed))


def of(verdict: Judgement, analysed: game_chances.GameChances) -> EndCard:
    """The words and figures of the card."""
    board, tags = verdict.board, {k: printable(v).strip() for k, v in verdict.record.tags.items()}
    name = printable(verdict.record.name).replace("\\", "/").rsplit("/", 1)[-1]
    title = tags.get("Game") or tags.get("Event") or tags.get("Scenario") or name or "A game"
    result, reason = _result(verdict, tags)
    known = not analysed.doubt
    numbered = _numbered(analysed) if known else []
    return EndCard(
        title=cut(title, 38, 740),
        seats=_seats(verdict, tags),
        result=result,
        style={"US": "us", "J": "j"}.get(board.winner, ""),
        reason=wrapped(reason, 21, 424, 3),
        length=_length(verdict),
        rows=tuple(_rows(verdict, analysed if known else None)),
        facts=() if numbered else tuple(_facts(board)),
        turning=tuple(_turn(n, t) for n, t in numbered),
        curve=_curve(analysed, numbered) if known else None,
    )


# ---------------------------------------------------------------- result, players, figures


def _result(verdict: Judgement, tags: dict[str, str]) -> tuple[str, str]:
    """The result as a headline, and why."""
    board = verdict.board
    if board.winner:
        head = f"{SIDE_NAMES[board.winner]} victory" if board.winner in SIDE_NAMES else "A draw"
        return head, describe.victory_reason(verdict)
    if stated := tags.get("Result", ""):
        return "As recorded:", f"“{stated}”"
    if (last := _last(verdict)) is None:
        return "Not begun", ""
    return "Not over", f"{'After' if last.action.kind == 'end' else 'In'} turn {last.turn}."


def _last(verdict: Judgement) -> JudgedStep | None:
    """The last step of play."""
    return next((s for s in reversed(verdict.steps) if s.action.counted and s.action.kind != "deal"), None)


def _length(verdict: Judgement) -> str:
    """The length of the game, or of its part so far."""
    plays = plural(verdict.actions, "play")
    last = _last(verdict)
    return f"{plural(last.turn, 'turn')}, {plays}" if last is not None and verdict.board.winner else f"{plays} so far"


def _seats(verdict: Judgement, tags: dict[str, str]) -> tuple[CardSeat, CardSeat]:
    """Both sides; a side without a name has that of both players."""
    alone = {view.side: view.title for view in seats.seats(verdict.board.rules)}

    def of_side(side: str, tag: str) -> CardSeat:
        label, player = SIDE_NAMES[side], tags.get(tag, "")
        player = player if player not in ("?", "-") else ""
        if not player and label in alone:
            label = capital(alone[label])
        return CardSeat(side.lower(), label, cut(player, 24, 250))

    us, j = of_side("US", "US"), of_side("J", "Jihadist")
    if not us.player and not j.player and (both := tags.get("Players", "")):
        us = us._replace(player=cut(both, 24, 250))
    return us, j


def _rows(verdict: Judgement, analysed: game_chances.GameChances | None) -> list[FigureRow]:
    """Dice against expectation, and both sides' luck, from noted dice alone."""
    rolls = [r for s in verdict.steps for r in s.rolls if not r.automatic and not r.assumed and r.dice]
    each = [dice.tally([r for r in rolls if r.side == side]) for side in SIDES]
    rows = []
    if any(t.tries for t in each):
        hits = tuple(f"{t.hits} of {t.tries}" if t.tries else NONE for t in each)
        due = tuple(f"{t.expected:.1f}" if t.tries else NONE for t in each)
        rows += [FigureRow("Successes", (hits[0], hits[1])), FigureRow("Expected", (due[0], due[1]))]
    if analysed is not None:
        rolled = {r.side for s in verdict.steps for r in s.rolls if not r.automatic}
        luck = [game_chances.signed(analysed.luck_of(s), MINUS) if s in rolled else NONE for s in SIDES]
        rows += [FigureRow("Luck in points", (luck[0], luck[1]))] if rolled else []
    return rows


NONE = "\N{EN DASH}"
"""The figure of a side without rolls."""


def _facts(board: Board) -> list[tuple[str, str]]:
    """The tracks that summarise a game."""
    found = [("Prestige", f"{board.prestige} {q.prestige_band(board)}"), ("Funding", str(board.funding))]
    found += [(g.title, f"{g.count(board)} of {g.needed}") for g in board.rules.goals if g.count is not None]
    return [(label, UNKNOWN if board.unknown else value) for label, value in found]


# ---------------------------------------------------------------- chances

LEFT, RIGHT, TOP, BOTTOM = 808.0, 1116.0, 434.0, 512.0
"""The field of the chart."""
APART = 22.0
"""Least distance of two numbers on it."""


def _numbered(analysed: game_chances.GameChances) -> list[tuple[int, game_chances.TurningPlay]]:
    """The greatest turning points, numbered in the order of the game."""
    order = {id(p.step): i for i, p in enumerate(analysed.plays)}
    found = sorted(list(analysed.turning_points())[:MOST_TURNING], key=lambda t: order[id(t.play.step)])
    return list(enumerate(found, 1))


def _turn(number: int, t: game_chances.TurningPlay) -> CardTurn:
    """A turning point in a line."""
    step: JudgedStep = t.play.step
    side = "US" if t.points > 0 else "J"
    points = f"+{abs(t.points)} {SIDE_NAMES[side]}"
    words = clause(printable(t.play_words))
    play = f"{step.id} {words}" if step.id else words
    return CardTurn(number, cut(play, 20, 1110 - text_width(points, 20)), points, side.lower())


def _curve(analysed: game_chances.GameChances, numbered: Sequence[tuple[int, game_chances.TurningPlay]]) -> CardCurve:
    """The chance of the US after each play, as steps."""
    plays = analysed.plays
    values = [analysed.start, *(p.after for p in plays)]
    step = (RIGHT - LEFT) / max(1, len(plays))

    def y(value: float) -> float:
        return round(TOP + (BOTTOM - TOP) * (1 - value), 1)

    path = f"M{LEFT:g},{y(values[0])}"
    path += "".join(f"H{round(LEFT + i * step, 1)}V{y(v)}" for i, v in enumerate(values[1:], 1))
    at = {id(p.step): i for i, p in enumerate(plays, 1)}
    marks: list[tuple[int, float, float, str]] = []
    for number, t in numbered:
        i = at[id(t.play.step)]
        middle = (values[i - 1] + values[i]) / 2
        x = max(round(LEFT + i * step, 1), marks[-1][1] + APART if marks else 0)
        marks.append((number, x, y(middle), "us" if t.points > 0 else "j"))
    start, end = (game_chances.percent(v) for v in (values[0], values[-1]))
    return CardCurve(path, tuple(marks), start, end, y(values[0]), y(values[-1]))


# ---------------------------------------------------------------- the small map


def _countries(board: Board, looks: Sequence[BoxLook]) -> list[CardCountry]:
    """The countries with a known fact or a piece."""
    found = []
    for s in spaces(board.rules):
        look = looks[s.index]
        marks = [(m.style, m.text) for m in look.marks if m.style.split()[0] in _PIECES]
        order = sorted(marks, key=lambda m: _PIECES.index(m[0].split()[0]))[:MOST_PIECES]
        if not look.tone and not order:
            continue
        pitch = PITCH if len(order) < MOST_PIECES else CROWDED
        plate = max(PLATE, round(text_width(s.code, CODE)) + 12)
        half = plate / 2 + pitch * len(order) / 2
        x = min(max(s.x, half + EDGE), WIDTH - half - EDGE) - half + plate / 2
        pieces = tuple(
            CardPiece(style, text, plate / 2 + pitch * (i + 0.5)) for i, (style, text) in enumerate(_by_side(order))
        )
        found.append(CardCountry(round(x, 1), s.y, s.code, plate, look.tone, pieces, round(pitch / TILE, 2)))
    return found


CODE, PLATE, PITCH, CROWDED, EDGE = 34, 76, 50.0, 36.0, 6.0
"""Lengths in units of the map.

In order: the letters of a code, the least width of its plate, the room of a piece, the same in a crowd, the margin.
"""


def _by_side(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pieces, US first, as in the boxes of the large map."""
    return sorted(pieces, key=lambda p: p[0].split()[0] not in ("troops", "militia"))


# ---------------------------------------------------------------- words that fit


def cut(text: str, size: float, room: float) -> str:
    """A text within a width, with an ellipsis if cut."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip(" ,;:") + ELLIPSIS


def wrapped(text: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """A text in limited lines; the last one is cut."""
    lines: list[str] = []
    rest = text.split()
    while rest and len(lines) < most - 1:
        line = [rest.pop(0)]
        while rest and text_width(" ".join([*line, rest[0]]), size) <= room:
            line.append(rest.pop(0))
        lines.append(cut(" ".join(line), size, room))
    return (*lines, cut(" ".join(rest), size, room)) if rest else tuple(lines)
