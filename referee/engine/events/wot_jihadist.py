"""Events of the Jihadist cards (48 to 95)."""

from __future__ import annotations

from typing import Any

from referee.engine import cards as card_play
from referee.engine import events
from referee.engine import queries as q
from referee.engine.board import ADVERSARY, HARD, SOFT, US, Board
from referee.engine.changes import on
from referee.engine.data import (
    ALL,
    CARDS,
    EVENT_BOX_MARKERS,
    GOOD,
    ISLAMIST_RULE,
    MUSLIM,
    POOR,
    SCHENGEN,
    SHIA_MIX,
)
from referee.engine.events import blocked_by, condition, event
from referee.engine.events import steps as s
from referee.engine.operations import disrupt, plot, travel
from referee.engine.operations import recruit as recruiting
from referee.engine.operations.deploy import DESTINATION_ALLY, DESTINATION_MUSLIM
from referee.engine.play import Play
from referee.engine.requirement import Requirement, add, waive

RC_WITH_CELL = condition(52, "no Regime Change country has a Cell", lambda b, c: s.regime_change_with_cell(b))


# -------------------------------------------------------------------- 49 Al-Ittihad al-Islami, 50 Ansar al-Islam


@event(50, when=(condition(50, "Iraq is not worse than Good", lambda b, c: b["Iraq"].governance > GOOD),))
def ansar_al_islam(play: Play) -> None:
    if play.board.cells_track:
        where = s.country(play, 50, ("Iraq", "Iran"))
        if where:
            s.place_cells(play, where)


# -------------------------------------------------------------------- 52 IEDs


@event(52, when=(RC_WITH_CELL,))
def ieds(play: Play) -> None:
    s.random_discard(play, "US")


# -------------------------------------------------------------------- 53 Madrassas

FIRST_OF_PHASE = condition(
    53, "it is not the first card of a Jihadist Action Phase", lambda b, c: bool(c["first"]) and c["side"] == "J" and b.side == "J"
)
MADRASSAS_BASE = Requirement(
    "card 53: a Cell, a Cadre, Poor or Islamist Rule",
    "8.2.2",
    "{option} has neither Cell nor Cadre and is not marked Poor or Islamist Rule",
    lambda b, o, c: None
    if q.cells(b, o) or b[o].cadre or (b[o].data.muslim and b[o].governance in (POOR, ISLAMIST_RULE))
    else {},
)


@event(53, when=(FIRST_OF_PHASE,))
def madrassas(play: Play) -> None:
    """This card and the second one of the phase Recruit, whatever the Funding; Poor and Islamist Rule countries need nobody."""
    second_card_recruits(play, 1)
    play.remember("madrassas", play.board.phases, rule="card 53")


def second_card_recruits(play: Play, value: int) -> None:
    """Recruit rolls of Madrassas, for the card itself or for the second card of its phase."""
    from referee.engine.terms import Terms

    attempts = recruiting.announce(play, Terms(value, "J", free=True), (MADRASSAS_BASE,))
    for a in attempts:
        play.test(a.where, item=a.item)
    for a in attempts:
        a.successes = sum(recruiting.roll(play, a.where, a.n, a.item))
    recruiting.place(play, attempts, lambda: play.board.cells_track)


def _madrassas(board: Board, option: Any, c: Any) -> bool:
    return bool(board.recall("madrassas") == board.phases and board.side == "J")


waive(
    recruiting.BASE,
    53,
    lambda b, o, c: _madrassas(b, o, c) and b[o].data.muslim and b[o].governance in (POOR, ISLAMIST_RULE),
    "Madrassas Recruits in Poor and Islamist Rule countries",
)


@q.modifies("available cells", 53)
def _madrassas_available(board: Board, subject: str, value: int) -> int:
    return board.cells_track if _madrassas(board, None, None) else value


# -------------------------------------------------------------------- 56 Vieira de Mello Slain


