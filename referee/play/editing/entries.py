"""The possible continuations after the use of a card.

They are countries with the chance of the roll, Cells, numbers, dice and signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.engine.law import answers, forms
from referee.engine.law.ask import CARD_LISTS, Address, Ask, Field, RollKind, SegmentId
from referee.engine.law.forms import BY_NAME, WRITTEN_AS
from referee.engine.law.question import Choice, Question
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state.names import plain
from referee.engine.state.script import Action, Item, Segment
from referee.engine.state.words import capital, numbered, sentence
from referee.parsers.notation import tree
from referee.play.editing.beginnings import forbidden_last, reasons
from referee.play.editing.line_walk import LineCursor, LineWalk, last_entry, question_of
from referee.play.editing.ordering import FORBIDDEN, MOST_WORDS, Completion

MOST_TRIED = 60
"""Most answers that are tried for their chance."""
MOST_LISTED = 60
"""Most answers of one question."""
_SEGMENTS = frozenset({Field.OPERATION, Field.EXTRA, Field.STEP, Field.USE, Field.RESERVES})
_ENDS_ON = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.PLOT})
_OF_A_TARGET = frozenset({Field.TROOPS, Field.ALONG, Field.COUNT, Field.MARKER, Field.PLACED})
"""Questions about a place, which mean nothing before it is named."""
_NAMED = frozenset({Field.CELL, Field.ALLY, Field.FLIP, Field.CAPITAL, Field.CAPABILITY})
"""Fields with a word of their own before the answer."""
_ALONE = frozenset({Field.WHAT, Field.CHOICE, Field.POSTURE, Field.POLARIZED, *CARD_LISTS}) | _NAMED
"""Fields that need no country before them, in an event or at the end of a turn."""
_WITHOUT_ENTRIES = frozenset({"event", "reserves", "reassess", "end"})
_WORDS = {v: w for w, v in (*forms.WHAT.words.items(), *forms.CHOICE.words.items())}
_OPEN_SIGN = re.compile(r"\s*(?::[sa]*|:\s*|=|/)$")


def entries(at: LineCursor) -> list[Completion]:
    """Completions for the next entry.

    The name at the cursor, then the signs after the last entry.
    """
    if not at.above:
        at.advance()
    found, asked = _names(at)
    for front, glued, comma in _entry_fronts(at.before):
        walk, fresh = at.walk(front), comma
        if walk is None and not glued and not comma:  # a word that needs another: flip, cell, ally
            shorter = front[: _start(front)].rstrip()
            walk, fresh = at.walk(shorter.rstrip(",")), shorter.endswith(",")
        if walk is not None:
            more = _following(at, walk, asked, fresh=fresh)
            found += [c for c in more if c.glued] if glued else more
    parts = [c for c in found if c.next_part]
    return [c for c in found if not c.next_part] + forbidden_last(at, parts) if parts else found


# -------------------------------------------------------------------- the text before the cursor


def _start(text: str) -> int:
    """The beginning of the last word."""
    at = len(text)
    while at and (text[at - 1].isalnum() or text[at - 1] in ".'’&/-"):
        at -= 1
    return at


def _name_fronts(before: str) -> Iterator[str]:
    """The texts before a name of one, two or more words."""
    front = before[: len(before.rstrip()) + 1] if before[-1:].isspace() else before[: _start(before)]
    yield front
    for _ in range(MOST_WORDS - 1):
        stripped = front.rstrip()
        cut = _start(stripped)
        if cut == len(stripped):
            return
        front = stripped[:cut]
        yield front


def _entry_fronts(before: str) -> list[tuple[str, bool, bool]]:
    """The text up to the last entry.

    With it, whether only a sign without a blank may follow, and whether a new entry begins.
    """
    sign = _OPEN_SIGN.search(before)
    if sign is not None:
        return [(before[: sign.start()], True, False)]
    front = before if before[-1:].isspace() else before[: _start(before)]
    whole = (front.rstrip(" ,"), False, front.rstrip().endswith(","))
    return [whole] if front == before else [(before, True, False), whole]


def _goes_on(form: str, written: str) -> bool:
    """Whether a name of several words goes on with a text."""
    said = " ".join(written.casefold().split())
    return form.casefold().startswith(said + " " if written[-1:].isspace() else said)


# -------------------------------------------------------------------- a name at the cursor


def _names(at: LineCursor) -> tuple[list[Completion], set[Field]]:
    """The answers for the name at the cursor, and their field."""
    forms_of: dict[str, list[str]] = {}
    for form, name in at.document.names.forms.items():
        forms_of.setdefault(name, []).append(form)
    for front in _name_fronts(at.before):
        written = at.before[len(front) :]
        several = " " in written.strip() or written[-1:].isspace()
        if several and not any(_goes_on(form, written) for form in at.document.names.forms):
            continue
        walk = at.walk(front, blank=True)
        gap = _gap(walk, plain(written), forms_of) if walk is not None else None
        if walk is None or gap is None:
            continue
        found = _answers(walk, gap, plain(written), forms_of)
        if several:  # a name that is written in part, and nothing else
            found = [c for c in found if any(_goes_on(form, written) for form in (c.label, *c.also))]
        if found:
            return found, {_ask(gap).field}
    return [], set()


def _gap(walk: LineWalk, key: str, forms_of: dict[str, list[str]]) -> Question | None:
    """The question at the cursor, with the refused answers of its letters."""

    def begun(value: Any) -> bool:
        name = value[0] if isinstance(value, tuple) else value
        return any(plain(str(form)).startswith(key) for form in forms_of.get(name) or [name])

    with walk.here() as out:
        ask = out.question.ask if out.question is not None else None
        if ask is None:
            return None
        gap = question_of(ask)
        known = {repr(value) for value in gap.legal}
        others = [o for o in ask.domain() if begun(o) and repr(o) not in known] if len(key) > 1 else []
        refused = [Choice(o, failures=tuple(f for f in ask.failures(o) if f.kind != "note")) for o in others]
        gap.refused = [c for c in refused if c.failures]
        return gap


def _answers(walk: LineWalk, gap: Question, key: str, forms_of: dict[str, list[str]]) -> list[Completion]:
    """The answers at the cursor, each with its roll."""
    ask = _ask(gap)

    def also(value: Any) -> tuple[str, ...]:
        return tuple(forms_of.get(value[0] if isinstance(value, tuple) else value, ()))

    legal = [v for v in gap.legal if v not in (UNKNOWN, NOTHING)]
    legal = [v for v in legal if not key or any(plain(f).startswith(key) for f in (_name(v), *also(v)))]
    leads = {v: _chance_of(walk, v) if len(legal) <= MOST_TRIED else ("", "", 0.0) for v in legal}
    rule = numbered(ask.rule) if ask.rule else ""
    question = ""
    if rule:
        address = Address(SegmentId("op"), None, ask.field, ask.subject)
        question = sentence(f"{answers.question(address, walk.board.rules)} ({rule})")
    found = []
    for value in sorted(legal, key=lambda v: -leads[v][2]):
        chance, sought, _ = leads[value]
        kind = "plot" if isinstance(value, tuple) else "country"
        detail = chance or (f"({rule})" if rule else "")
        text = "\n".join(x for x in (sought, question) if x)
        found.append(Completion(_name(value), kind, detail, text, also=also(value), rank=3))
    for c in gap.refused or ():
        if isinstance(c.value, str | tuple) and c.value not in (UNKNOWN, NOTHING):
            why = f"not allowed: {reasons(c.failures)}"
            found.append(Completion(_name(c.value), "country", why, also=also(c.value), rank=FORBIDDEN))
    return found


def _chance_of(walk: LineWalk, value: Any) -> tuple[str, str, float]:
    """The chance of an answer.

    The roll that it leads to, the dice for a success, and their probability.
    """
    roll = walk.roll_of(value)
    if roll is None:
        return "", "", 0.0
    if not roll.automatic:
        return _chance(roll), sentence(roll.sought), roll.success or 0.0
    won = float(roll.outcome is True or (isinstance(roll.outcome, tuple) and all(roll.outcome)))
    came = f"{roll.result_words(roll.outcome)} without a roll"
    return came, sentence(f"{roll.needed_in_full} ({numbered(roll.rule)})"), won


def _chance(roll: Roll) -> str:
    """A roll with its chances: "War of Ideas: success 33 % (7.2.1)"."""
    chances = roll.chances
    if chances[:1].isdecimal():
        chances = f"success {chances}"
    elif not chances and roll.kind == RollKind.WAR_OF_IDEAS:
        chances = "success 0 %"
    return f"{roll.title}: {chances} ({numbered(roll.rule)})" if chances else f"{roll.title} ({numbered(roll.rule)})"


# -------------------------------------------------------------------- after the last entry


@dataclass(frozen=True)
class _End:
    """The end of a line.

    It has its last segment, its last entry, and what that leaves open.
    """

    segment: Segment | None
    item: Item | None
    """The last entry; None where a comma begins a new one."""
    fresh: bool
    """Whether a comma begins a new entry."""
    asked: set[Field]
    """Questions whose answers are offered already."""
    gaps: list[Question]

    @property
    def use(self) -> str:
        return self.segment.use if self.segment is not None else ""

    @property
    def loose(self) -> bool:
        """Whether each subject has its own entry.

        So in an event, and at the end of a turn.
        """
        return self.segment is not None and self.segment.loose

    @cached_property
    def lacks_target(self) -> bool:
        """Whether the entry still needs the place that it ends on."""
        last = max(len(self.segment.items) - 1, 0) if self.segment is not None else 0
        targets = [g for g in map(_ask, self.gaps) if g.field in _ENDS_ON and (g.item is None or g.item <= last)]
        return bool(targets) and not (self.loose and self.item is not None)

    def takes(self, field: Field) -> bool:
        """Whether an answer to a question may come next."""
        if self.loose and field in _ALONE:
            return True
        if field in self.asked or (self.item is None and (self.asked or self.fresh)):
            return False
        return not (self.loose and field in _ENDS_ON) and not (self.lacks_target and field in _OF_A_TARGET)

    def begins(self, ask: Ask) -> bool:
        """Whether an answer makes an entry of its own."""
        if self.item is None:
            return True
        return self.loose and ask.field in _ALONE and ask.subject not in self.item.countries()


def _following(at: LineCursor, walk: LineWalk, asked: set[Field], *, fresh: bool) -> list[Completion]:
    """More of the last entry, its dice, and the next signs."""
    with walk.here():
        action, table = walk.action, walk.table
        segment = action.segments[-1] if action.segments else None
        item = None if fresh else last_entry(action)
        end = _End(segment, item, fresh, asked, [g for g in table.open_questions if g.field not in _SEGMENTS])
        found: list[Completion] = []
        for gap in end.gaps:
            ask = _ask(gap)
            if ask.field == Field.ORDER:
                found += [] if fresh else _events(gap)
            elif end.takes(ask.field):
                found += _written(gap, end.use, new=end.begins(ask))
        if not end.lacks_target and (item is not None or not asked or end.loose):
            found += _dice(table.due, item, loose=end.loose)
        whole = item is not None and not end.lacks_target
        if whole and (table.may_go_on or end.loose):
            found.append(Completion(",", "sign", "another entry", rank=6, insert=", ", glued=True))
        if not fresh:
            without = end.use in _WITHOUT_ENTRIES
            found += _signs(at, action, claims=whole or without, left_over=item is not None or without)
        return found


def _signs(at: LineCursor, action: Action, *, claims: bool, left_over: bool) -> list[Completion]:
    """The signs of the next part of a line.

    Its claims, the use of a card after its event, the rest of the card.
    """
    b = at.board
    found = [Completion("=>", "sign", "what came of it", rank=7, insert="=> ")] if claims else []
    theirs = any(n in b.cards and b.cards[n].side not in (None, action.side) for n in action.cards)
    if theirs and all(s.name in ("event", "no event") for s in action.segments):
        used = "what the card is used for, behind its event"
        found.append(Completion("/", "sign", used, rank=6, insert="/ ", next_part=True))
    if left_over and action.side in b.rules.guides:
        name, left = next((name, left) for name, left in forms.LEFT_OVER.items() if left.side == action.side)
        said = f"what is left of the card: {left.title}"
        found.append(Completion(f"/ {name}", "sign", said, insert=f"/ {name} ", rank=6, next_part=True))
    return found


def _events(gap: Question) -> list[Completion]:
    """The event that the card triggers."""
    card = gap.address.card
    name = _ask(gap).board.rules.card_name(card)
    came = f"the event of {name} came behind it (6.3.2)"
    return [
        Completion("/ event", "sign", came, insert="/ event ", rank=6, about=f"card {card}", next_part=True),
        Completion("/ no event", "sign", f"the event of {name} did not happen", rank=6, next_part=True),
    ]


def _written(gap: Question, use: str, *, new: bool) -> list[Completion]:
    """The answers to a question in the form that an entry carries."""
    ask = _ask(gap)
    field, subject = ask.field, ask.subject
    form = BY_NAME.get(WRITTEN_AS.get(field, field))
    of_cards = field in CARD_LISTS
    asked = capital(field.question)
    if form is not None and new and form.adds_to_country and forms.of(use).place is not forms.WHERE:
        return []
    rule = f" ({numbered(ask.rule)})" if ask.rule else ""
    found = [Completion(f"{field} ", "word", asked, rank=4)] if of_cards else []
    for value in gap.legal[: MOST_LISTED * 4 if of_cards else MOST_LISTED]:
        hidden = value == UNKNOWN and field != Field.MARKER and not of_cards
        if value is False or value == NOTHING or hidden:
            continue
        text, detail = _as_entry(ask, value, new=new)
        if not text:
            continue
        glued = field == Field.MARKER or (field == Field.CELLS and value != forms.CADRE)
        if new and subject and not glued and field not in _ENDS_ON:
            text = f"{subject} {text}"
        kind = "cells" if glued and field == Field.CELLS else "number" if text.isdigit() else "word"
        rank = 2 if ask.silence is None else 4
        found.append(Completion(text, kind, f"{asked if detail is None else detail}{rule}", rank=rank, glued=glued))
    return found


def _as_entry(ask: Ask, value: Any, *, new: bool) -> tuple[str, str | None]:
    """An answer in the form of an entry, and its meaning.

    None where the question says it.
    """
    field, rules = ask.field, ask.board.rules
    name = WRITTEN_AS.get(field, field)
    match field:
        case Field.CELLS:
            text = str(value) if value == forms.CADRE else f":{value or forms.SADR}"
            return text, answers.answer(field, value, rules)
        case Field.TO | Field.WHERE | Field.FROM | Field.PLOT:
            return f"> {value}" if field == Field.TO and not new else _name(value), None
        case Field.MARKER:
            return f": {value}", "a Plot marker, face down" if value == UNKNOWN else f"Plot marker {value}"
        case Field.WHAT | Field.CHOICE:
            return _WORDS.get(value, str(value)), None
        case _ if field in CARD_LISTS:
            card = rules.card_name(value) if isinstance(value, int) else "a card that stays hidden"
            return f"{field} {value}", card
        case _ if name in BY_NAME:
            return tree.entry({name: list(value) if isinstance(value, list) else value}), None
    return "", None


def _dice(due: list[Roll], item: Item | None, *, loose: bool) -> list[Completion]:
    """The brackets of the missing rolls.

    All of them, then the first one alone.
    """
    about = set(item.countries()) if item is not None else set()
    mine = [r for r in due if r.subject in about]
    if not mine:
        mine = [r for r in due if not r.subject or (item is not None and not loose)]
    found = [_bracket(mine[:n]) for n in dict.fromkeys((len(mine), 1))] if mine else []
    if loose:  # each country has an entry of its own
        for subject in dict.fromkeys(r.subject for r in due if r.subject and r.subject not in about):
            found.append(_bracket([r for r in due if r.subject == subject], f"{subject} "))
    return found


def _bracket(due: list[Roll], lead: str = "") -> Completion:
    """Empty brackets for some rolls, with their country if that is wanted."""
    shapes = " ".join(f"{r.label}[{' '.join(['·'] * r.n)}]" for r in due)
    text = lead + " ".join(f"{r.label}[]" for r in due)
    sought = "; ".join(dict.fromkeys(capital(r.sought) for r in due))
    detail = ", ".join(dict.fromkeys(_chance(r) for r in due))
    return Completion(lead + shapes, "dice", detail, f"{sought}.", insert=text, caret=text.index("[") + 1, rank=1)


def _ask(gap: Question) -> Ask:
    assert gap.ask is not None
    return gap.ask


def _name(value: object) -> str:
    """A country or a Plot marker as it is written."""
    return f"{value[0]}#{value[1]}" if isinstance(value, tuple) else str(value)
