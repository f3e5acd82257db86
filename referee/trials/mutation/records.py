"""Mistakes with cards and the clock, dice, claims and checkpoints; some show only at the next checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.editions.base import events
from referee.engine import queries as q
from referee.engine.board import ALLY, HARD, NEUTRAL, US, Board
from referee.trials.mutation.model import Mistake, cells_of, mutator, plain, us

# -------------------------------------------------------------------- cards and the clock


@mutator("an event of the other side")
def foreign_event(b: Board, r: Random) -> Iterator[Mistake]:
    hand = (b.cards_j if b.side == "J" else b.cards_us) or ()
    if b.stage == "action":
        for n, line in ((92, "event"), (95, "event"), (43, "event"), (20, "event")):
            if n in hand and b.cards[n].side != b.side and not events.refusals(b, n, b.cards[n].side or "J", False):
                yield Mistake((f"{b.side} {n} {line}",), "illegal", "6.2.5")


@mutator("an event whose precondition does not hold")
def unplayable_event(b: Board, r: Random) -> Iterator[Mistake]:
    for n in (6, 7, 52, 56, 75, 92, 73, 15):
        if n in plain(b, b.side) and b.cards[n].side == b.side:
            refused = events.refusals(b, n, b.side, b.played == 0)
            if refused and all(why.rule == "6.2.6" for why in refused):
                yield Mistake((f"{b.side} {n} event",), "illegal", "6.2.6")


@mutator("a 3-value card to Reserves")
def reserves_three(b: Board, r: Random) -> Iterator[Mistake]:
    for n in plain(b, b.side, 3):
        yield Mistake((f"{b.side} {n} reserves",), "illegal", "6.3.3")


@mutator("a discard that is not the last card")
def early_discard(b: Board, r: Random) -> Iterator[Mistake]:
    if (b.hand_us or 0) > 1:
        for n in plain(b, "US"):
            yield Mistake((f"US {n} discard",), "illegal", "5.2.4")


@mutator("a card that lies in the discard pile")
def repeated_card(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage == "action" and b.side == "US" and b.hand_us:
        for n in b.discards:
            if n and b.cards[n].side in ("US", None) and not b.cards[n].auto and b.cards[n].ops < 3:
                yield Mistake((f"US {n} reserves",), "impossible", "5.2.2")


@mutator("the other side plays")
def wrong_side(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage == "action" and b.side == "J" and b.played == 0 and (b.hand_j or 0) >= 2 and (b.hand_us or 0) >= 2:
        for n in b.cards_us or ():
            if b.cards[n].side in ("US", None) and not b.cards[n].auto and b.cards[n].ops < 3:
                yield Mistake((f"US {n} reserves",), "illegal", "5.2.2")


@mutator("Plots that are not resolved")
def unresolved(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage == "plots" and b.hand_j and not b.winner:
        for n in b.cards_j or ():
            if b.cards[n].side in ("J", None) and not b.cards[n].auto and b.cards[n].ops < 3:
                yield Mistake((f"J {n} reserves",), "illegal", "5.2.3")


@mutator("a triggered event is left out")
def event_left_out(b: Board, r: Random) -> Iterator[Mistake]:
    hand = (b.cards_us or ()) if b.side == "US" else (b.cards_j or ())
    if b.stage == "action":
        for n in hand:
            if b.cards[n].ops < 3 and b.cards[n].side not in (b.side, None) and events.supported(n):
                due = not events.refusals(b, n, b.cards[n].side or "J", False)
                if due:
                    yield Mistake((f"{b.side} {n} reserves / no event",), "outcome", "6.3.2")


# -------------------------------------------------------------------- dice, claims, checkpoints


@mutator("a War of Ideas roll read wrongly")
def woi_claim(b: Board, r: Random) -> Iterator[Mistake]:
    for name in b.muslim:
        c = b[name]
        if c.alignment == NEUTRAL and c.governance in (2, 3) and not c.regime_change:
            yield from us(f"woi {name} [1] => {name} Ally", "outcome", "7.2.1.2", plain(b, "US", 3))


@mutator("a Jihadist roll read wrongly")
def success_claim(b: Board, r: Random) -> Iterator[Mistake]:
    for name, state in cells_of(b):
        c = b[name]
        if c.marked and not q.islamist(b, name) and name != US:
            for card in plain(b, "J"):
                yield Mistake((f"J {card} plot {name}:{state} 1 [6] => success",), "outcome", "8.1.1")


@mutator("a Test of a marked country")
def needless_test(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items():
        if c.sleepers and c.marked and not q.lapsing(b, 2):
            for card in plain(b, "J"):
                rule = "4.4" if c.data.kind == "iran" else "4.9.4"
                yield Mistake((f"J {card} travel {name}:s > {name} t[{r.randint(1, 6)}]",), "outcome", rule)


@mutator("a roll for Travel within a country")
def needless_roll(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items():
        if c.sleepers and c.marked:
            for card in plain(b, "J"):
                yield Mistake((f"J {card} travel {name}:s > {name} [{r.randint(1, 6)}]",), "outcome", "8.3.1")


@mutator("a roll is missing")
def missing_roll(b: Board, r: Random) -> Iterator[Mistake]:
    for name in b.non_muslim:
        c = b[name]
        if c.posture and name not in (US, "Israel"):
            yield from us(f"woi {name}", "incomplete", "7.2.3", plain(b, "US", 2, 3))


@mutator("a die of a Plot is missing")
def missing_plot_die(b: Board, r: Random) -> Iterator[Mistake]:
    for name, state in cells_of(b):
        c = b[name]
        if c.marked and not q.islamist(b, name):
            for card in plain(b, "J"):
                yield Mistake(
                    (
                        f"J {card} plot {name}:{state} 1 => {name} no plots"
                        if not c.plots
                        else f"J {card} plot {name}:{state} 1 [?]",
                    ),
                    "incomplete",
                    "8.5.2",
                )


@mutator("World Posture jotted down wrongly")
def world_wrong(b: Board, r: Random) -> Iterator[Mistake]:
    value = q.world_posture(b)
    wrong = value + (1 if value < 3 else -1)
    yield Mistake((f"board: world {q.world_posture_name(wrong)}",), "outcome", "4.7.2")


@mutator("a victory track jotted down wrongly")
def victory_track_wrong(b: Board, r: Random) -> Iterator[Mistake]:
    yield Mistake((f"board: fair/good {q.fair_good(b) + 1}",), "outcome", "4.7.6")


@mutator("Reserves kept over the turn")
def old_reserves(b: Board, r: Random) -> Iterator[Mistake]:
    side = b.side
    if (
        b.stage == "action"
        and not b.reserves(side)
        and b.recall(f"reserves lost {side}") == b.turn - 1
        and side == "US"
    ):
        for n in plain(b, "US", 1, 2):
            yield Mistake((f"US {n}+R deploy track > track 1",), "illegal", "5.2.7")


# -------------------------------------------------------------------- found only at the next checkpoint


def unlike(play: str, track: str, rule: str) -> Mistake:
    """A play whose dice or pieces are written otherwise than they were, so that the next checkpoint contradicts it."""
    return Mistake((play, f"board: {track}"), "outcome", rule, at=1, see=0)


@mutator("a die of a Recruit written down wrongly")
def recruit_die(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items() if not q.lapsing(b, 114) else ():  # GTMO bars Recruits
        sure = c.regime_change or q.islamist(b, name) or c.data.recruit
        if c.marked and c.sleepers and not sure and c.governance and b.cells_track and b.funding > 3:
            for card in plain(b, "J"):
                yield unlike(f"J {card} recruit {name} 1 [6]", f"cells track {b.cells_track - 1}", "8.2.1")


@mutator("the die of a Travel written down wrongly")
def travel_die(b: Board, r: Random) -> Iterator[Mistake]:
    for origin, state in cells_of(b):
        for name, c in b.countries.items():
            near = q.adjacent(b, origin, name) or name == origin or q.islamist(b, name)
            if c.marked and not near and not q.lapsing(b, 2) and q.cells_on_map(b) > 1:
                for card in plain(b, "J"):
                    yield unlike(
                        f"J {card} travel {origin}:{state} > {name} [6]", f"cells track {b.cells_track}", "8.3.2"
                    )


@mutator("the Troops of a Deploy stay on the track")
def deploy_not_done(b: Board, r: Random) -> Iterator[Mistake]:
    for name in b.muslim:
        if b[name].alignment == ALLY and not q.islamist(b, name) and b.troops_track:
            for card in plain(b, "US", 3):
                yield unlike(f"US {card} deploy track > {name} 1", f"troops track {b.troops_track}", "7.3.1")


@mutator("Reserves that were not moved")
def reserves_not_moved(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, b.side, 1):
        now = b.reserves(b.side)
        if now < 2 and (b.hand(b.side) or 0) > 1:  # not at the end of a turn, when they are lost
            yield unlike(f"{b.side} {card} reserves", f"reserves {b.side} {now}", "6.3.3")


@mutator("the Prestige of a Disrupt forgotten")
def disrupt_prestige(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items():
        if name in ("Pakistan", "Iraq"):  # where FATA and Al-Anbar limit it
            continue
        last = (b.hand_us or 0) < 2  # the turn may end, and Prestige fall, before it is jotted down
        if c.data.muslim and c.troops >= 2 and c.sleepers and not c.actives and b.prestige < 12 and not last:
            cells = "s" * min(2, c.sleepers)
            for card in plain(b, "US", 3):
                yield unlike(f"US {card} disrupt {name}:{cells}", f"prestige {b.prestige}", "7.4.4")


@mutator("a die of a Prestige roll written down wrongly")
def prestige_die(b: Board, r: Random) -> Iterator[Mistake]:
    if q.us_posture(b) == HARD and b.troops_track >= 6 and 2 <= b.prestige <= 11:
        for name in b.muslim:
            if q.islamist(b, name):
                for card in plain(b, "US", 3):
                    play = f"US {card} regime-change track > {name} 6 gov[{r.randint(1, 6)}] prestige[2 1 4]"
                    yield unlike(play, f"prestige {b.prestige + 1}", "7.3.4")
