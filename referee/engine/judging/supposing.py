"""The dependence of a line on unknown facts.

A line is judged on the assumed board. Its reads of unknown fields are noted, and it is judged again with other values
there. A mistake that disappears with some of them depends on unstated facts: it becomes a note, and these values are
assumed from there on. A known field that differs with them, without evidence on the line, is unknown after the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.judging.solver import Attempt
from referee.engine.judging.suppositions import OF_CLOCK, Supposition, Suppositions, size, supplies, with_more
from referee.engine.law.play import Play
from referee.engine.record.findings import FLOWCHARTS, Finding, UnstatedNote
from referee.engine.record.work import Work
from referee.engine.state import differences, unknown
from referee.engine.state import queries as q
from referee.engine.state.board import Board, differing, state
from referee.engine.state.facts.clock import CLOCK
from referee.engine.state.facts.fact import StatementWriter, Where
from referee.engine.state.facts.pieces import Supply
from referee.engine.state.journal import Change, Journal, Kind
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Action, Statement
from referee.engine.state.watching import ReadFields, watching
from referee.engine.state.words import listed, sentences

MOST_SOUGHT = 1000
"""Most suppositions that are tried to explain the mistakes of a line."""
MOST_FOR_A_GAP = 100
"""Most suppositions tried for a line with nothing but a gap."""
MOST_COMPARED = 40
"""Most suppositions compared for a line without a mistake."""
IN_A_TRIAL = 5
"""The factor by which a trial reduces the suppositions."""
MOST_TOGETHER = 8
"""Most countries of a line for a survey with one exception."""
MOST_SURVEYED = 120
"""Most suppositions for the answer to a question."""
MOST_TURNS = 8
"""Most other mistakes examined in the place of the first."""
SUPPOSED, OF_A_LINE = 150_000, 30_000
"""Units of work for suppositions in a whole record, and for one line."""
MANY_TRIED = 20
"""Trials after which a persistent mistake is independent of the unknown."""
FEW = 24
"""Most suppositions examined one by one, to drop those that explain nothing."""


MOST_SAID = 4
"""Most assumptions named in a note."""
_WEIGHTS = {"impossible": 20, "incomplete": 2}


@plain_dataclass(eq=False)
class TriedLine:
    """A line as judged under some suppositions."""

    supposed: Supposition
    attempt: Attempt
    reads: ReadFields
    after: list[Any]
    halves: dict[Where, Any]
    changes: list[Change]

    @property
    def faults(self) -> list[Finding]:
        return [f for f in self.attempt.table.findings if f.kind != "note"]

    @property
    def outcome(self) -> tuple[Any, ...]:
        """The line's mistakes, with results and required numbers of its rolls."""
        rolls = [(r.against, repr(r.outcome)) for r in self.attempt.play.rolls]
        return [(f.kind, f.rule, f.message) for f in self.faults], rolls

    @property
    def weight(self) -> int:
        """The weight of the mistakes of the line.

        A gap weighs little, although a mistake may hide it.
        """
        each = sum(_WEIGHTS.get(f.kind, 10) + len(f.also) for f in self.faults)
        return each + len(self.attempt.table.reporter.claims.wrong)

    @property
    def rules(self) -> set[str]:
        """The rules of its mistakes."""
        return {rule for f in self.faults if f.kind != "incomplete" for rule in (f.rule, *f.also)}


