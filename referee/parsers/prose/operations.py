"""Uses of a card in notation: clear places, numbers and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.parsers.prose.tokens import SentenceWord, Words, at, clauses, comma_pieces, main_words, symbols, texts
from referee.parsers.prose.uses import CardUse
from referee.parsers.prose.vocabulary import group, meanings, pattern

TEST, GOVERNANCE, PRESTIGE, POSTURE = "t", "gov", "prestige", "posture"
LONGEST_ROW = 32
"""Most words of a row of """


_LABELS = (("test", TEST), ("government", GOVERNANCE))


@dataclass(slots=True)
class RollText:
    """Dice of a text: label, and country if known."""

    values: list[int]
    label: str = ""
    country: str = ""


def bracket(roll: RollText) -> str:
    """Dice as a line has them."""
    return f" {roll.label}[{' '.join(map(str, roll.values))}]"


def plain(found: Iterable[RollText]) -> str:
    """Dice with a unique label, in the form of a line."""
    among = list(found)
    labels = [r.label for r in among]
    return "".join(bracket(r) for r in among if labels.count(r.label) == 1)


def rolls(found: Sequence[Words]) -> list[RollText]:
    """The dice of these sentences, in order."""
    made: list[RollText] = []
    topic, tests = "", False
    for words in (c for sentence in found for c in clauses(sentence)):
        clause = [t for t in words if not t.unreal]
        tests = tests and at(clause, 0).text == "["
        prestige = False
        i = 0
        while i < len(clause):
            t, end = clause[i], i + 1
            prestige = prestige or meanings("tracks").get(t.text) == "prestige"
            tests = (tests or t.of("test")) and not t.of("roll")
            if t.kind == "country":
                topic = t.name
            elif t.is_die and t.is_digit and (label := _label(clause, i, tests=tests)) is not None:
                end = _row_end(clause, i)
                values = [x.value for x in clause[i:end] if x.kind == "num"]
                made.append(RollText(values, PRESTIGE if prestige and len(values) == 3 else label, topic))
            i = end
    return made


def _label(clause: Words, i: int, *, tests: bool) -> str | None:
    """Purpose of a number from 1 to 6, or None.

    None means that no word makes it a die.
    """
    end = _row_end(clause, i)
    before, after = at(clause, i - 1), at(clause, end)
    if before.kind in ("us", "arrow", "mod") or after.of("counted"):
        return None
    if announced := pattern("announced").search(symbols(clause[max(0, i - 6) : i])):
        words = announced["of"] or announced["word"]
        return next((label for name, label in _LABELS if words in group(name)), POSTURE * (words == "posture"))
    if (before.text == "[" and after.text == "]") or (
        not before.of("named") and pattern("decided").match(symbols(clause[end : end + 5]))
    ):
        return TEST if tests else ""
    return None


def _row_end(clause: Words, i: int) -> int:
    """End of a row of numbers: "2 1", "3 and 5".

    Another example is "4, 3, 1".
    """
    end = i + 1
    while end - i < LONGEST_ROW:
        joined = at(clause, end).text in ("and", "&", "+", ",", "/")
        t = at(clause, end + joined)
        if not t.is_die or not t.is_digit or (joined and at(clause, end + 2).of("counted")):
            return end
        end += joined + 1
    return end


# -------------------------------------------------------------------- Operations

MOST_PLACES = 4
"""Most countries of a play without a word for choices.

