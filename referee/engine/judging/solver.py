"""The solver of a line's gaps, one segment at a time.

At an open question the legal answers are tried from the position before the line. Readings contradicted by the
segment's own claims and dice are dropped at the segment's end; those contradicted by the line's other claims, at the
line's end. So two Plots with four readings each cost eight trials and not sixteen. If a line leaves more open than may
be searched, the other questions get their first legal answer, and only the tried readings are known to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any

from referee.engine.judging import gaps
from referee.engine.judging.gaps import NOTHING_OPEN, Gaps, is_order
from referee.engine.law.ask import Address, Field, SegmentId
from referee.engine.law.line import head_of
from referee.engine.law.play import Play
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import CARD_PLAYS, SKIP, OpenQuestion, OpenQuestionSignal, Trial, TrialDice
from referee.engine.record.ledger.dice import DiceReturn
from referee.engine.record.steps import Reading
from referee.engine.record.table import AlternativesTable, RecordTable, SegmentEnd
from referee.engine.record.work import ATTEMPT, Work
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.script import Action
from referee.engine.state.words import sentences

LOOKS = 300
"""Most attempts at one segment; beyond them it is tried in part."""
LOOKS_UNTOLD = 60
"""Most attempts at an event that the line does not mention."""
IN_A_TRIAL = 5
"""The factor by which a trial of an earlier line reduces the attempts."""
FAR = 4
"""The delay of an answer unmentioned by the line's claims."""
MOST_SUSPECTS = 4
"""Most rolls of a line of which another success is tried."""
MAX_TRIALS = 1500
"""Most readings of one line, or of a part of it, that are tried."""


@plain_dataclass()
class SegmentReading:
    """The answers of one way through a segment.

    ``misfit`` is the number of written things that contradict it, ``net`` its effect.
    """

    assumed: dict[Any, Any]
    misfit: int
    net: tuple[Any, ...]
    faults: frozenset[Fault]
    """The mistakes on the line in this reading, as far as it was played."""


@plain_dataclass(eq=False)
class Attempt:
    """One way in which a whole line was played."""

    table: RecordTable
    play: Play
    assumed: dict[Any, Any]
    net: tuple[Any, ...] = ()
    won: bool = False
    """Whether the action won the game."""
    fits: dict[SegmentId, list[SegmentReading]] = field(default_factory=dict)
    """The fitting readings of each segment with gaps, the chosen one first."""
    in_part: dict[SegmentId, frozenset[Any]] = field(default_factory=dict)
    """The questions with one answer in all tried readings, by segment."""
    idle: frozenset[Any] = frozenset()
    """Addresses of unnoted rolls whose results make no difference."""
    gaps: Gaps = NOTHING_OPEN

    @property
    def misfit(self) -> int:
        """The number of written things that contradict it."""
        return _misfit(self.table)

    @property
    def drawn_on(self) -> set[Any]:
        """Addresses of the assumed answers in use; trial dice are no answers."""
        return {k for k in self.assumed if k in self.table.trial.uses or isinstance(k, TrialDice)}

    def faults_of(self, finding: Finding) -> list[Fault]:
        """Return the faults in one of its findings."""
        return faults_of(self.table, finding)

    @property
    def skips(self) -> bool:
        """Whether it leaves out an event that the line does not mention."""
        return SKIP in self.assumed.values()


Fault = tuple[str, int, int]
"""A fault of a line: its kind and its place, claim by claim."""


def _misfit(table: RecordTable) -> int:
    """The contradiction, omission and deviation from a flowchart in a reading.

    Claims count one by one, though all of a segment make one finding: one that fits settles its gap, whatever the
    others do.
    """
    claims = table.reporter.claims
    of_claims = len(claims.wrong) - len(claims.findings)
    wrong = sum(1 for f in table.findings if f.kind not in ("note", "incomplete")) + of_claims
    return 2 * wrong + min(table.reporter.doubts, 1)


def faults(table: RecordTable) -> frozenset[Fault]:
    """Return the faults of a line in the reading of a table."""
    told = [f for f in table.findings if f.kind not in ("note", "incomplete")]
    return frozenset(fault for f in told for fault in faults_of(table, f))


def faults_of(table: RecordTable, finding: Finding) -> list[Fault]:
    """The faults in one finding: its claims, or its text."""
    claims = next((claims for f, claims in table.reporter.claims.findings if f is finding), None)
    places = [finding.place] if claims is None else [s.place for s in claims]
    return [(finding.kind, place.line, place.column) for place in places]


