"""Events of the US cards 30 to 47."""

from __future__ import annotations

from typing import Any

from referee.editions.base import put_away
from referee.editions.base.events import blocked_by, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.events.cards_001_029 import select_posture
from referee.editions.base.moments import Moments
from referee.editions.base.operations import deploy, jihad, war_of_ideas
from referee.editions.base.queries import Queries
from referee.engine.law import hand_rules
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import OPEN, Context, Requirement, TestResult, add, waive
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.law.terms import Terms
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, SOFT, US, Board
from referee.engine.state.data import FAIR, GOOD, POOR
from referee.engine.state.seams import modifies, on

# -------------------------------------------------------------------- 30 UN Nation Building

ANY_REGIME_CHANGE = condition(30, "there is no Regime Change country", lambda b, c: s.any_regime_change(b))


def regime_change_country(play: Play, card: int, purpose: Purpose) -> str | None:
    """Choose a Regime Change country, of either colour (cards 30, 40, 41)."""
    return s.country(
        play,
        card,
        lambda: [n for n in play.board.names if play[n].regime_change],
        purpose=purpose,
        needs="a Regime Change country",
    )


@event(30, when=(ANY_REGIME_CHANGE, blocked_by(30, "Vieira de Mello Slain")))
def un_nation_building(play: Play) -> None:
    """Place Aid, then roll for War of Ideas without GWOT penalty (6.2.2).

    Governance and Troops do not matter.
    """
    where = regime_change_country(play, 30, Purpose.WAR_OF_IDEAS)
    if where:
        build(play, where)


def build(play: Play, where: str) -> None:
    """Place one Aid and roll for War of Ideas, without hindrance.

    Governance, Troops and the GWOT Relations Penalty do not count.
    """
    play.aid(where, 1)
    war_of_ideas.attempt(play, where, penalty=False, item=None)


# -------------------------------------------------------------------- 31 Wiretapping

LISTENING = (US, "United Kingdom", "Canada")


def _overheard(board: Board) -> bool:
    return any(s.has_cell(board, n) or board[n].cadre or board[n].plots for n in LISTENING)


@event(
    31,
    when=(
        condition(
            31,
            "the US, the United Kingdom and Canada have no Cell, Cadre or Plot",
            lambda b, c: _overheard(b),
            about=("United Kingdom", "Canada"),
        ),
        blocked_by(31, "Leak-Wiretapping"),
    ),
)
def wiretapping(play: Play) -> None:
    """Remove all Jihadist pieces from three countries, with no Cadre."""
    for name in LISTENING:
        s.remove_all_cells(play, name, cadre=False)
        play.set_cadre(name, False)
        s.remove_all_plots(play, name)
    s.draw_cards(play, "US", 1)
    play.place_marker("Wiretapping")


# -------------------------------------------------------------------- 32 Back Channel


def _matched(board: Board, value: int) -> list[str]:
    """Adversaries whose Resources equal a card's value."""
    return [n for n in board.muslim if board[n].alignment == ADVERSARY and q.resources(board, n) == value]


def _other_cards(board: Board) -> tuple[int, ...] | None:
    """The US hand without Back Channel, or None if unknown."""
    known = hands.cards_of(board, "US")
    return hands.without(known, 32) if known is not None and board.side == "US" and known else known


def _match_in_hand(board: Board, option: Any, c: Context) -> TestResult:
    wanted = [v for v in (1, 2, 3) if _matched(board, v)]
    known = _other_cards(board)
    if not wanted:
        return {}
    if known is None:
        return OPEN
    if any(n and board.cards[n].ops in wanted for n in known):
        return None
    return OPEN if 0 in known else {}


MATCH_IN_HAND = Requirement(
    "card 32: a card that matches",
    "6.2.6",
    "the US holds no card with a value equal to the Resources of an Adversary",
    _match_in_hand,
)


def _right_value(board: Board, option: Any, c: Context) -> TestResult:
    if (
        not isinstance(option, int)
        or option not in board.cards
        or board.cards[option].ops == q.resources(board, c["where"])
    ):
        return None
    return {"ops": board.cards[option].ops, "resources": q.resources(board, c["where"])}


