"""The questions of a line, answered and open, and trial answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.law.ask import Address, Ask, SegmentId
from referee.engine.law.rolls import Roll
from referee.engine.state.plain import NamedTuple, field, plain_dataclass
from referee.engine.state.script import Place, Segment

SKIP = "skip"
"""The assumption that an unmentioned triggered event was not carried out."""


class TrialDice(NamedTuple):
    """Trial dice for a roll, in place of those on the line."""

    roll: Address


@plain_dataclass()
class Trial:
    """Assumed answers to the open questions of a line."""

    answers: Mapping[Address | TrialDice, Any]
    watch: SegmentId | None = None
    """The segment at whose end the play stops.

    None means the whole line.
    """
    without_dice: frozenset[Address] = frozenset()
    """Rolls that get no unlabelled dice, since others need them."""
    uses: set[Address] = field(default_factory=set)
    """The answers in use."""

    def use(self, address: Address) -> Any:
        """Return one of the answers and mark it as used."""
        self.uses.add(address)
        return self.answers[address]


@plain_dataclass()
class Questions:
    """The questions of a play in order, each with its segment."""

    asked: list[tuple[Segment | None, Ask]] = field(default_factory=list)
    closed: list[tuple[Segment | None, Ask]] = field(default_factory=list)
    """Questions not asked, since no answer was legal."""
    answered: bool = False
    """Whether the line itself answered the last one."""
    place: Ask | None = None
    """The last question about a country or a place, which later ones depend on."""


@plain_dataclass(frozen=True, eq=False)
class OpenQuestion:
    """An ask or a roll without an answer on the line."""

    key: Address
    options: list[Any]
    place: Place
    """The place for the answer."""
    rule: str
    """The rule that calls for the answer."""
    ask: Ask | None = None
    roll: Roll | None = None


class OpenQuestionSignal(Exception):
    """The signal for an open question.

    It is separate from :class:`OpenQuestion`, since an exception holds every frame that it passed.
    """

    def __init__(self, question: OpenQuestion) -> None:
        super().__init__(question.key)
        self.question = question
