"""The chances over the game: a chart and the share of plays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.engine.explaining.referee import Judgement
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.words import plural
from referee.reports import chances as game_chances
from referee.reports.columns import printable
from referee.reports.report import charts
from referee.reports.report.plays import PlayView
from referee.reports.report.replay import Fold

TICKS = (0, 25, 50, 75, 100)
MINUS = "\N{MINUS SIGN}"
SIDES = ("US", "J")
LEAST_ROLLOUTS = 20
"""Least rollouts of each position for a chart.

With fewer, its band of one standard error would fill a quarter of it.
"""


@plain_dataclass(frozen=True)
class Share:
    """The effect of one play of the walk, in whole points."""

    play: PlayView
    chance: int
    error: int
    """Its standard error by rollouts; 0 for the table and finished games."""
    swing: str
    luck: str
    choice: str
    cards: str = ""
    """The luck of cards dealt or drawn by name, by rollouts."""

    @property
    def words(self) -> str:
        """The chance after the play, with luck and choice of the table."""
        by = f" ± {self.error} by rollouts" if self.error else ""
        if self.cards:
            return f"{self.chance} %{by}: luck of the cards {self.cards}"
        if self.swing == "0" and self.luck in ("", "0"):
            return f"{self.chance} %{by}, {'by the table ' if by else ''}as before"
        luck = {"": "no dice", "?": "luck not known"}.get(self.luck, f"luck {self.luck}")
        choice = f", choice {self.choice}" if self.choice != "?" else ""
        change = f"; by the table {self.swing}" if by else f" ({self.swing})"
        return f"{self.chance} %{by}{change}: {luck}{choice}"


@plain_dataclass(frozen=True)
class TurningMark:
    """A turning point on the chart and in its list."""

    number: int
    """Its number on the chart, in the order of the game."""
    x: float
    y: float
    label_y: float
    anchor: str
    style: str
    name: str
    sentence: str


@plain_dataclass(frozen=True)
class Chances:
    """The chart, its table and sentences; ``doubt`` is a missing chart's reason."""

    doubt: str
    meaning: str = ""
    made: str = ""
    """Method and reliability of the chances."""
    start: int = 0
    shares: tuple[Share, ...] = ()
    by_anchor: dict[str, Share] = field(default_factory=dict)
    path: str = ""
    band: str = ""
    """The outline of one standard error; "" for the static table."""
    ticks: tuple[charts.Tick, ...] = ()
    turns: tuple[charts.Tick, ...] = ()
    lines: tuple[float, ...] = ()
    marks: tuple[TurningMark, ...] = ()
    end: float = 0.0
    summary: str = ""
    luck: tuple[tuple[str, str], ...] = ()
    """The luck of each side in the dice chapter, by its letter."""
    unnoted: str = ""

    def at(self, play: PlayView) -> str:
        """The line of a play; "" without one."""
        if play.head is None and not self.doubt:
            return f"{self.start} % at the start"
        share = self.by_anchor.get(play.anchor)
        return share.words if share is not None else ""

    def luck_by(self, side: str) -> str:
        """The luck of a side's dice."""
        return dict(self.luck).get(side, "")


def chances(found: game_chances.GameChances, verdict: Judgement, folds: list[Fold], plays: list[PlayView]) -> Chances:
    """The chances of a game over the plays of its walk."""
    if found.doubt:
        return Chances(found.doubt)
    of_step = {id(p.step): p for p in found.plays}
    of_fold = [[of_step[id(s)] for k in f.members if id(s := verdict.steps[k]) in of_step] for f in folds]
    values, errors = _values(found, of_fold)
    at = charts.xs(len(plays) - 1)
    turns = charts.turns_of(plays)
    games = min((p.rolled.n for group in of_fold for p in group if p.rolled and p.rolled.n), default=0) if errors else 0
    every = zip(plays, of_fold, values, errors or [0.0] * len(values), strict=True)
    shares = tuple(_share(*one) for one in every)[1:]
    return Chances(
        doubt="",
        meaning=f"A chance is the share of games that the US would win {found.meaning}.",
        made=_made(games),
        start=round(100 * values[0]),
        shares=shares,
        by_anchor={s.play.anchor: s for s in shares},
        path=_path(at, values),
        band=_band(at, values, errors) if errors else "",
        ticks=tuple(charts.Tick(_y(n / 100), str(n)) for n in TICKS),
        turns=tuple(charts.labels([(at[i], f"T{turn}") for i, turn in turns])),
        lines=tuple(at[i] for i, _ in turns),
        marks=_marks(found, of_fold, plays, at, values),
        end=_y(values[-1]),
        summary=_summary(values, plays),
        luck=tuple((side, _luck(found.luck_of(side))) for side in SIDES),
        unnoted=f"Of {plural(found.unnoted, 'roll')} nobody noted the dice; of their luck nothing is known."
        if found.unnoted
        else "",
    )


