"""Mistakes with chapter 11: popular action, Civil War, the Caliphate, Plots that were used."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.editions.awakening import caliphate, popular, state
from referee.editions.awakening.random_country import muslim_of
from referee.editions.awakening.state import space, table
from referee.editions.base import events
from referee.engine import hidden, rolls
from referee.engine import queries as q
from referee.engine.board import ALLY, NEUTRAL, Board
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, PLOT_SUPPLY, POOR
from referee.engine.rolls import Modifier
from referee.trials.mutation.model import CHAPTER_11, Mistake, cells_of, mutator, plain, us

NONE: tuple[Modifier, ...] = ()
PLACES_CELLS = {68: ("Indonesia/Malaysia", 2), 72: ("Afghanistan", 3)}
"""Jihadist cards whose event places Cells in one country: where, and how many."""
SHORT = {GOOD: "Good", FAIR: "Fair", POOR: "Poor", ISLAMIST_RULE: "IR"}


def ahead(b: Board, name: str) -> int:
    """Awakening markers less Reaction markers."""
    return space(b, name).awakening - space(b, name).reaction


def led(b: Board, name: str) -> int:
    """All that is added to the die of a War of Ideas there (7.2.1.2)."""
    return rolls.modified(0, rolls.war_of_ideas_modifiers(b, name))


def open_to_woi(b: Board, value: int) -> Iterator[str]:
    """Marked Muslim countries in which a card of this value may try a War of Ideas (7.2.1)."""
    for name in b.muslim:
        c = b[name]
        if (
            c.governance in (FAIR, POOR)
            and c.governance <= value
            and c.alignment in (ALLY, NEUTRAL)
            and not c.regime_change
        ):
            yield name


# -------------------------------------------------------------------- popular action


@mutator("the modifier of the popular markers with the wrong sign in a War of Ideas", CHAPTER_11)
def sign_of_woi(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 1, 2, 3):
        for name in open_to_woi(b, b.cards[card].ops):
            m = ahead(b, name)
            for die in range(1, 7):
                right, wrong = die + led(b, name) >= 5, die + led(b, name) - 2 * m >= 5
                spreads = right and b[name].alignment == ALLY and b[name].governance == FAIR
                if right != wrong and not spreads and -3 < led(b, name) < 4:
                    said = "success" if wrong else "fail"
                    yield Mistake((f"US {card} woi {name} [{die}] => {said}",), "outcome", "7.2.1.2")


@mutator("the modifier of the popular markers with the wrong sign in a Jihad", CHAPTER_11)
def sign_of_jihad(b: Board, r: Random) -> Iterator[Mistake]:
    for name, sort in cells_of(b):
        c = b[name]
        if (
            not c.data.muslim
            or c.governance not in (FAIR, POOR)
            or q.cells_on_map(b) < 4
            or "Benazir Bhutto" in c.markers
        ):
            continue
        number = c.governance - rolls.modified(0, q.modified("jihad modifiers", b, name, NONE))
        for die in range(1, 7):
            right, wrong = die <= number, die <= number + 2 * ahead(b, name)
            if right != wrong and 1 <= number <= 5:
                for card in plain(b, "J"):
                    said = "success" if wrong else "fail"
                    yield Mistake((f"J {card} jihad {name}:{sort} [{die}] => {said}",), "outcome", "8.1.1")


@mutator("a marker stated where none can lie", CHAPTER_11)
def marker_barred(b: Board, r: Random) -> Iterator[Mistake]:
    for name in b.muslim:
        c = space(b, name)
        if c.civil_war or c.governance in (GOOD, ISLAMIST_RULE):
            field = r.choice(("awakening", "reaction"))
            yield Mistake((f"board: {name} 1 {field}",), "outcome", "11.1.4")


@mutator("Convergence to a country that can take no marker", CHAPTER_11)
def convergence_barred(b: Board, r: Random) -> Iterator[Mistake]:
    for line, dice in turning_good(b):
        rolled = muslim_of(dice)
        barred = [n for n in b.muslim if not state.may_be_marked(b, n)]
        for wrong in barred:
            if wrong == rolled and any(state.may_be_marked(b, n) and q.adjacent(b, rolled, n) for n in b.muslim):
                yield Mistake((f"{line} convergence[{dice[0]} {dice[1]}] {wrong}",), "illegal", "11.1.8")


@mutator("the dice of a Convergence are left out", CHAPTER_11)
def convergence_missing(b: Board, r: Random) -> Iterator[Mistake]:
    for line in dict.fromkeys(line for line, _ in turning_good(b)):
        yield Mistake((line,), "incomplete", "11.1.8")


@mutator("Disengagement forgotten", CHAPTER_11)
def disengagement(b: Board, r: Random) -> Iterator[Mistake]:
    for card in plain(b, "US", 3):
        for name in open_to_woi(b, 3):
            c = space(b, name)
            if (
                (c.alignment, c.governance) == (ALLY, POOR)
                and c.awakening
                and 6 + led(b, name) >= 5
                and led(b, name) < 4
            ):
                yield Mistake((f"US {card} woi {name} [6] => {name} {c.awakening} awakening",), "outcome", "11.1.5")


def turning_good(b: Board) -> Iterator[tuple[str, tuple[int, int]]]:
    """A War of Ideas that turns a country Good without winning, and two dice that lead to a country of the first table."""
    for card in plain(b, "US", 2, 3):
        for name in open_to_woi(b, 2):
            c = b[name]
            near_win = q.good_resources(b) + q.resources(b, name) >= 12
            turns = (c.alignment, c.governance) == (ALLY, FAIR) and 6 + led(b, name) >= 5 and led(b, name) < 4
            if turns and not near_win and table(b).capital != name:
                for tan in range(1, 7):
                    for black in (1, 3, 5):
                        if (tan, black) != (1, 5) and muslim_of((tan, black)) != name:
                            yield f"US {card} woi {name} [6]", (tan, black)


# -------------------------------------------------------------------- the end of a turn


def fights(b: Board) -> list[str]:
    """Countries in which there is Attrition."""
    return [n for n in b.muslim if space(b, n).civil_war]


def calm(b: Board, name: str) -> bool:
    """Whether both dice of an Attrition there can be such that nothing is lost."""
    c = space(b, name)
    return not c.advisors and q.troops(b, name) + c.militia < 6 and q.cells(b, name) < 6


def all_miss(b: Board, name: str) -> str:
    """The dice of an Attrition in which nobody hits, "" for none."""
    c = space(b, name)
    us_side = "US[6]" if q.troops(b, name) + c.militia else ""
    jihadist = "J[6]" if q.cells(b, name) else ""
    return " ".join(w for w in (name, us_side, jihadist) if w) if us_side or jihadist else ""


def quiet_end(b: Board, *but: str) -> list[str] | None:
    """The entries of an end of turn with nothing but Polarization, None where more happens; without some countries."""
    if b.stage != "end" or b.winner or not all(calm(b, n) for n in fights(b) if n not in but):
        return None
    if b.deck < 30 or (b.turn == 2 and b.rules.name == "assad-alone"):
        return None
    if any(results_at_the_ends(b)):
        return None
    return [said for n in fights(b) if n not in but and (said := all_miss(b, n))]


def results(b: Board) -> dict[str, popular.Result]:
    """What Polarization is to bring."""
    census = popular.census(b)
    return {n: found for n, d in census.items() if (found := popular.result_of(b, n, d)) is not None}


def results_at_the_ends(b: Board) -> list[str]:
    """Countries that Polarization is to make Good or to put under Islamist Rule."""
    return [n for n, (_, value) in results(b).items() if value in (GOOD, ISLAMIST_RULE)]


def end_line(said: list[str]) -> str:
    """The line of an end of turn."""
    return f"end of turn {', '.join(said)}".rstrip()


def before(b: Board, name: str, kind: str) -> str:
    """What a country has of that which Polarization changes, as a statement."""
    c = space(b, name)
    if kind == popular.ALIGNMENT:
        return c.alignment.capitalize()
    if kind == popular.LEVEL:
        return SHORT[c.governance]
    field = "awakening" if ahead(b, name) > 0 else "reaction"
    return f"{getattr(c, field)} {field}"


@mutator("Polarization forgotten", CHAPTER_11)
def polarization_forgotten(b: Board, r: Random) -> Iterator[Mistake]:
    said = quiet_end(b)
    for name, (kind, _) in results(b).items() if said is not None else ():
        yield Mistake((end_line(said or []), f"board: {name} {before(b, name, kind)}"), "outcome", "11.1.7", 1, 0)


@mutator("Polarization counted twice", CHAPTER_11)
def polarization_twice(b: Board, r: Random) -> Iterator[Mistake]:
    said = quiet_end(b)
    for name, (kind, value) in results(b).items() if said is not None else ():
        c = space(b, name)
        if kind == popular.MARKER:
            twice = f"{getattr(c, value) + 2} {value}"
        elif kind == popular.ALIGNMENT and value == NEUTRAL:
            twice = "Ally" if ahead(b, name) > 0 else "Adversary"
        else:
            continue
        yield Mistake((f"{end_line(said or [])} => {name} {twice}",), "outcome", "11.1.7")


@mutator("a result of Polarization misread", CHAPTER_11)
def polarization_misread(b: Board, r: Random) -> Iterator[Mistake]:
    said = quiet_end(b)
    for name, (kind, value) in results(b).items() if said is not None else ():
        if kind == popular.MARKER:
            wrong = "Ally" if value == "awakening" else "Adversary"
        else:
            wrong = "awakening" if ahead(b, name) > 0 else "reaction"
        yield Mistake((end_line([f"{name} {wrong}", *(said or [])]),), "outcome", "11.1.7")


@mutator("a Cell too many lost in Attrition", CHAPTER_11)
def attrition_cells(b: Board, r: Random) -> Iterator[Mistake]:
    for name in fights(b):
        c = space(b, name)
        strength, due = q.troops(b, name) + c.militia, 1 if state.no_troops_or_advisors(b, name) else 2
        said = quiet_end(b, name) if calm(b, name) and strength and c.sleepers + c.actives > due else None
        if said is None:
            continue
        sort = "active" if c.actives > due else "sleeper" if c.sleepers > due else ""
        if sort:
            n = due + 1
            lost = f"{name} US[1] J[6] lose {n} {sort}s"
            yield Mistake((end_line([lost, *said]),), "outcome", "11.2.5")


@mutator("a piece too few lost in Attrition", CHAPTER_11)
def attrition_pieces(b: Board, r: Random) -> Iterator[Mistake]:
    for name in fights(b):
        c = space(b, name)
        pieces = c.militia or c.troops
        alone = not (c.militia and c.troops) and not q.troop_markers(b, name) and pieces > 1
        said = quiet_end(b, name) if calm(b, name) and alone and q.cells(b, name) else None
        if said is not None:
            kind = "militia" if c.militia else f"troop{'s' * (pieces != 1)}"
            fought = f"{name} US[6] J[1]"
            yield Mistake((f"{end_line([fought, *said])} => {name} {pieces} {kind}",), "outcome", "11.2.5")


# -------------------------------------------------------------------- Plots


@mutator("a Plot of this turn placed once more", CHAPTER_11)
def plot_again(b: Board, r: Random) -> Iterator[Mistake]:
    used = [hidden.known(b, t) for t in table(b).resolved]
    lying = [hidden.known(b, t.number) for t in b.tokens if t.number not in table(b).resolved]
    for name, sort in cells_of(b):
        c = b[name]
        if not c.marked or q.islamist(b, name) or c.plots or None in lying or not hidden.available_count(b):
            continue
        for value, n in PLOT_SUPPLY.items():
            if used.count(value) == n:
                for card in plain(b, "J", 3):
                    yield Mistake((f"J {card} plot {name}:{sort} [1]: {value}",), "impossible", "11.3.2")


@mutator("Nigeria does not turn with a Plot 2", CHAPTER_11)
def nigeria_stays(b: Board, r: Random) -> Iterator[Mistake]:
    c = b["Nigeria"]
    free = "2" not in [hidden.known(b, t.number) for t in b.tokens]
    if c.data.muslim or c.plots or not free or b.stage != "action" or b.side != "US" or b.played or q.plots_on_map(b):
        return
    if b.cells_track and b.funding < 9 and (b.hand_us or 0) > 2:
        fixed = "set: Nigeria 1 active plots 2, stage plots"
        yield Mistake(
            (fixed, f"J resolve Nigeria#1 2 posture[{r.randint(1, 6)}]", "board: Nigeria non-Muslim"),
            "outcome",
            "11.3.3.3",
            2,
            1,
        )


# -------------------------------------------------------------------- Civil War and Militia


@mutator("a Regime Change marker beside a Civil War", CHAPTER_11)
def regime_change_in_war(b: Board, r: Random) -> Iterator[Mistake]:
    for name in fights(b):
        yield Mistake((f"board: {name} RC",), "outcome", "11.2.2")


def militia_alone(b: Board) -> Iterator[str]:
    """Countries with Militia and with nobody who makes them act as Troops do (11.2.4)."""
    for name in b.muslim:
        c = space(b, name)
        if c.militia and state.no_troops_or_advisors(b, name) and not q.islamist(b, name) and "FATA" not in c.markers:
            yield name


@mutator("Militia alone Disrupt two Cells", CHAPTER_11)
def disrupt_two(b: Board, r: Random) -> Iterator[Mistake]:
    for name in militia_alone(b):
        c = b[name]
        pair = "ss" if c.sleepers > 1 else "aa" if c.actives > 1 else ""
        access = q.strength(b, name) >= 2 or c.alignment == ALLY
        if pair and access:
            yield from us(f"disrupt {name}:{pair}", "illegal", "11.2.4", plain(b, "US", 3))


@mutator("Prestige for a Disrupt by Militia", CHAPTER_11)
def disrupt_prestige(b: Board, r: Random) -> Iterator[Mistake]:
    for name in militia_alone(b):
        c = b[name]
        one = "s" if c.sleepers else "a" if c.actives else ""
        access = q.strength(b, name) >= 2 or c.alignment == ALLY
        last = (b.hand_us or 0) < 2 or q.cells_on_map(b) < 2
        if one and access and not last and b.prestige < 12 and not space(b, name).troops:
            claim = f"prestige {b.prestige + 1}"
            yield from us(f"disrupt {name}:{one} => {claim}", "outcome", "11.2.4", plain(b, "US", 3))


@mutator("Prestige lost to a Plot where only Militia is", CHAPTER_11)
def plot_prestige(b: Board, r: Random) -> Iterator[Mistake]:
    free = "1" not in [hidden.known(b, t.number) for t in b.tokens]
    calm_now = (
        b.stage == "action" and b.side == "US" and not b.played and not q.plots_on_map(b) and (b.hand_us or 0) > 2
    )
    for name in militia_alone(b) if free and calm_now and b.prestige > 2 and b.funding < 8 else ():
        die = r.choice((5, 6))
        fixed = f"set: {name} plots 1, stage plots"
        claimed = f"J resolve {name}#1 1 [{die}] => prestige {b.prestige - 1}"
        yield Mistake((fixed, claimed), "outcome", "11.2.4", 1)


@mutator("Militia counted as Troops for the cards of a turn", CHAPTER_11)
def hand_by_militia(b: Board, r: Random) -> Iterator[Mistake]:
    said, militia = quiet_end(b), sum(space(b, n).militia for n in b.muslim)
    right, kept = q.hand_size(b, "US"), b.hand_us or 0
    wrong = next(n for low, n in ((10, 9), (5, 8), (-99, 7)) if b.troops_track - militia >= low)
    if said is not None and wrong != right:
        yield Mistake((f"{end_line(said)} => hand US {kept + wrong}",), "outcome", "5.2.8")


# -------------------------------------------------------------------- the Caliphate


@mutator("a Sleeper in the Caliphate", CHAPTER_11)
def sleeper_in_caliphate(b: Board, r: Random) -> Iterator[Mistake]:
    for name in sorted(state.caliphate(b)):
        n = b[name].actives
        if n:
            yield Mistake((f"board: {name} 1 sleeper",), "outcome", "11.3.8.3")


@mutator("a Caliphate without three Cells placed", CHAPTER_11)
def caliphate_too_early(b: Board, r: Random) -> Iterator[Mistake]:
    for card, (name, placed) in PLACES_CELLS.items():
        rests = placed < caliphate.LEAST or not state.in_turmoil(b, name)
        if card in plain(b, "J") and not events.refusals(b, card, "J") and rests and b.cells_track >= placed:
            marked = () if b[name].marked else (f"set: {name} Poor Neutral",)
            yield Mistake((*marked, f"J {card} event capital {name}"), "illegal", "11.3.8", len(marked))


@mutator("the Capital left out of the Islamist Resources", CHAPTER_11)
def capital_resource(b: Board, r: Random) -> Iterator[Mistake]:
    if table(b).capital:
        yield Mistake((f"board: islamist {q.islamist_resources(b) - 1}",), "outcome", "11.3.8")
