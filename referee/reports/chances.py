"""The chances of an analysed game, in words and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.engine.record.steps import JudgedStep
from referee.engine.state.words import plural, the_side
from referee.reports.columns import printable, wrap

MOST_WRITTEN = 60
"""Most characters of a line of the record in the table."""


class RolloutChance(Protocol):
    """A chance by rollouts."""

    @property
    def us(self) -> float:
        """The chance of the US, from 0 to 1."""

    @property
    def error(self) -> float:
        """Its standard error."""

    @property
    def n(self) -> int:
        """The number of rollouts; 0 for a finished game."""

    @property
    def words(self) -> str:
        """The chance with its error."""


class LineLuck(Protocol):
    """The luck of the rolls of a line, for the US."""

    @property
    def rolls(self) -> Sequence[object]:
        """The rolls of known luck."""

    @property
    def unnoted(self) -> int:
        """The number of rolls without noted dice."""

    @property
    def followed(self) -> bool:
        """Whether the dice lead to the written result."""

    @property
    def total(self) -> float:
        """The luck of all of them."""


class ChancePlay(Protocol):
    """A play with the chances of the US before and after it."""

    @property
    def step(self) -> JudgedStep:
        """The play as it was judged."""

    @property
    def before(self) -> float:
        """The chance before it."""

    @property
    def after(self) -> float:
        """The chance after it."""

    @property
    def luck(self) -> LineLuck:
        """The part of the swing made by dice."""

    @property
    def rolled(self) -> RolloutChance | None:
        """The chance after it by rollouts; None where none were made."""

    @property
    def cards(self) -> RolloutChance | None:
        """The luck of cards dealt or drawn by name, by rollouts.

        None if it is not known.
        """


class TurningPlay(Protocol):
    """A play with a large swing."""

    @property
    def play(self) -> ChancePlay:
        """The play."""

    @property
    def points(self) -> int:
        """Its swing in whole points, for the US."""

    @property
    def play_words(self) -> str:
        """The play in a sentence."""

    @property
    def sentence(self) -> str:
        """The play, its swing and the share of luck."""


class GameChances(Protocol):
    """The chances of a whole game."""

    @property
    def meaning(self) -> str:
        """The meaning of a chance."""

    @property
    def doubt(self) -> str:
        """The reason for a missing chart; "" if there is one."""

    @property
    def start(self) -> float:
        """The chance before the first play."""

    @property
    def rolled_start(self) -> RolloutChance | None:
        """The same by rollouts; None where none were made."""

    @property
    def plays(self) -> Sequence[ChancePlay]:
        """The plays with a swing, or counted ones."""

    @property
    def unnoted(self) -> int:
        """The number of rolls without noted dice."""

    def luck_of(self, side: str) -> float:
        """The luck of a side with its own dice, for itself."""

    def turning_points(self) -> Sequence[TurningPlay]:
        """The plays with the largest swings, the largest first."""


# -------------------------------------------------------------------- numbers: whole points, no finer than their error


def percent(share: float) -> str:
    """A chance in whole percent."""
    return f"{100 * share:.0f} %"


def points(share: float) -> int:
    """A difference in whole points."""
    return round(100 * share)


def signed(share: float, minus: str = "-") -> str:
    """A difference in whole points with its sign."""
    return f"{points(share):+d}".replace("-", minus) if points(share) else "0"


def differing(rolled: RolloutChance, minus: str = "-") -> str:
    """A difference by rollouts in whole points with its error."""
    return f"{signed(rolled.us, minus)} ± {max(1, points(rolled.error))}"


def parts(play: ChancePlay) -> tuple[int, int | None, int]:
    """Swing, luck and choice of a play in whole points.

    They add up as the chances in whole points do. Luck is None if it is unknown.
    """
    swing, luck = points(play.after) - points(play.before), points(play.luck.total)
    if not play.luck.followed or (play.luck.unnoted and not play.luck.rolls):
        return swing, None, swing
    return swing, luck, swing - luck


def both(found: GameChances) -> str:
    """The luck of both sides, each for itself."""
    return ", ".join(f"{the_side(side)} {signed(found.luck_of(side))}" for side in ("US", "J"))


# -------------------------------------------------------------------- text


def text(found: GameChances, name: str, width: int, *, n: int = 0) -> list[str]:
    """The chances of a game for people.

    Their meaning, a row for each play, luck and turning points.
    """
    out = head(found, name, width, n=n)
    if found.doubt:
        out += wrap(found.doubt, width)
    rolled = f", by rollouts {found.rolled_start.words}" if found.rolled_start is not None else ""
    if found.plays or rolled:
        out += ["", f"Before the first play: {percent(found.start)}{rolled}."]
    if not found.plays:
        return out
    out += ["", *table(found.plays), ""]
    out += wrap(f"Luck of the dice that each side rolled, for itself, in points: {both(found)}.", width)
    if cards := [f"{p.step.id} {differing(p.cards)}" for p in found.plays if p.cards is not None]:
        out += wrap(f"Luck of the cards that were dealt or drawn, for the US, by rollouts: {', '.join(cards)}.", width)
    if found.unnoted:
        out += wrap(f"Of {plural(found.unnoted, 'roll')} nobody noted the dice; of their luck nothing is known.", width)
    turning = [(t.play.step.id, t.sentence) for t in found.turning_points()]
    if turning:
        out += ["", "Turning points:"]
        for key, sentence in turning:
            out += wrap(f"{key}  {sentence}", width, "  ", "    ")
    return out


def head(found: GameChances, name: str, width: int, *, n: int = 0) -> list[str]:
    """The heading: subject, method and meaning of the chances."""
    by = f" and by {plural(n, 'rollout')} of each position" if n else ""
    return wrap(f"{name}: the chance of the US by the static table{by}, {found.meaning}.", width)


def table(plays: Sequence[ChancePlay]) -> list[str]:
    """A row for each play: chance, swing, luck, choice, rollouts."""
    rolled = any(p.rolled is not None for p in plays)
    rows = [("play", "chance", "swing", "luck", "choice", *(["rollouts"] if rolled else []), "")]
    for p in plays:
        swing, luck, choice = parts(p)
        fallen = "?" if luck is None else signed(luck / 100) if p.luck.rolls else "·"
        cells = [
            p.step.id or "-",
            percent(p.after),
            signed(swing / 100),
            fallen,
            "?" if luck is None else signed(choice / 100),
        ]
        if rolled:
            cells.append(p.rolled.words if p.rolled is not None else "")
        written = printable(" ".join(p.step.action.text.split()))
        rows.append((*cells, written if len(written) <= MOST_WRITTEN else f"{written[: MOST_WRITTEN - 1]}…"))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return [
        "  ".join(
            [cell.ljust(w) if not i else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=False))]
            + [row[-1]]
        ).rstrip()
        for row in rows
    ]
