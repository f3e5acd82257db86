"""``referee analyse``: chances after each play of a record, luck and choice.

Rollouts are kept in a file beside the record and continued later. They do not depend on the number of processes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from referee.analysis import analysis
from referee.analysis.alternatives import BUDGET, Comparison, NoAlternatives, compare
from referee.analysis.analysis import Analysis, PlayAnalysis, add_rollouts, analyse, key_seed
from referee.analysis.chances import MEANING, rollouts
from referee.cli.commands.check import Request, settings
from referee.cli.commands.rollouts import LETTERS, SEED, JudgingTerms, RolloutJob, RolloutStore
from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import UnreadableFile
from referee.inputs.judging import judge_bytes, read_input, shown
from referee.parsers.notation.encodings import TextError
from referee.reports import chances, describe, printing, text
from referee.reports.columns import printable, wrap

if TYPE_CHECKING:
    from referee.club.workers import Progress, WorkerPool

A_JOB = 10
"""Rollouts of one position in a job."""
SECONDS = 600.0
"""Time limit of a job in seconds, with the judging of its record."""


class AnalysisError(Exception):
    """A request that fails: a sentence for the user."""


# -------------------------------------------------------------------- rollouts by workers


@lru_cache(maxsize=2)
def _judged(terms: JudgingTerms) -> Judgement | UnreadableFile:
    """The verdict on the record; a worker judges it once."""
    return judge_bytes(terms.data, terms.name, options=terms.options, form=terms.form, mapping=terms.mapping)


def roll_out(jobs: list[RolloutJob], terms: JudgingTerms, seed: str) -> list[str | None]:
    """Make some rollouts, each result a row of letters.

    This is the work of one worker.
    """
    verdict = _judged(terms)
    if isinstance(verdict, UnreadableFile):
        return ["" for _ in jobs]
    made: list[str | None] = []
    for job in jobs:
        board = analysis.position(verdict, job.key)
        found = rollouts(board, job.last, key_seed(seed, job.key), first=job.first) if board is not None else ()
        made.append("".join([LETTERS[us] for us in found]))
    return made


def jobs_for(verdict: Judgement, kept: RolloutStore, n: int) -> list[RolloutJob]:
    """Remaining jobs, in rounds of all positions."""
    made = {key: len(row) for key, row in kept.results.items()}
    return [RolloutJob(*one) for one in analysis.rounds(verdict, made, n, A_JOB)]


def make(
    verdict: Judgement,
    terms: JudgingTerms,
    kept: RolloutStore,
    n: int,
    seed: str,
    *,
    workers: int,
    pool: WorkerPool | None,
    bar: Progress | None,
) -> None:
    """Make the missing rollouts; those of an interrupted run are kept."""
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
        for pool_ in (pool, Local(min(workers, len(jobs)), lambda: None) if workers > 1 and len(jobs) > 1 else None):
            if pool_ is not None and left:
                with pool_:
                    work = Dispatch(pool_, act, jobs.__getitem__, take, lose, SECONDS)
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
class AnalysisRequest:
    """The request of an analysis."""

    rollouts: int = 0
    seed: str = SEED
    play: str = ""
    workers: int = 1
    form: str = ""
    mapping: bytes = b""


@dataclass(slots=True)
class RecordAnalysis:
    """The analysis of a record, or of one play with its alternatives."""

    name: str
    analysis: Analysis
    n: int
    comparison: Comparison | None = None
    none: str = ""
    """The reason why a play was not compared."""
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
        if self.play is not None:
            out = chances.head(self.analysis, self.name, width)
            return "\n".join([*out, "", *chances.table([self.play]), "", *self._compared(width)])
        return "\n".join(chances.text(self.analysis, self.name, width, n=self.n))

    def _compared(self, width: int) -> list[str]:
        if self.comparison is None:
            return wrap(f"No other play is compared: {self.none}.", width)
        names = [c.name for c in self.comparison.candidates]
        return [*wrap(self.comparison.sentence, width), "", "Looked at:", *(f"  {printable(n)}" for n in names)]


def run(path: str, wanted: AnalysisRequest, pool: WorkerPool | None = None) -> RecordAnalysis:
    """Analyse a record. Raises :class:`AnalysisError` and SettingsError."""
    from referee.club.workers.progress import bar

    own = settings(path, Request())
    name = shown(path)
    try:
        terms = JudgingTerms(read_input(path), name, tuple(own.options), wanted.form, wanted.mapping)
    except TextError as error:
        raise AnalysisError(error.about(name)) from None
    verdict = _judged(terms)
    if isinstance(verdict, UnreadableFile):
        raise AnalysisError(text.render(verdict, name))
    found = analyse(verdict, tell=describe.sentence)
    if wanted.play:
        return _one_play(verdict, found, wanted, name)
    if wanted.rollouts:
        kept = RolloutStore.of(terms, path, wanted.seed)
        with bar("rollouts") as progress:
            make(
                verdict,
                terms,
                kept,
                wanted.rollouts,
                wanted.seed,
                workers=wanted.workers,
                pool=pool,
                bar=progress,
            )
        results = kept.of_each(wanted.rollouts)
        add_rollouts(found, results, verdict)
    return RecordAnalysis(name, found, wanted.rollouts)


def _one_play(verdict: Judgement, found: Analysis, wanted: AnalysisRequest, name: str) -> RecordAnalysis:
    """One play with its alternatives."""
    from referee.club.workers.progress import bar

    key = wanted.play if wanted.play.startswith("a") else f"a{wanted.play}"
    play = next((p for p in found.plays if p.step.id == key), None)
    if play is None:
        raise AnalysisError(f"{name}: there is no play {printable(key[:20])}; the plays are called a1, a2, …")
    answer = RecordAnalysis(name, found, wanted.rollouts, play=play)
    try:
        with bar("pairs of games") as progress:
            answer.comparison = compare(
                verdict, key, seed=wanted.seed, budget=wanted.rollouts or BUDGET, watch=progress
            )
    except NoAlternatives as why:
        answer.none = str(why)
    return answer
