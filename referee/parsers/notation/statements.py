"""Statements: claims, checkpoints and set-up blocks (docs/notation.md)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.engine.board import MARKER_ALONE
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.script import Place, Statement
from referee.parsers.notation.cursor import SIDES, Cursor
from referee.parsers.notation.tokens import LineError, tokenize

_NUMBERS = {
    "prestige": "prestige",
    "funding": "funding",
    "good": "good",
    "islamist": "islamist",
    "fair/good": "fair/good",
    "good/fair": "fair/good",
    "poor/islamist": "poor/islamist",
    "turn": "turn",
    "card": "card",
    "deck": "deck",
    "decks": "decks",
    "reshuffles": "reshuffles",
    "arsenal": "arsenal",
}
_CARDS = {"discards": "discards", "removed": "removed", "lapsing": "lapsing"}
_GOVERNANCE = {"good": GOOD, "fair": FAIR, "poor": POOR, "ir": ISLAMIST_RULE, "islamist": ISLAMIST_RULE}
_CANON = {GOOD: "Good", FAIR: "Fair", POOR: "Poor", ISLAMIST_RULE: "IR"}
_ALIGNMENT = {"ally": "ally", "neutral": "neutral", "adversary": "adversary"}
_UNITS = {
    "troop": "troops",
    "troops": "troops",
    "sleeper": "sleepers",
    "sleepers": "sleepers",
    "active": "actives",
    "actives": "actives",
    "cell": "cells",
    "cells": "cells",
    "aid": "aid",
    "aids": "aid",
    "plot": "plots",
    "plots": "plots",
}
_RC = {"rc": "any", "rc-green": "green", "rc-tan": "tan"}
MAX_STATEMENTS = 400


def read(cursor: Cursor, *, stop: tuple[str, ...] = ()) -> list[Statement]:
    """Statements up to the end of the line or a token of a kind in ``stop``."""
    found: list[Statement] = []
    while True:
        _one(cursor, found)
        if len(found) > MAX_STATEMENTS:
            raise cursor.fail("too many statements in one line")
        if cursor.at_one_of(stop):
            return found
        if cursor.accept("comma") is None:
            raise cursor.fail("a comma goes between statements")
        if cursor.done():
            return found


@lru_cache(maxsize=20_000)
def _piece(text: str) -> tuple[tuple[str, str, Any, int, int, str], ...] | None:
    """The statements between two commas, with columns from the beginning of the piece; None if it is not plain."""
    found: list[Statement] = []
    try:
        cursor = Cursor(tokenize(text), 0, len(text))
        _one(cursor, found)
    except LineError:
        return None
    if not cursor.done():
        return None
    return tuple((s.subject, s.field, s.value, s.place.column, s.place.end, s.text) for s in found)


def plain(text: str, line: int, before: int) -> list[Statement] | None:
    """The statements of ``text``, which stands behind ``before`` characters; None if any of it needs a closer look.

    The same few pieces (“prestige 6”) stand in every checkpoint of every record, so each is read once.
    """
    found: list[Statement] = []
    for piece in text.split(","):
        known = _piece(piece)
        if known is None:
            return None
        for subject, field, value, column, end, canon in known:
            found.append(Statement(subject, field, value, Place(line, before + column, before + end), canon))
        before += len(piece) + 1
    return found if len(found) <= MAX_STATEMENTS else None


def _add(cursor: Cursor, found: list[Statement], subject: str, field: str, value: Any, first: int) -> None:
    tokens = cursor.tokens[first : cursor.at]
    place = Place(cursor.line, tokens[0].column, tokens[-1].end)
    text = " ".join([t.canon for t in tokens if t.canon])
    found.append(Statement(subject, field, value, place, text))


def _one(cursor: Cursor, found: list[Statement]) -> None:
    first = cursor.at
    word, after = cursor.word(), cursor.word(1)
    if word in _NUMBERS and cursor.is_kind("int", 1):
        cursor.keyword(_NUMBERS[word])
        _add(cursor, found, "", _NUMBERS[word], cursor.integer(word), first)
    elif word in ("troops", "cells", "troop", "cell") and after in ("track", "on"):
        kind = "troops" if word.startswith("troop") else "cells"
        cursor.keyword(kind)
        if cursor.word() == "on":
            cursor.keyword("")
        cursor.keyword("track")
        _add(cursor, found, "", f"{kind} track", cursor.integer(f"{kind} on the track"), first)
    elif word == "world":
        cursor.keyword("world")
        _world(cursor, found, first)
    elif word in ("us", "usa", "u.s.") and after in ("hard", "soft"):
        cursor.keyword("US")
        value = cursor.word()
        cursor.keyword(value.capitalize())
        _add(cursor, found, "", "us", value, first)
    elif word in SIDES and after in ("wins", "win", "won"):
        side = cursor.side()
        cursor.keyword("wins")
        _add(cursor, found, "", "wins", side, first)
    elif word in ("reserves", "hand", "phase") and SIDES.get(after):
        _of_side(cursor, found, word, first)
    elif word == "stage":
        cursor.keyword("stage")
        value = cursor.word()
        if value not in ("plots", "end", "action"):
            raise cursor.fail("a stage is plots, end or action")
        cursor.keyword(value)
        _add(cursor, found, "", "stage", value, first)
    elif word == "second" and after == "card":
        cursor.keyword("second")
        cursor.keyword("card")
        _add(cursor, found, "", "second card", cursor.integer("the card that rules over the second one"), first)
    elif word == "lapsing" and after in ("marker", "markers"):
        cursor.keyword("lapsing")
        cursor.keyword("markers")
        _add(cursor, found, "", "lapsing markers", tuple(_cards(cursor)), first)
    elif word in _CARDS:
        cursor.keyword(word)
        _add(cursor, found, "", _CARDS[word], tuple(_cards(cursor)), first)
    elif word in ("first", "1st") and after == "plot":
        cursor.keyword("first")
        cursor.keyword("plot")
        if cursor.word() == "marker":
            cursor.keyword("marker")
            card = MARKER_ALONE
        else:
            card = 0 if cursor.accept("query") is not None else cursor.integer("the card in the 1st Plot box")
        _add(cursor, found, "", "first plot", card, first)
    elif word == "available":
        cursor.keyword("available")
        _add(cursor, found, "", "available", tuple(_markers(cursor)), first)
    elif word == "wmd" and after == "box":
        cursor.keyword("wmd")
        cursor.keyword("box")
        _add(cursor, found, "", "wmd box", cursor.integer("WMD markers in the box"), first)
    elif word == "wmd" and after == "out":
        cursor.keyword("wmd")
        cursor.keyword("out")
        _add(cursor, found, "", "wmd out", cursor.integer("WMD markers out of the game"), first)
    elif word == "backlash":
        cursor.keyword("backlash")
        country, _ = cursor.need_country()
        if cursor.accept("hash") is None:
            raise cursor.fail("which Plot marker is tagged, such as backlash Egypt#1")
        _add(cursor, found, "", "backlash", ((country, cursor.integer("which Plot marker")),), first)
    elif word == "marker" or (word == "no" and after == "marker"):
        field = "marker" if word == "marker" else "no marker"
        cursor.keyword("no" if word == "no" else "marker")
        if word == "no":
            cursor.keyword("marker")
        name = cursor.marker()
        if name is None:
            raise cursor.fail("the name of an event marker is missing here")
        _add(cursor, found, "", field, name[0], first)
    elif word in ("disrupted", "improved"):
        field = word
        cursor.keyword(word)
        if cursor.word() == "before":
            cursor.keyword("before")
            field = f"{word} before"
        _add(cursor, found, "", field, (cursor.need_country()[0],), first)
    elif word in ("success", "succeeds", "succeeded", "works"):
        cursor.keyword("success")
        _add(cursor, found, "", "success", True, first)
    elif word in ("fail", "fails", "failed", "failure"):
        cursor.keyword("fail")
        _add(cursor, found, "", "success", False, first)
    elif word == "plot" and (cursor.is_kind("int", 1) or cursor.is_kind("query", 1) or after in ("w", "wmd")):
        cursor.keyword("plot")
        _add(cursor, found, "", "plot", _marker(cursor), first)
    else:
        _country(cursor, found)


def _world(cursor: Cursor, found: list[Statement], first: int) -> None:
    word = cursor.word()
    if word in ("hard", "soft"):
        cursor.keyword(word.capitalize())
        value = cursor.integer("World Posture")
        _add(cursor, found, "", "world", value if word == "hard" else -value, first)
    else:
        value = cursor.integer("World Posture")
        if value:
            raise cursor.fail("World Posture is Hard or Soft, such as “world Hard 2”")
        _add(cursor, found, "", "world", 0, first)


def _of_side(cursor: Cursor, found: list[Statement], word: str, first: int) -> None:
    cursor.keyword(word)
    side = cursor.side()
    value = cursor.integer(word)
    if word == "phase":
        _add(cursor, found, "", "phase", (side, value), first)
        return
    _add(cursor, found, "", f"{word} {side}", value, first)
    if word == "hand" and cursor.accept("colon") is not None:
        start = cursor.at
        cards = tuple(_cards(cursor))
        if not cards:
            raise cursor.fail("the cards in the hand are missing behind the colon")
        _add(cursor, found, "", f"cards {side}", cards, start)


def _cards(cursor: Cursor) -> list[int]:
    found: list[int] = []
    while cursor.is_kind("int") or cursor.is_kind("query"):
        found.append(0 if cursor.accept("query") is not None else cursor.card())
    return found


def _marker(cursor: Cursor) -> str:
    """One Plot marker: 1, 2, 3, W or ?."""
    token = cursor.peek()
    if token is not None and token.kind == "query":
        cursor.take()
        return "?"
    if token is not None and token.kind == "word" and token.text.casefold() in ("w", "wmd"):
        cursor.keyword("W")
        return "W"
    if token is not None and token.kind == "int" and token.text in ("1", "2", "3"):
        cursor.take()
        return token.text
    raise cursor.fail("a Plot marker is 1, 2, 3, W or ?")


def _markers(cursor: Cursor) -> list[str]:
    found: list[str] = []
    while cursor.is_kind("query") or cursor.is_kind("int") or cursor.word() in ("w", "wmd"):
        unit = _UNITS.get(cursor.word(1)) if cursor.is_kind("int") else None
        token = cursor.peek()
        if unit and (unit != "plots" or (token is not None and token.text not in ("1", "2", "3"))):
            # "plots 2 6 troops": one marker
            break
        found.append(_marker(cursor))
    return found


marker = _marker
markers = _markers


def _country(cursor: Cursor, found: list[Statement]) -> None:
    subject, _ = cursor.need_country()
    n = len(found)
    while not cursor.at_one_of(("comma", "slash", "arrow")):
        _about(cursor, found, subject)
    if len(found) == n:
        raise cursor.fail(f"nothing is said of {subject}")


def _about(cursor: Cursor, found: list[Statement], subject: str) -> None:
    first = cursor.at
    word = cursor.word()
    if cursor.is_kind("int"):
        value = cursor.integer("how many")
        unit = _UNITS.get(cursor.word())
        if unit is None:
            raise cursor.fail("what the number counts is missing: troops, sleepers, actives, cells, aid or plots")
        cursor.keyword(
            unit if unit == "aid" or value != 1 else unit.removesuffix("s") if unit != "troops" else "troops"
        )
        _add(cursor, found, subject, unit, value, first)
    elif word == "no":
        cursor.keyword("no")
        _none(cursor, found, subject, first)
    elif word == "islamist" and cursor.word(1) == "rule":
        cursor.keyword("IR")
        cursor.keyword("")
        _add(cursor, found, subject, "governance", ISLAMIST_RULE, first)
    elif word in _GOVERNANCE:
        cursor.keyword(_CANON[_GOVERNANCE[word]])
        _add(cursor, found, subject, "governance", _GOVERNANCE[word], first)
    elif word == "unmarked":
        cursor.keyword("unmarked")
        _add(cursor, found, subject, "governance", 0, first)
    elif word in _ALIGNMENT:
        cursor.keyword(word.capitalize())
        _add(cursor, found, subject, "alignment", word, first)
    elif word in ("hard", "soft"):
        cursor.keyword(word.capitalize())
        _add(cursor, found, subject, "posture", word, first)
    elif word in _RC:
        cursor.keyword({"any": "RC", "green": "RC-green", "tan": "RC-tan"}[_RC[word]])
        _add(cursor, found, subject, "regime change", _RC[word], first)
    elif word in ("cadre", "besieged"):
        cursor.keyword(word)
        _add(cursor, found, subject, word, True, first)
    elif word == "aid":
        cursor.keyword("aid")
        _add(cursor, found, subject, "aid", 1, first)
    elif word == "empty":
        cursor.keyword("empty")
        _add(cursor, found, subject, "empty", True, first)
    elif word in ("plots", "plot"):
        cursor.keyword("plots")
        _add(cursor, found, subject, "plots", tuple(_markers(cursor)), first)
    else:
        name = cursor.marker()
        if name is None:
            token = cursor.peek()
            shown = token.text[:30] if token is not None else ""
            raise cursor.fail(f"“{shown}” says nothing about a country")
        _add(cursor, found, subject, "marker", name[0], first)


def _none(cursor: Cursor, found: list[Statement], subject: str, first: int) -> None:
    word = cursor.word()
    if word in _UNITS:
        cursor.keyword(_UNITS[word])
        _add(cursor, found, subject, _UNITS[word], 0, first)
    elif word in ("cadre", "besieged"):
        cursor.keyword(word)
        _add(cursor, found, subject, word, False, first)
    elif word in _RC:
        cursor.keyword("RC")
        _add(cursor, found, subject, "regime change", "", first)
    else:
        name = cursor.marker()
        if name is None:
            raise cursor.fail("“no” goes before troops, cells, cadre, aid, RC, besieged, plots or a marker")
        _add(cursor, found, subject, "no marker", name[0], first)
