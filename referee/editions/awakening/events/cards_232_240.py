"""Events of the unassociated cards 232 to 240."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, optional, state, truce
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.printed import EMBARGOES
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, space
from referee.editions.base import options
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.events.cards_109_120 import oil_price_spike, spikes, us_election
from referee.engine.law import rolls
from referee.engine.law.ask import Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, NEUTRAL, Board
from referee.engine.state.data import FAIR, POOR, TRACK
from referee.engine.state.journal import Kind
from referee.engine.state.seams import modifies

# -------------------------------------------------------------------- 232 Trade Embargo

OF_US, OF_JIHADIST = EMBARGOES


def remove_wmd(play: Play, name: str) -> None:
    """Remove the WMD of a country for 1 Prestige (11.3.1)."""
    c = space(play.board, name)
    if c.wmd and play.write(Kind.WMD, name, "11.3.1", (c, "wmd", 0), note=f"WMD of {play.named(name)} out of the game"):
        play.prestige(1, rule="11.3.1")


@event(232)
def trade_embargo(play: Play) -> None:
    """Place one of the two sides of the marker.

    The US keeps Iran from WMD, the Jihadist keeps Iran's oil from the market.
    """
    if play.side == "US":
        remove_wmd(play, "Iran")
        laid, other = OF_US, OF_JIHADIST
    else:
        play.prestige(-1)
        where = a.marked_country(play, 232, a.REACTION, lambda: play.board.shia_mix, needs="a Shia-Mix country")
        if where:
            a.place(play, where, a.REACTION)
        laid, other = OF_JIHADIST, OF_US
    play.remove_marker(other, rule="card 232", country="Iran")
    play.place_marker(laid, "Iran")


@modifies(Queries.OIL_EXPORTER, 232)
def _no_oil(board: Board, name: str, value: bool) -> bool:
    """Whether Iran exports oil: not under the Jihadist's embargo."""
    return value and not (name == "Iran" and OF_JIHADIST in board["Iran"].markers)


# -------------------------------------------------------------------- 233 UN Ceasefire


@event(233, when=a.not_only_in_caliphate(233, "no country is in Civil War", a.at_war))
def un_ceasefire(play: Play) -> None:
    """End a Civil War: fighters become markers, and the country is reset.

    The Troops go home. The exchange and the new Alignment are one effect (8.1.2), so Nigeria is no Ally when its Cells
    go.
    """
    b = play.board
    where = s.country(
        play,
        233,
        lambda: a.at_war(b),
        a.OUTSIDE_CALIPHATE,
        purpose=Purpose.END_CIVIL_WAR,
        needs="a country in Civil War",
    )
    if where is None:
        return
    c = space(b, where)
    militia, cells = c.militia, q.cells(b, where)
    changes.end_civil_war(play, where)
    play.set_alignment(where, NEUTRAL)
    marked = state.may_be_marked(b, where)
    keeps = optional.KEEPS_MARKERS in b.options
    if marked:
        s.remove_all_cells(play, where)
        if s.sadr_there(b, where):
            s.remove_sadr(play, cadre=True)
    if marked and not keeps:
        _voices(play, where, militia, cells)
    play.move_troops(where, TRACK, c.troops)
    governance = play.roll(
        RollKind.GOVERNANCE,
        rolls.governance_of,
        label="gov",
        subject=where,
        rule="4.9.3",
        table="Governance table",
        needed="1-4 Poor, 5-6 Fair",
    )
    if marked and militia + cells and governance != c.governance:
        options.note_reading(play, optional.KEEPS_MARKERS)
    play.set_governance(where, governance)
    if marked and keeps:
        _voices(play, where, militia, cells)


def _voices(play: Play, where: str, militia: int, cells: int) -> None:
    """Exchange Militia and Cells for popular markers."""
    a.place(play, where, a.AWAKENING, militia)
    a.place(play, where, a.REACTION, cells)


# -------------------------------------------------------------------- 234 Free Syrian Army


