"""The facts of a country or the tracks, as controls.

Each control has its limits and the reasons for them.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from typing import Any

from referee.engine.law.play import Play
from referee.engine.law.tables.prompt import PromptTable
from referee.engine.state.board import Board, Country
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, PLOT_SUPPLY, POOR, SIDE_NAMES
from referee.engine.state.facts import NOWHERE, Fact, Shape
from referee.engine.state.facts.cards import FirstPlot, HandCards, HandSize, UniquePile
from referee.engine.state.facts.clock import CardOfPhase, Phase, SecondCard, StageFact, Winner
from referee.engine.state.facts.fact import UNKNOWN
from referee.engine.state.facts.kinds import ChoiceFact, DerivedFact, LineClaim, LookBack, Number
from referee.engine.state.facts.pieces import AllPieces, Pieces, Track
from referee.engine.state.facts.plots import AvailablePlots, PlotMarkers
from referee.engine.state.facts.rest import Rest
from referee.engine.state.facts.states import ANYWHERE, EventMarkers, Governance, Posture, SidedMarker, TrackPosture
from referee.engine.state.journal import Journal, Kind
from referee.engine.state.rewinder import twin
from referee.engine.state.script import Statement
from referee.engine.state.statements import write
from referee.engine.state.words import capital, sentence
from referee.reports.report.geography import printed

Control = dict[str, Any]
MOST_CARDS = 20
"""Most cards of a set hand."""
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
STATE = "state"
"""The control of both Governance and Alignment."""
SMALL = ("sleepers", "actives", "cadre", "troops", "militia", "plots")
"""The pieces of a country with influence on most plays."""
_GOVERNANCE = {GOOD: "Good", FAIR: "Fair", POOR: "Poor"}
STAGES = {"action": "An Action Phase", "plots": "Plots are resolved", "end": "The turn ends"}
LAPSING = ("lapsing", "lapsing markers")
"""Facts with Lapsing cards alone."""
LATELY = {"struck": "Struck when Plots were resolved last"}
"""Look-backs without an Action Phase."""


def country(board: Board, name: str) -> dict[str, Any]:
    """The controls of a country by part, and the map's print."""
    c = board[name]
    found: dict[str, list[Control]] = {"state": [], "pieces": [], "markers": [], "lately": []}
    for fact in board.rules.facts.on_country():
        made = _control(board, name, fact) if _possible(fact, c) else None
        if made is not None:
            piece = isinstance(fact, (Pieces, PlotMarkers)) or made["kind"] == "number"
            found["markers" if isinstance(fact, EventMarkers) else "pieces" if piece else "state"].append(made)
    for fact in board.rules.facts.on_board():
        if isinstance(fact, LookBack):
            found["lately"].insert(0, _lately(board, name, fact))
        elif (
            isinstance(fact, TrackPosture) and fact.country == name and (made := _control(board, "", fact)) is not None
        ):
            found["state"].insert(0, made)
    return {"name": name, "printed": ", ".join(printed(c.data)), "groups": _grouped(found)}


def small(board: Board, name: str) -> dict[str, Any]:
    """The main controls of a country: its state and its pieces."""
    whole = country(board, name)
    found = {c["field"]: c for group in whole["groups"] for c in group["controls"]}
    state = [_state(board, name)] if board[name].data.muslim else [found[f] for f in ("posture", "us") if f in found]
    pieces = [found[f] for f in SMALL if f in found]
    groups = [{"title": "", "controls": some} for some in (state, pieces) if some]
    return {"name": name, "printed": "", "small": True, "groups": groups}


def _state(board: Board, name: str) -> Control:
    """Governance and Alignment of a country together: one tap states both."""
    c = board[name]
    found = []
    for level, alignment in product((GOOD, FAIR, POOR), ("ally", "neutral", "adversary")):
        found.append(_option([level, alignment], f"{_GOVERNANCE[level]} {alignment.title()}", ""))
    found.append(_option([ISLAMIST_RULE, "adversary"], "Islamist Rule", ""))
    known = {"governance", "alignment"}.isdisjoint(field for where, field in board.unknown if where == name)
    if not board.unknown or known:
        found.append(_option(None, "Not known" if board.unknown else "Unmarked", ""))
    value = [c.governance, c.alignment] if known and c.governance else None if known else UNKNOWN
    label = {"field": STATE, "subject": name, "label": f"{name}: Governance and Alignment", "rule": "4.9.1"}
    return label | {"kind": "state", "value": value, "options": found}


