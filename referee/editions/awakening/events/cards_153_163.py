"""Events of the US cards 153 to 163."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, Board
from referee.engine.state.data import FAIR, TRACK
from referee.engine.state.seams import modifies, on
from referee.engine.state.words import listed

# -------------------------------------------------------------------- 153, 154 Facebook

SMARTPHONES = condition(153, "Smartphones are not in effect", lambda b, c: a.in_force(b, 211))


def _online(board: Board) -> list[str]:
    """Muslim countries with an Awakening marker, or next to such a country."""
    have = a.marked(board, a.AWAKENING)
    return [n for n in board.muslim if n in have or any(q.adjacent(board, n, near) for near in have)]


NEXT_TO_AWAKENING = Requirement(
    "card 153: an Awakening there or beside",
    "6.2.1",
    "neither {option} nor a country Adjacent to it had an Awakening marker before this event",
    lambda b, o, c: None if o in c["online"] else {},
)
THREE_AT_MOST = Requirement(
    "card 153: up to three countries",
    "6.2.1",
    "Facebook places Awakening markers in three countries at most",
    lambda b, o, c: None if len(c["named"]) < 3 else {},
)


@event(153, 154, when=(SMARTPHONES,))
def facebook(play: Play) -> None:
    """Place one Awakening in each of up to three countries.

    All are judged before the first is placed.
    """
    b = play.board
    online = tuple(_online(b))
    named: tuple[str, ...] = ()

    def left() -> list[str]:
        free = [n for n in online if n not in named and state.may_be_marked(b, n)]
        return free if len(named) < 3 else []

    if not left():
        why = "no country that can take an Awakening marker has one near"
        a.none_placed(play, online, why, Field.WHERE)
        return
    for i in play.items(Field.WHERE, left, least=0, purpose=Purpose.PLACE_AWAKENING):
        where = play.ask(
            Field.WHERE,
            lambda: b.muslim,
            a.MAY_BE_MARKED,
            NEXT_TO_AWAKENING,
            s.NOT_TWICE,
            THREE_AT_MOST,
            item=i,
            purpose=Purpose.PLACE_AWAKENING,
            named=named,
            online=online,
        )
        named = (*named, where)
    for where in named:
        if where in b.countries:
            a.place(play, where, a.AWAKENING)


# -------------------------------------------------------------------- 155 Fracking

OIL_PRICE_SPIKES = (117, 118, 236)
"""Cards whose events end Fracking."""


@event(155)
def fracking(play: Play) -> None:
    """Lower Funding by one more at each end of turn (11.3.6).

    A Prestige roll and a card come first.
    """
    a.mark(play, 155)
    play.prestige_roll()
    s.draw_cards(play, "US", 1)


@on(Moments.EVENT_OVER, 155)
def _fracking_ends(play: Play, card: int, before: int) -> None:
    if card in OIL_PRICE_SPIKES and a.in_force(play.board, 155):
        a.unmark(play, 155)


# -------------------------------------------------------------------- 156 Gulf Union

UNION = ("Gulf States", "Saudi Arabia", "Yemen", "Jordan", "Morocco")
PLACE, REPOSITION = "place", "reposition"


def _around(board: Board, centre: str) -> list[str]:
    """A country of the Union and the Muslim countries adjacent to it."""
    return [n for n in board.muslim if n == centre or q.adjacent(board, centre, n)]


def in_reach(board: Board, named: tuple[str, ...] = ()) -> list[str]:
    """Union countries with every named country around them."""
    found: set[str] = set()
    for centre in UNION:
        around = _around(board, centre)
        if set(named) <= set(around):
            found.update(around)
    return [n for n in board.muslim if n in found]


def _placed_apart(board: Board, option: Any, c: Context) -> TestResult:
    return None if option in in_reach(board, c["named"]) else {"others": listed(c["named"])}


AROUND_ONE = Requirement(
    "card 156: around one country",
    "6.2.1",
    "no one country of the Gulf Union is, or is Adjacent to, each of {option} and {others}",
    _placed_apart,
    concerns=lambda o, c: bool(c["named"]),
)


def _can_place(board: Board) -> bool:
    return bool(expansion(board).militia_track) and any(state.may_have_militia(board, n) for n in in_reach(board))


def _members(board: Board) -> list[str]:
    """Countries of the Union that can have Militia."""
    return [n for n in UNION if state.may_have_militia(board, n)]


def _can_reposition(board: Board) -> bool:
    return len(_members(board)) > 1 and any(space(board, n).militia for n in _members(board))


@event(156)
def gulf_union(play: Play) -> None:
    """Place up to four Militia around a Union country, or move them (11.3.12)."""
    b = play.board
    useful = [name for name, does in ((PLACE, _can_place), (REPOSITION, _can_reposition)) if does(b)]
    if not useful:
        play.table.not_due("where", "", None, "6.2.4", "no Militia can be placed or moved, so the event does nothing")
        return
    way = play.ask(
        Field.CHOICE,
        (PLACE, REPOSITION),
        a.DOES_SOMETHING,
        useful=useful,
        taken=(),
    )
    if way == REPOSITION:
        _stand_anew(play)
    else:
        _around_one(play)


def _around_one(play: Play) -> None:
    b = expansion(play.board)
    left = min(4, b.militia_track)
    named: tuple[str, ...] = ()
    came: list[tuple[str, int]] = []

    def free() -> list[str]:
        return [n for n in in_reach(b, named) if n not in named and state.may_have_militia(b, n)] if left else []

    for i in play.items(Field.WHERE, free, least=1, purpose=Purpose.PLACE_MILITIA):
        where = play.ask(
            Field.WHERE,
            lambda: b.muslim,
            s.IN_LIST,
            AROUND_ONE,
            a.MAY_HAVE_MILITIA,
            s.NOT_TWICE,
            item=i,
            purpose=Purpose.PLACE_MILITIA,
            named=named,
            countries=tuple(in_reach(b)),
            card=156,
        )
        n = a.up_to(play, 156, left, "Militia", least=1, item=i, purpose=Purpose.PLACE_MILITIA)
        named, left = (*named, where), left - n
        came.append((where, n))
    for where, n in came:
        if where in b.countries:
            a.militia(play, where, n)
    if len(came) > 1:
        s.doubt_note(play, 156, "the Militia went to several countries; some hold that all go to one")


MILITIA_TO_MOVE = Requirement(
    "card 156: Militia to move",
    "4.6.2",
    "{option:has} no Militia to move",
    lambda b, o, c: None if o in b.countries and space(b, o).militia else {},
    "impossible",
)
ANOTHER_PLACE = Requirement(
    "card 156: another country",
    "6.2.1",
    "the Militia are already in {option}",
    lambda b, o, c: {} if o == c["origin"] else None,
)
OF_THE_UNION = Requirement(
    "card 156: a country of the Union",
    "6.2.1",
    "{option:is} not one of the five countries of the Gulf Union",
    lambda b, o, c: None if o in UNION else {},
)


def _stand_anew(play: Play) -> None:
    """Move Militia among the countries of the Union, one move after another."""
    b = play.board
    most = sum(space(b, n).militia for n in UNION)

    def origins() -> list[str]:
        return [n for n in UNION if space(b, n).militia]

    for i in play.items(Field.FROM, origins, least=1, most=most, purpose=Purpose.PLACE_MILITIA):
        origin = play.ask(Field.FROM, origins, OF_THE_UNION, MILITIA_TO_MOVE, item=i, purpose=Purpose.PLACE_MILITIA)
        target = play.ask(
            Field.TO,
            [n for n in UNION if n != origin],
            OF_THE_UNION,
            a.MAY_HAVE_MILITIA,
            ANOTHER_PLACE,
            item=i,
            purpose=Purpose.PLACE_MILITIA,
            origin=origin,
        )
        n = a.up_to(play, 156, space(b, origin).militia, "Militia", least=1, item=i, purpose=Purpose.PLACE_MILITIA)
        play.test(target)
        changes.move_militia(play, origin, target, n)


# -------------------------------------------------------------------- 157 Limited Deployment


@event(157, when=(condition(157, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD),))
def limited_deployment(play: Play) -> None:
    """Place two Troops of the track and Aid in a Civil War.

    Its Alignment does not matter. An Awakening comes next door.
    """
    b = play.board
    where = s.country(
        play, 157, lambda: a.at_war(b), purpose=Purpose.MOVE_TROOPS, needs="a country in Civil War", alone=True
    )
    if not where:
        return
    beside = a.marked_country(
        play,
        157,
        a.AWAKENING,
        lambda: [n for n in b.muslim if q.adjacent(b, where, n)],
        needs=f"a Muslim country Adjacent to {play.named(where)}",
    )
    play.move_troops(TRACK, where, 2)
    play.aid(where, 1)
    if beside:
        a.place(play, beside, a.AWAKENING)


# -------------------------------------------------------------------- 158 Mass Turnout


def _voting(board: Board) -> list[str]:
    return [n for n in board.muslim if board[n].regime_change and space(board, n).awakening]


@event(158, when=a.not_only_in_caliphate(158, "no Regime Change country has an Awakening marker", _voting))
def mass_turnout(play: Play) -> None:
    where = s.country(
        play,
        158,
        lambda: _voting(play.board),
        a.OUTSIDE_CALIPHATE,
        purpose=Purpose.IMPROVE,
        needs="a Regime Change country with an Awakening marker",
    )
    if where:
        play.improve(where)


# -------------------------------------------------------------------- 159 NATO


@event(
    159,
    when=(
        condition(159, "there is a GWOT Relations Penalty", lambda b, c: q.gwot_penalty(b) == 0),
        condition(159, "no country is in Civil War or has a Regime Change marker", lambda b, c: bool(a.troubled(b))),
    ),
)
def nato(play: Play) -> None:
    """Place Aid and a marker of two Troops, apart from card 41's."""
    where = s.country(
        play,
        159,
        lambda: a.troubled(play.board),
        purpose=Purpose.PLACE_AID,
        needs="a country in Civil War or with a Regime Change marker",
    )
    if where:
        play.aid(where, 1)
        s.bring_marker(play, 159, where)


