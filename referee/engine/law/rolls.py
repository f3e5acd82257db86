"""Rolls as data, and the die-roll tables of the player aid sheets (4.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product, zip_longest
from typing import Any, ClassVar

from referee.engine.law.ask import NAMED_RESULTS, Address, RollKind
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, SOFT, US, Board
from referee.engine.state.data import FAIR, GOOD, GOVERNANCE_NAMES, POOR, alias
from referee.engine.state.plain import NamedTuple, plain_dataclass
from referee.engine.state.queries import Queries
from referee.engine.state.words import listed, percent, the_side, words

ROLL_TITLES = {
    RollKind.WAR_OF_IDEAS: "War of Ideas",
    RollKind.WMD: "WMD roll",
    RollKind.PRESTIGE: "Prestige roll",
    RollKind.COVERT_ACTION: "Covert Action",
    RollKind.CONVERGENCE: "Convergence",
    RollKind.COUNTRY: "Random country",
    RollKind.EVENT: "Event roll",
    RollKind.PICK: "Random choice",
}
NAMED_ROLLS = frozenset({RollKind.WMD, RollKind.PRESTIGE, RollKind.EVENT})
"""Kinds whose title contains the word roll."""
PICK = "pick"
"""The label of dice that choose among equal candidates (9.5)."""
TEST = "t"
"""The label of the die of a Test (4.9.4)."""
_OF_A_COUNTRY = frozenset({RollKind.TEST, RollKind.POSTURE, RollKind.GOVERNANCE})
MOST_OPEN = 6
"""Most unwritten dice of one roll whose results are distinguished."""
SUCCESS = 5
"""The successful result of the War of Ideas Table."""
_WAR_OF_IDEAS = {3: "failure", 4: "failure by one", SUCCESS: "success"}
MOST_DICE = 3
"""Most dice of one roll with a common result."""
MOST_TOLD = 6
"""Most results of one roll whose chances are named one by one."""
Modifier = tuple[str, int, str]
"""A modifier of the die: its name, its size, and its rule or card."""


class Outcome(NamedTuple):
    """One possible result of a roll, with its chance (0 to 1)."""

    result: Any
    chance: float


@plain_dataclass(eq=False)
class Roll:
    """One roll, one automatic result or one random draw.

    ``dice`` are the unmodified dice, 1 to 6. ``outcome`` is what ``read`` makes of them.
    """

    address: Address
    kind: RollKind
    label: str
    side: str
    n: int
    rule: str
    read: Callable[[tuple[int, ...]], Any]
    needed: str = ""
    """The number needed, in words; or the rows of its table."""
    modifiers: tuple[Modifier, ...] = ()
    dice: tuple[int, ...] = ()
    outcome: Any = None
    automatic: bool = False
    assumed: bool = False
    operation_dice: Callable[[Any], int] | None = None
    """The Operation's own dice after a Test, by result; None if unknown."""
    due_by: str = ""
    """The rule that calls for it, if not that of its method."""
    moot: bool = False
    """Whether no result would change anything, so that a record need not have it."""
    incidental: bool = False
    """Whether the play itself does not call for it."""
    optional: bool = False
    """Whether it depends on something hidden, so that a record need not have it."""
    repeats: Callable[[Any], bool] | None = None
    """The results that only repeat the roll.

    Unwritten dice are assumed to show another one.
    """

    among: tuple[Any, ...] = ()
    """For a choice among equal candidates: those candidates."""
    chosen: Any = None
    """The candidate taken."""
    leads: Callable[[tuple[int, ...]], tuple[Any, ...]] | None = None
    """For a roll on a table of candidates: the candidates for given dice."""
    sure: bool = True
    """Whether that table is certain."""
    table: str = ""
    """The name of the table that it is rolled on; "" where a number is needed."""
    place: str = ""
    """Its country as a sentence has it."""
    of_it: str = ""
    """Why it needs no dice, where its country is known."""

    item: ClassVar[int | None]
    """The index of its entry in the segment, from 0."""
    subject: ClassVar[str]
    """The country that it is about, "" for none."""

    # Earlier names, kept for all of version 1.
    @property
    def behind(self) -> Callable[[Any], int] | None:
        """An earlier name of :attr:`operation_dice`."""
        return self.operation_dice

    @property
    def aside(self) -> bool:
        """An earlier name of :attr:`incidental`."""
        return self.incidental

    @property
    def again(self) -> Callable[[Any], bool] | None:
        """An earlier name of :attr:`repeats`."""
        return self.repeats

    @property
    def successes(self) -> tuple[bool, ...]:
        """Whether each die succeeded.

        It is empty for a roll without success, such as a Test.
        """
        if self.kind == RollKind.WAR_OF_IDEAS:
            return (self.outcome == SUCCESS,)
        if self.kind == PICK:
            return ()
        found = self.outcome if isinstance(self.outcome, tuple) else (self.outcome,)
        return found if all(isinstance(o, bool) for o in found) else ()

    def result_words(self, outcome: Any) -> str:
        """Return an outcome in words."""
        if self.kind == PICK:
            return words(outcome)
        if isinstance(outcome, bool):
            return "success" if outcome else "failure"
        if isinstance(outcome, tuple):
            return ", ".join("success" if o else "failure" for o in outcome) or "nothing"
        if self.kind == RollKind.WAR_OF_IDEAS:
            return _WAR_OF_IDEAS[outcome]
        if self.kind == RollKind.PRESTIGE:
            return f"Prestige {outcome:+d}"
        if self.kind in ("test", "governance") and isinstance(outcome, int):
            return GOVERNANCE_NAMES[outcome]
        return str(outcome) if self.kind in NAMED_RESULTS else str(outcome).capitalize()

    @property
    def each(self) -> bool:
        """Whether each die has a result of its own."""
        return not self.automatic and self.kind != PICK and isinstance(self.read((1,) * self.n), tuple)

    def outcomes(self) -> list[Outcome]:
        """Every possible result, in order; of separate dice, that of one.

        The result is empty for a choice by a table of candidates, and for more dice than the rules ever roll at once.
        """
        if self.automatic:
            return [Outcome(self.outcome, 1.0)]
        if self.kind == PICK:
            return [Outcome(o, 1 / len(self.among)) for o in self.among] if self.n == 1 else []
        if self.each:
            won = sum(bool(self.read((face,) * self.n)[0]) for face in range(1, 7)) / 6
            return [o for o in (Outcome(True, won), Outcome(False, 1 - won)) if o.chance > 0]
        if self.n > MOST_DICE:
            return []
        results = [self.read(dice) for dice in product(range(1, 7), repeat=self.n)]
        counts = Counter(map(repr, results))
        return [Outcome(o, counts[key] / len(results)) for key, o in {repr(o): o for o in results}.items()]

    @property
    def shares(self) -> list[tuple[str, float]]:
        """Each candidate of a choice by one die with its chance (9.5)."""
        return [(self.result_words(o.result), o.chance) for o in self.outcomes()]

    @property
    def success(self) -> float | None:
        """The chance of a success, 0 to 1, of one separate die.

        It is None for a roll without success.
        """
        found = [] if self.automatic or self.kind == PICK else self.outcomes()
        if self.kind == RollKind.WAR_OF_IDEAS and found:
            return sum((o.chance for o in found if o.result == SUCCESS), 0.0)
        if not found or not isinstance(found[0].result, bool):
            return None
        return sum((o.chance for o in found if o.result), 0.0)

    @property
    def chances(self) -> str:
        """The chance of each outcome in words: "success 33 %".

        It is "" without a roll, or for too many outcomes.
        """
        won = self.success
        if won is not None and self.kind != RollKind.WAR_OF_IDEAS:
            return f"{percent(won)}{' each' if self.each and self.n > 1 else ''}"
        told = {} if self.automatic or self.kind == PICK else self.odds(self.outcomes())
        if self.kind == RollKind.WAR_OF_IDEAS:
            told.pop("failure", None)
        return ", ".join(f"{what} {percent(p)}" for what, p in told.items()) if len(told) <= MOST_TOLD else ""

    def odds(self, outcomes: Iterable[Outcome]) -> dict[str, float]:
        """Return the chances of these outcomes by their short names.

        A Prestige roll has only up and down.
        """
        found: dict[str, float] = {"up": 0.0} if self.kind == RollKind.PRESTIGE else {}
        for result, chance in outcomes:
            if self.kind == RollKind.PRESTIGE:
                name = "up" if result > 0 else "down"
            elif self.kind == RollKind.WAR_OF_IDEAS and result == SUCCESS - 1:
                name = "misses by one"
            else:
                name = self.result_words(result)
            found[name] = found.get(name, 0.0) + chance
        return found

    @property
    def against(self) -> str:
        """The number needed with modifiers: "5 or more with +1 High Prestige"."""
        needed = self.needed_in_full
        return f"{needed} with {describe_modifiers(self.modifiers)}" if self.modifiers else needed

    @property
    def needed_in_full(self) -> str:
        """The number needed, or the table with its rows.

        For example "Governance table: 1-4 Poor, 5-6 Fair".
        """
        return f"{self.table}: {self.needed}" if self.table else self.needed

    @property
    def explained(self) -> str:
        """Dice, number needed and result.

        For example "Jihad in Egypt: rolled 3; 2 or less (Fair) was needed: failure". For unnoted dice only the assumed
        result.
        """
        came = self._came
        if self.assumed and self.kind != PICK:
            return f"{self.name}: nobody noted the {'die' if self.n == 1 else 'dice'}; {came} was assumed"
        return f"{self.name}: {self._sum()}: {came}"

    @property
    def _came(self) -> str:
        """Its outcome in words; one word for several equal results."""
        won = self.successes
        if len(won) > 1 and len(set(won)) == 1:
            return f"{'both' if len(won) == 2 else 'all'} {'succeeded' if won[0] else 'failed'}"
        return self.result_words(self.outcome)

    @property
    def brief(self) -> str:
        """Dice, sum and result: "4 + 1 = 5: success".

        Dice with separate results read "2, 1: both succeeded". The roll has to have dice.
        """
        total = sum(m for _, m, _ in self.modifiers)
        first, *rest = [str(d) for d in self.dice] or [""]
        if total and (not rest or self.kind == RollKind.PRESTIGE):
            first += f" {'+' if total > 0 else '-'} {abs(total)} = {self.dice[0] + total}"
        elif total:
            rest.append(f"{total:+d} each")
        return f"{', '.join([first, *rest])}: {self._came}"

    @property
    def sought(self) -> str:
        """The result needed: "Recruit in Syria succeeds on 3 or less (Poor)"."""
        mods = f", {describe_modifiers(self.modifiers)}" if self.modifiers else ""
        if self.kind == RollKind.PRESTIGE:
            return (
                f"a Prestige roll takes one die for the direction, up on 5 or more{mods}; then two dice, of which the "
                "lower counts"
            )
        return (
            f"{self.name}: roll on the {self.table} ({self.needed}{mods})"
            if self.table
            else f"{self.name} succeeds on {self.needed}{mods}"
        )

    @property
    def title(self) -> str:
        """The title of the roll: "Jihad", "War of Ideas"."""
        return ROLL_TITLES.get(self.kind, self.kind.capitalize())

    @property
    def name(self) -> str:
        """The name of the roll in a sentence: "Jihad in Egypt"."""
        if self.kind in (RollKind.PRESTIGE, RollKind.PICK) or not self.subject:
            return self.title
        if self.kind == RollKind.ATTRITION and self.label:
            return f"{self.title} by {the_side(self.side)} in {self.place}"
        joined = "of" if self.kind in _OF_A_COUNTRY else "to" if self.kind == RollKind.TRAVEL else "in"
        title = "the Test" if self.kind == RollKind.TEST else self.title
        return f"{title} {joined} {self.place}"

    def _sum(self) -> str:
        """Return the dice with all modifiers, next to the number needed."""
        mods = "".join(f", {m:+d} {name}" for name, m, _ in self.modifiers)
        total = sum(m for _, m, _ in self.modifiers)
        if self.kind == PICK:
            seen = f"rolled {listed([str(d) for d in self.dice])} " if self.dice else ""
            return f"{seen}among {listed([words(o) for o in self.among])}"
        if self.kind == RollKind.PRESTIGE and len(self.dice) == 3:
            first, *two = self.dice
            way = "up" if first + total >= 5 else "down"
            added = f"{mods} = {first + total}," if mods else ""
            return f"direction {first}{added} is {way} (5 or more is up), and of {two[0]} and {two[1]} the lower counts"
        rolled = f"rolled {listed([str(d) for d in self.dice])}"
        if mods and len(self.dice) == 1:
            rolled += f"{mods} = {self.dice[0] + total}"
        elif mods:
            rolled += f", each {describe_modifiers(self.modifiers)} = {listed([str(d + total) for d in self.dice])}"
        return f"{rolled} on the {self.table} ({self.needed})" if self.table else f"{rolled}; {self.needed} was needed"

    def cases(self, known: Sequence[int | None] = ()) -> list[tuple[int, ...]]:
        """One set of dice for each outcome, the best known order first.

        ``known`` are the seen dice, None for an unseen one; if fewer than rolled, any may be the unnoted ones. More
        than :data:`MOST_OPEN` of these are not distinguished: no legal roll has so many, and the surplus dice equal the
        last one.
        """
        found: dict[Any, tuple[int, ...]] = {}
        for seen in self._lies(known):
            unseen = [at for at, die in enumerate(seen) if die is None]
            for thrown in product(self._faces(), repeat=min(len(unseen), MOST_OPEN)):
                fallen = dict(zip_longest(unseen, thrown, fillvalue=thrown[-1] if thrown else 0))
                dice = tuple([fallen[at] if die is None else die for at, die in enumerate(seen)])
                found.setdefault(repr(self.read(dice)), dice)
        cases = list(found.values())
        if self.repeats is not None and None in [*known, *[None] * (self.n - len(known))]:
            cases = [dice for dice in cases if not self.repeats(self.read(dice))] or cases[:1]
        return cases

    def _lies(self, known: Sequence[int | None]) -> list[list[int | None]]:
        """Return the possible orders of the dice, None for an open one.

        Their order matters only if they differ in use.
        """
        seen = [*known, *[None] * self.n][: self.n]
        if isinstance(self.read((1,) * self.n), tuple):
            return [seen]
        found = []
        for places in combinations(range(self.n), len(known)):
            at = dict(zip(places, known, strict=True))
            found.append([at.get(i) for i in range(self.n)])
        return found

    def _faces(self) -> tuple[int, ...]:
        """Return the faces of a die with different results."""
        each = [self.read((face,) * self.n) for face in range(1, 7)]
        if not isinstance(each[0], tuple):
            return (1, 2, 3, 4, 5, 6)
        return tuple([face for face in range(1, 7) if each.index(each[face - 1]) == face - 1])

    def chance(self, wanted: Callable[[Any], bool]) -> float:
        """Return the probability, 0 to 1, of an outcome that ``wanted`` accepts.

        Only this roll's own dice count.
        """
        if self.automatic:
            return 1.0 if wanted(self.outcome) else 0.0
        rolls = list(product(range(1, 7), repeat=self.n))
        return sum(1 for d in rolls if wanted(self.read(d))) / len(rolls)


