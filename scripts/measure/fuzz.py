"""Feed the readers with broken files.

Each file must be read or refused, and nothing else may happen.

``python scripts/measure/fuzz.py vassal --inputs 1000000 [--minutes 10] [--seed 1] [--coverage]``: a form of
``referee.inputs.formats.FORMATS`` by its name, ``mapping`` for the file of a VASSAL module, or ``all``. The files to begin with
are those of ``fixtures/`` that have this form, and some that are made. With ``--coverage`` the inputs are led by the lines
that they reach, for which the package atheris must be installed; without it they are led by what the reader says. With
``--worst`` the inputs are files of 32 MiB of one word, each of which may take a minute and 1 GB. What fails is kept in
``build/fuzz/``. Exit status 1 if something failed. ``scripts/measure/overnight.py`` runs the same over a night, in pieces.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAILED = ROOT / "build" / "fuzz"
SLOW = 5.0
"""Seconds that one input may take."""
LARGE, LONG, MOST_MEMORY = 32 * 1024 * 1024, 60, 1024
"""Bytes of the largest input, the seconds that it may take, and the megabytes."""
MAX_SEEDS = 200
SHORT = 30
"""Most lines of a file in text to begin with: a whole game takes too long for many inputs."""
MAX_POOL = 3_000
Reader = Callable[[bytes], str]


# ------------------------------------------------------------------------------------------------------------- readers


def vassal(data: bytes) -> str:
    """The reader of VASSAL logs alone; what it says is shown too."""
    from referee.cli.commands.vassal import data as in_json
    from referee.cli.commands.vassal import listing
    from referee.parsers.vassal import read

    log = read(data)
    listing(log)
    in_json(log)
    kinds = sorted({(h.kind, h.chat, h.undone) for h in log.happenings})
    return f"{kinds} {[re.sub('[0-9,]+', '', w) for w in log.warnings]} {len(log.players)} {len(log.decks)}"


def vassal_inside(data: bytes) -> Iterator[bytes]:
    """The contents of a log: the command stream, hidden and clear.

    Each is read without its archive too.
    """
    from referee.parsers.vassal import container

    stream = container.unpack(data).stream
    yield stream
    yield container.clear(stream, []).encode()


def mapping(data: bytes) -> str:
    """The reader of the mapping of a VASSAL module."""
    from referee.parsers.vassal import mapping as mappings

    found = mappings.read(data)
    return f"{len(found.images) > 0} {len(found.countries)} {found.maps}"


READERS: dict[str, Reader] = {"vassal": vassal, "mapping": mapping}
"""Readers that are tried by themselves before the form as a whole is."""
INSIDE: dict[str, Callable[[bytes], Iterator[bytes]]] = {"vassal": vassal_inside}
"""Of a packed form: what to begin with besides the files."""


def target(name: str, alone: bool = False) -> Reader:
    """Read an input in every way of its form; the outcome.

    ``alone``: only with its reader.
    """
    from referee.inputs.formats import FORMATS, record_of
    from referee.parsers.notation.encodings import TextError

    form = next((form for form in FORMATS if form.name == name and not (alone and name in READERS)), None)
    if form is None and name not in READERS:
        raise SystemExit(
            f"there is no form {name}; there are {', '.join(sorted({f.name for f in FORMATS} | {*READERS}))}"
        )

    def run(data: bytes) -> str:
        said = []
        try:
            if name in READERS:
                said.append(READERS[name](data))
            if form is not None:
                form.recognises(data)
                done = form.convert(data)
                _ = record_of(done, "fuzz") if form.read is None else form.read(data, "fuzz")
                said.append(
                    f"{min(done.lines_taken, 50)} {min(done.lines_guessed, 50)} {min(done.lines_open, 50)} {len(done.problems)}"
                )
        except TextError as error:
            if not error.message or not error.message.isprintable():
                raise AssertionError("the reason for the refusal cannot be shown") from error
            said.append("refused: " + re.sub("[0-9,]+", "", error.message))
        return " ".join(said)

    return run


def _records() -> Iterator[str]:
    """The beginnings of the records in the fixtures."""
    for path in sorted((ROOT / "fixtures" / "logs").glob("*.lgn")):
        yield "".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:SHORT])


def coded() -> Iterator[bytes]:
    """Records in JSON."""
    from referee.inputs.records import to_json

    yield from (to_json(text).encode() for text in _records())


def noted() -> Iterator[bytes]:
    """Posts with lines of the notation, bare, quoted and marked."""
    for n, text in enumerate(_records()):
        marked = (text, f"[quote]{text}[/quote]", f"```\n{text}```\n", "".join(f"> {t}\n" for t in text.splitlines()))[
            n % 4
        ]
        yield f"Hello all, this is Let's Roll!\nI play 80 FATA for the event.\n\n{marked}\nPakistan Fair Neutral.\n".encode()


def saved() -> Iterator[bytes]:
    """Saved games of the solitaire program."""
    sys.path.insert(0, str(ROOT))
    from tests.helpers.appfolder import Folder

    folder = Folder()
    folder.add(["", "US plays [43] Patriot Act (3 ops)", "US performs a War of Ideas operation", "Die roll: 4"])
    yield from (folder.history(), folder.zip(), folder.tar(), folder.tar("gz"))


def mapped() -> Iterator[bytes]:
    """Mappings of VASSAL modules."""
    from referee.parsers.vassal import mapping as mappings

    yield mappings.shipped_text().encode()
    yield b'[module]\nnames = ["x*"]\n[board]\nscale = 0.5\n[zones]\n"Iraq Box" = "Iraq"\n[images]\n"a#.png" = "troops"\n'


MADE: dict[str, Callable[[], Iterator[bytes]]] = {"json": coded, "notes": noted, "solitaire": saved, "mapping": mapped}
"""Of a form that the fixtures hardly have: what to begin with."""


def seeds(name: str) -> list[bytes]:
    """The files of the fixtures in this form, and parts of them.

    The parts are the beginning of a text and the contents of an archive; some files are made.
    """
    from referee.inputs.formats import of
    from referee.parsers.vassal import is_vassal

    found = list(MADE[name]()) if name in MADE else []
    for path in sorted((ROOT / "fixtures").rglob("*")) if name != "mapping" else ():
        if path.is_file() and len(found) < MAX_SEEDS:
            data = path.read_bytes()
            if is_vassal(data) if name == "vassal" else of(data).name == name:
                found.append(data if name == "vassal" else b"".join(data.splitlines(keepends=True)[:SHORT]))
    for data in list(found):
        found += INSIDE[name](data) if name in INSIDE else []
    if not found:
        print(f"no file in fixtures/ is {name}; it begins with nothing", file=sys.stderr)
    return found or [b""]


# ----------------------------------------------------------------------------------------------------------- mutations


class Mutator:
    """A generator of changed files.

    It changes bytes, words of the files themselves, and puts pieces of one into another.
    """

    def __init__(self, files: list[bytes], dice: random.Random) -> None:
        self.dice = dice
        words = Counter(word for data in files for word in re.findall(rb"\w{2,24}|[^\w\s]{1,3}", data[:200_000]))
        self.words = [word for word, _ in words.most_common(400)] or [b"x"]
        self.odd = [
            b"",
            b"\0",
            b"\xff",
            b"\x1b",
            b"\\",
            b"'",
            b'"',
            b"\n",
            b"-1",
            b"9" * 30,
            b"\xe2\x80\xae",
            b"&#0;",
            b"<",
            b"[",
        ]

    def mutant(self, pool: list[bytes]) -> bytes:
        """A changed file."""
        data = self.dice.choice(pool)
        for _ in range(1 + int(self.dice.expovariate(0.5))):
            data = self._change(data, pool)
        return data[:1_000_000]

    def _change(self, data: bytes, pool: list[bytes]) -> bytes:
        dice = self.dice
        at = dice.randrange(len(data) + 1)
        end = min(len(data), at + int(dice.expovariate(1 / 12)))
        kind = dice.randrange(9)
        if kind == 0:
            return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
        if kind == 1:
            return data[:at] + data[end:]
        if kind == 2:
            return data[:at] + dice.choice(self.words) + data[at:]
        if kind == 3:
            return data[:at] + dice.choice(self.odd) + data[end:]
        if kind == 4:
            return data[:end] + data[at:end] * dice.choice((1, 1, 2, 50)) + data[end:]
        if kind == 5:
            other = dice.choice(pool)
            start = dice.randrange(len(other) + 1)
            return data[:at] + other[start : start + int(dice.expovariate(1 / 200))] + data[end:]
        if kind == 6:
            return data[:at]
        if kind == 7:
            word = dice.choice(self.words)
            found = data.find(word, at)
            return data if found < 0 else data[:found] + dice.choice(self.words) + data[found + len(word) :]
        return data[:at] + bytes(b ^ 1 << dice.randrange(8) for b in data[at : at + 1]) + data[at + 1 :]


# --------------------------------------------------------------------------------------------------------------- loops


def keep(name: str, data: bytes, why: str) -> Path:
    """Write an input that failed, and what happened."""
    folder = FAILED / name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / blake2b(data, digest_size=6).hexdigest()
    path.write_bytes(data)
    path.with_suffix(".txt").write_text(why, encoding="utf-8")
    return path


@dataclass
class Tally:
    """The results of a loop.

    Inputs, seconds, refusals, outcomes, the slowest in seconds, the most MB.
    """

    name: str
    inputs: int = 0
    seconds: float = 0.0
    refused: int = 0
    outcomes: int = 0
    slowest: float = 0.0
    memory: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """All of it in one line."""
        return (
            f"{self.name}: {self.inputs:,} inputs in {self.seconds:.0f} s "
            f"({self.inputs / max(self.seconds, 0.001):,.0f} a second), {self.refused:,} refused, "
            f"{self.outcomes:,} different outcomes, slowest {self.slowest:.2f} s, {self.memory:,} MB, "
            f"{sum(self.failed.values()):,} failed"
        )


def own_loop(name: str, inputs: int, minutes: float, seed: int, alone: bool = False) -> Tally:
    """Run mutants of the files, and of mutants with a new outcome."""
    read, pool = target(name, alone), seeds(name)
    mutator = Mutator(pool, random.Random(seed))
    found, seen = Tally(name), set[str]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    begun = time.monotonic()
    for done in range(1, inputs + 1):
        data = pool[done - 1] if done <= len(pool) and done <= MAX_SEEDS else mutator.mutant(pool)
        start = time.perf_counter()
        try:
            said = read(data)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__} {Path(place.filename).name}:{place.lineno}"
            if not found.failed[said]:
                print(f"FAILED {said}: {keep(name, data, traceback.format_exc())}", flush=True)
            found.failed[said] += 1
        took = time.perf_counter() - start
        found.inputs, found.slowest = done, max(found.slowest, took)
        if took > SLOW:
            print(f"SLOW {took:.1f} s: {keep(name, data, f'{took:.1f} s')}", flush=True)
            found.failed["slow"] += 1
        found.refused += said.startswith("refused")
        if said not in seen and len(pool) < MAX_POOL:
            seen.add(said)
            pool.append(data)
        if time.monotonic() - begun > minutes * 60:
            break
    found.seconds, found.outcomes = time.monotonic() - begun, len(seen)
    found.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if found.memory > MOST_MEMORY and before <= MOST_MEMORY:  # else of a process that had as much already
        found.failed["memory"] += 1
    return found


WORST = (
    "\n",
    " ",
    "\x0c",
    "a\n",
    "a ",
    "a",
    "J 1 x\n",
    "no plots\n",
    "1 ",
    "1\n",
    "> ",
    ">\n",
    "- ",
    "(",
    "[",
    "[q]",
    '"',
    ",",
)
WORST += (
    ";\n",
    ":",
    "<p>",
    "<!--",
    "&gt;",
    "\\",
    "{",
    "+\n",
    "From \n",
    "Subject: \n",
    "wrote:\n",
    "I play 80 FATA for the event. ",
)
"""Words of which a file is hard to read."""
HEADS = {
    "notation": '[Scenario "Let\'s Roll!"]\n',
    "json": '{"format": "labyrinth-record", "version": 1, "entries": [{"kind": "text", "text": "',
    "mail": "From: A <a@b.c>\nDate: Mon, 3 Mar 2025 19:42:00 +0000\nSubject: x\n\nJ 95 recruit Afghanistan 3\n",
    "notes": "Hello all.\n\nJ 95 recruit Afghanistan 3\n",
    "prose": "I play 80 FATA for the event in Pakistan.\nHe answers with 43 Patriot Act for ops.\n",
    "vassal": "begin_save\x1b",
    "solitaire": ">>> History of save point 1 <<<\n\n",
    "mapping": "[module]\n",
}
"""How a file of a form begins."""


def worst_loop(name: str, size: int = LARGE) -> bool:
    """Run files of one word over and over.

    The word is repeated in one line, or in lines of 1,900 letters; each file is read in a process of its own.
    """
    read, fine = target(name), True
    for word in WORST:
        for line in (size, 1900):
            row = word * (line // len(word)) + "\n"
            data = (HEADS[name] + row * (size // len(row))).encode()[:size]
            pid = os.fork()
            if not pid:
                signal.setitimer(signal.ITIMER_PROF, LONG)  # ends the process; seconds of work, whoever else is at it
                with contextlib.suppress(Exception):
                    read(data)
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                os._exit(0 if memory <= MOST_MEMORY else 1)
            begun = time.monotonic()
            status = os.waitpid(pid, 0)[1]
            if status:
                fine = False
                why = "too much memory" if os.WIFEXITED(status) else f"{time.monotonic() - begun:.0f} s"
                print(f"FAILED {name} {word!r} in lines of {line:,}: {why}", flush=True)
    print(f"{name}: {2 * len(WORST)} files of {size:,} bytes")
    return fine


def coverage_loop(name: str, inputs: int, minutes: float, seed: int, alone: bool = False) -> bool:
    """Run inputs that are led by the lines they reach.

    It ends at the first that fails.
    """
    import atheris

    with atheris.instrument_imports(include=["referee"]):
        read = target(name, alone)
        files = seeds(name)
        for data in files[:3]:
            with contextlib.suppress(Exception):
                read(data)  # loads all that is loaded late
    folder = FAILED / name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        for n, data in enumerate(files):
            Path(corpus, f"{n:04}").write_bytes(data)
        options = [f"-runs={inputs}", f"-max_total_time={int(minutes * 60)}", f"-seed={seed}", f"-timeout={int(SLOW)}"]
        options += [
            "-max_len=65536",
            "-rss_limit_mb=2048",
            f"-artifact_prefix={folder}/",
            "-print_final_stats=1",
            corpus,
        ]
        atheris.Setup([sys.argv[0], *options], lambda data: void(read, data))
        atheris.Fuzz()
    return True


def void(read: Reader, data: bytes) -> None:
    """Read an input and say nothing."""
    read(data)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("form")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--worst", action="store_true", help="files of 32 MiB of one word")
    parser.add_argument("--alone", action="store_true", help="only the reader, not what makes a record of it")
    asked = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    gc.set_threshold(50_000, 20, 100)  # as the program does
    forms = list(HEADS) if asked.form == "all" else [asked.form]
    fine = True
    for form in forms:
        if asked.worst:
            fine &= worst_loop(form)
        elif asked.coverage:
            fine &= coverage_loop(form, asked.inputs, asked.minutes, asked.seed, asked.alone)
        else:
            tally = own_loop(form, asked.inputs, asked.minutes, asked.seed, asked.alone)
            print(tally.line())
            fine &= not tally.failed
    sys.exit(0 if fine else 1)
