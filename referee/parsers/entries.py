"""Normal form of entries, however short in writing.

One entry that names several Cells that Travel is as many entries; two entries with rolls in the same country are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.law import forms
from referee.engine.law.rolls import PICK
from referee.engine.state.data import N_CELLS
from referee.engine.state.script import Dice, Item, Part, Place

_ADDED = frozenset({forms.WHERE.name, forms.LOST.name, *(form.name for form in forms.FORMS if form.adds_to_country)})
"""Fields that two entries with rolls in a country share out."""
_OF_ONE = ("marker", "placed", forms.LOST.name)
"""Fields that one of the two entries is enough for."""


def normal(use: str, items: list[Item]) -> list[Item]:
    """Entries of a segment: one per Travelling Cell or rolling country."""
    carries = forms.of(use)
    if carries.rolls:
        return _together(_shared_out(items))
    if carries.journeys:
        return [one for item in items for one in _apart(item, counted=carries.place is forms.FROM)]
    return items


def _apart(item: Item, *, counted: bool) -> Iterator[Item]:
    """Split Travel of several Cells: one die each.

    Examples are ``Pakistan:ss > Iraq [2 5]`` and ``Pakistan > Iraq 2 [2 5]``.
    """
    named, n = _travellers(item, counted=counted)
    if not n:
        yield item
        return
    loose = [(v, d.place) for d in item.dice if not d.label for v in d.values]
    tests = len(loose) - n if len(loose) > n else 0  # dice beyond one per Cell were rolled first, for a Test
    for i in range(n):
        parts = {f: Part(p.value, p.place) for f, p in item.parts.items() if f in ("from", "to")}
        if named:
            parts["cells"] = Part(
                sorted(named)[i], item.parts["cells"].place
            )  # Active ones first, as in the flowcharts
        mine = loose[: tests + 1] if i == 0 else loose[tests + i : tests + i + 1]
        dice = [d for d in item.dice if d.label] if i == 0 else []
        yield Item(item.place, parts, dice + [Dice("", [v], place) for v, place in mine])


def _travellers(item: Item, *, counted: bool) -> tuple[str, int]:
    """Cells of an entry to split, with their number; else none."""
    cells, count = item.parts.get("cells"), item.parts.get("count")
    named = cells.value if cells is not None and isinstance(cells.value, str) and set(cells.value) <= {"s", "a"} else ""
    n = len(named)
    if n < 2 and counted and count is not None and isinstance(count.value, int):
        n = count.value if not named or count.value == 1 else n
    journey = "from" in item.parts and "to" in item.parts and set(item.parts) <= {"from", "to", "cells", "count"}
    fits = n > 1 if count is None else count.value == n
    return (named, n) if journey and fits and 1 <= n <= N_CELLS else ("", 0)


def _shared_out(items: list[Item]) -> list[Item]:
    """Share one bracket after several entries.

    ``Yemen 1, Somalia 2 [1 4 3]`` has the number of rolls of each.
    """
    last = items[-1] if items else None
    if last is None or len(items) < 2 or any(_rolled(i) for i in items[:-1]) or len(_rolled(last)) != 1:
        return items
    counts = [i.parts["count"].value if "count" in i.parts else 0 for i in items]
    d = _rolled(last)[0]
    if d.label or not all(counts) or last.parts["count"].derived or sum(counts) != len(d.values):
        return items
    left = list(d.values)
    for item, n in zip(items, counts, strict=True):
        item.dice = [*(x for x in item.dice if x is not d), Dice("", left[:n], d.place)]
        left = left[n:]
    return items


def _rolled(item: Item) -> list[Dice]:
    """The dice of an entry, without those for its country."""
    return [d for d in item.dice if d.label != PICK]


def _together(items: list[Item]) -> list[Item]:
    """``Egypt:s [2], Egypt:a [5]``: two rolls in one country."""
    found: list[Item] = []
    for item in items:
        where = item.parts.get("where")
        same = next((i for i in found if where is not None and _same(i, item) and not _in_turn(found, i, item)), None)
        if same is None:
            found.append(item)
        else:
            found[found.index(same)] = _sum(same, item)
    return found


def _same(one: Item, other: Item) -> bool:
    if not all("where" in i.parts and "count" in i.parts and set(i.parts) <= _ADDED for i in (one, other)):
        return False
    if all(forms.LOST.name in i.parts for i in (one, other)):
        return False
    return bool(one.parts["where"].value == other.parts["where"].value)


def _in_turn(found: list[Item], one: Item, other: Item) -> bool:
    """Whether a die chose between them for the next roll.

    Then the entries in between keep their place.
    """
    return one is not found[-1] and any(d.label == PICK for i in (one, other) for d in i.dice)


def _sleepers_first(cells: str) -> str:
    """Cells of two entries as one answer: Sleepers, Active Cells, then Sadr."""
    pieces = cells.replace(forms.SADR, "")
    return "".join(sorted(pieces, reverse=True)) + forms.SADR * (cells != pieces)


def _number(cells: str) -> int:
    """Number of Cells in an answer, Sadr among them."""
    return len(cells.removesuffix(forms.SADR)) + cells.endswith(forms.SADR)


def _sum(one: Item, other: Item) -> Item:
    parts = {"where": one.parts["where"]}
    for name in ("count", "cells", *_OF_ONE):
        here, there = one.parts.get(name), other.parts.get(name)
        if here is not None and there is not None:
            value: Any = here.value + there.value
            if name == "cells":
                value = _sleepers_first(value)
            parts[name] = Part(value, here.place, here.derived and there.derived)
        elif name in _OF_ONE:
            alone = here or there
            if alone is not None:
                parts[name] = alone
    if parts["count"].derived:  # from the dice, perhaps all after the second entry, or from the Cells
        loose = sum(len(d.values) for i in (one, other) for d in i.dice if not d.label)
        cells = parts.get("cells")
        parts["count"] = Part(max(loose, _number(cells.value) if cells is not None else 0), one.place, derived=True)
    a, b = one.place, other.place
    place = Place(a.line, a.column, b.end) if a.line == b.line else a
    return Item(place, parts, [*one.dice, *other.dice])
