"""Write fixtures/corpus: whole, planted and torn games, and slips of the pen.

A planted game has mistakes; of a torn one something is left out.

    python scripts/measure/corpus.py
    python scripts/measure/corpus.py pen      the records with one or two slips of the pen alone

The games are picked out of many self-played ones so that together they show as much as possible in few lines. What is
found in the planted ones is known by construction and is listed in their last lines. What is torn shows how gaps are closed,
slips what follows from what; nothing is known of these but what the referee said (tests/cases/test_corpus.py). What was there
before a slip of the records `pen-*` is kept in pen.toml. The same source gives the same files.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee.engine.explaining.referee import Judgement
from referee.engine.judging.solver import Attempt, Solver
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials.games import nth, scenarios, setup_for
from referee.trials.mutation import MUTATORS, SEVERAL, clean, kinds, plant
from referee.trials.mutation.slips import DAMAGES, Pen
from referee.trials.selfplay import SelfPlay

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "fixtures" / "corpus"
sys.path.insert(0, str(ROOT))

from tests.engine.test_slips import slip  # noqa: E402

GAMES, KEPT_GAMES = 480, 50
TORN, KEPT_TORN = 400, 60
SLIPS, KEPT_SLIPS = 240, 40
PLANTED, PLANTED_TOGETHER = 2, 14
PENS, PENS_TOGETHER = 3, 12
"""Records with one slip of each kind, and records with two slips."""
PEN_SEED, PEN_TRIES, PEN_GAMES, APART = 7, 8, 8, 6
"""The games with slips; how many places for one are tried, and in how many games; lines between two slips at least."""
TWICE = 2
"""How often each thing is to be shown."""
PLAY = re.compile(r"(J|US) [\d?]")

Record = tuple[str, str, int, set[object]]
"""Name, text, how often lines were played to judge it, and what it shows."""


def main() -> None:
    """Write the folder, or the records with slips of the pen alone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    only = "pen" if sys.argv[1:] == ["pen"] else ""
    for old in FOLDER.glob(f"{only}*.lgn"):
        old.unlink()
    write_pens()
    if only:
        return
    parts = (("game", games(), KEPT_GAMES), ("torn", torn(), KEPT_TORN), ("slips", slips(), KEPT_SLIPS))
    for part, candidates, most in parts:
        for name, text, *_ in covering(candidates, most):
            write(f"{part}-{name}", text)
    for name, text in planted():
        write(f"planted-{name}", text)


def write(name: str, text: str) -> None:
    """Write a record."""
    (FOLDER / f"{name}.lgn").write_text(text, encoding="utf-8", newline="\n")


def covering(candidates: Iterable[Record], most: int) -> Iterator[Record]:
    """The records that together show the most.

    Each thing is shown twice, for as little text and time as possible.
    """
    left = list(candidates)
    wanted = Counter({thing: TWICE for *_, shown in left for thing in shown})
    for _ in range(most):
        gain = [
            sum(wanted[thing] > 0 for thing in shown) / (2000 + len(text) + 20 * plays)
            for _, text, plays, shown in left
        ]
        best = max(range(len(left)), key=gain.__getitem__)
        if not gain[best]:
            return
        wanted.subtract(left[best][-1])
        yield left.pop(best)


def judged(text: str) -> tuple[int, set[object]]:
    """The number of line plays that a judgement took, and its content."""
    plays = 0
    attempt = Solver.attempt

    def counted(*given: Any, **more: Any) -> Attempt:
        nonlocal plays
        plays += 1
        return attempt(*given, **more)

    Solver.attempt = counted  # type: ignore[method-assign]
    try:
        verdict = judge(read_text(text))
        return plays, shown(verdict)
    finally:
        Solver.attempt = attempt  # type: ignore[method-assign]


# -------------------------------------------------------------------- games


