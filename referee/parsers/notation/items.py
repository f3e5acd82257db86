"""Items of a segment: entries between card use and claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from referee.engine.law import forms
from referee.engine.law.forms import (
    CADRE,
    CELL_LOSS,
    CELLS,
    CONVERGENCE,
    COUNT,
    FROM,
    MARKERS,
    PIECES,
    PLACED,
    PLOT,
    SADR,
    SHORT,
    STATES,
    TO,
    TROOPS,
    US_LOSS,
    VALUE,
    WHERE,
    EntryForm,
    EntryForms,
    Spelling,
)
from referee.engine.law.rolls import PICK
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state.data import PLOT_SUPPLY, TRACK
from referee.engine.state.names import Ambiguous
from referee.engine.state.script import Dice, Item, Part, Place
from referee.engine.state.words import listed
from referee.parsers import entries, faults, plays
from referee.parsers.faults import LineError
from referee.parsers.notation import statements, titled
from referee.parsers.notation.cursor import SIDES, Cursor
from referee.parsers.notation.tokens import Token, dice_of

MAX_ITEMS = 60
_TWICE = {
    "where": faults.SECOND_COUNTRY,
    "from": faults.SECOND_COUNTRY,
    "to": faults.SECOND_DESTINATION,
    "count": faults.SECOND_NUMBER,
    "troops": faults.SECOND_NUMBER_OF_TROOPS,
    "cells": faults.SECOND_CELLS,
    "marker": faults.SECOND_MARKERS,
}
"""Faults of a repeated thing in an entry."""
_STEPS = frozenset({"polarization", "polarisation", "attrition", "attr", "polar"})
"""Steps of a turn's end that a line may name first."""
_OF_A_STEP = frozenset({"one", "more", "another", "marker", "markers", "nothing"})
"""Empty words beside a marker of Polarization."""
_LOST = {word: letter for letter, words in PIECES.items() for word in words}
"""Pieces lost in Attrition, by words, with their answers."""
_FILLERS = frozenset({"in", "into", "the", "at"})
"""Empty words before a country."""


def read(cursor: Cursor, use: str, *, stop: tuple[str, ...] = ("slash", "arrow")) -> list[Item]:
    """Items of a segment, up to claims, segment or line end."""
    found: list[Item] = []
    if _begins_claims(cursor, forms.of(use), None):
        cursor.becomes("arrow")
    if cursor.at_one_of(stop):
        return found
    while True:
        found.extend(one(cursor, use, stop))
        if len(found) > MAX_ITEMS:
            raise cursor.fail(faults.TOO_MANY_ENTRIES, most=MAX_ITEMS)
        if cursor.at_one_of(stop):
            return entries.normal(use, found)
        if cursor.accept("comma") is None:
            raise cursor.fail(faults.NO_COMMA_OF_ENTRIES)


