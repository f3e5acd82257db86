"""Dice that choose among equal candidates (9.5).

Which of those on a line they are, and where they lead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from referee.engine.law.guidance import MOST_ON_ONE_DIE
from referee.engine.law.rolls import PICK, Roll
from referee.engine.state.script import Dice, Item, Segment
from referee.engine.state.words import count_word, listed, named, sentence, words

if TYPE_CHECKING:
    from referee.engine.record.table.table import RecordTable

RULE = "9.5"
MOST_NAMED = 12
"""Most candidates that a finding names."""


def picked(table: RecordTable, roll: Roll) -> tuple[int, ...]:
    """The dice of a choice among equal candidates: they are due, and nothing else hangs on them.

    Where the record names the candidates in order, the die has to lead to the one that was taken.
    """
    found = _found(table, roll)
    if found is None:
        _missing(table, roll)
        return ()
    table.used.take_all(found)
    dice = tuple(d for d in found.values if d is not None)
    if len(dice) < len(found.values):
        roll.assumed = True
        return ()
    if len(dice) < roll.n:
        _too_few(table, roll, found)
        return ()
    if len(dice) > _most(roll, found, dice):
        _too_many(table, roll, found)
        return dice[: roll.n]
    if roll.leads is not None:
        _by_table(table, roll, found, dice)
    elif found.among and not table.wrong():
        _led(table, roll, found, dice)
    return dice


def _found(table: RecordTable, roll: Roll) -> Dice | None:
    """The dice of a choice: at its entry, at one about the same country, at one about none; the fitting list first.

    Of several that fit, the one that has as many dice as are rolled.
    """
    items = _items(table)
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
            if d.label == PICK and not table.used.count(d):
                misfit = bool(d.among) and roll.chosen not in d.among
                ranked.append((len(d.values) < roll.n, misfit, rank, not d.among, len(d.values) != roll.n, d))
    return min(ranked, key=lambda r: r[:5])[5] if ranked else None


def _items(table: RecordTable) -> list[Item]:
    """The entries of the segment; of the first one of the line for what is asked of the play as a whole."""
    segment: Segment | None = table.segment or next(iter(table.action.segments), None)
    return segment.items if segment is not None else []


def _missing(table: RecordTable, roll: Roll) -> None:
    """No die is written: all that a segment does not show make one finding.

    Where the line does not say what was chosen either, that is its finding, and the die no further one.
    """
    roll.assumed = True
    unknown = table.board is not None and table.board.unknown  # nobody knows what comes alike
    if table.wrong() or not table.answered or unknown:
        return
    earlier = table.unshown.get(table.spot())
    finding, rolls = earlier or (None, [])
    rolls.append(roll)
    alike = dict.fromkeys(_alike(r.among) for r in rolls)
    alone = _dice_of(roll) if len(rolls) == 1 else "dice"
    decides = "a die decides" if len(rolls) == 1 and roll.n == 1 else f"{alone} decide"
    message = f"{' tie; '.join(alike)} tie, so {decides}; the record does not show it"
    chosen = listed(list(dict.fromkeys(words(r.chosen) for r in rolls)))
    help = f"write the dice after {chosen}, such as {_example(roll)}, or pick[?] if they were not noted"
    if finding is not None:
        finding.message, finding.help = sentence(message), sentence(help)
        return
    place = table.place_of(roll.item, roll.subject)
    made = table.report("incomplete", RULE, message, place, help=help, missing_dice=True)
    table.unshown[table.spot()] = made, rolls


def _alike(among: Sequence[object]) -> str:
    """The candidates by their names, or how many they are."""
    if len(among) > MOST_NAMED:
        return f"{len(among)} candidates"
    return listed([named(words(o)) for o in among])


_EXAMPLES = {1: "pick[3]", 2: "pick[2 6] (the tan and the black one)"}


def _example(roll: Roll) -> str:
    """How the dice of such a choice are written."""
    return _EXAMPLES.get(roll.n, "pick[2 4 6]")


def _dice_of(roll: Roll) -> str:
    """The dice of a choice in words, with the table that they are rolled on if that has a name."""
    return "dice" if roll.leads is None else f"{count_word(roll.n)} dice on the {roll.needed}"


def _too_few(table: RecordTable, roll: Roll, found: Dice) -> None:
    """Fewer dice than are rolled."""
    roll.assumed = True
    if not table.wrong():
        due = "two dice decide, the tan and the black one" if roll.n == 2 else f"{_dice_of(roll)} decide"
        table.report(
            "incomplete",
            RULE,
            f"{len(roll.among)} candidates tie, so {due}; the record shows {count_word(len(found.values))}",
            found.place,
            help=f"write {count_word(roll.n)}, such as {_example(roll)}, or pick[?] if they were not noted",
            missing_dice=True,
        )


def _most(roll: Roll, found: Dice, dice: tuple[int, ...]) -> int:
    """Most dice that a choice may take; one that belongs to no candidate is rolled again."""
    if roll.leads is not None or (roll.n == 1 and MOST_ON_ONE_DIE % len(roll.among) == 0):
        return roll.n
    if roll.n > 1 or not 0 < len(found.among) <= MOST_ON_ONE_DIE:  # any column, any number may be one to roll again
        return len(dice)
    named = _candidates(found.among, dice)
    return next((n for n, led in enumerate(named, 1) if led is not None), len(dice))


def _too_many(table: RecordTable, roll: Roll, found: Dice) -> None:
    """More dice than are rolled: nobody can say which of them decided."""
    if not table.wrong():
        due = "one die decides" if roll.n == 1 else f"{count_word(roll.n)} dice decide"
        message = f"{due} among {_alike(roll.among)}; the record shows {count_word(len(found.values))}"
        table.report(
            "outcome", RULE, message, found.place, help=f"write the dice that decided, such as {_example(roll)}"
        )


def _candidates(among: list[str], dice: tuple[int, ...]) -> Iterator[str | None]:
    """Where each die leads with equal shares; None: it is rolled again."""
    share = MOST_ON_ONE_DIE // len(among)
    for die in dice:
        at = (die - 1) // share
        yield among[at] if at < len(among) else None


def _by_table(table: RecordTable, roll: Roll, found: Dice, dice: tuple[int, ...]) -> None:
    """Hold the dice to a table of countries, and to the closest one that fits."""
    fitting = roll.leads(dice[: roll.n]) if roll.leads is not None else (roll.chosen,)
    if roll.chosen in fitting or table.wrong():
        return
    shown = f"{listed([str(d) for d in dice])} on the {roll.needed} means {listed([words(o) for o in fitting], 'or')}"
    doubt = "" if roll.sure else "; only one source gives the table, so this is no violation"
    said = f"{shown}, not {words(roll.chosen)}{doubt}"
    table.report("outcome" if roll.sure else "note", RULE, said, found.place)


def _led(table: RecordTable, roll: Roll, found: Dice, dice: tuple[int, ...]) -> None:
    """Hold the dice to the candidates as the line names them."""
    named, chosen = found.among, words(roll.chosen)
    if roll.chosen not in named:
        table.report("outcome", RULE, f"{chosen} was chosen, but it is not among {listed(named)}", found.place)
        return
    if roll.n == 1 and len(named) <= MOST_ON_ONE_DIE:
        told = list(zip(dice, _candidates(named, dice), strict=True))
        at, led = next(((d, c) for d, c in told if c is not None), told[-1])
        if led != roll.chosen:
            means = f"a {at} means {led}" if led is not None else f"a {at} is rolled again"
            table.report("outcome", RULE, f"with the candidates in that order {means}, not {chosen}", found.place)
            return
    due = [words(o) for o in roll.among]
    if sorted(due) != sorted(named):
        table.report("note", RULE, f"{listed(due)} tie here; the die was rolled among {listed(named)}", found.place)


def needless(table: RecordTable, segment: Segment, d: Dice) -> None:
    """A die for a choice that was not left to one."""
    side = segment.side or table.action.side
    if table.board is not None and table.board.unknown:
        return
    if side in table.rules.seats:
        why = "either nothing else ties, or all that tie are used"
        table.report("note", RULE, f"no die is rolled for this choice: {why}", d.place)
    else:
        who = "the Jihadist" if side == "J" else "the US"
        table.report(
            "outcome",
            RULE,
            f"nothing is left to a die here: a player plays {who}, not a flowchart",
            d.place,
        )
