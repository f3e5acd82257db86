"""Triggered events without a mention on their line (6.3.2).

A later checkpoint shows their effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.engine.judging import gaps
from referee.engine.judging.gaps import Gap, Gaps
from referee.engine.record.ledger import SKIP
from referee.engine.state.plain import replace
from referee.engine.state.words import sentences

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.judging.judged_lines import JudgedLine
    from referee.engine.judging.solver import SegmentReading
    from referee.engine.record.findings import Finding

MOST_READINGS = 64
"""Most readings of such an event that are compared with a checkpoint."""
MOMENTS = ("after", "first")


def settle(game: Game, first: int, wrong: Any) -> None:
    """Assume events from line ``first`` on if that explains the checkpoint.

    The checkpoint is the last line; ``wrong`` counts the mistakes on some lines.
    """
    for i in range(len(game.lines) - 2, first - 1, -1):
        line = game.lines[i]
        key = next((k for k, v in line.gaps.assumed.items() if v == SKIP), None)
        if key is not None and line.gaps.orders:
            _settle(game, i, key, wrong)
            if not wrong(game.lines[-1:]):
                return


def _settle(game: Game, i: int, key: Any, wrong: Any) -> None:
    """Compare the readings of one line's event; take the best."""
    line = game.lines[i]
    least = wrong(game.lines[i:])
    best: tuple[Mapping[Any, Any], list[Gap]] | None = None
    for when in MOMENTS:
        reading = {**{k: v for k, v in line.gaps.assumed.items() if k != key}, key: when}
        judged = game.trial({i: replace(line.treatment, reading=reading)})
        if judged is None:
            return
        event, plain = judged[0].gaps, {**reading, **judged[0].gaps.assumed}
        others = _other_ways(game, i, event, plain, wrong)
        if others is None:
            return
        ways: list[Way] = [(wrong(judged), None, None), *others]
        fewest = min(n for n, _, _ in ways)
        if fewest >= least:
            continue
        least = fewest
        best = _narrowed(event, plain, [way for way in ways if way[0] == fewest])
    if best is not None:
        game.adopt({i: _came(game, line, *best)})


Way: TypeAlias = "tuple[int, Gap | None, SegmentReading | None]"
"""The number of mistakes in a gap's reading; None for the first."""


def _other_ways(game: Game, i: int, event: Gaps, plain: Mapping[Any, Any], wrong: Any) -> list[Way] | None:
    """Return the other readings of an event's gaps, with their mistakes.

    Returns None if out of credit.
    """
    ways: list[Way] = []
    for gap in event.found:
        for other in gap.others[:MOST_READINGS]:
            found = game.trial({i: replace(game.lines[i].treatment, reading=gap.instead(plain, other))})
            if found is None:
                return None
            ways.append((wrong(found), gap, other))
    return ways


def _narrowed(event: Gaps, plain: Mapping[Any, Any], ways: list[Way]) -> tuple[Mapping[Any, Any], list[Gap]]:
    """The assumptions and gaps of an event with only these readings left."""
    _, of_gap, taken = ways[0]
    if of_gap is None or taken is None:
        return plain, event.found
    kept = {r.net for _, g, r in ways if g is of_gap and r is not None}
    narrowed = Gap(of_gap.segment, of_gap.asked, of_gap.before, [r for r in of_gap.readings if r.net in kept])
    return of_gap.instead(plain, taken), [narrowed if g is of_gap else g for g in event.found]


def _came(game: Game, line: JudgedLine, assumed: Mapping[Any, Any], found: list[Gap]) -> JudgedLine:
    """The line with its event carried out, and one finding on that."""
    told = [_told(finding, game, found) for finding in line.gaps.orders]
    event = [Gap(g.segment, g.asked, g.before, g.readings) for g in found]
    return replace(
        line, gaps=Gaps(dict(assumed), event, told), treatment=replace(line.treatment, reading=dict(assumed))
    )


def _told(finding: Finding, game: Game, found: list[Gap]) -> Finding:
    """The finding on an unmentioned event, with the evidence of the checkpoint."""
    where = game.lines[-1].action.place.line
    shown = [dict.fromkeys(gaps.show_reading(r.assumed, gap.questions) for r in gap.readings) for gap in found]
    fits = "; ".join(choice for choices in shown for choice in choices if choice and len(choices) <= gaps.MOST_SHOWN)
    came = f"line {where} shows that the event came" + (f"; this fits: {fits}" if fits else "")
    return replace(
        finding,
        help=sentences([gaps.HOW_TO_WRITE_EVENTS, came]),
        assumed="the event was carried out",
        see=[*finding.see, where],
    )
