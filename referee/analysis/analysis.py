"""The analysis of a judged record: chances after each play, luck, choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.analysis.chances import MEANING, Chance, chance_of, decided, rollouts, static
from referee.analysis.features import kind_of
from referee.analysis.luck import LineReplays, Luck, luck_of
from referee.analysis.turning import MOST_TURNING, TurningPoint, turning_points
from referee.engine.law.ask import RollKind
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.state.board import Board
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.rewinder import Rewinder

PLACES = 4
"""Decimal places of a chance for programs: no table is finer."""


@plain_dataclass()
class PlayAnalysis:
    """One play: the US chances around it, the luck of its dice."""

    step: JudgedStep
    before: float
    after: float
    luck: Luck
    rolled: Chance | None = None
    """The chance after it by rollouts; None if there were none."""
    cards: Chance | None = None
    """The luck of named cards, dealt or drawn, for the US.

    It is None if unknown.
    """

    @property
    def swing(self) -> float:
        """The change of the chance of the US."""
        return self.after - self.before

    @property
    def choice(self) -> float:
        """The part of the swing outside the dice: choices, cards, unknowns."""
        return self.swing - self.luck.total

    def data(self) -> dict[str, Any]:
        """Return the play for programs."""
        step, luck = self.step, self.luck
        found: dict[str, Any] = {"id": step.id, "line": step.action.place.line, "side": step.action.side}
        found |= {"turn": step.turn, "chance": _rounded(self.after), "swing": _rounded(self.swing)}
        found |= {"luck": _rounded(luck.total), "choice": _rounded(self.choice)}
        found["rolls"] = [
            {"name": r.name, "side": r.side, "result": r.result, "luck": _rounded(r.luck)} for r in luck.rolls
        ]
        found |= {"unnoted": luck.unnoted, "followed": luck.followed}
        found["cards"] = None if self.cards is None else _of_rollouts(self.cards)
        return found | {"rollouts": None if self.rolled is None else _of_rollouts(self.rolled)}


def _rounded(value: float) -> float:
    return round(value, PLACES)


def _of_rollouts(chance: Chance) -> dict[str, Any]:
    return {"chance": round(chance.us, 3), "error": round(chance.error, 3), "n": chance.n}


@plain_dataclass()
class Analysis:
    """The chances after each play of a game, with their reasons."""

    table: str
    """The table of the static estimate: edition, and any solitaire system."""
    start: float
    """The chance of the US before the first play."""
    plays: list[PlayAnalysis] = field(default_factory=list)
    rolled_start: Chance | None = None
    assumed: bool = False
    """Whether a part of the position is unknown and assumed."""
    doubt: str = ""
    """The reason against a chart, in a sentence; "" for reliable chances."""
    tell: Callable[[JudgedStep], str] = lambda step: step.action.text
    """The function from a play to its sentence."""

    @property
    def meaning(self) -> str:
        """The meaning of a chance."""
        return MEANING

    @property
    def end(self) -> float:
        """The chance of the US after the last play."""
        return self.plays[-1].after if self.plays else self.start

    def luck_of(self, side: str) -> float:
        """Return a side's luck with its own dice."""
        total = sum([r.luck for p in self.plays for r in p.luck.rolls if r.side == side])
        return total if side == "US" else -total

    @property
    def luck(self) -> float:
        """The luck of all dice together, for the US."""
        return sum([p.luck.total for p in self.plays])

    @property
    def choice(self) -> float:
        """The change of the chance of the US by anything but dice."""
        return sum([p.choice for p in self.plays])

    @property
    def unnoted(self) -> int:
        """The number of rolls with unnoted dice."""
        return sum([p.luck.unnoted for p in self.plays])

    def turning_points(self, most: int = MOST_TURNING) -> list[TurningPoint]:
        """Return the plays with the largest swings, the largest first."""
        return turning_points(self.plays, most, self.tell)

    def data(self) -> dict[str, Any]:
        """Return the analysis for programs."""
        rolled = self.rolled_start
        return {
            "meaning": MEANING,
            "table": self.table,
            "assumed": self.assumed,
            "doubt": self.doubt,
            "start": _rounded(self.start),
            "end": _rounded(self.end),
            "rollouts": None if rolled is None else _of_rollouts(rolled),
            "luck": {side: _rounded(self.luck_of(side)) for side in ("US", "J")},
            "unnoted": self.unnoted,
            "plays": [p.data() for p in self.plays],
            "turning": [t.data() for t in self.turning_points()],
        }


