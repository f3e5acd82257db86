"""The whole content of the report, from a verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from referee.engine import hidden
from referee.engine.data import SIDE_NAMES
from referee.engine.journal import Kind
from referee.engine.referee import Verdict
from referee.engine.ruleset import Goal, Ruleset
from referee.engine.script import Segment
from referee.reports import describe, rewriting, wording
from referee.reports.columns import printable
from referee.reports.report import (
    charts,
    cited,
    concerned,
    dice,
    drawing,
    folding,
    plays,
    position,
    seats,
    tracks,
    view,
)
from referee.reports.report import lines as written
from referee.reports.report.plays import PlayView
from referee.reports.report.replay import TRACKS, replay
from referee.reports.report.view import Cause, FindingView

MAX_LINKS = 12
"""Most places that one sentence names."""
MAX_LINES = 3000
"""Most lines of the record that are shown."""


@dataclass(frozen=True, slots=True)
class Tested:
    """How much was checked, in numbers."""

    requirements: int
    rolls: int
    automatic: int
    changes: int
    statements: int


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Something that the referee could not check, with the steps it concerns."""

    text: str
    where: list[written.Link]
    more: int = 0
    """How many more places there are."""


@dataclass(frozen=True, slots=True)
class Table:
    """The map and what lies beside it."""

    drawing: drawing.Drawing
    tracks: list[tracks.Track]
    meters: list[Goal]


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts and the table that says the same."""

    size: tuple[int, int, int, int]
    """Width, height, and the ends of the axis."""
    all: list[charts.Chart]
    heads: list[str]
    start: list[int]
    rows: list[charts.Row]
    flags: list[charts.Flag]
    floor: int
    """Height of the axis."""


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that the templates use."""

    title: str
    file: str
    tags: list[tuple[str, str]]
    clean: bool
    actions: int
    policy: str
    stopped: bool
    winner: str
    """Who won and why; empty while nobody has."""
    rules: str
    """The rules in force, "" for the base game."""
    options: list[tuple[str, str]]
    tested: Tested
    kinds: list[tuple[str, int, str]]
    """Kinds of finding that count, how many, what they mean."""
    makers: list[str]
    """Whose the mistakes of play are, in words: "4 by the Jihadist"."""
    told: list[str]
    """How many findings speak against the play and how many against the record; empty where all are of the play."""
    counted: list[Cause]
    follows: list[FindingView]
    """Findings that follow from one that is not shown."""
    notes: list[FindingView]
    left_out: int
    plays: list[PlayView]
    index: cited.Index
    known: frozenset[str]
    """Anchors of the rules and cards that have an entry."""
    lines: list[written.LineView]
    marked: list[str]
    """Kinds of finding that are marked in the record."""
    line_count: int
    unchecked: list[Unchecked]
    table: Table
    charts: Charts
    dice: dice.Dice
    final: position.Final
    data: dict[str, Any]
    seats: list[seats.SeatView]
    """The sides that no person plays."""


def _concerned(verdict: Verdict, fold: folding.Fold) -> dict[str, list[int]]:
    """The countries that the findings of a play, and of what is folded into it, are about."""
    rules, lines = verdict.board.rules, verdict.record.lines
    found = sorted({i for k in fold.members for i in concerned.of_step(verdict.steps[k], rules, lines)})
    return {"x": found} if found else {}


def content(verdict: Verdict) -> Content:
    """Collect the content of the report."""
    full, rules = replay(verdict), verdict.board.rules
    folds = folding.fold(verdict, full.moments)
    game = folding.folded(full, folds)
    lines = written.Lines(verdict, folds)
    drawn, looks = drawing.drawing(rules), drawing.Looks(rules, game)
    views = view.findings(verdict, lines)
    walk = plays.plays(verdict, folds, view.steps(verdict, full.moments, lines, views), lines, views)
    found = list(views.values())
    index = cited.index(walk, found, rules)
    grouped, left = view.by_cause(verdict.findings, views)
    kinds: Counter[str] = Counter(f.kind for f in verdict.findings if f.counted)
    tally = wording.tally(verdict.findings)
    alone = {n for seat in rules.seats.values() for n in seat.options}
    tags = {k: printable(v) for k, v in verdict.record.tags.items()}
    name = verdict.record.name.replace("\\", "/").rsplit("/", 1)[-1]
    return Content(
        title=tags.get("Game") or tags.get("Event") or name,
        file=printable(name),
        tags=_tags(tags, rules, alone),
        clean=verdict.verdict == "clean",
        actions=verdict.actions,
        policy=verdict.policy,
        stopped=verdict.stopped,
        winner=winner(verdict),
        rules=describe.first_up(rules.title),
        options=[
            (n, rules.options[n].switched) for n in verdict.board.options if n in rules.options and n not in alone
        ],
        tested=tested(verdict),
        kinds=[(kind, kinds[kind], meaning) for kind, meaning in view.KINDS.items() if kinds[kind]],
        makers=wording.by_whom(wording.mistakes(verdict.findings), verdict.record),
        told=tally.words if tally.slips or tally.dice else [],
        counted=grouped,
        follows=left,
        notes=[f for f in found if f.kind == "note"],
        left_out=kinds.total() - len(grouped),
        plays=walk,
        index=index,
        known=frozenset(c.key for part in (index.rules, index.cards, index.also) for c in part),
        lines=record_lines(verdict, lines),
        marked=[kind for kind in view.KINDS if any(f.kind == kind for f in verdict.findings)],
        line_count=len(lines.raw),
        unchecked=unchecked(verdict, lines, found),
        table=Table(drawn, tracks.tracks(rules), tracks.meters(rules)),
        charts=Charts(
            (charts.WIDTH, charts.HEIGHT, charts.LEFT, charts.WIDTH - charts.RIGHT),
            charts.charts(game, walk, rules),
            charts.HEADS,
            [game.values[n] for n in charts.COLUMNS],
            charts.rows(game, walk),
            charts.flags(walk),
            charts.HEIGHT - charts.BOTTOM,
        ),
        dice=dice.dice(verdict),
        final=position.final(verdict.board),
        data={
            "names": verdict.board.names,
            "tracks": TRACKS,
            "axis": charts.xs(len(walk) - 1),
            "start": game.start,
            "plates": drawn.plates,
            "looked": looks.start,
            "looks": looks.data(),
            "first": {"f": walk[0].flag, "o": walk[0].others} | _concerned(verdict, folds[0]),
            "steps": [
                {"id": p.anchor, "o": p.others, "f": p.flag, "d": m.differences, "m": arrows, "b": b}
                | _concerned(verdict, fold)
                for p, m, b, arrows, fold in zip(
                    walk[1:], game.moments, looks.steps, looks.arrows, folds[1:], strict=True
                )
            ],
        },
        seats=seats.seats(rules),
    )