alias(Roll, item="address.item", subject="address.subject")


def governance_of(dice: tuple[int, ...]) -> int:
    """Return the result of the Governance table: 1-4 Poor, 5-6 Fair (4.9.3)."""
    return POOR if dice[0] <= 4 else FAIR


def posture_of(dice: tuple[int, ...], modifier: int = 0) -> str:
    """Return the Posture table's result: 5 or more is Hard (4.9.3)."""
    return SOFT if dice[0] + modifier <= 4 else HARD


def posture_modifiers(country: str) -> tuple[Modifier, ...]:
    """Return the Posture modifiers: +1 for the United States (4.9.3)."""
    return (("United States", 1, "4.9.3"),) if country == US else ()


def prestige_shift(dice: tuple[int, ...], modifier: int = 0) -> int:
    """Return the result of a Prestige roll (4.7.1).

    Direction die (5 or more is up), then the lower of two dice.
    """
    size = min(dice[1], dice[2])
    return size if dice[0] + modifier >= 5 else -size


def prestige_modifiers(board: Board) -> tuple[Modifier, ...]:
    """Return the modifiers of the direction die (4.7.1).

    -1 with any GWOT Relations Penalty.
    """
    return (("GWOT Relations Penalty", -1, "4.7.2.1"),) if q.gwot_penalty(board) else ()


