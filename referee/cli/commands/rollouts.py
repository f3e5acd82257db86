"""Rollouts in a file beside their record, for analyses and reports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from referee import __version__
from referee.analysis.analysis import Analysis, add_rollouts, analyse
from referee.engine.record.steps import Judgement, Policy
from referee.engine.state.plain import field, plain_dataclass
from referee.inputs import files
from referee.inputs.judging import STDIN, read_input, shown
from referee.reports import describe, printing

KEPT = ".rollouts"
"""Suffix of files of rollouts; commands do not read them as records."""
SAVED_EVERY = 20
"""Jobs after which the rollouts are written to their file."""
SEED = "0"
"""Default seed of the rollouts."""
MOST_KEPT = 1_000_000
"""More rollouts of a position than anybody keeps."""
LETTERS = {1.0: "1", 0.0: "0", 0.5: "="}
RESULTS = {letter: value for value, letter in LETTERS.items()}


@plain_dataclass(frozen=True)
class JudgingTerms:
    """The terms of reading and judging a record, equal for all jobs."""

    data: bytes
    name: str
    options: tuple[str, ...] = ()
    form: str = ""
    mapping: bytes = b""


@plain_dataclass(frozen=True)
class RolloutJob:
    """Some rollouts of one position."""

    key: str
    first: int
    last: int


@plain_dataclass()
class RolloutStore:
    """The rollouts of a record, in their file."""

    path: Path | None
    mark: str
    """Digest of the record, the program and the seed."""
    results: dict[str, str] = field(default_factory=dict)
    unsaved: int = 0

    @classmethod
    def of(cls, terms: JudgingTerms, path: str, seed: str) -> RolloutStore:
        """The kept rollouts of this exact record; none after a change."""
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

    def add(self, job: RolloutJob, letters: str) -> None:
        """Put in the results of a job."""
        row = self.results.get(job.key, "")
        self.results[job.key] = row[: job.first].ljust(job.first, " ") + letters + row[job.first + len(letters) :]
        self.unsaved += 1
        if self.unsaved >= SAVED_EVERY:
            self.save()

    def save(self) -> None:
        """Write the file; a failure is reported, and the analysis continues."""
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


def kept_beside(
    path: str, verdict: Judgement, options: Sequence[str], form: str, mapping: bytes, policy: Policy
) -> Analysis:
    """The analysis of a verdict, with the rollouts kept beside its record."""
    found = analyse(verdict, tell=describe.sentence)
    if policy == "as-played" and path != STDIN and Path(path + KEPT).is_file():
        kept = RolloutStore.of(JudgingTerms(read_input(path), shown(path), tuple(options), form, mapping), path, SEED)
        if kept.results:
            add_rollouts(found, kept.of_each(MOST_KEPT), verdict)
    return found
