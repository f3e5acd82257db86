"""The words of a line that answer a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from referee.engine.law import forms
from referee.engine.law.ask import Ask, Field
from referee.engine.law.requirement import Failure
from referee.engine.law.rolls import PICK, TEST
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import hidden
from referee.engine.state.board import Board
from referee.engine.state.data import TRACK
from referee.engine.state.ruleset import EVENT_TEXT
from referee.engine.state.script import LOOSE, Item, Part, Segment

if TYPE_CHECKING:
    from referee.engine.record.ledger.ledger import Ledger


BESIDE = frozenset(form.name for form in forms.FORMS if form.adds_to_country)
LISTS = frozenset(form.name for form in forms.FORMS if form.several)
FoundAnswer = tuple[Part, Item | None]


def items_of(segment: Segment, field: Field, *, at_country: bool = False) -> list[Item]:
    """Return the entries that an indexed question counts.

    They are all of an Operation, or those of an event with such an answer. ``at_country`` says that the answer is at the country of
    the same index, so that the countries are counted.
    """
    use = forms.of(segment.use)
    if segment.name not in LOOSE and field not in use.own:
        return segment.items
    if at_country or field in BESIDE:
        return [i for i in segment.items if "where" in i.parts or "from" in i.parts or _without_country(i, field)]
    return [i for i in segment.items if _speaks_of(i, field, use)]


def _without_country(item: Item, field: Field) -> bool:
    """Return whether an entry has such an answer without a country."""
    return field in item.parts and not any(True for _ in item.countries())


def _speaks_of(item: Item, field: Field, use: forms.EntryForms) -> bool:
    """Return whether an entry has an answer to such a question."""
    return any(f in item.parts and not _verb(f, item.parts[f], field) for f in use.answers[field])


def _verb(name: str, part: Part, field: Field) -> bool:
    """Return whether a word is a choice of its own.

    Only "none" answers other questions as well.
    """
    return name == Field.CHOICE != field and part.value != NOTHING


def find(ledger: Ledger, ask: Ask) -> FoundAnswer | None:
    """Find the written answer to an ask with its entry.

    Returns None if there is none.
    """
    segment = ledger.segment
    if segment is None:
        return _at_the_head(ledger, ask)
    if ask.field in _SEGMENTS:
        return _SEGMENTS[ask.field](ledger, ask)
    if ask.hints.country_of_dice is not None:
        return _rolled(ledger, segment, ask, ask.hints.country_of_dice)
    use = forms.of(segment.use)
    if ask.subject and ask.field not in use.own:
        entries = about_subject(ledger, segment, ask)
    elif ask.item is not None:
        entries = _beside_its_thing(ledger, segment, ask, ask.item)
    else:
        entries = _loose(ledger, segment, ask)
    fields = use.answers[ask.field]
    for item in entries:
        for f in fields:
            part = item.parts.get(f)
            if part is not None and (found := _answer(ledger, ask, use, item, f, part)) is not None:
                return found
    if forms.COUNT.name in fields and (found := _number_after_colon(ledger, segment)) is not None:
        return found
    if ask.hints.shown_by and (found := _shown_by_another(ledger, segment, ask.hints.shown_by, use)) is not None:
        return found
    if ask.hints.reuse_named:
        named = ((p, i) for i in entries for f, p in i.parts.items() if f in fields and ask.holds(p.value))
        return next(named, None)  # a country named for a roll may be the choice too
    if ask.field == Field.WHAT and not ask.item and not ask.subject:
        return _shown(segment, ask)
    return None


def _rolled(ledger: Ledger, segment: Segment, ask: Ask, led: Callable[[tuple[int, ...]], Any]) -> FoundAnswer | None:
    """Return the country of a table roll, by Test or dice."""
    domain = set(ask.domain())
    named = [(p, i) for i in segment.items if (p := i.parts.get(ask.field)) is not None and p.value in domain]
    tested = next((own for own in named if any(d.label == TEST for d in own[1].dice)), None)
    if tested is not None:
        return tested
    for item in segment.items:
        for d in item.dice:
            values = tuple(filter(None, d.values)) if d.label == PICK else ()
            found = led(values) if len(values) == len(d.values) else None
            if found is not None:
                own = [(p, i) for p, i in named if p.value == found or i is item] if len(named) > 1 else []
                return min(own, key=lambda o: o[0].value != found) if own else (Part(found, d.place), item)
    return None


def _number_after_colon(ledger: Ledger, segment: Segment) -> FoundAnswer | None:
    """A number after a colon without a country, ``event: 2``, if unused.

    A question for a Plot marker takes such a number first.
    """
    for item in segment.items:
        part = item.parts.get(forms.MARKERS.name)
        if part is None or len(item.parts) > 1 or len(part.value) > 1 or ledger.used.count(part):
            continue
        if (value := part.value[0]).isdecimal():
            return Part(int(value), part.place), next_of(ledger, part, item, 0)
    return None


def _answer(ledger: Ledger, ask: Ask, use: forms.EntryForms, item: Item, f: str, part: Part) -> FoundAnswer | None:
    """Return the unused answer in one part of an entry, or None."""
    only = ask.hints.only  # any other answer belongs to a later question
    if _verb(f, part, ask.field) or f in ask.hints.other_words or (only is not None and part.value not in only):
        return None
    if part.value == NOTHING and ask.field == Field.CONVERGENCE:  # it denies one of the questions
        return None
    if part.value == TRACK and TRACK not in ask.domain():  # the origin of Troops is no country
        return None
    if f != ask.field and forms.BY_NAME[f].alone == ask.field:  # aid Egypt: the word before its country
        if ask.hints.things and f not in ask.hints.things:
            return None
        part = Part(f, part.place)
    if ask.field == Field.WHAT:
        ledger.things[ledger.segment, ask.item] = item
    if isinstance(part.value, list) and f in LISTS:
        at = ledger.used.count(part)
        return (Part(part.value[at], part.place), next_of(ledger, part, item, at)) if at < len(part.value) else None
    if part in ledger.used and ask.item is None and (not ask.subject or ask.field in use.own):
        return None
    return part, item


def _shown_by_another(
    ledger: Ledger, segment: Segment, shown: Mapping[Field, Any], use: forms.EntryForms
) -> FoundAnswer | None:
    """An answer shown by another word of the line: Cells, card."""
    for shows, told in shown.items():
        for item in segment.items:
            part = next((item.parts[f] for f in use.answers[shows] if f in item.parts), None)
            if part is not None and part not in ledger.used:
                return Part(told(part.value) if callable(told) else told, part.place), None
    return None


_SHOWN = {"posture": "posture", "marker": "plot", "plot": "alert"}
"""Things of a card's list recognised without their word: France Soft, Spain#1."""


