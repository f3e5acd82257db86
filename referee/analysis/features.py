"""The features of a position: smooth numbers for the static estimate.

No feature jumps by more than the worth of a piece, a marker or a step of a track.
"""

from __future__ import annotations

from math import exp

from referee.editions.base.queries import Queries
from referee.editions.solo import options as solo
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, SOFT, US, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, N_TROOPS, POOR

OF_A_DECK = 0.85
"""The approximate share of all cards that a reshuffle brings back."""

NAMES = (
    "one",
    "good",
    "islamist",
    "fair or good",
    "poor or islamist",
    "near 12 good",
    "near 6 islamist",
    "near 15 fair or good",
    "ahead",
    "ahead, last turn",
    "ahead, late",
    "ahead, last moment",
    "margin, late",
    "good, late",
    "islamist, late",
    "prestige",
    "low prestige",
    "high prestige",
    "funding",
    "low funding",
    "troops on track",
    "overstretch",
    "cells",
    "few cells",
    "active cells",
    "sleepers",
    "cells outside",
    "cells in the US",
    "cadres",
    "cells near Resources",
    "cells in Poor countries",
    "cells in Good countries",
    "reserves us",
    "reserves j",
    "wmd available",
    "wmd stored",
    "wmd and cells in the US",
    "plots",
    "plots in the US",
    "us hard",
    "world",
    "penalty",
    "regime changes",
    "troops in regime changes",
    "troops elsewhere",
    "besieged",
    "aid",
    "allies fair",
    "allies poor",
    "adversaries",
    "adversaries fair",
    "resources fair",
    "resources poor",
    "resources of allies",
    "islamist neighbours",
    "unmarked",
    "civil wars",
    "militia",
    "advisors",
    "awakening",
    "reaction",
    "caliphate",
    "camps",
    "us to act",
    "played",
    "hand us",
    "hand j",
    "time",
    "time squared",
    "poor, low prestige",
    "good, early",
    "islamist, early",
    "soft outside",
    "jihadist bot",
    "us bot",
    "activities",
    "level j",
    "level us",
    "goes by points",
    "good, last turn",
    "islamist, last turn",
    "resources fair, last turn",
    "cells, last turn",
    "us to act, last turn",
    "hand us, last turn",
    "hand j, last turn",
    "awakening, late",
    "reaction, late",
    "prestige, late",
)
"""The features in order."""


def turns_left(board: Board) -> float:
    """Return the approximate number of turns to play.

    The present one counts by the cards left in the hands. In the last deck only deals that do not empty it count: the
    one that does ends the game (5.3.1).
    """
    deal = q.hand_size(board, "J") + q.hand_size(board, "US")
    hands = _held(board.hand_j) + _held(board.hand_us)
    further = board.decks - 1 - board.reshuffles
    if further > 0:
        deals = (board.deck + further * OF_A_DECK * len(board.rules.cards)) / deal - 0.5
    else:
        deals = max(0, board.deck - 1) // deal
    return hands / deal + deals


def _held(cards: int | None) -> int:
    """The number of cards of a hand; a usual number if unknown."""
    return 8 if cards is None else cards


