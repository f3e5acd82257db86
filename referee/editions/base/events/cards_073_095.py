"""Events of the Jihadist cards 73 to 95."""

from __future__ import annotations

from referee.editions.base import events, put_away, triggered
from referee.editions.base.events import blocked_by, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.events.cards_048_072 import RC_WITH_CELL
from referee.editions.base.moments import Moments
from referee.editions.base.operations import disrupt, plot
from referee.editions.base.operations import recruit as recruiting
from referee.editions.base.operations.common import so_many
from referee.editions.base.printed import EVENT_BOX_MARKERS
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement, add
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, HARD, SOFT, US, Board
from referee.engine.state.data import ISLAMIST_RULE, POOR
from referee.engine.state.seams import on

US_HARD = condition(75, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD)


# -------------------------------------------------------------------- 73 Pirates


def _pirate_coast(board: Board) -> bool:
    return q.islamist(board, "Somalia") or q.islamist(board, "Yemen")


COAST = condition(
    73, "neither Somalia nor Yemen is under Islamist Rule", lambda b, c: _pirate_coast(b), about=("Somalia", "Yemen")
)


@event(73, when=(COAST,))
def pirates(play: Play) -> None:
    play.place_marker("Pirates")


@on(Moments.FUNDING_DROPS, 73)
def _pirates_funding(play: Play) -> bool:
    """Whether Pirates keep Funding from dropping at the end of turn (5.2.5)."""
    return q.has_marker(play.board, "Pirates") and _pirate_coast(play.board)


# -------------------------------------------------------------------- 74 Schengen Visas, 79 Clean Operatives

SCHENGEN_ONLY = Requirement(
    "card 74: to a Schengen country",
    "6.2.1",
    "{option:is} not in the Schengen area, where these Cells go",
    lambda b, o, c: None if o in b.schengen else {},
)


@event(74)
def schengen_visas(play: Play) -> None:
    s.free_travel(play, 2, play.board.schengen, SCHENGEN_ONLY)


@event(79)
def clean_operatives(play: Play) -> None:
    s.free_travel(play, 2, play.board.names)


# -------------------------------------------------------------------- 75 Schroeder & Chirac, 76 Abu Ghurayb


@event(75, when=(US_HARD,))
def schroeder_and_chirac(play: Play) -> None:
    s.may_name(play, 75, "Germany", "France")
    play.posture("Germany", SOFT)
    play.posture("France", SOFT)
    play.prestige(-1)


@event(76, when=(RC_WITH_CELL,))
def abu_ghurayb(play: Play) -> None:
    s.draw_cards(play, "J", 2)
    play.prestige(-2)
    s.ally_to_neutral(play, 76)


# -------------------------------------------------------------------- 77 Al-Jazeera


def _watched(board: Board) -> list[str]:
    """Saudi Arabia and its neighbours with Troops."""
    home = "Saudi Arabia"
    return [n for n in board.muslim if (n == home or q.adjacent(board, home, n)) and q.troops(board, n)]


@event(
    77,
    when=(
        condition(
            77, "no Troops are in Saudi Arabia or next to it", lambda b, c: bool(_watched(b)), about=("Saudi Arabia",)
        ),
    ),
)
def al_jazeera(play: Play) -> None:
    where = s.country(
        play,
        77,
        lambda: _watched(play.board),
        purpose=Purpose.TOWARD_ADVERSARY,
        needs="a country with Troops that is Saudi Arabia or next to it",
    )
    if where:
        play.shift_alignment(where, ADVERSARY)


# -------------------------------------------------------------------- 78 Axis of Evil

HIZBALLAH, IRAN, JAYSH_AL_MAHDI = 103, (104, 105), 106


@event(78)
def axis_of_evil(play: Play) -> None:
    """Discard four US cards, set Hard Posture, and roll Prestige.

    The Events of the cards do not happen.
    """
    s.give_up(play, 78, "US", (HIZBALLAH, *IRAN, JAYSH_AL_MAHDI))
    play.posture(US, HARD)
    play.prestige_roll()


# -------------------------------------------------------------------- 80 FATA


@event(80)
def fata(play: Play) -> None:
    s.place_in(play, 80, "Pakistan")
    play.place_marker("FATA", "Pakistan")


add(
    disrupt.PERMITTED,
    80,
    lambda b, o, c: o == "Pakistan" and "FATA" in b["Pakistan"].markers and not b["Pakistan"].regime_change,
    "FATA bars a Disrupt in Pakistan while it is not a Regime Change country",
)


# -------------------------------------------------------------------- 81 Foreign Fighters


def _at_war(board: Board) -> list[str]:
    return [n for n in board.names if q.regime_change(board, n)]


