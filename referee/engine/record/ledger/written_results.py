"""Written results contradicted by a line's dice, but used in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from referee.engine.law import forms
from referee.engine.law.ask import Field, RollKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state.script import Part, Segment

if TYPE_CHECKING:
    from referee.engine.record.ledger.ledger import Ledger

SHOWN_BY = {RollKind.ALERT: Field.VALUE}
"""Fields written only after a success, such as an alerted Plot."""


def result(ledger: Ledger, roll: Roll) -> Any:
    """Return the roll's result for the play, or the written one.

    A claim of success or failure counts if it can only mean this roll; it is compared at the end of the segment.
    """
    segment = ledger.segment
    if segment is None or len(segment.items) > 1 or roll.assumed or not roll.successes:
        return roll.outcome
    field = SHOWN_BY.get(roll.kind)
    if field is not None and not roll.outcome and (part := _part(ledger, field, roll.item, roll.subject)) is not None:
        message = f"the Plot in {ledger.board.rules.named(roll.subject)} stays where it is: the roll failed"
        ledger.contradict(roll.rule, message, part.place, [roll])
        _drop_success(ledger, segment)
        return True
    claim = next((c for c in segment.claims if c.field == "success"), None)
    if sum(s.name == "op" for s in ledger.action.segments) > 1:  # of two Operations it may be about either
        return roll.outcome
    if claim is None or any(won == claim.value for won in roll.successes):
        return roll.outcome
    if len(roll.successes) > 1 and claim.value:
        return roll.outcome
    if roll.kind == RollKind.WAR_OF_IDEAS:
        return 5 if claim.value else 3
    return (claim.value,) * len(roll.outcome) if isinstance(roll.outcome, tuple) else claim.value


def number(
    ledger: Ledger, field: Field, due: int, item: int | None, subject: str, rule: str, said: Callable[[int], str]
) -> int:
    """Return the number of things that come where the rolls bring ``due``.

    Another number on the line is one finding, and carried out. A list that names fewer leaves the others open. ``said``
    returns the words for the number due.
    """
    part = _part(ledger, field, item, subject)
    if part is None:
        return due
    shown: int
    if isinstance(part.value, list):
        shown = sum(value != NOTHING for value in ledger.used.rest(part))
        if shown <= due:
            return due
    elif part.value in (UNKNOWN, due):
        return due
    else:
        shown = int(part.value)
    segment = ledger.segment
    assert segment is not None
    rolls = [r for key, r in ledger.rolls if key is segment and r.subject == subject and r.successes]
    ledger.contradict(rule, said(shown), part.place, [r for r in rolls if r.dice and not r.automatic])
    ledger.used.add(part)
    if shown and not due:
        _drop_success(ledger, segment)
    return shown


def beyond(ledger: Ledger, field: Field, subject: str, rule: str, why: str) -> Any:
    """The written ``field`` where none is due, with one finding.

    Returns None if nothing is written.
    """
    segment = ledger.segment
    for entry in segment.items if segment is not None else ():
        part = entry.parts.get(field)
        if part is None or part in ledger.used or subject not in entry.countries():
            continue
        ledger.contradict(rule, why, part.place)
        ledger.used.update(entry.parts.values())
        for dice in entry.dice:  # they are part of the same mistake
            ledger.used.take_all(dice)
        return part.value
    return None


def _drop_success(ledger: Ledger, segment: Segment) -> None:
    """Drop the refuted claim of a success: it is no second mistake."""
    ledger.used.update(c for c in segment.claims if c.field == "success" and c.value)


def _part(ledger: Ledger, field: Field, item: int | None, subject: str) -> Part | None:
    """Return the unused ``field`` in the entry about ``subject``."""
    segment = ledger.segment
    if segment is None:
        return None
    items = segment.items
    own = items[item : item + 1] if item is not None and not segment.loose else []
    near = own if own and subject in own[0].countries() else [i for i in items if subject in i.countries()]
    near = near or [i for i in own or items if not any(True for _ in i.countries())]
    for entry in near:
        for name in forms.of(segment.use).answers[field]:
            part = entry.parts.get(name)
            if part is not None and part not in ledger.used:
                return part
    return None
