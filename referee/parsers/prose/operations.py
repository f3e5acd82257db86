"""The entries of an Operation in sentences: places, numbers and dice as far as they are plainly told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.clauses import placed, real
from referee.parsers.prose.rolls import Roll
from referee.parsers.prose.tokens import Words, at, texts
from referee.parsers.prose.uses import Part

_JOINED = ([","], ["and"], [",", "and"], ["&"], ["+"])
"""What is between the countries of a list."""
_CLOSED = ("", ",", "and", "&", "+", ":")
_GOALS = frozenset({"to", "into", "->"})
_LEAVING = frozenset({"from", "out", "leave", "leaves"})
_TROOPS = ("troops", "troop", "cubes")


class Told:
    """What the sentences of one Operation say; "?" for what they leave open."""

    def __init__(self, part: Part, among: Sequence[Roll]) -> None:
        self.part, self.among = part, among
        whole = [placed(sentence) for sentence in part.sentences]
        cut = [sentence[part.behind :] if n == 0 else sentence for n, sentence in enumerate(whole)]
        self.clauses = [main for sentence in cut if (main := real([t for t in sentence if not t.aside]))]
        """Its clauses from its word on, without brackets and without what was not so."""
        first = ((c, i) for c in self.clauses[:2] for i, t in enumerate(c) if t.kind == "country")
        clause, place = next(first, ((), 0))
        undecided = at(clause, place + 1).text in ("and", "or", "/") and at(clause, place + 2).kind in ("country", "")
        self.where = clause[place].name if clause and not undecided else "?"
        """The first country after the word for the use."""

    def roll(self, label: str, size: int = 0, country: str = "") -> str:
        """The dice with a label, so many of them, as an entry has them; "" if there are none, or several rolls."""
        found = [
            r for r in self.among if r.label == label and size in (0, len(r.values)) and country in ("", r.country)
        ]
        return f" {bracket(found[0].values, label)}" if len(found) == 1 else ""

    @property
    def test(self) -> str:
        """The die of a Test of the country."""
        return self.roll(dice.TEST, 1, self.where)

    def woi(self) -> str:
        """A War of Ideas."""
        die = self.roll("", 1) or self.roll(dice.POSTURE, 1).replace(dice.POSTURE, "")
        return f"{self.where}{self.test}{die or ' [?]'}"

    def moved(self) -> str:
        """Where Troops come from and go to, and how many they are."""
        for clause in self.clauses:
            origin = goal = ""
            for i, t in enumerate(clause):
                place = t.name if t.kind == "country" else "track" if t.text == "track" else ""
                lead = texts(clause, i - 2, i)
                if place and not _GOALS.isdisjoint(lead):
                    goal = goal or place
                elif place and ("from" in lead or "off" in lead or at(clause, i + 1).text in ("->", "to")):
                    origin = origin or place
                elif place and "in" in lead:
                    goal = goal or place
            if origin or goal:
                counted = (
                    t.value for i, t in enumerate(clause) if t.kind == "num" and at(clause, i - 1).text != "turn"
                )
                n = next(filter(None, counted), 0) or next(self._troops(self.part.sentences[:1]), 0)
                return f"{origin or '?'} > {goal or '?'}" + f" {n}" * bool(n)
        return "? > ?"

    def changed(self) -> str:
        """A Regime Change."""
        n = next(self._troops(self.clauses), 0)
        government = self.roll(dice.GOVERNANCE, 1) + self.roll(dice.PRESTIGE, 3)
        move = self.moved() if n else ""
        origin = "track" if move.startswith("track ") else "?"
        return f"{origin} > {self.where} {n}{government}" if n else f"{self.where}{government}"

    def _troops(self, found: Iterable[Words]) -> Iterator[int]:
        """The numbers of Troops: "six troops"."""
        return (t.value for c in found for i, t in enumerate(c) if t.kind == "num" and at(c, i + 1).text in _TROOPS)

    # ------------------------------------------------------------ of the Jihadist

    def countries(self) -> Iterator[tuple[str, int]]:
        """The countries of the first clause that names any, as far as they are a list, each with its number of rolls."""
        seen: set[str] = set()
        clause = next((c for c in self.clauses if any(t.kind == "country" for t in c)), [])
        last = -1
        for i, t in enumerate(clause):
            if t.kind != "country" or t.name in seen:
                continue
            n = _count_before(clause, i) or _count_after(clause, i)
            if not seen or n or texts(clause, last + 1, i) in _JOINED:
                seen.add(t.name)
                yield t.name, n
                last = i

    def rolled(self, lead: str = "") -> str:
        """Countries with their rolls: of Recruit and Jihad."""
        each = list(self.countries())
        return ", ".join(lead + self._entry(name, n, alone=len(each) == 1) for name, n in each) or f"{lead}?"

    def _entry(self, name: str, n: int, *, alone: bool) -> str:
        found = [r for r in self.among if not r.label and (alone or r.country == name)]
        values = found[0].values if len(found) == 1 else []
        if values and (len(values) != n if n else len(values) > 1 and not alone):
            values = []  # whose they are is not told
        return f"{name}" + f" {n}" * bool(n) + (f" {bracket(values)}" if values else "")

    def jihad(self) -> str:
        """Jihad, Major where the text says so."""
        major = self.part.at > 0 and "major" in texts(self.part.sentences[0], self.part.at, self.part.behind)
        return self.rolled("major " * major)

    def plot(self) -> str:
        """Plots; what lies face down is nobody's guess."""
        made: list[str] = []
        each = list(self.countries())
        for name, n in each:
            entry = self._entry(name, n, alone=len(each) == 1)
            made.append(
                f"{entry}: ?" if n < 2 and " " not in entry.partition("[")[2] and self._may_work(entry) else entry
            )
        return ", ".join(made) or "?"

    def _may_work(self, entry: str) -> bool:
        die = entry.partition("[")[2][:1]
        return not die or int(die) <= 3

    def travel(self) -> str:
        """Journeys of Cells."""
        made: list[str] = []
        for origin, goal in self._journeys():
            found = [r for r in self.among if r.country == goal and len(r.values) == 1] if goal != origin else []
            labels = [r.label for r in found]
            rolled = "".join(f" {bracket(r.values, r.label)}" for r in found if labels.count(r.label) == 1)
            made.append(f"{origin} > {goal}{rolled}")
        return ", ".join(made) or "?"

    def _journeys(self) -> Iterator[tuple[str, str]]:
        """Where Cells come from and go to: "from A to B and C", "A -> B", "one to B"."""
        origin, seen = "", set[str]()
        for clause in self.clauses:
            last = reached = -1
            for i, t in enumerate(clause):
                if t.kind != "country":
                    continue
                between = texts(clause, last + 1, i)
                if not _LEAVING.isdisjoint(between[-3:]):
                    origin = t.name
                elif not _GOALS.isdisjoint(between[-3:]) and t.name not in seen:
                    origin = clause[last].name if last > reached and "," not in between else origin
                    yield origin or "?", t.name
                    reached = i
                elif -1 < last == reached and between in _JOINED and at(clause, i + 1).text in _CLOSED:
                    yield origin or "?", t.name
                    reached = i
                seen |= {t.name} if reached == i else set()
                last = i


