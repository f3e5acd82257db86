"""Events of the Jihadist cards 48 to 72."""

from __future__ import annotations

from typing import Any

from referee.editions.base import card_uses, options, put_away
from referee.editions.base.events import blocked_by, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.editions.base.operations import disrupt
from referee.editions.base.operations import recruit as recruiting
from referee.editions.base.operations.common import MARKER_STAYS
from referee.editions.base.operations.deploy import DESTINATION_MUSLIM
from referee.editions.base.queries import Queries
from referee.engine.law import hand_rules
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Failure, Requirement, TestResult, add, explain, waive
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.law.terms import Terms
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, SOFT, US, Board
from referee.engine.state.cause import Stage
from referee.engine.state.data import GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.seams import modifies, on
from referee.engine.state.words import listed

RC_WITH_CELL = condition(52, "no Regime Change country has a Cell", lambda b, c: s.regime_change_with_cell(b))


# -------------------------------------------------------------------- 48 Adam Gadahn, 53 Madrassas: two cards in one


def _first(board: Board, c: Context) -> bool:
    return bool(c["first"]) and c["side"] == "J" and board.side == "J"


def second_card(board: Board) -> int:
    """The card of this phase about its second card, or 0.

    It is 48 or 53; the phase is the Jihadist's.
    """
    card, phase = board.recall("second card") or (0, 0)
    return card if phase == board.phases and board.side == "J" else 0


def claim_second_card(play: Play, card: int) -> None:
    """Bind the next card of the phase to this one.

    A bar to Recruit yields to the later Event (6.2.3).
    """
    barred = recruiting.PERMITTED.failure(play.board, None, {})
    if isinstance(barred, Failure):
        s.doubt_note(play, card, f"{barred.message}; this later Event overrides that (6.2.3)")
    play.remember("second card", (card, play.board.phases), rule=f"card {card}")


def _not_to_recruit(card: int, title: str) -> None:
    """Requirement that the second card serves for the first one's Recruit.

    No bar to it counts.
    """
    text = f"{title} was played first: the second card of the phase Recruits"

    def other_use(board: Board, option: Any, c: Context) -> bool:
        return c["player"] == "J" and second_card(board) == card and option != "recruit"

    for use in (card_uses.JIHADIST_OPERATION, card_uses.EVENT_PLAYABLE):
        add(use, card, other_use, text, rule="6.2.1")
    waive(recruiting.PERMITTED, card, lambda b, o, c: second_card(b) == card, text)


_not_to_recruit(48, "Adam Gadahn")
_not_to_recruit(53, "Madrassas")


@event(
    48,
    when=(
        condition(48, "it does not open a Jihadist Action Phase", _first),
        condition(48, "no Cell is Available", lambda b, c: q.available_cells(b) > 0),
    ),
)
def adam_gadahn(play: Play) -> None:
    """Let the second card Recruit in an empty United States (1-2)."""
    claim_second_card(play, 48)


add(
    recruiting.BASE,
    48,
    lambda b, o, c: second_card(b) == 48 and o != US,
    "Adam Gadahn Recruits in the United States, not in {option}",
    rule="6.2.1",
)
waive(
    recruiting.BASE,
    48,
    lambda b, o, c: second_card(b) == 48 and o == US,
    "Adam Gadahn Recruits in the United States without Cell or Cadre",
)


@modifies(Queries.RECRUIT_NUMBER, 48)
def _gadahn_number(board: Board, where: str, value: int) -> int:
    return 2 if second_card(board) == 48 and where == US else value


@modifies(Queries.TRIGGER_IGNORED, 48)
def _gadahn_trigger(board: Board, card: int, value: bool) -> bool:
    """Bar a US Event on the second card, but not US Election (6.3.1)."""
    return value or (second_card(board) == 48 and board.cards[card].side == "US")


def _taught(board: Board, name: str) -> bool:
    """Whether Madrassas needs neither Cell nor Cadre in a country."""
    return board[name].data.muslim and board[name].governance in (POOR, ISLAMIST_RULE)


@event(53, when=(condition(53, "it does not open a Jihadist Action Phase", _first),))
def madrassas(play: Play) -> None:
    """Recruit with this card and the second one of the phase.

    Funding does not limit it, and Poor countries need neither Cell nor Cadre.
    """
    claim_second_card(play, 53)
    anywhere = any(recruiting.BASE.holds(play.board, n, {}) for n in play.board.names)
    attempts = recruiting.announce(play, Terms(1), (recruiting.BASE,), least=1 if anywhere else 0)
    recruiting.carry_out(play, attempts)


waive(
    recruiting.BASE,
    53,
    lambda b, o, c: second_card(b) == 53 and _taught(b, o),
    "Madrassas Recruits in Poor and Islamist Rule countries",
)


