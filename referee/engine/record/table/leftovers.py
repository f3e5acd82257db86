"""Findings on unused fields and dice of a line, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.law import forms
from referee.engine.law.ask import CARD_LISTS, Ask, Field
from referee.engine.law.part_rules import CELLS_OR_CADRE, ENDED, LEFT_OVER_STEP, SINGLE
from referee.engine.law.requirement import FindingKind
from referee.engine.law.rolls import PICK, Roll
from referee.engine.law.table import NOTHING
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import Head
from referee.engine.record.table import ties
from referee.engine.state.journal import Change
from referee.engine.state.ruleset import CARD, EVENT_TEXT
from referee.engine.state.script import LOOSE, Dice, Item, Part, Segment, Statement
from referee.engine.state.words import agree, plural, words

if TYPE_CHECKING:
    from referee.engine.record.table.reporter import Reporter

OF_ONE_RULE = (Field.CAPITAL, Field.CAPABILITY)
"""Things due by one rule only, in any play."""
ONE_DIE_A_ROLL = {"recruit": "8.1.2", "jihad": "8.1.2", "plot": "8.1.2", "travel": "8.3.1"}
"""Jihadist Operations with one die an attempt, and their rules."""
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
"""The reason against a superfluous part, by its name."""
Why = tuple[str, str, str]
"""A reason against a part: country ("" for none), rule, sentence."""
_COUNTED_AS = {"cell": ("sleepers", "actives"), "plot": ("plots",)}
"""The fields of a country for a thing with another name."""


class LeftOvers:
    """Unused fields and dice of one segment."""

    def __init__(self, reporter: Reporter, segment: Segment) -> None:
        self.reporter, self.ledger, self.segment = reporter, reporter.ledger, segment
        self.rules = reporter.ledger.rules

    def report(self) -> None:
        """Report the first of them, with the reason why nothing was due."""
        segment, used = self.segment, self.ledger.used
        if segment.use in SINGLE and len(segment.items) > 1 and self._second_entry():
            return
        over = self.ledger.board.stage == "over" and self.ledger.won()
        for at, item in enumerate(segment.items):
            if over and any(p not in used for name, p in item.parts.items() if name != "text"):
                self._game_over(item)
                return
            if item.dice and self._dice_left(item, at):
                return
            for name, part in item.parts.items():
                if part not in used and name != "text" and self._part_left(item, at, name, part):
                    return

    @property
    def changes(self) -> list[Change]:
        """The changes since the segment began."""
        return self.ledger.journal.changes[self.ledger.starts.get(self.segment, self.ledger.start) :]

    @property
    def rule(self) -> str:
        """The rule of the segment."""
        if self.segment.name == "event":
            return f"{CARD}{self.card}" if self.card else EVENT_TEXT
        return self.rules.rule_of_use.get(self.segment.use, "6.3.1")

    @property
    def card(self) -> int:
        """The card of an event; 0 for none."""
        return self.segment.card or next(iter(self.ledger.action.cards), 0)

    def _second_entry(self) -> bool:
        """Return whether a second target of a one-target Operation was reported."""
        own = forms.of(self.segment.use).own
        second = next((i for i in self.segment.items[1:] if not i.parts.keys() <= own), None)
        if second is None or all(p in self.ledger.used for p in second.parts.values()):
            return False
        due = SINGLE[self.segment.use]
        if self.segment.use == "disrupt" and set(second.countries()) == set(self.segment.items[0].countries()):
            due = CELLS_OR_CADRE
        targets = len(self.segment.items)
        return self.reporter.demand((due,), second, second.place, self.segment, targets=targets) is not None

    def _dice_left(self, item: Item, at: int) -> bool:
        """Return whether unused dice of an entry were reported."""
        for d in item.dice:
            if d.label == PICK and not self.ledger.used.count(d):
                ties.not_left_to_one(self.reporter, self.segment, d)
            elif self.ledger.used.count(d) < len(d.values):
                self._extra_dice(item, d, at)
                return True
        return False

    def _part_left(self, item: Item, at: int, name: str, part: Part) -> bool:
        """Return whether an unused part was reported.

        A part that states a result is none.
        """
        if self.segment.name in LOOSE and name == "where" and self._told_of(part.value):
            return False
        if self._result_told(item, name, part):
            return False
        if self._refused(name, part, self.ledger.questions.closed):
            return True
        kept = self.reporter.reason_for(name, next(item.countries(), ""), at)
        why = self._reserves_told(name, part) or kept or self._no_result(item) or self._cards_beyond(name, part)
        if why is None and self._refused(name, part, self.ledger.questions.asked):
            return True
        country, rule, message = why or self._too_many(item, name, part)
        finding = self.reporter.report("outcome", rule, message, part.place, (country,))
        if why is kept and kept is not None:  # claims about the place are part of the same mistake
            self._mistake(finding, kept[0], item)
        if name in CARD_LISTS:
            self.reporter.claims.card_lists.add(self.segment)
        return True

    def _mistake(self, finding: Finding, country: str, item: Item) -> None:
        """Count claims about a country or entry as part of a mistake."""
        self.reporter.claims.mistakes[self.segment] = finding, (country,) if country else tuple(item.countries())

    def _refused(self, name: str, part: Part, questions: list[tuple[Segment | None, Ask]]) -> bool:
        """Whether a part is no legal answer to a question already closed.

        Closed are questions not asked, and those that another part answered.
        """
        if isinstance(part.value, list) or part.value == NOTHING:
            return False
        fields = forms.of(self.segment.use).answers
        for where, ask in reversed(questions):
            if where is self.segment and name in fields[ask.field] and (failures := ask.failures(part.value)):
                self.ledger.refuse(failures, part.place, ask, part.value)
                return True
        return False

    def _too_many(self, item: Item, name: str, part: Part) -> Why:
        """The reason against a part without an open question in the play."""
        rule = (name in OF_ONE_RULE and self.rules.rule_of_use.get(name)) or self.rule
        country = self._about(item, name)
        written = f"“{words(part.value)}”"
        if name == "placed":
            placed = _counted(self._placed(country), "Cell")
            return country, rule, f"{placed} placed in {self.rules.named(country)}, not {words(part.value)}"
        if isinstance(part.value, list) and name == "marker":
            placed = _counted(self.ledger.used.count(part), "Plot")
            return country, rule, f"{placed} placed in {self.rules.named(country)}, and you wrote {len(part.value)}"
        if (changed := self._changed(item, country)) is not None:
            return (
                country,
                rule,
                f"the {item.parts['what'].value} of {self.rules.named(country)} changes by {changed}, not by {written}",
            )
        fields = forms.of(self.segment.use).answers
        here = (ask for where, ask in self.ledger.questions.asked if where is self.segment)
        play = self._title()
        if asked := {ask.address for ask in here if name in fields[ask.field]}:
            once = "once" if len(asked) == 1 else f"{len(asked)} times"
            return country, rule, f"{written} is one too many: {play} offers that choice {once}, and it is already made"
        return (
            country,
            rule,
            f"{written} does not belong to {play}: {_NOT_CHOSEN.get(name, 'there is nothing to choose')}",
        )

    def _title(self) -> str:
        """Return the title of a part of a line in a sentence.

        The event of a card, an Operation, the end of the turn.
        """
        if self.segment.name == "event":
            return f"the event of {self.rules.card_name(self.card, 'this card')}"
        if self.segment.name == "end":
            return "the end of this turn"
        title = self.rules.titles.get(self.segment.use)
        return f"this {title}" if title else "this play"

    def _game_over(self, item: Item) -> None:
        """Report the parts after the game ended within an event."""
        found = self.reporter.demand((ENDED,), item, item.place, self.segment, Head.CARD)
        assert found is not None, "it is reported for a game that is over"
        found.also.append("5.3.1")
        self.reporter.refusals[Head.CARD] = found

    def _told_of(self, country: str) -> bool:
        """Return whether an event was about a country named on its card.

        Writing it down again is no mistake. Consequences attached by the rules, such as Cells of a new Caliphate, are
        no choices of the event.
        """
        event = self.segment.name == "event"
        changed = any(c.subject == country for c in self.changes if not (event and c.attached))
        return changed or any(reason.subject == country for reason in self.reporter.reasons)

    def _result_told(self, item: Item, name: str, part: Part) -> bool:
        """Return whether an unused part states a result.

        It is a right one, or one to be compared like a claim.
        """
        if (grown := self._added(name)) is not None and grown[0] == part.value:
            return True
        where = self._about(item, name)
        rest = self.ledger.used.rest(part) if isinstance(part.value, list) else [part.value]
        if all(value == NOTHING for value in rest):
            return True
        if name == "placed":
            return bool(self._placed(where) == part.value)
        if name in ("what", "count") and self.segment.name == "event":
            return self._change_told(item, where)
        if name == "posture" and self.segment.name == "event" and where:
            stated = Statement(where, "posture", part.value, part.place)
            self.reporter.claims.results.setdefault(self.segment, []).append(stated)
            return True
        return False

    def _placed(self, country: str) -> int:
        """Return the number of Cells placed in a country."""
        writes = [w for c in self.changes if c.kind == "place cells" and c.subject == country for w in c.writes]
        return sum(after - before for _, field, before, after in writes if field == "sleepers")

    def _about(self, item: Item, name: str) -> str:
        """The country of an entry: as named, else the only possible one.

        Possible is a country in which the play changed the thing in the entry.
        """
        named = next(item.countries(), "")
        if named:
            return named
        if name == "placed":
            changed = list(dict.fromkeys(c.subject for c in self.changes if c.kind == "place cells"))
        else:
            changed = [n for n in self.ledger.board.countries if self._changed(item, n) is not None]
        return changed[0] if len(changed) == 1 else ""

    def _added(self, name: str) -> tuple[int, str] | None:
        """Return the Reserves added by a left-over step, with the rule."""
        if self.segment.name not in forms.LEFT_OVER or self.segment.use != "reserves" or name != forms.COUNT.name:
            return None
        changes = [c for c in self.changes if c.kind == "reserves"]
        grown = sum(after - before for c in changes for _, _, before, after in c.writes)
        return grown, changes[-1].rule if changes else self.rule

    def _reserves_told(self, name: str, part: Part) -> Why | None:
        """Return the reason against a written growth of Reserves that differs."""
        added, rule = self._added(name) or (0, "")
        return ("", rule, f"the Reserves grow by {added} here, not by {words(part.value)}") if rule else None

    def report_step(self) -> None:
        """Report a step of the leftover value that nothing asked for."""
        side = self.segment.side or self.ledger.action.side
        self.reporter.demand((LEFT_OVER_STEP,), self.segment.name, self.segment.place, self.segment, player=side)

    def _change_told(self, item: Item, where: str) -> bool:
        """Whether an entry repeats a change of an event in its country.

        With the right number if there is one: 2 militia.
        """
        count = item.parts.get("count")
        changed = self._changed(item, where)
        if count is None or count in self.ledger.used:
            return changed is not None or ("what" in item.parts and count is not None and not count.value)
        return changed is not None and changed == count.value

    def _changed(self, item: Item, where: str) -> int | None:
        """Return an event's change of the entry's thing, or None."""
        what, board = item.parts.get("what"), self.ledger.board
        if what is None or where not in board.countries:
            return None
        kept = _COUNTED_AS.get(what.value, (what.value,))
        own = [w for c in self.changes if not c.attached for w in c.writes if w[0] == where]
        writes = [w for w in own if w[1] in kept]
        if not writes:
            return None
        return abs(sum(_size(after) - _size(before) for _, _, before, after in writes))

    def _no_result(self, item: Item) -> Why | None:
        """Return the reason against a named result of an end of turn."""
        country = next(item.countries(), "")
        if self.segment.name != "end" or not country:
            return None
        named = [name for name, part in item.parts.items() if part not in self.ledger.used]
        reasons = (self.reporter.reason_for(name, country, None) for name in named)
        general = ((country, *self.rules.not_due[name]) for name in named if name in self.rules.not_due)
        return next((why for why in reasons if why), None) or next(general, None)

    def _cards_beyond(self, name: str, part: Part) -> Why | None:
        """Return the reason against more cards than an event has."""
        taken = self.ledger.used.count(part)
        if name not in CARD_LISTS or not isinstance(part.value, list) or not taken:
            return None
        due = plural(taken, "card")
        return "", self.rule, f"you named {len(part.value)} cards after “{name}”; it should be {due}"

    def _rolled(self) -> list[Roll]:
        return [r for key, r in self.ledger.rolls if key is self.segment]

    def _extra_dice(self, item: Item, d: Dice, at: int) -> None:
        """Report unused dice; a result read from them is no further mistake."""
        about, rule, why = self._why_not_rolled(item, d, at)
        reasons = ((r.subject, r.rule) for r in self.reporter.reasons if r.without_effect)
        kind: FindingKind = "note" if (about, rule) in reasons else "outcome"
        self._mistake(self.reporter.report(kind, rule, why, d.place, (about,)), about, item)

    def _why_not_rolled(self, item: Item, d: Dice, at: int) -> Why:
        """Return why dice were not due: country, rule and reason."""
        countries = list(item.countries())
        reason = self.reporter.reason_for
        if self.segment.name == "end":
            reasons = (reason(label, country, None) for country in countries for label in (d.label, ""))
            if (found := next(filter(None, reasons), None)) is not None:
                return found
            if not self.rules.not_due:
                return "", "5.2.5", "you wrote dice, and nothing is rolled at the end of this turn"
        own = None if d.label else self._own_roll(at)
        if own is not None and self.segment.use in ONE_DIE_A_ROLL:
            rolled = _counted(own.n, "roll")
            more = f"you wrote more dice than there are rolls: {rolled} made for {own.place}"
            return own.subject, ONE_DIE_A_ROLL[self.segment.use], more
        for country in countries:
            why = reason(d.label, country, at) or reason(d.label or "t", country, at)
            if why is not None:
                return why
            if d.label == "t":
                return country, "4.9.4", f"no Test of {self.rules.named(country)} is rolled here"
        if self.segment.name == "plot":
            return "", self._rule_of_plot_dice(item, d), "you wrote dice that this Plot does not roll"
        why = None if countries else reason(d.label or "t", "", at)
        if why is not None:
            return why
        if d.label in self.rules.not_due:
            return "", *self.rules.not_due[d.label]
        return "", self.rule, "you wrote more dice than this play needs"

    def _own_roll(self, at: int) -> Roll | None:
        """Return the roll of the Operation itself for one of its entries."""
        found = (r for r in self._rolled() if r.item == at and r.kind == self.segment.use and not r.automatic)
        return next(found, None)

    def _rule_of_plot_dice(self, item: Item, d: Dice) -> str:
        """Return the rule by which a resolved Plot would roll such dice (8.5.6)."""
        of_posture = "with" in item.parts or any(r.kind == "posture" for r in self._rolled())
        by_label = {"posture": "8.5.6-posture", "reroll": "8.5.6-posture", "prestige": "8.5.6-prestige"}
        return by_label.get(d.label, "8.5.6-posture" if of_posture and d.label != "gov" else "8.5.6-governance")


def _counted(n: int, noun: str) -> str:
    return f"{plural(n, noun, none='no')} {agree(n, 'is', 'are')}"


def _size(value: Any) -> int:
    return int(value) if isinstance(value, int) else len(value or ())
