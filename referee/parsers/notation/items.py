"""Items of a segment: what stands between the use of a card and its claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine import forms
from referee.engine.forms import CADRE, CELLS, COUNT, FROM, MARKERS, PLACED, PLOT, SADR, TO, VALUE, WHERE, Form, Writing
from referee.engine.script import Dice, Item, Part, Place
from referee.parsers import entries
from referee.parsers.notation import statements
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.tokens import LineError, Token, dice_of

MAX_ITEMS = 60


def read(cursor: Cursor, use: str, *, stop: tuple[str, ...] = ("slash", "arrow")) -> list[Item]:
    """The items of a segment, up to its claims, the next segment or the end of the line."""
    found: list[Item] = []
    if cursor.at_one_of(stop):
        return found
    while True:
        found.extend(_one(cursor, use, stop))
        if len(found) > MAX_ITEMS:
            raise cursor.fail("too many entries in one line")
        if cursor.at_one_of(stop):
            return entries.normal(use, found)
        if cursor.accept("comma") is None:
            raise cursor.fail("a comma goes between entries")


class _Entry:
    """One item while it is read."""

    def __init__(self, cursor: Cursor, use: str) -> None:
        token = cursor.peek()
        place = cursor.place_of(token) if token is not None else Place(cursor.line, cursor.length, cursor.length + 1)
        self.cursor, self.use = cursor, forms.of(use)
        self.item = Item(place)
        self.extra: list[Item] = []
        self.last: Form | None = None

    def put(self, form: Form, value: Any, place: Place) -> None:
        name, parts = form.name, self.item.parts
        if name in parts:
            raise LineError(f"{name} is given twice", place.column, place.end)
        parts[name] = Part(value, place)

    def since_its_country(self, place: Place) -> Place:
        """What stands behind a colon, together with the country in front of it: all of ``Egypt:s``."""
        before = self.item.parts.get(self.last.name) if self.last is not None else None
        return Place(place.line, before.place.column, place.end) if before is not None else place

    def add(self, form: Form, value: Any, place: Place, parts: dict[str, Part]) -> None:
        """An entry of its own for a thing that this one has already, or that has dice of its own."""
        self.extra.append(Item(place, {**parts, form.name: Part(value, place)}))

    def cadre(self, form: Form, place: Place) -> None:
        """A Cadre; named besides Cells to Disrupt it is an entry of its own in the same country."""
        parts = self.item.parts
        if form.apart and form.name in parts:
            self.add(form, CADRE, place, {name: part for name, part in parts.items() if name == WHERE.name})
        else:
            self.put(form, CADRE, place)

    def sadr(self, form: Form, place: Place) -> None:
        """Sadr besides other Cells: ``Iraq:s Sadr``."""
        others = self.item.parts.pop(form.name, None)
        self.put(form, (others.value if others is not None else "") + SADR, place)

    def dice(self, token: Token) -> None:
        label, values = dice_of(token)
        target = self.extra[-1] if self.extra else self.item
        target.dice.append(Dice(label, values, self.cursor.place_of(token)))


def _one(cursor: Cursor, use: str, stop: tuple[str, ...]) -> list[Item]:
    entry = _Entry(cursor, use)
    begin = cursor.at
    stop = ("comma", *stop)
    while not cursor.at_one_of(stop):
        token = cursor.tokens[cursor.at]
        if token.kind == "dice":
            cursor.take()
            entry.dice(token)
        elif token.kind == "gt":
            cursor.take()
            token.canon = ">"
            name, place = cursor.need_country(track=True)
            entry.put(TO, name, place)
            if entry.last is not None and entry.last.name == WHERE.name:
                entry.item.parts[FROM.name] = entry.item.parts.pop(WHERE.name)
        elif token.kind == "int":
            _number(entry)
        elif token.kind == "plus":
            cursor.take()
            number = cursor.peek()
            if number is not None:
                number.glue = True
            entry.put(PLACED, cursor.integer("Cells that came"), cursor.place_of(token))
        elif token.kind == "query":
            cursor.take()
            entry.put(entry.use.unknown, "?", cursor.place_of(token))
        elif token.kind == "colon":
            cursor.take()
            _after_colon(entry, token)
        elif token.kind == "word":
            _word(entry)
        else:
            raise cursor.fail(f"“{token.text}” has no meaning here")
    if cursor.at == begin:
        raise cursor.fail("an entry is missing here")
    last = cursor.tokens[cursor.at - 1]
    entry.item.place = Place(cursor.line, entry.item.place.column, last.end)
    _derive(entry)
    return [entry.item, *entry.extra]


def _number(entry: _Entry) -> None:
    cursor = entry.cursor
    token = cursor.peek()
    assert token is not None
    value = cursor.integer("a number")
    form = entry.use.number
    if form is not VALUE:
        entry.put(form, value, cursor.place_of(token))
        return
    if value not in (1, 2, 3):
        raise LineError("a Plot marker is 1, 2, 3, W or ?", token.column, token.end)
    entry.put(form, str(value), cursor.place_of(token))


def _after_colon(entry: _Entry, colon: Token) -> None:
    cursor = entry.cursor
    word = cursor.word()
    if not entry.item.parts:
        raise LineError("a colon stands behind a country", colon.column, colon.end)
    if word and set(word) <= {"s", "a"} and MARKERS.name not in entry.item.parts:
        token = cursor.take()
        token.glue = True
        token.canon = "".join(sorted(word, reverse=True))
        entry.put(CELLS, token.canon, entry.since_its_country(cursor.place_of(token)))
        return
    if word == SADR.casefold():  # a Cell that is a marker (card 54); for a roll: no other Cell supports it
        token = cursor.keyword(SADR)
        token.glue = True
        entry.put(CELLS, SADR, entry.since_its_country(cursor.place_of(token)))
        return
    start = cursor.peek()
    found = statements.markers(cursor)
    if not found or start is None:
        raise cursor.fail("behind a colon stand Cells (s, a) or Plot markers (1 2 3 W ?)")
    entry.put(MARKERS, found, cursor.place_of(start, cursor.tokens[cursor.at - 1]))


def _word(entry: _Entry) -> None:
    cursor = entry.cursor
    found = entry.use.words.get(cursor.word())
    if found is not None:
        form, word = found
        _READ[form.writing](entry, form, cursor.keyword(word))
        return
    two_ends = entry.use.place is FROM
    country = cursor.country(track=two_ends)
    if country is None:
        token = cursor.tokens[cursor.at]
        raise cursor.fail(
            f"“{token.text[:30]}” is neither a country nor a word that this play knows",
            cursor.names.close_to(token.text),
        )
    name, place = country
    if cursor.is_kind("hash"):
        cursor.take()
        number = cursor.peek()
        k = cursor.integer("which Plot marker")
        end = number.end if number is not None else place.end
        entry.put(PLOT, (name, k), Place(place.line, place.column, end))
        return
    entry.last = entry.use.place
    entry.put(entry.use.place, name, place)


def _fixed(entry: _Entry, form: Form, token: Token) -> None:
    """A word that is all there is, or the word behind it."""
    cursor = entry.cursor
    last = token
    if form.word:
        wanted = next((word for word in form.words if word.casefold() == cursor.word()), None)
        if wanted is None:
            raise cursor.fail(f"behind “{form.word}” stands {' or '.join(form.words)}")
        last = cursor.keyword(wanted)
    entry.put(form, form.words[last.canon], cursor.place_of(token, last))


def _value(entry: _Entry, form: Form, token: Token) -> None:
    """The value of a Plot marker as a word; “plot” in front of a number falls away."""
    if token.canon:
        entry.put(form, form.words[token.canon], entry.cursor.place_of(token))


def _cells(entry: _Entry, form: Form, token: Token) -> None:
    """What is named in the place of Cells: a Cadre, or Sadr."""
    put = entry.cadre if token.canon == CADRE else entry.sadr
    put(form, entry.cursor.place_of(token))


def _place(entry: _Entry, form: Form, token: Token) -> None:
    """A word and a place."""
    cursor = entry.cursor
    name, place = cursor.need_country(track=form.writing != Writing.NAMED)
    if form.apart:
        entry.add(form, name, place, {})
        return
    entry.put(form, name, place)
    entry.last = form


def _turned(entry: _Entry, form: Form, token: Token) -> None:
    found = entry.cursor.marker()
    if found is None:
        raise entry.cursor.fail(f"“{form.word}” needs the name of a marker")
    entry.put(form, *found)


def _cards(entry: _Entry, form: Form, token: Token) -> None:
    cursor = entry.cursor
    values: list[Any] = []
    while cursor.is_kind("int") or cursor.is_kind("query"):
        values.append("?" if cursor.accept("query") is not None else cursor.card())
        if len(values) > MAX_ITEMS:
            raise cursor.fail("too many cards in one entry")
    if cursor.word() == "none":
        cursor.keyword("none")
        values.append("none")
    if not values:
        raise cursor.fail(f"“{form.word}” needs card numbers, ? or none")
    entry.put(form, values, cursor.place_of(token, cursor.tokens[cursor.at - 1]))


_READ: dict[Writing, Callable[[_Entry, Form, Token], None]] = {
    Writing.WORD: _fixed,
    Writing.VALUE: _value,
    Writing.CELLS: _cells,
    Writing.NAMED: _place,
    Writing.PLACE: _place,
    Writing.TARGET: _place,
    Writing.TURNED: _turned,
    Writing.CARDS: _cards,
}
"""How what begins with a word is read on, once its first word is taken."""


def _derive(entry: _Entry) -> None:
    """What the writing shows without being written: the number of rolls, and a reroll."""
    parts, item = entry.item.parts, entry.item
    for form in entry.use.labels:
        if any(d.label == form.name for d in item.dice):
            parts[form.name] = Part(True, item.place, derived=True)
    if entry.use.rolls and WHERE.name in parts and COUNT.name not in parts:
        cells = parts.get(CELLS.name)
        loose = sum(len(d.values) for d in item.dice if not d.label)
        if loose:
            parts[COUNT.name] = Part(loose, item.place, derived=True)
        elif cells is not None and isinstance(cells.value, str):
            n = len(cells.value.removesuffix(SADR)) + cells.value.endswith(SADR)
            parts[COUNT.name] = Part(n, item.place, derived=True)
