"""What may stand behind the use of a card: countries with the chance of the roll, Cells, numbers, dice, signs."""

from __future__ import annotations

import re
from typing import Any

from referee.editing import lookout
from referee.editing.begun import position, why
from referee.editing.document import Document
from referee.editing.lookout import Gap
from referee.editing.offers import MOST_WORDS, Offer
from referee.editions.base.alternatives import advance
from referee.engine import forms
from referee.engine.ask import CARD_LISTS, Field, RollKind
from referee.engine.board import Board
from referee.engine.forms import BY_NAME, WRITTEN_AS
from referee.engine.journal import Journal
from referee.engine.play import NOTHING, UNKNOWN, Play
from referee.engine.rolls import Roll
from referee.engine.script import Action
from referee.engine.tables.probe import ProbeTable
from referee.engine.words import sentence
from referee.parsers.notation import tree
from referee.recording import questions
from referee.reports import answers

MOST_TRIED = 60
"""Most answers of which the chance is looked for."""
_SEGMENTS = frozenset({Field.OPERATION, Field.EXTRA, Field.STEP, Field.USE, Field.RESERVES})
_ENDS_ON = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.PLOT})
_BEHIND_A_TARGET = frozenset({Field.TROOPS, Field.ALONG, Field.COUNT, Field.MARKER, Field.PLACED})
"""What is asked of a place, and means nothing before that is named."""


def offers(document: Document, line: int, before: str) -> list[Offer]:
    """What the rules ask for next."""
    above = _above(document, line, before)
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
        action = lookout.read([*above, (line, front + lookout.BLANK)], names)
        gap = _gap(action, b, journal) if action is not None else None
        if action is None or gap is None:
            continue
        answered = _answers(gap, action, b, journal, document)
        taken = before[len(front) :]
        if " " in taken.strip() or taken[-1:].isspace():  # a name that is written in part, and nothing else
            answered = [o for o in answered if any(_goes_on(form, taken) for form in (o.label, *o.also))]
        if answered:
            found += answered
            asked.add(gap.field)
            break
    for front, glued in _behinds(before):
        action = lookout.read([*above, (line, front)], whole)
        if action is not None:
            found += _behind(action, b, journal, asked, glued=glued)
    return found


def _goes_on(form: str, written: str) -> bool:
    """Whether a name of several words goes on with what is written of it."""
    said, name = " ".join(written.casefold().split()), form.casefold()
    return name.startswith(said + " " if written[-1:].isspace() else said)


_OPEN_SIGN = re.compile(r"\s*(?::[sa]*|:\s*|=|/)$")


def _behinds(before: str) -> list[tuple[str, bool]]:
    """What stands in front of the cursor as a whole entry; with whether only what is glued to it may follow."""
    sign = _OPEN_SIGN.search(before)
    if sign is not None:
        return [(before[: sign.start()], True)]
    if before.rstrip().endswith(","):
        return []
    if before[-1:].isspace():
        return [(before.rstrip(), False)]
    return [(before, True), (before[: _start(before)].rstrip(), False)]


def _above(document: Document, line: int, before: str) -> list[tuple[int, str]]:
    """The lines that this one goes on with."""
    if not before.lstrip().startswith("+"):
        return []
    mine = None
    for a in document.record.actions:
        if a.place.line < line and a.kind not in ("board", "set", "setup", "check"):
            mine = a
    if mine is None:
        return []
    return [(n, document.lines[n - 1]) for n in (mine.lines or [mine.place.line]) if n < line]


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


def _gap(action: Action, b: Board, journal: Journal) -> Gap | None:
    mark = journal.mark()
    try:
        return lookout.play(action, b, journal).table.gap
    finally:
        journal.undo_to(mark)


# -------------------------------------------------------------------- answers in the place of the blank


def _answers(gap: Gap, action: Action, b: Board, journal: Journal, document: Document) -> list[Offer]:
    """The answers to the question that the blank stands for, each with the roll that it leads to."""
    found = []
    forms_of: dict[str, list[str]] = {}
    for form, name in document.names.forms.items():
        forms_of.setdefault(name, []).append(form)
    legal = [v for v in gap.legal if v not in (UNKNOWN, NOTHING)]
    leads = {v: _chance(action, b, journal, v) if len(legal) <= MOST_TRIED else ("", "", 0.0) for v in legal}
    for value in sorted(legal, key=lambda v: -leads[v][2]):
        told, rules, _ = leads[value]
        label = _named(value)
        kind = "plot" if isinstance(value, tuple) else "country"
        detail = told or (f"({gap.rule})" if gap.rule else "")
        documentation = sentence(f"{answers.question(_address(gap), b.rules)} ({gap.rule})") if gap.rule else ""
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
                Offer(_named(value), "country", f"not allowed: {why(failures)}", also=_also(value, forms_of), rank=9)
            )
    return found


def _address(gap: Gap) -> Any:
    from referee.engine.ask import Address, SegmentId

    return Address(SegmentId("op"), None, gap.field, gap.subject)


def _named(value: Any) -> str:
    return f"{value[0]}#{value[1]}" if isinstance(value, tuple) else str(value)


def _also(value: Any, forms_of: dict[str, list[str]]) -> tuple[str, ...]:
    name = value[0] if isinstance(value, tuple) else value
    return tuple(forms_of.get(name, ()))