@event(56, when=(RC_WITH_CELL,))
def vieira_de_mello(play: Play) -> None:
    play.prestige(-1)
    play.place_marker("Vieira de Mello Slain")


# -------------------------------------------------------------------- 57 Abu Sayyaf


@event(57, when=(blocked_by(57, "Moro Talks"),))
def abu_sayyaf(play: Play) -> None:
    s.place_cells(play, "Philippines")
    play.place_marker("Abu Sayyaf", "Philippines")


@on("plot placed", 57)
def _abu_sayyaf_plot(play: Play, country: str, token: int) -> None:
    b = play.board
    if country == "Philippines" and "Abu Sayyaf" in b[country].markers and q.troops(b, country) <= q.cells(b, country):
        play.prestige(-1, rule="card 57")


def _philippines(board: Board, option: Any, c: Any) -> bool:
    return option == "Philippines" and "Abu Sayyaf" in board["Philippines"].markers


waive(DESTINATION_MUSLIM, 57, _philippines, "Abu Sayyaf lets Troops Deploy to the Philippines")
waive(DESTINATION_ALLY, 57, _philippines, "Abu Sayyaf lets Troops Deploy to the Philippines")


# -------------------------------------------------------------------- 62 Ex-KGB


@event(62)
def ex_kgb(play: Play) -> None:
    if "CTR" in play["Russia"].markers:
        play.remove_marker("CTR", country="Russia")
        return
    where = s.country(play, 62, ("Caucasus", "Central Asia"))
    if where == "Caucasus":
        play.posture(where, s.opposite(q.us_posture(play.board)))
    elif where is not None:
        play.test(where)
        play.shift_alignment(where, ADVERSARY)


# -------------------------------------------------------------------- 68 Jemaah Islamiya


@event(68)
def jemaah_islamiya(play: Play) -> None:
    s.place_cells(play, "Indonesia/Malaysia", 2)


# -------------------------------------------------------------------- 71 Loose Nuke


@event(
    71,
    when=(
        condition(71, "Russia has no Cell", lambda b, c: s.has_cell(b, "Russia")),
        condition(71, "CTR is in Russia", lambda b, c: "CTR" not in b["Russia"].markers, rule="6.2.8"),
    ),
)
def loose_nuke(play: Play) -> None:
    wmd_attempt(play, "Russia")


def wmd_attempt(play: Play, where: str) -> None:
    """One roll as for an Operation: a WMD becomes Available, or a Cell is lost."""
    from referee.engine.operations.jihad import roll

    won = True
    if q.islamist(play.board, where):
        play.automatic("wmd", True, subject=where, rule="8.1.1", why=f"{where} is under Islamist Rule: the roll succeeds by itself")
    else:
        won = roll(play, where, 1, None, kind="wmd")[0]
    if won:
        play.release_wmd()
    else:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 72 Opium


@event(72, when=(condition(72, "Afghanistan has no Cell", lambda b, c: s.has_cell(b, "Afghanistan")),))
def opium(play: Play) -> None:
    all_of_them = q.islamist(play.board, "Afghanistan")
    s.place_cells(play, "Afghanistan", play.board.cells_track if all_of_them else 3)


# -------------------------------------------------------------------- 73 Pirates


def _pirate_coast(board: Board) -> bool:
    return q.islamist(board, "Somalia") or q.islamist(board, "Yemen")


@event(73, when=(condition(73, "neither Somalia nor Yemen is under Islamist Rule", lambda b, c: _pirate_coast(b)),))
def pirates(play: Play) -> None:
    play.place_marker("Pirates")


@on("funding drops", 73)
def _pirates_funding(play: Play) -> bool:
    """Funding does not drop at the end of a turn while the Pirates have a coast (5.2.5)."""
    return q.has_marker(play.board, "Pirates") and _pirate_coast(play.board)


# -------------------------------------------------------------------- 74 Schengen Visas


@event(74)
def schengen_visas(play: Play) -> None:
    on_map = sum(c.sleepers + c.actives for c in play.board.countries.values())
    free_travel(play, min(2, on_map), SCHENGEN)


