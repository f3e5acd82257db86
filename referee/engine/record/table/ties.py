"""Findings on dice that choose among equal candidates (9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.engine.law.guidance import MOST_ON_ONE_DIE
from referee.engine.law.rolls import Roll
from referee.engine.record.ledger.dice import candidates, most_of_pick, noted
from referee.engine.state.script import Dice, Segment
from referee.engine.state.words import Help, agree, count_word, listed, sentence, the_side, words

if TYPE_CHECKING:
    from referee.engine.record.table.reporter import Reporter
    from referee.engine.state.ruleset import Ruleset

RULE = "9.5"
MOST_NAMED = 12
"""Most candidates named in a finding."""


def compare(reporter: Reporter, roll: Roll, found: Dice | None) -> None:
    """Report on the dice of a choice among equal candidates.

    If the record names the candidates in order, the die has to lead to the one taken.
    """
    if found is None:
        _missing(reporter, roll)
        return
    dice = noted(found)
    if reporter.ledger.wrong() or len(dice) < len(found.values):
        return
    if len(dice) < roll.n:
        _too_few(reporter, roll, found)
    elif len(dice) > most_of_pick(roll, found, dice):
        _too_many(reporter, roll, found)
    elif roll.leads is not None:
        _by_table(reporter, roll, found, dice)
    elif found.among:
        _led(reporter, roll, found, dice)


def _missing(reporter: Reporter, roll: Roll) -> None:
    """Report missing dice of choices, one finding for a segment.

    If the line does not name the choice either, that is its finding, and the die no further one.
    """
    ledger = reporter.ledger
    if ledger.wrong() or not ledger.questions.answered or ledger.board.unknown:  # the equal candidates are unknown
        return
    finding, rolls = reporter.ties.get(ledger.spot(), (None, []))
    rolls.append(roll)
    alike = dict.fromkeys(_alike(r.among, ledger.board.rules) for r in rolls)
    alone = _dice_of(roll) if len(rolls) == 1 else "dice"
    decides = "a die decides" if len(rolls) == 1 and roll.n == 1 else f"{alone} decide"
    message = f"{' tie; '.join(alike)} tie, so {decides}; the record does not show it"
    chosen = listed(list(dict.fromkeys(words(r.chosen) for r in rolls)))
    help = f"write the dice after {chosen}, such as {_example(roll)}, or pick[?] if they were not noted"
    if finding is not None:
        finding.message, finding.help = sentence(message), Help(sentence(help))
        return
    place = ledger.place_of(roll.item, roll.subject)
    made = reporter.report("incomplete", RULE, message, place, roll.among, help=help, missing_dice=True)
    reporter.ties[ledger.spot()] = made, rolls


def _alike(among: Sequence[object], rules: Ruleset) -> str:
    """Return the candidates by name, or their number."""
    if len(among) > MOST_NAMED:
        return f"{len(among)} candidates"
    return listed([rules.named(words(o)) for o in among])


_EXAMPLES = {1: "pick[3]", 2: "pick[2 6] (the tan and the black one)"}


def _example(roll: Roll) -> str:
    """Return an example of the dice of such a choice."""
    return _EXAMPLES.get(roll.n, "pick[2 4 6]")


def _dice_of(roll: Roll) -> str:
    """The dice of a choice in words, with their table's name."""
    return "dice" if roll.leads is None else f"{count_word(roll.n)} dice on the {roll.needed}"


def _too_few(reporter: Reporter, roll: Roll, found: Dice) -> None:
    """Report fewer dice than are rolled."""
    due = "two dice decide, the tan and the black one" if roll.n == 2 else f"{_dice_of(roll)} decide"
    message = f"{len(roll.among)} candidates tie, so {due}; the record shows {count_word(len(found.values))}"
    help = f"write {count_word(roll.n)}, such as {_example(roll)}, or pick[?] if they were not noted"
    reporter.report("incomplete", RULE, message, found.place, help=help, missing_dice=True)


def _too_many(reporter: Reporter, roll: Roll, found: Dice) -> None:
    """Report more dice than are rolled: the deciding ones are unknown."""
    due = f"{count_word(roll.n)} {agree(roll.n, 'die decides', 'dice decide')}"
    message = f"{due} among {_alike(roll.among, reporter.ledger.board.rules)}; the record shows {count_word(len(found.values))}"
    help = f"write the dice that decided, such as {_example(roll)}"
    reporter.report("outcome", RULE, message, found.place, roll.among, help=help)


def _by_table(reporter: Reporter, roll: Roll, found: Dice, dice: tuple[int, ...]) -> None:
    """Compare the dice with the closest fitting table of countries."""
    fitting = roll.leads(dice[: roll.n]) if roll.leads is not None else (roll.chosen,)
    if roll.chosen in fitting:
        return
    shown = f"{listed([str(d) for d in dice])} on the {roll.needed} means {listed([words(o) for o in fitting], 'or')}"
    doubt = "" if roll.sure else "; only one source gives the table, so this is no violation"
    said = f"{shown}, not {words(roll.chosen)}{doubt}"
    reporter.report("outcome" if roll.sure else "note", RULE, said, found.place, (*fitting, roll.chosen))


def _led(reporter: Reporter, roll: Roll, found: Dice, dice: tuple[int, ...]) -> None:
    """Compare the dice with the candidates as the line names them."""
    named, chosen = found.among, words(roll.chosen)
    if roll.chosen not in named:
        message = f"{chosen} was chosen, but it is not among {listed(named)}"
        reporter.report("outcome", RULE, message, found.place, (chosen, *named))
        return
    if roll.n == 1 and len(named) <= MOST_ON_ONE_DIE:
        told = list(zip(dice, candidates(named, dice), strict=True))
        at, led = next(((d, c) for d, c in told if c is not None), told[-1])
        if led != roll.chosen:
            means = f"a {at} means {led}" if led is not None else f"a {at} is rolled again"
            message = f"with the candidates in that order {means}, not {chosen}"
            reporter.report("outcome", RULE, message, found.place, (led, chosen))
            return
    due = [words(o) for o in roll.among]
    if sorted(due) != sorted(named):
        reporter.report("note", RULE, f"{listed(due)} tie here; the die was rolled among {listed(named)}", found.place)


def not_left_to_one(reporter: Reporter, segment: Segment, d: Dice) -> None:
    """Report a die for a choice that is not left to one."""
    ledger = reporter.ledger
    side = segment.side or ledger.action.side
    if ledger.board.unknown:
        return
    if side in ledger.rules.seats:
        why = "either nothing else ties, or all that tie are used"
        reporter.report("note", RULE, f"no die is rolled for this choice: {why}", d.place)
    else:
        message = f"nothing is left to a die here: a player plays {the_side(side or 'US')}, not a flowchart"
        reporter.report("outcome", RULE, message, d.place)
