"""The possible plays at a position: uses of a card, with questions."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.law.question import Question, RollChances
from referee.engine.law.requirement import Failure


@dataclass(slots=True)
class Use:
    """One use of a card."""

    name: str
    title: str
    failures: tuple[Failure, ...] = ()
    """The reasons why it is impossible."""
    questions: list[Question] = field(default_factory=list)
    rolls: list[RollChances] = field(default_factory=list)
    """Rolls before the first question; all rolls if there is none."""
    triggers: list[int] = field(default_factory=list)
    remark: str = ""
    """A caution about it, although it is legal."""
    able: bool | None = None
    """Whether some answers carry it to its end, if that was tried."""

    @property
    def possible(self) -> bool:
        """Whether it can be carried out."""
        if self.able is not None:
            return self.able
        return not self.failures and all(question.choices for question in self.questions)


@dataclass(slots=True)
class Alternatives:
    """The possible plays at a position.

    Uses are listed by the value of the card, or under 0 if they need no value.
    """

    side: str
    stage: str
    by_value: dict[int, list[Use]] = field(default_factory=dict)
    card: int = 0
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        uses = {value: [u.name for u in found if u.possible] for value, found in self.by_value.items()}
        return f"<Alternatives of {self.side or 'nobody'}, stage {self.stage}: {uses}>"
