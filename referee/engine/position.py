"""A position as statements: the one writer of what :mod:`referee.engine.statements` reads, and what cannot be.

The statements of a position, put on an empty board as a set-up block, give the same position again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.engine import hidden, statements
from referee.engine import queries as q
from referee.engine.board import HARD, US, Board, Country
from referee.engine.data import (
    CARDS,
    FAIR,
    LEAKED,
    N_CELLS,
    N_TROOPS,
    N_WMD,
    PLOT_SUPPLY,
    POOR,
)
from referee.engine.script import Place, Statement

Problem = tuple[str, str, Place]
"""Rule, sentence and place of something that cannot be."""
NOWHERE = Place(1, 1, 1)
_TRACK_LIMITS = (
    ("prestige", 1, 12, "4.7.1"),
    ("funding", 1, 9, "4.7.4.1"),
    ("reserves J", 0, 2, "6.3.3"),
    ("reserves US", 0, 2, "6.3.3"),
    ("wmd box", 0, 3, "4.7.8.1"),
    ("arsenal", 0, 3, "4.7.8.1"),
    ("troops track", 0, N_TROOPS, "4.7.3"),
    ("cells track", 0, N_CELLS, "4.7.4"),
    ("turn", 1, 999, "5.2.1"),
    ("decks", 1, 3, "3.3"),
    ("deck", 0, len(CARDS), "5.3.1"),
)


# -------------------------------------------------------------------- the writer


def statements_of(board: Board) -> list[Statement]:
    """The whole position as statements, in the order in which a reader wants them."""
    return [*_clock(board), *_tracks(board), *_cards(board), *_plots(board), *_countries(board)]


def _say(subject: str, field: str, value: Any) -> Statement:
    return Statement(subject, field, value, NOWHERE)


def _clock(b: Board) -> list[Statement]:
    found = [_say("", "turn", b.turn), _say("", "phase", (b.side, b.phase)), _say("", "card", b.played + 1)]
    ruling = statements.actual(b, _say("", "second card", 0))
    if ruling and b.stage == "action":
        found.append(_say("", "second card", ruling))
    if b.stage in ("plots", "end"):
        found.append(_say("", "stage", b.stage))
    for field, happened in (("disrupted", b.disrupted), ("improved", b.improved)):
        for when, name in happened:
            if when == b.phases:
                found.append(_say("", field, (name,)))
            elif when == b.phases - 1:
                found.append(_say("", f"{field} before", (name,)))
    return found


def _tracks(b: Board) -> list[Statement]:
    found = [_say("", "prestige", b.prestige), _say("", "funding", b.funding), _say("", "us", b[US].posture)]
    found += [_say("", "troops track", b.troops_track), _say("", "cells track", b.cells_track)]
    found += [_say("", f"reserves {side}", b.reserves(side)) for side in ("J", "US") if b.reserves(side)]
    return found + [_say("", "marker", name) for name in b.markers]


def _beside_the_deck(b: Board) -> int:
    """Cards that are counted anywhere else."""
    boxes = len(b.lapsing) + len(b.boxed)
    return (b.hand_j or 0) + (b.hand_us or 0) + len(b.discards) + len(b.removed) + boxes


def _cards(b: Board) -> list[Statement]:
    found = []
    for side, known in (("J", b.cards_j), ("US", b.cards_us)):
        size = b.hand(side)
        if size is not None:
            found.append(_say("", f"hand {side}", size))
            if known and any(known):
                found.append(_say("", f"cards {side}", known))
    # a card out of a hand of which nothing is known, not even its size, was never counted out of the deck
    found.append(_say("", "deck", min(b.deck, len(CARDS) - _beside_the_deck(b))))
    lists = (("discards", b.discards), ("removed", b.removed), ("lapsing", b.lapsing))
    for field, cards in (*lists, ("lapsing markers", b.lapsing_markers)):
        if cards:
            found.append(_say("", field, cards))
    if b.first_plot is not None:
        found.append(_say("", "first plot", b.first_plot))
    if b.decks != 1:
        found.append(_say("", "decks", b.decks))
    if b.reshuffles:
        found.append(_say("", "reshuffles", b.reshuffles))
    return found


def _plots(b: Board) -> list[Statement]:
    found = []
    if (b.wmd_box, b.arsenal) != (3, 3):
        found += [_say("", "wmd box", b.wmd_box), _say("", "arsenal", b.arsenal)]
        found.append(_say("", "wmd out", N_WMD - b.wmd_box - b.arsenal - b.wmd_available))
    if b.tokens or b.wmd_available:
        found.append(_say("", "available", statements.available(b)))
    tagged = tuple((n, k) for n, c in b.countries.items() for k, t in enumerate(c.plots, 1) if t in b.backlash)
    found += [_say("", "backlash", (tag,)) for tag in tagged]
    return found


def _countries(b: Board) -> list[Statement]:
    return [s for c in b.countries.values() for s in _country(b, c)]


def _country(b: Board, c: Country) -> list[Statement]:
    found: list[tuple[str, Any]] = []
    if c.data.muslim and c.governance:
        found += [("governance", c.governance), ("alignment", c.alignment)]
    elif c.data.non_muslim and c.posture and c.name not in (US, "Israel"):
        found.append(("posture", c.posture))
    if c.regime_change:
        found.append(("regime change", c.regime_change))
    found += [(name, True) for name in ("besieged", "cadre") if getattr(c, name)]
    found += [(name, getattr(c, name)) for name in ("troops", "sleepers", "actives", "aid") if getattr(c, name)]
    if c.plots:
        found.append(("plots", tuple(hidden.known(b, t) or "?" for t in c.plots)))
    found += [("marker", name) for name in c.markers]
    return [_say(c.name, field, value) for field, value in found]


# -------------------------------------------------------------------- what cannot be


def problems(b: Board, given: list[Statement]) -> list[Problem]:
    """What cannot be in the position that a set-up block states, each with its rule and place."""
    if not given:
        return []
    found = [*_pieces(b, given), *_limits(b, given)]
    for c in b.countries.values():
        found += _in_country(c, given)
    found += [*_plot_supply(b, given), *_markers(b, given), *_card_places(b, given)]
    for s in given:
        if (s.field in statements.DERIVED or s.field == "available") and not statements.holds(b, s):
            found.append((statements.defining_rule(b, s), statements.sentence(b, s), s.place))
    return found


def _place(given: list[Statement], subject: str | None, *fields: str) -> Place:
    """Where something was stated: about ``subject`` (None: anything) and one of ``fields``."""
    for s in given:
        if subject in (None, s.subject) and s.field in fields:
            return s.place
    return next((s.place for s in given if subject and s.subject == subject), given[0].place)


def _pieces(b: Board, given: list[Statement]) -> list[Problem]:
    found = []
    troops = b.troops_track + sum(c.troops for c in b.countries.values())
    cells = b.cells_track + sum(c.sleepers + c.actives for c in b.countries.values())
    for what, have, due, fields in (
        ("Troops", troops, N_TROOPS, ("troops track", "troops")),
        ("Cells", cells, N_CELLS, ("cells track", "cells", "sleepers", "actives")),
    ):
        if have != due:
            message = f"there are {due} {what} in the game; this position has {have}"
            found.append(("4.6.3", message, _place(given, None, *fields)))
    return found


def _limits(b: Board, given: list[Statement]) -> list[Problem]:
    found = []
    for field, low, high, rule in _TRACK_LIMITS:
        value = statements.actual(b, _say("", field, 0))
        if not low <= value <= high:
            name = field if field.startswith("reserves") else field.capitalize()
            message = f"{name} runs from {low} to {high}; the position has {value}"
            found.append((rule, message, _place(given, "", field)))
    if not 0 <= b.played <= (1 if b.stage == "action" else 2):
        message = f"an Action Phase has two cards; the position has card {b.played + 1}"
        found.append(("5.2.2", message, _place(given, "", "card")))
    if b.phase < 1:
        found.append(("5.2.2", "Action Phases are counted from 1", _place(given, "", "phase")))
    if b.reshuffles >= b.decks:
        message = f"the game ends with reshuffle {b.decks}; the position has {b.reshuffles} behind it"
        found.append(("5.3.1", message, _place(given, "", "reshuffles", "decks")))
    return found


def _in_country(c: Country, given: list[Statement]) -> list[Problem]:
    found: list[Problem] = []
    name = c.name

    def no(rule: str, why: str, *fields: str) -> None:
        found.append((rule, f"{name} {why}", _place(given, name, *fields)))

    if not c.data.muslim:
        if c.governance != c.data.governance:
            no("4.4" if c.data.kind == "iran" else "4.3.1", "has its Governance printed on the map", "governance")
        if c.alignment:
            no("4.2.3", "is not a Muslim country and has no Alignment", "alignment")
        if c.regime_change:
            no("7.3.4.1", "is not a Muslim country and cannot have a Regime Change marker", "regime change")
        if c.besieged or c.aid:
            no("4.8.3", "is not a Muslim country and has neither Aid nor a Besieged Regime", "besieged", "aid")
    else:
        if c.alignment and not c.governance:
            no("4.2.3", "is unmarked and has no Alignment yet", "alignment", "governance")
        if c.regime_change and c.governance not in (FAIR, POOR):
            no("7.3.4.1", "cannot have a Regime Change marker: only Poor and Fair countries can", "regime change")
    if c.posture and not c.data.non_muslim:
        no("4.3.2", "has no Posture", "posture")
    if name == "Israel" and c.posture != HARD:
        no("4.3.3", "is always Hard", "posture", "governance")
    if name == US and not c.posture:
        no("4.3.2", "always has a Posture", "posture", "governance")
    return found


def _plot_supply(b: Board, given: list[Statement]) -> list[Problem]:
    found = []
    on_map: Counter[str] = Counter()
    for c in b.countries.values():
        on_map.update(hidden.known(b, t) or "?" for t in c.plots)
    at = _place(given, None, "plots")
    for value, most in PLOT_SUPPLY.items():
        if on_map[value] > most:
            found.append(("4.8.1", f"there are {most} Plots of value {value}; the position has {on_map[value]}", at))
    if sum(on_map.values()) > sum(PLOT_SUPPLY.values()) + N_WMD:
        found.append(("4.8.1", f"there are {sum(PLOT_SUPPLY.values())} numbered Plots and {N_WMD} WMD", at))
    wmd = b.wmd_box + b.arsenal + max(b.wmd_available, on_map["W"])
    if wmd > N_WMD:
        where = _place(given, None, "wmd out", "available", "wmd box", "arsenal", "plots")
        found.append(("4.7.8.1", f"there are {N_WMD} WMD markers in the game; this position has {wmd}", where))
    return found


def _markers(b: Board, given: list[Statement]) -> list[Problem]:
    found = []
    places: dict[str, list[str]] = {}
    for where, names in (("the Event Box", b.markers), *((c.name, c.markers) for c in b.countries.values())):
        for name in names:
            places.setdefault(name, []).append(where)
    for name, there in places.items():
        if len(there) > 1 and name != "CTR":  # CTR marks Russia and Central Asia
            stated = [s.place for s in given if s.field == "marker" and s.value == name]
            message = f"the marker {name} is there once; the position has it in {' and '.join(there)}"
            found.append(("6.2.7", message, stated[-1] if stated else given[0].place))
        if name in LEAKED and name.removeprefix("Leak-") in places:
            stated = [s.place for s in given if s.field == "marker" and s.value == name]
            message = f"{name} is the other side of {name.removeprefix('Leak-')}: both cannot be in effect"
            found.append(("6.2.8", message, stated[-1] if stated else given[0].place))
    return found


def _card_places(b: Board, given: list[Statement]) -> list[Problem]:
    found: list[Problem] = []
    piles: list[tuple[str, str, tuple[int, ...]]] = [
        ("discards", "the discard pile", b.discards),
        ("removed", "the removed cards", b.removed),
        ("lapsing", "the Lapsing boxes", b.lapsing),
        ("first plot", "the 1st Plot box", b.boxed),
    ]
    for side, whose in (("J", "the Jihadist hand"), ("US", "the US hand")):
        listed = next((s.value for s in given if s.field == f"cards {side}"), ())
        size = b.hand(side)
        if size is not None and len(listed) > size:
            message = f"{whose} holds {size} cards; {len(listed)} are listed"
            found.append(("5.3.2", message, _place(given, "", f"cards {side}")))
        piles.append((f"cards {side}", whose, listed))
    seen: dict[int, str] = {}
    for field, where, cards in piles:
        for n in cards:
            at = _place(given, "", field)
            if n and n not in CARDS:
                found.append(("4.10.3", f"there is no card {n}", at))
            elif n in seen:
                found.append(("5.3.1", f"card {CARDS[n].name} is in {seen[n]} and in {where}", at))
            elif n:
                seen[n] = where
    for n in (*b.lapsing, *b.lapsing_markers):
        if n in CARDS and not CARDS[n].lapsing:
            message = f"card {CARDS[n].name} has no Lapsing event"
            found.append(("6.2.7", message, _place(given, "", "lapsing", "lapsing markers")))
    total = b.deck + _beside_the_deck(b)
    if total > len(CARDS):
        message = f"there are {len(CARDS)} cards in the game; this position has {total}"
        fields = ("deck", "discards", "hand J", "hand US", "removed")
        found.append(("5.3.1", message, _place(given, "", *fields)))
    return found


def summary(b: Board) -> str:
    """What follows from a position, in one line: World Posture and the four counts (4.7.2, 4.7.6)."""
    world = q.world_posture_name(q.world_posture(b))
    counts = f"good {q.good_resources(b)}, islamist {q.islamist_resources(b)}"
    return f"world {world}, {counts}, fair/good {q.fair_good(b)}, poor/islamist {q.poor_islamist(b)}"
