"""One card play of a log, from its sentences alone.

It becomes segments with their entries, dice and results. The forms of the sentences are in ``sentences.toml``, each
with the method of :class:`LogReader` that acts on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.tables import read_toml

OPERATIONS = {
    "Recruit": "recruit",
    "Travel": "travel",
    "Jihad": "jihad",
    "Minor Jihad": "jihad",
    "Major Jihad": "jihad",
    "Plot": "plot",
    "War of Ideas": "woi",
    "Deploy": "deploy",
    "Regime Change": "regime-change",
    "Withdraw": "withdraw",
    "Withdrawal": "withdraw",
    "Disrupt": "disrupt",
    "Alert": "alert",
    "Reassessment": "reassess",
}
_LEFTOVER = {"Add": "reserves", "War": "woi", "Degrade": "worsen"}
"""Steps of leftover Operations that are no notation words."""
AUTOMATIC = "automatic"
"""An event that happens with any Operation, for any player."""
_SIDES = {name: side for side, name in SIDE_NAMES.items()}
_BOXES = frozenset({"track", "the Events In Play box", "the off-map box", "the troops track"})
_WORDS = {"us": "US {}", "prestige": "prestige {}", "funding": "funding {}"}
"""Track statements of a sentence, in the notation's words."""
HEAD = re.compile(r"(Jihadist|US) plays #(\d{1,3}) (.*) \((\d) Ops?\)\Z")
MAX_SENTENCE = 300
"""Longest line taken for a sentence; those in use have 120 characters."""


@dataclass(slots=True)
class EntryDraft:
    """One entry of a segment: country, action and dice."""

    country: str
    origin: str = ""
    cells: str = ""
    number: int = 0
    test_result: str = ""
    """Result of its Test, in notation; "" without one."""
    dice: list[str] = field(default_factory=list)
    """Dice of the Operation; "" for a roll without any."""
    plots: list[str] = field(default_factory=list)
    """Placed Plot markers, ``?`` for unseen ones; an Alert's revealed one."""
    major: bool = False
    cadre: bool = False
    arrivals: int | None = None
    """Number of Cells that came, where too few were Available."""
    gone: bool = False
    """Whether its Plots were removed."""


@dataclass(slots=True)
class SegmentDraft:
    """A segment of a line."""

    kind: str
    """op, event, or the leftover use: radicalize, homeland."""
    use: str = ""
    side: str = ""
    happened: bool = True
    targets: list[EntryDraft] = field(default_factory=list)
    number: int = 0
    governance: list[str] = field(default_factory=list)
    prestige: list[str] = field(default_factory=list)
    loose: list[tuple[str, str, str]] = field(default_factory=list)
    """Dice of an event: the country, the label, the dice."""
    countries: list[str] = field(default_factory=list)
    """Countries that its sentences name, in order."""
    cells: list[tuple[str, str]] = field(default_factory=list)
    """Cells removed by an event: the country, the states."""
    activations: list[str] = field(default_factory=list)
    """Countries with Cells turned Active."""
    things: dict[tuple[str, str], int] = field(default_factory=dict)
    """Things placed or removed, by country and word."""
    cadres: list[str] = field(default_factory=list)
    """Countries that lost a Cadre by an event's Disrupt."""
    test_results: dict[str, str] = field(default_factory=dict)
    results: dict[tuple[str, str], str] = field(default_factory=dict)
    """Explicit results of its sentences: claims by country and subject."""
    discards: list[int] = field(default_factory=list)
    draws: list[tuple[str, int, str]] = field(default_factory=list)
    """Cards drawn: the side, the card, the pile."""
    convergence: list[str] = field(default_factory=list)
    """Country of Convergence."""
    capital: str = ""
    """The new Caliphate Capital."""
    granted: bool = False
    """Whether it brings an Operation."""


@dataclass(slots=True)
class CardPlay:
    """A card play in its log."""

    side: str
    cards: list[int]
    value: int
    parts: list[SegmentDraft] = field(default_factory=list)
    reserves: bool = False
    cancelled: bool = False
    """Whether the other side cancelled it (card 166)."""
    lines_before: list[str] = field(default_factory=list)
    """Notation lines before it, for the side's other acts."""
    further_cards: list[CardPlay] = field(default_factory=list)
    """Further cards brought by its event."""


RECRUITS_TOO = 53
"""Madrassas: the program rolls event and second card together."""


