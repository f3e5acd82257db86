"""What may be set of a position, and how far: the facts of a country or of the tracks as controls, with the reasons."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from referee.engine.board import Board, Country
from referee.engine.data import PLOT_SUPPLY, SIDE_NAMES
from referee.engine.facts import NOWHERE, Fact, Shape
from referee.engine.facts.cards import FirstPlot, Hand, HandCards, OnePlace
from referee.engine.facts.clock import CardOfPhase, Phase, SecondCard, Stage, Winner
from referee.engine.facts.kinds import Choice, Derived, LookBack, Number, OfTheLine
from referee.engine.facts.pieces import AllPieces, Pieces, Track
from referee.engine.facts.plots import Available, PlotMarkers
from referee.engine.facts.states import ANYWHERE, EventMarkers, Governance, Posture, PostureOf, SidedMarker
from referee.engine.film import twin
from referee.engine.journal import Journal, Kind
from referee.engine.play import Play
from referee.engine.script import Statement
from referee.engine.statements import put
from referee.engine.tables.prompt import PromptTable
from referee.engine.words import sentence
from referee.reports.report.geography import printed

Control = dict[str, Any]
MOST_CARDS = 20
"""Most cards that a hand is set to."""
GROUPS = {
    "state": "The country",
    "pieces": "Pieces",
    "markers": "Event markers",
    "lately": "Lately",
    "clock": "The clock",
    "tracks": "Tracks",
    "cards": "Cards",
    "plots": "Plots and WMD",
}
"""The parts of a sheet by their names, with their titles."""
STAGES = {"action": "An Action Phase", "plots": "Plots are resolved", "end": "The turn ends"}
LATELY = {"struck": "Struck when Plots were resolved last"}
"""Look-backs that are about no Action Phase."""


def country(board: Board, name: str) -> dict[str, Any]:
    """What may be set in a country, part by part, and what the map prints of it."""
    c = board[name]
    found: dict[str, list[Control]] = {"state": [], "pieces": [], "markers": [], "lately": []}
    for fact in board.rules.facts.on_country():
        made = _control(board, name, fact) if _ever(fact, c) else None
        if made is not None:
            piece = isinstance(fact, (Pieces, PlotMarkers)) or made["kind"] == "number"
            found["markers" if isinstance(fact, EventMarkers) else "pieces" if piece else "state"].append(made)
    for fact in board.rules.facts.on_board():
        if isinstance(fact, LookBack):
            found["lately"].insert(0, _lately(board, name, fact))
        elif isinstance(fact, PostureOf) and fact.country == name and (made := _control(board, "", fact)) is not None:
            found["state"].insert(0, made)
    return {"name": name, "printed": ", ".join(printed(c.data)), "groups": _grouped(found)}


def tracks(board: Board) -> dict[str, Any]:
    """What may be set beside the countries, part by part; what follows from the rest as pairs of words."""
    found: dict[str, list[Control]] = {"clock": [], "tracks": [], "markers": [], "cards": [], "plots": []}
    follows = []
    for fact in board.rules.facts.on_board():
        if isinstance(fact, (Derived, Track)):
            if fact.forms and fact.heading:
                value = fact.plain(board)
                follows.append([_capital(fact.heading), str(value)])
            continue
        made = _control(board, "", fact)
        if made is not None:
            found[_part(fact)].append(made)
    return {"name": "", "groups": _grouped(found), "follows": follows}


def _grouped(found: dict[str, list[Control]]) -> list[dict[str, Any]]:
    return [{"title": GROUPS[name], "controls": made} for name, made in found.items() if made]


def _part(fact: Fact) -> str:
    if isinstance(fact, EventMarkers):
        return "markers"
    if isinstance(fact, (Phase, CardOfPhase, Stage, SecondCard)) or fact.key.startswith("clock"):
        return "clock"
    if isinstance(fact, (Hand, HandCards, OnePlace, FirstPlot)) or fact.rule.startswith(("5.3", "3.3")):
        return "cards"
    if fact.rule.startswith(("4.7.8", "4.8.1", "8.5", "11.3.1", "11.3.2")):
        return "plots"
    return "tracks"


# -------------------------------------------------------------------- one control


def _control(board: Board, subject: str, fact: Fact) -> Control | None:
    """A fact as a control, None for what is not set by hand: it follows from the rest, or is about a line."""
    made = _by_kind(board, subject, fact)
    if made is not None:
        made = {
            "field": fact.name,
            "subject": subject,
            "label": _capital(_label(fact, subject)),
            "rule": fact.rule,
        } | made
    return made


def _by_kind(board: Board, subject: str, fact: Fact) -> Control | None:
    shapes = {form.shape for form in fact.forms}
    match fact:
        case EventMarkers():
            return None if fact.absent else _markers(board, subject, fact)
        case LookBack() | AllPieces() | Available() | Derived() | SecondCard() | OfTheLine() | Winner():
            return None
        case Posture() if subject in fact.fixed:
            return None
        case Phase():
            return {
                "kind": "turn",
                "value": [board.side, board.phase],
                "options": [{"value": s, "label": n} for s, n in SIDE_NAMES.items()],
                "min": 1,
                "max": 9,
            }
        case CardOfPhase():
            return _stepper(board.played + 1, 1, 2)
        case PlotMarkers():
            return _plots(board, subject, fact)
        case Hand():
            value = board.hand(fact.side)
            return _stepper(value, 0, MOST_CARDS) | {"none": "not counted"}
        case HandCards() | OnePlace() | FirstPlot():
            return _cards(board, fact)
        case Number():
            return _number(board, fact)
        case Stage():
            return _choice(board, subject, fact, board.stage)
    if Shape.COUNTED in shapes:
        return _counted(board, subject, fact)
    if (shapes == {Shape.FIXED} and fact.attribute) or isinstance(fact, (Choice, SidedMarker, Governance)):
        return _fixed(board, subject, fact)
    fixed = [f for f in fact.forms if f.shape is Shape.FIXED and isinstance(f.value, bool) and f.written]
    return _fixed(board, subject, fact) if fixed and len(fixed) == len(fact.forms) and fact.name != "empty" else None


def _label(fact: Fact, subject: str) -> str:
    if isinstance(fact, HandCards):
        return f"Cards known in the {SIDE_NAMES[fact.side]} hand"
    noun = getattr(fact, "noun", "")
    if isinstance(noun, tuple):
        return str(noun[1]) or fact.heading
    return noun or (fact.label or fact.name if subject else fact.heading.removesuffix(" as").removeprefix("the "))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _stepper(value: int | None, low: int, high: int, why: str = "") -> Control:
    return {"kind": "number", "value": value, "min": low, "max": high, "why": why}


def _number(board: Board, fact: Number) -> Control:
    high = fact.top(board)
    return _stepper(
        getattr(board, fact.attribute), fact.low, high, f"{_capital(fact.heading)} ends at {high} ({fact.rule})."
    )


def _counted(board: Board, subject: str, fact: Fact) -> Control | None:
    """Pieces or markers of a country: as many as there are left of them."""
    value = int(fact.read(board, _say(subject, fact, 0)))
    if isinstance(fact, Pieces):
        supply = fact.supply
        left = max(0, getattr(board, supply.track))
        why = f"No {supply.noun[0] if supply.noun[0] == supply.noun[1] else supply.noun[1]} are left on the track ({supply.rule})."
        barred = why_not(board, subject, fact, value + 1) if left else ""
        return _stepper(value, 0, value if barred else value + left, barred or why)
    barred = why_not(board, subject, fact, value + 1)
    if barred and not value and not fact.bars:
        return None
    return _stepper(value, 0, value if barred else value + 1, barred)


def _fixed(board: Board, subject: str, fact: Fact) -> Control | None:
    """One of several values in words, or a marker that lies there or not."""
    have = next(iter(fact.told(board, subject)), None)
    forms = [f for f in fact.forms if f.shape is Shape.FIXED and f.written]
    if all(isinstance(f.value, bool) for f in forms):
        value = bool(fact.read(board, _say(subject, fact, True)))
        why = why_not(board, subject, fact, not value) if not value else ""
        return {"kind": "toggle", "value": value, "why": why}
    return _choice(board, subject, fact, have)


def _choice(board: Board, subject: str, fact: Fact, have: Any) -> Control | None:
    options = []
    if subject and isinstance(fact, (SidedMarker, Posture)):
        none = "None" if isinstance(fact, SidedMarker) else "Untested"
        options.append({"value": None, "label": none, "why": why_not(board, subject, fact, "") if have else ""})
    if have is None:
        have = next((f.value for f in fact.forms if f.value and fact.holds(board, _say(subject, fact, f.value))), None)
    for form in fact.forms:
        if form.shape is not Shape.FIXED or not form.written or form.value in ("any", ""):
            continue
        nothing = not form.value
        if not (nothing or form.value == have or _takes(board, subject, fact, form.value)):
            continue
        why = "" if form.value == have or nothing else why_not(board, subject, fact, form.value)
        label = str(form.value) if isinstance(fact, SidedMarker) else fact.words(form.value)
        label = STAGES.get(label, label) if isinstance(fact, Stage) else label
        options.append({"value": None if nothing else form.value, "label": _capital(label), "why": why})
    return {"kind": "choice", "value": have or None, "options": options} if len(options) > 1 else None


def _say(subject: str, fact: Fact, value: Any) -> Statement:
    return Statement(subject, fact.name, value, NOWHERE)


def _plots(board: Board, subject: str, fact: PlotMarkers) -> Control:
    """Plot markers on a country, oldest first, and which others there are."""
    have = next(iter(fact.told(board, subject)), ())
    options = []
    for value in (*PLOT_SUPPLY, "W", "?"):
        label = {"W": "WMD", "?": "face down"}.get(value, f"Plot {value}")
        options.append({"value": value, "label": label, "why": why_not(board, subject, fact, (*have, value))})
    return {"kind": "plots", "value": list(have), "options": options}


def _markers(board: Board, subject: str, fact: EventMarkers) -> Control | None:
    """Event markers that may lie here; one that lies elsewhere says where."""
    have = list(fact.holder(board, subject).markers)
    options = []
    for name, places in sorted(fact.places.items()):
        if subject not in places and not (places == ANYWHERE and subject):
            continue
        elsewhere = [n for n, c in board.countries.items() if name in c.markers and n != subject]
        other = fact.sides.get(name) or next((k for k, v in fact.sides.items() if v == name), "")
        why = ""
        if elsewhere and len(places) < 2:
            why = f"{name} lies in {elsewhere[0]}."
        elif other in board.markers or other in have:
            why = f"{other} is its other side."
        options.append({"value": name, "label": name, "why": "" if name in have else why})
    return {"kind": "many", "value": have, "options": options} if options else None


def _cards(board: Board, fact: Fact) -> Control:
    """Cards in a pile or a hand by number; of Lapsing cards the list of those that there are."""
    have = next(iter(fact.told(board, "")), None)
    if isinstance(fact, FirstPlot):
        return {"kind": "card", "value": have}
    value = list(have or ())
    if fact.name.startswith("lapsing"):
        options = [{"value": n, "label": c.name, "why": ""} for n, c in sorted(board.cards.items()) if c.lapsing]
        return {"kind": "many", "value": value, "options": options}
    return {"kind": "cards", "value": value}


def _lately(board: Board, name: str, fact: LookBack) -> Control:
    """Whether something happened to a country lately: a look-back names all countries together."""
    told = [v[0] for v in fact.told(board, "")]
    when = "in the Action Phase before" if fact.ago else "in this Action Phase"
    label = LATELY.get(fact.name) or f"{_capital(fact.name.removesuffix(' before'))} {when}"
    made = {"kind": "member", "value": name in told, "among": told, "field": fact.name, "subject": ""}
    return made | {"label": label, "rule": fact.rule, "why": ""}


# -------------------------------------------------------------------- what cannot be


def _tried(board: Board, subject: str, fact: Fact, value: Any) -> Board:
    """A board of its own on which a thing is so."""
    trial = twin(board)
    play = Play(trial, Journal(), PromptTable([], trial), ())
    put(play, _say(subject, fact, value), "3.2", kind=Kind.SET_UP)
    return trial


def _takes(board: Board, subject: str, fact: Fact, value: Any) -> bool:
    """Whether the board can be made so at all, whatever else speaks against it."""
    return fact.holds(_tried(board, subject, fact, value), _say(subject, fact, value))


def why_not(board: Board, subject: str, fact: Fact, value: Any) -> str:
    """Why a thing cannot be so on this board, in a sentence with its rule; "" if it can.

    What only makes another thing impossible there is no reason: that thing goes.
    """
    facts = board.rules.facts
    before = {(p.sentence, p.subject) for p in facts.problems(board)}
    trial = _tried(board, subject, fact, value)
    for track in facts.on_board():
        if isinstance(track, Track):
            setattr(trial, track.attribute, max(0, track.supply.rest(trial)))
    for p in facts.problems(trial):
        if (p.sentence, p.subject) in before or (p.subject == subject and subject and p.fields[:1] != (fact.name,)):
            continue
        return f"{sentence(p.sentence)} ({p.rule})"
    return ""


def _ever(fact: Fact, c: Country) -> bool:
    """Whether a thing can lie on a country at all, whatever state the country is in."""
    if not fact.bars or (fact.attribute and getattr(c, fact.attribute)):
        return _has_a_say(fact, c)
    return _has_a_say(fact, c) and any(not any(bar.test(v) for bar in fact.bars) for v in _variants(fact, c))


def _variants(fact: Fact, c: Country) -> Iterator[Country]:
    for governance in range(5) if c.data.muslim else (c.governance,):
        for war in (False, True) if hasattr(c, "civil_war") and c.data.muslim else (False,):
            v = copy.copy(c)
            v.governance = governance
            if hasattr(c, "civil_war"):
                v.civil_war = war  # type: ignore[attr-defined]
            if fact.bars and any(bar.missing for bar in fact.bars) and fact.attribute:
                for form in fact.forms:
                    w = copy.copy(v)
                    setattr(w, fact.attribute, form.value)
                    yield w
            else:
                yield v


def _has_a_say(fact: Fact, c: Country) -> bool:
    """Whether a country has such a thing by its kind."""
    if isinstance(fact, Governance):
        return c.data.muslim
    return True
