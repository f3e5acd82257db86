"""One record to one row: what a worker does. Whatever happens to a record happens to its row alone."""

from __future__ import annotations

import os
import re
import traceback
from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from referee.club.audit import files
from referee.club.audit.cache import Cache
from referee.club.audit.rows import BROKEN, KINDS, MAX_SPOTS, SIDES, Faces, GameRow, Spot
from referee.club.workers.limits import SECONDS, within
from referee.inputs.files import replace
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.engine.findings import Finding
    from referee.engine.referee import Policy, Step, Verdict

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_HIDDEN_RULES = ("5.3.2", "8.5.4")
"""Rules of hands and of face-down Plots: a note with one of them says what cannot be checked."""


@dataclass(frozen=True, slots=True)
class Job:
    """A record to judge: its name, the file name of its report if one is wanted, and its bytes.

    It holds all that is needed: nothing is read where it is judged. ``at_rest`` is False for what came through a pipe.
    """

    path: str
    report: str = ""
    data: bytes = b""
    at_rest: bool = True


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all records of a run; without ``cache`` and ``reports`` where it is judged for another machine."""

    policy: Policy
    cache: Cache | None
    reports: Path | None
    seconds: float = SECONDS
    """How long a record may take."""


@dataclass(slots=True)
class Result:
    """What became of a job. ``digest`` is that of the record's bytes, "" if they are not at rest; ``page`` its report."""

    row: GameRow
    digest: str = ""
    problem: str = ""
    page: str = ""


def digest(data: bytes) -> str:
    """The digest of a file's bytes."""
    return blake2b(data, digest_size=20).hexdigest()


def suffix(path: str) -> str:
    """The ending of a file's name: a reader may go by it."""
    return os.path.splitext(path)[1].casefold()


def recall(job: Job, terms: Terms) -> Result | None:
    """The result of an earlier run if the record has not changed and its report, if wanted, is there."""
    if terms.cache is None or not job.at_rest:
        return None
    of_bytes = digest(job.data)
    key = terms.cache.key(of_bytes, suffix(job.path), terms.policy)
    row = terms.cache.row(key)
    if row is None:
        return None
    if terms.reports is not None and job.report and row.judged:
        written = terms.cache.report(key, os.path.basename(job.path))
        if written is None or written != files.digest(terms.reports / job.report):
            return None
    return Result(row, of_bytes)


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


def keep(result: Result, job: Job, terms: Terms) -> None:
    """Write the report of a record that was judged, and remember its row."""
    key = ""
    if terms.cache is not None and result.digest and result.row.verdict != "failed":
        key = terms.cache.key(result.digest, suffix(job.path), terms.policy)
        terms.cache.keep_row(key, result.row)
    if terms.reports is None:
        return
    page, result.page = result.page, ""
    if not page:
        return
    try:
        replace(terms.reports / job.report, page, follow=False)
    except OSError as error:
        result.problem = f"{printable(job.report)}: the report cannot be written: {error.strerror or error}"
        return
    if terms.cache is not None and key:
        terms.cache.keep_report(key, os.path.basename(job.path), page)


def failed(message: str) -> GameRow:
    """The row of a file on which the program broke down."""
    return GameRow(
        verdict="failed",
        message=printable(message),
        findings={"unsupported": 1},
        by_side={"": {"unsupported": 1}},
        unchecked=1,
    )


def unread(message: str, line: int = 1, column: int = 1) -> GameRow:
    """The row of a file that cannot be read."""
    place = f" (line {line}, column {column})" if (line, column) != (1, 1) else ""
    return GameRow(verdict="unreadable", message=printable(message) + place)


def _look(job: Job, terms: Terms) -> Result:
    from referee.engine.findings import Unread
    from referee.inputs.judging import judge_bytes, shown

    verdict = judge_bytes(job.data, shown(job.path), terms.policy, alternatives=bool(job.report))
    of_bytes = digest(job.data) if job.at_rest else ""
    if isinstance(verdict, Unread):
        return Result(unread(verdict.message, verdict.line, verdict.column), of_bytes)
    result = Result(row_of(verdict), of_bytes)
    if job.report:
        try:
            from referee.reports import html

            result.page = html.render(verdict)
        except Exception as error:
            result.problem = f"{printable(job.report)}: the report cannot be made: {_fault(error)}"
    return result


def _fault(error: Exception) -> str:
    """A fault of the program in one line, the same on every run."""
    frames = traceback.extract_tb(error.__traceback__)
    where = ""
    if frames:
        parts = Path(frames[-1].filename).parts[-2:]
        where = f" in {'/'.join(parts)}, line {frames[-1].lineno}"
    what = _ADDRESS.sub("", str(error)).strip()[:200]
    return printable(
        f"the referee broke down on this record, please report it: {type(error).__name__}{where}"
        + (f": {what}" if what else "")
    )