def tracks(board: Board) -> dict[str, Any]:
    """The controls beside the countries; derived values as pairs of words."""
    found: dict[str, list[Control]] = {"clock": [], "tracks": [], "markers": [], "cards": [], "plots": []}
    follows = []
    for fact in board.rules.facts.on_board():
        if isinstance(fact, (DerivedFact, Track)):
            if fact.forms and fact.heading:
                known = board.rules.facts.is_known(fact, board, "")
                follows.append([capital(fact.heading), str(fact.plain(board)) if known else "not known"])
        elif (made := _control(board, "", fact)) is not None:
            found[_part(fact)].append(made)
    return {"name": "", "groups": _grouped(found), "follows": follows}


def _grouped(found: dict[str, list[Control]]) -> list[dict[str, Any]]:
    return [{"title": GROUPS[name], "controls": made} for name, made in found.items() if made]


def _part(fact: Fact) -> str:
    if isinstance(fact, EventMarkers):
        return "markers"
    if isinstance(fact, (Phase, CardOfPhase, StageFact, SecondCard)) or fact.key.startswith("clock"):
        return "clock"
    if isinstance(fact, (HandSize, HandCards, UniquePile, FirstPlot)) or fact.rule.startswith(("5.3", "3.3")):
        return "cards"
    return "plots" if fact.rule.startswith(("4.7.8", "4.8.1", "8.5", "11.3.1", "11.3.2")) else "tracks"


# -------------------------------------------------------------------- one control


def _control(board: Board, subject: str, fact: Fact) -> Control | None:
    """A fact as a control; None for derived ones and lines'."""
    made = _by_kind(board, subject, fact)
    if made is None:
        return None
    label = capital(_label(fact, subject))
    if not board.rules.facts.is_known(fact, board, subject):
        made = _unknown(made)
    return {"field": fact.name, "subject": subject, "label": label, "rule": fact.rule} | made


def _unknown(made: Control) -> Control:
    """A control of an unstated fact.

    It shows no value; each may be chosen, absence as well.
    """
    match made["kind"]:
        case "number":
            return made | {"value": None, "none": "not known"}
        case "toggle":
            options = [_option(True, "Yes", made["why"]), _option(False, "No", "")]
            return {"kind": "choice", "value": UNKNOWN, "options": options}
        case "choice":
            return made | {"value": UNKNOWN}
    return made


def _by_kind(board: Board, subject: str, fact: Fact) -> Control | None:
    match fact:
        case (
            Rest() | LookBack() | AllPieces() | AvailablePlots() | DerivedFact() | SecondCard() | LineClaim() | Winner()
        ):
            return None
        case EventMarkers():
            return None if fact.absent else _markers(board, subject, fact)
        case Posture() if subject in fact.fixed:
            return None
        case Phase():
            sides = [_option(s, n) for s, n in SIDE_NAMES.items()]
            return {"kind": "turn", "value": [board.side, board.phase], "options": sides, "min": 1, "max": 9}
        case CardOfPhase():
            return _stepper(board.played + 1, 1, 2)
        case PlotMarkers():
            return _plots(board, subject, fact)
        case HandSize():
            return _stepper(board.hand(fact.side), 0, MOST_CARDS) | {"none": "not counted"}
        case HandCards() | UniquePile() | FirstPlot():
            return _cards(board, fact)
        case Number():
            high = fact.top(board)
            why = f"{capital(fact.heading)} ends at {high} ({fact.rule})."
            return _stepper(getattr(board, fact.attribute), fact.low, high, why)
        case StageFact():
            return _choice(board, subject, fact, board.stage)
    shapes = {form.shape for form in fact.forms}
    if Shape.COUNTED in shapes:
        return _counted(board, subject, fact)
    fixed = (shapes == {Shape.FIXED} and fact.attribute) or isinstance(fact, (ChoiceFact, SidedMarker, Governance))
    return _fixed(board, subject, fact) if fixed or _switch(fact) else None


