"""``referee analyse``: who stood better after each play of a record, what was luck and what was choice.

Rollouts are kept in a file beside the record and gone on with; they are the same however many processes make them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import __version__
from referee.analysis import analysis
from referee.analysis.alternatives import BUDGET, Comparison, NoAlternatives, compare
from referee.analysis.analysis import Analysis, PlayAnalysis, add_rollouts, analyse, key_seed
from referee.analysis.chances import MEANING, rollouts
from referee.cli.commands.check import Request, settings
from referee.engine.explaining.referee import Verdict
from referee.engine.record.findings import Unread
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.words import plural
from referee.inputs import files
from referee.inputs.judging import STDIN, judge_bytes, read_input, shown
from referee.parsers.notation.encodings import TextError
from referee.reports import describe, printing, text
from referee.reports.columns import printable, wrap

if TYPE_CHECKING:
    from referee.club.workers import Crew, Progress

KEPT = ".rollouts"
"""What is added to the name of a record for the file with its rollouts; no command takes that for a record."""
A_JOB = 10
"""Rollouts of one position that a worker makes at once."""
SECONDS = 600.0
"""What a job may take, with the judging of its record."""
MOST_WRITTEN = 60
"""Most characters of a line of the record in the table."""
SAVED_EVERY = 20
"""Jobs after which the rollouts are written to their file."""
LETTERS = {1.0: "1", 0.0: "0", 0.5: "="}
RESULTS = {letter: value for value, letter in LETTERS.items()}


class AnalysisError(Exception):
    """A request that cannot be carried out: a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a record is read and judged: the same for all jobs."""

    data: bytes
    name: str
    options: tuple[str, ...] = ()
    form: str = ""
    mapping: bytes = b""


@dataclass(frozen=True, slots=True)
class Job:
    """Some rollouts of one position."""

    key: str
    first: int
    last: int


# -------------------------------------------------------------------- rollouts by workers


@lru_cache(maxsize=2)
def _judged(terms: Terms) -> Verdict | Unread:
    """The verdict on the record; a worker judges it once."""
    return judge_bytes(terms.data, terms.name, options=terms.options, form=terms.form, mapping=terms.mapping)


def roll_out(jobs: list[Job], terms: Terms, seed: str) -> list[str | None]:
    """Make some rollouts: the work of one worker. Each result is a row of letters."""
    verdict = _judged(terms)
    if isinstance(verdict, Unread):
        return ["" for _ in jobs]
    made: list[str | None] = []
    for job in jobs:
        board = analysis.position(verdict, job.key)
        found = rollouts(board, job.last, key_seed(seed, job.key), first=job.first) if board is not None else ()
        made.append("".join([LETTERS[us] for us in found]))
    return made


@dataclass(slots=True)
class Kept:
    """The rollouts of a record, in their file."""

    path: Path | None
    mark: str
    """What they depend on: the record, the program, the seed."""
    results: dict[str, str] = field(default_factory=dict)
    unsaved: int = 0

    @classmethod
    def of(cls, terms: Terms, path: str, seed: str) -> Kept:
        """The rollouts that were kept for this very record; none if it has changed."""
        from referee.club.audit.cache import digest

        mark = digest(repr((terms.data, terms.options, terms.form, terms.mapping, seed, __version__)).encode())
        kept = cls(None if path == STDIN else Path(path + KEPT), mark)
        try:
            found = json.loads(kept.path.read_text(encoding="utf-8")) if kept.path is not None else {}
        except (OSError, ValueError):
            return kept
        if isinstance(found, dict) and found.get("of") == mark and isinstance(found.get("rollouts"), dict):
            rows = found["rollouts"].items()
            kept.results = {str(k): v for k, v in rows if isinstance(v, str) and set(v) <= set(RESULTS)}
        return kept

    def add(self, job: Job, letters: str) -> None:
        """Put in the results of a job."""
        row = self.results.get(job.key, "")
        self.results[job.key] = row[: job.first].ljust(job.first, " ") + letters + row[job.first + len(letters) :]
        self.unsaved += 1
        if self.unsaved >= SAVED_EVERY:
            self.save()

    def save(self) -> None:
        """Write the file; one that cannot be written is told, and the analysis goes on."""
        if self.path is None or not self.unsaved:
            return
        whole = {k: v.split(" ")[0] for k, v in sorted(self.results.items())}  # a row goes as far as it has no hole
        try:
            files.replace(self.path, json.dumps({"of": self.mark, "rollouts": whole}, indent=1) + "\n")
        except OSError as error:
            printing.complain(f"{shown(str(self.path))}: the rollouts cannot be kept: {error.strerror or error}")
            self.path = None
        self.unsaved = 0

    def of_each(self, n: int) -> dict[str, tuple[float, ...]]:
        """The first ``n`` results of each position."""
        return {k: tuple([RESULTS[letter] for letter in v.split(" ")[0][:n]]) for k, v in self.results.items()}


def jobs_for(verdict: Verdict, kept: Kept, n: int) -> list[Job]:
    """What is left to do: a round of all positions before the next one."""
    keys = [key for key, board in analysis.positions(verdict) if not board.winner]
    found = []
    for start in range(0, n, A_JOB):
        for key in keys:
            have, last = len(kept.results.get(key, "")), min(n, start + A_JOB)
            if have < last:
                found.append(Job(key, max(start, have), last))
    return found


def make(
    verdict: Verdict,
    terms: Terms,
    kept: Kept,
    n: int,
    seed: str,
    *,
    workers: int,
    crew: Crew | None,
    bar: Progress | None,
) -> None:
    """Make the rollouts that are not kept yet; those made before an interruption are kept."""
    from referee.club.workers.dispatch import Dispatch
    from referee.club.workers.local import Local

    jobs = jobs_for(verdict, kept, n)
    done = 0

    def take(i: int, letters: str) -> None:
        nonlocal done
        kept.add(jobs[i], letters)
        done += 1
        if bar is not None:
            bar(done, len(jobs))

    def lose(i: int, why: str) -> None:
        raise AnalysisError(why)

    act = partial(roll_out, terms=terms, seed=seed)
    left = list(range(len(jobs)))
    try:
        for crew_ in (crew, Local(min(workers, len(jobs)), lambda: None) if workers > 1 and len(jobs) > 1 else None):
            if crew_ is not None and left:
                with crew_:
                    work = Dispatch(crew_, act, jobs.__getitem__, take, lose, SECONDS)
                    left, why = work.carry_out([[i] for i in left])
                if left:
                    printing.complain(f"{why}; what is left is done by this machine")
        for i in left:
            (letters,) = act([jobs[i]])
            take(i, letters or "")
    finally:
        kept.save()


# -------------------------------------------------------------------- the command


@dataclass(slots=True)
class Wanted:
    """What was asked for."""

    rollouts: int = 0
    seed: str = "0"
    play: str = ""
    workers: int = 1
    form: str = ""
    mapping: bytes = b""


@dataclass(slots=True)
class Found:
    """The analysis of a record, or of one play with its alternatives."""

    name: str
    analysis: Analysis
    n: int
    comparison: Comparison | None = None
    none: str = ""
    """Why a play was not compared."""
    play: PlayAnalysis | None = None

    def data(self) -> dict[str, Any]:
        """It for programs."""
        if self.play is None:
            return {"file": self.name, **self.analysis.data()}
        found: dict[str, Any] = {"file": self.name, "meaning": MEANING, "table": self.analysis.table}
        found["play"] = self.play.data()
        return found | {
            "alternatives": self.comparison.data() if self.comparison is not None else None,
            "why": self.none,
        }

    def text(self) -> str:
        """It for people."""
        width = printing.columns() or 100
        by = f" and by {plural(self.n, 'rollout')} of each position" if self.n and self.play is None else ""
        out = wrap(f"{self.name}: the chance of the US by the static table{by}, {MEANING}.", width)
        if self.play is not None:
            return "\n".join([*out, "", *_table([self.play]), "", *self._compared(width)])
        found = self.analysis
        if found.assumed:
            out += wrap("What is not known of the position is taken as it is assumed to be.", width)
        rolled = f", by rollouts {found.rolled_start.words}" if found.rolled_start is not None else ""
        out += ["", f"Before the first play: {_percent(found.start)}{rolled}.", "", *_table(found.plays), ""]
        luck = [f"the {SIDE_NAMES[s] if s == 'J' else s} {_signed(found.luck_of(s))}" for s in ("US", "J")]
        out += wrap(f"Luck of the dice that each side rolled, for itself, in points: {', '.join(luck)}.", width)
        if found.unnoted:
            out += wrap(
                f"Of {plural(found.unnoted, 'roll')} nobody noted the dice; of their luck nothing is known.", width
            )
        told = [(t.play.step.id, t.sentence) for t in found.turning_points()]
        if told:
            out += ["", "Turning points:"]
            for key, said in told:
                out += wrap(f"{key}  {said}", width, "  ", "    ")
        return "\n".join(out)

    def _compared(self, width: int) -> list[str]:
        if self.comparison is None:
            return wrap(f"No other play is compared: {self.none}.", width)
        names = [c.name for c in self.comparison.candidates]
        return [*wrap(self.comparison.sentence, width), "", "Looked at:", *(f"  {printable(n)}" for n in names)]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _signed(share: float) -> str:
    return f"{round(100 * share):+d}" if round(100 * share) else "0"


def _table(plays: Sequence[PlayAnalysis]) -> list[str]:
    """A row for each play: chance, swing, luck, choice, and the chance by rollouts."""
    rolled = any(p.rolled is not None for p in plays)
    rows = [("play", "chance", "swing", "luck", "choice", *(["rollouts"] if rolled else []), "")]
    for p in plays:
        luck = "?" if not p.luck.followed or (p.luck.unnoted and not p.luck.rolls) else _signed(p.luck.total)
        luck = luck if p.luck.rolls or luck == "?" else "·"
        cells = [p.step.id or "-", _percent(p.after), _signed(p.swing), luck, _signed(p.choice)]
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


def run(path: str, wanted: Wanted, crew: Crew | None = None) -> Found:
    """Analyse a record. Raises :class:`AnalysisError` and SettingsError."""
    from referee.club.workers.progress import bar

    own = settings(path, Request())
    name = shown(path)
    try:
        terms = Terms(read_input(path), name, tuple(own.options), wanted.form, wanted.mapping)
    except TextError as error:
        raise AnalysisError(error.about(name)) from None
    verdict = _judged(terms)
    if isinstance(verdict, Unread):
        raise AnalysisError(text.render(verdict, name))
    found = analyse(verdict, tell=describe.sentence)
    if wanted.play:
        return _one_play(verdict, found, wanted, name)
    if wanted.rollouts:
        kept = Kept.of(terms, path, wanted.seed)
        with bar("rollouts") as progress:
            make(
                verdict,
                terms,
                kept,
                wanted.rollouts,
                wanted.seed,
                workers=wanted.workers,
                crew=crew,
                bar=progress,
            )
        results = kept.of_each(wanted.rollouts)
        add_rollouts(found, results, verdict)
    return Found(name, found, wanted.rollouts)


def _one_play(verdict: Verdict, found: Analysis, wanted: Wanted, name: str) -> Found:
    """One play with its alternatives."""
    from referee.club.workers.progress import bar

    key = wanted.play if wanted.play.startswith("a") else f"a{wanted.play}"
    play = next((p for p in found.plays if p.step.id == key), None)
    if play is None:
        raise AnalysisError(f"{name}: there is no play {printable(key[:20])}; the plays are called a1, a2, …")
    answer = Found(name, found, wanted.rollouts, play=play)
    try:
        with bar("pairs of games") as progress:
            answer.comparison = compare(
                verdict, key, seed=wanted.seed, budget=wanted.rollouts or BUDGET, watch=progress
            )
    except NoAlternatives as why:
        answer.none = str(why)
    return answer
