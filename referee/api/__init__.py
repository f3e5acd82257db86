"""The library: read, judge and replay records, and list legal plays.

Everything here is also at the top of the package::

    >>> import referee
    >>> verdict = referee.check("setup: US Hard, Pakistan Fair Neutral\\nUS 43 deploy track > Pakistan 2")
    >>> for finding in verdict.findings:
    ...     print(finding.place.line, finding.kind, finding.rule, finding.message)
    2 illegal 7.3.3 Pakistan is Neutral; Troops Deploy only to an Ally.

New versions add names and never remove one. Everything else may change from one version to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from referee import rules
from referee.api.changes import Change, Value
from referee.api.game import Game
from referee.api.positions import Country, Position
from referee.api.records import RecordError, Source, known_policy, read, to_json, to_notation
from referee.api.verdicts import Step, Verdict
from referee.engine.explaining.referee import Policy
from referee.engine.law.rolls import Roll
from referee.engine.record.corrected_record import CorrectedRecord, CorrectedRow
from referee.engine.record.findings import Edit, Finding, Fix, Respelling
from referee.engine.state.data import Card
from referee.engine.state.script import Record
from referee.inputs.judging import is_empty, judge
from referee.rules import Rule
from referee.rules.library import Ruling

if TYPE_CHECKING:
    from referee.api.asking import QuestionAnswers
    from referee.api.search import SearchResult, find
    from referee.engine.law.alternatives import Alternatives

    Asked = QuestionAnswers
    """An earlier name of :class:`QuestionAnswers`."""
    Found = SearchResult
    """An earlier name of :class:`SearchResult`."""

AsRead = CorrectedRecord
"""An earlier name of :class:`CorrectedRecord`."""
Instead = Fix
"""An earlier name of :class:`Fix`."""
Row = CorrectedRow
"""An earlier name of :class:`CorrectedRow`."""


def check(source: Source, policy: Policy = "as-played") -> Verdict:
    """Judge a record, the text of one, or a file.

    ``policy`` decides how the game goes on after a violation: ``as-played`` (the default), without the illegal part
    (``undo``), or not at all (``stop``).

    >>> text = "setup: US Hard, Pakistan Fair Neutral\\nUS 43 deploy track > Pakistan 2"
    >>> check(text).board["Pakistan"].troops, check(text, "undo").board["Pakistan"].troops
    (2, 0)

    Raises :class:`RecordError` for a file that cannot be read as a whole, an empty record, and an unknown policy.
    """
    known_policy(policy)
    record = read(source)
    if is_empty(record):
        raise RecordError("there is nothing in this record")
    return Verdict(judge(record, policy))


def replay(source: Source, policy: Policy = "as-played") -> Iterator[Step]:
    """Replay a record: its actions and checkpoints with rolls, changes and findings.

    >>> text = "setup: Afghanistan IR Adversary 2 sleepers\\nJ 95 recruit Afghanistan 2\\nboard: cells track 11"
    >>> for step in replay(text):
    ...     print(step.text, "->", step.position["Afghanistan"].cells, "Cells")
    J 95 recruit Afghanistan 2 -> 4 Cells
    board: cells track 11 -> 4 Cells

    Raises :class:`RecordError` as :func:`check` does.
    """
    return iter(check(source, policy).steps)


def legal(source: Position | Source, *, card: int = 0, at: str = "") -> Alternatives:
    """List the legal uses of ``card``, or of any value, with chances.

    ``source`` is a position, or a record: its end, or the position after its action ``at`` (``"a12"``).

    >>> position = Position.parse("US Hard, phase US 1, Gulf States Fair Ally, Pakistan Fair Neutral")
    >>> deploy = next(use for use in legal(position).by_value[3] if use.name == "deploy")
    >>> {asked.field: [choice.value for choice in asked.choices] for asked in deploy.questions}
    {'from': ['track'], 'to': ['Gulf States']}
    >>> {no.value: no.failures[0].rule for no in deploy.questions[1].refused if no.value == "Pakistan"}
    {'Pakistan': '7.3.3'}

    Raises :class:`RecordError` for an unknown action or card.
    """
    from referee.api import moves

    place = source if isinstance(source, Position) else _position_at(check(source), at)
    if card and card not in place._board.cards:
        raise RecordError(f"there is no card {card}")
    return moves.uses(place._copy(), card)


def rule(number: str) -> Rule:
    """Return a paragraph of the rulebook in our words.

    >>> rule("7.3.3").title, rule("7.3.3").hold
    ('Deploy: destination must be an Ally', 'enforced')

    Raises :class:`RecordError` if there is no such rule.
    """
    try:
        return rules.rule(number)
    except KeyError:
        raise RecordError(f"the rulebook has no rule {number}") from None


def card(number: int) -> Card:
    """Return the facts of a card besides its text: title, value, side.

    >>> card(86).title, card(86).ops, card(86).side
    ('Lebanon War', 3, 'J')

    Raises :class:`RecordError` if there is no such card.
    """
    from referee.editions import rulesets

    cards = rulesets.whole().cards
    if number not in cards:
        raise RecordError(f"there is no card {number}")
    return cards[number]


def rulings() -> tuple[Ruling, ...]:
    """Return the referee's readings of unclear rules (docs/reference/rulings.md).

    >>> all(ruling.answer and ruling.why for ruling in rulings())
    True
    """
    from referee.editions import rulesets
    from referee.rules import library

    return library.rulings(rulesets.texts())


def _position_at(verdict: Verdict, at: str) -> Position:
    if not at:
        return verdict.board
    step = next((s for s in verdict.steps if s.id == at), None)
    if step is None:
        raise RecordError(f"there is no action {at}")
    return step.position


def ask(*plays: str, position: str = "", rules: str | None = None, options: Sequence[str] = ()) -> QuestionAnswers:
    """Ask about plays in a partly stated position, or about the position.

    What ``position`` does not state is unknown, and the answer says what hangs on it. ``rules`` is the value of a tag Rules;
    without it they follow from the question.

    >>> asked = ask("US 43 woi Pakistan", position="Pakistan Fair Neutral, prestige 5, US Hard, world 0")
    >>> asked.answers[0].word, asked.answers[0].open_rolls[0].needed
    ('yes so far', '5 or more')
    >>> [s.value for s in ask(position="Iraq IR Adversary, Saudi Arabia IR Adversary").known if s.name == "Victory"]
    ['the Jihadist has won']

    Raises :class:`RecordError` for a position that cannot be.
    """
    from referee.api import asking
    from referee.reports.ruling import NoAnswer

    try:
        return asking.ask(plays, position, rules, options)
    except NoAnswer as error:
        raise RecordError(str(error)) from None


def __getattr__(name: str) -> Any:
    """Load names that only :func:`legal` or :func:`find` needs on first use."""
    if name == "Alternatives":
        from referee.engine.law.alternatives import Alternatives

        return Alternatives
    if name in ("Asked", "QuestionAnswers"):
        from referee.api.asking import QuestionAnswers

        return QuestionAnswers
    if name in ("Found", "SearchResult", "find"):
        from referee.api import search

        return search.find if name == "find" else search.SearchResult
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Alternatives",
    "AsRead",
    "Asked",
    "Card",
    "Change",
    "CorrectedRecord",
    "CorrectedRow",
    "Country",
    "Edit",
    "Finding",
    "Fix",
    "Found",
    "Game",
    "Instead",
    "Policy",
    "Position",
    "QuestionAnswers",
    "Record",
    "RecordError",
    "Respelling",
    "Roll",
    "Row",
    "Rule",
    "Ruling",
    "SearchResult",
    "Step",
    "Value",
    "Verdict",
    "ask",
    "card",
    "check",
    "find",
    "legal",
    "read",
    "replay",
    "rule",
    "rulings",
    "to_json",
    "to_notation",
]