@event(81, when=(condition(81, "there is no Regime Change country", lambda b, c: bool(_at_war(b))),))
def foreign_fighters(play: Play) -> None:
    fighters(play, 81, _at_war(play.board))


def fighters(play: Play, card: int, countries: list[str]) -> None:
    """Place five Cells in one of ``countries``, and hurt its regime.

    Its Aid goes, or a Besieged Regime comes.
    """
    where = s.country(play, card, countries, purpose=Purpose.PLACE_CELL)
    if not where:
        return
    s.place_cells(play, where, 5)
    if play[where].aid:
        play.aid(where, -1)
    else:
        play.besiege(where)


# -------------------------------------------------------------------- 82 Jihadist Videos

NO_CELL_YET = Requirement(
    "card 82: a country without a Cell",
    "6.2.1",
    "{option:has} a Cell; Jihadist Videos needs countries without one",
    lambda b, o, c: {} if q.cells(b, o) else None,
)


@event(82)
def jihadist_videos(play: Play) -> None:
    """Recruit in three countries without Cells, at any Funding.

    A Cadre comes where no Cell does.
    """
    chosen: list[str] = []
    for i in range(3):
        chosen.append(
            play.ask(
                Field.WHERE,
                play.board.names,
                NO_CELL_YET,
                s.NOT_TWICE,
                item=i,
                purpose=Purpose.PLACE_CADRE,
                named=tuple(chosen),
            )
        )
    for i, name in enumerate(chosen):
        play.test(name, item=i, operation_dice=so_many(1))
    nobody = not play.board.cells_track
    attempts = [
        recruiting.RecruitAttempt(name, 1, i, sum(recruiting.roll(play, name, 1, i, moot=nobody)))
        for i, name in enumerate(chosen)
    ]
    recruiting.place(play, attempts, lambda: play.board.cells_track)
    for name in chosen:
        if not s.has_cell(play.board, name):
            play.set_cadre(name, True)


# -------------------------------------------------------------------- 83 Kashmir


@event(83, when=(blocked_by(83, "Indo-Pakistani Talks"),))
def kashmir(play: Play) -> None:
    s.may_name(play, 83, "Pakistan")
    play.test("Pakistan")
    play.shift_alignment("Pakistan", ADVERSARY)
    s.place_cells(play, "Pakistan")


# -------------------------------------------------------------------- 84, 85 Leak


def _leakable(board: Board) -> list[str]:
    return [m for m in EVENT_BOX_MARKERS if m in board.markers]


LEAKABLE = Requirement(
    "card 84: a marker to flip",
    "6.2.1",
    "{option:is} not in the Event Box",
    lambda b, o, c: None if o in _leakable(b) else {},
)
SOMETHING_TO_LEAK = condition(
    84,
    "no Enhanced Measures, Renditions or Wiretapping marker is in the Event Box",
    lambda b, c: bool(_leakable(b)),
)


@event(84, 85, when=(SOMETHING_TO_LEAK,))
def leak(play: Play) -> None:
    """Turn over a marker that Blocks its own Event.

    Then US Posture, Prestige and an Ally change.
    """
    marker = play.ask(Field.FLIP, EVENT_BOX_MARKERS, LEAKABLE)
    play.remove_marker(marker)
    play.place_marker(f"Leak-{marker}")
    s.us_posture_roll(play)
    play.prestige_roll()
    s.ally_to_neutral(play, 84)


# -------------------------------------------------------------------- 86 Lebanon War


@event(86)
def lebanon_war(play: Play) -> None:
    s.random_discard(play, "US")
    play.prestige(-1)
    s.place_in_one(play, 86, play.board.shia_mix, Field.CELL)


# -------------------------------------------------------------------- 87, 88, 89 Martyrdom Operation


def _martyrdom(board: Board) -> list[str]:
    return [n for n in board.names if s.has_cell(board, n) and not q.islamist(board, n)]


@event(
    87,
    88,
    89,
    when=(condition(87, "no Cell is outside Islamist Rule countries", lambda b, c: bool(_martyrdom(b))),),
)
def martyrdom_operation(play: Play) -> None:
    """Exchange a Cell for two Plots of any value.

    It is no Operation, so it has no roll and is no 1st Plot.
    """
    where = s.country(
        play,
        87,
        lambda: _martyrdom(play.board),
        purpose=Purpose.PLACE_PLOT,
        needs="a country with a Cell that is not under Islamist Rule",
    )
    if where:
        play.test(where)
        s.remove_one_cell(play, where)
        plot.place(play, where, 2, rule="6.2.1")


# -------------------------------------------------------------------- 90 Quagmire


