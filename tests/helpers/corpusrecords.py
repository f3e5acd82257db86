"""The records of fixtures/corpus and self-played games, with expected findings.

Planted mistakes must be found; all other results are compared.

What is kept of a record is one line: how many lines were judged, how the game ends, how many notes there are, and a digest
of every line; then its findings. ``python scripts/measure/corpus_difference.py`` shows what is different where a digest is.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from referee.engine.explaining.referee import Judgement
from referee.engine.law.question import Choice, Question
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep
from referee.engine.state.board import Board
from referee.engine.state.position import summary
from referee.engine.state.words import words
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play import legal
from referee.play.positions import go_to
from referee.trials import games as play
from tests.helpers.casechanges import routine_of_step, told_of_finding, told_of_step
from tests.helpers.keeping import HEAD
from tests.helpers.paths import FIXTURES

FOLDER = FIXTURES / "corpus"
PARTS = ("game", "planted", "played", "slips", "torn")
PEN = "pen"
"""The part of which nothing is kept but what was planted in it (pen.toml)."""
PLAYED = 16
"""So many games are played anew: a player at random takes any legal answer, so that what is legal shows in them."""
FEW = 6
"""What takes long is looked at in one record of so many."""
PLANTED = re.compile(r"; planted: (?P<kind>\w+) (?P<rule>(?:card )?\S+) line (?P<line>\d+)(?: see (?P<see>\d+))?$")
WORDING = frozenset({"title", "needed", "message", "template", "facts", "of_it", "id", "notes", "odds", "countries"})
"""Parts of an answer of `legal` that are words or marks for a reader."""


class Seen(NamedTuple):
    """The results of one record."""

    wrong: list[str]
    """What is not as it is known to be."""
    told: str
    """Its result and findings in short, to be compared with those kept."""
    detail: list[str]
    """Every line with all that it did, in words: what the digest is made of."""


def names(part: str = "") -> list[str]:
    """The records, or those of one part."""
    played = [f"played-{seed:02}" for seed in range(PLAYED)]
    every = sorted([*played, *(p.stem for p in FOLDER.glob("*.lgn"))])
    return [name for name in every if name.startswith(part) and name.startswith(PEN) == (part == PEN)]


def seen(name: str) -> Seen:
    """Judge a record, or play a game."""
    return anew(name) if name.startswith("played") else judged(name)


def anew(name: str) -> Seen:
    """A self-played game, line by line."""
    seed = int(name.rpartition("-")[2])
    scenario, _ = play.nth(seed, "base", 0)
    lines = play.one(seed, scenario, 1, None).text.split("\n")
    return Seen([], f"{HEAD}{name}  {scenario}, {len(lines)} lines  {digest(lines)}", lines)


def judged(name: str) -> Seen:
    """Judge a record.

    Of some the detail has more: other policies, other answers of each line, the answer of `legal`.
    """
    text = (FOLDER / f"{name}.lgn").read_text(encoding="utf-8")
    more = int(digest(name), 16) % FEW
    planted = name.startswith("planted")
    verdict = judge(read_text(text, name), alternatives=planted and more == 0)
    wrong = unlike(text, verdict) if planted or name.startswith("game") else []
    detail = [f"{step.action.place.line}  {said}" for step in verdict.steps for said in of(step)]
    detail += [f"! {said(f)}" for f in verdict.findings]
    for policy in ("undo", "stop") if planted and more == 1 else ():
        other = judge(read_text(text, name), policy)
        detail += [f"{policy} ! {said(f)}" for f in other.findings if f.kind != "note"]
        detail += ["stopped"] * other.stopped
    if not planted and more == 0:
        at = verdict.actions * 2 // 3
        detail.append(f"legal before {at} {plain(legal.find(go_to(verdict, before=str(at))))}")
    notes = sum(f.kind == "note" for f in verdict.findings)
    head = f"{HEAD}{name}  {len(verdict.steps)} lines, {ending(verdict.board)}, notes {notes}  {digest(detail)}"
    return Seen(wrong, "\n".join([head, *(f"! {said(f)}" for f in verdict.findings if f.kind != "note")]), detail)


def ending(b: Board) -> str:
    """Clock, tracks and victory at the end of a record."""
    winner = f"{b.winner} wins" if b.winner else "nobody has won"
    tracks = f"prestige {b.prestige}, funding {b.funding}, troops track {b.troops_track}, cells track {b.cells_track}"
    return f"turn {b.turn}, {tracks}, {summary(b)}, {winner}"


def unlike(text: str, verdict: Judgement) -> list[str]:
    """Planted mistakes without a finding at their line, and other findings."""
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
    return f"{told_of_finding(f)}: {f.message}"


def of(step: JudgedStep) -> list[str]:
    """One line: clock, rolls, changes, triggers, assumptions, legal answers.

    Requirements that are met are left out: another one that always holds is no other result.
    """
    alternatives = [
        f"{a.ask.field} {a.ask.rule}: {words(a.chosen)} of {', '.join(words(v) for v in a.legal)}"
        for a in step.alternatives or ()
    ]
    parts = {
        "routine": routine_of_step(step),
        "triggers": " ".join(map(str, step.triggered)),
        "triggers not": " ".join(f"{card} ({rule})" for card, rule, _ in sorted(step.untriggered)),
        "assumed": ", ".join(sorted(f"{address} {words(value)}" for address, value in step.assumed.items())),
        "chosen": "; ".join(alternatives),
    }
    when = f"turn {step.turn} {step.side} phase {step.phase}{', taken back' if step.taken_back else ''}"
    return [when, *told_of_step(step), *(f"{name} {part}" for name, part in parts.items() if part)]


def digest(value: Any) -> str:
    """Eight digits that are others if the value is another."""
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:8]


def plain(value: Any) -> Any:
    """An answer of `legal` without the words in it."""
    if isinstance(value, Question):
        refused = [(c.value, c.failures) for c in value.refused or ()]
        return plain([value.field, value.rule, value.side, value.choices, refused, value.about, value.barred])
    if isinstance(value, Choice):
        return plain([value.value, value.rolls, value.details, value.by_origin, value.only_from])
    if is_dataclass(value):
        return [plain(getattr(value, f.name)) for f in fields(value) if f.name not in WORDING]
    if isinstance(value, dict):
        return [[plain(k), plain(v)] for k, v in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return round(value, 6) if isinstance(value, float) else words(value)
