"""The changes of the board, with their consequences by the rules.

No other module writes to the board. A consequence is part of its change: setting Governance to Good removes the Regime
Change marker, and taking a Cell from the Funding Track removes a Cadre.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.engine.state import goals
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALIGNMENTS, ALLY, NEUTRAL, US, Board, Country, kinds
from referee.engine.state.card_changes import CardChanges
from referee.engine.state.cause import Event, Path
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR, TRACK, CountryData
from referee.engine.state.journal import Change, Journal, Kind
from referee.engine.state.moments import Moments
from referee.engine.state.plot_changes import PlotChanges
from referee.engine.state.queries import Queries
from referee.engine.state.seams import AMENDMENTS, QUERIES, About, AnyMoment, Moment, Source, V, citation
from referee.engine.state.words import PlaceName, plural

if TYPE_CHECKING:
    from referee.engine.law.table import Table
    from referee.engine.state.ruleset import Ruleset


def reached(board: Board, changes: Iterable[Change], side: str) -> list[tuple[tuple[str, str, str], Change]]:
    """Return the present victories, each with its first change (2.1)."""
    won: dict[str, tuple[tuple[str, str, str], Change]] = {}
    for change in changes:
        found = goals.victory(board, change, side) if change.decides else None
        if found is not None:
            won.setdefault(found[0], (found, change))
    return list(won.values())


ANYTHING = "*"
"""The field of a reason for every piece that failed to reach a country."""
LAST_CELL = (Kind.REMOVE_CELL, Kind.REMOVE_SADR)
"""Kinds of change that may take the last Cell off the map."""


class Changes(CardChanges, PlotChanges):
    """The named changes, a base class of :class:`~referee.engine.law.play.Play`.

    The names are the rulebook's.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        board: Board
        journal: Journal
        table: Table
        cause: Path
        rule: str
        action: str
        line: int
        side: str
        triggered: list[int]
        cited: list[str]
        following: list[AnyMoment]
        effects: list[int]

    # ------------------------------------------------------------ the one door

    def write(
        self,
        kind: Kind,
        subject: str,
        rule: str,
        *writes: tuple[Any, str, Any],
        note: str = "",
        win: bool = False,
        own: str = "",
    ) -> Change | None:
        """Record one change; return None if nothing differs.

        ``win`` says that it may bring about a victory (2.1), at once or at the end of its event. Without a ``rule`` the
        acting event makes the change, and ``own`` is the paragraph on the changed thing. An event cannot change a
        country that is closed to it: None again.
        """
        acting = self.cause[-1] if self.cause else None
        by_event = type(acting) is Event
        for target, _, _ in writes if by_event else ():
            if type(target) is Country and not self.reaches(target.name):
                return None
        if rule:
            touches = ""
        elif by_event and not self.following:
            rule, touches = str(acting), own
        else:
            rule, touches = own, ""
        change = self.journal.record(
            kind, subject, rule, self.cause, writes, note, attached=bool(self.following), touches=touches
        )
        if change is not None and win:
            change.decides = True
            if not self.board.winner and not self.in_effect():
                found = goals.victory(self.board, change, self.side)
                if found is not None:
                    self.declare(*found, change=change)
        return change

    def in_effect(self) -> bool:
        """Whether effects of an event are being carried out, all at once (8.1.2)."""
        return bool(self.effects) and bool(self.cause) and type(self.cause[-1]) is Event

    def in_sight(self) -> bool:
        """Whether the effects of an event so far reach a goal.

        Then the remaining effects only have to be in place.
        """
        done = self.journal.changes[self.effects[0] :] if self.in_effect() else []
        return bool(reached(self.board, [c for c in done if c.kind not in LAST_CELL], self.side))

    def reaches(self, name: str) -> bool:
        """Whether the acting source can change a country.

        A country may be closed to an event (6.2.2); consequences attached by the rules are not the event's own.
        """
        acting = self.cause[-1] if self.cause else None
        if type(acting) is not Event or self.following or not self.board.rules.queries[Queries.WITHIN_REACH_OF_EVENTS]:
            return True
        if q.within_reach(self.board, name, acting.card):
            return True
        self.table.not_due(ANYTHING, name, None, *q.why_out_of_reach(self.board, name))
        return False

    def named(self, place: str) -> PlaceName:
        """A country as a sentence has it."""
        return self.board.rules.named(place)

    def declare(self, winner: str, rule: str, why: str, *, change: Change | None = None) -> None:
        """Record a victory at the change that brings it about (2.1, 5.1).

        A game by points may go on.
        """
        b = self.board
        if b.winner or any(self.moment(Moments.VICTORY, winner, rule, change)):
            return
        self.journal.record(
            Kind.VICTORY, winner, rule, self.cause, ((b, "winner", winner), (b, "victory_rule", rule)), why
        )

    def moment(self, moment: Moment[V, *About], *facts: *About) -> list[V]:
        """Run the armed functions of a moment, in effect order (6.2.3)."""
        moments = self.board.rules.moments
        if not (acting := moments[moment]):
            return []
        if len(acting) > 1:
            acting = moments.at(moment, self.board.order)
        self.following.append(moment)
        try:
            return [function(self, *facts) for function in acting]
        finally:
            self.following.pop()

    # ------------------------------------------------------------ tracks

    def prestige(self, by: int, *, rule: str = "") -> None:
        """Shift Prestige, never past 1 or 12 (4.7)."""
        self.set_prestige(self.board.prestige + by, rule=rule)

    def set_prestige(self, to: int, *, rule: str = "") -> None:
        b = self.board
        if not 1 <= to <= 12:
            self.cited.append("4.7")
        self.write(Kind.PRESTIGE, "prestige", rule, (b, "prestige", max(1, min(12, to))), win=to <= 1, own="4.7.1")

    def funding(self, by: int, *, rule: str = "") -> None:
        """Shift Funding, never past 1 or 9 (4.7)."""
        self.set_funding(self.board.funding + by, rule=rule)

    def set_funding(self, to: int, *, rule: str = "") -> None:
        if not 1 <= to <= 9:
            self.cited.append("4.7")
        self.write(Kind.FUNDING, "funding", rule, (self.board, "funding", max(1, min(9, to))), own="4.7.4.1")

    def add_reserves(self, side: str, by: int, *, rule: str = "") -> None:
        """Add to a side's Reserves, up to 2, unless barred (6.3.3)."""
        if (barred := q.no_reserves(self.board, side)) is None:
            self._set_reserves(side, self.board.reserves(side) + by, rule)
        else:
            self.table.not_due(ANYTHING, f"reserves {side}", None, *barred)

    def remove_reserves(self, side: str, by: int, *, rule: str = "") -> None:
        """Take from a side's Reserves, never below none."""
        self._set_reserves(side, self.board.reserves(side) - by, rule)

    def _set_reserves(self, side: str, to: int, rule: str) -> None:
        name = "reserves_j" if side == "J" else "reserves_us"
        self.write(Kind.RESERVES, side, rule, (self.board, name, max(0, min(q.MOST_RESERVES, to))), own="6.3.3")

    # ------------------------------------------------------------ countries

    def posture(self, name: str, to: str, *, rule: str = "") -> None:
        """Set a Posture; World Posture follows (4.7.2).

        Israel never changes (4.3.3).
        """
        if name == "Israel" or not self.board[name].data.non_muslim:
            return
        self.write(Kind.POSTURE, name, rule, (self.board[name], "posture", to), own="4.3.2")
        self.moment(Moments.POSTURE_SET, name)

    def set_tested(self, name: str, governance: int) -> None:
        """Set the result of an Initial Test of a Muslim country: Neutral (4.9.4)."""
        c = self.board[name]
        self.write(Kind.TEST, name, "4.9.4", (c, "governance", governance), (c, "alignment", NEUTRAL), win=True)
        if governance == FAIR:
            self.note_improved(name)

    def set_governance(self, name: str, to: int, *, rule: str = "") -> None:
        """Set the Governance of a Muslim country.

        The consequences of Good and of Islamist Rule follow.
        """
        c = self.board[name]
        before = c.governance
        if not c.data.muslim or before == to or not self.reaches(name):
            return
        self.write(Kind.GOVERNANCE, name, rule, (c, "governance", to), win=True, own="4.2.1")
        if to == ISLAMIST_RULE:
            self._revolution(name)
        if to in (GOOD, ISLAMIST_RULE):
            self._remove_markers(name, good=to == GOOD)
        if to in (GOOD, FAIR) and (before == 0 or to < before):
            self.note_improved(name)
        self.moment(Moments.GOVERNANCE_CHANGED, name, before, rule)

    def _remove_markers(self, name: str, *, good: bool) -> None:
        """Remove Regime Change, Besieged Regime and Aid.

        Due at Good and at Islamist Rule (7.2.1.1, 7.3.4.1, 8.4.4).
        """
        c = self.board[name]
        rule = "7.2.1.1" if good else "8.4.4"
        self.write(Kind.REGIME_CHANGE, name, "7.3.4.1" if good else rule, (c, "regime_change", ""))
        self.write(Kind.BESIEGED, name, rule, (c, "besieged", False))
        self.write(Kind.AID, name, "7.2.2.3" if good else rule, (c, "aid", 0))

    def _revolution(self, name: str) -> None:
        """Carry out the immediate consequences of a shift to Islamist Rule (8.4.4, 8.4.5)."""
        b, c = self.board, self.board[name]
        self.write(Kind.ALIGNMENT, name, "8.4.4", (c, "alignment", ADVERSARY))
        self.funding(q.resources(b, name), rule="8.4.4")
        if q.troops_at_risk(b, name):
            self.set_prestige(1, rule="8.4.4")
        if name == "Pakistan" and "arsenal released" not in b.one_shot:
            released = b.arsenal
            self.write(
                Kind.ARSENAL,
                "Pakistan",
                "8.4.5",
                (b, "wmd_available", b.wmd_available + b.arsenal),
                (b, "arsenal", 0),
                (b, "one_shot", (*b.one_shot, "arsenal released")),
            )
            self.moment(Moments.WMD_AVAILABLE, released)

    def worsen(self, name: str, *, rule: str = "", floor: int = POOR) -> None:
        """Worsen Governance by one level, not beyond ``floor`` (8.4.1)."""
        c = self.board[name]
        if c.data.muslim and 0 < c.governance < floor:
            self.set_governance(name, c.governance + 1, rule=rule)

    def improve(self, name: str, *, rule: str = "") -> None:
        """Improve Governance by one level, not beyond Good (7.2.1.1)."""
        c = self.board[name]
        if c.data.muslim and c.governance > GOOD:
            self.set_governance(name, c.governance - 1, rule=rule)

    def set_alignment(self, name: str, to: str, *, rule: str = "") -> None:
        c = self.board[name]
        if c.data.muslim and self.write(Kind.ALIGNMENT, name, rule, (c, "alignment", to), own="4.2.3") is not None:
            self.moment(Moments.ALIGNMENT_CHANGED, name)

    def shift_alignment(self, name: str, toward: str, *, rule: str = "") -> None:
        """Shift Alignment by one box, not beyond the end."""
        at = ALIGNMENTS.index(self.board[name].alignment or NEUTRAL)
        step = -1 if toward == ALLY else 1
        self.set_alignment(name, ALIGNMENTS[max(0, min(2, at + step))], rule=rule)

    def aid(self, name: str, by: int, *, rule: str = "") -> None:
        """Place or remove Aid markers, not below 0."""
        c = self.board[name]
        if by > 0 and not c.data.muslim:
            return
        self.write(Kind.AID, name, rule, (c, "aid", max(0, c.aid + by)), own="4.8.3")

    def besiege(self, name: str, there: bool = True, *, rule: str = "") -> None:
        """Place or remove the one Besieged Regime marker of a country (8.4.3.2)."""
        self.write(Kind.BESIEGED, name, rule, (self.board[name], "besieged", there), own="4.8.3")

    def set_regime_change(self, name: str, to: str, *, rule: str = "") -> None:
        """Set the Regime Change marker: green, tan or "" (4.8.2)."""
        if self.write(Kind.REGIME_CHANGE, name, rule, (self.board[name], "regime_change", to), own="4.8.2") is not None:
            self.moment(Moments.TURMOIL_CHANGED, name)

    def set_cadre(self, name: str, there: bool, *, rule: str = "") -> None:
        written = self.write(Kind.CADRE, name, rule, (self.board[name], "cadre", there), own="4.8.4")
        if written is not None and not there:
            self.moment(Moments.CADRE_GONE, name)

    # ------------------------------------------------------------ what is printed

    def turn_over(self, name: str, data: CountryData, *, rule: str) -> None:
        """Turn a country over; ``data`` is what its other side prints.

        Its state becomes what that side prints, the rest unmarked; a country that stays Muslim, or non-Muslim, keeps
        its state. Troops, Cells, Plots and markers stay.
        """
        b, c = self.board, self.board[name]
        same = (data.muslim, data.non_muslim) == (c.data.muslim, c.data.non_muslim)
        printed = [data if n == name else b[n].data for n in b.countries]
        self.write(
            Kind.COUNTRY,
            name,
            rule,
            (c, "data", data),
            (c, "governance", c.governance if same else data.governance),
            (c, "alignment", c.alignment if same else ""),
            (c, "posture", c.posture if same else ""),
            *((b, field, names) for field, names in kinds(printed).items()),
            note=f"{self.named(name)} is turned over",
            win=True,
        )

    def change_ruleset(self, rules: Ruleset, *, rule: str) -> None:
        """Change the rules in mid-game, on a map with the same countries.

        Countries that were turned over stay so, and those that the new rules print differently are turned over. Raises
        :class:`ValueError` for a map with other countries.
        """
        b = self.board
        before = b.rules
        if before.added is not None:
            rules = before.added(rules)
        if rules.countries.keys() != before.countries.keys():
            raise ValueError(f"the maps of {before.name} and {rules.name} have different countries")
        rules.facts.prepare(b)
        self.write(Kind.RULESET, rules.name, rule, (b, "rules", rules), note=f"from {before.name} to {rules.name}")
        for name, data in rules.countries.items():
            if data != before.countries[name]:
                self.turn_over(name, data, rule=rule)

    # ------------------------------------------------------------ troops and cells

    def move_troops(self, origin: str, target: str, n: int, *, rule: str = "") -> int:
        """Move up to ``n`` Troops between the track and countries.

        Return the number moved.
        """
        b = self.board
        here: Any = (b, "troops_track") if origin == TRACK else (b[origin], "troops")
        there: Any = (b, "troops_track") if target == TRACK else (b[target], "troops")
        have: int = getattr(*here)
        moved = min(max(n, 0), have) if all(self.reaches(end) for end in (origin, target) if end != TRACK) else 0
        if moved and here != there:
            self.cited.append("4.7.3")
            self.write(
                Kind.MOVE_TROOPS,
                target,
                rule,
                (*here, have - moved),
                (*there, getattr(*there) + moved),
                note=f"{moved} Troops from {self.named(origin)} to {self.named(target)}",
                own="4.7.3",
            )
            self.moment(Moments.TROOPS_MOVED, target)
        return moved

    def place_cells(self, name: str, n: int = 1, *, rule: str = "") -> int:
        """Place up to ``n`` Sleepers from the Funding Track's available Cells.

        A Cadre in the country is removed (4.6.4, 4.8.4).
        """
        b, c = self.board, self.board[name]
        placed = min(n, b.cells_track) if self.reaches(name) else 0
        if placed < n and self.reaches(name):
            self.cited.append("4.6.3")
        if placed <= 0:
            return 0
        self.write(
            Kind.PLACE_CELLS,
            name,
            rule,
            (b, "cells_track", b.cells_track - placed),
            (c, "sleepers", c.sleepers + placed),
            note=f"{plural(placed, 'Cell')} to {self.named(name)}",
            own="4.7.4",
        )
        if c.cadre:
            self.set_cadre(name, False, rule="4.8.4")
        self.moment(Moments.CELLS_CAME, name)
        return placed

    def remove_cell(self, name: str, state: str, *, cadre: bool, rule: str = "", rule_of_cadre: str = "4.8.4") -> bool:
        """Remove a Cell ("s" or "a") to the Funding Track (4.8.4).

        If there is none in this state, one in the other. ``cadre`` says that the last one leaves a Cadre, by
        ``rule_of_cadre``.

        ``cadre`` says that the last one leaves a Cadre, by ``rule_of_cadre``.
        """
        b, c = self.board, self.board[name]
        if c.sleepers + c.actives == 0 or not self.reaches(name):
            return False
        field = "actives" if (state == "a" and c.actives) or not c.sleepers else "sleepers"
        self.write(
            Kind.REMOVE_CELL,
            name,
            rule,
            (c, field, getattr(c, field) - 1),
            (b, "cells_track", b.cells_track + 1),
            note=f"{'an Active' if field == 'actives' else 'a Sleeper'} Cell from {self.named(name)} to the Funding Track",
            win=True,
            own="4.6.2",
        )
        if cadre and not c.cadre and q.cells(b, name) == 0:
            self.set_cadre(name, True, rule=rule_of_cadre)
        self.moment(Moments.CELL_GONE, name)
        return True

    def move_cell(self, origin: str, state: str, target: str, *, rule: str = "") -> bool:
        """Move a Cell, which arrives or stays as a Sleeper (4.6.4)."""
        b = self.board
        o, t = b[origin], b[target]
        if o.sleepers + o.actives == 0 or not (self.reaches(origin) and self.reaches(target)):
            return False
        field = "actives" if (state == "a" and o.actives) or not o.sleepers else "sleepers"
        if origin == target:
            if field == "actives":
                asleep = (o, "actives", o.actives - 1), (o, "sleepers", o.sleepers + 1)
                self.write(Kind.SLEEP, target, rule, *asleep, own="8.3.1")
                self.moment(Moments.CELLS_CAME, target)
            return True
        self.write(
            Kind.TRAVEL,
            target,
            rule,
            (o, field, getattr(o, field) - 1),
            (t, "sleepers", t.sleepers + 1),
            note=f"a Cell from {self.named(origin)} to {self.named(target)}",
            own="8.3.1",
        )
        self.moment(Moments.CELLS_CAME, target)
        self.moment(Moments.CELL_GONE, origin)
        return True

    def activate(self, name: str, n: int = 1, *, rule: str = "") -> None:
        """Turn up to ``n`` Sleepers Active."""
        c = self.board[name]
        n = min(n, c.sleepers)
        if n > 0:
            self.write(
                Kind.ACTIVATE,
                name,
                rule,
                (c, "sleepers", c.sleepers - n),
                (c, "actives", c.actives + n),
                note=f"{n} in {self.named(name)}",
                own="4.6.4",
            )

    # ------------------------------------------------------------ event markers

    def place_marker(self, name: str, country: str | None = None, *, rule: str = "") -> None:
        """Place an event marker in a country or in the Event Box (6.2.7).

        A marker that counts as Troops has the consequences of Troops.
        """
        target: Any = self.board if country is None else self.board[country]
        if name not in target.markers:
            write = target, "markers", (*target.markers, name)
            self.write(Kind.MARKER, country or "Event Box", rule, write, note=name, own="6.2.7")
            if country is not None:
                self.moment(Moments.MARKER_PLACED, country)

    def remove_marker(self, name: str, *, rule: str = "", country: str | None = None) -> None:
        """Remove an event marker, from ``country`` only if one is given."""
        places: Iterable[Any] = (
            (self.board, *self.board.countries.values()) if country is None else (self.board[country],)
        )
        for place in places:
            if name in place.markers:
                left = tuple(m for m in place.markers if m != name)
                where = "Event Box" if place is self.board else place.name
                self.write(Kind.MARKER, where, rule, (place, "markers", left), note=f"{name} removed", own="6.2.8")

    # ------------------------------------------------------------ look-back

    def takes_effect(self, source: Source) -> None:
        """Give a source the last word from now on (6.2.3).

        The source is a card whose event happens, or a rule that comes into force.
        """
        b = self.board
        if QUERIES.bears(source) or AMENDMENTS.bears(source):
            order = (*(s for s in b.order if s != source), source)
            self.write(Kind.LOOK_BACK, citation(source), "6.2.3", (b, "order", order))

    def note_disrupted(self, name: str) -> None:
        """Note a country as Disrupted in this phase (5.2.2 note)."""
        self._note("disrupted", name)

    def note_improved(self, name: str) -> None:
        """Note a country as Tested to Fair or improved (5.2.2 note)."""
        self._note("improved", name)

    def _note(self, field: str, name: str) -> None:
        """Add a note for this Action Phase; drop those before the last.

        No rule looks back further; the end of a turn makes no notes.
        """
        b = self.board
        happened: tuple[tuple[int, str], ...] = getattr(b, field)
        entry = (b.phases, name)
        if entry not in happened and b.stage != "end":
            recent = tuple(e for e in happened if e[0] >= b.phases - 1)
            self.write(Kind.LOOK_BACK, name, "5.2.2", (b, field, (*recent, entry)))


__all__ = ["US", "Changes"]