class _Entry:
    """One item while being read."""

    def __init__(self, cursor: Cursor, use: str) -> None:
        token = cursor.peek()
        place = cursor.place_of(token) if token is not None else Place(cursor.line, cursor.length, cursor.length + 1)
        self.cursor, self.use = cursor, forms.of(use)
        self.item = Item(place)
        self.extra: list[Item] = []
        self.last: EntryForm | None = None
        self.converges = False
        """Whether the current tokens belong to a Convergence.

        They are its dice, and its country.
        """
        self.spreading: Item | None = None
        """The entry of a Convergence without its country so far."""

    def put(self, form: EntryForm, value: Any, place: Place) -> None:
        name, parts = form.name, self.item.parts
        if name in parts:
            raise LineError(_TWICE.get(name, faults.SAID_TWICE), place.column, place.end, word=form.word or name)
        parts[name] = Part(value, place)

    def unsaid(self) -> bool:
        """Whether a ``?`` is redundant: origin, number of Troops or rolls."""
        use, parts = self.use, self.item.parts
        if use.place is FROM and FROM.name not in parts and WHERE.name not in parts:
            return True
        return (use.rolls or use.place is FROM) and bool(parts) and use.number.name not in parts

    def named_ends(self) -> None:
        """Take the country before ``>`` as the origin."""
        if self.last is not None and self.last.name == WHERE.name:
            self.item.parts[FROM.name] = self.item.parts.pop(WHERE.name)

    def lone(self) -> None:
        """Take the only country as the destination, where usual."""
        parts = self.item.parts
        if (
            self.use.aims
            and FROM.name in parts
            and TO.name not in parts
            and parts[FROM.name].value not in (TRACK, UNKNOWN)
        ):
            parts[TO.name] = parts.pop(FROM.name)

    def since_its_country(self, place: Place) -> Place:
        """The place of a country and its Cells, all of ``Egypt:s``."""
        before = self.item.parts.get(self.last.name) if self.last is not None else None
        return Place(place.line, before.place.column, place.end) if before is not None else place

    def add(self, form: EntryForm, value: Any, place: Place, parts: dict[str, Part]) -> None:
        """Add an entry for a repeated thing or separate dice."""
        self.extra.append(Item(place, {**parts, form.name: Part(value, place)}))

    def dice(self, token: Token) -> None:
        if self.converges and token.text.startswith("["):
            token.text = f"{CONVERGENCE.name}{token.text}"
        label, values = dice_of(token)
        self.converges = self.converges or label == CONVERGENCE.name
        place = self.cursor.place_of(token)
        if label == CONVERGENCE.name and self.spreading is None:
            self.spreading = Item(place)
            self.extra.append(self.spreading)
        target = self.extra[-1] if self.extra else self.item
        among = self.cursor.candidates() if label == PICK and self.cursor.word() == "of" else []
        target.dice.append(Dice(label, values, place, among))

    def spread(self, name: str, place: Place) -> None:
        """Add the country of a Convergence, with dice, as an entry."""
        if self.spreading is None:
            self.add(CONVERGENCE, name, place, {})
            self.spreading = self.extra[-1]
        else:
            self.spreading.parts[CONVERGENCE.name] = Part(name, place)
            self.spreading.place = Place(place.line, self.spreading.place.column, place.end)


def one(cursor: Cursor, use: str, stop: tuple[str, ...]) -> list[Item]:
    """One entry, with separate ones for things in it."""
    entry = _Entry(cursor, use)
    begin = cursor.at
    stop = ("comma", *stop)
    while not cursor.at_one_of(stop):
        token = cursor.tokens[cursor.at]
        if token.kind == "dice":
            cursor.take()
            entry.dice(token)
        elif token.kind == "gt":
            if _begins_claims(cursor, entry.use, entry.item):
                cursor.becomes("arrow")
                continue
            _target(entry)
        elif entry.use is forms.of("end") and (token.kind == "plus" or (token.kind == "int" and _counts(cursor))):
            _one_marker(cursor)
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
            if not entry.unsaid():
                entry.put(entry.use.unknown, "?", cursor.place_of(token))
        elif token.kind == "colon":
            cursor.take()
            _after_colon(entry, token)
        elif token.kind == "word":
            _word(entry)
        else:
            raise cursor.fail(faults.MEANINGLESS, text=token.text)
    if cursor.at == begin:
        raise cursor.fail(faults.NO_ENTRY)
    last = cursor.tokens[cursor.at - 1]
    entry.item.place = Place(cursor.line, entry.item.place.column, last.end)
    entry.lone()
    plays.derive(entry.use, entry.item)
    if entry.use is not forms.of("end") or any(token.canon for token in cursor.tokens[begin : cursor.at]):
        own = [entry.item] if entry.item.parts or entry.item.dice or not entry.extra else []
        return [*own, *entry.extra]
    beside = begin - 1 if begin and cursor.kinds[begin - 1] == "comma" else cursor.at
    if cursor.kinds[beside] == "comma":  # an empty entry is not written, nor its separator
        cursor.tokens[beside].canon = ""
    return []


def _one_marker(cursor: Cursor) -> None:
    """Drop the number of ``+1 awakening``: Polarization adds one marker."""
    if cursor.is_kind("plus"):
        cursor.drop()
    if cursor.integer("how many markers") != 1:
        raise cursor.fail(faults.POLARIZATION)
    cursor.tokens[cursor.at - 1].canon = ""


def _counts(cursor: Cursor) -> bool:
    """Whether a number counts Polarization's markers: ``1 awakening``, ``1 more blue``."""
    ahead = 1 + (cursor.word(1) in _OF_A_STEP)
    return forms.of("end").words.get(cursor.word(ahead), (None,))[0] is forms.POLARIZED


def _target(entry: _Entry) -> None:
    """Read ``>`` and the place after it."""
    cursor = entry.cursor
    cursor.keyword(">")
    if entry.use.place is FROM and cursor.accept("query") is not None:
        entry.named_ends()
        return
    name, place = cursor.need_country(track=True)
    entry.put(TO, name, place)
    entry.named_ends()