def _switch(fact: Fact) -> bool:
    """Whether a thing is there or not, and nothing else."""
    forms = [f for f in fact.forms if f.shape is Shape.FIXED and isinstance(f.value, bool) and f.written]
    return bool(forms) and len(forms) == len(fact.forms) and fact.name != "empty"


def _label(fact: Fact, subject: str) -> str:
    if isinstance(fact, HandCards):
        return f"Cards known in the {SIDE_NAMES[fact.side]} hand"
    noun = getattr(fact, "noun", "")
    if isinstance(noun, tuple):
        return str(noun[1]) or fact.heading
    return noun or (fact.label or fact.name if subject else fact.heading)


def _option(value: Any, label: str, why: str | None = None) -> Control:
    """A value of a control; ``why`` is the reason against it.

    "" if there is none.
    """
    return {"value": value, "label": label} | ({} if why is None else {"why": why})


def _stepper(value: int | None, low: int, high: int, why: str = "") -> Control:
    return {"kind": "number", "value": value, "min": low, "max": high, "why": why}


def _counted(board: Board, subject: str, fact: Fact) -> Control | None:
    """Pieces or markers of a country, up to the number available."""
    value = int(fact.actual(board, _say(subject, fact, 0)))
    left, why = 1, ""
    if isinstance(fact, Pieces):
        supply = fact.supply
        left = max(0, getattr(board, supply.track))
        noun = supply.noun[0] if supply.noun[0] == supply.noun[1] else supply.noun[1]
        why = f"No {noun} are left on the track ({supply.rule})."
    barred = why_not(board, subject, fact, value + 1) if left else ""
    if barred and not value and not fact.bars and not isinstance(fact, Pieces):
        return None
    return _stepper(value, 0, value if barred else value + left, barred or why)


def _fixed(board: Board, subject: str, fact: Fact) -> Control | None:
    """One of several values in words, or a marker's presence."""
    forms = [f for f in fact.forms if f.shape is Shape.FIXED and f.written]
    if not all(isinstance(f.value, bool) for f in forms):
        return _choice(board, subject, fact, next(iter(fact.values(board, subject)), None))
    value = bool(fact.actual(board, _say(subject, fact, True)))
    return {"kind": "toggle", "value": value, "why": "" if value else why_not(board, subject, fact, True)}


def _choice(board: Board, subject: str, fact: Fact, have: Any) -> Control | None:
    options = []
    sided = isinstance(fact, SidedMarker)
    if subject and isinstance(fact, (SidedMarker, Posture)):
        why = why_not(board, subject, fact, "") if have else ""
        options.append(_option(None, "None" if sided else "Untested", why))
    if have is None:
        have = next((f.value for f in fact.forms if f.value and fact.holds(board, _say(subject, fact, f.value))), None)
    for form in fact.forms:
        value = form.value
        if form.shape is not Shape.FIXED or not form.written or value in ("any", ""):
            continue
        settled = not value or value == have
        if not settled and not _takes(board, subject, fact, value):
            continue
        label = str(value) if sided else fact.words(value)
        label = STAGES.get(label, label) if isinstance(fact, StageFact) else label
        why = "" if settled else why_not(board, subject, fact, value)
        options.append(_option(value or None, capital(label), why))
    return {"kind": "choice", "value": have or None, "options": options} if len(options) > 1 else None


def _say(subject: str, fact: Fact, value: Any) -> Statement:
    return Statement(subject, fact.name, value, NOWHERE)