@modifies(Queries.TROOP_MARKERS, 159)
def _nato_troops(board: Board, name: str, found: dict[str, int]) -> dict[str, int]:
    return s.counts_as_troops(board, 159, name, found, 2)


# -------------------------------------------------------------------- 160 Operation Neptune Spear

WANTED = (215, 216, 219, 225, 237, 110, 111, 112, 115, 116)
"""Unassociated cards with Jihadist leaders; a combined deck has more."""


@event(160)
def operation_neptune_spear(play: Play) -> None:
    a.fetch(play, 160, lambda b: [n for n in WANTED if n in b.cards])


# -------------------------------------------------------------------- 161 PRISM

ACTIVATE, ALERT = "activate", "alert"


def _asleep(board: Board) -> int:
    return sum(c.sleepers for c in board.countries.values())


SLEEPERS_THERE = Requirement(
    "card 161: Sleepers there",
    "4.6.4",
    "{option:has} no Sleepers",
    lambda b, o, c: None if b[o].sleepers else {},
    "impossible",
)


def _wrong_number(board: Board, option: Any, c: Context) -> TestResult:
    if set(option) != {"s"}:
        return {"cells": "Active Cells"}
    return {"cells": f"{len(option)} more"} if len(option) > c["left"] else None


HALF = Requirement(
    "card 161: half of the Sleepers",
    "6.2.1",
    "PRISM turns {half:Sleeper} Active, half of all; only {left} can still be turned, not {cells} in {where}",
    _wrong_number,
)


