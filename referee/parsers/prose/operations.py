"""The entries of an Operation in sentences.

Each entry has the ways in which it may be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.clauses import clauses, placed, real
from referee.parsers.prose.rolls import Roll
from referee.parsers.prose.tokens import Token, Words, at, marker, span, texts
from referee.parsers.prose.uses import Part
from referee.parsers.prose.vocabulary import group

MOST = 24
"""Most ways in which one part of a line is written."""


class Told:
    """What the sentences of one Operation say: the slots of its entries, each as it is written, "" where it is open."""

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
        """The first country after the word for the use, "?" if there is none."""
        self.plain = [r for r in among if r.label == ""]

    def __format__(self, label: str) -> str:
        """The dice with a label, as an entry has them."""
        found = self.roll(label, 3 if label == dice.PRESTIGE else 1, self.where if label == dice.TEST else "")
        return found or (self.roll("", 1).replace("[", f"{label}[") if label == dice.GOVERNANCE else "")

    def roll(self, label: str, size: int, country: str = "") -> str:
        """So many dice with a label, written with a blank in front; "" if there are none."""
        found = (r for r in self.among if r.label == label and len(r.values) == size and country in ("", r.country))
        return next((f" {bracket(r.values, r.label)}" for r in found), "")

    def lone(self) -> list[int]:
        """The number that is a sentence of its own: "War of Ideas in the Gulf. 2. No."."""
        return next(
            ([s[0].value] for s in self.part.sentences[1:] if len(s) == 1 and s[0].is_die and s[0].is_digit), []
        )

    def loose(self) -> list[int]:
        """Dice without a country."""
        free = [r for r in self.plain if not r.country]
        return free[0].values if len(free) == 1 else [] if self.plain else self.lone()

    def counted(self) -> list[tuple[str, int, list[int]]]:
        """The countries of rolls, with the number of rolls and the dice as far as they are told."""
        count: dict[str, int] = {}
        thrown = {name: [v for r in self.plain if r.country == name for v in r.values] for name in _names(self.among)}
        for n, clause in enumerate(self.clauses):
            last, listed = -2, [""]
            for i, t in enumerate(clause):
                if t.kind != "country":
                    continue
                goes_on = listed[-1] in count and texts(clause, last + 1, i) in _JOINED
                listed = [*listed, t.name] if goes_on else [t.name]
                number = _count_before(clause, i) or _count_behind(clause, i)
                if t.name not in count and (number or t.name in thrown or goes_on or (n == 0 and not count)):
                    count[t.name] = number
                last = i
                together = thrown.get(t.name, [])
                if len(listed) > 1 < len(together) and thrown.keys().isdisjoint(listed[:-1]):
                    each = zip(listed, together, strict=True) if len(listed) == len(together) else ()
                    thrown |= {t.name: []} | {name: [v] for name, v in each}
        if len(count) == 1:
            thrown = {name: thrown.get(name) or self.loose() for name in count}
        return [(name, n, thrown.get(name, [])) for name, n in count.items()]

    @property
    def die(self) -> str:
        """The one die of a War of Ideas."""
        rolled = next((r for r in self.among if r.label in ("", dice.POSTURE)), None)
        values = self.lone() if rolled is None else rolled.values if len(rolled.values) == 1 else []
        return _dice(values) or " [?]"

    @property
    def spread(self) -> str:
        """Where Convergence led, with its dice."""
        found = next((r for r in self.among if r.label == dice.CONVERGENCE), None)
        if found is None:
            return ""
        there = f" {found.country}{self.roll(dice.TEST, 1, found.country)}" if found.country else ""
        return f" {bracket(found.values, found.label)}{there}"

    def ends(self) -> tuple[str, str, Words]:
        """Where Troops come from and go to, and the clause that says so."""
        for clause in self.clauses:
            ends: dict[str, str] = {}
            for i, t in enumerate(clause):
                place = t.name if t.kind == "country" else "track" if t.text == "track" else ""
                lead, after = texts(clause, i - 2, i), at(clause, i + 1).text
                if place and not {"to", "into", "->"}.isdisjoint(lead):
                    ends.setdefault("to", place)
                elif place and ("from" in lead or "off" in lead or after in ("->", "to")):
                    ends.setdefault("from", place)
                elif place and "in" in lead:
                    ends.setdefault("to", place)
            if ends:
                return ends.get("from", "?"), ends.get("to", "?"), clause
        return "?", "?", ()

    @property
    def move(self) -> str:
        """Where Troops come from and go to, and how many they are."""
        origin, goal, clause = self.ends()
        if self.part.use == "regime-change":
            n = next(_troops(self.clauses), 0) or next(_numbers(self.clauses, "with"), 0)
            return f"{origin} > {self.where}" + f" {n}" * bool(n) if n or origin != "?" else self.where
        first = (t.value for i, t in enumerate(clause) if t.kind == "num" and at(clause, i - 1).text != "turn")
        n = next(filter(None, first), 0) or next(_troops(self.part.sentences[:1]), 0)
        return f"{origin} > {goal}" + f" {n}" * bool(n)

    @property
    def cadre(self) -> str:
        """The Cadre as what is disrupted."""
        first = self.clauses[0] if self.clauses else []
        named = next((i for i, t in enumerate(first) if t.kind == "country"), 0)
        return " cadre" * ("cadre" in texts(first, 0, named))

    @property
    def cells(self) -> str:
        """The Cells that are disrupted."""
        named = "" if self.cadre or self.where == "?" else _cells_named(self.clauses, 2)
        return f":{named}" * bool(named)

    @property
    def marker(self) -> str:
        """The number of an alerted Plot."""
        value = next((n for c in self.clauses for i in range(1, len(c)) if (n := marker(c, i))), 0)
        return f" => plot {value}" if value and self.where != "?" else ""


def operation(part: Part, among: Sequence[Roll]) -> list[str]:
    """Candidate texts of an Operation, the likeliest first; "?" marks what is unknown."""
    told = Told(part, among)
    if part.use in _SLOTS:
        ways = [form.format(told) for form in _SLOTS[part.use]]
    elif part.use in _WRITERS:
        ways = _WRITERS[part.use](told)
    else:
        return [part.use]
    return [f"{part.use} {text}" for text in dict.fromkeys(ways)][:MOST]


_JOINED = ([","], ["and"], [",", "and"], ["&"], ["+"])
"""What is between the countries of a list."""


def _names(among: Iterable[Roll]) -> list[str]:
    """The countries of some rolls."""
    return list(dict.fromkeys(r.country for r in among if r.country))


def bracket(values: Iterable[int], label: str = "") -> str:
    """Dice as they are written."""
    return f"{label}[{' '.join(map(str, values))}]"


def _dice(values: Sequence[int]) -> str:
    """Dice after an entry, "" for none."""
    return f" {bracket(values)}" if values else ""


def _cell(t: Token) -> str:
    """The state that a word for Cells names, "" for another word."""
    return "a" if t.of("active") else "s" if t.of("sleeper") else ""


def _numbers(found: Iterable[Words], lead: str) -> Iterator[int]:
    """The numbers after a word."""
    return (t.value for c in found for i, t in enumerate(c) if t.kind == "num" and at(c, i - 1).text == lead)


def _troops(found: Iterable[Words]) -> Iterator[int]:
    """The numbers of Troops: "six troops"."""
    pieces = ("troops", "troop", "cubes")
    return (t.value for c in found for i, t in enumerate(c) if t.kind == "num" and at(c, i + 1).text in pieces)


_SLOTS = {
    "woi": ["{0.where}{0:t}{0.die}{0.spread}"],
    "regime-change": ["{0.move}{0:gov}{0:prestige}"],
    "deploy": ["{0.move}"],
    "withdraw": ["{0.move}{0:prestige}"],
    "disrupt": ["{0.where}{0.cadre}{0.cells}", "{0.where}{0.cadre}"],
    "alert": ["{0.where}{0.marker}"],
}
"""The entry of each Operation of the US in slots, in the ways in which it may be written."""


def _cells_named(found: Iterable[Words], most: int) -> str:
    """Which Cells are named first: "two active cells" is aa, "both sleepers" ss; "" if none are."""
    clause, i = next(((c, i) for c in found for i, t in enumerate(c) if _cell(t)), ((), 0))
    if not clause:
        return ""
    before, near = span(clause, i - 4, i), [at(clause, i - 1).text, at(clause, i + 1).text]
    became = not {"is", "are", "now", "goes", "go", "turns", "flips"}.isdisjoint(near)
    asleep = any(t.of("sleeper") for t in before) or (became and "active" not in near)
    state = "s" if asleep else _cell(clause[i])
    words = {"both": 2, "all": 0, "the": 1, "last": 1, "a": 1, "my": 1, "your": 1}
    number = next((t for t in reversed(before) if t.kind == "num" or t.text in words), None)
    n = 1 if number is None else words.get(number.text, number.value)
    if number is not None and number.kind == "num" and state == "a" and at(clause, i + 1).text in ("left", "now"):
        n = 0
    return state * n if n <= most else ""


# -------------------------------------------------------------------- of the Jihadist


def _count_before(clause: Words, i: int) -> int:
    j = i - 1
    while at(clause, j).of("thin"):
        j -= 1
    t = at(clause, j)
    if not t.is_die or (j == i - 1 and t.is_digit and at(clause, j - 1).kind == "country"):
        return 0
    return t.value


def _count_behind(clause: Words, i: int) -> int:
    """ "Pakistan 1 die", "Iraq with two dice"."""
    for j in range(i + 1, min(i + 4, len(clause) - 1)):
        if clause[j].kind == "num" and clause[j + 1].text in ("die", "dice", "roll", "rolls"):
            return clause[j].value
        if clause[j].kind == "country":
            break
    return 0


def _recruit(told: Told) -> list[str]:
    items = [
        name + f" {n}" * (n > 0 and len(values) in (0, n)) + _dice(values if not n or len(values) <= n else [])
        for name, n, values in told.counted()
    ]
    return [", ".join(items) or "?"]


def _jihad(told: Told) -> list[str]:
    part, rolled = told.part, told.counted()
    major = part.at > 0 and "major" in texts(part.sentences[0], part.at, part.behind)
    front = "major " * major
    if not rolled:
        return [f"{front}?{_dice(told.plain[0].values) if len(told.plain) == 1 else ''}"]
    cells = _cells_behind([t for s in part.sentences for t in s]) if len(rolled) == 1 and not major else ""
    items: list[str] = []
    bare: list[str] = []
    for name, _, values in rolled:
        rest = _dice(values)
        items.append(front + name + f":{cells}" * (cells != "" and len(values) in (0, len(cells))) + rest)
        bare.append(front + name + rest)
    return [", ".join(items), ", ".join(bare)]


def _cells_behind(found: Words) -> str:
    """The Cells of "with the one active cell", "(the active one and a sleeper)"."""
    said = ""
    for i, t in enumerate(found[:24]):
        number = next((x.value for x in reversed(span(found, i - 2, i)) if x.kind == "num"), 1)
        said += _cell(t) * (number if number <= 6 else 1)
    return "".join(sorted(said, reverse=True))


def _plot(told: Told) -> list[str]:
    entries = told.counted()
    if not entries:
        return [f"?{_dice(told.plain[0].values if len(told.plain) == 1 else told.lone())}"]
    named = _marker_named(told.part.sentences)
    ways: list[list[str]] = []
    for name, n, values in entries:
        rolled = [] if n and len(values) != n else values
        text = name + (_dice(rolled) or f" {n}" * bool(n))
        sizes = range(1, max(len(rolled), 1) + 1)
        marks = [f"{text}: " + " ".join(m * k) for k in sizes for m in ([named] if named else []) + ["?"]]
        ways.append([*marks, text] if min(rolled, default=1) <= 3 else [text])
    return [", ".join(way) for way in islice(product(*ways), MOST)]


def _marker_named(found: Sequence[Words]) -> str:
    """The number of the marker of all Plots: "both 2s", "and it's a 3", "the 1 again"; "" if none is named."""
    for clause in (c for sentence in found for c in clauses(sentence)):
        if any(t.of("roll") for t in clause):
            continue
        for i, t in enumerate(clause):
            if t.text in ("2s", "1s", "3s") and at(clause, i - 1).text == "both":
                return t.text[0]
            value = i > 1 and t.is_digit and 1 <= t.value <= 3 and at(clause, i - 1).text in ("a", "the")
            last = at(clause, i - 2).text in ("it's", "is", "its", "take", "with") and i + 2 >= len(clause)
            if value and (last or "again" in texts(clause, i)):
                return str(t.value)
    return ""


# -------------------------------------------------------------------- Travel


def _travel(told: Told) -> list[str]:
    told_of = [c for c in told.clauses if not any(t.of("test") for t in c[:2]) and c[0].text not in ("roll", "rolls")]
    made: list[str] = []
    used: list[Roll] = []
    seen: set[str] = set()
    for origin, goal, cells in _journeys(told_of):
        text = f"{origin}{':' + cells if cells and origin != '?' else ''} > {goal}"
        if goal not in seen and origin != goal:
            seen.add(goal)
            for r in told.among:
                if r.country == goal and r.label in ("", dice.TEST) and len(r.values) == 1 and r not in used:
                    text += f" {bracket(r.values, r.label)}"
                    used.append(r)
        made.append(text)
    if not made:
        return ["?"]
    tested = [re.sub(r"(?<= )\[(\d)\]", r"t[\1]", m) for m in made]
    without = [re.sub(r":[as]+(?= > )", "", m) for m in made]
    return list(dict.fromkeys(", ".join(way) for way in (made, tested, without)))


def _journeys(found: Iterable[Words]) -> list[tuple[str, str, str]]:
    """Journeys of Cells: origin, destination, and the state of the Cell if known."""
    made: list[tuple[str, str, str]] = []
    origin = cells = ""
    for clause in found:
        last = -1
        for i, t in enumerate(clause):
            if t.kind != "country":
                continue
            between, before = clause[last + 1 : i], at(clause, last)
            low, state = texts(between), _state(between)
            after = clause[i + 1 : next((k for k in range(i + 1, i + 4) if at(clause, k).text in (",", "")), i + 4)]
            parted, moves = "," in low, not {"to", "->", "into"}.isdisjoint(low)
            leaves = not {"from", "out", *group("leaving")}.isdisjoint(low[-3:])
            if (
                before.name == t.name
                and last >= 0
                and not parted
                and ("in" in low or any(x.of("stay") for x in between))
            ):
                made.append((t.name, t.name, "a" * (_state(span(clause, last - 4, i)) == "a")))
            elif any(x.of("stay") for x in after):
                if next((x.name for x in clause[i + 1 :] if x.kind == "country"), "") != t.name:
                    made.append((t.name, t.name, "a" * (state == "a")))
            elif moves and last >= 0 and not parted and "and" not in low and not _is_goal(clause, last):
                count = 1 if ":" in low else _number(between) or _number(span(clause, last - 3, last), 3) or 1
                made += [(before.name, t.name, _state(span(clause, last - 3, i)))] * count
            elif (
                (moves or low[-1:] == ["for"] or (made and low in _JOINED and made[-1][1] == before.name))
                and origin
                and not leaves
            ):
                made += [(origin, t.name, state or cells)] * (_number(between) or 1)
            elif moves and last < 0 and not made and not parted:
                made.append(("?", t.name, ""))
            elif leaves:
                origin, cells = t.name, state
            last = i
    return made


def _number(found: Words, most: int = 5) -> int:
    """How many Cells go, as it is said last; 0 if it is not said in this part of the sentence."""
    near = next((k for k in range(len(found), 0, -1) if most < 5 and found[k - 1].text == ","), 0)
    return next((t.value for t in reversed(found[near:]) if t.kind == "num" and 1 <= t.value <= most), 0)


def _state(found: Words) -> str:
    return next((state for t in reversed(found) if (state := _cell(t))), "")


def _is_goal(clause: Words, last: int) -> bool:
    """Whether the country before an arrow is where another Cell goes, and not where this one comes from."""
    return not {"to", "into", "->"}.isdisjoint(texts(clause, last - 2, last))


_WRITERS: dict[str, Callable[[Told], list[str]]] = {
    "recruit": _recruit,
    "jihad": _jihad,
    "plot": _plot,
    "travel": _travel,
}
