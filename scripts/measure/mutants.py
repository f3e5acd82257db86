"""Try small wrong changes to the rules against the rule cases.

    python scripts/measure/mutants.py referee/editions/awakening/events/cards_211_219.py
    python scripts/measure/mutants.py referee/editions/base/operations --sample 60 --seed 2
    python scripts/measure/mutants.py --rooms 60            a sample of each room, and the table of them in docs/reference/mutation.md
    python scripts/measure/mutants.py --again FILE          those that survived before, as far as their source has not changed
    python scripts/measure/mutants.py --show FILE           what survived, by file
    python scripts/measure/mutants.py --thorough FILE       whether the other tests notice what the cases do not

Each mutant is one change of one expression or statement (scripts/measure/mutant_kinds.py). It is tried in a forked process in which
the package is imported already: the changed function gets other code, and the rule cases that come to it are run until one
fails. What is in no function is tried with a fresh import of the package, and so is, with --thorough, what survives: something
may have been kept from before the change. Which case comes where is worked out once and kept, as results are, so that a run
that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import pickle
import re
import resource
import signal
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from mutant_kinds import Mutant, mutants_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "referee"
RESULTS = ROOT / ".mutants"
PAGE = ROOT / "docs" / "reference" / "mutation.md"
TABLE = "<!-- rooms -->", "<!-- end of rooms -->"
SOURCES = ("engine", "editions")
ROOMS = (
    "engine/state",
    "engine/law",
    "engine/record",
    "engine/judging",
    "engine/explaining",
    "editions/base/events",
    "editions/base/operations",
    "editions/base",
    "editions/awakening/events",
    "editions/awakening",
    "editions/solo/flowchart",
    "editions/solo/jihadist_bot",
    "editions/solo/us_bot",
    "editions/solo/activities",
    "editions/solo",
    "editions",
)
"""The rooms of the table; a module belongs to the first that it lies in."""
SOLO = (
    *("solitaire_rules", "flowcharts_page", "solo_tables", "us_bot", "solo_jihadist_bot", "solo_us_bot_events"),
    *("activities", "option_3", "left_over", "solo_margins", "explain_sheets", "board_command"),
)
RULES = (
    *("recount", "solitaire_rules", "rulesets", "lines", "facts", "country_facts", "use_forms", "questions"),
    *("awakening", "awakening_scenarios", "base_events", "board_command", "victories", "every_operation", "option_3"),
    *("records", "legal", "derivations"),
)
ENGINE = (
    *("proposals", "rolls", "assumed_dice", "ledger", "places", "faults_of_lines", "gaps", "probe", "refusals"),
    *("titles", "hands", "game"),
    *("unknown", "follows", "missing_plays", "slips_left_out", "remarks", "grounds", "slips", "misspelt", "api", "was"),
    *("left_over", "solo_jihadist_bot"),
)
TESTS = {
    "engine/explaining": (
        "proposals",
        "follows",
        "missing_plays",
        "slips_left_out",
        "misspelt",
        "records",
        *ENGINE,
        *RULES,
    ),
    "engine/judging": ("proposals", "gaps", "unknown", "was", "derivations", "grounds", "records", *ENGINE, *RULES),
    "engine/record": (
        "assumed_dice",
        "ledger",
        "records",
        "remarks",
        "as_read",
        "hands",
        "derivations",
        "misspelt",
        *ENGINE,
        *RULES,
    ),
    "engine": (*RULES, *ENGINE),
    "editions/solo": SOLO,
    "editions": (*RULES, *SOLO),
}
"""The test files that the survivors of a room face, after those that import the changed module."""
SELFPLAY = (
    "tests/trials/test_selfplay.py::test_the_recount_sees_what_is_wrong",
    *(f"tests/trials/test_selfplay.py::test_a_self_played_game_holds_in_every_way[{seed}]" for seed in range(3)),
)
FEW = 5
"""Most files of tests that are about a module which they import."""
BY_BROWSER = ("page",)
"""Folders of tests that need a browser."""
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
SURVIVED = "survived"
OF_ALL = "survived all tests"
RULE_CASES = "rule cases"
MOST_MEMORY = 2 << 30
NO_LIMIT = 0
RECORDS = 8
"""So many cases take the time of one record of the corpus."""
TOGETHER = 25
"""So many cases are followed in one process; the first of them shows what is reached but once, its result being kept."""


@dataclass(frozen=True)
class Result:
    """The result of a mutant: killed, or surviving.

    A case or a test kills it.
    """

    id: str
    file: str
    line: int
    what: str
    by: str
    seconds: float

    @property
    def alive(self) -> bool:
        """Whether no rule case noticed it."""
        return self.by in (SURVIVED, OF_ALL)


@dataclass(frozen=True)
class Run:
    """A rule case, or a record of the corpus."""

    name: str
    key: str
    """A digest of its text."""
    wrong: Callable[[], list[str]]
    """Runs it, and says what is not as expected."""


@dataclass
class Reach:
    """Which functions each run comes to, as "file:first line"."""

    files: dict[str, str] = field(default_factory=dict)
    """A digest of each module at the time when the runs were followed."""
    functions: dict[str, int] = field(default_factory=dict)
    runs: dict[str, array[int]] = field(default_factory=dict)
    depths: dict[str, Counter[str]] = field(default_factory=dict)

    def note(self, run: str, functions: Sequence[str]) -> None:
        """Keep what a run comes to."""
        self.runs[run] = array("I", (self.functions.setdefault(f, len(self.functions)) for f in functions))

    def comes_to(self, file: str, function: int) -> set[str]:
        """The runs that reach a function, or any of the module."""
        start = f"{file}:"
        names = [f"{start}{function}"] if function else [f for f in self.functions if f.startswith(start)]
        numbers = {self.functions[n] for n in names if n in self.functions}
        return {run for run, reached in self.runs.items() if not numbers.isdisjoint(reached)}

    def depth(self, file: str) -> Counter[str]:
        """The number of functions of a module that each run reaches.

        The more of them, the sooner a case is tried.
        """
        if file not in self.depths:
            numbers = {n for f, n in self.functions.items() if f.startswith(f"{file}:")}
            self.depths[file] = Counter({run: sum(n in numbers for n in reached) for run, reached in self.runs.items()})
        return self.depths[file]


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE", help="modules or folders; all if none is named")
    parser.add_argument("--line", type=int, action="append", default=[], help="only changes of this line")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, picked at random; 0: all")
    parser.add_argument("--rooms", type=int, default=0, help="so many mutants of each room, and the table of the rooms")
    parser.add_argument("--most", type=int, default=0, help="so many of the cases that reach a change; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=int, default=600, help="processor seconds that a mutant may take")
    parser.add_argument(
        "--thorough", action="store_true", help="survivors go through the corpus and the quick tests too"
    )
    parser.add_argument("--again", action="store_true", help="try the survivors again")
    parser.add_argument("--show", action="store_true", help="run nothing, print what survived")
    parser.add_argument("--list", action="store_true", help="run nothing, print the mutants")
    given = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    pool = [m for path in sources(given.paths) for m in mutants_of(path, PACKAGE)]
    pool = [m for m in pool if not given.line or m.line in given.line]
    done = known(pool)
    if given.list:
        for m in pool:
            print(f"{m.file}:{m.line}: {m.what}")
        print(len(pool), "mutants")
        return 0
    if given.rooms:
        pool = [
            m for room in ROOMS for m in sample([m for m in pool if room_of(m.file) == room], given.rooms, given.seed)
        ]
    else:
        pool = sample(pool, given.sample, given.seed)
    if given.again:
        pool = [m for m in pool if m.id in done and done[m.id].alive]
    if not given.show:
        finished = {id for id, r in done.items() if not given.again and (not given.thorough or r.by != SURVIVED)}
        left = [m for m in pool if m.id not in finished]
        print(f"{len(pool)} mutants, {len(pool) - len(left)} of them tried before", flush=True)
        done.update(run(left, given))
    results = [done[m.id] for m in pool if m.id in done]
    if given.rooms:
        write_table(results, given)
    return show(results)


def sources(paths: Sequence[Path]) -> list[Path]:
    """The modules that are changed."""
    every = [p for folder in SOURCES for p in (PACKAGE / folder).rglob("*.py")]
    named = [path.resolve() for path in paths]
    return sorted(p for p in every if not named or any(p.is_relative_to(n) for n in named))


def sample(pool: list[Mutant], number: int, seed: int) -> list[Mutant]:
    """A random sample of mutants; all of them without a number.

    The lot of a mutant depends on itself alone, so that a change of one module leaves the sample of the others as it is.
    """
    if not 0 < number < len(pool):
        return pool
    alike: Counter[tuple[str, str]] = Counter()
    lots = {}
    for m in pool:
        alike[m.file, m.what] += 1
        lots[m] = _digest(f"{seed} {m.file} {m.what} {alike[m.file, m.what]}")
    return sorted(pool, key=lots.__getitem__)[:number]


def room_of(file: str) -> str:
    """The room of a module."""
    return next(room for room in ROOMS if file.startswith(f"{room}/"))


def show(results: Sequence[Result]) -> int:
    """Print the survivors by file and the share of them."""
    alive = sorted((r for r in results if r.alive), key=lambda r: (r.file, r.line))
    for file in dict.fromkeys(r.file for r in alive):
        print(f"\n{file}")
        for r in alive:
            if r.file == file:
                print(f"  {r.line}: {r.what}")
    killers = Counter(_killer(r.by) for r in results)
    print(f"\n{len(results)} mutants, {len(alive)} survived ({len(alive) / max(1, len(results)):.1%});", dict(killers))
    return 1 if alive else 0


def write_table(results: Sequence[Result], given: argparse.Namespace) -> None:
    """Put the share of survivors by room into docs/reference/mutation.md."""
    rows = ["| room | changes | no rule case notices | no other test either | share |", "|---|---|---|---|---|"]
    for room in ROOMS:
        here = [r for r in results if room_of(r.file) == room]
        if here:
            cases, alive = sum(_killer(r.by) != RULE_CASES for r in here), sum(r.alive for r in here)
            rows.append(f"| `{room}/` | {len(here)} | {cases} | {alive} | {alive / len(here):.0%} |")
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(TABLE[0])
    _, _, after = rest.partition(TABLE[1])
    thorough = f" --most {given.most}" * bool(given.most) + " --thorough" * given.thorough
    made = f"Made with `python scripts/measure/mutants.py --rooms {given.rooms} --seed {given.seed}{thorough}`."
    PAGE.write_text("\n".join([before + TABLE[0], *rows, "", made, TABLE[1] + after]), encoding="utf-8")


def _killer(by: str) -> str:
    if by.startswith(CHANGES):
        return "changes of the cases"
    if by.startswith(CORPUS):
        return "corpus"
    return "quick tests" if by.startswith("tests/") else "nothing" if by in (SURVIVED, OF_ALL) else RULE_CASES


# -------------------------------------------------------------------- results


def known(pool: Sequence[Mutant]) -> dict[str, Result]:
    """Earlier results for these mutants.

    The id of a mutant holds its source, so a changed file is new.
    """
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


def run(pool: Sequence[Mutant], given: argparse.Namespace) -> dict[str, Result]:
    """Try each mutant in its own process, some at a time."""
    if not pool:
        return {}
    begin()
    runs = followed(given.thorough)
    reach = reached([r for r in runs if not (given.most and r.name.startswith(CORPUS))], given.workers)
    functions = functions_of_the_package()
    found: dict[str, Result] = {}
    running: dict[int, tuple[Mutant, float, int]] = {}
    queue = list(reversed(pool))
    while queue or running:
        while queue and len(running) < given.workers:
            mutant = queue.pop()
            reach.depth(mutant.file)  # before the fork, for all mutants of the module
            pid, pipe = forked(lambda m=mutant: killed_by(m, runs, reach, functions, given), given.limit)  # type: ignore[misc]
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
        if result.alive:
            print(f"{len(found)}/{len(pool)} {by} {mutant.file}:{mutant.line}: {mutant.what}", flush=True)
    return found


def begin() -> None:
    """Import the modules of the forked processes, and fill their caches.

    One case is run for it.
    """
    import hypothesis
    import pytest

    assert hypothesis
    assert pytest
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    from tests.helpers import rulecases

    rulecases.problems(rulecases.all_cases()[0])


def forked(work: Callable[[], str], limit: int) -> tuple[int, int]:
    """Run ``work`` in a forked process; its id and its pipe.

    It is killed after ``limit`` processor seconds, if there is a limit.
    """
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    os.close(read)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    signal.setitimer(signal.ITIMER_PROF, limit)
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


def killed_by(
    mutant: Mutant, runs: Sequence[Run], reach: Reach, functions: Functions, given: argparse.Namespace
) -> str:
    """The case or test that notices the mutant; ``survived`` if none does."""
    depth = reach.depth(mutant.file)
    deepest = sorted(runs, key=lambda r: -depth[r.key])
    # no run comes to a table of a module, or to a function called as the package is imported: any may rest on it
    coming = reach.comes_to(mutant.file, mutant.function) or {r.key for r in runs}
    cases = some([r for r in deepest if r.key in coming and not r.name.startswith(CORPUS)], given.most)
    records = [r for r in deepest if r.name.startswith(CORPUS) and (r.key in coming or r.key not in reach.runs)]
    records = some(records, given.most // RECORDS)
    quick = swapped(mutant, functions)
    if quick:
        for case in cases:
            if case.wrong():
                return case.name
        if not given.thorough:
            return SURVIVED
    import_anew(mutant)
    import pytest

    from tests.helpers import casechanges, corpusrecords, keeping, rulecases

    by_id = {c.id: c for c in rulecases.all_cases()}
    if not quick:
        for case in cases:
            if rulecases.problems(by_id[case.name]):
                return case.name
        if not given.thorough:
            return SURVIVED
    kept = keeping.kept("test_corpus")
    for name in (r.name.split()[1] for r in records):
        seen = corpusrecords.seen(name)
        if seen.wrong or seen.told != kept[name]:
            return f"{CORPUS} {name}"
    first = First()
    of_the_room = next(names for room, names in TESTS.items() if mutant.file.startswith(room))
    files = dict.fromkeys([*importing(mutant.file), *map(test_file, of_the_room)])
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "-k", LEFT_OUT, *files, *SELFPLAY]
    if pytest.main(arguments, plugins=[first]):
        return first.name or "tests/"
    kept = keeping.kept("test_changes")
    for case in (by_id[r.name] for r in cases):
        verdict = rulecases.run(case)
        if rulecases.problems_of(case, verdict):
            return case.id
        if kept.get(case.id) not in (None, casechanges.told_of(case, verdict)):
            return f"{CHANGES} {case.id}"
    return OF_ALL


def some(runs: list[Run], most: int) -> list[Run]:
    """The first of some runs and others at even distances.

    It is all of them if ``most`` is 0.
    """
    if not 0 < most < len(runs):
        return runs
    half = most // 2
    return runs[:half] + runs[half :: -(-(len(runs) - half) // (most - half))]


def importing(module: str) -> list[str]:
    """The files of tests that import a module, the smallest first.

    It is none where so many do that the import says nothing.
    """
    package, _, name = module.removesuffix(".py").replace("/", ".").rpartition(".")
    wanted = re.compile(rf"^(from|import) referee\.({package}\.{name}\b|{package} import .*\b{name}\b)", re.MULTILINE)
    files = [p for p in (ROOT / "tests").rglob("test_*.py") if p.parent.name not in BY_BROWSER]
    found = [p for p in files if wanted.search(p.read_text(encoding="utf-8"))]
    return (
        [str(p.relative_to(ROOT)) for p in sorted(found, key=lambda p: p.stat().st_size)] if len(found) <= FEW else []
    )


def test_file(name: str) -> str:
    """The file of tests with a name, in any folder."""
    return str(next((ROOT / "tests").rglob(f"test_{name}.py")).relative_to(ROOT))


Functions = dict[tuple[str, int, str], list[FunctionType]]
"""The functions that there are, by file, first line and name."""


def functions_of_the_package() -> Functions:
    """Every function of the package, those in closures and lists included."""
    found: Functions = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(str(PACKAGE)):
            found.setdefault(_place(function.__code__), []).append(function)
    return found


def _place(code: CodeType) -> tuple[str, int, str]:
    return code.co_filename, code.co_firstlineno, code.co_qualname


def swapped(mutant: Mutant, functions: Functions) -> bool:
    """Give the changed functions their new code.

    It is false if the mutant changes anything else.
    """
    path = PACKAGE / mutant.file
    old = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    new = compile(tree_of(mutant, PACKAGE), str(path), "exec")
    some = False
    for before, after in _changed(old, new):
        if not before.co_flags & OPTIMIZED:
            return False  # the body of a module or of a class
        for function in functions.get(_place(before), ()):
            if function.__code__ == before and [*function.__code__.co_positions()] == [*before.co_positions()]:
                try:
                    function.__code__ = after
                except ValueError:  # another number of free variables
                    return False
                some = True
    return some


OPTIMIZED = 1
"""The flag of code that is that of a function."""


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code objects that differ.

    Those with other instructions of their own, and the functions around them.
    """
    olds, news = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new))
    if _own(old) != _own(new) or (old != new and old.co_flags & OPTIMIZED):
        yield old, new
    if len(olds) == len(news):
        for before, after in zip(olds, news, strict=True):
            yield from _changed(before, after)


