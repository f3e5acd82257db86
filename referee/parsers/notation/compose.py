"""Composition of a record's lines from played answers.

This is the writer of self-play and of games recorded at the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.engine.law import forms
from referee.engine.law.ask import CARD_LISTS, Ask, Field, RollKind
from referee.engine.law.forms import BY_NAME, CHOICE, COUNT, LEFT_OVER, PLACED, WRITTEN_AS, Spelling
from referee.engine.law.line import LineHead
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING
from referee.engine.law.tables.written import PlayedSegment
from referee.parsers.notation import tree

_FOLLOWS = frozenset({Field.POLARIZED, Field.US_LOSS, Field.CELL_LOSS})
"""Fields omitted from a line where only one value fits."""
_APART = frozenset({Field.CONVERGENCE, Field.CAPITAL, Field.SHORT, Field.CAPABILITY})
"""Fields with an entry of their own, for any subject."""


class _Entry:
    """One item of a line in the making."""

    def __init__(self) -> None:
        self.word = ""
        self.place = ""
        self.left = False
        """Whether something leaves its place."""
        self.fields: dict[str, Any] = {}
        self.markers: list[str] = []
        self.dice: list[str] = []
        self.after: list[str] = []

    @property
    def counts(self) -> bool:
        """Whether it has a country's number of rolls alone.

        Another entry could add nothing to it.
        """
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

    def put(self, ask: Ask, value: Any, *, bare: bool = False) -> None:
        """Write an answer into the entry.

        A ``bare`` one is alone in it, so that its word shows its kind.
        """
        name = WRITTEN_AS.get(ask.field, ask.field)
        form = BY_NAME.get(name, CHOICE if bare else None)
        match form.writing if form is not None else None:
            case Spelling.PLACE if ask.field == Field.WHERE or not bare:
                if ask.field == Field.FROM and self.place:
                    self.fields[Field.FROM] = value
                else:
                    self.place, self.left = value, ask.field == Field.FROM
            case Spelling.PLOT:
                self.place = f"{value[0]}#{value[1]}"
            case Spelling.MARKERS if not bare:
                self.markers.append(value)
            case Spelling.LABEL if not bare:
                return  # it is written with its dice
            case Spelling.NAMED | Spelling.PLACE:
                self.word, self.place = ask.field, value
            case Spelling.ROLLED:
                self.fields[ask.field] = value
            case Spelling.TURNED | Spelling.TARGET if bare:
                self.word, self.place = ask.field, value
            case _:
                self.fields[CHOICE.name if bare and form in (None, CHOICE) else name] = value


def _faces(roll: Roll) -> Sequence[int | None]:
    """The dice of a roll, None for each unrecorded one."""
    return [None] * roll.n if roll.assumed else roll.dice


def dice(roll: Roll) -> str:
    """Dice with their label: ``t[3]``.

    A choice by one die has the names of the countries in order.
    """
    by_country = roll.kind == RollKind.PICK and roll.n == 1 and bool(roll.subject) and roll.chosen == roll.subject
    return tree.dice(roll.label, _faces(roll), roll.among if by_country else ())


def segment(played: PlayedSegment, use: str = "") -> str:
    """The items of a segment."""
    return _Items(played, use).text()


class _Items:
    """The items of a segment in the making.

    They come from its answers and its dice.
    """

    def __init__(self, played: PlayedSegment, use: str) -> None:
        self.use = use
        self.entries: dict[Any, _Entry] = {}
        self.lists: dict[str, list[Any]] = {}
        self.led: list[tuple[int, _Entry]] = []
        """Entries of Convergences, with the number of answers before each."""
        for n, (ask, value) in enumerate(played.answers):
            if not _is_silent(ask, value, played.answers[n:]):
                self.answer(n, ask, value)
        for roll, before in zip(played.rolls, played.before, strict=True):
            if roll.kind == RollKind.CONVERGENCE:  # it led to the next country that was asked for
                next(e for n, e in self.led if n >= before).dice.append(dice(roll))
            else:
                self.roll(roll)

    def entry(self, key: Any) -> _Entry:
        """The entry under a key, made if needed."""
        return self.entries.setdefault(key, _Entry())

    def about(self, subject: str) -> _Entry:
        """The entry about a country."""
        for e in self.entries.values():
            if subject in (e.place, e.fields.get("to"), e.fields.get("convergence"), e.place.split("#")[0]):
                return e
        made = self.entry(("about", subject))
        made.place = subject
        return made

    def answer(self, n: int, ask: Ask, value: Any) -> None:
        """Write an answer in its entry, after ``n`` answers."""
        own = self.entries.get(("item", ask.item))
        if ask.field in _APART:
            made = self.entry((ask.field, n))
            made.put(ask, value, bare=True)
            self.led += [(n, made)] * (Field.CONVERGENCE in made.fields)
        elif ask.field == "value" and not self.use:
            self.about(ask.subject).markers.append(value)
        elif ask.field in CARD_LISTS:
            self.lists.setdefault(ask.field, []).append(value)
        elif ask.field == "with":
            self.entry(("item", 0)).after.append(f"with {value}")
        elif ask.subject:
            mine = own if own is not None and own.place.split("#")[0] == ask.subject else None
            (mine or self.about(ask.subject)).put(ask, value)
        elif ask.item is not None:
            self.entry(("item", ask.item)).put(ask, value)
        elif ask.hints.reuse_named and any(e.place == value for e in self.entries.values()):
            return  # its entry for the roll names it
        elif ask.field == "where" and ("item", 0) not in self.entries:
            self.entry(("item", 0)).put(ask, value, bare=True)
        else:
            self.entry(("field", ask.field, len(self.entries))).put(ask, value, bare=True)

    def roll(self, roll: Roll) -> None:
        """Write dice after their subject."""
        text = dice(roll)
        order = list(self.entries.values())
        for e in order:
            for i, extra in enumerate(e.after):
                if roll.subject and extra.partition(" pick[")[0] == f"with {roll.subject}":
                    picked = roll.kind == RollKind.PICK
                    e.after[i] = f"{extra} {text if picked else tree.dice('', _faces(roll))}"
                    return
        if roll.item is not None and ("item", roll.item) in self.entries:
            found = self.entries["item", roll.item]
        elif roll.subject:
            found = self.about(roll.subject)
        else:
            found = order[0] if order and not roll.label else self.entry(("roll", len(order)))
        found.dice.append(text)

    def text(self) -> str:
        """All items in a row."""
        order = list(self.entries.values())
        if forms.of(self.use).rolls:
            order = _one_by_country(order)
        order.sort(key=lambda e: Field.CAPABILITY in e.fields)  # what was drawn in the end comes last
        out = [said for e in order if (said := e.text())]
        out += [f"{name} {' '.join(str(v) for v in values)}" for name, values in self.lists.items()]
        return (" " if self.use == "resolve" else ", ").join(out)  # all of a Plot is one entry


_ELSEWHERE = frozenset({"operation", "step", "extra", "turned", "draw"})
"""Fields of other segments or lines, or without need of writing."""


def _is_silent(ask: Ask, value: Any, later: list[tuple[Ask, Any]]) -> bool:
    """Whether the silence of a line gives an answer."""
    if ask.field in _APART:
        return value == ask.silence == NOTHING and not (ask.field == Field.SHORT and _gives(later))
    return (
        ask.field in _ELSEWHERE
        or (value is NOTHING and ask.silence is NOTHING)
        or (ask.field == Field.CELLS and value == ask.silence == "")
        or (ask.field in _FOLLOWS and value == ask.silence)  # the rules leave nothing else
    )


def _gives(answers: list[tuple[Ask, Any]]) -> bool:
    """Whether a marker is still taken from another country.

    Then a country that went without one before is written.
    """
    return any(ask.field == Field.SHORT and value != NOTHING for ask, value in answers)


def _one_by_country(order: list[_Entry]) -> list[_Entry]:
    """Merge consecutive rolls in a country into one entry, as read."""
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


def card_line(
    side: str, cards: tuple[int, ...], reserves: bool, use: str, played: list[PlayedSegment], skipped: dict[int, str]
) -> str:
    """A card play as a line.

    ``skipped`` names triggered events that did not happen and their place in the order.
    """
    number = "+".join(str(c or "?") for c in cards) + ("+R" if reserves else "")
    denied = {
        order: [f"no event({n})" if len(cards) > 1 else "no event" for n, where in skipped.items() if where == order]
        for order in ("first", "after")
    }
    discard = ["discard"] * (use == "discard")
    happened = any(p.name == "event" for p in played)
    parts = [*(discard if happened else ()), *denied["first"], *_Segments(side, cards, use, played).written()]
    parts += [*(() if happened else discard), *denied["after"]]
    return f"{side} {number} " + " / ".join(parts)


def written(line: LineHead, played: list[PlayedSegment]) -> str:
    """The line of a play of any kind."""
    said = [(a, v) for p in played if p.name == "card" for a, v in p.answers]
    if line.event:  # an unnamed card: its number means its event
        use = next((str(v) for a, v in said if a.field == Field.USE), "event")
        return card_line(line.side, (line.event,), False, use, played, {})
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


def unfinished(line: LineHead, played: list[PlayedSegment]) -> str:
    """An unfinished card play as far as possible.

    It is "" for any other line.
    """
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


class _Segments:
    """The segments of a card play, in their order."""

    def __init__(self, side: str, cards: tuple[int, ...], use: str, played: list[PlayedSegment]) -> None:
        self.side, self.cards, self.use, self.played = side, cards, use, played
        self.extra_card: PlayedSegment | None = None
        """The last further card played, before its use."""
        self.lead = ""
        """Prefix of the next step of leftover Operations."""
        self.inside = {e.card: (a.side, v) for e in played for a, v in e.answers if a.field == "operation"}
        """Operations that are part of an event, by its card."""

    def written(self) -> Iterator[str]:
        """Each segment in words."""
        back = False
        for p in self.played:
            if p.name == "extra":
                self.extra_card, back = p, True
            elif p.name in LEFT_OVER:
                step = next((v for a, v in p.answers if a.field == Field.STEP), "")
                if step:
                    yield f"{self.lead}{p.name} {step} {segment(p, step)}".strip()
                self.lead = ""
            elif p.name == "op":
                yield from self.operation(p, f"{self.side} " * back)
            elif p.name == "event":
                yield self.event(p)

    def operation(self, p: PlayedSegment, prefix: str) -> list[str]:
        """An Operation, with ``prefix`` before any other.

        A further card comes with its event if that did not happen.
        """
        if self.use in LEFT_OVER and not p.answers and not p.card:
            return []  # it is no use of its own: its steps follow
        name, around = self.use, ""
        if self.extra_card is not None and p.card == self.extra_card.card:
            name, prefix = _further(self.extra_card)
            around = _unhappened(self.extra_card, self.played)
            self.extra_card = None
            if name in LEFT_OVER and not p.answers:  # its steps follow, the first of them after its card
                self.lead = prefix
                return [f"no event({p.card})"] * bool(around)
        elif p.card in self.inside:
            whose, name = self.inside[p.card]
            prefix = f"{whose} " * (whose != self.side)
        denied = [f"no event({p.card})"]
        said = f"{prefix}{name} {segment(p, name or 'op')}".strip()
        return [*denied * (around == "first"), said, *denied * (around == "after")]

    def event(self, p: PlayedSegment) -> str:
        """An event, with its card's number where needed."""
        word = f"event({p.card})" if len(self.cards) > 1 or p.card not in self.cards else "event"
        if self.extra_card is not None and p.card == self.extra_card.card and _further(self.extra_card)[0] == "event":
            word = f"{_further(self.extra_card)[1]}event"
            self.extra_card = None
        return f"{word} {segment(p)}".strip()