def _shown(segment: Segment, ask: Ask) -> FoundAnswer | None:
    """The thing of a card's list in an entry without its word."""
    for item in segment.items:
        for name, part in item.parts.items():
            word = forms.CADRE if part.value == forms.CADRE else _SHOWN.get(name)
            if word in ask.hints.things:
                return (part if word == part.value else Part(word, part.place)), item
    return None


def _beside_its_thing(ledger: Ledger, segment: Segment, ask: Ask, n: int) -> list[Item]:
    """Return the entry of the thing of question ``n``.

    Without such an entry it is entry ``n``.
    """
    item = ledger.things.get((segment, n))
    if item is not None and ask.field != Field.WHAT and _speaks_of(item, ask.field, forms.of(segment.use)):
        return [item]
    return items_of(segment, ask.field, at_country=ask.hints.at_country)[n : n + 1]


def _loose(ledger: Ledger, segment: Segment, ask: Ask) -> list[Item]:
    """Return the entries in order.

    Among the choices of an event, a legal one first.
    """
    fields = forms.of(segment.use).answers[ask.field]
    left = [i for i in segment.items if any(f in i.parts and i.parts[f] not in ledger.used for f in fields)]
    if not segment.loose or len(left) < 2:
        return segment.items
    return sorted(segment.items, key=lambda i: not any(f in i.parts and _answers(ask, i.parts[f]) for f in fields))


def _at_the_head(ledger: Ledger, ask: Ask) -> FoundAnswer | None:
    """Return an answer at the head of a line.

    The use of the card, the order of its events, dealt cards.
    """
    name = ledger.stack[-1].id.name if ledger.stack else ""
    action = ledger.action
    part: Part | None = None
    if name == "card":
        first = action.segments[0] if action.segments else None
        operates = ask.hints.operates and len(action.cards) == 1
        if ask.field == Field.USE and operates and first is not None and first.name == "event":
            part = Part("event", first.place)  # the Operation after it belongs to the event
        else:
            part = headed(ledger, ask)
    elif name == "extra":
        part = of_further_card(ledger, ask)
    elif name in ("deal", "draw"):
        part = action.parts.get(ask.subject)
    return (part, None) if part is not None else None


