"""The whole content of the report, from a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.engine.explaining.referee import Judgement
from referee.engine.record.corrected_record import rows
from referee.engine.state import hidden
from referee.engine.state.data import GOVERNANCE_NAMES, SIDE_NAMES
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Lines
from referee.engine.state.words import agree, capital, plural
from referee.reports import describe, rewriting, wording
from referee.reports.chances import GameChances
from referee.reports.columns import printable
from referee.reports.report import (
    boxes,
    chances,
    charts,
    cited,
    concerned,
    dice,
    geography,
    lessons,
    plays,
    position,
    replay,
    seats,
    signs,
    tracks,
    view,
)
from referee.reports.report import lines as written

MAX_LINKS = 12
"""Most places named in one sentence."""
MAX_LINES = 3000
"""Most shown lines of the record."""
MAX_COPIED = 100_000
"""Most characters of the record as read, for copying."""


@plain_dataclass(frozen=True)
class CheckCounts:
    """The amount of checks, in numbers."""

    requirements: int
    rolls: int
    automatic: int
    changes: int
    statements: int


@plain_dataclass(frozen=True)
class UncheckedPart:
    """An unchecked part, with its steps."""

    text: str
    where: list[written.Link]
    more: int = 0
    """The number of further places."""


class Content:
    """All values of the templates."""

    def __init__(self, verdict: Judgement, analysed: GameChances | None = None, *, lesson: bool = False) -> None:
        board, rules, record = verdict.board, verdict.board.rules, verdict.record
        full = replay.replay(verdict)
        folds = replay.fold(verdict, full.moments)
        game = replay.folded(full, folds)
        lines = written.LineViews(verdict, folds)
        views = view.findings(verdict, lines)
        found = list(views.values())
        tags = {k: printable(v) for k, v in record.tags.items()}
        name = record.name.replace("\\", "/").rsplit("/", 1)[-1]
        alone = {n for seat in rules.seats.values() for n in seat.options}

        self.title = tags.get("Game") or tags.get("Event") or name
        self.file = printable(name)
        self.tags = _tags(tags, rules, alone)
        self.clean = verdict.verdict == "clean"
        self.actions, self.policy, self.stopped = verdict.actions, verdict.policy, verdict.stopped
        self.in_part = any(s.field == "rest" for a in record.actions for s in a.statements)
        """Whether the rest of a position is unknown."""
        self.winner = describe.victory(verdict)
        """Winner and reason; "" before the end."""
        self.rules = capital(seats.rules_in_force(rules))
        """The rules in force, "" for the base game between two people."""
        self.expanded = bool(rules.title)
        """Whether they are not those of the base game."""
        self.options = [(n, rules.options[n].switched) for n in board.options if n in rules.options and n not in alone]
        self.seats = seats.seats(rules)
        """The sides without a player."""
        self.tested, self.unchecked = tested(verdict), list(unchecked(verdict, lines, found))

        kinds: Counter[tuple[str, str]] = Counter((f.kind, wording.kind(f)) for f in verdict.findings if f.counted)
        self.kinds = [
            (kind, words, kinds[kind, words], meaning)
            for kind, meaning in wording.GRAVEST.items()
            for words in (wording.KINDS[kind], wording.NO_DICE)
            if kinds[kind, words]
        ]
        """Kinds of counted findings: words, number and meaning."""
        found_words, self.looked = wording.summary(verdict)
        self.found = capital(found_words)
        """The findings in one line; ``looked`` is the checked material."""
        self.counted, self.follows = view.by_cause(verdict.findings, views)
        self.notes = [f for f in found if f.kind == "note"]
        self.left_out = kinds.total() - len(self.counted)

        self.plays = plays.plays(verdict, folds, view.steps(verdict, full.moments, lines, views), lines, views)
        self.index = cited.index(self.plays, found, rules)
        self.lesson = (
            lessons.Lesson(self.plays, foreign=isinstance(record.lines, Lines) and record.lines.in_notation is not None)
            if lesson
            else None
        )
        """The question to the reader of a lesson."""
        if self.lesson is not None:
            self.plays = self.lesson.plays
            self.index = cited.without_plays(self.index)
        self.known = frozenset(c.key for part in (self.index.rules, self.index.cards, self.index.also) for c in part)
        """Anchors of the rules and cards with an entry."""
        self.lines = record_lines(verdict, lines)
        assumed = sum(bool(f.assumed) and f.counted for f in verdict.findings)
        differences = [rewriting.as_read(verdict.supposed), f"{plural(assumed, 'result')} assumed" if assumed else ""]
        self.as_read = ", ".join(filter(None, differences))
        """Differences of the reading from the written record, or ""."""
        self.to_copy = _as_read(verdict) if verdict.supposed else ""
        """The record as read, for copying; "" if it is too long."""
        self.marked = [kind for kind in wording.GRAVEST if any(f.kind == kind for f in verdict.findings)]
        """Kinds of finding marked in the record."""
        self.line_count = len(lines.raw)
        self.glossary = {"kinds": list(wording.MEANINGS.items()), "terms": list(wording.TERMS.items())}
        """The kinds of finding and the terms of a verdict, with meanings."""
        self.drawing = geography.drawing(rules)
        self.tracks, self.meters = tracks.tracks(rules), [goal for goal in rules.goals if goal.key]
        self.charts = charts.charts(game, self.plays, rules)
        self.chances = chances.chances(analysed, verdict, folds, self.plays) if analysed is not None else None
        """The chances of both sides over the game; None without an analysis."""
        self.dice = dice.dice(verdict)
        self.final = position.final(board)
        self.data = _script_data(verdict, game, folds, self.plays, lesson=lesson)


def _script_data(
    verdict: Judgement, game: replay.GameReplay, folds: list[replay.Fold], walk: list[plays.PlayView], *, lesson: bool
) -> dict[str, Any]:
    """Data for the page's drawings: names, looks and changes of plays."""
    rules = verdict.board.rules
    looks = boxes.Looks(rules, game, [p.drawings for p in walk])

    def about(fold: replay.Fold) -> dict[str, list[int]]:
        """Countries in the findings of a play and its folded steps."""
        if lesson:
            return {}
        found = sorted({i for k in fold.members for i in concerned.of_step(verdict.steps[k])})
        return {"x": found} if found else {}

    def drawn(at: int) -> dict[str, boxes.Drawn]:
        """The drawings in the remarks of a play."""
        return {"a": looks.drawn[at]} if looks.drawn[at] else {}

    return {
        "names": verdict.board.names,
        "tracks": replay.TRACKS,
        "axis": charts.xs(len(walk) - 1),
        "start": game.start,
        "plates": geography.drawing(rules).plates,
        "levels": GOVERNANCE_NAMES,
        "words": signs.words(rules.facts),
        "looked": looks.start,
        "looks": looks.data(),
        "first": {"f": walk[0].flag, "o": walk[0].others} | about(folds[0]) | drawn(0),
        "steps": [
            {"id": p.anchor, "o": p.others, "f": p.flag, "d": m.differences, "m": arrows, "b": b}
            | about(fold)
            | drawn(at)
            for at, (p, m, b, arrows, fold) in enumerate(
                zip(walk[1:], game.moments, looks.steps, looks.arrows, folds[1:], strict=True), 1
            )
        ],
    }