@modifies(Queries.AVAILABLE_CELLS, 53)
def _madrassas_available(board: Board, subject: str, value: int) -> int:
    return board.cells_track if second_card(board) == 53 else value


# -------------------------------------------------------------------- 49 Al-Ittihad al-Islami, 50 Ansar al-Islam


@event(49)
def al_ittihad_al_islami(play: Play) -> None:
    s.place_in(play, 49, "Somalia")


@event(
    50,
    when=(
        condition(50, "Iraq is not marked worse than Good", lambda b, c: b["Iraq"].governance > GOOD, about=("Iraq",)),
    ),
)
def ansar_al_islam(play: Play) -> None:
    s.place_in_one(play, 50, ("Iraq", "Iran"))


# -------------------------------------------------------------------- 51 FREs, 52 IEDs

TROOPS_IN_IRAQ = condition(51, "there are no Troops in Iraq", lambda b, c: q.troops(b, "Iraq") > 0, about=("Iraq",))


@event(51, when=(TROOPS_IN_IRAQ,))
def fres(play: Play) -> None:
    s.place_in(play, 51, "Iraq", 2 if q.has_marker(play.board, "Saddam Captured") else 4)


@event(52, when=(RC_WITH_CELL,))
def ieds(play: Play) -> None:
    s.random_discard(play, "US")


# -------------------------------------------------------------------- 54 Moqtada al-Sadr


@event(54, when=(TROOPS_IN_IRAQ,))
def moqtada_al_sadr(play: Play) -> None:
    """Place the marker, an Active Cell beyond the fifteen.

    It does not need the track, and takes no Cadre off.
    """
    s.may_name(play, 54, "Iraq")
    play.place_marker(s.SADR, "Iraq")


@modifies(Queries.CELLS, 54)
def _sadr_is_a_cell(board: Board, name: str, value: int) -> int:
    return value + (name == "Iraq" and s.SADR in board.countries[name].markers)


@on(Moments.CELL_LOST_IN_JIHAD, 54)
def _sadr_lost(play: Play, where: str) -> bool:
    """Choose Sadr or another Active Cell for a failed roll (8.4.3).

    The Jihadist chooses.
    """
    if not s.sadr_there(play.board, where):
        return False
    if play[where].actives and play.ask(Field.LOST, ("cell", s.SADR), subject=where, side="J", rule="8.4.3") == "cell":
        return False
    s.remove_sadr(play, cadre=False)
    return True


explain(
    disrupt.SOMEONE_THERE,
    54,
    lambda b, o, c: s.sadr_there(b, o),
    "Sadr is the only Cell in {option}, and a Disrupt does not touch him",
)
explain(
    MARKER_STAYS,
    54,
    lambda b, o, c: o.endswith(s.SADR),
    "Sadr is a marker that counts as a Cell; he neither Travels nor can be Disrupted",
)


@on(Moments.DISRUPTED, 54)
def _cadre_beside_sadr(play: Play, where: str, chosen: str) -> None:
    if chosen == "cadre" and s.sadr_there(play.board, where):
        s.doubt_note(play, 54, "the rules leave open whether Sadr keeps a Cadre from being Disrupted; it was accepted")


# -------------------------------------------------------------------- 55 Uyghur Jihad, 56 Vieira de Mello Slain


@event(55)
def uyghur_jihad(play: Play) -> None:
    play.test("China")
    where = s.country(
        play, 55, ("China" if play["China"].posture == SOFT else "Central Asia",), purpose=Purpose.PLACE_CELL
    )
    if where:
        s.place_cells(play, where)


@event(56, when=(RC_WITH_CELL,))
def vieira_de_mello(play: Play) -> None:
    play.prestige(-1)
    play.place_marker("Vieira de Mello Slain")


# -------------------------------------------------------------------- 57 Abu Sayyaf


@event(57, when=(blocked_by(57, "Moro Talks"),))
def abu_sayyaf(play: Play) -> None:
    s.place_in(play, 57, "Philippines")
    play.place_marker("Abu Sayyaf", "Philippines")


@on(Moments.PLOT_PLACED, 57)
def _abu_sayyaf_plot(play: Play, country: str, token: int) -> None:
    """Lower Prestige for each Plot in the Philippines, unless Troops prevail.

    There must be more Troops than Cells.
    """
    b = play.board
    if country != "Philippines" or "Abu Sayyaf" not in b[country].markers or play.cause[:1] == (Stage.SET_UP,):
        return
    if q.troops(b, country) <= q.cells(b, country):
        play.prestige(-1, rule="card 57")
    else:
        play.table.not_due("prestige", "", None, "card 57", "more Troops than Cells are there, so the Plot costs none")