def _begins_claims(cursor: Cursor, use: EntryForms, item: Item | None) -> bool:
    """Whether ``->`` means ``=>``: no entry is open, or none moves.

    It may also have moved already.
    """
    if not cursor.is_kind("gt") or cursor.tokens[cursor.at].text == ">":
        return False
    if all(form.name != TO.name for form in use.forms) or (item is not None and TO.name in item.parts):
        return True
    if use.place is FROM:
        return False
    if item is None or item.dice:
        return True
    begin = cursor.at
    cursor.take()
    try:
        place = cursor.country(track=True)
    except LineError:
        place = None
    said = cursor.is_kind("word") or cursor.is_kind("int")
    cursor.at = begin
    return place is None or said


def _number(entry: _Entry) -> None:
    cursor = entry.cursor
    token = cursor.peek()
    assert token is not None
    value = cursor.integer("a number")
    form = entry.use.number
    if form is not VALUE:
        entry.put(form, value, cursor.place_of(token))
        if form is TROOPS and cursor.word() in ("troop", "troops"):
            cursor.drop()
        return
    if value not in (1, 2, 3):
        raise LineError(faults.PLOT_VALUE, token.column, token.end)
    entry.put(form, str(value), cursor.place_of(token))


def without_country(cursor: Cursor) -> bool:
    """Whether Cells or Plots follow, without country: ``event: ssa``."""
    ahead = 1
    if _cells_next(cursor, ahead):
        return True
    while statements.plot_next(cursor, ahead):
        ahead += 1
    alone = cursor.kinds[cursor.at + ahead] in ("", "comma", "slash", "arrow", "dice")
    unnoted = ahead == 2 and cursor.is_kind("query", 1)
    return alone and ahead > 1 and not unnoted and not any(_beyond(cursor, n) for n in range(1, ahead))


def _of_a_country(cursor: Cursor, use: EntryForms) -> bool:
    """Whether Cells or, if usual, Plot markers come here."""
    word = cursor.word()
    if word:
        return set(word) <= set(STATES) or word == SADR.casefold() or (word == "w" and not use.cells_alone)
    return statements.plot_next(cursor, 0) and not use.cells_alone


def _cells_next(cursor: Cursor, ahead: int) -> bool:
    """Whether a word is Cells by state and no country."""
    word = cursor.word(ahead)
    if not word or not set(word) <= set(STATES):
        return False
    try:
        return cursor.names.place(word) is None
    except Ambiguous:
        return True


def _beyond(cursor: Cursor, ahead: int) -> bool:
    """Whether a number is no value of a Plot."""
    token = cursor.peek(ahead)
    return token is not None and token.kind == "int" and token.text not in PLOT_SUPPLY


def _after_colon(entry: _Entry, colon: Token) -> None:
    cursor = entry.cursor
    word = cursor.word()
    alone = not entry.item.parts
    if alone and not (entry.use.colon_alone and _of_a_country(cursor, entry.use)):
        raise LineError(faults.COLON_ALONE, colon.column, colon.end)
    if alone and cursor.kinds[cursor.at - 2] == "comma":
        colon.glue = False
    if word and set(word) <= set(STATES) and MARKERS.name not in entry.item.parts:
        token = cursor.take()
        token.glue = not alone
        token.canon = "".join(sorted(word, reverse=True))
        entry.put(CELLS, token.canon, entry.since_its_country(cursor.place_of(token)))
        return
    if word == SADR.casefold():  # a Cell that is a marker (card 54); for a roll: no other Cell supports it
        token = cursor.keyword(SADR)
        token.glue = not alone
        entry.put(CELLS, SADR, entry.since_its_country(cursor.place_of(token)))
        return
    start = cursor.peek()
    if cursor.is_kind("query") and entry.use.cells_alone:
        cursor.take()  # the Cells are not recorded
        return
    found = statements.markers(cursor)
    if not found or start is None:
        raise cursor.fail(faults.AFTER_A_COLON)
    entry.put(MARKERS, found, cursor.place_of(start, cursor.tokens[cursor.at - 1]))


