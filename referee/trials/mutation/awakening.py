"""Mistakes with the rules of The Awakening.

They are about popular action, Civil Wars, the Caliphate, used Plots and the events of its cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from referee.editions.awakening import caliphate, popular, state
from referee.editions.awakening.random_country import muslim_of
from referee.editions.awakening.state import expansion, space
from referee.editions.base import events
from referee.editions.base.queries import Queries
from referee.engine.law import rolls
from referee.engine.law.rolls import Modifier
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, PLOT_SUPPLY, POOR
from referee.engine.state.words import agree
from referee.trials.mutation.base import event_left_out
from referee.trials.mutation.model import CHAPTER_11, Lines, Mistake, in_hand, muslim, mutator, plain, with_cells

NONE: tuple[Modifier, ...] = ()
PLACES_CELLS = {68: ("Indonesia/Malaysia", 2), 72: ("Afghanistan", 3)}
"""Jihadist cards whose event places Cells in one country: where, and how many."""
SHORT = {GOOD: "Good", FAIR: "Fair", POOR: "Poor", ISLAMIST_RULE: "IR"}
OWN = range(121, 241)
"""The cards of The Awakening."""
mistake = partial(mutator, among=CHAPTER_11)


def ahead(b: Board, name: str) -> int:
    """Awakening markers less Reaction markers."""
    return space(b, name).awakening - space(b, name).reaction


def led(b: Board, name: str) -> int:
    """The modifiers of a War of Ideas die there (7.2.1.2)."""
    return rolls.modified(0, rolls.war_of_ideas_modifiers(b, name))


def open_to_woi(b: Board, value: int) -> Iterator[str]:
    """Marked Muslim countries open to a War of Ideas (7.2.1).

    With a card of this value.
    """
    for name, c in muslim(b):
        level = c.governance in (FAIR, POOR) and c.governance <= value
        if level and c.alignment in (ALLY, NEUTRAL) and not c.regime_change:
            yield name


# -------------------------------------------------------------------- popular action


@mistake("the modifier of the popular markers with the wrong sign in a War of Ideas", "outcome", "7.2.1.2")
def sign_of_woi(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "US", 1, 2, 3):
        for name in open_to_woi(b, b.cards[card].ops):
            m = ahead(b, name)
            for die in range(1, 7):
                right, wrong = die + led(b, name) >= 5, die + led(b, name) - 2 * m >= 5
                spreads = right and b[name].alignment == ALLY and b[name].governance == FAIR
                if right != wrong and not spreads and -3 < led(b, name) < 4:
                    yield f"US {card} woi {name} [{die}] => {'success' if wrong else 'fail'}"


@mistake("the modifier of the popular markers with the wrong sign in a Jihad", "outcome", "11.1.3", "J")
def sign_of_jihad(b: Board, r: Random) -> Iterator[Lines]:
    for name, c, sort in with_cells(b) if q.cells_on_map(b) >= 4 else ():
        if c.data.muslim and c.governance in (FAIR, POOR) and "Benazir Bhutto" not in c.markers:
            number = c.governance - rolls.modified(0, q.modified(Queries.JIHAD_MODIFIERS, b, name, NONE))
            for die in range(1, 7):
                right, wrong = die <= number, die <= number + 2 * ahead(b, name)
                if right != wrong and 1 <= number <= 5:
                    yield f"jihad {name}:{sort} [{die}] => {'success' if wrong else 'fail'}"


@mistake("a marker stated where none can lie", "outcome", "11.1.4")
def marker_barred(b: Board, r: Random) -> Iterator[Lines]:
    for name in b.muslim:
        c = space(b, name)
        if c.civil_war or c.governance in (GOOD, ISLAMIST_RULE):
            yield f"board: {name} 1 {r.choice(('awakening', 'reaction'))}"


@mistake("Convergence to a country that can take no marker", "illegal", "11.1.8")
def convergence_barred(b: Board, r: Random) -> Iterator[Lines]:
    for line, dice in turning_good(b):
        wrong, able = muslim_of(dice), [n for n in b.muslim if state.may_be_marked(b, n)]
        if wrong in b.muslim and wrong not in able and any(q.adjacent(b, wrong, n) for n in able):
            yield f"{line} convergence[{dice[0]} {dice[1]}] {wrong}"


@mistake("the dice of a Convergence are left out", "incomplete", "11.1.8")
def convergence_missing(b: Board, r: Random) -> Iterator[Lines]:
    yield from dict.fromkeys(line for line, _ in turning_good(b))


@mistake("Disengagement forgotten", "outcome", "11.1.5")
def disengagement(b: Board, r: Random) -> Iterator[Lines]:
    for card in plain(b, "US", 3):
        for name in open_to_woi(b, 3):
            c = space(b, name)
            if (c.alignment, c.governance) == (ALLY, POOR) and c.awakening and -1 <= led(b, name) < 4:
                yield f"US {card} woi {name} [6] => {name} {c.awakening} awakening"


def turning_good(b: Board) -> Iterator[tuple[str, tuple[int, int]]]:
    """A War of Ideas that turns a country Good without winning.

    With two dice that lead to a country of the first table.
    """
    for card in plain(b, "US", 2, 3):
        for name in open_to_woi(b, 2):
            c = b[name]
            near_win = q.good_resources(b) + q.resources(b, name) >= 12
            turns = (c.alignment, c.governance) == (ALLY, FAIR) and -1 <= led(b, name) < 4
            if turns and not near_win and expansion(b).capital != name:
                for dice in ((tan, black) for tan in range(1, 7) for black in (1, 3, 5)):
                    if dice != (1, 5) and muslim_of(dice) != name:
                        yield f"US {card} woi {name} [6]", dice


# -------------------------------------------------------------------- the end of a turn


def fights(b: Board) -> list[str]:
    """Countries in which there is Attrition."""
    return [n for n in b.muslim if space(b, n).civil_war]


def calm(b: Board, name: str) -> bool:
    """Whether some two dice of an Attrition there lose nothing."""
    c = space(b, name)
    return not c.advisors and q.troops(b, name) + c.militia < 6 and q.cells(b, name) < 6


def all_miss(b: Board, name: str) -> str:
    """The dice of an Attrition without a hit, "" for none."""
    us_side = ["US[6]"] if q.troops(b, name) + space(b, name).militia else []
    dice = us_side + (["J[6]"] if q.cells(b, name) else [])
    return " ".join([name, *dice]) if dice else ""


def quiet_end(b: Board, *but: str) -> list[str] | None:
    """The end of a turn with nothing but Polarization.

    Its entries without some countries; None where more happens.
    """
    if b.stage != "end" or b.winner or not all(calm(b, n) for n in fights(b) if n not in but):
        return None
    if b.deck < 30 or (b.turn == 2 and b.rules.name == "assad-alone"):
        return None
    if any(value in (GOOD, ISLAMIST_RULE) for _, value in results(b).values()):
        return None
    return [said for n in fights(b) if n not in but and (said := all_miss(b, n))]


def results(b: Board) -> dict[str, popular.PolarizationResult]:
    """The results that Polarization is to bring."""
    census = popular.census(b)
    return {n: found for n, d in census.items() if (found := popular.result_of(b, n, d)) is not None}


def polarized(b: Board) -> Iterator[tuple[str, popular.PolarizationResult, list[str]]]:
    """Each result of a Polarization in a quiet end of turn.

    With its entries.
    """
    said = quiet_end(b)
    if said is not None:
        yield from ((name, result, said) for name, result in results(b).items())


def end_line(said: list[str]) -> str:
    """The line of an end of turn."""
    return f"end of turn {', '.join(said)}".rstrip()


def leader(b: Board, name: str) -> str:
    """The kind of marker of which a country has more."""
    return "awakening" if ahead(b, name) > 0 else "reaction"


@mistake("Polarization forgotten", "outcome", "11.1.7", at=1, see=0)
def polarization_forgotten(b: Board, r: Random) -> Iterator[Lines]:
    for name, (kind, _), said in polarized(b):
        c = space(b, name)
        before = {popular.ALIGNMENT: c.alignment.capitalize(), popular.LEVEL: SHORT[c.governance]}.get(kind)
        field = leader(b, name)
        yield end_line(said), f"board: {name} {before or f'{getattr(c, field)} {field}'}"


@mistake("Polarization counted twice", "outcome", "11.1.7")
def polarization_twice(b: Board, r: Random) -> Iterator[Lines]:
    for name, (kind, value), said in polarized(b):
        if kind == popular.MARKER:
            yield f"{end_line(said)} => {name} {getattr(space(b, name), value) + 2} {value}"
        elif kind == popular.ALIGNMENT and value == NEUTRAL:
            yield f"{end_line(said)} => {name} {'Ally' if ahead(b, name) > 0 else 'Adversary'}"


@mistake("a result of Polarization misread", "outcome", "11.1.7")
def polarization_misread(b: Board, r: Random) -> Iterator[Lines]:
    for name, (kind, value), said in polarized(b):
        wrong = leader(b, name)
        if kind == popular.MARKER:
            wrong = "Ally" if value == "awakening" else "Adversary"
        yield end_line([f"{name} {wrong}", *said])


@mistake("a Cell too many lost in Attrition", "outcome", "11.2.5")
def attrition_cells(b: Board, r: Random) -> Iterator[Lines]:
    for name in fights(b):
        c = space(b, name)
        strength, due = q.troops(b, name) + c.militia, 1 if state.no_troops_or_advisors(b, name) else 2
        said = quiet_end(b, name) if calm(b, name) and strength and c.sleepers + c.actives > due else None
        sort = "active" if c.actives > due else "sleeper" if c.sleepers > due else ""
        if said is not None and sort:
            yield end_line([f"{name} US[1] J[6] lose {due + 1} {sort}s", *said])


@mistake("a piece too few lost in Attrition", "outcome", "11.2.5")
def attrition_pieces(b: Board, r: Random) -> Iterator[Lines]:
    for name in fights(b):
        c = space(b, name)
        pieces = c.militia or c.troops
        alone = not (c.militia and c.troops) and not q.troop_markers(b, name) and pieces > 1
        said = quiet_end(b, name) if calm(b, name) and alone and q.cells(b, name) else None
        if said is not None:
            kind = "militia" if c.militia else agree(pieces, "troop")
            yield f"{end_line([f'{name} US[6] J[1]', *said])} => {name} {pieces} {kind}"


# -------------------------------------------------------------------- Plots


def free(b: Board, value: int) -> bool:
    """Whether no Plot of this number is on the map or used."""
    return str(value) not in [hidden.known(b, t.number) for t in b.tokens]


@mistake("a Plot of this turn placed once more", "impossible", "11.3.2", "J 3")
def plot_again(b: Board, r: Random) -> Iterator[Lines]:
    used = [hidden.known(b, t) for t in expansion(b).resolved]
    lying = [hidden.known(b, t.number) for t in b.tokens if t.number not in expansion(b).resolved]
    for name, c, sort in with_cells(b) if None not in lying and hidden.available_count(b) else ():
        if c.marked and not q.islamist(b, name) and not c.plots:
            for value, n in PLOT_SUPPLY.items():
                if used.count(value) == n:
                    yield f"plot {name}:{sort} [1]: {value}"


@mistake("Nigeria does not turn with a Plot 2", "outcome", "11.3.3.3", at=2, see=1)
def nigeria_stays(b: Board, r: Random) -> Iterator[Lines]:
    c = b["Nigeria"]
    if before_a_play(b) and not c.data.muslim and not c.plots and free(b, 2) and b.cells_track and b.funding < 9:
        fixed = "set: Nigeria 1 active plots 2, stage plots"
        yield fixed, f"J resolve Nigeria#1 2 posture[{r.randint(1, 6)}]", "board: Nigeria non-Muslim"


def before_a_play(b: Board) -> bool:
    """Whether the US plays its first card of a phase.

    With more in hand, and no Plot on the map.
    """
    first = b.stage == "action" and b.side == "US" and not b.played and (b.hand_us or 0) > 2
    return first and not q.plots_on_map(b)


# -------------------------------------------------------------------- Civil War and Militia


@mistake("a Regime Change marker beside a Civil War", "outcome", "11.2.2")
def regime_change_in_war(b: Board, r: Random) -> Iterator[Lines]:
    yield from (f"board: {name} RC" for name in fights(b))


def militia_alone(b: Board) -> Iterator[str]:
    """Countries with Militia, without Troops or Advisors (11.2.4)."""
    for name in b.muslim:
        c = space(b, name)
        if c.militia and state.no_troops_or_advisors(b, name) and not q.islamist(b, name) and "FATA" not in c.markers:
            yield name


def accessible(b: Board) -> Iterator[str]:
    """Those of them in which the US may Disrupt."""
    return (n for n in militia_alone(b) if q.strength(b, n) >= 2 or b[n].alignment == ALLY)


@mistake("Militia alone Disrupt two Cells", "illegal", "11.2.4", "US 3")
def disrupt_two(b: Board, r: Random) -> Iterator[Lines]:
    for name in accessible(b):
        c = b[name]
        pair = "ss" if c.sleepers > 1 else "aa" if c.actives > 1 else ""
        if pair:
            yield f"disrupt {name}:{pair}"


@mistake("Prestige for a Disrupt by Militia", "outcome", "11.2.4", "US 3")
def disrupt_prestige(b: Board, r: Random) -> Iterator[Lines]:
    last = (b.hand_us or 0) < 2 or q.cells_on_map(b) < 2
    for name in accessible(b) if not last and b.prestige < 12 else ():
        c = space(b, name)
        one = "s" if c.sleepers else "a" if c.actives else ""
        if one and not c.troops:
            yield f"disrupt {name}:{one} => prestige {b.prestige + 1}"


@mistake("Prestige lost to a Plot where only Militia is", "outcome", "11.2.4", at=1)
def plot_prestige(b: Board, r: Random) -> Iterator[Lines]:
    for name in militia_alone(b) if free(b, 1) and before_a_play(b) and b.prestige > 2 and b.funding < 8 else ():
        claimed = f"J resolve {name}#1 1 [{r.choice((5, 6))}] => prestige {b.prestige - 1}"
        yield f"set: {name} plots 1, stage plots", claimed


@mistake("Militia counted as Troops for the cards of a turn", "outcome", "5.2.8")
def hand_by_militia(b: Board, r: Random) -> Iterator[Lines]:
    said, militia = quiet_end(b), sum(space(b, n).militia for n in b.muslim)
    right, kept = q.hand_size(b, "US"), b.hand_us or 0
    wrong = next(n for low, n in ((10, 9), (5, 8), (-99, 7)) if b.troops_track - militia >= low)
    if said is not None and wrong != right:
        yield f"{end_line(said)} => hand US {kept + wrong}"


# -------------------------------------------------------------------- the Caliphate


@mistake("a Sleeper in the Caliphate", "outcome", "11.3.8.3")
def sleeper_in_caliphate(b: Board, r: Random) -> Iterator[Lines]:
    yield from (f"board: {name} 1 sleeper" for name in sorted(state.caliphate(b)) if b[name].actives)


@mistake("a Caliphate without three Cells placed", "illegal", "11.3.8")
def caliphate_too_early(b: Board, r: Random) -> Iterator[Lines]:
    for card, (name, placed) in PLACES_CELLS.items():
        rests = placed < caliphate.LEAST or not state.in_turmoil(b, name)
        if card in plain(b, "J") and not events.refusals(b, card, "J") and rests and b.cells_track >= placed:
            marked = () if b[name].marked else (f"set: {name} Poor Neutral",)
            yield Mistake((*marked, f"J {card} event capital {name}"), "illegal", "11.3.8", len(marked))


@mistake("the Capital left out of the Islamist Resources", "outcome", "11.3.8")
def capital_resource(b: Board, r: Random) -> Iterator[Lines]:
    if expansion(b).capital:
        yield f"board: islamist {q.islamist_resources(b) - 1}"


# -------------------------------------------------------------------- conditions, blocks, lists of events


def playable(b: Board, side: str, *cards: int) -> list[int]:
    """The playable events among cards of the side on the clock."""
    return [n for n in plain(b, side) if n in cards and not events.refusals(b, n, side, b.played == 0)]


def marked(b: Board) -> list[str]:
    """Muslim countries that were tested."""
    return [n for n, c in muslim(b) if c.marked]


mistake("a triggered event of the new deck is left out", "outcome", "6.3.2")(event_left_out)


@mistake("an event of the new deck whose precondition does not hold", "illegal", "6.2.6")
def unplayable(b: Board, r: Random) -> Iterator[Lines]:
    for n in plain(b, b.side):
        if n in OWN and b.cards[n].side in (b.side, None):
            refused = events.refusals(b, n, b.side, b.played == 0)
            if refused and all(why.rule == "6.2.6" for why in refused):
                yield f"{b.side} {n} event"


@mistake("a thing taken twice off the list of a card", "illegal", "11.3.11")
def listed_twice(b: Board, r: Random) -> Iterator[Lines]:
    for n in playable(b, "US", 143):
        track = "prestige" if b.prestige < 11 else "funding" if b.funding > 2 else ""
        if b.cards[n].ops == 2 and track:
            yield f"US {n} event {track}, {track}"


@mistake("the side of an OR that does nothing", "illegal", "11.3.12")
def idle_choice(b: Board, r: Random) -> Iterator[Lines]:
    sleepers = any(c.sleepers for c in b.countries.values())
    if sleepers and not q.plots_on_map(b) and b.prestige > 1:
        yield from (f"US {n} event alert" for n in playable(b, "US", 161))


@mistake("an event in the Caliphate that is barred there", "illegal", "11.3.8.4")
def barred_by_caliphate(b: Board, r: Random) -> Iterator[Lines]:
    for name in sorted(state.caliphate(b)) if 239 in plain(b, b.side) else ():
        if space(b, name).civil_war or b[name].regime_change:
            yield f"{b.side} 239 event {name}"


@mistake("an event that a marker blocks", "illegal", "6.2.8", at=1)
def blocked(b: Board, r: Random) -> Iterator[Lines]:
    coasts = (b[name] for name in ("Somalia", "Yemen"))
    haven = any(c.governance == ISLAMIST_RULE or (c.alignment, c.governance) == (ADVERSARY, POOR) for c in coasts)
    if 183 in plain(b, "J") and haven:
        yield "set: marker Maersk Alabama", "J 183 event"


# -------------------------------------------------------------------- markers and Militia of events


@mistake("an Awakening by event where none can lie", "illegal", "11.1.4")
def awakening_barred(b: Board, r: Random) -> Iterator[Lines]:
    able = any(state.may_be_marked(b, n) for n in marked(b))
    for n in playable(b, "US", 143) if able and b.funding > 1 else ():
        if b.cards[n].ops == 2:
            yield from (f"US {n} event {name} awakening, funding" for name in marked(b) if not state.may_lie(b, name))


@mistake("an Awakening beside another, by a card that keeps them apart", "illegal", "card 131")
def awakening_beside(b: Board, r: Random) -> Iterator[Lines]:
    def near(name: str) -> bool:
        return any(space(b, m).awakening for m in b.muslim if m == name or q.adjacent(b, m, name))

    able = [n for n in marked(b) if state.may_be_marked(b, n)]
    apart = [n for n in able if not near(n)]
    for n in playable(b, "US", 131) if apart else ():
        yield from (f"US {n} event {name}, {apart[0]}" for name in able if near(name))


@mistake("Militia by event in a Good Ally", "illegal", "11.2.4")
def militia_barred(b: Board, r: Random) -> Iterator[Lines]:
    allies = [(n, c) for n, c in muslim(b) if c.alignment == ALLY]
    if expansion(b).militia_track and any(state.may_have_militia(b, n) for n, _ in allies):
        for n in playable(b, "US", 137):
            yield from (f"US {n} event {name}" for name, c in allies if c.governance == GOOD)


@mistake("more Militia than the text of a card places", "illegal", "card 132")
def militia_too_many(b: Board, r: Random) -> Iterator[Lines]:
    for n in playable(b, "US", 132) if expansion(b).militia_track > 4 and q.cells_on_map(b) > 3 else ():
        for name in fights(b):
            sort = "s" if b[name].sleepers else "a" if b[name].actives else ""
            if sort:
                yield f"US {n} event {name}:{sort} 3 militia"


@mistake("Advisors beside Troops", "illegal", "card 121")
def advisors_beside_troops(b: Board, r: Random) -> Iterator[Lines]:
    for n in playable(b, "US", 121):
        yield from (f"US {n} event {name}" for name in fights(b) if q.troops(b, name))


# -------------------------------------------------------------------- Civil Wars, cards, dice of events


@mistake("a Civil War by event that is forgotten", "outcome", "card 238")
def civil_war_forgotten(b: Board, r: Random) -> Iterator[Lines]:
    for n in playable(b, b.side, 238):
        for name in b.muslim:
            c = space(b, name)
            if c.governance == POOR and c.awakening and c.reaction and c.alignment:
                yield f"{b.side} {n} event {name} => {name} no civil war"


@mistake("a card fetched that does not lie in the discard pile", "impossible", "5.3.2")
def fetched_elsewhere(b: Board, r: Random) -> Iterator[Lines]:
    listed = (133, 152, 165, 167, 188, 226, 234, 238)
    other = in_hand(b, "US" if b.side == "J" else "J")
    if 0 not in b.discards and any(m in b.discards for m in listed):
        for n in playable(b, b.side, 217):
            yield from (f"{b.side} {n} event take {wanted}" for wanted in listed if wanted in other)


@mistake("half of a die read wrongly", "outcome", "card 139")
def half_misread(b: Board, r: Random) -> Iterator[Lines]:
    for n in playable(b, "US", 139) if b.funding > 4 else ():
        yield from (f"US {n} event [{die}] => funding {b.funding - die // 2}" for die in (1, 3, 5))


@mistake("a Posture set by event the wrong way", "outcome", "card 222")
def wrong_posture(b: Board, r: Random) -> Iterator[Lines]:
    right, wrong = (HARD, "Soft") if b.side == "US" else (SOFT, "Hard")
    if q.us_posture(b) != right:
        yield from (f"{b.side} {n} event => US {wrong}" for n in playable(b, b.side, 222))