waive(
    DESTINATION_MUSLIM,
    57,
    lambda b, o, c: o == "Philippines" and "Abu Sayyaf" in b[o].markers,
    "Abu Sayyaf lets Troops Deploy to the Philippines",
)


@on(Moments.DEPLOY, 57)
def _abu_sayyaf_deploy(play: Play, target: str) -> None:
    """Test unmarked Philippines as the target of a Deploy (4.9.4)."""
    if target == "Philippines" and "Abu Sayyaf" in play[target].markers:
        play.test(target)


# -------------------------------------------------------------------- 58 Al-Anbar


@event(58, when=(blocked_by(58, "Anbar Awakening"),))
def al_anbar(play: Play) -> None:
    """Place one Cell in Iraq, and limit Disrupt there and in Syria.

    It affects one Cell, and no Cadre at all.
    """
    s.place_in(play, 58, "Iraq")
    play.place_marker("Al-Anbar")


def _anbar(board: Board, name: str) -> bool:
    return name in ("Iraq", "Syria") and q.has_marker(board, "Al-Anbar")


@modifies(Queries.DISRUPT_LIMIT, 58)
def _anbar_limit(board: Board, name: str, value: int) -> int:
    return 1 if _anbar(board, name) else value


add(
    disrupt.SOMEONE_THERE,
    58,
    lambda b, o, c: _anbar(b, o) and not disrupt.disruptable(b, o),
    "Al-Anbar keeps a Disrupt from removing the Cadre in {option}",
    rule="7.4.2",
)


explain(
    disrupt.NUMBER,
    58,
    lambda b, o, c: _anbar(b, c["where"]),
    "Al-Anbar limits a Disrupt in {where} to {due:Cell}, not {named}",
)


# -------------------------------------------------------------------- 59 Amerithrax


def us_cards(board: Board) -> tuple[int, ...]:
    """The US-associated cards of the game."""
    return tuple(n for n, card in board.cards.items() if card.side == "US")


def _highest(board: Board, option: Any, c: Context) -> TestResult:
    held = [n for n in c["held"] if n in us_cards(board)]
    if option == NOTHING:
        return {"what": f"{board.cards[held[0]].name} is in the US hand, so a card"} if held else None
    if option not in board.cards:
        return None
    if option not in us_cards(board):
        return {"what": f"{board.cards[option].name} has no US Event; such a card"}
    better = [n for n in held if board.cards[n].ops > board.cards[option].ops]
    return (
        {"what": f"{board.cards[better[0]].name} is worth more than {board.cards[option].name} and"} if better else None
    )


HIGHEST_US_CARD = Requirement("card 59: the highest US card", "6.2.1", "{what} is to be discarded", _highest)


@event(59)
def amerithrax(play: Play) -> None:
    """Discard the US card of highest value; others may stay hidden.

    The card is US-associated.
    """
    if play.board.hand("US") == 0:
        play.table.not_due("discard", "", None, "6.2.4", "the US hand is empty, so nothing is discarded")
        return
    cards, eligible = play.board.cards, us_cards(play.board)
    held = s.cards_known(play, "US")
    is_open = s.open_hand(play, "US")
    mine = [n for n in held if n in eligible]
    best = [n for n in mine if cards[n].ops == max(cards[m].ops for m in mine)]
    card = play.ask(
        Field.DISCARD,
        (best or [NOTHING]) if is_open else [*eligible, UNKNOWN, NOTHING],
        hand_rules.CAN_BE_IN_HAND,
        hand_rules.HELD,
        HIGHEST_US_CARD,
        side="US",
        hidden=not is_open,
        player="US",
        playing=s.in_play(play),
        held=held,
    )
    if card == NOTHING:
        why = "Amerithrax found no US-associated card"
        hands.oblige(play, "US", eligible, why, "6.2.1", HIGHEST_US_CARD.id)
        return
    number = card if card in cards else 0
    put_away.discard(play, "US", number)
    if number in eligible:
        higher = tuple(n for n in eligible if cards[n].ops > cards[number].ops)
        if higher:
            why = f"Amerithrax took {cards[number].name} as the highest"
            hands.oblige(play, "US", higher, why, "6.2.1", HIGHEST_US_CARD.id)
    elif not number:
        s.hidden_note(
            play,
            59,
            "the record does not name the card that the US discarded, so it cannot be checked that it was the highest",
        )


# -------------------------------------------------------------------- 60 Bhutto Shot


@event(60, when=(condition(60, "Pakistan has no Cell", lambda b, c: s.has_cell(b, "Pakistan"), about=("Pakistan",)),))
def bhutto_shot(play: Play) -> None:
    play.remove_marker("Benazir Bhutto")
    play.place_marker("Bhutto Shot", "Pakistan")


