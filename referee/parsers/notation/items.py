"""Items of a segment: what stands between the use of a card and its claims."""

from __future__ import annotations

from typing import Any

from referee.engine.ask import CARD_LISTS
from referee.engine.script import Dice, Item, Part, Place
from referee.parsers import entries
from referee.parsers.notation import statements
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.tokens import LineError, Token, dice_of

MAX_ITEMS = 60
_TWO_ENDS = frozenset({"deploy", "regime-change", "withdraw", "travel"})
_NUMBER_FIELD = {
    "deploy": "troops",
    "regime-change": "troops",
    "withdraw": "troops",
    "recruit": "count",
    "jihad": "count",
    "plot": "count",
    "resolve": "value",
    "alert": "value",
}
_PLACES = frozenset({"cell", "cells", "ally", "with", "where", "from", "to", "remove", "place", "aid"})
_CHOICES = frozenset({"now", "later", "yes", "none", "reroll"})


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
        self.cursor, self.use = cursor, use
        self.item = Item(place)
        self.extra: list[Item] = []
        self.last = ""

    def put(self, field: str, value: Any, place: Place) -> None:
        if field in self.item.parts:
            raise LineError(f"{field} is given twice", place.column, place.end)
        self.item.parts[field] = Part(value, place)

    def cadre(self, place: Place) -> None:
        """A Cadre to Disrupt; named besides Cells it is an entry of its own in the same country."""
        if "cells" not in self.item.parts:
            self.put("cells", "cadre", place)
            return
        second = Item(place, {name: part for name, part in self.item.parts.items() if name == "where"})
        second.parts["cells"] = Part("cadre", place)
        self.extra.append(second)

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
            entry.put("to", name, place)
            if entry.last == "where":
                entry.item.parts["from"] = entry.item.parts.pop("where")
        elif token.kind == "int":
            _number(entry)
        elif token.kind == "plus":
            cursor.take()
            number = cursor.peek()
            if number is not None:
                number.glue = True
            entry.put("placed", cursor.integer("Cells that came"), cursor.place_of(token))
        elif token.kind == "query":
            cursor.take()
            entry.put("value" if use in ("resolve", "alert") else "where", "?", cursor.place_of(token))
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
    field = _NUMBER_FIELD.get(entry.use, "count")
    if field == "value" and value not in (1, 2, 3):
        raise LineError("a Plot marker is 1, 2, 3, W or ?", token.column, token.end)
    entry.put(field, str(value) if field == "value" else value, cursor.place_of(token))


def _after_colon(entry: _Entry, colon: Token) -> None:
    cursor = entry.cursor
    word = cursor.word()
    if not entry.item.parts:
        raise LineError("a colon stands behind a country", colon.column, colon.end)
    if word and set(word) <= {"s", "a"} and "marker" not in entry.item.parts:
        token = cursor.take()
        token.glue = True
        token.canon = "".join(sorted(word, reverse=True))
        entry.put("cells", token.canon, cursor.place_of(token))
        return
    if word == "sadr":  # a Cell that is a marker (card 54); for a roll: no other Cell supports it
        token = cursor.keyword("Sadr")
        token.glue = True
        entry.put("cells", "Sadr", cursor.place_of(token))
        return
    start = cursor.peek()
    found = statements.markers(cursor)
    if not found or start is None:
        raise cursor.fail("behind a colon stand Cells (s, a) or Plot markers (1 2 3 W ?)")
    entry.put("marker", found, cursor.place_of(start, cursor.tokens[cursor.at - 1]))


