"""The referee: re-plays a record one action at a time and says what it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.engine.findings import Finding, of_reading
from referee.engine.game import Game
from referee.engine.script import Action, Record
from referee.engine.setup import Setup
from referee.engine.steps import Policy, Step, Verdict
from referee.engine.work import Spent, for_record

MAX_FINDINGS = 1000
"""Findings after which a record is judged no further: it is not the record of a game."""


def check(
    record: Record,
    setup: Setup,
    *,
    policy: Policy = "as-played",
    alternatives: bool = False,
    watch: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Re-play a record. ``setup`` is the scenario's position; ``policy`` says what holds after a violation.

    ``watch`` is told in front of each line how many are judged, and of how many.

    What takes more work than a record may cost (:mod:`referee.engine.work`) is judged up to that point only, and so is
    what has more than ``MAX_FINDINGS`` findings; an *unsupported* finding says so, and how much is left.
    """
    hearing = Hearing(setup, policy, alternatives=alternatives)
    hearing.take(record.actions)
    while not hearing.over:
        if watch is not None:
            watch(hearing.done, len(record.actions))
        hearing.go_on()
    return hearing.verdict(record)


class Heard(NamedTuple):
    """A line that is dealt with, and how things stood before it."""

    pushed: bool
    """Whether it is a line of the game; one of the set-up is not."""
    found: int
    spent: int


