"""Civil War (11.2): Recruit, Militia, Attrition and WMD.

It begins and ends in :mod:`~referee.editions.awakening.changes`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

from referee.editions.awakening import changes, state
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.editions.base.operations import disrupt
from referee.editions.base.operations.common import cell_choices
from referee.engine.law.ask import Field, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult, explain, waive
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, Board
from referee.engine.state.data import ISLAMIST_RULE, TRACK
from referee.engine.state.seams import modifies, on
from referee.engine.state.words import PlaceName, agree, listed, pieces_in_words, plural, the_side

# -------------------------------------------------------------------- Recruit and Militia


@modifies(Queries.RECRUIT_WITHOUT_A_ROLL, "11.2.3")
def _recruit(board: Board, name: str, found: tuple[str, str] | None) -> tuple[str, str] | None:
    """Make Recruit succeed without a roll in a Civil War (11.2.3)."""
    return ("11.2.3", "in Civil War") if found is None and space(board, name).civil_war else found


@modifies(Queries.STRENGTH, "11.2.4")
def _strength(board: Board, name: str, value: int) -> int:
    """Militia as pieces beside the Troops, for Disrupt and against Cells (11.2.4)."""
    return value + space(board, name).militia


@modifies(Queries.FORCES_IN_WORDS, "11.2.4")
def _forces(board: Board, name: str, told: str) -> str:
    """Name Militia next to the Troops with which they count (11.2.4)."""
    militia = space(board, name).militia
    if not militia:
        return told
    return f"{told} and {militia} Militia" if q.troops(board, name) else f"{militia} Militia"


@modifies(Queries.DISRUPT_LIMIT, "11.2.4")
def _one_cell(board: Board, name: str, value: int) -> int:
    """Militia alone affect one Cell (11.2.4)."""
    return min(value, 1) if _alone(board, name) else value


def _alone(board: Board, name: str) -> bool:
    return bool(space(board, name).militia) and state.no_troops_or_advisors(board, name)


def _too_many(board: Board, option: Any, c: Context) -> bool:
    """Whether two Cells are named although Militia alone open the country."""
    return _alone(board, c["where"]) and space(board, c["where"]).militia >= 2 and len(option) > 1


explain(
    disrupt.NUMBER,
    "11.2.4",
    _too_many,
    "Militia in {where} without Troops or Advisors Disrupt 1 Cell, not {named}",
    "11.2.4",
)


def _one_troop(board: Board, name: str) -> bool:
    """Whether a single Troop counts as two pieces because of Militia."""
    return q.troops(board, name) == 1 and bool(space(board, name).militia)


def _one_of_two(board: Board, where: str, cells: Any) -> bool:
    """Whether one Cell is named where Troops hit two (7.4.2)."""
    return _one_troop(board, where) and cells in ("s", "a") and disrupt.disruptable(board, where) >= 2


waive(
    disrupt.NUMBER,
    "11.2.4",
    lambda b, o, c: _one_of_two(b, c["where"], o),
    "one Troop with Militia may Disrupt one Cell",
)


@on(Moments.DISRUPTED, "11.2.4")
def _hit_one(play: Play, where: str, cells: str) -> None:
    """Note that one Troop with Militia hit one Cell of several.

    An Active one has left the board by then.
    """
    before = disrupt.disruptable(play.board, where) + (cells == "a")
    if _one_troop(play.board, where) and cells in ("s", "a") and before >= 2:
        why = f"one Troop with Militia in {play.named(where)} hits two Cells, as two Troops do; that it hits one is another reading"
        play.table.remark("note", "11.2.4", why, ())


@on(Moments.DISRUPT_WITHOUT_PRESTIGE, "11.2.4")
def _without_prestige(play: Play, where: str, troops: int) -> bool:
    """Whether one Troop with Militia earns no Prestige (a disputed reading)."""
    why = f"in {play.named(where)} one Troop with Militia raises Prestige by a Disrupt, as two Troops do; that it does not is another reading"
    return troops == 1 and play.reads_otherwise("11.2.4", why, where=where)


# -------------------------------------------------------------------- Attrition


class Strength(NamedTuple):
    """The pieces of one side in a Civil War.

    It has their number, the certain hits, and the roll for one more.
    """

    pieces: int

    @property
    def certain_hits(self) -> int:
        """Hits without a roll: one for each six pieces."""
        return self.pieces // 6

    @property
    def one_more_on(self) -> int:
        """The highest roll for one more hit; 0 for no roll.

        It depends on the pieces beyond the last six.
        """
        return self.pieces % 6


LOSSES = {"US": Field.US_LOSS, "J": Field.CELL_LOSS}
PIECES = ("troops", "militia", "cells", "sleepers", "actives", "cadre")
"""Losses of Attrition by claims: pieces taken or left."""


def attrition(play: Play) -> None:
    """Resolve Attrition in each Civil War country, in turn (11.2.5)."""
    b = play.board
    advise(play)
    for name in b.muslim:
        if not space(b, name).civil_war:
            _no_fight(play, name, "11.2.5", f"{play.named(name):is} not in Civil War, so nothing is rolled for it")
        elif not state.counted(b, name):
            _no_fight(
                play, name, *(state.end_of_turn_bar(b, name) or ("11.2.5", f"Attrition passes {name} over this turn"))
            )
        else:
            with play.segment("end.attrition", rule="11.2.5"):  # each country by itself: its gaps are its own
                fight(play, name)
        if b.winner:
            return


def _no_fight(play: Play, name: str, rule: str, why: str) -> None:
    """Note that a country has neither roll nor losses.

    Losses written in a record are carried out.
    """
    for field in ("J", "US", *PIECES):
        play.table.not_due(field, name, None, rule, why)
    lost: str | None = play.table.beyond(Field.US_LOSS, name, rule, why)
    cells: str | None = play.table.beyond(Field.CELL_LOSS, name, rule, why)
    if cells:
        _lose_cells(play, name, cells)
    if lost:
        _take_losses(play, name, lost)


GOES_WITHOUT = Requirement(
    "Attrition: Advisors without a Militia",
    "11.2.9",
    "{option:has} no Advisors that could bring a Militia",
    lambda b, o, c: None if o in c["advised"] else {},
)


def advise(play: Play) -> None:
    """Place a Militia for each Advisors marker, before any count (card 121).

    On a short track the US chooses the countries.
    """
    b = expansion(play.board)
    here = [n for n in b.muslim if space(b, n).civil_war and space(b, n).advisors and state.counted(b, n)]
    due = {n: space(b, n).advisors for n in here}
    short = sum(due.values()) - b.militia_track
    for _ in range(short if len(due) > 1 and b.militia_track else 0):
        advised = tuple(n for n in due if due[n])
        name = play.ask(Field.SHORT, advised, GOES_WITHOUT, side="US", rule="11.2.9", advised=advised)
        due[name if name in advised else advised[0]] -= 1
    for name, n in due.items():
        if n:
            changes.place_militia(play, name, n, rule="11.2.5")


def _hits(play: Play, name: str, side: str, n: int) -> int:
    """Count the hits by one side, with a roll for the rest (11.2.5).

    Six pieces make one hit.
    """
    force = Strength(n)
    if not force.one_more_on:
        why = (
            f"{n} pieces in {play.named(name)}, and every six hit without a die"
            if n
            else f"no piece in {play.named(name)} and rolls no die"
        )
        play.table.not_due(side, name, None, "11.2.5", f"{the_side(side)} has {why}")
        return force.certain_hits
    hit: bool = play.roll(
        RollKind.ATTRITION,
        lambda dice: dice[0] <= force.one_more_on,
        label=side,
        subject=name,
        side=side,
        rule="11.2.5",
        needed=f"{force.one_more_on} or less",
    )
    return force.certain_hits + hit


def us_pieces(board: Board, name: str) -> str:
    """US fighting pieces, in words.

    A marker counts as its number of Troops.
    """
    c = space(board, name)
    markers = [f"{marker}, which counts {n}" for marker, n in q.troop_markers(board, name).items() if n]
    found = [plural(n, piece) for n, piece in ((c.troops, "Troop"), (c.militia, "Militia")) if n]
    return listed([*found, *markers]) or "no pieces"


def _cells(board: Board, name: str) -> str:
    """Cells in the fight, in words."""
    return plural(q.cells(board, name), "Cell", none="no")


def _counted(pieces: str, force: Strength) -> str:
    """Hits by one side's pieces, in words: certain ones, and the roll."""
    sure = plural(force.certain_hits, "sure hit") if force.certain_hits else ""
    more = (
        f"one {'more ' if force.certain_hits else 'hit '}on a roll of {force.one_more_on} or less"
        if force.one_more_on
        else ""
    )
    return f"{pieces}, {listed([part for part in (sure, more) if part]) or 'no hit'}"