def _operation(ledger: Ledger, ask: Ask) -> FoundAnswer | None:
    """Return the Operation of an event, a segment of its own."""
    numbers = (None, ledger.cards.extra)
    waiting = (s for s in ledger.waiting() if s.name == "op" and s.card in numbers and s.side == ask.side)
    ledger.cards.grant = next(waiting, None)
    return (Part(ledger.cards.grant.use, ledger.cards.grant.place), None) if ledger.cards.grant is not None else None


def _further(ledger: Ledger, ask: Ask) -> FoundAnswer | None:
    """Return a further card, a segment with its number."""
    further = next((s for s in ledger.waiting() if s.prefix == "card" and s.side == ask.side), None)
    return (Part(further.card, further.place), None) if further is not None else None


def _step(ledger: Ledger, ask: Ask) -> FoundAnswer | None:
    """Return a step of the leftover value, a segment by its use."""
    segment = ledger.segment
    if segment is None or segment.name not in forms.LEFT_OVER:
        return None
    return Part(segment.use, segment.place), None


_SEGMENTS = {Field.OPERATION: _operation, Field.EXTRA: _further, Field.STEP: _step}
"""Questions answered by a segment, not by an entry."""


def headed(ledger: Ledger, ask: Ask) -> Part | None:
    """Return the card's use or event order at the line's head."""
    action = ledger.action
    if ask.field == Field.USE and ask.hints.after_event:
        return _used_after_event(ledger)
    if ask.field == Field.USE and ask.hints.of_other_side and action.use == "event":
        own = [s for s in action.segments if s.name == "op" and s.card is None and s.side == action.side]
        if own:  # the line begins with an event of the other side; the use is the Operation on a later line
            ledger.cards.operation = own[0]
            return Part(own[0].use, own[0].place)
    if ask.field == Field.ORDER and ledger.cards.operation is not None:
        return Part("first", action.segments[0].place)
    return action.parts.get(ask.field + (f".{ask.address.card}" if ask.address.card else ""))


def _used_after_event(ledger: Ledger) -> Part | None:
    """Return the use of a card after its event."""
    rest = [s for s in ledger.waiting() if s.name not in ("event", "no event") and s.side == ledger.action.side]
    use = next((s for s in rest if s.card is None), None)
    return Part(use.use if use.name == "op" else use.name, use.place) if use is not None else None


def of_further_card(ledger: Ledger, ask: Ask) -> Part | None:
    """Return a further card's use, Reserves or event order."""
    number = ask.address.segment.card
    mine = [s for s in ledger.action.segments if s.card == number and s not in ledger.used]
    op = next((s for s in mine if s.name == "op"), None)
    event = next((s for s in mine if s.name in ("event", "no event")), None)
    first = op or event
    if first is None:
        return None
    if ask.field == Field.USE:
        if ask.hints.operates and event is not None and mine[0] is event:
            return Part("event", event.place)  # the Operation after it belongs to the event
        return Part(first.use, first.place)
    if ask.field == Field.RESERVES:
        return Part(any(s.reserves for s in mine), first.place)
    if ask.field == Field.ORDER and op is not None and event is not None:
        return Part("first" if mine.index(event) < mine.index(op) else "after", event.place)
    return None


def next_of(ledger: Ledger, part: Part, item: Item, at: int) -> Item:
    """Take one answer of a list; return its entry."""
    ledger.used.take(part)
    for p in item.parts.values():  # the country of the list
        if isinstance(p.value, str) and item.parts.get("where") is p:
            ledger.used.add(p)
    if at + 1 >= len(part.value):
        ledger.used.add(part)
    return item