RIGHT_VALUE = Requirement(
    "card 32: value equal to the Resources",
    "6.2.1",
    "card {option} has value {ops}; {where:has} {resources:Resource}",
    _right_value,
)


def _adversary(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING or any(option in _matched(board, v) for v in (1, 2, 3)):
        return None
    return {"state": "no Adversary" if board[option].alignment != ADVERSARY else "beyond the value of any card"}


BACK_CHANNEL_TARGET = Requirement(
    "card 32: an Adversary that a card can match",
    "6.2.1",
    "{option:is} {state}; Back Channel needs an Adversary with the Resources of the card discarded",
    _adversary,
    shows=lambda b, o, c: None if o == NOTHING else {},
)


def _any_adversary(board: Board, c: Context) -> bool:
    return any(board[n].alignment == ADVERSARY for n in board.muslim)


@event(
    32,
    when=(
        condition(32, "US Posture is Hard", lambda b, c: q.us_posture(b) == SOFT),
        condition(32, "no Muslim country is an Adversary", _any_adversary),
        MATCH_IN_HAND,
    ),
)
def back_channel(play: Play) -> None:
    """Discard a US card to turn an Adversary Neutral with Aid.

    The card has the value of the country's Resources.
    """
    b = play.board

    def matching(where: str) -> list[Any]:
        value = q.resources(b, where)
        return [n for n in play.hand_cards("US") if n == UNKNOWN or (n in b.cards and b.cards[n].ops == value)]

    def targets() -> list[str]:
        return [NOTHING, *(n for v in (1, 2, 3) for n in _matched(b, v) if matching(n))]

    where = play.ask(Field.WHERE, targets, BACK_CHANNEL_TARGET, purpose=Purpose.TOWARD_ALLY)
    if where == NOTHING:
        return
    card = play.ask(
        Field.DISCARD,
        lambda: matching(where),
        RIGHT_VALUE,
        hand_rules.CAN_BE_IN_HAND,
        hand_rules.HELD,
        hidden=True,
        player="US",
        playing=s.in_play(play),
        where=where,
    )
    if card == UNKNOWN:
        s.hidden_note(play, 32, "the card discarded is not named, so its value cannot be compared")
    put_away.discard(play, "US", 0 if card == UNKNOWN else card)
    play.set_alignment(where, NEUTRAL)
    play.aid(where, 1)


# -------------------------------------------------------------------- 33 Benazir Bhutto


def _around_pakistan(board: Board) -> bool:
    return not any(q.islamist(board, n) for n in ("Pakistan", *board["Pakistan"].data.adjacent))


@event(
    33,
    when=(
        condition(
            33, "Pakistan or a neighbour is under Islamist Rule", lambda b, c: _around_pakistan(b), about=("Pakistan",)
        ),
        blocked_by(33, "Bhutto Shot"),
    ),
)
def benazir_bhutto(play: Play) -> None:
    if play["Pakistan"].governance == POOR:
        play.set_governance("Pakistan", FAIR)
    play.place_marker("Benazir Bhutto", "Pakistan")


add(
    jihad.PERMITTED,
    33,
    lambda b, o, c: o == "Pakistan" and q.has_marker(b, "Benazir Bhutto"),
    "Benazir Bhutto bars Jihad in Pakistan",
)


# -------------------------------------------------------------------- 34 Enhanced Measures


@event(
    34,
    when=(
        condition(34, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD),
        condition(34, "no Disrupt is possible", lambda b, c: s.disrupt_possible(b)),
        blocked_by(34, "Leak-Enhanced Measures"),
    ),
)
def enhanced_measures(play: Play) -> None:
    s.event_disrupt(play, 34)
    s.take_at_random(play, "US", "J")
    play.place_marker("Enhanced Measures")


# -------------------------------------------------------------------- 35 Hijab


@event(35, when=(condition(35, "a country is under Islamist Rule", lambda b, c: not q.any_islamist(b)),))
def hijab(play: Play) -> None:
    play.test("Turkey")
    play.improve("Turkey")
    s.choose_posture(play, "France")
    play.funding(-2)


# -------------------------------------------------------------------- 36 Indo-Pakistani Talks


@event(
    36,
    when=(
        condition(
            36,
            "Pakistan is neither Good nor Fair",
            lambda b, c: b["Pakistan"].governance in (GOOD, FAIR),
            about=("Pakistan",),
        ),
    ),
)
def indo_pakistani_talks(play: Play) -> None:
    play.set_alignment("Pakistan", ALLY)
    s.choose_posture(play, "India")
    play.place_marker("Indo-Pakistani Talks", "Pakistan")


@on(Moments.PLOT_RESOLVED, 36)
def _talks_end(play: Play, country: str, value: str) -> None:
    if country == "India":
        play.remove_marker("Indo-Pakistani Talks", rule="card 36")


# -------------------------------------------------------------------- 37 Iraqi WMD, 39 Libyan WMD


def weapons_of(play: Play, card: int, name: str, marker: str) -> None:
    """Place a marker that allows Regime Change, with an immediate one offered."""
    play.place_marker(marker, name)
    terms = Terms(play.board.cards[card].ops)

    def at_once(trial: Play) -> None:
        deploy.regime_change(trial, terms, s.IN_LIST, countries=(name,), card=card)

    s.may_operate(play, card, "regime-change", at_once)


@event(
    37,
    when=(
        condition(37, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD),
        condition(37, "Iraq is not an Adversary", lambda b, c: b["Iraq"].alignment == ADVERSARY, about=("Iraq",)),
    ),
    operates=True,
)
def iraqi_wmd(play: Play) -> None:
    weapons_of(play, 37, "Iraq", "Iraqi WMD")


@event(
    39,
    when=(
        condition(39, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD),
        condition(39, "Libya is not an Adversary", lambda b, c: b["Libya"].alignment == ADVERSARY, about=("Libya",)),
        blocked_by(39, "Libyan Deal"),
    ),
    operates=True,
)
def libyan_wmd(play: Play) -> None:
    weapons_of(play, 39, "Libya", "Libyan WMD")


def _open_to_change(name: str, marker: str) -> Any:
    return lambda b, o, c: o == name and q.has_marker(b, marker)


waive(deploy.RC_TARGET, 37, _open_to_change("Iraq", "Iraqi WMD"), "Iraqi WMD opens Iraq to Regime Change")
waive(deploy.RC_TARGET, 39, _open_to_change("Libya", "Libyan WMD"), "Libyan WMD opens Libya to Regime Change")


@on(Moments.REGIME_CHANGED, 37)
def _weapons_found(play: Play, country: str) -> None:
    """Remove the marker at the Regime Change (cards 37, 39)."""
    if country == "Iraq":
        play.remove_marker("Iraqi WMD", rule="card 37")
    elif country == "Libya":
        play.remove_marker("Libyan WMD", rule="card 39")


# -------------------------------------------------------------------- 38 Libyan Deal


@event(
    38,
    when=(
        condition(38, "Libya is not Poor", lambda b, c: b["Libya"].governance == POOR, about=("Libya",)),
        condition(
            38,
            "neither Iraq nor Syria is an Ally",
            lambda b, c: ALLY in (b["Iraq"].alignment, b["Syria"].alignment),
            about=("Iraq", "Syria"),
        ),
    ),
)
def libyan_deal(play: Play) -> None:
    play.set_alignment("Libya", ALLY)
    play.prestige(1)
    named: tuple[str, ...] = ()
    for i in range(2):
        where = play.ask(
            Field.WHERE,
            play.board.schengen,
            s.IN_LIST,
            s.NOT_TWICE,
            item=i,
            purpose=Purpose.CHOOSE_POSTURE,
            named=named,
            countries=play.board.schengen,
            card=38,
        )
        s.choose_posture(play, where)
        named = (*named, where)
    play.remove_marker("Libyan WMD")
    play.place_marker("Libyan Deal", "Libya")


# -------------------------------------------------------------------- 40 Mass Turnout


@event(40, when=(condition(40, "there is no Regime Change country", lambda b, c: s.any_regime_change(b)),))
def mass_turnout(play: Play) -> None:
    where = regime_change_country(play, 40, Purpose.IMPROVE)
    if where:
        play.improve(where)


# -------------------------------------------------------------------- 41 NATO


@event(
    41,
    when=(
        condition(41, "there is a GWOT Relations Penalty", lambda b, c: q.gwot_penalty(b) == 0),
        condition(41, "there is no Regime Change country", lambda b, c: s.any_regime_change(b)),
    ),
)
def nato(play: Play) -> None:
    """Place Aid and the NATO marker of two Troops.

    There is one marker, which leaves with a Deploy.
    """
    where = regime_change_country(play, 41, Purpose.PLACE_AID)
    if where:
        play.aid(where, 1)
        s.bring_marker(play, 41, where)


@modifies(Queries.TROOP_MARKERS, 41)
def _nato_troops(board: Board, name: str, value: dict[str, int]) -> dict[str, int]:
    return s.counts_as_troops(board, 41, name, value, 2)


# -------------------------------------------------------------------- 42 Pakistani Offensive


@event(
    42,
    when=(
        condition(42, "Pakistan is not an Ally", lambda b, c: q.ally(b, "Pakistan"), about=("Pakistan",)),
        condition(42, "FATA is not in effect", lambda b, c: q.has_marker(b, "FATA")),
    ),
)
def pakistani_offensive(play: Play) -> None:
    play.remove_marker("FATA", rule="card 42")


# -------------------------------------------------------------------- 43 Patriot Act


@event(43)
def patriot_act(play: Play) -> None:
    """Make the United States Adjacent to Canada only."""
    play.place_marker("Patriot Act", US)


@modifies(Queries.ADJACENT, 43)
def _patriot_act_adjacency(board: Board, pair: tuple[str, str], value: bool) -> bool:
    return value and not (US in pair and "Canada" not in pair and q.has_marker(board, "Patriot Act"))


# -------------------------------------------------------------------- 44 Renditions


@event(
    44,
    when=(
        condition(44, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD),
        blocked_by(44, "Leak-Renditions"),
    ),
)
def renditions(play: Play) -> None:
    s.event_disrupt(play, 44)
    s.random_discard(play, "J")
    play.place_marker("Renditions")


# -------------------------------------------------------------------- 45 Safer Now


def _safer(board: Board) -> bool:
    return not any(c.governance == GOOD and (q.cells(board, n) or c.plots) for n, c in board.countries.items())


@event(
    45,
    when=(
        condition(45, "a country is under Islamist Rule", lambda b, c: not q.any_islamist(b)),
        condition(45, "a Good country has a Cell or a Plot", lambda b, c: _safer(b)),
    ),
)
def safer_now(play: Play) -> None:
    s.us_posture_roll(play)
    play.prestige(3)
    select_posture(play, 45)


# -------------------------------------------------------------------- 46 Sistani


def _sistani(board: Board) -> list[str]:
    return [n for n in board.shia_mix if board[n].regime_change and s.has_cell(board, n)]


@event(46, when=(condition(46, "no Shia-Mix Regime Change country has a Cell", lambda b, c: bool(_sistani(b))),))
def sistani(play: Play) -> None:
    where = s.country(
        play,
        46,
        lambda: _sistani(play.board),
        purpose=Purpose.IMPROVE,
        needs="a Shia-Mix Regime Change country with a Cell",
    )
    if where:
        play.improve(where)


# -------------------------------------------------------------------- 47 The door of Itjihad was closed


@event(47)
def itjihad(play: Play) -> None:
    """Lapse: pick each card of the Jihadist at random.

    Its use stays free.
    """
    if q.modified(Queries.CARDS_ARE_CHOSEN, play.board, "J", True):
        s.hidden_note(
            play, 47, "the Jihadist's cards are drawn at random for the rest of the turn; no record can show that"
        )
