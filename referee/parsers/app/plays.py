"""What a log says of one card play: segments with their entries, dice and results, from its sentences alone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from referee.parsers.app.reader import CardPlay, Part, Reader, Target, on
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
_SIDES = {"Jihadist": "J", "US": "US"}


_COUNTRY = r"(.+?)"

HEAD = re.compile(r"(Jihadist|US) plays #(\d{1,3}) (.*) \((\d) Ops?\)\Z")


# ------------------------------------------------------------ heads of segments


@on(r"(Jihadist|US) executes the \"(.*)\" event")
def _executes(r: Reader, m: re.Match[str]) -> None:
    r.begin("event", side=_SIDES[m[1]])


@on(r"(Jihadist|US|Unassociated automatic) event \"(.*)\" triggers")
def _triggers(r: Reader, m: re.Match[str]) -> None:
    r.begin("event", AUTOMATIC if m[1] not in _SIDES else "", _SIDES.get(m[1], ""))


@on(r"(Jihadist|US) event \"(.*)\" has no effect")
def _no_effect(r: Reader, m: re.Match[str]) -> None:
    r.begin("event", side=_SIDES[m[1]], happened=False)


@on(r"The First plot option prevents the US associated \"(.*)\" event from triggering")
def _first_plot(r: Reader, m: re.Match[str]) -> None:
    r.play.triggers = False


@on(r"The (?:US|Jihadist) event conditions are (NOT )?currently satisfied\.")
def _conditions(r: Reader, m: re.Match[str]) -> None:
    r.play.happens = not m[1]


@on(r"(Jihadist|US) performs an? (.+?) operation(?: in (.+?))?(?: with \d+ Ops?)?")
def _operation(r: Reader, m: re.Match[str]) -> None:
    use = OPERATIONS.get(m[2])
    if use is not None:
        r.begin("op", use, _SIDES[m[1]])


@on(r"US attempts War of Ideas operation with \d+ Ops?")
def _attempts(r: Reader, m: re.Match[str]) -> None:
    r.begin("op", "woi", "US")


@on(r"(Jihadist|US) performs (Radicalization|Homeland Security) with .*")
def _leftover(r: Reader, m: re.Match[str]) -> None:
    if r.part is not None and r.part.kind == "op" and not r.part.targets and not r.part.number:
        r.play.parts.remove(r.part)
    r.part = None


@on(r"(Radicalization|Homeland Security): (\w+).*")
def _use_of_leftover(r: Reader, m: re.Match[str]) -> None:
    r.begin("radicalize" if m[1] == "Radicalization" else "homeland", _LEFTOVER.get(m[2], m[2].lower()))


@on(r"(?:Jihadist|US) player expends their reserves of .*")
def _expends(r: Reader, m: re.Match[str]) -> None:
    r.play.reserves = True


@on(r"(Jihadist|US) adds (\d) Ops? to reserves\.\s+Reserves now (\d) Ops?")
def _adds(r: Reader, m: re.Match[str]) -> None:
    theirs = r.part is not None and r.part.kind == "event" and r.part.side != r.play.side
    if (r.part is None or theirs) and _SIDES[m[1]] == r.play.side:
        r.begin("op", "reserves")
    if r.part is not None and r.part.use == "reserves":
        r.part.number = int(m[2])
    else:
        r.result("", f"reserves {_SIDES[m[1]]}", f"reserves {_SIDES[m[1]]} {m[3]}")


# ------------------------------------------------------------ Tests, and what a sentence states


@on(rf"{_COUNTRY} tested: Set (?:posture )?to (\w+)(?: (?:Neutral|Ally|Adversary))?")
def _tested(r: Reader, m: re.Match[str]) -> None:
    entry = r.entry
    if entry is not None and entry.country == m[1] and not entry.tested and not entry.dice:
        entry.tested = m[2]
    else:
        r.waiting[m[1]] = m[2]
    r.names(m[1])


@on(rf"(?:Degrade|Improve) (?:the )?governance of {_COUNTRY} to (Good|Fair|Poor|Islamist Rule)")
def _shifted(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "governance", "IR" if m[2] == "Islamist Rule" else m[2])


@on(rf"Set (?:the )?governance of {_COUNTRY} (?:to )?(Good|Fair|Poor|Islamist Rule)")
def _governance(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "governance", "IR" if m[2] == "Islamist Rule" else m[2])


@on(rf"Set (?:the )?alignment of {_COUNTRY} (?:to )?(Ally|Neutral|Adversary)")
def _alignment(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "alignment", m[2])


@on(rf"Set {_COUNTRY} to (Good|Fair|Poor) (Ally|Neutral|Adversary)")
def _set_to(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])
    r.result(m[1], "governance", m[2])
    r.result(m[1], "alignment", m[3])


@on(rf"(?:Set (?:the )?posture of {_COUNTRY} to|The posture of {_COUNTRY} remains) (Hard|Soft)")
def _posture(r: Reader, m: re.Match[str]) -> None:
    name = m[1] or m[2]
    r.names(name)
    r.result(name, "posture", m[3])


@on(rf"(?:Change posture of {_COUNTRY} from \w+ to|Posture of {_COUNTRY} remains) (Hard|Soft)")
def _woi_posture(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1] or m[2])


@on(r"(?:Set US posture to|US posture remains) (Hard|Soft)")
def _us_posture(r: Reader, m: re.Match[str]) -> None:
    r.result("", "us", f"US {m[1]}")


@on(r"(?:Set (?:US )?prestige to (\d+).*|[+-]\d+ to prestige \((?:now|remains) (\d+)\))")
def _prestige(r: Reader, m: re.Match[str]) -> None:
    r.result("", "prestige", f"prestige {m[1] or m[2]}")


@on(r"(?:Set funding to (\d+).*|[+-]\d+ to funding \((?:now|remains) (\d+)\))")
def _funding(r: Reader, m: re.Match[str]) -> None:
    r.result("", "funding", f"funding {m[1] or m[2]}")


# ------------------------------------------------------------ dice


@on(r"(?:\d\w\w )?Die roll: (\d)(?: - \w+)?|Die roll for .*: (\d)")
def _die(r: Reader, m: re.Match[str]) -> None:
    part, die = r.on_part(), m[1] or m[2]
    if part.kind == "event" and part.use != "targets":
        part.loose.append((r.last if not r.rolling or r.rolling == "posture" else "", r.rolling, die))
        r.rolling = ""
    elif r.entry is not None:
        r.entry.dice.append(die)


@on(r"Governance die roll: (\d)")
def _governance_die(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    if part.kind == "event":
        part.loose.append(("", "gov", m[1]))
    else:
        part.governance.append(m[1])


@on(r"Direction roll: (\d)")
def _direction(r: Reader, m: re.Match[str]) -> None:
    r.on_part().prestige = [m[1]]


@on(r"Rolls for shift amount: (\d) and (\d).*")
def _amount(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    part.prestige += [m[1], m[2]]
    if part.kind == "event":
        part.loose.append(("", "prestige", " ".join(part.prestige)))


@on(rf"Roll (?:posture of {_COUNTRY}|{_COUNTRY} posture)")
def _roll_posture(r: Reader, m: re.Match[str]) -> None:
    name = m[1] or m[2]
    r.rolling = "posture"
    r.last = "" if name == "United States" else name


# ------------------------------------------------------------ Recruit


@on(rf"\d\w\w Recruit automatically succeeds in {_COUNTRY}|Recruit is automatically successful in {_COUNTRY}")
def _recruited(r: Reader, m: re.Match[str]) -> None:
    _recruit(r, m[1] or m[2], "")


@on(rf"(?:\d\w\w )?Recruit (?:succeeds|fails) in {_COUNTRY} with a roll of (\d)")
def _recruit_roll(r: Reader, m: re.Match[str]) -> None:
    _recruit(r, m[1], m[2])


@on(rf"Recruit in {_COUNTRY}")
def _recruit_in(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])


@on(r"Recruit (?:succeeds|fails) with a die roll of (\d)")
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


@on(r"\d successful recruits?, but only \d available cells?")
def _too_few(r: Reader, m: re.Match[str]) -> None:
    r.on_part().short = True
    for target in r.on_part().targets:
        target.came = 0


@on(rf"Add (\d+) (Sleeper|Active) Cells? to {_COUNTRY} from the funding track")
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


@on(rf"Attempt travel from {_COUNTRY} to {_COUNTRY}")
def _travel(r: Reader, m: re.Match[str]) -> None:
    r.target(m[2], origin=m[1])


@on(rf"Move \d+ (Active|Sleeper) Cells? from {_COUNTRY} to {_COUNTRY} as \d+ Sleeper Cells?")
def _moved(r: Reader, m: re.Match[str]) -> None:
    _left(r, m[2], m[1][0].lower())
    if r.on_part().kind == "event":
        r.on_part().cells.append((f"{m[2]} > {m[3]}", m[1][0].lower()))
        r.names(m[3])


@on(r"Travelling a sleeper cell within the same country has no further effect")
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


@on(rf"Conduct (Major )?Jihad in {_COUNTRY}")
def _jihad(r: Reader, m: re.Match[str]) -> None:
    r.target(m[2], major=bool(m[1]))


@on(r"Rolling (\d+) (?:die|dice)(?:, using (.*))?")
def _rolling(r: Reader, m: re.Match[str]) -> None:
    entry = r.entry
    if entry is not None and r.on_part().use == "jihad":
        entry.number = int(m[1])
        for n, state in re.findall(r"(\d+) (Active|Sleeper)", m[2] or ""):
            entry.cells += state[0].lower() * int(n)


@on(rf"Plot attempt in {_COUNTRY}")
def _plot(r: Reader, m: re.Match[str]) -> None:
    r.target(m[1])


@on(r"Using an already active cell")
def _active(r: Reader, m: re.Match[str]) -> None:
    if r.entry is not None:
        r.entry.cells = "a"


@on(rf"Add (?:a hidden plot|Plot (\d|WMD)) to {_COUNTRY}")
def _plot_placed(r: Reader, m: re.Match[str]) -> None:
    marker = {"WMD": "W", None: "?"}.get(m[1], m[1])
    entry = r.entry
    if r.on_part().use == "plot" and entry is not None and entry.country == m[2]:
        entry.plots.append(marker)
        return
    r.names(m[2])
    r.on_part().targets.append(Target(m[2], plots=[marker]))


# ------------------------------------------------------------ Disrupt, Alert, War of Ideas


@on(rf"Flip (\d+) Sleeper Cells? in {_COUNTRY} to active")
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


@on(rf"Remove (\d+) (Active|Sleeper) Cells? from {_COUNTRY} to the funding track")
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


@on(rf"Remove \d cadre markers? from {_COUNTRY}\.?")
def _cadre(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    if part.use == "disrupt":
        r.target(m[1], cadre=True)
    elif part.kind == "event":
        r.names(m[1])


@on(rf"Plot (\d|WMD) alerted in {_COUNTRY}, .*")
def _alerted(r: Reader, m: re.Match[str]) -> None:
    r.names(m[2])
    r.on_part().targets.append(Target(m[2], plots=["W" if m[1] == "WMD" else m[1]], gone=True))


@on(rf"(?:US performs War of Ideas|Not enough Ops to complete War of Ideas) in {_COUNTRY}")
def _war_of_ideas(r: Reader, m: re.Match[str]) -> None:
    if r.part is None or r.part.use == AUTOMATIC or (r.part.kind == "op" and r.part.use != "woi"):
        r.begin("op", "woi", "US")
    if r.on_part().kind == "event":
        r.names(m[1])
    elif r.entry is None or r.entry.country != m[1]:
        r.target(m[1])


# ------------------------------------------------------------ Troops


@on(rf"Move (\d+) troops? from {_COUNTRY} to {_COUNTRY}")
def _troops(r: Reader, m: re.Match[str]) -> None:
    part = r.on_part()
    origin, to = (_track(m[2]), _track(m[3]))
    if part.use in ("deploy", "regime-change", "withdraw"):
        part.targets.append(Target(to, origin=origin, number=int(m[1])))
    for name in (origin, to):
        r.names(name)


def _track(name: str) -> str:
    return "track" if name == "the troops track" else name


@on(rf"Place a (?:green|tan) regime change marker in {_COUNTRY}")
def _changed(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])


@on(
    rf"(?:Add|Remove) (\d+|an?) (awakening|reaction|aid|besieged|civil war|regime change|militia)"
    rf"(?: regime)?(?: markers?)? (?:to|from) {_COUNTRY}(?: (?:from|to) the .*)?"
    rf"|Remove (besieged|regime change|civil war)(?: regime)? marker from {_COUNTRY}"
)
def _thing(r: Reader, m: re.Match[str]) -> None:
    country, word = m[3] or m[5], m[2] or m[4]
    r.names(country)
    things = r.on_part().things
    things[country, word] = things.get((country, word), 0) + (int(m[1]) if m[1] and m[1].isdigit() else 1)


@on(
    rf"Place \".*\" marker in {_COUNTRY}|Jihadist selects {_COUNTRY} as the event target\."
    rf"|Backlash applied to a [Pp]lot.* in {_COUNTRY}"
)
def _about(r: Reader, m: re.Match[str]) -> None:
    r.names(next(g for g in m.groups() if g))


@on(rf"There is no cell to remove in either {_COUNTRY} or Iran\.")
def _nothing_there(r: Reader, m: re.Match[str]) -> None:
    r.names(m[1])


@on(rf"Convergence for {_COUNTRY} takes place in {_COUNTRY}")
def _converges(r: Reader, m: re.Match[str]) -> None:
    r.on_part().convergence.append(m[2])


# ------------------------------------------------------------ cards


@on(r"(?:US|Jihadist) discards #(\d{1,3}) .*")
def _discards(r: Reader, m: re.Match[str]) -> None:
    r.on_part().discarded.append(int(m[1]))


@on(r"(US|Jihadist) draws #(\d{1,3}) .* from the (.*)")
def _draws(r: Reader, m: re.Match[str]) -> None:
    r.on_part().drawn.append((_SIDES[m[1]], int(m[2]), m[3]))


@on(r"(?:Put|Place|Remove) (?:the )?#(\d{1,3}) .* (?:in|from) the (.*)")
def _put(r: Reader, m: re.Match[str]) -> None:
    r.play.placed[int(m[1])] = m[2]


@on(r"Victory condition met - (US|Jihadist) .*")
def _victory(r: Reader, m: re.Match[str]) -> None:
    r.play.victory = _SIDES[m[1]]


def of(head: re.Match[str], lines: Iterable[str]) -> CardPlay:
    """The card play that begins with a head line."""
    play = CardPlay(_SIDES[head[1]], [int(head[2])], int(head[4]))
    return Reader(play).read(lines)


__all__ = ["HEAD", "CardPlay", "Part", "Point", "Target", "of"]
