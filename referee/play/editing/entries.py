"""What may stand behind the use of a card: countries with the chance of the roll, Cells, numbers, dice, signs."""

from __future__ import annotations

import re
from typing import Any

from referee.editions.base.alternatives import advance
from referee.engine import answers
from referee.engine.ask import CARD_LISTS, Field, RollKind
from referee.engine.board import Board
from referee.engine.journal import Journal
from referee.engine.names import plain
from referee.engine.play import NOTHING, UNKNOWN, Play
from referee.engine.rolls import Roll
from referee.engine.script import Action
from referee.engine.tables.probe import ProbeTable
from referee.engine.words import numbered, sentence
from referee.play.editing import behind, lookout, trial
from referee.play.editing.begun import position, why
from referee.play.editing.behind import named
from referee.play.editing.document import Document
from referee.play.editing.lookout import Gap
from referee.play.editing.offers import MOST_WORDS, Offer

MOST_TRIED = 60
"""Most answers of which the chance is looked for."""
_SEGMENTS = frozenset({Field.OPERATION, Field.EXTRA, Field.STEP, Field.USE, Field.RESERVES})
_ENDS_ON = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.PLOT})
_ALONE = frozenset({Field.WHAT, Field.CHOICE, Field.POSTURE, Field.POLARIZED, *CARD_LISTS})
"""What may stand in an event, or at the end of a turn, without a country in front of it."""
_BEHIND_A_TARGET = frozenset({Field.TROOPS, Field.ALONG, Field.COUNT, Field.MARKER, Field.PLACED})
"""What is asked of a place, and means nothing before that is named."""


def offers(document: Document, line: int, before: str) -> list[Offer]:
    """What the rules ask for next."""
    above = trial.above(document, line, before)
    first = above[0][0] if above else line
    b, journal = position(document, first)
    if not above:
        advance(Play(b, journal, ProbeTable([])))
    journal.changes.clear()
    found: list[Offer] = []
    whole = document.names
    names = lookout.with_blank(whole)
    asked: set[Field] = set()
    for front in _fronts(before):
        taken = before[len(front) :]
        whole_name = " " in taken.strip() or taken[-1:].isspace()
        if whole_name and not any(_goes_on(form, taken) for form in whole.forms):
            continue
        action = lookout.read([*above, (line, front + lookout.BLANK)], names)
        gap = _gap(action, b, journal, taken, document) if action is not None else None
        if action is None or gap is None:
            continue
        answered = _answers(gap, action, b, journal, document, taken)
        if whole_name:  # a name that is written in part, and nothing else
            answered = [o for o in answered if any(_goes_on(form, taken) for form in (o.label, *o.also))]
        if answered:
            found += answered
            asked.add(gap.field)
            break
    for front, glued, comma in _behinds(before):
        action, anew = lookout.read([*above, (line, front)], whole), comma
        if action is None and not glued and not comma:  # a word that wants something behind it: flip, cell, ally
            shorter = front[: _start(front)].rstrip()
            action, anew = lookout.read([*above, (line, shorter.rstrip(","))], whole), shorter.endswith(",")
        if action is not None:
            found += behind.offers(action, b, journal, asked, glued=glued, anew=anew)
    parts = [o for o in found if o.insert.startswith("/ ") or o.label.startswith("/ ")]
    if not parts:
        return found
    return [o for o in found if o not in parts] + trial.sorted_out(document, line, before, parts)


def _goes_on(form: str, written: str) -> bool:
    """Whether a name of several words goes on with what is written of it."""
    said, name = " ".join(written.casefold().split()), form.casefold()
    return name.startswith(said + " " if written[-1:].isspace() else said)


_OPEN_SIGN = re.compile(r"\s*(?::[sa]*|:\s*|=|/)$")


def _behinds(before: str) -> list[tuple[str, bool, bool]]:
    """What stands in front of the cursor, whether only what is glued to it may follow, whether a new entry begins."""
    sign = _OPEN_SIGN.search(before)
    if sign is not None:
        return [(before[: sign.start()], True, False)]
    front = before if before[-1:].isspace() else before[: _start(before)]
    whole = (front.rstrip(" ,"), False, front.rstrip().endswith(","))
    return [whole] if front == before else [(before, True, False), whole]


