"""The dice on a line for a roll or for a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.engine.law.ask import Address, RollKind
from referee.engine.law.guidance import MOST_ON_ONE_DIE
from referee.engine.law.rolls import PICK, Roll
from referee.engine.record.ledger.used_parts import Loan
from referee.engine.state.board import US
from referee.engine.state.script import LOOSE, Dice, Item, Segment

if TYPE_CHECKING:
    from referee.engine.record.ledger.ledger import Ledger

LABELS = {"test": ("gov",), "governance": ("t",)}
"""Other labels of a roll on the Governance table.

A Test and a Governance roll are one roll; its name depends on whether the country was marked (4.9.3, 4.9.4).
"""
OF_A_COUNTRY = (RollKind.TEST, RollKind.GOVERNANCE, RollKind.POSTURE)
"""Rolls of one die that accompany a roll of several."""


class DiceReturn(Exception):
    """The return of unlabelled dice to a roll that lacks them."""

    def __init__(self, rolls: tuple[Address, ...]) -> None:
        super().__init__(rolls)
        self.rolls = rolls


def take(ledger: Ledger, roll: Roll) -> list[int | None] | None:
    """The dice of a roll: first its entry's labelled ones, then unlabelled."""
    segment = ledger.segment
    if segment is None:
        return None
    mine, rest = _entries(ledger, segment, roll)
    taken = _labelled(ledger, segment, roll, mine, rest)
    if taken is not None or roll.address in ledger.trial.without_dice:
        return taken
    if roll.incidental:
        return _last(ledger, segment.items, roll)
    return _without_label(ledger, segment, roll, mine, rest)


def _entries(ledger: Ledger, segment: Segment, roll: Roll) -> tuple[list[Item], list[Item]]:
    """Return the entries of a roll, and those without a country."""
    items = segment.items
    loose = segment.name in LOOSE
    mine: list[Item] = []
    if roll.item is not None and roll.item < len(items) and not loose:
        mine = [items[roll.item]]
    if roll.subject:
        mine += [i for i in items if i not in mine and roll.subject in _rolled_for(i)]
    for item in mine if loose else ():
        if item.dice:
            ledger.about(item, roll.subject)
    return mine, [i for i in items if i not in mine and not any(True for _ in i.countries())]


def _labelled(
    ledger: Ledger, segment: Segment, roll: Roll, mine: list[Item], rest: list[Item]
) -> list[int | None] | None:
    """Return labelled dice of the roll, from its own entry only."""
    if roll.kind == RollKind.CONVERGENCE:  # the entries name the resulting country, not the subject of the roll
        rest = []
    elsewhere = segment.items if not roll.subject or segment.name == "plot" else []
    labels = [label for label in (roll.label, *_other_labels(roll, segment)) if label]
    for group in (mine, rest, elsewhere) if labels else ():
        for label in labels:
            taken = _from(ledger, group, label, roll)
            if taken is not None:
                return taken
    return None


def _without_label(
    ledger: Ledger, segment: Segment, roll: Roll, mine: list[Item], rest: list[Item]
) -> list[int | None] | None:
    """Return unlabelled dice, those of the nearest entry first.

    Other rolls give back the dice that this one lacks.
    """
    items = segment.items
    groups = [mine, rest] if mine or rest else [items]
    if segment.name == "plot":
        groups.append(items[:1])  # all Postures of a Plot in one bracket, in the order of the countries
    if len(items) == 1 and items[0] not in mine:
        groups.append(items)
    if segment.name in LOOSE and not roll.subject:
        groups.append(items)
    for group in groups:
        if _of_the_operation(ledger, group, roll):
            break
        taken = _from(ledger, group, "", roll)
        if taken is not None:
            if segment.name == "event" and roll.label == "t":
                beside = frozenset(c for item in group for c in item.countries())
                ledger.used.loans.append(Loan(segment, roll.address, False, beside))
            return taken
    _give_back(ledger, roll)
    return None


