"""The records of fixtures/corpus, and games played anew: whether what is planted in them is found, and what else is told of them, in short."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from casechanges import told_of_finding, told_of_step
from keeping import HEAD

from referee.cli.commands import legal
from referee.engine.findings import Finding
from referee.engine.referee import Verdict
from referee.engine.steps import Step
from referee.engine.words import words
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play.positions import go_to
from referee.trials import games as play

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "corpus"
PARTS = ("game", "planted", "played", "slips", "torn")
PEN = "pen"
"""The part of which nothing is kept but what was planted in it (pen.toml)."""
PLAYED = 16
"""So many games are played anew: a player at random takes any legal answer, so that what is legal shows in them."""
FEW = 6
"""What takes long is looked at in one record of so many."""
PLANTED = re.compile(r"; planted: (?P<kind>\w+) (?P<rule>\S+) line (?P<line>\d+)(?: see (?P<see>\d+))?$")
WORDING = frozenset({"title", "needed", "message", "id", "notes"})
"""Parts of an answer of `legal` that are words for a reader."""


class Seen(NamedTuple):
    """What comes of one record."""

    wrong: list[str]
    """What is not as it is known to be."""
    told: str
    """What is told of it, to be compared with what was told before."""


def names(part: str = "") -> list[str]:
    """The records, or those of one part."""
    played = [f"played-{seed:02}" for seed in range(PLAYED)]
    every = sorted([*played, *(p.stem for p in FOLDER.glob("*.lgn"))])
    return [name for name in every if name.startswith(part) and name.startswith(PEN) == (part == PEN)]


def seen(name: str) -> Seen:
    """Judge a record, or play a game."""
    return anew(name) if name.startswith("played") else judged(name)


def anew(name: str) -> Seen:
    """The lines of a self-played game, one digest for each ten."""
    seed = int(name.rpartition("-")[2])
    scenario, _ = play.nth(seed, "base", 0)
    lines = play.one(seed, scenario, 1, None).text.split("\n")
    digests = [f"{i + 1} {digest(lines[i : i + 10])}" for i in range(0, len(lines), 10)]
    return Seen([], "\n".join([HEAD + name, *digests]))


def judged(name: str) -> Seen:
    """Judge a record. Of some are told besides: findings under other policies, other answers of each line, what `legal` says."""
    text = (FOLDER / f"{name}.lgn").read_text(encoding="utf-8")
    more = int(digest(name), 16) % FEW
    planted = name.startswith("planted")
    verdict = judge(read_text(text, name), alternatives=planted and more == 0)
    wrong = unlike(text, verdict) if planted or name.startswith("game") else []
    lines = [HEAD + name]
    lines += [f"{step.action.place.line} {digest(of(step))}" for step in verdict.steps]
    lines += [f"! {told_of_finding(f)}" for f in verdict.findings]
    for policy in ("undo", "stop") if planted and more == 1 else ():
        other = judge(read_text(text, name), policy)
        lines += [f"{policy} ! {told_of_finding(f)}" for f in other.findings if f.kind != "note"]
        lines += ["stopped"] * other.stopped
    if not planted and more == 0:
        at = verdict.actions * 2 // 3
        lines.append(f"legal before {at} {digest(plain(legal.find(go_to(verdict, before=str(at)))))}")
    return Seen(wrong, "\n".join(lines))


def unlike(text: str, verdict: Verdict) -> list[str]:
    """What is planted and not found at its line, and what else counts."""
    left = [f for f in verdict.findings if f.counted]
    wrong = []
    for m in filter(None, map(PLANTED.match, text.split("\n"))):
        found = [f for f in left if (f.kind, f.rule, f.place.line) == (m["kind"], m["rule"], int(m["line"]))]
        found = [f for f in found if m["see"] is None or int(m["see"]) in f.see]
        if found:
            left.remove(found[0])
        else:
            wrong.append(f"not found: {m[0]}")
    return wrong + [f"found besides: {said(f)}" for f in left]


def said(f: Finding) -> str:
    """A finding for a person."""
    return f"{f.place.line} {f.kind} {f.rule} {f.message}"


def of(step: Step) -> list[Any]:
    """Of one line: the clock, rolls and changes, the rules that its answers met, triggers, what was assumed or legal."""
    return [
        [step.turn, step.side, step.phase, step.taken_back],
        told_of_step(step),
        sorted(rule for _, rule in step.met),
        step.triggered,
        sorted([card, rule] for card, rule, _ in step.untriggered),
        sorted(f"{address} {words(value)}" for address, value in step.assumed.items()),
        [[a.ask.field, a.ask.rule, words(a.chosen), [words(v) for v in a.legal]] for a in step.alternatives or ()],
    ]


def digest(value: Any) -> str:
    """Eight digits that are others if the value is another."""
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:8]


def plain(value: Any) -> Any:
    """An answer of `legal` without the words in it."""
    if is_dataclass(value):
        return [plain(getattr(value, f.name)) for f in fields(value) if f.name not in WORDING]
    if isinstance(value, dict):
        return [[plain(k), plain(v)] for k, v in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return round(value, 6) if isinstance(value, float) else words(value)