def games() -> Iterator[Record]:
    """Self-played games of every scenario and length.

    Half of them have the notes that players jot down.
    """
    for seed in range(GAMES):
        scenario, decks = nth(seed, "base", 0)
        text = SelfPlay(seed, setup_for(scenario, decks), check_lines=seed // 12 % 2 == 0).play().text
        yield f"{slug(scenario)}-{decks}-{seed:03}", text, *judged(text)


def shown(verdict: Judgement) -> set[object]:
    """The content of a record.

    Changes with their causes, rolls with their outcome, requirements, triggers, findings.
    """
    found: set[object] = {("wins", verdict.board.victory_rule)}
    for step in verdict.steps:
        found |= {(c.kind, c.rule, *map(str, c.cause[1:])) for c in step.changes}
        found |= {(r.kind, r.rule, str(r.outcome), *(m[2] for m in r.modifiers)) for r in step.rolls}
        found |= {*step.met, *(("triggered", n) for n in step.triggered)}
        found |= {("not triggered", n, rule) for n, rule, _ in step.untriggered}
        found |= {("assumed", address.field) for address in step.assumed if hasattr(address, "field")}
        for f in step.counted:
            use = " ".join(verdict.record.lines[step.action.place.line - 1].split(" ")[2:3])
            found |= {(f.kind, f.rule, use), (f.kind, f.rule, bool(f.see), bool(f.assumed))}
            found |= {("also", rule) for rule in f.also}
        found |= {("follows", f.kind, f.rule, step.action.kind) for f in step.findings if f.follows}
    return found


def slug(title: str) -> str:
    """A title as part of the name of a file."""
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")


# -------------------------------------------------------------------- mistakes


def planted() -> Iterator[tuple[str, str]]:
    """Games with one mistake of each kind, and with several.

    The last lines list the expected findings.
    """
    for kind in kinds():
        want = PLANTED_TOGETHER if kind == SEVERAL else PLANTED
        for seed in range(60):
            random = Random(f"{kind} {seed}")
            names = random.sample(list(MUTATORS), random.randint(2, 4)) if kind == SEVERAL else [kind]
            found = plant(names, seed, setup_for(scenarios("base")[seed % 4], 1))
            if found is None or (kind == SEVERAL and len(found.mistakes) < 2):
                continue
            lines = [found.text.rstrip("\n")]
            for mistake, before in found.mistakes:
                see = "" if mistake.see is None else f" see {before + 1 + mistake.see}"
                lines.append(f"; planted: {mistake.kind} {mistake.rule} line {before + 1 + mistake.at}{see}")
            name = "several" if kind == SEVERAL else MUTATORS[kind].__name__.replace("_", "-")
            yield f"{name}-{seed:02}", "\n".join(lines) + "\n"
            want -= 1
            if not want:
                break


# -------------------------------------------------------------------- slips of the pen


class Written(NamedTuple):
    """A record with slips of the pen: its name, lines and slips."""

    name: str
    lines: list[str]
    pens: list[Pen]


def write_pens() -> None:
    """Write the records with slips of the pen, and these slips."""
    out = [
        "# What was planted in the records pen-*: the kind of damage, its line, the lines near it, and what was there."
    ]
    for name, lines, made in pens():
        write(f"pen-{name}", "\n".join(lines) + "\n")
        for pen in made:
            out += ["", "[[planted]]", f'record = "pen-{name}"', f'damage = "{pen.damage}"', f'slip = "{pen.slip}"']
            out += [f"line = {pen.at[0]}", f"lines = {list(pen.at)}", f"near = [{pen.near.start}, {pen.near.stop - 1}]"]
            was = [f"    {json.dumps(line, ensure_ascii=False)}," for line in pen.was]
            out += ["was = [", *was, "]"] if was else ["was = []"]
    (FOLDER / "pen.toml").write_text("\n".join(out) + "\n", encoding="utf-8", newline="\n")


def pens() -> Iterator[Written]:
    """Games with one slip of each kind, then with two kinds."""
    kinds_of_slip = list(DAMAGES)
    number = 0
    for i in range(PENS):
        for kind in kinds_of_slip:
            found = None
            last = number + PEN_GAMES
            while found is None:
                found = with_pens(number, [kind], hidden=number >= last)
                number += 1
            yield Written(f"{kind}-{i}", *found)
    together = 0
    while together < PENS_TOGETHER:
        found = with_pens(number, Random(f"two {number}").sample(kinds_of_slip, 2))
        number += 1
        if found is not None:
            yield Written(f"two-{together:02}", *found)
            together += 1


def with_pens(number: int, damages: list[str], hidden: bool = False) -> tuple[list[str], list[Pen]] | None:
    """A game with slips, one after the other.

    It is None if one of the slips has no place, or none where it shows if it is to show.
    """
    lines, made = list(clean.played(number, PEN_SEED).lines), list[Pen]()
    for damage in damages:
        for attempt in range(PEN_TRIES):
            pen = DAMAGES[damage](lines, Random(f"{damage} {number} {attempt}"))
            if pen is None or (made and min(pen.near) < max(made[-1].near) + APART):
                continue
            if hidden or shows("\n".join(lines), pen.text):
                made.append(pen)
                lines = pen.lines
                break
        else:
            return None
    return lines, made


def shows(before: str, after: str) -> bool:
    """Whether something counts in a damaged record that did not count before."""
    old, new = ([f.counted for f in judge(read_text(text)).findings] for text in (before, after))
    return sum(new) > sum(old)


# -------------------------------------------------------------------- gaps


def torn() -> Iterator[Record]:
    """Two turns of a game with gaps in one to four plays."""
    for seed in range(TORN):
        random = Random(seed)
        scenario, _ = nth(seed, "base", 0)
        game = SelfPlay(1000 + seed, setup_for(scenario, 1), check_lines=seed // 4 % 3 > 0).play(turns=2)
        lines = game.text.rstrip("\n").split("\n")
        for _ in range(random.randint(1, 4)):
            tear(lines, random)
        text = "\n".join(lines) + "\n"
        yield f"{slug(scenario)}-{seed:03}", text, *judged(text)


def slips() -> Iterator[Record]:
    """Two turns of a game with one to three slips.

    The players also jotted things down.
    """
    for seed in range(SLIPS):
        random = Random(seed)
        scenario, _ = nth(seed, "base", 0)
        lines = SelfPlay(2000 + seed, setup_for(scenario, 1)).play(turns=2).text.rstrip("\n").split("\n")
        for _ in range(random.randint(1, 3)):
            slip(lines, random)
        text = "\n".join(lines) + "\n"
        yield f"{slug(scenario)}-{seed:03}", text, *judged(text)


def tear(lines: list[str], random: Random) -> None:
    """Leave out a part of a play, Plot resolution or turn's end."""
    torn_before = list(lines)
    while lines == torn_before:
        i = random.choice([i for i, line in enumerate(lines) if PLAY.match(line) or line.startswith(("J res", "end"))])
        lines[i] = random.choice(TEARS)(lines[i], random)


def one_of(pattern: str, instead: str) -> Callable[[str, Random], str]:
    """Puts something else for one of the places where a pattern fits."""

    def change(line: str, random: Random) -> str:
        found = list(re.finditer(pattern, line))
        if not found:
            return line
        m = random.choice(found)
        return line[: m.start()] + m.expand(instead) + line[m.end() :]

    return change


def without_a_word(line: str, random: Random) -> str:
    """Leave out a word after the use of the card."""
    words = line.split(" ")
    if len(words) < 4:
        return line
    del words[random.randrange(3, len(words))]
    return " ".join(words)


def turned_round(line: str, random: Random) -> str:
    """The parts of a line in the other order."""
    head = " ".join(line.split(" ")[:2])
    parts = line[len(head) + 1 :].split(" / ")
    return f"{head} {' / '.join(reversed(parts))}"


TEARS: tuple[Callable[[str, Random], str], ...] = (
    one_of(r" ?\w*\[[^\]]*\]", ""),  # the dice of one roll
    one_of(r"\[(.*?)\d", r"[\1?"),  # the first die of a roll
    one_of(r":[sa]+", ""),  # which Cell
    one_of(r":([sa])[sa]+", r":\1"),  # one of two Cells
    one_of(r", [^,/]*", ""),  # one of several targets
    one_of(r"(?<=\w) \d+(?= |$)", ""),  # how many
    one_of(r": \d", ""),  # the Plot that was placed
    one_of(r" / (no )?event(\(\d+\))?.*", ""),  # the event and its place in the order
    one_of(r"(?<=event) [^/]+", " "),  # what was chosen for an event
    one_of(r" [+]\d", ""),  # how many Cells came of a sure Recruit
    one_of(r"(?<=> )[A-Z][\w /]*?(?= \[| t\[| \d|$|,)", "?"),  # where to
    without_a_word,
    turned_round,
)


if __name__ == "__main__":
    main()