def _tags(tags: dict[str, str], rules: Ruleset, alone: set[str]) -> list[tuple[str, str]]:
    """The tags of the game, rules other than base, and Bots' sides."""
    by = capital(seats.rules_in_force(rules))
    omitted = {"Game", *(("Rules",) if by else ())}
    if {o.strip() for k in ("Options", "Option") for o in tags.get(k, "").split(",")} <= {*alone, ""}:
        omitted |= {"Options", "Option"}
    sitting = {SIDE_NAMES[side]: seat for side, seat in rules.seats.items()}
    found = [(k, v) for k, v in tags.items() if k not in omitted and k not in sitting]
    found += [("Rules", by)] * bool(by)
    return found + [
        (name, f"{seat.title} ({seat.level})" if seat.level else seat.title) for name, seat in sitting.items()
    ]


def record_lines(verdict: Judgement, lines: written.LineViews) -> list[written.LineView]:
    """The written record, with marked findings and the play of each line."""
    marked = view.spans(verdict.findings)
    roles = {r.line: "variation" if r.variation else "remark" for r in reversed(verdict.record.remarks)}
    made = []
    fixes = _fixes(verdict)
    gone, before, after = _supposed(verdict, lines)
    for n in range(1, min(len(lines.raw), MAX_LINES) + 1):
        role = "play" if n in lines.anchors else roles.get(n, "")
        to = lines.home(n).anchor if role or n in marked else ""
        shown = lines.view(n, marked.get(n, []), to, role)
        if n in fixes or n in gone or n in before or n in after:
            shown = replace(
                shown,
                fixes=tuple(fixes.get(n, ())),
                gone=n in gone,
                before=tuple(before.get(n, ())),
                after=tuple(after.get(n, ())),
            )
        made.append(shown)
    return made


