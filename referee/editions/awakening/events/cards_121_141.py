"""Events of the US cards 121 to 141."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, optional, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.random_country import random_shia_mix
from referee.editions.awakening.state import N_ADVISORS, expansion, space
from referee.editions.base.events import cards_073_095, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.editions.base.operations import disrupt
from referee.editions.base.operations.alert import MARKER_THERE, markers
from referee.editions.base.options import chosen
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult, add, waive
from referee.engine.law.table import NOTHING
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, Board
from referee.engine.state.seams import modifies, on

# -------------------------------------------------------------------- 121 Advisors


def _to_advise(board: Board) -> list[str]:
    """Countries in Civil War that are no Adversary and have no Troops."""
    beside = chosen(board, optional.BESIDE_MARKERS)
    return [
        n
        for n in a.at_war(board)
        if board[n].alignment != ADVERSARY and not (board[n].troops if beside else q.troops(board, n))
    ]


@event(
    121,
    when=(
        condition(121, "every country in Civil War has Troops or is an Adversary", lambda b, c: bool(_to_advise(b))),
        condition(
            121,
            "all three Advisors markers are on the map",
            lambda b, c: sum(space(b, n).advisors for n in b.muslim) < N_ADVISORS,
        ),
    ),
)
def advisors(play: Play) -> None:
    """Place Advisors; their effects are those of 11.2.4 and 11.2.5."""
    where = s.country(
        play,
        121,
        lambda: _to_advise(play.board),
        purpose=Purpose.PLACE_MILITIA,
        needs="a country in Civil War without Troops that is not an Adversary",
    )
    if where:
        changes.set_advisors(play, where, space(play.board, where).advisors + 1)


def _one_with_advisors(board: Board, where: str, cells: Any) -> bool:
    """Whether two Cells face a single Militia with Advisors.

    11.2.4 lifts its limit, 7.4.2 asks for two pieces.
    """
    c = space(board, where)
    return bool(c.advisors) and c.militia == 1 and not q.troops(board, where) and cells in ("ss", "sa", "aa")


waive(
    disrupt.NUMBER,
    121,
    lambda b, o, c: _one_with_advisors(b, c["where"], o),
    "Advisors let a single Militia Disrupt two Cells",
)


@on(Moments.DISRUPTED, 121)
def _by_one_militia(play: Play, where: str, cells: str) -> None:
    if _one_with_advisors(play.board, where, cells):
        why = "a single Militia with Advisors Disrupted two Cells; whether it may take two or one is disputed"
        play.table.remark("note", "11.2.4", why, ())


# -------------------------------------------------------------------- 122 Backlash


def _tagged(board: Board, option: Any, c: Context) -> TestResult:
    name, k = option
    plots = board[name].plots
    return {} if 1 <= k <= len(plots) and plots[k - 1] in board.backlash else None


NOT_TAGGED = Requirement("card 122: a Plot without a tag", "6.2.1", "this Plot has its tag already", _tagged)
PLOT_OUTSIDE = Requirement(
    "card 122: a Plot outside the Caliphate",
    "11.3.8.4",
    "{name:belongs} to the Caliphate, where this event cannot be played",
    lambda b, o, c: {"name": o[0]} if state.in_caliphate(b, o[0]) else None,
)


@event(
    122,
    when=a.not_only_in_caliphate(
        122, "no Plot is in a Muslim country", lambda b: [name for name, _ in s.muslim_plots(b)]
    ),
)
def backlash(play: Play) -> None:
    """Do nothing where every possible Plot has a tag (6.2.4)."""
    outside = [p for p in s.muslim_plots(play.board) if PLOT_OUTSIDE.holds(play.board, p, {})]
    if outside and not any(NOT_TAGGED.holds(play.board, p, {}) for p in outside):
        play.table.not_due("plot", "", None, "6.2.4", "every Plot that could be chosen has its tag already")
        return
    s.tag_plot(play, PLOT_OUTSIDE, NOT_TAGGED)


modifies(Queries.PLOT_FUNDING, 122)(s.turned_round)


# -------------------------------------------------------------------- 123 Humanitarian Aid


def _with_cells(board: Board) -> list[str]:
    return [n for n in board.muslim if s.has_cell(board, n)]


@event(123)
def humanitarian_aid(play: Play) -> None:
    if not _with_cells(play.board):
        play.table.not_due("where", "", None, "6.2.4", "no Muslim country has a Cell, so no Aid is placed")
        return
    needs = "a Muslim country with a Cell"
    where = s.country(play, 123, lambda: _with_cells(play.board), purpose=Purpose.PLACE_AID, needs=needs)
    if where:
        play.test(where)
        play.aid(where, 1)


# -------------------------------------------------------------------- 124 Pearl Roundabout


def awakening_in(play: Play, card: int, name: str) -> None:
    """Place an Awakening marker in the country of the text, if possible."""
    s.may_name(play, card, name)
    if not a.place(play, name, a.AWAKENING):
        a.none_placed(play, (name,), f"{play.named(name)} can take no Awakening marker now", "t")


@event(124, when=(a.blocked_by(124, 164, "Bloody Thursday"),))
def pearl_roundabout(play: Play) -> None:
    awakening_in(play, 124, "Gulf States")


# -------------------------------------------------------------------- 125 Peshmerga


def _kurdish(board: Board) -> list[str]:
    return [n for n in ("Iraq", "Syria") if s.has_cell(board, n)]


@event(
    125,
    when=(
        condition(125, "neither Iraq nor Syria has a Cell", lambda b, c: bool(_kurdish(b)), about=("Iraq", "Syria")),
    ),
)
def peshmerga(play: Play) -> None:
    militia_in_one(play, 125, _kurdish(play.board), 2)


def militia_in_one(play: Play, card: int, countries: list[str], n: int, needs: str = "") -> None:
    """Place Militia in one of several countries, limited by the track.

    Where none can come the country does not matter.
    """
    track = expansion(play.board).militia_track
    where = a.militia_country(play, card, lambda: countries, needs=needs, alone=not countries) if track else None
    if where:
        a.militia(play, where, n)
    elif countries:
        s.may_name(play, card, *countries)
    elif not track:
        s.no_country(play, card, needs=needs)


# -------------------------------------------------------------------- 126, 127, 128 Reaper


@event(126, 127, 128)
def reaper(play: Play) -> None:
    """Remove one or two Cells of a Muslim country, or a card.

    The card comes from the Jihadist hand.
    """
    b = play.board
    sides = {"cell": lambda b: bool(_with_cells(b)), "card": lambda b: b.hand("J") != 0}
    if a.one_of(play, 126, sides, shown={Field.DISCARD: "card", Field.WHERE: "cell"}) == "card":
        s.random_discard(play, "J")
        return
    where = s.country(
        play,
        126,
        lambda: _with_cells(b),
        item=0,
        purpose=Purpose.REMOVE_CELL,
        needs="a Muslim country with a Cell",
        alone=True,
    )
    if where:
        s.remove_cells(play, where, 1, 2)


# -------------------------------------------------------------------- 129, 130 Special Forces


def _within_two(board: Board) -> list[str]:
    """Countries with Cells, at most two steps from Troops or Advisors."""
    reached: set[str] = set()
    for n in board.names:
        if n not in reached and (q.troops(board, n) or space(board, n).advisors):
            reached |= s.within_steps(board, n, 2)
    return [n for n in board.names if n in reached and s.has_cell(board, n)]


IN_REACH = condition(129, "no Cell is within two countries of Troops or Advisors", lambda b, c: bool(_within_two(b)))


@event(129, 130, when=(IN_REACH,))
def special_forces(play: Play) -> None:
    where = s.country(
        play,
        129,
        lambda: _within_two(play.board),
        purpose=Purpose.REMOVE_CELL,
        needs="a country with a Cell at most two countries away from Troops or Advisors",
    )
    if where:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 131 Arab Spring "Fallout"


def _none_near(board: Board, name: str) -> bool:
    """Whether neither the country nor an Adjacent one has an Awakening marker."""
    return not any(n == name or q.adjacent(board, n, name) for n in a.marked(board, a.AWAKENING))


NONE_NEAR = Requirement(
    "card 131: no Awakening near",
    "6.2.1",
    "{option:has} an Awakening marker or is Adjacent to a country with one",
    lambda b, o, c: None if o not in b.countries or _none_near(b, o) else {},
)
TWO_COUNTRIES = Requirement(
    "card 131: two countries at most",
    "6.2.1",
    "Fallout places markers in two countries at most",
    lambda b, o, c: None if len(c["named"]) < 2 else {},
)


@event(131)
def fallout(play: Play) -> None:
    """Ask for both countries before placing a marker in either."""
    b = play.board
    named: list[str] = []

    def left() -> list[str]:
        fitting = [n for n in a.markable(b) if n not in named and _none_near(b, n)]
        return fitting if len(named) < 2 else []

    if not left():
        a.none_placed(play, b.muslim, "no country can take an Awakening marker, so none is placed", Field.WHERE)
    for i in play.items(Field.WHERE, left, least=0, purpose=Purpose.PLACE_AWAKENING):
        where = play.ask(
            Field.WHERE,
            left,
            s.IN_LIST,
            a.MAY_BE_MARKED,
            NONE_NEAR,
            s.NOT_TWICE,
            TWO_COUNTRIES,
            item=i,
            purpose=Purpose.PLACE_AWAKENING,
            named=tuple(named),
            countries=b.muslim,
            card=131,
        )
        named.append(where)
    for where in named:
        if where in b.countries:
            a.place(play, where, a.AWAKENING)


# -------------------------------------------------------------------- 132 Battle of Sirte


@event(132)
def battle_of_sirte(play: Play) -> None:
    """Remove a Cell and place up to two Militia, in one country."""
    where = s.country(
        play,
        132,
        lambda: a.at_war(play.board),
        item=0,
        purpose=Purpose.PLACE_MILITIA,
        needs="a country in Civil War",
        alone=True,
    )
    if where:
        s.remove_one_cell(play, where)
        if where not in play.board.muslim:  # Nigeria has turned back with its last Cell
            why = f"{play.named(where):is} no Muslim country any more, so no Militia come"
            play.table.not_due("count", where, None, "11.3.3.3", why)
        else:
            a.militia(play, where, a.up_to(play, 132, min(2, expansion(play.board).militia_track), "Militia"))


# -------------------------------------------------------------------- 133 Benghazi Falls


def _libyan_spring(board: Board) -> bool:
    """Whether Libya or a country next to it has an Awakening marker."""
    return any(n == "Libya" or q.adjacent(board, "Libya", n) for n in a.marked(board, a.AWAKENING))


@event(
    133,
    when=(
        condition(
            133,
            "neither Libya nor a neighbour has an Awakening marker",
            lambda b, c: _libyan_spring(b),
            about=("Libya",),
        ),
    ),
)
def benghazi_falls(play: Play) -> None:
    """Place the Militia even in an existing Civil War, by one reading (6.2.4)."""
    s.may_name(play, 133, "Libya", "Italy")
    more = a.rest_comes(play, 133, "Libya", adds=expansion(play.board).militia_track > 0)
    changes.begin_civil_war(play, "Libya")
    if more:
        a.militia(play, "Libya", 2)
    play.posture("Italy", HARD)


# -------------------------------------------------------------------- 134 Civil Resistance

ROLLED = Requirement(
    "event: the country of the dice",
    "11.3.10",
    "the dice lead to {rolled}, not to {option}",
    lambda b, o, c: None if o == c["rolled"] else {},
    "outcome",
)


@event(134)
def civil_resistance(play: Play) -> None:
    """Place Awakening markers in a chosen Sunni and a random Shia-Mix country."""
    b = play.board
    where = a.marked_country(
        play, 134, a.AWAKENING, lambda: [n for n in b.muslim if b[n].data.kind == "sunni"], needs="a Sunni country"
    )
    if where:
        a.place(play, where, a.AWAKENING)
    fits = [n for n in a.markable(b) if n in b.shia_mix]
    if not fits:
        a.none_placed(
            play, b.shia_mix, "no Shia-Mix country can take an Awakening marker, so none is rolled for", "", "t"
        )
    else:
        rolled = random_shia_mix(play, fits)
        if rolled not in fits:
            return
        why = f"the dice lead to {play.named(rolled)}, which can take the marker, so no more are rolled"
        play.table.not_due("", "", None, "11.3.10", why)
        play.ask(Field.WHERE, (rolled,), ROLLED, purpose=Purpose.PLACE_AWAKENING, silence=rolled, rolled=rolled)
        a.place(play, rolled, a.AWAKENING)


# -------------------------------------------------------------------- 135 Delta / SEALs


def _may_be_wmd(board: Board) -> list[tuple[str, int]]:
    return [(n, k) for n, k in markers(board) if "W" in hidden.possible(board, board[n].plots[k - 1])]


def _no_wmd(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING:
        return None if hidden.can_place(board, "W") else {"which": "no Plot marker that is Available can be a WMD"}
    return None if option in _may_be_wmd(board) else {"which": f"{option[0]}#{option[1]} cannot be a WMD"}


CAN_BE_WMD = Requirement("card 135: a WMD", "8.5.2", "{which}", _no_wmd, "impossible")
A_MARKER = Requirement(
    "card 135: a Plot marker there",
    MARKER_THERE.rule,
    MARKER_THERE.text,
    lambda b, o, c: None if o == NOTHING else MARKER_THERE.test(b, o, c),
    "impossible",
)


@event(135)
def delta_seals(play: Play) -> None:
    """Remove a card of the Jihadist hand, or a WMD.

    The WMD is Available or on the map.
    """
    sides = {"card": lambda b: b.hand("J") != 0, "wmd": lambda b: b.wmd_available > 0}
    if a.one_of(play, 135, sides, shown={Field.TAKE: "card", Field.PLOT: "wmd"}) == "card":
        s.take_at_random(play, "US", "J")
    elif play.board.wmd_available:
        _remove_wmd(play)


def _remove_wmd(play: Play) -> None:
    """Remove the WMD of the line; without a word an Available one."""
    b = play.board

    def choices() -> list[Any]:
        return [NOTHING] * hidden.can_place(b, "W") + _may_be_wmd(b)

    which = play.ask(
        Field.PLOT,
        choices,
        A_MARKER,
        CAN_BE_WMD,
        item=0,
        purpose=Purpose.REVEAL_PLOT,
        silence=NOTHING if hidden.can_place(b, "W") else None,
    )
    if which == NOTHING:
        changes.available_wmd_out(play)
    else:
        _remove_placed(play, *which)
    play.prestige(1, rule="11.3.1")


WMD_ALONE = Requirement(
    "card 135: only WMD",
    "6.2.1",
    "Delta / SEALs removes a WMD; a Plot {option} is not even shown",
    lambda b, o, c: None if o == "W" else {},
)


def _remove_placed(play: Play, name: str, k: int) -> None:
    """Remove a WMD on the map; a line may name its value."""
    b = play.board
    play.ask(
        Field.MARKER,
        ("W",),
        WMD_ALONE,
        subject=name,
        purpose=Purpose.REVEAL_PLOT,
        side="J",
        silence="W",
        hints=Hints(plot=(name, k)),
    )
    if (name, k) in _may_be_wmd(b):
        token = b[name].plots[k - 1]
        play.reveal(token, "W")
        play.remove_plot(name, token, "W")


# -------------------------------------------------------------------- 136 Factional Infighting

ONE_IS_ACTIVATED = Requirement(
    "card 136: a Sleeper that turns Active",
    "6.2.1",
    "one Sleeper in {where} turns Active and stays; {option} would leave none",
    lambda b, o, c: {} if 0 < b[c["where"]].sleepers <= o.count("s") else None,
)


@event(136)
def factional_infighting(play: Play) -> None:
    """Remove up to two Cells, after one Sleeper turns Active.

    Funding falls in any case.
    """
    b = play.board
    where = s.country(
        play,
        136,
        [n for n in _with_cells(b) if not q.islamist(b, n)],
        item=0,
        purpose=Purpose.REMOVE_CELL,
        needs="a Muslim country with a Cell that is not under Islamist Rule",
        alone=True,
    )
    if where:
        most = min(2, q.cells(b, where) - (b[where].sleepers > 0))
        n = a.up_to(play, 136, most, "Cell", purpose=Purpose.REMOVE_CELL, shown={Field.CELLS: s.number_named})
        if n:
            s.remove_cells(play, where, n, n, ONE_IS_ACTIVATED)
        play.activate(where, 1)
    play.funding(-1)


# -------------------------------------------------------------------- 137 FMS


@event(137)
def fms(play: Play) -> None:
    militia_in_one(play, 137, [n for n in play.board.muslim if play[n].alignment == ALLY], 3, needs="an Ally")


# -------------------------------------------------------------------- 138 Intel Community


@event(138, operates=True)
def intel_community(play: Play) -> None:
    """The event of card 18, with a Cadre removed before the Operation."""
    s.look_at_hand(play, "J")
    where = s.country(
        play,
        138,
        lambda: [n for n in play.board.names if play[n].cadre],
        purpose=Purpose.REMOVE_CADRE,
        needs="a country with a Cadre",
    )
    if where:
        play.ask(Field.CELLS, ("cadre",), subject=where, purpose=Purpose.REMOVE_CADRE, silence="cadre")
        play.set_cadre(where, False, rule="4.8.4")
    s.event_operation(play, 138, 1, unnamed="note")
    s.extra_card(play, "US")


# -------------------------------------------------------------------- 139 International Banking Regime


@event(139)
def international_banking_regime(play: Play) -> None:
    lost: int = play.roll(
        RollKind.EVENT,
        lambda d: a.half(d[0]),
        rule="6.2.1",
        table="table of card 139",
        needed="half of the die, rounded up",
    )
    play.funding(-lost)


# -------------------------------------------------------------------- 140 Maersk Alabama

PIRATES = (73, 183)


@event(140)
def maersk_alabama(play: Play) -> None:
    """Bar Pirates for good, and end those in effect (6.2.8)."""
    for card in PIRATES:
        name = play.board.cards[card].mark if card in play.board.cards else None
        if name:
            play.remove_marker(name)
    a.mark(play, 140)
    play.add_reserves("US", 1)
    play.prestige(1)


add(
    cards_073_095.COAST,
    140,
    lambda b, o, c: a.in_force(b, 140),
    "Maersk Alabama is in effect",
    rule="6.2.8",
)


# -------------------------------------------------------------------- 141 Malala Yousafzai


@event(141, when=(a.blocked_by(141, 214, "3 Cups of Tea"),))
def malala_yousafzai(play: Play) -> None:
    play.prestige(1)
    play.funding(-1)
    awakening_in(play, 141, "Pakistan")
