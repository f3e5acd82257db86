"""What is read of a card play in a log, and who reads it; what each sentence says is in ``plays``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

BOXES = frozenset({"track", "the Events In Play box", "the off-map box", "the troops track"})


@dataclass(slots=True)
class Target:
    """One entry of a segment: a country, what is done there, and the dice."""

    country: str
    origin: str = ""
    cells: str = ""
    number: int = 0
    tested: str = ""
    """What its Test gave, in the words of the notation; "" where there was none."""
    dice: list[str] = field(default_factory=list)
    """Dice of the Operation; "" for a roll that needed none."""
    plots: list[str] = field(default_factory=list)
    """Plot markers placed, ``?`` for one that nobody saw; of an Alert the one that came to light."""
    major: bool = False
    cadre: bool = False
    came: int | None = None
    """How many Cells came, where too few were Available."""
    gone: bool = False
    """Whether its Cells were removed."""


@dataclass(slots=True)
class Part:
    """A segment of a line."""

    kind: str
    """op, event, or the leftover use: radicalize, homeland."""
    use: str = ""
    side: str = ""
    happened: bool = True
    targets: list[Target] = field(default_factory=list)
    number: int = 0
    governance: list[str] = field(default_factory=list)
    prestige: list[str] = field(default_factory=list)
    loose: list[tuple[str, str, str]] = field(default_factory=list)
    """Dice of an event: the country, the label, the dice."""
    countries: list[str] = field(default_factory=list)
    """Countries that its sentences name, in order."""
    cells: list[tuple[str, str]] = field(default_factory=list)
    """Cells that an event removed: the country, the states."""
    flipped: list[str] = field(default_factory=list)
    """Countries in which it turned Cells Active."""
    things: dict[tuple[str, str], int] = field(default_factory=dict)
    """What it placed or removed, by country and by its word."""
    cadres: list[str] = field(default_factory=list)
    """Countries in which an event took a Cadre by a Disrupt."""
    tested: dict[str, str] = field(default_factory=dict)
    results: dict[tuple[str, str], str] = field(default_factory=dict)
    """What its sentences say in so many words: claims by country and by what they are about."""
    discarded: list[int] = field(default_factory=list)
    drawn: list[tuple[str, int, str]] = field(default_factory=list)
    """Cards drawn: by whom, which, where from."""
    convergence: list[str] = field(default_factory=list)
    """Where Convergence led to."""
    short: bool = False
    """Whether fewer pieces came than were due."""


@dataclass(slots=True)
class CardPlay:
    """A card play as its log tells it."""

    side: str
    cards: list[int]
    value: int
    parts: list[Part] = field(default_factory=list)
    reserves: bool = False
    happens: bool | None = None
    """Whether the program takes the other side's event to happen; None where it says nothing."""
    triggers: bool = True
    placed: dict[int, str] = field(default_factory=dict)
    """Where each card went."""
    victory: str = ""


MAX_SENTENCE = 300
"""Longest line of a log that is taken for a sentence; those that tell something have some 120 characters."""
_RULES: list[tuple[re.Pattern[str], Callable[[Reader, re.Match[str]], None]]] = []


def on(pattern: str) -> Callable[[Callable[[Reader, re.Match[str]], None]], Callable[[Reader, re.Match[str]], None]]:
    """Register what is read from a sentence of this form."""

    def add(act: Callable[[Reader, re.Match[str]], None]) -> Callable[[Reader, re.Match[str]], None]:
        _RULES.append((re.compile(rf"(?:{pattern})\Z"), act))
        return act

    return add


class Reader:
    """Reads the sentences of a log one after the other."""

    def __init__(self, play: CardPlay) -> None:
        self.play = play
        self.part: Part | None = None
        self.waiting: dict[str, str] = {}
        """Tests that no entry has taken yet, with their results."""
        self.last = ""
        """The country that the last sentence was about."""
        self.rolling = ""
        """What the next die is rolled for, with its label."""

    def read(self, lines: Iterable[str]) -> CardPlay:
        """Read the lines of a play."""
        for line in lines:
            for pattern, act in _RULES if len(line) <= MAX_SENTENCE else ():
                found = pattern.match(line)
                if found is not None:
                    act(self, found)
                    break
        for part in self.play.parts:
            for target in part.targets:
                target.tested = target.tested or self._test(target.country)
        if self.waiting and self.part is not None:
            self.part.tested |= self.waiting
        return self.play

    def begin(self, kind: str, use: str = "", side: str = "", *, happened: bool = True) -> Part:
        """Begin a segment."""
        self._settle()
        self.part = Part(kind, use, side or self.play.side, happened)
        self.play.parts.append(self.part)
        self.rolling = ""
        return self.part

    def _settle(self) -> None:
        """Tests that an event made stay with it."""
        if self.part is not None and self.part.kind == "event":
            self.part.tested |= self.waiting
            self.waiting = {}

    def _test(self, country: str) -> str:
        return self.waiting.pop(country, "")

    def on_part(self) -> Part:
        """The segment that the log is in; an event if nothing has begun."""
        return self.part or self.begin("event")

    def target(self, country: str, **given: object) -> Target:
        """A new entry."""
        made = Target(country, **given)  # type: ignore[arg-type]
        made.tested = self._test(country)
        self.on_part().targets.append(made)
        self.last = country
        return made

    @property
    def entry(self) -> Target | None:
        """The last entry."""
        return self.part.targets[-1] if self.part is not None and self.part.targets else None

    def names(self, country: str) -> None:
        """A sentence is about a country."""
        self.last = country
        if self.part is not None and country not in self.part.countries and country not in BOXES:
            self.part.countries.append(country)

    def result(self, country: str, about: str, words: str) -> None:
        """A sentence says what something is now."""
        self.on_part().results[country, about] = words