def about_subject(ledger: Ledger, segment: Segment, ask: Ask) -> list[Item]:
    """Return the items that may answer a question about ``ask.subject``.

    For example the value of a Plot marker there.
    """
    naming = [i for i in segment.items if ask.subject in i.countries()]
    if ask.hints.own_entry:
        return [i for i in segment.items[ask.item or 0 :][:1] if i in naming]
    if not segment.loose and ask.item is not None:  # of two entries about one country its own comes first
        own = segment.items[ask.item : ask.item + 1]
        naming = own if ask.field == Field.VALUE and own and own[0] in naming else naming
        naming.sort(key=lambda i: i not in own)
    if ask.hints.plot is None:
        return naming or [i for i in segment.items if not any(True for _ in i.countries())]
    named = [i for i in naming if "plot" in i.parts and i.parts["plot"].value == ask.hints.plot]
    ledger.used.update(i.parts["plot"] for i in named)  # it may be named without its value
    return named


def plot_marker(ledger: Ledger, ask: Ask, value: Any) -> Any:
    """The Plot marker that a line names by its country or number."""
    if isinstance(value, str):
        meant = markers_meant(ledger, ask.board, value)
        return meant[0] if ledger.action.kind == "resolve" else ledger.one_of(ask, meant)
    if ledger.action.kind == "resolve":
        return marker(ledger, ask.board, *value)
    return beside_gone(ledger, ask, ask.hints.removed_plot, *value) if ask.hints.removed_plot is not None else value


def rolling_cells(ledger: Ledger, ask: Ask, value: Any) -> Any:
    """The rolling Cells, without Sadr, who rolls too and needs no naming."""
    return value.removesuffix("Sadr") if ask.hints.unnamed_cells else value


FITTING = {Field.PLOT: plot_marker, Field.CELLS: rolling_cells}
"""By field, the function from a written answer to the form for the procedure."""


def markers_meant(ledger: Ledger, board: Board, name: str) -> list[tuple[str, int]]:
    """Return the Plots meant by their country alone.

    One of those that are alike and fit the written value.
    """
    part = ledger.segment.items[0].parts.get("value") if ledger.segment is not None else None
    kinds: dict[tuple[str, ...], int] = {}
    for k, token in enumerate(board[name].plots, 1):
        values = hidden.possible(board, token)
        if part is None or part.value in (UNKNOWN, *values):
            kinds.setdefault(tuple(sorted(values)), k)
    return [(name, k) for k in kinds.values()] or [(name, 1)]


def marker(ledger: Ledger, board: Board, name: str, k: int) -> tuple[str, int]:
    """Return a Plot marker by its number when its turn comes.

    Numbers count the markers still there; if the line makes no sense that way, those at its beginning.
    """
    done, first = ledger.plots.get(name, (0, len(board[name].plots)))
    ledger.plots[name] = done + 1, first
    parts = [s.items[0].parts.get("plot") for s in ledger.action.segments if s.name == "plot"]
    written = [p.value[1] for p in parts if p is not None and p.value[0] == name]
    as_they_lie = all(1 <= n <= first - i for i, n in enumerate(written))
    as_at_first = len(set(written)) == len(written) and all(1 <= n <= first for n in written)
    if as_they_lie or not as_at_first:
        return name, k
    return name, k - sum(n < k for n in written[:done])


def beside_gone(ledger: Ledger, ask: Ask, gone: tuple[str, int], name: str, k: int) -> tuple[str, int]:
    """Return a marker by its number after another one, ``gone``, was removed.

    The number counts the markers before or after the removal. If both are markers, the value in the entry decides; else
    those still there are counted.
    """
    plots = ask.board[name].plots
    where, taken = gone
    numbers = [k, *([k - (k > taken)] if where == name and k != taken else [])]
    there = [n for n in numbers if 1 <= n <= len(plots)]
    item = ledger.segment.items[ask.item] if ledger.segment is not None and ask.item is not None else None
    part = item.parts.get("value") if item is not None else None
    told = (n for n in there if part is None or part.value in hidden.possible(ask.board, plots[n - 1]))
    return name, next(told, there[0] if there else k)


def no_step(ask: Ask, value: Any) -> Failure:
    """The refusal of a step that a left-over card does not offer."""
    left = forms.LEFT_OVER.get(ask.address.segment.name)
    title = left.title if left is not None else "what is left over"
    return Failure("left over: a step", ask.rule or EVENT_TEXT, "illegal", f"{title} has no step “{value}” here")


def _answers(ask: Ask, part: Part) -> bool:
    """Return whether the written answer would be legal."""
    return isinstance(part.value, str) and part.value in ask.domain() and ask.holds(part.value)