def _plots(board: Board, subject: str, fact: PlotMarkers) -> Control:
    """Plot markers on a country, oldest first, and the other ones."""
    have = next(iter(fact.values(board, subject)), ())
    labels = {**{value: f"Plot {value}" for value in PLOT_SUPPLY}, "W": "WMD", "?": "face down"}
    options = [_option(v, label, why_not(board, subject, fact, (*have, v))) for v, label in labels.items()]
    return {"kind": "plots", "value": list(have), "options": options}


def _markers(board: Board, subject: str, fact: EventMarkers) -> Control | None:
    """Event markers of this place; one elsewhere shows its place."""
    have = list(fact.holder(board, subject).markers)
    options = []
    for name, places in sorted(fact.places.items()):
        if subject not in places and not (places == ANYWHERE and subject):
            continue
        elsewhere = [n for n, c in board.countries.items() if name in c.markers and n != subject]
        other = fact.sides.get(name) or next((k for k, v in fact.sides.items() if v == name), "")
        why = ""
        if name not in have and elsewhere and len(places) < 2:
            why = f"{name} lies in {elsewhere[0]}."
        elif name not in have and (other in board.markers or other in have):
            why = f"{other} is its other side."
        options.append(_option(name, name, why))
    return {"kind": "many", "value": have, "options": options} if options else None


def _cards(board: Board, fact: Fact) -> Control:
    """Cards in a pile or a hand by number; all Lapsing cards."""
    have = next(iter(fact.values(board, "")), None)
    if isinstance(fact, FirstPlot):
        return {"kind": "card", "value": have}
    value = list(have or ())
    if fact.name not in LAPSING:
        return {"kind": "cards", "value": value}
    return {
        "kind": "many",
        "value": value,
        "options": [_option(n, c.name, "") for n, c in sorted(board.cards.items()) if c.lapsing],
    }


def _lately(board: Board, name: str, fact: LookBack) -> Control:
    """Whether a country had a recent happening.

    A look-back names all countries together.
    """
    among = [v[0] for v in fact.values(board, "")]
    when = "in the Action Phase before" if fact.ago else "in this Action Phase"
    label = LATELY.get(fact.name) or f"{capital(fact.attribute)} {when}"
    made = {"kind": "member", "value": name in among, "among": among, "field": fact.name, "subject": ""}
    return made | {"label": label, "rule": fact.rule, "why": ""}


# -------------------------------------------------------------------- what cannot be


def _tried(board: Board, subject: str, fact: Fact, value: Any) -> Board:
    """A separate board with a changed value."""
    trial = twin(board)
    play = Play(trial, Journal(trial), PromptTable([], trial), ())
    write(play, _say(subject, fact, value), "3.2", kind=Kind.SET_UP)
    return trial


def _takes(board: Board, subject: str, fact: Fact, value: Any) -> bool:
    """Whether the board can have a value, regardless of other obstacles."""
    return fact.holds(_tried(board, subject, fact, value), _say(subject, fact, value))


def why_not(board: Board, subject: str, fact: Fact, value: Any) -> str:
    """The reason against a thing on this board, or "".

    It is a sentence with its rule. Another thing that becomes impossible is no reason: that thing is removed.
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


def _possible(fact: Fact, c: Country) -> bool:
    """Whether a thing is possible on a country in any state."""
    if isinstance(fact, Governance) and not c.data.muslim:
        return False
    if not fact.bars or (fact.attribute and getattr(c, fact.attribute)):
        return True
    return any(not any(bar.test(v) for bar in fact.bars) for v in _variants(fact, c))


def _variants(fact: Fact, c: Country) -> Iterator[Country]:
    """A country in every state that matters to a fact's bar."""
    muslim, wars = c.data.muslim, hasattr(c, "civil_war")
    needs = fact.attribute and any(bar.missing for bar in fact.bars)
    for governance, war, form in product(
        range(5) if muslim else (c.governance,),
        (False, True) if wars and muslim else (False,),
        fact.forms if needs else (None,),
    ):
        state: dict[str, Any] = {"governance": governance}
        if wars:
            state["civil_war"] = war
        if form is not None:
            state[fact.attribute] = form.value
        v = copy.copy(c)
        for attribute, value in state.items():
            setattr(v, attribute, value)
        yield v
