"""Events of the Jihadist cards 181 to 199."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.editions.awakening import caliphate, changes
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.state import TRAINING_CAMPS
from referee.editions.base import card_play
from referee.editions.base.events import EVENTS, condition, event, wot_jihadist_b
from referee.editions.base.events import steps as s
from referee.editions.base.operations import jihad
from referee.editions.base.operations.travel import Move
from referee.engine import hands, rolls
from referee.engine import queries as q
from referee.engine.ask import Field, Purpose, RollKind
from referee.engine.board import ADVERSARY, HARD, NEUTRAL, US, Board
from referee.engine.changes import on
from referee.engine.data import GOOD, ISLAMIST_RULE, POOR, TRACK
from referee.engine.play import NOTHING, Play
from referee.engine.queries import modifies
from referee.engine.requirement import Context, Requirement, Verdict
from referee.engine.rolls import Modifier


def _as_in_the_base_game(card: int, twin: int) -> None:
    """A card with the text of one of the base game; each keeps its own number in what it places and remembers."""
    EVENTS[card] = EVENTS[twin]


# -------------------------------------------------------------------- 181 NPT Safeguards Ignored


@event(
    181,
    when=(
        condition(181, "Iran has no Cell", lambda b, c: s.has_cell(b, "Iran")),
        a.blocked_by(181, 232, "Trade Embargo"),
    ),
)
def npt_safeguards_ignored(play: Play) -> None:
    """The WMD of Iran on 1 to 3, and then the card is removed; else a Cell is lost and the card stays in the game."""
    s.may_name(play, 181, "Iran")
    won = play.roll(RollKind.WMD, rolls.successes(3), subject="Iran", rule="6.2.1", needed="3 or less")[0]
    if won:
        play.table.not_due("cells", "Iran", None, "6.2.1", "the roll succeeds, so no Cell is removed")
        changes.release_wmd(play, "Iran", rule="card 181")
        return
    s.remove_one_cell(play, "Iran")
    card_play.goes_to(play, 181, card_play.TO_DISCARDS)


# -------------------------------------------------------------------- 182 Paris Attacks

TARGETS = (US, "Canada", "United Kingdom", "Benelux", "France", "")
"""Where the tan die of Paris Attacks leads, 1 to 6; "" for the Schengen country of the Jihadist's choice."""
PLACED = (("12", 0), ("3", 2), ("2", 1), ("2", 0), ("1", 1), ("1", 0))
"""What its black die brings, 1 to 6: Plots and Cells."""


def _in_words(dice: tuple[int, ...]) -> str:
    plots, cells = PLACED[dice[1] - 1]
    named = " and ".join(f"Plot {n}" for n in plots)
    more = f" and {cells} Cell{'s' * (cells > 1)}" if cells else ""
    return f"{TARGETS[dice[0] - 1] or 'a Hard Schengen country'}, {named}{more}"


RESULTS = {_in_words((tan, black)): (tan, black) for tan in range(1, 7) for black in range(1, 7)}


def hard_schengen(board: Board) -> list[str]:
    """Schengen countries that are Hard."""
    return [n for n in board.schengen if board[n].posture == HARD]


def targets(board: Board, tan: int) -> list[str]:
    """Where the Plots may go: the country of the die if it is Hard, else that of the highest number that has one."""
    for number in (tan, 6, 3, 2, 1):
        country = TARGETS[number - 1]
        found = [country] if country and board[country].posture == HARD else [] if country else hard_schengen(board)
        if found:
            return found
    return []