def share(event: SegmentDraft, second: CardPlay, value: int) -> None:
    """Give an event the first ``value`` Recruit rolls of the second card."""
    part = next((p for p in second.parts if p.use == "recruit"), None)
    for target in list(part.targets) if part is not None else ():
        while target.dice and value:
            value -= 1
            die = target.dice.pop(0)
            if target.country not in event.countries:
                event.countries.append(target.country)
            if die:
                event.loose.append((target.country, "", die))
        if not target.dice and part is not None:
            part.targets.remove(target)


@cache
def _forms() -> list[tuple[re.Pattern[str], str, Mapping[str, Any]]]:
    """Meaningful sentences: form, act, and further arguments."""
    found: list[tuple[re.Pattern[str], str, Mapping[str, Any]]] = []
    for row in read_toml(Path(__file__).with_name("sentences.toml"))["sentence"]:
        given = {name: value for name, value in row.items() if name not in ("act", "forms")}
        for form in row["forms"]:
            pattern = form.replace("{country}", "(?P<country>.+?)").replace("{side}", "(?P<side>Jihadist|US)")
            found.append((re.compile(rf"(?:{pattern})\Z"), row["act"], given))
    return found


def card_play(head: re.Match[str], lines: Iterable[str]) -> CardPlay:
    """The card play that begins with a head line."""
    return LogReader(CardPlay(_SIDES[head[1]], [int(head[2])], int(head[4]))).read(lines)