def successes(number: int) -> Callable[[tuple[int, ...]], tuple[bool, ...]]:
    """Return a function from dice to their successes: ``number`` or less (8.1.1)."""
    return _successes(number)


@lru_cache(maxsize=16)
def _successes(number: int) -> Callable[[tuple[int, ...]], tuple[bool, ...]]:
    def read(dice: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(d <= number for d in dice)

    return read


def war_of_ideas_modifiers(board: Board, name: str, *, penalty: bool = True) -> tuple[Modifier, ...]:
    """Modifiers of the War of Ideas Table in Muslim countries (4.9.2, 7.2.1.2)."""
    c = board[name]
    found: list[Modifier] = []
    band = q.prestige_band(board)
    by_band = {"low": -1, "medium": 0, "high": 1, "very high": 2}[band]
    if by_band:
        found.append((f"{band.capitalize()} Prestige", by_band, "4.7.1"))
    if c.alignment == ALLY and c.governance == FAIR:
        found.append(("shift to Good", -1, "7.2.1.2"))
    if penalty and q.gwot_penalty(board):
        found.append(("GWOT Relations Penalty", -q.gwot_penalty(board), "4.7.2.1"))
    if c.aid:
        found.append(("Aid", c.aid, "7.2.2.1"))
    if any(
        board[n].governance == GOOD and board[n].alignment == ALLY and q.adjacent(board, name, n)
        for n in board[name].data.adjacent
        if n in board.countries and board[n].data.muslim
    ):
        found.append(("Adjacent Good Ally", 1, "7.2.1.2"))
    return q.modified(Queries.WAR_OF_IDEAS_MODIFIERS, board, name, tuple(found))


def modified(die: int, modifiers: tuple[Modifier, ...]) -> int:
    return die + sum(m for _, m, _ in modifiers)


def describe_modifiers(modifiers: tuple[Modifier, ...]) -> str:
    """Return modifiers in words: "+1 High Prestige, -2 GWOT Relations Penalty"."""
    return ", ".join(f"{m:+d} {name}" for name, m, _ in modifiers)
