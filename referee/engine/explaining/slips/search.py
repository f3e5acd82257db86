"""The search for the slip that explains a finding.

The cheapest hypothesis wins; its own cost and the cost of the mistakes that it leaves are added.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from referee.engine.explaining.hindsight import reading
from referee.engine.explaining.slips.actions import countries_of
from referee.engine.explaining.slips.declared import BY_ID, SLIPS, may_follow, missing_play
from referee.engine.explaining.slips.hypothesis import Hypothesis, Scene
from referee.engine.explaining.slips.missing import OWED, RESERVES, TRACKS, MissingPlay, WantedChanges, plays
from referee.engine.explaining.slips.variants import CLOCK
from referee.engine.explaining.slips.world import TrialLines, World, weight
from referee.engine.judging.game import Game
from referee.engine.judging.judged_lines import Advice, Correction, JudgedLine, PendingLine, Treatment
from referee.engine.record.findings import FLOWCHARTS, Edit, Finding, Fix, Respelling
from referee.engine.record.work import A_LINE, A_TRIAL, Spent
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.script import Action
from referee.engine.state.words import agree

TRIGGERS = frozenset({"illegal", "outcome", "impossible"})
"""Kinds of finding that open a search."""
COUNTED = frozenset({*CLOCK, "5.2.8", "5.3.1", "5.3.2"})
"""Rules of the clock, and of the numbers of cards."""
CARDS = frozenset({"4.10.3", "5.2.2", "5.3.1", "5.3.2", "6.2.9", "4.7.7.1"})
"""Rules of the cards in the game, and of their places."""
OF_PIECES = frozenset({"4.6.2", "4.6.4"})
"""Rules of named but missing pieces, which the players have seen."""
SUGGESTED = frozenset({"swapped", "side", "card", "twice"})
"""Slips suggested if only one line is wrong."""
MISREAD, SEVERAL = frozenset({"country", "die"}), 3
"""Slips that resemble a mistake of play, and the evidence they need."""
RESPELT = frozenset({"card", "country", "die", "side"})
"""Slips that change a part of a line, which then has no mistake."""
ROLLED = frozenset({"resolution", "end"})
"""Slips that leave out rolls, which later lines may show."""
LESS = 0.4
"""The advantage that another missing play needs."""
TRIALS = 60
"""Most missing plays tried, of those nearest to the goal."""
ALIKE = 12
"""Most equally good plays that stay open for later lines to choose."""
TOLD = 3
"""Most missing plays that are reported; for more only that one is missing."""
FARTHEST = 60
"""Most lines back to a missing play that may be chosen again."""
AFTER = 8
"""Lines after the present one that decide on it."""
GLANCE = 4
"""Lines after a late one that show whether a play is missing."""
FARTHER = 50
"""Lines in which further evidence of a missing play is sought."""
MARGIN = 0.35
"""The advantage of a slip over a mistake of play that it needs."""

Key = tuple[str, str, int, int]
"""The key of a finding."""


class Search:
    """One search, at the last line of a game."""

    def __init__(self, game: Game, entries: Sequence[PendingLine], units: int) -> None:
        self.game, self.entries = game, entries
        self.left = units
        """The remaining units of work for it; none if they are used up."""
        self.at = len(game.lines) - 1
        self.end = len(game.lines)
        """Index after the last examined line."""
        self.worlds: dict[int, World] = {}
        """A fork for each line before which something is tried."""
        self.hint: tuple[MissingPlay, PendingLine, Key] | None = None
        """A missing play with a single finding as evidence: play, line, key."""

    def run(self) -> Correction | None:
        """Find the slip within its limit, without using the record's pool.

        Returns None if the limit is reached.
        """
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
        """The slip that explains the last line's mistakes, or None."""
        game, at = self.game, self.at
        found = opening(game.lines[at])
        if not found:
            return None
        work = game.work
        most, work.most = work.most, work.spent + self.left // 2  # the other half is for its own slips
        try:
            again = self.chosen_again()
        except Spent:
            again = None
        finally:
            work.most = most
        return again or self.explained(found) or self.may_have_been()

    def explained(self, found: list[Finding]) -> Correction | None:
        """The slip that explains or is suggested for the last line's mistakes.

        Returns None without such a slip.
        """
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
        """Judge the lines ahead as written; weigh the mistakes of each."""
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
        wrong = [n for line in base[at + 1 :] if weight(line) for n in countries_of(line.action)]
        scene.named = tuple(dict.fromkeys(wrong))
        scene.late = next((i for i in range(at, min(at + 6, len(base))) if against_clock(base[i])), at)
        self.late = scene.late
        scene.clock = any(against_clock(base[i]) for i in range(at, scene.late + 1))
        self.alone = scene.alone = sum(w > 0 for w in self.weights[at:]) < 2  # a single wrong line is believed
        return scene

    def best(self, scene: Scene, found: list[Finding]) -> tuple[float, Hypothesis, TrialLines] | None:
        """Return the best hypothesis, with its rest and its lines.

        Returns None if none helps.
        """
        best: tuple[float, Hypothesis, TrialLines] | None = None
        for slip in SLIPS:
            for hypothesis in slip.hypotheses(slip, scene):
                if self.alone and not hypothesis.clear and hypothesis.slip not in SUGGESTED:
                    continue
                result = self.tried(hypothesis, found, best[0] if best is not None else None)
                if result is not None:
                    best = result
        return best

    # ------------------------------------------------------------ trying

    def as_written(self) -> list[JudgedLine]:
        """Return the lines of the game, and those ahead as written."""
        ahead = self.judged(self.at + 1, self.entries[self.at + 1 : self.end])
        return [*self.game.lines, *(ahead.lines if ahead is not None else ())]

    def judged(
        self,
        first: int,
        entries: Sequence[PendingLine],
        most: float = math.inf,
        *,
        keys: frozenset[object] = frozenset(),
        clean: int = 0,
    ) -> TrialLines | None:
        """Judge lines from line ``first`` of the game on, on a fork.

        Returns None if they weigh more than ``most``. The first ``clean`` of them must have no mistake, and ``keys`` are
        findings that must not recur.
        """
        world = self.worlds.get(first)
        if world is None:
            world = self.worlds[first] = World(self.game, first)
        return world.judge(entries, most, keys=keys, clean=clean)

    def tried(
        self, h: Hypothesis, found: list[Finding], best: float | None
    ) -> tuple[float, Hypothesis, TrialLines] | None:
        """The rest that a hypothesis leaves, if better than the present one."""
        before = sum(self.weights[h.first :])
        alone = self.alone and not h.clear
        if h.slip in RESPELT:
            before = sum(spoken_for(line) for line in self.base[h.first :])
            if h.slip in MISREAD and before < SEVERAL:
                return None
        limit = before if h.clear else 0.0 if alone else before - h.cost - 0.25
        if not h.unseen and h.cost:  # the clock is evidence already, and a hypothesis without a cost is known
            limit = min(limit, before / 2)
        if best is not None:
            limit = min(limit, best - h.cost - 0.01)
        if limit < 0:
            return None
        entries = [*h.entries, *self.entries[h.last : self.end]]
        keys = frozenset(f.key for f in found if f.rule in COUNTED or not self.clock)
        if h.unseen:
            now = self.missing(h, entries, keys, limit)
        elif h.slip in ROLLED:
            now = self.rolled(h, entries, keys, limit)
        else:
            now = self.judged(h.first, entries, limit, keys=keys, clean=len(h.entries) if h.slip in RESPELT else 0)
        return None if now is None else (now.weight + h.cost, h, now)

    def rolled(
        self, h: Hypothesis, entries: list[PendingLine], keys: frozenset[object], limit: float
    ) -> TrialLines | None:
        """Return the lines with the best results of the unwritten rolls.

        Returns None if over the limit.
        """
        best = self.judged(h.first, entries)
        if best is None:
            return None
        for k in range(len(h.entries)):
            line = best.lines[k]
            for gap in line.gaps.found if best.weight else ():
                line = best.lines[k]
                for other in gap.others:
                    read = PendingLine(best.entries[k].action, reading(line, gap, other))
                    now = self.judged(h.first, [*best.entries[:k], read, *best.entries[k + 1 :]], best.weight - LESS)
                    best = now or best
        there = {f.key for line in best.lines for f in line.step.findings if f.counted and not line.treatment.inserted}
        return best if best.weight <= limit and not keys & there else None

    # ------------------------------------------------------------ missing plays

    def missing(
        self, h: Hypothesis, entries: list[PendingLine], keys: frozenset[object], limit: float
    ) -> TrialLines | None:
        """The lines with a missing play, concrete if that explains more.

        The clock or a count of cards has to support it. None if it is over the limit.
        """
        null = self.judged(h.first, entries)
        if null is None or not (self.timely(h, null.lines) or self.owes(h, null.lines)):
            return None
        best = null if len(h.entries) > 1 else self.concrete(h.first, null)
        if not self.timely(h, best.lines):
            return None
        there = keys & {f.key for line in best.lines for f in line.step.findings if f.counted}
        explains = not there if self.clock else there < keys  # a later line that is late has its own search
        return best if explains and best.weight <= limit else None

    def timely(self, h: Hypothesis, lines: Sequence[JudgedLine]) -> bool:
        """Return whether a missing play reduces the contradictions of clock and counts.

        The next lines are included.
        """
        near = self.late + GLANCE - h.first
        before = [against_clock(line) for line in self.base[h.first : self.end]]
        now = [against_clock(line) for line in lines]
        return sum(now) < sum(before) and sum(now[: near + len(h.entries)]) < sum(before[:near])

    def owes(self, h: Hypothesis, lines: Sequence[JudgedLine]) -> bool:
        """Return whether the clock asks only for possibly placed Plots."""
        near = lines[: self.late + GLANCE - h.first + len(h.entries)]
        late = [f for line in near for f in line.step.findings if f.rule in COUNTED and f.kind != "note"]
        return bool(late) and all(f.rule in OWED for f in late)

    def concrete(self, first: int, null: TrialLines, told: Sequence[MissingPlay] = (), sure: int = 0) -> TrialLines:
        """Return the lines with the best concrete missing play at their beginning.

        An unspecified play if none is better. ``told`` are the plays to try, if they are known; ``sure`` lines are
        judged in any case.
        """
        if null.weight <= 0:
            return null
        world = self.worlds[first]
        entry, rest = null.entries[0], null.entries[1:]
        worst = [weight(line) for line in null.lines]
        rest = rest[: max(sure, *(i for i, w in enumerate(worst) if w)) + GLANCE]
        best = null
        alike: list[MissingPlay] = []
        for play in told or self.plays(world, null):
            supposed = PendingLine(entry.action, replace(entry.treatment or Treatment(), play=play))
            now = world.judge([supposed, *rest], best.weight, against=worst)
            if now is None or not evident(null, now):
                if now is not None and sure and self.hint is None:
                    self.hint = hint(play, entry, null.lines[sure], now.lines[sure])
                continue
            if now.weight <= best.weight - LESS:
                best, alike = now, []
            elif best is not null and len(alike) < ALIKE:
                alike.append(play)
        if best is null:
            return null
        head = best.entries[0]
        if head.treatment is not None and isinstance(head.treatment.play, MissingPlay):
            sure = best.weight <= 0 and null.weight >= 2
            play = replace(head.treatment.play, alike=tuple(alike), sure=sure)
            best = replace(
                best, entries=[PendingLine(head.action, replace(head.treatment, play=play)), *null.entries[1:]]
            )
        return best

    def plays(self, world: World, null: TrialLines) -> list[MissingPlay]:
        """The plays that may cause the mistakes left with any play missing.

        The likeliest come first.
        """
        goal = WantedChanges()
        world.judge(null.entries, goal=goal)
        return plays(world.game, null.entries[0].action.side, goal)[:TRIALS]

    def chosen_again(self) -> Correction | None:
        """Return a better choice of a missing play, with its lines."""
        at = self.at
        end = min(len(self.entries), at + 1 + AFTER)
        for first in range(at - 1, max(-1, at - FARTHEST), -1):
            treatment = self.entries[first].treatment
            if treatment is None or not treatment.inserted or self.entries[first].action.kind != "unread":
                continue
            now = self.judged(first, self.entries[first:end])
            plain = [
                PendingLine(self.entries[first].action, replace(treatment, play=None)),
                *self.entries[first + 1 : end],
            ]
            null = self.judged(first, plain)
            if now is None or null is None:
                return None
            told = treatment.play.alike if isinstance(treatment.play, MissingPlay) else ()
            best, sure = null, at - first
            if told:
                best = self.concrete(first, null, told, sure)
            if best.weight > now.weight - LESS:
                best = self.concrete(first, null, sure=sure)
            accused = weight(now.lines[sure]) > weight(null.lines[sure])  # by a mere supposition
            if accused or best.weight <= now.weight - LESS:
                return self.with_play(first, best.entries[0])
        return None

    def may_have_been(self) -> Correction | None:
        """The last line, with a missing play in its finding's help.

        No other line supports it.
        """
        last = self.entries[self.at]
        if self.hint is None or last.treatment is not None:
            return None
        play, missing, key = self.hint
        if play.written is None:
            return None
        line = missing.action.place.line
        fix = Fix((Edit(line, line - 1, (play.written,)),), "possible")
        advice = Advice("a play that nobody wrote down may have made it right", fix, first=True)
        return Correction(self.at, self.at + 1, (PendingLine(last.action, Treatment(advice={key: advice})),))

    def with_play(self, first: int, entry: PendingLine) -> Correction | None:
        """Return the lines with another missing play and its fix."""
        for i in range(first + 1, self.at + 1):
            old = self.entries[i].treatment
            if old is not None and old.slip is not None and old.slip.slip == "forgotten":
                fixes = fixes_of(old.slip.instead.edits, entry) if old.slip.instead is not None else ()
                slip = replace(old.slip, instead=fixes[0] if fixes else None, choices=fixes[1:])
                told = PendingLine(self.entries[i].action, replace(old, slip=slip))
                return Correction(first, i + 1, (entry, *self.entries[first + 1 : i], told))
        return None

    def as_mistake(self, found: list[Finding]) -> float:
        """Return the rest without the consequences of a mistake of play."""
        at = self.at
        entry = self.entries[at]
        best = sum(self.weights[at:])
        treatment = entry.treatment or Treatment()
        world = World(self.game, at)
        world.game.usual = replace(world.game.usual, undo=True)
        for other in (replace(treatment, undo=True), replace(treatment, skipped=True)):
            lines = world.judge([PendingLine(entry.action, other), *self.entries[at + 1 : self.end]])
            if lines is not None:
                best = min(best, 1.0 + sum(weight(line) for line in lines.lines[1:]))
        return best

    def range_of(self, scene: Scene, h: Hypothesis) -> Hypothesis:
        """Return the same missing play, with its whole possible range."""
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

    def corrected(self, h: Hypothesis, slip: Finding, now: TrialLines) -> Correction:
        """Return the lines as meant, with the slip's finding."""
        n = len(h.entries)
        entries = list(now.entries)
        for i, e in enumerate(h.entries):
            if e is entries[i] and e.treatment is not None and e.treatment.reading:  # known so far; more may come
                entries[i] = PendingLine(e.action, replace(e.treatment, reading={}))
        until = max((i for i, e in enumerate(entries) if i >= n and _treated(e)), default=n - 1) + 1
        at = next(i for i, e in enumerate(entries) if e.treatment is None or not e.treatment.inserted)
        until = max(until, at + 1)
        for i, e in enumerate(entries):
            if e.treatment is not None and e.treatment.because:
                line = slip.place.line
                because = {key: number or line for key, number in e.treatment.because.items()}
                entries[i] = PendingLine(e.action, replace(e.treatment, because=because))
        entries[at] = PendingLine(entries[at].action, replace(entries[at].treatment or Treatment(), slip=slip))
        return Correction(h.first, h.last + until - n, tuple(entries[:until]))

    def suggested(self, h: Hypothesis, found: list[Finding]) -> Correction:
        """The last line with the slip in the help of its finding.

        A single wrong line is believed.
        """
        entry = self.entries[self.at]
        advice = Advice(self.sentence(h), Fix(h.edits, "possible") if h.edits else None)
        treatment = entry.treatment or Treatment()
        if all(f.rule in COUNTED | CARDS for f in found):  # one line that comes when it cannot: reported once
            own = entry.action.place.line
            treatment = replace(treatment, because={**treatment.because, **{f.key: own for f in found[1:]}})
        treatment = replace(treatment, advice={f.key: advice for f in found[:1]})
        return Correction(self.at, self.at + 1, (PendingLine(entry.action, treatment),))

    def sentence(self, h: Hypothesis) -> str:
        """Return the sentence for the finding of a slip."""
        facts = dict(h.facts)
        if "side" in facts:
            n = facts.get("n", 1)
            facts["a"] = {1: "a", 2: "two"}.get(n, str(n)) if isinstance(n, int) else "a"
            facts["plays"] = f"{agree(n, 'play')} {agree(n, 'seems', 'seem')}"
            facts["side"] = SIDE_NAMES[str(facts["side"])]
        told = BY_ID[h.slip].sentence
        if facts.get("before") == 0:  # no line of the record comes before it
            told = "{a} {side} {plays} to be missing before line {line}"
        if facts.get("run", 1) != 1:
            told = "lines {line} and {next} look like plays of the {side}"
            facts["next"] = h.see[0]
        return told.format(**facts)

    def slip_finding(self, h: Hypothesis, found: list[Finding], now: TrialLines) -> Finding:
        """Return the finding of a slip."""
        gone = sum(f.kind != "note" for line in self.base[h.first :] for f in line.step.findings)
        gone -= sum(f.counted for line in now.lines for f in line.step.findings)
        there = {f.key for line in now.lines for f in line.step.findings}
        cause = next((f for f in found if f.key not in there), found[0])
        fixes = fixes_of(h.edits, now.entries[0]) if h.edits else ()
        return Finding(
            "slip",
            cause.rule,
            self.sentence(h),
            h.at.place,
            see=list(h.see),
            reason=cause.message,
            side="",
            slip=h.slip,
            instead=fixes[0] if fixes else None,
            choices=fixes[1:],
            explains=max(gone, 0),
            countries=cause.countries,
        )


