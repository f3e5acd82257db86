"""Which of the dice on a line belong to a roll: by item, by country, by label, in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.ask import RollKind
from referee.engine.guidance import MOST_ON_ONE_DIE
from referee.engine.rolls import Roll
from referee.engine.script import Item, Segment
from referee.engine.words import listed, words

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


NAMES_THEM = "among"
"""The part of an entry that names the candidates in the order of their numbers."""


def picked(table: RecordTable, roll: Roll) -> tuple[int, ...]:
    """The dice of a choice among equal candidates (9.5): they are due, and nothing else hangs on them.

    Where the record names the candidates in order, the die has to lead to the one that was taken.
    """
    taken = take(table, roll)
    if taken is None:
        roll.assumed = True
        if not table.wrong():
            shown = listed([words(o) for o in roll.among], "or")
            table.report(
                "incomplete",
                "9.5",
                f"{shown}: they come alike, so a die decides; the record does not show it",
                table.place_of(roll.item, roll.subject),
                help=f"write pick[..] behind {words(roll.chosen)}, or pick[?] if nobody noted the die",
            )
        return ()
    dice = tuple(d for d in taken if d is not None)
    if len(dice) < len(taken):
        roll.assumed = True
        return ()
    if roll.leads is not None and roll.chosen not in (fitting := roll.leads(dice)):
        if not table.wrong():
            shown = f"{listed([str(d) for d in dice])} on the {roll.needed} means {listed([words(o) for o in fitting], 'or')}"
            doubt = "" if roll.sure else "; the table is known from one source only, so this is no violation"
            table.report(
                "outcome" if roll.sure else "note",
                "9.5",
                f"{shown}, not {words(roll.chosen)}{doubt}",
                table.place_of(roll.item, roll.subject),
            )
        return dice
    named = _named_in_order(table, roll) if roll.leads is None else []
    if roll.n == 1 and named and len(named) <= MOST_ON_ONE_DIE:
        share = MOST_ON_ONE_DIE // len(named)
        at = (dice[0] - 1) // share
        led = named[at] if at < len(named) else None
        if led != roll.chosen and not table.wrong():
            told = f"a {dice[0]} means {words(led)}" if led is not None else f"a {dice[0]} is rolled again"
            table.report(
                "outcome",
                "9.5",
                f"with the candidates in that order {told}, not {words(roll.chosen)}",
                table.place_of(roll.item, roll.subject),
            )
    return dice


def _named_in_order(table: RecordTable, roll: Roll) -> list[str]:
    """The candidates as the entry names them in the order of their numbers; [] if it does not."""
    items = table.segment.items if table.segment is not None else []
    for item in items:
        part = item.parts.get(NAMES_THEM)
        if part is not None and roll.chosen in part.value:
            table.used.add(part)
            return list(part.value)
    return []


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
    if roll.behind is not None:  # a Test takes none of the dice of its Operation
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
