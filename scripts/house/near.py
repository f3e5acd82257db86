"""A quick look at a change: rule cases, then related tests.

    python scripts/house/near.py                   what is not committed yet
    python scripts/house/near.py --base main       what is not in main yet
    python scripts/house/near.py --seconds 200     more of the tests, where a change is far-reaching

``make near`` runs ruff first. Which tests come to a function is in build/reach, which ``make map`` writes
(tests/helpers/reach.py). The map may be some days old: functions are known by their names. Without a map, as in a fresh clone,
the tests in the folders of the changed rooms are run, all of them.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.helpers.reach import CASES, REFUSED, Reach  # noqa: E402

MAP = ROOT / "build" / "reach"
OF_RULES = ("referee/", "scenarios/", "tests/rules/")
FOLDERS = {"rules": "rulebook"}
"""The tests of a room where their folder has another name."""
SHORT = "not browser and not long and not night"


def changed_files(base: str) -> list[str]:
    """The files that differ from a revision, new ones included."""
    known = _git("diff", "--name-only", base).split("\n")
    new = _git("ls-files", "--others", "--exclude-standard").split("\n")
    return sorted({name for name in known + new if name})


def parts(source: str) -> dict[str, str]:
    """Functions, class bodies and constants, without comments and docstrings."""
    found: dict[str, str] = {}

    def enter(body: Iterable[ast.stmt], of: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                enter(node.body, f"{of}{node.name}.")
                names = [node.name]
                node.body = []
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names = [node.name]
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
            else:
                continue
            for inner in ast.walk(node):
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    inner.body = [n for n in inner.body if not _is_text(n)]
            found.update(dict.fromkeys((of + name for name in names), ast.dump(node)))

    enter(ast.parse(source).body, "")
    return found


def changed_parts(old: str, new: str) -> list[str]:
    """The names of the parts in which two texts differ."""
    before, after = parts(old), parts(new)
    return sorted(part for part in {*before, *after} if before.get(part) != after.get(part))


def requirement(source: str, part: str) -> str | None:
    """The id of the requirement that a constant is."""
    for found in ast.parse(source).body:
        match found:
            case ast.Assign(
                targets=[ast.Name(id=target)],
                value=ast.Call(func=ast.Name(id="Requirement"), args=[ast.Constant(value=str(known)), *_]),
            ) if target == part:
                return known
    return None


def users(name: str, part: str) -> Iterator[str]:
    """The functions that name a constant, a class, or their derivatives."""
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    todo, done = [(name, part.split(".", maxsplit=1)[0])], set()
    while todo:
        file, wanted = todo.pop()
        if (file, wanted) in done:
            continue
        done.add((file, wanted))
        for other, text in parts((ROOT / file).read_text(encoding="utf-8")).items():
            if f"id='{wanted}'" in text:
                if text.startswith(("FunctionDef", "AsyncFunctionDef")):
                    yield f"{file}:{other}"
                else:
                    todo.append((file, other.split(".", maxsplit=1)[0]))
    for path in (ROOT / "referee").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if module.rpartition(".")[2] in text and part in text and path != ROOT / name:
            for other, dump in parts(text).items():
                if f"id='{part}'" in dump or f"attr='{part}'" in dump:
                    yield f"{path.relative_to(ROOT).as_posix()}:{other}"


def functions(name: str, base: str, reach: Reach) -> Iterator[str]:
    """The functions by which tests reach the changes of a module."""
    now = (ROOT / name).read_text(encoding="utf-8") if (ROOT / name).exists() else ""
    for part in changed_parts(_git("show", f"{base}:{name}"), now):
        if known := requirement(now, part):
            yield REFUSED + known
        if reach.knows(f"{name}:{part}"):
            yield f"{name}:{part}"
        elif now:
            yield from users(name, part)


def chosen(files: list[str], base: str, reach: Reach | None) -> tuple[list[str], list[str]]:
    """Tests that reach a change, best first, with files and folders."""
    tests: dict[str, None] = {}
    wanted: dict[str, None] = {}
    for name in files:
        path = Path(name)
        if path.match("tests/**/test_*.py") or path.match("tests/test_*.py"):
            if (ROOT / name).exists():
                wanted[name] = None
        elif name.startswith("referee/") and path.suffix == ".py" and reach:
            for function in functions(name, base, reach):
                of_it = sorted(reach.of(function), key=lambda test: reach.tests[test])
                print(f"near: {function}: {len(of_it)} tests")
                tests.update(dict.fromkeys(of_it))
        elif name.startswith("referee/") and len(path.parts) > 2:
            folder = f"tests/{FOLDERS.get(path.parts[1], path.parts[1])}"
            if (ROOT / folder).is_dir():
                wanted[folder] = None
        elif path.suffix == ".py":
            for test in (ROOT / "tests").rglob("test_*.py"):
                if any(path.stem in line for line in test.read_text("utf-8").split("\n") if "import " in line):
                    wanted[test.relative_to(ROOT).as_posix()] = None
    return [*tests], [*wanted]


def within(tests: list[str], reach: Reach, seconds: float) -> tuple[list[str], list[str]]:
    """The tests for which there is time, cheap ones first; the others."""
    left = seconds
    taken = []
    for test in sorted(tests, key=lambda test: reach.tests.get(test, 0.0)):
        left -= reach.tests.get(test, 0.0)
        if left < 0:
            break
        taken.append(test)
    return taken, [test for test in tests if test not in set(taken)]


def main() -> int:
    """Choose the tests and run them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--base", default="HEAD", help="what is compared with [default: HEAD]")
    parser.add_argument("--seconds", type=float, default=12.0, help="how much the chosen tests may take [default: 12]")
    parser.add_argument("--workers", default="2", help="workers of pytest [default: 2]")
    given = parser.parse_args()
    files = changed_files(given.base)
    reach = Reach(MAP.read_bytes()) if MAP.exists() else None
    if not reach:
        print("near: there is no map (make map): the tests in the folders of the changed rooms are run")
    tests, wanted = chosen(files, given.base, reach)
    if reach:
        tests += [test for test in reach.tests for place in wanted if test.startswith((f"{place}::", f"{place}/"))]
        wanted = [place for place in wanted if not any(test.startswith((f"{place}::", f"{place}/")) for test in tests)]
        tests = [test for test in dict.fromkeys(tests) if not test.startswith(CASES)]
        tests, left = within(tests, reach, given.seconds)
        if left:
            print(f"near: {len(left)} dearer tests are left out (--seconds {given.seconds:g}); make test runs them")
    cases = [*CASES] if any(name.startswith(OF_RULES) for name in files) else []
    if not cases + tests + wanted:
        print("near: nothing that a test looks at has changed")
        return 0
    only = ROOT / "build" / "near"
    only.parent.mkdir(exist_ok=True)
    only.write_text("\n".join([*cases, *wanted, *tests]) + "\n", encoding="utf-8")
    places = dict.fromkeys([*cases, *wanted, *(test.split("::", maxsplit=1)[0] for test in tests)])
    there = [place for place in places if (ROOT / place).exists()]
    how = ["-n", given.workers, "--dist", "worksteal", "-m", SHORT, "-p", "tests.helpers.reach", "--only", str(only)]
    return subprocess.run([sys.executable, "-m", "pytest", *how, *there], cwd=ROOT, check=False).returncode


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