@event(234, when=(condition(234, "Syria is unmarked", lambda b, c: b["Syria"].marked, about=("Syria",)),))
def free_syrian_army(play: Play) -> None:
    """Begin a Civil War in Syria, with pieces, and Aid in Turkey.

    There are three pieces, two of them of one kind.
    """
    b = play.board
    more = a.rest_comes(play, 234, "Syria", adds=expansion(b).militia_track + b.cells_track > 0)
    changes.begin_civil_war(play, "Syria")
    if more:
        two = a.one_of(play, 234, dict.fromkeys(("militia", "cell"), _something_left))
        a.militia(play, "Syria", 2 if two == "militia" else 1)
        s.place_cells(play, "Syria", 2 if two == "cell" else 1)
    else:
        s.may_name(play, 234, "Syria")
    play.test("Turkey")
    play.aid("Turkey", 1)


def _something_left(board: Board) -> bool:
    return True


# -------------------------------------------------------------------- 235 Qadhafi


@event(235, when=(condition(235, "no country is in Civil War", lambda b, c: bool(a.at_war(b))),))
def qadhafi(play: Play) -> None:
    """End a Civil War by its pieces: Cells against Militia and Troops."""
    b = play.board
    where = s.country(play, 235, lambda: a.at_war(b), purpose=Purpose.END_CIVIL_WAR, needs="a country in Civil War")
    if where is None:
        return
    lead = q.cells(b, where) - q.strength(b, where)
    changes.end_civil_war(play, where)
    if lead:
        play.set_governance(where, POOR if lead > 0 else FAIR)
        play.set_alignment(where, ADVERSARY if lead > 0 else ALLY)


# -------------------------------------------------------------------- 236 Oil Price Spike


event(236)(oil_price_spike)


@modifies(Queries.RESOURCES, 236)
def _spike_resources(board: Board, name: str, value: int) -> int:
    """Add one for every Oil Exporter, beside other spikes (4.2.6)."""
    return value + spikes(board, 236) if q.oil_exporter(board, name) else value


# -------------------------------------------------------------------- 237 Osama bin Ladin


def _no_refuge(board: Board, c: Any) -> bool:
    return not any(q.islamist(board, n) for n in ("Pakistan", "Afghanistan"))


@event(
    237,
    us=(
        condition(237, "Pakistan or Afghanistan is under Islamist Rule", _no_refuge, about=("Pakistan", "Afghanistan")),
    ),
)
def osama_bin_ladin(play: Play) -> None:
    if play.side == "US":
        play.funding(-2)
        play.prestige(3)
    else:
        b = play.board
        play.prestige(-sum(q.islamist(b, n) or space(b, n).civil_war for n in b.muslim))


# -------------------------------------------------------------------- 238 Revolution


def _torn(board: Board) -> list[str]:
    """Countries with markers of both kinds."""
    return [n for n in a.marked(board, a.AWAKENING) if space(board, n).reaction]


def _ripe(board: Board) -> list[str]:
    return [n for n in _torn(board) if board[n].governance == POOR]


@event(238, when=(condition(238, "no Poor country has markers of both kinds", lambda b, c: bool(_ripe(b))),))
def revolution(play: Play) -> None:
    where = s.country(
        play,
        238,
        lambda: _ripe(play.board),
        purpose=Purpose.BEGIN_CIVIL_WAR,
        needs="a Poor country with Awakening and Reaction markers",
    )
    if where:
        changes.begin_civil_war(play, where)


# -------------------------------------------------------------------- 239 Truce


def _restless(board: Board) -> list[str]:
    known = {*a.troubled(board), *_torn(board)}
    return [n for n in board.muslim if n in known]


@event(
    239,
    when=a.not_only_in_caliphate(
        239, "no country is in Civil War, has a Regime Change or has markers of both kinds", _restless
    ),
)
def begin_truce(play: Play) -> None:
    """Lapse, and close the country; see :mod:`referee.editions.awakening.truce`."""
    where = s.country(
        play,
        239,
        lambda: _restless(play.board),
        a.OUTSIDE_CALIPHATE,
        needs="a country in Civil War, in Regime Change or with Awakening and Reaction markers",
    )
    if where:
        if truce.country(play.board) != where:  # the card can come back in the same turn; there is one marker
            play.remove_marker(truce.TRUCE, rule="card 239")
        a.mark(play, 239, where)


# -------------------------------------------------------------------- 240 US Election

event(240)(us_election)
