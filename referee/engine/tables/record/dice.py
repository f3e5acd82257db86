"""Which of the dice on a line belong to a roll: by item, by country, by label, in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.ask import RollKind
from referee.engine.rolls import Roll
from referee.engine.script import Item, Segment

if TYPE_CHECKING:
    from referee.engine.tables.record.table import RecordTable

LABELS = {"test": ("gov",), "governance": ("t",)}
"""Both are one roll on the Governance table; whether the country was marked before decides the name (4.9.3, 4.9.4)."""


def take(table: RecordTable, roll: Roll) -> list[int | None] | None:
    """The dice of a roll: labelled ones of its item first, then unlabelled ones."""
    segment = table.segment
    if segment is None:
        return None
    items = segment.items
    mine: list[Item] = []
    if roll.item is not None and roll.item < len(items) and not segment.loose:
        mine = [items[roll.item]]
    about = [i for i in items if roll.subject in i.countries()] if roll.subject else []
    mine = mine + [i for i in about if i not in mine]
    rest = [i for i in items if i not in mine and not any(True for _ in i.countries())]
    for item in mine:
        table.about(item, roll.subject) if segment.loose and item.dice else None
    in_order = roll.kind == RollKind.CONVERGENCE  # the entries name where it led to, and not what it is about
    for group in (mine, [] if in_order else rest, items if not roll.subject or not segment.loose else []):
        for label in (roll.label, *_other_labels(roll, segment)):
            taken = _from(table, group, label, roll.n) if label else None
            if taken is not None:
                return taken
    if roll.by_label:
        return None
    groups = (mine, rest) if mine or rest else (items,)
    if segment.name == "plot":
        groups = (*groups, items[:1])  # all Postures of a Plot in one bracket, in the order of the countries
    if len(items) == 1 and items[0] not in mine:
        groups = (*groups, items)
    if segment.loose and not roll.subject:
        groups = (*groups, items)
    for group in groups:
        if _of_the_operation(table, group, roll):
            return None
        taken = _from(table, group, "", roll.n)
        if taken is not None:
            return taken
    return None


def _of_the_operation(table: RecordTable, items: list[Item], roll: Roll) -> bool:
    """Whether the dice without a label are those of the Operation, so that the Test before it has none."""
    if roll.behind is None or table.segment is None:
        return False
    free = [v for i in items for d in i.dice if not d.label for v in d.values[table.taken.get(d, 0) :]]
    if not free:
        return False
    behind, rest = roll.behind, len(free) - roll.n
    results = [roll.read(dice) for dice in roll.cases(free[: roll.n])]
    claimed = [
        c.value for c in table.segment.claims if c.subject == roll.subject and c.field in ("governance", "posture")
    ]
    return all(rest < behind(result) or (not rest and any(c != result for c in claimed)) for result in results)


def _other_labels(roll: Roll, segment: Segment) -> tuple[str, ...]:
    """Labels that a roll may carry as well: it is on the same table, or the Operation has no other roll to mean."""
    if segment.name != "op":
        return LABELS.get(roll.kind, ())
    return {"": ("posture",) if roll.kind == "posture" else (), "t": ("gov", "posture")}.get(roll.label, ())


def spend(table: RecordTable, roll: Roll) -> list[int | None]:
    """Dice too few for their roll belong to it all the same."""
    segment = table.segment
    found: list[int | None] = []
    if roll.behind is not None or roll.by_label:  # a Test takes none of the dice of its Operation
        return found
    for item in segment.items if segment is not None else ():
        if roll.subject in item.countries() or not roll.subject:
            for d in item.dice:
                if d.label in ("", roll.label):
                    found += d.values[table.taken.get(d, 0) :]
                    table.taken[d] = len(d.values)
    return found[: roll.n]


def _from(table: RecordTable, items: list[Item], label: str, n: int) -> list[int | None] | None:
    groups = [d for i in items for d in i.dice if d.label == label]
    free = [(d, at) for d in groups for at in range(table.taken.get(d, 0), len(d.values))]
    if len(free) < n:
        return None
    chosen = free[:n]
    for d, _ in chosen:
        table.taken[d] = table.taken.get(d, 0) + 1
        table.used.add(d)
    return [d.values[at] for d, at in chosen]