def _word(entry: _Entry) -> None:
    cursor = entry.cursor
    token = cursor.peek()
    assert token is not None
    word = cursor.word()
    if entry.use == "jihad" and word == "major":
        cursor.keyword("major")
        entry.put("major", True, cursor.place_of(token))
        return
    if entry.use == "jihad" and word == "lose" and cursor.word(1) in ("sadr", "cell"):
        cursor.keyword("lose")
        cursor.keyword("Sadr" if cursor.word() == "sadr" else "cell")
        entry.put("lost", cursor.tokens[cursor.at - 1].canon, cursor.place_of(token, cursor.tokens[cursor.at - 1]))
        return
    if word == "with" and entry.use == "resolve":
        cursor.keyword("with")
        name, place = cursor.need_country()
        extra = Item(place)
        extra.parts["with"] = Part(name, place)
        entry.extra.append(extra)
        return
    if entry.use in ("deploy", "withdraw") and word == "nato":
        cursor.keyword("NATO")
        entry.put("along", "NATO", cursor.place_of(token))
        return
    if entry.use == "disrupt" and word == "cadre":
        cursor.keyword("cadre")
        entry.cadre(cursor.place_of(token))
        return
    if entry.use in ("resolve", "alert") and word in ("w", "wmd"):
        cursor.keyword("W")
        entry.put("value", "W", cursor.place_of(token))
        return
    if entry.use in ("resolve", "alert") and word == "plot":
        cursor.keyword("")
        return
    if entry.use == "set-up" and word == "reroll":
        cursor.keyword("reroll")
        entry.put("again", *cursor.need_country())
        return
    if entry.use in ("jihad", "plot") and word == "sadr":
        _with_sadr(entry)
        return
    if entry.use in ("event", "end") and _event_word(entry, word, token):
        return
    found = cursor.country(track=entry.use in _TWO_ENDS)
    if found is None:
        raise cursor.fail(
            f"“{token.text[:30]}” is neither a country nor a word that this play knows",
            cursor.names.close_to(token.text),
        )
    name, place = found
    if cursor.is_kind("hash"):
        cursor.take()
        number = cursor.peek()
        k = cursor.integer("which Plot marker")
        entry.put("plot", (name, k), Place(place.line, place.column, number.end if number is not None else place.end))
        return
    field = "from" if entry.use in _TWO_ENDS else "where"
    entry.put(field, name, place)
    entry.last = field


def _event_word(entry: _Entry, word: str, token: Token) -> bool:
    """Words that name the choices of events, and of the end of a turn."""
    cursor = entry.cursor
    place = cursor.place_of(token)
    if word in CARD_LISTS:
        cursor.keyword(word)
        values: list[Any] = []
        while cursor.is_kind("int") or cursor.is_kind("query"):
            values.append("?" if cursor.accept("query") is not None else cursor.card())
            if len(values) > MAX_ITEMS:
                raise cursor.fail("too many cards in one entry")
        if cursor.word() == "none":
            cursor.keyword("none")
            values.append("none")
        if not values:
            raise cursor.fail(f"“{word}” needs card numbers, ? or none")
        entry.put(word, values, Place(place.line, place.column, cursor.tokens[cursor.at - 1].end))
        return True
    if word in _PLACES and (cursor.is_kind("word", 1)):
        cursor.keyword("cell" if word == "cells" else word)
        name, where = cursor.need_country(track=True)
        field = "cell" if word == "cells" else word
        entry.put(field, name, where)
        entry.last = field
        return True
    if word == "flip":
        cursor.keyword("flip")
        found = cursor.marker()
        if found is None:
            raise cursor.fail("“flip” needs the name of a marker")
        entry.put("flip", *found)
        return True
    if word in ("hard", "soft"):
        cursor.keyword(word.capitalize())
        entry.put("posture", word, place)
        return True
    if word in _CHOICES:
        cursor.keyword(word)
        entry.put("choice", word, place)
        return True
    if word == "cadre":
        cursor.keyword("cadre")
        entry.put("cells", "cadre", place)
        return True
    if word == "sadr":
        _with_sadr(entry)
        return True
    return False


def _with_sadr(entry: _Entry) -> None:
    """Sadr besides other Cells: ``Iraq:s Sadr``."""
    token = entry.cursor.keyword("Sadr")
    others = entry.item.parts.pop("cells", None)
    entry.put("cells", (others.value if others is not None else "") + "Sadr", entry.cursor.place_of(token))


def _derive(entry: _Entry) -> None:
    """What the writing shows without being written: the number of rolls, and a reroll."""
    parts, item = entry.item.parts, entry.item
    if entry.use == "resolve" and any(d.label == "reroll" for d in item.dice):
        parts["reroll"] = Part(True, item.place, derived=True)
    if entry.use in ("recruit", "jihad", "plot") and "where" in parts and "count" not in parts:
        cells = parts.get("cells")
        loose = sum(len(d.values) for d in item.dice if not d.label)
        if loose:
            parts["count"] = Part(loose, item.place, derived=True)
        elif cells is not None and isinstance(cells.value, str):
            n = len(cells.value.removesuffix("Sadr")) + cells.value.endswith("Sadr")
            parts["count"] = Part(n, item.place, derived=True)