@event(182)
def paris_attacks(play: Play) -> None:
    """Dice for a Hard country and for what is placed there; the Plots are known, but lie face down."""
    result = play.roll(
        RollKind.EVENT,
        _in_words,
        n=2,
        rule="6.2.1",
        needed="table of Paris Attacks: tan die, black die",
    )
    tan, black = RESULTS[result]
    plots, cells = PLACED[black - 1]
    allowed = targets(play.board, tan)
    if not allowed:
        play.table.not_due("where", "", None, "6.2.4", "no country that the table names is Hard, so nothing is placed")
        return
    if len(allowed) == 1:
        s.may_name(play, 182, allowed[0])
        where: str | None = allowed[0]
    else:
        where = s.country(play, 182, allowed, purpose=Purpose.PLACE_PLOT)
    if where is None:
        return
    rest = tuple(plots)
    while rest and (value := s.event_plot(play, 182, where, rest, known=True)):
        rest = tuple(v for v in rest if v != value) if value in rest else rest[1:]
    play.activate(where, s.place_cells(play, where, cells) if cells else 0)


# -------------------------------------------------------------------- 183 Pirates


def _pirate_coast(board: Board) -> bool:
    return any(
        board[n].governance == ISLAMIST_RULE or (board[n].governance == POOR and board[n].alignment == ADVERSARY)
        for n in ("Somalia", "Yemen")
    )


@event(
    183,
    when=(
        condition(
            183,
            "neither Somalia nor Yemen is under Islamist Rule or a Poor Adversary",
            lambda b, c: _pirate_coast(b),
        ),
        a.blocked_by(183, 140, "Maersk Alabama"),
    ),
)
def pirates(play: Play) -> None:
    a.mark(play, 183)


@on("funding drops", 183)
def _pirates_funding(play: Play) -> bool:
    """Funding does not drop at the end of a turn while the Pirates have a coast (11.3.6)."""
    return a.in_force(play.board, 183) and _pirate_coast(play.board)


# -------------------------------------------------------------------- 184 Sequestration

OBAMA_DOCTRINE = 143


@event(184, when=(condition(184, "US Posture is Hard", lambda b, c: q.us_posture(b) != HARD),))
def sequestration(play: Play) -> None:
    """The US takes a card of the discard pile, and three Troops leave the map until it is over."""
    found = OBAMA_DOCTRINE in play.board.discards
    a.fetch(play, 184, lambda b: (OBAMA_DOCTRINE,) if found else tuple(b.cards), side="US")
    a.to_off_map(play, changes.OF_SEQUESTRATION)
    a.mark(play, 184)


@on("plot resolved", 184)
def _wmd_ends_sequestration(play: Play, name: str, value: str) -> None:
    if value == "W":
        changes.end_sequestration(play, "card 184")


# -------------------------------------------------------------------- 185 al-Maliki

COUNT_AS_TROOPS = (150, 159, 226)
"""Cards whose markers are Troops: UNSCR 1973, NATO, Operation Serval."""


def with_troops(board: Board) -> list[str]:
    """Countries with Troops, markers that count as Troops included."""
    return [n for n in board.names if q.troops(board, n)]


@event(185, when=(condition(185, "no country has Troops", lambda b, c: bool(with_troops(b))),))
def al_maliki(play: Play) -> None:
    """Every Troop leaves a country, which becomes Neutral, with Aid and without its Regime Change."""
    where = s.country(play, 185, lambda: with_troops(play.board), purpose=Purpose.REMOVE_TROOPS)
    if not where:
        return
    b, c = play.board, play[where]
    if c.data.muslim:
        play.test(where)
    play.move_troops(where, TRACK, c.troops, rule="card 185")
    own = [b.cards[card].mark for card in COUNT_AS_TROOPS if a.in_force(b, card, where)]
    for marker in dict.fromkeys((*q.troop_markers(b, where), *own)):
        if marker:
            play.remove_marker(marker, rule="card 185", country=where)
    if c.data.muslim:
        play.set_alignment(where, NEUTRAL)
        play.aid(where, 1)
        play.set_regime_change(where, "", rule="card 185")


# -------------------------------------------------------------------- 186 Boko Haram


def exchangeable(board: Board) -> list[int]:
    """Cards that buy Boko Haram back: of value 3, and no US Event."""
    return [n for n, card in board.cards.items() if card.ops == 3 and card.side != "US" and n != 186]


