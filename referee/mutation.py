"""Mutation: mistakes made on purpose in self-played records, each bound to the rule that it breaks.

A game is self-played to some point; a mutator writes a line that breaks one rule by construction; the referee says what
the board is then, as played; and self-play goes on from there. The whole record must give that one finding, with that
rule at that line, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from referee.engine import events
from referee.engine import queries as q
from referee.engine.board import ADVERSARY, ALLY, HARD, NEUTRAL, US, Board
from referee.engine.data import ALL, CARDS, COUNTRIES, MUSLIM, NON_MUSLIM
from referee.engine.operations import disrupt
from referee.engine.setup import Setup
from referee.inputs import judge
from referee.parsers.notation import read_text
from referee.selfplay import SelfPlay

TAIL = 14
"""Actions that are played on behind the mistake."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Lines with a mistake, the kind and rule of the finding, and which of the lines it stands at.

    ``see`` is the line with the mistake, where only a later one contradicts it.
    """

    lines: tuple[str, ...]
    kind: str
    rule: str
    at: int = 0
    see: int | None = None


Mutator = Callable[[Board, Random], Iterator[Mistake]]
MUTATORS: dict[str, Mutator] = {}


def mutator(name: str) -> Callable[[Mutator], Mutator]:
    """Register a mutator; it yields every mistake of its kind that the position allows."""

    def register(function: Mutator) -> Mutator:
        MUTATORS[name] = function
        return function

    return register


# -------------------------------------------------------------------- what a side has to play with


def plain(b: Board, side: str, *ops: int) -> list[int]:
    """Cards in the hand of the side on the clock that trigger nothing, of these values; none if an event rules the play."""
    ruled = b.recall("second card")  # cards 48 and 53
    if b.side != side or b.stage != "action" or b.winner or (ruled and ruled[1] == b.phases):
        return []
    hand = (b.cards_j if side == "J" else b.cards_us) or ()
    return [
        n
        for n in hand
        if n in CARDS and CARDS[n].side in (side, None) and not CARDS[n].auto and (not ops or CARDS[n].ops in ops)
    ]


def movable(b: Board) -> list[tuple[str, int]]:
    """Places from which a Troop may Deploy."""
    found = [("track", b.troops_track)] if b.troops_track else []
    return found + [(n, c.troops) for n, c in b.countries.items() if c.troops and not c.regime_change]


def us(use: str, kind: str, rule: str, cards: list[int]) -> Iterator[Mistake]:
    for n in cards:
        yield Mistake((f"US {n} {use}",), kind, rule)


def cells_of(b: Board) -> list[tuple[str, str]]:
    """Countries with Cells, and one Cell's state."""
    return [(n, "s" if c.sleepers else "a") for n, c in b.countries.items() if c.sleepers + c.actives]


# -------------------------------------------------------------------- US Operations


@mutator("Deploy to a country that is no Ally")
def deploy_neutral(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 3):
        for origin, _ in movable(b):
            for name in MUSLIM:
                c = b[name]
                if c.alignment in (NEUTRAL, ADVERSARY) and not q.islamist(b, name) and origin != name:
                    yield Mistake((f"US {card} deploy {origin} > {name} 1",), "illegal", "7.3.3")


@mutator("Deploy with a card of too little value")
def deploy_value(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 1, 2):
        for origin, _ in movable(b):
            for name in MUSLIM:
                if b[name].alignment == ALLY and 4 > b[name].governance > CARDS[card].ops and origin != name:
                    yield Mistake((f"US {card} deploy {origin} > {name} 1",), "illegal", "7.3.2")


@mutator("more Troops than there are")
def deploy_too_many(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 3):
        for origin, n in movable(b):
            for name in MUSLIM:
                if b[name].alignment == ALLY and not q.islamist(b, name) and origin != name and n < 12:
                    yield Mistake((f"US {card} deploy {origin} > {name} {n + 2}",), "impossible", "4.6.2")


@mutator("War of Ideas in an Adversary")
def woi_adversary(b: Board, r: Random) -> Iterator[Mistake]:
    for name in MUSLIM:
        c = b[name]
        if c.alignment == ADVERSARY and not q.islamist(b, name) and not c.regime_change:
            yield from us(f"woi {name} [{r.randint(1, 2)}]", "illegal", "7.2.1.1", plain(b, "US", 3))


