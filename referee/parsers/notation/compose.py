"""Lines of a record from what was played: the writer of self-play and of games recorded at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine import forms
from referee.engine.ask import CARD_LISTS, Ask, Field, RollKind
from referee.engine.forms import BY_NAME, CHOICE, COUNT, LEFT_OVER, PLACED, WRITTEN_AS, Writing
from referee.engine.line import Line
from referee.engine.play import NOTHING
from referee.engine.rolls import Roll
from referee.engine.tables.written import Played
from referee.parsers.notation import tree

_FOLLOWS = frozenset({Field.POLARIZED, Field.US_LOSS, Field.CELL_LOSS})
"""What a line need not say where there is only one way."""
_APART = frozenset({Field.CONVERGENCE, Field.CAPITAL, Field.SHORT, Field.CAPABILITY})
"""What has an entry of its own, whatever it is about."""


class _Entry:
    """One item of a line while it is put together."""

    def __init__(self) -> None:
        self.word = ""
        self.place = ""
        self.left = False
        """Whether its place is one that something leaves."""
        self.fields: dict[str, Any] = {}
        self.markers: list[str] = []
        self.dice: list[str] = []
        self.after: list[str] = []

    @property
    def counts(self) -> bool:
        """Whether it says how often is rolled in a country, and nothing that another entry could not add to."""
        said = set(self.fields)
        return COUNT.name in said <= {COUNT.name, PLACED.name} and not (self.word or self.markers or self.after)

    def text(self) -> str:
        fields = {name: value for name, value in self.fields.items() if value is not NOTHING}
        if self.place:
            leaving = Field.FROM if self.left and Field.TO not in fields else Field.WHERE
            fields[self.word or leaving] = self.place
        if self.markers:
            fields["marker"] = self.markers
        return " ".join([tree.entry(fields, self.dice), *self.after]).strip()


def _faces(roll: Roll) -> Sequence[int | None]:
    """The dice of a roll, None for each that nobody noted."""
    return [None] * roll.n if roll.assumed else roll.dice


def dice(roll: Roll) -> str:
    """Dice with their label: ``t[3]``; of a choice by one die among countries with their names in order."""
    by_country = roll.kind == RollKind.PICK and roll.n == 1 and bool(roll.subject) and roll.chosen == roll.subject
    return tree.dice(roll.label, _faces(roll), roll.among if by_country else ())


def segment(played: Played, use: str = "") -> str:
    """The items of a segment."""
    entries: dict[Any, _Entry] = {}
    order: list[_Entry] = []
    lists: dict[str, list[Any]] = {}
    led: list[tuple[int, _Entry]] = []

    def entry(key: Any) -> _Entry:
        if key not in entries:
            entries[key] = _Entry()
            order.append(entries[key])
        return entries[key]

    def about(subject: str) -> _Entry:
        for e in order:
            if subject in (e.place, e.fields.get("to"), e.fields.get("convergence"), e.place.split("#")[0]):
                return e
        made = entry(("about", subject))
        made.place = subject
        return made

    for n, (ask, value) in enumerate(played.answers):
        if ask.field in _APART:
            if value == ask.silence == NOTHING and not (ask.field == Field.SHORT and _gives(played.answers[n:])):
                continue
            made = entry((ask.field, n))
            _put(made, ask, value, bare=True)
            led += [(n, made)] * (Field.CONVERGENCE in made.fields)
            continue
        if ask.field in ("operation", "step", "extra", "turned", "draw"):
            continue  # it is written as a segment or a line of its own, or needs no writing
        if (value is NOTHING and ask.silence is NOTHING) or (ask.field == Field.CELLS and value == ask.silence == ""):
            continue  # what a line says by saying nothing
        if ask.field in _FOLLOWS and value == ask.silence:
            continue  # the rules leave nothing else
        if ask.field == "value" and not use:
            about(ask.subject).markers.append(value)
        elif ask.field in CARD_LISTS:
            lists.setdefault(ask.field, []).append(value)
        elif ask.field == "with":
            entry(("item", 0)).after.append(f"with {value}")
        elif ask.subject:
            own = entries.get(("item", ask.item))
            mine = own is not None and own.place.split("#")[0] == ask.subject
            _put(own if own is not None and mine else about(ask.subject), ask, value, bare=False)
        elif ask.item is not None:
            _put(entry(("item", ask.item)), ask, value, bare=False)
        elif ask.field == "where" and ("item", 0) not in entries:
            _put(entry(("item", 0)), ask, value, bare=True)
        else:
            _put(entry(("field", ask.field, len(order))), ask, value, bare=True)
    for roll, before in zip(played.rolls, played.before, strict=True):
        if roll.kind == RollKind.CONVERGENCE:  # it led to the next country that was asked for
            next(e for n, e in led if n >= before).dice.append(dice(roll))
        else:
            _roll(roll, entries, order, entry, about)
    if forms.of(use).rolls:
        order = _one_by_country(order)
    order.sort(key=lambda e: Field.CAPABILITY in e.fields)  # what was drawn in the end stands at the end
    out = [e.text() for e in order if e.text()]
    out += [f"{name} {' '.join(str(v) for v in values)}" for name, values in lists.items()]
    return (" " if use == "resolve" else ", ").join(out)  # all of a Plot is one entry


def _gives(answers: list[tuple[Ask, Any]]) -> bool:
    """Whether a marker is still given where all are used: who went without before that has to be said."""
    return any(ask.field == Field.SHORT and value != NOTHING for ask, value in answers)


def _one_by_country(order: list[_Entry]) -> list[_Entry]:
    """Rolls that follow each other in the same country make one entry, as they are read."""
    found: list[_Entry] = []
    for e in order:
        last = found[-1] if found else None
        if last is None or not (last.counts and e.counts and last.place == e.place):
            found.append(e)
            continue
        for name in e.fields:
            last.fields[name] = last.fields.get(name, 0) + e.fields[name]
        last.dice += e.dice
    return found


def _put(e: _Entry, ask: Ask, value: Any, *, bare: bool) -> None:
    """Write an answer into an entry; a ``bare`` one stands alone, so that its word says what it is."""
    name = WRITTEN_AS.get(ask.field, ask.field)
    form = BY_NAME.get(name, CHOICE if bare else None)
    match form.writing if form is not None else None:
        case Writing.PLACE if ask.field == Field.WHERE or not bare:
            if ask.field == Field.FROM and e.place:
                e.fields[Field.FROM] = value
            else:
                e.place, e.left = value, ask.field == Field.FROM
        case Writing.PLOT:
            e.place = f"{value[0]}#{value[1]}"
        case Writing.MARKERS if not bare:
            e.markers.append(value)
        case Writing.LABEL if not bare:
            return  # it is written with its dice
        case Writing.NAMED | Writing.PLACE:
            e.word, e.place = ask.field, value
        case Writing.ROLLED:
            e.fields[ask.field] = value
        case Writing.TURNED | Writing.TARGET if bare:
            e.word, e.place = ask.field, value
        case _:
            e.fields[CHOICE.name if bare and form in (None, CHOICE) else name] = value


def _roll(roll: Roll, entries: dict[Any, _Entry], order: list[_Entry], entry: Any, about: Any) -> None:
    text = dice(roll)
    for e in order:
        for i, extra in enumerate(e.after):
            if roll.subject and extra.partition(" pick[")[0] == f"with {roll.subject}":
                picked = roll.kind == RollKind.PICK
                e.after[i] = f"{extra} {text if picked else tree.dice('', _faces(roll))}"
                return
    if roll.item is not None and ("item", roll.item) in entries:
        entries[("item", roll.item)].dice.append(text)
        return
    if roll.subject:
        about(roll.subject).dice.append(text)
    elif roll.label:
        entry(("roll", len(order))).dice.append(text)
    elif order:
        order[0].dice.append(text)
    else:
        entry(("roll", len(order))).dice.append(text)


def card_line(
    side: str, cards: tuple[int, ...], reserves: bool, use: str, played: list[Played], skipped: dict[int, str]
) -> str:
    """A card play as a line; ``skipped`` names triggered events that did not happen and their place in the order."""
    number = "+".join(str(c or "?") for c in cards) + ("+R" if reserves else "")
    parts: list[str] = []
    several = len(cards) > 1
    further: Played | None = None
    back = False
    lead = ""
    parts += [f"no event({n})" if several else "no event" for n, where in skipped.items() if where == "first"]
    for p in played:
        if p.name == "card":
            continue
        if p.name == "extra":
            further, back = p, True
            continue
        if p.name in LEFT_OVER:
            step = next((v for a, v in p.answers if a.field == Field.STEP), "")
            parts += [f"{lead}{p.name} {step} {segment(p, step)}".strip()] * bool(step)
            lead = ""
        elif p.name == "op":
            if use in LEFT_OVER and not p.answers and not p.card:
                continue  # it is no use of its own: its steps follow
            name, prefix = use, ""
            inside = {e.card: (a.side, v) for e in played for a, v in e.answers if a.field == "operation"}
            around = ""
            if further is not None and p.card == further.card:
                name, prefix = _further(further)
                around = _unhappened(further, played)
                further = None
                if name in LEFT_OVER and not p.answers:  # its steps follow, the first of them behind its card
                    lead = prefix
                    parts += [f"no event({p.card})"] * bool(around)
                    continue
            elif p.card in inside:  # an Operation that is part of an event
                whose, name = inside[p.card]
                prefix = f"{whose} " * (whose != side)
            elif back:  # behind a further card
                prefix = f"{side} "
            if around == "first":
                parts.append(f"no event({p.card})")
            parts.append(f"{prefix}{name} {segment(p, name or 'op')}".strip())
            if around == "after":
                parts.append(f"no event({p.card})")
        elif p.name == "event":
            word = f"event({p.card})" if len(cards) > 1 or p.card not in cards else "event"
            if further is not None and p.card == further.card and _further(further)[0] == "event":
                word = f"{_further(further)[1]}event"
                further = None
            parts.append(f"{word} {segment(p)}".strip())
    if use == "discard" and not any(p.name == "event" for p in played):
        parts.append("discard")
    elif use == "discard":
        parts.insert(0, "discard")
    parts += [f"no event({n})" if several else "no event" for n, where in skipped.items() if where == "after"]
    return f"{side} {number} " + " / ".join(parts)


def written(line: Line, played: list[Played]) -> str:
    """The line of a play of any kind."""
    said = [(a, v) for p in played if p.name == "card" for a, v in p.answers]
    if line.kind == "card":
        use = next((str(v) for a, v in said if a.field == Field.USE), "event")
        happened = {p.card for p in played if p.name == "event"}
        skipped = {a.address.card: v for a, v in said if a.field == Field.ORDER and a.address.card not in happened}
        return card_line(line.side, line.cards, line.reserves, use, played, skipped)
    if line.kind == "hold":
        return "US hold"
    if line.kind == "choices":
        return "J set-up " + segment(next(p for p in played if p.name == "op"), "set-up")
    if line.kind == "turn-in":
        which = next(v for p in played for a, v in p.answers if a.field == Field.CHOICE)
        return f"{line.side} turn-in {which.replace('_', '-')}"
    return standing(played)


def unfinished(line: Line, played: list[Played]) -> str:
    """A card play that is not over, as far as it can be written; "" for any other line."""
    if line.kind != "card":
        return ""
    head = card_line(line.side, line.cards, line.reserves, "", [], {}).strip()
    use = next((str(v) for p in played for a, v in p.answers if a.field == Field.USE), "")
    if not use:
        return head
    try:
        return card_line(line.side, line.cards, line.reserves, use, played, {}).strip()
    except (LookupError, TypeError, ValueError, AttributeError):  # an entry of which half is known
        return f"{head} {use}"


def _further(play: Played) -> tuple[str, str]:
    """The use of a further card and what stands in front of it: ``US 43+R``."""
    said = {a.field: (a.side, v) for a, v in play.answers}
    reserves = "+R" if said[Field.RESERVES][1] else ""
    return said[Field.USE][1], f"{said[Field.USE][0]} {play.card or '?'}{reserves} "


def _unhappened(play: Played, played: list[Played]) -> str:
    """Where the event of a further card would have stood in the order, if it did not happen; else ""."""
    order = next((v for a, v in play.answers if a.field == "order"), "")
    return "" if any(p.name == "event" and p.card == play.card for p in played) else order


def standing(played: list[Played]) -> str:
    """A standing line: resolved Plots, Cadres taken off, cards dealt, the end of a turn."""
    first = played[0]
    if first.name == "plot":
        return "J resolve " + ", ".join(segment(p, "resolve") for p in played if p.name == "plot")
    if first.name == "deal":
        return "deal " + " ".join(f"{a.subject} {len(v)}: {' '.join(map(str, v))}".rstrip() for a, v in first.answers)
    if first.name == "op":
        return f"J remove-cadre {segment(first, 'cadre')}"
    return " ".join(["end of turn", ", ".join(said for p in played if (said := segment(p, "end")))]).rstrip()
