"""Plays that lead from one position to another.

A line's procedure is played with every plausible answer. The position seen after it, and the dice in their order,
decide between the ways. The rules are the referee's own, so the search finds every effect of a card and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.judging.game import Game
from referee.engine.law.ask import CARD_LISTS, Ask, Field, RollKind
from referee.engine.law.line import LineHead
from referee.engine.law.requirement import Failure, FindingKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.written import WrittenTable
from referee.engine.law.walk import Walk
from referee.engine.state.names import Names
from referee.inputs.vassal_replay.target import Target
from referee.inputs.vassal_replay.ways import MAY_FAIL, Way, use_of

MOST_FITS = 8
"""Most different ways of a line."""
MOST_OPTIONS = 60
"""Most answers to one question to try."""
MOST_ITEMS = 12
"""Most items of a list to try."""
LEAVES_A_TRACE = frozenset({"travel", "disrupt", "deploy", "alert", "regime-change", "withdraw"})
"""Uses of a card that always change their countries."""
MISREAD = MAY_FAIL | {RollKind.PLOT_EFFECT, RollKind.TEST, RollKind.GOVERNANCE, RollKind.POSTURE}
"""Rolls that people misread: each die counts for itself."""
NEARER = 1
"""Differences allowed beyond those of the nearest way."""
A_RUN = 12
"""The cost of one way, in units of work."""
_CELLS = ("sleepers", "actives")


@dataclass(slots=True)
class Evidence:
    """A log's evidence of one play.

    It has the position after the play, the dice, and signs of a likely answer.
    """

    target: Target
    dice: tuple[int, ...] = ()
    places: tuple[str, ...] = ()
    """Changed countries, in this order."""
    departures: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Cards that left a side's hand, without the one played."""
    arrivals: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Cards that came openly into a side's hand from a pile."""
    plots: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Values of revealed Plot markers, by country."""
    words: str = ""
    """Chat at that time, in small letters."""

    def names(self, country: str) -> bool:
        """Whether the chat names a country."""
        return country.split("/", maxsplit=1)[0].casefold() in self.words


class _DeadEnd(DeadEnd):
    """This way leads to another position."""


def about(option: Any) -> str:
    """The country of an answer, or ""."""
    name = option[0] if isinstance(option, tuple) and option else option
    return name if isinstance(name, str) else ""


class SearchTable(WrittenTable):
    """A table with scripted answers and the log's dice."""

    def __init__(self, search: LineSearch, script: Sequence[int], unseen: int) -> None:
        super().__init__()
        self.search, self.script, self.unseen = search, script, unseen
        self.counts: list[int] = []
        """Numbers of choices, point by point."""
        self.left = list(search.evidence.dice)
        self.untraced: set[str] = set()
        """Named countries without a trace in the log."""
        self.broken = 0
        self.mentions: dict[int, bool | None] = {}
        self.taken: list[int] = []
        self.misreadings: list[tuple[Roll, tuple[int, ...]]] = []
        """The misread roll, and the dice as they fell."""
        self.revealed: dict[str, list[str]] = {c: list(v) for c, v in search.evidence.plots.items()}

    def pick(self, n: int) -> int:
        """The choice of the script at this point, out of ``n``."""
        at = len(self.counts)
        self.counts.append(n)
        return self.script[at] if at < len(self.script) else 0

    def answer(self, ask: Ask) -> Any:
        """The next answer of the script."""
        self.search.prune()
        options = self.search.options(self, ask)
        if not options:
            raise DeadEnd((), ask)
        choice = options[self.pick(len(options))]
        if self.search.relaxed and choice != UNKNOWN and not ask.holds(choice):
            self._break()
        name = about(choice)
        if name in self.search.board.countries and name not in self.search.places:
            self.untraced.add(name)
            if len(self.untraced) > self.unseen:
                raise _DeadEnd
        if ask.field in CARD_LISTS and isinstance(choice, int):
            self.taken.append(choice)
        if ask.field == Field.VALUE and choice in self.revealed.get(ask.subject, ()):
            self.revealed[ask.subject].remove(choice)
        self.stack[-1].answers.append((ask, choice))
        return choice

    def more(self, ask: Ask, so_far: int) -> bool:
        """Whether the list goes on, by the script."""
        if ask.due is not None:
            return ask.due
        if so_far > MOST_ITEMS or not ask.options():
            return False
        self.search.prune()
        likely = bool(self.left) or bool(self.search.wrong_now())
        return likely if self.pick(2) == 0 else not likely

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The next dice of the log."""
        self.search.prune()
        played = self.stack[-1]
        played.rolls.append(roll)
        played.before.append(len(played.answers))
        if len(self.left) < roll.n:
            raise _DeadEnd
        dice = tuple(self.left[: roll.n])
        del self.left[: roll.n]
        taken = self._misread(roll, dice)
        if taken != dice:
            return taken
        if roll.leads is not None:
            leads = roll.chosen in roll.leads(dice)
        elif roll.kind == RollKind.PICK and roll.n == 1 and roll.among:
            at = (dice[0] - 1) // max(1, 6 // len(roll.among))
            leads = at < len(roll.among) and roll.among[at] == roll.chosen
        else:
            leads = True
        if not leads:
            raise _DeadEnd
        return dice

    def _misread(self, roll: Roll, dice: tuple[int, ...]) -> tuple[int, ...]:
        """The dice, perhaps with one misread, by the script."""
        if not self.search.misread or self.misreadings or roll.n > 3 or roll.kind not in MISREAD:
            return dice
        others = [(*dice[:i], d, *dice[i + 1 :]) for i in range(roll.n) for d in (1, 6) if dice[i] != d]
        taken = [dice, *others][self.pick(1 + len(others))]
        if taken != dice:
            self.misreadings.append((roll, dice))
        return taken

    def hand(self, side: str) -> list[Any]:
        """Hands are hidden."""
        return [UNKNOWN]

    # ------------------------------------------------------------ broken rules, in a relaxed search

    def _break(self) -> None:
        """Count one more broken rule; one in a play is believed."""
        self.broken += 1
        if not self.search.relaxed or self.broken > 1:
            raise _DeadEnd

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        """Count a failed requirement of the procedure."""
        self._break()

    def left_out(self, rule: str, message: str, help: str, about: Iterable[str] = ()) -> None:
        """Count a missing part that is due."""
        self._break()

    def remark(
        self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "", requirement: str = ""
    ) -> None:
        """Count an irregularity."""
        if kind != "note":
            self._break()

    def mentioned(self, card: int) -> bool | None:
        """A due event may have been forgotten."""
        if self.search.relaxed and card not in self.mentions:
            self.mentions[card] = False if self.broken < 1 and self.pick(2) else None
        return self.mentions.get(card)


class LineSearch:
    """The search for the ways of one line, from a board."""

    def __init__(
        self, game: Game, names: Names, evidence: Evidence, *, relaxed: bool = False, misread: bool = False
    ) -> None:
        self.board, self.journal, self.work, self.names = game.board, game.journal, game.work, names
        self.evidence = evidence
        self.number = len(game.lines) + 1
        self.mark = self.journal.mark()
        self.wrong = evidence.target.wrong(self.board)
        subjects = dict.fromkeys(
            subject for subject, _ in self.wrong
        )  # in a fixed order: that of a set differs between processes
        self.due = set(subjects)
        self.changed = tuple(dict.fromkeys((*evidence.places, *filter(None, subjects))))
        named = (n for n in self.board.names if n in self.board.countries and evidence.names(n))
        self.places = tuple(dict.fromkeys((*self.changed, *named)))
        self.cells = {n: (c.sleepers, c.actives) for n, c in self.board.countries.items()}
        self.least = max(1, len(self.wrong)) - NEARER
        self.near_ways: dict[Any, tuple[int, Way]] = {}
        """Ways near to the position, with their numbers of differences."""
        self.cut = False
        """Whether some ways were left untried."""
        self.relaxed = relaxed
        """Whether forbidden answers are tried, too, at visible changes."""
        self.misread = misread
        """Whether one die may have been taken for another."""

    # ------------------------------------------------------------ the position on a way

    def touched(self) -> set[str]:
        """Places changed by the line so far; "" is off the map."""
        return {place for change in self.journal.changes[self.mark :] for place, *_ in change.writes}

    def wrong_now(self) -> dict[Any, Any]:
        """Differences from the seen position."""
        return self.evidence.target.wrong(self.board, self.due | self.touched())

    def prune(self) -> None:
        """End a way with an unseen change.

        Tracks and Plots may still come back.
        """
        for name in self.touched():
            if name and name not in self.due and self.evidence.target.wrong(self.board, (name,)):
                raise _DeadEnd

    # ------------------------------------------------------------ the answers

    def options(self, table: SearchTable, ask: Ask) -> list[Any]:
        """The answers to try, the likeliest first."""
        if ask.field in CARD_LISTS:
            return self._cards(table, ask)
        options = ask.options()
        if table.stack[-1].name == "op":
            options = self._traced(table, ask, options)
        if self.relaxed:
            options += [o for o in ask.domain() if o not in options and about(o) in self.changed]
        if ask.field == Field.VALUE:
            values = table.revealed.get(ask.subject)
            return [v for v in options if v in values] if values else options
        if ask.field == Field.MARKER and ask.hidden:
            there = self.evidence.target.value(ask.subject, "plots", ())
            return [v for v in options if v in there and "?" not in there] or [UNKNOWN]
        if len(table.untraced) >= table.unseen:
            options = self._within(options, {*self.places, *table.untraced})
        order = {name: i for i, name in enumerate(self.places)}
        return sorted(options, key=lambda o: order.get(about(o), 99))[:MOST_OPTIONS]

    def _within(self, options: list[Any], names: Iterable[str]) -> list[Any]:
        """Answers with one of these countries or none."""
        return [o for o in options if (name := about(o)) in names or name not in self.board.countries]

    def _traced(self, table: SearchTable, ask: Ask, options: list[Any]) -> list[Any]:
        """Answers of an Operation without any unseen trace."""
        use = use_of(table.segments[::-1])
        if use in LEAVES_A_TRACE and (use != "travel" or ask.field != Field.TO or not table.left):
            options = self._within(options, self.changed)
        if use == "travel" and ask.field in (Field.FROM, Field.TO) and not self.relaxed:
            options = [o for o in options if self._may_travel(table, ask.field, about(o))]
        return options

    def _may_travel(self, table: SearchTable, field: Field, name: str) -> bool:
        """Whether another Cell may have left or reached a country."""
        before = self.cells.get(name)
        if before is None or (field == Field.TO and name not in self.changed):
            return True
        after = [self.evidence.target.value(name, kind, n) for kind, n in zip(_CELLS, before, strict=True)]
        net = sum(before) - sum(after)
        turned = max(0, before[1] - after[1])
        there = sum(ask.field == field and about(value) == name for ask, value in table.stack[-1].answers)
        return bool(there < max(0, net if field == Field.FROM else -net) + turned)

    def _cards(self, table: SearchTable, ask: Ask) -> list[Any]:
        """Cards to try: first the one that moved, then others."""
        moved = self.evidence.arrivals if ask.field == Field.DRAW else self.evidence.departures
        cards = [
            n for pile in (*moved.values(), *self.evidence.arrivals.values()) for n in pile if n not in table.taken
        ]
        found = [n for n in dict.fromkeys(cards) if ask.holds(n)]
        rest = [o for o in ask.options() if o not in found and not (found and o == UNKNOWN)]
        return (found[:1] + sorted(rest, key=lambda o: isinstance(o, int)))[:MOST_OPTIONS]

    # ------------------------------------------------------------ the search

    def ways(self, lines: Sequence[LineHead], most: int, unseen: Sequence[int] = (0, 1, 3)) -> list[Way]:
        """The ways of these lines, each in at most ``most`` tries.

        Ways that name only changed countries come first; others may be those of failures.
        """
        found: dict[Any, Way] = {}
        for n in unseen:
            if found and (n > 1 or not any(w.untraced for w in found.values())):
                break
            for line in lines:
                for way in self._of_line(line, most, n):
                    found.setdefault(way.key, way)
                    if len(found) >= MOST_FITS:
                        return list(found.values())
            if len(found) > 1 and n:
                break
        return list(found.values())

    def nearest(self) -> Way | None:
        """The nearest way, or None if there are several or none."""
        least = min((n for n, _ in self.near_ways.values()), default=0)
        found = [w for n, w in self.near_ways.values() if n == least]
        return found[0] if len(found) == 1 and (least < len(self.wrong) or self.evidence.dice) else None

    def _of_line(self, line: LineHead, most: int, unseen: int) -> Iterator[Way]:
        """Ways of one line, each script counting on from the last."""
        script: list[int] = []
        for _ in range(most):
            self.work.spend(A_RUN)
            table = SearchTable(self, script, unseen)
            way = self._run(Walk(self.board, self.journal, line, self.names), table)
            if way is not None:
                yield way
            counts = table.counts
            script = (script + [0] * len(counts))[: len(counts)]
            while script and script[-1] + 1 >= counts[len(script) - 1]:
                script.pop()
            if not script:
                return
            script[-1] += 1
        self.cut = True

    def _run(self, walk: Walk, table: SearchTable) -> Way | None:
        """Play the line once, and return a fitting way."""
        try:
            walk.carry_out(table, self.number)
            if table.left:
                return None
            wrong = len(self.wrong_now())
            if wrong > self.least + NEARER:
                return None
            for roll, dice in table.misreadings:
                roll.dice = dice
            way = Way(walk.line, table.segments, frozenset(self.due))
            if not wrong:
                return way
            self.least = min(self.least, wrong)
            self.near_ways.setdefault(way.key, (wrong, way))
        except Exception:  # a dead end, or a fault of the referee, which must not end the whole search
            return None
        finally:
            self.journal.undo_to(self.mark)
        return None