@mutator("War of Ideas with a card of too little value")
def woi_value(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 1, 2):
        for name in MUSLIM:
            c = b[name]
            if c.alignment == NEUTRAL and 4 > c.governance > CARDS[card].ops and not c.regime_change:
                yield Mistake((f"US {card} woi {name} [1]",), "illegal", "7.1.1")


@mutator("Disrupt without access")
def disrupt_access(b: Board, r: Random) -> Iterator[Mistake]:
    for name in MUSLIM:
        c = b[name]
        barred = "FATA" in c.markers
        if c.alignment in (NEUTRAL, ADVERSARY) and not q.islamist(b, name) and q.troops(b, name) < 2 and not barred:
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
        for name in MUSLIM:
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
                if CARDS[second].ops < 3:
                    yield Mistake((f"US {first}+{second} reassess",), "illegal", "7.6.2")


# -------------------------------------------------------------------- Jihadist Operations


@mutator("Recruit without Cell or Cadre")
def recruit_nobody(b: Board, r: Random) -> Iterator[Mistake]:
    if q.lapsing(b, 114):
        return
    for name in ALL:
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
        if not COUNTRIES[name].muslim and b[name].marked:
            for card in plain(b, "J"):
                yield Mistake((f"J {card} jihad {name}:{state} [1]",), "illegal", "8.4")


@mutator("Major Jihad without five more Cells than Troops")
def major_margin(b: Board, r: Random) -> Iterator[Mistake]:
    for name, _ in cells_of(b):
        c = b[name]
        if c.data.muslim and c.governance in (2, 3) and q.cells(b, name) < q.troops(b, name) + 5 and not c.besieged:
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
                n = CARDS[card].ops + 1
                yield Mistake((f"J {card} recruit {name} {n} [{' '.join(['6'] * n)}]",), "illegal", "8.1.2")


# -------------------------------------------------------------------- cards and the clock


@mutator("an event of the other side")
def foreign_event(b: Board, r: Random) -> Iterator[Mistake]:
    hand = (b.cards_j if b.side == "J" else b.cards_us) or ()
    if b.stage == "action":
        for n, line in ((92, "event"), (95, "event"), (43, "event"), (20, "event")):
            if n in hand and CARDS[n].side != b.side and not events.refusals(b, n, CARDS[n].side or "J", False):
                yield Mistake((f"{b.side} {n} {line}",), "illegal", "6.2.5")


@mutator("an event whose precondition does not hold")
def unplayable_event(b: Board, r: Random) -> Iterator[Mistake]:
    for n in (6, 7, 52, 56, 75, 92, 73, 15):
        if n in plain(b, b.side) and CARDS[n].side == b.side:
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
            if n and CARDS[n].side in ("US", None) and not CARDS[n].auto and CARDS[n].ops < 3:
                yield Mistake((f"US {n} reserves",), "impossible", "5.3.1")