def _tags(tags: dict[str, str], rules: Ruleset, alone: set[str]) -> list[tuple[str, str]]:
    """What the record says of the game, by which rules it is judged if they are not those of the base game, and who
    plays a side that no person plays."""
    told = {"Game", *(("Rules",) if rules.title else ())}
    if {o.strip() for k in ("Options", "Option") for o in tags.get(k, "").split(",")} <= {*alone, ""}:
        told |= {"Options", "Option"}
    sitting = {SIDE_NAMES[side]: seat for side, seat in rules.seats.items()}
    found = [(k, v) for k, v in tags.items() if k not in told and k not in sitting]
    found += [("Rules", describe.first_up(rules.title))] * bool(rules.title)
    return found + [
        (name, f"{seat.title} ({seat.level})" if seat.level else seat.title) for name, seat in sitting.items()
    ]


def record_lines(verdict: Verdict, lines: written.Lines) -> list[written.LineView]:
    """The record as it was written, its findings marked and each line with its play."""
    marked = view.spans(verdict.findings)
    said = {r.line: "variation" if r.variation else "remark" for r in reversed(verdict.record.remarks)}
    made = []
    fixes = _fixes(verdict)
    for n in range(1, min(len(lines.raw), MAX_LINES) + 1):
        role = "play" if n in lines.anchors else said.get(n, "")
        to = lines.home(n).anchor if role or n in marked else ""
        shown = lines.view(n, marked.get(n, []), to, role)
        made.append(replace(shown, fixes=tuple(fixes[n])) if n in fixes else shown)
    return made


def _fixes(verdict: Verdict) -> dict[int, list[tuple[str, str]]]:
    """The fixes of the findings that count, by the line beside which they are shown."""
    found: dict[int, list[tuple[str, str]]] = {}
    for f in verdict.findings:
        if f.counted:
            for number, what, text in rewriting.beside(f, verdict.record.lines):
                found.setdefault(number, []).append((what, printable(text[: written.MAX_SHOWN])))
    return found


def winner(verdict: Verdict) -> str:
    """The victory in one sentence."""
    if not verdict.board.winner:
        return ""
    for change in reversed(verdict.journal.changes):
        if change.kind is Kind.VICTORY:
            return f"{describe.change(change, verdict.board.rules)} ({change.rule})"
    side = SIDE_NAMES.get(verdict.board.winner)
    return f"The {side} side wins" if side else describe.ends(verdict.board.winner)


def tested(verdict: Verdict) -> Tested:
    """Count what was checked."""
    rolls = [r for s in verdict.steps for r in s.rolls]
    segments: list[Segment] = [g for s in verdict.steps for g in s.action.segments]
    return Tested(
        requirements=sum(len(s.met) for s in verdict.steps)
        + sum(f.kind in ("illegal", "impossible") for f in verdict.findings),
        rolls=sum(not r.automatic for r in rolls),
        automatic=sum(r.automatic for r in rolls),
        changes=sum(bool(c.writes) for s in verdict.steps for c in s.changes),
        statements=sum(len(s.action.statements) for s in verdict.steps) + sum(len(g.claims) for g in segments),
    )


def unchecked(verdict: Verdict, lines: written.Lines, found: list[FindingView]) -> list[Unchecked]:
    """What could not be checked, and why."""
    result = []
    kinds: Counter[str] = Counter(f.kind for f in verdict.findings)
    for kind, text in (
        ("unsupported", "The referee cannot judge this yet"),
        ("unreadable", "These lines cannot be read, so they were not judged"),
        ("incomplete", "The record leaves something out here; the first answer that fits was taken"),
    ):
        where = [f.at for f in found if f.kind == kind]
        if where:
            result.append(Unchecked(text, where[:MAX_LINKS], max(0, kinds[kind] - MAX_LINKS)))
    if verdict.stopped and verdict.steps:
        last = lines.link(verdict.steps[-1].action.place.line)
        result.append(Unchecked("Nothing was judged after the first finding, as asked (policy stop)", [last]))
    for o in verdict.board.obligations:
        names = ", ".join(verdict.board.rules.card_name(c, str(c)) for c in o.cards)
        text = (
            f"The {SIDE_NAMES[o.side]} hand was taken to hold none of {names} ({o.why}); no later line shows otherwise"
        )
        result.append(Unchecked(text, [lines.link(o.line)]))
    face_down = sum(hidden.known(verdict.board, t.number) is None for t in verdict.board.tokens)
    if face_down:
        result.append(
            Unchecked(
                f"At the end {face_down} Plots still lie face down"
                if face_down > 1
                else "At the end one Plot still lies face down",
                [],
            )
        )
    return result
