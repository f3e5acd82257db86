"""Deliberate slips of the pen.

Each planter damages a clean record in one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from referee.editions.rulesets import whole
from referee.engine.explaining.slips.declared import BY_ID
from referee.engine.record.findings import MISSPELT

PLAY = re.compile(r"(J|US) [\d?]")
RESOLVE = re.compile(r"J resolve ")
CONTINUED = re.compile(r"\+|draw ")
"""A line that belongs to the play before it: its continuation, or the cards that it drew."""
END = re.compile(r"end of turn")
DEALT = re.compile(r"deal |draw ")
CHECKPOINT = re.compile(r"board:")
CARD = re.compile(r"(?<=^J )\d+|(?<=^US )\d+|(?<=\+)\d+(?=[+ ])")
"""A number of a card that is played: the first of the line, or one that is played with it."""
DICE = re.compile(r"\[([\d? ]+)\]")
TRACK = re.compile(r"\b(prestige|funding|troops track|cells track|good|islamist) (\d+)")
HIGHEST = {"prestige": 12, "funding": 9, "troops track": 15, "cells track": 15}
"""Tracks on which a forgotten result shows for long, and their last space."""
KEYS = dict(zip("1234567890", ("24", "135", "26", "157", "2468", "359", "48", "579", "68", "19"), strict=True))
"""Digits next to each other on a keyboard or a keypad."""
LOWEST_CARD, HIGHEST_CARD = 1, 240
FAR = 3
"""Plays between a line and its repetition, or between two plays that change places, at most."""
NEAR = 2
"""Plays on either side of a missing line among which it is to be looked for."""


@dataclass(frozen=True, slots=True)
class Pen:
    """One slip in a record.

    Its kind, its place, and the text before it.
    """

    damage: str
    slip: str
    """The id of the slip that the referee should name; "" where a finding of another kind is due."""
    lines: list[str]
    """The damaged record."""
    at: tuple[int, ...]
    """The damaged lines, from 1; for a line that is missing the one that follows it."""
    near: range
    """The lines at which a finding is at the place of the slip."""
    was: tuple[str, ...]
    """The lines that should be there instead of those at :attr:`at`."""
    true: tuple[str, ...]
    """The record before it was damaged."""

    @property
    def text(self) -> str:
        """The damaged record."""
        return "\n".join(self.lines) + "\n"


Made = tuple[list[str], tuple[int, ...], range] | None
"""The damaged lines, the indices that are damaged, and the indices near them; None where nothing can be damaged."""
Planter = Callable[[list[str], Random], Made]


@dataclass(frozen=True, slots=True)
class Damage:
    """A kind of slip and its planter.

    It has a key, a name for the table, and the id of the slip.
    """

    key: str
    title: str
    slip: str
    plant: Planter

    def __call__(self, lines: Sequence[str], random: Random) -> Pen | None:
        """Damage a record in one place.

        None where it has no place for this kind.
        """
        made = self.plant(list(lines), random)
        if made is None or made[0] == list(lines):
            return None
        damaged, at, near = made
        was = tuple(difference(lines, damaged))
        places = tuple(i + 1 for i in at)
        return Pen(self.key, self.slip, damaged, places, range(near.start + 1, near.stop + 1), was, tuple(lines))


DAMAGES: dict[str, Damage] = {}
"""Every kind of slip, in the order of the table."""


def damage(key: str, title: str, slip: str = "") -> Callable[[Planter], Planter]:
    """Declare the planter of a kind of slip.

    ``slip`` is the id of one that the referee knows.
    """
    assert not slip or slip in BY_ID

    def register(plant: Planter) -> Planter:
        DAMAGES[key] = Damage(key, title, slip, plant)
        return plant

    return register


def difference(true: Sequence[str], damaged: Sequence[str]) -> list[str]:
    """The lines of the true record from first to last difference."""
    first = 0
    while first < min(len(true), len(damaged)) and true[first] == damaged[first]:
        first += 1
    last = 0
    while last < min(len(true), len(damaged)) - first and true[-1 - last] == damaged[-1 - last]:
        last += 1
    return list(true[first : len(true) - last])


# -------------------------------------------------------------------- where things are


def matching(lines: Sequence[str], *forms: re.Pattern[str]) -> list[int]:
    """The indices of the lines that begin in one of these forms."""
    return [i for i, line in enumerate(lines) if any(form.match(line) for form in forms)]


def plays(lines: Sequence[str]) -> list[int]:
    """The indices of the lines with a play."""
    return matching(lines, PLAY)


def block(lines: Sequence[str], i: int) -> range:
    """A line with the lines that belong to it."""
    end = i + 1
    while end < len(lines) and CONTINUED.match(lines[end]):
        end += 1
    return range(i, end)


def around(lines: Sequence[str], i: int) -> range:
    """The indices near a gap before index ``i``.

    Two plays before it to two plays after it, and the lines between them.
    """
    before = [k for k in plays(lines) if k < i][-NEAR:]
    after = [k for k in plays(lines) if k >= i][:NEAR]
    return range(before[0] if before else 0, (after[-1] if after else len(lines) - 1) + 1)


def without(lines: list[str], gone: range) -> Made:
    """Leave lines out."""
    rest = lines[: gone.start] + lines[gone.stop :]
    return rest, (min(gone.start, len(rest) - 1),), around(rest, gone.start)


def one_left_out(lines: list[str], random: Random, among: list[int]) -> Made:
    """Leave one of some lines out, with its dependent lines."""
    return without(lines, block(lines, random.choice(among))) if among else None


def at_line(lines: list[str], i: int, line: str) -> Made:
    """Put another line in the place of one."""
    return [*lines[:i], line, *lines[i + 1 :]], (i,), range(i, i + 1)


def rewritten(
    lines: list[str], random: Random, among: list[int], form: re.Pattern[str], write: Callable[[re.Match[str]], str]
) -> Made:
    """Write a part of one of some lines in another way."""
    found = [(i, m) for i in among for m in form.finditer(lines[i])]
    if not found:
        return None
    i, m = random.choice(found)
    return at_line(lines, i, lines[i][: m.start()] + write(m) + lines[i][m.end() :])


# -------------------------------------------------------------------- lines


@damage("forgotten", "play forgotten", "forgotten")
def forgotten(lines: list[str], random: Random) -> Made:
    """A play is not written down."""
    return one_left_out(lines, random, plays(lines)[:-NEAR])


@damage("resolution", "resolution forgotten", "resolution")
def resolution(lines: list[str], random: Random) -> Made:
    """Leave out the resolution of one or all Plots of a phase."""
    found = matching(lines, RESOLVE)
    if not found:
        return None
    i = random.choice(found)
    parts = lines[i].removeprefix("J resolve ").partition(" =>")[0].split(", ")
    if len(parts) > 1 and random.random() < 0.5:
        del parts[random.randrange(len(parts))]
        return at_line(lines, i, f"J resolve {', '.join(parts)}")
    return without(lines, block(lines, i))


@damage("twice", "line twice", "twice")
def twice(lines: list[str], random: Random) -> Made:
    """A play is written down a second time, at once."""
    found = plays(lines)[:-1]
    if not found:
        return None
    i = random.choice(found)
    return repeated(lines, i, block(lines, i).stop)


@damage("twice-later", "line twice, up to three plays between", "twice")
def twice_later(lines: list[str], random: Random) -> Made:
    """Repeat a play after one to three others."""
    own = plays(lines)
    if len(own) <= 1 + FAR:
        return None
    k = random.choice(range(len(own) - 1 - FAR))
    return repeated(lines, own[k], block(lines, own[k + random.randint(1, FAR)]).stop)


def repeated(lines: list[str], i: int, before: int) -> Made:
    """Write the play of line ``i`` once more before another line."""
    copy = [lines[k] for k in block(lines, i) if not lines[k].startswith("draw ")]
    return [*lines[:before], *copy, *lines[before:]], (before, i), range(i, before + len(copy))


@damage("sides-swapped", "plays of the two sides swapped", "swapped")
def sides_swapped(lines: list[str], random: Random) -> Made:
    """A play of each side in the place of the other."""
    return swapped(lines, random, lambda same, between: not same)


@damage("neighbours", "neighbours swapped", "swapped")
def neighbours(lines: list[str], random: Random) -> Made:
    """Exchange two adjacent plays of one side."""
    return swapped(lines, random, lambda same, between: same and not between)


def swapped(lines: list[str], random: Random, fits: Callable[[bool, int], bool]) -> Made:
    """Exchange two near plays.

    ``fits`` gets whether one side made both, and the number of plays between them.
    """
    own = plays(lines)
    pairs = [
        (a, b)
        for k, a in enumerate(own)
        for between, b in enumerate(own[k + 1 : k + 1 + FAR])
        if fits(lines[a].split(" ")[0] == lines[b].split(" ")[0], between) and not matching(lines[a:b], END)
    ]
    if not pairs:
        return None
    a, b = random.choice(pairs)
    first, second = block(lines, a), block(lines, b)
    head, middle, tail = lines[: first.start], lines[first.stop : second.start], lines[second.stop :]
    changed = [*head, *lines[second.start : second.stop], *middle, *lines[first.start : first.stop], *tail]
    other = a + len(second) + len(middle)
    return changed, (a, other), range(a, other + len(first))


@damage("end", "end of turn forgotten", "end")
def end(lines: list[str], random: Random) -> Made:
    """Leave out the end of a turn.

    With or without the other lines between two turns.
    """
    found = matching(lines, END)
    if not found:
        return None
    i = random.choice(found)
    stop = i + 1
    if random.random() < 0.5:
        while stop < len(lines) and not matching(lines[stop : stop + 1], PLAY, CHECKPOINT):
            stop += 1
    return without(lines, range(i, stop))


@damage("deal", "deal or draw forgotten", "deal")
def deal(lines: list[str], random: Random) -> Made:
    """Cards that were dealt or drawn are not written down."""
    found = matching(lines, DEALT)
    if not found:
        return None
    i = random.choice(found)
    return without(lines, range(i, i + 1))


# -------------------------------------------------------------------- parts of a line


@damage("side", "US and J swapped", "side")
def side(lines: list[str], random: Random) -> Made:
    """A play under the name of the other side."""
    return rewritten(lines, random, plays(lines), re.compile("^(?:J|US)"), lambda m: "US" if m[0] == "J" else "J")


@damage("card", "wrong card number", "card")
def card(lines: list[str], random: Random) -> Made:
    """Change the number of a played card.

    Two digits transposed, off by one, or a neighbouring key.
    """
    return rewritten(lines, random, plays(lines), CARD, lambda m: random.choice(list(misread(m[0]))))


def misread(number: str) -> Iterator[str]:
    """Numbers of cards that are easily written for one."""
    found = {str(int(number) + 1), str(int(number) - 1)}
    for i, digit in enumerate(number):
        found |= {number[:i] + key + number[i + 1 :] for key in KEYS[digit]}
        found.add(number[:i] + number[i + 1 : i + 2] + digit + number[i + 2 :])
    found = {n for n in found if n and n[0] != "0" and LOWEST_CARD <= int(n) <= HIGHEST_CARD}
    yield from sorted(found - {number}, key=int)


@damage("die", "a die misread, or two dice swapped", "die")
def die(lines: list[str], random: Random) -> Made:
    """Change a die, or exchange two dice of a roll."""

    def write(m: re.Match[str]) -> str:
        dice = m[1].split(" ")
        a, b = random.randrange(len(dice)), random.randrange(len(dice))
        if dice[a] != dice[b]:
            dice[a], dice[b] = dice[b], dice[a]
        else:
            dice[a] = str(random.choice([n for n in range(1, 7) if str(n) != dice[a]]))
        return f"[{' '.join(dice)}]"

    return rewritten(lines, random, matching(lines, PLAY, RESOLVE), DICE, write)


@damage("die-missing", "a die missing")
def die_missing(lines: list[str], random: Random) -> Made:
    """Leave out a die.

    Or the only die of a roll with the word before it.
    """

    def write(m: re.Match[str]) -> str:
        dice = m["dice"].split(" ")
        dice[random.randrange(len(dice))] = "?"
        return f"{m['label']}[{' '.join(dice)}]" if len(dice) > 1 or random.random() < 0.5 else ""

    labelled = re.compile(r"(?P<label> ?\w*)" + DICE.pattern.replace("(", "(?P<dice>", 1))
    return rewritten(lines, random, matching(lines, PLAY, RESOLVE), labelled, write)


@damage("country", "country mistaken for another", "country")
def country(lines: list[str], random: Random) -> Made:
    """A play names another country than it happened in."""

    def write(m: re.Match[str]) -> str:
        return random.choice([name for name in countries() if name != m[0]])

    return rewritten(lines, random, plays(lines), named(), write)


@damage("misspelt", "country misspelt", MISSPELT)
def misspelt(lines: list[str], random: Random) -> Made:
    """Misspell a country's name.

    Two letters exchanged, or one left out, doubled or replaced.
    """

    def write(m: re.Match[str]) -> str:
        name = m[0]
        k = random.choice([k for k in range(1, len(name) - 1) if name[k : k + 2].isalpha() and name[k] != name[k + 1]])
        left_out, doubled = name[k], name[k] * 2 + name[k + 1]
        wrong = random.choice((name[k + 1] + name[k], left_out, doubled, random.choice("aeioutrns") + name[k + 1]))
        return name[:k] + wrong + name[k + 2 :]

    return rewritten(lines, random, plays(lines), named(), write)


@cache
def countries() -> tuple[str, ...]:
    """The countries of the map, as records write them."""
    return tuple(whole().countries)


@cache
def named() -> re.Pattern[str]:
    """The name of a country as a field of a play."""
    names = "|".join(re.escape(name) for name in sorted(countries(), key=len, reverse=True))
    return re.compile(rf"\b(?:{names})\b(?!/)")


# -------------------------------------------------------------------- statements


@damage("count", "wrong count in a checkpoint")
def count(lines: list[str], random: Random) -> Made:
    """A checkpoint has a track one off."""

    def write(m: re.Match[str]) -> str:
        return f"{m[1]} {abs(int(m[2]) + random.choice((1, -1)))}"

    return rewritten(lines, random, matching(lines, CHECKPOINT), TRACK, write)


@damage("result", "result forgotten")
def result(lines: list[str], random: Random) -> Made:
    """Leave out a shift of a track.

    Every later checkpoint has the track off by it, to the track's end.
    """
    shifts = []
    before: dict[str, tuple[int, int]] = {}
    for i in matching(lines, CHECKPOINT):
        for m in TRACK.finditer(lines[i]):
            last = before.get(m[1])
            if last is not None and last[1] != int(m[2]) and m[1] in HIGHEST:
                shifts.append((last[0], i, m[1], int(m[2]) - last[1]))
            before[m[1]] = i, int(m[2])
    if not shifts:
        return None
    start, first, track, left = random.choice(shifts)

    def off(m: re.Match[str]) -> str:
        nonlocal left
        if m[1] != track or not left:
            return m[0]
        value = max(0, min(HIGHEST[track], int(m[2]) - left))
        left = int(m[2]) - value
        return f"{track} {value}"

    damaged = list(lines)
    for i in range(first, len(lines)):
        said, arrow, claimed = lines[i].partition("=>")
        if lines[i].startswith("board:"):
            damaged[i] = TRACK.sub(off, lines[i])
        elif arrow and PLAY.match(said):
            damaged[i] = f"{said}{arrow}{TRACK.sub(off, claimed)}"
    return damaged, (first,), range(start, first + 1)