NOT_FEWER = Requirement(
    "card 161: no fewer",
    "6.2.1",
    "PRISM turns {half:Sleeper} Active, half of all, and the line names {given}",
    lambda b, o, c: {},
)
NO_MORE = Requirement(
    "card 161: no more",
    "6.2.1",
    "PRISM turns {half:Sleeper} Active, half of all; they are named without {option}",
    lambda b, o, c: {} if o != NOTHING else None,
)


@event(161)
def prism(play: Play) -> None:
    """Turn half of all Sleepers Active, or Alert every Plot.

    The half is rounded up. Prestige falls in any case.
    """
    b = play.board
    if _asleep(b) or q.plots_on_map(b):
        things = {ACTIVATE: lambda board: bool(_asleep(board)), ALERT: q.plots_on_map}
        if a.one_of(play, 161, things) == ALERT:
            for name in b.names:
                s.remove_all_plots(play, name)
        else:
            _activate_half(play)
    else:
        play.table.not_due("what", "", None, "6.2.4", "neither a Sleeper nor a Plot is on the map")
    play.prestige(-1)


def _one_too_many(play: Play, named: tuple[str, ...], half: int) -> str:
    """The first country named after all Sleepers due are Active."""
    found: str = play.ask(
        Field.WHERE, (NOTHING,), NO_MORE, item=len(named), purpose=Purpose.DISRUPT, silence=NOTHING, half=half
    )
    return found