def _values(
    found: game_chances.GameChances, of_fold: list[list[game_chances.ChancePlay]]
) -> tuple[list[float], list[float]]:
    """Chance and error after each play.

    They are by rollouts if every position has them, else by the table.
    """
    counted = [p for group in of_fold for p in group if p.step.action.counted]
    made = [found.rolled_start, *(p.rolled for p in counted)]
    rolled = all(r is not None and (r.n >= LEAST_ROLLOUTS or not r.n) for r in made)
    values, errors = [], []
    value, error = (
        (found.rolled_start.us, found.rolled_start.error) if found.rolled_start and rolled else (found.start, 0.0)
    )
    for group in of_fold:
        for play in group:
            if not rolled:
                value = play.after
            elif play.rolled is not None:
                value, error = play.rolled.us, play.rolled.error
        values.append(value)
        errors.append(error)
    return values, errors if rolled else []


def _share(play: PlayView, group: Sequence[game_chances.ChancePlay], value: float, error: float) -> Share:
    """The share of a play, the sum over its folded steps."""
    each = [game_chances.parts(p) for p in group]
    swing = sum(s for s, _, _ in each)
    known = [n for p, (_, n, _) in zip(group, each, strict=True) if n is not None and p.luck.rolls]
    unknown = any(n is None for _, n, _ in each)
    luck = "?" if unknown else _signed(sum(known)) if known else ""
    choice = swing - sum(known)
    shown = max(1, round(100 * error)) if error else 0
    cards = next((game_chances.differing(p.cards, MINUS) for p in group if error and p.cards is not None), "")
    return Share(play, round(100 * value), shown, _signed(swing), luck, "?" if unknown else _signed(choice), cards)


def _signed(n: int) -> str:
    return game_chances.signed(n / 100, MINUS)


def _y(value: float) -> float:
    return round(charts.TOP + (charts.HEIGHT - charts.TOP - charts.BOTTOM) * (1 - value), 1)


def _path(at: list[float], values: list[float]) -> str:
    path = [f"M{at[0]},{_y(values[0])}"]
    path += [f"H{at[i]}V{_y(after)}" for i, (before, after) in enumerate(pairwise(values), 1) if before != after]
    return "".join([*path, f"H{at[-1]}"])


def _band(at: list[float], values: list[float], errors: list[float]) -> str:
    """The area of one standard error about the curve."""
    upper = [_y(min(1.0, v + e)) for v, e in zip(values, errors, strict=True)]
    lower = [_y(max(0.0, v - e)) for v, e in zip(values, errors, strict=True)]
    there = [f"M{at[0]},{upper[0]}", *(f"H{at[i]}V{upper[i]}" for i in range(1, len(at)))]
    back = [f"V{lower[-1]}", *(f"H{at[i]}V{lower[i - 1]}" for i in range(len(at) - 1, 0, -1)), f"H{at[0]}Z"]
    return "".join([*there, *back])


def _marks(
    found: game_chances.GameChances,
    of_fold: list[list[game_chances.ChancePlay]],
    plays: list[PlayView],
    at: list[float],
    values: list[float],
) -> tuple[TurningMark, ...]:
    """The turning points, in the order of the game."""
    place = {id(p.step): i for i, group in enumerate(of_fold) for p in group}
    turnings = sorted((place[id(t.play.step)], t) for t in found.turning_points() if place.get(id(t.play.step)))
    made = []
    for number, (i, turning) in enumerate(turnings, 1):
        up, y = turning.points > 0, _y(values[i])
        above = y - 8 > charts.TOP + 9 if up else y + 16 > charts.HEIGHT - charts.BOTTOM - 3
        made.append(
            TurningMark(
                number,
                at[i],
                y,
                round(y - 8 if above else y + 16, 1),
                plays[i].anchor,
                "us" if up else "j",
                plays[i].label,
                printable(turning.sentence),
            )
        )
    return tuple(made)


def _made(games: int) -> str:
    if games:
        return (
            f"By {plural(games, 'rollout')} of each position; the pale band is one standard error. "
            "Turning points, luck and choice are by the static table."
        )
    return "By the static table, whose error is several points."


def _luck(points: float) -> str:
    """The luck of a side's dice, in a sentence."""
    n = game_chances.points(points)
    if not n:
        return "By the chance to win, its dice brought about what was to be expected."
    than = "more" if n > 0 else "less"
    return f"By the chance to win, its dice brought it {plural(abs(n), 'point')} {than} than was to be expected."


def _summary(values: list[float], plays: list[PlayView]) -> str:
    """The content of the chart, in words."""
    high, low = max(values), min(values)
    where = [plays[i].spoken if i else "the start" for i in (values.index(high), values.index(low))]
    return (
        f"Chance of the US: {game_chances.percent(values[0])} at the start, {game_chances.percent(values[-1])} at the end; "
        f"highest {game_chances.percent(high)} ({where[0]}), lowest {game_chances.percent(low)} ({where[1]})."
    )