# -------------------------------------------------------------------- 61 Detainee Release


def _disrupted(board: Board) -> list[str]:
    recent = q.recent(board, board.disrupted)
    return [n for n in board.names if n in recent]


@event(
    61,
    when=(
        condition(
            61, "no country was Disrupted in this Action Phase or the one before", lambda b, c: bool(_disrupted(b))
        ),
        condition(61, "GTMO is in effect", lambda b, c: not q.lapsing(b, 114), rule="6.2.8"),
        blocked_by(61, "Renditions"),
    ),
)
def detainee_release(play: Play) -> None:
    s.place_in_one(play, 61, lambda: _disrupted(play.board))
    s.draw_cards(play, "J", 1)


# -------------------------------------------------------------------- 62 Ex-KGB


@event(62)
def ex_kgb(play: Play) -> None:
    if "CTR" in play["Russia"].markers:
        s.may_name(play, 62, "Russia")
        play.remove_marker("CTR", country="Russia")
        return
    where = s.country(play, 62, ("Caucasus", "Central Asia"), purpose=Purpose.TOWARD_ADVERSARY)
    if where == "Caucasus":
        play.posture(where, s.opposite(q.us_posture(play.board)))
    elif where is not None:
        play.test(where)
        play.shift_alignment(where, ADVERSARY)


# -------------------------------------------------------------------- 63 Gaza War, 64 Hariri Killed


@event(63)
def gaza_war(play: Play) -> None:
    s.random_discard(play, "US")
    play.funding(1)
    play.prestige(-1)


@event(64)
def hariri_killed(play: Play) -> None:
    s.may_name(play, 64, "Lebanon", "Syria")
    play.test("Lebanon")
    play.test("Syria")
    play.set_alignment("Syria", ADVERSARY)
    play.worsen("Syria")


# -------------------------------------------------------------------- 65 HEU, 69 Kazakh Strain, 71 Loose Nuke


def _sources(board: Board, names: tuple[str, ...]) -> list[str]:
    """Countries with a Cell and without CTR, which Blocks each (6.2.8)."""
    return [n for n in names if s.has_cell(board, n) and "CTR" not in board[n].markers]


def _wmd_card(card: int, *names: str) -> None:
    """Roll in one of ``names`` for a WMD, at a Cell's risk.

    The WMD marker becomes Available, or a Cell is lost.
    """
    anyone = condition(
        card,
        f"there is no Cell in {listed(names, 'or')}",
        lambda b, c: any(s.has_cell(b, n) for n in names),
        about=names,
    )

    def ctr(board: Board, option: Any, c: Context) -> TestResult:
        there = [n for n in names if s.has_cell(board, n)]
        return {"where": listed(there), "about": there} if there and not _sources(board, names) else None

    unblocked = Requirement(f"card {card}: CTR", "6.2.8", "CTR is in effect in {where}", ctr)

    @event(card, when=(anyone, unblocked))
    def attempt(play: Play) -> None:
        where = s.country(play, card, lambda: _sources(play.board, names), purpose=Purpose.SEEK_WMD)
        if where:
            s.wmd_attempt(play, where)


_wmd_card(65, "Russia", "Central Asia")
_wmd_card(69, "Central Asia")
_wmd_card(71, "Russia")


# -------------------------------------------------------------------- 66, 67, 68, 70: Cells in countries that are named


@event(66)
def homegrown(play: Play) -> None:
    s.place_in(play, 66, "United Kingdom")


@event(67)
def islamic_jihad_union(play: Play) -> None:
    s.one_each(play, 67, "Central Asia", "Afghanistan")


@event(68)
def jemaah_islamiya(play: Play) -> None:
    s.place_in(play, 68, "Indonesia/Malaysia", 2)


@event(70, when=(blocked_by(70, "Indo-Pakistani Talks"),))
def lashkar_e_tayyiba(play: Play) -> None:
    s.one_each(play, 70, "Pakistan", "India")


# -------------------------------------------------------------------- 72 Opium


@event(
    72,
    when=(condition(72, "Afghanistan has no Cell", lambda b, c: s.has_cell(b, "Afghanistan"), about=("Afghanistan",)),),
)
def opium(play: Play) -> None:
    """Place three Cells, or all of the track under Islamist Rule.

    Funding does not matter.
    """
    all_of_them = q.islamist(play.board, "Afghanistan")
    n = play.board.cells_track if all_of_them else 3
    if all_of_them and q.available_cells(play.board) < n:
        options.note_reading(play, "opium-available")
        if options.chosen(play.board, "opium-available"):
            n = q.available_cells(play.board)
    s.place_in(play, 72, "Afghanistan", n)
