"""Events of the unassociated cards 96 to 108."""

from __future__ import annotations

from referee.editions.base import put_away
from referee.editions.base.events import blocked_by, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.operations import jihad
from referee.engine.law import hand_rules, rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.state.data import POOR

# -------------------------------------------------------------------- 96 Danish Cartoons


@event(96)
def danish_cartoons(play: Play) -> None:
    """Name Scandinavia's Posture as the US, place a Plot as Jihadist.

    It does not matter who played the card.
    """
    s.choose_posture(play, "Scandinavia", side="US")
    allowed = s.ANY_PLOT if q.any_islamist(play.board) else ("1",)
    left = s.plots_left(play.board, allowed)
    if left == "none":
        for field in ("where", "marker"):
            play.table.not_due(field, "", None, "6.2.4", "no Plot of that kind is Available, so none is placed")
        return
    open_to = tuple(n for n in play.board.muslim if not q.islamist(play.board, n))
    unsure = left == "unknown"
    options = (*open_to, NOTHING) if unsure else open_to
    where = play.ask(
        Field.WHERE,
        options,
        OPEN_TO_CARTOONS,
        purpose=Purpose.PLACE_PLOT,
        side="J",
        rule="6.2.1",
        silence=NOTHING if unsure else None,
        options=options,
    )
    if where == NOTHING:
        s.none_left(play, allowed)
    elif where in play.board.countries:
        s.event_plot(play, 96, where, allowed)


OPEN_TO_CARTOONS = Requirement(
    "card 96: a Muslim country not under Islamist Rule",
    "6.2.1",
    "{option:is} not a Muslim country, or is under Islamist Rule",
    lambda b, o, c: None if o in c["options"] else {},
)

# -------------------------------------------------------------------- 97 Fatwa


def both_hold_a_card(board: Board, c: Context) -> bool:
    mine, theirs = board.hand(c["side"]), board.hand(other_side(c["side"]))
    return (mine is None or mine > 1) and (theirs is None or theirs > 0)


def other_side(side: str) -> str:
    return "J" if side == "US" else "US"


def _not_tradable(board: Board, option: object, c: Context) -> TestResult:
    if option == 97:
        return {"why": "is the card that is being played"}
    if isinstance(option, int) and option and option == c.get("given"):
        return {"why": "is the card just received, which cannot be handed back"}
    return None


TRADABLE = Requirement("card 97: a card for the trade", "6.2.1", "card {option} {why}", _not_tradable)


@event(
    97,
    when=(condition(97, "a side has no other card to trade", both_hold_a_card),),
    operates=True,
)
def fatwa(play: Play) -> None:
    """Exchange a random card each way, then operate with 1.

    The Operation uses this card.
    """
    side, other = play.side, other_side(play.side)
    given = _traded(play, side, Field.GIVE, 0)
    taken = _traded(play, other, Field.TAKE, given)
    mine = play.hand_loses(side, given)
    theirs = play.hand_loses(other, taken)
    play.hand_gains(side, (theirs,))
    play.hand_gains(other, (mine,))
    if put_away.first_plot(play.board, side, s.event_operation(play, 97, 1)):
        play.put_card(97, "first_plot", rule="4.7.7.2")


def _traded(play: Play, side: str, field: Field, given: int) -> int:
    """The card of ``side`` taken in the trade; 0 if unnamed."""
    card = play.ask(
        field,
        lambda: play.hand_cards(side),
        TRADABLE,
        s.ONE_GOES,
        hand_rules.CAN_BE_IN_HAND,
        hand_rules.HELD,
        hidden=True,
        player=side,
        playing=s.in_play(play),
        given=given,
        rule="6.2.1",
    )
    return card if isinstance(card, int) else hands.only_card(play.board, side)


# -------------------------------------------------------------------- 98 Gaza Withdrawal, 99 HAMAS Elected


@event(98)
def gaza_withdrawal(play: Play) -> None:
    if play.side == "US":
        play.funding(-1)
    else:
        s.place_in(play, 98, "Israel")


@event(99)
def hamas_elected(play: Play) -> None:
    """Discard cards by US choice, with US Election at once (6.3.2.3).

    It is held before the tracks change.
    """
    if play.board.hand_us == 0:
        play.table.not_due("discard", "", None, "6.2.4", "the US hand is empty, so nothing is discarded")
    else:
        why = "the record does not name the card that the US discarded; if it was US Election, that is held at once"
        put_away.discard(play, "US", s.discarded_card(play, "US", unnamed=(99, why)))
    play.prestige(-1)
    play.funding(-1)


# -------------------------------------------------------------------- 100 Hizb Ut-Tahrir, 101 Kosovo


@event(100)
def hizb_ut_tahrir(play: Play) -> None:
    """Change nothing at War; the card can be played all the same."""
    play.funding({"overstretch": 2, "low intensity": -2}.get(q.troops_band(play.board), 0))