def free_travel(play: Play, n: int, destinations: tuple[str, ...]) -> None:
    """``n`` Cells Travel without a roll."""
    if not n:
        return
    moves = travel.announce(play, n, destinations, least=n)
    for name in dict.fromkeys(m.target for m in moves):
        play.test(name)
    for m in moves:
        play.move_cell(m.origin, m.state, m.target, rule="8.3.1")


# -------------------------------------------------------------------- 75 Schroeder & Chirac


@event(75, when=(condition(75, "US Posture is Soft", lambda b, c: q.us_posture(b) == HARD),))
def schroeder_and_chirac(play: Play) -> None:
    play.posture("Germany", SOFT)
    play.posture("France", SOFT)
    play.prestige(-1)


# -------------------------------------------------------------------- 76 Abu Ghurayb


@event(76, when=(RC_WITH_CELL,))
def abu_ghurayb(play: Play) -> None:
    s.draw_cards(play, "J", 2)
    play.prestige(-2)
    s.ally_to_neutral(play, 76)


# -------------------------------------------------------------------- 80 FATA


@event(80)
def fata(play: Play) -> None:
    s.place_cells(play, "Pakistan")
    play.place_marker("FATA", "Pakistan")


add(
    disrupt.PERMITTED,
    80,
    lambda b, o, c: o == "Pakistan" and "FATA" in b["Pakistan"].markers and not b["Pakistan"].regime_change,
    "FATA bars a Disrupt in Pakistan while it is no Regime Change country",
)


# -------------------------------------------------------------------- 82 Jihadist Videos

NO_CELL_YET = Requirement(
    "card 82: a country without a Cell",
    "6.2.1",
    "{option} has a Cell; Jihadist Videos needs countries without one",
    lambda b, o, c: {} if q.cells(b, o) else None,
)
ANOTHER = Requirement(
    "event: different countries",
    "6.2.1",
    "{option} is named twice",
    lambda b, o, c: {} if o in c["named"] else None,
)


@event(82)
def jihadist_videos(play: Play) -> None:
    chosen: list[tuple[str, int]] = []
    for i in range(3):
        named = tuple(n for n, _ in chosen)
        chosen.append((play.ask("where", ALL, NO_CELL_YET, ANOTHER, item=i, named=named), i))
    for name, i in chosen:
        play.test(name, item=i)
    attempts = [recruiting.Attempt(name, 1, i, sum(recruiting.roll(play, name, 1, i))) for name, i in chosen]
    recruiting.place(play, attempts, lambda: play.board.cells_track)
    for name, _ in chosen:
        if not s.has_cell(play.board, name) and not play[name].cadre:
            play.set_cadre(name, True)


# -------------------------------------------------------------------- 83 Kashmir


@event(83, when=(blocked_by(83, "Indo-Pakistani Talks"),))
def kashmir(play: Play) -> None:
    play.test("Pakistan")
    play.shift_alignment("Pakistan", ADVERSARY)
    s.place_cells(play, "Pakistan")


# -------------------------------------------------------------------- 84, 85 Leak


def _leakable(board: Board) -> list[str]:
    return [m for m in EVENT_BOX_MARKERS if m in board.markers]


LEAKABLE = Requirement(
    "card 84: a marker to flip",
    "6.2.1",
    "{option} is not in the Event Box",
    lambda b, o, c: None if o in _leakable(b) else {},
)


@event(
    84,
    85,
    when=(condition(84, "no Enhanced Measures, Renditions or Wiretapping marker is in the Event Box", lambda b, c: bool(_leakable(b))),),
)
def leak(play: Play) -> None:
    marker = play.ask("flip", EVENT_BOX_MARKERS, LEAKABLE)
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
    if play.board.cells_track:
        where = s.country(play, 86, SHIA_MIX, field="cell")
        if where:
            s.place_cells(play, where)