class Hearing:
    """The lines of a record, judged one after the other within what a record may cost; the last ones can be taken back."""

    def __init__(self, setup: Setup, policy: Policy = "as-played", *, alternatives: bool = False) -> None:
        self.setup, self.policy, self.alternatives = setup, policy, alternatives
        self.actions: list[Action] = []
        self._begin()

    def _begin(self) -> None:
        """Stand at the position before the first line."""
        actions = self.actions
        self.blocks = [a for a in actions if a.kind == "setup"]
        self.first = first_to_act(actions)
        self.game = Game(self.setup, self.policy, alternatives=self.alternatives)
        self.game.set_up(self.blocks, self.first)
        self.heard: list[Heard] = []
        self.found = 0
        self.provisional: int | None = None
        """The first line that was judged as it stands only, by index."""
        self.spent = False
        """Whether the work ran out on the next line."""

    def take(self, actions: list[Action]) -> None:
        """Take the lines of the record as they are now; what was judged stays judged down to the first that differs."""
        blocks = [a for a in actions if a.kind == "setup"]
        old, self.actions = self.actions, actions
        if first_to_act(actions) is not self.first or not _same(blocks, self.blocks):
            self._begin()
        same = 0
        while same < min(len(self.heard), len(actions)) and old[same] is actions[same]:
            same += 1
        self.back_to(same)
        work = self.game.work
        work.most = for_record(len(actions), guided=bool(self.setup.rules.guides)).most
        while work.spent > work.most:  # fewer lines may cost less
            self.back_to(len(self.heard) - 1)
        self.spent = False

    @property
    def done(self) -> int:
        """How many lines are dealt with."""
        return len(self.heard)

    @property
    def stopped(self) -> bool:
        """Whether the policy ends the record at its last line."""
        return self.policy == "stop" and any(line.step.counted for line in self.game.lines[-1:])

    @property
    def over(self) -> bool:
        """Whether nothing more is judged."""
        return self.done == len(self.actions) or self.spent or self.found > MAX_FINDINGS or self.stopped

    def go_on(self, units: float = 0) -> bool:
        """Deal with the next line; False where there is none, or none that is judged.

        A line that takes more ``units`` of work than are given (0: as many as it takes) is judged as it stands, without
        what it says of the lines before it and they of it, if that takes less. The first call without a limit goes back
        to the first such line and judges it in full.
        """
        if self.provisional is not None and not units:
            self.back_to(self.provisional)
        if self.over:
            return False
        action = self.actions[self.done]
        if action.kind == "setup":
            self.heard.append(Heard(False, self.found, self.game.work.spent))
            return True
        if self._push(action, units, hindsight=True):
            return True
        return not self.spent and self.game.looked_back and self._push(action, units, hindsight=False)

    def _push(self, action: Action, units: float, *, hindsight: bool) -> bool:
        work = self.game.work
        before, most = work.spent, work.most
        if units:
            work.most = min(most, before + units)
        try:
            step = self.game.push(action, hindsight=hindsight)
        except Spent:
            self.spent = work.spent > most
            work.spent = before
            return False
        finally:
            work.most = most
        if not hindsight and self.provisional is None:
            self.provisional = self.done
        self.heard.append(Heard(True, self.found, before))
        self.found += len(step.findings)
        return True

    def back_to(self, done: int) -> None:
        """Take back all lines but the first ``done``."""
        while len(self.heard) > done:
            heard = self.heard.pop()
            if heard.pushed:
                self.game.pop()
            self.found, self.game.work.spent = heard.found, heard.spent
            self.spent = False
        if self.provisional is not None and done <= self.provisional:
            self.provisional = None

    # ------------------------------------------------------------ what was found

    def step(self, index: int) -> Step | None:
        """The step of a line; None for one of the set-up, or that is not judged."""
        if index >= self.done or not self.heard[index].pushed:
            return None
        return self.game.lines[self._pushed(index)].step

    def mark(self, index: int) -> int:
        """How long the journal was before a line, as far as it is judged."""
        at = self._pushed(min(index, self.done))
        lines, changes = self.game.lines, self.game.journal.changes
        return lines[at].mark if at < len(lines) else len(changes)

    def _pushed(self, index: int) -> int:
        """Which line of the game one of the record is, or the next one that is in the game."""
        return sum(h.pushed for h in self.heard[:index])

    def findings(self, record: Record) -> list[Finding]:
        """What is wrong with the record as far as it is judged, in its order; what could not be read included."""
        found = [of_reading("unreadable", bad) for bad in record.unreadable]
        found += [of_reading("note", note) for note in record.notes]
        found += [Finding("unsupported", "notation", cut.message, cut.place, help=cut.help) for cut in record.left_out]
        found += _set_up_late(self.actions)
        left = self.actions[self.done :]
        if left and self.over and not self.stopped:
            found.append(_left(left, spent=self.spent))
        found += self.game.findings
        found.sort(key=lambda f: (f.place.line, f.place.column))
        return found

    def verdict(self, record: Record) -> Verdict:
        """The verdict on the record as far as it is judged."""
        game = self.game
        steps = [line.step for line in game.lines]
        return Verdict(record, self.findings(record), steps, game.board, game.journal, self.policy, self.stopped)


def first_to_act(actions: list[Action]) -> Action | None:
    """The first line that acts: where the set-up is silent, it says whose turn it is."""
    return next((a for a in actions if (a.counted and a.kind != "turn-in") or a.kind == "unread"), None)


def _same(some: list[Action], others: list[Action]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _set_up_late(actions: list[Action]) -> list[Finding]:
    """Notes on set-up lines that stand behind the first line that acts."""
    message = "a set-up line after the first action was read as part of the set-up"
    begun = next((i for i, a in enumerate(actions) if a.kind != "setup"), len(actions))
    return [Finding("note", "notation", message, a.place) for a in actions[begun:] if a.kind == "setup"]


def _left(left: list[Action], *, spent: bool) -> Finding:
    """What is not judged, and why."""
    n = len(left)
    lines = (
        f"this line and the {n - 1} after it are"
        if n > 2
        else "this line and the next are"
        if n == 2
        else "this line is"
    )
    why = (
        "the record leaves so much open that checking all of it would take too long"
        if spent
        else "the record has too many findings"
    )
    return Finding("unsupported", "referee", f"{lines} not judged: {why}", left[0].place)


__all__ = ["Hearing", "Policy", "Step", "Verdict", "check"]