def _buys_it_back(board: Board, option: Any, c: Context) -> Verdict:
    if option == NOTHING or option in exchangeable(board) or option not in board.cards:
        return None
    card = board.cards[option]
    return {"what": "a US card" if card.side == "US" else f"worth {card.ops}", "name": card.name}


BUYS_IT_BACK = Requirement(
    "card 186: a card of value 3",
    "6.2.1",
    "{name} is {what}; Boko Haram returns to the hand for a card of value 3 that is not a US card",
    _buys_it_back,
    concerns=lambda o, c: o != NOTHING,
)


@event(186)
def boko_haram(play: Play) -> None:
    """A Plot 2 or 3, or Cells, in Nigeria; the card may come back to the hand for another one."""
    s.may_name(play, 186, "Nigeria")
    things = {
        "plot": lambda b: s.plots_left(b, ("2", "3")) != "none",
        "cell": lambda b: b.cells_track > 0,
    }
    if a.one_of(play, 186, things) == "plot":
        s.event_plot(play, 186, "Nigeria", ("2", "3"))
    else:
        n = a.up_to(play, 186, min(3, play.board.cells_track), least=1, purpose=Purpose.PLACE_CELL)
        s.place_cells(play, "Nigeria", n)
    _may_return(play)


def _may_return(play: Play) -> None:
    """The Jihadist may discard a card to have Boko Haram back, whoever used it."""
    if play.board.hand("J") == 0:
        play.table.not_due("discard", "", None, "6.2.4", "the Jihadist hand is empty, so no card can be discarded")
        return
    known = s.cards_known(play, "J")
    fitting = exchangeable(play.board)
    card = play.ask(
        Field.DISCARD,
        lambda: (NOTHING, *(n for n in fitting if n in known or not s.open_hand(play, "J"))),
        BUYS_IT_BACK,
        hands.CAN_BE_IN_HAND,
        hands.HELD,
        side="J",
        silence=NOTHING,
        player="J",
        playing=s.in_play(play),
    )
    if card in play.board.cards:
        card_play.discard(play, "J", card)
        card_play.goes_to(play, 186, card_play.TO_HAND)


# -------------------------------------------------------------------- 187 Foreign Fighters


@event(
    187,
    when=(
        condition(187, "no country is in Civil War or has a Regime Change marker", lambda b, c: bool(a.troubled(b))),
    ),
)
def foreign_fighters(play: Play) -> None:
    wot_jihadist_b.fighters(play, 187, a.troubled(play.board))


# -------------------------------------------------------------------- 188 ISIL


@event(188)
def isil(play: Play) -> None:
    """Civil War in Syria and in Iraq, where Troops and Militia do not outnumber the Cells; Prestige falls."""
    s.may_name(play, 188, "Syria", "Iraq")
    b = play.board
    for name in play.table.as_named(["Syria", "Iraq"]):
        play.test(name)
        if b[name].governance in (GOOD, ISLAMIST_RULE) or q.strength(b, name) > q.cells(b, name):
            continue
        changes.begin_civil_war(play, name)
    play.prestige(-1)


# -------------------------------------------------------------------- 189 Jihadist Videos, 190 Martyrdom Operations

_as_in_the_base_game(189, 82)
_as_in_the_base_game(190, 87)


# -------------------------------------------------------------------- 191 Muslim Brotherhood

MORE = 2
"""Reaction markers of Muslim Brotherhood besides that of Egypt."""


def _left(c: Context, where: str) -> int:
    """Markers that can still be written: two, and Egypt's own if Egypt is named."""
    placed: Sequence[str] = c["placed"]
    return MORE + ("Egypt" in (*placed, where)) - len(placed)


TWO_MORE = Requirement(
    "card 191: two more markers",
    "6.2.1",
    "Muslim Brotherhood places a Reaction marker in Egypt and two more; {option} would be one too many",
    lambda b, o, c: {} if o in b.countries and _left(c, o) < 1 else None,
)