def operation(part: Part, among: Sequence[Roll]) -> str:
    """The text of an Operation; "?" marks what is unknown."""
    write = _WRITERS.get(part.use)
    return f"{part.use} {write(Told(part, among))}" if write else part.use


def bracket(values: Iterable[int], label: str = "") -> str:
    """Dice as they are written."""
    return f"{label}[{' '.join(map(str, values))}]"


def _count_before(clause: Words, i: int) -> int:
    """The number of rolls before a country: "2 dice in Iraq"."""
    j = i - 1
    while at(clause, j).of("thin"):
        j -= 1
    t = at(clause, j)
    of_dice = t.is_digit and (at(clause, j - 1).kind in ("country", "num") or at(clause, j - 1).of("roll"))
    return t.value if t.is_die and not of_dice else 0


def _count_after(clause: Words, i: int) -> int:
    """The same right after it: "Yemen 2 dice"."""
    n, what = at(clause, i + 1), at(clause, i + 2).text
    return n.value if n.is_die and what in ("die", "dice", "roll", "rolls") else 0


_WRITERS: dict[str, Callable[[Told], str]] = {
    "woi": Told.woi,
    "regime-change": Told.changed,
    "deploy": Told.moved,
    "withdraw": Told.moved,
    "disrupt": lambda told: told.where,
    "alert": lambda told: told.where,
    "recruit": Told.rolled,
    "travel": Told.travel,
    "jihad": Told.jihad,
    "plot": Told.plot,
}