def _treated(entry: PendingLine) -> bool:
    """Whether a line is judged with the changes of an unseen play."""
    return entry.treatment is not None and bool(entry.treatment.moved or entry.treatment.because)


def fixes_of(edits: tuple[Edit | Respelling, ...], entry: PendingLine) -> tuple[Fix, ...]:
    """Return the fixes of a slip, the likeliest first.

    The fix of a missing play is the play itself, if few explain as much.
    """
    play = entry.treatment.play if entry.treatment is not None else None
    edit = edits[0]
    if not isinstance(play, MissingPlay) or not isinstance(edit, Edit):
        return (Fix(edits, "likely"),)
    told = [(Edit(edit.first, edit.last, (p.written,)),) for p in (play, *play.alike) if p.written is not None]
    if play.sure and len(told) <= TOLD:
        return tuple(Fix(one, "likely") for one in told)
    unknown = Action("unread", entry.action.place, "", entry.action.side, (0,), use="?")
    return (Fix((Edit(edit.first, edit.last, (unknown,)),), "likely", read=told[0]),)


def opening(line: JudgedLine) -> list[Finding]:
    """Return the findings of a line that open a search.

    Rolls of an end of turn without a line are among them.
    """
    return [
        f
        for f in line.step.findings
        if f.counted and (f.kind in TRIGGERS or (f.kind == "incomplete" and (line.ends_unsaid or f.rule in CLOCK)))
    ]


