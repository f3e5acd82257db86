"""One record to one row: the work of a worker.

A fault costs that row alone.
"""

from __future__ import annotations

import os
import re
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from referee.club.audit.cache import Cache, digest
from referee.club.audit.rows import BROKEN, KINDS, MAX_SPOTS, SIDES, Faces, GameRow, Spot
from referee.club.workers.limits import SECONDS, within
from referee.inputs.files import replace
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis
    from referee.engine.explaining.referee import Policy, Step, Verdict
    from referee.engine.record.findings import Finding

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_HIDDEN_RULES = ("5.3.2", "8.5.4")
"""Rules of hands and of face-down Plots: a note with one of them says what cannot be checked."""


@dataclass(frozen=True, slots=True)
class Job:
    """A record to judge, with its name and its bytes.

    ``report`` is the file name of its report, if one is wanted. The job holds all that is needed: nothing is read where
    it is judged. ``at_rest`` is False for what came through a pipe.
    """

    path: str
    report: str = ""
    data: bytes = b""
    at_rest: bool = True


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of all records of a run.

    They have no ``cache`` and no ``reports`` where the worker is on another machine.
    """

    policy: Policy
    cache: Cache | None
    reports: Path | None
    seconds: float = SECONDS
    """How long a record may take."""
    mapping: bytes = b""
    """The file for the module of logs of VASSAL; b"" for the shipped one."""


@dataclass(slots=True)
class Result:
    """The result of a job.

    ``digest`` is that of the record's bytes, "" if they are not at rest; ``page`` is its report.
    """

    row: GameRow
    digest: str = ""
    problem: str = ""
    page: str = ""


def recall(job: Job, terms: Terms) -> Result | None:
    """The result of an earlier run if the record has not changed and its report, if wanted, is there."""
    if terms.cache is None or not job.at_rest:
        return None
    of_bytes = digest(job.data)
    key = _key(job, terms, of_bytes)
    row = terms.cache.row(key)
    if row is None:
        return None
    if terms.reports is not None and job.report and row.judged:
        written = terms.cache.report(key, os.path.basename(job.path))
        try:
            if written is None or written != digest((terms.reports / job.report).read_bytes()):
                return None
        except OSError:
            return None
    return Result(row, of_bytes)


def _key(job: Job, terms: Terms, of_bytes: str) -> str:
    """The name of a record's entry in the cache; a reader may go by the ending of a file's name."""
    assert terms.cache is not None
    used = digest(terms.mapping) if terms.mapping else ""
    return terms.cache.key(of_bytes, os.path.splitext(job.path)[1].casefold() + used, terms.policy)


def judge(job: Job, terms: Terms) -> Result | None:
    """Judge a record, write its report, remember the row; None if it takes too long."""
    result = look(job, terms)
    if result is not None:
        keep(result, job, terms)
    return result


def look(job: Job, terms: Terms) -> Result | None:
    """Judge a record and write nothing; None if it takes too long."""
    try:
        return within(terms.seconds, lambda: _look(job, terms))
    except Exception as error:  # whatever it is, the other records are judged all the same
        return Result(failed(_fault(error)))


def _look(job: Job, terms: Terms) -> Result:
    from referee.analysis.analysis import analyse
    from referee.engine.record.findings import Unread
    from referee.inputs.judging import judge_bytes, shown
    from referee.reports import describe

    name, wanted = shown(job.path), bool(job.report)
    verdict = judge_bytes(job.data, name, terms.policy, alternatives=wanted, mapping=terms.mapping)
    of_bytes = digest(job.data) if job.at_rest else ""
    if isinstance(verdict, Unread):
        return Result(unread(verdict.message, verdict.line, verdict.column), of_bytes)
    found = analyse(verdict, tell=describe.sentence)
    result = Result(row_of(verdict, found), of_bytes)
    if job.report:
        try:
            from referee.reports import html

            result.page = html.render(verdict, found)
        except Exception as error:
            result.problem = f"{printable(job.report)}: the report cannot be made: {_fault(error)}"
    return result


def keep(result: Result, job: Job, terms: Terms) -> None:
    """Write the report of a record that was judged, and remember its row."""
    key = ""
    if terms.cache is not None and result.digest and result.row.verdict != "failed":
        key = _key(job, terms, result.digest)
        terms.cache.keep_row(key, result.row)
    if terms.reports is None or not result.page:
        return
    page, result.page = result.page, ""
    try:
        replace(terms.reports / job.report, page, follow=False)
    except OSError as error:
        result.problem = f"{printable(job.report)}: the report cannot be written: {error.strerror or error}"
        return
    if terms.cache is not None and key:
        terms.cache.keep_report(key, os.path.basename(job.path), page)


def failed(message: str) -> GameRow:
    """The row of a file on which the program broke down."""
    counts = {"unsupported": 1}
    return GameRow(verdict="failed", message=printable(message), findings=counts, by_side={"": {**counts}}, unchecked=1)


def unread(message: str, line: int = 1, column: int = 1) -> GameRow:
    """The row of a file that cannot be read."""
    place = f" (line {line}, column {column})" if (line, column) != (1, 1) else ""
    return GameRow(verdict="unreadable", message=printable(message) + place)


def _fault(error: Exception) -> str:
    """A fault of the program in one line, the same on every run."""
    frames = traceback.extract_tb(error.__traceback__)
    where = ""
    if frames:
        where = f" in {'/'.join(Path(frames[-1].filename).parts[-2:])}, line {frames[-1].lineno}"
    what = _ADDRESS.sub("", str(error)).strip()[:200]
    return printable(
        f"the referee broke down on this record, please report it: {type(error).__name__}{where}"
        + (f": {what}" if what else "")
    )


# ------------------------------------------------------------ the row of a verdict


def row_of(verdict: Verdict, analysed: Analysis | None = None) -> GameRow:
    """The row of a verdict, the file left open; with the luck of both sides where the game was analysed."""
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
    """The luck of each side that rolled dice, for itself; none where the chances are in doubt."""
    rolled = {roll.side for play in found.plays for roll in play.luck.rolls}
    return {} if found.doubt else {side: round(found.luck_of(side), 4) for side in SIDES if side in rolled}


def _rules(findings: list[Finding]) -> dict[str, dict[str, int]]:
    """Counts of findings that say that a rule was broken, by rule and kind."""
    rules: dict[str, dict[str, int]] = {}
    for (rule, kind), n in sorted(Counter((f.rule, f.kind) for f in findings if f.kind in BROKEN).items()):
        rules.setdefault(printable(rule), {})[kind] = n
    return rules


def _spot(f: Finding, verdict: Verdict) -> Spot:
    """A finding in short."""
    from referee.reports import wording

    origin = wording.origin_named(f.place.line, verdict.record.lines)
    return Spot(f.place.line, f.place.column, f.kind, printable(f.rule), printable(f.message), origin)


def _by_kind(findings: Iterable[Finding]) -> dict[str, int]:
    """Counts of findings by kind, in the order of the columns."""
    counts = Counter(f.kind for f in findings)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}  # type: ignore[index]


def broken_off(verdict: Verdict) -> int:
    """The turn in which a game breaks off; 0 if it is over, if its turn is, or if there is no game.

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
    """Whether a finding says that something could not be judged: not supported, or hidden."""
    if f.kind == "note":
        return f.rule in _HIDDEN_RULES or f.rule.startswith("card")
    return f.kind == "unsupported"


def _scenario(tag: str | None) -> str:
    """The scenario's own name; another name as it is written, with a question mark."""
    from referee.engine.record.setup import find_scenario

    if not tag:
        return ""
    data = find_scenario(tag)
    return str(data["name"]) if data is not None else f"{tag} ?"


def dice_of(steps: list[Step]) -> dict[str, dict[str, Faces]]:
    """Dice that were thrown, by side and kind of roll: those of the record, none that are assumed or automatic."""
    found: dict[str, dict[str, Faces]] = {}
    for roll in (roll for step in steps for roll in step.rolls if not roll.automatic and not roll.assumed):
        faces = found.setdefault(roll.side, {}).setdefault(roll.kind, [0] * 6)
        for die in roll.dice:
            if 1 <= die <= 6:
                faces[die - 1] += 1
    return {side: dict(sorted(found[side].items())) for side in sorted(found)}
