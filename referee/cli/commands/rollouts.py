"""Rollouts that are kept in a file beside their record, for whoever analyses it or writes its report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from referee import __version__
from referee.analysis.analysis import Analysis, add_rollouts, analyse
from referee.engine.record.steps import Judgement, Policy
from referee.inputs import files
from referee.inputs.judging import STDIN, read_input, shown
from referee.reports import describe, printing

KEPT = ".rollouts"
"""What is added to the name of a record for the file with its rollouts; no command takes that for a record."""
SAVED_EVERY = 20
"""Jobs after which the rollouts are written to their file."""
SEED = "0"
"""The seed of the rollouts where nobody gives one."""
MOST_KEPT = 1_000_000
"""More rollouts of a position than anybody keeps."""
LETTERS = {1.0: "1", 0.0: "0", 0.5: "="}
RESULTS = {letter: value for value, letter in LETTERS.items()}


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


def kept_beside(
    path: str, verdict: Judgement, options: Sequence[str], form: str, mapping: bytes, policy: Policy
) -> Analysis:
    """The analysis of a verdict, with the rollouts that are kept beside its record."""
    found = analyse(verdict, tell=describe.sentence)
    if policy == "as-played" and path != STDIN and Path(path + KEPT).is_file():
        kept = Kept.of(Terms(read_input(path), shown(path), tuple(options), form, mapping), path, SEED)
        if kept.results:
            add_rollouts(found, kept.of_each(MOST_KEPT), verdict)
    return found
