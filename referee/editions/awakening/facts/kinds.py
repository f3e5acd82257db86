"""Kinds of facts of The Awakening alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.editions.awakening import state
from referee.editions.awakening.printed import COUNTRIES, OTHER_SIDE
from referee.editions.awakening.state import N_ADVISORS, N_POPULAR, expansion, space
from referee.editions.base.facts.table import Resources
from referee.engine.state import hidden
from referee.engine.state.board import ALLY, Board, kinds
from referee.engine.state.data import FAIR, GOOD, GOVERNANCE_NAMES, N_CELLS, POOR
from referee.engine.state.facts.fact import Bar, Cell, Fact, Problem, StatementWriter
from referee.engine.state.facts.kinds import ChoiceFact, CountFact, DerivedFact, LookBack, Marker, Number
from referee.engine.state.facts.pieces import Pieces, Track
from referee.engine.state.facts.plots import wmd_in_game, wmd_stored
from referee.engine.state.facts.states import Governance, SidedMarker
from referee.engine.state.script import Statement
from referee.engine.state.words import listed


class RestrictedFact:
    """A thing with places where the rules forbid it.

    A statement of the thing in such a place breaks that rule.
    """

    bars: tuple[Bar, ...]

    def forbids(self, board: Board, s: Statement) -> str:
        c = board[s.subject]
        return next((bar.rule for bar in self.bars if s.value and bar.test(c)), "")


class Militia(RestrictedFact, Pieces):
    """The Militia of a country.

    Only Muslim countries have it, and neither Good nor Islamist Rule ones (11.2.4).
    """


class RegimeChange(RestrictedFact, SidedMarker):
    """A Regime Change marker, never in a country in Civil War (11.2.2)."""


class Sleepers(Pieces):
    """Sleeper Cells, of which the Caliphate has none (11.3.8.3)."""

    def forbids(self, board: Board, s: Statement) -> str:
        return "11.3.8.3" if s.value and state.in_caliphate(board, s.subject) else ""


class IslamistResources(Resources):
    """Resources at Islamist Rule, of which the Caliphate Capital is one (11.3.8)."""

    def defining_rule(self, board: Board, s: Statement) -> str:
        left_out = expansion(board).capital and s.value == self.count(board) - 1
        return "11.3.8" if left_out else super().defining_rule(board, s)


class Popular(RestrictedFact, CountFact):
    """Awakening or Reaction markers of a country.

    There are 15 of them, each with a side that counts two (11.2.9).
    """

    def problems(self, board: Board) -> Iterator[Problem]:
        yield from CountFact.problems(self, board)
        used = state.markers_used(board, self.attribute)
        if used > N_POPULAR:
            message = (
                f"there are {N_POPULAR} {self.noun[1]}, each with a side that counts two; this position needs {used}"
            )
            yield Problem("11.2.9", message, "*", (self.name,))


class Advisors(CountFact):
    """Advisors markers of a country, three in the game (card 121)."""

    def problems(self, board: Board) -> Iterator[Problem]:
        yield from CountFact.problems(self, board)
        n = sum(space(board, name).advisors for name in board.countries)
        if n > N_ADVISORS:
            yield Problem(
                "11.2.9", f"there are {N_ADVISORS} Advisors markers; this position has {n}", "*", (self.name,)
            )


class Capital(Marker):
    """The Caliphate Capital, a field of the board (11.3.8).

    It is in one country or none.
    """

    def actual(self, board: Board, s: Statement) -> Any:
        return expansion(board).capital == s.subject

    def cells(self, board: Board, subject: str) -> Cell:
        return "", ("capital",)

    def about(self, s: Statement, before: Any, after: Any) -> bool:
        return bool((s.subject in before) != (s.subject in after))

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (True,) if expansion(board).capital == subject else ()

    def load(self, board: Board, subject: str, given: Any) -> None:
        expansion(board).capital = subject if given else ""

    def data(self, board: Board, subject: str) -> Any:
        return True if expansion(board).capital == subject else None

    def noted(self, board: Board, subject: str) -> str:
        return self.noun if expansion(board).capital == subject else ""

    def drawn(self, board: Board, subject: str) -> Any:
        return int(expansion(board).capital == subject)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = expansion(w.play.board)
        to = s.subject if s.value else "" if b.capital == s.subject else b.capital
        w.write(s.subject, (b, "capital", to), note=s.text)

    def contradictions(self, stated: Sequence[Statement]) -> Iterator[Problem]:
        there = [name for name, value in {s.subject: s.value for s in stated}.items() if value]
        if len(there) > 1:
            message = f"there is only one {self.noun}; the position has it in {listed(there)}"
            yield Problem(self.rule, message, "*", (self.name,), True)

    def problems(self, board: Board) -> Iterator[Problem]:
        capital = expansion(board).capital
        if capital and not state.in_turmoil(board, capital):
            message = f"{capital} has the Caliphate Capital and is not in Civil War, with a Regime Change or under Islamist Rule"
            yield Problem("11.3.8.2", message, capital, (self.name,))
        for name in sorted(state.caliphate(board)):
            if board[name].sleepers:
                message = f"{board.rules.named(name):belongs} to the Caliphate, so its Cells are Active"
                yield Problem("11.3.8.3", message, name, ("sleepers", "cells"))


class CaliphateMember(DerivedFact):
    """Whether a country belongs to the Caliphate, given its Capital (11.3.8.1)."""

    def actual(self, board: Board, s: Statement) -> Any:
        return state.in_caliphate(board, s.subject)

    def words(self, value: Any) -> str:
        return "Caliphate" if value else "no Caliphate"

    def phrase(self, value: Any) -> str:
        return "part of the Caliphate" if value else "outside the Caliphate"

    def cells(self, board: Board, subject: str) -> None:
        return None

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        if state.in_caliphate(board, subject):
            found[self.key] = True

    def load(self, board: Board, subject: str, given: Any) -> None:
        """Load nothing: it follows from the Capital."""

    def noted(self, board: Board, subject: str) -> str:
        return "Caliphate" if state.in_caliphate(board, subject) and expansion(board).capital != subject else ""

    def drawn(self, board: Board, subject: str) -> Any:
        return int(state.in_caliphate(board, subject))


class StruckCountries(LookBack):
    """Non-Muslim countries with a Plot resolved at the last resolution (card 224)."""

    def actual(self, board: Board, s: Statement) -> Any:
        return state.struck_lately(board)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = expansion(w.play.board)
        added = tuple((state.last_resolved(b), name) for name in s.value)
        w.write(self.name, (b, "struck", (*b.struck, *added)), note=s.text)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return [(name,) for name in state.struck_lately(board)]


class MatSide(ChoiceFact):
    """The visible side of a country's mat (11.3.3).

    Iran and Nigeria may be Muslim countries or not.
    """

    order: int = 2
    in_vain: bool = True

    def actual(self, board: Board, s: Statement) -> Any:
        return "muslim" if board[s.subject].data.muslim else "non-muslim"

    def defining_rule(self, board: Board, s: Statement) -> str:
        return {"Iran": "11.3.3.1", "Nigeria": "11.3.3.3"}.get(s.subject, self.rule)

    def words(self, value: Any) -> str:
        return "Muslim" if value == "muslim" else "non-Muslim"

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        turned = subject in OTHER_SIDE and board[subject].data.kind != COUNTRIES[subject].kind
        return ("muslim",) if turned else ()

    def cells(self, board: Board, subject: str) -> Cell:
        return board[subject].place, ("data",)

    def data(self, board: Board, subject: str) -> Any:
        return next(iter(self.values(board, subject)), None)

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        if (value := self.data(board, subject)) is not None:
            found[self.key] = value

    def drawn(self, board: Board, subject: str) -> Any:
        return board[subject].data.kind if subject in OTHER_SIDE else ""

    def load(self, board: Board, subject: str, given: Any) -> None:
        data = OTHER_SIDE[subject] if given == "muslim" else COUNTRIES[subject]
        c = board[subject]
        c.data, c.governance, c.alignment = data, data.governance, c.alignment if data.muslim else ""
        for field, names in kinds(c.data for c in board.countries.values()).items():
            setattr(board, field, names)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b, name = w.play.board, s.subject
        if name not in OTHER_SIDE:
            if (s.value == "muslim") != b[name].data.muslim:
                w.short.append(f"{b.rules.named(name):has} no other side")
            return
        if (s.value == "muslim") == b[name].data.muslim:
            return
        data = OTHER_SIDE[name] if s.value == "muslim" else replace(COUNTRIES[name], governance=b[name].governance)
        alignment = {"Iran": "adversary", "Nigeria": "neutral"}[name] if s.value == "muslim" else ""
        w.play.turn_over(name, data, rule=w.rule)
        w.write(name, (b[name], "alignment", alignment), note=s.text)

    def problems(self, board: Board) -> Iterator[Problem]:
        """Yield a problem for Nigeria as a Muslim Ally without Cells (11.3.3.3).

        It has turned back by then.
        """
        c = board["Nigeria"]
        if c.data.muslim and c.alignment == ALLY and not c.sleepers + c.actives:
            why = "Nigeria cannot be Muslim as an Ally without a Cell: it has turned back"
            yield Problem("11.3.3.3", why, c.name, (self.name, "alignment", "sleepers", "actives", "cells"))


class CountryLevel(Governance):
    """The Governance of a country.

    Nigeria keeps its level when it turns back to a non-Muslim country (11.3.3.3).
    """

    @staticmethod
    def _keeps(board: Board, subject: str) -> bool:
        return subject == "Nigeria" and not board[subject].data.muslim

    def _fixed(self, board: Board, subject: str) -> str:
        if not self._keeps(board, subject):
            return Governance._fixed(self, board, subject)
        return f"{board.rules.named(subject):is} not a Muslim country now and cannot be under Islamist Rule"

    def write(self, w: StatementWriter, s: Statement) -> None:
        c = w.play.board[s.subject]
        if self._keeps(w.play.board, s.subject) and s.value in (GOOD, FAIR, POOR):
            w.write(
                s.subject, (c, "data", replace(c.data, governance=s.value)), (c, "governance", s.value), note=s.text
            )
        else:
            Governance.write(self, w, s)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        c = board[subject]
        if self._keeps(board, subject) and c.governance != COUNTRIES[subject].governance:
            return (c.governance,)
        return Governance.values(self, board, subject)

    def load(self, board: Board, subject: str, given: Any) -> None:
        Governance.load(self, board, subject, given)
        if self._keeps(board, subject):
            board[subject].data = replace(board[subject].data, governance=board[subject].governance)

    def record(self, board: Board, subject: str, found: dict[str, Any]) -> None:
        Governance.record(self, board, subject, found)
        for value in self.values(board, subject):
            found[self.key] = GOVERNANCE_NAMES[value]


class WaitingWMD(CountFact):
    """WMD markers of a country that are not Available (11.3.1)."""

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        if wmd_stored(board) == wmd_in_game(board) or subject not in state.WMD_HOMES:
            return ()
        return (space(board, subject).wmd,)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b, c = w.play.board, space(w.play.board, s.subject)
        most = state.WMD_HOMES.get(s.subject, 0)
        if w.strict and s.value > most:
            w.short.append(f"{b.rules.named(s.subject):has} room for {most} WMD markers")
        value = min(s.value, most) if w.strict else s.value
        released = c.wmd - value if w.strict else 0
        w.write(s.subject, (c, "wmd", value), (b, "wmd_available", max(0, b.wmd_available + released)), note=s.text)

    def problems(self, board: Board) -> Iterator[Problem]:
        for name in board.countries:
            n, most = space(board, name).wmd, state.WMD_HOMES.get(name, 0)
            if n > most:
                yield Problem(
                    "11.3.1",
                    f"{n} WMD cannot wait in {board.rules.named(name)}; {most or 'none'} can",
                    name,
                    (self.name,),
                )


class CellTrack(Track):
    """The Funding Track; Cells next to its Ample box are counted separately (11.3.7)."""

    def actual(self, board: Board, s: Statement) -> Any:
        return board.cells_track - state.new_cells(board)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (board.cells_track - state.new_cells(board),)

    def plain(self, board: Board) -> Any:
        return board.cells_track - state.new_cells(board)

    def drawn(self, board: Board, subject: str) -> Any:
        return board.cells_track - state.new_cells(board)

    def top(self, board: Board) -> int:
        return N_CELLS + state.camps(board)

    def write(self, w: StatementWriter, s: Statement) -> None:
        if w.strict:
            Track.write(self, w, s)
        else:
            b = w.play.board
            beside = min(state.camps(b), state.cells_due(b))
            w.write(self.name, (b, self.attribute, s.value + beside), note=s.text)


class ResolvedPlots(Fact):
    """The Resolve Plots box: markers that were turned over this turn (11.3.2)."""

    listing = True
    order: int = 7

    def have(self, board: Board) -> tuple[str, ...]:
        return tuple(sorted(hidden.known(board, t) or "?" for t in expansion(board).resolved))

    def actual(self, board: Board, s: Statement) -> Any:
        return self.have(board)

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.have(board)
        return len(have) == len(s.value) and all(
            have.count(v) <= s.value.count(v) + s.value.count("?") for v in hidden.VALUES
        )

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (self.have(board),) if expansion(board).resolved else ()

    def plain(self, board: Board) -> Any:
        return list(self.have(board))

    def drawn(self, board: Board, subject: str) -> Any:
        return list(self.have(board))

    def shown(self, value: Any) -> str:
        return f"{len(value)}"

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = expansion(w.play.board)
        for token in b.resolved:
            worlds, tokens = hidden.forget(b, token)
            left = tuple(t for t in b.resolved if t != token)
            w.write(self.name, (b, "resolved", left), (b, "worlds", worlds), (b, "tokens", tokens))
        for value in s.value:
            if w.strict and (value == "W" or (value != "?" and not hidden.can_place(b, value))):
                w.short.append(f"no Plot {value} can be in the Resolve Plots box")
                continue
            number = max((t.number for t in b.tokens), default=0) + 1
            token_ = hidden.token(b, number, "", 0, 9, value)
            w.write(
                self.name,
                (b, "worlds", hidden.place(b, token_, value)),
                (b, "tokens", (*b.tokens, token_)),
                (b, "resolved", (*b.resolved, number)),
                note=s.text,
            )


class Counter(Fact):
    """A side's marker of optional rule 1 (option 1).

    The side keeps it until it turns it in; the board records that.
    """

    def actual(self, board: Board, s: Statement) -> Any:
        return not getattr(board, self.attribute)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return (False,) if getattr(board, self.attribute) else ()

    def words(self, value: Any) -> str:
        return self.name if value else f"no {self.name}"

    def changed(self, before: Any, after: Any) -> str:
        return f"{self.label} {'turned in' if after else 'kept'}"

    def write(self, w: StatementWriter, s: Statement) -> None:
        w.write(self.name, (w.play.board, self.attribute, not s.value), note=s.text)


class OffMap(Number):
    """Troops in the Off Map Box (11.3.4).

    They come from the track and go back to it.
    """

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = expansion(w.play.board)
        if not w.strict:
            Number.write(self, w, s)
            return
        value = min(s.value, b.off_map + b.troops_track)
        if value < s.value:
            w.short.append("no more Troops are left on the track")
        track = b.troops_track + b.off_map - value
        w.write(self.name, (b, "off_map", value), (b, "troops_track", track), note=s.text)