def measured(board: Board) -> tuple[list[float], float]:
    """Return the features of a position, and the remaining turns.

    Everything is counted in one pass over the map, since luck needs it after each result of each roll.
    """
    countries = board.countries
    good = islamist = fair_good = poor_islamist = green = 0
    actives = sleepers = outside = cadres = near = in_poor = in_good = 0
    plots = changes = troops_in_change = troops = besieged = aid = 0
    allies_fair = allies_poor = adversaries = adversaries_fair = of_fair = of_poor = of_allies = unmarked = 0
    wars = militia = advisors = camps = hard = soft = 0
    awakening = reaction = 0.0
    ruled = []
    resources = q.resources
    for name, c in countries.items():
        data = c.data
        cells = c.sleepers + c.actives
        if cells:
            actives += c.actives
            sleepers += c.sleepers
        if c.cadre:
            cadres += 1
        if c.plots:
            plots += len(c.plots)
        if not data.muslim:
            outside += cells
            posture = c.posture
            if posture and name != US:
                if posture == HARD:
                    hard += 1
                elif posture == SOFT:
                    soft += 1
            continue
        level = c.governance
        if c.troops:
            troops += c.troops
        if not level:
            unmarked += 1
            continue
        worth = resources(board, name)
        change = c.regime_change
        if change:
            changes += 1
            troops_in_change += c.troops
            if change == "green":
                green += worth
        if level == POOR:
            poor_islamist += 1
            of_poor += worth
            in_poor += cells
        elif level == FAIR:
            fair_good += 1
            of_fair += worth
        elif level == GOOD:
            fair_good += 1
            good += worth
            in_good += cells
        elif level == ISLAMIST_RULE:
            poor_islamist += 1
            islamist += worth
            ruled.append(data)
        if cells and level != ISLAMIST_RULE:
            near += worth * (cells if cells < 4 else 4)
        if c.besieged:
            besieged += worth
        if c.aid:
            aid += 1
        if c.alignment == ALLY:
            of_allies += worth
            if level == FAIR:
                allies_fair += 1
            elif level == POOR:
                allies_poor += 1
        elif c.alignment == ADVERSARY:
            adversaries += 1
            if level == FAIR:
                adversaries_fair += 1
        more = c.__dict__
        if more:
            if more.get("civil_war"):
                wars += 1
            militia += more.get("militia", 0)
            advisors += more.get("advisors", 0)
            awakening += more.get("awakening", 0) * worth
            reaction += more.get("reaction", 0) * worth
            if c.markers and "Training Camps" in c.markers:
                camps += 1
    beside = board.__dict__
    home = countries[US]
    us_hard = home.posture == HARD
    cells_home = home.sleepers + home.actives
    world = max(-3, min(3, hard - soft))
    penalty = abs(world) if world and (world > 0) != us_hard else 0
    all_cells = actives + sleepers
    prestige, funding, track = board.prestige, board.funding, board.troops_track
    left = turns_left(board)
    late, last, early = exp(-left / 3), exp(-left / 0.8), 1 - exp(-left / 6)
    margin = good - 2 * (islamist + green) - 0.5
    ahead = _squashed(margin / 1.5)
    wide = _squashed(margin / 4)
    neighbours = sum([other.name in one.adjacent for one in ruled for other in ruled]) if len(ruled) > 1 else 0
    low, poor = max(0.0, (4 - prestige) / 3), poor_islamist / 15
    seats = board.rules.seats
    options = board.options
    bot_j = bot_us = alone = level_j = level_us = 0.0
    if seats:
        bot_j, bot_us, alone = (
            float(solo.JIHADIST_BOT in options),
            float(solo.US_BOT in options),
            float(solo.ACTIVITIES in options),
        )
        level_j, level_us = _level(options, solo.IDEOLOGIES), _level(options, solo.RESOLVES)
    acts = board.side == "US"
    hand_us, hand_j = _held(board.hand_us), _held(board.hand_j)
    found = [
        1.0,
        good / 12,
        islamist / 6,
        fair_good / 15,
        poor,
        exp((good - 12) / 2),
        exp((islamist - 6) / 1.5),
        exp((fair_good - 15) / 2),
        wide,
        ahead * last,
        ahead * late,
        _squashed(margin * 2) * exp(-left / 0.25),
        margin / 12 * late,
        good / 12 * late,
        islamist / 6 * late,
        prestige / 12,
        low,
        max(0.0, (prestige - 6) / 6),
        funding / 9,
        max(0.0, (4 - funding) / 3),
        track / N_TROOPS,
        max(0.0, (5 - track) / 5),
        all_cells / 15,
        exp(-all_cells / 2.5),
        actives / 15,
        sleepers / 15,
        outside / 5,
        min(cells_home, 4) / 2,
        cadres / 4,
        near / 20,
        in_poor / 10,
        in_good / 5,
        board.reserves_us / 2,
        board.reserves_j / 2,
        board.wmd_available / 3,
        (board.arsenal + _stored(board)) / 3,
        (1 - exp(-board.wmd_available)) * min(cells_home, 3),
        plots / 3,
        float(len(home.plots)),
        float(us_hard),
        world / 3,
        penalty / 3,
        changes / 2,
        troops_in_change / 10,
        (troops - troops_in_change) / 10,
        besieged / 3,
        aid / 4,
        allies_fair / 5,
        allies_poor / 5,
        adversaries / 5,
        adversaries_fair / 3,
        of_fair / 12,
        of_poor / 20,
        of_allies / 12,
        min(neighbours, 4) / 2,
        unmarked / 10,
        wars / 3,
        militia / 10,
        advisors / 3,
        awakening / 10,
        reaction / 10,
        float(bool(beside.get("capital", ""))),
        float(camps),
        float(acts),
        board.played * (1.0 if acts else -1.0) / 2,
        hand_us / 9,
        hand_j / 9,
        left / 10,
        left * left / 100,
        low * poor * poor,
        good / 12 * early,
        islamist / 6 * early,
        soft / 10,
        bot_j,
        bot_us,
        alone,
        level_j,
        level_us,
        float("campaign-points" in options),
        good / 12 * last,
        islamist / 6 * last,
        of_fair / 12 * last,
        all_cells / 15 * last,
        acts * last,
        hand_us / 9 * last,
        hand_j / 9 * last,
        awakening / 10 * late,
        reaction / 10 * late,
        prestige / 12 * late,
    ]
    return found, left


def _squashed(x: float) -> float:
    """Return a number between -1 and 1."""
    return 2 / (1 + exp(-x)) - 1


def _stored(board: Board) -> int:
    """Return the number of WMD in countries other than Pakistan (11.3.1)."""
    value = q.modified(Queries.WMD_STORED, board, "", 0) if "capital" in board.__dict__ else 0
    return value


def _level(options: tuple[str, ...], names: tuple[str, ...]) -> float:
    """Return the level of a Bot, from 0 to 1."""
    return max((names.index(name) + 1 for name in options if name in names), default=0) / len(names)


def kind_of(board: Board) -> str:
    """Return the name of the table for a position.

    Its edition, and whether a system of the solitaire game plays a side.
    """
    return f"{'awakening' if 11 in board.rules.chapters else 'base'}{' alone' if board.rules.seats else ''}"