def _result(board: Board, name: str, us: int, jihadist: int, each: int) -> str:
    """The hits of both sides and the losses for them, in words."""
    hits = f"Hits: the US {us}, the Jihadist {jihadist}."
    if not us:
        return hits
    why = "With Troops or Advisors there" if each > 1 else "Without Troops or Advisors there"
    return f"{hits} {why} a US hit takes {plural(each, 'Cell')}."


def _left_over(name: PlaceName, over: int) -> str:
    """Hits without a target: positive by the US, negative by the Jihadist."""
    whose, toward = ("US", "Ally") if over > 0 else ("Jihadist", "Adversary")
    n = abs(over)
    hits = f"{plural(n, 'hit')} more of the {whose} {agree(n, 'finds', 'find')}"
    return f"{hits} no piece and {agree(n, 'shifts', 'shift')} {name} toward {toward}."


def fight(play: Play, name: str) -> None:
    """Resolve one Civil War: simultaneous hits, losses, and shifts (11.2.5)."""
    b, c = play.board, space(play.board, name)
    each = 1 if state.no_troops_or_advisors(b, name) else 2
    us, jihadist = Strength(q.troops(b, name) + c.militia), Strength(q.cells(b, name))
    heading = f"Attrition in {b.rules.named(name)}"
    play.tell(heading, f"The US: {_counted(us_pieces(b, name), us)}.", rule="11.2.5")
    play.tell(heading, f"The Jihadist: {_counted(_cells(b, name), jihadist)}.", rule="11.2.5")
    us_hits = _hits(play, name, "US", us.pieces)
    jihadist_hits = _hits(play, name, "J", jihadist.pieces)
    fitting = us_losses(b, name, jihadist_hits)
    lost = _loss(play, name, Field.US_LOSS, US_LOSS, "US", fitting)
    absorbed = absorbs(b, name, lost if lost in fitting else fitting[0])
    due = min(us_hits * each, q.cells(b, name))
    cells = _loss(play, name, Field.CELL_LOSS, CELL_LOSS, "J", cell_losses(b, name, due))
    play.tell(heading, _result(b, name, us_hits, jihadist_hits, each), rule="11.2.5")
    _lose_cells(play, name, cells)
    _take_losses(play, name, lost)
    over = us_hits - due // each - (jihadist_hits - min(jihadist_hits, absorbed))
    if over:
        play.tell(heading, _left_over(b.rules.named(name), over), rule="11.2.5")
    for _ in range(abs(over)):
        if not c.civil_war or b.winner:
            return
        _shift(play, name, ALLY if over > 0 else ADVERSARY)