A sentence with more is talk.
"""
_JOINED = ([","], ["and"], [",", "and"], ["&"], ["+"])
"""Words between the countries of a list."""
_CLOSED = ("", ",", "and", "&", "+", ":")
_GOALS = frozenset({"to", "into", "->"})
_TROOPS = ("troops", "troop", "cubes", "from")
_LEAVING = frozenset({"from", "out", "off", "leave", "leaves"})


class OperationText:
    """Contents of one Operation's sentences, "?" for open parts."""

    def __init__(self, part: CardUse) -> None:
        self.part, self.among = part, rolls(part.sentences)
        cut = [sentence[part.end :] if n == 0 else sentence for n, sentence in enumerate(part.sentences)]
        self.clauses = [main for sentence in cut if (main := main_words(sentence))]
        """Its clauses from its word on.

        They are without brackets and unreal parts.
        """
        self.list = list(self._countries())
        """Countries of its first list, each with its rolls."""
        self.where = self.list[0][0] if len(self.list) == 1 else "?"

    def roll(self, label: str, size: int, country: str = "") -> str:
        """Dice of a label, of this number, or "".

        "" is also for several rolls.
        """
        return plain(r for r in self.among if r.label == label and len(r.values) == size and country in ("", r.country))

    def woi(self) -> str:
        """A War of Ideas."""
        die = self.roll("", 1) or self.roll(POSTURE, 1).replace(POSTURE, "")
        return f"{self.where}{self.roll(TEST, 1, self.where)}{die or ' [?]'}"

    def deployed(self) -> str:
        """Origin, destination and number of Troops."""
        origin, goal = next(self._journeys(), ("?", "?"))
        said = [*self.part.sentences[0][: self.part.end], *self.clauses[0]] if self.clauses else []
        n = next((t.value for i, t in enumerate(said) if t.kind == "num" and at(said, i + 1).text in _TROOPS), 0)
        return f"{origin} > {goal}" + f" {n}" * bool(n)

    def changed(self) -> str:
        """A Regime Change."""
        return f"{self.where}{self.roll(GOVERNANCE, 1)}{self.roll(PRESTIGE, 3)}"

    # ------------------------------------------------------------ of the Jihadist

    def _countries(self) -> Iterator[tuple[str, int]]:
        """Countries in the first clause with any, with rolls.

        They are those of its list.
        """
        seen: set[str] = set()
        clause = next((c for c in self.clauses if any(t.kind == "country" for t in c)), [])
        last = -1
        for i, t in enumerate(clause):
            if t.kind != "country" or t.name in seen:
                continue
            n = _counted(clause, i)
            if not seen or n or texts(clause, last + 1, i) in _JOINED:
                seen.add(t.name)
                yield t.name, n
                last = i

    def rolled(self, lead: str = "") -> str:
        """Countries with their rolls: of Recruit and Jihad."""
        return ", ".join(lead + self._entry(name, n) for name, n in self.list) or f"{lead}?"

    def _entry(self, name: str, n: int) -> str:
        alone = len(self.list) == 1
        found = [r for r in self.among if not r.label and (alone or r.country == name)]
        fits = len(found) == 1 and len(found[0].values) in ((n,) if n else range(7 if alone else 2))
        return f"{name}" + f" {n}" * bool(n) + plain(found) * fits  # else their country is unknown

    def jihad(self) -> str:
        """Jihad, Major where the text says so."""
        major = "major" in texts(self.part.sentences[0], self.part.place[1], self.part.end)
        return self.rolled("major " * major)

    def plot(self) -> str:
        """Plots, with unknown markers for face-down ones."""
        entries = [(self._entry(name, n), n) for name, n in self.list]
        hidden = (n < 2 and e[-3:] not in ("[4]", "[5]", "[6]") and " " not in e.partition("[")[2] for e, n in entries)
        return ", ".join(e + ": ?" * plot for (e, _), plot in zip(entries, hidden, strict=True)) or "?"

    def travel(self) -> str:
        """Journeys of Cells."""
        made: list[str] = []
        for origin, goal in self._journeys():
            found = [r for r in self.among if r.country == goal != origin and len(r.values) == 1]
            made.append(f"{origin} > {goal}{plain(found)}")
        return ", ".join(made) or "?"

    def _place(self, t: SentenceWord) -> str:
        """The place named by a word, or ""; tracks take no Cells."""
        return t.name if t.kind == "country" else "track" * (t.text == "track" and self.part.use != "travel")

    def _journeys(self) -> Iterator[tuple[str, str]]:
        """Origins and destinations: "from A to B and C", "A -> B".

        Another example is "one to B".
        """
        origin, seen = "", set[str]()
        for clause in self.clauses:
            last = reached = -1
            for i, t in enumerate(clause):
                if not (place := self._place(t)):
                    continue
                between = texts(clause, last + 1, i)
                if not _LEAVING.isdisjoint(between[-3:]):
                    origin = place
                elif not _GOALS.isdisjoint(between[-3:]) and place not in seen:
                    origin = self._place(clause[last]) if last > reached and "," not in between else origin
                    reached = i
                elif -1 < last == reached and between in _JOINED and at(clause, i + 1).text in _CLOSED:
                    reached = i
                last = i
                if reached == i:
                    seen.add(place)
                    yield origin or "?", place
        if origin and not seen:
            yield origin, "?"


def operation(part: CardUse) -> str:
    """The text of an Operation; "?" marks what is unknown."""
    write = _WRITERS.get(part.use)
    return f"{part.use} {write(OperationText(part))}" if write else part.use


def _counted(clause: Words, i: int) -> int:
    """Number of a country's rolls: "2 dice in Iraq", or 0.

    Another example is "Yemen 2 dice".
    """
    j = i - 1
    while at(clause, j).of("thin"):
        j -= 1
    before, after = at(clause, j), at(clause, i + 1)
    rolled = before.is_digit and (at(clause, j - 1).kind in ("country", "num") or at(clause, j - 1).of("roll"))
    if before.is_die and not rolled:
        return before.value
    return after.value if after.is_die and at(clause, i + 2).text in ("die", "dice", "roll", "rolls") else 0


_WRITERS: dict[str, Callable[[OperationText], str]] = {
    "woi": OperationText.woi,
    "regime-change": OperationText.changed,
    "deploy": OperationText.deployed,
    "withdraw": OperationText.deployed,
    "disrupt": lambda told: told.where,
    "alert": lambda told: told.where,
    "recruit": OperationText.rolled,
    "travel": OperationText.travel,
    "jihad": OperationText.jihad,
    "plot": OperationText.plot,
}

# -------------------------------------------------------------------- events


def event(part: CardUse) -> list[str]:
    """Possible forms of an event: with its countries, and alone."""
    named = places(part.sentences)
    if not named:
        return ["event"]
    tests = [r for r in rolls(part.sentences) if r.label == TEST and len(r.values) == 1]
    entries = (c + plain(r for r in tests if r.country == c) for c in named)
    return list(dict.fromkeys([f"event {', '.join(entries)}", f"event {', '.join(named)}", "event"]))


def places(found: Iterable[Words]) -> list[str]:
    """Countries of an event in its sentences, unless too many."""
    names: dict[str, None] = {}
    for sentence in found:
        begin = next((i + 1 for i, t in enumerate(sentence) if t.kind == "card"), 0)
        for piece in comma_pieces(main_words(sentence[begin:])):
            if not any(t.of("not", "absent") for t in piece):
                countries = (i for i, t in enumerate(piece) if t.kind == "country")
                names |= {piece[i].name: None for i in countries if not at(piece, i + 1).of("reason")}
    return list(names) if len(names) <= MOST_PLACES else []


def chosen_country(part: CardUse) -> str:
    """The country of "event Iraq", a choice, or ""."""
    behind = part.sentences[0][part.end :] if part.sentences else []
    i = at(behind, 0).text in ("in", "on", "against", "for", "at")
    return at(behind, i).name if at(behind, i).kind == "country" and at(behind, i + 1).text != "is" else ""