def analyse(
    verdict: Judgement, *, n: int = 0, seed: int | str = 0, tell: Callable[[JudgedStep], str] | None = None
) -> Analysis:
    """Analyse a record by the static estimate, each play by ``n`` rollouts."""
    lines = LineReplays(verdict)
    value = lines.before(0) if verdict.steps else verdict.board
    found = Analysis(kind_of(value), static(value), assumed=bool(value.unknown))
    if tell is not None:
        found.tell = tell
    before = found.start
    for at, step in enumerate(verdict.steps):
        after = static(lines.after(at))
        luck = luck_of(lines, at) if step.rolls else Luck()
        if step.action.counted or luck.rolls or abs(after - before) > 0:
            found.plays.append(PlayAnalysis(step, before, after, luck))
        before = after
    found.doubt = _doubt(verdict, found)
    if n:
        results = {key: rollouts(board, n, key_seed(seed, key)) for key, board in positions(verdict)}
        add_rollouts(found, results, verdict)
    return found


def _doubt(verdict: Judgement, found: Analysis) -> str:
    """Return the reason for doubt about a record's chances."""
    if not found.plays:
        return "Nothing was played, so there are no chances to compare."
    if found.assumed:
        return "Only a part of the position is known; its chances would be those of another one."
    if any(f.kind == "unreadable" for f in verdict.findings):
        return "Some lines cannot be read; the chances after them would be those of another game."
    rolled = [r for s in verdict.steps for r in s.rolls if not r.automatic and r.kind != RollKind.PICK]
    if rolled and all(r.assumed or not r.dice for r in rolled):
        return "No dice are noted, so what they brought is only assumed, and nothing is known of luck."
    return ""


def key_seed(seed: int | str, key: str) -> str:
    """Return the seed of the rollouts of a position."""
    return f"{seed} {key}"


START = "start"
"""The name of the position before the first play."""


def positions(verdict: Judgement) -> Iterator[tuple[str, Board]]:
    """Yield the positions for rollouts, each with its name.

    The first one, and that after each action, by the name of the action. A board is valid until the next one.
    """
    rewinder = Rewinder(verdict.board, verdict.journal.changes)
    yield START, rewinder.show(verdict.mark_before(0))
    for at, step in enumerate(verdict.steps):
        if step.action.counted and step.id:
            yield step.id, rewinder.show(verdict.mark_after(at))


def position(verdict: Judgement, key: str) -> Board | None:
    """Return one of these positions by its name, or None."""
    at = next((i for i, step in enumerate(verdict.steps) if step.action.counted and step.id == key), None)
    if at is None and key != START:
        return None
    return Rewinder(verdict.board, verdict.journal.changes).show(
        verdict.mark_before(0) if at is None else verdict.mark_after(at)
    )


def rounds(verdict: Judgement, made: Mapping[str, int], n: int, size: int) -> list[tuple[str, int, int]]:
    """Return the missing rollouts: position, first, one after the last.

    Each group has ``size`` rollouts up to ``n``, and all positions take turns; ``made`` is the number of finished ones.
    """
    keys = [key for key, board in positions(verdict) if not board.winner]
    found = []
    for start in range(0, n, size):
        for key in keys:
            have, last = made.get(key, 0), min(n, start + size)
            if have < last:
                found.append((key, max(start, have), last))
    return found


def add_rollouts(found: Analysis, results: Mapping[str, tuple[float, ...]], verdict: Judgement) -> None:
    """Add the results of rollouts to an analysis, by their positions' names.

    The chance of a finished game is certain.
    """
    if results.get(START):
        found.rolled_start = chance_of(results[START])
    won = _won_at(verdict)
    over = {step.id for at, step in enumerate(verdict.steps) if step.id and verdict.mark_after(at) > won}
    shown = {step.id for at, step in enumerate(verdict.steps) if _shows_cards(verdict, at)}
    before = found.rolled_start
    for play in found.plays:
        key = play.step.id
        if key in over and results:
            play.rolled = Chance(play.after, 0)
        elif results.get(key):
            play.rolled = chance_of(results[key])
        if key in shown and before is not None and play.rolled is not None:
            play.cards = play.rolled.less(before)
        before = play.rolled


def _shows_cards(verdict: Judgement, at: int) -> bool:
    """Return whether a step only deals or draws named cards."""
    if verdict.steps[at].action.kind not in ("deal", "draw"):
        return False
    changes = verdict.journal.changes[verdict.mark_before(at) : verdict.mark_after(at)]
    hands = [(old, new) for c in changes for _, name, old, new in c.writes if name in ("held_j", "held_us")]
    return any(len(new.names()) > len(old.names()) for old, new in hands)


def _won_at(verdict: Judgement) -> int:
    """Return the change that ended the game.

    One after the last in an unfinished game.
    """
    changes = verdict.journal.changes
    if decided(verdict.board) is None:
        return len(changes)
    writes = (i for i, c in enumerate(changes) if any(name == "winner" for _, name, _, _ in c.writes))
    return next(writes, len(changes))
