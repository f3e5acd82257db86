"""Turning points: the plays with the largest swings, their share of luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.state.plain import plain_dataclass
from referee.engine.state.words import clause, plural, sentence, the_side

if TYPE_CHECKING:
    from referee.analysis.analysis import PlayAnalysis
    from referee.engine.record.steps import JudgedStep

MOST_TURNING = 5
"""Most turning points in a report."""
LEAST = 0.03
"""The least swing of a turning point: the table is no more precise."""


@plain_dataclass(frozen=True)
class TurningPoint:
    """A play with a large swing."""

    play: PlayAnalysis
    play_words: str
    """The play in a sentence."""

    @property
    def points(self) -> int:
        """The swing in whole points: the difference of both displayed chances."""
        return _whole(self.play.after) - _whole(self.play.before)

    @property
    def sentence(self) -> str:
        """The play, its swing and the share of luck, as a sentence.

        For example "… : 12 points for the US, 9 of them luck".
        """
        points = plural(abs(self.points), "point")
        return f"{clause(self.play_words)}: {points} for {_favoured(self.points)}{self._share()}."

    def _share(self) -> str:
        """Return the share of luck, in a clause."""
        luck = self.play.luck
        swing, of_luck = self.points, _whole(luck.total)
        if not luck.followed:
            return "; its luck is not known, as its dice do not lead to what is written"
        if not luck.rolls:
            return f"; {plural(luck.unnoted, 'roll')} without dice noted" if luck.unnoted else ", without dice"
        if not of_luck:
            return ", hardly any of it luck"
        if (of_luck > 0) != (swing > 0):
            return f", although the dice favoured {_favoured(of_luck)} by {abs(of_luck)}"
        if abs(of_luck) > abs(swing):
            return f"; the dice alone brought {abs(of_luck)}"
        return ", all of it luck" if of_luck == swing else f", {abs(of_luck)} of them luck"

    def data(self) -> dict[str, Any]:
        """Return the turning point for programs."""
        found = self.play.data()
        return {k: found[k] for k in ("id", "line", "swing", "luck")} | {"sentence": self.sentence}


def _whole(share: float) -> int:
    return round(100 * share)


def _favoured(points: int) -> str:
    return the_side("US" if points > 0 else "J")


def turning_points(plays: Sequence[PlayAnalysis], most: int, tell: Callable[[JudgedStep], str]) -> list[TurningPoint]:
    """Return the plays with the largest swings, the largest first."""
    found = [TurningPoint(p, sentence(tell(p.step))) for p in plays if abs(p.swing) >= LEAST]
    return sorted(found, key=lambda t: (-abs(t.points), -abs(t.play.swing)))[:most]