class Solver:
    """A search for answers to a line's gaps, at record tables."""

    table_of: Callable[..., RecordTable] = RecordTable
    play_of: Callable[..., Play] = Play

    def __init__(
        self,
        board: Board,
        journal: Journal,
        action: Action,
        name: str,
        *,
        undo: bool,
        alternatives: bool,
        reported: bool = True,
        takes_word: bool = True,
        work: Work | None = None,
    ) -> None:
        self.board, self.journal, self.action, self.takes_word = board, journal, action, takes_word
        self.work = work or Work()
        self.last = self.work.spent + self.work.of_line()
        """The units after which no further reading is sought."""
        self.id = name
        """The name of the action: a1, a2, ...; "" for another line."""
        self.undo, self.alternatives, self.reported = undo, alternatives, reported
        self.mark = len(journal.changes)
        self.asked: dict[Any, OpenQuestion] = {}
        self.trials = 0
        self.in_part = False
        """Whether some reading of the line was not tried."""

    # ------------------------------------------------------------ one attempt

    def table(self, trial: Trial | None = None, *, reported: bool = False) -> RecordTable:
        """Return a table for this line.

        Alternatives are kept only with ``reported``, since they cost most.
        """
        table_of = AlternativesTable if self.alternatives and reported else self.table_of
        self.work.spend(ATTEMPT)
        table = table_of(
            self.action,
            self.board,
            self.journal,
            self.work,
            trial,
            undo=self.undo,
            reported=self.reported and (reported or trial is None or not trial.answers),
        )
        table.reporter.takes_word = self.takes_word
        return table

    def begin(self, table: RecordTable) -> Play:
        """Return a play of this line at ``table``."""
        action = self.action
        line = action.place.line
        return self.play_of(self.board, self.journal, table, (LineCause(line),), self.id, line, action.side or "J")

    def attempt(
        self,
        assumed: dict[Any, Any],
        watch: SegmentId | None = None,
        *,
        reported: bool = False,
        without_dice: frozenset[Address] = frozenset(),
    ) -> Attempt:
        """Play the line with assumed answers, to its or ``watch``'s end.

        ``reported`` if it is the final play. ``without_dice`` are rolls that get no unlabelled dice. Raises
        :class:`OpenQuestionSignal`, with the board restored, at the first open question.
        """
        action = self.action
        table = self.table(Trial(assumed, watch, without_dice), reported=reported)
        play = table.play = self.begin(table)
        if any(not isinstance(key, Address) or key.field is not Field.WORTH for key in assumed):
            play.doubt_deck(rule="5.3.1")  # another answer may have put cards elsewhere
        try:
            written = head_of(action)
            self.board.rules.procedures[written.kind](play, written)
            table.finish()
        except OpenQuestionSignal as left:
            self.journal.undo_to(self.mark)
            self.asked.setdefault(left.question.key, left.question)
            raise
        except DiceReturn as back:
            self.journal.undo_to(self.mark)
            return self.attempt(assumed, watch, reported=reported, without_dice=without_dice | set(back.rolls))
        except SegmentEnd:
            pass
        except DeadEnd as dead:
            table.dead(dead)
        finally:
            table.close()
        return Attempt(table, play, assumed, self.journal.net(self.mark) if assumed else (), table.won())

    def take_back(self) -> None:
        """Return to the position before the line."""
        self.journal.undo_to(self.mark)

    # ------------------------------------------------------------ the search

    def solve(self, reading: Reading, guess: Reading) -> Attempt:
        """Play the line finally: fill its gaps and report them.

        ``reading`` are settled answers, ``guess`` those that fitted before: they are taken without a search if nothing
        contradicts them now.
        """
        given = dict(reading)
        if guess and not given:
            try:
                attempt = self.attempt(dict(guess), reported=True)
            except OpenQuestionSignal:
                pass
            else:
                if not attempt.misfit and attempt.drawn_on >= guess.keys():
                    return attempt
                self.take_back()
        try:
            attempt = self.attempt(given, reported=True)
        except OpenQuestionSignal:
            tried = self.search(given)
        else:
            return attempt if given else self.explain(attempt)
        self.take_back()
        return gaps.settle(self, tried)

    def search(self, assumed: dict[Any, Any], *, first_only: bool = False) -> list[Attempt]:
        """Readings of the whole line with these assumptions, each then undone.

        In each segment the first fitting one is followed, another one only if the rest of the line contradicts it. With
        ``first_only`` the first fitting reading is enough.
        """
        self.trials += 1
        try:
            attempt = self.attempt(assumed)
        except OpenQuestionSignal as left:
            question = left.question
        else:
            self.take_back()
            return [attempt]
        segment = question.key.segment
        if segment.name in CARD_PLAYS and segment.name != "extra":
            return self.each_way(assumed, question, first_only=first_only)
        found, whole = self.through(assumed, segment)
        least = min(r.misfit for r in found)
        fitting = sorted([r for r in found if r.misfit == least], key=self.unwritten_rolls)
        ways: dict[Any, SegmentReading] = {}
        for r in fitting:
            ways.setdefault(r.net, r)
        results, all_followed = self.followed(ways.values(), first_only=first_only)
        whole = whole and all_followed
        self.in_part |= not whole
        for r, line in results:  # the rest of the line is known only for those followed
            r.faults = faults(min(line, key=lambda a: a.misfit).table)
        kept = _best(results)
        tried = {r.net for r, _ in results}
        keep = {r.net for r, _ in kept} | {net for net in ways if net not in tried}
        fits = [r for r in fitting if r.net in keep]
        chosen = kept[0][1]
        for a in chosen:
            a.fits = {**a.fits, segment: fits}
            if whole:
                a.idle |= self.idle(found)
            else:
                a.in_part = {**a.in_part, segment: self.one_answer(found)}
        return chosen

    def unwritten_rolls(self, reading: SegmentReading) -> int:
        """Return the number of rolls in a reading without written dice."""
        return sum(k in self.asked and self.asked[k].roll is not None for k in reading.assumed)

    def followed(self, ways: Iterable[SegmentReading], *, first_only: bool) -> tuple[Results, bool]:
        """Return readings with those of the rest, and whether work sufficed.

        Another reading than the first is followed only while none fits.
        """
        results: Results = []
        for r in ways:
            if results and not self.undecided(results, first_only=first_only):
                break
            if results and self.spent:
                return results, False
            results.append((r, self.search(r.assumed, first_only=first_only or bool(results))))
        return results, True

    def each_way(self, assumed: dict[Any, Any], question: OpenQuestion, *, first_only: bool) -> list[Attempt]:
        """Readings of the line for each answer about its card, in order.

        Each is tried, with however little work; an event not carried out costs least and comes first.
        """
        found: dict[int, list[Attempt]] = {}
        options = list(_options(question))
        for i in sorted(range(len(options)), key=lambda i: options[i] != SKIP):
            found[i] = self.search({**assumed, question.key: options[i]}, first_only=first_only)
        return [a for i in sorted(found) for a in found[i]]

    def idle(self, found: list[SegmentReading]) -> frozenset[Any]:
        """The rolls of a segment that make no difference to the rest."""
        rolls = {k for r in found for k in r.assumed if k in self.asked and self.asked[k].roll is not None}
        return frozenset([k for k in rolls if _makes_no_difference(k, found)])

    def one_answer(self, found: list[SegmentReading]) -> frozenset[Any]:
        """Open questions of a segment with the same answer in all readings.

        They have other answers outside these readings.
        """
        given: dict[Any, set[str]] = {}
        for r in found:
            for key, value in r.assumed.items():
                given.setdefault(key, set()).add(repr(value))
        return frozenset(
            [
                k
                for k, values in given.items()
                if len(values) == 1 and k in self.asked and len(self.asked[k].options) > 1
            ]
        )

    def undecided(self, results: Results, *, first_only: bool) -> bool:
        """Whether to follow further readings of a segment to the end."""
        fits = any(a.misfit == r.misfit for r, line in results for a in line)
        return not fits or (not first_only and self.claims_later())

    def claims_later(self) -> bool:
        """Return whether a later part of the line could decide between readings."""
        return sum(bool(s.claims) for s in self.action.segments) > 1 or len(self.action.segments) > 1

    def through(self, assumed: dict[Any, Any], segment: SegmentId) -> tuple[list[SegmentReading], bool]:
        """Return the readings of one segment, and whether these are all.

        They are in the order of their answers; those mentioned by the claims of the line are tried first. There is at
        least one, with however little work: it has the first answer to each question.
        """
        looks = (LOOKS_UNTOLD if self.untold(segment) else LOOKS) // (1 if self.reported else IN_A_TRIAL)
        waiting: list[tuple[int, tuple[int, ...], dict[Any, Any]]] = [(0, (), assumed)]
        found: list[tuple[tuple[int, ...], SegmentReading]] = []
        tried = 0
        while waiting and not (found and (tried >= looks or self.spent)):
            late, way, reading = heappop(waiting)
            tried += 1
            self.trials += 1
            try:
                attempt = self.attempt(reading, segment)
            except OpenQuestionSignal as left:
                question = left.question
                options = list(_options(question))
                told = [o for o in options if self.speaks_of(o)]
                for i, option in enumerate(options):
                    later = i if not told else told.index(option) if option in told else FAR + i
                    heappush(waiting, (late + later, (*way, i), {**reading, question.key: option}))
            else:
                net = self.journal.net(self.mark)
                found.append((way, SegmentReading(reading, attempt.misfit, net, faults(attempt.table))))
                self.take_back()
        return [r for _, r in sorted(found, key=lambda f: f[0])], not waiting

    def untold(self, segment: SegmentId) -> bool:
        """Whether a segment is an event that the line does not mention."""
        return segment.name == "event" and not any(
            s.name == "event" and s.card in (None, segment.card) for s in self.action.segments
        )

    def speaks_of(self, option: Any) -> bool:
        """Return whether a claim of the line is about an answer."""
        named = option[0] if isinstance(option, tuple) and option else option
        claims = [c for s in self.action.segments for c in s.claims]
        return isinstance(named, str) and any(named in (c.subject, c.field, c.value) for c in claims)

    @property
    def spent(self) -> bool:
        """Whether the search is over: further open questions get their first answers."""
        return self.trials > MAX_TRIALS or self.work.spent > self.last

    # ------------------------------------------------------------ a roll that the record reads otherwise

    def explain(self, attempt: Attempt) -> Attempt:
        """Blame one roll if the claims fit another success of it (8.1.1)."""
        if len(attempt.table.reporter.claims.wrong) < 2:
            return attempt
        wrong = [f for f in attempt.table.findings if f.kind == "outcome"]
        suspects = [
            r
            for _, r in attempt.table.rolls
            if r.kind in ("jihad", "recruit", "travel", "plot") and not r.automatic and not r.assumed
        ]
        if len(wrong) != 1 or not suspects or len(suspects) > MOST_SUSPECTS:
            return attempt
        for roll in suspects:
            for dice in roll.cases():
                if roll.read(dice) == roll.outcome:
                    continue
                self.take_back()
                try:
                    other = self.attempt({**attempt.assumed, TrialDice(roll.address): dice})
                except OpenQuestionSignal:
                    continue
                if not any(f.kind == "outcome" for f in other.table.findings):
                    self.take_back()
                    final = self.attempt(attempt.assumed, reported=True)
                    for f in final.table.findings:
                        if f.kind == "outcome":
                            _blame(f, roll)
                    return final
        self.take_back()
        return self.attempt(attempt.assumed, reported=True)


