"""Small wrong changes to the rules, made on purpose: which of them do the rule cases not notice?

    python scripts/mutants.py --sample 400 --seed 1 --workers 2
    python scripts/mutants.py --only 'editions/base/operations/*'
    python scripts/mutants.py --again           those that survived before, as far as their source has not changed
    python scripts/mutants.py --show            what survived, by file

Each mutant is one change of one expression or statement (scripts/mutant_kinds.py). A process forked for it imports the
package with that change, runs the rule cases that come to the changed function (all of them, if it stands in none), looks
whether one of them changes the board otherwise than before, judges the records of fixtures/corpus that come there, and
runs the quick tests; the first failure kills the mutant. Results are kept, so that a run that was stopped goes on where it
was.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import pickle
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from mutant_kinds import Mutant, mutants_of, tree_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "referee"
RESULTS = ROOT / ".mutants"
ROOMS = ("engine", "editions")
QUICK = (
    "tests/test_rules.py::test_board_only_tells_what_is_not_stated",
    "tests/test_board_command.py",
    "tests/test_legal.py",
    "tests/test_records.py",
    *(f"tests/test_{name}.py" for name in ("follows", "facts", "rulesets", "lines", "use_forms", "game", "api")),
    *(f"tests/test_selfplay.py::test_a_self_played_game_holds_in_every_way[{seed}]" for seed in range(1)),
)
LEFT_OUT = " and ".join(
    f"not {name}"
    for name in (
        *("wording", "byte_for_byte", "formatted", "every_position", "every_policy", "every_move"),
        *("the_same_uses_of_a_card", "heavy_packages"),
    )
)
"""Tests of the texts, and what takes long and looks at nothing new."""
CHANGES = "changes of"
CORPUS = "corpus"
MOST_MEMORY = 2 << 30
NO_LIMIT = 0

Reach = dict[str, list[int]]
"""The cases and records that come to a function, by "file:first line": where each stands in :func:`followed`."""


@dataclass(frozen=True)
class Result:
    """What became of a mutant: killed by a case or a test, or ``survived``."""

    id: str
    file: str
    line: int
    what: str
    by: str
    seconds: float


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, picked at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=int, default=120, help="seconds a mutant may take before it counts as killed")
    parser.add_argument(
        "--only", action="append", default=[], metavar="GLOB", help="files under referee/, or FILE:LINE"
    )
    parser.add_argument("--again", action="store_true", help="try the survivors again")
    parser.add_argument("--show", action="store_true", help="run nothing, print what survived")
    parser.add_argument("--list", action="store_true", help="run nothing, print the mutants")
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    pool = [m for path in sources() for m in mutants_of(path, PACKAGE) if wanted(m, given.only)]
    done = known(pool)
    if given.list:
        for m in pool:
            print(f"{m.file}:{m.line}: {m.what}")
        print(len(pool), "mutants")
        return 0
    if given.again:
        pool = [m for m in pool if m.id in done and done[m.id].by == "survived"]
        done = {}
    if given.sample and given.sample < len(pool):
        pool = random.Random(given.seed).sample(pool, given.sample)
    if not given.show:
        left = [m for m in pool if m.id not in done]
        print(f"{len(pool)} mutants, {len(pool) - len(left)} of them tried before", flush=True)
        done.update(run(left, given.workers, given.limit))
    return show([done[m.id] for m in pool if m.id in done])


def sources() -> list[Path]:
    """The modules that are changed."""
    return sorted(p for room in ROOMS for p in (PACKAGE / room).rglob("*.py"))


def wanted(mutant: Mutant, patterns: Sequence[str]) -> bool:
    """Whether a mutant is one of those that were asked for."""
    names = (mutant.file, f"{mutant.file}:{mutant.line}")
    return not patterns or any(fnmatch.fnmatch(name, p) for name in names for p in patterns)


def show(results: Sequence[Result]) -> int:
    """Print the survivors by file and the share of them."""
    alive = sorted((r for r in results if r.by == "survived"), key=lambda r: (r.file, r.line))
    for file in dict.fromkeys(r.file for r in alive):
        print(f"\n{file}")
        for r in alive:
            if r.file == file:
                print(f"  {r.line}: {r.what}")
    killers = Counter(_killer(r.by) for r in results)
    print(f"\n{len(results)} mutants, {len(alive)} survived ({len(alive) / max(1, len(results)):.1%});", dict(killers))
    return 1 if alive else 0


def _killer(by: str) -> str:
    if by.startswith(CHANGES):
        return "changes of the cases"
    if by.startswith(CORPUS):
        return "corpus"
    return "quick tests" if by.startswith("tests/") else "nothing" if by == "survived" else "rule cases"


# -------------------------------------------------------------------- results


def known(pool: Sequence[Mutant]) -> dict[str, Result]:
    """What is known of these mutants; the id of a mutant holds its source, so a changed file is new."""
    path = RESULTS / "results.jsonl"
    ids = {m.id for m in pool}
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = (Result(**json.loads(line)) for line in lines)
    return {r.id: r for r in found if r.id in ids}


def keep(result: Result) -> None:
    """Write a result down at once."""
    with (RESULTS / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(result)) + "\n")


# -------------------------------------------------------------------- running


def run(pool: Sequence[Mutant], workers: int, limit: int) -> dict[str, Result]:
    """Try each mutant in a process of its own, ``workers`` at a time."""
    import hypothesis
    import pytest  # imported here once and handed down by fork

    assert hypothesis
    assert pytest
    assert "referee" not in sys.modules
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    os.chdir(ROOT)
    reach = reached(workers)
    found: dict[str, Result] = {}
    running: dict[int, tuple[Mutant, float, int]] = {}
    queue = list(reversed(pool))
    while queue or running:
        while queue and len(running) < workers:
            mutant = queue.pop()
            pid, pipe = forked(lambda m=mutant: killed_by(m, reach), limit)  # type: ignore[misc]
            running[pid] = (mutant, time.monotonic(), pipe)
        pid, status = os.wait()
        if pid not in running:
            continue
        mutant, began, pipe = running.pop(pid)
        with os.fdopen(pipe, encoding="utf-8") as answer:
            by = answer.read()[:300] or ("time" if os.WIFSIGNALED(status) else "fall")
        result = Result(mutant.id, mutant.file, mutant.line, mutant.what, by, round(time.monotonic() - began, 1))
        keep(result)
        found[mutant.id] = result
        if by == "survived":
            print(f"{len(found)}/{len(pool)} survived {mutant.file}:{mutant.line}: {mutant.what}", flush=True)
    return found


def forked(work: Callable[[], str], limit: int) -> tuple[int, int]:
    """Run ``work`` in a forked process that is killed after ``limit`` seconds if any; its id and where its answer comes."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    os.close(read)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.alarm(limit)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        try:
            answer = work()
        except BaseException as error:
            answer = f"fall: {type(error).__name__}"
        with os.fdopen(write, "w", encoding="utf-8") as pipe:
            pipe.write(answer)
    finally:
        os._exit(0)


