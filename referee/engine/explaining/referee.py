"""The referee: the replay of a record and its findings.

The record is replayed one action at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.judging.judged import Correction, Entry, Line
from referee.engine.record.findings import Finding, of_reading
from referee.engine.record.setup import Setup
from referee.engine.record.steps import Policy, Step, Verdict
from referee.engine.record.work import BY_FLOWCHART, Spent, collect_seldom
from referee.engine.state.script import Action, Record

UNFINISHED = "referee"
"""What takes the place of a rule where the referee has failed: no play was wrong."""

LOOKS, LOOKS_A_LINE = 24_000, 200
"""Units of work that may be spent in looking for slips of the pen: so many, and so many more for each line of the record."""
SHARE, LEAST = 3, 6_000
"""One search has a third of what is left of them, and at least so many, so that no mistake keeps another unexplained."""
LONGEST = 200
"""Lines of a long game: a record with more of them has no more work for slips."""


def check(
    record: Record,
    setup: Setup,
    *,
    policy: Policy = "as-played",
    alternatives: bool = False,
    watch: Callable[[int, int], None] | None = None,
    slips: bool = True,
) -> Verdict:
    """Re-play a record. ``setup`` is the scenario's position; ``policy`` says what holds after a violation.

    ``watch`` is told in front of each line how many are judged, and of how many. Without ``slips`` no slip of the pen is
    looked for: each line is judged as it is written.

    Every line is judged, under every policy but *stop*; what a record leaves open is looked into as far as the work goes
    that it may cost (:mod:`referee.engine.record.work`).
    """
    hearing = Hearing(setup, policy, alternatives=alternatives, slips=slips)
    hearing.take(record.actions)
    told = -1
    collect_seldom()
    while True:
        if watch is not None and hearing.done > told and not hearing.over:
            told = hearing.done
            watch(told, len(record.actions))
        if not hearing.go_on():
            break
    return hearing.verdict(record)


class Heard(NamedTuple):
    """A line that was judged, with the state before it."""

    pushed: bool
    """Whether it is a line of the game; one of the set-up is not."""


class Look(NamedTuple):
    """A search for a slip of the pen.

    It has the lines that it depends on, and its result.
    """

    first: int
    """Position of the first line that it may have changed."""
    at: int
    """Index of the suspicious line in the record."""
    end: int
    """Index after the last line of the record that it has looked at."""
    correction: Correction | None
    """What takes the place of which positions."""


class Hearing:
    """The judging of a record's lines, one after the other.

    It keeps to what a record may cost, and the last lines can be taken back. The lines are judged in the order of the
    record, but for slips of the pen: where one is found, the lines are judged as they were meant (``queue``).
    """

    def __init__(
        self, setup: Setup, policy: Policy = "as-played", *, alternatives: bool = False, slips: bool = True
    ) -> None:
        self.setup, self.policy, self.alternatives, self.slips = setup, policy, alternatives, slips
        self.actions: list[Action] = []
        self.played = Hearing(setup) if slips and policy != "as-played" else None
        """The same record as played: what was written down wrongly does not hang on the policy."""
        self.looks: list[Look] = []
        self._begin()

    def _begin(self) -> None:
        """Start at the position before the first line."""
        actions = self.actions
        self.blocks = [a for a in actions if a.kind == "setup"]
        self.first = first_to_act(actions)
        self.game = ExplainedGame(self.setup, self.policy, alternatives=self.alternatives)
        self.game.set_up(self.blocks, self.first)
        self.heard: list[Heard] = []
        self.queue: list[Entry] = []
        """The lines as they are judged."""
        self.looks = []
        self.credit = 0
        """Units of work that may still be spent in looking for slips."""
        self.provisional: int | None = None
        """Position of the first line that was judged as it stands only."""

    def take(self, actions: list[Action]) -> None:
        """Take the lines of the record as they are now; what was judged stays judged down to the first that differs.

        A slip that was looked for within sight of that line is looked for again.
        """
        if self.played is not None:
            self.played.take(actions)
        blocks = [a for a in actions if a.kind == "setup"]
        old, self.actions = self.actions, actions
        if first_to_act(actions) is not self.first or not _same(blocks, self.blocks):
            self._begin()
        same = 0
        while same < min(len(old), len(actions)) and old[same] is actions[same]:
            same += 1
        kept = next((i for i, look in enumerate(self.looks) if look.end > same), len(self.looks))
        del self.looks[kept:]
        self._requeue()
        self.credit = LOOKS + LOOKS_A_LINE * min(len(actions), LONGEST)
        if self.setup.rules.guides:
            self.credit *= BY_FLOWCHART

    def _requeue(self) -> None:
        """Line the lines up as they are to be judged; what was judged stays so down to the first that differs."""
        queue = [Entry(a) for a in self.actions]
        for look in self.looks:
            if look.correction is not None:
                queue[look.correction.first : look.correction.last] = look.correction.entries
        same = 0
        while same < min(len(self.heard), len(queue)) and _same_entry(self.queue[same], queue[same]):
            same += 1
        self.back_to(same)
        self.queue = queue

    @property
    def done(self) -> int:
        """How many lines of the record are dealt with."""
        return len(self.heard) - sum(_inserted(e) for e in self.queue[: len(self.heard)])

    def _stopped(self) -> bool:
        """Whether the policy *stop* ends the record at its last line."""
        return any(f.rule != UNFINISHED for line in self.game.lines[-1:] for f in line.step.counted)

    @property
    def over(self) -> bool:
        """Whether nothing more is judged."""
        if self.played is not None and not self.played.over:
            return False
        return len(self.heard) == len(self.queue) or (self.policy == "stop" and self._stopped())

    def go_on(self, units: float = 0) -> bool:
        """Deal with the next line; False where there is none, or none that is judged.

        A line that takes more ``units`` of work than are given (0: as many as it takes) is judged as it stands, without
        what it says of the lines before it and they of it, if that takes less. The first call without a limit goes back
        to the first such line and judges it in full.
        """
        played = self.played
        if played is not None and not played.over:
            self._play_on(played)
            return True
        if self.provisional is not None and not units:
            self.back_to(self.provisional)
        if len(self.heard) == len(self.queue) or (self.policy == "stop" and self._stopped()):
            return False
        entry = self.queue[len(self.heard)]
        if entry.action.kind == "setup":
            self.heard.append(Heard(False))
            return True
        if self._push(entry, units, hindsight=True):
            return True
        return self.game.looked_back and self._push(entry, units, hindsight=False)

    def _play_on(self, played: Hearing) -> None:
        """Judge the next line as played; once that is done, the lines are known as they were meant."""
        played.go_on()
        if played.over:
            self.back_to(0)
            self.queue = played.queue

    def _push(self, entry: Entry, units: float, *, hindsight: bool) -> bool:
        work = self.game.work
        before, most = work.spent, work.most
        if units:
            work.most = min(most, before + units)
        try:
            step = self.game.push(entry.action, entry.treatment, hindsight=hindsight)
        except Spent:
            work.spent = before
            return False
        finally:
            work.most = most
        if not hindsight and self.provisional is None:
            self.provisional = len(self.heard)
        self.heard.append(Heard(True))
        known = not self.game.board.unknown  # in a position known in part a slip explains no more than what is unknown
        if step.findings and self.slips and known and self.played is None and self._suspicious(self.game.lines[-1]):
            if not hindsight or units:
                self.provisional = len(self.heard) - 1 if self.provisional is None else self.provisional
            else:
                self._look()
        return True

    def _suspicious(self, line: Line) -> bool:
        """Whether a slip of the pen may explain what is wrong with a line."""
        if not line.step.counted:
            return False
        from referee.engine.explaining.slips.search import opening  # a record without findings needs nothing of slips

        return bool(opening(line))

    def _look(self) -> None:
        """Look for the slip of the pen that explains what is wrong with the last line."""
        from referee.engine.explaining.slips.search import Search

        if self.credit <= 0:
            return
        position = len(self.heard) - 1
        numbers = {id(a): i for i, a in enumerate(self.actions)}
        index = numbers.get(id(self.queue[position].action), -1)
        if sum(look.at == index for look in self.looks) > 2:
            return
        at = [p for p, e in enumerate(self.queue) if e.action.kind != "setup"]
        units = max(self.credit // SHARE, min(LEAST, self.credit))
        looking = Search(self.game, [self.queue[p] for p in at], units)
        try:
            found = looking.run()
        except Exception:  # a fault of ours in looking for a slip leaves the findings as they are
            found = None
        self.credit -= units - looking.left
        end = max((numbers.get(id(self.queue[p].action), -1) for p in at[: looking.end]), default=index) + 1
        if looking.end == len(at):
            end += 1  # a line more may tell more
        if found is None:
            self.looks.append(Look(position, index, end, None))
            return
        first = at[found.first]
        last = at[found.last - 1] + 1 if found.last > found.first else first
        self.looks.append(Look(first, index, end, Correction(first, last, found.entries)))
        self._requeue()

    def back_to(self, position: int) -> None:
        """Take back all lines but the first ``position`` of the queue."""
        while len(self.heard) > position:
            heard = self.heard.pop()
            if heard.pushed:
                self.game.pop()
        if self.provisional is not None and position <= self.provisional:
            self.provisional = None

    # ------------------------------------------------------------ what was found

    def step(self, index: int) -> Step | None:
        """The step of a line; None for one of the set-up, or that is not judged."""
        at = self._position(index)
        if at >= len(self.heard) or not self.heard[at].pushed:
            return None
        return self.game.lines[self._pushed(at)].step

    def mark(self, index: int) -> int:
        """How long the journal was before a line, as far as it is judged."""
        at = self._pushed(min(self._position(index), len(self.heard)))
        lines, changes = self.game.lines, self.game.journal.changes
        return lines[at].mark if at < len(lines) else len(changes)

    def _position(self, index: int) -> int:
        """Where a line of the record is in the queue; after the last one where there is none."""
        if index >= len(self.actions):
            return len(self.queue)
        action = self.actions[index]
        if index < len(self.queue) and self.queue[index].action is action:
            return index
        return next(p for p, e in enumerate(self.queue) if e.action is action)

    def _pushed(self, position: int) -> int:
        """Which line of the game one of the queue is, or the next one that is in the game."""
        return sum(h.pushed for h in self.heard[:position])

    def findings(self, record: Record) -> list[Finding]:
        """What is wrong with the record as far as it is judged, in its order; what could not be read included."""
        found = [of_reading("unreadable", bad) for bad in record.unreadable]
        found += [of_reading("note", note) for note in record.notes]
        found += [Finding("unsupported", "notation", cut.message, cut.place, help=cut.help) for cut in record.left_out]
        found += _set_up_late(self.actions)
        found += self.game.findings
        found.sort(key=lambda f: (f.place.line, f.place.column))
        return found

    def verdict(self, record: Record) -> Verdict:
        """The verdict on the record as far as it is judged."""
        game = self.game
        lines = [line for line in game.lines if not line.treatment.inserted]
        return Verdict(
            record,
            self.findings(record),
            [line.step for line in lines],
            game.board,
            game.journal,
            self.policy,
            self.policy == "stop" and self._stopped(),
            [line.mark for line in lines],
        )


def first_to_act(actions: list[Action]) -> Action | None:
    """The first line that acts: where the set-up is silent, it says whose turn it is."""
    return next((a for a in actions if (a.counted and a.kind != "turn-in") or a.kind == "unread"), None)


def _same(some: list[Action], others: list[Action]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _same_entry(one: Entry, other: Entry) -> bool:
    return one.action is other.action and one.treatment is other.treatment


def _inserted(entry: Entry) -> bool:
    """Whether a line is in no record."""
    return entry.treatment is not None and entry.treatment.inserted


def _set_up_late(actions: list[Action]) -> list[Finding]:
    """Notes on set-up lines after the first action."""
    message = "a set-up line after the first action was read as part of the set-up"
    begun = next((i for i, a in enumerate(actions) if a.kind != "setup"), len(actions))
    return [Finding("note", "notation", message, a.place) for a in actions[begun:] if a.kind == "setup"]


__all__ = ["Hearing", "Policy", "Step", "Verdict", "check"]