def _shift(play: Play, name: str, toward: str) -> None:
    """Shift a country for a hit without a target (11.2.5).

    It is one box of Alignment, or at its end one level of Governance.
    """
    c = play[name]
    if c.alignment != toward:
        play.shift_alignment(name, toward, rule="11.2.5")
    elif toward == ALLY:
        play.improve(name, rule="11.2.5")
    else:
        play.worsen(name, rule="11.2.5", floor=ISLAMIST_RULE)


def absorbs(board: Board, name: str, loss: str) -> int:
    """Hits absorbed by a choice of pieces (11.2.5).

    A Troop or Militia takes one, a marker as many as the Troops it counts for.
    """
    cubes, *markers = loss.split("+")
    worth = q.troop_markers(board, name)
    return len(cubes) + sum(worth.get(m, 0) for m in markers)


def us_losses(board: Board, name: str, hits: int) -> list[str]:
    """Every choice of US pieces for a number of hits.

    Where the pieces are too few it is all of them. "t" is Troops, "m" Militia; markers follow a "+".
    """
    c = space(board, name)
    worth = q.troop_markers(board, name)
    cubes = c.troops + c.militia
    all_there = cubes + sum(worth.values())
    due = min(hits, all_there)
    found: list[str] = []
    for size in range(len(worth) + 1):
        for markers in combinations(worth, size):
            by_markers = sum(worth[m] for m in markers)
            if by_markers > due and any(all_there - worth[m] >= due for m in markers):
                continue  # the other forces take the hit
            left = max(0, due - by_markers)
            tail = "".join(f"+{m}" for m in markers)
            troops = range(min(left, c.troops), -1, -1)
            found += ["t" * t + "m" * (left - t) + tail for t in troops if left - t <= c.militia]
    return found