def row_of(verdict: Verdict) -> GameRow:
    """The row of a verdict, the file left open."""
    tags = {name: printable(value).strip() for name, value in verdict.record.tags.items()}
    row = GameRow(
        verdict="findings" if verdict.verdict != "clean" else "clean",
        game=tags.get("Game", ""),
        jihadist=tags.get("Jihadist", ""),
        us=tags.get("US", ""),
        players=tags.get("Players", ""),
        scenario=_scenario(tags.get("Scenario")),
        plays=verdict.actions,
        winner=verdict.board.winner,
        winner_rule=verdict.board.victory_rule if verdict.board.winner else "",
        stated=tags.get("Result", ""),
        broken_off=broken_off(verdict),
        stopped=verdict.stopped,
        follows=sum(f.kind != "note" and not f.counted for f in verdict.findings),
        notes=sum(f.kind == "note" for f in verdict.findings),
        unchecked=sum(not_checked(f) for f in verdict.findings),
    )
    row.lines = {side: sum(s.action.counted and s.action.side == side for s in verdict.steps) for side in SIDES}
    _count(row, verdict)
    row.dice = dice_of(verdict.steps)
    return row


def broken_off(verdict: Verdict) -> int:
    """The turn in which a game breaks off; 0 if it is over, if its turn is, or if there is no game.

    A position that was set up and a line or two are a question to the referee and no game.
    """
    board, tags = verdict.board, verdict.record.tags
    if (
        board.winner
        or board.stage == "over"
        or verdict.stopped
        or "Scenario" not in tags
        or tags.get("Result", "").strip()
    ):
        return 0
    actions = verdict.record.actions
    stated = [*(s for a in actions for s in a.statements), *(c for a in actions for s in a.segments for c in s.claims)]
    played = [a for a in actions if a.counted and a.kind != "deal"]
    if not played or played[-1].kind == "end" or any(s.field == "wins" for s in stated):
        return 0
    return board.turn


def not_checked(f: Finding) -> bool:
    """Whether a finding says that something could not be judged: not supported, or hidden."""
    if f.kind == "note":
        return f.rule in _HIDDEN_RULES or f.rule.startswith("card")
    return f.kind == "unsupported"


def _count(row: GameRow, verdict: Verdict) -> None:
    """Count the findings: by kind, by side, by rule."""
    from referee.reports import wording

    side_of = {id(f): s.action.side for s in verdict.steps for f in s.findings}
    counted = [f for f in verdict.findings if f.counted]
    of_play = [f for f in counted if not f.of_record]
    row.slips = sum(f.kind == "slip" for f in counted)
    row.missing_dice = len(counted) - len(of_play) - row.slips
    by_kind: Counter[str] = Counter(f.kind for f in of_play)
    row.findings = {kind: by_kind[kind] for kind in KINDS if by_kind[kind]}
    for side in (*SIDES, ""):
        mine: Counter[str] = Counter(f.kind for f in of_play if side_of.get(id(f), "") == side)
        if mine:
            row.by_side[side] = {kind: mine[kind] for kind in KINDS if mine[kind]}
    broken = Counter((f.rule, f.kind) for f in counted if f.kind in BROKEN)
    for (rule, kind), n in sorted(broken.items()):
        row.rules.setdefault(printable(rule), {})[kind] = n
    row.spots = [
        Spot(
            f.place.line,
            f.place.column,
            f.kind,
            printable(f.rule),
            printable(f.message),
            wording.origin_named(f.place.line, verdict.record.lines),
        )
        for f in counted[:MAX_SPOTS]
    ]


def _scenario(tag: str | None) -> str:
    """The scenario's own name; another name as it stands, with a question mark."""
    from referee.engine.setup import find_scenario

    if not tag:
        return ""
    data = find_scenario(tag)
    return str(data["name"]) if data is not None else f"{tag} ?"


def dice_of(steps: list[Step]) -> dict[str, dict[str, Faces]]:
    """Dice that were thrown, by side and kind of roll: those of the record, none that are assumed or automatic."""
    found: dict[str, dict[str, Faces]] = {}
    for step in steps:
        for roll in step.rolls:
            if roll.automatic or roll.assumed:
                continue
            faces = found.setdefault(roll.side, {}).setdefault(roll.kind, [0] * 6)
            for die in roll.dice:
                if 1 <= die <= 6:
                    faces[die - 1] += 1
    return {side: dict(sorted(found[side].items())) for side in sorted(found)}