@event(101)
def kosovo(play: Play) -> None:
    play.prestige(1)
    s.may_name(play, 101, "Serbia")
    other = s.opposite(q.us_posture(play.board))
    play.posture("Serbia", play.ask(Field.POSTURE, (SOFT, HARD), AGAINST_THE_US, subject="Serbia", silence=other))


AGAINST_THE_US = Requirement(
    "card 101: not the Posture of the US",
    "6.2.1",
    "Serbia takes the Posture that the US does not have, so not {given}",
    lambda b, o, c: {"given": o.capitalize()} if o == q.us_posture(b) else None,
)


# -------------------------------------------------------------------- 102 Former Soviet Union


@event(102)
def former_soviet_union(play: Play) -> None:
    """Reset Central Asia: Neutral, with a roll for Governance.

    Markers and pieces stay.
    """
    name = "Central Asia"
    if not play[name].marked:
        play.test(name)
        return
    value = play.roll(
        RollKind.GOVERNANCE,
        rolls.governance_of,
        label="gov",
        subject=name,
        rule="4.9.3",
        table="Governance table",
        needed="1-4 Poor, 5-6 Fair",
    )
    play.set_governance(name, value)
    play.set_alignment(name, NEUTRAL)


# -------------------------------------------------------------------- 103 Hizballah


def _near_lebanon(board: Board) -> list[str]:
    near = s.within_steps(board, "Lebanon", 3)
    return [n for n in board.shia_mix if n in near and s.has_cell(board, n)]


@event(103)
def hizballah(play: Play) -> None:
    if play.side == "US":
        where = s.country(
            play,
            103,
            lambda: _near_lebanon(play.board),
            purpose=Purpose.REMOVE_CELL,
            needs="a Shia-Mix country with a Cell at most three countries away from Lebanon",
            alone=True,
        )
        if where:
            s.remove_one_cell(play, where)
    else:
        s.may_name(play, 103, "Lebanon")
        play.set_governance("Lebanon", POOR)
        play.set_alignment("Lebanon", NEUTRAL)


# -------------------------------------------------------------------- 104, 105 Iran


@event(104, 105)
def iran(play: Play) -> None:
    """Roll as for Jihad, without Cells, in Pakistan too (6.2.3).

    Benazir Bhutto does not bar this later event.
    """
    where = s.country_or_rolled(
        play,
        104,
        play.board.shia_mix,
        purpose=Purpose.REMOVE_CELL if play.side == "US" else Purpose.WORSEN,
        apart=(Field.CELL,),
        first=[n for n in play.board.shia_mix if play.board[n].marked] if play.side == "US" else (),
        needs="a Shia-Mix country",
    )
    if where is None:
        return
    play.test(where)
    if play.side == "US":
        places = [n for n in dict.fromkeys((where, "Iran")) if s.has_cell(play.board, n)]
        loser = (
            s.country(play, 104, places, field=Field.CELL, purpose=Purpose.REMOVE_CELL)
            if len(places) > 1
            else next(iter(places), None)
        )
        if loser:
            s.remove_one_cell(play, loser)
    elif q.islamist(play.board, where):
        play.table.not_due(
            "", where, None, "8.4", f"{play.named(where):is} under Islamist Rule, so nothing is rolled there"
        )
    else:
        jihad.weaken(play, where, sum(jihad.roll(play, where, 2, None)))


# -------------------------------------------------------------------- 106 Jaysh al-Mahdi


def _jaysh(board: Board) -> list[str]:
    return [n for n in board.shia_mix if s.has_cell(board, n) and q.troops(board, n)]


@event(106, when=(condition(106, "no Shia-Mix country has both a Cell and Troops", lambda b, c: bool(_jaysh(b))),))
def jaysh_al_mahdi(play: Play) -> None:
    where = s.country_or_rolled(
        play,
        106,
        lambda: _jaysh(play.board),
        purpose=Purpose.REMOVE_CELL if play.side == "US" else Purpose.WORSEN,
        needs="a Shia-Mix country with both a Cell and Troops",
    )
    if where and play.side == "US":
        s.remove_cells(play, where, 1, 2)
    elif where:
        play.worsen(where)


# -------------------------------------------------------------------- 107 Kurdistan


@event(107)
def kurdistan(play: Play) -> None:
    if play.side == "US":
        play.test("Iraq")
        play.aid("Iraq", 1)
        return
    play.test("Turkey")
    where = s.country(play, 107, ("Turkey", "Iraq"), purpose=Purpose.WORSEN, again=True)
    if where:
        play.test(where)
        play.worsen(where)


# -------------------------------------------------------------------- 108 Musharraf


@event(
    108,
    when=(
        condition(108, "Pakistan has no Cell", lambda b, c: s.has_cell(b, "Pakistan"), about=("Pakistan",)),
        blocked_by(108, "Benazir Bhutto"),
    ),
)
def musharraf(play: Play) -> None:
    s.remove_one_cell(play, "Pakistan")
    play.set_governance("Pakistan", POOR)
    play.set_alignment("Pakistan", ALLY)
