"""Look back at an evening: who was winning, where it turned, and what of it was luck.

python turning_points.py RECORD [ROLLOUTS]
"""

import sys
from pathlib import Path

import referee

BAR = 40
"""Columns of a bar: the whole is 100 %."""


def story(record: Path, rollouts: int = 0) -> list[str]:
    """The chances of the US after each play as bars, and the turning points in words."""
    found = referee.check(record).analysis(rollouts=rollouts)
    if found.doubt:
        return [found.doubt]
    out = [f"The chance of the US, {found.meaning}:", ""]
    for play in found.plays:
        chance = play.rolled.us if play.rolled else play.after
        words = play.rolled.words if play.rolled else f"{play.after:.0%}"
        luck = f"luck {100 * play.luck.total:+.0f}" if play.luck.rolls else ""
        out.append(f"{play.step.id:>4} {'#' * round(BAR * chance):{BAR}} {words:>5}  {luck}".rstrip())
    out += ["", "Where it turned:"]
    out += [f"- {point.play.step.id}: {point.sentence}" for point in found.turning_points(3)]
    out += ["", "What each side's own dice brought it, in points:"]
    out += [f"- {name}: {100 * found.luck_of(side):+.0f}" for side, name in (("US", "the US"), ("J", "the Jihadist"))]
    return out


if __name__ == "__main__":
    print("\n".join(story(Path(sys.argv[1]), *map(int, sys.argv[2:]))))
