"""Which plays have led from one position to another: a line's procedure is played with every answer that may be meant.

What was seen of the position after it, and the dice in their order, tell which way was taken. The rules are those of the
referee itself, so whatever a card can do is found, and nothing is found that it cannot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.ask import CARD_LISTS, Ask, Field, RollKind
from referee.engine.board import Board, Country
from referee.engine.cause import AtLine
from referee.engine.journal import Journal
from referee.engine.line import Line
from referee.engine.play import UNKNOWN, DeadEnd, Play
from referee.engine.requirement import Failure, FindingKind
from referee.engine.rolls import Roll
from referee.engine.tables.written import Played, WrittenTable
from referee.engine.work import Work
from referee.inputs.vassal_replay.target import Target
from referee.parsers.notation import compose

MOST_FITS = 8
"""Most ways of a line that are told apart."""
MOST_OPTIONS = 60
"""Most answers to one question that are tried."""
LEAVES_A_TRACE = frozenset({"travel", "disrupt", "deploy", "alert", "regime-change", "withdraw"})
"""Uses of a card that always change something in the countries that they name."""
MAY_FAIL = frozenset({RollKind.RECRUIT, RollKind.TRAVEL, RollKind.JIHAD, RollKind.PLOT, RollKind.WAR_OF_IDEAS})
"""Rolls of which a failure leaves no trace."""
_CELLS = ("sleepers", "actives")
MISREAD = MAY_FAIL | {RollKind.PLOT_EFFECT, RollKind.TEST, RollKind.GOVERNANCE, RollKind.POSTURE}
"""Rolls that people read wrongly: each die counts for itself."""
NEARER = 1
"""So many more things than in the nearest way may be otherwise in one that is kept beside it."""
A_RUN = 12
"""What one way costs, in units of work."""


@dataclass(slots=True)
class Seen:
    """What was seen of one play: the position behind it, the dice, and what helps to guess first what was meant."""

    target: Target
    dice: tuple[int, ...] = ()
    places: tuple[str, ...] = ()
    """The countries in which something changed, in the order in which it did."""
    gone: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Cards that left the hand of a side, besides the one that was played."""
    came: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Cards that came openly into the hand of a side, out of a pile."""
    plots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The values of Plot markers that were turned over, by country."""
    words: str = ""
    """What was said meanwhile, in small letters."""


@dataclass(slots=True)
class Way:
    """A way of playing a line that leads to what was seen."""

    line: Line
    segments: list[Played]
    text: str
    key: Any = None
    due: frozenset[str] = frozenset()
    """The countries in which anything was seen to change."""

    @property
    def untraced(self) -> bool:
        """Whether some roll of it left no trace, so that it may have been made elsewhere."""
        rolls = [r for p in self.segments for r in p.rolls]
        about = [r.subject for r in rolls if r.subject]
        if len(set(about)) < len(about) or any(name not in self.due for name in about):
            return True
        return any(r.kind not in _SHOWN and (r.kind not in MAY_FAIL or _failed(r)) for r in rolls)


def _failed(roll: Roll) -> bool:
    """Whether a roll, or one die of it, has brought nothing."""
    if roll.kind == RollKind.WAR_OF_IDEAS:
        return bool(roll.outcome == _NOTHING_CAME)
    return not all(roll.outcome) if isinstance(roll.outcome, tuple) else not roll.outcome


_NOTHING_CAME = 3
"""The lowest result of the War of Ideas table."""
_SHOWN = frozenset({RollKind.TEST, RollKind.GOVERNANCE, RollKind.POSTURE, RollKind.PRESTIGE, RollKind.PLOT_EFFECT})


def _instead(dice: tuple[int, ...], at: int, die: int) -> tuple[int, ...]:
    return (*dice[:at], die, *dice[at + 1 :])


class _Pruned(DeadEnd):
    """This way leads somewhere else."""


