"""Mistakes with the events of The Awakening: lists and ORs, markers, Militia, Civil Wars, cards that are fetched."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.editions.awakening import state
from referee.editions.awakening.state import space, table
from referee.editions.base import events
from referee.engine import queries as q
from referee.engine.board import ALLY, HARD, SOFT, Board
from referee.engine.data import GOOD
from referee.trials.mutation.model import CHAPTER_11, Mistake, mutator, plain
from referee.trials.mutation.records import event_left_out

OWN = range(121, 241)
"""The cards of The Awakening."""

mutator("a triggered event of the new deck is left out", CHAPTER_11)(event_left_out)


def playable(b: Board, side: str, *cards: int) -> list[int]:
    """Those of some cards that the side on the clock holds, and whose event it can play."""
    return [n for n in plain(b, side) if n in cards and not events.refusals(b, n, side, b.played == 0)]


def marked(b: Board) -> list[str]:
    """Muslim countries that were tested."""
    return [n for n in b.muslim if b[n].marked]


# -------------------------------------------------------------------- conditions, blocks, lists


@mutator("an event of the new deck whose precondition does not hold", CHAPTER_11)
def unplayable(b: Board, r: Random) -> Iterator[Mistake]:
    for n in plain(b, b.side):
        if n in OWN and b.cards[n].side in (b.side, None):
            refused = events.refusals(b, n, b.side, b.played == 0)
            if refused and all(why.rule == "6.2.6" for why in refused):
                yield Mistake((f"{b.side} {n} event",), "illegal", "6.2.6")


@mutator("a thing taken twice off the list of a card", CHAPTER_11)
def listed_twice(b: Board, r: Random) -> Iterator[Mistake]:
    for n in playable(b, "US", 143):
        if b.cards[n].ops == 2 and b.prestige < 11:
            yield Mistake((f"US {n} event prestige, prestige",), "illegal", "11.3.11")
        elif b.cards[n].ops == 2 and b.funding > 2:
            yield Mistake((f"US {n} event funding, funding",), "illegal", "11.3.11")


@mutator("the side of an OR that does nothing", CHAPTER_11)
def idle_choice(b: Board, r: Random) -> Iterator[Mistake]:
    sleepers = sum(c.sleepers for c in b.countries.values())
    for n in playable(b, "US", 161):
        if sleepers and not q.plots_on_map(b) and b.prestige > 1:
            yield Mistake((f"US {n} event alert",), "illegal", "11.3.12")


@mutator("an event in the Caliphate that is barred there", CHAPTER_11)
def barred_by_caliphate(b: Board, r: Random) -> Iterator[Mistake]:
    hosts = sorted(state.caliphate(b))
    for n in plain(b, b.side):
        if n == 239:
            for name in hosts:
                if space(b, name).civil_war or b[name].regime_change:
                    yield Mistake((f"{b.side} {n} event {name}",), "illegal", "11.3.8.4")


@mutator("an event that a marker blocks", CHAPTER_11)
def blocked(b: Board, r: Random) -> Iterator[Mistake]:
    for n in plain(b, "J"):
        if n == 183 and any(_pirate_coast(b, name) for name in ("Somalia", "Yemen")):
            yield Mistake(("set: marker Maersk Alabama", f"J {n} event"), "illegal", "6.2.8", 1)


def _pirate_coast(b: Board, name: str) -> bool:
    c = b[name]
    return q.islamist(b, name) or (c.alignment == "adversary" and c.governance == 3)


# -------------------------------------------------------------------- markers and Militia


@mutator("an Awakening by event where none can lie", CHAPTER_11)
def awakening_barred(b: Board, r: Random) -> Iterator[Mistake]:
    free = [n for n in marked(b) if state.may_be_marked(b, n)]
    barred = [n for n in marked(b) if not state.may_lie(b, n)]
    for n in playable(b, "US", 143):
        if free and b.cards[n].ops == 2 and b.funding > 1:
            for name in barred:
                yield Mistake((f"US {n} event {name} awakening, funding",), "illegal", "11.1.4")


@mutator("an Awakening beside another, by a card that keeps them apart", CHAPTER_11)
def awakening_beside(b: Board, r: Random) -> Iterator[Mistake]:
    def near(name: str) -> bool:
        return any(space(b, m).awakening for m in b.muslim if m == name or q.adjacent(b, m, name))

    able = [n for n in marked(b) if state.may_be_marked(b, n)]
    apart = [n for n in able if not near(n)]
    for n in playable(b, "US", 131):
        for name in [n for n in able if near(n)]:
            for other in apart[:1]:
                yield Mistake((f"US {n} event {name}, {other}",), "illegal", "6.2.1")


@mutator("Militia by event in a Good Ally", CHAPTER_11)
def militia_barred(b: Board, r: Random) -> Iterator[Mistake]:
    allies = [n for n in b.muslim if b[n].alignment == ALLY]
    able = [n for n in allies if state.may_have_militia(b, n)]
    for n in playable(b, "US", 137):
        for name in [n for n in allies if b[n].governance == GOOD]:
            if able and table(b).militia_track:
                yield Mistake((f"US {n} event {name}",), "illegal", "11.2.4")


@mutator("more Militia than the text of a card places", CHAPTER_11)
def militia_too_many(b: Board, r: Random) -> Iterator[Mistake]:
    for n in playable(b, "US", 132):
        for name in b.muslim:
            c = space(b, name)
            sort = "s" if c.sleepers else "a" if c.actives else ""
            if c.civil_war and sort and table(b).militia_track > 4 and q.cells_on_map(b) > 3:
                yield Mistake((f"US {n} event {name}:{sort} 3 militia",), "illegal", "6.2.1")


@mutator("Advisors beside Troops", CHAPTER_11)
def advisors_beside_troops(b: Board, r: Random) -> Iterator[Mistake]:
    for n in playable(b, "US", 121):
        for name in b.muslim:
            if space(b, name).civil_war and q.troops(b, name):
                yield Mistake((f"US {n} event {name}",), "illegal", "6.2.1")


# -------------------------------------------------------------------- Civil Wars, cards, dice


@mutator("a Civil War by event that is forgotten", CHAPTER_11)
def civil_war_forgotten(b: Board, r: Random) -> Iterator[Mistake]:
    for n in playable(b, b.side, 238):
        for name in b.muslim:
            c = space(b, name)
            if c.governance == 3 and c.awakening and c.reaction and c.alignment:
                yield Mistake((f"{b.side} {n} event {name} => {name} no civil war",), "outcome", "11.2.2")


@mutator("a card fetched that does not lie in the discard pile", CHAPTER_11)
def fetched_elsewhere(b: Board, r: Random) -> Iterator[Mistake]:
    listed = (133, 152, 165, 167, 188, 226, 234, 238)
    other = (b.cards_us if b.side == "J" else b.cards_j) or ()
    for n in playable(b, b.side, 217):
        if 0 not in b.discards and any(m in b.discards for m in listed):
            for wanted in [m for m in listed if m in other]:
                yield Mistake((f"{b.side} {n} event take {wanted}",), "impossible", "5.3.2")


@mutator("half of a die read wrongly", CHAPTER_11)
def half_misread(b: Board, r: Random) -> Iterator[Mistake]:
    for n in playable(b, "US", 139):
        for die in (1, 3, 5):
            if b.funding > 4:
                yield Mistake((f"US {n} event [{die}] => funding {b.funding - die // 2}",), "outcome", "4.7.4.1")


@mutator("a Posture set by event the wrong way", CHAPTER_11)
def wrong_posture(b: Board, r: Random) -> Iterator[Mistake]:
    for n in playable(b, b.side, 222):
        wrong = "Soft" if b.side == "US" else "Hard"
        if q.us_posture(b) != (HARD if b.side == "US" else SOFT):
            yield Mistake((f"{b.side} {n} event => US {wrong}",), "outcome", "4.3.2")