def spoken_for(line: JudgedLine) -> float:
    """Return a line's evidence for another word on an earlier one.

    A flowchart reacts to every change, so it is none.
    """
    return 0.0 if any(f.rule.startswith(FLOWCHARTS) for f in line.step.findings) else weight(line)


def against_clock(line: JudgedLine) -> bool:
    """Return whether the clock or a count of cards contradicts a line."""
    return any(f.rule in COUNTED and f.kind != "note" for f in line.step.findings)


def evident(null: TrialLines, now: TrialLines) -> bool:
    """Return whether enough lines support a missing play.

    One that states the position, or two others.
    """
    gone = [
        before for before, after in zip(null.lines[1:], now.lines[1:], strict=False) if weight(after) < weight(before)
    ]
    return len(gone) > 1 or any(map(states, gone))


def hint(
    play: MissingPlay, entry: PendingLine, null: JudgedLine, now: JudgedLine
) -> tuple[MissingPlay, PendingLine, Key] | None:
    """Return a missing play that only removes findings of a line."""
    gone = [f.key for f in opening(null) if f.key not in {g.key for g in now.step.findings}]
    return (play, entry, gone[0]) if gone and weight(now) < weight(null) else None


def states(line: JudgedLine) -> bool:
    """Return whether a line states the position.

    A checkpoint, a deal, added Reserves, pieces by their state.
    """
    return line.action.kind in ("board", "check", "deal") or any(
        TRACKS.get(f.rule) == RESERVES or (f.rule in OF_PIECES and f.kind == "impossible") for f in line.step.findings
    )
