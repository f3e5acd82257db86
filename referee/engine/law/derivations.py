"""Derivations: the changes that gave a thing its present value.

A derivation lists the journalled changes of one thing since a given point, each with its rule, cause and amount. It
explains a wrong claim: the change that makes the difference between the claimed and the due value decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.law.rolls import Roll
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.cause import line_of
from referee.engine.state.facts import Fact
from referee.engine.state.journal import Change, Journal, Kind, Write
from referee.engine.state.plain import NamedTuple, plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Statement

_STATED = (Kind.AMENDMENT, Kind.SET_UP)
"""Changes stated by players; no rule of the game makes them."""


class DerivationPart(NamedTuple):
    """One change of a thing, with its value before and after."""

    change: Change
    before: Any
    after: Any
    fields: tuple[tuple[Fact, Any, Any], ...]
    """The changed facts that a report shows, each with its value before and after."""

    @property
    def words(self) -> str:
        """The change in words: "Sleepers from 0 to 1".

        Returns "" for a fact without a place in reports.
        """
        return ", ".join(fact.from_to(before, after) for fact, before, after in self.fields)

    def after_words(self, earlier: DerivationPart) -> str:
        """The same after an earlier change: "to 2" for the same thing."""
        same = [fact for fact, _, _ in self.fields] == [fact for fact, _, _ in earlier.fields]
        if not same or len(self.fields) != 1 or self.amount is None:
            return self.words
        ((fact, _, after),) = self.fields
        return f"to {fact.shown(after)}"

    @property
    def amount(self) -> int | None:
        """The difference between after and before; None if they are no numbers."""
        numbers = is_number(self.before) and is_number(self.after)
        return self.after - self.before if numbers else None


@plain_dataclass(frozen=True)
class Derivation:
    """The changes of one thing, in order."""

    statement: Statement
    """A statement about the thing."""
    now: Any
    """Its present value."""
    parts: tuple[DerivationPart, ...]
    rolls: tuple[Roll, ...] = ()
    """The rolls that led to the changes."""

    def deciding(self, claimed: Any) -> DerivationPart | None:
        """Return the change that makes a claimed value differ; None without changes.

        It is the change left out by the claim: the first after the claimed value was reached, or one as large as the
        difference. Of several, consequences attached by the rules come before the effect of the event itself, since
        players forget them more often.
        """
        return self.left_out(claimed) or (self.parts[-1] if self.parts else None)

    def left_out(self, claimed: Any) -> DerivationPart | None:
        """Return the single change that a claimed value leaves out, or None."""
        if is_number(self.now) and is_number(claimed):
            alike = [p for p in self.parts if p.amount == self.now - claimed]
            if alike:
                return next((p for p in alike if not p.change.touches), alike[-1])
        same = (p for p in reversed(self.parts) if p.before == claimed or not (p.before or claimed))
        return next(same, None)

    def in_words(self, rules: Ruleset) -> str:
        """Return the changes in words, each with its rule.

        For example "Sleepers from 0 to 1 by 11.2.2 (…), then to 2 by 226 …".
        """
        shown = [p for p in self.parts if p.fields]
        said = [p.after_words(shown[at - 1]) if at else p.words for at, p in enumerate(shown)]
        return ", then ".join(f"{words} by {rules.cited(p.change.rule)}" for words, p in zip(said, shown, strict=True))


def last_change_words(part: DerivationPart, rules: Ruleset) -> list[str]:
    """Return the line of the last change, and its reason."""
    line = line_of(part.change.cause)
    where = f"Line {line} was the last to change it" if line else ""
    return [where, rules.because(part.change.rule, part.words)]


def derive(journal: Journal, board: Board, s: Statement, since: int = 0, until: int | None = None) -> Derivation:
    """Collect changes of a statement's subject between two marks of the journal."""
    parts = [part for at, part in _parts(journal, board, s, since) if until is None or at < until]
    return Derivation(s, statements.actual(board, s), tuple(reversed(parts)))


def latest(journal: Journal, board: Board, s: Statement, before: int) -> DerivationPart | None:
    """Return the last change of a statement's subject before a mark.

    A repeated call reads only newer changes.
    """
    found = statements.target(board, s)
    if found is None:
        return None
    place, names = found
    what = statements.fact(board, s)

    def of_it(change: Change) -> list[Write]:
        return [w for w in change.writes if w[0] == place and w[1] in names]

    def fits(change: Change) -> bool:
        writes = of_it(change)
        return (
            bool(writes)
            and change.kind not in _STATED
            and what.about(s, [w[2] for w in writes], [w[3] for w in writes])
        )

    marker = s.value if isinstance(s.value, str) else None  # one of several markers in a field
    change = journal.latest(before, ("latest", s.subject, s.field, marker), fits)
    if change is None:
        return None
    writes = of_it(change)
    return DerivationPart(change, writes[0][2], writes[-1][3], _shown(board, writes))


def _parts(journal: Journal, board: Board, s: Statement, since: int) -> Iterator[tuple[int, DerivationPart]]:
    """Yield the changes of a thing with their places, latest first."""
    found = statements.target(board, s)
    if found is None:
        return
    place, names = found
    what = statements.fact(board, s)
    holder = board[place] if place else board
    values = {name: getattr(holder, name) for name in names}
    for at in range(len(journal.changes) - 1, since - 1, -1):
        change = journal.changes[at]
        writes = [w for w in change.writes if w[0] == place and w[1] in names]
        if not writes:
            continue
        after = _whole(values, names)
        values.update({name: before for _, name, before, _ in reversed(writes)})
        if change.kind not in _STATED and what.about(s, [w[2] for w in writes], [w[3] for w in writes]):
            yield at, DerivationPart(change, _whole(values, names), after, _shown(board, writes))


def _whole(values: dict[str, Any], names: tuple[str, ...]) -> Any:
    """Return a value in several fields: a sum, else the fields."""
    if len(names) == 1:
        return values[names[0]]
    parts = [values[name] for name in names]
    return sum(parts) if all(map(is_number, parts)) else tuple(parts)


def is_number(value: Any) -> bool:
    """Return whether a thing is counted.

    The rule that defines a count is no reason for its value.
    """
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(board: Board, writes: list[Write]) -> tuple[tuple[Fact, Any, Any], ...]:
    """Return the facts of a change's fields that a report shows."""
    facts = board.rules.facts
    found = [(facts.of_field(place, name), before, after) for place, name, before, after in writes]
    return tuple((f, before, after) for f, before, after in found if f is not None and f.name != "wins")
