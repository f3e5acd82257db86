"""What a log says of one card play: segments with their entries, dice and results, from its sentences alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.parsers.app.saves import Point

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
_LEFTOVER = {
    "Travel": "travel",
    "Plot": "plot",
    "Recruit": "recruit",
    "Add": "reserves",
    "War": "woi",
    "Disrupt": "disrupt",
    "Place": "place",
    "Worsen": "worsen",
    "Degrade": "worsen",
}
AUTOMATIC = "automatic"
"""An event that happens with any Operation, whoever plays the card."""
_BOXES = frozenset({"track", "the Events In Play box", "the off-map box", "the troops track"})
_SIDES = {"Jihadist": "J", "US": "US"}


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


_COUNTRY = r"(.+?)"
MAX_SENTENCE = 300
"""Longest line of a log that is taken for a sentence; those that tell something have some 120 characters."""
_RULES: list[tuple[re.Pattern[str], Callable[[Reader, re.Match[str]], None]]] = []


def _on(pattern: str) -> Callable[[Callable[[Reader, re.Match[str]], None]], Callable[[Reader, re.Match[str]], None]]:
    def add(act: Callable[[Reader, re.Match[str]], None]) -> Callable[[Reader, re.Match[str]], None]:
        _RULES.append((re.compile(rf"(?:{pattern})\Z"), act))
        return act

    return add


HEAD = re.compile(r"(Jihadist|US) plays #(\d{1,3}) (.*) \((\d) Ops?\)\Z")


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
        if self.part is not None and country not in self.part.countries and country not in _BOXES:
            self.part.countries.append(country)

    def result(self, country: str, about: str, words: str) -> None:
        """A sentence says what something is now."""
        self.on_part().results[country, about] = words


# ------------------------------------------------------------ heads of segments


@_on(r"(Jihadist|US) executes the \"(.*)\" event")
def _executes(r: Reader, m: re.Match[str]) -> None:
    r.begin("event", side=_SIDES[m[1]])


@_on(r"(Jihadist|US|Unassociated automatic) event \"(.*)\" triggers")
def _triggers(r: Reader, m: re.Match[str]) -> None:
    r.begin("event", AUTOMATIC if m[1] not in _SIDES else "", _SIDES.get(m[1], ""))


@_on(r"(Jihadist|US) event \"(.*)\" has no effect")
def _no_effect(r: Reader, m: re.Match[str]) -> None:
    r.begin("event", side=_SIDES[m[1]], happened=False)


@_on(r"The First plot option prevents the US associated \"(.*)\" event from triggering")
def _first_plot(r: Reader, m: re.Match[str]) -> None:
    r.play.triggers = False


@_on(r"The (?:US|Jihadist) event conditions are (NOT )?currently satisfied\.")
def _conditions(r: Reader, m: re.Match[str]) -> None:
    r.play.happens = not m[1]


@_on(r"(Jihadist|US) performs an? (.+?) operation(?: in (.+?))?(?: with \d+ Ops?)?")
def _operation(r: Reader, m: re.Match[str]) -> None:
    use = OPERATIONS.get(m[2])
    if use is not None:
        r.begin("op", use, _SIDES[m[1]])


@_on(r"US attempts War of Ideas operation with \d+ Ops?")
def _attempts(r: Reader, m: re.Match[str]) -> None:
    r.begin("op", "woi", "US")


@_on(r"(Jihadist|US) performs (Radicalization|Homeland Security) with .*")
def _leftover(r: Reader, m: re.Match[str]) -> None:
    if r.part is not None and r.part.kind == "op" and not r.part.targets and not r.part.number:
        r.play.parts.remove(r.part)
    r.part = None


@_on(r"(Radicalization|Homeland Security): (\w+).*")
def _use_of_leftover(r: Reader, m: re.Match[str]) -> None:
    r.begin("radicalize" if m[1] == "Radicalization" else "homeland", _LEFTOVER.get(m[2], m[2].lower()))


@_on(r"(?:Jihadist|US) player expends their reserves of .*")
def _expends(r: Reader, m: re.Match[str]) -> None:
    r.play.reserves = True


@_on(r"(Jihadist|US) adds (\d) Ops? to reserves\.\s+Reserves now (\d) Ops?")
def _adds(r: Reader, m: re.Match[str]) -> None:
    theirs = r.part is not None and r.part.kind == "event" and r.part.side != r.play.side
    if (r.part is None or theirs) and _SIDES[m[1]] == r.play.side:
        r.begin("op", "reserves")
    if r.part is not None and r.part.use == "reserves":
        r.part.number = int(m[2])
    else:
        r.result("", f"reserves {_SIDES[m[1]]}", f"reserves {_SIDES[m[1]]} {m[3]}")


# ------------------------------------------------------------ Tests, and what a sentence states


@_on(rf"{_COUNTRY} tested: Set (?:posture )?to (\w+)(?: (?:Neutral|Ally|Adversary))?")
def _tested(r: Reader, m: re.Match[str]) -> None:
    entry = r.entry
    if entry is not None and entry.country == m[1] and not entry.tested and not entry.dice:
        entry.tested = m[2]
    else:
        r.waiting[m[1]] = m[2]
    r.names(m[1])


@_on(rf"(?:Degrade|Improve) (?:the )?governance of {_COUNTRY} to (Good|Fair|Poor|Islamist Rule)")
def _shifted(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "governance", "IR" if m[2] == "Islamist Rule" else m[2])


@_on(rf"Set (?:the )?governance of {_COUNTRY} (?:to )?(Good|Fair|Poor|Islamist Rule)")
def _governance(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "governance", "IR" if m[2] == "Islamist Rule" else m[2])


@_on(rf"Set (?:the )?alignment of {_COUNTRY} (?:to )?(Ally|Neutral|Adversary)")
def _alignment(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "alignment", m[2])


@_on(rf"Set {_COUNTRY} to (Good|Fair|Poor) (Ally|Neutral|Adversary)")
def _set_to(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "governance", m[2])
    r.result(m[1], "alignment", m[3])


@_on(rf"(?:Set (?:the )?posture of {_COUNTRY} to|The posture of {_COUNTRY} remains) (Hard|Soft)")
def _posture(r: Reader, m: re.Match[str]) -> None:
    name = m[1] or m[2]
    r.names(name)
    r.result(name, "posture", m[3])


@_on(rf"(?:Change posture of {_COUNTRY} from \w+ to|Posture of {_COUNTRY} remains) (Hard|Soft)")
def _woi_posture(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1] or m[2])


@_on(r"(?:Set US posture to|US posture remains) (Hard|Soft)")
def _us_posture(r: Reader, m: re.Match[str]) -> None:
    r.result("", "us", f"US {m[1]}")


@_on(r"(?:Set (?:US )?prestige to (\d+).*|[+-]\d+ to prestige \((?:now|remains) (\d+)\))")
def _prestige(r: Reader, m: re.Match[str]) -> None:
    r.result("", "prestige", f"prestige {m[1] or m[2]}")


@_on(r"(?:Set funding to (\d+).*|[+-]\d+ to funding \((?:now|remains) (\d+)\))")
def _funding(r: Reader, m: re.Match[str]) -> None:
    r.result("", "funding", f"funding {m[1] or m[2]}")


# ------------------------------------------------------------ dice


@_on(r"(?:\d\w\w )?Die roll: (\d)(?: - \w+)?|Die roll for .*: (\d)")
def _die(r: Reader, m: re.Match[str]) -> None:
    part, die = r.on_part(), m[1] or m[2]
    if part.kind == "event" and part.use != "targets":
        part.loose.append((r.last if not r.rolling or r.rolling == "posture" else "", r.rolling, die))
        r.rolling = ""
    elif r.entry is not None:
        r.entry.dice.append(die)


@_on(r"Governance die roll: (\d)")
def _governance_die(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    if part.kind == "event":
        part.loose.append(("", "gov", m[1]))
    else:
        part.governance.append(m[1])


@_on(r"Direction roll: (\d)")
def _direction(r: Reader, m: re.Match[str]) -> None:
    r.on_part().prestige = [m[1]]


@_on(r"Rolls for shift amount: (\d) and (\d).*")
def _amount(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    part.prestige += [m[1], m[2]]
    if part.kind == "event":
        part.loose.append(("", "prestige", " ".join(part.prestige)))


@_on(rf"Roll (?:posture of {_COUNTRY}|{_COUNTRY} posture)")
def _roll_posture(r: Reader, m: re.Match[str]) -> None:
    name = m[1] or m[2]
    r.rolling = "posture"
    r.last = "" if name == "United States" else name


# ------------------------------------------------------------ Recruit


@_on(rf"\d\w\w Recruit automatically succeeds in {_COUNTRY}|Recruit is automatically successful in {_COUNTRY}")
def _recruited(r: Reader, m: re.Match[str]) -> None:
    _recruit(r, m[1] or m[2], "")


@_on(rf"(?:\d\w\w )?Recruit (?:succeeds|fails) in {_COUNTRY} with a roll of (\d)")
def _recruit_roll(r: Reader, m: re.Match[str]) -> None:
    _recruit(r, m[1], m[2])


@_on(rf"Recruit in {_COUNTRY}")
def _recruit_in(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])


@_on(r"Recruit (?:succeeds|fails) with a die roll of (\d)")
def _recruit_die(r: Reader, m: re.Match[str]) -> None:
    _recruit(r, r.last, m[1])


def _recruit(r: Reader, country: str, die: str) -> None:
    part, entry = r.on_part(), r.entry
    if part.kind == "event":
        r.names(country)
        if die:
            part.loose.append((country, "", die))
        return
    if entry is None or entry.country != country:
        entry = r.target(country)
    entry.dice.append(die)


@_on(r"\d successful recruits?, but only \d available cells?")
def _too_few(r: Reader, m: re.Match[str]) -> None:
    r.on_part().short = True
    for target in r.on_part().targets:
        target.came = 0


@_on(rf"Add (\d+) (Sleeper|Active) Cells? to {_COUNTRY} from the funding track")
def _cells_come(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    if part.kind == "event":
        r.names(m[3])
        word = "cell" if m[1] == "1" else "cells"
        part.things[m[3], word] = part.things.get((m[3], word), 0) + int(m[1])
        return
    for target in part.targets:
        if target.country == m[3] and target.came is not None:
            target.came += int(m[1])
            break


# ------------------------------------------------------------ Travel


@_on(rf"Attempt travel from {_COUNTRY} to {_COUNTRY}")
def _travel(r: Reader, m: re.Match[str]) -> None:
    r.target(m[2], origin=m[1])


@_on(rf"Move \d+ (Active|Sleeper) Cells? from {_COUNTRY} to {_COUNTRY} as \d+ Sleeper Cells?")
def _moved(r: Reader, m: re.Match[str]) -> None:
    _left(r, m[2], m[1][0].lower())
    if r.on_part().kind == "event":
        r.on_part().cells.append((f"{m[2]} > {m[3]}", m[1][0].lower()))
        r.names(m[3])


@_on(r"Travelling a sleeper cell within the same country has no further effect")
def _stays(r: Reader, m: re.Match[str]) -> None:
    if r.entry is not None:
        r.entry.cells = r.entry.cells or "s"


def _left(r: Reader, country: str, state: str) -> bool:
    """A Cell leaves the country of an entry that waits for it."""
    entry = r.entry
    if r.on_part().use == "travel" and entry is not None and entry.origin == country and not entry.cells:
        entry.cells = state
        return True
    return False


# ------------------------------------------------------------ Jihad and Plot


@_on(rf"Conduct (Major )?Jihad in {_COUNTRY}")
def _jihad(r: Reader, m: re.Match[str]) -> None:
    r.target(m[2], major=bool(m[1]))


@_on(r"Rolling (\d+) (?:die|dice)(?:, using (.*))?")
def _rolling(r: Reader, m: re.Match[str]) -> None:
    entry = r.entry
    if entry is not None and r.on_part().use == "jihad":
        entry.number = int(m[1])
        for n, state in re.findall(r"(\d+) (Active|Sleeper)", m[2] or ""):
            entry.cells += state[0].lower() * int(n)


@_on(rf"Plot attempt in {_COUNTRY}")
def _plot(r: Reader, m: re.Match[str]) -> None:
    r.target(m[1])


@_on(r"Using an already active cell")
def _active(r: Reader, m: re.Match[str]) -> None:
    if r.entry is not None:
        r.entry.cells = "a"


@_on(rf"Add (?:a hidden plot|Plot (\d|WMD)) to {_COUNTRY}")
def _plot_placed(r: Reader, m: re.Match[str]) -> None:
    marker = {"WMD": "W", None: "?"}.get(m[1], m[1])
    entry = r.entry
    if r.on_part().use == "plot" and entry is not None and entry.country == m[2]:
        entry.plots.append(marker)
        return
    r.names(m[2])
    r.on_part().targets.append(Target(m[2], plots=[marker]))


# ------------------------------------------------------------ Disrupt, Alert, War of Ideas


@_on(rf"Flip (\d+) Sleeper Cells? in {_COUNTRY} to active")
def _flipped(r: Reader, m: re.Match[str]) -> None:
    part, entry = r.on_part(), r.entry
    if part.use == "plot" and entry is not None:
        entry.cells = "s"
    elif part.use == "disrupt":
        _disrupted(r, m[2], "s" * int(m[1]))
    elif part.kind == "event":
        r.names(m[2])
        part.flipped.append(m[2])
        part.cells.append((m[2], "s" * int(m[1])))


@_on(rf"Remove (\d+) (Active|Sleeper) Cells? from {_COUNTRY} to the funding track")
def _removed(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    cells = m[2][0].lower() * int(m[1])
    if _left(r, m[3], cells):
        return
    if part.use == "disrupt":
        _disrupted(r, m[3], cells)
    elif part.kind == "event":
        r.names(m[3])
        part.cells.append((m[3], cells))


def _disrupted(r: Reader, country: str, cells: str) -> None:
    entry = r.entry
    if entry is None or entry.country != country:
        entry = r.target(country)
    entry.cells += cells


@_on(rf"Remove \d cadre markers? from {_COUNTRY}\.?")
def _cadre(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    if part.use == "disrupt":
        r.target(m[1], cadre=True)
    elif part.kind == "event":
        r.names(m[1])


@_on(rf"Plot (\d|WMD) alerted in {_COUNTRY}, .*")
def _alerted(r: Reader, m: re.Match[str]) -> None:
    r.names(m[2])
    r.on_part().targets.append(Target(m[2], plots=["W" if m[1] == "WMD" else m[1]], gone=True))


@_on(rf"(?:US performs War of Ideas|Not enough Ops to complete War of Ideas) in {_COUNTRY}")
def _war_of_ideas(r: Reader, m: re.Match[str]) -> None:
    if r.part is None or r.part.use == AUTOMATIC or (r.part.kind == "op" and r.part.use != "woi"):
        r.begin("op", "woi", "US")
    if r.on_part().kind == "event":
        r.names(m[1])
    elif r.entry is None or r.entry.country != m[1]:
        r.target(m[1])


# ------------------------------------------------------------ Troops


@_on(rf"Move (\d+) troops? from {_COUNTRY} to {_COUNTRY}")
def _troops(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    origin, to = (_track(m[2]), _track(m[3]))
    if part.use in ("deploy", "regime-change", "withdraw"):
        part.targets.append(Target(to, origin=origin, number=int(m[1])))
    for name in (origin, to):
        r.names(name)


def _track(name: str) -> str:
    return "track" if name == "the troops track" else name


@_on(rf"Place a (?:green|tan) regime change marker in {_COUNTRY}")
def _changed(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])


@_on(
    rf"(?:Add|Remove) (\d+|an?) (awakening|reaction|aid|besieged|civil war|regime change|militia)"
    rf"(?: regime)?(?: markers?)? (?:to|from) {_COUNTRY}(?: (?:from|to) the .*)?"
    rf"|Remove (besieged|regime change|civil war)(?: regime)? marker from {_COUNTRY}"
)
def _thing(r: Reader, m: re.Match[str]) -> None:
    country, word = m[3] or m[5], m[2] or m[4]
    r.names(country)
    things = r.on_part().things
    things[country, word] = things.get((country, word), 0) + (int(m[1]) if m[1] and m[1].isdigit() else 1)


@_on(
    rf"Place \".*\" marker in {_COUNTRY}|Jihadist selects {_COUNTRY} as the event target\."
    rf"|Backlash applied to a [Pp]lot.* in {_COUNTRY}"
)
def _about(r: Reader, m: re.Match[str]) -> None:
    r.names(next(g for g in m.groups() if g))


@_on(rf"There is no cell to remove in either {_COUNTRY} or Iran\.")
def _nothing_there(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])


@_on(rf"Convergence for {_COUNTRY} takes place in {_COUNTRY}")
def _converges(r: Reader, m: re.Match[str]) -> None:
    r.on_part().convergence.append(m[2])


# ------------------------------------------------------------ cards


@_on(r"(?:US|Jihadist) discards #(\d{1,3}) .*")
def _discards(r: Reader, m: re.Match[str]) -> None:
    r.on_part().discarded.append(int(m[1]))


@_on(r"(US|Jihadist) draws #(\d{1,3}) .* from the (.*)")
def _draws(r: Reader, m: re.Match[str]) -> None:
    r.on_part().drawn.append((_SIDES[m[1]], int(m[2]), m[3]))


@_on(r"(?:Put|Place|Remove) (?:the )?#(\d{1,3}) .* (?:in|from) the (.*)")
def _put(r: Reader, m: re.Match[str]) -> None:
    r.play.placed[int(m[1])] = m[2]


@_on(r"Victory condition met - (US|Jihadist) .*")
def _victory(r: Reader, m: re.Match[str]) -> None:
    r.play.victory = _SIDES[m[1]]


def of(head: re.Match[str], lines: Iterable[str]) -> CardPlay:
    """The card play that begins with a head line."""
    play = CardPlay(_SIDES[head[1]], [int(head[2])], int(head[4]))
    return Reader(play).read(lines)


__all__ = ["HEAD", "CardPlay", "Part", "Point", "Target", "of"]