def _supposed(
    verdict: Judgement, lines: written.LineViews
) -> tuple[set[int], dict[int, list[written.SupposedView]], dict[int, list[written.SupposedView]]]:
    """Lines absent from the record as read, and its additional ones.

    The additions are by the line that they come before or after.
    """
    gone: set[int] = set()
    before: dict[int, list[written.SupposedView]] = {}
    after: dict[int, list[written.SupposedView]] = {}
    last = 0
    for row in rows(lines.raw, verdict.supposed) if verdict.supposed else ():
        if row.mark != "+":
            last = row.line
        if row.mark == "-":
            gone.add(row.line)
        elif row.mark:
            where, line = (after, last) if row.line == last or row.line > len(lines.raw) else (before, row.line)
            text = printable(row.text.replace("\t", " ")[: written.MAX_SHOWN])
            f = row.findings[0]
            shown = written.SupposedView(text, lines.home(f.place.line).anchor, printable(f.message))
            where.setdefault(line, []).append(shown)
    for f in verdict.findings:
        if f.assumed and f.counted:
            text, line = printable(f.assumed[: written.MAX_SHOWN]).replace(" -", " \u2212"), f.place.line
            shown = written.SupposedView(text, lines.home(line).anchor, printable(f.message), result=True)
            after.setdefault(line, []).append(shown)
    return gone, before, after


def _as_read(verdict: Judgement) -> str:
    texts = [row.text for row in rows(verdict.record.lines, verdict.supposed) if row.mark != "-"]
    text = "\n".join(printable(line.replace("\t", " ")) for line in texts)
    return text if len(text) <= MAX_COPIED else ""


def _fixes(verdict: Judgement) -> dict[int, list[tuple[str, str]]]:
    """The fixes of counted findings, by their line in the report."""
    found: dict[int, list[tuple[str, str]]] = {}
    for f in verdict.findings:
        if f.counted:
            for number, what, text in rewriting.by_line(f, verdict.record.lines):
                found.setdefault(number, []).append((what, printable(text[: written.MAX_SHOWN])))
    return found


def tested(verdict: Judgement) -> CheckCounts:
    """Count the checks."""
    steps = verdict.steps
    automatic = [r.automatic for s in steps for r in s.rolls]
    return CheckCounts(
        requirements=sum(len(s.met) for s in steps)
        + sum(f.kind in ("illegal", "impossible") for f in verdict.findings),
        rolls=automatic.count(False),
        automatic=automatic.count(True),
        changes=sum(bool(c.writes) for s in steps for c in s.changes),
        statements=sum(len(s.action.statements) + sum(len(g.claims) for g in s.action.segments) for s in steps),
    )


def unchecked(verdict: Judgement, lines: written.LineViews, found: list[view.FindingView]) -> Iterator[UncheckedPart]:
    """The unchecked parts, with reasons."""
    kinds: Counter[str] = Counter(f.kind for f in verdict.findings)
    for kind, text in _UNCHECKED.items():
        if where := [f.at for f in found if f.kind == kind]:
            yield UncheckedPart(text, where[:MAX_LINKS], max(0, kinds[kind] - MAX_LINKS))
    if verdict.stopped and verdict.steps:
        last = lines.link(verdict.steps[-1].action.place.line)
        yield UncheckedPart("Nothing was judged after the first finding, as asked (policy stop)", [last])
    for o in verdict.board.obligations:
        names = ", ".join(verdict.board.rules.card_name(c, str(c)) for c in o.cards)
        hand = f"The {SIDE_NAMES[o.side]} hand was taken to hold none of {names} ({o.why})"
        yield UncheckedPart(f"{hand}; no later line shows otherwise", [lines.link(o.line)])
    face_down = sum(hidden.known(verdict.board, t.number) is None for t in verdict.board.tokens)
    if face_down:
        lie = f"{'one Plot' if face_down == 1 else plural(face_down, 'Plot')} still {agree(face_down, 'lies', 'lie')}"
        yield UncheckedPart(f"At the end {lie} face down", [])


_UNCHECKED = {
    "unsupported": "The referee cannot judge this yet",
    "unreadable": "These lines cannot be read, so they were not judged",
    "incomplete": "The record leaves something out here; the first answer that fits was taken",
}
"""Texts for findings that leave a part unchecked, by kind."""