def _chance(action: Action, b: Board, journal: Journal, value: Any) -> tuple[str, str, float]:
    """The roll that an answer leads to, what it has to show, and how likely a success is, where that word has a meaning."""
    mark = journal.mark()
    try:
        seen = lookout.play(action, b, journal, put=value)
        for roll in seen.table.due:
            return chance(roll), sentence(roll.sought), _success(roll)
        for roll in reversed(seen.rolls):
            if roll.automatic and roll.subject == value:
                won = float(roll.outcome is True or (isinstance(roll.outcome, tuple) and all(roll.outcome)))
                return f"{roll.told(roll.outcome)} without a roll", sentence(f"{roll.needed} ({roll.rule})"), won
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


def chance(roll: Roll) -> str:
    """A roll with the chance of what it may bring: "War of Ideas: success 33 % (7.2.1)"."""
    told = questions.chances(roll)
    if told[:1].isdecimal():
        told = f"success {told}"
    elif not told and roll.kind == RollKind.WAR_OF_IDEAS:
        told = "success 0 %"
    return f"{roll.title}: {told} ({roll.rule})" if told else f"{roll.title} ({roll.rule})"


# -------------------------------------------------------------------- what goes on with the entry


def _behind(action: Action, b: Board, journal: Journal, asked: set[Field], *, glued: bool) -> list[Offer]:
    """What else the entry in front of the cursor may carry, its dice, and the signs that part it from what follows.

    ``glued``: only what is written without a blank in front of it.
    """
    mark = journal.mark()
    use = action.segments[-1].use if action.segments else ""
    item = lookout.last_entry(action)
    try:
        seen = lookout.play(action, b, journal)
        table = seen.table
        found: list[Offer] = []
        gaps = [g for g in table.gaps if g.field not in _SEGMENTS]
        target = next((g for g in gaps if g.field in _ENDS_ON), None)
        for gap in gaps:
            if gap.field == Field.ORDER:
                name = b.rules.card_name(gap.card)
                told = f"the event of {name} came behind it (6.3.2)"
                found.append(Offer("/ event", "sign", told, insert="/ event ", rank=6, about=f"card {gap.card}"))
                found.append(Offer("/ no event", "sign", f"the event of {name} did not happen", rank=6))
            elif (
                gap.field in asked or (item is None and asked) or (target is not None and gap.field in _BEHIND_A_TARGET)
            ):
                continue
            else:
                found += _written(gap, use, b, new=item is None)
        if target is None and (item is not None or not asked):
            found += _dice(table.due)
        if item is not None and target is None and table.another:
            found.append(Offer(",", "sign", "another entry", rank=6, insert=", ", glued=True))
        if (item is not None and target is None) or use in ("event", "reserves", "reassess", "end"):
            found.append(Offer("=>", "sign", "what came of it", rank=7, insert="=> "))
        return [o for o in found if o.glued] if glued else found
    finally:
        journal.undo_to(mark)


def _written(gap: Gap, use: str, b: Board, *, new: bool) -> list[Offer]:
    """The answers to a question as an entry carries them."""
    name = WRITTEN_AS.get(gap.field, gap.field)
    form = BY_NAME.get(name)
    found = []
    values = gap.legal[: MOST_TRIED * 4 if gap.field in CARD_LISTS else MOST_TRIED]
    known = forms.of(use)
    if gap.field in (Field.WHAT, Field.CHOICE):
        known_words = {v: w for w, v in (*forms.WHAT.words.items(), *forms.CHOICE.words.items())}
    for value in values:
        if value is False or value == NOTHING or (value == UNKNOWN and gap.field not in (Field.MARKER, *CARD_LISTS)):
            continue
        glued = False
        detail = sentence(gap.field.question).removesuffix(".")
        match gap.field:
            case Field.CELLS:
                text = str(value) if value == forms.CADRE else f":{value}" if value != "" else f":{forms.SADR}"
                glued = value != forms.CADRE
                detail = answers.answer(gap.field, value, b.rules)
            case Field.TO | Field.WHERE | Field.FROM | Field.PLOT:
                text = f"> {value}" if gap.field == Field.TO and not new else _named(value)
            case Field.MARKER:
                text, glued = f": {value}", True
                detail = "a Plot marker, face down" if value == UNKNOWN else f"Plot marker {value}"
            case Field.WHAT | Field.CHOICE:
                text = known_words.get(value, str(value))
            case field if field in CARD_LISTS:
                text = f"{field} {value}"
                detail = b.rules.card_name(value) if isinstance(value, int) else "a card that stays hidden"
            case _ if form is None:
                continue
            case _:
                text = tree.entry({name: list(value) if isinstance(value, list) else value})
        if not text or (form is not None and new and form.beside and known.place is not forms.WHERE):
            continue
        rule = f" ({gap.rule})" if gap.rule else ""
        rank = 4 if gap.optional else 2
        kind = "cells" if glued and gap.field == Field.CELLS else "number" if text.isdigit() else "word"
        found.append(Offer(text, kind, f"{detail}{rule}", rank=rank, glued=glued))
    return found


def _dice(due: list[Roll]) -> list[Offer]:
    """The brackets of the rolls that are not written yet: all of them, then the first one alone."""
    if not due:
        return []
    shapes = [f"{r.label}[{' '.join(['·'] * r.n)}]" for r in due]
    told = "; ".join(dict.fromkeys(sentence(r.sought).removesuffix(".") for r in due))
    found = []
    for n in dict.fromkeys((len(due), 1)):
        text = " ".join(f"{r.label}[]" for r in due[:n])
        caret = text.index("[") + 1
        detail = ", ".join(dict.fromkeys(chance(r) for r in due[:n]))
        found.append(Offer(" ".join(shapes[:n]), "dice", detail, f"{told}.", insert=text, caret=caret, rank=1))
    return found
