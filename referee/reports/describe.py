"""Steps, changes and positions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.law.forms import LEFT_OVER, STEP_TITLES
from referee.engine.state.board import Board
from referee.engine.state.cause import line_of
from referee.engine.state.journal import Change, Kind
from referee.engine.state.plot_changes import FACE_DOWN
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import agree, capital, listed, numbered, one_or, stopped, the_side

_QUIET = frozenset({Kind.LOOK_BACK, Kind.NOTE, Kind.OBLIGATION, Kind.CLOCK, Kind.HAND, Kind.REVEAL_PLOT, Kind.TOLD})
"""Subjects named by the fields themselves."""
_PILES = {
    "discards": "the Discard Pile",
    "removed": "out of the game",
    "lapsing": "the Lapsing box",
    "lapsing_markers": "the Lapsing box",
}
_MOVES = frozenset({Kind.MOVE_TROOPS, Kind.PLACE_CELLS, Kind.REMOVE_CELL, Kind.TRAVEL})
"""Changes whose note names the pieces and both places."""
_PLACED = {FACE_DOWN: "a Plot placed face down"}


# ---------------------------------------------------------------- changes


def shown(c: Change) -> bool:
    """Whether a change is worth a line in a report."""
    return c.kind not in _QUIET


def ends(winner: str) -> str:
    """The winning side in words, or no side."""
    return f"{capital(the_side(winner))} wins"


def victory(verdict: Judgement) -> str:
    """The victory with its rule and play, in a sentence, or ""."""
    winner = verdict.board.winner
    if not winner:
        return ""
    c, place = _won_by(verdict)
    return f"{change(c, verdict.board.rules)} ({numbered(c.rule)}; {place})." if c is not None else f"{ends(winner)}."


def victory_reason(verdict: Judgement) -> str:
    """The reason of the victory, in a sentence, or ""."""
    c, _ = _won_by(verdict)
    return stopped(capital(c.note)) if c is not None else ""


def _won_by(verdict: Judgement) -> tuple[Change | None, str]:
    """The change that won the game, with its play."""
    for step in reversed(verdict.steps):
        for c in reversed(step.changes):
            if c.kind is Kind.VICTORY:
                return c, f"{step.id}, line {step.action.place.line}" if step.id else f"line {step.action.place.line}"
    in_set_up = (c for c in verdict.journal.changes if c.kind is Kind.VICTORY and not line_of(c.cause))
    return next(in_set_up, None), "in the set-up"


def written(rules: Ruleset, place: str, field: str, before: Any, after: Any) -> str:
    """One field before and after; "" for fields without a report."""
    fact = rules.facts.of_field(place, field)
    return fact.changed(before, after) if fact is not None else ""


def change(c: Change, rules: Ruleset, about: str = "") -> str:
    """One change: "Pakistan: Alignment Neutral → Ally".

    ``about`` is the country whose name is not needed.
    """
    lead = "" if about and c.subject == about else f"{c.subject}: "
    if c.kind is Kind.VICTORY:
        return f"{ends(c.subject)}: {c.note}"
    if event := event_of(c, rules):
        return event
    if c.kind is Kind.CARD:
        return f"{c.subject} {_way_of_card(c)}"
    if c.kind in (Kind.PLACE_PLOT, Kind.REMOVE_PLOT, Kind.MARKER) and c.note:
        return f"{lead}{c.note}"
    between = any(place and place != c.subject for place, *_ in c.writes)
    parts = _fields(c, rules, piles=False, everywhere=between)
    if not parts:
        return f"{lead}{c.note or c.kind}"
    return f"{lead if c.subject in rules.countries and not between else ''}{', '.join(parts)}"


def in_full(c: Change, rules: Ruleset) -> tuple[str, str]:
    """A change as a sentence, and the fields that it wrote.

    For example ("6 Troops from track ...", "Troops Track 11 → 5").
    """
    if c.kind in _MOVES and c.note:
        words = _troops_moved(c, rules) if c.kind is Kind.MOVE_TROOPS else capital(c.note)
        return words, ", ".join(_fields(c, rules, everywhere=True))
    words = event_of(c, rules)
    if c.kind in (Kind.PLACE_PLOT, Kind.MARKER) and c.note and not words:
        return f"{c.subject}: {_placed(c)}", ""
    if c.kind is Kind.LAPSE:
        return f"{capital(c.subject)}: {', '.join(_fields(c, rules, left=False)) or 'emptied'}", ""
    if c.kind is Kind.TAG:
        return f"Backlash is put on a Plot in {rules.named(c.subject)}", ""
    fields = ", ".join(_fields(c, rules))
    if c.kind in (Kind.AMENDMENT, Kind.CORRECTION):
        why = "not by the rules, but as the record has it" if c.kind is Kind.AMENDMENT else "put right by the players"
        return (f"{c.subject}: " if c.subject in rules.countries else "") + (fields or c.note or c.subject), why
    if c.kind is Kind.ACTIVATE:
        n = next((before - after for _, name, before, after in c.writes if name == "sleepers"), 1)
        return f"{capital(one_or(n, 'Sleeper'))} {agree(n, 'turns', 'turn')} Active in {rules.named(c.subject)}", fields
    if phrase := _PHRASES.get(c.kind):
        return phrase.format(rules.named(c.subject)), fields
    return (words, fields) if words else (change(c, rules), "")


def _troops_moved(c: Change, rules: Ruleset) -> str:
    """Moved Troops: "6 Troops from the Troops Track to Iraq"."""
    (origin, _, before, after), (target, *_) = c.writes
    left, came = (rules.named(place or "the Troops Track") for place in (origin, target))
    return f"{before - after} Troops from {left} to {came}"


_PHRASES = {
    Kind.DEAL: "Cards dealt: {}",
    Kind.DRAW: "The {} side draws a card",
    Kind.SLEEP: "An Active Cell turns Sleeper in {}",
}


def bookkeeping(c: Change, rules: Ruleset) -> str:
    """Hands and the clock for the folded part; "" for other changes."""
    if c.kind is Kind.HAND:
        hands = (w for w in c.writes if w[1] in ("hand_j", "hand_us"))
        return next((written(rules, *write) for write in hands), "")
    if c.kind is Kind.CLOCK and not (
        c.subject == "cards played" and all(w[1] in ("played", "stage") for w in c.writes)
    ):
        return capital(c.subject)
    return ""


def places(c: Change) -> list[str]:
    """The countries of a change."""
    return list(dict.fromkeys(place for place, _, _, _ in c.writes if place))


def _fields(c: Change, rules: Ruleset, *, everywhere: bool = False, piles: bool = True, left: bool = True) -> list[str]:
    """The fields of a change before and after.

    Piles of cards show added cards and, unless ``left`` is false, removed ones. A field of a country other than the
    subject has its name; with ``everywhere`` that of the subject too.
    """
    parts: list[str] = []
    for place, name, before, after in c.writes:
        where = f"{place} " if place and (everywhere or place != c.subject) else ""
        if piles and name in _PILES:
            pile, old, new = _PILES[name], Counter[int](before), Counter[int](after)
            came = [rules.card_name(n) for n in (new - old).elements()]
            parts += [f"{card} {'' if name == 'removed' else 'to '}{pile}" for card in came]
            if left and not came:
                the = "the " if name == "removed" else ""
                parts += [f"{rules.card_name(n)} leaves {the}{pile}" for n in (old - new).elements()]
        elif piles and name == "first_plot":
            if after is None and not any(w[1] == "discards" for w in c.writes):
                parts.append("1st Plot box is empty")
        elif value := written(rules, place, name, before, after):
            parts.append(where + value)
    return parts


def _way_of_card(c: Change) -> str:
    """The destination of a card, or its former pile."""
    for _, name, before, after in c.writes:
        if c.note and name in _PILES:
            if len(after) < len(before):
                return f"from {_PILES[name]}"
            return _PILES[name] if name == "removed" else f"to {_PILES[name]}"
    return c.note


def _placed(c: Change) -> str:
    """A placed Plot or event marker; a removed one has its note."""
    if any(name == "markers" and len(after) < len(before) for _, name, before, after in c.writes):
        return c.note
    return _PLACED.get(c.note, f"{c.note} placed")


# ---------------------------------------------------------------- changes that a sentence says better than their fields


def event_of(c: Change, rules: Ruleset) -> str:
    """A change of chapter 11 as a sentence; "" if fields suffice."""
    what = _EVENTS.get(c.kind)
    return what(c, rules) if what is not None else ""


def _field(c: Change, *names: str) -> tuple[Any, Any]:
    """Before and after of the first of these fields that changed."""
    return next(((before, after) for _, name, before, after in c.writes if name in names), (None, None))


def _marker(noun: str, field: str) -> Callable[[Change, Ruleset], str]:
    """Markers added to a country or removed from it."""

    def words(c: Change, rules: Ruleset) -> str:
        before, after = _field(c, field)
        n = abs(after - before)
        way = agree(n, "comes to", "come to") if after > before else agree(n, "leaves", "leave")
        return f"{capital(one_or(n, f'{noun} marker'))} {way} {rules.named(c.subject)}"

    return words


def _militia(c: Change, rules: Ruleset) -> str:
    before, after = _field(c, "militia")
    n = abs(after - before)
    where = rules.named(c.subject)
    if after > before:
        return f"{n} Militia {agree(n, 'comes', 'come')} to {where}"
    return f"{n} Militia {agree(n, 'leaves', 'leave')} {where} for the track"


def _civil_war(c: Change, rules: Ruleset) -> str:
    where = rules.named(c.subject)
    return f"Civil War breaks out in {where}" if _field(c, "civil_war")[1] else f"The Civil War in {where} ends"


def _capital(c: Change, rules: Ruleset) -> str:
    before, after = _field(c, "capital")
    if not after:
        return f"The Caliphate Capital leaves {rules.named(before)} and the map"
    if not before:
        return f"A Caliphate is declared in {rules.named(after)}: its Capital comes there"
    return f"The Caliphate Capital moves from {rules.named(before)} to {rules.named(after)}"


def _advisors(c: Change, rules: Ruleset) -> str:
    before, after = _field(c, "advisors")
    return f"Advisors {'come to' if after > before else 'leave'} {rules.named(c.subject)}"


def _wmd(c: Change, rules: Ruleset) -> str:
    before, after = _field(c, "wmd")
    if before is None or after:
        return c.note
    return f"{before} WMD of {rules.named(c.subject)} {agree(before, 'is', 'are')} Available"


def _turned(c: Change, rules: Ruleset) -> str:
    data = _field(c, "data")[1]
    if data is None:
        return c.note
    return f"{capital(rules.named(c.subject))} is turned over: it is {'a Muslim country' if data.muslim else 'no Muslim country any more'}"


def _resolved(c: Change, rules: Ruleset) -> str:
    return f"{c.subject}: {c.note}" if c.note else ""


def _returned(c: Change, rules: Ruleset) -> str:
    """A Plot of the Resolve Plots box that is Available again."""
    return f"{c.subject}: {c.note}" if _field(c, "resolved") != (None, None) else ""


def _turned_in(c: Change, rules: Ruleset) -> str:
    """A surrendered marker of optional rule 1.

    The fields describe every other marker.
    """
    return capital(c.note) if _field(c, "zakat_gone", "strong_horse_gone")[1] else ""


def _other_rules(c: Change, rules: Ruleset) -> str:
    after = _field(c, "rules")[1]
    return f"Other rules are in force: {after.title}" if after is not None and after.title else c.note


_EVENTS: dict[Kind, Callable[[Change, Ruleset], str]] = {
    Kind.AWAKENING: _marker("Awakening", "awakening"),
    Kind.REACTION: _marker("Reaction", "reaction"),
    Kind.MILITIA: _militia,
    Kind.CIVIL_WAR: _civil_war,
    Kind.CALIPHATE: _capital,
    Kind.ADVISORS: _advisors,
    Kind.OFF_MAP: lambda c, rules: c.note,
    Kind.RESOLVED_PLOT: _resolved,
    Kind.COUNTRY: _turned,
    Kind.WMD: _wmd,
    Kind.PLOTS: _returned,
    Kind.MARKER: _turned_in,
    Kind.RULESET: _other_rules,
}


# ---------------------------------------------------------------- steps

_USES = {
    "event": "{who} plays {cards} for its event",
    "discard": "{who} discards {cards}",
    "cancelled": "{who} plays {cards}, and the play is cancelled",
}
"""Uses of a card with a sentence of their own."""
_PREPOSITIONS = {"travel": "to", "deploy": "to", "withdraw": "to"}
_LINES = {
    "hold": "The US holds its last card.",
    "end": "The turn ends.",
    "deal": "Cards are dealt.",
    "draw": "Cards are drawn.",
    "cadre": "The Jihadist removes a Cadre.",
    "choices": "{who} makes the choices of the set-up.",
    "board": "Checkpoint.",
    "check": "Check of the clock.",
    "set": "The players put the board right.",
}
"""Kinds of line without a card."""


def sentence(step: JudgedStep) -> str:
    """The actor and the action, in one sentence."""
    a = step.action
    who = "The US" if a.side == "US" else "The Jihadist"
    if a.kind == "card":
        return f"{_play(step, who)}{_left_over(step)}{_triggered(step)}."
    if a.kind == "resolve":
        where = dict.fromkeys(n for s in a.segments for i in s.items[:1] for n in i.countries())
        return f"Unblocked Plots are resolved{f' in {_listed(step, where)}' if where else ''}."
    if a.kind == "turn-in":
        choices = [i.parts["choice"].value for s in a.segments for i in s.items if "choice" in i.parts]
        return f"{who} {'ends the Truce' if choices[:1] == ['truce'] else 'turns in its marker'}."
    return _LINES.get(a.kind, a.kind).format(who=who)


def _play(step: JudgedStep, who: str) -> str:
    """The play of a card, without leftover Operations and triggered events."""
    a = step.action
    known = [step.rules.card_name(n) for n in a.cards if n in step.rules.cards]
    cards = f"{agree(len(known), 'card')} {listed(known)}" if known else "a card"
    if a.use in _USES:
        return _USES[a.use].format(who=who, cards=cards)
    targets = _targets(step)
    where = f" {_PREPOSITIONS.get(a.use, 'in')} {_listed(step, targets)}" if targets else ""
    return f"{who} plays {cards}{' with its Reserves' if a.reserves else ''} for {_title(step, a.use)}{where}"


def _left_over(step: JudgedStep) -> str:
    """The use of leftover Operations.

    For example "; what is left goes into Radicalization (Travel, Reserves)".
    """
    names = dict.fromkeys(s.name for s in step.action.segments if s.name in LEFT_OVER)
    uses = [
        f"{_title(step, name)} ({', '.join(_title(step, s.use) for s in step.action.segments if s.name == name)})"
        for name in names
        if name != step.action.use
    ]
    return f"; what is left goes into {listed(uses)}" if uses else ""


def _triggered(step: JudgedStep) -> str:
    if not step.triggered:
        return ""
    titles = listed([step.rules.card_name(n) for n in step.triggered])
    return (
        f"; the events of {titles} are triggered"
        if len(step.triggered) > 1
        else f"; the event of {titles} is triggered"
    )


def _title(step: JudgedStep, use: str) -> str:
    """The name of a card's use, for a sentence."""
    title = LEFT_OVER[use].title if use in LEFT_OVER else STEP_TITLES.get(use, use)
    return step.rules.titles.get(use, title)


def _targets(step: JudgedStep) -> dict[str, None]:
    """The target places of a play, each once."""
    meant = {"op"} | ({step.action.use} & LEFT_OVER.keys())
    items = [item for s in step.action.segments if s.name in meant and not s.prefix for item in s.items]
    found: list[str] = []
    for item in items:
        parts = (item.parts.get(field) for field in ("where", "to"))
        found += [part.value for part in parts if part is not None and isinstance(part.value, str)]
        if (plot := item.parts.get("plot")) is not None:
            found.append(plot.value[0])
    return dict.fromkeys(found)


def _listed(step: JudgedStep, names: dict[str, None]) -> str:
    """Places in a row, for a sentence."""
    return listed(["the Troops Track" if name == "track" else step.rules.named(name) for name in names])


def position(board: Board) -> dict[str, Any]:
    """The position as data: tracks, countries, boxes, cards, clock."""
    return board.rules.facts.data(board)