class ObservedTable(WrittenTable):
    """Answers by a script of choices, with what was seen first; the dice are those that were seen."""

    def __init__(self, search: Search, script: Sequence[int], unseen: int) -> None:
        super().__init__()
        self.search, self.script, self.unseen = search, script, unseen
        self.counts: list[int] = []
        self.left = list(search.dice)
        self.strange: set[str] = set()
        self.broken = 0
        self.said: dict[int, bool | None] = {}
        self.taken: list[int] = []
        self.changed: list[tuple[Roll, tuple[int, ...]]] = []
        """The roll that was read as if it had fallen otherwise, and how it fell."""
        self.revealed: dict[str, list[str]] = {c: list(v) for c, v in search.seen.plots.items()}

    def pick(self, n: int) -> int:
        """The choice of the script at this point, of so many."""
        at = len(self.counts)
        self.counts.append(n)
        return self.script[at] if at < len(self.script) else 0

    def answer(self, ask: Ask) -> Any:
        """The answer that the script has next."""
        self.search.prune(self)
        options = self.search.options(self, ask)
        if not options:
            raise DeadEnd((), ask)
        choice = options[self.pick(len(options))]
        if self.search.relaxed and choice != UNKNOWN and not ask.holds(choice):
            self.breaks()
        self.note(ask, choice)
        self.stack[-1].answers.append((ask, choice))
        return choice

    def note(self, ask: Ask, choice: Any) -> None:
        """Keep what the answer says of countries and cards."""
        name = choice[0] if isinstance(choice, tuple) and choice else choice
        search = self.search
        if isinstance(name, str) and name in search.board.countries and name not in search.places:
            self.strange.add(name)
            if len(self.strange) > self.unseen:
                raise _Pruned
        if ask.field in CARD_LISTS and isinstance(choice, int):
            self.taken.append(choice)
        if ask.field == Field.VALUE and choice in self.revealed.get(ask.subject, ()):
            self.revealed[ask.subject].remove(choice)

    def more(self, ask: Ask, so_far: int) -> bool:
        """Whether the list goes on, as the script has it."""
        if ask.due is not None:
            return ask.due
        if so_far > 12 or not ask.options():
            return False
        self.search.prune(self)
        first = bool(self.left) or bool(self.search.wrong_now())
        return first if self.pick(2) == 0 else not first

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The next dice that were seen."""
        self.search.prune(self)
        played = self.stack[-1]
        played.rolls.append(roll)
        played.before.append(len(played.answers))
        if len(self.left) < roll.n:
            raise _Pruned
        dice = tuple(self.left[: roll.n])
        del self.left[: roll.n]
        if self.search.misread and not self.changed and roll.n <= 3 and roll.kind in MISREAD:
            others = [dice, *(_instead(dice, i, d) for i in range(roll.n) for d in (1, 6) if dice[i] != d)]
            taken = others[self.pick(len(others))]
            if taken != dice:
                self.changed.append((roll, dice))
                return taken
        if roll.leads is not None and roll.chosen not in roll.leads(dice):
            raise _Pruned
        if roll.leads is None and roll.kind == RollKind.PICK and roll.n == 1 and roll.among:
            at = (dice[0] - 1) // max(1, 6 // len(roll.among))
            if at >= len(roll.among) or roll.among[at] != roll.chosen:
                raise _Pruned
        return dice

    def hand(self, side: str) -> list[Any]:
        """Hands are hidden."""
        return [UNKNOWN]

    # ------------------------------------------------------------ what no rule allows, where that is tried

    def breaks(self) -> None:
        """One more rule is broken; one a play is believed."""
        self.broken += 1
        if not self.search.relaxed or self.broken > 1:
            raise _Pruned

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        """A requirement of the procedure fails."""
        self.breaks()

    def left_out(self, rule: str, message: str, help: str) -> None:
        """A part that is due is not there."""
        self.breaks()

    def remark(self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...]) -> None:
        """Something is out of order."""
        if kind != "note":
            self.breaks()

    def mentioned(self, card: int) -> bool | None:
        """An event that is due may have been forgotten."""
        if not self.search.relaxed or card in self.said:
            return self.said.get(card)
        self.said[card] = False if self.broken < 1 and self.pick(2) else None
        return self.said[card]


class Search:
    """Looks for the ways of one line."""

    def __init__(self, board: Board, journal: Journal, seen: Seen, work: Work, number: int) -> None:
        self.board, self.journal, self.seen, self.work, self.number = board, journal, seen, work, number
        self.mark = journal.mark()
        self.wrong = seen.target.wrong(board)
        self.due = {subject for subject, _ in self.wrong}
        self.dice = seen.dice
        said = [n for n in board.names if n in board.countries and n.split("/")[0].casefold() in seen.words]
        self.places = tuple(dict.fromkeys((*seen.places, *(s for s in self.due if s), *said)))
        self.changed = tuple(dict.fromkeys((*seen.places, *(s for s in self.due if s))))
        self.cells = {n: (c.sleepers, c.actives) for n, c in board.countries.items()}
        self.runs = 0
        self.least = max(1, len(self.wrong)) - NEARER
        self.near: dict[Any, tuple[int, Way]] = {}
        """Ways that lead near to what was seen, with how many things are otherwise then."""
        self.cut = False
        """Whether not every way was tried."""
        self.relaxed = False
        """Whether answers that a rule refuses are tried, too, where something was seen to happen."""
        self.misread = False
        """Whether one die may have been read as another."""

    # ------------------------------------------------------------ where a way has led so far

    def touched(self) -> set[str]:
        """The places that this way has changed."""
        names = set()
        for change in self.journal.changes[self.mark :]:
            for obj, *_ in change.writes:
                names.add(obj.name if isinstance(obj, Country) else "")
        return names

    def wrong_now(self) -> bool:
        """Whether anything is otherwise than it was seen."""
        return bool(self.seen.target.wrong(self.board, self.due | self.touched()))

    def prune(self, table: ObservedTable) -> None:
        """End a way that has changed what was not seen to change; tracks and Plots may still come back."""
        for name in self.touched():
            if name and name not in self.due and self.seen.target.wrong(self.board, (name,)):
                raise _Pruned

    def options(self, table: ObservedTable, ask: Ask) -> list[Any]:
        """The answers to try, those that were seen first."""
        if ask.field in CARD_LISTS:
            return self.cards(table, ask)
        options = ask.options()
        if table.stack[-1].name == "op" and self.strict(table, ask):
            options = [o for o in options if self.about(o) in self.changed or self.about(o) not in self.board.countries]
        if ask.field in (Field.FROM, Field.TO) and table.stack[-1].name == "op" and not self.relaxed:
            options = [o for o in options if self.room(table, ask.field, self.about(o))]
        if self.relaxed:
            options += [o for o in ask.domain() if o not in options and self.about(o) in self.changed]
        if ask.field == Field.VALUE:
            values = table.revealed.get(ask.subject)
            return [v for v in options if v in values] if values else options
        if ask.field == Field.MARKER and ask.hidden:
            there = self.lying(ask.subject)
            return [v for v in options if v in there and "?" not in there] or [UNKNOWN]
        order = {name: i for i, name in enumerate(self.places)}
        if len(table.strange) >= table.unseen:
            seen = {*self.places, *table.strange}
            options = [o for o in options if (n := self.about(o)) not in self.board.countries or n in seen]
        return sorted(options, key=lambda o: order.get(self.about(o), 99))[:MOST_OPTIONS]

    def cards(self, table: ObservedTable, ask: Ask) -> list[Any]:
        """The cards to try for an answer, the first of those that were seen to move before all others."""
        moved = self.seen.came if ask.field == Field.DRAW else self.seen.gone
        cards = [n for pile in (*moved.values(), *self.seen.came.values()) for n in pile if n not in table.taken]
        found = [n for n in dict.fromkeys(cards) if ask.holds(n)]
        rest = [o for o in ask.options() if o not in found and not (found and o == UNKNOWN)]
        known = [o for o in rest if not isinstance(o, int)]
        return (found[:1] + known + [o for o in rest if isinstance(o, int)])[:MOST_OPTIONS]

    def room(self, table: ObservedTable, field: Field, name: str) -> bool:
        """Whether one Cell more may have left a country, or come there, as far as was seen."""
        before = self.cells.get(name)
        if before is None or self.use(table) != "travel":
            return True
        after = tuple(
            self.seen.target.by_subject.get(name, {}).get((name, f), n) for f, n in zip(_CELLS, before, strict=True)
        )
        net = sum(before) - sum(after)
        turned = max(0, before[1] - after[1])
        there: int = sum(a.field == field and self.about(v) == name for a, v in table.stack[-1].answers)
        if field == Field.TO and name not in self.changed:
            return True
        return bool(there < (max(0, net) if field == Field.FROM else max(0, -net)) + turned)

    def use(self, table: ObservedTable) -> str:
        """What the card is used for on this way."""
        return next((str(v) for p in reversed(table.segments) for a, v in p.answers if a.field == Field.USE), "")

    def strict(self, table: ObservedTable, ask: Ask) -> bool:
        """Whether an answer always leaves a trace in the country that it names."""
        use = self.use(table)
        if use == "travel" and ask.field == Field.TO:
            return not table.left
        return use in LEAVES_A_TRACE

    def lying(self, country: str) -> tuple[str, ...]:
        """The Plot markers that were seen in a country."""
        values: tuple[str, ...] = self.seen.target.by_subject.get(country, {}).get((country, "plots"), ())
        return values

    @staticmethod
    def about(option: Any) -> str:
        """The country that an answer names; "" for none."""
        name = option[0] if isinstance(option, tuple) and option else option
        return name if isinstance(name, str) else ""

    # ------------------------------------------------------------ the search

    def ways(self, lines: Sequence[Line], most: int, unseen: Sequence[int] = (0, 1, 3)) -> list[Way]:
        """The ways of these lines, each in no more than ``most`` tries.

        Ways that name no country but those that were seen come first; others may be what failed there.
        """
        found: dict[Any, Way] = {}
        for n in unseen:
            if found and (n > 1 or not any(w.untraced for w in found.values())):
                break
            for line in lines:
                for way in self.of_line(line, most, n):
                    found.setdefault(way.key, way)
                    if len(found) >= MOST_FITS:
                        return list(found.values())
            if len(found) > 1 and n:
                break
        return list(found.values())

    def nearest(self) -> Way | None:
        """The one way that comes nearer to what was seen than all others; None if there are several or none."""
        least = min((n for n, _ in self.near.values()), default=0)
        found = [w for n, w in self.near.values() if n == least]
        return found[0] if len(found) == 1 and (least < len(self.wrong) or self.dice) else None

    def of_line(self, line: Line, most: int, unseen: int) -> Iterator[Way]:
        """The ways of one line."""
        script: list[int] = []
        fits = 0
        for _ in range(most):
            self.runs += 1
            self.work.spend(A_RUN)
            table = ObservedTable(self, script, unseen)
            way = self.run(line, table)
            if way is not None:
                fits += 1
                yield way
            counts = table.counts
            script = (script + [0] * len(counts))[: len(counts)]
            while script and script[-1] + 1 >= counts[len(script) - 1]:
                script.pop()
            if not script:
                return
            script[-1] += 1
        self.cut = True

    def run(self, line: Line, table: ObservedTable) -> Way | None:
        """Play the line once; the way, if it leads to what was seen."""
        play = Play(self.board, self.journal, table, (AtLine(self.number),), "a1", self.number, line.side)
        try:
            self.board.rules.procedures[line.kind](play, line)
            if table.left:
                return None
            wrong = self.seen.target.wrong(self.board, self.due | self.touched())
            if wrong and len(wrong) > self.least + NEARER:
                return None
            for roll, dice in table.changed:
                roll.dice = dice
            text = written(line, table.segments)
            way = Way(line, table.segments, text, _key(text), frozenset(self.due))
            if not wrong:
                return way
            self.least = min(self.least, len(wrong))
            self.near.setdefault(way.key, (len(wrong), way))
            return None
        except Exception:  # a dead end; or a fault of ours, which costs this one way and not the log
            return None
        finally:
            self.journal.undo_to(self.mark)


def written(line: Line, segments: list[Played]) -> str:
    """The line of a way, in the notation."""
    if line.kind == "card":
        use = next((str(v) for p in segments for a, v in p.answers if a.field == Field.USE), "event")
        orders = {
            a.address.card: v for p in segments if p.name == "card" for a, v in p.answers if a.field == Field.ORDER
        }
        happened = {p.card for p in segments if p.name == "event"}
        skipped = {n: where for n, where in orders.items() if n not in happened}
        return compose.card_line(line.side, line.cards, line.reserves, use, segments, skipped)
    return compose.standing(segments)


def _key(text: str) -> Any:
    """What tells one play from another: not the order of its parts, and not which die fell for which of them."""
    bare = re.sub(r"\s*\w*\[[^\]]*\]", "", text)
    side, _, bare = bare.partition(" ")
    head, _, rest = bare.partition(" ")
    if not head[:1].isdigit():
        return side, head, tuple(sorted(e.strip() for e in rest.split(",")))
    uses = []
    for part in rest.split(" / "):
        use, _, entries = part.strip().partition(" ")
        uses.append((use, tuple(sorted(e.strip() for e in entries.split(",")))))
    return side, head, tuple(sorted(uses))
