"""Mistakes with the rules of the base game.

They are about cards and the clock, claims and checkpoints, hands and Operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.editions.base import events
from referee.editions.base.operations import disrupt
from referee.editions.base.operations.jihad import MAJOR_MARGIN
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, US, Board, Country
from referee.engine.state.words import plural
from referee.trials.mutation.model import Lines, Mistake, in_hand, movable, muslim, mutator, plain, quiet, with_cells

# -------------------------------------------------------------------- cards and the clock


@mutator("an event of the other side", "illegal", "6.2.5")
def foreign_event(b: Board, r: Random) -> Iterator[Lines]:
    for n in (92, 95, 43, 20) if b.stage == "action" else ():
        if n in in_hand(b, b.side) and b.cards[n].side != b.side and may_happen(b, n):
            yield f"{b.side} {n} event"


def may_happen(b: Board, card: int) -> bool:
    """Whether no rule forbids the event of a card.

    Its own side plays it, or another play triggers it.
    """
    return not events.refusals(b, card, b.cards[card].side or "J", False)


@mutator("an event whose precondition does not hold", "illegal", "6.2.6")
def unplayable_event(b: Board, r: Random) -> Iterator[Lines]:
    for n in (6, 7, 52, 56, 75, 92, 73, 15):
        if n in plain(b, b.side) and b.cards[n].side == b.side:
            refused = events.refusals(b, n, b.side, b.played == 0)
            if refused and all(why.rule == "6.2.6" for why in refused):
                yield f"{b.side} {n} event"


@mutator("a 3-value card to Reserves", "illegal", "6.3.3")
def reserves_three(b: Board, r: Random) -> Iterator[Lines]:
    for n in plain(b, b.side, 3):
        yield f"{b.side} {n} reserves"


@mutator("a discard that is not the last card", "illegal", "5.2.4", "US")
def early_discard(b: Board, r: Random) -> Iterator[Lines]:
    if (b.hand_us or 0) > 1:
        yield "discard"


@mutator("a card that lies in the discard pile", "impossible", "5.2.2")
def repeated_card(b: Board, r: Random) -> Iterator[Lines]:
    if b.stage == "action" and b.side == "US" and b.hand_us:
        for n in b.discards:
            if n and quiet(b, n, "US", 2):
                yield f"US {n} reserves"


@mutator("the other side plays", "illegal", "5.2.2")
def wrong_side(b: Board, r: Random) -> Iterator[Lines]:
    if b.stage == "action" and b.side == "J" and b.played == 0 and (b.hand_j or 0) >= 2 and (b.hand_us or 0) >= 2:
        for n in b.cards_us or ():
            if quiet(b, n, "US", 2):
                yield f"US {n} reserves"


@mutator("Plots that are not resolved", "illegal", "5.2.3")
def unresolved(b: Board, r: Random) -> Iterator[Lines]:
    if b.stage == "plots" and b.hand_j and not b.winner:
        for n in b.cards_j or ():
            if quiet(b, n, "J", 2):
                yield f"J {n} reserves"


@mutator("a triggered event is left out", "outcome", "6.3.2")
def event_left_out(b: Board, r: Random) -> Iterator[Lines]:
    for n in in_hand(b, b.side) if b.stage == "action" else ():
        triggers = b.cards[n].ops < 3 and b.cards[n].side not in (b.side, None)
        if triggers and events.supported(n) and may_happen(b, n):
            yield f"{b.side} {n} reserves / no event"


# -------------------------------------------------------------------- dice, claims, checkpoints


@mutator("a War of Ideas roll read wrongly", "outcome", "7.2.1.2", "US 3")
def woi_claim(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in muslim(b):
        if c.alignment == NEUTRAL and c.governance in (2, 3) and not c.regime_change:
            yield f"woi {name} [1] => {name} Ally"


@mutator("a Jihadist roll read wrongly", "outcome", "8.1.1", "J")
def success_claim(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, state in with_cells(b):
        if c.marked and not q.islamist(b, name) and name != US:
            yield f"plot {name}:{state} 1 [6] => success"


@mutator("a Test of a marked country", "outcome", "4.9.4", "J")
def needless_test(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in b.countries.items():
        if c.sleepers and c.marked and not q.lapsing(b, 2):
            play = f"travel {name}:s > {name} t"
            if c.data.kind != "iran":
                yield f"{play}[*]"
                continue
            for card in plain(b, "J"):
                yield Mistake((f"J {card} {play}[{r.randint(1, 6)}]",), "outcome", "4.4")


@mutator("a roll for Travel within a country", "outcome", "8.3.1", "J")
def needless_roll(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in b.countries.items():
        if c.sleepers and c.marked:
            yield f"travel {name}:s > {name} [*]"


@mutator("a roll is missing", "incomplete", "7.2.3", "US 2 3")
def missing_roll(b: Board, r: Random) -> Iterator[Lines]:
    for name in b.non_muslim:
        if b[name].posture and name not in (US, "Israel"):
            yield f"woi {name}"


@mutator("a die of a Plot is missing", "incomplete", "8.5.2", "J")
def missing_plot_die(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, state in with_cells(b):
        if c.marked and not q.islamist(b, name):
            yield f"plot {name}:{state} 1 [?]" if c.plots else f"plot {name}:{state} 1 => {name} no plots"


@mutator("World Posture jotted down wrongly", "outcome", "4.7.2")
def world_wrong(b: Board, r: Random) -> Iterator[Lines]:
    value = q.world_posture(b)
    yield f"board: world {q.world_posture_name(value + (1 if value < 3 else -1))}"


@mutator("a victory track jotted down wrongly", "outcome", "4.7.6")
def victory_track_wrong(b: Board, r: Random) -> Iterator[Lines]:
    yield f"board: fair/good {q.fair_good(b) + 1}"


@mutator("Reserves kept over the turn", "illegal", "5.2.7")
def old_reserves(b: Board, r: Random) -> Iterator[Lines]:
    if b.side == "US" and not b.reserves("US") and b.recall("reserves lost US") == b.turn - 1:
        for n in plain(b, "US", 1, 2):
            yield f"US {n}+R deploy track > track 1"


# ---- dice or pieces written down wrongly, which only the next checkpoint contradicts


@mutator("a die of a Recruit written down wrongly", "outcome", "8.2.1", at=1, see=0)
def recruit_die(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in b.countries.items() if not q.lapsing(b, 114) else ():  # GTMO bars Recruits
        sure = c.regime_change or q.islamist(b, name) or c.data.recruit
        if c.marked and c.sleepers and not sure and c.governance and b.cells_track and b.funding > 3:
            for card in plain(b, "J"):
                yield f"J {card} recruit {name} 1 [6]", f"board: cells track {b.cells_track - 1}"


@mutator("the die of a Travel written down wrongly", "outcome", "8.3.2", at=1, see=0)
def travel_die(b: Board, r: Random) -> Iterator[Lines]:
    for origin, _, state in with_cells(b):
        for name, c in b.countries.items():
            near = q.adjacent(b, origin, name) or name == origin or q.islamist(b, name)
            if c.marked and not near and not q.lapsing(b, 2) and q.cells_on_map(b) > 1:
                for card in plain(b, "J"):
                    yield f"J {card} travel {origin}:{state} > {name} [6]", f"board: cells track {b.cells_track}"


@mutator("the Troops of a Deploy stay on the track", "outcome", "7.3.1", at=1, see=0)
def deploy_not_done(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in muslim(b):
        if c.alignment == ALLY and not q.islamist(b, name) and b.troops_track:
            for card in plain(b, "US", 3):
                yield f"US {card} deploy track > {name} 1", f"board: troops track {b.troops_track}"


@mutator("Reserves that were not moved", "outcome", "6.3.3", at=1, see=0)
def reserves_not_moved(b: Board, r: Random) -> Iterator[Lines]:
    side, now = b.side, b.reserves(b.side)
    if now < 2 and (b.hand(side) or 0) > 1:  # not at the end of a turn, when they are lost
        for card in plain(b, side, 1):
            yield f"{side} {card} reserves", f"board: reserves {side} {now}"


@mutator("the Prestige of a Disrupt forgotten", "outcome", "7.4.4", at=1, see=0)
def disrupt_prestige(b: Board, r: Random) -> Iterator[Lines]:
    last = (b.hand_us or 0) < 2  # the turn may end, and Prestige fall, before it is jotted down
    for name, c in muslim(b):
        if name in ("Pakistan", "Iraq"):  # where FATA and Al-Anbar limit it
            continue
        if c.troops >= 2 and c.sleepers and not c.actives and b.prestige < 12 and not last:
            for card in plain(b, "US", 3):
                yield f"US {card} disrupt {name}:{'s' * min(2, c.sleepers)}", f"board: prestige {b.prestige}"


@mutator("a die of a Prestige roll written down wrongly", "outcome", "7.3.4", at=1, see=0)
def prestige_die(b: Board, r: Random) -> Iterator[Lines]:
    if q.us_posture(b) == HARD and b.troops_track >= 6 and 2 <= b.prestige <= 11:
        for name in b.muslim:
            for card in plain(b, "US", 3) if q.islamist(b, name) else ():
                dice = f"gov[{r.randint(1, 6)}] prestige[2 1 4]"
                yield f"US {card} regime-change track > {name} 6 {dice}", f"board: prestige {b.prestige + 1}"


# -------------------------------------------------------------------- mistakes that show twice on a line


@mutator("more rolls of a Jihad than Cells", "illegal", "8.4", "J 2 3")
def jihad_rolls(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, state in with_cells(b) if q.cells_on_map(b) >= 4 else ():
        single = c.sleepers + c.actives == q.cells(b, name) == 1
        if c.data.muslim and c.governance in (1, 2, 3) and single and "Benazir Bhutto" not in c.markers:
            yield f"jihad {name}:{state} 2 [6 6]"


@mutator("a needless Travel roll, and the Cell taken off for it", "outcome", "8.3.1", "J")
def needless_loss(b: Board, r: Random) -> Iterator[Lines]:
    for origin, _, state in with_cells(b):
        for name, c in b.countries.items():
            easy = c.marked and q.adjacent(b, origin, name) and not q.cells(b, name) and name != US
            if easy and not q.lapsing(b, 2) and q.cells_on_map(b) > 2:
                yield f"travel {origin}:{state} > {name} [6] => {name} no cells"


@mutator("a Cell of a Plot that is said to sleep on", "outcome", "8.5.1", "J")
def still_asleep(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in b.countries.items():
        spare = b.cells_track  # with an empty track another rule would speak
        if c.sleepers and spare and c.marked and not q.islamist(b, name) and name not in (US, "Philippines"):
            yield f"plot {name}:s 1 [6] => {name} {plural(c.sleepers, 'sleeper')}"


# -------------------------------------------------------------------- hands

PLACES_A_MARKER = (57, 58)
"""Jihadist cards whose event puts down a marker and does nothing to Prestige."""


@mutator("two cards where one is played", "illegal", "5.2.2.1")
def two_cards(b: Board, r: Random) -> Iterator[Lines]:
    for first in plain(b, "US", 1, 2) if movable(b) else ():
        for second in plain(b, "US", 1):
            if first != second:
                yield f"US {first}+{second} reserves"


@mutator("one card twice for a Reassessment", "impossible", "4.10.3")
def card_twice(b: Board, r: Random) -> Iterator[Lines]:
    if b.played == 0 and (b.hand_us or 0) > 1:
        for card in plain(b, "US", 3):
            yield f"US {card}+{card} reassess"


@mutator("a card out of the other hand", "impossible", "5.3.2")
def foreign_hand(b: Board, r: Random) -> Iterator[Lines]:
    if b.stage == "action" and b.side == "J" and plain(b, "J", 1, 2) and (b.hand_j or 0) >= 2:
        for card in b.cards_us or ():
            if quiet(b, card, "J", 2):
                yield f"J {card} reserves"


@mutator("Prestige misread after an event that was triggered", "outcome", "card N")
def claim_behind_event(b: Board, r: Random) -> Iterator[Lines]:
    if b.stage == "action" and b.side == "US" and b["Philippines"].marked:
        for card in b.cards_us or ():
            if card in PLACES_A_MARKER and b.cards[card].ops < 3 and not events.refusals(b, card, "J", False):
                line = f"US {card} reserves / event => prestige {b.prestige + (1 if b.prestige < 12 else -1)}"
                yield Mistake((line,), "outcome", f"card {card}")


# -------------------------------------------------------------------- US Operations


def allies(b: Board) -> list[tuple[str, Country]]:
    """Allies that Troops may Deploy to."""
    return [(name, c) for name, c in muslim(b) if c.alignment == ALLY and not q.islamist(b, name)]


@mutator("Deploy to a country that is no Ally", "illegal", "7.3.3")
def deploy_neutral(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "US", 3):
        for origin, _ in movable(b):
            for name, c in muslim(b):
                if c.alignment in (NEUTRAL, ADVERSARY) and not q.islamist(b, name) and origin != name:
                    yield f"US {card} deploy {origin} > {name} 1"


@mutator("Deploy with a card of too little value", "illegal", "7.3.2")
def deploy_value(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "US", 1, 2):
        for origin, _ in movable(b):
            for name, c in muslim(b):
                if c.alignment == ALLY and 4 > c.governance > b.cards[card].ops and origin != name:
                    yield f"US {card} deploy {origin} > {name} 1"


@mutator("more Troops than there are", "impossible", "4.6.2")
def deploy_too_many(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "US", 3):
        for origin, n in movable(b):
            for name, _ in allies(b):
                if origin != name and n < 12:
                    yield f"US {card} deploy {origin} > {name} {n + 2}"


@mutator("War of Ideas in an Adversary", "illegal", "7.2.1.1", "US 3")
def woi_adversary(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in muslim(b):
        if c.alignment == ADVERSARY and not q.islamist(b, name) and not c.regime_change:
            yield f"woi {name} [{r.randint(1, 2)}]"


@mutator("War of Ideas with a card of too little value", "illegal", "7.1.1")
def woi_value(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "US", 1, 2):
        for name, c in muslim(b):
            if c.alignment == NEUTRAL and 4 > c.governance > b.cards[card].ops and not c.regime_change:
                yield f"US {card} woi {name} [1]"


@mutator("Disrupt without access", "illegal", "7.4.1", "US 3")
def disrupt_access(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in muslim(b):
        closed = c.alignment in (NEUTRAL, ADVERSARY) and not q.islamist(b, name) and q.strength(b, name) < 2
        one = c.sleepers and disrupt.limit(b, name) == 1 and not c.actives
        if closed and one and "FATA" not in c.markers:
            yield f"disrupt {name}:s"


@mutator("Alert with a card of too little value", "illegal", "7.5.1", "US 1 2")
def alert_value(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in b.countries.items():
        if c.plots:
            yield f"alert {name}#1"


@mutator("Regime Change where there is no Islamist Rule", "illegal", "7.3.4", "US 3")
def regime_change_target(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in muslim(b) if q.us_posture(b) == HARD and b.troops_track >= 6 else ():
        opened = {"Iraq": "Iraqi WMD", "Libya": "Libyan WMD"}.get(name)  # cards 37 and 39
        if c.governance in (2, 3) and not c.regime_change and opened not in (*b.markers, *c.markers):
            yield f"regime-change track > {name} 6 gov[{r.randint(1, 6)}] prestige[4 1 {r.randint(1, 6)}]"


@mutator("a Reassessment with a small card", "illegal", "7.6.2")
def reassess_small(b: Board, r: Random) -> Iterator[Lines]:
    for first in plain(b, "US", 3) if b.played == 0 and (b.hand_us or 0) >= 2 else ():
        for second in plain(b, "US", 1, 2):
            yield f"US {first}+{second} reassess"


# -------------------------------------------------------------------- Jihadist Operations


@mutator("Recruit without Cell or Cadre", "illegal", "8.2.2", "J")
def recruit_nobody(b: Board, r: Random) -> Iterator[Lines]:
    for name, c in b.countries.items() if not q.lapsing(b, 114) else ():
        if c.marked and not q.cells(b, name) and not c.cadre and not q.islamist(b, name) and not c.regime_change:
            yield f"recruit {name} 1 [*]"


@mutator("more Cells Travel than the card's value", "illegal", "8.3.1")
def travel_too_many(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "J", 1) if not q.lapsing(b, 2) else ():
        for name, c in b.countries.items():
            if c.sleepers >= 2:
                yield f"J {card} travel {name}:s > {name}, {name}:s > {name}"


@mutator("Jihad outside the Muslim world", "illegal", "8.4", "J")
def jihad_non_muslim(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, state in with_cells(b):
        if not c.data.muslim and c.marked:
            yield f"jihad {name}:{state} [1]"


@mutator("Major Jihad without five more Cells than Troops", "illegal", "8.4.2", "J")
def major_margin(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, _ in with_cells(b):
        open_to_it = c.data.muslim and c.governance in (2, 3) and "Benazir Bhutto" not in c.markers
        if open_to_it and not c.besieged and not MAJOR_MARGIN.holds(b, True, {"where": name}):
            yield f"jihad major {name} 1 [1]"


@mutator("a Plot under Islamist Rule", "illegal", "8.5.1", "J")
def plot_islamist(b: Board, r: Random) -> Iterator[Lines]:
    for name, _, state in with_cells(b):
        if q.islamist(b, name):
            yield f"plot {name}:{state} [6]"


@mutator("a Plot marker above the card's value", "illegal", "8.5.2", "J 1 2")
def plot_number(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, state in with_cells(b) if not q.plots_on_map(b) else ():
        if c.marked and not q.islamist(b, name) and name not in (US, "Philippines"):
            yield f"plot {name}:{state} 1 [1]: 3"


@mutator("more rolls than the card's value", "illegal", "8.1.2")
def too_many_rolls(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, _ in with_cells(b) if not q.lapsing(b, 114) else ():
        if c.marked and not c.regime_change and not q.islamist(b, name):
            for card in plain(b, "J", 1, 2):
                n = b.cards[card].ops + 1
                yield f"J {card} recruit {name} {n} [{' '.join(['6'] * n)}]"
