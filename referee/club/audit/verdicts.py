"""The row of a verdict in the table of games.

This module does not judge, read or write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.club.audit.rows import BROKEN, KINDS, MAX_SPOTS, SIDES, Faces, GameRow, Spot
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis
    from referee.engine.explaining.referee import JudgedStep, Judgement
    from referee.engine.record.findings import Finding

_HIDDEN_RULES = ("5.3.2", "8.5.4")
"""Rules of hands and of face-down Plots: a note with one of them says what cannot be checked."""


def failed(message: str) -> GameRow:
    """The row of a file on which the program broke down."""
    counts = {"unsupported": 1}
    return GameRow(verdict="failed", message=printable(message), findings=counts, by_side={"": {**counts}}, unchecked=1)


def unread(message: str, line: int = 1, column: int = 1) -> GameRow:
    """The row of a file that cannot be read."""
    place = f" (line {line}, column {column})" if (line, column) != (1, 1) else ""
    return GameRow(verdict="unreadable", message=printable(message) + place)


def row_of(verdict: Judgement, analysed: Analysis | None = None) -> GameRow:
    """The row of a verdict, the file left open.

    With the luck of both sides where the game was analysed.
    """
    tags = {name: printable(value).strip() for name, value in verdict.record.tags.items()}
    counted = [f for f in verdict.findings if f.counted]
    of_play = [f for f in counted if not f.of_record]
    slips = sum(f.kind == "slip" for f in counted)
    side_of = {id(f): s.action.side for s in verdict.steps for f in s.findings}
    by_side = {side: _by_kind(f for f in of_play if side_of.get(id(f), "") == side) for side in (*SIDES, "")}
    return GameRow(
        verdict="findings" if verdict.verdict != "clean" else "clean",
        game=tags.get("Game", ""),
        jihadist=tags.get("Jihadist", ""),
        us=tags.get("US", ""),
        players=tags.get("Players", ""),
        scenario=_scenario(tags.get("Scenario")),
        plays=verdict.actions,
        lines={side: sum(s.action.counted and s.action.side == side for s in verdict.steps) for side in SIDES},
        winner=verdict.board.winner,
        winner_rule=verdict.board.victory_rule if verdict.board.winner else "",
        stated=tags.get("Result", ""),
        broken_off=broken_off(verdict),
        findings=_by_kind(of_play),
        by_side={side: counts for side, counts in by_side.items() if counts},
        slips=slips,
        missing_dice=len(counted) - len(of_play) - slips,
        follows=sum(f.kind != "note" and not f.counted for f in verdict.findings),
        notes=sum(f.kind == "note" for f in verdict.findings),
        unchecked=sum(not_checked(f) for f in verdict.findings),
        stopped=verdict.stopped,
        rules=_rules(counted),
        spots=[_spot(f, verdict) for f in counted[:MAX_SPOTS]],
        dice=dice_of(verdict.steps),
        luck=_luck(analysed) if analysed is not None else {},
    )


def _luck(found: Analysis) -> dict[str, float]:
    """The luck of each side that rolled dice.

    None where the chances are in doubt.
    """
    rolled = {roll.side for play in found.plays for roll in play.luck.rolls}
    return {} if found.doubt else {side: round(found.luck_of(side), 4) for side in SIDES if side in rolled}


def _rules(findings: list[Finding]) -> dict[str, dict[str, int]]:
    """Counts of findings of broken rules, by rule and kind."""
    rules: dict[str, dict[str, int]] = {}
    for (rule, kind), n in sorted(Counter((f.rule, f.kind) for f in findings if f.kind in BROKEN).items()):
        rules.setdefault(printable(rule), {})[kind] = n
    return rules


def _spot(f: Finding, verdict: Judgement) -> Spot:
    """A finding in short."""
    from referee.reports import wording

    origin = wording.origin_named(f.place.line, verdict.record.lines)
    return Spot(f.place.line, f.place.column, f.kind, printable(f.rule), printable(f.message), origin)


def _by_kind(findings: Iterable[Finding]) -> dict[str, int]:
    """Counts of findings by kind, in the order of the columns."""
    counts = Counter(f.kind for f in findings)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}  # type: ignore[index]


def broken_off(verdict: Judgement) -> int:
    """The turn in which a game ends early; 0 for none.

    Also 0 for a game that is over, a complete turn, or no game.

    A position that was set up and a line or two are a question to the referee and no game.
    """
    board, tags, actions = verdict.board, verdict.record.tags, verdict.record.actions
    over = board.winner or board.stage == "over" or verdict.stopped or tags.get("Result", "").strip()
    played = [a for a in actions if a.counted and a.kind != "deal"]
    if over or "Scenario" not in tags or not played or played[-1].kind == "end":
        return 0
    stated = [*(s for a in actions for s in a.statements), *(c for a in actions for s in a.segments for c in s.claims)]
    return 0 if any(s.field == "wins" for s in stated) else board.turn


def not_checked(f: Finding) -> bool:
    """Whether a finding is a limit of the verdict.

    Not supported, or hidden.
    """
    if f.kind == "note":
        return f.rule in _HIDDEN_RULES or f.rule.startswith("card")
    return f.kind == "unsupported"


def _scenario(tag: str | None) -> str:
    """The scenario's own name.

    Another name as it is written, with a question mark.
    """
    from referee.engine.record.setup import find_scenario

    if not tag:
        return ""
    data = find_scenario(tag)
    return str(data["name"]) if data is not None else f"{tag} ?"


def dice_of(steps: list[JudgedStep]) -> dict[str, dict[str, Faces]]:
    """Thrown dice, by side and kind of roll.

    Those of the record, without assumed or automatic ones.
    """
    found: dict[str, dict[str, Faces]] = {}
    for roll in (roll for step in steps for roll in step.rolls if not roll.automatic and not roll.assumed):
        faces = found.setdefault(roll.side, {}).setdefault(roll.kind, [0] * 6)
        for die in roll.dice:
            if 1 <= die <= 6:
                faces[die - 1] += 1
    return {side: dict(sorted(found[side].items())) for side in sorted(found)}
