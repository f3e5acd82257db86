"""Measures of the Jihadist Bot's sheet: forces, modifiers, free Cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from referee.editions.awakening import state
from referee.editions.base.operations import jihad, recruit
from referee.editions.base.operations import plot as plots
from referee.editions.base.queries import Queries
from referee.editions.solo.flowchart.chart import Situation
from referee.editions.solo.flowchart.measures import besieged, cells, muslim, of_levels, units
from referee.engine.law import rolls
from referee.engine.law.requirement import allowed
from referee.engine.state import queries as q
from referee.engine.state.board import HARD
from referee.engine.state.data import FAIR, GOOD, POOR


def later_game(s: Situation) -> bool:
    """Whether double-dagger rows count: The Awakening is in play."""
    return hasattr(s.board, "capital")


# -------------------------------------------------------------------- countries


def troops(s: Situation, name: str) -> int:
    """Troops that cost Prestige where a Plot goes off."""
    return q.troops_at_risk(s.board, name)


def fresh(s: Situation, name: str) -> tuple[int, int]:
    """Sleepers and Active Cells not yet used with this card (12.4.1)."""
    c = s.board[name]
    sleepers, actives = s.used_cells.get(name, (0, 0))
    return max(0, c.sleepers - sleepers), max(0, c.actives - actives)


def able(s: Situation, name: str) -> int:
    """Cells that can still operate, markers included."""
    c = s.board[name]
    used = sum(s.used_cells.get(name, (0, 0)))
    return max(0, q.cells(s.board, name) - min(used, c.sleepers + c.actives))


def resources(s: Situation, name: str) -> float | None:
    """Resources of a Muslim country; others have none."""
    return q.resources(s.board, name) if muslim(s, name) else None


def recruit_number(s: Situation, name: str) -> float | None:
    """The Recruit Number of a non-Muslim country, else its Governance."""
    c = s.board[name]
    return None if c.data.muslim else c.data.recruit or c.governance or None


def near(s: Situation, name: str, test: Callable[[str], bool]) -> bool:
    """Whether some Adjacent country passes ``test``."""
    return any(n in s.board.countries and test(n) for n in s.board[name].data.adjacent)


def same_posture(s: Situation, name: str) -> bool:
    """Whether a non-Muslim country has the Posture of the US."""
    c = s.board[name]
    return c.data.non_muslim and bool(c.posture) and c.posture == q.us_posture(s.board)


# -------------------------------------------------------------------- Jihad


def modifier(s: Situation, name: str) -> int:
    """The modifier of a Jihad by Awakening and Reaction markers (11.1.3)."""
    none: tuple[rolls.Modifier, ...] = ()
    return rolls.modified(0, q.modified(Queries.JIHAD_MODIFIERS, s.board, name, none))


def jihad_drm(s: Situation, name: str) -> float | None:
    """The Jihad modifier of a Muslim country; others have none."""
    return modifier(s, name) if muslim(s, name) else None


def success_possible(s: Situation, name: str, *, major: bool) -> bool:
    """Whether a 1 would be a success in a Jihad there (JSP)."""
    b = s.board
    level = b[name].governance
    if not muslim(s, name) or level not in (GOOD, FAIR, POOR):
        return False
    return 1 + rolls.modified(0, jihad.modifiers_of(b, name, major=major)) <= level and jihad.PERMITTED.holds(
        b, name, {}
    )


def ripe(s: Situation, name: str, level: int = POOR) -> bool:
    """Whether a Major Jihad now could win a country of a level."""
    if not of_levels(s, name, (level,)) or able(s, name) < jihad.cells_needed(s.board, name):
        return False
    needed = 1 if besieged(s, name) else 2
    return s.value >= needed and success_possible(s, name, major=True)


def ripening(s: Situation, name: str, level: int, most: int) -> bool:
    """Whether a country of ``level`` is close to a Major Jihad (E6).

    It has one to ``most`` more Cells than Troops and Militia.
    """
    enough = units(s, name) < cells(s, name) <= jihad.cells_needed(s.board, name, most)
    return of_levels(s, name, (level,)) and enough and success_possible(s, name, major=True)


def minor_jihad(s: Situation, name: str, levels: Collection[int] = (GOOD, FAIR)) -> bool:
    """Whether a Minor Jihad could succeed in a country of some levels."""
    return of_levels(s, name, levels) and able(s, name) > 0 and success_possible(s, name, major=False)


# -------------------------------------------------------------------- Recruit and Travel


def auto_recruit(s: Situation, name: str) -> bool:
    """Whether Recruit succeeds there without a roll."""
    return s.once(("auto recruit", name), lambda: recruit.without_roll(s.board, name) is not None)


def movable(s: Situation, name: str) -> int:
    """Cells of a country free to Travel (12.3.9).

    The last Auto-Recruit Cell goes only if there are two others.
    """
    b = s.board
    left = b[name].sleepers + b[name].actives - s.leaving.get(name, 0)
    free = sum(fresh(s, name))
    if left <= 0 or free <= 0:
        return 0
    if not auto_recruit(s, name):
        return min(free, left)
    homes = s.once("homes", lambda: [n for n in b.countries if q.cells(b, n) and auto_recruit(s, n)])
    others = sum(n != name and q.cells(b, n) > s.leaving.get(n, 0) for n in homes)
    stay = left - (q.cells(b, name) == b[name].sleepers + b[name].actives)  # Sadr, who never Travels, is a last Cell
    return min(free, left) if others >= 2 else min(free, stay)


def in_caliphate(s: Situation, name: str) -> bool:
    """Whether a country belongs to the Caliphate, where no Cell sleeps."""
    return later_game(s) and state.in_caliphate(s.board, name)


def may_hide(s: Situation, name: str) -> bool:
    """Whether an Active Cell may Travel within its country, to sleep."""
    return fresh(s, name)[1] > 0 and not in_caliphate(s, name)


def recruits(s: Situation, names: Iterable[str]) -> list[str]:
    """Countries open to the Bot's Recruit, of some (8.2.2)."""
    return allowed((recruit.PERMITTED, recruit.BASE, recruit.OPEN), s.board, names, {})


def may_plot(s: Situation, name: str) -> bool:
    """Whether the Bot has a Cell left to Plot with there (8.5.1)."""
    return able(s, name) > 0 and all(r.holds(s.board, name, {}) for r in plots.TARGET)


def hard(s: Situation) -> bool:
    """Whether the US is Hard."""
    return q.us_posture(s.board) == HARD