@event(
    90,
    when=(condition(90, "Prestige is High", lambda b, c: q.prestige_band(b) in ("low", "medium")), RC_WITH_CELL),
)
def quagmire(play: Play) -> None:
    """Discard two US cards, with their Jihadist Events in written order."""
    gone = s.random_discard(play, "US", 2)
    if 0 in gone:
        s.hidden_note(
            play,
            play.here.card or 90,
            "the record does not name a card that was discarded, so its Event cannot be checked",
        )
    for card in play.table.in_order([n for n in gone if n in play.board.cards and play.board.cards[n].side == "J"]):
        if events.refusals(play.board, card, "J", False):
            continue
        said = play.table.mentioned(card)
        if said is False:
            why = f"the event of {play.board.cards[card].name} can be played at this moment, so it must happen"
            play.table.remark("outcome", "6.3.2", why, ())
            continue
        if said is None:
            play.table.remark("note", "6.3.2", triggered.silent_event(play.board.cards[card]), ())
        play.take_card(card, "discards")
        play.triggered.append(card)
        triggered.happen(play, card, "J")
        put_away.put_away(play, "J", (card,), "event", {card})
    play.posture(US, SOFT)


# -------------------------------------------------------------------- 91 Regional al-Qaeda


def _unmarked_muslim(board: Board) -> list[str]:
    return [n for n in board.muslim if not board[n].marked]


UNMARKED = Requirement(
    "card 91: an unmarked Muslim country",
    "6.2.1",
    "{option:is} not an unmarked Muslim country",
    lambda b, o, c: None if o in b.muslim and not b[o].marked else {},
)


@event(
    91,
    when=(condition(91, "fewer than two Muslim countries are unmarked", lambda b, c: len(_unmarked_muslim(b)) > 1),),
)
def regional_al_qaeda(play: Play) -> None:
    new_bases(play)


def new_bases(play: Play, *, tested: bool = False) -> None:
    """Place one or two Cells in each of two untested countries.

    It is two if Islamist Rule is anywhere. A short track is shared out. ``tested`` says that both are tested, with or
    without a Cell.
    """
    each = 2 if q.any_islamist(play.board) else 1
    chosen: list[str] = []
    for i in range(2):
        chosen.append(
            play.ask(
                Field.WHERE,
                play.board.names,
                UNMARKED,
                s.NOT_TWICE,
                item=i,
                purpose=Purpose.PLACE_CELL,
                named=tuple(chosen),
            )
        )
    for i, name in enumerate(chosen if tested else ()):
        play.test(name, item=i)
    attempts = [recruiting.RecruitAttempt(name, each, i, each) for i, name in enumerate(chosen)]
    for name, n in zip(chosen, recruiting.shares(play, attempts, play.board.cells_track, rule="6.2.4"), strict=True):
        if n:
            s.place_cells(play, name, n)
        elif not tested:
            play.table.not_due("t", name, None, "4.9.4", f"{play.named(name):receives} no Cell, so it is not tested")


# -------------------------------------------------------------------- 92 Saddam


@event(
    92,
    when=(
        condition(
            92,
            "Iraq is not a Poor Adversary",
            lambda b, c: b["Iraq"].governance == POOR and b["Iraq"].alignment == ADVERSARY,
            about=("Iraq",),
        ),
        blocked_by(92, "Saddam Captured"),
    ),
)
def saddam(play: Play) -> None:
    s.may_name(play, 92, "Iraq")
    play.set_funding(9)


# -------------------------------------------------------------------- 93 Taliban


@event(93)
def taliban(play: Play) -> None:
    play.test("Afghanistan")
    play.besiege("Afghanistan")
    s.one_each(play, 93, "Afghanistan", "Pakistan")
    ruled = any(q.islamist(play.board, n) for n in ("Afghanistan", "Pakistan"))
    play.prestige(-3 if ruled else -1)


# -------------------------------------------------------------------- 94 The door of Itjihad was closed


def _reformed(board: Board) -> list[str]:
    recent = q.recent(board, board.improved)
    return [n for n in board.muslim if n in recent]


@event(
    94,
    when=(
        condition(
            94,
            "no Muslim country was tested to Fair or improved in this or the last Action Phase",
            lambda b, c: bool(_reformed(b)),
        ),
    ),
)
def itjihad_closed(play: Play) -> None:
    where = s.country(
        play,
        94,
        lambda: _reformed(play.board),
        purpose=Purpose.WORSEN,
        needs="a Muslim country that was tested to Fair or improved in this or the last Action Phase",
    )
    if where:
        play.worsen(where)


# -------------------------------------------------------------------- 95 Wahhabism


@event(95)
def wahhabism(play: Play) -> None:
    """Raise Funding by Saudi Governance, to the top under Islamist Rule."""
    s.may_name(play, 95, "Saudi Arabia")
    governance = play["Saudi Arabia"].governance
    if governance == ISLAMIST_RULE:
        play.set_funding(9)
    else:
        play.funding(governance)
