"""Possible plays of the side to act, in words and data.

Their chances go with them, and the reasons against the other plays.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from referee.editions.base.alternatives import alternatives
from referee.engine.law.alternatives import Alternatives, Use
from referee.engine.law.ask import Field, RollKind
from referee.engine.law.forms import PIECES
from referee.engine.law.play import Play
from referee.engine.law.question import Choice, Question, RollChances, target
from referee.engine.law.requirement import Failure
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.record.setup import CLOCK
from referee.engine.state.board import US, Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.fact import Where
from referee.engine.state.unknown import WORLD
from referee.engine.state.words import capital, listed, numbered, percent, the_side, words
from referee.play.positions import CommandError, Position, unreadable
from referee.reports import printing

WIDTH = 110
MANY = 12
"""So many targets that fail alike are not named one by one."""
_BY_DIE = frozenset({RollKind.RECRUIT, RollKind.JIHAD, RollKind.PLOT, RollKind.PLOT_EFFECT})
"""Rolls with a die for each Cell."""
_NAMED_ALONE = frozenset({RollKind.TEST, RollKind.POSTURE, RollKind.GOVERNANCE})
"""Rolls whose results say enough without the table."""
_STAGES = {
    "set-up": "First of all:",
    "plots": "The Plots on the map are resolved, in any order:",
    "end": "The turn ends. What is rolled and chosen in it, where the dice bring hits and the first choices are made:",
}
_UNSTATED = "hangs on what was not stated"
Refused = list[tuple[Any, tuple[Failure, ...]]]


def find(position: Position, card: int = 0) -> Alternatives:
    """Find the possible plays at a position.

    Raises :class:`CommandError` for a card that does not exist.
    """
    cards = position.board.cards
    if card and card not in cards:
        raise CommandError(f"there is no card {card}; the cards are 1 to {max(cards)}")
    play = Play(position.board, position.journal, ProbeTable([]))
    found = alternatives(play, card)
    found.notes += _doubts(position)
    return found


def _without_clock(position: Position) -> list[str]:
    """The side of the answer, where a set-up block leaves it open.

    Empty for a position with a clock.
    """
    verdict = position.verdict
    blocks = [a for a in verdict.record.actions if a.kind == "setup"]
    stated = {s.field for a in blocks for s in a.statements}
    if not blocks or stated & CLOCK or any(a.kind != "setup" for a in verdict.record.actions):
        return []
    other = "US" if position.board.side == "J" else "J"
    return [
        f"the set-up does not say whose phase it is, so this is the answer for {the_side(position.board.side)}; "
        f"for {the_side(other)} write “phase {other} 1” in it"
    ]


def _doubts(position: Position) -> list[str]:
    """Doubts about the position.

    A set-up without a clock, lines that could not be read.
    """
    verdict = position.verdict
    notes = _without_clock(position)
    last = position.step.action.place.line if position.step is not None else 0
    for f in unreadable(verdict, setup=False):
        if f.place.line <= last or not verdict.steps:
            notes.append(f"line {f.place.line} cannot be read, so it is left out: {f.message}")
    return notes


# -------------------------------------------------------------------- data


def data(found: Alternatives, position: Position) -> dict[str, Any]:
    """The alternatives as data: uses by the value of the card.

    A use that is the same for the highest value refers to it (``as_value``). Members that say nothing are left out.
    """
    b = position.board
    whole = {value: {u.name: _use_data(u) for u in uses} for value, uses in found.by_value.items()}
    most = max(whole, default=0)
    for value, uses in whole.items():
        for name, use in uses.items() if value < most else ():
            if use == whole[most].get(name):
                uses[name] = {"use": name, "as_value": most}
    return {
        "at": position.words,
        "side": found.side,
        "stage": found.stage,
        "clock": {"turn": b.turn, "side": b.side, "phase": b.phase, "card": b.played + 1},
        "card": found.card or None,
        "notes": found.notes,
        "values": [{"value": value or None, "uses": list(uses.values())} for value, uses in whole.items()],
    }


def _use_data(u: Use) -> dict[str, Any]:
    return {
        "use": u.name,
        "title": u.title,
        "possible": u.possible,
        "fails": _fails(u.failures),
        "triggers": u.triggers,
        "remark": u.remark,
        "rolls": [_chance_data(c) for c in u.rolls],
        "questions": [_question_data(q) for q in u.questions],
    }


def _question_data(q: Question) -> dict[str, Any]:
    return {
        "asks": q.field,
        "rule": q.rule,
        "side": q.side,
        "subject": q.about,
        "legal": [_choice_data(c) for c in q.choices],
        "refused": _refused_data(q.refused or ()),
        "barred": {
            name: _refused_data(Choice(option, failures=f) for option, f in refused)
            for name, refused in q.barred.items()
        },
    }


def _refused_data(refused: Iterable[Choice]) -> list[dict[str, Any]]:
    return [
        {"target": words(c.value), "fails": _fails(c.failures)} | _saying(hangs_on=_hangs(c.hangs)) for c in refused
    ]


def _choice_data(c: Choice) -> dict[str, Any]:
    origins: list[dict[str, Any]] = []
    for origin, rolls in c.by_origin:
        told = [_chance_data(r) for r in rolls]
        alike = next((group for group in origins if group["rolls"] == told), None)
        if alike is None:
            origins.append({"origins": [words(origin)], "rolls": told})
        else:
            alike["origins"].append(words(origin))
    return _saying(
        target=words(c.value),
        rolls=[_chance_data(r) for r in c.rolls],
        then=[{"asks": name, "legal": [words(v) for v in values]} for name, values in c.details],
        by_origin=origins,
        only_from=[words(o) for o in c.only_from],
        hangs_on=_hangs(c.hangs),
    )


def _hangs(fields: Iterable[Where]) -> list[dict[str, str]]:
    """Unknown facts, by country ("" for the board) and field."""
    return [{"country": where, "field": name} for where, name in sorted(fields)]


def _saying(**members: Any) -> dict[str, Any]:
    """The members that say something."""
    return {name: value for name, value in members.items() if value not in ([], "", {}, None, False)}


def _chance_data(c: RollChances) -> dict[str, Any]:
    return _saying(
        kind=c.kind,
        subject=c.subject,
        needed=c.needed,
        rule=c.rule,
        automatic=c.automatic,
        name=c.title,
        dice=c.dice,
        outcomes={name: round(p, 4) for name, p in c.outcomes},
        then=[{"outcome": name, "rolls": [_chance_data(r) for r in rolls]} for name, rolls in c.then],
    )


def _fails(failures: Iterable[Failure]) -> list[dict[str, Any]]:
    return [
        _saying(
            requirement=f.id,
            rule=f.rule,
            message=f.message,
            cards=[s for s in f.sources if isinstance(s, int)],
        )
        for f in failures
    ]


# -------------------------------------------------------------------- text


def text(found: Alternatives, position: Position, name: str) -> str:
    """The alternatives as text, targets with the same answer together."""
    b = position.board
    out = [f"{name}, {position.words}: turn {b.turn}, {SIDE_NAMES[b.side]} phase {b.phase}"]
    for_whom = _without_clock(position)
    for note in for_whom:
        out += _wrap(f"Note: {note}.", "", "  ")
    if found.stage == "over":
        won = f"the {SIDE_NAMES[found.side]} side has won" if found.side in SIDE_NAMES else "nobody has won"
        return "\n".join([*out, f"The game is over: {won} ({numbered(b.victory_rule)})."])
    who = SIDE_NAMES[found.side]
    if found.stage == "action" and found.card:
        c = b.cards[found.card]
        out.append(f"The {who} side plays card {b.played + 1} of 2: card {c.name}, value {c.ops}.")
    elif found.stage == "action":
        out.append(f"The {who} side plays card {b.played + 1} of 2. What a card of value 1, 2 or 3 could do:")
    else:
        out.append(_STAGES[found.stage])
    by_name: dict[str, dict[int, Use]] = {}
    for value, uses in found.by_value.items():
        for u in uses:
            by_name.setdefault(u.title, {})[value] = u
    impossible: list[str] = []
    for uses_by_value in by_name.values():
        lines = _use_text(uses_by_value, b)
        if len(lines) == 1:
            impossible += lines
        else:
            out += ["", *lines]
    if impossible:
        out += ["", *impossible]
    if rest := [n for n in found.notes if n not in for_whom]:
        out += ["", "Also:"]
        for note in rest:
            out += _wrap(note, "  ", "    ")
    return "\n".join(out)


def _use_text(by_value: dict[int, Use], b: Board) -> list[str]:
    """One use, with the least value from which each answer is legal."""
    last = by_value[max(by_value)]
    able = [v for v, u in by_value.items() if u.possible]
    if not able and all(not q.choices and not q.refused for q in last.questions):
        if b.unknown and not any(f.on_any_map for f in last.failures):
            return [f"{last.title}: {_UNSTATED}"]
        return [f"{last.title}: not possible; {_why(last.failures)}"]
    head = last.title
    if not able:
        head += f": {_UNSTATED}" if any(_unstated(q) for q in last.questions) else ": not possible"
    elif min(able) > 1 and len(by_value) > 1:
        head += f" (from value {min(able)})"
    elif able != list(by_value):
        head += f" (value {listed([str(v) for v in able], 'or')})"
    out = [head]
    if last.triggers:
        names = listed([b.rules.card_name(n) for n in last.triggers])
        out.append(f"  also triggers {names} before or after it, if playable (6.3.2)")
    if last.remark:
        out.append(f"  {last.remark}")
    for c in last.rolls:
        of_no_answer = bool(last.questions) or last.name == "end"
        out += _wrap(_chance_text(c, titled=of_no_answer), "  ", "      ")
    if not last.questions and len(out) == 1:
        return [f"{head}: possible"]
    widest = by_value[max(able)] if able else last
    for n, question in enumerate(widest.questions):
        same = {v: u.questions[n] for v, u in by_value.items() if len(u.questions) > n}
        out += _question_text(question, same, min(able, default=1))
    return out


def _question_text(asked: Question, by_value: dict[int, Question], least: int) -> list[str]:
    """One question with its answers.

    The legal answers by their rolls, then the others by the reasons against them.
    """
    rule = f" ({numbered(asked.rule)})" if asked.rule else ""
    about = f" in {asked.about}" if asked.about else ""
    assert asked.field is not None
    out = [f"  {asked.field.question}{about}{rule}"]
    seen: dict[str, str] = {}
    open_ = _unstated(asked)
    for value, here in by_value.items():
        groups: dict[str, list[str]] = {}
        for c in (c for c in here.choices if words(c.value) not in open_):
            rolls = _rolls_text(c) + _on_tracks(c, asked)
            if seen.get(words(c.value)) != rolls:
                seen[words(c.value)] = rolls
                last = next(x for x in asked.choices if x.value == c.value)
                groups.setdefault(rolls, []).append(_answer(asked, c.value) + _detail_text(last, asked.field))
        for rolls, targets in groups.items():
            lead = f"value {value}: " if len(by_value) > 1 and value > least else ""
            told = f"{rolls}: " if rolls else ""
            out += _wrap(f"{lead}{told}{', '.join(targets)}", "    ", "        ")
    for name, barred in asked.barred.items():
        title = {"major": "no Major Jihad"}.get(name, f"no {name}")
        out += [line for g in _grouped(barred) for line in _wrap(f"{title}: {g}", "    ", "        ")]
    refused = [(c.value, c.failures) for c in asked.refused or () if words(c.value) not in {*seen, *open_}]
    if open_:
        names = f"everywhere else ({len(open_)})" if len(open_) >= MANY else ", ".join(open_)
        out += _wrap(f"{_UNSTATED}: {names}", "    ", "        ")
    elif not seen:
        out.append("    nothing")
    for g in _grouped(refused):
        out += _wrap(f"not: {g}", "    ", "        ")
    return out


def _unstated(q: Question) -> list[str]:
    """The answers that depend on unknown pieces in their country."""
    assert q.ask is not None
    named = {f.attribute for f in q.ask.board.rules.facts.on_country() if f.by_name}
    found = []
    for c in (*q.choices, *(q.refused or ())):
        place = target(q.ask, c.value)
        if place and any(where == place and name not in named for where, name in c.hangs):
            found.append(words(c.value))
    return found


def _on_tracks(c: Choice, q: Question) -> str:
    """The unknown tracks on which the rolls of an answer depend."""
    assert q.ask is not None
    b = q.ask.board
    if not any(roll.dice for roll in c.rolls):
        return ""
    facts = [f for f in b.rules.facts.on_board() if ("", f.attribute) in c.hangs and f.name not in CLOCK]
    found = [f.heading for f in facts if f.label and type(getattr(b, f.attribute)) is int]
    found += ["US Posture"] * ((US, "posture") in c.hangs)
    found += ["World Posture"] * (WORLD in b.unknown and any(name == "posture" and w != US for w, name in c.hangs))
    return f"; hangs on {listed(found)}, not stated" if found else ""


def _answer(asked: Question, value: Any) -> str:
    """An answer in words.

    Lost pieces appear in the form of a line.
    """
    if asked.field not in (Field.US_LOSS, Field.CELL_LOSS):
        return words(value)
    pieces, *markers = str(value).split("+")
    counts = [(pieces.count(letter), said) for letter, said in PIECES.items()]
    return ", ".join([*(f"{n} {said[n > 1]}" for n, said in counts if n), *markers]) or "none"


def _rolls_text(c: Choice) -> str:
    told = [_together(c.rolls)]
    without = [words(o) for o, rolls in c.by_origin if not any(r.diced for r in rolls)]
    if without:
        told.append(f"no Travel roll from {', '.join(without)}")
    others: dict[str, list[str]] = {}
    for origin, rolls in c.by_origin:
        if any(r.diced for r in rolls):
            others.setdefault(_together(rolls), []).append(words(origin))
    told += [f"from {', '.join(origins)} {rolls}" for rolls, origins in others.items()]
    return "; ".join(told)


def _together(rolls: Iterable[RollChances]) -> str:
    """Rolls in words, equal ones counted."""
    each = [_chance_text(r) for r in rolls]
    return "; ".join(f"{t} ({each.count(t)} times)" if each.count(t) > 1 else t for t in dict.fromkeys(each))


def _chance_text(c: RollChances, *, titled: bool = False) -> str:
    """A roll in words: the number needed and its chance.

    ``titled`` if its title is to come first.
    """
    lead = f"{capital(c.title)}: " if titled else ""
    if c.automatic:
        return f"{lead}{c.of_it} ({numbered(c.rule)})"
    if c.kind == RollKind.PICK:  # the line names the candidate itself
        return lead + (f"one of several that tie, by die: {percent(c.outcomes[0][1])}" if c.outcomes else "by two dice")
    if [*c.odds] == ["success", "failure"]:
        told = f"{c.needed}: {percent(c.odds['success'])}{' a die' if c.kind in _BY_DIE else ''}"
    elif c.kind == RollKind.WAR_OF_IDEAS:
        won, missed = (percent(c.odds.get(name, 0.0)) for name in ("success", "misses by one"))
        told = f"{c.needed}: {won}, misses by one: {missed}"
    elif c.kind == RollKind.PRESTIGE:
        lead = ""
        told = f"{c.title}: up {percent(c.odds['up'])}, down {percent(c.odds['down'])}"
    else:
        told = ", ".join(f"{name} {percent(p)}" for name, p in c.odds.items() if name != "failure")
        if len(set(c.odds.values())) == 1 and len(c.odds) >= MANY:
            told = f"{percent(c.outcomes[0][1])} for each of {', '.join(c.odds)}"
        if not (lead and c.kind in _NAMED_ALONE):
            told = f"{c.kind.capitalize() if c.kind in _NAMED_ALONE else c.needed}: {told}"
    told = lead + told
    rest = {name: "; ".join(map(_chance_text, rolls)) for name, rolls in c.then}
    if len(set(rest.values())) == 1:
        only = next(iter(rest.values()))
        return f"{told}, then {only}" if only else told
    return "; ".join([told, *(f"if {name}: {later}" for name, later in rest.items() if later)])


def _detail_text(c: Choice, asked: str) -> str:
    """Further decisions about a target, as far as they are not plain."""
    told = []
    for name, values in c.details:
        if name == "troops" and values and asked == "from":
            told.append(f"up to {max(values)} Troops")
        elif name == "count" and max(values) > 1:
            told.append(f"up to {max(values)} rolls")
        elif name == "cells" and len(values) > 1:
            told.append("Cells " + listed([v or "Sadr" for v in values], "or"))
        elif name == "cells" and values == ["cadre"]:
            told.append("the Cadre")
        elif name == "major" and True in values:
            told.append("Major Jihad possible")
        elif name == "value":
            told.append("value " + ", ".join(words(v) for v in values))
    if c.only_from:
        told.append("only from " + ", ".join(words(o) for o in c.only_from))
    return f" ({'; '.join(told)})" if told else ""


def _why(failures: tuple[Failure, ...]) -> str:
    return "; ".join(f"{f.message} ({numbered(f.rule)})" for f in failures) or "nothing is there for it"


def _grouped(refused: Refused) -> list[str]:
    """Refused targets, those with the same failing requirements together."""
    groups: dict[tuple[str, ...], Refused] = {}
    for option, failures in refused:
        groups.setdefault(tuple(f.id for f in failures), []).append((option, failures))
    out = []
    rest = max(groups.values(), key=len, default=[])
    for together in sorted(groups.values(), key=lambda g: g is rest and len(rest) >= MANY):
        option, failures = together[0]
        if len(together) == 1:
            out.append(f"{words(option)}: {_why(failures)}")
            continue
        told = [_general(n, together) for n in range(len(failures))]
        names = ", ".join(words(o) for o, _ in together)
        if together is rest and len(rest) >= MANY:
            names = f"everywhere else ({len(rest)})"
        out.append(f"{names}: {'; '.join(told)}")
    return out


def _general(n: int, together: Refused) -> str:
    """One failing requirement of several targets.

    The sentence if it fits all of them, else the first as an example.
    """
    sentences = [f[n].of_it for _, f in together]
    first = together[0][1][n]
    if len(set(sentences)) == 1:
        return f"{sentences[0]} ({numbered(first.rule)})"
    return f"such as “{first.message}” ({numbered(first.rule)})"


def _wrap(line: str, first: str, rest: str) -> list[str]:
    width = printing.columns() or WIDTH
    return textwrap.wrap(line, width, initial_indent=first, subsequent_indent=rest, break_long_words=False)
