"""What goes on with an entry of a line: more of it, its dice, the signs that part it from what follows."""

from __future__ import annotations

from referee.engine import answers, forms
from referee.engine.ask import CARD_LISTS, Field, RollKind
from referee.engine.board import Board
from referee.engine.forms import BY_NAME, WRITTEN_AS
from referee.engine.journal import Journal
from referee.engine.play import NOTHING, UNKNOWN
from referee.engine.rolls import Roll
from referee.engine.script import Action, Item
from referee.engine.words import numbered, sentence
from referee.parsers.notation import tree
from referee.play.editing import lookout
from referee.play.editing.lookout import Gap
from referee.play.editing.offers import Offer

MOST_LISTED = 60
"""Most answers of a question that are listed."""
_SEGMENTS = frozenset({Field.OPERATION, Field.EXTRA, Field.STEP, Field.USE, Field.RESERVES})
ENDS_ON = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.PLOT})
_BEHIND_A_TARGET = frozenset({Field.TROOPS, Field.ALONG, Field.COUNT, Field.MARKER, Field.PLACED})
"""What is asked of a place, and means nothing before that is named."""
_NAMED = frozenset({Field.CELL, Field.ALLY, Field.FLIP, Field.CAPITAL, Field.CAPABILITY})
"""What has a word of its own in front of it."""
_ALONE = frozenset({Field.WHAT, Field.CHOICE, Field.POSTURE, Field.POLARIZED, *CARD_LISTS}) | _NAMED
"""What may stand in an event, or at the end of a turn, without a country in front of it."""
_WITHOUT_ENTRIES = frozenset({"event", "reserves", "reassess", "end"})


def offers(action: Action, b: Board, journal: Journal, asked: set[Field], *, glued: bool, anew: bool) -> list[Offer]:
    """What else may be written, where ``asked`` was offered already.

    ``glued``: only what goes without a blank in front of it; ``anew``: a comma stands there, and another entry begins.
    """
    mark = journal.mark()
    try:
        table = lookout.play(action, b, journal).table
        segment = action.segments[-1] if action.segments else None
        use = segment.use if segment is not None else ""
        loose = segment is not None and segment.loose
        item = lookout.last_entry(action) if not anew else None
        gaps = [g for g in table.gaps if g.field not in _SEGMENTS]
        last = len(segment.items) - 1 if segment is not None else 0
        target = None
        if not (loose and item is not None):
            target = next((g for g in gaps if g.field in ENDS_ON and (g.item is None or g.item <= max(last, 0))), None)
        found: list[Offer] = []
        for gap in gaps:
            if gap.field == Field.ORDER:
                found += _events(gap, b) if not anew else []
            elif loose and gap.field in _ALONE:
                found += _written(gap, use, b, new=item is None or gap.subject not in item.countries())
            elif gap.field in asked or (item is None and (asked or anew)) or (loose and gap.field in ENDS_ON):
                continue
            elif target is None or gap.field not in _BEHIND_A_TARGET:
                found += _written(gap, use, b, new=item is None)
        if target is None and (item is not None or not asked or loose):
            found += _dice(table.due, item, loose=loose)
        whole = item is not None and target is None
        if whole and (table.another or loose):
            found.append(Offer(",", "sign", "another entry", rank=6, insert=", ", glued=True))
        if not anew:
            found += _next_part(action, b, whole=whole or use in _WITHOUT_ENTRIES)
            found += _left_over(action, b) if item is not None or use in _WITHOUT_ENTRIES else []
        return [o for o in found if o.glued] if glued else found
    finally:
        journal.undo_to(mark)


def _next_part(action: Action, b: Board, *, whole: bool) -> list[Offer]:
    """The signs that lead on: to what came of a ``whole`` segment, and to the use of a card after its event."""
    found = [Offer("=>", "sign", "what came of it", rank=7, insert="=> ")] if whole else []
    if _comes_first(action, b):
        found.append(Offer("/", "sign", "what the card is used for, behind its event", rank=6, insert="/ "))
    return found


