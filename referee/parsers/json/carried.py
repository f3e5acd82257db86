"""What an entry of a segment may carry: as much as one entry of a line can say, and nothing that would be read otherwise.

The table of uses (:mod:`referee.engine.forms`) says which things belong to a use and how each is written; what a thing
can be beside others follows from how entries are written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine import forms
from referee.engine.data import TRACK
from referee.engine.forms import CADRE, SADR, Form, Use, Writing
from referee.engine.names import Names
from referee.engine.play import NOTHING
from referee.engine.rolls import PICK
from referee.parsers.json.model import DiceModel
from referee.parsers.notation.cursor import MAX_CANDIDATES
from referee.parsers.notation.items import MAX_ITEMS

UNKNOWN = "?"
CONVERGENCE = forms.CONVERGENCE.name


class WrongError(ValueError):
    """What an entry cannot carry: the member that is wrong, and why."""

    def __init__(self, member: str, message: str) -> None:
        super().__init__(message)
        self.member, self.message = member, message


class Carried(NamedTuple):
    """One entry: what it says, its dice, and the use that it belongs to."""

    use: str
    fields: Mapping[str, Any]
    dice: Sequence[DiceModel]


def country(names: Names, value: Any, member: str, *, track: bool = False) -> None:
    """Raises :class:`WrongError` for what is no country (nor the track) by its full name."""
    if value not in names.countries and not (track and value == TRACK):
        raise WrongError(member, f"“{value}” is no country" + " by its full name" * (value != TRACK))


def check(names: Names, entry: Carried) -> bool:
    """Whether it stands beside another entry, as a Convergence does. Raises :class:`WrongError` for what no line could say."""
    use, fields, dice = forms.of(entry.use), entry.fields, entry.dice
    if not fields and not dice:
        raise WrongError("", "the entry says nothing")
    own = {f.name: f for f in use.forms}
    for name, value in fields.items():
        form = forms.BY_NAME[name]
        _CHECKS[form.writing](names, entry, use, own.get(name), form, value)
    apart = [name for name in fields if name in own and own[name].apart and name != "cells"]
    apart += [CONVERGENCE] * (CONVERGENCE not in apart and any(d.label == CONVERGENCE for d in dice))
    if apart and (len(apart) > 1 or fields.keys() - apart):
        raise WrongError(apart[0], f"“{apart[0]}” is an entry of its own")
    _check_dice(names, entry, apart)
    return bool(apart)


def _check_dice(names: Names, entry: Carried, apart: list[str]) -> None:
    for d in entry.dice:
        if d.among and d.label != PICK:
            raise WrongError("dice", "only a die that picks has candidates")
        if d.among and not 2 <= len(d.among) <= MAX_CANDIDATES:
            raise WrongError("dice", f"a die picks among 2 to {MAX_CANDIDATES} candidates")
        for name in d.among:
            country(names, name, "dice", track=True)
    if CONVERGENCE in apart:
        first = next((n for n, d in enumerate(entry.dice) if d.label == CONVERGENCE), 0)
        if first or any(not d.label for d in entry.dice):
            raise WrongError("dice", "the dice of a Convergence come first and are labelled")
    if apart == ["capability"] and entry.dice:
        raise WrongError("dice", "no dice belong to a capability marker")


def _no(form: Form, entry: Carried, why: str = "") -> WrongError:
    return WrongError(form.name, why or f"“{form.name}” does not belong to “{entry.use}”")


def _place(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    two_ends = use.place is forms.FROM
    worded = own is not None and form.name in use.words
    if form is forms.WHERE:
        if value == UNKNOWN:
            if use.unknown is not forms.WHERE or "plot" in e.fields:
                raise _no(form, e)
            return
        country(names, value, form.name)
        if two_ends or ("plot" in e.fields and not worded):
            raise _no(form, e)
        if "to" in e.fields and "from" not in e.fields:
            raise WrongError("where", "what moves goes “from” somewhere")
        return
    country(names, value, form.name, track=True)
    bare = "to" in e.fields and "plot" not in e.fields and not e.fields.get("where")
    if bare and value == TRACK and not two_ends:
        raise _no(form, e, "no Troops move here")
    if not bare and not two_ends and not worded:
        raise _no(form, e)


def _plot(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    country(names, value[0], form.name)


def _target(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    country(names, value, form.name, track=True)
    if own is None and not any(x in e.fields for x in ("plot", "where", "from")):
        raise _no(form, e)


def _cells(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    worded = own is not None and value in own.words
    if value == CADRE:
        if not worded:
            raise _no(form, e)
        return
    letters = value.removesuffix(SADR)
    if letters != "".join(sorted(letters, reverse=True)) or set(letters) - {"s", "a"} or not value:
        raise WrongError(form.name, "Cells are “s” and “a”, Sleepers first, and “Sadr”")
    if letters and value.endswith(SADR) and SADR.casefold() not in use.words:
        raise _no(form, e)
    if not any(x in e.fields for x in ("plot", "where", "from", "cell")):
        raise WrongError(form.name, "which country these Cells are in is missing")


def _number(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if use.number.name != form.name:
        raise _no(form, e)


def _value(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)


def _added(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if e.use == "end":
        raise _no(form, e)


def _named(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)
    if not (form is forms.SHORT and value == NOTHING):
        country(names, value, form.name)


def _turned(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)
    marker(names, value, form.name)


def marker(names: Names, value: Any, member: str) -> None:
    """Raises :class:`WrongError` for what is no event marker by its full name."""
    if value not in names.marker_names:
        raise WrongError(member, f"“{value}” is no event marker by its full name")


def _cards(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)
    if 0 in value or "none" in value[:-1] or len(value) > MAX_ITEMS:
        raise WrongError(form.name, "these are no numbers of cards")


def _word(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)
    alone = [f.word for f in use.forms if f.alone == form.name]
    if value not in own.words.values() and value not in alone:
        raise WrongError(form.name, f"“{value}” is nothing that “{form.name}” can be")


def _label(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    raise _no(form, e)  # it follows from the dice


def _rolled(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if value == NOTHING and own is not None and not e.dice:
        return
    country(names, value, form.name)
    if own is None and not any(d.label == form.name for d in e.dice):
        raise _no(form, e)


def _losses(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)
    pieces, *markers = value.split("+")
    order = "tm" if form is forms.US_LOSS else "sa"
    if form is forms.CELL_LOSS and value == UNKNOWN:
        return
    if not value or set(pieces) - set(order) or pieces != "".join(sorted(pieces, key=order.index)):
        raise WrongError(form.name, f"what is lost is written with the letters {order[0]} and {order[1]}")
    for name in markers:
        if (name == SADR) != (form is forms.CELL_LOSS):
            raise WrongError(form.name, f"“{name}” is not lost here")
        if name != SADR:
            marker(names, name, form.name)
            _begins(name, form)


def _begins(name: str, form: Form) -> None:
    if name[:1].isdigit():
        raise WrongError(form.name, f"“{name}” would be read as a number")


def _along(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if own is None:
        raise _no(form, e)
    for name in value.split("+"):
        marker(names, name, form.name)
    _begins(value, form)


def _markers(names: Names, e: Carried, use: Use, own: Form | None, form: Form, value: Any) -> None:
    if not value or len(e.fields) == 1:
        raise WrongError(form.name, "which country these Plot markers are in is missing" if value else "no Plot marker")


_CHECKS = {
    Writing.PLACE: _place,
    Writing.PLOT: _plot,
    Writing.TARGET: _target,
    Writing.CELLS: _cells,
    Writing.MARKERS: _markers,
    Writing.NUMBER: _number,
    Writing.VALUE: _value,
    Writing.ADDED: _added,
    Writing.NAMED: _named,
    Writing.TURNED: _turned,
    Writing.CARDS: _cards,
    Writing.WORD: _word,
    Writing.LABEL: _label,
    Writing.ROLLED: _rolled,
    Writing.LOSSES: _losses,
    Writing.ALONG: _along,
}
"""How each way of writing is checked."""