def _own(code: CodeType) -> CodeType:
    """A code object without those of the functions in it."""
    return code.replace(co_consts=tuple(None if isinstance(c, CodeType) else c for c in code.co_consts))


def import_anew(mutant: Mutant) -> None:
    """Forget the package and its dependents.

    The next import gets the change.
    """
    ours = (str(PACKAGE), str(ROOT / "tests"))
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None) or "").startswith(ours):
            del sys.modules[name]
    sys.meta_path.insert(0, Changed(mutant))


class First:
    """Remembers which test failed first."""

    name = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Called by pytest for each part of each test."""
        if report.failed and not self.name:
            self.name = report.nodeid


class Changed(importlib.machinery.SourceFileLoader):
    """An importer that loads one module with the mutant in it.

    It leaves every other module to the rest of Python.
    """

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        parts = Path(mutant.file).with_suffix("").parts
        self.package = parts[-1] == "__init__"
        super().__init__(".".join(("referee", *parts[: -1 if self.package else None])), str(PACKAGE / mutant.file))

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """The module's specification, for the import system."""
        if name != self.name:
            return None
        where = [str(Path(self.path).parent)] if self.package else None
        return importlib.util.spec_from_file_location(name, self.path, loader=self, submodule_search_locations=where)

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module with the change."""
        return compile(tree_of(self.mutant, PACKAGE), self.path, "exec")


# -------------------------------------------------------------------- which case comes where


def followed(thorough: bool) -> list[Run]:
    """The cases, and the records of the corpus where they are wanted."""
    from tests.helpers import corpusrecords, rulecases

    cases = rulecases.all_cases()
    runs = [Run(c.id, _digest(c.text + c.statements), lambda c=c: rulecases.problems(c)) for c in cases]  # type: ignore[misc]
    for name in corpusrecords.names() if thorough else ():
        path = ROOT / "fixtures" / "corpus" / f"{name}.lgn"
        key = _digest(path.read_text(encoding="utf-8") if path.exists() else name)
        runs.append(Run(f"{CORPUS} {name}", key, lambda name=name: corpusrecords.seen(name).wrong))  # type: ignore[misc]
    return runs


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def reached(runs: Sequence[Run], workers: int) -> Reach:
    """The functions that each run reaches.

    Only runs that are new, or that reached a module with a change since, are traced.
    """
    path = RESULTS / "reach.pickle"
    reach: Reach = pickle.loads(path.read_bytes()) if path.exists() else Reach()
    now = {p.relative_to(PACKAGE).as_posix(): _digest(p.read_text(encoding="utf-8")) for p in PACKAGE.rglob("*.py")}
    for file in (f for f in reach.files if now.get(f) != reach.files[f]):
        for key in reach.comes_to(file, 0):
            del reach.runs[key]
    new = [r for r in runs if r.key not in reach.runs]
    if not new:
        return reach
    print(f"running {len(new)} cases once to see which come where", flush=True)
    reach.files = now
    shares = [new[i : i + TOGETHER] for i in range(0, len(new), TOGETHER)]
    for i in range(0, len(shares), workers):
        for pid, pipe in [forked(lambda s=share: traced(s), NO_LIMIT) for share in shares[i : i + workers]]:  # type: ignore[misc]
            with os.fdopen(pipe, encoding="utf-8") as answer:
                said = answer.read()
            os.waitpid(pid, 0)
            if not said.startswith("{"):
                sys.exit(f"without a mutant: {said}")
            for key, functions in json.loads(said).items():
                reach.note(key, functions)
    reach.depths.clear()
    path.write_bytes(pickle.dumps(reach))
    return reach


def traced(runs: Sequence[Run]) -> str:
    """Run some without a mutant; the functions that each calls.

    The answer is JSON: the functions of the package, or the run that fails.
    """
    here = str(PACKAGE) + os.sep
    profile = cProfile.Profile(subcalls=False, builtins=False)
    told = {}
    for run in runs:
        profile.clear()
        wrong = profile.runcall(run.wrong)
        if wrong:
            return f"{run.name}: {wrong[0]}"
        found = (entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType))
        told[run.key] = sorted(
            {f"{c.co_filename[len(here) :]}:{c.co_firstlineno}" for c in found if c.co_filename.startswith(here)}
        )
    return json.dumps(told)


if __name__ == "__main__":
    sys.exit(main())