def _left_over(action: Action, b: Board) -> list[Offer]:
    """What a side that plays by a flowchart does with what is left of its card."""
    if action.side not in b.rules.guides:
        return []
    own = [(name, of.title) for name, of in forms.LEFT_OVER.items() if of.side == action.side]
    return [
        Offer(f"/ {name}", "sign", f"what is left of the card: {title}", insert=f"/ {name} ", rank=6)
        for name, title in own[:1]
    ]


def _comes_first(action: Action, b: Board) -> bool:
    """Whether the event of the other side stands in front, and the use of the card is still to come."""
    theirs = any(n in b.cards and b.cards[n].side not in (None, action.side) for n in action.cards)
    return theirs and all(s.name in ("event", "no event") for s in action.segments)


def _events(gap: Gap, b: Board) -> list[Offer]:
    """The event that the card triggers."""
    name = b.rules.card_name(gap.card)
    told = f"the event of {name} came behind it (6.3.2)"
    return [
        Offer("/ event", "sign", told, insert="/ event ", rank=6, about=f"card {gap.card}"),
        Offer("/ no event", "sign", f"the event of {name} did not happen", rank=6),
    ]


def _written(gap: Gap, use: str, b: Board, *, new: bool) -> list[Offer]:
    """The answers to a question as an entry carries them."""
    name = WRITTEN_AS.get(gap.field, gap.field)
    form = BY_NAME.get(name)
    found = []
    if gap.field in CARD_LISTS:
        found.append(Offer(f"{gap.field} ", "word", sentence(gap.field.question).removesuffix("."), rank=4))
    values = gap.legal[: MOST_LISTED * 4 if gap.field in CARD_LISTS else MOST_LISTED]
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
                text = f"> {value}" if gap.field == Field.TO and not new else named(value)
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
        if new and gap.subject and not glued and gap.field not in ENDS_ON:
            text = f"{gap.subject} {text}"
        rule = f" ({numbered(gap.rule)})" if gap.rule else ""
        rank = 4 if gap.optional else 2
        kind = "cells" if glued and gap.field == Field.CELLS else "number" if text.isdigit() else "word"
        found.append(Offer(text, kind, f"{detail}{rule}", rank=rank, glued=glued))
    return found


def _dice(due: list[Roll], item: Item | None, *, loose: bool) -> list[Offer]:
    """The brackets of the rolls that are not written yet: all of them, then the first one alone."""
    about = set(item.countries()) if item is not None else set()
    mine = [r for r in due if r.subject in about] or (
        [r for r in due if not r.subject or item is not None] if not loose else [r for r in due if not r.subject]
    )
    found = []
    for n in dict.fromkeys((len(mine), 1)) if mine else ():
        found.append(_bracket(mine[:n]))
    if loose:  # each country has an entry of its own
        for subject in dict.fromkeys(r.subject for r in due if r.subject and r.subject not in about):
            found.append(_bracket([r for r in due if r.subject == subject], subject))
    return found


def _bracket(due: list[Roll], subject: str = "") -> Offer:
    """Empty brackets for some rolls, behind the name of their country if that is wanted."""
    lead = f"{subject} " if subject else ""
    shapes = " ".join(f"{r.label}[{' '.join(['·'] * r.n)}]" for r in due)
    text = lead + " ".join(f"{r.label}[]" for r in due)
    told = "; ".join(dict.fromkeys(sentence(r.sought).removesuffix(".") for r in due))
    detail = ", ".join(dict.fromkeys(chance(r) for r in due))
    return Offer(lead + shapes, "dice", detail, f"{told}.", insert=text, caret=text.index("[") + 1, rank=1)


def chance(roll: Roll) -> str:
    """A roll with the chance of what it may bring: "War of Ideas: success 33 % (7.2.1)"."""
    told = roll.chances
    if told[:1].isdecimal():
        told = f"success {told}"
    elif not told and roll.kind == RollKind.WAR_OF_IDEAS:
        told = "success 0 %"
    return f"{roll.title}: {told} ({numbered(roll.rule)})" if told else f"{roll.title} ({numbered(roll.rule)})"


def named(value: object) -> str:
    """A country or a Plot marker as it is written."""
    return f"{value[0]}#{value[1]}" if isinstance(value, tuple) else str(value)
