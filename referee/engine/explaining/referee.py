"""The referee: the replay of a record and its findings.

The record is replayed one action at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import TypeVar

from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.judging.judged_lines import Correction, JudgedLine, PendingLine
from referee.engine.record.findings import Finding, of_reading
from referee.engine.record.setup import Setup
from referee.engine.record.steps import JudgedStep, Judgement, Policy
from referee.engine.record.work import BY_FLOWCHART, Spent, collect_seldom
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Action, Record

T = TypeVar("T")

UNFINISHED = "referee"
"""The substitute for a rule after a failure of the referee."""

LOOKS, LOOKS_A_LINE = 24_000, 200
"""Units of work for slips: a base, and more for each line."""
SHARE, LEAST = 3, 6_000
"""One search's share of the rest (a third), and its minimum."""
MOST_LOOKS = 3
"""Most searches for a slip at one line."""
LONGEST = 200
"""Lines of a long game: a longer record has no more work for slips."""


def check(
    record: Record,
    setup: Setup,
    *,
    policy: Policy = "as-played",
    alternatives: bool = False,
    watch: Callable[[int, int], None] | None = None,
    slips: bool = True,
) -> Judgement:
    """Replay a record and return its verdict.

    ``setup`` is the scenario's position; ``policy`` decides how the game goes on after a violation. ``watch`` is called
    before each line with the number of judged lines and the total. Without ``slips``, each line is judged as written,
    without a search for slips of the pen.

    Every line is judged, under every policy but *stop*; gaps are examined within the limit on the work
    (:mod:`referee.engine.record.work`).
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


class QueuedLine(NamedTuple):
    """A judged line, with the state before it."""

    pushed: bool
    """Whether it is a line of the game.

    One of the set-up is not.
    """


class SearchOutcome(NamedTuple):
    """A search for a slip: its lines, and its result."""

    first: int
    """Position of the first line that it may have changed."""
    at: int
    """Index of the suspicious line in the record."""
    end: int
    """Index after the last examined line of the record."""
    spent: int
    """Units of work."""
    correction: Correction | None
    """The slip and the corrected lines."""


class Hearing:
    """The judging of a record's lines in order.

    It observes the limit on the work, and can undo the last lines. Lines are judged in the order of the record, except
    for slips of the pen: after one is found, lines are judged as they were meant (``queue``).
    """

    def __init__(
        self, setup: Setup, policy: Policy = "as-played", *, alternatives: bool = False, slips: bool = True
    ) -> None:
        self.setup, self.policy, self.alternatives, self.slips = setup, policy, alternatives, slips
        self.actions: list[Action] = []
        self.played = Hearing(setup) if slips and policy != "as-played" else None
        """The same record as played: mistakes of writing are independent of the policy."""
        self.searches: list[SearchOutcome] = []
        self._begin()

    def _begin(self) -> None:
        """Start at the position before the first line."""
        actions = self.actions
        self.blocks = [a for a in actions if a.kind == "setup"]
        self.first = first_to_act(actions)
        self.game = ExplainedGame(self.setup, self.policy, alternatives=self.alternatives)
        self.game.set_up(self.blocks, self.first)
        self.heard: list[QueuedLine] = []
        self.queue: list[PendingLine] = []
        """The lines in the order of judging."""
        self.searches = []
        self.credit = 0
        """Remaining units of work for slips."""
        self.provisional: int | None = None
        """Position of the first line that was judged only as it stands."""

    def take(self, actions: list[Action]) -> None:
        """Take the lines of a record; keep judgements before the first difference.

        A slip sought near that line is sought again.
        """
        if self.played is not None:
            self.played.take(actions)
        blocks = [a for a in actions if a.kind == "setup"]
        old, self.actions = self.actions, actions
        if first_to_act(actions) is not self.first or not _same(blocks, self.blocks):
            self._begin()
        same = _in_common(old, actions, is_)
        kept = next((i for i, look in enumerate(self.searches) if look.end > same), len(self.searches))
        again = [look.first for look in self.searches[kept:]]
        del self.searches[kept:]
        self._requeue()
        if again and min(again) < len(self.heard):  # sought again when the line is judged again
            self.provisional = min(again) if self.provisional is None else min(*again, self.provisional)
        self.credit = LOOKS + LOOKS_A_LINE * min(len(actions), LONGEST)
        if self.setup.rules.guides:
            self.credit *= BY_FLOWCHART
        self.credit -= sum(look.spent for look in self.searches)

    def _requeue(self) -> None:
        """Arrange the lines for judging; keep judgements before the first difference."""
        queue = [PendingLine(a) for a in self.actions]
        for look in self.searches:
            if look.correction is not None:
                queue[look.correction.first : look.correction.last] = look.correction.entries
        self.back_to(_in_common(self.queue[: len(self.heard)], queue, _same_entry))
        self.queue = queue

    @property
    def done(self) -> int:
        """The number of processed lines of the record."""
        return len(self.heard) - sum(_inserted(e) for e in self.queue[: len(self.heard)])

    def _stopped(self) -> bool:
        """Return whether the policy *stop* ends the record at its last line."""
        return any(f.rule != UNFINISHED for line in self.game.lines[-1:] for f in line.step.counted)

    @property
    def over(self) -> bool:
        """Whether nothing more is judged."""
        if self.played is not None and not self.played.over:
            return False
        return len(self.heard) == len(self.queue) or (self.policy == "stop" and self._stopped())

    def go_on(self, units: float = 0) -> bool:
        """Process the next line; return False if there is none to judge.

        A line that takes more than ``units`` of work (0: any amount) is judged as it stands, without its effects on
        earlier lines, if that takes less. The first call without a limit goes back to the first such line and judges it
        in full.
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
            self.heard.append(QueuedLine(False))
            return True
        if self._push(entry, units, hindsight=True):
            return True
        return self.game.looked_back and self._push(entry, units, hindsight=False)

    def _play_on(self, played: Hearing) -> None:
        """Judge the next line as played.

        After the last one, the meant lines are known.
        """
        played.go_on()
        if played.over:
            self.back_to(0)
            self.queue = played.queue

    def _push(self, entry: PendingLine, units: float, *, hindsight: bool) -> bool:
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
        self.heard.append(QueuedLine(True))
        known = not self.game.board.unknown  # in a position known in part a slip explains no more than the unknown does
        if step.findings and self.slips and known and self.played is None and self._suspicious(self.game.lines[-1]):
            if not hindsight or units:
                self.provisional = len(self.heard) - 1 if self.provisional is None else self.provisional
            else:
                self._look()
        return True

    def _suspicious(self, line: JudgedLine) -> bool:
        """Whether a slip of the pen may explain a line's mistakes."""
        if not line.step.counted:
            return False
        from referee.engine.explaining.slips.search import opening  # a record without findings needs nothing of slips

        return bool(opening(line))

    def _look(self) -> None:
        """Search for the slip that explains the last line's mistakes."""
        from referee.engine.explaining.slips.search import Search

        if self.credit <= 0:
            return
        position = len(self.heard) - 1
        numbers = {id(a): i for i, a in enumerate(self.actions)}
        index = numbers.get(id(self.queue[position].action), -1)
        if sum(look.at == index for look in self.searches) >= MOST_LOOKS:
            return
        at = [p for p, e in enumerate(self.queue) if e.action.kind != "setup"]
        units = max(self.credit // SHARE, min(LEAST, self.credit))
        looking = Search(self.game, [self.queue[p] for p in at], units)
        try:
            found = looking.run()
        except Exception:  # a fault of ours in this search leaves the findings as they are
            found = None
        spent = units - looking.left
        self.credit -= spent
        end = max((numbers.get(id(self.queue[p].action), -1) for p in at[: looking.end]), default=index) + 1
        if looking.end == len(at):
            end += 1  # one more line may show more
        if found is None:
            self.searches.append(SearchOutcome(position, index, end, spent, None))
            return
        first = at[found.first]
        last = at[found.last - 1] + 1 if found.last > found.first else first
        self.searches.append(SearchOutcome(first, index, end, spent, Correction(first, last, found.entries)))
        self._requeue()

    def back_to(self, position: int) -> None:
        """Undo all lines but the first ``position`` of the queue."""
        while len(self.heard) > position:
            heard = self.heard.pop()
            if heard.pushed:
                self.game.pop()
        if self.provisional is not None and position <= self.provisional:
            self.provisional = None

    # ------------------------------------------------------------ what was found

    def step(self, index: int) -> JudgedStep | None:
        """Return the step of a line.

        Returns None for a line of the set-up, or one that is not judged.
        """
        at = self._position(index)
        if at >= len(self.heard) or not self.heard[at].pushed:
            return None
        return self.game.lines[self._pushed(at)].step

    def mark(self, index: int) -> int:
        """Return the length of the journal before a line."""
        at = self._pushed(min(self._position(index), len(self.heard)))
        lines, changes = self.game.lines, self.game.journal.changes
        return lines[at].mark if at < len(lines) else len(changes)

    def _position(self, index: int) -> int:
        """Return the position of a record's line in the queue.

        After the last one if it is not there.
        """
        if index >= len(self.actions):
            return len(self.queue)
        action = self.actions[index]
        if index < len(self.queue) and self.queue[index].action is action:
            return index
        return next(p for p, e in enumerate(self.queue) if e.action is action)

    def _pushed(self, position: int) -> int:
        """Return the game's line for a queued one, or the next."""
        return sum(h.pushed for h in self.heard[:position])

    def findings(self, record: Record) -> list[Finding]:
        """Return the findings of the judged part in order, unreadable lines included."""
        found = [of_reading("unreadable", bad) for bad in record.unreadable]
        found += [of_reading("note", note) for note in record.notes]
        found += [Finding("unsupported", "notation", cut.message, cut.place, help=cut.help) for cut in record.left_out]
        found += _set_up_late(self.actions)
        found += self.game.findings
        found.sort(key=lambda f: (f.place.line, f.place.column))
        return found

    def verdict(self, record: Record) -> Judgement:
        """Return the verdict on the judged part of the record."""
        game = self.game
        lines = [line for line in game.lines if not line.treatment.inserted]
        return Judgement(
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
    """Return the first line that acts.

    It shows whose turn it is if the set-up does not.
    """
    return next((a for a in actions if (a.counted and a.kind != "turn-in") or a.kind == "unread"), None)


def _same(some: list[Action], others: list[Action]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _in_common(old: Sequence[T], new: Sequence[T], same: Callable[[T, T], bool]) -> int:
    """The number of lines before the first difference."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, pair in pairs if not same(*pair)), min(len(old), len(new)))


def _same_entry(one: PendingLine, other: PendingLine) -> bool:
    return one.action is other.action and one.treatment is other.treatment


def _inserted(entry: PendingLine) -> bool:
    """Return whether a line is in no record."""
    return entry.treatment is not None and entry.treatment.inserted


def _set_up_late(actions: list[Action]) -> list[Finding]:
    """Return notes on set-up lines after the first action."""
    message = "a set-up line after the first action was read as part of the set-up"
    begun = next((i for i, a in enumerate(actions) if a.kind != "setup"), len(actions))
    return [Finding("note", "notation", message, a.place) for a in actions[begun:] if a.kind == "setup"]


__all__ = ["Hearing", "JudgedStep", "Judgement", "Policy", "check"]