# -------------------------------------------------------------------- 87, 88, 89 Martyrdom Operation


def _martyrdom(board: Board) -> list[str]:
    return [n for n in ALL if s.has_cell(board, n) and not q.islamist(board, n)]


@event(87, 88, 89, when=(condition(87, "every Cell is under Islamist Rule, or there is none", lambda b, c: bool(_martyrdom(b))),))
def martyrdom_operation(play: Play) -> None:
    where = s.country(play, 87, lambda: _martyrdom(play.board))
    if where:
        s.remove_one_cell(play, where)
        plot.place(play, where, 2, rule="card 87")


# -------------------------------------------------------------------- 90 Quagmire


@event(
    90,
    when=(condition(90, "Prestige is High", lambda b, c: b.prestige <= 6), RC_WITH_CELL),
)
def quagmire(play: Play) -> None:
    """Discarded Jihadist events happen as if the Jihadist played them, then the US turns Soft."""
    gone = s.random_discard(play, "US", 2)
    for card in gone:
        if card in CARDS and CARDS[card].side == "J" and not events.refusals(play.board, card, "J", False):
            play.take_card(card, "discards", rule="card 90")
            card_play.happen(play, card, "J")
            card_play.put_away(play, "J", (card,), "event", {card})
    play.posture(US, SOFT)


# -------------------------------------------------------------------- 91 Regional al-Qaeda


def _unmarked_muslim(board: Board) -> list[str]:
    return [n for n in MUSLIM if not board[n].marked]


UNMARKED = Requirement(
    "card 91: an unmarked Muslim country",
    "6.2.1",
    "{option} is not an unmarked Muslim country",
    lambda b, o, c: None if o in MUSLIM and not b[o].marked else {},
)


@event(91, when=(condition(91, "fewer than two Muslim countries are unmarked", lambda b, c: len(_unmarked_muslim(b)) >= 2),))
def regional_al_qaeda(play: Play) -> None:
    each = 2 if q.any_islamist(play.board) else 1
    chosen: list[str] = []
    for i in range(2):
        chosen.append(play.ask("where", ALL, UNMARKED, ANOTHER, item=i, named=tuple(chosen)))
    for name in chosen:
        s.place_cells(play, name, each)


# -------------------------------------------------------------------- 92 Saddam


@event(
    92,
    when=(
        condition(92, "Iraq is not Poor and Adversary", lambda b, c: b["Iraq"].governance == POOR and b["Iraq"].alignment == ADVERSARY),
        blocked_by(92, "Saddam Captured"),
    ),
)
def saddam(play: Play) -> None:
    play.set_funding(9)


# -------------------------------------------------------------------- 93 Taliban


@event(93)
def taliban(play: Play) -> None:
    play.test("Afghanistan")
    play.besiege("Afghanistan")
    places = ["Afghanistan", "Pakistan"]
    if play.board.cells_track == 1:
        one = s.country(play, 93, places, field="cell")
        places = [one] if one else []
    for name in places:
        s.place_cells(play, name)
    ruled = any(q.islamist(play.board, n) for n in ("Afghanistan", "Pakistan"))
    play.prestige(-3 if ruled else -1)


# -------------------------------------------------------------------- 94 The door of Itjihad was closed


def _itjihad(board: Board) -> list[str]:
    return [n for n in MUSLIM if n in q.recent(board, board.improved)]


@event(
    94,
    when=(
        condition(94, "no Muslim country was tested to Fair or improved in this or the last Action Phase", lambda b, c: bool(_itjihad(b))),
    ),
)
def itjihad_closed(play: Play) -> None:
    where = s.country(play, 94, lambda: _itjihad(play.board))
    if where:
        play.worsen(where, rule="4.2.1")


# -------------------------------------------------------------------- 95 Wahhabism


@event(95)
def wahhabism(play: Play) -> None:
    governance = play["Saudi Arabia"].governance
    if governance == ISLAMIST_RULE:
        play.set_funding(9)
    else:
        play.funding(governance)


