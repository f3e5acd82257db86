"""Events of the US cards 142 to 152."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.events.cards_030_047 import build
from referee.editions.base.moments import Moments
from referee.editions.base.operations import deploy, war_of_ideas
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement, explain
from referee.engine.law.table import NOTHING
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.state.data import POOR, TRACK
from referee.engine.state.seams import modifies, on

# -------------------------------------------------------------------- 142 Militia


@event(
    142,
    when=(
        condition(142, "no country is in Civil War or has a Regime Change marker", lambda b, c: bool(a.troubled(b))),
    ),
)
def militia(play: Play) -> None:
    """Place as many Militia as the country has Resources.

    They count at this moment (4.2.6), or by the map as a reading in dispute.
    """
    where = s.country(
        play,
        142,
        lambda: a.troubled(play.board),
        purpose=Purpose.PLACE_MILITIA,
        needs="a country in Civil War or with a Regime Change marker",
    )
    if where:
        a.militia(play, where, _worth(play, where))


def _worth(play: Play, where: str) -> int:
    """Number of Militia for the Resources of a country.

    Their track limits it.
    """
    b = play.board
    there = expansion(b).militia_track
    now, printed = min(q.resources(b, where), there), min(b[where].data.resources, there)
    if now == printed:
        return now
    why = f"an Oil Price Spike raises the Resources of {play.named(where)}, which gets {now} Militia; {printed} by the number on"
    return printed if play.reads_otherwise("4.2.6", f"{why} the map is another reading", where=where) else now


# -------------------------------------------------------------------- 143 Obama Doctrine

IN_DISCARDS = (121, 126, 127, 128, 144)
"""Advisors, Reaper, Operation New Dawn."""


def _three(board: Board) -> bool:
    """Whether Mitt's Turn is worth 3 now.

    Then it needs a Hard US and grants three things of its list.
    """
    return board.cards[143].ops == 3


@event(
    143,
    when=(
        condition(143, "US Posture is Hard", lambda b, c: _three(b) or q.us_posture(b) == SOFT),
        condition(
            143,
            "in Mitt's Turn it needs a Hard US, and the US is Soft",
            lambda b, c: not _three(b) or q.us_posture(b) == HARD,
        ),
    ),
)
def obama_doctrine(play: Play) -> None:
    taken: tuple[str, ...] = ()
    for i in range(3 if _three(play.board) else 2):
        what = a.one_of(
            play,
            143,
            {
                "awakening": lambda b: bool(a.markable(b)),
                "aid": lambda b: True,
                "prestige": lambda b: b.prestige < 12,
                "funding": lambda b: b.funding > 1,
                "posture": lambda b: True,
                "card": lambda b: bool(a.in_pile(b, IN_DISCARDS)),
            },
            taken=taken,
            item=i,
        )
        taken = (*taken, what)
        if what == "prestige":
            play.prestige(1)
        elif what == "funding":
            play.funding(-1)
        elif what == "card":
            a.fetch(play, 143, lambda b: IN_DISCARDS, chosen=True)
        else:
            _in_a_country(play, what, i)


def _in_a_country(play: Play, what: str, item: int) -> None:
    """Carry out a thing of the list that needs a country."""
    if what == "awakening":
        where = a.marked_country(play, 143, a.AWAKENING, item=item)
        if where:
            a.place(play, where, a.AWAKENING)
        return
    muslim = what == "aid"
    where = s.country(
        play,
        143,
        play.board.muslim if muslim else play.board.schengen,
        item=item,
        purpose=Purpose.PLACE_AID if muslim else Purpose.CHOOSE_POSTURE,
    )
    if where and muslim:
        play.test(where)
        play.aid(where, 1)
    elif where:
        s.choose_posture(play, where)


# -------------------------------------------------------------------- 144 Operation New Dawn


def _relieved(board: Board) -> list[str]:
    """Countries where Militia can replace Troops."""
    return [n for n in board.muslim if board[n].troops and state.may_have_militia(board, n)]


ANOTHER_COUNTRY = Requirement(
    "card 144: another country",
    "6.2.1",
    "{option:was} named already; write it once for both Troops",
    lambda b, o, c: {} if o == c["first"] else None,
)


@event(144)
def operation_new_dawn(play: Play) -> None:
    """Exchange two Troops for Militia, in one country or two."""
    b = expansion(play.board)
    if not b.militia_track:
        play.table.not_due("where", "", None, "11.2.9", "no Militia are on their track, so no Troops are exchanged")
        return
    needs = "a country with Troops where Militia may be placed"
    first = s.country(play, 144, lambda: _relieved(b), item=0, purpose=Purpose.PLACE_MILITIA, needs=needs)
    if first is None:
        return
    second = NOTHING
    if len(_relieved(b)) == 1:
        s.no_country(play, 144, ANOTHER_COUNTRY, countries=_relieved(b), item=1, needs=needs, first=first)
    elif b.militia_track > 1:
        second = play.ask(
            Field.WHERE,
            lambda: (NOTHING, *_relieved(b)),
            s.IN_LIST,
            ANOTHER_COUNTRY,
            item=1,
            purpose=Purpose.PLACE_MILITIA,
            silence=NOTHING,
            first=first,
            countries=(NOTHING, *_relieved(b)),
            card=144,
        )
    if second == NOTHING:
        _exchange(play, first, 2)
    else:
        _exchange(play, first, 1)
        _exchange(play, second, 1)
        s.doubt_note(play, 144, "both Troops were exchanged in two countries; some hold that they must be in one")


def _exchange(play: Play, name: str, n: int) -> None:
    """Return Troops to the track, and place as many Militia."""
    n = min(n, play[name].troops, expansion(play.board).militia_track)
    if n and state.may_have_militia(play.board, name):
        play.move_troops(name, TRACK, n)
        a.militia(play, name, n)


# -------------------------------------------------------------------- 145 Russian Aid


@event(145)
def russian_aid(play: Play) -> None:
    where = s.country(
        play, 145, lambda: a.at_war(play.board), purpose=Purpose.PLACE_AID, needs="a country in Civil War", alone=True
    )
    if where:
        a.militia(play, where, 1)
        play.aid(where, 1)


# -------------------------------------------------------------------- 146 Sharia


@event(146)
def sharia(play: Play) -> None:
    """Replace a Besieged Regime by an Awakening.

    With none on the map the Awakening comes to any country that can take it.
    """
    where = s.relieve(play, 146) or a.marked_country(play, 146, a.AWAKENING)
    if where:
        a.place(play, where, a.AWAKENING)


# -------------------------------------------------------------------- 147 Strike Eagle


def _reactors(board: Board) -> list[str]:
    """Poor countries with WMD in their space that are not Allies."""
    return [
        n
        for n in board.muslim
        if space(board, n).wmd and board[n].governance == POOR and board[n].alignment in (NEUTRAL, ADVERSARY)
    ]


@event(
    147,
    when=(condition(147, "no WMD wait in a Poor Neutral or Adversary", lambda b, c: bool(_reactors(b))),),
)
def strike_eagle(play: Play) -> None:
    where = s.country(play, 147, lambda: _reactors(play.board), needs="a Poor Neutral or Adversary where WMD wait")
    if where:
        changes.destroy_wmd(play, where, 1)
    s.place_cells(play, "Israel")
    play.funding(1)


# -------------------------------------------------------------------- 148 Tahrir Square

NO_AWAKENING_YET = Requirement(
    "card 148: no Awakening yet",
    "6.2.1",
    "{option:has} an Awakening marker already",
    lambda b, o, c: {} if o in b.countries and space(b, o).awakening else None,
)


@event(148)
def tahrir_square(play: Play) -> None:
    """Place two Awakening and one Reaction in Egypt, one Awakening elsewhere.

    All come at one moment, the last to a country without one.
    """
    b = play.board

    def others() -> list[str]:
        return [n for n in b.muslim if n != "Egypt"]

    second = None
    free = [n for n in others() if not space(b, n).awakening]
    if any(state.may_be_marked(b, n) for n in free):
        second = a.marked_country(
            play, 148, a.AWAKENING, others, NO_AWAKENING_YET, needs="a Muslim country other than Egypt"
        )
    else:
        why = "no other country without an Awakening can take one, so none is placed there"
        a.none_placed(play, free, why, Field.WHERE)
    a.place(play, "Egypt", a.AWAKENING, 2)
    a.place(play, "Egypt", a.REACTION)
    if second:
        a.place(play, second, a.AWAKENING)


# -------------------------------------------------------------------- 149 UN Nation Building


@event(
    149,
    when=a.not_only_in_caliphate(149, "no country is in Civil War or has a Regime Change marker", a.troubled),
)
def un_nation_building(play: Play) -> None:
    """Place Aid and roll for War of Ideas, in turmoil (7.2.1.1).

    An Adversary gains nothing.
    """
    b = play.board
    if all(b[n].alignment == ADVERSARY or state.in_caliphate(b, n) for n in a.troubled(b)):
        why = "every country in Civil War or Regime Change outside the Caliphate is an Adversary"
        play.table.not_due("where", "", None, "7.2.1.1", why)
        return
    where = s.country(
        play,
        149,
        lambda: a.troubled(b),
        a.OUTSIDE_CALIPHATE,
        war_of_ideas.NOT_ADVERSARY,
        purpose=Purpose.WAR_OF_IDEAS,
        needs="a country in Civil War or with a Regime Change marker",
    )
    if where:
        build(play, where)


# -------------------------------------------------------------------- 150 UNSCR 1973


@event(150)
def unscr_1973(play: Play) -> None:
    """Exchange a Cell for a marker that counts as one Troop.

    It cannot Deploy and ends with the Civil War.
    """
    where = s.country(
        play, 150, lambda: a.at_war(play.board), purpose=Purpose.REMOVE_CELL, needs="a country in Civil War", alone=True
    )
    if where:
        s.remove_one_cell(play, where)
        if space(play.board, where).civil_war:  # Nigeria may have turned back with its last Cell
            s.bring_marker(play, 150, where)


@modifies(Queries.TROOP_MARKERS, 150)
def _unscr_troop(board: Board, name: str, found: dict[str, int]) -> dict[str, int]:
    return s.counts_as_troops(board, 150, name, found, 1)


@modifies(Queries.DEPLOYING_MARKERS, 150)
def _unscr_stays(board: Board, name: str, found: dict[str, int]) -> dict[str, int]:
    return without(board, 150, found)


@modifies(Queries.TROOPS_AT_RISK, 150)
def _unscr_alone(board: Board, name: str, n: int) -> int:
    """Loss of Prestige, none where it is the only Troop (8.4.4, 8.5.6)."""
    return 0 if n == 1 and a.in_force(board, 150, name) else n


@on(Moments.TURMOIL_CHANGED, 150)
def _unscr_ends(play: Play, name: str) -> None:
    """The mandate ends with the Civil War."""
    if not space(play.board, name).civil_war and a.in_force(play.board, 150, name):
        play.remove_marker(str(play.board.cards[150].mark), rule="card 150", country=name)


def without(board: Board, card: int, found: dict[str, int]) -> dict[str, int]:
    """Deployable markers without that of a card."""
    return {m: n for m, n in found.items() if m != board.cards[card].mark}


def only_this(card: int) -> Any:
    """Requirement against Troops leaving a country with a card's marker alone."""
    return lambda b, o, c: o in b.countries and a.in_force(b, card, o)