@mutator("the other side plays")
def wrong_side(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage == "action" and b.side == "J" and b.played == 0 and (b.hand_j or 0) >= 2 and (b.hand_us or 0) >= 2:
        for n in b.cards_us or ():
            if CARDS[n].side in ("US", None) and not CARDS[n].auto and CARDS[n].ops < 3:
                yield Mistake((f"US {n} reserves",), "illegal", "5.2.2")


@mutator("Plots that are not resolved")
def unresolved(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage == "plots" and b.hand_j and not b.winner:
        for n in b.cards_j or ():
            if CARDS[n].side in ("J", None) and not CARDS[n].auto and CARDS[n].ops < 3:
                yield Mistake((f"J {n} reserves",), "illegal", "5.2.3")


@mutator("a triggered event is left out")
def event_left_out(b: Board, r: Random) -> Iterator[Mistake]:
    hand = (b.cards_us or ()) if b.side == "US" else (b.cards_j or ())
    if b.stage == "action":
        for n in hand:
            if CARDS[n].ops < 3 and CARDS[n].side not in (b.side, None) and events.supported(n):
                due = not events.refusals(b, n, CARDS[n].side or "J", False)
                if due:
                    yield Mistake((f"{b.side} {n} reserves / no event",), "outcome", "6.3.2")


# -------------------------------------------------------------------- dice, claims, checkpoints


@mutator("a War of Ideas roll read wrongly")
def woi_claim(b: Board, r: Random) -> Iterator[Mistake]:
    for name in MUSLIM:
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
                yield Mistake((f"J {card} travel {name}:s > {name} t[{r.randint(1, 6)}]",), "outcome", "4.9.4")


@mutator("a roll for Travel within a country")
def needless_roll(b: Board, r: Random) -> Iterator[Mistake]:
    for name, c in b.countries.items():
        if c.sleepers and c.marked:
            for card in plain(b, "J"):
                yield Mistake((f"J {card} travel {name}:s > {name} [{r.randint(1, 6)}]",), "outcome", "8.3.1")


@mutator("a roll is missing")
def missing_roll(b: Board, r: Random) -> Iterator[Mistake]:
    for name in NON_MUSLIM:
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
    for name, c in b.countries.items():
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
    for name in MUSLIM:
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
        if c.data.muslim and c.troops >= 2 and c.sleepers and not c.actives and b.prestige < 12:
            cells = "s" * min(2, c.sleepers)
            for card in plain(b, "US", 3):
                yield unlike(f"US {card} disrupt {name}:{cells}", f"prestige {b.prestige}", "7.4.4")


@mutator("a die of a Prestige roll written down wrongly")
def prestige_die(b: Board, r: Random) -> Iterator[Mistake]:
    if q.us_posture(b) == HARD and b.troops_track >= 6 and 2 <= b.prestige <= 11:
        for name in MUSLIM:
            if q.islamist(b, name):
                for card in plain(b, "US", 3):
                    play = f"US {card} regime-change track > {name} 6 gov[{r.randint(1, 6)}] prestige[2 1 4]"
                    yield unlike(play, f"prestige {b.prestige + 1}", "7.3.4")


# -------------------------------------------------------------------- running them


@dataclass(slots=True)
class Score:
    """How a mutator fared."""

    tried: int = 0
    caught: int = 0
    cascaded: int = 0
    misses: list[str] = field(default_factory=list)


def one(name: str, seed: int, setup: Setup, *, policy: str = "as-played") -> tuple[bool, bool, str] | None:
    """Plant one mistake in one game: caught, cascaded, and the record if anything is off; None if it never fits."""
    random = Random(f"{name} {seed}")
    game = SelfPlay(seed, setup)
    game.begin()
    for _ in range(random.randint(4, 30)):
        if not game.step():
            return None
    for _ in range(40):
        found = list(MUTATORS[name](game.board, random))
        if found:
            mistake = found[random.randrange(len(found))]
            break
        if not game.step():
            return None
    else:
        return None
    line = len(game.lines) + 1 + mistake.at
    text = "\n".join([*game.lines, *mistake.lines])
    verdict = judge(read_text(text))
    game.resume(verdict)
    try:
        for _ in range(TAIL):
            if not game.step():
                break
    except RuntimeError:
        return None
    text = "\n".join(game.lines) + "\n"
    result = judge(read_text(text), policy)  # type: ignore[arg-type]
    hits = [f for f in result.findings if f.place.line == line and f.rule == mistake.rule and f.kind == mistake.kind]
    if mistake.see is not None:
        hits = [f for f in hits if line - mistake.at + mistake.see in f.see]
    others = [f for f in result.findings if f.counted and f not in hits]
    shown = (
        ""
        if hits and not others
        else f"{name}, seed {seed}, line {line}: {mistake}\n"
        + "\n".join(f"  {f.place.line} {f.kind} {f.rule} {f.message}" for f in result.findings if f.kind != "note")
    )
    return bool(hits), bool(others), shown


def run(games: int, setup: Setup, *, policy: str = "as-played", first: int = 0) -> dict[str, Score]:
    """Every mutator on as many games."""
    scores: dict[str, Score] = {}
    for name in MUTATORS:
        score = scores[name] = Score()
        for seed in range(first, first + games):
            found = one(name, seed, setup, policy=policy)
            if found is None:
                continue
            caught, cascaded, shown = found
            score.tried += 1
            score.caught += caught
            score.cascaded += cascaded
            if shown:
                score.misses.append(shown)
    return scores