def killed_by(mutant: Mutant, reach: Reach) -> str:
    """The case or test that notices the mutant; ``survived`` if none does."""
    sys.meta_path.insert(0, Changed(mutant))
    import casechanges
    import corpusrecords
    import keeping
    import rulecases

    cases = rulecases.all_cases()
    records = corpusrecords.names()
    every = range(len(cases) + len(records))
    coming = reach.get(f"{mutant.file}:{mutant.function}") or every
    of_cases = [cases[i] for i in coming if i < len(cases)]
    for case in of_cases:
        if rulecases.problems(case):
            return case.id
    kept = keeping.kept("test_changes")
    for case in of_cases:
        if casechanges.told(case) != kept[case.id]:
            return f"{CHANGES} {case.id}"
    kept = keeping.kept("test_corpus")
    for name in (records[i - len(cases)] for i in coming if i >= len(cases)):
        seen = corpusrecords.seen(name)
        if seen.wrong or seen.told != kept[name]:
            return f"{CORPUS} {name}"
    import pytest

    first = First()
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "-k", LEFT_OUT, *QUICK]
    return "survived" if pytest.main(arguments, plugins=[first]) == 0 else first.name or "tests/"


class First:
    """Remembers which test failed first."""

    name = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Called by pytest for each part of each test."""
        if report.failed and not self.name:
            self.name = report.nodeid


class Changed(importlib.machinery.SourceFileLoader):
    """Finds and loads one module with the mutant in it, and leaves every other to the rest of Python."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        parts = Path(mutant.file).with_suffix("").parts
        self.package = parts[-1] == "__init__"
        super().__init__(".".join(("referee", *parts[: -1 if self.package else None])), str(PACKAGE / mutant.file))

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """As the import system asks for it."""
        if name != self.name:
            return None
        where = [str(Path(self.path).parent)] if self.package else None
        return importlib.util.spec_from_file_location(name, self.path, loader=self, submodule_search_locations=where)

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module with the change."""
        return compile(tree_of(self.mutant, PACKAGE), self.path, "exec")


# -------------------------------------------------------------------- which case comes where


def reached(workers: int) -> Reach:
    """The cases and records that come to each function, from one run of all of them; kept while all is the same."""
    parts = [*PACKAGE.rglob("*.py"), *(ROOT / "tests" / "rules").glob("*.case"), *(ROOT / "fixtures").rglob("*.lgn")]
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(parts))).hexdigest()[:16]
    path = RESULTS / f"reach-{digest}.pickle"
    if not path.exists():
        print("running the cases and the corpus once to see which come where", flush=True)
        for old in RESULTS.glob("reach-*.pickle"):
            old.unlink()
        parts_of = [forked(lambda n=n: traced(n, workers), NO_LIMIT) for n in range(workers)]  # type: ignore[misc]
        whole: Reach = {}
        for pid, pipe in parts_of:
            with os.fdopen(pipe, encoding="utf-8") as answer:
                said = answer.read()
            os.waitpid(pid, 0)
            if not said.startswith("{"):
                sys.exit(f"without a mutant: {said}")
            for name, cases in json.loads(said).items():
                whole.setdefault(name, []).extend(cases)
        path.write_bytes(pickle.dumps({name: sorted(cases) for name, cases in whole.items()}))
    found: Reach = pickle.loads(path.read_bytes())
    return found


def followed() -> list[tuple[str, Callable[[], list[str]]]]:
    """The cases, then the records of the corpus: the name of each, and what runs it and says what is wrong."""
    import corpusrecords
    import rulecases

    cases = [(case.id, lambda case=case: rulecases.problems(case)) for case in rulecases.all_cases()]
    return [*cases, *((name, lambda name=name: corpusrecords.seen(name).wrong) for name in corpusrecords.names())]


def traced(first: int, step: int) -> str:
    """Run each of a share without a mutant: which of them call each function, as JSON; or which one fails.

    Each runs in a process of its own, so that nothing that another one left in a cache is missed. A function that none of
    them calls, since its one result is kept, is not in the answer.
    """
    found: Reach = {}
    runs = followed()
    runs[0][1]()  # what is imported and read but once is there before the forks
    for number in range(first, len(runs), step):
        name, run_it = runs[number]
        pid, pipe = forked(lambda work=run_it: called_by(work), NO_LIMIT)  # type: ignore[misc]
        with os.fdopen(pipe, encoding="utf-8") as answer:
            said = answer.read()
        os.waitpid(pid, 0)
        if not said.startswith("referee/"):
            return f"{name}: {said}"
        for function in said.split():
            found.setdefault(function.removeprefix("referee/"), []).append(number)
    return json.dumps(found)


def called_by(work: Callable[[], list[str]]) -> str:
    """The functions of the package that are called, each as "referee/file:first line"; or what went wrong."""
    here = str(PACKAGE) + os.sep
    found: dict[CodeType, str] = {}

    def called(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code not in found:
            inside = code.co_filename.startswith(here)
            found[code] = f"referee/{code.co_filename[len(here) :]}:{code.co_firstlineno}" if inside else ""

    sys.setprofile(called)
    wrong = work()
    sys.setprofile(None)
    return wrong[0] if wrong else " ".join(dict.fromkeys(filter(None, found.values())))


if __name__ == "__main__":
    sys.exit(main())