Results = list[tuple[SegmentReading, list[Attempt]]]
"""Readings of a segment, each with those of the rest of the line."""


def _best(results: Results) -> Results:
    """Return the readings that the whole line contradicts least."""
    misfits = [min(a.misfit for a in line) for _, line in results]
    return [result for result, misfit in zip(results, misfits, strict=True) if misfit == min(misfits)]


def _blame(finding: Finding, roll: Roll) -> None:
    """Blame a wrong claim on the roll that it misreads."""
    finding.also = [r for r in dict.fromkeys([finding.rule, *finding.also]) if r != roll.rule]
    finding.rule = roll.rule
    finding.reason = sentences([roll.explained, "What you wrote fits another result of this roll"])
    finding.rolls = (roll.address,)


def _makes_no_difference(key: Any, found: list[SegmentReading]) -> bool:
    """Whether all answers at an address have equally good, equal readings."""
    ways: dict[str, set[Any]] = {}
    for r in found:
        if key not in r.assumed or r.faults:  # a claim that corrected the board says nothing of the roll
            return False
        rest = frozenset((k, repr(v)) for k, v in r.assumed.items() if k != key)
        ways.setdefault(repr(r.assumed[key]), set()).add((rest, r.net))
    each = iter(ways.values())
    first = next(each)
    return all(way == first for way in each)


def _options(question: OpenQuestion) -> Iterable[Any]:
    if is_order(question):
        return [*question.options, SKIP]
    return question.options
