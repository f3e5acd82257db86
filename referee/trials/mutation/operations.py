"""Mistakes in Operations, each the breach of one condition."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.editions.base.operations import disrupt
from referee.engine import queries as q
from referee.engine.board import ADVERSARY, ALLY, HARD, NEUTRAL, US, Board
from referee.trials.mutation.model import Mistake, cells_of, movable, mutator, plain, us

# -------------------------------------------------------------------- US Operations


@mutator("Deploy to a country that is no Ally")
def deploy_neutral(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 3):
        for origin, _ in movable(b):
            for name in b.muslim:
                c = b[name]
                if c.alignment in (NEUTRAL, ADVERSARY) and not q.islamist(b, name) and origin != name:
                    yield Mistake((f"US {card} deploy {origin} > {name} 1",), "illegal", "7.3.3")


@mutator("Deploy with a card of too little value")
def deploy_value(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 1, 2):
        for origin, _ in movable(b):
            for name in b.muslim:
                if b[name].alignment == ALLY and 4 > b[name].governance > b.cards[card].ops and origin != name:
                    yield Mistake((f"US {card} deploy {origin} > {name} 1",), "illegal", "7.3.2")


@mutator("more Troops than there are")
def deploy_too_many(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 3):
        for origin, n in movable(b):
            for name in b.muslim:
                if b[name].alignment == ALLY and not q.islamist(b, name) and origin != name and n < 12:
                    yield Mistake((f"US {card} deploy {origin} > {name} {n + 2}",), "impossible", "4.6.2")


@mutator("War of Ideas in an Adversary")
def woi_adversary(b: Board, r: Random) -> Iterator[Mistake]:
    for name in b.muslim:
        c = b[name]
        if c.alignment == ADVERSARY and not q.islamist(b, name) and not c.regime_change:
            yield from us(f"woi {name} [{r.randint(1, 2)}]", "illegal", "7.2.1.1", plain(b, "US", 3))


@mutator("War of Ideas with a card of too little value")
def woi_value(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 1, 2):
        for name in b.muslim:
            c = b[name]
            if c.alignment == NEUTRAL and 4 > c.governance > b.cards[card].ops and not c.regime_change:
                yield Mistake((f"US {card} woi {name} [1]",), "illegal", "7.1.1")


@mutator("Disrupt without access")
def disrupt_access(b: Board, r: Random) -> Iterator[Mistake]:
    for name in b.muslim:
        c = b[name]
        barred = "FATA" in c.markers
        if c.alignment in (NEUTRAL, ADVERSARY) and not q.islamist(b, name) and q.strength(b, name) < 2 and not barred:
            n = min(disrupt.limit(b, name), c.sleepers)
            if n and disrupt.limit(b, name) == 1 and not c.actives:
                yield from us(f"disrupt {name}:s", "illegal", "7.4.1", plain(b, "US", 3))


@mutator("Alert with a card of too little value")
def alert_value(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items():
        if c.plots:
            for card in plain(b, "US", 1, 2):
                yield Mistake((f"US {card} alert {name}#1",), "illegal", "7.5.1")


@mutator("Regime Change where there is no Islamist Rule")
def regime_change_target(b: Board, r: Random) -> Iterator[Mistake]:
    if q.us_posture(b) == HARD and b.troops_track >= 6:
        for name in b.muslim:
            c = b[name]
            opened = {"Iraq": "Iraqi WMD", "Libya": "Libyan WMD"}.get(name)  # cards 37 and 39
            if c.governance in (2, 3) and not c.regime_change and opened not in (*b.markers, *c.markers):
                dice = f"gov[{r.randint(1, 6)}] prestige[4 1 {r.randint(1, 6)}]"
                yield from us(f"regime-change track > {name} 6 {dice}", "illegal", "7.3.4", plain(b, "US", 3))


@mutator("a Reassessment with a small card")
def reassess_small(b: Board, r: Random) -> Iterator[Mistake]:
    hand = plain(b, "US")
    if b.played == 0 and (b.hand_us or 0) >= 2:
        for first in plain(b, "US", 3):
            for second in hand:
                if b.cards[second].ops < 3:
                    yield Mistake((f"US {first}+{second} reassess",), "illegal", "7.6.2")


# -------------------------------------------------------------------- Jihadist Operations


@mutator("Recruit without Cell or Cadre")
def recruit_nobody(b: Board, r: Random) -> Iterator[Mistake]:
    if q.lapsing(b, 114):
        return
    for name in b.names:
        c = b[name]
        if c.marked and not q.cells(b, name) and not c.cadre and not q.islamist(b, name) and not c.regime_change:
            for card in plain(b, "J"):
                yield Mistake((f"J {card} recruit {name} 1 [{r.randint(1, 6)}]",), "illegal", "8.2.2")


@mutator("more Cells Travel than the card's value")
def travel_too_many(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "J", 1):
        for name, c in b.countries.items():
            if c.sleepers >= 2 and not q.lapsing(b, 2):
                yield Mistake((f"J {card} travel {name}:s > {name}, {name}:s > {name}",), "illegal", "8.3.1")


@mutator("Jihad outside the Muslim world")
def jihad_non_muslim(b: Board, r: Random) -> Iterator[Mistake]:
    for name, state in cells_of(b):
        if not b[name].data.muslim and b[name].marked:
            for card in plain(b, "J"):
                yield Mistake((f"J {card} jihad {name}:{state} [1]",), "illegal", "8.4")


@mutator("Major Jihad without five more Cells than Troops")
def major_margin(b: Board, r: Random) -> Iterator[Mistake]:
    for name, _ in cells_of(b):
        c = b[name]
        if c.data.muslim and c.governance in (2, 3) and q.cells(b, name) < q.strength(b, name) + 5 and not c.besieged:
            if "Benazir Bhutto" in c.markers:
                continue
            for card in plain(b, "J"):
                yield Mistake((f"J {card} jihad major {name} 1 [1]",), "illegal", "8.4.2")


@mutator("a Plot under Islamist Rule")
def plot_islamist(b: Board, r: Random) -> Iterator[Mistake]:
    for name, state in cells_of(b):
        if q.islamist(b, name):
            for card in plain(b, "J"):
                yield Mistake((f"J {card} plot {name}:{state} [6]",), "illegal", "8.5.1")


@mutator("a Plot marker above the card's value")
def plot_number(b: Board, r: Random) -> Iterator[Mistake]:
    on_map = any(c.plots for c in b.countries.values())
    for name, state in cells_of(b):
        if not on_map and b[name].marked and not q.islamist(b, name) and name not in (US, "Philippines"):
            for card in plain(b, "J", 1, 2):
                yield Mistake((f"J {card} plot {name}:{state} 1 [1]: 3",), "illegal", "8.5.2")


@mutator("more rolls than the card's value")
def too_many_rolls(b: Board, r: Random) -> Iterator[Mistake]:
    if q.lapsing(b, 114):
        return
    for name, _ in cells_of(b):
        c = b[name]
        if c.marked and not c.regime_change and not q.islamist(b, name):
            for card in plain(b, "J", 1, 2):
                n = b.cards[card].ops + 1
                yield Mistake((f"J {card} recruit {name} {n} [{' '.join(['6'] * n)}]",), "illegal", "8.1.2")
