"""Drawings of a remark: ``[%arrow red Egypt > Sudan] [%mark Pakistan]``.

They are arrows and marks on the map. The form is that of the drawings in the comments of chess games.
"""

from __future__ import annotations

import re

from referee.engine.state.data import TRACK
from referee.engine.state.names import Ambiguous, Names
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import COLOURS, Drawing, Place, Unreadable
from referee.parsers import faults
from referee.parsers.faults import LineError

BEGINS = "[%"
MOST = 24
"""Most arrows and marks of one remark."""
MOST_NOTED = 3
"""Most notes on bad drawings of one remark."""
# Compiled when first needed: few records have any of these.
_COMMAND = r"\[%([^\W\d_]{0,20})([^\[\]]{0,1000})\]"
_ARROW, _MARK = "arrow", "mark"
_TO = r"->|→|>"


class RemarkDrawings(NamedTuple):
    """A remark's drawings, other words, and notes on bad drawings."""

    text: str
    drawings: tuple[Drawing, ...]
    notes: tuple[Unreadable, ...]


def read(text: str, line: int, column: int, names: Names) -> RemarkDrawings:
    """Drawings of a remark from a column on.

    Everything else stays in its words.
    """
    found: list[Drawing] = []
    notes: list[Unreadable] = []
    rest, last = "", 0
    for m in re.finditer(_COMMAND, text):
        try:
            made = _command(m, names, column)
            if len(found) + len(made) > MOST:
                raise LineError(faults.TOO_MANY_DRAWN, m.start() + column, m.end() + column, most=MOST)
        except LineError as error:
            notes.append(Unreadable(Place(line, error.column, error.end), error.message, error.help))
            continue
        found += made
        rest += text[last : m.start()]
        last = m.end()
    if not found and not notes:
        return RemarkDrawings(text, (), ())
    return RemarkDrawings(" ".join((rest + text[last:]).split()), tuple(found), tuple(notes[:MOST_NOTED]))


def _command(m: re.Match[str], names: Names, column: int) -> list[Drawing]:
    """The arrows or marks of one command."""
    kind = m[1].casefold()
    if kind not in (_ARROW, _MARK):
        raise LineError(faults.UNKNOWN_DRAWING, m.start() + column, m.end() + column, text=m[1])
    body, at = m[2], m.start(2) + column
    first = body.split(maxsplit=1)[:1]
    colour = first[0].casefold() if first and first[0].casefold() in COLOURS else ""
    if colour:
        skip = body.find(first[0]) + len(colour)
        body, at = body[skip:], at + skip
    made = []
    for entry in body.split(","):
        ends = re.split(_TO, entry)
        if len(ends) != (2 if kind == _ARROW else 1):
            raise LineError(faults.DRAWING_FORM, at, at + max(len(entry), 1), kind=kind)
        places = []
        start = 0
        for end in ends:
            start = entry.index(end, start)
            places.append(_country(end, at + start, names))
            start += len(end)
        if len(set(places)) != len(places):
            raise LineError(faults.DRAWING_FORM, at, at + len(entry), kind=kind)
        made.append(Drawing(tuple(places), colour or COLOURS[0]))
        at += len(entry) + 1
    return made


def _country(written: str, column: int, names: Names) -> str:
    """The country of an end.

    Raises :class:`LineError`.
    """
    name = written.strip()
    column += len(written) - len(written.lstrip())
    end = column + max(len(name), 1)
    try:
        found = names.place(name)
    except Ambiguous as error:
        raise LineError(faults.AMBIGUOUS, column, end, why=str(error)) from None
    if found is None or found == TRACK:
        raise LineError(faults.NOT_ON_THE_MAP, column, end, text=name)
    return found