def _activate_half(play: Play) -> None:
    b = play.board
    half = left = a.half(_asleep(b))
    named: tuple[str, ...] = ()
    chosen: list[tuple[str, int]] = []
    while left:
        if not any(c.sleepers and n not in named for n, c in b.countries.items()):
            play.require(NOT_FEWER, half=half, given=half - left)
            break
        where = play.ask(
            Field.WHERE,
            b.names,
            SLEEPERS_THERE,
            s.NOT_TWICE,
            item=len(named),
            purpose=Purpose.DISRUPT,
            named=named,
        )
        elsewhere = sum(c.sleepers for n, c in b.countries.items() if n not in (*named, where))
        cells = play.ask(
            Field.CELLS,
            ["s" * n for n in range(min(left, b[where].sleepers), max(left - elsewhere, 1) - 1, -1)],
            HALF,
            *s.PIECES_THERE,
            subject=where,
            purpose=Purpose.DISRUPT,
            where=where,
            left=left,
            half=half,
        )
        n = max(1, min(len(cells), left))
        named, left = (*named, where), left - n
        chosen.append((where, n))
    while not left and (where := _one_too_many(play, named, half)) in b.countries:  # carried out as it was played
        named = (*named, where)
        chosen += [(where, 1)] if b[where].sleepers else []
    for where, n in chosen:
        play.activate(where, n)


# -------------------------------------------------------------------- 162 SCAF


def divided(board: Board) -> list[str]:
    """Countries with markers of both kinds, without Iran and Syria."""
    return [
        n for n in board.muslim if n not in ("Iran", "Syria") and space(board, n).awakening and space(board, n).reaction
    ]


@event(
    162,
    when=(
        condition(
            162,
            "no country but Iran and Syria has Awakening and Reaction markers",
            lambda b, c: bool(divided(b)),
        ),
    ),
)
def scaf(play: Play) -> None:
    """Turn each Cell of a Fair Ally into a Reaction.

    By one reading Cells without a possible marker stay.
    """
    b = play.board
    where = s.country(
        play,
        162,
        lambda: divided(b),
        purpose=Purpose.TOWARD_ALLY,
        needs="a country other than Syria with Awakening and Reaction markers",
    )
    if not where:
        return
    play.set_alignment(where, ALLY)
    play.set_governance(where, FAIR)
    there = q.cells(b, where)
    came = a.place(play, where, a.REACTION, there) if there else 0
    lost = there
    if came < there:
        why = f"a Cell that no Reaction marker can replace stays in {play.named(where)}; that all of them go is another reading"
        lost = there if play.reads_otherwise("11.1.4", why, where=where) else came
    if lost == there:
        if s.sadr_there(b, where):
            s.remove_sadr(play, cadre=True)
        s.remove_all_cells(play, where)
    elif lost:
        s.remove_cells(play, where, lost, lost)


# -------------------------------------------------------------------- 163 Status Quo


def held(board: Board) -> list[str]:
    """Countries of an older Regime Change with enough Troops and Militia.

    They are at least twice the Cells.
    """
    return [
        n
        for n in board.muslim
        if board[n].regime_change == "tan" and q.strength(board, n) >= max(1, 2 * q.cells(board, n))
    ]


@event(
    163,
    when=a.not_only_in_caliphate(
        163, "no country with a tan Regime Change marker has twice as many Troops and Militia as Cells", held
    ),
)
def status_quo(play: Play) -> None:
    where = s.country(
        play,
        163,
        lambda: held(play.board),
        a.OUTSIDE_CALIPHATE,
        purpose=Purpose.TOWARD_ALLY,
        needs="a country with a tan Regime Change marker and twice as many Troops and Militia as Cells",
    )
    if where:
        play.set_regime_change(where, "")
        play.set_alignment(where, ALLY)