@event(191)
def muslim_brotherhood(play: Play) -> None:
    """A Reaction marker in Egypt and up to two more; a line names the two, or all three with Egypt among them."""
    placed: list[str] = []
    rules = (a.MAY_BE_MARKED, TWO_MORE)
    if not a.markable(play.board):
        play.table.not_due("where", "", None, "11.1.4", "no country can take a Reaction marker, so none is placed")
        return
    for i in play.items(
        Field.WHERE,
        lambda: play.board.muslim,
        *rules,
        least=0,
        most=MORE + 1,
        purpose=Purpose.PLACE_REACTION,
        placed=placed,
    ):
        where = play.ask(
            Field.WHERE,
            play.board.muslim,
            *rules,
            item=i,
            purpose=Purpose.PLACE_REACTION,
            placed=tuple(placed),
        )
        most = max(1, _left({"placed": placed}, where))
        n = play.ask(Field.NUMBER, range(1, most + 1), a.NOT_MORE, item=i, silence=1, least=1, most=most, card=191)
        play.ask(Field.WHAT, (a.REACTION,), a.ON_THE_LIST, item=i, silence=a.REACTION, list=(a.REACTION,), card=191)
        placed += [where] * n
    if placed.count("Egypt") and len(placed) > MORE:
        placed.remove("Egypt")
    for name in ("Egypt", *placed):
        a.place(play, name, a.REACTION)


# -------------------------------------------------------------------- 192 Quagmire

_as_in_the_base_game(192, 90)


# -------------------------------------------------------------------- 193 Regional al-Qaeda


@event(193, when=EVENTS[91].jihadist)
def regional_al_qaeda(play: Play) -> None:
    """As in the base game, but both countries are tested whether a Cell comes or not."""
    wot_jihadist_b.new_bases(play, tested=True)


# -------------------------------------------------------------------- 194 Snowden


@event(194)
def snowden(play: Play) -> None:
    s.may_name(play, 194, "Russia", "Germany")
    play.prestige(-2)
    for name in ("Russia", "Germany"):
        play.posture(name, s.opposite(q.us_posture(play.board)))


# -------------------------------------------------------------------- 195 Taliban Resurgent


def _strongholds(board: Board) -> list[str]:
    return [n for n in a.troubled(board) if q.cells(board, n) >= 3]


@event(
    195,
    when=(condition(195, "no Civil War or Regime Change country has three Cells", lambda b, c: bool(_strongholds(b))),),
)
def taliban_resurgent(play: Play) -> None:
    """Three Cells make way for two Plots and two Jihad rolls, for which none needs to be left."""
    where = s.country(play, 195, lambda: _strongholds(play.board), purpose=Purpose.REMOVE_CELL)
    if not where:
        return
    s.remove_cells(play, where, 3, 3)
    for _ in range(2):
        s.event_plot(play, 195, where, ("1", "2", "3"))
    if not play[where].data.muslim:
        why = f"{where} is no Muslim country any more, so no Jihad is rolled there"
        play.table.not_due("", where, None, "11.3.3.3", why)
        return
    won = jihad.roll(play, where, 2, None)
    jihad.weaken(play, where, sum(won))


# -------------------------------------------------------------------- 196 Training Camps


def _hosts(board: Board) -> list[str]:
    return [n for n in board.muslim if board[n].governance > GOOD]


@event(196, when=(condition(196, "every Muslim country is Good or unmarked", lambda b, c: bool(_hosts(b))),))
def training_camps(play: Play) -> None:
    """The marker comes, from where it lies if it does, new Cells with it (11.3.7), and two Cells."""
    where = s.country(play, 196, lambda: _hosts(play.board), purpose=Purpose.PLACE_CELL)
    if not where:
        return
    if not camp(play.board, where):
        play.remove_marker(TRAINING_CAMPS, rule="card 196")
        play.place_marker(TRAINING_CAMPS, where)
        caliphate.cells_beside(play)
    s.place_cells(play, where, 2)
    _deserted(play, where)