def _word(entry: _Entry) -> None:
    cursor = entry.cursor
    if entry.use is forms.of("end") and _of_the_end(cursor):
        return
    found = entry.use.words.get(cursor.word())
    if found is not None:
        form, word = found
        _READ[form.writing](entry, form, cursor.keyword(word))
        return
    if cursor.word() == "no" and CONVERGENCE.name in entry.use.words and cursor.word(1) in entry.use.words:
        form, _ = entry.use.words[cursor.word(1)]
        if form.name == CONVERGENCE.name:
            _denied(entry, form)
            return
    if entry.use.along is not None and _along(entry, entry.use.along):
        return
    two_ends = entry.use.place is FROM
    if cursor.word() == "to" and any(f.name == TO.name for f in entry.use.forms) and TO.name not in entry.item.parts:
        _target(entry)
        return
    if (cursor.word() in _FILLERS or (two_ends and cursor.word() == "from")) and cursor.is_kind("word", 1):
        cursor.drop()
        return
    country = cursor.country(track=two_ends)
    if country is None:
        known = ", ".join(dict.fromkeys(word for form in entry.use.forms for word in (form.word, *form.words) if word))
        raise cursor.unknown(
            help=f"A country goes here{f', or one of these words: {known}' if known else ''}.", wants="country"
        )
    name, place = country
    if cursor.is_kind("hash"):
        cursor.take()
        number = cursor.peek()
        k = cursor.integer("which Plot marker")
        end = number.end if number is not None else place.end
        entry.put(PLOT, (name, k), Place(place.line, place.column, end))
        return
    if entry.converges:
        entry.spread(name, place)
        return
    entry.last = entry.use.place
    entry.put(entry.use.place, name, place)


def _of_the_end(cursor: Cursor) -> bool:
    """Take the empty words of a turn's end: step name, side.

    The side is before its dice.
    """
    word = cursor.word()
    if word in _STEPS:
        cursor.drop()
        while cursor.is_kind("colon") or cursor.word() in ("none", "nothing"):
            cursor.drop()
        return True
    if word in _OF_A_STEP:
        cursor.drop()
        return True
    if word in SIDES and cursor.is_kind("int", 1):
        raise cursor.fail(faults.DICE_OF_A_SIDE)
    if word in SIDES and cursor.is_kind("dice", 1):
        side = cursor.side()
        cursor.tokens[cursor.at - 1].canon = ""
        dice = cursor.tokens[cursor.at]
        dice.text = f"{side}{dice.text}" if dice.text.startswith("[") else dice.text
        return True
    return False


def _rolled(entry: _Entry, form: EntryForm, token: Token) -> None:
    """Read a word with dice and place as their label."""
    entry.converges = True
    if entry.cursor.is_kind("dice"):
        token.canon = ""


def _denied(entry: _Entry, form: EntryForm) -> None:
    """Read ``no convergence``: an automatic effect was left out."""
    first = entry.cursor.take()
    word = entry.cursor.take()
    word.canon = form.word
    entry.add(form, NOTHING, entry.cursor.place_of(first, word), {})


def _losses(entry: _Entry, form: EntryForm, token: Token) -> None:
    """Read lost pieces: ``lose 1 troop 2 militia 1 sleeper``."""
    cursor = entry.cursor
    lost: Counter[str] = Counter()
    markers: list[str] = []
    first = cursor.at
    while True:
        begin = cursor.at
        number = cursor.integer("how many") if cursor.is_kind("int") else 1
        word = cursor.word()
        if word in _LOST or word in ("cell", "cells"):
            lost[_LOST.get(word, "?")] += number
            cursor.keyword(word)
        elif cursor.is_kind("word") and (marker := cursor.marker()) is not None:
            markers.append(marker[0])
        else:
            break
    if cursor.at == first or cursor.at > begin:
        raise cursor.fail(faults.AFTER_LOSE)
    place = cursor.place_of(token, cursor.tokens[cursor.at - 1])
    of_us, sadr = [name for name in markers if name != SADR], [name for name in markers if name == SADR]
    if of_us or not lost.keys().isdisjoint("tm"):
        entry.put(US_LOSS, "+".join(["t" * lost["t"] + "m" * lost["m"], *of_us]), place)
    if sadr or not lost.keys().isdisjoint("sa"):
        entry.put(CELL_LOSS, "+".join(["s" * lost["s"] + "a" * lost["a"], *sadr]), place)
    elif "?" in lost:
        entry.put(CELL_LOSS, "?", place)


