"""Statements: claims, checkpoints and set-up blocks (docs/reference/notation.md).

The possible statements belong to the facts (:mod:`referee.engine.state.facts`); here each shape of value is written and
read in this notation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from referee.engine.state.facts import Fact, Facts, Shape, StatementForm
from referee.engine.state.names import Names, keep
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Place, Shift, Statement
from referee.engine.state.words import capital
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation.cursor import SIDES, Cursor
from referee.parsers.notation.tokens import tokenize

MAX_STATEMENTS = 400


class Wording(NamedTuple):
    """One way to begin a statement.

    It has the words accepted, and the words that we write.
    """

    pieces: tuple[str, ...]
    canon: tuple[str, ...]
    form: StatementForm
    fact: Fact


class WordingTable(NamedTuple):
    """Beginnings of statements by first word, the longest wording first."""

    board: dict[str, list[Wording]]
    country: dict[str, list[Wording]]
    countable: dict[str, Wording]
    """Facts counted by a number before a word."""
    absence: Fact
    """The fact that denies a marker in a country."""
    marker_fact: Fact
    """The fact of a marker in a country."""
    facts: Facts


@lru_cache(maxsize=8)
def _words(known: Facts) -> WordingTable:
    board: dict[str, list[Wording]] = {}
    country: dict[str, list[Wording]] = {}
    counted: dict[str, Wording] = {}
    for fact in known:
        for form in fact.forms:
            canon = tuple(form.words.split())
            for words in (form.words, *form.also):
                pieces = tuple(words.split())
                wording = Wording(pieces, canon, form, fact)
                if form.shape is Shape.COUNTED:
                    counted[words] = wording
                    continue
                starts = [w for w, side in SIDES.items() if side == pieces[0]] or [pieces[0].casefold()]
                for start in starts:
                    for index, on in ((board, "country"), (country, "board")):
                        if fact.of != on and not (index is country and form.shape is Shape.NAME):
                            index.setdefault(start, []).append(wording)
    for index in (board, country):
        for found in index.values():
            found.sort(key=lambda w: -len(w.pieces))
    return WordingTable(board, country, counted, known.named("no marker", "*"), known.named("marker", "*"), known)


def read(cursor: Cursor, *, stop: tuple[str, ...] = (), changes: bool = False) -> list[Statement]:
    """Statements to the line's end, or a token in ``stop``.

    With ``changes``, a track may be stated by its change.
    """
    words = _words(cursor.names.facts)
    found: list[Statement] = []
    while True:
        if not changes or not _change(words, cursor, found):
            _one(words, cursor, found)
        if len(found) > MAX_STATEMENTS:
            raise cursor.fail(faults.TOO_MANY_STATEMENTS, most=MAX_STATEMENTS)
        if cursor.at_one_of(stop):
            return found
        if cursor.accept("comma") is None:
            raise cursor.fail(faults.NO_COMMA_OF_STATEMENTS)
        if cursor.done():
            return found


def _piece(text: str, names: Names) -> tuple[tuple[str, str, Any, int, int, str], ...] | None:
    """Statements between two commas, or None if not plain.

    Columns are from the beginning of the piece.
    """
    found: list[Statement] = []
    try:
        cursor = Cursor(tokenize(text), 0, len(text), names)
        _one(_words(names.facts), cursor, found)
    except LineError:
        return None
    if not cursor.done():
        return None
    return tuple((s.subject, s.field, s.value, s.place.column, s.place.end, s.text) for s in found)


def plain(text: str, line: int, before: int, names: Names) -> list[Statement] | None:
    """The statements of plain ``text``, after ``before`` characters, or None.

    None is for any part that needs the tokenizer. The same few pieces (“prestige 6”) are in every checkpoint of every
    record, so each is read once.
    """
    found: list[Statement] = []
    for piece in text.split(","):
        try:
            known = names.pieces[piece]
        except KeyError:
            known = _piece(piece, names)
            keep(names.pieces, piece, known)
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


# -------------------------------------------------------------------- words


def _stands(cursor: Cursor, pieces: tuple[str, ...], ahead: int = 0) -> bool:
    """Whether these words come next.

    ``J`` and ``US`` match a side in any spelling.
    """
    for i, piece in enumerate(pieces, ahead):
        word = cursor.word(i)
        if word != piece.casefold() and (piece not in ("J", "US") or SIDES.get(word) != piece):
            return False
    return True


def _take(cursor: Cursor, pieces: tuple[str, ...], canon: tuple[str, ...]) -> None:
    """Take words and write them canonically."""
    last = len(pieces) - 1
    for i in range(last):
        cursor.keyword(canon[i] if i < len(canon) else "")
    cursor.keyword(" ".join(canon[last:]))


def _change(words: WordingTable, cursor: Cursor, found: list[Statement]) -> bool:
    """Read the change of a track, if next: ``prestige -1``."""
    first = cursor.at
    for w in words.board.get(cursor.word(), ()):
        n = len(w.pieces)
        signed = cursor.kinds[first + n] in ("plus", "dash") if first + n < len(cursor.tokens) else False
        if w.fact.steps and w.form.shape is Shape.NUMBER and signed and cursor.is_kind("int", n + 1):
            _take(cursor, w.pieces, w.canon)
            sign = cursor.take()
            cursor.tokens[cursor.at].glue = True
            by = cursor.integer("by how much")
            _add(cursor, found, "", w.fact.name, Shift(by if sign.kind == "plus" else -by), first)
            return True
    return False


def _one(words: WordingTable, cursor: Cursor, found: list[Statement]) -> None:
    first = cursor.at
    candidates = [w for w in words.board.get(cursor.word(), ()) if _stands(cursor, w.pieces)]
    for w in candidates:
        if _VALUES[w.form.shape].is_next(cursor, len(w.pieces)):
            _take(cursor, w.pieces, w.canon)
            _said(words, cursor, found, "", w, first)
            return
    begun = words.board.get(cursor.word())
    if begun is None or cursor.word() in SIDES:
        _country(words, cursor, found)
        return
    if candidates:
        _take(cursor, candidates[0].pieces, candidates[0].canon)
        hint = candidates[0].fact.hint
        if hint and candidates[0].form.shape is Shape.ZERO:
            cursor.take() if not cursor.done() else None
            raise cursor.fail(faults.FORM_OF_A_STATEMENT, hint=_sentence(hint))
        _VALUES[candidates[0].form.shape].read(cursor, candidates[0])
    word = cursor.keyword(cursor.word()).text
    hint = begun[0].fact.hint
    if len(hint.split()) > 3:
        raise cursor.fail(faults.FORM_OF_A_STATEMENT, hint=_sentence(hint))
    wants = next((example for w in begun if (example := _VALUES[w.form.shape].example)), "")
    example = hint or f"{word} {wants}".strip()
    raise cursor.fail(faults.AFTER_A_STATEMENT, help=f"For example: {example}" if example != word else "", word=word)


def _sentence(words: str) -> str:
    return f"{capital(words)}."


def _said(words: WordingTable, cursor: Cursor, found: list[Statement], subject: str, w: Wording, first: int) -> None:
    """Read the value after the words, and add the statement."""
    value = _VALUES[w.form.shape].read(cursor, w)
    _add(cursor, found, subject, w.fact.name, value, first)
    if w.fact.more and cursor.accept("colon") is not None:
        start = cursor.at
        more = words.facts.named(w.fact.more)
        value = _cards(cursor, w)
        if not value:
            raise cursor.fail(faults.NO_CARDS_OF_A_HAND)
        _add(cursor, found, subject, more.name, value, start)


def _country(words: WordingTable, cursor: Cursor, found: list[Statement]) -> None:
    about = words.countable.get(cursor.word()) or next(iter(words.country.get(cursor.word(), ())), None)
    if about is not None and cursor.country() is None:
        said = f"2 {about.form.words}" if about.form.shape is Shape.COUNTED else " ".join(about.canon)
        raise cursor.fail(faults.OF_A_COUNTRY, said=said)
    subject, _ = cursor.need_country()
    n = len(found)
    while not cursor.at_one_of(("comma", "slash", "arrow")):
        _about(words, cursor, found, subject)
    if len(found) == n:
        raise cursor.fail(faults.NOTHING_SAID, subject=subject)


def _about(words: WordingTable, cursor: Cursor, found: list[Statement], subject: str) -> None:
    first = cursor.at
    if cursor.is_kind("int"):
        value = cursor.integer("how many")
        w = words.countable.get(cursor.word())
        if w is None:
            known = ", ".join(dict.fromkeys(w.fact.name for w in words.countable.values()))
            raise cursor.fail(faults.COUNTS_WHAT, known=known)
        cursor.keyword(w.form.one if value == 1 and w.form.one else w.form.words)
        if cursor.word() in ("marker", "markers") and cursor.kinds[cursor.at + 1] in ("", "comma", "int"):
            cursor.drop()
        _add(cursor, found, subject, w.fact.name, value, first)
        return
    for w in words.country.get(cursor.word(), ()):
        if _stands(cursor, w.pieces):
            _take(cursor, w.pieces, w.canon)
            _said(words, cursor, found, subject, w, first)
            return
    if cursor.is_kind("plus") and cursor.is_kind("int", 1):
        counts = words.countable.get(cursor.word(2)) or words.countable.get(cursor.word(-1))
        shown = counts.form.words if counts is not None else "aid"
        raise cursor.fail(faults.HOW_MANY_MORE, subject=subject, shown=shown)
    absent = cursor.word() == "no"
    if absent:
        cursor.keyword("no")
    name = cursor.marker()
    if name is None:
        token = cursor.peek()
        if absent or token is None:
            raise cursor.fail(faults.NO_OF_WHAT)
        raise cursor.unknown()
    _add(cursor, found, subject, (words.absence if absent else words.marker_fact).name, name[0], first)


# -------------------------------------------------------------------- values


def _cards(cursor: Cursor, w: Wording) -> tuple[int, ...]:
    found: list[int] = []
    while cursor.is_kind("int") or cursor.is_kind("query"):
        found.append(0 if cursor.accept("query") is not None else cursor.card())
    return tuple(found)


def marker(cursor: Cursor) -> str:
    """One Plot marker: 1, 2, 3, W or ?."""
    if cursor.accept("query") is not None:
        return "?"
    if cursor.word() in _WMD:
        cursor.keyword("W")
        return "W"
    if cursor.is_kind("int") and cursor.tokens[cursor.at].text in ("1", "2", "3"):
        return cursor.take().text
    raise cursor.fail(faults.PLOT_VALUE)


def markers(cursor: Cursor) -> list[str]:
    """Adjacent Plot markers, up to another token."""
    counted = _words(cursor.names.facts).countable
    found: list[str] = []
    while plot_next(cursor, 0):
        unit = counted.get(cursor.word(1)) if cursor.is_kind("int") else None
        if unit and (unit.fact.name != "plots" or cursor.tokens[cursor.at].text not in ("1", "2", "3")):
            break  # "plots 2 6 troops": one marker
        found.append(marker(cursor))
    return found


def _placed(cursor: Cursor, w: Wording) -> tuple[str, int]:
    """A Plot marker on the map, by country and place."""
    country, _ = cursor.need_country()
    if cursor.accept("hash") is None:
        raise cursor.fail(faults.WHICH_PLOT, marker=" ".join(w.canon))
    return country, cursor.integer("which Plot marker")


def _name(cursor: Cursor, w: Wording) -> str:
    name = cursor.marker()
    if name is None:
        raise cursor.fail(faults.NO_MARKER)
    return name[0]


_WMD = ("w", "wmd")


def _int_next(cursor: Cursor, ahead: int) -> bool:
    return cursor.is_kind("int", ahead)


def _zero_next(cursor: Cursor, ahead: int) -> bool:
    token = cursor.peek(ahead)
    return token is not None and token.kind == "int" and not token.text.strip("0")


def plot_next(cursor: Cursor, ahead: int) -> bool:
    """Whether a value of a Plot marker is there, or ``?``."""
    return cursor.is_kind("int", ahead) or cursor.is_kind("query", ahead) or cursor.word(ahead) in _WMD


class _Value(NamedTuple):
    """The reader of values of one shape."""

    read: Callable[[Cursor, Wording], Any]
    example: str = ""
    """An example after the words of a statement."""
    is_next: Callable[[Cursor, int], bool] = lambda cursor, ahead: True
    """Whether such a value is some tokens ahead."""


_VALUES: dict[Shape, _Value] = {
    Shape.FIXED: _Value(lambda cursor, w: w.form.value),
    Shape.NUMBER: _Value(lambda cursor, w: cursor.integer(" ".join(w.canon)), "3", _int_next),
    Shape.NEGATIVE: _Value(lambda cursor, w: -cursor.integer(" ".join(w.canon)), is_next=_int_next),
    Shape.ZERO: _Value(lambda cursor, w: cursor.integer(" ".join(w.canon)), is_next=_zero_next),
    Shape.CARD: _Value(
        lambda cursor, w: 0 if cursor.accept("query") is not None else cursor.integer("the number of a card"), "17"
    ),
    Shape.CARDS: _Value(_cards, "44 7"),
    Shape.PLOT: _Value(lambda cursor, w: marker(cursor), "2", plot_next),
    Shape.PLOTS: _Value(lambda cursor, w: tuple(markers(cursor)), "1 1 2"),
    Shape.TAGGED_PLOT: _Value(lambda cursor, w: (_placed(cursor, w),), "Egypt#1"),
    Shape.LIMITED_PLOT: _Value(
        lambda cursor, w: ((*_placed(cursor, w), cursor.integer("the highest number")),), "Egypt#1 2"
    ),
    Shape.TURN: _Value(
        lambda cursor, w: (cursor.side(), cursor.integer(w.canon[0])), "J 3", lambda c, ahead: c.word(ahead) in SIDES
    ),
    Shape.COUNTRY: _Value(lambda cursor, w: (cursor.need_country()[0],), "Egypt"),
    Shape.NAME: _Value(_name, "Renditions"),
}