def camp(board: Board, name: str) -> bool:
    """Whether the Training Camps are in a country."""
    return TRAINING_CAMPS in board[name].markers


def _break_camp(play: Play, name: str) -> None:
    play.remove_marker(TRAINING_CAMPS, rule="card 196", country=name)
    caliphate.cells_beside(play)


@on("cell gone", 196)
@on("cadre gone", 196)
def _deserted(play: Play, name: str) -> None:
    """The camps do not outlast the last Cell and the Cadre of their country."""
    if camp(play.board, name) and not q.cells(play.board, name) and not play[name].cadre:
        _break_camp(play, name)


@on("governance changed", 196)
def _at_peace(play: Play, name: str, before: int, rule: str) -> None:
    """Nor do they outlast Good Governance."""
    if play[name].governance == GOOD and camp(play.board, name):
        _break_camp(play, name)


@modifies("recruit without a roll", 196)
def _camp_recruits(board: Board, name: str, found: tuple[str, str] | None) -> tuple[str, str] | None:
    return ("card 196", "home to Training Camps") if found is None and camp(board, name) else found


@modifies("travel modifiers", 196)
def _camp_travels(board: Board, move: Move, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    return (*found, ("Training Camps", -1, "card 196")) if camp(board, move.origin) else found


# -------------------------------------------------------------------- 197 Unconfirmed

LEADERS = (215, 216, 219, 225, 237)
"""Abu Bakr al-Baghdadi, Abu Sayyaf (ISIL), Ayman al-Zawahiri, Jihadi John, Osama bin Ladin."""
LEADERS_OF_BASE = (110, 111, 112, 115, 116)
"""Zarqawi, Zawahiri, Bin Ladin, Hambali, KSM: with both decks in play (Campaign)."""


def missing_leaders(board: Board) -> list[int]:
    """Leaders of the deck that can be taken back: what a scenario left out was never in the game."""
    return [n for n in (*LEADERS, *LEADERS_OF_BASE) if n in board.cards and n not in board.left_out]


@event(197)
def unconfirmed(play: Play) -> None:
    """A leader who was removed from the game comes back to the Jihadist hand; Prestige falls."""
    a.fetch(play, 197, missing_leaders, "removed")
    play.prestige(-1)


# -------------------------------------------------------------------- 198 US Atrocities


def _occupied(board: Board) -> list[str]:
    return [n for n in a.troubled(board) if q.troops(board, n)]


def _undecided(board: Board) -> list[str]:
    """Unmarked countries that have a Posture, outside the Schengen area."""
    return [n for n in board.non_muslim if n not in board.schengen and not board[n].posture and n != US]


@event(
    198,
    when=(condition(198, "no Civil War or Regime Change country has Troops", lambda b, c: bool(_occupied(b))),),
)
def us_atrocities(play: Play) -> None:
    """A country at war turns away from the US, another one takes sides, and Prestige falls."""
    where = s.country(play, 198, lambda: _occupied(play.board), purpose=Purpose.TOWARD_ADVERSARY)
    if where:
        play.shift_alignment(where, ADVERSARY)
    other = s.country(play, 198, lambda: _undecided(play.board), purpose=Purpose.CHOOSE_POSTURE)
    if other:
        s.choose_posture(play, other)
    play.prestige(-1)


# -------------------------------------------------------------------- 199 US Consulate Attacked


@event(199)
def us_consulate_attacked(play: Play) -> None:
    """Lapsing: US Election switches US Posture instead of rolling for it (see the query)."""
    play.prestige(-2)
    s.random_discard(play, "US")


@modifies("election without a roll", 199)
def _switched(board: Board, subject: str, found: tuple[str, str, str] | None) -> tuple[str, str, str] | None:
    if found is not None or not q.lapsing(board, 199):
        return found
    why = "US Consulate Attacked is in effect: US Posture switches without a roll"
    return s.opposite(q.us_posture(board)), "card 199", why