def _further(play: PlayedSegment) -> tuple[str, str]:
    """Use and prefix of a further card: ``US 43+R``."""
    said = {a.field: (a.side, v) for a, v in play.answers}
    reserves = "+R" if said[Field.RESERVES][1] else ""
    return said[Field.USE][1], f"{said[Field.USE][0]} {play.card or '?'}{reserves} "


def _unhappened(play: PlayedSegment, played: list[PlayedSegment]) -> str:
    """Order of a further card's skipped event, or ""."""
    order = next((v for a, v in play.answers if a.field == "order"), "")
    return "" if any(p.name == "event" and p.card == play.card for p in played) else order


def standing(played: list[PlayedSegment]) -> str:
    """A standing line: Plots, Cadres, cards dealt, end of turn."""
    first = played[0]
    if first.name == "plot":
        return "J resolve " + ", ".join(segment(p, "resolve") for p in played if p.name == "plot")
    if first.name == "deal":
        return "deal " + " ".join(f"{a.subject} {len(v)}: {' '.join(map(str, v))}".rstrip() for a, v in first.answers)
    if first.name == "op":
        return f"J remove-cadre {segment(first, 'cadre')}"
    return " ".join(["end of turn", ", ".join(said for p in played if (said := segment(p, "end")))]).rstrip()