class Supposer:
    """One line on a board with unknown fields."""

    def __init__(
        self,
        board: Board,
        journal: Journal,
        action: Action,
        attempt: Callable[[bool], Attempt],
        begin: Callable[[], Play],
        work: Work,
    ) -> None:
        self.board, self.journal, self.action = board, journal, action
        self.attempt, self.begin, self.work = attempt, begin, work
        self.mark = len(journal.changes)
        self.open, self.played = board.unknown, board.played
        self.most = min(SUPPOSED, work.supposed + OF_A_LINE)
        self.suppositions = Suppositions(board, action)
        self.persistent: set[str] = set()
        """The rules of the mistakes that no supposition removed."""
        self.tries = 0
        """The number of suppositions without an effect on them."""
        self.known = False
        """Whether supposed facts are known in a trial."""
        self.totals: Sequence[Statement] = ()
        """Stated sums over countries, which suppositions do not exceed."""
        self.cut = False
        """Whether the search for an explanation was given up."""
        self.done: set[frozenset[tuple[str, str, Any]]] = set()
        """The sets of suppositions tried so far."""

    def judge(self, *, reported: bool) -> Attempt:
        """Play the line under the suppositions that explain most of its mistakes."""
        first = self.attempt_of([], reported=reported)
        assert first is not None
        if self.spent:
            return self.unsought(first)
        less = 1 if reported else IN_A_TRIAL
        best = self.fewer(self.explain(first, MOST_SOUGHT // less)) if first.weight else first
        other = self.undecided(best) if reported else frozenset()
        self.journal.undo_to(self.mark)
        if best is first:
            self.journal.restore(first.changes)
            attempt = first.attempt
        else:
            before = unknown.elsewhere(self.board)
            self.suppose(self.begin(), best.supposed)
            unknown.note_departures(self.begin(), before)
            attempt = self.attempt(reported)
            attempt.table.findings.extend(self.notes(first, best))
        self.doubted(attempt)
        b = self.board
        second = self.action.kind == "card" and self.played > 0
        known = CLOCK & b.unknown if second or any(s.field in OF_CLOCK for s in best.supposed) else frozenset()
        after = (b.unknown | other | self.of_world()) - known
        if after != b.unknown:
            self.begin().write(Kind.NOTE, unknown.UNKNOWN, "3.2", (b, "unknown", after))
        return attempt

    def survey(self, aside: frozenset[str]) -> Iterator[TriedLine]:
        """Yield the line as assumed, then with other unknown values.

        Fields read only under one of them are included. Facts ``aside``, by name, stay as they are.
        """
        self.known = True
        first = self.attempt_of([])
        assert first is not None
        yield first
        waiting, hidden, tries = [first], list[TriedLine](), 0
        quiet: set[frozenset[tuple[str, Any]]] = set()
        """States without an effect in all other countries together."""
        for node in waiting:
            sought, everywhere = self.suppositions, list(self.suppositions.everywhere(node.reads))
            much = sought.much(MOST_TOGETHER) if node is first and first.rules else ()
            for more in (*everywhere, *much, *sought.compared(node.reads), *sought.sought(node.reads)):
                state = frozenset((s.field, s.value) for s in more)
                if not aside.isdisjoint([s.field for s in more]) or (state in quiet and self.is_far(more)):
                    continue
                tried = self.attempt_of(with_more(node.supposed, more))
                if tried is None:
                    continue
                tries += 1
                yield tried
                if tries >= MOST_SURVEYED:
                    return
                if more in everywhere and tried.outcome == node.outcome:
                    quiet.add(state)
                if node is first and tried.rules != first.rules and first.rules and tried.rules:
                    hidden.append(tried)  # mistakes hidden by another one
                elif node is first and tried.reads.fields - first.reads.fields:
                    waiting.append(tried)
            if node is first:  # the fewest mistakes, with the fewest suppositions
                waiting[1:1] = sorted(hidden, key=lambda t: (len(t.rules), len(t.supposed), size(t.supposed)))

    def is_far(self, supposed: Supposition) -> bool:
        """Return whether suppositions are about countries that the line does not name."""
        return all(s.subject and s.subject not in self.suppositions.near for s in supposed)

    def unsought(self, first: TriedLine) -> Attempt:
        """Return the line as it stands without work left.

        Its mistakes may depend on its unknown fields.
        """
        b = self.board
        self.journal.restore(first.changes)
        self.cut = True
        if first.reads.fields & self.open:
            self.doubted(first.attempt)
            near = {"", *self.suppositions.near}
            maybe = frozenset(
                (where, name) for where, name in unknown.fields(b) if where in near and name not in _SELDOM
            )
            self.begin().write(Kind.NOTE, unknown.UNKNOWN, "3.2", (b, "unknown", b.unknown | maybe))
        return first.attempt

    def doubted(self, attempt: Attempt) -> None:
        """Turn mistakes without a complete search into notes.

        Mistakes that no supposition removed remain.
        """
        stayed = self.persistent if self.tries > MANY_TRIED else set()
        for f in attempt.table.findings:
            if f.kind in ("note", "incomplete"):
                continue
            by_flowchart = f.rule.startswith(FLOWCHARTS)  # which looks at the whole map
            if by_flowchart or (self.cut and f.rule not in stayed):
                f.kind = "note"
                f.message = sentences([f.message, "Whether it assumes something the record does not say is not known"])

    # ------------------------------------------------------------ trials

    def attempt_of(self, supposed: Supposition, *, reported: bool = False) -> TriedLine | None:
        """Return the line under suppositions, with the board restored.

        Returns None if they are impossible, or were tried before.
        """
        self.journal.undo_to(self.mark)
        spent = self.work.spent
        key = frozenset([(s.subject, s.field, s.value) for s in supposed])
        if key in self.done:
            return None
        self.done.add(key)
        if supposed:
            play = self.begin()
            if not self.suppose(play, supposed):
                return None
            for s in supposed if self.known else ():
                unknown.note_stated(play, self.board.rules.facts.of(s), s)
        with watching(self.board) as reads:
            attempt = self.attempt(reported)
        if supposed:
            self.work.supposed += self.work.spent - spent
            self.work.spent = spent
        after, halves = ([], {}) if self.known else (state(self.board), self.halves())
        changes = self.journal.changes[self.mark :]
        self.journal.undo_to(self.mark)
        return TriedLine(supposed, attempt, reads, after, halves, changes)

    def suppose(self, play: Play, supposed: Supposition) -> bool:
        """Write suppositions to the board; return whether the position is possible."""
        b = self.board
        touched = [b[name] for name in dict.fromkeys(s.subject for s in supposed) if name]
        facts = [f for f in b.rules.facts.on_country() if f.bars]
        pairs = [(c, f) for c in touched for f in facts]
        before = [len(f.barred(c)) for c, f in pairs]
        world = None if unknown.WORLD in b.unknown else q.world_posture(b)
        tracks = {x.track: getattr(b, x.track) for x in supplies(b) if ("", x.track) not in b.unknown}
        w = StatementWriter(play, "3.2", Kind.SET_UP, supposed)
        for s in sorted(supposed, key=lambda s: b.rules.facts.of(s).order):
            b.rules.facts.of(s).write(w, s)
            if s.field == "discards" and not s.value:  # they were shuffled
                w.write(s.field, (b, "discards", ()), (b, "deck", b.deck + len(b.discards)))
        of_level = {s.subject for s in supposed if s.field == "governance"}
        for c in touched:
            if c.name not in of_level and any(f.barred(c) for f in facts if f.name != "alignment"):
                unknown.make_room(play, c)  # for things that need a marked country
        if world is not None:
            unknown.set_world(w, world)
            if q.world_posture(b) != world:
                return False
        for track, n in tracks.items():
            w.write(track, (b, track, n))
        if any(b.rules.facts.of(s).actual(b, s) > s.value for s in self.totals):
            return False
        if not all(self.enough(w, supply, supposed) for supply in supplies(b)):
            return False
        return all(len(f.barred(c)) <= n for n, (c, f) in zip(before, pairs, strict=True))

    def enough(self, w: StatementWriter, supply: Supply, supposed: Supposition) -> bool:
        """Return whether the pieces suffice, without those assumed in other countries."""
        b = self.board
        over = supply.all(b) - supply.due(b)
        about = {s.subject for s in supposed}
        for name, c in b.countries.items() if over > 0 else ():
            for piece in supply.states:
                if over > 0 and (name, piece) in b.unknown and name not in about and _free(b, name, supply):
                    less = min(over, getattr(c, piece))
                    w.write(name, (c, piece, getattr(c, piece) - less))
                    over -= less
        return over <= 0

    def halves(self) -> dict[Where, Any]:
        """Return the known facts of things with unknown parts."""
        b = self.board
        found: dict[Where, Any] = {unknown.WORLD: q.world_posture(b)}
        for supply in supplies(b):
            if supply.total:
                found |= {(name, supply.total): supply.here(c) for name, c in b.countries.items()}
        return found

    # ------------------------------------------------------------ what explains a mistake, what nobody can know

    def explain(self, first: TriedLine, most: int) -> TriedLine:
        """Return the suppositions with the fewest mistakes of the line.

        One mistake may hide another: mistakes that take the place of one are examined as well.
        """
        best = first
        missing = any(f.kind == "impossible" for f in first.faults)  # a missing thing hides the other mistakes
        self.persistent = first.rules
        waiting = [first]
        seen = [first.faults]
        in_its_place: TriedLine | None = None
        for much in self.suppositions.much() if first.rules else ():
            tried = self.attempt_of(much)
            if tried is not None and not tried.rules and tried.weight < first.weight:
                return tried  # suppositions that explain nothing are dropped
        while waiting and best.weight:
            node = waiting.pop(0)
            for more in self.suppositions.sought(node.reads):
                most -= 1
                if most < 0 or self.spent:
                    self.cut = self.cut or bool(best.rules)
                    break
                tried = self.attempt_of(with_more(node.supposed, more))
                if tried is None:
                    continue
                if in_its_place is None and _only(first, "illegal") and _only(tried, "outcome"):
                    in_its_place = tried
                self.persistent, self.tries = self.persistent & tried.rules, self.tries + 1
                if tried.weight > node.weight:
                    continue
                if tried.weight < best.weight and (missing or tried.rules <= first.rules):
                    best = tried
                    waiting.insert(0, tried)
                    self.persistent, self.tries = tried.rules, 0  # of the rest
                    most = most if tried.rules else min(most, MOST_FOR_A_GAP)
                    break
                if len(seen) < MOST_TURNS and tried.faults not in seen:
                    seen.append(tried.faults)
                    waiting.append(tried)
        if best is first and in_its_place is not None:
            return in_its_place  # one mistake or the other: the play is possible, and its result is not
        return best

    def fewer(self, best: TriedLine) -> TriedLine:
        """Return the same with fewer countries, if it explains as much."""
        subjects = list(dict.fromkeys(s.subject for s in best.supposed))
        half = len(subjects) // 2
        for kept in (subjects[:half], subjects[half:]) if half and not self.spent else ():
            tried = self.attempt_of([s for s in best.supposed if s.subject in kept])
            if tried is not None and tried.weight <= best.weight and tried.rules <= best.rules:
                return self.fewer(tried)
        for s in best.supposed if len(best.supposed) <= FEW else ():
            tried = self.attempt_of([kept for kept in best.supposed if kept is not s])
            if tried is not None and tried.weight <= best.weight and tried.rules <= best.rules:
                best = tried
        return best

    def undecided(self, best: TriedLine) -> frozenset[Where]:
        """Known fields that differ under other values of equal merit."""
        found: set[Where] = set()
        if not self.at_stake(best):
            return frozenset()
        names = unknown.attributes(self.board)
        for n, more in enumerate(self.suppositions.compared(best.reads)):
            if n >= MOST_COMPARED or self.spent:
                break
            tried = self.attempt_of(with_more(best.supposed, more))
            if tried is None or tried.weight > best.weight or not tried.rules <= best.rules:
                continue
            if tried.attempt.won != best.attempt.won:
                continue
            found |= {at for at in differing(best.after, tried.after, self.board) if at[1] in names}
            found |= {where for where, value in tried.halves.items() if best.halves[where] != value}
        return frozenset(found - self.open)

    def of_world(self) -> frozenset[Where]:
        """Return World Posture, if an unknown Posture of a country changed."""
        for c in self.journal.changes[self.mark :]:
            if c.kind != Kind.SET_UP:
                for place, name, *_ in c.writes:
                    if name == "posture" and (place, name) in self.open:
                        return frozenset((unknown.WORLD,))
        return frozenset()

    def at_stake(self, best: TriedLine) -> bool:
        """Return whether the line may change any known fact.

        Only facts on the tracks and in countries that it names or changes count.
        """
        changed = {place for c in best.changes for place, *_ in c.writes}
        places = {"", *self.suppositions.near, *changed}
        known = unknown.fields(self.board) - self.open
        return any(where in places and name not in _SELDOM for where, name in known)

    @property
    def spent(self) -> bool:
        return self.work.supposed > self.most

    def notes(self, first: TriedLine, best: TriedLine) -> list[Finding]:
        """The note in place of the mistakes that depend on unstated facts."""
        left = {f.key for f in best.faults}
        gone = [f for f in first.faults if f.key not in left]
        if not gone:
            return []
        what = [s for s in best.supposed if s.field not in OF_CLOCK]
        each = differences.as_written(self.board, what) if what else ["another moment of the turn"]
        left_out = len(each) - MOST_SAID
        said = listed([*each[:MOST_SAID], f"{left_out} things more"] if left_out > 1 else each)
        message = f"this assumes something the record does not say: {said}"
        also = [f.rule for f in gone[1:] if f.rule != gone[0].rule]
        reason = f"without it: {gone[0].message}"
        refused = tuple(dict.fromkeys(name for f in gone for name in f.requirements))
        return [
            UnstatedNote("note", gone[0].rule, message, gone[0].place, reason=reason, also=also, requirements=refused)
        ]


_SELDOM = frozenset({"turn", "clock", "deck", "reshuffles", "discards", "removed", "first_plot"})
"""Known fields that differ only by the count of cards and lines."""


def _only(tried: TriedLine, kind: str) -> bool:
    """Return whether all mistakes are of one kind."""
    return {f.kind for f in tried.faults if f.kind != "incomplete"} == {kind}


def _free(board: Board, name: str, supply: Supply) -> bool:
    """Return whether the piece count of a country is unknown."""
    return not supply.total or (name, supply.total) in board.unknown
