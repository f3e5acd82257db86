"""Events of the unassociated cards 205 to 210."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.events.cards_200_204 import (
    ALERT,
    CADRE,
    CELLS,
    MILITIA,
    PLOT,
    POSTURE,
    country_for,
    may_count,
)
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.operations.alert import MARKER_THERE, markers, turn_over
from referee.engine.law.ask import Field, Hints, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import ISLAMIST_RULE
from referee.engine.state.words import listed

AID, BESIEGED = "aid", "besieged"
PLACE, REMOVE = "place", "remove"

# -------------------------------------------------------------------- 205 Erdoğan Effect

NEAR_TURKEY = ("Turkey", "Serbia", "Caucasus", "Syria", "Iraq", "Iran")
MARKERS = (AID, BESIEGED, a.AWAKENING, a.REACTION, POSTURE)
PIECES = (MILITIA, CELLS)
PLACING_PIECES = {MILITIA: Purpose.PLACE_MILITIA, CELLS: Purpose.PLACE_CELL}


def _cannot_come(board: Board, name: str, what: str) -> tuple[str, str]:
    """The reason and rule against placing a thing, or ""."""
    c = space(board, name)
    if what == POSTURE:
        if not c.data.non_muslim:
            return f"{board.rules.named(name):has} no Posture", "4.3.2"
        return (
            (f"{board.rules.named(name):has} a Posture already, and the event turns none over", "6.2.1")
            if c.posture
            else ("", "")
        )
    if what == CELLS:
        return ("", "") if board.cells_track else ("no Cell is left on the Funding Track", "4.6.3")
    if what == BESIEGED:
        return s.besieging_barred(board, name)
    if not c.data.muslim:
        return (
            f"{board.rules.named(name):is} not a Muslim country",
            "11.2.4" if what == MILITIA else "11.1.4" if what in a.PLACING else "4.8.3",
        )
    if what == MILITIA and not state.may_have_militia(board, name):
        return f"{board.rules.named(name)} cannot have Militia", "11.2.4"
    if what == MILITIA and not expansion(board).militia_track:
        return "no Militia is left on its track", "11.2.9"
    if what in a.PLACING and not state.may_be_marked(board, name):
        rule, why = state.why_no_marker(board, (name,), f"{board.rules.named(name)} cannot take such a marker now")
        return why, rule
    if what == BESIEGED and c.besieged:
        return f"{board.rules.named(name):has} its Besieged Regime marker already", "8.4.3.2"
    return "", ""


def _is_there(board: Board, name: str, what: str) -> bool:
    c = space(board, name)
    return q.cells(board, name) > 0 if what == CELLS else bool(getattr(c, what, False))


def _thing_for(board: Board, option: Any, c: Context) -> TestResult:
    name = c["where"]
    if name not in board.countries or option == NOTHING:
        return None
    if c["verb"] == REMOVE:
        why, rule = (
            ("", "")
            if _is_there(board, name, option)
            else (f"there is none to remove in {board.rules.named(name)}", "6.2.1")
        )
    else:
        why, rule = _cannot_come(board, name, option)
    return {"why": why, "cite": rule} if why else None


THING_FOR_IT = Requirement("card 205: a thing for that country", "6.2.1", "{why}", _thing_for)


def _verb_of_use(board: Board, option: Any, c: Context) -> TestResult:
    able = any(_thing_for(board, w, {"where": c["where"], "verb": option}) is None for w in (*MARKERS, *PIECES))
    return None if able else {}


VERB_OF_USE = Requirement(
    "card 205: something to place or remove there",
    "11.3.12",
    "there is nothing to {option} in {where}",
    _verb_of_use,
)


@event(205)
def erdogan_effect(play: Play) -> None:
    """Place or remove a marker or up to two pieces near Turkey."""
    where = s.country(play, 205, NEAR_TURKEY, item=0)
    if not where:
        return
    verb = play.ask(Field.CHOICE, (PLACE, REMOVE), VERB_OF_USE, item=0, where=where, rule="6.2.1")
    what = play.ask(
        Field.WHAT,
        (*MARKERS, *PIECES),
        a.ON_THE_LIST,
        THING_FOR_IT,
        item=0,
        list=(*MARKERS, *PIECES),
        hints=Hints(things=(*MARKERS, *PIECES)),
        where=where,
        verb=verb,
        card=205,
    )
    if what in PIECES:
        left = 2 - _pieces(play, where, verb, what, 0, 2)
        other = next(p for p in PIECES if p != what)
        if left and _thing_for(play.board, other, {"where": where, "verb": verb}) is None:
            more = play.ask(
                Field.WHAT,
                (NOTHING, other),
                a.ON_THE_LIST,
                item=1,
                list=(NOTHING, other),
                hints=Hints(things=(NOTHING, other)),
                silence=NOTHING,
                card=205,
            )
            if more == other:
                _pieces(play, where, verb, other, 1, 1)
    elif verb == PLACE:
        _marker_comes(play, where, what)
    else:
        _marker_goes(play, where, what)


def _pieces(play: Play, where: str, verb: str, what: str, item: int, most: int) -> int:
    """Place or remove up to ``most`` pieces of a kind, counting them."""
    b = play.board
    if verb == REMOVE and what == CELLS:
        before = q.cells(b, where)
        s.remove_cells(play, where, 1, most)
        return before - q.cells(b, where)
    there = b.cells_track if what == CELLS else expansion(b).militia_track
    most = min(most, there if verb == PLACE else space(b, where).militia)
    noun = "Cell" if what == CELLS else "Militia"
    if most == 1:
        may_count(play, 205, 1, 1, noun, item=item)
    purpose = Purpose.REMOVE_MILITIA if verb == REMOVE else PLACING_PIECES[what]
    n = a.up_to(play, 205, most, noun, least=1, item=item, purpose=purpose)
    if verb == REMOVE:
        return changes.remove_militia(play, where, n)
    return s.place_cells(play, where, n) if what == CELLS else a.militia(play, where, n)


def _marker_comes(play: Play, where: str, what: str) -> None:
    if what in a.PLACING:
        a.place(play, where, what)
    elif what == POSTURE:
        s.choose_posture(play, where)
    else:
        play.test(where)
        if what == AID:
            play.aid(where, 1)
        else:
            play.besiege(where)


def _marker_goes(play: Play, where: str, what: str) -> None:
    if what in a.PLACING:
        a.remove(play, where, what)
    elif what == POSTURE:
        play.posture(where, "")
    elif what == AID:
        play.aid(where, -1)
    else:
        play.besiege(where, False)


# -------------------------------------------------------------------- 206 Friday of Anger

OPPOSITE = {a.AWAKENING: a.REACTION, a.REACTION: a.AWAKENING}
OTHER_MARKER_THERE = Requirement(
    "card 206: where the other kind of marker lies",
    "6.2.1",
    "{option:has} no {other} marker, and the event places its marker only where one lies",
    lambda b, o, c: None if o not in b.countries or getattr(space(b, o), c["other"]) else {},
)


def _angry(board: Board, field: str) -> list[str]:
    """Countries for a marker of this kind, with one of the other."""
    return [n for n in a.marked(board, OPPOSITE[field]) if state.may_be_marked(board, n)]


@event(
    206,
    when=(
        condition(
            206,
            "no country has an Awakening or Reaction marker",
            lambda b, c: bool(a.marked(b, a.AWAKENING) or a.marked(b, a.REACTION)),
        ),
    ),
)
def friday_of_anger(play: Play) -> None:
    b = play.board
    if not any(_angry(b, field) for field in OPPOSITE):
        why = "no country with such a marker can take another one now, so none is placed"
        a.none_placed(play, (n for field in OPPOSITE for n in a.marked(b, field)), why)
        return
    field = a.one_of(
        play,
        206,
        {a.AWAKENING: lambda b: bool(_angry(b, a.AWAKENING)), a.REACTION: lambda b: bool(_angry(b, a.REACTION))},
    )
    where = play.ask(
        Field.WHERE,
        b.muslim,
        OTHER_MARKER_THERE,
        a.MAY_BE_MARKED,
        item=0,
        purpose=a.PLACING[field],
        other=OPPOSITE[field],
    )
    if where in b.countries:
        a.place(play, where, field)


# -------------------------------------------------------------------- 207 JV / Copycat


def to_stop(board: Board, what: str) -> list[str]:
    """Non-Muslim countries where the US can remove such a thing."""
    found: dict[str, Callable[[str], Any]] = {
        CELLS: lambda n: q.cells(board, n),
        CADRE: lambda n: board[n].cadre,
        ALERT: lambda n: board[n].plots,
    }
    return [n for n in board.non_muslim if found[what](n)]


def any_to_stop(board: Board, what: str) -> bool:
    return bool(to_stop(board, what))


NOT_MUSLIM = Requirement(
    "card 207: a non-Muslim country",
    "6.2.1",
    "{option:is} not a non-Muslim country",
    lambda b, o, c: None if (name := o[0] if isinstance(o, tuple) else o) in b.non_muslim else {"option": name},
)
FOUND_THERE = Requirement(
    "card 207: something to remove there",
    "11.3.12",
    "there is none to remove in {option}, and there is in {others}",
    lambda b, o, c: {"others": listed(c["found"], "or")} if c["found"] and o not in c["found"] else None,
)


@event(207)
def copycat(play: Play) -> None:
    """Let the US remove, or the Jihadist bring, in a non-Muslim country.

    The US stops a Cell, a Cadre or a Plot; the Jihadist brings an Active Cell or a Plot 1.
    """
    if play.side == "US":
        _stopped(play)
        return
    what = a.one_of(play, 207, {CELLS: lambda b: b.cells_track > 0, PLOT: lambda b: s.plots_left(b, ("1",)) != "none"})
    purpose = Purpose.PLACE_PLOT if what == PLOT else Purpose.PLACE_CELL
    where = play.ask(Field.WHERE, play.board.non_muslim, NOT_MUSLIM, item=0, purpose=purpose)
    if where in play.board.countries and what == PLOT:
        s.event_plot(play, 207, where, ("1",))
    elif where in play.board.countries and s.place_cells(play, where, 1):
        play.activate(where)


def _stopped(play: Play) -> None:
    things = (CELLS, CADRE, ALERT)
    if not any(to_stop(play.board, thing) for thing in things):
        why = "no non-Muslim country has a Cell, a Cadre or a Plot"
        for field in (Field.WHERE, Field.PLOT):
            play.table.not_due(field, "", None, "6.2.4", why)
            play.leave_unasked(field, NOT_MUSLIM)
        return
    what = a.one_of(play, 207, {t: partial(any_to_stop, what=t) for t in things})
    if what == ALERT:
        name, k = play.ask(
            Field.PLOT,
            lambda: [m for m in markers(play.board) if m[0] in play.board.non_muslim],
            NOT_MUSLIM,
            MARKER_THERE,
            item=0,
            purpose=Purpose.BLOCK_PLOT,
        )
        if 1 <= k <= len(play[name].plots):
            turn_over(play, name, play[name].plots[k - 1], rule="7.5.3", item=None)
        return
    where = play.ask(
        Field.WHERE,
        play.board.non_muslim,
        NOT_MUSLIM,
        FOUND_THERE,
        item=0,
        purpose=Purpose.REMOVE_CADRE if what == CADRE else Purpose.REMOVE_CELL,
        found=tuple(to_stop(play.board, what)),
    )
    if where in play.board.countries and what == CELLS:
        s.remove_one_cell(play, where)
    elif where in play.board.countries:
        play.set_cadre(where, False)


# -------------------------------------------------------------------- 208 Kinder - Gentler


@event(
    208,
    when=(condition(208, "the Troops are at War", lambda b, c: q.troops_band(b) != "war"),),
)
def kinder_gentler(play: Play) -> None:
    by = 1 if q.overstretch(play.board) else -1
    play.funding(by)
    play.prestige(-by)


# -------------------------------------------------------------------- 209 Quds Force


def _open_to_quds(board: Board, what: str) -> bool:
    return not q.ally(board, "Iran") if what == MILITIA else board["Iran"].governance != ISLAMIST_RULE


QUDS_ALLOWS = Requirement(
    "card 209: what Iran allows",
    "6.2.1",
    "Iran is {state}, so the event removes no {option}",
    lambda b, o, c: (
        None
        if _open_to_quds(b, o)
        else {"state": "an Ally" if o == MILITIA else "under Islamist Rule", "about": ("Iran",)}
    ),
)


@event(209)
def quds_force(play: Play) -> None:
    """Change one piece of a Sunni, two of a Shia-Mix country.

    They are Militia while Iran is no Ally, Cells while no Islamist rules it.
    """
    b = play.board
    has: dict[str, Callable[[Board, str], bool]] = {
        MILITIA: lambda b, n: space(b, n).militia > 0,
        CELLS: lambda b, n: q.cells(b, n) > 0,
    }
    if not any(_open_to_quds(b, w) and has[w](b, n) for w in PIECES for n in b.muslim):
        play.table.not_due("where", "", None, "6.2.4", "no Muslim country has a piece that the event could remove")
        return
    useful = [w for w in PIECES if _open_to_quds(b, w) and any(has[w](b, n) for n in b.muslim)]
    what = play.ask(
        Field.WHAT,
        PIECES,
        a.ON_THE_LIST,
        QUDS_ALLOWS,
        a.DOES_SOMETHING,
        item=0,
        list=PIECES,
        hints=Hints(things=PIECES),
        useful=useful,
        card=209,
    )
    if what not in has:  # refused already, and there is nothing that it could do
        return
    purpose = Purpose.REMOVE_MILITIA if what == MILITIA else Purpose.REMOVE_CELL
    where = country_for(play, 209, list(b.muslim), has[what], purpose)
    if not where:
        return
    n = 2 if where in b.shia_mix else 1
    if what == CELLS:
        s.remove_cells(play, where, n, n)
    else:
        may_count(play, 209, n, space(b, where).militia, "Militia")
        changes.remove_militia(play, where, n)


# -------------------------------------------------------------------- 210 Sectarian Violence


def _any_marked(board: Board, field: str) -> bool:
    return bool(a.marked(board, field))


@event(210)
def sectarian_violence(play: Play) -> None:
    b = play.board
    if not any(a.marked(b, field) for field in OPPOSITE):
        no_marker_there(play)
        return
    field = a.one_of(play, 210, {f: partial(_any_marked, field=f) for f in OPPOSITE})
    purpose = Purpose.REMOVE_AWAKENING if field == a.AWAKENING else Purpose.REMOVE_REACTION
    where = country_for(play, 210, list(b.muslim), lambda b, n: bool(getattr(space(b, n), field)), purpose)
    if where:
        a.remove(play, where, field)


def no_marker_there(play: Play) -> None:
    """Note that no Awakening or Reaction marker is there to remove."""
    for field in ("what", "where"):
        why = "no country has an Awakening or Reaction marker, so none is removed"
        play.table.not_due(field, "", None, "6.2.4", why)
