"""Unused fields and dice of a line.

No rule asked for them: one finding with the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.law import forms
from referee.engine.law.ask import CARD_LISTS, Ask, Field
from referee.engine.law.play import NOTHING
from referee.engine.law.requirement import FindingKind
from referee.engine.law.rolls import PICK, Roll
from referee.engine.record.table import picks, refusals
from referee.engine.record.table.spots import Head
from referee.engine.state.script import LOOSE, Dice, Item, Part, Segment, Statement
from referee.engine.state.words import words

if TYPE_CHECKING:
    from referee.engine.record.table.table import RecordTable

SINGLE = {
    "deploy": ("7.3.1", "a Deploy takes Troops from one place to one other; this is a second move"),
    "regime-change": ("7.3.4", "an Operation has one target; this is a second one"),
    "withdraw": ("7.3.5", "a Withdraw takes Troops from one country to one place; this is a second move"),
    "alert": ("7.5.2", "an Alert turns over one Plot; this is a second one"),
    "disrupt": ("7.4.1", "an Operation has one target; this is a second one"),
    "woi": ("7.2.1.1", "an Operation has one target; this is a second one"),
}
"""US Operations have one target; the rule that says so, and what to say."""
OF_ONE_RULE = (Field.CAPITAL, Field.CAPABILITY)
"""Things that one rule alone calls for, whatever the play."""
CELL_AND_CADRE = ("7.4.2", "a Disrupt affects Cells, or the Cadre where there is no Cell, never both")
ONE_DIE_A_ROLL = {"recruit": "8.1.2", "jihad": "8.1.2", "plot": "8.1.2", "travel": "8.3.1"}
"""Jihadist Operations roll a die for each attempt; the rule that says how many."""


def report(table: RecordTable, segment: Segment) -> None:
    """Fields and dice that nothing asked for: one finding, with the reason why nothing was due."""
    if segment.use in SINGLE and len(segment.items) > 1 and _second_entry(table, segment):
        return
    over = table.board is not None and table.board.stage == "over" and table.won()
    for at, item in enumerate(segment.items):
        if over and any(p not in table.used for name, p in item.parts.items() if name != "text"):
            _game_over(table, segment, item)
            return
        if _dice_left(table, segment, item, at):
            return
        for name, part in item.parts.items():
            if part not in table.used and name != "text" and _part_left(table, segment, item, at, name, part):
                return


def _second_entry(table: RecordTable, segment: Segment) -> bool:
    """Whether an Operation with one target is written with a second one; it makes a finding."""
    own = forms.of(segment.use).own
    second = next((i for i in segment.items[1:] if not i.parts.keys() <= own), None)
    if second is None or all(p in table.used for p in second.parts.values()):
        return False
    rule, message = SINGLE[segment.use]
    if segment.use == "disrupt" and set(second.countries()) == set(segment.items[0].countries()):
        rule, message = CELL_AND_CADRE
    table.report("illegal", rule, message, second.place)
    table.illegal.add(segment)
    return True


def _dice_left(table: RecordTable, segment: Segment, item: Item, at: int) -> bool:
    """Whether dice of an entry are left that nothing rolled; they make a finding."""
    for d in item.dice:
        if d.label == PICK and not table.used.count(d):
            picks.needless(table, segment, d)
            table.used.add(d)
        elif table.used.count(d) < len(d.values):
            _extra_dice(table, segment, item, d, at)
            return True
    return False


def _part_left(table: RecordTable, segment: Segment, item: Item, at: int, name: str, part: Part) -> bool:
    """Whether an unasked part makes a finding; a part that states a result makes none."""
    if segment.name in LOOSE and name == "where" and _told_of(table, segment, part.value):
        return False
    if _result_told(table, segment, item, name, part):
        return False
    if _refused(table, segment, name, part, table.closed):
        return True
    kept = table.reason_for(name, next(item.countries(), ""), at)
    why = (
        _reserves_told(table, segment, name, part)
        or kept
        or _no_result(table, segment, item)
        or _cards_beyond(table, segment, name, part)
    )
    if why is None and _refused(table, segment, name, part, table.asked):
        return True
    _, rule, message = why or _too_many(table, segment, item, name, part)
    finding = table.report("outcome", rule, message, part.place)
    if why is kept and kept is not None:  # what is claimed of the place is part of the same mistake
        table.needless[segment] = (finding, (kept[0],) if kept[0] else tuple(item.countries()))
    if name in CARD_LISTS:
        table.cards_beyond.add(segment)
    return True


def _refused(
    table: RecordTable, segment: Segment, name: str, part: Part, questions: list[tuple[Segment | None, Ask]]
) -> bool:
    """Whether a part is no legal answer to a question that was left unasked, or that another part has answered."""
    if isinstance(part.value, list) or part.value == NOTHING:
        return False
    fields = forms.of(segment.use).answers
    for where, ask in reversed(questions):
        if where is segment and name in fields[ask.field] and (failures := ask.failures(part.value)):
            refusals.report(table, failures, part.place, ask, part.value)
            return True
    return False


_NOT_CHOSEN = {
    "where": "no country is chosen here",
    "from": "no place of origin is chosen here",
    "to": "no destination is chosen here",
    "cells": "no Cells are chosen here",
    "cell": "no country is chosen for a Cell",
    "lost": "no Cell is lost by choice here",
    "troops": "no number of Troops is chosen here",
    "along": "no event marker moves here",
    "plot": "no Plot is chosen here",
    "marker": "no Plot marker is chosen here",
    "value": "no Plot is turned over here",
    "turned": "no Plot is turned over here",
    "posture": "no Posture is chosen here",
    "with": "no other Schengen country is rolled here",
    "ally": "no Ally is chosen here",
    "flip": "no marker is turned over here",
    "what": "there is no list to choose from",
    "choice": "there is nothing to choose",
    "count": "no number is chosen here",
    "number": "no number is chosen here",
    "polarized": "Polarization does not reach it",
    "capital": "the Caliphate Capital is neither placed nor moved here",
    "capability": "no capability marker is drawn here",
    "short": "no country goes without here",
    "us loss": "the US loses no pieces here",
    "cell loss": "no Cells are lost here",
    "discard": "no card is discarded here",
    "draw": "no card is drawn here",
    "take": "no card is taken here",
    "give": "no card is given here",
    "show": "no card is shown here",
}
"""Why a part of a line is not called for, by what it is."""


def _too_many(table: RecordTable, segment: Segment, item: Item, name: str, part: Part) -> tuple[str, str, str]:
    """What to say of a part for which the play has no question, or whose question another part has answered."""
    rule = (name in OF_ONE_RULE and table.rules.rule_of_use.get(name)) or table.rule_of(segment)
    country = _about(table, segment, item, name)
    written = f"“{words(part.value)}”"
    since = table.journal.changes[table.starts.get(segment, table.start) :]
    if name == "placed":
        placed = sum(
            after - before
            for c in since
            if c.kind == "place cells" and c.subject == country
            for _, field, before, after in c.writes
            if field == "sleepers"
        )
        return country, rule, f"{_counted(placed, 'Cell')} placed in {country}, not {words(part.value)}"
    if isinstance(part.value, list) and name == "marker":
        return (
            country,
            rule,
            (f"{_counted(table.used.count(part), 'Plot')} placed in {country}, and you wrote {len(part.value)}"),
        )
    if (changed := _changed(table, segment, item, country)) is not None:
        return country, rule, f"the {item.parts['what'].value} of {country} changes by {changed}, not by {written}"
    fields = forms.of(segment.use).answers
    asked = {ask.address for where, ask in table.asked if where is segment and name in fields[ask.field]}
    play = _title(table, segment)
    if asked:
        once = "once" if len(asked) == 1 else f"{len(asked)} times"
        return country, rule, f"{written} is one too many: {play} offers that choice {once}, and it is already made"
    return country, rule, f"{written} does not belong to {play}: {_NOT_CHOSEN.get(name, 'there is nothing to choose')}"


def _counted(n: int, noun: str) -> str:
    return f"{n or 'no'} {noun}{'' if n == 1 else 's'} {'is' if n == 1 else 'are'}"


def _title(table: RecordTable, segment: Segment) -> str:
    """What a part of a line is called in a sentence: the event of a card, an Operation, the end of the turn."""
    if segment.name == "event":
        card = segment.card or next(iter(table.action.cards), 0)
        return f"the event of {table.rules.card_name(card, 'this card')}"
    if segment.name == "end":
        return "the end of this turn"
    title = table.rules.titles.get(segment.use)
    return f"this {title}" if title else "this play"


def _game_over(table: RecordTable, segment: Segment, item: Item) -> None:
    """What a line goes on with after the deck ran out for the last time in the middle of its event."""
    message = (
        "the Draw Deck runs out for the last time in this event, so the game is over and nothing more of it happens"
    )
    table.refusals[Head.CARD] = table.report("illegal", "5.1", message, item.place, also=["5.3.1"])
    table.illegal.update((segment, Head.CARD))


def cut_short(table: RecordTable, ask: Ask) -> None:
    """A list of Plot markers that ends too early: who names one of those that were placed names all, "?" for a hidden one."""
    segment = table.segment
    if segment is None or ask.field != "marker":
        return
    for item in segment.items:
        part = item.parts.get("marker")
        if part is None or not isinstance(part.value, list) or ask.subject not in item.countries():
            continue
        if part.value and table.used.count(part) == len(part.value):
            table.used.take(part)  # said once
            table.cut_short = True
            placed = "1 Plot" if len(part.value) == 1 else f"{len(part.value)} Plots"
            table.report(
                "incomplete",
                ask.rule,
                f"you named {placed} in {ask.subject}, and more are placed there",
                part.place,
                help="write the value of each, or ? for one that stays hidden, such as Egypt: 2 ?",
                assumed="the others are face down",
            )


def _told_of(table: RecordTable, segment: Segment, country: str) -> bool:
    """Whether an event was about a country that its card names: writing it down again says nothing wrong.

    What the rules attach to the event, such as Cells of a new Caliphate, is none of its choices.
    """
    since = table.journal.changes[table.starts.get(segment, table.start) :]
    if segment.name == "event":
        since = [c for c in since if not c.attached]
    return any(c.subject == country for c in since) or any(subject == country for _, subject, *_ in table.reasons)


def _result_told(table: RecordTable, segment: Segment, item: Item, name: str, part: Part) -> bool:
    """Whether an unasked part states a result: a right one, or one to be compared like a claim."""
    if (grown := _added(table, segment, name)) is not None and grown[0] == part.value:
        return True
    where = _about(table, segment, item, name)
    rest = table.used.rest(part) if isinstance(part.value, list) else [part.value]
    if all(value == NOTHING for value in rest):
        return True
    if name == "placed":
        since = table.journal.changes[table.starts.get(segment, table.start) :]
        writes = [w for c in since if c.kind == "place cells" and c.subject == where for w in c.writes]
        return bool(sum(after - before for _, field, before, after in writes if field == "sleepers") == part.value)
    if name in ("what", "count") and segment.name == "event":
        return _change_told(table, segment, item, where)
    if name == "posture" and segment.name == "event" and where:
        table.stated_results.setdefault(segment, []).append(Statement(where, "posture", part.value, part.place))
        return True
    return False


def _about(table: RecordTable, segment: Segment, item: Item, name: str) -> str:
    """The country of an entry: the one that it names, else the only one in which the play changed what a part tells."""
    named = next(item.countries(), "")
    if named or table.board is None:
        return named
    if name == "placed":
        since = table.journal.changes[table.starts.get(segment, table.start) :]
        changed = list(dict.fromkeys(c.subject for c in since if c.kind == "place cells"))
    else:
        changed = [n for n in table.board.countries if _changed(table, segment, item, n) is not None]
    return changed[0] if len(changed) == 1 else ""


def _added(table: RecordTable, segment: Segment, name: str) -> tuple[int, str] | None:
    """How much a left-over step added to the Reserves, and by which rule."""
    if segment.name not in forms.LEFT_OVER or segment.use != "reserves" or name != forms.COUNT.name:
        return None
    since = table.journal.changes[table.starts.get(segment, table.start) :]
    changes = [c for c in since if c.kind == "reserves"]
    grown = sum(after - before for c in changes for _, _, before, after in c.writes)
    return grown, changes[-1].rule if changes else table.rule_of(segment)


def _reserves_told(table: RecordTable, segment: Segment, name: str, part: Part) -> tuple[str, str, str] | None:
    """What to say of Reserves that grow by another number than is written."""
    grown = _added(table, segment, name)
    if grown is None:
        return None
    added, rule = grown
    return "", rule, f"the Reserves grow by {added} here, not by {words(part.value)}"


def not_left(table: RecordTable, segment: Segment) -> None:
    """A step of what is left over of a card that nothing asked for."""
    if not table.illegal:
        left = forms.LEFT_OVER[segment.name]
        rule = table.rules.rule_of_use.get(segment.name, left.rule)
        side = segment.side or table.action.side
        who = "the Jihadist" if side == "J" else "the US"
        if side != left.side:
            message = f"{left.title} is not for {who}"
        elif side not in table.rules.seats:
            message = f"only a side that plays by a flowchart does {left.title}; here a player plays {who}"
        else:
            message = f"nothing of this card is left over for {left.title}"
        table.report("illegal", rule, message, segment.place)
    table.illegal.add(segment)


_COUNTED_AS = {"cell": ("sleepers", "actives"), "plot": ("plots",)}
"""What a country keeps of a thing, where it is not called so."""


def _change_told(table: RecordTable, segment: Segment, item: Item, where: str) -> bool:
    """Whether an entry names what an event has changed in its country, with the right number if it says one: 2 militia."""
    count = item.parts.get("count")
    changed = _changed(table, segment, item, where)
    if count is None or count in table.used:
        return changed is not None or ("what" in item.parts and count is not None and not count.value)
    return changed is not None and changed == count.value


def _changed(table: RecordTable, segment: Segment, item: Item, where: str) -> int | None:
    """By how much an event has changed the thing that an entry names in its country; None if it is not touched."""
    what = item.parts.get("what")
    if what is None or table.board is None or where not in table.board.countries:
        return None
    kept = _COUNTED_AS.get(what.value, (what.value,))
    since = table.journal.changes[table.starts.get(segment, table.start) :]
    writes = [w for c in since if not c.attached for w in c.writes if w[0] == where and w[1] in kept]
    if not writes:
        return None
    return abs(sum(_size(after) - _size(before) for _, _, before, after in writes))


def _size(value: Any) -> int:
    return int(value) if isinstance(value, int) else len(value or ())


def _no_result(table: RecordTable, segment: Segment, item: Item) -> tuple[str, str, str] | None:
    """Why a result that an end of turn names for a country did not come there."""
    country = next(item.countries(), "")
    if segment.name != "end" or not country:
        return None
    named = [name for name, part in item.parts.items() if part not in table.used]
    reasons = (table.reason_for(name, country, None) for name in named)
    general = ((country, *table.rules.not_due[name]) for name in named if name in table.rules.not_due)
    return next((why for why in reasons if why), None) or next(general, None)


def _cards_beyond(table: RecordTable, segment: Segment, name: str, part: Part) -> tuple[str, str, str] | None:
    """What to say of more cards than an event has to do with."""
    taken = table.used.count(part)
    if name not in CARD_LISTS or not isinstance(part.value, list) or not taken:
        return None
    due = f"{taken} card{'s' * (taken > 1)}"
    return "", table.rule_of(segment), f"you named {len(part.value)} cards after “{name}”; it should be {due}"


def _rolled(table: RecordTable, segment: Segment) -> list[Roll]:
    return [r for key, r in table.seen_rolls if key is segment]


def _extra_dice(table: RecordTable, segment: Segment, item: Item, d: Dice, at: int) -> None:
    """Report dice that nothing rolled; what was read from them is no further mistake."""
    countries = list(item.countries())
    about, rule, why = _why_not_rolled(table, segment, item, d, at)
    kind: FindingKind = "note" if (about, rule) in table.harmless else "outcome"
    table.needless[segment] = (table.report(kind, rule, why, d.place), (about,) if about else tuple(countries))


def _why_not_rolled(table: RecordTable, segment: Segment, item: Item, d: Dice, at: int) -> tuple[str, str, str]:
    """The country in which dice were not due ("" if none is to blame), the rule and the reason."""
    countries = list(item.countries())
    if segment.name == "end" and (at_end := _not_rolled_at_end(table, countries, d)) is not None:
        return at_end
    own = None if d.label else _own_roll(table, segment, at)
    if own is not None and segment.use in ONE_DIE_A_ROLL:
        rolled = "1 roll is" if own.n == 1 else f"{own.n} rolls are"
        more = f"you wrote more dice than there are rolls: {rolled} made for {own.subject}"
        return own.subject, ONE_DIE_A_ROLL[segment.use], more
    for country in countries:
        why = table.reason_for(d.label, country, at) or table.reason_for(d.label or "t", country, at)
        if why is not None:
            return why
        if d.label == "t":
            return country, "4.9.4", f"no Test of {country} is rolled here"
    if segment.name == "plot":
        return "", _rule_of_plot_dice(table, segment, item, d), "you wrote dice that this Plot does not roll"
    why = None if countries else table.reason_for(d.label or "t", "", at)
    if why is not None:
        return why
    if d.label in table.rules.not_due:
        return "", *table.rules.not_due[d.label]
    return "", table.rule_of(segment), "you wrote more dice than this play needs"


def _own_roll(table: RecordTable, segment: Segment, at: int) -> Roll | None:
    """The roll of the Operation itself for one of its entries."""
    found = (r for r in _rolled(table, segment) if r.item == at and r.kind == segment.use and not r.automatic)
    return next(found, None)


def _not_rolled_at_end(table: RecordTable, countries: list[str], d: Dice) -> tuple[str, str, str] | None:
    """Why dice were not due at the end of a turn; None if other dice are."""
    reasons = (table.reason_for(label, country, None) for country in countries for label in (d.label, ""))
    why = next((r for r in reasons if r is not None), None)
    if why is None and not table.rules.not_due:
        return "", "5.2.5", "you wrote dice, and nothing is rolled at the end of this turn"
    return why


def _rule_of_plot_dice(table: RecordTable, segment: Segment, item: Item, d: Dice) -> str:
    """The rule by which a resolved Plot would roll such dice (8.5.6)."""
    of_posture = "with" in item.parts or any(r.kind == "posture" for r in _rolled(table, segment))
    by_label = {"posture": "8.5.6-posture", "reroll": "8.5.6-posture", "prestige": "8.5.6-prestige"}
    return by_label.get(d.label, "8.5.6-posture" if of_posture and d.label != "gov" else "8.5.6-governance")
