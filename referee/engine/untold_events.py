"""Events that a line triggers and does not mention, where a later checkpoint shows what they brought (6.3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.engine import gaps
from referee.engine.gaps import Gap, Gaps
from referee.engine.tables.record import SKIP
from referee.engine.words import sentences

if TYPE_CHECKING:
    from referee.engine.findings import Finding
    from referee.engine.game import Game
    from referee.engine.judged import Line
    from referee.engine.solver import SegmentReading

MOST_READINGS = 64
"""Most readings of such an event that are compared with a checkpoint."""
MOMENTS = ("after", "first")


def settle(game: Game, first: int, wrong: Any) -> None:
    """Take an event of the lines from ``first`` on as carried out where that explains the last line, a checkpoint.

    ``wrong`` counts what is wrong on some lines.
    """
    for i in range(len(game.lines) - 2, first - 1, -1):
        if not wrong(game.lines[-1:]):
            return
        line = game.lines[i]
        key = next((k for k, v in line.gaps.assumed.items() if v == SKIP), None)
        if key is not None and line.gaps.orders:
            _settle(game, i, key, wrong)


def _settle(game: Game, i: int, key: Any, wrong: Any) -> None:
    """Compare every reading in which the event of one line came with the lines after it, and take the best one."""
    line = game.lines[i]
    least = wrong(game.lines[i:])
    best: tuple[Mapping[Any, Any], list[Gap]] | None = None
    for when in MOMENTS:
        reading = {**{k: v for k, v in line.gaps.assumed.items() if k != key}, key: when}
        judged = game.trial({i: replace(line.treatment, reading=reading)})
        if judged is None:
            return
        ways: list[tuple[int, Gap | None, SegmentReading | None]] = [(wrong(judged), None, None)]
        event, plain = judged[0].gaps, {**reading, **judged[0].gaps.assumed}
        for gap in event.found:
            for other in gap.others[:MOST_READINGS]:
                found = game.trial({i: replace(line.treatment, reading=gap.instead(plain, other))})
                if found is None:
                    return
                ways.append((wrong(found), gap, other))
        fewest = min(n for n, _, _ in ways)
        if fewest >= least:
            continue
        least = fewest
        _, of_gap, taken = next(way for way in ways if way[0] == fewest)
        if of_gap is None or taken is None:
            best = plain, event.found
            continue
        kept = {r.net for n, g, r in ways if n == fewest and g is of_gap and r is not None}
        narrowed = Gap(of_gap.segment, of_gap.asked, of_gap.before, [r for r in of_gap.readings if r.net in kept])
        best = of_gap.instead(plain, taken), [narrowed if g is of_gap else g for g in event.found]
    if best is not None:
        game.adopt({i: _came(game, line, *best)})


def _came(game: Game, line: Line, assumed: Mapping[Any, Any], found: list[Gap]) -> Line:
    """The line with its event carried out, and one finding that says so."""
    told = [_told(finding, game, found) for finding in line.gaps.orders]
    event = [Gap(g.segment, g.asked, g.before, g.readings) for g in found]
    return replace(
        line, gaps=Gaps(dict(assumed), event, told), treatment=replace(line.treatment, reading=dict(assumed))
    )


def _told(finding: Finding, game: Game, found: list[Gap]) -> Finding:
    """The finding of an event that was not mentioned, with what the checkpoint shows of it."""
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