def _last(ledger: Ledger, items: list[Item], roll: Roll) -> list[int | None] | None:
    """Return a separate last bracket, for a roll outside the play."""
    free = [d for i in items for d in i.dice if not d.label]
    if not free or len(free[-1].values) != roll.n or ledger.used.count(free[-1]) or ledger.segment is None:
        return None
    ledger.used.take_all(free[-1])
    ledger.used.loans.append(Loan(ledger.segment, roll.address, True, frozenset()))
    return list(free[-1].values)


def _give_back(ledger: Ledger, roll: Roll) -> None:
    """Have other rolls return the unlabelled dice that this one lacks.

    A roll outside the play has the dice left over; for an event, dice for no more than its own rolls are no Test.
    """
    if roll.moot or roll.address.number:  # the same roll once more needs more dice, with or without a Test's
        return
    here = [t for t in ledger.used.loans if t.segment is ledger.segment and (t.incidental or roll.label != "t")]
    wanted = [t.roll for t in here if t.incidental or roll.subject in ("", t.roll.subject, *t.countries)]
    if wanted:
        raise DiceReturn(tuple(wanted))


def _rolled_for(item: Item) -> list[str]:
    """The possible countries of an entry's dice: of a journey the destination."""
    found = list(item.countries())
    left = item.parts.get("from")
    return [
        c for c in found if left is None or "to" not in item.parts or c != left.value or c == item.parts["to"].value
    ]


def _of_the_operation(ledger: Ledger, items: list[Item], roll: Roll) -> bool:
    """Whether unlabelled dice are the Operation's, and its Test has none."""
    if roll.operation_dice is None or ledger.segment is None:
        return False
    free = [v for i in items for d in i.dice if not d.label for v in ledger.used.rest(d)]
    if not free:
        return False
    behind, rest = roll.operation_dice, len(free) - roll.n
    results = [roll.read(dice) for dice in roll.cases(free[: roll.n])]
    claimed = [
        c.value for c in ledger.segment.claims if c.subject == roll.subject and c.field in ("governance", "posture")
    ]
    return all(rest < behind(result) or (not rest and any(c != result for c in claimed)) for result in results)


def _other_labels(roll: Roll, segment: Segment) -> tuple[str, ...]:
    """Return further labels that a roll may carry.

    It is on the same table, or the Operation has no other roll to mean.
    """
    if segment.name != "op":
        return LABELS.get(roll.kind, ())
    return {"": ("posture",) if roll.kind == "posture" else (), "t": ("gov", "posture")}.get(roll.label, ())


def spend(ledger: Ledger, roll: Roll) -> list[int | None]:
    """Return the dice of a roll although they are too few."""
    segment = ledger.segment
    found: list[int | None] = []
    if (
        roll.operation_dice is not None or roll.incidental or roll.address in ledger.trial.without_dice
    ):  # these dice are for another roll
        return found
    items = segment.items if segment is not None else []
    own = items[roll.item : roll.item + 1] if roll.item is not None and segment and not segment.loose else []
    for item in items:
        if item in own or roll.subject in _rolled_for(item) or not roll.subject:
            for d in item.dice:
                if d.label in ("", roll.label):
                    found += ledger.used.rest(d)
                    ledger.used.take(d, len(ledger.used.rest(d)))
    return found[: roll.n]


def _from(ledger: Ledger, items: list[Item], label: str, roll: Roll) -> list[int | None] | None:
    groups = [d for i in items for d in i.dice if d.label == label]
    whole = _bracket(ledger, groups, roll)
    free = [(d, at) for d in whole or groups for at in range(ledger.used.count(d), len(d.values))]
    if len(free) < roll.n:
        return None
    chosen = free[: roll.n]
    for d, _ in chosen:
        ledger.used.take(d)
    return [d.values[at] for d, at in chosen]