class LogReader:
    """A reader of a log, sentence by sentence."""

    def __init__(self, play: CardPlay) -> None:
        self.play = play
        self.part: SegmentDraft | None = None
        self.waiting: dict[str, str] = {}
        """Tests without an entry, with their results."""
        self.last = ""
        """The country of the last sentence."""
        self.rolling = ""
        """The purpose of the next die, with its label."""

    def read(self, lines: Iterable[str]) -> CardPlay:
        """Read the lines of a play."""
        for line in lines:
            for pattern, act, given in _forms() if len(line) <= MAX_SENTENCE else ():
                found = pattern.match(line)
                if found is not None:
                    said = {name: word for name, word in found.groupdict().items() if word is not None}
                    if "side" in said:
                        said["side"] = _SIDES[said["side"]]
                    getattr(self, act)(**said, **given)
                    break
        for part in self.play.parts:
            for target in part.targets:
                target.test_result = target.test_result or self.waiting.pop(target.country, "")
        if self.part is not None:
            self.part.test_results |= self.waiting
        return self.play

    @property
    def entry(self) -> EntryDraft | None:
        """The last entry."""
        return self.part.targets[-1] if self.part is not None and self.part.targets else None

    @property
    def current_segment(self) -> SegmentDraft:
        """The current segment; an event if nothing has begun."""
        if self.part is None:
            self.begin("event")
        assert self.part is not None
        return self.part

    def name(self, country: str) -> None:
        """Note the country of a sentence."""
        self.last = country
        if self.part is not None and country not in self.part.countries and country not in _BOXES:
            self.part.countries.append(country)

    def target_in(self, country: str) -> EntryDraft:
        """The last entry if it has this country, else another."""
        return self.entry if self.entry is not None and self.entry.country == country else self.target(country)

    # ------------------------------------------------------------ heads of segments

    def begin(self, kind: str, use: str = "", side: str = "", happened: bool = True) -> None:
        """Begin a segment; an event keeps its Tests."""
        if self.part is not None and self.part.kind == "event":
            self.part.test_results |= self.waiting
            self.waiting = {}
        self.part = SegmentDraft(kind, use, side or self.play.side, happened)
        self.play.parts.append(self.part)
        self.rolling = ""

    def operation(self, side: str, name: str) -> None:
        """Begin an Operation."""
        if name in OPERATIONS:
            self.begin("op", OPERATIONS[name], side)

    def turn_to_leftover(self, side: str) -> None:
        """Begin the leftover use; an Operation without effect is dropped."""
        if self.part is not None and self.part.kind == "op" and not self.part.targets and not self.part.number:
            self.play.parts.remove(self.part)
        self.part = None

    def leftover(self, name: str, step: str) -> None:
        """Begin a step of the leftover use."""
        kind = "radicalize" if name == "Radicalization" else "homeland"
        self.begin(kind, _LEFTOVER.get(step, step.lower()))

    def granted(self, side: str = "") -> None:
        """Note that the event brings an Operation."""
        self.current_segment.granted = True

    def cancelled(self, card: str) -> None:
        """Cancel a card; a Reassessment's second one is named here only."""
        self.play.cancelled = True
        if int(card) not in self.play.cards:
            self.play.cards.append(int(card))

    def recruits_in_us(self, side: str) -> None:
        """Begin a second card's Recruit in the United States."""
        self.begin("op", "recruit", side)
        self.last = "United States"

    def expend(self, side: str) -> None:
        """Add Reserves to the card."""
        self.play.reserves = True

    def reserves(self, side: str, number: str, total: str) -> None:
        """Add the value or rest of a card to Reserves."""
        event = self.part if self.part is not None and self.part.kind == "event" else None
        granted = event is not None and event.granted and event.side == side
        theirs = event is not None and event.side != self.play.side
        if granted or ((self.part is None or theirs) and side == self.play.side):
            self.begin("op", "reserves", side)
        if self.current_segment.use == "reserves":
            self.current_segment.number = int(number)
        else:
            self.current_segment.results["", f"reserves {side}"] = f"reserves {side} {total}"

    # ------------------------------------------------------------ Tests, statements, dice

    def tested(self, country: str, word: str) -> None:
        """Note a country's Test, in the last or next entry."""
        entry = self.entry
        if entry is not None and entry.country == country and not entry.test_result and not entry.dice:
            entry.test_result = word
        else:
            self.waiting[country] = word
        self.name(country)

    def state(self, country: str = "", **said: str) -> None:
        """Note a sentence's country, or its present state."""
        if country:
            self.name(country)
        for about, word in said.items():
            now = "IR" if word == "Islamist Rule" else word
            self.current_segment.results[country, about] = _WORDS.get(about, "{}").format(now)

    def die(self, die: str) -> None:
        """Take a die without a purpose."""
        part = self.current_segment
        if part.kind == "event" and part.use != "targets":
            part.loose.append((self.last if self.rolling in ("", "posture") else "", self.rolling, die))
            self.rolling = ""
        elif self.entry is not None:
            self.entry.dice.append(die)

    def governance(self, die: str) -> None:
        """Take the die of a Regime Change."""
        if self.current_segment.kind == "event":
            self.current_segment.loose.append(("", "gov", die))
        else:
            self.current_segment.governance.append(die)

    def prestige(self, direction: str = "", first: str = "", second: str = "") -> None:
        """Take the dice of a Prestige roll: direction, then amount."""
        part = self.current_segment
        if direction:
            part.prestige = [direction]
            return
        part.prestige += [first, second]
        if part.kind == "event":
            part.loose.append(("", "prestige", " ".join(part.prestige)))

    def roll_posture(self, country: str) -> None:
        """Expect a die for the posture of a country."""
        self.rolling = "posture"
        self.last = "" if country == "United States" else country

    # ------------------------------------------------------------ Operations

    def target(self, country: str, **given: Any) -> EntryDraft:
        """Begin an entry."""
        made = EntryDraft(country, **given)
        made.test_result = self.waiting.pop(country, "")
        self.current_segment.targets.append(made)
        self.last = country
        return made

    def recruit(self, country: str = "", die: str = "") -> None:
        """Take a roll to recruit, "" for one without a die."""
        country = country or self.last
        if self.current_segment.kind != "event":
            self.target_in(country).dice.append(die)
            return
        self.name(country)
        if die:
            self.current_segment.loose.append((country, "", die))

    def too_few(self) -> None:
        """Note that successes exceed the Cells."""
        for target in self.current_segment.targets:
            target.arrivals = 0

    def cells_come(self, number: str, country: str) -> None:
        """Place Cells."""
        part = self.current_segment
        if part.kind == "event":
            self.thing(country, "cell" if number == "1" else "cells", number)
            return
        target = next((t for t in part.targets if t.country == country and t.arrivals is not None), None)
        if target is not None:
            target.arrivals = (target.arrivals or 0) + int(number)

    def _leave(self, country: str, cells: str) -> bool:
        """Whether an entry of Travel expects these Cells."""
        entry = self.entry
        leaving = (
            self.current_segment.use == "travel" and entry is not None and entry.origin == country and not entry.cells
        )
        if leaving and entry is not None:
            entry.cells = cells
        return leaving

    def cell_moves(self, state: str, origin: str, country: str) -> None:
        """Move a Cell by Travel."""
        cells = state[0].lower()
        self._leave(origin, cells)
        if self.current_segment.kind == "event":
            self.current_segment.cells.append((f"{origin} > {country}", cells))
            self.name(country)

    def mark_cells(self, cells: str, keep: bool = False) -> None:
        """Set the Cells of the last entry; ``keep`` only unset ones."""
        if self.entry is not None and not (keep and self.entry.cells):
            self.entry.cells = cells

    def jihad(self, country: str, major: str = "") -> None:
        """Begin an entry of a Jihad; an event rolls without Cells."""
        if self.current_segment.kind == "event":
            self.name(country)
        else:
            self.target(country, major=bool(major))

    def jihad_dice(self, number: str, cells: str = "") -> None:
        """Set the dice and Cells of a Jihad."""
        entry = self.entry
        if entry is not None and self.current_segment.use == "jihad":
            entry.number = int(number)
            for n, state in re.findall(r"(\d+) (Active|Sleeper)", cells):
                entry.cells += state[0].lower() * int(n)

    def plot_placed(self, country: str, value: str = "?") -> None:
        """Place a Plot marker."""
        marker = "W" if value == "WMD" else value
        entry = self.entry
        if self.current_segment.use == "plot" and entry is not None and entry.country == country:
            entry.plots.append(marker)
            return
        self.name(country)
        self.current_segment.targets.append(EntryDraft(country, plots=[marker]))

    def flip(self, number: str, country: str) -> None:
        """Turn Sleepers Active."""
        part, cells = self.current_segment, "s" * int(number)
        if part.use == "plot" and self.entry is not None:
            self.entry.cells = "s"
        elif part.use == "disrupt":
            self.target_in(country).cells += cells
        elif part.kind == "event":
            self.name(country)
            part.activations.append(country)
            part.cells.append((country, cells))

    def cells_go(self, number: str, state: str, country: str) -> None:
        """Remove Cells."""
        part, cells = self.current_segment, state[0].lower() * int(number)
        if self._leave(country, cells):
            return
        if part.use == "disrupt":
            self.target_in(country).cells += cells
        elif part.kind == "event":
            self.name(country)
            part.cells.append((country, cells))

    def cadre(self, country: str) -> None:
        """Remove a Cadre."""
        if self.current_segment.use == "disrupt":
            self.target(country, cadre=True)
        elif self.current_segment.kind == "event":
            self.name(country)

    def alerted(self, value: str, country: str) -> None:
        """Find a Plot."""
        self.name(country)
        self.current_segment.targets.append(EntryDraft(country, plots=["W" if value == "WMD" else value], gone=True))

    def war_of_ideas(self, country: str) -> None:
        """Begin a War of Ideas, announced as an Operation or not."""
        if self.part is None or self.part.use == AUTOMATIC or (self.part.kind == "op" and self.part.use != "woi"):
            self.begin("op", "woi", "US")
        if self.current_segment.kind == "event":
            self.name(country)
        else:
            self.target_in(country)

    def troops(self, number: str, origin: str, country: str) -> None:
        """Move Troops."""
        part = self.current_segment
        ends = ["track" if name == "the troops track" else name for name in (origin, country)]
        if part.use in ("deploy", "regime-change", "withdraw"):
            part.targets.append(EntryDraft(ends[1], origin=ends[0], number=int(number)))
        for name in ends:
            self.name(name)

    # ------------------------------------------------------------ markers and cards

    def thing(self, country: str, word: str, number: str = "1") -> None:
        """Place or remove a thing."""
        self.name(country)
        things = self.current_segment.things
        things[country, word] = things.get((country, word), 0) + (int(number) if number.isdigit() else 1)

    def capital(self, country: str) -> None:
        """Declare a Caliphate, or move its capital."""
        self.current_segment.capital = country

    def convergence(self, country: str) -> None:
        """Note the country of a Convergence."""
        self.current_segment.convergence.append(country)

    def discard(self, card: str) -> None:
        """Discard a card."""
        self.current_segment.discards.append(int(card))

    def looked_at(self) -> None:
        """Return the last discard to the event that looks at it."""
        first = next((p for p in self.play.parts if p.kind == "event" and p.happened), None)
        if first is not None and self.part is not None and self.part is not first and self.part.discards:
            first.discards.append(self.part.discards.pop())

    def draw(self, card: str, pile: str, side: str = "") -> None:
        """Draw a card."""
        self.current_segment.draws.append((side or self.current_segment.side, int(card), pile))