def _fixed(entry: _Entry, form: EntryForm, token: Token) -> None:
    """Read a fixed word, or the word after it."""
    cursor = entry.cursor
    last = token
    if form.word:
        wanted = next((word for word in form.words if word.casefold() == cursor.word()), None)
        if wanted is None:
            raise cursor.fail(faults.AFTER_A_WORD, word=form.word, wanted=listed(list(form.words), "or"))
        last = cursor.keyword(wanted)
    put = partial(entry.add, parts={}) if form.apart else entry.put
    put(form, form.words[last.canon], cursor.place_of(token, last))


def _along(entry: _Entry, form: EntryForm) -> bool:
    """Read event markers that leave with Troops, if named next."""
    cursor = entry.cursor
    names: list[str] = []
    first = last = None
    while (found := cursor.marker()) is not None:
        names.append(found[0])
        first, last = first or found[1], found[1]
    if first is None or last is None:
        return False
    entry.put(form, "+".join(names), Place(first.line, first.column, last.end))
    return True


def _value(entry: _Entry, form: EntryForm, token: Token) -> None:
    """Read a Plot's value as a word, dropping “plot”."""
    if token.canon:
        entry.put(form, form.words[token.canon], entry.cursor.place_of(token))


def _cells(entry: _Entry, form: EntryForm, token: Token) -> None:
    """Read a Cadre, or Sadr with other Cells (``Iraq:s Sadr``)."""
    place, parts = entry.cursor.place_of(token), entry.item.parts
    if token.canon != CADRE:
        others = parts.pop(form.name, None)
        entry.put(form, (others.value if others is not None else "") + SADR, place)
    elif form.apart and form.name in parts:  # beside Cells to Disrupt it is an entry of its own in the same country
        entry.add(form, CADRE, place, {name: part for name, part in parts.items() if name == WHERE.name})
    else:
        entry.put(form, CADRE, place)


def _place(entry: _Entry, form: EntryForm, token: Token) -> None:
    """Read a word and a place."""
    cursor = entry.cursor
    if token.text.casefold() != form.word and cursor.word() == form.word:  # caliphate capital
        cursor.drop()
    if form.alone and not _place_ahead(cursor):  # the thing itself: 2 cells
        entry.put(forms.BY_NAME[form.alone], form.word, cursor.place_of(token))
        count = entry.item.parts.get(COUNT.name)
        token.canon = forms.plural(form.word, count.value if count is not None else 1)
        return
    if form is SHORT and cursor.word() == NOTHING:  # this one of several gets none
        entry.add(form, NOTHING, cursor.place_of(token, cursor.keyword(NOTHING)), {})
        return
    name, place = cursor.need_country(track=form.writing != Spelling.NAMED)
    if form.apart:
        entry.add(form, name, place, {})
        return
    entry.put(form, name, place)
    entry.last = form


def _place_ahead(cursor: Cursor) -> bool:
    """Whether a country or the track comes next."""
    begin = cursor.at
    try:
        found = cursor.country(track=True) is not None
    except LineError:
        found = True  # it may be one of several, as noted by its reader
    cursor.at = begin
    return found


def _turned(entry: _Entry, form: EntryForm, token: Token) -> None:
    found = entry.cursor.marker()
    if found is None:
        raise entry.cursor.fail(faults.MARKER_AFTER_A_WORD, word=form.word)
    entry.put(form, *found)


def _cards(entry: _Entry, form: EntryForm, token: Token) -> None:
    cursor = entry.cursor
    values: list[Any] = []
    while cursor.is_kind("int") or cursor.is_kind("query") or not values:
        number = titled.one_of_several(cursor, values)
        if number is None:
            break
        values.append(number or "?")
        if len(values) > MAX_ITEMS:
            raise cursor.fail(faults.TOO_MANY_CARDS)
    if cursor.word() == "none":
        cursor.keyword("none")
        values.append("none")
    if not values:
        raise cursor.fail(faults.CARDS_AFTER_A_WORD, word=form.word)
    entry.put(form, values, cursor.place_of(token, cursor.tokens[cursor.at - 1]))


_READ: dict[Spelling, Callable[[_Entry, EntryForm, Token], None]] = {
    Spelling.WORD: _fixed,
    Spelling.VALUE: _value,
    Spelling.CELLS: _cells,
    Spelling.NAMED: _place,
    Spelling.PLACE: _place,
    Spelling.TARGET: _place,
    Spelling.TURNED: _turned,
    Spelling.CARDS: _cards,
    Spelling.ROLLED: _rolled,
    Spelling.LOSSES: _losses,
}
"""Readings of entries, by the form of their first word."""
