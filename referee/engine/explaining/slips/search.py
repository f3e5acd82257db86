"""The search for the slip that explains a finding.

The cheapest hypothesis wins: its cost and the cost of what it leaves count together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.engine.explaining.slips.declared import BY_ID, SLIPS, may_follow, missing_play
from referee.engine.explaining.slips.holes import Hole, explained, holes
from referee.engine.explaining.slips.hypothesis import Hypothesis, Scene
from referee.engine.explaining.slips.variants import CLOCK
from referee.engine.judging.game import Game
from referee.engine.judging.judged import Advice, Correction, Entry, Line, Treatment
from referee.engine.record.findings import FLOWCHARTS, Finding, Instead
from referee.engine.record.work import A_LINE, A_TRIAL, Spent

TRIGGERS = frozenset({"illegal", "outcome", "impossible"})
"""Kinds of finding that open a search."""
COUNTED = frozenset({*CLOCK, "5.2.8", "5.3.1", "5.3.2"})
"""Those, and the rules of how many cards there are."""
CARDS = frozenset({"5.2.2", "5.3.1", "5.3.2", "6.2.9", "4.7.7.1"})
"""Rules of where a card can be."""
WEIGHTS = {"illegal": 1.0, "outcome": 1.0, "impossible": 1.0, "incomplete": 0.5, "unsupported": 3.0}
"""How much a finding weighs."""
SUGGESTED = frozenset({"swapped", "side", "card", "twice"})
"""Slips that are suggested where one line alone is wrong."""
MISREAD, SEVERAL = frozenset({"country", "die"}), 3
"""Slips that a mistake of play looks like: only what so many findings speak for is told as one."""
RESPELT = frozenset({"card", "country", "die"})
"""Slips that put something else into a line: nothing is wrong with it then."""
EXPLAINED = 0.1
"""How much one weighs that an unseen play explains."""
GLANCE = 4
"""Lines that show whether a play is missing: so many from the first one that the clock is against."""
FARTHER = 50
"""Lines after one that the clock alone is against: so far a second sign of a missing play is looked for."""
MARGIN = 0.35
"""By how much a slip has to be the better explanation than a mistake of play."""


class Search:
    """One search, at the last line of a game."""

    def __init__(self, game: Game, entries: Sequence[Entry], units: int) -> None:
        self.game, self.entries = game, entries
        self.left = units
        """The units of work that may be spent on it; none where they have run out."""
        self.at = len(game.lines) - 1
        self.end = len(game.lines)
        """Index after the last line that is looked at."""

    def run(self) -> Correction | None:
        """Find the slip within the work that it may cost; it takes nothing from the pool of the record, and none comes of it."""
        work = self.game.work
        before, most, pool = work.spent, work.most, work.pool
        work.most, work.pool, work.a_line = before + self.left, math.inf, A_TRIAL
        try:
            return self.find()
        except Spent:  # before anything was tried
            return None
        finally:
            self.left -= min(self.left, work.spent - before)
            work.spent, work.most, work.pool, work.a_line = before, most, pool, A_LINE

    def find(self) -> Correction | None:
        """The slip that explains what is wrong with the last line; None if none does."""
        game, at = self.game, self.at
        found = [f for f in game.lines[at].step.findings if opens(f)]
        if not found:
            return None
        for hole in holes(game):
            through = explained(game, hole)
            if through is not None:
                return Correction(at, at + 1, (Entry(self.entries[at].action, through[0]),))
        scene = self.look_around(found)
        best = self.best(scene, found)
        if best is None:
            return None
        total, hypothesis, now = best
        if self.alone and not hypothesis.clear:
            return self.suggested(hypothesis, found)
        timely = self.clock or (hypothesis.slip == "resolution" and not any(map(against_clock, now.lines)))
        if not timely and not hypothesis.clear and self.as_mistake(found) <= total + MARGIN:
            return None
        if hypothesis.unseen:
            hypothesis = self.range_of(scene, hypothesis)
        return self.corrected(hypothesis, self.slip_finding(hypothesis, found, now), now)

    def look_around(self, found: list[Finding]) -> Scene:
        """Judge the lines ahead as they are written, and weigh what is wrong with each line."""
        game, at = self.game, self.at
        scene = Scene(game, self.entries, found, False, any(f.rule in CARDS and f.kind == "impossible" for f in found))
        self.clock = any(f.rule in COUNTED for f in found)
        self.end = scene.ahead
        base = self.as_written()
        if self.clock and not any(map(weight, base[at + 1 :])) and self.end < len(self.entries):
            self.end = min(at + FARTHER, len(self.entries))
            base = self.as_written()
            second = next((i for i in range(at + 1, len(base)) if against_clock(base[i])), None)
            self.end = scene.ahead if second is None else second + 1
            del base[self.end :]
        self.weights = [weight(line) for line in base]
        self.base = base
        scene.late = next((i for i in range(at, min(at + 6, len(base))) if against_clock(base[i])), at)
        self.late = scene.late
        scene.clock = any(against_clock(base[i]) for i in range(at, scene.late + 1))
        self.alone = scene.alone = sum(w > 0 for w in self.weights[at:]) < 2  # a single line is taken at its word
        return scene

    def best(self, scene: Scene, found: list[Finding]) -> tuple[float, Hypothesis, Judged] | None:
        """The hypothesis that leaves least, with that and the lines as it has them; None if none helps."""
        best: tuple[float, Hypothesis, Judged] | None = None
        for slip in SLIPS:
            for hypothesis in slip.hypotheses(slip, scene):
                if self.alone and not hypothesis.clear and hypothesis.slip not in SUGGESTED:
                    continue
                result = self.tried(hypothesis, found, best[0] if best is not None else None)
                if result is not None:
                    best = result
        return best

    # ------------------------------------------------------------ trying

    def as_written(self) -> list[Line]:
        """The lines of the game, and those ahead as they are written."""
        ahead = self.judged(self.at + 1, self.entries[self.at + 1 : self.end])
        return [*self.game.lines, *(ahead.lines if ahead is not None else ())]

    def judged(
        self,
        first: int,
        entries: Sequence[Entry],
        most: float = math.inf,
        *,
        unseen: int = 0,
        keys: frozenset[object] = frozenset(),
        clean: int = 0,
    ) -> Judged | None:
        """Lines judged from line ``first`` of the game on, on a fork; None if they weigh more than ``most``.

        The first ``unseen`` of them are plays that nobody wrote down; nothing may be wrong with the first ``clean``.
        ``keys`` are findings that must not come again.
        """
        fork = self.game.fork(first)
        total = 0.0
        hole = Hole(first + unseen - 1, 0, entries[0].action.side) if unseen else None
        as_judged: list[Entry] = []
        try:
            for entry in entries:
                line = fork.add(entry.action, fork.treatment_of(entry.treatment))
                if hole is not None and (through := explained(fork, hole)) is not None:
                    line, entry, less = _through(fork, entry, through[0])  # noqa: PLW2901
                    total += less
                as_judged.append(entry)
                total += weight(line)
                if (
                    total > most
                    or (total and len(as_judged) <= clean)
                    or (keys and any(f.key in keys and f.counted for f in line.step.findings))
                ):
                    return None
            return Judged(total, fork.lines[first:], as_judged)
        except Spent:
            return None

    def tried(self, h: Hypothesis, found: list[Finding], best: float | None) -> tuple[float, Hypothesis, Judged] | None:
        """What a hypothesis leaves, if that is better than what there is."""
        before = sum(self.weights[h.first :])
        alone = self.alone and not h.clear
        if h.slip in MISREAD and sum(spoken_for(line) for line in self.base[h.first :]) < SEVERAL:
            return None
        limit = before if h.clear else 0.0 if alone else min(before - h.cost - 0.25, before / 2)
        if best is not None:
            limit = min(limit, best - h.cost - 0.01)
        if limit < 0:
            return None
        entries = [*h.entries, *self.entries[h.last : self.end]]
        n = len(h.entries) if h.unseen else 0
        if h.unseen and not self.in_time(h):
            return None
        now = self.judged(
            h.first,
            entries,
            limit,
            unseen=n,
            keys=frozenset(f.key for f in found if f.rule in COUNTED or not self.clock),
            clean=len(h.entries) if h.slip in RESPELT else 0,
        )
        if now is None or (h.unseen and not self.corroborated(h, now.lines)):
            return None
        return now.weight + h.cost, h, now

    def in_time(self, h: Hypothesis) -> bool:
        """Whether the clock has less against the next lines with a missing play than without."""
        until = min(self.late + GLANCE, self.end)
        now = self.judged(h.first, [*h.entries, *self.entries[h.last : until]])
        before = sum(against_clock(line) for line in self.base[h.first : until])
        return now is not None and sum(map(against_clock, now.lines)) < before

    def corroborated(self, h: Hypothesis, lines: list[Line]) -> bool:
        """Whether the clock or a count of cards speaks for a missing play."""
        before = sum(against_clock(line) for line in self.base[h.first :])
        return sum(against_clock(line) for line in lines) < before

    def as_mistake(self, found: list[Finding]) -> float:
        """What is left where the line is a mistake of play and what comes of it is not counted."""
        at = self.at
        entry = self.entries[at]
        best = sum(self.weights[at:])
        treatment = entry.treatment or Treatment()
        for other in (replace(treatment, undo=True), replace(treatment, skipped=True)):
            game = self.game
            usual, game.usual = game.usual, replace(game.usual, undo=True)
            try:
                lines = self.judged(at, [Entry(entry.action, other), *self.entries[at + 1 : self.end]])
            finally:
                game.usual = usual
            if lines is not None:
                best = min(best, 1.0 + sum(weight(line) for line in lines.lines[1:]))
        return best

    def range_of(self, scene: Scene, h: Hypothesis) -> Hypothesis:
        """The same missing play, with the whole range in which it may be missing."""
        first = h.first
        n = len(h.entries)
        low = first
        near = self.judged(first, [*h.entries, *self.entries[first : min(self.late + GLANCE, self.end)]])
        clock = sum(map(against_clock, near.lines)) if near is not None else 0
        for p in range(first - 1, max(-1, first - 6), -1):
            if not may_follow(self.entries[p].action):
                break
            other = missing_play(BY_ID["forgotten"], scene, p, h.unseen, n)
            now = self.judged(p, [*other.entries, *self.entries[p : min(self.late + GLANCE, self.end)]])
            if now is None or sum(map(against_clock, now.lines)) > clock:
                break
            low = p
        if low == first:
            return h
        before = scene.action(low - 1).place.line if low else 0
        return replace(h, see=(before,) if before else (), facts={**h.facts, "before": before})

    # ------------------------------------------------------------ telling

    def corrected(self, h: Hypothesis, slip: Finding, now: Judged) -> Correction:
        """The lines as meant, with the slip on the first of them in the record."""
        n = len(h.entries)
        entries = list(now.entries)
        until = max((i for i, e in enumerate(entries) if i >= n and _treated(e)), default=n - 1) + 1
        at = next(i for i, e in enumerate(entries) if e.treatment is None or not e.treatment.inserted)
        until = max(until, at + 1)
        for i, e in enumerate(entries):
            if e.treatment is not None and e.treatment.because:
                line = slip.place.line
                because = {key: number or line for key, number in e.treatment.because.items()}
                entries[i] = Entry(e.action, replace(e.treatment, because=because))
        entries[at] = Entry(entries[at].action, replace(entries[at].treatment or Treatment(), slip=slip))
        return Correction(h.first, h.last + until - n, tuple(entries[:until]))

    def suggested(self, h: Hypothesis, found: list[Finding]) -> Correction:
        """The last line with the slip in the help of its finding: one line alone is taken at its word."""
        entry = self.entries[self.at]
        advice = Advice(self.sentence(h), Instead(h.edits, "possible") if h.edits else None)
        treatment = entry.treatment or Treatment()
        if all(f.rule in COUNTED | CARDS for f in found):  # one line that comes when it cannot: said once
            own = entry.action.place.line
            treatment = replace(treatment, because={**treatment.because, **{f.key: own for f in found[1:]}})
        treatment = replace(treatment, advice={f.key: advice for f in found[:1]})
        return Correction(self.at, self.at + 1, (Entry(entry.action, treatment),))

    def sentence(self, h: Hypothesis) -> str:
        """What the finding of a slip says."""
        facts = dict(h.facts)
        if "side" in facts:
            n = facts.get("n", 1)
            facts["a"] = {1: "a", 2: "two"}.get(n, str(n)) if isinstance(n, int) else "a"
            facts["plays"] = "play seems" if n == 1 else "plays seem"
            facts["side"] = {"J": "Jihadist", "US": "US"}[str(facts["side"])]
        told = BY_ID[h.slip].sentence
        if facts.get("before") == 0:  # no line of the record comes before it
            told = "{a} {side} {plays} to be missing before line {line}"
        if facts.get("run", 1) != 1:
            told = "lines {line} and {next} look like plays of the {side}"
            facts["next"] = h.see[0]
        return told.format(**facts)

    def slip_finding(self, h: Hypothesis, found: list[Finding], now: Judged) -> Finding:
        """The finding of a slip."""
        gone = sum(f.kind != "note" for line in self.base[h.first :] for f in line.step.findings)
        gone -= sum(f.counted for line in now.lines for f in line.step.findings)
        cause = found[0]
        return Finding(
            "slip",
            cause.rule,
            self.sentence(h),
            h.at.place,
            see=list(h.see),
            reason=cause.message,
            side="",
            slip=h.slip,
            instead=Instead(h.edits, "likely") if h.edits else None,
            explains=max(gone, 0),
        )


@dataclass(frozen=True, slots=True)
class Judged:
    """Lines as they were judged in a trial."""

    weight: float
    lines: list[Line]
    entries: list[Entry]
    """As what they were judged."""


def _through(fork: Game, entry: Entry, treatment: Treatment) -> tuple[Line, Entry, float]:
    """The last line judged with what an unseen play may have changed, and how much what it explains still weighs."""
    line = fork.drop()
    now = fork.add(line.action, treatment)
    gone = sum(f.counted for f in line.step.findings) - sum(f.counted for f in now.step.findings)
    return now, Entry(entry.action, treatment), EXPLAINED * max(gone, 0)


def _treated(entry: Entry) -> bool:
    """Whether a line is judged with what an unseen play has changed."""
    return entry.treatment is not None and bool(entry.treatment.moved or entry.treatment.because)


def opens(f: Finding) -> bool:
    """Whether a finding opens a search."""
    return f.counted and (f.kind in TRIGGERS or (f.kind == "incomplete" and f.rule in CLOCK))


def weight(line: Line) -> float:
    """How much the findings of a line weigh; what is missing on a line that is missing itself weighs nothing."""
    found = [f for f in line.step.findings if f.kind not in ("note", "slip") and not f.follows]
    return sum(WEIGHTS.get(f.kind, 1.0) for f in found if f.kind != "incomplete" or not line.treatment.inserted)


def spoken_for(line: Line) -> float:
    """How much a line speaks for another word or die on an earlier one: a chart answers to every change, so it does not."""
    return 0.0 if any(f.rule.startswith(FLOWCHARTS) for f in line.step.findings) else weight(line)


def against_clock(line: Line) -> bool:
    """Whether the clock or a count of cards is against a line."""
    return any(f.rule in COUNTED and f.kind != "note" for f in line.step.findings)