def _due(board: Board, option: Any, c: Context) -> TestResult:
    if option in c["fitting"]:
        return None
    due = listed([pieces_in_words(loss) for loss in c["fitting"]], "or")
    return {"lost": pieces_in_words(option), "due": due}


def cell_losses(board: Board, name: str, due: int) -> list[str]:
    """Every choice of a number of Cells (11.2.5, card 54).

    A marker that counts as a Cell follows a "+".
    """
    found = cell_choices(board, name, due)
    if due and s.sadr_there(board, name):
        found += [f"{others}+{s.SADR}" for others in cell_choices(board, name, due - 1)]
    return found


US_LOSS = Requirement(
    "Attrition: pieces that the US loses",
    "11.2.5",
    "Attrition in {where} costs the US {due}, not {lost}",
    _due,
    "outcome",
)
CELL_LOSS = Requirement(
    "Attrition: Cells that are lost",
    "11.2.5",
    "Attrition in {where} costs the Jihadist {due}, not {lost}",
    _due,
    "outcome",
)


def _loss(play: Play, name: str, field: Field, of: Requirement, side: str, fitting: list[str]) -> str:
    """Ask for one side's losses among the fitting choices (11.2.5).

    A written choice that does not fit is carried out as it is.
    """
    loss: str = play.ask(
        field,
        fitting,
        of,
        subject=name,
        side=side,
        rule="11.2.5",
        silence=fitting[0] if len(fitting) == 1 else None,
        fitting=tuple(fitting),
        where=name,
    )
    return loss


def _lose_cells(play: Play, name: str, loss: str) -> None:
    """Remove Cells to the Funding Track, and Sadr from the game (11.2.5, card 54)."""
    cells, *marker = loss.split("+")
    for state_of_cell in cells:
        play.remove_cell(name, state_of_cell, cadre=True, rule="11.2.5", rule_of_cadre="11.2.5")
    if marker and s.sadr_there(play.board, name):
        s.remove_sadr(play, cadre=True)


def _take_losses(play: Play, name: str, loss: str) -> None:
    """Remove US pieces to their tracks, and markers from the map (11.2.5, 11.2.9)."""
    cubes, *markers = loss.split("+")
    if name not in play.board.muslim:  # Nigeria has turned back with its last Cell
        return
    if cubes.count("t"):
        play.move_troops(name, TRACK, cubes.count("t"), rule="11.2.5")
    changes.remove_militia(play, name, cubes.count("m"), rule="11.2.5")
    for marker in markers:
        play.remove_marker(marker, rule="11.2.5", country=name)