def _fronts(before: str) -> list[str]:
    """What stands in front of the word that is being written, that word taken as one, two or more words."""
    found = []
    rest = before
    for n in range(MOST_WORDS):
        if n == 0:
            cut = len(rest.rstrip()) if rest[-1:].isspace() else _start(rest)
            rest = rest[: cut + 1] if rest[-1:].isspace() else rest[:cut]
        else:
            stripped = rest.rstrip()
            cut = _start(stripped)
            if cut == len(stripped):
                break
            rest = stripped[:cut]
        found.append(rest)
    return found


def _start(text: str) -> int:
    """Where the last word begins."""
    at = len(text)
    while at and (text[at - 1].isalnum() or text[at - 1] in ".'’&/-"):
        at -= 1
    return at


def _gap(action: Action, b: Board, journal: Journal, taken: str, document: Document) -> Gap | None:
    """The question that the blank answers; what a rule forbids of it only where its beginning is written."""
    key = plain(taken)

    def begun(value: Any) -> bool:
        name = value[0] if isinstance(value, tuple) else value
        forms = [form for form, of in document.names.forms.items() if of == name] or [name]
        return any(plain(str(form)).startswith(key) for form in forms)

    mark = journal.mark()
    try:
        return lookout.play(action, b, journal, forbidden=begun if len(key) > 1 else None).table.gap
    finally:
        journal.undo_to(mark)


# -------------------------------------------------------------------- answers in the place of the blank


def _answers(gap: Gap, action: Action, b: Board, journal: Journal, document: Document, taken: str) -> list[Offer]:
    """The answers to the question that the blank stands for, each with the roll that it leads to."""
    found = []
    forms_of: dict[str, list[str]] = {}
    for form, name in document.names.forms.items():
        forms_of.setdefault(name, []).append(form)
    key = plain(taken)
    legal = [
        v
        for v in gap.legal
        if v not in (UNKNOWN, NOTHING)
        and (not key or any(plain(form).startswith(key) for form in (named(v), *_also(v, forms_of))))
    ]
    leads = {v: _chance(action, b, journal, v) if len(legal) <= MOST_TRIED else ("", "", 0.0) for v in legal}
    for value in sorted(legal, key=lambda v: -leads[v][2]):
        told, rules, _ = leads[value]
        label = named(value)
        kind = "plot" if isinstance(value, tuple) else "country"
        detail = told or (f"({numbered(gap.rule)})" if gap.rule else "")
        documentation = (
            sentence(f"{answers.question(_address(gap), b.rules)} ({numbered(gap.rule)})") if gap.rule else ""
        )
        found.append(
            Offer(
                label,
                kind,
                detail,
                "\n".join(x for x in (rules, documentation) if x),
                also=_also(value, forms_of),
                rank=3,
            )
        )
    for value, failures in gap.refused:
        if isinstance(value, str | tuple) and value not in (UNKNOWN, NOTHING):
            found.append(
                Offer(named(value), "country", f"not allowed: {why(failures)}", also=_also(value, forms_of), rank=9)
            )
    return found


def _address(gap: Gap) -> Any:
    from referee.engine.ask import Address, SegmentId

    return Address(SegmentId("op"), None, gap.field, gap.subject)


def _also(value: Any, forms_of: dict[str, list[str]]) -> tuple[str, ...]:
    name = value[0] if isinstance(value, tuple) else value
    return tuple(forms_of.get(name, ()))


def _chance(action: Action, b: Board, journal: Journal, value: Any) -> tuple[str, str, float]:
    """The roll that an answer leads to, what it has to show, and how likely a success is, where that word has a meaning."""
    mark = journal.mark()
    try:
        seen = lookout.play(action, b, journal, put=value)
        for roll in seen.table.due:
            return behind.chance(roll), sentence(roll.sought), _success(roll)
        for roll in reversed(seen.rolls):
            if roll.automatic and roll.subject == value:
                won = float(roll.outcome is True or (isinstance(roll.outcome, tuple) and all(roll.outcome)))
                return (
                    f"{roll.told(roll.outcome)} without a roll",
                    sentence(f"{roll.needed} ({numbered(roll.rule)})"),
                    won,
                )
        return "", "", 0.0
    finally:
        journal.undo_to(mark)


def _success(roll: Roll) -> float:
    """How likely the first die of a roll is to succeed; 0 for a roll that has no success."""
    outcome = roll.read((1,) * roll.n)
    if isinstance(outcome, tuple):
        return sum(bool(roll.read((face,) * roll.n)[0]) for face in range(1, 7)) / 6
    if isinstance(outcome, bool):
        return roll.chance(bool)
    return roll.chance(lambda o: o == 5) if roll.kind == RollKind.WAR_OF_IDEAS else 0.0
