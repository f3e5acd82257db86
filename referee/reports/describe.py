"""Steps in words: who did what, what changed, how the dice fell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.board import Board, Country
from referee.engine.data import SIDE_NAMES
from referee.engine.forms import LEFT_OVER, STEP_TITLES
from referee.engine.journal import Change, Kind
from referee.engine.referee import Step
from referee.engine.rolls import Roll, describe_modifiers
from referee.engine.ruleset import Ruleset
from referee.engine.script import Action
from referee.engine.words import named

_PREPOSITIONS = {"travel": "to", "deploy": "to", "withdraw": "to"}
_QUIET = frozenset({Kind.LOOK_BACK, Kind.NOTE, Kind.OBLIGATION, Kind.CLOCK, Kind.HAND, Kind.REVEAL_PLOT, Kind.TOLD})


def written(rules: Ruleset, target: Any, field: str, before: Any, after: Any) -> str:
    """One field before and after: "Alignment Neutral → Ally", "Cadre placed"; "" for what no report shows."""
    fact = rules.facts.of_field(target, field)
    return fact.changed(before, after) if fact is not None else ""


def change(c: Change, rules: Ruleset) -> str:
    """One change: "Pakistan: Alignment Neutral → Ally"."""
    if c.kind is Kind.VICTORY:
        return f"{ends(c.subject)}: {c.note}"
    if said := event_of(c):
        return said
    if c.kind is Kind.CARD:
        return f"{c.subject} {c.note.replace('first_plot', '1st Plot box').replace('discards', 'the Discard Pile').replace('lapsing', 'the Lapsing box').replace('removed', 'out of the game').replace('to out', 'out')}"
    parts = []
    for target, name, before, after in c.writes:
        where = f"{target.name} " if isinstance(target, Country) and target.name != c.subject else ""
        if said := written(rules, target, name, before, after):
            parts.append(where + said)
    subject = "" if not parts or c.subject in ("prestige", "funding", "J", "US", "WMD box") else f"{c.subject}: "
    text = subject + ", ".join(parts) if parts else f"{c.subject}: {c.note or c.kind}"
    if c.kind in (Kind.PLACE_PLOT, Kind.REMOVE_PLOT, Kind.MARKER) and c.note:
        text = f"{c.subject}: {c.note}"
    return text


def ends(winner: str) -> str:
    """Who has won: a side, or neither."""
    return {"US": "The US wins", "J": "The Jihadist wins"}.get(winner, "Nobody wins")


def event_of(c: Change) -> str:
    """What has happened on the table of chapter 11, as a sentence without its stop; "" where the fields say it."""
    what = _EVENTS.get(c.kind)
    return what(c) if what is not None else ""


def _field(c: Change, *names: str) -> tuple[Any, Any]:
    """Before and after of the first of these fields that a change has written."""
    return next(((before, after) for _, name, before, after in c.writes if name in names), (None, None))


def _marker(noun: str, field: str) -> Callable[[Change], str]:
    """Markers that come to a country or leave it."""

    def said(c: Change) -> str:
        before, after = _field(c, field)
        n = abs(after - before)
        markers = f"{n} {noun} markers" if n > 1 else f"{'An' if noun[0] in 'AEIO' else 'A'} {noun} marker"
        if after > before:
            return f"{markers} {'come' if n > 1 else 'comes'} to {named(c.subject)}"
        return f"{markers} {'leave' if n > 1 else 'leaves'} {named(c.subject)}"

    return said


def _militia(c: Change) -> str:
    before, after = _field(c, "militia")
    n = abs(after - before)
    s = "s" * (n == 1)
    way = f"come{s} to {named(c.subject)}" if after > before else f"leave{s} {named(c.subject)} for the track"
    return f"{n} Militia {way}"


def _civil_war(c: Change) -> str:
    return (
        f"Civil War breaks out in {named(c.subject)}"
        if _field(c, "civil_war")[1]
        else f"The Civil War in {named(c.subject)} ends"
    )


def _capital(c: Change) -> str:
    before, after = _field(c, "capital")
    if not after:
        return f"The Caliphate Capital leaves {named(before)} and the map"
    return (
        f"The Caliphate Capital moves from {named(before)} to {named(after)}"
        if before
        else f"A Caliphate is declared in {named(after)}: its Capital comes there"
    )


def _advisors(c: Change) -> str:
    before, after = _field(c, "advisors")
    return f"Advisors come to {named(c.subject)}" if after > before else f"Advisors leave {named(c.subject)}"


def _wmd(c: Change) -> str:
    before, after = _field(c, "wmd")
    if before is None or after:
        return c.note
    return f"{before} WMD of {named(c.subject)} {'is' if before == 1 else 'are'} Available"


def _turned(c: Change) -> str:
    data = _field(c, "data")[1]
    if data is None:
        return c.note
    kind = "a Muslim country" if data.muslim else "no Muslim country any more"
    return f"{c.subject} is turned over: it is {kind}"


def _resolved(c: Change) -> str:
    return f"{c.subject}: {c.note}" if c.note else ""


def _returned(c: Change) -> str:
    """A Plot of the Resolve Plots box that is Available again."""
    return f"{c.subject}: {c.note}" if _field(c, "resolved") != (None, None) else ""


def _turned_in(c: Change) -> str:
    """A marker that a side has given up; every other marker is told by its fields."""
    return c.note[:1].upper() + c.note[1:] if c.note.endswith(" turned in") else ""


def _other_rules(c: Change) -> str:
    after = _field(c, "rules")[1]
    return f"Other rules are in force: {after.title}" if after is not None and after.title else c.note


_EVENTS: dict[Kind, Callable[[Change], str]] = {
    Kind.AWAKENING: _marker("Awakening", "awakening"),
    Kind.REACTION: _marker("Reaction", "reaction"),
    Kind.MILITIA: _militia,
    Kind.CIVIL_WAR: _civil_war,
    Kind.CALIPHATE: _capital,
    Kind.ADVISORS: _advisors,
    Kind.OFF_MAP: lambda c: c.note,
    Kind.RESOLVED_PLOT: _resolved,
    Kind.COUNTRY: _turned,
    Kind.WMD: _wmd,
    Kind.PLOTS: _returned,
    Kind.MARKER: _turned_in,
    Kind.RULESET: _other_rules,
}
"""Changes that a sentence tells better than the fields that they write."""


def shown(c: Change) -> bool:
    """Whether a change is worth a line in a report."""
    return c.kind not in _QUIET


def roll(r: Roll) -> dict[str, Any]:
    """A roll as data for a report."""
    return {
        "kind": r.kind,
        "subject": r.subject,
        "side": r.side,
        "dice": list(r.dice),
        "needed": r.needed,
        "modifiers": describe_modifiers(r.modifiers),
        "modifier_rules": [m[2] for m in r.modifiers],
        "outcome": r.told(r.outcome),
        "automatic": r.automatic,
        "assumed": r.assumed,
        "rule": r.rule,
    }


def sentence(step: Step) -> str:
    """Who did what, in one sentence."""
    a = step.action
    who = "The US" if a.side == "US" else "The Jihadist"
    if a.kind == "card":
        known = [step.rules.card_name(n) for n in a.cards if n in step.rules.cards]
        names = f"card{'s' if len(known) > 1 else ''} {listed(known)}" if known else "a card"
        if a.use == "event":
            text = f"{who} plays {names} for its event"
        elif a.use == "discard":
            text = f"{who} discards {names}"
        elif a.use == "cancelled":
            text = f"{who} plays {names}, and the play is cancelled"
        else:
            where = _targets(step)
            where = f" {_PREPOSITIONS.get(a.use, 'in')} {where}" if where else ""
            with_reserves = " with its Reserves" if a.reserves else ""
            text = f"{who} plays {names}{with_reserves} for {_title(step, a.use)}{where}"
        text += _left_over(step)
        if step.triggered:
            many = len(step.triggered) > 1
            titles = listed([step.rules.card_name(n) for n in step.triggered])
            text += f"; the event{'s' if many else ''} of {titles} {'are' if many else 'is'} triggered"
        return text + "."
    if a.kind == "resolve":
        places = dict.fromkeys(n for s in a.segments for i in s.items[:1] for n in i.countries())
        where = f" in {listed([_place(n) for n in places])}" if places else ""
        return f"Unblocked Plots are resolved{where}."
    return {
        "hold": "The US holds its last card.",
        "end": "The turn ends.",
        "deal": "Cards are dealt.",
        "draw": "Cards are drawn.",
        "cadre": "The Jihadist removes a Cadre.",
        "choices": f"{who} makes the choices of the set-up.",
        "board": "Checkpoint.",
        "check": "Check of the clock.",
        "set": "The players put the board right.",
        "turn-in": f"{who} {'ends the Truce' if _marker_of(a) == 'truce' else 'turns in its marker'}.",
    }.get(a.kind, a.kind)


def _title(step: Step, use: str) -> str:
    """A use of a card as it is called in a sentence."""
    title = LEFT_OVER[use].title if use in LEFT_OVER else STEP_TITLES.get(use, use)
    return step.rules.titles.get(use, title)


def _left_over(step: Step) -> str:
    """What is done with what is left of the card: "; what is left goes into Radicalization (Travel, Reserves)"."""
    names = dict.fromkeys(s.name for s in step.action.segments if s.name in LEFT_OVER)
    said = [
        f"{_title(step, name)} ({', '.join(_title(step, s.use) for s in step.action.segments if s.name == name)})"
        for name in names
        if name != step.action.use
    ]
    return f"; what is left goes into {listed(said)}" if said else ""


def _marker_of(a: Action) -> str:
    """Which marker a line takes off, "" if it does not say."""
    parts = [i.parts["choice"] for s in a.segments for i in s.items if "choice" in i.parts]
    return str(parts[0].value) if parts else ""


def _targets(step: Step) -> str:
    found: list[str] = []
    meant = {"op"} | ({step.action.use} & LEFT_OVER.keys())
    for s in step.action.segments:
        if s.name in meant and not s.prefix:
            for item in s.items:
                for field in ("where", "to"):
                    part = item.parts.get(field)
                    if part is not None and isinstance(part.value, str):
                        found.append(part.value)
                plot = item.parts.get("plot")
                if plot is not None:
                    found.append(plot.value[0])
    return listed([_place(n) for n in dict.fromkeys(found)])


def _place(name: str) -> str:
    """A place as it stands in a sentence."""
    if name == "track":
        return "the Troops Track"
    return named(name)


def listed(names: list[str]) -> str:
    """ "Egypt, Iran and Pakistan"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def position(board: Board) -> dict[str, Any]:
    """The position as data: tracks, countries, boxes, cards, clock."""
    return board.rules.facts.data(board)


def clock(step: Step) -> str:
    """Turn and phase of a step."""
    return f"Turn {step.turn}, {SIDE_NAMES[step.side]} phase {step.phase}"