explain(deploy.HAS_TROOPS, 150, only_this(150), "{option:has} no Troops but UNSCR 1973, which cannot Deploy")


# -------------------------------------------------------------------- 151 UNSCR 2118


@event(151, when=(condition(151, "Syria is not marked", lambda b, c: bool(b["Syria"].governance), about=("Syria",)),))
def unscr_2118(play: Play) -> None:
    """Remove one or all WMD of an Ally.

    The card is removed as well.
    """
    there = space(play.board, "Syria").wmd
    changes.destroy_wmd(play, "Syria", there if play["Syria"].alignment == ALLY else 1)


# -------------------------------------------------------------------- 152 Congress Acts


@event(152)
def congress_acts(play: Play) -> None:
    """End Sequestration, then allow a Regime Change in a Civil War (7.3.4).

    It needs six Troops on the track.
    """
    b = play.board
    changes.end_sequestration(play, "card 152")
    if b.troops_track < 6:
        play.table.not_due(
            "where", "", None, "7.3.4", "fewer than six Troops are on the track, so no regime is changed"
        )
        return
    where = s.country(play, 152, lambda: a.at_war(b), purpose=Purpose.CHANGE_REGIME, needs="a country in Civil War")
    if where is None:
        return
    count = play.ask(
        Field.NUMBER,
        lambda: range(6, b.troops_track + 1),
        deploy.RC_SIX,
        deploy.ENOUGH_TROOPS,
        item=0,
        purpose=Purpose.CHANGE_REGIME,
        origin=TRACK,
        rule="7.3.4",
    )
    deploy.change_regime(play, TRACK, where, count)
    changes.end_civil_war(play, where)