def _bracket(ledger: Ledger, groups: list[Dice], roll: Roll) -> list[Dice]:
    """The one bracket among several with this roll's number of dice.

    The result is empty if it is the next one anyway.
    """
    left = [d for d in groups if ledger.used.count(d) < len(d.values)]
    if len(left) < 2 or ledger.used.count(left[0]) or len(left[0].values) == roll.n:
        return []
    exact = [d for d in left[1:] if not ledger.used.count(d) and len(d.values) == roll.n]
    if roll.n > 1 or not exact:
        return exact[:1]
    if roll.kind not in OF_A_COUNTRY:
        return []
    if roll.operation_dice is not None:
        rest = [roll.operation_dice(roll.read(dice)) for dice in roll.cases(exact[0].values)]
        return exact[:1] if set(rest) == {len(left[0].values)} else []
    in_turn = roll.kind == RollKind.POSTURE and ledger.segment is not None and ledger.segment.name == "plot"
    return [] if in_turn and roll.subject != US else exact[:1]  # the Postures of a Plot follow each other


def find_pick(ledger: Ledger, roll: Roll) -> Dice | None:
    """Return the dice on the line for a choice among equal candidates (9.5).

    They are at its entry, at one about the same country or at one without a country. A list that fits comes first, and
    of several the one with the right number of dice.
    """
    items = _items(ledger)
    mine = items[roll.item : roll.item + 1] if roll.item is not None else []
    ranked: list[tuple[bool, bool, int, bool, bool, Dice]] = []
    for item in items:
        about = list(item.countries())
        if item in mine or len(items) == 1:
            rank = 0
        elif roll.subject in about:
            rank = 1
        elif not about or (roll.item is None and (not roll.subject or roll.leads is not None)):
            rank = 2
        else:
            continue
        for d in item.dice:
            if d.label == PICK and not ledger.used.count(d):
                misfit = bool(d.among) and roll.chosen not in d.among
                ranked.append((len(d.values) < roll.n, misfit, rank, not d.among, len(d.values) != roll.n, d))
    return min(ranked, key=lambda r: r[:5])[5] if ranked else None


def _items(ledger: Ledger) -> list[Item]:
    """Return the entries of the segment.

    A question about the play as a whole has those of the first segment.
    """
    segment = ledger.segment or next(iter(ledger.action.segments), None)
    return segment.items if segment is not None else []


def take_pick(ledger: Ledger, roll: Roll, found: Dice | None) -> tuple[int, ...]:
    """Take the dice of a choice; nothing else depends on them."""
    if found is not None:
        ledger.used.take_all(found)
    dice = noted(found)
    if found is None or len(dice) < max(len(found.values), roll.n):
        roll.assumed = True
        return ()
    return dice if len(dice) <= most_of_pick(roll, found, dice) else dice[: roll.n]


def noted(found: Dice | None) -> tuple[int, ...]:
    """Return the dice with a written number."""
    return tuple(d for d in found.values if d is not None) if found is not None else ()


def most_of_pick(roll: Roll, found: Dice, dice: tuple[int, ...]) -> int:
    """Return the most dice for a choice.

    A die without a candidate is rolled again.
    """
    if roll.leads is not None or (roll.n == 1 and MOST_ON_ONE_DIE % len(roll.among) == 0):
        return roll.n
    if roll.n > 1 or not 0 < len(found.among) <= MOST_ON_ONE_DIE:  # any column, any number may be one to roll again
        return len(dice)
    named = candidates(found.among, dice)
    return next((n for n, led in enumerate(named, 1) if led is not None), len(dice))


def candidates(among: list[str], dice: tuple[int, ...]) -> Iterator[str | None]:
    """Yield the candidate of each die by equal shares.

    Yields None for a repeated roll.
    """
    share = MOST_ON_ONE_DIE // len(among)
    for die in dice:
        at = (die - 1) // share
        yield among[at] if at < len(among) else None
