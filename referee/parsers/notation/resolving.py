"""Plots that are resolved, and what stands at the end of any part of a line: its claims, and nothing more."""

from __future__ import annotations

from typing import Any

from referee.engine.script import Item, Segment
from referee.parsers import faults, plays
from referee.parsers.faults import LineError
from referee.parsers.notation import items, statements
from referee.parsers.notation.cursor import Cursor


def claims(cursor: Cursor, segment: Segment) -> None:
    """The claims of a segment, if an arrow comes next."""
    arrow = cursor.accept("arrow")
    if arrow is not None:
        arrow.canon = "=>"
        segment.claims = statements.read(cursor, stop=("slash",))
        plays.claimed(segment)


def resolve(cursor: Cursor) -> list[Segment]:
    """Each resolved Plot is a segment; claims end where the next Plot begins."""
    found: list[Segment] = []
    while True:
        token = cursor.peek()
        if token is None:
            raise cursor.fail(faults.NO_PLOT)
        entry = items._one(cursor, "resolve", ("slash", "arrow"))
        if found and _one_more(found[-1], entry):
            found[-1].items += [Item(i.place, {"with": i.parts["where"]}, i.dice) for i in entry]
            if cursor.accept("comma") is None and cursor.accept("slash") is None:
                break
            continue
        if found and _converges(entry) and not found[-1].claims:
            found[-1].items += entry
            if cursor.accept("comma") is None and cursor.accept("slash") is None:
                break
            continue
        if not entry[0].parts.keys() & {"plot", "where"}:
            raise LineError(faults.NO_PLOT_NUMBER, token.column, token.end)
        segment = Segment("plot", "resolve", entry[0].place, side="J", items=entry)
        found.append(segment)
        if cursor.accept("arrow") is not None:
            segment.claims = _claims_to_next(cursor)
        if cursor.accept("comma") is None and cursor.accept("slash") is None:
            break
    finish(cursor)
    return found


def _one_more(plot: Segment, entry: list[Item]) -> bool:
    """Whether an entry is the second country of a Plot in the Schengen area: ``with Italy [3], Spain [6]``."""
    bare = len(entry) == 1 and set(entry[0].parts) == {"where"} and bool(entry[0].dice)
    return bare and sum("with" in i.parts for i in plot.items) == 1 and not plot.claims


def _converges(entry: list[Item]) -> bool:
    """Whether an entry tells what the Plot before it has brought about: ``convergence[3 5] Yemen``, ``capital Iraq``."""
    brought = {"convergence", "capital", "capability"}
    return not entry[0].parts.keys() - brought and any(brought & i.parts.keys() for i in entry)


def _claims_to_next(cursor: Cursor) -> list[Any]:
    """Claims up to the end, or up to a comma behind which a Plot is named."""
    end = cursor.at
    depth = len(cursor.tokens)
    for i in range(cursor.at, len(cursor.tokens)):
        if cursor.tokens[i].kind == "hash":
            back = i
            while back > cursor.at and cursor.tokens[back].kind != "comma":
                back -= 1
            depth = back
            break
    del end
    inner = Cursor(cursor.tokens[:depth], cursor.line, cursor.length, cursor.names)
    inner.at = cursor.at
    found = statements.read(inner, stop=("slash",))
    cursor.at = inner.at
    return found


def finish(cursor: Cursor) -> None:
    """Refuse what stands behind all that a line can say."""
    token = cursor.peek()
    if token is not None:
        raise cursor.fail(faults.MORE_THAN_IT_TAKES, text=token.text[:30])
